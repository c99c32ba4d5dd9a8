"""Sheets by properties: nothing overlaps, nothing leaves the paper, everything is there."""

from collections import Counter
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.model.pack import Component, FaceSpec, Row, Shape
from generator.model.problems import Place, Problems
from generator.press.pieces.expand import Piece
from generator.press.sheet.cuts import count_cuts, cut_plan
from generator.press.sheet.fill import with_room
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Layout, Placement, Sheet, Trim
from generator.press.sheet.marks import assembly_marks, cut_marks, die_marks
from generator.press.sheet.papers import Paper, paper_of
from generator.press.sheet.sides import corners_of_hex, mirror

HERE = Place("game.yaml", 1, 1)
FACE = FaceSpec("use", "card", {}, HERE)
A4, LETTER = paper_of("a4"), paper_of("letter")
LOOSE = 1e-4


def pieces_of(
    name: str, shape: Shape, counts: list[int], bleed: float = 2.0, back_bleed: float = 3.0,
    back: bool = True, **more: object,
) -> list[Piece]:  # fmt: skip
    rows = tuple(Row(f"r{i}", f"row {i}", {}, n, HERE) for i, n in enumerate(counts))
    component = Component(
        name, name.title(), shape, bleed, back_bleed, 3.0, FACE, FACE if back else None, rows,
        HERE, **more,  # type: ignore[arg-type]
    )  # fmt: skip
    return [
        Piece(component, row, f"{name}/{row.id}", row.name, row.count, {})
        for row in rows
        if row.count
    ]


def rect(width: float, height: float) -> Shape:
    return Shape("rect", width, height)


def hexagon(flats: float, flat_top: bool = False) -> Shape:
    points = flats * 2 / sqrt(3)
    if flat_top:
        return Shape("hex", points, flats, flat_top=True)
    return Shape("hex", flats, points)


