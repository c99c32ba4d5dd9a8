"""Real-world counts, file names and tables: messages about faults suggest what to write instead."""

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from generator.model.problems import Problems
from generator.press.build import build
from generator.press.options import BuildOptions
from generator.reading.door import open_pack
from generator.reading.near_files import similar_file
from generator.reading.tables import read_table

GAME = "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n"
DECK = "  c: {size: poker, rows: deck.csv, count: %s, front: {use: card, title: '{{ name }}'}}\n"
FILES = ["art/Back Art.png", "art/fog16.png", "art/deep/owl.jpg", "rules.py", "fonts/Body.otf"]


def written(folder: Path, game: str, deck: str) -> Path:
    (folder / "game.yaml").write_text(GAME + game, "utf-8")
    (folder / "deck.csv").write_text(deck, "utf-8", newline="")
    return folder


def said(folder: Path) -> list[str]:
    _, problems = open_pack(folder)
    return [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("cell", "found", "fix"),
    [
        ("", "nothing", "write 0 or 1 there"),
        ("-", '"-"', "write 0 or 1 there"),
        ("2x", '"2x"', "write 2;"),
        ("x3", '"x3"', "write 3;"),
        ("× 4", '"× 4"', "write 4;"),
        ("3 copies", '"3 copies"', "write 3;"),
        ("zwei", '"zwei"', "write it in digits, as 2"),
        ("1e2", '"1e2"', "write 100;"),
        ("0x10", '"0x10"', "write it in digits"),
        ("1_0", '"1_0"', "write 10;"),
        ("2.5", "the number 2.5", "count is at"),
        ("2 or 3", '"2 or 3"', "write it in digits"),
    ],
)
def test_an_invalid_count_is_reported_with_a_correct_form(
    tmp_path: Path, cell: str, found: str, fix: str
) -> None:
    written(tmp_path, DECK % '"{{ Qty }}"', f"name,Qty\nfox,{cell}\n")
    (line,) = said(tmp_path)
    start = f"deck.csv:2:2: error: expected a whole number of copies, found {found} ("
    assert line.startswith(start) and fix in line


@pytest.mark.parametrize(("cell", "copies"), [("3", 3), (" 3 ", 3), ("2.0", 2), ("0", 0)])
def test_every_form_of_a_count_is_read(tmp_path: Path, cell: str, copies: int) -> None:
    written(tmp_path, DECK % '"{{ Qty }}"', f"name,Qty\nfox,{cell}\nowl,1\n")
    pack, _ = open_pack(tmp_path)
    assert pack is not None and [r.count for r in pack.components[0].rows] == [copies, 1]


def test_blank_counts_have_the_meaning_set_in_the_pack(tmp_path: Path) -> None:
    deck = "name,Qty\na,\nb,-\nc,–\nd,0\ne,3\nf,  \n"
    for blank in (0, 2):
        written(tmp_path, DECK % f"{{column: Qty, blank: {blank}}}", deck)
        pack, problems = open_pack(tmp_path)
        assert pack is not None and not len(problems)
        counts = [row.count for row in pack.components[0].rows]
        assert counts == [blank, blank, blank, 0, 3, blank]
    written(tmp_path, DECK % "{column: qty, blank: 0}", deck)
    assert said(tmp_path) == [
        'game.yaml:5:52: error: count names the column "qty", which does not exist '
        '(did you mean "Qty"? known: Qty, name)'
    ]
    written(tmp_path, DECK % "{column: Qty, blank: none}", deck)
    (line,) = said(tmp_path)
    assert line.startswith("game.yaml:5:64: error: ") and "none" in line
    written(tmp_path, DECK % "{colum: Qty, blank: 0}", deck)
    assert any('unknown key "colum" (did you mean "column"?' in line for line in said(tmp_path))


