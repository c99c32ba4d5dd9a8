"""Kinds of player side by side: each headline measure, flagged where they disagree."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from generator.model.measures import measure_said
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import Results
from generator.play.readings.ends import is_cut_short
from generator.play.statistics.inference import Estimate
from generator.play.telling.numbers import limits, signed, with_half
from generator.play.telling.titles import at_least

SCORE = "score"
JUDGED = "as playouts see it: "  # these say as much of who judges as of who plays
NINE = "nine in ten"
GAP = "best − worst seat, percentage points"
Measure = tuple[str, bool, Callable[[Metrics], Estimate | None]]  # name, whether a share


@dataclass(frozen=True, slots=True)
class Contrast:
    """One measure as both kinds of player show it."""

    name: str
    values: tuple[str, ...]
    disagree: bool


def contrasts_of(results: Results) -> list[Contrast]:
    """Each headline measure for every kind of player, flagged where they surely differ.

    Where they do not, any row is flagged in at most 5 % of runs.
    """
    runs = [run.metrics for run in results.runs]
    rows = [(name, share, [get(m) for m in runs]) for name, share, get in contrasted(runs[0])]
    rows = [row for row in rows if any(e is not None and math.isfinite(e.value) for e in row[2])]
    found = []
    for name, share, values in rows:
        said = [e for e in values if e is not None and not e.withheld]
        # Who plays better scores more, which casts no doubt; each kind has a judge of its own.
        is_doubt = name != SCORE and not name.startswith(JUDGED)
        apart = (len(said) > 1 and is_doubt) and (
            any(a.apart_from(b, len(rows)) for a in said for b in said)
            and max(e.value for e in said) - min(e.value for e in said)
            > (0.05 if share else 0.1 * abs(said[0].value))
        )
        apart_by = name.startswith("best −")  # a difference, not a share
        by_limits = name.startswith(("luck", NINE))  # their intervals are lopsided
        shown = tuple(
            "–"
            if e is None
            else limits(e, digits=0)
            if by_limits
            else signed(e).removeprefix("+")
            if apart_by and math.isfinite(e.half)
            else f"{at_least(name, is_cut_short(results, m))}{with_half(e, share)}"
            for m, e in zip(runs, values, strict=True)
        )
        found.append(Contrast(name, shown, apart))
    return found


def contrasted(m: Metrics) -> list[Measure]:
    """The headline measures of such games; of teams where there are any."""
    return [(name.replace("seat", m.sides.word), share, get) for name, share, get in _CONTRASTED]


def _insight(name: str) -> Callable[[Metrics], Estimate | None]:
    return lambda m: getattr(m.insight, name) if m.insight is not None else None


_CONTRASTED: list[Measure] = [
    (SCORE, False, lambda m: m.score.mean if m.score else None),
    ("first seat wins", True, lambda m: m.seats.shares[0] if m.is_contest else None),
    (GAP, True, lambda m: m.seats.gap if m.is_contest else None),
    (measure_said("tied games"), True, lambda m: m.seats.tied if m.is_contest else None),
    ("turns", False, lambda m: m.turns.mean),
    ("rounds", False, lambda m: m.rounds.mean if m.rounds else None),
    ("inside the target length", True, lambda m: m.turns.on_target),
    ("decisions", False, lambda m: m.decisions.mean),
    ("legal moves", False, lambda m: m.branching),
    ("decisions with a choice", True, lambda m: m.agency),
    ("lead changes", False, lambda m: m.lead_changes if m.is_contest else None),
    ("half-time leader wins", True, lambda m: m.leader_wins[4] if m.has_course else None),
    ("winning margin", False, lambda m: m.margin.mean if m.is_contest else None),
    (
        f"{JUDGED}drama, how far winners were behind, 0 (never) to 1 (as good as lost)",
        False,
        _insight("drama"),
    ),
    (
        f"{JUDGED}share of a game left once the winner stands better than any loser ever does",
        True,
        _insight("decisiveness"),
    ),
    (f"{NINE} are won by who stands best after this share", True, _insight("decision_time")),
    (f"{JUDGED}how open it is who wins (1: all alike, 0: settled)", False, _insight("uncertainty")),
    (f"{JUDGED}how open it is in the last third", False, _insight("uncertainty_end")),
    ("luck: the set-up settles who wins to", True, lambda m: m.luck.deal if m.luck else None),
    (
        "luck: set-up and draws settle who wins to",
        True,
        lambda m: m.luck.chance if m.luck else None,
    ),
]
