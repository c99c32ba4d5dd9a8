"""Charts of pieces and supplies: use, lift, effects, and supplies that run out."""

import math
from collections.abc import Iterator, Sequence

from generator.model.letters import capital
from generator.model.measures import run_out
from generator.play.measures.piece_use import PieceUse, usual_lift
from generator.play.measures.pieces import component_title, piece_name
from generator.play.measures.results import (
    Results,
)
from generator.play.measures.supplies import SupplyUse
from generator.play.readings.goals import band_on
from generator.play.statistics import inference
from generator.play.statistics.multiple_testing import discovered
from generator.play.telling.charts.dots import dots, forest
from generator.play.telling.charts.drawing import Chart, Series
from generator.play.telling.charts.lines import lines
from generator.play.telling.commands import asking
from generator.play.telling.numbers import p_value
from generator.play.telling.pictures import Album
from generator.play.telling.words.goals import band_of
from generator.play.telling.words.pieces import (
    LIFT_AXIS,
    LIFT_TECHNICAL,
    PICKED_BY,
    USED_IN,
    lift_note,
    pieces_title,
    use_title,
)
from generator.play.telling.words.supplies import runs_out, supply_axis, supply_note


def piece_charts(results: Results, album: Album) -> Iterator[Chart]:
    m, pack = results.main.metrics, results.pack
    if not m.pieces or not any(p.times > 0 for p in m.pieces):
        return
    if not m.is_contest:
        yield _use_chart(results, album)
        return
    # A piece that nobody ever takes, such as a start tile, has no row in the chart.
    order = sorted((p for p in m.pieces if p.n_used or p.picked.n), key=_by_lift)
    forced = _always_picked(m.pieces)
    picked = [inference.NOTHING if p.id in forced else p.picked for p in order]
    has_picks = any(not e.withheld for e in picked)
    many = len({p.id.partition("/")[0] for p in order}) > 1
    tried = "" if results.exchangeable == () else asking("simulate", results, "--effects")
    titles = list(dict.fromkeys(component_title(pack, id) for id in forced))
    yield forest(
        "pieces", "Use and lift", pieces_title(order),
        [
            f"{piece_name(pack, p.id)} · {component_title(pack, p.id)}"
            if many else piece_name(pack, p.id)
            for p in order
        ],
        picked if has_picks else [p.used for p in order],
        [p.lift for p in order], [p.notable for p in order], usual=usual_lift(m.pieces),
        thumbs=[album.thumb(p.id) for p in order],
        use_title=PICKED_BY if has_picks else USED_IN, lift_title=LIFT_AXIS,
        more=[(p_value(p.q) if not p.lift.withheld else "–", f"{p.n_used:,}") for p in order],
        drawn=discovered([p.lift for p in order], [p.notable for p in order]),
        note=lift_note(tried, titles if has_picks else ()), technical=LIFT_TECHNICAL,
    )  # fmt: skip


def _always_picked(pieces: Sequence[PieceUse]) -> list[str]:
    """Return the pieces of components in which each piece is used whenever possible, so that there
    is no choice.
    """
    part = {p.id: p.id.partition("/")[0] for p in pieces}
    # the use of the piece is a choice, or nobody could ever use it
    chosen = {part[p.id] for p in pieces if not p.picked.value >= 1}
    return [p.id for p in pieces if part[p.id] not in chosen]


def _use_chart(results: Results, album: Album) -> Chart:
    """Return the chart of the use of each piece, for games without winners."""
    order = sorted(results.main.metrics.pieces, key=lambda p: (-p.used.value, p.id))
    names = [capital(piece_name(results.pack, p.id)) for p in order]
    title = use_title(names[0], order[0].used)
    return dots(
        "pieces", "Use", title, names, [p.used for p in order], USED_IN,
        share=True, thumbs=[album.thumb(p.id) for p in order],
    )  # fmt: skip


def _by_lift(piece: PieceUse) -> tuple[bool, float, str]:
    """Return pieces from the most to the least helpful, then pieces without an estimate."""
    value = piece.lift.value
    return not math.isfinite(value), -value if math.isfinite(value) else 0.0, piece.id


def supply_charts(results: Results) -> Iterator[Chart]:
    for i, supply in enumerate(results.main.metrics.supplies):
        if supply.start > 0:
            yield _supply_chart(results, supply, "supplies" if i == 0 else f"supplies-{i + 1}")


def _supply_chart(results: Results, supply: SupplyUse, id: str) -> Chart:
    """Return the chart of needed supplies: the share of games in which a player needs at least n.

    These games were played with larger supplies.
    """
    step = max(1, math.ceil(supply.start / 30))
    sizes = list(range(supply.start, 0, -step))[::-1]
    n = supply.worst.n
    needing = [
        inference.wilson(
            sum(c for low, c in supply.worst.counts.items() if supply.start - low >= size), n
        )
        for size in sizes
    ]
    tried = [p for p in results.probes if p.supply == supply.name]
    goal = band_on(results, run_out(supply.name))
    least = goal is None and not supply.is_meant
    return lines(
        id, capital(supply.name.replace("_", " ")), runs_out(supply),
        [*sizes, *(p.size for p in tried)],
        [Series("run out", [*needing, *(p.empty_games for p in tried)])],
        supply_axis(supply),
        mark=0.05 if least else None, mark_label="in one game of twenty", now=supply.start,
        now_label=f"now {supply.start}", marked=[p.size for p in tried],
        wanted=(goal.low, goal.high, band_of(goal)) if goal else None,
        note=supply_note(has_tried=bool(tried)),
    )  # fmt: skip
