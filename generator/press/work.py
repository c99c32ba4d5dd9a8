"""The state that build steps pass on, and the names of the output files.

In: a pack and the options of a build. Out: `Work`, and paths below the output folder.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from generator.model.pack import Pack, Side
from generator.model.problems import Problems
from generator.press.face.face import Face, FaceMaker
from generator.press.options import BuildOptions
from generator.press.out.face_forms import Press
from generator.press.pieces.expand import Piece
from generator.press.pieces.ledger import Ledger, Pull
from generator.press.sheet.layout import Layout, Sheet


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """The state of a build; each step returns a new state."""

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
    missing: frozenset[str] = frozenset()  # ids of pieces that are not on any sheet
    pull: tuple[Pull, ...] = ()
    printed: Ledger = field(default_factory=dict)
    pdfs: tuple[tuple[Path, bytes], ...] = ()
    # names and content of PDFs to draw as pictures, in which a point is a pixel
    pictured: tuple[tuple[Path, bytes], ...] = ()
    files: tuple[Path, ...] = ()


def pack_folder(work: Work) -> Path:
    """The folder into which a build writes."""
    return work.options.out / work.pack.id


def look_of(work: Work) -> list[str]:
    """The words that distinguish prints of one game: variant, language, inks and outlined text."""
    pack, options = work.pack, work.options
    words = []
    if pack.variants and pack.variant not in ("", pack.variants[0]):
        words.append(name_part(pack.variant))
    if pack.languages and pack.language not in ("", pack.languages[0]):
        words.append(pack.language)
    looks = ("grey", "low_ink", "outlines", "sleeves")
    return words + [look.replace("_", "-") for look in looks if getattr(options, look)]


def file_stem(work: Work) -> str:
    """The stem of file names, such as `mara-a4`, with all differences from the default.

    The stem contains the look, each parameter set for this run, and the parts of the game to print.
    """
    pack, look = work.pack, look_of(work)
    inks = [word for word in look if word in ("grey", "low-ink", "outlines", "sleeves")]
    words = [pack.id, *look[: len(look) - len(inks)]]
    words += [name_part(setting) for setting in pack.settings()]
    paper = work.layout.paper.name if work.layout.stock is None else work.layout.stock.name
    words += [*_part_names(work.options), paper, *inks]
    words += [word for word in ("changed", "proof") if getattr(work.options, word)]
    return "-".join(words)


def _part_names(options: BuildOptions) -> Iterator[str]:
    """Yield `only` and `skip` as parts of the name, which distinguish a partial print from a full
    print.
    """
    if options.only:
        yield name_part("+".join(options.only))
    if options.skip:
        yield name_part("without-" + "+".join(options.skip))


def faces_folder(work: Work, format: str) -> str:
    """The folder of single faces: `png`, or `png-grey` for another look."""
    words = [format, *look_of(work), *(name_part(setting) for setting in work.pack.settings())]
    return "-".join([*words, "cut"] if work.options.cut else words)


def name_part(text: str) -> str:
    """Convert `tracks=12` or `tiles/*` to a part of a file name; a long text ends in its digest."""
    plain = re.sub(r"[^\w.+-]+", "-", text.replace("=", "-")).strip("-.+")
    plain = re.sub(r"-*\+-*", "+", plain)
    if len(plain) <= 40:
        return plain
    return f"{plain[:33]}-{hashlib.sha256(text.encode()).hexdigest()[:6]}"
