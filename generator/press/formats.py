"""The output formats, which are the values of `--format`, with their descriptions and the functions
that make their files.

In: the `Work` of a build, with its pieces, faces and sheets. Out: paths and their bytes. To add a
format, write a function that yields its files and add it to `FORMATS`. The command line, its help
and the warnings about options without effect read the list.

The command line imports this module, so heavy libraries are imported inside the functions.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from generator.model.problems import Place

if TYPE_CHECKING:
    from generator.model.pack import Side
    from generator.press.face.face import Face
    from generator.press.pieces.expand import Piece
    from generator.press.work import Work

    Files = Iterator[tuple[Path, bytes]]

MOST_DPI_CROSSED = 300.0  # greatest resolution of the crossed box that replaces a face


class NotDrawn(ValueError):
    """Raised if a sheet cannot be drawn as a picture."""

    def __init__(self, place: Place, reason: Exception, fix: str = "") -> None:
        super().__init__(str(reason) or "it is too large")
        self.place, self.fix = place, fix


def _pdf(work: "Work") -> "Files":
    yield from work.pdfs


def _svg(work: "Work") -> "Files":
    from generator.press.out.to_svg import svg_files
    from generator.press.work import faces_folder, pack_folder

    folder = pack_folder(work) / faces_folder(work, "svg")
    for name, svg in svg_files(_single_faces(work)):
        yield folder / name, svg


def _png(work: "Work") -> "Files":
    """Yield a picture of each face; a face that cannot be drawn gives a problem and a
    crossed box.
    """
    from generator.press.out.to_png import face_png, face_pngs
    from generator.press.out.to_svg import face_name
    from generator.press.text.fonts import font_files
    from generator.press.work import faces_folder, pack_folder

    folder = pack_folder(work) / faces_folder(work, "png")
    fonts, dpi = font_files(work.pack), work.options.dpi
    single = _single_faces(work)
    pictures = face_pngs([face for _, _, face in single], fonts, dpi)
    for (piece, side, _), png in zip(single, pictures, strict=True):
        if not isinstance(png, bytes):
            reason = str(png) or "it is too large"
            work.problems.error(piece.place, f"the face cannot be drawn as PNG: {reason}")
            crossed = work.maker.crossed(piece, side)
            png = face_png(crossed, fonts, min(dpi, MOST_DPI_CROSSED))
        yield folder / face_name(piece, side, "png"), png


def _sheet_pictures(work: "Work") -> "Files":
    """Yield a picture of each sheet; raises `NotDrawn`."""
    from generator.press.out.to_png import sheet_pngs
    from generator.press.work import pack_folder

    folder = pack_folder(work) / "sheets"
    for path, pdf in work.pictured:
        try:
            for number, png in enumerate(sheet_pngs(pdf, work.options.dpi), 1):
                yield folder / f"{path.stem}-{number:02}.png", png
        except (ValueError, MemoryError) as fault:
            raise NotDrawn(Place(str(path)), fault, "choose a lower --dpi") from fault


def _html(work: "Work") -> "Files":
    """Yield every rule sheet as a web page; a text on several faces is written once."""
    from generator.press.face.face import FaceMaker
    from generator.press.work import file_stem, pack_folder

    options = replace(work.maker.options, outlines=True, low_ink=False)
    maker = FaceMaker(work.pack, work.problems, options)
    words = [word for word in file_stem(work).split("-") if word != work.layout.paper.name]
    for i, page in enumerate(maker.web_pages(work.pieces), 1):
        number = f"-{i}" if i > 1 else ""
        yield pack_folder(work) / f"{'-'.join(words)}-rules{number}.html", page.encode()


def _single_faces(work: "Work") -> "Sequence[tuple[Piece, Side, Face]]":
    """The faces as separate files: with their bleed, or cut out along their outline."""
    from generator.press.out.to_svg import cut_out

    if not work.options.cut:
        return work.faces
    return [(piece, side, cut_out(face, piece, side)) for piece, side, face in work.faces]


@dataclass(frozen=True, slots=True)
class OutputFormat:
    """One value of `--format`.

    `source` names the input: imposed sheets, single faces, or the texts of rule sheets. `files`
    yields each path with its bytes; paths lie in `options.out`.
    """

    name: str
    shows: str  # a description in the help of `--format`
    source: Literal["sheets", "faces", "texts"]
    files: "Callable[[Work], Files]"
    is_pixels: bool = False

    def reads(self, option: str) -> bool:
        """Whether an option of `BuildOptions` affects files of this format."""
        if option in _OF_SHEETS:
            return self.source == "sheets"
        if option in _OF_DRAWINGS:
            return self.source != "texts"
        if option == "dpi":
            return self.is_pixels
        return option != "cut" or self.source == "faces"


_OF_SHEETS = frozenset({
    *("paper", "orientation", "margin", "gap", "edges", "marks", "backs", "hexes", "arrange"),
    *("stock", "start", "order", "copies", "sleeves", "proof", "labels", "printer", "offset"),
})  # fmt: skip
_OF_DRAWINGS = frozenset({"bleed", "low_ink", "outlines"})

FORMATS: dict[str, OutputFormat] = {
    format.name: format
    for format in (
        OutputFormat("pdf", "sheets to print", "sheets", _pdf),
        OutputFormat("svg", "faces", "faces", _svg),
        OutputFormat("png", "faces", "faces", _png, is_pixels=True),
        OutputFormat("sheets", "pictures of sheets", "sheets", _sheet_pictures, is_pixels=True),
        OutputFormat("html", "rule sheets", "texts", _html),
    )
}


def formats_named(names: Sequence[str]) -> list[OutputFormat]:
    """The formats with these names, in the order of `FORMATS`; unknown names are ignored."""
    return [format for name, format in FORMATS.items() if name in names]


def files_of(work: "Work") -> "Files":
    """Yield the files of every format of the build. Raises `NotDrawn`."""
    for format in formats_named(work.options.formats):
        yield from format.files(work)
