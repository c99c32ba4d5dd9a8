"""Each round a wreck is turned up, everyone plays one card, the highest dive takes it.

The playtest calls these functions: `deal` starts a game, then `moves` and `play` go round until
`state.over` is set. Functions marked `@rule` run compiled, so keep to numbers, arrays and loops in
them. `bots.py` says how players judge where they stand; WRITING.md all else (`protoplay about`
says where it is).
"""

from generator.kit import (
    FACE_DOWN, at, cards_in, column, copies, count, draw, fill, front, hand, hands, knows, mix,
    note, offer, peek, pieces_of, piles, printed, put, record, reshuffle, rule, take_at, text,
    verbs, word, words_in,
)  # fmt: skip

SEATS = (2, 4)  # fewest and most players
HIDDEN = True  # hands are secret, so `hide` is needed
CHANCE = True  # there is luck: the deal, the order of the wrecks, the draws
LONGEST = 100  # no game takes more decisions than this; one that does is reported as "cap"
WIDEST = 6  # never more legal moves than this at once: as many as a hand has cards
MOVES = verbs(dive={"slot": WIDEST})  # play the card in that place of your hand
ENDS = ("", "all_wrecks", "no_cards")  # why the game is over, by `state.over`
# (Where all win or lose together, say COOPERATIVE = True: bots then play for the score. Where
# partners do, TEAMS = {4: ((0, 2), (1, 3))}: seats 0 and 2 are a team, 1 and 3 the other.)
DECK, HAND = 0, 1  # piles of cards: the deck, then a hand for each seat


def setup(pack, players):
    """Turn the pack's rows into arrays: what never changes, and an empty state."""
    cards, wrecks = copies(pack, "cards"), copies(pack, "wrecks")
    colours = words_in(cards + wrecks, "colour")
    tables = record(
        players=players,
        hand=pack.number("hand"),
        bonus=pack.number("bonus"),
        lead=pack.number("lead"),
        head_start=pack.number("head_start"),
        n_cards=len(cards),
        number=column(cards, "number"),
        pearls=column(cards, "pearls"),
        colour=column(cards, "colour", colours),
        names=text([card.name for card in cards]),
        printed=printed(pack, "cards"),
        n_wrecks=len(wrecks),
        wreck_names=text([wreck.name for wreck in wrecks]),
        wreck_points=column(wrecks, "points"),
        wreck_colour=column(wrecks, "colour", colours),
    )
    state = record(
        cards=piles(len(cards), FACE_DOWN, *hands(4)),
        wrecks=piles(len(wrecks), FACE_DOWN)[0],
        wreck=0,  # the one turned up
        dived=[0] * 4,  # each seat's card of this round
        n_dived=0,
        leader=0,
        seat=0,  # who acts
        over=0,
        points=[0] * 4,
    )
    return tables, state


