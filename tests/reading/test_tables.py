"""CSV files and workbooks as entries with their places."""

import doctest
import io
import zipfile
from pathlib import Path

import pytest
import xlsxwriter

from generator.model.problems import Place, Problems
from generator.reading import csv_text
from generator.reading.tables import parse_csv, read_table
from generator.reading.values import Entry


def table_of(text: str) -> list[Entry]:
    problems = Problems()
    entries = parse_csv(text, "cards.csv", problems)
    assert entries is not None, [str(p) for p in problems]
    return entries


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_sniffed(delimiter: str) -> None:
    text = "name,points\nRiver,3\n".replace(",", delimiter)
    assert [entry.fields for entry in table_of(text)] == [{"name": "River", "points": 3}]


def test_cells_that_look_like_numbers_are_numbers() -> None:
    (entry,) = table_of('a,b,c,d,e,f,g\n3,-2.5,007,1e5,"4",TRUE,\n')
    assert list(entry.fields.values()) == [3, -2.5, "007", "1e5", 4, True, ""]


def test_cells_keep_their_places() -> None:
    entries = table_of('name,text\n\nRiver,"two\nlines"\nGrove,x\n')
    assert [entry.place for entry in entries] == [
        Place("cards.csv", 3, 1),
        Place("cards.csv", 5, 1),
    ]
    assert entries[1].places["text"] == Place("cards.csv", 5, 2)
    assert set(entries[1].places) == {"name", "text"}


def test_empty_rows_and_columns_are_skipped() -> None:
    assert [r.fields for r in table_of("a,b,\n1,2,\n,,\n3,4,\n\n")] == [
        {"a": 1, "b": 2},
        {"a": 3, "b": 4},
    ]


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ("2,5;1.000,5;1.000", ['"1.000" is read as 1']),
        ("2.5;1,234;1.25", ['"1,234" is read as 1.234']),
        ("2.5;1.234;0.125", []),
        ("2,5;1,250;0,125", []),
        ("12.05.2024;3;4", []),
        ("12.05.2024;1,2,3;1,125", []),
    ],
)
def test_an_ambiguous_thousands_separator_is_reported(cells: str, told: list[str]) -> None:
    problems = Problems()
    parse_csv(f"a;b;c\n{cells}\n", "cards.csv", problems)
    assert [problem.message.partition(", but")[0] for problem in problems] == told


def test_windows_line_ends_and_quoted_delimiters() -> None:
    (entry,) = table_of('"a;b",c\r\n"x;y, z",2\r\n')
    assert entry.fields == {"a;b": "x;y, z", "c": 2}


# ---- workbooks


