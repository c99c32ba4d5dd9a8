"""Output in a terminal."""

import pytest

from tests.play.lean import pack_of
from tests.play.telling.answers import ANSWERS, made_up, terminal_text
from tests.tellings import findings_of


@pytest.mark.parametrize("name", ANSWERS)
def test_the_terminal_shows_the_first_findings(answers: dict[str, object], name: str) -> None:
    shown = " ".join(terminal_text(answers[name], 90).split())
    first = findings_of(answers[name])[0].text  # type: ignore[arg-type]
    assert " ".join(first.replace("\xa0", " ").split()[:6]) in shown
    assert "do not replace them" in shown


def test_one_game_is_not_many() -> None:
    shown = terminal_text(made_up([[1, 0]], pack_of("market")))
    assert "1 game " in shown and "1 games" not in shown


def test_one_end_that_the_rules_name_is_reported_by_its_name() -> None:
    for reason, words in (("all_sold", "all sold"), ("over", "won by somebody")):
        results = made_up([[1, 0]] * 50, pack_of("market"), reasons=(reason,) * 50)
        assert f"players end: {words} 100 %" in terminal_text(results)


def test_a_ladder_says_against_whom_each_share_was_won(answers: dict[str, object]) -> None:
    ladder = answers["ladder"]
    shown = terminal_text(ladder)
    assert "share of the win, against whom" in shown
    first, *_ = ladder.rungs  # type: ignore[attr-defined]
    assert first.against and first.spec not in first.against
    row = next(line for line in shown.splitlines() if line.split()[:2] == [first.spec, "0"])
    assert row.rstrip().endswith(f"against {' and '.join(first.against)}")
