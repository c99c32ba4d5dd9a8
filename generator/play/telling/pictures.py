"""Pictures of pieces in a page, each of which is in the file once and used several times.

The caller supplies the function that draws a piece.
"""

import base64
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from generator.play.telling.charts.drawing import short

# pixels along the longer side of a picture beside a name, and of a picture below a map
SMALL, LARGE = 96, 900
ALLOWED = 900_000  # greatest size in bytes of all pictures in a page; further pieces appear by name


@dataclass(frozen=True, slots=True)
class Picture:
    """A trimmed printed face, with its pixels, its size in mm, and its outline as an SVG path in
    mm.
    """

    data: bytes
    media: str  # "image/webp"
    width: float
    height: float
    outline: str


Pictures = Callable[[str, int], Picture | None]
"""From "component/row" and pixels along the longer side to its front; None where it has none."""


class Album:
    """The pictures of a page, each drawn on first request."""

    def __init__(self, pictures: Pictures | None) -> None:
        self._pictures = pictures
        self._left = ALLOWED
        self._known: dict[str, tuple[str, Picture] | None] = {}

    def thumb(self, piece: str) -> str:
        """Return markup of a small picture beside a name, or ""."""
        entry = self._take(piece, SMALL)
        if entry is None:
            return ""
        id, picture = entry
        box = f'viewBox="0 0 {short(picture.width)} {short(picture.height)}"'
        return f'<svg class="thumb" {box} aria-hidden="true"><use href="#{id}"/></svg>'

    def large(self, piece: str) -> str:
        """Return the address of a large picture, or ""."""
        entry = self._take(piece, LARGE)
        return "" if entry is None else f"#{entry[0]}"

    def definitions(self) -> str:
        """Return every requested picture, to be included once in the page."""
        symbols = [_symbol(*entry) for entry in self._known.values() if entry is not None]
        if not symbols:
            return ""
        size = 'width="0" height="0"'
        return f'<svg class="album" {size} aria-hidden="true">{"".join(symbols)}</svg>'

    def _take(self, piece: str, pixels: int) -> tuple[str, Picture] | None:
        if not piece or self._pictures is None:
            return None
        if piece not in self._known:
            drawn = self._pictures(piece, pixels) if self._left > 0 else None
            if drawn is not None:
                self._left -= len(drawn.data) * 4 // 3
            id = f"picture-{len(self._known) + 1}"
            self._known[piece] = None if drawn is None else (id, drawn)
        return self._known[piece]


class Linked(Album):
    """Pictures stored elsewhere, by their addresses."""

    def __init__(self, address: Callable[[str], str]) -> None:
        super().__init__(None)
        self._address = address

    def thumb(self, piece: str) -> str:
        """Return markup of a small picture, or ""."""
        address = self._address(piece) if piece else ""
        entry = f'<img class="thumb" src="{escape(address)}" alt="" loading="lazy">'
        return entry if address else ""

    def large(self, piece: str) -> str:
        """Return the address of a large picture, or ""."""
        return self._address(piece)


def _symbol(id: str, picture: Picture) -> str:
    wide, high = short(picture.width), short(picture.height)
    data = base64.b64encode(picture.data).decode("ascii")
    image = f'<image width="{wide}" height="{high}" href="data:{picture.media};base64,{data}"/>'
    clip = f'<clipPath id="{id}-cut"><path d="{escape(picture.outline)}"/></clipPath>'
    return (
        f'<symbol id="{id}" viewBox="0 0 {wide} {high}">{clip}'
        f'<g clip-path="url(#{id}-cut)">{image}</g></symbol>'
    )
