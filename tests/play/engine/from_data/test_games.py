"""Whole games that are played by the words on their cards."""

import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator import bundled
from generator.kit import below, cards_in, stream
from generator.play.checks.conform import conform
from generator.play.checks.secrecy import Secrecy
from generator.play.engine import machine
from generator.play.engine.batch import play_games
from generator.play.engine.contract_checks import check_records
from generator.play.engine.from_data import machine as rules
from generator.play.engine.from_data.layout import DECK, FRONT, ROWS_AT, SEATS_AT
from generator.play.engine.game import Game, load_game, numbered
from generator.play.engine.traits import check_names
from generator.reading.door import open_pack
from generator.reading.phrases.bytecode import wrong_in
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.plan import columns_of_no_use
from generator.reading.phrases.vocabulary import Vocabulary
from generator.reading.scaffold import KINDS, new_game
from tests.play.engine.from_data.table import PARTS, PLAY, Table, game_of
from tests.reading.phrases.test_grammar import random_cell

GAMES = bundled("templates") / "games"
WELLS = "name,count,cost,effect\nWell,40,3 coin,Each turn: gain 1 coin.\n"
LINEAR = """play:
  cards: {cards: {row: 2}}
  resources: [coin]
  actions: {wait: Gain 0 coin, dig: {buy: cards}}
  turn: [each turn effects, Gain 1 coin, {choose: [wait, dig]}]
  end: after 12 rounds
"""


def pack_of(kind: str) -> Any:
    pack, problems = open_pack(GAMES / kind)
    assert pack is not None and not list(problems), [str(p) for p in problems]
    return pack


def random_game(game: Game, seed: int, most: int = 4000) -> tuple[Table, int]:
    """A game of random players in plain Python, and how many decisions it had."""
    table = Table(game, seed)
    out, n = np.zeros(game.widest, np.int32), 0
    while table.asked >= 0 and n < most:
        legal = game.moves(table.tables, table.state, out)
        assert 0 < legal <= game.widest
        move = np.int64(out[below(table.rng, legal)])
        game.play(table.tables, table.state, move, table.rng)
        n += 1
    return table, n


@pytest.mark.parametrize("kind", KINDS.values())
def test_the_games_that_come_along_keep_the_contract(kind: str) -> None:
    found = conform(pack_of(kind), 2, games=5)
    assert not found.problems and found.games == 5


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", KINDS.values())
def test_the_games_that_come_along_keep_the_contract_for_all(kind: str, players: int) -> None:
    found = conform(pack_of(kind), players, games=8)
    assert not found.problems and found.games == 8


@pytest.mark.parametrize("kind", KINDS.values())
def test_what_stands_for_rules_is_as_rules_must_be(kind: str) -> None:
    pack = pack_of(kind)
    game = load_game(pack, 3, plain=True)
    assert not check_names(pack.folder / "rules.py", game.book.rules, {}).errors
    assert not check_records(game.book, 3, game.tables, game.template).errors


def test_all_games_have_records_of_the_same_make() -> None:
    games = [load_game(pack_of(kind), n, plain=True) for kind in KINDS.values() for n in (2, 4)]
    assert len({game.tables.dtype for game in games}) == 1
    assert len({game.template.dtype.descr.__repr__() for game in games}) == 1


def test_another_card_another_rule_and_another_number_compile_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_games(load_game(pack_of("foundry"), 2), ["greedy"], 1, 0, 2)
    compiled: list[int] = []

    class Counting(machine.Compiling):
        def __init__(self, what: str, missing: int) -> None:
            compiled.append(missing)
            super().__init__(what, missing)

    monkeypatch.setattr(machine, "Compiling", Counting)
    folder = tmp_path / "foundry"
    shutil.copytree(GAMES / "foundry", folder)
    for file, old, new in (
        (
            "cards.csv",
            "Gain 1 mine.",
            "Choose one: gain 1 mine / each opponent loses 1 ore",
        ),
        ("game.yaml", "hold: 10", "hold: 7\n  scoring: 2 points per set of mine and mill"),
        ("cards.csv", "Surveyor,2", "Surveyor,5"),
    ):
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), "utf-8")
        pack, problems = open_pack(folder)
        assert pack is not None, list(problems)
        play_games(load_game(pack, 2), ["greedy"], 1, 0, 2)
    assert compiled and sum(compiled) == 0


