"""Titles of charts, which state the result of a chart, and words for measures.

A title states no more than its numbers support; findings judge.
"""

from collections.abc import Collection, Sequence

from generator.model.letters import capital
from generator.model.measures import Measure
from generator.play.measures.results import Curve, Difference
from generator.play.readings.changes import size_of, way_of
from generator.play.telling.numbers import SPACE, UNIT, about, before_and_after, games_are, signed

VERBS = {"rising": "rise", "falling": "fall"}
OWN_FIGURES = "The pack's own figures"
GROUPS = (
    ("Who wins", ("seats",)),
    ("How long it takes", ("length",)),
    ("How it goes", ("course", "outcome")),
    ("Does it break", ("unended", "supply")),
)
HEADINGS = (*(heading for heading, _ in GROUPS), OWN_FIGURES)


def group_of(measure: Measure) -> str:
    """Return the heading that a measure belongs to."""
    return next((heading for heading, topics in GROUPS if measure.topic in topics), OWN_FIGURES)


def goes(verb: str, measure: Measure) -> str:
    """Return a verb in the form that agrees with a measure.

    >>> from generator.model.measures import SCORE, STALL
    >>> goes("rise", SCORE), goes("rise", STALL)
    ('rises', 'rise')
    """
    if measure.is_plural:
        return verb
    return f"{verb}es" if verb.endswith("o") else f"{verb}s"


def unit_of(measure: Measure) -> str:
    """Return the unit after a number of a measure, if no name precedes it."""
    return f" {measure.unit}" if measure.unit else ""


def at_least(measure: Measure | None, is_cut: bool) -> str:
    """Return the words before a number from games of which many were cut off."""
    return f"at{SPACE}least{SPACE}" if is_cut and measure and measure.is_length else ""


def named_at_least(measure: Measure, is_cut: bool) -> str:
    """Return a measure's name for a table, with the words for games that were cut off."""
    return f"{measure.label}{', at least' if at_least(measure, is_cut) else ''}"


def curve_title(curve: Curve, values: Sequence[float], cut: Sequence[bool] = ()) -> str:
    """Return how a measure changes over a sweep's values, by the shape of its curve.

    `cut` are the values at which games were cut off.
    """
    label, share = capital(curve.measure.label), curve.is_share
    cut = cut or [False] * len(values)
    points = [
        f"{at_least(curve.measure, is_cut)}{about(e, share)}"
        for e, is_cut in zip(curve.points, cut, strict=True)
    ]
    first, last = points[0], points[-1]
    ends = f"{first} at {values[0]:g}, {last} at {values[-1]:g}"
    if any(p.withheld for p in curve.points):
        return f"{label}: {ends}, with few games"
    if curve.shape == "flat":
        return f"{label}: no certain change"
    is_whole = not any(cut) or not curve.measure.is_of_whole_games
    if curve.at is not None and is_whole:
        word = {"peak": "highest", "valley": "lowest"}.get(curve.shape, "level from")
        joint = "" if word == "level from" else " at"
        return f"{label}: {word}{joint} {curve.at:g}"
    way = way_of(curve)
    if len(way) > 2 or curve.shape not in VERBS or not is_whole:
        stops = ", ".join(f"{points[i]} at {values[i]:g}" for i in way)
        return f"{label}: {stops}"
    return f"{capital(curve.measure.title)} {goes(VERBS[curve.shape], curve.measure)}: {ends}"


def changed_said(d: Difference, base: str, cut: Collection[str]) -> tuple[str, str, bool]:
    """Return both values of a difference, and whether all games of both finished.

    `base` is the setting that others are compared with, and `cut` are the settings whose games were
    cut off.
    """
    words = [at_least(d.measure, label in cut) for label in (base, d.label)]
    was, now = (f"{word}{told}" for word, told in zip(words, before_and_after(d), strict=True))
    return was, now, not (d.measure.is_of_whole_games and cut and {base, d.label} & set(cut))


def largest_title(rows: Sequence[Difference], base: str = "", cut: Collection[str] = ()) -> str:
    """Return the largest certain change of a comparison."""
    if all(d.difference.withheld for d in rows):
        return f"{games_are(rows[0].difference.n)} too few to be sure of a change"
    sure = [d for d in rows if d.is_sure]
    if not sure:
        return "Nothing here changes by more than chance explains"
    d = max(sure, key=size_of)
    was, now, is_whole = changed_said(d, base, cut)
    if not is_whole:
        return f"{capital(d.name)}: {was} → {now} with {d.label}"
    word = goes("rise" if d.difference.value > 0 else "fall", d.measure)
    size = signed(d.difference, d.is_share)
    unit = f" {UNIT}" if d.is_share else ""
    return f"{capital(d.name)}: {word} by {size.lstrip('+−')}{unit} with {d.label}"
