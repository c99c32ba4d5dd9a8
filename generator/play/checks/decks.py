"""Decks that the deal keeps apart, and `hide` mixes: cards of another tier, say, by their backs.

In come the deals of random games and what `hide` made of later positions; out come the piles into
which the deal lays cards of one kind only, though it lays others elsewhere, and `hide` puts others.
The kinds are those that a column of the tables tells, or that of the cards which ever lie there.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import lgamma, log
from typing import Any, NamedTuple

from generator.kit.piles import cards_in
from generator.kit.records import piled_in
from generator.play.checks.unseen import DOUBT
from generator.play.engine.game import Game

FEWEST = 3  # cards in a deck


@dataclass
class _Deck:
    """One pile over all games."""

    dealt: list[int] = field(default_factory=list)  # every card that a deal laid here
    met: set[int] = field(default_factory=set)  # every card that ever lay here
    guessed: set[int] = field(default_factory=set)  # every card that `hide` put here
    most: int = 0


class Mixed(NamedTuple):
    """A pile of a field into which `hide` puts what never lies there, and in which respect."""

    within: str
    pile: int
    text: str


class Decks:
    """The piles of one game; `told` speaks of all positions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._fields = [name for name in piled_in(game.template) if game.template[name].ndim == 2]
        self._decks: dict[str, dict[int, _Deck]] = {
            name: defaultdict(_Deck) for name in self._fields
        }

    def dealt(self, state: Any) -> None:
        """A game's first position."""
        for name in self._fields:
            for i, row in enumerate(state[name]):
                deck = self._decks[name][i]
                cards = cards_in(row)
                deck.dealt += cards
                deck.most = max(deck.most, len(cards))
                deck.met.update(cards)

    def hid(self, state: Any, guess: Any) -> None:
        """A position and what `hide` made of it."""
        for name in self._fields:
            for i, (row, guessed) in enumerate(zip(state[name], guess[name], strict=True)):
                self._decks[name][i].met.update(cards_in(row))
                self._decks[name][i].guessed.update(cards_in(guessed))

    def told(self) -> Iterator[Mixed]:
        """The first mixed pile of each field."""
        for name in self._fields:
            every = Counter(card for deck in self._decks[name].values() for card in deck.dealt)
            for i, deck in self._decks[name].items():
                strange = deck.guessed - deck.met
                if deck.most < FEWEST or not strange or len(deck.dealt) == every.total():
                    continue
                text = self._apart(deck, every, strange)
                if text:
                    yield Mixed(name, i, text)
                    break

    def _apart(self, deck: _Deck, every: Counter[int], strange: set[int]) -> str:
        """In which respect the deal keeps a deck apart and `hide` does not; "" for none."""
        n = max(every) + 1
        for column, values in self._columns(n):
            own = {values[card] for card in deck.met}
            if len(own) != 1 or all(values[card] in own for card in strange if card < n):
                continue
            alike = sum(times for card, times in every.items() if values[card] in own)
            if _is_by_rule(alike, every.total(), len(deck.dealt)):
                card = min(card for card in strange if values[card] not in own)
                shown = f"whose {column} is {_shown(values[card])}"
                return f"{card}, {shown}; in the deal it is always {_shown(*own)} there"
        never = {card for card in strange if card in every}
        missed = sum(every[card] for card in never)
        share = len(deck.dealt) / every.total()
        ways = lgamma(n + 1) - lgamma(len(never) + 1) - lgamma(n - len(never) + 1)
        if never and ways + missed * log(1 - share) < DOUBT:  # whichever cards they are
            return f"{min(never)}, which never lies there"
        return ""

    def _columns(self, n: int) -> Iterator[tuple[str, list[Any]]]:
        """The columns of the tables that tell something of each of n cards."""
        tables = self.game.tables
        for name in tables.dtype.names:
            column = tables[name]
            if column.ndim == 1 and len(column) >= n:
                yield name, [column[i].item() for i in range(len(column))]


def _is_by_rule(alike: int, every: int, drawn: int) -> bool:
    """Whether so many cards of one kind, which `alike` of `every` card are, can be no chance."""
    return 0 < alike < every and drawn * log(alike / every) < DOUBT


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else f"{value}"
