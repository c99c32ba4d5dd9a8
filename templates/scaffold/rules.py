"""NAME: each round a wreck is turned up, everyone plays one card, the highest dive takes it.

Plain functions, called by the playtest: `deal` starts a game, then `turn`, `moves` and `play` go
round until `turn` answers -1. They run compiled, so keep to numbers, arrays and loops in the
functions marked `@rule`.
"""

import numpy as np

from generator.kit import record, rule, shuffle

SEATS = (2, 4)  # fewest and most players
HIDDEN = True  # hands are secret, so `hide` is needed
CHANCE = True  # there is luck: the deal, the order of the wrecks, the draws
LONGEST = 100  # no game takes more decisions than this; one that does is reported as "cap"
WIDEST = 6  # never more legal moves than this at once

NOBODY = -1


def setup(pack, players):
    """Turn the pack's rows into arrays: what never changes, and an empty state."""
    cards = [row for row in pack.component("cards").rows for _ in range(row.count)]
    wrecks = [row for row in pack.component("wrecks").rows for _ in range(row.count)]
    colours = sorted({row.fields["colour"] for row in cards + wrecks})
    names = pieces(pack)
    tables = record(
        players=players,
        hand=pack.number("hand"),
        bonus=pack.number("bonus"),
        card_number=np.array([row.fields["number"] for row in cards], np.int32),
        card_colour=np.array([colours.index(row.fields["colour"]) for row in cards], np.int32),
        card_piece=np.array([names.index(f"cards/{row.id}") for row in cards], np.int32),
        wreck_points=np.array([row.fields["points"] for row in wrecks], np.int32),
        wreck_colour=np.array([colours.index(row.fields["colour"]) for row in wrecks], np.int32),
    )
    state = record(
        deck=np.zeros(len(cards), np.int32),  # the cards in order; those before `drawn` are gone
        drawn=0,
        order=np.zeros(len(wrecks), np.int32),  # the wrecks in the order they turn up
        raised=0,  # wrecks taken so far; the next one is turned up
        hands=np.full((4, WIDEST), NOBODY, np.int32),
        played=np.full(4, NOBODY, np.int32),  # each seat's card of this round
        n_played=0,
        leader=0,
        points=np.zeros(4, np.int32),
    )
    return tables, state


