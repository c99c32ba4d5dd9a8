"""One side of a piece as one SVG document: from slots, the pack's own SVG, or its drawings.

In: a `Pack` and a `Piece`. Out: a `Face`, an SVG in mm whose origin is the trim's top left, so
the bleed lies at negative coordinates: `viewBox="-bleed -bleed width height"`, and a user unit
is a mm. It is complete in itself (pictures are data URIs, no links) and depends on the pack alone.

Three ways to make one: `use:` a bundled template, whose slots need no coordinates; `template:` an
SVG file of the pack, drawn by hand or saved from Inkscape, with Jinja2 in it; `draw:` a function
of the pack's `drawings.py`.
"""

import difflib
import hashlib
import math
import re
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from generator.model.decimals import drawn
from generator.model.pack import FaceSpec, Pack, Scalar, Side
from generator.model.problems import Place, Problem, Problems, closest, near
from generator.press.face import colours, outline
from generator.press.face.bundled import Bundled
from generator.press.face.canvas import Borrow, Brush, functions
from generator.press.face.drawings import Drawings, where
from generator.press.face.foreign_svg import LARGE, Adopted
from generator.press.face.passive import Report, sealed, sealed_parts
from generator.press.face.surface import Cells, Surface, Written, seen_from
from generator.press.face.text_checks import quoted
from generator.press.pieces.expand import Piece, every_piece
from generator.press.text.fonts import font_files, types_of
from generator.press.text.text_pictures import Drawn, crossed, renamed
from generator.system.files import as_on_disk, composed, read
from generator.system.trust import programs_in, runs_unasked
from generator.templating.expressions import fill, in_texts, unknown_name, written_otherwise
from generator.templating.face_slots import FONT, face_names, folder, names_a_font, slots_of
from generator.templating.python_errors import in_plain_words
from generator.templating.sandbox import begin, environment, render_template, say

LARGEST = 20_000_000  # characters of a pack's own SVG, pictures not counted
MOST_STEPS = 2_000_000  # loop turns and calls of one template
RULES, RULES_FILE = "rules", "RULES.md"  # the face that prints Markdown, and what it prints
CLOSE = 0.15  # mm by which a drawing's size may miss the face's
BLEEDS = (1.5, 2.0, 3.0, 3.175, 4.0, 5.0, 6.35)  # mm around documents of shops, and usual ones
WIDEST_BLEED = 12.7  # mm around a document that are taken for bleed
CLOSE_BLEED = 0.05  # mm; bleeds that differ by less are one
PPI = (72, 300)  # pixels an inch in documents of Illustrator and of Affinity; CSS has 96
CLOSE_UNIT = 0.005  # by which a drawing's user unit may miss the mm, of both axes together
_HELD = re.compile(r'<g data-ink="(\d+)"\s*/>')
_BRACED = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
_NAME = re.compile(r"(?<![\w.\"'])[A-Za-z_]\w*")
_BLANKS = re.compile(r"(?<=\S) {2,}(?=\S)")  # around a block that came out empty
_UNDEFINED = re.compile(r"'([^']*)' is undefined")
_ONE_FIELD = re.compile(r"\s*\{\{[^{}]*\}\}\s*")
_TAG = re.compile(r"<(?:svg\b|\?xml|!DOCTYPE|!--)")


@dataclass(frozen=True, slots=True)
class FaceOptions:
    """How all faces of a run are drawn."""

    low_ink: bool = False  # large fills give way to their outlines
    grey: bool = False  # every colour and picture in grey
    outlines: bool = False  # text as paths, for printers that mistrust fonts
    programs: bool | None = None  # whether `drawings.py` may run; by default in trusted folders


@dataclass(frozen=True, slots=True)
class Face:
    """A drawn side. `width` and `height` include `bleed` mm on every edge.

    `digest` is a sha256 of the SVG text, so equal digests are equal pictures; `images` are the
    files drawn on it; `borrows` tells that it shows other faces, or figures of `drawings.py`;
    `faults` what could not be drawn as the pack says; `is_sampled` that a picture on it is embedded
    with fewer pixels than it has.
    """

    svg: str
    width: float
    height: float
    bleed: float
    digest: str
    images: tuple[Path, ...] = ()
    borrows: bool = False
    faults: tuple[str, ...] = ()
    is_sampled: bool = False


