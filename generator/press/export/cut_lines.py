"""The lines that a cutting machine follows on a sheet: outlines and folds, each line once.

In: a `Sheet`. Out: `Line`s in cutting order: first the folds to score, then outlines, with small
ones before the outlines around them, then cuts between two neighbouring pieces. Lengths in mm,
origin top left, y down.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from generator.press.face import outline
from generator.press.sheet.layout import Placement, Sheet, Spot
from generator.press.sheet.sides import point_on_sheet

Tool = Literal["CUT", "SCORE"]

CLOSE = 0.02  # mm; lines closer than this count as one line
QUARTER = math.tan(math.pi / 8)  # the bulge of a quarter circle


@dataclass(frozen=True, slots=True)
class Vertex:
    """A corner of a line, and how the side to the next corner is curved.

    `bulge` is the tangent of a quarter of the arc's angle, positive if the arc turns clockwise on
    the sheet, and 0 for a straight side.
    """

    x: float
    y: float
    bulge: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A path that one tool follows without lifting: corners, or a circle around a single corner."""

    tool: Tool
    vertices: tuple[Vertex, ...]
    is_closed: bool = True
    radius: float = 0.0
    pieces: tuple[str, ...] = ()

    @property
    def area(self) -> float:
        """The area inside a closed line, mm²."""
        if self.radius:
            return math.pi * self.radius**2
        total = 0.0
        for a, b in self.sides():
            total += a.x * b.y - b.x * a.y
            if a.bulge:
                angle = 4 * math.atan(a.bulge)
                radius = radius_of(a, b)
                total += radius**2 * (angle - math.sin(angle))
        return abs(total) / 2

    @property
    def length(self) -> float:
        """The length of the tool's path, mm."""
        if self.radius:
            return 2 * math.pi * self.radius
        return sum(
            radius_of(a, b) * abs(4 * math.atan(a.bulge)) if a.bulge else math.dist(*_ends(a, b))
            for a, b in self.sides()
        )

    def sides(self) -> Iterator[tuple[Vertex, Vertex]]:
        """Every side as a pair of its ends; the first end has the bulge."""
        yield from pairwise(self.vertices)
        if self.is_closed and len(self.vertices) > 1:
            yield self.vertices[-1], self.vertices[0]


def radius_of(a: Vertex, b: Vertex) -> float:
    """The radius of a curved side, mm."""
    return math.dist(*_ends(a, b)) * (1 + a.bulge**2) / (4 * abs(a.bulge))


def _ends(a: Vertex, b: Vertex) -> tuple[Spot, Spot]:
    return (a.x, a.y), (b.x, b.y)


def cut_lines(sheet: Sheet, kerf: float = 0.0) -> tuple[list[Line], list[str]]:
    """Return the lines of a sheet, and the components whose pieces share cuts despite a kerf.

    The kerf is the width that the tool removes. Outlines are moved out by half of it; a cut that
    two pieces share cannot be moved. Parts of a board that is cut over several sheets have no
    lines.
    """
    placements = [p for p in sheet.placements if p.side != "back" and p.trim.window is None]
    scores = [fold for placement in placements for fold in _folds(placement)]
    whole, shared = _parted([_outline(placement, 0.0) for placement in placements])
    touching = sorted({id for line in shared for id in line.pieces}) if kerf else []
    if kerf and not touching:
        whole = [_outline(placement, kerf / 2) for placement in placements]
    whole.sort(key=lambda line: (line.area, line.vertices[0].y, line.vertices[0].x))
    return [*scores, *whole, *shared], touching


def _outline(placement: Placement, grow: float) -> Line:
    """The outline of a piece at its place on the sheet, moved out by `grow` mm."""
    piece, trim = placement.piece, placement.trim
    shape = piece.component.shape
    names = (piece.component.id,)
    if shape.kind == "circle":
        radius = shape.width / 2 * trim.scale + grow
        x, y = trim.x + trim.width / 2, trim.y + trim.height / 2
        return Line("CUT", (Vertex(x, y),), radius=radius, pieces=names)
    corners = tuple(point_on_sheet(piece, trim, "front", point) for point in outline.corners(shape))
    corners = outline.moved(outline.clockwise(corners), grow)
    is_round = shape.kind == "rect" and shape.corner > 0
    radius = min(shape.corner * trim.scale + grow, trim.width / 2, trim.height / 2)
    if not is_round:
        return Line("CUT", tuple(Vertex(x, y) for x, y in corners), pieces=names)
    vertices = []
    for i, here in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        vertices.append(Vertex(*_towards(here, before, radius), QUARTER))
        vertices.append(Vertex(*_towards(here, after, radius)))
    return Line("CUT", tuple(vertices), pieces=names)


