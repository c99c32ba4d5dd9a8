"""Supplies: which run out, and which are larger than they need be."""

import math
from collections.abc import Iterator, Sequence

from generator.model.measures import run_out
from generator.play.measures.results import Probe, Results
from generator.play.measures.supplies import SupplyUse, ended_by
from generator.play.readings.ends import backing_of_problem
from generator.play.telling.commands import asking
from generator.play.telling.findings.finding import Finding, Level, disputes, opinion
from generator.play.telling.numbers import roughly, with_half

SUGGESTED_SPARE = 0.6  # a supply of which this share suffices is larger than it need be
MOST_SWEPT = 15  # steps of a sweep over all that a parameter may be


def of_supplies(results: Results) -> Iterator[Finding]:
    """Supplies that run out, and those of which fewer would be enough."""
    main = results.main.metrics
    for supply in main.supplies:
        e = supply.empty_games
        if e.withheld:
            continue
        if e.value > results.pack.worth.ends / 100:
            yield _runs_out(results, supply)
        elif supply.sufficing is not None:
            games = f"{main.players}-player games"
            told = f"in 95 % of the {games} nobody uses any"
            if supply.sufficing:
                told = _enough(supply, supply.sufficing, games)
            elif supply.set_up:
                told += f" of the other {supply.start}"
            spare = supply.sufficing <= SUGGESTED_SPARE * supply.start
            level: Level = "note" if spare else "fine"
            yield Finding(f"{titled(supply)}: {told}.", 22 if spare else 9, level, "supplies")


def titled(supply: SupplyUse) -> str:
    """A supply, with how many there are of it: before the deal, and what that takes."""
    inside = f"{supply.given}"
    if supply.set_up is None:
        inside = f"{supply.start} after the set-up"
    elif supply.set_up:
        inside += f", of which the set-up takes {supply.set_up}"
    whose = "The" if supply.is_shared else "Each player's"
    return f"{whose} supply “{supply.name.replace('_', ' ')}” ({inside})"


def runs_out(supply: SupplyUse) -> str:
    """In how many games a supply runs out, as a sentence without its stop."""
    whose = "" if supply.is_shared else " for somebody"
    return f"{titled(supply)} runs out{whose} in {_in_games(supply.empty_games.value)}"


def _enough(supply: SupplyUse, left: int, games: str, tried: Sequence[Probe] = ()) -> str:
    """How many would be enough, where so many are after the set-up.

    What the set-up takes is added where that is the same number whatever was tried.
    """
    is_fixed = all(p.given - p.size == supply.set_up for p in tried)
    taken = supply.set_up if is_fixed else None
    after = " after the set-up" if taken is None else ""
    parts = f", {taken} for the set-up and {left} after it" if taken else ""
    return f"{left + (taken or 0)}{after} would be enough in 95 % of the {games}{parts}"


def _runs_out(results: Results, supply: SupplyUse) -> Finding:
    e = supply.empty_games
    parameter = results.pack.parameters.get(supply.name)
    text = runs_out(supply)
    if supply.is_meant:
        text += ", as it is meant to"
        if ended := ended_by(results.main.tally, supply.name):
            text += f"; {roughly(ended / results.main.metrics.games)} of the games end for it"
        return Finding(f"{text}.", 7, "fine", "supplies")
    tried = [p for p in results.probes if p.supply == supply.name]
    parts: list[str] = []
    for p in tried:
        parts.append(f"with {p.given}{'' if parts else ' it does'} in {with_half(p.empty_games)}")
        if p.empty_games.value == 0:
            break
    if parts:
        each = " each" if len(parts) > 1 else ""
        text += f"; {', '.join(parts)}, of {tried[0].games:,} games{each}"
    action = ""
    if parameter is not None and supply.given is not None:
        enough = [p.sufficing for p in tried if p.sufficing is not None]
        if enough and min(enough) + (supply.set_up or 0) > supply.given:
            text += f"; {_enough(supply, min(enough), 'games', tried)}"
        now, high = supply.given, parameter.high
        span = f"{supply.name}={now}..{max([p.given for p in tried], default=2 * now)}"
        if tried and not enough and high is not None and high > now:
            step = math.ceil((high - now) / MOST_SWEPT)  # what was tried is too few
            span = f"{supply.name}={now}..{high:g}{f'..{step}' if step > 1 else ''}"
        action = asking("sweep", results, span)
    # A supply that runs out in every game, however large it is, is what ends the game.
    tight = min(e.value, *(p.empty_games.value for p in tried), 1.0) < 0.999
    level: Level = "look" if tight and e.value > 0.25 else "note"
    weight = 25 + 50 * e.value if tight else 7
    doubt, is_disputed = _supply_doubt(results, supply)
    first = runs_out(supply)
    said = f"{first[0].lower()}{first[1:]}"
    return Finding(
        f"{text}.", weight, level, "supplies", doubt=doubt, action=action,
        fact=run_out(supply.name), said=said, is_disputed=is_disputed,
    )  # fmt: skip


def _in_games(share: float) -> str:
    """In how many games, in words."""
    if share == 1:
        return "every game"
    return f"{roughly(share)} of the games" if share else "none of the games"


def _supply_doubt(results: Results, supply: SupplyUse) -> tuple[str, bool]:
    main = results.main.metrics
    for run in results.runs[1:]:
        for same in run.metrics.supplies:
            theirs = same.empty_games
            if same.name == supply.name and not theirs.withheld:
                word = backing_of_problem(supply.empty_games, theirs)
                told = opinion(run.metrics, word, roughly(theirs.value))
                return told, disputes(word, main, run.metrics)
    return "", False
