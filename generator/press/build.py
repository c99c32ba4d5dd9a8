"""Builds a pack: a list of steps turns a checked pack into finished files.

In: a checked `Pack` and `BuildOptions`. Out: the files of each format, and a `BuildSummary`. Either
all files are written or none. Faults are added to `problems`. A face with a fault is printed as a
crossed box and listed on the edge of its sheet. If every face has a fault, nothing is written.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from itertools import groupby
from pathlib import Path

from generator.model.pack import Pack, Side
from generator.model.problems import Place, Problems
from generator.model.stock import Stock
from generator.model.units import NotALength
from generator.press.calibrate import Printer, check_offset, printer_named
from generator.press.face.face import Face, FaceMaker, FaceOptions
from generator.press.formats import FORMATS, NotDrawn, OutputFormat, files_of, formats_named
from generator.press.options import BuildOptions, BuildSummary, SheetPlan
from generator.press.out.face_forms import Press
from generator.press.out.pdf_forms import Form
from generator.press.out.to_pdf import PageStyle, sheets_pdf
from generator.press.out.to_png import sheet_pngs
from generator.press.pieces.expand import CALL, Piece, expand
from generator.press.pieces.ledger import Printed, compare, ledger_file, ledger_text, read_ledger
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Layout, Sheet
from generator.press.sheet.papers import paper_of
from generator.press.sheet.unmarked import warn_of_unmarked
from generator.press.work import Work, file_stem, look_of, pack_folder
from generator.reading.components import warn_of_bleed
from generator.reading.stock import UnknownStock, stock_named
from generator.system.files import root_of, with_short_names, write_file, write_files


def build(
    pack: Pack,
    options: BuildOptions,
    problems: Problems,
    *,
    press: Press | None = None,
    maker: FaceMaker | None = None,
    progress: Callable[[str], None] | None = None,
) -> BuildSummary:
    """Make the files of all formats in `options`, and return a summary of the build.

    The summary states whether the build was stopped. If you pass the same `press` to every build,
    only new faces are drawn and converted. `maker` may be an existing face maker for this pack and
    these options. `progress` is called with the name of each step.
    """
    started = time.perf_counter()
    work = _start(pack, options, problems, press, maker)
    for name, step in STEPS if work is not None else ():
        if progress is not None:
            progress(name)
        assert work is not None
        work = step(work)
        if work is None:
            return BuildSummary(pack.id, seconds=time.perf_counter() - started, stopped=True)
    if work is None:
        return BuildSummary(pack.id, stopped=True)
    return _summary(work, time.perf_counter() - started)


def pdfs(
    pack: Pack, options: BuildOptions, problems: Problems, *, press: Press | None = None
) -> list[tuple[str, bytes]]:
    """Return the PDFs that `build` would write, as pairs of file name and content."""
    work = _run_until_written(pack, options, problems, press)
    return [(path.name, pdf) for path, pdf in work.pdfs] if work is not None else []


def pdfs_and_pictures(
    pack: Pack, options: BuildOptions, problems: Problems, *, press: Press | None = None
) -> tuple[list[tuple[str, bytes]], Iterator[tuple[str, bytes]]]:
    """Return the same PDFs, and a PNG of every page, named after its PDF and page number.

    Each picture is drawn when the iterator reaches it, which raises `ValueError` if drawing fails.
    """
    options = replace(options, formats=("pdf", "sheets"))
    work = _run_until_written(pack, options, problems, press)
    if work is None:
        return [], iter(())
    pictures = (
        (f"{path.stem}-{number}.png", png)
        for path, pdf in work.pictured
        for number, png in enumerate(sheet_pngs(pdf, options.dpi), 1)
    )
    return [(path.name, pdf) for path, pdf in work.pdfs], pictures


def _start(
    pack: Pack,
    options: BuildOptions,
    problems: Problems,
    press: Press | None,
    maker: FaceMaker | None = None,
) -> Work | None:
    """Return the work before the first step; None if an option is wrong."""
    layout = _layout(pack, options, problems)
    pack = _with_options(pack, options, problems)
    if layout is None:
        return None
    drawing = FaceOptions(options.low_ink, options.grey, options.outlines, options.programs)
    maker = maker or FaceMaker(pack, problems, drawing)
    return Work(pack, options, problems, press or Press(), maker, layout)


def _run_until_written(
    pack: Pack, options: BuildOptions, problems: Problems, press: Press | None
) -> Work | None:
    """Run all steps except writing; return None if nothing can be made."""
    work = _start(pack, options, problems, press)
    for _, step in STEPS[:-1]:
        work = step(work) if work is not None else None
    return work


def check_sheets(pack: Pack, pieces: Sequence[Piece], problems: Problems) -> None:
    """Report pieces that do not fit the pack's sheets or have no marks, without drawing them."""
    layout = _layout(pack, BuildOptions(), problems)
    if layout is not None:
        sheets = impose(pieces, layout, problems)
        marks = pack.sheet.marks if layout.stock is None else "none"
        warn_of_unmarked(sheets, marks, layout, pack.name, problems)
        _warn_of_half_booklets(pieces, layout, problems)


