"""Lengths as people write them ("63mm", "2.5in", "12pt", "1cm"), converted to mm and back."""

import re
from numbers import Real

from generator.model.decimals import short

# One inch is 25.4 mm by definition (1959 yard agreement); a DTP point is 1/72 inch.
MM_PER = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
LONGEST_MM = 5000.0
PAPERS = {
    "a0": (841.0, 1189.0),
    "a1": (594.0, 841.0),
    "a2": (420.0, 594.0),
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s*([^\d\s]*)\s*", re.ASCII)
_WORDS = {
    "mm": ("millimetre", "millimetres", "millimeter", "millimeters"),
    "cm": ("centimetre", "centimetres", "centimeter", "centimeters"),
    "in": ('"', "″", "inch", "inches"),
    "pt": ("point", "points"),
}
_UNIT = {word: unit for unit, words in _WORDS.items() for word in (unit, *words)}


class NotALength(ValueError):
    """Raised if a text is not a length; `fix` suggests what to write instead."""

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.fix = fix


def to_mm(written: object) -> float:
    """Convert a written length to mm; raises `NotALength` with a likely fix.

    >>> to_mm("2.5in")
    63.5
    """
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        raise NotALength(f"expected a length, found {_shown(written)}", 'write it like "63mm"')
    if not isinstance(written, str):
        raise NotALength(f"the length {written} has no unit", f'write "{written}mm"')
    match = _LENGTH.fullmatch(written)
    if not match:
        raise NotALength(f'"{written}" is not a length', 'write a number and its unit, "63mm"')
    number, unit = match.groups()
    if not unit:
        raise NotALength(f'the length "{number}" has no unit', f'write "{number}mm"')
    if unit.lower() not in _UNIT:
        raise NotALength(f'unknown unit "{unit}" in "{written}"', "use mm, cm, in or pt")
    length = float(number.replace(",", ".")) * MM_PER[_UNIT[unit.lower()]]
    if abs(length) > LONGEST_MM:
        raise NotALength(f'"{written}" is longer than {LONGEST_MM / 1000:g} m')
    return round(length, 6)


def measured(value: object, unit: str) -> float:
    """Read a size in a drawing: a number in this unit, or a text with or without a unit.

    >>> measured(9, "pt"), measured("9", "pt"), measured("1cm", "mm")
    (9, 9.0, 10.0)
    """
    if not isinstance(value, str):
        if value is None or isinstance(value, list | dict | tuple):
            raise NotALength(f"expected a number of {unit}, found {_shown(value)}")
        if isinstance(value, Real) and not abs(float(value)) <= LONGEST_MM:
            raise NotALength(f"{value} {unit} is not a size that fits on paper")
        return value  # type: ignore[return-value]  # NumPy's numbers are as good
    bare = _LENGTH.fullmatch(value)
    if bare and not bare[2]:
        return float(bare[1].replace(",", "."))
    return round(to_mm(value) / MM_PER[unit], 6)


def to_text(mm: float, unit: str = "mm") -> str:
    """Write a length in this unit; `to_mm` converts the text back, exact to a thousandth.

    >>> to_text(63.5, "in")
    '2.5in'
    """
    return short(mm / MM_PER[unit], 6) + unit


def paper_mm(written: object) -> tuple[float, float]:
    """The portrait sheet in mm of "a4", "letter", … or "200mm x 300mm"; raises `NotALength`."""
    if not isinstance(written, str):
        raise NotALength(f"expected a paper size, found {_shown(written)}", "write a4 or letter")
    if written.strip().lower() in PAPERS:
        return PAPERS[written.strip().lower()]
    sides = re.split(r"\s*[x×*]\s*", written.strip())
    if len(sides) != 2:
        names = ", ".join(PAPERS)
        raise NotALength(
            f'unknown paper "{written}"', f'known: {names}; or write a size, "200mm x 300mm"'
        )
    width, height = to_mm(sides[0]), to_mm(sides[1])
    if min(width, height) < 40:
        raise NotALength(f'the paper "{written}" is too small', "each side needs at least 40 mm")
    return (width, height)


def _shown(value: object) -> str:
    """Describe a value that is not a length in a few words."""
    if value is None:
        return "nothing"
    names = {bool: "true or false", list: "a list", dict: "a mapping"}
    return names.get(type(value), repr(value))
