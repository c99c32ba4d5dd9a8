"""Cards in piles, with the seats that know each card.

All piles of a game are rows of one table, made by `piles`; a pile is a row. Cards are numbers from
0. A pile stores its size, the seats that may always look at it and, for each place, the seats that
were shown the card there. So `reshuffle` can deal again exactly the cards that a searching player
cannot know.

    columns:  0 how many | 1 who may look, a bit per seat | 2 … the cards, the top one last

Use the functions below; a place in a pile counts from the top, which is 0.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.chance import below, shuffle
from generator.kit.marks import tool
from generator.kit.records import Piled

Table = NDArray[np.int32]
Pile = NDArray[np.int32]

FACE_DOWN, FACE_UP = 0, -1  # the seats that may look: none, or all

_FEW = 64  # the largest number of cards that are dealt again without allocating memory
_HEAD = 2  # number of columns before the cards
# a place holds the card and, in higher bits, a bit per seat that was shown the card
_CARD, _SHOWN = 0xFFFF, 16


def piles(cards: int, *seen_by: int) -> Table:
    """Return empty piles with room for `cards` cards each; `seen_by` states who may look at each
    pile.

    Use it for `state` in `setup`: `piles=piles(16, FACE_DOWN, FACE_UP, *hands(players))`.

    >>> piles(3, FACE_DOWN, FACE_UP, *hands(2))[:, 1].tolist()
    [0, -1, 1, 2]
    """
    table = np.zeros((len(seen_by), _HEAD + cards), np.int32).view(Piled)
    table[:, 1] = seen_by
    return table


def hands(seats: int) -> tuple[int, ...]:
    """Return, for `piles`, one hand per seat, which only that seat may look at."""
    return tuple(1 << seat for seat in range(seats))


def cards_in(pile: Pile) -> list[int]:
    """Return the cards of a pile from the top. Plain Python only."""
    return [int(place) & _CARD for place in pile[_HEAD : _HEAD + pile[0]][::-1]]


def unknown_to(pile: Pile, seat: int) -> list[int]:
    """Return the places of cards that a seat does not know, counted from the bottom (0).

    Plain Python only.
    """
    who = [int(pile[1]) | int(place) >> _SHOWN for place in pile[_HEAD : _HEAD + pile[0]]]
    return [i for i, seats in enumerate(who) if not seats >> seat & 1]


def cards_at(pile: Pile, places: Iterable[int]) -> list[int]:
    """Return the cards at these places, counted from the bottom. Plain Python."""
    return [int(pile[_HEAD + i]) & _CARD for i in places]


def moved_on(pile: Pile, places: Iterable[int]) -> None:
    """Move each card at these places to the next of the places. Plain Python."""
    cells = [_HEAD + i for i in places]
    pile[cells] = np.roll(pile[cells], 1)


@tool
def count(pile: Pile) -> int:
    """Return the number of cards in a pile.

    >>> deck = piles(5, FACE_DOWN)[0]
    >>> fill(deck, 3)
    >>> count(deck), cards_in(deck)
    (3, [2, 1, 0])
    """
    return int(pile[0])


@tool
def fill(pile: Pile, n: int) -> None:
    """Fill the pile with the cards 0 to n − 1, the last on top."""
    if n > len(pile) - _HEAD:
        raise IndexError("the pile has no room for so many cards")
    for i in range(n):
        pile[_HEAD + i] = i
    pile[0] = n


@tool
def put(pile: Pile, card: int, shown: int = 0) -> None:
    """Put a card on top; `shown` has a bit for each further seat that knows the card.

    >>> deck, hand = piles(5, FACE_DOWN, *hands(1))
    >>> fill(deck, 3)
    >>> put(hand, draw(deck))
    >>> cards_in(deck), cards_in(hand)
    ([1, 0], [2])
    """
    n = pile[0]
    pile[_HEAD + n] = _laid(pile, card, shown)
    pile[0] = n + 1


@tool
def put_under(pile: Pile, card: int, shown: int = 0) -> None:
    """Put a card under all others; `shown` as in `put`.

    >>> deck = piles(5, FACE_DOWN)[0]
    >>> fill(deck, 3)
    >>> put_under(deck, draw(deck))
    >>> cards_in(deck)
    [1, 0, 2]
    """
    n = pile[0]
    laid = _laid(pile, card, shown)
    for i in range(_HEAD + n, _HEAD, -1):
        pile[i] = pile[i - 1]
    pile[_HEAD] = laid
    pile[0] = n + 1


@tool
def _laid(pile: Pile, card: int, shown: int) -> int:
    """Return the entry for one more card. Raises `IndexError` if the card cannot be added."""
    if pile[0] >= len(pile) - _HEAD:
        raise IndexError("the pile has no room for another card")
    if card < 0 or card > _CARD:
        raise IndexError("no card has this number: cards are numbered from 0")
    return card | shown << _SHOWN


@tool
def draw(pile: Pile) -> int:
    """Remove the top card and return it. Raises `IndexError` on an empty pile."""
    return take_at(pile, 0)


@tool
def draw_any(rng: Any, pile: Pile) -> int:
    """Remove a random card, as from a bag, and return it. The last card moves into the gap.

    >>> from generator.kit import stream
    >>> bag = piles(5, FACE_DOWN)[0]
    >>> fill(bag, 5)
    >>> rng = stream(1, 0, 0)
    >>> sorted(draw_any(rng, bag) for i in range(5))
    [0, 1, 2, 3, 4]
    """
    n = int(pile[0])
    if n < 1:
        raise IndexError("there is no card to draw")
    place = _HEAD + below(rng, n)
    card = pile[place] & _CARD
    pile[place] = pile[_HEAD + n - 1]
    pile[_HEAD + n - 1] = 0
    pile[0] = n - 1
    return int(card)


@tool
def peek(pile: Pile, place: int) -> int:
    """Return the card at a place, counted from the top. Raises `IndexError` if there is no card.

    >>> deck = piles(5, FACE_DOWN)[0]
    >>> fill(deck, 3)
    >>> peek(deck, 0), peek(deck, 2)
    (2, 0)
    """
    if pile[0] < 1:
        raise IndexError("the pile is empty")
    if place < 0 or place >= pile[0]:
        raise IndexError("there is no such card in the pile")
    return int(pile[_HEAD + pile[0] - 1 - place] & _CARD)


@tool
def place_of(pile: Pile, card: int) -> int:
    """Return a card's place in a pile, counted from the top, or −1.

    >>> deck = piles(5, FACE_DOWN)[0]
    >>> fill(deck, 3)
    >>> place_of(deck, 0), place_of(deck, 4)
    (2, -1)
    """
    n = int(pile[0])
    for place in range(n):
        if pile[_HEAD + n - 1 - place] & _CARD == card:
            return place
    return -1


@tool
def take(pile: Pile, card: int) -> int:
    """Remove this card and return it; the others stay in order.

    Raises `IndexError` if the pile does not contain the card.

    >>> hand, table = piles(5, *hands(1), FACE_UP)
    >>> fill(hand, 3)
    >>> put(table, take(hand, 1))
    >>> cards_in(hand), cards_in(table)
    ([2, 0], [1])
    """
    return take_at(pile, place_of(pile, card))


@tool
def take_at(pile: Pile, place: int) -> int:
    """Remove the card at a place, counted from the top, and return it; the others stay in order.

    Raises `IndexError` if there is no card.
    """
    card = peek(pile, place)
    last = _HEAD + int(pile[0]) - 1
    for i in range(last - place, last):
        pile[i] = pile[i + 1]
    pile[last] = 0
    pile[0] -= 1
    return card


@tool
def mix(rng: Any, pile: Pile) -> None:
    """Shuffle a pile; nobody knows its cards any more, except seats that may look at it."""
    n = int(pile[0])
    for i in range(_HEAD, _HEAD + n):
        pile[i] &= _CARD
    shuffle(rng, pile[_HEAD:], n)


@tool
def reveal(pile: Pile, place: int, seat: int) -> int:
    """Show a seat the card at a place, counted from the top; return the card."""
    card = peek(pile, place)
    if seat < 0 or seat >= _SHOWN:
        raise IndexError("there is no such seat to show a card to")
    pile[_HEAD + pile[0] - 1 - place] |= 1 << (_SHOWN + seat)
    return card


@tool
def knows(pile: Pile, place: int, seat: int) -> bool:
    """Whether a seat knows the card at a place, counted from the top.

    >>> deck = piles(5, FACE_DOWN)[0]
    >>> fill(deck, 3)
    >>> reveal(deck, 1, 0), knows(deck, 1, 0), knows(deck, 1, 1), knows(deck, 0, 0)
    (1, True, False, False)
    """
    seats = pile[_HEAD + pile[0] - 1 - place] >> _SHOWN
    return bool((pile[1] | seats) >> seat & 1)


@tool
def reshuffle(rng: Any, table: Table, seat: int) -> None:
    """Deal every card that the seat does not know again, among all the places of such cards.

    For `hide`, with one pile or a table of piles. The result does not depend on the places of the
    cards, because the unknown cards are sorted before they are shuffled.

    >>> from generator.kit import stream
    >>> table = piles(6, FACE_DOWN, *hands(2))
    >>> fill(table[0], 6)
    >>> for hand in (1, 2): put(table[hand], draw(table[0]))
    >>> reshuffle(stream(1, 0, 0), table, 0)
    >>> cards_in(table[1]), sorted(cards_in(table[0]) + cards_in(table[2]))
    ([5], [0, 1, 2, 3, 4])
    """
    rows = table.reshape(-1, table.shape[-1])
    unknown = np.empty(_FEW, np.int64) if rows.size <= _FEW else np.empty(rows.size, np.int64)
    n = 0
    for again in range(2):  # collect the cards, then deal them
        if again:
            _in_any_order(rng, unknown, n)
            n = 0
        for i_pile in range(rows.shape[0]):
            pile = rows[i_pile]
            if pile[1] >> seat & 1:
                continue
            for i in range(_HEAD, _HEAD + pile[0]):
                if pile[i] >> _SHOWN >> seat & 1:
                    continue
                if again:
                    pile[i] = (pile[i] & ~_CARD) | unknown[n]
                else:
                    unknown[n] = pile[i] & _CARD
                n += 1


@tool
def reshuffle_at(rng: Any, array: Any, places: Any, n: int) -> None:
    """Redeal, for `hide`, the values at the first n `places` of an array.

    As with `reshuffle`, the result does not depend on the places of the values.

    >>> from generator.kit import stream
    >>> tiles, hidden = np.array([7, 5, 9, 5]), np.array([0, 1, 3])
    >>> reshuffle_at(stream(1, 0, 0), tiles, hidden, 3)
    >>> int(tiles[2]), sorted(tiles[hidden].tolist())
    (9, [5, 5, 7])
    """
    unknown = np.empty(_FEW, np.int64) if n <= _FEW else np.empty(n, np.int64)
    for i in range(n):
        unknown[i] = array[places[i]]
    _in_any_order(rng, unknown, n)
    for i in range(n):
        array[places[i]] = unknown[i]


@tool
def _in_any_order(rng: Any, cards: Any, n: int) -> None:
    """Shuffle the first n so that the result depends on the set of cards, not on their order.

    The elements are sorted first, by Shell's method.
    """
    gap = n // 2
    while gap > 0:
        for i in range(gap, n):
            card = cards[i]
            j = i
            while j >= gap and cards[j - gap] > card:
                cards[j] = cards[j - gap]
                j -= gap
            cards[j] = card
        gap //= 2
    shuffle(rng, cards, n)
