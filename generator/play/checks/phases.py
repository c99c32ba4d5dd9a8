"""Whether `hide` hides in every kind of position: not in one phase what it hides in others.

A kind of position is told by the verbs of the legal moves, and by a field called `phase` where the
state has one. In come positions of random games with what `hide` made of them for the seat to act.

A value that `hide` changed before and changes later, and that stayed the same all the while, is
hidden in between too. Of each kind of position it is counted how often `hide` changed any of those
values; where it never did, in so many positions that a `hide` which does as elsewhere would have
done so once in a million times, it is told. Piles are left to `unseen`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.records import piled_in
from generator.play.checks.unseen import DOUBT
from generator.play.engine.game import Game

MOST_CELLS = 4000  # of a state that are looked at
SUREST = 0.9  # of the positions, in which `hide` may be taken to change something
NAMES = ("phase", "step", "stage")  # fields that tell kinds of position apart


def phase_of(game: Game, state: Any, legal: Sequence[int]) -> str:
    """The kind of a position, in words: what may be done, and the phase by its number."""
    names = {name for move in legal for name in game.names_of(state, move)[:1]}
    words = " or ".join(sorted(names))
    for name in NAMES:
        if name in state.dtype.names and state[name].shape == ():
            words += f"{', ' if words else ''}state.{name} = {state[name]}"
    return words


class Phases:
    """What `hide` changes in each kind of position of one game."""

    def __init__(self, game: Game) -> None:
        piled = piled_in(game.template)
        kinds = game.template.dtype
        self._fields = [n for n in kinds.names if n not in piled and kinds[n].base.kind in "iu"]
        self._looks: dict[int, list[tuple[str, NDArray[np.int64], NDArray[np.bool_]]]] = (
            defaultdict(list)
        )
        self._met: Counter[tuple[str, str]] = Counter()  # (phase, field): positions that count
        self._changed: Counter[tuple[str, str]] = Counter()
        cells = [int(np.prod(kinds[n].shape, dtype=int)) for n in self._fields]
        self._is_small = sum(cells) <= MOST_CELLS
        self._of_cell = np.repeat(np.arange(len(cells)), cells)

    def hid(self, state: Any, guess: Any, seat: int, phase: str) -> None:
        """A position, and what `hide` made of it for the seat to act."""
        if self._is_small and self._fields:
            values, guessed = self._values(state), self._values(guess)
            self._looks[seat].append((phase, values, values != guessed))

    def ended(self) -> None:
        """The game is over: another begins."""
        for looks in self._looks.values():
            if len(looks) > 2:
                self._count(looks)
        self._looks.clear()

    def told(self) -> Iterator[tuple[str, str]]:
        """Each kind of position in which `hide` leaves a field that it hides elsewhere."""
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
        """Count the looks at values that were hidden before and are after, and stayed the same."""
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
    """Of each look and cell: whether `hide` changed the cell in a look before, same value since."""
    found = np.zeros_like(changed)
    for i in range(1, len(values)):
        found[i] = (found[i - 1] | changed[i - 1]) & (values[i] == values[i - 1])
    return found
