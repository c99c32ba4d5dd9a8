"""Tails of the χ² and Student's t distributions, exact to about 1e-12, without scipy."""

import math
from collections.abc import Callable
from functools import lru_cache


def chi_squared_tail(x: float, degrees: int) -> float:
    """Return P(χ² > x), the regularised upper incomplete gamma function Q(degrees/2, x/2).

    A series is used below a + 1, and Lentz's continued fraction above (Abramowitz & Stegun 6.5.29,
    6.5.31).
    """
    a, x = degrees / 2, x / 2
    if x <= 0 or degrees <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while abs(term) > abs(total) * 1e-16:
            step += 1
            term *= x / step
            total += term
        return max(0.0, 1 - total * scale)
    return min(1.0, scale * _lentz(lambda i: -i * (i - a), lambda i: x + 2 * i + 1 - a))


def _lentz(numerator: Callable[[int], float], denominator: Callable[[int], float]) -> float:
    """Return 1 / (b0 + a1 / (b1 + a2 / (b2 + …))) by the modified Lentz method."""
    tiny = 1e-300
    b = denominator(0)
    c, d = 1 / tiny, 1 / (b or tiny)
    value = d
    for i in range(1, 10_000):
        a, b = numerator(i), denominator(i)
        d = 1 / ((a * d + b) or tiny)
        c = (b + a / c) or tiny
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _beta_tail(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b) (Abramowitz & Stegun 26.5.8)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_tail(b, a, 1 - x)
    scale = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )

    def numerator(i: int) -> float:
        m = i // 2
        if i % 2:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))

    return scale / a * _lentz(numerator, lambda i: 1.0)


def student_tail(t: float, degrees: float) -> float:
    """Return P(|T| > t) for Student's t, two-sided."""
    return _beta_tail(degrees / 2, 0.5, degrees / (degrees + t * t))


@lru_cache(maxsize=256)
def student_quantile(level: float, degrees: int) -> float:
    """Return the t that leaves (1 − level) / 2 in each tail, to 1e-10."""
    return _bisected(lambda t: student_tail(t, degrees) > 1 - level, 1e6, 1e-10)


@lru_cache(maxsize=4096)
def beta_quantile(p: float, a: float, b: float) -> float:
    """Return the x below which a Beta(a, b) variable lies with probability p, to 1e-12."""
    return _bisected(lambda x: _beta_tail(a, b, x) < p, 1.0, 1e-12)


def _bisected(is_below: Callable[[float], bool], high: float, width: float) -> float:
    """Return the point between 0 and `high` where `is_below` turns from true to false, to within
    `width`.
    """
    low = 0.0
    while high - low >= width:
        middle = (low + high) / 2
        if middle in (low, high):  # no number lies between the limits
            break
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return (low + high) / 2


def f_tail(x: float, above: float, below: float) -> float:
    """Return P(F > x) for Fisher's F with `above` and `below` degrees of freedom."""
    return 1.0 if x <= 0 else _beta_tail(below / 2, above / 2, below / (below + above * x))
