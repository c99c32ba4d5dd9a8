"""Buy one of the goods on offer for a coin, or pass; most points when nothing is left to do."""

from generator.kit import (
    FACE_DOWN, at, column, copies, count, fill, front, mix, note, offer, peek, pieces_of, piles,
    printed, record, rule, take_at, verbs,
)  # fmt: skip

SEATS = (2, 3)
CHANCE = True
LONGEST = 200
WIDEST = 6
MOVES = verbs(buy={"place": 5}, pass_=(), steal=())  # nobody steals, though it has a name
SUPPLIES = {"coins": "each"}
ENDS = ("", "sold_out", "all_passed")


def setup(pack, players):
    goods = copies(pack, "goods")
    tables = record(
        players=players, coins=pack.number("coins"), shown=pack.number("shown"),
        points=column(goods, "points"), goods=printed(pack, "goods"), n_goods=len(goods),
    )  # fmt: skip
    state = record(
        deck=piles(len(goods), FACE_DOWN)[0], coins=[0] * 3, points=[0] * 3,
        seat=0, passed=0, over=0,
    )  # fmt: skip
    return tables, state


@rule
def deal(tables, state, rng):
    fill(state.deck, tables.n_goods)
    mix(rng, state.deck)
    state.coins[: tables.players] = tables.coins


@rule
def moves(tables, state, out):
    n = offer(out, 0, MOVES.pass_)
    if state.coins[state.seat] > 0:
        for place in range(min(count(state.deck), tables.shown)):
            n = offer(out, n, MOVES.buy + place)
    return n


@rule
def play(tables, state, move, rng):
    if move == MOVES.pass_:
        state.passed += 1
        if state.passed == tables.players:
            state.over = 2
    else:
        state.passed = 0
        state.coins[state.seat] -= 1
        state.points[state.seat] += tables.points[take_at(state.deck, move - MOVES.buy)]
        if count(state.deck) == 0:
            state.over = 1
    state.seat = (state.seat + 1) % tables.players


@rule
def piece(tables, state, move):
    return -1 if move == MOVES.pass_ else tables.goods[peek(state.deck, move - MOVES.buy)]


def pieces(pack):
    return pieces_of(pack, "goods")


def describe(tables, state, move):
    if move == MOVES.pass_:
        return {"do": "pass"}
    return {"do": "buy", "card": int(piece(tables, state, move)), "place": int(move) + 1}


def lay(tables, state, seat):
    """The goods on offer, and how many are to come."""
    shown = min(count(state.deck), tables.shown)
    for place in range(shown):
        yield at(tables.goods[peek(state.deck, place)], "table")
    yield note(f"{count(state.deck) - shown} to come", "bag")
    for player in range(tables.players):
        yield note(f"{state.points[player]} points, {state.coins[player]} coins", front(player))
