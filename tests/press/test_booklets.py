"""Folded leaves and booklets as they are read: printed, cut, folded and nested.

The words of every page are read from the printed PDF with their positions. The paper is turned over
as by the printer, and the leaves are folded so that backs lie behind their fronts.
"""

import ctypes
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2
import pypdfium2.raw as raw
import pytest
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.model.problems import Problems
from generator.press.face.face import FaceMaker
from generator.press.out.cache import KeptFaces
from generator.press.pieces.expand import expand
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Backs, Layout, Trim
from generator.press.sheet.papers import Orientation, paper_of
from generator.reading.door import open_pack
from generator.reading.shapes import folded
from tests.handmade import component, pack, spec

MM = 25.4 / 72
HEAD = "protoplay: 1\nname: Folds\nplayers: 2\ncomponents:\n  sheet:\n"
FACE = "{use: rules, title: Folds, icon: sun, texture: waves, PAGES}"
BOOKLET = f"    shape: {{rect: [70mm, 95mm]}}\n    booklet: true\n    front: {FACE}\n"
FOLDED = (
    "    shape: {folded: [70mm, 95mm]}\n    front: &r {use: rules, title: Folds}\n    back: *r\n"
)
HEBREW = "\u05e9\u05dc\u05d5\u05dd "


def text_of(n: int, words: str = "Here are some words of this very page. ") -> str:
    """Return a text with a unique word on each of its pages, in the first line and the last."""
    pages = (f"## First{i}\n\n{words * 4}\n\nLast{i}\n" for i in range(1, n + 1))
    return "# Folds\n\n" + "\n<!-- page -->\n\n".join(pages)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter on a side of a sheet, mm: the start of its baseline, and its room."""

    c: str
    x: float
    y: float
    left: float
    top: float
    right: float
    bottom: float

    def moved(self, move: "Move") -> "Letter":
        """Return the letter with each of its points moved."""
        (a, b), (c, d) = move(self.left, self.top), move(self.right, self.bottom)
        return Letter(self.c, *move(self.x, self.y), min(a, c), min(b, d), max(a, c), max(b, d))


def letters_on(page: pypdfium2.PdfPage) -> list[Letter]:
    """The letters of a page, y down."""
    text, height = page.get_textpage(), page.get_height()
    letters: list[Letter] = []
    for i in range(text.count_chars()):
        c = text.get_text_range(i, 1)
        if c.strip():
            left, bottom, right, top = (v * MM for v in text.get_charbox(i, loose=True))
            x, y, foot = ctypes.c_double(), ctypes.c_double(), height * MM
            raw.FPDFText_GetCharOrigin(text, i, x, y)
            at = x.value * MM, foot - y.value * MM
            letters.append(Letter(c, *at, left, foot - top, right, foot - bottom))
    return letters


def words_of(letters: list[Letter]) -> list[str]:
    """Return what a reader sees with the page upright: line by line, from left to right.

    Upside-down letters come out in the wrong order.
    """
    words: list[str] = []
    lines: list[list[Letter]] = []
    for one in sorted(letters, key=lambda one: one.y):
        if not lines or one.y - lines[-1][0].y > 0.3:
            lines.append([])
        lines[-1].append(one)
    for line in lines:
        line.sort(key=lambda one: one.x)
        for before, one in zip([None, *line], line, strict=False):
            if before is not None and one.left - before.right < 0.3:
                words[-1] += one.c
            else:
                words.append(one.c)
    return words


def built(folder: Path, part: str, text: str, *options: str) -> tuple[str, list[list[Letter]]]:
    """Return the build's output, and the letters on every printed page."""
    (folder / "game.yaml").write_text(HEAD + part, "utf-8")
    (folder / "RULES.md").write_text(text, "utf-8")
    out = folder / "out"
    call = ["build", str(folder), "--out", str(out), "--no-labels", *options]
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 0, done.output
    pages = []
    for file in sorted((out / folder.name).glob("*.pdf"), key=lambda f: "-backs" in f.name):
        with pypdfium2.PdfDocument(file) as document:
            pages.append([letters_on(page) for page in document])
    if len(pages) == 2:  # fronts and backs apart
        return done.output, [page for both in zip(*pages, strict=True) for page in both]
    return done.output, pages[0]


