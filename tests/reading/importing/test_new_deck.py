"""`protoplay new NAME --from …`: an existing deck becomes a pack that prints."""

from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.model.problems import Problems
from generator.press.build import build
from generator.press.options import BuildOptions
from generator.reading.door import open_pack
from generator.reading.importing.pictures import fit_of, named_by
from tests.reading.importing.decks import DECKS, LONG, Deck, made


def run(*line: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(word) for word in line])
    return result.exit_code, result.output


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_prints_and_its_file_stays_as_it_is(name: str, tmp_path: Path) -> None:
    prints(DECKS[name], tmp_path)


@pytest.mark.slow
def test_a_deck_of_ten_thousand_rows_prints(tmp_path: Path) -> None:
    prints(LONG, tmp_path)


def prints(deck: Deck, tmp_path: Path) -> None:
    source = made(deck, tmp_path / "theirs")
    before = source.read_bytes()
    code, said = run("new", "My Deck", "--in", tmp_path, "--from", source)
    assert code == 0, said
    assert said.count("warning") == deck.warnings, said
    assert source.read_bytes() == before
    pack = tmp_path / "my-deck"
    kept = [file for file in pack.iterdir() if file.suffix in (".csv", ".tsv", ".xlsx")]
    assert [file.read_bytes() for file in kept] == [before]
    game = (pack / "game.yaml").read_text("utf-8")
    assert [guess for guess in deck.guesses if guess not in game] == [], game
    opened, problems = open_pack(pack)
    assert opened is not None and not problems.errors, list(map(str, problems))
    assert sum(component.count for component in opened.components) == deck.n_pieces
    code, said = run("check", pack)
    assert code == 0 and ": error" not in said, said
    summary = build(opened, BuildOptions(out=tmp_path / "out"), Problems())
    assert (summary.pieces, summary.crossed, summary.left_out) == (deck.n_pieces, 0, 0)
    assert [file.suffix for file in summary.files] == [".pdf"]


def pictures(folder: Path, names: dict[str, tuple[int, int]]) -> Path:
    for i, (name, size) in enumerate(names.items()):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", size, (40 + 7 * i, 90, 160)).save(file, dpi=(300, 300))
    return folder


def folder_of(tmp_path: Path, names: dict[str, tuple[int, int]]) -> str:
    """Make a pack from pictures; check and print it. Returns its game.yaml."""
    source = pictures(tmp_path / "art of theirs", names)
    code, said = run("new", "My Deck", "--in", tmp_path, "--from", source)
    assert code == 0, said
    pack, problems = open_pack(tmp_path / "my-deck")
    assert pack is not None and not problems.errors, list(map(str, problems))
    summary = build(pack, BuildOptions(out=tmp_path / "out"), problems)
    assert not problems.errors and summary.crossed == 0, list(map(str, problems))
    return (tmp_path / "my-deck" / "game.yaml").read_text("utf-8")


POKER = (825, 1125)


def test_fronts_and_backs_of_a_folder_are_paired(tmp_path: Path) -> None:
    names = ("lion-front_x3.png", "lion-back.png", "owl-front.png", "owl-back.png", "Elk 2.png")
    game = folder_of(tmp_path, dict.fromkeys(names, POKER))
    assert 'name: "lion", art: "art/lion-front_x3.png", count: 3, back: "art/lion-back.png"' in game
    assert 'name: "Elk 2", art: "art/Elk 2.png", count: 1, back: ""' in game
    assert "size: poker" in game and "bleed: 3.175mm" in game
    pack, _ = open_pack(tmp_path / "my-deck")
    assert pack is not None and [row.count for row in pack.components[0].rows] == [1, 3, 1]


def test_two_folders_of_fronts_and_backs_are_paired(tmp_path: Path) -> None:
    names = [f"{side}/{card}.png" for side in ("Fronts", "Backs") for card in ("a", "b")]
    game = folder_of(tmp_path, dict.fromkeys(names, (750, 1050)))
    assert 'art: "art/Fronts/a.png", count: 1, back: "art/Backs/a.png"' in game
    assert "make_bleed: mirror" in game


def test_one_back_serves_all_and_a_back_without_front_is_named(tmp_path: Path) -> None:
    names = ("card back.png", "1.png", "2.png", "10.png", "lost_back.png")
    game = folder_of(tmp_path, dict.fromkeys(names, (822, 1122)))
    assert [line.split('"')[1] for line in game.splitlines() if "- {name" in line] == [
        "1",
        "2",
        "10",
    ]
    assert 'back: {use: picture, art: {file: "art/card back.png", bleed: 3.048mm}}' in game
    assert "backs of no front: lost_back.png" in game


def test_landscape_pictures_make_landscape_cards(tmp_path: Path) -> None:
    game = folder_of(tmp_path, {"a.png": (1125, 825), "b.png": (1125, 825), "c.png": (900, 900)})
    assert "landscape: true" in game and "1 of the pictures has another size" in game