def _warn_of_half_booklets(pieces: Sequence[Piece], layout: Layout, problems: Problems) -> None:
    """Warn of booklets that lose half of their pages because no backs are printed."""
    for piece in pieces if layout.backs == "none" else ():
        if piece.row.leaf is not None:
            component = piece.component
            message = f"half of the pages of {component.title} are on backs, which are not printed"
            fix = f"print it separately: --only {component.id} --backs long-edge"
            problems.warning(component.place, message, fix)


def warn_of_idle(pack: Pack, options: BuildOptions, problems: Problems) -> None:
    """Warn of options that have no effect on the files made from this pack."""
    defaults = BuildOptions()
    names = [field.name for field in fields(defaults)]
    changed = [name for name in names if getattr(options, name) != getattr(defaults, name)]
    kinds = {component.shape.kind for component in pack.components}
    no_backs = options.sleeves or (options.backs or pack.sheet.backs) == "none"
    of_backs = {"printer", "offset"} if no_backs else set()
    if options.sleeves and options.backs != "none":
        of_backs.add("backs")
    stock = options.stock or pack.sheet.stock
    for name in changed:
        reason, fix = "", ""
        if not any(format.reads(name) for format in formats_named(options.formats)):
            readers = [format.name for format in FORMATS.values() if format.reads(name)]
            reason, fix = f"on {' and '.join(options.formats)}", f"use it with {', '.join(readers)}"
        elif name in of_backs:
            reason, fix = "because no backs are printed", "leave it out"
        elif name == "sleeves" and not any(c.sleeve for c in pack.components):
            reason, fix = "because no component has a sleeve", "add sleeve: true to the component"
        elif name == "start" and stock is None:
            reason, fix = "without labels or perforated cards", "add --stock NAME"
        elif name in _NOT_OF_STOCK and stock is not None:
            reason, fix = "because the stock decides where pieces lie", "leave it out"
        elif name == "hexes" and "hex" not in kinds:
            reason, fix = "because no component is a hex", "leave it out"
        if reason:
            option = "no-labels" if name == "labels" else name.replace("_", "-")
            problems.warning(CALL, f"--{option} has no effect {reason}", fix)


_NOT_OF_STOCK = frozenset(
    {"paper", "orientation", "margin", "gap", "edges", "marks", "arrange", "hexes", "sleeves"}
)


# -- steps ------------------------------------------------------------------------------------


def list_pieces(work: Work) -> Work | None:
    """Decide which pieces are printed, and how many copies of each."""
    options = work.options
    n_before = len(work.problems.added)
    pieces = expand(work.pack, work.problems, options.only, options.skip, options.copies)
    is_wrong = any(p.level == "error" for p in work.problems.added[n_before:])
    return None if is_wrong else replace(work, n_listed=len(pieces), pieces=tuple(pieces))


def draw_faces(work: Work) -> Work | None:
    """Draw every side once; stop if every face is a crossed box."""
    faces = tuple(work.press.faces.draw(work.pieces, work.maker))
    if faces and all(work.maker.is_crossed(face) for _, _, face in faces):
        return None
    return replace(work, faces=faces)


def leave_out_unchanged(work: Work) -> Work:
    """With `changed`, keep only pieces that differ from the last print, and list the pieces to
    remove.
    """
    file = ledger_file(work.pack, work.options.out, look_of(work))
    last = read_ledger(file)
    digests = {(piece.id, side): face.digest for piece, side, face in work.faces}
    now = {}
    for p in work.pieces:
        front, back = (digests.get((p.id, side), "") for side in ("front", "back"))
        # without backs, a printed piece changes only if its front changes
        if work.layout.backs == "none":
            old = (last or {}).get(p.id)
            back = old.faces[1] if old and old.faces[0] == front else ""
        now[p.id] = Printed(p.name, p.count, (front, back))
    everything = [f"{c.id}/{row.id}" for c in work.pack.components for row in c.rows if row.count]
    printed = {id: p for id, p in (last or {}).items() if id in everything} | now
    if not work.options.changed:
        return replace(work, printed=printed)
    if last is None:
        message = "the record of the last print cannot be read; every piece counts as changed"
        work.problems.warning(Place(str(file)), message)
    to_print, pull = compare(last or {}, now, everything)
    pieces = tuple(replace(p, count=to_print[p.id]) for p in work.pieces if p.id in to_print)
    faces = tuple(f for f in work.faces if f[0].id in to_print)
    return replace(work, pieces=pieces, faces=faces, pull=tuple(pull), printed=printed)


