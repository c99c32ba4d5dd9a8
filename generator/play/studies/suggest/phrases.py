"""Writes settings, candidates and proofs as short phrases."""

from collections.abc import Mapping, Sequence

from generator.model.letters import capital
from generator.model.pack import Scalar
from generator.play.measures.aims import Aim
from generator.play.studies.suggest.answer import Candidate, Suggestion
from generator.play.studies.suggest.readings import dissenter, is_open, worst_of
from generator.play.telling.numbers import listed
from generator.play.telling.words.goals import name_of, value_of


def written(changes: Mapping[str, Scalar]) -> str:
    """Return a setting in the form of `--set`."""
    return ", ".join(f"{name}={said(value)}" for name, value in changes.items()) or "as it is"


def together(changes: Mapping[str, Scalar]) -> str:
    """Return a setting for a sentence: "a=1 with b=2 and c=3"."""
    first, *more = [f"{name}={said(value)}" for name, value in changes.items()] or [
        "the game as it is"
    ]
    return f"{first} with {listed(more)}" if more else first


def said(value: Scalar) -> str:
    """Return a parameter's value for a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def worst_number(aims: Sequence[Aim], candidate: Candidate) -> str:
    """Return the measure of a setting that lies worst in its band."""
    worst = worst_of(aims, candidate)
    if worst is None:
        return f"expected {'inside' if candidate.margin >= 0 else 'outside'}, not played"
    aim, e = worst
    side = "inside" if aim.margin(e.value) >= 0 else "outside"
    side = side if aim.is_missed(e) or aim.is_met(e) else f"perhaps {side}"
    return f"{name_of(aim)} {value_of(aim, e)}, {side}"


def aim_label(s: Suggestion, aim: Aim) -> str:
    """Return the name of a wanted measure, with the number of players if there are several."""
    several = f", {aim.players} players" if len(s.players) > 1 else ""
    return capital(name_of(aim)) + several


def held_against(s: Suggestion) -> str:
    """Return the kinds of player that confirm a setting, and the kinds that do not; "" if none
    disagrees.
    """
    other = dissenter(s)
    if other is None:
        return ""
    how = "not clearly" if is_open(other) else "but not"
    return f"{s.proofs[0].agents}, {how} for {other.agents}"
