"""The table at the end of a game says where the points of each seat come from."""

from pathlib import Path

from generator.play.engine.from_data.sources import GAINED
from tests.play.engine.from_data.table import Table, game_of

PLAY = """play:
  cards: {{market: {{supply: true}}}}
  resources: {{coin: {{start: 9}}}}
  actions: {{work: Gain 1 coin and 1 point, buy: {{buy: market}}}}
  turn: {{choose: [work, buy]}}
  scoring: {scoring}
  end: after 3 rounds
"""
CARDS = """name,count,cost,points,effect
Barn,4,2,3,
Mill,4,1,0,End: 1 point per coin
"""


def test_points_go_by_card_by_scoring_phrase_and_by_what_was_gained(tmp_path: Path) -> None:
    play = PLAY.format(scoring="1 point per 2 coins")
    table = Table(game_of(tmp_path / "game", play, 2, market=CARDS))
    for answer in ("buy Barn", "work", "buy Mill", "work", "buy Barn", "work"):
        table.play(answer)
    game = table.game
    assert game.tally is not None
    found = [dict(game.tally(table.tables, table.state, seat)) for seat in (0, 1)]
    assert {name: n for name, n in found[0].items() if n} == {
        "Barn": 6, "Mill": 4, "1 point per 2 coins": 2,
    }  # fmt: skip
    assert {name: n for name, n in found[1].items() if n} == {"1 point per 2 coins": 6, GAINED: 3}
