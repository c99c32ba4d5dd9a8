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
