"""How the scores of a finished game came about, as a table with a column for each seat.

In: a game and its positions from the deal to the end. Out: rows of points that add up to the scores
at the end.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from generator.play.engine.game import Game, numbered
from generator.play.engine.records import scores_of

MOST_ROWS = 12  # maximum number of rows

Row = tuple[str, tuple[float, ...]]  # where points come from, and how many each seat has


def score_table(game: Game, states: Sequence[Any], moves: Sequence[int]) -> tuple[Row, ...]:
    """The points by source, where the rules have `tally`; otherwise by round or by kind of move.

    `states` has every position as an array of length 1, so there is one more than `moves`. The
    table is empty if it would have one row alone, or more than `MOST_ROWS`.
    """
    if game.tally is not None:
        return _worth_reading(_by_source(game, states[-1][0]))
    rows: tuple[Row, ...] = ()
    if game.round_of is not None:
        rounds = [int(n) for n in numbered(game, "round_of", np.concatenate(states[:-1]))]
        first = min(rounds, default=0)
        rows = _worth_reading(_gained(game, states, lambda ply: f"round {rounds[ply] - first + 1}"))

    def kind(ply: int) -> str:
        state, move = states[ply][0], moves[ply]
        names = game.names_of(state, move)
        name = names[-1] if names else str(game.describe(game.tables, state, np.int64(move))["do"])
        return game.said.get(name, name.replace("_", " "))

    return rows or _worth_reading(_gained(game, states, kind))


def _by_source(game: Game, state: Any) -> dict[str, list[float]]:
    """The points of every seat by the sources that `tally` names."""
    points: dict[str, list[float]] = {}
    assert game.tally is not None
    for seat in range(game.seats):
        for source, n in game.tally(game.tables, state, seat):
            points.setdefault(source, [0.0] * game.seats)[seat] += n
    return points


def _gained(
    game: Game, states: Sequence[Any], name: Callable[[int], str]
) -> dict[str, list[float]]:
    """The points that every seat gained or lost, by the name of the move that brought them."""
    scores = [np.array(scores_of(game, state[0])) for state in states]
    points = {"at the start": scores[0].copy()}
    for ply, (before, after) in enumerate(pairwise(scores)):
        if np.any(after != before):
            points.setdefault(name(ply), np.zeros(game.seats))
            points[name(ply)] += after - before
    return {source: list(map(float, gains)) for source, gains in points.items()}


def _worth_reading(points: dict[str, list[float]]) -> tuple[Row, ...]:
    """The rows with points in them; none if they are too few or too many to be a table."""
    rows = tuple((source, tuple(gains)) for source, gains in points.items() if any(gains))
    return rows if 1 < len(rows) <= MOST_ROWS else ()
