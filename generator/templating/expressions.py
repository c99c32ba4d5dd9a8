"""Fills in texts with `{{ … }}` from a row and the parameters, and defines the names that texts may
use.

In: a text of a pack and its place. Out: the text with its values filled in, or the value of an
expression; faults become problems at that place.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from generator.model.letters import small
from generator.model.pack import Component, Pack, Parameter, Row, Scalar
from generator.model.problems import Place, Problem, Problems, closest, near
from generator.templating.python_errors import in_plain_words
from generator.templating.sandbox import LONGEST_TEXT, TooMuch, compute, render, say, texts

Context = dict[str, Any]

_SIMPLE = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")
_LACKING = re.compile(r"'(?:dict object|[^']*)' has no attribute '([^']*)'")
_MISSED = re.compile(r"'?[^']*'? has no (?:attribute|element) (?:'([^']*)'|(\S+))")
# Matches `group[field]`; the group is a name or a literal, such as `{'boots': 'rose'}[kind]`.
_PICKED = re.compile(r"(?:([A-Za-z_]\w*)|\{([^{}]*)\})\s*\[\s*([A-Za-z_]\w*)\s*\]")
_KEYS = re.compile(r"(?:^|,)\s*(?:'([^']*)'|\"([^\"]*)\"|([\w.]+))\s*:")
# Matches names beside an operator or filter that needs numbers; == and != compare any values.
_RECKONED = re.compile(
    r"\b([A-Za-z_]\w*)\s*(?=[<>]|[-+*/%](?![}%])|\|\s*(?:int|float)\b)"
    r"|(?:[<>]=?|(?<![{%])[-+*/%])\s*([A-Za-z_]\w*)"
)
# matches a number, which cannot be the name of a column
_A_NUMBER = re.compile(r"-?[0-9]+(?:[.,][0-9]+)?")
_TAGS = re.compile(r"(\{[{%]|[%}]\})")
_IF = re.compile(r"(?:^[-+]?\s*|\s)(?:el)?if\b")
_ELSE = re.compile(r"\belse\b")
_IN_BRACES = re.compile(r"\{[{%](.*?)[}%]\}", re.DOTALL)
_LIKE_OURS = {  # a character of expressions → similar characters that word processors insert
    '"': "“”„«»",
    "'": "‘’‚",
    "-": "−–—",
    "*": "×·",
    "/": "÷",
    ">=": "≥",
    "<=": "≤",
    "!=": "≠",
    "(": "（",
    ")": "）",
    ",": "，",
    "+": "＋",
    "==": "＝",
}
_JOINED = re.compile(r"\b(?:and|or|not)\b|[(){}]")
# Words in a cell that mean no, such as FALSE in spreadsheets in other languages.
NO = frozenset(("false", "no", "none", "falsch", "nein", "faux", "non", "falso", "onwaar", "nee"))
YES = frozenset(("true", "yes", "1", "x", "wahr", "ja", "vrai", "oui", "verdadero", "vero", "sì"))
_CONSTANTS = frozenset(("true", "false", "none", "True", "False", "None"))


def is_plain(text: str) -> bool:
    """Whether a text has no expressions."""
    return "{" not in text or ("{{" not in text and "{%" not in text and "{#" not in text)


def fill(
    text: Scalar,
    context: Mapping[str, Any],
    place: Place,
    problems: Problems,
    cells: Mapping[str, Place] | None = None,
) -> str:
    """Replace the expressions in a text by their values. After a problem the text is unchanged.

    `cells` are the places of the row's fields, where faults of cells are reported.
    """
    if not isinstance(text, str):
        return say(text)
    if is_plain(text):
        return text
    parts = _names_only(text)
    if parts is not None and all(name in context for name in parts[1::2]):
        pieces = [say(context[part]) if i % 2 else part for i, part in enumerate(parts)]
        filled = "".join(pieces)
        if len(filled) <= LONGEST_TEXT:
            return filled
    warn_of_no(_conditions(text), context, place, problems, cells)
    try:
        return render(texts(), text, context)
    except Exception as fault:
        _explain(fault, text, context, place, problems, cells, _piece_id(context))
        return text


def evaluate(
    text: Scalar,
    context: Mapping[str, Any],
    place: Place,
    problems: Problems,
    cells: Mapping[str, Place] | None = None,
) -> Any:
    """Evaluate an expression, written bare or in `{{ … }}`. The result is None after a problem.

    `cells` is as in `fill`.
    """
    if not isinstance(text, str):
        return text
    inner = _expression_in(text)
    if inner == "":
        problems.error(
            place, f'the expression "{text}" is empty', "write one, or leave the key out"
        )
        return None
    if inner is not None and inner in context and inner not in _CONSTANTS:
        return context[inner]
    warn_of_no(_conditions(text), context, place, problems, cells)
    try:
        if inner is None:
            return render(texts(), text, context)
        return compute(inner, context)
    except Exception as fault:
        _explain(fault, text, context, place, problems, cells)
        return None


def warn_of_no(
    conditions: Iterable[str],
    context: Mapping[str, Any],
    place: Place,
    problems: Problems,
    cells: Mapping[str, Place] | None,
) -> None:
    """Warn of a cell with a word for no in a condition, where every text counts as yes."""
    for name in {part.strip() for each in conditions for part in _JOINED.split(each)}:
        value = context.get(name)
        if isinstance(value, str) and value.strip().lower() in NO:
            message = f'{name} is the text "{value}", which counts as yes in a condition'
            fix = f'write FALSE, leave the cell empty, or compare: {name} == "yes"'
            problem = Problem(cell_of(cells or {}, name) or place, message, fix, "warning")
            problems.add_once(
                ("no", place, name), _piece_id(context) or str(problem.place), problem
            )


@lru_cache(maxsize=4096)
def _conditions(text: str) -> tuple[str, ...]:
    """The conditions of a text: the words between `if` and the end of the tag, or its `else`.

    A name that the text also prints is left out, because the condition only tests whether its value
    is empty.

    >>> _conditions("{% if rare %}a{% elif gold and big %}b{% endif %}{{ 'x' if tall else 'y' }}")
    ('rare', 'gold and big', 'tall')
    >>> _conditions("{% if title %}{{ title }}{% endif %}")
    ()
    """
    if len(text) > LONGEST_TEXT:
        return ()
    parts = _TAGS.split(text)
    inside = [(tag, part.rstrip("-+")) for tag, part in pairwise(parts) if tag in ("{{", "{%")]
    printed = {_IF.split(part, 1)[0].strip(" -+") for tag, part in inside if tag == "{{"}
    after_if = [_IF.split(part, 1)[1:] for _, part in inside]
    conditions = (_ELSE.split(rest[0], 1)[0].strip() for rest in after_if if rest)
    return tuple(each for each in conditions if each not in printed)


@lru_cache(maxsize=4096)
def _names_only(text: str) -> tuple[str, ...] | None:
    """Split a text whose only expressions are `{{ name }}` into words and names; else None.

    Most texts are that simple, and splitting takes a tenth of the time of jinja2.
    """
    parts = tuple(_SIMPLE.split(text))
    is_simple = all(map(is_plain, parts[::2])) and _CONSTANTS.isdisjoint(parts[1::2])
    return parts if is_simple else None


def is_mixed(text: Scalar) -> bool:
    """Whether a text has words around its `{{ … }}`, so that its value is a text.

    >>> is_mixed("not {{ n }}"), is_mixed("{{ not n }}"), is_mixed("not n")
    (True, False, False)
    """
    return isinstance(text, str) and _expression_in(text) is None


@lru_cache(maxsize=4096)
def _expression_in(text: str) -> str | None:
    """The expression of a text that contains nothing else, in `{{ … }}` or bare; otherwise None."""
    if is_plain(text):
        return text.strip()
    braced = re.fullmatch(r"\s*\{\{(.*)\}\}\s*", text, re.DOTALL)
    if braced and "{{" not in braced[1] and "}}" not in braced[1]:
        return braced[1].strip()
    return None


# ---- names that a text may use ---


def base_context(
    *,
    id: str,
    name: str,
    players: tuple[int, int],
    parameters: Mapping[str, Parameter],
    palette: Mapping[str, str],
    variant: str = "",
    language: str = "",
) -> Context:
    """The names for every text of a pack: the parameters, `palette`, `game` and `players`."""
    low, high = players
    context: Context = {key: parameter.value for key, parameter in parameters.items()}
    context["palette"] = palette
    context["players"] = str(low) if low == high else f"{low}–{high}"
    context["game"] = {
        "id": id,
        "name": name,
        "variant": variant,
        "language": language,
        "min_players": low,
        "max_players": high,
    }
    return context


def pack_context(pack: Pack) -> Context:
    """The `base_context` of a checked pack."""
    return base_context(
        id=pack.id,
        name=pack.name,
        players=pack.players,
        parameters=pack.parameters,
        palette=pack.palette,
        variant=pack.variant,
        language=pack.language,
    )


def row_context(base: Context, fields: Mapping[str, Scalar]) -> Context:
    """`base` with a row's fields, which take precedence; "Card name" is also `Card_name`."""
    context = {**base, **fields}
    for name in fields:
        if not name.isidentifier():
            context.setdefault(in_texts(name), fields[name])
    return context


