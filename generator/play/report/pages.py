"""Reports: the answer of a study in; a terminal summary, HTML, JSON, CSV or XLSX out.

The HTML file stands alone: charts are inline SVG with their numbers as tables, and pictures of
pieces are put in while they are small, else linked beside the file. No clock and no chance, so
the same answer is the same bytes.
"""

import base64
import csv
import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from os.path import relpath
from pathlib import Path
from typing import Any

from generator import bundled
from generator.atomic import write_whole
from generator.pack import Pack
from generator.play.engine.game import UNNAMED
from generator.play.measure import stats
from generator.play.measure.metrics import Metrics, SupplyUse
from generator.play.measure.results import (
    Answer,
    Comparison,
    Ladder,
    Provenance,
    Results,
    Sweep,
)
from generator.play.measure.stats import Estimate
from generator.play.measure.tally import TENTHS, Histogram
from generator.play.pieces import component_title, piece_name
from generator.play.report import charts
from generator.play.report.charts import Chart, Series, number, percent, with_half
from generator.play.report.findings import (
    HUMANS,
    UNHELD,
    Finding,
    findings_of,
    seat_name,
)

Pictures = Path | Callable[[str], Path | None] | None

EMBEDDED = 40_000  # bytes of pictures that are put into the file itself
TEMPLATE = "report.html.j2"
HIDDEN = ("pack", "tally", "options")  # not told to machines: too large, or told otherwise


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, a sentence under it, and its charts."""

    id: str
    title: str
    text: str
    charts: tuple[Chart, ...]


@dataclass(frozen=True, slots=True)
class Contrast:
    """One measure as both kinds of player show it."""

    name: str
    values: tuple[str, ...]
    disagree: bool


# ---------------------------------------------------------------- sections


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
            f"(χ² = {number(fit.statistic, 1)}, {fit.degrees} d.f.); best − worst seat "
            f"{with_half(m.seats.gap)}. A shared first place counts in part; "
            f"{with_half(m.seats.tied)} of the games were shared."
        )
        yield charts.bars(
            "seats", "Share of the win by seat",
            [seat_name(s).capitalize() for s in range(m.players)],
            [Series(run.label, run.metrics.seats.shares) for run in results.runs],
            mark=fair, mark_label=f"fair {percent(fair, 0)}", note=note,
        )  # fmt: skip
    if m.skill:
        yield charts.marks(
            "skill", "Share of the win by player", [p.spec for p in m.skill],
            [p.share for p in m.skill], "share of the win per seat held", share=True,
            mark=fair, mark_label=f"even {percent(fair, 0)}",
        )  # fmt: skip
    yield charts.stack("ends", "How games end", _ends(m))
    yield from _luck_chart(results)


def _ends(m: Metrics) -> dict[str, Estimate]:
    """Reasons as the rules name them; where they name none, win, draw and the like."""
    named = m.ends if set(m.reasons) <= {UNNAMED} else m.reasons
    return {name.replace("_", " "): e for name, e in named.items()}


def _length_charts(m: Metrics) -> Iterator[Chart]:
    target = m.turns.on_target
    band = m.turns_target
    note = f"mean {with_half(m.turns.mean, False)} turns"
    if target is not None and band is not None:
        note += f"; {with_half(target)} inside the target of {band[0]}–{band[1]}"
    yield charts.histogram("length", "Turns", m.turns.histogram, "turns", band=band, note=note)
    if m.decisions.quantiles != m.turns.quantiles:
        note = f"mean {with_half(m.decisions.mean, False)} decisions"
        yield charts.histogram(
            "decisions", "Decisions", m.decisions.histogram, "decisions", note=note
        )


def _course_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    if m.players < 2:
        return
    fair = 1 / m.players
    if sum(not e.withheld for e in m.leader_wins) >= 3:
        runs = [run for run in results.runs if any(not e.withheld for e in run.metrics.leader_wins)]
        yield charts.lines(
            "lead", "How often the leader goes on to win", [t / 10 for t in TENTHS],
            [Series(run.label, [_said(e) for e in run.metrics.leader_wins]) for run in runs],
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
            series.append(Series(run.label, [_said(c) for c in insight.winner_chance]))
        at = [k / (len(series[0].points) - 1) for k in range(len(series[0].points))]
        first = arcs[0].metrics.insight
        assert first is not None
        yield charts.lines(
            "arc", "The winner's estimated chance over the game", at, series,
            "share of the game played", mark=fair, mark_label=f"at first {percent(fair, 0)}",
            x_share=True,
            note=f"How often the later winner wins when the game is played on from there: "
            f"{first.evaluator}, in {first.games} games with one winner. "
            "An early rise means that the end is known early.",
        )  # fmt: skip


def _luck_chart(results: Results) -> Iterator[Chart]:
    luck = results.main.metrics.luck
    if luck is None or luck.deal.withheld:
        return
    torn = "" if results.main.label == "random" else " only where moves seem equally good"
    names, points = ["the set-up"], [luck.deal]
    if luck.chance is not None:
        names, points = [*names, "set-up and draws"], [*points, luck.chance]
    yield charts.bars(
        "luck", "What chance settles of who wins", names, [Series("", points)], whole=True,
        note=f"{luck.seeds} games' chance, each played {luck.repeats} times by equal "
        f"{results.main.label} players whose choices differ{torn}: 0 % would mean that the same "
        "chance says nothing about who wins, 100 % that it says all. Draws are the same only while "
        "they are made in the same order.",
    )  # fmt: skip


def _said(e: Estimate) -> Estimate:
    return stats.NOTHING if e.withheld else e


def _score_charts(m: Metrics) -> Iterator[Chart]:
    ranks = ["Winner", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"]
    spread = [h for h in m.score_by_rank if h.n]
    if len({v for h in spread for v in h.values}) < 3:  # points that only say who won
        return
    names = [ranks[i] if i < len(ranks) else f"{i + 1}th" for i in range(len(spread))]
    if m.players > 1:
        names[-1] = "Last" if m.players > 2 else "Loser"
    yield charts.ridges("scores", "Final scores by rank", names, spread, "points")
    if m.players > 1 and len(m.margin.histogram.values) > 1:
        note = f"mean {with_half(m.margin.mean, False)}"
        if m.close is not None and m.scoring_event is not None:
            note += (
                f"; {with_half(m.close)} of the games closer than one usual gain in score "
                f"({number(m.scoring_event)})"
            )
        yield charts.histogram(
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
        order = [r for r in order if r.still <= UNHELD] or order
        yield charts.marks(
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
        yield charts.bars(
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
    places = [charts.Place(s.layer, s.name, s.outline, s.times, s.used) for s in m.spaces]
    n = m.spaces[0].used.n
    note = f"Uses in {n:,} games; each place is shaded against the mean of its own kind."
    yield charts.heat("map", "Where moves happen", places, _ground(results, picture_of), note)


def _ground(results: Results, picture_of: Callable[[str], str]) -> charts.Ground | None:
    """The board's picture, bleed and all, its cut corner at (0, 0)."""
    board = next((c for c in results.pack.components if c.id == results.board), None)
    if board is None or not board.rows:
        return None
    href = picture_of(f"{board.id}/{board.rows[0].id}")
    if not href:
        return None
    bleed, shape = board.bleed, board.shape
    return charts.Ground(href, -bleed, -bleed, shape.width + 2 * bleed, shape.height + 2 * bleed)


