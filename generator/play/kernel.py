"""What a game's rules stand on: the `rule` mark, records of numbers, and the random stream.

The same rules run compiled by numba and as plain Python, with the same result, seed for seed.
Importing this module does not import numba; only compiling does.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
Stream = NDArray[np.uint64]  # opaque to rules: (4,) words of xoshiro256++

CHANCE_STREAM = 0  # who draws: 0 is chance, 1 + seat is that seat's thinking

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_compiling = False
_taught = False


# --------------------------------------------------------------------------- marking rules


def rule(function: Function) -> Function:
    """Mark a function as part of the rules: compiled inside `compiling()`, else left as it is."""
    return compiled(function) if _compiling else function


@contextmanager
def compiling(on: bool) -> Iterator[None]:
    """While open, `rule` compiles (`on`) or leaves functions plain; meant for loading one module."""
    global _compiling
    before, _compiling = _compiling, on
    try:
        yield
    finally:
        _compiling = before


def compiled(function: Function, *, error_model: str = "python") -> Function:
    """Return the function compiled by numba without the GIL; nothing is compiled before a call."""
    from numba import njit

    _teach_numba()
    result: Function = njit(nogil=True, error_model=error_model)(function)
    return result


# --------------------------------------------------------------------------- records


def record(**fields: Any) -> Any:
    """Build one structured record, read and written as `record.field`.

    Arrays keep dtype and shape; int becomes int64, float float64, bool bool_. Fields are aligned
    and the whole is a multiple of 8 bytes. Raises `ValueError` for a name that numpy's records
    keep for themselves, `TypeError` for anything but numbers.
    """
    columns: list[tuple[str, Any, tuple[int, ...]]] = []
    values: dict[str, NDArray[Any]] = {}
    for name, value in fields.items():
        if hasattr(np.record, name):
            raise ValueError(f"a record cannot have a field named {name!r}: numpy uses that name")
        array = np.asarray(value)
        if array.dtype.kind not in "biuf":
            raise TypeError(f"field {name!r} holds {array.dtype}; only numbers and arrays of them")
        if 0 in array.shape:
            raise ValueError(f"field {name!r} is an empty array; give it at least one element")
        if isinstance(value, int) and not isinstance(value, bool):
            array = array.astype(np.int64)
        columns.append((name, array.dtype, array.shape))
        values[name] = array
    layout = np.dtype(columns, align=True)
    assert layout.fields is not None and layout.names is not None
    layout = np.dtype(
        {
            "names": list(layout.names),
            "formats": [layout.fields[name][0] for name in layout.names],
            "offsets": [layout.fields[name][1] for name in layout.names],
            "itemsize": max(8, -(-layout.itemsize // 8) * 8),
        },
        align=True,
    )
    one = np.zeros(1, np.dtype((np.record, layout)))[0]
    for name, array in values.items():
        one[name] = array
    return one


# --------------------------------------------------------------------------- the random stream


def stream(seed: int, game: int, who: int) -> Stream:
    """The stream of one chooser in one game: `who` is `CHANCE_STREAM` or 1 + seat."""
    words = np.zeros(4, np.uint64)
    reseed(words, seed, game, who)
    return words


def reseed(rng: Stream, seed: int, game: int, who: int) -> None:
    """Set the stream to the start that (seed, game, who) name.

    Each number goes through the finalizer of SplitMix64 before the next is added, so neighbours
    give unrelated streams (Steele, Lea & Flood 2014; Blackman & Vigna 2018 for the seeding).
    """
    state = _mix(int(seed) + _GOLDEN)
    state = _mix(state + int(game) + 2 * _GOLDEN)
    state = _mix(state + int(who) + 3 * _GOLDEN)
    for i in range(4):
        state = (state + _GOLDEN) & _MASK
        rng[i] = _mix(state)


def bits(rng: Stream) -> int:
    """The next 64 random bits: xoshiro256++ (Blackman & Vigna 2018)."""
    a, b, c, d = int(rng[0]), int(rng[1]), int(rng[2]), int(rng[3])
    result = (_turn((a + d) & _MASK, 23) + a) & _MASK
    shifted = (b << 17) & _MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    rng[0], rng[1], rng[2], rng[3] = a, b, c, _turn(d, 45)
    return result


def below(rng: Stream, n: int) -> int:
    """A whole number from 0 to n − 1, each equally likely; 1 ≤ n < 2³² (Lemire 2019)."""
    n = int(n)
    product = (bits(rng) >> 32) * n
    if (product & 0xFFFFFFFF) < n:
        floor = ((1 << 32) - n) % n
        while (product & 0xFFFFFFFF) < floor:
            product = (bits(rng) >> 32) * n
    return product >> 32


def unit(rng: Stream) -> float:
    """A number in [0, 1), a multiple of 2⁻⁵³."""
    return (bits(rng) >> 11) * 2.0**-53


def shuffle(rng: Stream, array: NDArray[Any], n: int) -> None:
    """Put the first n elements of a one-dimensional array in random order, in place."""
    for i in range(int(n) - 1, 0, -1):
        j = below(rng, i + 1)
        kept = array[i]
        array[i] = array[j]
        array[j] = kept


def _turn(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & _MASK


def _mix(word: int) -> int:
    word &= _MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def _teach_numba() -> None:
    """Tell numba how to compile the stream, in machine words; once per process."""
    global _taught
    if _taught:
        return
    from numba import njit
    from numba.extending import overload

    word = np.uint64
    golden, low = word(_GOLDEN), word(0xFFFFFFFF)
    first, second = word(0xBF58476D1CE4E5B9), word(0x94D049BB133111EB)

    @njit(error_model="numpy")
    def mix(z: Any) -> Any:
        z = (z ^ (z >> word(30))) * first
        z = (z ^ (z >> word(27))) * second
        return z ^ (z >> word(31))

    @njit(error_model="numpy")
    def next_bits(rng: Any) -> Any:
        a, b, c, d = rng[0], rng[1], rng[2], rng[3]
        total = a + d
        result = ((total << word(23)) | (total >> word(41))) + a
        shifted = b << word(17)
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        rng[0], rng[1], rng[2] = a, b, c
        rng[3] = (d << word(45)) | (d >> word(19))
        return result

    @overload(reseed)
    def _(rng: Any, seed: Any, game: Any, who: Any) -> Any:
        def reseed_words(rng: Any, seed: Any, game: Any, who: Any) -> None:
            state = mix(word(seed) + golden)
            state = mix(state + word(game) + golden + golden)
            state = mix(state + word(who) + golden + golden + golden)
            for i in range(4):
                state = state + golden
                rng[i] = mix(state)

        return reseed_words

    @overload(bits)
    def _(rng: Any) -> Any:
        def bits_words(rng: Any) -> Any:
            return next_bits(rng)

        return bits_words

    @overload(below)
    def _(rng: Any, n: Any) -> Any:
        def below_words(rng: Any, n: Any) -> Any:
            size = word(n)
            product = (next_bits(rng) >> word(32)) * size
            if (product & low) < size:
                floor = (word(1 << 32) - size) % size
                while (product & low) < floor:
                    product = (next_bits(rng) >> word(32)) * size
            return np.int64(product >> word(32))

        return below_words

    @overload(unit)
    def _(rng: Any) -> Any:
        def unit_words(rng: Any) -> Any:
            return np.float64(next_bits(rng) >> word(11)) * 2.0**-53

        return unit_words

    @overload(shuffle)
    def _(rng: Any, array: Any, n: Any) -> Any:
        def shuffle_words(rng: Any, array: Any, n: Any) -> None:
            for i in range(n - 1, 0, -1):
                j = below(rng, i + 1)
                kept = array[i]
                array[i] = array[j]
                array[j] = kept

        return shuffle_words

    _taught = True
