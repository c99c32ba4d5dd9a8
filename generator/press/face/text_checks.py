"""Checks the texts on a face for missing glyphs and icons, overflow, size and the safe zone.

In: texts that are laid out. Out: problems at the places where the texts were written.
"""

import difflib
import math
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from generator.model.pack import Points, Shape
from generator.model.problems import Place, Problem, Problems
from generator.press.face import outline
from generator.press.face.surface import Surface, Written
from generator.press.text.measure import missing_glyphs
from generator.press.text.text_box import MM_PER_PT, Box, Setting
from generator.press.text.text_pictures import PIECE


@dataclass(frozen=True, slots=True)
class TextChecks:
    """Checks the texts of one pack; `icons` are the names of its icons."""

    problems: Problems
    icons: Collection[str]
    _corners: dict[Shape, Points] = field(default_factory=dict)

    def text(self, setting: Setting, text: str, place: Place, surface: Surface) -> None:
        """Report the faults of a text that has been laid out."""
        for missing, words, fix in missing_glyphs(setting.missing, text, "the font"):
            fault = Problem(at(text, missing[0], place), f"{words} in {quoted(text)}", fix)
            self.problems.add_once(("glyph", missing), surface.who, fault)
        for name in setting.unknown:
            self.icon(name, at(text, f":{name}:", place), surface)
        for mark in setting.stray:
            self._warn(
                surface,
                at(text, mark, place),
                f"{quoted(text)} prints the sign {mark}: it has no matching {mark} "
                "at the edge of a word",
                f"put {mark} directly before and after the words, or write \\* to print a star",
            )
        if piece := re.search(rf"(?<!\\){PIECE.pattern}", text):
            self._warn(
                surface,
                at(text, piece[0], place),
                f"{quoted(text)} prints {piece[0]} as text: only rule sheets show faces",
                "use an icon, or draw.piece() in a template; write \\: to print the words",
            )
        if setting.lacking:
            styles = ", ".join(setting.lacking)
            self._warn(
                surface,
                place,
                f"the font has no {styles}; {quoted(text)} is set in regular",
                "name a file for this style under fonts:",
                alters_print=True,
            )
        if setting.overflow:
            self._warn(
                surface,
                place,
                f"{quoted(text)} runs {setting.overflow:.1f} mm out of its box "
                f"at {setting.size_pt:g} pt",
                "shorten it, or give it more room",
                "error",
            )
        elif setting.broken:
            self._warn(
                surface,
                place,
                f"a word of {quoted(text)} is longer than its line and is cut",
                "shorten it, or put a soft hyphen where it may break",
            )
        smallest = surface.piece.component.min_text_pt
        if setting.n_lines and setting.size_pt < smallest - 1e-6:
            self._warn(
                surface,
                place,
                f"{quoted(text)} is set at {setting.size_pt:.1f} pt, below {smallest:g} pt",
                "use a larger size, or lower min_text of the component",
            )

    def safe_zone(
        self,
        setting: Setting,
        box: Box,
        turn: float,
        text: str,
        place: Place,
        surface: Surface,
        origin: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Report text outside the safe zone, where an inexact cut may touch it.

        `origin` is the point (0, 0) of the text, in mm from the trim's corner.
        """
        component = surface.piece.component
        if component.safe <= 0 or surface.shape.kind == "dieline":
            return
        ink = setting.ink
        left, top = ink.x + origin[0], ink.y + origin[1]
        if not turn and surface.shape.kind == "rect":
            inside = min(
                left,
                top,
                surface.shape.width - left - ink.width,
                surface.shape.height - top - ink.height,
            )
        else:
            corners = self._corners.get(surface.shape)
            if corners is None:
                corners = self._corners[surface.shape] = outline.corners(surface.shape)
            turned = (_turned(x, y, box, turn) for x, y in _bounds(setting))
            inside = min(outline.inside(corners, x + origin[0], y + origin[1]) for x, y in turned)
        if inside < component.safe - 0.05:
            where = "outside the trim" if inside < 0 else f"{inside:.1f} mm from the trim"
            message = f"{quoted(text)} lies {where}; the safe zone begins at {component.safe:g} mm"
            problem = Problem(place, message, "move it in, or shrink it", "warning")
            # The fault is reported once per slot of a face, whatever text the slot has in each row.
            self.problems.add_once(
                ("safe", component.id, surface.side, box, turn), surface.who, problem
            )

    def _warn(
        self,
        surface: Surface,
        place: Place,
        message: str,
        fix: str,
        level: Literal["error", "warning"] = "warning",
        *,
        alters_print: bool = False,
    ) -> None:
        """Report a fault once for all faces with this fault, such as a back that all cards
        share.
        """
        problem = Problem(place, message, fix, level, alters_print)
        self.problems.add_once(("text", problem), surface.who, problem)

    def icon(self, name: str, place: Place, surface: Surface) -> None:
        """Report a missing icon."""
        near = difflib.get_close_matches(name, self.icons, 1)
        fix = f"did you mean {near[0]!r}?" if near else "put it in the pack's icons/ folder"
        fault = Problem(place, f"there is no icon {name!r}", fix)
        self.problems.add_once(("icon", name), surface.who, fault)


def _bounds(setting: Setting) -> list[tuple[float, float]]:
    """The corner points of every run and icon."""
    em = setting.size_pt * MM_PER_PT
    points: list[tuple[float, float]] = []
    for run in setting.runs:
        top = run.baseline - run.type.cap_height * em
        points += outline.rectangle(run.x, top, run.advance, run.baseline - top)
    for mark in setting.icons:
        points += outline.rectangle(mark.x, mark.y, mark.size, mark.size)
    return points


def _turned(x: float, y: float, box: Box, degrees: float) -> tuple[float, float]:
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    angle = math.radians(degrees)
    dx, dy = x - cx, y - cy
    return (
        cx + dx * math.cos(angle) - dy * math.sin(angle),
        cy + dx * math.sin(angle) + dy * math.cos(angle),
    )


def at(text: str, part: str, place: Place) -> Place:
    """The place of a part of a text if this place is known, else `place`."""
    return text.place_of(part) if isinstance(text, Written) else place


def quoted(text: str) -> str:
    """Quote a text for a message: in quotes, on one line, shortened."""
    line = " ".join(text.split())
    return repr(line if len(line) <= 32 else line[:31] + "…")
