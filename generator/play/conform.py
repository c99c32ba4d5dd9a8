"""One contract for every game: what `rules.py` promises, held to random games of it.

Checked, for any pack and number of players, in plain Python where an index out of range shows:

- at every decision there are 1 to WIDEST legal moves, none twice, and the mover is a seat;
- `play` leaves the tables alone, and no rule that should only look changes the position;
- `score`, `value` and `stock` are numbers: scores finite, values within [0, 1], stock never < 0;
- `kind` and `piece` are within their lists, and every piece exists in the pack;
- `pick` gives a legal move, `consider` at least one of them, and loses none;
- `hide` changes nothing the seat can see: its legal moves and what they are called, `turn`, all
  scores;
- a move has one name of its own among the legal moves, as `describe` gives it;
- the record, written out and read back, is the same game;
- games end before LONGEST (those that do not are counted);
- the compiled rules play the same games as plain Python.

Each fault is told once, with seed and number of the first game that shows it.
"""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from generator.kit.chance import CHANCE_STREAM, below, stream
from generator.pack import Pack
from generator.play.engine.batch import play_games
from generator.play.engine.game import FaultyRules, Game, faults_of, load_game
from generator.play.engine.loading import RULES_FILE
from generator.play.records import UnmatchedEvent, line_of, moves_of, record_of
from generator.problems import Problem, place_of

SEED = 1
HIDES = 3  # resamplings tried per decision
VALUED_AT = 64  # decisions of the longest game whose value is looked at
LOOKED_AT = 60  # decisions per game that get the slow checks, spread over the game


def conform(pack: Pack, players: int, *, games: int = 20, seed: int = SEED) -> list[Problem]:
    """What is wrong with the pack's rules for so many players, seen in so many random games."""
    try:
        plain = load_game(pack, players, plain=True)
        fast = load_game(pack, players)
    except FaultyRules as fault:
        return list(fault.problems)
    found: dict[str, Problem] = {}
    place = place_of(pack.folder / RULES_FILE)
    capped = 0
    played: list[list[int]] = []
    for index in range(games):
        trial = _Trial(plain, seed, index)
        try:
            with faults_of(pack.folder):
                for key, text in trial.faults():
                    where = f"(seed {seed}, game {index}, {players} players)"
                    found.setdefault(key, Problem(place, f"{text} {where}"))
        except FaultyRules as fault:
            return [*found.values(), *_in_game(fault, seed, index, players)]
        capped += trial.capped
        played.append(trial.played)
    if capped:
        text = f"{capped} of {games} random games did not end within LONGEST = {plain.longest}"
        found["cap"] = Problem(place, text, "let the game end sooner, or raise LONGEST", "warning")
    if any(problem.level == "error" for problem in found.values()):
        return list(found.values())  # compiled code would read past its arrays
    try:
        for index, text in _compiled_otherwise(fast, played, seed):
            where = f"(seed {seed}, game {index}, {players} players)"
            found.setdefault("compiled", Problem(place, f"{text} {where}"))
    except FaultyRules as fault:
        return [*found.values(), *fault.problems]
    return list(found.values())


def perft(game: Game, state: Any, depth: int) -> int:
    """How many ways `depth` decisions can be made from a position of a game without chance."""
    if depth == 0:
        return 1
    out = np.zeros(game.widest, np.int32)
    if game.turn(game.tables, state) < 0:
        return 0
    n = int(game.moves(game.tables, state, out))
    if depth == 1:
        return n
    states, total = game.fresh(), 0
    rng = stream(0, 0, CHANCE_STREAM)
    for move in out[:n]:
        states[0] = state
        game.play(game.tables, states[0], np.int64(move), rng)
        total += perft(game, states[0], depth - 1)
    return total


def _in_game(fault: FaultyRules, seed: int, index: int, players: int) -> list[Problem]:
    where = f"(seed {seed}, game {index}, {players} players)"
    return [Problem(p.place, f"{p.message} {where}", p.fix, p.level) for p in fault.problems]


def _compiled_otherwise(
    fast: Game, played: list[list[int]], seed: int
) -> Iterator[tuple[int, str]]:
    """Games in which the compiled rules, with the same streams, play other moves."""
    batch = play_games(fast, ["random"], seed, 0, len(played), rotate=False, collect="moves")
    for index, plain in enumerate(played):
        moves = batch.moves[batch.move_starts[index] : batch.move_starts[index + 1]].tolist()
        if moves != plain:
            at = next(
                (i for i, (a, b) in enumerate(zip(moves, plain, strict=False)) if a != b),
                min(len(moves), len(plain)),
            )
            yield index, f"compiled rules play another game than plain Python from decision {at} on"


