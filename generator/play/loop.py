"""Whole games, played in one compiled loop: a game, agents and seeds in, arrays of results out.

Nothing here judges: `GameBatch` holds what happened, one row per game, and the metrics read it.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Collect = Literal["none", "basic", "full", "moves"]
LEVELS: tuple[Collect, ...] = ("none", "basic", "full", "moves")

OVER, CAP, STUCK, WIDE = 0, 1, 2, 3  # GameBatch.end
END_NAMES = ("over", "cap", "stuck", "wide")


@dataclass(frozen=True, slots=True)
class GameBatch:
    """What a run of games left behind: one row per game, in the order of their numbers.

    n games, s seats, a agents. Arrays that the level of `collect` does not ask for have length 0
    along their first axis. A *decision* is one call of `play`; a *turn* is a run of decisions by
    one seat. `none` fills the first group, `basic` the second, `full` and `moves` the rest.
    """

    seed: int
    collect: Collect
    agents: tuple[str, ...]  # specs; the number of an agent is its place here
    kinds: tuple[str, ...]  # names of the last axis of kind_counts
    pieces: tuple[str, ...]  # "component/row", the last axis of piece_used and piece_offered
    supplies: tuple[str, ...]  # the last axis of supply_low

    index: NDArray[np.int64]  # (n,) number of the game; with the seed it names the game
    agent_of: NDArray[np.int8]  # (n, s) which agent sat there
    scores: NDArray[np.float64]  # (n, s) final scores
    winners: NDArray[np.bool_]  # (n, s) shares first place
    end: NDArray[np.int8]  # (n,) OVER, CAP (LONGEST reached), STUCK (no legal move), WIDE
    decisions: NDArray[np.int32]  # (n,)

    reasons: tuple[str, ...]  # n end reasons: `why_over`, or "cap", "stuck", "wide"
    turns: NDArray[np.int32]  # (n,)
    branching: NDArray[np.int64]  # (n,) sum of the numbers of legal moves; mean = / decisions
    choices: NDArray[np.int32]  # (n,) decisions with at least two legal moves
    lead_changes: NDArray[np.int32]  # (n,) times another seat became sole leader; the first is none
    tenths: NDArray[np.float64]  # (n, 11, s) scores after k tenths of the decisions (rounded up)
    kind_counts: NDArray[np.int32]  # (n, s, kinds) decisions of each kind
    piece_used: NDArray[np.int32]  # (n, s, pieces) times a move of this seat used the piece
    supply_low: NDArray[np.int32]  # (n, s, supplies) lowest level after any decision

    piece_offered: NDArray[np.int32]  # (n, s, pieces) decisions with a legal move that uses it

    moves: NDArray[np.int32]  # all moves, game after game
    movers: NDArray[np.int8]  # the seat of each
    move_starts: NDArray[np.int64]  # (n + 1,) game i has moves[move_starts[i]:move_starts[i + 1]]

    def __len__(self) -> int:
        return len(self.index)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.scores.shape[1])


def joined(batches: "list[GameBatch]") -> GameBatch:
    """One batch from several of the same run, in the order given."""
    head = batches[0]
    for batch in batches:
        same = (batch.seed, batch.collect, batch.agents) == (head.seed, head.collect, head.agents)
        if not same:
            raise ValueError("only batches of one seed, level and set of agents can be joined")
    starts = [head.move_starts]
    for batch in batches[1:]:
        if len(batch.move_starts):
            starts.append(batch.move_starts[1:] + starts[-1][-1])
    values: dict[str, Any] = {}
    for name in GameBatch.__slots__:
        value = getattr(head, name)
        if isinstance(value, np.ndarray) and name != "move_starts":
            value = np.concatenate([getattr(batch, name) for batch in batches])
        values[name] = value
    values["move_starts"] = np.concatenate(starts)
    values["reasons"] = tuple(reason for batch in batches for reason in batch.reasons)
    return GameBatch(**values)
