"""Games looked at again: win chances and luck."""

import pytest

from generator.pack import Pack
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.measure.insight import luck_of, trace_games
from tests.play.lean import pack_of


def test_win_chances_begin_open_and_end_with_the_winner(market: Pack) -> None:
    game = load_game(market, 2, plain=True)
    batch = play_games(game, ["random"], 1, 0, 6, collect="moves")
    traced, gains = trace_games(game, batch, "random", 40)
    assert len(traced) == int((batch.winners.sum(axis=1) == 1).sum())
    for one in traced:
        assert one.chances.sum(axis=1) == pytest.approx(1.0)
        assert one.chances[-1, one.winner] == 1.0 and 0.05 < one.chances[0, one.winner] < 0.95
        assert one.at[0] == 0 and one.at[-1] == one.decisions
    assert set(gains.tolist()) <= {1.0, 2.0, 3.0, 4.0, 12.0}
    again, _ = trace_games(game, batch, "random", 40, workers=3)
    assert all((a.chances == b.chances).all() for a, b in zip(traced, again, strict=True))


def test_luck_is_there_with_chance_and_nowhere_else(market: Pack) -> None:
    luck = luck_of(load_game(market, 2, plain=True), "greedy", 1, seeds=40, repeats=4)
    assert luck is not None and luck.chance is not None
    assert luck.deal.n == luck.chance.n == 160 and (luck.seeds, luck.repeats) == (40, 4)
    assert luck.deal.value > 0.5  # greedy players buy the dearest: the deck decides
    assert luck_of(load_game(pack_of("tictactoe"), 2, plain=True), "random", 1) is None
