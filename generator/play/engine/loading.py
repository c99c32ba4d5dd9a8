"""`rules.py` and `bots.py` from a folder: loaded by path, checked, faults told with a line."""

import hashlib
import re
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from generator.kit.marks import mark_of, rule
from generator.play.engine.contract import Book, check_contract
from generator.problems import Place, Problems, place_of

RULES_FILE, BOTS_FILE = "rules.py", "bots.py"

_lock = threading.RLock()
_books: dict[tuple[Path, str], Book] = {}


class FaultyRules(ValueError):
    """The pack's rules cannot be used; `problems` says why, with places."""

    def __init__(self, problems: Problems) -> None:
        super().__init__("\n".join(str(p) for p in problems))
        self.problems = problems


def faulty(place: Place, text: str, fix: str = "") -> FaultyRules:
    """A fault of the rules, to be raised."""
    problems = Problems()
    problems.error(place, text, fix)
    return FaultyRules(problems)


def load_rules(folder: Path) -> Book:
    """The rules of a pack, held to the contract; loaded once per content. Raises `FaultyRules`."""
    path = folder / RULES_FILE
    if not path.is_file():
        raise faulty(
            place_of(path),
            "there are no rules to play by",
            "rules/WRITING.md shows how to write them",
        )
    with _lock:
        key = path, sources_digest(folder)
        if key not in _books:
            _books[key] = _loaded(folder)
        return _books[key]


def _loaded(folder: Path) -> Book:
    path = folder / RULES_FILE
    with faults_of(folder):
        rules = _module(path, "rules")
        bots = _bots(folder / BOTS_FILE, rules) if (folder / BOTS_FILE).is_file() else None
        try:
            book = Book(path, rules, bots)
        except ValueError as error:  # of a table the kit cannot read
            raise faulty(place_of(path), str(error)) from None
        problems = check_contract(book)
    if problems.errors:
        raise FaultyRules(problems)
    for function in book.rules_written().values():
        if not mark_of(function):
            rule(function)
    return book


def _module(path: Path, name: str) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = str(path)
    exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    return module


def _bots(path: Path, rules: ModuleType) -> ModuleType:
    """`bots.py`, in which `from rules import …` means the `rules.py` beside it."""
    before = sys.modules.get("rules")
    sys.modules["rules"] = rules
    try:
        return _module(path, "bots")
    finally:
        del sys.modules["rules"]
        if before is not None:
            sys.modules["rules"] = before


def sources_digest(folder: Path) -> str:
    """Of all that decides how a pack's games run: its rules, its bots, the kit and the engine."""
    total = hashlib.sha256(_engine_digest().encode())
    for name in (RULES_FILE, BOTS_FILE):
        file = folder / name
        total.update(file.read_bytes() if file.is_file() else b"")
        total.update(b"\0")
    return total.hexdigest()


@lru_cache
def _engine_digest() -> str:
    here = Path(__file__).parent
    total = hashlib.sha256()
    for file in sorted([*here.rglob("*.py"), *(here.parents[1] / "kit").rglob("*.py")]):
        total.update(file.read_bytes())
    return total.hexdigest()


# --------------------------------------------------------------------------- faults and their lines


@contextmanager
def faults_of(folder: Path) -> Iterator[None]:
    """Turn whatever goes wrong inside the rules into `FaultyRules` with file and line.

    Plain NumPy stops at a division by 0 inside, as machine code does, and says nothing of
    numbers that overflow.
    """
    try:
        with np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"):
            yield
    except FaultyRules:
        raise
    except SyntaxError as error:
        place = Place(
            error.filename or str(folder / RULES_FILE), error.lineno or 0, error.offset or 0
        )
        raise faulty(place, str(error.msg)) from None
    except Exception as error:
        found = _located(folder, error)
        if found is None:
            raise
        raise found from error


def _located(folder: Path, error: Exception) -> FaultyRules | None:
    """The fault with its place; `None` where the error is none of the pack's."""
    if type(error).__module__.startswith("numba"):
        return _untypable(folder, error)
    files = {str(folder / RULES_FILE), str(folder / BOTS_FILE)}
    stack = traceback.extract_tb(error.__traceback__)
    frames = [f for f in stack if f.filename in files]
    if frames:
        text = f"{frames[-1].name}() stopped with {type(error).__name__}: {error}"
        return faulty(Place(frames[-1].filename, frames[-1].lineno or 0), text)
    if isinstance(error, KeyError) and "npytypes" in stack[-1].filename:
        return _unknown_field(folder, str(error.args[0]))
    if any("numba" in Path(f.filename).parts for f in stack):
        return _untypable(folder, error)
    return None


def _untypable(folder: Path, error: Exception) -> FaultyRules | None:
    """Numba's refusal in one line: the innermost place in the rules, and the reason.

    `None` where the place is in the engine: then the fault is ours.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    places = [
        Place(str(folder / Path(name).name), int(number))
        for name, number in re.findall(r'File "([^"]+)", line (\d+)', text)
        if Path(name).name in (RULES_FILE, BOTS_FILE)
    ]
    for name in (RULES_FILE, BOTS_FILE):
        path = str(folder / name)
        places += [Place(path, int(n)) for n in re.findall(rf"\({re.escape(path)}:(\d+)\)", text)]
    if not places:
        return None
    unmarked = re.search(r"Untyped global name '(\w+)'.*<class 'function'>", text)
    if unmarked:
        name = unmarked[1]
        return faulty(places[-1], f"{name}() is no rule", f"write @rule above def {name}")
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
    return faulty(places[-1], f"numba cannot compile this: {reason}", fix)


def _unknown_field(folder: Path, name: str) -> FaultyRules:
    """Numba's records know no such field; the line is where the source first asks for it."""
    for file in (folder / RULES_FILE, folder / BOTS_FILE):
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        for number, line in enumerate(lines, 1):
            if re.search(rf"\.{re.escape(name)}\b", line):
                text = f"there is no field {name!r} in the record"
                return faulty(Place(str(file), number), text, "setup() makes the records")
    return faulty(place_of(folder / RULES_FILE), f"there is no field {name!r} in the record")


def words_of(value: Any) -> str:
    """A value of a described move, in words."""
    if isinstance(value, list | tuple):
        return " ".join(words_of(part) for part in value)
    return str(value)