def test_wells_give_a_coin_each_turn_exactly(tmp_path: Path) -> None:
    """The linear engine: the coins of the next turn are those of this one and the wells."""
    game = game_of(tmp_path / "game", LINEAR, 2, cards=WELLS)
    out, n_turns = np.zeros(game.widest, np.int32), 0
    for seed in range(5):
        table = Table(game, seed)
        expected = [1, 0]
        while table.asked >= 0:
            seat = table.asked
            assert table.amount(seat, "coin") == expected[seat]
            n = game.moves(table.tables, table.state, out)
            move = np.int64(out[below(table.rng, n)])
            table.play(game.name_move(table.tables, table.state, move))
            wells, other = len(table.names("front", seat)), 1 - seat
            expected[seat] = table.amount(seat, "coin") + wells + 1
            if table.asked >= 0 and table.state.turns == 1:
                expected[other] = 1
            elif table.asked >= 0:
                expected[other] = table.amount(other, "coin")
            expected[seat] = table.amount(seat, "coin") + wells + 1
            n_turns += 1
    assert n_turns == 5 * 24


def test_costs_savings_and_the_wild_resource(tmp_path: Path) -> None:
    play = """play:
  cards: {cards: {row: 3}}
  resources: {ore: {}, coin: {}, mine: {saves: ore}, wild: gold, gold: {}}
  actions: {wait: Gain 1 gold and 1 mine, build: {buy: cards}}
  turn: {choose: [wait, build]}
  end: after 9 rounds
"""
    cards = 'name,count,cost\nHall,9,"4 ore, 1 coin"\n'
    table = Table(game_of(tmp_path / "game", play, 2, cards=cards))
    for ore, coin, mine, gold, left in (
        (4, 1, 0, 0, (0, 0, 0)), (3, 1, 1, 0, (0, 0, 0)), (5, 2, 3, 1, (4, 1, 1)),
        (1, 0, 1, 3, (0, 0, 0)), (1, 1, 1, 1, None), (4, 0, 0, 0, None),
    ):  # fmt: skip
        seat = table.asked
        table.give(seat, ore=ore, coin=coin, mine=mine, gold=gold)
        assert ("build Hall" in table.answers()) == (left is not None)
        table.play("build Hall" if left else "wait")
        if left:
            assert tuple(table.amount(seat, each) for each in ("ore", "coin", "gold")) == left


def test_who_has_points_below_0_acts_and_pays_as_before(tmp_path: Path) -> None:
    play = """play:
  cards: {cards: {row: 3}}
  resources: {ore: {}, wild: gold, gold: {}}
  actions: {wait: Gain 1 ore, build: {buy: cards}}
  turn: {choose: [wait, build]}
  end: after 9 rounds
"""
    table = Table(game_of(tmp_path / "game", play, 2, cards="name,count,cost\nHall,9,2 ore\n"))
    seat = table.asked
    table.state.held[seat, 0] = -3
    table.give(seat, ore=1, gold=1)
    assert set(table.answers()) == {"wait", "build Hall"}
    table.play("build Hall")
    assert table.amount(seat, "ore") == table.amount(seat, "gold") == 0
    assert table.state.held[seat, 0] == -3
    table.state.held[table.asked, 0] = -1
    assert "wait" in table.answers()


def test_a_row_is_filled_up_until_the_deck_is_empty(tmp_path: Path) -> None:
    cards = "name,count,cost\nHall,5,\n"
    play = LINEAR.replace("after 12 rounds", "the cards row is empty")
    table = Table(game_of(tmp_path / "game", play, 2, cards=cards))
    sizes = []
    while table.asked >= 0:
        table.play("dig Hall")
        sizes.append(len(table.names("row")) + len(table.names("deck")))
    assert sizes == [4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("end", "turns"),
    [
        ("after 3 rounds", 6),
        ("somebody has 4 coin", 7),
        ("somebody has 4 coin, finish the round", 8),
        ("somebody has 4 points", 1),
    ],
)
def test_ends(tmp_path: Path, end: str, turns: int) -> None:
    play = f"""play:
  resources: [coin]
  actions: {{work: Gain 1 coin}}
  turn: {{choose: work}}
  scoring: {4 if "points" in end else 0} points per coin
  end: ["{end}"]
"""
    game = game_of(tmp_path / "game", play, 2)
    table, n = random_game(game, 1)
    assert n == turns
    assert game.why_over(table.tables, table.state) == end.removesuffix(", finish the round")


