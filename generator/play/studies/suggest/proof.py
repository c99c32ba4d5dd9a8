"""Proofs: a fixed number of fresh games, and two one-sided tests for each aim.

An aim holds where the interval of level 1 − 2α lies inside its band (Schuirmann 1987; Berger &
Hsu 1996): α is then the chance to be wrong at the band's edge. All aims must hold, so nothing is
corrected for their number. For the number of settings it is: where the first is not proven
others are tried, and all proofs together err no more often than one may.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from generator.play.measures.aims import Aim
from generator.play.measures.tally import Tally
from generator.play.statistics.inference import Estimate
from generator.play.studies.suggest.answer import Verdict

ALPHA = 0.05
SPENT = (0.04, 0.005, 0.005)  # of it on the first proof, and on further ones where that fails
POWER = 0.99  # at the band's middle
FAIR_POWER = 0.8  # from which a proof is worth trying
EVEN_POWER = 0.5  # the same where there is nothing else to try
LEAST = 400
EASY = 6000  # games that a proof may always take


@dataclass(frozen=True, slots=True)
class Pilot:
    """What is known of an aim before its proof: its value, how well, and a game's variance."""

    aim: Aim
    value: float
    error: float  # standard error of the value
    variance: float
    is_seen: bool = True  # in any of its games: a piece that nobody takes has no effect to be told


def games_for(pilot: Pilot, alpha: float = ALPHA, power: float = POWER) -> int:
    """How many games tell that a number lies inside its band.

    (z₁₋α + z)² s² / m², m the way to the nearer edge, a standard error granted; in the middle of a
    band, where both edges may be missed, z is that of half the error. Never more than `most_for`:
    no number of games tells on which side of an edge the edge itself lies.
    """
    aim = pilot.aim
    z = NormalDist().inv_cdf
    missed = 1 - power
    margin = aim.margin(pilot.value) + pilot.error / aim.half
    aside = math.inf
    if margin > 0:
        inside = min(margin, 2.0 if aim.is_open else 1.0) * aim.half
        aside = (z(1 - alpha) + z(1 - missed)) ** 2 * pilot.variance / inside**2
    centred = 0.0 if aim.is_open else _centred(pilot, alpha, power)
    wanted = max(centred, aside if margin < 0.9 or aim.is_open else 0.0)
    return math.ceil(min(most_for(pilot, alpha, power), wanted))


def games_at_best(aim: Aim, variance: float) -> int:
    """How many games tell it of a number in the middle of its band, or as far inside one bound.

    `variance`: of one game, for what is no share.
    """
    ends = (aim.low, aim.high) if not aim.is_open else ()
    bound = aim.low + 2 * aim.half if math.isfinite(aim.low) else aim.high - 2 * aim.half
    value = sum(ends) / 2 if ends else bound
    if aim.is_share:
        value = min(max(value, 0.0), 1.0)
        variance = value * (1 - value)
    return max(LEAST, games_for(Pilot(aim, value, 0.0, variance)))


def most_for(pilot: Pilot, alpha: float = ALPHA, power: float = POWER) -> float:
    """What a proof may take: four times the games of the band's middle, or what is soon played."""
    return max(4 * _centred(pilot, alpha, power), EASY)


def margin_for(pilot: Pilot, alpha: float = ALPHA, power: float = FAIR_POWER) -> float:
    """How far inside, in half widths, a number must lie for its proof to be worth trying."""
    z = NormalDist().inv_cdf
    factor = (z(1 - alpha) + z(power)) ** 2 * pilot.variance / most_for(pilot, alpha)
    return math.sqrt(factor) / pilot.aim.half


def _centred(pilot: Pilot, alpha: float, power: float) -> float:
    """Games for a number in the middle of its band."""
    z = NormalDist().inv_cdf
    return (z(1 - alpha) + z((1 + power) / 2)) ** 2 * pilot.variance / pilot.aim.half**2


def size(pilots: Sequence[Pilot], alpha: float, most: int) -> int:
    """Games of a proof: enough for the aim that needs most, of those that games can tell."""
    wanted = [games_for(pilot, alpha) for pilot in pilots if pilot.is_seen]
    return min(most, max([LEAST, *wanted]))


def judged(aim: Aim, tally: Tally, alpha: float = ALPHA) -> Verdict:
    """Whether the aim holds: both one-sided tests at α; with an interval that says the same."""
    level = 1 - 2 * alpha
    test, usual = aim.of(tally, level), aim.of(tally)
    holds = _is_inside(aim, test)
    if _is_inside(aim, usual) == holds:
        return Verdict(aim, usual, holds)
    return Verdict(aim, test, holds, level)


def _is_inside(aim: Aim, e: Estimate) -> bool:
    return math.isfinite(e.half) and aim.is_met(e)
