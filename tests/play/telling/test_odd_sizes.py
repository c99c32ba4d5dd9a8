"""Runs of odd sizes: one game, three, all drawn, none finished, six seats, one player."""

import re
from dataclasses import replace
from html import unescape

import numpy as np
import pytest

from generator.play.studies.compare.run import compare
from generator.play.studies.sweep.run import sweep
from tests.play.lean import LEAN, pack_of
from tests.play.telling.answers import made_up
from tests.tellings import Answer, findings_of, first_screen, html_of

EMPTY = re.compile(
    r"± 0(\.0+)?(?![\d.])|\bnan\b|\binf\b|\bNone\b(?! comes)|− ?0\.0|\b1 (games|turns)\b"
)


def words_of(answer: Answer) -> list[str]:
    """The words of the page, a piece of text a line."""
    page = re.sub(r"<style.*?</style>", "", html_of(answer), flags=re.S)
    parts = unescape(re.sub(r"<[^>]+>", "\n", page)).replace("\xa0", " ").split("\n")
    return [part.strip() for part in parts if part.strip()]


def six(n: int) -> np.ndarray:
    """Games of six seats, of which each wins as often."""
    return np.eye(6)[np.arange(n) % 6]


SIZES = {
    "one game": [[1, 0]],
    "three games": [[1, 0], [0, 1], [1, 0]],
    "three drawn": [[1, 1]] * 3,
    "all drawn": [[1, 1]] * 400,
    "a seat that never wins": [[1, 0, 0], [0, 1, 0]] * 200,
    "six seats": six(402),
    "six seats, three games": six(3),
    "one player": [[5]] * 40,
    "one player, one game": [[5]],
}


@pytest.mark.parametrize("name", SIZES)
def test_a_page_of_any_size_says_something_and_nothing_empty(name: str) -> None:
    made = made_up(SIZES[name], pack_of("market"))
    words = words_of(made)
    assert not [w for w in words if EMPTY.search(w)]
    assert not [w for w in words if "–" in w and len(w) > 2]  # a dash stands alone in a table
    screen = first_screen(made, findings_of(made))
    assert screen.verdict and all(tile.answer and tile.detail for tile in screen.tiles)


@pytest.mark.parametrize("end", ["stall", "cap"])
@pytest.mark.parametrize("n", [1, 3, 400])
def test_a_page_of_games_that_never_finish_names_a_game_to_look_at(n: int, end: str) -> None:
    made = made_up([[1, 0]] * n, pack_of("market"), reasons=(end,) * n)
    words = words_of(made)
    assert not [w for w in words if EMPTY.search(w)]
    assert "No game finishes with these players" in " ".join(words)
    said = " ".join(words)
    assert "protoplay replay market" in said and "--game 0" in said


def test_few_games_call_nothing_sound() -> None:
    made = made_up([[1, 0]] * 3, pack_of("market"))
    verdict = first_screen(made, findings_of(made)).verdict
    assert verdict.startswith("3 games are only a first impression; too early to say whether it ")
    many = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    assert "sound" in first_screen(many, findings_of(many)).verdict


def test_games_without_a_winner_are_reported_beside_seats_that_are_even() -> None:
    made = made_up([[1, 1]] * 400, pack_of("market"))
    assert "one finding below needs a look" in first_screen(made, findings_of(made)).verdict


def test_findings_without_consequence_are_not_on_the_first_screen() -> None:
    rng = np.random.default_rng(1)
    scores = rng.normal(20, 5, (400, 2)).round()
    made = made_up(scores, pack_of("market"))
    screen = first_screen(made, findings_of(made))
    assert all(f.level == "look" or f.action for f in screen.findings)
    assert any(f.chart == "kinds" for f in screen.rest)


@pytest.mark.parametrize("n", [1, 3])
def test_settings_of_few_games_claim_neither_change_nor_none(n: int) -> None:
    few = replace(LEAN, players=2, games=n)
    packs = {"as it is": pack_of("market"), "coins=1": pack_of("market")}
    swept = {1.0: pack_of("market"), 2.0: pack_of("market")}
    for answer in (compare(packs, few), sweep(swept, "coins", few)):
        assert "too few to be sure of a change: play 100" in findings_of(answer)[0].text
        words = words_of(answer)
        assert not [w for w in words if EMPTY.search(w)]
        assert 'id="' in html_of(answer) and "<figure" in html_of(answer)


def test_settings_that_change_nothing_are_drawn_all_the_same() -> None:
    same = replace(LEAN, players=2, games=120)
    found = sweep({1.0: pack_of("market"), 2.0: pack_of("market")}, "coins", same)
    assert {curve.measure.key for curve in found.curves} == {"seat 1 wins", "turns"}
    words = words_of(compare({"as it is": pack_of("market"), "coins=1": pack_of("market")}, same))
    assert any("the same" in w for w in words) and not [w for w in words if EMPTY.search(w)]
