"""One iteration of an open search where choices are secret: every seat has a tree of its own.

A seat's tree goes on by the seat's own moves and by what it sees of others': of a secret move
only that there was one. So no seat answers a choice that it cannot know (many trees: Cowling,
Powley & Whitehouse 2012; choices at the same time, each by its own statistics: Tak, Lanctot &
Winands 2014).

An iteration begins before the first move that is still secret. From there, what all have seen and
what the searcher chose itself is made again; the secret choices of others are drawn by their own
statistics. The world it leads to counts only where it looks to the searcher like the true one:
`hide`, with the same draws, makes the same of both. After some that do not, the iteration begins
from the present position, in which `hide` guesses the choices. Once a
node is new, a playout begins, but not until all have chosen who choose at the same time, so that
the first and the last of them weigh their moves alike.

What is turned up later does not part the trees: too few iterations would meet the same again.
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

ATTEMPTS = 4  # ways from the first secret move, before an iteration begins from the present
HOPELESS = 100  # attempts without a world that looks like the true one: no more are made
_LOOK = 0xFFFFFFFF  # names the draws by which worlds are compared
_CHOICES = 100  # what the players of a world choose by from the present on, apart from its making
ROOT, NOW = 0, 1  # rows of `pointers_of`


@engine
def begin_sealed(desk: Any, seat: int, t: int, base: int) -> None:
    """Give the other seats their roots, behind a tree just planted, and note what the seat sees."""
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
    """Write down what a seat sees of `TRIAL`, which is changed."""
    draws = draws_of(desk)[0]
    reseed(draws, base, _LOOK, 1)
    hide(desk, TRIAL, seat, draws)
    get_words(desk, TRIAL, seen_of(desk)[row])


@engine
def visit_sealed(desk: Any, agent: int, seat: int, node: int, base: int, t: int) -> None:
    """One iteration through a move at the root, which the seat makes after t decisions."""
    options = options_of(desk)[agent]
    path, draws, fate = path_of(desk), draws_of(desk)[0], draws_of(desk)[FATE]
    nodes, pointers = nodes_of(desk)[0], pointers_of(desk)
    longest = path.shape[0] - 2
    plies = longest if options[PLIES] < 0.0 else options[PLIES]
    depth, horizon, mode = int64(options[DEPTH]), int64(options[HORIZON]), int64(options[REWARD])
    length = begin_world(desk, agent, seat, base, int64(nodes[node, VISITS]), t)
    before = length - 1  # moves on the path that were made before this decision
    until = count = int64(0)  # of the choices at the same time that are being made
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
    """The seats that moved on the path, a bit each."""
    path, nodes, seats = path_of(desk), nodes_of(desk)[0], 0
    for k in range(1, length):
        seats |= 1 << int64(nodes[path[k], MOVER])
    return seats


@engine
def is_choosing(desk: Any, until: int, count: int, has_chosen: bool) -> bool:
    """Whether a seat is to choose in secret, now or next, before anything is turned up."""
    if until == 0 or counted(desk, WORLD, until) != count:
        return False
    if until != ALL_GAME and not has_chosen:
        return True
    legal = legal_of(desk)
    return listed(desk, WORLD, legal) > 0 and secret_until(desk, WORLD, int64(legal[0])) > 0


@engine
def chosen_before(desk: Any, t: int) -> int:
    """The seats that have made a choice which is still secret, a bit each."""
    pending, tags, seats = pending_of(desk), tags_of(desk), 0
    if pending[0, N_PENDING] > 0:
        for k in range(pending[1, WHEN], t):
            if tags[k, SECRET] > 0:
                seats |= 1 << tags[k, SEAT]
    return seats


@engine
def begin_world(desk: Any, agent: int, seat: int, base: int, visit: int, t: int) -> int:
    """Put a world into `WORLD` in which the seat is to act; the length of the path to it."""
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
    """Let every seat's tree begin anew."""
    pointers, path = pointers_of(desk), path_of(desk)
    path[0] = 0
    for s in range(desk.seats):
        pointers[NOW, s] = pointers[ROOT, s]


@engine
def retrace(desk: Any, agent: int, seat: int, base: int, visit: int, t: int, draw: int) -> int:
    """Play from before the first secret move to the present; the path's length, 0 if it fails.

    `draw` and the number after it name the draws.
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
    """Whether `WORLD` offers a move."""
    legal = legal_of(desk)
    n = listed(desk, WORLD, legal)
    for k in range(n):  # noqa: SIM110 - compiled code goes through no generators
        if legal[k] == move:
            return True
    return False


@engine
def go_on(desk: Any, acting: int, node: int, secret: int) -> None:
    """Let every tree go on by a move about to be made: the mover's to that node."""
    pointers, nodes = pointers_of(desk), nodes_of(desk)[0]
    shown = int64(nodes[node, MOVE]) if secret == 0 else int64(-1)
    for s in range(desk.seats):
        if s == acting:
            pointers[NOW, s] = node
        elif pointers[NOW, s] >= 0:
            pointers[NOW, s] = seen_after(desk, int64(pointers[NOW, s]), acting, shown)


@engine
def seen_after(desk: Any, node: int, acting: int, shown: int) -> int:
    """The child of another seat's node by what it sees of a move; −1 where there is no room."""
    nodes = nodes_of(desk)[0]
    c = int64(nodes[node, FIRST])
    while c >= 0:
        if nodes[c, MOVE] == shown and nodes[c, MOVER] == acting:
            return c  # type: ignore[no-any-return]
        c = int64(nodes[c, NEXT])
    if seats_of(desk)[0, USED] >= nodes.shape[0]:
        return -1
    return grow(desk, node, shown, acting)
