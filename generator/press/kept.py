"""Faces kept from build to build in a running process, so that only what was edited is drawn.

In: a `FaceMaker` and pieces. Out: the same `Face`s it would draw. A face is kept while everything
it is made of is the same: the words of its row, its component's look, the pack's parameters,
palette and files. Faces of `drawings.py`, which may read what it likes, and faces with problems,
which are to be told again, are drawn every time.
"""

from collections.abc import Hashable, Mapping
from pathlib import Path

from generator.pack import Pack, Scalar, Side
from generator.press.expand import Piece
from generator.press.face.face import Face, FaceMaker, FaceOptions
from generator.sandbox import say

TABLES = {".csv", ".tsv", ".xlsx", ".xls", ".ods", ".yaml", ".yml"}  # compared by their values
MOST = 24_000_000  # characters of faces


class KeptFaces:
    """Remembers drawn faces by what they are made of."""

    def __init__(self) -> None:
        self._faces: dict[Hashable, dict[Hashable, Face]] = {}

    def draw(self, pieces: tuple[Piece, ...], maker: FaceMaker) -> list[tuple[Piece, Side, Face]]:
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


def _face(piece: Piece, side: Side, maker: FaceMaker, kept: dict[Hashable, Face]) -> Face | None:
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


def _key(piece: Piece, side: Side) -> Hashable | None:
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


def _ground(pack: Pack, options: FaceOptions) -> Hashable:
    """What all faces of a pack may draw on."""
    files = sorted(
        (str(path), path.stat().st_mtime_ns, path.stat().st_size)
        for path in _files_of(pack)
        if path.is_file()
    )
    return (
        options,
        (pack.id, pack.name, pack.players, pack.variant, pack.language),
        _told({p.name: p.value for p in pack.parameters.values()}),
        tuple(pack.palette.items()),
        tuple(pack.keywords.items()),
        tuple(pack.drawn_icons.items()),
        tuple(files),
    )


def _files_of(pack: Pack) -> set[Path]:
    own = {
        path
        for path in pack.folder.rglob("*")
        if path.suffix.lower() not in TABLES
        and not any(part.startswith((".", "__")) for part in path.relative_to(pack.folder).parts)
    }
    fonts = {path for font in pack.fonts.values() for path in font.files.values()}
    return own | fonts | set(pack.icons.values())
