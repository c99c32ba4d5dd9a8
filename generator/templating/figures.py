"""Figures in a Markdown text that follow the game: `**15**<!--=tracks-->`.

What stands before the comment is what people read in the file; printed is the value of the
expression in the comment. Where they differ, the file is out of date, and `check` says so.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.model.problems import Place, Problems, place_in
from generator.templating.expressions import fill

_OPENS, _CLOSES = "<!--=", "-->"
_MARKS = ("**", "*", "`")
_BRACES = re.compile(r"\{\{[^{}\n]{1,200}\}\}")
LONGEST = 200  # characters of what a figure stands for
_ENDS_WORD = " \t\n<>|(*`"


@dataclass(frozen=True, slots=True)
class Figure:
    """A stretch of text and the expression that it shows; `start` and `stop` bound both."""

    written: str
    mark: str  # of its emphasis
    expression: str
    start: int
    stop: int


def figures(text: str) -> Iterator[Figure]:
    """Every figure, in order; one with nothing before it is seen in print alone."""
    stop = 0
    # Found by hand: a pattern would look for the end anew from every beginning that has none.
    while (opens := text.find(_OPENS, stop)) >= 0 <= (closes := text.find(_CLOSES, opens)):
        expression = text[opens + len(_OPENS) : closes].strip()
        line = max(text.rfind("\n", stop, opens) + 1, stop, opens - LONGEST)
        before, stop = text[line:opens], closes + len(_CLOSES)
        mark = next((mark for mark in _MARKS if before.endswith(mark)), "")
        if mark:
            inner = before[: -len(mark)]
            written = inner[inner.rfind(mark) + len(mark) :] if mark in inner else ""
            mark = mark if written else ""
        else:
            written = before[max(map(before.rfind, _ENDS_WORD)) + 1 :]
        start = opens - len(written) - 2 * len(mark)
        yield Figure(written, mark, expression, start, stop)


def value_of(figure: Figure, context: Mapping[str, Any], place: Place, problems: Problems) -> str:
    """What a figure shows; after a problem, what is written."""
    n_errors = len(problems.errors)
    value = fill(f"{{{{ {figure.expression} }}}}", context, place, problems)
    return " ".join(value.split()) if len(problems.errors) == n_errors else figure.written


def filled(text: str, context: Mapping[str, Any], place: Place, problems: Problems) -> str:
    """The text with every figure as it is now; its lines stay its lines.

    `{{ … }}` fills nothing in here, since readers of the file itself would see it: a warning.
    """
    for braces in _BRACES.finditer(text):
        problems.warning(
            place_in(text, braces.start(), place),
            f"{braces[0]} prints as it stands: nothing is filled in here",
            f"write the value and, right behind it, <!--={braces[0][2:-2].strip()}-->",
        )
    parts: list[str] = []
    at = 0
    for figure in figures(text):
        value = value_of(figure, context, place_in(text, figure.start, place), problems)
        lines = "\n" * text.count("\n", figure.start, figure.stop)
        parts += [text[at : figure.start], figure.mark, value, figure.mark, lines]
        at = figure.stop
    return "".join([*parts, text[at:]])
