"""Pictures of sheets: every piece has a box of whole pixels, and nothing of a neighbour in it.

Each face has a bleed, a frame of a pixel or two inside the cut and a middle, of three colours that
no other face has, so that one foreign pixel shows.
"""

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from generator.model.pack import Component, FaceSpec, Pack, Row, Shape, Side
from generator.model.problems import Place, Problems
from generator.press.build import build
from generator.press.face.face import Face
from generator.press.options import BuildOptions
from generator.press.out.face_forms import Press
from generator.press.out.to_pdf import PageStyle, sheets_pdf
from generator.press.out.to_png import face_png, sheet_pngs
from generator.press.pieces.expand import Piece
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Layout, Sheet
from generator.press.sheet.papers import Paper
from generator.press.sheet.pixels import Raster, rasters
from generator.reading.door import open_pack

HERE = Place("cards.csv", 7, 1)
SPEC = FaceSpec("use", "card", {}, HERE)
MM = 25.4


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = tmp_path_factory.mktemp("game")
    (folder / "game.yaml").write_text("protoplay: 1\nname: Tiny\nplayers: 2\n", "utf-8")
    opened, problems = open_pack(str(folder))
    assert opened is not None, [str(p) for p in problems]
    return opened


@pytest.fixture(scope="module")
def press() -> Press:
    return Press()


def colour(i: int, part: int) -> tuple[int, int, int]:
    """The colour of a face's bleed (0), frame (1) or middle (2): far from white and each other."""
    return (20 + 80 * part, 10 + i % 16 * 14, 10 + i // 16 * 14)


def css(rgb: tuple[int, int, int]) -> str:
    return "#" + "".join(f"{v:02x}" for v in rgb)


def card(i: int, width: float, height: float, bleed: float, frame: float, plain: bool) -> Face:
    """A face with a frame so wide, mm; `plain` ones are of one colour."""
    wide, high = width + 2 * bleed, height + 2 * bleed
    boxes = (
        (-bleed, -bleed, wide, high),
        (0, 0, width, height),
        (frame, frame, width - 2 * frame, height - 2 * frame),
    )
    fills = [css(colour(i, 2 if plain else part)) for part in range(3)]
    rects = "".join(
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}"/>'
        for fill, (x, y, w, h) in zip(fills, boxes, strict=True)
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-bleed} {-bleed} {wide} {high}" '
        f'width="{wide}mm" height="{high}mm">{rects}</svg>'
    )
    return Face(svg, wide, high, bleed, hashlib.sha256(svg.encode()).hexdigest())


@dataclass(frozen=True)
class Deck:
    """A grid of `shape`s, `columns` × `rows`, `n` of them there; `more` on a last sheet."""

    width: float
    height: float
    columns: int
    rows: int
    dpi: float
    n: int = 0
    bleed: float = 0.0
    gap: float = 0.0
    margin: float = 0.0
    edges: str = "shared"
    backs: str = "none"
    kind: str = "rect"
    hexes: str = "rows"
    marks: str = "none"
    more: int = 0

    @property
    def shape(self) -> Shape:
        outline = ((0, 0), (self.width, 0), (self.width, self.height / 2), (0, self.height))
        return Shape(
            self.kind,  # type: ignore[arg-type]
            self.width,
            self.height,
            outline=outline if self.kind == "polygon" else (),
            flat_top=self.kind == "hex" and self.hexes == "rows",
        )

    def paper(self) -> Paper:
        beside = 2 * self.bleed if self.edges == "own" or self.gap else 0.0
        size = [
            n * (length + beside + self.gap) - self.gap + 2 * self.margin
            for n, length in ((self.columns, self.width), (self.rows, self.height))
        ]
        return Paper("table", *size)


