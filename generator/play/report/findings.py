"""Findings: what a designer should read first, in plain sentences sorted by how much they matter.

A sentence is written only when its numbers are not withheld. *Association* and *lift* say that two
things go together; *effect* is kept for the same seeds played with a piece changed. The second
kind of player is a check: what it shows differently is said in the same breath, and what it alone
shows comes after everything that the players asked for show.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from generator.pack import Pack
from generator.play.measure.metrics import Metrics, PieceUse, SupplyUse
from generator.play.measure.results import (
    Answer,
    Comparison,
    Effect,
    Hole,
    Ladder,
    Outcome,
    Results,
    Sweep,
)
from generator.play.measure.stats import Estimate
from generator.play.pieces import component_title, piece_name
from generator.play.report.charts import COARSE, about, number, percent, with_half

Level = Literal["look", "note", "fine"]  # needs a look, worth knowing, as it should be

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
RUNAWAY = 0.75  # a half-time leader who wins more often than this is hard to catch
DECIDED_EARLY = 0.7  # the rest of a game whose winner is sure by then is only played out
FEW_CHOICES = 0.6  # decisions with a choice
MANY_TIES = 0.1
PASSED_OVER = 0.1  # picked in fewer than this share of the chances
LUCKY = 0.5
VAGUE = 0.15  # half an interval from which on luck is only drawn, not told
SUGGESTED_SPARE = 0.6  # a supply of which this share suffices is larger than it need be
MOST_PIECES = 5
UNHELD = 0.9  # a held player who still does it so often, against free ones, is not held back
HELD = 0.1  # up to here it is not worth saying how often it still does it
MOST_VALUES = 7  # of a sweep that a sentence lists
DEEP = 400.0  # Elo points: ten wins for each loss
COMMON = 0.5  # a middle lift of more than so many half intervals is one that all pieces share
RARELY = 0.05  # of the games: a place used in fewer is hardly part of the table
UNEVEN, VERY_UNEVEN = 2.0, 5.0  # the busiest place is used so many times as often as the quietest
BROKEN = ("no legal move", "too many moves")  # no game should end so
HOLE_WEIGHTS = {
    "never chosen": 25.0,
    "never offered": 20.0,
    "never used": 25.0,
    "never legal": 25.0,
    "no choice": 15.0,
    "loop": 30.0,
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
    """The findings of any study, the weightiest first."""
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


def _about(share: float) -> str:
    """A share in whole percent, never rounded to nothing or to all."""
    if 0 < share < 0.01:
        return f"under {percent(0.01, 0)}"
    return f"over {percent(0.99, 0)}" if 0.99 < share < 1 else percent(share, 0)


def _of_games(e: Estimate) -> str:
    """`45 ± 7 % of the games`; where it is all or none, in words."""
    if e.value == 1:
        return f"all {e.n:,} games"
    return f"none of {e.n:,} games" if e.value == 0 else f"{with_half(e)} of the games"


def _points(e: Estimate) -> str:
    digits = 0 if e.half >= COARSE else 1
    return f"{number(100 * abs(e.value), digits)} ± {number(100 * e.half, digits)} points"


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
    yield from _spaces(main)
    yield from _holes(results)
    yield from _restricted(results)
    if results.effect is not None:
        yield from _effect(results.effect)
    if not results.reached:
        text = f"{main.games:,} games did not reach the precision asked for."
        yield Finding(text, 95, "look", action="raise the limit of games or ask for less precision")


# ---------------------------------------------------------------- holes


def _holes(results: Results) -> Iterator[Finding]:
    """Holes of the main run by how many games they are in; those of the check alone at the end."""
    own = {hole.kind for hole in results.holes if not hole.is_side}
    for hole in results.holes:
        if hole.kind == "tie storm" and not hole.is_side:  # told with its interval
            continue
        if not hole.is_side:
            yield _hole(results, hole)
        elif hole.kind not in own:
            yield _checked(results, hole)


def _hole(results: Results, hole: Hole) -> Finding:
    weight = HOLE_WEIGHTS.get(hole.kind, 25.0 + 65.0 * min(1.0, 4.0 * hole.share))
    if hole.kind in BROKEN:
        weight += 35
    level: Level = "look"
    action, text = "", f"{_capital(hole.text)}."
    if hole.kind == "never legal" and len(results.pack.variants) > 1:
        text = f"{text[:-1]}; it may belong to another variant."
        weight, level = 5.0, "note"
    elif hole.kind == "never offered":
        action = "see whether the set-up uses it or the rules never reach it"
    elif hole.kind in ("cap", "stall"):
        action = "replay one of them to see why nobody could end it"
    elif hole.kind == "loop":
        action = "nothing may force such a game to end"
    piece = hole.pieces[0] if len(hole.pieces) == 1 else ""
    doubt = ""
    for run in results.runs[1:]:
        theirs = run.metrics.ends.get(hole.kind)
        if hole.kind not in HOLE_WEIGHTS and not (theirs is not None and theirs.withheld):
            share = 0.0 if theirs is None else theirs.value
            apart = abs(share - hole.share) > 0.2
            word = "disagree" if apart else "agree"
            doubt = f"{_who(run.metrics)} {word}: {_about(share)} of their games"
    return Finding(text, weight, level, "holes", piece, doubt, action)


def _checked(results: Results, hole: Hole) -> Finding:
    """What only the second kind of player shows."""
    run = next((r for r in results.runs[1:] if r.agents == hole.agents), results.runs[-1])
    main = results.main
    text = f"Only in the check by {_who(run.metrics)}: {hole.text}"
    ours = main.metrics.ends.get(hole.kind)
    share = 0.0 if ours is None else ours.value
    if hole.kind == "tie storm":
        share = main.metrics.seats.tied.value
    if hole.kind in ("cap", "stall", "tie storm"):
        text += f"; with {_who(main.metrics)} {'none' if share == 0 else _about(share)} do"
    return Finding(f"{text}.", 3.0 + 2.0 * hole.share, "note", "holes")


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
            f"The {seat_name(far)} wins {with_half(e)} of {many}; "
            f"a fair share is {percent(fair, 0)}."
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
        f"{percent(low, 0)} and {percent(high, 0)}, a fair one is {percent(fair, 0)}."
    )
    doubt = ""
    if other is not None and other.seats.fit.p < 0.05:
        s = max(range(other.players), key=lambda i: abs(other.seats.shares[i].value - fair))
        theirs = other.seats.shares[s]
        if theirs.excludes(fair):
            word = "disagree" if theirs.apart_from(seats.shares[s]) else "show one"
            doubt = f"{_who(other)} {word}: the {seat_name(s)} wins {with_half(theirs)}"
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
    backed = theirs.excludes(fair) and (theirs.value - fair) * (e.value - fair) > 0
    if backed or theirs.apart_from(e):
        return f"{_who(other)} {'agree' if backed else 'disagree'}: {with_half(theirs)}"
    return f"{_who(other)} do not show it: {with_half(theirs)}"


def _second_opinion(
    e: Estimate, other: Metrics | None, get: Callable[[Metrics], Estimate | None]
) -> str:
    """Whether the second kind of player says otherwise: where the two intervals do not meet."""
    theirs = get(other) if other is not None else None
    if other is None or theirs is None or theirs.withheld:
        return ""
    word = "disagree" if theirs.apart_from(e) else "agree"
    return f"{_who(other)} {word}: {with_half(theirs)}"


def _skill(main: Metrics) -> Iterator[Finding]:
    fair = 1 / main.players
    for player in main.skill:
        e = player.share
        if e.withheld or not e.excludes(fair) or e.value < fair:
            continue
        even = f"{percent(fair, 0)} would be even"
        text = f"{player.spec} wins {with_half(e)} of its games, where {even}."
        yield Finding(text, 45, "note", chart="skill")


def _ties(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    e = main.seats.tied
    if e.withheld or e.low <= MANY_TIES:
        return
    doubt = _second_opinion(e, other, lambda m: m.seats.tied)
    text = f"{_capital(_of_games(e))} end with several players in first place."
    yield Finding(
        text, 20 + 100 * e.value, "look" if e.value > 0.25 else "note", "ends", doubt=doubt,
        action="add a tie-break, or finer points",
    )  # fmt: skip


def _lead(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    e = main.leader_wins[4]
    if e.withheld:
        return
    fair = 1 / main.players
    doubt = _second_opinion(e, other, lambda m: m.leader_wins[4])
    luck = f"by chance {percent(fair, 0)}"
    text = f"Whoever leads at half time wins {with_half(e)} of the games ({luck})"
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
    text = f"The winner is as good as sure (a chance of 90 %) after {with_half(e)} of a game"
    if early:
        text += ": the rest is only played out"
    text += f" (estimated in {insight.games} games)."
    level: Level = "look" if early else "note"
    action = "end the game sooner, or let more be won late" if early else ""
    weight = 15 + (80 * (DECIDED_EARLY - e.value) if early else 0)
    yield Finding(text, weight, level, "arc", action=action)


def _luck(main: Metrics) -> Iterator[Finding]:
    luck = main.luck
    if luck is None or luck.deal.withheld:
        return
    who = _who(main)
    e, c = luck.deal, luck.chance
    level: Level = "look" if e.low > LUCKY else "note"
    weight = 16 + (60 * e.value if level == "look" else 0)
    if c is not None and c.high < 0.1:
        text = (
            f"Chance alone does not say who wins among equal {who}: the same set-up and the same "
            f"draws settle at most {percent(c.high, 0)} of it."
        )
        yield Finding(text, weight, level, "luck")
        return
    if (c or e).half > VAGUE:
        return
    text = f"Among equal {who} the set-up settles {limits_of(e)} of who wins"
    if c is not None:
        text += f", set-up and later draws together {limits_of(c)}"
    yield Finding(f"{text}; the rest is up to what they do.", weight, level, "luck")


def limits_of(e: Estimate) -> str:
    """The interval in whole percent."""
    return f"{100 * e.low:.0f} to {percent(e.high, 0)}"


def _margin(main: Metrics) -> Iterator[Finding]:
    if main.close is None or main.close.withheld or main.scoring_event is None:
        return
    if len(main.margin.histogram.values) < 3:  # points that only say who won
        return
    event = number(main.scoring_event)
    text = (
        f"{_capital(_of_games(main.close))} are won by less than one usual gain in score "
        f"({event} {'point' if main.scoring_event == 1 else 'points'}); half of them by "
        f"{number(main.margin.quantiles[2])} or less."
    )
    yield Finding(text, 12, "note", chart="scores")


# ---------------------------------------------------------------- length and choices


def _length(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    five, _, half, _, most = main.turns.quantiles
    usual = f"half of the games end by turn {half}, nine in ten take {five} to {most}"
    if five == most:
        usual = f"nearly all games end with turn {half}"
    e, band = main.turns.on_target, main.turns_target
    if main.turns.mean.withheld:
        return
    if e is None or e.withheld or band is None:
        yield Finding(f"{_capital(usual)}.", 14, "note", "length")
        return
    doubt = _second_opinion(e, other, lambda m: m.turns.on_target)
    level: Level = "fine" if e.value >= 0.8 else "note" if e.value >= 0.5 else "look"
    aim = f"the {band[0]} to {band[1]} turns you aim for"
    text = f"{_capital(_of_games(e))} take {aim}"
    if e.value < 0.8:
        longer = main.turns.histogram.share(band[1] + 1, math.inf)
        shorter = main.turns.histogram.share(-math.inf, band[0] - 1)
        text += f", {_about(longer)} take longer" if longer else ""
        text += f", {_about(shorter)} are over sooner" if shorter else ""
    text += f"; {usual}."
    yield Finding(text, 20 + 60 * (1 - e.value), level, "length", doubt=doubt)


def _choices(main: Metrics) -> Iterator[Finding]:
    e = main.agency
    if e.withheld:
        return
    text = (
        f"A player to move has {number(main.branching.value, 0)} legal moves on average, and more "
        f"than one in {percent(e.value, 0)} of the decisions."
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
            f"Winners choose “{kind.name.replace('_', ' ')}” {more} often: "
            f"{about(kind.winners)} of their moves, {about(kind.share)} of everyone's "
            "(association)."
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
    text = f"{supply.start} {name}{owner} run out in {_about(e.value)} of the games"
    parts = []
    tried = [p for p in results.probes if p.supply == supply.name]
    for p in tried:
        parts.append(f"{p.size} would in {_about(p.empty_games.value)}")
        if p.empty_games.value == 0:
            parts[-1] = f"{p.size} never would"
            break
    if parts:
        text += "; " + ", ".join(parts)
    action = ""
    if parameter is not None:
        enough = [p.sufficing for p in tried if p.sufficing is not None]
        if enough:
            text += f"; {min(enough)} would be enough in 95 % of the games"
        most = max([p.size for p in tried], default=2 * supply.start)
        action = f"protoplay sweep {results.pack.id} {supply.name}={supply.start}..{most}"
    # A supply that runs out in every game, however large it is, is what ends the game.
    tight = min(e.value, *(p.empty_games.value for p in tried), 1.0) < 0.999
    level: Level = "look" if tight and e.value > 0.25 else "note"
    weight = 25 + 50 * e.value if tight else 7
    doubt = _supply_doubt(results, supply)
    return Finding(f"{text}.", weight, level, "supplies", doubt=doubt, action=action)


def _supply_doubt(results: Results, supply: SupplyUse) -> str:
    for run in results.runs[1:]:
        for same in run.metrics.supplies:
            theirs = same.empty_games
            if same.name == supply.name and not theirs.withheld:
                word = "disagree" if theirs.apart_from(supply.empty_games) else "agree"
                return f"{_who(run.metrics)} {word}: {_about(theirs.value)}"
    return ""


def _pieces(pack: Pack, main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    theirs = {p.id: p for p in other.pieces} if other is not None else {}
    strong = sorted((p for p in main.pieces if p.notable), key=lambda p: -abs(p.lift.value))
    said = [p for p in main.pieces if not p.lift.withheld]
    middle = float(np.median([p.lift.value for p in said])) if said else 0.0
    common = len(said) > MOST_PIECES and abs(middle) > COMMON * float(
        np.mean([p.lift.half for p in said])
    )
    if common:  # whoever uses any of them wins more: that says nothing of a single one
        strong = [p for p in strong if abs(p.lift.value - middle) > p.lift.half]
        more = "more" if middle > 0 else "less"
        titles = list(dict.fromkeys(component_title(pack, p.id) for p in said))
        text = (
            f"Whoever uses more of the {' and '.join(titles).lower()} wins {more}: users of the "
            f"usual one win {number(100 * abs(middle), 0)} points {more} often, whichever it is "
            "(association)"
        )
        rest = f"; {len(strong)} stand out" if strong else "; none stands out from the others"
        yield Finding(f"{text}{rest}.", 28, "note", "pieces")
    for piece in strong[:MOST_PIECES]:
        yield _lifted(pack, piece, theirs.get(piece.id), other, main, middle if common else 0.0)
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
            f"use, as evenly as {number(main.effective, 0)} used equally often would."
        )
        yield Finding(text, 6, "fine" if main.coverage.value == 1 else "note", "pieces")


def _said(pack: Pack, piece: str) -> str:
    return f"{_capital(piece_name(pack, piece))} ({component_title(pack, piece)})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lifted(
    pack: Pack,
    piece: PieceUse,
    same: PieceUse | None,
    other: Metrics | None,
    main: Metrics,
    usual: float,
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
    doubt, trust = "", 1.0
    if same is not None and other is not None and not same.lift.withheld:
        against = same.lift.value * e.value < 0 and same.lift.excludes(0)
        backed = same.lift.value * e.value > 0 and same.lift.excludes(0)
        if against or backed:
            sign = "+" if same.lift.value > 0 else "−"
            word = "agree" if backed else "disagree"
            doubt = f"{_who(other)} {word}: {sign}{_points(same.lift)}"
            trust = 1.0 if backed else 0.5
        else:
            doubt = f"{_who(other)} do not show it"
            trust = 0.5
    if len(main.agents) > 1:
        doubt = "players of several kinds sat here: stronger ones may also pick it more"
        trust = 0.5
    if usual:
        text = f"{text[:-2]}; the usual piece has {number(100 * usual, 0)})."
    apart = abs(e.value - usual)
    weight = 30 + 250 * trust * max(0.0, apart - e.half / 2)
    level: Level = "look" if apart > 0.05 else "note"
    named = piece_name(pack, piece.id)
    action = f'protoplay simulate {pack.id} --effect "{named}" shows whether it is the cause'
    return Finding(text, min(weight, 90), level, "pieces", piece.id, doubt, action)


def _spaces(main: Metrics) -> Iterator[Finding]:
    """Places nobody comes to, and how unevenly the others are used, layer by layer.

    Nothing is said of a table without an edge, most of whose places are hardly ever used.
    """
    for layer in dict.fromkeys(space.layer for space in main.spaces):
        spaces = [s for s in main.spaces if s.layer == layer and not s.times.withheld]
        rarely = sum(s.used.value < RARELY for s in spaces)
        if len(spaces) < 2 or 2 * rarely > len(spaces):
            continue
        n, many = spaces[0].used.n, f"{layer}s"
        idle = [s.name for s in spaces if s.used.value == 0]
        if idle:
            text = (
                f"{len(idle)} of {len(spaces)} {many} are never used in {n:,} games: "
                f"{', '.join(idle[:3])}{' …' if len(idle) > 3 else ''}."
            )
            yield Finding(text, 20 + 30 * len(idle) / len(spaces), "look", "map")
            continue
        order = sorted(spaces, key=lambda s: (-s.times.value, s.name))
        first, last = order[0], order[-1]
        ratio = first.times.value / last.times.value
        if ratio < UNEVEN or first.times.low <= last.times.high:
            continue
        text = (
            f"Of {len(spaces)} {many} the busiest, {first.name}, is used "
            f"{with_half(first.times, False)} times a game, the quietest, {last.name}, "
            f"{with_half(last.times, False)} times."
        )
        yield Finding(text, 10 if ratio > VERY_UNEVEN else 6, "note", "map")


def _restricted(results: Results) -> Iterator[Finding]:
    """What a move or a piece is worth: one player who may not use it among those who may."""
    fair = 1 / results.main.metrics.players
    for one in results.restricted:
        e = one.share
        if e.withheld:
            continue
        what = f"“{one.what.replace('_', ' ')}”"
        if one.is_piece:
            what = piece_name(results.pack, one.what)
        piece = one.what if one.is_piece else ""
        if one.still > UNHELD:
            text = f"Nobody can be held back from {what}: it is not used, or there is nothing else."
            yield Finding(text, 4, "note", "restricted", piece)
            continue
        never = "never uses" if one.still <= HELD else "avoids"
        head = f"A {one.agent.partition(':never=')[0]} player who {never} {what}"
        if one.still > HELD:
            head += f" (but still must, {percent(one.still, 0)} as often as others use it)"
        even = f"against players who may, {percent(fair, 0)} is even"
        points = number(100 * abs(e.value - fair), 0)
        text = f"{head} wins {with_half(e)} {even}: going without"
        if not e.excludes(fair):
            text, weight = f"{text} costs nothing that can be seen.", 62.0
        elif e.value > fair:
            text, weight = f"{text} gains {points} points.", 85.0
        else:
            text, weight = f"{text} costs {points} points.", 45.0
        level: Level = "note" if weight == 45 else "look"
        yield Finding(text, weight, level, "restricted", piece)


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
    n = 0
    for d in comparison.differences:
        if d.q > 0.05 or d.difference.withheld or d.difference.half == 0:
            continue
        n += 1
        share = d.is_share
        size = _points(d.difference) if share else with_half(_absolute(d.difference), False)
        sign = "+" if d.difference.value > 0 else "−"
        was, now = (about(e) if share else number(e.value) for e in (d.base, d.other))
        scale = abs(d.difference.value) / max(abs(d.base.value), 0.05 if share else 1e-9)
        text = f"With {d.label}: {d.measure} {now} instead of {was} ({sign}{size})."
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

        def show(e: Estimate, share: bool = curve.is_share) -> str:
            return about(e) if share else number(e.value)

        name = _capital(curve.measure)
        moved = abs(last.value - first.value) > first.half + last.half
        if curve.knee is not None:
            at = curve.points[sweep.values.index(curve.knee)]
            text = (
                f"{name}: beyond {sweep.name} = {curve.knee:g} little changes "
                f"({show(at)} there, {show(last)} at {sweep.values[-1]:g})."
            )
            yield Finding(text, 50, "note", _anchor(curve.measure))
        elif moved:
            pairs = list(zip(sweep.values, curve.points, strict=True))
            step = math.ceil(len(pairs) / MOST_VALUES)
            shown = pairs[:-1:step] + pairs[-1:]
            told = ", ".join(f"{show(e)} at {value:g}" for value, e in shown)
            weight = 55 if curve.measure.endswith("run out") else 25
            yield Finding(f"{name}: {told}.", weight, "note", _anchor(curve.measure))


def _anchor(measure: str) -> str:
    return "curve-" + "".join(c if c.isalnum() else "-" for c in measure)


def _of_ladder(ladder: Ladder) -> Iterator[Finding]:
    fair = 1 / ladder.players
    for i, step in enumerate(ladder.steps):
        e = step.share
        if e.withheld:
            continue
        alone = "against" if ladder.players == 2 else f"alone among {ladder.players - 1}"
        even = f"{percent(fair, 0)} is even"
        text = f"{step.stronger} {alone} {step.weaker} wins {with_half(e)}; {even}"
        if e.excludes(fair) and e.value > fair:
            yield Finding(f"{text}.", 60 - i, "note", "steps")
        else:
            more = f"{text}: what it thinks more gains nothing that can be seen."
            yield Finding(more, 70 - i, "look", "steps")
    few = max((s.share.needed * ladder.games // max(1, s.share.n) for s in ladder.steps
               if s.share.withheld and s.share.n), default=0)  # fmt: skip
    if few:
        text = f"{ladder.games:,} games are too few to say what every step is worth: play {few:,}."
        yield Finding(text, 65, "note", "steps")
    top, last = ladder.rungs[-1], ladder.rungs[0]
    if not math.isfinite(top.elo.value):
        return
    odds = 10 ** (abs(top.elo.value) / 400)
    how = "over a thousand" if odds > 1000 else f"about {number(odds, 0 if odds >= 10 else 1)}"
    wins, loses = (top, last) if top.elo.value > 0 else (last, top)
    text = (
        f"{wins.spec} wins {how} games against {loses.spec} for each it loses "
        f"({number(abs(top.elo.value), 0)} ± {number(top.elo.half, 0)} Elo points)"
    )
    deep = top.elo.low > DEEP and top is wins
    said = ": the game rewards thought" if deep else ""
    yield Finding(f"{text}{said}.", 80, "note", "ladder")
