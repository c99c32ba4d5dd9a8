"""An overview of a deck: the spread of its numbers, outliers, frequent words, similar texts.

In: a `Look`, and the results of a playtest for its pieces. Out: positions of dots and bars, in
units of the drawings (320 wide), and names. Nothing is computed from fewer than `FEW` rows.
"""

import difflib
import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from generator.model.pack import Scalar
from generator.preview.faces import Look, Part, Shown
from generator.preview.playtest import Use
from generator.reading.importing.habits import HABITS

SLOTS = 30  # columns of dots, at most
FEW = 4  # rows that a column must have before it is drawn
ENOUGH = 7  # x of the median in the drawing
FAR = 3.5  # modified z-score from which on a value is an outlier (Iglewicz and Hoaglin 1993)
ALIKE = 0.86  # similarity of texts, 0 to 1, from which on they are listed
MOST_COMPARED = 400  # maximum number of rows whose texts are compared
MOST_PAIRS = 12
MOST_SORTS = 14  # a column with more different words is not shown by frequency
WIDTH, LEFT, RIGHT = 320.0, 14.0, 306.0
HIGH, TOP, BOTTOM = 200.0, 10.0, 176.0


@dataclass(frozen=True, slots=True)
class Dot:
    """One piece in a drawing."""

    key: str
    name: str
    x: float
    y: float
    value: str
    is_far: bool


@dataclass(frozen=True, slots=True)
class Spread:
    """The values of one column, with a dot for each piece."""

    title: str
    height: float
    radius: float
    dots: tuple[Dot, ...]
    ticks: tuple[tuple[float, str], ...]
    middle: float  # x of the median
    words: str
    far: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Cloud:
    """Two columns against each other, a dot for each piece, with the line that most dots follow."""

    x_title: str
    y_title: str
    dots: tuple[Dot, ...]
    line: tuple[float, float, float, float] | None
    x_ticks: tuple[tuple[float, str], ...]
    y_ticks: tuple[tuple[float, str], ...]
    far: tuple[Dot, ...]
    farthest: tuple[Dot, ...]  # the dots farthest from the line; empty if all lie on it


@dataclass(frozen=True, slots=True)
class Bar:
    """A word with the number of rows that have it, and the number of pieces in the box."""

    word: str
    rows: int
    pieces: int
    width: float  # percent of the full width


@dataclass(frozen=True, slots=True)
class Sorts:
    """The frequency of each word in a column, or of each keyword and icon on faces."""

    title: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Twins:
    """Two pieces with nearly the same text, or the first two of `n` with the same text."""

    first: Shown
    second: Shown
    column: str
    text: str
    is_same: bool
    n: int = 2


@dataclass(frozen=True, slots=True)
class Glance:
    """The overview of one component."""

    part: Part
    spreads: tuple[Spread, ...]
    clouds: tuple[Cloud, ...]
    sorts: tuple[Sorts, ...]
    twins: tuple[Twins, ...]


def glances(look: Look, uses: Mapping[str, Use]) -> list[Glance]:
    """The overviews of every component with enough rows."""
    decks = []
    for part in look.parts:
        pieces = [p for p in look.pieces if p.component == part.id]
        if len(pieces) < FEW:
            continue
        numbers = _numbers(pieces)
        played = _played(pieces, uses)
        glance = Glance(
            part,
            tuple(spread_of(title, pieces, v) for title, v in {**numbers, **played}.items()),
            tuple(_clouds(pieces, numbers, played)),
            tuple(_sorts(pieces, look.keywords, look.icons, look.palette)),
            tuple(_twins(pieces)),
        )
        if glance.spreads or glance.sorts or glance.twins:
            decks.append(glance)
    return decks


# -- numbers --------------------------------------------------------------------------------

Values = list[float | None]


def _numbers(pieces: Sequence[Shown]) -> dict[str, Values]:
    """The numeric columns with enough rows and different values."""
    names = dict.fromkeys(name for p in pieces for name in p.fields)
    columns: dict[str, Values] = {}
    for name in names:
        values = [_number(p.fields.get(name)) for p in pieces]
        numbers = [v for v in values if v is not None]
        if len(numbers) >= max(FEW, 0.6 * len(pieces)) and len(set(numbers)) > 1:
            columns[name] = values
    return columns


