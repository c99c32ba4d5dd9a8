"""Proofs: a fixed number of fresh games, and two one-sided tests for each aim.

An aim holds if the interval of level 1 − 2α lies inside its band (Schuirmann 1987; Berger & Hsu
1996). At the edge of the band, α is then the probability of error. All aims must hold, so no
correction for their number is needed. The number of settings is corrected for. If the first setting
is not proven, others are tried, and all proofs together keep the allowed error.
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
# parts of the allowed error for the first proof, and for proofs after a failed proof
SPENT = (0.04, 0.005, 0.005)
POWER = 0.99  # power of a proof in the middle of the band
FAIR_POWER = 0.8  # power from which a proof is worth trying
EVEN_POWER = 0.5  # the same power if there is no other setting to try
LEAST = 400
EASY = 6000  # number of games that is always allowed for a proof


@dataclass(frozen=True, slots=True)
class Pilot:
    """An aim before its proof: the estimate, its standard error, and the variance of one game."""

    aim: Aim
    value: float
    error: float  # standard error of the value
    variance: float
    # whether any game showed the value; a piece that nobody takes has no effect
    is_seen: bool = True


def games_for(pilot: Pilot, alpha: float = ALPHA, power: float = POWER) -> int:
    """Return the number of games that prove that a value lies inside its band.

    The number is (z₁₋α + z)² s² / m², where m is the distance to the nearer edge plus one standard
    error. In the middle of a band, where both edges matter, z is taken for half the error. The
    result is at most `most_for`, because no number of games decides about a value on the edge.
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
    """Return the number of games that prove a number in the middle of its band, or at the same
    distance from a single bound. `variance` is the variance of one game, for a number that is not a
    share.
    """
    ends = (aim.low, aim.high) if not aim.is_open else ()
    bound = aim.low + 2 * aim.half if math.isfinite(aim.low) else aim.high - 2 * aim.half
    value = sum(ends) / 2 if ends else bound
    if aim.is_share:
        value = min(max(value, 0.0), 1.0)
        variance = value * (1 - value)
    return max(LEAST, games_for(Pilot(aim, value, 0.0, variance)))


def most_for(pilot: Pilot, alpha: float = ALPHA, power: float = POWER) -> float:
    """Return the greatest number of games of a proof: four times the number for the band's middle,
    or `EASY`.
    """
    return max(4 * _centred(pilot, alpha, power), EASY)


def margin_for(pilot: Pilot, alpha: float = ALPHA, power: float = FAIR_POWER) -> float:
    """Return the least distance from the edge, in half widths, at which a proof is worth trying."""
    z = NormalDist().inv_cdf
    factor = (z(1 - alpha) + z(power)) ** 2 * pilot.variance / most_for(pilot, alpha)
    return math.sqrt(factor) / pilot.aim.half


def _centred(pilot: Pilot, alpha: float, power: float) -> float:
    """Return the number of games that prove a value in the middle of its band."""
    z = NormalDist().inv_cdf
    return (z(1 - alpha) + z((1 + power) / 2)) ** 2 * pilot.variance / pilot.aim.half**2


def size(pilots: Sequence[Pilot], alpha: float, most: int) -> int:
    """Return the number of games of a proof, which is enough for the hardest aim that games can
    decide.
    """
    wanted = [games_for(pilot, alpha) for pilot in pilots if pilot.is_seen]
    return min(most, max([LEAST, *wanted]))


def judged(aim: Aim, tally: Tally, alpha: float = ALPHA) -> Verdict:
    """Return whether both one-sided tests at α hold, and an interval that agrees with them."""
    level = 1 - 2 * alpha
    test, usual = aim.of(tally, level), aim.of(tally)
    holds = _is_inside(aim, test)
    if _is_inside(aim, usual) == holds:
        return Verdict(aim, usual, holds)
    return Verdict(aim, test, holds, level)


def _is_inside(aim: Aim, e: Estimate) -> bool:
    return math.isfinite(e.half) and aim.is_met(e)
