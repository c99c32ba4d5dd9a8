"""What `rules.py` and the files beside it may define, and a pack's own as a `Book`."""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.kit.defaults import left_out
from generator.model.problems import Place
from generator.play.engine.places import BESIDE, Rule, line_of, stand_in_place

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
PARAMETERS = {**RULES_NEEDED, **RULES_OPTIONAL, **PEOPLE_NEEDED, **PEOPLE_OPTIONAL}
MOST = 1_000_000  # that LONGEST and WIDEST may be: every thread keeps so many moves
# Until when a move of SECRET is one → the function that counts it.
UNTIL: Mapping[str, str] = {"turn": "turn_of", "round": "round_of", "game": ""}
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


class Book:
    """The modules of a pack's rules, read as one, with what the kit puts in for them.

    The names at their top are sound, as `check_names` found.
    """

    def __init__(self, path: Path, rules: ModuleType, beside: Mapping[str, ModuleType]) -> None:
        self.path = path
        self.rules = rules
        self.beside = beside
        self.names_given = names_given(rules, beside)
        self._names = {**left_out(_given(vars(rules))), **self.names_given}

    def writes(self, name: str) -> bool:
        """Whether the pack itself gives the name a meaning, and not the kit."""
        return name in self.names_given

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
        rules = {n: self.get(n) for n in names if self.has(n)}
        return {**rules, **self.get("PERSONAS", {}), **self.get("AGENTS", {})}

    def place_of(self, name: str, function: Any = None) -> Place:
        """Where a function stands; where the kit put it in, what it goes by."""
        code = getattr(function, "__code__", None)
        if code is not None and Path(code.co_filename).parent == self.path.parent:
            return line_of(function)
        return stand_in_place(self.path.parent, name)


def names_given(rules: ModuleType, beside: Mapping[str, ModuleType]) -> dict[str, Any]:
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
    names = {}
    for file, module in beside.items():
        given = _given(vars(module))
        names.update({name: given[name] for name in BESIDE[file] if name in given})
    return names


def _given(names: Mapping[str, Any]) -> dict[str, Any]:
    """The names that mean anything: one that is None is left out."""
    return {name: value for name, value in names.items() if value is not None}
