"""Cards and resources change hands: piles, rows, the supply, paying and gaining."""

from typing import Any

from generator.kit import count, draw, mix, peek, put, rule, take_at
from generator.play.engine.from_data.layout import (
    DECK,
    DISCARDS_AT,
    DRAW_DECK,
    ROWS_AT,
    SEATS_AT,
)
from generator.play.engine.from_data.layout import DISCARD as DISCARD_PILE
from generator.play.engine.from_data.layout import FRONT as FRONT_PILE
from generator.play.engine.from_data.layout import HAND as HAND_PILE
from generator.reading.phrases.bytecode import ANY_KIND
from generator.reading.phrases.limits import TO_DECK, TO_FRONT, TO_HAND


@rule
def hand_at(tables: Any, state: Any, seat: Any) -> Any:
    """The pile that a seat holds: its hand, or the packet that has come to it."""
    if tables.drafts:
        seat = (seat - state.handed_on) % tables.players
    return SEATS_AT + 4 * seat + HAND_PILE


@rule
def place_in(tables: Any, pile: Any, row: Any) -> Any:
    """The index of the topmost copy of a row in a pile, or −1."""
    for place in range(count(pile)):
        if tables.row_of[peek(pile, place)] == row:
            return place
    return -1


@rule
def matching(tables: Any, pile: Any, mask: Any) -> Any:
    """The number of cards of a kind in a pile."""
    if mask == ANY_KIND:
        return count(pile)
    n = 0
    for place in range(count(pile)):
        if tables.kinds[tables.row_of[peek(pile, place)]] & mask:
            n += 1
    return n


@rule
def next_card(tables: Any, state: Any, deck: Any, discards: Any, rng: Any) -> Any:
    """The top card of a deck, whose discard pile is shuffled in when it is empty; −1 for none."""
    if count(state.cards[deck]) == 0:
        for _ in range(count(state.cards[discards])):
            put(state.cards[deck], draw(state.cards[discards]))
        mix(rng, state.cards[deck])
    if count(state.cards[deck]) == 0:
        return -1
    return draw(state.cards[deck])


@rule
def draw_one(tables: Any, state: Any, seat: Any, rng: Any) -> Any:
    """A card into a hand; False where there is none left."""
    card = next_of(tables, state, seat, rng)
    if card < 0:
        return False
    put(state.cards[hand_at(tables, state, seat)], card)
    return True


@rule
def next_of(tables: Any, state: Any, seat: Any, rng: Any) -> Any:
    """The top card of the deck that a seat draws from; −1 where there is none left."""
    discards = discards_for(tables, seat)
    if discards < 0:
        return -1
    return next_card(tables, state, deck_for(tables, seat), discards, rng)


@rule
def deck_for(tables: Any, seat: Any) -> Any:
    """The deck that a seat draws from."""
    return SEATS_AT + 4 * seat + DECK if tables.own_decks else DRAW_DECK


@rule
def discards_for(tables: Any, seat: Any) -> Any:
    """The discard pile that becomes the deck a seat draws from; −1 where there is no deck."""
    if tables.own_decks:
        return SEATS_AT + 4 * seat + DISCARD_PILE
    part = drawn_part(tables)
    return DISCARDS_AT + part if part >= 0 else -1


@rule
def drawn_part(tables: Any) -> Any:
    """The component that hands are dealt from, −1 for none."""
    for part in range(tables.n_parts):
        if tables.deck_at[part] == DRAW_DECK:
            return part
    return -1


@rule
def refill(tables: Any, state: Any, part: Any, rng: Any) -> Any:
    """Turn up cards until the row of a component is full."""
    row = ROWS_AT + part
    while count(state.cards[row]) < tables.open_rows[part]:
        card = next_card(tables, state, tables.deck_at[part], DISCARDS_AT + part, rng)
        if card < 0:
            return
        put(state.cards[row], card)
        state.left[tables.row_of[card]] += 1


@rule
def discards_of(tables: Any, seat: Any, card: Any) -> Any:
    """The discard pile that a card of a seat goes to."""
    if tables.own_decks:
        return SEATS_AT + 4 * seat + DISCARD_PILE
    return DISCARDS_AT + tables.part_of[tables.row_of[card]]


