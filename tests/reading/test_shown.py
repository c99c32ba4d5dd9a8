"""Real-world tables: displayed values arrive, and missing ones are reported with their cell."""

import datetime
import doctest
import zipfile
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import example, given
from hypothesis import strategies as st

from generator.model.problems import Place, Problems
from generator.press.text.markup import parse
from generator.reading import number_formats
from generator.reading import workbook as excel
from generator.reading.number_formats import is_date, shown_date, shown_number
from generator.reading.tables import parse_csv, read_table
from generator.reading.values import Entry
from generator.reading.workbook import BOLD, ITALIC, marked
from generator.templating.expressions import evaluate, fill
from tests.hostile.test_bounds import ods

HERE = Place("game.yaml", 1, 1)


def test_examples() -> None:
    assert doctest.testmod(number_formats).failed == doctest.testmod(excel).failed == 0


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (0.25, "0 %", "25 %"),
        (0.125, "0.0%", "12.5%"),
        (3.5, '#,##0.00 "€"', "3.50 €"),
        (1234.5, "#,##0.00\\ [$€-407]", "1.234,50 €"),
        (7.0, "[$$-409]#,##0", "$7"),
        (-2.0, "0;[Red](0)", "(2)"),
        (0.0, '0;-0;"none"', "none"),
        (3.0, "000", "003"),
        (1.5, "0.###", "1.5"),
        (12345.0, "0.00E+00", "1.23E+04"),
        (2.0, '"+"0', "+2"),
        (1234567.891, '#,##0.0,"k"', "1,234.6k"),
        (2_500_000.0, '0.0,," M"', "2.5 M"),
        (0.75, "# ?/?", "3/4"),
        (1.75, "# ?/?", "1 3/4"),
        (2.0, "# ?/?", "2"),
        (-1.3125, "# ??/16", "-1 5/16"),
        (0.333, '?/?" cup"', "1/3 cup"),
        (1234.5, "#'##0.00", "1'234.50"),
        (5.0, "#'##0", "5"),
        (41223344.0, "00 00 00 00", "41 22 33 44"),
        (71.0, "000-0000", "000-0071"),
        (0.0, "0;-0;;@", ""),
        (-3.0, "0;;0", ""),
        (5.0, 'General" cm"', "5 cm"),
        (-2.5, "General", "-2.5"),
        (-2.5, '"Δ "General', "-Δ 2.5"),
        (1500.0, '[>=1000]0.0,"k";0', "1.5k"),
        (999.0, '[>=1000]0.0,"k";0', "999"),
        (5.0, "General", "5"),
        (5.0, "@", "5"),
        (7.0, "[Red]", "7"),
        (7.0, '" "', ""),
        (3.7, "0", "4"),
        (5.0, "#.##", "5."),
        (5.0, "0,000", "0,005"),
        (12345.0, "##0.0E+0", "12.3E+3"),
        (999.96, "##0.0E+0", "1.0E+3"),
        (0.00012, "0.0E-00", "1.2E-04"),
        (2_000_000_000.0, '#,##0 "gold"', "2,000,000,000 gold"),
        (1e300, "0.0", f"1{'0' * 300}.0"),
        (5.0, '0" @ home"', "5 @ home"),
        (5.0, '0" general"', "5 general"),
        (5.0, '0" or #/#"', "5 or #/#"),
        (5.0, "0\\@", "5@"),
        (5.0, '0" [<3]"', "5 [<3]"),
        (5.0, "0\\;", "5;"),
    ],
)
def test_numbers_are_shown_as_excel_shows_them(value: float, code: str, shown: str) -> None:
    assert shown_number(value, code) == shown


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (2.5, "#,##0", "3"),
        (-2.5, "0", "-3"),
        (0.5, "#,##0", "1"),
        (2.675, "0.00", "2.68"),
        (1.005, "0.00", "1.01"),
        (0.125, "0%", "13%"),
        (0.065, "0%", "7%"),
        (1500.0, '0,"k"', "2k"),
        (0.5, "00-0", "00-1"),
        (0.15, '?/10" kg"', "2/10 kg"),
        (0.03, "?/?", "0/1"),
        (-0.4, "0", "0"),
        (-0.3, "0 %", "-30 %"),
        (-0.001, "#,##0.00 [$€-407]", "0,00 €"),
        (-10.0, "$#,##0.00", "-$10.00"),
        (-2.0, '"no. "0', "-no. 2"),
        (-3.0, '"debt"', "-debt"),
    ],
)
def test_a_half_is_rounded_away_from_zero(value: float, code: str, shown: str) -> None:
    assert shown_number(value, code) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1 / 3, "0.333333333"),
        (-2 / 3, "-0.666666667"),
        (0.1 + 0.2, "0.3"),
        (1234567.891234, "1234567.891"),
        (0.99999999999, "1"),
        (123456789012345.0, "123456789012345"),
        (123456789012.5, "1.23457E+11"),
        (1e20, "1E+20"),
        (0.00001, "0.00001"),
        (0.00002 / 3, "6.66667E-06"),
        (0.0, "0"),
    ],
)
def test_a_number_without_a_format_is_as_wide_as_excel_shows_it(value: float, shown: str) -> None:
    assert shown_number(value, "General") == shown


