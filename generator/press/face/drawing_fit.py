"""Places a pack's own drawing on its face, centred and with the bleed that its size implies.

In: an imported drawing, and the face's trim and bleed. Out: its box in mm from the trim's corner,
or a problem if its size does not match the face.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.model.decimals import drawn
from generator.model.pack import FaceSpec
from generator.model.problems import Place, Problems
from generator.press.face.imported_svg import ImportedSvg
from generator.press.face.own_templates import LARGEST
from generator.press.face.surface import Surface
from generator.system.files import composed, read
from generator.templating.sandbox import say

CLOSE = 0.15  # mm; the greatest difference between the sizes of a drawing and its face
# mm; usual bleeds, including bleeds in documents of print shops
BLEEDS = (1.5, 2.0, 3.0, 3.175, 4.0, 5.0, 6.35)
WIDEST_BLEED = 12.7  # mm; a wider margin around a document does not count as bleed
CLOSE_BLEED = 0.05  # mm; bleeds with a smaller difference are equal
PPI = (72, 300)  # pixels per inch in documents of Illustrator and of Affinity; CSS uses 96

Size = tuple[float, float]  # width and height


def box_on_face(
    surface: Surface, drawing: ImportedSvg, place: Place, problems: Problems
) -> tuple[float, float, float, float] | None:
    """Return the place of a drawing: x, y, width and height in mm from the trim's corner.

    Excess bleed is cut off. Too little bleed is reported, because the edge stays white. If the
    drawing's size does not match the face, the result is None and a problem is reported.
    """
    trim = surface.shape.width, surface.shape.height
    view = drawing.view[2], drawing.view[3]
    usual_bleeds = (surface.bleed, 0.0, *BLEEDS)
    sizes = [view, *((view[0] * 25.4 / ppi, view[1] * 25.4 / ppi) for ppi in PPI)]
    is_sized = bool(drawing.width and drawing.height)
    if drawing.width and drawing.height:
        sizes.insert(0, (drawing.width, drawing.height))
    bleeds = (_bleed_of(s, trim, usual_bleeds, is_sized and s is sizes[0]) for s in sizes)
    has = next((bleed for bleed in bleeds if bleed is not None), None)
    if has is None:
        _report_size(surface, drawing, place, sizes[0], problems)
        return None
    lacks = surface.bleed - has
    if lacks > CLOSE_BLEED:
        message = "the drawing has no bleed, so the edge stays white"
        if has:
            message = f"the drawing has {has:.4g} mm of bleed; the outer {lacks:.4g} mm stay white"
        full = trim[0] + 2 * surface.bleed, trim[1] + 2 * surface.bleed
        problems.warning(
            place,
            f"{surface.piece.component.id}: {message}",
            f"draw it {full[0]:g} × {full[1]:g} mm, with {surface.bleed:g} mm of bleed around, "
            f"or set bleed: {has:.4g}mm",
        )
    elif abs(lacks) <= CLOSE_BLEED:
        has = surface.bleed
    return (-has, -has, trim[0] + 2 * has, trim[1] + 2 * has)


def _report_size(
    surface: Surface, drawing: ImportedSvg, place: Place, size: Size, problems: Problems
) -> None:
    """Report a drawing that has a different size from the face."""
    trim, bleed = (surface.shape.width, surface.shape.height), surface.bleed
    full = trim[0] + 2 * bleed, trim[1] + 2 * bleed
    size_text = " × ".join(f"{value:.4g}" for value in size)
    if drawing.width and drawing.height:
        state, fix = f"is {size_text} mm", "set the document's size in mm"
        less = [t - s for s, t in zip(size, trim, strict=True)]
        if max(less) > CLOSE_BLEED:
            ways = zip(less, ("narrow", "low"), strict=True)
            short = [f"{mm:.4g} mm too {way}" for mm, way in ways if mm > CLOSE_BLEED]
            state += f", {' and '.join(short)}"
    else:
        state = f"has no size in mm, only a viewBox of {size_text}"
        fix = f'write width="{full[0]:g}mm" height="{full[1]:g}mm" into its <svg>'
    wanted = f"{full[0]:g} × {full[1]:g} mm with bleed or {trim[0]:g} × {trim[1]:g} mm without"
    message = f"{surface.piece.component.id}: the drawing {state}; the face needs {wanted}"
    problems.error(place, message, fix)


def _bleed_of(size: Size, trim: Size, usual: Sequence[float], is_sized: bool) -> float | None:
    """The bleed of a document of that size around a trim, in mm; None if the document does not fit.

    The bleed must be one of the usual bleeds. If the document's size is certain, any other bleed
    that is equal across and down is also accepted.
    """
    for bleed in usual:
        if _close(size, (trim[0] + 2 * bleed, trim[1] + 2 * bleed)):
            return bleed
    across, down = ((s - t) / 2 for s, t in zip(size, trim, strict=True))
    if is_sized and abs(across - down) <= CLOSE_BLEED and 0 < across <= WIDEST_BLEED:
        return (across + down) / 2
    return None


def _close(size: Size, other: Size) -> bool:
    return abs(size[0] - other[0]) <= CLOSE and abs(size[1] - other[1]) <= CLOSE


def cropped(body: str, surface: Surface) -> str:
    """Cut off the parts of a drawing outside the face's own bleed."""
    left = drawn(-surface.bleed)
    size = f'width="{drawn(surface.width)}" height="{drawn(surface.height)}"'
    return (
        f'<clipPath id="protoplay-face"><rect x="{left}" y="{left}" {size}/></clipPath>'
        f'<g clip-path="url(#protoplay-face)">{body}</g>'
    )


@dataclass(slots=True)
class PartOrigins:
    """Finds the origin of a part of a drawn face, which is a cell of the row or a line of
    the code.
    """

    source: Path  # the template or program
    name: str  # the name of the source in messages
    spec: FaceSpec
    surface: Surface

    def of(self, part: str, at: Place) -> Place:
        """The origin of `part`; `at` is the place of the part in the drawing with its slots filled
        in.
        """
        if not part:
            return at
        row = self.surface.piece.row
        cells = [(say(row.fields.get(name, "")), place) for name, place in row.places.items()]
        fits = [c for c in cells if part in c[0] or (len(c[0]) > 2 and c[0] in part)]
        if fits:
            return max(fits, key=lambda cell: len(cell[0]))[1]
        for slot, value in self.spec.slots.items():
            if isinstance(value, str) and part in value:
                return self.spec.places.get(slot, at)
        try:
            text = composed(read(self.source, LARGEST).decode("utf-8", "replace"))
        except (OSError, ValueError):
            return at
        line = next((i for i, line in enumerate(text.splitlines(), 1) if part in line), 0)
        return replace(at, file=self.name, line=line, column=0) if line else at
