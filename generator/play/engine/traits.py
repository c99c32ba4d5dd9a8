"""The names at the top of `rules.py` and of the files beside it, and their allowed values."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from generator.kit.defaults import SUPPLY_WORDS
from generator.model.problems import Place, Problems
from generator.play.engine.contract import MOST, TRAITS_NEEDED, names_defined
from generator.play.engine.places import place_in_pack

_EXAMPLES = {"SEATS": "SEATS = (2, 4)", "LONGEST": "LONGEST = 1000", "WIDEST": "WIDEST = 100"}


def check_names(path: Path, rules: ModuleType, beside: Mapping[str, ModuleType]) -> Problems:
    """Return the global names that are missing or have a wrong value."""
    problems = Problems()
    names = names_defined(rules, beside)
    for name, (is_right, wanted) in _WANTED.items():
        value = names.get(name)
        if value is None:
            if name in TRAITS_NEEDED and not (name == "WIDEST" and "MOVES" in names):
                fix = f"add a line like {_EXAMPLES[name]}"
                problems.error(Place(str(path), 1), f"{name} is missing", fix)
        elif not is_right(value) and not (name == "ENDS" and "why_over" in names):
            place = place_in_pack(path.parent, name)
            text = f"{name} is {short(value)}, expected {wanted}"
            problems.error(place, text, renamed(name) if name not in TRAITS_NEEDED else "")
    codes = getattr(names.get("MOVES"), "codes", 0)
    if "WIDEST" not in names and isinstance(codes, int) and codes > MOST:
        text = f"MOVES has {codes:,} different moves, and WIDEST is missing"
        fix = "give the most moves that are legal at once: WIDEST = 1000"
        problems.error(place_in_pack(path.parent, "MOVES"), text, fix)
    supplies = names.get("SUPPLIES")
    if isinstance(supplies, Mapping):
        for supply, whose in supplies.items():
            if whose not in SUPPLY_WORDS:
                text = f'SUPPLIES: {supply} is {whose!r}, expected "each" or "shared"'
                fix = 'add ", runs out" if it can run out: "shared, runs out"'
                problems.error(place_in_pack(path.parent, "SUPPLIES"), text, fix)
    return problems


def is_number(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and int(value) > 0


def is_real(value: Any) -> bool:
    is_number = isinstance(value, int | float | np.integer | np.floating)
    return is_number and bool(-1e15 <= value <= 1e15)


def _is_count(value: Any) -> bool:
    return is_number(value) and int(value) <= MOST


def _is_span(value: Any) -> bool:
    is_two = isinstance(value, tuple | list) and len(value) == 2 and all(map(is_number, value))
    return is_two and value[0] <= value[1]


def is_name(value: Any) -> bool:
    try:
        return text_of(value) is not None
    except (TypeError, ValueError):
        return False


def _are_names(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(map(is_name, value))


def _are_supplies(value: Any) -> bool:
    return _are_names(list(value) if isinstance(value, Mapping) else value)


def _are_words(value: Any) -> bool:
    is_said = isinstance(value, Mapping) and _are_names(list(value.values()))
    return is_said and _are_names(list(value))


def _is_seat(value: Any) -> bool:
    is_whole = isinstance(value, int | np.integer) and type(value) is not bool
    return is_whole and abs(int(value)) < 1000


def _are_teams(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        _is_seat(players)
        and isinstance(teams, tuple | list)
        and all(isinstance(team, tuple | list) for team in teams)
        and all(_is_seat(seat) for team in teams for seat in team)
        for players, teams in value.items()
    )


def _are_functions(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and _are_names(list(value))
        and all(map(callable, value.values()))
    )


def _are_measures(value: Any) -> bool:
    if isinstance(value, Mapping):
        return _are_names(list(value.values())) and _are_measures(list(value))
    return _are_names(value) and len({*map(str.casefold, value)}) == len(value)


# Name → check of its value, and a description of the expected value.
_WANTED: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "SEATS": (_is_span, "the fewest and the most players, as (2, 4)"),
    "LONGEST": (_is_count, f"a whole number from 1 to {MOST:,}"),
    "WIDEST": (_is_count, f"a whole number from 1 to {MOST:,}"),
    "HIDDEN": (lambda value: isinstance(value, bool | int), "True or False"),
    "CHANCE": (lambda value: isinstance(value, bool | int), "True or False"),
    "COOPERATIVE": (lambda value: isinstance(value, bool | int), "True or False"),
    "TEAMS": (_are_teams, "each team's seats by number of players, as {4: ((0, 2), (1, 3))}"),
    "MOVES": (lambda value: hasattr(value, "described"), "a table of moves from verbs(…)"),
    "KINDS": (_are_names, 'names, as ("drive", "peek")'),
    "SECRET": (_are_words, 'kinds of move and how long each stays secret, as {"keep": "turn"}'),
    "SUPPLIES": (_are_supplies, 'names, as {"tracks": "each"} or ("tracks",)'),
    "ENDS": (_are_names, 'words, as ("", "sold_out")'),
    "PERSONAS": (_are_functions, 'rules by name, as {"bold": bold}'),
    "AGENTS": (_are_functions, 'rules by name, as {"clever": clever}'),
    "SEARCH": (lambda value: isinstance(value, Mapping), 'options by name, as {"depth": 8}'),
    "MAP": (is_name, "the name of a component"),
    "COLOURS": (_are_names, 'colours of the palette, as ("red", "blue")'),
    "SAID": (_are_words, 'words by name, as {"done": "end the turn"}'),
    "MEASURES": (
        _are_measures,
        'names, each once, as ("guesses that hit",) or {"seat swaps": "who wins"}',
    ),
}


def renamed(name: str) -> str:
    """Return the hint for a name that protoplay reserves but the pack uses for something else."""
    own = f"MY_{name}" if name.isupper() else f"my_{name}"
    return f"protoplay reads {name} itself; if you mean something else, call it {own}"


def text_of(value: Any) -> str:
    """Return a text as Python's own type, whatever subclass a pack uses.

    Raises `TypeError` if the value is not a text, and `ValueError` if it contains half of a
    surrogate pair, which cannot be encoded.
    """
    text = str.__str__(value)
    if not text.isascii():
        text.encode()
    return text


def short(value: Any) -> str:
    """Return a value formatted for a message."""
    try:
        text = text_of(repr(value))
    # the value has one of the pack's own types, or is a number with thousands of digits
    except Exception:
        return f"a value that cannot be displayed, of type {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:79]}…"
