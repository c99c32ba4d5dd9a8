"""From a pack to files: the pipeline as a list of steps.

In: a checked `Pack` and `BuildOptions`. Out: PDF, SVG and PNG files, whole or not at all, and a
`BuildSummary`. Faults go to `problems`. A face with a fault is printed with a crossed box, and told
of on the edge of its sheet; only where nothing sensible can be printed, nothing is written.
"""

import hashlib
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from generator.model.pack import Pack, Side
from generator.model.problems import Place, Problems
from generator.model.units import NotALength
from generator.press.calibrate import check_offset, offset_of
from generator.press.face.face import Face, FaceMaker, FaceOptions
from generator.press.out.face_forms import Press
from generator.press.out.pdf_forms import Form
from generator.press.out.to_pdf import sheets_pdf
from generator.press.out.to_png import face_png, face_pngs, sheet_pngs
from generator.press.out.to_svg import cut_out, face_name, svg_files
from generator.press.pieces.expand import CALL, Piece, expand
from generator.press.pieces.ledger import (
    Ledger,
    Printed,
    Pull,
    compare,
    ledger_file,
    ledger_text,
    read_ledger,
)
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Backs, Layout, Sheet
from generator.press.sheet.marks import MarkStyle
from generator.press.sheet.papers import Orientation, paper_of
from generator.press.sheet.unmarked import warn_of_unmarked
from generator.press.text.fonts import font_files
from generator.reading.components import warn_of_bleed
from generator.system.files import fitting, root_of, write_file, write_files

