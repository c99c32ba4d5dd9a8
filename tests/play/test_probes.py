"""Supplies that run out, tried larger."""

from dataclasses import replace

from generator.pack import Pack
from generator.play.simulate import simulate
from tests.play.lean import LEAN, pack_of


def test_a_supply_that_runs_out_is_tried_larger(market: Pack) -> None:
    results = simulate(market, replace(LEAN, supplies=True, players=3))
    coins = results.main.metrics.supplies[0]
    assert coins.start == 3 and coins.empty_games.value > 0.5
    assert [p.size for p in results.probes] == [4, 6]
    assert results.probes[1].empty_games.value < results.probes[0].empty_games.value
    known = simulate(pack_of("market", "coins=6"), replace(LEAN, players=3)).main.metrics
    assert results.probes[1].empty_games.value == known.supplies[0].empty_games.value
