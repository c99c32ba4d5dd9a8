"""Numbers and dates as a spreadsheet shows them, according to their format codes.

In: the number of a cell and its format code, such as `0 %` or `#,##0.00 [$€-407]`. Out: the text
shown in the sheet. Decimal signs follow the language in the code; by default they are English. As
in spreadsheets, numbers have fifteen digits, and halves round away from zero.
"""

import datetime
import operator
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache

# formats 14 and 22 have a common form, because Excel shows them in the language of its machine
BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd hh:mm:ss",
    37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0",
}  # fmt: skip
# Languages with a decimal comma (the low ten bits of a Windows language id).
_COMMA = {0x07, 0x0C, 0x10, 0x0A, 0x13, 0x15, 0x16, 0x1D, 0x05, 0x06, 0x14, 0x0B, 0x19, 0x1F, 0x22}
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<money>[^\]-]*)(?:-(?P<language>[^\]]*))?\]|'
    r"\[[^\]]*\]|_.|\*.|(?P<half>AM/PM|A/P)|(?P<digits>[0#?][0#?,]*(?:\.[0#?]*)?,*(?:E[+-]0+)?|\.[0#?]+)|"
    r"(?P<date>y+|m+|d+|h+|s+(?:\.0+)?)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\]")
_HOLDS = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "=": operator.eq, "<>": operator.ne,
}  # fmt: skip
_FRACTION = re.compile(
    r"(?P<whole>[#0?]+\s+)?(?P<top>[#?0]+)\s*/\s*(?:(?P<places>[?#0]+)|(?P<under>[1-9]\d*))"
)
_OF_PAIRS = frozenset(("d-mmm", "dd-mmm", "mmm-yy", "d. mmm", "dd. mmm", "mmm yy"))
_GENERAL = re.compile("general|@", re.IGNORECASE)
_ELAPSED = re.compile(
    r'"([^"]*)"|\\(.)|(\[(?:h+|m+|s+)\]|h+|m+|s+)(?:\.(0+))?|\[[^\]]*\]', re.IGNORECASE
)
_SECONDS = {"h": 3600, "m": 60, "s": 1}
LONGEST_CODE = 255
# the greatest length in characters of a number without a format, not counting the sign
_GENERAL_WIDTH = 11
_EXACT = Context(prec=1000, rounding=ROUND_HALF_UP)  # enough digits for 1e308 with the longest code
# the last second of the year 9999, in days as spreadsheets count them
_MOST_DAYS = 2_958_466 - 1e-5
_FROM_1904 = 1462  # days between dates counted from 1900 and from 1904

Moment = datetime.datetime | datetime.date | datetime.time


@lru_cache(maxsize=256)
def is_date(code: str) -> bool:
    """Whether a format shows dates, times or durations.

    >>> is_date("dd.mm.yyyy"), is_date("[h]:mm"), is_date('0" d"')
    (True, True, False)
    """
    if len(code) > LONGEST_CODE:
        return False
    tokens = list(_TOKEN.finditer(_sections(code)[0]))
    is_dated = any(t["date"] for t in tokens) and not any(t["digits"] for t in tokens)
    return is_dated or _is_elapsed(code)


def is_made_of_pair(code: str) -> bool:
    """Whether a spreadsheet chooses this format when a person types 1-2 or 3-40.

    >>> is_made_of_pair("[$-409]d-mmm;@"), is_made_of_pair("dd.mm.yyyy")
    (True, False)
    """
    return re.sub(r"\[[^\]]*\]|[\\\"]|;@$", "", code).strip().lower() in _OF_PAIRS


def shown_date(days: float, code: str, *, from_1904: bool = False) -> str | None:
    """The text of a date, time or duration in a cell; None if the day does not exist.

    >>> shown_date(46331, "dd.mm.yyyy"), shown_date(1.5, "[h]:mm"), shown_date(-1, "yyyy")
    ('05.11.2026', '36:00', None)
    """
    section = _sections(code)[0]
    is_elapsed = _is_elapsed(code)
    days += _FROM_1904 * (from_1904 and not is_elapsed)
    dated = [t["date"].lower() for t in _TOKEN.finditer(section) if t["date"]]
    has_day = any(part[0] in "yd" or part.startswith("mmm") for part in dated)
    if not (1 if has_day and not is_elapsed else 0) <= days < _MOST_DAYS:
        return None
    if is_elapsed:
        return shown_duration(days, section)
    whole, ticks = divmod(_counted(days * 86_400, _decimals(section)), 86_400)
    day = datetime.datetime(1899, 12, 30) + datetime.timedelta(int(whole) + (0 < whole < 60))
    return shown_moment(day + datetime.timedelta(seconds=float(ticks)), code)


