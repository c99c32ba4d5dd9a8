"""Sections: the answer of a study in, its charts under headings out, in the order they are read."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.play.measure import stats
from generator.play.measure.metrics import Metrics
from generator.play.measure.results import (
    Answer,
    Comparison,
    Ladder,
    Results,
    Sweep,
)
from generator.play.measure.stats import Estimate
from generator.play.measure.supplies import SupplyUse
from generator.play.measure.tally import TENTHS
from generator.play.pieces import component_title, piece_name
from generator.play.report.charts.bars import bars, stack
from generator.play.report.charts.dots import dots, forest
from generator.play.report.charts.drawing import Chart, Series
from generator.play.report.charts.heat import Ground, heat
from generator.play.report.charts.histograms import histogram, ridges
from generator.play.report.charts.lines import lines
from generator.play.report.findings.settings import anchor_of
from generator.play.report.numbers import capital, number, p_value, percent, seat_name, with_half


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, a sentence under it, and its charts."""

    id: str
    title: str
    text: str
    charts: tuple[Chart, ...]


def sections_of(
    answer: Answer, picture_of: Callable[[str], str] = lambda piece: ""
) -> list[Section]:
    """The charts of a study, in the order they are read; empty ones are left out.

    `picture_of` finds the address of a piece's picture, for the board under the map.
    """
    if isinstance(answer, Results):
        made = _of_results(answer, picture_of)
    elif isinstance(answer, Comparison):
        made = _of_comparison(answer)
    elif isinstance(answer, Sweep):
        made = _of_sweep(answer)
    else:
        made = _of_ladder(answer)
    return [section for section in made if section.charts]


def _of_results(results: Results, picture_of: Callable[[str], str]) -> Iterator[Section]:
    m = results.main.metrics
    yield Section("win", "Who wins", "", tuple(_win_charts(results)))
    yield Section("time", "How long it takes", "", tuple(_length_charts(m)))
    yield Section("course", "How it goes", "", tuple(_course_charts(results)))
    yield Section("points", "Points", "", tuple(_score_charts(m)))
    made = (*_kind_charts(results), *_map_charts(results, picture_of))
    yield Section(
        "choice", "What players do, and where" if m.spaces else "What players do", "", made
    )
    made = (*_piece_charts(results), *_supply_charts(results))
    yield Section("components", "Components", "", made)


def _win_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    fair = 1 / m.players
    if m.players > 1:
        fit = m.seats.fit
        often = "less than 0.1 %" if fit.p < 0.001 else percent(fit.p)
        note = (
            f"Were all seats equal, they would differ at least this much in {often} of such runs "
            f"({fit.method}); best − worst seat "
            f"{with_half(m.seats.gap)}. A shared first place counts in part; "
            f"{with_half(m.seats.tied)} of the games were shared."
        )
        yield bars(
            "seats", "Share of the win by seat",
            [seat_name(s).capitalize() for s in range(m.players)],
            [Series(run.label, run.metrics.seats.shares) for run in results.runs],
            mark=fair, mark_label=f"fair {percent(fair, 0)}", note=note,
        )  # fmt: skip
    if m.skill:
        yield dots(
            "skill", "Share of the win by player", [p.spec for p in m.skill],
            [p.share for p in m.skill], "share of the win per seat held", share=True,
            mark=fair, mark_label=f"even {percent(fair, 0)}",
        )  # fmt: skip
    yield stack("ends", "How games end", m.named_ends())
    yield from _luck_chart(results)


def _luck_chart(results: Results) -> Iterator[Chart]:
    luck = results.main.metrics.luck
    if luck is None or luck.deal.withheld:
        return
    torn = "" if results.main.label == "random" else " only where moves seem equally good"
    names, points = ["the set-up"], [luck.deal]
    if luck.chance is not None:
        names, points = [*names, "set-up and draws"], [*points, luck.chance]
    yield bars(
        "luck", "What chance settles of who wins", names, [Series("", points)], to_all=True,
        note=f"{luck.seeds} games' chance, each played {luck.repeats} times by equal "
        f"{results.main.label} players whose choices differ{torn}: 0 % would mean that the same "
        "chance says nothing about who wins, 100 % that it says all. Draws are the same only while "
        "they are made in the same order.",
    )  # fmt: skip


