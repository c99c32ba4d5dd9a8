"""A trial is a change of the game that a simulation plays on request, in addition to the unchanged
game. Each trial is a value, `TRIAL`, in the module that plays it. `prepare` is called before any
game and raises `ValueError` for a trial that cannot be played, so that mistakes cost no time; it
returns the function that plays the trial.
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
    """The unchanged game and its results, which a trial starts from."""

    pack: Pack
    game: Game
    options: SimulateOptions
    main: Metrics
    games: GameBatch | None  # the first games with their moves, if they are replayed later
    progress: Progress


def no_charts(results: Results, album: Album) -> Iterable[Chart]:
    """Return no charts, for a trial without charts of its own."""
    return ()


def no_lines(results: Results) -> Iterable[Cells]:
    """Return no lines, for a trial without lines of its own."""
    return ()


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial, with its place among the results and in the report."""

    field: str  # the field of `Results` with the outcome
    # returns None if the trial is not requested
    prepare: Callable[[Game, SimulateOptions], Callable[[Base], Any] | None]
    section: str = ""  # the id of the section of the page
    charts: Callable[[Results, Album], Iterable[Chart]] = no_charts
    lines: Callable[[Results], Iterable[Cells]] = no_lines
