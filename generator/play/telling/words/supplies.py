"""Sentences of reports about supplies, and about larger supplies that were tried."""

from collections.abc import Sequence

from generator.play.measures.results import Probe, Results
from generator.play.measures.supplies import SupplyUse
from generator.play.readings.supplies import SupplyReading
from generator.play.telling.commands import asking
from generator.play.telling.numbers import roughly, with_half
from generator.play.telling.words.common import Words, opinion_said


def supply(reading: SupplyReading, results: Results) -> Words:
    """Return the finding about a supply that runs out, or about the amount that would be enough."""
    supply, games = reading.supply, f"{reading.players}-player games"
    if reading.state == "enough":
        used = f"in 95 % of the {games} nobody uses any"
        if reading.enough:
            used = _enough(supply, reading.enough, games)
        elif supply.set_up:
            used += f" of the other {supply.start}"
        return Words(f"{titled(supply)}: {used}.")
    text = runs_out(supply)
    if reading.state == "meant":
        text += ", as intended"
        ended = (
            f"; {roughly(reading.ended)} of the games end because of it" if reading.ended else ""
        )
        return Words(f"{text}{ended}.")
    text += _tried(reading.probes)
    if reading.enough is not None:
        text += f"; {_enough(supply, reading.enough, 'games', reading.probes)}"
    first = runs_out(supply)
    return Words(
        f"{text}.",
        _advice(reading, results),
        opinion_said(reading.opinion, roughly(reading.opinion.estimate.value))
        if reading.opinion is not None
        else "",
        clause=f"{first[0].lower()}{first[1:]}",
    )


def _tried(probes: Sequence[Probe]) -> str:
    """Return the shares of games in which larger supplies run out, up to the first that
    never does.
    """
    parts: list[str] = []
    for p in probes:
        parts.append(f"with {p.given} in {with_half(p.empty_games)}")
        if p.empty_games.value == 0:
            break
    if not parts:
        return ""
    each = " each" if len(parts) > 1 else ""
    return f"; {', '.join(parts)} of {probes[0].games:,} games{each}"


def _advice(reading: SupplyReading, results: Results) -> str:
    if reading.sweep is None:
        return ""
    low, high, step = reading.sweep
    steps = f"..{step}" if step > 1 else ""
    return asking("sweep", results, f"{reading.supply.name}={low:g}..{high:g}{steps}")


def titled(supply: SupplyUse) -> str:
    """Return a supply with its amount before the deal, and the amount that the deal takes."""
    inside = f"{supply.given}"
    if supply.set_up is None:
        inside = f"{supply.start} after the set-up"
    elif supply.set_up:
        inside += f", of which the set-up takes {supply.set_up}"
    whose = "The" if supply.is_shared else "Each player's"
    return f"{whose} supply “{supply.name.replace('_', ' ')}” ({inside})"


def runs_out(supply: SupplyUse) -> str:
    """Return the share of games in which a supply runs out, as a sentence without a full stop, for
    the title of the chart.
    """
    share = supply.empty_games.value
    games = f"{roughly(share)} of the games" if share else "none of the games"
    games = "every game" if share == 1 else games
    whose = "" if supply.is_shared else " for at least one player"
    return f"{titled(supply)} runs out{whose} in {games}"


def _enough(supply: SupplyUse, left: int, games: str, tried: Sequence[Probe] = ()) -> str:
    """Return the amount that would be enough, given the amount after the set-up.

    The amount that the set-up takes is added if it was the same in all trials.
    """
    is_fixed = all(p.given - p.size == supply.set_up for p in tried)
    taken = supply.set_up if is_fixed else None
    after = " after the set-up" if taken is None else ""
    parts = f", {taken} for the set-up and {left} after it" if taken else ""
    return f"{left + (taken or 0)}{after} would be enough in 95 % of the {games}{parts}"


def supply_note(*, has_tried: bool) -> str:
    """Return the note on reading the chart of a supply; with `has_tried`, larger sizes were
    played.
    """
    text = "Share of the games that use up this many. Left of the present number: the share that "
    text += "needed at least this many (with fewer, players would adapt)"
    return f"{text}{'; right of it: larger supplies, played on the same seeds' * has_tried}."


def supply_axis(supply: SupplyUse) -> str:
    """Return the label of the axis of a supply's sizes."""
    each = "" if supply.is_shared else " per player"
    when = "at the start" if supply.set_up == 0 else "after the set-up"
    return f"{supply.name.replace('_', ' ')}{each} {when}"
