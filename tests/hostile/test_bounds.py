"""Requests are bounded; without limits, each of them took minutes or gigabytes, or ended the
process.
"""

import io
import re
import struct
import sys
import time
import tracemalloc
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import SFNTReader, SFNTWriter
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from lxml import etree

from generator.model.problems import LONGEST_MESSAGE, Place, Problem, Problems, near
from generator.press.face.cascade import cascade
from generator.press.face.icons import load
from generator.press.pieces.expand import expand
from generator.press.pieces.ledger import read_ledger
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Layout
from generator.press.sheet.papers import paper_of
from generator.press.text.markdown import read as read_markdown
from generator.reading.door import open_pack
from generator.reading.fonts import default_font
from generator.reading.sfnt import tables_of
from generator.reading.tables import read_table
from generator.reading.yaml import parse_yaml
from generator.templating.figures import figures
from tests.hostile.test_files import PACK, made, problems_of

CARDS = PACK.replace(", art: a.png", "")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">{}</svg>'
SECONDS = 5.0


@pytest.fixture(autouse=True)
def _in_time() -> Iterator[None]:
    started = time.process_time()
    yield
    assert time.process_time() - started < SECONDS


def workbook(*cells: tuple[int, int], blank: tuple[int, int] | None = None) -> bytes:
    book = openpyxl.Workbook()
    for row, column in cells:
        book.active.cell(row, column, "x")
    if blank:
        book.active.cell(*blank).font = openpyxl.styles.Font(bold=True)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def ods(rows: str, styles: str = "") -> bytes:
    out = io.BytesIO()
    space = "urn:oasis:names:tc:opendocument:xmlns"
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "content.xml",
            f'<office:document-content xmlns:office="{space}:office:1.0" xmlns:table="{space}:table'
            f':1.0" xmlns:text="{space}:text:1.0" xmlns:style="{space}:style:1.0" '
            f'xmlns:fo="{space}:xsl-fo-compatible:1.0">'
            f"<office:automatic-styles>{styles}</office:automatic-styles>"
            "<office:body><office:spreadsheet>"
            f'<table:table table:name="S">{rows}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
        archive.writestr("META-INF/manifest.xml", "<a/>")
    return out.getvalue()


WIDE, LOW = 'table:number-columns-repeated="16384"', 'table:number-rows-repeated="99999999"'
ROW = "<table:table-row {}>{}</table:table-row>"
CELL = '<table:table-cell {} office:value-type="string"><text:p>{}</text:p></table:table-cell>'


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("far.xlsx", workbook((1, 1), (1_048_576, 16_384))),
        ("low.xlsx", workbook((1, 1), (1_048_576, 100))),
        (
            "far.ods",
            ods(ROW.format("", CELL.format('table:number-columns-repeated="16384"', "a")) * 900),
        ),
        ("low.ods", ods(ROW.format('table:number-rows-repeated="99999999"', CELL.format("", "a")))),
        ("old.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)),
    ],
)
def test_a_cell_far_away_is_refused(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    problems = Problems()
    assert read_table(tmp_path / name, name, problems) is None
    assert len(problems.errors) == 1 and str(problems.errors[0]).startswith(name)


@pytest.mark.parametrize(
    ("rows", "place", "said"),
    [
        (
            ROW.format('table:number-rows-repeated="1000000"', CELL.format("", "a") * 2),
            (50_001, 0),
            "more than 50,000 filled rows",
        ),
        (
            ROW.format('table:number-rows-repeated="40000"', CELL.format("", "a" * 10_000)),
            (2, 1),
            "its texts, including repetitions, have 400,000,001 characters",
        ),
        (ROW.format("", CELL.format('table:number-columns-repeated="-1"', "a")), (2, 1), '="-1"'),
        (ROW.format('table:number-rows-repeated="x"', CELL.format("", "a")), (2, 1), '="x"'),
        (ROW.format("", CELL.format("", 'a<text:s text:c="x"/>')), (2, 1), 'c="x" is not a number'),
        (
            ROW.format("", CELL.format("", "<text:span>" * 300 + "</text:span>" * 300)),
            (0, 0),
            "its text or cells are nested more than 250 deep",
        ),
        (
            ROW.format("", CELL.format(" ".join(f'table:a{i}=""' for i in range(99_999)), "a")),
            (0, 0),
            "a tag in it is longer than a million characters",
        ),
    ],
    ids=["rows", "letters", "columns", "no count", "spaces", "deep", "attributes"],
)
def test_repetitions_in_a_small_document_are_counted_first(
    rows: str, place: tuple[int, int], said: str, tmp_path: Path
) -> None:
    (tmp_path / "a.ods").write_bytes(ods(ROW.format("", CELL.format("", "a")) + rows))
    problems = Problems()
    tracemalloc.start()
    try:
        assert read_table(tmp_path / "a.ods", "a.ods", problems) is None
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
    (problem,) = problems
    assert (problem.place.line, problem.place.column) == place
    assert said in problem.message and problem.fix


def test_a_billion_spaces_are_as_many_as_are_shown(tmp_path: Path) -> None:
    cell = CELL.format("", 'a<text:s text:c="999999999"/>b')
    rows = ROW.format("", CELL.format("", "name")) + ROW.format("", cell)
    (tmp_path / "a.ods").write_bytes(ods(rows))
    [entry] = read_table(tmp_path / "a.ods", "a.ods", Problems()) or []
    assert entry.fields["name"] == f"a{' ' * 100}b"


def test_empty_cells_far_away_are_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(workbook((1, 1), (2, 1), blank=(1_048_576, 16_384)))
    end = ROW.format(
        'table:number-rows-repeated="1048574"',
        '<table:table-cell table:number-columns-repeated="16384"/>',
    )
    rows = "".join(ROW.format("", CELL.format("", word)) for word in ("name", "x"))
    (tmp_path / "a.ods").write_bytes(ods(rows + end))
    for name in ("a.xlsx", "a.ods"):
        problems = Problems()
        entries = read_table(tmp_path / name, name, problems)
        assert not problems.listed and entries and [*entries[0].fields.values()] == ["x"]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["zz: {<<: &r [*r, *r]}", "zz: &r {<<: [*r, *r]}"])
