"""The pack's own `drawings.py`: functions that compute a face and return an svgwrite drawing.

    def hex_board(piece, pack, side, draw, rings="3"):
        drawing = draw.drawing()              # an svgwrite.Drawing in mm, bleed and all
        drawing.add(drawing.circle(center=(25, 25), r=20, fill=draw.colour("river")))
        drawing.add(draw.textbox(piece.name, 5, 5, 40, 8))
        return drawing

A function names the parameters it needs: `piece`, `pack`, `side`, `draw`, and the slots of its
face, which are filled in. A function without the parameter `piece` is called once for equal slots.
A function may also create its own `svgwrite.Drawing(debug=False, …)`, or return the SVG as a
string.
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

from generator.model.problems import Place, Problem, Problems, near, text_or_nothing
from generator.model.units import NotALength
from generator.press.face.repeatable import repeatable_functions, state_of
from generator.press.face.surface import seen_from
from generator.system.files import composed, read
from generator.system.isolation import is_signal, parameters_of, restored
from generator.templating.text_as_number import FIX, cell_behind, cell_message

FILE = "drawings.py"
GIVEN = ("piece", "pack", "side", "draw")


class Drawings:
    """The functions of one pack's `drawings.py`, which is loaded when a function is first needed.

    The program runs only in this class, and only if `may_run` is true.
    """

    def __init__(self, folder: Path, problems: Problems, may_run: bool) -> None:
        self._file = folder / FILE
        self._may_run = may_run
        self._problems = problems
        self._module: ModuleType | None = None
        self._tried = False
        # the reason why there is no module, reported for every face
        self._unloaded: Problem | None = None
        self._sure: Mapping[str, frozenset[str]] = {}
        self._before: bytes | None = None

    def call(
        self, name: str, given: Mapping[str, Any], slots: Mapping[str, Any], place: Place
    ) -> str:
        """Run a function and return its SVG.

        If it fails, return "" and report the line of the error.
        """
        function = self._function(name, place)
        if function is None:
            return ""
        piece = given["piece"]
        columns = _Columns(piece.row.fields)
        values = {**given, "piece": replace(piece, row=replace(piece.row, fields=columns))}
        arguments = self._arguments(function, name, values, slots, place)
        if arguments is None:
            return ""
        try:
            with restored():
                return _svg_of(function(**arguments))
        except BaseException as error:
            if is_signal(error, [str(self._file)]):
                raise
            # A user's code may raise any exception, even SystemExit; the line is reported.
            at = where(error, self._file, self._file.parent) or self._line_of(function)
            who = f"{piece.id}, {given['side']}"
            if cell := cell_behind(error, self._frames(error)):
                row, column = cell
                message = cell_message(row, column, f"{at.file}:{at.line}")
                odd = Problem(row.places.get(column, row.place), message, FIX)
                self._problems.add_once(("cell", at, column, row.fields[column]), who, odd)
                return ""
            failed = Problem(at, f"{name}() failed: {_error_text(error)}", _fix_for(error, values))
            self._problems.add_once(("drawing", failed), who, failed)
            return ""

    def _frames(self, error: BaseException) -> list[tuple[FrameType, int]]:
        """The frames of this program in an exception's traceback, the innermost last."""
        walked = traceback.walk_tb(error.__traceback__)
        return [each for each in walked if each[0].f_code.co_filename == str(self._file)]

    def _line_of(self, function: Callable[..., Any]) -> Place:
        """The number of the first line of a function in the file."""
        if inspect.isfunction(function) and function.__code__.co_filename == str(self._file):
            return Place(FILE, function.__code__.co_firstlineno, 1)
        return Place(FILE)

    def takes_piece(self, name: str, place: Place) -> bool:
        """Whether a function has the parameter `piece`; without it, equal slots make equal
        faces.
        """
        function = self._function(name, place)
        if function is None:
            return False
        parameters = parameters_of(function).values()
        return any(p.name == "piece" or p.kind is p.VAR_KEYWORD for p in parameters)

    def piece_attributes(self, name: str, place: Place) -> frozenset[str] | None:
        """The attributes of a piece that a function's drawing depends on, besides the slots.

        The result is None if the drawing may depend on more. Equal attributes and slots make equal
        drawings as long as `has_changed` is false.
        """
        return self._sure.get(name) if self._function(name, place) is not None else None

    @property
    def has_changed(self) -> bool:
        """Whether the functions have changed any variable of the module since the module was
        loaded.
        """
        return self._module is not None and state_of(self._module) != self._before

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
        names = sorted(
            key
            for key, value in vars(self._module).items()
            if inspect.isfunction(value) and value.__module__ == self._module.__name__
        )
        self._problems.error(
            place, f"{FILE} has no function {name!r}", f"it has {', '.join(names) or 'none'}"
        )
        return None

    def _load(self, place: Place) -> ModuleType | None:
        if not self._file.is_file():
            message = f"there is no {FILE} in the pack"
            self._unloaded = Problem(place, message, "add it, or use a face")
            return None
        spec = importlib.util.spec_from_file_location(
            f"drawings_of_{self._file.parent.name}", self._file
        )
        assert spec is not None and spec.loader is not None, self._file
        module = importlib.util.module_from_spec(spec)
        written = sys.dont_write_bytecode
        sys.dont_write_bytecode = True  # do not write into the user's folder
        try:
            source = _composed(read(self._file))
            with restored():
                exec(compile(source, str(self._file), "exec", dont_inherit=True), vars(module))
        except BaseException as error:
            if is_signal(error, [str(self._file)]):
                raise
            at = where(error, self._file, self._file.parent) or Place(FILE)
            self._unloaded = Problem(at, f"{FILE} cannot be loaded: {_error_text(error)}")
            return None
        finally:
            sys.dont_write_bytecode = written
        self._before = state_of(module)
        if self._before is not None:
            self._sure = repeatable_functions(source)
        return module

    def _arguments(
        self,
        function: Callable[..., Any],
        name: str,
        given: Mapping[str, Any],
        slots: Mapping[str, Any],
        place: Place,
    ) -> dict[str, Any] | None:
        parameters = parameters_of(function)
        takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
        unknown = [slot for slot in slots if slot not in parameters and not takes_all]
        named = [p for p in parameters if p not in GIVEN]
        if unknown:
            listed = ", ".join(named) or "none"
            message = f"{name}() has no parameter for the slot {unknown[0]!r}"
            self._problems.error(place, message, f"its slots: {listed}")
            return None
        wanted = {key: value for key, value in given.items() if key in parameters or takes_all}
        return {**wanted, **slots}


