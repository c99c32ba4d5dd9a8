"""Workbooks as people make them: merged cells, hidden rows and sheets, tables with a total row."""

import io
import re
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from PIL import Image

from generator.model.pack import Scalar
from generator.model.problems import Problems
from generator.reading.tables import parse_csv, read_table
from generator.reading.workbook import MOST_MERGED, MOST_TABLES

ROWS: list[list[Scalar]] = [
    ["name", "cost", "text"], ["A", 1, "Discard all"], ["B", 2, ""], ["", "", ""], ["C", 3, ""],
    ["D", 4, "x"],
]  # fmt: skip
NAMES = ("office", "table", "text", "style", "draw")  # of the parts of an ODS
ANEW = "(open it in a spreadsheet program and save it again as .xlsx)"
MERGED = "<mergeCells>" + '<mergeCell ref="A1"/>' * (MOST_MERGED + 1) + "</mergeCells>"


def read(path: Path, sheet: str | None = None) -> tuple[list[list[Scalar]], list[str]]:
    problems = Problems()
    entries = read_table(path, path.name, problems, sheet) or []
    return [list(entry.fields.values()) for entry in entries], [str(p) for p in problems]


def xlsx(path: Path, change: Callable[[xlsxwriter.Workbook, object], None]) -> Path:
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("Cards")
        for i, row in enumerate(ROWS):
            for k, cell in enumerate(row):
                sheet.write(i, k, cell) if cell != "" else None
        change(book, sheet)
    return path