def in_texts(column: str) -> str:
    """The name of a column as used in texts, where it must be a single word.

    >>> in_texts("Card name"), in_texts("2nd"), in_texts("cost")
    ('Card_name', '_2nd', 'cost')
    """
    name = re.sub(r"\W+", "_", column)
    return f"_{name}" if name[:1].isdigit() else name


def cell_of(cells: Mapping[str, Place], name: str) -> Place | None:
    """The place of the cell that has this name in texts; None if no cell has the name.

    >>> cell_of({"Card name": Place("cards.csv", 2, 1)}, "Card_name")
    Place(file='cards.csv', line=2, column=1)
    """
    if name in cells:
        return cells[name]
    return next((cells[column] for column in cells if in_texts(column) == name), None)


def with_piece(
    context: Context, id: str, name: str, count: int, component: Mapping[str, Any]
) -> Context:
    """Add `piece` (id, name, count) and `component` (id, title) to a context."""
    return {**context, "piece": {"id": id, "name": name, "count": count}, "component": component}


def context_of(pack: Pack, component: Component, row: Row, base: Context | None = None) -> Context:
    """All names for the texts of one piece; in loops, pass `pack_context(pack)` as `base`."""
    context = row_context(pack_context(pack) if base is None else base, row.fields)
    kind = {"id": component.id, "title": component.title}
    return with_piece(context, row.id, row.name, row.count, kind)


