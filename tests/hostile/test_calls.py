"""Hasty calls of the command line, each of which once failed badly."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from generator.cli.startup import mend
from generator.play.engine.loading import load_rules
from generator.reading.rows import safe_name
from generator.reading.scaffold import folder_name, new_game
from generator.system.files import LONGEST_NAME, with_short_names
from tests.hostile.cases import CARDS, HEAD
from tests.hostile.oracle import Case, judge, run
from tests.toys import opened

ROOT = str(Path(__file__).parents[2])


def called(
    folder: Path, *args: str, before: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run a command in its own shell, after something else."""
    words = [sys.executable, "-m", "generator.cli", *args]
    return subprocess.run(
        ["/bin/sh", "-c", f'{before}\nexec "$@"', "sh", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": ROOT, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "span", ["nan", "inf", "1e400", "1,-inf", "1..nan", "inf..nan", "1..2..inf"]
)
def test_a_sweep_over_no_number_is_no_call(span: str) -> None:
    game = CARDS + "parameters: {coins: 3}\n"
    call = ("sweep", "pack", f"coins={span}", "--games", "1", "--trust")
    assert not judge(Case("mine", call, (("game.yaml", game.encode()),)))
    code, _, err, _ = run(("sweep", "mara", f"coins={span}"))
    assert code == 2 and "is not a range such as" in err


@pytest.mark.parametrize("file", ["\\0", "a\\0.md", "\\ud800", "a" * 300])
def test_a_rule_sheet_of_no_possible_name_is_a_problem(file: str) -> None:
    sheet = f'components: {{sheet: {{size: a5, front: {{use: rules, file: "{file}"}}}}}}\n'
    case = Case("mine", ("check", "pack", "--data-only"), (("game.yaml", (HEAD + sheet).encode()),))
    assert not judge(case)


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Night Ferry", "night-ferry"),
        ("Müllers Äpfel 🍎", "mullers-apfel"),
        ("Große Straße", "grosse-strasse"),
        ("Żółw Straße → Peak", "zolw-strasse-peak"),
        ("Ðæġ ØRSTED Þór Kırık Đoko ŒUVRE", "daeg-orsted-thor-kirik-doko-oeuvre"),
        ("Café  –  Ñandú №5", "cafe-nandu-no5"),
        ("Шахматы й", "шахматы-й"),
        ("神経衰弱がた", "神経衰弱がた"),
        ("हिन्दी", "हिन्दी"),
        ("한국 게임", "한국-게임"),
        ("../../etc", "etc"),
        ("a/b\\c", "a-b-c"),
        ("𠀀" * 80, "𠀀" * 50),
        ("🍎", ""),
        ("___", ""),
    ],
)
def test_a_name_in_any_script_gives_a_folder(name: str, folder: str, tmp_path: Path) -> None:
    assert folder_name(name) == folder
    assert not folder.isascii() or safe_name(name) == (folder or "piece")
    if folder:
        assert new_game(name, tmp_path) == tmp_path / folder


@pytest.mark.parametrize(
    ("name", "folder"), [("CON", "con-game"), ("com7", "com7-game"), ("Console", "console")]
)
def test_no_folder_is_called_as_a_device_of_windows(name: str, folder: str, tmp_path: Path) -> None:
    assert new_game(name, tmp_path) == tmp_path / folder


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("night-ferry", "Night Ferry"),
        ("night_ferry", "Night Ferry"),
        ("mara", "Mara"),
        ("café", "café"),
        ("it's", "it's"),
        ("b&b", "b&b"),
        ("Rook's", "Rook's"),
        ("NIMM", "NIMM"),
        ('a"""\\N{x}', 'a"""\\N{x}'),
    ],
)
def test_a_game_is_called_as_it_was_named(given: str, name: str, tmp_path: Path) -> None:
    made = new_game(given, tmp_path)
    assert opened(made).name == name
    load_rules(made)


def test_a_name_that_no_font_has_is_reported_at_once(tmp_path: Path) -> None:
    code, out, _, _ = run(("new", "Dice \U00016801 Tower", "--in", str(tmp_path)))
    assert code == 0 and "no font has these letters: \U00016801 (add a font" in out
    code, out, _, _ = run(("new", "café", "--in", str(tmp_path)))
    assert code == 0 and "cannot be printed" not in out


