"""Compiles marked functions to machine code, which is cached on disk by content.

`addresses_of` returns the addresses of functions' native code, for callers that use pointers.
`entry_of` returns a function that Python can call. Both compile everything that the function
reaches. The cache key is the content of the function, of everything that it reads, of its argument
types and of this machine, never a path. Only this module uses numba, together with `chance` and
`stack`, which extend it. Uses of numba's internals are at the end of this file and in `stack`;
`tests/play/engine/test_machine.py` names the numba version that they were written for.
"""

import gc
import hashlib
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from generator.kit.marks import ENGINE, INLINED, TOOL, mark_of
from generator.play.engine import chance, stack, thread_memory
from generator.play.engine.calls import CALLERS
from generator.play.engine.digests import digest_of, reached
from generator.play.engine.numba_modules import numba_part
from generator.play.engine.thread_memory import ARRAYS
from generator.system.files import write_files
from generator.system.paths import cache_folder, forget_old, sealed, unsealed

Function = Callable[..., Any]

_HERE = Path(__file__).parent
_KIT = _HERE.parents[1] / "kit"
# Sources that affect numba's code although their functions have no mark.
TAUGHT = (
    *(_HERE / f"{name}.py" for name in ("machine", "thread_memory", "calls", "chance", "stack")),
    *(_KIT / f"{name}.py" for name in ("chance", "marks")),
)
MAKERS = {"empty", "zeros", "copy", "longer"}  # functions with which the engine makes arrays
PAUSE = 2.0  # seconds between two lines of progress during compilation

_lock = threading.RLock()
_linked: dict[Any, tuple[int, Function]] = {}  # content → address and owner
_taught = False


# --------------------------------------------------------------------------- compiling


class Part(NamedTuple):
    """A function to compile: `result` and parameters are names of `_types`, or a dtype."""

    name: str
    function: Function
    result: str
    parameters: tuple[Any, ...]


class NotCompiled(Exception):
    """Raised if numba cannot compile a part; numba's own error is the cause."""

    def __init__(self, part: Part) -> None:
        super().__init__(part.name)
        self.part = part


def addresses_of(what: str, parts: Sequence[Part]) -> list[int]:
    """Return the addresses of the parts' native code, in numba's own calling convention.

    Parts that are not cached are compiled, and progress on `what` is reported. Raises
    `NotCompiled`.
    """
    with _lock:
        keys = [(digest_of(part.function), part.result, part.parameters) for part in parts]
        new = {key: part for key, part in zip(keys, parts, strict=True) if key not in _linked}
        missing = [part for part in new.values() if not _is_kept(part)]
        compiling = Compiling(what, len(missing))
        for key, part in new.items():
            if part in missing:
                compiling.begin(part.name)
            _linked[key] = _address_of(part), part.function
        return [_linked[key][0] for key in keys]


def _is_kept(part: Part) -> bool:
    made, arguments = _made(part.function), tuple(map(_type_of, part.parameters))
    kept: bool = arguments in made.overloads or made._cache.has(arguments)
    return kept


def _address_of(part: Part) -> int:
    made = _made(part.function)
    signature = _types()[part.result](*map(_type_of, part.parameters))
    try:
        made.compile(signature)
    except Exception as error:
        raise NotCompiled(part) from error
    compiled = made.overloads[signature.args]
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    assert address, part
    return address


def entry_of(function: Function) -> Function:
    """Return a version of the function that is compiled at its first call from Python."""
    plain: Any = function
    with _lock:
        if not hasattr(plain, "_entry_"):
            _made(function)
            plain._entry_ = _compiled(function, from_python=True)
    entry: Function = plain._entry_
    return entry


def _made(function: Function) -> Any:
    """Return a marked function's numba function; all functions that it reaches are registered with
    numba.
    """
    types = _teach().types
    for each in [] if hasattr(function, "_numba_type_") else reached(function):
        callee: Any = each
        if not hasattr(callee, "_numba_type_"):
            callee._numba_twin_ = _compiled(callee, from_python=False)
            callee._numba_type_ = types.Dispatcher(
                callee._numba_twin_
            )  # a strong reference, because the type's own reference is weak
    plain: Any = function
    return plain._numba_twin_


