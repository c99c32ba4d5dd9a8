"""Settings and candidates in a few words."""

from collections.abc import Mapping, Sequence

from generator.model.pack import Scalar
from generator.play.measures.aims import Aim
from generator.play.statistics.inference import Estimate
from generator.play.studies.suggest.answer import Candidate
from generator.play.telling.numbers import listed
from generator.play.telling.words.goals import name_of, value_of


def written(changes: Mapping[str, Scalar]) -> str:
    """A setting as `--set` takes it."""
    return ", ".join(f"{name}={said(value)}" for name, value in changes.items()) or "as it is"


def together(changes: Mapping[str, Scalar]) -> str:
    """A setting in a sentence: "a=1 with b=2 and c=3"."""
    first, *more = [f"{name}={said(value)}" for name, value in changes.items()] or [
        "the game as it is"
    ]
    return f"{first} with {listed(more)}" if more else first


def said(value: Scalar) -> str:
    """A parameter's value in a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def worst_of(aims: Sequence[Aim], candidate: Candidate) -> str:
    """The number of a setting that lies worst in its band, as the search's games show it."""
    if not candidate.estimates:
        return f"expected {'inside' if candidate.margin >= 0 else 'outside'}, not played"
    pairs = zip(aims, candidate.estimates, strict=True)
    aim, e = min(pairs, key=lambda pair: pair[0].margin(pair[1].value))
    return f"{name_of(aim)} {value_of(aim, e)}, {_side(aim, e)}"


def _side(aim: Aim, e: Estimate) -> str:
    """On which side of its band a number lies, and whether its interval says so."""
    if aim.is_missed(e):
        return "outside"
    if aim.is_met(e):
        return "inside"
    return f"perhaps {'inside' if aim.margin(e.value) >= 0 else 'outside'}"


def seems_inside(aims: Sequence[Aim], candidate: Candidate) -> bool:
    """Whether its own games and those beside it both show each number of a setting inside."""
    if len(candidate.estimates) < len(aims) or candidate.margin < 0:
        return False
    return all(a.margin(e.value) >= 0 for a, e in zip(aims, candidate.estimates, strict=True))
