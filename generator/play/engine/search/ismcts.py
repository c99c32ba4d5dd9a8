"""Open-loop UCT for games with chance or hidden information, with a new tree for each move.

Children are identified by their move alone, and each iteration plays the position anew. If
information is hidden, each iteration first resamples information that the searching seat cannot
have, and exploration counts how often a move was available (single-observer ISMCTS, Cowling, Powley
& Whitehouse 2012).

At the root the budget is spent by sequential halving (Karnin, Koren & Somekh 2013; for trees Pepels
et al. 2014): in each round every remaining move gets the same number of visits, all in the same
worlds, and the better half continues. The last remaining move is chosen. The moves are shuffled
each time, so that chance breaks ties, not the order of the list. With `order`, only the moves that
`value` rates best in one guess at the hidden information take part, one for every `ENTRY`
iterations. Below the root, UCB1 on availability decides. With `widen`, a node has at most widen ·
√visits moves, which enter one by one, the best by `value` first (progressive widening, Coulom 2007;
Couëtoux et al. 2011). If rules have SECRET moves, `secret_ismcts` runs the iteration.
"""

from typing import Any

from generator.kit.chance import below
from generator.kit.marks import engine
from generator.play.engine.calls import consider, play, turn, value
from generator.play.engine.search.descent import credit, step
from generator.play.engine.search.playouts import (
    FATE,
    earn,
    imagine,
    open_range,
    playout,
    shuffle_first,
)
from generator.play.engine.search.secret_ismcts import begin_sealed, visit_sealed
from generator.play.engine.search.secret_moves import is_keeping
from generator.play.engine.search.tree import (
    AVAILABLE,
    DEPTH,
    ENTRY,
    FIRST,
    HORIZON,
    ITERATIONS,
    JUDGE,
    MILLISECONDS,
    MOVE,
    MOVER,
    NEXT,
    ORDER,
    PLIES,
    REWARD,
    SEES,
    VISITS,
)
from generator.play.engine.thread_memory import (
    CLOCK,
    CONSIDER,
    TRIAL,
    USED,
    WORLD,
    alive_of,
    copy_world,
    draws_of,
    int64,
    nodes_of,
    options_of,
    path_of,
    seats_of,
    totals_of,
    wires_of,
)


