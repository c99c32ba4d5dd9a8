"""Numbers and dates as a spreadsheet shows them: its format codes, put into words.

In: a value and the format code of its cell, such as `0 %` or `#,##0.00 [$€-407]`. Out: the text a
person sees there. Decimal signs follow the language a code names, else English; what no format
changes (`General`) stays a number.
"""

import datetime
import operator
import re
from fractions import Fraction
from functools import lru_cache

BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00",
    40: "#,##0.00;-#,##0.00", 45: "mm:ss", 47: "mm:ss.0",
}  # fmt: skip
# Languages (the low ten bits of a Windows language id) that write a comma before decimals.
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
_GENERAL = re.compile("general", re.IGNORECASE)
_ELAPSED = re.compile(r'"([^"]*)"|\\(.)|(\[(?:h+|m+|s+)\]|h+|m+|s+)', re.IGNORECASE)
_SECONDS = {"h": 3600, "m": 60, "s": 1}
LONGEST_CODE = 255

Moment = datetime.datetime | datetime.date | datetime.time


def shown_number(value: float, code: str) -> str | None:
    """How a cell with this format shows a number; None where it shows the number itself.

    >>> shown_number(0.25, "0%"), shown_number(-3.5, "0.00 [$€-407]"), shown_number(1234, "#,##0")
    ('25%', '-3,50 €', '1,234')
    """
    if code in ("", "General", "@", "0") or len(code) > LONGEST_CODE:
        return None
    sign, section, value = _section_for(value, code)
    if not section:  # "0;-0;" hides a zero
        return ""
    for way in (_GENERAL, _FRACTION):
        if found := way.search(section):
            before, after = section[: found.start()], section[found.end() :]
            number = _general(value) if way is _GENERAL else _fraction(value, found)
            return (_words(before) + sign + number + _words(after)).strip()
    tokens = list(_TOKEN.finditer(section))
    n_digits = sum(bool(t["digits"]) for t in tokens)
    if not n_digits:
        words = _words(section)
        return sign + words.strip() if words.strip() else None
    comma = any(_writes_comma(t["language"]) for t in tokens)
    value *= 100 ** sum(t["other"] == "%" for t in tokens)
    if n_digits > 1:
        return sign + _spread(value, tokens, comma).strip()
    parts = [
        sign + _digits(value, token["digits"], comma) if token["digits"] else _literal(token)
        for token in tokens
    ]
    return "".join(parts).strip()


