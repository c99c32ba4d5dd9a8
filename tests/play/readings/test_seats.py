"""Whether a game is fair, in made-up runs with a known answer."""

from dataclasses import replace

import numpy as np
import pytest

from generator.model.goals import goal_in_line
from generator.model.measures import TIED
from generator.model.pack import Worth
from generator.model.problems import Place
from generator.play.readings.seats import SeatReading, fairness, seats_of
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up, with_check

MARKET = pack_of("market")
EVEN = [[1, 0], [0, 1]]


def of(*won: int, pack: object = MARKET) -> SeatReading:
    """Whether seats are fair that win so often."""
    scores = np.eye(len(won))[np.repeat(np.arange(len(won)), won)]
    return seats_of(made_up(scores, pack))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("won", "state", "level"),
    [
        ((700, 300), "felt", "look"),
        ((1000, 0), "felt", "look"),
        ((10_400, 9_600), "small", "note"),  # sure, by 2 points
        ((533, 467), "chance", "note"),  # by 3 points, p = 0.037
        ((277, 277, 223, 223), "unlike", "note"),
        ((200, 200), "none", "fine"),  # 45 to 55 %
        ((192, 208), "open", "note"),  # 43 to 53 %
        ((485, 515), "none", "fine"),
        ((475, 525), "open", "note"),
        ((400, 400, 400), "none", "fine"),
        ((11, 9), "few", "note"),
        ((60, 0), "few", "note"),
    ],
)
def test_seats_are_judged_by_what_the_games_show(
    won: tuple[int, ...], state: str, level: str
) -> None:
    reading = of(*won)
    assert (reading.state, reading.level) == (state, level)


def test_the_side_farthest_from_a_fair_share_is_named() -> None:
    assert of(700, 300).side == 0 and of(400, 400, 200).side == 2
    assert of(455, 545).side == 0, "of two seats both are as far off; the first is named"


def test_an_edge_below_what_is_worth_a_word_is_no_alarm() -> None:
    strict = replace(MARKET, worth=Worth(seats=1.0))
    assert [of(10_500, 9_500, pack=pack).state for pack in (MARKET, strict)] == ["small", "felt"]


@pytest.mark.parametrize(
    ("won", "games"),
    [((11, 9), 400), ((60, 0), 40), ((192, 208), 690), ((533, 467), 3000), ((700, 300), 0)],
)
def test_a_reading_says_how_many_games_would_answer(won: tuple[int, int], games: int) -> None:
    assert of(*won).games_needed == games


@pytest.mark.parametrize(
    ("won", "remedy", "weakest"),
    [
        ((700, 300), "help the later", 1),
        ((300, 700), "help the weakest", 0),
        ((400, 350, 250), "help the later", 2),
        ((250, 500, 250), "help the weakest", 0),
        ((380, 420, 200), "help the weakest", 2),
    ],
)
def test_those_who_win_too_seldom_are_to_be_helped(
    won: tuple[int, ...], remedy: str, weakest: int
) -> None:
    """Only where no number of the rules may be changed; otherwise `suggest` is recommended."""
    reading = of(*won, pack=pack_of("tictactoe"))
    assert (reading.remedy, reading.weakest) == (remedy, weakest)


def test_numbers_that_may_be_changed_are_searched() -> None:
    komi = pack_of("komi")
    assert of(700, 300, pack=komi).remedy == "suggest"


@pytest.mark.parametrize(
    ("check", "backing", "is_disputed"),
    [
        ((58, 42), "open", False),
        ((200, 200), "disagree", True),
        ((240, 160), "agree", False),
    ],
)
def test_the_second_kind_of_player_agrees_or_disagrees_only_where_that_is_sure(
    check: tuple[int, int], backing: str, is_disputed: bool
) -> None:
    main = made_up([[1, 0]] * 260 + [[0, 1]] * 140, MARKET)
    reading = seats_of(with_check(main, [[1, 0]] * check[0] + [[0, 1]] * check[1]))
    assert reading.opinion is not None and reading.opinion.backing == backing
    assert reading.is_disputed == is_disputed


def test_an_advantage_that_only_the_check_shows_is_named() -> None:
    even = made_up(EVEN * 1000, MARKET)
    reading = seats_of(with_check(even, [[1, 0]] * 300 + [[0, 1]] * 100))
    assert (reading.state, reading.level, reading.dissenter) == ("none", "note", 0)


def test_a_check_that_does_not_finish_has_no_opinion() -> None:
    main = made_up([[1, 0]] * 260 + [[0, 1]] * 140, MARKET)
    reading = seats_of(with_check(main, EVEN * 100, reasons=("stall",) * 200))
    assert reading.state == "felt" and reading.opinion is None


def test_a_goal_on_seats_is_known() -> None:
    goal = goal_in_line("seats ±3%", Place("game.yaml", 1))
    komi = replace(pack_of("komi"), goals=(goal,))
    assert of(700, 300, pack=komi).has_goal


def test_the_points_that_make_seats_even_go_to_the_one_behind() -> None:
    rng = np.random.default_rng(7)
    points = np.rint(rng.normal((23, 20), 4, (1000, 2)))
    _, compensation, *_ = fairness(made_up(points, MARKET))
    ((side, e),) = compensation.points  # type: ignore[attr-defined]
    assert side == 1 and 2 < e.value < 4
    _, compensation, *_ = fairness(made_up(points[:, ::-1], MARKET))
    ((side, e),) = compensation.points  # type: ignore[attr-defined]
    assert side == 0 and 2 < e.value < 4


@pytest.mark.parametrize(
    ("tied", "level", "backing"),
    [(70, "look", "agree"), (36, "look", "disagree"), (120, "look", "agree")],
)
def test_ties_are_doubted_only_by_who_surely_has_fewer(tied: int, level: str, backing: str) -> None:
    main = made_up([[1, 1]] * 60 + EVEN * 70, MARKET)  # 30 ± 6 %
    checked = with_check(main, [[1, 1]] * tied + [[1, 0]] * (200 - tied))
    (ties,) = (r for r in fairness(checked) if r.measure == TIED)
    assert (ties.level, ties.opinion and ties.opinion.backing) == (level, backing)
