"""Warns of cuts, folds and seams without a mark, because the mark would lie outside the printable
area.

In: `Sheet`s to print. Out: a warning for each kind of sheet, at its component's place.
"""

from collections.abc import Iterator, Sequence

from generator.model.problems import Problems
from generator.model.units import to_text
from generator.press.sheet.cuts import Bounds
from generator.press.sheet.labels import box_of, page_text, place_labels
from generator.press.sheet.layout import LEAST_REACH, Layout, Sheet, Trim
from generator.press.sheet.marks import (
    EDGE,
    Hairline,
    MarkStyle,
    assembly_marks,
    bleed_marks,
    cut_marks,
    fold_marks,
    inner_marks,
    is_mark_of,
    joins,
    printed_part,
)
from generator.press.sheet.sides import is_whole_paper


def warn_of_unmarked(
    sheets: Sequence[Sheet], style: MarkStyle, layout: Layout, game: str, problems: Problems
) -> None:
    """Warn of lines without a printed mark, once for all sheets with the same title."""
    if style == "none":
        return
    reported: set[str] = set()
    # layouts that were checked; sheets with the same layout are checked once
    looked: set[tuple[str, tuple[Trim, ...]]] = set()
    for sheet in sheets:
        alike = sheet.title, tuple(placement.trim for placement in sheet.placements)
        if (
            sheet.side == "back"
            or not sheet.placements
            or sheet.title in reported
            or alike in looked
        ):
            continue
        looked.add(alike)
        boxes = tuple(box_of(label) for label in place_labels(sheet, [page_text(sheet, game)]))
        lacking, of = _lacking(sheet, style, layout.overlap, boxes)
        if not lacking:
            continue
        reported.add(sheet.title)
        n = len(lacking)
        have = "have" if n > 1 else "has"
        message = f"{n} of {of} cuts on a sheet of {sheet.title} {have} no printed mark: there is "
        message += "no room for one between the pieces and the edge that the printer leaves white, "
        message += f"{to_text(round(sheet.reach, 2))} at the paper's edge"
        fix = "choose larger paper"
        if sheet.reach > LEAST_REACH:
            fix += ", or a smaller margin if your printer reaches further"
        if style != "crosses":
            left, _ = _lacking(sheet, "crosses", layout.overlap, boxes)
            if len(left) < n:
                fix = f"marks: crosses puts marks on the pieces' corners; or {fix}"
        problems.warning(sheet.placements[0].piece.component.place, message, fix)


def _lacking(
    sheet: Sheet, style: MarkStyle, overlap: float, labels: tuple[Bounds, ...]
) -> tuple[list[tuple[int, float]], int]:
    """The lines without a mark, vertical (0) or horizontal (1), and the number of all lines.

    Lines are cuts, folds and seams.
    """
    cuts = cut_marks(sheet, style, labels)
    marks: list[Hairline] = [*cuts, *bleed_marks(sheet, style, cuts), *inner_marks(sheet, style)]
    marks += [*fold_marks(sheet), *assembly_marks(sheet, overlap)[0]]
    printed = [part for line in marks if (part := printed_part(line, sheet)) is not None]
    wanted = dict.fromkeys(_straight(sheet, overlap))
    lacking = [mark for mark in wanted if not any(is_mark_of(line, *mark) for line in printed)]
    return lacking, len(wanted)


def _straight(sheet: Sheet, overlap: float) -> Iterator[tuple[int, float]]:
    """Yield every straight cut, seam and fold, except at the paper's edge, which is not cut."""
    if sheet.fold is not None:
        yield 1, sheet.fold
    ends = (sheet.paper.width, sheet.paper.height)
    for placement in sheet.placements:
        if is_whole_paper(placement.piece, placement.trim, sheet.paper):
            continue
        if placement.trim.window is not None:
            yield from ((axis, at) for axis, at, _, _ in joins(placement, overlap))
        elif placement.piece.component.shape.kind == "rect":
            for axis in (0, 1):
                for at in (placement.trim.box[axis], placement.trim.box[axis + 2]):
                    if EDGE < at < ends[axis] - EDGE:
                        yield axis, round(at, 3)
