"""Numbers for readers: shares, intervals and ordinals as text.

Every number has as many digits as its interval supports, and a no-break space before its unit.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from generator.play.measures.results import Difference
from generator.play.statistics.inference import Estimate

# unit of a difference of shares; "points" alone may mean points of a game
UNIT = "percentage points"
FINEST = 4  # greatest number of decimals of the limits of an interval
# share of an interval by which its middle may differ from the value before ± misleads
LOPSIDED = 0.3
COARSE = 0.02  # half width of an interval from which a share has no decimals
SPACE = "\u00a0"  # keeps a number and its unit on one line
SKEWED = "skewed, play more games for a firm figure"
TO_FIVE = "±\u00a05\u00a0%"  # precision from which a share counts as known


def percent(x: float, digits: int = 1) -> str:
    """Write a share in percent, with a no-break space.

    >>> percent(0.3333)
    '33.3\xa0%'
    """
    return "–" if not math.isfinite(x) else f"{_minus(_rounded(100 * x, digits))}{SPACE}%"


def _rounded(x: float, digits: int) -> str:
    """Round to this number of digits; a half goes to the even digit, however the number was
    computed. A share and its complement therefore add up to 100 %, as 45.5 and 54.5 become 46 and
    54.

    >>> _rounded(45.5, 0), _rounded(100 * 0.545, 0)
    ('46', '54')
    """
    return f"{round(x, 9):.{digits}f}"


def number(x: float, digits: int | None = None) -> str:
    """Write a number with about three figures.

    >>> number(3.14159), number(1234.5), number(12.0)
    ('3.14', '1,234', '12')
    """
    if not math.isfinite(x):
        return "–"
    if digits is None:
        digits = 0 if abs(x) >= 100 or x == round(x) else 1 if abs(x) >= 10 else 2
    return _minus(f"{round(x, 9):,.{digits}f}")


def seen(x: float) -> str:
    """Write an observed value with up to two decimals, or more if it is small.

    >>> seen(1234), seen(12.25), seen(-0.5), seen(0.01234)
    ('1,234', '12.25', '−0.5', '0.012')
    """
    digits = 2 if x == round(x) or abs(x) >= 0.1 else 1 - math.floor(math.log10(abs(x)))
    text = f"{x:,.{digits}f}"
    return _minus(text.rstrip("0").rstrip("."))


def share_or_number(x: float, share: bool) -> str:
    """Return a share in percent, or a number."""
    return percent(x) if share else number(x)


def _minus(text: str) -> str:
    if text.strip("-0.,") == "":
        text = text.lstrip("-")
    return text.replace("-", "−")


def with_half(e: Estimate, share: bool = True) -> str:
    """Write `value ± half`, however wide, or a dash without data.

    An interval with only one limit is written with this limit, as in "at least 620". The number of
    digits depends on the interval; with a half width of 2 points or more there are no decimals.

    >>> with_half(Estimate(0.4512, 0.3812, 0.5212, 200, "t", 0))
    '45\xa0±\xa07\xa0%'
    >>> with_half(Estimate(0.02, 0.004, 0.08, 90, "t", 0))
    '2\xa0% (0 to 8\xa0%)'
    >>> with_half(Estimate(0.0, 0.0, 0.09, 40, "t", 0))
    '0\xa0% (0\xa0to\xa09\xa0%)'
    >>> with_half(Estimate(120, 0.19, 285, 40, "t", 0), share=False)
    '120 (0.19 to 285)'

    For a skewed mean both limits are written, with a note if the mean depends on few games.

    >>> with_half(Estimate(20, 12.5, 41, 400, "t", 0, skew=0.2), share=False)
    '20 (12.5 to 41)'
    >>> with_half(Estimate(20, 9, 85, 200, "t", 0, skew=0.5), share=False)
    '20 (9 to 85; skewed, play more games for a firm figure)'
    """
    if not math.isfinite(e.value) or (share and e.withheld and not e.half > 0):
        return "–"
    if math.isinf(e.high) or math.isinf(e.low):
        if e.withheld:
            return "–"
        word, end = ("at least", e.low) if math.isinf(e.high) else ("at most", e.high)
        return _tied(f"{word} {share_or_number(end, share) if share else number(end, 0)}")
    if not math.isfinite(e.half) or (e.withheld and not e.half > 0):
        return share_or_number(e.value, share)
    if share and e.value in (0, 1):  # all or none: write the distance that unseen games may have
        span = f"0 to {_up(e.high):g} %" if e.value == 0 else f"{100 - _up(1 - e.low):g} to 100 %"
        return f"{_tied(f'{100 * e.value:.0f} %')} ({_tied(span)})"
    if share:
        digits = 0 if e.half >= COARSE else 1 if e.half >= 0.0005 else 2 if e.half >= 5e-5 else 3
        value = _minus(_rounded(100 * e.value, digits))
        # a lopsided interval, for which ± would give 0 to 100 %
        if 0 < e.value < e.half or 0 < 1 - e.value < e.half:
            return f"{_tied(f'{value} %')} ({limits(e, digits=digits)})"
        return _tied(f"{value} ± {100 * e.half:.{digits}f} %")
    if e.half == 0:  # the value is the same in every game
        return number(e.value)
    if e.skew:
        return f"{number(e.value)} ({limits(e, False)}{_skewed(e)})"
    # ± would disagree with the interval about whether it contains 0
    if (abs(e.value) <= e.half) == (e.low > 0 or e.high < 0):
        return f"{number(e.value)} ({limits(e, False)})"
    digits = _borne(e.half)
    return _tied(f"{number(e.value, digits)} ± {number(e.half, digits)}")


def _skewed(e: Estimate) -> str:
    """Return the note after an interval that a skewed mean needs more games."""
    return f"; {SKEWED}" if e.is_skewed else ""


def _borne(half: float) -> int:
    """Return the decimals of a mean that an interval of this half width supports."""
    return 3 if half < 0.005 else 2 if half < 0.1 else 1 if half < 2 else 0


def absolute(e: Estimate) -> Estimate:
    """Return the estimate without its sign.

    >>> absolute(Estimate(-5, -9, -2, 40, "t"))
    Estimate(value=5, low=2, high=9, n=40, method='t', needed=0, skew=0.0)
    """
    return e if e.value >= 0 else replace(e, value=-e.value, low=-e.high, high=-e.low)


def _up(share: float) -> float:
    """Return a share in percent, rounded up to a tenth below 1 %, to a whole number above."""
    tenths = max(0.1, math.ceil(round(1000 * share, 6)) / 10)
    return tenths if tenths < 1 else math.ceil(tenths)


def _tied(text: str) -> str:
    return text.replace(" ", SPACE)


def about(e: Estimate, share: bool = True) -> str:
    """Return the value alone; a share in percent has the digits that its interval supports."""
    if not share:
        return number(e.value)
    return percent(e.value, 0 if e.value in (0, 1) or not e.half < COARSE else 1)


def roughly(share: float) -> str:
    """Write a share in whole percent, never rounded to 0 or 100 %.

    >>> roughly(0.004), roughly(0.25), roughly(0.999)
    ('under 1\xa0%', '25\xa0%', 'over 99\xa0%')
    """
    if 0 < share < 0.01:
        return f"under {percent(0.01, 0)}"
    return f"over {percent(0.99, 0)}" if 0.99 < share < 1 else percent(share, 0)


def before_and_after(d: Difference) -> tuple[str, str]:
    """Return both values of a difference, with the decimals that it supports.

    Shares get a decimal if whole numbers would contradict the difference.
    """
    values = [d.base.value, d.other.value]
    if not all(map(math.isfinite, (*values, d.difference.half))):
        return about(d.base, d.is_share), about(d.other, d.is_share)
    if not d.is_share:
        was, now = map(number, values)
        bears = _borne(d.difference.half) if d.difference.half else 0
        if max(len(text.partition(".")[2]) for text in (was, now)) > bears:
            return was, now
        return number(values[0], bears), number(values[1], bears)
    whole = round(100 * values[1]) - round(100 * values[0]) == round(100 * d.difference.value)
    if whole and d.difference.half >= COARSE:
        return about(d.base), about(d.other)
    was, now = (percent(x, 0 if x in (0, 1) else 1) for x in values)
    return was, now


def change_said(d: Difference) -> str:
    """Write the difference of the second value from the first.

    The form is `+2 ± 4`, with shares in percentage points, and with as many decimals as the values.
    """
    if not all(map(math.isfinite, (d.base.value, d.other.value))):
        return signed(d.difference, d.is_share)
    values = [text.rstrip(f"{SPACE}%").replace(",", "") for text in before_and_after(d)]
    was, now = (float(text.replace("−", "-")) for text in values)
    by = 100 if d.is_share else 1
    e = replace(d.difference, value=(now - was) / by) if was != now else d.difference
    decimals = max(len(text.partition(".")[2]) for text in values)
    return signed(e, d.is_share, decimals if d.is_share else None)


def settled(e: Estimate, share: str) -> str:
    """Return the part that chance decides, or its upper limit if chance may decide nothing."""
    if e.low > 0:
        return share
    return f"at most {roughly(e.high)}" if e.high > 0 else "nothing"


def limits(e: Estimate, share: bool = True, digits: int = 1) -> str:
    """Write `low to high`, with enough decimals to distinguish them, or the value if both are
    equal. 0 and 100 % have no decimals.

    >>> limits(Estimate(0.002, 0.0001, 0.011, 400, "t")), limits(Estimate(1.0, 0.9993, 1.0, 9, "t"))
    ('0 to 1.1\xa0%', '99.9 to 100\xa0%')
    >>> limits(Estimate(0.01, -0.0001, 0.02, 400, "t"), digits=0)
    '0 to 2\xa0%'
    >>> limits(Estimate(38.8, 38.77, 38.83, 90, "t"), share=False)
    '38.77 to 38.83'
    >>> limits(Estimate(0.12345, 0.1234, 0.1235, 90, "t"))
    '12.34 to 12.35\xa0%'
    >>> limits(Estimate(1.0, 1.0, 1.0, 90, "t"))
    '100\xa0%'
    """
    if not math.isfinite(e.half) or (e.withheld and not e.half > 0):
        return "–"
    if share:
        first, *finer = [_ends(e, n) for n in range(digits, FINEST + 1)]
    else:
        first = (number(e.low), number(e.high))
        finer = [(number(e.low, n), number(e.high, n)) for n in range(1, FINEST + 1)]
    low, high = next((ends for ends in (first, *finer) if ends[0] != ends[1]), first)
    text = low if low == high else f"{low} to {high}"
    return f"{text}{SPACE}%" if share else text


def _ends(e: Estimate, digits: int) -> tuple[str, str]:
    """Return both limits of a share's interval, in percent."""
    ends = [_rounded(100 * x, digits) for x in (e.low, e.high)]
    low, high = (f"{abs(float(x)):g}" if float(x) in (0, 100) else _minus(x) for x in ends)
    return low, high


