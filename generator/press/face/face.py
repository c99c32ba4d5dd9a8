"""Draws a side of a piece as one SVG document, from slots, the pack's own SVG, or its drawings.

In: a `Pack` and a `Piece`. Out: a `Face`, an SVG in mm whose origin is the trim's top left. A user
unit is a mm, and the bleed lies at negative coordinates: `viewBox="-bleed -bleed width height"`.
The SVG needs no other file, because pictures are data URIs, and depends on the pack alone.

There are three ways to make one: `use:` a bundled template, whose slots need no coordinates;
`template:` an SVG file of the pack with Jinja2 in it, written by hand or saved from Inkscape;
`draw:` a function of the pack's `drawings.py`.
"""

import hashlib
import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from generator.model.decimals import drawn
from generator.model.pack import FaceSpec, Pack, Side
from generator.model.problems import Place, Problem, Problems, closest, near
from generator.press.face import colours, outline
from generator.press.face.borrowed import BorrowedFaces, Lender
from generator.press.face.bundled import Bundled
from generator.press.face.canvas import Canvas
from generator.press.face.drawing_fit import CLOSE_BLEED, PartOrigins, box_on_face, cropped
from generator.press.face.drawings import Drawings
from generator.press.face.easel import Easel
from generator.press.face.filled_slots import Slots, faults_of, fill_slots
from generator.press.face.imported_svg import LARGE
from generator.press.face.own_templates import OwnTemplates, measures
from generator.press.face.passive import Report, sealed, sealed_parts
from generator.press.face.picture_files import PictureFiles
from generator.press.face.pictured_words import icon_of
from generator.press.face.surface import Surface, seen_from
from generator.press.face.svg_words import as_written
from generator.press.face.text_checks import quoted
from generator.press.pieces.expand import Piece, every_piece
from generator.press.text.fonts import font_files, types_of
from generator.press.text.text_pictures import DrawnPicture, crossed, renamed
from generator.system.files import as_on_disk
from generator.system.trust import programs_in, runs_unasked
from generator.templating.expressions import in_texts
from generator.templating.face_slots import face_names, slots_of
from generator.templating.python_errors import in_plain_words
from generator.templating.sandbox import begin

# the face that prints Markdown, and its default file
RULES, RULES_FILE = "rules", "RULES.md"
# a face, and its templates for the page of a game: with large letters, and as a flat strip
CARD, AT_TABLE, AT_TABLE_FLAT = "card", "_table_card", "_table_strip"
# greatest relative difference between a drawing's user unit and 1 mm, summed over both axes
CLOSE_UNIT = 0.005
_HELD = re.compile(r'<g data-ink="(\d+)"\s*/>')
_TAG = re.compile(r"<(?:(?:[\w.-]+:)?svg[\s>]|\?xml|!DOCTYPE|!--)")


@dataclass(frozen=True, slots=True)
class FaceOptions:
    """The settings for all faces of a run."""

    low_ink: bool = False  # whether large filled areas become outlines
    grey: bool = False  # whether every colour and picture is grey
    outlines: bool = False  # whether texts become paths, for printers that have trouble with fonts
    programs: bool | None = None  # whether `drawings.py` may run; None: only in trusted folders
    at_table: str = ""  # the template of cards on the page of a game; "" as they are printed


@dataclass(frozen=True, slots=True)
class Face:
    """A drawn side. `width` and `height` include `bleed` mm on every edge.

    `digest` is a sha256 of the SVG text, so equal digests are equal pictures.
    """

    svg: str
    width: float
    height: float
    bleed: float
    digest: str
    images: tuple[Path, ...] = ()  # the picture files on the face
    borrows: bool = False  # whether the face shows other faces, or figures of `drawings.py`
    # messages about parts that could not be drawn as the pack describes them
    faults: tuple[str, ...] = ()
    is_sampled: bool = False  # whether a picture on the face is embedded at a reduced resolution


