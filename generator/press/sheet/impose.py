"""From pieces to sheets: where every piece lies on paper, front and back.

In: `Piece`s and a `Layout`. Out: `Sheet`s in the order they are printed. Lengths in mm, origin
top left, y down; a slot is the trim box of a piece as it lies. Nothing here draws.

All blocks are centred on the paper, so fronts and backs meet whichever edge the sheet is turned
over. A turned-over piece always keeps its top: backs are read after turning the cut piece like
the page of a book.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, hypot, sqrt
from typing import Literal

from generator.pack import Points, Side
from generator.press.expand import Piece
from generator.press.sheet.cuts import Box, count_cuts, count_sides
from generator.press.sheet.papers import Orientation, Paper, ways_to_lie
from generator.problems import Problems
from generator.units import to_text

Backs = Literal["none", "separate", "long-edge", "short-edge", "gutterfold"]
Axis = Literal["columns", "rows"]
Spot = tuple[float, float]

CLOSE = 1e-6  # lengths nearer than this are one length
LANE = 5.0  # between shelves of unlike pieces: room for their marks


@dataclass(frozen=True, slots=True)
class Layout:
    """What decides where pieces lie. `offset` moves backs right and down, mm, to meet fronts.

    `edges`: neighbours with "shared" edges are parted by one cut and their bleeds are clipped
    there; with their "own" edges each keeps its whole bleed. `order`: "rows" fills one sheet
    after the other; "stack" deals pieces over the sheets, so that the cut piles, put on top of
    each other, are in order.
    """

    paper: Paper
    orientation: Orientation = "auto"
    margin: float = 8.0
    gap: float = 0.0
    edges: Literal["shared", "own"] = "shared"
    hexes: Literal["tight", "rows"] = "tight"
    arrange: Literal["grouped", "packed"] = "grouped"
    order: Literal["rows", "stack"] = "rows"
    backs: Backs = "long-edge"
    offset: tuple[float, float] = (0.0, 0.0)
    overlap: float = 10.0
    sleeves: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A trim box on a sheet. The face in it is turned clockwise by `turn` degrees.

    `room` is how far its bleed may reach left, up, right and down; `hexes` are the centres of
    neighbouring hexagons as seen from its own. `window` is the part of a larger piece shown
    here, in mm of the unturned front from its trim's top left.
    """

    x: float
    y: float
    width: float
    height: float
    turn: int = 0
    room: Box = (0.0, 0.0, 0.0, 0.0)
    hexes: Points = ()
    scale: float = 1.0
    window: Box | None = None

    @property
    def box(self) -> Box:
        """Left, top, right and bottom of the trim."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)


@dataclass(frozen=True, slots=True)
class Placement:
    """One side of a piece in its slot: `ink` is the box it may colour, bleed included.

    `clip` is the outline its face is cut to, empty where the whole face shows.
    """

    piece: Piece
    side: Side
    slot: Slot
    ink: Box
    clip: Points = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one leaf. `number` counts leaves from 1 to `of`; `cuts` are straight cuts.

    With gutterfold both sides are on it and `fold` is the height of the fold. `part` names the
    place of a tiled sheet in its board; a sheet without placements is a blank back.
    """

    paper: Paper
    side: Literal["front", "back", "both"]
    title: str
    placements: tuple[Placement, ...]
    number: int
    of: int
    cuts: int = 0
    fold: float | None = None
    part: str = ""


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A sheet of paper before it is numbered: the front's slots and the pieces in them."""

    paper: Paper
    slots: tuple[Slot, ...]
    pieces: tuple[Piece, ...]
    fold: float | None = None
    part: str = ""


