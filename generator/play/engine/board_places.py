"""The places of a game's board: those of `spaces`, or the cells of a board that `show` writes.

The text of `show` at the deal has the shape of the board: rows of marks at the same columns, most
of them empty. Lengths in mm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from generator.kit.places import Trace
from generator.model.problems import near
from generator.play.engine.game import Game, Space
from generator.play.engine.grid_text import EMPTY, FEWEST, MOST
from generator.play.engine.loading import faulty
from generator.play.engine.table_layout import key_of
from generator.play.engine.traits import short

CELL, INSET = 20.0, 1.4  # width of a cell; distance from its edge to the outline of its place


@dataclass(frozen=True)
class TextBoard:
    """The place of a board in a text: its lines from `first` on, and the columns of its marks."""

    first: int
    rows: int
    columns: tuple[int, ...]
    empty: str  # marks of empty cells

    def cells(self, text: str) -> tuple[str, ...]:
        """The marks row by row, "" for an empty cell; () where the text has no such board."""
        lines = text.splitlines()[self.first : self.first + self.rows]
        marks = [line[c : c + 1].strip() for line in lines for c in self.columns]
        if len(lines) < self.rows or not all(marks):
            return ()
        return tuple("" if mark in self.empty else mark for mark in marks)

    def rest(self, text: str) -> str:
        """The text around the board, without names of columns above and below the board."""
        lines = text.splitlines()
        above, below = lines[: self.first], lines[self.first + self.rows :]
        if above and _counts(above[-1], self.columns):
            del above[-1]
        if below and _counts(below[0], self.columns):
            del below[0]
        return "\n".join([*above, *below]).strip("\n")

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """The cells as places; the key of each is [row, column], from 0."""
        wide = len(self.columns)
        low, high = INSET, CELL - INSET
        corners = ((low, low), (high, low), (high, high), (low, high))
        return tuple(
            Space(
                "cell",
                f"row {i // wide + 1} column {i % wide + 1}",
                tuple((CELL * (i % wide) + x, CELL * (i // wide) + y) for x, y in corners),
                ([i // wide, i % wide],),
            )
            for i in range(self.rows * wide)
        )


def text_board_of(game: Game, dealt: Any) -> TextBoard | None:
    """Return the board that `show` writes for the position after the deal.

    The result is `None` for a game with `lay` or `spaces`, and for a text without a board.
    """
    if game.lay is not None or game.spaces or game.show is None:
        return None
    return board_in(str(game.show(game.tables, dealt)))


def decided_places(
    game: Game, spaces: Sequence[Space], before: Any, move: int, after: Any
) -> tuple[int, ...]:
    """Return the numbers of the places that `decided_by` names; empty without that function.

    `before` and `after` are the positions before and after the last move.
    """
    if game.decided_by is None:
        return ()
    keys = game.decided_by(game.tables, before, np.int64(move), after)
    return places_named(game, "decided_by", spaces, keys)


def untraced(completed: Sequence[Any]) -> list[Any]:
    """The keys of places in the result of `completes`, without the traces."""
    return [each for each in completed if not isinstance(each, Trace)]


def places_named(
    game: Game, function: str, spaces: Sequence[Space], keys: Sequence[Any]
) -> tuple[int, ...]:
    """Return the numbers of the places whose keys a function of the rules returned.

    Raises `FaultyRules` for a place that is not in `spaces`.
    """
    places = {key_of(key): i for i, space in enumerate(spaces) for key in space.keys}
    named = []
    for key in keys:
        if (place := places.get(key_of(key))) is None:
            text = f"{function}() names {short(key)}, which is not a place"
            fix = "list the places of the board with spaces()"
            fix = near(key_of(key), list(places)) if places else fix
            raise faulty(game.book.place_of(function, game.book.get(function)), text, fix)
        named.append(place)
    return tuple(named)


def board_in(text: str) -> TextBoard | None:
    """The board in the text at the deal; None where there is none.

    >>> board_in("to move: x\\n  1 2 3\\na . . .\\nb . . .\\nc . . o").columns
    (2, 4, 6)
    >>> board_in("a game - of words") is None
    True
    """
    lines = text.splitlines()
    best: TextBoard | None = None
    for first in range(len(lines)):
        columns: set[int] = set()
        for last in range(first, min(len(lines), first + MOST)):
            columns |= {i for i, mark in enumerate(lines[last]) if mark in EMPTY}
            found = _board(lines, first, last + 1, sorted(columns))
            if found and (best is None or found.rows > best.rows):
                best = found
    return best


def _board(lines: Sequence[str], first: int, end: int, columns: list[int]) -> TextBoard | None:
    if not (FEWEST <= end - first <= MOST and FEWEST <= len(columns) <= MOST):
        return None
    step = columns[1] - columns[0]
    if columns != list(range(columns[0], columns[-1] + 1, step)):
        return None
    block = lines[first:end]
    if any(_counts(block[i], columns) for i in (0, -1)):
        return None
    marks = "".join(line[c : c + 1] for line in block for c in columns)
    between = {line[c + 1 : c + step].strip() for line in block for c in columns[:-1]}
    beside = {line[columns[-1] + 1 : columns[-1] + 2].strip() for line in block if step == 1}
    if len(marks.split()) != 1 or len(marks) < (end - first) * len(columns) or len(between) > 1:
        return None
    empty = "".join(mark for mark in EMPTY if mark in marks)
    if 2 * sum(marks.count(mark) for mark in empty) < len(marks) or len(beside) > 1:
        return None
    return TextBoard(first, end - first, tuple(columns), empty)


def _counts(line: str, columns: Sequence[int]) -> bool:
    """Whether a line only names columns, as "1 2 3" or "a b c"."""
    marks = [line[c : c + 1] for c in columns]
    if not all(mark.isalnum() for mark in marks):
        return False
    return all(ord(b) - ord(a) == 1 for a, b in pairwise(marks))
