"""Calls the rules by pointer, with a journal that locates faults.

A rule is called as `call_…(function, …)`. In plain Python `function` is the rule itself; compiled,
it is the address of the rule's machine code. A single engine, compiled once, can therefore play
every game. Before each call the engine writes the called rule into the journal and counts the
calls. To locate a fault, the same game is played up to that count, and `Stopped` is raised there.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from generator.kit.marks import engine, inlined
from generator.play.engine.thread_memory import (
    ARGUMENT,
    CALLS,
    CONSIDER,
    DEAL,
    FAULT,
    FOUND,
    HIDE,
    IMAGINED,
    KIND,
    MOVES,
    PICK,
    PIECE,
    PIECES,
    PLAY,
    POLICY,
    ROUND_OF,
    RULE,
    SCORE,
    SPACE,
    STOCK,
    STOP,
    TIE_BREAK,
    TURN,
    TURN_OF,
    VALUE,
    draws_of,
    kept_of,
    tables_at,
    world_at,
)

# Faults that the engine itself detects.
(
    NO_FAULT, BAD_SEAT, NO_MOVES, TOO_MANY, BAD_KIND, BAD_PIECE, BAD_SPACE, BAD_MOVE, BAD_CHOICE,
    BAD_VALUE, BAD_SCORE,
) = range(11)  # fmt: skip
MOST_POINTS = 10.0**15  # greatest absolute score; larger sums lose whole points
POINTS_FIX = "look for a division by 0; counts have at most 15 digits"


class Stopped(Exception):
    """Raised before the call at which to stop."""


class Fault(Exception):
    """Raised if a rule returned an invalid value; the journal holds the rule and the value."""


class NotWhole(Exception):
    """Raised if a rule in plain Python returned a fraction, which machine code would truncate."""


# Functions called by pointer → their result and parameters, as names in `machine._types`.
CALLERS: list[tuple[Callable[..., Any], str, tuple[str, ...]]] = []


def caller(result: str, *parameters: str) -> Callable[..., Any]:
    """Return a function that calls its first argument, a function of this signature."""

    def call(function: Any, *arguments: Any) -> Any:
        given = function(*arguments)
        if result == "int" and not isinstance(given, int | np.integer | np.bool_):
            raise NotWhole(given)
        return given

    call.__name__ = call.__qualname__ = f"call_{result}_{'_'.join(parameters)}"
    CALLERS.append((call, result, parameters))
    return call


call_to_draw = caller("none", "record", "record", "rng")
call_to_ask = caller("int", "record", "record")
call_to_list = caller("int", "record", "record", "moves")
call_to_play = caller("none", "record", "record", "int", "rng")
call_to_score = caller("none", "record", "record", "scores")
call_to_judge = caller("float", "record", "record", "int")
call_to_count = caller("none", "record", "record", "levels")
call_to_sort = caller("int", "record", "record", "int")
call_to_pick = caller("int", "record", "record", "rng")
call_to_weigh = caller("int", "record", "record", "moves", "int", "rng")
call_to_find = caller("none", "record", "record", "moves", "int", "moves")
call_to_choose = caller("int", "record", "int", "int", "moves", "int", "rng", "int")


@inlined
def begin(desk: Any, rule: int, world: int, argument: int) -> bool:
    """Write the next call into the journal; return whether it is the call to stop at."""
    journal = desk.journal
    count = journal[CALLS] + 1
    journal[CALLS] = count
    journal[RULE] = rule
    if count == journal[STOP]:
        journal[IMAGINED] = world
        journal[ARGUMENT] = argument
        return True
    return False


@engine
def fail(desk: Any, fault: int, value: int) -> None:
    """Stop the run, because a rule returned an invalid value."""
    desk.journal[FAULT] = fault
    desk.journal[FOUND] = value
    raise Fault


@engine
def stop_with(desk: Any, rng: Any) -> None:
    """Stop before a call that draws, and keep a copy of its stream."""
    kept = draws_of(desk)[2]
    for i in range(4):
        kept[i] = rng[i]
    raise Stopped


@inlined
def deal(desk: Any, world: int, rng: Any) -> None:
    """Deal a new game."""
    if begin(desk, DEAL, world, 0):
        stop_with(desk, rng)
    call_to_draw(desk.rules[DEAL], tables_at(desk), world_at(desk, world), rng)


@inlined
def turn(desk: Any, world: int) -> int:
    """Return the seat to act; a negative number ends the game."""
    if begin(desk, TURN, world, 0):
        raise Stopped
    seat: int = call_to_ask(desk.rules[TURN], tables_at(desk), world_at(desk, world))
    if seat >= desk.seats:
        fail(desk, BAD_SEAT, seat)
    return seat


@inlined
def listed(desk: Any, world: int, out: Any) -> int:
    """List the legal moves, at most WIDEST; an imagined world may have no legal move."""
    if begin(desk, MOVES, world, 0):
        raise Stopped
    n: int = call_to_list(desk.rules[MOVES], tables_at(desk), world_at(desk, world), out)
    if n > desk.widest:
        fail(desk, TOO_MANY, n)
    return n


@inlined
def moves(desk: Any, world: int, out: Any) -> int:
    """List the legal moves of an unfinished game, which has at least one."""
    n = listed(desk, world, out)
    if n < 1:
        fail(desk, NO_MOVES, n)
    return n


@inlined
def play(desk: Any, world: int, move: int, rng: Any) -> None:
    """Make a move."""
    if begin(desk, PLAY, world, move):
        stop_with(desk, rng)
    call_to_play(desk.rules[PLAY], tables_at(desk), world_at(desk, world), move, rng)


@inlined
def score(desk: Any, world: int, out: Any) -> None:
    """Write every seat's current score into `out`."""
    if begin(desk, SCORE, world, 0):
        raise Stopped
    call_to_score(desk.rules[SCORE], tables_at(desk), world_at(desk, world), out)


