"""Sections: the answer of a study in, its charts under headings out, in the order they are read."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.model.measures import measure_said, names_seats
from generator.model.pack import Scalar
from generator.play.measures.aims import Aim
from generator.play.measures.metrics import Metrics, PieceUse, usual_lift
from generator.play.measures.pieces import component_title, piece_name, said_of
from generator.play.measures.results import (
    Answer,
    Comparison,
    Difference,
    Ladder,
    Reprint,
    Restricted,
    Results,
    Suggestion,
    Sweep,
)
from generator.play.measures.supplies import SupplyUse
from generator.play.measures.tally import TENTHS
from generator.play.statistics import inference
from generator.play.statistics.multiple_testing import discovered, sidak
from generator.play.telling.charts.bands import Banded, Wanted, bands, margins, reprints
from generator.play.telling.charts.bars import bars, stack
from generator.play.telling.charts.changes import changes
from generator.play.telling.charts.dots import dots, forest
from generator.play.telling.charts.drawing import Chart, Series
from generator.play.telling.charts.duels import duels
from generator.play.telling.charts.heat import Ground, busiest_title, heat
from generator.play.telling.charts.histograms import histogram, ridges
from generator.play.telling.charts.lines import lines
from generator.play.telling.commands import asking
from generator.play.telling.findings.course import anchor_of_own
from generator.play.telling.findings.ends import is_cut_short, is_unfinished
from generator.play.telling.findings.finding import Finding
from generator.play.telling.findings.findings import findings_of
from generator.play.telling.findings.goals import (
    band_of,
    band_on,
    bands_of_sweep,
    name_of,
    value_of,
)
from generator.play.telling.findings.scores import scored, tells_more
from generator.play.telling.findings.settings import (
    anchor_of,
    cut_of,
    cut_of_settings,
    cut_of_sweep,
    told_curves,
)
from generator.play.telling.findings.suggestions import (
    held_against,
    nearer_of,
    said,
    seems_inside,
    worst_of,
    written,
)
from generator.play.telling.findings.supplies import runs_out
from generator.play.telling.findings.trials import answer_on
from generator.play.telling.numbers import (
    UNIT,
    about,
    capital,
    counted,
    listed,
    number,
    p_value,
    percent,
    seen,
    settled,
    signed,
    with_half,
)
from generator.play.telling.pictures import Album
from generator.play.telling.titles import (
    HEADINGS,
    OWN_FIGURES,
    arc_title,
    at_least,
    curve_title,
    effects_title,
    ends_said,
    ends_title,
    group_of,
    largest_title,
    lead_title,
    length_title,
    mirrored_of,
    named_at_least,
    nine_in_ten,
    pieces_title,
    seats_title,
    stated_of,
    waits_title,
)

SAID_OF_UNFINISHED = ("ends", "kinds", "map")  # charts that tell what keeps games from ending
NO_PICTURES = Album(None)
COINS = (
    " Where two throw coins for points, who leads half-way wins 75\u00a0%, and nine in ten after "
    "90\u00a0% of the throws."
)
EVEN = 0.5  # of two
OWN_GAMES = "From the search's own games."
PROVEN = (
    "Fresh games, a number fixed before they are played. A goal holds where both one-sided tests "
    "at 4 % say that it lies inside its band (the 92 % interval inside it). Where that fails "
    "others are tested at 0.5 % (the 99 % interval), so that all together err in 5 %. Drawn is "
    "the 95 % interval, or that of the test where the two disagree."
)
VAGUE_SEAT = 400.0  # Elo points, half an interval: from there on nothing is said of seats


EXCHANGED = (
    "The player who takes a piece first sees it as printed. In that moment chance decides whether "
    "it stays itself or becomes another piece of its component that the player could have taken, "
    "price and all, so the two groups differ in nothing else (effect). The control exchanges it "
    "for its own copy, which changes nothing."
)


DRAWN = "Intervals are drawn as wide as so many pieces at once ask; the table has each by itself."


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, a sentence under it, and its charts."""

    id: str
    title: str
    text: str
    charts: tuple[Chart, ...]


def sections_of(answer: Answer, album: Album = NO_PICTURES) -> list[Section]:
    """The charts of a study, in the order they are read; empty ones are left out."""
    if isinstance(answer, Results):
        made = _of_results(answer, album)
    elif isinstance(answer, Comparison):
        made = _of_comparison(answer)
    elif isinstance(answer, Sweep):
        made = _of_sweep(answer)
    elif isinstance(answer, Suggestion):
        made = _of_suggestion(answer, album)
    else:
        made = _of_ladder(answer)
    if isinstance(answer, Results) and is_unfinished(answer.main.metrics):
        made = (replace(s, charts=tuple(map(_unjudged, s.charts))) for s in made)
    return [section for section in made if section.charts]


def _unjudged(chart: Chart) -> Chart:
    """A chart of games that mostly do not finish: only of how they end and what is done."""
    if chart.id in SAID_OF_UNFINISHED:
        return chart
    return replace(chart, title="Not judged: most games were cut off")


