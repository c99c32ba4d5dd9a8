"""What `rules.py` and the files beside it must and may hold, and what is wrong in those given."""

import ast
import difflib
import inspect
import json
import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from generator.kit.defaults import NEEDS, SUPPLY_WORDS, left_out
from generator.model.measures import OWN_TOPICS, Phrase, phrase_of, spelt
from generator.model.pack import Pack
from generator.model.problems import Place, Problem, Problems, near
from generator.play.engine.digests import CallsItself, reached
from generator.play.engine.lost_values import lost_in
from generator.play.engine.static_checks import asking_in, unfit_in
from generator.system.isolation import parameters_of

Rule = Callable[..., Any]

RULES_FILE = "rules.py"
# What may stand in a file beside it instead: what the bots go by, and what lies on the table.
BESIDE: Mapping[str, tuple[str, ...]] = {
    "bots.py": ("value", "consider", "PERSONAS", "AGENTS", "SEARCH"),
    "table.py": ("spaces", "lay", "show", "name_move"),
}
FILES = (RULES_FILE, *BESIDE)

# Name → parameters. Rules run in both modes, people's functions only as Python.
RULES_NEEDED: Mapping[str, tuple[str, ...]] = {
    "deal": ("tables", "state", "rng"),
    "turn": ("tables", "state"),
    "moves": ("tables", "state", "out"),
    "play": ("tables", "state", "move", "rng"),
    "score": ("tables", "state", "out"),
}
RULES_OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "tie_break": ("tables", "state", "out"),
    "hide": ("tables", "state", "seat", "rng"),
    "value": ("tables", "state", "seat"),
    "stock": ("tables", "state", "out"),
    "kind": ("tables", "state", "move"),
    "piece": ("tables", "state", "move"),
    "space": ("tables", "state", "move"),
    "pick": ("tables", "state", "rng"),
    "consider": ("tables", "state", "out", "n", "rng"),
}
POLICY = ("tables", "state", "out", "n", "rng")  # what each of AGENTS takes
PEOPLE_NEEDED: Mapping[str, tuple[str, ...]] = {
    "setup": ("pack", "players"),
    "describe": ("tables", "state", "move"),
}
PEOPLE_OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "pieces": ("pack",),
    "spaces": ("pack",),
    "opening": ("tables", "state"),
    "chance": ("tables", "before", "move", "after"),
    "why_over": ("tables", "state"),
    "show": ("tables", "state"),
    "name_move": ("tables", "state", "move"),
    "lay": ("tables", "state", "seat"),
    "measure": ("tables", "state", "out"),
    "round_of": ("tables", "state"),
    "turn_of": ("tables", "state"),
}
_PARAMETERS = {**RULES_NEEDED, **RULES_OPTIONAL, **PEOPLE_NEEDED, **PEOPLE_OPTIONAL}
MOST = 1_000_000  # that LONGEST and WIDEST may be: every thread keeps so many moves
# Until when a move of SECRET is one → the function that counts it.
UNTIL: Mapping[str, str] = {"turn": "turn_of", "round": "round_of", "game": ""}
SLIP = 0.75  # how alike two names are when one may be a slip for the other, from 0 to 1
TRAITS_NEEDED = ("SEATS", "LONGEST", "WIDEST")
TRAITS_OPTIONAL = (
    *("HIDDEN", "CHANCE", "COOPERATIVE", "TEAMS", "MOVES", "KINDS", "SECRET", "SUPPLIES"),
    *("ENDS", "PERSONAS", "AGENTS", "SEARCH", "MAP", "SAID", "MEASURES"),
)

SEARCH_OPTIONS: Mapping[str, float] = {
    "c": 0.7,
    "depth": -1.0,
    "urgency": -1.0,
    "reuse": 1.0,
    "solve": 1.0,
    "order": 0.0,
    "plies": -1.0,
    "widen": 0.0,
    "horizon": 0.0,
    "sample": 0.0,
    "price": 1.0,
}
SEARCH_WORDS = ("reward", "rollout", "value")
EVERYWHERE = ("random", "greedy", "mcts", "flat")  # agents that every game has

_EXAMPLES = {"SEATS": "SEATS = (2, 4)", "LONGEST": "LONGEST = 1000", "WIDEST": "WIDEST = 100"}

# What the kit puts in is told of where the rules say what it goes by.
_STANDS_IN = {
    "deal": "setup", "turn": "play", "score": "play", "kind": "MOVES", "describe": "MOVES",
    "stock": "SUPPLIES", "why_over": "ENDS", "space": "spaces",
}  # fmt: skip


