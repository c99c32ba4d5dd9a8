"""The cut plan: the straight cuts that separate the pieces of a sheet, in order.

In: trim boxes or outlines in their places, mm. Out: steps, and their number of cuts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from generator.model.pack import Points

Bounds = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Step:
    """Cuts in one direction: "down" or "across" the sheet, `at` mm from its left or its top.

    `strip` names a part of the sheet. "" is the whole sheet, "2" is the second strip, and "2.1" is
    the first strip within the second. With "round", the cuts follow the sides of the pieces, and
    `at` is empty. With "by hand", the outlines of `n_pieces` are not straight.
    """

    way: Literal["down", "across", "round", "by hand"]
    at: tuple[float, ...]
    strip: str = ""
    n_cuts: int = 0
    n_pieces: int = 0

    def __str__(self) -> str:
        where = f"strip {self.strip}: " if self.strip else ""
        if self.way == "by hand":
            s = "s" if self.n_pieces > 1 else ""
            return f"along the outline{s} of {self.n_pieces} piece{s}, by hand"
        if self.way == "round":
            return f"{where}around the pieces, {self.n_cuts} sides"
        listed = ", ".join(f"{value:.4g}" for value in self.at)
        edge = "left" if self.way == "down" else "top"
        return f"{where}{self.way} at {listed} mm from the {edge}"


def cut_plan(boxes: Sequence[Bounds]) -> list[Step]:
    """The straight cuts that separate all boxes, with cuts across the whole sheet first, then strip
    by strip.

    Boxes that no straight cut can separate count one cut for each side.
    """
    return list(_steps(tuple(boxes), frozenset(), frozenset(), ""))


def count_cuts(steps: Iterable[Step]) -> int:
    """The number of cuts in a plan."""
    return sum(step.n_cuts or len(step.at) for step in steps)


def in_words(steps: Sequence[Step]) -> tuple[str, ...]:
    """The plan in words, one line for each step."""
    return tuple(map(str, steps))


def count_sides(outlines: Iterable[Points], but: Iterable[Bounds] = ()) -> int:
    """The number of sides of outlines; a side shared by two neighbours counts once.

    Sides along the edge of a box in `but` do not count, because they are cut with the boxes.
    """
    sides = set()
    edges = list(but)
    for i, corners in enumerate(outlines):
        for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
            if edges and _lies_on(edges[i], ax, ay, bx, by):
                continue
            sides.add((round(ax + bx, 1), round(ay + by, 1)))
    return len(sides)


def _lies_on(box: Bounds, ax: float, ay: float, bx: float, by: float) -> bool:
    return any(abs(ax - x) < 0.01 and abs(bx - x) < 0.01 for x in (box[0], box[2])) or any(
        abs(ay - y) < 0.01 and abs(by - y) < 0.01 for y in (box[1], box[3])
    )


def _steps(
    boxes: tuple[Bounds, ...], done_x: frozenset[float], done_y: frozenset[float], strip: str
) -> Iterator[Step]:
    """Yield the cuts inside a strip; its edges at `done_x` and `done_y` are already cut."""
    all_x = {_near(v) for box in boxes for v in (box[0], box[2])} - done_x
    all_y = {_near(v) for box in boxes for v in (box[1], box[3])} - done_y
    through_x = {x for x in all_x if not any(b[0] + 0.01 < x < b[2] - 0.01 for b in boxes)}
    through_y = {y for y in all_y if not any(b[1] + 0.01 < y < b[3] - 0.01 for b in boxes)}
    if through_x:
        yield Step("down", tuple(sorted(through_x)), strip)
    if through_y:
        yield Step("across", tuple(sorted(through_y)), strip)
    if through_x == all_x and through_y == all_y:
        return
    done_x, done_y = done_x | through_x, done_y | through_y
    for axis, lines in ((1, done_y), (0, done_x)):
        strips = _strips(boxes, sorted(lines), axis)
        if len(strips) > 1:
            for i, inside in enumerate(strips, 1):
                yield from _steps(inside, done_x, done_y, f"{strip}.{i}" if strip else str(i))
            return
    assert len(boxes) > 1, f"a single box {boxes} is always freed by cuts along its sides"
    yield Step("round", (), strip, 4 * len(boxes))


def _near(value: float) -> float:
    return round(value, 3)


def _strips(boxes: tuple[Bounds, ...], lines: list[float], axis: int) -> list[tuple[Bounds, ...]]:
    parts: dict[int, list[Bounds]] = {}
    for box in boxes:
        middle = (box[axis] + box[axis + 2]) / 2
        parts.setdefault(sum(line < middle for line in lines), []).append(box)
    return [tuple(part) for _, part in sorted(parts.items())]
