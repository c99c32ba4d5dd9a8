"""The kinds of move name the card, the action or the phrase that asks whether to do something."""

from pathlib import Path

import numpy as np

from tests.play.engine.from_data.table import Table, game_of

PLAY = """play:
  cards: {cards: {row: 2}, market: {supply: true}}
  resources: {ore: {start: 3}, coin: {}}
  set-up: You may gain 1 ore
  actions: {dig: "Gain 1 ore, pay 2 ore: gain 4 coin", buy: {buy: cards}, rest: Gain 1 coin}
  turn: [{choose: [dig, buy]}, "Pay 1 ore: gain 1 coin"]
  end: after 9 rounds
"""
HEAD = "name,count,kind,cost,points,effect,start\n"
CARDS = HEAD + "Fig,8,fruit,1 ore,0,When bought: you may gain 2 coin,0\n"


def asked(table: Table) -> dict[str, str]:
    """The legal moves, and the kind of each."""
    game = table.game
    assert game.kind is not None
    return {
        name: game.kinds[int(game.kind(table.tables, table.state, np.int64(move)))]
        for name, move in table.answers().items()
    }


def test_a_choice_is_named_after_the_words_that_ask(tmp_path: Path) -> None:
    table = Table(game_of(tmp_path, PLAY, 2, cards=CARDS))
    assert asked(table) == {"do it": "gain 1 ore", "leave it": "leave it"}
    table.play("leave it", "leave it")
    assert asked(table) == {"dig": "dig", "buy Fig": "buy"}
    table.play("dig")
    assert asked(table) == {"dig: do it": "use dig's effect", "dig: leave it": "leave it"}
    table.play("dig: do it")
    assert asked(table)["do it"] == "use the turn's effect"
    table.play("do it", "buy Fig")
    assert asked(table) == {"Fig: do it": "use Fig's effect", "Fig: leave it": "leave it"}
    assert table.game.kinds == (
        *("use Fig's effect", "use dig's effect", "use the turn's effect", "gain 1 ore"),
        *("leave it", "dig", "buy"),
    )


def test_many_choices_are_counted_together(tmp_path: Path) -> None:
    rows = [f"Fig {i},2,fruit,1 ore,0,When bought: you may gain 2 coin,0\n" for i in range(9)]
    game = game_of(tmp_path, PLAY, 2, cards=HEAD + "".join(rows))
    assert game.kinds == ("use an effect", "leave it", "dig", "buy")