@pytest.mark.parametrize(
    ("asked", "fix"),
    [
        ("art/fog16", 'its name is "art/fog16.png"'),
        ("art/fog16.jpg", 'its name is "art/fog16.png"'),
        ("Art/Fog16.PNG", 'its name is "art/fog16.png"; upper and lower case differ'),
        ("art\\fog16.png", 'write "art/fog16.png", with / between folders'),
        ("fog16.png", 'it is in another folder: "art/fog16.png"'),
        ("art/owl.jpg", 'it is in another folder: "art/deep/owl.jpg"'),
        ("art/Back%20Art.png", 'its name is "art/Back Art.png"'),
        ("art/back_art.png", 'its name is "art/Back Art.png"'),
        ("art/Back  Art.png", 'its name is "art/Back Art.png"'),
        ("art/fog61.png", 'did you mean "art/fog16.png"?'),
    ],
)
def test_a_similar_file_is_suggested_for_a_missing_one(asked: str, fix: str) -> None:
    assert similar_file(asked, FILES, (".png", ".jpg")).startswith(fix)


def test_only_pictures_are_suggested_for_a_picture() -> None:
    files = ["svg/i-nesting.svg", "svg/rainbow.png"]
    lost = "copy it into the pack's folder"
    assert similar_file("svg/missing.png", files, (".png", ".svg")) == lost
    assert similar_file("svg/ranbow.svg", files, (".png", ".svg")) == lost
    assert similar_file("svg/ranbow.png", files, (".png", ".svg")).startswith("did you mean")


