"""Turns: the move that ends one, and the moves that are new to the seat to act."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from generator.play.engine.game import Game
from generator.play.engine.table_layout import Thing
from generator.preview.layout import changed_places
from generator.preview.move_choice import Choice, Index

Guess = tuple[Any, Any]  # an array with a world that may be so, and its random numbers
MOST = 8  # greatest number of moves without a place or piece that are tried


def with_end(
    names: Index, choices: Sequence[Choice], seat: int, viewer: int | None, guesses: Sequence[Guess]
) -> tuple[Choice, ...]:
    """The moves of a seat, with a mark or picks on those that name no place and no piece.

    The move that ends the turn has a mark. Another is picked at the places that it surely changes,
    and at those where it alone lets a move be made, unless it shows something that was hidden.
    Each is tried in all `guesses`: worlds that may be so for all the viewer knows. Of several
    moves that end the turn, the one that uses no chance has the mark. None has it where a piece
    put on another ends the turn as well.
    """
    game = names.game
    plain = [c for c in choices if not (c.places or c.pieces or c.spot)]
    others = [c for c in choices if c.spot][:1]
    if not plain or len(plain) > MOST:
        return tuple(choices)
    shown = _laid(game, guesses[0][0][0], viewer)
    enders: dict[int, bool] = {}  # whether it uses chance
    changed: dict[int, frozenset[int]] = {}
    opened: dict[int, frozenset[int]] = {}
    for choice in [*others, *plain]:
        afters = [(world.copy(), rng.copy()) for world, rng in guesses]
        for after, rng in afters:
            game.play(game.tables, after[0], np.int64(choice.move), rng)
        pairs = list(zip(guesses, afters, strict=True))
        if all(int(game.turn(game.tables, after[0])) != seat for after, _ in afters):
            enders[choice.move] = any(not np.array_equal(was, now) for (_, was), (_, now) in pairs)
        elif not choice.spot:
            tables = [_laid(game, after[0], viewer) for after, _ in afters]
            each = [frozenset(changed_places(game.spaces, shown, now, ())) for now in tables]
            changed[choice.move] = frozenset.intersection(*each)
            open_ = [_open(names, after, seat) for after, _ in afters]
            is_sure = tables.count(tables[0]) == open_.count(open_[0]) == len(afters)
            opened[choice.move] = open_[0] if is_sure else frozenset()
    named = Counter(i for c in choices for i in {*c.places, *changed.get(c.move, ())})
    named += Counter(i for places in opened.values() for i in places)
    leads = {move: frozenset(i for i in each if named[i] == 1) for move, each in opened.items()}
    choices = [
        replace(
            each,
            picks=each.picks.union(f"place:{i}" for i in changed[each.move] | leads[each.move]),
            leads=leads[each.move],
        )
        if each.move in leads
        else each
        for each in choices
    ]
    marked = [move for move, has_chance in enders.items() if len(enders) == 1 or not has_chance]
    if len(marked) != 1 or any(choice.move in enders for choice in others):
        return tuple(choices)
    return tuple(replace(choice, ends=choice.move in marked) for choice in choices)


def _open(names: Index, after: Any, seat: int) -> frozenset[int]:
    """The places of the moves that a seat can make in a position.

    Where the rules name none as the space of a move, they are the first in its description.
    """
    game = names.game
    if game.space is None or not game.spaces or int(game.turn(game.tables, after[0])) != seat:
        return frozenset()
    out = np.zeros(game.widest, np.int32)
    n = int(game.moves(game.tables, after[0], out))
    places = {int(game.space(game.tables, after[0], np.int64(move))) for move in out[:n]} - {-1}
    if not places:
        events = [game.describe(game.tables, after[0], np.int64(move)) for move in out[:n]]
        places = {place for event in events for place in names.places_in(event)[:1]}
    return frozenset(places)


def _laid(game: Game, state: Any, viewer: int | None) -> Sequence[Thing]:
    """What a viewer sees on the table; nothing where the game has no map."""
    return game.lay(game.tables, state, viewer) if game.lay is not None and game.spaces else ()


def n_new(turns: Sequence[int]) -> int:
    """The number of moves that are new to the seat to act: those since its own last move.

    `turns` are the seats to act in the positions up to this one. If the seat moved last, or the
    game is over, only the last move is new.

    >>> n_new([0, 1, 1, 1, 0]), n_new([0, 0]), n_new([1, 0]), n_new([0, 1, -1]), n_new([0])
    (3, 1, 1, 1, 0)
    """
    *movers, seat = turns
    if seat < 0 or seat in movers[-1:]:
        return min(1, len(movers))
    return next((n for n, mover in enumerate(reversed(movers)) if mover == seat), len(movers))


def tried(call: Callable[..., Any], *given: Any) -> Any:
    """The result of a call; None if it fails in a world that is not the real one."""
    try:
        return call(*given)
    except Exception:  # a pack's own code, asked of a position the move was not made in
        return None
