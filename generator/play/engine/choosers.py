"""The players that do not search, with a function for each kind of player.

A *chooser* picks a move at a decision: `choose(desk, agent, seat, out, n, rng, t)`.
`desk.states[0]` is the true position; the other worlds are scratch memory. `wires` and `options`
are the agent's functions and numbers. `out[:n]` are the legal moves, `rng` is this seat's own
stream, and `history_of(desk)[:t]` are the moves so far. The searchers in `search/` are also
choosers.
"""

from typing import Any

from generator.kit.chance import below
from generator.kit.marks import engine, inlined
from generator.play.engine.calls import (
    BAD_MOVE,
    call_to_choose,
    consider,
    fail,
    follow,
    hide,
    kind,
    pick,
    piece,
)
from generator.play.engine.search.playouts import best_of
from generator.play.engine.search.tree import BASE, CHOOSER, JUDGE, NEVER, POLICY, UNTIL
from generator.play.engine.thread_memory import (
    OWN,
    PICK,
    TRUE,
    WORLD,
    allowed_of,
    copy_world,
    int64,
    options_of,
    wires_of,
)


@inlined
def choose(desk: Any, agent: int, seat: int, out: Any, n: int, rng: Any, t: int) -> int:
    """Return the move of this agent, or a random move without a chooser.

    The random move comes from the game's own `pick` if the game has this rule.
    """
    wires = wires_of(desk)[agent]
    if wires[CHOOSER] == 0:
        if desk.rules[PICK] != 0:
            picked = pick(desk, TRUE, rng)
            if n > 0:
                hold(desk, out, n, picked)
            return picked
        return int64(out[below(rng, n)])  # type: ignore[no-any-return]
    move: int = call_to_choose(wires[CHOOSER], desk, agent, seat, out, n, rng, t)
    return move


@engine
def hold(desk: Any, out: Any, n: int, move: int) -> None:
    """Stop the run unless the move that `pick` returned is legal."""
    for k in range(n):
        if out[k] == move:
            return
    fail(desk, BAD_MOVE, move)


@engine
def choose_best(desk: Any, agent: int, seat: int, out: Any, n: int, rng: Any, t: int) -> int:
    """Choose the move after which the judge rates the position best, with ties broken at random
    (one ply). Only moves that the pack's `consider` leaves are tried, each with the same draws.
    Hidden information is resampled first, once per decision.
    """
    if n == 1:
        return int64(out[0])  # type: ignore[no-any-return]
    wires = wires_of(desk)[agent]
    copy_world(desk, WORLD, TRUE)
    hide(desk, WORLD, seat, rng)
    n = consider(desk, WORLD, out, n, rng)
    return int64(out[best_of(desk, wires[JUDGE], seat, out, n, rng, -1)])  # type: ignore[no-any-return]


@engine
def choose_own(desk: Any, agent: int, seat: int, out: Any, n: int, rng: Any, t: int) -> int:
    """Ask the pack's own agent, on a copy in which all information hidden from the seat is
    resampled.
    """
    if n == 1:
        return int64(out[0])  # type: ignore[no-any-return]
    wires = wires_of(desk)[agent]
    copy_world(desk, OWN, TRUE)
    hide(desk, OWN, seat, rng)
    return follow(desk, wires[POLICY], OWN, out, n, rng)


@engine
def choose_held(desk: Any, agent: int, seat: int, out: Any, n: int, rng: Any, t: int) -> int:
    """Ask another chooser without showing it some moves, as long as other moves remain.

    The method is restricted play after Jaffe et al. 2012. Options: `NEVER` is 1 + kind or −1 −
    piece; `UNTIL` is 1 + the number of decisions after which moves are random. 0 means no limit.
    """
    wires, options = wires_of(desk)[agent], options_of(desk)[agent]
    if options[UNTIL] > 0 and t >= options[UNTIL] - 1:
        return int64(out[below(rng, n)])  # type: ignore[no-any-return]
    never, allowed = int64(options[NEVER]), allowed_of(desk)
    left = 0
    for k in range(n):
        move = int64(out[k])
        used = 0
        if never > 0:
            used = 1 + kind(desk, TRUE, move)
        elif never < 0:
            used = -1 - piece(desk, TRUE, move)
        if never == 0 or used != never:
            allowed[left] = out[k]
            left += 1
    if left == 0:
        for k in range(n):
            allowed[k] = out[k]
        left = n
    if wires[BASE] == 0:
        return int64(allowed[below(rng, left)])  # type: ignore[no-any-return]
    move = call_to_choose(wires[BASE], desk, agent, seat, allowed, left, rng, t)
    return move  # type: ignore[no-any-return]


@engine
def choose_mixed(desk: Any, agent: int, seat: int, out: Any, n: int, rng: Any, t: int) -> int:
    """Ask another chooser, which gets the legal moves in random order."""
    mixed = allowed_of(desk)
    for k in range(n):
        j = below(rng, k + 1)
        mixed[k] = mixed[j]
        mixed[j] = out[k]
    base = wires_of(desk)[agent][BASE]
    return call_to_choose(base, desk, agent, seat, mixed, n, rng, t)  # type: ignore[no-any-return]
