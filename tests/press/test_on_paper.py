"""Every command reports pieces that do not fit the paper or their box, with the missing mm."""

from pathlib import Path

import pytest

from generator.cli.packs import draw_every_face
from generator.model.problems import Problems
from generator.press.build import build
from generator.press.options import BuildOptions
from generator.press.pieces.expand import expand
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Layout, Sheet
from generator.press.sheet.marks import bleed_marks, cut_marks, die_marks
from generator.press.sheet.papers import paper_of
from generator.preview.faces import Call, look
from generator.reading.door import open_pack

HEAD = "protoplay: 1\nname: T\nplayers: 2\n"
CARD = "components:\n  deck:\n    title: Deck\n"


def game(folder: Path, text: str) -> Path:
    (folder / "game.yaml").write_text(HEAD + text, "utf-8")
    return folder


def checked(folder: Path) -> Problems:
    pack, problems = open_pack(folder)
    assert pack is not None, list(problems)
    draw_every_face(pack, problems, (), True)
    return problems


@pytest.mark.parametrize(
    ("sheet", "shape", "words"),
    [
        ("paper: letter, margin: 6mm", "shape: {folded: [148mm, 210mm]}",
         "28.6 mm too wide and 6.1 mm too high"),
        ("paper: a4, margin: 8mm", "shape: {rect: [196mm, 100mm]}, bleed: 0mm",
         ""),
        ("paper: a4, margin: 8mm", "shape: {rect: [282mm, 100mm]}, bleed: 0mm",
         "1 mm too wide"),
        ("paper: a4, margin: 8mm", "shape: {rect: [100mm, 282.05mm]}, bleed: 0mm",
         "1.1 mm too high"),
        ("paper: a4, margin: 8mm, edges: own", "shape: {rect: [100mm, 280mm]}, bleed: 2mm",
         "3 mm too high"),
        ("paper: a4, margin: 8mm", "shape: {circle: 200mm}, bleed: 0mm",
         "6 mm too wide"),
    ],
)  # fmt: skip
def test_pieces_that_fit_no_sheet_are_reported_everywhere(
    tmp_path: Path, sheet: str, shape: str, words: str
) -> None:
    face = "front: {use: blank}"
    small = "  small: {size: mini, front: {use: blank}}\n"
    text = f"sheet: {{{sheet}}}\ncomponents:\n  big: {{title: Big, {shape}, {face}}}\n{small}"
    folder = game(tmp_path, text)
    pack, problems = open_pack(folder)
    assert pack is not None
    summary = build(pack, BuildOptions(out=tmp_path / "out"), problems)
    _, on_page, _ = look(Call(str(folder)), frozenset())
    for told in (problems.errors, checked(folder).errors, list(on_page)):
        messages = [p.message for p in told if "does not fit" in p.message]
        assert len(messages) == bool(words)
        assert all(f"it is {words} and is left out" in message for message in messages)
    assert summary.left_out == bool(words) and summary.files


def test_text_that_runs_out_of_its_box_is_a_fault(tmp_path: Path) -> None:
    long = "word " * 400
    folder = game(tmp_path, f"{CARD}    size: mini\n    front: {{use: card, text: {long!r}}}\n")
    problems = checked(folder)
    assert any("out of its box" in p.message for p in problems.errors)
    pack, problems = open_pack(folder)
    assert pack is not None
    summary = build(pack, BuildOptions(out=tmp_path / "out"), problems)
    assert problems.errors and summary.crossed == 1 and summary.left_out == 0


def sheets_of(folder: Path, layout: Layout) -> list[Sheet]:
    pack, problems = open_pack(folder)
    assert pack is not None, list(problems)
    sheets = impose(expand(pack, problems), layout, problems)
    assert not problems.errors
    return sheets


@pytest.mark.parametrize(
    ("shape", "whole", "n_folds"),
    [
        ("shape: {tuckbox: deck}", None, True),
        ("shape: {circle: 320mm}", 1005.3, False),
        ("shape: {folded: [148mm, 300mm]}", None, True),
    ],
)
def test_a_shape_cut_over_sheets_has_its_outline_and_folds_on_every_tile(
    tmp_path: Path, shape: str, whole: float | None, n_folds: bool
) -> None:
    text = f"components:\n  big: {{title: Big, {shape}, tile_pages: true, front: {{use: blank}}}}\n"
    deck = "  deck: {shape: {rect: [120mm, 180mm]}, count: 60, front: {use: blank}}\n"
    every = sheets_of(game(tmp_path, text + deck), Layout(paper_of("a4")))
    sheets = [sheet for sheet in every if sheet.part]
    assert len(sheets) > 1
    shape_of = sheets[0].placements[0].piece.component.shape
    length, folded = 0.0, 0.0
    for sheet in sheets:
        lines = die_marks(sheet)
        assert lines, sheet.part
        trim = sheet.placements[0].trim
        for line in lines:
            for x, y in ((line.x, line.y), (line.x_end, line.y_end)):
                assert trim.x - 0.01 <= x <= trim.box[2] + 0.01
                assert trim.y - 0.01 <= y <= trim.box[3] + 0.01
            size = ((line.x - line.x_end) ** 2 + (line.y - line.y_end) ** 2) ** 0.5
            length, folded = length + (not line.dashed) * size, folded + line.dashed * size
    if whole is not None:
        assert length >= whole - 2, "with overlaps it is the whole outline at least"
    wanted = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in shape_of.folds)
    assert folded >= wanted - 0.1 and (folded > 0) is n_folds


