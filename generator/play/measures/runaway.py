"""Measures whether leads grow, by the gains of leaders after half of the usual length, relative to
other seats.
"""

import math
from dataclasses import dataclass, replace

from generator.play.engine.batch import course_marks
from generator.play.measures.ratios import NEEDED, rate_of
from generator.play.measures.tally import LONGEST_MARK, Tally
from generator.play.statistics import inference
from generator.play.statistics.inference import Estimate


@dataclass(frozen=True, slots=True)
class Runaway:
    """The gains of leaders after a fixed decision, relative to other seats; 0 by chance."""

    after: int  # number of decisions: the mark nearest to half of the usual length
    through: float  # `after` as a share of the usual length
    games: Estimate  # share of games still in progress
    led: Estimate  # share of these games with a sole leader
    excess: Estimate  # the leader's later gain minus the others' mean gain, adjusted for seats
    usual: float  # average of a seat's absolute later gain, in points

    @property
    def part(self) -> float:
        """Return the excess divided by the usual gain of a seat."""
        return self.excess.value / self.usual if self.usual > 0 else 0.0


def runaway_of(tally: Tally) -> Runaway | None:
    """Estimate whether leads grow, as the leader's later gain minus the others' gain, adjusted for
    seats. The estimate is a least-squares fit of later gains on leading, with an effect of each
    seat. A seat that always leads gives no information, so `n` counts the compared games, which are
    4p(1 − p) of the games in which one of two seats leads with probability p. Intervals are by
    linearisation over blocks. If one seat is much stronger and games end at a score, the result is
    too low by a few per cent of the gains, because leaders have less time left. The result is
    `None` if players differ or no games are followed.
    """
    if len(tally.agents) > 1 or not tally.is_contest or not tally.moments:
        return None
    length = tally.decisions.quantile(0.5)
    half = max(1.0, length / 2)
    marks = course_marks(LONGEST_MARK)
    k = min(tally.moments, key=lambda i: abs(math.log(marks[i] / half)))
    rows, seats = tally.column(f"course {k}"), tally.sides.n
    is_on, sizes, more = rows[:, 0], rows[:, 1], rows[:, -1]
    gains, leads = rows[:, 2 : 2 + seats], rows[:, 2 + seats : -1]
    on, led = float(is_on.sum()), float(leads.sum())
    runaway = Runaway(
        after=marks[k],
        through=marks[k] / length,
        games=rate_of(on, tally.games),
        led=rate_of(led, int(on)) if on else inference.NOTHING,
        excess=inference.NOTHING,
        usual=float(sizes.sum()) / on if on else 0.0,
    )
    if led < 1 or len(rows) < 2:
        return runaway
    usual = gains.sum(axis=0) / on  # each seat's mean later gain
    per_lead = (seats * leads - leads.sum(axis=1, keepdims=True)) / (seats - 1)
    often = per_lead.sum(axis=0) / on  # each seat's excess of leads
    apart = (seats - 1) / seats * (2 * per_lead - is_on[:, None] * often) @ often
    compared = leads.sum(axis=1) - apart
    n = float(compared.sum())
    if n < 1:
        return runaway
    value = float(more.sum() - usual @ per_lead.sum(axis=0)) / n
    rest = more - per_lead @ usual - value * compared
    rest = rest - (gains - is_on[:, None] * usual) @ often
    units = len(rows)
    error = math.sqrt(units / (units - 1) * float((rest * rest).sum())) / n
    excess = inference.contrast_interval(
        value, error, rest, int(n), inference.LEVEL, NEEDED // 2, "by game"
    )
    return replace(runaway, excess=excess)
