"""What a move did to players in a game of words, and what belongs to the turn of the mover."""

from pathlib import Path
from typing import Any

import numpy as np

from generator.kit import cards_in
from generator.play.engine.from_data.layout import DISCARDS_AT
from generator.preview.happenings import turns_of
from generator.preview.seat_views import Seated
from tests.play.engine.from_data.table import Table, game_of
from tests.play.engine.from_data.test_press_on import table_of

RAID = """name,count,kind,points,effect
Ransom,20,plot,0,Steal 2 coin from each opponent.
"""
TURNS = """play:
  cards: cards
  resources: {coin: {start: 9}}
  hand: 2
  actions: {play: {play: card, to: discard}}
  turn: [Draw 1, choose: play]
  end: after 3 rounds
"""


def results_of(table: Table, name: str) -> tuple[list[str], Any, Any]:
    """The results of a move, and the positions at the end of its turn and after it."""
    game, move = table.game, np.int64(table.answers()[name])
    before, end = table.state.copy(), table.state.copy()
    assert game.to_turn_end is not None and game.tell_results is not None
    game.to_turn_end(table.tables, end, move, table.rng)
    table.play(name)
    return list(game.tell_results(table.tables, before, move, end)), end, table.state


def test_a_second_danger_is_named_with_what_it_takes(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Gem", "Bat", "Bag", "Bat", "Gem")
    assert results_of(table, "press on")[0] == ["turn up Bat"]
    assert results_of(table, "press on")[0] == ["turn up Bag"]
    words, end, after = results_of(table, "press on")
    assert words == ["turn up Bat (a second danger): lose Gem and Bag"]
    assert table.names("row") == ["Gem"], "the first card of the next player"
    top = cards_in(table.state.cards[DISCARDS_AT])[0]
    assert table.people.name_of(top) == "Bat"
    assert end.tobytes() != after.tobytes()


def test_what_a_card_costs_others_is_told_and_draws_belong_to_their_turn(tmp_path: Path) -> None:
    game = game_of(tmp_path / "game", TURNS, 2, cards=RAID)
    seated = Seated(game, 1, 0)
    seated.go([seated.legal(0)[0]])
    (told,) = seated.view(1, 0, False).told
    assert told.words == "Play Ransom" and told.results == ("player 2 loses 2 coins",)
    assert told.draws == () and told.later == ("draw a card",)
    rows = turns_of([told], game.sides)
    assert [(row.seat, row.opening) for row in rows] == [(0, ()), (1, ("draw a card",))]
    seated.go([seated.legal(0)[0], seated.legal(1)[0]])
    last = seated.view(2, 0, False).told[-1]
    assert last.ends_round and last.round == 0 and len(last.later) == 1


def test_the_log_begins_with_a_whole_turn(tmp_path: Path) -> None:
    seated = Seated(table_of(tmp_path, "Gem").game, 1, 0)
    moves: list[int] = []
    while len(moves) < 60 and seated.turn(len(moves)) >= 0:
        legal = seated.legal(len(moves))
        moves.append(legal[-1] if len(moves) % 4 else legal[0])
        seated.go(moves)
    first = seated.view(len(moves), None, False).told[0]
    assert first.ply == 1 or seated.turn(first.ply - 2) != first.seat