class Slots:
    """The slots of a face as attributes; one that was left out is None."""

    def __init__(self, filled: Mapping[str, Any]) -> None:
        self.__dict__.update(filled)

    def __getattr__(self, name: str) -> None:
        """An empty slot; names with underscores are Python's own business."""
        if name.startswith("_"):
            raise AttributeError(name)
        return None


class FaceMaker:
    """Draws the faces of one pack; keeps its fonts, icons, pictures and templates warm.

    Equal slots on equal shapes are drawn once. What is wrong goes to `problems`, once a fault.
    """

    def __init__(self, pack: Pack, problems: Problems, options: FaceOptions | None = None) -> None:
        begin()
        self.pack = pack
        self.problems = problems
        self.options = options or FaceOptions()
        chosen = self.options
        self._types = types_of(pack, problems)
        self._brush = Brush(
            pack,
            self._types,
            problems,
            chosen.low_ink,
            chosen.grey,
            chosen.outlines,
        )
        self._brush._borrow = Borrow(self._lent_face, self._lent_figure)
        self._may_run = _may_run(pack, chosen.programs, problems)
        self._drawings = Drawings(pack.folder, problems, self._may_run)
        self.needs_programs: set[str] = set()  # components that lack a picture of `drawings.py`
        self._bundled = Bundled(self._brush)
        self._own = _sandbox(self._brush, pack.folder)
        self._drawn: dict[tuple[object, ...], Face | None] = {}
        self._checked: dict[int, tuple[Problem, ...]] = {}  # what is wrong with slots, by spec
        self._pieces: dict[str, Piece] = {}  # all of the pack, once one was asked for
        self._lent: dict[Hashable, Drawn | None] = {}
        self._lending: list[str] = []  # pieces whose faces are being drawn for other faces
        self._crossed: set[str] = set()  # digests of crossed boxes

    def face(self, piece: Piece, side: Side) -> Face | None:
        """Draw one side; None where it is blank paper, or cannot be drawn and a problem says so."""
        n_told = len(self.problems.added)
        face = self._drawn_side(piece, side)
        faults = self._faults_since(n_told, piece, side)
        if face is None or not faults:
            return face
        return replace(face, faults=faults)

    def crossed(self, piece: Piece, side: Side, faults: Sequence[str] = ()) -> Face:
        """What stands for a side that cannot be drawn: a crossed box and the piece's name."""
        spec = piece.spec(side)
        assert spec is not None, f"{piece.id} has no {side}"
        surface = self._begin(piece, side, spec, held=False)
        shape = piece.component.shape
        body = crossed(0.5, 0.5, shape.width - 1, shape.height - 1)
        if not self._types.get("body", "regular").missing(piece.name):
            name = self._brush.textbox(
                piece.name.replace("*", "\\*").replace(":", "\\:"),
                *(shape.width * 0.1, shape.height * 0.15, shape.width * 0.8, shape.height * 0.2),
                min=3, align="center", valign="middle", safe=False,
            )  # fmt: skip
            body += name
        face = self._finished(surface, body)
        self._crossed.add(face.digest)
        return replace(face, faults=tuple(faults) or ("it cannot be drawn",))

    def is_crossed(self, face: Face) -> bool:
        """Whether nothing of a face was drawn but the crossed box in its place."""
        return face.digest in self._crossed

    def _faults_since(self, n_told: int, piece: Piece, side: Side) -> tuple[str, ...]:
        """The errors told since then, without the face's name."""
        who = f"{piece.id}, {side}: "
        errors = (p.message for p in self.problems.added[n_told:] if p.level == "error")
        return tuple(dict.fromkeys(message.removeprefix(who) for message in errors))

    def _drawn_side(self, piece: Piece, side: Side) -> Face | None:
        spec = piece.spec(side)
        if spec is None:
            return None
        if spec.kind == "draw" and not self._may_run:
            self.needs_programs.add(piece.component.id)
            return None
        slots = self._fill(piece, spec)
        if spec.kind == "use":
            return self._from_bundled(piece, side, spec, slots)
        surface = self._begin(piece, side, spec, held=True)
        if spec.kind == "template":
            text = self._from_template(surface, spec, slots)
        elif not self._drawings.tells_pieces_apart(spec.name, spec.place):
            return self._drawn_alike(surface, spec, slots)
        else:
            text = self._call(surface, spec, slots)
        return self._adopted(surface, text, spec) if text.strip() else None

    def drawn_from(self, piece: Piece, side: Side) -> Hashable | None:
        """All that a face of `drawings.py` is drawn from besides the pack's palette and files.

        None where that cannot be told: see `alike`.
        """
        spec = piece.spec(side)
        if spec is None or spec.kind != "draw" or not self._may_run:
            return None
        asked = self._drawings.asks_of_piece(spec.name, spec.place)
        if asked is None:
            return None
        n_told = len(self.problems.added)
        slots = self._fill(piece, spec)
        if len(self.problems.added) > n_told:
            return None
        names = tuple(getattr(piece, name) for name in sorted(asked))
        return (spec.name, names, tuple((k, type(v), v) for k, v in slots.items()))

    @property
    def draws_alike(self) -> bool:
        """Whether `drawings.py` still remembers what it did when it was loaded, and no more."""
        return not self._drawings.has_changed

    def web_page(self, piece: Piece, side: Side) -> str | None:
        """The whole text of a rule sheet as HTML; None where that side is none, or on a problem.

        Best drawn with `outlines`, since a browser has not the pack's fonts.
        """
        spec = piece.spec(side)
        if spec is None or (spec.kind, spec.name) != ("use", RULES):
            return None
        slots = self._fill(piece, spec)
        self._begin(piece, side, spec, held=False)
        asked = tuple(str(slots.get(name) or "") for name in ("begin", "until", "omit", "changed"))
        begin, until, omit, changed = asked
        file = slots.get("file") or RULES_FILE
        title, colour = str(slots.get("title") or ""), str(slots.get("colour") or "#5b6770")
        return self._brush._web_page(file, (begin, until, omit, changed), title, colour)

    # Faces within faces ----------------------------------------------------------------------

    def _lent_face(self, id: str, side: Side, place: Place) -> Drawn | None:
        """The face of a piece to be shown within another one; None after a problem."""
        outer = self._brush._now
        outer.borrows = True
        if not self._pieces:
            self._pieces = {piece.id: piece for piece in every_piece(self.pack)}
        piece = self._pieces.get(id)
        spec = piece.spec(side) if piece is not None else None
        if piece is None or spec is None:
            found = f"there is no piece {id!r}" if piece is None else f"{id} has no {side}"
            self._brush._wrong(id, place, found, _near_piece(id, self._pieces))
            return None
        if id in self._lending or id == outer.piece.id:
            self._brush._wrong(id, place, f"{id} shows itself", "show another piece")
            return None
        if (id, side) not in self._lent:
            self._lending.append(id)
            try:
                face = self.face(piece, side)
            finally:
                self._lending.pop()
                self._brush._surface = outer
            self._lent[id, side] = _cut_out(face, piece) if face is not None else None
        return self._lent[id, side]

    def _lent_figure(self, name: str, slots: dict[str, str], place: Place) -> Drawn | None:
        """What a function of `drawings.py` draws for a rule sheet; None after a problem."""
        outer = self._brush._now
        outer.borrows = True
        if not self._may_run:
            self.needs_programs.add(outer.piece.component.id)
            return None
        key = ("figure", name, *slots.items())
        if key not in self._lent:
            piece, shape = outer.piece, outer.shape
            surface = Surface(piece, outer.side, place, shape, 0.0, held=True, is_figure=True)
            spec = FaceSpec("draw", name, slots, place, {})
            self._brush._begin(surface)
            try:
                text = self._call(surface, spec, slots)
                figure = self._figure(surface, text, place) if text.strip() else None
            finally:
                self._brush._surface = outer
            self._lent[key] = figure
        return self._lent[key]

    def _figure(self, surface: Surface, text: str, place: Place) -> Drawn | None:
        adopted = self._brush._adopter.adopt(text.encode(), place, self.pack.folder, "")
        if adopted is None:
            return None
        if self.options.low_ink:
            from generator.press.face.low_ink import thinned

            adopted = thinned(adopted)
        width, height = adopted.width or adopted.view[2], adopted.height or adopted.view[3]
        unit = width / adopted.view[2], height / adopted.view[3]
        body = sealed_parts(_with_ink(adopted.svg, surface, unit), self._leaves_out(surface))
        name = f"f{hashlib.sha256(body.encode()).hexdigest()[:10]}"
        images = (*surface.images, *adopted.images)
        return Drawn(renamed(body, name), adopted.view, width, height, "", images, name)

    def _call(self, surface: Surface, spec: FaceSpec, slots: Mapping[str, Any]) -> str:
        given = {
            "piece": surface.piece,
            "pack": self.pack,
            "side": surface.side,
            "draw": self._brush,
        }
        return self._drawings.call(spec.name, given, slots, spec.place)

    def _drawn_alike(
        self, surface: Surface, spec: FaceSpec, slots: Mapping[str, Any]
    ) -> Face | None:
        """What a function draws that does not know the piece: once for equal slots."""
        key = ("draw", spec.name, surface.piece.component.id, surface.side, *slots.items())
        if key in self._drawn:
            return self._drawn[key]
        n_told = len(self.problems.added)
        text = self._call(surface, spec, slots)
        face = self._adopted(surface, text, spec) if text.strip() else None
        if len(self.problems.added) == n_told:  # what is wrong is told for every piece
            self._drawn[key] = face
        return face

    def _begin(self, piece: Piece, side: Side, spec: FaceSpec, held: bool) -> Surface:
        code = "" if spec.kind == "use" else str(self.pack.folder)
        shape = piece.component.shape
        if side == "back" and shape.outline:
            shape = outline.mirrored(shape)
        bleed = piece.bleed(side)
        surface = Surface(piece, side, spec.place, shape, bleed, held, spec.places, code)
        self._brush._begin(surface)
        return surface

    def _fill(self, piece: Piece, spec: FaceSpec) -> dict[str, Any]:
        """Fill in the slots; a text knows the cell or slot it came from."""
        filled: dict[str, Any] = {}
        for name, written in spec.slots.items():
            if not isinstance(written, str):
                filled[name] = written
                continue
            place = spec.places.get(name, spec.place)
            text = written
            cells: Cells = ()
            if "{" in written:
                text = fill(written, piece.context, place, self.problems, piece.row.places)
                text = _BLANKS.sub(" ", text) if "{%" in written else text
                cells = _cells(written, piece)
            if len(cells) == 1 and _ONE_FIELD.fullmatch(written):
                place, cells = cells[0][1], ()
            filled[name] = Written(text.strip(), place, cells)
        if spec.kind != "use":
            return filled
        for name, value in filled.items():
            family = filled.get(f"{name}{FONT}") or filled.get(FONT[1:])
            if family and isinstance(value, Written):
                named = family if isinstance(family, Written) else str(family)
                filled[name] = Written(value, value.place, value.cells, named)
        return filled

    def _from_bundled(
        self, piece: Piece, side: Side, spec: FaceSpec, slots: Mapping[str, Any]
    ) -> Face | None:
        self._check_slots(spec)
        component = piece.component
        key = (spec.name, component.id, side, piece.row.leaf, *slots.items())
        if key in self._drawn:
            return self._drawn[key]
        if spec.name not in face_names():
            return None
        surface = self._begin(piece, side, spec, held=False)
        n_told = len(self.problems.added)
        # An object of its own, since `icon` and `colour` are functions beside being slots.
        slot = Slots({name: slots[name] for name in slots_of(spec.name) if name in slots})
        try:
            body = self._bundled.draw(spec.name, {"slot": slot, **_measures(surface)})
        except Exception as error:
            # The bundled faces are sound; a slot holds what it should not, like columns: 0.
            said = in_plain_words(error)
            found = f"the face {spec.name!r} cannot be drawn with these slots: {said}"
            self._brush._wrong(spec.name, spec.place, found, "check the numbers among them")
            return None
        face = self._finished(surface, body)
        if len(self.problems.added) == n_told:  # what is wrong is told for every piece
            self._drawn[key] = face
        return face

    def _check_slots(self, spec: FaceSpec) -> None:
        """Tell of every piece what is wrong with how its face is written: it is drawn by it."""
        if id(spec) not in self._checked:
            self._checked[id(spec)] = tuple(_faults_of(spec))
        for fault in self._checked[id(spec)]:
            self.problems.add(fault)

    def _from_template(self, surface: Surface, spec: FaceSpec, slots: Mapping[str, Any]) -> str:
        from jinja2 import TemplateNotFound, TemplateSyntaxError

        file = as_on_disk(self.pack.folder / spec.name)
        whole = Place(seen_from(file, self.pack.folder))
        piece = surface.piece
        words = {
            name: Written(value, piece.row.places[name])
            if isinstance(value, str) and name in piece.row.places
            else value
            for name, value in piece.context.items()
        }
        try:
            template = self._own.get_template(spec.name)
            context = {**words, **slots, "slots": slots, "slot": Slots(slots), **_measures(surface)}
            return render_template(template, context)
        except TemplateNotFound as error:
            self.problems.error(
                spec.place, f"there is no template {error.name!r}", "a path inside the pack"
            )
        except TemplateSyntaxError as error:
            at = error.filename or str(file)
            lines = (error.source or "").splitlines()[error.lineno - 1 : error.lineno]
            fix = written_otherwise("".join(lines), piece.context)
            fix = fix or "is every {{ closed by }}, and every {% by %}?"
            self.problems.error(
                Place(seen_from(Path(at), self.pack.folder), error.lineno, 1),
                f"template: {error.message}",
                fix,
            )
        except UnicodeDecodeError as error:
            self.problems.error(
                Place(seen_from(file, self.pack.folder)),
                f"not UTF-8 at byte {error.start}",
                "save it as UTF-8",
            )
        except RecursionError:
            said = "it is nested too deeply, or calls itself"
            fix = "does it extend or include itself, directly or through another? else take a loop"
            self.problems.add_once(("nested", spec.name), piece.id, Problem(whole, said, fix))
        except Exception as error:
            # jinja2 compiles what a stranger wrote: it may end in any of Python's own faults.
            at_line = where(error, file, self.pack.folder) or whole
            fix = ""
            if "not callable" in str(error):
                fix = "a field of that name hides the function: write draw.icon(…)"
            said = in_plain_words(error)
            if unknown := _UNDEFINED.fullmatch(str(error)):
                said, fix = unknown_name(unknown[1], piece.context, piece.row.places)
            self.problems.add_once((at_line, said), piece.id, Problem(at_line, said, fix))
        return ""

    def _adopted(self, surface: Surface, text: str, spec: FaceSpec) -> Face | None:
        """Check and mend a pack's own SVG, and lay it on the face at its declared size."""
        if spec.kind == "template":
            source = as_on_disk(self.pack.folder / spec.name)
        else:
            source = self.pack.folder / "drawings.py"
        if not _TAG.match(text.lstrip()):
            # A fragment: drawn in mm from the trim's corner.
            text = f"{_opening(surface)}{text}</svg>"
        place = Place(seen_from(source, self.pack.folder))
        if spec.kind == "draw":
            place = spec.place
        self._tell_unread(surface, text, spec)
        adopter = self._brush._adopter
        adopter.locate = _Origins(source, place.file, spec, surface).of
        adopted = adopter.adopt(text.encode(), place, source.parent, "")
        if adopted is None:
            return None
        if self.options.low_ink:
            from generator.press.face.low_ink import thinned

            adopted = thinned(adopted)
        where_ = self._lay(surface, adopted, place)
        if where_ is None:
            return None
        x, y, width, height = where_
        unit = width / adopted.view[2], height / adopted.view[3]
        origin = x - adopted.view[0] * unit[0], y - adopted.view[1] * unit[1]
        for judged in surface.unjudged:
            judged(origin)
        surface.images.extend(adopted.images)
        surface.is_sampled |= adopted.is_sampled
        body = _with_ink(adopted.draw(*where_), surface, unit)
        if width > surface.width + CLOSE_BLEED or height > surface.height + CLOSE_BLEED:
            body = _cropped(body, surface)
        return self._finished(surface, body)

    def _tell_unread(self, surface: Surface, svg: str, spec: FaceSpec) -> None:
        """Tell of cells whose markup prints as it stands, for no textbox read it."""
        row = surface.piece.row
        for name, value in row.fields.items():
            if not isinstance(value, str) or escape(value) not in svg:
                continue
            if self._brush._has_markup(value):
                own = in_texts(name)
                found = f"{quoted(value)} prints its markup as it stands, for no textbox reads it"
                fix = f"write {{{{ {own} | textbox(x, y, width, height) }}}}"
                if spec.kind == "draw":
                    fix = "write draw.textbox(text, x, y, width, height)"
                told = Problem(row.places.get(name, row.place), found, fix, "warning")
                self.problems.add_once(("unread", spec.name, name), surface.who, told)

    def _lay(
        self, surface: Surface, adopted: Adopted, place: Place
    ) -> tuple[float, float, float, float] | None:
        """Where a drawing goes: centred on the face, with the bleed that its size shows.

        More bleed than is printed is cut off; less is told, for so much stays white at the edge.
        """
        trim = surface.shape.width, surface.shape.height
        full = trim[0] + 2 * surface.bleed, trim[1] + 2 * surface.bleed
        view = adopted.view[2], adopted.view[3]
        known = (surface.bleed, 0.0, *BLEEDS)
        sizes = [view, *((view[0] * 25.4 / ppi, view[1] * 25.4 / ppi) for ppi in PPI)]
        is_sized = bool(adopted.width and adopted.height)
        if adopted.width and adopted.height:
            sizes.insert(0, (adopted.width, adopted.height))
        bleeds = (_bleed_of(s, trim, known, is_sized and s is sizes[0]) for s in sizes)
        drawn_with = next((found for found in bleeds if found is not None), None)
        if drawn_with is None:
            self._tell_size(surface, adopted, place, sizes[0])
            return None
        lacks = surface.bleed - drawn_with
        if lacks > CLOSE_BLEED:
            found = "the drawing ends at the trim"
            if drawn_with:
                found = f"the drawing has {drawn_with:.4g} mm of bleed, and {lacks:.4g} mm more "
                found += "are printed around it: they stay white"
            self.problems.warning(
                place,
                f"{surface.piece.component.id}: {found}",
                f"draw it {full[0]:g} × {full[1]:g} mm, {surface.bleed:g} mm of bleed around, "
                f"or set bleed: {drawn_with:.4g}mm",
            )
        elif abs(lacks) <= CLOSE_BLEED:
            drawn_with = surface.bleed
        return (-drawn_with, -drawn_with, trim[0] + 2 * drawn_with, trim[1] + 2 * drawn_with)

    def _tell_size(
        self, surface: Surface, adopted: Adopted, place: Place, size: tuple[float, float]
    ) -> None:
        """Tell of a drawing whose size is none of the face."""
        trim, bleed = (surface.shape.width, surface.shape.height), surface.bleed
        full = trim[0] + 2 * bleed, trim[1] + 2 * bleed
        found = " × ".join(f"{value:.4g}" for value in size)
        if adopted.width and adopted.height:
            found, fix = f"is {found} mm", "set the document's size in mm"
            less = [t - s for s, t in zip(size, trim, strict=True)]
            if max(less) > CLOSE_BLEED:
                ways = zip(less, ("narrow", "low"), strict=True)
                short = [f"{mm:.4g} mm too {way}" for mm, way in ways if mm > CLOSE_BLEED]
                found += f", {' and '.join(short)}"
        else:
            found = f"has no size in mm, only a viewBox of {found}"
            fix = f'write width="{full[0]:g}mm" height="{full[1]:g}mm" into its <svg>'
        wanted = f"{full[0]:g} × {full[1]:g} mm with bleed or {trim[0]:g} × {trim[1]:g} mm without"
        self.problems.error(
            place,
            f"{surface.piece.component.id}: the drawing {found}, the face is {wanted}",
            fix,
        )

    def _leaves_out(self, surface: Surface) -> Report:
        """Reports what may not leave the press, where it was not seen before."""

        def report(_element: Any, found: str, fix: str) -> None:
            self.problems.warning(surface.place, found, fix)

        return report

    def _finished(self, surface: Surface, body: str) -> Face:
        if self.options.grey:
            body = colours.grey_svg(body)
        svg = sealed(f"{_opening(surface)}{body}</svg>", self._leaves_out(surface))
        width = surface.width
        height = surface.height
        if self.options.low_ink:
            from generator.press.face.low_ink import within_limit

            svg = within_limit(svg, width, height, font_files(self.pack))
        digest = hashlib.sha256(svg.encode()).hexdigest()
        images = tuple(dict.fromkeys(surface.images))
        return Face(
            svg, width, height, surface.bleed, digest, images, surface.borrows,
            is_sampled=surface.is_sampled,
        )  # fmt: skip


