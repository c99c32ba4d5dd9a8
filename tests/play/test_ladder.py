"""Players rated against each other."""

from dataclasses import replace

from generator.pack import Pack
from generator.play.ladder import ladder
from tests.play.lean import LEAN


def test_a_ladder_ranks_players_by_skill(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=3, games=240))
    low, high = found.rungs
    assert (low.spec, low.elo.value) == ("random", 0.0) and high.elo.low > 50
    assert found.steps[0].stronger == "greedy" and found.steps[0].share.low > 1 / 3
    assert found.games == 240 and len(found.seats) == 3
