"""Whether scores hold a tie-break, as `points - built / 100` does: then it belongs elsewhere.

A tie-break in the score counts as a change of the lead, as a margin, as 11.89 points.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.model.problems import Place, Problem
from generator.play.engine.contract import Book
from generator.play.engine.digests import reached
from generator.play.engine.game import Game

LEAST = 10  # by what a tie-break is divided, at least
WIDEST = 0.5  # of a point: as far from whole points as tie-breaks alone take a score
FINEST = 0.101  # the smallest part of a point among them is no larger


def tie_break_in(game: Game, scores: NDArray[np.float64]) -> Problem | None:
    """A warning where final scores, (n, seats), hold a tie-break; None where they do not."""
    if not game.is_contest or game.breaks_ties:
        return None
    parts = scores % 1
    if not parts.any():
        return None
    place, text = next(_written(game.book), (None, ""))
    if place is None and not _looks_so(parts):
        return None
    example = float(scores[parts > 0].ravel()[0])
    found = (
        f"score() adds a tie-break to the points ({text})"
        if text
        else ("scores have small parts of a point, as of a tie-break")
    )
    where = place or game.book.place_of("score", game.book.get("score"))
    fix = "write def tie_break(tables, state, out): out[seat] parts equal scores, the higher wins; "
    fix += "let score() give whole points"
    message = f"{found}: reports count it as {example:g} points, as margins and changes of the lead"
    return Problem(where, message, fix, "warning")


def _looks_so(parts: NDArray[np.float64]) -> bool:
    """Whether all parts of points are small, above whole points or below."""
    some = parts[parts > 1e-9]
    above, below = some.max(), 1 - some.min()
    finest = min(some.min(), 1 - some.max())
    return bool(min(above, below) <= WIDEST and finest <= FINEST)


def _written(book: Book) -> Iterator[tuple[Place, str]]:
    """Where `score`, or a rule it calls, adds or takes a small part of something."""
    score = book.get("score")
    for function in (score, *reached(score)):
        if Path(function.__code__.co_filename).parent != book.path.parent:
            continue
        lines, first = inspect.getsourcelines(function)
        for node in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
                sides: tuple[ast.expr, ...] = (node.left, node.right)
            elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
                sides = (node.value,)
            else:
                continue
            for side in sides:
                if _is_small(side, function.__globals__):
                    yield Place(str(book.path), first + node.lineno - 1), ast.unparse(node)


def _is_small(node: ast.expr, names: Mapping[str, Any]) -> bool:
    """Whether something is divided by 10 or more, or times a tenth or less."""
    if not isinstance(node, ast.BinOp):
        return False
    if isinstance(node.op, ast.Div):
        by = _constant(node.right, names)
        return by is not None and abs(by) >= LEAST
    if isinstance(node.op, ast.Mult):
        given = [_constant(side, names) for side in (node.left, node.right)]
        return any(each is not None and 0 < abs(each) <= 1 / LEAST for each in given)
    return False


def _constant(node: ast.expr, names: Mapping[str, Any]) -> float | None:
    """The number that an expression always is, as far as it can be read; else None."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.Name) and isinstance(names.get(node.id), int | float):
        return float(names[node.id])
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, power = _constant(node.left, names), _constant(node.right, names)
        if base is not None and power is not None and abs(power) < 20:
            return float(base**power)
    return None