def _section_for(value: float, code: str) -> tuple[str, str, float]:
    """The sign to write, the part of the code that a number falls to, and the number there."""
    sections = _sections(code)
    sign = "-" if value < 0 else ""
    conditions = [_CONDITION.search(section) for section in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if condition is None or _HOLDS[condition[1]](value, float(condition[2])):
                return sign, section, abs(value)
        return sign, "General", abs(value)
    if value < 0 and len(sections) > 1:
        return "", sections[1], -value
    if value == 0 and len(sections) > 2:
        return "", sections[2], value
    return sign, sections[0], abs(value)


def _words(section: str) -> str:
    return "".join(_literal(token) for token in _TOKEN.finditer(section))


def _general(value: float) -> str:
    return str(int(value)) if value.is_integer() else f"{value:.10g}"


def _fraction(value: float, pattern: "re.Match[str]") -> str:
    """A mixed number, or a fraction alone: `# ?/?`, `?/8`.

    >>> _fraction(1.75, _FRACTION.search("# ?/?"))
    '1 3/4'
    """
    whole = int(value) if pattern["whole"] else 0
    under = int(pattern["under"] or 0)
    if under:
        top = round((value - whole) * under)
    else:
        near = Fraction(value - whole).limit_denominator(10 ** len(pattern["places"]) - 1)
        top, under = near.numerator, near.denominator
    if pattern["whole"] and top == under:
        whole, top = whole + 1, 0
    parts = [str(whole)] if whole or not top else []
    return " ".join([*parts, f"{top}/{under}"] if top or not pattern["whole"] else parts)


def _spread(value: float, tokens: list["re.Match[str]"], comma: bool) -> str:
    """A number whose digits stand apart: `000 00 00`, `#'##0.00`, filled in from the right."""
    patterns = [i for i, token in enumerate(tokens) if token["digits"]]
    decimals = tokens[patterns[-1]]["digits"].partition(".")[2].rstrip(",")
    before, _, after = f"{value:.{len(decimals)}f}".partition(".")
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


def shown_duration(value: datetime.timedelta, code: str) -> str | None:
    """How a cell shows a length of time; None where its format names no hours, minutes or seconds.

    >>> shown_duration(datetime.timedelta(hours=37, minutes=5), "[h]:mm")
    '37:05'
    """
    section = _sections(code)[0]
    if len(code) > LONGEST_CODE or not any(found[2] for found in _ELAPSED.findall(section)):
        return None
    seconds = int(value.total_seconds())

    def part(match: "re.Match[str]") -> str:
        if not match[3]:
            return match[1] or match[2] or ""
        unit = match[3].strip("[]").lower()
        number = seconds // _SECONDS[unit[0]]
        if not match[3].startswith("[") and unit[0] != "h":
            number %= 60
        return f"{number:0{len(unit)}d}"

    return _ELAPSED.sub(part, section).strip()


def shown_moment(value: Moment, code: str) -> str | None:
    """How a cell shows a date or a time; None where its format names neither.

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
    """The parts of a code between semicolons: positive, negative, zero, text."""
    found, quoted = [""], False
    for i, c in enumerate(code):
        if c == '"' and not code[:i].endswith("\\"):
            quoted = not quoted
        if c == ";" and not quoted:
            found.append("")
        else:
            found[-1] += c
    return tuple(found)


def _literal(token: "re.Match[str]") -> str:
    return token["quoted"] or token["escaped"] or token["money"] or token["other"] or ""


def _writes_comma(language: str | None) -> bool:
    try:
        return int(language or "409", 16) & 0x3FF in _COMMA
    except ValueError:
        return False


def _digits(value: float, pattern: str, comma: bool) -> str:
    whole, _, decimals = pattern.partition(".")
    n_scaled = len(pattern) - len(pattern.rstrip(","))  # a comma at the end: in thousands
    whole, decimals = whole.rstrip(","), decimals.rstrip(",")
    decimals, exponent, power = decimals.upper().partition("E")
    n_least = decimals.count("0")
    if exponent:
        mantissa, _, power_of = f"{value:.{len(decimals)}E}".partition("E")
        text = f"{mantissa}E{int(power_of):+0{len(power)}d}"
    else:
        scaled = value / 1000**n_scaled
        text = f"{scaled:{',' if ',' in whole else ''}.{len(decimals)}f}"
        before, point, after = text.partition(".")
        while len(after) > n_least and after.endswith("0"):
            after = after[:-1]
        n_digits = whole.count("0")
        before = before.zfill(n_digits) if "," not in before else before
        before = "" if before == "0" and not n_digits else before
        text = before + (point + after if after else "")
    return text.translate(str.maketrans(".,", ",.")) if comma else text


def _is_minute(tokens: list["re.Match[str]"], i: int) -> bool:
    """Whether an m stands for minutes: after hours or before seconds."""
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
        return f"{number:0{min(part.count(kind), 2)}d}"
    if isinstance(value, datetime.time):
        return ""
    if kind == "y":
        return f"{value.year % 100:02d}" if n < 3 else str(value.year)
    name = (_MONTHS[value.month - 1] if kind == "m" else _DAYS[value.weekday()]) if n > 2 else ""
    if name:
        return name if n > 3 else name[:3]
    return f"{value.month if kind == 'm' else value.day:0{n}d}"