def _length_charts(m: Metrics) -> Iterator[Chart]:
    target = m.turns.on_target
    band = m.turns_target
    note = f"mean {with_half(m.turns.mean, False)} turns"
    if target is not None and band is not None:
        note += f"; {with_half(target)} inside the target of {band[0]}–{band[1]}"
    yield histogram("length", "Turns", m.turns.histogram, "turns", band=band, note=note)
    if m.decisions.quantiles != m.turns.quantiles:
        note = f"mean {with_half(m.decisions.mean, False)} decisions"
        yield histogram("decisions", "Decisions", m.decisions.histogram, "decisions", note=note)


def _course_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    if m.players < 2:
        return
    fair = 1 / m.players
    if sum(not e.withheld for e in m.leader_wins) >= 3:
        runs = [run for run in results.runs if any(not e.withheld for e in run.metrics.leader_wins)]
        yield lines(
            "lead", "How often the leader goes on to win", [t / 10 for t in TENTHS],
            [Series(run.label, [_told(e) for e in run.metrics.leader_wins]) for run in runs],
            "share of the game played", mark=fair, mark_label=f"by chance {percent(fair, 0)}",
            x_share=True,
            note=f"A point ahead at half time is worth {with_half(m.slope, False)} at the end: "
            "above 1 leads grow, below 1 they shrink. The lead changes "
            f"{with_half(m.lead_changes, False)} times a game.",
        )  # fmt: skip
    arcs = [
        run
        for run in results.runs
        if run.metrics.insight is not None and not run.metrics.insight.winner_chance[0].withheld
    ]
    if arcs:
        series = []
        for run in arcs:
            insight = run.metrics.insight
            assert insight is not None
            series.append(Series(run.label, [_told(c) for c in insight.winner_chance]))
        at = [k / (len(series[0].points) - 1) for k in range(len(series[0].points))]
        first = arcs[0].metrics.insight
        assert first is not None
        yield lines(
            "arc", "The winner's estimated chance over the game", at, series,
            "share of the game played", mark=fair, mark_label=f"at first {percent(fair, 0)}",
            x_share=True,
            note=f"How often the later winner wins when the game is played on from there: "
            f"{first.evaluator}, in {first.games} games with one winner. "
            "An early rise means that the end is known early.",
        )  # fmt: skip