def _with_ink(body: str, surface: Surface, unit: tuple[float, float]) -> str:
    """A drawing with the finished ink in its places, in mm whatever its user units are (mm)."""
    scale = ""
    if abs(unit[0] - 1) + abs(unit[1] - 1) > CLOSE_UNIT:
        scale = f'<g transform="scale({1 / unit[0]:.6f} {1 / unit[1]:.6f})">'

    def ink(match: re.Match[str]) -> str:
        held = surface.ink[int(match[1])]
        return f"{scale}{held}</g>" if scale else held

    return _HELD.sub(ink, body)


def _bleed_of(
    size: tuple[float, float], trim: tuple[float, float], known: Sequence[float], is_sized: bool
) -> float | None:
    """The bleed that a document of that size has around a trim, mm; None where it is none.

    It is one of those known, or, where the document's size is certain, any that is as wide as high.
    """
    for bleed in known:
        if _close(size, (trim[0] + 2 * bleed, trim[1] + 2 * bleed)):
            return bleed
    across, down = ((s - t) / 2 for s, t in zip(size, trim, strict=True))
    if is_sized and abs(across - down) <= CLOSE_BLEED and 0 < across <= WIDEST_BLEED:
        return (across + down) / 2
    return None


def _cropped(body: str, surface: Surface) -> str:
    """A drawing without what lies beyond the face's own bleed."""
    left = drawn(-surface.bleed)
    size = f'width="{drawn(surface.width)}" height="{drawn(surface.height)}"'
    return (
        f'<clipPath id="protoplay-face"><rect x="{left}" y="{left}" {size}/></clipPath>'
        f'<g clip-path="url(#protoplay-face)">{body}</g>'
    )


