"""From pieces to sheets: where every piece lies on paper, front and back.

In: `Piece`s and a `Layout`. Out: `Sheet`s in the order they are printed. Lengths in mm, origin
top left, y down. Nothing here draws.
"""

from collections.abc import Iterable, Sequence

from generator.press.expand import Piece
from generator.press.sheet.fill import ways_to_fill
from generator.press.sheet.layout import Layout, Leaf, Sheet, is_folded, split
from generator.press.sheet.shelve import packed, sheets_of
from generator.press.sheet.sides import numbered
from generator.press.sheet.tile import tile
from generator.problems import Problems


def impose(pieces: Sequence[Piece], layout: Layout, problems: Problems) -> list[Sheet]:
    """Place every piece `count` times, in order, fronts and backs in step.

    A piece that no sheet holds is added to `problems` and left out.
    """
    leaves: list[Leaf] = []
    loose: dict[bool, list[list[Piece]]] = {}
    small: dict[tuple[object, ...], list[tuple[int, list[Piece]]]] = {}
    for block in _blocks(pieces):
        whole: list[Piece] = []
        for part in split(block, lambda p: p.component.id):
            if ways_to_fill(part[0], layout, 1):
                whole += part
            else:
                leaves += [leaf for piece in part for leaf in tile(piece, layout, problems)]
        for part in split(whole, lambda p: is_folded(p, layout)):
            if layout.arrange == "packed":
                loose.setdefault(is_folded(part[0], layout), []).append(part)
                continue
            own = sheets_of(part, layout)
            if layout.arrange == "auto" and layout.order == "rows" and len(own) == 1:
                small.setdefault(_kind(part[0], layout), []).append((len(leaves), part))
            leaves += own
    for parts in loose.values():
        leaves += packed(parts, layout)
    return numbered(_shared(leaves, list(small.values()), layout), layout)


def _kind(piece: Piece, layout: Layout) -> tuple[object, ...]:
    """What pieces on one sheet have in common: the paper they are printed on, and the fold."""
    return (is_folded(piece, layout), piece.has_back, piece.component.stock)


def _shared(
    leaves: list[Leaf], kinds: list[list[tuple[int, list[Piece]]]], layout: Layout
) -> list[Leaf]:
    """The leaves, those of small components put together where that saves one.

    A component is small when it needs one sheet; `kinds` lists them with the index of that sheet.
    """
    gone: set[int] = set()
    instead: dict[int, list[Leaf]] = {}
    for small in kinds:
        together = packed([part for _, part in small], layout) if len(small) > 1 else []
        if together and len(together) < len(small):
            indices = [i for i, _ in small]
            gone.update(indices)
            instead[indices[0]] = together
    found: list[Leaf] = []
    for i, leaf in enumerate(leaves):
        found += instead.get(i, [])
        found += [] if i in gone else [leaf]
    return found


def _blocks(pieces: Sequence[Piece]) -> Iterable[list[Piece]]:
    """Copies of pieces that may share sheets: of one component, or of one group of components."""

    def key(piece: Piece) -> tuple[str, str]:
        group = piece.component.group
        return ("group", group) if group else ("component", piece.component.id)

    for wanted in dict.fromkeys(key(p) for p in pieces):
        yield [p for p in pieces if key(p) == wanted for _ in range(p.count)]
