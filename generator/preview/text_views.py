"""A game whose position is a board of text, as a person sees it: drawn, and picked by its cells.

In: a game at the table, and the views of it that hold text. Out: the same views with places, things
and the cells of every move, as if the game had a `lay`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from generator.kit.chance import stream
from generator.play.engine.board_places import TextBoard, text_board_of
from generator.play.engine.game import Game, Space
from generator.play.engine.loading import words_of
from generator.preview.layout import Item, Sizes, items_of
from generator.preview.move_choice import Choice
from generator.preview.text_board import (
    changed,
    ground_of,
    owners_of,
    places_on,
    said_on,
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

    def legal(self, ply: int) -> list[int]:
        """The legal moves after so many moves."""

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
            "spaces": self.spaces,
            "sizes": sizes_on(self.board, self.is_rack, self.sizes, owners, cells),
            "ground": ground_of(self.board, self.is_rack),
        }

    def changed(self, ply: int, viewer: int | None) -> tuple[int, ...]:
        """The cells that the move before changed, as a viewer sees them."""
        texts = [self.seated.text(at, viewer) for at in (ply - 1, ply)]
        return tuple(changed(*map(self.board.cells, texts)))

    @cached_property
    def is_rack(self) -> bool:
        """Whether pieces fall to the bottom: the first moves fill the lowest row, each a column."""
        seated = self.seated
        if seated.game.is_hidden:
            return False
        before, wide = self.board.cells(seated.text(0, None)), len(self.board.columns)
        filled = [
            changed(before, cells) for move in seated.legal(0) for cells in self._after(0, move)
        ]
        bottom = {wide * (self.board.rows - 1) + column for column in range(wide)}
        return all(len(cells) == 1 for cells in filled) and {c for (c,) in filled} == bottom

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """The cells as places of the map."""
        return places_on(self.board, self.is_rack)

    def named(self, event: Mapping[str, Any], words: str, cells: Sequence[int]) -> str:
        """The name of a move that changes these cells, with cells counted as on the board.

        A name that the rules themselves give stays, as does the name of a move without cells.
        """
        parts = said_on(self.board, event, cells)
        is_cell = any(parts[key] != words_of(event[key]) for key in parts)
        if not is_cell or self.seated.game.book.writes("name_move"):
            return words
        return " ".join([str(event["do"]).replace("_", " "), "in", *parts.values()])

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
        sizes = sizes_on(self.board, self.is_rack, self.sizes, owners, [*before, *after[0]])
        arriving_items, leaving_items = (
            tuple(items_of(self.spaces, things, sizes)) for things in (arriving, leaving)
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
            state = self.seated.state(ply)
            event = game.describe(game.tables, state, np.int64(choice.move))
            words = self.named(event, choice.words, cells)
            if words != choice.words:
                parts = said_on(self.board, event, cells)
                facets = (
                    ("do", choice.do),
                    *((key.replace("_", " "), parts[key]) for key in parts),
                )
                picks = frozenset(f"{column}:{value}" for column, value in facets)
                choice = replace(choice, words=words, facets=facets, picks=picks, raw="")
            picks = choice.picks.union(f"place:{i}" for i in self._column(cells, before))
            placed.append(replace(choice, places=tuple(cells), picks=picks))
        return tuple(placed)

    def _column(self, cells: Sequence[int], before: Sequence[str]) -> list[int]:
        """The cells that pick a move: on a rack, also the empty ones above its own."""
        if not self.is_rack or len(cells) != 1:
            return list(cells)
        return [i for i in range(cells[0], -1, -len(self.board.columns)) if not before[i]]

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
