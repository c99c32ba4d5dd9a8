"""Checks of the functions and records of a pack's rules."""

import inspect
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from generator.kit.defaults import NEEDS
from generator.model.measures import OWN_TOPICS, Phrase, phrase_of, spelt
from generator.model.problems import Place, Problems, near
from generator.play.engine.contract import (
    PARAMETERS,
    PEOPLE_NEEDED,
    POLICY,
    RULES_NEEDED,
    RULES_OPTIONAL,
    SEARCH_OPTIONS,
    SEARCH_WORDS,
    UNTIL,
    Book,
)
from generator.play.engine.digests import CallsItself, reached
from generator.play.engine.kinds import NAMES
from generator.play.engine.lost_values import lost_in
from generator.play.engine.places import Rule, line_of
from generator.play.engine.static_checks import input_call_in, misuses_in
from generator.play.engine.traits import is_name, is_number, is_real, renamed, short
from generator.system.isolation import parameters_of


def check_contract(book: Book) -> Problems:
    """Return the names that the modules lack, and their faulty functions."""
    problems = Problems()
    for name, parameters in PARAMETERS.items():
        if book.has(name):
            _check_function(problems, book, name, book.get(name), parameters)
        elif name in RULES_NEEDED or name in PEOPLE_NEEDED:
            fix = f"write def {name}({', '.join(parameters)})"
            problems.error(Place(str(book.path), 1), f"the function {name} is missing", fix)
    for trait, parameters in (("PERSONAS", RULES_OPTIONAL["value"]), ("AGENTS", POLICY)):
        for function in book.get(trait, {}).values():
            called = getattr(function, "__name__", trait)
            _check_function(problems, book, called, function, parameters)
    _check_agents(problems, book)
    _check_measures(problems, book)
    _check_pairs(problems, book)
    _check_secret(problems, book)
    _check_teams(problems, book)
    _check_search(problems, book)
    if not problems.errors:
        _check_calls(problems, book)
    return problems


def _check_search(problems: Problems, book: Book) -> None:
    """Report unknown options of SEARCH, and values that are outside their range at any budget."""
    place = book.place_of("SEARCH")
    for name, value in book.get("SEARCH", {}).items():
        if name not in SEARCH_OPTIONS and name not in SEARCH_WORDS:
            options = ", ".join(sorted({*SEARCH_OPTIONS, *SEARCH_WORDS}))
            problems.error(
                place, f"SEARCH has an unknown option {short(name)}", f"known: {options}"
            )
            continue
        is_right, wanted = (is_name, "a word") if name in SEARCH_WORDS else (is_real, "a number")
        by_budget = value if isinstance(value, Mapping) else {1: value}
        if not by_budget or not all(map(is_number, by_budget)):
            text = f"SEARCH: {name} is {short(value)}, expected a value for each budget"
            problems.error(place, text, 'write "sample": {200: 4, 800: 16}')
        for setting in by_budget.values():
            if not is_right(setting):
                problems.error(place, f"SEARCH: {name} is {short(setting)}, expected {wanted}")


def _check_function(
    problems: Problems, book: Book, name: str, function: Any, parameters: tuple[str, ...]
) -> None:
    wanted = f"def {name}({', '.join(parameters)})"
    if not inspect.isfunction(function):
        fix = f"write {wanted}; {renamed(name)}"
        problems.error(book.place_of(name), f"{name} is not a function", fix)
        return
    own_parameters = tuple(parameters_of(function))
    pairs = zip(parameters, own_parameters, strict=False)
    strayed = [p for p, own in pairs if p != own and p in own_parameters]
    if len(own_parameters) != len(parameters) or strayed:
        text = f"{name} takes ({', '.join(own_parameters)}), expected ({', '.join(parameters)})"
        is_needed = name in RULES_NEEDED or name in PEOPLE_NEEDED
        fix = f"write {wanted}" if is_needed else f"write {wanted}; {renamed(name)}"
        problems.error(book.place_of(name, function), text, fix)


def _check_agents(problems: Problems, book: Book) -> None:
    """Report names that `--agents` could not read, such as names with commas or colons."""
    taken = dict.fromkeys(NAMES, "an agent of every game")
    for trait in ("PERSONAS", "AGENTS"):
        for name in book.get(trait, {}):
            text = f"{trait}: {short(name)} is {taken[name]} already" if name in taken else ""
            if not name.strip() or name != name.strip() or set(name) & set(",:"):
                text = f"{trait}: no agent can be called {short(name)}"
            if text:
                fix = 'use letters, digits and spaces between words, as "clever player"'
                problems.error(book.place_of(trait), text, fix)
            taken[name] = f"one of {trait}"


