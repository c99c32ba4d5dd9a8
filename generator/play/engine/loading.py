"""Loads and checks `rules.py` and the files beside it; every fault has a line."""

import ast
import difflib
import hashlib
import inspect
import re
import sys
import textwrap
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import numpy as np

from generator import kit
from generator.kit import defaults
from generator.kit.marks import mark_of, rule
from generator.kit.records import Cut
from generator.kit.rows import OddCell
from generator.model.pack import Pack, Unknown
from generator.model.problems import Place, Problem, Problems, near, place_in, text_or_nothing
from generator.play.engine.contract import Book
from generator.play.engine.contract_checks import check_contract
from generator.play.engine.digests import reached
from generator.play.engine.from_data.book import rules_of
from generator.play.engine.machine import NotCompiled
from generator.play.engine.numba_errors import (
    COMPILE_FIX,
    UNSAID,
    kind_of,
    numba_message,
    reason_of,
)
from generator.play.engine.places import (
    BESIDE,
    FILES,
    Rule,
    line_of,
    loop_of,
    stand_in_place,
)
from generator.play.engine.traits import check_names
from generator.play.engine.watch import ENDLESS_FIX, PATIENCE, end_process, watched_over
from generator.reading.files import read_text
from generator.reading.folder import GAME_FILE, RULES_FILE, is_played_by_words
from generator.reading.phrases.plan import plan_of
from generator.system.files import LARGEST, composed
from generator.system.isolation import is_signal, restored
from generator.templating.text_as_number import FIX, cell_behind, cell_message

DEEPEST = 100_000  # greatest call depth, for a pack that raises Python's own limit of 1,000
FIELD_FIX = "setup() makes the records"
_NO_NUMBERS = {"NoneType": "nothing", "ndarray": "an array", "list": "a list", "dict": "a dict"}

_lock = threading.RLock()
_books: dict[Path, tuple[str, Book]] = {}  # folder → digest and rules of the last load
PIECES = ("tile", "card", "piece")  # keys of a described move whose value is a printed piece


class FaultyRules(ValueError):
    """Raised if the pack's rules cannot be used; `problems` lists the faults with their places."""

    def __init__(self, problems: Problems) -> None:
        super().__init__("\n".join(str(p) for p in problems))
        self.problems = problems

    def at(self, where: str) -> "FaultyRules":
        """Return the fault with the moment in the game added to its text."""
        problems = Problems()
        for p in self.problems:
            problems.add(replace(p, message=f"{p.message} {where}".rstrip()))
        return FaultyRules(problems)


def faulty(place: Place, text: str, fix: str = "") -> FaultyRules:
    """Return a fault of the rules, to be raised."""
    problems = Problems()
    problems.error(place, text, fix)
    return FaultyRules(problems)


def load_rules(folder: Path) -> Book:
    """Return a pack's checked rules, loaded once per content. Raises `FaultyRules`."""
    path = folder / RULES_FILE
    if not path.is_file():
        raise faulty(
            Place(str(path)),
            "there is no rules.py, so the game cannot be played",
            "rules/WRITING.md shows how to write them",
        )
    with _lock:
        digest, cached = sources_digest(folder), _books.get(path)
        if cached is None or cached[0] != digest:
            cached = _books[path] = digest, _loaded(folder)
        return cached[1]


def load_anew(folder: Path) -> Book:
    """Return a pack's rules after running their files again. Raises `FaultyRules`."""
    with _lock:
        return _loaded(folder)


def book_of(pack: Pack, players: int, *, anew: bool = False) -> Book:
    """The rules of a pack, from `rules.py` or otherwise from `play:`. Raises `FaultyRules`."""
    if is_played_by_words(pack):
        assert pack.play is not None
        problems = plan_of(pack)[1]
        if problems.errors:
            raise FaultyRules(problems)
        return Book(pack.folder / GAME_FILE, rules_of(pack, players), {}, pack.play.place)
    return load_anew(pack.folder) if anew else load_rules(pack.folder)


def _loaded(folder: Path) -> Book:
    path = folder / RULES_FILE
    with faults_of(folder):
        rules = _module(path, "rules")
        files = [folder / name for name in BESIDE if (folder / name).is_file()]
        beside = {file.name: _beside(file, rules) for file in files}
        problems = check_names(path, rules, beside)
        if not problems.errors:
            book = Book(path, rules, beside)
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
    exec(compile(program(path), str(path), "exec"), module.__dict__)
    return module


