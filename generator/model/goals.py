"""What a designer wishes of a game: a measure and the band it should lie in, as words and numbers.

`seats: ±3%`, `turns: 80-160`, `tracks run out: <= 25%`. Which measures there are is known once the
game is played; here only the words are read.
"""

import math
import re
from dataclasses import dataclass

from generator.model.measures import SEATS, Phrase, phrase_of
from generator.model.problems import Place, closest

FORMS = 'like "±3%", "80-160", "<= 25%", ">= 2" or "50% ± 3%"'
NO_COMMA = "a fraction has a point, like 12.5, and a thousand nothing, like 1000"
_NUMBER = r"[-−]?[0-9]+(?:\.[0-9]+)?"
_VALUE = rf"({_NUMBER}) ?(%?)"
_AROUND = re.compile(rf"(?:±|\+/?-) ?{_VALUE}")
_MIDDLE = re.compile(rf"{_VALUE} ?(?:±|\+/?-) ?{_VALUE}")
_RANGE = re.compile(rf"{_VALUE} ?(?:-|–|—|\.\.|to) ?{_VALUE}")
_MOST = re.compile(rf"(?:<=|=<|≤|<|at most) ?{_VALUE}")
_LEAST = re.compile(rf"(?:>=|=>|≥|>|at least) ?{_VALUE}")
_FORMS = (_MIDDLE, _RANGE, _AROUND, _MOST, _LEAST)
_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9])")
_CUT = re.compile(r"[0-9],$")  # of a number with a comma, what comes before
_BAND = re.compile("|".join(rf"(?:{form.pattern})" for form in _FORMS))


class NotAGoal(ValueError):
    """A text is no band; `fix` says how one is written."""

    def __init__(self, message: str, fix: str = FORMS) -> None:
        super().__init__(f"{message} ({fix})")
        self.message, self.fix = message, fix


@dataclass(frozen=True, slots=True)
class Goal:
    """A measure by its name, or `seats`, and its band.

    Bounds are infinite where there is none. `is_around`: they count from what is fair.
    """

    measure: str
    low: float
    high: float
    is_share: bool  # written in percent; bounds are then parts of 1
    is_around: bool
    written: str
    place: Place
    players: tuple[int, ...] = ()  # how many there are where it holds; (): it holds for any number

    @property
    def about(self) -> Phrase:
        """What its measure's name says of it before the game is known."""
        return Phrase(self.measure)

    def holds_for(self, players: int) -> bool:
        """Whether it is a goal of games of so many."""
        return not self.players or players in self.players


def read_goal(measure: str, written: object, place: Place) -> Goal:
    """The goal that a band's text states. Raises `NotAGoal`."""
    about = phrase_of(measure)
    name = about.key
    text = "" if written is None else " ".join(str(written).split())
    if not text:
        raise NotAGoal(f'the goal "{name}" has no band')
    if isinstance(written, bool | int | float):
        raise NotAGoal(f'the goal "{name}" is the number {text}, no band')
    if about.span is not None and about.span[1] > about.span[2]:
        unit, most, least = about.span
        fix = f'write "{unit} in {least}-{most}"'
        raise NotAGoal(f'the goal "{name}" has its lengths backwards', fix)
    if about.piece:
        low, high = _points(about, text)
        return Goal(name, low, high, False, False, text, place)
    low, high, is_share, is_around = _bounds(about, text)
    if low > high:
        raise NotAGoal(f'the goal "{name}" has its band backwards: {text}', "the lower one first")
    if is_share and not is_around:
        low, high = low if low > 0 else -math.inf, high if high < 1 else math.inf
    if (low == -math.inf and high == math.inf) or (is_share and (low >= 1 or high < 0)):
        fix = 'for every game write ">= 99%"' if low == 1 and is_share else "shares are 0–100%"
        raise NotAGoal(f'the goal "{name}" allows all or nothing: {text}', fix)
    if low == high:
        raise NotAGoal(f'the goal "{name}" has a band without width: {text}', "no mean is so exact")
    if about.is_every_side and not is_around:
        raise NotAGoal(f'"{SEATS}" counts from what is fair, found {text}', 'write "±3%"')
    return Goal(name, low, high, is_share, is_around, text, place)


