"""Effects of cards with a price, compared with calculated values.

In the mart each of two seats has a random budget and buys one card that it can pay for, all equally
likely; dice are then added to the bonus on the card. The effect of a card on its buyer is the sum
over all budgets, cards and dice. In the workshop each seat buys twice, and the first card lowers
the price of the second.
"""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from generator.play.engine.batch import GameBatch, play_games
from generator.play.engine.game import Game, load_game
from generator.play.engine.loop import OTHER
from generator.play.measures.pieces import find_piece
from generator.play.studies.exchange.rows import Patches, others_of
from tests.toys import opened, write_pack
from tests.truth.cards import effects_in, share

BUDGETS = 9
PRICES = (1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 9)
FAIR = (0,) * 12
BENT = (0, 3, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0)
DEBTS = {
    "forbidden": "state.money[seat] -= price",
    "forgiven": "state.money[seat] = max(0, state.money[seat] - price)",
    "waived": "state.money[seat] -= price if price <= state.money[seat] else 0",
}
RULES = """
import numpy as np
from generator.kit import below, copies, pieces_of, printed, record, rule

SEATS = (2, 2)
CHANCE = True
LONGEST = 4
WIDEST = 13
BUDGETS, DICE = 9, 6
MEASURES = ("least money",)


def setup(pack, players):
    cards = copies(pack, "cards")
    tables = record(
        n=len(cards), cards=printed(pack, "cards"),
        price=[int(row.fields["price"]) for row in cards],
        bonus=[int(row.fields["bonus"]) for row in cards],
    )
    state = record(taken=np.zeros(len(cards), np.int64), money=[0] * 2, points=[0] * 2,
                   seat=0, over=0)
    return tables, state


@rule
def deal(tables, state, rng):
    for seat in range(2):
        state.money[seat] = 1 + below(rng, BUDGETS)


@rule
def moves(tables, state, out):
    n = 0
    for card in range(tables.n):
        if not state.taken[card] and tables.price[card] <= state.money[state.seat]:
            out[n] = card
            n += 1
    if n == 0:
        out[0] = tables.n
        n = 1
    return n


@rule
def play(tables, state, move, rng):
    seat = state.seat
    if move < tables.n:
        state.taken[move] = 1
        price = tables.price[move]
        PAY
        state.points[seat] += tables.bonus[move]
    state.points[seat] += below(rng, DICE)
    state.seat += 1
    if state.seat == 2:
        state.seat = 0
        state.over = 1


@rule
def turn(tables, state):
    return -1 if state.over else state.seat


@rule
def score(tables, state, out):
    for seat in range(2):
        out[seat] = state.points[seat]


def measure(tables, state, out):
    out[0] = min(state.money[0], state.money[1])


@rule
def piece(tables, state, move):
    return tables.cards[move] if move < tables.n else -1


def pieces(pack):
    return pieces_of(pack, "cards")


def describe(tables, state, move):
    return {"do": "buy", "card": int(move)} if move < tables.n else {"do": "pass"}
"""
# Each seat buys twice; a card with a bonus makes the next one cheaper by as much.
WORKSHOP = (
    RULES.replace("LONGEST = 4", "LONGEST = 8")
    .replace("points=[0] * 2,", "points=[0] * 2, least=9, discount=[0] * 2, n=0,")
    .replace("tables.price[card] <= state", "asked(tables, state, card) <= state")
    .replace("price = tables.price[move]", "price = asked(tables, state, move)")
    .replace("    state.seat += 1\n", "    state.seat += 1\n    state.n += 1\n")
    .replace("        state.over = 1", "        state.over = state.n == 4")
    .replace(
        "        state.points[seat] += tables.bonus[move]\n",
        "        state.points[seat] += tables.bonus[move]\n"
        "        state.discount[seat] += tables.bonus[move]\n"
        "        state.least = min(state.least, state.money[seat])\n",
    )
    .replace("out[0] = min(state.money[0], state.money[1])", "out[0] = state.least")
    .replace(
        "@rule\ndef moves",
        "@rule\ndef asked(tables, state, card):\n"
        "    return max(0, tables.price[card] - state.discount[state.seat])\n\n\n@rule\ndef moves",
    )
)


def mart(folder: Path, bonus: tuple[int, ...], debt: str = "forbidden", rules: str = RULES) -> Game:
    """Return the game with these bonuses, and rules that treat a seat without money in this way."""
    cards = [
        f"c{k},{price},{more}" for k, (price, more) in enumerate(zip(PRICES, bonus, strict=True))
    ]
    rules = rules.replace("PAY", DEBTS[debt])
    return load_game(opened(write_pack(folder, rules, cards=["card,price,bonus", *cards])), 2)