def _piece_charts(results: Results) -> Iterator[Chart]:
    m, pack = results.main.metrics, results.pack
    if m.pieces and any(p.times > 0 for p in m.pieces):
        order = sorted(
            m.pieces,
            key=lambda p: (p.lift.withheld, -abs(p.lift.value) if not p.lift.withheld else 0, p.id),
        )
        picked = any(not p.picked.withheld for p in order)
        many = len({p.id.partition("/")[0] for p in order}) > 1
        yield charts.forest(
            "pieces", "Use and lift of each piece (association)",
            [
                f"{piece_name(pack, p.id)} · {component_title(pack, p.id)}"
                if many else piece_name(pack, p.id)
                for p in order
            ],
            [p.picked if picked else p.used for p in order],
            [p.lift for p in order], [p.notable for p in order],
            use_title="picked when possible" if picked else "games in which it is used",
            more=[(_p(p.q) if not p.lift.withheld else "–", f"{p.n_used:,}") for p in order],
            note="Filled marks are unlikely to be chance even among so many pieces (false "
            "discovery rate 5 %, Benjamini–Hochberg; intervals by bootstrap over games). "
            "Association is not cause: strong players may pick what does nothing.",
        )  # fmt: skip
    effect = results.effect
    if effect is not None:
        played = [o for o in effect.outcomes if not o.unplayable]
        if played:
            yield charts.forest(
                "effect", f"Effect of {effect.name}, on the same seeds",
                [o.label for o in played], [stats.NOTHING] * len(played),
                [o.holders for o in played], [o.holders.excludes(0) for o in played],
                lift_title="share of the win of those who had it: changed − unchanged",
                more=[(_p(o.p), f"{o.holders.n:,}") for o in played],
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
    return charts.lines(
        id, f"{name.capitalize()}: games in which so many run out",
        [*sizes, *(p.size for p in tried)],
        [Series("run out", [*needing, *(p.empty_games for p in tried)])],
        f"{name} at the start" if supply.is_shared else f"{name} per player at the start",
        mark=0.05, mark_label="5 %", upright=supply.start, upright_label=f"{supply.start} now",
        note="Below the present number: how many games needed at least so many (play would adapt "
        "to fewer)" + ("; above it: played with more, on the same seeds." if tried else "."),
    )  # fmt: skip


def _p(p: float, sign: str = "") -> str:
    return "< 0.001" if p < 0.001 else f"{sign}{number(p, 3)}"


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
                charts.forest(
                    id, title, [f"{d.measure} · {d.label}" for d in group],
                    [stats.NOTHING] * len(group), [d.difference for d in group],
                    [d.q <= 0.05 for d in group], lift_title="difference on the same seeds",
                    more=[(_p(d.q), f"{d.difference.n:,}") for d in group], share=share,
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
            charts.bars(
                "seats", "Share of the win by seat", seats,
                [Series(label, m.seats.shares) for label, m in zip(labels, runs, strict=True)],
                mark=fair, mark_label=f"fair {percent(fair, 0)}",
            ),
        ),
    )  # fmt: skip