def program(path: Path) -> str:
    """Return a file's source, read as UTF-8 whatever encoding it declares."""
    problems = Problems()
    text = read_text(path, str(path), LARGEST, problems)
    if text is not None and "\0" in text:
        here = place_in(text, text.index("\0"), Place(str(path)))
        problems.error(here, "a zero byte: this is not Python source", "save it as UTF-8")
    if text is None or problems.errors:
        raise FaultyRules(problems)
    return composed(text)


def _beside(path: Path, rules: ModuleType) -> ModuleType:
    """Load a file; `from rules import …` in this file means the `rules.py` beside it."""
    before = sys.modules.get("rules")
    sys.modules["rules"] = rules
    try:
        return _module(path, path.stem)
    finally:
        del sys.modules["rules"]
        if before is not None:
            sys.modules["rules"] = before


def sources_digest(folder: Path) -> str:
    """Return the digest of all code that decides a pack's games: its rules, the kit, the engine."""
    total = hashlib.sha256(_engine_digest().encode())
    for name in FILES:
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
def faults_of(folder: Path, where: Callable[[], str] = str) -> Iterator[None]:
    """Turn any error inside the rules into `FaultyRules` with file and line.

    `where` adds the moment of the fault. As in machine code, plain NumPy inside stops at a division
    by 0 and ignores overflow. A call that never returns ends the process.
    """
    try:
        with (
            restored(),
            watched_over(_PlainCalls(folder, where)),
            np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"),
        ):
            yield
    except FaultyRules as fault:
        raise fault.at(where()) from fault.__cause__
    except BaseException as error:  # rules may even call sys.exit(), and a generator may be closed
        if is_signal(error, files_of(folder)):
            raise
        located = _located(folder, error)
        if located is None:
            raise
        raise located.at(where()) from error


class _PlainCalls:
    """Calls of a pack's plain Python code on the thread that creates this object."""

    def __init__(self, folder: Path, where: Callable[[], str]) -> None:
        self._files = files_of(folder)
        self._where = where
        self._thread = threading.get_ident()

    def moment(self) -> object:
        """Return the frame that entered the pack's code; a recursion that is too deep ends the
        process.
        """
        frames = self._frames()
        if len(frames) == DEEPEST:
            [(code, _)] = Counter(frame.f_code for frame in frames).most_common(1)
            place = next(_at(frame) for frame in frames if frame.f_code is code)
            text = (
                f"{_called(code)} calls itself, directly or through others, {DEEPEST:,} calls deep"
            )
            fix = "make sure that the recursion ends"
            end_process(Problem(place, f"{text} {self._where()}".rstrip(), fix))
        return frames[-1] if frames else None

    def endless(self) -> Problem | None:
        """Report the loop that the call is in at present."""
        frames = self._frames()
        if not frames:
            return None
        name, inner = _called(frames[-1].f_code), frames[0]
        text = f"{name} has been running for {PATIENCE:.0f} seconds and more {self._where()}"
        place = loop_of(inner.f_code, inner.f_lineno) or _at(inner)
        return Problem(place, text.rstrip(), ENDLESS_FIX)

    def _frames(self) -> list[FrameType]:
        """Return the frames of the pack's code, innermost first, at most `DEEPEST` of them."""
        frames: list[FrameType] = []
        frame = sys._current_frames().get(self._thread)
        while frame is not None and len(frames) < DEEPEST:
            if frame.f_code.co_filename in self._files:
                frames.append(frame)
            frame = frame.f_back
        return frames


def files_of(folder: Path) -> tuple[str, ...]:
    """Return the files of a pack's code."""
    return tuple(str(folder / name) for name in FILES)


def frames_in(folder: Path, error: BaseException) -> list[tuple[FrameType, int]]:
    """Return the frames of a pack's code in an error's traceback, outermost first, with lines."""
    files = files_of(folder)
    walked = traceback.walk_tb(error.__traceback__)
    return [(frame, line) for frame, line in walked if frame.f_code.co_filename in files]


def _at(frame: FrameType) -> Place:
    return Place(frame.f_code.co_filename, frame.f_lineno)


def _called(code: CodeType) -> str:
    return Path(code.co_filename).name if code.co_name == "<module>" else f"{code.co_name}()"