@pytest.mark.parametrize(
    ("paper", "margin", "is_full"), [("letter", 6.0, True), ("a4", 8.0, True), ("a3", 8.0, False)]
)
def test_every_straight_cut_has_a_mark(
    tmp_path: Path, paper: str, margin: float, is_full: bool
) -> None:
    text = f"{CARD}    size: poker\n    count: 9\n    bleed: 3mm\n    front: {{use: blank}}\n"
    (sheet,) = sheets_of(game(tmp_path, text), Layout(paper_of(paper), margin=margin, backs="none"))
    cuts = cut_marks(sheet, "ticks")
    more = bleed_marks(sheet, "ticks", cuts)
    assert bool(more) is is_full
    assert bleed_marks(sheet, "none", cuts) == ()
    for axis in (0, 1):
        edges = {round(p.trim.box[i], 3) for p in sheet.placements for i in (axis, axis + 2)}
        ends = [((c.x, c.x_end), (c.y, c.y_end))[axis] for c in (*cuts, *more)]
        assert edges <= {round(a, 3) for a, b in ends if abs(a - b) < 0.01}
    for line in more:  # on ink that is cut away, never on a card
        middle = (line.x + line.x_end) / 2, (line.y + line.y_end) / 2
        assert not any(
            b[0] + 0.01 < middle[0] < b[2] - 0.01 and b[1] + 0.01 < middle[1] < b[3] - 0.01
            for b in (p.trim.box for p in sheet.placements)
        )


@pytest.mark.parametrize(
    ("sheet", "card", "words", "fix"),
    [
        ("paper: letter, margin: 6mm", "size: poker, count: 9, bleed: 3mm",
         "4 of 8 cuts on a sheet of Deck have no printed mark", "marks: crosses"),
        ("paper: letter, margin: 6mm", "size: poker, count: 9, bleed: 0mm",
         "4 of 8 cuts", "crosses"),
        ("paper: letter, margin: 6mm, marks: crosses", "size: poker, count: 9, bleed: 3mm",
         "", ""),
        ("paper: letter, margin: 6mm, marks: none", "size: poker, count: 9, bleed: 3mm", "", ""),
        ("paper: letter, margin: 5mm", "size: poker, count: 9, bleed: 3mm", "", ""),
        ("paper: a4", "size: poker, count: 9, bleed: 3mm", "", ""),
        ("paper: a4, margin: 3mm", "shape: {rect: [204mm, 100mm]}, count: 2, bleed: 2mm",
         "3 of 5 cuts", "crosses"),
        ("paper: a4, margin: 0mm", "shape: {rect: [210mm, 99mm]}, count: 3, bleed: 0mm",
         "2 of 2 cuts", "choose larger paper"),
        ("paper: a4, margin: 3mm, backs: gutterfold", "shape: {rect: [204mm, 100mm]}, bleed: 0mm",
         "3 of 5 cuts", "crosses"),
    ],
)  # fmt: skip
def test_a_cut_without_a_mark_that_prints_is_reported(
    tmp_path: Path, sheet: str, card: str, words: str, fix: str
) -> None:
    """By `check` and by `build`, once, with a fix; a mark in the bleed may not print."""
    sides = "front: {use: blank}, back: {use: blank}"
    text = f"sheet: {{{sheet}}}\ncomponents:\n  deck: {{title: Deck, {card}, {sides}}}\n"
    folder = game(tmp_path, text)
    pack, problems = open_pack(folder)
    assert pack is not None, list(problems)
    build(pack, BuildOptions(out=tmp_path / "out"), problems)
    for found in (problems, checked(folder)):
        warnings = [p for p in found if "no printed mark" in p.message]
        assert len(warnings) == bool(words), [str(p) for p in found]
        if words:
            (warning,) = warnings
            assert warning.level == "warning" and warning.place.line == 6
            assert words in warning.message and fix in warning.fix, str(warning)


@pytest.mark.parametrize(("size", "n"), [("380mm, 200mm", 0), ("398mm, 291mm", 1)])
def test_a_seam_without_a_mark_that_prints_is_reported(tmp_path: Path, size: str, n: int) -> None:
    text = f"sheet: {{margin: 3mm}}\ncomponents:\n  map:\n    shape: {{rect: [{size}]}}\n"
    text += "    bleed: 0mm\n    tile_pages: true\n    front: {use: blank}\n"
    found = checked(game(tmp_path, text))
    assert sum("4 of 4 cuts on a sheet of Map" in p.message for p in found) == n