def impose(pieces: Sequence[Piece], layout: Layout, problems: Problems) -> list[Sheet]:
    """Place every piece `count` times, in order, fronts and backs in step.

    A piece that no sheet holds is added to `problems` and left out.
    """
    leaves: list[_Leaf] = []
    loose: dict[bool, list[list[Piece]]] = {}
    for block in _blocks(pieces):
        whole: list[Piece] = []
        for part in _split(block, lambda p: p.component.id):
            if _fillings(part[0], layout):
                whole += part
            else:
                leaves += [leaf for piece in part for leaf in _tile(piece, layout, problems)]
        for part in _split(whole, lambda p: _is_folded(p, layout)):
            if layout.arrange == "packed":
                loose.setdefault(_is_folded(part[0], layout), []).append(part)
            else:
                leaves += _sheets_of(part, layout)
    for parts in loose.values():
        leaves += _packed(parts, layout)
    return _numbered(leaves, layout)


def mirror(slot: Slot, paper: Paper, axis: Axis, fold: float | None = None) -> Slot:
    """Where a slot lies once its sheet is turned over: columns or rows change places.

    Rows change about `fold`, or about the middle of the paper. Mirrored twice is itself.
    """
    left, top, right, bottom = slot.room
    if axis == "columns":
        return replace(
            slot,
            x=paper.width - slot.x - slot.width,
            turn=-slot.turn % 360,
            room=(right, top, left, bottom),
            hexes=tuple((-x, y) for x, y in slot.hexes),
        )
    middle = paper.height / 2 if fold is None else fold
    return replace(
        slot,
        y=2 * middle - slot.y - slot.height,
        turn=(180 - slot.turn) % 360,
        room=(left, bottom, right, top),
        hexes=tuple((x, -y) for x, y in slot.hexes),
    )


