"""Settings compared on the same seeds."""

from dataclasses import replace

import numpy as np
import pytest

from generator.model.pack import Pack
from generator.play.studies.compare.run import compare
from tests.play.lean import LEAN, pack_of


def test_comparing_pairs_seeds_and_narrows_the_difference(market: Pack) -> None:
    packs = {"coins=3": market, "coins=4": pack_of("market", "coins=4")}
    found = compare(packs, replace(LEAN, players=2))
    by_name = {d.measure.key: d for d in found.differences}
    score = by_name["score"]
    one, two = (r.main.metrics.seats.scores for _, r in found.results)
    each = [sum(e.value for e in scores) / 2 for scores in (one, two)]
    assert score.difference.value == pytest.approx(each[1] - each[0])
    apart = np.hypot(score.base.half, score.other.half)
    assert score.difference.half < 0.6 * apart
    assert score.q < 0.001 and by_name["coins run out"].is_share
    same = compare({"a": market, "b": market}, replace(LEAN, players=2))
    assert all(d.difference.value == 0 or d.difference.n == 0 for d in same.differences)
