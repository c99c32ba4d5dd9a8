"""The same function in both modes: plain, and compiled with all of the kit that it calls."""

from collections.abc import Callable
from functools import cache
from types import CellType, FunctionType
from typing import Any

import numpy as np

from generator.play.engine import kernel

HOMES = ("generator.kit", "tests.kit")


@cache
def compiled(function: Any) -> Any:
    """The function compiled, and with it every function of the kit that it calls."""
    own = dict(function.__globals__)
    for name in function.__code__.co_names:
        if name in own:
            own[name] = _known(own[name])
    cells = tuple(CellType(_known(cell.cell_contents)) for cell in function.__closure__ or ())
    body = FunctionType(
        function.__code__, own, function.__name__, function.__defaults__, cells or None
    )
    return kernel.compiled(body)


def _known(value: Any) -> Any:
    home = getattr(value, "__module__", "") or ""
    return compiled(value) if isinstance(value, FunctionType) and home.startswith(HOMES) else value


def same(scenario: Callable[..., Any], *inputs: Any) -> Any:
    """Run a scenario in both modes; returns what plain Python gave."""
    ours = [_copy(value) for value in inputs]
    theirs = [_copy(value) for value in inputs]
    plain, fast = scenario(*ours), compiled(scenario)(*theirs)
    assert plain == fast, (plain, fast)
    for a, b in zip(ours, theirs, strict=True):
        assert np.array_equal(a, b), (a, b)
    return plain


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray | np.record) else value