@pytest.mark.parametrize(
    ("days", "code", "shown"),
    [
        (46331, "d. mmmm yyyy", "5. November 2026"),
        (46331.75491, "dd/mm/yy hh:mm", "05/11/26 18:07"),
        (0.75495, "h:mm:ss AM/PM", "6:07:08 PM"),
        (46331, "ddd", "Thu"),
        (46331, "[$-407]d.m.yy;@", "5.11.26"),
        (1, "yyyy-mm-dd", "1900-01-01"),
        (0.0005, "mm:ss.0", "00:43.2"),
        (0.99999999, "h:mm", "0:00"),
        (0, "h:mm", "0:00"),
        (37.0833333333 / 24, "[h]:mm", "37:05"),
        (37.0833333333 / 24, "[hh]:mm:ss;@", "37:05:00"),
        (95 / 1440, '[m]" min"', "95 min"),
        (95 / 1440, "h:mm", "1:35"),
        (0, "yyyy-mm-dd", None),
        (99_999_999, "yyyy-mm-dd", None),
        (2_958_465.9999999, "yyyy", None),
        (-5, "yyyy", None),
        (-0.5, "[h]:mm", None),
    ],
)
def test_dates_are_shown_as_excel_shows_them(days: float, code: str, shown: str | None) -> None:
    assert is_date(code)
    assert shown_date(days, code) == shown


@pytest.mark.parametrize("code", ["General", "0.00", '0" days"', '"May "0', "[Red]0", "# ?/?"])
def test_impossible_dates_have_no_text(code: str) -> None:
    assert not is_date(code)


def workbook(path: Path) -> Path:
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("Cards")
    percent = book.add_format({"num_format": "0 %"})
    euro = book.add_format({"num_format": "#,##0.00 [$€-407]"})
    date = book.add_format({"num_format": "dd.mm.yyyy"})
    bold, italic = book.add_format({"bold": True}), book.add_format({"italic": True})
    for i, name in enumerate(("name", "chance", "price", "day", "text", "sum", "sought")):
        sheet.write(0, i, name, bold)
    sheet.write(1, 0, "Ferry")
    sheet.write_number(1, 1, 0.25, percent)
    sheet.write_number(1, 2, 1234.5, euro)
    sheet.write_datetime(1, 3, datetime.datetime(2026, 11, 5), date)
    sheet.write_rich_string(1, 4, "Draw ", bold, "two", " cards, ", italic, "then", " rest.")
    sheet.write_formula(1, 5, "=B2*2", None, "")
    sheet.write_formula(1, 6, "=VLOOKUP(1,A1:B2,2)", None, "#N/A")
    book.close()
    return path


def test_formats_and_bold_words_arrive_and_cells_without_a_value_are_reported(
    tmp_path: Path,
) -> None:
    problems = Problems()
    entries = read_table(workbook(tmp_path / "cards.xlsx"), "cards.xlsx", problems)
    assert entries is not None
    fields = entries[0].fields
    assert fill("{{ chance }} {{ price }} {{ day }}", fields, HERE, problems) == (
        "25 % 1.234,50 € 05.11.2026"
    )
    assert evaluate("chance * 100 + price", fields, HERE, problems) == 1259.5
    assert fields["text"] == "Draw **two** cards, *then* rest."
    assert fields["sum"] == "" and fields["sought"] == "#N/A"
    assert [str(p) for p in problems] == [
        'cards.xlsx:F2: warning: the formula "=B2*2" has no value in the file, so '
        "its cell is read as empty "
        "(open it in a spreadsheet program and save it)",
        "cards.xlsx:G2: warning: the cell contains the error #N/A "
        "(correct its formula in the spreadsheet)",
    ]