def _cut_out(face: Face, piece: Piece) -> Drawn:
    """A face for another one to show: its ink up to the trim."""
    name = f"p{face.digest[:10]}"
    body = face.svg[face.svg.index(">") + 1 : face.svg.rindex("</svg>")]
    if len(body) >= LARGE:
        body = f'<g style="isolation:isolate">{body}</g>'  # typst writes it once
    shape = piece.component.shape
    view = (0.0, 0.0, shape.width, shape.height)
    cut = outline.path(shape)
    return Drawn(renamed(body, name), view, shape.width, shape.height, cut, face.images, name)


@dataclass(slots=True)
class _Origins:
    """Finds where a part of a drawn face was written: a cell of its row, or a line of its code."""

    source: Path
    shown: str
    spec: FaceSpec
    surface: Surface

    def of(self, part: str, at: Place) -> Place:
        """The place of `part`; `at` is its place in the drawing as it was filled in."""
        if not part:
            return at
        row = self.surface.piece.row
        cells = [(say(row.fields.get(name, "")), place) for name, place in row.places.items()]
        fits = [c for c in cells if part in c[0] or (len(c[0]) > 2 and c[0] in part)]
        if fits:
            return max(fits, key=lambda cell: len(cell[0]))[1]
        for slot, value in self.spec.slots.items():
            if isinstance(value, str) and part in value:
                return self.spec.places.get(slot, at)
        try:
            text = composed(read(self.source, LARGEST).decode("utf-8", "replace"))
        except (OSError, ValueError):
            return at
        line = next((i for i, line in enumerate(text.splitlines(), 1) if part in line), 0)
        return replace(at, file=self.shown, line=line, column=0) if line else at


