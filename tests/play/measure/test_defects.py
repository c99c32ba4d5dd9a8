"""Holes in the rules, with games to see them in."""

from generator.pack import Pack
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.measure.defects import find_holes
from generator.play.measure.tally import Tally


def test_holes_are_found_with_games_to_see_them_in(market: Pack) -> None:
    game = load_game(market, 2, plain=True)
    batch = play_games(game, ["random"], 1, 0, 200, collect="full")
    tally = Tally.of(batch)
    tally.add(batch)
    holes = {hole.kind: hole for hole in find_holes(game, [(("random",), tally)])}
    assert "steal" in holes["never legal"].text
    assert "cap" not in holes and "loop" not in holes and "never used" not in holes
