"""The price of rows: planted twins and dominated rows are found, and none are invented."""

import json
import time
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.play.engine.game import load_game
from generator.play.studies.trials.balance import Balance, balances_of, probe, sentences
from generator.reading.door import open_pack
from tests.toys import opened

# Two seats buy cards from a row of four for coins; a card may give points and, each turn, coins.
BUILDER = """
import numpy as np
from generator.kit import copies, pieces_of, printed, record, rule, shuffle

SEATS = (2, 2)
CHANCE = True
LONGEST = 60
WIDEST = 5


def setup(pack, players):
    cards = copies(pack, "cards")
    numbers = {
        name: [int(row.fields.get(name) or 0) for row in cards]
        for name in ("cost", "vp", "income", "weight", "rebate")
    }
    tables = record(n=len(cards), cards=printed(pack, "cards"), **numbers)
    state = record(deck=np.zeros(len(cards), np.int64), top=0, row=[0] * 4, coins=[0] * 2,
                   gives=[0] * 2, points=[0] * 2, seat=0, turns=0)
    return tables, state


@rule
def deal(tables, state, rng):
    state.deck[:] = np.arange(tables.n)
    shuffle(rng, state.deck, tables.n)
    state.row[:] = state.deck[:4]
    state.top = 4
    state.coins[:] = 3
    state.gives[:] = 1


@rule
def moves(tables, state, out):
    n = 0
    for k in range(4):
        card = state.row[k]
        price = tables.cost[card] - tables.rebate[card]
        if card >= 0 and price <= state.coins[state.seat] and tables.weight[card] <= 9:
            out[n] = k
            n += 1
    out[n] = 4
    return n + 1


@rule
def play(tables, state, move, rng):
    seat = state.seat
    if move < 4:
        card = state.row[move]
        state.coins[seat] -= tables.cost[card] - tables.rebate[card]
        state.points[seat] += POINTS
        state.gives[seat] += tables.income[card]
        state.row[move] = state.deck[state.top] if state.top < tables.n else -1
        state.top += 1
    state.coins[seat] += state.gives[seat]
    state.seat = 1 - seat
    state.turns += 1


@rule
def turn(tables, state):
    return -1 if state.turns == 40 else state.seat


@rule
def score(tables, state, out):
    for seat in range(2):
        out[seat] = SCORE


@rule
def piece(tables, state, move):
    return tables.cards[state.row[move]] if move < 4 else -1


def pieces(pack):
    return pieces_of(pack, "cards")


def describe(tables, state, move):
    return {"do": "buy", "place": int(move)} if move < 4 else {"do": "pass"}
"""
YAML = """protoplay: 1
name: Builder
players: 2
components:
  cards:
    size: poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}"}
"""
# More points always cost more beside the same income: nothing is ever the worse card. Whoever adds
# up prices, or forgets what a card gives, would find pairs enough.
CARDS = [
    (f"card {income}{vp}", 1 + 2 * income + 2 * vp, vp, income)
    for income, vp in product(range(5), range(8))
]


def builder(
    folder: Path,
    cards: Any = CARDS,
    points: str = "tables.vp[card]",
    score: str = "state.points[seat]",
    more: str = "",
) -> Path:
    """The game with these cards: name, cost, vp, income; further columns by name."""
    folder.mkdir(parents=True, exist_ok=True)
    extra = sorted({name for card in cards for name in (card[4] if len(card) > 4 else {})})
    lines = [",".join(["name", "cost", "vp", "income", *extra])]
    for name, cost, vp, income, *rest in cards:
        own = rest[0] if rest else {}
        lines.append(",".join(map(str, [name, cost, vp, income, *(own.get(n, 0) for n in extra)])))
    (folder / "cards.csv").write_text("\n".join(lines) + "\n")
    (folder / "game.yaml").write_text(YAML + more)
    rules = BUILDER.replace("POINTS", points).replace("SCORE", score)
    (folder / "rules.py").write_text(rules)
    return folder


def weighed(folder: Path) -> Balance:
    """The balance of the only component."""
    (balance,) = balances_of(opened(folder))
    return balance


def found(balance: Balance) -> list[tuple[str, str]]:
    return [(each.row.name, each.by.name) for each in balance.dominated]


def test_nothing_is_invented_in_an_engine_builder(tmp_path: Path) -> None:
    balance = weighed(builder(tmp_path))
    assert dict(balance.meanings) == {"cost": "price", "vp": "points"}
    assert balance.unknown == ("income",)
    assert not balance.twins
    assert not balance.dominated


