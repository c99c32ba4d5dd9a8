"""Computes the digest of a function and of everything that it reads, which is the key for stored
machine code. Two functions with the same digest compile to the same machine code for the same
types, whatever their files and names are. A change in anything that they read changes the digest.
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

_FIXED = ("numpy", "math", "builtins")  # their versions are part of `machine.machine_digest`
_GLOBAL, _OF_IT = ("LOAD_GLOBAL", "LOAD_NAME"), ("LOAD_ATTR", "LOAD_METHOD")
_digests: dict[int, tuple[Function, str]] = {}


class CallsItself(ValueError):
    """Raised if a rule calls itself; `chain` holds the functions along the path."""

    def __init__(self, chain: tuple[Function, ...]) -> None:
        super().__init__(" calls ".join(f.__name__ for f in chain))
        self.chain = chain


def reached(function: Function) -> list[Function]:
    """Return the marked functions that a function calls, directly or not, with callees first and
    the function itself last. Raises `CallsItself` if the function is recursive.
    """
    functions: list[Function] = []
    _reach(function, functions, ())
    return functions


def _reach(function: Function, functions: list[Function], above: tuple[Function, ...]) -> None:
    if function in above:
        raise CallsItself((*above[above.index(function) :], function))
    if function in functions:
        return
    for value in _read_by(function).values():
        if mark_of(value):
            _reach(value, functions, (*above, function))
    functions.append(function)


def digest_of(function: Function) -> str:
    """Return the digest of a marked function, made from its code and the content of everything that
    it reads. A function of the kit that is registered with numba separately counts only by its
    name, because its file is part of `machine.machine_digest`. A value with unknown content gets a
    new digest every time, so the function is compiled again.
    """
    stored = _digests.get(id(function))
    if stored is not None:
        return stored[1]
    total = hashlib.sha256()
    for part in _parts(function.__code__):
        total.update(part.encode())
        total.update(b"\0")
    total.update(f"{mark_of(function)} {function.__defaults__!r}".encode())
    for name, value in sorted(_read_by(function).items()):
        total.update(f"{name}={_content(value)}\0".encode())
    result = total.hexdigest()
    # keeps the function alive, so that its id is not reused
    _digests[id(function)] = (function, result)
    return result


def _parts(code: types.CodeType) -> Iterator[str]:
    """Yield the operations and constants of a code object, without its file and line numbers."""
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
    """Return the globals and closed-over variables that a function reads, with their values.

    An attribute of a module is listed under its dotted name.
    """
    read = dict(_globals_read(function.__code__, function.__globals__))
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        read[name] = cell.cell_contents
    return read


def _globals_read(code: types.CodeType, names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    path, value = "", None
    for operation, name in _loads(code):
        if operation in _GLOBAL and name in names:
            path, value = name, names[name]
            yield path, value
        elif operation in _OF_IT and isinstance(value, types.ModuleType):
            path, value = f"{path}.{name}", getattr(value, name, None)
            yield path, value
        else:
            value = None
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _globals_read(constant, names)


@cache
def _loads(code: types.CodeType) -> tuple[tuple[str, str], ...]:
    """Return the operations of a code object, with the names of globals and attributes that they
    read.
    """
    return tuple(
        (step.opname, step.argval if step.opname in _GLOBAL + _OF_IT else "")
        for step in dis.get_instructions(code)
    )


def _content(value: Any) -> str:
    """Return the content of a value that compiled code treats as a constant."""
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
