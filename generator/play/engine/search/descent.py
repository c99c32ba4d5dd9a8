"""One step down an open tree; a child is identified by its move and the seat that makes it."""

import math
from typing import Any

import numpy as np

from generator.kit.chance import below
from generator.kit.marks import engine
from generator.play.engine.calls import listed
from generator.play.engine.search.playouts import best_of, reach
from generator.play.engine.search.secret_moves import secret_until
from generator.play.engine.search.tree import (
    AVAILABLE,
    EXPLORE,
    FIRST,
    JUDGE,
    MOVE,
    MOVER,
    NEXT,
    URGENCY,
    VISITS,
    WIDEN,
)
from generator.play.engine.thread_memory import (
    STAMP,
    USED,
    WORLD,
    draws_of,
    int64,
    legal_of,
    marks_of,
    nodes_of,
    options_of,
    path_of,
    scores_of,
    seats_of,
    slots_of,
    totals_of,
    wires_of,
)


@engine
def step(desk: Any, agent: int, searcher: int, acting: int, node: int, in_secret: bool) -> int:
    """Return the child of a node to visit in this world, which is a new child or the best known
    child; −1 for no child. With `in_secret` only moves that other seats do not see are considered.
    """
    wires, options = wires_of(desk)[agent], options_of(desk)[agent]
    legal, slots, marks = legal_of(desk), slots_of(desk), marks_of(desk)
    nodes, total, draws = nodes_of(desk)[0], totals_of(desk)[0], draws_of(desk)[0]
    clock = seats_of(desk)[desk.seats]
    urgency, widen, scale = options[URGENCY], options[WIDEN], reach(desk, searcher)
    mask = slots.shape[0] - 1
    width = listed(desk, WORLD, legal)
    if in_secret:
        width = only_secret(desk, legal, width)
    clock[STAMP] += 1
    stamp = clock[STAMP]
    for k in range(width):
        h = (int64(legal[k]) * 2654435761 >> 13) & mask
        while slots[h] >> 32 == stamp:
            h = (h + 1) & mask
        slots[h] = stamp << 32 | k
    children = 0
    most = -np.inf
    mean = 0.0
    seen = 0
    likely = int64(-1)
    c = int64(nodes[node, FIRST])
    while c >= 0:
        if nodes[c, MOVER] == acting:
            code = nodes[c, MOVE]
            h = (int64(code) * 2654435761 >> 13) & mask
            while slots[h] >> 32 == stamp and legal[slots[h] & 0xFFFFFFFF] != code:
                h = (h + 1) & mask
            if slots[h] >> 32 == stamp:
                marks[slots[h] & 0xFFFFFFFF] = stamp
                children += 1
                nodes[c, AVAILABLE] += 1
                mean += total[c]
                seen += nodes[c, VISITS]
                worth = np.inf  # the child was added on a path that was abandoned
                if nodes[c, VISITS] > 0:
                    worth = total[c] / nodes[c, VISITS] + scale * options[EXPLORE] * math.sqrt(
                        math.log(float(nodes[c, AVAILABLE])) / nodes[c, VISITS]
                    )
                if worth > most:
                    most = worth
                    likely = c
        c = int64(nodes[c, NEXT])
    used = seats_of(desk)[0, USED]
    wanted = children < width and used < nodes.shape[0]
    if wanted and children > 0 and urgency >= 0.0:
        wanted = mean / max(1, seen) + scale * urgency >= most
    if wanted and children > 0 and widen > 0.0:
        wanted = children < widen * math.sqrt(seen + 1.0)
    if not wanted:
        return likely  # type: ignore[no-any-return]
    place = int64(0)
    if wires[JUDGE] != 0 and widen > 0.0:
        if width > 1:
            place = best_of(desk, wires[JUDGE], acting, legal, width, draws, stamp)
    else:
        place = fresh_move(marks, stamp, width, below(draws, width - children))
    return grow(desk, node, legal[place], acting)


@engine
def grow(desk: Any, node: int, move: int, mover: int) -> int:
    """Add a child to a node and return it; the buffer must have room."""
    nodes, used = nodes_of(desk)[0], seats_of(desk)[0, USED]
    nodes[used, VISITS] = 0
    totals_of(desk)[0][used] = 0.0
    nodes[used, MOVE] = move
    nodes[used, MOVER] = mover
    nodes[used, FIRST] = -1
    nodes[used, NEXT] = nodes[node, FIRST]
    nodes[used, AVAILABLE] = 1
    nodes[node, FIRST] = used
    seats_of(desk)[0, USED] = used + 1
    return used  # type: ignore[no-any-return]


@engine
def credit(desk: Any, length: int) -> None:
    """Back up an iteration; each node on the path gets the reward of the seat that moved to it."""
    path, nodes, total = path_of(desk), nodes_of(desk)[0], totals_of(desk)[0]
    rewards = scores_of(desk)[2]
    nodes[0, VISITS] += 1
    for k in range(1, length):
        node = int64(path[k])
        nodes[node, VISITS] += 1
        total[node] += rewards[nodes[node, MOVER]]


@engine
def fresh_move(marks: Any, stamp: int, width: int, skip: int) -> int:
    """Return the index of a legal move without a child, skipping the first `skip` such moves."""
    for k in range(width):
        if marks[k] != stamp:
            if skip == 0:
                return k
            skip -= 1
    return 0


@engine
def only_secret(desk: Any, legal: Any, n: int) -> int:
    """Move the moves that other seats do not see to the front of the first n; return their
    number.
    """
    few = 0
    for k in range(n):
        if secret_until(desk, WORLD, int64(legal[k])) > 0:
            legal[few] = legal[k]
            few += 1
    return few
