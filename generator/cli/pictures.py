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
