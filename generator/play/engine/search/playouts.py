"""Computes rewards from a position, by looking one move ahead, by playouts, or by scores.

A seat's reward lies in [0, 1] and is the share of the win, the rank, or the lead in score of the
seat or its team. If players do not compete, the rewards are the scores themselves, or the pack's
`value` of a position, including the last position. A playout is random, or follows the agent
`greedy` or one of the pack's own agents. After a number of decisions the pack's `value` replaces
the remaining game.
"""

from typing import Any

import numpy as np

from generator.kit.chance import below, reseed
from generator.kit.marks import engine, inlined
from generator.play.engine.calls import (
    consider,
    follow,
    hide,
    listed,
    pick,
    play,
    score,
    tie_break,
    turn,
    value,
)
from generator.play.engine.search.secret_moves import SPARE, is_keeping
from generator.play.engine.search.tree import (
    BY_POLICY,
    GREEDILY,
    JUDGE,
    POLICY,
    RANDOMLY,
    ROLLOUT,
    SAMPLE,
    SEES,
)
from generator.play.engine.thread_memory import (
    PICK,
    TIE_BREAK,
    TRIAL,
    TRUE,
    WORLD,
    copy_world,
    draws_of,
    int64,
    legal_of,
    marks_of,
    options_of,
    pending_of,
    range_of,
    scores_of,
    sides_of,
    streams_of,
    tallies_of,
    wires_of,
)

EVERYBODY = -1  # all seats, with a bit for each seat
FATE = 3  # row of `draws_of` for the draws of a world, separate from its players' choices


@engine
def share(desk: Any, world: int, scores: Any, shares: Any) -> None:
    """Write each seat's share of first place into `shares`; each partner gets the share of the
    team.
    """
    seats, sides = scores.shape[0], sides_of(desk)
    score(desk, world, scores)
    if desk.rules[TIE_BREAK] != 0:
        count_beaten(desk, world, scores)
        scores = scores_of(desk)[4]
    best = scores[0]
    for s in range(1, seats):
        best = max(best, scores[s])
    winners = 0
    for s in range(seats):
        winners += scores[s] == best and sides[s] == s
    for s in range(seats):
        shares[s] = 1.0 / winners if scores[s] == best else 0.0


@engine
def count_beaten(desk: Any, world: int, scores: Any) -> None:
    """Count the seats that each seat beats by score or, for equal scores, by tie-break.

    The counts are written to `scores_of(desk)[4]`.
    """
    ties, ahead = scores_of(desk)[3], scores_of(desk)[4]
    tie_break(desk, world, ties)
    for s in range(scores.shape[0]):
        ahead[s] = 0.0
        for o in range(scores.shape[0]):
            ahead[s] += scores[s] > scores[o] or (scores[s] == scores[o] and ties[s] > ties[o])


@engine
def standing(desk: Any, judge: Any, world: int, seat: int, scores: Any) -> float:
    """Return the value of a seat's position by `judge`, or by its lead over the best opponent. 0.5
    means level. If players do not compete and there is no judge, the result is the seat's score.
    """
    if judge != 0:
        return value(desk, judge, world, seat)
    score(desk, world, scores)
    if not desk.is_contest:
        return scores[seat]  # type: ignore[no-any-return]
    sides = sides_of(desk)
    own, best = sides[seat], -np.inf
    for s in range(scores.shape[0]):
        if sides[s] != own:
            best = max(best, scores[s])
    ahead = scores[seat] - best
    level: float = 0.5 + 0.5 * ahead / (abs(ahead) + abs(scores[seat]) + abs(best) + 1.0)
    return level


