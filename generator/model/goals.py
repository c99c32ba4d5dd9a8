"""Goals of a designer: a measure and the band in which its value should lie.

In: a text such as `seats: ±3%`, `turns: 80-160`, `tracks run out: <= 25%`. Out: a `Goal`. The
measures of a game are known only when the game is played, so this module checks only the text.
"""

import math
import re
from dataclasses import dataclass

from generator.model.measures import SEATS, Phrase, phrase_of
from generator.model.problems import Place, closest

FORMS = 'like "±3%", "80-160", "<= 25%", ">= 2" or "50% ± 3%"'
NO_COMMA = "write a decimal point, like 12.5, and no separator for thousands, like 1000"
_NUMBER = r"[-−]?[0-9]+(?:\.[0-9]+)?"
_VALUE = rf"({_NUMBER}) ?(%?)"
_AROUND = re.compile(rf"(?:±|\+/?-) ?{_VALUE}")
_MIDDLE = re.compile(rf"{_VALUE} ?(?:±|\+/?-) ?{_VALUE}")
_RANGE = re.compile(rf"{_VALUE} ?(?:-|–|—|\.\.|to) ?{_VALUE}")
_MOST = re.compile(rf"(?:<=|=<|≤|<|at most) ?{_VALUE}")
_LEAST = re.compile(rf"(?:>=|=>|≥|>|at least) ?{_VALUE}")
_FORMS = (_MIDDLE, _RANGE, _AROUND, _MOST, _LEAST)
_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9])")
_CUT = re.compile(r"[0-9],$")  # matches the end of a text that was cut at the comma inside a number
_BAND = re.compile("|".join(rf"(?:{form.pattern})" for form in _FORMS))


class NotAGoal(ValueError):
    """Raised if a text is not a goal; `fix` shows how to write one."""

    def __init__(self, message: str, fix: str = FORMS) -> None:
        super().__init__(f"{message} ({fix})")
        self.message, self.fix = message, fix


@dataclass(frozen=True, slots=True)
class Goal:
    """A measure, given by its name or as `seats`, and its band.

    A bound is infinite if the band has no limit on that side. `is_around` is true if the bounds are
    distances from a fair share.
    """

    measure: str
    low: float
    high: float
    is_share: bool  # whether the band is written in percent; bounds are then fractions of 1
    is_around: bool
    written: str
    place: Place
    players: tuple[int, ...] = ()  # the numbers of players to which the goal applies; () means all

    @property
    def about(self) -> Phrase:
        """The phrase of the goal's measure, before the game is known."""
        return Phrase(self.measure)

    def holds_for(self, players: int) -> bool:
        """Whether the goal applies to games with this number of players."""
        return not self.players or players in self.players


def read_goal(measure: str, written: object, place: Place) -> Goal:
    """Read a goal from a measure and its band. Raises `NotAGoal`."""
    about = phrase_of(measure)
    name = about.key
    text = "" if written is None else " ".join(str(written).split())
    if not text:
        raise NotAGoal(f'the goal "{name}" has no band')
    if isinstance(written, bool | int | float):
        raise NotAGoal(f'the goal "{name}" is the single number {text}; it needs a band')
    if about.span is not None and about.span[1] > about.span[2]:
        unit, most, least = about.span
        fix = f'write "{unit} in {least}-{most}"'
        raise NotAGoal(f'the lengths in the goal "{name}" are in the wrong order', fix)
    if about.piece:
        low, high = _points(about, text)
        return Goal(name, low, high, False, False, text, place)
    low, high, is_share, is_around = _bounds(about, text)
    if low > high:
        raise NotAGoal(
            f'the bounds of the goal "{name}" are in the wrong order: {text}',
            "write the lower bound first",
        )
    if is_share and not is_around:
        low, high = low if low > 0 else -math.inf, high if high < 1 else math.inf
    if (low == -math.inf and high == math.inf) or (is_share and (low >= 1 or high < 0)):
        fix = (
            'for every game write ">= 99%"'
            if low == 1 and is_share
            else "shares lie between 0 and 100%"
        )
        raise NotAGoal(f'the goal "{name}" is always or never met: {text}', fix)
    if low == high:
        raise NotAGoal(
            f'the lower and upper bound of the goal "{name}" are equal: {text}',
            "give a range, such as 80-160 or 50% ± 3%",
        )
    if about.is_every_side and not is_around:
        raise NotAGoal(
            f'the goal "{SEATS}" takes a distance from a fair share, found {text}', 'write "±3%"'
        )
    return Goal(name, low, high, is_share, is_around, text, place)


