"""The findings of a simulation, which are its readings in words. *Association*, *correlation* and
*lift* state that two facts occur together. *Effect* is used only for the same seeds played with a
changed piece.
"""

from collections.abc import Sequence

from generator.play.measures.results import Results
from generator.play.readings.choices import ChoiceReading, KindReading, SpaceReading
from generator.play.readings.course import (
    ComebackReading,
    DecidedReading,
    LeadReading,
    LuckReading,
    MarginReading,
    OwnReading,
    luck_of,
)
from generator.play.readings.effects import (
    ControlReading,
    EffectsReading,
    OutcomeReading,
    StandsOutReading,
    WholeGameReading,
    all_effects,
    effect_answer,
)
from generator.play.readings.ends import EndsReading, HoleReading
from generator.play.readings.goals import GoalFaultReading, GoalsReading
from generator.play.readings.kingmaking import KingmakingReading, kingmaking
from generator.play.readings.length import LengthReading, WaitReading
from generator.play.readings.pieces import (
    EveryoneReading,
    FewUsersReading,
    LiftReading,
    ManyStrongReading,
    PassedOverReading,
    UseReading,
    UsualLiftReading,
)
from generator.play.readings.reading import PrecisionReading, Reading
from generator.play.readings.restrict import (
    ManyCostReading,
    TooFewReading,
    UntestedReading,
    WithoutReading,
    restrict_answer,
)
from generator.play.readings.scores import OneEndReading, OutcomesReading, ScoreReading
from generator.play.readings.seats import PointsReading, SeatReading, SkillReading, TieReading
from generator.play.readings.supplies import SupplyReading
from generator.play.telling.finding import Finding, finding_of
from generator.play.telling.words import (
    choices,
    course,
    effects,
    ends,
    goals,
    length,
    pieces,
    restrict,
    scores,
    seats,
    supplies,
)
from generator.play.telling.words import kingmaking as kings
from generator.play.telling.words.common import Words, disputed, precision

WORDS = {
    EndsReading: ends.ends,
    HoleReading: ends.hole,
    SeatReading: seats.seats,
    PointsReading: seats.points,
    SkillReading: seats.skill,
    TieReading: seats.ties,
    ScoreReading: scores.score,
    OutcomesReading: scores.outcomes,
    OneEndReading: scores.one_end,
    LeadReading: course.lead,
    ComebackReading: course.comeback,
    DecidedReading: course.decided,
    LuckReading: course.luck,
    MarginReading: course.margin,
    OwnReading: course.own,
    LengthReading: length.length,
    WaitReading: length.waits,
    SupplyReading: supplies.supply,
    UsualLiftReading: pieces.usual,
    LiftReading: pieces.lift,
    FewUsersReading: pieces.few_users,
    EveryoneReading: pieces.everyone,
    ManyStrongReading: pieces.many_strong,
    PassedOverReading: pieces.passed_over,
    UseReading: pieces.use,
    ChoiceReading: choices.choice,
    KindReading: choices.kind,
    SpaceReading: choices.spaces,
    GoalsReading: goals.goals,
    GoalFaultReading: goals.goal_fault,
    TooFewReading: restrict.too_few,
    WithoutReading: restrict.without,
    ManyCostReading: restrict.many_cost,
    UntestedReading: restrict.untested,
    KingmakingReading: kings.kingmaking,
    OutcomeReading: effects.outcome,
    ControlReading: effects.control,
    WholeGameReading: effects.whole_game,
    StandsOutReading: effects.stands_out,
    EffectsReading: effects.effects,
    PrecisionReading: precision,
}


def in_words(results: Results, readings: Sequence[Reading]) -> list[Finding]:
    """Return each reading as a finding, with its goal and the evidence against it."""
    return [finding_of(reading, _words(reading, results)) for reading in readings]


def _words(reading: Reading, results: Results) -> Words:
    words: Words = WORDS[type(reading)](reading, results)  # type: ignore[operator]
    if reading.goal is not None:
        words = goals.with_goal(words, reading.goal, results)
    if reading.is_disputed:
        words = disputed(words, results)
    return seats.secrets(words, is_disputed=reading.is_disputed) if reading.sees_secrets else words


def answered_of(results: Results) -> str:
    """Return a sentence or two about trials and requests, which come before all other findings."""
    luck = luck_of(results) if results.options.luck else None
    kingmakers = kingmaking(results)
    texts = (
        course.luck_answer(luck) if luck is not None else "",
        kings.kingmaking_answer(kingmakers) if kingmakers is not None else "",
        _tried(results),
    )
    return " ".join(filter(None, texts))


def _tried(results: Results) -> str:
    """Return the findings about the effect of a piece or the cost of an option."""
    if results.effect is not None:
        answer = effect_answer(results.effect, results.pack.worth.effects / 100)
        return effects.effect_answer(answer)
    reading, without = all_effects(results), restrict_answer(results)
    text = effects.effects_answer(reading) if reading is not None else ""
    return text or (restrict.restrict_answer(without, results) if without is not None else "")