def _is_elapsed(code: str) -> bool:
    return any((m[3] or "").startswith("[") for m in _ELAPSED.finditer(_sections(code)[0]))


def shown_number(value: float, code: str) -> str:
    """The text of a number in a cell with this format.

    >>> shown_number(0.25, "0%"), shown_number(-3.5, "0.00 [$€-407]"), shown_number(1234, "#,##0")
    ('25%', '-3,50 €', '1,234')
    """
    if code in ("", "General", "@") or len(code) > LONGEST_CODE:
        return ("-" if value < 0 else "") + _general(_decimal(abs(value)))
    sign, section, number = _section_for(value, code)
    if not section:  # the code "0;-0;" hides zeros
        return ""
    text, digits = _filled(section, number)
    if digits and not re.search("[1-9]", digits):  # the number was rounded to zero
        sign = ""
    return sign + text.strip() if text.strip() else ""


def _filled(section: str, number: Decimal) -> tuple[str, str]:
    """Fill a section of a code with the absolute value of a number.

    Also return the number alone.
    """
    for way in (_GENERAL, _FRACTION):
        if match := way.search(_bare(section)):
            before, after = section[: match.start()], section[match.end() :]
            digits = _general(number) if way is _GENERAL else _fraction(number, match)
            return _words(before) + digits + _words(after), digits
    tokens = list(_TOKEN.finditer(section))
    patterns = [t["digits"] for t in tokens if t["digits"]]
    if not patterns:
        return _words(section) or _general(number), ""
    comma = any(_writes_comma(t["language"]) for t in tokens)
    number = number.scaleb(2 * sum(t["other"] == "%" for t in tokens), _EXACT)
    if len(patterns) > 1:
        text = _spread(number, tokens, comma)
        return text, text
    digits = _digits(number, patterns[0], comma)
    return "".join(digits if t["digits"] else _literal(t) for t in tokens), digits


def _decimal(value: float) -> Decimal:
    return Decimal(f"{value:.15g}")


def _rounded(value: Decimal, n_decimals: int) -> str:
    return f"{value.quantize(Decimal(1).scaleb(-n_decimals), context=_EXACT):f}"


