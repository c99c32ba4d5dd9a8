"""The text on a sheet's edge: its title, its page, and the faces with faults.

In: a `Sheet` and texts. Out: `Label`s in the printable area, beside all ink. Lengths in mm.
"""

from collections.abc import Iterable, Mapping, Sequence

from generator.model.pack import Side
from generator.press.sheet.cuts import Bounds
from generator.press.sheet.layout import Sheet
from generator.press.sheet.marks import LABEL_PT, Label

# mm; the width to reserve per character, more than most letters need
PER_CHARACTER = 0.17 * LABEL_PT
HEIGHT = 2.4  # mm; height of a line, including its descent
DESCENT = 0.6
INSET = 4.0  # mm; distance of a text from the end of the printable edge


def page_text(sheet: Sheet, game: str) -> str:
    """The title of a page: game, component, page n of m, and side."""
    side = {"front": "front", "back": "back", "both": "front and back"}[sheet.side]
    if not sheet.placements:
        side += " (blank)"
    words = [game, sheet.title, sheet.part, f"sheet {sheet.number} of {sheet.of}", side]
    return " · ".join(w for w in words if w)


def fault_text(sheet: Sheet, faults: Mapping[tuple[str, Side], Sequence[str]]) -> str:
    """A text with the faults in the faces of a sheet, with each face once; "" without faults."""
    names: dict[str, None] = {}
    for placement in sheet.placements:
        for fault in faults.get((placement.piece.id, placement.side), ()):
            names.setdefault(f"{placement.piece.name}: {fault}")
    return "with faults: " + "; ".join(names) if names else ""


def place_labels(sheet: Sheet, texts: Iterable[str]) -> list[Label]:
    """Put each text on a different edge: at the bottom, or else at the top, the left or the right.

    If ink covers all four edges, a text goes to the bottom, outside the printable area. If a piece
    is also there, the text is left out, because no text may print over a piece.
    """
    placed: list[Label] = []
    taken = [placement.ink for placement in sheet.placements]
    for text in texts:
        if not text:
            continue
        free = _free(sheet, text, taken)
        label = free[0] if free else _below_ink(sheet, text)
        if any(_meet(box_of(label), ink) for ink in taken):
            continue
        placed.append(label)
        taken.append(box_of(label))
    return placed


def is_covered(sheet: Sheet, text: str) -> bool:
    """Whether a text would overlap the pages of a booklet, which are as large as the paper."""
    is_booklet = any(placement.piece.row.leaf is not None for placement in sheet.placements)
    return is_booklet and not _free(sheet, text, [placement.ink for placement in sheet.placements])


def _free(sheet: Sheet, text: str, taken: Sequence[Bounds]) -> list[Label]:
    """The first preferred place where a text overlaps none of the boxes in `taken`."""
    options = [_at(sheet, text, edge) for edge in ("foot", "head", "left", "right")]
    return [label for label in options if not any(_meet(box_of(label), box) for box in taken)]


def box_of(label: Label) -> Bounds:
    """The box around a label, mm."""
    length = PER_CHARACTER * len(label.text) * label.size_pt / LABEL_PT
    if label.turn == 90:
        return (label.x - DESCENT, label.y, label.x + HEIGHT - DESCENT, label.y + length)
    if label.turn == 270:
        return (label.x - HEIGHT + DESCENT, label.y - length, label.x + DESCENT, label.y)
    return (label.x, label.y - HEIGHT + DESCENT, label.x + length, label.y + DESCENT)


def _at(sheet: Sheet, text: str, edge: str) -> Label:
    width, height, reach = sheet.paper.width, sheet.paper.height, sheet.reach
    start = reach + INSET
    room = (width if edge in ("foot", "head") else height) - 2 * start
    text = _cut(text, room)
    if edge == "foot":
        return Label(start, height - reach - DESCENT, text)
    if edge == "head":
        return Label(start, reach + HEIGHT - DESCENT, text)
    if edge == "left":
        return Label(reach + HEIGHT - DESCENT, height - start, text, 270)
    return Label(width - reach - HEIGHT + DESCENT, start, text, 90)


def _below_ink(sheet: Sheet, text: str) -> Label:
    start = sheet.reach + INSET
    lowest = max(placement.ink[3] for placement in sheet.placements)
    baseline = min(sheet.paper.height - 1.0, lowest + HEIGHT)
    return Label(start, baseline, _cut(text, sheet.paper.width - 2 * start))


def _cut(text: str, room: float) -> str:
    most = int(room / PER_CHARACTER)
    return text if len(text) <= most else text[: most - 1] + "…"


def _meet(a: Bounds, b: Bounds) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
