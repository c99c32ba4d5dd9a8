"""What a comparison answers: frozen values."""

from dataclasses import dataclass

from generator.play.measures.results import Difference, Results, SimulateOptions


@dataclass(frozen=True, slots=True)
class Comparison:
    """The same seeds under several settings; the first is the base."""

    options: SimulateOptions
    results: tuple[tuple[str, Results], ...]
    differences: tuple[Difference, ...]
