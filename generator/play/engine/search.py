"""Search: Monte Carlo players for every kind of game, all compiled.

Three choosers (see `agents` for their call):
- `closed`: UCT (Kocsis & Szepesvári 2006) where nothing is drawn and nothing hidden; max^n backup
  for more than two seats (Luckhardt & Irani 1986); proven wins, losses and, for two seats, draws
  (MCTS-Solver, Winands et al. 2008); the tree is kept from move to move. Moves not tried yet come
  in random order, or best first as `value` judges them, if a pack asks for that: with `urgency`
  (first-play urgency, Wang & Gelly 2007) the search then leaves the poor ones alone.
- `opened`: where chance or hidden things decide. Children are known by their move alone and the
  position is played anew each time (open loop); with hidden things each iteration first resamples
  what the searching seat cannot know, and exploration counts how often a move was available
  (single-observer ISMCTS, Cowling, Powley & Whitehouse 2012). The moves at the root are tried in
  the same worlds, by sequential halving. With `widen` a node's moves enter one by one, best first
  as `value` judges them, at most widen · √visits of them (progressive widening, Coulom 2007;
  Couëtoux et al. 2011).
- `flat`: the same number of playouts for every move, no tree.

A playout is random, or by `rollout=greedy` plays as the agent `greedy` does, and is cut off by the
pack's `value` after `depth` decisions, or later, when `horizon` decisions have been made since the
root. Rewards are per seat in [0, 1]: share of the win, or rank, or score difference.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.play.engine.game import SEARCH_OPTIONS, Game, Rule
from generator.play.engine.kernel import below, reseed, whole

# Places in an agent's row of options; 0 is the chooser.
ITERATIONS, MILLISECONDS, EXPLORE, DEPTH, REWARD, URGENCY, REUSE, SOLVE, ORDER, PLIES = range(1, 11)
WIDEN, HORIZON = 11, 12
ENTRY = 8  # iterations for each move that enters a search in order, where things are hidden
REWARDS = ("win", "rank", "diff")
DEFAULTS = SEARCH_OPTIONS

DRAWN = 100  # in `proven`: 0 unknown, 1 + seat who wins
MOST_NODES = 1 << 20


# Columns of a node in `Workspace.nodes`. Closed trees: the children of a node lie side by side
# from FIRST on, COUNT of them, TRIED of them visited. Open trees: FIRST and then NEXT chain them.
VISITS, MOVE, FIRST, COUNT, TRIED, MOVER, PROVEN = range(7)
AVAILABLE, NEXT = COUNT, TRIED
# Columns of a seat in `Workspace.seats`; the last row holds the clock (milliseconds) and the stamp.
FRESH, BUFFER, USED, WHEN = range(4)
CLOCK, STAMP = 1, 2


class Workspace(NamedTuple):
    """Memory that choosers share, allocated once per run of games."""

    seats: NDArray[np.int64]  # (seats + 1, 4), columns above
    draws: NDArray[np.uint64]  # (2, 4) a stream to draw from in trials, and where it starts
    scores: NDArray[np.float64]  # (3, seats) scores, shares of the win, rewards
    tallies: NDArray[np.float64]  # (3, widest) sums and counts of flat search; worths of `best`
    nodes: NDArray[np.int32]  # (buffers, nodes, 7); closed trees have two buffers per seat
    totals: NDArray[np.float64]  # (buffers, nodes) rewards of the seat that chose the node's move
    path: NDArray[np.int32]  # (longest + 2,)
    legal: NDArray[np.int32]  # (widest,)
    slots: NDArray[np.int64]  # legal moves by hash: stamp · 2³² + place in `legal`
    marks: NDArray[np.int64]  # (widest,) stamp of legal moves that have a child
    alive: NDArray[np.int32]  # (widest,) places of the moves at the root that are still in play


def workspace(game: Game, nodes: int, kind: str) -> Workspace:
    """Room for trees of so many nodes; `kind` is "closed", "opened" or "" for none."""
    rows = 2 * game.seats if kind == "closed" else 1
    room = nodes if kind else 1
    seats = np.zeros((game.seats + 1, 4), np.int64)
    seats[:-1, FRESH] = 1
    return Workspace(
        seats=seats,
        draws=np.zeros((2, 4), np.uint64),
        scores=np.zeros((3, game.seats)),
        tallies=np.zeros((3, game.widest)),
        nodes=np.empty((rows, room, 7), np.int32),
        totals=np.empty((rows, room)),
        path=np.empty(game.longest + 2, np.int32),
        legal=np.empty(game.widest, np.int32),
        slots=np.zeros(1 << (2 * game.widest - 1).bit_length(), np.int64),
        marks=np.zeros(game.widest, np.int64),
        alive=np.zeros(game.widest, np.int32),
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

    def reward(tables: Any, state: Any, mode: int, scores: Any, rewards: Any) -> None:
        seats = scores.shape[0]
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

    return game.build(reward, "reward", any_seats=True, inner=True)


def picker(game: Game, copy: Rule, share: Rule, value: Rule, name: str) -> Rule:
    """best(tables, states, words, seat, legal, n, rng, room, stamp): place in `legal` of a move.

    The move for `states[2]` after which `value` is best for the seat, ties at random, of the
    first n that do not bear the stamp in `room.marks`. Each is tried on `states[3]` with the same
    draws; one that ends the game is worth the seat's share of the win.
    """
    play, turn = game.play, game.turn

    def best(
        tables: Any, states: Any, words: Any, seat: int, legal: Any, n: int, rng: Any, room: Any,
        stamp: int,
    ) -> Any:  # fmt: skip
        start, worths, marks = room.draws[1], room.tallies[2], room.marks
        state = states[3]
        for i in range(4):
            start[i] = rng[i]
        most = -1.0
        ties = 0
        for k in range(n):
            worths[k] = -1.0
            if marks[k] == stamp:
                continue
            copy(words, 3, 2)
            for i in range(4):
                rng[i] = start[i]
            play(tables, state, whole(legal[k]), rng)
            if turn(tables, state) < 0:
                share(tables, state, room.scores[0], room.scores[1])
                worths[k] = room.scores[1, seat]
            else:
                worths[k] = value(tables, state, seat)
            if worths[k] > most:
                most = worths[k]
                ties = 1
            elif worths[k] == most:
                ties += 1
        for i in range(4):
            rng[i] = start[i]
        skip = below(rng, max(1, ties))
        for k in range(n):
            if worths[k] == most:
                if skip == 0:
                    return whole(k)
                skip -= 1
        return whole(0)

    return game.build(best, name, any_seats=True, inner=True)


def playouts(
    game: Game, value: Rule | None, policy: Rule | None, best: Rule | None, reward: Rule, name: str
) -> Rule:
    """playout(tables, states, words, rng, depth, mode, room): from `states[2]` to the rewards.

    Moves are random, or the pack's own agent's `policy`, or the `best`; after `depth` decisions
    (−1: never) the pack's `value` is the reward, or where it has none the scores as they stand.
    """
    turn, moves, play, pick = game.turn, game.moves, game.play, game.pick
    longest, consider = game.longest, game.consider
    picking = pick is not None and policy is None and best is None

    def playout(
        tables: Any, states: Any, words: Any, rng: Any, depth: int, mode: int, room: Any
    ) -> None:
        state, legal = states[2], room.legal
        scores, rewards = room.scores[0], room.scores[2]
        done = 0
        seat = whole(turn(tables, state))
        while seat >= 0 and done != depth and done < longest:
            if picking:
                move = whole(pick(tables, state, rng))  # type: ignore[misc]
            else:
                n = whole(moves(tables, state, legal))
                if n < 1:
                    break
                if policy is not None:
                    move = whole(policy(tables, state, legal, n, rng))
                elif best is not None:
                    if consider is not None:
                        n = whole(consider(tables, state, legal, n, rng))
                    k = whole(0)
                    if n > 1:
                        k = best(tables, states, words, seat, legal, n, rng, room, -1)
                    move = whole(legal[k])
                else:
                    move = whole(legal[below(rng, n)])
            play(tables, state, move, rng)
            done += 1
            seat = whole(turn(tables, state))
        if value is not None and seat >= 0 and mode == 0:
            for s in range(scores.shape[0]):
                rewards[s] = value(tables, state, s)
        else:
            reward(tables, state, mode, scores, rewards)

    return game.build(playout, name, any_seats=True, inner=True)


def closed(
    game: Game, playout: Rule, reward: Rule, copy: Rule, value: Rule | None, name: str
) -> Rule:
    """UCT for perfect information without chance."""
    turn, moves, play = game.turn, game.moves, game.play
    duel = game.seats == 2

    def sort(tables: Any, states: Any, words: Any, seat: int, room: Any, n: int, rng: Any) -> None:
        """Put the first n of `room.legal` in order, best first for the seat; ties stay."""
        legal, worths = room.legal, room.tallies[0]
        if value is not None:
            for k in range(n):
                move = legal[k]
                copy(words, 3, 2)
                play(tables, states[3], whole(move), rng)
                worth = value(tables, states[3], seat)
                j = k
                while j > 0 and worths[j - 1] < worth:
                    worths[j] = worths[j - 1]
                    legal[j] = legal[j - 1]
                    j -= 1
                worths[j] = worth
                legal[j] = move

    def keep(room: Any, seat: int, history: Any, t: int, fresh: bool) -> None:
        """Move what the last search knows of the present position to the seat's other buffer."""
        mine = room.seats[seat]
        old, new = 2 * seat + mine[BUFFER], 2 * seat + 1 - mine[BUFFER]
        mine[BUFFER] = 1 - mine[BUFFER]
        known, kept = room.nodes[old], room.nodes[new]
        sums, totals = room.totals[old], room.totals[new]
        node = whole(0)
        found = not fresh
        if found:
            for k in range(mine[WHEN], t):
                child = whole(-1)
                start = whole(known[node, FIRST])
                if start >= 0:
                    for c in range(start, start + known[node, COUNT]):
                        if known[c, MOVE] == history[k]:
                            child = c
                if child < 0 or known[child, VISITS] == 0:
                    found = False
                    break
                node = child
        mine[WHEN] = t
        if not found:
            kept[0, VISITS] = 0
            kept[0, FIRST] = -1
            kept[0, PROVEN] = 0
            totals[0] = 0.0
            mine[USED] = 1
            return
        for k in range(7):
            kept[0, k] = known[node, k]
        totals[0] = sums[node]
        used = 1
        i = 0
        while i < used:
            start = whole(kept[i, FIRST])
            if start >= 0:
                kept[i, FIRST] = used
                for c in range(start, start + kept[i, COUNT]):
                    for k in range(7):
                        kept[used, k] = known[c, k]
                    totals[used] = sums[c]
                    used += 1
            i += 1
        mine[USED] = used

    def search_closed(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> Any:  # fmt: skip
        if n == 1:
            return whole(out[0])
        seats = room.seats.shape[0] - 1
        keep(room, seat, history, t, room.seats[seat, FRESH] == 1 or options[REUSE] == 0.0)
        room.seats[seat, FRESH] = 0
        nodes = room.nodes[2 * seat + room.seats[seat, BUFFER]]
        total = room.totals[2 * seat + room.seats[seat, BUFFER]]
        path, legal = room.path, room.legal
        scores, rewards = room.scores[0], room.scores[2]
        clock = room.seats[seats]
        capacity = nodes.shape[0]
        used = room.seats[seat, USED]
        explore, depth = options[EXPLORE], whole(options[DEPTH])
        mode, solve = whole(options[REWARD]), options[SOLVE] == 1.0
        budget, started = options[ITERATIONS], clock[CLOCK]
        until = whole(options[MILLISECONDS])
        urgency = options[URGENCY]
        plies = path.shape[0] if options[PLIES] < 0.0 else options[PLIES]
        state = states[2]
        done = 0
        while done < budget and nodes[0, PROVEN] == 0:
            if until > 0 and clock[CLOCK] - started >= until:
                break
            done += 1
            copy(words, 2, 0)
            node = whole(0)
            path[0] = 0
            length = 1
            while True:
                if nodes[node, PROVEN] != 0:
                    for s in range(seats):
                        rewards[s] = 0.5 if nodes[node, PROVEN] == DRAWN else 0.0
                    if nodes[node, PROVEN] != DRAWN:
                        rewards[nodes[node, PROVEN] - 1] = 1.0
                    break
                if nodes[node, VISITS] == 0:
                    nodes[node, MOVER] = turn(tables, state)
                if nodes[node, MOVER] < 0:
                    reward(tables, state, mode, scores, rewards)
                    if solve:
                        winner = -1
                        for s in range(seats):
                            if rewards[s] == 1.0:
                                winner = s
                        if mode == 0 and winner >= 0:
                            nodes[node, PROVEN] = 1 + winner
                        elif mode == 0 and duel:
                            nodes[node, PROVEN] = DRAWN
                    break
                if nodes[node, FIRST] < 0:
                    if node > 0 and (nodes[node, VISITS] == 0 or length > plies):
                        playout(tables, states, words, rng, depth, mode, room)
                        break
                    width = whole(moves(tables, state, legal))
                    if used + width > capacity or width < 1:
                        playout(tables, states, words, rng, depth, mode, room)
                        break
                    nodes[node, FIRST] = used
                    nodes[node, COUNT] = width
                    nodes[node, TRIED] = 0
                    for k in range(width):
                        j = k + below(rng, width - k)
                        chosen = legal[j]
                        legal[j] = legal[k]
                        legal[k] = chosen
                    if options[ORDER] == 1.0:
                        mover = whole(nodes[node, MOVER])
                        sort(tables, states, words, mover, room, width, rng)
                    for k in range(width):
                        child = used + k
                        nodes[child, MOVE] = legal[k]
                        nodes[child, VISITS] = 0
                        total[child] = 0.0
                        nodes[child, FIRST] = -1
                        nodes[child, PROVEN] = 0
                    used += width
                start = whole(nodes[node, FIRST])
                likely = start
                child = start + nodes[node, TRIED]
                if nodes[node, TRIED] == nodes[node, COUNT] or (
                    urgency >= 0.0 and nodes[node, TRIED] > 0
                ):
                    best = -1.0
                    mean = 0.0
                    spread = explore * math.sqrt(math.log(float(nodes[node, VISITS])))
                    lost = 0
                    if duel and solve:
                        lost = 2 - nodes[node, MOVER]
                    for c in range(start, start + nodes[node, TRIED]):
                        mean += total[c]
                        if lost != 0 and nodes[c, PROVEN] == lost:
                            continue
                        worth = total[c] / nodes[c, VISITS] + spread / math.sqrt(
                            float(nodes[c, VISITS])
                        )
                        if worth > best:
                            best = worth
                            likely = c
                    if (
                        nodes[node, TRIED] == nodes[node, COUNT]
                        or best > mean / nodes[node, VISITS] + urgency
                    ):
                        child = likely
                if child == start + nodes[node, TRIED]:
                    nodes[node, TRIED] += 1
                play(tables, state, whole(nodes[child, MOVE]), rng)
                node = child
                path[length] = node
                length += 1
            for k in range(length - 1, 0, -1):
                nodes[path[k], VISITS] += 1
                total[path[k]] += rewards[nodes[path[k - 1], MOVER]]
            nodes[0, VISITS] += 1
            if solve and nodes[path[length - 1], PROVEN] != 0:
                k = length - 1
                fresh = True
                while k > 0 and fresh:
                    node = path[k]
                    above = path[k - 1]
                    fresh = False
                    if nodes[above, PROVEN] == 0:
                        if nodes[node, PROVEN] == 1 + nodes[above, MOVER]:
                            nodes[above, PROVEN] = nodes[node, PROVEN]
                            fresh = True
                        elif duel:
                            start = whole(nodes[above, FIRST])
                            best_known = 1 if nodes[above, TRIED] == nodes[above, COUNT] else 0
                            outcome = whole(2 - nodes[above, MOVER])
                            if best_known == 1:
                                for c in range(start, start + nodes[above, COUNT]):
                                    if nodes[c, PROVEN] == 0:
                                        best_known = 0
                                        break
                                    if nodes[c, PROVEN] == DRAWN:
                                        outcome = DRAWN
                            if best_known == 1:
                                nodes[above, PROVEN] = outcome
                                fresh = True
                    k -= 1
        room.seats[seat, USED] = used
        start = whole(nodes[0, FIRST])
        best = -1.0
        chosen = whole(out[0])
        lost = 2 - seat if duel else 0
        for c in range(start, start + nodes[0, COUNT]):
            worth = 0.0
            if nodes[c, VISITS] > 0:
                worth = nodes[c, VISITS] + total[c] / nodes[c, VISITS]
            if nodes[c, PROVEN] == 1 + seat:
                worth = np.inf
            elif lost != 0 and nodes[c, PROVEN] == lost:
                worth *= 1e-9
            elif nodes[0, PROVEN] == DRAWN and nodes[c, PROVEN] == DRAWN:
                worth += 1e9
            if worth > best:
                best = worth
                chosen = whole(nodes[c, MOVE])
        return chosen

    keep = game.build(keep, "closed", any_seats=True, inner=True)
    sort = game.build(sort, name, any_seats=True, inner=True)
    return game.build(search_closed, name, any_seats=True, inner=True)


def opened(
    game: Game, playout: Rule, reward: Rule, copy: Rule, value: Rule | None, best: Rule | None,
    name: str,
) -> Rule:  # fmt: skip
    """Open-loop UCT, and single-observer ISMCTS where things are hidden; a new tree each move.

    At the root the budget is spent by sequential halving (Karnin, Koren & Somekh 2013; for trees
    Pepels et al. 2014): rounds in which every move left gets one visit, then the better half goes
    on. The move chosen is the last one left, of equals the first listed. With `order`, only the
    moves enter that `value` likes best in one guess at what is hidden, one for every `ENTRY`
    iterations. Below the root UCB1 on availability decides, among the moves that have entered.
    """
    turn, moves, play, consider = game.turn, game.moves, game.play, game.consider

    def search_opened(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> Any:  # fmt: skip
        if n == 1:
            return whole(out[0])
        seats = room.seats.shape[0] - 1
        nodes, total = room.nodes[0], room.totals[0]
        path, legal, slots, marks = room.path, room.legal, room.slots, room.marks
        scores, rewards = room.scores[0], room.scores[2]
        clock = room.seats[seats]
        mask = slots.shape[0] - 1
        capacity = nodes.shape[0]
        longest = path.shape[0] - 2
        plies = longest if options[PLIES] < 0.0 else options[PLIES]
        explore, depth = options[EXPLORE], whole(options[DEPTH])
        horizon, widen = whole(options[HORIZON]), options[WIDEN]
        mode, urgency = whole(options[REWARD]), options[URGENCY]
        budget, started = options[ITERATIONS], clock[CLOCK]
        until = whole(options[MILLISECONDS])
        state = states[2]
        draws, base = room.draws[0], below(rng, 0xFFFFFFFF)
        if consider is not None:
            begin(tables, states, words, seat, draws, base, 0)
            n = whole(consider(tables, state, out, n, draws))
            if n == 1:
                return whole(out[0])
        nodes[0, VISITS] = 0
        nodes[0, FIRST] = 1
        alive = room.alive
        left = whole(n)
        for k in range(n):
            alive[k] = k
            nodes[1 + k, VISITS] = 0
            nodes[1 + k, MOVE] = out[k]
            nodes[1 + k, MOVER] = seat
            nodes[1 + k, FIRST] = -1
            nodes[1 + k, NEXT] = k + 2 if k + 1 < n else -1
            nodes[1 + k, AVAILABLE] = 0
            total[1 + k] = 0.0
        used = n + 1
        few = whole(max(2.0, budget / ENTRY)) if until == 0 else whole(16)
        if value is not None and options[ORDER] == 1.0 and few < n:
            for k in range(n):
                begin(tables, states, words, seat, draws, base, 0)
                play(tables, state, whole(out[k]), draws)
                total[1 + k] = value(tables, state, seat)
                nodes[1 + k, VISITS] = 1
            rank(nodes, total, alive, left)
            for k in range(n):
                total[1 + k] = 0.0
                nodes[1 + k, VISITS] = 0
            left = few
        elif budget < n:  # a random part of the moves is all there is time for
            left = whole(budget)
            for k in range(left):
                j = k + below(rng, n - k)
                alive[k], alive[j] = alive[j], alive[k]
        phases = 0
        while left >> phases > 1:
            phases += 1
        rounds = whole(4) if until > 0 else whole(max(1.0, budget // max(1, phases * left)))
        at = whole(0)
        played = whole(0)
        done = 0
        while done < budget and left > 1:
            if until > 0 and clock[CLOCK] - started >= until:
                break
            done += 1
            node = 1 + whole(alive[at])
            path[0] = 0
            path[1] = node
            length = 2
            begin(tables, states, words, seat, draws, base, whole(nodes[node, VISITS]))
            play(tables, state, whole(nodes[node, MOVE]), draws)
            while True:
                acting = whole(turn(tables, state))
                if acting < 0 or length > longest:
                    reward(tables, state, mode, scores, rewards)
                    break
                if length > plies or (length == 2 and nodes[node, VISITS] == 0):
                    playout(
                        tables, states, words, draws, max(depth, horizon - length + 1), mode, room
                    )
                    break
                width = whole(moves(tables, state, legal))
                clock[STAMP] += 1
                stamp = clock[STAMP]
                for k in range(width):
                    h = (whole(legal[k]) * 2654435761 >> 13) & mask
                    while slots[h] >> 32 == stamp:
                        h = (h + 1) & mask
                    slots[h] = stamp << 32 | k
                known = 0
                most = -1.0
                mean = 0.0
                seen = 0
                likely = whole(-1)
                c = whole(nodes[node, FIRST])
                while c >= 0:
                    if nodes[c, MOVER] == acting:
                        code = nodes[c, MOVE]
                        h = (whole(code) * 2654435761 >> 13) & mask
                        while slots[h] >> 32 == stamp and legal[slots[h] & 0xFFFFFFFF] != code:
                            h = (h + 1) & mask
                        if slots[h] >> 32 == stamp:
                            marks[slots[h] & 0xFFFFFFFF] = stamp
                            known += 1
                            nodes[c, AVAILABLE] += 1
                            mean += total[c]
                            seen += nodes[c, VISITS]
                            worth = total[c] / nodes[c, VISITS] + explore * math.sqrt(
                                math.log(float(nodes[c, AVAILABLE])) / nodes[c, VISITS]
                            )
                            if worth > most:
                                most = worth
                                likely = c
                    c = whole(nodes[c, NEXT])
                wanted = known < width and used < capacity
                if wanted and known > 0 and urgency >= 0.0:
                    wanted = mean / seen + urgency >= most
                if wanted and known > 0 and widen > 0.0:
                    wanted = known < widen * math.sqrt(seen + 1.0)
                if likely < 0 and not wanted:
                    playout(
                        tables, states, words, draws, max(depth, horizon - length + 1), mode, room
                    )
                    break
                if not wanted:
                    node = likely
                    path[length] = node
                    length += 1
                    play(tables, state, whole(nodes[node, MOVE]), draws)
                    continue
                code = legal[0]
                if best is not None and widen > 0.0:
                    if width > 1:
                        code = legal[
                            best(tables, states, words, acting, legal, width, draws, room, stamp)
                        ]
                else:
                    skip = below(draws, width - known)
                    for k in range(width):
                        if marks[k] != stamp:
                            if skip == 0:
                                code = legal[k]
                                break
                            skip -= 1
                child = used
                used += 1
                nodes[child, VISITS] = 0
                total[child] = 0.0
                nodes[child, MOVE] = code
                nodes[child, MOVER] = acting
                nodes[child, FIRST] = -1
                nodes[child, NEXT] = nodes[node, FIRST]
                nodes[child, AVAILABLE] = 1
                nodes[node, FIRST] = child
                path[length] = child
                length += 1
                play(tables, state, whole(code), draws)
                playout(tables, states, words, draws, max(depth, horizon - length + 1), mode, room)
                break
            nodes[0, VISITS] += 1
            for k in range(1, length):
                node = whole(path[k])
                nodes[node, VISITS] += 1
                total[node] += rewards[nodes[node, MOVER]]
            at += 1
            if at == left:
                at = whole(0)
                played += 1
                if played == rounds and (until == 0 or left > 2):
                    rank(nodes, total, alive, left)
                    left = (left + 1) // 2
                    played = whole(0)
                    if until > 0:
                        rounds *= 2
                    else:
                        rounds = whole(max(1.0, budget // max(1, phases * left)))
        rank(nodes, total, alive, left)
        return whole(out[alive[0]])

    def rank(nodes: Any, total: Any, alive: Any, left: int) -> None:
        """Sort the moves left by their mean, best first; of equals the first listed."""
        for k in range(1, left):
            move = alive[k]
            mean = total[1 + move] / max(1, nodes[1 + move, VISITS])
            j = k
            while j > 0:
                other = alive[j - 1]
                rival = total[1 + other] / max(1, nodes[1 + other, VISITS])
                if rival > mean or (rival == mean and other < move):
                    break
                alive[j] = other
                j -= 1
            alive[j] = move

    begin = _beginner(game, copy)
    rank = game.build(rank, "search", any_seats=True, inner=True)
    return game.build(search_opened, name, any_seats=True, inner=True)


def _beginner(game: Game, copy: Rule) -> Rule:
    """begin(…, draws, base, visit): put a world the seat may be in into `states[2]`.

    The same visit of every move at the root gets the same world and the same draws after it
    (common random numbers), so that moves are compared without the noise between worlds.
    """
    hide = game.hide if game.is_hidden else None

    def begin(
        tables: Any, states: Any, words: Any, seat: int, draws: Any, base: int, visit: int
    ) -> None:
        reseed(draws, base, visit, 0)
        copy(words, 2, 0)
        if hide is not None:
            hide(tables, states[2], seat, draws)

    return game.build(begin, "search", any_seats=True, inner=True)


def flat(game: Game, playout: Rule, copy: Rule, name: str) -> Rule:
    """As many playouts for each move as the budget allows; the best mean, the first of equals."""
    play = game.play
    begin = _beginner(game, copy)

    def search_flat(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> Any:  # fmt: skip
        if n == 1:
            return whole(out[0])
        seats = room.seats.shape[0] - 1
        sums, counts = room.tallies[0], room.tallies[1]
        rewards, depth = room.scores[2], whole(max(options[DEPTH], options[HORIZON] - 1.0))
        clock = room.seats[seats]
        for k in range(n):
            sums[k] = counts[k] = 0.0
        started, until = clock[CLOCK], whole(options[MILLISECONDS])
        shift = below(rng, n)
        draws, base = room.draws[0], below(rng, 0xFFFFFFFF)
        budget = options[ITERATIONS]
        if n <= budget < np.inf:
            budget -= budget % n  # whole rounds only: every move in the same worlds
        done = 0
        while done < budget:
            if until > 0 and clock[CLOCK] - started >= until:
                break
            k = (done + shift) % n
            begin(tables, states, words, seat, draws, base, done // n)
            done += 1
            play(tables, states[2], whole(out[k]), draws)
            playout(tables, states, words, draws, depth, whole(options[REWARD]), room)
            sums[k] += rewards[seat]
            counts[k] += 1.0
        best = -1.0
        chosen = whole(out[0])
        for k in range(n):
            if counts[k] > 0 and sums[k] / counts[k] > best:
                best = sums[k] / counts[k]
                chosen = whole(out[k])
        return chosen

    return game.build(search_flat, name, any_seats=True, inner=True)
