"""Numbers for drawings and files: short, exact enough, never with an exponent.

Those for people, with their digits by how sure they are, stand in `play.report.numbers`.
"""


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
