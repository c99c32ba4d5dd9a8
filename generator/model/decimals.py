"""Numbers in drawings and files: short, precise enough, never with an exponent.

In: numbers. Out: texts. Numbers in reports are rounded by their uncertainty in
`play.telling.numbers`.
"""

from decimal import ROUND_HALF_UP, Context, Decimal


class AsShown:
    """A number that prints as in its spreadsheet, such as "25 %", and computes like any other
    number.
    """

    shown: str

    def __str__(self) -> str:
        """Return the text that is printed."""
        return self.shown


class ShownFloat(AsShown, float):
    """A number with decimals, and the text that a spreadsheet shows for this number."""


class ShownInt(AsShown, int):
    """A whole number, and the text that a spreadsheet shows for this number."""


def as_shown(value: float, text: str) -> float:
    """Return the number in a form that prints as this text.

    >>> n = as_shown(0.25, "25 %")
    >>> str(n), n * 4
    ('25 %', 1.0)
    """
    number = ShownInt(value) if isinstance(value, int) else ShownFloat(value)
    number.shown = text
    return number


def whole(value: float) -> str:
    """Write a number with up to fifteen significant digits, without an exponent.

    >>> whole(0.0004), whole(0.1 + 0.2), whole(1e21), whole(12.0), whole(-0.0)
    ('0.0004', '0.3', '1000000000000000000000', '12', '0')
    """
    text = f"{value:.15g}"
    if "e" in text:
        text = format(Decimal(text), "f")
    return "0" if text == "-0" else text


def rounded(value: float, places: int = 0) -> float:
    """Round a number to `places` decimals; halves round away from zero, as in spreadsheets.

    >>> rounded(2.5), rounded(-2.5), rounded(2.675, 2), rounded(1.005 * 100), rounded(1250, -2)
    (3, -3, 2.68, 101, 1300)
    """
    written = Decimal(f"{value:.15g}")
    if not written.is_finite() or (isinstance(value, int) and places >= 0):
        return value
    number = written.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, Context(prec=400))
    return float(number) if places > 0 else int(number)


def short(value: float, decimals: int) -> str:
    """Write a number with at most `decimals` decimals, without trailing zeros.

    >>> short(12.30000004, 3), short(-0.0001, 3), short(1200, 0), short(1e-7, 6)
    ('12.3', '0', '1200', '0')
    """
    text = f"{value:.{decimals}f}"
    if decimals:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def drawn(value: float) -> str:
    """Write a number for an SVG with three decimals, because a thousandth of a mm is finer than any
    printer.

    >>> drawn(88), drawn(12.34567)
    ('88', '12.346')
    """
    return short(value, 3)
