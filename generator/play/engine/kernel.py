"""What a game's rules stand on: the `rule` mark, records of numbers, and the random stream.

The same rules run compiled by numba and as plain Python, with the same result, seed for seed.
Importing this module does not import numba; only compiling does.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
Stream = NDArray[np.uint64]  # opaque to rules: (4,) words of xoshiro256++

whole: Any = np.int64  # a machine integer, in both modes

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
    """While open, `rule` compiles (`on`) or leaves functions plain; for loading one module."""
    global _compiling
    before, _compiling = _compiling, on
    try:
        yield
    finally:
        _compiling = before


def compiled(
    function: Function,
    *,
    error_model: Literal["python", "numpy"] = "python",
    from_python: bool = True,
) -> Function:
    """Return the function compiled by numba without the GIL; nothing is compiled before a call.

    Without `from_python` only compiled code can call it, which compiles faster.
    """
    from numba import njit

    _teach_numba()
    inner = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    options: dict[str, Any] = {} if from_python else inner
    make: Any = njit(nogil=True, error_model=error_model, **options)
    result: Function = make(function)
    _take_any_number(result)
    return result


def _take_any_number(function: Any) -> None:
    """Let `f(x, 0)` use the machine code of `f(x, n)`; numba would compile it for 0 apart."""
    from numba.core import types

    unliteral: Any = types.unliteral
    known = function.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return known(tuple(map(unliteral, args)), {k: unliteral(v) for k, v in kws.items()})

    function.get_call_template = get_call_template


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


def _import_without_scipy(name: str) -> None:
    """Import a module of numba as where scipy is not installed.

    It would import scipy.linalg, a fifth of a second, only to learn whether there is a BLAS for an
    inner product of whole arrays; `np.dot` in rules asks for itself.
    """
    if "scipy.linalg" in sys.modules:
        return
    hidden: Any = None
    sys.modules["scipy.linalg"] = hidden
    try:
        import_module(name)
    finally:
        del sys.modules["scipy.linalg"]


def _teach_numba() -> None:
    """Tell numba how to compile the stream, in machine words; once per process."""
    global _taught
    if _taught:
        return
    _import_without_scipy("numba.np.arraymath")
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


# --------------------------------------------------------------------------- compiled code on disk


def cache_folder() -> Path:
    """Where machine code is kept between runs: `PROTOPLAY_CACHE`, else the user's cache folder."""
    named = os.environ.get("PROTOPLAY_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
        return home / "protoplay" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "protoplay"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "protoplay"


def tell(text: str) -> None:
    """Say on standard error that something slow has begun."""
    print(text, file=sys.stderr, flush=True)


def keep_compiled(function: Any, digest: str) -> None:
    """Give a compiled function a place on disk for its machine code, named by the digest.

    The digest must cover every source the machine code depends on. Anything else is left alone.
    """
    if hasattr(function, "py_func") and hasattr(function, "_cache"):
        function._cache = _CodeCache(function, digest)


class _CodeCache:
    """Numba's cache interface over one file per function and signature, named by content.

    Files are written whole and then renamed, so two processes that fill the cache at once leave a
    sound file; a file that cannot be read is compiled anew. Where the folder cannot be written
    nothing is kept.
    """

    def __init__(self, function: Any, digest: str) -> None:
        self._name = function.py_func.__qualname__
        self._folder = cache_folder() / digest[:24]
        self.cache_path = str(self._folder)

    def _file(self, signature: Any) -> Path:
        args = signature if isinstance(signature, tuple) else signature.args
        text = f"{self._name} {args}"
        return self._folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.code"

    def load_overload(self, signature: Any, target: Any) -> Any:
        from numba.core.compiler import CompileResult

        target.refresh()
        try:
            payload = pickle.loads(self._file(signature).read_bytes())
            return CompileResult._rebuild(target, *payload)  # type: ignore[no-untyped-call]
        except FileNotFoundError:
            _compiles_now()
            return None
        except Exception:  # damaged, or of another numba: compile and write it anew
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        from numba.core.serialize import dumps

        if data.library.has_dynamic_globals or any(not part.can_cache for part in data.lifted):
            return
        file = self._file(signature)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=file.parent)
            with os.fdopen(handle, "wb") as out:
                out.write(dumps(data._reduce()))  # type: ignore[no-untyped-call]
            os.replace(name, file)
        except OSError:
            return

    def enable(self) -> None:
        """Part of numba's interface; always on."""

    def disable(self) -> None:
        """Part of numba's interface; always on."""

    def flush(self) -> None:
        """Part of numba's interface; files are never reused for other sources."""


_said: list[bool] = []


def _compiles_now() -> None:
    """Say once per process that a first compile is under way."""
    if not _said:
        _said.append(True)
        tell("compiling the rules for this machine (only the first time) …")