Format = Literal["pdf", "svg", "png", "sheets", "html"]
FORMATS: tuple[Format, ...] = ("pdf", "svg", "png", "sheets", "html")


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What to make of a pack. None means as the pack's `sheet:` says. Lengths in mm.

    `formats`: "pdf" sheets, "svg" and "png" single faces, "sheets" pictures of the sheets, "html"
    the rule sheets as web pages.
    `changed` prints only what differs since the last build; `printer` names a saved offset that
    backs are moved by, `offset` gives one. `cut` leaves away what of single faces lies beyond
    their outline. `bleed` overrules every component's, on both sides.
    """

    out: Path = Path("output")
    formats: Sequence[Format] = ("pdf",)
    paper: str | None = None
    orientation: Orientation = "auto"
    margin: float | None = None
    gap: float | None = None
    edges: Literal["shared", "own"] | None = None
    marks: MarkStyle | None = None
    backs: Backs | None = None
    hexes: Literal["tight", "rows"] | None = None
    arrange: Literal["auto", "grouped", "packed"] | None = None
    order: Literal["rows", "stack"] = "rows"
    bleed: float | None = None
    only: Sequence[str] = ()
    skip: Sequence[str] = ()
    copies: int = 1
    changed: bool = False
    low_ink: bool = False
    grey: bool = False
    outlines: bool = False
    sleeves: bool = False
    proof: bool = False
    labels: bool = True
    printer: str | None = None
    offset: tuple[float, float] | None = None
    dpi: float = 300.0
    cut: bool = False
    programs: bool | None = None  # whether `drawings.py` may run; by default in trusted folders


_SHEETS = ("pdf", "sheets")
# What options are for; others change every format.
_FORMATS_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("paper", "orientation", "margin", "gap", "edges", "marks", "backs"), _SHEETS),
    **dict.fromkeys(("hexes", "arrange", "order", "copies", "sleeves", "proof"), _SHEETS),
    **dict.fromkeys(("labels", "printer", "offset"), _SHEETS),
    **dict.fromkeys(("bleed", "low_ink", "outlines"), ("pdf", "svg", "png", "sheets")),
    "dpi": ("png", "sheets"),
    "cut": ("svg", "png"),
}


class NotDrawn(ValueError):
    """A sheet of which no picture can be made."""

    def __init__(self, place: Place, why: Exception, fix: str = "") -> None:
        super().__init__(str(why) or "it is too large")
        self.place, self.fix = place, fix


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Like sheets: what is on them, how many there are, straight cuts for one and their order.

    `folds` says what to fold where leaves of a booklet lie on them: "fold in the middle".
    """

    title: str
    sheets: int
    pieces: int
    cuts: int
    order: tuple[str, ...] = ()
    by_hand: int = 0  # pieces of a sheet that are cut out along their outlines
    folds: str = ""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What was made. `sheets` are leaves of paper, `pages` their printed sides.

    `left_out` counts pieces too large for the paper, `crossed` faces with a fault;
    `stopped` tells that nothing could be made. `sampled`
    counts the faces with pictures that were sampled down to `max_dpi`, pixels per inch.
    """

    game: str
    paper: str = ""
    pieces: int = 0
    faces: int = 0
    sheets: int = 0
    pages: int = 0
    cuts: int = 0
    plan: tuple[SheetPlan, ...] = ()
    pull: tuple[Pull, ...] = ()
    files: tuple[Path, ...] = ()
    seconds: float = 0.0
    crossed: int = 0
    left_out: int = 0
    stopped: bool = False
    sampled: int = 0
    max_dpi: float = 0.0

    def plain(self) -> dict[str, Any]:
        """The summary as JSON carries it."""
        told = asdict(self)
        told["files"] = [str(path) for path in self.files]
        told["seconds"] = round(self.seconds, 3)
        return told


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """What a step hands to the next one."""

    pack: Pack
    options: BuildOptions
    problems: Problems
    press: Press
    maker: FaceMaker
    layout: Layout
    n_listed: int = 0
    pieces: tuple[Piece, ...] = ()
    faces: tuple[tuple[Piece, Side, Face], ...] = ()
    sheets: tuple[Sheet, ...] = ()
    missing: frozenset[str] = frozenset()  # pieces that no sheet holds
    pull: tuple[Pull, ...] = ()
    printed: Ledger = field(default_factory=dict)
    pdfs: tuple[tuple[Path, bytes], ...] = ()
    pictured: tuple[tuple[Path, bytes], ...] = ()  # PDFs whose points are the pictures' pixels
    files: tuple[Path, ...] = ()

    @property
    def prints(self) -> bool:
        """Whether sheets are wanted, as a file or as pictures."""
        return "pdf" in self.options.formats or "sheets" in self.options.formats


def build(
    pack: Pack,
    options: BuildOptions,
    problems: Problems,
    *,
    press: Press | None = None,
    maker: FaceMaker | None = None,
    progress: Callable[[str], None] | None = None,
) -> BuildSummary:
    """Make the files the options ask for; none where the summary says that it was stopped.

    A `press` kept from build to build draws and converts only what it has not seen; `maker` may
    be one that draws this very pack with these options. `progress` is told each step's name.
    """
    started = time.perf_counter()
    layout = _layout(pack, options, problems)
    pack = _as_printed(pack, options, problems)
    if layout is None:
        return BuildSummary(pack.id, stopped=True)
    drawing = FaceOptions(options.low_ink, options.grey, options.outlines, options.programs)
    maker = maker or FaceMaker(pack, problems, drawing)
    work: Work | None = Work(pack, options, problems, press or Press(), maker, layout)
    for name, step in STEPS:
        if progress is not None:
            progress(name)
        assert work is not None
        work = step(work)
        if work is None:
            return BuildSummary(pack.id, seconds=time.perf_counter() - started, stopped=True)
    assert work is not None
    return _summary(work, time.perf_counter() - started)


def pdfs(
    pack: Pack, options: BuildOptions, problems: Problems, *, press: Press | None = None
) -> list[tuple[str, bytes]]:
    """The PDFs that `build` would write, by name, without writing anything."""
    work = _until_written(pack, options, problems, press)
    return [(path.name, pdf) for path, pdf in work.pdfs] if work is not None else []


def pdfs_and_pictures(
    pack: Pack, options: BuildOptions, problems: Problems, *, press: Press | None = None
) -> tuple[list[tuple[str, bytes]], Iterator[tuple[str, bytes]]]:
    """The same PDFs, and a PNG of every page, named after its PDF and its number.

    A picture is drawn when it is asked for; ValueError where it cannot be.
    """
    options = replace(options, formats=("pdf", "sheets"))
    work = _until_written(pack, options, problems, press)
    if work is None:
        return [], iter(())
    pictures = (
        (f"{path.stem}-{number}.png", png)
        for path, pdf in work.pictured
        for number, png in enumerate(sheet_pngs(pdf, options.dpi), 1)
    )
    return [(path.name, pdf) for path, pdf in work.pdfs], pictures


def _until_written(
    pack: Pack, options: BuildOptions, problems: Problems, press: Press | None
) -> Work | None:
    """What is there to be written; None where nothing could be made."""
    layout = _layout(pack, options, problems)
    pack = _as_printed(pack, options, problems)
    if layout is None:
        return None
    drawing = FaceOptions(options.low_ink, options.grey, options.outlines, options.programs)
    maker = FaceMaker(pack, problems, drawing)
    work: Work | None = Work(pack, options, problems, press or Press(), maker, layout)
    for _, step in STEPS[:-1]:
        work = step(work) if work is not None else None
    return work


def check_sheets(pack: Pack, pieces: Sequence[Piece], problems: Problems) -> None:
    """Report which pieces the pack's own sheets cannot hold or mark, without drawing any."""
    layout = _layout(pack, BuildOptions(), problems)
    if layout is not None:
        sheets = impose(pieces, layout, problems)
        warn_of_unmarked(sheets, pack.sheet.marks, layout, pack.name, problems)
        _warn_of_half_booklets(pieces, layout, problems)


