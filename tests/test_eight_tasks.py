"""The tasks of CONTRIBUTING.md, "Eight tasks": each is carried out in a copy of the tree."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HOUSE = Path(__file__).parent.parent
GAME = """
protoplay: 1
name: Isle
players: 2
components:
  cards:
    size: poker
    rows: [{name: Gull}, {name: Seal}]
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the tree that runs by itself."""
    ignored = shutil.ignore_patterns("__pycache__", "*.png", ".protoplay")
    for folder in ("generator", "templates", "rules"):
        shutil.copytree(HOUSE / folder, tmp_path / "house" / folder, ignore=ignored)
    return tmp_path / "house"


def protoplay(copy: Path, *words: str, code: int = 0) -> str:
    """Return the output of a command of the copy, which must end with this exit code."""
    child = subprocess.run(
        [sys.executable, "-P", "-m", "generator.cli", *words],
        cwd=copy,
        env={"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
    )
    assert child.returncode == code, child.stderr
    return child.stdout + child.stderr


def answer_in(output: str) -> Any:
    """Return the JSON at the start of a command's output; lines of progress may follow it."""
    return json.JSONDecoder().raw_decode(output)[0]


def edit(file: Path, old: str, new: str) -> None:
    """Replace a text that the file holds once."""
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file} holds {old!r} {text.count(old)} times"
    file.write_text(text.replace(old, new), "utf-8")


def game_in(folder: Path, more: str) -> Path:
    """Return the folder of a game whose cards have additional keys."""
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME + more, "utf-8")
    return folder


@pytest.mark.slow
def test_adding_an_output_format_takes_one_file(copy: Path, tmp_path: Path) -> None:
    formats = copy / "generator" / "press" / "formats.py"
    function = """def _list(work: "Work") -> "Files":
    from generator.press.work import pack_folder

    lines = [f"{piece.count} {piece.name}" for piece in work.pieces]
    yield pack_folder(work) / "pieces.txt", "\\n".join(lines).encode()


@dataclass"""
    html = 'OutputFormat("html", "rule sheets", "texts", _html),'
    edit(formats, "@dataclass", function)
    edit(formats, html, f'{html} OutputFormat("list", "a list of the pieces", "texts", _list),')
    game = game_in(tmp_path / "isle", "    count: 2\n    front: {use: card, title: Hello}\n")
    out = tmp_path / "out"
    protoplay(copy, "build", str(game), "--format", "list,svg", "--out", str(out))
    assert (out / "isle" / "pieces.txt").read_text("utf-8") == "2 Gull\n2 Seal"
    assert list(out.glob("isle/svg/cards/*.svg"))
    assert "pieces.txt" not in protoplay(copy, "build", str(game), "--out", str(out))
    help = protoplay(copy, "build", "--help").replace("│", "")
    assert "list: a list of the pieces" in " ".join(help.split())


def test_changing_an_error_message_takes_its_file_and_its_golden(
    copy: Path, tmp_path: Path
) -> None:
    message = "the component has a back but no front"
    files = [*(copy / "generator").rglob("*.py"), *(HOUSE / "tests" / "broken").glob("*.txt")]
    holders = [file for file in files if message in file.read_text("utf-8")]
    assert [file.name for file in holders] == ["schema_components.py", "faces.txt"]
    edit(holders[0], message, "add a front to this component")
    game = game_in(tmp_path / "isle", "    back: {use: card, title: Isle}\n")
    assert "error: add a front to this component" in protoplay(copy, "check", str(game), code=1)


@pytest.mark.slow
def test_adding_a_measure_takes_two_files(copy: Path, tmp_path: Path) -> None:
    catalogue = copy / "generator" / "model" / "measures.py"
    measure = """CLOSE = Measure(
    "close games", "games won by one point", "close",
    kind="share", worth="ends", needs="contest", is_plural=True,
    about="games that are won by one point", band="<= 40%",
)
STALL = Measure("""
    edit(catalogue, "STALL = Measure(", measure)
    edit(catalogue, "    HALF_TIME,\n)", "    HALF_TIME,\n    CLOSE,\n)")
    margin = '("margin", _margins(batch)),'
    column = f'{margin} ("close", (_margins(batch) == 1).astype(np.float64)),'
    edit(copy / "generator" / "play" / "measures" / "tally.py", margin, column)
    game = tmp_path / "market"
    shutil.copytree(HOUSE / "tests" / "packs" / "market", game)
    with (game / "game.yaml").open("a", encoding="utf-8") as definition:
        definition.write("\ngoals:\n  close games: <= 1%\n  games won by one point: '>= 0.1%'\n")
    table, out = tmp_path / "table.csv", tmp_path / "out"
    words = (*("--games", "120", "--trust", "--workers", "1"), *("--csv", str(table)))
    words = (*words, "--json", "--out", str(out))

    simulated = answer_in(protoplay(copy, "simulate", str(game), *words, "--agents", "random"))
    value = simulated["runs"][0]["metrics"]["measures"]["close games"]["value"]
    assert 0 < value < 1
    assert "course,games won by one point,random," in table.read_text("utf-8")
    goal = next(f["text"] for f in simulated["findings"] if "close games" in f["text"])
    assert goal.startswith("Your goal “close games <= 1%” is missed")

    compared = answer_in(protoplay(copy, "compare", str(game), "--set", "coins=9", *words))
    differences = {d["measure"]: d for d in compared["differences"]}
    assert differences["close games"]["is_share"]
    assert "difference,close games,coins=9," in table.read_text("utf-8")
    pages = "".join(page.read_text("utf-8") for page in out.rglob("*.html"))
    assert "games won by one point" in pages

    (copy / "tests").mkdir()
    for name in ("conftest.py", "test_reference_page.py"):
        shutil.copy(HOUSE / "tests" / name, copy / "tests" / name)
    child = [sys.executable, "-m", "pytest", "-q", "tests/test_reference_page.py", "--rewrite"]
    subprocess.run(child, cwd=copy, env={"PYTHONPATH": str(copy)}, capture_output=True, check=False)
    reference = (copy / "rules" / "REFERENCE.md").read_text("utf-8")
    assert "| `close games` | games that are won by one point | `<= 40%` |" in reference