@rule
def deal(tables, state, rng):
    for i in range(state.deck.shape[0]):
        state.deck[i] = i
    shuffle(rng, state.deck, state.deck.shape[0])
    for i in range(state.order.shape[0]):
        state.order[i] = i
    shuffle(rng, state.order, state.order.shape[0])
    state.hands[:] = NOBODY
    state.played[:] = NOBODY
    for seat in range(tables.players):
        for slot in range(min(tables.hand, (state.deck.shape[0]) // tables.players)):
            state.hands[seat, slot] = state.deck[state.drawn]
            state.drawn += 1


@rule
def turn(tables, state):
    if state.raised == state.order.shape[0]:
        return -1
    seat = (state.leader + state.n_played) % tables.players
    for slot in range(WIDEST):
        if state.hands[seat, slot] != NOBODY:
            return seat
    return -1  # no cards left to dive with: the game ends early


@rule
def moves(tables, state, out):
    """A move is the slot of the hand it plays from."""
    seat = turn(tables, state)
    n = 0
    for slot in range(WIDEST):
        if state.hands[seat, slot] != NOBODY:
            out[n] = slot
            n += 1
    return n


@rule
def dive(tables, card, wreck):
    """How deep a card dives at a wreck."""
    if tables.card_colour[card] == tables.wreck_colour[wreck]:
        return tables.card_number[card] + tables.bonus
    return tables.card_number[card]


@rule
def play(tables, state, move, rng):
    seat = turn(tables, state)
    state.played[seat] = state.hands[seat, move]
    state.hands[seat, move] = NOBODY
    if state.drawn < state.deck.shape[0]:
        state.hands[seat, move] = state.deck[state.drawn]
        state.drawn += 1
    state.n_played += 1
    if state.n_played < tables.players:
        return
    wreck = state.order[state.raised]
    best = state.leader
    for i in range(1, tables.players):
        other = (state.leader + i) % tables.players
        if dive(tables, state.played[other], wreck) > dive(tables, state.played[best], wreck):
            best = other  # strictly deeper: who dived first keeps a tie
    state.points[best] += tables.wreck_points[wreck]
    state.leader = best
    state.raised += 1
    state.n_played = 0
    state.played[:] = NOBODY


@rule
def score(tables, state, out):
    for seat in range(tables.players):
        out[seat] = state.points[seat]


@rule
def hide(tables, state, seat, rng):
    """Shuffle what this seat cannot see: the other hands, the deck and the wrecks to come."""
    unseen = np.zeros(state.deck.shape[0], np.int32)
    n = 0
    for other in range(tables.players):
        if other != seat:
            for slot in range(WIDEST):
                if state.hands[other, slot] != NOBODY:
                    unseen[n] = state.hands[other, slot]
                    n += 1
    for i in range(state.drawn, state.deck.shape[0]):
        unseen[n] = state.deck[i]
        n += 1
    shuffle(rng, unseen, n)
    n = 0
    for other in range(tables.players):
        if other != seat:
            for slot in range(WIDEST):
                if state.hands[other, slot] != NOBODY:
                    state.hands[other, slot] = unseen[n]
                    n += 1
    for i in range(state.drawn, state.deck.shape[0]):
        state.deck[i] = unseen[n]
        n += 1
    ahead = state.order[state.raised + 1 :]
    shuffle(rng, ahead, ahead.shape[0])


@rule
def value(tables, state, seat):
    """How well a seat stands, 0 to 1: points ahead, then the cards kept in hand."""
    rival = 0
    for other in range(tables.players):
        if other != seat and state.points[other] > rival:
            rival = state.points[other]
    kept = 0
    for slot in range(WIDEST):
        if state.hands[seat, slot] != NOBODY:
            kept += tables.card_number[state.hands[seat, slot]]
    ahead = state.points[seat] - rival
    # A card on the table that leads so far is half a wreck.
    if state.n_played > 0 and state.played[seat] != NOBODY:
        wreck = state.order[state.raised]
        leads = True
        for other in range(tables.players):
            if other != seat and state.played[other] != NOBODY:
                mine = dive(tables, state.played[seat], wreck)
                if dive(tables, state.played[other], wreck) >= mine:
                    leads = False
        if leads:
            ahead += tables.wreck_points[wreck] / 2
    return min(1.0, max(0.0, 0.5 + ahead / 40 + kept / 400))


@rule
def piece(tables, state, move):
    """Which printed piece a move uses, so that reports can say which card is too strong."""
    return tables.card_piece[state.hands[turn(tables, state), move]]


# Below, plain Python: how people and files read the game.


def pieces(pack):
    """The printed pieces that `piece` counts."""
    return [f"cards/{row.id}" for row in pack.component("cards").rows]


def card(tables, index):
    """A card as the record names it: the number of its colour, and its own number."""
    return [int(tables.card_colour[index]), int(tables.card_number[index])]


def opening(tables, state):
    return {
        "wrecks": [int(i) for i in state.order],
        "hands": [
            [card(tables, i) for i in state.hands[seat] if i != NOBODY]
            for seat in range(tables.players)
        ],
    }


def describe(tables, state, move):
    seat = turn(tables, state)
    return {"do": "dive", "slot": int(move), "card": card(tables, state.hands[seat, move])}


def chance(tables, before, move, after):
    """After a dive the seat draws into the same slot of its hand, while the deck lasts."""
    if after.drawn == before.drawn:
        return []
    return [{"do": "draw", "card": card(tables, before.deck[before.drawn])}]


def why_over(tables, state):
    return "all_wrecks" if state.raised == state.order.shape[0] else "no_cards"


def show(tables, state):
    hands = [
        f"seat {seat}: {state.points[seat]} points, holds "
        + " ".join(str(tables.card_number[i]) for i in state.hands[seat] if i != NOBODY)
        for seat in range(tables.players)
    ]
    return f"wreck {state.raised + 1} of {state.order.shape[0]}\n" + "\n".join(hands)
