"""Prints Markdown files of a pack as rule sheets, on the pages of a face and as one web page.

In: a file's name, the part of it to print, and the size of the text box on a page in mm. Out: SVG,
or HTML. Text that does not print or does not fit is reported at its line of the Markdown file.
"""

import hashlib
import math
import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.model.plays import GENERATED
from generator.model.problems import Place, Problem
from generator.press.face import colours
from generator.press.face.borrowed import BorrowedFaces
from generator.press.face.easel import Easel
from generator.press.face.picture_files import PictureFiles
from generator.press.face.rule_sheet_page import Graphic, Page
from generator.press.face.surface import Ink, Written
from generator.press.face.text_checks import quoted
from generator.press.text import markdown, text_pictures
from generator.press.text.bidi import runs_left
from generator.press.text.folding import (
    PageBox,
    is_folded,
    is_one_text,
    page_boxes,
    pages_of,
    unlike,
)
from generator.press.text.leaflet import SMALL, Layouter
from generator.press.text.markup import Bit
from generator.press.text.strip_drawing import Inks, draw
from generator.press.text.strips import Flow, Frame, Picture, Put, all_strips
from generator.press.text.text_box import Box
from generator.press.text.text_pictures import PictureRef
from generator.reading.booklets import MOST_PAGES
from generator.system.files import TooLarge, as_on_disk, composed, in_words, read
from generator.templating.expressions import pack_context
from generator.templating.figures import filled
from generator.templating.sandbox import say

LARGEST_TEXT = 200_000  # maximum size in bytes of a Markdown file


