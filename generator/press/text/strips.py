"""Strips: the parts of a laid-out text that no page break divides; lengths in mm.

A strip is a line of text, a row of a table, a picture, or a picture with the text beside it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from generator.press.text.text_box import Wrapped
from generator.press.text.text_pictures import PictureRef


@dataclass(frozen=True, slots=True)
class Words:
    """Line `i` of a text, with its baseline `y` below the strip's top."""

    wrapped: Wrapped
    i: int
    x: float
    y: float
    strong: bool = False  # whether the text has the accent colour


@dataclass(frozen=True, slots=True)
class Picture:
    """A face, drawing or file, and its box measured from the strip's top left."""

    ref: PictureRef
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Strip:
    """Text and pictures side by side that are never divided; mm from the column's left edge."""

    height: float
    above: float  # space above the strip, except at the top of a column
    line: int  # the line of the strip in the file
    words: tuple[Words, ...] = ()
    keep: bool = False  # whether the strip stays with the strip below
    look: Literal["", "head", "rule", "row", "title row", "quote"] = ""
    width: float = 0.0
    pictures: tuple[Picture, ...] = ()
    beside: "tuple[Put, ...]" = ()  # strips beside the picture
    # the head of a row's table, repeated on the next page or column
    title: "Strip | None" = None
    ends: Literal["", "page", "column"] = ""  # the kind of break before the strip


@dataclass(frozen=True, slots=True)
class Put:
    """A strip with the position of its top left on the page, mm."""

    strip: Strip
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The text box of a page, in mm from the page's top left, and its columns."""

    width: float
    height: float
    columns: int = 1
    gap: float = 5.0

    @property
    def column(self) -> float:
        """The width of a column, mm."""
        return (self.width - (self.columns - 1) * self.gap) / self.columns


@dataclass(frozen=True, slots=True)
class Band:
    """Strips in `n` columns; `intro` are the headings above, which are never separated from the
    strips.
    """

    columns: int
    intro: tuple[Strip, ...]
    strips: tuple[Strip, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """A text laid out on pages; a text that does not fit needs `needed` pages.

    `lost_line` is the first line of the file that does not fit.
    """

    pages: tuple[tuple[Put, ...], ...]
    size_pt: float
    needed: int
    is_whole: bool = True
    lost_line: int = 0


def height_of(column: Sequence[Strip]) -> float:
    return sum(s.height + (s.above if i else 0.0) for i, s in enumerate(column))


def stacked(column: Sequence[Strip]) -> tuple[Put, ...]:
    puts: list[Put] = []
    y = 0.0
    for i, strip in enumerate(column):
        y += strip.above if i else 0.0
        puts.append(Put(strip, 0.0, y))
        y += strip.height
    return tuple(puts)


def moved(puts: Sequence[Put], x: float, y: float) -> tuple[Put, ...]:
    return tuple(replace(put, x=put.x + x, y=put.y + y) for put in puts)


def all_strips(puts: Sequence[Put]) -> Iterator[Put]:
    """All strips of a page, including those beside pictures, with their positions on the page."""
    for put in puts:
        yield put
        yield from all_strips(moved(put.strip.beside, put.x, put.y))
