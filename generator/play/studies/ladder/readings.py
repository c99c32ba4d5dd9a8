"""Decides how much a game rewards skill, as the readings of a ladder."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from generator.play.engine.kinds import budget_of
from generator.play.readings.reading import Level, Reading
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.statistics.multiple_testing import sidak
from generator.play.statistics.sample_sizes import more_games
from generator.play.studies.ladder.answer import Duel, Ladder, Lead, Rung, Step

NEAR = 35.0  # Elo; about five more wins in a hundred games
LEVEL_WITH = 0.5  # Elo; smaller differences are reported as 0
VAGUE = 150.0  # Elo, half an interval; about four wins for each loss, in either direction
DEEP = 400.0  # Elo; about ten wins for each loss
StepState = Literal[
    "stronger",  # one of the two certainly plays better
    "odd",  # the agent that thinks more certainly plays worse
    "few",  # too few games to tell which plays better
    "no gain",  # more thought of the same kind gains nothing
    "alike",  # the two agents are about equal
]
LeadState = Literal["open", "level", "always", "above"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReading(Reading):
    """The result of one pair. The result is an alarm only if more thought certainly gains
    nothing.
    """

    state: StepState
    step: Step
    better: str
    worse: str
    most: float  # the greatest amount by which one of the two may still exceed an equal share
    games_needed: int  # number of games of the whole ladder


@dataclass(frozen=True, slots=True, kw_only=True)
class CeilingReading(Reading):
    """The gain of the strongest searcher if it saw hidden pieces and all future draws."""

    state: Literal["few", "gains", "nothing"]
    step: Step
    most: float
    games_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFewReading(Reading):
    """There are too few games to answer the question."""

    what: Literal["shares", "strength", "duels"]
    games_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthReading(Reading):
    """The difference between the first agent and the last."""

    state: Literal["unsure", "always", "vague", "known"]  # "always": the loser won almost no game
    wins: Rung
    loses: Rung
    elo: Estimate
    rewards_thought: bool = False
    lead: "LeadReading | None" = None

    @property
    def near(self) -> float:
        """The limit of the interval that is nearer to 0."""
        return min(abs(self.elo.low), abs(self.elo.high))


@dataclass(frozen=True, slots=True)
class LeadReading:
    """The strongest agent and its lead over the second agent, which best describes the whole
    ladder.
    """

    state: LeadState
    lead: Lead


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelReading(Reading):
    """A kind of player that wins against every other kind, or loses against every other."""

    player: str
    is_better: bool
    duels: tuple[Duel, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyLosesReading(Reading):
    """No kind of player loses against every other kind."""


def ladder_readings(ladder: Ladder) -> Iterator[Reading]:
    """Return the readings: each step of the ladder, then the difference between the first and the
    last agent.
    """
    if ladder.duels:
        yield from _duels(ladder)
        return
    for i, step in enumerate(ladder.steps):
        if not step.share.withheld:
            yield _step(ladder, step, i)
    if ladder.ceiling is not None:
        yield _ceiling(ladder, ladder.ceiling)
    few = max((needed_of(s.share, ladder) for s in ladder.steps if s.share.withheld), default=0)
    if few:
        yield TooFewReading(
            level="note", weight=65.0, chart="steps", what="shares", games_needed=few
        )
    e = ladder.rungs[-1].elo
    if e.withheld and not few:
        yield TooFewReading(
            level="note", weight=65.0, chart="ladder", what="strength",
            games_needed=needed_of(e, ladder),
        )  # fmt: skip
    if not e.withheld and math.isfinite(e.value):
        yield from _strength(ladder)


def _strength(ladder: Ladder) -> Iterator[StrengthReading]:
    top, last = ladder.rungs[-1], ladder.rungs[0]
    e = top.elo
    wins, loses = (top, last) if e.value > 0 else (last, top)
    reading = StrengthReading(
        level="note", weight=80.0, chart="ladder", state="known", wins=wins, loses=loses, elo=e
    )
    surer = e.at(sidak(LEVEL, math.comb(len(ladder.rungs), 2))) if math.isfinite(e.half) else e
    if surer.low <= 0 <= surer.high:  # the first and the last of several agents may be equal
        fair = 1 / ladder.sides.n
        if len(ladder.rungs) == 2 and any(s.share.excludes(fair) for s in ladder.steps):
            return  # the reading of their step already names the stronger one
        level: Level = "note" if e.half > NEAR else "look"
        yield replace(reading, state="unsure", level=level, wins=top, loses=last)
        return
    state: Literal["always", "vague", "known"] = "vague" if e.half > VAGUE else "known"
    if math.isinf(e.low) or math.isinf(e.high):
        state = "always"
    is_deep = reading.near > DEEP and thought(wins.spec) > thought(loses.spec)
    yield replace(reading, state=state, rewards_thought=is_deep, lead=_lead(ladder))


def _lead(ladder: Ladder) -> LeadReading | None:
    lead = ladder.lead
    if lead is None or not math.isfinite(lead.elo.value):
        return None
    state: LeadState = "above"
    if lead.elo.low <= 0:
        state = "level" if abs(lead.elo.value) < LEVEL_WITH else "open"
    elif math.isinf(lead.elo.high):
        state = "always"
    return LeadReading(state, lead)


def _step(ladder: Ladder, step: Step, i: int) -> StepReading:
    e, fair = step.share, 1 / ladder.sides.n
    pair = (step.alone, step.others)
    better, worse = pair if e.value > fair else pair[::-1]
    reading = StepReading(
        level="note", weight=60.0 - i, chart="steps", state="stronger", step=step, better=better,
        worse=worse, most=max(e.high - fair, fair - e.low), games_needed=0,
    )  # fmt: skip
    if e.excludes(fair):
        searchers = thought(better)[0] == thought(worse)[0] == 2
        is_odd = thought(better) < thought(worse)
        if is_odd and (not searchers or is_alike(better, worse)):
            return replace(reading, state="odd", level="look", weight=70.0 - i)
        return reading
    reading = replace(reading, weight=70.0 - i)
    if more := more_games(e):
        return replace(reading, state="few", games_needed=_of_whole(e.n + more, e, ladder))
    state: StepState = "no gain" if is_alike(*pair) else "alike"
    return replace(reading, state=state, level="look")


def thought(spec: str) -> tuple[int, float]:
    """The amount of thinking of a player: not at all, about one move, or up to a budget; units of
    budgets are not compared.

    >>> thought("random") < thought("greedy") < thought("mcts:50") < thought("mcts:200")
    True
    """
    if budget := budget_of(spec):
        return 2, budget.amount
    return (0 if spec == "random" else 1), 0.0


def is_alike(first: str, second: str) -> bool:
    """Whether both search in the same way, with budgets in one unit.

    >>> is_alike("mcts:50", "mcts:200"), is_alike("mcts:50", "mcts:5ms")
    (True, False)
    """
    budgets = budget_of(first), budget_of(second)
    if budgets[0] is None or budgets[1] is None:
        return False
    return replace(budgets[0], amount=budgets[1].amount) == budgets[1]


def _ceiling(ladder: Ladder, step: Step) -> CeilingReading:
    e, fair = step.share, 1 / ladder.sides.n
    reading = CeilingReading(
        level="note", weight=75.0, chart="ceiling", state="nothing", step=step,
        most=e.high - fair, games_needed=0,
    )  # fmt: skip
    if e.withheld:
        return replace(reading, state="few", weight=66.0, games_needed=needed_of(e, ladder))
    return replace(reading, state="gains") if e.low > fair else reading


def needed_of(e: Estimate, ladder: Ladder) -> int:
    """Return the number of games of the whole ladder that would determine the share of one
    pairing.
    """
    return _of_whole(e.needed, e, ladder)


def _of_whole(n: int, e: Estimate, ladder: Ladder) -> int:
    """Return the size of the whole ladder in which one pairing plays this number of games."""
    played = ladder.games + (ladder.ceiling.share.n if ladder.ceiling is not None else 0)
    return n * played // max(1, e.n)


def _duels(ladder: Ladder) -> Iterator[Reading]:
    """Return the kinds of player that win or lose against every other kind."""
    if any(d.share.withheld for d in ladder.duels):
        needed = max(d.share.needed for d in ladder.duels) * len(ladder.duels)
        yield TooFewReading(
            level="note", weight=90.0, chart="duels", what="duels", games_needed=needed
        )
        return
    dominated = ladder.dominated()
    for players, is_better in ((ladder.unbeaten(), True), (dominated, False)):
        for name in players:
            yield DuelReading(
                level="note" if is_better else "look", weight=80.0 if is_better else 70.0,
                chart="duels", player=name, is_better=is_better,
                duels=tuple(d for d in ladder.duels if d.one == name),
            )  # fmt: skip
    if not dominated:
        yield NobodyLosesReading(level="fine", weight=60.0, chart="duels")