def _near_piece(id: str, known: Collection[str]) -> str:
    """The piece that may be meant: of the same component, if there is one, the row most alike."""
    home, _, own = id.rpartition("/")
    beside = [each for each in known if each.startswith(f"{home}/")] if home else known
    rows = {each.rpartition("/")[2]: each for each in beside}
    row = closest(own, rows)
    return f'did you mean "{rows[row]}"?' if row else near(id, beside or known)


def _faults_of(spec: FaceSpec) -> Iterator[Problem]:
    """A bundled face that is not there, or slots that it has not."""
    if spec.name not in face_names():
        found = f"there is no face {spec.name!r}"
        yield Problem(spec.place, found, _nearest(spec.name, face_names()))
        return
    known = slots_of(spec.name)
    for name in spec.slots:
        if name not in known and not names_a_font(name, known):
            found = f"the face {spec.name!r} has no slot {name!r}"
            yield Problem(spec.places.get(name, spec.place), found, _nearest(name, known))


def _may_run(pack: Pack, programs: bool | None, problems: Problems) -> bool:
    """Whether `drawings.py` may run; where nobody decided it, a refusal is reported."""
    if programs is not None:
        return programs
    if runs_unasked(pack.folder):
        return True
    if "drawings.py" in programs_in(pack.folder):
        found = "it is not run, because this folder is not trusted: what it draws is left out"
        problems.warning(Place("drawings.py"), found, "trust the folder, or set programs=True")
    return False


