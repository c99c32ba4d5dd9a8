"""Limits of time grow with the load of the machine, up to a factor."""

import os

import pytest

from generator.system.processes import MOST_SLOW, slowness


@pytest.mark.parametrize(
    ("load", "factor"), [(0.5, 1.0), (2.0, 1.0), (6.0, 3.0), (900.0, MOST_SLOW)]
)
def test_work_may_take_longer_on_a_busy_machine(
    monkeypatch: pytest.MonkeyPatch, load: float, factor: float
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert slowness() == factor
