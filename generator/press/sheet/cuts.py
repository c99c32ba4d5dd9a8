"""The cut plan: how many straight cuts free the pieces of a sheet.

In: trim boxes or outlines as they lie, mm. Out: a number of cuts.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from generator.pack import Points

Bounds = tuple[float, float, float, float]  # left, top, right, bottom


def count_cuts(boxes: Sequence[Bounds]) -> int:
    """How many straight cuts free all boxes: whole-sheet cuts first, then strip by strip.

    Boxes that no straight cut parts count one cut a side.
    """
    return _cuts(tuple(boxes), frozenset(), frozenset())


def count_sides(outlines: Iterable[Points]) -> int:
    """How many sides nested outlines have; one between two neighbours is cut once."""
    sides = set()
    for corners in outlines:
        for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
            sides.add((round(ax + bx, 1), round(ay + by, 1)))
    return len(sides)


def _cuts(boxes: tuple[Bounds, ...], done_x: frozenset[float], done_y: frozenset[float]) -> int:
    """Count the cuts inside a strip whose edges at `done_x` and `done_y` are cut already."""
    all_x = {_near(v) for box in boxes for v in (box[0], box[2])} - done_x
    all_y = {_near(v) for box in boxes for v in (box[1], box[3])} - done_y
    through_x = {x for x in all_x if not any(b[0] + 0.01 < x < b[2] - 0.01 for b in boxes)}
    through_y = {y for y in all_y if not any(b[1] + 0.01 < y < b[3] - 0.01 for b in boxes)}
    n_through = len(through_x) + len(through_y)
    if through_x == all_x and through_y == all_y:
        return n_through
    done_x, done_y = done_x | through_x, done_y | through_y
    for axis, lines in ((1, done_y), (0, done_x)):
        strips = _strips(boxes, sorted(lines), axis)
        if len(strips) > 1:
            return n_through + sum(_cuts(strip, done_x, done_y) for strip in strips)
    assert len(boxes) > 1, f"a single box {boxes} is always freed by cuts along its sides"
    return n_through + 4 * len(boxes)


def _near(value: float) -> float:
    return round(value, 3)


def _strips(boxes: tuple[Bounds, ...], lines: list[float], axis: int) -> list[tuple[Bounds, ...]]:
    parts: dict[int, list[Bounds]] = {}
    for box in boxes:
        middle = (box[axis] + box[axis + 2]) / 2
        parts.setdefault(sum(line < middle for line in lines), []).append(box)
    return [tuple(part) for _, part in sorted(parts.items())]
