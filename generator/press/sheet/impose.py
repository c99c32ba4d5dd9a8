"""Imposition: the place of every piece on paper, front and back.

In: `Piece`s and a `Layout`. Out: `Sheet`s in printing order. Lengths in mm, origin top left, y
down. This module draws nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from generator.model.problems import Problems
from generator.model.units import to_text
from generator.press.pieces.expand import Piece
from generator.press.sheet.fill import ways_to_fill
from generator.press.sheet.layout import Layout, Leaf, Sheet, is_folded, split
from generator.press.sheet.shelve import packed, sheets_of
from generator.press.sheet.sides import numbered
from generator.press.sheet.stock import on_stock
from generator.press.sheet.tile import tile


def impose(pieces: Sequence[Piece], layout: Layout, problems: Problems) -> list[Sheet]:
    """Place `count` copies of every piece, in order, with fronts and backs matching.

    A piece that fits no sheet is added to `problems` and left out. A leaf of a booklet may be as
    large as the paper, because a margin would cost only white paper at the edge of a page.
    """
    if layout.stock is not None:
        in_order = [piece for block in _blocks(pieces) for piece in block]
        sheets = numbered(on_stock(in_order, layout, problems), layout)
        return [replace(s, cuts=0, order=(), by_hand=0, stock=layout.stock.name) for s in sheets]
    leaves: list[Leaf] = []
    loose: dict[bool, list[list[Piece]]] = {}
    small: dict[tuple[object, ...], list[tuple[int, list[Piece]]]] = {}
    for block in _blocks(pieces):
        whole: list[Piece] = []
        for part in split(block, lambda p: p.component.id):
            if ways_to_fill(part[0], layout, 1):
                whole += part
            elif _fills_the_paper(part[0], layout):
                _warn_of_edge(part[0], layout, problems)
                leaves += sheets_of(part, replace(layout, margin=0.0))
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


def _fills_the_paper(piece: Piece, layout: Layout) -> bool:
    """Whether a leaf of a booklet fits the paper only without a margin, such as A5 pages on A4."""
    return piece.row.leaf is not None and bool(ways_to_fill(piece, replace(layout, margin=0.0), 1))


def _warn_of_edge(piece: Piece, layout: Layout, problems: Problems) -> None:
    """Warn of text in the strip of the paper that the printer may leave white."""
    own, margin = piece.component, to_text(layout.margin)
    if own.safe < layout.margin:
        message = (
            f"the pages of {own.title} end at the edge of {layout.paper.name}, where {margin} "
        )
        message += f"may stay white, but their text starts at {to_text(own.safe)}"
        problems.warning(own.place, message, f"write safe: {margin} in the component")


def _kind(piece: Piece, layout: Layout) -> tuple[object, ...]:
    """The properties that pieces on one sheet must share: the paper and the fold."""
    return (is_folded(piece, layout), piece.has_back, piece.component.stock)


def _shared(
    leaves: list[Leaf], kinds: list[list[tuple[int, list[Piece]]]], layout: Layout
) -> list[Leaf]:
    """Join the leaves of small components if this saves a leaf.

    A component is small if it needs one sheet; `kinds` lists them with the index of that sheet.
    """
    gone: set[int] = set()
    instead: dict[int, list[Leaf]] = {}
    for small in kinds:
        together = packed([part for _, part in small], layout) if len(small) > 1 else []
        if together and len(together) < len(small):
            indices = [i for i, _ in small]
            gone.update(indices)
            instead[indices[0]] = together
    merged: list[Leaf] = []
    for i, leaf in enumerate(leaves):
        merged += instead.get(i, [])
        merged += [] if i in gone else [leaf]
    return merged


def _blocks(pieces: Sequence[Piece]) -> Iterable[list[Piece]]:
    """Group copies of pieces that may share sheets: by component, or by group of components."""

    def key(piece: Piece) -> tuple[str, str]:
        group = piece.component.group
        return ("group", group) if group else ("component", piece.component.id)

    for wanted in dict.fromkeys(key(p) for p in pieces):
        yield [p for p in pieces if key(p) == wanted for _ in range(p.count)]
