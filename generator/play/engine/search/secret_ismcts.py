"""Runs one iteration of an open search with secret choices, in which every seat has its own tree.

A seat's tree branches on the seat's own moves and on the visible part of other seats' moves; of a
secret move the seat sees only that it was made. So no seat can answer a choice that it does not
know (many trees: Cowling, Powley & Whitehouse 2012; simultaneous choices, each with its own
statistics: Tak, Lanctot & Winands 2014).

An iteration begins before the first move that is still secret. It repeats the public moves and the
searcher's own choices from there, and draws the secret choices of other seats from their own
statistics. The resulting world counts only if it looks like the true world to the searcher, which
means that `hide`, with the same draws, makes the same position of both. After some failures the
iteration begins at the present position instead, and `hide` guesses the choices. A playout begins
at a new node, but only after all simultaneous choices are made, so that the first and the last seat
weigh their moves alike.

Later revelations do not split the trees, because too few iterations would meet the same revelation
again.
"""

from typing import Any

from generator.kit.chance import reseed
from generator.kit.marks import engine
from generator.play.engine.calls import hide, listed, play, turn
from generator.play.engine.search.descent import credit, grow, step
from generator.play.engine.search.playouts import FATE, earn, imagine, playout
from generator.play.engine.search.secret_moves import (
    ALL_GAME,
    MET,
    MISSED,
    N_PENDING,
    POSITION,
    SEAT,
    SECRET,
    WHEN,
    counted,
    forget_shown,
    secret_until,
)
from generator.play.engine.search.tree import (
    DEPTH,
    FIRST,
    HORIZON,
    MOVE,
    MOVER,
    NEXT,
    PLIES,
    REWARD,
    VISITS,
)
from generator.play.engine.thread_memory import (
    TRIAL,
    TRUE,
    USED,
    WORLD,
    copy_world,
    draws_of,
    get_words,
    history_of,
    int64,
    legal_of,
    nodes_of,
    options_of,
    path_of,
    pending_of,
    pointers_of,
    seats_of,
    seen_of,
    tags_of,
    totals_of,
)

# number of tries from the first secret move before an iteration begins at the present position
ATTEMPTS = 4
HOPELESS = 100  # total number of failed tries without success after which no further try is made
_LOOK = 0xFFFFFFFF  # number of the draws used to compare worlds
_CHOICES = 100  # number of the first draw for choices from the present on
ROOT, NOW = 0, 1  # rows of `pointers_of`


@engine
def begin_sealed(desk: Any, seat: int, t: int, base: int) -> None:
    """Add the other seats' roots to a new tree, and store the seat's view."""
    nodes, total, pointers = nodes_of(desk)[0], totals_of(desk)[0], pointers_of(desk)
    pending = pending_of(desk)
    forget_shown(desk, TRUE, t)
    pending[0, MET] = pending[0, MISSED] = 0
    used = seats_of(desk)[0, USED]
    for s in range(desk.seats):
        pointers[ROOT, s] = 0
        if s != seat:
            pointers[ROOT, s] = used
            nodes[used, VISITS] = 0
            nodes[used, FIRST] = -1
            total[used] = 0.0
            used += 1
    seats_of(desk)[0, USED] = used
    copy_world(desk, TRIAL, TRUE)
    look(desk, seat, base, 0)


@engine
def look(desk: Any, seat: int, base: int, row: int) -> None:
    """Store a seat's view of `TRIAL`; this changes `TRIAL`."""
    draws = draws_of(desk)[0]
    reseed(draws, base, _LOOK, 1)
    hide(desk, TRIAL, seat, draws)
    get_words(desk, TRIAL, seen_of(desk)[row])


@engine
def visit_sealed(desk: Any, agent: int, seat: int, node: int, base: int, t: int) -> None:
    """Run one iteration through a move at the root, which the seat makes after t decisions."""
    options = options_of(desk)[agent]
    path, draws, fate = path_of(desk), draws_of(desk)[0], draws_of(desk)[FATE]
    nodes, pointers = nodes_of(desk)[0], pointers_of(desk)
    longest = path.shape[0] - 2
    plies = longest if options[PLIES] < 0.0 else options[PLIES]
    depth, horizon, mode = int64(options[DEPTH]), int64(options[HORIZON]), int64(options[REWARD])
    length = begin_world(desk, agent, seat, base, int64(nodes[node, VISITS]), t)
    before = length - 1  # number of moves on the path that were made before this decision
    until = count = int64(0)  # numbers of the simultaneous choices in progress
    chosen = chosen_before(desk, t)
    is_new = False
    for k in range(1, length):
        is_new |= nodes[path[k], VISITS] == 0
    acting = seat
    while True:
        move = int64(nodes[node, MOVE])
        secret = secret_until(desk, WORLD, move)
        if secret > 0 and (length == before + 1 or not is_new):
            now = counted(desk, WORLD, secret)
            if until > 0 and (secret != until or now != count):
                chosen = 0
            until, count = secret, now
        if secret > 0:
            chosen |= 1 << acting
        path[length] = node
        length += 1
        is_new |= nodes[node, VISITS] == 0
        go_on(desk, acting, node, secret)
        play(desk, WORLD, move, fate)
        acting = turn(desk, WORLD)
        if acting < 0 or length > longest:
            earn(desk, agent, seat, mode, False, movers(desk, length))
            break
        child = int64(-1)
        is_inside = length - before <= plies and pointers[NOW, acting] >= 0
        if is_inside and is_new:
            is_inside = is_choosing(desk, until, count, chosen >> acting & 1 > 0)
        if is_inside:
            child = step(desk, agent, seat, acting, int64(pointers[NOW, acting]), False)
        if child < 0:
            left = max(depth, horizon - (length - before) + 1)
            playout(desk, agent, seat, draws, fate, left, mode, movers(desk, length))
            break
        node = child
    credit(desk, length)


