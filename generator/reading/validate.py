"""Checks a game as written against the schema.

In: a tree of plain values. Out: the checked game, or all its faults at once, each with our message
and its place.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from keyword import iskeyword
from typing import Any

from pydantic import BaseModel, ValidationError

from generator.model.problems import Place, Problems, near
from generator.reading.fields import in_words
from generator.reading.schema import (
    FontFileSection,
    FontSection,
    GameSection,
    IconSetSection,
    SheetSection,
    StockSection,
    WorthSection,
)
from generator.reading.schema_components import (
    ArtSection,
    ComponentSection,
    CountSection,
    FaceSection,
    FileRows,
    OverrideSection,
    ShapeSection,
)
from generator.reading.schema_parameters import ParameterSection, TuneSection, VariantSection
from generator.reading.schema_play import (
    ActionSection,
    PlayCardsSection,
    PlaySection,
    ResourceSection,
    StepSection,
)
from generator.reading.schema_questions import AskSection
from generator.reading.schema_table import (
    FrontSection,
    HandSection,
    LaidSection,
    PileSection,
    SeatsSection,
    TableSection,
)
from generator.reading.values import Steps, Tree

_REST = re.compile(r"\d+ ?(?:mm|cm|in|pt)")  # matches the rest of a length after its decimal comma
MOST_FAULTS = 200  # maximum number of faults reported for one game
_ALONE = (
    "ask",
    "credits",
    "goals",
    "note",
    "sheet",
    "table",
    "turns_target",
    "worth",
)  # sections that no other part of the game uses
_OUTLINE = (  # keys for the outline of a component; its rows and faces can be read without them
    *("size", "shape", "landscape", "bleed", "back_bleed", "safe", "stock", "group", "sleeve"),
    *("tile_pages", "seams", "min_text", "columns"),
)


def validate(tree: Tree, problems: Problems) -> GameSection | None:
    """Return the checked game; every fault is added to `problems` with its place.

    If all faults are in parts that no other part uses, such as an outline or a goal, the result is
    the game without these parts, so that further faults can be found. After other faults the result
    is None.
    """
    try:
        return GameSection.model_validate(tree.value)
    except ValidationError as faults:
        errors = faults.errors(include_url=False)
        for fault in errors[:MOST_FAULTS]:
            _report(fault, tree, problems)
        if len(errors) > MOST_FAULTS:
            message = f"there are {len(errors) - MOST_FAULTS:,} more faults"
            problems.error(Place(tree.place(()).file), message, "correct those above first")
        return _without_faults(tree.value, [_path(fault) for fault in errors])


def _without_faults(value: Any, faulty: Sequence[Steps]) -> GameSection | None:
    """The game without its faulty parts; None if other parts depend on a faulty part.

    A component with a faulty outline gets the outline of a poker card.
    """
    game = {**value} if isinstance(value, Mapping) else {}
    for path in faulty:
        match path:
            case ("goals", _, *_) | ("variants", _, "parameters", _, *_):
                n = 2 if path[0] == "goals" else 4
                game = _without(game, path[:n])
            case ("components", _, "override", int(), "set", str(key), *_) if _is_a_field(key):
                as_it_is = f"{{{{ {key} if {key} is not none else '' }}}}"
                game = _changed(game, path[:6], 1 if key == "count" else as_it_is)
            case (str(key), *_) if key in _ALONE:
                game.pop(key, None)
            case ("components", str(id), str(key), *_) if key in _OUTLINE:
                parts = game["components"]
                kept = {k: v for k, v in parts[id].items() if k not in _OUTLINE}
                game["components"] = {**parts, id: {**kept, "size": "poker"}}
            case _:
                return None
    try:
        return GameSection.model_validate(game)
    except ValidationError:
        return None


def _is_a_field(key: str) -> bool:
    """Whether a text can refer to a row's field by this name.

    The id and the name of a row may be made from other fields.
    """
    return key.isidentifier() and not iskeyword(key) and key not in ("id", "name")


def _without(value: Any, path: Steps) -> Any:
    """A copy of a tree of values without the value at `path`."""
    here, *deeper = path
    if not isinstance(value, Mapping) or here not in value:
        return value
    if not deeper:
        return {key: kept for key, kept in value.items() if key != here}
    return {**value, here: _without(value[here], tuple(deeper))}


def _changed(value: Any, path: Steps, new: Any) -> Any:
    """A copy of a tree of values with `new` at `path`."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = _changed(value[path[0]], path[1:], new)
    return copy


def section_at(path: Steps) -> type[BaseModel] | None:
    """The model for the mapping at `path` of `game.yaml`; None if no model exists."""
    if path[:1] == ("variants",) and path[2:3] == ("table",):
        path = path[2:]
    match path:
        case ():
            return GameSection
        case ("sheet",):
            return SheetSection
        case ("sheet", "stock"):
            return StockSection
        case ("worth",):
            return WorthSection
        case ("parameters", _):
            return ParameterSection
        case ("parameters", _, "tune"):
            return TuneSection
        case ("variants", _):
            return VariantSection
        case ("fonts", *_, "regular" | "bold" | "italic" | "bolditalic"):
            return FontFileSection
        case ("fonts", _) | ("fonts", _, int()):
            return FontSection
        case ("icons",) | ("icons", int()):
            return IconSetSection
        case ("ask", int()):
            return AskSection
        case ("components", _):
            return ComponentSection
        case ("components", _, "shape"):
            return ShapeSection
        case ("components", _, "front" | "back"):
            return FaceSection
        case ("components", _, "front" | "back", "art"):
            return ArtSection
        case ("components", _, "count"):
            return CountSection
        case ("components", _, "override", _):
            return OverrideSection
        case ("components", _, "rows"):
            return FileRows
        case ("play",):
            return PlaySection
        case ("play", "cards", _):
            return PlayCardsSection
        case ("play", "resources", _):
            return ResourceSection
        case ("play", "actions", _):
            return ActionSection
        case ("play", "turn", int()):
            return StepSection
        case ("table",):
            return TableSection
        case ("table", "piles", _):
            return PileSection
        case ("table", "laid", int()):
            return LaidSection
        case ("table", "seats"):
            return SeatsSection
        case ("table", "seats", "hand"):
            return HandSection
        case ("table", "seats", "front", int()):
            return FrontSection
    return None