Leaf = tuple[list[Letter], list[Letter]]  # its outside, and what lies behind it, as seen through it
Move = Callable[[float, float], tuple[float, float]]


def moved(letters: list[Letter], move: Move) -> list[Letter]:
    """Return the letters with each of their points moved."""
    return [one.moved(move) for one in letters]


def behind(letters: list[Letter], width: float, height: float, long_edge: bool) -> list[Letter]:
    """Return the positions of a back's letters as seen through the paper from its front."""
    if long_edge == (width < height):  # turned over like the page of a book
        return moved(letters, lambda x, y: (width - x, y))
    return moved(letters, lambda x, y: (x, height - y))


def leaves_of(folder: Path, pages: list[list[Letter]], layout: Layout) -> list[Leaf]:
    """Return the leaves cut from the printed sheets, relative to their middles, outside upright."""
    opened, problems = open_pack(folder)
    assert opened is not None
    sheets = impose(expand(opened, problems), layout, Problems())
    fronts = [sheet for sheet in sheets if sheet.side == "front"]
    assert len(fronts) == len(pages[::2]) == len(pages[1::2])
    leaves: list[Leaf] = []
    for sheet, front, back in zip(fronts, pages[::2], pages[1::2], strict=True):
        paper = sheet.paper
        through = behind(back, paper.width, paper.height, layout.backs != "short-edge")
        for placement in sheet.placements:
            leaves.append((_cut(front, placement.trim), _cut(through, placement.trim)))
    return leaves


