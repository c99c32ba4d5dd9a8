"""Malicious or oddly mistaken rules: reported at their line, or treated as missing."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.cli import main
from generator.cli.interrupts import STOPPED
from generator.play.checks.conform import conform
from generator.play.engine import records
from generator.play.engine.batch import play_games
from generator.play.engine.game import FaultyRules, load_game
from generator.play.engine.host_functions import plain
from generator.reading.door import open_pack
from tests.toys import PACKS

ROOT = Path(__file__).parents[2]
FAULTY = PACKS / "faulty"
SOUND = (FAULTY / "take.base.py").read_text("utf-8")
MANY: list[object] = ["end"]
for _ in range(60):
    MANY = [MANY, MANY]


def made(folder: Path, more: str) -> Path:
    """Return a pack whose rules are valid except for the given text."""
    shutil.copy(FAULTY / "game.yaml", folder)
    (folder / "rules.py").write_text(f"{SOUND}\n\n{more}\n", "utf-8")
    return folder


def told(folder: Path, more: str) -> list[str]:
    """Return what `check` reports for rules with more text at the end."""
    pack, problems = open_pack(str(made(folder, more)))
    assert pack is not None, list(problems)
    return [str(problem) for problem in conform(pack, 2, games=1).problems]


@pytest.mark.parametrize(
    "more",
    [
        "KINDS = SUPPLIES = ENDS = PERSONAS = AGENTS = MEASURES = None",
        "SEARCH = MAP = SAID = MOVES = None",
        "deal = turn = score = value = opening = lay = spaces = pieces = None",
        "def __getattr__(name): raise RuntimeError(name)",
        "def by_hand():\n    return input()",
        "import sys\nsys.stdout = sys.stderr = None\nsys.setrecursionlimit(200)",
    ],
)
def test_names_set_to_none_are_left_out_and_the_process_is_unchanged(
    more: str, tmp_path: Path
) -> None:
    before = sys.stdout, sys.stderr, sys.getrecursionlimit()
    assert not told(tmp_path, more)
    assert (sys.stdout, sys.stderr, sys.getrecursionlimit()) == before


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(
            "import sys\nwith sys.stdout as out: print('hello', file=out)", marks=pytest.mark.slow
        ),
        pytest.param(
            "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer)",
            marks=pytest.mark.slow,
        ),
        "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.detach())",
        "import sys\nsys.__stderr__.close()\ndel sys.stderr, sys.stdout",
        pytest.param(
            "import builtins, os\nbuiltins.print = None\nos.chdir('..')", marks=pytest.mark.slow
        ),
        pytest.param(
            "import threading, time\nthreading.Thread(target=time.sleep, args=(900,)).start()",
            marks=pytest.mark.slow,
        ),
    ],
)
@pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=pytest.mark.slow)])
def test_rules_that_damage_the_process_do_not_end_the_command(
    more: str, unbuffered: str, tmp_path: Path
) -> None:
    made(tmp_path, more)
    done = subprocess.run(
        [sys.executable, "-m", "generator.cli", "check", "--trust", "."],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered},
        capture_output=True,
        text=True,
        timeout=120,
    )
    told = [line for line in done.stderr.splitlines() if not line.startswith("compiling ")]
    assert (done.returncode, told) == (0, [])
    assert done.stdout.endswith("no problems found\n")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("LONGEST = 10**9", "LONGEST is 1000000000, expected a whole number from 1 to 1,000,000"),
        ("WIDEST = 10**5000", "WIDEST is a value that cannot be displayed, of type int, expected"),
        (
            "from generator.kit import verbs\nWIDEST = None\n"
            "MOVES = verbs(take={'many': (3,), 'of': (10**6,)})",
            "MOVES has 3,000,000 different moves, and WIDEST is missing (give the most",
        ),
        ("class Trap:\n  def __getattribute__(self, name): raise OSError\nhidden = Trap()", ""),
    ],
)
def test_a_trap_at_the_top_is_reported_at_its_line(more: str, words: str, tmp_path: Path) -> None:
    found = told(tmp_path, more)
    assert all(line.startswith(str(tmp_path / "rules.py:")) for line in found)
    assert words in "\n".join(found) and len(found) <= 1


DESCRIBE = (
    "def describe(tables, state, move):\n    event = {{'do': 'take', 'n': int(move)}}\n    {}\n"
)


@pytest.mark.parametrize(
    "line",
    [
        "event['me'] = event; return event",
        "return {**event, 'huge': 10**5000}",
        "return {**event, 'half': '\\ud800'}",
        "return {**event, '\\ud800': 1}",
        "[event.update(deep=dict(event)) for _ in range(90)]; return event",
    ],
)
def test_values_that_records_cannot_hold_are_reported_at_describe(
    line: str, tmp_path: Path
) -> None:
    [found] = told(tmp_path, DESCRIBE.format(line))
    assert "rules.py:" in found and "describe() returned" in found
    pack, _ = open_pack(str(tmp_path))
    assert pack is not None
    game = load_game(pack, 2)
    with pytest.raises(FaultyRules, match=r"rules\.py:\d+"):
        records.play_record(game, 1, 0, ("random",))
    with pytest.raises(FaultyRules, match=r"rules\.py:\d+"):
        list(records.replay(game, 1, 0, ("random",)))


def test_the_size_of_a_record_is_bounded() -> None:
    sound: dict[str, object] = {"deck": [[1, 2.5, None, True, "Łódź 🂡"]] * 1000, "bits": 2**200}
    assert plain(sound) == sound
    for odd in (MANY, {1: 2}, {"a": {1}}, 1j, float("nan"), "\ud800", {"\ud800": 1}):
        with pytest.raises((TypeError, ValueError)):
            plain(odd)


LIE = """
class Lie(str):
    def _no(self, *a, **k):
        raise RuntimeError("lie")
    __str__ = __len__ = __iter__ = __eq__ = __format__ = __getitem__ = __contains__ = __add__ = _no
    __hash__ = encode = splitlines = split = replace = isascii = casefold = lower = partition = _no
    __repr__ = _no

