"""Decides the cost of going without a move or a piece, which one player may not use while others
may.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.model.teams import Sides
from generator.play.measures.results import Restricted, Results
from generator.play.readings.reading import Level, Reading

MOST_NAMED = 3  # greatest number of moves or pieces that the verdict names, if no more were tried
MOST_ALONE = 2  # greatest number of costly moves that each get their own finding
FORCED = 0.1  # share of a free player's uses from which forced uses are reported
NO_COST = 0.06  # upper limit of a cost below which it counts as no cost
State = Literal["gains", "costs", "nothing", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFewReading(Reading):
    """Too few games were played with a restriction."""

    games: int
    games_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutReading(Reading):
    """The cost of going without one move or piece."""

    state: State
    restricted: Restricted
    sides: Sides

    @property
    def fair(self) -> float:
        """A fair share of the wins."""
        return 1 / self.sides.n


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyCostReading(Reading):
    """Several moves with a sure cost, the costliest first."""

    restricted: tuple[Restricted, ...]
    sides: Sides

    @property
    def fair(self) -> float:
        """A fair share of the wins."""
        return 1 / self.sides.n


@dataclass(frozen=True, slots=True, kw_only=True)
class UntestedReading(Reading):
    """Untested moves or pieces, because nobody uses them or their users have no other move."""

    restricted: tuple[Restricted, ...]
    is_used: bool


@dataclass(frozen=True, slots=True)
class RestrictAnswer:
    """The costs that the verdict states; of many costs, only the largest."""

    sides: Sides
    held: tuple[Restricted, ...]  # all tested restrictions, the costliest first
    # restrictions to name; empty if it is open which restrictions cost most
    named: tuple[Restricted, ...]
    n_alike: int  # if no restriction is named, the number of restrictions that may be the costliest
    n_costly: int  # number of restrictions with a sure cost
    untested: tuple[UntestedReading, ...]


def restricted(results: Results) -> Iterator[Reading]:
    """Yield the worth of moves and pieces; several costly restrictions share one finding."""
    few = [r.share for r in results.restricted if r.share.withheld]
    if few and len(few) == len(results.restricted):
        yield TooFewReading(
            level="note",
            weight=62.0,
            chart="restricted",
            games=few[0].n,
            games_needed=few[0].needed,
        )
    sides, held = results.main.metrics.sides, _held(results)
    costly = [r for r in held if not r.is_piece and r.share.high < 1 / sides.n]
    if len(costly) > MOST_ALONE:
        yield ManyCostReading(
            level="note", weight=45.0, chart="restricted", restricted=tuple(costly), sides=sides
        )
        held = [r for r in held if r not in costly]
    for each in held:
        yield _without(results, each)
    yield from _untested(results)


def restrict_answer(results: Results) -> RestrictAnswer | None:
    """Return the costs for the verdict; None if no restriction was tried in enough games."""
    held, untested = _held(results), tuple(_untested(results))
    if not held and not untested:
        return None
    named: Sequence[Restricted] = held
    alike = 0
    if len(held) > MOST_NAMED:
        named = _costliest(held)
        pairs = _pairs(held)
        alike = sum(not held[0].share.apart_from(r.share, pairs) for r in held)
    sides = results.main.metrics.sides
    n_costly = sum(r.share.high < 1 / sides.n for r in held)
    shown = untested if not held or _is_asked_by_name(results) else ()
    return RestrictAnswer(sides, tuple(held), tuple(named), alike, n_costly, shown)


def _without(results: Results, restricted: Restricted) -> WithoutReading:
    """Return the reading of one restriction; if all restrictions were tried, a restriction without
    effect is not worth a finding.
    """
    sides, e = results.main.metrics.sides, restricted.share
    fair = 1 / sides.n
    state: State = "nothing"
    level: Level = "look" if _is_asked_by_name(results) else "note"
    weight = 62.0 if _is_asked_by_name(results) else 30.0
    if e.excludes(fair) and e.value > fair:
        state, weight, level = "gains", 85.0, "look"
    elif e.excludes(fair):
        state, weight, level = "costs", 45.0, "note"
    elif fair - e.low > NO_COST:
        state, weight, level = "open", 12.0, "note"
    return WithoutReading(
        level=level, weight=weight, chart="restricted",
        piece=restricted.what if restricted.is_piece else "",
        state=state, restricted=restricted, sides=sides,
    )  # fmt: skip


def _untested(results: Results) -> Iterator[UntestedReading]:
    """Yield the untested moves and pieces, if any; a single piece is named."""
    free = [r for r in results.restricted if not (r.is_held or r.share.withheld)]
    for is_used in (True, False):
        same = [r for r in free if _is_used(results, r) == is_used]
        if same:
            yield UntestedReading(
                level="note", weight=44.0 if _is_asked_by_name(results) else 4.0,
                chart="restricted",
                piece=same[0].what if len(same) == 1 and same[0].is_piece else "",
                restricted=tuple(same), is_used=is_used,
            )  # fmt: skip


def _held(results: Results) -> list[Restricted]:
    """Return the restrictions that were tested in enough games, costliest first."""
    held = [r for r in results.restricted if r.is_held and not r.share.withheld]
    return sorted(held, key=lambda r: r.share.value)


def _is_asked_by_name(results: Results) -> bool:
    """Whether the restricted moves or pieces were given by name."""
    return "all" not in results.options.restrict


def _is_used(results: Results, restricted: Restricted) -> bool:
    m = results.main.metrics
    used = {k.name: k.share.value for k in m.kinds} | {p.id: p.times for p in m.pieces}
    return used.get(restricted.what, 0.0) > 0


def _pairs(held: Sequence[Restricted]) -> int:
    """Return the number of pairs, for an error in any of them in 5 % of runs."""
    return len(held) * (len(held) - 1) // 2


def _costliest(held: Sequence[Restricted]) -> Sequence[Restricted]:
    """Return the one, two or three restrictions that clearly cost more than any other."""
    pairs = _pairs(held)
    for n in (2, 3, 1):
        apart = [a.share.apart_from(b.share, pairs) for a in held[:n] for b in held[n:]]
        if all(apart):
            return held[:n]
    return ()
