"""Goals as numbers of a run: which measures they bound, and how far inside their bands these lie.

In: goals as written and a `Tally`. Out: `Aim`s, each one number with one band. A goal for all
seats is one aim a seat, but a single one for two players, whose shares add up to 1.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from generator.goals import Goal
from generator.measures import LENGTHS, SEATS, near_measure, spelt
from generator.play.measure import stats
from generator.play.measure.bounds import share_interval
from generator.play.measure.ratios import Ratio, rate_of, ratios_of
from generator.play.measure.stats import Estimate
from generator.play.measure.tally import Floats, Tally

SOFT = 0.25  # of a band's half width: its edge is no finer
SOFT_SHARE, SOFT_NUMBER = 0.0125, 0.025  # where there is one bound; the latter of its size
LEAST_SHARE, LEAST_NUMBER = 0.05, 0.1  # half widths that a second kind of player is held to


@dataclass(frozen=True, slots=True)
class Aim:
    """One number and its band, among players of one count; bounds may be infinite."""

    goal: str  # as written: "seats ±3%"
    name: str  # "seat 1 wins"
    players: int
    low: float
    high: float
    is_share: bool
    ratio: Ratio | None  # None: the share of games of `span` turns, or rounds
    span: tuple[int, int] = (0, 0)
    unit: str = "turns"

    @property
    def half(self) -> float:
        """Half the band's width; where it has one bound, four times its soft edge."""
        if math.isfinite(self.low) and math.isfinite(self.high):
            return (self.high - self.low) / 2
        bound = self.low if math.isfinite(self.low) else self.high
        return (SOFT_SHARE if self.is_share else max(SOFT_NUMBER * abs(bound), 1e-6)) / SOFT

    @property
    def zone(self) -> float:
        """How soft the band's edge is: nobody needs to know the side of what lies nearer to it."""
        return SOFT * self.half

    @property
    def is_open(self) -> bool:
        """Whether the band has one bound only."""
        return not (math.isfinite(self.low) and math.isfinite(self.high))

    def margin(self, value: float) -> float:
        """How far inside its band a value lies, in half widths; below 0 outside."""
        return min(value - self.low, self.high - value) / self.half

    def is_missed(self, e: Estimate) -> bool:
        """Whether a number's interval lies outside the band."""
        return e.low > self.high or e.high < self.low

    def of(self, tally: Tally, level: float = stats.LEVEL) -> Estimate:
        """The number with its interval."""
        if self.ratio is None:
            k = round(self._inside(tally) * tally.games)
            if level == stats.LEVEL:
                return rate_of(k, tally.games)
            ones = np.column_stack([np.arange(tally.games) < k, np.ones(tally.games)])
            return share_interval(ones, tally.games, level)
        if not self.ratio.is_in(tally):
            return stats.NOTHING
        rows = self.ratio.rows(tally)
        if self.is_share:
            return share_interval(rows, tally.games, level)
        return stats.ratio_interval(rows, tally.games, level)

    def _inside(self, tally: Tally) -> float:
        lengths = tally.rounds if self.unit == "rounds" else tally.turns
        return float(lengths.share(*self.span))

    def moments(self, tally: Tally) -> tuple[float, float]:
        """The number, and the variance of one game's part in it."""
        if self.ratio is None:
            share = self._inside(tally)
            return share, share * (1 - share)
        rows: Floats = self.ratio.rows(tally)
        bottom = float(rows[:, 1].sum())
        if bottom <= 0:
            return math.nan, math.nan
        value = float(rows[:, 0].sum()) / bottom
        rest = rows[:, 0] - value * rows[:, 1]
        units = len(rows)
        variance = units / max(1, units - 1) * float((rest * rest).sum()) / bottom**2
        return value, variance * tally.games

    def widened(self) -> "Aim":
        """The band that a second kind of player is held to: at least ±5 points, or 10 %."""
        if self.is_open:
            bound = self.low if math.isfinite(self.low) else self.high
            by = LEAST_SHARE if self.is_share else LEAST_NUMBER * abs(bound)
        else:
            least = LEAST_SHARE if self.is_share else LEAST_NUMBER * abs(self.low + self.high) / 2
            by = max(0.0, least - self.half)
        return Aim(
            self.goal, self.name, self.players, self.low - by, self.high + by, self.is_share,
            self.ratio, self.span, self.unit,
        )  # fmt: skip


def aims_of(goals: Sequence[Goal], tally: Tally) -> list[Aim]:
    """What the goals ask of such games. Raises `ValueError` for an unknown measure."""
    known = {ratio.name: ratio for ratio in ratios_of(tally)}
    aims = [aim for goal in goals for aim in _aims(goal, tally, known)]
    for one, other in combinations(aims, 2):
        if one.name == other.name and max(one.low, other.low) > min(one.high, other.high):
            raise ValueError(f'the goals "{one.goal}" and "{other.goal}" exclude each other')
    return aims


def _aims(goal: Goal, tally: Tally, known: dict[str, Ratio]) -> list[Aim]:
    written, n = f"{goal.measure} {goal.written}", tally.seats
    fair = 1 / n if goal.is_around else 0.0
    low, high = goal.low + fair, goal.high + fair
    if goal.measure == SEATS:
        if n < 2:
            raise ValueError(f'{goal.place}: "{SEATS}" needs two players or more')
        ratios = [known[f"seat {s + 1} wins"] for s in range(n if n > 2 else 1)]
        return [Aim(written, r.name, n, low, high, True, r) for r in ratios]
    if span := LENGTHS.fullmatch(goal.measure):
        if not goal.is_share:
            raise ValueError(
                f'{goal.place}: "{goal.measure}" is a share of the games: write ">= 70%"'
            )
        if span[1] == "rounds" and not tally.rounds.n:
            raise ValueError(f'{goal.place}: "{goal.measure}" needs the rules to have round_of')
        ends = int(span[2]), int(span[3])
        return [Aim(written, goal.measure, n, low, high, True, None, ends, span[1])]
    ratio = {spelt(name): ratio for name, ratio in known.items()}.get(spelt(goal.measure))
    if ratio is None:
        fix = near_measure(goal.measure, list(known))
        raise ValueError(f'{goal.place}: no measure "{goal.measure}" in these games ({fix})')
    if ratio.is_share != goal.is_share:
        kind = "a share: write it in percent" if ratio.is_share else "no share: leave out the %"
        raise ValueError(f'{goal.place}: "{goal.measure}" is {kind}')
    return [Aim(written, ratio.name, n, low, high, ratio.is_share, ratio)]
