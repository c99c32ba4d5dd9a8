"""A pack's rules, loaded and bound: the pack and a number of players in, a `Game` out.

Rules are loaded by path, compiled or plain, under a module name that carries the digest of the
file, so an edited file never meets code compiled from the old one. What is wrong in `rules.py`
is told as `Problem`s by `FaultyRules`.
"""

import hashlib
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from generator.pack import Pack
from generator.play.engine import kernel
from generator.problems import Place, Problems, place_of

RULES = "rules.py"
UNNAMED = "over"  # why a game ended, where the rules have no `why_over`

# The contract: name → parameters. Rules run in both modes, people's functions only as Python.
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
    *("HIDDEN", "CHANCE", "KINDS", "SUPPLIES", "PERSONAS", "AGENTS", "SEARCH"),
    "MAP",
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
}
SEARCH_WORDS = ("reward", "rollout", "value")

Rule = Callable[..., Any]


class FaultyRules(ValueError):
    """The pack's rules cannot be used; `problems` says why, with places."""

    def __init__(self, problems: Problems) -> None:
        super().__init__("\n".join(str(p) for p in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Space:
    """A place on the table that moves use; `outline` in mm, y downwards.

    One point is a spot, two are a way, three and more an area.
    """

    layer: str  # what such places are called: "path", "field"
    name: str
    outline: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Game:
    """The rules of one pack for one number of players, ready to be played.

    `tables` and `template` are what `setup` returned; nothing writes to them. The optional
    functions of the contract are `None` where the pack has none, except those for people, which
    have plain defaults. In `plain` games every rule is ordinary Python.
    """

    pack: Pack
    seats: int
    plain: bool
    module: ModuleType
    digest: str  # rules, engine and pack: two machines with the same digest play the same games
    code: str  # rules, engine, versions and processor: what compiled code may be reused for
    tables: Any
    template: Any
    is_hidden: bool
    has_chance: bool
    longest: int
    widest: int
    kinds: tuple[str, ...]
    supplies: tuple[str, ...]
    pieces: tuple[str, ...]
    spaces: tuple[Space, ...]
    board: str  # the component that `spaces` are measured on, from its cut corner; "" for none
    search: Mapping[str, float]  # the pack's own settings for search, by option name
    search_words: Mapping[str, str]

    deal: Rule
    turn: Rule
    moves: Rule
    play: Rule
    score: Rule
    hide: Rule | None
    value: Rule | None
    stock: Rule | None
    kind: Rule | None
    piece: Rule | None
    space: Rule | None
    pick: Rule | None
    consider: Rule | None
    personas: Mapping[str, Rule]
    agents: Mapping[str, Rule]

    describe: Rule
    opening: Rule
    chance: Rule
    why_over: Rule
    show: Rule | None
    name_move: Rule
    built: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def fresh(self, n: int = 1) -> Any:
        """`n` copies of the template: a record array that rules may write to."""
        states = np.zeros(n, self.template.dtype)
        states[:] = self.template
        return states

    def build(
        self, function: Rule, name: str, *, any_seats: bool = False, inner: bool = False
    ) -> Rule:
        """Compile an engine function made for this game, once per name; plain games keep it.

        `name` must say everything the function's free variables depend on besides the rules and,
        unless it serves `any_seats`, the number of seats. An `inner` function is called only by
        other compiled functions.
        """
        if self.plain:
            return function
        key = name if any_seats else f"{name}_{self.seats}"
        return compiled_for(self.module, self.code, function, key, inner=inner)

    def absent(self) -> Rule:
        """What stands in for a rule (tables, state, other) that the pack has not: it gives −1."""
        nothing = lambda tables, state, other: -1  # noqa: E731 it needs no name of its own
        make = lambda: self.build(nothing, "absent", any_seats=True, inner=True)  # noqa: E731
        return self.once("absent", make)  # type: ignore[no-any-return]

    def kind_called(self, text: str) -> int | None:
        """The place in KINDS of the kind of move that people call so; None for no kind."""
        names = [kind.replace("_", " ").casefold() for kind in self.kinds]
        wanted = text.replace("_", " ").casefold()
        return names.index(wanted) if wanted in names else None

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """What `make` returns, made at the first call and kept."""
        if name not in self.built:
            self.built[name] = make()
        return self.built[name]


def load_game(pack: Pack, players: int, *, plain: bool = False) -> Game:
    """Load `rules.py` of the pack and set it up for so many players.

    Raises `FaultyRules` for anything wrong in the file, `ValueError` for a number of players that
    the rules do not know.
    """
    path = pack.folder / RULES
    module = load_rules(path, plain=plain)
    problems = Problems()
    low, high = module.SEATS
    if not low <= players <= high:
        raise ValueError(f"{pack.name} is for {low} to {high} players, not {players!r}")
    with faults_of(path):
        tables, template = module.setup(pack, players)
    for name, one in (("tables", tables), ("state", template)):
        if not isinstance(one, np.record):
            problems.error(
                place_of(path),
                f"setup() returned {type(one).__name__} as {name}, expected a record",
                "build it with kernel.record(name=value, …)",
            )
    if problems.errors:
        raise FaultyRules(problems)
    pieces, spaces = getattr(module, "pieces", None), getattr(module, "spaces", None)
    with faults_of(path):
        names = tuple(pieces(pack)) if pieces else ()
        places = tuple(
            Space(str(layer), str(name), tuple((float(x), float(y)) for x, y in outline))
            for layer, name, outline in (spaces(pack) if spaces else ())
        )
    optional: dict[str, Any] = {name: getattr(module, name, None) for name in RULES_OPTIONAL}
    own = getattr(module, "SEARCH", {})
    return Game(
        pack=pack,
        seats=players,
        plain=plain,
        module=module,
        digest=hashlib.sha256(f"{_rules_digest(path)} {pack.digest}".encode()).hexdigest(),
        code=_code_digest(path),
        tables=tables,
        template=template,
        is_hidden=bool(getattr(module, "HIDDEN", False)),
        has_chance=bool(getattr(module, "CHANCE", False)),
        longest=int(module.LONGEST),
        widest=int(module.WIDEST),
        kinds=tuple(getattr(module, "KINDS", ())) if hasattr(module, "kind") else (),
        supplies=tuple(getattr(module, "SUPPLIES", ())) if hasattr(module, "stock") else (),
        pieces=names if hasattr(module, "piece") else (),
        spaces=places if hasattr(module, "space") else (),
        board=str(getattr(module, "MAP", "")),
        search={k: v for k, v in own.items() if k in SEARCH_OPTIONS},
        search_words={k: str(v) for k, v in own.items() if k in SEARCH_WORDS},
        **{name: getattr(module, name) for name in RULES_NEEDED},
        **optional,
        personas=dict(getattr(module, "PERSONAS", {})),
        agents=dict(getattr(module, "AGENTS", {})),
        describe=module.describe,
        opening=getattr(module, "opening", lambda tables, state: {}),
        chance=getattr(module, "chance", lambda tables, before, move, after: []),
        why_over=getattr(module, "why_over", lambda tables, state: UNNAMED),
        show=getattr(module, "show", None),
        name_move=getattr(module, "name_move", None) or _named(module.describe),
    )


def has_rules(pack: Pack) -> bool:
    """Whether the pack can be played: it has a `rules.py`."""
    return (pack.folder / RULES).is_file()


def load_rules(path: Path, *, plain: bool) -> ModuleType:
    """The module of a `rules.py`, compiled or plain, checked against the contract.

    Loaded once per content and mode. Raises `FaultyRules`.
    """
    if not path.is_file():
        problems = Problems()
        problems.error(
            place_of(path),
            "there are no rules to play by",
            "rules/WRITING.md shows how to write them",
        )
        raise FaultyRules(problems)
    source = path.read_bytes()
    name = f"rules_{_code_digest(path)[:16]}_{'plain' if plain else 'compiled'}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(path)
    with faults_of(path):
        code = compile(source, str(path), "exec")
    sys.modules[name] = module  # numba looks a function's module up by name
    try:
        with kernel.compiling(not plain), faults_of(path):
            exec(code, module.__dict__)
        _check_contract(path, module)
    except BaseException:
        del sys.modules[name]
        raise
    if not plain:
        for value in list(vars(module).values()):
            kernel.keep_compiled(value, _code_digest(path))
    return module


def compiled_for(
    module: ModuleType, code: str, function: Rule, name: str, *, inner: bool = False
) -> Rule:
    """The function compiled as part of a rules module, its machine code kept on disk."""
    function.__module__ = module.__name__
    function.__qualname__ = function.__name__ = f"{function.__name__}_{name}"
    result = kernel.compiled(function, error_model="numpy", from_python=not inner)
    kernel.keep_compiled(result, code)
    return result


@contextmanager
def faults_of(path: Path) -> Iterator[None]:
    """Turn whatever goes wrong inside the rules into `FaultyRules` with file and line."""
    try:
        yield
    except FaultyRules:
        raise
    except SyntaxError as error:
        raise FaultyRules(_one(path, error.lineno or 0, f"{error.msg}", "", error.offset)) from None
    except Exception as error:
        if type(error).__module__.startswith("numba"):
            raise FaultyRules(_untypable(path, error)) from None
        stack = traceback.extract_tb(error.__traceback__)
        frames = [f for f in stack if f.filename == str(path)]
        if not frames and isinstance(error, KeyError) and "npytypes" in stack[-1].filename:
            raise FaultyRules(_unknown_field(path, str(error.args[0]))) from None
        if not frames and isinstance(error, ZeroDivisionError | IndexError | OverflowError):
            text = f"the compiled rules stopped with {type(error).__name__}: {error}"
            raise FaultyRules(_one(path, 0, text, "protoplay check shows the line")) from error
        if not frames and any("numba" in Path(f.filename).parts for f in stack):
            raise FaultyRules(_untypable(path, error)) from error
        if not frames:
            raise
        line = frames[-1].lineno or 0
        text = f"{frames[-1].name}() stopped with {type(error).__name__}: {error}"
        raise FaultyRules(_one(path, line, text, "")) from error


def _one(path: Path, line: int, text: str, fix: str, column: int | None = 0) -> Problems:
    problems = Problems()
    problems.error(Place(str(path), line, column or 0), text, fix)
    return problems


def _untypable(path: Path, error: Exception) -> Problems:
    """Numba's refusal in one line: the innermost place in the rules, and the reason."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [
        int(number)
        for name, number in re.findall(r'File "([^"]+)", line (\d+)', text)
        if Path(name).name == path.name
    ] + [int(n) for n in re.findall(rf"\({re.escape(str(path))}:(\d+)\)|$", text) if n]
    reasons = [
        part.strip()
        for part in text.splitlines()
        if part.strip()
        and not part.strip().startswith(("File", "During", "Failed in", "-", "<", ">>>", "^", "- "))
    ]
    reason = reasons[0] if reasons else text.splitlines()[0]
    fix = (
        "rules may use numbers, arrays, loops and other @rule functions; no dicts, lists or strings"
    )
    return _one(path, lines[-1] if lines else 0, f"numba cannot compile this: {reason}", fix)


def _unknown_field(path: Path, name: str) -> Problems:
    """Numba's records know no such field; the line is where the source first asks for it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next((i for i, line in enumerate(lines, 1) if re.search(rf"\.{name}\b", line)), 0)
    return _one(path, at, f"there is no field {name!r} in the record", "setup() makes the records")


def _check_contract(path: Path, module: ModuleType) -> None:
    problems = Problems()
    place = place_of(path)
    for name in TRAITS_NEEDED:
        if not hasattr(module, name):
            problems.error(place, f"{name} is missing", f"add a line like {_EXAMPLES[name]}")
    known = {**RULES_NEEDED, **RULES_OPTIONAL, **PEOPLE_NEEDED, **PEOPLE_OPTIONAL}
    for name, parameters in known.items():
        needed = name in RULES_NEEDED or name in PEOPLE_NEEDED
        function = getattr(module, name, None)
        wanted = f"def {name}({', '.join(parameters)})"
        if function is None:
            if needed:
                problems.error(place, f"the function {name} is missing", f"write {wanted}")
            continue
        written = getattr(function, "py_func", function)
        if not callable(written):
            problems.error(place, f"{name} is not a function", f"write {wanted}")
            continue
        found = tuple(inspect.signature(written).parameters)
        if len(found) != len(parameters):
            at = Place(str(path), written.__code__.co_firstlineno)
            text = f"{name} takes ({', '.join(found)}), expected ({', '.join(parameters)})"
            problems.error(at, text, f"write {wanted}")
    if getattr(module, "HIDDEN", False) and not hasattr(module, "hide"):
        wanted = "def hide(tables, state, seat, rng)"
        problems.error(place, "HIDDEN is set but the function hide is missing", f"write {wanted}")
    for trait, name in (("KINDS", "kind"), ("SUPPLIES", "stock")):
        if bool(getattr(module, trait, ())) != hasattr(module, name):
            problems.error(
                place,
                f"{trait} and {name}() belong together",
                f"write both or neither of {trait}, {name}",
            )
    for name in getattr(module, "SEARCH", {}):
        if name not in SEARCH_OPTIONS and name not in SEARCH_WORDS:
            text = f"SEARCH has an unknown option {name!r}"
            known_options = ", ".join(sorted({*SEARCH_OPTIONS, *SEARCH_WORDS}))
            problems.error(place, text, f"known: {known_options}")
    if hasattr(module, "piece") and not hasattr(module, "pieces"):
        problems.error(place, "piece() needs the function pieces", "write def pieces(pack)")
    if hasattr(module, "space") and not hasattr(module, "spaces"):
        problems.error(place, "space() needs the function spaces", "write def spaces(pack)")
    if problems.errors:
        raise FaultyRules(problems)


_EXAMPLES = {"SEATS": "SEATS = (2, 4)", "LONGEST": "LONGEST = 1000", "WIDEST": "WIDEST = 100"}


def _named(describe: Rule) -> Rule:
    def name_move(tables: Any, state: Any, move: int) -> str:
        event = describe(tables, state, move)
        rest = [_words(value) for key, value in event.items() if key != "do"]
        return " ".join([str(event["do"]).replace("_", " "), *rest])

    return name_move


def _words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_words(part) for part in value)
    return str(value)


def _rules_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes() + _engine_digest().encode()).hexdigest()


def _code_digest(path: Path) -> str:
    text = f"{path} {_rules_digest(path)} {_machine()}"  # the path is in compiled error messages
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache
def _engine_digest() -> str:
    """Of the files that decide how a game runs: a change in any is another game."""
    here = Path(__file__).parent
    names = ("kernel.py", "game.py", "loop.py", "agents.py", "search.py")
    total = hashlib.sha256()
    for name in names:
        file = here / name
        total.update(file.read_bytes() if file.is_file() else b"")
    return total.hexdigest()


@lru_cache
def _machine() -> str:
    """Versions and processor, without importing numba (a cached start must stay cheap)."""
    from importlib.metadata import version

    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    parts = [sys.version, version("numba"), version("llvmlite"), np.__version__]
    parts += [llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    return " ".join(parts)
