"""Compares moves that other seats cannot know with SECRET, because the log must not name them.

A seat cannot distinguish two moves if `hide`, with the same draws, returns the same position after
both. Breaches are such kinds of move that are not in SECRET although the log in the browser would
name them, and kinds in SECRET that `hide` reveals.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from generator.play.checks.check import Breach, Check, Decision
from generator.play.engine.contract import UNTIL
from generator.play.engine.game import Game
from generator.reading.folder import is_played_by_words

MOST = 6  # greatest number of moves of one kind that are tried in one position


class Secrecy(Check):
    """Tries the moves of a game in many positions."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        # kinds of move that the log names although other seats cannot see them
        self.named: set[str] = set()
        # kinds in SECRET → whether `hide` ever hid a move of this kind
        self.kept: dict[str, bool] = {}

    def decided(self, decision: Decision) -> tuple[Breach, ...]:
        """Try the moves of a laid-out position and compare the views of other seats."""
        if not self.game.is_hidden or not decision.is_laid_out:
            return ()
        state, draws = decision.state, decision.draws
        by_name: dict[str, list[int]] = defaultdict(list)
        for move in decision.legal:
            for name in self.game.names_of(state, move):
                if len(by_name[name]) < MOST and move not in by_name[name]:
                    by_name[name].append(move)
        for name, moves in by_name.items():
            if len(moves) < 2 or name in self.named or self.kept.get(name):
                continue
            afters = [self._after(state, move, draws(80)) for move in moves]
            for viewer in set(range(self.game.seats)) - {decision.seat}:
                self._compare(name, moves, state, afters, viewer, draws)
        return ()

    def concluded(self) -> Iterator[Breach]:
        """Yield a warning for each kind of move; a game of words has no SECRET to write."""
        if is_played_by_words(self.game.pack):
            return
        book = self.game.book
        until = next(word for word, count in UNTIL.items() if not count or book.has(count))
        for name in sorted(self.named):
            text = f"hide() hides from the others which {name} was chosen, but the log in the "
            text += "browser names it"
            fix = f'write SECRET = {{"{name}": "{until}"}}: the log names it when the {until} ends'
            rule = "MOVES" if book.has("MOVES") else "KINDS"
            yield Breach(f"secret {name}", rule, text, fix, "warning")
        for name, is_kept in sorted(self.kept.items()):
            if not is_kept:
                text = f"SECRET has {name}, but hide() does not hide what was chosen: bots see it"
                fix = "let hide() replace it with another possible choice"
                yield Breach(f"kept {name}", "SECRET", text, fix, "warning")

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

    def _compare(
        self, name: str, moves: Sequence[int], state: Any, afters: Sequence[Any], viewer: int,
        draws: Callable[[int], Any],
    ) -> None:  # fmt: skip
        """Record whether the viewer cannot distinguish two moves that the log names differently."""
        alike: dict[bytes, dict[bytes, int]] = defaultdict(dict)
        for move, after in zip(moves, afters, strict=True):
            view = self._hidden(after, viewer, draws(81)).tobytes()
            alike[view].setdefault(after.tobytes(), move)
        unsure = [each for each in alike.values() if len(each) > 1]
        if name in self.game.secret:
            if len({after.tobytes() for after in afters}) > 1:
                self.kept[name] = self.kept.get(name, False) or bool(unsure)
            return
        before = self.game.fresh()
        before[0] = state
        guess = self._hidden(before, viewer, draws(82))[0]
        for each in unsure:
            names = {self._name(state, guess, move) for move in each.values()}
            if len(names - {""}) > 1:
                self.named.add(name)

    def _name(self, state: Any, guess: Any, move: int) -> str:
        """Return the log's name of a move; "" if the guessed position gives another name."""
        with suppress(Exception):  # the move may be impossible in the guessed position
            describe, tables = self.game.describe, self.game.tables
            names = [repr(describe(tables, each, np.int64(move))) for each in (state, guess)]
            return names[0] if names[0] == names[1] else ""
        return ""
