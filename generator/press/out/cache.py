"""Keeps faces from build to build in a running process, and pictures on disk between runs.

In: a `FaceMaker` and pieces. Out: the same `Face`s that the maker would draw. A face is kept as
long as the texts of its row, its component's look, and the pack's parameters, palette and files
stay the same. A face of `drawings.py` is kept by its slots if it certainly depends on nothing else.
Faces that may depend on more are drawn every time. Faces with problems are also drawn every time,
because their problems must be reported again.
"""

import hashlib
import math
import time
from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from generator import bundled
from generator.model.pack import Pack, Scalar, Side
from generator.system.files import files_within, write_file
from generator.system.paths import cache_folder, forget_old, sealed, unsealed
from generator.templating.sandbox import say

if TYPE_CHECKING:
    from generator.press.face.face import Face, FaceMaker, FaceOptions
    from generator.press.pieces.expand import Piece

# fields that are compared by value, not by the time of their last change
TABLES = {".csv", ".tsv", ".xlsx", ".xls", ".ods", ".yaml", ".yml"}
PLAYED = {"rules.py", "bots.py", "table.py"}  # programs that have no effect on faces
MOST = 24_000_000  # maximum length in characters of all kept faces
SPARE = 4_000_000  # greatest number of characters that are kept in addition to the latest faces


class KeptFaces:
    """Keeps drawn faces by keys of their dependencies; recently used faces stay longest."""

    def __init__(self) -> None:
        self._faces: dict[Hashable, dict[Hashable, Face]] = {}
        self._n_used = 0  # number of characters of the latest faces

    def draw(
        self,
        pieces: "tuple[Piece, ...]",
        maker: "FaceMaker",
        seconds: float = math.inf,
        sides: tuple[Side, ...] = ("front", "back"),
    ) -> "list[tuple[Piece, Side, Face]]":
        """Yield every drawn side of the pieces, in order; a side that cannot be drawn becomes a
        crossed box. No further piece is started after `seconds`.
        """
        self._forget()
        until = time.monotonic() + seconds
        ground = _ground(maker.pack, maker.options)
        kept = self._group((ground, _parameters(maker.pack)))
        by_slots = self._group(ground)
        fresh: dict[Hashable, Face] = {}
        drawn: list[tuple[Piece, Side, Face]] = []
        for piece in pieces:
            if time.monotonic() > until:
                break
            for side in sides:
                if piece.spec(side) is None:
                    continue
                n_told = len(maker.problems.added)
                slots = _slots_key(piece, side, maker)
                face = by_slots.get(slots) or _face(piece, side, maker, kept)
                if slots is not None and _is_sound(face, maker, n_told):
                    fresh[slots] = face
                if face is None:
                    errors = [p for p in maker.problems.added[n_told:] if p.level == "error"]
                    if not errors:
                        continue  # a side of blank paper
                    face = maker.crossed(piece, side, [p.message for p in errors[:1]])
                drawn.append((piece, side, face))
        if fresh and maker.draws_alike:
            for slots, face in fresh.items():
                by_slots.pop(slots, None)
                by_slots[slots] = face
        self._n_used = sum(len(face.svg) for _, _, face in drawn)
        return drawn

    def _group(self, key: Hashable) -> "dict[Hashable, Face]":
        """The kept faces of a pack and look, which become the most recently used."""
        self._faces[key] = self._faces.pop(key, {})
        return self._faces[key]

    def _forget(self) -> None:
        """Remove the least recently used faces if there are too many."""
        most = min(MOST, self._n_used + SPARE)
        grounds = list(self._faces)
        sizes = {g: sum(len(face.svg) for face in self._faces[g].values()) for g in grounds}
        total = sum(sizes.values())
        for ground in grounds:
            kept = self._faces[ground]
            while kept and total > most:
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
        kept[key] = kept.pop(key)
        return kept[key]
    n_told = len(maker.problems.added)
    face = maker.face(piece, side)
    if _is_sound(face, maker, n_told):
        kept[key] = face
    return face


def _is_sound(face: "Face | None", maker: "FaceMaker", n_told: int) -> "TypeGuard[Face]":
    """Whether a face may be kept.

    A face that shows other faces may change although its own texts do not change.
    """
    return face is not None and not face.borrows and len(maker.problems.added) == n_told


def is_certainly_equal(
    side: Side, piece: "Piece", maker: "FaceMaker", other: "Piece", maker_of_other: "FaceMaker"
) -> bool:
    """Whether a side of a piece looks the same under two settings of a pack, without drawing it;
    False if unknown.
    """
    if piece.spec(side) is None or _own(maker.pack) != _own(maker_of_other.pack):
        return False
    key = _slots_key(piece, side, maker)
    return key is not None and key == _slots_key(other, side, maker_of_other)