class Part(NamedTuple):
    """The part of a Markdown file to print: from heading `begin` up to heading `until`.

    The words in `omit`, divided by |, are left out. `changed` is a sentence; a last line after this
    sentence lists every parameter that does not have its usual value.
    """

    begin: str = ""
    until: str = ""
    omit: str = ""
    changed: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of a text on its pages: the box on each page, and the largest and smallest type
    size.
    """

    frame: Frame
    n_pages: int
    size_pt: float
    min_pt: float
    family: str


class RuleSheets:
    """Sets the Markdown files of one pack; each file is laid out again only after a change."""

    def __init__(self, easel: Easel, pictures: PictureFiles, borrowed: BorrowedFaces) -> None:
        self._easel = easel
        self._pictures = pictures
        self._borrowed = borrowed
        self._flows: dict[Hashable, Flow] = {}
        # file → whether most of its letters run from right to left
        self._runs_left: dict[Hashable, bool] = {}

    # ---- on paper

    def leaflet(
        self,
        file: object,
        corner: tuple[float, float],
        i_page: int,
        part: Part,
        setting: Setting,
        inks: Inks,
    ) -> Ink:
        """Draw one page of a Markdown file, with its top left at `corner`.

        `i_page` counts from 0.
        """
        flow, path = self._flow_of(file, part, setting)
        if any(flow.pages) and not flow.pages[i_page] and file not in GENERATED:
            self._warn_of_empty_page(i_page + 1, setting.n_pages, flow.needed, (path, part))
        if any(put.strip.pictures for side in flow.pages for put in all_strips(side)):
            # the page breaks depend on all pictures, which may be other faces
            self._easel.now.borrows = True

        def picture(picture: Picture, line: int, x: float, y: float) -> str:
            place = Place(self._easel.named(path), line)
            return self._picture(picture, place, x, y, path.parent)

        return self._drawn(flow.pages[i_page], corner, inks, picture)

    def sections(
        self,
        sections: Sequence[tuple[object, object]],
        corner: tuple[float, float],
        setting: Setting,
        inks: Inks,
    ) -> Ink:
        """Set texts below headings, all at one size, on one page; see `Canvas.sections`."""
        blocks: list[markdown.Block] = []
        for i, (head, text) in enumerate(sections):
            if head:
                blocks.append(markdown.Block("head", i, str(head), SMALL))
            if text:
                blocks.append(markdown.Block("words", i, str(text)))
        layouter = Layouter(self._easel.setter, setting.family, lambda *_: (0.0, 0.0))
        flow = layouter.flow(blocks, setting.frame, 1, setting.size_pt, setting.min_pt, spill=True)
        places = [self._easel.place(text or head) for head, text in sections]
        for put in flow.pages[0]:
            self._check(put, places[put.strip.line])
        if not flow.is_whole:
            lost = quoted(str(sections[flow.lost_line][1]))
            message = f"{lost} does not fit its box at {flow.size_pt:g} pt"
            fix = "shorten the texts, or give them more room"
            problem = Problem(places[flow.lost_line], message, fix, "warning")
            self._easel.problems.add_once(("text", problem), self._easel.now.who, problem)
        return self._drawn(flow.pages[0], corner, inks, lambda *_: "")

    def pages(self, page: object, pages: object, file: object, part: Part) -> list[PageBox]:
        """The pages on this side: one page on a flat piece, or one page on each half of a folded
        leaf.

        `page` and `pages` are the values of the slots. If most letters of the text run from right
        to left, the leaf is folded for reading from the right.
        """
        surface = self._easel.now
        shape, bleed = surface.shape, surface.bleed
        if is_folded(shape):
            return self._pages_of_leaf(page, pages, self._reads_leftwards(file, part))
        if shape.panels:
            message = "a rule sheet needs a flat piece or a folded leaf, found a net"
            parts = ", ".join(panel.name for panel in shape.panels)
            fix = f"this shape has the parts {parts}; give it a size, or shape: {{folded: […]}}"
            self._easel.wrong(None, surface.place, message, fix)
            return []
        n = 2 if file in GENERATED and is_one_text(surface.piece.component) else 1
        usual = n if surface.side == "back" else 1
        number = int(self._easel.number(page, "page", usual, 1, MOST_PAGES))
        of = int(self._easel.number(pages, "pages", n, 1, MOST_PAGES))
        edges = (bleed, bleed, bleed, bleed)
        return [PageBox(number, of, 0.0, 0.0, shape.width, shape.height, 0, *edges)]

    def _pages_of_leaf(self, page: object, pages: object, reads_leftwards: bool) -> list[PageBox]:
        """The pages on one side of a folded leaf, in folding order."""
        surface = self._easel.now
        piece, component = surface.piece, surface.piece.component
        n = pages_of(piece)
        first = int(self._easel.number(page, "page", 1, 1, MOST_PAGES))
        of = int(self._easel.number(pages, "pages", n, 1, MOST_PAGES))
        if (first - 1) % n:
            message = f"page {first} is not the first page of a leaf: each leaf has {n} pages"
            firsts = ", ".join(str(1 + n * i) for i in range(3))
            fix = f"leave page out, or write the first page of a leaf ({firsts} …) on both sides"
            self._easel.wrong(page, surface.places.get("page", surface.place), message, fix)
            return []
        if is_one_text(component) and component.front and component.back:
            name = unlike(component.front, component.back)
            if name:
                message = "front and back of this leaf print one text but differ in "
                message += f"{name!r}, so their pages would not join"
                fix = "write the same on both sides: front: &rules {…}, back: *rules"
                self._easel.wrong(name, component.back.place, message, fix)
        last = n * math.ceil(of / n) if piece.row.leaf is None else n
        if of < last and first <= of:
            blank = f"page {last} stays blank"
            if of + 1 < last:
                blank = f"pages {of + 1} to {last} stay blank"
            message = f"{component.title} has {last} pages, and its text uses {of}: {blank}"
            place = surface.places.get("pages", surface.place)
            self._easel.problems.warning(place, message, f"write pages: {last} to use all pages")
        boxes = page_boxes(
            piece, surface.side, surface.shape, surface.bleed, first, of, reads_leftwards
        )
        return list(boxes)

    def _reads_leftwards(self, file: object, part: Part) -> bool:
        """Whether most letters of a Markdown text belong to scripts that run from right to left."""
        if not file:
            return False
        path = self._path(file)
        part = part._replace(changed="")
        key = (path, _changed(path), part)
        if key not in self._runs_left:
            blocks = self._blocks(path, self._easel.place(file), part) or ()
            texts = (text for b in blocks for text in (b.text, *(c for row in b.rows for c in row)))
            self._runs_left[key] = runs_left("\n".join(texts))
        return self._runs_left[key]

    def _warn_of_empty_page(
        self, page: int, n_pages: int, n_full: int, text: tuple[Path, Part]
    ) -> None:
        """Warn that a text ends before this page; an empty last back of a flat leaf is allowed."""
        surface = self._easel.now
        place = surface.places.get("pages", surface.place)
        fix = "print fewer pages, or use a larger text size"
        ends = f"{text[0].name} ends on page {n_full}"
        if surface.shape.panels:
            first = n_full + 1
            empty = f"pages {first} to {n_pages} are" if first < n_pages else f"page {n_pages} is"
            message = f"{surface.piece.component.title}: {empty} empty because {ends}"
            self._easel.problems.warning(place, message, fix)
        elif n_full < n_pages - 1 or n_pages == 2:
            problem = Problem(place, f"page {page} is empty because {ends}", fix, "warning")
            self._easel.problems.add_once(("empty", *text), surface.who, problem)

    def _drawn(
        self,
        page: Sequence[Put],
        corner: tuple[float, float],
        inks: Inks,
        picture: Callable[[Picture, int, float, float], str],
    ) -> Ink:
        easel, icon = self._easel, self._borrowed.draw_icon
        return easel.ink(draw(page, corner, inks, easel.setter, icon, picture, easel.outlines))

    def _flow_of(self, file: object, part: Part, setting: Setting) -> tuple[Flow, Path]:
        """Lay out a Markdown file over its pages; the layout is repeated only after a change or a
        problem.
        """
        place = self._easel.place(file)
        path = self._path(file)
        key = (path, _changed(path), part, setting)
        flow = self._flows.get(key)
        if flow is None:
            n_before = len(self._easel.problems.added)
            flow = self._flow(path, place, part, setting)
            if len(self._easel.problems.added) == n_before:
                self._flows[key] = flow
        return flow, path

    def _flow(self, path: Path, place: Place, part: Part, setting: Setting) -> Flow:
        """Read and lay out a Markdown file; after a problem, every page is empty."""
        n_pages = setting.n_pages
        blocks = self._blocks(path, place, part)
        if blocks is None:
            return Flow(((),) * n_pages, setting.size_pt, 1)

        def size_of(ref: PictureRef, line: int) -> tuple[float, float]:
            place = Place(self._easel.named(path), line)
            if ref.kind == "file":
                return 0.0, self._pictures.ratio(path.parent / ref.name, place)
            face = self._borrowed.get(ref, place)
            return (face.width, face.height) if face is not None else (20.0, 20.0)

        layouter = Layouter(self._easel.setter, setting.family, size_of)
        flow = layouter.flow(blocks, setting.frame, n_pages, setting.size_pt, setting.min_pt)
        for put in (put for side in flow.pages for put in all_strips(side)):
            self._check(put, self._place(path, put.strip.line, place))
        if not flow.is_whole:
            piece = self._easel.now.piece
            who = piece.id if piece.row.leaf is None else piece.component.id
            pages = f"{n_pages} page{'s' if n_pages > 1 else ''}"
            text = "the text" if self._is_generated(path) else f"from here on {path.name}"
            self._easel.problems.error(
                self._place(path, flow.lost_line, place),
                f"{who}: {text} does not fit on {pages}; "
                f"it needs {flow.needed} at {flow.size_pt:g} pt",
                self._fix_for_room(flow.needed, n_pages),
            )
        return flow

    def _fix_for_room(self, n_pages: int, n_now: int) -> str:
        """Suggest how a rule sheet of `n_now` pages can get `n_pages` pages."""
        surface = self._easel.now
        if surface.piece.row.leaf is not None:
            pages = 4 * math.ceil(n_pages / 4)
            return f"shorten it, write pages: {pages}, or allow a smaller text size"
        if surface.shape.panels:
            return "shorten it, print a booklet (booklet: true), or allow a smaller text size"
        more = (
            "print a booklet (booklet: true)" if n_now > 1 else "print the rest on the back (back:)"
        )
        return f"shorten it, {more}, or allow a smaller text size"

    def _check(self, put: Put, place: Place) -> None:
        """Report the faults of the texts in a strip."""
        for words in put.strip.words:
            if words.i == 0:
                wrapped = words.wrapped
                setting = self._easel.setter.place(wrapped, 0, len(wrapped.lines), 0.0, 0.0)
                text = " ".join(run.text for run in setting.runs)
                self._easel.checks.text(setting, text, place, self._easel.now)

    def _picture(self, picture: Picture, place: Place, x: float, y: float, folder: Path) -> str:
        """Draw a picture of a rule sheet in its place, or a crossed box if the picture is
        missing.
        """
        if picture.ref.kind == "file":
            file = Written(picture.ref.name, place)
            box = Box(x, y, picture.width, picture.height)
            return self._pictures.draw(file, box, "contain", folder)
        face = self._borrowed.get(picture.ref, place)
        if face is None:
            return text_pictures.crossed(x, y, picture.width, picture.height)
        self._easel.now.images.extend(face.images)
        size = picture.width, picture.height
        return text_pictures.place_picture(face, x, y, *size, picture.ref.turn)

    # ---- the text

    def _path(self, file: object) -> Path:
        """The path of the Markdown file of a slot; a generated text has a path without a file."""
        path = self._easel.pack.folder / str(file)
        return path.resolve() if file in GENERATED else as_on_disk(path).resolve()

    def _is_generated(self, path: Path) -> bool:
        """Whether a text is generated from `play:` instead of read from a file."""
        return path.name in GENERATED and path.parent == self._easel.pack.folder.resolve()

    def _place(self, path: Path, line: int, place: Place) -> Place:
        """The place of a line in messages: in its file, or in the slot of a generated text."""
        return place if self._is_generated(path) else Place(self._easel.named(path), line)

    def _blocks(self, path: Path, place: Place, part: Part) -> list[markdown.Block] | None:
        """The blocks of a part of a Markdown file; None after a problem."""
        text = self._text(path, place)
        if text is None:
            return None
        pack, start = self._easel.pack, self._place(path, 0, place)
        for words in part.omit.split("|"):
            if words.strip():
                text = re.sub(rf"[^\S\n]*{re.escape(words.strip())}", "", text)
        text = filled(text, pack_context(pack), start, self._easel.problems)

        if fault := markdown.size_fault(text):
            line, message, fix = fault
            self._easel.problems.error(self._place(path, line, place), message, fix)
            return None

        def warn(line: int, message: str, fix: str) -> None:
            self._easel.problems.warning(self._place(path, line, place), message, fix)

        def icon_of(face: PictureRef, line: int) -> str:
            return self._borrowed.icon_of(face, self._place(path, line, place))

        blocks = markdown.parts(markdown.read(text, warn, icon_of), part.begin, part.until)
        if isinstance(blocks, str):
            message = f"{path.name} has no heading {blocks!r}"
            self._easel.problems.error(place, message, "copy the heading from that file")
            return None
        unusual = [p for p in pack.parameters.values() if p.value != p.default]
        if part.changed and unusual:
            values = (
                f"{p.name.replace('_', ' ')} **{say(p.value)}** ({say(p.default)})" for p in unusual
            )
            text = f"**{part.changed}** {', '.join(values)}"
            blocks.append(markdown.Block("words", 0, text))
        return blocks

    def _text(self, path: Path, place: Place) -> str | None:
        """The text of a Markdown file, or a generated text; None after a problem."""
        fault, fix = "", ""
        pack = self._easel.pack
        if self._is_generated(path):
            from generator.reading.phrases.rule_sheet import player_aid, rule_sheet

            text = rule_sheet(pack) if path.name == GENERATED[0] else player_aid(pack)
            if text is None:
                message = "file: play prints the rules of play:, but "
                message += "play: has mistakes" if pack.play else "game.yaml has no play:"
                fix = "correct them first" if pack.play else "name a Markdown file"
                self._easel.wrong(path, place, message, fix)
            return text
        try:
            if self._easel.is_outside(path):
                fault = "it lies outside the pack"
            else:
                return composed(read(path, LARGEST_TEXT).decode("utf-8-sig"))
        except TooLarge:
            fault = f"it has more than {LARGEST_TEXT:,} bytes"
        except FileNotFoundError:
            fault, fix = "no such file", self._easel.near(path)
        except UnicodeDecodeError as error:
            fault, fix = f"not UTF-8 at byte {error.start}", "save it as UTF-8"
        except OSError as error:
            fault = in_words(error)
        self._easel.wrong(path, place, f"{path.name} cannot be printed: {fault}", fix)
        return None

    # ---- as a web page

    def web_page(self, file: object, part: Part, title: str, accent: str) -> str | None:
        """The text of a rule sheet as one web page; None after a problem."""
        easel = self._easel
        place = easel.place(file)
        path = self._path(file)
        blocks = self._blocks(path, place, part)
        if blocks is None:
            return None

        def icon(name: str) -> tuple[str, str]:
            svg = self._borrowed.draw_icon(name, 0.0, 0.0, 1.0, "currentColor")
            return svg, self._borrowed.title_of(name)

        def graphic(ref: PictureRef, line: int) -> Graphic | None:
            return self._graphic(ref, Place(easel.named(path), line), path.parent)

        def bits_of(text: str) -> list[list[Bit]]:
            return easel.setter.read(text, False, False, [], None)

        def left_out(_element: object, message: str, fix: str) -> None:
            easel.problems.warning(Place(easel.named(path)), message, fix)

        page = Page(icon, graphic, bits_of, left_out)
        strong = colours.readable(easel.colour(accent))
        shine = colours.mix(easel.colour(accent), colours.LIGHT, 0.6)
        language = easel.pack.language or "en"
        name = title or easel.pack.name
        return page.write(blocks, name, language, strong, shine, self._borrowed.lent)

    def _graphic(self, ref: PictureRef, place: Place, folder: Path) -> Graphic | None:
        if ref.kind == "file":
            width = ref.width or 90.0
            height = width * self._pictures.ratio(folder / ref.name, place)
            box = Box(0.0, 0.0, width, height)
            svg = self._pictures.draw(Written(ref.name, place), box, "contain", folder)
            name = f"file-{hashlib.sha256(svg.encode()).hexdigest()[:10]}"
            return Graphic(svg, width, height, name, ref.alt)
        face = self._borrowed.get(ref, place)
        if face is None:
            return None
        width, height = face.width, face.height
        if ref.turn % 180 == 90:
            width, height = height, width
        svg = text_pictures.place_picture(face, 0.0, 0.0, width, height, ref.turn)
        name = face.name + (f"-{ref.turn:g}" if ref.turn else "")
        return Graphic(svg, width, height, name, ref.alt or ref.name.rpartition("/")[2])


def _changed(path: Path) -> int:
    """The time of a file's last change in ns; 0 if there is no file."""
    return path.stat().st_mtime_ns if path.is_file() else 0
