"""Geometry measured on paper: every length is read from the printed page."""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from typer.testing import CliRunner

from generator.cli.commands import app

DPI = 254  # ten pixels a mm
PAPER = "130mm x 190mm"

INK = '<rect x="-9" y="-9" width="{w}" height="{h}" fill="{colour}"/>'
HEAD = """protoplay: 1
name: Geometry
players: 2
palette: {dark: "#101010", red: "#ff0000", blue: "#0000ff"}
components:
"""


def printed(folder: Path, components: str, *words: str, **files: str) -> list[np.ndarray]:
    """The pages as (rows, columns, 3) arrays, ten pixels a mm."""
    (folder / "game.yaml").write_text(HEAD + components, "utf-8")
    for name, text in files.items():
        (folder / f"{name}.svg").write_text(text, "utf-8")
    out = folder / "out"
    call = ["build", str(folder), "--out", str(out), "--paper", PAPER, "--no-labels", *words]
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 0, done.output
    (file,) = (out / folder.name).glob("*.pdf")
    document = pypdfium2.PdfDocument(file)
    pages = [
        np.asarray(document[i].render(scale=DPI / 72).to_pil().convert("RGB")).astype(np.int16)
        for i in range(len(document))
    ]
    document.close()
    file.unlink()
    return pages


def red(page: np.ndarray) -> np.ndarray:
    return (page[:, :, 0] > 200) & (page[:, :, 1] < 90) & (page[:, :, 2] < 90)


def blue(page: np.ndarray) -> np.ndarray:
    return (page[:, :, 2] > 200) & (page[:, :, 0] < 90) & (page[:, :, 1] < 90)


def black(page: np.ndarray) -> np.ndarray:
    return page.max(2) < 100