def corners_of_hex(box: Box, flat_top: bool) -> Points:
    """The corners of the hexagon that fills a box, clockwise from the top (left)."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    if flat_top:
        quarter = (right - left) / 4
        return (
            (x - quarter, top), (x + quarter, top), (right, y),
            (x + quarter, bottom), (x - quarter, bottom), (left, y),
        )  # fmt: skip
    quarter = (bottom - top) / 4
    return (
        (x, top), (right, y - quarter), (right, y + quarter),
        (x, bottom), (left, y + quarter), (left, y - quarter),
    )  # fmt: skip


# -- which pieces share sheets ----------------------------------------------------------------


def _blocks(pieces: Sequence[Piece]) -> Iterable[list[Piece]]:
    """Copies of pieces that may share sheets: of one component, or of one group of components."""

    def key(piece: Piece) -> tuple[str, str]:
        group = piece.component.group
        return ("group", group) if group else ("component", piece.component.id)

    for wanted in dict.fromkeys(key(p) for p in pieces):
        yield [p for p in pieces if key(p) == wanted for _ in range(p.count)]


def _split(pieces: Sequence[Piece], key: Callable[[Piece], object]) -> Iterable[list[Piece]]:
    """Part pieces by a key, each part and the parts in their first order."""
    parts: dict[object, list[Piece]] = {}
    for piece in pieces:
        parts.setdefault(key(piece), []).append(piece)
    return parts.values()


def _scale(piece: Piece, layout: Layout) -> float:
    """A slip for a sleeve is a little smaller than the sleeve is inside."""
    shape, sleeve = piece.component.shape, piece.component.sleeve
    if not layout.sleeves or sleeve is None:
        return 1.0
    return min(1.0, (sleeve[0] - 1) / shape.width, (sleeve[1] - 1) / shape.height)


def _size(piece: Piece, layout: Layout) -> Spot:
    scale = _scale(piece, layout)
    return (piece.component.shape.width * scale, piece.component.shape.height * scale)


def _is_folded(piece: Piece, layout: Layout) -> bool:
    return layout.backs == "gutterfold" and piece.has_back


def _bleed(piece: Piece, layout: Layout) -> float:
    """The wider bleed of the sides that are printed."""
    if layout.sleeves:
        return 0.0
    with_back = piece.has_back and layout.backs != "none"
    return max(piece.bleed("front"), piece.bleed("back") if with_back else 0.0)


def _spacing(piece: Piece, layout: Layout) -> Spot:
    """The gap between neighbours, and the room kept free around a block for its bleed."""
    if layout.edges == "own":
        bleed = _bleed(piece, layout)
        return (max(layout.gap, 2 * bleed), bleed)
    return (layout.gap, 0.0)


def _clear(piece: Piece, layout: Layout) -> float:
    """What is kept free above the fold: the bleed, and half a gap."""
    return max(_bleed(piece, layout), layout.gap / 2) if _is_folded(piece, layout) else 0.0


def _area(paper: Paper, layout: Layout, piece: Piece) -> Box:
    """The printable area; with a gutterfold the part of it above the fold."""
    folded = _is_folded(piece, layout)
    bottom = paper.height / 2 - _clear(piece, layout) if folded else paper.height - layout.margin
    return (layout.margin, layout.margin, paper.width - layout.margin, bottom)


# -- pieces of one size -----------------------------------------------------------------------


def _sheets_of(pieces: list[Piece], layout: Layout) -> list[_Leaf]:
    """Fill sheets with pieces that may share them."""
    sizes = {(_size(p, layout), p.component.shape.kind, _spacing(p, layout)) for p in pieces}
    if len(sizes) > 1:
        return _shelved([pieces], layout)
    fillings = _fillings(pieces[0], layout)
    paper, slots = min(fillings, key=lambda filling: ceil(len(pieces) / len(filling[1])))
    return _filled(pieces, paper, slots, layout)


def _filled(
    pieces: list[Piece], paper: Paper, slots: Sequence[Slot], layout: Layout
) -> list[_Leaf]:
    n_leaves = ceil(len(pieces) / len(slots))
    if layout.order == "stack":
        parts = [pieces[i::n_leaves] for i in range(n_leaves)]
    else:
        parts = [pieces[i * len(slots) : (i + 1) * len(slots)] for i in range(n_leaves)]
    fold = paper.height / 2 if _is_folded(pieces[0], layout) else None
    full = _roomy(slots, paper, fold)
    return [
        _Leaf(
            paper,
            full if len(part) == len(full) else _roomy(slots[: len(part)], paper, fold),
            tuple(part),
            fold,
        )
        for part in parts
    ]


def _fillings(piece: Piece, layout: Layout) -> list[tuple[Paper, list[Slot]]]:
    """The ways to fill a sheet with copies of a piece, the preferred first."""
    width, height = _size(piece, layout)
    shape = piece.component.shape
    gap, outer = _spacing(piece, layout)
    found: list[tuple[Paper, list[Slot]]] = []
    for turn in (0, 90):
        for paper in ways_to_lie(layout.paper, layout.orientation):
            area = _area(paper, layout, piece)
            inner = (area[0] + outer, area[1] + outer, area[2] - outer, area[3] - outer)
            box = (height, width) if turn else (width, height)
            if shape.kind == "hex" and layout.hexes == "tight":
                spots = _nest(box, inner, gap, shape.flat_top == (turn == 0))
            elif shape.kind == "hex" and shape.flat_top != (turn == 0):
                spots = []  # straight cuts run along flats, so the flats lie along the rows
            else:
                spots = _grid(box, inner, gap)
            if spots:
                folded = _is_folded(piece, layout)
                slots = [Slot(x, y, *box, turn, scale=_scale(piece, layout)) for x, y in spots]
                found.append((paper, _centred(slots, area, to_bottom=folded)))
    return found


def _n_fitting(length: float, size: float, pitch: float) -> int:
    return floor((length - size) / pitch + CLOSE) + 1 if length >= size - CLOSE else 0


def _grid(box: Spot, area: Box, gap: float) -> list[Spot]:
    """Top left corners of boxes in rows and columns."""
    width, height = box
    columns = _n_fitting(area[2] - area[0], width, width + gap)
    rows = _n_fitting(area[3] - area[1], height, height + gap)
    return [(i * (width + gap), j * (height + gap)) for j in range(rows) for i in range(columns)]


def _nest(box: Spot, area: Box, gap: float, flat_top: bool) -> list[Spot]:
    """Top left corners of nested hexagons, every second row (or column) shifted by a half."""
    if flat_top:
        turned = _nest((box[1], box[0]), (area[1], area[0], area[3], area[2]), gap, False)
        return sorted(((y, x) for x, y in turned), key=lambda spot: (spot[0], spot[1]))
    across, points = box
    pitch = across + gap
    step = 0.75 * points + gap * sqrt(3) / 2  # neighbouring centres are one pitch apart
    width = area[2] - area[0]
    columns = (_n_fitting(width, across, pitch), _n_fitting(width - pitch / 2, across, pitch))
    rows = _n_fitting(area[3] - area[1], points, step)
    return [
        (i * pitch + (j % 2) * pitch / 2, j * step)
        for j in range(rows)
        for i in range(columns[j % 2])
    ]


def _centred(slots: list[Slot], area: Box, to_bottom: bool = False) -> list[Slot]:
    """Move a block to the middle of an area; against a fold, to its bottom."""
    left, top, right, bottom = _around([s.box for s in slots])
    x = (area[0] + area[2] - left - right) / 2
    y = area[3] - bottom if to_bottom else (area[1] + area[3] - top - bottom) / 2
    return [replace(s, x=s.x + x, y=s.y + y) for s in slots]


def _around(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _roomy(slots: Sequence[Slot], paper: Paper, fold: float | None) -> tuple[Slot, ...]:
    """Give every slot its room: half the way to a neighbour, or to the paper's edge or fold."""
    end = paper.height if fold is None else fold
    nested = _are_nested(slots)
    return tuple(_with_room(slot, slots, paper.width, end, nested) for slot in slots)


