"""Checks that `hide` keeps visible information and replaces hidden information."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from generator.play.checks.check import Breach, Check, Decision
from generator.play.engine.game import Game


class Hiding(Check):
    """Checks that turn, legal moves, their names and scores stay, and that the result ignores
    hidden information.
    """

    rule = "hide"

    def decided(self, decision: Decision) -> Iterator[Breach]:
        """Compare each resampling of an examined decision with the position."""
        game = self.game
        if not decision.is_examined or not game.is_hidden:
            return
        names, scores = names_of(game, decision.state, decision.legal), self._scores(decision.state)
        listing = np.zeros(game.widest, np.int32)
        for k, guess in enumerate(decision.guesses):
            if int(game.turn(game.tables, guess)) != decision.seat:
                yield Breach("hide", "hide", "after hide() it is another seat's turn")
                return
            moves = listing[: int(game.moves(game.tables, guess, listing))].tolist()
            if sorted(moves) != sorted(decision.legal):
                text = f"hide() changed the legal moves of seat {decision.seat}"
                yield Breach("hide", "hide", text)
                return
            guessed = dict(zip(moves, names_of(game, guess, moves), strict=True))
            if [guessed[move] for move in decision.legal] != names:
                text = f"hide() changed the names of the legal moves of seat {decision.seat}"
                yield Breach("hide", "hide", text)
            if not np.array_equal(scores, self._scores(guess)):
                yield Breach("hide", "hide", "hide() changed the scores")
            once = decision.hidden(decision.seat, 2 * k + 1)
            twice = decision.hidden(decision.seat, 2 * k + 1, guess)
            if once.tobytes() != twice.tobytes():
                text = "the result of hide() depends on the hidden things themselves"
                fix = "sort all that the seat cannot know before you shuffle it, as reshuffle does"
                yield Breach("forgets", "hide", text, fix, "warning")

    def _scores(self, state: Any) -> Any:
        scores = np.zeros(self.game.seats)
        self.game.score(self.game.tables, state, scores)
        return scores


def names_of(game: Game, state: Any, moves: list[int]) -> list[str]:
    """Return the description of each move by `describe`, as JSON."""
    tables = game.tables
    return [json.dumps(game.describe(tables, state, np.int64(move))) for move in moves]
