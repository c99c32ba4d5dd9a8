"""Finds rows that can act as other rows of their component, and the tables of the game in this
case. A piece cannot be exchanged when it is taken if a deal already depends on the piece, or if
players cannot choose to take it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.chance import CHANCE_STREAM, stream
from generator.model.pack import Component, Pack, Row
from generator.play.engine.batch import Swaps, play_games
from generator.play.engine.game import FaultyRules, Game, tables_with
from generator.play.measures.results import (
    SimulateOptions,
)
from generator.play.statistics.inference import mixed

# greatest number of other rows that a piece may act as; of more rows, this number is drawn once per
# run
OTHERS = 60
KEPT = ("name", "id")  # fields that a piece keeps while it acts as another piece
FORCED = 0.98  # share of forced first uses from which taking a piece counts as forced
PILOT = 20  # number of games played to estimate that share
DEALS = 5  # number of deals compared to see whether a row matters before it is taken
SHOWN = (
    "the deal already shows which piece it is, by where it lies or what comes with it, so it "
    "cannot become another when it is taken"
)
# Exceptions that rules may raise if they are played with a piece that they did not deal.
FAULTS = (FaultyRules, AssertionError, ValueError, ArithmeticError, LookupError)


@dataclass(slots=True)
class Patches:
    """The changes to a game's tables when pieces act as other rows, patch by patch."""

    game: Game
    at: list[NDArray[np.int64]] = field(default_factory=list)
    byte: list[NDArray[np.uint8]] = field(default_factory=list)

    def add(self, component: Component, row: Row, new: Row) -> int:
        """Add the patch that turns one row into another row, and return its number.

        Raises `ValueError` or `FaultyRules` if the rules reject it.
        """
        number, _ = self._added(component, row, new)
        return number

    def add_hidden(self, component: Component, row: Row, new: Row) -> bool:
        """Add such a patch if no deal depends on it; return whether it was added.

        Raises the same errors as `add`.
        """
        _, tables = self._added(component, row, new)
        if not _shows_in_deal(self.game, tables):
            return True
        self.at.pop()
        self.byte.pop()
        return False

    def _added(self, component: Component, row: Row, new: Row) -> tuple[int, np.record]:
        game = self.game
        tables = tables_with(game, changed_piece(game.pack, component, row, new))
        old, now = (np.frombuffer(t.tobytes(), np.uint8) for t in (game.tables, tables))
        at = np.flatnonzero(old != now)
        self.at.append(at.astype(np.int64))
        self.byte.append(now[at])
        return len(self.at) - 1, tables

    def swaps(self, own: Mapping[int, range], plan: NDArray[np.int8]) -> Swaps:
        """Return the patches, the own patch of each piece, and the pieces' index ranges."""
        starts = np.cumsum([0, *(len(at) for at in self.at)])
        ranges = np.zeros((len(self.game.pieces), 2), np.int64)
        for place, numbers in own.items():
            ranges[place] = numbers.start, numbers.stop
        at, byte = self.at or [np.zeros(0, np.int64)], self.byte or [np.zeros(0, np.uint8)]
        return Swaps(np.concatenate(at), np.concatenate(byte), starts, ranges, plan)

    def overlap(self, numbers: Sequence[int]) -> bool:
        """Whether two patches write to the same place, so that they cannot act together."""
        places = np.concatenate([self.at[k] for k in numbers]) if numbers else np.zeros(0)
        return len(np.unique(places)) < len(places)


def _shows_in_deal(game: Game, tables: np.record) -> bool:
    """Whether a deal depends on the changed tables, so that the row matters before it is taken."""
    for deal in range(DEALS):
        states = game.fresh(2)
        for state, these in zip(states, (game.tables, tables), strict=True):
            game.deal(these, state, stream(1, deal, CHANCE_STREAM))
        if states[0].tobytes() != states[1].tobytes():
            return True
    return False


def changed_piece(pack: Pack, component: Component, row: Row, new: Row) -> Pack:
    """Return the pack with one row replaced."""
    rows = tuple(new if r is row else r for r in component.rows)
    parts = tuple(replace(c, rows=rows) if c is component else c for c in pack.components)
    digest = f"{pack.digest}+{component.id}/{new.id}:{new.count}:{sorted(new.fields.items())}"
    return replace(pack, components=parts, digest=digest)


def others_of(
    pack: Pack, component: Component, row: Row, seed: int, most: int = OTHERS
) -> list[Row]:
    """Return the row acting as each other row of its component; () if all rows are equal.

    Of more than `OTHERS` rows, some are drawn.
    """
    others = [r for r in component.rows if r is not row]
    if all(_printed_on(r) == _printed_on(row) for r in others):
        return []
    order = np.argsort(mixed(len(others), seed), kind="stable")[:most]
    return [acting_as(pack, row, others[i]) for i in order]


def _printed_on(row: Row) -> dict[str, Any]:
    """Return the fields of a row without its name."""
    return {key: value for key, value in row.fields.items() if key not in KEPT}


def acting_as(pack: Pack, row: Row, other: Row) -> Row:
    """Return the row with the fields of another row but its own name and number of copies.

    Where players begin with copies of cards, these stay as well.
    """
    begins = pack.play is not None and any(part.is_start for part in pack.play.cards)
    kept = (*KEPT, "start") if begins else KEPT
    own = {key: row.fields[key] for key in kept if key in row.fields}
    return replace(row, fields={**other.fields, **own})


def forced_pieces(game: Game, options: SimulateOptions) -> NDArray[np.bool_]:
    """Return for each piece whether its first use in a game is forced, so that nobody can pass it
    over.

    A use is forced if no other move was legal and no earlier move could have used the piece. A few
    games are replayed in plain Python to find out.
    """
    n = min(PILOT, options.games)
    batch = play_games(game, options.agents, options.seed, 0, n, collect="moves")
    seen, forced = np.zeros((2, len(game.pieces)))
    if game.piece is None:
        return np.zeros(len(game.pieces), np.bool_)
    for i in range(n):
        state, taken, passed = game.fresh()[0], set[int](), set[int]()
        unasked: list[Any] = []  # earlier positions whose legal moves were not listed yet
        rng = stream(options.seed, i, CHANCE_STREAM)
        game.deal(game.tables, state, rng)
        for move in batch.moves[batch.move_starts[i] : batch.move_starts[i + 1]]:
            place = int(game.piece(game.tables, state, np.int64(move)))
            if place >= 0 and place not in taken:
                taken.add(place)
                seen[place] += 1
                offered = _offered(game, state)
                if offered == {place}:
                    passed.update(*(_offered(game, before) for before in unasked))
                    unasked.clear()
                    forced[place] += place not in passed
                passed |= offered
            else:
                unasked.append(state.copy())
            game.play(game.tables, state, np.int64(move), rng)
    without_choice: NDArray[np.bool_] = (seen > 0) & (forced >= FORCED * seen)
    return without_choice


def _offered(game: Game, state: Any) -> set[int]:
    """Return the pieces used by the legal moves of a position; −1 for moves that use no piece."""
    out = np.zeros(game.widest, np.int32)
    legal = out[: int(game.moves(game.tables, state, out))]
    assert game.piece is not None, "the rules name no pieces"
    return {int(game.piece(game.tables, state, np.int64(move))) for move in legal}