def _path(fault: Any) -> Steps:
    """The path of a pydantic error in the game."""
    return tuple(step for step in fault["loc"] if not str(step).startswith("|"))


def _report(fault: Any, tree: Tree, problems: Problems) -> None:
    path = _path(fault)
    kind: str = fault["type"]
    context: Mapping[str, Any] = fault.get("ctx", {})
    in_key = bool(path) and path[-1] == "[key]"
    if in_key:
        path = path[:-1]
    if kind == "missing":
        problems.error(tree.key(path[:-1]), f'the key "{path[-1]}" is missing', _example(path))
    elif kind == "extra_forbidden":
        keys = _known_keys(path[:-1], tree)
        problems.error(tree.key(path), f'unknown key "{path[-1]}"', near(str(path[-1]), keys))
    elif kind == "fault":
        place = tree.key(path) if in_key else tree.place(path)
        if isinstance(fault["input"], dict) and path and not in_key:
            place = tree.place((*path, context["key"])) if context.get("key") else tree.key(path)
        problems.error(place, context.get("said", fault["msg"]), context.get("fix", ""))
    else:
        problems.error(tree.place(path), *_plain(kind, fault["input"], context))


def _known_keys(path: Steps, tree: Tree) -> list[str]:
    model = section_at(path)
    if model is FileRows:
        return ["file", "folder", "product", "sheet", "url"]
    return sorted(keys_of(model)) if model else []


def keys_of(model: type[BaseModel]) -> list[str]:
    """The keys of a section as people write them, in order."""
    return [field.alias or name for name, field in model.model_fields.items()]


def _example(path: Steps) -> str:
    examples = {
        "protoplay": 'add "protoplay: 1"',
        "name": 'add "name: My Game"',
        "players": 'add "players: 2-4"',
        "value": 'add "value: 1"',
    }
    return examples.get(str(path[-1]), "add it") if path else ""


def _rejoined(values: Sequence[object]) -> list[str]:
    """Join the lengths of a list that were split at a decimal comma.

    >>> _rejoined([63, "5mm", "88mm"])
    ['63.5mm']
    """
    return [
        f"{whole}.{rest}"
        for whole, rest in pairwise(values)
        if isinstance(whole, int) and isinstance(rest, str) and _REST.fullmatch(rest)
    ]


def _plain(kind: str, value: object, context: Mapping[str, Any]) -> tuple[str, str]:
    """Reword pydantic's built-in errors: return a message and a fix."""
    if kind == "literal_error":
        words = re.findall(r"'([^']*)'", str(context.get("expected", "")))
        return f"unknown choice {in_words(value)}", near(str(value), words)
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        return f"expected keys and values, found {in_words(value)}", ""
    if kind in ("string_type",):
        return f"expected a text, found {in_words(value)}", "put it in quotes"
    if kind in ("bool_type", "bool_parsing"):
        return f"expected true or false, found {in_words(value)}", ""
    if kind in ("float_type", "int_type"):
        return f"expected a number, found {in_words(value)}", ""
    if kind in ("greater_than_equal", "less_than_equal"):
        word, bound = ("least", "ge") if "greater" in kind else ("most", "le")
        return f"expected a number of at {word} {context[bound]:g}, found {in_words(value)}", ""
    if kind in ("greater_than", "less_than"):
        word, bound = ("more", "gt") if kind == "greater_than" else ("less", "lt")
        return f"expected a number {word} than {context[bound]:g}, found {in_words(value)}", ""
    if kind in ("finite_number", "int_parsing_size"):
        return f"the number is too large: {in_words(value)}", "write a smaller one"
    if kind in ("list_type", "tuple_type"):
        return f"expected a list, found {in_words(value)}", 'write "[…]"'
    if kind in ("too_short", "too_long"):
        wanted = context.get("min_length", context.get("max_length"))
        n_found = len(value) if isinstance(value, list | tuple | dict | str) else 0
        entries = "entry" if wanted == 1 else "entries"
        number = "one" if wanted == 1 else f"{wanted}"
        fix = "" if n_found else f"write {number}, or remove the key"
        if isinstance(value, list) and (parted := _rejoined(value)):
            fix = f"write {' and '.join(parted)}, with a point"
        return f"expected {wanted} {entries}, found {n_found}", fix
    if kind in ("float_parsing", "int_parsing", "int_from_float"):
        return f"expected a {'whole ' * (kind[0] == 'i')}number, found {in_words(value)}", ""
    if kind in ("set_type", "frozen_set_type", "iterable_type"):
        return f"expected a list, found {in_words(value)}", 'write "[…]"'
    return f"{context.get('error', 'this value is not known here')}, found {in_words(value)}", ""
