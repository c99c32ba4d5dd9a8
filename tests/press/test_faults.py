"""No fault stops the print; a face that cannot be drawn is crossed out, reported and counted."""

import json
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner

from generator.cli.commands import app

GAME = """protoplay: 1
name: Faulty Deck
players: 2-4
palette: {kelp: "#2e6f57"}
components:
  cards:
    size: euro-poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}", icon: "{{ icon }}", art: "{{ art }}",
      text: "Gain {{ n }}: {{ text }}", colour: kelp}
    back: {use: back, icon: star}
  tiles:
    shape: {square: 40mm}
    bleed: 0mm
    rows: [{name: Hill, art: hill.png}, {name: Lake, art: lake.png}]
    front: {template: tile.svg, art: "{{ art }}"}
"""
CARDS = """name,icon,n,art,text
Lion,star,1,lion.png,Roar.
Bird,stra,2,,Fly.
Frog,star,3,lion.png,Leap ☃ far.
Crab,star,4,lion.png,Pinch **hard.
Wolf,star,5,,Howl {{ loudly }}.
"""
TILE = """<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">
{% if art == "lake.png" %}
{{ icon("laek", 5, 5, 10) }}
{% endif %}
<rect width="40" height="40" fill="#cceecc"/>
<image href="{{ art }}" width="20" height="20"/>
</svg>
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "faulty"
    folder.mkdir()
    for name, text in (("game.yaml", GAME), ("cards.csv", CARDS), ("tile.svg", TILE)):
        (folder / name).write_text(text, "utf-8")
    return folder


def run(*words: str | Path):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.mark.parametrize("labels", ["--labels", "--no-labels"])
@pytest.mark.parametrize(("width", "noted"), [("63mm", False), ("200mm", True)])
def test_notes_of_faults_print_beside_the_pieces_and_only_with_labels(
    game: Path, tmp_path: Path, labels: str, width: str, noted: bool
) -> None:
    paper = f"{width} x {'88mm' if width == '63mm' else '200mm'}"
    done = run(
        "build", game, "--only", "cards/lion", "--paper", paper, "--margin", "0mm",
        "--bleed", "0mm", "--marks", "none", "--backs", "none", labels, "--out", tmp_path / "out",
    )  # fmt: skip
    (file,) = (tmp_path / "out").rglob("*.pdf")
    with pypdfium2.PdfDocument(file) as pdf:
        words = " ".join(page.get_textpage().get_text_bounded() for page in pdf)
    assert "lion.png" in done.stderr
    assert ("with faults" in words) == (noted and labels == "--labels")
    assert ("sheet 1 of 1" in words) == (noted and labels == "--labels")


def test_every_fault_is_reported_once_with_its_cell_and_count_and_the_rest_is_printed(
    game: Path, tmp_path: Path
) -> None:
    done = run("build", game, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    told = [line for line in done.stderr.splitlines() if ": error:" in line or "warning" in line]
    assert [line.rpartition("faulty/")[2] for line in told] == [
        "cards.csv:2:4: error: cards/lion, front: the picture 'lion.png' cannot be printed: "
        "no such file, and on 2 more faces (copy it into the pack's folder)",
        "cards.csv:3:2: error: cards/bird, front: there is no icon 'stra' (did you mean 'star'?)",
        "cards.csv:4:5: error: cards/frog, front: the font has no glyph for '☃' (U+2603) in "
        "'Gain 3: Leap ☃ far.' (name a font that has it under fonts:)",
        "cards.csv:5:5: warning: cards/crab, front: 'Gain 4: Pinch **hard.' prints the sign "
        "**: it has no matching ** at the edge of a word "
        "(put ** directly before and after the words, or write \\* to print a star)",
        'cards.csv:6:5: warning: the cell contains "{{ loudly }}", which is printed literally '
        "(only texts in game.yaml are evaluated; write it into a slot there)",
        "game.yaml:15:30: error: tiles/hill, front: the picture 'hill.png' cannot be printed: "
        "no such file (copy it into the pack's folder)",
        "game.yaml:15:59: error: tiles/lake, front: the picture 'lake.png' cannot be printed: "
        "no such file (copy it into the pack's folder)",
        "tile.svg:3: error: tiles/lake, front: there is no icon 'laek' (put it in the pack's "
        "icons/ folder)",
    ]
    (pdf,) = (tmp_path / "out" / "faulty").glob("*.pdf")
    document = pypdfium2.PdfDocument(pdf)
    pages = [document[i].get_textpage().get_text_range() for i in range(len(document))]
    document.close()
    words = " ".join(" ".join(pages).split())
    assert "Howl {{ loudly }}." in words and "Pinch **hard" in words
    assert "with faults: Lion: the picture 'lion.png' cannot be printed" in words
    assert "Hill: the picture 'hill.png'" in words
    assert "7 faces printed with the faults above" not in done.stdout
    assert "6 faces printed with the faults above" in done.stdout


def test_strict_and_check_end_with_1_for_the_same_faults(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("build", game, "--out", out, "--strict").exit_code == 1
    assert list((out / "faulty").glob("*.pdf"))
    assert run("check", game).exit_code == 1
    told = json.loads(run("build", game, "--out", out, "--json").stdout)
    assert told["crossed"] == 6 and not told["stopped"] and told["files"]
    assert {"error", "warning"} == {problem["level"] for problem in told["problems"]}


def test_a_face_that_cannot_be_drawn_is_a_crossed_box_with_its_name(
    game: Path, tmp_path: Path
) -> None:
    (game / "tile.svg").write_text("<svg>{{ art.", "utf-8")
    done = run("build", game, "--out", tmp_path / "out", "--format", "pdf,svg")
    assert done.exit_code == 0 and "tile.svg:1:1: error: template:" in done.stderr
    hill = (tmp_path / "out" / "faulty" / "svg" / "tiles" / "hill-front.svg").read_text("utf-8")
    assert "#cc0066" in hill and ">Hill</text>" in hill


def test_where_every_face_is_crossed_out_nothing_is_printed(game: Path, tmp_path: Path) -> None:
    (game / "tile.svg").unlink()
    done = run("build", game, "--out", tmp_path / "out", "--only", "tiles")
    assert done.exit_code == 1 and not (tmp_path / "out").exists()
    assert "there is no template" in done.stderr


def test_a_corrected_face_is_printed_again_with_changed(game: Path, tmp_path: Path) -> None:
    run("build", game, "--out", tmp_path / "out")
    text = (game / "cards.csv").read_text("utf-8")
    (game / "cards.csv").write_text(text.replace("stra", "star"), "utf-8")
    told = json.loads(run("build", game, "--out", tmp_path / "out", "--changed", "--json").stdout)
    assert told["pieces"] == 1 and [pull["id"] for pull in told["pull"]] == ["cards/bird"]


NAMES = ("Ant", "Bee", "Cat", "Dog", "Eel")
SHARED = """protoplay: 1
name: Shared
players: 2
palette: {kelp: "#2e6f57"}
components:
  cards:
    size: poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}", colour: "{{ shade }}",
      text_font: serfi, text: "{{ say }}"}
    back: {use: back, title: "{{ game.name }}", texture: leavs, colour: klep}
  tiles:
    shape: {square: 40mm}
    rows: [{name: Hill}, {name: Lake}]
    front: {use: tile, title: "{{ name }}", texture: leavs}
