"""The readings of a search for the smallest change: proven, missed and open goals, and the price of
the change.
"""

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
    """The answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHandReading(Reading):
    """A change that cannot be written into its cells."""

    cells: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondReading(Reading):
    """The results of another kind of player for the setting."""

    proof: Proof
    agreement: Agreement


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallerReading(Reading):
    """The evidence that the change is the smallest."""


@dataclass(frozen=True, slots=True)
class BeyondRange:
    """A goal that is clearly missed even with each number at the end of its range that is nearer to
    the goal.
    """

    aim: Aim
    estimate: Estimate
    ends: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnReading(Reading):
    """The pieces of a column that may change, and their effects in the unchanged game."""

    pieces: tuple[PieceEffect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AloneReading(Reading):
    """The nearest approach to a goal without the other goals, by its worst measure."""

    alone: Alone
    aim: Aim
    value: Estimate
    seems_in_reach: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleReading(Reading):
    """Parameters that changed no goal."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceReading(Reading):
    """More games stay unfinished with the change; the reading includes the goal that would forbid
    this.
    """

    difference: Difference
    bound: int  # in percent


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedReading(Reading):
    """The other effects of the change."""

    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Objection:
    """The aims that the second kind of player misses or leaves open for a setting."""

    # "beyond": outside the band as written, inside the wider one
    state: Literal["open", "missed", "beyond"]
    agents: str
    verdicts: tuple[Verdict, ...]
    # confidence level of the intervals; higher than usual if the wider interval decides the verdict
    level: float = LEVEL
    unseen: tuple[Aim, ...] = ()  # aims that did not occur in any of its games
    is_near: bool = False  # whether all values lie near an edge of their bands


@dataclass(frozen=True, slots=True)
class Misses:
    """The aims that the best setting so far misses."""

    aims: tuple[Aim, ...]
    met_now: tuple[Aim, ...]  # missed aims that the unchanged game meets
    stuck: tuple[Stuck, ...]  # missed aims that no tunable changes enough


def suggestion_readings(s: Suggestion) -> Iterator[Reading]:
    """Return the readings: answer, other players, nearer settings, idle tunables, other effects."""
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
    """Return the certain costs of a change that no goal covers, the largest first.

    Designers rarely write down the goal that games should finish. A designer who accepts unfinished
    games writes a goal about them, which the change then has to meet.
    """
    return [d for d in _felt(s) if _is_price(d)]


def _felt(s: Suggestion) -> list[Difference]:
    """Return the other certain and noticeable changes, the largest first."""
    felt = [d for d in s.moved if d.is_sure and size_of(d) >= 1 and s.changes]
    return sorted(felt, key=size_of, reverse=True)


def _is_price(d: Difference) -> bool:
    """Whether more games stay unfinished, which designers do not want even if the goals are met."""
    return bool(d.measure.does) and d.difference.value > 0


# ---------------------------------------------------------------- proofs


def on_edge(verdict: Verdict) -> bool:
    """Whether an unproven value may still lie inside: its interval overlaps the band."""
    return not verdict.aim.is_missed(verdict.value)


def is_open(proof: Proof) -> bool:
    """Whether a proof that does not hold rules nothing out."""
    return all(on_edge(v) for v in proof.verdicts if not v.holds)


def agreement_of(proof: Proof) -> Agreement:
    """Return whether a kind of player confirms a setting."""
    return "agree" if proof.holds else "open" if is_open(proof) else "disagree"


def dissenter(s: Suggestion) -> Proof | None:
    """Return the second kind of player if it does not confirm the setting."""
    return next((proof for proof in s.proofs[1:] if not proof.holds), None)


def beyond(s: Suggestion) -> list[Verdict]:
    """Return aims that a second kind of player proves in the wider band but misses in the band as
    written.
    """
    pairs = [pair for p in s.proofs[1:] for pair in zip(s.aims, p.verdicts, strict=True)]
    return [v for aim, v in pairs if v.holds and aim.is_missed(v.value)]


def objection(s: Suggestion) -> Objection | None:
    """Return the aims that the second kind of player misses or leaves open; None if there
    are none.
    """
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
    """Whether the unchanged game may also meet the goals, by all data."""
    return s.before is not None and s.nearer.may_stay and is_open(s.before)


