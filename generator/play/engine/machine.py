"""From marked functions to machine code, kept on disk by content.

`address_of` gives the address of one function's native code, for callers that go by pointer;
`entry_of` a function that Python can call. Both compile whatever the function reaches, and find it
again in the cache folder by the content of the function, of all it reads, of the types it is
compiled for and of this machine: never by its path. This is the one place that touches numba;
what it uses of numba's inside is listed at the end, and `tests/play/engine/test_machine.py` names
the version that was written for.
"""

import hashlib
import os
import pickle
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from generator.kit.marks import INLINED, RULE, mark_of
from generator.play.engine import desk
from generator.play.engine.calls import CALLERS
from generator.play.engine.desk import ARRAYS
from generator.play.engine.digests import digest_of, reached

Function = Callable[..., Any]

_lock = threading.RLock()
_taught = False


# --------------------------------------------------------------------------- compiling


def address_of(function: Function, result: str, parameters: Sequence[Any]) -> int:
    """The address of a function's native code, in numba's own calling convention.

    `result` and each parameter is a name of `_types`, or a dtype for a record.
    """
    with _lock:
        made = _made(function)
        signature = _native(result)(*[_type_of(p) for p in parameters])
        made.compile(signature)
        compiled = made.overloads[signature.args]
        found: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    assert found, (function, signature)
    return found


def entry_of(function: Function) -> Function:
    """The function compiled, to be called from Python; nothing is compiled before the call."""
    plain: Any = function
    with _lock:
        if not hasattr(plain, "_entry_"):
            _made(function)
            plain._entry_ = _compiled(function, from_python=True)
    entry: Function = plain._entry_
    return entry


def _made(function: Function) -> Any:
    """The numba function of a marked function, with all that it reaches made known to numba."""
    types = _teach().types
    for each in reached(function):
        one: Any = each
        if not hasattr(one, "_numba_type_"):
            one._numba_twin_ = _compiled(one, from_python=False)
            one._numba_type_ = types.Dispatcher(one._numba_twin_)  # which alone holds it too weakly
    plain: Any = function
    return plain._numba_twin_


def _compiled(function: Any, from_python: bool) -> Any:
    """A function's numba twin, named by its content so that no two share a symbol."""
    digest = digest_of(function) + ("-entry" if from_python else "")
    name = f"{function.__name__}_{digest[:16]}"
    code, defaults, cells = function.__code__, function.__defaults__, function.__closure__
    twin = FunctionType(code, function.__globals__, name, defaults, cells)
    twin.__qualname__ = name
    twin.__module__ = __name__  # any module that is always there: names in machine code carry it
    trusted = mark_of(function) != RULE
    make = numba_part("numba").njit(
        nogil=True,
        error_model="numpy" if trusted else "python",
        boundscheck=not trusted,
        no_cpython_wrapper=not from_python,
        no_cfunc_wrapper=True,
        forceinline=mark_of(function) == INLINED,
    )
    made = make(twin)
    _take_any_number(made)
    made._cache = _Kept(function.__name__, digest)
    return made


# --------------------------------------------------------------------------- types


def _native(result: str) -> Any:
    return _types()[result]


def _type_of(parameter: Any) -> Any:
    if isinstance(parameter, str):
        return _types()[parameter]
    return numba_part("numba").from_dtype(parameter)


@lru_cache
def _types() -> dict[str, Any]:
    types = numba_part("numba").types

    return {
        "none": types.none,
        "int": types.int64,
        "float": types.float64,
        "record": types.voidptr,
        "rng": types.uint64[::1],
        "moves": types.int32[::1],
        "scores": types.float64[::1],
        "levels": types.int32[:, ::1],
    }


# --------------------------------------------------------------------------- what numba is taught


def _teach() -> Any:
    """Numba, told of the random stream and of the calls by pointer, once per process."""
    global _taught
    if _taught:
        return numba_part("numba")
    _import_without_scipy("numba.np.arraymath")
    overload = numba_part("numba.extending").overload

    from generator.play.engine import chance

    _make_faults_cheap()
    chance.teach()
    pointer = _pointer()
    for place, array in enumerate(ARRAYS):
        overload(array.get)(_array_at(pointer, place, array.dtype, array.dimensions))
    for name, code in _worlds(pointer).items():
        overload(getattr(desk, name))(code)
    for call, result, parameters in CALLERS:
        overload(call)(_by_pointer(result, parameters))
    _taught = True
    return numba_part("numba")


