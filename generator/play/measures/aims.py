"""Goals as numbers of a run: the measures that they bound, and the distances of these measures from
the bounds. In: goals as written and a `Tally`. Out: `Aim`s, which are numbers with a band each. A
goal for all seats becomes an aim for each seat or team, but a single aim for two seats, because
their shares add up to 1.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from generator.model.goals import Goal, holds_band
from generator.model.measures import (
    Measure,
    Phrase,
    Scope,
    measures_among,
    near_measure,
    spelt,
)
from generator.model.pack import Pack
from generator.model.problems import Place, Problem
from generator.model.teams import Sides
from generator.play.engine.game import ends_of, is_contest, teams_of
from generator.play.engine.host_functions import pieces_in
from generator.play.engine.loading import FaultyRules, book_of
from generator.play.measures.pieces import counted_piece
from generator.play.measures.ratios import (
    POINTS,
    effect_interval,
    is_in,
    rate_of,
    scope_of,
    sums_of,
)
from generator.play.measures.tally import Floats, Tally
from generator.play.statistics import inference
from generator.play.statistics.inference import Estimate
from generator.play.statistics.share_bounds import share_interval

SOFT = 0.25  # softness of a band's edges, as a share of its half width
# softness of a band with one bound; for numbers it is relative
SOFT_SHARE, SOFT_NUMBER = 0.0125, 0.025
ROUNDING = 1e-9  # rounding error of a mean, in half widths
LEAST_SHARE, LEAST_NUMBER = 0.05, 0.1  # least half widths of bands for a second kind of player


@dataclass(frozen=True, slots=True)
class Aim:
    """A number and its band, for one number of players; bounds may be infinite."""

    goal: str  # the goal as written, such as "seats ±3%"
    measure: Measure
    players: int
    low: float
    high: float
    is_on_every_side: bool = False  # whether the goal bounds the wins of all seats or teams

    @property
    def half(self) -> float:
        """Return half the band's width; for a band with one bound, four times its soft edge."""
        if math.isfinite(self.low) and math.isfinite(self.high):
            return (self.high - self.low) / 2
        bound = self.low if math.isfinite(self.low) else self.high
        if self.is_effect:
            return POINTS * SOFT_SHARE / SOFT
        return (SOFT_SHARE if self.is_share else max(SOFT_NUMBER * abs(bound), 1e-6)) / SOFT

    @property
    def is_share(self) -> bool:
        """Whether the number is a share, 0 to 1."""
        return self.measure.is_share

    @property
    def is_effect(self) -> bool:
        """Whether the number is a piece's effect on its taker's chances, in percentage points."""
        return self.measure.is_effect

    @property
    def is_length(self) -> bool:
        """Whether the number is a length of games."""
        return self.measure.is_length

    @property
    def zone(self) -> float:
        """Return the softness of the band's edge; for a value nearer to the edge, both sides are
        acceptable.
        """
        return SOFT * self.half

    @property
    def is_open(self) -> bool:
        """Whether the band has only one bound."""
        return not (math.isfinite(self.low) and math.isfinite(self.high))

    def members(self) -> dict[str, Any]:
        """Return the members of the aim's JSON: the band, and everything that defines the
        measure.
        """
        measure = self.measure
        columns = {"top": measure.top, "bottom": measure.bottom, "i": measure.i, "j": measure.j}
        unit, *span = measure.span or ("turns", 0, 0)
        return {
            "goal": self.goal,
            "name": measure.key,
            "players": self.players,
            "low": self.low,
            "high": self.high,
            "is_share": self.is_share,
            "ratio": None if measure.span else {"name": measure.key, **columns},
            "span": span,
            "unit": unit,
        }

    def margin(self, value: float) -> float:
        """Return the distance of a value from the nearest bound, in half widths; negative outside
        the band.
        """
        return min(value - self.low, self.high - value) / self.half

    def is_met(self, e: Estimate) -> bool:
        """Whether an estimate's interval lies inside the band."""
        slack = ROUNDING * self.half
        return self.low - slack <= e.low and e.high <= self.high + slack

    def is_missed(self, e: Estimate) -> bool:
        """Whether an estimate's interval lies outside the band."""
        slack = ROUNDING * self.half
        return e.low > self.high + slack or e.high < self.low - slack

    def of(self, tally: Tally, level: float = inference.LEVEL) -> Estimate:
        """Return the number with its interval."""
        if self.measure.span is not None:
            k = round(self._inside(tally) * tally.games)
            if level == inference.LEVEL:
                return rate_of(k, tally.games)
            ones = np.column_stack([np.arange(tally.games) < k, np.ones(tally.games)])
            return share_interval(ones, tally.games, level)
        if not is_in(self.measure, tally):
            return inference.NOTHING
        rows = sums_of(self.measure, tally)
        if self.is_effect:
            return effect_interval(rows, tally.games, level)
        if self.is_share:
            return share_interval(rows, tally.games, level)
        return inference.ratio_interval(rows, tally.games, level)

    def _inside(self, tally: Tally) -> float:
        assert self.measure.span is not None, "only of a share of games by their length"
        unit, low, high = self.measure.span
        return float(tally.lengths(unit).share(low, high))

    def moments(self, tally: Tally) -> tuple[float, float]:
        """Return the number and the variance of a game's contribution to it."""
        if self.measure.span is not None:
            share = self._inside(tally)
            return share, share * (1 - share)
        rows: Floats = sums_of(self.measure, tally)
        bottom = float(rows[:, 1].sum())
        if bottom <= 0:
            return (0.0, POINTS**2 * tally.games) if self.is_effect else (math.nan, math.nan)
        value = float(rows[:, 0].sum()) / bottom
        rest = rows[:, 0] - value * rows[:, 1]
        units = len(rows)
        variance = units / max(1, units - 1) * float((rest * rest).sum()) / bottom**2
        if self.is_effect:  # if all takers had the same result, half a game is assumed to differ
            variance = max(variance, POINTS**2 * (0.5 / bottom) / bottom)
        return value, variance * tally.games

    def widened(self) -> "Aim":
        """Return the aim with the band for a second kind of player, which is at least ±5 points, or
        ±10 %.
        """
        if self.is_open:
            bound = self.low if math.isfinite(self.low) else self.high
            by = LEAST_SHARE if self.is_share else LEAST_NUMBER * abs(bound)
            by = POINTS * LEAST_SHARE if self.is_effect else by
        else:
            least = LEAST_SHARE if self.is_share else LEAST_NUMBER * abs(self.low + self.high) / 2
            least = POINTS * LEAST_SHARE if self.is_effect else least
            by = max(0.0, least - self.half)
        return replace(self, low=self.low - by, high=self.high + by)