def _score_charts(m: Metrics) -> Iterator[Chart]:
    ranks = ["Winner", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"]
    spread = [h for h in m.score_by_rank if h.n]
    if len({v for h in spread for v in h.values}) < 3:  # points that only say who won
        return
    names = [ranks[i] if i < len(ranks) else f"{i + 1}th" for i in range(len(spread))]
    if m.players > 1:
        names[-1] = "Last" if m.players > 2 else "Loser"
    yield ridges("scores", "Final scores by rank", names, spread, "points")
    if m.players > 1 and len(m.margin.histogram.values) > 1:
        note = f"mean {with_half(m.margin.mean, False)}"
        if m.close is not None and m.scoring_event is not None:
            note += (
                f"; {with_half(m.close)} of the games closer than one usual gain in score "
                f"({number(m.scoring_event)})"
            )
        yield histogram(
            "margin",
            "Winning margin",
            m.margin.histogram,
            "points",
            middle_label="median",
            note=note,
        )


def _kind_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    kinds = sorted(m.kinds, key=lambda k: -k.share.value)
    if results.restricted:
        fair = 1 / m.players
        order = sorted(results.restricted, key=lambda r: (r.share.value, r.what))
        order = [r for r in order if r.is_held] or order
        yield dots(
            "restricted", "What going without costs",
            [
                f"no {piece_name(results.pack, r.what) if r.is_piece else r.what.replace('_', ' ')}"
                for r in order
            ],
            [r.share for r in order], "share of the win", share=True, mark=fair,
            mark_label=f"even {percent(fair, 0)}",
            note="One player who may not do it, unless there is nothing else, against players who "
            "may; seats rotated. Left of the line: it is needed; on it: it makes no difference.",
        )  # fmt: skip
    if kinds:
        yield bars(
            "kinds", "Kinds of move", [k.name.replace("_", " ").capitalize() for k in kinds],
            [
                Series("all", [k.share for k in kinds]),
                Series("winners", [k.winners for k in kinds]),
            ],
            note=f"{with_half(m.branching, False)} legal moves per decision; a choice of at least "
            f"two in {with_half(m.agency)} of the decisions.",
        )  # fmt: skip


def _map_charts(results: Results, picture_of: Callable[[str], str]) -> Iterator[Chart]:
    """The places that moves use, over the printed board where the pack names one."""
    m = results.main.metrics
    if not m.spaces:
        return
    n = m.spaces[0].used.n
    note = f"Uses in {n:,} games; each place is shaded against the mean of its own kind."
    yield heat("map", "Where moves happen", m.spaces, _ground(results, picture_of), note)


def _ground(results: Results, picture_of: Callable[[str], str]) -> Ground | None:
    """The board's picture, bleed and all, its cut corner at (0, 0)."""
    board = next((c for c in results.pack.components if c.id == results.board), None)
    if board is None or not board.rows:
        return None
    href = picture_of(f"{board.id}/{board.rows[0].id}")
    if not href:
        return None
    bleed, shape = board.bleed, board.shape
    return Ground(href, -bleed, -bleed, shape.width + 2 * bleed, shape.height + 2 * bleed)


def _piece_charts(results: Results) -> Iterator[Chart]:
    m, pack = results.main.metrics, results.pack
    if m.pieces and any(p.times > 0 for p in m.pieces):
        order = sorted(
            m.pieces,
            key=lambda p: (p.lift.withheld, -abs(p.lift.value) if not p.lift.withheld else 0, p.id),
        )
        picked = any(not p.picked.withheld for p in order)
        many = len({p.id.partition("/")[0] for p in order}) > 1
        yield forest(
            "pieces", "Use and lift of each piece (association)",
            [
                f"{piece_name(pack, p.id)} · {component_title(pack, p.id)}"
                if many else piece_name(pack, p.id)
                for p in order
            ],
            [p.picked if picked else p.used for p in order],
            [p.lift for p in order], [p.notable for p in order],
            use_title="picked when possible" if picked else "games in which it is used",
            more=[(p_value(p.q) if not p.lift.withheld else "–", f"{p.n_used:,}") for p in order],
            note="Filled marks are unlikely to be chance even among so many pieces (false "
            "discovery rate 5 %, Benjamini–Hochberg; intervals by bootstrap over games). "
            "Association is not cause: strong players may pick what does nothing.",
        )  # fmt: skip
    effect = results.effect
    if effect is not None:
        played = [o for o in effect.outcomes if not o.unplayable]
        if played:
            yield forest(
                "effect", f"Effect of {effect.name}, on the same seeds",
                [o.label for o in played], [stats.NOTHING] * len(played),
                [o.holders for o in played], [o.holders.excludes(0) for o in played],
                lift_title="share of the win of those who had it: changed − unchanged",
                more=[(p_value(o.p), f"{o.holders.n:,}") for o in played],
                note="q is here McNemar's exact p for wins gained and lost.",
            )  # fmt: skip


def _supply_charts(results: Results) -> Iterator[Chart]:
    for i, supply in enumerate(results.main.metrics.supplies):
        if supply.start > 0:
            yield _supply_chart(results, supply, "supplies" if i == 0 else f"supplies-{i + 1}")


def _supply_chart(results: Results, supply: SupplyUse, id: str) -> Chart:
    """Share of games in which somebody needs at least so many; larger sizes were played."""
    step = max(1, math.ceil(supply.start / 30))
    sizes = list(range(supply.start, 0, -step))[::-1]
    n = supply.worst.n
    needing = [
        stats.wilson(
            sum(c for low, c in supply.worst.counts.items() if supply.start - low >= size), n
        )
        for size in sizes
    ]
    tried = [p for p in results.probes if p.supply == supply.name]
    name = supply.name.replace("_", " ")
    return lines(
        id, f"{name.capitalize()}: games in which so many run out",
        [*sizes, *(p.size for p in tried)],
        [Series("run out", [*needing, *(p.empty_games for p in tried)])],
        f"{name} at the start" if supply.is_shared else f"{name} per player at the start",
        mark=0.05, mark_label="5 %", upright=supply.start, upright_label=f"{supply.start} now",
        note="Below the present number: how many games needed at least so many (play would adapt "
        "to fewer)" + ("; above it: played with more, on the same seeds." if tried else "."),
    )  # fmt: skip


def _of_comparison(comparison: Comparison) -> Iterator[Section]:
    said = [d for d in comparison.differences if not d.difference.withheld]
    said = [d for d in said if d.base.value or d.other.value]  # what never happens is no news
    shares, others = [d for d in said if d.is_share], [d for d in said if not d.is_share]
    made = []
    for group, share, title, id in (
        (shares, True, "Shares, against the first setting", "differences"),
        (others, False, "Numbers, against the first setting", "numbers"),
    ):
        if group:
            group = sorted(group, key=lambda d: d.q)
            made.append(
                forest(
                    id, title, [f"{d.measure} · {d.label}" for d in group],
                    [stats.NOTHING] * len(group), [d.difference for d in group],
                    [d.q <= 0.05 for d in group], lift_title="difference on the same seeds",
                    more=[(p_value(d.q), f"{d.difference.n:,}") for d in group], share=share,
                    note="Filled marks stay after correction for all comparisons made here "
                    "(Benjamini–Hochberg, 5 %).",
                )
            )  # fmt: skip
    yield Section("compare", "Differences", "Each pair of games shares its seed.", tuple(made))
    labels = [label for label, _ in comparison.results]
    runs = [results.main.metrics for _, results in comparison.results]
    fair = 1 / runs[0].players
    seats = [seat_name(s).capitalize() for s in range(runs[0].players)]
    yield Section(
        "win", "Who wins", "",
        (
            bars(
                "seats", "Share of the win by seat", seats,
                [Series(label, m.seats.shares) for label, m in zip(labels, runs, strict=True)],
                mark=fair, mark_label=f"fair {percent(fair, 0)}",
            ),
        ),
    )  # fmt: skip


def _of_sweep(sweep: Sweep) -> Iterator[Section]:
    made = []
    for curve in sweep.curves:
        knee = curve.knee
        made.append(
            lines(
                anchor_of(curve.measure), capital(curve.measure), sweep.values,
                [Series(curve.measure, [_told(p) for p in curve.points])], sweep.name,
                share=curve.is_share, from_zero=curve.is_share,
                upright=knee if knee is not None else sweep.default,
                upright_label="knee" if knee is not None else "now",
            )
        )  # fmt: skip
    text = f"The same seeds for every value of {sweep.name}; bands are 95 % intervals."
    yield Section("sweep", f"What {sweep.name} changes", text, tuple(made))


def _of_ladder(ladder: Ladder) -> Iterator[Section]:
    fair = 1 / ladder.players
    made = [
        dots(
            "ladder", "Strength", [r.spec for r in ladder.rungs], [r.elo for r in ladder.rungs],
            "Elo above the first",
            note="400 points mean ten wins for each loss. Fitted to who won (Plackett–Luce), the "
            "worth of the seat set apart.",
        )
    ]  # fmt: skip
    if ladder.steps:
        made.append(
            dots(
                "steps", "Skill depth: one against the next below",
                [f"{s.stronger} / {s.weaker}" for s in ladder.steps],
                [s.share for s in ladder.steps], "share of the win", share=True,
                mark=fair, mark_label=f"even {percent(fair, 0)}",
            )
        )  # fmt: skip
    made.append(
        dots(
            "seat-term", "Worth of a seat",
            [seat_name(s).capitalize() for s in range(ladder.players)], ladder.seats,
            "Elo above the mean seat", mark=0.0, mark_label="mean",
        )
    )  # fmt: skip
    yield Section("ladder-all", "The ladder", "", tuple(made))


def _told(e: Estimate) -> Estimate:
    return stats.NOTHING if e.withheld else e
