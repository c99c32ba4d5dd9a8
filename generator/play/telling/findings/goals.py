"""Goals in words, and whether a run meets those of its pack."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.model.goals import Goal
from generator.model.measures import Measure
from generator.play.measures.aims import Aim, aims_of, goals_on, pieces_asked
from generator.play.measures.ratios import NEEDED, POINTS
from generator.play.measures.results import AS_ITSELF, Results
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.statistics.sample_sizes import games_to_tell
from generator.play.statistics.share_bounds import clopper_pearson
from generator.play.telling.commands import searching
from generator.play.telling.findings.finding import Finding
from generator.play.telling.numbers import (
    SKEWED,
    SPACE,
    about,
    listed,
    number,
    percent,
)
from generator.play.telling.words.common import players_of

CUT_SHORT = 0.05  # of the games, from which they say nothing of goals; `suggest` asks for as much
UNJUDGED = "not judged"  # how a goal stands where games say nothing of it

Told = list[tuple[Aim, Estimate]]


def with_goals(results: Results, others: Sequence[Finding]) -> Iterator[Finding]:
    """Findings with those on the pack's goals, each fact once.

    What is told of a goal's measure tells what becomes of that goal, too.
    """
    findings = list(others)
    facts = [(i, f, f.fact) for i, f in enumerate(findings) if f.fact is not None]
    alarms = {fact: i for i, _, fact in facts if not fact.is_of_sides}
    alarms |= {fact: i for i, f, fact in facts if f.level == "look"}
    of_sides = [i for i, f, fact in facts if f.level == "look" and fact.is_of_sides]
    # a goal on all of them is missed by whichever is ahead
    every_side = of_sides[0] if of_sides else None
    done = set()
    for told in judged_goals(results)[0]:
        is_missed = _is_missed(told)
        at = {
            every_side if aim.is_on_every_side else alarms.get(aim.measure)
            for aim, e in told
            if (aim.is_missed(e) if is_missed else not aim.is_met(e))
        }
        i = at.pop() if len(at) == 1 else None
        if i is None or findings[i].goal:
            continue
        f, goal = findings[i], told[0][0].goal
        done.add(goal)
        if is_missed:
            text = f"Your goal “{goal}” is missed: {f.text[0].lower()}{f.text[1:]}"
            action = f.action or searching(results)
            is_told = "protoplay" in action
            if not is_told and any(p.tune for p in results.pack.parameters.values()):
                action += f"; or {searching(results)}"
            weight = max(98.0, f.weight)
            findings[i] = replace(
                f, text=text, weight=weight, level="look", goal=goal, action=action
            )
        else:
            n = results.main.metrics.games
            text = f"{f.text} {n:,} games leave your goal “{goal}” open."
            findings[i] = replace(f, text=text, action=f.action or _would_tell([told], n))
    yield from of_goals(results, done)
    yield from findings


def of_goals(results: Results, done: Collection[str] = ()) -> Iterator[Finding]:
    """Which of the pack's goals are missed, which hold, and which these games leave open.

    `done`: goals told elsewhere.

    Goals are of the game with the fewest players, as `suggest` takes them. The intervals hold
    together: some goal is wrongly called missed, or held, in at most 5 % of runs.
    """
    main = results.main.metrics
    goals, faults = judged_goals(results)
    numbers = sum(map(len, goals))
    yield from of_faults(faults)
    goals = [numbered for numbered in goals if numbered[0][0].goal not in done]
    missed = [numbered for numbered in goals if _is_missed(numbered)]
    held = [numbered for numbered in goals if all(aim.is_met(e) for aim, e in numbered)]
    left = [numbered for numbered in goals if numbered not in missed and numbered not in held]
    if missed:
        which = [(aim, e) for numbered in missed for aim, e in numbered if aim.is_missed(e)]
        text = f"{_goals(missed)} missed by {players_of(main.agents)}: {_words(which, numbers)}."
        action = searching(results)
        yield Finding(text, 98, "look", "goals", action=action)
    if held:
        words = _words([pair for numbered in held for pair in numbered], numbers)
        text = f"{_goals(held)} met: {words}."
        yield Finding(text, 14, "fine")
    if left:
        which = [(aim, e) for numbered in left for aim, e in numbered if not aim.is_met(e)]
        text = f"{_goals(left)} left open by {main.games:,} games: {_words(which, numbers)}."
        yield Finding(text, 16, "note", action=_would_tell(left, main.games))


def games_to_decide(
    judged: Sequence[Sequence[Told]], names: Collection[str], games: int, each: str
) -> str:
    """How many games of each value, or setting, tell of these goals where they are open."""
    left = [
        goal for goals in judged for goal in goals
        if goal[0][0].goal in names and _standing(goal) == "open"
    ]  # fmt: skip
    if not left:
        return ""
    return f"play about {max(_games_for(goal, games) for goal in left):,} games for each {each}"


def _would_tell(left: Sequence[Told], games: int) -> str:
    """How many games more would tell of these goals, which so many leave open."""
    return f"play about {max(_games_for(goal, games) for goal in left) - games:,} games more"


def _games_for(goal: Told, games: int) -> int:
    """How many games tell whether an open goal is met, if its numbers stay near where they are.

    The way to the edge is granted a standard error, for no number of games tells on which side of
    an edge the edge itself lies; inside a band it is half of it at the most.
    """
    needed = {True: [0], False: [0]}
    for aim, e in goal:
        margin = aim.margin(e.value)
        way = abs(margin) * aim.half + e.half / 2
        if margin >= 0 and not aim.is_open:
            way = min(way, aim.half)
        if not aim.is_met(e):
            needed[margin < 0].append(games_to_tell(e.half, way, games))
    return min(needed[True][1:], default=max(needed[False]))


def of_faults(faults: Iterable[str]) -> Iterator[Finding]:
    """Goals that cannot be judged, each told once."""
    for fault in dict.fromkeys(faults):
        yield Finding(f"A goal of yours cannot be judged: {fault}.", 45, "note")


def standings_of(
    judged: Sequence[Sequence[Told]],
) -> tuple[dict[str, list[str]], dict[str, list[Measure]]]:
    """Each goal's standing in every run, and its measures."""
    standings: dict[str, list[str]] = {}
    measures: dict[str, list[Measure]] = {}
    for i, goals in enumerate(judged):
        for told in goals:
            goal = told[0][0].goal
            standings.setdefault(goal, [UNJUDGED] * len(judged))[i] = _standing(told)
            measures.setdefault(goal, [aim.measure for aim, _ in told])
    return standings, measures