class Book:
    """The modules of a pack's rules, read as one, with what the kit puts in for them.

    The names at their top are sound, as `check_names` found.
    """

    def __init__(self, path: Path, rules: ModuleType, beside: Mapping[str, ModuleType]) -> None:
        self.path = path
        self.rules = rules
        self.beside = beside
        self._written = _written(rules, beside)
        self._names = {**left_out(_given(vars(rules))), **self._written}

    def writes(self, name: str) -> bool:
        """Whether the pack itself gives the name a meaning, and not the kit."""
        return name in self._written

    def get(self, name: str, otherwise: Any = None) -> Any:
        """What a name stands for, in `rules.py` or, where that may be, in a file beside it."""
        return self._names.get(name, otherwise)

    def has(self, name: str) -> bool:
        """Whether the name stands for anything."""
        return self.get(name) is not None

    def rules_written(self) -> dict[str, Rule]:
        """Every function that runs during a game, by what it is called in messages."""
        counts = {UNTIL[until] for until in self.get("SECRET", {}).values()} - {""}
        names = (*RULES_NEEDED, *RULES_OPTIONAL, *sorted(counts))
        found = {n: self.get(n) for n in names if self.has(n)}
        return {**found, **self.get("PERSONAS", {}), **self.get("AGENTS", {})}

    def place_of(self, name: str, function: Any = None) -> Place:
        """Where a function stands; where the kit put it in, what it goes by."""
        code = getattr(function, "__code__", None)
        if code is not None and Path(code.co_filename).parent == self.path.parent:
            return line_of(function)
        return stand_in_place(self.path.parent, name)


def is_search(spec: str) -> bool:
    """Whether an agent searches."""
    return spec.partition(":")[0] in ("mcts", "flat")


def is_by_clock(spec: str) -> bool:
    """Whether an agent thinks for a time, and so does not play the same game twice.

    >>> is_by_clock("mcts:5ms:c=1"), is_by_clock("mcts:200"), is_by_clock("random")
    (True, False, False)
    """
    return is_search(spec) and spec.partition(":")[2].partition(":")[0].endswith("ms")


def _written(rules: ModuleType, beside: Mapping[str, ModuleType]) -> dict[str, Any]:
    """All names of the files that mean anything, traits in Python's own kinds."""
    names = {**_given(vars(rules)), **_own(beside)}
    traits = names.keys() & {*TRAITS_NEEDED, *TRAITS_OPTIONAL} - {"MOVES"}
    return {**names, **{name: _plainly(names[name]) for name in traits}}


def _plainly(value: Any, depth: int = 4) -> Any:
    """A trait with its texts, numbers, lists and dicts as Python's own."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return int.__int__(value)
    if depth and isinstance(value, Mapping):
        return {_plainly(key, 1): _plainly(each, depth - 1) for key, each in value.items()}
    if depth and isinstance(value, tuple | list):
        return tuple(_plainly(each, depth - 1) for each in value)
    return value


def _own(beside: Mapping[str, ModuleType]) -> dict[str, Any]:
    """What the files beside the rules put in their place."""
    found = {}
    for file, module in beside.items():
        given = _given(vars(module))
        found.update({name: given[name] for name in BESIDE[file] if name in given})
    return found


def _given(names: Mapping[str, Any]) -> dict[str, Any]:
    """The names that mean anything: one that is None is left out."""
    return {name: value for name, value in names.items() if value is not None}


# --------------------------------------------------------------------------- places


def line_of(function: Rule) -> Place:
    """Where a function is defined: the line of its `def`."""
    code: Any = function.__code__
    lines, first = inspect.getsourcelines(function)
    before = next((i for i, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    return Place(code.co_filename, first + before)


def loop_of(code: CodeType, line: int = 0) -> Place | None:
    """The `while` that a call may hang in: the innermost around a line, or the function's only one.

    `None` where there is no such loop, or where without a line there are several.
    """
    lines, first = inspect.getsourcelines(code)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.While)]
    shift = first - 1
    if line:
        around = [n for n in loops if n.lineno <= line - shift <= (n.end_lineno or n.lineno)]
        loops = around[-1:]  # walked from the outside in
    return Place(code.co_filename, loops[0].lineno + shift) if len(loops) == 1 else None


def stand_in_place(folder: Path, name: str) -> Place:
    """Where the rules say what the kit goes by, putting in a function they leave out."""
    return place_in_pack(folder, _STANDS_IN.get(name, name))


def place_in_pack(folder: Path, name: str) -> Place:
    """Where a name is given its meaning at the top of the pack's files; else their first line."""
    for file in (folder / name for name in FILES):
        if file.is_file() and (line := _tops(file.read_bytes()).get(name)):
            return Place(str(file), line)
    return Place(str(folder / RULES_FILE), 1)


