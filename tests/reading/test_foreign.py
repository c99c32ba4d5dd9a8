"""Traces of other programs in texts and tables are reported, each with the correct form."""

import datetime
import doctest
import zipfile
from pathlib import Path

import pytest
import xlsxwriter

from generator.model.problems import Problems
from generator.reading import foreign_text
from generator.reading.door import open_pack
from generator.reading.tables import parse_csv, read_table
from generator.templating import expressions

GAME = """protoplay: 1
name: T
players: 2
components:
  c:
    size: poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}", text: TEXT}
"""


def told(folder: Path, cells: str, text: str = '"{{ text }}"', more: str = "") -> list[str]:
    """Return the reports about a game with this table, and with this text on its cards."""
    (folder / "game.yaml").write_text(GAME.replace("TEXT", text) + more, "utf-8")
    (folder / "cards.csv").write_text(cells, "utf-8", newline="")
    _, problems = open_pack(folder)
    return [str(problem) for problem in problems]


def test_examples() -> None:
    assert doctest.testmod(foreign_text).failed == doctest.testmod(expressions).failed == 0


NEW_LINE = "(start a new line there: Alt+Enter in Excel, Ctrl+Enter in LibreOffice)"


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        (r"Draw.\nDiscard", [rf"\n is printed literally {NEW_LINE}"]),
        (r"Draw.\13\Discard", [rf"\13\ is printed literally {NEW_LINE}"]),
        ("a<br>b<BR/>", [f"<br> is printed literally {NEW_LINE}"]),
        ("<b>a</b> b", ["<b> is printed literally (write **word** for bold)"]),
        ("<strong>a</strong>", ["<strong> is printed literally (write **word** for bold)"]),
        ("<i>a</i>", ["<i> is printed literally (write *word* for italic)"]),
        ("Tom &amp; x", ["&amp; is printed literally (write &)"]),
        ("5&#160;x", ["&#160; is printed literally (write the no-break space itself (U+00A0))"]),
        ("caf&eacute;", ["&eacute; is printed literally (write é)"]),
        ("gain [coin]", ["[coin] is printed literally (write the icon coin as :coin:)"]),
        ("gain [Coins]", ["[Coins] is printed literally (write the icon coin as :coin:)"]),
        ("a {sword}", ["{sword} is printed literally (write the icon sword as :sword:)"]),
        (
            "pay {T}",
            [
                "{T} is printed literally (write :t: for an icon icons/t.svg, "
                'or add "{T}" to keywords:)'
            ],
        ),
        ("[VP]", ["[VP] is printed literally (write the keyword VP without brackets)"]),
        (
            '<span style="color:red">a</span>',
            [
                '<span style="color:red"> is printed literally '
                "(remove it; only **bold**, *italic* and :icons: are supported)"
            ],
        ),
        ("a __b c__ d", ["__b c__ is printed literally (write **b c** for bold)"]),
        (
            "# Draw",
            [
                "# Draw is printed literally (a heading has its own slot; inside a text write "
                "**Draw** for bold text)"
            ],
        ),
        ("art/__b__.png", []),
        ("__b__.", ["__b__ is printed literally (write **b** for bold)"]),
        ("Name: ____ # of cards, #3, x__y__z, # 5, __ + __ = __", []),
        ("AT&T; a < b > c, [see below] (bird) {}", []),
        (r"art\new\night.png", []),
        (r"\\n", []),
    ],
)
def test_markup_of_other_programs_is_reported_with_ours(
    cell: str, found: list[str], tmp_path: Path
) -> None:
    quoted = '"' + cell.replace('"', '""') + '"'
    lines = told(tmp_path, f"name,text\nA,{quoted}\n", more='keywords: {VP: "**VP**"}\n')
    assert lines == [f"cards.csv:2:2: warning: {each}" for each in found]


def test_markup_is_reported_once_a_column_and_only_if_printed(tmp_path: Path) -> None:
    cells = "name,text,unprinted\nA,<b>a</b>,<b>\nB,b,<b>\nC,<b>c</b>,<b>\nD,<b>d</b>,<b>\n"
    assert told(tmp_path, cells) == [
        "cards.csv:2:2: warning: <b> is printed literally, and in 2 more cells "
        "(write **word** for bold)"
    ]


