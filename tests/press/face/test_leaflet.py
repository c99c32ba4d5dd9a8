"""A Markdown text on paper: its elements, line breaks over pages, figures that follow."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.model.pack import Parameter, Shape
from generator.model.problems import Place, Problems
from generator.press.face.face import FaceMaker
from generator.press.pieces.expand import expand
from generator.press.text.fonts import types_of
from generator.press.text.leaflet import Layouter
from generator.press.text.markdown import Block, parts, read, size_fault
from generator.press.text.strips import Flow, Frame
from generator.press.text.text_box import Setter
from generator.reading.door import open_pack
from generator.reading.folder import bundled_packs
from generator.templating.figures import figures, filled
from tests.handmade import component, lines, pack, spec

A5 = Shape("rect", 148.0, 210.0)
TEXT = """# Night Ferry

2–4 ferrymen.

## Set-up

1. Deal **5**<!--=hand--> cards.
2. Begin.

## Your turn

Row or rest:

- **Row** over the *river*,
- rest.

| cards | 1 | 2 |
|---|:-:|--:|
| points (F) | **1**<!--=one--> | 3 |

![Way](way.svg)

> For example this.

## Rulings

- **N1** Not for players. (D)
"""
WAY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 5H40"/></svg>'


def blocks_of(text: str) -> tuple[list[Block], list[str]]:
    told: list[str] = []
    return read(text, lambda line, found, fix: told.append(f"{line}: {found}")), told


def sides(
    folder: Path, text: str, n: int = 2, shape: Shape = A5, **slots: object
) -> tuple[list[str], list[str]]:
    """The words on every page, and the problems, of a text in a pack with two parameters."""
    (folder / "RULES.md").write_text(text, "utf-8")
    (folder / "way.svg").write_text(WAY, "utf-8")
    pages = [
        component(f"p{i}", shape, spec("use", "rules", page=i, pages=n, **slots))  # type: ignore[arg-type]
        for i in range(1, n + 1)
    ]
    known = {
        name: Parameter(name, value, default, Place("game.yaml", 3))
        for name, value, default in (("hand", 6, 5), ("one", 1, 1))
    }
    drawn, problems = pack(*pages, folder=folder, parameters=known), Problems()
    maker = FaceMaker(drawn, problems)
    made = [maker.face(piece, "front") for piece in expand(drawn, problems)]
    told = []
    for face in made:
        assert face is not None
        texts = ElementTree.fromstring(face.svg).iter("{http://www.w3.org/2000/svg}text")
        told.append(" ".join("".join(text.itertext()) for text in texts))
    return told, [line.replace(f"{folder}/", "") for line in lines(problems)]


# ---- reading


def test_every_kind_of_block_is_read_with_its_line() -> None:
    blocks, told = blocks_of(TEXT)
    assert told == []
    assert [(b.kind, b.line, b.text, b.level, b.marker) for b in blocks[:8]] == [
        ("head", 1, "Night Ferry", 1, ""),
        ("words", 3, "2–4 ferrymen.", 0, ""),
        ("head", 5, "Set-up", 2, ""),
        ("item", 7, "Deal **5** cards.", 1, "1."),
        ("item", 8, "Begin.", 1, "2."),
        ("head", 10, "Your turn", 2, ""),
        ("words", 12, "Row or rest:", 0, ""),
        ("item", 14, "**Row** over the *river*,", 1, "•"),
    ]
    table, picture, quote = blocks[9:12]
    assert table.rows == (("cards", "1", "2"), ("points (F)", "**1**", "3"))
    assert table.aligns == ("left", "center", "right")
    assert (picture.kind, picture.text) == ("picture", "way.svg")
    assert (quote.text, quote.quoted) == ("For example this.", True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\nb", "a b"),
        ("a  \nb", "a\nb"),
        ("a<br>b", "a\nb"),
        ("2 \\* 3 `x*y`", "2 \\* 3 x\\*y"),
        ("**a** *b***c**", "**a** *b***c**"),
        ("**B**onus **a *b*c**d", "**B\u2060**onus **a *b\u2060*c\u2060**d"),
        ("seen<!-- unseen -->", "seen"),
        ("    as it\n    stands", "as it\nstands"),
    ],
)
def test_words_become_our_own_markup(text: str, said: str) -> None:
    (block,), told = blocks_of(text)
    assert block.text == said and told == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<div>\nx\n</div>", "1: HTML in Markdown does not print"),
        ("a\n\nx <b>y</b>", "3: HTML does not print: <b>"),
        ("see ![x](y.png) there", "1: a picture prints only on a line of its own"),
        ("a\n\n2*3 and 4*5", "3: the * behind '2' begins italic text"),
        ("a\nb ~~two words~~ c", "2: ~~two words~~ prints without the line through the words"),
        ("a\nb[^1]\n\n[^1]: note", "2: [^1] prints as text: footnotes are not supported"),
        ("a\n\n[^1]: a longer note", "3: [^1] prints as text: footnotes are not supported"),
        ("a\n\n[b]: c.md\n", "3: the line [b]: c.md does not print: no link uses it"),
        (
            "[b]\n\n[b]: c.md\n[b]: d.md",
            "4: [b]: is defined twice; the second definition does not print",
        ),
        (
            "a\nsee [site](https://x.y/z)",
            "2: the address https://x.y/z does not print, only its text 'site'",
        ),
    ],
)
def test_markdown_that_does_not_print_is_reported_with_its_line(text: str, told: str) -> None:
    assert blocks_of(text)[1][0] == told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<https://example.com/käse>", "https://example.com/käse"),
        ("<https://x.org/a%20b>", "https://x.org/a%20b"),
        ("<A@b.de>", "A@b.de"),
        ("[räuber.de](https://räuber.de)", "räuber.de"),
        ("[https://x.org/](https://X.org)", "https://x.org/"),
        ("[X.org/Käse](https://x.org/Käse)", "X.org/Käse"),
        ("[x.org/k%C3%A4se](https://x.org/käse)", "x.org/k%C3%A4se"),
        ("[a@b.de](mailto:a@b.de)", "a@b.de"),
    ],
)
def test_addresses_that_print_are_not_reported(text: str, said: str) -> None:
    (block,), told = blocks_of(text)
    assert block.text == said and told == []


def test_the_path_of_an_address_is_compared_with_its_case() -> None:
    _, (told,) = blocks_of("[x.org/Rules](https://x.org/rules)")
    assert told.startswith("1: the address https://x.org/rules does not print")


def test_the_words_of_a_note_print_in_their_place() -> None:
    blocks, told = blocks_of("a[^1]\n\n[^1]: note\n")
    assert [b.text for b in blocks] == ["a[^1]", "[^1]: note"]
    assert [line.split(":")[0] for line in told] == ["1", "3"]


def test_links_with_visible_addresses_or_for_the_web_alone_are_not_reported() -> None:
    text = "<https://x.y> [x.y/z](https://x.y/z/) [there](#there) [b] `[^1]`\n\n"
    blocks, told = blocks_of(text + "[b]: c.md\n[//]: # (a remark)\n")
    assert told == [] and [b.text for b in blocks] == ["https://x.y x.y/z there b [^1]"]


def test_task_items_have_a_box_instead_of_a_bullet() -> None:
    blocks, told = blocks_of("- [ ] a\n- [x] b\n- [ ]\n- c\n1. [X] d\n\n[ ] e\n")
    assert told == []
    assert [(b.marker, b.text) for b in blocks] == [
        ("☐", "a"),
        ("☑", "b"),
        ("•", "[ ]"),
        ("•", "c"),
        ("1.", "☑ d"),
        ("", "[ ] e"),
    ]


def test_everything_that_the_parser_yields_prints_or_is_reported() -> None:
    """A type of token that nothing here knows would be lost without a word."""
    from generator.press.text import markdown

    parser = markdown._parser()
    assert set(parser.get_active_rules()["inline"]) == {
        "text", "newline", "escape", "backticks", "strikethrough", "emphasis", "link", "image",
        "autolink", "html_inline", "entity",
    }  # fmt: skip
    assert set(parser.get_active_rules()["block"]) == {
        "table", "code", "fence", "blockquote", "hr", "list", "reference", "html_block",
        "heading", "lheading", "paragraph",
    }  # fmt: skip


def test_nested_lists_know_their_depth_and_number() -> None:
    blocks, _ = blocks_of("3. a\n   - b\n4. c\n")
    assert [(b.level, b.marker) for b in blocks] == [(1, "3."), (2, "•"), (1, "4.")]


def test_parts_begin_and_end_at_headings() -> None:
    blocks, _ = blocks_of(TEXT)
    found = parts(blocks, "set-up", "Rulings")
    assert isinstance(found, list)
    assert (found[0].text, found[-1].text) == ("Deal **5** cards.", "For example this.")
    assert parts(blocks, "", "Ruling") == "Ruling"


# ---- figures


def test_a_figure_is_a_word_bold_text_or_empty() -> None:
    text = "**two words**<!--=a--> 7<!--= b --> (*x*<!--=c-->) | `y`<!--=d--> <!--=e-->"
    assert [(f.written, f.mark, f.expression) for f in figures(text)] == [
        ("two words", "**", "a"),
        ("7", "", "b"),
        ("x", "*", "c"),
        ("y", "`", "d"),
        ("", "", "e"),
    ]
    problems = Problems()
    values = dict(zip("abcde", range(5), strict=True))
    assert filled(text, values, Place("R.md"), problems) == "**0** 1 (*2*) | `3` 4"


def test_an_unknown_figure_is_reported_at_its_place() -> None:
    problems = Problems()
    assert filled("a\nb 5<!--=nothing-->", {}, Place("R.md"), problems) == "a\nb 5"
    assert [str(p.place) for p in problems] == ["R.md:2:3"]


def test_braces_in_a_markdown_file_are_reported_at_their_place() -> None:
    problems = Problems()
    text = "Deliver\n**{{ letters }}** letters."
    assert filled(text, {"letters": 5}, Place("R.md"), problems) == text
    (problem,) = problems
    assert str(problem) == (
        "R.md:2:3: warning: {{ letters }} prints as it is written: expressions are not filled "
        "in here (write the value, directly followed by <!--=letters-->)"
    )


@given(st.text(alphabet="a *`|<!-=>\n", max_size=60))
def test_figures_do_not_overlap(text: str) -> None:
    at = 0
    for figure in figures(text):
        assert at <= figure.start + len(figure.written) < figure.stop <= len(text)
        at = figure.stop


def test_check_reports_a_text_that_is_out_of_date(tmp_path: Path) -> None:
    game = "protoplay: 1\nname: N\nplayers: 2\nparameters: {hand: 6}\ncomponents:\n  sheet:\n"
    game += "    size: a5\n    front: {use: rules}\nvariants: {a: {}, b: {parameters: {hand: 4}}}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    (tmp_path / "RULES.md").write_text("# N\n\nDeal **5**<!--=hand-->.\n", "utf-8")
    _, problems = open_pack(tmp_path)
    assert [str(p) for p in problems] == [
        'RULES.md:3:6: warning: the text says "5", but "hand" is 6 (write 6; it is '
        "printed as 6 anyway)"
    ]
    for told in (open_pack(tmp_path, settings=("hand=7",)), open_pack(tmp_path, variant="b")):
        assert list(told[1]) == []


@pytest.mark.parametrize("name", bundled_packs())
def test_the_rules_of_bundled_games_name_every_number_once_and_right(name: str) -> None:
    drawn, problems = open_pack(name)
    assert drawn is not None and list(problems) == []
    text = (drawn.folder / "RULES.md").read_text("utf-8").split("## Rulings")[0]
    assert len(list(figures(text))) >= 8
    bare = re.findall(r"\*\*\d+\*\*(?!<!--=)", text)
    assert bare == []


# ---- on paper


def test_a_leaflet_prints_up_to_a_heading_with_the_figures_of_the_game(tmp_path: Path) -> None:
    (front, back), told = sides(
        tmp_path, TEXT, title="Ferry", until="Rulings", omit="(F)|(D)", changed="Changed:"
    )
    assert ["page 2 is empty" in line for line in told] == [True]
    assert front.startswith("Ferry") and "Night Ferry" not in front
    assert "Deal 6 cards." in front and "(F)" not in front and "N1" not in front
    assert "Changed: hand 6 (5)" in front.replace("  ", " ")
    assert front.endswith("1 / 2") and back == "Ferry 2 / 2"


def test_the_box_of_a_text_may_have_units(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text(TEXT, "utf-8")
    drawn = pack(component("p", A5, spec("template", "own.svg.j2")), folder=tmp_path)
    made = []
    for x, y, w, h, gap, size in (
        (5, 6, 90, 150, 4, 9),
        ("5mm", "0.6cm", "90", "150,0", "4mm", "9pt"),
    ):
        box = f"x={x!r}, y={y!r}, w={w!r}, h={h!r}, gap={gap!r}, size={size!r}, columns=2"
        calls = (f"leaflet('RULES.md', {box})", f"sections([('A', 'b c')], {box})")
        code = "".join("{{ draw." + call + " }}" for call in calls)
        (tmp_path / "own.svg.j2").write_text(code, "utf-8")
        problems = Problems()
        face = FaceMaker(drawn, problems).face(expand(drawn, problems)[0], "front")
        assert face is not None, lines(problems)
        made.append(face.svg)
    assert made[0] == made[1] and "Deal" in made[0]


@settings(max_examples=25, deadline=None)
@given(
    st.integers(min_value=1, max_value=60),
    st.integers(min_value=1, max_value=3),
    st.integers(min_value=1, max_value=2),
    st.floats(min_value=30, max_value=150),
)
def test_every_strip_is_placed_once_in_order_and_inside_its_column(
    n_blocks: int, n_pages: int, n_columns: int, height: float
) -> None:
    kinds = (
        "## Head {i}\n\n",
        "Word {i} " * 30 + "\n\n",
        "- item {i}\n",
        "|a{i}|b|\n|-|-|\n|1|2|\n\n",
    )
    text = "".join(kinds[i * i % 4].format(i=i) for i in range(n_blocks))
    problems = Problems()
    drawn = pack(component("p", A5, spec("use", "rules")))
    setter = Setter(types_of(drawn, problems), (), drawn.keywords)
    layouter = Layouter(setter, "body", lambda shown, line: (0.0, 0.5))
    frame = Frame(120.0, height, n_columns, 4.0)
    flow: Flow = layouter.flow(blocks_of(text)[0], frame, n_pages, 11.0, 6.0)
    assert len(flow.pages) == n_pages
    puts = [put for page in flow.pages for put in page]
    seen = [put.strip.line for put in puts]
    assert seen == sorted(seen)
    assert flow.is_whole == (flow.needed <= n_pages) == (not flow.lost_line)
    for page in flow.pages:
        for one, other in pairwise(page):
            below = other.y >= one.y + one.strip.height - 1e-6
            assert below if other.x == one.x else other.y == 0
        for put in page:
            assert put.y + put.strip.height <= height + 1e-6
            assert put.x + frame.column <= frame.width + 1e-6


def test_a_heading_is_never_the_last_line_of_a_page(tmp_path: Path) -> None:
    text = "# T\n\n" + "".join(f"## Head{i}\n\n{'word ' * 40}\n\n" for i in range(20))
    told, problems = sides(tmp_path, text, n=4, shape=Shape("rect", 105.0, 148.0))
    assert problems == []
    for page in told:
        # Headings are drawn last, in their colour; their text stands before the page's number.
        assert page.count("Head") >= 1
    blocks = blocks_of(text)[0]
    drawn = pack(component("p", A5, spec("use", "rules")))
    setter = Setter(types_of(drawn, Problems()), (), drawn.keywords)
    flow = Layouter(setter, "body", lambda shown, line: (0.0, 0.5)).flow(
        blocks[1:], Frame(90, 120), 4, 10.0, 8.0
    )
    assert all(page[-1].strip.look != "head" for page in flow.pages if page)


def test_text_that_does_not_fit_is_reported_with_its_first_line(tmp_path: Path) -> None:
    text = "# T\n\n" + "".join(f"Paragraph {i} {'word ' * 60}\n\n" for i in range(30))
    (page,), told = sides(tmp_path, text, n=1, shape=Shape("rect", 105.0, 148.0), least=9)
    (line,) = told
    found = re.match(r"RULES\.md:(\d+): error: p1/.*does not fit on 1 page; it needs (\d) at", line)
    assert found, line
    i_lost = (int(found[1]) - 3) // 2
    assert f"Paragraph {i_lost - 1} " in page and f"Paragraph {i_lost + 1} " not in page
    assert 3 <= int(found[2]) <= 6


@pytest.mark.parametrize(
    ("slots", "told"),
    [
        ({"file": "NONE.md"}, "cannot be printed: no such file"),
        ({"file": "../secret.md"}, "it lies outside the pack"),
        ({"until": "Ruling"}, "RULES.md has no heading 'Ruling'"),
        ({"page": 3}, "page 3 of 2"),
    ],
)
def test_wrong_slots_of_a_rule_sheet_are_reported(
    tmp_path: Path, slots: dict[str, object], told: str
) -> None:
    (tmp_path / "RULES.md").write_text(TEXT, "utf-8")
    made = component("p", A5, spec("use", "rules", **{"pages": 2, **slots}))  # type: ignore[arg-type]
    drawn, problems = pack(made, folder=tmp_path), Problems()
    FaceMaker(drawn, problems).face(expand(drawn, problems)[0], "front")
    assert any(told in line for line in lines(problems)), lines(problems)


def test_a_page_that_prints_empty_is_reported(tmp_path: Path) -> None:
    (_, empty), told = sides(tmp_path, "# T\n\nShort.\n")
    assert "Short" not in empty
    assert told == [
        "game.yaml:11:7: warning: p2/row-1, front: page 2 is empty because RULES.md ends on page 1 "
        "(print fewer pages, or use a larger text size)"
    ]
    _, told = sides(tmp_path, "# T\n\n" + "Many words. " * 500)
    assert told == []


def test_a_missing_icon_and_a_missing_glyph_are_reported_at_their_line(tmp_path: Path) -> None:
    _, told = sides(tmp_path, "# T\n\nA :nonsense: here\n\nand \u4e2d there\n\n![x](no.png)\n", n=1)
    assert [line.split(" ")[0] for line in told] == ["RULES.md:3:", "RULES.md:5:", "RULES.md:7:"]


@pytest.mark.parametrize(
    ("box", "columns", "size"),
    [((20, 30, 108, 150), 1, 14), ((30, 40, 90, 120), 2, 11), ((50, 60, 45, 100), 1, 9)],
)
def test_the_ink_of_a_page_stays_in_its_box(
    tmp_path: Path, box: tuple[int, int, int, int], columns: int, size: int
) -> None:
    import io

    import numpy as np
    import resvg_py
    from PIL import Image

    from generator.press.out.to_png import sized
    from generator.press.text.fonts import font_files

    words = "Jiffy **gÅ** *fjord* :coin: [Q] " * 6
    text = (
        f"# T\n\n## {words}\n\n{words}\n\n" + f"- {words}\n" * 3 + f"\n|a|{words}|\n|-|-|\n|1|Åg|\n"
    )
    (tmp_path / "R.md").write_text(text, "utf-8")
    at = ", ".join(map(str, box))
    call = f"leaflet('R.md', {at}, columns={columns}, size={size}, min=4)"
    (tmp_path / "page.svg").write_text(f"{{{{ {call} }}}}", "utf-8")
    drawn = pack(component("p", A5, spec("template", "page.svg"), bleed=0.0), folder=tmp_path)
    problems = Problems()
    face = FaceMaker(drawn, problems).face(expand(drawn, problems)[0], "front")
    assert face is not None and lines(problems) == []
    png = resvg_py.svg_to_bytes(
        svg_string=sized(face.svg, 1480, 2100),
        skip_system_fonts=True,
        font_files=[str(file) for file in font_files(drawn)],
        background="white",
    )
    inked = np.asarray(Image.open(io.BytesIO(bytes(png))).convert("L")) < 200
    rows, columns_ = np.nonzero(inked)
    assert rows.size > 5000
    x, y, w, h = (10 * side for side in box)
    assert x - 2 <= columns_.min() and columns_.max() <= x + w + 2
    assert y - 2 <= rows.min() and rows.max() <= y + h + 2


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("| w1 | w2 | w3 |", "a row has 3 cells, its table 2 columns: 'w3' does not print"),
        ("w1 | w2 | w3", "a row has 3 cells, its table 2 columns: 'w3' does not print"),
        ("| w1 | w2 | |", ""),
        (r"| w1 | 1 \| 2 |", ""),
        ("| w1 | w2 | <!-- a note --> |", ""),
        (
            "| w1 | w2 | <!-- a note --> w3 |",
            "a row has 3 cells, its table 2 columns: 'w3' does not print",
        ),
        ("| w1 |", ""),
    ],
)
@pytest.mark.parametrize("before", ["", "> ", "  "])
def test_a_cell_beyond_the_head_of_a_table_is_reported(before: str, row: str, told: str) -> None:
    found: list[tuple[int, str]] = []
    text = "".join(f"{before}{line}\n" for line in ("| a | b |", "|---|---|", row))
    read(text, lambda line, said, fix: found.append((line, said)))
    assert found == ([(3, told)] if told else [])


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_line_ends_of_all_programs_are_read(end: str) -> None:
    text = "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n\nx <b>y</b>\n"
    assert blocks_of(text.replace("\n", end)) == blocks_of(text)
    long = f"{'word ' * 3000}\n\n" * 2
    assert size_fault(long.replace("\n", end)) is None


def test_a_control_character_is_reported_once_with_its_line_and_left_out() -> None:
    told: list[tuple[int, str, str]] = []
    text = "# Hi\r\n\nlong\x07er\n\n| a | b\x07 |\n|---|---|\n| 1\x01 | 2 |\n"
    blocks = read(text, lambda *said: told.append(said))
    assert told == [
        (3, r"'\x07' (U+0007) is a control character", "remove it"),
        (7, r"'\x01' (U+0001) is a control character", "remove it"),
    ]
    assert [block.text for block in blocks[:2]] == ["Hi", "longer"]