def _compiled(function: Any, from_python: bool) -> Any:
    """Return a function's numba twin, named by its content so that no two twins share a symbol."""
    digest = digest_of(function) + ("-entry" if from_python else "")
    name = f"{function.__name__}_{digest[:16]}"
    code, defaults, cells = function.__code__, function.__defaults__, function.__closure__
    twin = FunctionType(code, function.__globals__, name, defaults, cells)
    twin.__qualname__ = name
    twin.__module__ = __name__  # this name is part of the symbol, so it must be permanent
    trusted = mark_of(function) in (ENGINE, INLINED)
    # whether references are counted
    counts = from_python or not trusted or bool(MAKERS & set(code.co_names))
    make = numba_part("numba").njit(
        nogil=True,
        error_model="numpy" if trusted else "python",
        boundscheck=not trusted,
        no_cpython_wrapper=not from_python,
        no_cfunc_wrapper=True,
        forceinline=mark_of(function) in (TOOL, INLINED),
        _nrt=counts,
        pipeline_class=stack.compiler_with_stack(),
    )
    made = make(twin)
    _take_any_number(made)
    _compile_without_collecting(made)
    made._cache = _Kept(function.__name__, digest, from_python)
    return made


# --------------------------------------------------------------------------- types


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


# --------------------------------------------------------------------------- teaching numba


def _teach() -> Any:
    """Return numba, with the random stream and the desk's accessors registered."""
    global _taught
    numba = numba_part("numba")
    if _taught:
        return numba
    _import_without_scipy("numba.np.arraymath")
    _make_faults_cheap()
    chance.teach()
    for place, array in enumerate(ARRAYS):
        _teach_code(array.get, _array_at(place, array.dtype, array.dimensions), 1)
    _teach_code(thread_memory.world_at, _world_at, 2)
    _teach_code(thread_memory.tables_at, _tables_at, 1)
    _teach_code(thread_memory.copy_world, _copy, 3)
    _teach_code(thread_memory.put_words, _put_words, 3)
    _teach_code(thread_memory.get_words, _get_words, 3)
    for call, result, parameters in CALLERS:
        _teach_code(call, _by_pointer(result, parameters), 1 + len(parameters))
    _taught = True
    return numba


# Each of the following functions defines the types and the code of a function of the desk for
# numba.


def _array_at(place: int, dtype: Any, dimensions: int) -> Function:
    """Define an accessor of one of the desk's arrays, from the address and shape in the record."""

    def define(typing: Any, record: Any) -> Any:
        types, arrays = numba_part("numba").types, numba_part("numba.np.arrayobj")
        kind = types.Array(numba_part("numba").from_dtype(np.dtype(dtype)), dimensions, "C")

        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            at = record.offset("arrays") + 32 * place
            address, *shape = (
                _number(builder, values[0], at + 8 * k) for k in range(1 + dimensions)
            )
            size = context.get_constant(types.intp, np.dtype(dtype).itemsize)
            strides = [size]
            for length in reversed(shape[1:]):
                strides.insert(0, builder.mul(strides[0], length))
            array = context.make_array(kind)(context, builder)
            data = builder.inttoptr(address, array.data.type)
            arrays.populate_array(array, data, shape, strides, size, meminfo=None)
            return array._getvalue()

        return kind(record), code

    return define


def _number(builder: Any, record: Any, offset: int) -> Any:
    """Generate code that loads a whole number of a record."""
    cgutils, word = numba_part("numba.core.cgutils"), numba_part("llvmlite.ir").IntType(64)
    pointer = cgutils.pointer_add(builder, record, offset, word.as_pointer())
    return builder.load(pointer)


def _position(builder: Any, record: Any, values: Any, world: Any) -> Any:
    """Generate code for the address of a world."""
    step = builder.mul(_size(builder, record, values), world)
    states = _number(builder, values[0], record.offset("states"))
    return builder.inttoptr(builder.add(states, step), numba_part("numba.core.cgutils").voidptr_t)


def _size(builder: Any, record: Any, values: Any) -> Any:
    """Generate code for the size of a state in bytes."""
    words = _number(builder, values[0], record.offset("size"))
    return builder.mul(words, words.type(8))


