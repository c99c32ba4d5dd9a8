"""Goals as numbers of a run, with their measures, bands, margins and intervals."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from generator import bundled
from generator.model.goals import Goal, goal_in_line
from generator.model.measures import DECISIONS, TIED, TURNS, Scope, measures_among, run_out
from generator.model.pack import Pack
from generator.model.problems import Place
from generator.model.teams import Sides
from generator.play.engine.game import load_game
from generator.play.measures.aims import Aim, NoAim, aims_of, faulty_goals
from generator.play.measures.ratios import measures_of, rate_of
from generator.play.measures.tally import Tally
from generator.play.statistics import inference
from generator.play.statistics.distributions import student_quantile
from generator.play.statistics.share_bounds import share_interval
from generator.play.studies.exchange.paired import exchanged
from generator.play.studies.simulate.run import simulate
from generator.reading.folder import bundled_packs
from tests.play.batches import batch_of, tally_of
from tests.play.lean import LEAN
from tests.toys import opened

HERE = Place(Path("game.yaml"), 3)


def goal(text: str) -> Goal:
    return goal_in_line(text, HERE)


def told_goals(*texts: str) -> tuple[Goal, ...]:
    return tuple(goal_in_line(text, Place("game.yaml", n)) for n, text in enumerate(texts, 1))


def wins_of(seats: int = 2, games: int = 40, rounds: bool = True) -> Tally:
    """Games of 20 to 39 turns in which seat 1 wins three of four, the last seats the rest."""
    scores = np.zeros((games, seats))
    scores[np.arange(games), np.where(np.arange(games) % 4 < 3, 0, seats - 1)] = 10 + np.arange(
        games
    )
    more = {"rounds": np.arange(games) % 5 + 4} if rounds else {}
    batch = batch_of(scores, turns=20 + np.arange(games) % 20, is_contest=seats > 1, **more)
    return tally_of(batch)


def test_every_measure_of_a_run_is_known_without_one() -> None:
    tally, known = wins_of(3), measures_among(Scope(Sides(3), has_rounds=True))
    assert measures_of(tally) == known
    tally.decisions = tally.turns
    assert measures_of(tally) == [measure for measure in known if measure != DECISIONS]
    assert band("decisions <= 30", tally)[0] == "decisions"  # told once, wished for all the same


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("turns >= 3 <= 9", "'turns >= 3 <= 9' is more than one band: a goal has one, such as 3-9"),
        ("seats ±3%, turns 3-9", "each goal in a line of its own, or after a --goal of its own"),
        ("trns 24-32", 'no measure "trns" in these games (did you mean "turns"?'),
        ("coins run out <= 5", '"coins run out" is a share: write it in percent (like "<= 25%")'),
        ("coins runs out <= 0.2", '"coins runs out" is a share: write it in percent'),
        ("turns <= 3%", '"turns" is no share: leave out the %'),
        ("turns in 20-40: >= 3", '"turns in 20-40" is a share of the games: write ">= 70%"'),
        ("rounds 5-8", '"rounds" needs the rules to have round_of'),
        ("rounds in 5-8: >= 70%", '"rounds in 5-8" needs the rules to have round_of'),
        ("games inside the target length >= 70%", "needs a turns_target"),
        ("seat 5 wins 15-25%", 'no measure "seat 5 wins" in these games'),
    ],
)
def test_check_and_simulate_refuse_a_goal_in_the_same_words(
    market: Pack, written: str, told: str
) -> None:
    pack = replace(market, goals=(goal(written),), turns_target=None)
    (fault,) = faulty_goals(pack)
    assert fault.place == HERE and told in str(fault)
    with pytest.raises(NoAim) as refused:
        aims_of(pack.goals, simulate(pack, replace(LEAN, games=20, players=3)).main.tally)
    assert refused.value.problem == fault
    assert str(refused.value) == str(fault).replace("error: ", "")


def test_a_goal_about_a_piece_is_checked_by_name_and_judged_by_suggest_alone(market: Pack) -> None:
    assert not faulty_goals(replace(market, goals=told_goals("gold effect ±5%")))
    (fault,) = faulty_goals(replace(market, goals=told_goals("gild effect ±5%")))
    assert "no piece 'gild' in Market; did you mean 'gold'" in str(fault)
    twin = replace(market.component("goods"), id="twin")
    twins = replace(market, components=(*market.components, twin))
    assert not faulty_goals(replace(twins, goals=told_goals("gold effect ±5%")))
    (fault,) = faulty_goals(replace(twins, goals=told_goals("twin/gold effect ±5%")))
    assert "the rules of Market do not say when twin/gold is used" in str(fault)
    with pytest.raises(ValueError, match="do not say when twin/gold is used"):
        exchanged(load_game(twins, 2), "twin/gold", LEAN)
    tally = simulate(market, replace(LEAN, games=20)).main.tally
    with pytest.raises(NoAim, match="protoplay suggest plays them"):
        aims_of(told_goals("gold effect ±5%"), tally)


def test_a_band_about_a_piece_is_in_points(market: Pack) -> None:
    tally = wins_of()
    effects = np.column_stack(
        [np.repeat([50.0, 0.0, -50.0, 0.0], [9, 13, 3, 15]), np.arange(40) < 35]
    )
    tally.effects = ("gold",)
    tally.columns["effect"], tally.columns["taken"] = slice(-2, -1), slice(-1, None)
    rows = np.tile(tally.rows[:1], (40, 1))
    tally.blocks.rows = np.hstack([rows, effects])
    tally.games = 40
    (around,) = aims_of([goal("gold effect ±3%")], tally)
    (open_,) = aims_of([goal("gold effect <= 3%")], tally)
    assert around.is_effect and (around.half, around.zone) == (3, 0.75) and open_.half == 5
    assert (around.widened().low, around.widened().high, open_.widened().high) == (-5, 5, 8)
    e = around.of(tally)
    assert e.value == pytest.approx(300 / 35) and e.low < e.value < e.high and not e.withheld
    value, variance = around.moments(tally)
    usual = inference.ratio_interval(effects, 40).half / student_quantile(0.95, 39)
    assert value == e.value and variance / 40 == pytest.approx(usual**2)
    tally.blocks.rows[:, -2:] = 0  # nobody took it
    assert around.moments(tally) == (0, 100**2 * 40) and around.of(tally).withheld


def test_goals_that_some_number_of_players_can_have_are_not_refused(market: Pack) -> None:
    texts = (
        "coins runs out <= 5%",
        "changes of the lead a game >= 2",
        "seats ±3%",
        "decisions 4-9",
    )
    assert not faulty_goals(replace(market, goals=told_goals(*texts)))
    assert not faulty_goals(replace(market, goals=told_goals("seat 3 wins 15-35%")))
    assert not faulty_goals(replace(market, goals=told_goals("seats ±3%"), players=(1, 3)))
    (told,) = faulty_goals(replace(market, goals=told_goals("seats ±3%"), players=(1, 1)))
    assert told.message == '"seats" needs players who compete'
    apart = told_goals("turns <= 30", "fun >= 2", "turns >= 31")
    assert [fault.message[:20] for fault in faulty_goals(replace(market, goals=apart))] == [
        'no measure "fun" in ', 'the goals "turns <= ',
    ]  # fmt: skip


@pytest.mark.parametrize("name", bundled_packs())
def test_the_goals_of_the_games_can_be_judged(name: str) -> None:
    assert not faulty_goals(opened(bundled("rules") / name))


def band(text: str, tally: Tally | None = None) -> tuple[str, float, float]:
    (aim,) = aims_of([goal(text)], tally or wins_of())
    return aim.measure.key, pytest.approx(aim.low), pytest.approx(aim.high)


def test_each_goal_is_a_number_with_its_band() -> None:
    assert band("seats ±3%") == ("seat 1 wins", 0.47, 0.53)
    assert band("seat 2 wins ±3%") == ("seat 2 wins", 0.47, 0.53)
    assert band("turns 80-160") == ("turns", 80.0, 160.0)
    assert band("Lead_Changes at least 2") == ("lead changes", 2.0, math.inf)
    assert band("tied games <= 25%") == ("tied games", -math.inf, 0.25)
    assert band("seat 1 wins 50% ± 4%") == ("seat 1 wins", 0.46, 0.54)
    three = aims_of([goal("seats ±3%")], wins_of(3))
    assert [aim.measure.key for aim in three] == [f"seat {s} wins" for s in (1, 2, 3)]
    assert all((a.low, a.high) == pytest.approx((1 / 3 - 0.03, 1 / 3 + 0.03)) for a in three)
    assert {aim.players for aim in three} == {3} and {aim.goal for aim in three} == {"seats ±3%"}


def test_games_of_so_many_turns_or_rounds_are_counted() -> None:
    tally = wins_of(games=40)
    (turns,) = aims_of([goal("turns in 20-24: >= 10%")], tally)
    assert turns.measure.span == ("turns", 20, 24) and turns.is_share
    assert turns.of(tally) == rate_of(10, 40) and turns.moments(tally) == (0.25, 0.1875)
    (rounds,) = aims_of([goal("rounds in 4 to 5: >= 10%")], tally)
    assert rounds.measure.span == ("rounds", 4, 5) and rounds.of(tally).value == 0.4
    ones = np.column_stack([np.arange(40) < 10, np.ones(40)])
    assert turns.of(tally, 0.8) == share_interval(ones, 40, 0.8)


@pytest.mark.parametrize(
    ("texts", "seats", "part"),
    [
        (["seats ±3%"], 1, "needs players who compete"),
        (["rounds in 4-5: 50% ± 3%"], 2, "round_of"),
        (["turns in 20-40: >= 3"], 2, "a share of the games"),
        (["bananas <= 3"], 2, 'no measure "bananas"'),
        (["turns <= 3%"], 2, "no share: leave out the %"),
        (["tied games <= 3"], 2, "write it in percent"),
        (["turns <= 30", "turns >= 31"], 2, "exclude each other"),
    ],
)
def test_goals_that_cannot_be_are_reported(texts: list[str], seats: int, part: str) -> None:
    with pytest.raises(ValueError, match=part):
        aims_of([goal(text) for text in texts], wins_of(seats, rounds=False))


def test_goals_that_just_meet_do_not_exclude_each_other() -> None:
    assert len(aims_of([goal("turns <= 30"), goal("turns >= 30")], wins_of())) == 2


def aim(low: float, high: float, is_share: bool = False) -> Aim:
    return Aim("", TIED if is_share else TURNS, 2, low, high)


def test_how_far_inside_its_band_a_value_lies() -> None:
    both = aim(10.0, 30.0)
    assert (both.half, both.zone, both.is_open) == (10.0, 2.5, False)
    assert [both.margin(x) for x in (20.0, 10.0, 30.0, 5.0, 45.0)] == [1.0, 0.0, 0.0, -0.5, -1.5]
    least, most = aim(40.0, math.inf), aim(-math.inf, -40.0)
    assert (least.half, least.zone) == (most.half, most.zone) == pytest.approx((4.0, 1.0))
    assert least.is_open and most.is_open
    assert least.margin(44.0) == most.margin(-44.0) == pytest.approx(1.0)
    share = aim(-math.inf, 0.25, is_share=True)
    assert (share.half, share.zone) == pytest.approx((0.05, 0.0125))
    assert aim(0.0, math.inf).half == pytest.approx(4e-6)  # of nothing: a width all the same


def test_a_second_kind_of_player_is_held_to_a_wider_band() -> None:
    def wide(low: float, high: float, is_share: bool = False) -> tuple[float, float]:
        found = aim(low, high, is_share).widened()
        return found.low, found.high

    assert wide(0.47, 0.53, True) == pytest.approx((0.45, 0.55))
    assert wide(0.4, 0.6, True) == pytest.approx((0.4, 0.6))
    assert wide(99.0, 101.0) == pytest.approx((90.0, 110.0))
    assert wide(-101.0, -99.0) == pytest.approx((-110.0, -90.0))
    assert wide(50.0, 150.0) == (50.0, 150.0)
    assert wide(-math.inf, 0.25, True) == pytest.approx((-math.inf, 0.3))
    assert wide(40.0, math.inf) == pytest.approx((36.0, math.inf))
    assert wide(-math.inf, -40.0) == pytest.approx((-math.inf, -36.0))


def test_the_number_and_its_variance_are_those_of_the_ratio() -> None:
    tally = wins_of(games=40)
    turns, wins = aims_of([goal("turns 80-160"), goal("seats ±3%")], tally)
    lengths = 20.0 + np.arange(40) % 20
    e = turns.of(tally, 0.9)
    known = inference.mean_interval(lengths, 0.9)
    assert (e.value, e.low, e.high, e.n) == pytest.approx((known.value, known.low, known.high, 40))
    assert turns.moments(tally) == pytest.approx((lengths.mean(), lengths.var(ddof=1)))
    won = np.arange(40) % 4 < 3
    assert wins.moments(tally) == pytest.approx((0.75, won.var(ddof=1)))
    assert wins.of(tally) == share_interval(np.column_stack([won, np.ones(40)]), 40)
    supply = Aim("", run_out("coins", 3), 2, 0.0, 1.0)
    assert supply.of(tally) is inference.NOTHING
    nothing = Aim("", replace(TIED, bottom="stall"), 2, 0.0, 1.0)
    assert all(math.isnan(x) for x in nothing.moments(tally))