def band_on(results: Results, measure: Measure) -> Aim | None:
    """The goal on a measure, where these players are those it is for."""
    aims = aims_asked(results)[0] if is_asked(results) else []
    return next((aim for aim in aims if aim.measure == measure), None)


def _standing(goal: Told) -> str:
    """Whether a goal is met, missed or left open."""
    if _is_missed(goal):
        return "missed"
    return "met" if all(aim.is_met(e) for aim, e in goal) else "open"


def missed_of(results: Results) -> list[list[Aim]]:
    """The goals that are missed, each by its numbers that miss it."""
    goals, _ = judged_goals(results)
    return [[aim for aim, e in goal if aim.is_missed(e)] for goal in goals if _is_missed(goal)]


def seen(
    aims: Sequence[Aim], values: Sequence[Estimate], levels: Sequence[float] | None = None
) -> str:
    """Numbers, each with its interval and the band that is wanted; unusual levels are named."""
    several = len({aim.players for aim in aims}) > 1
    parts = []
    for aim, e, level in zip(aims, values, levels or [LEVEL] * len(aims), strict=True):
        of = "" if level == LEVEL else f"{percent(level, 0)} interval "
        value = f"{_of(aim, e)} ({of}{_interval(aim, e)}; wanted {band_of(aim)})"
        parts.append(f"{f'with {aim.players} players ' if several else ''}{name_of(aim)} {value}")
    return ", ".join(parts)


def name_of(aim: Aim) -> str:
    """A measure as a sentence has it."""
    return aim.measure.words


def band_of(aim: Aim) -> str:
    """The band wanted, in words."""
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
    """A goal's number alone, as a sentence has it."""
    if not aim.is_effect:
        return about(e, aim.is_share)
    return f"{'+' if e.value > 0 else ''}{number(e.value, 1)}{SPACE}points"


def judged_goals(results: Results, times: int = 1) -> tuple[list[Told], list[str]]:
    """Each goal with what these games show of it, and why some cannot be judged.

    `times`: as many runs are judged together.
    Nothing is judged by other players than `suggest` asks, nor by games that were cut short.
    """
    main = results.main.metrics
    if not is_asked(results) or _is_cut(results) or main.games < NEEDED:
        return [], []
    aims, exchanged, faults = aims_asked(results)
    goals: dict[str, Told] = {}
    for aim, e in _known(aims, exchanged, results, times):
        goals.setdefault(aim.goal, []).append((aim, e))
    return list(goals.values()), faults


def _cut_of(results: Results) -> float:
    """The share of a run's games that were cut short, as they did not end."""
    return results.main.tally.ends.get("cap", 0) / results.main.metrics.games


def _is_cut(results: Results) -> bool:
    """Whether too many games were cut short, with no goal on how many may be."""
    on_cut = any(goal.about.is_on_limit for goal in results.pack.goals)
    return _cut_of(results) > CUT_SHORT and not on_cut