def test_merges_that_hold_themselves_end(text: str) -> None:
    problems = Problems()
    parse_yaml("a: 1\n" + text, "game.yaml", problems)


@pytest.mark.slow
def test_ninety_thousand_unknown_keys(tmp_path: Path) -> None:
    made(tmp_path, CARDS + "".join(f"k{i}: 1\n" for i in range(90_000)))
    found = problems_of(tmp_path)
    assert len(found) == 201 and "there are 89,800 more faults" in " ".join(found)


def test_twenty_thousand_equal_names(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,n\n" + "same,1\n" * 19_999)
    pack, problems = open_pack(made(tmp_path, CARDS + "    rows: a.csv\n"))
    assert pack is not None, [*problems]
    assert pack.components[0].rows[-1].id == "same-19999"


def test_twenty_thousand_icons_that_are_not_there(tmp_path: Path) -> None:
    lines = "".join(f"n{i},icon-{i}\n" for i in range(19_999))
    (tmp_path / "a.csv").write_text("name,pic\n" + lines)
    text = CARDS.replace("title: One", 'icon: "{{ pic }}"') + "    rows: a.csv\n"
    pack, problems = open_pack(made(tmp_path, text))
    assert pack is None and 200 < len(problems.errors) < 205


@pytest.mark.slow
def test_slow_texts_are_bounded_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.templating import sandbox

    monkeypatch.setattr(sandbox, "MOST_SECONDS", 0.3)
    monkeypatch.setattr(sandbox, "MOST_SECONDS_IN_ALL", 1.0)
    (tmp_path / "a.csv").write_text("name,n\n" + "".join(f"n{i},1\n" for i in range(3000)))
    slow = "{% for a in range(99) %}{% for b in range(99) %}{{ 'ab'|replace('', 'x' * 9999) }}"
    slow += "{% endfor %}{% endfor %}"
    text = CARDS.replace("title: One", f'title: "{slow}"') + "    rows: a.csv\n"
    pack, problems = open_pack(made(tmp_path, text))
    assert pack is None and problems.errors


@pytest.mark.parametrize("copies", [1, 1_000_000_000])
def test_too_many_copies(copies: int, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,n\n" + "same,1\n" * 500)
    text = CARDS + "    rows: a.csv\n    count: 10000\n"
    pack, problems = open_pack(made(tmp_path, text))
    assert pack is not None, [*problems]
    assert expand(pack, problems, copies=copies) == []
    assert "pieces are more than the limit of 100,000" in str(problems.errors[0])


@pytest.mark.parametrize(
    "body",
    [
        '<filter id="f"><feTurbulence numOctaves="1000000000"/></filter>',
        '<filter id="f"><feMorphology radius="1 1e6"/></filter>',
        '<filter id="f"><feMorphology radius="2.1"/></filter>',
        '<filter id="f"><feMorphology radius="1"/></filter><g transform="scale(3)">'
        "<rect style=\"filter:url('#f')\"/></g>",
        '<style>.wide{filter:url(#f)}</style><filter id="f"><feMorphology radius="1"/></filter>'
        '<g transform="scale(3)"><rect class="wide"/></g>',
        '<style>g > rect{filter:url(#f)}</style><filter id="f"><feMorphology radius="1"/></filter>'
        '<g transform="scale(3)"><rect/></g>',
        '<filter id="f"><feMorphology radius="1"/></filter>'
        '<svg width="30" height="30" viewBox="0 0 10 10"><rect filter="url(#f)"/></svg>',
        '<filter id="f"><feConvolveMatrix order="1000"/></filter>',
        '<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter>',
        '<filter id="f">' + "<feOffset/>" * 300 + "</filter>",
        "<text>" + "word " * 40_000 + "</text>",
    ],
)
def test_drawings_that_would_take_minutes(body: str, tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(SVG.format(body))
    text = CARDS.replace("use: card, title: One", "template: a.svg")
    found = problems_of(made(tmp_path, text))
    assert any(": error: " in problem and "limit" in problem for problem in found), found


def test_how_far_a_filter_reaches_is_measured_on_paper(tmp_path: Path) -> None:
    filtered = '<filter id="f"><feMorphology radius="{}"/></filter><rect filter="url(#f)"/>'
    view = 'viewBox="0 0 630 880"'
    for radius, told in ((15, 0), (25, 1)):  # 1.4 and 2.3 mm of a picture 57 mm wide
        svg = SVG.replace('viewBox="0 0 63.5 88.9"', view).format(filtered.format(radius))
        (tmp_path / "a.svg").write_text(svg)
        text = CARDS.replace("title: One", "art: a.svg, fit: cover")
        found = problems_of(made(tmp_path, text))
        assert (
            sum("mm on paper, above the limit of 2 mm" in problem for problem in found) == told
        ), found


@pytest.mark.parametrize(
    ("view", "radius", "image", "told"),
    [
        ("0 0 1000 1000", 10, 'width="50" height="50"', ""),
        ("0 0 1000 1000", 50, 'width="50" height="50"', "2.5 mm"),
        ("0 0 1 1", 1, 'width="60" height="60"', "60 mm"),
        ("0 0 10 10", 1, 'width="10" height="60"', ""),
        ("0 0 10 10", 1, 'width="10" height="60" preserveAspectRatio="xMidYMid slice"', "6 mm"),
        ("0 0 10 10", 1, 'width="10" height="10" transform="scale(3)"', "3 mm"),
        ("0 0 1000 1000", 1, "", ""),
        ("0 0 10 10", 2.5, "", "2.5 mm"),
    ],
)
def test_a_filter_in_a_linked_drawing_is_measured_on_paper(
    view: str, radius: float, image: str, told: str, tmp_path: Path
) -> None:
    filtered = f'<filter id="f"><feMorphology radius="{radius}"/></filter><rect filter="url(#f)"/>'
    inner = SVG.replace('viewBox="0 0 63.5 88.9"', f'viewBox="{view}"').format(filtered)
    (tmp_path / "inner.svg").write_text(inner)
    # What stands behind a linked drawing is measured as what stands before it.
    own = '<filter id="g"><feMorphology radius="1.9"/></filter><rect filter="url(#g)"/>'
    (tmp_path / "a.svg").write_text(SVG.format(f'{own}<image href="inner.svg" {image}/>{own}'))
    found = problems_of(made(tmp_path, CARDS.replace("use: card, title: One", "template: a.svg")))
    reaches = [problem for problem in found if "mm on paper" in problem]
    assert len(reaches) == bool(told) and all(f"is {told} on" in one for one in reaches), found


def test_a_filter_in_a_picture_of_the_rules_is_measured_as_it_is_shown(tmp_path: Path) -> None:
    filtered = '<filter id="f"><feMorphology radius="{}"/></filter><rect filter="url(#f)"/>'
    own = 'viewBox="0 0 500 500" width="500mm" height="500mm"'
    (tmp_path / "RULES.md").write_text("# Title\n\n![Way](a.svg#40mm)\n")
    for radius, told in ((3, 0), (50, 1)):  # 0.24 and 4 mm of a picture 40 mm wide
        svg = SVG.replace('viewBox="0 0 63.5 88.9"', own).format(filtered.format(radius))
        (tmp_path / "a.svg").write_text(svg)
        text = CARDS.replace("use: card, title: One", "use: rules").replace("poker", "a5")
        found = problems_of(made(tmp_path, text))
        assert sum("is 4 mm on paper" in problem for problem in found) == told, found
        assert sum("mm on paper" in problem for problem in found) == told, found


def test_variables_of_a_linked_drawing_are_its_own(tmp_path: Path) -> None:
    (tmp_path / "inner.svg").write_text(SVG.format("<style>*{--ink: red}</style>"))
    body = '<style>*{{--ground: blue}}</style>{}<rect fill="var({})"/>'
    for name, n in (("--ground", 0), ("--ink", 1)):
        linked = body.format('<image href="inner.svg" width="9" height="9"/>', name)
        (tmp_path / "a.svg").write_text(SVG.format(linked))
        text = CARDS.replace("use: card, title: One", "template: a.svg")
        found = problems_of(made(tmp_path, text))
        assert sum("is not declared" in problem for problem in found) == n, found


@pytest.mark.parametrize(
    "css",
    ["@import" * 99_999, "/*" * 99_999, "a" * 999_999, "{" * 999_999, "}" * 999_999,
     "a{font:" + "1 " * 99_999, "a{font-family:" * 9999 + "}"],
    ids=["import", "comment", "letters", "open", "close", "font", "family"],
)  # fmt: skip
@pytest.mark.slow
def test_style_sheets_are_read_in_one_pass(css: str, tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(SVG.format(f"<style>{css}</style>"))
    problems_of(made(tmp_path, CARDS.replace("use: card, title: One", "template: a.svg")))


@pytest.mark.parametrize(
    "body",
    [
        "<style>#b{fill:red}</style>" + '<g id="a"/>' * 70_000,
        f'<rect x="{"1" * 500_000}"/>',
        f'<rect fill="url(#a{" " * 500_000}x"/>',
    ],
    ids=["ids", "digits", "link"],
)
@pytest.mark.slow
def test_attributes_are_read_in_one_pass(body: str, tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(SVG.format(body))
    problems_of(made(tmp_path, CARDS.replace("use: card, title: One", "template: a.svg")))


def test_an_element_of_a_hundred_thousand_attributes_is_reported(tmp_path: Path) -> None:
    rect = "<rect " + " ".join(f'a{i}="1"' for i in range(100_000)) + "/>"
    (tmp_path / "a.svg").write_text(SVG.format(f"\n{rect}"))
    found = problems_of(made(tmp_path, CARDS.replace("use: card, title: One", "template: a.svg")))
    assert len(found) == 1 and "a.svg:2: error: an element has 100,000 attributes" in found[0]


def test_an_icon_of_a_hundred_thousand_attributes_is_read_in_time(tmp_path: Path) -> None:
    many = " ".join(f'a{i}="1"' for i in range(100_000))
    (tmp_path / "a.svg").write_text(SVG.replace("viewBox", f'{many} fill="red" viewBox').format(""))
    assert load(tmp_path / "a.svg", "a", 0).attributes == ' fill="currentColor"'


@pytest.mark.parametrize(
    ("css", "said"),
    [
        ("*{fill:red}" * 500, "are too many"),
        ("a " * 3000 + "{fill:red}", "it is too long"),
        ("g g g g g g g g g g g g{fill:red}", "it is too long"),
        (":not(" * 5000 + "g" + ")" * 5000 + "{fill:red}", ""),
        ("@media screen{" * 5000 + "g{fill:red}" + "}" * 5000, "nested too deeply"),
        (
            ":root{" + "".join(f"--a{i}:var(--a{i + 1})var(--a{i + 1});" for i in range(60)) + "}",
            "",
        ),
        (":root{--a:var(--a)}g{fill:var(--a)}", ""),
        ("g" * 200_000, ""),
        ("{" * 50_000, ""),
        ("g{fill:red;" * 20_000, ""),
    ],
)
def test_style_sheets_are_followed_within_bounds(css: str, said: str) -> None:
    head = "<svg xmlns='http://www.w3.org/2000/svg'>"
    body = '<g fill="var(--a0)"/>' * 1000
    root = etree.fromstring(f"{head}<style>{css}</style>{body}</svg>")
    began = time.process_time()
    told = cascade(root)
    assert time.process_time() - began < 5
    assert any(said in found for found, _ in told) if said else True
    assert root.find("{*}style") is None and max(len(str(dict(e.attrib))) for e in root) < 5000


@pytest.mark.parametrize("text", ["<!--=" * 9999, "<!--=a-->" * 20_000, "<!-- -->" * 25_000 + "x"])
def test_markdown_is_read_in_one_pass(text: str) -> None:
    from generator.press.text import markdown

    assert len(list(figures(text))) in (0, 20_000)
    if text.startswith("<!-- "):
        assert markdown._without_comments(text) == "x"


@pytest.mark.parametrize("number", ["0x" + "f" * 290, "9" * 290, "1e999", "-1e400", "10" * 40])
def test_numbers_beyond_counting_are_words(number: str, tmp_path: Path) -> None:
    made(tmp_path, CARDS + "parameters: {coins: 3}\n")
    pack, problems = open_pack(tmp_path, settings=[f"coins={number}"])
    assert pack is None and '"coins" is a number' in str(problems.errors[0])


def test_a_leaflet_that_omits_a_number_is_reported(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("# Rules\n\nPlay.\n")
    text = CARDS.replace("use: card, title: One", "use: rules, omit: 1000000000000000000")
    assert any("game.yaml" in problem for problem in problems_of(made(tmp_path, text)))


@pytest.mark.parametrize(
    "text",
    ["[" * 99_999,
     '{"format": 1, "pieces": {"a": {"name": "b", "count": 1e999, "front": "", "back": ""}}}',
     '{"format": 1, "pieces": {"\\ud800": {"name": "b", "count": 1, "front": "", "back": ""}}}',
     '{"format": 1, "pieces": {"a": {"name": "b", "count": -1, "front": "", "back": ""}}}',
     '{"format": 1, "pieces": {"a": {"name": "b", "count": 1.5, "front": "", "back": ""}}}',
     '{"format": 1, "pieces": []}', "null", "7"],
    ids=["deep", "infinite", "half", "below nothing", "no count", "list", "null", "number"],
)  # fmt: skip
def test_damaged_ledgers_are_not_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "ledger.json").write_text(text)
    assert read_ledger(tmp_path / "ledger.json") is None


def test_an_icon_of_many_megabytes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "i.svg").write_bytes(b" " * 5_000_000)
    with pytest.raises(OSError, match="more than 4 MB"):
        load(tmp_path / "i.svg", "i", 0)


def test_a_suggestion_is_not_sought_among_thousands() -> None:
    from generator.model.problems import near

    assert near("x" * 9999, ["a", "b"]) == "there are 2, such as a"
    assert near("x", [f"w{i}" for i in range(30_000)]).startswith("there are 30,000")
    assert str(Place("a", 1)) == "a:1"


def test_a_strange_name_of_a_piece_is_no_formula() -> None:
    import xlsxwriter

    from generator.play.telling import tables
    from generator.system.csv_cells import without_formula

    assert [without_formula(cell) for cell in ("=cmd|calc", "@x")] == ["'=cmd|calc", "'@x"]
    assert [without_formula(cell) for cell in (-3, "river")] == [-3, "river"]
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, tables._PLAIN)
    book.add_worksheet().write(0, 0, "=cmd|calc")
    book.close()
    cell = openpyxl.load_workbook(out).active["A1"]
    assert (cell.data_type, cell.value) in (("s", "=cmd|calc"), ("f", "=cmd|calc"))
    assert b"<f>" not in zipfile.ZipFile(out).read("xl/worksheets/sheet1.xml")


def test_a_ledger_folder_that_is_a_link_is_not_written_into(tmp_path: Path) -> None:
    from generator.press.pieces.ledger import ledger_file

    folder = tmp_path / "pack"
    folder.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (folder / ".protoplay").symlink_to(tmp_path / "elsewhere")
    pack, _ = open_pack(made(folder, CARDS))
    assert pack is not None
    assert ledger_file(pack, tmp_path / "out").is_relative_to(tmp_path / "out")


DRAWN = CARDS.replace("use: card, title: One", "draw: board")


@pytest.mark.parametrize(
    "code",
    [
        "import sys; sys.exit(7)",
        "def board():\n    raise SystemExit",
        "def board():\n    raise KeyboardInterrupt",
        "class Own(BaseException): pass\ndef board():\n    raise Own('x')",
        "def board():\n    return 5",
        "def board():\n    return None",
        "def board():\n    return {1}",
        "def board():\n    return '\\ud800'",
        "class D:\n    def tostring(self): return 3\ndef board():\n    return D()",
        "class E(Exception):\n    def __str__(self): return 1/0\ndef board():\n    raise E",
        "board = 5",
        "board = dict",
        "def board(:",
    ],
)
def test_whatever_a_drawing_does_is_reported(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signal.getsignal", lambda number: None)  # as where a command listens
    (tmp_path / "drawings.py").write_text(code)
    found = problems_of(made(tmp_path, DRAWN))
    assert found and "error" in found[0], found
    if "def board():" in code:
        assert "drawings.py:" in found[0].replace(str(tmp_path), ""), found


@pytest.mark.parametrize(
    "title",
    ["a" + "\u0301" * 5000, "\u202e" * 9000, "\u0651" * 5000],
    ids=["acute", "turn", "shadda"],
)
def test_thousands_of_marks_on_a_letter(title: str, tmp_path: Path) -> None:
    found = problems_of(made(tmp_path, CARDS.replace("title: One", f'title: "{title}"')))
    assert any("U+FFFD" in problem for problem in found), found


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ("", "it has neither a viewBox nor a width and height"),
        ("0 0 63 88.9]]", "its viewBox '0 0 63 88.9]]' is not four numbers"),
        ("0 0 63", "its viewBox '0 0 63' is not four numbers"),
        ("0 0 63 0", "its viewBox '0 0 63 0' is empty or too large"),
    ],
)
def test_the_view_box_of_an_icon_is_four_numbers(box: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "i.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"/>')
    with pytest.raises(ValueError, match=re.escape(said)):
        load(tmp_path / "i.svg", "i", 0)


def test_half_characters_in_an_icon_set(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(
        '{"prefix": "\\ud800", "icons": {"a": {"body": "<g/>\\ud800"}, "b": {"body": "<g/>"}}}'
    )
    pack, problems = open_pack(made(tmp_path, CARDS + "icons: [{set: s.json}]\n"))
    assert pack is not None and "b" in pack.drawn_icons and "a" not in pack.drawn_icons
    assert "".join(pack.credits).isprintable() and not problems.errors


LAYERS = '<g opacity=".5"><rect width="63" height="88"/>' * 60 + "</g>" * 60  # 12 MB each


def test_a_picture_is_drawn_where_it_can_be_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from generator.press.face.face import FaceMaker
    from generator.press.out import to_png

    (tmp_path / "a.svg").write_text(SVG.format(LAYERS))
    text = CARDS.replace("use: card, title: One", "template: a.svg")
    pack, problems = open_pack(made(tmp_path, text))
    assert pack is not None, [*problems]
    face = FaceMaker(pack, problems).face(expand(pack, problems)[0], "front")
    assert face is not None
    assert to_png.face_png(face, [], 72).startswith(b"\x89PNG")
    monkeypatch.setattr(to_png, "MOST_SECONDS", 0.05)
    with pytest.raises(ValueError, match="it takes longer than 0 s"):
        to_png.face_png(face, [], 600)
    monkeypatch.undo()
    assert to_png.face_png(face, [], 72).startswith(b"\x89PNG")  # by another process


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux alone")
def test_a_picture_that_takes_too_much_memory_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from generator.press.out import to_png
    from generator.press.out.face_forms import BYTES_PER_JOB
    from tests.press.out.test_pdf import wordy

    monkeypatch.setattr(to_png, "MOST_BYTES", 300_000_000)
    face = replace(wordy(1), svg=SVG.format(LAYERS))
    with pytest.raises(ValueError, match=r"more than 0\.4 GB"):
        to_png.face_png(face, [], 600)
    assert BYTES_PER_JOB < 2**32


def _font(first: int, last: int, n_maps: int = 1) -> bytes:
    """Source Sans with other character maps: each lists one range."""
    font = TTFont(default_font().files["regular"])
    bare = io.BytesIO()
    font.save(bare)
    bare.seek(0)
    reader, out = SFNTReader(bare), io.BytesIO()
    writer = SFNTWriter(out, len(reader.keys()), reader.sfntVersion)
    head = struct.pack(">HH", 0, n_maps)
    head += struct.pack(">HHI", 3, 10, 4 + 8 * n_maps) * n_maps
    cmap = head + struct.pack(">HHIIIIII", 12, 0, 28, 0, 1, first, last, 3)
    for tag in reader.keys():  # noqa: SIM118 – no mapping
        writer[tag] = cmap if tag == "cmap" else reader[tag]
    writer.close()
    return out.getvalue()


def _made_of(parts: Mapping[int, Sequence[int]]) -> bytes:
    """The default font, with some letters made of others, by their numbers from that of A on."""
    font, out = TTFont(default_font().files["regular"], recalcBBoxes=False), io.BytesIO()
    order = font.getGlyphOrder()
    first = order.index("A")
    for letter, others in parts.items():
        glyph = Glyph()
        glyph.numberOfContours, glyph.components = -1, []
        glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax = 0, 0, 9, 9
        for other in others:
            part = GlyphComponent()
            part.glyphName, part.x, part.y, part.flags = order[first + other], 0, 0, 6
            glyph.components.append(part)
        font["glyf"][order[first + letter]] = glyph
    font.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({0: [0]}, "a glyph contains itself"),
        ({0: [1], 1: [0]}, "a glyph contains itself"),
        ({i: [i + 1] for i in range(18)}, "nested too deeply"),
        ({i + 1: [i] for i in range(18)}, "nested too deeply"),
        ({i: [i + 1] * 12 for i in range(8)}, "a glyph is composed of 1,728 others"),
        ({0: [1, 2], 1: [2], 3: [0] * 9}, ""),
    ],
    ids=["itself", "circle", "deep", "deep from below", "many", "sound"],
)
def test_letters_made_of_others(
    parts: Mapping[int, Sequence[int]], said: str, tmp_path: Path
) -> None:
    (tmp_path / "f.ttf").write_bytes(_made_of(parts))
    found = problems_of(made(tmp_path, CARDS + "fonts: {other: {regular: f.ttf}}\n"))
    assert said in str(found) if said else not found


def _solid(colour: int) -> dict[str, object]:
    fill = {"Format": 2, "PaletteIndex": colour, "Alpha": 1.0}
    return {"Format": 10, "Glyph": "B", "Paint": fill}


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize("colour", [1, 0xFFFF, 2, 77])
def test_a_coloured_letter_has_the_colours_of_its_palette(
    colour: int, version: int, tmp_path: Path
) -> None:
    font = TTFont(default_font().files["regular"])
    moved = {"Format": 14, "dx": 1, "dy": 1, "Paint": _solid(colour)}
    mixed = {"SourcePaint": moved, "BackdropPaint": _solid(0), "CompositeMode": "src_over"}
    layers = [_solid(0), {"Format": 32, **mixed}]
    letters = {"A": {"Format": 1, "Layers": layers}} if version else {"A": [("B", colour)]}
    font["COLR"] = buildCOLR(letters, version=version)
    font["CPAL"] = buildCPAL([[(1, 0, 0, 1), (0, 0, 1, 1)]])
    font.save(tmp_path / "f.ttf")
    found = problems_of(made(tmp_path, CARDS + "fonts: {other: {regular: f.ttf}}\n"))
    said = f"a glyph has colour {colour}, but the palette ends at 1"
    assert said in str(found) if 1 < colour < 0xFFFF else not found


def test_colours_that_lead_beyond_a_font_are_reported(tmp_path: Path) -> None:
    font = TTFont(default_font().files["regular"])
    font["COLR"] = buildCOLR({"A": {"Format": 1, "Layers": [_solid(0), _solid(1)]}}, version=1)
    font["CPAL"] = buildCPAL([[(1, 0, 0, 1), (0, 0, 1, 1)]])
    font.save(tmp_path / "f.ttf")
    whole = (tmp_path / "f.ttf").read_bytes()
    start = tables_of(whole)["COLR"].start
    for at in (4, 8, 14, 18):
        far = whole[: start + at] + b"\x7f\xff\xff\xf0" + whole[start + at + 4 :]
        (tmp_path / "f.ttf").write_bytes(far)
        found = problems_of(made(tmp_path, CARDS + "fonts: {other: {regular: f.ttf}}\n"))
        assert at == 4 or 'its table "COLR" refers beyond its end' in str(found)


@pytest.mark.parametrize(
    ("data", "is_sound"),
    [
        (_font(32, 0x10FFFF), True),
        (_font(32, 0x3FFFFFFF), False),
        (_font(32, 0x10FFFF, n_maps=900), False),
    ],
    ids=["all", "beyond", "often"],
)
def test_a_font_that_lists_more_characters_than_there_are(
    data: bytes, is_sound: bool, tmp_path: Path
) -> None:
    (tmp_path / "f.ttf").write_bytes(data)
    found = problems_of(made(tmp_path, CARDS + "fonts: {other: {regular: f.ttf}}\n"))
    assert is_sound or "lists more characters than exist" in found[0]
    assert not (is_sound and found), found


def test_a_long_word_is_compared_with_nothing() -> None:
    assert near("a" * 300, []) == "there are none"
    assert near("a" * 300, ["lion"]) == "there is 1, such as lion"


@pytest.mark.parametrize("size", ["1mm", "0.001mm", "0.000001mm"])
@pytest.mark.parametrize("shape", ["{{square: {}}}", "{{hex: {}, across: flats}}"])
def test_one_tiny_piece_is_laid_out_alone(shape: str, size: str, tmp_path: Path) -> None:
    text = CARDS.replace("size: poker", f"shape: {shape.format(size)}")
    pack, problems = open_pack(made(tmp_path, text))
    assert pack is not None
    sheets = impose(expand(pack, problems), Layout(paper_of("a4")), problems)
    assert sum(len(sheet.placements) for sheet in sheets) == 1


def test_ten_thousand_small_pieces_are_laid_out_at_once(tmp_path: Path) -> None:
    text = CARDS.replace("size: poker", "shape: {square: 3mm}\n    count: 10000")
    pack, problems = open_pack(made(tmp_path, text))
    assert pack is not None
    sheets = impose(expand(pack, problems), Layout(paper_of("a4")), problems)
    assert sum(len(sheet.placements) for sheet in sheets) == 10_000


RULES = CARDS + "  r: {size: a4, front: {use: rules, pages: 1}}\n"
HEAD = "|a|b|\n|-|-|\n"


def faults_of_rules(folder: Path, text: str) -> list[str]:
    """Return the faults of a rule sheet, except its length."""
    from generator.press.face.face import FaceMaker

    (folder / "RULES.md").write_text(text)
    pack, problems = open_pack(made(folder, RULES))
    assert pack is not None, [*problems]
    FaceMaker(pack, problems).face(expand(pack, problems)[-1], "front")
    told = [str(problem) for problem in problems.errors]
    return [line for line in told if "does not fit on 1 page" not in line]


@pytest.mark.parametrize(
    "text",
    ["![a](" * 32_000, "w" * 190_000, "[" * 50_000, "*a **b " * 20_000, "a\n" * 20_000],
    ids=["pictures", "word", "brackets", "stars", "lines"],
)
def test_a_long_block_of_markdown_is_reported_at_its_line(text: str, tmp_path: Path) -> None:
    (line,) = faults_of_rules(tmp_path, "# T\n\n" + text)
    assert line == (
        "RULES.md:3: error: a block has more than 20,000 characters (split it by empty lines)"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("".join("  " * i + f"- item {i}\n" for i in range(120)), 10),
        ("- a\n\n" + ">" * 200 + " word", 3),
        ("> " * 12 + "- " * 9 + "word", 1),
    ],
    ids=["list", "quote", "both"],
)
def test_too_deep_nesting_is_reported_at_its_line(text: str, line: int) -> None:
    told: list[tuple[int, str, str]] = []
    read_markdown(text, lambda *fault: told.append(fault))
    assert any(at == line and "nested too deeply" in message for at, message, _ in told)


def test_nine_lists_within_each_other_print() -> None:
    told: list[object] = []
    text = "".join("  " * i + f"- item {i}\n" for i in range(9))
    blocks = read_markdown(text, lambda *fault: told.append(fault))
    assert (blocks[-1].text, told) == ("item 8", [])


def test_blocks_below_the_bound_are_set_in_time(tmp_path: Path) -> None:
    assert not faults_of_rules(tmp_path, ("w" * 19_900 + "\n\n") * 9)


def test_a_long_table_of_markdown_is_reported_at_its_line(tmp_path: Path) -> None:
    assert not faults_of_rules(tmp_path, "# T\n\n" + HEAD + "|c|d|\n" * 500)
    (line,) = faults_of_rules(tmp_path, "# T\n\n" + HEAD + "|c|d|\n" * 501)
    assert line == "RULES.md:3: error: a table has more than 500 rows (split it into several)"
    (line,) = faults_of_rules(tmp_path, (HEAD + "|c|d|\n" * 400 + "\n") * 6)
    assert "RULES.md:2018: error: the tables of this file have more than 2,000 rows" in line


@pytest.mark.parametrize("address", ["http://example.com/a.png", "//example.com/a.png"])
def test_a_picture_of_the_web_is_never_fetched(address: str, tmp_path: Path) -> None:
    (line,) = faults_of_rules(tmp_path, f"# T\n\n![a]({address})\n")
    assert "it is a web address, and protoplay downloads nothing (copy it into the pack)" in line


def test_a_message_is_bounded_and_all_of_it_is_seen() -> None:
    """A value it quotes moves no cursor, turns no writing round, and names no address."""
    thing = Problem(Place("a"), "b" * 10**6 + "\x1b[2J\u202e\0", f"{object()}")
    said = str(thing)
    assert len(said) < 2 * LONGEST_MESSAGE and said.isprintable()
    assert said.endswith("b�[2J�� (<object object>)")