def lay_out(work: Work) -> Work | None:
    """Place the pieces on sheets; stop if no piece fits and the build needs only sheets."""
    if not _sheet_formats(work):
        return work
    sheets = tuple(impose(work.pieces, work.layout, work.problems))
    _warn_of_half_booklets(work.pieces, work.layout, work.problems)
    warn_of_unmarked(sheets, _page_style(work).marks, work.layout, work.pack.name, work.problems)
    if work.pieces and not sheets and not _other_formats(work):
        return None
    placed = {placement.piece.id for sheet in sheets for placement in sheet.placements}
    # pieces that did not fit are not recorded as printed
    missing = {piece.id for piece in work.pieces} - placed
    printed = {id: p for id, p in work.printed.items() if id not in missing}
    return replace(work, sheets=sheets, printed=printed, missing=frozenset(missing))


def typeset(work: Work) -> Work:
    """Make the PDFs: one file, or two files for fronts and backs."""
    if not _sheet_formats(work) or not work.sheets:
        return work
    drawn = [(face, piece.place) for piece, _, face in work.faces]
    forms = work.press.forms(drawn, work.pack, work.problems)
    work = replace(work, faces=tuple(_with_form(*drawing, work, forms) for drawing in work.faces))
    crossed = [(f, p.place) for p, _, f in work.faces if f.digest not in forms]
    if crossed:
        forms = work.press.forms(crossed, work.pack, work.problems)
    faces = {(piece.id, side): face for piece, side, face in work.faces}
    parts = {"": work.sheets}
    if work.layout.backs == "separate":
        parts[""] = tuple(s for s in work.sheets if s.side != "back")
        parts["-backs"] = tuple(s for s in work.sheets if s.side == "back")

    style = _page_style(work)

    def documents(dpi: float | None) -> tuple[tuple[Path, bytes], ...]:
        return tuple(
            (
                pack_folder(work) / f"{file_stem(work)}{suffix}.pdf",
                sheets_pdf(sheets, faces, forms, work.pack, style, dpi=dpi, among=work.sheets),
            )
            for suffix, sheets in parts.items()
            if sheets
        )

    has_pixels = {format.is_pixels for format in _sheet_formats(work)}
    return replace(
        work,
        pdfs=documents(None) if False in has_pixels else (),
        pictured=documents(work.options.dpi) if True in has_pixels else (),
    )


def _sheet_formats(work: Work) -> list[OutputFormat]:
    """The formats of this build that are made from sheets."""
    return [f for f in formats_named(work.options.formats) if f.source == "sheets"]


def _other_formats(work: Work) -> list[OutputFormat]:
    """The formats of this build that are made without sheets."""
    return [f for f in formats_named(work.options.formats) if f.source != "sheets"]


def _with_form(
    piece: Piece, side: Side, face: Face, work: Work, forms: Mapping[str, Form]
) -> tuple[Piece, Side, Face]:
    """Convert the face for the PDF; use a crossed box if that fails."""
    if face.digest in forms:
        return piece, side, face
    return piece, side, work.maker.crossed(piece, side, ("it cannot be printed",))


def write(work: Work) -> Work | None:
    """Write all files or none; then record the printed pieces."""
    try:
        root = root_of(work.options.out, work.pack.folder)
        written = write_files(
            ((with_short_names(path), data) for path, data in files_of(work)),
            below=with_short_names(root),
        )
    except NotDrawn as fault:
        work.problems.error(fault.place, f"the sheet cannot be drawn as PNG: {fault}", fault.fix)
        return None
    if not written and (why := _why_nothing_is_made(work)):
        work.problems.error(CALL, f"nothing to print: {why}")
        return None
    is_printed = any(not format.is_pixels for format in _sheet_formats(work))
    if is_printed and not work.options.proof:
        file = ledger_file(work.pack, work.options.out, look_of(work))
        with suppress(OSError):  # a pack on a read-only disk is printed without a ledger
            write_file(
                file,
                ledger_text(work.printed),
                within=work.pack.folder,
                below=root if file.is_relative_to(root) else None,
            )
    return replace(work, files=tuple(written))


def _why_nothing_is_made(work: Work) -> str:
    """Explain why no file was made; "" if nothing has changed since the last print."""
    if work.pull:
        return ""
    if not any(row.count for component in work.pack.components for row in component.rows):
        return "the game has no pieces yet; add some under components: in game.yaml"
    if not work.n_listed:
        return "--only, --skip and where leave no piece"
    if not work.pieces:
        return ""
    has_texts = any(format.source == "texts" for format in _other_formats(work))
    return f"none of the pieces {'is a rule sheet' if has_texts else 'has a face'}"