def _are_nested(slots: Sequence[Slot]) -> bool:
    """Whether trim boxes overlap, as those of nested hexagons do."""
    return any(_overlap(slots[0].box, other.box) for other in slots[1:])


def _overlap(a: Box, b: Box) -> bool:
    return (
        a[0] < b[2] - CLOSE and b[0] < a[2] - CLOSE and a[1] < b[3] - CLOSE and b[1] < a[3] - CLOSE
    )


def _with_room(
    slot: Slot, slots: Sequence[Slot], width: float, height: float, nested: bool
) -> Slot:
    left, top, right, bottom = slot.box
    room = [left, top, width - right, height - bottom]
    if nested:
        x, y = (left + right) / 2, (top + bottom) / 2
        reach = 1.3 * max(slot.width, slot.height) + 10
        seen = ((s.x + s.width / 2 - x, s.y + s.height / 2 - y) for s in slots if s is not slot)
        return replace(
            slot,
            room=(room[0], room[1], room[2], room[3]),
            hexes=tuple((dx, dy) for dx, dy in seen if hypot(dx, dy) < reach),
        )
    for other in slots:
        if other is slot:
            continue
        beside = other.y < bottom + 20 and other.y + other.height > top - 20
        if other.y < bottom - CLOSE and other.y + other.height > top + CLOSE:
            if other.x >= right - CLOSE:
                room[2] = min(room[2], (other.x - right) / 2)
            elif other.x + other.width <= left + CLOSE:
                room[0] = min(room[0], (left - other.x - other.width) / 2)
        elif beside and other.x < right - CLOSE and other.x + other.width > left + CLOSE:
            if other.y >= bottom - CLOSE:
                room[3] = min(room[3], (other.y - bottom) / 2)
            else:
                room[1] = min(room[1], (top - other.y - other.height) / 2)
    room = [max(0.0, r) for r in room]
    return replace(slot, room=(room[0], room[1], room[2], room[3]))


# -- pieces of several sizes ------------------------------------------------------------------


def _packed(blocks: list[list[Piece]], layout: Layout) -> list[_Leaf]:
    """Full sheets of one size each, and what is left over together; or all together, if fewer."""
    full: list[_Leaf] = []
    rest: list[list[Piece]] = []
    for block in blocks:
        fillings = _fillings(block[0], layout)
        same = len({_size(p, layout) for p in block}) == 1
        paper, slots = max(fillings, key=lambda filling: len(filling[1]))
        n_full = len(block) // len(slots) * len(slots) if same else 0
        if n_full:
            full += _filled(block[:n_full], paper, slots, replace(layout, order="rows"))
        if block[n_full:]:
            rest.append(block[n_full:])
    parted = full + (_shelved(rest, layout) if rest else [])
    together = _shelved(blocks, layout)
    grouped = [leaf for block in blocks for leaf in _sheets_of(block, layout)]
    return min(parted, together, grouped, key=len)