STYLES = "".join(
    f"<style:style style:name='T{n}' style:family='text'><style:text-properties"
    f" fo:font-weight='{'bold' if n & BOLD else 'normal'}'"
    f" fo:font-style='{'italic' if n & ITALIC else 'normal'}'/></style:style>"
    for n in range(4)
)
RUNS = [
    ([("(discard ", 1), ("two", 3), (")", 1)], "*(discard **two**)*"),
    ([("Fire", 2), ("ball", 1)], "**Fire***ball*"),
    ([("Fire", 1), ("ball", 3), (" x", 0)], "*Fire\u2060**ball*** x"),
    ([("Fire", 2), ("ball", 3), (" x", 0)], "**Fire\u2060*ball*** x"),
    ([("5", 0), ("*", 2), (" stars", 0)], "5\u2060**\\*** stars"),
    ([("Fire ", 2), (" ball ", 1), ("x", 1)], "**Fire**  *ball x*"),
    ([("a*", 0), ("b\\", 2), ("*c", 0)], r"a\***b\\**\*c"),
    ([("**", 0), ("bold", 2), ("** x*", 0)], r"\*\***bold**\*\* x*"),
    ([("Fire", 0), ("ball", 1)], "Fire\u2060*ball*"),
    ([("B", 2), ("onus and ", 0), ("(x)", 1), ("y", 0)], "**B\u2060**onus and *(x)\u2060*y"),
    ([("Fire", 0), ("(ball)", 1)], "Fire\u2060*(ball)*"),
    ([(r"\*", 2), ("a ** b :coin:", 0)], "**\\*\u2060**a ** b :coin:"),
]


@pytest.mark.parametrize("runs, text", RUNS)
def test_adjacent_words_in_two_styles_print_as_the_sheet_shows_them(
    runs: list[tuple[str, int]], text: str, tmp_path: Path
) -> None:
    assert marked(runs) == text
    spans = "".join(f"<text:span text:style-name='T{n}'>{said}</text:span>" for said, n in runs)
    cell = "<table:table-cell office:value-type='string'><text:p>{}</text:p></table:table-cell>"
    rows = "".join(f"<table:table-row>{cell.format(s)}</table:table-row>" for s in ("a", spans))
    (tmp_path / "a.ods").write_bytes(ods(rows, styles=STYLES))
    with xlsxwriter.Workbook(str(tmp_path / "a.xlsx")) as book:
        sheet = book.add_worksheet()
        sheet.write(0, 0, "a")
        styles = [book.add_format({"italic": n & 1, "bold": n & 2}) for n in range(4)]
        sheet.write_rich_string(1, 0, *(part for said, n in runs for part in (styles[n], said)))
    for name in ("a.ods", "a.xlsx"):
        [entry] = read_table(tmp_path / name, name, Problems()) or []
        assert entry.fields == {"a": text}, name


@example([("a", 0), ("*", 1)])
@example([("\\", 0), ("\\", 0), ("*", 1)])
@example([("\\", 0), ("\\\\", 0), ("*", 1)])
@given(st.lists(st.tuples(st.text("ab \n*\\", min_size=1), st.sampled_from([0, 1, 2, 3]))))
def test_every_letter_of_a_workbook_prints_in_its_style(runs: list[tuple[str, int]]) -> None:
    runs = [(said.replace("\\" if n else "*", ""), n) for said, n in runs]
    names = ("regular", "italic", "bold", "bolditalic")
    sheet = [(c, names[n]) for said, n in runs for c in said if not c.isspace()]
    read = parse(marked(runs) or "".join(said for said, _ in runs), (), False, False, [])
    bits = [bit for line in read for bit in line]
    printed = [(c, bit.style) for bit in bits for c in bit.text if not c.isspace()]
    assert [c for c in printed if c[0] != "\\"] == [c for c in sheet if c[0] != "\\"]


