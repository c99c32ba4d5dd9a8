"""Faces and figures that are shown on other faces and within sentences.

In: a reference to a piece of the pack, or to a figure of `drawings.py`. Out: its SVG, or a problem
at the place of the reference.
"""

from collections.abc import Callable
from dataclasses import dataclass

from generator.model.pack import Side
from generator.model.problems import Place
from generator.press.face.easel import Easel
from generator.press.text import text_pictures
from generator.press.text.text_pictures import DrawnPicture, PictureRef


@dataclass(frozen=True, slots=True)
class Lender:
    """Draws other faces and figures of the pack for a face that shows them.

    Both functions report faults at the given place and then return None.
    """

    face: Callable[[str, Side, Place], DrawnPicture | None]
    figure: Callable[[str, dict[str, str], Place], DrawnPicture | None]


class BorrowedFaces:
    """Fetches faces and figures from the lender, and draws faces that serve as icons in texts."""

    def __init__(self, easel: Easel, lender: Lender | None = None) -> None:
        self._easel = easel
        self._lender = lender
        self.lent: dict[str, str] = {}  # the SVG of each shown face, by name
        # Faces inside sentences and their places, by the names of their icons.
        self._inline: dict[str, tuple[PictureRef, Place]] = {}

    def icon_of(self, face: PictureRef, place: Place) -> str:
        """Return the icon name that represents a face inside a sentence."""
        names = {key: name for name, key in self._inline.items()}
        name = names.get((face, place), f"face-{len(names) + 1}-of-the-pack")
        self._inline[name] = (face, place)
        self._easel.names_in_texts.add(name)
        return name

    def title_of(self, name: str) -> str:
        """Return the title of an icon: its name, or the name of the piece whose face it shows."""
        return self._inline[name][0].name if name in self._inline else name

    def get(self, ref: PictureRef, place: Place) -> DrawnPicture | None:
        """Return the face or figure of a reference; None after a problem."""
        assert self._lender is not None, "no maker lends faces"
        if ref.kind == "piece":
            face = self._lender.face(ref.name, ref.side, place)
            if face is not None:
                self.lent[face.name] = face.svg
            return face
        return self._lender.figure(ref.name, dict(ref.slots), place)

    def draw_icon(self, name: str, x: float, y: float, size: float, fill: str) -> str:
        """Draw an icon, or the face that it represents, in a square of `size` mm; "" for an unknown
        icon.
        """
        if name not in self._inline:
            icon = self._easel.icons.get(name)
            return icon.draw(x, y, size, fill) if icon is not None else ""
        ref, place = self._inline[name]
        face = self.get(ref, place)
        if face is None:
            return text_pictures.crossed(x, y, size, size)
        scale = size / max(face.width, face.height)
        width, height = face.width * scale, face.height * scale
        if ref.turn % 180 == 90:
            width, height = height, width
        left, top = x + (size - width) / 2, y + (size - height) / 2
        return text_pictures.place_picture(face, left, top, width, height, ref.turn)