def test_every_key_that_names_a_file_gives_the_same_hint(tmp_path: Path) -> None:
    game = (
        "  c: {size: poker, rows: Deck.csv, front: {template: faces/Front.svg}, "
        "back: art/Back.png}\n"
        "fonts: {body: fonts/body.ttf}\n"
    )
    written(tmp_path, game, "name\nfox\n")
    for name in ("faces/front.svg", "fonts/Body.ttf", "art/back.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    lines = said(tmp_path)
    for name in ("deck.csv", "faces/front.svg", "fonts/Body.ttf"):
        assert any(f'its name is "{name}"' in line for line in lines), (name, lines)


@pytest.mark.parametrize(
    "address",
    [
        "https://docs.google.com/spreadsheets/d/e/2PACX/pub?output=csv",
        "http://a.example/deck.csv",
        "//a.example/deck.csv",
    ],
)
def test_a_web_address_is_not_a_file(tmp_path: Path, address: str) -> None:
    written(tmp_path, (DECK % 1).replace("deck.csv", f'"{address}"'), "")
    (line,) = said(tmp_path)
    assert "is a web address, and nothing is downloaded (save the file" in line


def test_a_row_that_no_component_uses_is_reported(tmp_path: Path) -> None:
    part = "  %s: {size: poker, rows: deck.csv, where: %s, front: {use: card, title: x}}\n"
    deck = "name,tier,kind\nfox,1,a\nowl,2,b\nelk,4,c\ncat,,d\ngnu,5,e\n"
    game = part % ("a", '"tier == 1"') + part % ("b", '"tier == 2"')
    written(tmp_path, game, deck)
    assert said(tmp_path) == [
        'deck.csv:4:2: warning: no component uses this row, whose tier is "4", nor 1 more row '
        "(it is neither printed nor played; check where of a, b)"
    ]
    # What one component leaves out, or what all but one take, is meant.
    written(tmp_path, part % ("a", '"tier == 1"'), deck)
    assert said(tmp_path) == []
    written(tmp_path, part % ("a", '"tier == 1"') + part % ("b", "true"), deck)
    assert said(tmp_path) == []
    written(tmp_path, part % ("a", '"tier == 1"') + part % ("b", "\"kind == 'b'\""), deck)
    assert said(tmp_path) == []
    # What a variant is without is taken all the same.
    more = part % ("d", '"tier in (4, 5)"') + "variants: {small: {without: [d]}}\n"
    written(tmp_path, game + more, deck)
    assert said(tmp_path) == []


def test_a_game_without_pieces_is_reported(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("components:\n", ""), "utf-8")
    pack, problems = open_pack(tmp_path)
    assert pack is not None
    build(pack, BuildOptions(out=tmp_path / "out"), problems)
    (line,) = [str(problem) for problem in problems]
    assert "the game has no pieces yet" in line and "--only" not in line


@pytest.mark.parametrize(
    ("deck", "more", "told"),
    [
        (
            "name,Qty,text\nA,1,x\nB,2,y\nTotal,3,\n",
            "",
            "deck.csv:4:2: warning: 3 copies are as many as in all rows above: is "
            "this row a total? (if so, leave it out with where: 'name != \"Total\"')",
        ),
        (
            "name,Qty,text\nA,1,x\nB,2,y\nSumme:,3,\n",
            "where: Qty > 0, ",
            "deck.csv:4:2: warning: 3 copies are as many as in all rows above: is "
            "this row a total? "
            '(if so, leave it out by adding to its where: and name != "Summe:")',
        ),
        (
            "name,Qty,text\nA,4,x\nB,4,\n,8,\n",
            "",
            "deck.csv:4:2: warning: 8 copies are as many as in all rows above: is "
            "this row a total? (if so, leave it out with where: 'name != \"\"')",
        ),
        ("name,Qty,text\nA,1,x\nB,1,y\nC,2,\n", "", ""),
        ("name,Qty,text\nA,1,x\nB,1,y\nTotal,3,\n", "", ""),
        ("name,Qty\n1,4\n2,4\n3,8\n", "", ""),
        ("name,Qty,text\nA,1,x\nB,2,y\nTotal,3,\n", "where: 'name != \"Total\"', ", ""),
    ],
)
def test_a_last_row_with_the_total_of_copies_is_reported(
    tmp_path: Path, deck: str, more: str, told: str
) -> None:
    written(tmp_path, DECK.replace("size", more + "size") % '"{{ Qty }}"', deck)
    assert said(tmp_path) == ([told] if told else [])


@pytest.mark.parametrize(
    ("deck", "ids"),
    [
        ("Card Name,Qty\nFox,1\nOwl,1\n", ["fox", "owl"]),
        ("Titel,Qty\nFox,1\nOwl,1\n", ["fox", "owl"]),
        ("card_name,Qty\nFox,1\nOwl,1\n", ["fox", "owl"]),
        ("Card Name,id\nFox,f\nOwl,o\n", ["f", "o"]),
        ("Card,Title\nFox,A\nOwl,B\n", ["a", "b"]),
        ("Card,Titel\nFox,A\nOwl,B\n", ["c-1", "c-2"]),
        ("Card,Qty\nFox,1\nFox,1\n", ["c-1", "c-2"]),
        ("Card,Qty\nFox,1\n,1\n", ["c-1", "c-2"]),
        ("Card,Qty\n1,1\n2,1\n", ["c-1", "c-2"]),
        ("Effect,Qty\nFox,1\nOwl,1\n", ["c-1", "c-2"]),
    ],
)
def test_a_column_such_as_card_name_names_the_rows(
    tmp_path: Path, deck: str, ids: list[str]
) -> None:
    written(tmp_path, DECK.replace("{{ name }}", "x") % 1, deck)
    pack, problems = open_pack(tmp_path)
    assert pack is not None and not len(problems)
    assert [row.id for row in pack.components[0].rows] == ids


def test_the_key_piece_takes_precedence_over_a_column_such_as_card_name(tmp_path: Path) -> None:
    part = DECK.replace("{{ name }}", "x").replace("size", 'piece: "{{ Qty }} of it", size')
    written(tmp_path, part % 1, "Card Name,Qty\nFox,1\nOwl,2\n")
    pack, _ = open_pack(tmp_path)
    assert pack is not None and [row.id for row in pack.components[0].rows] == [
        "1-of-it",
        "2-of-it",
    ]


def book(path: Path, sheets: dict[str, Sequence[Sequence[Any]]], date: str = "d-mmm") -> Path:
    with xlsxwriter.Workbook(str(path)) as workbook:
        shown = workbook.add_format({"num_format": date})
        for name, rows in sheets.items():
            sheet = workbook.add_worksheet(name)
            for at in ((i, k) for i, row in enumerate(rows) for k in range(len(row))):
                cell = rows[at[0]][at[1]]
                if isinstance(cell, datetime.date):
                    sheet.write_datetime(*at, datetime.datetime(*cell.timetuple()[:3]), shown)
                else:
                    sheet.write(*at, cell)
    return path


@pytest.mark.parametrize(
    ("days", "code", "told"),
    [
        ([(2, 1)], "d-mmm", '"1-Feb": a spreadsheet may have converted 2-1 or 1-2 to a date'),
        ([(2, 1), (3, 4)], "[$-409]d-mmm;@", '"1-Feb": a spreadsheet may have '
         "converted 2-1 or 1-2 to a date; and 1 more below it"),
        ([(2, 1)], "mmm-yy", '"Feb-26": a spreadsheet may have converted 2-26 to a date'),
        ([(2, 1)], "dd.mm.yyyy", ""),
        ([(2, 1)], "d mmmm", ""),
        ([(2, 1), (2, 14), (3, 17), (12, 24)], "d-mmm", ""),
        ([(5, 1), (12, 24), (1, 6), (1, 1)], "d-mmm", ""),
    ],
)  # fmt: skip
def test_a_cell_in_the_format_that_excel_gives_to_1_2_is_reported(
    tmp_path: Path, days: list[tuple[int, int]], code: str, told: str
) -> None:
    rows = [["name", "range"], *(["A", datetime.date(2026, *day)] for day in days)]
    problems = Problems()
    read_table(book(tmp_path / "a.xlsx", {"A": rows}, code), "a.xlsx", problems)
    fix = " (format the column as text, then type the value again)"
    assert [str(p) for p in problems] == ([f"a.xlsx:B2: warning: {told}{fix}"] if told else [])


def test_holidays_are_not_reported_as_converted_pairs(tmp_path: Path) -> None:
    days = [datetime.date(2026, *day) for day in ((5, 1), (12, 24), (1, 6))]
    for beside, n in ((None, 0), ("soon", 1)):
        rows = [["name", "range"], *(["A", day] for day in days), ["A", beside]]
        problems = Problems()
        read_table(book(tmp_path / "a.xlsx", {"A": rows}), "a.xlsx", problems)
        assert [str(p.place) for p in problems] == ["a.xlsx:B2"] * n


def test_a_fuller_sheet_behind_the_first_is_reported(tmp_path: Path) -> None:
    header, fox, owl = ["name", "Qty"], ["Fox", 1], ["Owl", 1]
    part = DECK.replace("deck.csv", "deck.xlsx") % 1
    told = (
        'game.yaml:5:26: warning: only the first sheet, "Notes", is read, with 1 '
        'row; "Cards" has the same columns and 2 rows '
        '(write rows: {file: deck.xlsx, sheet: "Cards"}, or "Notes" to keep the first)'
    )
    written(tmp_path, part, "")
    book(tmp_path / "deck.xlsx", {"Notes": [header, fox], "Cards": [[*header, "x"], fox, owl]})
    assert said(tmp_path) == [told]
    for rows in ([header, fox], [["name", "x"], fox, owl], []):
        book(tmp_path / "deck.xlsx", {"Notes": [header, fox], "Cards": rows})
        assert said(tmp_path) == []
    # Where a component names a sheet of the file, its sheets are known.
    named = part.replace("  c:", "  d:").replace("deck.xlsx", "{file: deck.xlsx, sheet: Cards}")
    written(tmp_path, part + named, "")
    book(tmp_path / "deck.xlsx", {"Notes": [header, fox], "Cards": [header, fox, owl]})
    assert said(tmp_path) == []


def test_a_fault_in_a_column_with_several_words_names_the_cell(tmp_path: Path) -> None:
    part = "  c: {size: poker, rows: deck.csv, %s, front: {use: card, title: x, %s}}\n"
    written(
        tmp_path, part % ("count: 1", 'text: "{{ Card_text }}"'), "name,Card text\nfox,:gull:\n"
    )
    pack, problems = open_pack(tmp_path)
    assert pack is not None
    build(pack, BuildOptions(out=tmp_path / "out"), problems)
    assert [str(p).partition(" (")[0] for p in problems] == [
        "deck.csv:2:2: error: c/fox, front: there is no icon 'gull'"
    ]
    written(tmp_path, part % ('count: "{{ No_of }}"', "text: y"), "name,No of\nfox,two\n")
    (line,) = said(tmp_path)
    assert line.startswith('deck.csv:2:2: error: expected a whole number of copies, found "two"')
    written(tmp_path, part % ("count: 1", 'icon: "{{ The_icon }}"'), "name,The icon\nfox,gull\n")
    (line,) = said(tmp_path)
    assert line.startswith('deck.csv:2:2: error: there is no icon "gull"')


@pytest.mark.parametrize(
    "art", ["art/{{ Picture }}", "art/{{ Picture }}.png", "{{ Of }}/{{ Picture }}"]
)
def test_an_empty_cell_in_a_pictures_name_is_reported_at_the_cell(tmp_path: Path, art: str) -> None:
    part = f'  c: {{size: poker, rows: deck.csv, front: {{use: picture, art: "{art}"}}}}\n'
    written(tmp_path, part, "name,Picture,Of\nfox,,art\n")
    pack, problems = open_pack(tmp_path)
    assert pack is not None
    build(pack, BuildOptions(out=tmp_path / "out"), problems)
    (line,) = (str(p) for p in problems)
    assert line.startswith("deck.csv:2:2: error: c/fox, front: the picture ")
    assert line.endswith("the cell is empty (write a picture's file name there)")


def test_a_workbook_under_another_name_is_reported(tmp_path: Path) -> None:
    written(tmp_path, DECK % 1, "")
    whole = book(tmp_path / "a.xlsx", {"A": [["name"], ["fox"]]}).read_bytes()
    (tmp_path / "deck.csv").write_bytes(whole)
    told = "deck.csv: error: this is a workbook, not a .csv file (%s)"
    assert said(tmp_path) == [told % "rename it to deck.xlsx, here and in game.yaml"]
    ods = b"PK\3\4" + b"\0" * 26 + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
    (tmp_path / "deck.csv").write_bytes(ods)
    assert said(tmp_path) == [told % "rename it to deck.ods, here and in game.yaml"]
    old = bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 99
    (tmp_path / "deck.csv").write_bytes(old)
    assert said(tmp_path) == [
        told % "it is from Excel before 2007; open it and save it as deck.xlsx"
    ]
    written(tmp_path, DECK.replace("csv", "xlsx") % 1, "")
    (tmp_path / "deck.xlsx").write_bytes(old)
    assert said(tmp_path) == [
        "deck.xlsx: error: this is a workbook of Excel before 2007, or one with a password "
        "(open it in a spreadsheet program and save it as .xlsx)"
    ]
    # A text that only begins with these letters is one.
    written(tmp_path, DECK % 1, "name,PK\nfox,PK\n")
    assert said(tmp_path) == []


@pytest.mark.parametrize(
    ("deck", "columns"),
    [
        ("name,count,text\nfox,1,x\n", "name, count, text"),
        ("name,QTY\nfox,1\n", "name, QTY"),
        (
            "A,1,x\nB,1,x\n",
            "A, 1, x; its first row looks like data: add a row with the column names above it",
        ),
    ],
)
def test_a_missing_column_is_reported_with_its_table(
    tmp_path: Path, deck: str, columns: str
) -> None:
    written(tmp_path, DECK % '"{{ qty }}"', deck)
    meant = 'did you mean "QTY"? ' if "QTY" in deck else ""
    assert said(tmp_path)[0] == (
        'game.yaml:5:43: error: deck.csv has no column "qty", which the text "{{ qty }}" uses '
        f"({meant}its columns: {columns})"
    )


def test_faults_in_rows_of_game_yaml_name_no_table(tmp_path: Path) -> None:
    written(tmp_path, DECK.replace("deck.csv", "[{name: fox}]") % '"{{ qty }}"', "")
    (line,) = said(tmp_path)
    assert 'unknown name "qty" in the text "{{ qty }}"' in line


def test_names_that_cannot_be_evaluated_are_not_reported_as_equal(tmp_path: Path) -> None:
    part = (DECK % 1).replace("size", 'piece: "{{ diver }} {{ colour }}", size')
    written(tmp_path, part.replace("{{ name }}", "x"), "Diver,Colour\nA,red\nB,red\n")
    assert said(tmp_path) == [
        'game.yaml:5:14: error: deck.csv has no column "diver", which the text '
        '"{{ diver }} {{ colour }}" uses (did you mean "Diver"? its columns: Diver, Colour)'
    ]


@pytest.mark.parametrize("name", ["back.pdf", "art/Back.PSD", "back.afdesign"])
@pytest.mark.parametrize("way", ["back: %s", "back: {use: %s}", "back: {template: %s}"])
def test_an_unprintable_picture_file_names_formats_to_export(
    tmp_path: Path, way: str, name: str
) -> None:
    written(tmp_path, (DECK % 1).replace("front", way % name + ", front"), "name\nfox\n")
    (line,) = said(tmp_path)
    kind = name.rpartition(".")[2].upper()
    assert line.endswith(
        f'error: "{name}": files of the kind {kind} cannot be printed '
        "(export it as PNG or SVG, and write the name of that file)"
    )


def test_the_name_of_a_font_is_not_a_file(tmp_path: Path) -> None:
    written(tmp_path, DECK % 1 + "fonts: {body: Arial Narrow}\n", "name\nfox\n")
    assert said(tmp_path) == [
        'game.yaml:6:15: error: "Arial Narrow" is not a file (write the name of a '
        "font file, such as "
        "fonts/Arial Narrow.ttf)"
    ]
    (tmp_path / "Arial Narrow.otf").write_bytes(b"x")
    (line,) = said(tmp_path)
    assert 'its name is "Arial Narrow.otf"' in line


@pytest.mark.parametrize(
    ("pair", "fix"),
    [
        ("[63,5mm, 88mm]", " (write 63.5mm, with a point)"),
        ("[63mm, 88,5mm]", " (write 88.5mm, with a point)"),
        ("[63,5mm, 88,9mm]", " (write 63.5mm and 88.9mm, with a point)"),
        ("[63mm, 88mm, 5mm]", ""),
    ],
)
def test_a_length_with_a_comma_in_a_list_is_reported(tmp_path: Path, pair: str, fix: str) -> None:
    part = (DECK % 1).replace("size: poker", f"shape: {{rect: {pair}}}")
    written(tmp_path, part, "name\nfox\n")
    (line,) = said(tmp_path)
    n = pair.count(",") + 1
    assert line == f"game.yaml:5:21: error: expected 2 entries, found {n}{fix}"


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ('name,n,text\nfox,1,"Draw\nowl,2,x\n', ('2:3: error: the opening quote of this cell is '
         'never closed: "Draw')),
        ('name,n,text\nfox,1,x\nowl,2,"Draw\nelk,2,"x"\n', ('3:3: error: the opening quote of '
         'this cell is never closed: "Draw')),
        ('sep=,\nname,n\n"a\nb","c\nowl,2\n', ('3:2: error: the opening quote of this cell is '
         'never closed: "c')),
        ('name,n\r\nfox,"say ""hi""\r\nowl,2\r\n', ('2:2: error: the opening quote of this cell '
         'is never closed: "say "hi"')),
        ('name,n\rfox,"a\rowl,2\r', ('2:2: error: the opening quote of this cell is never '
         'closed: "a')),
        ('name,n\nfox,"say ""hi""\nthere"\nowl,"a"b\n', "4: error: not valid CSV: "),
        ('name,n\nfox,"a"b\n', "2: error: not valid CSV: "),
    ],
)  # fmt: skip
def test_a_quote_that_is_never_closed_is_reported_at_its_cell(
    tmp_path: Path, deck: str, told: str
) -> None:
    written(tmp_path, DECK % 1, deck)
    (line,) = said(tmp_path)
    assert line.startswith(f"deck.csv:{told}")


