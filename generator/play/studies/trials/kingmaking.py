"""The trial for kingmaking, in which players who cannot win decide which other player wins."""

from collections.abc import Callable, Iterator

from generator.play.engine.game import Game
from generator.play.measures.kingmaking import kingmaking_of
from generator.play.measures.results import Kingmaking, Results, SimulateOptions
from generator.play.runs.runs import competing
from generator.play.studies.trials.trial import Base, Trial
from generator.play.telling.charts.bars import bars
from generator.play.telling.charts.drawing import Chart, Series
from generator.play.telling.pictures import Album
from generator.play.telling.tables import line
from generator.play.telling.telling import Cells
from generator.play.telling.words.kingmaking import (
    KINGMAKING_NOTE,
    kingmaking_technical,
    kingmaking_title,
)


def _prepare(game: Game, options: SimulateOptions) -> Callable[[Base], Kingmaking | None] | None:
    if not options.kingmaking:
        return None
    competing(game, "kingmaking")
    if game.sides.n < 3:
        fix = "" if game.teams else ": say --players 3"
        raise ValueError(f"kingmaking needs three {game.sides.player}s at least{fix}")
    return _play


def _play(base: Base) -> Kingmaking | None:
    if base.games is None:
        return None
    return kingmaking_of(base.game, base.games, base.options.workers, base.progress)


def _charts(results: Results, album: Album) -> Iterator[Chart]:
    kingmaking = results.kingmaking
    if kingmaking is None:
        return
    deciding, hopeless = kingmaking.deciding, kingmaking.hopeless
    yield bars(
        "kingmaking", "Kingmaking", kingmaking_title(kingmaking),
        ["Decisions without a chance", "Of these, that decide between others"],
        [Series("", [hopeless, deciding])], to_all=True,
        note=KINGMAKING_NOTE, technical=kingmaking_technical(kingmaking),
    )  # fmt: skip


def _lines(results: Results) -> Iterator[Cells]:
    if results.kingmaking is not None:
        players = results.main.label
        yield line("kingmaking", "without a chance", players, results.kingmaking.hopeless)
        yield line("kingmaking", "deciding", players, results.kingmaking.deciding)


TRIAL = Trial("kingmaking", _prepare, "win", _charts, _lines)