def test_xlsx_sheets_by_name(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.title = "Notes"
    sheet = book.create_sheet("Cards")
    sheet.append(["name", "points", "rare", None])
    sheet.append(["River", 3.0, True])
    sheet.append([None, None, None])
    sheet.append(["Grove", 2.5, False])
    path = tmp_path / "cards.xlsx"
    book.save(path)
    problems = Problems()
    entries = read_table(path, "cards.xlsx", problems, "Cards")
    assert entries is not None
    assert [list(entry.fields.values()) for entry in entries] == [
        ["River", 3, True],
        ["Grove", 2.5, False],
    ]
    assert entries[1].places["points"] == Place("cards.xlsx[Cards]", 4, 2)
    assert read_table(path, "cards.xlsx", problems, "cards") is None
    assert read_table(path, "cards.xlsx", problems) is None
    assert [str(p) for p in problems] == [
        'cards.xlsx: error: cards.xlsx has no sheet "cards" '
        '(did you mean "Cards"? known: Cards, Notes)',
        'cards.xlsx: error: the sheet "Notes" is empty (to read another, write sheet: "Cards")',
    ]


def test_a_first_sheet_without_rows_names_the_next(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.title = "Readme"
    book.active.append(["All our cards"])
    book.create_sheet("Cards").append(["name"])
    path = tmp_path / "cards.xlsx"
    book.save(path)
    problems = Problems()
    assert read_table(path, "cards.xlsx", problems) == []
    assert read_table(path, "cards.xlsx", problems, "Cards") == []
    assert [str(p) for p in problems] == [
        "cards.xlsx[Cards]: warning: there are no rows below the header",
        "cards.xlsx[Readme]: warning: there are no rows below the header "
        '(to read another, write sheet: "Cards")',
    ]


def test_a_merged_header_is_reported_once_a_column(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (
        ["name", "cost", None, "kind", None],
        *([f"card {i}", i, i, "a", "b"] for i in "123"),
    ):
        book.active.append(row)
    book.active["C4"] = None
    book.active.merge_cells("B1:C1")
    book.active.merge_cells("D1:E1")
    book.save(tmp_path / "cards.xlsx")
    problems = Problems()
    assert read_table(tmp_path / "cards.xlsx", "cards.xlsx", problems) is None
    said = (
        "in a column without a header; 3 columns have one "
        "(name the column; in merged header cells only the "
    )
    assert [str(problem) for problem in problems] == [
        f'cards.xlsx:C2: error: the cell "1" and 1 below it are {said}first column has the name)',
        f'cards.xlsx:E2: error: the cell "b" and 2 below it are {said}first column has the name)',
    ]


def test_an_indented_table_keeps_its_rows_and_columns(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active["B3"], book.active["C3"] = "name", "points"
    book.active["B4"], book.active["C4"] = "River", 3
    path = tmp_path / "cards.xlsx"
    book.save(path)
    entries = read_table(path, "cards.xlsx", Problems())
    assert entries is not None
    assert entries[0].fields == {"name": "River", "points": 3}
    assert entries[0].places["points"] == Place("cards.xlsx", 4, 3)


def test_a_number_that_is_too_large_stays_text(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["name", "points"], ["River", 4], ["Sea", 5]):
        book.active.append(row)
    sound, path = io.BytesIO(), tmp_path / "cards.xlsx"
    book.save(sound)
    with zipfile.ZipFile(sound) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"<v>5</v>", b"<v>1e999</v>"))
    entries = read_table(path, "cards.xlsx", Problems())
    assert entries is not None
    assert [entry.fields["points"] for entry in entries] == [4, "inf"]


def test_shared_texts_count_once_for_each_cell(tmp_path: Path) -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rows = "".join(f'<row r="{i}"><c r="A{i}" t="s"><v>0</v></c></row>' for i in range(1, 4001))
    path = tmp_path / "cards.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        sheet = f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
        text = f"<si><t>{'a' * 1_000_000}</t></si>"
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{main}">{text}</sst>')
    problems = Problems()
    assert read_table(path, "cards.xlsx", problems) is None
    said = "its texts, including repetitions, have 65,000,000 characters"
    assert [str(p).partition(" (")[0] for p in problems] == [f"cards.xlsx:A65: error: {said}"]


def test_ods_sheets_are_read(tmp_path: Path) -> None:
    content = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content office:version="1.2"
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
<table:table table:name="Cards">
<table:table-row><table:table-cell office:value-type="string"><text:p>name</text:p>
</table:table-cell><table:table-cell office:value-type="string"><text:p>points</text:p>
</table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>River</text:p>
</table:table-cell><table:table-cell office:value-type="float" office:value="3"><text:p>3</text:p>
</table:table-cell></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    path = tmp_path / "cards.ods"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", kind)
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    problems = Problems()
    entries = read_table(path, "cards.ods", problems, "Cards")
    assert entries is not None, [str(p) for p in problems]
    assert [entry.fields for entry in entries] == [{"name": "River", "points": 3}]


def test_the_size_of_each_sheet_is_checked_separately(tmp_path: Path) -> None:
    cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
    row = f"<table:table-row>{cell * 2}</table:table-row>"
    tall = f'<table:table table:name="Tall">{row * 2701}</table:table>'
    wide = f'<table:table table:name="Wide"><table:table-row>{cell * 1500}</table:table-row>'
    spaces = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    body = f"<office:body><office:spreadsheet>{tall}{wide}</table:table></office:spreadsheet>"
    path = tmp_path / "cards.ods"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        document = (
            f"<office:document-content{spaces}>{body}</office:body></office:document-content>"
        )
        archive.writestr("content.xml", document)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    problems = Problems()
    read_table(path, "cards.ods", problems, "Tall")
    assert not any("there is a cell in row" in str(p) for p in problems), [str(p) for p in problems]


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/workbook.xml", "w") as entry,
    ):
        for _ in range(270):
            entry.write(b"\0" * 1_000_000)
    path = tmp_path / "cards.xlsx"
    path.write_bytes(packed.getvalue())
    problems = Problems()
    assert read_table(path, "cards.xlsx", problems) is None
    assert "unpacks to 270 MB" in str(next(iter(problems)))


def test_a_workbook_that_was_only_half_saved_is_reported_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "cards.xlsx"
    path.write_bytes(b"PK\x03\x04 and no more")
    problems = Problems()
    assert read_table(path, "cards.xlsx", problems) is None
    assert [p.message for p in problems] == ["the workbook is damaged, or was only partly saved"]


@pytest.mark.parametrize("sheet", ['<table:table table:name="S">', "<table:table", ""])
def test_a_truncated_sheet_is_reported_and_reading_ends(tmp_path: Path, sheet: str) -> None:
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    body = f"<office:document-content {spaces}><office:body><office:spreadsheet>{sheet}"
    with zipfile.ZipFile(tmp_path / "cards.ods", "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr("content.xml", body)
        book.writestr("META-INF/manifest.xml", "<a/>")
    problems = Problems()
    assert read_table(tmp_path / "cards.ods", "cards.ods", problems) is None
    (problem,) = problems
    assert problem.place.file == "cards.ods" and "not a spreadsheet: " in problem.message


def told_of(text: str) -> list[str]:
    problems = Problems()
    parse_csv(text, "a.csv", problems)
    return [str(problem) for problem in problems]


def test_rows_longer_than_the_header_are_reported_once() -> None:
    fix = (
        '(put quotes around a cell that contains the delimiter, as in "2,5", or remove '
        "the last cell)"
    )
    assert told_of("name,n,m\nrope,2,5,\n") == [
        f"a.csv:2:4: warning: 4 cells under 3 headers {fix}"
    ]
    assert told_of("name,n,m\na,1,2\nb,1,2,\nc,1,2,,\nd,1,2,\n") == [
        f"a.csv:3:4: warning: 4 cells under 3 headers, and in 2 more rows {fix}"
    ]
    assert told_of("name,n,\na,1,\n") == []


@pytest.mark.parametrize(
    ("text", "above", "header"),
    [
        ("My cards\nname,n,m\na,1,2\nb,1,2\n", "there is one cell above a row of 3", 2),
        ("My cards;;\n\nname;n;m\na;1;2\n", "there is one cell above a row of 3", 3),
        ("My cards,v2,,\nname,n,m,k\na,1,2,3\n", "there are 2 cells above a row of 4", 2),
        ("My cards\nname;n\na;1\n", "there is one cell above a row of 2", 2),
    ],
)
def test_a_title_above_the_header_is_reported_once(text: str, above: str, header: int) -> None:
    assert told_of(text) == [
        f"a.csv:1:1: error: {above}: is this a title, and the header below it? "
        f"(if so, write rows: {{file: a.csv, header: {header}}}; otherwise name the other columns)"
    ]


def test_the_header_may_stand_below_a_title(tmp_path: Path) -> None:
    problems = Problems()
    text = "My cards, all of them\nv2;;\n\nname;n;m\na;1;2,5\n\nb;3;4\n"
    entries = parse_csv(text, "a.csv", problems, header=3) or []
    assert [(e.fields, e.place.line) for e in entries] == [
        ({"name": "a", "n": 1, "m": 2.5}, 5),
        ({"name": "b", "n": 3, "m": 4}, 7),
    ]
    assert not len(problems)
    book = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(book) as made:
        sheet = made.add_worksheet()
        sheet.merge_range("A1:C1", "My cards")
        sheet.write_row("A3", ["name", "n", "m"])
        sheet.write_row("A4", ["a", 1, 2])
        sheet.write_row("A5", ["b", "x"])
    read = read_table(book, "a.xlsx", problems, header=3) or []
    assert [e.fields for e in read] == [
        {"name": "a", "n": 1, "m": 2},
        {"name": "b", "n": "x", "m": ""},
    ]
    assert str(read[1].places["n"]) == "a.xlsx:B5"
    assert read_table(book, "a.xlsx", problems, header=9) is None
    assert [str(p).partition(" (")[0] for p in problems] == [
        "a.xlsx: error: the sheet is empty from row 9 on"
    ]


def test_the_examples_of_the_module_are_correct() -> None:
    results = doctest.testmod(csv_text)
    assert results.attempted >= 1 and not results.failed


def test_files_that_were_joined_and_names_that_are_one_in_a_text(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("\ufeffname,\ufeffcost\nA,1\n\ufeffB,2\n", "utf-8")
    problems = Problems()
    entries = read_table(file, "a.csv", problems) or []
    assert [entry.fields for entry in entries] == [
        {"name": "A", "cost": 1},
        {"name": "B", "cost": 2},
    ]
    assert not len(problems)
    parse_csv("name,Card text,Card_text\nA,b,c\n", "a.csv", problems)
    parse_csv("n\0a\0\n\0", "b.csv", problems)
    assert [str(problem) for problem in problems] == [
        'a.csv:1:2: warning: in texts, Card_text is the column "Card_text", never "Card text" '
        "(rename one of them)",
        "b.csv:1:2: error: the file contains a zero byte, so it is not CSV "
        "(save it as UTF-8; in Excel: Save as, CSV UTF-8)",
    ]