def _check_measures(problems: Problems, book: Book) -> None:
    """Report a measure with the name of one of protoplay's own measures, or with an unknown
    topic.
    """
    measures = book.get("MEASURES", ())
    for name, topic in measures.items() if isinstance(measures, Mapping) else ():
        if topic not in OWN_TOPICS:
            topics = " or ".join(json.dumps(each) for each in OWN_TOPICS)
            text = f"MEASURES: {name} is of {topic!r}, expected {topics}"
            problems.error(book.place_of("MEASURES"), text, near(topic, list(OWN_TOPICS)))
    for name in measures:
        if Phrase(spelt(phrase_of(name.casefold()).key)).is_of_every_game:
            text = f"MEASURES names {short(name)}, which protoplay measures in every game"
            problems.error(book.place_of("MEASURES"), text, "give it another name")


def _check_pairs(problems: Problems, book: Book) -> None:
    """Report names that need each other if one of them is missing."""
    if book.get("HIDDEN", False) and not book.has("hide"):
        text = "HIDDEN is set but the function hide is missing"
        problems.error(book.place_of("HIDDEN"), text, "write def hide(tables, state, seat, rng)")
    for trait, name in (("KINDS", "kind"), ("SUPPLIES", "stock"), ("MEASURES", "measure")):
        if bool(book.get(trait, ())) != book.has(name):
            text = f"{trait} and {name}() belong together"
            place = book.place_of(trait if book.get(trait, ()) else name)
            there = trait if book.get(trait, ()) else name
            fix = f"write both or neither of {trait}, {name}; {renamed(there)}"
            problems.error(place, text, fix)
    for name in ("piece", "space"):
        if book.has(name) and not book.has(f"{name}s"):
            text = f"{name}() needs the function {name}s"
            problems.error(book.place_of(name), text, f"write def {name}s(pack)")


def _check_secret(problems: Problems, book: Book) -> None:
    """Report faults in SECRET, the moves that other seats do not see."""
    kinds = {*getattr(book.get("MOVES"), "names", ()), *book.get("KINDS", ())}
    secret, place = book.get("SECRET", {}), book.place_of("SECRET")
    for name, until in secret.items():
        if name not in kinds:
            text = f"SECRET names {name!r}, which is neither a verb in MOVES nor one of KINDS"
            problems.error(place, text, near(name, kinds))
        if until not in UNTIL:
            text = f'SECRET: {name} is {until!r}, expected "turn", "round" or "game"'
            problems.error(place, text, near(until, UNTIL))
        elif UNTIL[until] and not book.has(UNTIL[until]):
            text = f"SECRET: {name} is secret until the {until} ends, but nothing counts {until}s"
            problems.error(place, text, f"write def {UNTIL[until]}(tables, state)")
    if secret and not (book.get("HIDDEN", False) and book.has("hide")):
        text = "SECRET is set but HIDDEN is not, so bots see what was chosen"
        problems.error(place, text, "write HIDDEN = True and hide()")


def _check_teams(problems: Problems, book: Book) -> None:
    """Report teams that leave a seat out, contain a seat twice, or have no opponent."""
    place, (low, high) = book.place_of("TEAMS"), book.get("SEATS")
    for players, teams in book.get("TEAMS", {}).items():
        text, fix = f"{players} players, but SEATS is ({low}, {high})", "remove it"
        if low <= players <= high:
            text, fix = _odd_teams(players, teams)
        if not text and book.get("COOPERATIVE", False):
            text, fix = (
                "COOPERATIVE is set, so players do not compete",
                "remove one of the two",
            )
        if text:
            problems.error(place, f"TEAMS: {text}", fix)


def _odd_teams(players: int, teams: Sequence[Sequence[int]]) -> tuple[str, str]:
    """Return the fault in the teams of `players` players and the fix; "" twice without a fault."""
    seats = sorted(seat for team in teams for seat in team)
    twice = next((seat for seat, after in pairwise(seats) if seat == after), None)
    out = sorted(set(range(players)) - set(seats))
    beyond = sorted(set(seats) - set(range(players)))
    fix = "seats count from 0; every seat is in one team"
    if not all(teams):
        return f"a team of {players} players is empty", "remove it"
    if players == 1 or not teams:
        return f"{players} players have nobody to play against", "remove it"
    if beyond:
        return f"seat {beyond[0]} does not exist among {players} players".replace("-", "−"), fix
    if twice is not None:
        return f"seat {twice} is in two teams of {players} players", fix
    if out:
        return f"seat {out[0]} is in no team of {players} players", fix
    if len(teams) < 2:
        return (
            f"{players} players need at least two teams",
            "for a single team write COOPERATIVE = True",
        )
    return "", ""