@pytest.mark.parametrize(
    ("end", "row", "turns"),
    [
        ("the ore supply is empty", 3, 5),
        ("the ore supply is empty, finish the round", 3, 6),
        ("the deck is empty", 3, 9),
        ("the cards deck is empty", 3, 9),
        ("the cards row is empty", 3, 12),
        ("the deck is empty", 0, 6),
    ],
)
def test_ends_by_what_runs_out(tmp_path: Path, end: str, row: int, turns: int) -> None:
    """Each turn takes 2 of 9 ore, and a card of the row of 12, or 2 of the deck of 12."""
    step = "{choose: buy}" if row else "Draw 2, {choose: rest}"
    play = f"""play:
  cards: {{cards: {{row: {row}}}}}
  resources: {{ore: {{bank: 9}}}}
  actions: {{{"buy: {buy: cards}" if row else "rest: Lose 0 ore"}}}
  turn: [Gain 2 ore, {step}]
  end: ["{end}"]
"""
    game = game_of(tmp_path / "game", play, 2, cards="name,count,cost\nFig,12,0\n")
    table, n = random_game(game, 1)
    assert n == turns
    assert game.why_over(table.tables, table.state) == end.removesuffix(", finish the round")


def test_the_report_watches_banks_and_decks(tmp_path: Path) -> None:
    play = """play:
  cards: {cards: {row: 3}, market: {supply: true}}
  resources: {ore: {bank: 9}, oak: {bank: 5, start: 1}, coin: {}}
  actions: {buy: {buy: cards}}
  turn: [Gain 2 ore, {choose: buy}]
  end: the oak supply is empty
"""
    table = Table(game_of(tmp_path / "game", play, 2))
    assert table.game.supplies == ("ore", "oak", "cards")
    assert table.game.supply_kinds["oak"] == "shared, runs out"
    levels = np.zeros((2, 3), np.int32)
    assert table.game.stock is not None
    table.game.stock(table.tables, table.state, levels)
    assert levels.tolist() == [[7, 3, 21], [7, 3, 21]]


def test_rounds_and_turns_are_read_from_all_games_at_once() -> None:
    game = load_game(pack_of("orchard"), 2, plain=True)
    states = game.fresh(3)
    states[1] = random_game(game, 4)[0].state
    for name in ("round_of", "turn_of"):
        one_by_one = [getattr(rules, name)(game.tables, state) for state in states]
        assert numbered(game, name, states).tolist() == one_by_one and one_by_one[1] > 0


def test_a_turn_that_asks_nothing_for_ever_ends_the_game(tmp_path: Path) -> None:
    play = "play: {resources: [coin], turn: Gain 1 coin, end: the market supply is empty,"
    play += " cards: {market: {supply: true}}}\n"
    game = game_of(tmp_path / "game", play, 2)
    table = Table(game)
    assert table.asked == -1
    assert game.why_over(table.tables, table.state) == "nobody could do anything"


