"""Decides how a game develops: who leads, when the game is decided, the part of chance, and how
close it is.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from generator.play.engine.kinds import kind_of
from generator.play.measures.metrics import Comeback, Insight, Luck, Metrics, Spread
from generator.play.measures.results import Results
from generator.play.measures.runaway import Runaway
from generator.play.readings.ends import second_of
from generator.play.readings.reading import (
    ANSWER,
    FALSE_ALARM,
    Level,
    Opinion,
    Reading,
    backing_of,
    compared,
    is_disputed,
)
from generator.play.statistics.inference import Estimate, p_of

DECIDED_EARLY = 0.7  # share of the game; a game that is decided by then is a formality afterwards
LATE = 0.8  # a game decided after this share of it stays open to the end
LUCKY = 0.5
VAGUE_SHARE = 0.1  # half width from which the rate of comebacks is not reported
VAGUE_GAIN = 0.2  # half width, relative to a player's gains, from which leads are not called stable
VAGUE = 0.15  # half width from which luck, or the time of decision, is not reported
LITTLE_LUCK = 0.1
OWN = "own-"  # prefix of the ids of charts of a pack's own measures
LeadState = Literal["kept", "open", "small", "shrinks", "chance", "runs away"]
LuckState = Literal["few", "vague", "little", "some"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadReading(Reading):
    """Whether leaders gain more or less than the others after half-way."""

    state: LeadState
    lead: Runaway
    p: float  # p-value for leads that do not grow
    games_needed: int = 0  # number of further games


@dataclass(frozen=True, slots=True, kw_only=True)
class ComebackReading(Reading):
    """The share of wins after a typical deficit at half time."""

    comeback: Comeback
    fair: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedReading(Reading):
    """The time from which the player with the best chance wins nine games in ten, according to
    playouts.
    """

    insight: Insight
    fair: float
    is_vague: bool  # whether there are too few games to tell

    @property
    def share(self) -> Estimate:
        """The share of a game after which the game is decided."""
        return self.insight.decision_time

    @property
    def is_early(self) -> bool:
        """Whether games are clearly decided so early that the remaining game is a formality."""
        return not self.share.withheld and self.share.high < DECIDED_EARLY

    @property
    def half_way(self) -> Estimate:
        """The share of games won by the player with the best chance half-way."""
        return self.insight.best_wins[len(self.insight.best_wins) // 2]

    @property
    def is_late(self) -> bool:
        """Whether games stay open to the end."""
        return self.share.value >= LATE

    @property
    def is_blind(self) -> bool:
        """Whether the judge may be unable to tell the players apart half-way."""
        return self.half_way.low <= self.fair


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckReading(Reading):
    """The part of the result that chance decides among equal players."""

    state: LuckState
    agents: tuple[str, ...]
    luck: Luck


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginReading(Reading):
    """The share of games that are won by less than one usual gain in score."""

    close: Estimate
    gain: float
    has_ties: bool
    median: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnReading(Reading):
    """One of the pack's own measures."""

    name: str
    spread: Spread


def course(results: Results) -> Iterator[Reading]:
    """Yield the readings of leads, the time of decision, the part of chance, and the margin."""
    main, other = results.main.metrics, second_of(results)
    if main.has_course:
        yield from _lead(main, other, results.pack.worth.runaway / 100)
        yield from _comebacks(main)
        decided = decided_of(results)
        if decided is not None and not decided.share.withheld:
            yield decided
    if main.is_contest:
        luck = luck_of(results)
        if luck is not None and luck.state in ("little", "some"):
            yield luck
        yield from _margin(main)


def own_figures(results: Results) -> Iterator[OwnReading]:
    """Yield the pack's own measures."""
    other = second_of(results)
    theirs = dict(other.own) if other is not None else {}
    for name, spread in results.main.metrics.own:
        same = theirs.get(name)
        if not spread.mean.withheld:
            opinion = compared(spread.mean, other, lambda _, same=same: same and same.mean)  # type: ignore[misc]
            yield OwnReading(
                level="note", weight=13.0, chart=anchor_of_own(name), opinion=opinion, name=name,
                spread=spread,
            )  # fmt: skip


def anchor_of_own(name: str) -> str:
    """Return the id of the chart of one of the pack's own measures."""
    return OWN + "".join(c if c.isalnum() else "-" for c in name)


