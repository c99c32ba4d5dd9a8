"""Shares near 0 and 100 %: how often their intervals hold the truth, and that they have width."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from generator.play.measures.metrics import measure
from generator.play.measures.ratios import rate_of
from generator.play.statistics.inference import NOTHING, Estimate
from generator.play.statistics.share_bounds import clopper_pearson, share_difference, share_interval
from tests.play.batches import batch_of, tally_of

Floats = NDArray[np.float64]

ENDS = (0.98, 0.99, 0.995, 0.02, 0.01)


def drawn(rng: np.random.Generator, p: float, n: int, kind: str) -> Floats:
    """Rows of share and weight: won or lost, partly shared, or of games of unequal weight."""
    ones = np.ones(n)
    if kind == "won":
        return np.column_stack([rng.random(n) < p, ones])
    if kind == "shared":  # as many deviate, half of them by half
        rarer = min(p, 1 - p)
        u = rng.random(n)
        away = np.where(u < rarer / 2, 1.0, np.where(u < 3 * rarer / 2, 0.5, 0.0))
        return np.column_stack([1 - away if p > 0.5 else away, ones])
    weight = rng.integers(1, 5, n)  # how often the thing could have been done in a game
    return np.column_stack([rng.binomial(weight, p), weight])


def holds(rng: np.random.Generator, p: float, n: int, kind: str) -> bool:
    e = share_interval(drawn(rng, p, n, kind), n)
    assert 0 <= e.low <= e.value <= e.high <= 1 and e.half > 0
    return e.low <= p <= e.high


@pytest.mark.parametrize("kind", ["won", "shared", "weighted"])
def test_intervals_hold_the_truth_near_the_ends(kind: str) -> None:
    rng = np.random.default_rng(1)
    for p in (0.99, 0.02):
        assert sum(holds(rng, p, 50, kind) for _ in range(200)) >= 180


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["won", "shared", "weighted"])
@pytest.mark.parametrize("n", [50, 200, 1000])
def test_intervals_hold_the_truth_at_the_rate_they_state(kind: str, n: int) -> None:
    rng = np.random.default_rng(2)
    rates = [np.mean([holds(rng, p, n, kind) for _ in range(1500)]) for p in (*ENDS, 0.5, 0.9)]
    assert min(rates) >= 0.925 and np.mean(rates) >= 0.945


def test_no_interval_is_without_width_or_outside_all_and_nothing() -> None:
    alike: list[Estimate] = [
        share_interval(np.column_stack([np.full(60, x), np.ones(60)]), 60) for x in (0, 0.5, 1)
    ]
    for e in [*alike, rate_of(0, 300), rate_of(300, 300), rate_of(1, 300), clopper_pearson(0, 9)]:
        assert 0 <= e.low <= e.value <= e.high <= 1 and e.high - e.low > 0.005


def users(
    rng: np.random.Generator, n: int, p: float, part: float, seats: int
) -> tuple[Floats, Floats]:
    """Return rows of games with at most one user of a piece, who wins p of them, and the others."""
    has = rng.random(n) < part
    won = has & (rng.random(n) < p)
    one = np.column_stack([won, has])
    return one, np.column_stack([~won, seats - has])


def lift_holds(rng: np.random.Generator, p: float, n: int, part: float, seats: int) -> bool:
    truth = p - (1 - part * p) / (seats - part)
    one, other = users(rng, n, p, part, seats)
    e = share_difference(one, other, n)
    return bool(e.low <= truth <= e.high and e.half > 0)


def test_a_lift_holds_the_truth_where_few_use_a_piece_and_nearly_all_of_them_win() -> None:
    rng = np.random.default_rng(3)
    for p, n, part in ((0.98, 400, 0.05), (0.02, 400, 0.1), (0.9, 100, 0.3), (0.5, 400, 0.5)):
        for seats in (2, 4):
            assert np.mean([lift_holds(rng, p, n, part, seats) for _ in range(400)]) >= 0.93


def test_a_lift_of_users_who_all_won_is_not_reported_to_a_fraction_of_a_point() -> None:
    few, none = np.array([[1.0, 1.0]] * 5 + [[0.0, 0.0]] * 195), np.zeros((200, 2))
    others = np.column_stack([1 - few[:, 0], 2 - few[:, 1]])
    e = share_difference(few, others, 200)
    assert e.value == pytest.approx(1 - 195 / 395) and e.low < 0.1 and e.high <= 1
    assert share_difference(none, others, 200) is NOTHING


def test_of_thirty_pieces_that_do_nothing_one_is_flagged_in_five_of_a_hundred_runs() -> None:
    rng, flagged = np.random.default_rng(4), 0
    pieces = tuple(f"cards/{i}" for i in range(30))
    for _ in range(60):
        used = (rng.random((400, 2, 30)) < 0.3).astype(np.int32)
        scores = np.eye(2)[rng.integers(0, 2, 400)]
        found = measure(tally_of(batch_of(scores, pieces=pieces, piece_used=used))).pieces
        flagged += any(p.notable for p in found)
    assert flagged <= 8  # 5 % are 3, above 8 once in 300


def test_one_game_alone_bounds_no_difference() -> None:
    e = share_difference([[1.0, 1.0]], [[0.0, 1.0]], 1)
    assert e.value == 1 and not math.isfinite(e.half) and e.withheld
