"""Decides the effect of a piece on its first taker, from results of exchanging it for other pieces
(cause).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.play.measures.results import (
    AS_ITSELF,
    SURE,
    Effect,
    Outcome,
    PieceEffect,
    Results,
)
from generator.play.readings.reading import FALSE_ALARM, Level, Reading
from generator.play.statistics.inference import Estimate
from generator.play.statistics.multiple_testing import discovered
from generator.play.statistics.sample_sizes import two_digits

MOST_EFFECTS = 5  # greatest number of pieces named
MOST_OF_THEM = 0.75  # share of the pieces with too few games that a prediction covers
MOST_TIMES = 6  # greatest multiple of the played games that predictions reach
State = Literal[
    "impossible",  # the exchange could not be played
    "seldom",  # the piece is taken too seldom
    "none",  # no effect, and a noticeable one is excluded
    "open",  # a noticeable effect is not excluded
    "small",  # a sure effect that is too small to notice
    "felt",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeReading(Reading):
    """A piece's effect, as itself compared with another piece, or with a changed number."""

    state: State
    name: str  # name of the piece
    outcome: Outcome
    games_needed: int = 0  # total number of games, if the piece is taken too seldom; 0: unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlReading(Reading):
    """The result of exchanging a piece for its own copy, which changes nothing."""

    name: str
    estimate: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeGameReading(Reading):
    """The changes of the game without the piece, or with one more copy, on the same seeds."""

    name: str
    label: str
    games: int
    turns: Estimate | None  # None if the value may be unchanged, as for the next field
    score: Estimate | None

    @property
    def is_changed(self) -> bool:
        """Whether length or scores clearly change."""
        return self.turns is not None or self.score is not None


@dataclass(frozen=True, slots=True)
class EffectAnswer:
    """One piece's effect, from its exchange, else from changes of its numbers."""

    name: str
    measured: tuple[OutcomeReading, ...]
    whole: tuple[WholeGameReading, ...]  # changes of the whole game, if no effect was measured
    # whether the piece is taken too seldom; otherwise `reason` says why it could not be tried
    is_seldom: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandsOutReading(Reading):
    """A piece whose effect differs noticeably from the effect of a typical piece of its
    component.
    """

    effect: PieceEffect


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectsReading(Reading):
    """The effects of all pieces: the pieces that stand out, and the pieces that are still open."""

    effects: tuple[PieceEffect, ...]
    measured: tuple[PieceEffect, ...]
    seldom: tuple[PieceEffect, ...]  # pieces that were exchanged in too few games
    # untested pieces; pieces that `--effect` can still test come first
    unplayable: tuple[PieceEffect, ...]
    n_sure: int
    n_felt: int
    least: float  # the smallest noticeable effect
    # if no effect is sure, the number of pieces for which a noticeable effect is not excluded
    n_open: int
    reach: float  # the largest effect that is not excluded
    games: int
    games_to_exclude: int  # total number of games that would exclude a noticeable effect
    games_for_seldom: int  # total number of games that cover most of `seldom`; 0: unpredictable
    notable: tuple[str, Estimate] | None  # the piece of `seldom` with the strongest association
    single: PieceEffect  # the piece to test alone if no effect was measured

    @property
    def askable(self) -> PieceEffect | None:
        """A piece that cannot become another, but whose numbers and copies can be tested."""
        return next((e for e in self.effects if e.is_askable), None)

    @property
    def controls(self) -> list[Estimate]:
        """The results of exchanging each piece for its own copy."""
        return [e.control for e in self.measured if not e.control.withheld]


# ---------------------------------------------------------------- one piece


def effect_readings(effect: Effect, least: float) -> Iterator[Reading]:
    """Yield the readings of one piece. `least` is the smallest noticeable effect, as a share."""
    for outcome in effect.outcomes:
        if outcome.unplayable or not (outcome.is_control or outcome.seats):
            yield _outcome(effect, outcome, least)
        elif outcome.is_control:
            if not outcome.holders.withheld:
                yield ControlReading(
                    level="note", weight=10.0, chart="effect", name=effect.name,
                    estimate=outcome.holders,
                )  # fmt: skip
        else:
            yield _whole_game(effect, outcome)


def effect_answer(effect: Effect, least: float) -> EffectAnswer:
    """Return one piece's effect, for the verdict and the chart's title."""
    outcomes = [o for o in effect.outcomes if o.is_exchange] or [
        o for o in effect.outcomes if not (o.is_control or o.seats or o.label.startswith(AS_ITSELF))
    ]
    readings = [_outcome(effect, o, least) for o in outcomes]
    measured = tuple(r for r in readings if r.state not in ("impossible", "seldom"))
    whole = [_whole_game(effect, o) for o in effect.outcomes if o.seats and not o.unplayable]
    return EffectAnswer(
        name=effect.name,
        measured=measured,
        whole=tuple(r for r in whole if r.is_changed) if not measured else (),
        is_seldom=any(r.state == "seldom" for r in readings),
        reason=next((o.unplayable for o in effect.outcomes if o.unplayable), ""),
    )