@pytest.mark.parametrize(
    ("pixels", "dpi", "size", "bleed"),
    [
        ((825, 1125), None, "poker", 3.175),
        ((822, 1122), 300.0, "poker", 3.048),
        ((750, 1050), None, "poker", 0.0),
        ((1500, 2100), 600.0, "poker", 0.0),
        ((815, 1110), None, "euro-poker", 3.0),
        ((900, 1500), 300.0, "tarot", 3.175),
        ((1125, 825), None, "poker", 3.175),
        ((500, 700), None, "poker", 0.0),
        ((400, 1400), None, "", 0.0),
    ],
)
def test_the_size_of_a_card_follows_from_pixels(
    pixels: tuple[int, int], dpi: float | None, size: str, bleed: float
) -> None:
    fit = fit_of([(*pixels, dpi)])
    assert fit is not None and (fit.size, fit.bleed) == (size, bleed)
    assert fit.is_landscape == (pixels[0] > pixels[1])


def test_cells_name_files_without_their_folder_and_suffix() -> None:
    files = [Path("d/img/lion.png"), Path("d/img/owl.png"), Path("d/lion.txt.png")]
    assert named_by(("lion", "owl"), files, Path("d")) == ("img/", ".png")
    assert named_by(("img\\lion.png", "img\\owl.png"), files, Path("d")) == ("", "")
    assert named_by(("lion", "elk"), files, Path("d")) is None
    assert named_by(("ion", "wl"), files, Path("d")) is None


@pytest.mark.parametrize(
    ("files", "source", "found", "fix"),
    [
        ({"deck.csv": 'Name,Text\nA,"b\nC,d\n'}, "deck.csv", "never closed", "close it with"),
        ({"deck.csv": "Name,Text\n"}, "deck.csv", "no rows below its header", "add a row"),
        ({"a.pdf": ""}, "a.pdf", 'cannot be made from a ".pdf" file', "a folder of pictures"),
        ({"x/a.csv": "A\n1\n", "x/b.csv": "A\n1\n"}, "x", "2 tables: a.csv, b.csv", "name one"),
        ({"x/read.me": ""}, "x", "neither a table nor a picture", "give a .csv"),
        ({"x/game.yaml": ""}, "x", "a pack already", "copy the folder"),
        ({}, "not/there.csv", "no such file or folder", "check the name"),
    ],
)
def test_sources_that_are_not_a_deck_are_reported_and_nothing_is_made(
    files: dict[str, str], source: str, found: str, fix: str, tmp_path: Path
) -> None:
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    code, said = run("new", "My Deck", "--in", tmp_path, "--from", tmp_path / source)
    assert code == 1 and found in said and fix in said, said
    assert not (tmp_path / "my-deck").exists()


def test_letters_that_the_font_lacks_are_searched_in_fonts_of_the_machine(tmp_path: Path) -> None:
    for letters, has_line in (("水の精", True), ("Fée Łódź Ђура", False)):
        file = tmp_path / "deck.csv"
        file.write_text(f"Name,Text\n{letters},Draw a card.\n", "utf-8")
        code, said = run("new", f"Deck {has_line}", "--in", tmp_path, "--from", file)
        assert code == 0, said
        game = (tmp_path / f"deck-{str(has_line).lower()}" / "game.yaml").read_text("utf-8")
        assert ("fonts: {body: [default, system]}" in game) == has_line
        assert ("の 水 精" in game) == has_line


def test_a_column_may_have_any_name(tmp_path: Path) -> None:
    file = tmp_path / "deck.csv"
    file.write_text('game,palette,"Na""me",piece,Type\nA,b,c,d,tool\nB,b,d,e,trap\n')
    code, said = run("new", "My Deck", "--in", tmp_path, "--from", file)
    assert code == 0, said
    code, said = run("check", tmp_path / "my-deck")
    assert code == 0 and "no problems found" in said, said


def test_a_first_line_that_seems_to_be_a_card_is_reported(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("Knight,3,2\nBishop,3,2\nQueen,9,1\n")
    code, said = run("new", "Chess", "--in", tmp_path, "--from", tmp_path / "deck.csv")
    assert code == 0 and "deck.csv:1: warning: a column is called" in said
    (tmp_path / "deck.csv").write_text("name,2024\nBishop,few\nQueen,many\n")
    assert "warning" not in run("new", "B", "--in", tmp_path, "--from", tmp_path / "deck.csv")[1]


def test_a_column_that_seems_to_count_copies_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "deck.csv"
    file.write_text('Name,Qty\nA,2\nB,"many\nof them"\n')
    code, said = run("new", "My Deck", "--in", tmp_path, "--from", file)
    assert code == 0, said
    game = (tmp_path / "my-deck" / "game.yaml").read_text("utf-8")
    assert '"Qty" is not taken as the number of copies: one of its cells is "many of them"' in game
