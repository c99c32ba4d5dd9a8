"""Shows the main measures of kinds of player side by side, marked where players certainly
disagree.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from generator.model.measures import (
    CATALOGUE,
    DECISIONS,
    HALF_TIME,
    LEAD_CHANGES,
    LEGAL_MOVES,
    MARGIN,
    ON_TARGET,
    ROUNDS,
    SCORE,
    TIED,
    TURNS,
    Measure,
    wins_of,
)
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import Results
from generator.play.readings.ends import is_cut_short
from generator.play.statistics.inference import Estimate
from generator.play.telling.numbers import limits, signed, with_half
from generator.play.telling.titles import at_least

# measures that depend on the judging bot as much as on the players
JUDGED = "as playouts see it: "
# noticeable differences of a share, and of a number relative to its value
FELT_SHARE, FELT_NUMBER = 0.05, 0.1
Get = Callable[[Metrics], Estimate | None]


@dataclass(frozen=True, slots=True)
class Headline:
    """A row of the table, with a measure and the way in which it is printed and compared.

    `casts_doubt` states whether players who differ in the measure disagree about the game. Better
    players score more, and each kind of player has its own judge, so such measures cast no doubt.
    """

    name: str
    get: Get
    is_share: bool = False
    form: Literal["half", "limits", "signed"] = "half"
    measure: Measure | None = None
    is_judged: bool = False  # whether the measure is judged by playouts
    casts_doubt: bool = True


@dataclass(frozen=True, slots=True)
class Contrast:
    """One main measure for every kind of player."""

    headline: Headline
    values: tuple[str, ...]
    disagree: bool

    @property
    def name(self) -> str:
        """The name of the row."""
        return self.headline.name


def contrasts_of(results: Results) -> list[Contrast]:
    """Return each main measure for every kind of player, marked where they certainly differ.

    If they do not differ, any row is marked in at most 5 % of runs.
    """
    runs = [run.metrics for run in results.runs]
    rows = [(headline, [headline.get(m) for m in runs]) for headline in headlines(runs[0])]
    rows = [row for row in rows if any(e is not None and math.isfinite(e.value) for e in row[1])]
    return [
        Contrast(
            headline,
            tuple(_printed(headline, e, results, m) for m, e in zip(runs, values, strict=True)),
            _disagree(headline, values, len(rows)),
        )
        for headline, values in rows
    ]


def _disagree(headline: Headline, values: list[Estimate | None], rows: int) -> bool:
    """Return whether kinds of player certainly and noticeably differ, corrected for all rows."""
    estimates = [e for e in values if e is not None and not e.withheld]
    if len(estimates) < 2 or not headline.casts_doubt:
        return False
    least = FELT_SHARE if headline.is_share else FELT_NUMBER * abs(estimates[0].value)
    width = max(e.value for e in estimates) - min(e.value for e in estimates)
    return width > least and any(a.apart_from(b, rows) for a in estimates for b in estimates)


def _printed(headline: Headline, e: Estimate | None, results: Results, m: Metrics) -> str:
    if e is None:
        return "–"
    if headline.form == "limits":
        return limits(e, digits=0)
    if headline.form == "signed" and math.isfinite(e.half):
        return signed(e).removeprefix("+")
    before = at_least(headline.measure, is_cut_short(results, m))
    return f"{before}{with_half(e, headline.is_share)}"


def headlines(m: Metrics) -> Iterator[Headline]:
    """Return the main measures for these games, in the order of the table."""
    yield SCORED
    if m.is_contest:
        first = wins_of(m.sides)[0]
        gap = f"best − worst {m.sides.word}, percentage points"
        yield Headline(first.label, lambda m: m.seats.shares[0], True, measure=first)
        yield Headline(gap, lambda m: m.seats.gap, True, "signed")
    yield from OF_GAMES
    listed = {headline.measure for headline in (SCORED, *OF_GAMES)}
    for measure in CATALOGUE:
        if measure not in listed:
            yield Headline(measure.label, _measured(measure), measure.is_share, measure=measure)
    yield from OF_CHANCES


def _measured(measure: Measure) -> Get:
    return lambda m: m.measures.get(measure.key)


def _insight(name: str) -> Get:
    return lambda m: getattr(m.insight, name) if m.insight is not None else None


SCORED = Headline(
    SCORE.key, lambda m: m.score.mean if m.score else None, measure=SCORE, casts_doubt=False
)
OF_GAMES = (
    Headline(TIED.label, lambda m: m.seats.tied if m.is_contest else None, True, measure=TIED),
    Headline(TURNS.key, lambda m: m.turns.mean, measure=TURNS),
    Headline(ROUNDS.key, lambda m: m.rounds.mean if m.rounds else None, measure=ROUNDS),
    Headline("inside the target length", lambda m: m.turns.on_target, True, measure=ON_TARGET),
    Headline(DECISIONS.key, lambda m: m.decisions.mean, measure=DECISIONS),
    Headline(LEGAL_MOVES.key, lambda m: m.branching, measure=LEGAL_MOVES),
    Headline("decisions with a choice", lambda m: m.agency, True),
    Headline(
        LEAD_CHANGES.key, lambda m: m.lead_changes if m.is_contest else None, measure=LEAD_CHANGES
    ),
    Headline(
        HALF_TIME.key, lambda m: m.leader_wins[4] if m.has_course else None, True, measure=HALF_TIME
    ),
    Headline(MARGIN.title, lambda m: m.margin.mean if m.is_contest else None, measure=MARGIN),
)
OF_CHANCES = (
    Headline(
        f"{JUDGED}drama, how far winners were behind, 0 (never) to 1 (as good as lost)",
        _insight("drama"), is_judged=True, casts_doubt=False,
    ),
    Headline(
        f"{JUDGED}share of a game left once the winner stands better than any loser ever does",
        _insight("decisiveness"), True, is_judged=True, casts_doubt=False,
    ),
    Headline(
        "share of a game after which the player in the best position wins nine in ten",
        _insight("decision_time"), True, "limits", is_judged=True,
    ),
    Headline(
        f"{JUDGED}how open it is who wins (1: all alike, 0: settled)",
        _insight("uncertainty"), is_judged=True, casts_doubt=False,
    ),
    Headline(
        f"{JUDGED}how open it is in the last third",
        _insight("uncertainty_end"), is_judged=True, casts_doubt=False,
    ),
    Headline(
        "luck: the set-up settles who wins to",
        lambda m: m.luck.deal if m.luck else None, True, "limits",
    ),
    Headline(
        "luck: set-up and draws settle who wins to",
        lambda m: m.luck.chance if m.luck else None, True, "limits",
    ),
)  # fmt: skip
