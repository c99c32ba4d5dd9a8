"""YAML trees and tables whose values know where they were written."""

import doctest
import io
import zipfile
from pathlib import Path

import pytest

from generator.problems import Place, Problems
from generator.reading import source
from generator.reading.source import (
    DEEPEST,
    LARGEST_YAML,
    MOST_VALUES,
    Record,
    Tree,
    core_scalar,
    parse_csv,
    parse_yaml,
    read_table,
    read_yaml,
)


def tree_of(text: str) -> Tree:
    problems = Problems()
    tree = parse_yaml(text, "game.yaml", problems)
    assert tree is not None, [str(p) for p in problems]
    return tree


def faults_of(text: str) -> list[str]:
    problems = Problems()
    assert parse_yaml(text, "game.yaml", problems) is None
    return [str(p) for p in problems]


def table_of(text: str) -> list[Record]:
    problems = Problems()
    records = parse_csv(text, "cards.csv", problems)
    assert records is not None, [str(p) for p in problems]
    return records


# ---- YAML


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("010", 10),
        ("0x1F", 31),
        ("0o17", 15),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("12:30", "12:30"),
        ("2026-11-21", "2026-11-21"),
        ("1_000", "1_000"),
        ("1.2.3", "1.2.3"),
        (".inf", float("inf")),
        ("-.Inf", float("-inf")),
    ],
)
def test_plain_scalars_follow_the_yaml_1_2_core_schema(written: str, value: object) -> None:
    assert core_scalar(written) == value
    found = tree_of(f"key: {written}\n").value["key"]
    assert found == value and type(found) is type(value)


def test_quotes_and_the_str_tag_make_a_text() -> None:
    assert tree_of("a: '12'\nb: \"no\"\nc: !!str 12\n").value == {"a": "12", "b": "no", "c": "12"}


def test_every_value_and_key_knows_its_place() -> None:
    tree = tree_of("a: 1\nb:\n  - x\n  - {c: 2}\n")
    assert tree.place(("a",)) == Place("game.yaml", 1, 4)
    assert tree.place(("b", 1, "c")) == Place("game.yaml", 4, 9)
    assert tree.key(("b", 1, "c")) == Place("game.yaml", 4, 6)
    assert tree.place(("b", 1, "missing")) == Place("game.yaml", 4, 5)


def test_anchors_and_merge_keys() -> None:
    tree = tree_of("base: &b {size: poker, count: 1}\ncards:\n  <<: *b\n  count: 2\n")
    assert tree.value["cards"] == {"count": 2, "size": "poker"}
    assert tree.place(("cards", "size")) == Place("game.yaml", 1, 17)
    assert tree_of("a: &l [1, 2]\nb: *l\n").value["b"] == [1, 2]


def test_nesting_is_bounded_before_the_c_parser_runs_out_of_stack() -> None:
    for text in ("[" * 300_000, "- " * 300_000 + "x", "{a: " * 300_000, "? " * 300_000):
        assert faults_of(f"key:\n  {text}\n")
    deep = "a: " + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1) + "\n"
    assert tree_of(deep)
    nested = "\n".join(" " * i + "a:" for i in range(DEEPEST + 2))
    assert faults_of(nested) == [
        f"game.yaml:{DEEPEST + 2}:{DEEPEST + 2}: error: "
        f"values are nested deeper than {DEEPEST} levels"
    ]


def test_aliases_are_counted_each_time_they_are_used() -> None:
    bomb = "a0: &a0 [1]\n" + "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)
    )
    assert faults_of(bomb) == [
        f"game.yaml: error: more than {MOST_VALUES:,} values once aliases are followed "
        "(move the data into a CSV file)"
    ]
    assert faults_of("a: &a [*a]\n")


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("a: " + "x" * LARGEST_YAML)
    problems = Problems()
    assert read_yaml(path, "game.yaml", problems) is None
    assert [str(p) for p in problems] == [
        "game.yaml: error: the file has 4.0 MB, more than 4 MB (split it)"
    ]


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: x\n")
    tree = read_yaml(path, "game.yaml", Problems())
    assert tree is not None and tree.value == {"name": "x"}


# ---- CSV


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_sniffed(delimiter: str) -> None:
    text = "name,points\nRiver,3\n".replace(",", delimiter)
    assert [record.fields for record in table_of(text)] == [{"name": "River", "points": 3}]


def test_cells_that_look_like_numbers_are_numbers() -> None:
    (record,) = table_of('a,b,c,d,e,f,g\n3,-2.5,007,1e5,"4",TRUE,\n')
    assert list(record.fields.values()) == [3, -2.5, "007", "1e5", 4, True, ""]


def test_cells_keep_their_places() -> None:
    records = table_of('name,text\n\nRiver,"two\nlines"\nGrove,x\n')
    assert [record.place for record in records] == [
        Place("cards.csv", 3, 1),
        Place("cards.csv", 5, 1),
    ]
    assert records[1].places["text"] == Place("cards.csv", 5, 2)
    assert set(records[1].places) == {"name", "text"}


def test_empty_rows_and_columns_are_skipped() -> None:
    assert [r.fields for r in table_of("a,b,\n1,2,\n,,\n3,4,\n\n")] == [
        {"a": 1, "b": 2},
        {"a": 3, "b": 4},
    ]


def test_windows_line_ends_and_quoted_delimiters() -> None:
    (record,) = table_of('"a;b",c\r\n"x;y, z",2\r\n')
    assert record.fields == {"a;b": "x;y, z", "c": 2}


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
    records = read_table(path, "cards.xlsx", problems, "Cards")
    assert records is not None
    assert [list(record.fields.values()) for record in records] == [
        ["River", 3, True],
        ["Grove", 2.5, False],
    ]
    assert records[1].places["points"] == Place("cards.xlsx", 4, 2)
    assert read_table(path, "cards.xlsx", problems, "cards") is None
    assert read_table(path, "cards.xlsx", problems) is None
    assert [str(p) for p in problems] == [
        'cards.xlsx: error: cards.xlsx has no sheet "cards" '
        '(did you mean "Cards"? known: Cards, Notes)',
        'cards.xlsx: error: the sheet "Notes" is empty (write a header row first)',
    ]


def test_an_indented_table_keeps_its_rows_and_columns(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active["B3"], book.active["C3"] = "name", "points"
    book.active["B4"], book.active["C4"] = "River", 3
    path = tmp_path / "cards.xlsx"
    book.save(path)
    records = read_table(path, "cards.xlsx", Problems())
    assert records is not None
    assert records[0].fields == {"name": "River", "points": 3}
    assert records[0].places["points"] == Place("cards.xlsx", 4, 3)


def test_ods(tmp_path: Path) -> None:
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
    records = read_table(path, "cards.ods", problems, "Cards")
    assert records is not None, [str(p) for p in problems]
    assert [record.fields for record in records] == [{"name": "River", "points": 3}]


def test_a_zip_bomb_is_no_workbook(tmp_path: Path) -> None:
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


def test_the_examples_of_the_module_hold() -> None:
    found = doctest.testmod(source)
    assert found.attempted >= 2 and not found.failed