def box(ink: np.ndarray) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of ink, mm."""
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    return columns[0] / 10, rows[0] / 10, (columns[-1] + 1) / 10, (rows[-1] + 1) / 10


L_SHAPE = "[[0mm, 0mm], [40mm, 0mm], [40mm, 15mm], [15mm, 15mm], [15mm, 50mm], [0mm, 50mm]]"


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_an_asymmetric_back_is_printed_behind_its_front(tmp_path: Path, backs: str) -> None:
    part = (
        f"  ells:\n    shape: {{polygon: {L_SHAPE}}}\n    bleed: 2mm\n    back_bleed: 3mm\n"
        "    count: 3\n    front: {template: front.svg}\n    back: {template: back.svg}\n"
    )
    draw = '<path d="{{ draw.outline(bleed) }}" fill="%s"/>'
    front, back = printed(
        tmp_path, part, "--backs", backs, "--marks", "none",
        front=draw % "#ff0000", back=draw % "#0000ff",
    )  # fmt: skip
    behind = back[:, ::-1] if backs == "long-edge" else back[::-1]
    uncovered = red(front) & ~blue(behind)
    assert red(front).sum() > 100_000 and uncovered.sum() < 0.001 * red(front).sum()


@pytest.mark.parametrize(
    ("backs", "orientation", "moved"),
    [
        ("long-edge", "portrait", (1.0, 2.0)),
        ("short-edge", "portrait", (-1.0, -2.0)),
        ("long-edge", "landscape", (-2.0, 1.0)),
        ("short-edge", "landscape", (2.0, -1.0)),
        ("gutterfold", "portrait", (0.0, 0.0)),
    ],
)
def test_the_offset_turns_with_the_page(
    tmp_path: Path, backs: str, orientation: str, moved: tuple[float, float]
) -> None:
    part = (
        "  cards:\n    shape: {rect: [40mm, 60mm]}\n    bleed: 0mm\n"
        "    front: {template: front.svg}\n    back: {template: back.svg}\n"
    )
    files = {
        "front": INK.format(w=99, h=99, colour="#ff0000"),
        "back": INK.format(w=99, h=99, colour="#0000ff"),
    }
    call = ("--backs", backs, "--orientation", orientation, "--marks", "none")
    still = printed(tmp_path, part, *call, **files)[-1]
    page = printed(tmp_path, part, *call, "--offset", "1mm,2mm", **files)[-1]
    (x, y, *_), (x0, y0, *_) = box(blue(page)), box(blue(still))
    assert (x - x0, y - y0) == pytest.approx(moved, abs=0.11)


@pytest.mark.parametrize(
    ("edges", "gap", "white"), [("shared", 3, 3), ("own", 3, 3), ("own", 0, 0), ("shared", 0, 0)]
)
def test_the_gap_is_between_the_bleeds(
    tmp_path: Path, edges: str, gap: float, white: float
) -> None:
    part = (
        "  cards:\n    shape: {rect: [30mm, 40mm]}\n    bleed: 2mm\n    count: 2\n"
        "    front: {template: front.svg}\n"
    )
    (page,) = printed(
        tmp_path, part, "--gap", f"{gap}mm", "--edges", edges, "--marks", "none",
        front=INK.format(w=99, h=99, colour="#ff0000"),
    )  # fmt: skip
    row = red(page)[np.flatnonzero(red(page).any(1))[100]]
    at = np.flatnonzero(row)
    inside = ~row[at[0] : at[-1] + 1]
    assert inside.sum() / 10 == pytest.approx(white, abs=0.11)
    shared = edges == "shared" and not gap
    assert (at[-1] + 1 - at[0]) / 10 == pytest.approx(64 if shared else 68 + gap, abs=0.25)


def test_crosses_are_seen_inside_a_block_of_dark_ink(tmp_path: Path) -> None:
    part = (
        "  cards:\n    shape: {rect: [40mm, 50mm]}\n    bleed: 2mm\n    count: 4\n"
        "    front: {template: front.svg}\n"
    )
    front = INK.format(w=99, h=99, colour="#101010")
    (page,) = printed(tmp_path, part, "--marks", "crosses", front=front)
    left, top, right, bottom = box(black(page))
    # The middle of the block is a corner of four cards: white beside the cut there, dark beyond.
    x, y = round((left + right) * 5), round((top + bottom) * 5)
    around = page[y - 18 : y + 18, x - 18 : x + 18].min(2) > 150
    assert 20 < around.sum() < 400
    assert not (page[y - 60 : y - 25, x - 60 : x + 60].min(2) > 150).any()


def test_nested_hexagons_show_their_cuts_inside_the_block(tmp_path: Path) -> None:
    part = (
        "  tiles:\n    shape: {hex: 40mm, across: flats}\n    bleed: 2mm\n    count: 8\n"
        "    front: {template: front.svg}\n"
    )
    (page,) = printed(tmp_path, part, front=INK.format(w=99, h=99, colour="#101010"))
    dark = black(page)
    rows, columns = np.flatnonzero(dark.any(1)), np.flatnonzero(dark.any(0))
    middle = page[rows[0] + 300 : rows[-1] - 300, columns[0] + 300 : columns[-1] - 300]
    assert (middle.min(2) > 150).sum() > 300  # white beside the cuts, on dark ink


def test_round_corners_are_guided_outside_them(tmp_path: Path) -> None:
    part = (
        "  cards:\n    shape: {rect: [40mm, 50mm], corner: 4mm}\n    bleed: 2mm\n"
        "    front: {template: front.svg}\n"
    )
    front = INK.format(w=99, h=99, colour="#ff0000")
    (page,) = printed(tmp_path, part, front=front)
    left, top, right, _ = box(red(page))
    x, y = left + 2, top + 2  # the trim's corner
    assert (right - left) == pytest.approx(44, abs=0.11)
    # On the diagonal the corner is cut 4 · (1 − 1/√2) = 1.17 mm in; the arc lies 0.3 mm outside.
    diagonal = [page[round((y + t) * 10), round((x + t) * 10)] for t in np.arange(0, 3, 0.05)]
    marked = [t for t, c in zip(np.arange(0, 3, 0.05), diagonal, strict=True) if c[0] < 100]
    assert marked and min(marked) > 0.8 and max(marked) < 1.1
    (proof,) = printed(tmp_path, part, "--proof", "--marks", "none", front=front)
    magenta = (abs(proof - [217, 0, 128]).max(2) < 60) & ~red(proof)
    corner = magenta[round(y * 10) : round(y * 10) + 9, round(x * 10) : round(x * 10) + 9]
    assert not corner.any() and magenta.any()


def test_the_outline_of_an_odd_shape_shows_on_dark_ink(tmp_path: Path) -> None:
    part = (
        f"  ells:\n    shape: {{polygon: {L_SHAPE}}}\n    bleed: 2mm\n"
        "    front: {template: front.svg}\n"
    )
    (page,) = printed(tmp_path, part, front=INK.format(w=99, h=99, colour="#400000"))
    left, top, _, _ = box((page[:, :, 0] > 50) & (page[:, :, 1] < 20))
    row = page[round((top + 40) * 10)].min(1)
    at = round((left + 2) * 10)
    assert row[at - 3 : at + 4].max() > 100 and row[at + 8 : at + 100].max() < 60


@pytest.mark.parametrize(("margin", "reach"), [("8mm", 6.35), ("5mm", 5.0)])
def test_ticks_and_words_stay_where_the_printer_reaches(
    tmp_path: Path, margin: str, reach: float
) -> None:
    part = (
        "  cards:\n    size: euro-poker\n    bleed: 1mm\n    count: 2\n"
        "    front: {template: front.svg}\n"
    )
    for words in (("--labels",), ("--labels", "--marks", "lines")):
        (page,) = printed(
            tmp_path, part, "--margin", margin, *words,
            front=INK.format(w=99, h=99, colour="#ffffff"),
        )  # fmt: skip
        edge = int(reach * 10) - 1
        inked = page.min(2) < 200
        assert inked.any()
        inked[edge:-edge, edge:-edge] = False
        assert not inked.any()


@pytest.mark.parametrize(
    ("sleeve", "size"), [("[66mm, 91mm]", (65, 90)), ("[70mm, 100mm]", (69, 99)), ("true", None)]
)
def test_a_slip_fills_a_sleeve_larger_than_its_card(
    tmp_path: Path, sleeve: str, size: tuple[float, float] | None
) -> None:
    part = (
        f"  cards:\n    size: euro-poker\n    bleed: 2mm\n    sleeve: {sleeve}\n"
        "    front: {template: front.svg}\n"
    )
    front = INK.format(w=999, h=999, colour="#ff0000")
    front += '<rect x="20" y="20" width="10" height="10" fill="#0000ff"/>'
    (page,) = printed(tmp_path, part, "--sleeves", "--marks", "none", front=front)
    left, top, right, bottom = box(red(page))
    wanted = size or (63.5, 88.5)
    assert (right - left, bottom - top) == pytest.approx(wanted, abs=0.25)
    scale = 99 / 92 if wanted[0] > 67 else 1.0
    across = box(blue(page))[2] - box(blue(page))[0]
    assert across == pytest.approx(10 * scale, abs=0.15)


def test_the_cut_plan_counts_an_l_shape_and_lists_the_cuts_in_order(tmp_path: Path) -> None:
    part = (
        f"  ells:\n    shape: {{polygon: {L_SHAPE}}}\n    bleed: 0mm\n"
        "    front: {template: front.svg}\n"
        "  cards:\n    shape: {rect: [90mm, 130mm]}\n    bleed: 0mm\n    count: 4\n"
        "    front: {template: front.svg}\n"
    )
    (tmp_path / "game.yaml").write_text(HEAD + part, "utf-8")
    (tmp_path / "front.svg").write_text(INK.format(w=99, h=99, colour="#ff0000"), "utf-8")
    call = ["build", str(tmp_path), "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(app, call)
    assert [line.strip() for line in done.stdout.splitlines()[:2]] == [
        "Ells: 1 sheet of 1, 6 straight cuts",
        "Cards: 1 sheet of 4, 6 straight cuts",
    ]
    done = CliRunner().invoke(app, [*call, "--proof"])
    assert [line.strip() for line in done.stdout.splitlines()[:7]] == [
        "Ells: 1 sheet of 1, 6 straight cuts",
        "1. down at 25, 65 mm from the left",
        "2. across at 23.5, 73.5 mm from the top",
        "3. around the pieces, 2 sides",
        "Cards: 1 sheet of 4, 6 straight cuts",
        "1. down at 15, 105, 195 mm from the left",
        "2. across at 18.5, 148.5, 278.5 mm from the top",
    ]


def test_pieces_that_no_straight_cut_separates_are_cut_by_hand(tmp_path: Path) -> None:
    part = (
        "  coins:\n    shape: {circle: 30mm}\n    count: 4\n    front: {template: front.svg}\n"
        "  cards:\n    shape: {rect: [60mm, 90mm]}\n    front: {template: front.svg}\n"
        "  box:\n    shape: {tuckbox: cards}\n    front: {use: tuckbox, title: T}\n"
        "  foxes:\n    shape: {standee: [30mm, 50mm]}\n    front: {use: standee}\n"
    )
    (tmp_path / "game.yaml").write_text(HEAD + part, "utf-8")
    (tmp_path / "front.svg").write_text(INK.format(w=99, h=99, colour="#ff0000"), "utf-8")
    call = ["build", str(tmp_path), "--out", str(tmp_path / "out"), "--proof"]

    def lines(*words: str) -> list[str]:
        done = CliRunner().invoke(app, [*call, *words])
        return [line.strip() for line in done.stdout.splitlines()]

    apart = lines("--arrange", "grouped")
    assert apart[:2] == [
        "Coins: 1 sheet of 4, cut along the outlines by hand",
        "1. along the outlines of 4 pieces, by hand",
    ]
    assert "Box: 1 sheet of 1, cut along the outlines by hand" in apart
    assert "1. along the outline of 1 piece, by hand" in apart
    assert any(line.startswith("Foxes: 1 sheet of 1, 4 straight cuts") for line in apart)
    mixed = lines("--arrange", "packed", "--only", "coins", "--only", "cards")
    assert mixed[0].endswith("straight cuts, then 4 outlines by hand")
    assert "by hand" not in lines("--only", "cards")[0]


def test_sheets_of_a_board_that_differ_in_their_seams_alone_are_one_line(tmp_path: Path) -> None:
    part = (
        "  board:\n    shape: {board: [400mm, 280mm]}\n    seams: [150mm, 250mm]\n"
        "    bleed: 0mm\n    front: {template: front.svg}\n"
    )
    (tmp_path / "game.yaml").write_text(HEAD + part, "utf-8")
    (tmp_path / "front.svg").write_text(INK.format(w=400, h=280, colour="#ff0000"), "utf-8")
    done = CliRunner().invoke(app, ["build", str(tmp_path), "--out", str(tmp_path / "out")])
    assert done.stdout.startswith("  Board: 3 sheets of 1, 4 straight cuts\n1 piece")


DRAWN = """
def front(draw):
    return marked(draw, 2)