def _points(about: Phrase, text: str) -> tuple[float, float]:
    """The band for a piece's effect, in percentage points; `±` is a distance from 0."""
    bare = re.sub(" ?%", "", text)
    if around := _AROUND.fullmatch(bare):
        low, high = -_of(around[1], ""), _of(around[1], "")
    else:
        low, high, *_ = _bounds(about, bare)
    is_beyond = low >= 100 or high <= -100 or (low <= -100 and high >= 100)
    if low >= high or (
        "%" in text and is_beyond
    ):  # a number that the pack itself reports has no percent sign
        fix = 'write percentage points, like "±5%" or "<= 10%"'
        raise NotAGoal(f'no effect can lie in the band of "{about.key}": {text}', fix)
    return low, high


def _bounds(about: Phrase, text: str) -> tuple[float, float, bool, bool]:
    """The lower and upper bound, whether they are shares, and whether they are distances from a
    fair share.
    """
    name = about.key
    if match := _AROUND.fullmatch(text):
        half = _of(match[1], match[2])
        if not about.is_of_sides:
            every = f'"{SEATS} {text}" applies to every seat'
            if closest(name, [SEATS]):
                message = f'the measure "{name}" does not take a distance from a fair share'
                raise NotAGoal(message, f'did you mean "{SEATS}"? {every}')
            fix = f'{every}; write a middle value, like "50% ± 3%"'
            raise NotAGoal(f'the goal "{name}" has no middle value: {text}', fix)
        if match[2] != "%" or not 0 < half < 0.5:
            raise NotAGoal(f'"{text}" is not a distance from a fair share', _in_percent(match))
        return -half, half, True, True
    if match := _MIDDLE.fullmatch(text):
        is_share = "%" in (match[2], match[4])
        unit = "%" if is_share else ""
        middle, half = _of(match[1], unit), _of(match[3], unit)
        return middle - half, middle + half, is_share, False
    if match := _RANGE.fullmatch(text):
        is_share = "%" in (match[2], match[4])
        unit = "%" if is_share else ""
        return _of(match[1], unit), _of(match[3], unit), is_share, False
    if match := _MOST.fullmatch(text):
        return -math.inf, _of(match[1], match[2]), match[2] == "%", False
    if match := _LEAST.fullmatch(text):
        return _of(match[1], match[2]), math.inf, match[2] == "%", False
    if _BAND.fullmatch(_COMMA.sub(".", text)):
        raise NotAGoal(f'the number in "{text}" has a comma', NO_COMMA)
    is_of_sides = about.is_of_sides or closest(name, [SEATS]) is not None
    if is_of_sides and re.fullmatch(rf"{_VALUE}", text):
        wide = text.lstrip("-−+").removesuffix("%").rstrip()
        fix = f'did you mean "±{wide}%"?'
        if not about.is_of_sides:
            fix = f'did you mean {SEATS}: "±{wide}%"?'
        elif not about.is_every_side:
            fix = f'did you mean "50% ± {wide}%"? {FORMS}'
        raise NotAGoal(f'"{text}" is not a band for "{name}"', fix)
    raise NotAGoal(f'"{text}" is not a band for "{name}"')


def _in_percent(around: re.Match[str]) -> str:
    """Explain how to write a distance from a fair share: ±4 and ±0.04 are ±4%."""
    half = _of(around[1], "")
    half *= 100 if half < 0.5 else 1
    return f"write ±{half:g}%" if not around[2] and 0 < half < 50 else 'like "±3%"'


def _of(number: str, unit: str) -> float:
    value = float(number.replace("−", "-"))
    return value / 100 if unit == "%" else value


def holds_band(words: str) -> bool:
    """Whether a text contains a band, and not only the name of a measure.

    >>> holds_band("seats ±3%, turns"), holds_band("turns >= 3"), holds_band("seat 2 wins")
    (True, True, False)
    """
    return _BAND.search(words) is not None


def goal_in_line(text: str, place: Place) -> Goal:
    """Read a goal on one line, as on the command line: "seats ±3%". Raises `NotAGoal`."""
    words = " ".join(text.split())
    if ": " in words:
        name, _, band = words.rpartition(": ")
        return read_goal(name, band, place)
    for match in _BAND.finditer(words):
        is_cut = _CUT.search(words[: match.start()]) is not None
        if match.end() == len(words) and match.start() and not is_cut:
            return read_goal(words[: match.start()], match[0], place)
    if _COMMA.search(words):
        raise NotAGoal(f'a number in "{words}" has a comma', NO_COMMA)
    raise NotAGoal(f'"{words}" is not a goal', 'like "seats ±3%" or "turns 80-160"')
