"""Checks that `hide` hides the same information in every kind of position.

A kind of position is defined by the verbs of the legal moves, and by a field such as `phase` if the
state has one. If `hide` changes a value in an earlier and in a later position, and the value stays
the same from one to the other, the value is also hidden in between. For each kind of position and
each field, the check counts the positions with such a value, and how often `hide` changed one. A
kind of position is a breach if `hide` never changed such a value there, although it changes them
elsewhere so often that chance would explain this once in a million times. Piles are compared by
`unseen`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.records import piled_in
from generator.play.checks.check import Breach, Check, Decision
from generator.play.checks.unseen import DOUBT, Unseen
from generator.play.engine.game import Game

MOST_CELLS = 4000  # greatest number of cells of a state that are compared
SUREST = 0.9  # the largest share of positions in which `hide` is expected to change a field
WATCHED = 60  # number of decisions of a game, from the first, that are compared


class Phases(Check):
    """The values that `hide` changes in each kind of position; `unseen` does the same for piles."""

    rule = "hide"

    def __init__(self, game: Game, unseen: Unseen) -> None:
        super().__init__(game)
        self._unseen = unseen
        piled = piled_in(game.template)
        kinds = game.template.dtype
        self._fields = [n for n in kinds.names if n not in piled and kinds[n].base.kind in "iu"]
        self._looks: dict[int, list[tuple[str, NDArray[np.int64], NDArray[np.bool_]]]] = (
            defaultdict(list)
        )
        self._met: Counter[tuple[str, str]] = Counter()  # (phase, field) → positions
        self._changed: Counter[tuple[str, str]] = Counter()
        cells = [int(np.prod(kinds[n].shape, dtype=int)) for n in self._fields]
        self._is_small = sum(cells) <= MOST_CELLS
        self._of_cell = np.repeat(np.arange(len(cells)), cells)

    def decided(self, decision: Decision) -> tuple[Breach, ...]:
        """Record the values that `hide` changes for the seat to act."""
        if self.game.is_hidden and decision.number < WATCHED:
            guess, seat = decision.hidden(decision.seat, 40), decision.seat
            if self._is_small and self._fields:
                values, guessed = self._values(decision.state), self._values(guess)
                self._looks[seat].append((decision.phase, values, values != guessed))
        return ()

    def ended(self) -> None:
        """Count the values that were recorded in the game."""
        for looks in self._looks.values():
            if len(looks) > 2:
                self._count(looks)
        self._looks.clear()

    def is_silenced(self, broken: Collection[str]) -> bool:
        """Piles that `hide` leaves unchanged in every kind of position are reported first."""
        return "open" in broken or super().is_silenced(broken)

    def concluded(self) -> Iterator[Breach]:
        """Report each kind of position in which `hide` keeps information that it hides
        elsewhere.
        """
        unchanged: dict[str, list[str]] = defaultdict(list)
        for pile in self._unseen.open_in_phases():
            unchanged[pile.phase].append(pile.text)
        for phase, name in self._unchanged_fields():
            unchanged[phase].append(f"state.{name}")
        for phase, names in unchanged.items():
            text = (
                f"hide() leaves {' and '.join(names)} unchanged in one kind of position, so bots "
            )
            text += f"know it where the moves are {phase}"
            fix = "hide the same in every kind of position; does hide() return early there?"
            yield Breach(f"phase {phase}", "hide", text, fix, "warning")

    def _unchanged_fields(self) -> Iterator[tuple[str, str]]:
        """Yield each kind of position with a field that `hide` changes only in other kinds."""
        for (phase, name), n in sorted(self._met.items()):
            if self._changed[phase, name]:
                continue
            others = [key for key in self._met if key[1] == name and key != (phase, name)]
            met = sum(self._met[key] for key in others)
            rate = min(SUREST, sum(self._changed[key] for key in others) / met if met else 0.0)
            if rate > 0 and n * log(1 - rate) < DOUBT:
                yield phase, name

    def _values(self, state: Any) -> NDArray[np.int64]:
        return np.concatenate(
            [np.asarray(state[name]).reshape(-1).astype(np.int64) for name in self._fields]
        )

    def _count(self, looks: list[tuple[str, NDArray[np.int64], NDArray[np.bool_]]]) -> None:
        """Count positions with values that are hidden before and after, and stay the same."""
        values = np.array([each for _, each, _ in looks])
        changed = np.array([each for *_, each in looks])
        same_from = _hidden_as_now(values, changed)
        same_to = _hidden_as_now(values[::-1], changed[::-1])[::-1]
        counts = same_from & same_to
        for i, (phase, *_) in enumerate(looks):
            for cell in np.unique(self._of_cell[counts[i]]):
                here = counts[i] & (self._of_cell == cell)
                key = phase, self._fields[cell]
                self._met[key] += 1
                self._changed[key] += bool((changed[i] & here).any())


def _hidden_as_now(values: NDArray[np.int64], changed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return, by position and cell, whether `hide` changed the present value in an earlier
    position.
    """
    is_hidden = np.zeros_like(changed)
    for i in range(1, len(values)):
        is_hidden[i] = (is_hidden[i - 1] | changed[i - 1]) & (values[i] == values[i - 1])
    return is_hidden
