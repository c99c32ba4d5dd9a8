"""Words on faces: what is typed in a cell prints, and differences are reported."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.reading.scaffold import new_game

HEAD = "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n"
CARD = "  c:\n    size: poker\n    front: {use: card, title: X, text: TEXT}\n"


def game(folder: Path, text: str, more: str = "", **files: str | bytes) -> Path:
    """Return a game of one deck whose cards print a text; more of game.yaml, and files by name."""
    folder.mkdir()
    (folder / "game.yaml").write_text(HEAD + CARD.replace("TEXT", text) + more, "utf-8")
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name.replace("__", ".")).write_bytes(data)
    return folder


def table(rows: Sequence[Mapping[str, str]]) -> str:
    """A CSV file of rows."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def printed(pack: Path) -> str:
    """All words of the built PDF, one blank between them."""
    done = CliRunner().invoke(app, ["build", str(pack), "--out", str(pack / "out")])
    assert done.exit_code == 0, done.output
    (file,) = (pack / "out").rglob("*.pdf")
    document = pypdfium2.PdfDocument(file)
    pages = [document[i].get_textpage().get_text_range() for i in range(len(document))]
    document.close()
    return " ".join(" ".join(pages).split())


def told(pack: Path, *words: str) -> list[str]:
    """Return what `check` reports about a pack, line by line, with the pack's own places."""
    done = CliRunner().invoke(app, ["check", str(pack), *words])
    lines = (line for line in done.stderr.splitlines() if ": error:" in line or "warning:" in line)
    return [line.replace(f"{pack}/", "") for line in lines]


@pytest.mark.parametrize(
    ("typed", "on_paper"),
    [
        ("A\u00ad", "A"),
        ("**A\u00ad** B", "A B"),
        ("A\u00ad B\u00ad.", "A B."),
        ("\u00adA\u200b\ufeff", "A"),
        ("A\u00ad:coin:", "A "),
        ("A\u3164B\u2800", "A B "),
        ("2*3 and 4*5", "2*3 and 4*5"),
    ],
)
def test_invisible_parts_print_nothing(tmp_path: Path, typed: str, on_paper: str) -> None:
    rows = "    rows: cards.csv\n"
    pack = game(tmp_path / "p", '"{{ t }}|"', rows, cards__csv=table([{"name": "N", "t": typed}]))
    assert f"X {on_paper}| T" in printed(pack)
    assert told(pack) == []


def test_a_soft_hyphen_shows_where_a_line_breaks_at_it(tmp_path: Path) -> None:
    long = "Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesellschafts\u00adkapitän\u00ad"
    rows = "    rows: cards.csv\n"
    pack = game(tmp_path / "p", '"{{ t }}"', rows, cards__csv=table([{"name": "N", "t": long}]))
    words = printed(pack).partition(" T ·")[0].removeprefix("X ")
    # The PDF says U+FFFE, or U+0002, for a hyphen at the end of a line.
    assert words.endswith("kapitän") and len(words) > len(long.replace("\u00ad", ""))


def test_the_ending_of_a_word_depends_on_the_number(tmp_path: Path) -> None:
    pearls = [{"name": f"{i}", "n": n} for i, n in enumerate(("1", "2", "1.00", "+1", "0"))]
    text = """'{{ n }} pearl{{ s(n) }}, {{ s(n, "die", "dice") }} berr{{ s(n, "y", "ies") }};'"""
    pack = game(tmp_path / "p", text, "    rows: cards.csv\n", cards__csv=table(pearls))
    words = printed(pack)
    for line in (
        "1 pearl, die berry;",
        "2 pearls, dice berries;",
        "1.00 pearl, die",
        "+1 pearl, die",
        "0 pearls, dice berries;",
    ):
        assert line in words
    assert told(pack) == []


def test_the_cards_of_a_new_game_print_the_singular_for_one_pearl(tmp_path: Path) -> None:
    words = printed(new_game("Night Ferry", tmp_path))
    assert words.count("No wreck: 1 pearl.") == 4 and "1 pearls" not in words
    assert words.count("No wreck: 6 pearls.") == 12


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" '
    'viewBox="0 0 63.5 88.9"><text x="5" y="20" font-size="5">({{ p }})</text></svg>'
)


