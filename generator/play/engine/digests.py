"""The content of a function and of all it reads, as a digest: what machine code is kept by.

Two functions with one digest compile to the same machine code for the same types, wherever they
stand on disk and whatever they are called; a change in anything they read changes the digest.
"""

import dis
import hashlib
import secrets
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from generator.kit.marks import mark_of

Function = Callable[..., Any]

_FIXED = ("numpy", "math", "builtins")  # named by their versions, in `machine.machine_digest`
_GLOBAL, _OF_IT = ("LOAD_GLOBAL", "LOAD_NAME"), ("LOAD_ATTR", "LOAD_METHOD")
_digests: dict[int, tuple[Function, str]] = {}


class CallsItself(ValueError):
    """A rule reaches itself; `chain` names the functions on the way."""

    def __init__(self, chain: tuple[Function, ...]) -> None:
        super().__init__(" calls ".join(f.__name__ for f in chain))
        self.chain = chain


def reached(function: Function) -> list[Function]:
    """The marked functions that a function calls, directly or not, those called first; itself last.

    Raises `CallsItself`.
    """
    found: list[Function] = []
    _reach(function, found, ())
    return found


def _reach(function: Function, found: list[Function], above: tuple[Function, ...]) -> None:
    if function in above:
        raise CallsItself((*above[above.index(function) :], function))
    if function in found:
        return
    for value in _read_by(function).values():
        if mark_of(value):
            _reach(value, found, (*above, function))
    found.append(function)


def digest_of(function: Function) -> str:
    """The digest of a marked function: its code and the content of everything it reads.

    Functions of the kit that numba is taught in another way count by their name alone: the files
    that hold them are part of `machine.machine_digest`. What has no known content is never the
    same twice, and so is compiled anew.
    """
    known = _digests.get(id(function))
    if known is not None:
        return known[1]
    total = hashlib.sha256()
    for part in _parts(function.__code__):
        total.update(part.encode())
        total.update(b"\0")
    total.update(f"{mark_of(function)} {function.__defaults__!r}".encode())
    for name, value in sorted(_read_by(function).items()):
        total.update(f"{name}={_content(value)}\0".encode())
    result = total.hexdigest()
    _digests[id(function)] = (function, result)  # keeps the function, so that the id stays its own
    return result


def _parts(code: types.CodeType) -> Iterator[str]:
    """What a code object does, apart from where it stands."""
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars))
    yield repr((code.co_argcount, code.co_kwonlyargcount, code.co_flags))
    yield getattr(code, "co_exceptiontable", b"").hex()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _parts(constant)
        else:
            yield f"{type(constant).__name__} {constant!r}"


def _read_by(function: Function) -> dict[str, Any]:
    """The globals and closed-over variables that a function reads, with their values.

    What it reads of a module stands under its dotted name.
    """
    read = dict(_globals_read(function.__code__, function.__globals__))
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        read[name] = cell.cell_contents
    return read


def _globals_read(code: types.CodeType, known: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    path, value = "", None
    for operation, name in _loads(code):
        if operation in _GLOBAL and name in known:
            path, value = name, known[name]
            yield path, value
        elif operation in _OF_IT and isinstance(value, types.ModuleType):
            path, value = f"{path}.{name}", getattr(value, name, None)
            yield path, value
        else:
            value = None
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _globals_read(constant, known)


@cache
def _loads(code: types.CodeType) -> tuple[tuple[str, str], ...]:
    """The operations of a code object; with the name, where one reads a global or of a module."""
    return tuple(
        (step.opname, step.argval if step.opname in _GLOBAL + _OF_IT else "")
        for step in dis.get_instructions(code)
    )


def _content(value: Any) -> str:
    """The content of a value that compiled code reads as a constant."""
    if mark_of(value):
        return digest_of(value)
    if isinstance(value, types.ModuleType):
        return _content_of_module(value)
    if isinstance(value, type | types.BuiltinFunctionType | np.ufunc | types.FunctionType):
        name = getattr(value, "__qualname__", getattr(value, "__name__", ""))
        home = str(getattr(value, "__module__", None) or "numpy")
        if home.partition(".")[0] in (*_FIXED, "generator") and name and "<" not in name:
            return f"{home}.{name}{getattr(value, '_fields', '')}"
        if isinstance(value, type) and name:
            return f"{name}{getattr(value, '_fields', '')}{value.__bases__}"
        return secrets.token_hex()
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        inside = " ".join(_content(part) for part in value)
        return f"{type(value).__qualname__}{getattr(value, '_fields', '')}({inside})"
    if value is None or isinstance(value, bool | int | float | complex | str | bytes | np.generic):
        return f"{type(value).__name__} {value!r}"
    return secrets.token_hex()


def _content_of_module(module: types.ModuleType) -> str:
    if module.__name__.partition(".")[0] in _FIXED:
        return module.__name__
    file = getattr(module, "__file__", None)
    if file is None or not Path(file).is_file():
        return secrets.token_hex()
    return f"{module.__name__} {hashlib.sha256(Path(file).read_bytes()).hexdigest()}"
