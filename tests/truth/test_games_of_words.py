"""Games that are played by the words on their cards, against what can be computed on paper."""

from math import comb
from pathlib import Path

import numpy as np
import pytest

from generator.kit import below
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.play.measures.tally import shares_of
from generator.reading.door import open_pack
from tests.play.engine.from_data.table import PARTS, Table
from tests.truth.cards import effects_in
from tests.truth.test_priced_effects import truth

PRICES = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
FAIR = (0,) * 12
BENT = (0, 3, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0)

# Each player throws a budget, buys one card that it can pay and adds a die to the points on it.
MART = """play:
  cards: {cards: {row: 12}}
  resources: [coin]
  actions: {buy: {buy: cards}}
  turn:
    - Roll a die and gain that many coin
    - choose: buy
    - Roll a die and gain that many point
  end: after 1 round
"""
INTEREST = """play:
  cards: {cards: {}}
  resources: {coin: {start: 2}, idle: {}}
  actions: {wait: Gain 1 idle, save: Gain 1 coin}
  turn: [Gain 1 coin per 2 coin, {choose: [wait, save]}]
  end: after 14 rounds
"""
DOUBLING = """play:
  cards: {cards: {supply: true, start: true}}
  decks: own
  hand: 1
  actions: {play: {play: seed}}
  turn: [{every: seed}, Discard your hand and what you played, Draw 64]
  scoring: 1 point per Seed you own
  end: after 5 rounds
"""
HAND = """play:
  cards: {cards: {}}
  hand: 5
  actions: {wait: Gain 0 idle}
  resources: [idle]
  turn: [{choose: wait}, {every: fig}]
  scoring: 1 point per fig
  end: after 1 round
"""
THEFT = """play:
  cards: {cards: {}}
  hand: 3
  resources: {coin: {start: 6}}
  actions: {play: {play: card, to: discard}}
  turn: [Draw 1, {choose: play}]
  scoring: 1 point per coin
  end: after 6 rounds
"""
# Each player takes one of four cards in the first of five rounds, and throws a die each round.
ENGINES = """play:
  cards: {cards: {row: 4}}
  resources: {coin: {}, permit: {start: 1}}
  actions: {take: {buy: cards, costs: 1 permit}}
  turn: [each turn effects, Roll a die and gain that many point, {choose: take}]
  scoring: 1 point per coin
  end: after 5 rounds
"""
CARDS_OF_ENGINES = """name,count,effect
Stone,1,
Chest,1,Choose one: gain 3 coin / gain 3 coin.
Well,1,Each turn: gain 1 coin.
Bank,1,Gain 2 coin. Each turn: gain 1 coin per 2 coin.
"""
GAINS = (0, 3, 4, 9)  # the coins of each card at the end; those of the bank are 2, 3, 4, 6, 9
THIEVES = """name,count,effect
Pickpocket,12,Steal 2 coin from each opponent.
Purse,12,Gain 1 coin.
Slander,12,Each opponent loses 1 coin.
"""


