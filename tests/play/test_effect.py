"""What a piece does: with and without it, on the same seeds."""

from dataclasses import replace

import pytest

from generator.pack import Pack
from generator.play.simulate import simulate
from tests.play.lean import LEAN


def test_the_effect_of_a_piece_is_a_cause_not_an_association(market: Pack) -> None:
    asked = replace(LEAN, games=300, players=2, effect="gold")
    effect = simulate(market, asked).effect
    assert effect is not None and effect.piece == "goods/gold"
    without, twice, more, less = effect.outcomes
    assert without.label == "without it" and twice.label == "2 instead of 1"
    assert more.label == "points 13 instead of 12" and less.label == "points 11 instead of 12"
    assert without.holders.high < -0.15 and without.p < 0.001 and without.lost > without.gained
    assert more.gained >= more.lost and less.lost >= less.gained
    # every game in which it is used gives one point more to two players' mean score
    assert more.score.value == pytest.approx(more.holders.n / 300 / 2)


def test_the_effect_of_a_number_that_is_not_there_is_refused(market: Pack) -> None:
    with pytest.raises(ValueError, match="no number 'price'; its numbers: points"):
        simulate(market, replace(LEAN, effect="gold:price"))
