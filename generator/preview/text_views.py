"""A game whose position is a board of text, as a person sees it: drawn, and picked by its cells.

In: a game at the table, and the views of it that hold text. Out: the same views with places, things
and the cells of every move, as if the game had a `lay`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from generator.kit.chance import stream
from generator.play.engine.board_places import TextBoard, text_board_of
from generator.play.engine.game import Game
from generator.preview.layout import Item, Sizes, items_of
from generator.preview.move_choice import Choice
from generator.preview.text_board import (
    changed,
    ground_of,
    owners_of,
    sizes_on,
    things_on,
)  # fmt: skip

CELLS_STREAM = 2_700_000  # number of the random stream for finding the cells that a move changes
TRIED = 3  # number of times that each move is tried in a game of chance
MOST_TRIED = 400  # maximum number of moves whose changed cells are determined
WATCHED = 24  # number of first moves that show whose mark is whose


class Seated(Protocol):
    """A game at the table, as its board needs it."""

    game: Game
    seed: int
    index: int
    moves: list[int]

    def state(self, ply: int) -> Any:
        """The position after so many moves."""

    def turn(self, ply: int) -> int:
        """The seat to act, or −1."""

    def text(self, ply: int, viewer: int | None) -> str:
        """The position as text, as a viewer sees it."""


class DrawnText:
    """The board of a game that has text alone."""

    def __init__(
        self, seated: Seated, board: TextBoard, sizes: Sizes, colours: Sequence[str]
    ) -> None:
        self.seated, self.board, self.sizes, self.colours = seated, board, sizes, colours
        self._owners: tuple[tuple[int, ...], dict[str, int]] = ((), {})

    def drawn(self, ply: int, text: str, choices: Sequence[Choice]) -> dict[str, Any]:
        """The further values for a view of this text; empty if the text has no such board."""
        cells = self.board.cells(text)
        if not cells:
            return {}
        owners = self.owners
        return {
            "things": things_on(cells, owners, self.colours),
            "text": self.board.rest(text),
            "choices": self._with_cells(choices, ply),
            "spaces": self.board.spaces,
            "sizes": sizes_on(self.board, self.sizes, owners, cells),
            "ground": ground_of(self.board),
        }

    def changed(self, ply: int, viewer: int | None) -> tuple[int, ...]:
        """The cells that the move before changed, as a viewer sees them."""
        texts = [self.seated.text(at, viewer) for at in (ply - 1, ply)]
        return tuple(changed(*map(self.board.cells, texts)))

    @property
    def owners(self) -> dict[str, int]:
        """The seat of every mark that belongs to one; none where something is hidden."""
        seated = self.seated
        if seated.game.is_hidden:
            return {}
        first = tuple(seated.moves[:WATCHED])
        if self._owners[0] != first or not first:
            plies = range(len(first) + 1)
            positions = [self.board.cells(seated.text(ply, None)) for ply in plies]
            self._owners = first, owners_of(positions, [seated.turn(ply) for ply in plies])
        return self._owners[1]

    def effects(self, ply: int, move: int) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        """The discs that a move brings, and those that it takes away, as far as they are sure."""
        before = self.board.cells(self.seated.text(ply, None))
        after = self._after(ply, move)
        seat, owners = self.seated.turn(ply), self.owners
        fresh = {mark for each in after for mark in each} - {"", *before, *owners}
        owners = owners | dict.fromkeys(fresh, seat)
        there = things_on(before, owners, self.colours)
        made = [things_on(each, owners, self.colours) for each in after]
        arriving = [t for t in made[0] if t not in there and all(t in each for each in made)]
        leaving = [t for t in there if all(t not in each for each in made)]
        sizes = sizes_on(self.board, self.sizes, owners, [*before, *after[0]])
        arriving_items, leaving_items = (
            tuple(items_of(self.board.spaces, things, sizes)) for things in (arriving, leaving)
        )
        return arriving_items, leaving_items

    def _with_cells(self, choices: Sequence[Choice], ply: int) -> tuple[Choice, ...]:
        """The moves with the cells that they change; at most `MOST_TRIED` are looked at."""
        game = self.seated.game
        if game.is_hidden or len(choices) > MOST_TRIED:
            return tuple(choices)
        before = self.board.cells(self.seated.text(ply, None))
        placed = []
        for choice in choices:
            every = [changed(before, after) for after in self._after(ply, choice.move)]
            cells = [i for i in every[0] if all(i in each for each in every)]
            picks = choice.picks.union(f"place:{i}" for i in cells)
            placed.append(replace(choice, places=tuple(cells), picks=picks))
        return tuple(placed)

    def _after(self, ply: int, move: int) -> list[tuple[str, ...]]:
        """The cells after a move, in each of the games in which it is tried."""
        seated, game = self.seated, self.seated.game
        tries = TRIED if game.has_chance else 1
        worlds: Any = game.fresh(tries)
        worlds[:] = seated.state(ply)
        assert game.show is not None
        made = []
        for k in range(tries):
            rng = stream(seated.seed, seated.index, CELLS_STREAM + TRIED * ply + k)
            game.play(game.tables, worlds[k], np.int64(move), rng)
            made.append(self.board.cells(str(game.show(game.tables, worlds[k]))))
        return made


def drawn_text(seated: Seated, sizes: Sizes, colours: Sequence[str]) -> DrawnText | None:
    """The board of a game without `lay` and `spaces`, where its text at the deal has one."""
    board = text_board_of(seated.game, seated.state(0))
    return DrawnText(seated, board, sizes, colours) if board else None