def _of_results(results: Results, album: Album) -> Iterator[Section]:
    m = results.main.metrics
    told = findings_of(results)
    own = {heading: tuple(_own_charts(m, heading)) for heading in HEADINGS}
    if m.is_contest:
        yield Section("win", "Who wins", "", (*_win_charts(results, told), *own["Who wins"]))
    else:
        yield Section("well", "How well it goes", "", (*_well_charts(results), *own["Who wins"]))
    lengths = (*_length_charts(results), *own["How long it takes"])
    yield Section("time", "How long it takes", "", lengths)
    yield Section("course", "How it goes", "", (*_course_charts(results), *own["How it goes"]))
    if m.is_contest:
        yield Section("points", "Points", "", tuple(_score_charts(m)))
    made = (*_kind_charts(results, album), *_map_charts(results, album))
    title = "What players do, and where" if m.spaces else "What players do"
    yield Section("choice", title, "", made)
    made = (*_piece_charts(results, album), *_effect_charts(results, album))
    yield Section("pieces-all", "Pieces", "", made)
    yield Section("supply", "Supplies", "", tuple(_supply_charts(results)))
    yield Section("breaks", "Does it break", "", own["Does it break"])
    yield Section("own", OWN_FIGURES, "", own[OWN_FIGURES])


def _win_charts(results: Results, told: Sequence[Finding]) -> Iterator[Chart]:
    m = results.main.metrics
    fair = 1 / m.sides.n
    fit, gap, side = m.seats.fit, m.seats.gap, m.sides.word
    often = "less than 0.1 %" if fit.p < 0.001 else percent(fit.p)
    tied = "had several winners; each counts in part"
    if m.sides.n == 2:
        tied = "were tied; they count half for each"
    tied = f"{with_half(m.seats.tied)} of the games {tied}."
    edge = any(f.chart == "seats" and f.level != "fine" for f in told)
    yield bars(
        "seats", f"{capital(side)}s",
        seats_title(m, edge),
        [capital(m.sides.named(s)) for s in range(m.sides.n)],
        [Series(run.label, run.metrics.seats.shares) for run in results.runs],
        mark=fair, mark_label=f"even: {percent(fair, 0)}",
        note=tied if m.seats.tied.value > 0 else "",
        technical=f"Were all {side}s equal, they would differ at least this much in {often} of "
        f"such runs ({fit.method})."
        + (f" Best less worst {side}: {signed(gap)} {UNIT}." if math.isfinite(gap.half) else ""),
    )  # fmt: skip
    if m.skill:
        best = max(m.skill, key=lambda p: p.share.value)
        yield dots(
            "skill", "Players", f"{best.spec} wins {with_half(best.share)} of its seats' games",
            [p.spec for p in m.skill], [p.share for p in m.skill],
            "share of the wins", share=True, mark=fair, mark_label=f"even: {percent(fair, 0)}",
        )  # fmt: skip
    ends = ends_said(m, results.said)
    yield stack("ends", "How games end", ends_title(ends), ends)
    yield from _luck_chart(results)
    if results.kingmaking is not None:
        found = results.kingmaking
        title = f"Players who have lost choose the winner in {about(found.deciding)} of their moves"
        if found.deciding.withheld:
            title = f"Players who have lost make {about(found.hopeless)} of all decisions"
        yield bars(
            "kingmaking", "Kingmaking", title,
            ["Decisions without a chance", "Of these, that decide between others"],
            [Series("", [found.hopeless, found.deciding])], to_all=True,
            note="Without a chance: under 5 % to win. Deciding: another move would change somebody "
            "else's chance by 20 points or more.",
            technical=f"One decision of each of {found.decisions} games of {found.games}; "
            f"{found.evaluator}, apart from those by which the two were picked.",
        )  # fmt: skip


def _well_charts(results: Results) -> Iterator[Chart]:
    """Where nobody competes: the score, that of each kind of player, and the ends."""
    m = results.main.metrics
    assert m.score is not None, "only where nobody competes"
    if len(m.score.histogram.values) > 1:
        title = f"{scored(m)} on average"
        note = f"Half of the games have {seen(m.score.quantiles[2])} or more."
        yield histogram("scores", "Score", title, m.score.histogram, "points", note=note)
    told = [(run.label, run.metrics.score.mean) for run in results.runs if run.metrics.score]
    if len(told) > 1:
        best = max(told, key=lambda pair: pair[1].value)
        title = f"{capital(best[0])} players score {with_half(best[1], False)} points"
        names, points = [name for name, _ in told], [e for _, e in told]
        yield dots("skill", "Players", title, names, points, "points, on average")
    ends = ends_said(m, results.said)
    yield stack("ends", "How games end", ends_title(ends), ends)
    told_of = [o for o in m.outcomes if not o.score.withheld]
    if len(told_of) > 1 and tells_more(m):
        names = [capital(said_of(results.said, o.name)) for o in told_of]
        points, title = [o.score for o in told_of], f"“{names[0]}” scores most"
        yield dots("outcomes", "Score by end", title, names, points, "points, on average")


