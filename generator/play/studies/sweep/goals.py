"""Which values of a sweep meet the goals."""

from collections.abc import Iterator, Mapping, Sequence

from generator.model.measures import Measure
from generator.play.measures.aims import Aim
from generator.play.measures.ratios import NEEDED
from generator.play.readings.reading import Level
from generator.play.studies.sweep.answer import Sweep
from generator.play.telling.findings.finding import Finding
from generator.play.telling.findings.goals import (
    UNJUDGED,
    aims_asked,
    cut_short,
    games_to_decide,
    is_asked,
    judged_goals,
    of_faults,
    standings_of,
)
from generator.play.telling.numbers import (
    capital,
    games_are,
    listed,
)
from generator.play.telling.sections import anchor_of

BEYOND = "values beyond these; protoplay suggest tries other parameters, too"


def of_swept_goals(sweep: Sweep) -> Iterator[Finding]:
    """Which values meet all goals, and for each goal which meet it, miss it or leave it open.

    The intervals of all values and goals hold together: something is wrongly called met or missed
    in at most 5 % of sweeps.
    """
    first = sweep.results[0]
    n = first.main.metrics.games
    judged = [judged_goals(results, len(sweep.values)) for results in sweep.results]
    faulty = [fault for _, faults in judged for fault in faults]
    yield from of_faults(faulty)
    if not any(goals for goals, _ in judged):
        if first.pack.goals and n < NEEDED:
            text = f"{games_are(n)} too few to say which values meet your goals"
            yield Finding(f"{text}: play {NEEDED:,} for each.", 51, "note")
        elif first.pack.goals and is_asked(first) and (why := cut_short(sweep.results)):
            text = f"Your goals are {UNJUDGED} with any value of {sweep.name} tried: {why}."
            yield Finding(text, 51, "note", action=BEYOND)
        return
    standings, measures = standings_of([goals for goals, _ in judged])
    drawn = {curve.measure for curve in sweep.curves}
    charts = {
        goal: next((anchor_of(measure) for measure in goal_measures if measure in drawn), "")
        for goal, goal_measures in measures.items()
    }
    never: list[str] = []
    if len(standings) > 1:
        never = _never_met(standings)
        yield _all_goals(sweep, standings, never, "that can be judged" if faulty else "")
    alike = [g for g, s in standings.items() if len(set(s)) == 1 and s[0] != "missed"]
    if len(alike) > 1:
        words = listed([f"“{goal}” is {standings[goal][0]}" for goal in alike])
        text = f"With every value of {sweep.name} tried {words}."
        is_open = any(standings[goal][0] == "open" for goal in alike)
        action = games_to_decide([g for g, _ in judged], alike, n, "value")
        chart = next((charts[goal] for goal in alike if charts[goal]), "")
        yield Finding(text, 95, "note" if is_open else "fine", chart, action=action)
    for goal, standing in standings.items():
        if goal in never or (len(alike) > 1 and goal in alike):
            continue
        parts = [
            f"{word} with {_values(sweep, [s == word for s in standing])}"
            for word in ("met", "missed", "open", UNJUDGED)
            if word in standing
        ]
        level: Level = "note"
        if len(parts) == 1:
            level = {"met": "fine", "missed": "look"}.get(standing[0], "note")  # type: ignore[assignment]
        why = cut_short(sweep.results) if len(standings) == 1 and UNJUDGED in standing else ""
        text = f"Your goal “{goal}” is {'; '.join(parts)}{f' ({why})' if why else ''}."
        action = games_to_decide([g for g, _ in judged], [goal], n, "value")
        if set(standing) == {"missed"}:
            action = BEYOND
        yield Finding(text, 96, level, charts[goal], action=action)


def unlike_of(sweep: Sweep) -> set[Measure]:
    """The measures of goals that come out differently at different values."""
    judged = [judged_goals(results, len(sweep.values))[0] for results in sweep.results]
    standings, measures = standings_of(judged)
    unlike = [goal for goal, standing in standings.items() if len(set(standing)) > 1]
    moved = {measure for goal in unlike for measure in measures[goal]}
    if any(measure.is_of_sides for measure in moved):  # what one seat wins more another wins less
        moved |= {curve.measure for curve in sweep.curves if curve.measure.is_of_sides}
    return moved


def bands_of_sweep(sweep: Sweep) -> dict[Measure, Aim]:
    """The goal of each measure that has one."""
    first = sweep.results[0]
    return {aim.measure: aim for aim in aims_asked(first)[0]} if is_asked(first) else {}


def _never_met(standings: Mapping[str, Sequence[str]]) -> list[str]:
    """The goals that every value misses."""
    return [goal for goal, standing in standings.items() if set(standing) == {"missed"}]


def _all_goals(
    sweep: Sweep, standings: Mapping[str, Sequence[str]], never: Sequence[str], which: str
) -> Finding:
    """Which values meet every goal, or may; where none does, the goals that are `never` met.

    `which` goals these are, where they are not all of them.
    """
    at_each = list(zip(*standings.values(), strict=True))
    met = [set(each) == {"met"} for each in at_each]
    may = ["open" in each and not {"missed", UNJUDGED} & set(each) for each in at_each]
    goals = "both goals" if len(standings) == 2 else f"all {len(standings)} goals"
    goals = f"{goals} {which}".rstrip()
    left = f"; {_values(sweep, may)} may" if any(may) else ""
    unjudged = [UNJUDGED in each for each in at_each]
    untold = ""
    if any(unjudged):
        verb = "is" if sum(unjudged) == 1 else "are"
        why = cut_short(sweep.results)
        untold = f"; {_values(sweep, unjudged)} {verb} {UNJUDGED}{f': {why}' if why else ''}"
    if all(met):
        return Finding(f"{capital(_values(sweep, met))} meets {goals}.", 97, "fine")
    if any(met):
        verb = "meets" if sum(met) == 1 else "meet"
        head = capital(_values(sweep, met)) if left else f"Only {_values(sweep, met)}"
        return Finding(f"{head} {verb} {goals}{left}{untold}.", 97, "note")
    sure = "is sure to meet" if left else "meets"
    if never:
        text = f"No value of {sweep.name} tried meets {goals}"
        text += f": every one misses {listed([f'“{goal}”' for goal in never])}."
        return Finding(text, 97, "look", action=BEYOND)
    return Finding(
        f"No value of {sweep.name} tried {sure} {goals}{left}{untold}.",
        97,
        "note" if left else "look",
    )


def _values(sweep: Sweep, which: Sequence[bool]) -> str:
    """Values of the parameter, three neighbours or more as a range."""
    if all(which):
        return f"every value of {sweep.name} tried"
    runs: list[list[float]] = []
    for i, value in enumerate(sweep.values):
        if not which[i]:
            continue
        if runs and i and which[i - 1]:
            runs[-1].append(value)
        else:
            runs.append([value])
    names = []
    for run in runs:
        names += [f"{run[0]:g} to {run[-1]:g}"] if len(run) > 2 else [f"{x:g}" for x in run]
    return f"{sweep.name} {listed(names)}"