def _world_at(typing: Any, record: Any, world: Any) -> Any:
    types = numba_part("numba").types

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return _position(builder, record, values, values[1])

    return types.voidptr(record, types.int64), code


def _tables_at(typing: Any, record: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        address = _number(builder, values[0], record.offset("tables"))
        return builder.inttoptr(address, numba_part("numba.core.cgutils").voidptr_t)

    return numba_part("numba").types.voidptr(record), code


def _copy(typing: Any, record: Any, to: Any, of: Any) -> Any:
    types = numba_part("numba").types

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        target, source = (_position(builder, record, values, world) for world in values[1:])
        _move(builder, target, source, _size(builder, record, values))
        return context.get_dummy_value()

    return types.none(record, types.int64, types.int64), code


def _put_words(typing: Any, record: Any, world: Any, words: Any) -> Any:
    return _words(record, words, into_world=True)


def _get_words(typing: Any, record: Any, world: Any, words: Any) -> Any:
    return _words(record, words, into_world=False)


def _words(record: Any, words: Any, into_world: bool) -> Any:
    types = numba_part("numba").types

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        here = _position(builder, record, values, values[1])
        there = context.make_array(words)(context, builder, values[2]).data
        target, source = (here, there) if into_world else (there, here)
        _move(builder, target, source, _size(builder, record, values))
        return context.get_dummy_value()

    return types.none(record, types.int64, words), code


def _move(builder: Any, to: Any, of: Any, n_bytes: Any) -> None:
    """Generate code that copies memory."""
    numba_part("numba.core.cgutils").raw_memcpy(builder, to, of, n_bytes, 1)


def _by_pointer(result: str, parameters: tuple[str, ...]) -> Function:
    """Define one of `CALLERS` for numba, which calls the address and passes faults on."""

    def define(typing: Any, address: Any, *arguments: Any) -> Any:
        cgutils, types = numba_part("numba.core.cgutils"), numba_part("numba").types
        wanted = tuple(
            argument if isinstance(argument, types.Record) else _types()[name]
            for name, argument in zip(parameters, arguments, strict=True)
        )
        given = _types()[result]

        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(given, wanted).as_pointer()
            callee = builder.inttoptr(values[0], kind)
            status, returned = convention.call_function(builder, callee, given, wanted, values[1:])
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return returned

        return given(types.int64, *wanted), code

    return define


# --------------------------------------------------------------------------- the cache on disk


@lru_cache
def machine_digest() -> str:
    """Return the digest of everything that machine code depends on besides its functions."""
    from importlib.metadata import version

    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    parts = [sys.version, version("numba"), version("llvmlite"), np.__version__]
    parts += [llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    parts += [f"{name}={value}" for name, value in sorted(os.environ.items()) if _steers(name)]
    total = hashlib.sha256(" ".join(parts).encode())
    for file in TAUGHT:
        total.update(file.read_bytes())
    return total.hexdigest()


def _steers(name: str) -> bool:
    """Whether an environment variable changes the code that numba generates."""
    return name.startswith("NUMBA_") and name != "NUMBA_NUM_THREADS"


def tell(text: str) -> None:
    """Print a line about slow work to standard error."""
    print(text, file=sys.stderr, flush=True)


class _Kept:
    """Numba's cache interface over one file per function and types, named by content.

    Files have a checksum, are written under a temporary name, and are then renamed. Two processes
    that fill the cache at once therefore leave a valid file, and code in a damaged file is compiled
    again. Nothing is cached if the folder is not writable.
    """

    def __init__(self, name: str, digest: str, is_entry: bool) -> None:
        self._name = name
        self._is_entry = is_entry
        self._digest = digest
        self._folder = cache_folder() / machine_digest()[:24]
        self.cache_path = str(self._folder)

    def _file(self, signature: Any) -> Path:
        args = signature if isinstance(signature, tuple) else signature.args
        text = hashlib.sha256(f"{self._digest} {args}".encode()).hexdigest()
        return self._folder / f"{self._name}-{text[:32]}.code"

    def has(self, signature: Any) -> bool:
        """Whether the cache has a file for these types."""
        return self._file(signature).is_file()

    def load_overload(self, signature: Any, target: Any) -> Any:
        file = self._file(signature)
        try:
            content = unsealed(file.read_bytes())
        except OSError:
            if self._is_entry:
                tell(f"compiling the engine for this machine: {self._name} …")
            return None
        if content is None:
            return None
        with suppress(OSError):
            os.utime(file)  # marks the file as recently used
        target.refresh()
        return _rebuilt(target, content)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        if not _can_be_kept(compiled):
            return
        with suppress(OSError):
            write_files([(self._file(signature), sealed(_reduced(compiled)))])
            _forget_old(self._folder)

    def enable(self) -> None:
        """Do nothing: required by numba's interface; the cache is always on."""

    def disable(self) -> None:
        """Do nothing: required by numba's interface; the cache is always on."""

    def flush(self) -> None:
        """Do nothing: required by numba's interface; files are never reused for other sources."""


@cache
def _forget_old(folder: Path) -> None:
    """Remove, once per process, machine code that has not been used for a long time."""
    forget_old(folder)
    forget_old(folder.parent)


class Compiling:
    """Prints the progress of the compilation at once, then every `PAUSE` seconds."""

    def __init__(self, what: str, n_parts: int) -> None:
        self._what, self._n_parts = what, n_parts
        self._done = 0
        self._told = 0.0

    def begin(self, part: str) -> None:
        """Report the next part; call this method before the part is compiled."""
        now = time.monotonic()
        if now - self._told > PAUSE:
            self._told = now
            how_far = f"{self._done + 1} of {self._n_parts}"
            tell(f"compiling {self._what} for this machine, {how_far}: {part} …")
        self._done += 1


# --------------------------------------------------------------------------- numba's internals


def _teach_code(function: Function, define: Function, n_parameters: int) -> None:
    """Register a function's machine code with numba, so that it is not compiled."""
    templates, types = numba_part("numba.core.typing.templates"), numba_part("numba").types
    names = ["typing", *(f"argument_{k}" for k in range(n_parameters))]
    kind = Parameter.POSITIONAL_OR_KEYWORD
    plain: Any = define
    plain.__signature__ = Signature([Parameter(name, kind) for name in names])
    template = templates.make_intrinsic_template(function, define, function.__name__)
    templates.infer(template)
    templates.infer_global(function, types.Function(template))


def _take_any_number(made: Any) -> None:
    """Let `f(x, 0)` use the machine code of `f(x, n)`, because numba would compile 0 separately."""
    types = numba_part("numba").types

    unliteral: Any = types.unliteral
    resolve = made.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(unliteral, args)), {k: unliteral(v) for k, v in kws.items()})

    made.get_call_template = get_call_template