def cut_short(runs: Sequence[Results]) -> str:
    """How many games never end in the runs that say nothing of goals; none: nothing."""
    shares = [_cut_of(results) for results in runs if _is_cut(results)]
    if not shares:
        return ""
    ends = dict.fromkeys(percent(share, 0) for share in (min(shares), max(shares)))
    return f"{' to '.join(ends)} of {'its' if len(shares) == 1 else 'their'} games never end"


def is_asked(results: Results) -> bool:
    """Whether these are the players that `suggest` asks."""
    main, pack = results.main.metrics, results.pack
    is_wished = main.players == pack.players[0] or any(goal.players for goal in pack.goals)
    return is_wished and len(set(main.agents)) == 1


def _is_missed(goal: Told) -> bool:
    return any(aim.is_missed(e) for aim, e in goal)


def _goals(judged: Sequence[Told]) -> str:
    """Which goals are so, as they were written: one may ask several numbers."""
    names = [f"“{goal[0][0].goal}”" for goal in judged]
    return f"Your goal {names[0]} is" if len(names) == 1 else f"Your goals {listed(names)} are"


def aims_asked(results: Results) -> tuple[list[Aim], dict[Goal, Estimate], list[str]]:
    """The pack's goals as numbers of these games, what exchanges showed, and why some are none."""
    tally, goals = results.main.tally, results.pack.goals
    exchanged, untold = _exchanged(results)
    goals = tuple(goal for goal in goals if goal not in untold)
    pieces = [goal.about.piece for goal in exchanged]
    unknown = [f'{goal.place}: "{goal.measure}": {why}' for goal, why in untold.items()]
    try:
        return aims_of(goals, tally, pieces), exchanged, unknown
    except ValueError as fault:
        together = str(fault)
    aims: list[Aim] = []
    faults: list[str] = []
    for goal in goals:
        try:
            aims += aims_of([goal], tally, pieces)
        except ValueError as fault:
            faults.append(str(fault))
    if not faults:  # each can be: they exclude each other
        return [], exchanged, [together, *unknown]
    return aims, exchanged, [*faults, *unknown]


def _exchanged(results: Results) -> tuple[dict[Goal, Estimate], dict[Goal, str]]:
    """What the exchanges of this run showed of goals on pieces, in points, or why they tell none.

    A piece that was asked for alone is judged by that.
    """
    pieces = {e.piece: (e.value, e.unplayable) for e in results.effects}
    if results.effect is not None:
        for o in results.effect.outcomes:
            if o.label.startswith(AS_ITSELF):
                pieces[results.effect.piece] = (o.holders, o.unplayable)
    estimates: dict[Goal, Estimate] = {}
    untold: dict[Goal, str] = {}
    for piece, (e, unplayable) in pieces.items():
        for goal in goals_on(results.pack, piece, results.main.tally.measures):
            if e.withheld:
                untold[goal] = unplayable or "too few of these games tell: play more"
            else:
                value, low, high = (POINTS * x for x in (e.value, e.low, e.high))
                estimates[goal] = replace(e, value=value, low=low, high=high)
    for goal, _ in pieces_asked(results.pack.goals, results.main.tally.measures) if pieces else ():
        if goal not in estimates and goal not in untold:
            untold[goal] = "no such piece was exchanged in this run"
    return estimates, untold


def _known(
    aims: Sequence[Aim], estimates: Mapping[Goal, Estimate], results: Results, times: int
) -> Told:
    """Those that have an interval, wide enough for all of them to hold together.

    A number that is the same in all games may yet differ by one, or by itself, in as many as may
    be unseen.
    """
    tally = results.main.tally
    exchanged = {f"{g.measure} {g.written}": e for g, e in estimates.items()}
    aims = [a for a in aims if a.goal in exchanged or math.isfinite(a.of(tally).half)]
    level = 1 - (1 - LEVEL) / max(1, len(aims) * times)
    judged = []
    for aim in aims:
        e = exchanged[aim.goal].at(level) if aim.goal in exchanged else aim.of(tally, level)
        if e.half == 0:
            unseen = clopper_pearson(0, tally.games, level).high * max(1.0, abs(e.value))
            e = replace(e, low=e.value - unseen, high=e.value + unseen)
        judged.append((aim, e))
    return judged


def _words(pairs: Told, together: int) -> str:
    """Numbers in words, and why their intervals are wider than elsewhere on the page."""
    text = seen([aim for aim, _ in pairs], [e for _, e in pairs])
    return f"{text}; the intervals hold for {together} numbers at once" if together > 1 else text


def _of(aim: Aim, e: Estimate) -> str:
    if aim.measure.is_of_games:
        return f"in {about(e)} of the games"
    return value_of(aim, e)


def _interval(aim: Aim, e: Estimate) -> str:
    """From–to, with digits enough to tell the ends apart and show one that is outside the band."""
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