def outline(placement: Placement) -> list[tuple[float, float]]:
    """Return the trim outline in its place, straight from the shape."""
    trim, shape = placement.trim, placement.piece.component.shape
    if shape.kind == "hex":
        return list(corners_of_hex(trim.box, shape.flat_top == (trim.turn % 180 == 0)))
    left, top, right, bottom = trim.box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def parted(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> bool:
    """Whether some side of either outline has all of the other beyond it."""
    for one, two in ((a, b), (b, a)):
        for (ax, ay), (bx, by) in zip(one, one[1:] + one[:1], strict=True):
            if all((bx - ax) * (y - ay) - (by - ay) * (x - ax) < LOOSE for x, y in two):
                return True
    return False


SHAPES = st.one_of(
    st.builds(rect, st.floats(8, 120), st.floats(8, 120)),
    st.builds(lambda d: Shape("circle", d, d), st.floats(8, 60)),
    st.builds(hexagon, st.floats(12, 80), st.booleans()),
)
LAYOUTS = st.builds(
    Layout,
    paper=st.sampled_from([A4, LETTER, paper_of("a3"), paper_of("200mm x 260mm")]),
    orientation=st.sampled_from(["auto", "portrait", "landscape"]),
    margin=st.floats(3, 12),
    gap=st.sampled_from([0.0, 0.0, 1.0, 5.5]),
    edges=st.sampled_from(["shared", "own"]),
    hexes=st.sampled_from(["tight", "rows"]),
    arrange=st.sampled_from(["grouped", "packed"]),
    order=st.sampled_from(["rows", "stack"]),
    backs=st.sampled_from(["none", "separate", "long-edge", "short-edge", "gutterfold"]),
)
PARTS = st.lists(
    st.tuples(SHAPES, st.lists(st.integers(0, 14), min_size=1, max_size=3), st.booleans()),
    min_size=1,
    max_size=3,
)


@settings(max_examples=80, deadline=None)
@given(layout=LAYOUTS, parts=PARTS, grouped=st.booleans())
def test_sheets_have_consistent_placements(
    layout: Layout, parts: list[tuple[Shape, list[int], bool]], grouped: bool
) -> None:
    pieces = [
        piece
        for i, (shape, counts, back) in enumerate(parts)
        for piece in pieces_of(f"part{i}", shape, counts, back=back, group="all" if grouped else "")
    ]
    problems = Problems()
    sheets = impose(pieces, layout, problems)

    left_out = {p.place for p in problems}
    if not left_out:
        for side in ("front", "back"):
            placed = Counter(
                p.piece.id for sheet in sheets for p in sheet.placements if p.side == side
            )
            wanted = Counter({
                p.id: p.count
                for p in pieces
                if side == "front" or (p.has_back and layout.backs != "none")
            })  # fmt: skip
            assert placed == wanted
    for sheet in sheets:
        paper = sheet.paper
        for p in sheet.placements:
            left, top, right, bottom = p.trim.box
            assert left >= layout.margin - LOOSE and right <= paper.width - layout.margin + LOOSE
            assert top >= layout.margin - LOOSE and bottom <= paper.height - layout.margin + LOOSE
            assert p.ink[0] >= -LOOSE and p.ink[2] <= paper.width + LOOSE
            assert p.ink[1] >= -LOOSE and p.ink[3] <= paper.height + LOOSE
        outlines = [outline(p) for p in sheet.placements]
        for i, one in enumerate(outlines):
            for other in outlines[:i]:
                assert parted(one, other)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(layout=LAYOUTS, parts=PARTS)
def test_no_bleed_and_no_mark_touches_a_neighbour(
    layout: Layout, parts: list[tuple[Shape, list[int], bool]]
) -> None:
    pieces = [
        piece
        for i, (shape, counts, back) in enumerate(parts)
        for piece in pieces_of(f"part{i}", shape, counts, back=back)
    ]
    for sheet in impose(pieces, layout, Problems()):
        outlines = [outline(p) for p in sheet.placements]
        for i, p in enumerate(sheet.placements):
            ink = list(p.clip) or [
                (p.ink[0], p.ink[1]), (p.ink[2], p.ink[1]),
                (p.ink[2], p.ink[3]), (p.ink[0], p.ink[3]),
            ]  # fmt: skip
            if p.piece.component.shape.kind != "hex":
                assert all(parted(ink, other) for j, other in enumerate(outlines) if j != i)
            else:
                assert all(parted(ink, o) for j, o in enumerate(outlines) if j != i and p.clip)
        for style in ("ticks", "crosses", "lines"):
            for line in cut_marks(sheet, style):  # type: ignore[arg-type]
                for t in (0.05, 0.5, 0.95):
                    x = line.x + (line.x_end - line.x) * t
                    y = line.y + (line.y_end - line.y) * t
                    assert not any(inside(x, y, o) for o in outlines)


def slow_room(trim: Trim, trims: list[Trim], paper: Paper) -> list[float]:
    """Half the way to the nearest trim on each side, seen by looking at every one."""
    left, top, right, bottom = trim.box
    room = [left, top, paper.width - right, paper.height - bottom]
    for other in trims:
        x, y, x_end, y_end = other.box
        if y < bottom and top < y_end and other is not trim:
            room[0] = min([room[0]] + [(left - x_end) / 2] * (x_end <= left))
            room[2] = min([room[2]] + [(x - right) / 2] * (x >= right))
        elif x < right and left < x_end and other is not trim:
            room[1] = min([room[1]] + [(top - y_end) / 2] * (0 <= top - y_end < 20))
            room[3] = min([room[3]] + [(y - bottom) / 2] * (0 <= y - bottom < 20))
    return room


@given(
    st.sets(st.tuples(st.integers(0, 12), st.integers(0, 16)), min_size=1, max_size=60),
    st.lists(st.tuples(st.floats(1, 16), st.floats(1, 16)), min_size=1, max_size=4),
)
@settings(deadline=None)
def test_the_room_for_bleed_ends_half_way_to_the_nearest_neighbour(
    cells: set[tuple[int, int]], sizes: list[tuple[float, float]]
) -> None:
    laid = [Trim(16 * i, 16 * j, *sizes[(3 * i + j) % len(sizes)]) for i, j in sorted(cells)]
    for trim in with_room(laid, A4, None):
        found = next(s for s in laid if s.box == trim.box)
        assert trim.room == pytest.approx(slow_room(found, laid, A4), abs=LOOSE)


@pytest.mark.parametrize(
    ("shape", "hexes"),
    [
        (rect(7, 11), "tight"),
        (hexagon(9), "tight"),
        (hexagon(9, flat_top=True), "tight"),
        (hexagon(9), "rows"),
        (hexagon(179), "tight"),
    ],
)
def test_a_single_piece_has_the_place_of_the_first_piece_on_a_full_sheet(
    shape: Shape, hexes: str
) -> None:
    layout = Layout(A4, "portrait", hexes=hexes)  # type: ignore[arg-type]
    one = impose(pieces_of("c", shape, [1]), layout, Problems())[0].placements[0].trim
    full = impose(pieces_of("c", shape, [1500]), layout, Problems())[0].placements
    first = full[0].trim
    assert (one.x, one.y) == (first.x, first.y)
    left, right = min(p.trim.x for p in full), max(p.trim.box[2] for p in full)
    top, bottom = min(p.trim.y for p in full), max(p.trim.box[3] for p in full)
    assert (left + right, top + bottom) == pytest.approx((A4.width, A4.height))


def inside(x: float, y: float, corners: list[tuple[float, float]]) -> bool:
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return all((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.05 for (ax, ay), (bx, by) in pairs)


SLOTS = st.builds(
    Trim,
    x=st.floats(0, 100),
    y=st.floats(0, 100),
    width=st.floats(5, 90),
    height=st.floats(5, 90),
    turn=st.sampled_from([0, 90, 180, 270]),
    room=st.tuples(*[st.floats(0, 10)] * 4),
    hexes=st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), max_size=3).map(tuple),
)


