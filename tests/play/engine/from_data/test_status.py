"""The line above the table: the round, what may be done, what is at risk, when the game ends."""

from pathlib import Path

from tests.play.engine.from_data.table import Table, game_of
from tests.play.engine.from_data.test_press_on import PLAY, table_of

SHOP = """play:
  cards: {market: {supply: true}}
  resources: {coin: {start: 9}}
  actions: {work: Gain 1 coin, buy: {buy: market}}
  turn: {choose: [work, buy]}
  end: [somebody has 10 points, "the coin supply is empty", after 9 rounds]
"""


def status(table: Table) -> str:
    assert table.game.status is not None
    return table.game.status(table.tables, table.state, 0)


def test_the_status_names_the_actions_and_every_end(tmp_path: Path) -> None:
    shop = SHOP.replace("{start: 9}", "{start: 2, bank: 20}")
    table = Table(game_of(tmp_path / "game", shop, 2))
    assert status(table) == (
        "Round 1 of 9: work or buy a card. End: somebody has 10 points or the coin supply is empty."
    )
    table.state.ending = 2
    assert status(table) == "Round 1 of 9, the last: work or buy a card"


def test_places_are_one_kind_of_action(tmp_path: Path) -> None:
    play = SHOP.replace("coin: {start: 9}", "coin: {bank: 9}, worker: {start: 2, until: round}")
    play = play.replace("  cards: {", "  places: cards\n  cards: {").replace("work, ", "places, ")
    cards = "name,count,effect\nMine,1,Gain 1 coin\nDock,1,Gain 2 coin\n"
    table = Table(game_of(tmp_path / "game", play, 2, cards=cards))
    assert status(table).startswith("Round 1 of 9: buy a card or go to a place. ")


def test_a_turned_up_danger_is_at_risk(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Gem", "Bat", "Gem")
    assert status(table) == "Round 1 of 3: turn up another card, or stop and keep 2 points"
    table.play("press on")
    assert status(table).endswith("; a second danger takes all")


def test_a_player_who_may_stop_is_told_how_many_points_lie_open(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Gem", "Gem", "Bat")
    table.play("press on")
    assert status(table).startswith("Round 1 of 3: turn up another card, or stop and keep 4 points")


def test_a_second_card_of_a_kind_is_at_risk(tmp_path: Path) -> None:
    alike = table_of(tmp_path, "Gem", "Bag", play=PLAY.replace(", bust: danger", ""))
    assert status(alike).endswith("; a second treasure takes all")