class Error(Exception):
    def __str__(self):
        return Lie("lie")

"""


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            "def show(tables, state): return 'a\\ud800'",
            "show() returned 'a\\ud800', expected a text",
        ),
        ("def show(tables, state): return None", "show() returned None, expected a text"),
        ("def show(tables, state): return Lie('abc')", ""),
        ("def why_over(tables, state): return Lie('abc')", ""),
        ("def name_move(tables, state, move): return Lie(move)", ""),
        ("def describe(tables, state, move): return {'do': Lie('take'), 'n': int(move)}", ""),
        ("SAID = {'over': Lie('a')}", ""),
        ("SAID = {'take': '\\ud800'}", "SAID is {'take': '\\ud800'}, expected words"),
        ("KINDS = ('\\ud800',)", "KINDS is ('\\ud800',), expected names"),
        ("MAP = '\\ud800'", "MAP is '\\ud800', expected the name"),
        ("def show(tables, state): raise ValueError('\\ud800')", "stopped with ValueError: �"),
        ("def show(tables, state): raise Error", "show() stopped with Error"),
        ("raise Error", "rules.py stopped with Error"),
        ("def show(tables, state): return ''\nshow.__signature__ = 3", "show takes (), expected"),
        (
            "class I(int):\n    __le__ = __ge__ = lambda a, b: 1 / 0\n"
            "def round_of(tables, state): return I(3)",
            "<lambda>() divides by 0",
        ),
    ],
)
def test_texts_that_cannot_be_written_and_objects_that_lie_are_reported(
    more: str, words: str, tmp_path: Path
) -> None:
    try:
        found = told(tmp_path, LIE + more)
    except FaultyRules as fault:
        found = [str(problem) for problem in fault.problems]
    assert len(found) <= 1 and words in "".join(found) and bool(found) == bool(words)
    "".join(found).encode()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            "def moves(tables, state, out): return 3.5",
            "moves() returned 3.5, expected a whole number",
        ),
        ("def turn(tables, state): return .5", "turn() returned 0.5, expected a whole number"),
        (
            "KINDS = ('a',)\ndef kind(tables, state, move): return .5",
            "kind() returned 0.5, expected a whole number",
        ),
        (
            "def pieces(pack): return ['cards/cards-1']\n"
            "def piece(tables, state, move): return 10**15",
            "piece() returned 1000000000000000; there are 1 pieces",
        ),
    ],
)
def test_a_number_of_nothing_is_reported_as_it_was_given(
    more: str, words: str, tmp_path: Path
) -> None:
    pack, _ = open_pack(str(made(tmp_path, more)))
    assert pack is not None
    game = load_game(pack, 2, plain=True)
    with pytest.raises(FaultyRules, match=re.escape(words)):
        play_games(game, ("random",), 1, 0, 2, collect="basic")
        play_games(game, ("random",), 1, 0, 2, collect="full")


def test_show_that_stops_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made(tmp_path, "def show(tables, state):\n    return 1 / 0")
    call = ["protoplay", "replay", str(tmp_path), "--agents", "random", "--trust"]
    monkeypatch.setattr(sys, "argv", call)
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err
    assert ended.value.code == 1 and "show() divides by 0" in said and "rules.py:" in said


@pytest.mark.parametrize("command", [["replay"], ["simulate", "--games", "20"], ["check"]])
def test_output_of_a_program_stays_out_of_the_json(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    more = "print('here we are')\n" + DESCRIBE.format("print('{'); return event")
    made(tmp_path, more)
    call = ["protoplay", *command, str(tmp_path), "--json", "--trust"]
    if command != ["check"]:
        call += ["--agents", "random"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", call)
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    assert json.loads(said.out) and "here we are" in said.err and ended.value.code == 0


@pytest.mark.parametrize("name", ["rules.py", "bots.py", "table.py"])
@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        (b"# \x00", ":1:3", "a zero byte: this is not Python source (save it as UTF-8)"),
        ("x = 1".encode("utf-16"), "", "the file is UTF-16, not UTF-8 (save it as UTF-8)"),
        ("x = 1".encode("utf-16-le"), ":1:2", "a zero byte: this is not Python source"),
        ("# coding: latin-1\n# ä".encode("latin-1"), ":2:3", "the byte 0xe4 is not valid UTF-8"),
    ],
)
def test_a_program_in_another_encoding_is_reported(
    name: str, data: bytes, place: str, words: str, tmp_path: Path
) -> None:
    made(tmp_path, "")
    (tmp_path / name).write_bytes(data)
    pack, _ = open_pack(str(tmp_path))
    assert pack is not None
    [found] = map(str, conform(pack, 2, games=1).problems)
    assert found.startswith(f"{tmp_path / name}{place}: error: {words}")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("import nothere", "rules.py imports 'nothere', which is not installed (remove it)"),
        ("import bots", "(rules.py is read first; the other files may import only from it)"),
        ("{}['no such thing']", "rules.py stopped with KeyError: no such thing"),
        (DESCRIBE.format("raise GeneratorExit"), "describe() stopped with GeneratorExit"),
        ("SEEN = [1, 2]\n" + SOUND[SOUND.index("@rule\ndef moves") :].replace(
            "out[i] = i", "out[i] = SEEN[0]"), "SEEN, defined outside the function, is a list"),
    ],
)  # fmt: skip
def test_a_slip_is_reported_in_words(more: str, words: str, tmp_path: Path) -> None:
    found = told(tmp_path, more)
    assert words in found[0] and "rules.py:" in found[0] and len(found[0]) < 4500, found[0][:500]


def test_a_program_that_takes_the_streams_away_draws_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: N\nplayers: 2\n"
        "components: {cards: {size: mini, rows: [{a: 1}], front: {draw: face}}}\n"
    )
    (tmp_path / "drawings.py").write_text(
        "import sys\ndef face(piece, draw):\n"
        "    sys.stdout = sys.stderr = None\n    sys.setrecursionlimit(200)\n    return 1 / 0\n"
    )
    monkeypatch.setattr(sys, "argv", ["protoplay", "check", str(tmp_path), "--json", "--trust"])
    with pytest.raises(SystemExit) as ended:
        main()
    [problem] = json.loads(capsys.readouterr().out)["problems"]
    assert (ended.value.code, problem["file"], problem["line"]) == (1, "drawings.py", 5)


@pytest.mark.parametrize("is_room", [True, False])
def test_a_program_that_breaks_python_is_reported_in_a_line_and_the_rest_is_kept(
    is_room: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    room = tmp_path / "room"
    if is_room:
        room.mkdir()
    made(tmp_path, "")
    monkeypatch.setattr("tempfile.tempdir", str(room))
    monkeypatch.setattr(json, "dumps", None)
    monkeypatch.setattr(sys, "argv", ["protoplay", "check", str(tmp_path), "--json", "--trust"])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err.splitlines()[-1]
    assert ended.value.code == 1
    assert said.startswith("protoplay: internal error: 'NoneType' object is not")
    kept = list(room.glob("*.txt"))
    assert len(kept) == is_room and (not kept or str(kept[0]) in said)
    assert all("Traceback" in file.read_text("utf-8") for file in kept)


INTERRUPTED = """
import os, signal, sys, time
from generator import cli
from generator.cli import commands

def turned_into_another():
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise RuntimeError("what a library makes of it")

class Gone:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

def swallowed():
    gone = Gone()
    del gone
    for _ in range(200):
        time.sleep(0.1)
    sys.exit(0)

commands.app = %s
cli.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends the process there")
@pytest.mark.parametrize("app", ["turned_into_another", "swallowed"])
def test_ctrl_c_stops_a_command_whatever_a_library_makes_of_it(tmp_path: Path, app: str) -> None:
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED % app], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.strip()) == (130, STOPPED)
    assert not list(tmp_path.iterdir()) and time.monotonic() - start < 15