DECKS = {
    "70 cards of 63 × 88": Deck(63, 88, 7, 10, 300),
    "a part of them": Deck(63, 88, 7, 5, 300, n=18),
    "three of them, and their backs": Deck(63, 88, 7, 4, 300, n=3, backs="separate"),
    "poker": Deck(63.5, 88.9, 6, 4, 300),
    "at 96 dpi": Deck(63.5, 88.9, 10, 7, 96),
    "at 203 dpi": Deck(57, 87, 8, 5, 203, n=33),
    "at 333.3 dpi": Deck(44, 68, 5, 4, 333.3),
    "at 600 dpi": Deck(44, 67.3, 4, 3, 600),
    "bleed that is cut at the neighbour": Deck(63, 88, 7, 4, 300, bleed=2.3),
    "bleed of its own": Deck(63, 88, 5, 4, 300, bleed=3.1, edges="own"),
    "a gap, no bleed": Deck(61.7, 88.3, 6, 4, 150, gap=1.7),
    "a margin, a gap and bleed": Deck(50.3, 50.3, 5, 6, 144, bleed=2, gap=1.3, margin=11.2),
    "a margin, ticks": Deck(63, 88, 3, 3, 300, bleed=2, margin=10, marks="ticks"),
    "backs in step": Deck(63, 88, 7, 3, 220, n=17, bleed=2, backs="long-edge"),
    "backs over the short edge": Deck(63, 88, 3, 7, 220, n=17, bleed=2, backs="short-edge"),
    "tokens": Deck(16.3, 16.3, 15, 15, 170, kind="circle"),
    "hexagons in rows": Deck(40, 34.641016, 5, 6, 254, kind="hex"),
    "hexagons in rows, bleed": Deck(40, 34.641016, 5, 6, 301, kind="hex", bleed=2, edges="own"),
    "inch sixteenths": Deck(52.3875, 52.3875, 3, 5, 300, margin=8),
    "inch sixteenths, bleed": Deck(52.3875, 52.3875, 3, 5, 300, bleed=1.5875, margin=8, more=7),
    "one on the last sheet": Deck(63.5, 88.9, 3, 3, 300, bleed=2, margin=9.75, more=1),
    "a row on the last sheet": Deck(63.5, 88.9, 3, 3, 300, bleed=2, margin=9.75, more=3),
    "a column": Deck(63.5, 88.9, 1, 3, 300, bleed=2, margin=9.75, more=1),
    "a last sheet, bleed of its own": Deck(
        63.5, 88.9, 3, 3, 301, bleed=2, edges="own", margin=9.3, more=1, backs="long-edge"
    ),
    "odd shapes": Deck(31.7, 22.9, 8, 8, 300, kind="polygon"),
}


QUICK = {"a gap, no bleed", "a margin, a gap and bleed"}  # the decks of the default suite


def laid(deck: Deck) -> tuple[list[Piece], list[Sheet]]:
    n = deck.n or deck.columns * deck.rows
    rows = tuple(Row(f"r{i}", f"row {i}", {}, 1, HERE) for i in range(n + deck.more))
    back = None if deck.backs == "none" else SPEC
    component = Component(
        "cards", "Cards", deck.shape, deck.bleed, deck.bleed, 0.0, SPEC, back, rows, HERE
    )
    pieces = [Piece(component, row, f"cards/{row.id}", row.name, 1, {}) for row in rows]
    layout = Layout(
        deck.paper(),
        orientation="landscape" if deck.paper().is_landscape else "portrait",
        margin=deck.margin,
        gap=deck.gap,
        edges=deck.edges,  # type: ignore[arg-type]
        hexes=deck.hexes,  # type: ignore[arg-type]
        backs=deck.backs,  # type: ignore[arg-type]
    )
    problems = Problems()
    sheets = impose(pieces, layout, problems)
    assert not len(problems), [str(p) for p in problems]
    assert max(len(s.placements) for s in sheets) == n, "not the grid that was meant"
    return pieces, sheets


def pictures(pack: Pack, press: Press, deck: Deck) -> Iterator[tuple[Sheet, Raster, np.ndarray]]:
    pieces, sheets = laid(deck)
    cells = rasters(sheets, deck.dpi)
    sizes = {
        (
            round(raster.across.at(x1) - raster.across.at(x0)),
            round(raster.down.at(y1) - raster.down.at(y0)),
        )
        for raster in cells
        for (x0, x1), (y0, y1) in raster.boxes
    }
    assert len(sizes) == 1, f"boxes of several sizes: {sizes}"
    # pdfium draws a rectangle a pixel longer where it may: that is its frame, not its neighbour.
    frame = 1.5 / deck.dpi * MM
    faces: dict[tuple[str, Side], Face] = {}
    for i, piece in enumerate(pieces):
        drawn = card(i, deck.width, deck.height, deck.bleed, frame, deck.kind == "hex")
        faces[piece.id, "front"] = faces[piece.id, "back"] = drawn
    problems = Problems()
    forms = press.forms([(f, HERE) for f in faces.values()], pack, problems)
    assert not len(problems), [str(p) for p in problems]
    pdf = sheets_pdf(
        sheets,
        faces,
        forms,
        pack,
        PageStyle(marks=deck.marks, has_labels=False),  # type: ignore[arg-type]
        dpi=deck.dpi,
    )
    for sheet, raster, png in zip(sheets, cells, sheet_pngs(pdf, deck.dpi), strict=True):
        yield sheet, raster, np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


