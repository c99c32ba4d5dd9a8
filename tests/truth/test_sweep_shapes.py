"""Sweeps: a parameter without effect is reported as such, and known curves by their shape."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from generator.play.statistics.curve_shapes import (
    Shape,
    difference_p,
    holm,
    never_falling,
    shape_of,
)
from generator.play.studies.sweep.run import sweep
from tests.play.lean import LEAN, pack_of
from tests.tellings import findings_of

Floats = NDArray[np.float64]


def rows_of(
    rng: np.random.Generator, curve: list[float], n: int, kind: str, shared: float = 0.5
) -> Floats:
    """Return (V, n, 2) games of the same seeds at every value; `shared` is common to a seed."""
    values = len(curve)
    common = rng.normal(size=(1, n))
    own = rng.normal(size=(values, n))
    noise = np.sqrt(shared) * common + np.sqrt(1 - shared) * own
    level = np.array(curve)[:, None]
    if kind == "share":
        cut = np.quantile(rng.normal(size=20_000), 1 - np.array(curve).clip(1e-4, 1 - 1e-4))
        made = (noise > cut[:, None]).astype(np.float64)
    else:
        made = level + noise
    return np.stack([made, np.ones((values, n))], axis=2)


def claims(rng: np.random.Generator, values: int, n: int) -> bool:
    """Whether anything is claimed of ten measures over a parameter that does nothing."""
    rows = [rows_of(rng, [0.0] * values, n, "score") for _ in range(5)]
    rows += [rows_of(rng, [p] * values, n, "share") for p in (0.5, 0.1, 0.02, 0.9, 0.005)]
    return min(holm([difference_p(r) for r in rows])) <= 0.05


@pytest.mark.parametrize(("values", "n"), [(4, 100), (9, 50)])
def test_flat_sweeps_are_called_flat(values: int, n: int) -> None:
    rng = np.random.default_rng(1)
    assert sum(claims(rng, values, n) for _ in range(12)) <= 3


@pytest.mark.slow
@pytest.mark.parametrize(("values", "n"), [(4, 100), (9, 50), (9, 400), (16, 400)])
def test_five_in_a_hundred_flat_sweeps_claim_anything(values: int, n: int) -> None:
    rng = np.random.default_rng(2)
    assert np.mean([claims(rng, values, n) for _ in range(200)]) <= 0.085


CURVES = [
    (Shape("rising"), [0.2, 0.35, 0.5, 0.65, 0.8]),
    (Shape("falling"), [0.8, 0.6, 0.5, 0.3, 0.2]),
    (Shape("peak", 1), [0.3, 0.63, 0.4, 0.2, 0.05]),
    (Shape("valley", 2), [0.6, 0.4, 0.1, 0.3, 0.7]),
    (Shape("levels off", 2), [0.1, 0.4, 0.7, 0.7, 0.7]),
    (Shape("uneven"), [0.5, 0.8, 0.2, 0.6, 0.5]),
]


@pytest.mark.parametrize(("wanted", "curve"), CURVES)
def test_known_curves_are_reported_by_their_shape(wanted: Shape, curve: list[float]) -> None:
    rng = np.random.default_rng(3)
    found = []
    for _ in range(6):
        rows = rows_of(rng, curve, 4000, "share")
        assert difference_p(rows) < 1e-6
        found.append(shape_of(rows, least=0.05))
    assert found.count(wanted) >= 5, found


def test_a_curve_only_levels_off_where_that_is_sure() -> None:
    rng = np.random.default_rng(4)
    few = shape_of(rows_of(rng, [0.1, 0.4, 0.7, 0.7, 0.7], 60, "share"), least=0.05)
    assert few.kind == "rising"


def kinds_of(curve: Floats, noise: float, n: int, times: int, least: float) -> list[Shape]:
    """Return the shapes of a curve over repeated runs; `noise` is that of one game."""
    rng = np.random.default_rng(len(curve))
    found = []
    for _ in range(times):
        rows = rows_of(rng, (curve / noise).tolist(), n, "score") * np.array([noise, 1.0])
        found.append(shape_of(rows, least))
    return found


LINES = [
    (values, noise, rise) for values in (5, 10, 41) for noise in (0.3, 6.0) for rise in (2, 18)
]


@pytest.mark.parametrize(("values", "noise", "rise"), LINES)
def test_a_straight_line_does_not_level_off(values: int, noise: float, rise: float) -> None:
    line = np.linspace(20 - rise / 2, 20 + rise / 2, values)
    found = [s.kind for s in kinds_of(line, noise, 200, 20, least=1.0)]
    assert found.count("levels off") <= 1 and found.count("rising") >= 18, found


@pytest.mark.parametrize(("values", "at"), [(5, (2, 2)), (10, (4, 5)), (41, (17, 21))])
def test_a_knee_is_found_where_it_is(values: int, at: tuple[int, int]) -> None:
    curve = 10 + 20 * np.minimum(np.linspace(0, 1, values), 0.5)
    found = kinds_of(curve, 3.0, 2000, 20, least=1.0)
    known = [s for s in found if s.kind == "levels off"]
    assert len(known) >= 19 and all(at[0] <= s.at <= at[1] for s in known if s.at is not None)


def test_a_curve_that_still_falls_at_its_last_value_does_not_level_off() -> None:
    falling = np.array([170.0, 155.0, 142.0, 133.0, 129.0])
    found = [s.kind for s in kinds_of(falling, 20.0, 2000, 20, least=7.0)]
    assert found.count("falling") >= 19, found


def test_a_peak_low_on_both_sides_is_found() -> None:
    curve = np.array([0.62, 0.76, 0.83, 0.81, 0.69])
    found = kinds_of(curve, 1.0, 1000, 20, least=0.037)
    assert [s.kind for s in found].count("peak") >= 18, found
    rising = np.array([0.62, 0.69, 0.76, 0.81, 0.83])
    found = kinds_of(rising, 1.0, 1000, 20, least=0.037)
    assert [s.kind for s in found].count("peak") <= 1, found


def test_a_parameter_that_does_nothing_is_said_to_do_nothing() -> None:
    packs = {float(v): pack_of("market") for v in (1, 2, 3)}
    found = sweep(packs, "coins", replace(LEAN, players=2, games=100))
    assert [f.level for f in findings_of(found)] == ["fine"]
    assert "No change with " in findings_of(found)[0].text


def test_the_errors_of_a_ratio_are_those_of_its_residuals() -> None:
    rng = np.random.default_rng(5)
    bottoms = rng.integers(1, 30, (5, 12)).astype(np.float64)
    curve = np.array([0.3, 0.63, 0.4, 0.2, 0.05])[:, None]
    rows = np.stack([bottoms * curve + rng.normal(0, 0.2, bottoms.shape), bottoms], axis=2)
    assert shape_of(rows, least=0.05) == Shape("peak", 1)


def test_a_value_that_is_hardly_known_does_not_turn_a_curve() -> None:
    rng = np.random.default_rng(6)
    noise = rng.normal(size=(3, 400)) * np.array([0.1, 0.1, 40.0])[:, None]
    noise -= noise.mean(axis=1, keepdims=True)
    for turned, kind in ((1.0, "rising"), (-1.0, "falling")):
        made = turned * np.array([0.0, 1.0, -3.0])[:, None] + noise
        rows = np.stack([made, np.ones_like(made)], axis=2)
        assert shape_of(rows, least=10.0).kind == kind


def test_the_nearest_curve_that_never_falls_is_scipy_s() -> None:
    rng = np.random.default_rng(7)
    for n in (1, 2, 5, 20):
        curve, weights = np.round(rng.normal(size=n), 1), rng.uniform(0.1, 5.0, n)
        known = isotonic_regression(curve, weights=weights).x
        assert never_falling(curve, weights) == pytest.approx(known)


def test_a_curve_without_any_chance_rises_or_falls_as_it_does() -> None:
    for means, kind in (([2, 4, 6, 8, 10], "rising"), ([2, 4], "rising"), ([10, 8, 6], "falling")):
        rows = np.array([[[mean, 1.0]] * 50 for mean in means])
        assert shape_of(rows, least=0.05).kind == kind
