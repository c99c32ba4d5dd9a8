"""Measures by their keys, as tests write them."""

from generator.model.measures import (
    Measure,
    Scope,
    measures_among,
    own_figure,
    phrase_of,
    run_out,
)
from generator.model.teams import Sides


def measure(key: str, seats: int = 4) -> Measure:
    """Return the measure with this key in a game of some seats; else one of the pack's own.

    A key that ends in "run out" or begins with "end by" belongs to a supply or an ending.
    """
    if key.endswith(" run out"):
        return run_out(key.removesuffix(" run out"))
    outcomes = [key.removeprefix("end by ")] if key.startswith("end by ") else []
    together = measures_among(Scope(None, outcomes=outcomes))
    scope = Scope(Sides(seats), has_rounds=True, turns_target=(1, 2))
    return phrase_of(key).among([*measures_among(scope), *together]) or own_figure(key)
