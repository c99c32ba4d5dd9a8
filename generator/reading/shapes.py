"""Named sizes, and outlines of folded pieces; lengths in mm, origin top left of the box.

In: sizes in mm. Out: `Shape`s.
"""

import math

from generator.model.pack import Panel, Shape

_IN = 25.4
_Side = tuple[tuple[float, float], tuple[float, float]]


def rect(width: float, height: float, corner: float = 0.0) -> Shape:
    """The outline of a card, tile or board."""
    return Shape("rect", width, height, corner)


def hexagon(size: float, across: str, top: str) -> Shape:
    """A regular hexagon of `size` across "flats" or "points", with a "pointy" or "flat" `top`."""
    flats = size if across == "flats" else size * math.sqrt(3) / 2
    points = flats * 2 / math.sqrt(3)
    if top == "flat":
        return Shape("hex", points, flats, flat_top=True)
    return Shape("hex", flats, points)


def _inches(width: float, height: float, corner: float = 0.125) -> Shape:
    return rect(round(width * _IN, 4), round(height * _IN, 4), round(corner * _IN, 4))


def _hex_tile(points: float) -> Shape:
    return hexagon(points * _IN, "points", "flat")


# Trim sizes of The Game Crafter's products and of common card games. The name of a hex tile states
# its width from point to point; the tile lies on a flat side.
SIZES: dict[str, Shape] = {
    "poker": _inches(2.5, 3.5),
    "trading": _inches(2.5, 3.5),
    "euro-poker": rect(63, 88, 3),
    "bridge": _inches(2.25, 3.5),
    "tarot": _inches(2.75, 4.75),
    "mini": _inches(1.75, 2.5),
    "micro": _inches(1.25, 1.75),
    "us-game": rect(56, 87, 3),
    "mint-tin": rect(52, 87, 3),
    "euro": rect(59, 92, 3),
    "mini-euro": rect(44, 68, 3),
    "mini-us": rect(41, 63, 3),
    "square": _inches(3.5, 3.5),
    "small-square": _inches(2.5, 2.5),
    "euro-square": rect(70, 70, 3),
    "business": _inches(2, 3.5),
    "domino": _inches(1.75, 3.5),
    "jumbo": _inches(3.5, 5.5),
    "circle-card": Shape("circle", 88.9, 88.9),
    "hex-card": _hex_tile(3.75),
    "hex-mini": _hex_tile(1.25),
    "hex-small": _hex_tile(2.0),
    "hex-medium": _hex_tile(2.5),
    "hex-large": _hex_tile(3.75),
    "square-tile-mini": _inches(1.25, 1.25, 0),
    "square-tile-small": _inches(2, 2, 0),
    "square-tile-medium": _inches(2.5, 2.5, 0),
    "square-tile-large": _inches(3.5, 3.5, 0),
    "domino-tile": _inches(2, 4, 0),
    "square-chit-small": _inches(0.5, 0.5, 0),
    "square-chit-medium": _inches(0.75, 0.75, 0),
    "square-chit-large": _inches(1, 1, 0),
    "circle-chit-small": Shape("circle", 12.7, 12.7),
    "circle-chit-medium": Shape("circle", 19.05, 19.05),
    "circle-chit-large": Shape("circle", 25.4, 25.4),
    "circle-tile-mini": Shape("circle", 31.75, 31.75),
    "strip-chit": _inches(3, 1, 0),
    "domino-chit": _inches(1, 2, 0),
    "bifold-board": _inches(9, 18, 0),
    "quadfold-board": _inches(18, 18, 0),
    "sixfold-board": _inches(27, 18, 0),
    "half-board": _inches(5, 10, 0),
    "quarter-board": _inches(5, 5, 0),
    "square-board": _inches(8, 8, 0),
    "large-square-board": _inches(10, 10, 0),
    "postcard": _inches(6, 4, 0),
    "a4": rect(210, 297),
    "a5": rect(148, 210),
    "a6": rect(105, 148),
    "a7": rect(74, 105),
}


def turned(shape: Shape) -> Shape:
    """Turn the outline by a quarter (landscape instead of portrait)."""
    if shape.kind in ("rect", "circle"):
        folds = tuple(((b, a), (d, c)) for (a, b), (c, d) in shape.folds)
        panels = tuple(Panel(p.name, p.y, p.x, p.height, p.width) for p in shape.panels)
        return Shape(
            shape.kind, shape.height, shape.width, shape.corner, folds=folds, panels=panels
        )
    if shape.kind == "hex":
        return Shape("hex", shape.height, shape.width, flat_top=not shape.flat_top)
    outline = tuple((y, x) for x, y in shape.outline)
    return Shape(shape.kind, shape.height, shape.width, outline=outline)


