"""Tails and quantiles equal scipy's."""

import pytest
from scipy import stats as theirs

from generator.play.statistics import distributions

LEVELS = (0.8, 0.95, 0.99)


@pytest.mark.parametrize("x", [1e-6, 0.3, 1.0, 3.84, 9.5, 40.0, 200.0])
@pytest.mark.parametrize("degrees", [1, 2, 3, 7, 40])
def test_chi_squared_tail_equals_scipy(x: float, degrees: int) -> None:
    ours, known = distributions.chi_squared_tail(x, degrees), float(theirs.chi2.sf(x, degrees))
    assert ours == pytest.approx(known, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("degrees", [1, 2, 5, 29, 400, 100_000])
@pytest.mark.parametrize("level", LEVELS)
def test_student_s_quantile_and_tail_equal_scipy(degrees: int, level: float) -> None:
    t = distributions.student_quantile(level, degrees)
    assert t == pytest.approx(float(theirs.t.ppf(0.5 + level / 2, degrees)), rel=1e-7)
    assert distributions.student_tail(1.7, degrees) == pytest.approx(
        2 * float(theirs.t.sf(1.7, degrees))
    )


@pytest.mark.parametrize("x", [1e-6, 0.3, 1.0, 4.0, 60.0])
@pytest.mark.parametrize("above", [1, 2, 5, 30])
@pytest.mark.parametrize("below", [1, 4, 17, 900])
def test_fisher_s_tail_equals_scipy(x: float, above: float, below: float) -> None:
    known = float(theirs.f.sf(x, above, below))
    assert distributions.f_tail(x, above, below) == pytest.approx(known, rel=1e-8, abs=1e-14)
    assert distributions.f_tail(-x, above, below) == 1.0


@pytest.mark.parametrize("p", [1e-4, 0.025, 0.5, 0.975])
@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 40), (7, 3), (0.5, 2.5), (400, 900)])
def test_beta_s_quantile_equals_scipy(p: float, a: float, b: float) -> None:
    known = float(theirs.beta.ppf(p, a, b))
    assert distributions.beta_quantile(p, a, b) == pytest.approx(known, abs=1e-9)


def test_there_is_nothing_beyond_the_ends() -> None:
    assert distributions.chi_squared_tail(0, 3) == distributions.chi_squared_tail(-1, 3) == 1.0
    assert (
        distributions.chi_squared_tail(2, 0) == 1.0
        and distributions.chi_squared_tail(2000.0, 1) == 0.0
    )
    assert distributions.student_tail(0.0, 4) == 1.0
    assert distributions.f_tail(0.0, 1, 1) == 1.0
    assert distributions.f_tail(1e-9, 2, 3) == pytest.approx(
        float(theirs.f.sf(1e-9, 2, 3)), rel=1e-12
    )
    assert distributions.student_quantile(0.0, 5) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("degrees", [1, 4, 9, 60])
def test_tails_are_exact_to_twelve_digits(degrees: int) -> None:
    for x in (0.02, 0.9 * degrees, degrees + 1.9, degrees + 2.1, 3.0 * degrees + 20):
        known = float(theirs.chi2.sf(x, degrees))
        assert distributions.chi_squared_tail(x, degrees) == pytest.approx(known, rel=2e-12)
    for t in (0.01, 0.7, 2.0, 9.0):
        known = 2 * float(theirs.t.sf(t, degrees))
        assert distributions.student_tail(t, degrees) == pytest.approx(known, rel=2e-12)


def test_quantiles_are_as_near_as_is_said() -> None:
    for p, a, b in ((0.025, 3.0, 9.5), (0.975, 40.0, 2.0), (0.5, 1.0, 1.0)):
        assert distributions.beta_quantile(p, a, b) == pytest.approx(
            float(theirs.beta.ppf(p, a, b)), abs=2e-12
        )
    known = float(theirs.t.ppf(0.975, 7))
    assert distributions.student_quantile(0.95, 7) == pytest.approx(known, abs=2e-10)
    assert distributions.student_quantile(1 - 1e-5, 1) == pytest.approx(
        float(theirs.t.ppf(1 - 5e-6, 1)), rel=1e-9
    )
    calls = []

    def is_below(x: float) -> bool:
        calls.append(x)
        return x < 0.3

    assert distributions._bisected(is_below, 1.0, 0.25) == 0.3125 and calls == [0.5, 0.25, 0.375]
    assert distributions._bisected(lambda x: x < 1e-3, 1.0, 0.0) == pytest.approx(1e-3, rel=1e-15)
