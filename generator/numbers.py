"""Numbers as text: short and exact for drawings, with few figures for people."""

import math

SPACE = "\u00a0"  # does not break


def short(value: float, decimals: int) -> str:
    """At most so many decimals, without idle zeros, never an exponent.

    >>> short(12.30000004, 3), short(-0.0001, 3), short(88, 3), short(1e-7, 6)
    ('12.3', '0', '88', '0')
    """
    text = f"{value:.{decimals}f}"
    if decimals:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def drawn(value: float) -> str:
    """A number in an SVG: three decimals of a mm are finer than any printer.

    >>> drawn(12.30000004), drawn(-0.0001)
    ('12.3', '0')
    """
    return short(value, 3)


def number(value: float, decimals: int | None = None) -> str:
    """A number for people, with about three figures; a dash where there is none.

    >>> number(3.14159), number(1234.5), number(12.0), number(-0.5), number(math.nan)
    ('3.14', '1,234', '12', '−0.50', '–')
    """
    if not math.isfinite(value):
        return "–"
    if decimals is None:
        decimals = 0 if abs(value) >= 100 or value == round(value) else 1 if abs(value) >= 10 else 2
    return _with_minus(f"{value:,.{decimals}f}")


def percent(share: float, decimals: int = 1) -> str:
    """A share for people, in percent.

    >>> percent(0.3333)
    '33.3\\xa0%'
    """
    if not math.isfinite(share):
        return "–"
    return f"{_with_minus(f'{100 * share:.{decimals}f}')}{SPACE}%"


def _with_minus(text: str) -> str:
    """A true minus sign; none before a zero."""
    if text.strip("-0.,") == "":
        text = text.lstrip("-")
    return text.replace("-", "−")
