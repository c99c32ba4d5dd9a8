"""Plays whole games in one compiled loop. In: a game, agents and seeds. Out: arrays of results.

This module does not judge; `GameBatch` holds the events of the games, with a row per game, and the
measures read it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from generator.model.teams import Sides, Teams
from generator.play.engine.agents import agents_of, desk_for, is_timed, ticking
from generator.play.engine.faults import watched
from generator.play.engine.game import Game, ends_of, faults_of, measured, numbered
from generator.play.engine.loading import faulty
from generator.play.engine.loop import OVER, UNFIT, games
from generator.play.engine.machine import entry_of
from generator.play.engine.thread_memory import (
    Desk,
    branching_of,
    choices_of,
    course_at_of,
    courses_of,
    decisions_of,
    end_of,
    kind_counts_of,
    lead_changes_of,
    order_of,
    order_stream_of,
    own_of,
    patch_at_of,
    patch_byte_of,
    patches_of,
    piece_offered_of,
    piece_used_of,
    plan_of,
    score_of,
    supply_low_of,
    tables_bytes_of,
    tables_kept_of,
    takers_of,
    tenths_of,
    tie_break_of,
    turns_of,
    undo_of,
    words_in,
)

Collect = Literal["none", "basic", "full", "moves"]
LEVELS: tuple[Collect, ...] = ("none", "basic", "full", "moves")
_COUNTING = ((), ("kind", "piece", "stock"), *[("kind", "piece", "stock", "pieces")] * 2)

END_NAMES = ("over", "cap")  # names of the values of GameBatch.end


@dataclass(frozen=True, slots=True)
class GameBatch:
    """The results of a run of games: one row per game, in the order of their numbers.

    n games, s seats, a agents. Arrays that the level of `collect` does not include have length 0
    along their first axis. A *decision* is one call of `play`. A *turn* is a run of consecutive
    decisions by one seat, unless the rules count turns with `turn_of`. The level `none` fills the
    first group, `basic` the second, and `full` and `moves` the other groups.
    """

    seed: int
    collect: Collect
    # specs, one per side; the number of an agent is its index in this tuple
    agents: tuple[str, ...]
    kinds: tuple[str, ...]  # names of the last axis of kind_counts
    pieces: tuple[str, ...]  # "component/row", the last axis of piece_used and piece_offered
    supplies: tuple[str, ...]  # the last axis of supply_low

    # (n,) number of the game, which identifies the game together with the seed
    index: NDArray[np.int64]
    agent_of: NDArray[np.int8]  # (n, s) the agent in each seat
    scores: NDArray[np.float64]  # (n, s) final scores
    # (n, s) whether the seat's side shares first place; all False without a contest
    winners: NDArray[np.bool_]
    end: NDArray[np.int8]  # (n,) OVER or CAP (LONGEST reached)
    decisions: NDArray[np.int32]  # (n,)

    reasons: tuple[str, ...]  # n reasons for the end, from `why_over`, or "cap"
    turns: NDArray[np.int32]  # (n,)
    branching: NDArray[np.int64]  # (n,) number of legal moves, summed over decisions
    choices: NDArray[np.int32]  # (n,) number of decisions with at least two legal moves
    # (n,) number of changes of the sole leader, not counting the first leader
    lead_changes: NDArray[np.int32]
    tenths: NDArray[np.float64]  # (n, 11, s) scores after k tenths of the decisions (rounded up)
    courses: NDArray[np.float64]  # (n, c, s) scores after `course_marks` decisions, else ∞
    kind_counts: NDArray[np.int32]  # (n, s, kinds) number of decisions of each kind
    piece_used: NDArray[np.int32]  # (n, s, pieces) number of moves of this seat that used the piece
    supply_low: NDArray[np.int32]  # (n, s, supplies) lowest level after any decision

    # (n, s, pieces) number of decisions with a legal move that uses the piece
    piece_offered: NDArray[np.int32]

    moves: NDArray[np.int32]  # all moves, game after game
    movers: NDArray[np.int8]  # the seat of each move
    move_starts: NDArray[np.int64]  # (n + 1,) of game i: moves[move_starts[i]:move_starts[i + 1]]

    measures: tuple[str, ...]  # the pack's own figures, the last axis of `measured`
    measured: NDArray[np.float64]  # (n, measures) values at the end of each game
    # (n, pieces) the seat that first used each piece, −1 if no seat did, `loop.UNFIT` if no other
    # piece could have taken its place; only with `Swaps`
    takers: NDArray[np.int8]
    # (n,) number of rounds, if the rules count rounds
    rounds: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    is_contest: bool = True  # whether players compete
    ends: tuple[str, ...] = ()  # the names of the ways a game can end, if the rules list them
    teams: Teams = ()  # the seats that win together; empty if every seat plays for itself
    # (n, s) tie-breaks for equal final scores; (0, s) if the rules have no tie-break
    tie_breaks: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))

    def __len__(self) -> int:
        return len(self.index)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.scores.shape[1])

    @property
    def sides(self) -> Sides:
        """The sides that play against each other, which are teams or single seats."""
        return Sides(self.seats, self.teams)


def by_side(batch: GameBatch) -> GameBatch:
    """Return the same games with one column per side instead of per seat.

    Partners share scores and wins. Their numbers of moves and uses are added up; the lowest supply
    is the lower of their two supplies.
    """
    if not batch.teams:
        return batch
    firsts = list(batch.sides.heads)
    # UNFIT and −1 are negative indices
    of_seats = np.array([*batch.sides.of_seats, UNFIT, -1], np.int8)

    def together(values: NDArray[Any], join: Any = np.sum) -> NDArray[Any]:
        parts = [join(values[:, list(team)], axis=1) for team in batch.teams]
        return np.stack(parts, axis=1).astype(values.dtype)

    return replace(
        batch,
        teams=(),
        agent_of=batch.agent_of[:, firsts],
        scores=batch.scores[:, firsts],
        tie_breaks=batch.tie_breaks[:, firsts] if batch.tie_breaks.size else batch.tie_breaks,
        winners=batch.winners[:, firsts],
        tenths=batch.tenths[:, :, firsts],
        courses=batch.courses[:, :, firsts],
        kind_counts=together(batch.kind_counts),
        piece_used=together(batch.piece_used),
        piece_offered=together(batch.piece_offered),
        supply_low=together(batch.supply_low, np.min),
        movers=of_seats[batch.movers],
        takers=of_seats[batch.takers],
    )


@dataclass(frozen=True, slots=True)
class Swaps:
    """Pieces that act as other pieces, with the changed tables and the games with these changes.

    The fields are as follows. at, byte: the addresses in the tables' memory that a patch writes,
    and the written bytes. starts: (patches + 1,), patch k has at[starts[k]:starts[k + 1]]. own:
    (pieces, 2), piece p may act by patches own[p, 0] to own[p, 1] − 1; each game draws one of them.
    plan: (n, pieces), the part of each piece in each game. 0: the piece is unchanged.
    `loop.ITSELF`: the piece is unchanged, but another piece could have taken its place at its first
    use. `loop.OTHER`: another piece takes its place from its first use on. `loop.DEALT`: another
    piece takes its place from the deal on.
    """

    at: NDArray[np.int64]
    byte: NDArray[np.uint8]
    starts: NDArray[np.int64]
    own: NDArray[np.int64]
    plan: NDArray[np.int8]


@cache
def course_marks(longest: int) -> tuple[int, ...]:
    """Return numbers of decisions below `longest`, each about a tenth larger than the last.

    The distance of any number of 9 or more to the nearest of these numbers is at most 6 %.

    >>> course_marks(16)
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15)
    """
    wanted = (round(2 ** (k / 8)) for k in range(256))
    return tuple(dict.fromkeys(t for t in wanted if t < max(2, longest)))


def joined(batches: "list[GameBatch]") -> GameBatch:
    """Join batches of one run, in the order given."""
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


def play_games(
    game: Game,
    agents: Sequence[str],
    seed: int,
    first: int,
    n: int,
    *,
    rotate: bool = True,
    collect: Collect = "basic",
    swaps: Swaps | None = None,
) -> GameBatch:
    """Play games number `first` to `first + n − 1` of the seed.

    `agents` are specs, one for all sides or one per side; partners get the same agent. With
    `rotate`, agent (side + i) mod sides plays each side in game i, so that skill and side are not
    confounded. The same arguments give the same batch on every machine, unless an agent thinks for
    a fixed time. Raises `ValueError` for an unknown agent, and `FaultyRules` if the rules do not
    compile or give partners different scores.
    """
    team = agents_of(game, agents, may_see=True)
    level = LEVELS.index(collect)
    index = np.arange(first, first + n, dtype=np.int64)
    sides = np.array(game.sides.of_seats)
    shift = index[:, None] if rotate else np.zeros((n, 1), np.int64)
    agent_of = ((sides[None, :] + shift) % game.sides.n).astype(np.int8)
    outcomes = _outcomes(game, level, n)
    final = np.empty(n if level >= 1 else 1, game.template.dtype)  # each game writes its own
    desk = desk_for(game, team, _COUNTING[level])
    for name, array in outcomes.items():
        desk.put(_PLACES[name], array)
    takers = np.full((n, len(game.pieces)) if swaps else (0, 0), -1, np.int8)
    if swaps:
        _swap(desk, swaps, takers)
    desk.put(course_at_of, np.array(course_marks(game.longest), np.int64))
    is_random = all(not agent.chooser for agent in team)
    is_listing = level >= 1 or not is_random or game.pick is None
    is_kept = not is_random or level >= 3
    run = games if game.plain else entry_of(games)

    def play_from(number: int, n: int) -> Any:
        with ticking(desk, team):
            return run(
                desk.engine, words_in(final), seed, number, n, agent_of[number - first :],
                level, is_listing, is_kept,
            )  # fmt: skip

    again = None if any(map(is_timed, team)) else play_from
    with watched(game, desk, seed, again):
        moves, movers, starts = play_from(first, n)
    if game.teams:
        _check_partners(game, outcomes, seed, first)
    if level >= 1 and game.turn_of is not None:
        outcomes["turns"] = numbered(game, "turn_of", final)
    elif level >= 1 and game.seats == 1:
        outcomes["turns"] = outcomes["decisions"].copy()
    return GameBatch(
        seed=seed,
        collect=collect,
        agents=tuple(agent.spec for agent in team),
        kinds=game.kinds,
        pieces=game.pieces,
        supplies=game.supplies,
        index=index,
        agent_of=agent_of,
        winners=game.winners(outcomes["scores"], outcomes["tie_breaks"]),
        reasons=_reasons(game, final, outcomes, seed, first) if level >= 1 else (),
        moves=moves,
        movers=movers,
        measures=game.measures if level >= 1 else (),
        measured=measured(game, final) if level >= 1 else np.zeros((0, 0)),
        takers=takers,
        move_starts=starts,
        is_contest=game.is_contest,
        ends=ends_of(game.book),
        teams=game.teams,
        rounds=numbered(game, "round_of", final[: n if level >= 1 and game.round_of else 0]),
        **outcomes,
    )


def _check_partners(game: Game, outcomes: dict[str, Any], seed: int, first: int) -> None:
    """Raise `FaultyRules` if partners have different scores at the end or during a game."""
    firsts = list(game.sides.firsts)
    moments = (("at the end", outcomes["scores"]), ("during the game", outcomes["tenths"]))
    for what, scores in moments:
        alike = np.isclose(scores, scores[..., firsts], rtol=1e-9, atol=1e-9, equal_nan=True)
        for i, *_, seat in np.argwhere(~alike)[:1].tolist():
            text = f"seats {firsts[seat]} and {seat} (counted from 0) are a team, but {what} they "
            text += f"have different scores (seed {seed}, game {first + i}, {game.seats} players)"
            place = game.book.place_of("score", game.book.get("score"))
            raise faulty(place, text, "give both players the points of their team, or change TEAMS")
    ties = outcomes["tie_breaks"]
    for i, seat in np.argwhere(ties != ties[:, firsts])[:1].tolist():
        text = f"seats {firsts[seat]} and {seat} (counted from 0) are a team, but tie_break() "
        text += f"gives them different values (seed {seed}, game {first + i}, {game.seats} players)"
        place = game.book.place_of("tie_break", game.tie_break)
        raise faulty(place, text, "give both players the tie-break of their team")


def _swap(desk: Desk, swaps: Swaps, takers: NDArray[np.int8]) -> None:
    """Put the swaps on the desk, which gets its own copy of the tables."""
    memory = desk.tables.view(np.uint8).reshape(-1).view(np.ndarray)
    starts = swaps.starts
    desk.put(plan_of, np.ascontiguousarray(swaps.plan))
    desk.put(takers_of, takers)
    desk.put(own_of, np.ascontiguousarray(swaps.own))
    desk.put(order_of, np.zeros(max(1, int(np.diff(swaps.own).max(initial=0))), np.int64))
    desk.put(order_stream_of, np.zeros((1, 4), np.uint64))
    desk.put(undo_of, np.zeros(max(1, int(np.diff(starts).max(initial=0))), np.uint8))
    desk.put(patches_of, np.ascontiguousarray(np.column_stack([starts[:-1], starts[1:]])))
    desk.put(patch_at_of, swaps.at)
    desk.put(patch_byte_of, swaps.byte)
    desk.put(tables_bytes_of, memory)
    desk.put(tables_kept_of, memory.copy())


def _outcomes(game: Game, level: int, n: int) -> dict[str, Any]:
    """Allocate the arrays of results, by the names in `GameBatch`."""
    seats, basic, full = game.seats, n if level >= 1 else 0, n if level >= 2 else 0
    return {
        "scores": np.zeros((n, seats)),
        "tie_breaks": np.zeros((n if game.breaks_ties else 0, seats)),
        "end": np.zeros(n, np.int8),
        "decisions": np.zeros(n, np.int32),
        "turns": np.zeros(basic, np.int32),
        "branching": np.zeros(basic, np.int64),
        "choices": np.zeros(basic, np.int32),
        "lead_changes": np.zeros(basic, np.int32),
        "tenths": np.zeros((basic, 11, seats)),
        "courses": np.zeros((basic, len(course_marks(game.longest)), seats)),
        "kind_counts": np.zeros((basic, seats, len(game.kinds)), np.int32),
        "piece_used": np.zeros((basic, seats, len(game.pieces)), np.int32),
        "supply_low": np.zeros((basic, seats, len(game.supplies)), np.int32),
        "piece_offered": np.zeros((full, seats, len(game.pieces)), np.int32),
    }


_PLACES = {
    "scores": score_of,
    "tie_breaks": tie_break_of,
    "end": end_of,
    "decisions": decisions_of,
    "turns": turns_of,
    "branching": branching_of,
    "choices": choices_of,
    "lead_changes": lead_changes_of,
    "tenths": tenths_of,
    "courses": courses_of,
    "kind_counts": kind_counts_of,
    "piece_used": piece_used_of,
    "supply_low": supply_low_of,
    "piece_offered": piece_offered_of,
}


def _reasons(
    game: Game, final: Any, outcomes: dict[str, Any], seed: int, first: int
) -> tuple[str, ...]:
    """Return the reason for the end of each game.

    Raises `FaultyRules` if a finished game has `state.over` 0.
    """
    end, book = outcomes["end"], game.book
    says_why = book.has("ENDS") and not book.writes("why_over")
    if says_why or not book.writes("turn"):
        for i in np.flatnonzero((end == OVER) & (final["over"] == 0))[:1]:
            where = f"seed {seed}, game {first + i}, decision {outcomes['decisions'][i]}"
            text = "turn() returned −1, which ends a game, but state.over is 0"
            fix = "let play() set state.over when the game is over"
            if not book.writes("turn"):
                text = f"state.seat is {final['seat'][i]} while state.over is 0".replace("-", "−")
                fix = "seats count from 0; set state.over when the game is over"
            place = book.place_of("play" if not book.writes("turn") else "turn")
            raise faulty(place, f"{text} ({where}, {game.seats} players)", fix)
    with faults_of(game.pack.folder):
        over = final[end == OVER]
        # the reason depends on `state.over` alone, so it is computed once for each value
        if says_why:
            _, firsts, which = np.unique(over["over"], return_index=True, return_inverse=True)
            words = [str(game.why_over(game.tables, over[i])) for i in firsts]
            reasons = iter([words[k] for k in which.tolist()])
        else:
            reasons = (str(game.why_over(game.tables, state)) for state in over)
        return tuple(next(reasons) if e == OVER else END_NAMES[e] for e in end.tolist())