def _points(about: Phrase, text: str) -> tuple[float, float]:
    """The band of a piece's effect, in points of a hundred; `±` counts from none at all."""
    bare = re.sub(" ?%", "", text)
    if found := _AROUND.fullmatch(bare):
        low, high = -_of(found[1], ""), _of(found[1], "")
    else:
        low, high, *_ = _bounds(about, bare)
    is_beyond = low >= 100 or high <= -100 or (low <= -100 and high >= 100)
    if low >= high or ("%" in text and is_beyond):  # a pack's own figure has no percent
        fix = 'in points of a hundred, like "±5%" or "<= 10%"'
        raise NotAGoal(f'no effect lies in such a band: "{about.key}" {text}', fix)
    return low, high


def _bounds(about: Phrase, text: str) -> tuple[float, float, bool, bool]:
    """Low, high, whether they are shares, whether they count from what is fair."""
    name = about.key
    if found := _AROUND.fullmatch(text):
        half = _of(found[1], found[2])
        if not about.is_of_sides:
            every = f'"{SEATS} {text}" is every seat'
            if closest(name, [SEATS]):
                said = f'no measure "{name}" counts from what is fair'
                raise NotAGoal(said, f'did you mean "{SEATS}"? {every}')
            fix = f'{every}; a number has one, like "50% ± 3%"'
            raise NotAGoal(f'the goal "{name}" has no middle: {text}', fix)
        if found[2] != "%" or not 0 < half < 0.5:
            raise NotAGoal(f'"{text}" is no band about what is fair', _in_percent(found))
        return -half, half, True, True
    if found := _MIDDLE.fullmatch(text):
        is_share = "%" in (found[2], found[4])
        unit = "%" if is_share else ""
        middle, half = _of(found[1], unit), _of(found[3], unit)
        return middle - half, middle + half, is_share, False
    if found := _RANGE.fullmatch(text):
        is_share = "%" in (found[2], found[4])
        unit = "%" if is_share else ""
        return _of(found[1], unit), _of(found[3], unit), is_share, False
    if found := _MOST.fullmatch(text):
        return -math.inf, _of(found[1], found[2]), found[2] == "%", False
    if found := _LEAST.fullmatch(text):
        return _of(found[1], found[2]), math.inf, found[2] == "%", False
    if _BAND.fullmatch(_COMMA.sub(".", text)):
        raise NotAGoal(f'"{text}" has a comma in a number', NO_COMMA)
    is_of_sides = about.is_of_sides or closest(name, [SEATS]) is not None
    if is_of_sides and re.fullmatch(rf"{_VALUE}", text):
        wide = text.lstrip("-−+").removesuffix("%").rstrip()
        fix = f'did you mean "±{wide}%"?'
        if not about.is_of_sides:
            fix = f'did you mean {SEATS}: "±{wide}%"?'
        elif not about.is_every_side:
            fix = f'did you mean "50% ± {wide}%"? {FORMS}'
        raise NotAGoal(f'"{text}" is no band for "{name}"', fix)
    raise NotAGoal(f'"{text}" is no band for "{name}"')


def _in_percent(around: re.Match[str]) -> str:
    """How a band about what is fair is written: ±4 and ±0.04 as ±4%."""
    half = _of(around[1], "")
    half *= 100 if half < 0.5 else 1
    return f"write ±{half:g}%" if not around[2] and 0 < half < 50 else 'like "±3%"'


def _of(number: str, unit: str) -> float:
    value = float(number.replace("−", "-"))
    return value / 100 if unit == "%" else value


def holds_band(words: str) -> bool:
    """Whether the words of a measure hold a band: then two goals, or two bands, are one text.

    >>> holds_band("seats ±3%, turns"), holds_band("turns >= 3"), holds_band("seat 2 wins")
    (True, True, False)
    """
    return _BAND.search(words) is not None


def spoken_goal(text: str, place: Place) -> Goal:
    """A goal in one line, as on the command line: "seats ±3%". Raises `NotAGoal`."""
    words = " ".join(text.split())
    if ": " in words:
        name, _, band = words.rpartition(": ")
        return read_goal(name, band, place)
    for found in _BAND.finditer(words):
        is_cut = _CUT.search(words[: found.start()]) is not None
        if found.end() == len(words) and found.start() and not is_cut:
            return read_goal(words[: found.start()], found[0], place)
    if _COMMA.search(words):
        raise NotAGoal(f'"{words}" has a comma in a number', NO_COMMA)
    raise NotAGoal(f'"{words}" is no goal', 'like "seats ±3%" or "turns 80-160"')
