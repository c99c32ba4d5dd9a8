"""Plays a random game in plain Python, compares it with the compiled game, and tests the
contract.
"""

import json
import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from generator.kit.chance import CHANCE_STREAM, below, stream
from generator.kit.records import strict
from generator.kit.verbs import KEPT
from generator.play.checks.check import Breach, Check, Decision
from generator.play.checks.hiding import names_of
from generator.play.engine.batch import GameBatch
from generator.play.engine.board_places import (
    TextBoard,
    decided_places,
    places_named,
    text_board_of,
    untraced,
)
from generator.play.engine.calls import MOST_POINTS, POINTS_FIX
from generator.play.engine.game import Game, Rule, measured, numbered
from generator.play.engine.loop import CAP
from generator.play.engine.playback import PlayOut
from generator.play.engine.records import UnmatchedEvent, line_of, moves_of, record_of, scores_of
from generator.play.engine.thread_memory import words_in

MOST_DECISIONS = 10_000  # greatest number of decisions per game
EXAMINED = 24  # number of decisions per game at which every rule is called
LAID_OUT = 4  # number of these decisions that are laid out as each seat sees them


class Trial:
    """One game of a batch; `breaches` plays it."""

    def __init__(
        self, plain: Game, fast: Game, batch: GameBatch, index: int, checks: Sequence[Check]
    ) -> None:
        self.game, self.fast, self.checks = plain, fast, checks
        self.seed, self.index = batch.seed, index
        moves = batch.moves[batch.move_starts[index] : batch.move_starts[index + 1]]
        self.moves = moves[:MOST_DECISIONS]
        self.is_cut = bool(batch.end[index] == CAP) or len(moves) > MOST_DECISIONS
        self.changes_hidden = False  # whether `hide` has changed a position
        self.acted: set[int] = set()  # seats that have had a turn
        self.used: set[tuple[int, str]] = set()  # moves and the pieces that they used
        self._number = 0  # number of the current decision
        self._board: TextBoard | None = None  # the board that `show` writes
        self._codes = plain.book.get("MOVES").codes if plain.book.has("MOVES") else 0
        self._states = strict(plain.fresh(2))
        self._tables_before = plain.tables.tobytes()
        last = max(0, len(self.moves) - 1)
        self._examined, self._laid_out = (
            set(np.linspace(0, last, min(n, last + 1)).astype(int).tolist())
            for n in (EXAMINED, LAID_OUT)
        )

    @property
    def moment(self) -> str:
        """The current moment as text: the seed and game from which a user can repeat it."""
        players = f"{self.game.seats} players"
        return f"(seed {self.seed}, game {self.index}, decision {self._number}, {players})"

    def breaches(self) -> Iterator[Breach]:
        """Play the game and yield every broken promise; stop if the game cannot go on."""
        game, tables, (state, before) = self.game, self.game.tables, self._states
        rng = stream(self.seed, self.index, CHANCE_STREAM)
        choices = [stream(self.seed, self.index, 1 + seat) for seat in range(game.seats)]
        game.deal(tables, state, rng)
        game.opening(tables, state)
        self._board = text_board_of(game, state) if game.decided_by is not None else None
        for check in self.checks:
            check.dealt(state)
        for number, compiled in enumerate(self.moves.tolist()):
            self._number = number
            decision = yield from self._decision()
            if decision is None:
                return
            if decision.is_examined:
                yield from self._examine(decision)
            yield from self._checked(decision)
            move = yield from self._chosen(decision, choices[decision.seat])
            if move is None:
                return
            if move != compiled:
                yield self._differs("moves" if game.pick is None else "pick")
                return
            for check in self.checks:
                check.chosen(decision, move)
            undrawn = rng.tobytes()
            self._states[1] = state
            game.play(tables, state, np.int64(move), rng)
            game.chance(tables, before, np.int64(move), state)
            if not game.has_chance and rng.tobytes() != undrawn:
                text = "play() draws at random, but CHANCE is not set"
                yield Breach("chance", "play", text, "write CHANCE = True", "warning")
            yield from self._tables_changed("play")
            replay = f"to see it: protoplay replay --agents random --seed {self.seed} "
            replay += f"--game {self.index} --players {game.seats}"
            for check in self.checks:
                for breach in check.played(state, move):
                    yield breach._replace(fix=f"{breach.fix}; {replay}")
        yield from self._end()

    def hides_something(self) -> bool:
        """Whether `hide` changes anything at any decision of the game."""
        game, (state, guess) = self.game, self._states
        assert game.hide is not None
        self._states[0] = game.template
        rng = stream(self.seed, self.index, CHANCE_STREAM)
        game.deal(game.tables, state, rng)
        for number, move in enumerate(self.moves):
            self._number = number
            self._states[1] = state
            seat = int(game.turn(game.tables, state))
            game.hide(game.tables, guess, seat, self._draws(number, 0))
            if guess.tobytes() != state.tobytes():
                return True
            game.play(game.tables, state, np.int64(move), rng)
        return False

    # --------------------------------------------------------------------- the steps of a decision

    def _decision(self) -> Generator[Breach, None, Decision | None]:
        """Return the next decision; None if the game cannot continue."""
        game, tables, state, number = self.game, self.game.tables, self._states[0], self._number
        before = state.tobytes()
        seat = yield from self._whole("turn", game.turn(tables, state))
        yield from self._changed("turn", before)
        if not 0 <= seat < game.seats:
            yield self._differs("turn")
            return None
        self.acted.add(seat)
        listing = np.zeros(game.widest, np.int32)
        n = yield from self._whole("moves", game.moves(tables, state, listing))
        legal = listing[:n].tolist()
        yield from self._changed("moves", before)
        beyond = [move for move in legal if not 0 <= move < self._codes]
        if beyond and self._codes:
            text = f"moves() listed {beyond[0]}; the moves in MOVES are 0 to {self._codes - 1}"
            yield Breach("codes", "moves", text)
        if len(set(legal)) < n:
            yield Breach("twice", "moves", "moves() listed a move twice")
            return None
        is_examined, is_laid_out = number in self._examined, number in self._laid_out
        draws = partial(self._draws, number)
        return Decision(game, state, seat, legal, number, is_examined, is_laid_out, draws)

    def _checked(self, decision: Decision) -> Iterator[Breach]:
        """Yield the breaches that the checks report about a decision."""
        before = decision.state.tobytes()
        for check in self.checks:
            yield from check.decided(decision)
            if check.rule:
                yield from self._changed(check.rule, before)
        if decision.is_examined and self.game.is_hidden:
            guesses = decision.guesses
            self.changes_hidden |= any(guess.tobytes() != before for guess in guesses)

    def _chosen(self, decision: Decision, rng: Any) -> Generator[Breach, None, int | None]:
        """Return a random player's move; None if the game's `pick` returns an illegal move."""
        game = self.game
        if game.pick is None:
            return decision.legal[below(rng, len(decision.legal))]
        before = decision.state.tobytes()
        move = yield from self._whole("pick", game.pick(game.tables, decision.state, rng))
        yield from self._changed("pick", before)
        if move not in decision.legal:
            yield Breach("pick", "pick", f"pick() returned {move}, which is not a legal move")
            return None
        return move

    def _end(self) -> Iterator[Breach]:
        """Check the position after the last move."""
        game, state = self.game, self._states[0]
        for check in self.checks:
            check.ended()
        self._number = len(self.moves)
        before = state.tobytes()
        seat = -1 if self.is_cut else int(game.turn(game.tables, state))
        yield from self._changed("turn", before)
        if seat >= 0:
            yield self._differs("turn")
        elif seat < -1:
            text = f"turn() returned {seat}".replace("-", "−")
            yield Breach("end", "turn", f"{text}, expected −1 to end the game", "", "warning")
        yield from self._numbers()
        yield from self._ties()
        measured(game, self._states[:1])
        self._end_for_people()
        yield from self._tally()
        if self.index == 0:
            yield from self._record()

    def _differs(self, rule: str) -> Breach:
        """Return a breach for the first rule whose compiled and plain results differ."""
        moves, rng = self.moves[: self._number], stream(self.seed, self.index, CHANCE_STREAM)
        playout = PlayOut(self.fast, "random")(self.seed, self.index, moves, watch=True)
        game, states = self.game, self.game.fresh()
        game.deal(game.tables, states[0], rng)
        for number, compiled in enumerate(playout.positions):
            if not np.array_equal(words_in(states)[0], compiled):
                rule, self._number = ("play", number - 1) if number else ("deal", 0)
                break
            if number < len(moves):
                game.play(game.tables, states[0], np.int64(moves[number]), rng)
        text = f"{rule}() gives a different result when compiled than in plain Python"
        return Breach("compiled", rule, text, "widen narrow numbers with int(…)")

    def _draws(self, number: int, k: int) -> Any:
        """Return a random stream for the checks themselves, different at every decision."""
        return stream(self.seed + 1, self.index, 1000 + 100 * number + k)

    # ---------------------------------------------------------------------- checks of every call

    def _whole(self, rule: str, result: Any) -> Generator[Breach, None, int]:
        """Return a rule's result as a whole number, or a breach for any other result."""
        if not isinstance(result, int | np.integer | np.bool_):
            text = f"{rule}() returned {result!r}, expected a whole number"
            yield Breach(f"whole {rule}", rule, text, "write int(…)")
        return int(result)

    def _looked(self, rule: str) -> Breach:
        return Breach("looking", rule, f"{rule}() changed the position; it may only read it")

    def _changed(self, rule: str, before: bytes) -> Iterator[Breach]:
        """Check that a rule that only reads has not changed the position or the tables."""
        if self._states[0].tobytes() != before:
            yield self._looked(rule)
        yield from self._tables_changed(rule)

    def _tables_changed(self, rule: str) -> Iterator[Breach]:
        if self.game.tables.tobytes() != self._tables_before:
            fix = "what changes during a game belongs in the state"
            yield Breach("tables", rule, f"{rule}() changed the tables", fix)
            self._tables_before = self.game.tables.tobytes()

    # --------------------------------------------------------------- checks of an examined decision

    def _examine(self, decision: Decision) -> Iterator[Breach]:
        """Call every rule on a decision."""
        game, state, legal = self.game, decision.state, decision.legal
        before = state.tobytes()
        yield from self._numbers()
        for name, judge in (("value", game.value), *game.personas.items()):
            if judge is not None:
                value = judge(game.tables, state, decision.seat)
                yield from self._changed(name, before)
                if not 0 <= float(value) <= 1:
                    yield Breach(name, name, f"{name}() returned {value}, expected 0 to 1")
        yield from self._sorted("kind", game.kind, 0, len(game.kinds), legal)
        yield from self._sorted("piece", game.piece, -1, len(game.pieces), legal)
        yield from self._sorted("space", game.space, -1, len(game.spaces), legal)
        if game.consider is not None:
            yield from self._consider(game.consider, decision)
            yield from self._changed("consider", before)
        for name, agent in game.agents.items():
            yield from self._agent(name, agent, decision)
        names = names_of(game, state, legal)
        self._for_people(legal, names)
        yield from self._names(names)
        yield from self._changed("describe", before)

    def _numbers(self) -> Iterator[Breach]:
        """Check that scores and supplies are within their ranges."""
        game, state = self.game, self._states[0]
        before = state.tobytes()
        scores = np.zeros(game.seats)
        game.score(game.tables, state, scores)
        if not (np.abs(scores) <= MOST_POINTS).all():
            yield Breach("score", "score", f"score() returned {scores.tolist()}: {POINTS_FIX}")
        yield from self._changed("score", before)
        if game.supplies and game.stock is not None:
            levels = np.zeros((game.seats, len(game.supplies)), np.int32)
            game.stock(game.tables, state, levels)
            if (levels < 0).any():
                yield Breach("stock", "stock", f"stock() fell below 0: {levels.tolist()}")
            yield from self._changed("stock", before)

    def _ties(self) -> Iterator[Breach]:
        """Check that tie-breaks at the end are within the range that can be compared."""
        before, ties = self._states[0].tobytes(), self.game.tie_breaks(self._states[0])
        if not (np.abs(ties) <= MOST_POINTS).all():
            yield Breach("ties", "tie_break", f"tie_break() returned {ties.tolist()}: {POINTS_FIX}")
        yield from self._changed("tie_break", before)

    def _sorted(
        self, name: str, rule: Rule | None, lowest: int, n: int, legal: Sequence[int]
    ) -> Iterator[Breach]:
        """Check that every legal move belongs to one of the kinds, pieces or spaces."""
        if rule is None or not n:
            return
        before = self._states[0].tobytes()
        for move in legal:
            result = rule(self.game.tables, self._states[0], np.int64(move))
            number = yield from self._whole(name, result)
            if name == "piece" and 0 <= number < n:
                self.used.add((move, self.game.pieces[number]))
            if not lowest <= number < n:
                numbering = (
                    "KINDS, numbered from 0"
                    if lowest == 0
                    else f"{name}s, numbered from 0, and −1 for none"
                )
                text = f"{name}() returned {number}; there are {n} {numbering} (for move {move})"
                yield Breach(name, name, text)
        yield from self._changed(name, before)

    def _for_people(self, legal: Sequence[int], names: Sequence[str]) -> None:
        """Call the functions for people; every call checks the form of its result.

        `name_move` names a move of each verb, and `tell_move` tells it.
        """
        game, tables, state = self.game, self.game.tables, self._states[0]
        self._shown()
        for move in legal:
            if game.spots is not None:
                game.spots(tables, state, np.int64(move))
            if game.completes is not None:
                keys = game.completes(tables, state, np.int64(move))
                places_named(game, "completes", game.spaces, untraced(keys))
        for move in {
            json.loads(name)["do"]: m for name, m in zip(names, legal, strict=True)
        }.values():
            game.name_move(tables, state, np.int64(move))
            if game.tell_move is not None:
                game.tell_move(tables, state, np.int64(move))
        if game.status is not None:
            for seat in (None, *range(game.seats)):
                game.status(tables, state, seat)

    def _end_for_people(self) -> None:
        """Call the functions that show people the end of a game, as its page does."""
        game, tables, (state, before) = self.game, self.game.tables, self._states
        text = self._shown()
        if game.lay is not None:
            for seat in (None, *range(game.seats)):
                game.lay(tables, state, seat)
        if self.is_cut or not len(self.moves):
            return
        (game.say_over or game.why_over)(tables, state)
        if game.say_goal is not None:
            game.say_goal(tables)
        spaces = self._board.spaces if self._board and self._board.cells(text) else game.spaces
        decided_places(game, spaces, before, int(self.moves[-1]), state)

    def _tally(self) -> Iterator[Breach]:
        """Check that the sources of every seat's points add up to its score."""
        game, state = self.game, self._states[0]
        if game.tally is None:
            return
        for seat, score in enumerate(scores_of(game, state)):
            points = sum(n for _, n in game.tally(game.tables, state, seat))
            if not math.isclose(points, score, abs_tol=1e-6):
                text = f"tally() adds up to {points:g} for seat {seat + 1}, but the score is "
                yield Breach("tally", "tally", f"{text}{score:g}", "name every source of points")
                return

    def _shown(self) -> str:
        """Have the position written and its round and turn counted; return its text."""
        game, states = self.game, self._states[:1]
        for name in ("round_of", "turn_of"):
            numbered(game, name, states)
        return str(game.show(game.tables, states[0])) if game.show is not None else ""

    def _names(self, names: Sequence[str]) -> Iterable[Breach]:
        """Check that each legal move has its own name, without keys that records use."""
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            text = f"describe() gives two legal moves the same name, {twice}"
            yield Breach("names", "describe", text, "include everything that the move decides")
        reserved = {key for name in names for key in json.loads(name)} & KEPT.keys() - {"do"}
        for key in sorted(reserved):
            text = f"describe() gives {key!r}, which in a record is {KEPT[key]}"
            yield Breach("kept", "describe", text, "use another name, such as 'who'")

    def _consider(self, consider: Rule, decision: Decision) -> Iterator[Breach]:
        moves = np.array(decision.legal, np.int32)
        result = consider(self.game.tables, decision.state, moves, len(moves), decision.draws(0))
        n = yield from self._whole("consider", result)
        if not 1 <= n <= len(moves):
            text = f"consider() returned {n} for {len(moves)} moves"
            yield Breach("consider", "consider", text, "return 1 to n")
        elif sorted(moves.tolist()) != sorted(decision.legal):
            text = "consider() lost one of the moves; it may only change their order"
            yield Breach("consider", "consider", text)

    def _agent(self, name: str, agent: Rule, decision: Decision) -> Iterator[Breach]:
        guess, legal = decision.hidden(decision.seat, 0), np.array(decision.legal, np.int32)
        before = guess.tobytes()
        result = agent(self.game.tables, guess, legal, len(legal), decision.draws(1))
        move = yield from self._whole(name, result)
        if guess.tobytes() != before:
            yield self._looked(name)
        yield from self._tables_changed(name)
        if move not in decision.legal:
            yield Breach(name, name, f"{name}() returned {move}, which is not a legal move")

    def _record(self) -> Iterator[Breach]:
        """Check that the record of the game, written and read back, is the same game."""
        game, end = self.game, "cap" if self.is_cut else None
        record = record_of(game, self.seed, self.index, self.moves.tolist(), end)
        try:
            moves = moves_of(game, json.loads(line_of(record)))
        except UnmatchedEvent as error:
            yield Breach("record", "describe", f"the record cannot be read back: {error}")
            return
        if moves != self.moves.tolist():
            text = "the record, read back, is a different game"
            yield Breach("record", "describe", text)