# ---- messages about faults ---


def _explain(
    fault: Exception,
    text: str,
    context: Mapping[str, Any],
    place: Place,
    problems: Problems,
    cells: Mapping[str, Place] | None = None,
    who: str = "",
) -> None:
    """Report an exception of jinja2 or of the limits as a problem of a text.

    If `who` names the piece, a fault of a cell is reported once, with the number of pieces.
    """
    from jinja2 import TemplateSyntaxError, UndefinedError
    from jinja2.exceptions import SecurityError

    quoted = " ".join(text.split())
    quoted = f'"{quoted}"' if len(quoted) <= 60 else f'"{quoted[:57]}…"'
    if isinstance(fault, UndefinedError) and (picked := _picked(str(fault), text, context)):
        name, field, keys = picked
        is_ = f'"{name}"' if name.strip() else "empty"
        message = f"{field} is {is_}, but the text {quoted} has no such key"
        problem = Problem(cell_of(cells or {}, field) or place, message, near(name, keys))
        if who:
            problems.add_once(("picked", place, text, name), who, problem)
        else:
            problems.add(problem)
    elif isinstance(fault, UndefinedError):
        message, fix = _unknown(str(fault), quoted, context, cells or {}, place)
        problems.error(place, message, spelling_fix(text, context) or fix)
    elif isinstance(fault, TemplateSyntaxError):
        fix = spelling_fix(text, context) or "check its {{ }}"
        problems.error(place, f"cannot read the text {quoted}: {_syntax(fault)}", fix)
    elif isinstance(fault, TooMuch):
        problems.error(place, f"the text {quoted} is not allowed: {fault}")
    elif isinstance(fault, SecurityError):
        problems.error(place, f"the text {quoted} is not allowed: {str(fault).rstrip('.')}")
    elif isinstance(fault, ZeroDivisionError):
        problems.error(place, f"the text {quoted} divides by zero")
    elif isinstance(fault, RecursionError):
        problems.error(place, f"the text {quoted} is not allowed: it is nested too deeply")
    else:
        if worded := _worded_cell(text, context, cells or {}):
            column, cell = worded
            value = one_line(say(context[in_texts(column)]))
            is_ = f'the cell is "{value}"' if value else "the cell is empty"
            row = f", row {who or _row_in(context, cells or {})}".removesuffix(", row ")
            problems.error(
                cell,
                f'column "{column}"{row}: {is_}, but the text {quoted} needs a number',
                f"write a number, or 0 for none; the text is at {place}",
            )
            return
        message = f"cannot compute the text {quoted}: {in_plain_words(fault)}"
        here = _values_of_names(text, context) if isinstance(fault, TypeError) else ""
        problems.error(place, message, here)


