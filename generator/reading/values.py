"""Plain values with their places in files: trees of a definition, entries of a table.

In: texts and numbers. Out: values for the next steps. Lengths stay texts in this module.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.model.decimals import as_shown
from generator.model.pack import Scalar
from generator.model.problems import Place
from generator.templating.sandbox import say

Steps = tuple[str | int, ...]  # keys and indices from the top of a tree
Value = Any  # a scalar, a list or a dictionary of Values

GREATEST = 10**18
_INT = re.compile(r"[-+]?[0-9]+")
_OCT_HEX = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@dataclass(frozen=True, slots=True)
class Tree:
    """A YAML document: plain values, and the place of each value and each key."""

    value: Value
    places: Mapping[Steps, Place]
    keys: Mapping[Steps, Place]

    def place(self, path: Sequence[str | int]) -> Place:
        """The place of the value at `path`, or of the nearest value around it."""
        steps = tuple(path)
        while steps not in self.places:
            steps = steps[:-1]
        return self.places[steps]

    def key(self, path: Sequence[str | int]) -> Place:
        """The place of the key at the end of `path`, or the place of its value if the key has no
        place.
        """
        steps = tuple(path)
        return self.keys[steps] if steps in self.keys else self.place(steps)


@dataclass(frozen=True, slots=True)
class Cells(Mapping[str, Place]):
    """The places in one table row, which share a line; columns are counted from 1."""

    file: str
    line: int
    columns: Mapping[str, int]

    def __getitem__(self, name: str) -> Place:
        return Place(self.file, self.line, self.columns[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of data, with its fields, its first place, and the place of each field.

    `base` are the fields in the game's first language, if another language was chosen.
    """

    fields: dict[str, Scalar]
    place: Place
    places: Mapping[str, Place]
    base: dict[str, Scalar] | None = None


def _bounded(number: int | float, text: str) -> Scalar:
    """Return the number, or its text if it is too large."""
    return number if abs(number) <= GREATEST else text


def reads_as_number(text: str) -> bool:
    """Whether a quoted text would be a number without the quotes.

    >>> reads_as_number(" 3 "), reads_as_number("3 coins"), reads_as_number("")
    (True, False, False)
    """
    value = core_scalar(text.strip()) if text.strip() else text
    return isinstance(value, int | float) and not isinstance(value, bool)


def typed_scalar(text: str) -> Scalar:
    """Do the same as `core_scalar`, but a decimal number prints as it was typed.

    >>> typed_scalar("1.50") * 2, str(typed_scalar("1.50")), str(typed_scalar("007"))
    (3.0, '1.50', '007')
    """
    value = core_scalar(text)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return value
    return value if text == say(value) or _OCT_HEX.fullmatch(text) else as_shown(value, text)


def core_scalar(text: str) -> Scalar:
    """The value of a plain scalar by the YAML 1.2 core schema.

    >>> core_scalar("no"), core_scalar("0x10"), core_scalar("1e3")
    ('no', 16, 1000.0)
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if len(text) > 300:
        return text
    if _INT.fullmatch(text):
        return _bounded(int(text), text)
    if _OCT_HEX.fullmatch(text):
        return _bounded(int(text, 0), text)
    if _FLOAT.fullmatch(text):
        return _bounded(float(text), text)
    if _INFINITE.fullmatch(text):
        return float(text.replace(".", ""))
    return text
