"""Checks that every card stays in the game, in exactly one pile.

If the piles of a field hold every card once after the deal, a card that later lies in two places is
doubled. A card that no pile of the field holds any more is lost. The card is not lost if the move
put it on a pile of another field or wrote its number elsewhere, as for a tile laid on a board or a
card that is being played. A field of one pile is not expected to hold all cards. If a move brings
other cards into the piles, the game has dealt anew and counting begins again.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from generator.kit.piles import cards_in
from generator.kit.records import piled_in
from generator.model.pack import Pack
from generator.play.checks.check import Breach, Check
from generator.play.engine.game import Game

NAMED = 3  # the greatest number of cards that a message names


class CardCounts(Check):
    """The cards in the piles of a game; a doubled card is an error, a lost card a warning."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._fields = [name for name in piled_in(game.template) if game.template[name].size > 2]
        self._others = [name for name in game.template.dtype.names if name not in self._fields]
        # the number of copies of each card, for each field that holds each card once
        self._counted: dict[str, Counter[int]] = {}
        self._before: Any = None  # the position before the next move

    def dealt(self, state: Any) -> None:
        """Count the cards of each field."""
        counts = {name: self._count(state, name) for name in self._fields}
        self._counted = {name: n for name, n in counts.items() if n and max(n.values()) == 1}
        self._before = state.copy()

    def played(self, state: Any, move: int) -> Iterator[Breach]:
        """Report cards that the move doubled or lost."""
        before = self._before
        for name, old in list(self._counted.items()):
            new = self._count(state, name)
            twice = [card for card, n in new.items() if n > 1]
            lost = [card for card in old if card not in new]
            if twice:
                yield self._doubled(state, name, sorted(twice), before, move)
                del self._counted[name]
                continue
            # a single pile does not have to hold all cards
            is_table = self.game.template[name].ndim > 1
            if lost and is_table and not new.keys() - old.keys():
                gone = [
                    card for card in lost
                    if not self._is_written(card, before, state)
                    and not self._is_piled_elsewhere(card, name, before, state)
                ]  # fmt: skip
                if gone:
                    yield self._lost(name, sorted(gone), before, move)
            self._counted[name] = new
        self._before = state.copy()

    def _doubled(self, state: Any, name: str, cards: list[int], before: Any, move: int) -> Breach:
        piles = state[name].reshape(-1, state[name].shape[-1])
        where = [i for i, pile in enumerate(piles) for c in cards_in(pile) if c == cards[0]]
        is_table = state[name].ndim > 1
        places = " and ".join(f"pile {i}" for i in dict.fromkeys(where)) if is_table else "the pile"
        text = f"{self._named(name, cards[:1])} lies twice in state.{name}, in {places}, after "
        fix = "take a card off its pile before you put it elsewhere: put(there, take(here, card))"
        return Breach(f"doubled {name}", "play", f"{text}{self._move(before, move)}", fix)

    def _lost(self, name: str, cards: list[int], before: Any, move: int) -> Breach:
        text = f"{self._named(name, cards)} {'lies' if len(cards) == 1 else 'lie'} in no pile of "
        text += f"state.{name} any more after {self._move(before, move)}"
        fix = "put every card that is drawn or taken on a pile; cards out of the game need one, too"
        return Breach(f"lost {name}", "play", text, fix, "warning")

    def _count(self, state: Any, name: str) -> Counter[int]:
        piles = state[name].reshape(-1, state[name].shape[-1])
        return Counter(card for pile in piles for card in cards_in(pile))

    def _is_written(self, card: int, before: Any, after: Any) -> bool:
        """Whether the move recorded the card outside the piles, as a number or a bit."""
        for name in self._others:
            old, new = np.asarray(before[name]), np.asarray(after[name])
            cells = new[old != new]
            if cells.size and _holds(cells, card):
                return True
        return False

    def _is_piled_elsewhere(self, card: int, field: str, before: Any, after: Any) -> bool:
        """Whether the move put the card on a pile of another table."""
        others = [name for name in self._fields if name != field]
        return any(self._count(after, f)[card] > self._count(before, f)[card] for f in others)

    def _named(self, field: str, cards: list[int]) -> str:
        """Return the cards by number, and by name if a component has the same number of cards."""
        every = self.game.pack
        numbers = [f"{card}{_name_of(every, card, self._size(field))}" for card in cards[:NAMED]]
        more = f" and {len(cards) - NAMED} more" if len(cards) > NAMED else ""
        return f"card{'s' if len(cards) > 1 else ''} {', '.join(numbers)}{more}"

    def _size(self, field: str) -> int:
        """Return the capacity of the field's piles, which is usually the number of cards."""
        return int(self.game.template[field].shape[-1]) - 2

    def _move(self, before: Any, move: int) -> str:
        return f'"{self.game.name_move(self.game.tables, before, np.int64(move))}"'


def _holds(cells: Any, card: int) -> bool:
    """Whether a changed cell is the card's number, the number plus 1, or has the card's bit set."""
    if cells.dtype.kind not in "iu":
        return False
    values = cells.astype(np.int64)
    is_number = bool(((values == card) | (values == card + 1)).any())
    return is_number or (card < 63 and bool(((values >> card) & 1 & (values > card + 1)).any()))


def _name_of(pack: Pack, card: int, n: int) -> str:
    """Return the card's name in brackets if a component has exactly n printed copies, else ""."""
    for component in pack.components:
        rows = [row for row in component.rows for _ in range(row.count)]
        if len(rows) == n and card < n and rows[card].name:
            return f" ({rows[card].name})"
    return ""