class FaceMaker:
    """Draws the faces of one pack, and keeps its fonts, icons, pictures and templates in memory.

    Equal slots on equal shapes are drawn once. Each fault is added to `problems` once.
    """

    def __init__(self, pack: Pack, problems: Problems, options: FaceOptions | None = None) -> None:
        begin()
        self.pack = pack
        self.problems = problems
        self.options = options or FaceOptions()
        chosen = self.options
        self._types = types_of(pack, problems)
        self._easel = Easel(
            pack, self._types, problems, chosen.low_ink, chosen.grey, chosen.outlines
        )
        self._pictures = PictureFiles(self._easel)
        self._borrowed = BorrowedFaces(self._easel, Lender(self._lent_face, self._lent_figure))
        self._canvas = Canvas(self._easel, self._pictures, self._borrowed)
        self._may_run = _may_run(pack, chosen.programs, problems)
        self._drawings = Drawings(pack.folder, problems, self._may_run)
        # components with a picture that needs `drawings.py`, although the program may not run
        self.needs_programs: set[str] = set()
        self._bundled = Bundled(self._canvas)
        self._templates = OwnTemplates(self._canvas, pack, problems)
        self._drawn: dict[tuple[object, ...], Face | None] = {}
        self._checked: dict[int, tuple[Problem, ...]] = {}  # faults of slots, by the id of the spec
        # all pieces of the pack; empty until a piece is first needed
        self._pieces: dict[str, Piece] = {}
        self._lent: dict[Hashable, DrawnPicture | None] = {}
        self._lending: list[str] = []  # pieces whose faces are currently drawn for other faces
        self._crossed: set[str] = set()  # digests of crossed boxes

    def face(self, piece: Piece, side: Side) -> Face | None:
        """Draw one side; return None if it is blank, or after a problem."""
        n_before = len(self.problems.added)
        face = self._drawn_side(piece, side)
        faults = self._faults_since(n_before, piece, side)
        if face is None or not faults:
            return face
        return replace(face, faults=faults)

    def crossed(self, piece: Piece, side: Side, faults: Sequence[str] = ()) -> Face:
        """Draw the face that replaces a faulty side: a crossed box and the piece's name."""
        spec = piece.spec(side)
        assert spec is not None, f"{piece.id} has no {side}"
        surface = self._begin(piece, side, spec, held=False)
        shape = piece.component.shape
        body = crossed(0.5, 0.5, shape.width - 1, shape.height - 1)
        if not self._types.get("body", "regular").missing(piece.name):
            name = self._canvas.textbox(
                piece.name.replace("*", "\\*").replace(":", "\\:"),
                *(shape.width * 0.1, shape.height * 0.15, shape.width * 0.8, shape.height * 0.2),
                min=3, align="center", valign="middle", safe=False,
            )  # fmt: skip
            body += name
        face = self._finished(surface, body)
        self._crossed.add(face.digest)
        return replace(face, faults=tuple(faults) or ("it cannot be drawn",))

    def is_crossed(self, face: Face) -> bool:
        """Whether a face is only the crossed box that replaces a faulty side."""
        return face.digest in self._crossed

    def drawn_from(self, piece: Piece, side: Side) -> Hashable | None:
        """Return everything that a face of `drawings.py` depends on, except the palette and files.

        The result is None if this is uncertain; see `repeatable`.
        """
        spec = piece.spec(side)
        if spec is None or spec.kind != "draw" or not self._may_run:
            return None
        attributes = self._drawings.piece_attributes(spec.name, spec.place)
        if attributes is None:
            return None
        n_before = len(self.problems.added)
        slots = fill_slots(piece, spec, self.problems)
        if len(self.problems.added) > n_before:
            return None
        names = tuple(getattr(piece, name) for name in sorted(attributes))
        return (spec.name, names, tuple((k, type(v), v) for k, v in slots.items()))

    @property
    def draws_alike(self) -> bool:
        """Whether the state of `drawings.py` is still the same as when it was loaded."""
        return not self._drawings.has_changed

    def web_pages(self, pieces: Iterable[Piece]) -> Iterator[str]:
        """Every rule sheet on these pieces as HTML; a text on several faces comes once."""
        sides: tuple[Side, ...] = ("front", "back")
        pages = (self.web_page(piece, side) for piece in pieces for side in sides)
        written: set[str] = set()
        for page in filter(None, pages):
            if page not in written:
                written.add(page)
                yield page

    def web_page(self, piece: Piece, side: Side) -> str | None:
        """The whole text of a rule sheet as HTML; None for any other face, or after a problem.

        The face maker should have `outlines` on, because a browser does not have the pack's fonts.
        """
        from generator.press.face.rule_sheets import Part, RuleSheets

        spec = piece.spec(side)
        if spec is None or (spec.kind, spec.name) != ("use", RULES):
            return None
        slots = fill_slots(piece, spec, self.problems)
        self._begin(piece, side, spec, held=False)
        part = Part(*(str(slots.get(name) or "") for name in Part._fields))
        file = slots.get("file") or RULES_FILE
        title, colour = str(slots.get("title") or ""), str(slots.get("colour") or "#5b6770")
        sheets = RuleSheets(self._easel, self._pictures, self._borrowed)
        return sheets.web_page(file, part, title, colour)

    # ---- one side

    def _drawn_side(self, piece: Piece, side: Side) -> Face | None:
        spec = piece.spec(side)
        if spec is None:
            return None
        if spec.kind == "draw" and not self._may_run:
            self.needs_programs.add(piece.component.id)
            return None
        slots = fill_slots(piece, spec, self.problems)
        if spec.kind == "use":
            return self._from_bundled(piece, side, spec, slots)
        surface = self._begin(piece, side, spec, held=True)
        if spec.kind == "template":
            text = self._templates.render(surface, spec, slots)
        elif not self._drawings.takes_piece(spec.name, spec.place):
            return self._drawn_once(surface, spec, slots)
        else:
            text = self._call(surface, spec, slots)
        return self._imported(surface, text, spec) if text.strip() else None

    def _begin(self, piece: Piece, side: Side, spec: FaceSpec, held: bool) -> Surface:
        code = "" if spec.kind == "use" else str(self.pack.folder)
        shape = piece.component.shape
        if side == "back" and shape.outline:
            shape = outline.mirrored(shape)
        bleed = piece.bleed(side)
        surface = Surface(piece, side, spec.place, shape, bleed, held, spec.places, code)
        self._begin_on(surface)
        return surface

    def _begin_on(self, surface: Surface) -> None:
        self._easel.surface = surface
        self._pictures.origin.face = surface.who
        self._pictures.origin.locate = as_written

    def _from_bundled(
        self, piece: Piece, side: Side, spec: FaceSpec, slots: Mapping[str, Any]
    ) -> Face | None:
        self._report_slots(spec)
        component = piece.component
        key = (spec.name, component.id, side, piece.row.leaf, *slots.items())
        if key in self._drawn:
            return self._drawn[key]
        if spec.name not in face_names():
            return None
        surface = self._begin(piece, side, spec, held=False)
        n_before = len(self.problems.added)
        # Kept in an object, because `icon` and `colour` are names of functions as well as of slots.
        slot = Slots({name: slots[name] for name in slots_of(spec.name) if name in slots})
        try:
            values: dict[str, object] = {"slot": slot, **measures(surface)}
            name = spec.name
            if self.options.at_table and name == CARD:
                name = self.options.at_table
                values["mark"] = icon_of(str(slots.get("title") or ""), self._easel.icons.names)
            body = self._bundled.draw(name, values)
        except Exception as error:
            # The bundled templates have no faults, so the cause must be a wrong value in a slot,
            # such as columns: 0.
            reason = in_plain_words(error)
            message = f"the face {spec.name!r} cannot be drawn with these slots: {reason}"
            self._easel.wrong(spec.name, spec.place, message, "check the numbers in its slots")
            return None
        face = self._finished(surface, body)
        # a face with faults is drawn again, so that they are reported for every piece
        if len(self.problems.added) == n_before:
            self._drawn[key] = face
        return face

    def _report_slots(self, spec: FaceSpec) -> None:
        """Report the faults in the spec of a bundled face once, since all its pieces share them."""
        if id(spec) not in self._checked:
            self._checked[id(spec)] = tuple(faults_of(spec))
        for fault in self._checked[id(spec)]:
            self.problems.add(fault)

    def _faults_since(self, n_before: int, piece: Piece, side: Side) -> tuple[str, ...]:
        """The errors reported after the first `n_before` problems, without the face's name."""
        who = f"{piece.id}, {side}: "
        errors = (p.message for p in self.problems.added[n_before:] if p.level == "error")
        return tuple(dict.fromkeys(message.removeprefix(who) for message in errors))

    # ---- drawings

    def _call(self, surface: Surface, spec: FaceSpec, slots: Mapping[str, Any]) -> str:
        given = {
            "piece": surface.piece,
            "pack": self.pack,
            "side": surface.side,
            "draw": self._canvas,
        }
        return self._drawings.call(spec.name, given, slots, spec.place)

    def _drawn_once(
        self, surface: Surface, spec: FaceSpec, slots: Mapping[str, Any]
    ) -> Face | None:
        """Draw a face by a function without the parameter `piece`, once for equal slots."""
        key = ("draw", spec.name, surface.piece.component.id, surface.side, *slots.items())
        if key in self._drawn:
            return self._drawn[key]
        n_before = len(self.problems.added)
        text = self._call(surface, spec, slots)
        face = self._imported(surface, text, spec) if text.strip() else None
        # a face with faults is drawn again, so that they are reported for every piece
        if len(self.problems.added) == n_before:
            self._drawn[key] = face
        return face

    def _imported(self, surface: Surface, text: str, spec: FaceSpec) -> Face | None:
        """Import a pack's own SVG, and place it on the face at its declared size."""
        if spec.kind == "template":
            source = as_on_disk(self.pack.folder / spec.name)
        else:
            source = self.pack.folder / "drawings.py"
        if not _TAG.match(text.lstrip()):
            # A fragment without an `<svg>` element is drawn in mm from the trim's corner.
            text = f"{_opening(surface)}{text}</svg>"
        place = Place(seen_from(source, self.pack.folder))
        if spec.kind == "draw":
            place = spec.place
        self._warn_of_unread_markup(surface, text, spec)
        self._pictures.origin.locate = PartOrigins(source, place.file, spec, surface).of
        imported = self._pictures.importer.load(text.encode(), place, source.parent, "")
        if imported is None:
            return None
        if self.options.low_ink:
            from generator.press.face.low_ink import thinned

            imported = thinned(imported)
        box = box_on_face(surface, imported, place, self.problems)
        if box is None:
            return None
        x, y, width, height = box
        unit = width / imported.view[2], height / imported.view[3]
        origin = x - imported.view[0] * unit[0], y - imported.view[1] * unit[1]
        for check in surface.unchecked:
            check(origin)
        surface.images.extend(imported.images)
        surface.is_sampled |= imported.is_sampled
        body = _with_ink(imported.draw(*box), surface, unit)
        if width > surface.width + CLOSE_BLEED or height > surface.height + CLOSE_BLEED:
            body = cropped(body, surface)
        return self._finished(surface, body)

    def _warn_of_unread_markup(self, surface: Surface, svg: str, spec: FaceSpec) -> None:
        """Warn of cells whose markup is printed literally, because no textbox reads it."""
        row = surface.piece.row
        for name, value in row.fields.items():
            if not isinstance(value, str) or escape(value) not in svg:
                continue
            if self._easel.has_markup(value):
                message = f"{quoted(value)} prints with its markup signs: it is not in a textbox"
                fix = f"write {{{{ {in_texts(name)} | textbox(x, y, width, height) }}}}"
                if spec.kind == "draw":
                    fix = "write draw.textbox(text, x, y, width, height)"
                problem = Problem(row.places.get(name, row.place), message, fix, "warning")
                self.problems.add_once(("unread", spec.name, name), surface.who, problem)

    # ---- faces for other faces

    def _lent_face(self, id: str, side: Side, place: Place) -> DrawnPicture | None:
        """Draw the face of a piece for another face that shows it; return None after a problem."""
        outer = self._easel.now
        outer.borrows = True
        if not self._pieces:
            self._pieces = {piece.id: piece for piece in every_piece(self.pack)}
        piece = self._pieces.get(id)
        spec = piece.spec(side) if piece is not None else None
        if piece is None or spec is None:
            message = f"there is no piece {id!r}" if piece is None else f"{id} has no {side}"
            self._easel.wrong(id, place, message, _near_piece(id, self._pieces))
            return None
        if id in self._lending or id == outer.piece.id:
            self._easel.wrong(id, place, f"{id} shows itself", "show another piece")
            return None
        if (id, side) not in self._lent:
            self._lending.append(id)
            try:
                face = self.face(piece, side)
            finally:
                self._lending.pop()
                self._easel.surface = outer
            self._lent[id, side] = _cut_out(face, piece) if face is not None else None
        return self._lent[id, side]

    def _lent_figure(self, name: str, slots: dict[str, str], place: Place) -> DrawnPicture | None:
        """Draw a figure of `drawings.py` for a rule sheet; return None after a problem."""
        outer = self._easel.now
        outer.borrows = True
        if not self._may_run:
            self.needs_programs.add(outer.piece.component.id)
            return None
        key = ("figure", name, *slots.items())
        if key not in self._lent:
            piece, shape = outer.piece, outer.shape
            surface = Surface(piece, outer.side, place, shape, 0.0, held=True, is_figure=True)
            spec = FaceSpec("draw", name, slots, place, {})
            self._begin_on(surface)
            try:
                text = self._call(surface, spec, slots)
                figure = self._figure(surface, text, place) if text.strip() else None
            finally:
                self._easel.surface = outer
            self._lent[key] = figure
        return self._lent[key]

    def _figure(self, surface: Surface, text: str, place: Place) -> DrawnPicture | None:
        imported = self._pictures.importer.load(text.encode(), place, self.pack.folder, "")
        if imported is None:
            return None
        if self.options.low_ink:
            from generator.press.face.low_ink import thinned

            imported = thinned(imported)
        width, height = imported.width or imported.view[2], imported.height or imported.view[3]
        unit = width / imported.view[2], height / imported.view[3]
        body = sealed_parts(_with_ink(imported.svg, surface, unit), self._leaves_out(surface))
        name = f"f{hashlib.sha256(body.encode()).hexdigest()[:10]}"
        images = (*surface.images, *imported.images)
        return DrawnPicture(renamed(body, name), imported.view, width, height, "", images, name)

    # ---- the finished document

    def _leaves_out(self, surface: Surface) -> Report:
        """Return a function that reports parts removed from a finished face for safety."""

        def report(_element: Any, message: str, fix: str) -> None:
            self.problems.warning(surface.place, message, fix)

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
    """Insert the finished ink into a drawing; `unit` is mm per user unit, across and down.

    The ink itself is always in mm.
    """
    scale = ""
    if abs(unit[0] - 1) + abs(unit[1] - 1) > CLOSE_UNIT:
        scale = f'<g transform="scale({1 / unit[0]:.6f} {1 / unit[1]:.6f})">'

    def ink(match: re.Match[str]) -> str:
        held = surface.ink[int(match[1])]
        return f"{scale}{held}</g>" if scale else held

    return _HELD.sub(ink, body)


