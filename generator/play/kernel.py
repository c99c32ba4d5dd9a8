"""Where rules written for protoplay 0.1 import from; new ones import from `generator.kit`."""

from generator.kit import Stream, below, bits, record, reseed, rule, shuffle, stream, unit, whole

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