@dataclass(slots=True)
class _Shelf:
    """A row of pieces; `end` is where the next one may begin."""

    top: float
    height: float
    end: float
    last: str


def _shelved(blocks: list[list[Piece]], layout: Layout) -> list[_Leaf]:
    """Put pieces on shelves, the tall ones first, each on the first shelf that holds it."""
    tries = [
        _shelve([p for block in blocks for p in block], layout, paper, lie)
        for paper in ways_to_lie(layout.paper, layout.orientation)
        for lie in ("upright", "flat", "as drawn")
    ]
    found = [leaves for leaves in tries if leaves is not None]
    if not found:
        return [
            leaf
            for block in blocks
            for p in _split(block, _component)
            for leaf in _sheets_of(p, layout)
        ]
    return min(found, key=len)


def _component(piece: Piece) -> object:
    return piece.component.id


def _shelve(
    pieces: list[Piece], layout: Layout, paper: Paper, lie: Literal["upright", "flat", "as drawn"]
) -> list[_Leaf] | None:
    """None where a piece does not fit on this paper lying this way."""
    clear = max(_clear(p, layout) for p in pieces)
    outer = max(_spacing(p, layout)[1] for p in pieces)
    widest = max(pieces, key=lambda p: _clear(p, layout))
    area = _area(paper, layout, widest)
    assert clear == _clear(widest, layout)
    left, top, right, bottom = (
        area[0] + outer, area[1] + outer, area[2] - outer, area[3] - outer
    )  # fmt: skip
    shelves: list[list[_Shelf]] = []
    laid: list[list[tuple[Slot, Piece]]] = []
    first_open: dict[str, int] = {}
    boxes = {p.component.id: _lying(_size(p, layout), lie) for p in pieces}
    lane = max(layout.gap, LANE, *(2 * _bleed(p, layout) + 2 for p in pieces))
    # A stable sort: within a component the order is kept.
    for piece in sorted(pieces, key=lambda p: -boxes[p.component.id][1]):
        width, height, turn = boxes[piece.component.id]
        if width > right - left + CLOSE or height > bottom - top + CLOSE:
            return None
        gap = _spacing(piece, layout)[0]
        area_in = (left, top, right, bottom)
        # What did not fit for one copy does not fit for the next.
        at = first_open.get(piece.component.id, 0)
        shelf = None
        while shelf is None and at < len(shelves):
            shelf = _shelf_for(piece, width, height, shelves[at], area_in, gap, lane)
            at += shelf is None
        if shelf is None:
            shelf = _Shelf(top, height, left, "")
            shelves.append([shelf])
            laid.append([])
        first_open[piece.component.id] = at
        x = (
            shelf.end
            if not shelf.last
            else shelf.end + (gap if shelf.last == piece.component.id else lane)
        )
        laid[at].append(
            (Slot(x, shelf.top, width, height, turn, scale=_scale(piece, layout)), piece)
        )
        shelf.end, shelf.last = x + width, piece.component.id
    folded = _is_folded(pieces[0], layout)
    fold = paper.height / 2 if folded else None
    return [
        _Leaf(
            paper,
            _roomy(_centred([s for s, _ in sheet], area, to_bottom=folded), paper, fold),
            tuple(p for _, p in sheet),
            fold,
        )
        for sheet in laid
    ]


def _lying(size: Spot, lie: Literal["upright", "flat", "as drawn"]) -> tuple[float, float, int]:
    width, height = size
    turned = (lie == "upright" and width > height) or (lie == "flat" and height > width)
    return (height, width, 90) if turned else (width, height, 0)