def _luck_chart(results: Results) -> Iterator[Chart]:
    luck = results.main.metrics.luck
    if luck is None or luck.deal.withheld:
        return
    torn = ""
    if results.main.label.startswith("greedy"):
        torn = " where moves seem equally good"
    if luck.guessed:
        torn = (torn and f"{torn} and") + " where they guess differently at what is hidden"
    names, points, settle = ["the set-up"], [luck.deal], "The set-up settles"
    if luck.chance is not None:
        names, points = [*names, "set-up and draws"], [*points, luck.chance]
        settle = "Set-up and draws settle"
    most = points[-1]
    share = settled(most, about(most))
    title = f"{settle} {share} of who wins among equal {results.main.label} players"
    yield bars(
        "luck", "Luck", title,
        [capital(name) for name in names], [Series("", points)], to_all=True,
        note="0 %: the same chance says nothing about who wins; 100 %: it says all. The order of "
        "all that is shuffled for the set-up is part of it.",
        technical=f"{luck.seeds} games' chance, each played {luck.repeats} times by equal "
        f"{results.main.label} players whose choices differ{torn}."
        + (
            " Nothing drawn later made a difference."
            if luck.chance is None
            else " Draws are the same only while they are made in the same order."
        ),
    )  # fmt: skip


def _length_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    target, band = m.turns.on_target, m.turns_target
    mean = f"On average {at_least('turns', is_cut_short(results))}"
    note = f"{mean}{with_half(m.turns.mean, False)} turns"
    if target is not None and band is not None:
        note += f"; {with_half(target)} of the games take {band[0]} to {band[1]}"
    yield histogram(
        "length", "Length", length_title(m), m.turns.histogram, "turns", band=band, note=f"{note}."
    )
    if m.rounds is not None:
        middle = m.rounds.quantiles[2]
        yield histogram(
            "rounds", "Rounds", f"Half the games end by round {middle:,}", m.rounds.histogram,
            "rounds", note=f"{mean}{with_half(m.rounds.mean, False)} rounds.",
        )  # fmt: skip
    if m.decisions.quantiles != m.turns.quantiles:
        middle = m.decisions.quantiles[2]
        yield histogram(
            "decisions", "Decisions", f"Half the games take {middle:,} decisions or fewer",
            m.decisions.histogram, "decisions",
            note=f"{mean}{with_half(m.decisions.mean, False)} decisions.",
        )  # fmt: skip
    if m.waits is not None and len(m.waits.values) > 1:  # else a finding tells it
        yield histogram(
            "waits", "Waiting",
            waits_title(m.waits),
            m.waits, "decisions of others", counts="waits",
            note=f"What others decide between two turns of one's own, {m.players} players.",
        )  # fmt: skip


def _own_charts(m: Metrics, heading: str) -> Iterator[Chart]:
    """The pack's own figures that stand under that heading."""
    for name, spread in m.own:
        if group_of(name, m.topics) != heading:
            continue
        middle = spread.quantiles[2]
        yield histogram(
            anchor_of_own(name), capital(name), f"{capital(name)}: {seen(middle)} or fewer in half "
            "the games", spread.histogram, name,
            note=f"On average {with_half(spread.mean, False)}; as the rules measure it.",
        )  # fmt: skip


def _course_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    if not m.has_course:
        return
    fair = 1 / m.sides.n
    shown = [
        run
        for run in results.runs
        if sum(math.isfinite(e.value) for e in run.metrics.leader_wins) >= 3
    ]
    if shown and shown[0].is_main:
        slope = ""
        if m.slope.excludes(1):
            slope = (
                f"A point ahead at half time is worth {with_half(m.slope, False)} at the end: "
                "above 1 leads grow, below 1 they shrink. "
            )
        yield lines(
            "lead", "Leading", lead_title(m.leader_wins[4]), [t / 10 for t in TENTHS],
            [Series(run.label, run.metrics.leader_wins) for run in shown],
            "share of the game played", mark=fair, mark_label=f"even: {percent(fair, 0)}",
            x_share=True,
            note=f"{slope}The lead changes {with_half(m.lead_changes, False)} times a game.",
        )  # fmt: skip
    yield from _arc_chart(results)


def _arc_chart(results: Results) -> Iterator[Chart]:
    arcs = [
        (run.label, run.metrics.insight)
        for run in results.runs
        if run.metrics.insight is not None and math.isfinite(run.metrics.insight.best_wins[0].value)
    ]
    if not arcs:
        return
    fair, first = 1 / results.main.metrics.sides.n, arcs[0][1]
    series = [Series(label, insight.best_wins) for label, insight in arcs]
    yield lines(
        "arc", "Tension", arc_title(first), [k / (len(series[0].points) - 1) for k in
        range(len(series[0].points))], series,
        "share of the game played", mark=fair, mark_label=f"even: {percent(fair, 0)}",
        x_share=True,
        note="" if first.decision_time.withheld else
        f"Nine in ten {nine_in_ten(first)}.{COINS if fair == EVEN else ''}",
        technical=f"Who stands best wins most often when the game is played on from there: "
        f"{first.evaluator}, in {first.games} games with one winner. How sure such playouts are "
        "does not count, only whom they put first; sharper eyes may see it sooner.",
    )  # fmt: skip


