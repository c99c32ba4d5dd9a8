"""Game records, which are one game as JSON that anyone can check, and the same game as text.

A record is made by replaying the moves through `describe` and `chance`, so the compiled loop never
stops to write. When a record is read, every entry is matched to a legal move of the rules.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.chance import CHANCE_STREAM, stream
from generator.play.engine.batch import END_NAMES, GameBatch, play_games
from generator.play.engine.game import Game, faults_of
from generator.play.engine.loop import OVER

FORMAT = 1


class UnmatchedEvent(ValueError):
    """Raised for an entry of a record that is not a legal move or that the rules do not produce."""


def records_of(game: Game, batch: GameBatch) -> Iterator[dict[str, Any]]:
    """Yield the record of every game in a batch that was collected with `moves`."""
    assert batch.collect == "moves", batch.collect
    for i in range(len(batch)):
        moves = batch.moves[batch.move_starts[i] : batch.move_starts[i + 1]]
        end = END_NAMES[batch.end[i]] if batch.end[i] != OVER else None
        agents = [batch.agents[agent] for agent in batch.agent_of[i]]
        yield record_of(game, batch.seed, int(batch.index[i]), moves, end, agents)


def record_of(
    game: Game,
    seed: int,
    index: int,
    moves: Iterable[int],
    end: str | None = None,
    agents: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the record of one game, replayed from its seed, number and moves.

    `end` is the engine's own end ("cap"); without `end` the rules name the reason. `agents` holds
    the player in each seat; without `agents` the record omits the players.
    """
    with faults_of(game.pack.folder):
        record = _record_of(game, seed, index, moves, end)
    if not agents:
        return record
    at = list(record).index("parameters")
    items = list(record.items())
    return dict([*items[:at], ("agents", list(agents)), *items[at:]])


def _record_of(
    game: Game, seed: int, index: int, moves: Iterable[int], end: str | None
) -> dict[str, Any]:
    tables, states = game.tables, game.fresh(2)
    state, before = states[0], states[1]
    rng = stream(seed, index, CHANCE_STREAM)
    game.deal(tables, state, rng)
    setup = game.opening(tables, state)
    events: list[dict[str, Any]] = []
    for move in moves:
        seat = int(game.turn(tables, state))
        entry = {"seat": seat, **game.describe(tables, state, np.int64(move))}
        states[1] = state
        game.play(tables, state, np.int64(move), rng)
        draws = game.chance(tables, before, np.int64(move), state)
        events.append(entry)
        events += [{"seat": None, **draw} for draw in draws]
        scores = scores_of(game, state)
        for event in events[-1 - len(draws) :]:
            event["scores"] = scores
    scores, ties = scores_of(game, state), game.tie_breaks(state)
    return {
        "format": FORMAT,
        "game": game.pack.id,
        "variant": game.pack.variant,
        "players": game.seats,
        "seed": seed,
        "index": index,
        "parameters": {name: p.value for name, p in sorted(game.pack.parameters.items())},
        "setup": setup,
        "events": events,
        "scores": scores,
        **({"tie_break": _whole(ties)} if game.breaks_ties else {}),
        "winners": np.flatnonzero(game.winners(scores, ties)).tolist(),
        "end": end or game.why_over(tables, state),
    }


def scores_of(game: Game, state: Any) -> list[int | float]:
    """Return every seat's current score, whole numbers as int."""
    out = np.zeros(game.seats)
    game.score(game.tables, state, out)
    return _whole(out)


def _whole(values: NDArray[np.float64]) -> list[int | float]:
    """Return numbers, with whole numbers as int."""
    return [int(x) if x.is_integer() else x for x in values.tolist()]