def _played(pieces: Sequence[Shown], uses: Mapping[str, Use]) -> dict[str, Values]:
    """The results of the playtest for the pieces, as columns of percentages."""
    columns: dict[str, Callable[[Use], float | None]] = {
        "used in % of games": lambda use: use.used,
        "its users win more, points": lambda use: use.lift,
    }
    shown_columns: dict[str, Values] = {}
    for title, get in columns.items():
        values: Values = []
        for p in pieces:
            value = get(uses[p.id]) if p.id in uses else None
            values.append(100 * value if value is not None and math.isfinite(value) else None)
        if sum(v is not None for v in values) >= FEW and len(set(values)) > 1:
            shown_columns[title] = values
    return shown_columns


def _number(value: Scalar) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None


def spread_of(title: str, pieces: Sequence[Shown], values: Values) -> Spread:
    """Stack dots over their values."""
    placed = [(p, v) for p, v in zip(pieces, values, strict=True) if v is not None]
    low, high = min(v for _, v in placed), max(v for _, v in placed)
    far = _far([v for _, v in placed])
    is_whole = all(v == int(v) for _, v in placed)
    slots = int(high - low) if is_whole and high - low <= SLOTS else SLOTS
    heaps: Counter[int] = Counter(round(slots * (v - low) / (high - low)) for _, v in placed)
    most = max(heaps.values())
    step = min(10.0, 150.0 / most)
    floor = most * step + 6
    heights: Counter[int] = Counter()
    dots = []
    for (p, v), is_far in zip(placed, far, strict=True):
        slot = round(slots * (v - low) / (high - low))
        y = floor - step * (heights[slot] + 0.5)
        heights[slot] += 1
        x = LEFT + (RIGHT - LEFT) * slot / slots
        dots.append(Dot(p.key, p.name, round(x, 1), round(y, 1), _said(v), is_far))
    half = median(v for _, v in placed)
    mean = sum(v * p.count for p, v in placed) / sum(p.count for p, _ in placed)
    words = f"{_said(low)} to {_said(high)}, half are at most {_said(half)}, mean {_said(mean)}"
    at = _scale(low, high, LEFT, RIGHT)
    return Spread(
        title,
        floor + 20,
        round(min(4.4, step * 0.46), 2),
        tuple(dots),
        _ticks(low, high, at),
        round(at(half), 1),
        words,
        tuple(dot for dot in dots if dot.is_far),
    )


def _clouds(
    pieces: Sequence[Shown], numbers: Mapping[str, Values], played: Mapping[str, Values]
) -> Iterable[Cloud]:
    """Yield the costs of pieces against all other columns.

    If there are no costs, each number is drawn against the results of the playtest.
    """
    cost = next((name for name in numbers if name.casefold() in HABITS["corner"]), None)
    if cost is not None:
        others = [name for name in (*numbers, *played) if name not in (cost, "count")]
        pairs = [(cost, other) for other in others]
    else:
        pairs = [(name, other) for name in numbers for other in played]
    columns = {**numbers, **played}
    for x, y in pairs[:6]:
        made = cloud_of(x, y, pieces, columns[x], columns[y])
        if made is not None:
            yield made


