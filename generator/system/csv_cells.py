"""Cells of CSV files that people open in a spreadsheet: a text there is never a formula."""

import re
from typing import TypeVar

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_MARKED = re.compile(r"'+[=+\-@\t\r]")
T = TypeVar("T")


def without_formula(cell: T) -> T | str:
    """Return the cell; a text that a spreadsheet would calculate gets an apostrophe in front.

    >>> without_formula("=1+1"), without_formula("'=1"), without_formula("a-b"), without_formula(-2)
    ("'=1+1", "''=1", 'a-b', -2)
    """
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def without_mark(cell: T) -> T | str:
    """Return the cell as it was before `without_formula`.

    >>> without_mark("'=1+1"), without_mark("''=1"), without_mark("'tis")
    ('=1+1', "'=1", "'tis")
    """
    return cell[1:] if isinstance(cell, str) and _MARKED.match(cell) else cell
