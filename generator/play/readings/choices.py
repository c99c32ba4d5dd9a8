"""Decides how much choice players have, from legal moves, kinds of move and places."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from generator.play.measures.metrics import KindUse, Metrics, SpaceUse
from generator.play.measures.results import Results
from generator.play.readings.reading import Reading
from generator.play.statistics.inference import Estimate

# minimum share of decisions that offer more than one option; below it, players have little choice
FEW_CHOICES = 0.6
RARELY = 0.05  # share of games below which a place is hardly used
UNEVEN, VERY_UNEVEN = 2.0, 5.0  # uses of the busiest place ÷ uses of the quietest


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceReading(Reading):
    """The amount of choice that players have."""

    moves: Estimate
    agency: Estimate  # share of decisions that offer more than one option


@dataclass(frozen=True, slots=True, kw_only=True)
class KindReading(Reading):
    """The kind of move in which winners differ most from the others (association)."""

    kind: KindUse


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceReading(Reading):
    """Places of one layer: the unused places, or the busiest and the quietest place."""

    state: Literal["idle", "uneven"]
    layer: str
    spaces: tuple[SpaceUse, ...]  # places, the busiest first


def choices(results: Results) -> Iterator[Reading]:
    """Yield the readings of players' choices, and of winners' choices."""
    main = results.main.metrics
    if not main.agency.withheld:
        is_low = main.agency.value < FEW_CHOICES
        yield ChoiceReading(
            level="look" if is_low else "note", weight=40.0 if is_low else 8.0, chart="kinds",
            moves=main.branching, agency=main.agency,
        )  # fmt: skip
    yield from _kinds(main, results.pack.worth.lifts / 100)
    yield from _spaces(main)


def _kinds(main: Metrics, least: float) -> Iterator[KindReading]:
    if not main.is_contest:
        return
    gaps = [(k, k.winners.value - k.share.value) for k in main.kinds if not k.winners.withheld]
    if not gaps:
        return
    kind, gap = max(gaps, key=lambda pair: abs(pair[1]))
    if kind.winners.excludes(kind.share.value) and abs(gap) >= least:
        yield KindReading(
            level="note", weight=min(97.0, 10 + 100 * abs(gap)), chart="kinds", kind=kind
        )


def _spaces(main: Metrics) -> Iterator[SpaceReading]:
    """Yield, layer by layer, unused places and the unevenness of the use of other places.

    A table without an edge gives no reading, because most of its places are hardly ever used.
    """
    for layer in dict.fromkeys(space.layer for space in main.spaces):
        spaces = [s for s in main.spaces if s.layer == layer and not s.times.withheld]
        rarely = sum(s.used.value < RARELY for s in spaces)
        if len(spaces) < 2 or 2 * rarely > len(spaces):
            continue
        idle = tuple(s.name for s in spaces if s.used.value == 0)
        if idle:
            yield SpaceReading(
                level="look", weight=20 + 30 * len(idle) / len(spaces), chart="map", places=idle,
                state="idle", layer=layer, spaces=tuple(spaces),
            )  # fmt: skip
            continue
        order = sorted(spaces, key=lambda s: (-s.times.value, s.name))
        first, last = order[0], order[-1]
        ratio = first.times.value / last.times.value
        if ratio >= UNEVEN and first.times.low > last.times.high:
            yield SpaceReading(
                level="note", weight=10.0 if ratio > VERY_UNEVEN else 6.0, chart="map",
                places=(first.name, last.name), state="uneven", layer=layer, spaces=tuple(order),
            )  # fmt: skip
