"""Curves over the values of a parameter, and their shapes."""

from dataclasses import replace

from generator.model.pack import Pack
from generator.play.studies.sweep.run import sweep
from tests.play.lean import LEAN, pack_of


def test_a_sweep_draws_curves_over_the_values(market: Pack) -> None:
    packs = {float(c): pack_of("market", f"coins={c}") for c in (5, 1, 3)}
    found = sweep(packs, "coins", replace(LEAN, players=2, games=120))
    assert found.values == (1.0, 3.0, 5.0) and found.default == 3
    empty = next(c for c in found.curves if c.measure.key == "coins run out")
    assert empty.is_share and empty.points[0].value > empty.points[2].value
