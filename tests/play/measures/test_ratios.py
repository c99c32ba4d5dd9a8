"""Measures as ratios: the smallest noticeable difference, and games that do not differ."""

import math
from dataclasses import replace

import numpy as np
import pytest

from generator.model.measures import TIED, TURNS
from generator.model.pack import Worth
from generator.play.measures.metrics import measure
from generator.play.measures.ratios import (
    difference_of,
    effect_interval,
    least_of,
    measures_of,
    rate_of,
    sums_of,
)
from generator.play.statistics.share_bounds import FEW, clopper_pearson
from tests.play.batches import batch_of, tally_of

SCORES = [[3, 1], [2, 2], [0, 4]] * 40


def test_the_smallest_difference_worth_a_word_is_the_pack_s_own() -> None:
    worth = Worth(seats=3.0, lengths=5.0, scores=8.0, ends=7.0)
    least = {
        each.key: least_of(each, worth, -20.0) for each in measures_of(tally_of(batch_of(SCORES)))
    }
    assert least["seat 1 wins"] == 0.03 and least["tied games"] == 0.07
    assert least["turns"] == 1.0 and least["margin"] == pytest.approx(1.6)


def test_where_no_pair_differs_as_much_as_may_yet_be_unseen_is_left_open() -> None:
    tally = tally_of(batch_of(SCORES))
    found = difference_of(TIED, tally, tally)
    unseen = clopper_pearson(0, len(sums_of(TIED, tally))).high
    assert (found.value, found.low, found.high) == (0.0, -unseen, unseen)
    turns = difference_of(TURNS, tally, tally)
    assert (turns.value, turns.low, turns.high) == (0.0, 0.0, 0.0)
    assert replace(found, n=0).withheld


def test_the_metrics_have_every_number_that_a_goal_may_be_about() -> None:
    tally = tally_of(batch_of(SCORES))
    measures = measure(tally).measures
    assert list(measures) == [each.key for each in measures_of(tally)]
    assert measures["tied games"].value == pytest.approx(1 / 3)
    assert measures["seat 1 wins"].value == pytest.approx((1 + 0.5 + 0) / 3)
    assert measures["margin"].value == pytest.approx((2 + 0 + 4) / 3)
    assert measures["score"].value == pytest.approx((4 / 2 + 4 / 2 + 4 / 2) / 3)


def test_an_effect_of_few_takers_says_how_many_games_would_have_enough() -> None:
    rows = np.zeros((40, 2))
    rows[:10] = [25.0, 1.0]  # ten takers in forty games; thirty are asked for
    few = effect_interval(rows, 40, 0.95)
    assert (few.value, few.n, few.needed) == (25.0, 40, 120) and math.isnan(few.low)
    rows[:30] = [25.0, 1.0]
    unseen = 100 * clopper_pearson(0, 30).high
    enough = effect_interval(rows, 40, 0.95)
    assert (enough.low, enough.high) == pytest.approx((25 - unseen, 25 + unseen))
    assert not enough.withheld and effect_interval(np.zeros((40, 2)), 40, 0.95).withheld


def test_a_rate_is_exact_where_few_games_differ_from_the_rest() -> None:
    for k in (FEW, 200 - FEW):
        assert rate_of(k, 200).method == "Wilson"
    for k in (FEW - 1, 201 - FEW):
        assert rate_of(k, 200).method == "Clopper–Pearson"
    assert rate_of(50, 99).withheld and not rate_of(50, 100).withheld
