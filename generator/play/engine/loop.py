"""Plays whole games in one compiled loop, which fills arrays and judges nothing."""

from typing import Any

import numpy as np

from generator.kit.chance import CHANCE_STREAM, below, reseed
from generator.kit.marks import engine, inlined
from generator.play.engine.calls import (
    BAD_PIECE,
    BAD_SCORE,
    MOST_POINTS,
    deal,
    fail,
    kind,
    listed,
    moves,
    piece,
    pieces,
    play,
    score,
    stock,
    tie_break,
    turn,
)
from generator.play.engine.choosers import choose
from generator.play.engine.search.secret_moves import forget_secrets, is_keeping, note_move
from generator.play.engine.thread_memory import (
    CALLS,
    DECISION,
    FRESH,
    GAME,
    TIE_BREAK,
    TRUE,
    branching_of,
    choices_of,
    course_at_of,
    courses_of,
    decisions_of,
    end_of,
    found_of,
    get_words,
    history_of,
    kind_counts_of,
    lead_changes_of,
    levels_of,
    listing_of,
    order_of,
    order_stream_of,
    own_of,
    patch_at_of,
    patch_byte_of,
    patches_of,
    piece_offered_of,
    piece_used_of,
    plan_of,
    put_words,
    score_of,
    scores_of,
    seats_of,
    sides_of,
    stamps_of,
    streams_of,
    supply_low_of,
    tables_bytes_of,
    tables_kept_of,
    takers_of,
    template_of,
    tenths_of,
    tie_break_of,
    trace_of,
    turns_of,
    undo_of,
)

OVER, CAP = 0, 1  # values of GameBatch.end
ITSELF, OTHER, DEALT = 1, 2, 3  # the part of a piece in a game, see `batch.Swaps`
UNFIT = -2  # no other piece could have been used in place of the piece
# number of the first stream that shuffles the order in which a piece's patches are tried
_ORDERS = 1000


@engine
def games(
    desk: Any, final: Any, seed: int, first: int, n: int, agent_of: Any, level: int,
    is_listing: bool, is_kept: bool,
) -> Any:  # fmt: skip
    """Play games `first` to `first + n − 1`; return all moves, their seats and each game's start.

    `level` is the index in `batch.LEVELS`. Without `is_listing` random players only use the game's
    `pick`. `is_kept` states whether the moves so far are needed.
    """
    history, out = history_of(desk), listing_of(desk)
    streams, now = streams_of(desk), scores_of(desk)[0]
    rng = streams[desk.seats]
    basic, keep = level >= 1, level >= 3
    actors = np.empty(desk.longest if keep else 1, np.int8)
    all_moves = np.empty(1024 if keep else 0, np.int32)
    all_movers = np.empty(1024 if keep else 0, np.int8)
    starts = np.zeros(n + 1 if keep else 0, np.int64)
    is_swapping = plan_of(desk).shape[0] > 0
    decision = 0  # number of the decision, counted over the whole run
    for i in range(n):
        if is_swapping:
            lay_out(desk, i, seed, first + i)
        begin_game(desk, seed, first + i)
        t = 0
        turns = 0
        before = -1
        branching = 0
        choices = 0
        leader = -1
        changes = 0
        end = OVER
        if basic:
            leader = note_scores(desk, 0, now)
            note_supplies(desk, i, True)
        seat = turn(desk, TRUE)
        while seat >= 0:
            if t >= desk.longest:
                end = CAP
                break
            count = 0
            if is_listing:
                count = moves(desk, TRUE, out)
            move = choose(desk, agent_of[i, seat], seat, out, count, streams[seat], t)
            if basic:
                branching += count
                choices += count > 1
                turns += seat != before
                before = seat
                decision += 1
                p = count_uses(desk, i, seat, move, out, count, level >= 2, decision)
                if is_swapping and p >= 0:
                    take(desk, i, seat, p, move, seed, first + i)
            if is_keeping(desk):
                note_move(desk, TRUE, t, seat, move)
            play(desk, TRUE, move, rng)
            if is_kept:
                history[t] = move
                if keep:
                    actors[t] = seat
            t += 1
            desk.journal[DECISION] = t
            if basic:
                ahead = note_scores(desk, t, now)
                if ahead >= 0 and ahead != leader:
                    changes += leader >= 0
                    leader = ahead
                note_supplies(desk, i, False)
            seat = turn(desk, TRUE)
        finish(desk, i, now)
        end_of(desk)[i] = end
        decisions_of(desk)[i] = t
        if basic:
            turns_of(desk)[i] = turns
            branching_of(desk)[i] = branching
            choices_of(desk)[i] = choices
            lead_changes_of(desk)[i] = changes
            keep_tenths(desk, i, t)
            keep_course(desk, i, t)
            get_words(desk, TRUE, final[i])
        if keep:
            start = starts[i]
            if start + t > all_moves.shape[0]:
                all_moves = longer(all_moves, start, start + t)
                all_movers = longer(all_movers, start, start + t)
            for k in range(t):
                all_moves[start + k] = history[k]
                all_movers[start + k] = actors[k]
            starts[i + 1] = start + t
    used = starts[n] if keep else 0
    return all_moves[:used].copy(), all_movers[:used].copy(), starts


