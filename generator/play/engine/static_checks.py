"""Finds operations that rules cannot use, by reading their code before compilation."""

import builtins
import dis
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from generator import kit
from generator.kit.marks import mark_of
from generator.model.problems import Place, near

_ROOTS = ("numpy", "math", "builtins", "generator")  # modules that rules may use
_OWN_CHANCE = "draw with below(rng, n), unit(rng) or shuffle(rng, array, n)"
# Functions of numpy whose indices numba does not check.
_UNCHECKED = ("numpy.bincount", "numpy.delete", "numpy.take_along_axis", "numpy.lib.stride_tricks")
_REFUSED_CALLS = ("open", "input", "eval", "exec", "exit", "quit", "globals", "locals", "vars")
_REFUSED_STEPS = {
    "LOAD_BUILD_CLASS": "defines a class",
    "STORE_GLOBAL": "changes a global variable",
    "IMPORT_NAME": "imports something",
    "YIELD_VALUE": "uses yield; a rule must return",
    "GENERATOR": "uses a generator expression",
}
Unusable = tuple[Place, str, str]


def misuses_in(function: Callable[..., Any]) -> Iterator[Unusable]:
    """Yield the operations in a rule that rules cannot use, each with its place and a
    likely fix.
    """
    called, file = function.__name__, function.__code__.co_filename
    uses = list(_uses(function.__code__, function.__globals__))
    for (line, path, value), after in zip_longest(uses, uses[1:]):
        reason = _why_unusable(path, value, function.__globals__)
        is_half = after is not None and after[1].startswith(f"{path}.")
        if reason and not (is_half and _why_unusable(after[1], after[2], function.__globals__)):
            yield Place(file, line), f"{called}() {reason[0]}", reason[1]


@cache
def print_call_in(function: Callable[..., Any]) -> Place | None:
    """Return the place where a rule prints, which works in plain Python but cannot be compiled."""
    for line, path, value in _uses(function.__code__, function.__globals__):
        if value is print and path == "print":
            return Place(function.__code__.co_filename, line)
    return None


def input_call_in(function: Callable[..., Any]) -> Place | None:
    """Return the place where a function calls input(), which nobody can answer during a game."""
    for line, path, _ in _uses(function.__code__, function.__globals__):
        if path == "input" and path not in function.__globals__:
            return Place(function.__code__.co_filename, line)
    return None


class _Nothing:
    """The value of an undefined name."""


def _uses(code: CodeType, names: Mapping[str, Any]) -> Iterator[tuple[int, str, Any]]:
    """Yield each global name that code reads, including names of a module or a table of moves.

    Each result is a line, a path and a value. An operation that is never allowed has a path in
    angle brackets.
    """
    line, path, value = code.co_firstlineno, "", None
    for step in dis.get_instructions(code):
        if step.positions is not None and step.positions.lineno is not None:
            line = step.positions.lineno
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            path = str(step.argval)
            value = names.get(path, getattr(builtins, path, _Nothing))
            yield line, path, value
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            has_names = isinstance(value, ModuleType) or hasattr(value, "_fields")
            path = f"{path}.{step.argval}" if has_names else f".{step.argval}"
            value = getattr(value, step.argval, _Nothing) if has_names else None
            yield line, path, value
        else:
            value = None
            if step.opname in _REFUSED_STEPS:
                yield line, f"<{step.opname}>", None
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and constant.co_name == "<genexpr>":
            yield constant.co_firstlineno, "<GENERATOR>", None
        elif isinstance(constant, CodeType):
            yield from _uses(constant, names)


def _why_unusable(path: str, value: Any, globals_: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the reason why a rule cannot use a name, and a likely fix; `None` if it can."""
    if path.startswith("<"):
        fix = "rules are functions of numbers and arrays"
        return _REFUSED_STEPS[path[1:-1]], "write it as a loop" if "GENERATOR" in path else fix
    if path.startswith("."):
        unchecked = "uses .flat, whose indices are not checked when compiled"
        return (unchecked, "index the array itself, or .ravel()") if path == ".flat" else None
    head, _, tail = path.rpartition(".")
    if value is _Nothing:
        where = f"{head} has no {tail!r}" if head else f"there is no {path!r}"
        if path in kit.__all__:
            return f"cannot run: {where}", f"write from generator.kit import {path}"
        names = _names_of(globals_[head]) if head and "." not in head else globals_
        return f"cannot run: {where}", near(tail, [n for n in names if not n.startswith("_")])
    if path in _REFUSED_CALLS and path not in globals_:
        return f"uses {path}(), which rules cannot use", ""
    home = value.__name__ if isinstance(value, ModuleType) else _home_of(value)
    full = f"{home}.{tail or getattr(value, '__name__', '')}"
    if home.startswith(("numpy.random", "random")):
        return f"uses {path}: the same seed would play different games", _OWN_CHANCE
    if full.startswith(_UNCHECKED):
        return f"uses {path}, whose indices are not checked when compiled", "write it as a loop"
    if isinstance(value, dict | set):
        return f"reads {path}, a {type(value).__name__}", "make it a tuple or an array"
    if isinstance(value, FunctionType) and not mark_of(value) and globals_.get("__name__") == home:
        return f"calls {path}(), which is not a rule", f"write @rule above def {value.__name__}"
    if home.partition(".")[0] not in (*_ROOTS, "rules", "bots", "table"):
        return f"uses {path}: rules use numpy, math and generator.kit only", ""
    return None


def _names_of(value: Any) -> list[str]:
    """Return the attribute names of a table of moves or a module."""
    return list(getattr(value, "_fields", None) or vars(value))


def _home_of(value: Any) -> str:
    """Return the module of a function or class, or of an object's class."""
    own = getattr(value, "__module__", None) if callable(value) else None
    home = own or type(value).__module__
    return "numpy" if isinstance(value, np.ufunc | np.ndarray | np.generic) else str(home)
