"""Findings: what a designer should read first, in plain sentences sorted by how much they matter.

A sentence is written only when its numbers are not withheld. *Association* and *lift* say that two
things go together; *effect* is kept for the same seeds played with a piece changed. What the
second kind of player shows differently is said in the same breath.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from generator.pack import Pack
from generator.play.charts import number, percent, with_half
from generator.play.metrics import Metrics, PieceUse, SupplyUse
from generator.play.results import (
    Answer,
    Comparison,
    Effect,
    Ladder,
    Outcome,
    Results,
    Sweep,
    piece_name,
)
from generator.play.stats import Estimate

Level = Literal["look", "note", "fine"]  # needs a look, worth knowing, as it should be

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
RUNAWAY = 0.75  # a half-time leader who wins more often than this is hard to catch
DECIDED_EARLY = 0.7  # the rest of a game whose winner is sure by then is only played out
FEW_CHOICES = 0.6  # decisions with a choice
MANY_TIES = 0.1
PASSED_OVER = 0.1  # picked in fewer than this share of the chances
LUCKY = 0.5
SUGGESTED_SPARE = 0.6  # a supply of which this share suffices is larger than it need be
MOST_PIECES = 5
HOLE_WEIGHTS = {
    "never chosen": 25.0,
    "never offered": 27.0,
    "never used": 25.0,
    "no choice": 15.0,
    "loop": 45.0,
}

HUMANS = (
    "Bots complement human playtests and do not replace them: they find what is broken, "
    "lopsided or never happens; whether it is fun only people can say."
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence; `weight` sorts, `chart` and `piece` say what to show beside it."""

    text: str
    weight: float
    level: Level
    chart: str = ""  # anchor of the chart
    piece: str = ""  # "component/row"
    doubt: str = ""  # what the other kind of player shows
    action: str = ""  # what to try


def findings_of(answer: Answer) -> list[Finding]:
    """The findings of any experiment, the weightiest first."""
    if isinstance(answer, Results):
        found = list(_of_results(answer))
    elif isinstance(answer, Comparison):
        found = list(_of_comparison(answer))
    elif isinstance(answer, Sweep):
        found = list(_of_sweep(answer))
    else:
        found = list(_of_ladder(answer))
    return sorted(found, key=lambda f: -f.weight)


def seat_name(seat: int) -> str:
    """What a seat is called in a sentence.

    >>> seat_name(0)
    'first seat'
    """
    return f"{ORDINALS[seat] if seat < len(ORDINALS) else f'{seat + 1}th'} seat"


def component_title(pack: Pack, piece: str) -> str:
    """The title of the piece's component."""
    component_id = piece.partition("/")[0]
    return next((c.title for c in pack.components if c.id == component_id), component_id)


def _about(share: float) -> str:
    """A share in whole percent, never rounded to nothing."""
    return f"under {percent(0.01, 0)}" if 0 < share < 0.01 else percent(share, 0)


def _points(e: Estimate) -> str:
    return f"{number(100 * abs(e.value), 1)} ± {number(100 * e.half, 1)} points"


def _of_results(results: Results) -> Iterator[Finding]:
    main, pack = results.main.metrics, results.pack
    other = results.runs[1].metrics if len(results.runs) > 1 else None
    if main.players > 1:
        yield from _seats(main, other)
        yield from _skill(main)
        yield from _ties(main, other)
        yield from _lead(main, other)
        yield from _arc(main)
        yield from _luck(main)
        yield from _margin(main)
    yield from _length(main, other)
    yield from _supplies(results)
    yield from _pieces(pack, main, other)
    yield from _choices(main)
    yield from _kinds(main)
    for hole in results.holes:
        if hole.kind == "tie storm":  # told above, with its interval
            continue
        weight = HOLE_WEIGHTS.get(hole.kind, 80.0)
        if hole.kind == "never legal" and len(pack.variants) > 1:
            weight = 13.0  # likely a move of another variant
        yield Finding(f"{hole.text[0].upper()}{hole.text[1:]}.", weight, "look", chart="holes")
    if results.effect is not None:
        yield from _effect(results.effect)
    if not results.reached:
        text = f"{main.games:,} games did not reach the precision asked for."
        yield Finding(text, 95, "look", action="raise the limit of games or ask for less precision")


# ---------------------------------------------------------------- seats and players