@engine
def search_opened(desk: Any, agent: int, seat: int, out: Any, n: int, rng: Any, t: int) -> int:
    """Return the move that remains at the end of sequential halving."""
    if n == 1:
        return int64(out[0])  # type: ignore[no-any-return]
    options = options_of(desk)[agent]
    alive = alive_of(desk)
    nodes, total = nodes_of(desk)[0], totals_of(desk)[0]
    clock = seats_of(desk)[desk.seats]
    budget, started = options[ITERATIONS], clock[CLOCK]
    until = int64(options[MILLISECONDS])
    draws, base = draws_of(desk)[0], below(rng, 0xFFFFFFFF)
    if desk.rules[CONSIDER] != 0:
        imagine(desk, agent, seat, draws, base, 0)
        n = consider(desk, WORLD, out, n, draws)
        if n == 1:
            return int64(out[0])  # type: ignore[no-any-return]
    open_range(desk, agent, seat)
    plant(desk, seat, out, n)
    is_sealed = is_keeping(desk) and options[SEES] == 0.0
    if is_sealed:
        begin_sealed(desk, seat, t, base)
    shuffle_first(alive, n - 1, n, rng)
    left = enter(desk, agent, seat, out, n, base)
    phases = 0
    while left >> phases > 1:
        phases += 1
    rounds = int64(4) if until > 0 else int64(max(1.0, budget // max(1, phases * left)))
    at = int64(0)
    played = int64(0)
    done = 0
    while done < budget and left > 1:
        if until > 0 and clock[CLOCK] - started >= until:
            break
        done += 1
        if is_sealed:
            visit_sealed(desk, agent, seat, 1 + int64(alive[at]), base, t)
        else:
            visit(desk, agent, seat, 1 + int64(alive[at]), base)
        at += 1
        if at == left:
            at = int64(0)
            played += 1
            if played == rounds and (until == 0 or left > 2):
                rank(nodes, total, alive, left)
                left = (left + 1) // 2
                played = int64(0)
                if until > 0:
                    rounds *= 2
                else:
                    rounds = int64(max(1.0, budget // max(1, phases * left)))
    rank(nodes, total, alive, left)
    return int64(out[alive[0]])  # type: ignore[no-any-return]


@engine
def plant(desk: Any, seat: int, out: Any, n: int) -> None:
    """Start a new tree, with a root and a child for each of the first n moves."""
    nodes, total, alive = nodes_of(desk)[0], totals_of(desk)[0], alive_of(desk)
    nodes[0, VISITS] = 0
    nodes[0, FIRST] = 1
    for k in range(n):
        alive[k] = k
        nodes[1 + k, VISITS] = 0
        nodes[1 + k, MOVE] = out[k]
        nodes[1 + k, MOVER] = seat
        nodes[1 + k, FIRST] = -1
        nodes[1 + k, NEXT] = k + 2 if k + 1 < n else -1
        nodes[1 + k, AVAILABLE] = 0
        total[1 + k] = 0.0
    seats_of(desk)[0, USED] = n + 1


@engine
def enter(desk: Any, agent: int, seat: int, out: Any, n: int, base: int) -> int:
    """Return the number of moves at the root that are searched; these moves come first in
    `alive_of(desk)`.
    """
    wires, options = wires_of(desk)[agent], options_of(desk)[agent]
    draws, alive = draws_of(desk)[0], alive_of(desk)
    fate = draws_of(desk)[FATE]
    nodes, total = nodes_of(desk)[0], totals_of(desk)[0]
    budget = options[ITERATIONS]
    few = int64(16) if options[MILLISECONDS] > 0.0 else int64(max(2.0, budget / ENTRY))
    if wires[JUDGE] != 0 and options[ORDER] == 1.0 and few < n:
        imagine(desk, agent, seat, draws, base, 0)
        start = draws_of(desk)[1]
        for i in range(4):
            start[i] = fate[i]
        for k in range(n):
            copy_world(desk, TRIAL, WORLD)
            for i in range(4):
                fate[i] = start[i]
            play(desk, TRIAL, int64(out[k]), fate)
            total[1 + k] = value(desk, wires[JUDGE], TRIAL, seat)
            nodes[1 + k, VISITS] = 1
        rank(nodes, total, alive, n)
        for k in range(n):
            total[1 + k] = 0.0
            nodes[1 + k, VISITS] = 0
        return few  # type: ignore[no-any-return]
    return int64(min(budget, float(n)))  # type: ignore[no-any-return]


@engine
def visit(desk: Any, agent: int, seat: int, node: int, base: int) -> None:
    """Run one iteration through a move at the root: descend, add a leaf, play out, and back up."""
    options = options_of(desk)[agent]
    path, draws = path_of(desk), draws_of(desk)[0]
    nodes = nodes_of(desk)[0]
    longest = path.shape[0] - 2
    plies = longest if options[PLIES] < 0.0 else options[PLIES]
    depth, horizon, mode = int64(options[DEPTH]), int64(options[HORIZON]), int64(options[REWARD])
    path[0] = 0
    path[1] = node
    length = 2
    needed = 1 << seat  # seats whose rewards the path needs, with a bit for each seat
    fate = draws_of(desk)[FATE]
    imagine(desk, agent, seat, draws, base, int64(nodes[node, VISITS]))
    play(desk, WORLD, int64(nodes[node, MOVE]), fate)
    while True:
        acting = turn(desk, WORLD)
        if acting < 0 or length > longest:
            earn(desk, agent, seat, mode, False, needed)
            break
        child = int64(-1)
        if length <= plies and (length > 2 or nodes[node, VISITS] > 0):
            child = step(desk, agent, seat, acting, node, False)
        if child < 0:
            left = max(depth, horizon - length + 1)
            playout(desk, agent, seat, draws, fate, left, mode, needed)
            break
        node = child
        needed |= 1 << acting
        path[length] = node
        length += 1
        play(desk, WORLD, int64(nodes[node, MOVE]), fate)
        if nodes[node, VISITS] == 0:
            left = max(depth, horizon - length + 1)
            playout(desk, agent, seat, draws, fate, left, mode, needed)
            break
    credit(desk, length)


@engine
def rank(nodes: Any, total: Any, alive: Any, left: int) -> None:
    """Sort the remaining moves by their mean, with the best move first; the sort is stable."""
    for k in range(1, left):
        move = alive[k]
        mean = total[1 + move] / max(1, nodes[1 + move, VISITS])
        j = k
        while j > 0:
            other = alive[j - 1]
            rival = total[1 + other] / max(1, nodes[1 + other, VISITS])
            if rival >= mean:
                break
            alive[j] = other
            j -= 1
        alive[j] = move