@engine
def reward(desk: Any, world: int, mode: int, scores: Any, rewards: Any) -> None:
    """Write every seat's reward, computed from the scores.

    The rank is 1 for first and 0 for last place, averaged over ties. The lead is 0.5 + 0.4 · d /
    (|d| + m + 1) + 0.1 · share of the win − 0.05, where d is the lead over the best opponent and m
    the larger of both scores.
    """
    seats, sides = scores.shape[0], sides_of(desk)
    share(desk, world, scores, rewards)
    if mode == 1:
        ranked = scores_of(desk)[4] if desk.rules[TIE_BREAK] != 0 else scores
        for s in range(seats):
            behind = 0.0
            others = 0
            for o in range(seats):
                if sides[o] == o and sides[s] != o:
                    behind += (ranked[s] > ranked[o]) + 0.5 * (ranked[s] == ranked[o])
                    others += 1
            rewards[s] = behind / others
    elif mode == 2:
        for s in range(seats):
            best = -np.inf
            for o in range(seats):
                if sides[o] != sides[s]:
                    best = max(best, scores[o])
            d = scores[s] - best
            m = max(abs(scores[s]), abs(scores[s] - d))
            rewards[s] = 0.45 + 0.4 * d / (abs(d) + m + 1.0) + 0.1 * rewards[s]


@engine
def best_of(desk: Any, judge: Any, seat: int, legal: Any, n: int, rng: Any, stamp: int) -> int:
    """Return the index in `legal` of the move that leads to the seat's best position, with ties
    broken at random.

    Considers the first n moves that do not bear the stamp in `marks_of`, each with the same draws.
    In a competitive game, a move that ends it is worth the seat's share of the win.
    """
    start, worths, marks = draws_of(desk)[1], tallies_of(desk)[2], marks_of(desk)
    for i in range(4):
        start[i] = rng[i]
    most = -np.inf
    ties = 0
    for k in range(n):
        worths[k] = -np.inf
        if marks[k] == stamp:
            continue
        copy_world(desk, TRIAL, WORLD)
        for i in range(4):
            rng[i] = start[i]
        play(desk, TRIAL, int64(legal[k]), rng)
        if desk.is_contest and turn(desk, TRIAL) < 0:
            share(desk, TRIAL, scores_of(desk)[0], scores_of(desk)[1])
            worths[k] = scores_of(desk)[1, seat]
        else:
            worths[k] = standing(desk, judge, TRIAL, seat, scores_of(desk)[0])
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
                return k
            skip -= 1
    return 0


@engine
def shuffle_first(moves: Any, few: int, n: int, rng: Any) -> None:
    """Move a random sample of `few` of the first n moves to the front, in random order."""
    for k in range(few):
        j = k + below(rng, n - k)
        kept = moves[j]
        moves[j] = moves[k]
        moves[k] = kept


@engine
def chosen_by(desk: Any, agent: int, rollout: int, seat: int, n: int, rng: Any) -> int:
    """Choose the move of a playout from the first n in `legal_of(desk)`."""
    if rollout != RANDOMLY and is_keeping(desk):
        return blindly(desk, agent, rollout, seat, n, rng)
    return openly(desk, agent, rollout, seat, n, rng)


@engine
def blindly(desk: Any, agent: int, rollout: int, seat: int, n: int, rng: Any) -> int:
    """Choose like a player who has only the seat's information; used if choices are secret."""
    spare = pending_of(desk)[0, SPARE]
    copy_world(desk, spare, WORLD)
    hide(desk, WORLD, seat, rng)
    move = openly(desk, agent, rollout, seat, n, rng)
    copy_world(desk, WORLD, spare)
    return move


@engine
def openly(desk: Any, agent: int, rollout: int, seat: int, n: int, rng: Any) -> int:
    """Choose like a player who sees all of `WORLD`."""
    wires = wires_of(desk)[agent]
    legal = legal_of(desk)
    if rollout == BY_POLICY:
        return follow(desk, wires[POLICY], WORLD, legal, n, rng)
    if rollout == GREEDILY:
        n = consider(desk, WORLD, legal, n, rng)
        few = int64(options_of(desk)[agent, SAMPLE])
        if 0 < few < n:
            shuffle_first(legal, few, n, rng)
            n = few
        k = 0
        if n > 1:
            k = best_of(desk, wires[JUDGE], seat, legal, n, rng, -1)
        return int64(legal[k])  # type: ignore[no-any-return]
    return int64(legal[below(rng, n)])  # type: ignore[no-any-return]