def test_a_template_error_suggests_the_correct_name(tmp_path: Path) -> None:
    part = "  c: {size: poker, rows: deck.csv, front: {template: t.svg}}\n"
    written(tmp_path, part, "name,cost\nfox,1\n")
    (tmp_path / "t.svg").write_text('<svg viewBox="0 0 9 9">\n<text>{{ nme }}</text></svg>')
    pack, problems = open_pack(tmp_path)
    assert pack is not None
    build(pack, BuildOptions(out=tmp_path / "out"), problems)
    (line,) = (str(p) for p in problems.errors)
    assert line == (
        't.svg:2:1: error: c/fox: deck.csv has no column "nme" (did you mean "name"? its columns: '
        "name, cost)"
    )


@pytest.mark.parametrize(
    ("cell", "is_"),
    [("", "the cell is empty"), ("one", 'the cell is "one"'), (" ", "the cell is empty")],
)
def test_a_cell_that_must_be_a_number_is_reported(tmp_path: Path, cell: str, is_: str) -> None:
    part = (DECK % 1).replace("'{{ name }}'", '"{{ The_cost + 1 }}"')
    written(tmp_path, part, f"name,The cost\nBob,1\nAda,{cell}\n")
    place = f"game.yaml:5:{part.index(chr(34) + '{{ The') + 1}"
    assert said(tmp_path) == [
        f'deck.csv:3:2: error: column "The cost", row c/ada: {is_}, but the text '
        f'"{{{{ The_cost + 1 }}}}" needs a number (write a number, or 0 for none; the text is at '
        f"{place})"
    ]