def points(e: Estimate) -> str:
    """Return the size of a difference of shares, in percentage points."""
    digits = 0 if e.half >= COARSE else 1
    return f"{number(100 * abs(e.value), digits)} ± {number(100 * e.half, digits)} {UNIT}"


def signed(e: Estimate, share: bool = True, digits: int | None = None) -> str:
    """Write a difference with its sign, `+12 ± 4`, with shares in percentage points.

    If the interval is lopsided, both limits are written.

    >>> signed(Estimate(0.51, 0.411, 0.512, 200, "t"))
    '+51 (41\xa0to\xa051)'
    >>> signed(Estimate(-0.0712, -0.1112, -0.0312, 200, "t"))
    '−7\xa0±\xa04'
    """
    value, by = with_sign(e, share, digits), 100 if share else 1
    if not math.isfinite(e.half) or e.value == e.half == 0:
        return value
    digits = _digits_of(e, share) if digits is None else digits
    if e.skew and not share:
        return f"{value} ({limits(e, False)}{_skewed(e)})"
    if abs(e.low + e.high - 2 * e.value) > LOPSIDED * (e.high - e.low):
        low, high = number(by * e.low, digits), number(by * e.high, digits)
        if low != high:
            return f"{value} ({_tied(f'{low} to {high}')})"
    return _tied(f"{value} ± {number(by * e.half, digits)}")