def test_a_csv_of_excel_on_windows_is_read(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_bytes(
        "sep=;\r\nname;cost;text\r\nFähre;2,50;Zahle 3 € – „jetzt“\r\n".encode("cp1252")
    )
    problems = Problems()
    entries = read_table(file, "cards.csv", problems)
    assert entries is not None
    (entry,) = entries
    assert fill("{{ name }}: {{ cost }}", entry.fields, HERE, problems) == "Fähre: 2,50"
    assert evaluate("cost * 2", entry.fields, HERE, problems) == 5.0
    assert entry.fields["text"] == "Zahle 3 € – „jetzt“"
    assert entry.places["cost"] == Place("cards.csv", 3, 2)
    assert [str(p) for p in problems] == [
        "cards.csv:3:2: warning: the file is not UTF-8, so it is read as "
        'Windows-1252: "Fähre;2,50;Zahle 3 € – '
        '„jetzt“" (or save it as UTF-8; in Excel: Save as, CSV UTF-8)'
    ]


def test_excels_unicode_text_is_read(tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_bytes("name\tcost\nŁódź\t1,5\n".encode("utf-16"))
    problems = Problems()
    entries = read_table(file, "cards.txt", problems)
    assert entries is not None and not len(problems)
    assert entries[0].fields["name"] == "Łódź" and entries[0].fields["cost"] == 1.5


def test_a_comma_between_cells_is_a_delimiter() -> None:
    entries = parse_csv("name,cost\nRiver,2\n", "cards.csv", Problems())
    assert entries is not None and entries[0].fields == {"name": "River", "cost": 2}
    assert parse_csv("sep=;\n", "cards.csv", Problems()) is None


ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content office:version="1.2"
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:automatic-styles>
<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/>
</style:style><style:style style:name="T2" style:family="text"><style:text-properties
 fo:font-style="italic"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="Karten">
<table:table-row>HEAD</table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell
 office:value-type="string"><text:p>Fähre</text:p></table:table-cell><table:table-cell
 office:value-type="percentage" office:value="0.25"><text:p>25 %</text:p></table:table-cell>
<table:table-cell office:value-type="currency" office:value="1234.5"><text:p>1.234,50 €</text:p>
</table:table-cell><table:table-cell office:value-type="date"
 office:date-value="2026-11-05"><text:p>05.11.2026</text:p></table:table-cell>
<table:table-cell office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>Zieh <text:span
 text:style-name="T1">zwei</text:span> Karten,<text:s text:c="2"/><text:span
 text:style-name="T2">dann</text:span> Ruhe.</text:p></table:table-cell></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def test_numbers_and_bold_words_of_ods_print_as_shown(tmp_path: Path) -> None:
    head = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{name}</text:p></table:table-cell>'
        for name in ("name", "chance", "price", "day", "n", "text")
    )
    path = tmp_path / "cards.ods"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", ODS.replace("HEAD", head).replace("\n<", "<"))
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    problems = Problems()
    entries = read_table(path, "cards.ods", problems)
    assert entries is not None and len(entries) == 2, [str(p) for p in problems]
    for entry in entries:
        assert fill("{{ chance }} {{ price }} {{ day }} {{ n }}", entry.fields, HERE, problems) == (
            "25 % 1.234,50 € 05.11.2026 3"
        )
        assert evaluate("chance * 100 + price + n", entry.fields, HERE, problems) == 1262.5
        assert entry.fields["text"] == "Zieh **zwei** Karten,  *dann* Ruhe."
    assert not len(problems)


def test_ods_keeps_spaces_between_words_and_reports_formulas_without_a_value(
    tmp_path: Path,
) -> None:
    text = "<table:table-cell office:value-type='string'><text:p>{}</text:p></table:table-cell>"
    wrong = (
        "<table:table-cell table:formula='of:=SUM(' {}><text:p>Err:502</text:p></table:table-cell>"
    )
    as_text = "office:value-type='string' office:string-value='' calcext:value-type='error'"
    cells = [
        "name",
        "a<text:tab/>b<text:line-break/>c <text:title>d</text:title><!-- e -->",
        wrong.format(as_text.replace("calcext:", "office:x-")),
        wrong.format("office:value-type='float' office:value='0'").replace("Err:502", "#N/A"),
        "<table:table-cell table:formula='of:=1+1'/>",
        "<table:table-cell table:formula='of:=1+1' office:value-type='float' office:value='2'/>",
        "<table:table-cell table:formula='of:=A1' office:value-type='string'/>",
    ]
    rows = "".join(
        f"<table:table-row>{text.format(i)}{c if '<table:' in c else text.format(c)}"
        "</table:table-row>"
        for i, c in enumerate(cells)
    )
    (tmp_path / "a.ods").write_bytes(ods(rows))
    problems = Problems()
    entries = read_table(tmp_path / "a.ods", "a.ods", problems) or []
    values = [entry.fields["name"] for entry in entries]
    assert values == ["a b\nc d", "Err:502", "#N/A", "", 2, ""]
    assert [str(p) for p in problems] == [
        "a.ods:B3: warning: the cell contains the error Err:502; and 1 more below it "
        "(correct its formula in the spreadsheet)",
        'a.ods:B5: warning: the formula "=1+1" has no value in the file, so its cell '
        "is read as empty "
        "(open it in a spreadsheet program and save it)",
    ]


def test_cells_without_a_value_are_reported_once_for_each_column(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(str(tmp_path / "a.xlsx")) as book:
        sheet = book.add_worksheet()
        date = book.add_format({"num_format": "yyyy"})
        sheet.write_row(0, 0, ["name", "sum", "sought", "day"])
        for i in range(1, 21):
            sheet.write(i, 0, f"card {i}")
            sheet.write_formula(i, 1, f"=A{i + 1}", None, "")
            sheet.write_formula(i, 2, "=1/0", None, "#DIV/0!")
            sheet.write_number(i, 3, -i, date)
    problems = Problems()
    entries = read_table(tmp_path / "a.xlsx", "a.xlsx", problems) or []
    assert {entry.fields["sum"] for entry in entries} == {""} and len(entries) == 20
    assert [str(p).partition(" (")[0] for p in problems] == [
        'a.xlsx:B2: warning: the formula "=A2" has no value in the file, so its cell is read as '
        "empty; and 19 more below it",
        "a.xlsx:C2: warning: the cell contains the error #DIV/0!; and 19 more below it",
        "a.xlsx:D2: warning: the cell is formatted as a date, but -1 is not one; printed as a "
        "number; and 19 more below it",
    ]


CELLS = ["3", " 3 ", "3.50", "TRUE", "false", "red ", " lead", "007", "a  b"]


def test_a_text_is_read_the_same_from_every_kind_of_table(tmp_path: Path) -> None:
    """A number written as text is a number; the words around it are not part of it."""
    head = [f"c{i}" for i in range(len(CELLS))]
    (tmp_path / "a.csv").write_text(f"name ,{','.join(head)},z\nk ,{','.join(CELLS)},  \n", "utf-8")
    with xlsxwriter.Workbook(str(tmp_path / "a.xlsx")) as book:
        sheet = book.add_worksheet()
        for line, row in enumerate((["name ", *head, "z"], ["k ", *CELLS, "  "])):
            for column, cell in enumerate(row):
                sheet.write_string(line, column, cell)
    text = "<table:table-cell office:value-type='string'><text:p>{}</text:p></table:table-cell>"
    rows = "".join(
        f"<table:table-row>{''.join(text.format(c.replace(' ', '<text:s/>')) for c in row)}"
        "</table:table-row>"
        for row in (["name ", *head, "z"], ["k ", *CELLS, "  "])
    )
    (tmp_path / "a.ods").write_bytes(ods(rows))
    found = []
    for name in ("a.csv", "a.xlsx", "a.ods"):
        [entry] = read_table(tmp_path / name, name, Problems()) or []
        found.append({key: (type(value), str(value)) for key, value in entry.fields.items()})
    assert found[0] == found[1] == found[2]
    assert found[2]["c0"] == (int, "3") and found[2]["c5"] == (str, "red")


def test_a_formula_without_a_value_far_below_takes_no_memory(tmp_path: Path) -> None:
    text = "<table:table-cell office:value-type='string'><text:p>a</text:p></table:table-cell>"
    empty = "<table:table-row table:number-rows-repeated='99999999'/>"
    cell = "<table:table-cell table:formula='of:=1+1'/>"
    rows = f"<table:table-row>{text}</table:table-row>{empty}<table:table-row>{cell}"
    (tmp_path / "a.ods").write_bytes(ods(f"{rows}</table:table-row>"))
    problems = Problems()
    assert read_table(tmp_path / "a.ods", "a.ods", problems) is None
    assert "clear what is far below" in str(problems.errors[0])


@pytest.mark.parametrize("number", [1e9, -1e9, 2**31, 1e15, 1e300, -1e300])
@pytest.mark.parametrize("code", ["[h]:mm:ss", "[mm]:ss", "[s]", "yyyy-mm-dd", "hh:mm"])
def test_a_date_beyond_the_calendar_is_reported_and_shown_as_a_number(
    number: float, code: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with xlsxwriter.Workbook(str(tmp_path / "a.xlsx")) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["name", "long", "short"])
        sheet.write_row(1, 0, ["x", number, 1.5], book.add_format({"num_format": code}))
    problems = Problems()
    [entry] = read_table(tmp_path / "a.xlsx", "a.xlsx", problems) or []
    assert entry.fields["long"] == number
    [told] = problems
    assert told.place == Place("a.xlsx", 2, 2) and "is not one; printed" in told.message
    assert entry.fields["short"] != 1.5  # has its format still
    assert capfd.readouterr() == ("", "")  # nor has a library said anything


@pytest.mark.parametrize("value", ["", "x", " 1", "nan", "inf", "1,5"])
def test_an_invalid_number_becomes_the_text_shown(value: str, tmp_path: Path) -> None:
    cells = "".join(
        f'<table:table-cell office:value-type="{kind}"{told}><text:p>{text}</text:p>'
        "</table:table-cell>"
        for kind, told, text in [
            ("float", f' office:value="{value}"', "shown"),
            ("float", ' office:value="-1.5E2"', "-150"),
        ]
    )
    header = "<table:table-cell office:value-type='string'><text:p>{}</text:p></table:table-cell>"
    rows = f"<table:table-row>{header.format('a')}{header.format('b')}</table:table-row>"
    (tmp_path / "a.ods").write_bytes(ods(f"{rows}<table:table-row>{cells}</table:table-row>"))
    problems = Problems()
    [entry] = read_table(tmp_path / "a.ods", "a.ods", problems) or []
    assert entry.fields == {"a": "shown", "b": -150} and not len(problems)


def test_a_second_byte_order_mark_is_not_part_of_the_first_column(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.csv").write_bytes(b"\xef\xbb\xbf" * 2 + b"name,n\nA,1\n")
    problems = Problems()
    [entry] = read_table(tmp_path / "a.csv", "a.csv", problems) or []
    assert entry.fields == {"name": "A", "n": 1} and not len(problems)


def one_row(path: Path, *cells: tuple[float, str | int], from_1904: bool = False) -> Entry:
    with xlsxwriter.Workbook(str(path), {"date_1904": from_1904}) as book:
        sheet = book.add_worksheet()
        for i, (value, code) in enumerate(cells):
            sheet.write(0, i, f"c{i}")
            sheet.write(1, i, value, book.add_format({"num_format": code}))
    problems = Problems()
    [entry] = read_table(path, path.name, problems) or []
    assert not len(problems), [str(p) for p in problems]
    return entry


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [  # the formats that a workbook names by number alone
        (0.5, "# ?/?", "1/2"),
        (1.75, "# ??/??", "1 3/4"),
        (3.7, "0", "4"),
        (12345, "##0.0E+0", "12.3E+3"),
        (1.5, "[h]:mm:ss", "36:00:00"),
        (46331.5, 22, "2026-11-05 12:00:00"),
        (1 / 3, "General", "0.333333333"),
        (1234567890, '#,##0 "gold"', "1,234,567,890 gold"),
        (1234567890, "General", "1234567890"),
        (True, "General", "TRUE"),
    ],
)
def test_a_cell_is_printed_as_its_sheet_shows_it(
    value: float, code: str | int, shown: str, tmp_path: Path
) -> None:
    entry = one_row(tmp_path / "a.xlsx", (value, code))
    assert fill("{{ c0 }}", entry.fields, HERE, Problems()) == shown
    is_dated = code == 22 or is_date(str(code))
    assert is_dated or entry.fields["c0"] == value  # and played as it is


def test_days_are_counted_from_1904_if_the_workbook_does_so(tmp_path: Path) -> None:
    cells = (44869, "yyyy-mm-dd"), (1.5, "[h]:mm"), (44869, "0")
    entry = one_row(tmp_path / "a.xlsx", *cells, from_1904=True)
    assert entry.fields == {"c0": "2026-11-05", "c1": "36:00", "c2": 44869}


def test_a_number_of_a_csv_is_printed_as_it_is_written() -> None:
    entries = parse_csv("name,cost,n,rare\nA,1.50,2.00,TRUE\n", "cards.csv", Problems())
    assert entries is not None
    said = "{{ cost }} {{ n }} {{ rare }} {{ cost * n }}"
    assert fill(said, entries[0].fields, HERE, Problems()) == "1.50 2.00 TRUE 3"
    assert entries[0].fields == {"name": "A", "cost": 1.5, "n": 2, "rare": True}