def cloud_of(
    x_title: str, y_title: str, pieces: Sequence[Shown], xs: Values, ys: Values
) -> Cloud | None:
    """Dots, and the median line through them (Theil 1950, Sen 1968); None if there are too few."""
    placed = [
        (p, x, y) for p, x, y in zip(pieces, xs, ys, strict=True) if x is not None and y is not None
    ]
    is_flat = len({x for _, x, _ in placed}) < 2 or len({y for _, _, y in placed}) < 2
    if len(placed) < FEW or is_flat:
        return None
    low_x, high_x = min(x for _, x, _ in placed), max(x for _, x, _ in placed)
    low_y, high_y = min(y for _, _, y in placed), max(y for _, _, y in placed)
    at_x, at_y = _scale(low_x, high_x, 40.0, RIGHT), _scale(low_y, high_y, BOTTOM, TOP)
    slope, start = theil_sen([(x, y) for _, x, y in placed])
    off = [y - slope * x - start for _, x, y in placed]
    far = _far(off)
    dots = tuple(
        Dot(p.key, p.name, round(at_x(x), 1), round(at_y(y), 1), f"{_said(x)}, {_said(y)}", is_far)
        for (p, x, y), is_far in zip(placed, far, strict=True)
    )
    ends = [min(max(slope * x + start, low_y), high_y) for x in (low_x, high_x)]
    line = (at_x(low_x), at_y(ends[0]), at_x(high_x), at_y(ends[1]))
    return Cloud(
        x_title,
        y_title,
        dots,
        tuple(round(v, 1) for v in line) if len(placed) >= ENOUGH else None,  # type: ignore[arg-type]
        _ticks(low_x, high_x, at_x),
        _ticks(low_y, high_y, at_y),
        tuple(dot for dot in dots if dot.is_far),
        tuple(dot for dot, v in zip(dots, off, strict=True) if abs(v) > max(map(abs, off)) - 1e-9)
        if max(map(abs, off)) > 1e-9
        else (),
    )


