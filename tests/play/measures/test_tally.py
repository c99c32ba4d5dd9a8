"""Sums of games in blocks and histograms do not depend on the batches."""

import numpy as np
import pytest

from generator.model.measures import HALF_TIME
from generator.play.engine.batch import course_marks
from generator.play.measures import tally
from generator.play.measures.metrics import measure
from generator.play.measures.tally import MOST_BLOCKS, Blocks, Histogram
from generator.play.statistics import inference
from tests.play.batches import batch_of, tally_of


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
    known = inference.mean_interval(value)
    assert pooled.seats.shares[0].value == pytest.approx(known.value)
    assert pooled.seats.shares[0].half == pytest.approx(known.half, rel=0.08)


def test_a_histogram_grows_its_grain_before_it_grows_too_large() -> None:
    histogram = Histogram()
    histogram.add(np.arange(15_000))
    assert histogram.n == 15_000 and len(histogram.counts) <= 5000 and histogram.grain == 10
    assert histogram.share(0, 7499) == pytest.approx(0.5, abs=0.01)


def test_a_batch_of_another_run_is_refused() -> None:
    tally = tally_of(batch_of([[1, 0]]))
    with pytest.raises(ValueError, match="another run"):
        tally.add(batch_of([[1, 0]], seed=2))


@pytest.mark.parametrize("most", [16, 17])
@pytest.mark.parametrize("many", [1, 7, 90])
def test_every_block_but_the_last_holds_as_many_games(
    many: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "MOST_BLOCKS", most)
    blocks, n = Blocks(), 0
    while n < 9 * most + 5:
        blocks.add(np.ones((many, 1)))
        n += many
        assert (blocks.rows[:-1, 0] == blocks.size).all() and blocks.rows[:, 0].sum() == n
        assert blocks.rows[-1, 0] == blocks.in_last and len(blocks.rows) <= most


def test_the_half_time_leader_leads_at_half_time() -> None:
    assert tally.TENTHS[HALF_TIME.i] == tally.TENTHS[HALF_TIME.j] == 5


def test_marks_are_followed_on_either_side_of_half_a_game() -> None:
    def marks(decisions: int) -> list[int]:
        batch = batch_of([[1, 0]] * 3, decisions=[decisions] * 3, courses=np.zeros((3, 30, 2)))
        return [course_marks(99)[i] for i in tally._about_half(batch)]

    assert marks(20) == [6, 7, 8, 9, 10, 11, 12, 13, 15]  # about 10, four on either side
    assert marks(2) == marks(1) == [1, 2, 3, 4, 5]
    assert marks(5) == [1, 2, 3, 4, 5, 6, 7]  # about 3: 2.5 is 1.2 times less, 1.25 times 2
