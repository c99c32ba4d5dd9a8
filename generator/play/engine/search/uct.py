"""UCT for games without chance and hidden information (Kocsis & Szepesvári 2006).

More than two seats use max^n backup (Luckhardt & Irani 1986). The search proves wins, losses and,
for two seats, draws (MCTS-Solver, Winands et al. 2008). The tree is kept from move to move. Untried
moves come in random order or, if a pack sets `order`, with the best by `value` first. With
`urgency` (first-play urgency, Wang & Gelly 2007) the search then ignores poor moves.
"""

import math
from typing import Any

import numpy as np

from generator.kit.chance import below
from generator.kit.marks import engine
from generator.play.engine.calls import listed, play, turn, value
from generator.play.engine.search.playouts import EVERYBODY, earn, open_range, playout, reach
from generator.play.engine.search.tree import (
    COUNT,
    DEPTH,
    DRAWN,
    EXPLORE,
    FIRST,
    ITERATIONS,
    JUDGE,
    MILLISECONDS,
    MOVE,
    MOVER,
    ORDER,
    PLIES,
    PROVEN,
    REUSE,
    REWARD,
    SOLVE,
    TRIED,
    URGENCY,
    VISITS,
)
from generator.play.engine.thread_memory import (
    BUFFER,
    CLOCK,
    FRESH,
    TRIAL,
    TRUE,
    USED,
    WHEN,
    WORLD,
    copy_world,
    history_of,
    int64,
    legal_of,
    nodes_of,
    options_of,
    path_of,
    range_of,
    scores_of,
    seats_of,
    sides_of,
    tallies_of,
    totals_of,
    wires_of,
)


@engine
def search_closed(desk: Any, agent: int, seat: int, out: Any, n: int, rng: Any, t: int) -> int:
    """Return the move with the most visits, or a move that is proven to win."""
    if n == 1:
        return int64(out[0])  # type: ignore[no-any-return]
    options = options_of(desk)[agent]
    seats = desk.seats
    duel = seats == 2
    if not keep(desk, seat, t, seats_of(desk)[seat, FRESH] == 1 or options[REUSE] == 0.0):
        open_range(desk, agent, seat)
    seats_of(desk)[seat, FRESH] = 0
    at_buffer = 2 * seat + seats_of(desk)[seat, BUFFER]
    nodes, total = nodes_of(desk)[at_buffer], totals_of(desk)[at_buffer]
    path, rewards, clock = path_of(desk), scores_of(desk)[2], seats_of(desk)[seats]
    solve = options[SOLVE] == 1.0
    budget, started = options[ITERATIONS], clock[CLOCK]
    until = int64(options[MILLISECONDS])
    done = 0
    while done < budget and nodes[0, PROVEN] == 0:
        if until > 0 and clock[CLOCK] - started >= until:
            break
        done += 1
        copy_world(desk, WORLD, TRUE)
        length = descend(desk, agent, seat, nodes, total, rng)
        for k in range(length - 1, 0, -1):
            nodes[path[k], VISITS] += 1
            total[path[k]] += rewards[nodes[path[k - 1], MOVER]]
        nodes[0, VISITS] += 1
        if solve and nodes[path[length - 1], PROVEN] != 0:
            prove(nodes, path, length, duel, sides_of(desk))
    return preferred(desk, nodes, total, seat, duel, int64(out[0]))