def theil_sen(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The slope and intercept of the line whose slope is the median of all pairs' slopes.

    >>> theil_sen([(0, 1), (1, 3), (2, 5), (3, 99)])
    (2.0, 1.0)
    """
    thin = points[:: max(1, len(points) // 200)]
    slopes = [
        (b[1] - a[1]) / (b[0] - a[0]) for i, a in enumerate(thin) for b in thin[:i] if a[0] != b[0]
    ]
    slope = median(slopes) if slopes else 0.0
    if len(slopes) % 2 == 0 and slopes:
        slope = sorted(slopes)[len(slopes) // 2 - 1]
    return float(slope), float(median(y - slope * x for x, y in points))


def _far(values: Sequence[float]) -> list[bool]:
    """Whether each value is an outlier, by its distance from the median."""
    if len(values) < ENOUGH:
        return [False] * len(values)
    middle = median(values)
    away = [abs(v - middle) for v in values]
    usual = median(away)
    if usual:
        return [0.6745 * a / usual > FAR for a in away]
    rare = sum(a > 1e-9 for a in away) <= max(1, len(values) // 10)
    return [rare and a > 1e-9 for a in away]


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    return lambda v: start + (end - start) * (v - low) / (high - low)


def _ticks(low: float, high: float, at: Callable[[float], float]) -> tuple[tuple[float, str], ...]:
    """Three to six round numbers from low to high."""
    rough = (high - low) / 4
    size = 10 ** math.floor(math.log10(rough))
    if low == int(low) and high == int(high):
        size = max(1, size)  # whole numbers have no ticks between them
    step = next(size * k for k in (1, 2, 5, 10) if size * k >= rough)
    first = math.ceil(low / step - 1e-9)
    values = [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]
    return tuple((round(at(v), 1), _said(v)) for v in values)


def _said(value: float) -> str:
    """Write a number with three digits, from a thousand on as a whole; rounding errors become 0."""
    text = f"{value:,.0f}" if abs(value) >= 999.5 else f"{round(value, 9) + 0.0:.3g}"
    return text.replace("-", "−")


# -- words ----------------------------------------------------------------------------------


def _sorts(
    pieces: Sequence[Shown],
    keywords: Sequence[str],
    icons: Sequence[str],
    palette: Collection[str] = (),
) -> Iterable[Sorts]:
    """Yield columns of few different words, then keywords and icons in the texts.

    An icon in a text is `:name:`, or it is the whole content of a cell. In a column that contains
    only colours, a cell is a colour even if an icon has the same name.
    """
    names = dict.fromkeys(name for p in pieces for name in p.fields)
    words_used: set[str] = set()
    for name in names:
        words = [p.fields.get(name) for p in pieces]
        texts = [w for w in words if isinstance(w, str) and w]
        if len(texts) >= FEW and 2 <= len(set(texts)) <= min(MOST_SORTS, len(texts) // 2):
            has = {word: [p.fields.get(name) == word for p in pieces] for word in set(texts)}
            words_used |= {word.casefold() for word in has}
            yield Sorts(name, _bars(pieces, has))
    coloured = set()
    for name in names:
        values = {p.fields.get(name) for p in pieces} - {"", None}
        if values <= set(palette) and not values <= set(icons):
            coloured.add(name)
    cells = [
        [v for name, v in p.fields.items() if isinstance(v, str) and name not in coloured]
        for p in pieces
    ]
    words_of = {k: re.compile(rf"(?<!\w){re.escape(k)}(?!\w)", re.I) for k in keywords}
    icons_of = {i: re.compile(rf":{re.escape(i)}:|^{re.escape(i)}$", re.I) for i in icons}
    marks = {}
    for mark, wanted in {**icons_of, **words_of}.items():
        has_mark = [any(wanted.search(cell) for cell in row) for row in cells]
        if any(has_mark) and mark.casefold() not in words_used:
            marks[mark] = has_mark
    if marks:
        yield Sorts("keywords and icons", _bars(pieces, marks))


def _bars(pieces: Sequence[Shown], has: Mapping[str, Sequence[bool]]) -> tuple[Bar, ...]:
    rows = {word: sum(flags) for word, flags in has.items()}
    most = max(rows.values())
    return tuple(
        Bar(
            word,
            rows[word],
            sum(p.count for p, is_so in zip(pieces, has[word], strict=True) if is_so),
            round(100 * rows[word] / most, 1),
        )
        for word in sorted(has, key=lambda word: (-rows[word], word))
    )


def _twins(pieces: Sequence[Shown]) -> Iterable[Twins]:
    """Yield names and texts that are nearly the same, the most similar first."""
    pairs: list[tuple[float, Twins]] = []
    few = pieces[:MOST_COMPARED]
    for column, texts in _texts(few).items():
        same: dict[str, list[int]] = {}
        for i, text in enumerate(texts):
            if text:
                same.setdefault(_plain(text), []).append(i)
        firsts = [each[0] for each in same.values()]
        for i, *others in same.values():
            if others:
                n = 1 + len(others)
                pairs.append((1.0, Twins(few[i], few[others[0]], column, texts[i], True, n)))
        words = {i: set(_plain(texts[i]).split()) for i in firsts}
        for i, j in combinations(firsts, 2):
            if len(words[i] & words[j]) < 0.6 * len(words[i] | words[j]):
                continue
            share = likeness(texts[j], texts[i])
            if share >= ALIKE:
                pairs.append((share, Twins(few[i], few[j], column, texts[j], False)))
    pairs.sort(key=lambda pair: -pair[0])
    return [twins for _, twins in pairs[:MOST_PAIRS]]


def likeness(a: str, b: str) -> float:
    """The similarity of two texts, 0 to 1; it is 0 if only their numbers differ.

    >>> likeness("Draw a card.", "Draw a card"), likeness("Pay 2.", "Pay 3.")
    (1.0, 0.0)
    """
    plain = [_plain(text) for text in (a, b)]
    if plain[0] == plain[1]:
        return 1.0
    if re.sub(r"\d+", "#", plain[0]) == re.sub(r"\d+", "#", plain[1]):
        return 0.0
    match = difflib.SequenceMatcher(None, plain[0], plain[1], autojunk=False)
    if match.real_quick_ratio() < ALIKE or match.quick_ratio() < ALIKE:
        return 0.0
    return match.ratio()


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _texts(pieces: Sequence[Shown]) -> dict[str, list[str]]:
    """The names, and the columns that contain longer texts."""
    columns = {"name": [p.name for p in pieces]}
    for name in dict.fromkeys(name for p in pieces for name in p.fields):
        values = [p.fields.get(name) for p in pieces]
        texts = [v if isinstance(v, str) else "" for v in values]
        filled = [text for text in texts if text]
        is_long = len(filled) >= 2 and sum(map(len, filled)) / len(filled) > 16
        if is_long and len(set(filled)) > len(filled) / 2:
            columns[name] = texts
    return columns