def ods(path: Path, rows: str, styles: str = "", sheets: str = "") -> Path:
    space = "urn:oasis:names:tc:opendocument:xmlns"
    spaces = "".join(
        f' xmlns:{n}="{space}:{n}:1.0"' for n in ("office", "table", "text", "style", "draw")
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "content.xml",
            f"<office:document-content{spaces}><office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body><office:spreadsheet>{sheets}"
            f'<table:table table:name="Cards">{rows}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
        archive.writestr("META-INF/manifest.xml", "<a/>")
    return path


def ods_row(*cells: str, row: str = "", cell: str = "") -> str:
    inner = "".join(
        f'<table:table-cell {cell if i else ""} office:value-type="string"><text:p>{text}</text:p>'
        "</table:table-cell>"
        if text
        else "<table:covered-table-cell/>"
        for i, text in enumerate(cells)
    )
    return f"<table:table-row {row}>{inner}</table:table-row>"


def test_a_merged_cell_counts_for_each_of_its_rows(tmp_path: Path) -> None:
    made = xlsx(tmp_path / "a.xlsx", lambda _, s: s.merge_range("C2:C5", "Discard all"))
    rows, told = read(made)
    assert not told
    assert rows == [["A", 1, "Discard all"], ["B", 2, "Discard all"], ["C", 3, "Discard all"],
                    ["D", 4, "x"]]  # fmt: skip


def test_a_merged_cell_of_ods_counts_for_each_of_its_rows(tmp_path: Path) -> None:
    spanned = 'table:number-rows-spanned="3" table:number-columns-spanned="1"'
    body = [ods_row("name", "text"), ods_row("A", "Discard all", cell=spanned), ods_row("B", "")]
    rows, told = read(ods(tmp_path / "a.ods", "".join([*body, ods_row("", ""), ods_row("D", "x")])))
    assert not told
    assert rows == [["A", "Discard all"], ["B", "Discard all"], ["D", "x"]]


def test_a_card_of_two_merged_lines_is_one_card(tmp_path: Path) -> None:
    def two_lines(_: object, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        for column, text in enumerate(("E", "5", "y")):
            sheet.merge_range(6, column, 7, column, text)

    rows, told = read(xlsx(tmp_path / "a.xlsx", two_lines))
    assert rows[-2:] == [["D", 4, "x"], ["E", 5, "y"]] and not told


def test_a_cell_merged_over_columns_is_reported_and_counts_for_the_first(tmp_path: Path) -> None:
    made = xlsx(tmp_path / "a.xlsx", lambda _, s: [s.merge_range("B6:C6", ""), s.write("B6", 4)])
    rows, told = read(made)
    assert rows[-1] == ["D", 4, ""]
    assert told == [
        'a.xlsx:B6: warning: the cell is merged over 2 columns, but counts for "cost" only '
        '(unmerge it, and write the value of "text")'
    ]


def test_hidden_rows_are_reported_with_their_number(tmp_path: Path) -> None:
    def hide(_: object, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        for i in (2, 3, 4):  # one of them is empty
            sheet.set_row(i, None, None, {"hidden": True})

    rows, told = read(xlsx(tmp_path / "a.xlsx", hide))
    assert [row[0] for row in rows] == ["A", "B", "C", "D"]
    assert told == [
        "a.xlsx:3: warning: 2 rows are hidden in the sheet, but printed like the others "
        "(delete rows that should not be printed)"
    ]


@pytest.mark.parametrize("how", ["collapse", "filter"])
def test_hidden_rows_of_ods_are_reported(how: str, tmp_path: Path) -> None:
    hidden = ods_row("B", "y", row=f'table:visibility="{how}"')
    rows, told = read(ods(tmp_path / "a.ods", ods_row("name", "text") + ods_row("A", "x") + hidden))
    assert rows == [["A", "x"], ["B", "y"]]
    assert [line.partition(" in the")[0] for line in told] == ["a.ods:3: warning: 1 row is hidden"]


SAID = (
    "placed on the sheet, but pictures in a workbook are not printed "
    "(save it in the pack's folder, and write its file name into a cell)"
)


def test_pictures_beside_the_rows_of_a_sheet_are_reported(tmp_path: Path) -> None:
    made = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(made, "PNG")

    def paste(_: object, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        for cell in ("E3", "D5", "H40"):  # the last beside nothing
            sheet.insert_image(cell, "a.png", {"image_data": made})

    assert read(xlsx(tmp_path / "a.xlsx", paste))[1] == [
        f"a.xlsx:E3: warning: 2 pictures are {SAID}"
    ]


@pytest.mark.parametrize(
    "damaged", [None, b"", b"<a/>", b"<a><x><from><row>-1</row><col>1</col></from><pic/></x></a>"]
)
def test_a_drawing_that_cannot_be_read_costs_no_format(
    tmp_path: Path, damaged: bytes | None
) -> None:
    made = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(made, "PNG")

    def paste(_: object, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.insert_image("E3", "a.png", {"image_data": made})
        sheet.merge_range("C2:C5", "Discard all")

    whole = xlsx(tmp_path / "whole.xlsx", paste)
    with (
        zipfile.ZipFile(whole) as old,
        zipfile.ZipFile(tmp_path / "a.xlsx", "w") as new,
    ):
        for name in old.namelist():
            if name != "xl/drawings/drawing1.xml":
                new.writestr(name, old.read(name))
            elif damaged is not None:
                new.writestr(name, damaged)
    rows, told = read(tmp_path / "a.xlsx")
    assert [row[2] for row in rows] == [*["Discard all"] * 3, "x"] and not told


def test_a_picture_in_a_cell_of_ods_is_reported(tmp_path: Path) -> None:
    frame = '<draw:frame><draw:image draw:name="1.png"/></draw:frame></table:table-cell>'
    row = ods_row("A", "x").replace("</table:table-cell>", frame, 1)
    rows, told = read(ods(tmp_path / "a.ods", ods_row("name", "text") + row))
    assert rows == [["A", "x"]] and told == [f"a.ods:A2: warning: a picture is {SAID}"]


def test_the_first_sheet_is_the_first_visible_one(tmp_path: Path) -> None:
    def add_before(book: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        seen = book.add_worksheet("Seen")
        seen.write_column(0, 0, ["name", "Z"])
        seen.activate()
        seen.set_first_sheet()
        sheet.hide()

    made = xlsx(tmp_path / "a.xlsx", add_before)
    assert read(made) == ([["Z"]], [])
    assert len(read(made, "Cards")[0]) == 4  # where it is asked for by name


def test_the_first_sheet_of_ods_is_the_first_visible_one(tmp_path: Path) -> None:
    style = (
        '<style:style style:name="t" style:family="table"><style:table-properties '
        'table:display="false"/></style:style>'
    )
    old = f'<table:table table:name="Old" table:style-name="t">{ods_row("name")}</table:table>'
    body = ods_row("name") + ods_row("A")
    assert read(ods(tmp_path / "a.ods", body, style, old)) == ([["A"]], [])
    repeated = ods_row("x", row='table:number-rows-repeated="60000"')
    long = old.replace("</table:table>", f"{repeated}</table:table>")
    assert read(ods(tmp_path / "a.ods", body, style, long)) == ([["A"]], [])  # it is not read
    said = "more than 50,000 filled rows (clear the rows below the table)"
    hidden = ods(tmp_path / "a.ods", ods_row("name") + repeated, style, old)
    assert read(hidden) == ([], [f"a.ods:50001: error: {said}"])


def test_the_total_row_of_a_table_is_not_data(tmp_path: Path) -> None:
    def table(_: object, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        names = [{"header": "name", "total_string": "Total"}, {"header": "cost"}]
        names[1]["total_function"] = "sum"
        sheet.add_table("A1:B7", {"columns": names, "total_row": True})
        sheet.write(6, 2, "beside it")

    rows, told = read(xlsx(tmp_path / "a.xlsx", table))
    assert rows[-2:] == [["D", 4, "x"], ["", "", "beside it"]] and not told


def changed(path: Path, part: str, old: str, new: str) -> Path:
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    assert old.encode() in parts[part]
    parts[part] = parts[part].replace(old.encode(), new.encode())
    with zipfile.ZipFile(path, "w") as book:
        for name, data in parts.items():
            book.writestr(name, data)
    return path


def test_cells_merged_twice_are_visited_once(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(str(tmp_path / "a.xlsx")) as book:
        sheet = book.add_worksheet("Cards")
        sheet.write_column(0, 0, ["name", *range(2, 6001)])
    areas = "".join(f'<mergeCell ref="A{6001 - k}:A6000"/>' for k in range(2, 5998))
    merged = f"</sheetData><mergeCells>{areas}</mergeCells>"
    changed(tmp_path / "a.xlsx", "xl/worksheets/sheet1.xml", "</sheetData>", merged)
    start = time.process_time()
    rows, told = read(tmp_path / "a.xlsx")
    assert time.process_time() - start < 2
    assert rows == [[i] for i in range(2, 6000)] and not told


def test_more_merged_cells_than_a_sheet_of_ods_has_are_reported(tmp_path: Path) -> None:
    spanned = 'table:number-columns-spanned="2" table:number-columns-repeated="1000"'
    body = ods_row("name", "x") + ods_row("A", "x", cell=spanned) * (MOST_MERGED // 1000 + 1)
    _, told = read(ods(tmp_path / "a.ods", body))
    assert any("the formats of its cells cannot be read" in line for line in told)


@pytest.mark.parametrize(("n_tables", "n_told"), [(1, 0), (MOST_TABLES + 1, 1)])
def test_a_table_that_is_named_often_is_read_once(
    n_tables: int, n_told: int, tmp_path: Path
) -> None:
    path = xlsx(tmp_path / "a.xlsx", lambda _, s: s.add_table("A1:B5", {"total_row": True}))
    link = '<Relationship Id="r{}" Type="x/table" Target="../tables/t{}.xml"/>'
    links = "".join(link.format(i, i % n_tables) for i in range(30_000))
    part = "xl/worksheets/_rels/sheet1.xml.rels"
    changed(path, part, "</Relationships>", f"{links}</Relationships>")
    with zipfile.ZipFile(path, "a") as book:
        for i in range(n_tables):
            book.writestr(f"xl/tables/t{i}.xml", '<table ref="A5:B6" totalsRowCount="1"/>')
    start = time.process_time()
    rows, told = read(path)
    assert time.process_time() - start < 2
    assert len(told) == n_told
    assert rows[-1] == (["D", 4, "x"] if n_told else ["", "", "x"])


def test_a_workbook_without_its_sheet_is_reported_with_a_fix(tmp_path: Path) -> None:
    lost = xlsx(tmp_path / "lost.xlsx", lambda *_: None)
    changed(lost, "xl/_rels/workbook.xml.rels", "worksheets/sheet1.xml", "worksheets/other.xml")
    found = 'the workbook is damaged: its sheet "Cards" is not in it'
    assert read(lost) == ([], [f"lost.xlsx: error: {found} {ANEW}"])
    none = xlsx(tmp_path / "none.xlsx", lambda *_: None)
    changed(none, "xl/workbook.xml", '<sheet name="Cards" sheetId="1" r:id="rId1"/>', "")
    assert read(none) == ([], [f"none.xlsx: error: not a spreadsheet: it has no sheet {ANEW}"])


def test_formats_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", lambda *_: None)
    changed(path, "xl/worksheets/sheet1.xml", "</sheetData>", f"</sheetData>{MERGED}")
    rows, told = read(path)
    assert rows[0] == ["A", 1, "Discard all"]
    found = "the formats of its cells cannot be read, so dates are printed as numbers"
    assert told == [f"a.xlsx: warning: {found} {ANEW}"]


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_workbook_packed_as_no_program_does_is_refused(packing: int, tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", lambda *_: None)
    packed = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(packed, "w", packing) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    path.write_bytes(packed.getvalue())
    found = "not a spreadsheet: no spreadsheet program packs files in this way"
    assert read(path) == ([], [f"a.xlsx: error: {found} {ANEW}"])


def test_line_breaks_of_databases_are_line_breaks() -> None:
    problems = Problems()
    [entry] = parse_csv("name,text\nA,x\x0by\u2028z\x85q\n", "a.csv", problems) or []
    assert entry.fields["text"] == "x\ny\nz\nq" and not len(problems)


def test_a_control_character_is_reported_once_and_is_an_error_only_in_a_header() -> None:
    problems = Problems()
    text = "name,notes\nA,it\x92s\nB,x\x1dy\n"
    entries = parse_csv(text, "a.csv", problems) or []
    assert [entry.fields["notes"] for entry in entries] == ["it\ufffds", "x\ufffdy"]
    assert parse_csv(text.replace("notes", "no\x1ftes"), "b.csv", problems) is None
    assert [str(p) for p in problems] == [
        "a.csv:2:2: warning: the cell contains the control character U+0092, and so does 1 more; "
        "it is read as U+FFFD (type the cell again)",
        "b.csv:1:2: error: the cell contains the control character U+001F (type the cell again)",
    ]


@pytest.mark.parametrize("fault", ["#CALC!", "#FIELD!", "#GETTING_DATA"])
def test_an_error_value_of_a_newer_excel_does_not_prevent_reading(
    tmp_path: Path, fault: str
) -> None:
    plain = xlsx(tmp_path / "plain.xlsx", lambda *_: None)
    made = tmp_path / "a.xlsx"
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            cell = f'<c r="B2" t="e"><f>A1#</f><v>{fault}</v></c>'.encode()
            new.writestr(name, old.read(name).replace(b'<c r="B2"><v>1</v></c>', cell))
    rows, (told,) = read(made)
    assert [row[1] for row in rows] == [fault, 2, 3, 4]
    assert told.startswith(f"a.xlsx:B2: warning: the cell contains the error {fault}")


def test_struck_through_words_are_reported(tmp_path: Path) -> None:
    def change(book: xlsxwriter.Workbook, sheet: Any) -> None:
        struck = book.add_format({"font_strikeout": True})
        sheet.write_rich_string("C3", "keep ", struck, "drop", " keep")
        sheet.write("B5", 3, struck)
        sheet.write("B6", 4, struck)
        sheet.write_blank("C6", None, struck)

    said = "warning: some words are struck through, but they are printed like the others"
    rows, told = read(xlsx(tmp_path / "a.xlsx", change))
    assert rows[1][2] == "keep drop keep"
    assert [line.partition(" (")[0] for line in told] == [
        f"a.xlsx:C3: {said}",
        f"a.xlsx:B5: {said}; and 1 more below it",
    ]
    style = '<style:style style:name="T1" style:family="text"><style:text-properties '
    style += 'style:text-line-through-style="{}"/></style:style>'
    words = '<text:span text:style-name="T1">x</text:span>'
    for look, n_told in (("solid", 1), ("none", 0)):
        cells = ods_row("name", "cost") + ods_row("A", words)
        _, told = read(ods(tmp_path / "a.ods", cells, style.format(look)))
        assert len(told) == n_told and all(line.startswith(f"a.ods:B2: {said}") for line in told)


def test_formatting_that_is_not_printed_is_reported(tmp_path: Path) -> None:
    def change(book: xlsxwriter.Workbook, sheet: Any) -> None:
        looks = {
            "C2": {"underline": 1},
            "C3": {"font_color": "red"},
            "A4": {"font_script": 1},
            "B5": {"font_script": 2, "bold": True},
            "A6": {"bold": True},
        }
        for at, look in looks.items():
            sheet.write_rich_string(at, "a ", book.add_format(look), "b", " c")
        sheet.write("A2", "all", book.add_format({"font_color": "red", "underline": 1}))

    said = "warning: some words are {}, but they are printed like the others"
    _, told = read(xlsx(tmp_path / "a.xlsx", change))
    assert [line.partition(" (")[0] for line in told] == [
        f"a.xlsx:C2: {said.format('underlined')}; and 1 more below it",
        f"a.xlsx:A4: {said.format('raised')}",
        f"a.xlsx:B5: {said.format('lowered')}",
    ]
    style = '<style:style style:name="T1" style:family="text"><style:text-properties {}'
    words = 'a <text:span text:style-name="T1">x</text:span>'
    for look, found in (
        ('style:text-underline-style="solid"', "underlined"),
        ('style:color="#ff0000"', "coloured"),
        ('style:text-position="super 58%"', "raised"),
        ('style:text-position="-33% 58%"', "lowered"),
        ('style:color="#000000" style:text-position="0% 100%"', ""),
    ):
        cells = ods_row("name", "cost") + ods_row("A", words)
        _, told = read(ods(tmp_path / "a.ods", cells, style.format(look) + "/></style:style>"))
        assert [line.partition(" (")[0] for line in told] == (
            [f"a.ods:B2: {said.format(found)}"] if found else []
        )


def test_many_styles_that_are_struck_through_are_read_at_once(tmp_path: Path) -> None:
    plain, made = xlsx(tmp_path / "plain.xlsx", lambda *_: None), tmp_path / "a.xlsx"
    fonts, styles = "<font><strike/></font>" * 30_000, '<xf fontId="x"/>' * 30_000
    more = f"<fonts>{fonts}</fonts><cellXfs>{styles}</cellXfs>".encode()
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "xl/styles.xml":
                part = re.sub(rb"<fonts.*</cellXfs>", more, part, flags=re.DOTALL)
            new.writestr(name, part)
    begun = time.process_time()
    read(made)
    assert time.process_time() - begun < 5


def test_a_cell_of_ods_that_is_repeated_is_read_once(tmp_path: Path) -> None:
    row = ods_row("A", row='table:number-rows-repeated="300"')
    many = row.replace("</text:p>", "<text:span/>" * 20_000 + "</text:p>")
    begun = time.process_time()
    rows, _ = read(ods(tmp_path / "a.ods", ods_row("name") + many))
    assert rows == [["A"]] * 300 and time.process_time() - begun < 5


def test_a_large_sheet_with_a_late_fault_is_reported_and_not_taken_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, made = xlsx(tmp_path / "plain.xlsx", lambda *_: None), tmp_path / "a.xlsx"
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            late = b'<c r="B2" t="e"><v>#CALC!</v></c>'
            new.writestr(name, old.read(name).replace(b'<c r="B2"><v>1</v></c>', late))
    assert len(read(made)[0]) == 4
    monkeypatch.setattr("generator.reading.workbook_archive.LARGEST_TREE", 100)
    problems = Problems()
    assert read_table(made, "a.xlsx", problems) is None
    (told,) = problems
    assert "#CALC!" in str(told) and "a.xlsx" in str(told)
