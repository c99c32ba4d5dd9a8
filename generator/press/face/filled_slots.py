"""Fills in the slots of a face from a row, and keeps the origin of each value.

In: a `Piece` and the spec of a face. Out: the value of each slot; texts remember the cell or slot
that they came from.
"""

import difflib
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from generator.model.pack import FaceSpec
from generator.model.problems import Problem, Problems
from generator.press.face.surface import Cells, Written
from generator.press.pieces.expand import Piece
from generator.templating.expressions import fill, in_texts
from generator.templating.face_slots import FONT, face_names, names_a_font, slots_of
from generator.templating.sandbox import say

_BRACED = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
_NAME = re.compile(r"(?<![\w.\"'])[A-Za-z_]\w*")
# spaces left around a `{{ … }}` that produced an empty text
_BLANKS = re.compile(r"(?<=\S) {2,}(?=\S)")
_ONE_FIELD = re.compile(r"\s*\{\{[^{}]*\}\}\s*")


class Slots:
    """The slots of a face as attributes; an omitted slot is None."""

    def __init__(self, filled: Mapping[str, Any]) -> None:
        self.__dict__.update(filled)

    def __getattr__(self, name: str) -> None:
        """Return None for an omitted slot, but refuse Python's own names with underscores."""
        if name.startswith("_"):
            raise AttributeError(name)
        return None


def fill_slots(piece: Piece, spec: FaceSpec, problems: Problems) -> dict[str, Any]:
    """Return the values of a face's slots for a piece.

    Each text keeps the place of its cell or slot.
    """
    filled: dict[str, Any] = {}
    for name, written in spec.slots.items():
        if not isinstance(written, str):
            filled[name] = written
            continue
        place = spec.places.get(name, spec.place)
        text = written
        cells: Cells = ()
        if "{" in written:
            text = fill(written, piece.context, place, problems, piece.row.places)
            text = _BLANKS.sub(" ", text) if "{%" in written else text
            cells = _cells(written, piece)
        if len(cells) == 1 and _ONE_FIELD.fullmatch(written):
            place, cells = cells[0][1], ()
        filled[name] = Written(text.strip(), place, cells)
    if spec.kind != "use":
        return filled
    for name, value in filled.items():
        family = filled.get(f"{name}{FONT}") or filled.get(FONT[1:])
        if family and isinstance(value, Written):
            font = family if isinstance(family, Written) else str(family)
            filled[name] = Written(value, value.place, value.cells, font)
    return filled


def faults_of(spec: FaceSpec) -> Iterator[Problem]:
    """Report an unknown bundled face, or slots that the face does not have."""
    if spec.name not in face_names():
        message = f"there is no face {spec.name!r}"
        yield Problem(spec.place, message, _nearest(spec.name, face_names()))
        return
    slots = slots_of(spec.name)
    for name in spec.slots:
        if name not in slots and not names_a_font(name, slots):
            message = f"the face {spec.name!r} has no slot {name!r}"
            yield Problem(spec.places.get(name, spec.place), message, _nearest(name, slots))


def _nearest(name: str, names: Mapping[str, Any] | tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name, names, 1)
    available = f"available: {', '.join(names)}"
    return f"did you mean {near[0]!r}? {available}" if near else available


@lru_cache(maxsize=4096)
def _names_in(written: str) -> tuple[str, ...]:
    """The names in a text's expressions, each once, in order."""
    inside = (name for braced in _BRACED.findall(written) for name in _NAME.findall(braced))
    return tuple(dict.fromkeys(inside))


def _cells(written: str, piece: Piece) -> Cells:
    """The cells of a row that the expressions of a text use: their contents and places."""
    places, fields = piece.row.places, piece.row.fields
    columns = {in_texts(column): column for column in places} | {c: c for c in places}
    names = (columns[name] for name in _names_in(written) if name in columns)
    return tuple((say(fields[name]), places[name]) for name in names)
