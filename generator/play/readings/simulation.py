"""All readings of a simulation; readings of equal weight keep this order.

The second kind of player is a check. Alarms that it clearly does not share come below all other
alarms and no longer count as alarms.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.play.engine.kinds import is_plain_greedy
from generator.play.measures.results import Results
from generator.play.readings.choices import choices
from generator.play.readings.course import course, own_figures
from generator.play.readings.effects import effect_readings, effects_readings
from generator.play.readings.ends import ends_of, holes_of, is_unfinished
from generator.play.readings.goals import with_goals
from generator.play.readings.kingmaking import kingmaking
from generator.play.readings.length import lengths
from generator.play.readings.pieces import pieces
from generator.play.readings.reading import PrecisionReading, Reading
from generator.play.readings.restrict import restricted
from generator.play.readings.scores import scores
from generator.play.readings.seats import fairness
from generator.play.readings.supplies import supplies

BELOW = 0.1


def readings_of(results: Results) -> Iterator[Reading]:
    """Return all readings; for unfinished games, return only the reasons."""
    if is_unfinished(results.main.metrics):
        yield from _ends(results)
        yield from holes_of(results)
        return
    yield from weighed(results, list(with_goals(results, list(_of_play(results)))))
    yield from holes_of(results)
    yield from _trials(results)
    if not results.reached:
        yield PrecisionReading(level="look", weight=95.0, games=results.main.metrics.games)


def weighed(results: Results, readings: Sequence[Reading]) -> Iterator[Reading]:
    """Return the readings; disputed readings come below all alarms and are not alarms
    themselves.
    """
    least = min(
        (r.weight for r in readings if r.level == "look" and not r.is_disputed), default=100.0
    )
    secret = sees_secrets(results)
    for r in readings:
        is_alarm = r.level == "look"
        r = replace(r, sees_secrets=secret and is_alarm and r.chart == "seats")
        if r.is_disputed and is_alarm:
            yield replace(r, level="note", weight=min(r.weight, least - BELOW))
        else:
            yield replace(r, is_disputed=False)


def sees_secrets(results: Results) -> bool:
    """Whether greedy players choose in secret by the score alone, so that the last player sees the
    result.
    """
    provenance = results.provenance
    is_greedy = any(map(is_plain_greedy, results.main.agents))
    return provenance.has_secret and not provenance.has_value and is_greedy


def _of_play(results: Results) -> Iterator[Reading]:
    """Return the readings of the games themselves."""
    yield from _ends(results)
    if results.main.metrics.is_contest:
        yield from fairness(results)
    yield from scores(results)
    yield from course(results)
    yield from lengths(results)
    yield from own_figures(results)
    yield from supplies(results)
    yield from pieces(results)
    yield from choices(results)


def _ends(results: Results) -> Iterator[Reading]:
    reading = ends_of(results)
    if reading is not None:
        yield reading


def _trials(results: Results) -> Iterator[Reading]:
    """Return the readings of additional trials."""
    yield from restricted(results)
    reading = kingmaking(results)
    if reading is not None:
        yield reading
    if results.effect is not None:
        yield from effect_readings(results.effect, results.pack.worth.effects / 100)
    yield from effects_readings(results)