@pytest.mark.parametrize(
    "named", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in DECKS]
)
def test_boxes_of_pieces_share_no_pixel(pack: Pack, press: Press, named: str) -> None:
    deck = DECKS[named]
    for sheet, raster, seen in pictures(pack, press, deck):
        packed = seen.astype(np.int32) @ (65536, 256, 1)
        for placement, ((x0, x1), (y0, y1)) in zip(sheet.placements, raster.boxes, strict=True):
            left, right = round(raster.across.at(x0)), round(raster.across.at(x1))
            top, bottom = round(raster.down.at(y0)), round(raster.down.at(y1))
            cell = packed[top:bottom, left:right]
            i, id = int(placement.piece.row.id[1:]), placement.piece.id
            own = [colour(i, part) for part in range(3)]
            bleed, frame, middle = (int(np.dot(rgb, (65536, 256, 1))) for rgb in own)
            if deck.kind == "hex":  # beyond its sides the paper shows, and shades of its own edge
                found = {tuple(int(v).to_bytes(3, "big")) for v in np.unique(cell)}
                foreign = {rgb for rgb in found if not is_paler(rgb, own[2])}
                assert not foreign, (id, foreign)
                continue
            outermost = bleed if x1 - x0 > deck.width + 0.01 else frame
            for edge in (cell[0], cell[-1], cell[:, 0], cell[:, -1]):
                assert (edge == outermost).all(), f"{id}: not its whole edge"
            inside = round((x1 - x0 - deck.width) / 2 / MM * deck.dpi) + 3
            assert (cell[inside:-inside, inside:-inside] == middle).all(), id
            assert np.isin(cell, (bleed, frame, middle)).all(), id


def is_paler(rgb: tuple[int, ...], own: tuple[int, int, int]) -> bool:
    """Whether a colour is a face's own, white, or between the two.

    Faces differ in green and blue; three layers of little ink round a level each.
    """
    way = np.subtract((255, 255, 255), own)
    t = float(np.subtract(rgb, own)[1:] @ way[1:]) / float(way[1:] @ way[1:])
    return 0 <= t <= 1 and bool((np.abs(own + t * way - rgb) <= (6, 4, 4)).all())


@pytest.mark.parametrize("bleed", [0.0, 1.5875])
@pytest.mark.parametrize("sixteenths", range(20, 45))
def test_sizes_in_inch_sixteenths_have_cells_of_one_size(sixteenths: int, bleed: float) -> None:
    """Half of them have a half in the fourth decimal of a millimetre; the last sheet is not full.

    Neighbours share the cut, so every trim begins and ends at a whole pixel.
    """
    size = sixteenths * MM / 16
    deck = Deck(size, size, 3, 4, 300, bleed=bleed, margin=8.3, more=5)
    _, sheets = laid(deck)
    assert len(sheets) == 2
    sizes = set()
    for sheet, raster in zip(sheets, rasters(sheets, deck.dpi), strict=True):
        for placement in sheet.placements:
            left, top, right, bottom = placement.trim.box
            x, x_end = raster.across.at(left), raster.across.at(right)
            y, y_end = raster.down.at(top), raster.down.at(bottom)
            assert all(v == round(v) for v in (x, x_end, y, y_end)), placement.piece.id
            sizes.add((x_end - x, y_end - y))
    assert len(sizes) == 1, sizes


@pytest.mark.parametrize("named", [n for n, d in DECKS.items() if not d.margin and not d.gap])
def test_a_picture_has_a_whole_number_of_boxes_across_and_down(named: str) -> None:
    """So that a virtual table, which divides it evenly, finds every card."""
    deck = DECKS[named]
    if deck.edges == "own" and deck.kind == "hex":
        return  # its boxes are the hexagons, between which lies bleed
    _, sheets = laid(deck)
    for raster in rasters(sheets, deck.dpi):
        if not raster.boxes:
            assert raster.across.size == rasters(sheets[:1], deck.dpi)[0].across.size
            continue
        (x0, x1), (y0, y1) = raster.boxes[0]
        wide = round(raster.across.at(x1) - raster.across.at(x0))
        high = round(raster.down.at(y1) - raster.down.at(y0))
        assert (raster.across.size, raster.down.size) == (deck.columns * wide, deck.rows * high)
        for (x, _), (y, _) in raster.boxes:
            assert raster.across.at(x) % wide == 0 and raster.down.at(y) % high == 0
        assert abs(wide - (x1 - x0) / MM * deck.dpi) <= 0.51
        assert abs(high - (y1 - y0) / MM * deck.dpi) <= 0.51


