"""Comebacks and waiting times, compared with hand calculations and with the known chances of a coin
race.
"""

import math

import numpy as np
import pytest

from generator.play.measures.metrics import measure
from generator.play.readings.course import ComebackReading, course
from tests.play.batches import batch_of, tally_of
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up


def test_a_coin_race_s_comebacks_have_their_known_chances() -> None:
    # 20 coins, one point each; at half time ten are thrown
    rng = np.random.default_rng(3)
    n = 6000
    coins = rng.random((n, 20)) < 0.5
    tenths = np.zeros((n, 11, 2))
    for t in range(11):
        thrown = coins[:, : 2 * t]
        tenths[:, t] = np.column_stack([thrown.sum(axis=1), 2 * t - thrown.sum(axis=1)])
    m = measure(tally_of(batch_of(tenths[:, 10], tenths=tenths)))
    found = next(c for c in m.comebacks if (c.tenth, c.points) == (5, 4))
    behind = [(k, math.comb(10, k)) for k in range(4)]  # k of ten: 10 − 2k points behind
    chance = 0.0
    for k, ways in behind:
        for j in range(11):
            ahead = 2 * (k + j) - 20
            won = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
            chance += ways * math.comb(10, j) / 1024 * won
    known = chance / sum(ways for _, ways in behind)
    assert found.share.low <= known <= found.share.high and found.share.half < 0.03
    assert found.seats == int((np.abs(tenths[:, 5, 0] - tenths[:, 5, 1]) >= 4).sum())


def test_waits_are_the_decisions_of_others_between_two_turns() -> None:
    movers = np.array([0, 0, 1, 2, 0, 1, 1, 2, 0, 0], np.int8)
    batch = batch_of([[1, 0, 0]], movers=movers, moves=np.zeros(10, np.int32), move_starts=[0, 10])
    waits = measure(tally_of(batch)).waits
    # seat 1 waits 2 and 3, seat 2 waits 2, seat 3 waits 3
    assert waits is not None and waits.counts == {2: 2, 3: 2}


def test_coming_back_is_reported_without_a_cause() -> None:
    tenths = np.zeros((300, 11, 2))
    tenths[:, 5, 0] = 4
    made = made_up([[1, 0], [0, 1], [1, 0]] * 100, pack_of("market"), tenths=tenths)
    (reading,) = (r for r in course(made) if isinstance(r, ComebackReading))
    assert reading.comeback.points == 1
    assert made.main.metrics.comebacks[0].share.value == pytest.approx(1 / 3)
