"""Each fault from outside, injected once; `python -m tests.hostile.faults` injects hundreds."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("signals and limits are other ones there", allow_module_level=True)

from tests.hostile.faults import KINDS, signals


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_is_survived(kind: str) -> None:
    _, wrong = KINDS[kind]()
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_signals_at_any_moment_are_survived() -> None:
    n, wrong = signals(8, first=1)
    assert n == 8 and not wrong, "\n".join(wrong)
