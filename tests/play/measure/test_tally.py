"""Games summed: in blocks, in histograms, whatever batches they came in."""

import numpy as np
import pytest

from generator.play.measure import stats
from generator.play.measure.metrics import measure
from generator.play.measure.tally import MOST_BLOCKS, Blocks, Histogram
from tests.play.measure.test_metrics import batch_of, tally_of


def test_blocks_hold_the_same_however_the_games_came_in() -> None:
    rows = np.arange(2 * 10_000, dtype=np.float64).reshape(-1, 2)
    whole, bits = Blocks(), Blocks()
    whole.add(rows)
    for start in range(0, len(rows), 77):
        bits.add(rows[start : start + 77])
    assert len(whole.rows) <= MOST_BLOCKS and whole.size == bits.size == 4
    assert (whole.rows == bits.rows).all() and whole.in_last == bits.in_last
    assert whole.rows.sum() == rows.sum()


def test_intervals_of_pooled_blocks_are_those_of_single_games() -> None:
    rng = np.random.default_rng(1)
    points = rng.integers(0, 9, (9000, 2))
    pooled = measure(tally_of(batch_of(points)))
    value = (points[:, 0] > points[:, 1]) + 0.5 * (points[:, 0] == points[:, 1])
    known = stats.mean_interval(value)
    assert pooled.seats.shares[0].value == pytest.approx(known.value)
    assert pooled.seats.shares[0].half == pytest.approx(known.half, rel=0.08)


def test_a_histogram_grows_its_grain_before_it_grows_too_large() -> None:
    histogram = Histogram()
    histogram.add(np.arange(5000))
    assert histogram.n == 5000 and len(histogram.counts) <= 2000 and histogram.grain == 4
    assert histogram.share(0, 2499) == pytest.approx(0.5, abs=0.01)


def test_a_batch_of_another_run_is_refused() -> None:
    tally = tally_of(batch_of([[1, 0]]))
    with pytest.raises(ValueError, match="another run"):
        tally.add(batch_of([[1, 0]], seed=2))
