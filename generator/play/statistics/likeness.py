"""Finds the kind of player that decides like recorded players, and the cost of their decisions.

A decision has k options, and a kind of player gives each a value v. With the sharpness β an option
is chosen with the probability 0.98 · softmax(β·v) + 0.02 / k. β is fitted on all other units, so
that a kind with more freedom gains nothing by it. Units are whole games or whole evenings, because
the decisions of one game are not independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.play.statistics.inference import (
    LEVEL,
    Estimate,
    mean_interval,
    mixed,
    ratio_interval,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SLIP = 0.02  # share of decisions that follow no value at all
SHARPNESS = np.concatenate([[0.0], 2.0 ** np.arange(-4, 8.25, 0.25)])  # in units of 1 / sd of v
FLIPS = 4095  # random changes of sign; with up to 12 units all changes are counted
FEWEST_UNITS = 6  # with 5 units no two-sided p is below 0.05


@dataclass(frozen=True, slots=True)
class Choices:
    """Decisions as arrays: values (n, k) of every option, nan where there are fewer options.

    `chosen` (n,) holds the number of the option that was chosen, `unit` (n,) that of the unit.
    """

    values: Floats
    chosen: Ints
    unit: Ints


def bits_of(choices: Choices) -> Floats:
    """Return for each unit the mean bits of a decision that these values explain beyond chance.

    0 means no better than random choice; log₂ k is the most. Infinite values are not allowed.
    """
    values, n_units = choices.values, int(choices.unit.max()) + 1
    is_option = ~np.isnan(values)
    k = is_option.sum(axis=1)
    rest = values - np.nanmean(values, axis=1, keepdims=True)
    spread = float(np.sqrt(np.nanmean(rest * rest)))
    if spread <= 0:
        return np.zeros(n_units)
    scaled = np.where(is_option, rest / spread, -np.inf)
    rows = np.arange(len(values))
    gains = np.empty((len(SHARPNESS), n_units))
    counts = np.bincount(choices.unit, minlength=n_units)
    for i, sharpness in enumerate(SHARPNESS):
        powers = np.where(is_option, sharpness * np.where(is_option, scaled, 0.0), -np.inf)
        powers = np.exp(powers - powers.max(axis=1, keepdims=True))
        share = powers[rows, choices.chosen] / powers.sum(axis=1)
        bits = np.log2(k * ((1 - SLIP) * share + SLIP / k))
        gains[i] = np.bincount(choices.unit, bits, n_units)
    others = gains.sum(axis=1, keepdims=True) - gains
    best = others.argmax(axis=0) if n_units > 1 else np.zeros(1, np.int64)
    means: Floats = gains[best, np.arange(n_units)] / np.maximum(1, counts)
    return means


def sign_flip_p(differences: Floats) -> float:
    """Return the two-sided p-value that differences, one for each unit, have the mean 0.

    Every unit's sign is as likely as the other. All 2ⁿ changes of sign are counted, or `FLIPS`
    random ones and the given signs.
    """
    n = len(differences)
    if n == 0 or not np.any(differences):
        return 1.0
    if 2**n <= FLIPS + 1:
        signs = 1 - 2.0 * (np.arange(2**n)[:, None] >> np.arange(n) & 1)
    else:
        signs = 1 - 2.0 * (mixed(FLIPS * n, 1).reshape(FLIPS, n) & np.uint64(1))
        signs = np.vstack([np.ones(n), signs])
    sums = np.abs(signs @ differences)
    return float(np.mean(sums >= sums[0] * (1 - 1e-12)))


@dataclass(frozen=True, slots=True)
class KindFit:
    """The quality with which one kind of player predicts the decisions."""

    kind: str  # greedy, a player of the pack, or "search"
    bits: Estimate  # mean bits of a decision by which it predicts better than random choice


def fits_of(kinds: Sequence[str], bits: Floats) -> tuple[tuple[KindFit, ...], str, float]:
    """Return the fit of every kind, the kind that plays alike, and the p-value for it.

    bits: (kinds, units). A kind is named only if it explains more than every other kind and than
    random choice, each by a sign-flip test at 5 % over the units; "" if none does. The p-value is
    the largest of these tests.
    """
    fits = tuple(KindFit(kind, mean_interval(row)) for kind, row in zip(kinds, bits, strict=True))
    best = int(bits.mean(axis=1).argmax())
    rivals = [np.zeros(bits.shape[1]), *(row for i, row in enumerate(bits) if i != best)]
    if bits[best].mean() <= 0:
        return fits, "", 1.0
    p = max(sign_flip_p(bits[best] - row) for row in rivals)
    is_clear = p <= 1 - LEVEL and bits.shape[1] >= FEWEST_UNITS
    return fits, kinds[best] if is_clear else "", p


@dataclass(frozen=True, slots=True)
class RungFit:
    """The cost of the decisions of one rung in the same positions."""

    rung: str  # the player, such as mcts:50
    cost: float  # mean cost of a decision
    difference: Estimate  # mean cost of people's decisions less that of this player's

    @property
    def is_possible(self) -> bool:
        """Whether the recorded players may be as strong as this rung."""
        return not self.difference.excludes(0)


def rungs_of(
    rungs: Sequence[str], own: Floats, theirs: Floats, unit: Ints
) -> tuple[tuple[RungFit, ...], str]:
    """Return what the decisions of every rung cost, and the rung that costs about as much.

    own: (n,) cost of each recorded decision; theirs: (rungs, n) mean cost of each rung's decisions
    in the same positions. The nearest rung is that with the smallest ratio of the two costs, either
    way, because costs fall by the same factor from rung to rung.
    """
    n_units = int(unit.max()) + 1
    counts = np.bincount(unit, minlength=n_units).astype(np.float64)
    floor = 1e-3 * max(float(theirs.mean()), 1e-12)
    fits = []
    for rung, row in zip(rungs, theirs, strict=True):
        sums = np.bincount(unit, own - row, n_units)
        rows = np.column_stack([sums, counts])
        fits.append(RungFit(rung, float(row.mean()), ratio_interval(rows, n_units)))
    cost = max(float(own.mean()), floor)
    ratios = [abs(np.log(cost / max(fit.cost, floor))) for fit in fits]
    return tuple(fits), rungs[int(np.argmin(ratios))]
