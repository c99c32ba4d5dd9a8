"""Pictures within a text: a face, drawing or file with its size and position.

In: the source, `:piece[tiles/river-bird back 24mm]:`, `![…](draw:push?n=2#right,45mm)`. Out: a
`PictureRef`; after it is drawn, a `DrawnPicture` to place on a page. Lengths are in mm.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, unquote

from generator.model.decimals import drawn
from generator.model.pack import Side
from generator.model.problems import near
from generator.model.units import NotALength, to_mm

PIECE = re.compile(r":piece\[([^\]\n]*)\]:")
_DRAW = "draw:"
_OWN = re.compile(r"[pf][0-9a-f]{10}-")  # matches the beginning of the ids of a face or figure
_ID = re.compile(r'(\bid=")([^"]+)|(url\(#)([^)]+)|(href="#)([^"]+)')


class BadPicture(ValueError):
    """Raised for a picture reference that cannot be read; `fix` suggests a correct reference."""

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.fix = fix


@dataclass(frozen=True, slots=True)
class PictureRef:
    """A reference to a picture as written; `width` in mm, 0 for its own size."""

    kind: Literal["file", "draw", "piece"]
    name: str
    slots: tuple[tuple[str, str], ...] = ()
    side: Side = "front"
    turn: float = 0.0  # clockwise rotation, degrees
    width: float = 0.0
    beside: Literal["", "left", "right"] = ""  # the side of the next text on which it is placed
    alt: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A face or drawing to place on a page: SVG in its own units; `view` is x, y, width, height.

    `width` and `height` are in mm; `cut` is path data of a piece's outline, or "".
    """

    svg: str
    view: tuple[float, float, float, float]
    width: float
    height: float
    cut: str = ""
    images: tuple[Path, ...] = ()
    name: str = ""


def piece_of(written: str) -> PictureRef:
    """Parse the words in the brackets of `:piece[…]:`. Raises `BadPicture` if the words are
    wrong.
    """
    words = written.split()
    if not words:
        raise BadPicture("the piece is missing", "write its id: :piece[tiles/river-bird]:")
    side: Side = "front"
    turn = width = 0.0
    for word in words[1:]:
        if word in ("front", "back"):
            side = "front" if word == "front" else "back"
        elif re.fullmatch(r"-?\d{1,3}deg", word):
            turn = float(word[:-3])
        else:
            width = _width(
                word,
                ("front", "back"),
                "write front, back, a width like 24mm, or a turn like 90deg",
            )
    return PictureRef("piece", words[0], (), side, turn, width)


def picture_of(address: str, alt: str, caption: str) -> PictureRef:
    """Parse the address of a Markdown picture. Raises `BadPicture` if the address is wrong."""
    path, _, where = address.partition("#")
    beside: Literal["", "left", "right"] = ""
    width = 0.0
    for word in filter(None, unquote(where).split(",")):
        if word in ("left", "right"):
            beside = "left" if word == "left" else "right"
        else:
            width = _width(
                word, ("left", "right"), "after # write left, right or a width: #right,45mm"
            )
    if not path.startswith(_DRAW):
        return PictureRef("file", unquote(path), (), "front", 0.0, width, beside, alt, caption)
    name, _, query = path.removeprefix(_DRAW).partition("?")
    slots = tuple(parse_qsl(query, keep_blank_values=True))
    return PictureRef("draw", name, slots, "front", 0.0, width, beside, alt, caption)


def _width(word: str, words: tuple[str, ...], fix: str) -> float:
    try:
        width = to_mm(word)
    except NotALength:
        width = 0.0
    if width <= 0:
        raise BadPicture(f"{word!r} is unknown", f"{near(word, words)}; {fix}")
    return width


def place_picture(
    picture: DrawnPicture, x: float, y: float, width: float, height: float, turn: float = 0.0
) -> str:
    """Place a picture in a box of mm, turned clockwise by `turn` degrees about the box's middle.

    For quarter turns, the box is the box of the turned picture.
    """
    if turn % 180 == 90:
        x, y, width, height = x + (width - height) / 2, y + (height - width) / 2, height, width
    left, top, wide, high = picture.view
    sx, sy = width / wide, height / high
    place = f"translate({drawn(x - left * sx)} {drawn(y - top * sy)}) scale({sx:.5f} {sy:.5f})"
    if turn:
        middle = f"{drawn(x + width / 2)} {drawn(y + height / 2)}"
        place = f"rotate({drawn(turn)} {middle}) {place}"
    if not picture.cut:
        return f'<g transform="{place}">{picture.svg}</g>'
    clip = f"{picture.name}-cut"
    return (
        f'<g transform="{place}"><clipPath id="{clip}"><path d="{picture.cut}"/></clipPath>'
        f'<g clip-path="url(#{clip})">{picture.svg}</g>'
        f'<path d="{picture.cut}" fill="none" stroke="#26221e" '
        f'stroke-width="{drawn(0.15 / max(sx, 1e-6))}"/></g>'
    )


def renamed(svg: str, prefix: str) -> str:
    """Put a prefix before every id in the drawing, so that several drawings never clash.

    Ids of a face within the drawing do not change, because they already have a prefix.
    """
    if ' id="' not in svg:
        return svg

    def named(match: re.Match[str]) -> str:
        before, name = match[1] or match[3] or match[5], match[2] or match[4] or match[6]
        return match[0] if _OWN.match(name) else f"{before}{prefix}-{name}"

    return _ID.sub(named, svg)


def crossed(x: float, y: float, width: float, height: float) -> str:
    """Draw the crossed box that replaces a missing picture."""
    w, h = drawn(width), drawn(height)
    return (
        f'<path d="M{drawn(x)} {drawn(y)}h{w}v{h}h-{w}zl{w} {h}m0 -{h}l-{w} {h}" '
        f'fill="none" stroke="#cc0066" stroke-width=".3"/>'
    )
