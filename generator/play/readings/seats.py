"""Decides whether the game is fair, from seats or teams, kinds of player and ties, and finds the
points that would make seats even.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from generator.model.measures import TIED, wins_of
from generator.model.teams import Sides
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import Results
from generator.play.readings.ends import second_of
from generator.play.readings.reading import (
    FALSE_ALARM,
    Opinion,
    Reading,
    backing_of,
    compared,
    is_disputed,
)
from generator.play.statistics.inference import Estimate
from generator.play.statistics.sample_sizes import games_to_tell, more_games

UNEVEN = 0.05  # the p-value below which sides do not win equally often
UNFELT = 0.05  # share; sides count as even if a larger advantage is excluded
MANY_TIES = 0.1
TOO_MANY_TIES = 0.25
State = Literal[
    "few",  # too few games for any number
    "open",  # a noticeable edge is not excluded
    "unlike",  # the sides differ, but the leader is uncertain
    "chance",  # one side has an edge that may be chance
    "none",  # no edge, and a noticeable one is excluded
    "small",  # a sure edge that is too small to notice
    "felt",  # a sure, noticeable edge
]
Remedy = Literal["suggest", "help the later", "help the weakest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReading(Reading):
    """Whether the sides win equally often and, if not, which side leads or lags."""

    state: State
    games: int
    sides: Sides
    side: int  # the side whose share is farthest from fair
    shares: tuple[Estimate, ...]  # share of each side; the intervals hold together
    p: float  # p-value for a fair game
    reach: float  # the greatest distance from fair that a side's share may still have
    # number of additional games (few, chance, unlike) or of all games (open); 0: none
    games_needed: int
    remedy: Remedy | None = None
    weakest: int = 0  # the side with the smallest share
    has_goal: bool = False  # whether the pack has goals for its sides
    dissenter: int | None = None  # the side that is ahead only with the second kind of player

    @property
    def fair(self) -> float:
        """A fair share of the wins."""
        return 1 / self.sides.n

    @property
    def estimate(self) -> Estimate:
        """The share of `side`."""
        return self.shares[self.side]

    @property
    def is_one_sided(self) -> bool:
        """Whether a fair share is excluded although there are few games."""
        return self.estimate.low > self.fair or self.estimate.high < self.fair

    @property
    def has_edge(self) -> bool:
        """Whether one side is named as ahead or behind."""
        return self.state in ("felt", "small", "chance") or (
            self.state == "few" and self.is_one_sided
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsReading(Reading):
    """The points that would have made the sides even."""

    sides: Sides
    points: tuple[tuple[int, Estimate], ...]  # (side, points)


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillReading(Reading):
    """A kind of player that wins more than its share."""

    player: str
    share: Estimate
    fair: float
    most: float  # the greatest share that it could win, given its seats


@dataclass(frozen=True, slots=True, kw_only=True)
class TieReading(Reading):
    """Many games end in a tie for first place."""

    tied: Estimate
    sides: Sides
    breaks_ties: bool  # whether the rules already have a tie-break


def fairness(results: Results) -> Iterator[Reading]:
    """Yield the readings of fairness, of stronger players, and of ties."""
    main, other = results.main.metrics, second_of(results)
    seats = seats_of(results)
    yield seats
    if not seats.is_disputed:
        yield from _points(main)
    yield from _skill(main)
    yield from _ties(main, other, results.pack.worth.ends / 100)


def seats_of(results: Results) -> SeatReading:
    """Return whether the sides win equally often."""
    main, other = results.main.metrics, second_of(results)
    sides, fair, seats = main.sides, 1 / main.sides.n, main.seats
    side = farthest(main)
    e = seats.shares[side]
    edge = abs(e.value - fair)
    reach = max(max(share.high - fair, fair - share.low) for share in seats.shares)
    reading = SeatReading(
        level="note", weight=60.0, chart="seats", state="few", games=main.games, sides=sides,
        side=side, shares=seats.shares, p=seats.fit.p, reach=reach, games_needed=0,
    )  # fmt: skip
    if e.withheld:
        more = max(max(more_games(x), x.needed - main.games) for x in seats.shares)
        more = e.needed - main.games if reading.is_one_sided else more
        return replace(reading, games_needed=more)
    if seats.fit.p < UNEVEN and e.excludes(fair):
        is_felt, is_sure = edge >= results.pack.worth.seats / 100, seats.fit.p <= FALSE_ALARM
        opinion = _of_seat(side, e, other, fair)
        reading = replace(
            reading, state="small", weight=min(97.0, 40 + 150 * edge / fair),
            measure=wins_of(sides)[side], opinion=opinion, is_disputed=is_disputed(opinion, main),
        )  # fmt: skip
        if is_felt and is_sure:
            return _with_remedy(replace(reading, state="felt", level="look"), results)
        return replace(reading, state="chance", games_needed=3 * main.games) if is_felt else reading
    if seats.fit.p < UNEVEN:
        return replace(reading, state="unlike", weight=45.0, games_needed=3 * main.games)
    reading = replace(reading, state="none", level="fine", weight=30.0)
    if reach > UNFELT:
        half = max(share.half for share in seats.shares)
        games = games_to_tell(half, UNFELT, main.games)
        reading = replace(reading, state="open", level="note", games_needed=games)
    return _with_dissent(reading, other)


def farthest(main: Metrics) -> int:
    """Return the side whose share is farthest from fair; clearly unfair sides take precedence."""
    fair, shares = 1 / main.sides.n, main.seats.shares
    sure = [s for s, e in enumerate(shares) if e.excludes(fair)]
    return max(sure or range(main.sides.n), key=lambda s: round(abs(shares[s].value - fair), 9))


def _of_seat(side: int, e: Estimate, other: Metrics | None, fair: float) -> Opinion | None:
    """Return the result of the second kind of player about a side."""
    if other is None or other.seats.shares[side].withheld:
        return None
    theirs = other.seats.shares[side]
    return Opinion(other.agents, backing_of(e, theirs, fair), theirs)


def _with_remedy(reading: SeatReading, results: Results) -> SeatReading:
    """Add a way to make the rules fair, by `suggest` if a number may be changed."""
    pack = results.pack
    values = [e.value for e in reading.shares]
    remedy: Remedy = "help the later" if max(values) == values[0] else "help the weakest"
    if any(parameter.tune for parameter in pack.parameters.values()):
        remedy = "suggest"
    has_goal = any(goal.about.is_of_sides for goal in pack.goals)
    weakest = values.index(min(values))
    return replace(reading, remedy=remedy, weakest=weakest, has_goal=has_goal)


def _with_dissent(reading: SeatReading, other: Metrics | None) -> SeatReading:
    """Add the side that is ahead only with the second kind of player."""
    if other is None or other.seats.fit.p >= UNEVEN:
        return reading
    gaps = [e.value - reading.fair for e in other.seats.shares]
    side = gaps.index(max(gaps) if other.sides.n == 2 else max(gaps, key=abs))
    theirs = other.seats.shares[side]
    if not theirs.excludes(reading.fair):
        return reading
    opinion = Opinion(
        other.agents, "disagree" if theirs.apart_from(reading.shares[side]) else "open", theirs
    )
    return replace(reading, level="note", weight=70.0, opinion=opinion, dissenter=side)


def _points(main: Metrics) -> Iterator[PointsReading]:
    """Yield the points that would have made the sides even; of two sides, the points for the weaker
    side.
    """
    points = [(s, e) for s, e in enumerate(main.even, 1) if not e.withheld]
    if not points or not any(e.excludes(0) for _, e in points):
        return
    if main.sides.n == 2 and points[0][1].value < 0:
        e = points[0][1]
        points = [(0, replace(e, value=-e.value, low=-e.high, high=-e.low))]
    yield PointsReading(
        level="note", weight=39.0, chart="seats", sides=main.sides, points=tuple(points)
    )


def _skill(main: Metrics) -> Iterator[SkillReading]:
    fair = 1 / main.sides.n
    for player in main.skill:
        e = player.share
        if not e.withheld and e.excludes(fair) and e.value >= fair:
            yield SkillReading(
                level="note", weight=45.0, chart="skill", player=player.spec, share=e, fair=fair,
                most=player.most,
            )  # fmt: skip


def _ties(main: Metrics, other: Metrics | None, least: float) -> Iterator[TieReading]:
    e = main.seats.tied
    if e.withheld or e.low <= max(MANY_TIES, least):
        return
    opinion = compared(e, other, lambda m: m.seats.tied, TIED.worse)
    yield TieReading(
        level="look" if e.value > TOO_MANY_TIES else "note", weight=min(97.0, 20 + 100 * e.value),
        chart="ends", measure=TIED, opinion=opinion,
        is_disputed=is_disputed(opinion, main), tied=e, sides=main.sides,
        breaks_ties=main.breaks_ties,
    )  # fmt: skip
