"""Counts, names of files and tables as people have them: what is refused says how to write it."""

from pathlib import Path

import pytest

from generator.press.build import BuildOptions, build
from generator.reading.door import open_pack
from generator.reading.nearby import near_file

GAME = "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n"
DECK = "  c: {size: poker, rows: deck.csv, count: %s, front: {use: card, title: '{{ name }}'}}\n"
FILES = ["art/Back Art.png", "art/fog16.png", "art/deep/owl.jpg", "rules.py", "fonts/Body.otf"]


def written(folder: Path, game: str, deck: str) -> Path:
    (folder / "game.yaml").write_text(GAME + game, "utf-8")
    (folder / "deck.csv").write_text(deck, "utf-8")
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
        ("zwei", '"zwei"', "write it in figures, as 2"),
        ("1e2", '"1e2"', "write 100;"),
        ("0x10", '"0x10"', "write it in figures"),
        ("1_0", '"1_0"', "write 10;"),
        ("2.5", "the number 2.5", "count is at"),
        ("2 or 3", '"2 or 3"', "write it in figures"),
    ],
)
def test_a_count_that_is_none_says_how_to_write_it(
    tmp_path: Path, cell: str, found: str, fix: str
) -> None:
    written(tmp_path, DECK % '"{{ Qty }}"', f"name,Qty\nfox,{cell}\n")
    (line,) = said(tmp_path)
    start = f"deck.csv:2:2: error: expected a whole number of copies, found {found} ("
    assert line.startswith(start) and fix in line


@pytest.mark.parametrize(("cell", "copies"), [("3", 3), (" 3 ", 3), ("2.0", 2), ("0", 0)])
def test_a_count_may_be_written_so(tmp_path: Path, cell: str, copies: int) -> None:
    written(tmp_path, DECK % '"{{ Qty }}"', f"name,Qty\nfox,{cell}\nowl,1\n")
    pack, _ = open_pack(tmp_path)
    assert pack is not None and [r.count for r in pack.components[0].rows] == [copies, 1]


def test_blank_counts_mean_what_the_pack_says(tmp_path: Path) -> None:
    deck = "name,Qty\na,\nb,-\nc,–\nd,0\ne,3\nf,  \n"
    for blank in (0, 2):
        written(tmp_path, DECK % f"{{column: Qty, blank: {blank}}}", deck)
        pack, problems = open_pack(tmp_path)
        assert pack is not None and not len(problems)
        counts = [row.count for row in pack.components[0].rows]
        assert counts == [blank, blank, blank, 0, 3, blank]
    written(tmp_path, DECK % "{column: qty, blank: 0}", deck)
    assert said(tmp_path) == [
        'game.yaml:5:52: error: no column "qty" to count by (did you mean "Qty"? known: Qty, name)'
    ]
    written(tmp_path, DECK % "{column: Qty, blank: none}", deck)
    (line,) = said(tmp_path)
    assert line.startswith("game.yaml:5:64: error: ") and "none" in line
    written(tmp_path, DECK % "{colum: Qty, blank: 0}", deck)
    assert any('unknown key "colum" (did you mean "column"?' in line for line in said(tmp_path))


@pytest.mark.parametrize(
    ("asked", "fix"),
    [
        ("art/fog16", 'it is called "art/fog16.png"'),
        ("art/fog16.jpg", 'it is called "art/fog16.png"'),
        ("Art/Fog16.PNG", 'it is called "art/fog16.png": small and capital letters count'),
        ("art\\fog16.png", 'write "art/fog16.png", with / between folders'),
        ("fog16.png", 'it lies in another folder: "art/fog16.png"'),
        ("art/owl.jpg", 'it lies in another folder: "art/deep/owl.jpg"'),
        ("art/Back%20Art.png", 'it is called "art/Back Art.png"'),
        ("art/back_art.png", 'it is called "art/Back Art.png"'),
        ("art/Back  Art.png", 'it is called "art/Back Art.png"'),
        ("art/fog61.png", 'did you mean "art/fog16.png"?'),
    ],
)
def test_a_file_that_is_not_there_is_looked_for(asked: str, fix: str) -> None:
    assert near_file(asked, FILES, (".png", ".jpg")).startswith(fix)


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
        assert any(f'it is called "{name}"' in line for line in lines), (name, lines)


@pytest.mark.parametrize(
    "address",
    [
        "https://docs.google.com/spreadsheets/d/e/2PACX/pub?output=csv",
        "http://a.example/deck.csv",
        "//a.example/deck.csv",
    ],
)
def test_an_address_is_no_file(tmp_path: Path, address: str) -> None:
    written(tmp_path, (DECK % 1).replace("deck.csv", f'"{address}"'), "")
    (line,) = said(tmp_path)
    assert "is an address, and nothing is fetched from the web (save what is there" in line


def test_a_row_that_no_component_takes_is_told(tmp_path: Path) -> None:
    part = "  %s: {size: poker, rows: deck.csv, where: %s, front: {use: card, title: x}}\n"
    deck = "name,tier,kind\nfox,1,a\nowl,2,b\nelk,4,c\ncat,,d\ngnu,5,e\n"
    game = part % ("a", '"tier == 1"') + part % ("b", '"tier == 2"')
    written(tmp_path, game, deck)
    assert said(tmp_path) == [
        'deck.csv:4:2: warning: no component takes this row, whose tier is "4", nor 1 more row '
        "(it is neither printed nor played; see where of a, b)"
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


def test_a_game_without_pieces_says_so(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("components:\n", ""), "utf-8")
    pack, problems = open_pack(tmp_path)
    assert pack is not None
    build(pack, BuildOptions(out=tmp_path / "out"), problems)
    (line,) = [str(problem) for problem in problems]
    assert "the game has no pieces yet" in line and "--only" not in line
