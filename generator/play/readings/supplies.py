"""Decides which supplies run out, and which are larger than necessary."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from generator.model.measures import run_out
from generator.play.measures.results import Probe, Results
from generator.play.measures.supplies import SupplyUse, ended_by
from generator.play.readings.ends import backing_of_problem
from generator.play.readings.reading import Opinion, Reading, is_disputed

SUGGESTED_SPARE = 0.6  # share of a supply that must suffice for it to be too large
MOST_SWEPT = 15  # greatest number of steps of a sweep over a parameter's range
OFTEN = 0.25  # share of games from which a supply that runs out needs a look
ALWAYS = 0.999  # share of games, at every tried size, from which a supply ends the game
State = Literal["runs out", "meant", "enough"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyReading(Reading):
    """Whether a supply runs out, and the amount that would be enough."""

    state: State
    supply: SupplyUse
    players: int
    ended: float  # share of games that end because the supply runs out, if it is meant to run out
    probes: tuple[Probe, ...]  # larger sizes that were tried
    enough: int | None  # the tried size, after the set-up, that is enough, if larger
    sweep: tuple[float, float, int] | None  # sizes to try: from, to, in steps of


def supplies(results: Results) -> Iterator[SupplyReading]:
    """Yield supplies that run out, and supplies that are larger than necessary."""
    main, least = results.main.metrics, results.pack.worth.ends / 100
    for supply in main.supplies:
        if supply.empty_games.withheld:
            continue
        if supply.empty_games.value > least:
            yield _runs_out(results, supply)
        elif supply.sufficing is not None:
            spare = supply.sufficing <= SUGGESTED_SPARE * supply.start
            yield SupplyReading(
                level="note" if spare else "fine", weight=22.0 if spare else 9.0, chart="supplies",
                state="enough", supply=supply, players=main.players, ended=0.0, probes=(),
                enough=supply.sufficing, sweep=None,
            )  # fmt: skip


def _runs_out(results: Results, supply: SupplyUse) -> SupplyReading:
    main, e = results.main, supply.empty_games
    reading = SupplyReading(
        level="fine", weight=7.0, chart="supplies", state="meant", supply=supply,
        players=main.metrics.players, ended=0.0, probes=(), enough=None, sweep=None,
    )  # fmt: skip
    if supply.is_meant:
        ended = ended_by(main.tally, supply.name)
        return replace(reading, ended=ended / main.metrics.games if ended else 0.0)
    tried = tuple(p for p in results.probes if p.supply == supply.name)
    parameter = results.pack.parameters.get(supply.name)
    enough: int | None = None
    sweep: tuple[float, float, int] | None = None
    if parameter is not None and supply.given is not None:
        sizes = [p.sufficing for p in tried if p.sufficing is not None]
        if sizes and min(sizes) + (supply.set_up or 0) > supply.given:
            enough = min(sizes)
        now, high = supply.given, parameter.high
        sweep = (now, max([p.given for p in tried], default=2 * now), 1)
        if tried and not sizes and high is not None and high > now:  # all tried sizes are too small
            sweep = (now, high, math.ceil((high - now) / MOST_SWEPT))
    # A supply that runs out in every game, however large it is, ends the game.
    tight = min(e.value, *(p.empty_games.value for p in tried), 1.0) < ALWAYS
    opinion = _opinion(results, supply)
    return replace(
        reading, level="look" if tight and e.value > OFTEN else "note",
        weight=25 + 50 * e.value if tight else 7.0, measure=run_out(supply.name), opinion=opinion,
        is_disputed=is_disputed(opinion, main.metrics), state="runs out", probes=tried,
        enough=enough, sweep=sweep,
    )  # fmt: skip


def _opinion(results: Results, supply: SupplyUse) -> Opinion | None:
    """Return whether other kinds of player also exhaust the supply."""
    for run in results.runs[1:]:
        for same in run.metrics.supplies:
            theirs = same.empty_games
            if same.name == supply.name and not theirs.withheld:
                backing = backing_of_problem(supply.empty_games, theirs)
                return Opinion(run.metrics.agents, backing, theirs)
    return None