@given(trim=SLOTS, axis=st.sampled_from(["columns", "rows"]), fold=st.sampled_from([None, 120.0]))
def test_a_trim_mirrored_twice_is_unchanged(trim: Trim, axis: str, fold: float | None) -> None:
    once = mirror(trim, A4, axis, fold)  # type: ignore[arg-type]
    twice = mirror(once, A4, axis, fold)  # type: ignore[arg-type]
    assert twice.box == pytest.approx(trim.box)
    assert (twice.turn, twice.room, twice.hexes) == (trim.turn, trim.room, trim.hexes)


def corner_in_hand(trim: Trim, u: float, v: float) -> tuple[float, float]:
    """Return where the point (u, v), mm from the middle of an upright face, is on the sheet."""
    angle = trim.turn * pi / 180
    x, y = trim.x + trim.width / 2, trim.y + trim.height / 2
    return (x + u * cos(angle) - v * sin(angle), y + u * sin(angle) + v * cos(angle))


@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold"])
def test_backs_match_fronts_and_keep_their_top(orientation: str, backs: str) -> None:
    pieces = pieces_of("cards", rect(63, 88), [1, 2, 1])
    layout = Layout(A4, orientation, backs=backs)  # type: ignore[arg-type]
    sheets = impose(pieces, layout, Problems())
    fronts = [(s, p) for s in sheets for p in s.placements if p.side == "front"]
    behind = [(s, p) for s in sheets for p in s.placements if p.side == "back"]
    assert len(fronts) == len(behind) == 4
    for (sheet, front), (_, back) in zip(fronts, behind, strict=True):
        assert front.piece is back.piece
        width, height = sheet.paper.width, sheet.paper.height
        turned_left_right = (backs == "short-edge") == (width > height)
        for u, v in ((0, 0), (31.5, -44), (-31.5, -44), (10, 20)):
            x, y = corner_in_hand(front.trim, u, v)
            if backs == "gutterfold":
                assert sheet.fold is not None
                through = (x, 2 * sheet.fold - y)
            else:
                through = (width - x, y) if turned_left_right else (x, height - y)
            # The cut card is turned like a page: left becomes right, top stays top.
            assert corner_in_hand(back.trim, -u, v) == pytest.approx(through)


def test_an_offset_moves_backs_alone() -> None:
    pieces = pieces_of("cards", rect(63, 88), [3])
    plain = impose(pieces, Layout(A4), Problems())
    moved = impose(pieces, Layout(A4, offset=(1.5, -0.7)), Problems())
    assert plain[0] == moved[0]
    for a, b in zip(plain[1].placements, moved[1].placements, strict=True):
        assert (b.trim.x - a.trim.x, b.trim.y - a.trim.y) == pytest.approx((1.5, -0.7))
        assert b.ink[0] - a.ink[0] == pytest.approx(1.5)