class NoAim(ValueError):
    """Raised if these games cannot have such a goal; `problem` gives the reason, with the goal's
    place.
    """

    def __init__(self, problem: Problem) -> None:
        fix = f" ({problem.fix})" if problem.fix else ""
        super().__init__(f"{problem.place}: {problem.message}{fix}")
        self.problem = problem


def aims_of(goals: Sequence[Goal], tally: Tally, exchanged: Sequence[str] = ()) -> list[Aim]:
    """Return the aims of the goals for these games. Raises `NoAim` for the first impossible goal.

    `exchanged` are pieces whose effect is measured in games outside the tally.
    """
    effects = (*tally.effects, *exchanged)
    measures = measures_among(replace(scope_of(tally), effects=effects))
    aims, faults = _judged(goals, tally.seats, measures)
    for problem in faults:
        raise NoAim(problem)
    return aims


def faulty_goals(pack: Pack) -> list[Problem]:
    """Return the goals of a pack that are impossible for every number of players.

    The rules decide which measures exist. `conform` reports rules that cannot be read; nothing is
    returned for them here.
    """
    try:
        book = book_of(pack, pack.players[0]) if pack.goals else None
        taken = pieces_in(pack, book) if book is not None and book.has("piece") else ()
    except FaultyRules:
        return []
    if book is None:
        return []
    supplies = book.get("SUPPLIES", ()) if book.has("stock") else ()
    figures = tuple(book.get("MEASURES", ()))
    about = pieces_asked(pack.goals, figures)
    unknown = [fault for goal, name in about if (fault := _no_piece(pack, goal, name, taken))]
    pieces = [name for _, name in about]
    refused: list[Problem] = []
    sound: set[Place] = set()
    for seats in range(pack.players[0], pack.players[1] + 1):
        competes = is_contest(book, seats)
        scope = Scope(
            sides=Sides(seats, teams_of(book, seats)) if competes else None,
            supplies=supplies,
            figures=figures,
            has_rounds=book.has("round_of"),
            turns_target=pack.at(seats).turns_target,
            effects=pieces,
            outcomes=() if competes else ends_of(book),
        )
        goals = [goal for goal in pack.goals if goal.holds_for(seats)]
        faults = _judged(goals, seats, measures_among(scope))[1]
        sound |= {goal.place for goal in goals} - {fault.place for fault in faults}
        refused += [fault for fault in faults if fault not in refused]
    last = {fault.place: fault for fault in refused if fault.place not in sound}
    return [*unknown, *last.values()]