def game_of(folder: Path, play: str, cards: str, plain: bool = False) -> Game:
    """The game for two players with these cards."""
    folder.mkdir(exist_ok=True)
    parts = PARTS[: PARTS.index("  market:")]
    (folder / "game.yaml").write_text(parts + play, "utf-8")
    (folder / "cards.csv").write_text(cards, "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None, [str(p) for p in problems]
    return load_game(pack, 2, plain=plain)


def mart(folder: Path, bonus: tuple[int, ...]) -> Game:
    """The mart whose cards give these points."""
    rows = [
        f"c{k},1,{price} coin,Gain {more} point."
        for k, (price, more) in enumerate(zip(PRICES, bonus, strict=True))
    ]
    return game_of(folder, MART, "\n".join(["name,count,cost,effect", *rows]) + "\n")


def test_coins_that_bear_interest_grow_by_half_of_them_rounded_down(tmp_path: Path) -> None:
    game = game_of(tmp_path / "interest", INTEREST, "name,count\nFig,8\n", plain=True)
    out = np.zeros(game.widest, np.int32)
    for seed in range(5):
        table = Table(game, seed)
        expected = [3, 2]  # the first turn has begun
        n_turns = 0
        while table.asked >= 0:
            seat = table.asked
            assert [table.amount(0, "coin"), table.amount(1, "coin")] == expected
            move = int(out[below(table.rng, game.moves(table.tables, table.state, out))])
            name = game.name_move(table.tables, table.state, move)
            expected[seat] += name == "save"
            if n_turns < 27:
                expected[1 - seat] += expected[1 - seat] // 2
            table.play(name)
            n_turns += 1
        assert n_turns == 28


def test_a_deck_whose_cards_copy_themselves_doubles_each_round(tmp_path: Path) -> None:
    cards = "name,count,start,kind,cost,effect\nSeed,70,1,seed,0,Gain 1 Seed.\n"
    game = game_of(tmp_path / "doubling", DOUBLING, cards)
    batch = play_games(game, ["random"], 3, 0, 50)
    assert (batch.scores == 2**5).all()


def test_the_kinds_in_a_hand_are_hypergeometric(tmp_path: Path) -> None:
    """Each player is dealt 5 of 40 cards, of which 12 are figs."""
    cards = "name,count,kind\nFig,12,fig\nNut,28,nut\n"
    n = 20_000
    batch = play_games(game_of(tmp_path / "hand", HAND, cards), ["random"], 3, 0, n)
    for seat in range(2):
        for figs in range(6):
            chance = comb(12, figs) * comb(28, 5 - figs) / comb(40, 5)
            share = np.mean(batch.scores[:, seat] == figs)
            assert abs(share - chance) < 4 * np.sqrt(chance * (1 - chance) / n), (seat, figs)


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_the_same_player_wins_half_of_the_games_of_theft_from_either_seat(
    agent: str, tmp_path: Path
) -> None:
    """Seats rotate, so whoever the first of two equal players is gains nothing by sitting first."""
    game, n = game_of(tmp_path / "theft", THEFT, THIEVES), 4000
    batch = play_games(game, [agent, agent], 3, 0, n)
    shares = shares_of(batch)
    first = np.arange(n) % 2  # where the first of the two sits
    own = shares[np.arange(n), first]
    assert abs(own.mean() - 0.5) < 4 * own.std() / np.sqrt(n)


def test_the_effect_of_a_card_with_a_price_is_what_can_be_computed(tmp_path: Path) -> None:
    effects = effects_in(mart(tmp_path / "mart", BENT), 1, 20_000)
    for card, effect in enumerate(effects):
        known = truth(card, BENT, prices=PRICES, budgets=6)
        assert abs(effect.value.value - known) < 2.2 * effect.value.half, (card, known)
    strong = {e.name for e in effects if e.q <= 0.05 and e.beyond.value > 0}
    assert {"c1", "c5"} <= strong <= {"c1", "c5", "c9"}


def test_the_effect_of_an_engine_is_what_it_earns_until_the_end(tmp_path: Path) -> None:
    ends = np.ones(1)  # the chances of the difference of five dice of each player, from −25 on
    for _ in range(2 * 5):
        ends = np.convolve(ends, np.full(6, 1 / 6))
    chance = {ahead: ends[26 - ahead :].sum() + ends[25 - ahead] / 2 for ahead in range(-9, 10)}
    effects = effects_in(game_of(tmp_path / "engines", ENGINES, CARDS_OF_ENGINES), 1, 20_000)
    for card, effect in enumerate(effects):
        others = [other for other in range(4) if other != card]
        known = np.mean([
            chance[GAINS[card] - GAINS[theirs]] - chance[GAINS[other] - GAINS[theirs]]
            for theirs in others
            for other in others
        ])  # fmt: skip
        assert effect.how == "taken", effect.unplayable
        assert abs(effect.value.value - known) < 2.2 * effect.value.half, (effect.name, known)


@pytest.mark.slow
@pytest.mark.parametrize("bonus", [FAIR, BENT], ids=["fair", "bent"])
def test_intervals_of_effects_hold_what_can_be_computed(
    bonus: tuple[int, ...], tmp_path: Path
) -> None:
    game = mart(tmp_path / "mart", bonus)
    known = [truth(card, bonus, prices=PRICES, budgets=6) for card in range(len(PRICES))]
    runs = [effects_in(game, seed, 4000) for seed in range(10, 60)]
    measured = [
        (e.value.low <= known[k] <= e.value.high, e.value.value - known[k])
        for effects in runs
        for k, e in enumerate(effects)
        if not e.value.withheld
    ]
    covered, bias = np.mean(measured, axis=0)
    error = np.std([miss for _, miss in measured]) / np.sqrt(len(measured))
    called = np.mean([any(e.q <= 0.05 for e in effects) for effects in runs])
    print(f"coverage {covered:.3f}, bias {100 * bias:.2f} points, n {len(measured)}: {called}")
    assert 0.92 <= covered <= 0.98 and abs(bias) < 3 * error
    if bonus == FAIR:
        assert called <= 0.12