def _sandbox(brush: Brush, root: Path) -> Any:
    """The environment of a pack's own templates: bounded, and what they print is escaped."""
    calls = functions(brush)
    made: Any = environment(
        calls,
        {**calls, "draw": brush, "pi": math.pi},
        # The pack's own files first; then the bundled ones, whose parts a copied face imports.
        loader=_shelves((root, folder())),
        autoescape=True,
        largest=LARGEST,
        steps=MOST_STEPS,
    )
    made.trim_blocks = made.lstrip_blocks = True
    return made


def _shelves(folders: tuple[Path, ...]) -> Any:
    """A loader of templates that lie in one of the folders; no link leads out of it."""
    from jinja2 import BaseLoader, TemplateNotFound
    from jinja2.loaders import split_template_path

    class Shelves(BaseLoader):
        def get_source(self, environment: Any, template: str) -> tuple[str, str, None]:
            steps = split_template_path(template)
            for shelf in folders:
                file = as_on_disk(shelf.joinpath(*steps))
                try:
                    found = file.resolve(strict=True)
                except (OSError, RuntimeError, ValueError):
                    continue
                if not found.is_relative_to(shelf.resolve()):
                    raise ValueError(f'the template "{template}" lies outside the pack')
                return composed(read(found, LARGEST).decode("utf-8-sig")), str(file), None
            raise TemplateNotFound(template)

    return Shelves()