@engine
def descend(desk: Any, agent: int, searcher: int, nodes: Any, total: Any, rng: Any) -> int:
    """Run one iteration: descend, add a leaf and play out; rewards are written to
    `scores_of(desk)[2]`.

    Returns the length of the path in `path_of(desk)`.
    """
    options = options_of(desk)[agent]
    path, legal, sides = path_of(desk), legal_of(desk), sides_of(desk)
    rewards = scores_of(desk)[2]
    depth, mode = int64(options[DEPTH]), int64(options[REWARD])
    plies = path.shape[0] if options[PLIES] < 0.0 else options[PLIES]
    node = int64(0)
    path[0] = 0
    length = 1
    while True:
        if nodes[node, PROVEN] != 0:
            for s in range(desk.seats):
                rewards[s] = 0.5 if nodes[node, PROVEN] == DRAWN else 0.0
                if nodes[node, PROVEN] == 1 + sides[s]:
                    rewards[s] = 1.0
            break
        if nodes[node, VISITS] == 0:
            nodes[node, MOVER] = turn(desk, WORLD)
        if nodes[node, MOVER] < 0:
            earn(desk, agent, searcher, mode, False, EVERYBODY)
            if options[SOLVE] == 1.0 and mode == 0 and desk.is_contest:
                nodes[node, PROVEN] = outcome_of(rewards, sides)
            break
        if nodes[node, FIRST] < 0:
            if node > 0 and (nodes[node, VISITS] == 0 or length > plies):
                playout(desk, agent, searcher, rng, rng, depth, mode, EVERYBODY)
                break
            width = listed(desk, WORLD, legal)
            used = seats_of(desk)[searcher, USED]
            if used + width > nodes.shape[0] or width < 1:
                playout(desk, agent, searcher, rng, rng, depth, mode, EVERYBODY)
                break
            expand(desk, agent, nodes, total, node, used, width, rng)
            seats_of(desk)[searcher, USED] = used + width
        scale = reach(desk, searcher)
        child = favourite(options, nodes, total, node, desk.seats == 2, scale)
        if child == nodes[node, FIRST] + nodes[node, TRIED]:
            nodes[node, TRIED] += 1
        play(desk, WORLD, int64(nodes[child, MOVE]), rng)
        node = child
        path[length] = node
        length += 1
    return length


@engine
def outcome_of(rewards: Any, sides: Any) -> int:
    """Return the proven result of a finished game: 1 + the sole winner's first seat,
    `DRAWN`, or 0.
    """
    winner = int64(-1)
    for s in range(sides.shape[0]):
        if rewards[s] == 1.0:
            winner = sides[s]
    if winner >= 0:
        return 1 + winner  # type: ignore[no-any-return]
    return DRAWN if sides.shape[0] == 2 else 0


@engine
def expand(
    desk: Any, agent: int, nodes: Any, total: Any, node: int, used: int, width: int,
    rng: Any,
) -> None:  # fmt: skip
    """Add the first moves of `legal_of(desk)` under a node, in random order or best first."""
    wires, options = wires_of(desk)[agent], options_of(desk)[agent]
    legal = legal_of(desk)
    nodes[node, FIRST] = used
    nodes[node, COUNT] = width
    nodes[node, TRIED] = 0
    for k in range(width):
        j = k + below(rng, width - k)
        chosen = legal[j]
        legal[j] = legal[k]
        legal[k] = chosen
    if options[ORDER] == 1.0 and wires[JUDGE] != 0:
        sort(desk, wires[JUDGE], int64(nodes[node, MOVER]), width, rng)
    for k in range(width):
        child = used + k
        nodes[child, MOVE] = legal[k]
        nodes[child, VISITS] = 0
        total[child] = 0.0
        nodes[child, FIRST] = -1
        nodes[child, PROVEN] = 0


@engine
def favourite(options: Any, nodes: Any, total: Any, node: int, duel: bool, scale: float) -> int:
    """Return the child to visit, which is an untried child or the best child by UCB1."""
    start = int64(nodes[node, FIRST])
    urgency = options[URGENCY]
    if nodes[node, TRIED] < nodes[node, COUNT] and (urgency < 0.0 or nodes[node, TRIED] == 0):
        return start + int64(nodes[node, TRIED])  # type: ignore[no-any-return]
    likely = start
    best = -np.inf
    mean = 0.0
    spread = scale * options[EXPLORE] * math.sqrt(math.log(float(nodes[node, VISITS])))
    lost = int64(0)
    if duel and options[SOLVE] == 1.0:
        lost = int64(2 - nodes[node, MOVER])
    for c in range(start, start + nodes[node, TRIED]):
        mean += total[c]
        if lost != 0 and nodes[c, PROVEN] == lost:
            continue
        worth = total[c] / nodes[c, VISITS] + spread / math.sqrt(float(nodes[c, VISITS]))
        if worth > best:
            best = worth
            likely = c
    usual = mean / nodes[node, VISITS]
    if nodes[node, TRIED] == nodes[node, COUNT] or best > usual + scale * urgency:
        return likely  # type: ignore[no-any-return]
    return start + int64(nodes[node, TRIED])  # type: ignore[no-any-return]


