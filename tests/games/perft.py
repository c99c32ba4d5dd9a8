"""Perft tables: the number of sequences of 1, 2, 3 … legal moves from a position.

A line of `tests/perft/GAME.txt` is a position, a colon and the counts. Each game describes its
positions in its own way; lines that begin with # are comments.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from generator.kit import stream
from generator.play.engine.game import Game

FOLDER = Path(__file__).parents[1] / "perft"
RNG = stream(0, 0, 0)


@dataclass(frozen=True)
class Line:
    """A position of a table and its counts, that of one move first."""

    table: Path
    position: str
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.position}: {' '.join(map(str, self.counts))}"

    def rewritten(self, count: Callable[[int], int]) -> "Line":
        """Return the line with today's counts from `count(depth)`, and write it into the table."""
        counts = tuple(count(depth) for depth in range(1, len(self.counts) + 1))
        new = replace(self, counts=counts)
        text = self.table.read_text("utf-8")
        self.table.write_text(text.replace(f"{self}\n", f"{new}\n"), "utf-8")
        return new


def lines_of(game: str) -> list[Line]:
    """Return the lines of a game's table, in order."""
    table = FOLDER / f"{game}.txt"
    lines = [line for line in table.read_text("utf-8").splitlines() if line and line[0] != "#"]
    halves = [line.split(": ") for line in lines]
    return [Line(table, place, tuple(map(int, counts.split()))) for place, counts in halves]


def count_paths(game: Game, states: Any, depth: int) -> int:
    """Count the sequences of `depth` legal moves from `states[0]`, without games that end earlier.

    `states`: (more than depth,) positions, overwritten from the second on.
    """
    out = np.zeros(game.widest, np.int32)
    if game.turn(game.tables, states[0]) < 0:
        return 0
    codes = out[: game.moves(game.tables, states[0], out)].astype(np.int64)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        states[1] = states[0]
        game.play(game.tables, states[1], code, RNG)
        total += count_paths(game, states[1:], depth - 1)
    return total


def count_paths_slowly(reference: Any, depth: int) -> int:
    """The same by a game's reference."""
    if reference.seat() < 0:
        return 0
    events = reference.legal()
    if depth == 1:
        return len(events)
    total = 0
    for event in events:
        after = deepcopy(reference)
        after.apply(event)
        total += count_paths_slowly(after, depth - 1)
    return total