def _composed(source: bytes) -> bytes:
    """Compose the Unicode names in a program, as in the pack's texts; a program that is not UTF-8
    stays unchanged.
    """
    try:
        return composed(source.decode()).encode()
    except UnicodeDecodeError:
        return source


def _svg_of(result: Any) -> str:
    """The SVG that a function returned. Raises `TypeError` for other results."""
    if result is None:
        raise TypeError("it returns nothing; end it with: return drawing")
    if not isinstance(result, str):
        tostring = getattr(result, "tostring", None)
        if not callable(tostring):
            raise TypeError(f"it returns a {type(result).__name__}, expected a drawing or SVG text")
        result = tostring()
    if not isinstance(result, str):
        raise TypeError(f"its tostring() returns a {type(result).__name__}, expected text")
    svg = str.__str__(result)  # a subclass of str may override __str__, so call that of str
    svg.encode()  # raises an error for half a surrogate pair, which cannot be printed
    return svg


class _NoColumn(KeyError):
    """Raised for a column that the row does not have."""


class _Columns(dict[str, Any]):
    """The fields of a row; a missing field raises `_NoColumn`."""

    def __missing__(self, name: object) -> Any:
        raise _NoColumn(name)


def _fix_for(error: BaseException, given: Mapping[str, Any]) -> str:
    """The likely fix if a function uses an unknown attribute of its piece, pack or `draw`.

    The columns of a piece are attributes of its row.
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


def _error_text(error: BaseException) -> str:
    """The message of an exception on one line, or the name of its type if there is no message."""
    if isinstance(error, _NoColumn):
        return f'its row has no column "{error.args[0]}"'
    if isinstance(error, NotALength):
        return str(error)
    text = " ".join(text_or_nothing(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def where(error: BaseException, file: Path, folder: Path) -> Place | None:
    """The innermost line of `file` in an exception's traceback; None if the file is not there."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return Place(seen_from(file, folder), error.lineno or 0, error.offset or 0)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == str(file):
            return Place(seen_from(file, folder), frame.lineno or 0, (frame.colno or 0) + 1)
    return None
