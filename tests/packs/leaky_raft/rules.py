"""The Leaky Raft: load it, but do not be the one who sinks it; the last aboard scores.

A round: in turn, everyone aboard loads a card of their hand onto the raft and draws another, or
jumps off for a point. Who loads more than the raft carries sinks with that card: a life lost, out
of the round. Who has no card must jump. The last aboard scores, all cards are shuffled, and those
with a life left come aboard again. Most points win, after so many rounds or when one is left alive.
"""

from generator.kit import (
    FACE_DOWN, FACE_UP, cards_in, column, copies, count, draw, fill, hands, knows, mix, next_seat,
    offer, peek, pieces_of, piles, printed, put, record, reshuffle, reveal, rule, seats_in, take_at,
    text, verbs, word,
)  # fmt: skip

SEATS = (2, 4)
HIDDEN = True
CHANCE = True
LONGEST = 250  # 9 rounds of at most 16 loads, 2 looks and 4 jumps
WIDEST = 5  # a hand of 4, or a jump
MOVES = verbs("jump", load={"slot": 4}, look={"at": 4})
SUPPLIES = {"lives": "each"}
ENDS = ("", "one_alive", "all_rounds")
DECK, RAFT, HAND = 0, 1, 2  # piles of cards; a hand for each seat


def setup(pack, players):
    cards = copies(pack, "cards")
    tables = record(
        players=players,
        n_cards=len(cards),
        **{n: pack.number(n) for n in ("limit", "hand", "lives", "rounds", "ashore", "last")},
        weight=column(cards, "weight"),
        names=text([card.name for card in cards]),
        printed=printed(pack, "cards"),
    )
    state = record(
        cards=piles(len(cards), FACE_DOWN, FACE_UP, *hands(4)),
        load=0,
        seat=0,  # who acts
        looking=0,  # 1 where who acts has loaded a lookout
        starter=players - 1,  # who begins a round; the next one alive begins the next
        aboard=[0] * 4,
        lives=[0] * 4,
        points=[0] * 4,
        n_rounds=0,
        over=0,
    )
    return tables, state


@rule
def deal(tables, state, rng):
    state.lives[: tables.players] = tables.lives
    begin_round(tables, state, rng)


@rule
def begin_round(tables, state, rng):
    """Shuffle all cards and deal to everyone alive, who are all aboard."""
    for pile in range(len(state.cards)):
        fill(state.cards[pile], 0)
    fill(state.cards[DECK], tables.n_cards)
    mix(rng, state.cards[DECK])
    state.load = 0
    for seat in range(tables.players):
        state.aboard[seat] = state.lives[seat] > 0
        if state.aboard[seat]:
            for _ in range(tables.hand):
                refill(state, seat)
    state.starter = state.seat = next_seat(state.aboard, state.starter)


@rule
def refill(state, seat):
    """Draw a card, if there is one."""
    if count(state.cards[DECK]) > 0:
        put(state.cards[HAND + seat], draw(state.cards[DECK]))


@rule
def moves(tables, state, out):
    n = 0
    if state.looking:
        for other in range(tables.players):
            if can_be_seen(state, other):
                n = offer(out, n, MOVES.look + other)
        return n
    for slot in range(count(state.cards[HAND + state.seat])):
        n = offer(out, n, MOVES.load + slot)
    return offer(out, n, MOVES.jump)


@rule
def can_be_seen(state, other):
    """Whether another seat has cards to look at."""
    return other != state.seat and count(state.cards[HAND + other]) > 0


@rule
def play(tables, state, move, rng):
    seat = state.seat
    if move == MOVES.jump:
        state.points[seat] += tables.ashore
        leave(state, seat)
    elif move >= MOVES.look:
        look(state, seat, move - MOVES.look)
    else:
        load(tables, state, seat, take_at(state.cards[HAND + seat], move - MOVES.load))
    if state.looking:
        return
    if seats_in(state.aboard) == 1:
        end_round(tables, state, rng)
    else:
        state.seat = next_seat(state.aboard, seat)


@rule
def load(tables, state, seat, card):
    """Load a card onto the raft: sink with it, or draw another and look about from a lookout."""
    put(state.cards[RAFT], card)
    if state.load + tables.weight[card] > tables.limit:
        state.lives[seat] -= 1
        leave(state, seat)
        return
    state.load = max(0, state.load + tables.weight[card])
    refill(state, seat)
    if tables.weight[card] == 0:  # a lookout
        for other in range(tables.players):
            if can_be_seen(state, other):
                state.looking = 1


@rule
def look(state, seat, other):
    """See the first card in a hand that the seat does not know yet; it may remember it."""
    hand = state.cards[HAND + other]
    state.looking = 0
    for slot in range(count(hand)):
        if not knows(hand, slot, seat):
            reveal(hand, slot, seat)
            return


@rule
def leave(state, seat):
    """Off the raft until the round ends; the hand is laid open."""
    state.aboard[seat] = 0
    while count(state.cards[HAND + seat]) > 0:
        put(state.cards[RAFT], draw(state.cards[HAND + seat]))


@rule
def end_round(tables, state, rng):
    """The last aboard scores; a new round, unless the game is over."""
    state.points[next_seat(state.aboard, state.seat)] += tables.last
    state.n_rounds += 1
    if seats_in(state.lives) == 1:
        state.over = 1
    elif state.n_rounds == tables.rounds:
        state.over = 2
    else:
        begin_round(tables, state, rng)


@rule
def hide(tables, state, seat, rng):
    """Deal anew the deck and the other hands, but for cards this seat has looked at."""
    reshuffle(rng, state.cards, seat)


@rule
def piece(tables, state, move):
    """The card that is loaded, or −1."""
    if move < MOVES.load or move >= MOVES.look:
        return -1
    return tables.printed[peek(state.cards[HAND + state.seat], move - MOVES.load)]


# Below, plain Python: how people and files read the game.


def pieces(pack):
    return pieces_of(pack, "cards")


def opening(tables, state):
    return {"hands": [names_in(tables, state.cards[HAND + s]) for s in range(tables.players)]}


def describe(tables, state, move):
    event = MOVES.described(move)
    if event["do"] == "load":
        card = peek(state.cards[HAND + state.seat], event["slot"])
        event["card"] = word(tables.names, card)
    return event


def chance(tables, before, move, after):
    """What was dealt or drawn after a move."""
    if after.over:
        return []
    if after.n_rounds > before.n_rounds:
        return [{"do": "deal", **opening(tables, after)}]
    if count(after.cards[DECK]) < count(before.cards[DECK]):
        card = peek(after.cards[HAND + before.seat], 0)
        return [{"do": "draw", "card": word(tables.names, card)}]
    return []


def names_in(tables, pile):
    return [word(tables.names, card) for card in cards_in(pile)]