STEPS: tuple[tuple[str, Callable[[Work], Work | None]], ...] = (
    ("list the pieces", list_pieces),
    ("draw the faces", draw_faces),
    ("compare with the last print", leave_out_unchanged),
    ("lay out the sheets", lay_out),
    ("make the PDF", typeset),
    ("write the files", write),
)


# -- settings ---------------------------------------------------------------------------------


def _layout(pack: Pack, options: BuildOptions, problems: Problems) -> Layout | None:
    """Return the pack's sheet settings, with the given options in place of the pack's.

    The result is None if an option is wrong.
    """
    sheet = pack.sheet
    try:
        stock = stock_named(options.stock) if options.stock is not None else sheet.stock
        paper = paper_of(stock.paper if stock else options.paper or sheet.paper)
    except UnknownStock as unknown:
        problems.error(CALL, unknown.message, unknown.fix)
        return None
    except NotALength as fault:
        problems.error(CALL, str(fault), fault.fix)
        return None
    n_before = len(problems.added)
    printer = Printer()
    if options.printer is not None:
        printer = printer_named(options.printer, problems)
    offset = printer.offset if options.offset is None else options.offset
    try:
        check_offset(*offset)
    except ValueError as fault:
        problems.error(CALL, str(fault), "printers are off by a few mm at most")
    for format in options.formats:
        if format not in FORMATS:
            problems.error(CALL, f"unknown format {format!r}", f"known: {', '.join(FORMATS)}")
    backs = options.backs or sheet.backs
    if stock is not None:
        _check_stock(stock, options, backs, problems)
    if len(problems.added) > n_before:
        return None
    margins = printer.margins if options.margin is None else None
    if margins is not None and backs not in ("none", "gutterfold"):
        # a strip that stays white on the backs must also stay white on the fronts
        left, top, right, bottom = margins
        margins = (max(left, right), max(top, bottom), max(left, right), max(top, bottom))
    margin = sheet.margin if options.margin is None else options.margin
    return Layout(
        paper=paper,
        orientation=options.orientation,
        margin=max(margins) if margins is not None else margin,
        margins=margins,
        scale=printer.scale,
        gap=sheet.gap if options.gap is None else options.gap,
        edges=options.edges or sheet.edges,
        hexes=options.hexes or sheet.hexes,
        arrange=options.arrange or sheet.arrange,
        order=options.order,
        backs="none" if options.sleeves else backs,
        offset=offset,
        sleeves=options.sleeves and stock is None,
        stock=stock,
        start=options.start,
    )


def _check_stock(stock: Stock, options: BuildOptions, backs: str, problems: Problems) -> None:
    """Report options that cannot be combined with label sheets or perforated cards."""
    if not 1 <= options.start <= stock.n_places:
        message = f"a sheet of {stock.name} has {stock.n_places} places; there is no place "
        problems.error(CALL, f"{message}{options.start}", f"give --start 1 to {stock.n_places}")
    if backs == "gutterfold":
        problems.error(
            CALL,
            f"{stock.name} cannot be folded, but backs: gutterfold puts backs below a fold",
            "use --backs long-edge, or --backs none for labels",
        )


def _page_style(work: Work) -> PageStyle:
    """Choose the marks and notes around the pieces; labels and perforated cards have no marks."""
    is_stock = work.layout.stock is not None
    return PageStyle(
        marks="none" if is_stock else work.options.marks or work.pack.sheet.marks,
        overlap=work.layout.overlap,
        is_proof=work.options.proof,
        has_labels=work.options.labels and not is_stock,
        scale=work.layout.scale,
    )


def _with_options(pack: Pack, options: BuildOptions, problems: Problems) -> Pack:
    """Return the pack with the bleed from the options, and with grey fonts if printing in grey."""
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
    """Group sheets with the same content, one line of the summary for each group."""
    plan = []
    for (title, pieces, cuts, order, by_hand, folds, stock), like in groupby(
        fronts,
        key=lambda s: (
            s.title,
            sum(p.side == "front" for p in s.placements),
            s.cuts,
            s.order,
            s.by_hand,
            _folds(s),
            s.stock,
        ),
    ):
        n_sheets = len(list(like))
        plan.append(SheetPlan(title, n_sheets, pieces, cuts, order, by_hand, folds, stock))
    return tuple(plan)


def _folds(sheet: Sheet) -> str:
    """List the folds of a sheet; booklets are named if the sheet also holds other pieces."""
    leaves = [p.piece.component.title for p in sheet.placements if p.piece.row.leaf is not None]
    if not leaves:
        return ""
    if len(leaves) == len(sheet.placements):
        return "fold in the middle"
    return f"fold the leaves of {' and '.join(dict.fromkeys(leaves))} in the middle"
