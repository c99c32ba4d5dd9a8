"""Makes rules/JSON.md from the code: every value that `--json` writes for a study, key by key.

The comment after a field explains the key; the docstring of a class explains the value.
"""

import inspect
import io
import re
import tokenize
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from generator.model.measures import Measure
from generator.play.measures.aims import Aim
from generator.play.measures.results import Curve, Difference
from generator.play.measures.tally import Histogram
from generator.play.statistics.inference import Estimate
from generator.play.telling.tables import HIDDEN

PLAIN = {int: "number", float: "number", str: "text", bool: "true or false", type(None): "null"}
HISTOGRAM = {
    "values": "the values, in ascending order",
    "counts": "how often each value occurs",
    "grain": "the width of a value: 1, or more if values were grouped",
}

KEY = "text", "the measure's key, as a goal names it"
SHARE = "true or false", "whether it is a share, 0 to 1"
# Values that are written otherwise than by their fields: key, its type, what it is.
WRITTEN: dict[type, dict[str, tuple[str, str]]] = {
    Difference: {"measure": KEY, "is_share": SHARE},
    Curve: {"measure": KEY, "is_share": SHARE},
    Aim: {
        "goal": ("text", "the goal as it is written"),
        "name": KEY,
        "players": ("number", "the number of players for which it holds"),
        "low": ("number or null", "the lower bound; null: none"),
        "high": ("number or null", "the upper bound; null: none"),
        "is_share": SHARE,
        "ratio": ("object or null", "the sums that are divided by each other: `top` by `bottom`"),
        "span": ("list of numbers", "for a goal such as `turns in 20-40`: from, to"),
        "unit": ("text", "what the span counts: turns or rounds"),
    },
}
UNWRITTEN = {Difference: {"players"}}


def classes(roots: Mapping[str, type]) -> list[type]:
    """The classes of all values that these answers hold, each once, in the order they are met."""
    return list(dict.fromkeys(cls for root in roots.values() for cls in _reached(root, set())))


def page(classes: Sequence[type]) -> str:
    """The tables of these classes."""
    return "\n".join(_table(cls) for cls in classes)


def keys_of(cls: type) -> set[str]:
    """The keys that a value of a class has in JSON."""
    if cls is Histogram:
        return set(HISTOGRAM)
    if cls is Aim:
        return set(WRITTEN[Aim])
    own = {f.name for f in fields(cls) if f.name not in HIDDEN} | set(WRITTEN.get(cls, ()))
    own -= UNWRITTEN.get(cls, set())
    return own | ({"withheld"} if cls is Estimate else set())


def hints(cls: type) -> dict[str, Any]:
    """The types of the fields that are written."""
    every = get_type_hints(cls)
    own = {f.name for f in fields(cls)} & keys_of(cls) - set(WRITTEN.get(cls, ()))
    return {f.name: every[f.name] for f in fields(cls) if f.name in own}


def _reached(cls: type, seen: set[type]) -> Iterator[type]:
    """Return a class, then the classes of its fields, deeper ones later."""
    if cls in seen:
        return
    seen.add(cls)
    yield cls
    if cls is Histogram:
        return
    for hint in hints(cls).values():
        for inner in _classes_in(hint):
            yield from _reached(inner, seen)


def _classes_in(hint: Any) -> Iterator[type]:
    if is_dataclass(hint) and hint is not Measure:
        assert isinstance(hint, type)
        yield hint
    for argument in get_args(hint):
        yield from _classes_in(argument)


def _table(cls: type) -> str:
    remarks = HISTOGRAM if cls is Histogram else _remarks(cls)
    lines = [f"### {cls.__name__}", "", _first_sentence(cls), "", "| key | type | what it is |"]
    lines.append("|---|---|---|")
    if cls is Histogram:
        kinds = {"values": "list of numbers", "counts": "list of numbers", "grain": "number"}
    else:
        kinds = {name: _words(hint) for name, hint in hints(cls).items()}
    if cls is Estimate:
        kinds["withheld"] = "true or false"
        remarks["withheld"] = "whether there are too few games to show it"
    for name, (kind, remark) in WRITTEN.get(cls, {}).items():
        kinds[name], remarks[name] = kind, remark
    for name, kind in kinds.items():
        lines.append(f"| `{name}` | {kind} | {remarks.get(name, '')} |")
    return "\n".join([*lines, ""])


def _first_sentence(cls: type) -> str:
    text = inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0]
    return " ".join(text.split())


def _remarks(cls: type) -> dict[str, str]:
    """The comments on the fields of a class, which stand behind a field or above it."""
    remarks: dict[str, str] = {}
    name, above = "", ""
    for token in tokenize.generate_tokens(io.StringIO(inspect.getsource(cls)).readline):
        if token.type == tokenize.COMMENT:
            text = token.string.lstrip("# ")
            if token.line.lstrip().startswith("#"):
                above = f"{above} {text}".strip()
            elif name:
                remarks[name] = text
        elif (
            token.type == tokenize.OP
            and token.string == ":"
            and (match := re.match(r"\s{4}(\w+):", token.line))
        ):
            name = match[1]
            if above:
                remarks[name], above = above, ""
        elif token.type == tokenize.NAME and token.string in ("def", "class"):
            name, above = "", ""
    return {key: text.replace("|", "\\|") for key, text in remarks.items()}


def _words(hint: Any, many: bool = False) -> str:
    """A type in words: number, list of [Run](#run), text or null …"""
    if hint is Measure:
        return KEY[0]
    if hint in PLAIN:
        words = PLAIN[hint]
        return f"{words}s" if many and words in ("number", "text") else words
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        kinds = list(dict.fromkeys(_words(argument, many) for argument in arguments))
        return " or ".join(sorted(kinds, key=lambda kind: kind == "null"))
    if origin is Literal:
        return ", ".join(f'"{word}"' for word in arguments)
    if origin is tuple and len(arguments) > 1 and arguments[1] is not Ellipsis:
        return "list: " + ", ".join(_words(argument) for argument in arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"name → {_words(arguments[1])}"
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return f"list of {_words(arguments[0], many=True)}"
    return "value"