def line_of(record: dict[str, Any]) -> str:
    """Return a record as one line of a `.jsonl` file, without the newline."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def moves_of(game: Game, record: dict[str, Any]) -> list[int]:
    """Return the moves of a record, each decision matched to a legal move of the rules.

    Draws and scores are replayed from the record's seed and must equal the draws and scores in the
    record. Raises `UnmatchedEvent` at the first entry that does not fit.
    """
    tables, states = game.tables, game.fresh(2)
    state, before = states[0], states[1]
    rng = stream(record["seed"], record["index"], CHANCE_STREAM)
    game.deal(tables, state, rng)
    _same("setup", _plain(game.opening(tables, state)), record["setup"])
    out = np.zeros(game.widest, np.int32)
    events = list(record["events"])
    moves: list[int] = []
    i = 0
    while i < len(events):
        event = events[i]
        wanted = {k: v for k, v in event.items() if k not in ("seat", "scores")}
        seat = int(game.turn(tables, state))
        _same(f"events[{i}].seat", seat, event["seat"])
        legal = out[: int(game.moves(tables, state, out))]
        matching = [m for m in legal if _plain(game.describe(tables, state, np.int64(m))) == wanted]
        if len(matching) != 1:
            which = (
                "matches no legal move" if not matching else f"matches {len(matching)} legal moves"
            )
            raise UnmatchedEvent(f"events[{i}] {line_of(wanted)} {which}")
        move = np.int64(matching[0])
        moves.append(int(move))
        states[1] = state
        game.play(tables, state, move, rng)
        draws = [{"seat": None, **_plain(d)} for d in game.chance(tables, before, move, state)]
        scores = scores_of(game, state)
        _same(f"events[{i}].scores", scores, event["scores"])
        for draw in draws:
            i += 1
            _same(
                f"events[{i}]", {**draw, "scores": scores}, events[i] if i < len(events) else None
            )
        i += 1
    _same("scores", scores_of(game, state), record["scores"])
    if game.breaks_ties and "tie_break" in record:
        _same("tie_break", _whole(game.tie_breaks(state)), record["tie_break"])
    return moves


def _same(where: str, replayed: Any, recorded: Any) -> None:
    if replayed != recorded:
        raise UnmatchedEvent(
            f"{where}: the rules give {replayed!r}, but the record has {recorded!r}"
        )


def _plain(value: Any) -> Any:
    """Return a value as JSON would return it: tuples become lists."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value


def play_record(game: Game, seed: int, index: int, agents: Sequence[str]) -> dict[str, Any]:
    """Play one game and return its record."""
    batch = play_games(game, agents, seed, index, 1, collect="moves")
    return next(records_of(game, batch))


def replay(game: Game, seed: int, index: int, agents: Sequence[str]) -> Iterator[str]:
    """Yield one game as text, with moves by name, changes of the score, and the position after each
    turn.
    """
    batch = play_games(game, agents, seed, index, 1, collect="moves")
    with faults_of(game.pack.folder):
        lines = list(_story(game, batch))
    yield from lines


def _story(game: Game, batch: GameBatch) -> Iterator[str]:
    tables, states = game.tables, game.fresh(2)
    state = states[0]
    index = int(batch.index[0])
    rng = stream(batch.seed, index, CHANCE_STREAM)
    game.deal(tables, state, rng)
    who = ", ".join(f"player {s} {batch.agents[a]}" for s, a in enumerate(batch.agent_of[0], 1))
    yield f"{game.pack.name}, game {index} of seed {batch.seed}: {who}"
    scores, last = scores_of(game, state), -1
    for number, move in enumerate(batch.moves):
        seat = int(game.turn(tables, state))
        if seat != last and last >= 0 and game.show is not None:
            yield from game.show(tables, state).splitlines()
        last = seat
        states[1] = state
        name = game.name_move(tables, state, np.int64(move))
        game.play(tables, state, np.int64(move), rng)
        now = scores_of(game, state)
        change = f"   {' : '.join(map(str, now))}" if now != scores else ""
        scores = now
        yield f"{number + 1:4}. player {seat + 1}: {name}{change}"
        for draw in game.chance(tables, states[1], np.int64(move), state):
            rest = " ".join(str(value) for key, value in draw.items() if key != "do")
            yield f"      {str(draw['do']).replace('_', ' ')} {rest}"
    if game.show is not None:
        yield from game.show(tables, state).splitlines()
    end, first = batch.reasons[0].replace("_", " "), ""
    winners = [str(seat) for seat, won in enumerate(batch.winners[0], 1) if won]
    if winners:
        what = "player" if len(winners) == 1 else "players"
        first = f", first: {what} {' and '.join(winners)}"
    ties = ""
    if len(batch.tie_breaks) and np.ptp(np.sort(batch.scores[0])[-2:]) == 0:
        ties = f", tie-break {' : '.join(map(str, _whole(batch.tie_breaks[0])))}"
    yield f"over ({end}): {' : '.join(map(str, scores))}{ties}{first}"