def test_steps_and_what_lasts_until_the_turn_ends(tmp_path: Path) -> None:
    play = """play:
  cards: {cards: {start: true}, market: {supply: true}}
  decks: own
  hand: 3
  resources: {coin: {until: turn}, action: {start: 1, until: turn}}
  actions:
    plant: {play: fruit, costs: 1 action, to: discard}
    trade: {do: Gain 5 coin, once: each turn}
    buy: {buy: market, to: hand}
  turn:
    - {choose: [plant, trade], times: any}
    - every: nut
    - {choose: buy, times: 2, may stop: true}
  end: after 9 rounds
"""
    cards = "name,count,kind,effect,start\n"
    cards += "Fig,9,fruit,Gain 1 action.,2\nNut,9,nut,Gain 1 coin.,1\n"
    table = Table(game_of(tmp_path / "game", play, 2, cards=cards))
    table.play("plant Fig", "plant Fig")
    assert table.names("own discard") == ["Fig", "Fig"] and table.amount(0, "action") == 1
    assert table.answers().keys() == {"trade", "stop"}
    table.play("trade")  # nothing else can be done, so the nut is played
    assert table.names("front") == ["Nut"] and table.amount(0, "coin") == 6
    table.play("buy Silver", "buy Silver")
    assert table.names("hand") == ["Silver", "Silver"] and table.asked == 1
    assert (table.amount(1, "coin"), table.amount(1, "action")) == (0, 1)


def test_what_is_held_beyond_the_limit_is_given_back(tmp_path: Path) -> None:
    play = """play:
  resources: {ore: {bank: 9, held: true}, oak: {bank: 9, held: true}, coin: {}}
  hold: 3
  actions: {dig: "Gain 3 ore, gain 1 oak, gain 5 coin"}
  turn: {choose: dig}
  end: after 9 rounds
"""
    table = Table(game_of(tmp_path / "game", play, 2)).play("dig")
    assert table.asked == 0 and table.answers().keys() == {"give back ore", "give back oak"}
    table.play("give back oak")
    assert table.asked == 1 and table.amount(0, "ore") == 3
    assert table.state.bank[table.resources.index("oak")] == 9


def test_a_draft_keeps_passes_scores_rounds_and_clears(tmp_path: Path) -> None:
    play = """play:
  cards: cards
  hand: 2
  turn: {keep: 1, pass: left}
  round scoring: 3 points per fruit
  stays: nut
  end: after 2 rounds
"""
    cards = "name,count,kind,points\nFig,6,fruit,0\nNut,6,nut,2\n"
    table = Table(game_of(tmp_path / "game", play, 3, cards=cards))
    before = [table.names("hand", seat) for seat in range(3)]
    for seat in range(3):
        assert table.asked == seat
        table.play(f"keep {before[seat][0]}")
    for seat in range(3):  # what the right neighbour left
        assert table.names("hand", seat) == [before[(seat - 1) % 3][1]]
        assert table.names("front", seat) == [before[seat][0]]
    kept = [[before[seat][0], before[(seat - 1) % 3][1]] for seat in range(3)]
    for seat in range(3):
        table.play(f"keep {kept[seat][1]}")
    for seat in range(3):
        figs, nuts = kept[seat].count("Fig"), kept[seat].count("Nut")
        assert table.amount(seat, "point") == 3 * figs
        assert table.names("front", seat) == ["Nut"] * nuts
        assert len(table.names("hand", seat)) == 2
    while table.asked >= 0:
        table.play(next(iter(table.answers())))
    scored = [table.amount(s, "point") + 2 * len(table.names("front", s)) for s in range(3)]
    assert [table.score(seat) for seat in range(3)] == scored


def test_hiding_leaves_what_is_known_and_mixes_the_rest() -> None:
    game = load_game(pack_of("harbour"), 3, plain=True)
    table, _ = random_game(game, 3, most=60)
    for seat in range(3):
        hidden = table.state.copy()
        game.hide(table.tables, hidden, seat, stream(5, 0, 0))
        for other in range(3):
            at = SEATS_AT + 4 * other
            before, after = (
                sorted(c for pile in (at + DECK, at + DECK + 1) for c in cards_in(s.cards[pile]))
                for s in (table.state, hidden)
            )
            assert before == after
            assert cards_in(hidden.cards[at + FRONT]) == cards_in(table.state.cards[at + FRONT])
        mine = SEATS_AT + 4 * seat + DECK + 1
        assert cards_in(hidden.cards[mine]) == cards_in(table.state.cards[mine])


