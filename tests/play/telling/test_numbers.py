"""Numbers as people read them."""

import math

from generator.model.measures import TIED
from generator.play.measures.results import Difference
from generator.play.statistics.inference import Estimate, wilson
from generator.play.telling.numbers import before_and_after, number, percent, settled, with_half


def test_numbers_read_well() -> None:
    nothing = Estimate(math.nan, math.nan, math.nan, 0, "no data", 1)
    short = Estimate(0.5, 0.1, 0.9, 10, "Wilson", 100)
    assert with_half(nothing) == "–"
    assert with_half(short) == "50\xa0±\xa040\xa0%"
    assert with_half(wilson(381, 1000)) == "38\xa0±\xa03\xa0%"
    assert with_half(wilson(3810, 10_000)) == "38.1\xa0±\xa01.0\xa0%"
    assert with_half(wilson(400, 400)) == "100\xa0% (99\xa0to\xa0100\xa0%)"
    assert with_half(wilson(0, 400)) == "0\xa0% (0\xa0to\xa01\xa0%)"
    assert with_half(wilson(0, 10_000)) == "0\xa0% (0\xa0to\xa00.1\xa0%)"
    assert with_half(Estimate(0.9998, 0.9995, 0.99999, 400, "")) == (
        "99.98\xa0% (99.95 to 100\xa0%)"
    )
    assert number(-0.001) == "0.00" and percent(-0.25) == "−25.0\xa0%"


def test_an_interval_is_never_reported_as_no_interval() -> None:
    assert with_half(Estimate(0.0049, 0.00487, 0.00493, 400, "")) == "0.490\xa0±\xa00.003\xa0%"
    assert with_half(Estimate(0.004, 0.001, 0.007, 400, ""), False) == "0.004\xa0±\xa00.003"


def test_two_values_and_their_difference_agree() -> None:
    def ends(base: float, other: float, half: float = 0.04) -> list[str]:
        was, now, d = (
            Estimate(x, x - half, x + half, 400, "") for x in (base, other, other - base)
        )
        told = before_and_after(Difference(TIED, "a=1", was, now, d, 0.001))
        return [text.replace("\xa0", " ") for text in told]

    assert ends(0.0551, 0.1049) == ["5.5 %", "10.5 %"]  # +5, not 6 to 10
    assert ends(float("nan"), 0.2) == ["–", "20 %"]
    assert ends(0.052, 0.101) == ["5 %", "10 %"]
    assert ends(0.0, 0.0449) == ["0 %", "4 %"]
    assert ends(0.052, 0.101, 0.01) == ["5.2 %", "10.1 %"]


def test_a_part_of_chance_near_zero_is_reported_by_its_limit() -> None:
    assert settled(Estimate(0.2, 0.1, 0.3, 400, ""), "10 to 30 %") == "10 to 30 %"
    assert settled(Estimate(0.0, -0.01, 0.04, 400, ""), "0 to 4 %") == "at most 4\xa0%"
    assert settled(Estimate(0.0, 0.0, 0.0, 400, ""), "0 to 0 %") == "nothing"
