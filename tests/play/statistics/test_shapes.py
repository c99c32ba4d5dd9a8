"""The shape of a curve: tests are compared with scipy and slow searches, and shapes with exact
curves.
"""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats as theirs
from scipy.optimize import isotonic_regression

from generator.play.statistics import curve_shapes
from generator.play.statistics.curve_shapes import Shape
from generator.play.statistics.multiple_testing import permuted, sidak

Floats = np.ndarray


def rows_of(tops: Floats, weight: float = 1.0) -> Floats:
    """(values, blocks, 2) of blocks with a like weight."""
    return np.stack([tops * weight, np.full(tops.shape, weight)], axis=2)


@pytest.mark.parametrize("weight", [1.0, 2.5])
def test_many_blocks_are_judged_by_hotelling_s_statistic_held_against_f(weight: float) -> None:
    tops = np.random.default_rng(1).normal(size=(3, 60)) + np.array([[0.0], [0.1], [0.4]])
    off = (tops - tops.mean(axis=0)).T  # (blocks, values)
    mean, spread = off.mean(axis=0)[:2], np.cov(off[:, :2].T) / 60
    statistic = float(mean @ np.linalg.solve(spread, mean))
    known = float(theirs.f.sf(statistic * (60 - 2) / (59 * 2), 2, 58))
    assert curve_shapes.difference_p(rows_of(tops, weight)) == pytest.approx(known, rel=1e-9)
    assert known < 0.2


def test_blocks_of_unlike_weight_are_held_against_the_pooled_ratio() -> None:
    rng = np.random.default_rng(2)
    bottoms = rng.integers(1, 6, (2, 80)).astype(float)
    tops = bottoms * np.array([[0.5], [0.55]]) + rng.normal(size=(2, 80))
    total = bottoms.sum() / 2
    off = (tops - tops.sum() / bottoms.sum() * bottoms).T
    first = (off - off.mean(axis=1, keepdims=True))[:, 0]
    statistic = (first.sum() / total) ** 2 / (first.var(ddof=1) * 80 / total**2)
    known = float(theirs.f.sf(statistic, 1, 79))
    assert curve_shapes.difference_p(np.stack([tops, bottoms], axis=2)) == pytest.approx(
        known, rel=1e-9
    )


def test_few_blocks_are_judged_by_permutation() -> None:
    rng = np.random.default_rng(3)

    def is_permuted(values: int, n_busy: int, blocks: int) -> bool:
        tops = np.zeros((values, blocks))
        tops[:, :n_busy] = rng.normal(size=(values, n_busy))
        off = (tops - tops.mean(axis=0)).T
        return curve_shapes.difference_p(rows_of(tops)) == permuted(off, seed=1)

    assert is_permuted(2, 29, 80) and not is_permuted(2, 30, 80)
    assert is_permuted(4, 59, 90) and not is_permuted(4, 60, 60)
    assert curve_shapes.difference_p(np.ones((3, 1, 2))) == 1.0  # one block
    assert curve_shapes.difference_p(rows_of(rng.normal(size=(1, 50)))) == 1.0  # one value
    assert curve_shapes.difference_p(np.zeros((3, 40, 2))) == 1.0  # nothing to divide by
    assert (
        curve_shapes.difference_p(rows_of(np.tile(rng.normal(size=40), (3, 1)))) == 1.0
    )  # all alike
    both = rows_of(np.array([[1.0, 2.0], [5.0, 7.0]]))
    assert 0 < curve_shapes.difference_p(both) < 1


def test_holm_s_p_values_equal_those_of_the_closed_test() -> None:
    p = [0.011, 0.04, 0.03, 0.2, 0.0009]
    found = curve_shapes.holm(p)
    for i in range(len(p)):  # rejected where every set with it is rejected by Bonferroni
        sets = [s for k in range(1, 6) for s in combinations(range(5), k) if i in s]
        assert found[i] == pytest.approx(min(1.0, max(len(s) * min(p[j] for j in s) for s in sets)))
    assert curve_shapes.holm([]) == [] and curve_shapes.holm([0.7, 0.6]) == [1.0, 1.0]


def curve(*heights: float, blocks: int = 40, noise: float = 0.01) -> Floats:
    """Return rows with these heights as means and blocks spread around them."""
    values = len(heights)
    x = np.random.default_rng(values).normal(size=(values, blocks))
    x -= x.mean(axis=1, keepdims=True)
    return rows_of(np.array(heights)[:, None] + noise * x)