def _located(folder: Path, error: BaseException) -> FaultyRules | None:
    """Return a fault with its place; `None` for an error outside the pack's code."""
    if isinstance(error, NotCompiled):
        return refused(folder, error.part.function, error.__cause__ or error)
    files = files_of(folder)
    if isinstance(error, SyntaxError) and error.filename in files:
        place = Place(error.filename, error.lineno or 0, error.offset or 0)
        return faulty(place, str(error.msg))
    frames = frames_in(folder, error)
    if not frames:
        return _left_out(folder, error)
    frame, line = frames[-1]
    reader = f"{Path(frame.f_code.co_filename).name}:{line}"
    if isinstance(error, OddCell):
        return faulty(error.place, f"{error.found}, and {reader} reads it", error.fix)
    if cell := cell_behind(error, frames):
        row, column = cell
        return faulty(row.places.get(column, row.place), cell_message(row, column, reader), FIX)
    return faulty(
        Place(frame.f_code.co_filename, line), *_stopped(folder, _called(frame.f_code), error)
    )


def _left_out(folder: Path, error: BaseException) -> FaultyRules | None:
    """Return a fault in a default of the kit."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        if code.co_filename == defaults.__file__:
            place = stand_in_place(folder, code.co_name)
            if isinstance(error, IndexError):  # the kit raises this error with a text for people
                return faulty(place, str(error))
            return faulty(place, *_stopped(folder, _called(code), error))
    return None


def _stopped(folder: Path, name: str, error: BaseException) -> tuple[str, str]:
    """Return the meaning of an exception, and the likely fix."""
    message = text_or_nothing(error)
    missing = re.fullmatch(
        r"'record' object has no attribute '(\w+)'|no field of name (\w+)", message
    )
    if missing:
        field = missing[1] or missing[2]
        return f"there is no field {field!r} in the record", _meant(field, _fields_of(folder))
    unknown = re.match(rf"cannot import name '(\w+)' from '{re.escape(kit.__name__)}'", message)
    if unknown:
        return f"the kit has no {unknown[1]!r}", near(unknown[1], kit.__all__)
    if isinstance(error, ModuleNotFoundError) and error.name:
        if f"{error.name}.py" in FILES:
            fix = f"{RULES_FILE} is read first; the other files may import only from it"
            return f"{name} imports {error.name!r}", fix
        if (folder / f"{error.name}.py").is_file():
            fix = f"{RULES_FILE} may import only the kit and installed packages: copy what it "
            return f"{name} imports {error.name!r}, a file beside it", f"{fix}needs from that file"
        return f"{name} imports {error.name!r}, which is not installed", "remove it"
    if isinstance(error, Unknown):
        return f"{name} reads something that game.yaml does not have: {error.message}", error.fix
    if isinstance(error, KeyError) and error.args and " " in text_or_nothing(error.args[0]):
        # the argument is a sentence, which Python would put in quotes
        message = text_or_nothing(error.args[0])
    if isinstance(error, ZeroDivisionError) or "divide by zero" in message:
        return f"{name} divides by 0", ""
    if isinstance(error, Cut):
        text = (
            f"{name} puts {error.value:g} where whole numbers are stored, so the fraction is lost"
        )
        return text, "round it as the rules of the game do, or start with 0.0 in setup()"
    if re.match(r"Python integer -?\d+ out of bounds", message) or message.startswith(
        "overflow encountered"
    ):
        text = f"{name} leaves the range of its numbers: whole numbers start again at the other end"
        fix = "keep them smaller, or in a wider type: np.int16 up to 32,767, np.int64 for all"
        return text, f"{fix}; a hash may do so on purpose"
    unset = re.match(r"cannot access local variable '(\w+)'", message)
    if unset:
        return f"{name} reads {unset[1]!r} before it has a value", "set it above that line"
    given = re.match(r"(int|float)\(\) argument must be .* not '(\w+)'$", message)
    if given:
        text = f"{name} converts {_NO_NUMBERS.get(given[2], given[2])} to a number"
        return text, f"{given[1]}() takes a number, or a text that holds one"
    if isinstance(error, FloatingPointError):
        return f"{name} computes something that is not a number: {message}", ""
    return f"{name} stopped with {type(error).__name__}: {message}".rstrip(": "), ""


# --------------------------------------------------------------------------- numba's errors


def refused(folder: Path, function: Rule, error: BaseException) -> FaultyRules:
    """Return numba's error in one line, with the innermost place in the rules and the reason."""
    text = numba_message(error)
    if isinstance(error, KeyError) and re.fullmatch(r"'\w+'", text):
        return _unknown_field(folder, text.strip("'"))
    place = _place_in(folder, text) or line_of(function)
    name = function.__name__
    given = re.search(r"No conversion from (.+) to (\w+) for '\$", text)
    if given:
        fix = ""
        if given[1] == "none":
            place, fix = line_of(function), "end it with return"
        wanted = {"int64": "a whole number", "float64": "a number"}.get(given[2], "nothing")
        return faulty(place, f"{name}() returns {kind_of(given[1])}, expected {wanted}", fix)
    if "Cannot cast none to" in text:
        text = f"{name}() uses the result of a function that returns nothing"
        return faulty(
            place, text, "end every path through that function with return; none may loop for ever"
        )
    reason, fix = reason_of(text)
    if reason == UNSAID and (walrus := _walrus_in(folder, function)):
        text = f"it assigns {walrus[1]} inside an expression, with :="
        fix = f"assign it on a line of its own: {walrus[1]} = …"
        return faulty(walrus[0], f"{name}() cannot be compiled: {text}", fix)
    for helper in reached(function)[:-1]:
        given_at = _literal_return_in(folder, helper)
        if given_at and given_at[1] in reason:
            text = f"{helper.__name__}() returns {given_at[1]}, expected a number"
            return faulty(given_at[0], text, COMPILE_FIX)
    return faulty(place, f"{name}() cannot be compiled: {reason}", fix)