def per_sheet(shape: Shape, paper: Paper, **how: object) -> int:
    bleed = float(how.pop("bleed", 0.0))  # type: ignore[arg-type]
    layout = Layout(paper, margin=float(how.pop("margin", 5.0)), **how)  # type: ignore[arg-type]
    pieces = pieces_of("x", shape, [200], bleed, bleed, back=False)
    return len(impose(pieces, layout, Problems())[0].placements)


# What fits, with each card's own bleed: worked out by hand from the sizes of card and paper.
FITS = [
    (rect(63, 88), A4, 0, 9), (rect(63, 88), A4, 1.5, 9), (rect(63, 88), A4, 3, 8),
    (rect(63, 88), LETTER, 0, 9), (rect(63, 88), LETTER, 1.5, 8), (rect(63, 88), LETTER, 3, 6),
    (rect(63.5, 88.9), A4, 0, 9), (rect(63.5, 88.9), A4, 1.5, 9), (rect(63.5, 88.9), A4, 3, 8),
    (rect(63.5, 88.9), LETTER, 0, 9), (rect(63.5, 88.9), LETTER, 1.5, 8),
    (rect(63.5, 88.9), LETTER, 3, 6),
    (rect(69.85, 120.65), A4, 0, 4), (rect(69.85, 120.65), A4, 3, 4),
    (rect(69.85, 120.65), LETTER, 1.5, 4),
    (rect(44, 68), A4, 0, 16), (rect(44, 68), A4, 1.5, 16), (rect(44, 68), A4, 3, 12),
    (rect(44, 68), LETTER, 0, 18), (rect(44, 68), LETTER, 1.5, 12), (rect(44, 68), LETTER, 3, 12),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "paper", "bleed", "n"), FITS)
def test_a_sheet_holds_as_many_cards_as_fit(
    shape: Shape, paper: Paper, bleed: float, n: int
) -> None:
    assert per_sheet(shape, paper, bleed=bleed, edges="own") == n


def test_two_inch_hexes_nest_fifteen_to_a_sheet() -> None:
    assert per_sheet(hexagon(50.8), A4, margin=10.0) == 15
    assert per_sheet(hexagon(50.8, flat_top=True), A4, margin=10.0) == 15


def test_twenty_four_tiles_fill_one_a4_page_four_by_six() -> None:
    pieces = pieces_of("tiles", rect(45, 45), [1] * 24)
    front, back = impose(pieces, Layout(A4), Problems())
    xs = sorted({round(p.trim.x, 3) for p in front.placements})
    ys = sorted({round(p.trim.y, 3) for p in front.placements})
    assert (front.paper.width, len(xs), len(ys), len(back.placements)) == (210.0, 4, 6, 24)
    assert {round(b - a, 3) for a, b in pairwise(xs)} == {45.0}
    assert front.cuts == 5 + 7
    by_spot = {(round(p.trim.x), round(p.trim.y)): p for p in front.placements}
    inner = by_spot[(round(xs[1]), round(ys[1]))]
    assert inner.ink == pytest.approx(inner.trim.box)  # clipped at all four neighbours
    corner = by_spot[(round(xs[0]), round(ys[0]))]
    left, top, right, bottom = corner.trim.box
    assert corner.ink == pytest.approx((left - 2, top - 2, right, bottom))


def test_a_back_bleeds_further_than_its_front() -> None:
    front, back = impose(pieces_of("card", rect(63, 88), [1]), Layout(A4), Problems())
    assert front.placements[0].trim.x - front.placements[0].ink[0] == pytest.approx(2)
    assert back.placements[0].trim.x - back.placements[0].ink[0] == pytest.approx(3)


def test_separate_backs_come_last_and_include_blank_backs() -> None:
    pieces = pieces_of("cards", rect(63, 88), [12]) + pieces_of(
        "aid", rect(60, 60), [2], back=False
    )
    sides = [s.side for s in impose(pieces, Layout(A4, backs="separate"), Problems())]
    assert sides == ["front"] * 3 + ["back"] * 3
    duplex = impose(pieces, Layout(A4), Problems())
    assert [s.side for s in duplex] == ["front", "back"] * 3
    assert duplex[-1].placements == () and cut_marks(duplex[-1], "ticks") == ()
    single = impose(pieces[-1:], Layout(A4), Problems())
    assert [s.side for s in single] == ["front"]