def _towards(a: Spot, b: Spot, distance: float) -> Spot:
    share = distance / math.dist(a, b)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _folds(placement: Placement) -> Iterator[Line]:
    """The folds of a piece at its place on the sheet."""
    for fold in placement.piece.component.shape.folds:
        ends = [point_on_sheet(placement.piece, placement.trim, "front", end) for end in fold]
        yield Line("SCORE", tuple(Vertex(x, y) for x, y in ends), is_closed=False)


# -- lines that neighbours share --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Side:
    """A straight side: the line through it, and where it begins and ends on that line."""

    angle: float
    offset: float
    start: float
    end: float
    owner: int


def _parted(outlines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Return the outlines that touch no other, and the sides of all others, each line once."""
    sides = [
        _side(a, b, i) for i, line in enumerate(outlines) for a, b in line.sides() if not a.bulge
    ]
    touching: set[int] = set()
    groups = list(_on_one_line(sides))
    for group in groups:
        for side in group:
            if any(
                other.owner != side.owner
                and min(other.end, side.end) - max(other.start, side.start) > CLOSE
                for other in group
            ):
                touching.add(side.owner)
    whole = [line for i, line in enumerate(outlines) if i not in touching]
    shared = [
        Line("CUT", (Vertex(a.x, a.y, a.bulge), Vertex(b.x, b.y)), False, pieces=line.pieces)
        for i, line in enumerate(outlines)
        if i in touching
        for a, b in line.sides()
        if a.bulge
    ]
    for group in groups:
        shared += _joined([side for side in group if side.owner in touching], outlines)
    return whole, shared


def _side(a: Vertex, b: Vertex, owner: int) -> _Side:
    angle = math.atan2(b.y - a.y, b.x - a.x) % math.pi
    if math.pi - angle < 1e-6:
        angle = 0.0
    across, along = math.sin(angle), math.cos(angle)
    offset = a.y * along - a.x * across
    ends = sorted(v.x * along + v.y * across for v in (a, b))
    return _Side(angle, offset, ends[0], ends[1], owner)


def _on_one_line(sides: Iterable[_Side]) -> Iterator[list[_Side]]:
    """Group sides that lie on the same line."""
    by_angle: dict[float, list[_Side]] = {}
    for side in sides:
        by_angle.setdefault(round(side.angle, 5), []).append(side)
    for _, parallel in sorted(by_angle.items()):
        group: list[_Side] = []
        for side in sorted(parallel, key=lambda side: side.offset):
            if group and side.offset - group[-1].offset > CLOSE:
                yield group
                group = []
            group.append(side)
        if group:
            yield group


def _joined(group: Sequence[_Side], outlines: Sequence[Line]) -> Iterator[Line]:
    """Merge sides on one line into cuts that do not overlap, each as long as possible."""
    parts: list[list[_Side]] = []
    for side in sorted(group, key=lambda side: side.start):
        if parts and side.start <= max(other.end for other in parts[-1]) + CLOSE:
            parts[-1].append(side)
        else:
            parts.append([side])
    for part in parts:
        first = part[0]
        across, along = math.sin(first.angle), math.cos(first.angle)
        ends = (min(side.start for side in part), max(side.end for side in part))
        names = dict.fromkeys(name for side in part for name in outlines[side.owner].pieces)
        yield Line(
            "CUT",
            tuple(
                Vertex(
                    round(at * along - first.offset * across, 4),
                    round(at * across + first.offset * along, 4),
                )
                for at in ends
            ),
            is_closed=False,
            pieces=tuple(names),
        )
