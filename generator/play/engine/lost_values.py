"""Finds values that a function computes but does not store, by reading its source before it runs.

Most functions of the kit only return a value. `offer(out, n, move)` on a line of its own offers
nothing: the new n is lost, and the next move overwrites this one.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

from generator import kit
from generator.kit.marks import mark_of
from generator.model.problems import Place

# The functions of the kit that change their arguments, even if only a random stream; all other
# functions only return a value.
ACTING = frozenset(
    (
        *(
            "area",
            "below",
            "bits",
            "draw",
            "draw_any",
            "fill",
            "lay_tile",
            "mix",
            "put",
            "put_under",
        ),
        *(
            "reseed",
            "reshuffle",
            "reshuffle_at",
            "reveal",
            "rule",
            "shuffle",
            "take",
            "take_at",
            "unit",
        ),
    )
)
OFFERING = frozenset(("offer", "offer_turns"))
_INSTEAD = {"shuffled": "shuffle(rng, array, n) shuffles an existing array"}
Lost = tuple[Place, str, str]


def lost_in(function: Callable[..., Any]) -> Iterator[Lost]:
    """Yield each place where a function loses a value, the lost value, and the likely fix."""
    body = _source_of(function)
    if body is None:
        return
    file, names = function.__code__.co_filename, function.__globals__
    read = {n.id for n in ast.walk(body) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    for node in ast.walk(body):
        if isinstance(node, ast.Expr):
            lost = _lost_alone(node.value, names)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            lost = _lost_in_a_name(node.targets[0], node.value, names, read)
        else:
            lost = None
        if lost is not None:
            assert isinstance(node, ast.stmt)
            yield Place(file, node.lineno, node.col_offset + 1), lost[0], lost[1]


def _source_of(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """Return the function's syntax tree, with the lines and columns of its file."""
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return None
    text = textwrap.dedent("".join(lines))
    tree = ast.parse(text)
    indent = len(lines[0]) - len(lines[0].lstrip())
    ast.increment_lineno(tree, first - 1)
    for node in ast.walk(tree) if indent else ():
        if isinstance(node, ast.stmt):
            node.col_offset += indent
    body = tree.body[0] if tree.body else None
    return body if isinstance(body, ast.FunctionDef) else None


def _lost_alone(value: ast.expr, names: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the value that an expression statement loses, and the likely fix."""
    if isinstance(value, ast.Compare) and len(value.ops) == 1:
        left, right = ast.unparse(value.left), ast.unparse(value.comparators[0])
        if isinstance(value.ops[0], ast.Eq):
            return f"{ast.unparse(value)} compares and changes nothing", f"write {left} = {right}"
    if isinstance(value, ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp):
        return f"{ast.unparse(value)} is calculated but not stored", _kept(value)
    if not isinstance(value, ast.Call):
        return None
    called = _called(value.func, names)
    text = ast.unparse(value)
    if _is_offering(called, names):
        return f"{text} has no effect: the number of moves it returns is not stored", (
            f"write {_counter(value)} = {text}"
        )
    name = _kit_name(called)
    if name and name not in ACTING:
        return f"{text} changes nothing, and its result is not stored", (
            _INSTEAD.get(name, f"write … = {text}, or remove it")
        )
    return None


def _lost_in_a_name(
    target: ast.expr, value: ast.expr, names: Mapping[str, Any], read: set[str]
) -> tuple[str, str] | None:
    """Report a number of moves that is stored in a name that nothing reads."""
    if not isinstance(target, ast.Name) or target.id in read or not isinstance(value, ast.Call):
        return None
    if not _is_offering(_called(value.func, names), names):
        return None
    text = ast.unparse(value)
    return f"{text} has no effect: nothing reads {target.id}", f"write {_counter(value)} = {text}"


def _kept(value: ast.expr) -> str:
    """Return the code with which the author may have meant to store a value."""
    if isinstance(value, ast.BinOp) and isinstance(value.left, ast.Attribute | ast.Subscript):
        sign = {ast.Add: "+=", ast.Sub: "-=", ast.Mult: "*="}.get(type(value.op))
        if sign:
            return f"write {ast.unparse(value.left)} {sign} {ast.unparse(value.right)}"
    return "store it in a variable or a field, or remove it"


def _counter(call: ast.Call) -> str:
    """Return the name that counts the offered moves: the first bare name after `out`."""
    given = [
        n.id for n in [*call.args, *(k.value for k in call.keywords)] if isinstance(n, ast.Name)
    ]
    counters = [name for name in given if name not in ("out", "tables", "state", "rng", "move")]
    return "n" if "n" in given or not counters else counters[0]


def _called(func: ast.expr, names: Mapping[str, Any]) -> Any:
    """Return the called object, which is a global name or an attribute of a global module."""
    if isinstance(func, ast.Name):
        return names.get(func.id)
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
        module = names.get(func.value.id)
        return getattr(module, func.attr, None) if isinstance(module, ModuleType) else None
    return None


def _kit_name(called: Any) -> str:
    """Return the name of a function of the kit; "" for other objects."""
    name = getattr(called, "__name__", "")
    is_ours = isinstance(called, FunctionType) and getattr(kit, name, None) is called
    return name if is_ours else ""


def _is_offering(called: Any, names: Mapping[str, Any]) -> bool:
    """Whether a function returns the number of offered moves, like `offer`, or by calling
    `offer`.
    """
    if _kit_name(called) in OFFERING:
        return True
    if not isinstance(called, FunctionType) or not mark_of(called) or _kit_name(called):
        return False
    if called.__globals__.get("__name__") != names.get("__name__"):
        return False
    offers = any(
        called.__globals__.get(name) is offerer
        for name in called.__code__.co_names
        for offerer in _offerers()
    )
    body = _source_of(called) if offers else None
    return body is not None and any(
        isinstance(node, ast.Return) and node.value is not None for node in ast.walk(body)
    )


def _offerers() -> tuple[Any, ...]:
    return tuple(getattr(kit, name) for name in sorted(OFFERING))
