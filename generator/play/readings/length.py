"""Decides whether games have the right length, from turns compared with the target, and from
waiting times.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from generator.play.measures.metrics import Metrics
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Results
from generator.play.readings.ends import second_of
from generator.play.readings.reading import Level, Opinion, Reading, compared, is_disputed
from generator.play.statistics.inference import Estimate
from generator.play.statistics.sample_sizes import more_games

AIMED = 0.8  # share of games on target from which the length is right
OFF = 0.5  # share of games on target below which the length needs a look
HOPE = 0.3  # a length stays open while the target share could still rise by this amount
# spread of nine games in ten, relative to the median, below which lengths are similar
NARROW = 0.15
Aim = Literal["none", "met", "near", "off"]  # none: there is no target


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthReading(Reading):
    """The number of turns of games, and the share of games on target."""

    games: int
    quantiles: tuple[float, float, float, float, float]  # turns at 5, 25, 50, 75, 95 %
    rounds: tuple[float, float] | None  # 5 and 95 %
    target: tuple[int, int] | None
    on_target: Estimate | None
    longer: float  # the share of games above the target
    shorter: float
    aim: Aim
    is_few: bool  # whether there are too few games for a finding
    is_open: bool  # whether it is still open if games are on target
    games_needed: int  # number of further games
    common_turn: float | None  # the median, if all players took their turns at once

    @property
    def is_alike(self) -> bool:
        """Whether nearly all games take the same number of turns."""
        return self.quantiles[0] == self.quantiles[4]

    @property
    def is_narrow(self) -> bool:
        """Whether the lengths are so similar that the median adds nothing."""
        five, _, half, _, most = self.quantiles
        return most - five <= NARROW * half

    @property
    def is_judged(self) -> bool:
        """Whether enough games were compared with a target."""
        return self.on_target is not None and not self.on_target.withheld and self.aim != "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitReading(Reading):
    """The number of decisions by others for which a player waits until the next turn."""

    players: int
    usual: float
    most: float  # length that nine waits in ten do not exceed
    share: float  # share of waits of `most` or longer, if unusual; else of longer waits


def lengths(results: Results) -> Iterator[Reading]:
    """Yield the readings about lengths."""
    main = results.main.metrics
    if main.waits is not None and main.games >= NEEDED:
        usual, most = main.waits.quantile(0.5), main.waits.quantile(0.9)
        share = main.waits.share(most if most > usual else usual + 1, math.inf)
        yield WaitReading(
            level="note", weight=9.0, chart="waits", players=main.players, usual=usual, most=most,
            share=share,
        )  # fmt: skip
    reading = length_of(results)
    if not reading.is_few:
        yield reading


def length_of(results: Results) -> LengthReading:
    """Return the reading of the length of games."""
    main, other = results.main.metrics, second_of(results)
    e, target = main.turns.on_target, main.turns_target
    aim: Aim = "none"
    longer = shorter = 0.0
    if e is not None and target is not None:
        aim = "met" if e.value >= AIMED else "near" if e.value >= OFF else "off"
        longer = main.turns.histogram.share(target[1] + 1, math.inf)
        shorter = main.turns.histogram.share(-math.inf, target[0] - 1)
    is_judged = e is not None and not e.withheld and aim != "none"
    opinion = _opinion(main, other) if is_judged else None
    level: Level = "note"
    if is_judged:
        level = "fine" if aim == "met" else "look" if aim == "off" else "note"
    is_open = e is not None and e.withheld and e.low < AIMED < HOPE + e.high
    rounds = main.rounds
    return LengthReading(
        level=level, weight=20 + 60 * (1 - e.value) if e is not None and is_judged else 14.0,
        chart="length", opinion=opinion,
        is_disputed=level == "look" and is_disputed(opinion, main),
        games=main.games, quantiles=main.turns.quantiles,
        rounds=(rounds.quantiles[0], rounds.quantiles[4]) if rounds is not None else None,
        target=target, on_target=e, longer=longer, shorter=shorter, aim=aim,
        is_few=main.turns.mean.withheld, is_open=is_open,
        games_needed=more_games(e) if e is not None and is_open else 0,
        common_turn=_common_turn(main) if is_judged else None,
    )  # fmt: skip


def _opinion(main: Metrics, other: Metrics | None) -> Opinion | None:
    """Return whether the second kind of player meets or misses the target in the same way."""
    e = main.turns.on_target
    assert e is not None, "only where there is a target"
    worse = 0 if _is_aimed(main) else -1
    opinion = compared(e, other, lambda m: m.turns.on_target, worse)
    if opinion is None or other is None or opinion.backing != "disagree":
        return opinion
    if _is_off_alike(main, other):
        return Opinion(opinion.agents, "agree", opinion.estimate)
    return None if _is_aimed(main) and _is_aimed(other) else opinion


def _is_aimed(m: Metrics) -> bool:
    """Whether nearly all games are on target."""
    return m.turns.on_target is not None and m.turns.on_target.value >= AIMED


def _is_off_alike(main: Metrics, other: Metrics) -> bool:
    """Whether most games of both kinds of player are longer than the target, or most games of both
    are shorter.
    """
    low, high = main.turns_target or (0, 0)
    return any(
        all(m.turns.histogram.share(*span) > OFF for m in (main, other))
        for span in ((high + 1, math.inf), (-math.inf, low - 1))
    )


def _common_turn(main: Metrics) -> float | None:
    """Return the median if all players took their turns at once; None unless only this median is on
    target.
    """
    assert main.turns_target is not None, "only where there is a target"
    low, high = main.turns_target
    half = main.turns.quantiles[2]
    each = half / main.players
    is_each = main.turns.mean.value == main.decisions.mean.value  # each turn is a decision
    return each if is_each and low <= each <= high < half else None
