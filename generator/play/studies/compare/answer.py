"""The result of a comparison, as frozen values."""

from dataclasses import dataclass

from generator.play.measures.results import Difference, Results, SimulateOptions


@dataclass(frozen=True, slots=True)
class Comparison:
    """Results of the same seeds under several settings; the first setting is the base."""

    options: SimulateOptions
    results: tuple[tuple[str, Results], ...]
    differences: tuple[Difference, ...]
