"""What was tried besides: going without a move or a piece, kingmaking, pieces exchanged."""

from collections.abc import Iterator

from generator.play.measures.results import Results
from generator.play.readings.course import luck_of
from generator.play.readings.effects import (
    ControlReading,
    EffectsReading,
    OutcomeReading,
    StandsOutReading,
    WholeGameReading,
    all_effects,
    effect_answer,
    effect_readings,
    effects_readings,
)
from generator.play.readings.kingmaking import KingmakingReading, kingmaking
from generator.play.readings.reading import Reading
from generator.play.readings.restrict import (
    ManyCostReading,
    TooFewReading,
    UntestedReading,
    WithoutReading,
    restrict_answer,
    restricted,
)
from generator.play.telling.findings.finding import Finding, finding_of
from generator.play.telling.words import effects, restrict
from generator.play.telling.words import kingmaking as kingmaking_words
from generator.play.telling.words.course import luck_answer

WORDS = {
    TooFewReading: restrict.too_few,
    WithoutReading: restrict.without,
    ManyCostReading: restrict.many_cost,
    UntestedReading: restrict.untested,
    KingmakingReading: kingmaking_words.kingmaking,
    OutcomeReading: effects.outcome,
    ControlReading: effects.control,
    WholeGameReading: effects.whole_game,
    StandsOutReading: effects.stands_out,
    EffectsReading: effects.effects,
}


def of_trials(results: Results) -> Iterator[Finding]:
    """What going without costs, what those who have lost decide, and what pieces do."""
    for reading in _readings(results):
        yield finding_of(reading, WORDS[type(reading)](reading, results))  # type: ignore[operator]


def _readings(results: Results) -> Iterator[Reading]:
    yield from restricted(results)
    reading = kingmaking(results)
    if reading is not None:
        yield reading
    if results.effect is not None:
        yield from effect_readings(results.effect, results.pack.worth.effects / 100)
    yield from effects_readings(results)


def answered_of(results: Results) -> str:
    """What was tried or asked besides playing, in a sentence or two: it comes before all else."""
    luck = luck_of(results) if results.options.luck else None
    kings = kingmaking(results)
    texts = (
        luck_answer(luck) if luck is not None else "",
        kingmaking_words.kingmaking_answer(kings) if kings is not None else "",
        _tried(results),
    )
    return " ".join(filter(None, texts))


def _tried(results: Results) -> str:
    """What a piece does, or what going without costs."""
    if results.effect is not None:
        answer = effect_answer(results.effect, results.pack.worth.effects / 100)
        return effects.effect_answer(answer)
    reading = all_effects(results)
    text = effects.effects_answer(reading) if reading is not None else ""
    without = restrict_answer(results)
    return text or (restrict.restrict_answer(without, results) if without is not None else "")
