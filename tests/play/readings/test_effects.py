"""The effects of pieces on their first takers: the decisions, without words."""

from dataclasses import replace

import pytest

from generator.play.measures.results import AS_ITSELF, Effect, Outcome, PieceEffect, Results
from generator.play.readings.effects import (
    EffectsReading,
    all_effects,
    effect_answer,
    effect_readings,
)
from generator.play.statistics.inference import NOTHING, Estimate
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up

ITSELF = f"{AS_ITSELF} goods"
LEAST = 0.03


def outcome(label: str, value: float, half: float = 0.1, **more: object) -> Outcome:
    e = Estimate(value, value - half, value + half, 400, "made up")
    made = Outcome(label, e, 0.5, NOTHING, NOTHING, ())
    return replace(made, **more)  # type: ignore[arg-type]


def gold(*outcomes: Outcome) -> Effect:
    return Effect("goods/gold", "gold", 400, ("greedy",), outcomes)


@pytest.mark.parametrize(
    ("tried", "state", "level"),
    [
        (outcome(ITSELF, -0.3), "felt", "look"),
        (outcome(ITSELF, 0.02, 0.01), "small", "note"),
        (outcome(ITSELF, 0.0, 0.02), "none", "note"),
        (outcome(ITSELF, 0.03), "open", "note"),
        (outcome(ITSELF, 0.0, unplayable="all alike"), "impossible", "note"),
        (
            outcome(ITSELF, 0.1, holders=Estimate(0.1, -0.2, 0.4, 20, "made up", 500)),
            "seldom",
            "note",
        ),
    ],
)
def test_an_effect_is_felt_small_excluded_or_open(tried: Outcome, state: str, level: str) -> None:
    (reading,) = effect_readings(gold(tried), LEAST)
    assert (reading.state, reading.level) == (state, level)  # type: ignore[attr-defined]
    needed = 500 * 400 // 20 if state == "seldom" else 0
    assert reading.games_needed == needed  # type: ignore[attr-defined]


def test_a_piece_is_answered_by_its_exchange_else_by_its_numbers() -> None:
    more, less = outcome("points 13 instead of 12", 0.2), outcome("points 11 instead of 12", 0.03)
    answer = effect_answer(gold(outcome(ITSELF, -0.3), more, less), LEAST)
    assert [r.outcome.label for r in answer.measured] == [ITSELF]
    answer = effect_answer(gold(more, less), LEAST)
    assert [(r.outcome, r.state) for r in answer.measured] == [(more, "felt"), (less, "open")]


def test_unmeasured_effects_give_the_reason_and_the_whole_game() -> None:
    cannot = outcome(ITSELF, 0.0, holders=NOTHING, unplayable="all alike")
    fewer = Estimate(-1.8, -2.5, -1.1, 400, "made up")
    gone = outcome("without it", 0, holders=NOTHING, score=fewer, seats=(NOTHING,) * 2)
    answer = effect_answer(gold(cannot, gone), LEAST)
    assert (answer.measured, answer.is_seldom, answer.reason) == ((), False, "all alike")
    assert [(r.turns, r.score) for r in answer.whole] == [(None, fewer)]
    still = replace(gone, score=Estimate(0.1, -0.6, 0.8, 400, "made up"))
    assert not effect_answer(gold(cannot, still), LEAST).whole
    seldom = outcome("points 2", 0.1, holders=Estimate(0.1, 0.0, 0.2, 20, "made up", 500))
    assert effect_answer(gold(seldom), LEAST).is_seldom


def judged(*halves: float) -> Results:
    """Pieces that do nothing much, with intervals of these halves."""
    made = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    effects = tuple(
        PieceEffect(f"goods/{i}", "ink", e, e, e, 0.9, "taken")
        for i, half in enumerate(halves)
        for e in [Estimate(0.01, 0.01 - half, 0.01 + half, 900, "made up")]
    )
    return replace(made, effects=effects)


def reading_of(results: Results) -> EffectsReading:
    reading = all_effects(results)
    assert reading is not None
    return reading


def test_effects_that_are_not_seen_say_how_much_may_hide() -> None:
    """Several intervals are wider, so that they hold together."""
    alone = reading_of(judged(0.1))
    assert (alone.n_open, alone.games_to_exclude) == (1, 1700)
    assert alone.reach == pytest.approx(0.11)
    pair = reading_of(judged(0.1, 0.3))
    assert pair.n_open == 2 and pair.reach == pytest.approx(0.353, abs=0.001)
    assert reading_of(judged(0.1, 0.3, 0.01)).n_open == 2
    assert reading_of(judged(0.01)).n_open == 0


def test_pieces_that_stand_out_are_counted_and_of_these_those_that_are_felt() -> None:
    sure = Estimate(0.2, 0.1, 0.3, 400, "made up")
    strong = PieceEffect("goods/gold", "gold", sure, NOTHING, sure, 0.001, "taken")
    slight = replace(strong, beyond=Estimate(0.02, 0.01, 0.03, 400, "made up"))
    still = replace(strong, beyond=Estimate(0.0, -0.1, 0.1, 400, "made up"), q=1.0)
    made = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    reading = reading_of(replace(made, effects=(strong, slight, still)))
    assert (len(reading.measured), reading.n_sure, reading.n_felt) == (3, 2, 1)