def _measures(surface: Surface) -> dict[str, Scalar]:
    """What every template knows of the face it draws; mm."""
    shape = surface.shape
    return {
        "w": shape.width,
        "h": shape.height,
        "bleed": surface.bleed,
        "safe": surface.piece.component.safe,
        "corner_mm": shape.corner,
        "shape": shape.kind,
        "flat_top": shape.flat_top,
        "side": surface.side,
    }


def _opening(surface: Surface) -> str:
    bleed = drawn(-surface.bleed)
    width = drawn(surface.width)
    height = drawn(surface.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="{bleed} {bleed} {width} {height}">'
    )


@lru_cache(maxsize=4096)
def _names_in(written: str) -> tuple[str, ...]:
    """The names in a text's expressions, each once, in order."""
    inside = (name for braced in _BRACED.findall(written) for name in _NAME.findall(braced))
    return tuple(dict.fromkeys(inside))


def _cells(written: str, piece: Piece) -> Cells:
    """What stands in the cells of a row that a text speaks of."""
    places, fields = piece.row.places, piece.row.fields
    columns = {in_texts(column): column for column in places} | {c: c for c in places}
    names = (columns[name] for name in _names_in(written) if name in columns)
    return tuple((say(fields[name]), places[name]) for name in names)


def _close(size: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(size[0] - other[0]) <= CLOSE and abs(size[1] - other[1]) <= CLOSE


def _nearest(name: str, known: Mapping[str, str] | tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    listed = ", ".join(known)
    return f"did you mean {near[0]!r}? there are {listed}" if near else f"there are {listed}"