def _warn_of_half_booklets(pieces: Sequence[Piece], layout: Layout, problems: Problems) -> None:
    """Warn of booklets whose inner pages are not printed, since no backs are."""
    for piece in pieces if layout.backs == "none" else ():
        if piece.row.leaf is not None:
            own = piece.component
            found = f"half of the pages of {own.title} are on its leaves' backs, and not printed"
            fix = f"print it by itself: --only {own.id} --backs long-edge"
            problems.warning(own.place, found, fix)


def warn_of_idle(pack: Pack, options: BuildOptions, problems: Problems) -> None:
    """Warn of options that change nothing of what is made of the pack."""
    usual, made = BuildOptions(), {*options.formats} & {*FORMATS}
    asked = [f.name for f in fields(usual) if getattr(options, f.name) != getattr(usual, f.name)]
    kinds = {component.shape.kind for component in pack.components}
    no_backs = options.sleeves or (options.backs or pack.sheet.backs) == "none"
    unmoved = {"printer", "offset"} if no_backs else set()
    if options.sleeves and options.backs != "none":
        unmoved.add("backs")
    for name in asked:
        needs = _FORMATS_OF.get(name, FORMATS)
        why, fix = "", ""
        if made.isdisjoint(needs):
            why, fix = f"on {' and '.join(options.formats)}", f"it is for {', '.join(needs)}"
        elif name in unmoved:
            why, fix = "where no backs are printed", "leave it out"
        elif name == "sleeves" and not any(c.sleeve for c in pack.components):
            why, fix = "where no component has a sleeve", "write sleeve: true in the component"
        elif name == "hexes" and "hex" not in kinds:
            why, fix = "where no component is a hex", "leave it out"
        if why:
            option = "no-labels" if name == "labels" else name.replace("_", "-")
            problems.warning(CALL, f"--{option} changes nothing {why}", fix)


# -- steps ------------------------------------------------------------------------------------


def list_pieces(work: Work) -> Work | None:
    """Decide what is printed and how often."""
    options = work.options
    n_told = len(work.problems.told)
    pieces = expand(work.pack, work.problems, options.only, options.skip, options.copies)
    is_wrong = any(p.level == "error" for p in work.problems.told[n_told:])
    return None if is_wrong else replace(work, n_listed=len(pieces), pieces=tuple(pieces))


def draw_faces(work: Work) -> Work | None:
    """Draw every side once; stop where there is nothing but crossed boxes."""
    faces = tuple(work.press.faces.draw(work.pieces, work.maker))
    if faces and all(work.maker.is_crossed(face) for _, _, face in faces):
        return None
    return replace(work, faces=faces)


def leave_out_unchanged(work: Work) -> Work:
    """With `changed`, keep what differs since the last build, and list what to pull."""
    file = ledger_file(work.pack, work.options.out, _look(work))
    last = read_ledger(file)
    digests = {(piece.id, side): face.digest for piece, side, face in work.faces}
    now = {}
    for p in work.pieces:
        front, back = (digests.get((p.id, side), "") for side in ("front", "back"))
        if work.layout.backs == "none":  # it stays as it is, if the front does
            old = (last or {}).get(p.id)
            back = old.faces[1] if old and old.faces[0] == front else ""
        now[p.id] = Printed(p.name, p.count, (front, back))
    everything = [f"{c.id}/{row.id}" for c in work.pack.components for row in c.rows if row.count]
    known = {id: p for id, p in (last or {}).items() if id in everything} | now
    if not work.options.changed:
        return replace(work, printed=known)
    if last is None:
        found = "the notes of the last print could not be read: every piece counts as changed"
        work.problems.warning(Place(str(file)), found)
    to_print, pull = compare(last or {}, now, everything)
    pieces = tuple(replace(p, count=to_print[p.id]) for p in work.pieces if p.id in to_print)
    faces = tuple(f for f in work.faces if f[0].id in to_print)
    return replace(work, pieces=pieces, faces=faces, pull=tuple(pull), printed=known)