def truth(
    card: int,
    bonus: tuple[int, ...],
    among: range = range(12),
    prices: tuple[int, ...] = PRICES,
    budgets: int = BUDGETS,
) -> float:
    """Return a card's effect on its buyer, compared with the mean of the affordable cards."""
    cards, weight, total = range(len(prices)), 0.0, 0.0

    def choices(budget: int, gone: int = -1) -> list[int]:
        return [c for c in cards if prices[c] <= budget and c != gone]

    shares = {d: share(d) for d in range(-3, 4)}
    for first, second in product(range(1, budgets + 1), repeat=2):
        for one in choices(first):
            rest = choices(second, one) or [-1]
            for two in rest:
                chance = 1 / len(choices(first)) / len(rest)
                for own, other, budget in ((one, two, first), (two, one, second)):
                    others = [c for c in choices(budget) if c != card and c in among]
                    if own != card or not others:
                        continue
                    theirs = bonus[other] if other >= 0 else 0
                    as_others = np.mean([shares[bonus[c] - theirs] for c in others])
                    total += chance * (shares[bonus[card] - theirs] - as_others)
                    weight += chance
    return total / weight


def exchanged(game: Game, piece: str, n: int) -> GameBatch:
    """Games in which a piece acts as another from the moment it is taken."""
    component, row = find_piece(game.pack, piece)
    place, patches = game.pieces.index(piece), Patches(game)
    for new in others_of(game.pack, component, row, seed=1):
        patches.add(component, row, new)
    plan = np.zeros((n, len(game.pieces)), np.int8)
    plan[:, place] = OTHER
    swaps = patches.swaps({place: range(len(patches.at))}, plan)
    return play_games(game, ["random"], 5, 0, n, swaps=swaps)


@pytest.mark.parametrize("rules", [RULES, WORKSHOP], ids=["mart", "workshop"])
def test_nobody_pays_a_price_that_was_not_asked(rules: str, tmp_path: Path) -> None:
    games = [mart(tmp_path / debt, BENT, debt, rules) for debt in DEBTS]
    results = [effects_in(game, 3, 1500) for game in games]
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("rules", [RULES, WORKSHOP], ids=["mart", "workshop"])
def test_no_budget_falls_below_zero_after_an_exchange(rules: str, tmp_path: Path) -> None:
    games = [mart(tmp_path / debt, BENT, debt, rules) for debt in DEBTS]
    for piece in games[0].pieces[::3]:
        batches = [exchanged(game, piece, 400) for game in games]
        first = batches[0]
        assert first.measured.min() >= 0
        assert (first.takers[:, first.pieces.index(piece)] >= 0).any()
        for other in batches[1:]:
            assert np.array_equal(first.measured, other.measured)
            assert np.array_equal(first.scores, other.scores)
            assert np.array_equal(first.takers, other.takers)


def test_a_card_with_a_price_does_what_can_be_reckoned(tmp_path: Path) -> None:
    effects = effects_in(mart(tmp_path, BENT), 1, 20_000)
    for card, effect in enumerate(effects):
        known = truth(card, BENT)
        assert abs(effect.value.value - known) < 2.2 * effect.value.half, (card, known)
    strong = {e.name for e in effects if e.q <= 0.05 and e.beyond.value > 0}
    assert {"c1", "c5"} <= strong <= {"c1", "c5", "c9"}


def test_cards_of_one_deck_exchange_within_it(tmp_path: Path) -> None:
    """Each tier is dealt into its own deck, so a card can only become another of its tier."""
    folder = mart(tmp_path, BENT).pack.folder
    rows = (folder / "cards.csv").read_text().splitlines()
    tiers = ["tier", *(1 + k // 4 for k in range(12))]
    (folder / "cards.csv").write_text(
        "\n".join(f"{row},{tier}" for row, tier in zip(rows, tiers, strict=True)) + "\n"
    )
    rules = (folder / "rules.py").read_text()
    rules = rules.replace(
        "price=[", 'tier=[int(row.fields["tier"]) for row in cards],\n        price=['
    )
    rules = rules.replace("seat=0, over=0)", "seat=0, over=0, decks=np.zeros(4, np.int64))")
    rules = rules.replace(
        "def deal(tables, state, rng):",
        "def deal(tables, state, rng):\n    for card in range(tables.n):\n"
        "        state.decks[tables.tier[card]] += 1 << card",
    )
    (folder / "rules.py").write_text(rules)
    game = load_game(opened(folder), 2)
    effects = effects_in(game, 1, 6000)
    assert not any(e.unplayable for e in effects)
    known = truth(1, BENT, among=range(4))
    assert abs(effects[1].value.value - known) < 2 * effects[1].value.half


@pytest.mark.slow
@pytest.mark.parametrize("bonus", [FAIR, BENT], ids=["fair", "bent"])
def test_intervals_of_cards_with_a_price_hold_the_truth(
    bonus: tuple[int, ...], tmp_path: Path
) -> None:
    game = mart(tmp_path, bonus)
    known = [truth(card, bonus) for card in range(len(PRICES))]
    runs = [effects_in(game, seed, 4000) for seed in range(10, 110)]
    measured = [
        (e.value.low <= known[k] <= e.value.high, e.value.value - known[k])
        for effects in runs
        for k, e in enumerate(effects)
        if not e.value.withheld
    ]
    covered, bias = np.mean(measured, axis=0)
    called = np.mean([any(e.q <= 0.05 for e in effects) for effects in runs])
    print(
        f"coverage {covered:.3f}, bias {100 * bias:.2f} points, n {len(measured)}, called {called}"
    )
    assert 0.92 <= covered <= 0.97 and abs(bias) < 0.005
    if bonus == FAIR:
        assert called <= 0.09