@inlined
def begin_game(desk: Any, seed: int, number: int) -> None:
    """Deal a new game and set every chooser's stream for it."""
    streams, waiting = streams_of(desk), seats_of(desk)
    desk.journal[CALLS] = 0
    desk.journal[GAME] = number
    desk.journal[DECISION] = 0
    forget_secrets(desk)
    put_words(desk, TRUE, template_of(desk))
    reseed(streams[desk.seats], seed, number, CHANCE_STREAM)
    for s in range(desk.seats):
        reseed(streams[s], seed, number, 1 + s)
        waiting[s, FRESH] = 1
    deal(desk, TRUE, streams[desk.seats])


@inlined
def note_scores(desk: Any, t: int, now: Any) -> int:
    """Store every seat's score after t decisions; return the sole leader as `sole_leader` does."""
    trace = trace_of(desk)
    score(desk, TRUE, now)
    for s in range(desk.seats):
        trace[t, s] = now[s]
    return sole_leader(now, sides_of(desk))


@inlined
def note_supplies(desk: Any, i: int, is_start: bool) -> None:
    """Update the lowest level of each supply in this game."""
    if desk.n_supplies == 0:
        return
    levels, lowest = levels_of(desk), supply_low_of(desk)
    stock(desk, TRUE, levels)
    for s in range(desk.seats):
        for k in range(desk.n_supplies):
            if is_start or levels[s, k] < lowest[i, s, k]:
                lowest[i, s, k] = levels[s, k]


