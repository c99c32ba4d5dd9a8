"""Faces of the pack, and figures of `drawings.py`, shown on other faces and within sentences."""

from collections.abc import Callable
from dataclasses import dataclass

from generator.model.pack import Side
from generator.model.problems import Place
from generator.press.face.easel import Easel
from generator.press.text import text_pictures
from generator.press.text.text_pictures import DrawnPicture, PictureRef


@dataclass(frozen=True, slots=True)
class Lender:
    """Draws other faces of the pack, and its figures, for a face that shows them.

    Both functions report faults at the place they are given, and then return None.
    """

    face: Callable[[str, Side, Place], DrawnPicture | None]
    figure: Callable[[str, dict[str, str], Place], DrawnPicture | None]


class BorrowedFaces:
    """Fetches faces and figures from the lender, and draws those that stand for icons in texts."""

    def __init__(self, easel: Easel, lender: Lender | None = None) -> None:
        self._easel = easel
        self._lender = lender
        self.lent: dict[str, str] = {}  # SVG of the faces that were shown, by their names
        # Faces inside sentences and their places, by the names of the icons they stand for.
        self._inline: dict[str, tuple[PictureRef, Place]] = {}

    def icon_of(self, face: PictureRef, place: Place) -> str:
        """The icon name of a face inside a sentence."""
        names = {key: name for name, key in self._inline.items()}
        name = names.get((face, place), f"face-{len(names) + 1}-of-the-pack")
        self._inline[name] = (face, place)
        self._easel.names_in_texts.add(name)
        return name

    def title_of(self, name: str) -> str:
        """What an icon shows: its name, or the piece whose face stands for it."""
        return self._inline[name][0].name if name in self._inline else name

    def get(self, ref: PictureRef, place: Place) -> DrawnPicture | None:
        """The face or figure that is referred to; None after a problem."""
        assert self._lender is not None, "no maker lends faces"
        if ref.kind == "piece":
            face = self._lender.face(ref.name, ref.side, place)
            if face is not None:
                self.lent[face.name] = face.svg
            return face
        return self._lender.figure(ref.name, dict(ref.slots), place)

    def draw_icon(self, name: str, x: float, y: float, size: float, fill: str) -> str:
        """An icon in a square of `size` mm, or the face that stands for it; "" where none is."""
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