def with_sign(e: Estimate, share: bool = True, digits: int | None = None) -> str:
    """Write a difference with its sign, without the interval.

    >>> with_sign(Estimate(0.51, 0.411, 0.512, 200, "t"))
    '+51'
    """
    if not math.isfinite(e.half):
        return "–"
    if e.value == e.half == 0:
        return "the same"
    value = number(
        (100 if share else 1) * e.value, _digits_of(e, share) if digits is None else digits
    )
    return f"+{value}" if value.strip("0.,") and not value.startswith("−") else value


def _digits_of(e: Estimate, share: bool) -> int:
    """Return the decimals that a difference supports."""
    return (0 if 100 * e.half >= 2 else 1) if share else _borne(e.half)


def p_value(p: float) -> str:
    """Return a p or q, down to the smallest value worth printing."""
    return "< 0.001" if p < 0.001 else number(p, 3)


def games_are(n: int) -> str:
    """Write a number of games at the head of a sentence.

    >>> games_are(1), games_are(30)
    ('One game is', '30 games are')
    """
    return "One game is" if n == 1 else f"{n:,} games are"


def counted(n: float, noun: str) -> str:
    """Write a number with its noun.

    >>> counted(1, "turn"), counted(12, "turn")
    ('1 turn', '12 turns')
    """
    return f"{seen(n)} {noun}" if n == 1 else f"{seen(n)} {noun}s"


def listed(words: Sequence[str]) -> str:
    """Join words, with "and" before the last word."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