def test_pieces_of_a_stack_that_is_cut_at_once_are_in_order() -> None:
    pieces = pieces_of("cards", rect(63, 88), [1] * 20)
    sheets = impose(pieces, Layout(A4, order="stack", backs="none"), Problems())
    piles: dict[tuple[float, float], list[str]] = {}
    for sheet in sheets:
        for p in sheet.placements:
            piles.setdefault((p.trim.y, p.trim.x), []).append(p.piece.id)
    order = [id for _, pile in sorted(piles.items()) for id in pile]
    assert order == [p.id for p in pieces]


@pytest.mark.parametrize("order", ["rows", "stack"])
@pytest.mark.parametrize("shape", [Shape("circle", 19, 19), rect(44, 63), hexagon(25)])
@pytest.mark.parametrize("count", [1, 9, 24, 61])
def test_every_sheet_is_placed_against_its_fold(shape: Shape, count: int, order: str) -> None:
    pieces = pieces_of("coins", shape, [count])
    layout = Layout(A4, backs="gutterfold", order=order)  # type: ignore[arg-type]
    sheets = impose(pieces, layout, Problems())
    lowest = [max(p.trim.box[3] for p in s.placements if p.side == "front") for s in sheets]
    from_fold = [(s.fold or 0) - low for s, low in zip(sheets, lowest, strict=True)]
    assert all(s.order[0].startswith("fold at 148.5 mm from the top") for s in sheets)
    if order == "rows":
        assert from_fold == pytest.approx([3.0] * len(sheets))  # the bleed of the back
    else:  # cut at once, so the pieces of one pile lie at one height
        assert from_fold[0] == pytest.approx(3.0)
        tops = [{round(p.trim.y, 6) for p in s.placements if p.side == "front"} for s in sheets]
        assert all(top <= tops[0] for top in tops)


def test_packing_saves_paper() -> None:
    pieces = (
        pieces_of("cards", rect(63, 88), [10], back=False)
        + pieces_of("tokens", Shape("circle", 16, 16), [12], back=False)
        + pieces_of("strips", rect(22, 5), [20], back=False)
    )
    grouped = impose(pieces, Layout(A4, arrange="grouped"), Problems())
    together = impose(pieces, Layout(A4), Problems())
    packed = impose(pieces, Layout(A4, arrange="packed"), Problems())
    # By itself, small components share a sheet where that saves one: tokens and strips do.
    assert (len(grouped), len(together), len(packed)) == (4, 3, 2)
    assert set(together[-1].title.split(", ")) == {"Tokens", "Strips"}
    thick = [*pieces[:-1], *pieces_of("strips", rect(22, 5), [20], back=False, stock=2.0)]
    assert len(impose(thick, Layout(A4), Problems())) == 4


def test_pieces_of_a_component_stay_together_unless_separating_them_saves_a_sheet() -> None:
    letter = paper_of("letter")
    pieces = (
        pieces_of("shovels", rect(11, 28), [16], back=False)
        + pieces_of("boots", Shape("circle", 14, 14), [28], back=False)
        + pieces_of("markers", rect(8, 8), [4], back=False)
    )
    (sheet,) = impose(pieces, Layout(letter), Problems())
    tops = {
        id: sorted({p.trim.y for p in sheet.placements if p.piece.component.id == id})
        for id in ("shovels", "boots", "markers")
    }
    assert len(tops["markers"]) == len(tops["shovels"]) == 1
    assert not set(tops["boots"]) & set(tops["shovels"])
    # Here it would: two of five stand beside the first, three below.
    large = pieces_of("large", rect(60, 100), [1], back=False)
    small = pieces_of("small", rect(50, 99), [5], back=False)
    paper = Paper("custom", 190, 230)
    (sheet,) = impose([*large, *small], Layout(paper, orientation="portrait"), Problems())
    assert len({p.trim.y for p in sheet.placements if p.piece.component.id == "small"}) == 2


