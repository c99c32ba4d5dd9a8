"""Finds functions of `drawings.py` whose drawings depend only on their arguments.

In: the file's text and its loaded module. Out: the attributes of a piece that a function uses, or
None if this is uncertain. The file must import only modules for computing, open no file, use no
random numbers, and keep its variables unchanged between calls. The function must take no `pack` and
use only the id or name of its `piece`.
"""

import ast
import inspect
import pickle
from types import FunctionType, ModuleType
from typing import Any

MODULES = {
    "math", "cmath", "zlib", "itertools", "functools", "collections", "string", "re", "colorsys",
    "textwrap", "statistics", "fractions", "decimal", "operator", "numpy", "svgwrite",
    "dataclasses", "enum", "typing", "__future__",
}  # fmt: skip
BUILT_IN = {
    "open", "exec", "eval", "compile", "input", "globals", "locals", "vars", "setattr", "id",
    "__import__", "breakpoint",
}  # fmt: skip
UNSURE = {
    "random", "load", "loadtxt", "genfromtxt", "fromfile", "memmap", "lib", "ctypeslib", "testing",
    "open", "save", "leaflet", "sections", "__globals__", "__builtins__", "__dict__",
}  # fmt: skip
OF_A_PIECE = {"id", "name"}


def repeatable_functions(source: str | bytes) -> dict[str, frozenset[str]]:
    """Map each function that depends only on its arguments to the attributes of the piece that it
    uses.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return {}
    if any(map(_is_unsure, ast.walk(tree))):
        return {}
    functions = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            given = node.args
            names = {a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
            if "pack" not in names and given.kwarg is None and given.vararg is None:
                attributes = _piece_attributes(node) if "piece" in names else frozenset()
                if attributes is not None:
                    functions[node.name] = attributes
    return functions


def _is_unsure(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return any(name.name.partition(".")[0] not in MODULES for name in names)
        case ast.ImportFrom(module=module, level=level, names=names):
            is_allowed = not level and (module or "").partition(".")[0] in MODULES
            return not is_allowed or any(name.name in UNSURE for name in names)
        case ast.Name(id=name):
            return name in BUILT_IN
        case ast.Attribute(attr=name):
            return name in UNSURE
        case ast.Global() | ast.Nonlocal() | ast.Await() | ast.AsyncFunctionDef():
            return True
    return False


def _piece_attributes(function: ast.FunctionDef) -> frozenset[str] | None:
    """Return the attributes of the piece that a function uses; None if it uses the piece in another
    way.
    """
    attributes = {
        id(node.value): node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and node.attr in OF_A_PIECE
    }
    uses = [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == "piece"]
    if not all(id(use) in attributes for use in uses):
        return None
    return frozenset(attributes[id(use)] for use in uses)


def state_of(module: ModuleType) -> bytes | None:
    """The pickled state of a module's variables; None if the state cannot be determined."""
    try:
        own = [v for k, v in vars(module).items() if not k.startswith("__")]
        return pickle.dumps(_state(own, module))
    except Exception:  # a user's object may raise any exception
        return None


def _state(value: Any, module: ModuleType) -> Any:
    """The mutable parts of a value, in a form that can be compared."""
    value = inspect.unwrap(value) if callable(value) else value
    if isinstance(value, ModuleType) or inspect.isbuiltin(value):
        return None
    if isinstance(value, dict):
        return [(_state(k, module), _state(v, module)) for k, v in value.items()]
    if isinstance(value, list | tuple):
        return [_state(item, module) for item in value]
    if isinstance(value, FunctionType | type) and value.__module__ != module.__name__:
        return None
    if isinstance(value, FunctionType):
        cells = [_state(cell.cell_contents, module) for cell in value.__closure__ or ()]
        given = (value.__defaults__, value.__kwdefaults__, value.__dict__)
        return value.__qualname__, _state(given, module), cells
    if isinstance(value, type):
        return [_state(v, module) for k, v in vars(value).items() if not k.startswith("__")]
    return None if inspect.isdatadescriptor(value) else value