def _of_sweep(sweep: Sweep) -> Iterator[Section]:
    made = []
    for curve in sweep.curves:
        anchor = "curve-" + "".join(c if c.isalnum() else "-" for c in curve.measure)
        knee = curve.knee
        made.append(
            charts.lines(
                anchor, f"{curve.measure[0].upper()}{curve.measure[1:]}", sweep.values,
                [Series(curve.measure, [_said(p) for p in curve.points])], sweep.name,
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
        charts.marks(
            "ladder", "Strength", [r.spec for r in ladder.rungs], [r.elo for r in ladder.rungs],
            "Elo above the first",
            note="400 points mean ten wins for each loss. Fitted to who won (Plackett–Luce), the "
            "worth of the seat set apart.",
        )
    ]  # fmt: skip
    if ladder.steps:
        made.append(
            charts.marks(
                "steps", "Skill depth: one against the next below",
                [f"{s.stronger} / {s.weaker}" for s in ladder.steps],
                [s.share for s in ladder.steps], "share of the win", share=True,
                mark=fair, mark_label=f"even {percent(fair, 0)}",
            )
        )  # fmt: skip
    made.append(
        charts.marks(
            "seat-term", "Worth of a seat",
            [seat_name(s).capitalize() for s in range(ladder.players)], ladder.seats,
            "Elo above the mean seat", mark=0.0, mark_label="mean",
        )
    )  # fmt: skip
    yield Section("ladder-all", "The ladder", "", tuple(made))


# ---------------------------------------------------------------- two kinds of player


def contrasts_of(results: Results) -> list[Contrast]:
    """Each headline measure for every kind of player; flagged where intervals lie apart."""
    runs = [run.metrics for run in results.runs]
    found = []
    for name, share, get in _CONTRASTED:
        values = [get(m) for m in runs]
        if all(e is None or e.withheld for e in values):
            continue
        said = [e for e in values if e is not None and not e.withheld]
        apart = len(said) > 1 and (
            any(a.apart_from(b) for a in said for b in said)
            and max(e.value for e in said) - min(e.value for e in said)
            > (0.05 if share else 0.1 * abs(said[0].value))
        )
        by_limits = name.startswith("settled")  # near 0 its interval is all to one side
        shown = tuple(
            "–" if e is None else charts.limits(e, digits=0) if by_limits else with_half(e, share)
            for e in values
        )
        found.append(Contrast(name, shown, apart))
    return found


def _insight(name: str) -> Callable[[Metrics], Estimate | None]:
    return lambda m: getattr(m.insight, name) if m.insight is not None else None


_CONTRASTED: list[tuple[str, bool, Callable[[Metrics], Estimate | None]]] = [
    ("first seat wins", True, lambda m: m.seats.shares[0] if m.players > 1 else None),
    ("best − worst seat", True, lambda m: m.seats.gap if m.players > 1 else None),
    ("first place shared", True, lambda m: m.seats.tied if m.players > 1 else None),
    ("turns", False, lambda m: m.turns.mean),
    ("inside the target length", True, lambda m: m.turns.on_target),
    ("decisions", False, lambda m: m.decisions.mean),
    ("legal moves", False, lambda m: m.branching),
    ("decisions with a choice", True, lambda m: m.agency),
    ("lead changes", False, lambda m: m.lead_changes),
    ("half-time leader wins", True, lambda m: m.leader_wins[4]),
    ("winning margin", False, lambda m: m.margin.mean if m.players > 1 else None),
    ("drama: how far behind winners were, 0 to 1", False, _insight("drama")),
    ("left when the winner passed any loser's best chance", True, _insight("decisiveness")),
    ("winner sure after this share of the game", True, _insight("decision_time")),
    ("how open it is who wins, 0 to 1", False, _insight("uncertainty")),
    ("the same in the last third", False, _insight("uncertainty_end")),
    ("settled by the set-up", True, lambda m: m.luck.deal if m.luck else None),
    ("settled by set-up and draws", True, lambda m: m.luck.chance if m.luck else None),
]


# ---------------------------------------------------------------- HTML


def html_of(answer: Answer, folder: Path | None = None, pictures: Pictures = None) -> str:
    """The report as one HTML text; pictures are linked relative to `folder`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(bundled("templates") / "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["svg"] = Markup
    findings = findings_of(answer)
    shown = _Shelf(folder, pictures)
    pieces = {f.piece: shown.get(f.piece) for f in findings}  # these before the board
    sections = sections_of(answer, shown.get)
    anchors = {chart.id for section in sections for chart in section.charts}
    if isinstance(answer, Results) and answer.holes:
        anchors.add("holes")
    return environment.get_template(TEMPLATE).render(
        title=title_of(answer),
        head=heading_of(answer),
        facts=facts_of(answer),
        findings=[(f, f.chart if f.chart in anchors else "", pieces[f.piece]) for f in findings],
        sections=sections,
        contrasts=contrasts_of(answer) if isinstance(answer, Results) else [],
        runs=[f"{r.label} ({r.metrics.games:,})" for r in answer.runs]
        if isinstance(answer, Results)
        else [],
        holes=answer.holes if isinstance(answer, Results) else [],
        replay=_replay(answer),
        provenance=_provenance_of(answer),
        humans=HUMANS,
    )


class _Shelf:
    """Pictures of pieces by id: small ones as data, until the allowance is spent, else links."""

    def __init__(self, folder: Path | None, pictures: Pictures) -> None:
        self.folder, self.pictures = folder, pictures
        self.left = EMBEDDED
        self.known: dict[str, str] = {}

    def get(self, piece: str) -> str:
        if not piece or self.pictures is None:
            return ""
        if piece not in self.known:
            self.known[piece] = self._find(piece)
        return self.known[piece]

    def _find(self, piece: str) -> str:
        pictures = self.pictures
        component, _, row = piece.partition("/")
        if isinstance(pictures, Path):
            path: Path | None = pictures / component / f"{row}-front.svg"
        else:
            assert pictures is not None
            path = pictures(piece)
        if path is None or not path.is_file():
            return ""
        data = path.read_bytes()
        if len(data) * 4 // 3 <= self.left:
            self.left -= len(data) * 4 // 3
            return "data:image/svg+xml;base64," + base64.b64encode(data).decode("ascii")
        if self.folder is None:
            return path.resolve().as_uri()
        return Path(relpath(path, self.folder)).as_posix()


def write_html(answer: Answer, path: Path, pictures: Pictures = None) -> Path:
    """Write the report, whole or not at all. `pictures`: a folder with
    `<component>/<row>-front.svg`, or a function from "component/row" to a file."""
    return write_whole(path, html_of(answer, path.parent, pictures))


def title_of(answer: Answer) -> str:
    """What the report is about."""
    if isinstance(answer, Results):
        return f"{answer.pack.name}: playtest report"
    if isinstance(answer, Comparison):
        labels = [label for label, _ in answer.results]
        return f"{answer.results[0][1].pack.name}: {' against '.join(labels)}"
    if isinstance(answer, Sweep):
        return f"{answer.results[0].pack.name}: what {answer.name} changes"
    return f"{answer.pack.name}: the players' ladder"


def heading_of(answer: Answer) -> tuple[str, str]:
    """The game, and what was done with it."""
    name, _, what = title_of(answer).partition(": ")
    return name, what if "=" in what else what[0].upper() + what[1:]


def facts_of(answer: Answer) -> list[tuple[str, str]]:
    """The few facts under the title."""
    if isinstance(answer, Ladder):
        games, agents = answer.games, ", ".join(r.spec for r in answer.rungs)
        provenance = answer.provenance
    else:
        first = _first(answer)
        games, agents, provenance = first.main.metrics.games, first.main.label, first.provenance
    facts = [("players", f"{provenance.players}"), ("games", f"{games:,}"), ("played by", agents)]
    if provenance.variant:
        facts.append(("variant", provenance.variant))
    facts.append(("seed", f"{provenance.seed}"))
    return facts


def _first(answer: Results | Comparison | Sweep) -> Results:
    if isinstance(answer, Results):
        return answer
    return answer.results[0][1] if isinstance(answer, Comparison) else answer.results[0]


def _pack_of(answer: Answer) -> Pack:
    return answer.pack if isinstance(answer, Ladder) else _first(answer).pack


def _provenance_of(answer: Answer) -> Provenance:
    return answer.provenance if isinstance(answer, Ladder) else _first(answer).provenance


def _replay(answer: Answer) -> Callable[[int, Sequence[str]], str]:
    """The command that plays one game of the run again, as text."""
    provenance = _provenance_of(answer)

    def command(index: int, agents: Sequence[str]) -> str:
        parts = [f"protoplay replay {provenance.pack} --players {provenance.players}"]
        if provenance.variant:
            parts.append(f"--variant {provenance.variant}")
        parts += [f"--set {name}={value}" for name, value in provenance.changed.items()]
        parts.append(f"--agents {','.join(agents)} --seed {provenance.seed} --game {index}")
        return " ".join(parts)

    return command


# ---------------------------------------------------------------- terminal


def print_terminal(answer: Answer, console: Any = None, most: int = 12) -> None:
    """The findings and the few tables that fit a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    out = console or Console()
    name, what = heading_of(answer)
    facts = " · ".join(f"{label} {value}" for label, value in facts_of(answer))
    out.print(Text.assemble((name, "bold"), f"  {what}", (f"  {facts}", "dim")))
    out.print()
    signs = {"look": ("▲", "yellow"), "note": ("•", "cyan"), "fine": ("✓", "green")}
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column(width=1)
    table.add_column(overflow="fold")
    findings = findings_of(answer)
    for finding in findings[:most]:
        sign, colour = signs[finding.level]
        text = Text(finding.text)
        if finding.doubt:
            text.append(f" {finding.doubt[0].upper()}{finding.doubt[1:]}.", "italic")
        if finding.action:
            text.append(f" → {finding.action}", "dim")
        table.add_row(Text(sign, colour), text)
    out.print(table)
    if len(findings) > most:
        out.print(Text(f"  and {len(findings) - most} more in the report", "dim"))
    if isinstance(answer, Results):
        out.print()
        _print_contrasts(out, answer)
    elif isinstance(answer, Ladder):
        out.print()
        rungs = Table("player", "Elo", "share of the win", box=None, padding=(0, 2), pad_edge=False)
        for rung in answer.rungs:
            rungs.add_row(rung.spec, with_half(rung.elo, False), with_half(rung.share))
        out.print(rungs)
    out.print()
    out.print(Text(HUMANS, "dim"))


def _print_contrasts(out: Any, results: Results) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2), pad_edge=False)
    table.add_column("")
    for run in results.runs:
        games = f"{run.metrics.games:,} games"
        table.add_column(f"{run.label}\n{games}", justify="right")
    table.add_column("")
    m = [run.metrics for run in results.runs]
    if m[0].players > 1:
        for s in range(m[0].players):
            cells = [with_half(x.seats.shares[s]) for x in m]
            table.add_row(f"{seat_name(s)} wins", *cells, "")
    for row in contrasts_of(results):
        if not row.name.startswith(("first seat", "drama", "how open", "the same")):
            flag = Text("they differ", "yellow") if row.disagree else Text("")
            table.add_row(row.name, *row.values, flag)
    out.print(table)
    for run in results.runs:
        ends = list(_ends(run.metrics).items())[:5]
        told = ", ".join(f"{name} {charts.about(e)}" for name, e in ends)
        out.print(Text(f"games of {run.label} players end by: {told}", "dim"))


