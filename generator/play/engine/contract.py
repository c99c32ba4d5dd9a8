"""The names that `rules.py` and the files beside it may define; `Book` holds a pack's
definitions.
"""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.kit.defaults import left_out
from generator.model.problems import Place
from generator.play.engine.places import BESIDE, Rule, line_of, stand_in_place

# Name → parameters. Rules run in both modes, functions for people only as Python.
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
POLICY = ("tables", "state", "out", "n", "rng")  # parameters of each of AGENTS
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
    "say_move": ("tables", "state", "move"),
    "tell_move": ("tables", "state", "move"),
    "tell_results": ("tables", "before", "move", "after"),
    "to_turn_end": ("tables", "state", "move", "rng"),
    "lay": ("tables", "state", "seat"),
    "status": ("tables", "state", "seat"),
    "say_over": ("tables", "state"),
    "say_goal": ("tables",),
    "tally": ("tables", "state", "seat"),
    "decided_by": ("tables", "before", "move", "after"),
    "spots": ("tables", "state", "move"),
    "completes": ("tables", "state", "move"),
    "measure": ("tables", "state", "out"),
    "round_of": ("tables", "state"),
    "turn_of": ("tables", "state"),
}
PARAMETERS = {**RULES_NEEDED, **RULES_OPTIONAL, **PEOPLE_NEEDED, **PEOPLE_OPTIONAL}
MOST = 1_000_000  # limit of LONGEST and WIDEST, because every thread keeps this number of moves
# The time that a move of SECRET stays secret → the function that counts this time.
UNTIL: Mapping[str, str] = {"turn": "turn_of", "round": "round_of", "game": ""}
TRAITS_NEEDED = ("SEATS", "LONGEST", "WIDEST")
TRAITS_OPTIONAL = (
    *("HIDDEN", "CHANCE", "COOPERATIVE", "TEAMS", "MOVES", "KINDS", "SECRET", "SUPPLIES"),
    *("ENDS", "PERSONAS", "AGENTS", "SEARCH", "MAP", "COLOURS", "SAID", "MEASURES"),
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
    """The modules of a pack's rules, read as one module, with the kit's defaults.

    `check_names` has already checked the names at the top of the modules.
    """

    def __init__(
        self,
        path: Path,
        rules: ModuleType,
        beside: Mapping[str, ModuleType],
        place: Place | None = None,
    ) -> None:
        self.path = path
        self.place = place  # returns the place of a part of the rules in game.yaml
        self.rules = rules
        self.beside = beside
        self.names_defined = names_defined(rules, beside)
        self._names = {**left_out(_given(vars(rules))), **self.names_defined}

    def writes(self, name: str) -> bool:
        """Whether the pack itself defines the name, rather than the kit."""
        return name in self.names_defined

    def get(self, name: str, otherwise: Any = None) -> Any:
        """Return the value of a name, from `rules.py` or an allowed file beside it."""
        return self._names.get(name, otherwise)

    def has(self, name: str) -> bool:
        """Whether the name is defined."""
        return self.get(name) is not None

    def rules_written(self) -> dict[str, Rule]:
        """Return every function that runs during a game, by its name in messages."""
        counts = {UNTIL[until] for until in self.get("SECRET", {}).values()} - {""}
        names = (*RULES_NEEDED, *RULES_OPTIONAL, *sorted(counts))
        rules = {n: self.get(n) for n in names if self.has(n)}
        return {**rules, **self.get("PERSONAS", {}), **self.get("AGENTS", {})}

    def place_of(self, name: str, function: Any = None) -> Place:
        """Return the place where a function is defined; for a default, the place of the name from
        which it is derived.
        """
        if self.place is not None:
            return self.place
        code = getattr(function, "__code__", None)
        if code is not None and Path(code.co_filename).parent == self.path.parent:
            return line_of(function)
        return stand_in_place(self.path.parent, name)


def names_defined(rules: ModuleType, beside: Mapping[str, ModuleType]) -> dict[str, Any]:
    """Return all names that the files define; traits are converted to built-in types."""
    names = {**_given(vars(rules)), **_own(beside)}
    traits = names.keys() & {*TRAITS_NEEDED, *TRAITS_OPTIONAL} - {"MOVES"}
    return {**names, **{name: _as_builtin(names[name]) for name in traits}}


def _as_builtin(value: Any, depth: int = 4) -> Any:
    """Return a trait with its texts, numbers, lists and dicts as built-in types."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return int.__int__(value)
    if depth and isinstance(value, Mapping):
        return {_as_builtin(key, 1): _as_builtin(each, depth - 1) for key, each in value.items()}
    if depth and isinstance(value, tuple | list):
        return tuple(_as_builtin(each, depth - 1) for each in value)
    return value


def _own(beside: Mapping[str, ModuleType]) -> dict[str, Any]:
    """Return the names that the files beside `rules.py` define for it."""
    names = {}
    for file, module in beside.items():
        given = _given(vars(module))
        names.update({name: given[name] for name in BESIDE[file] if name in given})
    return names


def _given(names: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names that are not None."""
    return {name: value for name, value in names.items() if value is not None}