# ---------------------------------------------------------------- missed goals


def known(s: Suggestion) -> list[tuple[Aim, Estimate]]:
    """Return the best setting's values, from fresh games if it had any, else from the search."""
    assert s.best is not None, "only where a setting was looked at"
    if s.proofs:
        return [(v.aim, v.value) for v in s.proofs[0].verdicts]
    return list(zip(s.aims, s.best.estimates, strict=False))


def misses(s: Suggestion) -> Misses | None:
    """Return the aims that the best setting so far misses; None if it misses no aim."""
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
    """Return the aims that did not occur in any game of the best setting."""
    return [aim for aim, e in known(s) if not math.isfinite(e.value)]


def unconfirmed(s: Suggestion) -> list[Mapping[str, Scalar]]:
    """Return the settings that fresh games did not confirm, except a setting that was confirmed
    later.
    """
    holds = bool(s.proofs) and s.proofs[0].holds
    return [tried.changes for tried in s.failed if not (holds and tried.changes == s.changes)]


def edges(s: Suggestion) -> list[Aim]:
    """Return the values of a setting that lie too near an edge of their band to be proven."""
    if not unconfirmed(s) or not s.proofs:
        return []
    return [v.aim for v in s.proofs[0].verdicts if not v.holds and on_edge(v)]


def lacking(s: Suggestion) -> list[str]:
    """Return the goals that no setting brings half-way to the band from the unchanged game."""
    return list(dict.fromkeys(goal.goal for goal in s.stuck))


def out_of_reach(s: Suggestion) -> list[str]:
    """Return other goals that no setting seems to bring into their bands."""
    stuck = lacking(s)
    return [goal for goal, is_met in s.alone.items() if not is_met and goal not in stuck]


def is_uneven(s: Suggestion) -> bool:
    """Whether the goal is equal seats and no setting brings them half-way."""
    stuck = lacking(s)
    return any(a.goal in stuck and _is_evenness(a) for a in s.aims)


def _is_evenness(aim: Aim) -> bool:
    """Whether the aim is a fair share of the wins for a seat."""
    return aim.measure.is_of_sides and aim.low <= 1 / aim.players <= aim.high


def _alone(s: Suggestion, alone: Alone) -> AloneReading:
    measured = zip(s.aims, alone.best.estimates, strict=True)
    pairs = [(aim, e) for aim, e in measured if aim.goal == alone.goal]
    aim, e = min(pairs, key=lambda pair: pair[0].margin(pair[1].value))
    return AloneReading(
        level="note", weight=60.0, chart="tunables", alone=alone, aim=aim, value=e,
        seems_in_reach=s.alone[alone.goal],
    )  # fmt: skip


# ---------------------------------------------------------------- remedies and candidates


def more_time(s: Suggestion) -> Literal["time", "band", "proof", "games"]:
    """Return what may settle the question: time, wider bands, larger proofs, or more games."""
    if s.is_out_of_time:
        return "time"
    if not s.is_spent:
        return "band"
    if s.hardest is not None and s.hardest.games * len(s.players) > s.games:
        return "proof"
    return "games"


def beyond_range(s: Suggestion) -> BeyondRange | None:
    """Return the aim that the best setting so far clearly misses although every relevant number is
    at an end of its range. None if a number may still move towards the goal, or if the setting
    clearly misses no aim.
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
    """Return players to use instead of the players that do not finish the game."""
    if any(map(is_search, agents)):
        return ("mcts:400",)
    return ("mcts:100",) if "greedy" in agents else ("greedy", "mcts:100")


def worst_of(aims: Sequence[Aim], candidate: Candidate) -> tuple[Aim, Estimate] | None:
    """Return the value of a setting that lies worst in its band, in the search's games."""
    if not candidate.estimates:
        return None
    pairs = zip(aims, candidate.estimates, strict=True)
    return min(pairs, key=lambda pair: pair[0].margin(pair[1].value))


def seems_inside(aims: Sequence[Aim], candidate: Candidate) -> bool:
    """Whether each value of a setting lies inside its band.

    Both the setting's own games and the model must say so.
    """
    if len(candidate.estimates) < len(aims) or candidate.margin < 0:
        return False
    return all(a.margin(e.value) >= 0 for a, e in zip(aims, candidate.estimates, strict=True))