@engine
def movers(desk: Any, length: int) -> int:
    """Return the seats that moved on the path, with a bit for each seat."""
    path, nodes, seats = path_of(desk), nodes_of(desk)[0], 0
    for k in range(1, length):
        seats |= 1 << int64(nodes[path[k], MOVER])
    return seats


@engine
def is_choosing(desk: Any, until: int, count: int, has_chosen: bool) -> bool:
    """Whether a seat chooses secretly now or next, before anything is revealed."""
    if until == 0 or counted(desk, WORLD, until) != count:
        return False
    if until != ALL_GAME and not has_chosen:
        return True
    legal = legal_of(desk)
    return listed(desk, WORLD, legal) > 0 and secret_until(desk, WORLD, int64(legal[0])) > 0


@engine
def chosen_before(desk: Any, t: int) -> int:
    """Return the seats with a choice that is still secret, with a bit for each seat."""
    pending, tags, seats = pending_of(desk), tags_of(desk), 0
    if pending[0, N_PENDING] > 0:
        for k in range(pending[1, WHEN], t):
            if tags[k, SECRET] > 0:
                seats |= 1 << tags[k, SEAT]
    return seats


@engine
def begin_world(desk: Any, agent: int, seat: int, base: int, visit: int, t: int) -> int:
    """Make `WORLD` a world in which the seat is to act; return the length of the path to this
    world.
    """
    pending = pending_of(desk)
    if pending[0, N_PENDING] > 0:
        for attempt in range(ATTEMPTS):
            if pending[0, MET] == 0 and pending[0, MISSED] >= HOPELESS:
                break
            length = retrace(desk, agent, seat, base, visit, t, 2 * attempt + 2)
            if length > 0:
                pending[0, MET] += 1
                return length
            pending[0, MISSED] += 1
    to_roots(desk)
    imagine(desk, agent, seat, draws_of(desk)[0], base, visit)
    return 1


@engine
def to_roots(desk: Any) -> None:
    """Move every seat's pointer back to its root."""
    pointers, path = pointers_of(desk), path_of(desk)
    path[0] = 0
    for s in range(desk.seats):
        pointers[NOW, s] = pointers[ROOT, s]


@engine
def retrace(desk: Any, agent: int, seat: int, base: int, visit: int, t: int, draw: int) -> int:
    """Play from the position before the first secret move to the present; return the path's length,
    or 0 on failure.

    `draw` and `draw + 1` number the random draws.
    """
    draws, fate = draws_of(desk)[0], draws_of(desk)[FATE]
    path, pointers, history, tags = (
        path_of(desk),
        pointers_of(desk),
        history_of(desk),
        tags_of(desk),
    )
    first = pending_of(desk)[1]
    nodes = nodes_of(desk)[0]
    to_roots(desk)
    reseed(draws, base, visit, draw)
    reseed(fate, base, visit, draw + 1)
    copy_world(desk, WORLD, first[POSITION])
    hide(desk, WORLD, seat, draws)
    length = 1
    for k in range(first[WHEN], t):
        acting = turn(desk, WORLD)
        move = int64(history[k])
        if acting != tags[k, SEAT]:
            return 0
        if tags[k, SECRET] > 0 and acting != seat:
            node = int64(pointers[NOW, acting])
            child = step(desk, agent, seat, acting, node, True) if node >= 0 else -1
            if child < 0:
                return 0
            pointers[NOW, acting] = child
            path[length] = child
            length += 1
            move = int64(nodes[child, MOVE])
        elif not is_legal(desk, move):
            return 0
        play(desk, WORLD, move, fate)
    if turn(desk, WORLD) != seat:
        return 0
    copy_world(desk, TRIAL, WORLD)
    look(desk, seat, base, 1)
    reseed(draws, base, visit, _CHOICES + draw)
    seen = seen_of(desk)
    for i in range(seen.shape[1]):
        if seen[0, i] != seen[1, i]:
            return 0
    return length


@engine
def is_legal(desk: Any, move: int) -> bool:
    """Whether a move is legal in `WORLD`."""
    legal = legal_of(desk)
    n = listed(desk, WORLD, legal)
    for k in range(n):  # noqa: SIM110 - compiled code cannot use generators
        if legal[k] == move:
            return True
    return False


@engine
def go_on(desk: Any, acting: int, node: int, secret: int) -> None:
    """Advance every tree by the next move: the mover's tree to `node`, other trees by the visible
    part of the move.
    """
    pointers, nodes = pointers_of(desk), nodes_of(desk)[0]
    visible = int64(nodes[node, MOVE]) if secret == 0 else int64(-1)
    for s in range(desk.seats):
        if s == acting:
            pointers[NOW, s] = node
        elif pointers[NOW, s] >= 0:
            pointers[NOW, s] = seen_after(desk, int64(pointers[NOW, s]), acting, visible)


@engine
def seen_after(desk: Any, node: int, acting: int, visible: int) -> int:
    """Return the child for another seat's view of a move; −1 if there is no room."""
    nodes = nodes_of(desk)[0]
    c = int64(nodes[node, FIRST])
    while c >= 0:
        if nodes[c, MOVE] == visible and nodes[c, MOVER] == acting:
            return c  # type: ignore[no-any-return]
        c = int64(nodes[c, NEXT])
    if seats_of(desk)[0, USED] >= nodes.shape[0]:
        return -1
    return grow(desk, node, visible, acting)
