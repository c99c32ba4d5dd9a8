"""The mutator itself; `python -m tests.hostile.mutants` runs it over the measures and the rules."""

import json
import os
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("mutants run in forked children", allow_module_level=True)

from tests.hostile.mutants import (
    ROOT,
    Mutant,
    Reach,
    covering,
    files_of_tests,
    function_at,
    is_caught,
    mutated,
    reached,
    sites,
    survivors,
    targets,
)

TEXT = "def f(a, b):\n    return a + 2 if a < b and -b else 1.5\n"
FILE = "generator/play/measures/chances.py"


def test_every_kind_of_change_is_made() -> None:
    changes = {mutated(TEXT, number)[1] for number, _, _ in sites(TEXT)}
    assert changes == {
        "a + 2  →  a - 2",
        "a < b  →  a <= b",
        "a < b and -b  →  a < b or -b",
        "-b  →  +b",
        "2  →  3",
        "1.5  →  2.5",
    }


@pytest.mark.slow
def test_a_change_is_caught_or_survives(tmp_path: Path) -> None:
    (tmp_path / FILE).parent.mkdir(parents=True)
    (tmp_path / FILE).write_text("x = 1\n")
    (tmp_path / "pytest.ini").write_text("")
    (tmp_path / "test_it.py").write_text(
        "from pathlib import Path\n"
        f"def test_it() -> None:\n    assert 'x = 1' in Path('{FILE}').read_text()\n"
    )
    tests = [Reach("test_it.py::test_it", 0.1, frozenset())]
    assert not is_caught(Mutant(FILE, 1, "", "x = 1 "), tmp_path, tests)
    assert is_caught(Mutant(FILE, 1, "", "x = 2"), tmp_path, tests)
    assert (tmp_path / FILE).read_text() == "x = 1\n"


def test_the_tests_that_reach_a_function_are_tried_first(tmp_path: Path) -> None:
    text = (ROOT / FILE).read_text("utf-8")
    line = text[: text.index("\ndef ")].count("\n") + 2
    assert function_at(text, line + 1) == line and function_at(text, 1) is None
    told = {
        "tests/play/test_a.py::far": (0.1, [f"{tmp_path / FILE}:1"]),
        "tests/play/test_a.py::slow": (9.0, [f"{tmp_path / FILE}:{line}"]),
        "tests/play/test_a.py::quick": (1.0, [f"{tmp_path / FILE}:{line}"]),
        "tests/games/test_mara.py::any": (2.0, []),
    }
    (tmp_path / "told.json").write_text(json.dumps(told))
    tests = reached(tmp_path, tmp_path / "told.json")

    def names(file: str, line: int, seconds: float) -> list[str]:
        found = covering(file, line, tests, tmp_path, seconds)
        return [test.name.split("::")[1] for test in found]

    assert names(FILE, line + 1, 60) == ["quick", "slow"]
    assert names(FILE, line + 1, 5) == ["quick"]
    assert names(FILE, 1, 60) == ["far", "quick", "slow"]
    assert names("rules/mara/rules.py", 1, 60) == ["any"]
    assert names("rules/shiftago/rules.py", 1, 60) == []


def test_survivors_are_tried_again_and_no_test_that_is_known(tmp_path: Path) -> None:
    log = (
        "3 sites in 1 files\ncaught  a.py:3  a + 2  →  a - 2  (1 tests, 2 s)\n"
        "SURVIVED  a.py:12  f(a) + 2  →  f(a) - 2  (14 tests, 9 s)\n"
    )
    assert survivors(log) == {("a.py", 12, "f(a) + 2  →  f(a) - 2")}
    for name in ("old", "new"):
        path = tmp_path / f"tests/games/test_{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"def test_{name}() -> None:\n    pass\n")
        os.utime(path, (1e9, 1e9))
    told = tmp_path / "told.json"
    told.write_text(json.dumps({"tests/games/test_old.py::test_old": (5.0, [])}))
    os.utime(told, (1.1e9, 1.1e9))
    assert files_of_tests(tmp_path) == ["tests/games/test_new.py", "tests/games/test_old.py"]
    assert [test.seconds for test in reached(tmp_path, told)] == [5.0]


@pytest.mark.parametrize("file", targets())
def test_every_file_can_be_changed(file: str) -> None:
    assert sites((ROOT / file).read_text("utf-8"))