def _cut(letters: list[Letter], trim: Trim) -> list[Letter]:
    left, top, right, bottom = trim.box
    x, y = (left + right) / 2, (top + bottom) / 2
    inside = [one for one in letters if left < one.x < right and top < one.y < bottom]
    cut = moved(inside, lambda a, b: (a - x, b - y))
    for _ in range(trim.turn // 90):
        cut = moved(cut, lambda a, b: (b, -a))
    return cut


def mirrored(letters: list[Letter]) -> list[Letter]:
    """Return an inside as seen after opening."""
    return moved(letters, lambda x, y: (-x, y))


def read_upright(leaves: list[Leaf], runs_left: bool = False) -> Iterator[list[Letter]]:
    """Return the pages in the reader's order: each leaf lies inside the previous one.

    Its first half is read on the way in, its second half on the way out.
    """
    first = -1 if runs_left else 1  # the side of the cover, as seen from outside

    def half(letters: list[Letter], side: int) -> list[Letter]:
        return [one for one in letters if one.x * side > 0]

    for outside, inside in leaves:
        yield half(outside, first)
        yield mirrored(half(inside, first))
    for outside, inside in reversed(leaves):
        yield mirrored(half(inside, -first))
        yield half(outside, -first)


def read_level(outside: list[Letter], inside: list[Letter]) -> Iterator[list[Letter]]:
    """The fold is at the top: the cover is lifted, then the leaf turned over like a page."""
    yield moved([one for one in outside if one.y < 0], lambda x, y: (-x, -y))
    yield mirrored([one for one in inside if one.y < 0])
    yield mirrored([one for one in inside if one.y > 0])
    yield [one for one in outside if one.y > 0]


def check_reading(read: Iterable[list[Letter]], n: int, n_all: int) -> None:
    """Check that every page has its own text and number and is upright; the rest are blank."""
    pages = [words_of(letters) for letters in read]
    assert len(pages) == n_all
    for i, words in enumerate(pages, 1):
        if i > n:
            assert words == []
            continue
        assert words[:2] == ["Folds", f"First{i}"]
        assert words[-4:] == [f"Last{i}", str(i), "/", str(n)]
        assert [w for w in words if w[-1].isdigit()] == [f"First{i}", f"Last{i}", str(i), str(n)]


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "separate"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize("n", [4, 5, 8, 12])
def test_a_booklet_is_read_in_order_once_it_is_printed_cut_and_folded(
    tmp_path: Path, n: int, orientation: Orientation, backs: Backs
) -> None:
    options = ("--backs", backs, "--orientation", orientation, "--paper", "a4")
    part = BOOKLET.replace("PAGES", f"pages: {n}")
    said, pages = built(tmp_path, part, text_of(n), *options)
    leaves = leaves_of(tmp_path, pages, Layout(paper_of("a4"), orientation, backs=backs))
    check_reading(read_upright(leaves), n, -(-n // 4) * 4)
    assert ("pages 6 to 8 stay blank" in said) is (n == 5)


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_a_folded_leaf_has_four_pages_in_folding_order(tmp_path: Path, backs: Backs) -> None:
    _, pages = built(tmp_path, FOLDED, text_of(4), "--backs", backs)
    leaves = leaves_of(tmp_path, pages, Layout(paper_of("a4"), backs=backs))
    check_reading(read_upright(leaves), 4, 4)


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_a_leaf_with_a_level_fold_is_read_with_its_fold_at_the_top(
    tmp_path: Path, backs: Backs
) -> None:
    part = f"{FOLDED}    landscape: true\n"
    _, pages = built(tmp_path, part, text_of(4), "--backs", backs)
    (leaf,) = leaves_of(tmp_path, pages, Layout(paper_of("a4"), backs=backs))
    check_reading(read_level(*leaf), 4, 4)


def test_folded_leaves_of_one_text_follow_each_other(tmp_path: Path) -> None:
    face = '{use: rules, title: Folds, page: "{{ first }}", pages: 8}'
    part = "    shape: {folded: [70mm, 95mm]}\n    rows: [{first: 1}, {first: 5}]\n"
    part += f"    front: &r {face}\n    back: *r\n"
    _, pages = built(tmp_path, part, text_of(8))
    leaves = leaves_of(tmp_path, pages, Layout(paper_of("a4")))
    read = [page for leaf in leaves for page in read_upright([leaf])]
    check_reading(read, 8, 8)


def test_right_to_left_booklets_are_folded_in_the_opposite_direction(tmp_path: Path) -> None:
    """The cover is the left half of the outside; pages are read from the faces, in any font."""
    part = BOOKLET.replace("PAGES", "pages: 8").replace("icon: sun, ", "")
    built(tmp_path, part, text_of(8, HEBREW * 9), "--format", "pdf,svg")
    found = []
    for leaf in (1, 2):
        for side in ("front", "back"):
            face = tmp_path / "out" / tmp_path.name / f"svg/sheet/sheet-leaf-{leaf}-{side}.svg"
            halves = face.read_text("utf-8").split('<g transform="translate(')[1:]
            pages = [(half, re.search(r"Last([0-9])", half)) for half in halves]
            at = {float(half.split(" ")[0]): int(page[1]) for half, page in pages if page}
            found.append((at[0.0], at[70.0]))
    assert found == [(1, 8), (7, 2), (3, 6), (5, 4)]


def test_omitted_words_are_left_out_of_headings_on_a_folded_sheet(
    tmp_path: Path,
) -> None:
    text = "# Folds\n\n## Set up\n\nDeal.\n\n## Rulings (F)\n\nPass.\n\n## Terms (F)\n\nEnd.\n"
    slots = "begin: Rulings, until: Terms, omit: (F)"
    part = FOLDED.replace("title: Folds", f"title: Folds, {slots}")
    said, pages = built(tmp_path, part, text)
    assert "heading" not in said
    words = "".join(word for page in pages for word in words_of(page))
    assert "Pass." in words and "Deal" not in words and "End" not in words
    flat = "    size: a6\n    front: {use: rules, title: Folds, begin: Rulings, until: Terms}\n"
    assert any("has no heading 'Rulings'" in line for line in checked(tmp_path, flat, text))


@pytest.mark.parametrize("n_cards", [0, 2])
def test_leaves_between_cards_are_named_in_the_fold_instruction(
    tmp_path: Path, n_cards: int
) -> None:
    part = BOOKLET.replace("PAGES", "pages: 4")
    if n_cards:
        part += f"  card:\n    shape: {{rect: [60mm, 40mm]}}\n    count: {n_cards}\n"
        part += "    front: {use: back}\n    back: {use: back}\n"
    said, _ = built(tmp_path, part, text_of(4))
    assert (", fold in the middle\n" in said) is (n_cards == 0)
    assert (", fold the leaves of Sheet in the middle\n" in said) is (n_cards > 0)


def test_the_pages_on_a_single_printed_side_are_in_reading_order(tmp_path: Path) -> None:
    part = "    shape: {folded: [110mm, 150mm]}\n    front: {use: rules, title: Folds}\n"
    _, (page,) = built(tmp_path, part, text_of(2), "--backs", "none", "--orientation", "landscape")
    left, right = ([one for one in page if (one.x < 148.5) is is_left] for is_left in (True, False))
    assert words_of(left)[1] == "First1" and words_of(right)[1] == "First2"


WIDE = """
Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft goes on.

| a column with words | another column with words |
|---|---|
| Siebenundzwanzigtausendneunhundertneunundneunzig | Siebenundzwanzigtausend |

![](way.svg)

<!-- page -->
"""
RED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 9">'
    '<path d="M0 0H99V9H0Z" fill="red"/></svg>'
)


@pytest.mark.parametrize("columns", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("landscape", [pytest.param("false", marks=pytest.mark.slow), "true"])
def test_nothing_crosses_a_fold(tmp_path: Path, landscape: str, columns: int) -> None:
    """Wide contents keep to their page: letters and pictures stay 3 mm from the fold."""
    (tmp_path / "way.svg").write_text(RED, "utf-8")
    part = FOLDED.replace("title: Folds", f"title: Folds, size: 8, least: 6, columns: {columns}")
    said, pages = built(tmp_path, f"{part}    landscape: {landscape}\n", "# Folds\n" + WIDE * 4)
    assert "does not fit" not in said
    for outside_or_inside in leaves_of(tmp_path, pages, Layout(paper_of("a4")))[0]:
        assert len(outside_or_inside) > 200
        for one in outside_or_inside:
            ends = (one.top, one.bottom) if landscape == "true" else (one.left, one.right)
            assert max(ends) < -2.5 or min(ends) > 2.5, f"{one} lies in the fold"
    (file,) = (tmp_path / "out" / tmp_path.name).glob("*.pdf")
    with pypdfium2.PdfDocument(file) as document:
        for page in document:
            shown = np.asarray(page.render(scale=4).to_pil().convert("RGB")).astype(int)
            red = (shown[:, :, 0] > 200) & (shown[:, :, 1] < 60)
            gap = 4 * 6 / MM  # pixels between a picture on each side of the fold
            assert max(_gaps(red.any(0)), _gaps(red.any(1))) > gap


def _gaps(has: np.ndarray) -> int:
    """The widest run of pixels without ink between ink."""
    at = np.flatnonzero(has)
    return int(np.diff(at).max()) if at.size > 1 else 0


def test_the_fold_of_a_booklet_is_marked_outside_its_pages_alone(tmp_path: Path) -> None:
    part = BOOKLET.replace("PAGES", "pages: 4").replace("95mm", "130mm")
    shown = []
    for marks in ("ticks", "none"):
        built(tmp_path, part, text_of(4), "--orientation", "landscape", "--marks", marks)
        (file,) = (tmp_path / "out" / tmp_path.name).glob("*.pdf")
        with pypdfium2.PdfDocument(file) as document:
            page = document[0].render(scale=254 / 72).to_pil().convert("L")
        shown.append(np.asarray(page).astype(int))
    marked = np.abs(shown[0] - shown[1]) > 60
    middle = marked.shape[1] // 2  # the spread lies in the middle of the paper
    down = np.flatnonzero(marked[:, middle - 4 : middle + 4].any(1)) / 10
    top, bottom = (210 - 130) / 2, (210 + 130) / 2
    assert all(at < top - 2 or at > bottom + 2 for at in down)
    for one in (down[down < top], down[down > bottom]):
        assert one.size > 10 and np.ptp(one) < 4.5


def test_every_format_has_a_face_for_each_side_of_each_leaf(tmp_path: Path) -> None:
    part = BOOKLET.replace("PAGES", "pages: 8")
    built(tmp_path, part, text_of(8), "--format", "pdf,svg,png,sheets,html", "--dpi", "60")
    out = tmp_path / "out" / tmp_path.name
    made = sorted(str(file.relative_to(out)) for file in out.rglob("*-leaf-*"))
    names = [f"sheet-leaf-{i}-{side}" for i in (1, 2) for side in ("back", "front")]
    assert made == [f"{end}/sheet/{name}.{end}" for end in ("png", "svg") for name in names]
    svg = (out / "svg" / "sheet" / "sheet-leaf-1-front.svg").read_text("utf-8")
    assert 'width="144mm"' in svg and "First8" in svg and "First1" in svg and "First2" not in svg
    assert len(list(out.glob("*.html"))) == 1 and len(list(out.glob("sheets/*"))) == 2


def test_a_booklet_without_its_backs_is_reported(tmp_path: Path) -> None:
    part = BOOKLET.replace("PAGES", "pages: 4")
    said, _ = built(tmp_path, part, text_of(4), "--backs", "none")
    assert "half of the pages of Sheet are on backs, which are not printed" in said


def checked(folder: Path, part: str, text: str, *options: str) -> list[str]:
    """Return what `check` reports about a game with this component."""
    (folder / "game.yaml").write_text(HEAD + part, "utf-8")
    (folder / "RULES.md").write_text(text, "utf-8")
    done = CliRunner().invoke(app, ["check", str(folder), *options])
    return [line for line in done.output.splitlines() if re.match(r"[\w.]+:[0-9]", line)]


@pytest.mark.parametrize(
    ("part", "n", "told"),
    [
        (BOOKLET.replace("PAGES", "pages: 4"), 6,
         "RULES.md:35: error: sheet: from here on RULES.md does not fit on 4 pages; it needs 6 at "
         "8 pt (shorten it, write pages: 8, or allow a smaller text size)"),
        (BOOKLET.replace("PAGES", "pages: 8"), 5,
         "game.yaml:8:73: warning: Sheet: pages 6 to 8 are empty because RULES.md ends on page 5 "
         "(print fewer pages, or use a larger text size)"),
        (BOOKLET.replace("PAGES", "pages: 7"), 7,
         "game.yaml:8:73: warning: Sheet has 8 pages, and its text uses 7: page 8 stays blank "
         "(write pages: 8 to use all pages)"),
        (FOLDED, 5,
         "RULES.md:35: error: sheet/sheet: from here on RULES.md does not fit on 4 pages; it needs "
         "5 at 8 pt (shorten it, print a booklet (booklet: true), or allow a smaller text size)"),
        (FOLDED, 3,
         "game.yaml:7:21: warning: Sheet: page 4 is empty because RULES.md ends on page 3 "
         "(print fewer pages, or use a larger text size)"),
        (FOLDED.replace("title: Folds", "page: 2"), 4,
         "game.yaml:7:34: error: sheet/sheet, front: page 2 is not the first page of a leaf: "
         "each leaf has 4 pages, and on 1 more face (leave page out, or write the first page of a "
         "leaf (1, 5, 9 …) on both sides)"),
        (FOLDED.replace("*r", "{use: rules, title: Folds, least: 6}"), 4,
         "game.yaml:8:17: error: sheet/sheet, front: front and back of this leaf print one text "
         "but differ in 'least', so their pages would not join, and on 1 more face "
         "(write the same on both sides: front: &rules {…}, back: *rules)"),
        (FOLDED.replace("*r", "{use: rules}"), 4,
         "game.yaml:8:17: error: sheet/sheet, front: front and back of this leaf print one text "
         "but differ in 'title', so their pages would not join, and on 1 more face "
         "(write the same on both sides: front: &rules {…}, back: *rules)"),
        ("    shape: {standee: [40mm, 60mm]}\n    front: {use: rules}\n", 1,
         "game.yaml:7:18: error: sheet/sheet, front: a rule sheet needs a flat piece or a "
         "folded leaf, found a net (this shape has the parts front, back; give it a size, or "
         "shape: {folded: […]})"),
        ("    size: a5\n    booklet: true\n    front: {use: rules}\n", 4,
         "game.yaml:5:3: warning: the pages of Sheet end at the edge of a4, where 8mm "
         "may stay white, but their text starts at 3mm (write safe: 8mm in the component)"),
        ("    size: a4\n    booklet: true\n    front: {use: rules}\n", 4,
         "game.yaml:5:3: error: Sheet (420mm × 297mm) does not fit on a4 with a margin of 8mm: it "
         "is 226 mm too wide and 16 mm too high and is left out (print it on larger paper, or "
         "with smaller pages)"),
    ],
)  # fmt: skip
def test_check_reports_faults_of_folded_pages(tmp_path: Path, part: str, n: int, told: str) -> None:
    assert checked(tmp_path, part, text_of(n)) == [told]


def test_each_of_two_texts_on_a_folded_leaf_has_two_pages(tmp_path: Path) -> None:
    (tmp_path / "BACK.md").write_text(text_of(2).replace("First", "Back"), "utf-8")
    part = FOLDED.replace("*r", "{use: rules, title: Folds, file: BACK.md}")
    _, pages = built(tmp_path, part, text_of(2))
    ((outside, inside),) = leaves_of(tmp_path, pages, Layout(paper_of("a4")))
    for letters, word in ((outside, "First"), (mirrored(inside), "Back")):
        left, right = (
            [one for one in letters if (one.x < 0) is is_left] for is_left in (True, False)
        )
        for half, i in ((left, "1"), (right, "2")):
            words = words_of(half)
            assert words[1] == word + i and words[-3:] == [i, "/", "2"]


def test_a_booklet_as_large_as_the_paper_is_folded_and_not_cut(tmp_path: Path) -> None:
    part = "    size: a5\n    safe: 8mm\n    booklet: true\n    front: {use: rules, title: Folds}\n"
    (tmp_path / "game.yaml").write_text(HEAD + part, "utf-8")
    (tmp_path / "RULES.md").write_text(text_of(4), "utf-8")
    call = ["build", str(tmp_path), "--out", str(tmp_path / "out")]  # with labels
    done = CliRunner().invoke(app, call)
    assert done.stdout.startswith("  Sheet: 1 sheet of 1, fold in the middle\n1 piece, 2 faces")
    assert " cut" not in done.stdout and "warning" not in done.output
    (file,) = (tmp_path / "out" / tmp_path.name).glob("*.pdf")
    with pypdfium2.PdfDocument(file) as document:
        pages = [letters_on(page) for page in document]
        sizes = [(round(w * MM), round(h * MM)) for w, h in (page.get_size() for page in document)]
    assert sizes == [(297, 210)] * 2
    check_reading(read_upright(leaves_of(tmp_path, pages, Layout(paper_of("a4")))), 4, 4)
    assert all(min(one.left, 297 - one.right) > 7.5 for page in pages for one in page)
    assert all(min(one.top, 210 - one.bottom) > 6.5 for page in pages for one in page)


def test_a_kept_front_is_drawn_again_when_the_text_of_its_back_changes(tmp_path: Path) -> None:
    for name in ("RULES.md", "OTHER.md"):
        (tmp_path / name).write_text(text_of(4), "utf-8")
    kept, fronts = KeptFaces(), []
    for file in ("RULES.md", "OTHER.md", "RULES.md"):
        front, back = spec("use", "rules", file="RULES.md"), spec("use", "rules", file=file)
        drawn = pack(component("leaf", folded(70, 95), front, back), folder=tmp_path)
        problems = Problems()
        maker = FaceMaker(drawn, problems)
        (face, _) = kept.draw(tuple(expand(drawn, problems)), maker)
        fronts.append(face[2].svg)
    assert fronts[0] == fronts[2] != fronts[1]
    assert "First4" in fronts[0] and "First2" in fronts[1]
