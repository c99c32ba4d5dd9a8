"""The cell behind an exception of a pack's program that took its text for a number.

In: the exception and the frames it came through. Out: the row, its column and what stands there.
"""

import ast
import linecache
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import FrameType

from generator.model.pack import Row

_LITERAL = re.compile(
    r"(?:invalid literal for int\(\)|could not convert string to float)[^:]*: (.+)"
)
_QUOTED = re.compile(r"""["']([^"']+)["']""")
FIX = "write a number there, or have the program treat it"


def cell_behind(
    error: BaseException, frames: Sequence[tuple[FrameType, int]]
) -> tuple[Row, str] | None:
    """The row and the column whose text is no number; None where another thing went wrong.

    `frames` are those of the pack's own files with their lines, the innermost last.
    """
    if not isinstance(error, ValueError | TypeError):
        return None
    said = _LITERAL.match(str(error))
    if said is None and isinstance(error, ValueError):
        return None
    literal = _literal(said[1]) if said else None
    for frame, line in reversed(frames):
        written = set(_QUOTED.findall(linecache.getline(frame.f_code.co_filename, line)))
        for row in _rows_in(frame):
            texts = {c: v for c, v in row.fields.items() if isinstance(v, str)}
            if literal is not None:
                texts = {column: v for column, v in texts.items() if v == literal}
            named = [column for column in texts if column in written]
            if len(named) == 1 or (len(texts) == 1 and literal is not None):
                return row, (named or list(texts))[0]
    return None


def said_of(row: Row, column: str, reader: str) -> str:
    """What is wrong with the cell, which a line of a program reads."""
    return (
        f'the {column} of "{row.name}" is "{row.fields[column]}", and {reader} reads it as a number'
    )


def _literal(written: str) -> str | None:
    try:
        value = ast.literal_eval(written)
    except (SyntaxError, ValueError):
        return None
    return value if isinstance(value, str) else None


def _rows_in(frame: FrameType) -> Iterator[Row]:
    """The rows that the variables of a frame hold, a piece's too."""
    for value in list(frame.f_locals.values()):
        row: object = value
        if not isinstance(row, Row):
            with suppress(Exception):  # whatever a stranger's object does when it is asked
                row = getattr(value, "row", None)
        if isinstance(row, Row):
            yield row
