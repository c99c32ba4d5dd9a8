"""Numbers of rows are set for a run like parameters, and written back into their cells."""

from pathlib import Path

import pytest

from generator.model.pack import Pack, Scalar
from generator.model.problems import Place
from generator.reading import edit
from generator.reading.door import open_pack
from tests.toys import opened

GAME = """\
protoplay: 1
name: Spice
players: 2
parameters: {pepper: 3}
components:
  cards:
    size: poker
    rows: cards.csv
    override: [{match: {name: Pepper}, set: {points: "{{ pepper }}"}}]
    front: {use: card, title: "{{ name }}", text: "{{ points }}, {{ pepper }}"}
  coins:
    size: poker
    rows:
      - {name: Penny, worth: 1}  # small
      - {name: Groat, worth: 4}
    front: {use: card, title: "{{ name }}", text: "{{ worth }}"}
"""
CARDS = 'name,points,text\r\n"Saf""fron,\ndear",9,"x"\r\nPepper,2,\r\nSalt,"1",a\r\nSalt,5,b\r\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "cards.csv").write_bytes(CARDS.encode())
    return tmp_path


def test_a_number_of_a_row_is_set_like_a_parameter(folder: Path) -> None:
    plain, pack = opened(folder), opened(folder, "cards.saf-fron-dear.points=4", "pepper=5")
    number = pack.parameters["cards.saf-fron-dear.points"]
    assert (number.value, number.default, number.place) == (4, 9, Place("cards.csv", 2, 2))
    assert [row.fields["points"] for row in pack.component("cards").rows] == [4, 5, 1, 5]
    assert pack.settings() == ("cards.saf-fron-dear.points=4", "pepper=5")
    assert pack.digest != plain.digest and plain.parameters.keys() == {"pepper"}
    assert opened(folder, "coins.groat.worth=4").settings() == ()
    own = plain.parameter("coins.groat.worth")
    assert own is not None and own.is_cell and (own.value, own.place.line) == (4, 15)
    assert plain.parameter("coins.groat.name") is None and plain.parameter("coins.groat") is None


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("coins.grot.worth=3", 'coins has no row "grot" (did you mean "groat"?'),
        ("coins.groat.wroth=3", 'coins has no field "wroth" (did you mean "worth"?'),
        ("coins.groat.name=3", '"name" of groat is not a number but "Groat", at game.yaml:15:16'),
        ("coins.groat.worth=3.5", '"coins.groat.worth" is a whole number, found 3.5'),
        ("coins.groat.worth=", '"coins.groat.worth" is a number'),
        ("cards.pepper.points=3", "comes from an override, not from its cell (change it"),
        ("cards.grain.points=3", 'cards has no row "grain"'),
        ("coin.groat.worth=3", 'unknown parameter "coin.groat.worth"'),
    ],
)
def test_invalid_settings_are_reported_at_the_setting(
    folder: Path, setting: str, told: str
) -> None:
    pack, problems = open_pack(folder, settings=[setting])
    (fault,) = problems.errors
    assert pack is None and str(fault).startswith(f"--set {setting}: error: ")
    assert told in str(fault)


def test_rows_of_one_name_are_set_by_their_ids(folder: Path) -> None:
    pack = opened(folder, "cards.salt.points=3", "cards.salt-2.points=7")
    assert [row.fields["points"] for row in pack.component("cards").rows] == [9, 3, 3, 7]


CARDS_OF = "    size: mini\n    front: {use: card, title: x}\n"
TWO = f"components:\n  a:\n{CARDS_OF}    rows: c.csv\n  b:\n{CARDS_OF}    rows: c.csv\n"
ONE = f"components:\n  a:\n{CARDS_OF}"
PAIR = "    rows: [{name: A, points: 3, two: 0}, {name: B, points: 4, two: 0}]\n"