def test_a_count_in_words_is_suggested_in_digits(tmp_path: Path) -> None:
    written(tmp_path, DECK % "Four", "name\nfox\nowl\n")
    assert said(tmp_path) == ['game.yaml:5:43: error: count takes a number, found "Four" (write 4)']
    written(tmp_path, DECK % "four", "name,four\nfox,1\n")
    assert said(tmp_path) == []


def test_a_table_of_another_kind_is_found(tmp_path: Path) -> None:
    written(tmp_path, DECK.replace("deck.csv", "{file: deck.xlsx}") % 1, "name\nfox\n")
    assert said(tmp_path) == [
        'game.yaml:5:33: error: there is no file "deck.xlsx" (its name is "deck.csv")'
    ]


@pytest.mark.parametrize(
    ("goals", "told"),
    [
        ("{seats: 3%}", '16: error: "3%" is not a band for "seats" (did you mean "±3%"?)'),
        ("{seat: 3%}", '15: error: "3%" is not a band for "seat" (did you mean seats: "±3%"?)'),
        ("{'Ovl effect': ±5%}", ('23: warning: no piece is called "Ovl", but the goal "Ovl '
         'effect" is about it (did you mean "Owl"? known: Elk, Fox, Owl)')),
        ("{'Owl effect': ±5%, c/fox effect: <= 5%, ELK effect: ±5%}", ""),
        ("{'Side effect': 3-5}", ""),  # it may be a figure of the rules
    ],
)  # fmt: skip
def test_an_impossible_goal_is_reported_before_a_game_is_played(
    tmp_path: Path, goals: str, told: str
) -> None:
    # A piece that this variant is without is one all the same.
    other = DECK.replace("  c:", "  d:").replace("deck.csv", "[{name: Elk}]") % 1
    variants = "variants: {a: {without: [d]}, b: {}}\n"
    written(tmp_path, DECK % 1 + other + variants + f"goals: {goals}\n", "name\nFox\nOwl\n")
    assert said(tmp_path) == ([f"game.yaml:8:{told}"] if told else [])


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("9", "the value 9 is above high 6 (write 6 or less, or a larger high)"),
        ("0", "the value 0 is below low 1 (write 1 or more, or a smaller low)"),
    ],
)
def test_a_value_out_of_bounds_is_reported_at_its_place(
    tmp_path: Path, value: str, told: str
) -> None:
    more = f"parameters:\n  hand: {{low: 1, high: 6, value: {value}}}\n"
    written(tmp_path, DECK % 1 + more, "name\nfox\n")
    assert said(tmp_path) == [f"game.yaml:7:34: error: {told}"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ('""', "the game has no name"),
        ('"  "', "the game has no name"),
        ('"!?"', '"!?" is not a name'),
        ("1830", ""),
        ("ハナビ", ""),
    ],
)
def test_a_game_has_a_name(tmp_path: Path, name: str, told: str) -> None:
    written(tmp_path, DECK % 1, "name\nfox\n")
    game = (tmp_path / "game.yaml").read_text("utf-8").replace("name: T", f"name: {name}")
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    fix = '(a name needs letters: name: "My Game")'
    assert said(tmp_path) == ([f"game.yaml:2:7: error: {told} {fix}"] if told else [])