def test_planted_twins_and_worse_rows_are_found(tmp_path: Path) -> None:
    planted = [("twin", 5, 2, 0), ("dear", 8, 2, 0), ("poor", 5, 1, 0), ("both", 9, 1, 0)]
    balance = weighed(builder(tmp_path, [*CARDS, *planted]))
    assert [[row.name for row in rows] for rows in balance.twins] == [["card 02", "twin"]]
    assert found(balance) == [("dear", "card 03"), ("poor", "card 01"), ("both", "card 02")]
    said = "\n".join(sentences(balance))
    assert 'twins: "card 02" and "twin" are alike in all but name' in said
    dear = '"dear" costs more and gives less than "card 03" and is no better in anything'
    assert f"{dear} (cost 8 against 7, vp 2 against 3); 2 other rows beat it, too" in said
    poor = '"poor" costs more than "card 01" and is no better in anything'
    assert f"{poor} (cost 5 against 3); 2 other rows beat it, too" in said
    assert "vp per cost, the most: card 07 (0.47)" in said


def test_a_card_of_other_income_is_never_compared(tmp_path: Path) -> None:
    balance = weighed(builder(tmp_path, [*CARDS, ("mill", 30, 0, 9)]))
    assert not balance.dominated


def test_points_that_only_the_last_count_knows(tmp_path: Path) -> None:
    """Cards are worth their points at the end of the game; before it every score is 0."""
    folder = builder(
        tmp_path, points="tables.vp[card]", score="state.points[seat] if state.turns == 40 else 0"
    )
    assert probe(load_game(opened(folder), 2))["cards"] == {"cost": "price", "vp": "points"}


@pytest.mark.parametrize(
    ("column", "points"),
    [
        ("weight", "tables.vp[card] + tables.weight[card]"),  # keeps moves away, and is worth it
        ("rebate", "tables.vp[card]"),  # allows moves
        ("harm", "tables.vp[card]"),  # the rules do not read it
    ],
)
def test_columns_that_are_neither_price_nor_gain_stay_unknown(
    tmp_path: Path, column: str, points: str
) -> None:
    cards = [(*card, {column: 1 + k % 9}) for k, card in enumerate(CARDS)]
    balance = weighed(builder(tmp_path, cards, points))
    assert column in balance.unknown
    assert balance.meanings["cost"] == "price"


def test_columns_that_prevent_moves_and_cost_points_are_prices(tmp_path: Path) -> None:
    cards = [(*card, {"weight": 1 + k % 9}) for k, card in enumerate(CARDS)]
    balance = weighed(builder(tmp_path, cards, "tables.vp[card] - tables.weight[card]"))
    assert balance.of("price") == ("cost", "weight")


def test_meanings_given_by_the_pack_come_first(tmp_path: Path) -> None:
    folder = builder(tmp_path, more="    columns: {income: gain, vp: other}\n")
    balance = weighed(folder)
    assert dict(balance.meanings) == {"cost": "price", "income": "gain"}
    assert balance.unknown == ()
    mill = ("mill", 3, 0, 2)  # one coin a turn more than card 10, for the same price
    assert found(weighed(builder(tmp_path, [*CARDS, mill]))) == [("card 20", "mill")]
    folder = builder(tmp_path, [*CARDS, mill], more="    columns: {income: gain}\n")
    assert ("card 10", "mill") in found(weighed(folder))


def test_a_pack_without_rules_says_it_all_itself(tmp_path: Path) -> None:
    folder = builder(tmp_path, [("a", 2, 1, 0), ("b", 3, 1, 0), ("c", 3, 2, 0)])
    (folder / "rules.py").unlink()
    balance = weighed(folder)
    assert (dict(balance.meanings), balance.unknown) == ({}, ("cost", "vp"))
    assert not balance.dominated
    builder(folder, [("a", 2, 1, 0), ("b", 3, 1, 0), ("c", 3, 2, 0)],
            more="    columns: {cost: price, vp: points}\n")  # fmt: skip
    (folder / "rules.py").unlink()
    balance = weighed(folder)
    assert found(balance) == [("b", "c")] or found(balance) == [("b", "a")]
    assert [rate.value for rate in balance.rates] == [2 / 3, 0.5, 1 / 3]