def _shelf_for(
    piece: Piece, width: float, height: float, shelves: list[_Shelf], area: Box, gap: float,
    lane: float,
) -> _Shelf | None:  # fmt: skip
    for shelf in shelves:
        like = shelf.last == piece.component.id
        if height <= shelf.height + CLOSE and (
            shelf.end + (gap if like else lane) + width <= area[2] + CLOSE
        ):
            return shelf
    last = shelves[-1]
    # Shelves of one component stand as close as its pieces; unlike ones leave room for marks.
    like = last.last == piece.component.id and abs(last.height - height) < CLOSE
    top = last.top + last.height + (gap if like else lane)
    if top + height > area[3] + CLOSE:
        return None
    shelves.append(_Shelf(top, height, area[0], ""))
    return shelves[-1]


# -- pieces larger than a sheet ---------------------------------------------------------------


def _tile(piece: Piece, layout: Layout, problems: Problems) -> list[_Leaf]:
    """Cut one copy of a large piece over sheets that overlap, row by row."""
    shape = piece.component.shape
    papers = ways_to_lie(layout.paper, layout.orientation)
    if not piece.component.tile_pages or _is_folded(piece, layout):
        paper = layout.paper
        problems.error(
            piece.component.place,
            f"{piece.component.title} ({to_text(shape.width)} × {to_text(shape.height)}) does not"
            f" fit on {paper.name} with a margin of {to_text(layout.margin)}",
            "print it on larger paper, or let it be tiled over several pages",
        )
        return []
    bleed = _bleed(piece, layout)
    plans: list[tuple[Paper, int, int]] = []
    for paper in papers:
        wide = paper.width - 2 * layout.margin - layout.overlap
        high = paper.height - 2 * layout.margin - layout.overlap
        columns = max(1, ceil((shape.width + 2 * bleed - layout.overlap) / wide - CLOSE))
        rows = max(1, ceil((shape.height + 2 * bleed - layout.overlap) / high - CLOSE))
        plans.append((paper, columns, rows))
    paper, columns, rows = min(plans, key=lambda plan: plan[1] * plan[2])
    width = (shape.width + (columns - 1) * layout.overlap) / columns
    height = (shape.height + (rows - 1) * layout.overlap) / rows
    leaves = []
    for j in range(rows):
        for i in range(columns):
            u, v = i * (width - layout.overlap), j * (height - layout.overlap)
            x, y = (paper.width - width) / 2, (paper.height - height) / 2
            room = (
                x if i == 0 else 0.0,
                y if j == 0 else 0.0,
                x if i == columns - 1 else 0.0,
                y if j == rows - 1 else 0.0,
            )
            slot = Slot(x, y, width, height, room=room, window=(u, v, u + width, v + height))
            part = f"row {j + 1} of {rows}, column {i + 1} of {columns}"
            leaves.append(_Leaf(paper, (slot,), (piece,), part=part))
    return leaves


# -- sides ------------------------------------------------------------------------------------


def _numbered(leaves: list[_Leaf], layout: Layout) -> list[Sheet]:
    """Turn leaves into sheets in printing order, backs in step where any sheet has one."""
    fronts, sheets = [], []
    flipped = layout.backs in ("separate", "long-edge", "short-edge") and not layout.sleeves
    any_back = flipped and any(p.has_back for leaf in leaves for p in leaf.pieces)
    for i, leaf in enumerate(leaves):
        front = _front(leaf, i + 1, len(leaves), layout)
        back = _back(leaf, front, layout)
        if leaf.fold is not None:
            both = front.placements + back.placements
            sheets.append(replace(front, side="both", placements=both, fold=leaf.fold))
            continue
        sheets.append(front)
        if any_back and layout.backs == "separate":
            fronts.append(back)
        elif any_back:
            sheets.append(back)
    return sheets + fronts


def _front(leaf: _Leaf, number: int, of: int, layout: Layout) -> Sheet:
    pairs = zip(leaf.pieces, leaf.slots, strict=True)
    placements = tuple(_placed(p, "front", s, layout) for p, s in pairs if p.has_front)
    titles = dict.fromkeys(p.component.title for p in leaf.pieces)
    nested = _are_nested(leaf.slots)
    if nested:
        hexes = zip(leaf.pieces, leaf.slots, strict=True)
        cuts = count_sides(corners_of_hex(s.box, _is_flat_top(p, s)) for p, s in hexes)
    else:
        cuts = count_cuts([s.box for s in leaf.slots])
    return Sheet(
        leaf.paper, "front", ", ".join(titles), placements, number, of, cuts,
        part=leaf.part,
    )  # fmt: skip


