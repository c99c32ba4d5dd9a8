"""The mutator itself; `python -m tests.hostile.mutants` runs it over the measures and the rules."""

from pathlib import Path

import pytest

from tests.hostile.mutants import Mutant, covering, is_caught, mutated, sites, targets

TEXT = "def f(a, b):\n    return a + 2 if a < b and -b else 1.5\n"


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


def test_a_change_is_caught_or_survives(tmp_path: Path) -> None:
    (tmp_path / "tests/play").mkdir(parents=True)
    file = "generator/play/measure/chances.py"
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text("x = 1\n")
    for name in {Path(test).name for test in covering(file)}:
        (tmp_path / "tests" / name).write_text("")
    for test in covering(file):
        place = tmp_path / test
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"def test() -> None:\n    assert 'x = 1' in open('{file}').read()\n")
    assert not is_caught(Mutant(file, 1, "", "x = 1 "), tmp_path)
    assert is_caught(Mutant(file, 1, "", "x = 2"), tmp_path)
    assert (tmp_path / file).read_text() == "x = 1\n"


@pytest.mark.parametrize("file", targets())
def test_every_file_has_tests(file: str) -> None:
    assert all(Path(test).exists() for test in covering(file))
