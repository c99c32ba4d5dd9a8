"""Random streams, one for each chooser and game.

The same seed gives the same numbers, compiled and plain.

`play.engine.chance` tells numba how to compile these functions.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.marks import tool

Stream = NDArray[np.uint64]  # (4,) words of xoshiro256++; rules do not read them

CHANCE_STREAM = 0  # `who` in `stream`: 0 is the game's chance, 1 + seat is a seat's choices
GOLDEN = 0x9E3779B97F4A7C15
MIXERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)  # constants of SplitMix64

_MASK = (1 << 64) - 1


def stream(seed: int, game: int, who: int) -> Stream:
    """Return the stream of one chooser in one game: `who` is `CHANCE_STREAM` or 1 + seat."""
    words = np.zeros(4, np.uint64)
    reseed(words, seed, game, who)
    return words


def reseed(rng: Stream, seed: int, game: int, who: int) -> None:
    """Reset the stream to the start for (seed, game, who).

    Each number goes through the finalizer of SplitMix64 before the next number is added, so that
    similar numbers give unrelated streams (Steele, Lea & Flood 2014; seeding: Blackman & Vigna
    2018).
    """
    state = _mix(int(seed) + GOLDEN)
    state = _mix(state + int(game) + 2 * GOLDEN)
    state = _mix(state + int(who) + 3 * GOLDEN)
    for i in range(4):
        state = (state + GOLDEN) & _MASK
        rng[i] = _mix(state)


def bits(rng: Stream) -> int:
    """Return the next 64 random bits: xoshiro256++ (Blackman & Vigna 2018)."""
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
    """Return a random whole number from 0 to n − 1, all equally likely; 1 ≤ n < 2³² (Lemire 2019).

    Raises `ValueError` for n below 1.
    """
    n = int(n)
    if n < 1:
        raise ValueError(f"below(rng, {n}): no number from 0 on is below {n}")
    product = (bits(rng) >> 32) * n
    if (product & 0xFFFFFFFF) < n:
        floor = ((1 << 32) - n) % n
        while (product & 0xFFFFFFFF) < floor:
            product = (bits(rng) >> 32) * n
    return product >> 32


def unit(rng: Stream) -> float:
    """Return a number in [0, 1), a multiple of 2⁻⁵³."""
    return (bits(rng) >> 11) * 2.0**-53


def shuffle(rng: Stream, array: NDArray[Any], n: int) -> None:
    """Put the first n elements of a one-dimensional array in random order, in place."""
    for i in range(int(n) - 1, 0, -1):
        j = below(rng, i + 1)
        kept = array[i]
        array[i] = array[j]
        array[j] = kept


@tool
def shuffled(rng: Stream, n: int) -> NDArray[np.int64]:
    """Return the numbers from 0 to n − 1 in random order.

    >>> sorted(shuffled(stream(1, 0, 0), 4).tolist())
    [0, 1, 2, 3]
    """
    numbers = np.empty(n, np.int64)
    for i in range(n):
        numbers[i] = i
    shuffle(rng, numbers, n)
    return numbers


def _turn(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & _MASK


def _mix(word: int) -> int:
    word &= _MASK
    word = ((word ^ (word >> 30)) * MIXERS[0]) & _MASK
    word = ((word ^ (word >> 27)) * MIXERS[1]) & _MASK
    return word ^ (word >> 31)