@engine
def prove(nodes: Any, path: Any, length: int, duel: bool, sides: Any) -> None:
    """Propagate a proven result from the end of a path upwards, as far as it proves further
    nodes.
    """
    k = length - 1
    fresh = True
    while k > 0 and fresh:
        node, above = path[k], path[k - 1]
        fresh = False
        if nodes[above, PROVEN] == 0:
            if nodes[node, PROVEN] == 1 + sides[nodes[above, MOVER]]:
                nodes[above, PROVEN] = nodes[node, PROVEN]
                fresh = True
            elif duel and nodes[above, TRIED] == nodes[above, COUNT]:
                start = int64(nodes[above, FIRST])
                outcome = int64(2 - nodes[above, MOVER])
                fresh = True
                for c in range(start, start + nodes[above, COUNT]):
                    if nodes[c, PROVEN] == 0:
                        fresh = False
                        break
                    if nodes[c, PROVEN] == DRAWN:
                        outcome = int64(DRAWN)
                if fresh:
                    nodes[above, PROVEN] = outcome
        k -= 1


@engine
def preferred(desk: Any, nodes: Any, total: Any, seat: int, duel: bool, otherwise: int) -> int:
    """Return the root's move to play; among equal moves this is the first, because moves are in
    random order.
    """
    start = int64(nodes[0, FIRST])
    best = -1.0
    chosen = otherwise
    lost = 2 - seat if duel else 0
    scale = max(reach(desk, seat), 1e-9)
    for c in range(start, start + nodes[0, COUNT]):
        worth = 0.0
        if nodes[c, VISITS] > 0:
            mean = total[c] / nodes[c, VISITS]
            worth = nodes[c, VISITS] + (mean - range_of(desk)[seat, 0]) / scale
        if nodes[c, PROVEN] == 1 + sides_of(desk)[seat]:
            worth = np.inf
        elif lost != 0 and nodes[c, PROVEN] == lost:
            worth *= 1e-9
        elif nodes[0, PROVEN] == DRAWN and nodes[c, PROVEN] == DRAWN:
            worth += 1e9
        if worth > best:
            best = worth
            chosen = int64(nodes[c, MOVE])
    return chosen


@engine
def sort(desk: Any, judge: Any, seat: int, n: int, rng: Any) -> None:
    """Sort the first n of `legal_of(desk)` with the best for the seat first; the sort is stable."""
    legal, worths = legal_of(desk), tallies_of(desk)[0]
    for k in range(n):
        move = legal[k]
        copy_world(desk, TRIAL, WORLD)
        play(desk, TRIAL, int64(move), rng)
        worth = value(desk, judge, TRIAL, seat)
        j = k
        while j > 0 and worths[j - 1] < worth:
            worths[j] = worths[j - 1]
            legal[j] = legal[j - 1]
            j -= 1
        worths[j] = worth
        legal[j] = move


@engine
def keep(desk: Any, seat: int, t: int, fresh: bool) -> bool:
    """Move the last search's subtree of this position, if any, to the seat's other buffer."""
    mine, history = seats_of(desk)[seat], history_of(desk)
    old, new = 2 * seat + mine[BUFFER], 2 * seat + 1 - mine[BUFFER]
    mine[BUFFER] = 1 - mine[BUFFER]
    source, kept = nodes_of(desk)[old], nodes_of(desk)[new]
    sums, totals = totals_of(desk)[old], totals_of(desk)[new]
    node = int64(0)
    is_kept = not fresh
    if is_kept:
        for k in range(mine[WHEN], t):
            child = int64(-1)
            start = int64(source[node, FIRST])
            if start >= 0:
                for c in range(start, start + source[node, COUNT]):
                    if source[c, MOVE] == history[k]:
                        child = c
            if child < 0 or source[child, VISITS] == 0:
                is_kept = False
                break
            node = child
    mine[WHEN] = t
    if not is_kept:
        kept[0, VISITS] = 0
        kept[0, FIRST] = -1
        kept[0, PROVEN] = 0
        totals[0] = 0.0
        mine[USED] = 1
        return False
    for k in range(7):
        kept[0, k] = source[node, k]
    totals[0] = sums[node]
    used = 1
    i = 0
    while i < used:
        start = int64(kept[i, FIRST])
        if start >= 0:
            kept[i, FIRST] = used
            for c in range(start, start + kept[i, COUNT]):
                for k in range(7):
                    kept[used, k] = source[c, k]
                totals[used] = sums[c]
                used += 1
        i += 1
    mine[USED] = used
    return True
