"""The first screen of a sweep: how the answer to each question moves."""

from generator.play.measures.ratios import rate_of
from generator.play.measures.results import Curve
from generator.play.readings.ends import is_cut_short, unfinished
from generator.play.studies.sweep.answer import Sweep
from generator.play.studies.sweep.findings import span_of, told_curves
from generator.play.telling.charts.minis import (
    mini_line,
    mini_parts,
)
from generator.play.telling.numbers import (
    about,
    capital,
    percent,
)
from generator.play.telling.sections import anchor_of
from generator.play.telling.tiles import ASKED, State, Tile, answers_of, questions_of
from generator.play.telling.titles import (
    at_least,
    unit_of,
    way_of,
)


def tiles_of_sweep(sweep: Sweep) -> tuple[Tile, ...]:
    made, curves = [], told_curves(sweep)
    for id in questions_of(sweep.results[0]):
        of_each = [[c for c in curves if c.measure in tied] for tied in answers_of(curves, id)]
        moved = [
            moving for curves in of_each if (moving := [c for c in curves if c.shape != "flat"])
        ]
        still = [c for curves in of_each for c in curves]
        if still:
            most = still[0]
            if moved:
                most = max(moved[0], key=lambda c: (_worsens(sweep, c), _span_of(c)))
            made.append(_swept(id, sweep, most))
        elif id == "broken" and not any(
            unfinished(results.main.metrics) for results in sweep.results
        ):
            made.append(_all_ended(sweep))
    return tuple(made)


def _worsens(sweep: Sweep, curve: Curve) -> bool:
    """Whether more games break than now, or with the first value, by as much as is felt."""
    now = sweep.values.index(sweep.default) if sweep.default in sweep.values else 0
    more = max(e.value for e in curve.points) - curve.points[now].value
    return curve.measure.worse > 0 and more >= curve.least


def _all_ended(sweep: Sweep) -> Tile:
    """That no game of any value was without an end of its own."""
    state: State
    games = [results.main.metrics.games for results in sweep.results]
    detail = f"All {sum(games):,} games finished normally, at every value"
    most = rate_of(0, min(games)).high
    answer, state = "All games end", "note"
    if most > sweep.results[0].pack.worth.ends / 100:
        detail += f"; up to {percent(most, 0)} might not"
        answer, state = "Nothing so far", "open"
    return Tile("broken", ASKED["broken"], answer, detail, mini_parts(0), state, "")


def _span_of(curve: Curve) -> float:
    """How many times the smallest difference worth a word a curve's range is."""
    return span_of(curve) / curve.least if curve.least else 0.0


def _swept(id: str, sweep: Sweep, curve: Curve) -> Tile:
    share = curve.is_share
    low, high = sweep.values[0], sweep.values[-1]
    cut = [at_least(curve.measure, is_cut_short(results)) for results in sweep.results]
    way = " → ".join(f"{cut[i]}{about(curve.points[i], share)}" for i in way_of(curve))
    picture = mini_line(sweep.values, curve.points, share=share, now=sweep.default, from_zero=share)
    detail = f"{capital(curve.measure.label)}, {sweep.name.replace('_', ' ')} from "
    detail += f"{low:g} to {high:g}"
    if sweep.default is not None and low <= sweep.default <= high:
        detail += f" (dotted: now {sweep.default:g})"
    anchor = anchor_of(curve.measure)
    if any(p.withheld for p in curve.points):
        return Tile(id, ASKED[id], "Too few games", f"{detail}: {way}", picture, "open", anchor)
    if curve.shape == "flat":
        ends = [about(f(curve.points, key=lambda e: e.value), share) for f in (min, max)]
        detail += f": between {ends[0]} and {ends[1]}"
        return Tile(id, ASKED[id], "No sure change", detail, picture, "note", anchor)
    answer = capital(f"{way}{unit_of(curve.measure)}")
    return Tile(id, ASKED[id], answer, detail, picture, "note", anchor)