def pieces_asked(goals: Sequence[Goal], figures: Sequence[str]) -> list[tuple[Goal, str]]:
    """Return the goals on a piece's effect, with the name of the piece; a pack's own measure takes
    precedence.
    """
    own = {spelt(name) for name in figures}
    pieces = [(goal, goal.about.piece) for goal in goals if spelt(goal.measure) not in own]
    return [(goal, name) for goal, name in pieces if name]


def goals_on(pack: Pack, piece: str, figures: Sequence[str]) -> list[Goal]:
    """Return the goals on the effect of the piece "component/row", however they name it."""
    return [
        goal
        for goal, name in pieces_asked(pack.goals, figures)
        if _no_piece(pack, goal, name, [piece]) is None
    ]


def _no_piece(pack: Pack, goal: Goal, name: str, taken: Sequence[str]) -> Problem | None:
    try:
        counted_piece(pack, name, taken)
    except ValueError as fault:
        return Problem(goal.place, str(fault))
    return None


def _judged(
    goals: Sequence[Goal], seats: int, measures: Sequence[Measure]
) -> tuple[list[Aim], list[Problem]]:
    """Return the aims of the goals in games with these measures, and the impossible goals."""
    aims: list[tuple[Goal, Aim]] = []
    faults: list[Problem] = []
    for goal in goals:
        try:
            aims += [(goal, aim) for aim in _aims(goal, seats, measures)]
        except NoAim as fault:
            faults.append(fault.problem)
    for (_, first), (goal, second) in combinations(aims, 2):
        is_apart = max(first.low, second.low) > min(first.high, second.high)
        if first.measure == second.measure and is_apart:
            both = f'the goals "{first.goal}" and "{second.goal}" exclude each other'
            if all(goal.place != fault.place for fault in faults):
                faults.append(Problem(goal.place, both))
    return [aim for _, aim in aims], faults


def _aims(goal: Goal, seats: int, measures: Sequence[Measure]) -> list[Aim]:
    """Return the aims of one goal. Raises `NoAim`."""

    def no_aim(message: str, fix: str = "") -> NoAim:
        return NoAim(Problem(goal.place, message, fix))

    written, named = f"{goal.measure} {goal.written}", f'"{goal.measure}"'
    wins = [measure for measure in measures if measure.is_of_sides]
    fair = 1 / max(1, len(wins)) if goal.is_around else 0.0
    low, high = goal.low + fair, goal.high + fair
    if goal.about.is_every_side:
        if not wins:
            raise no_aim(f"{named} needs players who compete")
        wins = wins if len(wins) > 2 else wins[:1]
        return [Aim(written, measure, seats, low, high, True) for measure in wins]
    if goal.about.span and not goal.is_share:
        raise no_aim(f'{named} is a share of the games: write ">= 70%"')
    measure = _measure(goal.about, measures, written, no_aim)
    if measure.is_share and not goal.is_share:
        raise no_aim(f"{named} is a share: write it in percent", 'like "<= 25%"')
    if goal.is_share and not measure.is_share:
        raise no_aim(f"{named} is no share: leave out the %")
    return [Aim(written, measure, seats, low, high)]


def _measure(
    about: Phrase,
    measures: Sequence[Measure],
    written: str,
    no_aim: Callable[[str, str], NoAim],
) -> Measure:
    """Return the measure that a goal is about.

    Raises the result of `no_aim` if there is no such measure.
    """
    named = f'"{about.key}"'
    if absence := about.absence(measures):
        why, fix = absence
        raise no_aim(f"{named} {why}", fix)
    measure = about.among(measures)
    if measure is not None:
        return measure
    if holds_band(about.key):
        raise no_aim(
            f"{written!r} is more than one band: a goal has one, such as 3-9",
            "each goal in a line of its own, or after a --goal of its own",
        )
    raise no_aim(f"no measure {named} in these games", near_measure(about.key, measures))
