"""Every metric against numbers worked out by hand on a few made-up games."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t as student_t

from generator.play.engine.game import Space
from generator.play.engine.loop import CAP, OVER
from generator.play.measures.metrics import closeness, measure, spaces_of
from generator.play.measures.piece_use import NEEDED_USES
from generator.play.measures.results import UNHELD, Restricted
from generator.play.measures.supplies import SupplyStart
from generator.play.measures.tally import ENDS, ends_of
from generator.play.statistics import inference
from generator.play.statistics.share_bounds import share_interval
from tests.play.batches import batch_of, tally_of


def test_seats_share_ties_and_also_count_them() -> None:
    # seat 1 wins two, seat 2 wins one, one is shared
    m = measure(tally_of(batch_of([[3, 1], [5, 2], [0, 4], [2, 2]])))
    assert [e.value for e in m.seats.shares] == [2.5 / 4, 1.5 / 4]
    assert [e.value for e in m.seats.sole] == [2 / 4, 1 / 4]
    assert m.seats.tied.value == 1 / 4
    assert (m.seats.best, m.seats.worst, m.seats.gap.value) == (0, 1, 0.25)
    # chi²: (2.5 − 2)²/2 + (1.5 − 2)²/2
    assert m.seats.fit.statistic == pytest.approx(0.25) and m.seats.fit.degrees == 1
    assert [e.value for e in m.seats.scores] == [10 / 4, 9 / 4]
    assert all(e.withheld and e.needed == 100 for e in m.seats.shares)


def test_seats_without_ties_have_wilson_s_interval() -> None:
    m = measure(tally_of(batch_of([[1, 0]] * 130 + [[0, 1]] * 70)))
    low, high = m.seats.shares[0].low, m.seats.shares[0].high
    known = inference.wilson(130, 200)
    assert (low, high) == (known.low, known.high) and not m.seats.shares[0].withheld


@pytest.mark.parametrize(
    ("end", "reason", "tied", "kind"),
    [
        (OVER, "ten_points", 1, "win"),
        (OVER, "ten_points", 2, "win"),
        (OVER, "board_full", 3, "draw"),
        (OVER, "stall", 1, "stall"),
        (CAP, "cap", 3, "cap"),
        (OVER, "cap", 1, "cap"),
    ],
)
def test_kinds_of_end(end: int, reason: str, tied: int, kind: str) -> None:
    scores = [[1] * tied + [0] * (3 - tied)] * 2
    batch = batch_of(scores, end=np.array([end, OVER], np.int8), reasons=(reason, "ten_points"))
    usual = "draw" if tied == 3 else "win"
    assert [ENDS[k] for k in ends_of(batch)] == [kind, usual]


def test_a_game_that_nobody_wins_is_over() -> None:
    batch = batch_of([[1, 1]] * 3, is_contest=False, reasons=("all_saved", "stall", "all_saved"))
    assert ends_of(batch).tolist() == [len(ENDS), ENDS.index("stall"), len(ENDS)]
    tally = tally_of(batch)
    assert (tally.ends, tally.examples) == ({"over": 2, "stall": 1}, {"stall": [1]})


def test_of_each_end_the_first_games_are_kept_as_examples() -> None:
    scores = [[1, 1]] * 7 + [[1, 0]] * 3 + [[0, 0]]
    tally = tally_of(batch_of(scores, reasons=("done",) * 9 + ("cap", "stalled")))
    assert tally.ends == {"draw": 7, "win": 2, "cap": 1, "stall": 1}
    assert tally.examples == {
        "draw": [0, 1, 2, 3, 4],
        "tie": [0, 1, 2, 3, 4],
        "cap": [9],
        "stall": [10],
    }


def test_completion_and_reasons_add_up() -> None:
    batch = batch_of(
        [[1, 0], [0, 0], [1, 0], [0, 1]],
        reasons=("line", "full", "cap", "line"),
        end=np.array([OVER, OVER, CAP, OVER], np.int8),
    )
    m = measure(tally_of(batch))
    assert {k: e.value for k, e in m.ends.items()} == {"win": 0.5, "cap": 0.25, "draw": 0.25}
    assert {k: e.value for k, e in m.reasons.items()} == {"line": 0.5, "cap": 0.25, "full": 0.25}
    assert list(m.ends) == ["win", "cap", "draw"]  # the most frequent first, then by name
    assert list(m.reasons) == ["line", "cap", "full"]


def test_durations_and_the_share_inside_the_target() -> None:
    batch = batch_of([[1, 0]] * 4, turns=[10, 20, 30, 60], decisions=[12, 22, 32, 62])
    m = measure(tally_of(batch, (20, 30)))
    assert m.turns.mean.value == 30 and m.decisions.mean.value == 32
    assert m.turns.on_target is not None and m.turns.on_target.value == 0.5
    assert m.turns.quantiles == (10, 10, 20, 30, 60)


def test_branching_and_agency_are_per_decision_not_per_game() -> None:
    batch = batch_of([[1, 0]] * 2, decisions=[10, 30], branching=[20, 180], choices=[10, 10])
    m = measure(tally_of(batch))
    assert m.branching.value == 200 / 40 and m.agency.value == 20 / 40


def test_lead_changes_are_divided_by_decisions_less_one() -> None:
    m = measure(tally_of(batch_of([[1, 0]] * 2, decisions=[11, 21], lead_changes=[1, 5])))
    assert m.lead_changes.value == 3 and m.lead_rate.value == 6 / 30


def test_the_half_time_leader_and_the_slope_of_margins() -> None:
    tenths = np.zeros((4, 11, 2))
    tenths[0, 5], tenths[1, 5], tenths[2, 5], tenths[3, 5] = (2, 0), (0, 1), (3, 0), (1, 1)
    # the leaders: seat 1, seat 2, seat 1, nobody; the winners: seat 1, seat 1, shared, seat 2
    m = measure(tally_of(batch_of([[6, 2], [3, 2], [4, 4], [0, 1]], tenths=tenths)))
    assert m.led[4].value == 3 / 4
    assert m.leader_wins[4].value == pytest.approx((1 + 0 + 0.5) / 3)
    # margins of the leader at half time (2, 1, 3, 0; seat 1 stands for nobody) and at the end
    x, y = [2, 1, 3, 0], [4, -1, 0, -1]
    assert m.slope.value == pytest.approx(np.polyfit(x, y, 1)[0])


def test_the_gap_is_between_the_best_and_the_worst_seat() -> None:
    three = measure(tally_of(batch_of([[1, 0, 0]] * 5 + [[0, 1, 0]] * 3 + [[0, 0, 1]] * 2)))
    assert three.seats.gap.value == pytest.approx(0.5 - 0.2)
    alike = measure(tally_of(batch_of([[1, 1, 1]] * 9)))
    assert (alike.seats.best, alike.seats.worst, alike.seats.gap.value) == (0, 0, 0.0)
    gap = measure(tally_of(batch_of([[1, 0], [0, 1]] * 60))).seats.gap  # of two that win alike
    known = share_interval([[1, 1], [0, 1]] * 60, 120)
    assert (gap.low, gap.high) == pytest.approx((2 * known.low - 1, 2 * known.high - 1))


def test_points_that_make_even_are_reported_from_a_hundred_games_on() -> None:
    scores = np.random.default_rng(1).normal([12.0, 8.0], 3.0, (100, 2)).round(1)
    (points,) = measure(tally_of(batch_of(scores))).even
    assert 2 < points.value < 6 and not points.withheld
    assert measure(tally_of(batch_of(scores[:99]))).even == ()


def test_margins_and_games_closer_than_a_scoring_event() -> None:
    tally = tally_of(batch_of([[9, 2], [3, 2], [4, 4], [0, 3]]))
    m, close = measure(tally), closeness(tally, 3.0)
    mean = m.margin.mean
    assert mean.value == (7 + 1 + 0 + 3) / 4
    half = student_t.ppf(0.975, 3) * np.std([7, 1, 0, 3], ddof=1) / 2
    assert (mean.low, mean.high) == pytest.approx((mean.value - half, mean.value + half))
    assert close is not None and close.value == 2 / 4 and closeness(tally, None) is None
    assert [h.counts for h in m.score_by_rank] == [{9: 1, 3: 2, 4: 1}, {2: 2, 4: 1, 0: 1}]


def test_piece_use_and_lift_by_hand() -> None:
    used = np.zeros((4, 2, 2), np.int32)
    offered = np.zeros((4, 2, 2), np.int32)
    used[0, 0, 0], used[1, 0, 0], used[2, 1, 0] = 1, 3, 1  # the bird: three seats, two of them win
    offered[:, :, 0] = 2
    batch = batch_of(
        [[1, 0], [1, 0], [1, 0], [0, 1]],
        pieces=("cards/bird", "cards/fish"), piece_used=used, piece_offered=offered,
    )  # fmt: skip
    bird, fish = measure(tally_of(batch)).pieces
    assert bird.used.value == 3 / 4 and bird.times == 5 / 4 and bird.n_used == 3
    assert bird.picked.value == 3 / 8 and bird.rate.value == 5 / 16
    assert (bird.win_used, bird.win_unused) == (2 / 3, 2 / 5)
    assert bird.lift.value == pytest.approx(2 / 3 - 2 / 5)
    known = inference.newcombe(2, 3, 2, 5)
    assert (bird.lift_newcombe.low, bird.lift_newcombe.high) == (known.low, known.high)
    assert bird.lift.withheld and bird.lift.needed == 100  # 3 uses in 4 games
    assert fish.times == 0 and math.isnan(fish.lift.value) and fish.lift.withheld
    m = measure(tally_of(batch))
    assert (m.coverage.value, m.effective) == (0.5, 1.0)
    used[3, 0, 1] = 1  # once is enough
    assert measure(tally_of(replace(batch, piece_used=used))).coverage.value == 1.0


def test_games_needed_of_a_piece_are_those_in_which_enough_used_it() -> None:
    used = np.zeros((1000, 2, 1), np.int32)
    used[:10, 0, 0] = 1
    batch = batch_of([[1, 0]] * 1000, pieces=("cards/bird",), piece_used=used)
    (bird,) = measure(tally_of(batch)).pieces
    assert bird.lift.withheld and bird.lift.needed == 1000 * NEEDED_USES / 10
    assert bird.win_used == 1.0


def test_a_piece_that_wins_is_found_and_one_that_does_not_is_not() -> None:
    rng = np.random.default_rng(3)
    n = 4000
    used = (rng.uniform(size=(n, 2, 20)) < 0.3).astype(np.int32)
    strength = 1.2 * used[:, :, 7] + rng.gumbel(size=(n, 2))
    winners = np.eye(2)[strength.argmax(axis=1)]
    batch = batch_of(winners, pieces=[f"cards/{i}" for i in range(20)], piece_used=used)
    found = measure(tally_of(batch)).pieces
    assert found[7].notable and found[7].lift.low > 0.1
    assert sum(p.notable for p in found) <= 3  # false discoveries are 5 % of what is found


def test_kinds_of_all_and_of_winners() -> None:
    counts = np.zeros((2, 2, 2), np.int32)
    counts[0, 0], counts[0, 1], counts[1, 0], counts[1, 1] = (4, 0), (2, 2), (1, 3), (0, 4)
    m = measure(tally_of(batch_of([[1, 0], [0, 1]], kinds=("draw", "play"), kind_counts=counts)))
    assert [k.share.value for k in m.kinds] == [7 / 16, 9 / 16]
    assert [k.winners.value for k in m.kinds] == [4 / 8, 4 / 8]


def test_supplies_by_hand() -> None:
    lows = np.array([[[0], [3]], [[2], [1]], [[4], [0]], [[5], [5]]], np.int32)
    batch = batch_of([[1, 0]] * 4, supplies=("tracks",), supply_low=lows)
    tracks = measure(tally_of(batch), supply_start=(SupplyStart(8),)).supplies[0]
    assert tracks.empty_games.value == 2 / 4 and tracks.empty_seats.value == 2 / 8
    assert tracks.worst.counts == {0: 2, 1: 1, 5: 1} and tracks.lowest.n == 8
    assert tracks.sufficing is None  # more than 5 % ran out: nobody knows


def test_sizes_of_supplies_that_would_have_sufficed() -> None:
    lows = np.full((100, 2, 1), 6, np.int32)
    lows[:4, 0, 0] = 1  # four games in a hundred went down to 1
    batch = batch_of([[1, 0]] * 100, supplies=("tracks",), supply_low=lows)
    assert measure(tally_of(batch), (SupplyStart(10),)).supplies[0].sufficing == 4
    # every seat at the same level may be one supply for all, unless seats were seen to differ
    none = tally_of(
        batch_of([[1, 0]] * 5, supplies=("coins",), supply_low=np.zeros((5, 2, 1), int))
    )
    for known, is_shared in ((None, True), (False, False), (True, True)):
        coins = measure(none, (SupplyStart(10, known),)).supplies[0]
        assert coins.is_shared is is_shared
    lows[4:6, 0, 0] = 2  # now six did, so that one of those must be counted
    batch = batch_of([[1, 0]] * 100, supplies=("tracks",), supply_low=lows)
    assert measure(tally_of(batch), (SupplyStart(10),)).supplies[0].sufficing == 8


def test_players_of_different_kinds_are_distinguished_where_they_sat() -> None:
    agents = ("greedy", "random")
    seating = np.array([[0, 1], [1, 0], [0, 1]], np.int8)
    batch = batch_of([[1, 0], [0, 1], [0, 1]], agents=agents, agent_of=seating)
    players = {p.spec: p.share.value for p in measure(tally_of(batch)).skill}
    assert players == {"greedy": 2 / 3, "random": 1 / 3}


def test_places_are_counted_by_game_and_unused_ones_kept_while_they_are_few() -> None:
    spaces = [Space("cell", f"c{i}", ((float(i), 0.0),)) for i in range(4)]
    uses = np.array([[2, 0, 1, 0], [0, 0, 1, 0], [4, 0, 1, 0], [0, 0, 1, 0]], np.int32)
    found = spaces_of(spaces, uses)
    assert [s.times.value for s in found] == [1.5, 0.0, 1.0, 0.0]
    assert [s.used.value for s in found] == [0.5, 0.0, 1.0, 0.0]
    assert found[0].times.half == pytest.approx(inference.mean_interval([2, 0, 4, 0]).half)
    assert all(s.times.withheld for s in found)  # 4 games are too few
    endless = spaces_of([*spaces, spaces[1]], np.column_stack([uses, uses[:, 1]]))
    assert [s.name for s in endless] == ["c0", "c2"]


def test_a_player_with_nine_tenths_of_the_uses_counts_as_restricted() -> None:
    one = Restricted("steal", False, "greedy", inference.wilson(5, 10), UNHELD)
    assert UNHELD == 0.9 and one.is_held and not replace(one, still=0.91).is_held
