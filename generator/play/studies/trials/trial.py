"""A trial: what a simulation plays besides the game as it is, where that is asked for.

Each is a value, `TRIAL`, of the module that plays it. `prepare` comes before any game and raises
`ValueError` for what cannot be tried, so mistakes cost no time; what it returns plays the trial.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from generator.model.pack import Pack
from generator.play.engine.batch import GameBatch
from generator.play.engine.game import Game
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import Progress, Results, SimulateOptions
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.pictures import Album
from generator.play.telling.telling import Cells


@dataclass(frozen=True, slots=True)
class Base:
    """The game as it was played: what a trial begins with."""

    pack: Pack
    game: Game
    options: SimulateOptions
    main: Metrics
    games: GameBatch | None  # the first of them, with their moves, where they are looked at again
    progress: Progress


def no_charts(results: Results, album: Album) -> Iterable[Chart]:
    """Nothing to draw, or nothing beside what the game as it is shows."""
    return ()


def no_lines(results: Results) -> Iterable[Cells]:
    """Nothing to list."""
    return ()


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried: its place among the results and in the report."""

    field: str  # of `Results`, which has its outcome
    prepare: Callable[[Game, SimulateOptions], Callable[[Base], Any] | None]  # None: not asked for
    section: str = ""  # of the page, by its id
    charts: Callable[[Results, Album], Iterable[Chart]] = no_charts
    lines: Callable[[Results], Iterable[Cells]] = no_lines