@lru_cache(maxsize=16)
def _tops(source: bytes) -> dict[str, int]:
    """Each name that is given a meaning at the top of a file, and the first line that does."""
    lines: dict[str, int] = {}
    for node in ast.parse(source).body:
        for name in _given_by(node):
            lines.setdefault(name, node.lineno)
    return lines


def _given_by(node: ast.stmt) -> set[str]:
    """The names that a statement gives a meaning to."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names}
    return {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }


# --------------------------------------------------------------------------- names at the top


def check_names(path: Path, rules: ModuleType, beside: Mapping[str, ModuleType]) -> Problems:
    """What at the top of the files is not of the kind it must be."""
    problems = Problems()
    names = _written(rules, beside)
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
        fix = "say how many are legal at once, at most: WIDEST = 1000"
        problems.error(place_in_pack(path.parent, "MOVES"), text, fix)
    supplies = names.get("SUPPLIES")
    if isinstance(supplies, Mapping):
        for supply, whose in supplies.items():
            if whose not in SUPPLY_WORDS:
                text = f'SUPPLIES: {supply} is {whose!r}, expected "each" or "shared"'
                fix = 'add ", runs out" where it is meant to: "shared, runs out"'
                problems.error(place_in_pack(path.parent, "SUPPLIES"), text, fix)
    return problems


def _is_number(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and int(value) > 0


def _is_real(value: Any) -> bool:
    is_number = isinstance(value, int | float | np.integer | np.floating)
    return is_number and bool(-1e15 <= value <= 1e15)


def _is_count(value: Any) -> bool:
    return _is_number(value) and int(value) <= MOST


def _is_span(value: Any) -> bool:
    is_two = isinstance(value, tuple | list) and len(value) == 2 and all(map(_is_number, value))
    return is_two and value[0] <= value[1]


def _is_name(value: Any) -> bool:
    try:
        return text_of(value) is not None
    except (TypeError, ValueError):
        return False


def _are_names(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(map(_is_name, value))


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


# Name → whether its value is right, and what is expected.
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
    "SECRET": (_are_words, 'kinds of move, each until when, as {"keep": "turn"}'),
    "SUPPLIES": (_are_supplies, 'names, as {"tracks": "each"} or ("tracks",)'),
    "ENDS": (_are_names, 'words, as ("", "sold_out")'),
    "PERSONAS": (_are_functions, 'rules by name, as {"bold": bold}'),
    "AGENTS": (_are_functions, 'rules by name, as {"clever": clever}'),
    "SEARCH": (lambda value: isinstance(value, Mapping), 'options by name, as {"depth": 8}'),
    "MAP": (_is_name, "the name of a component"),
    "SAID": (_are_words, 'words by name, as {"done": "end the turn"}'),
    "MEASURES": (
        _are_measures,
        'names, each once, as ("guesses that hit",) or {"seat swaps": "who wins"}',
    ),
}


def renamed(name: str) -> str:
    """The way out for somebody who gave a name of the rules a meaning of their own."""
    own = f"MY_{name}" if name.isupper() else f"my_{name}"
    return f"protoplay reads {name} itself: if you mean something else by it, call it {own}"


def text_of(value: Any) -> str:
    """A text as Python's own kind, whatever that of a pack says of itself.

    Raises `TypeError` where it is none, `ValueError` where it holds half a character, which
    cannot be written down.
    """
    text = str.__str__(value)
    if not text.isascii():
        text.encode()
    return text


def short(value: Any) -> str:
    """What a function gave, as a message shows it."""
    try:
        text = text_of(repr(value))
    except Exception:  # one of the pack's own kinds, or a number of thousands of digits
        return f"what cannot be shown, of type {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:79]}…"


# --------------------------------------------------------------------------- functions


def check_contract(book: Book) -> Problems:
    """What the modules lack, and what in their functions cannot be."""
    problems = Problems()
    for name, parameters in _PARAMETERS.items():
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
    """Options that no search has, and what cannot be their value, at any budget."""
    place = book.place_of("SEARCH")
    for name, value in book.get("SEARCH", {}).items():
        if name not in SEARCH_OPTIONS and name not in SEARCH_WORDS:
            known = ", ".join(sorted({*SEARCH_OPTIONS, *SEARCH_WORDS}))
            problems.error(place, f"SEARCH has an unknown option {short(name)}", f"known: {known}")
            continue
        is_right, wanted = (_is_name, "a word") if name in SEARCH_WORDS else (_is_real, "a number")
        by_budget = value if isinstance(value, Mapping) else {1: value}
        if not by_budget or not all(map(_is_number, by_budget)):
            text = f"SEARCH: {name} is {short(value)}, expected budgets from which its values hold"
            problems.error(place, text, 'write them so: "sample": {200: 4, 800: 16}')
        for found in by_budget.values():
            if not is_right(found):
                problems.error(place, f"SEARCH: {name} is {short(found)}, expected {wanted}")


def _check_function(
    problems: Problems, book: Book, name: str, function: Any, parameters: tuple[str, ...]
) -> None:
    wanted = f"def {name}({', '.join(parameters)})"
    if not inspect.isfunction(function):
        fix = f"write {wanted}; {renamed(name)}"
        problems.error(book.place_of(name), f"{name} is not a function", fix)
        return
    found = tuple(parameters_of(function))
    strayed = [p for p, own in zip(parameters, found, strict=False) if p != own and p in found]
    if len(found) != len(parameters) or strayed:
        text = f"{name} takes ({', '.join(found)}), expected ({', '.join(parameters)})"
        is_needed = name in RULES_NEEDED or name in PEOPLE_NEEDED
        fix = f"write {wanted}" if is_needed else f"write {wanted}; {renamed(name)}"
        problems.error(book.place_of(name, function), text, fix)


def _check_agents(problems: Problems, book: Book) -> None:
    """Players that `--agents`, parted by commas and their options by colons, would not find."""
    taken = dict.fromkeys(EVERYWHERE, "an agent of every game")
    for trait in ("PERSONAS", "AGENTS"):
        for name in book.get(trait, {}):
            text = f"{trait}: {short(name)} is {taken[name]} already" if name in taken else ""
            if not name.strip() or name != name.strip() or set(name) & set(",:"):
                text = f"{trait}: no agent can be called {short(name)}"
            if text:
                fix = 'another name, as "clever": letters, digits and blanks within'
                problems.error(book.place_of(trait), text, fix)
            taken[name] = f"one of {trait}"


def _check_measures(problems: Problems, book: Book) -> None:
    """Figures that have the name of one which is measured of every game, or an unknown topic."""
    measures = book.get("MEASURES", ())
    for name, topic in measures.items() if isinstance(measures, Mapping) else ():
        if topic not in OWN_TOPICS:
            known = " or ".join(json.dumps(each) for each in OWN_TOPICS)
            text = f"MEASURES: {name} is of {topic!r}, expected {known}"
            problems.error(book.place_of("MEASURES"), text, near(topic, list(OWN_TOPICS)))
    for name in measures:
        if Phrase(spelt(phrase_of(name.casefold()).key)).is_of_every_game:
            text = f"MEASURES names {short(name)}, which is measured of every game"
            problems.error(book.place_of("MEASURES"), text, "give it another name")


def _check_pairs(problems: Problems, book: Book) -> None:
    """Names that need each other."""
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
    """Moves that SECRET keeps from the other seats."""
    known = {*getattr(book.get("MOVES"), "names", ()), *book.get("KINDS", ())}
    secret, place = book.get("SECRET", {}), book.place_of("SECRET")
    for name, until in secret.items():
        if name not in known:
            text = f"SECRET names {name!r}, which is neither a verb in MOVES nor one of KINDS"
            problems.error(place, text, near(name, known))
        if until not in UNTIL:
            text = f'SECRET: {name} is {until!r}, expected "turn", "round" or "game"'
            problems.error(place, text, near(until, UNTIL))
        elif UNTIL[until] and not book.has(UNTIL[until]):
            text = f"SECRET: {name} is secret until the {until} ends, and nothing counts {until}s"
            problems.error(place, text, f"write def {UNTIL[until]}(tables, state)")
    if secret and not (book.get("HIDDEN", False) and book.has("hide")):
        text = "SECRET is set, and HIDDEN is not, so bots see what was chosen"
        problems.error(place, text, "write HIDDEN = True and hide()")


def _check_teams(problems: Problems, book: Book) -> None:
    """Teams that leave a seat out, have one twice, or nobody to play against."""
    place, (low, high) = book.place_of("TEAMS"), book.get("SEATS")
    for players, teams in book.get("TEAMS", {}).items():
        text, fix = f"{players} players, and SEATS is ({low}, {high})", "leave it out"
        if low <= players <= high:
            text, fix = _odd_teams(players, teams)
        if not text and book.get("COOPERATIVE", False):
            text, fix = (
                "COOPERATIVE is set, so nobody plays against another",
                "take one of them out",
            )
        if text:
            problems.error(place, f"TEAMS: {text}", fix)


def _odd_teams(players: int, teams: Sequence[Sequence[int]]) -> tuple[str, str]:
    """What is wrong with the teams of so many players, and the fix; two empty texts if nothing."""
    seats = sorted(seat for team in teams for seat in team)
    twice = next((seat for seat, after in pairwise(seats) if seat == after), None)
    out = sorted(set(range(players)) - set(seats))
    beyond = sorted(set(seats) - set(range(players)))
    fix = "seats count from 0; every seat is in one team"
    if not all(teams):
        return f"a team of {players} players is empty", "leave it out"
    if players == 1 or not teams:
        return f"nobody plays against another among {players}", "leave it out"
    if beyond:
        return f"seat {beyond[0]} among {players} players".replace("-", "−"), fix
    if twice is not None:
        return f"seat {twice} is in two teams of {players} players", fix
    if out:
        return f"seat {out[0]} is in no team of {players} players", fix
    if len(teams) < 2:
        return f"{players} players need two teams at least", "all in one: COOPERATIVE = True"
    return "", ""


def _check_calls(problems: Problems, book: Book) -> None:
    """What the rules call, and what else they use that they cannot."""
    looked_at: set[Rule] = set()
    for name, function in book.rules_written().items():
        try:
            every = reached(function)
        except CallsItself as fault:
            # such rules cannot be compiled, nor can they be told to end
            if not looked_at & set(fault.chain):
                looked_at |= set(fault.chain)
                text = f"{fault}: a rule must not call itself, reached from {name}()"
                problems.error(line_of(fault.chain[0]), text, "use a loop and an array as a stack")
            continue
        for each in [*every, function]:
            if each not in looked_at and Path(each.__code__.co_filename).parent == book.path.parent:
                looked_at.add(each)
                for place, text, fix in (*unfit_in(each), *_shared_by_calls(each), *lost_in(each)):
                    problems.error(place, text, fix)
    for value in _called_by_name(book):
        asked = asking_in(value) if value not in looked_at else None
        if asked is not None:
            text = f"{value.__name__}() uses input(), and nobody answers where games are played"
            problems.error(asked, text, "take it from a parameter of game.yaml")


def _called_by_name(book: Book) -> list[FunctionType]:
    """The functions that a pack is asked for, and those of its files that they name."""
    found = [f for f in map(book.get, filter(book.has, _PARAMETERS)) if isinstance(f, FunctionType)]
    for function in found:
        for each in map(function.__globals__.get, function.__code__.co_names):
            if not isinstance(each, FunctionType) or each in found:
                continue
            if Path(each.__code__.co_filename).parent == book.path.parent:
                found.append(each)
    return found


def _shared_by_calls(function: Rule) -> Iterator[tuple[Place, str, str]]:
    """Defaults that all calls would write into."""
    for name, parameter in parameters_of(function).items():
        if isinstance(parameter.default, list | dict | set):
            kind = type(parameter.default).__name__
            text = f"{function.__name__}() has a {kind} for a default, {parameter}"
            yield line_of(function), text, f"leave it out: {name}"


def misspelt(book: Book) -> Iterator[Problem]:
    """What nothing uses and is called almost like something left out: a slip, most likely."""
    used = {each for rule in book.rules_written().values() for each in reached(rule)}
    known = (*_PARAMETERS, *TRAITS_NEEDED, *TRAITS_OPTIONAL)
    missing = [name for name in known if not book.has(name)]
    read = _read_in(book.path.parent)
    for module in (book.rules, *book.beside.values()):
        for name, value in vars(module).items():
            close = difflib.get_close_matches(name, missing, 1, SLIP)
            is_own = getattr(value, "__module__", module.__name__) == module.__name__
            if not close or name in known or not is_own or (callable(value) and value in used):
                continue
            if not callable(value) and name in read:
                continue
            if _may_stand_for(close[0], name, value):
                place = place_in_pack(book.path.parent, name)
                text = f"nothing uses {name}, and there is no {close[0]}"
                yield Problem(place, text, f'did you mean "{close[0]}"?', "warning")


def never_said(book: Book, ends: Collection[str]) -> Iterator[Problem]:
    """Words of SAID for what is no move and no end, these being the ends that games had.

    Where the rules have a `why_over` of their own, there may be more ends: then only a slip.
    """
    kinds = {*getattr(book.get("MOVES"), "names", ()), *book.get("KINDS", ())}
    known = sorted({*kinds, *book.get("ENDS", ()), *ends} - {""})
    spaced = {name.replace("_", " ") for name in known}
    for name in book.get("SAID", {}):
        is_slip = difflib.get_close_matches(name, known, 1, SLIP) or not book.writes("why_over")
        if name.replace("_", " ") not in spaced and is_slip:
            text = f"SAID has words for {name!r}, and no move and no end is called so"
            yield Problem(book.place_of("SAID"), text, near(name, known), "warning")


class Narrow(NamedTuple):
    """A verb whose argument, called like a component, has fewer values than that has rows."""

    name: str  # the verb
    text: str
    fix: str
    first: int  # its first move
    pieces: tuple[str, ...]  # "component/row", as many as the argument has values

    def is_by_row(self, used: Collection[tuple[int, str]]) -> bool:
        """Whether by these moves, and the pieces they used, the argument is the number of a row."""
        places = {(move - self.first, piece) for move, piece in used}
        found = {(i, piece) for i, piece in places if 0 <= i < len(self.pieces)}
        return len(found) > 2 and all(self.pieces[i] == piece for i, piece in found)


def narrow_in(book: Book, pack: Pack) -> Iterator[Narrow]:
    """The verbs with too few values, if it is rows they count, and not places in a hand."""
    table = book.get("MOVES")
    if not hasattr(table, "arguments"):
        return
    for first, verb, named in zip(table, table.names, table.arguments, strict=True):
        for component in pack.components:
            n, rows = (named[0][1] if len(named) == 1 else None), len(component.rows)
            if isinstance(n, int) and n < rows and _is_one_of(named[0][0], component.id):
                argument, beyond = named[0][0], int(first) + n
                then = table.described(beyond)["do"] if beyond < table.codes else "no move"
                text = f"{verb} in MOVES has {n} values for {argument}, and the pack has {rows} "
                text += f"{component.id}: MOVES.{verb} + {n} is {then}"
                fix = f'make room for all of them, {verb}={{"{argument}": {rows}}} or more'
                pieces = tuple(f"{component.id}/{row.id}" for row in component.rows[:n])
                yield Narrow(verb, text, fix, int(first), pieces)


def _is_one_of(word: str, component: str) -> bool:
    """Whether a word is the name of a component, or its singular."""
    word, name = word.casefold(), component.casefold()
    return name in (word, f"{word}s", f"{word}es", f"{word[:-1]}ies")


def _read_in(folder: Path) -> set[str]:
    """The names that the pack's files read or hand on to each other."""
    found: set[str] = set()
    for file in (folder / name for name in FILES):
        for node in ast.walk(ast.parse(file.read_bytes())) if file.is_file() else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.add(node.id)
    return found


def _may_stand_for(meant: str, name: str, value: Any) -> bool:
    """Whether something under another name is of the kind that was meant."""
    if inspect.isfunction(value):
        wanted = _PARAMETERS.get(meant)
        return wanted is not None and len(parameters_of(value)) == len(wanted)
    return name.isupper() and meant.isupper()


# --------------------------------------------------------------------------- records


def check_records(book: Book, players: int, tables: Any, state: Any) -> Problems:
    """What `setup` returned that the engine, or what the kit put in, cannot go by."""
    problems = Problems()
    for name, one in (("tables", tables), ("state", state)):
        if not isinstance(one, np.record):
            text = f"setup() returned {type(one).__name__} as {name}, expected a record"
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
    """A field of the state must be one number, or a row of at least so many."""
    if field not in state.dtype.names:
        problems.error(place, f"{why}the state has no {field!r}", fix)
        return
    shape = state.dtype[field].shape
    if length == 0 and shape != ():
        problems.error(place, f"{why}state.{field} is an array", fix)
    if length > 0 and (len(shape) != 1 or shape[0] < length):
        found = f"{shape[0]} elements" if len(shape) == 1 else "no such row"
        problems.error(place, f"{why}state.{field} has {found} for {length} players", fix)