# ---------------------------------------------------------------- machines


def as_json(answer: Answer) -> dict[str, Any]:
    """Everything measured as plain JSON: numbers with intervals, n and whether withheld.

    Not-a-number becomes null. Withheld numbers are there, marked.
    """
    found: dict[str, Any] = {"kind": type(answer).__name__.lower(), "title": title_of(answer)}
    found["findings"] = [_plain(f) for f in findings_of(answer)]
    if not isinstance(answer, Results):
        found["provenance"] = _plain(_provenance_of(answer))
    found.update(_plain(answer))
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        row = {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
        return {**row, "withheld": value.withheld}
    if isinstance(value, Histogram):
        return {"values": value.values, "counts": value.frequencies, "grain": value.grain}
    if is_dataclass(value) and not isinstance(value, type):
        return {
            f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.name not in HIDDEN
        }
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value


HEADERS = ("section", "name", "players", "value", "low", "high", "n", "needed", "method")
Line = tuple[str | float | int | None, ...]


def summary_of(answer: Answer) -> list[Line]:
    """Every estimate on a line of its own, under `HEADERS`."""
    if isinstance(answer, Results):
        lines = [line for run in answer.runs for line in _metric_lines(run.label, run.metrics)]
        for one in answer.restricted:
            lines.append(_line("without", one.what, one.agent, one.share))
        if answer.effect is not None:
            name, players = answer.effect.name, answer.main.label
            for o in answer.effect.outcomes:
                lines.append(_line("effect", f"{name}: {o.label}", players, o.holders))
        return lines
    if isinstance(answer, Comparison):
        return [
            line
            for d in answer.differences
            for line in (
                _line("base", d.measure, answer.results[0][0], d.base),
                _line("other", d.measure, d.label, d.other),
                _line("difference", d.measure, d.label, d.difference),
            )
        ]
    if isinstance(answer, Sweep):
        return [
            _line(curve.measure, f"{answer.name}={v:g}", answer.results[0].main.label, p)
            for curve in answer.curves
            for v, p in zip(answer.values, curve.points, strict=True)
        ]
    rungs = [_line("elo", r.spec, "", r.elo) for r in answer.rungs]
    return rungs + [_line("step", s.stronger, s.weaker, s.share) for s in answer.steps]


def _line(section: str, name: str, players: str, e: Estimate) -> Line:
    numbers = [x if math.isfinite(x) else None for x in (e.value, e.low, e.high)]
    return (section, name, players, *numbers, e.n, e.needed, e.method)


def _metric_lines(label: str, m: Metrics) -> Iterator[Line]:
    for s, e in enumerate(m.seats.shares):
        yield _line("seats", f"seat {s + 1} wins, ties shared", label, e)
    for s, e in enumerate(m.seats.sole):
        yield _line("seats", f"seat {s + 1} wins alone", label, e)
    for s, e in enumerate(m.seats.scores):
        yield _line("seats", f"score of seat {s + 1}", label, e)
    yield _line("seats", "best − worst", label, m.seats.gap)
    for player in m.skill:
        yield _line("players", player.spec, label, player.share)
    for name, e in m.ends.items():
        yield _line("completion", name, label, e)
    for name, e in m.reasons.items():
        yield _line("ends", name, label, e)
    for name, _, get in _CONTRASTED:
        found = get(m)
        if found is not None:
            yield _line("course", name, label, found)
    for tenth, e in zip(TENTHS, m.leader_wins, strict=True):
        yield _line("lead", f"leader at {tenth}/10 wins", label, e)
    for kind in m.kinds:
        yield _line("kinds", kind.name, label, kind.share)
        yield _line("kinds of winners", kind.name, label, kind.winners)
    for piece in m.pieces:
        yield _line("piece used", piece.id, label, piece.used)
        yield _line("piece picked", piece.id, label, piece.picked)
        yield _line("piece lift (association)", piece.id, label, piece.lift)
    for supply in m.supplies:
        yield _line("supply empty, games", supply.name, label, supply.empty_games)
        yield _line("supply empty, seats", supply.name, label, supply.empty_seats)


def write_csv(answer: Answer, path: Path) -> Path:
    """Write the summary as CSV (UTF-8 with a mark, so that spreadsheets read it right)."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADERS)
    writer.writerows([["" if x is None else x for x in line] for line in summary_of(answer)])
    return write_whole(path, ("\ufeff" + text.getvalue()).encode("utf-8"))


def write_xlsx(answer: Answer, path: Path) -> Path:
    """Write a workbook: the findings, the summary, and one sheet per chart."""
    import xlsxwriter

    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True, "nan_inf_to_errors": True})
    from datetime import datetime

    book.set_properties({"title": title_of(answer), "created": datetime(2000, 1, 1)})  # no clock
    bold = book.add_format({"bold": True})
    wrap = book.add_format({"text_wrap": True, "valign": "top"})

    def sheet(name: str, headers: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        page = book.add_worksheet(_sheet_name(name, {s.name for s in book.worksheets()}))
        page.write_row(0, 0, headers, bold)
        for r, row in enumerate(rows, 1):
            for c, value in enumerate(row):
                page.write(r, c, value, wrap if name == "Findings" else None)
        page.freeze_panes(1, 0)
        page.set_column(0, 0, 90 if name == "Findings" else 26)
        page.set_column(1, max(1, len(headers) - 1), 18)

    findings = findings_of(answer)
    rows = [(f.text, f.level, f.doubt, f.action, round(f.weight, 1)) for f in findings]
    sheet("Findings", ("finding", "level", "other players", "try", "weight"), rows)
    sheet("Summary", HEADERS, summary_of(answer))
    for section in sections_of(answer):
        for chart in section.charts:
            sheet(chart.title, chart.headers, chart.rows)
    book.close()
    return write_whole(path, buffer.getvalue())


def _sheet_name(title: str, taken: set[str]) -> str:
    """A name Excel takes: 31 characters, none of []:*?/\\, not used before."""
    name = "".join(" " if c in "[]:*?/\\" else c for c in title)[:31].strip("' ") or "Sheet"
    base, i = name[:28], 2
    while name in taken:
        name, i = f"{base} {i}", i + 1
    return name


__all__ = [
    "Finding",
    "as_json",
    "findings_of",
    "html_of",
    "print_terminal",
    "sections_of",
    "write_csv",
    "write_html",
    "write_xlsx",
]