def one_line(text: str) -> str:
    """Shorten a text to one line for a message."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"


def _row_in(context: Mapping[str, Any], cells: Mapping[str, Place]) -> str:
    """The name of a row: the first of its cells that contains words."""
    held = (context.get(in_texts(column)) for column in cells)
    return one_line(next((cell for cell in held if isinstance(cell, str) and cell.strip()), ""))


def _worded_cell(
    text: str, context: Mapping[str, Any], cells: Mapping[str, Place]
) -> tuple[str, Place] | None:
    """The column and place of the only cell with a text that an expression computes with."""
    reckoned = {name for pair in _RECKONED.findall(text) for name in pair if name}
    worded = {
        (field, place)
        for field, place in cells.items()
        for name in (in_texts(field),)
        if name in reckoned and isinstance(context.get(name), str)
    }
    return worded.pop() if len(worded) == 1 else None


def _values_of_names(text: str, context: Mapping[str, Any]) -> str:
    """The values of the names in a text that failed, for the fix of a problem."""
    names = dict.fromkeys(re.findall(r"[A-Za-z_]\w*", text))
    plain = (name for name in names if isinstance(context.get(name), str | int | float))
    values = [f'{name} is "{say(context[name])}"' for name in plain][:3]
    return f"here {', '.join(values)}" if values else ""


def spelling_fix(text: str, context: Mapping[str, Any]) -> str:
    """The fix for a column name of several words, or for a character that only looks right; "" if
    the text has neither.
    """
    inside = " ".join(" ".join(_IN_BRACES.findall(text)).split()) or text
    columns = (name for name in context if isinstance(name, str) and not name.isidentifier())
    for name in sorted(columns, key=len, reverse=True):
        if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", inside, re.IGNORECASE):
            return f'the column "{name}" is written {in_texts(name)} in a text'
    signs = [
        f"{ours} instead of {' and '.join(met)}"
        for ours, theirs in _LIKE_OURS.items()
        if (met := [c for c in theirs if c in inside])
    ]
    return f"in {{{{ }}}} write {', '.join(signs)}" if signs else ""


def _syntax(fault: Any) -> str:
    return small(str(fault.message or fault).rstrip("."))


def _piece_id(context: Mapping[str, Any]) -> str:
    """The id of the piece to which these texts belong; "" for the texts of a pack."""
    piece, component = context.get("piece"), context.get("component")
    if isinstance(piece, Mapping) and isinstance(component, Mapping):
        return f"{component.get('id')}/{piece.get('id')}"
    return ""


def _picked(
    message: str, text: str, context: Mapping[str, Any]
) -> tuple[str, str, tuple[str, ...]] | None:
    """Explain a failed `group[field]`: the missing key, its field and the existing keys."""
    lacking = _MISSED.match(message)
    if lacking is None:
        return None
    name = lacking[1] if lacking[1] is not None else lacking[2]
    for group, written, field in _PICKED.findall(text):
        keys = ["".join(key) for key in _KEYS.findall(written)]
        names = keys or (context[group] if isinstance(context.get(group), Mapping) else ())
        if names and field in context and str(context[field]) == name:
            return name, field, tuple(map(str, names))
    return None


def _inside(name: str, quoted: str, context: Mapping[str, Any]) -> str:
    """The fix for an unknown name after a point."""
    groups = {key: value for key, value in context.items() if isinstance(value, Mapping)}
    holder = re.search(rf"(\w+)\.{re.escape(name)}\b", quoted)
    if holder and holder[1] in groups:
        return near(name, map(str, groups[holder[1]]))
    names = [f"{key}.{each}" for key, group in groups.items() for each in group]
    return near(f"{holder[1]}.{name}" if holder else name, names)


def no_column(
    name: str, context: Mapping[str, Any], cells: Mapping[str, Place], place: Place
) -> tuple[str, str] | None:
    """The message and fix for a name that is not a column of the row's table; None without a table.

    `place` is the place of the text: rows written in the same file do not come from a table.
    """
    files = {cell.file for cell in cells.values()} - {place.file}
    if len(files) != 1:
        return None
    file = files.pop()
    of_file = [column for column in cells if cells[column].file == file]
    names = sorted(each for each in context if isinstance(each, str) and each.isidentifier())
    close = closest(name, names)
    question = f'did you mean "{close}"? ' if close else ""
    listed = ", ".join(of_file[:25]) + (", …" if len(of_file) > 25 else "")
    fix = f"{question}its columns: {listed}"
    if any(_A_NUMBER.fullmatch(column) for column in of_file):
        fix += "; its first row looks like data: add a row with the column names above it"
    return f'{file} has no column "{name}"', fix


def unknown_name(
    name: str, context: Mapping[str, Any], cells: Mapping[str, Place]
) -> tuple[str, str]:
    """The message and fix for an unknown name in a template."""
    names = sorted(each for each in context if isinstance(each, str) and each.isidentifier())
    return no_column(name, context, cells, Place("game.yaml")) or (
        f'unknown name "{name}"',
        near(name, names),
    )


def _unknown(
    message: str, quoted: str, context: Mapping[str, Any], cells: Mapping[str, Place], place: Place
) -> tuple[str, str]:
    """The message and fix for an unknown name in a text."""

    match = re.match(r"'([^']*)' is undefined", message)
    inside = _LACKING.match(message)
    if match and (column_fault := no_column(match[1], context, cells, place)):
        return f"{column_fault[0]}, which the text {quoted} uses", column_fault[1]
    if match:
        names = sorted(name for name in context if isinstance(name, str) and name.isidentifier())
        return f'unknown name "{match[1]}" in the text {quoted}', near(match[1], names)
    if inside:
        return f'unknown name ".{inside[1]}" in the text {quoted}', _inside(
            inside[1], quoted, context
        )
    return f"cannot compute the text {quoted}: {in_plain_words(ValueError(message))}", ""