def test_slips_for_sleeves_are_fronts_without_bleed_that_fit_the_sleeve() -> None:
    pieces = pieces_of("cards", rect(63.5, 88.9), [12], sleeve=(62.0, 90.0))
    sheets = impose(pieces, Layout(A4, backs="none", sleeves=True), Problems())
    assert {s.side for s in sheets} == {"front"}
    for p in sheets[0].placements:
        assert p.trim.width == pytest.approx(61.0)  # a mm narrower than the sleeve
        assert p.trim.height == pytest.approx(89.0)
        assert p.trim.scale == pytest.approx(61.0 / 63.5)
        assert p.ink == pytest.approx(p.trim.box)


def test_a_board_fits_a3_and_is_tiled_on_a4() -> None:
    shape = rect(200, 260)
    pieces = pieces_of("board", shape, [1], back=False, tile_pages=True)
    (whole,) = impose(pieces, Layout(paper_of("a3")), Problems())
    assert whole.part == "" and whole.placements[0].trim.window is None
    sheets = impose(pieces, Layout(A4), Problems())
    windows = [p.trim.window for s in sheets for p in s.placements]
    assert len(windows) == 2
    covered = sorted((w[0], w[2]) if w[2] - w[0] < 199 else (w[1], w[3]) for w in windows if w)
    assert covered[0][0] == 0 and covered[-1][1] == pytest.approx(max(covered[-1][1], 200))
    assert covered[0][1] - covered[1][0] == pytest.approx(10)  # the overlap
    lines, labels = assembly_marks(sheets[0], 10)
    # Three edges of the board and one seam, each marked at both ends.
    assert [line.dashed for line in lines].count(False) == 6
    assert [line.dashed for line in lines].count(True) == 2
    assert len(labels) == 1 and "seam" in labels[0].text
    assert all(s.part for s in sheets)


def test_a_card_larger_than_the_paper_is_a_problem_not_a_crash() -> None:
    problems = Problems()
    sheets = impose(pieces_of("poster", rect(300, 500), [1]), Layout(A4), problems)
    assert sheets == [] and len(problems.errors) == 1
    assert "does not fit on a4" in str(problems.errors[0])


def test_a_piece_that_fits_without_its_fold_is_reported() -> None:
    problems = Problems()
    pieces = pieces_of("sheet", rect(148, 210), [1])
    assert impose(pieces, Layout(A4, backs="gutterfold"), problems) == []
    (told,) = problems.errors
    assert "and its back do not fit on a4 with a margin of 8mm and a fold between" in told.message
    assert told.fix.startswith("print it separately: --only sheet --backs long-edge")
    assert impose(pieces, Layout(A4, backs="long-edge"), Problems())


def test_folded_pieces_show_their_outline_and_folds_in_any_orientation() -> None:
    outline_ = ((0.0, 0.0), (30.0, 0.0), (30.0, 100.0), (0.0, 100.0))
    shape = Shape("dieline", 30, 100, outline=outline_, folds=(((0.0, 40.0), (30.0, 40.0)),))
    pieces = pieces_of("stand", shape, [1], 0, 0, back=False)
    small = Paper("small", 110, 150)
    for orientation, turned in (("portrait", False), ("landscape", True)):
        (sheet,) = impose(pieces, Layout(small, orientation), Problems())  # type: ignore[arg-type]
        sheet_box = sheet.placements[0].trim.box
        lines = die_marks(sheet)
        folds = [ln for ln in lines if ln.dashed]
        cuts = [ln for ln in lines if not ln.dashed]
        assert (len(cuts), len(folds)) == (4, 1)
        left, top, right, bottom = sheet_box
        xs = {v for ln in cuts for v in (ln.x, ln.x_end)}
        ys = {v for ln in cuts for v in (ln.y, ln.y_end)}
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((left, top, right, bottom))
        (fold,) = folds
        if sheet.placements[0].trim.turn == 90:
            assert fold.x == fold.x_end == pytest.approx(right - 40)
        else:
            assert fold.y == fold.y_end == pytest.approx(top + 40)
        assert turned == (sheet.placements[0].trim.turn == 90)