def _back(leaf: _Leaf, front: Sheet, layout: Layout) -> Sheet:
    along_columns = (layout.backs == "short-edge") == leaf.paper.is_landscape
    axis: Axis = "columns" if along_columns and leaf.fold is None else "rows"
    placements = []
    for piece, slot in zip(leaf.pieces, leaf.slots, strict=True):
        if not piece.has_back:
            continue
        slot = mirror(slot, leaf.paper, axis, leaf.fold)
        if slot.window is not None:
            width = piece.component.shape.width
            u, v, u_end, v_end = slot.window
            slot = replace(slot, window=(width - u_end, v, width - u, v_end))
        slot = replace(slot, x=slot.x + layout.offset[0], y=slot.y + layout.offset[1])
        placements.append(_placed(piece, "back", slot, layout))
    return replace(front, side="back", placements=tuple(placements), cuts=0)


def _placed(piece: Piece, side: Side, slot: Slot, layout: Layout) -> Placement:
    """Decide what of the bleed shows: all there is room for."""
    bleed = 0.0 if layout.sleeves else piece.bleed(side)
    left, top, right, bottom = (min(bleed, room) for room in slot.room)
    box = slot.box
    ink = (box[0] - left, box[1] - top, box[2] + right, box[3] + bottom)
    whole = min(left, top, right, bottom) >= piece.bleed(side) - CLOSE
    clip: Points = ()
    if piece.component.shape.kind == "hex" and slot.window is None:
        clip = _hex_clip(slot, ink, bleed, _is_flat_top(piece, slot))
        xs, ys = zip(*clip, strict=True)
        ink = (min(xs), min(ys), max(xs), max(ys))
    elif not whole or slot.window is not None:
        clip = ((ink[0], ink[1]), (ink[2], ink[1]), (ink[2], ink[3]), (ink[0], ink[3]))
    return Placement(piece, side, slot, ink, clip)


def _is_flat_top(piece: Piece, slot: Slot) -> bool:
    """Whether a hexagon, as it lies, has a flat side up."""
    return piece.component.shape.flat_top == (slot.turn % 180 == 0)


def _hex_clip(slot: Slot, ink: Box, bleed: float, flat_top: bool) -> Points:
    """The hexagon with its bleed, cut half way to every neighbour and at `ink`."""
    x, y = slot.x + slot.width / 2, slot.y + slot.height / 2
    across = slot.height if flat_top else slot.width
    radius = (across + 2 * bleed) / sqrt(3)
    half, full = radius / 2, (across + 2 * bleed) / 2
    corners: list[Spot] = (
        [(-half, -full), (half, -full), (radius, 0), (half, full), (-half, full), (-radius, 0)]
        if flat_top
        else [(0, -radius), (full, -half), (full, half), (0, radius), (-full, half), (-full, -half)]
    )
    for dx, dy in slot.hexes:
        corners = _cut_off(corners, dx, dy)
    # A cut runs half way to its point, so the sides of the box are named by points twice as far.
    left, top, right, bottom = ink[0] - x, ink[1] - y, ink[2] - x, ink[3] - y
    for dx, dy in ((2 * left, 0), (0, 2 * top), (2 * right, 0), (0, 2 * bottom)):
        corners = _cut_off(corners, dx, dy)
    return tuple((x + dx, y + dy) for dx, dy in corners)


def _cut_off(corners: list[Spot], dx: float, dy: float) -> list[Spot]:
    """Cut a convex outline along the line half way to (dx, dy), keeping the origin's side."""
    limit = (dx * dx + dy * dy) / 2

    def beyond(spot: Spot) -> float:
        return spot[0] * dx + spot[1] * dy - limit

    kept: list[Spot] = []
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        over_a, over_b = beyond(a), beyond(b)
        if over_a <= CLOSE:
            kept.append(a)
        if (over_a > CLOSE) != (over_b > CLOSE):
            t = over_a / (over_a - over_b)
            kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return kept
