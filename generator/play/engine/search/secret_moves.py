"""Keeps the moves of a game that are still secret, which are stored when made and dropped when
revealed. SECRET names the kinds of move that other seats do not see, and the time that they stay
secret. Before every move of the true game, `note_move` stores whether the move is secret and which
seat makes it, and keeps the position before each move that is still secret. A search begins at the
first of these positions. From a later position, the search would answer a choice that it cannot
know, or let other seats answer its own choice. `pending_of` has a header row, then a row for each
such move, with the earliest first.
"""

from typing import Any

from generator.kit.marks import engine, inlined
from generator.play.engine.calls import kind, round_number, turn_number
from generator.play.engine.thread_memory import (
    copy_world,
    int64,
    pending_of,
    secret_kinds_of,
    tags_of,
    verbs_of,
)

# The time that a move is secret; 0 for a move that everybody sees.
BY_TURN, BY_ROUND, ALL_GAME = 1, 2, 3

MOST_PENDING = 24  # greatest number of stored positions
FURTHEST = 64  # greatest number of decisions that a search goes back
SECRET, SEAT = 0, 1  # columns of `tags_of`
WHEN, UNTIL, COUNTED, POSITION = range(4)  # columns of `pending_of`; POSITION is a world
N_PENDING, SPARE, MET, MISSED = range(4)  # columns of the header row of `pending_of`


@inlined
def is_keeping(desk: Any) -> bool:
    """Whether this game has secret choices and an agent that searches."""
    return pending_of(desk).shape[0] > 0  # type: ignore[no-any-return]


@inlined
def forget_secrets(desk: Any) -> None:
    """Clear all stored moves, for a new game or a position whose past is unknown."""
    if pending_of(desk).shape[0] > 0:
        pending_of(desk)[0, N_PENDING] = 0


@engine
def secret_until(desk: Any, world: int, move: int) -> int:
    """Return the time that other seats do not see a move; 0 if they see it at once."""
    verbs, kinds = verbs_of(desk), secret_kinds_of(desk)
    until = int64(0)
    for k in range(verbs.shape[0]):
        if verbs[k, 0] > move:
            break
        until = verbs[k, 1]
    if until == 0 and kinds.shape[0] > 0:
        place = kind(desk, world, move)
        if place >= 0:
            until = kinds[place]
    return until  # type: ignore[no-any-return]


@engine
def counted(desk: Any, world: int, until: int) -> int:
    """Return the number of the turn or round; 0 for a secret that lasts the whole game."""
    if until == BY_TURN:
        return turn_number(desk, world)
    if until == BY_ROUND:
        return round_number(desk, world)
    return 0


@engine
def forget_shown(desk: Any, world: int, t: int) -> None:
    """Drop moves that have been revealed, and moves of long ago."""
    pending = pending_of(desk)
    left = 0
    for k in range(1, 1 + pending[0, N_PENDING]):
        is_secret = t - pending[k, WHEN] <= FURTHEST
        if is_secret:
            is_secret = counted(desk, world, pending[k, UNTIL]) == pending[k, COUNTED]
        if is_secret:
            left += 1
            for column in range(4):
                kept = pending[left, column]
                pending[left, column] = pending[k, column]
                pending[k, column] = kept
    pending[0, N_PENDING] = left


@engine
def note_move(desk: Any, world: int, t: int, seat: int, move: int) -> None:
    """Store a move that a seat is about to make in the true game, after t other moves."""
    pending, tags = pending_of(desk), tags_of(desk)
    forget_shown(desk, world, t)
    until = secret_until(desk, world, move)
    tags[t, SECRET], tags[t, SEAT] = until, seat
    n = pending[0, N_PENDING] + 1
    if until > 0 and n < pending.shape[0]:
        pending[n, WHEN], pending[n, UNTIL] = t, until
        pending[n, COUNTED] = counted(desk, world, until)
        copy_world(desk, pending[n, POSITION], world)
        pending[0, N_PENDING] = n