@engine
def playout(
    desk: Any, agent: int, searcher: int, rng: Any, fate: Any, depth: int, mode: int, needed: int
) -> None:
    """Play `WORLD` on and write the rewards, cut off after `depth` decisions (−1: never).

    `rng` is for the players' choices, and `fate` for the game's draws; `needed` is as in `earn`.
    After a cut-off the judge's value is the reward or, without a judge, the current scores.
    """
    options, legal = options_of(desk)[agent], legal_of(desk)
    rollout = int64(options[ROLLOUT])
    done = 0
    seat = turn(desk, WORLD)
    while seat >= 0 and done != depth and done < desk.longest:
        if rollout == RANDOMLY and desk.rules[PICK] != 0:
            move = pick(desk, WORLD, rng)
        else:
            n = listed(desk, WORLD, legal)
            if n < 1:
                break
            move = chosen_by(desk, agent, rollout, seat, n, rng)
        play(desk, WORLD, move, fate)
        done += 1
        seat = turn(desk, WORLD)
    earn(desk, agent, searcher, mode, seat >= 0 and mode == 0, needed)


@engine
def earn(desk: Any, agent: int, searcher: int, mode: int, is_cut: bool, needed: int) -> None:
    """Write every seat's reward in `WORLD` to `scores_of(desk)[2]`, or the judge's value if the
    playout was cut off. The judge rates only the seats in `needed`, with a bit for each seat; other
    seats keep their old values. If players do not compete, the judge's value or the score counts at
    every position, and the range of rewards so far is kept for the searching seat.
    """
    judge = wires_of(desk)[agent][JUDGE]
    scores, rewards, seen = scores_of(desk)[0], scores_of(desk)[2], range_of(desk)[searcher]
    if desk.is_contest and not (is_cut and judge != 0):
        reward(desk, WORLD, mode, scores, rewards)
        return
    for s in range(desk.seats):
        if judge != 0 and not needed >> s & 1:
            continue
        rewards[s] = standing(desk, judge, WORLD, s, scores)
        if judge == 0:
            seen[0] = min(seen[0], rewards[s])
            seen[1] = max(seen[1], rewards[s])


@engine
def open_range(desk: Any, agent: int, searcher: int) -> None:
    """Reset the range of a seat's rewards, which is 0 to 1 in competition, else open."""
    is_known = desk.is_contest or wires_of(desk)[agent][JUDGE] != 0
    range_of(desk)[searcher, 0] = 0.0 if is_known else np.inf
    range_of(desk)[searcher, 1] = 1.0 if is_known else -np.inf


@inlined
def reach(desk: Any, searcher: int) -> float:
    """Return the range of rewards in a seat's search, which scales exploration."""
    seen = range_of(desk)[searcher]
    return max(0.0, seen[1] - seen[0])  # type: ignore[no-any-return]


@engine
def imagine(desk: Any, agent: int, seat: int, draws: Any, base: int, visit: int) -> None:
    """Copy into `WORLD` one of the worlds that the seat may be in.

    The same visit of every move at the root gets the same world and the same later draws (common
    random numbers), whatever the players choose. Moves are therefore compared without the noise
    between worlds. An agent that sees all information gets the true world and the game's own
    stream.
    """
    fate = draws_of(desk)[FATE]
    reseed(draws, base, visit, 0)
    copy_world(desk, WORLD, TRUE)
    if options_of(desk)[agent, SEES] == 0.0:
        hide(desk, WORLD, seat, draws)
        reseed(fate, base, visit, 1)
        return
    chance = streams_of(desk)[desk.seats]
    for i in range(4):
        fate[i] = chance[i]
