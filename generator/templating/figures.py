"""Figures in a Markdown text that follow the game: `**15**<!--=tracks-->`.

In: a Markdown text and the names of the game. Out: the text with current figures. The text before
the comment is for readers of the file; in print, the value of the expression in the comment
replaces it. If the two differ, the file is out of date, and `check` reports it.
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
LONGEST = 200  # maximum length in characters of a figure's text
_ENDS_WORD = " \t\n<>|(*`"


@dataclass(frozen=True, slots=True)
class Figure:
    """A stretch of text and the expression that replaces it; `start` and `stop` bound both."""

    written: str
    mark: str  # the emphasis around the text, such as "**"
    expression: str
    start: int
    stop: int


def figures(text: str) -> Iterator[Figure]:
    """Yield every figure, in order; a figure without text before it is visible only in print."""
    stop = 0
    # A regular expression would search for the end again after every unclosed beginning.
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
    """The value of a figure; after a problem, its text in the file."""
    n_errors = len(problems.errors)
    value = fill(f"{{{{ {figure.expression} }}}}", context, place, problems)
    return " ".join(value.split()) if len(problems.errors) == n_errors else figure.written


def filled(text: str, context: Mapping[str, Any], place: Place, problems: Problems) -> str:
    """Replace every figure by its current value; line numbers do not change.

    `{{ … }}` is not filled in here, because readers of the file would see it; it is reported.
    """
    for braces in _BRACES.finditer(text):
        problems.warning(
            place_in(text, braces.start(), place),
            f"{braces[0]} prints as it is written: expressions are not filled in here",
            f"write the value, directly followed by <!--={braces[0][2:-2].strip()}-->",
        )
    parts: list[str] = []
    at = 0
    for figure in figures(text):
        value = value_of(figure, context, place_in(text, figure.start, place), problems)
        lines = "\n" * text.count("\n", figure.start, figure.stop)
        parts += [text[at : figure.start], figure.mark, value, figure.mark, lines]
        at = figure.stop
    return "".join([*parts, text[at:]])
