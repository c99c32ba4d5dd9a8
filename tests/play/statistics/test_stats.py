"""Intervals and tests equal scipy and statsmodels, and cover at the rate they state."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats as theirs
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from generator.model.measures import TIED
from generator.play.measures.results import Difference
from generator.play.statistics import inference
from generator.play.statistics.share_bounds import clopper_pearson

LEVELS = (0.8, 0.95, 0.99)


def test_intervals_are_apart_where_they_do_not_meet_and_both_are_reported() -> None:
    low, high, wide = inference.wilson(20, 100), inference.wilson(40, 100), inference.wilson(3, 10)
    assert low.apart_from(high) and high.apart_from(low)
    assert not low.apart_from(wide) and not low.apart_from(low)
    assert not low.apart_from(inference.wilson(99, 99, needed=100))


def test_how_far_apart_is_enough_depends_on_how_many_are_compared() -> None:
    def e(value: float) -> inference.Estimate:
        return inference.Estimate(value, value - 1, value + 1, 50, "")

    # of one test √2 · 1 is enough, of two √2 · z(0.975) ÷ z(0.95)
    two = math.sqrt(2) * theirs.norm.ppf(0.9875) / theirs.norm.ppf(0.975)
    for tests, least in ((1, math.sqrt(2)), (2, two)):
        assert e(0.0).apart_from(e(least + 1e-9), tests)
        assert not e(0.0).apart_from(e(least - 1e-9), tests)
    assert e(0.0).apart_from(e(1.5)) and not e(0.0).apart_from(e(1.5), 2)


def test_an_interval_of_another_level_is_as_much_wider_on_either_side() -> None:
    e, by = (
        inference.Estimate(0.3, 0.1, 0.4, 50, ""),
        theirs.norm.ppf(0.995) / theirs.norm.ppf(0.975),
    )
    wider = e.at(0.99)
    assert (wider.low, wider.high) == pytest.approx((0.3 - 0.2 * by, 0.3 + 0.1 * by))
    assert (wider.value, wider.n) == (0.3, 50)


def test_of_many_rows_any_is_called_apart_in_one_run_of_twenty() -> None:
    rng = np.random.default_rng(5)
    wins = rng.binomial(400, 0.5, size=(300, 15, 2))
    runs = [[[inference.wilson(int(k), 400) for k in row] for row in run] for run in wins]
    for tests, least, most in ((15, 0.0, 0.09), (1, 0.35, 0.7)):
        rate = np.mean([any(a.apart_from(b, tests) for a, b in run) for run in runs])
        assert least <= rate <= most


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("k", "n"), [(0, 10), (3, 10), (10, 10), (381, 1000), (1, 12345), (1, 1)])
def test_wilson_equals_statsmodels(k: int, n: int, level: float) -> None:
    ours = inference.wilson(k, n, level)
    low, high = proportion_confint(k, n, 1 - level, "wilson")
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=1e-12)
    assert ours.value == k / n and ours.n == n


@pytest.mark.parametrize(
    ("k1", "n1", "k2", "n2"), [(56, 70, 48, 80), (9, 10, 3, 10), (0, 10, 0, 20), (610, 999, 1, 7)]
)
def test_newcombe_equals_statsmodels(k1: int, n1: int, k2: int, n2: int) -> None:
    ours = inference.newcombe(k1, n1, k2, n2)
    low, high = confint_proportions_2indep(k1, n1, k2, n2, method="newcomb", compare="diff")
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=1e-12)


def test_newcombe_says_nothing_of_nobody() -> None:
    assert inference.newcombe(0, 0, 1, 5) is inference.newcombe(1, 5, 0, 0) is inference.NOTHING


def test_newcombe_gives_the_paper_s_first_example() -> None:
    # Newcombe 1998, table II (a): 56/70 against 48/80, method 10
    ours = inference.newcombe(56, 70, 48, 80)
    assert (round(ours.low, 4), round(ours.high, 4)) == (0.0524, 0.3339)


def test_benjamini_hochberg_equals_statsmodels() -> None:
    p = np.random.default_rng(4).uniform(size=40) ** 3
    known = multipletests(p, 0.05, "fdr_bh")[1]
    assert inference.benjamini_hochberg(p) == pytest.approx(known)
    assert len(inference.benjamini_hochberg([])) == 0


def test_mean_interval_equals_scipy() -> None:
    x = np.random.default_rng(5).normal(3, 2, 17)
    low, high = theirs.t.interval(0.95, 16, x.mean(), theirs.sem(x))
    ours = inference.mean_interval(x)
    assert (ours.low, ours.high) == pytest.approx((low, high))
    two = inference.mean_interval([1.0, 3.0])
    assert (two.low, two.high) == pytest.approx(theirs.t.interval(0.95, 1, 2.0, 1.0))
    assert inference.mean_interval([4.0]).needed == 2


def test_effective_number_by_hand() -> None:
    # half, quarter, quarter: entropy 1.5 bits, so 2^1.5 things
    assert inference.effective_number([2, 1, 1, 0]) == pytest.approx(2**1.5)
    assert inference.effective_number([0, 0]) == 0
    assert inference.normal_entropy(np.array([[0.5, 0.5], [1.0, 0.0]])) == pytest.approx([1, 0])
    assert inference.normal_entropy(np.array([[0.25] * 4, [0.5, 0.5, 0, 0]])) == pytest.approx(
        [1, 0.5]
    )
    assert list(inference.normal_entropy(np.ones((2, 1)))) == [0, 0]


def test_bits_are_mixed_as_published() -> None:
    first = 0x9E3779B97F4A7C15  # the first state of SplitMix64 from seed 0, and what it gives
    assert inference._mix(np.array([first], np.uint64)).tolist() == [0xE220A8397B1DCDAF]


def test_resamples_are_even_and_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    resamples = inference.resamples.__wrapped__  # not those kept of the last call
    drawn = resamples(50, 400, seed=9)
    assert (drawn.sum(axis=1) == 50).all()
    assert (drawn == inference.resamples(50, 400, seed=9)).all()
    assert (drawn != inference.resamples(50, 400, seed=10)).any()
    assert theirs.chisquare(drawn.sum(axis=0)).pvalue > 0.001
    assert drawn[:5].sum() == 250 and resamples(50, 1, seed=9)[0].tolist() == drawn[0].tolist()
    for at_once in (1, 170):  # one replicate, or three, at a time
        monkeypatch.setattr(inference, "AT_ONCE", at_once)
        assert (drawn == resamples(50, 400, seed=9)).all()
    with pytest.raises(ValueError, match="read-only"):
        inference.resamples(50, 400, seed=10)[0] = 0


def test_bootstrap_agrees_with_the_t_interval_of_a_mean() -> None:
    x = np.random.default_rng(6).exponential(2.0, 800)
    rows = np.column_stack([x, np.ones(800)])
    low, high = inference.bootstrap(rows, lambda s: s[:, 0] / s[:, 1], seed=3, replicates=3000)
    known = inference.mean_interval(x)
    assert float(low) == pytest.approx(known.low, abs=0.02)
    assert float(high) == pytest.approx(known.high, abs=0.02)


def coverage(hits: list[bool]) -> float:
    return sum(hits) / len(hits)


def test_intervals_cover_at_the_rate_they_state() -> None:
    rng = np.random.default_rng(20)
    hits: dict[str, list[bool]] = {
        "wilson": [],
        "newcombe": [],
        "ratio": [],
        "boot": [],
        "mean": [],
    }
    for _ in range(1500):
        k, j = rng.binomial(300, 0.31), rng.binomial(500, 0.36)
        a = inference.wilson(int(k), 300)
        hits["wilson"].append(a.low <= 0.31 <= a.high)
        d = inference.newcombe(int(k), 300, int(j), 500)
        hits["newcombe"].append(d.low <= -0.05 <= d.high)
        # rows of one game depend on each other: a shared factor of mean 1
        size = rng.poisson(4.0, 250).astype(float)
        share = rng.beta(2, 3, 250)
        rows = np.column_stack([size * share, size])
        r = inference.ratio_interval(rows, 250)
        hits["ratio"].append(r.low <= 0.4 <= r.high)
        m = inference.mean_interval(rng.normal(1.0, 3.0, 12))
        hits["mean"].append(m.low <= 1.0 <= m.high)
    drawn = inference.resamples(200, 400, seed=1)
    for _ in range(1500):
        shares = rng.choice([1.0, 0.5, 0.0], size=200, p=[0.3, 0.2, 0.5])  # ties shared
        rows = np.column_stack([shares, np.ones(200)])
        low, high = inference.bootstrap(rows, lambda s: s[:, 0] / s[:, 1], counts=drawn)
        hits["boot"].append(float(low) <= 0.4 <= float(high))
    for name, seen in hits.items():
        assert 0.93 <= coverage(seen) <= 0.97, f"{name} covers {coverage(seen):.3f}"


def test_a_false_discovery_is_rare_among_pieces_that_do_nothing() -> None:
    rng = np.random.default_rng(21)
    found = sum(
        bool((inference.benjamini_hochberg(rng.uniform(size=60)) <= 0.05).any())
        for _ in range(1000)
    )
    assert 30 <= found <= 70


def test_too_little_data_is_withheld() -> None:
    assert inference.wilson(3, 10, needed=100).withheld
    assert not inference.wilson(30, 100, needed=100).withheld
    assert inference.wilson(0, 0).withheld and inference.newcombe(1, 2, 0, 0).withheld
    assert inference.mean_interval([4.0]).withheld


def test_the_limits_are_those_of_clopper_and_pearson() -> None:
    for k, n in ((0, 20), (3, 50), (49, 50), (2.5, 31.2)):
        e = clopper_pearson(k, n)
        assert e.low == pytest.approx(theirs.beta.ppf(0.025, k, n - k + 1) if k else 0.0, abs=1e-9)
        assert e.high == pytest.approx(theirs.beta.ppf(0.975, k + 1, n - k), abs=1e-9)


def test_the_p_value_an_interval_implies_is_the_normal_one() -> None:
    e = inference.Estimate(0.3, 0.1, 0.5, 50, "")
    z = 0.3 / (0.2 / theirs.norm.ppf(0.975))
    assert inference.p_of(e) == pytest.approx(2 * theirs.norm.sf(z))
    assert inference.p_of(e, 0.3) == 1.0 and inference.p_of(inference.NOTHING) == 1.0
    sure = inference.Estimate(0.3, 0.3, 0.3, 50, "")
    assert (inference.p_of(sure), inference.p_of(sure, 0.3)) == (0.0, 1.0)


def test_an_event_in_a_single_unit_has_no_interval() -> None:
    e = inference.ratio_interval([[7, 1], [0, 0], [0, 0]], 3, needed=1)
    assert e.value == 7 and math.isnan(e.low) and math.isnan(e.high) and e.withheld


def test_ratios_are_compared_where_both_have_something_to_divide_by() -> None:
    some, none = [[1, 2], [0, 2], [1, 1]], [[0, 0]] * 3
    for pair in ((some, none), (none, some), (none, none), (some, some[:2]), (some[:1], some[:1])):
        assert inference.ratio_difference(*pair, 3) is inference.NOTHING
    assert inference.ratio_difference(some, some, 3).value == 0.0


def test_a_change_is_sure_up_to_a_false_discovery_in_twenty() -> None:
    e = inference.Estimate(0.1, 0.02, 0.18, 400, "paired by seed")
    change = Difference(TIED, "a=1", e, e, e, 0.05)
    assert change.is_sure and not replace(change, q=0.0501).is_sure
    assert not replace(change, difference=replace(e, needed=500)).is_sure
    assert not replace(change, difference=replace(e, value=0.0)).is_sure