def lay_out(work: Work) -> Work | None:
    """Place the pieces on sheets; stop where none fits and nothing else is made."""
    if not work.prints:
        return work
    sheets = tuple(impose(work.pieces, work.layout, work.problems))
    _warn_of_half_booklets(work.pieces, work.layout, work.problems)
    marks = work.options.marks or work.pack.sheet.marks
    warn_of_unmarked(sheets, marks, work.layout, work.pack.name, work.problems)
    if work.pieces and not sheets and not {"svg", "png", "html"} & {*work.options.formats}:
        return None
    placed = {placement.piece.id for sheet in sheets for placement in sheet.placements}
    missing = {piece.id for piece in work.pieces} - placed  # these are not noted as printed
    printed = {id: p for id, p in work.printed.items() if id not in missing}
    return replace(work, sheets=sheets, printed=printed, missing=frozenset(missing))


def typeset(work: Work) -> Work:
    """Make the PDFs: one, or fronts and backs apart."""
    if not work.prints or not work.sheets:
        return work
    drawn = [(face, piece.place) for piece, _, face in work.faces]
    forms = work.press.forms(drawn, work.pack, work.problems)
    work = replace(work, faces=tuple(_with_form(*one, work, forms) for one in work.faces))
    crossed = [(f, p.place) for p, _, f in work.faces if f.digest not in forms]
    if crossed:
        forms = work.press.forms(crossed, work.pack, work.problems)
    faces = {(piece.id, side): face for piece, side, face in work.faces}
    parts = {"": work.sheets}
    if work.layout.backs == "separate":
        parts[""] = tuple(s for s in work.sheets if s.side != "back")
        parts["-backs"] = tuple(s for s in work.sheets if s.side == "back")

    def made(dpi: float | None) -> tuple[tuple[Path, bytes], ...]:
        return tuple(
            (
                _folder(work) / f"{_stem(work)}{suffix}.pdf",
                sheets_pdf(
                    sheets,
                    faces,
                    forms,
                    work.pack,
                    marks=work.options.marks or work.pack.sheet.marks,
                    overlap=work.layout.overlap,
                    proof=work.options.proof,
                    labels=work.options.labels,
                    dpi=dpi,
                    among=work.sheets,
                ),
            )
            for suffix, sheets in parts.items()
            if sheets
        )

    formats = work.options.formats
    return replace(
        work,
        pdfs=made(None) if "pdf" in formats else (),
        pictured=made(work.options.dpi) if "sheets" in formats else (),
    )


def _with_form(
    piece: Piece, side: Side, face: Face, work: Work, forms: Mapping[str, Form]
) -> tuple[Piece, Side, Face]:
    """The face, or a crossed box where it could not be converted."""
    if face.digest in forms:
        return piece, side, face
    return piece, side, work.maker.crossed(piece, side, ("it cannot be printed",))


def write(work: Work) -> Work | None:
    """Write all files, or none; then note what was printed."""
    try:
        root = root_of(work.options.out, work.pack.folder)
        written = write_files(
            ((fitting(path), data) for path, data in _files(work)), below=fitting(root)
        )
    except NotDrawn as fault:
        work.problems.error(fault.place, f"it cannot be drawn as PNG: {fault}", fault.fix)
        return None
    if not written and (why := _why_nothing(work)):
        work.problems.error(CALL, f"nothing to print: {why}")
        return None
    if "pdf" in work.options.formats and not work.options.proof:
        file = ledger_file(work.pack, work.options.out, _look(work))
        with suppress(OSError):  # a pack on a read-only disk is printed without a ledger
            write_file(
                file,
                ledger_text(work.printed),
                within=work.pack.folder,
                below=root if file.is_relative_to(root) else None,
            )
    return replace(work, files=tuple(written))


def _why_nothing(work: Work) -> str:
    """Why no file was made; nothing where all is as it was."""
    if work.pull:
        return ""
    if not any(row.count for component in work.pack.components for row in component.rows):
        return "the game has no pieces yet; write some below components: in game.yaml"
    if not work.n_listed:
        return "no piece is left by --only, --skip and where"
    if not work.pieces:
        return ""
    what = "is a rule sheet" if "html" in work.options.formats else "has a face"
    return f"no piece that is left {what}"


