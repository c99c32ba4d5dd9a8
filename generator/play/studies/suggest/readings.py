"""What a search for the smallest change shows: what is proven, missed, open or paid; no words."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.model.pack import Scalar
from generator.play.engine.kinds import is_search
from generator.play.measures.aims import SOFT, Aim
from generator.play.measures.results import Difference, PieceEffect
from generator.play.readings.changes import size_of
from generator.play.readings.reading import Reading
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.studies.suggest.answer import (
    Alone,
    Candidate,
    Proof,
    Stuck,
    Suggestion,
    Verdict,
)
from generator.reading.edit import cells_by_hand

MOST_NAMED = 3
Agreement = Literal["agree", "open", "disagree"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReading(Reading):
    """The answer as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHandReading(Reading):
    """That a change cannot be written into its cells."""

    cells: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondReading(Reading):
    """What another kind of player shows of the setting."""

    proof: Proof
    agreement: Agreement


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallerReading(Reading):
    """How surely it is the smallest change."""


@dataclass(frozen=True, slots=True)
class BeyondRange:
    """A goal that is surely missed with each number at that end of its range that is nearer."""

    aim: Aim
    estimate: Estimate
    ends: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnReading(Reading):
    """Which pieces of a column may move, and what each did in the game as it was."""

    pieces: tuple[PieceEffect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AloneReading(Reading):
    """How near a goal comes alone, by its worst number there."""

    alone: Alone
    aim: Aim
    value: Estimate
    seems_in_reach: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleReading(Reading):
    """Parameters that moved no goal."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceReading(Reading):
    """That more games do not finish with the change, and the goal that would forbid it."""

    difference: Difference
    bound: int  # percent


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedReading(Reading):
    """What else changes."""

    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Objection:
    """What the second kind of player holds against a setting, or leaves open."""

    state: Literal["open", "missed", "beyond"]  # beyond: outside the band as it was written
    agents: str
    verdicts: tuple[Verdict, ...]
    level: float = LEVEL  # wider than usual, where that is what decides
    unseen: tuple[Aim, ...] = ()  # what none of its games had any of
    is_near: bool = False  # all lie near the edge of what is wanted


@dataclass(frozen=True, slots=True)
class Misses:
    """What the best so far misses for all that games can tell."""

    aims: tuple[Aim, ...]
    met_now: tuple[Aim, ...]  # of these, those that the game as it is meets
    stuck: tuple[Stuck, ...]  # of these, what no tunable moves enough


def suggestion_readings(s: Suggestion) -> Iterator[Reading]:
    """The answer, then the other kind of player, the nearer settings, idle tunables, what moved."""
    is_fine = s.confirmed and not prices(s) and not beyond(s)
    yield AnswerReading(level="fine" if is_fine else "look", weight=100.0, chart="goals")
    if cells := cells_by_hand(s.pack, s.changes):
        yield ByHandReading(level="note", weight=90.0, chart="goals", cells=cells)
    for proof in s.proofs[1:]:
        yield SecondReading(
            level="fine" if proof.holds else "look", weight=80.0, chart="goals", proof=proof,
            agreement=agreement_of(proof),
        )  # fmt: skip
    if s.outcome in ("undecided", "stopped") and s.changes and misses(s) is None:
        yield SmallerReading(level="note", weight=60.0, chart="front")
    if s.standing_out:
        yield ColumnReading(level="note", weight=50.0, chart="tunables", pieces=s.standing_out)
    if len(s.alone) > 1 and s.settings > 1:
        yield from (_alone(s, goal) for goal in s.each)
    idle = tuple(t.name for t in s.tunables if t.is_idle)
    if idle:
        yield IdleReading(level="note", weight=40.0, chart="tunables", names=idle)
    for d in prices(s):
        bound = max(1, math.ceil(100 * d.base.high))
        yield PriceReading(level="look", weight=70.0, chart="moved", difference=d, bound=bound)
    others = [d for d in _felt(s) if not _is_price(d)]
    if others:
        yield MovedReading(
            level="note", weight=30.0, chart="moved", differences=tuple(others[:MOST_NAMED])
        )


# ---------------------------------------------------------------- the price


def prices(s: Suggestion) -> list[Difference]:
    """What a change surely costs that nobody asked about, the dearest first.

    That games come to an end is a goal that nobody writes down. Whoever accepts such an end writes
    a goal about it, and it is one of the goals that the change has to meet.
    """
    return [d for d in _felt(s) if _is_price(d)]


def _felt(s: Suggestion) -> list[Difference]:
    """What a change surely moves besides, as much as is felt, the most first."""
    felt = [d for d in s.moved if d.is_sure and size_of(d) >= 1 and s.changes]
    return sorted(felt, key=size_of, reverse=True)


def _is_price(d: Difference) -> bool:
    """Whether more games do not finish, which no designer wants however well the goals are met."""
    return bool(d.measure.does) and d.difference.value > 0


# ---------------------------------------------------------------- proofs


def on_edge(verdict: Verdict) -> bool:
    """Whether a number that is not proven may yet lie inside: its interval meets the band."""
    return not verdict.aim.is_missed(verdict.value)


def is_open(proof: Proof) -> bool:
    """Whether nothing surely fails of a proof that does not hold."""
    return all(on_edge(v) for v in proof.verdicts if not v.holds)


def agreement_of(proof: Proof) -> Agreement:
    """Whether a kind of player confirms a setting."""
    return "agree" if proof.holds else "open" if is_open(proof) else "disagree"


def dissenter(s: Suggestion) -> Proof | None:
    """The second kind of player that does not confirm the setting."""
    return next((proof for proof in s.proofs[1:] if not proof.holds), None)


def beyond(s: Suggestion) -> list[Verdict]:
    """What a second kind of player proves inside its wider band and yet misses the one wanted."""
    pairs = [pair for p in s.proofs[1:] for pair in zip(s.aims, p.verdicts, strict=True)]
    return [v for aim, v in pairs if v.holds and aim.is_missed(v.value)]


def objection(s: Suggestion) -> Objection | None:
    """What the second kind of player holds against the setting, or leaves open."""
    proof = dissenter(s)
    if proof is None:
        outside = tuple(beyond(s))
        return Objection("beyond", s.proofs[1].agents, outside) if outside else None
    failed = tuple(v for v in proof.verdicts if not v.holds)
    if not is_open(proof):
        return Objection("missed", proof.agents, tuple(v for v in failed if not on_edge(v)))
    return Objection(
        "open", proof.agents, failed,
        level=max([LEVEL, *(v.level for v in failed)]),
        unseen=tuple(v.aim for v in failed if not math.isfinite(v.value.value)),
        is_near=all(abs(v.aim.margin(v.value.value)) <= SOFT for v in failed),
    )  # fmt: skip


def may_stay(s: Suggestion) -> bool:
    """Whether no change at all may do, too, for all that is known."""
    return s.before is not None and s.nearer.may_stay and is_open(s.before)


# ---------------------------------------------------------------- what is missed


def known(s: Suggestion) -> list[tuple[Aim, Estimate]]:
    """The numbers of the best so far: of fresh games where it had any, else of the search's."""
    assert s.best is not None, "only where a setting was looked at"
    if s.proofs:
        return [(v.aim, v.value) for v in s.proofs[0].verdicts]
    return list(zip(s.aims, s.best.estimates, strict=False))


def misses(s: Suggestion) -> Misses | None:
    """What the best so far misses; None where it misses nothing."""
    missed = tuple(aim for aim, e in known(s) if aim.is_missed(e))
    if not missed:
        return None
    own = [v.value for v in s.before.verdicts] if s.before else s.base.estimates
    now = dict(zip(s.aims, own, strict=False)) if s.changes else {}
    out = {(aim.goal, aim.players) for aim in missed}
    return Misses(
        aims=missed,
        met_now=tuple(aim for aim in missed if aim in now and aim.is_met(now[aim])),
        stuck=tuple(goal for goal in s.stuck if (goal.goal, goal.players) in out),
    )


def unseen(s: Suggestion) -> list[Aim]:
    """What none of the games of the best so far had any of."""
    return [aim for aim, e in known(s) if not math.isfinite(e.value)]


def unconfirmed(s: Suggestion) -> list[Mapping[str, Scalar]]:
    """The settings that fresh games did not confirm, but for one that they now do."""
    holds = bool(s.proofs) and s.proofs[0].holds
    return [tried.changes for tried in s.failed if not (holds and tried.changes == s.changes)]


def edges(s: Suggestion) -> list[Aim]:
    """The numbers of a setting that lie too near the edge of what is wanted to be proven."""
    if not unconfirmed(s) or not s.proofs:
        return []
    return [v.aim for v in s.proofs[0].verdicts if not v.holds and on_edge(v)]


def lacking(s: Suggestion) -> list[str]:
    """Goals of which no setting makes up for half of what the game lacks."""
    return list(dict.fromkeys(goal.goal for goal in s.stuck))


def out_of_reach(s: Suggestion) -> list[str]:
    """Other goals that no setting seems to bring into their bands."""
    stuck = lacking(s)
    return [goal for goal, is_met in s.alone.items() if not is_met and goal not in stuck]


def is_uneven(s: Suggestion) -> bool:
    """Whether seats are to be even, and no setting makes up for half of what they lack."""
    stuck = lacking(s)
    return any(a.goal in stuck and _is_evenness(a) for a in s.aims)


def _is_evenness(aim: Aim) -> bool:
    """Whether it wants a seat's share of the wins to be what is fair."""
    return aim.measure.is_of_sides and aim.low <= 1 / aim.players <= aim.high


def _alone(s: Suggestion, alone: Alone) -> AloneReading:
    measured = zip(s.aims, alone.best.estimates, strict=True)
    pairs = [(aim, e) for aim, e in measured if aim.goal == alone.goal]
    aim, e = min(pairs, key=lambda pair: pair[0].margin(pair[1].value))
    return AloneReading(
        level="note", weight=60.0, chart="tunables", alone=alone, aim=aim, value=e,
        seems_in_reach=s.alone[alone.goal],
    )  # fmt: skip


# ---------------------------------------------------------------- what may be done, candidates


def more_time(s: Suggestion) -> Literal["time", "band", "proof", "games"]:
    """What may decide: more time, wider bands, the many games of a proof, or as many again."""
    if s.is_out_of_time:
        return "time"
    if not s.is_spent:
        return "band"
    if s.hardest is not None and s.hardest.games * len(s.players) > s.games:
        return "proof"
    return "games"


def beyond_range(s: Suggestion) -> BeyondRange | None:
    """What the best so far surely misses although every number that matters is at an end.

    None where a number may still move towards the goal, or where nothing is surely missed.
    """
    assert s.best is not None
    missed = [(i, aim, e) for i, (aim, e) in enumerate(known(s)) if aim.is_missed(e)]
    moving = [t for t in s.tunables if not t.is_idle and len(t.values) > 1]
    ends = {t.name: s.best.changes.get(t.name, t.was) for t in moving}
    if not missed or not moving:
        return None
    i, aim, estimate = min(missed, key=lambda each: each[1].margin(each[2].value))
    for t in moving:
        if ends[t.name] not in (t.values[0], t.values[-1]):
            return None
        margins = {value: aim.margin(estimates[i].value) for value, estimates in t.ends}
        if ends[t.name] in margins and margins[ends[t.name]] < max(margins.values()):
            return None
    return BeyondRange(aim, estimate, ends)


def stronger(agents: Sequence[str]) -> tuple[str, ...]:
    """Players to use instead of those that do not finish the game."""
    if any(map(is_search, agents)):
        return ("mcts:400",)
    return ("mcts:100",) if "greedy" in agents else ("greedy", "mcts:100")


def worst_of(aims: Sequence[Aim], candidate: Candidate) -> tuple[Aim, Estimate] | None:
    """The number of a setting that lies worst in its band, as the search's games show it."""
    if not candidate.estimates:
        return None
    pairs = zip(aims, candidate.estimates, strict=True)
    return min(pairs, key=lambda pair: pair[0].margin(pair[1].value))


def seems_inside(aims: Sequence[Aim], candidate: Candidate) -> bool:
    """Whether its own games and those beside it both show each number of a setting inside."""
    if len(candidate.estimates) < len(aims) or candidate.margin < 0:
        return False
    return all(a.margin(e.value) >= 0 for a, e in zip(aims, candidate.estimates, strict=True))
