"""What there is to choose: legal moves, kinds of move, places."""

from collections.abc import Iterator, Mapping

from generator.model.pack import Worth
from generator.play.measures.metrics import Metrics
from generator.play.measures.pieces import said_of
from generator.play.telling.findings.finding import Finding
from generator.play.telling.numbers import about, counted, percent, with_half

FEW_CHOICES = 0.6  # decisions with a choice
RARELY = 0.05  # of the games: a place used in fewer is hardly part of the table
UNEVEN, VERY_UNEVEN = 2.0, 5.0  # the busiest place is used so many times as often as the quietest


def of_choices(main: Metrics, said: Mapping[str, str], worth: Worth) -> Iterator[Finding]:
    """How much choice there is, and what winners choose."""
    yield from _choices(main)
    yield from _kinds(main, said, worth.lifts / 100)
    yield from _spaces(main)


def _choices(main: Metrics) -> Iterator[Finding]:
    e = main.agency
    if e.withheld:
        return
    text = f"A player to move has {counted(round(main.branching.value), 'legal move')} on average"
    often = f"in {percent(e.value, 0)} of the decisions"
    if e.value in (0, 1):
        often = "always" if e.value else "never"
    text += f", and {often} more than one."
    low = e.value < FEW_CHOICES
    yield Finding(text, 40 if low else 8, "look" if low else "note", chart="kinds")


def _kinds(main: Metrics, said: Mapping[str, str], least: float) -> Iterator[Finding]:
    """The kind of move that tells winners from the rest."""
    if not main.is_contest:
        return
    gaps = [(k, k.winners.value - k.share.value) for k in main.kinds if not k.winners.withheld]
    if not gaps:
        return
    kind, gap = max(gaps, key=lambda pair: abs(pair[1]))
    if kind.winners.excludes(kind.share.value) and abs(gap) >= least:
        more = "more" if gap > 0 else "less"
        text = (
            f"Winners choose “{said_of(said, kind.name)}” {more} often: "
            f"{about(kind.winners)} of their moves, {about(kind.share)} of everyone's "
            "(association)."
        )
        yield Finding(text, min(97.0, 10 + 100 * abs(gap)), "note", chart="kinds")


def _spaces(main: Metrics) -> Iterator[Finding]:
    """Places nobody comes to, and how unevenly the others are used, layer by layer.

    Nothing is said of a table without an edge, most of whose places are hardly ever used.
    """
    for layer in dict.fromkeys(space.layer for space in main.spaces):
        spaces = [s for s in main.spaces if s.layer == layer and not s.times.withheld]
        rarely = sum(s.used.value < RARELY for s in spaces)
        if len(spaces) < 2 or 2 * rarely > len(spaces):
            continue
        n, many = spaces[0].used.n, f"{layer}s"
        idle = [s.name for s in spaces if s.used.value == 0]
        if idle:
            text = (
                f"{len(idle)} of {len(spaces)} {many} are never used in {n:,} games: "
                f"{', '.join(idle[:3])}{' …' if len(idle) > 3 else ''}."
            )
            weight = 20 + 30 * len(idle) / len(spaces)
            yield Finding(text, weight, "look", "map", places=tuple(idle))
            continue
        order = sorted(spaces, key=lambda s: (-s.times.value, s.name))
        first, last = order[0], order[-1]
        ratio = first.times.value / last.times.value
        if ratio < UNEVEN or first.times.low <= last.times.high:
            continue
        text = (
            f"Of {len(spaces)} {many} the busiest, {first.name}, is used "
            f"{with_half(first.times, False)} times a game, the quietest, {last.name}, "
            f"{with_half(last.times, False)} times."
        )
        weight = 10 if ratio > VERY_UNEVEN else 6
        yield Finding(text, weight, "note", "map", places=(first.name, last.name))