def polygon(points: list[tuple[float, float]]) -> Shape:
    """Move a polygon so that its box starts at the origin."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    outline = tuple((round(x - left, 6), round(y - top, 6)) for x, y in points)
    return Shape("polygon", max(x for x, _ in outline), max(y for _, y in outline), outline=outline)


def area(points: list[tuple[float, float]]) -> float:
    """The signed area of a polygon, mm² (shoelace formula)."""
    following = [*points[1:], *points[:1]]
    return sum(x * b - a * y for (x, y), (a, b) in zip(points, following, strict=True)) / 2


def crosses_itself(points: list[tuple[float, float]]) -> bool:
    """Whether two sides that are not neighbours meet."""
    n = len(points)
    sides = [(points[i], points[(i + 1) % n]) for i in range(n)]
    return any(
        _meet(sides[i], sides[j]) for i in range(n) for j in range(i + 2, n - (1 if i == 0 else 0))
    )


def _meet(side: _Side, other: _Side) -> bool:
    """Whether two sides have a common point, which they do if their boxes overlap and each side
    crosses the line of the other.
    """
    (a, b), (c, d) = side, other
    for axis in (0, 1):
        if max(a[axis], b[axis]) < min(c[axis], d[axis]):
            return False
        if max(c[axis], d[axis]) < min(a[axis], b[axis]):
            return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def _turn(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
    """The side of the line from p to q on which r lies, as the sign of the cross product."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def folded(width: float, height: float, corner: float = 0.0) -> Shape:
    """A leaf with two pages of that size, left and right of its fold, such as a player aid."""
    return Shape(
        "rect",
        2 * width,
        height,
        corner,
        folds=(((width, 0.0), (width, height)),),
        panels=(Panel("left", 0.0, 0.0, width, height), Panel("right", width, 0.0, width, height)),
    )


def standee(width: float, height: float, foot: float) -> Shape:
    """A figure folded over its head, with a foot flap at each end.

     foot
    ------  fold
     back   (upside down)
    ------  fold (the head)
    front
    ------  fold
     foot
    """
    total = 2 * height + 2 * foot
    outline = ((0.0, 0.0), (width, 0.0), (width, total), (0.0, total))
    folds = tuple(((0.0, y), (width, y)) for y in (foot, foot + height, foot + 2 * height))
    panels = (
        Panel("front", 0, foot + height, width, height),
        Panel("back", 0, foot, width, height, turn=180),
    )
    return Shape("dieline", width, total, outline=outline, folds=folds, panels=panels)


def cube(edge: float) -> Shape:
    """The cross-shaped net of a folded paper die with seven glue flaps.

      1
    2 3 4 5        (opposite faces: 1-6, 2-4, 3-5)
      6
    """
    flap = round(min(8.0, edge * 0.4), 4)
    cut = flap / 2  # flaps are tapered so that they slide in easily
    e = edge
    x0, y0 = flap, flap
    faces = {"1": (1, 0), "2": (0, 1), "3": (1, 1), "4": (2, 1), "5": (3, 1), "6": (1, 2)}
    panels = tuple(Panel(k, x0 + c * e, y0 + r * e, e, e) for k, (c, r) in faces.items())

    def at(c: float, r: float) -> tuple[float, float]:
        return (x0 + c * e, y0 + r * e)

    path: list[tuple[float, float]] = []
    folds: list[tuple[tuple[float, float], tuple[float, float]]] = []

    def flapped(a: tuple[float, float], b: tuple[float, float]) -> None:
        """Add a flap on the left of the line from a to b (outside, going clockwise)."""
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        nx, ny = uy, -ux
        path.append(a)
        path.append((a[0] + ux * cut + nx * flap, a[1] + uy * cut + ny * flap))
        path.append((b[0] - ux * cut + nx * flap, b[1] - uy * cut + ny * flap))
        folds.append((a, b))

    # Seven of the fourteen open edges get a flap: one edge of each seam.
    for a, b in ((at(1, 1), at(1, 0)), (at(1, 0), at(2, 0)), (at(2, 0), at(2, 1))):
        flapped(a, b)
    path.extend(at(c, r) for c, r in ((2, 1), (3, 1), (4, 1), (4, 2), (3, 2), (2, 2)))
    for a, b in ((at(2, 2), at(2, 3)), (at(2, 3), at(1, 3)), (at(1, 3), at(1, 2))):
        flapped(a, b)
    path.extend((at(1, 2), at(0, 2)))
    flapped(at(0, 2), at(0, 1))
    path.append(at(0, 1))
    folds += [(at(c, 1), at(c, 2)) for c in (1, 2, 3)]
    folds += [(at(1, 1), at(2, 1)), (at(1, 2), at(2, 2))]
    return Shape(
        "dieline",
        4 * e + flap,
        3 * e + 2 * flap,
        outline=_tidy(path),
        folds=tuple(folds),
        panels=panels,
    )


