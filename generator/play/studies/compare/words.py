"""The sentences and titles of a comparison: changes, goals, tiles."""

from generator.model.letters import capital
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Difference
from generator.play.readings.goals import STANDINGS, GoalFaultReading
from generator.play.readings.reading import Reading
from generator.play.studies.compare.answer import Comparison
from generator.play.studies.compare.readings import (
    ChangesReading,
    CutReading,
    GoalReading,
    GoalsAlikeReading,
    LargestReading,
    NoChangeReading,
    SmallReading,
    TileReading,
    cut_of,
)
from generator.play.telling.finding import Finding, finding_of
from generator.play.telling.numbers import (
    SPACE,
    UNIT,
    change_said,
    games_are,
    listed,
    number,
    with_half,
)
from generator.play.telling.titles import at_least, changed_said, unit_of
from generator.play.telling.words.common import TileWords, Words
from generator.play.telling.words.ends import cut_off
from generator.play.telling.words.goals import STANDS, cut_short, games_each, goal_fault

AS_IT_IS = "as it is"  # label of a base that has no settings of its own


def finding(reading: Reading, comparison: Comparison) -> Finding:
    """Return the finding for a reading."""
    words: Words = WORDS[type(reading)](reading, comparison)  # type: ignore[operator]
    return finding_of(reading, words)


def goal(reading: GoalReading, comparison: Comparison) -> Words:
    """Return the finding about a goal whose status differs between the settings."""
    labels = [label for label, _ in comparison.results]
    parts = []
    for standing in ("missed", *(s for s in STANDINGS if s != "missed")):
        pairs = zip(labels, reading.standings, strict=True)
        which = [label for label, stands in pairs if stands == standing]
        if which:
            how = [x if x == labels[0] == AS_IT_IS else f"with {x}" for x in which]
            parts.append(f"{STANDS[standing]} {listed(how)}")
    why = f" ({cut_short(reading.cut)})" if reading.cut else ""
    text = f"Your goal “{reading.goal_name}” is {'; '.join(parts)}{why}."
    return Words(text, games_each(reading.games_needed, "setting"))


def goals_alike(reading: GoalsAlikeReading, comparison: Comparison) -> Words:
    """Return the finding about goals with the same status under all settings."""
    every = "both settings" if len(comparison.results) == 2 else "all settings"
    stand = listed([f"“{name}” is {STANDS[standing]}" for name, standing in reading.goals])
    text = f"With {every} your goal {stand}."
    return Words(text, games_each(reading.games_needed, "setting"))


def largest(reading: LargestReading, comparison: Comparison) -> Words:
    """Return the finding about the largest change of each setting."""
    parts = [
        f"with {label} {_changed(d, comparison) if d is not None else 'nothing noticeable'}"
        for label, d in reading.changes
    ]
    return Words(f"Largest change: {'; '.join(parts)}.")


def cut(reading: CutReading, comparison: Comparison) -> Words:
    """Return the finding about games that did not finish."""
    return Words(cut_off_settings(comparison))


def changes(reading: ChangesReading, comparison: Comparison) -> Words:
    """Return the finding about the changes by a setting."""
    also = " also" if reading.is_more else ""
    parts = "; ".join(_changed(d, comparison) for d in reading.differences)
    return Words(f"With {reading.label}{also}: {parts}.")


def small(reading: SmallReading, comparison: Comparison) -> Words:
    """Return the finding about certain changes that are too small to notice."""
    n = len(reading.differences)
    more = "more " if reading.is_more else ""
    many = f"one {more}difference is" if n == 1 else f"{n} {more}differences are"
    sizes = ", ".join(map(_unfelt, reading.differences))
    return Words(f"With {reading.label}, {many} certain, but too small to notice: {sizes}.")


def no_change(reading: NoChangeReading, comparison: Comparison) -> Words:
    """Return the finding that no change is certain."""
    if reading.is_few:
        games = games_are(reading.games)
        return Words(f"{games} too few to be sure of a change: play {NEEDED:,} at least.")
    return Words(f"No difference detected in {reading.games:,} games on the same seeds.")


WORDS = {
    GoalFaultReading: goal_fault,
    GoalReading: goal,
    GoalsAlikeReading: goals_alike,
    LargestReading: largest,
    CutReading: cut,
    ChangesReading: changes,
    SmallReading: small,
    NoChangeReading: no_change,
}


def cut_off_settings(comparison: Comparison) -> str:
    """Return the share of unfinished games for each setting; "" if hardly any games were
    unfinished.
    """
    base = comparison.results[0][0]
    return cut_off(
        (label if label == base else f"with {label}", results)
        for label, results in comparison.results
    )


def tile(reading: TileReading, comparison: Comparison) -> TileWords:
    """Return the answer to a tile's question, which is the change of the measure."""
    d, base, cut = reading.difference, comparison.results[0][0], cut_of(comparison)
    was, now, _ = changed_said(d, base, cut)
    answer = capital(f"{was} → {now}{unit_of(d.measure)}") if d.is_sure else "No sure change"
    answer = "Too few games" if reading.state == "open" else answer
    values = [
        f"{at_least(d.measure, label in cut)}{with_half(e, d.is_share)}"
        for label, e in ((base, d.base), (d.label, d.other))
    ]
    return TileWords(answer, f"{capital(d.name)}: {values[0]} {base}, {values[1]} with {d.label}")


def _changed(d: Difference, comparison: Comparison) -> str:
    """Return a measure before and after, and its change unless games are unfinished."""
    was, now, is_whole = changed_said(d, comparison.results[0][0], cut_of(comparison))
    if not is_whole and d.measure.is_length:
        return f"{d.name} {was}{SPACE}→{SPACE}{now}"
    unit = f" {UNIT}" if d.is_share else ""
    return f"{d.name} {was}{SPACE}→{SPACE}{now} ({change_said(d)}{unit})"


def _unfelt(d: Difference) -> str:
    """Return a change that is too small to notice, and the smallest noticeable change."""
    by, unit = (1.0, UNIT) if d.is_share else (1 / (abs(d.base.value) or 1.0), "%")
    size, least = 100 * by * abs(d.difference.value), 100 * by * d.least
    sign = "+" if d.difference.value > 0 else "−"
    digits = next((n for n in range(1, 9) if number(size, n) != number(least, n)), 9)
    text = f"{sign}{number(size, digits)}{SPACE}{unit}, "
    text += f"noticeable from {number(least, digits)}{SPACE}{unit}"
    return f"{d.name} ({text})"