"""


def test_wrong_values_of_a_slot_are_reported_once_for_all_faces(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "game.yaml").write_text(SHARED, "utf-8")
    rows = "".join(f"{name},{'kelp' if name == 'Ant' else 'kepl'},Go.\n" for name in NAMES)
    (folder / "cards.csv").write_text(f"name,shade,say\n{rows}", "utf-8")
    done = run("build", folder, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    told = [line for line in done.stderr.splitlines() if ": error:" in line]
    assert [line.rpartition("shared/")[2].partition(" (")[0] for line in told] == [
        "cards.csv:3:2: error: cards/bee, front: the colour 'kepl' is not in the palette, "
        "and on 3 more faces",
        "game.yaml:10:18: error: cards/ant, front: there is no font 'serfi', and on 4 more faces",
        "game.yaml:11:58: error: cards/ant, back: there is no texture 'leavs', and on 4 more faces",
        "game.yaml:11:73: error: cards/ant, back: the colour 'klep' is not in the palette, "
        "and on 4 more faces",
        "game.yaml:15:54: error: tiles/hill, front: there is no texture 'leavs', "
        "and on 1 more face",
    ]
    assert "12 faces printed with the faults above" in done.stdout
    checked = run("check", folder, "--json")
    assert checked.exit_code == 1
    assert len([p for p in json.loads(checked.stdout)["problems"] if p["level"] == "error"]) == 5