@rule
def lay_down(tables: Any, state: Any, seat: Any, card: Any, to: Any, shown: Any) -> Any:
    """Put a card where it goes; `shown` are the seats that know it, a bit each."""
    if to == TO_FRONT:
        lay_in_front(tables, state, seat, card)
    elif to == TO_HAND:
        put(state.cards[hand_at(tables, state, seat)], card, shown)
    elif to == TO_DECK and tables.own_decks:
        put(state.cards[SEATS_AT + 4 * seat + DECK], card, shown)
    elif to == TO_DECK:
        put(state.cards[tables.deck_at[tables.part_of[tables.row_of[card]]]], card, shown)
    else:
        put(state.cards[discards_of(tables, seat, card)], card)


@rule
def lay_in_front(tables: Any, state: Any, seat: Any, card: Any) -> Any:
    """Lay a card in front of a seat."""
    put(state.cards[SEATS_AT + 4 * seat + FRONT_PILE], card)
    note_front(tables, state, seat, tables.row_of[card], 1)


@rule
def take_from_front(tables: Any, state: Any, seat: Any, place: Any) -> Any:
    """Take the card at a place in front of a seat; returns it."""
    card = take_at(state.cards[SEATS_AT + 4 * seat + FRONT_PILE], place)
    note_front(tables, state, seat, tables.row_of[card], -1)
    return card


@rule
def note_front(tables: Any, state: Any, seat: Any, row: Any, n: Any) -> Any:
    """Keep up how many cards of each kind lie in front of a seat, and their points."""
    for kind in range(tables.n_kinds):
        if tables.kinds[row] >> kind & 1:
            state.in_front[seat, kind] += n
    if not tables.owned:
        state.printed[seat] += n * tables.printed[row]


@rule
def note_owned(tables: Any, state: Any, seat: Any, card: Any, n: Any) -> Any:
    """Keep up the points of all cards a seat owns, where these count."""
    if tables.owned:
        state.printed[seat] += n * tables.printed[tables.row_of[card]]


@rule
def is_open(tables: Any, state: Any, row: Any) -> Any:
    """Whether a copy of a row lies in the supply or in an open row."""
    return state.left[row] > 0


@rule
def take_open(tables: Any, state: Any, row: Any, rng: Any) -> Any:
    """Take a copy of a row from the supply, or from an open row, which is filled up again."""
    part = tables.part_of[row]
    state.left[row] -= 1
    if tables.is_supply[part]:
        return int(tables.supply_from[row] + state.left[row])
    at = ROWS_AT + part
    card = take_at(state.cards[at], place_in(tables, state.cards[at], row))
    refill(tables, state, part, rng)
    return card


@rule
def gain(tables: Any, state: Any, seat: Any, resource: Any, n: Any) -> Any:
    """Give a seat so many, as far as the bank has them; below 0 it takes, as far as there are."""
    if n < 0:
        if resource > 0:
            n = max(n, -state.held[seat, resource])
    elif state.bank[resource] >= 0:
        n = min(n, state.bank[resource])
    state.held[seat, resource] += n
    if state.bank[resource] >= 0:
        state.bank[resource] -= n


@rule
def needed(tables: Any, state: Any, seat: Any, cost: Any, row: Any, resource: Any) -> Any:
    """The amount of a resource that a cost and the price of a row take, after discounts."""
    n = 0
    if cost >= 0:
        n += tables.costs[cost, resource]
    if row >= 0:
        n += tables.cost[row, resource]
    if n > 0:
        for other in range(tables.n_resources):
            if tables.saves[other] == resource:
                n -= state.held[seat, other]
    return max(0, n)


@rule
def can_pay(tables: Any, state: Any, seat: Any, cost: Any, row: Any) -> Any:
    """Whether a seat has what a cost, and the price of a row, take; −1 for none of either."""
    return settle(tables, state, seat, cost, row, False)


@rule
def pay(tables: Any, state: Any, seat: Any, cost: Any, row: Any) -> Any:
    """Pay a cost and the price of a row; what is short comes from the wild resource."""
    settle(tables, state, seat, cost, row, True)


@rule
def settle(tables: Any, state: Any, seat: Any, cost: Any, row: Any, pays: Any) -> Any:
    """Whether a seat has what is to be paid; with `pays` it pays."""
    short = 0
    for resource in range(tables.n_resources):
        if resource != tables.wild:
            n = needed(tables, state, seat, cost, row, resource)
            if n > 0:
                have = min(n, max(0, state.held[seat, resource]))  # points may be below 0
                short += n - have
                if pays:
                    gain(tables, state, seat, resource, -have)
    if tables.wild < 0:
        return short == 0
    short += needed(tables, state, seat, cost, row, tables.wild)
    is_enough = short <= max(0, state.held[seat, tables.wild])
    if pays:
        gain(tables, state, seat, tables.wild, -short)
    return is_enough