def _outcome(effect: Effect, outcome: Outcome, least: float) -> OutcomeReading:
    e = outcome.holders
    state: State = "felt"
    level: Level = "note"
    weight, needed = 99.0, 0
    if outcome.unplayable:
        state, weight = "impossible", 50.0
    elif e.withheld:
        state, weight = "seldom", 50.0
        needed = e.needed * effect.games // e.n if e.n else 0
    elif not e.excludes(0):
        state = "open" if reach_of(e) > least else "none"
    elif abs(e.value) < least:
        state = "small"
    else:
        level = "look"
    return OutcomeReading(
        level=level, weight=weight, chart="effect", piece=effect.piece, state=state,
        name=effect.name, outcome=outcome, games_needed=needed,
    )  # fmt: skip


def _whole_game(effect: Effect, outcome: Outcome) -> WholeGameReading:
    turns, score = (
        None if e.withheld or not e.excludes(0) else e for e in (outcome.turns, outcome.score)
    )
    is_changed = turns is not None or score is not None
    return WholeGameReading(
        level="note", weight=45.0 if is_changed else 9.0, chart="effect", name=effect.name,
        label=outcome.label, games=effect.games, turns=turns, score=score,
    )  # fmt: skip


def reach_of(e: Estimate) -> float:
    """Return the largest effect that is not excluded, whatever its sign."""
    return max(abs(e.low), abs(e.high))


# ---------------------------------------------------------------- all pieces


def effects_readings(results: Results) -> Iterator[Reading]:
    """Yield the effects of the strongest pieces by name, then of all pieces."""
    reading = all_effects(results)
    if reading is None:
        return
    for effect in _felt(reading.measured, reading.least)[:MOST_EFFECTS]:
        yield StandsOutReading(
            level="look" if effect.q <= FALSE_ALARM else "note",
            weight=min(94.0, 60 + 200 * abs(effect.beyond.value)), chart="effects",
            piece=effect.piece, effect=effect,
        )  # fmt: skip
    yield reading


def all_effects(results: Results) -> EffectsReading | None:
    """Return the effects of all pieces; None if not requested."""
    effects, games = results.effects, results.options.games
    if not effects:
        return None
    least = results.pack.worth.effects / 100
    measured = [e for e in effects if not e.value.withheld]
    seldom = [e for e in effects if e.value.withheld and not e.unplayable]
    unplayable = sorted((e for e in effects if e.unplayable), key=lambda e: not e.is_askable)
    drawn = discovered([e.beyond for e in measured], [False] * len(measured))
    widest = max(drawn, key=reach_of, default=None)
    lifts = {p.id: p.lift for p in results.main.metrics.pieces if p.notable}
    notable = max(
        seldom, key=lambda e: abs(lifts[e.piece].value) if e.piece in lifts else 0.0, default=None
    )
    is_shown = bool(measured) or not seldom  # without measured effects there is no chart
    return EffectsReading(
        level="note", weight=61.0 if measured else 60.0, chart="effects" if is_shown else "",
        effects=effects, measured=tuple(measured), seldom=tuple(seldom),
        unplayable=tuple(unplayable), n_sure=sum(e.q <= SURE for e in measured),
        n_felt=len(_felt(measured, least)), least=least,
        n_open=sum(reach_of(e) > least for e in drawn),
        reach=reach_of(widest) if widest is not None else 0.0, games=games,
        games_to_exclude=(
            two_digits(games * (widest.half / least) ** 2) if widest is not None else 0
        ),
        games_for_seldom=_games_for(seldom, games),
        notable=(
            (notable.name, lifts[notable.piece])
            if notable is not None and notable.piece in lifts
            else None
        ),
        single=notable or (unplayable or effects)[0],
    )  # fmt: skip


def _felt(measured: Sequence[PieceEffect], least: float) -> list[PieceEffect]:
    """Return the pieces that clearly stand out noticeably, strongest first."""
    felt = [e for e in measured if e.q <= SURE and abs(e.beyond.value) >= least]
    return sorted(felt, key=lambda e: -abs(e.beyond.value))


def _games_for(seldom: Sequence[PieceEffect], games: int) -> int:
    """Return the number of games that would cover three in four of these pieces; 0 if unknown.

    These pieces hardly ever acted as another piece while a player took them.
    """
    if not seldom:
        return 0
    times = sorted(e.value.needed / e.value.n if e.value.n else math.inf for e in seldom)
    most = times[math.ceil(MOST_OF_THEM * len(times)) - 1]
    return two_digits(most * games) if most <= MOST_TIMES else 0