def _seats(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    fair = 1 / main.players
    seats = main.seats
    far = max(range(main.players), key=lambda s: round(abs(seats.shares[s].value - fair), 9))
    e = seats.shares[far]
    if e.withheld:
        text = f"{main.games} games are too few to say whether seats are fair: play {e.needed}."
        yield Finding(text, 60, "note", chart="seats")
        return
    many = f"{main.players}-player games"
    if seats.fit.p < 0.05 and e.excludes(fair):
        edge = abs(e.value - fair) / fair
        text = (
            f"The {seat_name(far)} wins {with_half(e)} of {many}; a fair share is {percent(fair)}."
        )
        action = "look at what the first turn is worth" if far == 0 and e.value > fair else ""
        yield Finding(
            text, 40 + 150 * edge, "look" if edge > 0.1 else "note", "seats",
            doubt=_seat_doubt(far, e, other, fair), action=action,
        )  # fmt: skip
        return
    low = min(s.low for s in seats.shares)
    high = max(s.high for s in seats.shares)
    text = (
        f"No seat has an edge that {main.games:,} games can show: every seat's share lies between "
        f"{percent(low)} and {percent(high)}, a fair one is {percent(fair)}."
    )
    doubt = ""
    if other is not None and other.seats.fit.p < 0.05:
        s = max(range(other.players), key=lambda i: abs(other.seats.shares[i].value - fair))
        theirs = other.seats.shares[s]
        if theirs.excludes(fair):
            doubt = f"{_who(other)} disagree: the {seat_name(s)} wins {with_half(theirs)}"
    yield Finding(
        text, 30 + (40 if doubt else 0), "note" if doubt else "fine", "seats", doubt=doubt
    )


def _who(metrics: Metrics) -> str:
    """How the players of a run are called in a sentence.

    Several kinds are listed.
    """
    return f"{' and '.join(metrics.agents)} players"


def _seat_doubt(seat: int, e: Estimate, other: Metrics | None, fair: float) -> str:
    if other is None:
        return ""
    theirs = other.seats.shares[seat]
    if theirs.withheld:
        return ""
    if theirs.excludes(fair) and (theirs.value - fair) * (e.value - fair) > 0:
        return f"{_who(other)} agree: {with_half(theirs)}"
    return f"{_who(other)} disagree: {with_half(theirs)}"


def _skill(main: Metrics) -> Iterator[Finding]:
    fair = 1 / main.players
    for player in main.skill:
        e = player.share
        if e.withheld or not e.excludes(fair) or e.value < fair:
            continue
        text = (
            f"{player.spec} wins {with_half(e)} of its seats, where {percent(fair)} would be even."
        )
        yield Finding(text, 45, "note", chart="skill")


def _ties(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    e = main.seats.tied
    if e.withheld or e.low <= MANY_TIES:
        return
    doubt = ""
    if other is not None and not other.seats.tied.withheld and other.seats.tied.high < MANY_TIES:
        doubt = f"{_who(other)} disagree: {with_half(other.seats.tied)}"
    text = f"{with_half(e)} of the games end with several players in first place."
    yield Finding(
        text, 20 + 100 * e.value, "look" if e.value > 0.25 else "note", "ends", doubt=doubt,
        action="add a tie-break, or finer points",
    )  # fmt: skip


def _lead(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    e = main.leader_wins[4]
    if e.withheld:
        return
    fair = 1 / main.players
    doubt = ""
    if other is not None and not other.leader_wins[4].withheld:
        theirs = other.leader_wins[4]
        if (theirs.value > RUNAWAY) != (e.value > RUNAWAY):
            doubt = f"{_who(other)} disagree: {with_half(theirs)}"
    text = f"Whoever leads at half time wins {with_half(e)} of the time (by chance {percent(fair)})"
    if e.value > RUNAWAY:
        text += ": the lead runs away."
        yield Finding(
            text, 35 + 100 * (e.value - RUNAWAY), "look", "lead", doubt=doubt,
            action="let those behind catch up, or end the game sooner",
        )  # fmt: skip
    else:
        yield Finding(f"{text}.", 18, "note", "lead", doubt=doubt)


def _arc(main: Metrics) -> Iterator[Finding]:
    insight = main.insight
    if insight is None or insight.decision_time.withheld:
        return
    e = insight.decision_time
    early = e.high < DECIDED_EARLY
    text = f"The winner is sure (a chance of 90 %) after {with_half(e)} of a game"
    if insight.drama.value > 0:
        text += f"; while behind, winners trail by {number(insight.drama.value, 2)} (drama, 0 to 1)"
    text += f"; judged by {insight.evaluator}, {insight.games} games."
    level: Level = "look" if early else "note"
    yield Finding(text, 15 + (80 * (DECIDED_EARLY - e.value) if early else 0), level, "arc")


def _luck(main: Metrics) -> Iterator[Finding]:
    luck = main.luck
    if luck is None or luck.deal.withheld:
        return
    e = luck.deal
    text = f"The set-up alone settles {percent(e.value, 0)} of who wins ({limits_of(e)})"
    if luck.chance is not None and luck.chance.value > e.value:
        c = luck.chance
        text += f", set-up and draws together {percent(c.value, 0)} ({limits_of(c)})"
    level: Level = "look" if e.low > LUCKY else "note"
    yield Finding(f"{text}.", 16 + (60 * e.value if level == "look" else 0), level, "arc")


def limits_of(e: Estimate) -> str:
    """The interval in whole percent."""
    return f"{percent(e.low, 0)} to {percent(e.high, 0)}"


def _margin(main: Metrics) -> Iterator[Finding]:
    if main.close is None or main.close.withheld or main.scoring_event is None:
        return
    if len(main.margin.histogram.values) < 3:  # points that only say who won
        return
    text = (
        f"{with_half(main.close)} of the games are won by less than one scoring event "
        f"({number(main.scoring_event)} points); the usual margin is "
        f"{number(main.margin.quantiles[2])}."
    )
    yield Finding(text, 12, "note", chart="scores")


# ---------------------------------------------------------------- length and choices


def _length(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    five, _, half, _, most = main.turns.quantiles
    usual = f"half of the games end by turn {half}, nine in ten take {five} to {most}"
    e = main.turns.on_target
    if main.turns.mean.withheld:
        return
    if e is None or e.withheld:
        yield Finding(f"{usual[0].upper()}{usual[1:]}.", 14, "note", "length")
        return
    doubt = ""
    if other is not None and other.turns.on_target is not None:
        theirs = other.turns.on_target
        if not theirs.withheld and abs(theirs.value - e.value) > 0.2:
            doubt = f"{_who(other)} disagree: {with_half(theirs)}"
    level: Level = "fine" if e.value >= 0.8 else "note" if e.value >= 0.5 else "look"
    text = f"{with_half(e)} of the games have the length you aim for; {usual}."
    yield Finding(text, 20 + 60 * (1 - e.value), level, "length", doubt=doubt)


def _choices(main: Metrics) -> Iterator[Finding]:
    e = main.agency
    if e.withheld:
        return
    text = (
        f"A player to move has {number(main.branching.value, 1)} legal moves on average and a real "
        f"choice in {percent(e.value)} of the decisions."
    )
    low = e.value < FEW_CHOICES
    yield Finding(text, 40 if low else 8, "look" if low else "note", chart="kinds")


def _kinds(main: Metrics) -> Iterator[Finding]:
    """The kind of move that tells winners from the rest."""
    gaps = [(k, k.winners.value - k.share.value) for k in main.kinds if not k.winners.withheld]
    if not gaps:
        return
    kind, gap = max(gaps, key=lambda pair: abs(pair[1]))
    if kind.winners.excludes(kind.share.value) and abs(gap) > 0.01:
        more = "more" if gap > 0 else "less"
        text = (
            f"Winners choose “{kind.name.replace('_', ' ')}” {more}: "
            f"{percent(kind.winners.value)} of their moves, against "
            f"{percent(kind.share.value)} of all (association)."
        )
        yield Finding(text, 10 + 100 * abs(gap), "note", chart="kinds")


# ---------------------------------------------------------------- supplies and pieces


def _supplies(results: Results) -> Iterator[Finding]:
    for supply in results.main.metrics.supplies:
        e = supply.empty_games
        if e.withheld:
            continue
        name = supply.name.replace("_", " ")
        if e.value > 0.05:
            yield _runs_out(results, supply, name)
        elif supply.sufficing is not None:
            spare = supply.sufficing <= SUGGESTED_SPARE * supply.start
            text = (
                f"{supply.sufficing} {name}{'' if supply.is_shared else ' per player'} would be "
                "enough in 95 % of the games; "
                f"there are {supply.start}."
            )
            yield Finding(text, 22 if spare else 9, "note" if spare else "fine", "supplies")


def _runs_out(results: Results, supply: SupplyUse, name: str) -> Finding:
    e = supply.empty_games
    parameter = results.pack.parameters.get(supply.name)
    owner = "" if supply.is_shared else " per player"
    text = f"{supply.start} {name}{owner} run out in {percent(e.value, 0)} of the games"
    tried = [p for p in results.probes if p.supply == supply.name]
    if tried:
        parts = [f"{p.size} would in {_about(p.empty_games.value)}" for p in tried]
        text += "; " + ", ".join(parts)
    action = ""
    if parameter is not None:
        action = f"protoplay sweep {results.pack.id} {supply.name}=…"
        enough = [p.sufficing for p in tried if p.sufficing is not None]
        if enough:
            text += f"; {min(enough)} would be enough in 95 %"
    tight = e.value < 0.999  # a supply that always runs out is what ends the game
    level: Level = "look" if tight and e.value > 0.25 else "note"
    weight = 25 + 50 * e.value if tight else 7
    doubt = _supply_doubt(results, supply)
    return Finding(f"{text}.", weight, level, "supplies", doubt=doubt, action=action)


def _supply_doubt(results: Results, supply: SupplyUse) -> str:
    for run in results.runs[1:]:
        for same in run.metrics.supplies:
            theirs = same.empty_games
            if same.name == supply.name and not theirs.withheld:
                differ = abs(theirs.value - supply.empty_games.value) > 0.2
                word = "disagree" if differ else "agree"
                return f"{_who(run.metrics)} {word}: {percent(theirs.value, 0)}"
    return ""


def _pieces(pack: Pack, main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    theirs = {p.id: p for p in other.pieces} if other is not None else {}
    strong = sorted((p for p in main.pieces if p.notable), key=lambda p: -abs(p.lift.value))
    for piece in strong[:MOST_PIECES]:
        yield _lifted(pack, piece, theirs.get(piece.id), other, main)
    if len(strong) > MOST_PIECES:
        text = (
            f"{len(strong)} of {len(main.pieces)} pieces go with more or fewer wins than chance "
            f"explains; {MOST_PIECES} are named, the rest are in the table (association)."
        )
        yield Finding(text, 11, "note", "pieces")
    ignored = [
        p for p in main.pieces
        if not p.picked.withheld and p.picked.high < PASSED_OVER and p.times > 0
    ]  # fmt: skip
    for piece in sorted(ignored, key=lambda p: p.picked.value)[:2]:
        text = (
            f"{_said(pack, piece.id)} is passed over: used by {with_half(piece.picked)} of the "
            "players who could."
        )
        yield Finding(text, 24, "look", "pieces", piece.id)
    if len(main.pieces) > 1 and main.effective > 0 and main.games >= 100:
        text = (
            f"{number(main.coverage.value * main.coverage.n, 0)} of {len(main.pieces)} pieces see "
            f"use, as varied as {number(main.effective, 1)} equally used ones."
        )
        yield Finding(text, 6, "fine" if main.coverage.value == 1 else "note", "pieces")


def _said(pack: Pack, piece: str) -> str:
    return f"{_capital(piece_name(pack, piece))} ({component_title(pack, piece)})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lifted(
    pack: Pack, piece: PieceUse, same: PieceUse | None, other: Metrics | None, main: Metrics
) -> Finding:
    e = piece.lift
    if not piece.picked.withheld:
        use = f"is picked by {percent(piece.picked.value, 0)} of those who can"
    else:
        use = f"is used in {percent(piece.used.value, 0)} of the games"
    more = "more" if e.value > 0 else "less"
    text = (
        f"{_said(pack, piece.id)} {use}, and its users win {_points(e)} {more} often (association)."
    )
    doubt = ""
    if same is not None and other is not None and not same.lift.withheld:
        against = same.lift.value * e.value < 0 and same.lift.excludes(0)
        backed = same.lift.value * e.value > 0 and same.lift.excludes(0)
        if against or backed:
            sign = "+" if same.lift.value > 0 else "−"
            word = "agree" if backed else "disagree"
            doubt = f"{_who(other)} {word}: {sign}{_points(same.lift)}"
        else:
            doubt = f"{_who(other)} do not show it"
    if len(main.agents) > 1:
        doubt = "players of several kinds sat here: stronger ones may also pick it more"
    weight = 30 + 250 * max(0.0, abs(e.value) - e.half / 2)
    level: Level = "look" if abs(e.value) > 0.05 else "note"
    action = f'simulate with --effect "{piece_name(pack, piece.id)}" to see whether it is the cause'
    return Finding(text, min(weight, 90), level, "pieces", piece.id, doubt, action)


def _effect(effect: Effect) -> Iterator[Finding]:
    for outcome in effect.outcomes:
        if outcome.unplayable:
            text = f"{effect.name}, {outcome.label}: the rules cannot be played that way"
            yield Finding(f"{text} ({outcome.unplayable}).", 50, "note", "effect", effect.piece)
        elif not outcome.holders.withheld:
            yield _caused(effect, outcome)


def _caused(effect: Effect, outcome: Outcome) -> Finding:
    e = outcome.holders
    head = f"{_capital(effect.name)}, {outcome.label}, on the same {effect.games:,} seeds"
    if e.excludes(0):
        more = "more" if e.value > 0 else "less"
        text = f"{head}: those who had it win {_points(e)} {more} often (effect)."
        return Finding(text, 92, "look", "effect", effect.piece)
    if e.low == e.high == 0:
        return Finding(f"{head}: not one win changes hands.", 91, "note", "effect", effect.piece)
    most = number(100 * max(abs(e.low), abs(e.high)), 1)
    text = f"{head}: no effect on its holders larger than {most} points can be seen."
    return Finding(text, 91, "note", "effect", effect.piece)


# ---------------------------------------------------------------- comparisons, sweeps, ladders


def _of_comparison(comparison: Comparison) -> Iterator[Finding]:
    base = comparison.results[0][0]
    n = 0
    for d in comparison.differences:
        if d.q > 0.05 or d.difference.withheld or d.difference.half == 0:
            continue
        n += 1
        share = d.is_share
        size = _points(d.difference) if share else with_half(_absolute(d.difference), False)
        more = "more" if d.difference.value > 0 else "less"
        was, now = (
            (percent(d.base.value), percent(d.other.value))
            if share
            else (number(d.base.value), number(d.other.value))
        )
        scale = abs(d.difference.value) / max(abs(d.base.value), 0.05 if share else 1e-9)
        text = f"{d.label}: {d.measure} {size} {more} than with {base} ({now} against {was})."
        yield Finding(text, 20 + min(70.0, 60 * scale), "note", "differences")
    if not n:
        games = comparison.results[0][1].main.metrics.games
        text = f"No difference that {games:,} games on the same seeds can show."
        yield Finding(text, 50, "fine", "differences")


def _absolute(e: Estimate) -> Estimate:
    return replace(e, value=abs(e.value))


def _of_sweep(sweep: Sweep) -> Iterator[Finding]:
    for curve in sweep.curves:
        first, last = curve.points[0], curve.points[-1]
        show = percent if curve.is_share else number
        span = f"{sweep.values[0]:g} to {sweep.values[-1]:g}"
        moved = abs(last.value - first.value) > first.half + last.half
        if curve.knee is not None:
            at = curve.points[sweep.values.index(curve.knee)]
            text = (
                f"{curve.measure}: beyond {sweep.name} = {curve.knee:g} little changes "
                f"({show(at.value)} there, {show(last.value)} at {sweep.values[-1]:g})."
            )
            yield Finding(text, 50, "note", _anchor(curve.measure))
        elif moved:
            text = (
                f"{curve.measure}: {show(first.value)} to {show(last.value)} over "
                f"{sweep.name} = {span}, without a knee."
            )
            yield Finding(text, 25, "note", _anchor(curve.measure))


def _anchor(measure: str) -> str:
    return "curve-" + "".join(c if c.isalnum() else "-" for c in measure)


def _of_ladder(ladder: Ladder) -> Iterator[Finding]:
    fair = 1 / ladder.players
    for i, step in enumerate(ladder.steps):
        e = step.share
        if e.withheld:
            continue
        alone = "against" if ladder.players == 2 else f"alone among {ladder.players - 1}"
        text = (
            f"{step.stronger} {alone} {step.weaker} wins {with_half(e)}; {percent(fair)} is even."
        )
        if e.excludes(fair) and e.value > fair:
            yield Finding(text, 60 - i, "note", "steps")
        else:
            more = f"{text[:-1]}: thinking more gains nothing that can be seen."
            yield Finding(more, 70 - i, "look", "steps")
    top, last = ladder.rungs[-1], ladder.rungs[0]
    if math.isfinite(top.elo.value):
        text = f"From {last.spec} to {top.spec} it is {number(top.elo.value, 0)} Elo points."
        yield Finding(text, 80, "note", "ladder")
