"""Moves that change nothing that a player sees, such as a second look at the same card.

In: the moves of a seat and a world that may be so for all it knows. Out: the moves with a mark on
those after which the table looks the same to the seat, and no move is legal that was not before.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from generator.play.engine.game import Game
from generator.preview.move_choice import Choice
from generator.preview.turns import MOST, Guess


def with_idle(
    game: Game, choices: Sequence[Choice], seat: int, viewer: int | None, guess: Guess
) -> tuple[Choice, ...]:
    """The moves of a seat, with a mark on idle ones; only moves without a place are tried."""
    plain = [c for c in choices if not (c.pieces or c.spot or c.ends or _is_at_place(c))]
    if game.lay is None or not game.spaces or not plain or len(plain) > MOST:
        return tuple(choices)
    legal = {choice.move for choice in choices}
    idle = {c.move for c in plain if _is_idle(game, c.move, legal, seat, viewer, guess)}
    return tuple(replace(c, idle=True) if c.move in idle else c for c in choices)


def _is_at_place(choice: Choice) -> bool:
    """Whether a move is picked at a place, because it names, changes or opens it."""
    return any(pick.startswith("place:") for pick in choice.picks)


def _is_idle(
    game: Game, move: int, legal: set[int], seat: int, viewer: int | None, guess: Guess
) -> bool:
    """Whether the table looks the same to the seat after a move, which opens no other."""
    assert game.lay is not None
    world, rng = guess[0].copy(), guess[1].copy()
    before = game.lay(game.tables, world[0], viewer)
    game.play(game.tables, world[0], np.int64(move), rng)
    if int(game.turn(game.tables, world[0])) != seat:
        return False
    out = np.zeros(game.widest, np.int32)
    n = int(game.moves(game.tables, world[0], out))
    return legal.issuperset(map(int, out[:n])) and game.lay(game.tables, world[0], viewer) == before
