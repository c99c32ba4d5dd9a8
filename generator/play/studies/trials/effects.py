"""The trial for the effects of all pieces, `simulate --effects`."""

from collections.abc import Callable, Iterator

from generator.model.letters import capital
from generator.play.engine.game import Game
from generator.play.measures.results import (
    SURE,
    PieceEffect,
    Results,
    SimulateOptions,
)
from generator.play.readings.effects import all_effects
from generator.play.runs.runs import competing
from generator.play.statistics.multiple_testing import discovered
from generator.play.studies.exchange.every import effects_of
from generator.play.studies.trials.trial import Base, Trial
from generator.play.telling.charts.dots import forest
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.numbers import UNIT, p_value
from generator.play.telling.pictures import Album
from generator.play.telling.tables import line
from generator.play.telling.telling import Cells
from generator.play.telling.words.effects import effects_note, effects_title


def _prepare(
    game: Game, options: SimulateOptions
) -> Callable[[Base], tuple[PieceEffect, ...]] | None:
    if not options.effects:
        return None
    competing(game, "the effect of a piece")
    if not game.pieces:
        name = game.pack.name
        if game.pack.play:
            raise ValueError(f"players of {name} choose no cards, so no effect is measured")
        raise ValueError(f"the rules of {name} do not say when pieces are used, so none is tried")
    return lambda base: effects_of(base.game, base.options, base.progress)


def _charts(results: Results, album: Album) -> Iterator[Chart]:
    reading = all_effects(results)
    if reading is None or not reading.measured:
        return
    effects = sorted(reading.measured, key=lambda effect: (-effect.value.value, effect.piece))
    stand_out = [effect.q <= SURE for effect in effects]
    values = [effect.value for effect in effects]
    yield forest(
        "effects", "Effects", effects_title(reading),
        [capital(effect.name) for effect in effects], [effect.control for effect in effects],
        values, stand_out, drawn=discovered(values, stand_out),
        thumbs=[album.thumb(effect.piece) for effect in effects], use_title="control",
        shows_use=False, lift_title=f"wins, {UNIT} more or fewer",
        note=effects_note(reading),
        more=[(p_value(effect.q), f"{effect.value.n:,}") for effect in effects],
    )  # fmt: skip


def _lines(results: Results) -> Iterator[Cells]:
    for effect in results.effects:
        yield line("effect", effect.piece, results.main.label, effect.value)
        yield line("effect, control", effect.piece, results.main.label, effect.control)


TRIAL = Trial("effects", _prepare, "pieces-all", _charts, _lines)
