"""Faces kept from build to build in a running process, pictures on disk between runs.

In: a `FaceMaker` and pieces. Out: the same `Face`s it would draw. A face is kept while everything
it is made of is the same: the words of its row, its component's look, the pack's parameters,
palette and files. Faces of `drawings.py`, which may read what it likes, and faces with problems,
which are to be told again, are drawn every time.
"""

import hashlib
import shutil
import time
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from generator import bundled
from generator.atomic import write_file
from generator.pack import Pack, Scalar, Side
from generator.private import cache_folder
from generator.sandbox import say

if TYPE_CHECKING:
    from generator.press.expand import Piece
    from generator.press.face.face import Face, FaceMaker, FaceOptions

TABLES = {".csv", ".tsv", ".xlsx", ".xls", ".ods", ".yaml", ".yml"}  # compared by their values
PLAYED = {"rules.py", "bots.py", "table.py"}  # programs that no face is made of
MOST = 24_000_000  # characters of faces
LONGEST_KEPT = 30 * 86_400.0  # seconds after which pictures that no run asked for are removed


class KeptFaces:
    """Remembers drawn faces by what they are made of."""

    def __init__(self) -> None:
        self._faces: dict[Hashable, dict[Hashable, Face]] = {}

    def draw(
        self, pieces: "tuple[Piece, ...]", maker: "FaceMaker"
    ) -> "list[tuple[Piece, Side, Face]]":
        """Every drawn side of the pieces, in order; a crossed box for one that cannot be drawn."""
        self._forget()
        kept = self._faces.setdefault(_ground(maker.pack, maker.options), {})
        drawn: list[tuple[Piece, Side, Face]] = []
        sides: tuple[Side, ...] = ("front", "back")
        for piece in pieces:
            for side in sides:
                if piece.spec(side) is None:
                    continue
                n_told = len(maker.problems.told)
                face = _face(piece, side, maker, kept)
                if face is None:
                    errors = [p for p in maker.problems.told[n_told:] if p.level == "error"]
                    if not errors:
                        continue  # blank paper
                    face = maker.crossed(piece, side, [p.message for p in errors[:1]])
                drawn.append((piece, side, face))
        return drawn

    def _forget(self) -> None:
        """Forget what was drawn longest ago, once there is too much."""
        grounds = list(self._faces)
        sizes = {g: sum(len(face.svg) for face in self._faces[g].values()) for g in grounds}
        total = sum(sizes.values())
        for ground in grounds:
            kept = self._faces[ground]
            while kept and total > MOST:
                total -= len(kept.pop(next(iter(kept))).svg)
            if not kept:
                del self._faces[ground]


def _face(
    piece: "Piece", side: Side, maker: "FaceMaker", kept: "dict[Hashable, Face]"
) -> "Face | None":
    key = _key(piece, side)
    if key is None:
        return maker.face(piece, side)
    if key in kept:
        return kept[key]
    n_told = len(maker.problems.told)
    face = maker.face(piece, side)
    # What it borrows of other faces may change while its own words stay.
    if face is not None and not face.borrows and len(maker.problems.told) == n_told:
        kept[key] = face
    return face


def _key(piece: "Piece", side: Side) -> Hashable | None:
    """What a face says and how it looks; None where that cannot be told."""
    spec, component, row = piece.spec(side), piece.component, piece.row
    if spec is None or spec.kind == "draw":
        return None
    look = (component.shape, component.safe, component.min_text_pt, piece.bleed(side))
    words = (_told(row.fields), row.id, row.name, row.count)
    return (
        component.id,
        component.title,
        side,
        spec.kind,
        spec.name,
        _told(spec.slots),
        look,
        words,
    )


def _told(values: Mapping[str, Scalar]) -> Hashable:
    """Values with their types, since `true` and 1 are equal but print differently."""
    return tuple((name, type(value), value, say(value)) for name, value in values.items())


def _ground(pack: Pack, options: "FaceOptions") -> Hashable:
    """What all faces of a pack may draw on."""
    own = {path for path in _within(pack.folder) if path.suffix.lower() not in TABLES}
    files = _stamped({*own, *_fonts_of(pack), *pack.icons.values()})
    return options, _settings(pack), files


def _settings(pack: Pack) -> Hashable:
    return (
        (pack.id, pack.name, pack.players, pack.variant, pack.language),
        _told({p.name: p.value for p in pack.parameters.values()}),
        tuple(pack.palette.items()),
        tuple(pack.keywords.items()),
        tuple(pack.drawn_icons.items()),
    )


def _stamped(paths: Iterable[Path]) -> Hashable:
    """Which files these are and when they were changed last."""
    stats = ((str(path), path.stat()) for path in paths if path.is_file())
    return tuple(
        sorted((name, now.st_mtime_ns, now.st_ctime_ns, now.st_size) for name, now in stats)
    )


def _within(folder: Path) -> Iterator[Path]:
    """What lies in a pack's folder but `output` and what is hidden."""
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        if parts[0] != "output" and not any(part.startswith((".", "__")) for part in parts):
            yield path


def _fonts_of(pack: Pack) -> set[Path]:
    return {path for font in pack.fonts.values() for path in font.files.values()}


class KeptPictures:
    """Pictures of a pack's pieces kept on disk between runs, each with a checksum.

    Where the folder cannot be written nothing is kept.
    """

    def __init__(self, pack: Pack) -> None:
        self._folder = cache_folder() / "pictures" / _look_digest(pack)[:32]

    def read(self, id: str, pixels: int) -> bytes | None:
        """A picture as it was kept; None where there is none, or a damaged one."""
        try:
            content = self._file(id, pixels).read_bytes()
        except OSError:
            return None
        return content[32:] if hashlib.sha256(content[32:]).digest() == content[:32] else None

    def write(self, id: str, pixels: int, data: bytes) -> None:
        """Keep a picture; the first of a look removes looks that were not used for long."""
        with suppress(OSError):
            if not self._folder.is_dir():
                self._folder.mkdir(parents=True)
                for other in self._folder.parent.iterdir():
                    if time.time() - other.stat().st_mtime > LONGEST_KEPT:
                        shutil.rmtree(other, ignore_errors=True)
            write_file(self._file(id, pixels), hashlib.sha256(data).digest() + data)

    def _file(self, id: str, pixels: int) -> Path:
        return self._folder / f"{hashlib.sha256(f'{id} {pixels}'.encode()).hexdigest()[:32]}.webp"


def _look_digest(pack: Pack) -> str:
    """What all pictures of a pack depend on: its own files but rules, settings, and the press.

    Files count by size and the moments of their last changes. What protoplay itself writes into
    the pack's `output` does not count.
    """
    own = [path for path in _within(pack.folder) if path.name not in PLAYED]
    beside = {*_fonts_of(pack), *pack.icons.values()}
    press = Path(__file__).parents[1].rglob("*.py")
    files = _stamped([*own, *beside, *press, *bundled("templates").rglob("*")])
    return hashlib.sha256(repr((_settings(pack), files)).encode()).hexdigest()