def _cut_out(face: Face, piece: Piece) -> DrawnPicture:
    """Cut a face at its trim, so that another face can show it."""
    name = f"p{face.digest[:10]}"
    body = face.svg[face.svg.index(">") + 1 : face.svg.rindex("</svg>")]
    if len(body) >= LARGE:
        # typst writes an isolated group only once
        body = f'<g style="isolation:isolate">{body}</g>'
    shape = piece.component.shape
    view = (0.0, 0.0, shape.width, shape.height)
    cut = outline.path(shape)
    size = shape.width, shape.height
    return DrawnPicture(renamed(body, name), view, *size, cut, face.images, name)


def _near_piece(id: str, ids: Collection[str]) -> str:
    """Suggest a fix for an unknown piece, which is a similar row of the same component if
    possible.
    """
    home, _, own = id.rpartition("/")
    beside = [each for each in ids if each.startswith(f"{home}/")] if home else ids
    rows = {each.rpartition("/")[2]: each for each in beside}
    row = closest(own, rows)
    return f'did you mean "{rows[row]}"?' if row else near(id, beside or ids)


def _may_run(pack: Pack, programs: bool | None, problems: Problems) -> bool:
    """Whether `drawings.py` may run.

    If the user has not decided, the program does not run and this is reported.
    """
    if programs is not None:
        return programs
    if runs_unasked(pack.folder):
        return True
    if "drawings.py" in programs_in(pack.folder):
        message = "it is not run because this folder is not trusted; its drawings are missing"
        fix = "trust the folder, or set programs=True"
        problems.warning(Place("drawings.py"), message, fix)
    return False


def _opening(surface: Surface) -> str:
    bleed = drawn(-surface.bleed)
    width = drawn(surface.width)
    height = drawn(surface.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="{bleed} {bleed} {width} {height}">'
    )