@pytest.mark.parametrize(
    ("typed", "on_paper"),
    [
        ("0.0004", "0.0004"),
        ("0.0625", "0.0625"),
        ("TRUE", "TRUE"),
        ("1.50", "1.50"),
        ("+2", "+2"),
        ("007", "007"),
        ("1e21", "1e21"),
        ("123456.789", "123456.789"),
    ],
)
def test_a_template_prints_numbers_as_bundled_faces_do(
    tmp_path: Path, typed: str, on_paper: str
) -> None:
    more = f"    rows: [{{name: N, p: {typed}}}]\n    bleed: 0mm\n    back: {{template: t.svg}}\n"
    pack = game(tmp_path / "p", '"<{{ p }}>"', more, t__svg=SVG)
    words = printed(pack)
    assert f"<{on_paper}>" in words and f"({on_paper})" in words
    assert told(pack) == []
    cells = table([{"name": "N", "p": typed}])
    more = "    rows: cards.csv\n    bleed: 0mm\n    back: {template: t.svg}\n"
    pack = game(tmp_path / "q", '"<{{ p }}>"', more, t__svg=SVG, cards__csv=cells)
    words = printed(pack)
    assert f"<{on_paper}>" in words and f"({on_paper})" in words


@pytest.mark.parametrize(
    ("expression", "on_paper"),
    [
        ("2.5 | round", "3"),
        ("-2.5 | round", "-3"),
        ("3.5 | round", "4"),
        ("2.675 | round(2)", "2.68"),
        ("(n / 2) | round", "3"),
        ("7.21 | round(1, 'ceil')", "7.3"),
        ("1250 | round(-2)", "1300"),
        ("0.1 + 0.2", "0.3"),
        ("n / 100000", "0.00005"),
        ("1 / 3", "0.333333333333333"),
    ],
)
def test_numbers_are_rounded_and_printed_as_people_do(
    tmp_path: Path, expression: str, on_paper: str
) -> None:
    pack = game(tmp_path / "p", f'"<{{{{ {expression} }}}}>"', "    rows: [{name: N, n: 5}]\n")
    assert f"<{on_paper}>" in printed(pack)


@pytest.mark.parametrize(
    ("where", "bare"), [("not {{ n }}", "not n"), ("{{ n }} > 3", "n > 3"), ("!{{ n }}", "not n")]
)
def test_a_condition_with_words_around_its_braces_is_reported(
    tmp_path: Path, where: str, bare: str
) -> None:
    more = f'    where: "{where}"\n    rows: [{{name: N, n: 5}}, {{name: M, n: 0}}]\n'
    assert told(game(tmp_path / "p", "words", more)) == [
        f'game.yaml:8:12: error: "{where}" evaluates to text, and text always counts as true '
        f'(write the whole condition without {{{{ }}}}: "{bare}")'
    ]


@pytest.mark.parametrize("where", ["not n", "{{ not n }}", "{% if n %}no{% else %}yes{% endif %}"])
def test_a_condition_keeps_the_rows_for_which_it_is_true(tmp_path: Path, where: str) -> None:
    more = f'    where: "{where}"\n    rows: [{{name: N, n: 5}}, {{name: M, n: 0}}]\n'
    pack = game(tmp_path / "p", '"<{{ name }}>"', more)
    assert told(pack) == []
    words = printed(pack)
    assert "<M>" in words and "<N>" not in words


@pytest.mark.parametrize(
    ("cell", "is_told"),
    [("Draw **two**", True), ("gain :coin:", True), ("2*3 at 10:30:15", False), ("plain", False)],
)
def test_markup_that_no_textbox_reads_is_reported(tmp_path: Path, cell: str, is_told: bool) -> None:
    cells = table([{"name": "N", "p": cell}])
    more = "    rows: cards.csv\n    bleed: 0mm\n    back: {template: t.svg}\n"
    found = told(game(tmp_path / "p", "x", more, t__svg=SVG, cards__csv=cells))
    assert found == is_told * [
        f"cards.csv:2:2: warning: c/n, back: {cell!r} prints with its markup signs: it is "
        "not in a textbox (write {{ p | textbox(x, y, width, height) }})"
    ]
    boxed = SVG.replace("({{ p }})", "</text>{{ p | textbox(5, 5, 50, 30) }}<text>")
    assert told(game(tmp_path / "q", "x", more, t__svg=boxed, cards__csv=cells)) == []


