"""Some hostile cases of every kind; `python -m tests.hostile.fuzz` tries them by the thousand."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile import oracle
from tests.hostile.cases import CARDS, STRATEGIES
from tests.hostile.fuzz import attack, smaller
from tests.hostile.oracle import Case, judge

ROOT = Path(__file__).parents[2]
N_CASES = 40  # of each of 13 kinds; the slow test has 800 of each
N_STUDIES = 6  # which take ten times as long


@pytest.mark.parametrize("kind", STRATEGIES)
def test_hostile_cases_end_well(kind: str) -> None:
    n_cases = N_STUDIES if kind == "studies" else N_CASES
    n_run, found = attack(kind, n_cases, first=1)
    assert n_run >= n_cases
    assert not found, "\n".join(f"{wrong}\n{case!r}" for case, wrong in found.values())


@pytest.mark.slow
@pytest.mark.parametrize("kind", STRATEGIES)
def test_more_hostile_cases_end_well(kind: str) -> None:
    _, found = attack(kind, 800, first=2)
    assert not found, "\n".join(f"{wrong}\n{case!r}" for case, wrong in found.values())


def _case(*args: str, text: str = CARDS) -> Case:
    return Case("mine", args, (("game.yaml", text.encode()),))


def test_the_oracle_sees_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of fault that the oracle looks for occurs once."""
    import socket

    from generator import cli

    def told(*acts: object) -> str:
        def main() -> None:
            for act in acts:
                act()  # type: ignore[operator]

        monkeypatch.setattr(cli, "main", main)
        return " ".join(judge(_case("check", "pack")))

    def leave(code: int) -> None:
        raise SystemExit(code)

    assert told() == ""
    assert "exit code 7" in told(lambda: leave(7))
    assert "without a word" in told(lambda: leave(1))
    assert "ZeroDivisionError: division by zero in" in told(lambda: 1 / 0)
    assert "open of" in told(lambda: Path("beside").write_text(""))
    assert "open of" not in told(lambda: (Path("output").mkdir(), Path("output/a").write_text("")))
    assert "reaches the network" in told(lambda: socket.getaddrinfo("x.invalid", 80))
    assert "'NoneType'" in told(lambda: print("a NoneType was found"))
    assert "shows what lies beside" in told(lambda: print(Path("secret.txt").read_text()))
    with monkeypatch.context() as patched:
        patched.setattr(oracle, "most_memory", iter([90.0, 91.0 + oracle.MEGABYTES]).__next__)
        assert f"{oracle.MEGABYTES + 1:.0f} MB more" in told()
    monkeypatch.setattr(oracle, "SECONDS", 0.1)
    assert "processor time" in told(lambda: sum(range(20_000_000)))
    yaml = "pack/game.yaml: error: wrong"
    assert "no place" in told(lambda: print(yaml, file=__import__("sys").stderr), lambda: leave(1))


def test_a_child_is_not_charged_with_the_memory_of_who_starts_it() -> None:
    code = (
        "import subprocess, sys; from tests.hostile.oracle import most_memory;"
        "held = b'1' * (400 * 2**20); before = most_memory();"
        "subprocess.run([sys.executable, '-c', 'pass']); print(most_memory() - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < 100


def test_memory_taken_and_given_back_is_seen() -> None:
    """In its own process; the shell in between hides the memory that earlier tests took."""
    code = (
        "from tests.hostile.oracle import most_memory; before = most_memory();"
        "len(b'1' * int((before + 100) * 2**20)); print(most_memory() - before)"
    )
    between = ["/bin/sh", "-c", '"$@"; exit $?', "sh"]
    words = [*between, sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, cwd=ROOT, check=True)
    assert 95 < float(done.stdout) < 200


def test_a_case_is_made_smaller() -> None:
    case = _case("check", "pack", "--json", text="a" * 500 + "needle" + "b" * 300)

    def fails(case: Case) -> bool:
        return b"needle" in case.files[0][1] and "check" in case.args

    small = smaller(case, fails)
    assert small.args == ("check", "pack") and len(small.files[0][1]) < 20
