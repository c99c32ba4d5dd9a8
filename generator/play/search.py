"""Search: Monte Carlo players for every kind of game, all compiled.

Three choosers (see `agents` for their call):
- `closed`: UCT (Kocsis & Szepesvári 2006) where nothing is drawn and nothing hidden; max^n backup
  for more than two seats (Luckhardt & Irani 1986); proven wins, losses and, for two seats, draws
  (MCTS-Solver, Winands et al. 2008); the tree is kept from move to move.
- `opened`: where chance or hidden things decide. Children are known by their move alone and the
  position is played anew each time (open loop); with hidden things each iteration first resamples
  what the searching seat cannot know, and exploration counts how often a move was available
  (single-observer ISMCTS, Cowling, Powley & Whitehouse 2012).
- `flat`: the same number of playouts for every move, no tree.

A playout is random, cut off after `depth` decisions by the pack's `value`. Rewards are per seat
in [0, 1]: share of the win, or rank, or score difference.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.play.game import Game, Rule
from generator.play.kernel import below

# Places in an agent's row of options; 0 is the chooser.
ITERATIONS, MILLISECONDS, EXPLORE, DEPTH, REWARD, URGENCY, REUSE, SOLVE = range(1, 9)
REWARDS = ("win", "rank", "diff")
DEFAULTS = {"c": 0.7, "depth": -1.0, "urgency": -1.0, "reuse": 1.0, "solve": 1.0}

DRAWN = 100  # in `proven`: 0 unknown, 1 + seat who wins
MOST_NODES = 1 << 20


class Trees(NamedTuple):
    """Preallocated nodes. Closed trees: two buffers per seat, (2 · seats, nodes).

    Children of a node lie side by side from `first` on, `count` of them. Open trees use one
    buffer, and `following` to chain children. `total` is the reward of the seat that chose the
    node's move.
    """

    visits: NDArray[np.int32]
    total: NDArray[np.float64]
    move: NDArray[np.int32]
    first: NDArray[np.int32]  # −1: not expanded
    count: NDArray[np.int32]
    tried: NDArray[np.int32]
    mover: NDArray[np.int8]  # seat to move at the node (open: seat that chose it); −1 over
    proven: NDArray[np.int8]
    n_proven: NDArray[np.int32]
    following: NDArray[np.int32]
    available: NDArray[np.int32]
    buffer: NDArray[np.int64]  # (seats,) which of the two is in use
    used: NDArray[np.int64]  # (seats,) nodes in use
    when: NDArray[np.int64]  # (seats,) number of moves played at the root
    path: NDArray[np.int32]
    legal: NDArray[np.int32]
    rewards: NDArray[np.float64]
    slots: NDArray[np.int64]  # legal moves by hash: stamp · 2³² + place in `legal`
    marks: NDArray[np.int64]  # (widest,) stamp of legal moves that have a child
    stamp: NDArray[np.int64]  # (1,)


def trees(game: Game, nodes: int, kind: str) -> Trees:
    """Room for trees of so many nodes; `kind` is "closed", "opened" or "" for none."""
    n_closed = nodes if kind == "closed" else 1
    n_opened = nodes if kind == "opened" else 1
    rows = 2 * game.seats if kind == "closed" else 1
    shape = (rows, max(n_closed, n_opened))
    hashed = 1 << (2 * game.widest - 1).bit_length()
    return Trees(
        visits=np.empty(shape, np.int32),
        total=np.empty(shape),
        move=np.empty(shape, np.int32),
        first=np.empty(shape, np.int32),
        count=np.empty((rows, n_closed), np.int32),
        tried=np.empty((rows, n_closed), np.int32),
        mover=np.empty(shape, np.int8),
        proven=np.empty((rows, n_closed), np.int8),
        n_proven=np.empty((rows, n_closed), np.int32),
        following=np.empty(n_opened, np.int32),
        available=np.empty(n_opened, np.int32),
        buffer=np.zeros(game.seats, np.int64),
        used=np.zeros(game.seats, np.int64),
        when=np.zeros(game.seats, np.int64),
        path=np.empty(game.longest + 2, np.int32),
        legal=np.empty(game.widest, np.int32),
        rewards=np.zeros(game.seats),
        slots=np.zeros(hashed if kind == "opened" else 1, np.int64),
        marks=np.zeros(game.widest if kind == "opened" else 1, np.int64),
        stamp=np.zeros(1, np.int64),
    )


def kind_of(game: Game) -> str:
    """The kind of tree a game needs."""
    return "opened" if game.has_chance or game.is_hidden else "closed"


def nodes_for(game: Game, iterations: Sequence[float], timed: bool) -> int:
    """How many nodes are worth having room for."""
    if timed:
        return MOST_NODES
    per = game.widest if kind_of(game) == "closed" else 1
    return int(min(MOST_NODES, 2 * max(iterations, default=0) * per + 2 * game.widest + 16))


def rewarder(game: Game, share: Rule) -> Rule:
    """reward(tables, state, mode, scores, rewards): every seat's reward from the scores.

    Rank: 1 for first, 0 for last, ties share. Difference d to the best other seat, against the
    larger of both scores m: 0.5 + 0.4 · d / (|d| + m + 1) + 0.1 · share of the win − 0.05.
    """
    seats = game.seats

    def reward(tables: Any, state: Any, mode: int, scores: Any, rewards: Any) -> None:
        share(tables, state, scores, rewards)
        if mode == 1:
            for s in range(seats):
                beaten = 0.0
                for o in range(seats):
                    if o != s:
                        beaten += (scores[s] > scores[o]) + 0.5 * (scores[s] == scores[o])
                rewards[s] = beaten / max(1, seats - 1)
        elif mode == 2:
            for s in range(seats):
                best = -np.inf
                for o in range(seats):
                    if o != s:
                        best = max(best, scores[o])
                d = scores[s] - best if seats > 1 else scores[s]
                m = max(abs(scores[s]), abs(scores[s] - d))
                rewards[s] = 0.45 + 0.4 * d / (abs(d) + m + 1.0) + 0.1 * rewards[s]

    return game.build(reward, "reward")


def playouts(game: Game, value: Rule | None, policy: Rule | None, reward: Rule, name: str) -> Rule:
    """playout(tables, state, rng, depth, mode, scores, legal, rewards): from a position to rewards.

    Moves are random, or the pack's own agent `policy`; after `depth` decisions (−1: never) the
    pack's `value` is the reward, or where it has none the scores as they stand.
    """
    turn, moves, play, pick = game.turn, game.moves, game.play, game.pick
    seats, longest = game.seats, game.longest
    picking = pick is not None and policy is None

    def playout(
        tables: Any, state: Any, rng: Any, depth: int, mode: int, scores: Any, legal: Any,
        rewards: Any,
    ) -> None:  # fmt: skip
        done = 0
        seat = np.int64(turn(tables, state))
        while seat >= 0 and done != depth and done < longest:
            if picking:
                move = np.int64(pick(tables, state, rng))  # type: ignore[misc]
            else:
                n = np.int64(moves(tables, state, legal))
                if n < 1:
                    break
                if policy is not None:
                    move = np.int64(policy(tables, state, legal, n, rng))
                else:
                    move = np.int64(legal[below(rng, n)])
            play(tables, state, move, rng)
            done += 1
            seat = np.int64(turn(tables, state))
        if value is not None and seat >= 0 and mode == 0:
            for s in range(seats):
                rewards[s] = value(tables, state, s)
        else:
            reward(tables, state, mode, scores, rewards)

    return game.build(playout, f"playout_{name}")


def closed(game: Game, playout: Rule, reward: Rule, copy: Rule, name: str) -> Rule:
    """UCT for perfect information without chance."""
    turn, moves, play = game.turn, game.moves, game.play
    seats, duel = game.seats, game.seats == 2

    def keep(tree: Any, seat: int, history: Any, t: int, fresh: bool) -> bool:
        """Move what the last search knows of the present position to the seat's other buffer."""
        old = 2 * seat + tree.buffer[seat]
        new = 2 * seat + 1 - tree.buffer[seat]
        tree.buffer[seat] = 1 - tree.buffer[seat]
        node = 0
        found = not fresh
        if found:
            for k in range(tree.when[seat], t):
                child = -1
                if tree.first[old, node] >= 0:
                    start = tree.first[old, node]
                    for c in range(start, start + tree.count[old, node]):
                        if tree.move[old, c] == history[k]:
                            child = c
                if child < 0 or tree.visits[old, child] == 0:
                    found = False
                    break
                node = child
        tree.when[seat] = t
        if not found:
            tree.visits[new, 0] = 0
            tree.total[new, 0] = 0.0
            tree.first[new, 0] = -1
            tree.proven[new, 0] = 0
            tree.n_proven[new, 0] = 0
            tree.mover[new, 0] = seat
            tree.used[seat] = 1
            return False
        _move_node(tree, old, node, new, 0)
        used = 1
        i = 0
        while i < used:
            if tree.first[new, i] >= 0:
                start = tree.first[new, i]
                tree.first[new, i] = used
                for c in range(tree.count[new, i]):
                    _move_node(tree, old, start + c, new, used)
                    used += 1
            i += 1
        tree.used[seat] = used
        return True

    def _move_node(tree: Any, old: int, a: int, new: int, b: int) -> None:
        tree.visits[new, b] = tree.visits[old, a]
        tree.total[new, b] = tree.total[old, a]
        tree.move[new, b] = tree.move[old, a]
        tree.first[new, b] = tree.first[old, a]
        tree.count[new, b] = tree.count[old, a]
        tree.tried[new, b] = tree.tried[old, a]
        tree.mover[new, b] = tree.mover[old, a]
        tree.proven[new, b] = tree.proven[old, a]
        tree.n_proven[new, b] = tree.n_proven[old, a]

    def search_closed(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> int:  # fmt: skip
        if n == 1:
            return np.int64(out[0])
        tree = room.trees
        keep(tree, seat, history, t, room.fresh[seat] == 1 or options[REUSE] == 0.0)
        room.fresh[seat] = 0
        row = 2 * seat + tree.buffer[seat]
        visits, total, moved = tree.visits[row], tree.total[row], tree.move[row]
        first, count, tried = tree.first[row], tree.count[row], tree.tried[row]
        mover, proven, n_proven = tree.mover[row], tree.proven[row], tree.n_proven[row]
        path, legal, rewards = tree.path, tree.legal, tree.rewards
        capacity = visits.shape[0]
        used = tree.used[seat]
        explore, depth = options[EXPLORE], np.int64(options[DEPTH])
        mode, solve = np.int64(options[REWARD]), options[SOLVE] == 1.0
        budget, started = options[ITERATIONS], room.clock[0]
        until = np.int64(options[MILLISECONDS])
        urgency = options[URGENCY]
        state = states[2]
        done = 0
        while done < budget and proven[0] == 0:
            if until > 0 and room.clock[0] - started >= until:
                break
            done += 1
            copy(words, 2, 0)
            node = np.int64(0)
            path[0] = 0
            length = 1
            while True:
                if proven[node] != 0:
                    for s in range(seats):
                        rewards[s] = 0.5 if proven[node] == DRAWN else 0.0
                    if proven[node] != DRAWN:
                        rewards[proven[node] - 1] = 1.0
                    break
                if visits[node] == 0:
                    mover[node] = turn(tables, state)
                if mover[node] < 0:
                    reward(tables, state, mode, room.scores, rewards)
                    if solve:
                        winner = -1
                        for s in range(seats):
                            if rewards[s] == 1.0:
                                winner = s
                        if mode == 0 and winner >= 0:
                            proven[node] = 1 + winner
                        elif mode == 0 and duel:
                            proven[node] = DRAWN
                    break
                if first[node] < 0:
                    if visits[node] == 0 and node > 0:
                        playout(tables, state, rng, depth, mode, room.scores, legal, rewards)
                        break
                    width = np.int64(moves(tables, state, legal))
                    if used + width > capacity:
                        playout(tables, state, rng, depth, mode, room.scores, legal, rewards)
                        break
                    first[node] = used
                    count[node] = width
                    tried[node] = 0
                    for k in range(width):
                        j = k + below(rng, width - k)
                        chosen = legal[j]
                        legal[j] = legal[k]
                        child = used + k
                        moved[child] = chosen
                        visits[child] = 0
                        total[child] = 0.0
                        first[child] = -1
                        proven[child] = 0
                        n_proven[child] = 0
                    used += width
                start = np.int64(first[node])
                likely = start
                child = start + tried[node]
                if tried[node] == count[node] or (urgency >= 0.0 and tried[node] > 0):
                    best = -1.0
                    mean = 0.0
                    spread = explore * math.sqrt(math.log(float(visits[node])))
                    lost = 0
                    if duel and solve:
                        lost = 2 - mover[node]
                    for c in range(start, start + tried[node]):
                        mean += total[c]
                        if lost != 0 and proven[c] == lost:
                            continue
                        worth = total[c] / visits[c] + spread / math.sqrt(float(visits[c]))
                        if worth > best:
                            best = worth
                            likely = c
                    if tried[node] == count[node] or best > mean / visits[node] + urgency:
                        child = likely
                if child == start + tried[node]:
                    tried[node] += 1
                play(tables, state, np.int64(moved[child]), rng)
                node = child
                path[length] = node
                length += 1
            for k in range(length - 1, 0, -1):
                visits[path[k]] += 1
                total[path[k]] += rewards[mover[path[k - 1]]]
            visits[0] += 1
            if solve and proven[path[length - 1]] != 0:
                k = length - 1
                fresh = True
                while k > 0 and fresh:
                    node = path[k]
                    above = path[k - 1]
                    fresh = False
                    if proven[above] == 0:
                        if proven[node] == 1 + mover[above]:
                            proven[above] = proven[node]
                            fresh = True
                        elif duel:
                            start = np.int64(first[above])
                            best_known = 1 if tried[above] == count[above] else 0
                            outcome = np.int64(2 - mover[above])
                            if best_known == 1:
                                for c in range(start, start + count[above]):
                                    if proven[c] == 0:
                                        best_known = 0
                                        break
                                    if proven[c] == DRAWN:
                                        outcome = DRAWN
                            if best_known == 1:
                                proven[above] = outcome
                                fresh = True
                    k -= 1
        tree.used[seat] = used
        start = np.int64(first[0])
        best = -1.0
        chosen = np.int64(out[0])
        lost = 2 - seat if duel else 0
        for c in range(start, start + count[0]):
            worth = 0.0
            if visits[c] > 0:
                worth = visits[c] + total[c] / visits[c]
            if proven[c] == 1 + seat:
                worth = np.inf
            elif lost != 0 and proven[c] == lost:
                worth *= 1e-9
            elif proven[0] == DRAWN and proven[c] == DRAWN:
                worth += 1e9
            if worth > best:
                best = worth
                chosen = np.int64(moved[c])
        return chosen

    _move_node = game.build(_move_node, "closed")
    keep = game.build(keep, "closed")
    return game.build(search_closed, name)


def opened(game: Game, playout: Rule, reward: Rule, copy: Rule, name: str) -> Rule:
    """Open-loop UCT, and single-observer ISMCTS where things are hidden; a new tree each move."""
    turn, moves, play, seats = game.turn, game.moves, game.play, game.seats
    hide = game.hide if game.is_hidden else None

    def search_opened(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> int:  # fmt: skip
        if n == 1:
            return np.int64(out[0])
        tree = room.trees
        visits, total, moved = tree.visits[0], tree.total[0], tree.move[0]
        first, mover, following = tree.first[0], tree.mover[0], tree.following
        available, path, legal, rewards = tree.available, tree.path, tree.legal, tree.rewards
        slots, marks, stamps = tree.slots, tree.marks, tree.stamp
        mask = slots.shape[0] - 1
        capacity = visits.shape[0]
        longest = path.shape[0] - 2
        explore, depth = options[EXPLORE], np.int64(options[DEPTH])
        mode, urgency = np.int64(options[REWARD]), options[URGENCY]
        budget, started = options[ITERATIONS], room.clock[0]
        until = np.int64(options[MILLISECONDS])
        state = states[2]
        visits[0] = 0
        first[0] = -1
        used = 1
        done = 0
        while done < budget:
            if until > 0 and room.clock[0] - started >= until:
                break
            done += 1
            copy(words, 2, 0)
            if hide is not None:
                hide(tables, state, seat, rng)
            node = np.int64(0)
            path[0] = 0
            length = 1
            while True:
                acting = np.int64(turn(tables, state))
                if acting < 0 or length > longest:
                    reward(tables, state, mode, room.scores, rewards)
                    break
                width = np.int64(moves(tables, state, legal))
                stamps[0] += 1
                stamp = stamps[0]
                for k in range(width):
                    h = (np.int64(legal[k]) * 2654435761 >> 13) & mask
                    while slots[h] >> 32 == stamp:
                        h = (h + 1) & mask
                    slots[h] = stamp << 32 | k
                known = 0
                best = -1.0
                mean = 0.0
                seen = 0
                likely = np.int64(-1)
                c = np.int64(first[node])
                while c >= 0:
                    if mover[c] == acting:
                        code = moved[c]
                        h = (np.int64(code) * 2654435761 >> 13) & mask
                        while slots[h] >> 32 == stamp and legal[slots[h] & 0xFFFFFFFF] != code:
                            h = (h + 1) & mask
                        if slots[h] >> 32 == stamp:
                            marks[slots[h] & 0xFFFFFFFF] = stamp
                            known += 1
                            available[c] += 1
                            mean += total[c]
                            seen += visits[c]
                            worth = total[c] / visits[c] + explore * math.sqrt(
                                math.log(float(available[c])) / visits[c]
                            )
                            if worth > best:
                                best = worth
                                likely = c
                    c = np.int64(following[c])
                wanted = known < width and used < capacity
                if wanted and known > 0 and urgency >= 0.0:
                    wanted = mean / seen + urgency >= best
                if likely < 0 and not wanted:
                    playout(tables, state, rng, depth, mode, room.scores, legal, rewards)
                    break
                if not wanted:
                    node = likely
                    path[length] = node
                    length += 1
                    play(tables, state, np.int64(moved[node]), rng)
                    continue
                skip = below(rng, width - known)
                code = legal[0]
                for k in range(width):
                    if marks[k] != stamp:
                        if skip == 0:
                            code = legal[k]
                            break
                        skip -= 1
                child = used
                used += 1
                visits[child] = 0
                total[child] = 0.0
                moved[child] = code
                mover[child] = acting
                first[child] = -1
                following[child] = first[node]
                available[child] = 1
                first[node] = child
                path[length] = child
                length += 1
                play(tables, state, np.int64(code), rng)
                playout(tables, state, rng, depth, mode, room.scores, legal, rewards)
                break
            visits[0] += 1
            for k in range(1, length):
                node = np.int64(path[k])
                visits[node] += 1
                total[node] += rewards[mover[node]]
        best = -1.0
        chosen = np.int64(out[0])
        c = np.int64(first[0])
        while c >= 0:
            worth = visits[c] + total[c] / visits[c]
            if worth > best:
                best = worth
                chosen = np.int64(moved[c])
            c = np.int64(following[c])
        return chosen

    return game.build(search_opened, name)


def flat(game: Game, playout: Rule, copy: Rule, name: str) -> Rule:
    """As many playouts for each move as the budget allows; the best mean, the first of equals."""
    play = game.play
    hide = game.hide if game.is_hidden else None

    def search_flat(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> int:  # fmt: skip
        if n == 1:
            return np.int64(out[0])
        sums, counts = room.sums, room.counts
        sums[:] = 0.0
        counts[:] = 0
        started, until = room.clock[0], np.int64(options[MILLISECONDS])
        shift = below(rng, n)
        done = 0
        while done < options[ITERATIONS]:
            if until > 0 and room.clock[0] - started >= until:
                break
            k = (done + shift) % n
            done += 1
            copy(words, 2, 0)
            if hide is not None:
                hide(tables, states[2], seat, rng)
            play(tables, states[2], np.int64(out[k]), rng)
            playout(
                tables, states[2], rng, np.int64(options[DEPTH]), np.int64(options[REWARD]),
                room.scores, room.trees.legal, room.trees.rewards,
            )  # fmt: skip
            sums[k] += room.trees.rewards[seat]
            counts[k] += 1
        best = -1.0
        chosen = np.int64(out[0])
        for k in range(n):
            if counts[k] > 0 and sums[k] / counts[k] > best:
                best = sums[k] / counts[k]
                chosen = np.int64(out[k])
        return chosen

    return game.build(search_flat, name)