def test_nested_hexagons_meet_at_whole_pixels() -> None:
    """Their corners lie at quarters of a box."""
    deck = Deck(34.641016, 40, 4, 5, 299, n=15, kind="hex", hexes="tight")
    _, sheets = laid(deck)
    for raster in rasters(sheets, deck.dpi):
        sizes = set()
        for (x0, x1), (y0, y1) in raster.boxes:
            at = [raster.across.at(x0), raster.across.at(x1), raster.down.at(y0)]
            at.append(raster.down.at(y1))
            assert all(v == round(v) for v in at)
            sizes.add((at[1] - at[0], at[3] - at[2]))
        ((wide, high),) = sizes
        assert wide % 4 == 0 and high % 4 == 0
        starts = {raster.down.at(y0) for _, (y0, _) in raster.boxes}
        assert {b - a for a, b in zip(sorted(starts), sorted(starts)[1:], strict=False)} == {
            high * 3 / 4
        }


@pytest.mark.parametrize(
    ("width", "height", "dpi"),
    [(63, 88, 300), (57, 87, 300), (44, 67.3, 203), (63.5, 88.9, 96), (70, 120, 127.3)],
)
def test_a_single_face_fills_its_picture(width: float, height: float, dpi: float) -> None:
    """To its last row and column of pixels, which would be half clear if it kept its proportion."""
    drawn = card(5, width, height, 0.0, 0.0, True)
    with Image.open(io.BytesIO(face_png(drawn, (), dpi))) as picture:
        assert picture.size == (round(width / MM * dpi), round(height / MM * dpi))
        seen = np.asarray(picture.convert("RGBA"))
    assert (seen == (*colour(5, 2), 255)).all()


GAME = """protoplay: 1
name: Table
players: 2
components:
  cards:
    size: euro-poker
    bleed: 2mm
    rows: {folder: art/}
"""


@pytest.mark.slow
def test_a_deck_of_pictures_for_a_virtual_table(tmp_path: Path) -> None:
    """By the very options that PRINTING.md names: 70 pictures in 7 × 10 cells, one each."""
    folder = tmp_path / "table"
    (folder / "art").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    for i in range(70):
        Image.new("RGB", (40, 56), colour(i, 2)).save(folder / "art" / f"c{i:02}.png")
    pack, problems = open_pack(str(folder))
    assert pack is not None, [str(p) for p in problems]
    options = BuildOptions(
        out=tmp_path / "out", formats=("sheets",), paper="441mm x 880mm", orientation="portrait",
        margin=0.0, gap=0.0, bleed=0.0, marks="none", labels=False, backs="separate", dpi=300,
    )  # fmt: skip
    summary = build(pack, options, problems)
    (file,) = summary.files
    with Image.open(file) as picture:
        assert picture.size == (7 * 744, 10 * 1039)
        seen = np.asarray(picture.convert("RGB")).reshape(10, 1039, 7, 744, 3).swapaxes(1, 2)
    for i in range(70):
        cell = seen[i // 7, i % 7]
        assert (np.abs(cell.astype(int) - colour(i, 2)) <= 1).all(), i


def test_backs_in_a_separate_file_have_the_same_cells_as_the_fronts(tmp_path: Path) -> None:
    """Though their bleed is wider, the first card is cut at the same pixels of both pictures."""
    folder = tmp_path / "table"
    folder.mkdir()
    card = "{size: poker, count: 2, bleed: 2mm, back_bleed: 4mm, front: {use: card}"
    game = GAME.split("components:")[0] + f"components:\n  cards: {card}, back: {{use: card}}}}\n"
    (folder / "game.yaml").write_text(game, "utf-8")
    pack, problems = open_pack(str(folder))
    assert pack is not None, [str(p) for p in problems]
    options = BuildOptions(
        out=tmp_path / "out", formats=("sheets",), edges="own", marks="none", labels=False,
        backs="separate", dpi=100, proof=True,
    )  # fmt: skip
    files = build(pack, options, problems).files
    assert len(files) == 2, [str(p) for p in problems]
    columns = []
    for file in files:  # the line of the trim, which is magenta, runs over every row of a card
        with Image.open(file) as picture:
            seen = np.asarray(picture.convert("RGB")).astype(int)
        trim = (seen[..., 0] - seen[..., 1] > 40) & (seen[..., 2] - seen[..., 1] > 20)
        columns.append([int(x) for x in np.flatnonzero(trim.sum(0) > 200)])
    assert columns[0] and columns[0] == columns[1]
