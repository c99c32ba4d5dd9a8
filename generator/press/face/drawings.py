"""The pack's own `drawings.py`: functions that compute a face and return an svgwrite drawing.

    def hex_board(piece, pack, side, draw, rings="3"):
        drawing = draw.drawing()              # an svgwrite.Drawing in mm, bleed and all
        drawing.add(drawing.circle(center=(25, 25), r=20, fill=draw.colour("river")))
        drawing.add(draw.textbox(piece.name, 5, 5, 40, 8))
        return drawing

A function takes what it names of `piece, pack, side, draw` and, by name, the slots of its face,
filled in; one that does not ask for the piece is called once for equal slots.
`svgwrite.Drawing(debug=False, …)` of one's own is as good. A function may return the SVG as a
string too.
"""

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from generator.model.problems import Place, Problem, Problems, near, worded
from generator.model.units import NotALength
from generator.press.face.repeatable import remembered, sure_functions
from generator.press.face.surface import seen_from
from generator.system.files import composed, read
from generator.system.isolation import as_it_was, is_signal, taken_by
from generator.templating.text_as_number import FIX, cell_behind, said_of

FILE = "drawings.py"
GIVEN = ("piece", "pack", "side", "draw")


class Drawings:
    """The functions of one pack's `drawings.py`, loaded by path when first asked for.

    This is the only place where that program runs. Without `may_run` it never does, whatever a
    face names and wherever it names it.
    """

    def __init__(self, folder: Path, problems: Problems, may_run: bool) -> None:
        self._file = folder / FILE
        self._may_run = may_run
        self._problems = problems
        self._module: ModuleType | None = None
        self._tried = False
        self._unloaded: Problem | None = None  # why there is no module, told of every face
        self._sure: Mapping[str, frozenset[str]] = {}
        self._before: bytes | None = None

    def call(
        self, name: str, given: Mapping[str, Any], slots: Mapping[str, Any], place: Place
    ) -> str:
        """Run a function and return its SVG; "" when it fails, with a problem at the line."""
        function = self._function(name, place)
        if function is None:
            return ""
        piece = given["piece"]
        columns = _Columns(piece.row.fields)
        told = {**given, "piece": replace(piece, row=replace(piece.row, fields=columns))}
        arguments = self._arguments(function, name, told, slots, place)
        if arguments is None:
            return ""
        try:
            with as_it_was():
                return _svg_of(function(**arguments))
        except BaseException as error:
            if is_signal(error, [str(self._file)]):
                raise
            # Anything can go wrong in a user's code, sys.exit() too; it is told where it stands.
            at = where(error, self._file, self._file.parent) or self._line_of(function)
            who = f"{piece.id}, {given['side']}"
            if cell := cell_behind(error, self._frames(error)):
                row, column = cell
                found = said_of(row, column, f"{at.file}:{at.line}")
                odd = Problem(row.places.get(column, row.place), found, FIX)
                self._problems.add_once(("cell", at, column, row.fields[column]), who, odd)
                return ""
            failed = Problem(at, f"{name}() failed: {_said(error)}", _mended(error, told))
            self._problems.add_once(("drawing", failed), who, failed)
            return ""

    def _frames(self, error: BaseException) -> list[tuple[FrameType, int]]:
        """The frames of this program that an exception came through, the innermost last."""
        walked = traceback.walk_tb(error.__traceback__)
        return [each for each in walked if each[0].f_code.co_filename == str(self._file)]

    def _line_of(self, function: Callable[..., Any]) -> Place:
        """Where a function of the file begins."""
        if inspect.isfunction(function) and function.__code__.co_filename == str(self._file):
            return Place(FILE, function.__code__.co_firstlineno, 1)
        return Place(FILE)

    def tells_pieces_apart(self, name: str, place: Place) -> bool:
        """Whether a function is given the piece; if not, equal slots make equal faces."""
        function = self._function(name, place)
        if function is None:
            return False
        parameters = taken_by(function).values()
        return any(p.name == "piece" or p.kind is p.VAR_KEYWORD for p in parameters)

    def asks_of_piece(self, name: str, place: Place) -> frozenset[str] | None:
        """Which names of a piece a function draws, besides its slots; None where it may draw more.

        What it draws for them it draws again, as long as `has_changed` says no.
        """
        return self._sure.get(name) if self._function(name, place) is not None else None

    @property
    def has_changed(self) -> bool:
        """Whether what was drawn has changed what the functions remember."""
        return self._module is not None and remembered(self._module) != self._before

    def _function(self, name: str, place: Place) -> Callable[..., Any] | None:
        if not self._may_run:
            return None
        if not self._tried:
            self._tried = True
            self._module = self._load(place)
        if self._module is None:
            assert self._unloaded is not None, self._file
            self._problems.add(self._unloaded)
            return None
        function = vars(self._module).get(name)
        if callable(function):
            return function  # type: ignore[no-any-return]  # a user's module is not typed
        known = sorted(
            key
            for key, value in vars(self._module).items()
            if inspect.isfunction(value) and value.__module__ == self._module.__name__
        )
        self._problems.error(
            place, f"{FILE} has no function {name!r}", f"it has {', '.join(known) or 'none'}"
        )
        return None

    def _load(self, place: Place) -> ModuleType | None:
        if not self._file.is_file():
            found = f"there is no {FILE} in the pack"
            self._unloaded = Problem(place, found, "add it, or use a face")
            return None
        spec = importlib.util.spec_from_file_location(
            f"drawings_of_{self._file.parent.name}", self._file
        )
        assert spec is not None and spec.loader is not None, self._file
        module = importlib.util.module_from_spec(spec)
        written = sys.dont_write_bytecode
        sys.dont_write_bytecode = True  # a pack's folder is the user's: leave nothing in it
        try:
            source = _composed(read(self._file))
            with as_it_was():
                exec(compile(source, str(self._file), "exec", dont_inherit=True), vars(module))
        except BaseException as error:
            if is_signal(error, [str(self._file)]):
                raise
            at = where(error, self._file, self._file.parent) or Place(FILE)
            self._unloaded = Problem(at, f"{FILE} cannot be loaded: {_said(error)}")
            return None
        finally:
            sys.dont_write_bytecode = written
        self._before = remembered(module)
        if self._before is not None:
            self._sure = sure_functions(source)
        return module

    def _arguments(
        self,
        function: Callable[..., Any],
        name: str,
        given: Mapping[str, Any],
        slots: Mapping[str, Any],
        place: Place,
    ) -> dict[str, Any] | None:
        parameters = taken_by(function)
        takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
        unknown = [slot for slot in slots if slot not in parameters and not takes_all]
        named = [p for p in parameters if p not in GIVEN]
        if unknown:
            listed = ", ".join(named) or "none"
            self._problems.error(
                place, f"{name} takes no slot {unknown[0]!r}", f"it takes {listed}"
            )
            return None
        wanted = {key: value for key, value in given.items() if key in parameters or takes_all}
        return {**wanted, **slots}