@pytest.mark.slow
def test_adding_a_slot_to_the_card_takes_its_template(copy: Path, tmp_path: Path) -> None:
    card = copy / "templates" / "faces" / "card.svg.j2"
    edit(card, "  corner: a number", "  motto (text): a line at the top edge\n  corner: a number")
    box = "{{ draw.textbox(slot.motto, m, 1 * u, w - 2 * m, m, size=5 * u, safe=false) }}\n"
    edit(card, "{% if band %}", f"{box}{{% if band %}}")
    front = "    front: {use: card, title: Isle, motto: Wing and fin, motto.de: Schwinge}\n"
    game = game_in(tmp_path / "isle", f"{front}languages: [en, de]\n")
    out = tmp_path / "out"
    protoplay(copy, "build", str(game), "--format", "svg", "--out", str(out))
    faces = [file.read_text("utf-8") for file in out.rglob("*.svg")]
    assert faces and all("Wing and fin" in face for face in faces)
    edit(game / "game.yaml", ", motto.de: Schwinge", "")
    assert '"motto" of "cards" has no text in the language "de"' in protoplay(
        copy, "check", str(game), "--language", "de"
    )


@pytest.mark.slow
def test_adding_an_octagon_takes_three_files(copy: Path, tmp_path: Path) -> None:
    reading = copy / "generator" / "reading"
    function = """def octagon(width: float) -> Shape:
    \"\"\"A regular octagon, `width` mm from side to side.\"\"\"
    cut = width / (2 + math.sqrt(2))
    far = width - cut
    return polygon([(cut, 0), (far, 0), (width, cut), (width, far), (far, width), (cut, width),
                    (0, far), (0, cut)])


def area("""
    edit(reading / "shapes.py", "def area(", function)
    key = '    octagon: Size | None = described("width from side to side", default=None)\n'
    circle = '    circle: Size | None = described("diameter", default=None)\n'
    edit(reading / "schema_components.py", circle, circle + key)
    edit(reading / "schema_components.py", '    "circle",\n', '    "circle",\n    "octagon",\n')
    branch = """    if written.octagon is not None:
        return octagon(written.octagon)
    if written.circle"""
    edit(reading / "components.py", "    if written.circle", branch)
    edit(reading / "components.py", "    hexagon,\n", "    hexagon,\n    octagon,\n")
    game = game_in(tmp_path / "isle", "    front: {use: tile, title: Isle, frame: yes}\n")
    edit(game / "game.yaml", "size: poker", "shape: {octagon: 40mm}")
    out = tmp_path / "out"
    protoplay(copy, "build", str(game), "--format", "svg,pdf", "--out", str(out))
    assert list(out.rglob("*.pdf"))
    face = min(out.rglob("*.svg")).read_text("utf-8")
    assert 8 in {path.count("C") for path in re.findall(r' d="([^"]+)"', face)}  # hand-cut sides


REPORT = """
import sys

sys.path.append({house!r})
from tests.play.telling.cases import won
from tests.play.telling.test_words import words_of

print(words_of("even", won(1000, 1000)))
"""


def test_rewording_a_sentence_of_the_report_takes_one_file(copy: Path) -> None:
    words = copy / "generator" / "play" / "telling" / "words" / "seats.py"
    edit(words, 'f"No {word} advantage detected in {games}: ', 'f"{games} show no ahead {word}: ')
    child = subprocess.run(
        [sys.executable, "-P", "-c", REPORT.format(house=str(HOUSE))],
        env={"PYTHONPATH": str(copy)},
        cwd=copy,
        capture_output=True,
        text=True,
    )
    assert child.returncode == 0, child.stderr
    assert "2,000 games show no ahead seat: the first seat wins 50" in child.stdout


@pytest.mark.slow
def test_adding_a_kind_of_player_takes_three_files(copy: Path) -> None:
    engine = copy / "generator" / "play" / "engine"
    choosers = engine / "choosers.py"
    function = """

@engine
def choose_first(desk: Any, agent: int, seat: int, out: Any, n: int, rng: Any, t: int) -> int:
    return int64(out[0])
"""
    choosers.write_text(choosers.read_text("utf-8") + function, "utf-8")
    agents = engine / "agents.py"
    edit(agents, "import choose_best,", "import choose_best, choose_first,")
    edit(agents, '    "own": choose_own,', '    "own": choose_own, "first": choose_first,')
    greedy = '    "greedy": _greedy,'
    edit(agents, greedy, f'{greedy}\n    "first": lambda game, spec: Agent(spec, "first"),')
    greedy = '    Kind("greedy", ("greedy",)),'
    edit(engine / "kinds.py", greedy, f'{greedy}\n    Kind("first", ("first",)),')
    replay = ("replay", "shiftago", "--agents", "first", "--game")
    lines = [protoplay(copy, *replay, game, "--seed", "1").splitlines() for game in "01"]
    games = [[line for line in each if ". player " in line] for each in lines]
    assert games[0] == games[1] and len(games[0]) > 10
    unknown = protoplay(copy, "replay", "shiftago", "--agents", "frist", "--game", "0", code=2)
    assert "did you mean 'first'?" in unknown
