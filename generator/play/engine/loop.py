"""Whole games, played in one compiled loop: a game, agents and seeds in, arrays of results out.

Nothing here judges: `GameBatch` holds what happened, one row per game, and the metrics read it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.play.engine.agents import (
    SCRATCH,
    agents_of,
    choosers_of,
    flavour,
    make_chooser,
    options_of,
    ticking,
    workspace,
)
from generator.play.engine.game import RULES, Game, Rule, faults_of
from generator.play.engine.kernel import reseed, whole
from generator.play.engine.search import FRESH

Collect = Literal["none", "basic", "full", "moves"]
LEVELS: tuple[Collect, ...] = ("none", "basic", "full", "moves")

OVER, CAP, STUCK, WIDE = 0, 1, 2, 3  # GameBatch.end
END_NAMES = ("over", "cap", "stuck", "wide")


@dataclass(frozen=True, slots=True)
class GameBatch:
    """What a run of games left behind: one row per game, in the order of their numbers.

    n games, s seats, a agents. Arrays that the level of `collect` does not ask for have length 0
    along their first axis. A *decision* is one call of `play`; a *turn* is a run of decisions by
    one seat. `none` fills the first group, `basic` the second, `full` and `moves` the rest.
    """

    seed: int
    collect: Collect
    agents: tuple[str, ...]  # specs; the number of an agent is its place here
    kinds: tuple[str, ...]  # names of the last axis of kind_counts
    pieces: tuple[str, ...]  # "component/row", the last axis of piece_used and piece_offered
    supplies: tuple[str, ...]  # the last axis of supply_low

    index: NDArray[np.int64]  # (n,) number of the game; with the seed it names the game
    agent_of: NDArray[np.int8]  # (n, s) which agent sat there
    scores: NDArray[np.float64]  # (n, s) final scores
    winners: NDArray[np.bool_]  # (n, s) shares first place
    end: NDArray[np.int8]  # (n,) OVER, CAP (LONGEST reached), STUCK (no legal move), WIDE
    decisions: NDArray[np.int32]  # (n,)

    reasons: tuple[str, ...]  # n end reasons: `why_over`, or "cap", "stuck", "wide"
    turns: NDArray[np.int32]  # (n,)
    branching: NDArray[np.int64]  # (n,) sum of the numbers of legal moves; mean = / decisions
    choices: NDArray[np.int32]  # (n,) decisions with at least two legal moves
    lead_changes: NDArray[np.int32]  # (n,) times another seat became sole leader; the first is none
    tenths: NDArray[np.float64]  # (n, 11, s) scores after k tenths of the decisions (rounded up)
    kind_counts: NDArray[np.int32]  # (n, s, kinds) decisions of each kind
    piece_used: NDArray[np.int32]  # (n, s, pieces) times a move of this seat used the piece
    supply_low: NDArray[np.int32]  # (n, s, supplies) lowest level after any decision

    piece_offered: NDArray[np.int32]  # (n, s, pieces) decisions with a legal move that uses it

    moves: NDArray[np.int32]  # all moves, game after game
    movers: NDArray[np.int8]  # the seat of each
    move_starts: NDArray[np.int64]  # (n + 1,) game i has moves[move_starts[i]:move_starts[i + 1]]

    def __len__(self) -> int:
        return len(self.index)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.scores.shape[1])


def joined(batches: "list[GameBatch]") -> GameBatch:
    """One batch from several of the same run, in the order given."""
    head = batches[0]
    for batch in batches:
        same = (batch.seed, batch.collect, batch.agents) == (head.seed, head.collect, head.agents)
        if not same:
            raise ValueError("only batches of one seed, level and set of agents can be joined")
    starts = [head.move_starts]
    for batch in batches[1:]:
        if len(batch.move_starts):
            starts.append(batch.move_starts[1:] + starts[-1][-1])
    values: dict[str, Any] = {}
    for name in GameBatch.__slots__:
        value = getattr(head, name)
        if isinstance(value, np.ndarray) and name != "move_starts":
            value = np.concatenate([getattr(batch, name) for batch in batches])
        values[name] = value
    values["move_starts"] = np.concatenate(starts)
    values["reasons"] = tuple(reason for batch in batches for reason in batch.reasons)
    return GameBatch(**values)


class Results(NamedTuple):
    """The arrays the loop fills; shapes as in `GameBatch`, without moves."""

    scores: NDArray[np.float64]
    winners: NDArray[np.bool_]
    end: NDArray[np.int8]
    decisions: NDArray[np.int32]
    turns: NDArray[np.int32]
    branching: NDArray[np.int64]
    choices: NDArray[np.int32]
    lead_changes: NDArray[np.int32]
    tenths: NDArray[np.float64]
    kind_counts: NDArray[np.int32]
    piece_used: NDArray[np.int32]
    supply_low: NDArray[np.int32]
    piece_offered: NDArray[np.int32]


def play_games(
    game: Game,
    agents: Sequence[str],
    seed: int,
    first: int,
    n: int,
    *,
    rotate: bool = True,
    collect: Collect = "basic",
) -> GameBatch:
    """Play games number `first` to `first + n − 1` of the seed.

    `agents` are specs, one for all seats or one per seat. With `rotate` game i seats agent
    (seat + i) mod seats, so that skill and seat are not confounded. The same arguments give the
    same batch on every machine, except where an agent thinks by the clock. Raises `ValueError`
    for an unknown agent, `FaultyRules` where the rules do not compile.
    """
    team = agents_of(game, agents)
    level = LEVELS.index(collect)
    index = np.arange(first, first + n, dtype=np.int64)
    seats = np.arange(game.seats)
    shift = index[:, None] if rotate else np.zeros((n, 1), np.int64)
    agent_of = ((seats[None, :] + shift) % len(seats)).astype(np.int8)
    results = _room(game, level, n)
    states = game.fresh(SCRATCH)
    final = game.fresh(n if level >= 1 else 1)
    template = words_of(game.fresh(1))[0].copy()
    keys = choosers_of(team)
    name = f"{level}_{bool(game.pieces)}_{flavour(game, keys)}"
    run = game.once(
        f"games_{name}",
        lambda: game.build(
            _loop(game, make_chooser(game, keys), keys, level), name, any_seats=True
        ),
    )
    room = workspace(game, team)
    with faults_of(game.pack.folder / RULES), ticking(room, team):
        moves, movers, starts = run(
            game.tables, template, states, words_of(states), words_of(final), seed, first,
            agent_of, options_of(team, keys), room, results,
        )  # fmt: skip
    return GameBatch(
        seed=seed,
        collect=collect,
        agents=tuple(agent.spec for agent in team),
        kinds=game.kinds,
        pieces=game.pieces,
        supplies=game.supplies,
        index=index,
        agent_of=agent_of,
        reasons=_reasons(game, final, results.end) if level >= 1 else (),
        moves=moves,
        movers=movers,
        move_starts=starts,
        **results._asdict(),
    )


def words_of(states: Any) -> NDArray[np.uint64]:
    """The same memory as 64-bit words, (n, words): records are copied by copying these."""
    return states.view(np.uint64).reshape(len(states), states.itemsize // 8).view(np.ndarray)  # type: ignore[no-any-return]


def _room(game: Game, level: int, n: int) -> Results:
    seats, basic, full = game.seats, n if level >= 1 else 0, n if level >= 2 else 0
    return Results(
        scores=np.zeros((n, seats)),
        winners=np.zeros((n, seats), np.bool_),
        end=np.zeros(n, np.int8),
        decisions=np.zeros(n, np.int32),
        turns=np.zeros(basic, np.int32),
        branching=np.zeros(basic, np.int64),
        choices=np.zeros(basic, np.int32),
        lead_changes=np.zeros(basic, np.int32),
        tenths=np.zeros((basic, 11, seats)),
        kind_counts=np.zeros((basic, seats, len(game.kinds)), np.int32),
        piece_used=np.zeros((basic, seats, len(game.pieces)), np.int32),
        supply_low=np.zeros((basic, seats, len(game.supplies)), np.int32),
        piece_offered=np.zeros((full, seats, len(game.pieces)), np.int32),
    )


def _reasons(game: Game, final: Any, end: NDArray[np.int8]) -> tuple[str, ...]:
    with faults_of(game.pack.folder / RULES):
        return tuple(
            str(game.why_over(game.tables, final[i])) if end[i] == OVER else END_NAMES[end[i]]
            for i in range(len(end))
        )


def _loop(game: Game, choose: Rule, keys: Sequence[str], level: int) -> Rule:
    """The loop over whole games for one set of choosers and one level of `collect`."""
    deal, turn, moves, play, score = game.deal, game.turn, game.moves, game.play, game.score
    longest, widest = game.longest, game.widest
    basic, full, keep = level >= 1, level >= 2, level >= 3
    listing = basic or game.pick is None or any(key != "random" for key in keys)
    thinking = any(key != "random" for key in keys)
    n_kinds, n_supplies = len(game.kinds), len(game.supplies)
    kind = game.kind if n_kinds and game.kind else game.absent()
    piece = game.piece if game.pieces and game.piece else game.absent()
    stock = game.stock if n_supplies and game.stock else game.absent()
    kinds, pieces, supplies = (
        basic and n_kinds > 0,
        basic and len(game.pieces) > 0,
        basic and n_supplies > 0,
    )
    offers = full and len(game.pieces) > 0

    def games(
        tables: Any, template: Any, states: Any, words: Any, final: Any, seed: int, first: int,
        agent_of: Any, options: Any, room: Any, results: Any,
    ) -> Any:  # fmt: skip
        state = states[0]
        seats = agent_of.shape[1]
        size = template.shape[0]
        rng = np.empty(4, np.uint64)
        streams = np.empty((seats, 4), np.uint64)
        out = np.empty(widest, np.int32)
        history = np.empty(longest if thinking or keep else 1, np.int32)
        actors = np.empty(longest if keep else 1, np.int8)
        now = np.zeros(seats)
        trace = np.zeros((longest + 1 if basic else 1, seats))
        levels = np.zeros((seats, max(1, n_supplies)), np.int32)
        stamps = np.zeros(max(1, results.piece_used.shape[2]), np.int64)
        stamp = 0
        n = agent_of.shape[0]
        all_moves = np.empty(1024 if keep else 0, np.int32)
        all_movers = np.empty(1024 if keep else 0, np.int8)
        starts = np.zeros(n + 1 if keep else 0, np.int64)
        for i in range(n):
            for k in range(size):
                words[0, k] = template[k]
            reseed(rng, seed, first + i, 0)
            for s in range(seats):
                reseed(streams[s], seed, first + i, 1 + s)
            for s in range(seats):
                room.seats[s, FRESH] = 1
            deal(tables, state, rng)
            t = 0
            turns = 0
            before = -1
            branching = 0
            choices = 0
            leader = -1
            changes = 0
            end = 0
            if basic:
                score(tables, state, now)
                for s in range(seats):
                    trace[0, s] = now[s]
                leader = _sole_leader(now)
            if supplies:
                stock(tables, state, levels)
                for s in range(seats):
                    for k in range(n_supplies):
                        results.supply_low[i, s, k] = levels[s, k]
            seat = whole(turn(tables, state))
            while seat >= 0:
                if t >= longest:
                    end = 1
                    break
                count = 0
                if listing:
                    count = whole(moves(tables, state, out))
                    if count < 1:
                        end = 2
                        break
                    if count > widest:
                        end = 3
                        break
                move = whole(
                    choose(
                        tables, states, words, seat, out, count, streams[seat],
                        options[agent_of[i, seat]], room, history, t,
                    )
                )  # fmt: skip
                if basic:
                    branching += count
                    choices += count > 1
                    turns += seat != before
                    before = seat
                if kinds:
                    results.kind_counts[i, seat, kind(tables, state, move)] += 1
                if offers:
                    stamp += 1
                    for k in range(count):
                        p = piece(tables, state, whole(out[k]))
                        if p >= 0 and stamps[p] != stamp:
                            stamps[p] = stamp
                            results.piece_offered[i, seat, p] += 1
                if pieces:
                    p = piece(tables, state, move)
                    if p >= 0:
                        results.piece_used[i, seat, p] += 1
                play(tables, state, move, rng)
                if thinking or keep:
                    history[t] = move
                if keep:
                    actors[t] = seat
                t += 1
                if basic:
                    score(tables, state, now)
                    for s in range(seats):
                        trace[t, s] = now[s]
                    ahead = _sole_leader(now)
                    if ahead >= 0 and ahead != leader:
                        changes += leader >= 0
                        leader = ahead
                if supplies:
                    stock(tables, state, levels)
                    for s in range(seats):
                        for k in range(n_supplies):
                            if levels[s, k] < results.supply_low[i, s, k]:
                                results.supply_low[i, s, k] = levels[s, k]
                seat = whole(turn(tables, state))
            score(tables, state, now)
            best = now[0]
            for s in range(1, seats):
                best = max(best, now[s])
            for s in range(seats):
                results.scores[i, s] = now[s]
                results.winners[i, s] = now[s] == best
            results.end[i] = end
            results.decisions[i] = t
            if basic:
                results.turns[i] = turns
                results.branching[i] = branching
                results.choices[i] = choices
                results.lead_changes[i] = changes
                for k in range(11):
                    for s in range(seats):
                        results.tenths[i, k, s] = trace[(k * t + 9) // 10, s]
                for k in range(size):
                    final[i, k] = words[0, k]
            if keep:
                start = starts[i]
                if start + t > all_moves.shape[0]:
                    wider = max(2 * all_moves.shape[0], start + t)
                    more_moves, more_movers = np.empty(wider, np.int32), np.empty(wider, np.int8)
                    for k in range(start):
                        more_moves[k], more_movers[k] = all_moves[k], all_movers[k]
                    all_moves, all_movers = more_moves, more_movers
                for k in range(t):
                    all_moves[start + k], all_movers[start + k] = history[k], actors[k]
                starts[i + 1] = start + t
        used = starts[n] if keep else 0
        return all_moves[:used].copy(), all_movers[:used].copy(), starts

    def _sole_leader(now: Any) -> int:
        ahead = 0
        tied = False
        for s in range(1, now.shape[0]):
            if now[s] > now[ahead]:
                ahead = s
                tied = False
            elif now[s] == now[ahead]:
                tied = True
        return -1 if tied else ahead

    _sole_leader = game.build(_sole_leader, "leader", any_seats=True, inner=True)
    return games
