"""How places and pieces on the map of a game are marked.

In: the position, the map and what can be picked. Out: the classes of a place; the frames, colours
and sizes of what lies there.
"""

import math
from collections import Counter
from functools import cached_property

from generator.preview.happenings import in_view
from generator.preview.layout import Board, Item, Place, middle
from generator.preview.play_parts import has_gold, is_on, times_of
from generator.preview.seat_views import View

MANY, CALM = 12, 0.6  # number and share of places that can be picked: their marks are small


class MapMarks:
    """What the map of a game shows beside its pieces: what may happen, and what has happened.

    The content of a page adds what it has: the position, the map, and the places by number.
    """

    view: View
    board: Board | None
    picks: tuple[str, ...]
    lit: set[int]  # places of the remaining moves
    speaking: set[int]  # places of all moves
    offered: set[int]  # places that can be picked
    leads: frozenset[int]  # places that make a move which opens others, and then are picked
    last: set[int]  # places of the moves made lately

    def side(self, seat: int) -> int:
        """The number of a seat's side, from 1."""
        return next(i for i, m in enumerate(self.view.sides.members, 1) if seat in m)

    @cached_property
    def calm(self) -> frozenset[str]:
        """The layers of places of which most can be picked: there the others are marked."""
        every = Counter(space.layer for space in self.view.spaces)
        open_ = Counter(self.view.spaces[i].layer for i in self.speaking)
        return frozenset(
            layer for layer, n in open_.items() if n >= MANY and n >= CALM * every[layer]
        )

    @property
    def is_busy(self) -> bool:
        """Whether so many places are marked that each mark of a line is a dot."""
        return len(self.lit) > MANY

    @property
    def gilds(self) -> bool:
        """Whether a player's colour is like the one that marks the last move on a map of tiles."""
        is_on_tiles = self.board is not None and not self.board.ground
        return is_on_tiles and has_gold(self.view.colours)

    @cached_property
    def idle(self) -> frozenset[str]:
        """Of a game that is over: the large layers of places for moves, on which nothing lies."""
        layers = [space.layer for space in self.view.spaces]
        return self.board.bare(layers, MANY) if self.board and self.view.over else frozenset()

    def marks(self, place: Place) -> str:
        """The classes of a place: what may happen there, and what has happened."""
        layer = self.view.spaces[place.i].layer
        is_calm, speaks = layer in self.calm, place.i in self.speaking
        marks = {
            "full": place.lying,
            "lit": place.i in self.lit,
            "picked": f"place:{place.i}" in self.picks,
            "last": place.i in self.last,
            "calm": is_calm and speaks,
            "plain": place.i in self.offered and not speaks and place.i not in self.leads,
            "dull": not place.lying and (layer in self.idle or (is_calm and not speaks)),
            "moved": place.i in self.view.moved and not self.view.decided,
            "won": place.i in (*self.view.decided, *self.view.scored),
        }
        return " ".join(["place", *(mark for mark, holds in marks.items() if holds)])

    @property
    def laid(self) -> list[tuple[Place, int]]:
        """On a map of tiles: where each player laid or turned one lately, and the player's side."""
        if self.board is None or self.board.ground or self.view.seat < 0:
            return []
        told = in_view(self.view.told, self.view.seat)
        sides = {place: self.side(each.seat) for each in told for place in each.used}
        shown = sides.keys() - self.speaking  # what can be picked now has a mark of its own
        return [(p, sides[p.i]) for p in self.board.places if p.i in shown and p.lying]

    @property
    def completed(self) -> list[tuple[Place, int]]:
        """The places of what the new moves completed, with the number of the move."""
        plies = {
            place: told.ply
            for told in self.view.told if told.ply > self.view.since and not told.traces
            for place in told.completed
        }  # fmt: skip
        return [(p, plies[p.i]) for p in self.board.places if p.i in plies] if self.board else []

    def rim(self, item: Item) -> str:
        """The colour of the seat whose round piece stands on a map of tiles; "" for others."""
        is_on_tiles = self.board is not None and not self.board.ground
        return self.view.sizes.rims.get(item.piece, "") if is_on_tiles else ""

    def times(self, item: Item) -> float:
        """How large a piece with a rim is drawn: larger in the middle of a place than aside."""
        return times_of(item, self.board.places if self.board else ())

    def has_moved(self, item: Item) -> bool:
        """Whether a piece on a map of tiles lies where the last move put something."""
        if self.board is None or self.board.ground:
            return False
        return any(is_on(item, p) for p in self.board.places if p.i in self.last)

    def is_dimmed(self, item: Item) -> bool:
        """Whether a piece had no part in what decided the game."""
        outlines = (self.view.spaces[i].outline for i in self.view.decided)
        half = max(item.width, item.height) / 2
        return bool(self.view.decided) and not any(
            math.dist(at, (item.x, item.y)) < max(half, *(math.dist(at, p) for p in outline))
            for outline in outlines
            for at in [middle(outline)]
        )