@pytest.mark.parametrize(
    ("typed", "fix"),
    [
        ("Card Name", 'the column "Card Name" is written Card_Name in a text'),
        ("3 − 1", "in {{ }} write - instead of −"),
        ("name +", "close every {{ with }}, and every {% with %}"),
    ],
)
def test_a_template_that_cannot_be_read_is_reported_with_what_to_write(
    tmp_path: Path, typed: str, fix: str
) -> None:
    more = "    rows: cards.csv\n    bleed: 0mm\n    back: {template: t.svg}\n"
    cells = table([{"name": "N", "Card Name": "x"}])
    svg = SVG.replace("{{ p }}", f"{{{{ {typed} }}}}")
    (line,) = told(game(tmp_path / "p", "x", more, t__svg=svg, cards__csv=cells))
    assert line.startswith("t.svg:1:1: error: template: ") and line.endswith(f"({fix})")


DRAWN = """
def number(text):
    return int(text)


def face(piece, pack, draw):
    drawing = draw.drawing()
    drawing.add(draw.textbox(str(LINE), 5, 5, 40, 10))
    return drawing
"""
FIX = "(write a number there, or change the program to accept a text)"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (
            'int(piece.row.fields["cost"])',
            [
                'cards.csv:3:2: error: c/b, front: the cost of "B" is "", but drawings.py:8 reads '
                f"it as a number, and on 1 more face {FIX}",
                'cards.csv:4:2: error: c/c, front: the cost of "C" is "two", but drawings.py:8 '
                f"reads it as a number {FIX}",
            ],
        ),
        (
            'number(piece.row.fields["cost"])',
            [
                'cards.csv:3:2: error: c/b, front: the cost of "B" is "", but drawings.py:3 reads '
                f"it as a number, and on 1 more face {FIX}",
                'cards.csv:4:2: error: c/c, front: the cost of "C" is "two", but drawings.py:3 '
                f"reads it as a number {FIX}",
            ],
        ),
        (
            'sum(float(row.fields["cost"]) for row in pack.component("c").rows)',
            [
                'cards.csv:3:2: error: c/a, front: the cost of "B" is "", but drawings.py:8 reads '
                f"it as a number, and on 3 more faces {FIX}",
            ],
        ),
        (
            '1 + piece.row.fields["cost"]',
            [
                'cards.csv:3:2: error: c/b, front: the cost of "B" is "", but drawings.py:8 reads '
                f"it as a number, and on 1 more face {FIX}",
                'cards.csv:4:2: error: c/c, front: the cost of "C" is "two", but drawings.py:8 '
                f"reads it as a number {FIX}",
            ],
        ),
    ],
)
def test_a_text_that_a_drawing_reads_as_a_number_is_reported_at_its_cell(
    tmp_path: Path, line: str, found: list[str]
) -> None:
    cells = "name,cost,other\nA,1,x\nB,,\nC,two,\nD,,\n"
    drawn = DRAWN.replace("LINE", line)
    pack = game(tmp_path / "p", "x", "    rows: cards.csv\n", cards__csv=cells, drawings__py=drawn)
    text = (pack / "game.yaml").read_text("utf-8")
    text = text.replace("{use: card, title: X, text: x}", "{draw: face}")
    (pack / "game.yaml").write_text(text, "utf-8")
    assert told(pack, "--trust") == found


def test_a_text_that_rules_read_as_a_number_is_reported_at_its_cell(tmp_path: Path) -> None:
    pack = new_game("Night Ferry", tmp_path)
    rules, cards = pack / "rules.py", pack / "cards.csv"
    text = rules.read_text("utf-8")
    own = 'pearls=[int(card.fields["pearls"]) for card in cards]'
    rules.write_text(text.replace('pearls=column(cards, "pearls")', own), "utf-8")
    line = text[: text.index("pearls=column")].count("\n") + 1
    cards.write_text(cards.read_text("utf-8").replace("Bruno,coral,2,6", "Bruno,coral,2,"), "utf-8")
    assert told(pack, "--trust") == [
        f'cards.csv:3:4: error: the pearls of "coral 2" is "", but rules.py:{line} reads it as a '
        f"number {FIX}"
    ]
