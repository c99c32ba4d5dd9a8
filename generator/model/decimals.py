"""Numbers for drawings and files: short, exact enough, never with an exponent.

Those for people, with their digits by how sure they are, stand in `play.report.numbers`.
"""

from decimal import ROUND_HALF_UP, Context, Decimal


class AsShown:
    """A number with the words a spreadsheet shows for it, such as "25 %": it counts as a number."""

    shown: str

    def __str__(self) -> str:
        """What is printed."""
        return self.shown


class ShownFloat(AsShown, float):
    """A number with decimals, as shown."""


class ShownInt(AsShown, int):
    """A whole number, as shown."""


def as_shown(value: float, shown: str) -> float:
    """The number, printed as it is shown.

    >>> n = as_shown(0.25, "25 %")
    >>> str(n), n * 4
    ('25 %', 1.0)
    """
    number = ShownInt(value) if isinstance(value, int) else ShownFloat(value)
    number.shown = shown
    return number


def whole(value: float) -> str:
    """All digits that a number has, up to fifteen, without an exponent.

    >>> whole(0.0004), whole(0.1 + 0.2), whole(1e21), whole(12.0), whole(-0.0)
    ('0.0004', '0.3', '1000000000000000000000', '12', '0')
    """
    text = f"{value:.15g}"
    if "e" in text:
        text = format(Decimal(text), "f")
    return "0" if text == "-0" else text


def rounded(value: float, places: int = 0) -> float:
    """The number with so many decimals; a half goes away from zero, as spreadsheets round.

    >>> rounded(2.5), rounded(-2.5), rounded(2.675, 2), rounded(1.005 * 100), rounded(1250, -2)
    (3, -3, 2.68, 101, 1300)
    """
    written = Decimal(f"{value:.15g}")
    if not written.is_finite() or (isinstance(value, int) and places >= 0):
        return value
    number = written.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, Context(prec=400))
    return float(number) if places > 0 else int(number)


def short(value: float, decimals: int) -> str:
    """At most so many decimals, without idle zeros.

    >>> short(12.30000004, 3), short(-0.0001, 3), short(1200, 0), short(1e-7, 6)
    ('12.3', '0', '1200', '0')
    """
    text = f"{value:.{decimals}f}"
    if decimals:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def drawn(value: float) -> str:
    """A number in an SVG: a thousandth of a mm is finer than any printer.

    >>> drawn(88), drawn(12.34567)
    ('88', '12.346')
    """
    return short(value, 3)
