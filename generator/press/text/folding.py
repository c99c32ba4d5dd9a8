"""The pages of a rule sheet on one side of its leaf.

A flat leaf has one page, a folded leaf has two.

In: a piece, a side of it, and the measures of its shape. Out: `PageBox`es in mm. Leaves of a
booklet are folded and put into one another; the outermost is leaf 0.

    outside (front)      inside (back)         a level fold: the upper half of the
    +-----+-----+        +-----+-----+          outside is page 1, upside down, and
    |  4  |  1  |        |  2  |  3  |          the lower half is page 4; inside,
    +-----+-----+        +-----+-----+          page 2 is above page 3

In a text that reads from right to left, the halves of an upright fold are exchanged.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.model.pack import Component, FaceSpec, Scalar, Shape, Side
from generator.press.pieces.expand import Piece

TEXT_SLOTS = ("file", "begin", "until")  # slots that choose the text
FLOW_SLOTS = ("page", "pages", "omit", "changed", "columns", "size", "least", "font", "file_font")
# groups of slots; a group takes space on the page if one of its slots is filled
ROOM_SLOTS = (("title", "icon"), ("footer",))


@dataclass(frozen=True, slots=True)
class PageBox:
    """A page on a side: its box in mm from the trim's corner, and its orientation on the leaf.

    `number` counts from 1 to `pages`. `turn` is 180 if the page is upside down on the flat leaf.
    The bleeds are given for the page in reading position; at a fold they are 0.
    """

    number: int
    pages: int
    x: float
    y: float
    width: float
    height: float
    turn: int = 0
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


def is_folded(shape: Shape) -> bool:
    """Whether a leaf has two halves and a fold between them."""
    return shape.kind == "rect" and len(shape.panels) == 2


def is_one_text(component: Component) -> bool:
    """Whether the front and the back of a leaf print the same text."""
    front, back = component.front, component.back
    if front is None or back is None or (front.kind, front.name) != (back.kind, back.name):
        return False
    return _some(front.slots, TEXT_SLOTS) == _some(back.slots, TEXT_SLOTS)


def unlike(front: FaceSpec, back: FaceSpec) -> str:
    """The slot in which two sides with one text differ, so that their pages do not match; otherwise
    "".
    """
    for name in FLOW_SLOTS:
        if front.slots.get(name) != back.slots.get(name):
            return name
    for names in ROOM_SLOTS:
        if any(_some(front.slots, names)) != any(_some(back.slots, names)):
            return names[0]
    return ""


def _some(slots: Mapping[str, Scalar], names: tuple[str, ...]) -> list[Scalar]:
    return [slots.get(name) or None for name in names]


def pages_of(piece: Piece) -> int:
    """The number of pages on all folded leaves of a text, such as a booklet."""
    if piece.row.leaf is not None:
        return 4 * piece.row.leaf[1]
    return 4 if is_one_text(piece.component) else 2


def _halves(piece: Piece, side: Side, shape: Shape, runs_left: bool) -> tuple[int, int]:
    """The pages, counted from 0, on the left and right halves of a side, or on the upper and lower
    halves.
    """
    n = pages_of(piece)
    i = piece.row.leaf[0] if piece.row.leaf is not None else 0
    if n == 2:  # the pages of a single side are in reading order
        halves = (0, 1)
    elif side == "back":
        halves = (2 * i + 1, n - 2 * i - 2)
    elif is_level(shape):
        halves = (2 * i, n - 2 * i - 1)
    else:
        halves = (n - 2 * i - 1, 2 * i)
    return halves[::-1] if runs_left and not is_level(shape) else halves


def is_level(shape: Shape) -> bool:
    """Whether the fold of a leaf is horizontal."""
    return shape.panels[0].y != shape.panels[1].y


def page_boxes(
    piece: Piece,
    side: Side,
    shape: Shape,
    bleed: float,
    first: int,
    pages: int,
    runs_left: bool,
) -> Iterator[PageBox]:
    """The pages on one side of a folded leaf whose first page is `first`, without blank pages."""
    numbers = [first + i for i in _halves(piece, side, shape, runs_left)]
    for i, (panel, number) in enumerate(zip(shape.panels, numbers, strict=True)):
        if number > pages:
            continue
        edges = [bleed] * 4  # left, top, right, bottom
        edges[(3 if i == 0 else 1) if is_level(shape) else (2 if i == 0 else 0)] = 0.0
        is_cover = is_level(shape) and side == "front" and i == 0 and pages_of(piece) > 2
        if is_cover:
            edges = edges[2:] + edges[:2]
        yield PageBox(
            number, pages, panel.x, panel.y, panel.width, panel.height,
            180 if is_cover else 0, *edges,
        )  # fmt: skip
