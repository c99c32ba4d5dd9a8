"""How long games are, when they are decided, and the part of chance, in made-up runs."""

from dataclasses import replace

import numpy as np
import pytest

from generator.play.measures.insight import insight_of
from generator.play.measures.metrics import Luck
from generator.play.measures.results import Results
from generator.play.measures.tally import Histogram
from generator.play.readings.course import (
    DecidedReading,
    LuckReading,
    decided_of,
    luck_of,
)
from generator.play.readings.length import WaitReading, length_of, lengths
from generator.play.statistics.inference import wilson
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up, with_check
from tests.play.telling.cases import measured, traced

EVEN = [[1, 0], [0, 1]] * 200
MARKET = pack_of("market")


def aimed(low: int, high: int, turns: int = 24, decisions: int = 24) -> Results:
    given = {"turns": np.full(400, turns), "decisions": np.full(400, decisions)}
    return made_up(EVEN, MARKET, target=(low, high), **given)


def test_turns_that_all_take_at_once_are_counted_where_they_would_fit() -> None:
    """A turn is a decision of one seat here; 24 of them are 12 turns of both."""
    assert length_of(aimed(10, 14)).common_turn == 12
    assert length_of(aimed(15, 20)).common_turn is None
    assert length_of(aimed(20, 30)).common_turn is None
    assert length_of(aimed(10, 14, decisions=48)).common_turn is None


@pytest.mark.parametrize(
    ("turns", "aim", "level"),
    [(np.full(400, 40), "met", "fine"), (np.tile([40, 40, 90], 134)[:400], "near", "note"),
     (np.full(400, 90), "off", "look")],
)  # fmt: skip
def test_lengths_are_held_against_the_target(turns: np.ndarray, aim: str, level: str) -> None:
    reading = length_of(made_up(EVEN, MARKET, turns=turns, target=(30, 60)))
    assert (reading.aim, reading.level) == (aim, level)


@pytest.mark.parametrize(("far", "backing"), [(90, "agree"), (10, "disagree")])
def test_players_whose_games_are_as_far_off_agree_however_few_are_right(
    far: int, backing: str
) -> None:
    main = made_up(EVEN, MARKET, turns=np.full(400, 80), target=(30, 60))
    few = np.where(np.arange(400) < 24, 40, far)
    checked = with_check(main, EVEN, turns=few)
    (first, run) = checked.runs
    share = replace(run.metrics.turns, on_target=wilson(24, 400))
    runs = (first, replace(run, metrics=replace(run.metrics, turns=share)))
    opinion = length_of(replace(checked, runs=runs)).opinion
    assert opinion is not None and opinion.backing == backing


def waits_of(counts: dict[int, int]) -> WaitReading:
    (reading,) = (
        r
        for r in lengths(measured(made_up(EVEN, MARKET), waits=Histogram.of(counts)))
        if isinstance(r, WaitReading)
    )
    return reading


def test_waits_are_read_by_how_often_they_are_longer_than_usual() -> None:
    short, long = waits_of({1: 92, 3: 8}), waits_of({1: 40, 2: 30, 5: 30})
    assert (short.usual, short.most, short.share) == (1, 1, pytest.approx(0.08))
    assert (long.usual, long.most, long.share) == (2, 5, pytest.approx(0.3))


def decided(curve: list[float], games: int) -> DecidedReading:
    insight = insight_of(traced(curve) * games, "random")
    reading = decided_of(measured(made_up(EVEN, MARKET), insight=insight))
    assert reading is not None
    return reading


def test_a_game_is_decided_where_nine_in_ten_are_won_by_the_player_who_stands_best() -> None:
    start = decided([1.0] * 21, 400)
    assert start.is_early and start.level == "look" and start.share.value == 0
    late = decided([0.5] * 19 + [1.0, 1.0], 400)
    assert late.is_late and late.is_blind and late.level == "note"
    assert decided([0.5] * 10 + [1.0] * 11, 10).is_vague


def test_a_game_is_called_decided_by_who_won_not_by_how_sure_playouts_are() -> None:
    """In half the games the winner has the best chance from the start, in half nobody has."""
    mixed = traced([1.0] * 21) + traced([0.5] * 20 + [1.0])
    insight = insight_of(mixed * 40, "random")
    reading = decided_of(measured(made_up(EVEN, MARKET), insight=insight))
    assert reading is not None and reading.half_way.value == 0.75 and not reading.is_early
    assert [e.value for e in insight.best_wins] == [0.75] * 20 + [1.0]


def luck(deal: int, chance: int | None, agents: str = "greedy") -> LuckReading:
    measure = Luck(wilson(deal, 200), None if chance is None else wilson(chance, 200), 200, 4)
    results = measured(made_up(EVEN, MARKET), luck=measure, agents=(agents,))
    reading = luck_of(results)
    assert reading is not None
    return reading


def test_luck_is_little_or_some_and_an_alarm_only_of_players_who_vary() -> None:
    assert luck(2, None).state == luck(2, 2).state == "little"
    assert luck(30, 60).state == luck(2, 60).state == "some"
    assert luck(150, None).level == "note" and luck(150, None, "random").level == "look"