class _Trial:
    """One random game, looked at from all sides; `faults` plays it."""

    def __init__(self, game: Game, seed: int, index: int) -> None:
        self.game = game
        self.seed = seed
        self.index = index
        self.played: list[int] = []
        self.capped = False
        self.rng = stream(seed, index, CHANCE_STREAM)
        self.choice = [stream(seed, index, 1 + seat) for seat in range(game.seats)]
        self.side = stream(seed + 1, index, 99)  # for the checks themselves
        self.out = np.zeros(game.widest, np.int32)

    def faults(self) -> Iterator[tuple[str, str]]:
        """Play, yielding (what kind, in words) for every promise that is broken."""
        game = self.game
        tables, states = game.tables, game.fresh(2)
        state, copy = states[0], states[1]
        before = tables.tobytes()
        game.deal(tables, state, self.rng)
        yield from self._numbers(state)
        while True:
            seat = int(game.turn(tables, state))
            if seat < 0:
                break
            if seat >= game.seats:
                yield "seat", f"turn() gave seat {seat}; there are {game.seats}"
                return
            if len(self.played) >= game.longest:
                self.capped = True
                break
            states[1] = state
            n = int(game.moves(tables, state, self.out))
            at = f"at decision {len(self.played)}"
            if not 1 <= n <= game.widest:
                yield "width", f"moves() gave {n} moves {at}, expected 1 to WIDEST = {game.widest}"
                return
            legal = self.out[:n].copy()
            if len(set(legal.tolist())) < n:
                yield "twice", f"moves() gave a move twice {at}"
                return
            if len(self.played) < LOOKED_AT or len(self.played) % 16 == 0:
                yield from self._looks(state, seat, legal, at)
            if state.tobytes() != copy.tobytes():
                yield "looking", f"a rule that only looks changed the position {at}"
            move = self._choose(state, seat, legal)
            if move not in legal:
                yield "pick", f"pick() gave {move}, which is no legal move, {at}"
                return
            self.played.append(move)
            game.play(tables, state, np.int64(move), self.rng)
            yield from self._numbers(state)
            if tables.tobytes() != before:
                yield "tables", f"the rules changed their tables {at}"
                return
        yield from self._record()

    def _choose(self, state: Any, seat: int, legal: Any) -> int:
        """As the random player does, so that compiled games can be compared."""
        if self.game.pick is not None:
            return int(self.game.pick(self.game.tables, state, self.choice[seat]))
        return int(legal[below(self.choice[seat], len(legal))])

    def _numbers(self, state: Any) -> Iterator[tuple[str, str]]:
        game, at = self.game, f"after decision {len(self.played)}"
        scores = np.zeros(game.seats)
        game.score(game.tables, state, scores)
        if not np.isfinite(scores).all():
            yield "score", f"score() gave {scores.tolist()} {at}"
        if game.supplies and game.stock is not None:
            levels = np.zeros((game.seats, len(game.supplies)), np.int32)
            game.stock(game.tables, state, levels)
            if (levels < 0).any():
                yield "stock", f"stock() fell below 0 {at}: {levels.tolist()}"

    def _looks(self, state: Any, seat: int, legal: Any, at: str) -> Iterator[tuple[str, str]]:
        game, tables = self.game, self.game.tables
        # In plain Python `value` may take long: one seat, now and then, is enough to see its range.
        every = max(1, game.longest // VALUED_AT)
        for each in (seat,) if len(self.played) % every == 0 else ():
            for name, value in (("value", game.value), *game.personas.items()):
                worth = float(value(tables, state, each)) if value is not None else 0.5
                if not 0 <= worth <= 1:
                    yield "value", f"{name}() gave {worth} for seat {each} {at}, expected 0 to 1"
        for move in legal.astype(np.int64):
            if game.kinds and game.kind is not None:
                kind = int(game.kind(tables, state, move))
                if not 0 <= kind < len(game.kinds):
                    yield "kind", f"kind() gave {kind} for move {move} {at}"
            if game.pieces and game.piece is not None:
                piece = int(game.piece(tables, state, move))
                if not -1 <= piece < len(game.pieces):
                    yield "piece", f"piece() gave {piece} for move {move} {at}"
            if game.spaces and game.space is not None:
                space = int(game.space(tables, state, move))
                if not -1 <= space < len(game.spaces):
                    yield "space", f"space() gave {space} for move {move} {at}"
        if game.consider is not None:
            weighed = legal.astype(np.int32)
            n = int(game.consider(tables, state, weighed, len(legal), self.side))
            if not 1 <= n <= len(legal) or sorted(weighed.tolist()) != sorted(legal.tolist()):
                text = f"consider() gave {n} of {len(legal)} moves or lost one of them {at}"
                yield "consider", f"{text}; it may only change their order"
        names = self._names(state, legal)
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            yield "names", f"describe() calls two legal moves {twice} {at}"
        if game.is_hidden and game.hide is not None:
            yield from self._hides(state, seat, legal, names, at)

    def _names(self, state: Any, legal: Any) -> list[str]:
        tables = self.game.tables
        return [
            json.dumps(self.game.describe(tables, state, move)) for move in legal.astype(np.int64)
        ]

    def _hides(
        self, state: Any, seat: int, legal: Any, names: list[str], at: str
    ) -> Iterator[tuple[str, str]]:
        game, tables = self.game, self.game.tables
        assert game.hide is not None
        guess = game.fresh()
        other = np.zeros(game.widest, np.int32)
        scores, guessed = np.zeros(game.seats), np.zeros(game.seats)
        game.score(tables, state, scores)
        for _ in range(HIDES):
            guess[0] = state
            game.hide(tables, guess[0], seat, self.side)
            if int(game.turn(tables, guess[0])) != seat:
                yield "hide", f"after hide() it is another seat's turn {at}"
                return
            n = int(game.moves(tables, guess[0], other))
            if sorted(other[:n].tolist()) != sorted(legal.tolist()):
                yield "hide", f"hide() changed the legal moves of seat {seat} {at}"
                return
            ordered = other[:n].copy()
            told = dict(zip(ordered.tolist(), self._names(guess[0], ordered), strict=True))
            if [told[move] for move in legal.tolist()] != names:
                yield "hide", f"hide() changed what seat {seat}'s legal moves are called {at}"
            game.score(tables, guess[0], guessed)
            if not np.array_equal(scores, guessed):
                yield "hide", f"hide() changed the scores {at}"

    def _record(self) -> Iterator[tuple[str, str]]:
        game = self.game
        end = "cap" if self.capped else None
        record = record_of(game, self.seed, self.index, self.played, end)
        try:
            back = moves_of(game, json.loads(line_of(record)))
        except (UnmatchedEvent, TypeError) as error:
            yield "record", f"the record cannot be read back: {error}"
            return
        if back != self.played:
            yield "record", "the record, read back, is another game"
