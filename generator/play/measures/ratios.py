"""Measures that are one sum over a run divided by another, and those compared and swept."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from generator.model.pack import Worth
from generator.model.teams import Sides
from generator.play.measures.tally import Floats, Tally, unended
from generator.play.statistics import inference
from generator.play.statistics.inference import Estimate
from generator.play.statistics.share_bounds import FEW, clopper_pearson, share_interval

NEEDED = 100  # games before a rate over games is said
EFFECT = "effect"
POINTS = 100  # of a win: effects are told in them
ON_TARGET = "games inside the target length"
NEEDED_TAKERS = 30  # of a piece before its effect is said
SHARES = ("wins", "inside", "tied", "run out", "end by")


def rate_of(k: float, n: int) -> Estimate:
    """In how many of the games: Wilson, or Clopper–Pearson where few differ from the rest."""
    if min(k, n - k) < FEW:
        return clopper_pearson(k, n, needed=NEEDED)
    return inference.wilson(k, n, needed=NEEDED)


def share_of(tally: Tally, top: str, bottom: str, i: int = 0, j: int = 0) -> Estimate:
    """As `ratio_of` where it is a share, 0 to 1."""
    rows = np.column_stack([tally.column(top)[:, i], tally.column(bottom)[:, j]])
    return share_interval(rows, tally.games, needed=NEEDED)


def ratio_of(tally: Tally, top: str, bottom: str, i: int = 0, j: int = 0) -> Estimate:
    """The sum of one column over that of another, by game."""
    rows = np.column_stack([tally.column(top)[:, i], tally.column(bottom)[:, j]])
    return inference.ratio_interval(rows, tally.games, needed=NEEDED)


def effect_interval(rows: Floats, n: int, level: float) -> Estimate:
    """What a piece makes of its taker's chances, in points; rows: (units, 2), sums and takers.

    Never narrower than what may be unseen: in as many games as were seen to end alike with the
    piece and with another, some would not (Clopper–Pearson for none of the takers).
    """
    takers = float(rows[:, 1].sum())
    found = inference.ratio_interval(rows, n, level, method="exchanged when taken")
    if takers < NEEDED_TAKERS:
        needed = math.ceil(n * NEEDED_TAKERS / takers) if takers else n + 1
        return replace(found, low=math.nan, high=math.nan, needed=needed)
    half = max(found.half, POINTS * clopper_pearson(0, takers, level).high)
    low, high = max(-POINTS, found.value - half), min(POINTS, found.value + half)
    return replace(found, low=low, high=high, method="exchanged when taken", skew=0.0)


@dataclass(frozen=True, slots=True)
class Ratio:
    """One measure: its name, and which columns of a tally are divided by which."""

    name: str
    top: str
    bottom: str = "game"
    i: int = 0  # column of `top`
    j: int = 0  # column of `bottom`

    @property
    def is_share(self) -> bool:
        """Whether it is a share, told in percent."""
        return self.top not in ("measure", EFFECT) and any(part in self.name for part in SHARES)

    @property
    def is_effect(self) -> bool:
        """Whether it is what a piece makes of its taker's chances, in points of a hundred."""
        return self.top == EFFECT

    def least(self, worth: Worth, usual: float) -> float:
        """The smallest difference worth a word, in the measure's own unit."""
        if self.top == "share":
            return worth.seats / 100
        if self.is_share:
            return worth.ends / 100
        part = worth.scores if self.top in ("mean_score", "margin") else worth.lengths
        return part / 100 * abs(usual)

    def is_in(self, tally: Tally) -> bool:
        """Whether the tally has it; games of other settings may have fewer supplies."""
        return bool(self.i < tally.column(self.top).shape[1])

    def rows(self, tally: Tally) -> Floats:
        """(blocks, 2): numerator and denominator."""
        return np.column_stack(
            [tally.column(self.top)[:, self.i], tally.column(self.bottom)[:, self.j]]
        )

    def of(self, tally: Tally) -> Estimate:
        """The measure with its interval."""
        if self.is_share:
            return share_of(tally, self.top, self.bottom, self.i, self.j)
        return ratio_of(tally, self.top, self.bottom, self.i, self.j)

    def difference(self, base: Tally, other: Tally) -> Estimate:
        """How much more of it `other` has, on the same seeds."""
        a, b = self.rows(base), self.rows(other)
        found = inference.ratio_difference(a, b, base.games, needed=NEEDED)
        if self.is_share and found.half == 0:  # no pair differs: what may yet be unseen
            most = clopper_pearson(0, min(len(a), len(b))).high
            found = replace(found, low=found.value - most, high=found.value + most)
        return found


def ratios_of(tally: Tally) -> list[Ratio]:
    """Every measure that such a run has, each number once."""
    found = ratios_among(
        tally.sides if tally.is_contest else None,
        tally.supplies,
        tally.measures,
        tally.rounds.n > 0,
        tally.turns_target,
        outcomes=tally.outcomes,
    )
    if tally.decisions.counts == tally.turns.counts:
        found = [ratio for ratio in found if ratio.top != "decisions"]
    return found


def ratios_among(
    sides: Sides | None,
    supplies: Iterable[str],
    measures: Iterable[str],
    has_rounds: bool,
    turns_target: tuple[int, int] | None,
    effects: Iterable[str] = (),
    outcomes: Iterable[str] = (),
) -> list[Ratio]:
    """Every measure of a game of these sides, known before it is played.

    Without any nobody competes: then it is how they score, and which of the `outcomes` it is.
    """
    found = [Ratio(name, "share", i=i) for i, name in enumerate(sides.wins if sides else ())]
    if sides is None:
        found = [Ratio("score", "mean_score")]
        named = [(i, name) for i, name in enumerate(outcomes) if not unended(name)]
        found += [Ratio(f"end by {name}", "outcome", i=i) for i, name in named]
    found.append(Ratio("turns", "turns"))
    if has_rounds:
        found.append(Ratio("rounds", "rounds"))
    if turns_target is not None:
        found.append(Ratio(ON_TARGET, "on_target"))
    found += [
        Ratio("decisions", "decisions"),
        Ratio("legal moves", "branching", "decisions"),
    ]
    if sides is not None:
        found += [
            Ratio("lead changes", "lead_changes"),
            Ratio("margin", "margin"),
            Ratio("tied games", "tied"),
            Ratio("half-time leader wins", "led_won", "led", 4, 4),
            Ratio("score", "mean_score"),
        ]
    found += [Ratio(f"{name} run out", "empty_games", i=u) for u, name in enumerate(supplies)]
    found += [Ratio(f"end by {end}", end) for end in ("stall", "cap")]
    found += [Ratio(name, "measure", i=i) for i, name in enumerate(measures)]
    found += [Ratio(f"{name} effect", EFFECT, "taken", i, i) for i, name in enumerate(effects)]
    return found
