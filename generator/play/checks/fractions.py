"""Finds scores that include a tie-break, such as `points - built / 100`.

Reports would count the tie-break as points in margins and changes of the lead, and show 11.89
points.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.model.problems import Place
from generator.play.checks.check import Breach
from generator.play.engine.contract import Book
from generator.play.engine.digests import reached
from generator.play.engine.game import Game

LEAST = 10  # the least divisor of a tie-break
WIDEST = 0.5  # points; the greatest distance of a score from whole points by tie-breaks alone
FINEST = 0.101  # points; the greatest size of the smallest tie-break


def tie_break_in(game: Game, scores: NDArray[np.float64]) -> Breach | None:
    """Return a warning if final scores, (n, seats), include a tie-break; else None."""
    if not game.is_contest or game.breaks_ties:
        return None
    parts = scores % 1
    if not parts.any():
        return None
    place, text = next(_written(game.book), (None, ""))
    if place is None and not _looks_so(parts):
        return None
    example = float(scores[parts > 0].ravel()[0])
    cause = "scores have small fractions, like those of a tie-break"
    if text:
        cause = f"score() adds a tie-break to the points ({text})"
    message = f"{cause}: reports count {example:g} points, in margins and in changes of the lead"
    fix = "write def tie_break(tables, state, out), in which the higher out[seat] wins a tie; let "
    fix += "score() give whole points"
    return Breach("fraction", "score", message, fix, "warning", place)


def _looks_so(parts: NDArray[np.float64]) -> bool:
    """Whether all fractions are small, and all above or all below whole points."""
    some = parts[parts > 1e-9]
    above, below = some.max(), 1 - some.min()
    finest = min(some.min(), 1 - some.max())
    return bool(min(above, below) <= WIDEST and finest <= FINEST)


def _written(book: Book) -> Iterator[tuple[Place, str]]:
    """Yield the places where `score`, or a rule that it calls, adds or subtracts a small part of a
    value.
    """
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
    """Whether an expression divides by 10 or more, or multiplies by a tenth or less."""
    if not isinstance(node, ast.BinOp):
        return False
    if isinstance(node.op, ast.Div):
        by = _constant(node.right, names)
        return by is not None and abs(by) >= LEAST
    if isinstance(node.op, ast.Mult):
        factors = [_constant(side, names) for side in (node.left, node.right)]
        return any(each is not None and 0 < abs(each) <= 1 / LEAST for each in factors)
    return False


def _constant(node: ast.expr, names: Mapping[str, Any]) -> float | None:
    """Return the constant value of an expression; None if the value may vary."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.Name) and isinstance(names.get(node.id), int | float):
        return float(names[node.id])
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, power = _constant(node.left, names), _constant(node.right, names)
        if base is not None and power is not None and abs(power) < 20:
            return float(base**power)
    return None
