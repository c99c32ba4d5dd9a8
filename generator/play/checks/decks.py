"""Finds decks that the deal keeps apart but `hide` mixes, such as cards of three tiers with
different backs. A pile is such a deck if every deal puts only cards of one kind into the pile, and
other kinds elsewhere. A kind is a value in a column of the tables, or else the set of cards that
ever lie in the pile. `hide` mixes the deck if it puts cards of other kinds into the pile.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from math import lgamma, log
from typing import Any

from generator.kit.piles import cards_in
from generator.kit.records import piled_in
from generator.play.checks.check import Breach, Check, Decision
from generator.play.checks.unseen import DOUBT
from generator.play.engine.game import Game

FEWEST = 3  # least number of cards that make a deck


@dataclass
class _Deck:
    """One pile over all games."""

    dealt: list[int] = field(default_factory=list)  # every card that a deal put into the pile
    met: set[int] = field(default_factory=set)  # every card that was ever in the pile
    guessed: set[int] = field(default_factory=set)  # every card that `hide` put into the pile
    most: int = 0  # greatest number of cards that a deal puts into the pile


class Decks(Check):
    """The decks of a game, and the cards that `hide` puts into them."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._fields = [name for name in piled_in(game.template) if game.template[name].ndim == 2]
        self._decks: dict[str, dict[int, _Deck]] = {
            name: defaultdict(_Deck) for name in self._fields
        }

    def dealt(self, state: Any) -> None:
        """Record the cards that the deal puts into each pile."""
        for name in self._fields:
            for i, row in enumerate(state[name]):
                deck = self._decks[name][i]
                cards = cards_in(row)
                deck.dealt += cards
                deck.most = max(deck.most, len(cards))
                deck.met.update(cards)

    def decided(self, decision: Decision) -> tuple[Breach, ...]:
        """Record the cards of an examined position, and the cards that `hide` puts in their
        place.
        """
        guesses = decision.guesses if decision.is_examined and self.game.is_hidden else ()
        for guess in guesses:
            for name in self._fields:
                for i, row in enumerate(decision.state[name]):
                    self._decks[name][i].met.update(cards_in(row))
                    self._decks[name][i].guessed.update(cards_in(guess[name][i]))
        return ()

    def is_silenced(self, broken: Collection[str]) -> bool:
        """Piles that `hide` leaves unchanged are reported first."""
        return "open" in broken or super().is_silenced(broken)

    def concluded(self) -> Iterator[Breach]:
        """Report the first mixed pile of each field."""
        for name in self._fields:
            every = Counter(card for deck in self._decks[name].values() for card in deck.dealt)
            for i, deck in self._decks[name].items():
                strange = deck.guessed - deck.met
                if deck.most < FEWEST or not strange or len(deck.dealt) == every.total():
                    continue
                difference = self._difference(deck, every, strange)
                if difference:
                    card, reason = difference
                    text = f"hide() mixes decks: it puts card {card} into pile {i} of state.{name}"
                    fix = "deal each deck anew by itself, by its row of the table: "
                    fix += f"reshuffle(rng, state.{name}[{i}], seat)"
                    yield Breach(f"mixed {name}", "hide", f"{text}, {reason}", fix, "warning")
                    break

    def _difference(
        self, deck: _Deck, every: Counter[int], strange: set[int]
    ) -> tuple[int, str] | None:
        """Return a card that the deal keeps out of a deck and the column in which it differs, or
        None.
        """
        n = max(*every, *deck.met) + 1  # some cards enter the game after the deal
        for column, values in self._columns(n):
            own = {values[card] for card in deck.met}
            if len(own) != 1 or all(values[card] in own for card in strange if card < n):
                continue
            alike = sum(times for card, times in every.items() if values[card] in own)
            if _is_by_rule(alike, every.total(), len(deck.dealt)):
                card = min(card for card in strange if values[card] not in own)
                usual = f"where the deal puts only cards whose {column} is {_written(*own)}"
                return card, f"{usual}; the {column} of card {card} is {_written(values[card])}"
        never = {card for card in strange if card in every}
        missed = sum(every[card] for card in never)
        share = len(deck.dealt) / every.total()
        ways = lgamma(n + 1) - lgamma(len(never) + 1) - lgamma(n - len(never) + 1)
        # whichever column distinguishes the cards
        if never and ways + missed * log(1 - share) < DOUBT:
            return min(never), "where the deal never puts it"
        return None

    def _columns(self, n: int) -> Iterator[tuple[str, list[Any]]]:
        """Yield the columns of the tables that have a value for each of n cards."""
        tables = self.game.tables
        for name in tables.dtype.names:
            column = tables[name]
            if column.ndim == 1 and len(column) >= n:
                yield name, [column[i].item() for i in range(len(column))]


def _is_by_rule(alike: int, every: int, drawn: int) -> bool:
    """Whether chance cannot explain that all `drawn` cards are of one kind (`alike` of `every`
    card).
    """
    return 0 < alike < every and drawn * log(alike / every) < DOUBT


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else f"{value}"