@inlined
def tie_break(desk: Any, world: int, out: Any) -> None:
    """Write every seat's tie-break into `out`; among equal scores the higher tie-break wins."""
    if begin(desk, TIE_BREAK, world, 0):
        raise Stopped
    call_to_score(desk.rules[TIE_BREAK], tables_at(desk), world_at(desk, world), out)


@inlined
def hide(desk: Any, world: int, seat: int, rng: Any) -> None:
    """Resample information that a seat cannot have, if the game has hidden information."""
    if desk.rules[HIDE] != 0:
        if begin(desk, HIDE, world, seat):
            stop_with(desk, rng)
        call_to_play(desk.rules[HIDE], tables_at(desk), world_at(desk, world), seat, rng)


@inlined
def value(desk: Any, judge: Any, world: int, seat: int) -> float:
    """Return the value of a seat's position, according to the game's `value` or a persona."""
    if begin(desk, VALUE, world, seat):
        raise Stopped
    worth: float = call_to_judge(judge, tables_at(desk), world_at(desk, world), seat)
    if worth != worth:
        fail(desk, BAD_VALUE, seat)
    return worth


@inlined
def stock(desk: Any, world: int, out: Any) -> None:
    """Write the amount left in each supply into `out`."""
    if begin(desk, STOCK, world, 0):
        raise Stopped
    call_to_count(desk.rules[STOCK], tables_at(desk), world_at(desk, world), out)


@inlined
def kind(desk: Any, world: int, move: int) -> int:
    """Return a move's index in KINDS; −1 if the game has no kinds."""
    if desk.rules[KIND] == 0:
        return -1
    if begin(desk, KIND, world, move):
        raise Stopped
    index: int = call_to_sort(desk.rules[KIND], tables_at(desk), world_at(desk, world), move)
    if index < 0 or index >= desk.n_kinds:
        fail(desk, BAD_KIND, index)
    return index


@inlined
def piece(desk: Any, world: int, move: int) -> int:
    """Return the index of the printed piece that a move uses, or −1."""
    if desk.rules[PIECE] == 0:
        return -1
    if begin(desk, PIECE, world, move):
        raise Stopped
    index: int = call_to_sort(desk.rules[PIECE], tables_at(desk), world_at(desk, world), move)
    if index < -1 or index >= desk.n_pieces:
        fail(desk, BAD_PIECE, index)
    return index


@inlined
def pieces(desk: Any, world: int, out: Any, n: int, indices: Any) -> None:
    """Write the index of the piece that each of n moves uses, or −1; indices are not yet
    checked.
    """
    if begin(desk, PIECES, world, n):
        keep_moves(desk, out, n)
        raise Stopped
    call_to_find(desk.rules[PIECES], tables_at(desk), world_at(desk, world), out, n, indices)


@inlined
def space(desk: Any, world: int, move: int) -> int:
    """Return the index of the space where a move happens, or −1."""
    if desk.rules[SPACE] == 0:
        return -1
    if begin(desk, SPACE, world, move):
        raise Stopped
    index: int = call_to_sort(desk.rules[SPACE], tables_at(desk), world_at(desk, world), move)
    if index < -1 or index >= desk.n_spaces:
        fail(desk, BAD_SPACE, index)
    return index


@engine
def turn_number(desk: Any, world: int) -> int:
    """Return the number of the turn; called if moves stay secret until the next turn."""
    if desk.rules[TURN_OF] == 0:
        return 0
    if begin(desk, TURN_OF, world, 0):
        raise Stopped
    number: int = call_to_ask(desk.rules[TURN_OF], tables_at(desk), world_at(desk, world))
    return number


@engine
def round_number(desk: Any, world: int) -> int:
    """Return the number of the round; called if moves stay secret until the next round."""
    if desk.rules[ROUND_OF] == 0:
        return 0
    if begin(desk, ROUND_OF, world, 0):
        raise Stopped
    number: int = call_to_ask(desk.rules[ROUND_OF], tables_at(desk), world_at(desk, world))
    return number


@inlined
def pick(desk: Any, world: int, rng: Any) -> int:
    """Draw one legal move by the game's own `pick`."""
    if begin(desk, PICK, world, 0):
        stop_with(desk, rng)
    move: int = call_to_pick(desk.rules[PICK], tables_at(desk), world_at(desk, world), rng)
    return move


@engine
def keep_moves(desk: Any, out: Any, n: int) -> None:
    """Keep a copy of the moves of the call to stop at."""
    kept = kept_of(desk)
    for k in range(n):
        kept[k] = out[k]


@inlined
def consider(desk: Any, world: int, out: Any, n: int, rng: Any) -> int:
    """Move the moves worth considering to the front; return their number, or n without
    `consider`.
    """
    if desk.rules[CONSIDER] == 0:
        return n
    if begin(desk, CONSIDER, world, n):
        keep_moves(desk, out, n)
        stop_with(desk, rng)
    some: int = call_to_weigh(
        desk.rules[CONSIDER], tables_at(desk), world_at(desk, world), out, n, rng
    )
    if some < 1 or some > n:
        fail(desk, BAD_CHOICE, some)
    return some


@inlined
def follow(desk: Any, policy: Any, world: int, out: Any, n: int, rng: Any) -> int:
    """Return the move that one of the pack's own agents chooses."""
    if begin(desk, POLICY, world, n):
        keep_moves(desk, out, n)
        stop_with(desk, rng)
    move: int = call_to_weigh(policy, tables_at(desk), world_at(desk, world), out, n, rng)
    for k in range(n):
        if out[k] == move:
            return move
    fail(desk, BAD_MOVE, move)
    return move