def _walrus_in(folder: Path, function: Rule) -> tuple[Place, str] | None:
    """Return the place where a rule, or a function that it calls, uses `:=`, and the
    assigned name.
    """
    for rule_function in reached(function):
        if rule_function.__code__.co_filename in files_of(folder):
            lines, first = inspect.getsourcelines(rule_function)
            for node in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
                if isinstance(node, ast.NamedExpr):
                    place = Place(rule_function.__code__.co_filename, first + node.lineno - 1)
                    return place, node.target.id
    return None


def _literal_return_in(folder: Path, function: Rule) -> tuple[Place, str] | None:
    """Return the place where a function of the pack returns a literal text or list, and which of
    the two it is.
    """
    code = function.__code__
    if code.co_filename not in files_of(folder):
        return None
    lines, first = inspect.getsourcelines(function)
    for node in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
        if isinstance(node, ast.Return):
            made = node.value
            is_text = isinstance(made, ast.JoinedStr) or (
                isinstance(made, ast.Constant) and isinstance(made.value, str)
            )
            called = getattr(made.func, "id", "") if isinstance(made, ast.Call) else ""
            is_list = isinstance(made, ast.List | ast.ListComp) or called in ("list", "sorted")
            kind = "a text" if is_text or called in ("str", "repr") else "a list" if is_list else ""
            if kind:
                return Place(code.co_filename, first + node.lineno - 1), kind
    return None


def _place_in(folder: Path, text: str) -> Place | None:
    """Return the first place in the pack's files in numba's message, which is the innermost."""
    files = {Path(file).name: file for file in files_of(folder)}
    for match in re.finditer(r'File "([^"]+)", line (\d+)|([^\s("]+)(?::| \()(\d+)\)', text):
        name, line = match[1] or match[3], match[2] or match[4]
        if Path(name).name in files:
            return Place(files[Path(name).name], int(line))
    return None


def _unknown_field(folder: Path, name: str) -> FaultyRules:
    """Return the fault for an unknown field, with the first line that reads the field."""
    text, place = f"there is no field {name!r} in the record", None
    for file in map(Path, files_of(folder)):
        source = file.read_text(encoding="utf-8") if file.is_file() else ""
        lines = source.splitlines()
        for number, line in enumerate(lines, 1):
            if place is None and re.search(rf"\.{re.escape(name)}\b", line):
                place = Place(str(file), number)
    return faulty(place or stand_in_place(folder, "setup"), text, _meant(name, _fields_of(folder)))


def _fields_of(folder: Path) -> set[str]:
    """Return the fields of every `record(…)` call in the rules, as far as the source shows them."""
    fields: set[str] = set()
    for file in map(Path, files_of(folder)):
        with suppress(OSError, ValueError, SyntaxError):
            tree = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            calls = [node for node in tree if isinstance(node, ast.Call)]
            records = [call for call in calls if getattr(call.func, "id", "") == "record"]
            fields |= {word.arg for call in records for word in call.keywords if word.arg}
    return fields


def _meant(name: str, fields: set[str]) -> str:
    if name in fields:
        return f"{name!r} is a field of the other record: tables and state have different fields"
    close = difflib.get_close_matches(name, fields, 1)
    return f'did you mean "{close[0]}"? {FIELD_FIX}' if close else FIELD_FIX


def words_of(value: Any) -> str:
    """Return a value of a described move in words."""
    if isinstance(value, list | tuple):
        return " ".join(words_of(part) for part in value)
    return str(value)