def _slots_key(piece: "Piece", side: Side, maker: "FaceMaker") -> Hashable | None:
    """All values that a function in `drawings.py` depends on, and its look; None if it may depend
    on more.
    """
    drawn_from = maker.drawn_from(piece, side)
    return (side, *_look(piece, side), drawn_from) if drawn_from is not None else None


def _look(piece: "Piece", side: Side) -> tuple[Hashable, ...]:
    component = piece.component
    look = (component.shape, component.safe, component.min_text_pt, piece.bleed(side))
    return component.id, component.title, look


def _key(piece: "Piece", side: Side) -> Hashable | None:
    """The texts and the look of a face; None if unknown."""
    spec, row = piece.spec(side), piece.row
    if spec is None or spec.kind == "draw":
        return None
    words = (_typed(row.fields), row.id, row.name, row.count, row.leaf)
    # The pages on one side of a folded leaf depend on the pages on its other side.
    beyond = piece.spec("back" if side == "front" else "front")
    other = (beyond.kind, beyond.name, _typed(beyond.slots)) if beyond is not None else None
    other = other if piece.component.shape.panels else None
    return side, spec.kind, spec.name, _typed(spec.slots), *_look(piece, side), words, other


def _typed(values: Mapping[str, Scalar]) -> Hashable:
    """Pair values with their types, because `true` and 1 are equal but print differently."""
    return tuple((name, type(value), value, say(value)) for name, value in values.items())


def _ground(pack: Pack, options: "FaceOptions") -> Hashable:
    """All values that the faces of a pack may use, except its numbers."""
    own = {
        path
        for path in files_within(pack.folder)
        if path.suffix.lower() not in TABLES and path.name not in PLAYED
    }
    files = _stamped({*own, *_fonts_of(pack), *pack.icons.values()})
    return options, _own(pack), files


def _parameters(pack: Pack) -> Hashable:
    return _typed({p.name: p.value for p in pack.parameters.values()})


def _own(pack: Pack) -> Hashable:
    return (
        (pack.id, pack.name, pack.players, pack.variant, pack.language, pack.sheet.max_dpi),
        tuple(pack.palette.items()),
        tuple(pack.keywords.items()),
        tuple(pack.drawn_icons.items()),
    )


def _stamped(paths: Iterable[Path]) -> Hashable:
    """Return these files with the times of their last changes."""
    stats = ((str(path), path.stat()) for path in paths if path.is_file())
    return tuple(
        sorted((name, now.st_mtime_ns, now.st_ctime_ns, now.st_size) for name, now in stats)
    )


def _fonts_of(pack: Pack) -> set[Path]:
    return {path for font in pack.fonts.values() for path in font.files.values()}


class KeptPictures:
    """Pictures of a pack's pieces kept on disk between runs, each with a checksum.

    Nothing is kept if the folder cannot be written.
    """

    def __init__(self, pack: Pack) -> None:
        self._folder = cache_folder() / "pictures" / _look_digest(pack)[:32]

    def read(self, id: str, pixels: int) -> bytes | None:
        """Return a kept picture; None if it is missing or damaged."""
        try:
            return unsealed(self._file(id, pixels).read_bytes())
        except OSError:
            return None

    def write(self, id: str, pixels: int, data: bytes) -> None:
        """Keep a picture.

        The first picture of a look also removes looks that were not used for a long time.
        """
        with suppress(OSError):
            if not self._folder.is_dir():
                self._folder.mkdir(parents=True)
                forget_old(self._folder.parent)
            write_file(self._file(id, pixels), sealed(data))

    def _file(self, id: str, pixels: int) -> Path:
        return self._folder / f"{hashlib.sha256(f'{id} {pixels}'.encode()).hexdigest()[:32]}.webp"


def _look_digest(pack: Pack) -> str:
    """A digest of all dependencies of a pack's pictures: its files, its settings, and the code of
    the press. Programs for play do not count. Files are identified by size and time of last change.
    The files that protoplay writes into the pack's `output` do not count.
    """
    own = [path for path in files_within(pack.folder) if path.name not in PLAYED]
    beside = {*_fonts_of(pack), *pack.icons.values()}
    press = Path(__file__).parents[2].rglob("*.py")
    files = _stamped([*own, *beside, *press, *bundled("templates").rglob("*")])
    return hashlib.sha256(repr((_own(pack), _parameters(pack), files)).encode()).hexdigest()
