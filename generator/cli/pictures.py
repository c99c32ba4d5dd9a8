"""Pictures of a pack's pieces for its reports, drawn by the press.

In: a `Pack` whose programs may run. Out: a function from the id of a piece to a picture of its
front, which is drawn on first use and cached as long as the pack looks the same. A piece that
cannot be drawn has no picture; `check` reports the reason.
"""

import io
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.model.pack import Pack, Side
    from generator.play.studies.suggest.answer import Reprint
    from generator.play.telling.pictures import Picture, Pictures
    from generator.press.face.face import FaceMaker
    from generator.press.pieces.expand import Piece

MM_PER_INCH = 25.4
QUALITY = 70


def pictures_of(pack: "Pack") -> "Pictures":
    """Return a function that draws a piece's front, from its id and the pixels of its
    longer side.
    """
    from generator.model.problems import Problems
    from generator.play.telling.pictures import Picture
    from generator.press.face import outline
    from generator.press.out.cache import KeptPictures
    from generator.press.pieces.expand import expand

    pieces = {piece.id: piece for piece in expand(pack, Problems())}
    drawn = _drawer(pack)
    kept = KeptPictures(pack)

    def picture(id: str, pixels: int) -> "Picture | None":
        if id not in pieces:
            return None
        shape = pieces[id].component.shape
        data = kept.read(id, pixels)
        if data is None:
            data = drawn(pieces[id], pixels / max(shape.width, shape.height) * MM_PER_INCH)
            if data is None:
                return None
            kept.write(id, pixels, data)
        return Picture(data, "image/webp", shape.width, shape.height, outline.path(shape))

    return picture


def _drawer(pack: "Pack") -> "Callable[[Piece, float], bytes | None]":
    """Return a function that draws the front of a piece as WebP at a resolution in dots per inch.

    The press starts with the first piece, so it is not started if all pictures are cached.
    """

    @cache
    def maker() -> "FaceMaker":
        from generator.model.problems import Problems
        from generator.press.face.face import FaceMaker, FaceOptions

        return FaceMaker(pack, Problems(), FaceOptions(programs=True))

    def draw(piece: "Piece", dpi: float) -> bytes | None:
        from generator.press.out.to_png import face_png
        from generator.press.text.fonts import font_files

        face = maker().face(piece, "front")
        try:
            png = None if face is None else face_png(face, font_files(pack), dpi, trimmed=True)
        except (ValueError, MemoryError):
            return None
        return None if png is None else _as_webp(png)

    return draw


def changed_pieces(pack: "Pack", changed: "Pack") -> "tuple[Reprint, ...]":
    """The pieces whose faces or number of copies differ between two settings of a pack."""
    from generator.model.problems import Problems
    from generator.play.studies.suggest.answer import Reprint
    from generator.press.face.face import FaceMaker, FaceOptions
    from generator.press.pieces.expand import expand

    runs = FaceOptions(programs=True)
    maker, now_maker = (FaceMaker(each, Problems(), runs) for each in (pack, changed))
    before, after = ({p.id: p for p in expand(each, Problems())} for each in (pack, changed))
    reprints = []
    for id in dict.fromkeys((*before, *after)):
        was, now = before.get(id), after.get(id)
        is_redrawn = now is not None and (
            was is None or was.name != now.name or not _looks_alike(was, maker, now, now_maker)
        )
        copies, copies_now = (each.count if each else 0 for each in (was, now))
        if is_redrawn or copies != copies_now or now is None:
            name = (now or was).name  # type: ignore[union-attr]  # one of them has the id
            reprints.append(Reprint(id, name, copies, copies_now, is_redrawn))
    return tuple(reprints)


def _looks_alike(was: "Piece", maker: "FaceMaker", now: "Piece", now_maker: "FaceMaker") -> bool:
    """Whether both sides of a piece look the same under two settings of its pack."""
    from generator.press.out.cache import is_certainly_equal

    sides: tuple[Side, Side] = ("front", "back")
    for side in sides:
        if not is_certainly_equal(side, was, maker, now, now_maker):
            faces = maker.face(was, side), now_maker.face(now, side)
            before, after = (None if face is None else face.digest for face in faces)
            if before != after:
                return False
    return True


def _as_webp(png: bytes) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        image.convert("RGB").save(out, "WEBP", quality=QUALITY, method=6)
    return out.getvalue()
