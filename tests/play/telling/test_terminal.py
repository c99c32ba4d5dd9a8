"""What is shown in a terminal."""

import io

import pytest
from rich.console import Console

from generator.play.telling.findings.findings import findings_of
from generator.play.telling.terminal import print_terminal
from tests.play.lean import pack_of
from tests.play.telling.answers import ANSWERS, made_up


@pytest.mark.parametrize("name", ANSWERS)
def test_the_terminal_shows_the_first_findings(answers: dict[str, object], name: str) -> None:
    console = Console(width=90, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    print_terminal(answers[name], console)  # type: ignore[arg-type]
    shown = " ".join(console.export_text().split())
    console.file.close()
    first = findings_of(answers[name])[0].text  # type: ignore[arg-type]
    assert " ".join(first.split()[:6]).replace("\xa0", " ") in shown.replace("\xa0", " ")
    assert "do not replace them" in shown


def test_one_game_is_not_many() -> None:
    console = Console(record=True, width=200, file=io.StringIO())
    print_terminal(made_up([[1, 0]], pack_of("market")), console)
    shown = console.export_text()
    assert "1 game " in shown and "1 games" not in shown


def test_one_end_that_the_rules_name_is_told_by_its_name() -> None:
    def told(reason: str) -> str:
        made = made_up([[1, 0]] * 50, pack_of("market"), reasons=(reason,) * 50)
        console = Console(record=True, width=200, file=io.StringIO())
        print_terminal(made, console)
        return console.export_text().replace("\xa0", " ")

    assert "players end: all sold 100 %" in told("all_sold")
    assert "players end: won by somebody 100 %" in told("over")


def test_a_ladder_says_against_whom_each_share_was_won(answers: dict[str, object]) -> None:
    console = Console(record=True, width=200, file=io.StringIO())
    ladder = answers["ladder"]
    print_terminal(ladder, console)  # type: ignore[arg-type]
    shown = console.export_text()
    assert "share of the win, against whom" in shown
    first, *_ = ladder.rungs  # type: ignore[attr-defined]
    assert first.against and first.spec not in first.against
    row = next(line for line in shown.splitlines() if line.split()[:2] == [first.spec, "0"])
    assert row.rstrip().endswith(f"against {' and '.join(first.against)}")