def tuckbox(card_width: float, card_height: float, thickness: float, board: float = 0.4) -> Shape:
    """The net of a tuck-end box for a deck of `thickness` mm, cut from `board` mm stock.

    The inside is larger than the deck by 1 mm in each direction, and by the thickness of the stock
    on both sides. Left to right: front, right side, back, left side, glue flap; a closing flap with
    a tongue above the back and another below it, dust flaps above and below the sides.
    """
    play = 1.0 + 2 * board
    w, h, d = card_width + play, card_height + play, max(thickness + play, 4.0)
    tongue = min(14.0, max(8.0, d * 0.75))
    dust = min(d * 0.9, w / 2 - 0.5)
    glue = min(12.0, max(6.0, d * 0.8))
    taper = min(2.0, d / 6)
    top = d + tongue
    bottom = top + h
    x = [0.0, w, w + d, 2 * w + d, 2 * w + 2 * d]
    # radius of a half-round cut-out for the thumb at the upper edge of the front
    notch = min(8.0, w / 4)
    path = [(x[0], top)]
    middle = w / 2
    for i in range(9):
        angle = math.pi * i / 8
        path.append((middle - notch * math.cos(angle), top + notch * math.sin(angle) * 0.75))
    path += [(x[1], top), (x[1] + taper, top - dust), (x[2] - taper, top - dust), (x[2], top)]
    path += [(x[2], top - d), (x[2] + taper, top - d - tongue)]
    path += [(x[3] - taper, top - d - tongue), (x[3], top - d), (x[3], top)]
    path += [(x[3] + taper, top - dust), (x[4] - taper, top - dust), (x[4], top)]
    path += [(x[4] + glue, top + glue / 2), (x[4] + glue, bottom - glue / 2), (x[4], bottom)]
    path += [(x[4] - taper, bottom + dust), (x[3] + taper, bottom + dust), (x[3], bottom)]
    path += [(x[3], bottom + d), (x[3] - taper, bottom + d + tongue)]
    path += [(x[2] + taper, bottom + d + tongue), (x[2], bottom + d), (x[2], bottom)]
    path += [(x[2] - taper, bottom + dust), (x[1] + taper, bottom + dust), (x[1], bottom)]
    path += [(x[0], bottom)]
    folds = [((x[i], top), (x[i], bottom)) for i in (1, 2, 3, 4)]
    for y, away in ((top, -1), (bottom, 1)):
        folds += [((x[i], y), (x[i + 1], y)) for i in (1, 2, 3)]
        folds.append(((x[2], y + away * d), (x[3], y + away * d)))
    panels = (
        Panel("front", x[0], top, w, h),
        Panel("right", x[1], top, d, h),
        Panel("back", x[2], top, w, h),
        Panel("left", x[3], top, d, h),
        Panel("top", x[2], top - d, w, d, turn=180),
        Panel("bottom", x[2], bottom, w, d),
    )
    return Shape(
        "dieline",
        _mm(x[4] + glue),
        _mm(bottom + d + tongue),
        outline=_tidy(path),
        folds=tuple(((_mm(a), _mm(b)), (_mm(c), _mm(e))) for (a, b), (c, e) in folds),
        panels=tuple(
            Panel(p.name, _mm(p.x), _mm(p.y), _mm(p.width), _mm(p.height), p.turn) for p in panels
        ),
    )


def _mm(length: float) -> float:
    return round(length, 4)


def _tidy(path: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Round the path to 0.1 µm and remove repeated points."""
    rounded = [(_mm(x), _mm(y)) for x, y in path]
    return tuple(p for i, p in enumerate(rounded) if p != rounded[i - 1])
