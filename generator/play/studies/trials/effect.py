"""The trial for the effect of one piece, `simulate --effect`."""

from collections.abc import Callable, Iterator

from generator.play.engine.game import Game
from generator.play.measures.results import (
    Effect,
    Results,
    SimulateOptions,
)
from generator.play.readings.effects import effect_answer
from generator.play.runs.runs import competing
from generator.play.statistics import inference
from generator.play.studies.exchange.piece import effect_of, to_change
from generator.play.studies.trials.trial import Base, Trial
from generator.play.telling.charts.dots import forest
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.numbers import UNIT, p_value
from generator.play.telling.pictures import Album
from generator.play.telling.tables import line
from generator.play.telling.telling import Cells
from generator.play.telling.words.effects import EXCHANGED, effect_title


def _prepare(game: Game, options: SimulateOptions) -> Callable[[Base], Effect] | None:
    if not options.effect:
        return None
    competing(game, "the effect of a piece")
    change = to_change(game, options.effect)
    return lambda base: effect_of(base.game, change, base.options, base.progress)


def _charts(results: Results, album: Album) -> Iterator[Chart]:
    effect = results.effect
    played = [o for o in effect.outcomes if o.holders.n] if effect is not None else []
    if effect is None or not played:
        return
    answer = effect_answer(effect, results.pack.worth.effects / 100)
    yield forest(
        "effect", "Effect", effect_title(answer),
        [o.label for o in played], [inference.NOTHING] * len(played),
        [o.holders for o in played], [o.holders.excludes(0) for o in played],
        lift_title=f"wins, {UNIT} more or fewer", note=EXCHANGED,
        more=[(p_value(o.p), f"{o.holders.n:,}") for o in played],
    )  # fmt: skip


def _lines(results: Results) -> Iterator[Cells]:
    effect = results.effect
    if effect is not None:
        for outcome in effect.outcomes:
            name = f"{effect.name}: {outcome.label}"
            yield line("effect", name, results.main.label, outcome.holders)


TRIAL = Trial("effect", _prepare, "pieces-all", _charts, _lines)
