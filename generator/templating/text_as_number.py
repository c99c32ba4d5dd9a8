"""Finds the cell whose text a pack's program tried to read as a number.

In: the exception and the frames of its traceback. Out: the row and the column of the cell.
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
FIX = "write a number there, or change the program to accept a text"


def cell_behind(
    error: BaseException, frames: Sequence[tuple[FrameType, int]]
) -> tuple[Row, str] | None:
    """The row and the column whose text is not a number; None for any other fault.

    `frames` are the frames of the pack's own files with their lines, the innermost last.
    """
    if not isinstance(error, ValueError | TypeError):
        return None
    failure = _LITERAL.match(str(error))
    if failure is None and isinstance(error, ValueError):
        return None
    literal = _literal(failure[1]) if failure else None
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


def cell_message(row: Row, column: str, reader: str) -> str:
    """The message about a cell that `reader`, a line of a program, reads as a number."""
    return (
        f'the {column} of "{row.name}" is "{row.fields[column]}", but {reader} reads it as a number'
    )


def _literal(written: str) -> str | None:
    try:
        value = ast.literal_eval(written)
    except (SyntaxError, ValueError):
        return None
    return value if isinstance(value, str) else None


def _rows_in(frame: FrameType) -> Iterator[Row]:
    """Yield the rows in the variables of a frame, including the rows of pieces."""
    for value in list(frame.f_locals.values()):
        row: object = value
        if not isinstance(row, Row):
            with suppress(Exception):  # an unknown object may raise any exception
                row = getattr(value, "row", None)
        if isinstance(row, Row):
            yield row