def back(draw):
    return marked(draw, 23)


def marked(draw, x):
    part = next(p for p in draw.panels() if p.name == "front")
    drawing = draw.drawing()
    drawing.add(drawing.rect((part.x + x, part.y + 40), (5, 3), fill="#ff0000"))
    return drawing
"""


def test_the_back_of_a_standee_is_printed_behind_its_front(tmp_path: Path) -> None:
    """The print on the back of the net meets the same part of it, head to head."""
    part = (
        "  cook:\n    shape: {standee: [30mm, 50mm], foot: 12mm}\n    bleed: 2mm\n"
        "    front: {draw: front}\n    back: {draw: back}\n"
    )
    (tmp_path / "drawings.py").write_text(DRAWN, "utf-8")
    front, back = printed(tmp_path, part, "--marks", "none", "--trust")
    assert red(front).sum() == pytest.approx(1500, rel=0.1)
    behind = back[:, ::-1]
    assert (red(front) != red(behind)).sum() <= 0.1 * red(front).sum()


@pytest.mark.parametrize("landscape", ["false", "true"])
def test_a_folded_leaf_shows_its_fold_and_its_inside_lies_behind_it(
    tmp_path: Path, landscape: str
) -> None:
    part = (
        f"  aide:\n    shape: {{folded: [40mm, 60mm]}}\n    landscape: {landscape}\n"
        "    bleed: 2mm\n    front: {template: front.svg}\n    back: {template: front.svg}\n"
    )
    width, height = (80, 60) if landscape == "false" else (60, 80)
    ink = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 4}mm" height="{height + 4}mm" '
        f'viewBox="-2 -2 {width + 4} {height + 4}">'
        f'<rect x="-2" y="-2" width="{width + 4}" height="{height + 4}" fill="#ff0000"/></svg>'
    )
    front, back = printed(tmp_path, part, "--marks", "ticks", front=ink)
    assert box(red(front)) == pytest.approx(box(red(back)), abs=0.15)
    left, top, right, bottom = box(red(front))
    assert sorted((right - left, bottom - top)) == pytest.approx([64, 84], abs=0.2)
    across, down = (left + right) / 2, (top + bottom) / 2
    inside = (~red(front))[round(top * 10) + 40 : round(bottom * 10) - 40,
                          round(left * 10) + 40 : round(right * 10) - 40]  # fmt: skip
    rows, columns = np.flatnonzero(inside.any(1)), np.flatnonzero(inside.any(0))
    if np.ptp(columns) < np.ptp(rows):  # the fold runs down the sheet
        assert columns.mean() / 10 + left + 4 == pytest.approx(across, abs=0.15)
        assert right - left > bottom - top
    else:
        assert rows.mean() / 10 + top + 4 == pytest.approx(down, abs=0.15)
        assert bottom - top > right - left
    assert 100 < inside.sum() < 4000, "dashed, and nothing else"


def test_an_aide_on_a_folded_leaf_has_a_column_on_each_side_of_the_fold(tmp_path: Path) -> None:
    part = (
        "  aide:\n    shape: {folded: [40mm, 60mm]}\n"
        "    front: {use: aide, title: Help, text_1: One two three. Four five six.,"
        " text_2: Seven eight nine. Ten eleven twelve.}\n"
    )
    (page,) = printed(tmp_path, part, "--backs", "none")
    dark = page.max(2) < 200
    body = dark.copy()
    first = np.flatnonzero(dark.any(1))[0]
    body[: first + 260] = body[first + 500 :] = False  # the band above, ticks below
    columns = np.flatnonzero(body.any(0))
    middle = 650 if page.shape[1] == 1300 else 950
    near = columns[abs(columns - middle) < 20]
    assert (columns < middle).any() and (columns > middle).any()
    assert near.size and np.ptp(near) < 8, "nothing but the fold stands in the middle"
