"""File and line of the names and functions in a pack's rules."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any

from generator.model.problems import Place
from generator.reading.folder import RULES_FILE

Rule = Callable[..., Any]

# File beside `rules.py` → the names for bots or for the table that may be defined in that file.
BESIDE: Mapping[str, tuple[str, ...]] = {
    "bots.py": ("value", "consider", "PERSONAS", "AGENTS", "SEARCH"),
    "table.py": (
        *("spaces", "lay", "show", "name_move", "status", "spots", "decided_by", "completes"),
        *("say_move", "tell_move", "tell_results", "say_over", "say_goal", "tally", "COLOURS"),
    ),
}
FILES = (RULES_FILE, *BESIDE)

# A default of the kit → the name from which it is derived and whose place messages give.
_STANDS_IN = {
    "deal": "setup", "turn": "play", "score": "play", "kind": "MOVES", "describe": "MOVES",
    "stock": "SUPPLIES", "why_over": "ENDS", "space": "spaces",
}  # fmt: skip


def line_of(function: Rule) -> Place:
    """Return the line of a function's `def`."""
    code: Any = function.__code__
    lines, first = inspect.getsourcelines(function)
    before = next((i for i, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    return Place(code.co_filename, first + before)


def loop_of(code: CodeType, line: int = 0) -> Place | None:
    """Return the `while` loop in which a call may hang.

    With `line`, this is the innermost loop around the line; without it, the function's only loop.
    The result is `None` if there is no such loop or, without a line, if there are several.
    """
    lines, first = inspect.getsourcelines(code)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.While)]
    shift = first - 1
    if line:
        around = [n for n in loops if n.lineno <= line - shift <= (n.end_lineno or n.lineno)]
        loops = around[-1:]  # the walk goes from outer to inner loops
    return Place(code.co_filename, loops[0].lineno + shift) if len(loops) == 1 else None


def stand_in_place(folder: Path, name: str) -> Place:
    """Return the place of the name from which the kit derives a missing function."""
    return place_in_pack(folder, _STANDS_IN.get(name, name))


def place_in_pack(folder: Path, name: str) -> Place:
    """Return the place where the pack's files define a global name, else the first line of
    `rules.py`.
    """
    for file in (folder / name for name in FILES):
        if file.is_file() and (line := _tops(file.read_bytes()).get(name)):
            return Place(str(file), line)
    return Place(str(folder / RULES_FILE), 1)


@lru_cache(maxsize=16)
def _tops(source: bytes) -> dict[str, int]:
    """Return each name defined at the top of a file, with the first line that defines it."""
    lines: dict[str, int] = {}
    for node in ast.parse(source).body:
        for name in _given_by(node):
            lines.setdefault(name, node.lineno)
    return lines


def _given_by(node: ast.stmt) -> set[str]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names}
    return {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
