"""Moves that other seats cannot know of, held to SECRET: the log at the table must not name them.

To a seat, two moves are one if `hide`, with the same draws, makes the same of the positions they
lead to. In come positions of random games; out come, at the end, the kinds of move that are so and
are not in SECRET though the log would name them, and those in SECRET that `hide` gives away.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from generator.model.problems import Problem
from generator.play.engine.contract import UNTIL
from generator.play.engine.game import Game

MOST = 6  # moves of a kind that are tried in one position


class Secrecy:
    """The moves of one game, tried in many positions; `told` speaks of all of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.named: set[str] = set()  # kinds that the log names, and `hide` keeps
        self.kept: dict[str, bool] = {}  # kinds in SECRET → whether `hide` ever kept one

    def tried(
        self, state: Any, seat: int, legal: Sequence[int], draws: Callable[[int], Any]
    ) -> None:
        """A position, the seat to act and its moves; `draws` makes streams of its own."""
        if not self.game.is_hidden:
            return
        by_name: dict[str, list[int]] = defaultdict(list)
        for move in legal:
            for name in self.game.names_of(state, move):
                if len(by_name[name]) < MOST and move not in by_name[name]:
                    by_name[name].append(move)
        for name, moves in by_name.items():
            if len(moves) < 2 or name in self.named or self.kept.get(name):
                continue
            afters = [self._after(state, move, draws(80)) for move in moves]
            for viewer in set(range(self.game.seats)) - {seat}:
                self._compared(name, moves, state, afters, viewer, draws)

    def told(self) -> Iterator[Problem]:
        """What is amiss, a warning for each kind of move."""
        book = self.game.book
        until = next(word for word, count in UNTIL.items() if not count or book.has(count))
        for name in sorted(self.named):
            text = f"hide() keeps from others which {name} was chosen, and the log at the table "
            fix = f'write SECRET = {{"{name}": "{until}"}}: others hear of it when the {until} ends'
            place = book.place_of("MOVES" if book.has("MOVES") else "KINDS")
            yield Problem(place, f"{text}in the browser names it", fix, "warning")
        for name, is_kept in sorted(self.kept.items()):
            if not is_kept:
                text = f"SECRET has {name}, but hide() leaves what was chosen, so bots see it"
                fix = "let hide() put another choice in place of it"
                yield Problem(book.place_of("SECRET"), text, fix, "warning")

    def _after(self, state: Any, move: int, rng: Any) -> Any:
        after = self.game.fresh()
        after[0] = state
        self.game.play(self.game.tables, after[0], np.int64(move), rng)
        return after

    def _hidden(self, states: Any, viewer: int, rng: Any) -> Any:
        hidden = states.copy()
        assert self.game.hide is not None
        self.game.hide(self.game.tables, hidden[0], viewer, rng)
        return hidden

    def _compared(
        self, name: str, moves: Sequence[int], state: Any, afters: Sequence[Any], viewer: int,
        draws: Callable[[int], Any],
    ) -> None:  # fmt: skip
        """Note whether the viewer cannot tell two moves apart, and is told which by their names."""
        alike: dict[bytes, dict[bytes, int]] = defaultdict(dict)
        for move, after in zip(moves, afters, strict=True):
            seen = self._hidden(after, viewer, draws(81)).tobytes()
            alike[seen].setdefault(after.tobytes(), move)
        unsure = [each for each in alike.values() if len(each) > 1]
        if name in self.game.secret:
            if len({after.tobytes() for after in afters}) > 1:
                self.kept[name] = self.kept.get(name, False) or bool(unsure)
            return
        before = self.game.fresh()
        before[0] = state
        guess = self._hidden(before, viewer, draws(82))[0]
        for each in unsure:
            told = [self._name(state, guess, move) for move in each.values()]
            if len(set(told) - {""}) > 1:
                self.named.add(name)

    def _name(self, state: Any, guess: Any, move: int) -> str:
        """What the log calls a move; "" where it does not, as it differs in another world."""
        with suppress(Exception):  # a world that is not so
            describe, tables = self.game.describe, self.game.tables
            told = [repr(describe(tables, each, np.int64(move))) for each in (state, guess)]
            return told[0] if told[0] == told[1] else ""
        return ""
