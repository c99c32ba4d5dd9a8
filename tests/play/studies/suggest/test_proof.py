"""Proofs: how many games, and how often they err."""

import math
from dataclasses import replace

import numpy as np
import pytest

from generator.play.measures.aims import Aim
from generator.play.measures.tally import Tally
from generator.play.studies.suggest.proof import (
    ALPHA,
    EASY,
    SPENT,
    Pilot,
    games_for,
    judged,
    margin_for,
    most_for,
    size,
)
from tests.catalogue import measure

WINS = measure("seat 1 wins")


def aim_of(low: float, high: float) -> Aim:
    return Aim("seats", WINS, 2, low, high)


def tally_of(won: int, n: int) -> Tally:
    """Games of two seats, `won` of them by the first."""
    tally = Tally(1, 2, ("random",), (), (), (), None)
    tally.columns = {"share": slice(0, 2), "game": slice(2, 3)}
    first = np.random.default_rng(won).permutation(np.arange(n) < won).astype(float)
    tally.blocks.add(np.column_stack([first, 1 - first, np.ones(n)]))
    tally.games = n
    return tally


def test_a_proof_is_sized_for_a_power_of_99_percent_in_the_middle() -> None:
    assert games_for(Pilot(aim_of(0.48, 0.52), 0.5, 0.0, 0.25)) == 11_134
    z = 1.6448536 + 2.5758293
    assert games_for(Pilot(aim_of(0.47, 0.53), 0.5, 0.0, 0.25)) == math.ceil(z * z * 0.25 / 0.03**2)


def test_nearer_to_an_edge_it_takes_more_games_but_never_without_end() -> None:
    aim = aim_of(0.48, 0.52)
    sizes = [games_for(Pilot(aim, value, 0.0, 0.25)) for value in (0.5, 0.505, 0.51, 0.519, 0.53)]
    assert sizes == sorted(sizes) and sizes[-1] == math.ceil(most_for(Pilot(aim, 0, 0, 0.25)))
    open_aim = Aim("g", WINS, 2, -math.inf, 0.25)
    assert games_for(Pilot(open_aim, 0.249, 0.0, 0.19)) == EASY
    assert games_for(Pilot(open_aim, 0.05, 0.0, 0.05)) < 400


def test_games_without_information_need_no_more() -> None:
    aim = aim_of(0.48, 0.52)
    known, unseen = Pilot(aim, 0.5, 0.0, 0.25), Pilot(aim, 0.5, 9.0, 9e9, is_seen=False)
    assert size([known, unseen], 0.05, 200_000) == size([known], 0.05, 200_000) == 11_134
    assert size([unseen], 0.05, 200_000) == 400
    assert size([replace(unseen, is_seen=True)], 0.05, 200_000) == 200_000


def test_cells_as_deep_as_margin_for_are_mostly_proven() -> None:
    aim = aim_of(0.48, 0.52)
    margin = margin_for(Pilot(aim, 0.5, 0.0, 0.25))
    value = 0.52 - margin * 0.02
    n, rng = math.floor(most_for(Pilot(aim, 0.5, 0.0, 0.25))), np.random.default_rng(5)
    held = [judged(aim, tally_of(int(k), n)).holds for k in rng.binomial(n, value, 200)]
    assert 0.7 <= np.mean(held) <= 0.9


def test_the_interval_of_a_verdict_says_what_the_test_says() -> None:
    aim, seen = aim_of(0.44, 0.56), set()
    for alpha in SPENT[:2]:
        for won in range(2100, 2301, 4):
            verdict = judged(aim, tally_of(won, 4000), alpha)
            assert verdict.holds == (aim.low <= verdict.value.low and verdict.value.high <= 0.56)
            seen.add((alpha, verdict.holds, round(verdict.level, 3)))
    assert {(0.04, True, 0.92), (0.005, False, 0.99)} < seen
    assert {level for _, _, level in seen} == {0.92, 0.95, 0.99}


@pytest.mark.parametrize(("share", "least", "most"), [(0.525, 0.0, 0.05), (0.52, 0.02, 0.09)])
def test_a_share_outside_is_rarely_confirmed(share: float, least: float, most: float) -> None:
    """400 repeats: a quarter band outside at most 5 %, on the very edge about 5 %."""
    aim, n = aim_of(0.48, 0.52), 11_134
    rng = np.random.default_rng(3)
    held = [judged(aim, tally_of(int(k), n)).holds for k in rng.binomial(n, share, 400)]
    assert least <= np.mean(held) <= most


@pytest.mark.slow
def test_all_proofs_together_err_as_rarely_as_one_may() -> None:
    """Three settings proven in turn, each on as many games as its middle needs: 400 repeats."""
    aim, rng = aim_of(0.48, 0.52), np.random.default_rng(6)
    sizes = [games_for(Pilot(aim, 0.5, 0.0, 0.25), alpha) for alpha in SPENT]
    assert sum(SPENT) == pytest.approx(ALPHA) and sizes[0] == 11_700

    def confirmed(share: float) -> float:
        held = np.zeros(400, dtype=bool)
        for n, alpha in zip(sizes, SPENT, strict=True):
            won = rng.binomial(n, share, 400)
            held |= [judged(aim, tally_of(int(k), n), alpha).holds for k in won]
        return float(held.mean())

    assert confirmed(0.525) <= 0.05  # a quarter band outside
    assert 0.02 <= confirmed(0.52) <= 0.085  # on the very edge: 5 % in the long run


@pytest.mark.slow
@pytest.mark.parametrize("alpha", SPENT)
def test_the_middle_of_a_band_is_proven_in_99_of_100(alpha: float) -> None:
    aim, rng = aim_of(0.48, 0.52), np.random.default_rng(7)
    n = games_for(Pilot(aim, 0.5, 0.0, 0.25), alpha)
    held = [judged(aim, tally_of(int(k), n), alpha).holds for k in rng.binomial(n, 0.5, 400)]
    assert np.mean(held) >= 0.975