def test_markup_in_the_texts_of_the_game_is_reported_there(tmp_path: Path) -> None:
    assert told(
        tmp_path, "name\nA\n", r"'a\nb {{ {\'x\': 1}[name] if 0 }}'".replace("\\'", '"')
    ) == [
        r"game.yaml:8:51: warning: \n is printed literally "
        r'(in a text in double quotes, \n starts a new line: "one\ntwo")'
    ]


def test_a_heading_that_starts_a_rule_sheet_is_not_reported(tmp_path: Path) -> None:
    front = 'front: {use: rules, begin: "## Play", until: "## End"}'
    game = GAME.partition("    rows:")[0] + f"    {front}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    (tmp_path / "RULES.md").write_text("# A\n\n## Play\n\nx\n\n## End\n", "utf-8")
    _, problems = open_pack(tmp_path)
    assert [str(problem) for problem in problems] == []


def test_a_keyword_in_brackets_is_not_reported(tmp_path: Path) -> None:
    more = 'keywords: {"[coin]": ":coin:"}\n'
    assert told(tmp_path, "name,text\nA,gain [coin]\n", more=more) == []


@pytest.mark.parametrize(
    ("cell", "sound"),
    [
        ("RenÃ©e", "Renée"),
        ("itâ€™s", "it’s"),
        ("MÃ¼ller â€“ 5â‚¬", "Müller – 5€"),
        ("zÅ‚oty", "złoty"),
        ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет"),
        ("ðŸ˜€", "😀"),
        ("Ren√©e", "Renée"),
        ("Ren├®e", "Renée"),
        ("Â£5", "£5"),
        ("RenÃƒÂ©e", "Renée"),
    ],
)
def test_garbled_letters_are_reported(cell: str, sound: str, tmp_path: Path) -> None:
    fix = "the table was read in the wrong encoding; save it again as UTF-8"
    assert told(tmp_path, f"name,text\nA,{cell}\n") == [
        f'cards.csv:2:2: warning: "{cell}" should probably be "{sound}" ({fix})'
    ]
    assert told(tmp_path, "name\nA\n", f'"{cell}"') == [
        f'game.yaml:8:51: warning: "{cell}" should probably be "{sound}" '
        "(the text was read in the wrong encoding; type it again)"
    ]


@pytest.mark.parametrize(
    "cell",
    [
        "CAFÉ…",
        "„MENÜ“",
        "NÃO",
        "voilà\u00a0»",
        "„JÄ“",
        "Ünlü Ñandú",
        "Łódź",
        "“À la carte”",
        "30 °C",
    ],
)
def test_correct_letters_are_not_reported(cell: str, tmp_path: Path) -> None:
    assert told(tmp_path, f"name,text\nA,{cell}\n") == []


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["3-5", "2-Jan", "4-6"], '3:2: warning: "2-Jan" among values such as "3-5": a spreadsheet '
         "may have converted 1-2 or 2-1 to a date"),
        (["2. Jan", "10-12"], '2:2: warning: "2. Jan" among values such as "10-12": a spreadsheet '
         "may have converted 1-2 or 2-1 to a date"),
        (["3-5", "Mar-40", "5-Dez"], '3:2: warning: "Mar-40" among values such as "3-5": '
         "a spreadsheet may have converted 3-40 to a date; and 1 more below it"),
        (["4", "3-Mar", "6"], '3:2: warning: "3-Mar" among values such as "4": a spreadsheet '
         "may have converted 3-3 to a date"),
        (["1/2", "03/04/2026"], '3:2: warning: "03/04/2026" among values such as "1/2": '
         "a spreadsheet may have converted other numbers to a date"),
        (["2-Jan", "5-Mar"], ""),
        (["2026-01-02", "soon"], ""),
        (["3-5", "Jan"], ""),
    ],
)  # fmt: skip
def test_dates_among_pairs_such_as_3_5_are_reported(
    cells: list[str], found: str, tmp_path: Path
) -> None:
    text = "name,range\n" + "".join(f"{i},{cell}\n" for i, cell in enumerate(cells))
    fix = " (format the column as text, then type the value again)"
    assert told(tmp_path, text, '"{{ range }}"') == ([f"cards.csv:{found}{fix}"] if found else [])


