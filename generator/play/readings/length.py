"""How long is it? Turns against the target, and how long a player waits."""

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

AIMED = 0.8  # of the games as long as is aimed for: that is as it should be
OFF = 0.5  # fewer: that needs a look
HOPE = 0.3  # how far above its interval a share may yet come, to be left open
NARROW = 0.15  # of the middle length: nine games in ten lie within it, so they are all alike
Aim = Literal["none", "met", "near", "off"]  # none: there is no target


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthReading(Reading):
    """How many turns games take, and how many of them are as long as is aimed for."""

    games: int
    quantiles: tuple[float, float, float, float, float]  # turns: 5, 25, 50, 75, 95 %
    rounds: tuple[float, float] | None  # 5 and 95 %
    target: tuple[int, int] | None
    on_target: Estimate | None
    longer: float  # the share of games above the target
    shorter: float
    aim: Aim
    is_few: bool  # too few games for a finding
    is_open: bool  # whether games are as long as is aimed for is open
    games_needed: int  # more games
    common_turn: float | None  # the middle turn, if all players took their turns at once

    @property
    def is_alike(self) -> bool:
        """Whether nearly all games take the same number of turns."""
        return self.quantiles[0] == self.quantiles[4]

    @property
    def is_narrow(self) -> bool:
        """Whether games are so much of a length that their middle says nothing."""
        five, _, half, _, most = self.quantiles
        return most - five <= NARROW * half

    @property
    def is_judged(self) -> bool:
        """Whether enough games were held against a target."""
        return self.on_target is not None and not self.on_target.withheld and self.aim != "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitReading(Reading):
    """How many decisions of others a player waits for the next turn."""

    players: int
    usual: float
    most: float  # nine waits in ten are no longer
    share: float  # of the waits: `most` or longer, where that is more than usual; else longer


def lengths(results: Results) -> Iterator[Reading]:
    """What is worth a sentence about lengths."""
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
    """How long games are."""
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
    """Whether the second kind of player comes as near to the target, or misses it alike."""
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
    """Whether nearly all games are as long as the designer aims for."""
    return m.turns.on_target is not None and m.turns.on_target.value >= AIMED


def _is_off_alike(main: Metrics, other: Metrics) -> bool:
    """Whether most games of both are longer than the designer aims for, or of both shorter."""
    low, high = main.turns_target or (0, 0)
    return any(
        all(m.turns.histogram.share(*span) > OFF for m in (main, other))
        for span in ((high + 1, math.inf), (-math.inf, low - 1))
    )


def _common_turn(main: Metrics) -> float | None:
    """The middle turn if all took theirs at once, where only then it would be on target."""
    assert main.turns_target is not None, "only where there is a target"
    low, high = main.turns_target
    half = main.turns.quantiles[2]
    each = half / main.players
    is_each = main.turns.mean.value == main.decisions.mean.value  # a turn is a decision
    return each if is_each and low <= each <= high < half else None
