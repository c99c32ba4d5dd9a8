"""Search does not depend on the order of moves; equal moves are chosen equally often."""

from pathlib import Path

import numpy as np
import pytest

from generator.play.engine.batch import play_games
from tests.toys import toy

# The first seat points at one of the others, who then has a point less: all the same to it, but not
# to those who are listed first.
POINTING = """
import numpy as np
from generator.kit import record, rule

SEATS = (3, 3)
LONGEST = 3
WIDEST = 4
CHANCE = {chance}


def setup(pack, players):
    return record(players=players), record(points=np.zeros(3), seat=0, over=0)


@rule
def moves(tables, state, out):
    for k in range(4):
        out[k] = k
    return 4


@rule
def play(tables, state, move, rng):
    state.points[0] = 1
    state.points[1 + move % 2] = -1
    state.over = 1


def describe(tables, state, move):
    return {{"do": "point", "at": int(move)}}
"""


@pytest.mark.parametrize("chance", [True, False])
@pytest.mark.parametrize("agent", ["mcts:16", "mcts:2", "mcts:30", "flat:8", "flat:6"])
def test_equal_moves_are_chosen_alike(tmp_path: Path, agent: str, chance: bool) -> None:
    game = toy(tmp_path, POINTING.format(chance=chance), 3)
    n = 240
    batch = play_games(game, [agent], 1, 0, n, rotate=False, collect="moves")
    counts = np.bincount(batch.moves, minlength=4)
    assert counts.sum() == n and (np.abs(counts - n / 4) < 4 * np.sqrt(n * 3 / 16)).all(), counts
