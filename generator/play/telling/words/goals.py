"""Sentences of reports about goals and the numbers that they bound."""

import math
from collections.abc import Sequence

from generator.play.measures.aims import Aim
from generator.play.measures.results import Results
from generator.play.readings.goals import GoalFault, GoalFaultReading, GoalsReading, JudgedGoal
from generator.play.readings.reading import GoalStatus
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.telling.commands import searching
from generator.play.telling.numbers import SKEWED, SPACE, about, listed, number, percent
from generator.play.telling.words.common import Words, players_of

STANDS = {"met": "met", "missed": "missed", "open": "open", "unjudged": "not judged"}


def goals(reading: GoalsReading, results: Results) -> Words:
    """Return the finding about goals that are missed, met or left open, with their numbers."""
    numbers = [
        pair
        for goal in reading.goals
        for pair in {"missed": goal.missed, "open": goal.unmet}.get(reading.standing, goal.numbers)
    ]
    how, action = "met", ""
    if reading.standing == "missed":
        how, action = f"missed by {players_of(reading.agents)}", searching(results)
    elif reading.standing == "open":
        how, action = f"left open by {reading.games:,} games", _more(reading.more_games)
    text = f"{_named(reading.goals)} {how}: {seen(*zip(*numbers, strict=True))}"
    if reading.n_numbers > 1:
        text += f"; the intervals hold for {reading.n_numbers} numbers at once"
    return Words(f"{text}.", action)


def goal_fault(reading: GoalFaultReading, results: Results | None = None) -> Words:
    """Return the finding about a goal that cannot be judged."""
    return Words(f"One of your goals cannot be judged: {_fault(reading.fault)}.")


def with_goal(words: Words, status: GoalStatus, results: Results) -> Words:
    """Return a finding that also states the status of a goal on the same measure."""
    text, action = words.text, words.action
    if status.is_missed:
        text = f"Your goal “{status.goal}” is missed: {text[0].lower()}{text[1:]}"
        search = searching(results)
        has_command = not action or "protoplay" in action
        if not has_command and any(p.tune for p in results.pack.parameters.values()):
            action = f"{action}; or {search}"
        return Words(text, action or search, words.doubt, words.clause)
    text = f"{text} {status.games:,} games leave your goal “{status.goal}” open."
    return Words(text, action or _more(status.more_games), words.doubt, words.clause)


def missed_clause(goals: Sequence[JudgedGoal], most: int) -> str:
    """Return the missed goals for the verdict; more than `most` goals are only counted."""
    if len(goals) > most:
        return f"it misses {len(goals)} of your goals"
    return f"the game misses your goal{'s' * (len(goals) > 1)} {quoted([g.goal for g in goals])}"


def quoted(names: Sequence[str]) -> str:
    """Write goals as in the pack."""
    return listed([f"“{name}”" for name in names])


def cut_short(shares: Sequence[float]) -> str:
    """Return the share of endless games in runs that cannot judge goals; "" without shares."""
    if not shares:
        return ""
    ends = dict.fromkeys(percent(share, 0) for share in (min(shares), max(shares)))
    return f"{' to '.join(ends)} of {'its' if len(shares) == 1 else 'their'} games never end"


def games_each(games: int, each: str) -> str:
    """Return a phrase with the number of games of each value, or setting, that would decide open
    goals; "" for 0.
    """
    return f"play about {games:,} games for each {each}" if games else ""


# ---------------------------------------------------------------- numbers


def seen(
    aims: Sequence[Aim], values: Sequence[Estimate], levels: Sequence[float] | None = None
) -> str:
    """Write numbers, each with its interval and the wanted band; unusual levels are named."""
    several = len({aim.players for aim in aims}) > 1
    parts = []
    for aim, e, level in zip(aims, values, levels or [LEVEL] * len(aims), strict=True):
        of = "" if level == LEVEL else f"{percent(level, 0)} interval "
        value = f"{_value(aim, e)} ({of}{_interval(aim, e)}; wanted {band_of(aim)})"
        parts.append(f"{f'with {aim.players} players ' if several else ''}{name_of(aim)} {value}")
    return ", ".join(parts)


def name_of(aim: Aim) -> str:
    """Write the name of a measure for a sentence."""
    return aim.measure.words


def band_of(aim: Aim) -> str:
    """Write the wanted band in words."""
    unit = f"{SPACE}%" if aim.is_share else ""
    low, high = (_bound(x, aim.is_share) for x in (aim.low, aim.high))
    if aim.is_effect:
        unit = f"{SPACE}points"
    if math.isinf(aim.low):
        return f"at most {high}{unit}"
    if math.isinf(aim.high):
        return f"at least {low}{unit}"
    return f"{low} to {high}{unit}" if aim.low < 0 else f"{low}–{high}{unit}"


def value_of(aim: Aim, e: Estimate) -> str:
    """Write only the number of a goal, for a sentence."""
    if not aim.is_effect:
        return about(e, aim.is_share)
    return f"{'+' if e.value > 0 else ''}{number(e.value, 1)}{SPACE}points"


def _value(aim: Aim, e: Estimate) -> str:
    if aim.measure.is_of_games:
        return f"in {about(e)} of the games"
    return value_of(aim, e)


def _interval(aim: Aim, e: Estimate) -> str:
    """Write an interval with enough digits to distinguish its limits and to show a limit outside
    the band.
    """
    if not math.isfinite(e.half) or (e.withheld and not e.half > 0):
        return "–"
    by = 100 if aim.is_share else 1
    low, high = by * aim.low, by * aim.high
    ends = []
    for x, other in ((by * e.low, by * e.high), (by * e.high, by * e.low)):
        fewest = 1 if aim.is_share or aim.is_effect else None
        for digits in (fewest, 2, 3, 4):
            text = number(x, digits)
            value = float(text.replace("−", "-").replace(",", ""))
            is_apart = x == other or text != number(other, digits)
            if is_apart and (x < low) == (value < low) and (x > high) == (value > high):
                break
        else:
            text = number(x, fewest)
        ends.append(text)
    limits = (" to " if min(e.low, low) < 0 else "–").join(ends)
    return f"{limits}; {SKEWED}" if e.is_skewed else limits


def _bound(x: float, share: bool) -> str:
    return (f"{round(100 * x, 1):g}" if share else f"{x:g}").replace("-", "−")


def _named(goals: Sequence[JudgedGoal]) -> str:
    """Return the goals of these numbers as they were written; a goal may have several numbers."""
    names = quoted([goal.goal for goal in goals])
    return f"Your goal {names} is" if len(goals) == 1 else f"Your goals {names} are"


def _more(games: int) -> str:
    return f"play about {games:,} games more"


def _fault(fault: GoalFault) -> str:
    if fault.goal is None:
        return fault.message
    why = {
        "few": "too few of these games; play more",
        "not exchanged": "no such piece was exchanged in this run",
        "message": fault.message,
    }[fault.why]
    return f'{fault.goal.place}: "{fault.goal.measure}": {why}'