@inlined
def keep_tenths(desk: Any, i: int, t: int) -> None:
    """Store the scores after k tenths of t decisions, rounded up."""
    trace, tenths = trace_of(desk), tenths_of(desk)
    for k in range(11):
        for s in range(desk.seats):
            tenths[i, k, s] = trace[(k * t + 9) // 10, s]


@inlined
def keep_course(desk: Any, i: int, t: int) -> None:
    """Store the scores after fixed numbers of decisions, as long as the game lasts."""
    trace, courses, at = trace_of(desk), courses_of(desk), course_at_of(desk)
    for k in range(at.shape[0]):
        for s in range(desk.seats):
            courses[i, k, s] = trace[at[k], s] if at[k] < t else np.inf


@inlined
def count_uses(
    desk: Any, i: int, seat: int, move: int, out: Any, n: int, is_full: bool, decision: int
) -> int:
    """Count the kind of a move, the piece it uses, and the pieces that legal moves would use.

    Returns the piece that the move uses, or −1.
    """
    if desk.n_kinds > 0:
        kind_counts_of(desk)[i, seat, kind(desk, TRUE, move)] += 1
    if desk.n_pieces == 0:
        return -1
    if is_full:
        indices, offered, stamps = found_of(desk), piece_offered_of(desk), stamps_of(desk)
        pieces(desk, TRUE, out, n, indices)
        for k in range(n):
            p = indices[k]
            if p != -1:
                if p < 0 or p >= desk.n_pieces:
                    fail(desk, BAD_PIECE, p)
                if stamps[p] != decision:
                    stamps[p] = decision
                    offered[i, seat, p] += 1
    p = piece(desk, TRUE, move)
    if p >= 0:
        piece_used_of(desk)[i, seat, p] += 1
    return p


@engine
def lay_out(desk: Any, i: int, seed: int, number: int) -> None:
    """Reset the tables for a game and patch the pieces that are exchanged from the deal on."""
    tables, kept = tables_bytes_of(desk), tables_kept_of(desk)
    for k in range(kept.shape[0]):
        tables[k] = kept[k]
    plan, takers = plan_of(desk), takers_of(desk)
    for p in range(plan.shape[1]):
        takers[i, p] = -1
        if plan[i, p] == DEALT:
            shuffle_patches(desk, p, seed, number)
            patch(desk, order_of(desk)[0])


@engine
def take(desk: Any, i: int, seat: int, p: int, move: int, seed: int, number: int) -> None:
    """Store who uses a piece first; from now on the piece acts as planned.

    The piece acts as the first piece, in a random order, at whose price this move stays legal. A
    piece that stays itself passes the same test, so that both cases are selected alike. If no other
    piece fits, the use counts for neither case.
    """
    takers, part = takers_of(desk), plan_of(desk)[i, p]
    if takers[i, p] != -1:
        return
    takers[i, p] = seat
    if part != ITSELF and part != OTHER:
        return
    out, order = listing_of(desk), order_of(desk)
    shuffle_patches(desk, p, seed, number)
    for k in range(own_of(desk)[p, 1] - own_of(desk)[p, 0]):
        patch(desk, order[k])
        is_legal = False
        for m in range(listed(desk, TRUE, out)):  # with another piece, perhaps no move is legal
            if out[m] == move:
                is_legal = True
                break
        if is_legal and part == OTHER:
            return
        unpatch(desk, order[k])
        if is_legal:
            return
    takers[i, p] = UNFIT


@engine
def shuffle_patches(desk: Any, p: int, seed: int, number: int) -> None:
    """Shuffle a piece's patches for this game, with the piece's own stream."""
    order, rng, own = order_of(desk), order_stream_of(desk)[0], own_of(desk)
    n = own[p, 1] - own[p, 0]
    reseed(rng, seed, number, _ORDERS + p)
    for k in range(n):
        order[k] = own[p, 0] + k
    for k in range(n - 1):
        other = k + below(rng, n - k)
        kept = order[k]
        order[k] = order[other]
        order[other] = kept


@engine
def patch(desk: Any, number: int) -> None:
    """Write a patch into the tables, and keep the overwritten bytes."""
    tables, parts, undo = tables_bytes_of(desk), patches_of(desk), undo_of(desk)
    at, byte = patch_at_of(desk), patch_byte_of(desk)
    for k in range(parts[number, 0], parts[number, 1]):
        undo[k - parts[number, 0]] = tables[at[k]]
        tables[at[k]] = byte[k]


@engine
def unpatch(desk: Any, number: int) -> None:
    """Undo the patch that was written last."""
    tables, parts, undo = tables_bytes_of(desk), patches_of(desk), undo_of(desk)
    at = patch_at_of(desk)
    for k in range(parts[number, 0], parts[number, 1]):
        tables[at[k]] = undo[k - parts[number, 0]]


@inlined
def finish(desk: Any, i: int, now: Any) -> None:
    """Store the final scores and tie-breaks."""
    score(desk, TRUE, now)
    for s in range(now.shape[0]):
        if not abs(now[s]) <= MOST_POINTS:  # this is also true for nan
            fail(desk, BAD_SCORE, s)
        score_of(desk)[i, s] = now[s]
    if desk.rules[TIE_BREAK] != 0:
        ties = scores_of(desk)[3]
        tie_break(desk, TRUE, ties)
        for s in range(now.shape[0]):
            if not abs(ties[s]) <= MOST_POINTS:
                fail(desk, BAD_SCORE, s)
            tie_break_of(desk)[i, s] = ties[s]


@engine
def longer(array: Any, used: int, needed: int) -> Any:
    """Return a longer array that begins with the same elements."""
    wider = np.empty(max(2 * array.shape[0], needed), array.dtype)
    for k in range(used):
        wider[k] = array[k]
    return wider


@inlined
def sole_leader(now: Any, sides: Any) -> int:
    """Return the first seat of the side that is the sole leader, or −1."""
    ahead = 0
    tied = False
    for s in range(1, now.shape[0]):
        if now[s] > now[ahead]:
            ahead = s
            tied = False
        elif now[s] == now[ahead] and sides[s] != sides[ahead]:
            tied = True
    return -1 if tied else sides[ahead]