STEPS: tuple[tuple[str, Callable[[Work], Work | None]], ...] = (
    ("list the pieces", list_pieces),
    ("draw the faces", draw_faces),
    ("compare with the last print", leave_out_unchanged),
    ("lay out the sheets", lay_out),
    ("make the PDF", typeset),
    ("write the files", write),
)


# -- files ------------------------------------------------------------------------------------


def _files(work: Work) -> Iterator[tuple[Path, bytes]]:
    formats, folder = work.options.formats, _folder(work)
    if "pdf" in formats:
        yield from work.pdfs
    if "svg" in formats:
        for name, svg in svg_files(_single_faces(work)):
            yield folder / _faces_folder(work, "svg") / name, svg
    if "png" in formats:
        fonts = font_files(work.pack)
        single = _single_faces(work)
        drawn = face_pngs([face for _, _, face in single], fonts, work.options.dpi)
        for (piece, side, _), png in zip(single, drawn, strict=True):
            if not isinstance(png, bytes):
                said = str(png) or "it is too large"
                work.problems.error(piece.place, f"the face cannot be drawn as PNG: {said}")
                png = face_png(work.maker.crossed(piece, side), fonts, min(work.options.dpi, 300.0))
            yield folder / _faces_folder(work, "png") / face_name(piece, side, "png"), png
    if "sheets" in formats:
        for path, pdf in work.pictured:
            try:
                for number, png in enumerate(sheet_pngs(pdf, work.options.dpi), 1):
                    yield folder / "sheets" / f"{path.stem}-{number:02}.png", png
            except (ValueError, MemoryError) as fault:
                raise NotDrawn(Place(str(path)), fault, "take a lower --dpi") from fault
    if "html" in formats:
        for file, page in _web_pages(work):
            yield folder / file, page.encode()


def _web_pages(work: Work) -> Iterator[tuple[str, str]]:
    """Every text that a rule sheet prints, once, under the rule sheet's name."""
    options = replace(work.maker.options, outlines=True, low_ink=False)
    maker = FaceMaker(work.pack, work.problems, options)
    written: set[str] = set()
    sides: tuple[Side, ...] = ("front", "back")
    words = [word for word in _stem(work).split("-") if word != work.layout.paper.name]
    for piece in work.pieces:
        pages = filter(None, (maker.web_page(piece, side) for side in sides))
        for page in pages:
            if page not in written:
                number = f"-{len(written) + 1}" if written else ""
                written.add(page)
                yield f"{'-'.join(words)}-rules{number}.html", page


def _single_faces(work: Work) -> Sequence[tuple[Piece, Side, Face]]:
    """The faces as files of their own: with their bleed, or cut out along their outline."""
    if not work.options.cut:
        return work.faces
    return [(piece, side, cut_out(face, piece, side)) for piece, side, face in work.faces]


def _folder(work: Work) -> Path:
    return work.options.out / work.pack.id


def _look(work: Work) -> list[str]:
    """What makes a print another one of the same game: its variant, language, inks, letters."""
    pack, options = work.pack, work.options
    words = []
    if pack.variants and pack.variant not in ("", pack.variants[0]):
        words.append(_in_a_name(pack.variant))
    if pack.languages and pack.language not in ("", pack.languages[0]):
        words.append(pack.language)
    looks = ("grey", "low_ink", "outlines", "sleeves")
    return words + [look.replace("_", "-") for look in looks if getattr(options, look)]


def _stem(work: Work) -> str:
    """`mara-a4`; what is not as usual is named too.

    That is the look, every parameter that was set, and which parts of the game were asked for.
    """
    pack, look = work.pack, _look(work)
    inks = [word for word in look if word in ("grey", "low-ink", "outlines", "sleeves")]
    words = [pack.id, *look[: len(look) - len(inks)]]
    words += [_in_a_name(setting) for setting in pack.settings()]
    words += [*_parts(work.options), work.layout.paper.name, *inks]
    words += [word for word in ("changed", "proof") if getattr(work.options, word)]
    return "-".join(words)


def _parts(options: BuildOptions) -> Iterator[str]:
    """What `only` and `skip` leave of a game, in words: a part never replaces the whole print."""
    if options.only:
        yield _in_a_name("+".join(options.only))
    if options.skip:
        yield _in_a_name("without-" + "+".join(options.skip))


def _faces_folder(work: Work, format: str) -> str:
    """`png`, where single faces lie; those of another look lie beside it, in `png-grey`."""
    words = [format, *_look(work), *(_in_a_name(setting) for setting in work.pack.settings())]
    return "-".join([*words, "cut"] if work.options.cut else words)


