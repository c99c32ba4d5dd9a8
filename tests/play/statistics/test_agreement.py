"""A few games beside many: p-values by hand, verdicts and their limits."""

from itertools import combinations

import numpy as np
import pytest

from generator.play.statistics.agreement import agreement, estimate_of, relabelled


def test_the_p_value_of_one_figure_is_the_share_of_labels_as_extreme() -> None:
    few, many = np.array([[9.0], [7.0]]), np.array([[1.0], [2.0], [3.0], [7.0], [4.0]])
    values = np.vstack([few, many])[:, 0]
    ranks = np.array([(values < v).sum() + ((values == v).sum() + 1) / 2 for v in values])
    centred = ranks - ranks.mean()
    seen = abs(centred[:2].sum())
    every = [abs(centred[list(pair)].sum()) for pair in combinations(range(7), 2)]
    exact = np.mean([each >= seen - 1e-9 for each in every])
    (p,) = relabelled(few, many, times=20_000)
    assert p == pytest.approx(exact, abs=0.01)


def test_figures_that_are_copies_need_no_adjustment_and_others_do() -> None:
    rng = np.random.default_rng(1)
    few, many = rng.normal(0.9, 1, (8, 1)), rng.normal(size=(200, 1))
    (alone,) = relabelled(few, many)
    copies = relabelled(np.repeat(few, 6, axis=1), np.repeat(many, 6, axis=1))
    assert copies.tolist() == [alone] * 6
    noise = rng.normal(size=(208, 6))
    both = relabelled(np.hstack([few, noise[:8]]), np.hstack([many, noise[8:]]))
    assert both[0] > alone and (both >= alone).all()
    assert relabelled(few, many).tolist() == [alone], "the same input gives the same number"


def test_agreement_needs_an_interval_within_the_band() -> None:
    rng = np.random.default_rng(2)
    many = rng.normal(10, 2, 1000)
    few = np.full(30, many.mean()) + np.resize([-2.0, 2.0], 30)
    close = agreement(few, many, 0.9, False, 1.5)
    assert close.verdict == "agrees" and close.more == 0
    assert agreement(few[:4], many, 0.9, False, 1.5).verdict == "cannot tell"
    assert agreement(few, many, 0.05, False, 1.5).verdict == "differs"
    assert agreement(few, many, 0.9, False, 0.1).more > 1000


def test_more_games_are_asked_for_as_many_as_mostly_suffice() -> None:
    rng = np.random.default_rng(3)
    many = (rng.random(1000) < 0.5).astype(float)
    first = agreement((np.arange(20) % 2).astype(float), many, 1.0, True, 0.15)
    assert 40 <= first.more <= 150
    n = 20 + first.more
    verdicts = [
        agreement((rng.random(n) < 0.5).astype(float), many, 1.0, True, 0.15).verdict
        for _ in range(200)
    ]
    assert verdicts.count("agrees") > 120


def test_a_few_games_all_alike_have_a_wide_interval() -> None:
    five = estimate_of(np.zeros(5), True)
    assert five.low == 0 and five.high == pytest.approx(1 - 0.025**0.2)
    assert estimate_of(np.full(5, 0.5), True).half > 0.1, "five ties"
