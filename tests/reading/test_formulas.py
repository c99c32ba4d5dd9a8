"""Numbers that a workbook computes from other numbers are reported if those are set, because they
keep their saved values.
"""

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import xlsxwriter

from generator.model.pack import Parameter
from generator.play.studies.simulate.run import simulate
from generator.reading.door import open_pack
from generator.reading.formulas import _readers, unfollowed
from generator.reading.workbook import _moved
from tests.hostile.test_bounds import ods
from tests.play.lean import LEAN
from tests.tellings import facts_of
from tests.toys import DICE, opened, write_pack

COLUMNS = {"name": 1, "cost": 3}


@pytest.mark.parametrize(
    ("formula", "reads"),
    [
        ("=C2*2", True),
        ("=ROUND(($C$2+D2)/3,0)", True),
        ("=SUM(A1:D9)", True),
        ("=SUM(B:D)", True),
        ("=C3+AC2+C22+LOG10(2)", False),
        ('="C2"', False),
        ("=Other!C2+'My Cards'!C2", False),
        ("=Cards[[#This Row],[cost]]", True),
        ("=[@cost]*2", True),
        ("=[@name]", False),
        ("=SUM([.C2:.D9])", True),
        ("=[.C3]+[$Other.C2]", False),
    ],
)
def test_cells_that_a_formula_reads(formula: str, reads: bool) -> None:
    formulas = {(2, 5): formula}
    assert list(_readers((2, 3), formulas, COLUMNS)) == [*formulas.items()] * reads


def test_a_shared_formula_is_moved_along() -> None:
    assert _moved("Z2+$A2+B$1+LOG10(C2)", 3, 1) == "AA5+$A5+C$1+LOG10(D5)"


def cards(folder: Path) -> None:
    """Points worked out from the cost, and ranks from points."""
    with xlsxwriter.Workbook(folder / "cards.xlsx") as book:
        sheet = book.add_worksheet("Cards")
        sheet.write_row(0, 0, ["name", "cost", "points", "rank"])
        for i, name in enumerate(("Fox", "Owl"), start=1):
            sheet.write_row(i, 0, [name, i])
            sheet.write_formula(i, 2, f"=B{i + 1}*2", None, 2 * i)
            sheet.write_formula(i, 3, f"=RANK(C{i + 1},C$2:C$3)", None, 3 - i)
    share(folder / "cards.xlsx")


def share(path: Path) -> None:
    """Write the formulas of a column once, as Excel does."""
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    name = "xl/worksheets/sheet1.xml"
    parts[name] = parts[name].replace(b"<f>B2*2</f>", b'<f t="shared" ref="C2:C3" si="0">B2*2</f>')
    parts[name] = parts[name].replace(b"<f>B3*2</f>", b'<f t="shared" si="0"/>')
    with zipfile.ZipFile(path, "w") as new:
        for part, data in parts.items():
            new.writestr(part, data)


GAME = """\
protoplay: 1
name: Take
players: 2
parameters: {bonus: 0}
components:
  cards:
    size: mini
    rows: cards.xlsx
    front: {use: card, title: "{{ name }}", text: "{{ cost }} {{ points }} {{ rank }}"}
"""


def test_numbers_that_do_not_follow_a_setting_are_reported(
    tmp_path: Path,
) -> None:
    write_pack(tmp_path, DICE)
    (tmp_path / "game.yaml").write_text(GAME)
    cards(tmp_path)
    pack, problems = open_pack(tmp_path, settings=["cards.owl.cost=5"])
    assert pack is not None, [str(p) for p in problems]
    assert [str(p) for p in problems] == [
        "cards.xlsx:D2: warning: cards.fox.rank, whose formula =RANK(C2,C$2:C$3) reads "
        "cards.owl.cost, keeps its saved value (set cards.fox.rank too, or change the sheet)",
        "cards.xlsx:C3: warning: cards.owl.points, whose formula =B3*2 reads cards.owl.cost, "
        "keeps its saved value (set cards.owl.points too, or change the sheet)",
        "cards.xlsx:D3: warning: cards.owl.rank, whose formula =RANK(C3,C$2:C$3) reads "
        "cards.owl.cost, keeps its saved value (set cards.owl.rank too, or change the sheet)",
    ]
    facts = dict(facts_of(simulate(pack, replace(LEAN, games=20, plain=True))))
    assert facts["stays as saved"].startswith("cards.fox.rank, whose formula =RANK(C2,C$2:C$3)")
    _, problems = open_pack(
        tmp_path, settings=["cards.owl.cost=5", "cards.owl.points=9", "cards.owl.rank=1"]
    )
    assert [p.place.line for p in problems] == [2]
    assert not unfollowed(opened(tmp_path), [])


def test_formulas_of_ods_are_read_too(tmp_path: Path) -> None:
    cell = "<table:table-cell office:value-type='{}'{}><text:p>{}</text:p></table:table-cell>"
    rows = [
        "".join(cell.format("string", "", word) for word in ("name", "cost", "points")),
        cell.format("string", "", "Fox")
        + cell.format("float", " office:value='2'", "2")
        + cell.format("float", " office:value='4' table:formula='of:=[.B2]*2'", "4"),
    ]
    (tmp_path / "cards.ods").write_bytes(
        ods("".join(f"<table:table-row>{row}</table:table-row>" for row in rows))
    )
    game = GAME.replace("xlsx", "ods").replace(" {{ rank }}", "")
    (tmp_path / "game.yaml").write_text(game)
    pack = opened(tmp_path)
    number = pack.parameter("cards.fox.cost")
    assert isinstance(number, Parameter)
    (left,) = unfollowed(pack, [number.name])
    assert (left.name, left.formula, left.place.column) == ("cards.fox.points", "=[.B2]*2", 3)