KINDS = [
    (Shape("rising"), (0.1, 0.3, 0.5, 0.9)),
    (Shape("rising"), (0.1, 0.9)),
    (Shape("falling"), (0.9, 0.1)),
    (Shape("falling"), (0.9, 0.6, 0.5, 0.2)),
    (Shape("peak", 1), (0.1, 0.5, 0.1)),
    (Shape("peak", 1), (0.1, 0.5, 0.3, 0.2)),
    (Shape("peak", 2), (0.2, 0.3, 0.5, 0.1)),
    (Shape("valley", 1), (0.5, 0.1, 0.5)),
    (Shape("valley", 2), (0.6, 0.5, 0.1, 0.4)),
    (Shape("uneven"), (0.3, 0.7, 0.1, 0.5)),
    (Shape("uneven"), (0.3, 0.1, 0.7, 0.5)),
    (Shape("levels off", 1), (0.1, 0.6, 0.6, 0.6)),
    (Shape("levels off", 1), (0.6, 0.1, 0.1, 0.1)),
    (Shape("levels off", 2), (0.1, 0.4, 0.6, 0.6, 0.6)),
    (Shape("rising"), (0.1, 0.4, 0.6, 0.6)),
    (Shape("rising"), (0.1, 0.5, 0.5)),
    (Shape("rising"), (0.5, 0.5, 0.9)),
]


@pytest.mark.parametrize(("wanted", "heights"), KINDS)
def test_exact_curves_have_their_shape(wanted: Shape, heights: tuple[float, ...]) -> None:
    assert curve_shapes.shape_of(curve(*heights), least=0.05) == wanted
    assert curve_shapes.shape_of(curve(*heights) * 3, least=0.05) == wanted  # blocks of three games


def test_small_and_uncertain_peaks_are_no_peaks() -> None:
    assert curve_shapes.shape_of(curve(0.1, 0.5, 0.46, 0.48), least=0.05) == Shape("levels off", 1)
    assert curve_shapes.shape_of(curve(0.1, 0.5, 0.46), least=0.03) == Shape("peak", 1)
    assert curve_shapes.shape_of(curve(0.1, 0.5, 0.3, noise=1.0), least=0.05).kind == "rising"


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        ((1, 2, 3, 4), Shape("levels off", 1)),
        ((1, 20, 21, 22), Shape("rising")),
        ((0, 8, 9, 10), Shape("levels off", 1)),  # just a fifth
        ((0, 8.1, 9, 10), Shape("rising")),
        (None, None),
    ],
)
def test_a_knee_has_a_fifth_of_the_range_beyond_it(places: object, wanted: Shape | None) -> None:
    found = curve_shapes.shape_of(curve(0.1, 0.5, 0.5, 0.5), least=0.05, at=places)  # type: ignore[arg-type]
    assert found == (wanted or Shape("levels off", 1))


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_curve_that_goes_on_half_as_steeply_is_not_level(sign: float) -> None:
    for rest, kind in ((0.55, "rising"), (0.45, "levels off")):
        heights = sign * np.cumsum([0.0, 1.0, 1.0, rest, rest])
        found = curve_shapes.shape_of(curve(*heights, noise=0.001), least=1.5).kind
        assert found == {"rising": "rising" if sign > 0 else "falling"}.get(kind, kind)


def test_exactly_what_is_worth_a_word_is_enough() -> None:
    assert curve_shapes.shape_of(curve(0.0, 0.5, 0.25, noise=0.0), least=0.25) == Shape("peak", 1)
    assert curve_shapes.shape_of(curve(0.125, *[0.5] * 3, noise=0.0), least=0.0) == Shape(
        "levels off", 1
    )


@pytest.mark.parametrize("slack", [0.999, 1.001])
def test_a_peak_stands_out_by_what_chance_gives_over_all_pairs(slack: float) -> None:
    rows = curve(0.0, 1.0, 0.5, noise=0.3)
    x = rows[:, :, 0]
    t = float(theirs.t.ppf(0.5 + sidak(0.90, 3) / 2, 39))  # to one side alone
    sides = [float(np.std(x[1] - x[i], ddof=1)) / np.sqrt(40) * t for i in (0, 2)]
    flat = curve(1 - 3 * sides[0], 1.0, 1 - slack * sides[1], noise=0.3)
    found = curve_shapes.shape_of(flat, least=0.0)
    assert (found == Shape("peak", 1)) == (slack > 1)


def test_the_nearest_curve_that_never_falls_equals_scipy_s() -> None:
    rng = np.random.default_rng(4)
    for n in (1, 2, 5, 12, 12, 12):
        y, weights = rng.normal(size=n), rng.uniform(0.1, 3.0, n)
        known = isotonic_regression(y, weights=weights).x
        assert curve_shapes.never_falling(y, weights) == pytest.approx(known)
        misfit = float((weights * (y - known) ** 2).sum())
        assert curve_shapes._misfit(y, weights) == pytest.approx(misfit)
    still = np.array([1.0, 1.0, 0.5])
    assert curve_shapes.never_falling(still, np.ones(3)) == pytest.approx([5 / 6] * 3)


@pytest.mark.parametrize("slack", [0.999, 1.001])
def test_values_are_level_where_none_surely_differs_by_more_over_all_pairs(slack: float) -> None:
    heights, error = np.array([0.0, 1.0, 1.0, 1.0]), 0.01  # of six blocks: five degrees of freedom
    t = float(theirs.t.ppf(0.5 + sidak(0.95, 6) / 2, 5))
    least = slack * t * error * np.sqrt(2)
    found = curve_shapes._knee(np.arange(4.0), heights, error**2 * np.eye(4), least, 6)
    assert found == (1 if slack > 1 else None)
