"""What a pack's rules stand on: import from here, and from nowhere else in protoplay."""

from generator.play.engine.kernel import (
    Stream,
    below,
    bits,
    record,
    reseed,
    rule,
    shuffle,
    stream,
    unit,
    whole,
)

__all__ = [
    "Stream",
    "below",
    "bits",
    "record",
    "reseed",
    "rule",
    "shuffle",
    "stream",
    "unit",
    "whole",
]