def _pointer() -> Any:
    """In machine code: an address as a pointer."""
    cgutils, types = numba_part("numba.core.cgutils"), numba_part("numba").types
    intrinsic = numba_part("numba.extending").intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def pointer(typing: Any, address: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.inttoptr(values[0], cgutils.voidptr_t)

        return types.voidptr(types.int64), code

    return pointer


def _array_at(pointer: Any, place: int, dtype: Any, dimensions: int) -> Function:
    """What numba compiles for one of the desk's accessors."""
    carray = numba_part("numba").carray

    def one(desk: Any) -> Any:
        found = desk.arrays[place]
        return carray(pointer(found[0]), (found[1],), dtype)

    def two(desk: Any) -> Any:
        found = desk.arrays[place]
        return carray(pointer(found[0]), (found[1], found[2]), dtype)

    def three(desk: Any) -> Any:
        found = desk.arrays[place]
        return carray(pointer(found[0]), (found[1], found[2], found[3]), dtype)

    def choose(desk: Any) -> Function:
        return (one, two, three)[dimensions - 1]

    return choose


def _worlds(pointer: Any) -> dict[str, Function]:
    """What numba compiles for the ways to reach positions, by their names in `desk`."""
    carray = numba_part("numba").carray
    cgutils, types = numba_part("numba.core.cgutils"), numba_part("numba").types
    intrinsic = numba_part("numba.extending").intrinsic

    word = np.uint64

    @intrinsic  # type: ignore[untyped-decorator]
    def move(typing: Any, to: Any, of: Any, n_bytes: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            cgutils.raw_memcpy(builder, *values, itemsize=1)
            return context.get_dummy_value()

        return types.none(types.voidptr, types.voidptr, types.int64), code

    def world_at(desk: Any, world: Any) -> Any:
        def call(desk: Any, world: Any) -> Any:
            return pointer(desk.states + world * desk.size * 8)

        return call

    def tables_at(desk: Any) -> Any:
        def call(desk: Any) -> Any:
            return pointer(desk.tables)

        return call

    def copy(desk: Any, to: Any, of: Any) -> Any:
        def call(desk: Any, to: Any, of: Any) -> None:
            step = desk.size * 8
            move(pointer(desk.states + to * step), pointer(desk.states + of * step), step)

        return call

    def put_words(desk: Any, world: Any, words: Any) -> Any:
        def call(desk: Any, world: Any, words: Any) -> None:
            state = carray(pointer(desk.states + world * desk.size * 8), (desk.size,), word)
            for k in range(desk.size):
                state[k] = words[k]

        return call

    def get_words(desk: Any, world: Any, words: Any) -> Any:
        def call(desk: Any, world: Any, words: Any) -> None:
            state = carray(pointer(desk.states + world * desk.size * 8), (desk.size,), word)
            for k in range(desk.size):
                words[k] = state[k]

        return call

    found = (world_at, tables_at, copy, put_words, get_words)
    return {each.__name__: each for each in found}


def _by_pointer(result: str, parameters: tuple[str, ...]) -> Function:
    """What numba compiles for one of `CALLERS`: a call of the address, faults handed on."""
    cgutils, types = numba_part("numba.core.cgutils"), numba_part("numba").types
    intrinsic = numba_part("numba.extending").intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def native(typing: Any, address: Any, arguments: Any) -> Any:
        wanted = tuple(
            found if isinstance(found, types.Record) else _types()[name]
            for name, found in zip(parameters, arguments, strict=True)
        )
        given = _types()[result]

        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(given, wanted).as_pointer()
            callee = builder.inttoptr(values[0], kind)
            inside = [builder.extract_value(values[1], k) for k in range(len(wanted))]
            status, found = convention.call_function(builder, callee, given, wanted, inside)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return found

        return given(types.int64, types.Tuple(wanted)), code

    def choose(function: Any, *arguments: Any) -> Function:
        def call(function: Any, *arguments: Any) -> Any:
            return native(function, arguments)

        return call

    return choose


# --------------------------------------------------------------------------- kept on disk


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


@lru_cache
def machine_digest() -> str:
    """Of all that machine code depends on besides the functions: versions, processor, this file."""
    from importlib.metadata import version

    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    parts = [sys.version, version("numba"), version("llvmlite"), np.__version__]
    parts += [llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    total = hashlib.sha256(" ".join(parts).encode())
    here = Path(__file__).parent
    kit = here.parents[1] / "kit"
    for name in ("machine", "desk", "calls", "chance"):
        total.update((here / f"{name}.py").read_bytes())
    for file in (kit / "chance.py", kit / "marks.py"):
        total.update(file.read_bytes())
    return total.hexdigest()


def tell(text: str) -> None:
    """Say on standard error that something slow has begun."""
    print(text, file=sys.stderr, flush=True)


class _Kept:
    """Numba's cache interface over one file per function and types, named by content.

    Files carry a checksum, are written whole and then renamed: two processes that fill the cache
    at once leave a sound file, and one that is damaged is compiled anew. Where the folder cannot
    be written nothing is kept.
    """

    def __init__(self, name: str, digest: str) -> None:
        self._name = name
        self._digest = digest
        self._folder = cache_folder() / machine_digest()[:24]
        self.cache_path = str(self._folder)

    def _file(self, signature: Any) -> Path:
        args = signature if isinstance(signature, tuple) else signature.args
        text = hashlib.sha256(f"{self._digest} {args}".encode()).hexdigest()
        return self._folder / f"{self._name}-{text[:32]}.code"

    def load_overload(self, signature: Any, target: Any) -> Any:
        try:
            content = self._file(signature).read_bytes()
        except OSError:
            _compiles_now(self._name)
            return None
        if hashlib.sha256(content[32:]).digest() != content[:32]:
            return None
        target.refresh()
        return _rebuilt(target, content[32:])

    def save_overload(self, signature: Any, compiled: Any) -> None:
        if not _can_be_kept(compiled):
            return
        content = _reduced(compiled)
        file = self._file(signature)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=file.parent)
            with os.fdopen(handle, "wb") as out:
                out.write(hashlib.sha256(content).digest() + content)
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


def _compiles_now(name: str) -> None:
    """Say once per process that a first compile is under way."""
    if not _said:
        _said.append(True)
        tell("compiling the rules for this machine (only the first time) …")


# --------------------------------------------------------------------------- numba's inside


def numba_part(name: str) -> Any:
    """A module of numba, imported when it is first needed; its types say little."""
    return import_module(name)


def _take_any_number(made: Any) -> None:
    """Let `f(x, 0)` use the machine code of `f(x, n)`; numba would compile it for 0 apart."""
    types = numba_part("numba").types

    unliteral: Any = types.unliteral
    known = made.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return known(tuple(map(unliteral, args)), {k: unliteral(v) for k, v in kws.items()})

    made.get_call_template = get_call_template


def _make_faults_cheap() -> None:
    """Let numba check an index with one comparison where it makes two, and word a fault briefly.

    The message for a slice of the wrong length it would format at run time, which takes seconds
    to compile; ours is fixed. The line is told by plain Python anyway.
    """
    cgutils, arrays = numba_part("numba.core.cgutils"), numba_part("numba.np.arrayobj")

    def do_boundscheck(context: Any, builder: Any, ind: Any, dimlen: Any, axis: Any = None) -> None:
        with cgutils.if_unlikely(builder, builder.icmp_unsigned(">=", ind, dimlen)):
            context.call_conv.return_user_exc(builder, IndexError, ("index is out of bounds",))

    def raise_with_shape_context(src_shapes: Any, index_shape: Any) -> None:
        raise ValueError("cannot assign a slice of another length")

    def briefly(src_shapes: Any, index_shape: Any) -> Any:
        def call(src_shapes: Any, index_shape: Any) -> None:
            raise ValueError("cannot assign a slice of another length")

        return call

    numba_part("numba.extending").overload(raise_with_shape_context)(briefly)
    cgutils.do_boundscheck = do_boundscheck
    arrays.raise_with_shape_context = raise_with_shape_context


def _can_be_kept(compiled: Any) -> bool:
    return not compiled.library.has_dynamic_globals and all(p.can_cache for p in compiled.lifted)


def _reduced(compiled: Any) -> bytes:
    dumps = numba_part("numba.core.serialize").dumps

    content: bytes = dumps(compiled._reduce())
    return content


def _rebuilt(target: Any, content: bytes) -> Any:
    """A kept function in this process; `None` where numba cannot take it: then it is compiled."""
    result = numba_part("numba.core.compiler").CompileResult

    try:
        return result._rebuild(target, *pickle.loads(content))
    except Exception:
        return None


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
