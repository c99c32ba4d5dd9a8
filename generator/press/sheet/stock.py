"""Puts pieces on the places of label sheets or perforated cards.

In: pieces in printing order and a layout with a `Stock`. Out: leaves whose trims lie in the middle
of the places. Lengths in mm.
"""

from collections.abc import Sequence

from generator.model.problems import Problems
from generator.model.stock import Stock
from generator.model.units import to_text
from generator.press.pieces.expand import Piece
from generator.press.sheet.fill import with_room
from generator.press.sheet.layout import Layout, Leaf, Trim
from generator.reading.stock import known_stock

LOOSE = 3.0  # mm; a piece smaller than its place by more than this gives a warning


def on_stock(pieces: Sequence[Piece], layout: Layout, problems: Problems) -> list[Leaf]:
    """Put every piece on its own place, on the first leaf from `layout.start` on.

    A piece may be turned. A piece that is larger than a place is added to `problems` and left out.
    """
    stock = layout.stock
    assert stock is not None, "pieces lie in the places of a stock"
    fitting: list[Piece] = []
    too_large: dict[str, Piece] = {}
    for piece in pieces:
        if _turn_of(piece, stock) is None:
            too_large.setdefault(piece.component.id, piece)
        else:
            fitting.append(piece)
    for piece in {p.component.id: p for p in fitting}.values():
        _warn_of_loose(piece, stock, problems)
    for piece in too_large.values():
        _report_too_large(piece, stock, problems)
    skipped = layout.start - 1
    leaves = []
    n_leaves = -(-(len(fitting) + skipped) // stock.n_places) if fitting else 0
    places = list(stock.places())
    for i in range(n_leaves):
        first = max(skipped - i * stock.n_places, 0)
        done = max(i * stock.n_places - skipped, 0)
        if layout.order == "stack":
            part = _dealt(fitting, i, n_leaves, skipped, stock.n_places)
        else:
            part = fitting[done : done + stock.n_places - first]
        free = places[first : first + len(part)]
        trims = [_trim(p, stock, place) for p, place in zip(part, free, strict=True)]
        leaves.append(Leaf(layout.paper, with_room(trims, layout.paper, None), tuple(part)))
    return leaves


def _dealt(
    pieces: Sequence[Piece], leaf: int, n_leaves: int, skipped: int, n_places: int
) -> list[Piece]:
    """Choose the pieces of one leaf so that the piles of torn-off pieces are in order."""
    dealt: list[list[Piece]] = [[] for _ in range(n_leaves)]
    rest = iter(pieces)
    for place in range(n_places):
        for i in range(n_leaves):
            if i == 0 and place < skipped:
                continue
            piece = next(rest, None)
            if piece is None:
                return dealt[leaf]
            dealt[i].append(piece)
    return dealt[leaf]


def _turn_of(piece: Piece, stock: Stock) -> int | None:
    """The degrees by which a piece is turned to fit a place; None if the piece does not fit either
    way.
    """
    shape = piece.component.shape
    is_circle = shape.kind == "circle"
    if stock.holds(shape.width, shape.height, is_circle=is_circle):
        return 0
    return 90 if stock.holds(shape.height, shape.width, is_circle=is_circle) else None


def _trim(piece: Piece, stock: Stock, place: tuple[float, float]) -> Trim:
    """The trim of a piece, in the middle of a place."""
    turn = _turn_of(piece, stock) or 0
    width, height = piece.component.shape.width, piece.component.shape.height
    if turn:
        width, height = height, width
    x = place[0] + (stock.width - width) / 2
    y = place[1] + (stock.height - height) / 2
    return Trim(round(x, 4), round(y, 4), width, height, turn)


def _warn_of_loose(piece: Piece, stock: Stock, problems: Problems) -> None:
    """Warn of a piece so small that it must be cut out of its place."""
    trim = _trim(piece, stock, (0.0, 0.0))
    if max(stock.width - trim.width, stock.height - trim.height) > LOOSE:
        message = (
            f"{piece.component.title}: {to_text(trim.width)} × {to_text(trim.height)} lies in the "
            f"middle of a place of {to_text(stock.width)} × {to_text(stock.height)}, without marks "
            "to cut along"
        )
        fix = f"give it the size of the place, or print it on paper: --skip {piece.component.id}"
        problems.warning(piece.component.place, message, fix)


def _report_too_large(piece: Piece, stock: Stock, problems: Problems) -> None:
    shape = piece.component.shape
    is_circle = shape.kind == "circle"
    size = f"{to_text(shape.width)} × {to_text(shape.height)}"
    place = f"{to_text(stock.width)} × {to_text(stock.height)}"
    others = [
        name
        for name, other in known_stock().items()
        if other.holds(shape.width, shape.height, is_circle=is_circle)
        or other.holds(shape.height, shape.width, is_circle=is_circle)
    ]
    fix = f"stock that holds it: {', '.join(others)}" if others else "no known stock holds it"
    message = f"{piece.component.title}: {size} is larger than a place of {stock.name}, {place}"
    problems.error(
        piece.component.place, message, f"{fix}; or leave it out with --skip {piece.component.id}"
    )
