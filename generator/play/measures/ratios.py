"""Computes the catalogue's measures for a run. In: a `Tally`. Out: estimates with intervals."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from generator.model.measures import (
    DECISIONS,
    Measure,
    Scope,
    Topic,
    measures_among,
)
from generator.model.pack import Worth
from generator.play.measures.tally import Floats, Tally
from generator.play.statistics import inference
from generator.play.statistics.inference import Estimate
from generator.play.statistics.share_bounds import FEW, clopper_pearson, share_interval

NEEDED = 100  # number of games needed to show a rate over games
POINTS = 100  # percentage points per win, the unit of effects
NEEDED_TAKERS = 30  # number of takers of a piece needed to show its effect


def rate_of(k: float, n: int) -> Estimate:
    """Return the share k/n of games, with Wilson's interval, or Clopper–Pearson's near 0
    and 100 %.
    """
    if min(k, n - k) < FEW:
        return clopper_pearson(k, n, needed=NEEDED)
    return inference.wilson(k, n, needed=NEEDED)


def share_of(tally: Tally, top: str, bottom: str, i: int = 0, j: int = 0) -> Estimate:
    """Return the same ratio as `ratio_of`, for ratios that are shares from 0 to 1."""
    rows = np.column_stack([tally.column(top)[:, i], tally.column(bottom)[:, j]])
    return share_interval(rows, tally.games, needed=NEEDED)


def ratio_of(tally: Tally, top: str, bottom: str, i: int = 0, j: int = 0) -> Estimate:
    """Return the sum of one column divided by the sum of another column, by game."""
    rows = np.column_stack([tally.column(top)[:, i], tally.column(bottom)[:, j]])
    return inference.ratio_interval(rows, tally.games, needed=NEEDED)


def effect_interval(rows: Floats, n: int, level: float) -> Estimate:
    """Return a piece's effect on its taker's chances, in points; rows: (units, 2), sums and takers.

    Even if all games ended alike with the piece and with another piece, some unseen games may end
    differently. The interval is therefore never narrower than this possibility allows
    (Clopper–Pearson for none of the takers).
    """
    takers = float(rows[:, 1].sum())
    estimate = inference.ratio_interval(rows, n, level, method="exchanged when taken")
    if takers < NEEDED_TAKERS:
        needed = math.ceil(n * NEEDED_TAKERS / takers) if takers else n + 1
        return replace(estimate, low=math.nan, high=math.nan, needed=needed)
    half = max(estimate.half, POINTS * clopper_pearson(0, takers, level).high)
    low, high = max(-POINTS, estimate.value - half), min(POINTS, estimate.value + half)
    return replace(estimate, low=low, high=high, method="exchanged when taken", skew=0.0)


def is_in(measure: Measure, tally: Tally) -> bool:
    """Whether the tally has a measure; games with other settings may have fewer supplies."""
    return measure.span is not None or measure.i < tally.column(measure.top).shape[1]


def sums_of(measure: Measure, tally: Tally) -> Floats:
    """Return (blocks, 2): the numerator and denominator of a measure."""
    top, bottom = tally.column(measure.top), tally.column(measure.bottom)
    return np.column_stack([top[:, measure.i], bottom[:, measure.j]])


def estimate_of(measure: Measure, tally: Tally) -> Estimate:
    """Return a measure with its interval; withheld below `NEEDED` games."""
    interval = share_interval if measure.is_share else inference.ratio_interval
    return interval(sums_of(measure, tally), tally.games, needed=NEEDED)


def difference_of(measure: Measure, base: Tally, other: Tally) -> Estimate:
    """Return the measure in `other` minus that in `base`, on the same seeds."""
    a, b = sums_of(measure, base), sums_of(measure, other)
    estimate = inference.ratio_difference(a, b, base.games, needed=NEEDED)
    # no observed pair differs, but unobserved pairs may differ
    if measure.is_share and estimate.half == 0:
        most = clopper_pearson(0, min(len(a), len(b))).high
        value = estimate.value
        estimate = replace(estimate, low=value - most, high=value + most)
    return estimate


def least_of(measure: Measure, worth: Worth, usual: float) -> float:
    """Return the smallest difference worth mentioning, in the measure's own unit."""
    part: float = getattr(worth, measure.worth) / 100
    return part if measure.is_share else part * abs(usual)


@dataclass(frozen=True, slots=True)
class Statements:
    """The statements of rules about the measures, as in `Scope`."""

    topics: Mapping[str, Topic] = field(default_factory=dict)
    meant: frozenset[str] = frozenset()


def scope_of(tally: Tally, statements: Statements | None = None) -> Scope:
    """Return the scope of the measures in the games of a tally."""
    statements = statements or Statements()
    return Scope(
        sides=tally.sides if tally.is_contest else None,
        supplies=tally.supplies,
        figures=tally.measures,
        has_rounds=tally.rounds.n > 0,
        turns_target=tally.turns_target,
        outcomes=tally.outcomes,
        topics=statements.topics,
        meant=statements.meant,
    )


def measures_of(tally: Tally, statements: Statements | None = None) -> list[Measure]:
    """Return every measure of such a run, with each number once."""
    measures = measures_among(scope_of(tally, statements))
    if tally.decisions.counts == tally.turns.counts:
        measures.remove(DECISIONS)
    return measures
