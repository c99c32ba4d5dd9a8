"""Strengths of players and seats, compared with closed forms and with the simulated truth."""

import math
from typing import Any

import numpy as np
import pytest

from generator.play.statistics.inference import z_of
from generator.play.statistics.strength import RIDGE, Choices, _crossing, plackett_luce
from generator.play.telling.numbers import with_half


def played(wins: dict[tuple[int, int], tuple[int, int]]) -> tuple[list[Any], list[Any]]:
    """Return players and shares of games of two; wins: by seating, those of each seat."""
    players, shares = [], []
    for pair, counts in wins.items():
        players += [pair] * sum(counts)
        shares += [(1, 0)] * counts[0] + [(0, 1)] * counts[1]
    return players, shares


def test_the_strengths_of_two_players_by_hand() -> None:
    # 30 wins to 10, in both seats alike
    fit = plackett_luce(*played({(0, 1): (15, 5), (1, 0): (5, 15)}), 2)
    assert fit.players[0] - fit.players[1] == pytest.approx(math.log(3))
    assert fit.seats == pytest.approx([0, 0], abs=1e-9)
    rating = fit.elo(0, 1)
    assert rating.value == pytest.approx(400 * math.log10(3))
    # at its ends the games are exp(−1.92) as likely as at best: 30 log p + 10 log(1 − p)
    for end in (rating.low, rating.high):
        p = 1 / (1 + 10 ** (-end / 400))
        best = 30 * math.log(0.75) + 10 * math.log(0.25)
        lost = 2 * (best - 30 * math.log(p) - 10 * math.log(1 - p))
        assert lost == pytest.approx(z_of() ** 2, rel=1e-5)


def test_strengths_solve_the_likelihood_equations() -> None:
    met = {(0, 1): (8, 4), (1, 0): (5, 6), (0, 2): (9, 2), (2, 1): (5, 7), (1, 2): (6, 1)}
    fit = plackett_luce(*played(met), 3)
    player, seat = np.exp(fit.players), np.exp(fit.seats)
    for who in range(3):
        expected = wins = 0.0
        for pair, counts in met.items():
            worth = [player[pair[s]] * seat[s] for s in range(2)]
            for s in range(2):
                if pair[s] == who:
                    expected += sum(counts) * worth[s] / sum(worth)
                    wins += counts[s]
        assert expected == pytest.approx(wins, abs=1e-6)


def test_plackett_luce_finds_players_and_seats_it_was_made_from() -> None:
    rng = np.random.default_rng(8)
    strength, seat = np.array([0.0, 0.7, 1.5]), np.array([0.4, 0.0, -0.2])
    players = np.array([rng.permutation(3) for _ in range(9000)])
    noisy = strength[players] + seat + rng.gumbel(size=players.shape)
    shares = np.eye(3)[noisy.argmax(axis=1)]
    fit = plackett_luce(players, shares, 3)
    made = fit.players - fit.players[0]
    assert made == pytest.approx([0, 0.7, 1.5], abs=0.12)
    assert fit.seats - fit.seats[1] == pytest.approx([0.4, 0, -0.2], abs=0.12)
    for e, true in ((fit.elo(2, 0), 1.5), (fit.elo(1, 0), 0.7)):
        assert e.low < 400 / math.log(10) * true < e.high and 5 < e.half < 15
    assert fit.seat(0).low < 400 / math.log(10) * (0.4 - 0.2 / 3) < fit.seat(0).high


def test_a_shared_win_is_half_a_win_each() -> None:
    players = [[0, 1]] * 4 + [[1, 0]] * 4
    shared = [[1, 0], [1, 0], [0.5, 0.5], [0.5, 0.5], [0, 1], [0, 1], [0.5, 0.5], [0.5, 0.5]]
    fit = plackett_luce(players, shared, 2)
    assert fit.players[0] - fit.players[1] == pytest.approx(math.log(6 / 2))


def test_a_winner_of_all_games_has_only_a_lower_limit() -> None:
    fit = plackett_luce(*played({(0, 1): (25, 0), (1, 0): (0, 25)}), 2)
    e, share = fit.elo(0, 1), 0.025 ** (1 / 50)  # all of 50 are won so often once in forty
    assert e.low == e.value == pytest.approx(400 * math.log10(share / (1 - share)), rel=1e-5)
    assert math.isinf(e.high) and e.excludes(0)
    back = fit.elo(1, 0)
    assert back.high == pytest.approx(-e.low, rel=1e-6) and back.low == -math.inf
    assert fit.elo(0, 0).half == 0 and fit.seat(0).n == 0  # of seats such games tell nothing
    assert with_half(e, False) == f"at least\xa0{e.low:.0f}".replace(" ", "\xa0")


