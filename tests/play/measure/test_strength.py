"""Strengths of players and seats, against closed forms and what games were made from."""

import math
from typing import Any

import numpy as np
import pytest

from generator.play.measure.stats import z_of
from generator.play.measure.strength import plackett_luce


def played(wins: dict[tuple[int, int], tuple[int, int]]) -> tuple[list[Any], list[Any]]:
    """Players and shares of games of two; wins: by who sat where, those of each seat."""
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
    # the log odds of 30 : 10 have standard error √(1/30 + 1/10)
    half = 400 / math.log(10) * z_of() * math.sqrt(1 / 30 + 1 / 10)
    assert rating.half == pytest.approx(half, rel=1e-6)


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
    assert all(0.01 < e < 0.05 for e in [*fit.errors, *fit.seat_errors])


def test_a_shared_win_is_half_a_win_each() -> None:
    players = [[0, 1]] * 4 + [[1, 0]] * 4
    shared = [[1, 0], [1, 0], [0.5, 0.5], [0.5, 0.5], [0, 1], [0, 1], [0.5, 0.5], [0.5, 0.5]]
    fit = plackett_luce(players, shared, 2)
    assert fit.players[0] - fit.players[1] == pytest.approx(math.log(6 / 2))


def test_a_prior_keeps_a_player_who_never_won_finite() -> None:
    fit = plackett_luce(*played({(0, 1): (25, 0), (1, 0): (0, 25)}), 2, prior=0.5)
    assert fit.players[0] - fit.players[1] == pytest.approx(math.log(50.5 / 0.5))