def _score_charts(m: Metrics) -> Iterator[Chart]:
    ranks = ["Winner", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"]
    spread = [h for h in m.score_by_rank if h.n]
    if len({v for h in spread for v in h.values}) < 3:  # points that only say who won
        return
    names = [ranks[i] if i < len(ranks) else f"{i + 1}th" for i in range(len(spread))]
    names[-1] = "Last" if m.sides.n > 2 else "Loser"
    title = f"Half the winners have {seen(spread[0].quantile(0.5))} points or more"
    yield ridges("scores", "Final scores", title, names, spread, "points")
    if len(m.margin.histogram.values) > 1:
        note = f"On average {with_half(m.margin.mean, False)} points"
        if m.close is not None and m.scoring_event is not None:
            note += (
                f"; {with_half(m.close)} of the games are closer than one usual gain "
                f"({number(m.scoring_event)})"
            )
        title = f"Half the games are won by {counted(m.margin.quantiles[2], 'point')} or less"
        yield histogram(
            "margin", "Winning margin", title, m.margin.histogram, "points", note=f"{note}."
        )


def _kind_charts(results: Results, album: Album) -> Iterator[Chart]:
    m = results.main.metrics
    kinds = sorted(m.kinds, key=lambda k: -k.share.value)
    if held := [one for one in results.restricted if one.is_held]:
        yield _restricted_chart(results, held, album)
    if kinds:
        first = kinds[0]
        said = capital(said_of(results.said, first.name))
        yield bars(
            "kinds", "Kinds of move", f"“{said}” is {about(first.share)} of all moves",
            [capital(said_of(results.said, k.name)) for k in kinds],
            [
                Series("everyone" if m.is_contest else "", [k.share for k in kinds]),
                *([Series("winners", [k.winners for k in kinds])] if m.is_contest else []),
            ],
            note=f"A player to move has {with_half(m.branching, False)} moves to choose from, and "
            f"more than one in {with_half(m.agency)} of the cases.",
        )  # fmt: skip


def _restricted_chart(results: Results, held: Sequence[Restricted], album: Album) -> Chart:
    """What is won by who was held back from a move or a piece, the worst first."""
    m = results.main.metrics
    fair = 1 / m.sides.n
    order = sorted(held, key=lambda r: (r.share.value, r.what))
    named = [
        piece_name(results.pack, r.what) if r.is_piece else f"“{said_of(results.said, r.what)}”"
        for r in order
    ]
    first = order[0]
    title = f"Without {named[0]} a {m.sides.player} wins {with_half(first.share)}"
    return dots(
        "restricted", "Going without", title, [f"Without {name}" for name in named],
        [r.share for r in order], "share of the wins", share=True, mark=fair,
        mark_label=f"even: {percent(fair, 0)}",
        thumbs=[album.thumb(r.what) if r.is_piece else "" for r in order],
        note=f"One {m.sides.player} who may not do it, unless there is nothing else, against those "
        "who may; seats rotated. Left of the line: it is needed; on it: it makes no difference.",
    )  # fmt: skip


def _map_charts(results: Results, album: Album) -> Iterator[Chart]:
    """The places that moves use, over the printed board where the pack names one."""
    m = results.main.metrics
    if not m.spaces:
        return
    n = m.spaces[0].used.n
    note = f"How often moves use each place, in {n:,} games."
    title, ground = busiest_title(m.spaces), ground_of(results, album)
    yield heat("map", "Where moves happen", title, m.spaces, ground, note)


def ground_of(results: Results, album: Album) -> Ground | None:
    """The board's picture, its cut corner at (0, 0)."""
    board = next((c for c in results.pack.components if c.id == results.board), None)
    if board is None or not board.rows:
        return None
    href = album.large(f"{board.id}/{board.rows[0].id}")
    return Ground(href, board.shape.width, board.shape.height) if href else None


def _piece_charts(results: Results, album: Album) -> Iterator[Chart]:
    m, pack = results.main.metrics, results.pack
    if not m.pieces or not any(p.times > 0 for p in m.pieces):
        return
    if not m.is_contest:
        yield _use_chart(results, album)
        return
    # Of what nobody ever takes, as a tile that is laid out first, there is nothing to tell.
    order = sorted((p for p in m.pieces if p.n_used or p.picked.n), key=_by_lift)
    forced = _always_picked(m.pieces)
    picked = [inference.NOTHING if p.id in forced else p.picked for p in order]
    is_told = any(not e.withheld for e in picked)
    many = len({p.id.partition("/")[0] for p in order}) > 1
    tried = "" if results.exchangeable == () else asking("simulate", results, "--effects")
    titles = list(dict.fromkeys(component_title(pack, id) for id in forced))
    always = f" Whoever can use one of {listed(titles)} does." if titles and is_told else ""
    yield forest(
        "pieces", "Use and lift", pieces_title(order),
        [
            f"{piece_name(pack, p.id)} · {component_title(pack, p.id)}"
            if many else piece_name(pack, p.id)
            for p in order
        ],
        picked if is_told else [p.used for p in order],
        [p.lift for p in order], [p.notable for p in order], usual=usual_lift(m.pieces),
        thumbs=[album.thumb(p.id) for p in order],
        use_title="picked by those who could" if is_told else "games in which it is used",
        lift_title=f"wins of its users, {UNIT} more or fewer",
        more=[(p_value(p.q) if not p.lift.withheld else "–", f"{p.n_used:,}") for p in order],
        drawn=discovered([p.lift for p in order], [p.notable for p in order]),
        note="Lift is association: winners had it. It does not say that it made them win"
        + (f"; what makes them win shows {tried}" if tried else "")
        + f".{always} {DRAWN}",
        technical="Filled marks differ from 0, or from a usual piece where there is one, by more "
        "than chance explains even among so many pieces (false "
        "discovery rate 5 %, Benjamini–Hochberg; intervals by game).",
    )  # fmt: skip


def _always_picked(pieces: Sequence[PieceUse]) -> list[str]:
    """The pieces of components of which each is used whenever it can be: there is no choice."""
    part = {p.id: p.id.partition("/")[0] for p in pieces}
    chosen = {part[p.id] for p in pieces if not p.picked.value >= 1}  # or none ever could be
    return [p.id for p in pieces if part[p.id] not in chosen]


def _use_chart(results: Results, album: Album) -> Chart:
    """How often each piece is used, where nobody wins by it."""
    order = sorted(results.main.metrics.pieces, key=lambda p: (-p.used.value, p.id))
    names = [capital(piece_name(results.pack, p.id)) for p in order]
    title = f"{names[0]} is used in {about(order[0].used)} of the games"
    return dots(
        "pieces", "Use", title, names, [p.used for p in order], "games in which it is used",
        share=True, thumbs=[album.thumb(p.id) for p in order],
    )  # fmt: skip


def _by_lift(piece: PieceUse) -> tuple[bool, float, str]:
    """From winning more to winning less, then what nothing is known of."""
    value = piece.lift.value
    return not math.isfinite(value), -value if math.isfinite(value) else 0.0, piece.id


def _effect_charts(results: Results, album: Album) -> Iterator[Chart]:
    effect = results.effect
    played = [o for o in effect.outcomes if o.holders.n] if effect is not None else []
    if effect is not None and played:
        answer = answer_on(effect, results.pack.worth.effects / 100)
        yield forest(
            "effect", "Effect", answer.removesuffix(".").removesuffix(" (effect)"),
            [o.label for o in played], [inference.NOTHING] * len(played),
            [o.holders for o in played], [o.holders.excludes(0) for o in played],
            lift_title=f"wins, {UNIT} more or fewer", note=EXCHANGED,
            more=[(p_value(o.p), f"{o.holders.n:,}") for o in played],
        )  # fmt: skip
    told = [e for e in results.effects if not e.value.withheld]
    told.sort(key=lambda e: (-e.value.value, e.piece))
    if told:
        seldom = sum(1 for e in results.effects if e.value.withheld and not e.unplayable)
        note = f"{EXCHANGED} {DRAWN}"
        if seldom:
            note += f" Too few games tell of {seldom} more, which {'is' if seldom == 1 else 'are'} "
            note += "not drawn."
        yield forest(
            "effects", "Effects", effects_title(told),
            [capital(e.name) for e in told], [e.control for e in told],
            [e.value for e in told], [e.q <= 0.05 for e in told],
            drawn=discovered([e.value for e in told], [e.q <= 0.05 for e in told]),
            thumbs=[album.thumb(e.piece) for e in told], use_title="control",
            shows_use=False, lift_title=f"wins, {UNIT} more or fewer", note=note,
            more=[(p_value(e.q), f"{e.value.n:,}") for e in told],
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
        inference.wilson(
            sum(c for low, c in supply.worst.counts.items() if supply.start - low >= size), n
        )
        for size in sizes
    ]
    tried = [p for p in results.probes if p.supply == supply.name]
    name = supply.name.replace("_", " ")
    each = "" if supply.is_shared else " per player"
    when = "at the start" if supply.set_up == 0 else "after the set-up"
    goal = band_on(results, f"{supply.name} run out")
    least = goal is None and not supply.is_meant
    return lines(
        id, capital(name), runs_out(supply), [*sizes, *(p.size for p in tried)],
        [Series("run out", [*needing, *(p.empty_games for p in tried)])],
        f"{name}{each} {when}",
        mark=0.05 if least else None, mark_label="in one game of twenty", now=supply.start,
        now_label=f"now {supply.start}", marked=[p.size for p in tried],
        wanted=(goal.low, goal.high, band_of(goal)) if goal else None,
        note="Games in which so many are used up. Below the present number: how many games needed "
        "at least so many (play would adapt to fewer)"
        + ("; above it: the dots were played, on the same seeds." if tried else "."),
    )  # fmt: skip


def _of_comparison(comparison: Comparison) -> Iterator[Section]:
    said = [d for d in comparison.differences if math.isfinite(d.difference.value)]
    said = [d for d in said if d.base.value or d.other.value]  # what never happens is no news
    mirrored = mirrored_of(results for _, results in comparison.results)
    moving = {d.measure for d in said if d.difference.value or d.difference.half}
    said = [d for d in said if d.measure in moving - mirrored]
    sides = comparison.results[0][1].main.tally.sides
    stated = stated_of(results for _, results in comparison.results)
    groups = {name: [d for d in said if group_of(d.measure, stated) == name] for name in HEADINGS}
    base = comparison.results[0][0]
    made = list(_change_charts("differences", groups, base, cut_of(comparison)))
    text = f"Each pair of games shares its seed. {cut_of_settings(comparison)}"
    yield Section("compare", "What changes", text.strip(), tuple(made))
    labels = [label for label, _ in comparison.results]
    runs = [results.main.metrics for _, results in comparison.results]
    if not runs[0].is_contest:
        return
    fair = 1 / sides.n
    names = tuple(capital(sides.named(s)) for s in range(sides.n))
    of_sides = [d for d in comparison.differences if names_seats(d.measure)]
    title = largest_title(of_sides) if of_sides else f"Wins by {sides.word}, {listed(labels)}"
    chart = bars(
        "seats", f"{capital(sides.word)}s", title, names,
        [Series(label, m.seats.shares) for label, m in zip(labels, runs, strict=True)],
        mark=fair, mark_label=f"even: {percent(fair, 0)}",
    )  # fmt: skip
    yield Section("win", "Who wins", "", (chart,))


def _change_charts(
    id: str, groups: Mapping[str, Sequence[Difference]], base: str, cut: Collection[str] = ()
) -> Iterator[Chart]:
    """A chart a group and unit, for points and percent share no scale; a measure's rows together.

    The first has the id itself.
    """
    n = 0
    for name, found in groups.items():
        measures = list(dict.fromkeys(d.measure for d in found))
        for unit in (False, True):
            rows = [d for m in measures for d in found if d.measure == m and d.is_share == unit]
            if rows:
                n += 1
                said = [named_at_least(d.measure, bool({base, d.label} & set(cut))) for d in rows]
                title = largest_title(rows, base, cut)
                yield changes(id if n == 1 else f"{id}-{n}", name, title, rows, said, base)


def _wanted(aim: Aim) -> Wanted:
    return Wanted(aim.low, aim.high, band_of(aim))


def _of_suggestion(s: Suggestion, album: Album) -> Iterator[Section]:
    goals = []
    then = "changed" if s.changes else "nearest miss" if s.best and s.best.changes else "now"
    for i, aim in enumerate(s.aims):
        found = [(f"{then}, {p.agents}", p.verdicts[i].value) for p in s.proofs]
        others = {
            f"{then}, {p.agents}": _wanted(p.verdicts[i].aim)
            for p in s.proofs
            if p.verdicts[i].aim != aim
        }
        if then != "now" or not found:
            now = s.before.verdicts[i].value if s.before else s.base.estimates[i]
            found = [(f"now, {', '.join(s.agents)}", now), *found]
        if not s.proofs and s.best and s.best.changes and s.best.estimates:
            name = f"{written(s.best.changes)}, unconfirmed"  # the search's own games
            found.append((name, s.best.estimates[i]))
        label = _aim_label(s, aim)
        goals.append(Banded(label, _wanted(aim), aim.is_share, found, others))
    wider = any(p.is_wider for p in s.proofs)
    chart = bands(
        "goals", "Goals", _goals_title(s), goals,
        note="The second kind of player is held to at least ±5 points, or 10 %." if wider else "",
        technical=PROVEN if s.proofs else f"{OWN_GAMES} Drawn is the 95 % interval.",
    )  # fmt: skip
    yield Section("wanted", "Goals", "", (chart,))
    if len(s.front) > 1:
        rows = [
            (_labelled(c.changes), c.margin, bool(s.changes) and c.changes == s.changes,
             worst_of(s.aims, c))
            for c in s.front
        ]  # fmt: skip
        yield Section(
            "closeness", "How much would have to change",
            f"More changes may bring the game deeper into its bands. {OWN_GAMES}"
            + (f" {nearer_of(s.nearer, s.failed)}" if s.changes else ""),
            (margins("front", "Changes", _front_title(s), rows),),
        )  # fmt: skip
    text = OWN_GAMES
    if s.proofs:
        text += " They are others than the fresh ones above, so numbers differ a little."
    yield Section("tuned", "What each number moves alone", text, tuple(_tunable_charts(s)))
    if s.moved and s.changes:
        known = [d for d in s.moved if math.isfinite(d.base.value + d.other.value)]
        rows_moved = [d for d in known if d.base.value or d.other.value]
        made = tuple(_change_charts("moved", {"Everything else": rows_moved}, "now"))
        text = "Each pair of games shares its seed." if s.proofs else OWN_GAMES
        yield Section("else", "What else moves", text, made)
    if s.reprint:
        yield Section("print", "What to print", "", (_reprint_chart(s.reprint, album),))


def _reprint_chart(pieces: Sequence[Reprint], album: Album) -> Chart:
    """Pieces to print: both pictures where a face changes, copies where their number does."""
    rows = []
    for one in pieces:
        after = album.thumb(f"new {one.id}") if one.is_redrawn else ""
        before = album.thumb(f"now {one.id}")
        same = one.before == one.after
        copies = (
            ""
            if same
            else f"{one.before:,} → {one.after:,} {'copy' if one.after == 1 else 'copies'}"
        )
        rows.append((one.name, before, after, copies))
    redrawn = sum(one.is_redrawn for one in pieces)
    others = len(pieces) - redrawn
    parts = [f"{counted(redrawn, 'piece')} would be printed anew"] if redrawn else []
    if others:
        which = f"{others:,} more" if redrawn else f"{counted(others, 'piece')} would be needed"
        parts.append(f"{which} in another number of copies")
    return reprints("reprint", "Faces", " and ".join(parts), rows)


def _aim_label(s: Suggestion, aim: Aim) -> str:
    """A number wanted, with the players it is of where there are several numbers of them."""
    several = f", {aim.players} players" if len(s.players) > 1 else ""
    return capital(name_of(aim)) + several


def _labelled(changed: Mapping[str, Scalar]) -> str:
    return capital(written(changed)) if not changed else written(changed)


def _tunable_charts(s: Suggestion) -> Iterator[Chart]:
    """For each number a goal bounds: where each tunable's ends bring it."""
    for i, aim in enumerate(s.aims):
        rows = [Banded("now", _wanted(aim), aim.is_share,
                       [("", s.base.estimates[i])])]  # fmt: skip
        for t in s.tunables:
            for value, estimates in t.ends:
                label = f"{t.name} = {said(value)}"
                found = [("", estimates[i])]
                rows.append(Banded(label, _wanted(aim), aim.is_share, found))
        if len(rows) > 1:
            id = "tunables" if i == 0 else f"tunables-{i + 1}"
            yield bands(id, _aim_label(s, aim), _ends_title(s, i), rows, alike=True)


def _goals_title(s: Suggestion) -> str:
    """How many of the numbers wanted hold with the change, or as it is."""
    if not s.proofs:
        found = s.best.estimates if s.best and s.best.changes else s.base.estimates
        pairs = zip(s.aims, found, strict=False)
        inside = sum(aim.margin(e.value) >= 0 for aim, e in pairs)
        verb = "lies" if inside == 1 else "lie"
        return f"{inside} of {len(s.aims)} numbers {verb} as wanted in the search's own games"
    verdicts = s.proofs[0].verdicts
    held = sum(v.holds for v in verdicts)
    name = "the nearest miss" if not s.changes and s.best and s.best.changes else "this change"
    how = f"With {name}" if s.best and s.best.changes else "As it is"
    n, against = len(verdicts), held_against(s)
    whose = f" for {against}" if against and held else ""
    if n == 1:
        return f"{how} what is wanted {'is there' if held else 'is not proven'}{whose}"
    which = f"none of {n}" if not held else f"all {n}" if held == n else f"{held} of {n}"
    return f"{how} {which} numbers {'is' if held == 1 else 'are'} proven to be as wanted{whose}"


def _front_title(s: Suggestion) -> str:
    """Which setting lies inside all bands, as far as fresh games and those of the search show."""
    if s.outcome == "none" and s.best is not None:
        if not s.best.changes:
            return "None lies inside all bands, and none is surely nearer than the game as it is"
        return f"None lies inside all bands; the nearest miss is {written(s.best.changes)}"
    failed = [one.changes for one in s.failed]
    inside = [c for c in s.front if seems_inside(s.aims, c) and c.changes not in failed]
    if s.confirmed:
        return f"The smallest change confirmed inside all bands: {written(s.changes)}"
    if s.outcome == "found":
        return f"Not surely inside all bands: {written(s.changes)}"
    if inside:
        nearest = min(inside, key=lambda c: c.distance)
        return f"The smallest change that seems inside all bands: {written(nearest.changes)}"
    best = max(s.front, key=lambda c: c.margin)
    if best.margin >= 0 and not best.estimates:
        return f"None played is seen to lie inside all bands; {written(best.changes)} may"
    is_tested = best.margin >= 0 and best.changes in failed
    which = "was confirmed to lie" if is_tested else "is seen to lie"
    return f"None {which} inside all bands; nearest to it is {written(best.changes)}"


def _ends_title(s: Suggestion, i: int) -> str:
    """Which end moves a number farthest from where it is, if it surely moves at all."""
    aim, now = s.aims[i], s.base.estimates[i]
    ends = [(t.name, value, told[i]) for t in s.tunables for value, told in t.ends]
    moved = [end for end in ends if end[2].apart_from(now)]
    name = _aim_label(s, aim)
    if not moved:
        return f"{name}: no end that surely differs from now"
    which, value, e = max(moved, key=lambda end: abs(end[2].value - now.value))
    return f"{name}: {value_of(aim, e)} with {which} = {said(value)}, {value_of(aim, now)} now"


def _of_sweep(sweep: Sweep) -> Iterator[Section]:
    name, goals = sweep.name.replace("_", " "), bands_of_sweep(sweep)
    stated, cut = stated_of(sweep.results), [is_cut_short(one) for one in sweep.results]
    for heading in HEADINGS:
        made = []
        for curve in told_curves(sweep):
            if group_of(curve.measure, stated) != heading:
                continue
            said, aim = capital(measure_said(curve.measure)), goals.get(curve.measure)
            made.append(
                lines(
                    anchor_of(curve.measure), said,
                    curve_title(curve, sweep.values, cut), sweep.values,
                    [Series(named_at_least(curve.measure, any(cut)), curve.points)], name,
                    at=sweep.values, share=curve.is_share, from_zero=curve.is_share,
                    now=sweep.default,
                    now_label=f"now {sweep.default:g}" if sweep.default is not None else "",
                    wanted=(aim.low, aim.high, band_of(aim)) if aim else None,
                )
            )  # fmt: skip
        id = "sweep-" + heading.lower().replace(" ", "-").replace("'", "")
        text = cut_of_sweep(sweep) if heading != "Does it break" else ""
        yield Section(id, heading, text, tuple(made))


def _duel_charts(ladder: Ladder) -> list[Chart]:
    if not ladder.duels:
        return []
    dominated = ladder.dominated()
    title = "No kind of player loses against every other"
    if any(d.share.withheld for d in ladder.duels):
        title = "Too few games to say who loses against every other kind"
    elif dominated:
        title = f"Against every other kind {listed(dominated)} players lose"
    alone = "" if ladder.sides.n == 2 else f", alone among {ladder.sides.n - 1} of them"
    note = f"What the player of each row wins against those of each column{alone}; seats rotated."
    return [duels("duels", "Each against each", title, ladder.duels, 1 / ladder.sides.n, note)]


def _of_ladder(ladder: Ladder) -> Iterator[Section]:
    fair = 1 / ladder.sides.n
    top = ladder.rungs[-1]
    rated = f"{top.spec} is {with_half(top.elo, False)} Elo above {ladder.rungs[0].spec}"
    made = _duel_charts(ladder)
    made += [
        dots(
            "ladder", "Strength",
            "Too few games to say who is how strong" if top.elo.withheld else rated,
            [r.spec for r in ladder.rungs], [r.elo for r in ladder.rungs],
            f"Elo above {ladder.rungs[0].spec}", note=_elo_note(ladder),
            technical="Fitted to who won (Plackett–Luce), the worth of the seat set apart.",
        )
    ]  # fmt: skip
    if ladder.steps:
        step = ladder.steps[-1]
        made.append(
            dots(
                "steps", "Step by step",
                f"{step.alone} wins {with_half(step.share)} against {step.others}",
                [f"{s.alone} against {s.others}" for s in ladder.steps],
                [s.share for s in ladder.steps], "share of the wins", share=True,
                mark=fair, mark_label=f"even: {percent(fair, 0)}",
            )
        )  # fmt: skip
    if ladder.ceiling is not None:
        step = ladder.ceiling
        made.append(
            bars(
                "ceiling", "Seeing everything",
                f"{step.others} that sees everything wins {with_half(step.share)}",
                [f"Against {step.others} that does not"], [Series("", [step.share])],
                mark=fair, mark_label=f"even: {percent(fair, 0)}",
                note="The same search, let see all that is hidden and all draws to come. It is "
                "there to measure by; nobody can play so.",
            )
        )  # fmt: skip
    if all(e.half < VAGUE_SEAT for e in ladder.seats):  # without a game lost they may be anything
        made.append(_seat_chart(ladder))
    yield Section("ladder-all", "The ladder", "", tuple(made))


def _elo_note(ladder: Ladder) -> str:
    """What the points mean, and that bounds which games without a loss set say only that."""
    note = "400 points are ten wins for each loss."
    if any(math.isinf(r.elo.high) for r in ladder.rungs):
        note += (
            f" “At least” grows with the games: {ladder.each:,} a pairing show no more where none "
        )
        note += "is lost, so equal bounds do not make equal steps."
    return note


def _seat_chart(ladder: Ladder) -> Chart:
    """What each seat is worth by itself: told by the intervals drawn, which hold together."""
    sides = ladder.sides
    seats = [e.at(sidak(inference.LEVEL, sides.n // 2)) for e in ladder.seats]
    far = max(range(sides.n), key=lambda s: abs(seats[s].value))
    title = f"No {sides.word} is surely worth more than another, players being equal"
    if seats[far].withheld:
        title = f"Too few games to say which {sides.word} is worth more, players being equal"
    elif seats[far].excludes(0):
        more = "more" if seats[far].value > 0 else "less"
        title = f"Players being equal, the {sides.name(far)} is worth {more} than the "
        title += f"mean {sides.word}"
    names = [capital(sides.named(s)) for s in range(sides.n)]
    return dots(
        "seat-term", f"{capital(sides.word)}s", title, names, seats,
        f"Elo above the mean {sides.word}", mark=0.0, mark_label=f"mean {sides.word}",
    )  # fmt: skip
