"""The same function in both modes: plain, and compiled with all of the kit that it calls."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from generator.kit.marks import mark_of, rule
from generator.play.engine.machine import entry_of


@cache
def compiled(function: Any) -> Any:
    """The function compiled, and with it every function of the kit that it calls."""
    return entry_of(function if mark_of(function) else rule(function))


def same(scenario: Callable[..., Any], *inputs: Any) -> Any:
    """Run a scenario in both modes and compare; return the result of plain Python."""
    ours = [_copy(value) for value in inputs]
    theirs = [_copy(value) for value in inputs]
    plain, fast = scenario(*ours), compiled(scenario)(*theirs)
    assert plain == fast, (plain, fast)
    for a, b in zip(ours, theirs, strict=True):
        assert np.array_equal(a, b), (a, b)
    return plain


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray | np.record) else value