def _in_a_name(text: str) -> str:
    """`tracks=12` or `tiles/*` as a part of a file name; what is cut short ends in its digest."""
    plain = re.sub(r"[^\w.+-]+", "-", text.replace("=", "-")).strip("-.+")
    plain = re.sub(r"-*\+-*", "+", plain)
    if len(plain) <= 40:
        return plain
    return f"{plain[:33]}-{hashlib.sha256(text.encode()).hexdigest()[:6]}"


# -- settings ---------------------------------------------------------------------------------


def _layout(pack: Pack, options: BuildOptions, problems: Problems) -> Layout | None:
    """The pack's sheet settings, overruled by the options."""
    sheet = pack.sheet
    try:
        paper = paper_of(options.paper or sheet.paper)
    except NotALength as fault:
        problems.error(CALL, str(fault), fault.fix)
        return None
    offset = options.offset
    n_told = len(problems.told)
    if offset is None and options.printer is not None:
        offset = offset_of(options.printer, problems)
    try:
        check_offset(*(offset or (0.0, 0.0)))
    except ValueError as fault:
        problems.error(CALL, str(fault), "printers miss by a few mm at the most")
    for format in options.formats:
        if format not in FORMATS:
            problems.error(CALL, f"unknown format {format!r}", f"known: {', '.join(FORMATS)}")
    if len(problems.told) > n_told:
        return None
    backs = options.backs or sheet.backs
    return Layout(
        paper=paper,
        orientation=options.orientation,
        margin=sheet.margin if options.margin is None else options.margin,
        gap=sheet.gap if options.gap is None else options.gap,
        edges=options.edges or sheet.edges,
        hexes=options.hexes or sheet.hexes,
        arrange=options.arrange or sheet.arrange,
        order=options.order,
        backs="none" if options.sleeves else backs,
        offset=offset or (0.0, 0.0),
        sleeves=options.sleeves,
    )


def _as_printed(pack: Pack, options: BuildOptions, problems: Problems) -> Pack:
    """The pack with the bleed that is asked for, and in grey where its fonts have colours."""
    if options.grey:
        from generator.press.face.grey_fonts import with_grey_fonts

        pack = with_grey_fonts(pack, problems)
    if options.bleed is None:
        return pack
    bleed = options.bleed
    warn_of_bleed(bleed, CALL, problems)
    components = tuple(replace(c, bleed=bleed, back_bleed=bleed) for c in pack.components)
    return replace(pack, components=components)


def _summary(work: Work, seconds: float) -> BuildSummary:
    fronts = [s for s in work.sheets if s.side != "back"]
    faces = [face for piece, _, face in work.faces if piece.id not in work.missing]
    return BuildSummary(
        game=work.pack.id,
        paper=work.layout.paper.name,
        pieces=sum(p.count for p in work.pieces if p.id not in work.missing),
        faces=len({face.digest for face in faces}),
        sheets=len(fronts),
        pages=len(work.sheets),
        cuts=sum(s.cuts for s in fronts),
        plan=_plan(fronts),
        pull=work.pull,
        files=work.files,
        seconds=seconds,
        left_out=sum(p.count for p in work.pieces if p.id in work.missing),
        crossed=sum(bool(face.faults) for face in faces),
        sampled=len({face.digest for face in faces if face.is_sampled}),
        max_dpi=work.pack.sheet.max_dpi,
    )


def _plan(fronts: Sequence[Sheet]) -> tuple[SheetPlan, ...]:
    """Melt like sheets into one line."""
    plan = []
    for (title, pieces, cuts, order, by_hand, folds), like in groupby(
        fronts,
        key=lambda s: (
            s.title,
            sum(p.side == "front" for p in s.placements),
            s.cuts,
            s.order,
            s.by_hand,
            _folds(s),
        ),
    ):
        plan.append(SheetPlan(title, len(list(like)), pieces, cuts, order, by_hand, folds))
    return tuple(plan)


def _folds(sheet: Sheet) -> str:
    """What of a sheet to fold; its booklets by name where other pieces lie between them."""
    leaves = [p.piece.component.title for p in sheet.placements if p.piece.row.leaf is not None]
    if not leaves:
        return ""
    if len(leaves) == len(sheet.placements):
        return "fold in the middle"
    return f"fold the leaves of {' and '.join(dict.fromkeys(leaves))} in the middle"