def test_pictures_and_copies_do_not_make_a_difference(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,cost,art,n\na,2,a.png,1\nb,2,b.png,3\nc,3,c.png,2\n")
    more = '    count: "{{ n }}"\n'
    (tmp_path / "game.yaml").write_text(YAML + more)
    balance = weighed(tmp_path)
    assert [[row.name for row in rows] for rows in balance.twins] == [["a", "b"]]
    assert "alike in all but name and picture" in "\n".join(sentences(balance))


def test_a_folder_of_pictures_has_nothing_to_compare(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,art\na,a.png\nb,b.png\n")
    (tmp_path / "game.yaml").write_text(YAML)
    assert balances_of(opened(tmp_path)) == ()


def test_columns_that_there_are_not_and_cells_without_a_number(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,cost,vp\na,2,1\nb,free,\n")
    (tmp_path / "game.yaml").write_text(YAML + "    columns: {cost: price, vp: worth}\n")
    _, problems = open_pack(tmp_path)
    assert 'unknown choice "worth"' in str(next(iter(problems)))
    (tmp_path / "game.yaml").write_text(YAML + "    columns: {costs: price, cost: price}\n")
    pack, problems = open_pack(tmp_path)
    told = [str(problem) for problem in problems]
    assert pack is None
    assert any('cards has no column "costs"' in text and "cost" in text for text in told), told
    assert any('"cost" of b is not a number but "free"' in text for text in told), told


def test_bundled_games_have_twins_but_no_worse_rows() -> None:
    twins = {}
    for name in ("mara", "marram", "shiftago"):
        balances = balances_of(opened(Path(name)), plays=name != "mara")
        assert not any(balance.dominated for balance in balances)
        twins[name] = [[r.name for r in rows] for b in balances for rows in b.twins]
    pairs = [["P10-3", "P10-4"], ["P13-1", "P13-2"], ["P30-1", "P30-2"]]
    assert twins == {"mara": [], "marram": pairs, "shiftago": []}


def test_check_tells_it_in_words_and_as_json(tmp_path: Path) -> None:
    folder = builder(tmp_path / "b", [*CARDS, ("dear", 8, 2, 0)])
    call = ["check", str(folder), "--games", "1", "--trust", "--balance"]
    said = CliRunner().invoke(app, call)
    assert said.exit_code == 0, said.output
    assert "balance of cards\n  price: cost · points: vp · meaning not known: income" in said.output
    assert "columns: {cost: price}" in said.output
    told = json.loads(CliRunner().invoke(app, [*call, "--json"]).stdout)
    (cards,) = told["balance"]
    assert cards["dominated"] == [{"row": "dear", "by": "card-03", "columns": ["cost", "vp"]}]
    assert cards["columns"] == {"cost": "price", "vp": "points"}
    plain = CliRunner().invoke(app, call[:-1])
    assert "balance" not in plain.output


def test_a_row_without_a_stated_number_is_reported(tmp_path: Path) -> None:
    rows = "    rows: [{name: A, cost: 2, vp: 3}, {name: C, vp: 3}]\n"
    text = YAML.replace("    rows: cards.csv\n", rows) + "    columns: {cost: price, vp: points}\n"
    (tmp_path / "game.yaml").write_text(text)
    _, problems = open_pack(tmp_path)
    assert any('c has no "cost"' in str(p) and "0 for none" in str(p) for p in problems)


@pytest.mark.parametrize(
    "points",
    [
        "loop(tables.cost[card])",  # never ends with a cost of 0
        "[1, 2, 3, 4, 5, 6, 7, 8, 9][tables.vp[card]] if tables.vp[card] < 8 else missing_name",
    ],
)
def test_rules_that_other_numbers_break_leave_their_column_unknown(
    tmp_path: Path, points: str
) -> None:
    folder = builder(tmp_path, points=points)
    loop = "\n\ndef loop(step):\n    at = 0\n    while at < 9:\n        at += step\n    return at\n"
    (folder / "rules.py").write_text((folder / "rules.py").read_text() + loop)
    balance = weighed(folder)
    assert "vp" not in balance.meanings or "loop" in points


def test_paid_cards_have_no_points_per_price(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,cost,vp\nGift,-2,3\nFree,0,3\nDear,3,3\n")
    (tmp_path / "game.yaml").write_text(YAML + "    columns: {cost: price, vp: points}\n")
    balance = weighed(tmp_path)
    assert balance.rates == ()
    assert found(balance) == [("Free", "Gift"), ("Dear", "Gift")]
    assert "cost 3 against −2" in "\n".join(sentences(balance))


def test_thousands_of_rows_are_compared_at_once(tmp_path: Path) -> None:
    lines = [f"card {i},{i % 97},{i % 89},{i % 7}" for i in range(3000)]
    (tmp_path / "cards.csv").write_text("\n".join(["name,cost,vp,income", *lines]) + "\n")
    (tmp_path / "game.yaml").write_text(YAML + "    columns: {cost: price, vp: points}\n")
    begun = time.process_time()
    assert weighed(tmp_path).dominated
    assert time.process_time() - begun < 20
