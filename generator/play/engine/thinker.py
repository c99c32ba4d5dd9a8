"""A player who chooses moves in single positions, in a game with people or in a test."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.marks import engine
from generator.play.engine.agents import agent_of, desk_for, ticking, tree_of
from generator.play.engine.calls import moves, turn
from generator.play.engine.choosers import choose
from generator.play.engine.faults import watched
from generator.play.engine.game import Game
from generator.play.engine.machine import entry_of
from generator.play.engine.search.secret_moves import forget_secrets, is_keeping, note_move
from generator.play.engine.search.tree import COUNT, DRAWN, FIRST, MOVE, NEXT, PROVEN, VISITS
from generator.play.engine.thread_memory import (
    BUFFER,
    CALLS,
    DECISION,
    FRESH,
    TRUE,
    history_of,
    listing_of,
    nodes_of,
    put_words,
    range_of,
    seats_of,
    totals_of,
    words_in,
)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move at the root of a search: its visits, and the mover's mean reward over them.

    `proven` is the mover's share of the win if the search knows it for certain.
    """

    move: int
    visits: int
    reward: float
    proven: float | None


class Thinker:
    """An agent of a game, ready to choose moves."""

    def __init__(self, game: Game, spec: str) -> None:
        self._game, self._team = game, (agent_of(game, spec),)
        self._desk = desk_for(game, self._team, ())
        self._decide = decide if game.plain else entry_of(decide)
        self._recall = recall if game.plain else entry_of(recall)

    def choose(
        self, state: Any, rng: NDArray[np.uint64], past: Sequence[tuple[Any, int]] = ()
    ) -> int:
        """Return the agent's move in a position that is not over; draws from `rng`, keeps `state`.

        `past` holds every earlier position of the game with the move made in it. If moves are
        SECRET, a search needs `past`, because it begins before the first move that is still secret.
        """
        desk, t = self._desk, len(past)
        seats_of(desk)[:, FRESH] = 1
        nodes_of(desk)[:, 0, FIRST] = -1  # traces of an earlier decision must not show
        with ticking(desk, self._team), watched(self._game, desk, 0, None):
            desk.journal[CALLS] = 0
            if is_keeping(desk) and t > 0:
                moves = np.array([move for _, move in past], np.int64)
                self._recall(desk.engine, self._words([before for before, _ in past]), moves)
            desk.words[TRUE] = self._words([state])[0]
            return int(self._decide(desk.engine, rng, t))

    def _words(self, states: Sequence[Any]) -> NDArray[np.uint64]:
        """Return positions as words, (n, words)."""
        records = self._game.fresh(len(states))
        for k, state in enumerate(states):
            records[k] = state
        words: NDArray[np.uint64] = words_in(records)
        return words

    def range(self, seat: int) -> tuple[float, float]:
        """Return the lowest reward that a seat's last search may have seen, and the range of
        rewards.
        """
        low, high = range_of(self._desk)[seat]
        return (float(low), float(high - low)) if high >= low else (0.0, 0.0)

    def weighed(self, seat: int) -> list[Weighed]:
        """Return the moves that the last decision of `seat` searched, with the most visited move
        first. Unvisited moves are left out. The result is empty if there was no choice.
        """
        is_closed = tree_of(self._game) == "closed"
        buffer = 2 * seat + int(seats_of(self._desk)[seat, BUFFER]) if is_closed else 0
        nodes, totals = nodes_of(self._desk)[buffer], totals_of(self._desk)[buffer]
        first = int(nodes[0, FIRST])
        places = list(range(first, first + int(nodes[0, COUNT]))) if is_closed and first > 0 else []
        while not is_closed and first > 0:
            places.append(first)
            first = int(nodes[first, NEXT])
        moves = [
            Weighed(
                int(nodes[place, MOVE]),
                int(nodes[place, VISITS]),
                float(totals[place] / nodes[place, VISITS]),
                _proven(int(nodes[place, PROVEN]), self._game.sides.firsts[seat])
                if is_closed
                else None,
            )
            for place in places
            if nodes[place, VISITS]
        ]
        return sorted(moves, key=lambda each: (-each.visits, -each.reward))


def _proven(outcome: int, first: int) -> float | None:
    if outcome == 0:
        return None
    return 0.5 if outcome == DRAWN else float(outcome == 1 + first)


@engine
def recall(desk: Any, words: Any, made: Any) -> None:
    """Store every move of the game so far; each row of words is the position before a move."""
    forget_secrets(desk)
    for t in range(made.shape[0]):
        desk.journal[DECISION] = t
        put_words(desk, TRUE, words[t])
        note_move(desk, TRUE, t, turn(desk, TRUE), made[t])
        history_of(desk)[t] = made[t]


@engine
def decide(desk: Any, rng: Any, t: int) -> int:
    """Return the move of the seat to act in `TRUE`, after t moves that `recall` has stored."""
    desk.journal[DECISION] = t
    if t == 0:
        forget_secrets(desk)
    out = listing_of(desk)
    seat = turn(desk, TRUE)
    n = moves(desk, TRUE, out)
    return choose(desk, 0, seat, out, n, rng, t)