@pytest.mark.parametrize(
    ("written", "setting", "played"),
    [
        (TWO, "b.x.points", [("x", 5, 1), ("y", 4, 1), ("x", 5, 1), ("y", 4, 1)]),
        (
            ONE + "    rows: {product: {points: [3, 4], animal: [x, y]}}\n",
            "a.3-x.points",
            [("5-x", 5, 1), ("5-y", 5, 1), ("4-x", 4, 1), ("4-y", 4, 1)],
        ),
        (ONE + PAIR + "    where: points < 5\n", "a.a.points", [("b", 4, 1)]),
        (
            ONE + PAIR + "    piece: P {{ points }}\n",
            "a.p-4.points",
            [("p-3", 3, 1), ("p-5", 5, 1)],
        ),
        (
            ONE + PAIR + "    count: '{{ two }}'\n"
            "    override: [{match: {name: A}, set: {two: '{{ points * 2 }}'}}]\n",
            "a.a.points",
            [("a", 5, 10), ("b", 4, 0)],
        ),
    ],
)
def test_settings_are_played_as_if_the_cells_contained_them(
    tmp_path: Path, written: str, setting: str, played: list[tuple[str, int, int]]
) -> None:
    (tmp_path / "game.yaml").write_text(f"protoplay: 1\nname: E\nplayers: 2\n{written}")
    (tmp_path / "c.csv").write_text("name,points\nX,3\nY,4\n")

    def rows(pack: Pack) -> list[tuple[str, object, int]]:
        return [(r.id, r.fields["points"], r.count) for c in pack.components for r in c.rows]

    pack = opened(tmp_path, f"{setting}=5")
    assert rows(pack) == played
    edit.write_parameters(pack, {setting: 5}, edit.fingerprint(pack))
    assert rows(opened(tmp_path)) == played


