"""What `rules.py` and `bots.py` must and may hold, and what is wrong with one that does not."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.kit.defaults import left_out
from generator.play.engine.digests import CallsItself, reached
from generator.problems import Place, Problems, place_of

Rule = Callable[..., Any]

# Name → parameters. Rules run in both modes, people's functions only as Python.
RULES_NEEDED: Mapping[str, tuple[str, ...]] = {
    "deal": ("tables", "state", "rng"),
    "turn": ("tables", "state"),
    "moves": ("tables", "state", "out"),
    "play": ("tables", "state", "move", "rng"),
    "score": ("tables", "state", "out"),
}
RULES_OPTIONAL: Mapping[str, tuple[str, ...]] = {
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
}
TRAITS_NEEDED = ("SEATS", "LONGEST", "WIDEST")
TRAITS_OPTIONAL = (
    *("HIDDEN", "CHANCE", "MOVES", "KINDS", "SUPPLIES", "ENDS", "PERSONAS", "AGENTS"),
    *("SEARCH", "MAP"),
)
BOTS = ("value", "consider", "PERSONAS", "AGENTS", "SEARCH")  # may stand in bots.py

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
}
SEARCH_WORDS = ("reward", "rollout", "value")

_EXAMPLES = {"SEATS": "SEATS = (2, 4)", "LONGEST": "LONGEST = 1000", "WIDEST": "WIDEST = 100"}


class Book:
    """The two modules of a pack's rules, read as one, with what the kit puts in for them."""

    def __init__(self, path: Path, rules: ModuleType, bots: ModuleType | None) -> None:
        self.path = path
        self.rules = rules
        own = {name: vars(bots)[name] for name in BOTS if bots and name in vars(bots)}
        self._names = {**left_out(vars(rules)), **vars(rules), **own}

    def get(self, name: str, otherwise: Any = None) -> Any:
        """What a name stands for, in `rules.py` or, where that may be, in `bots.py`."""
        return self._names.get(name, otherwise)

    def has(self, name: str) -> bool:
        """Whether the name stands for anything."""
        return self.get(name) is not None

    def rules_written(self) -> dict[str, Rule]:
        """Every function that runs during a game, by what it is called in messages."""
        found = {n: self.get(n) for n in (*RULES_NEEDED, *RULES_OPTIONAL) if self.has(n)}
        return {**found, **self.get("PERSONAS", {}), **self.get("AGENTS", {})}


def line_of(function: Rule) -> Place:
    """Where a function is defined: the line of its `def`."""
    code: Any = function.__code__
    lines, first = inspect.getsourcelines(function)
    before = next((i for i, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    return Place(code.co_filename, first + before)


def check_contract(book: Book) -> Problems:
    """What the modules lack, and what in them cannot be."""
    problems = Problems()
    place = place_of(book.path)
    for name in TRAITS_NEEDED:
        if not book.has(name) and not (name == "WIDEST" and book.has("MOVES")):
            problems.error(place, f"{name} is missing", f"add a line like {_EXAMPLES[name]}")
    known = {**RULES_NEEDED, **RULES_OPTIONAL, **PEOPLE_NEEDED, **PEOPLE_OPTIONAL}
    for name, parameters in known.items():
        wanted = f"def {name}({', '.join(parameters)})"
        if book.has(name):
            _check_function(problems, place, name, book.get(name), parameters, wanted)
        elif name in RULES_NEEDED or name in PEOPLE_NEEDED:
            problems.error(place, f"the function {name} is missing", f"write {wanted}")
    _check_pairs(problems, place, book)
    for name in book.get("SEARCH", {}):
        if name not in SEARCH_OPTIONS and name not in SEARCH_WORDS:
            text = f"SEARCH has an unknown option {name!r}"
            known_options = ", ".join(sorted({*SEARCH_OPTIONS, *SEARCH_WORDS}))
            problems.error(place, text, f"known: {known_options}")
    if not problems.errors:
        _check_calls(problems, book)
    return problems


def _check_function(
    problems: Problems,
    place: Place,
    name: str,
    function: Any,
    parameters: tuple[str, ...],
    wanted: str,
) -> None:
    if not inspect.isfunction(function):
        problems.error(place, f"{name} is not a function", f"write {wanted}")
        return
    found = tuple(inspect.signature(function).parameters)
    if len(found) != len(parameters):
        text = f"{name} takes ({', '.join(found)}), expected ({', '.join(parameters)})"
        problems.error(line_of(function), text, f"write {wanted}")


def _check_pairs(problems: Problems, place: Place, book: Book) -> None:
    """Names that need each other."""
    if book.get("HIDDEN", False) and not book.has("hide"):
        wanted = "def hide(tables, state, seat, rng)"
        problems.error(place, "HIDDEN is set but the function hide is missing", f"write {wanted}")
    for trait, name in (("KINDS", "kind"), ("SUPPLIES", "stock")):
        if bool(book.get(trait, ())) != book.has(name):
            text = f"{trait} and {name}() belong together"
            problems.error(place, text, f"write both or neither of {trait}, {name}")
    if book.has("piece") and not book.has("pieces"):
        problems.error(place, "piece() needs the function pieces", "write def pieces(pack)")
    if book.has("space") and not book.has("spaces"):
        problems.error(place, "space() needs the function spaces", "write def spaces(pack)")


def _check_calls(problems: Problems, book: Book) -> None:
    """Rules that call themselves cannot be compiled, nor can they be told to end."""
    for name, function in book.rules_written().items():
        try:
            reached(function)
        except CallsItself as fault:
            text = f"{fault}: a rule must not call itself, reached from {name}()"
            problems.error(line_of(fault.chain[0]), text, "use a loop and an array as a stack")
