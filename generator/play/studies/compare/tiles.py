"""The first screen of a comparison: how the answer to each question changes."""

import math
from collections.abc import Collection

from generator.play.measures.results import Difference
from generator.play.studies.compare.answer import Comparison
from generator.play.studies.compare.findings import cut_of
from generator.play.telling.charts.minis import (
    mini_dots,
)
from generator.play.telling.numbers import (
    capital,
    with_half,
)
from generator.play.telling.tiles import (
    ASKED,
    State,
    Tile,
    answers_of,
    questions_of,
)
from generator.play.telling.titles import (
    at_least,
    changed_said,
    mirrored_of,
    size_of,
    unit_of,
)


def tiles_of_comparison(comparison: Comparison) -> tuple[Tile, ...]:
    made = []
    mirrored = mirrored_of(results for _, results in comparison.results)
    differences = [d for d in comparison.differences if d.measure not in mirrored]
    differences = [d for d in differences if math.isfinite(d.difference.value)]
    for id in questions_of(comparison.results[0][1]):
        of_each = [
            [d for d in differences if d.measure in tied] for tied in answers_of(differences, id)
        ]
        sure = [moved for rows in of_each if (moved := [d for d in rows if d.is_sure])]
        rows = [d for rows in of_each for d in rows]
        if rows:
            first = min(rows, key=lambda d: d.q)
            if sure:
                first = max(sure[0], key=lambda d: (_is_worse(d), size_of(d)))
            made.append(_changed(id, first, comparison.results[0][0], cut_of(comparison)))
    return tuple(made)


def _is_worse(d: Difference) -> bool:
    """Whether more games break, by as much as is felt: what no longer breaks does not hide it."""
    return d.measure.worse * d.difference.value > 0 and size_of(d) >= 1


def _changed(id: str, d: Difference, base: str, cut: Collection[str]) -> Tile:
    sure = d.is_sure
    was, now, _ = changed_said(d, base, cut)
    answer = capital(f"{was} → {now}{unit_of(d.measure)}") if sure else "No sure change"
    values = [
        f"{at_least(d.measure, label in cut)}{with_half(e, d.is_share)}"
        for label, e in ((base, d.base), (d.label, d.other))
    ]
    detail = f"{capital(d.name)}: {values[0]} {base}, {values[1]} with {d.label}"
    picture = mini_dots([d.base, d.other], None, d.is_share, ("from", "to"))
    state: State = "note"  # no change is no praise: what is as it was may be broken
    if d.difference.withheld:
        answer, state = "Too few games", "open"
    return Tile(id, ASKED[id], answer, detail, picture, state, "differences")