def test_circles_show_their_outline_to_cut_on_the_front_alone() -> None:
    sheets = impose(pieces_of("coins", Shape("circle", 18, 18), [2]), Layout(A4), Problems())
    front, back = sheets
    lines = die_marks(front)
    assert die_marks(back) == () and not any(line.dashed for line in lines)
    spots = [(p.trim.x + 9, p.trim.y + 9) for p in front.placements]
    for line in lines:
        for x, y in ((line.x, line.y), ((line.x + line.x_end) / 2, (line.y + line.y_end) / 2)):
            assert any(hypot(x - s[0], y - s[1]) == pytest.approx(9, abs=0.051) for s in spots)
    length = sum(hypot(line.x_end - line.x, line.y_end - line.y) for line in lines)
    assert length == pytest.approx(2 * 2 * pi * 9, rel=0.005)
    joined = [a for a, b in pairwise(lines) if (a.x_end, a.y_end) == (b.x, b.y)]
    assert len(joined) == len(lines) - 2  # each is one path


@pytest.mark.parametrize(
    ("boxes", "n"),
    [
        ([(0, 0, 10, 10)], 4),
        ([(0, 0, 10, 10), (10, 0, 20, 10)], 5),
        ([(0, 0, 10, 10), (12, 0, 22, 10)], 6),
        ([(i * 10, j * 10, i * 10 + 10, j * 10 + 10) for i in range(3) for j in range(3)], 8),
        # Two shelves: 4 level cuts and the outer 2 upright ones, then one more on each shelf.
        ([(0, 0, 10, 10), (10, 0, 20, 10), (0, 15, 13, 20)], 4 + 2 + 2),
    ],
)
def test_cuts_are_counted(boxes: list[tuple[float, float, float, float]], n: int) -> None:
    assert count_cuts(cut_plan(boxes)) == n


def test_every_hobby_grid_has_a_tick_at_every_cut() -> None:
    (sheet,) = impose(pieces_of("cards", rect(63, 88), [9], back=False), Layout(A4), Problems())
    lines = cut_marks(sheet, "ticks")
    for x in {round(v, 3) for p in sheet.placements for v in (p.trim.box[0], p.trim.box[2])}:
        assert sum(ln.x == pytest.approx(x, abs=1e-3) == ln.x_end for ln in lines) >= 1
    upright = {round(ln.x, 2) for ln in lines if ln.x == ln.x_end}
    level = {round(ln.y, 2) for ln in lines if ln.y == ln.y_end}
    assert (len(upright), len(level)) == (4, 4)


def test_marks_of_backs_are_mirrored() -> None:
    front, back = impose(pieces_of("cards", rect(50, 70), [5], 2, 2), Layout(A4), Problems())
    ahead = {
        (round(ln.x, 2), round(ln.y, 2)) for ln in cut_marks(front, "ticks") if ln.x == ln.x_end
    }
    behind = {
        (round(210 - ln.x, 2), round(ln.y, 2))
        for ln in cut_marks(back, "ticks")
        if ln.x == ln.x_end
    }
    above = {spot for spot in ahead if spot[1] < 150}
    assert above and above <= behind


def test_sheets_are_numbered() -> None:
    sheets: list[Sheet] = impose(pieces_of("cards", rect(63, 88), [20]), Layout(A4), Problems())
    assert [(s.number, s.of, s.side) for s in sheets[:3]] == [
        (1, 3, "front"), (1, 3, "back"), (2, 3, "front")
    ]  # fmt: skip


def test_a_board_is_cut_at_its_seams_or_else_evenly() -> None:
    from generator.press.sheet.tile import _spans

    assert _spans(210.0, 2, 10.0, 192.0, (94.0, 160.0)) == [(0.0, 99.0), (89.0, 210.0)]
    even = [(0.0, 110.0), (100.0, 210.0)]
    for seams in ((), (20.0,), (0.0,)):
        assert _spans(210.0, 2, 10.0, 120.0, seams) == even
    parts = _spans(300.0, 3, 10.0, 200.0, (100.0, 210.0))
    assert parts == [(0.0, 105.0), (95.0, 215.0), (205.0, 300.0)]
    assert _spans(80.0, 1, 10.0, 100.0, (40.0,)) == [(0.0, 80.0)]