def _composed(source: bytes) -> bytes:
    """A program with its names spelt as the pack's texts are; one that is no UTF-8 as it is."""
    try:
        return composed(source.decode()).encode()
    except UnicodeDecodeError:
        return source


def _svg_of(result: Any) -> str:
    """The SVG of what a function returned; raises `TypeError` where it is none."""
    if result is None:
        raise TypeError("it returns nothing; end it with: return drawing")
    if not isinstance(result, str):
        tostring = getattr(result, "tostring", None)
        if not callable(tostring):
            raise TypeError(f"it returns a {type(result).__name__}, no drawing and no SVG text")
        result = tostring()
    if not isinstance(result, str):
        raise TypeError(f"its tostring() gives a {type(result).__name__}, no text")
    svg = str.__str__(result)  # whatever its own kind of text says of itself
    svg.encode()  # half a character cannot be printed
    return svg


class _NoColumn(KeyError):
    """A column was asked for that the row has not."""


class _Columns(dict[str, Any]):
    """The fields of a row, which name the known ones where one is missing."""

    def __missing__(self, name: object) -> Any:
        raise _NoColumn(name)


def _mended(error: BaseException, given: Mapping[str, Any]) -> str:
    """The likely fix of a function that asks its piece, its pack or `draw` for what they have not.

    A piece's columns are in its row.
    """
    if isinstance(error, NotALength):
        return error.fix
    piece = given["piece"]
    columns = piece.row.fields
    if isinstance(error, _NoColumn):
        return near(str(error.args[0]), map(str, columns))
    if not isinstance(error, AttributeError) or error.name is None:
        return ""
    if error.obj is piece and (error.name == "fields" or error.name in columns):
        name = next(iter(columns), "name") if error.name == "fields" else error.name
        return f'write piece.row.fields["{name}"]'
    if not any(error.obj is each for each in (*given.values(), piece.row)):
        return ""
    return near(error.name, (name for name in dir(error.obj) if not name.startswith("_")))


def _said(error: BaseException) -> str:
    """An exception in a line; one that cannot be worded by its kind alone."""
    if isinstance(error, _NoColumn):
        return f'its row has no column "{error.args[0]}"'
    if isinstance(error, NotALength):
        return str(error)
    said = " ".join(worded(error).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def where(error: BaseException, file: Path, folder: Path) -> Place | None:
    """The line of `file` that an exception came through last."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return Place(seen_from(file, folder), error.lineno or 0, error.offset or 0)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == str(file):
            return Place(seen_from(file, folder), frame.lineno or 0, (frame.colno or 0) + 1)
    return None