def _section_for(value: float, code: str) -> tuple[str, str, Decimal]:
    """The sign of a number, the section of the format code that applies, and the absolute value."""
    sections = _sections(code)
    sign, size = "-" if value < 0 else "", _decimal(abs(value))
    conditions = [_CONDITION.search(_bare(section)) for section in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if condition is None or _HOLDS[condition[1]](value, float(condition[2])):
                return sign, section, size
        return sign, "General", size
    if value < 0 and len(sections) > 1:
        return "", sections[1], size
    if value == 0 and len(sections) > 2:
        return "", sections[2], size
    return sign, sections[0], size


@lru_cache(maxsize=256)
def _bare(section: str) -> str:
    """Remove quoted text and currency from a section, because they do not affect the kind of
    number.
    """
    blank = ('"', "\\", "_", "*", "[$")
    return _TOKEN.sub(lambda t: "\0" * len(t[0]) if t[0].startswith(blank) else t[0], section)


def _words(section: str) -> str:
    return "".join(_literal(token) for token in _TOKEN.finditer(section))


def _general(value: Decimal) -> str:
    """The text of a number without a format.

    Whole numbers are shown in full, and other numbers are rounded to `_GENERAL_WIDTH`.

    >>> _general(_decimal(1 / 3)), _general(_decimal(12345.678901)), _general(_decimal(1e-7 / 3))
    ('0.333333333', '12345.6789', '3.33333E-08')
    """
    in_full = f"{value.normalize(_EXACT):f}"
    n_whole = value.adjusted() + 1
    if len(in_full) <= _GENERAL_WIDTH or ("." not in in_full and n_whole <= 15):
        return in_full
    if -4 < n_whole <= _GENERAL_WIDTH:
        n_decimals = max(0, _GENERAL_WIDTH - 1 - max(1, n_whole))
        text = _rounded(value, n_decimals)
        return text.rstrip("0").rstrip(".") if n_decimals else text
    mantissa, _, power = _with_power(value, 1, 5).partition("E")
    return f"{mantissa.rstrip('0').rstrip('.')}E{int(power):+03d}"


def _with_power(value: Decimal, n_whole: int, n_decimals: int) -> str:
    """The text of a number such as `12.3E3`; the exponent is a multiple of the number of digits
    before the point.
    """
    power = value.adjusted() // n_whole * n_whole if value else 0
    mantissa = _rounded(value.scaleb(-power, _EXACT), n_decimals)
    if len(mantissa.partition(".")[0]) > n_whole:  # 9.99 was rounded to 10.0, for example
        power += n_whole
        mantissa = _rounded(value.scaleb(-power, _EXACT), n_decimals)
    return f"{mantissa}E{power}"


def _fraction(value: Decimal, pattern: "re.Match[str]") -> str:
    """The text of a mixed number or a fraction, by a pattern such as `# ?/?` or `?/8`.

    >>> _fraction(Decimal("1.75"), _FRACTION.search("# ?/?"))
    '1 3/4'
    """
    whole = int(value) if pattern["whole"] else 0
    left, under = Fraction(value) - whole, int(pattern["under"] or 0)
    if under:
        top = int(left * under + Fraction(1, 2))
    else:
        near = left.limit_denominator(10 ** len(pattern["places"]) - 1)
        top, under = near.numerator, near.denominator
    if pattern["whole"] and top == under:
        whole, top = whole + 1, 0
    if not pattern["whole"]:
        return f"{top}/{under}"
    parts = [str(whole)] if whole or not top else []
    return " ".join([*parts, f"{top}/{under}"] if top else parts)


def _spread(value: Decimal, tokens: list["re.Match[str]"], comma: bool) -> str:
    """The text of a number with separated digits, filled in from the right, as in `000 00 00` or
    `#'##0.00`.
    """
    patterns = [i for i, token in enumerate(tokens) if token["digits"]]
    decimals = tokens[patterns[-1]]["digits"].partition(".")[2].rstrip(",")
    before, _, after = _rounded(value, len(decimals)).partition(".")
    while len(after) > decimals.count("0") and after.endswith("0"):
        after = after[:-1]
    left = list(before)
    parts: list[str] = []
    for i in reversed(range(len(tokens))):
        digits = tokens[i]["digits"]
        if digits:
            piece = ""
            for place in reversed(digits.partition(".")[0].replace(",", "")):
                piece = (left.pop() if left else "0" if place == "0" else "") + piece
            if i == patterns[0]:
                piece = "".join(left) + piece
            if i == patterns[-1] and after:
                piece += ("," if comma else ".") + after
            parts.append(piece)
        elif left or not patterns[0] < i < patterns[-1] or "0" in tokens[patterns[0]]["digits"]:
            parts.append(_literal(tokens[i]))
    return "".join(reversed(parts))


def _decimals(section: str) -> int:
    """The number of digits after the seconds."""
    return max((len(match[4] or "") for match in _ELAPSED.finditer(section)), default=0)


def _counted(seconds: float, n_decimals: int) -> Decimal:
    return Decimal(_rounded(_decimal(seconds), min(n_decimals, 3)))


def shown_duration(days: float, section: str) -> str:
    """The text of a duration in a cell.

    >>> shown_duration(37 / 24, "[h]:mm")
    '37:00'
    """
    n_decimals = _decimals(section)
    seconds = _counted(days * 86_400, n_decimals)

    def part(match: "re.Match[str]") -> str:
        if not match[3]:
            return match[1] or match[2] or ""
        unit = match[3].strip("[]").lower()
        number = int(seconds // _SECONDS[unit[0]])
        if not match[3].startswith("["):
            number %= 24 if unit[0] == "h" else 60
        rest = f"{seconds % 1:.{n_decimals}f}"[1:] if match[4] else ""
        return f"{number:0{len(unit)}d}{rest}"

    return _ELAPSED.sub(part, section).strip()


def shown_moment(value: Moment, code: str) -> str | None:
    """The text of a date or time in a cell; None if the format shows neither.

    >>> shown_moment(datetime.date(2026, 11, 5), "dd.mm.yyyy")
    '05.11.2026'
    """
    if len(code) > LONGEST_CODE:
        return None
    tokens = list(_TOKEN.finditer(_sections(code)[0]))
    if not any(t["date"] for t in tokens):
        return None
    half = any(t["half"] for t in tokens)
    parts: list[str] = []
    for i, token in enumerate(tokens):
        if token["date"]:
            parts.append(_part_of(value, token["date"].lower(), half, _is_minute(tokens, i)))
        elif token["half"]:
            parts.append("PM" if getattr(value, "hour", 0) >= 12 else "AM")
        else:
            parts.append(token["digits"] or _literal(token))
    return "".join(parts).strip()


@lru_cache(maxsize=256)
def _sections(code: str) -> tuple[str, ...]:
    """The sections of a code between semicolons: positive, negative, zero, text."""
    sections = [""]
    for token in _TOKEN.finditer(code):
        if token["other"] == ";":
            sections.append("")
        else:
            sections[-1] += token[0]
    return tuple(sections)


def _literal(token: "re.Match[str]") -> str:
    return token["quoted"] or token["escaped"] or token["money"] or token["other"] or ""


def _writes_comma(language: str | None) -> bool:
    try:
        return int(language or "409", 16) & 0x3FF in _COMMA
    except ValueError:
        return False


def _digits(value: Decimal, pattern: str, comma: bool) -> str:
    pattern, exponent, power = pattern.upper().partition("E")
    whole, point, decimals = pattern.partition(".")
    n_scaled = len(pattern) - len(pattern.rstrip(","))  # a comma at the end shows thousands
    whole, decimals = whole.rstrip(","), decimals.rstrip(",")
    if exponent:
        text, _, power_of = _with_power(value, len(whole) or 1, len(decimals)).partition("E")
    else:
        text = _rounded(value.scaleb(-3 * n_scaled, _EXACT), len(decimals))
    before, _, after = text.partition(".")
    while len(after) > decimals.count("0") and after.endswith("0"):
        after = after[:-1]
    n_digits = whole.count("0")
    before = "" if before == "0" and not n_digits else before.zfill(n_digits)
    if "," in whole and before:
        before = f"{int(before):0{max(1, n_digits + (n_digits - 1) // 3)},d}"
    text = before + point + after
    if exponent:
        sign = "-" if power_of.startswith("-") else power[0].strip("-")
        text += f"E{sign}{abs(int(power_of)):0{len(power) - 1}d}"
    return text.translate(str.maketrans(".,", ",.")) if comma else text


def _is_minute(tokens: list["re.Match[str]"], i: int) -> bool:
    """Whether an m means minutes: after hours or before seconds."""
    if not tokens[i]["date"].lower().startswith("m"):
        return False
    before = [t["date"].lower() for t in tokens[:i] if t["date"]]
    after = [t["date"].lower() for t in tokens[i + 1 :] if t["date"]]
    return bool((before and before[-1][0] == "h") or (after and after[0][0] == "s"))


def _part_of(value: Moment, part: str, half: bool, minute: bool) -> str:
    kind, n = part[0], len(part)
    if minute:
        return f"{getattr(value, 'minute', 0):0{min(n, 2)}d}"
    if kind in "hs":
        number = getattr(value, "hour" if kind == "h" else "second", 0)
        if kind == "h" and half:
            number = number % 12 or 12
        rest = f"{getattr(value, 'microsecond', 0) / 1e6:.{part.count('0')}f}"[1:]
        return f"{number:0{min(part.count(kind), 2)}d}{rest}"
    if isinstance(value, datetime.time):
        return ""
    if kind == "y":
        return f"{value.year % 100:02d}" if n < 3 else str(value.year)
    name = (_MONTHS[value.month - 1] if kind == "m" else _DAYS[value.weekday()]) if n > 2 else ""
    if name:
        return name if n > 3 else name[:3]
    return f"{value.month if kind == 'm' else value.day:0{n}d}"