@pytest.mark.parametrize("code", ["d-mmm", "dd.mm.yyyy", "yyyy-mm-dd", "m/d/yy"])
def test_a_date_cell_among_pairs_such_as_3_5_is_reported(code: str, tmp_path: Path) -> None:
    with xlsxwriter.Workbook(str(tmp_path / "a.xlsx")) as book:
        sheet, date = book.add_worksheet(), book.add_format({"num_format": code})
        for row, cell in enumerate(("range", "3-5", None, "4-6")):
            if cell is None:
                sheet.write_datetime(row, 0, datetime.datetime(2026, 1, 2), date)
            else:
                sheet.write_string(row, 0, cell)
    problems = Problems()
    read_table(tmp_path / "a.xlsx", "a.xlsx", problems)
    (problem,) = problems
    assert str(problem.place) == "a.xlsx:A3" and 'among values such as "3-5"' in problem.message


def test_digits_and_signs_that_only_look_like_numbers_are_reported(tmp_path: Path) -> None:
    assert told(tmp_path, "name,text\nA,３\nB,−2\nC,1\n") == [
        'cards.csv:2:2: warning: "３" is text among numbers; with plain digits and signs it is 3; '
        "and 1 more below it (write it with the digits 0 to 9 and -)"
    ]
    assert told(tmp_path, "name,text\nA,３\nB,two\n") == []


def test_invisible_characters_are_removed_from_cells_and_headers() -> None:
    text = '"Card\u00a0\r\nName\u200b",cost\ufeff\r\n"a\r\nb\t\u200b",5\u200b\r\n'
    (entry,) = parse_csv(text, "cards.csv", Problems()) or []
    assert entry.fields == {"Card Name": "a\nb", "cost": 5}


def test_line_ends_of_a_workbook_are_read_in_styled_words_too(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(str(tmp_path / "a.xlsx")) as book:
        sheet, bold = book.add_worksheet(), book.add_format({"bold": True})
        sheet.write_column(0, 0, ["a", "oneQtwo"])
        sheet.write_rich_string(2, 0, bold, "one", "Qtwo")
    with (
        zipfile.ZipFile(tmp_path / "a.xlsx") as old,
        zipfile.ZipFile(tmp_path / "b.xlsx", "w") as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"Qtwo", b"_x000D_\ntwo"))
    rows = read_table(tmp_path / "b.xlsx", "b.xlsx", Problems()) or []
    assert [row.fields["a"] for row in rows] == ["one\ntwo", "**one**\ntwo"]


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("{{ Card Name }}", 'the column "Card Name" is written Card_Name in a text'),
        ("{{ card name }}", 'the column "Card Name" is written Card_Name in a text'),
        ("{% if Card Name %}x{% endif %}", 'the column "Card Name" is written Card_Name in a text'),
        ('{{ fields["Card Name"] }}', 'the column "Card Name" is written Card_Name in a text'),
        ("{{ 2nd }}", 'the column "2nd" is written _2nd in a text'),
        ("{{ “a” ~ name }}", 'in {{ }} write " instead of “ and ”'),
        ("{{ name ~ ‘x’ }}", "in {{ }} write ' instead of ‘ and ’"),
        ("{{ 3 − 1 × 2 }}", "in {{ }} write - instead of −, * instead of ×"),
    ],
)
def test_a_text_that_cannot_be_read_is_reported_with_what_to_write(
    text: str, fix: str, tmp_path: Path
) -> None:
    (line,) = told(tmp_path, "name,Card Name,2nd\nA,a,b\n", f"'{text}'")
    assert line.startswith("game.yaml:8:51: error: ") and line.endswith(f"({fix})")


def test_columns_of_several_words_fill_in(tmp_path: Path) -> None:
    text = '"{{ Card_Name }} {{ _2nd }}\u00a0{{\u00a0name\u00a0}}"'
    assert told(tmp_path, "name,Card Name,2nd\nA,a,b\n", text) == []
