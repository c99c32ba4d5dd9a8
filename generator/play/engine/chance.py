"""The kit's random stream in machine words, as numba compiles it."""

from typing import Any

import numpy as np

from generator.kit import chance
from generator.kit.chance import GOLDEN, MIXERS, below
from generator.play.engine.numba_modules import numba_part


def teach() -> None:
    """Register the stream with numba; once per process."""
    numba_part("numba")  # imports numba with our settings, before any other module imports it
    from numba import njit, types
    from numba.extending import overload

    word = np.uint64
    golden, low = word(GOLDEN), word(0xFFFFFFFF)
    first, second = map(word, MIXERS)

    def is_stream(rng: Any) -> bool:
        """Whether the type is a stream's; numba rejects any other type."""
        return isinstance(rng, types.Array) and rng.dtype == types.uint64 and rng.ndim == 1

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

    @overload(chance.reseed)
    def _(rng: Any, seed: Any, game: Any, who: Any) -> Any:
        def reseed_words(rng: Any, seed: Any, game: Any, who: Any) -> None:
            state = mix(word(seed) + golden)
            state = mix(state + word(game) + golden + golden)
            state = mix(state + word(who) + golden + golden + golden)
            for i in range(4):
                state = state + golden
                rng[i] = mix(state)

        return reseed_words

    @overload(chance.bits)
    def _(rng: Any) -> Any:
        def bits_words(rng: Any) -> Any:
            return next_bits(rng)

        return bits_words if is_stream(rng) else None

    @overload(chance.below)
    def _(rng: Any, n: Any) -> Any:
        def below_words(rng: Any, n: Any) -> Any:
            if n < 1:
                raise ValueError("below: n must be at least 1")
            size = word(n)
            product = (next_bits(rng) >> word(32)) * size
            if (product & low) < size:
                floor = (word(1 << 32) - size) % size
                while (product & low) < floor:
                    product = (next_bits(rng) >> word(32)) * size
            return np.int64(product >> word(32))

        return below_words if is_stream(rng) and isinstance(n, types.Integer) else None

    @overload(chance.unit)
    def _(rng: Any) -> Any:
        def unit_words(rng: Any) -> Any:
            return np.float64(next_bits(rng) >> word(11)) * 2.0**-53

        return unit_words if is_stream(rng) else None

    @overload(chance.shuffle)
    def _(rng: Any, array: Any, n: Any) -> Any:
        def shuffle_words(rng: Any, array: Any, n: Any) -> None:
            if n > array.shape[0]:
                raise IndexError("shuffle: n is larger than the array")
            for i in range(n - 1, 0, -1):
                j = below(rng, i + 1)
                kept = array[i]
                array[i] = array[j]
                array[j] = kept

        return shuffle_words if is_stream(rng) else None
