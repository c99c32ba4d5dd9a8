"""Pressing on: cards are turned up until the player stops, or two of a kind take them all."""

from pathlib import Path

import numpy as np
import pytest

from generator.kit import cards_in, count, take_at
from generator.kit import put as lay
from generator.play.engine.from_data.layout import DISCARDS_AT, DRAW_DECK, ROWS_AT
from tests.play.engine.from_data.table import Table, game_of

CARDS = """name,count,kind,points,effect
Gem,9,treasure,2,
Bag,9,gear,0,Gain 3 coin.
Bat,9,danger,0,
"""
PLAY = """play:
  cards: cards
  resources: {coin: {}}
  turn: [{press on: cards, bust: danger}]
  end: after 3 rounds
"""


def table_of(folder: Path, *order: str, play: str = PLAY) -> Table:
    """A game whose deck has these cards on top, the first of them turned up already."""
    table = Table(game_of(folder / "game", play, 2, cards=CARDS))
    deck, turned = table.state.cards[DRAW_DECK], table.state.cards[ROWS_AT]
    while count(turned):
        lay(deck, take_at(turned, 0))
    chosen = []
    for name in order:
        called = [table.people.name_of(card) for card in cards_in(deck)]
        chosen.append(take_at(deck, called.index(name)))
    for card in reversed(chosen):
        lay(deck, card)
    lay(turned, take_at(deck, 0))
    return table


def names(table: Table, pile: int) -> list[str]:
    return sorted(table.people.name_of(card) for card in cards_in(table.state.cards[pile]))


def test_cards_are_kept_where_the_player_stops(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Gem", "Bag", "Gem")
    assert set(table.answers()) == {"stop", "press on"}
    table.play("press on", "press on")
    assert names(table, ROWS_AT) == ["Bag", "Gem", "Gem"] and table.score(0) == 0
    table.play("stop")
    assert table.names("front", 0) == ["Bag", "Gem", "Gem"] and table.asked == 1
    assert table.amount(0, "coin") == 3 and table.score(0) == 4


def test_two_dangers_take_all(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Gem", "Bat", "Gem", "Bat")
    table.play("press on", "press on", "press on")
    assert table.asked == 1 and not table.names("front", 0) and table.score(0) == 0
    assert names(table, DISCARDS_AT) == ["Bat", "Bat", "Gem", "Gem"]


def test_without_a_kind_any_two_alike_take_all(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Gem", "Bag", "Gem", play=PLAY.replace(", bust: danger", ""))
    table.play("press on", "press on")
    assert table.asked == 1 and not table.names("front", 0)


def test_who_judges_counts_what_is_turned_up(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Gem", "Gem")
    assert table.game.value is not None
    before = float(table.game.value(table.tables, table.state, 0))
    table.play("press on")
    assert float(table.game.value(table.tables, table.state, 0)) > before


def test_an_empty_deck_lets_a_player_only_stop(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Gem")
    deck = table.state.cards[DRAW_DECK]
    while count(deck):
        lay(table.state.cards[28], take_at(deck, 0))
    assert set(table.answers()) == {"stop"}
    table.play("stop")
    assert table.names("front", 0) == ["Gem"]
    assert table.asked == -1  # nobody can turn up a card, and the rounds go by


@pytest.mark.parametrize("seed", range(5))
def test_random_games_end(tmp_path: Path, seed: int) -> None:
    table, rng = table_of(tmp_path, "Gem"), np.random.default_rng(seed)
    while table.asked >= 0:
        table.play(sorted(table.answers())[rng.integers(len(table.answers()))])
    assert int(table.state.rounds) == 3


def test_a_deck_that_is_none_is_reported(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match='press on: "market" is no deck'):
        game_of(tmp_path / "game", PLAY.replace("press on: cards", "press on: market"), 2)
