"""Small arrays of a rule are on the stack and equal those of plain Python."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from generator.kit.marks import rule, tool
from generator.play.engine import machine
from generator.play.engine.numba_modules import numba_part

N = 5


@tool
def filled(n: int) -> Any:
    """An array that outlives the call."""
    made = np.zeros(7, np.int64)
    for i in range(7):
        made[i] = n + i
    return made


@rule
def flat(x: int) -> float:
    """One dimension, zeroed each time it is made."""
    total = 0.0
    for _ in range(3):
        total = total * 10 + _added(x)
    return total


@rule
def _added(x: int) -> float:
    sums = np.zeros(N)
    sums[x % N] += x
    return float(sums.sum())


@rule
def deep(x: int) -> int:
    """Two dimensions, small numbers, truth values, a part handed on."""
    room, seen, spare = np.zeros((2, N), np.int8), np.zeros(N, np.bool_), np.empty(3, np.int16)
    spare[:] = x
    for i in range(N):
        room[1, i] = i * x
        seen[i] = i % 2 == 0
    _mark(room[0], seen)
    return int(room.sum()) + int(spare[2]) * room.shape[0] + len(seen)


@rule
def _mark(row: Any, seen: Any) -> None:
    for i in range(len(row)):
        if seen[i]:
            row[i] = 9


@rule
def looped(x: int) -> int:
    """Made in a loop, while the previous one is still in use."""
    before = np.zeros(2, np.int64)
    total = 0
    for i in range(4):
        now = np.zeros(2, np.int64)
        now[0] = x + i
        total += before[0] * 10 + now[0]
        before = now
    return total


@rule
def either(x: int) -> int:
    """On the stack or not, as it turns out."""
    some = np.empty(4, np.int64) if x < 4 else np.empty(x, np.int64)
    for i in range(x):
        some[i] = i
    return int(some[:x].sum())


@rule
def outliving(x: int) -> int:
    """An array from another function, still there after that has made another."""
    one, two = filled(x), filled(10 * x)
    return int(one[6] + two[0] * 100)


@rule
def large(x: int) -> int:
    """More than is kept on the stack."""
    many = np.zeros(1000, np.int64)
    many[x] = x
    return int(many.sum())


@rule
def _appended(kept: Any, x: int) -> None:
    one = np.zeros(4, np.int64)
    one[0] = x
    kept.append(one)


@rule
def in_a_list(x: int) -> int:
    """An array that another function put into a list outlives that one."""
    kept = [np.zeros(100, np.int64)]
    for i in range(3):
        _appended(kept, x + i)
    total = int(flat(x))
    for one in kept:
        total = total * 10 + one[0]
    return int(total)


RULES = (in_a_list, flat, deep, looped, either, outliving, large)


@pytest.mark.parametrize("function", RULES, ids=lambda f: f.__name__)
def test_compiled_and_plain_make_the_same_arrays(function: Callable[[int], float]) -> None:
    compiled = machine.entry_of(function)
    for x in (1, 3, 7, 3):
        assert compiled(x) == function(x)


def test_an_index_beyond_an_array_on_the_stack_is_found() -> None:
    @rule
    def beyond(x: int) -> float:
        few = np.zeros(3)
        return float(few[x])

    with pytest.raises(IndexError):
        machine.entry_of(beyond)(3)


@pytest.mark.parametrize(
    ("function", "is_counted"), [(flat, False), (deep, False), (looped, True), (large, True)]
)
def test_small_arrays_made_once_allocate_no_memory(
    function: Callable[[int], float], is_counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled here, and not found on disk, so that its code can be read."""
    part = machine.Part("part", function, "int" if function is not flat else "float", ("int",))
    made = machine._made(function)
    monkeypatch.setattr(made, "_cache", numba_part("numba.core.caching").NullCache())
    machine._address_of(part)
    (code,) = [one.library.get_llvm_str() for one in made.overloads.values()]
    assert ("NRT_MemInfo_alloc" in code) == is_counted