def test_every_card_stays_in_the_game() -> None:
    for kind in KINDS.values():
        game = load_game(pack_of(kind), 4, plain=True)
        assert game.pack.play is not None
        table, _ = random_game(game, 7, most=150)
        cards = [card for pile in table.state.cards for card in cards_in(pile)]
        for row, n in enumerate(table.state.left):
            rows = [table.tables.row_of[card] for card in cards_in(table.state.cards[ROWS_AT])]
            part = table.tables.part_of[row]
            if table.tables.is_supply[part]:
                first = int(table.tables.supply_from[row])
                cards += range(first, first + int(n))
            else:
                assert n == (rows.count(row) if table.tables.open_rows[part] else 0)
        played = {part.component for part in game.pack.play.cards}
        n_cards = sum(c.count for c in game.pack.components if c.id in played)
        assert sorted(cards) == list(range(n_cards))


def test_numbers_in_words_may_be_parameters_and_are_printed(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    play = PLAY.replace("PHRASE", "Gain toll ore")
    cards = "name,count,effect\nGate,20,Gain toll coin.\n"
    game_of(folder, "parameters: {toll: 3}\n" + play, 2, cards=cards)
    for settings, toll in (((), 3), (("toll=5",), 5)):
        pack, problems = open_pack(folder, settings=settings)
        assert pack is not None and not problems.errors
        row = pack.component("cards").rows[0]
        assert row.fields["effect"] == f"Gain {toll} coin."
        assert not [p for p in problems if "never used" in p.message]
        table = Table(load_game(pack, 2, plain=True)).play("do")
        assert table.amount(0, "ore") == toll


def test_games_of_random_words_never_crash(tmp_path: Path) -> None:
    """Cells as people might write them: what is read is also played."""
    chance = random.Random(3)
    n_cells = n_played = 0
    for number in range(12):
        cells: list[str] = []
        while len(cells) < 80:
            cell = random_cell(chance).replace("toll", "2").replace('"', "")
            for old, new in SWAPPED.items():
                cell = cell.replace(old, new)
            cells.append(cell)
        good = [cell for cell in cells if is_good(cell)]
        n_cells += len(good)
        rows = [f'Card {i},2,"fruit, nut, berry",1 coin,0,"{c}",0' for i, c in enumerate(good)]
        cards = "name,count,kind,cost,points,effect,start\n" + "\n".join([*rows, "End,30,nut,,,,0"])
        game = game_of(tmp_path / f"game {number}", ANY, 2 + number % 3, cards=cards)
        n_played += random_game(game, number, most=80)[1]
    assert n_cells > 40 and n_played > 300, (n_cells, n_played)


# Names of the grammar's tests → names of the table's game.
SWAPPED = {
    "great work": "fruit", "work": "nut", "melon": "berry", "grape": "berry", "figs": "fruits",
    "fig": "fruit", "treasure": "metal", "mine": "coin", "Old Adit": "Pot",
    "icons": "coins", "icon": "coin",
}  # fmt: skip
ANY_GRAMMAR = Grammar(
    Vocabulary(
        resources=("point", "ore", "oak", "coin"),
        kinds=("fruit", "nut", "berry", "metal", "thing"),
        cards=("Copper", "Silver", "Pot", "End"),
    )
)
ANY = """play:
  cards: {cards: {}, market: {supply: true}}
  resources: {ore: {}, oak: {}, coin: {}}
  hand: 5
  actions: {play: {play: card}, buy: {buy: market}, rest: "Gain 2 coin, draw 1"}
  turn: [each turn effects, {choose: [play, buy, rest]}]
  end: after 9 rounds
"""


def is_good(cell: str) -> bool:
    """Whether a cell is one of known phrases that can stand on a card."""
    program, faults = ANY_GRAMMAR.read(cell)
    return not faults and not any(
        wrong_in(each.clause, scores=each.trigger == "end", of_card=True) for each in program
    )


def test_a_new_game_of_words_needs_no_trust(tmp_path: Path) -> None:
    from generator.system.trust import programs_in

    for kind in KINDS:
        made = new_game(f"My {kind}", tmp_path, like=kind)
        assert not programs_in(made)
        pack, problems = open_pack(made)
        assert pack is not None and not list(problems) and pack.name == f"My {kind}"
    with pytest.raises(ValueError, match="no kind of game"):
        new_game("My Own", tmp_path, like="worker")


def test_a_chosen_card_counts_for_who_judges_but_not_in_the_score(tmp_path: Path) -> None:
    play = "play: {cards: cards, hand: 3, turn: [{keep: 1, pass: left}], end: after 1 round}\n"
    cards = "name,count,points,effect\nFig,9,0,Gain 4 points.\nNut,9,2,\nPip,9,0,\n"
    table = Table(game_of(tmp_path / "game", play, 2, cards=cards), seed=2)
    assert len(table.answers()) > 1
    judged = {}
    for name, move in table.answers().items():
        state = table.state.copy()
        table.game.play(table.tables, state, np.int64(move), table.rng)
        scores = np.zeros(2)
        table.game.score(table.tables, state, scores)
        assert scores.tolist() == [0, 0]
        assert table.game.value is not None
        judged[name] = float(table.game.value(table.tables, state, 0))
    assert sorted(judged, key=judged.__getitem__) == sorted(
        judged, key=["keep Pip", "keep Nut", "keep Fig"].index
    )


def test_a_game_of_words_gets_no_advice_about_rules_it_has_not(tmp_path: Path) -> None:
    play = "play: {cards: cards, hand: 3, turn: [{keep: 1, pass: left}], end: after 1 round}\n"
    check = Secrecy(game_of(tmp_path / "game", play, 2, cards="name,count\nFig,20\n"))
    check.named.add("keep")
    check.kept["keep"] = False
    assert not list(check.concluded())


def test_no_number_is_tuned_that_changes_nothing(tmp_path: Path) -> None:
    """Points of cards that are always discarded, costs that nobody pays, unused start copies."""
    play = """play:
  cards: {cards: {}, market: {supply: true}}
  resources: {coin: {}, ore: {}}
  actions: {play: {play: card, to: discard}}
  turn: [{choose: play}]
  end: after 9 rounds
"""
    for changed, idle in (
        (play, {"points", "cost", "start"}),
        (play.replace(", to: discard", ""), {"cost", "start"}),
        (play.replace("  end", "  points count: owned\n  end"), {"cost", "start"}),
        (play.replace("{play: card", "{buy: market"), {"points", "start"}),
        (play.replace("turn: [", "turn: [Gain a card costing up to 2 coin, "), {"start"}),
    ):
        game = game_of(tmp_path / "game", changed, 2)
        assert columns_of_no_use(game.pack) == idle, changed


def test_a_purchase_costs_what_its_action_costs(tmp_path: Path) -> None:
    play = """play:
  cards: {cards: {row: 3}}
  resources: {coin: {start: 9}, permit: {start: 1, until: turn}}
  actions: {buy: {buy: cards, costs: 1 permit}, rest: Gain 0 coin}
  turn: {choose: [buy, rest], times: 2}
  end: after 9 rounds
"""
    table = Table(game_of(tmp_path / "game", play, 2, cards="name,count,cost\nFig,12,2 coin\n"))
    for _ in range(2):  # both players have one permit for their turn
        assert set(table.answers()) == {"buy Fig", "rest"}
        table.play("buy Fig")
        assert set(table.answers()) == {"rest"}
        table.play("rest")
    assert set(table.answers()) == {"buy Fig", "rest"}
    assert [table.amount(seat, "coin") for seat in range(2)] == [7, 7]


def test_only_options_that_can_be_paid_are_offered(tmp_path: Path) -> None:
    play = """play:
  cards: {cards: {}}
  resources: [ore, oak, coin]
  actions:
    trade: "Choose one: pay 5 ore: gain 9 coin / gain 1 oak / pay 1 oak: gain 2 coin"
  turn: {choose: trade}
  end: after 9 rounds
"""
    table = Table(game_of(tmp_path / "game", play, 2, cards="name,count\nFig,12\n"))
    table.play("trade")
    assert len(table.answers()) == 1
    table.play(*table.answers())
    assert table.amount(0, "oak") == 1
    table.play("trade")
    table.play(*table.answers())
    table.give(0, ore=5, oak=0)
    table.play("trade")
    assert len(table.answers()) == 2
    table.play(next(iter(table.answers())))
    assert (table.amount(0, "ore"), table.amount(0, "coin")) == (0, 9)


@pytest.mark.parametrize(
    ("end", "meant"),
    [
        ("someone has 20 points", "somebody has 20 points"),
        ("when any player reaches 15 or more points", "somebody has 15 points"),
        ("the deck runs out", "the deck is empty"),
        ("two piles run out", "two supplies are empty"),
        ("3 piles are exhausted", "3 supplies are empty"),
        ("ore supply is gone", "the ore supply is empty"),
        ("the game ends after ten rounds", "after ten rounds"),
        ("20 rounds", "after 20 rounds"),
        ("after 20 turns", ""),
        ("first to 20", ""),
    ],
)
def test_an_end_in_other_words_is_named_in_ours(tmp_path: Path, end: str, meant: str) -> None:
    play = f"""play:
  cards: {{cards: {{row: 3}}}}
  resources: {{ore: {{bank: 9}}}}
  actions: {{work: Gain 1 ore}}
  turn: {{choose: work}}
  scoring: 1 point per ore
  end: ["{end}"]
"""
    (tmp_path / "game.yaml").write_text(PARTS[: PARTS.index("  market:")] + play, "utf-8")
    (tmp_path / "cards.csv").write_text("name,count\nFig,9\n", "utf-8")
    pack, problems = open_pack(tmp_path)
    assert pack is None
    [problem] = problems
    fix = f'did you mean "{meant}"?' if meant else "ends are: somebody has 12 points"
    assert str(problem).split(" (", 1)[1].startswith(fix), str(problem)


@pytest.mark.parametrize(
    ("end", "turns"),
    [("the Fig supply is empty", 2), ("2 supplies are empty", 5), ("the cards supply is empty", 9)],
)
def test_ends_by_supplies(tmp_path: Path, end: str, turns: int) -> None:
    """Two figs, three nuts and four limes lie in the supply; a figure of each end in turn."""
    play = f"""play:
  cards: {{cards: {{supply: true}}}}
  resources: [coin]
  actions: {{buy: {{buy: cards}}}}
  turn: {{choose: buy}}
  end: ["{end}", after 40 rounds]
"""
    cards = "name,count,cost\nFig,2,0\nNut,3,0\nLime,4,0\n"
    table = Table(game_of(tmp_path / "game", play, 2, cards=cards))
    bought = [*["buy Fig"] * 2, *["buy Nut"] * 3, *["buy Lime"] * 4]
    for n, name in enumerate(bought):
        assert (table.asked < 0) == (n == turns)
        if n == turns:
            return
        table.play(name)
    assert table.asked == -1 and turns == len(bought)


def test_each_player_counts_and_keeps_apart(tmp_path: Path) -> None:
    """Only opponents are stolen from, each of them what they have."""
    play = """play:
  cards: {cards: {}}
  resources: {coin: {start: 5}}
  actions: {steal: "Steal 3 coin from each opponent"}
  turn: {choose: steal}
  end: after 9 rounds
"""
    table = Table(game_of(tmp_path / "game", play, 3, cards="name,count\nFig,9\n"))
    table.give(1, coin=2).play("steal")
    assert [table.amount(seat, "coin") for seat in range(3)] == [10, 0, 2]


def test_a_card_puts_itself_out_of_the_game(tmp_path: Path) -> None:
    play = """play:
  cards: {cards: {row: 2}}
  resources: [coin]
  actions: {buy: {buy: cards}}
  turn: {choose: buy}
  end: after 9 rounds
"""
    cards = "name,count,cost,effect\nFirework,9,0,Trash this. Gain 4 coin.\n"
    table = Table(game_of(tmp_path / "game", play, 2, cards=cards))
    table.play("buy Firework")
    assert table.names("out") == ["Firework"] and table.names("front") == []
    assert table.amount(0, "coin") == 4


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["abbey"])
def test_games_of_rare_phrases_keep_the_contract(name: str, players: int) -> None:
    folder = Path(__file__).parents[3] / "reading" / "phrases" / "rule_sheets" / name
    pack, problems = open_pack(folder)
    assert pack is not None, [str(problem) for problem in problems]
    found = conform(pack, players, games=8)
    assert not found.problems and found.games == 8
