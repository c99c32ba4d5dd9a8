"""Finds piles of the kit that a seat cannot see, although a bot in that seat sees them.

A single card proves nothing, because a card that looks hidden may be known: it may be the only card
left, or follow from earlier moves. So a pile is reported only if both conditions hold:

- `hide` never changed its unseen cards, of several kinds, in so many positions that a fair `hide`,
  which deals them anew, would leave them unchanged once in a million times. Cards of other kinds
  count only if they were once in the same pile. A pile that is the same after every deal is known.
- Cards are taken off a face-down pile in their order, whatever the random draws are. If cards are
  taken at random, as from a bag, the order reveals nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from math import lgamma, log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kit.piles import FACE_DOWN, FACE_UP, cards_at, cards_in, moved_on, unknown_to
from generator.kit.records import piled_in
from generator.play.checks.check import Breach, Check, Decision
from generator.play.engine.game import Game

AGAIN = 8  # number of times that a move is tried, each time with different draws
FEWEST = 4  # cards; the same card of 4 is drawn 8 times in a row by chance once in 16,000 cases
# number of moves that take the same card every time before a pile counts as drawn in order
IN_ORDER = 3
DOUBT = log(1e-6)  # a breach is reported if chance alone is less likely than this

Cards = tuple[int, ...]


class Open(NamedTuple):
    """Piles that bots can see into, in words, and the field of the state that holds them."""

    text: str
    state_field: str
    phase: str = ""  # the only kind of position in which bots can see into the piles; "" for all


@dataclass
class _Pile:
    """One pile over all positions."""

    name: str
    state_field: str
    is_hand: bool = False
    is_open: bool = False  # whether all seats may look at the pile
    is_changed: bool = False  # whether `hide` has changed the pile, or all seats may look at it
    n_in_order: int = 0
    kept: float = 0.0  # log of the chance that a fair `hide` leaves its order unchanged
    dealt: set[Cards] = field(default_factory=set)  # the cards of the pile after each deal
    met: set[int] = field(default_factory=set)  # cards that were in the pile
    # unseen cards in this pile, and in other piles
    looks: list[tuple[Cards, Cards]] = field(default_factory=list)


class Unseen(Check):
    """The piles of a game that some seats may not look at."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.fields = [name for name in piled_in(game.template) if game.template[name].size > 2]
        self.piles: dict[tuple[str, int], _Pile] = {}
        self._in_phase: dict[str, dict[tuple[str, int], _Pile]] = {}  # the same by kind of position
        self._kinds: dict[str, dict[int, Any]] = {}

    def dealt(self, state: Any) -> None:
        """Record the piles, because everybody knows a pile that is the same in every game."""
        for name in self.fields:
            for i, row in enumerate(_rows(state, name)):
                self._pile(name, i, row).dealt.add(tuple(cards_in(row)))

    def decided(self, decision: Decision) -> tuple[Breach, ...]:
        """Compare the piles of an examined position with the piles that `hide` returns."""
        if decision.is_examined:
            phase = decision.phase if self.game.is_hidden else ""
            for guess in decision.guesses:
                self._note(self.piles, decision.state, guess, decision.seat)
                if phase:
                    piles = self._in_phase.setdefault(phase, {})
                    self._note(piles, decision.state, guess, decision.seat)
        return ()

    def _note(self, noted: dict[tuple[str, int], _Pile], state: Any, guess: Any, seat: int) -> None:
        for name in self.fields:
            rows, guessed = _rows(state, name), _rows(guess, name)
            piles = [self._pile(name, i, row, noted) for i, row in enumerate(rows)]
            if all(pile.is_changed or not row[0] for pile, row in zip(piles, rows, strict=True)):
                continue
            here = [unknown_to(row, seat) for row in rows]
            cards = [tuple(cards_at(row, at)) for row, at in zip(rows, here, strict=True)]
            for i, (pile, row, at) in enumerate(zip(piles, rows, here, strict=True)):
                if pile.is_hand:
                    pile.met.update(cards_in(row))
                if pile.is_changed or not len(at):
                    continue
                before = [self._kind(state, name, card) for card in cards[i]]
                after = [self._kind(state, name, card) for card in cards_at(guessed[i], at)]
                if pile.is_hand:
                    pile.is_changed = Counter(before) != Counter(after)
                    others = [card for j, each in enumerate(cards) if j != i for card in each]
                    pile.looks.append((cards[i], tuple(others)))
                else:
                    pile.is_changed = before != after
                    pile.kept += _same_order(Counter(before))

    def chosen(self, decision: Decision, move: int) -> None:
        """Try the move of an examined decision several times, each with different draws."""
        if not decision.is_examined:
            return
        state, seat = decision.state, decision.seat

        def draws(k: int) -> Any:
            return decision.draws(60 + k)

        for name in self.fields:
            for i, row in enumerate(_rows(state, name)):
                pile = self._pile(name, i, row)
                if pile.is_hand or pile.is_changed or pile.n_in_order >= IN_ORDER:
                    continue
                at = unknown_to(row, seat)
                cards = set(cards_at(row, at))
                kinds = {self._kind(state, name, card) for card in cards}
                if len(cards) >= FEWEST and len(kinds) > 1:
                    with suppress(Exception):  # a fault is reported when the game itself meets it
                        pile.n_in_order += self._in_order((name, i), state, move, at, draws)

    def concluded(self) -> Iterator[Breach]:
        """Report the piles that bots can see into, as one breach."""
        piles = list(self._open_piles())
        if not piles:
            return
        names, first = " and ".join(each.text for each in piles), piles[0].state_field
        if self.game.is_hidden:
            text = f"hide() leaves {names} unchanged, so bots know these cards"
            fix = f"deal them anew, as reshuffle(rng, state.{first}, seat) does; mark cards that "
            fix += "everyone knows FACE_UP, and those one player was shown with reveal()"
            yield Breach("open", "hide", text, fix, "warning")
        else:
            text = f"HIDDEN is not set, so bots see what people do not: {names}"
            fix = f"write HIDDEN = True and hide() with reshuffle(rng, state.{first}, seat); a "
            fix += "pile that everyone may look at is FACE_UP"
            rule = "HIDDEN" if self.game.book.has("HIDDEN") else "setup"
            yield Breach("HIDDEN", rule, text, fix, "warning")

    def _open_piles(self) -> Iterator[Open]:
        """Yield the piles that bots can see into, by field; face-down piles come first,
        then hands.
        """
        for name in self.fields:
            piles = [pile for pile in self.piles.values() if pile.state_field == name]
            for pile in piles:
                if not pile.is_hand and self._is_open(pile):
                    yield Open(f"{pile.name} (face down)", name)
            hands = [pile for pile in piles if pile.looks]
            open_hands = [pile for pile in hands if self._is_open(pile)]
            if open_hands and len(open_hands) == len(hands):
                yield Open(f"the hands in state.{name}", name)
            else:
                yield from (Open(f"{pile.name} (a hand)", name) for pile in open_hands)

    def open_in_phases(self) -> Iterator[Open]:
        """Yield piles that bots can see into in one kind of position but not in others."""
        if len(self._in_phase) < 2:
            return
        for phase, piles in sorted(self._in_phase.items()):
            for key, pile in piles.items():
                whole = self.piles[key]
                pile.dealt, pile.n_in_order = whole.dealt, IN_ORDER
                if whole.is_changed and not whole.is_open and self._is_open(pile):
                    kind = "a hand" if pile.is_hand else "face down"
                    yield Open(f"{pile.name} ({kind})", pile.state_field, phase)

    def _is_open(self, pile: _Pile) -> bool:
        is_known = len(pile.dealt) == 1 and pile.dealt != {()}
        if pile.is_changed or is_known:
            return False
        if not pile.is_hand:
            return pile.n_in_order >= IN_ORDER and pile.kept < DOUBT
        kinds, kept = self._kinds.get(pile.state_field, {}), 0.0
        for cards, others in pile.looks:
            mine = Counter(kinds.get(card, card) for card in cards)
            theirs = Counter(kinds.get(card, card) for card in others if card in pile.met)
            kept += _same_hand(mine, theirs)
        return kept < DOUBT

    def _pile(
        self,
        name: str,
        i: int,
        row: NDArray[np.int32],
        noted: dict[tuple[str, int], _Pile] | None = None,
    ) -> _Pile:
        noted = self.piles if noted is None else noted
        if (name, i) not in noted:
            which = "" if self.game.template[name].ndim == 1 else f"pile {i} of "
            is_hand, is_open = int(row[1]) != FACE_DOWN, int(row[1]) == FACE_UP
            noted[name, i] = _Pile(f"{which}state.{name}", name, is_hand, is_open, is_open)
        return noted[name, i]

    def _kind(self, state: Any, name: str, card: int) -> Any:
        """Return the value that distinguishes a card, which is its row in the tables, else its
        number.
        """
        if name not in self._kinds:
            rows = _rows(state, name)
            every = [card for row in rows for card in cards_in(row)]
            n, tables = max(every, default=0) + 1, self.game.tables
            columns = [tables[column] for column in tables.dtype.names]
            rows_of_cards = [column for column in columns if column.ndim and len(column) >= n]
            kinds = {i: tuple(column[i].tobytes() for column in rows_of_cards) for i in range(n)}
            self._kinds[name] = kinds if rows_of_cards else {}
        return self._kinds[name].get(card, card)

    def _in_order(
        self,
        which: tuple[str, int],
        state: Any,
        move: int,
        at: list[int],
        draws: Callable[[int], Any],
    ) -> bool:
        """Whether the move takes the card at a place, whatever the random draws are."""
        first = self._taken(which, state, move, draws(0))
        if not first or any(
            self._taken(which, state, move, draws(k)) != first for k in range(1, AGAIN)
        ):
            return False
        other = self.game.fresh()
        other[0] = state
        moved_on(_rows(other[0], which[0])[which[1]], at)
        return self._taken(which, other[0], move, draws(0)) != first

    def _taken(self, which: tuple[str, int], state: Any, move: int, rng: Any) -> Counter[int]:
        """Return the cards that a move takes off a pile."""
        after = self.game.fresh()
        after[0] = state
        self.game.play(self.game.tables, after[0], np.int64(move), rng)
        piles = [_rows(each, which[0])[which[1]] for each in (state, after[0])]
        before, left = (Counter(cards_in(pile)) for pile in piles)
        return before - left


def bots_see_hands(game: Game) -> bool:
    """Whether seats have hands that nothing hides from bots."""
    viewers = {
        int(row[1]) for name in piled_in(game.template) for row in _rows(game.template, name)
    }
    return not game.is_hidden and game.seats > 1 and {1, 2} <= viewers


def _rows(state: Any, name: str) -> NDArray[np.int32]:
    """Return a view of a field's piles, one per row."""
    piles: NDArray[np.int32] = state[name]
    return piles.reshape(-1, piles.shape[-1])


def _same_order(kinds: Counter[Any]) -> float:
    """Return the log of the chance that a shuffle keeps the order; `kinds` counts each kind."""
    return sum(lgamma(n + 1) for n in kinds.values()) - lgamma(kinds.total() + 1)


def _same_hand(mine: Counter[Any], theirs: Counter[Any]) -> float:
    """Return the log of the chance that a hand, dealt again, has as many cards of each kind."""
    ways = sum(_ways(n, theirs[kind]) for kind, n in mine.items())
    return ways - _ways(mine.total(), theirs.total())


def _ways(n: int, more: int) -> float:
    """Return the log of the number of ways to choose n of n + more."""
    return lgamma(n + more + 1) - lgamma(n + 1) - lgamma(more + 1)