def _check_calls(problems: Problems, book: Book) -> None:
    """Report recursion in the rules, and everything they use that rules may not use."""
    looked_at: set[Rule] = set()
    for name, function in book.rules_written().items():
        try:
            every = reached(function)
        except CallsItself as fault:
            # recursive rules cannot be compiled, and might never end
            if not looked_at & set(fault.chain):
                looked_at |= set(fault.chain)
                text = f"{fault}: a rule must not call itself, reached from {name}()"
                problems.error(
                    line_of(fault.chain[0]), text, "use a loop, with an array as a stack"
                )
            continue
        for each in [*every, function]:
            if each not in looked_at and Path(each.__code__.co_filename).parent == book.path.parent:
                looked_at.add(each)
                for place, text, fix in (
                    *misuses_in(each),
                    *_shared_by_calls(each),
                    *lost_in(each),
                ):
                    problems.error(place, text, fix)
    for value in _called_by_name(book):
        input_place = input_call_in(value) if value not in looked_at else None
        if input_place is not None:
            text = f"{value.__name__}() uses input(), but nobody can answer while games are played"
            problems.error(input_place, text, "take it from a parameter of game.yaml")


def _called_by_name(book: Book) -> list[FunctionType]:
    """Return the functions that the engine calls by name, and the pack's functions that
    they name.
    """
    values = map(book.get, filter(book.has, PARAMETERS))
    functions = [value for value in values if isinstance(value, FunctionType)]
    for function in functions:
        for each in map(function.__globals__.get, function.__code__.co_names):
            if not isinstance(each, FunctionType) or each in functions:
                continue
            if Path(each.__code__.co_filename).parent == book.path.parent:
                functions.append(each)
    return functions


def _shared_by_calls(function: Rule) -> Iterator[tuple[Place, str, str]]:
    """Yield parameters with a mutable default, which all calls would share."""
    for name, parameter in parameters_of(function).items():
        if isinstance(parameter.default, list | dict | set):
            kind = type(parameter.default).__name__
            text = f"{function.__name__}() has a {kind} as a default, {parameter}"
            yield line_of(function), text, f"remove the default: {name}"


def check_records(book: Book, players: int, tables: Any, state: Any) -> Problems:
    """Report parts of the records from `setup` that the engine, or a default of the kit, cannot
    use.
    """
    problems = Problems()
    for name, records in (("tables", tables), ("state", state)):
        if not isinstance(records, np.record):
            text = f"setup() returned {type(records).__name__} as {name}, expected a record"
            problems.error(book.place_of("setup"), text, "build it with record(name=value, …)")
    if problems.errors:
        return problems
    for name, fields in NEEDS.items():
        for field in () if book.writes(name) else fields:
            length = players if field == "points" else 0
            fix = f"write def {name}({', '.join(RULES_NEEDED[name])})"
            place, why = book.place_of("setup"), f"the function {name} is missing, and "
            _check_field(problems, place, state, field, length, why, fix)
    supplies = book.get("SUPPLIES")
    if isinstance(supplies, Mapping) and not book.writes("stock"):
        for field, whose in supplies.items():
            length = players if whose.startswith("each") else 0
            fix = "write def stock(tables, state, out)"
            place, why = book.place_of("SUPPLIES"), f"SUPPLIES: {field} is {whose!r}, but "
            _check_field(problems, place, state, field, length, why, fix)
    if book.has("ENDS") and not book.writes("why_over"):
        fix = "write def why_over(tables, state)"
        _check_field(
            problems, book.place_of("ENDS"), state, "over", 0, "ENDS needs state.over, but ", fix
        )
    return problems


def _check_field(
    problems: Problems, place: Place, state: Any, field: str, length: int, why: str, fix: str
) -> None:
    """Report a field of the state that is not one number, or a row of at least `length`."""
    if field not in state.dtype.names:
        problems.error(place, f"{why}the state has no {field!r}", fix)
        return
    shape = state.dtype[field].shape
    if length == 0 and shape != ():
        problems.error(place, f"{why}state.{field} is an array", fix)
    if length > 0 and (len(shape) != 1 or shape[0] < length):
        size = f"{shape[0]} elements" if len(shape) == 1 else "no such row"
        problems.error(place, f"{why}state.{field} has {size} for {length} players", fix)