@pytest.mark.parametrize(
    "call",
    [
        ("replay", "mara", "--game", "9" * 20),
        ("replay", "mara", "--seed", "9" * 20),
        ("simulate", "mara", "--games", "9" * 20),
        ("simulate", "mara", "--workers", "9" * 9),
        ("suggest", "mara", "--seed", "9" * 20),
        ("ladder", "mara", "--games", "9" * 20),
        ("check", "mara", "--games", "9" * 9),
        ("check", "mara", "--permute", "greedy", "--permute-games", "9" * 20),
    ],
)
def test_a_number_beyond_all_bounds_is_a_wrong_call(call: tuple[str, ...]) -> None:
    code, _, err, _ = run(call)
    said = " ".join(err.replace("│", " ").split())
    assert code == 2 and "too large: write" in said


@pytest.mark.parametrize(
    ("name", "value", "stays", "said"),
    [
        ("SOURCE_DATE_EPOCH", "abc", False, "SOURCE_DATE_EPOCH is 'abc' and is ignored"),
        ("SOURCE_DATE_EPOCH", "-1", False, "expected the whole seconds since 1970"),
        ("SOURCE_DATE_EPOCH", "9" * 18, False, "ignored"),
        ("SOURCE_DATE_EPOCH", "9" * 5000, False, "ignored"),
        ("SOURCE_DATE_EPOCH", "", False, ""),
        ("SOURCE_DATE_EPOCH", "1700000000", True, ""),
        ("NUMBA_DISABLE_JIT", "1", False, "NUMBA_DISABLE_JIT is ignored"),
        ("NUMBA_DISABLE_JIT", "0", False, ""),
        ("COLUMNS", "0", False, ""),
        ("COLUMNS", "9999999999", False, ""),
        ("COLUMNS", "120", True, ""),
    ],
)
def test_no_library_stumbles_over_the_environment(
    name: str, value: str, stays: bool, said: str
) -> None:
    environment = {name: value, "OTHER": "1"}
    told = "".join(mend(environment))
    assert environment == ({name: value} if stays else {}) | {"OTHER": "1"}
    assert said in told and bool(said) == bool(told) and len(told) < 150


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SOURCE_DATE_EPOCH", "abc"),
        pytest.param("NUMBA_DISABLE_JIT", "1", marks=pytest.mark.slow),
        pytest.param("COLUMNS", "0", marks=pytest.mark.slow),
    ],
)
def test_a_command_works_in_such_an_environment(name: str, value: str, tmp_path: Path) -> None:
    call = "build shiftago" if "DATE" in name else "simulate shiftago --games 2 --agents random"
    done = called(tmp_path, *call.split(), **{name: value})
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert "Shiftago  Playtest report" in done.stdout or "102 pieces" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use stays there")
@pytest.mark.parametrize("args", [("check", "mara"), ("build", "mara"), ("new", "Mine")])
def test_a_working_folder_that_is_gone_is_one_line(args: tuple[str, ...], tmp_path: Path) -> None:
    done = called(tmp_path, *args, before="mkdir gone && cd gone && rmdir ../gone")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "protoplay: the current folder no longer exists: cd to another"
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
def test_no_library_speaks_of_a_damaged_picture(tmp_path: Path) -> None:
    picture = io.BytesIO()
    exif = b"Exif\0\0II*\0\x08\0\0\0\x02\0\x12\x01\x03\0"  # cut short
    Image.new("RGB", (900, 400)).save(picture, "jpeg", exif=exif)
    (tmp_path / "a.jpg").write_bytes(picture.getvalue())
    (tmp_path / "game.yaml").write_text(
        HEAD + "components: {c: {size: poker, front: {use: card, art: a.jpg}}}\n"
    )
    for args in (("check", "."), ("build", ".")):
        done = called(tmp_path, *args, PYTHONWARNINGS="always")
        assert done.returncode == 0
        assert all(line.startswith("game.yaml:") for line in done.stderr.splitlines()), done.stderr


def test_a_name_too_long_for_a_file_is_cut_and_stays_its_own(tmp_path: Path) -> None:
    long = "l" * 300
    ids = [f"{long}a", f"{long}b", "é" * 200, "short"]
    rows = "".join(f"    - {{name: A, id: {id}}}\n" for id in ids)
    game = HEAD + f"components:\n  c:\n    size: mini\n    rows:\n{rows}    front: {{use: card}}\n"
    case = Case("mine", ("build", "pack", "--format", "svg,pdf"), (("game.yaml", game.encode()),))
    assert not judge(case)
    names = [with_short_names(Path("out") / f"{id}-front.svg") for id in ids]
    assert len(set(names)) == 4 and names[3] == Path("out/short-front.svg")
    assert all(len(os.fsencode(name.name)) <= LONGEST_NAME for name in names)
    assert all(name.name.endswith("-front.svg") for name in names)
