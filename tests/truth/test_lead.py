"""Whether leads grow: nothing is found in a fair coin race, and planted effects are found."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from generator.model.pack import Pack, Worth
from generator.play.engine.batch import GameBatch, course_marks
from generator.play.measures.runaway import runaway_of
from generator.play.readings.course import LeadReading, course
from generator.play.readings.reading import backing_of
from generator.play.statistics.inference import Estimate
from tests.play.batches import batch_of, tally_of
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up, with_check

Floats = NDArray[np.float64]
MARKS = course_marks(64)
MARKET = pack_of("market")


def race(
    rng: np.random.Generator, n: int, *, seats: int = 2, to: int = 6, pull: float = 0.0,
    first: float = 0.0,
) -> GameBatch:  # fmt: skip
    """Return a coin race: each decision gives one seat a point, until one has `to` points.

    `pull` makes the leader win each coin more often, `first` the first seat.
    """
    longest = seats * (to - 1) + 1
    points = np.zeros((n, seats))
    trace = np.zeros((n, longest + 1, seats))
    length = np.zeros(n, np.int32)
    for t in range(1, longest + 1):
        is_on = points.max(axis=1) < to
        length[is_on] = t
        chance = np.ones((n, seats))
        best = points == points.max(axis=1, keepdims=True)
        chance += pull * (best & (best.sum(axis=1, keepdims=True) == 1))
        chance[:, 0] += first
        chance /= chance.sum(axis=1, keepdims=True)
        who = (rng.random((n, 1)) > chance.cumsum(axis=1)).sum(axis=1).clip(0, seats - 1)
        points[np.arange(n), who] += is_on
        trace[:, t] = points
    courses = np.full((n, len(MARKS), seats), np.inf)
    for k, mark in enumerate(MARKS):
        if mark <= longest:
            courses[:, k] = np.where((mark < length)[:, None], trace[:, mark], np.inf)
    return batch_of(points, decisions=length, courses=courses)


def lead_of(batch: GameBatch, pack: Pack = MARKET, check: GameBatch | None = None) -> LeadReading:
    """Return what a report reads about leads."""
    more, other = (
        {name: getattr(b, name) for name in ("decisions", "courses")}
        for b in (batch, check or batch)
    )
    made = made_up(batch.scores, pack, **more)
    if check is not None:
        made = with_check(made, check.scores, **other)
    (reading,) = (r for r in course(made) if isinstance(r, LeadReading))
    return reading


def verdict(batch: GameBatch) -> int:
    """Return 1 if leads are reported to grow, −1 to shrink, 0 neither."""
    found = runaway_of(tally_of(batch))
    assert found is not None and found.led.n > 0
    e = found.excess
    return int(np.sign(e.value)) if e.excludes(0) else 0


@pytest.mark.parametrize(("seats", "first"), [(2, 0.0), (3, 0.0), (2, 0.5)])
def test_a_coin_race_is_seldom_reported_to_run_away(seats: int, first: float) -> None:
    rng = np.random.default_rng(1)
    found = [verdict(race(rng, 600, seats=seats, first=first)) for _ in range(25)]
    assert sum(v != 0 for v in found) <= 5  # 5 %: above 5 once in 1,000


def test_the_interval_is_as_wide_as_coin_races_differ() -> None:
    rng = np.random.default_rng(7)
    found = [runaway_of(tally_of(race(rng, 300))) for _ in range(40)]
    excesses = [r.excess for r in found if r is not None]
    told = np.mean([e.high - e.low for e in excesses]) / 2 / 1.96
    assert told == pytest.approx(np.std([e.value for e in excesses]), rel=0.35)


@pytest.mark.slow
@pytest.mark.parametrize("n", [200, 1000])
@pytest.mark.parametrize(("seats", "to"), [(2, 3), (2, 10), (4, 6)])
def test_five_in_a_hundred_coin_races_are_reported_to_run_away(n: int, seats: int, to: int) -> None:
    rng = np.random.default_rng(2)
    found = [verdict(race(rng, n, seats=seats, to=to)) for _ in range(300)]
    assert 0.02 <= np.mean([v != 0 for v in found]) <= 0.08


@pytest.mark.slow
def test_a_seat_that_is_stronger_is_not_taken_for_a_lead_that_grows() -> None:
    rng = np.random.default_rng(6)
    batches = [race(rng, 1000, seats=4, to=6, first=0.5) for _ in range(100)]
    found = [runaway_of(tally_of(batch)) for batch in batches]
    alarms = [r.excess.low > 0 and r.part >= 0.05 for r in found if r is not None]
    assert len(alarms) == 100 and sum(alarms) <= 5


def test_leads_that_grow_and_leads_that_are_caught_up_are_reported() -> None:
    rng = np.random.default_rng(3)
    grown = [verdict(race(rng, 2000, to=10, pull=0.6)) for _ in range(5)]
    shrunk = [verdict(race(rng, 2000, to=10, pull=-0.4)) for _ in range(5)]
    assert grown == [1] * 5 and shrunk == [-1] * 5


def test_sentences_about_leads_claim_no_cause_and_count_the_leaders() -> None:
    rng = np.random.default_rng(4)

    def reading(pull: float) -> LeadReading:
        return lead_of(race(rng, 2000, to=10, pull=pull))

    fair = reading(0.0)
    assert 0.5 <= fair.lead.through <= 0.54 and fair.lead.led.value > 0.5
    assert [fair.state, reading(0.8).state, reading(-0.5).state] == ["kept", "runs away", "shrinks"]


def test_the_excess_is_worked_out_by_hand() -> None:
    # after 4 of 8 decisions: (2, 0) → (3, 1), (0, 1) → (1, 4), (1, 1) → (5, 1), one game is over
    at = np.zeros((4, len(MARKS), 2))
    at[:, 3] = [(2, 0), (0, 1), (1, 1), (np.inf, np.inf)]
    batch = batch_of([[3, 1], [1, 4], [5, 1], [9, 9]], decisions=[8, 8, 8, 3], courses=at)
    found = runaway_of(tally_of(batch))
    assert found is not None and found.after == 4
    assert (found.games.value, found.led.value, found.excess.n) == (3 / 4, 2 / 3, 2)
    # seats gain 1, 1, 4 and 1, 3, 0: means 2 and 4/3; leaders gain (1 − 2) − (1 − 4/3) and
    # (3 − 4/3) − (1 − 2)
    assert found.excess.value == pytest.approx(((1 - 2) - (1 - 4 / 3) + (3 - 4 / 3) - (1 - 2)) / 2)
    assert found.usual == pytest.approx((1 + 1 + 4 + 1 + 3 + 0) / 6)


def led_mostly_by_one(rng: np.random.Generator, n: int, p: float, seats: int = 2) -> GameBatch:
    """Games whose first seat leads with p at half time; the leader then gains 3 more on average."""
    first = rng.random(n) < p
    leader = np.where(first, 0, rng.integers(1, seats, n))
    at = np.full((n, len(MARKS), seats), np.inf)
    at[:, 3] = rng.integers(0, 4, (n, seats))
    at[np.arange(n), 3, leader] += 4
    gain = rng.normal(10.0, 2.0, (n, seats)) + np.arange(seats) * 5
    gain[np.arange(n), leader] += 3
    return batch_of(at[:, 3] + gain, decisions=[8] * n, courses=at)


@pytest.mark.parametrize(("seats", "p"), [(2, 0.5), (2, 0.9), (3, 0.7)])
def test_the_excess_is_that_of_least_squares_with_an_effect_of_each_seat(
    seats: int, p: float
) -> None:
    batch = led_mostly_by_one(np.random.default_rng(8), 300, p, seats)
    found = runaway_of(tally_of(batch))
    at = batch.courses[:, 3]
    gain, leads = batch.scores - at, at == at.max(axis=1, keepdims=True)
    y = (gain - gain.mean(axis=1, keepdims=True)).ravel()
    x = np.column_stack([(leads - 1 / seats).ravel(), np.tile(np.eye(seats), (300, 1))])
    assert found is not None
    assert found.excess.value == pytest.approx(np.linalg.lstsq(x, y, rcond=None)[0][0])
    if seats == 2:
        share = leads[:, 0].mean()
        assert found.excess.n == int(300 * 4 * share * (1 - share))


def test_the_excess_is_as_unsure_as_it_is_where_one_seat_leads_mostly() -> None:
    rng = np.random.default_rng(9)
    found = [runaway_of(tally_of(led_mostly_by_one(rng, 400, 0.85))) for _ in range(60)]
    excesses = [r.excess for r in found if r is not None]
    assert np.mean([e.value for e in excesses]) == pytest.approx(3.0, abs=0.15)
    told = np.mean([e.high - e.low for e in excesses]) / 2 / 1.96
    assert told == pytest.approx(np.std([e.value for e in excesses]), rel=0.3)


def test_a_seat_that_always_leads_says_nothing_of_leading() -> None:
    batch = led_mostly_by_one(np.random.default_rng(10), 400, 1.0)
    found = runaway_of(tally_of(batch))
    assert found is not None and found.excess.withheld and found.led.value == 1.0
    more = {name: getattr(batch, name) for name in ("decisions", "courses")}
    readings = course(made_up(batch.scores, MARKET, **more))
    assert not any(isinstance(reading, LeadReading) for reading in readings)


@pytest.mark.parametrize("length", [8, 31, 237, 615, 1400])
def test_half_a_usual_game_is_half_of_it(length: int) -> None:
    """Marks a factor of √2 apart called 362 of 615 decisions about half."""
    marks = course_marks(2000)
    at = np.zeros((40, len(marks), 2))
    batch = batch_of([[3, 1]] * 40, decisions=[length] * 40, courses=at)
    found = runaway_of(tally_of(batch))
    assert found is not None
    assert found.through == pytest.approx(found.after / length) == pytest.approx(0.5, abs=0.025)


def test_where_no_mark_is_near_half_the_share_is_reported() -> None:
    batch = race(np.random.default_rng(4), 2000, to=4)
    batch = replace(batch, decisions=np.full(2000, 7))
    lead = lead_of(batch).lead
    assert lead.after == 4 and lead.through == pytest.approx(4 / 7)


def test_nothing_is_said_of_leads_between_unequal_players() -> None:
    rng = np.random.default_rng(5)
    batch = race(rng, 100)
    other = batch_of(
        batch.scores, agents=("greedy", "random"), decisions=batch.decisions, courses=batch.courses
    )
    assert runaway_of(tally_of(other)) is None


def test_the_other_players_leads_are_reported_with_their_interval() -> None:
    """Seen: 17 ± 6 points more in 400 games, 9 ± 15 in 60, which was called disagreement."""

    def of(value: float, half: float) -> Estimate:
        return Estimate(value, value - half, value + half, 100, "made up")

    assert backing_of(of(17, 6), of(9, 15), 0) == "open"
    assert backing_of(of(17, 6), of(1, 8), 0) == backing_of(of(-7, 3), of(2, 6), 0) == "disagree"
    assert backing_of(of(17, 6), of(9, 4), 0) == backing_of(of(1, 3), of(0, 4), 0) == "agree"
    assert backing_of(of(1, 3), of(0, 20), 0) == "open"
    rng = np.random.default_rng(8)

    def opinion(pull: float, theirs: float) -> str:
        batch, check = (race(rng, 2000, to=10, pull=x) for x in (pull, theirs))
        reading = lead_of(batch, check=check)
        assert reading.opinion is not None
        return reading.opinion.backing

    assert [opinion(0.6, -0.3), opinion(0.6, 0.6)] == ["disagree", "agree"]


def test_a_small_gain_that_is_sure_is_not_reported_as_none() -> None:
    batch = race(np.random.default_rng(9), 2000, to=10, pull=-0.3)
    reading = lead_of(batch, replace(MARKET, worth=Worth(runaway=99.0)))
    assert reading.state == "small" and reading.lead.excess.value < 0
