"""Pictures of a pack's pieces for its reports: drawn by the press, handed to the page.

In: a `Pack` whose programs may run. Out: a function from a piece's id to its front as the page
takes it, drawn when it is asked for. What cannot be drawn has no picture: `check` tells why.
"""

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.pack import Pack
    from generator.play.report.pictures import Picture, Pictures

MM_PER_INCH = 25.4
QUALITY = 70


def pictures_of(pack: "Pack") -> "Pictures":
    """The fronts of the pack's pieces, by id and pixels along the longer side."""
    from generator.press.expand import expand
    from generator.press.face.face import Face, FaceMaker
    from generator.press.face.fonts import font_files
    from generator.press.out.to_png import face_png
    from generator.problems import Problems

    problems = Problems()
    pieces = {piece.id: piece for piece in expand(pack, problems)}
    makers: list[FaceMaker] = []

    def drawn(id: str) -> Face | None:
        if id not in pieces:
            return None
        if not makers:
            makers.append(FaceMaker(pack, problems))
        return makers[0].face(pieces[id], "front")

    def picture(id: str, pixels: int) -> "Picture | None":
        face = drawn(id)
        if face is None:
            return None
        shape = pieces[id].component.shape
        dpi = pixels / max(shape.width, shape.height) * MM_PER_INCH
        try:
            png = face_png(face, font_files(pack), dpi, trimmed=True)
        except (ValueError, MemoryError):
            return None
        return _as_page_takes_it(png, pieces[id].component.shape)

    return picture


def changed_pieces(pack: "Pack", changed: "Pack") -> tuple[tuple[str, str], ...]:
    """Id and name of each piece whose faces or copies differ between two settings of a pack."""
    from generator.press.expand import expand
    from generator.press.face.face import FaceMaker
    from generator.problems import Problems

    def printed(which: "Pack") -> dict[str, tuple[object, ...]]:
        problems = Problems()
        maker = FaceMaker(which, problems)
        found: dict[str, tuple[object, ...]] = {}
        for piece in expand(which, problems):
            faces = [maker.face(piece, side) for side in ("front", "back")]
            digests = [None if face is None else face.digest for face in faces]
            found[piece.id] = (piece.name, piece.count, *digests)
        return found

    before, after = printed(pack), printed(changed)
    return tuple(
        (id, str(after.get(id, before.get(id, ("",)))[0]))
        for id in dict.fromkeys((*before, *after))
        if before.get(id) != after.get(id)
    )


def _as_page_takes_it(png: bytes, shape: object) -> "Picture":
    """The picture as WebP, with the outline it is cut to."""
    from PIL import Image

    from generator.pack import Shape
    from generator.play.report.pictures import Picture
    from generator.press.face import outline

    assert isinstance(shape, Shape)
    out = io.BytesIO()
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        image.convert("RGB").save(out, "WEBP", quality=QUALITY, method=6)
    return Picture(out.getvalue(), "image/webp", shape.width, shape.height, outline.path(shape))
