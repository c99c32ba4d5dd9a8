"""Tails and quantiles equal scipy's."""

import pytest
from scipy import stats as theirs

from generator.play.measure import tails

LEVELS = (0.8, 0.95, 0.99)


@pytest.mark.parametrize("x", [1e-6, 0.3, 1.0, 3.84, 9.5, 40.0, 200.0])
@pytest.mark.parametrize("degrees", [1, 2, 3, 7, 40])
def test_chi_squared_tail_equals_scipy(x: float, degrees: int) -> None:
    ours, known = tails.chi_squared_tail(x, degrees), float(theirs.chi2.sf(x, degrees))
    assert ours == pytest.approx(known, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("degrees", [1, 2, 5, 29, 400, 100_000])
@pytest.mark.parametrize("level", LEVELS)
def test_student_s_quantile_and_tail_equal_scipy(degrees: int, level: float) -> None:
    t = tails.student_quantile(level, degrees)
    assert t == pytest.approx(float(theirs.t.ppf(0.5 + level / 2, degrees)), rel=1e-7)
    assert tails.student_tail(1.7, degrees) == pytest.approx(2 * float(theirs.t.sf(1.7, degrees)))


@pytest.mark.parametrize("x", [1e-6, 0.3, 1.0, 4.0, 60.0])
@pytest.mark.parametrize("above", [1, 2, 5, 30])
@pytest.mark.parametrize("below", [1, 4, 17, 900])
def test_fisher_s_tail_equals_scipy(x: float, above: float, below: float) -> None:
    known = float(theirs.f.sf(x, above, below))
    assert tails.f_tail(x, above, below) == pytest.approx(known, rel=1e-8, abs=1e-14)
    assert tails.f_tail(-x, above, below) == 1.0


@pytest.mark.parametrize("p", [1e-4, 0.025, 0.5, 0.975])
@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 40), (7, 3), (0.5, 2.5), (400, 900)])
def test_beta_s_quantile_equals_scipy(p: float, a: float, b: float) -> None:
    known = float(theirs.beta.ppf(p, a, b))
    assert tails.beta_quantile(p, a, b) == pytest.approx(known, abs=1e-9)
