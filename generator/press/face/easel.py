"""The state that all parts of a canvas share: the pack, the current face, and its problems.

One `Easel` serves all faces of a run; `begin` starts the next face. An unusable value becomes a
problem at its cell, slot or line of code.
"""

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.model.pack import Pack
from generator.model.problems import Place, Problem, Problems
from generator.press.face import colours, images
from generator.press.face.icons import Icons
from generator.press.face.surface import Ink, Surface, Written, seen_from
from generator.press.face.text_checks import TextChecks
from generator.press.text.fonts import Types
from generator.press.text.markup import parse
from generator.press.text.text_box import Setter
from generator.reading.near_files import similar_file
from generator.system.files import files_within
from generator.templating.face_slots import number_of
from generator.templating.sandbox import say


class Easel:
    """Holds one pack's fonts, icons and text checks, and the face that is being drawn."""

    def __init__(
        self,
        pack: Pack,
        types: Types,
        problems: Problems,
        low_ink: bool = False,
        grey: bool = False,
        outlines: bool = False,
    ) -> None:
        self.pack = pack
        self.types = types
        self.problems = problems
        self.low_ink = low_ink
        self.outlines = outlines
        self.finish = images.Finish(grey, low_ink, pack.sheet.max_dpi)
        self.icons = Icons(pack, problems)
        # the names of icons, and of faces inside sentences
        self.names_in_texts = set(self.icons.names)
        self.setter = Setter(types, self.names_in_texts, pack.keywords)
        self.checks = TextChecks(problems, self.icons.names)
        self.surface: Surface | None = None
        self._files: list[Path] = []  # the files of the pack; empty until they are first needed

    @property
    def now(self) -> Surface:
        """The face that is being drawn."""
        assert self.surface is not None, "no face was begun"
        return self.surface

    def ink(self, svg: str) -> Ink:
        """Return finished SVG for a template to print, or a mark if the ink is inserted later."""
        surface = self.now
        if not surface.held or not svg:
            return Ink(svg)
        surface.ink.append(svg)
        return Ink(f'<g data-ink="{len(surface.ink) - 1}"/>')

    def has_markup(self, text: str) -> bool:
        """Whether a textbox would print a text differently from its source."""
        if "*" not in text and ":" not in text:
            return False
        bits = [bit for line in parse(text, self.icons.names, False, False, []) for bit in line]
        return any(bit.icon or bit.style != "regular" for bit in bits)

    # ---- files of the pack

    def is_outside(self, file: Path) -> bool:
        """Whether a file lies outside the pack's folder."""
        return not file.is_relative_to(self.pack.folder.resolve())

    def named(self, file: Path) -> str:
        """The name of a file in messages: its path relative to the pack's folder."""
        return seen_from(file, self.pack.folder)

    def near(self, path: Path, suffixes: Sequence[str] = ()) -> str:
        """Suggest a fix for a missing file: a file of the pack with a similar name."""
        own = self.pack.folder.resolve()
        if not self._files:
            self._files = list(files_within(own))
        names = (file.relative_to(own).as_posix() for file in self._files)
        name = path.relative_to(own).as_posix() if path.is_relative_to(own) else path.name
        return similar_file(name, names, suffixes)

    # ---- values that templates and drawings pass

    def place(self, value: object) -> Place:
        """Return the origin of a value: its cell, its slot, or the line of code that draws it."""
        if isinstance(value, Written):
            return value.place_of(str(value))
        return self.now.line() or self.now.place

    def wrong(self, value: object, place: Place, message: str, fix: str) -> None:
        """Report a wrong value once per spec of a face, with the number of affected faces.

        If several cells contain the value, the problem names the first cell.
        """
        surface = self.now
        is_cell = place in surface.piece.row.places.values()
        key = ("wrong", str(value), message, surface.place if is_cell else place)
        self.problems.add_once(key, surface.who, Problem(place, message, fix))

    def word_of(self, value: str, words: tuple[str, ...], what: str, default: str) -> Any:
        """Return the value if it is one of the words; otherwise report a problem and return the
        default.
        """
        if value in words:
            return value
        fix = f"{what} is one of {', '.join(words)}"
        self.wrong(value, self.now.place, f"{what} is {value!r}", fix)
        return default

    def instead(self, value: object, what: str, used: str, fix: str) -> None:
        """Report a slot whose value cannot be used, and the value used instead."""
        own = None if isinstance(value, Written) else self.now.places.get(what)
        message = f"{what} is {say(value)!r}; {used} is used instead"
        self.wrong(value, own or self.place(value), message, fix)

    def number(
        self,
        value: object,
        what: str,
        default: float,
        least: float,
        most: float,
        whole: bool = True,
    ) -> float:
        """Read the number in the slot named `what`; see `Canvas.number`."""
        number, is_other = number_of(value, default, least, most, whole)
        if is_other:
            fix = f"write a {'whole ' if whole else ''}number from {least:,} to {most:,}"
            self.instead(value, what, f"{number:,g}", fix)
        return number

    def n_columns(self, columns: float) -> int:
        """Read the number of columns of a text, 1 or more."""
        if columns >= 1:
            return int(columns)
        self.wrong(columns, self.now.place, f"found {columns} columns", "write 1 or more")
        return 1

    def family(self, font: str, place: Place) -> str:
        """The pack's name of a font family; an unknown family gives `body` and a problem."""
        family = self.types.named(font)
        if family is not None:
            return family
        names = ", ".join(sorted(self.types.families))
        # `font` then has its own slot, which differs from the slot of the text
        if isinstance(font, Written):
            place = font.place
        self.wrong(font, place, f"there is no font {font!r}", f"fonts: {names}")
        return "body"

    def colour(self, name: object, default: str = colours.DARK) -> str:
        """Look up a colour by its palette name, or read "#rrggbb" or a CSS name."""
        text = str(name or "")
        if not text:
            return default
        rgb = colours.rgb_of(self.pack.palette.get(text, text))
        if rgb is None:
            near = difflib.get_close_matches(text, self.pack.palette, 1)
            names = ", ".join(self.pack.palette)
            fix = f"did you mean {near[0]!r}?" if near else f"palette: {names or 'empty'}"
            message = f"the colour {text!r} is not in the palette"
            self.wrong(name, self.place(name), message, fix)
            return default
        return colours.hex_of(rgb)


def font_of(text: object, font: str) -> str:
    """The font of a text: the argument, or the font that the text's slot names."""
    return text.family if font == "body" and isinstance(text, Written) else font