def _lead(main: Metrics, other: Metrics | None, least: float) -> Iterator[LeadReading]:
    lead = main.runaway
    if lead is None or lead.excess.withheld or lead.usual <= 0:
        return
    e, p = lead.excess, p_of(lead.excess)
    state: LeadState
    level: Level = "note"
    weight = 18.0
    if not e.excludes(0) or e.is_skewed:
        state = "open" if e.half > VAGUE_GAIN * lead.usual or e.is_skewed else "kept"
    elif abs(lead.part) < least:
        state = "small"
    elif e.value < 0:
        state, weight = "shrinks", 19.0
    else:
        state, weight = "chance", 35 + 50 * min(1.0, lead.part)
        if p <= FALSE_ALARM:
            state, level = "runs away", "look"
    opinion = _of_leads(lead, other)
    yield LeadReading(
        level=level, weight=weight, chart="lead", opinion=opinion,
        is_disputed=level == "look" and is_disputed(opinion, main),
        state=state, lead=lead, p=p, games_needed=3 * main.games if state == "chance" else 0,
    )  # fmt: skip


def _of_leads(lead: Runaway, other: Metrics | None) -> Opinion | None:
    """Return the result of the second kind of player about leads."""
    theirs = other.runaway if other is not None else None
    if other is None or theirs is None or theirs.excess.withheld:
        return None
    return Opinion(other.agents, backing_of(lead.excess, theirs.excess, 0), theirs.excess)


def _comebacks(main: Metrics) -> Iterator[ComebackReading]:
    half = [c for c in main.comebacks if c.tenth == 5 and not c.share.withheld]
    if not half or len(main.agents) > 1:
        return
    usual = half[0].seats / 2
    comeback = min(half, key=lambda c: (abs(c.seats - usual), c.points))
    if comeback.share.half <= VAGUE_SHARE:
        yield ComebackReading(
            level="note", weight=17.0, chart="comebacks", comeback=comeback, fair=1 / main.sides.n
        )


def decided_of(results: Results) -> DecidedReading | None:
    """Return the time at which games are decided; None without playouts."""
    main = results.main.metrics
    insight = main.insight
    if insight is None or not math.isfinite(insight.decision_time.value):
        return None
    e = insight.decision_time
    opinion = compared(
        e,
        second_of(results),
        lambda m: m.insight.decision_time if m.insight is not None else None,
        worse=-1,
    )
    reading = DecidedReading(
        level="note", weight=15.0, chart="arc", opinion=opinion, insight=insight,
        fair=1 / main.sides.n, is_vague=e.withheld or e.half > VAGUE,
    )  # fmt: skip
    if not reading.is_early:
        return reading
    return replace(
        reading, level="look", weight=15 + 80 * (DECIDED_EARLY - e.value),
        is_disputed=is_disputed(opinion, main),
    )  # fmt: skip


def luck_of(results: Results) -> LuckReading | None:
    """Return the part of the result that chance decides, if it was measured.

    Players who always judge alike leave everything else to chance, which is no alarm.
    """
    main = results.main.metrics
    if main.luck is None:
        return None
    deal, most = main.luck.deal, main.luck.chance or main.luck.deal
    state: LuckState = "some"
    if deal.withheld:
        state = "few"
    elif most.high < LITTLE_LUCK:
        state = "little"
    elif most.half > VAGUE:
        state = "vague"
    kind = kind_of(main.agents[0])
    is_alarm = deal.low > LUCKY and kind is not None and kind.varies
    weight = 16 + (60 * deal.value if is_alarm else 0)
    return LuckReading(
        level="look" if is_alarm else "note",
        weight=max(weight, ANSWER) if results.options.luck else weight,
        chart="luck", state=state, agents=main.agents, luck=main.luck,
    )  # fmt: skip


def _margin(main: Metrics) -> Iterator[MarginReading]:
    if main.close is None or main.close.withheld or main.scoring_event is None:
        return
    if len(main.margin.histogram.values) >= 3:  # with fewer values, points only show who won
        yield MarginReading(
            level="note", weight=12.0, chart="scores", close=main.close, gain=main.scoring_event,
            has_ties=main.seats.tied.value > 0, median=main.margin.quantiles[2],
        )  # fmt: skip