def test_two_numbers_of_one_cell_are_not_both_set(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(f"protoplay: 1\nname: E\nplayers: 2\n{TWO}")
    (tmp_path / "c.csv").write_text("name,points\nX,3\n")
    _, problems = open_pack(tmp_path, settings=["a.x.points=5", "b.x.points=6"])
    assert [str(p) for p in problems] == [
        "--set b.x.points=6: error: this number and a.x.points are the same cell, at c.csv:2:2 "
        "(set only one of them)"
    ]


@pytest.mark.parametrize(
    ("asks", "settings", "n_copies"),
    [
        ("count: '{{ n - loot }}'", ("loot=5", "a.a.n=6"), 1),
        ("where: 1 / (n - loot) > 0", ("loot=3", "a.a.n=6"), 1),
        ("where: loot > 3", ("loot=4", "a.a.n=2"), 1),
        ("where: n < loot", ("loot=4", "a.a.n=4"), 0),
        ("count: '{{ n - loot }}'", ("loot=5",), None),
        ("count: '{{ n - loot }}'", ("loot=5", "a.a.n=4"), None),
        ("count: '{{ n - 4 }}'", ("a.a.n=6",), None),
    ],
)
def test_a_parameter_and_a_number_are_set_together(
    tmp_path: Path, asks: str, settings: tuple[str, ...], n_copies: int | None
) -> None:
    (tmp_path / "game.yaml").write_text(
        f"protoplay: 1\nname: E\nplayers: 2\nparameters: {{loot: 1}}\n{ONE}"
        f"    rows: [{{name: A, n: 3}}]\n    {asks}\n"
    )
    pack, problems = open_pack(tmp_path, settings=settings)
    if n_copies is None:
        (told,) = problems
        assert pack is None and "copies, found -" in told.message
    else:
        assert pack is not None and pack.component("a").count == n_copies, list(problems)


def write(folder: Path, name: str, value: Scalar) -> list[str]:
    pack = opened(folder)
    return [p.name for p in edit.write_parameters(pack, {name: value}, edit.fingerprint(pack))]


def test_a_number_is_written_into_its_cell_and_every_other_byte_stays(folder: Path) -> None:
    assert write(folder, "cards.saf-fron-dear.points", 10) == ["cards.csv"]
    assert (folder / "cards.csv").read_bytes() == CARDS.replace(",9,", ",10,").encode()
    assert write(folder, "coins.groat.worth", 2) == ["game.yaml"]
    assert (folder / "game.yaml").read_text() == GAME.replace("worth: 4", "worth: 2")


@pytest.mark.parametrize(
    ("text", "cell", "value", "now"),
    [
        ("name;n\nA;2,5\n", (2, 2), 3.25, "name;n\nA;3,25\n"),
        ("name,n,m\nA,9,12\n", (2, 2), 4, "name,n,m\nA,4,12\n"),
        ("name\tn\nA\t-2\nB\t1", (3, 2), 7, "name\tn\nA\t-2\nB\t7"),
        ('sep=;\nname;n\n"a;b"; 2 \n', (3, 2), 1, 'sep=;\nname;n\n"a;b"; 1 \n'),
        ("\ufeffname,n\r\rA,2\r", (3, 2), 1, "\ufeffname,n\r\rA,1\r"),
        ('n,name\n"2",A\n', (2, 1), 12, 'n,name\n"12",A\n'),
    ],
)
def test_a_table_is_changed_in_one_cell(
    text: str, cell: tuple[int, int], value: Scalar, now: str
) -> None:
    assert edit.with_cell(text.encode(), Place("t.csv", *cell), value) == now.encode()


@pytest.mark.parametrize(
    ("data", "cell", "told"),
    [
        (b"name,n\nA,\n", (2, 2), "t.csv:2:2: there is no number; write 3 there by hand"),
        (b"name,n\n\xe4,2\n", (2, 2), "the file is not UTF-8"),
        (b"name,n\nA,2\n", (9, 2), "there is no number"),
        (b"name,n\nA,2x\n", (2, 2), "more than this cell would change"),
        (b'name,n\n"A\nB",2\n', (3, 2), "more than this cell would change"),
    ],
)
def test_an_uncertain_cell_is_not_changed(data: bytes, cell: tuple[int, int], told: str) -> None:
    with pytest.raises(edit.CannotEdit) as refused:
        edit.with_cell(data, Place("t.csv", *cell), 3)
    assert told in str(refused.value)


def test_a_table_that_has_changed_meanwhile_is_left_alone(folder: Path) -> None:
    pack = opened(folder)
    seen = edit.fingerprint(pack)
    (folder / "cards.csv").write_text("name,points,text\nSalt,1,a\n")
    with pytest.raises(edit.CannotEdit, match=r"cards\.csv has changed since it was read"):
        edit.write_parameters(pack, {"cards.salt.points": 2}, seen)


def test_a_workbook_is_not_written_and_its_cell_is_reported(folder: Path) -> None:
    from xlsxwriter import Workbook

    with Workbook(folder / "cards.xlsx") as book:
        sheet = book.add_worksheet()
        for i, cells in enumerate((("name", "points"), ("Pepper", 1), ("Saffron", 9))):
            sheet.write_row(i, 0, cells)
    (folder / "game.yaml").write_text(GAME.replace("cards.csv", "cards.xlsx"))
    with pytest.raises(edit.CannotEdit) as told:
        write(folder, "cards.saffron.points", 4)
    assert str(told.value).startswith("cards.xlsx:B3: change 9 to 4 by hand")


def test_odd_quotes_before_a_cell_take_no_time() -> None:
    quoted = '"say ""a"",""b"", or not",' * 60
    data = f"{quoted}n\r\n{quoted}\t5\r\n{quoted}x\r\n".encode()
    with pytest.raises(edit.CannotEdit, match="there is no number"):
        edit.with_cell(data, Place("cards.csv", 3, 61), 6)
    assert b"\t6\r\n" in edit.with_cell(b"a,n\r\nb,\t5\r\n", Place("c.csv", 2, 2), 6)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("rows: c.csv", 1),
        ("rows: c.csv\n    count: '{{ Copies }}'", 0),
        ("rows: c.csv\n    count: 1", 0),
        ("rows: {product: {Copies: [1, 2, 3], kind: [X, Y]}}", 0),
    ],
)
def test_an_unused_column_of_copies_is_reported(tmp_path: Path, rows: str, told: int) -> None:
    (tmp_path / "game.yaml").write_text(f"protoplay: 1\nname: E\nplayers: 2\n{ONE}    {rows}\n")
    (tmp_path / "c.csv").write_text("name,Copies\nX,1\nY,4\nZ,2\n")
    _, problems = open_pack(tmp_path)
    assert [str(p) for p in problems] == [
        'c.csv:3:2: warning: the column "Copies" is not used to count copies; each '
        "row is printed once "
        '(write count: "{{ Copies }}", or count: 1 to keep it)'
    ] * told