def test_ratings_carry_over_whoever_met_whom() -> None:
    won = {(0, 1): (15, 5), (1, 0): (5, 15), (1, 2): (20, 0), (2, 1): (0, 20)}
    fit = plackett_luce(*played(won), 3)
    direct, through = fit.elo(1, 2), fit.elo(0, 2)
    assert math.isinf(direct.high) and math.isinf(through.high)
    assert direct.low < through.low  # who beats the one who beats all is stronger still


def games_of(n: int = 240) -> tuple[Any, Any]:
    """Games of three seats among four players, some shared."""
    rng = np.random.default_rng(3)
    players = np.array([rng.permutation(4)[:3] for _ in range(n)])
    worth = np.array([0.0, 0.4, 0.9, -0.3])[players] + np.array([0.3, 0.0, -0.4])
    shares = np.eye(3)[(worth + rng.gumbel(size=worth.shape)).argmax(axis=1)]
    shares[::11] = [0.5, 0.5, 0.0]
    return players, shares


def test_the_likelihood_and_its_slopes_are_those_of_first_choices() -> None:
    players, shares = games_of(40)
    choices = plackett_luce(players, shares, 4).choices
    theta = np.array([0.3, -0.2, 0.5, 0.1, 0.0, 0.4, -0.6])

    def known(theta: Any) -> float:
        worth = np.exp(theta[players] + theta[4:])
        return float((shares * np.log(worth / worth.sum(axis=1, keepdims=True))).sum())

    found, slope, information = choices.likelihood(theta)
    assert found == pytest.approx(known(theta)) and choices.width == 7
    by = 1e-5 * np.eye(7)
    assert slope == pytest.approx(
        [(known(theta + e) - known(theta - e)) / 2e-5 for e in by], abs=1e-6
    )
    bend = [
        (choices.likelihood(theta + e)[1] - choices.likelihood(theta - e)[1]) / 2e-5 for e in by
    ]
    assert -np.array(bend) == pytest.approx(information, abs=1e-5)


def test_without_games_strengths_cost_their_square() -> None:
    choices = Choices(np.ones((1, 2, 3)), np.zeros((1, 2)))
    theta = np.array([3.0, -1.0, 2.0])
    found, slope, information = choices.likelihood(theta)
    assert found == pytest.approx(-RIDGE * 14)
    assert slope == pytest.approx(-2 * RIDGE * theta, rel=1e-9, abs=0)
    assert np.diag(information) == pytest.approx([2 * RIDGE] * 3, rel=1e-9, abs=0)


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_an_interval_ends_where_games_are_so_much_less_likely(level: float) -> None:
    players, shares = games_of()
    fit = plackett_luce(players, shares, 4)
    assert fit.players.sum() == pytest.approx(0) and fit.seats.sum() == pytest.approx(0)
    best, theta = fit.choices.climb(np.zeros(7), np.eye(7))
    contrasts = {}
    for seat in range(3):
        contrast = np.zeros(7)
        contrast[4:] = -1 / 3
        contrast[4 + seat] += 1
        contrasts[seat] = (contrast, fit.seat(seat, level), fit.seats[seat])
    pair = np.array([0.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    contrasts[9] = (pair, fit.elo(2, 1, level), fit.players[2] - fit.players[1])
    for contrast, e, value in contrasts.values():
        assert e.value == pytest.approx(400 / math.log(10) * value) and e.low < e.value < e.high
        for end in (e.low, e.high):  # the best there, along all that leaves the contrast alone
            far = end * math.log(10) / 400 - float(contrast @ theta)
            start = theta + far * contrast / (contrast @ contrast)
            along = np.linalg.svd(contrast[None, :])[2][1:].T
            lost = 2 * (best - fit.choices.climb(start, along)[0])
            assert lost == pytest.approx(z_of(level) ** 2, rel=1e-4)


def test_unknown_ratings_are_not_reported() -> None:
    pairs, won = [[0, 1], [1, 0], [2, 3], [3, 2]] * 8, [[1, 0], [0, 1], [0.5, 0.5], [0.5, 0.5]] * 8
    apart = plackett_luce(pairs, won, 4)  # two and two that never met
    assert math.isnan(apart.elo(0, 2).value) and apart.elo(0, 2).n == 0
    lost_all = apart.elo(1, 0)
    assert math.isinf(lost_all.low) and lost_all.value == lost_all.high < 0


def test_ends_are_found_on_either_side_however_far() -> None:
    def lost(x: float) -> float:
        return (x - 1.0) ** 2

    for cut in (0.01, 0.25, 4.0, 300.0):
        for side in (-1.0, 1.0):
            known = 1.0 + side * math.sqrt(cut)
            assert _crossing(lost, 1.0, side * 25.0, cut) == pytest.approx(known, abs=1e-6)
    calls: list[float] = []
    _crossing(lambda x: calls.append(x) or lost(x), 1.0, 25.0, 4.0)  # type: ignore[func-returns-value]
    assert calls[:4] == [1.25, 1.75, 2.75, 4.75] and len(calls) < 40