@rule
def deal(tables, state, rng):
    fill(state.cards[DECK], tables.n_cards)
    mix(rng, state.cards[DECK])
    for seat in range(tables.players):
        for _ in range(min(tables.hand, tables.n_cards // tables.players)):
            put(state.cards[HAND + seat], draw(state.cards[DECK]))
    if tables.players == 2:
        state.points[0] = tables.head_start
    fill(state.wrecks, tables.n_wrecks)
    mix(rng, state.wrecks)
    state.wreck = draw(state.wrecks)


@rule
def moves(tables, state, out):
    n = 0
    for slot in range(count(state.cards[HAND + state.seat])):
        n = offer(out, n, MOVES.dive + slot)
    return n


@rule
def play(tables, state, move, rng):
    hand = state.cards[HAND + state.seat]
    state.dived[state.seat] = take_at(hand, move - MOVES.dive)
    if count(state.cards[DECK]) > 0:
        put(hand, draw(state.cards[DECK]))
    state.n_dived += 1
    if state.n_dived < tables.players:
        state.seat = (state.seat + 1) % tables.players
    else:
        take_wreck(tables, state)
    if not state.over and count(state.cards[HAND + state.seat]) == 0:
        state.over = 2


@rule
def take_wreck(tables, state):
    """The deepest dive takes the wreck and leads on, of equals the first; the others get pearls."""
    best = state.leader
    for i in range(1, tables.players):
        other = (state.leader + i) % tables.players
        if depth(tables, state, other) > depth(tables, state, best):
            best = other
    for seat in range(tables.players):
        if seat != best:
            state.points[seat] += tables.pearls[state.dived[seat]]
    state.points[best] += tables.wreck_points[state.wreck]
    state.leader = state.seat = best
    state.n_dived = 0
    if count(state.wrecks) > 0:
        state.wreck = draw(state.wrecks)
    else:
        state.over = 1


@rule
def depth(tables, state, seat):
    """How deep a seat's card of this round dives at the wreck."""
    card = state.dived[seat]
    found = tables.number[card]
    if tables.colour[card] == tables.wreck_colour[state.wreck]:
        found += tables.bonus
    if seat == state.leader:
        found += tables.lead
    return found


@rule
def hide(tables, state, seat, rng):
    """Shuffle what this seat cannot see: the other hands, the deck, and the wrecks to come."""
    reshuffle(rng, state.cards, seat)
    reshuffle(rng, state.wrecks, seat)


@rule
def piece(tables, state, move):
    """Which printed piece a move uses, so that reports can say which card is too strong."""
    return tables.printed[peek(state.cards[HAND + state.seat], move - MOVES.dive)]


# Below, plain Python: how people and files read the game.


def pieces(pack):
    return pieces_of(pack, "cards")


def opening(tables, state):
    """What the deal decided: the wrecks in the order they turn up, and the hands."""
    return {
        "wrecks": [word(tables.wreck_names, i) for i in (state.wreck, *cards_in(state.wrecks))],
        "hands": [names_in(tables, state.cards[HAND + seat]) for seat in range(tables.players)],
    }


def describe(tables, state, move):
    card = peek(state.cards[HAND + state.seat], move - MOVES.dive)
    return {**MOVES.described(move), "card": word(tables.names, card)}


def chance(tables, before, move, after):
    """After a dive the seat draws, while the deck lasts."""
    if count(after.cards[DECK]) == count(before.cards[DECK]):
        return []
    card = peek(after.cards[HAND + before.seat], 0)
    return [{"do": "draw", "card": word(tables.names, card)}]


def show(tables, state):
    lines = [f"{word(tables.wreck_names, state.wreck)}, {count(state.wrecks)} more to come"]
    for seat in range(tables.players):
        held = ", ".join(names_in(tables, state.cards[HAND + seat]))
        lines.append(f"seat {seat + 1}: {state.points[seat]} points, holds {held}")
    return "\n".join(lines)


def names_in(tables, pile):
    return [word(tables.names, card) for card in cards_in(pile)]


def lay(tables, state, seat):
    """What a seat sees of the table (None: everything), so that a browser can show it."""
    yield at(f"wrecks/{word(tables.wreck_names, state.wreck)}", "table")
    yield from laid_out(state.wrecks, "wrecks", tables.wreck_names, "bag", seat)
    yield from laid_out(state.cards[DECK], "cards", tables.names, "bag", seat)
    for player in range(tables.players):
        yield from laid_out(state.cards[HAND + player], "cards", tables.names, hand(player), seat)
        yield note(f"{state.points[player]} points", front(player))
    for diver in divers(tables, state):
        yield at(f"cards/{word(tables.names, state.dived[diver])}", front(diver))


def divers(tables, state):
    """Whose card of this round lies open; those of the last round lie until somebody dives."""
    if state.n_dived == 0 and (state.over or count(state.wrecks) < tables.n_wrecks - 1):
        return range(tables.players)
    return [(state.leader + i) % tables.players for i in range(state.n_dived)]


def laid_out(pile, component, names, where, seat):
    """The cards of a pile, from the bottom up: face up those that the seat knows."""
    for place in range(count(pile) - 1, -1, -1):
        if seat is None or knows(pile, place, seat):
            yield at(f"{component}/{word(names, peek(pile, place))}", where)
        else:
            yield at(component, where, up=False)
