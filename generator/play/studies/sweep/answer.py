"""The result of a sweep, as frozen values."""

from dataclasses import dataclass

from generator.play.measures.results import Curve, Results, SimulateOptions
from generator.play.statistics.inference import NOTHING, Estimate


@dataclass(frozen=True, slots=True)
class Sweep:
    """The same seeds over a range of one parameter."""

    name: str
    values: tuple[float, ...]
    default: float | None
    options: SimulateOptions
    results: tuple[Results, ...]
    curves: tuple[Curve, ...]
    even: Estimate = NOTHING  # the value at which the first seat's share is fair