def _compile_without_collecting(made: Any) -> None:
    """Switch off garbage collection while numba compiles, because collection takes a tenth of the
    time.
    """
    compiler = made.compile

    def compile(signature: Any) -> Any:
        was_on = gc.isenabled()
        gc.disable()
        try:
            return compiler(signature)
        finally:
            if was_on:
                gc.enable()

    made.compile = compile


def _make_faults_cheap() -> None:
    """Let numba check an index with one comparison instead of two, and shorten an error message.

    Formatting the message for a slice of the wrong length at run time would take seconds to
    compile, so our message is fixed. Plain Python reports the line anyway.
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
    """Load a cached function; `None` if numba cannot load it, so that it is compiled again."""
    result = numba_part("numba.core.compiler").CompileResult

    try:
        return result._rebuild(target, *pickle.loads(content))
    except Exception:
        return None


def _import_without_scipy(name: str) -> None:
    """Import a module of numba as if scipy were not installed.

    The module would import scipy.linalg, which takes a fifth of a second, only to find out whether
    a BLAS for inner products exists; `np.dot` in rules looks for the BLAS when needed.
    """
    if "scipy.linalg" in sys.modules:
        return
    hidden: Any = None
    sys.modules["scipy.linalg"] = hidden
    try:
        import_module(name)
    finally:
        del sys.modules["scipy.linalg"]
