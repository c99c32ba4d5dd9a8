"""From what `lay` says to where it is drawn: a map in mm, and rows of pieces before each seat.

In: a game's places, the things that lie on the table, the size of each component. Out: a `Board`
and `Tray`s, plain data that pages and files draw; nothing here knows a picture or a page.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.play.engine.game import Space
from generator.play.engine.table_layout import Laid, Noted, Spot, Thing
from generator.preview.wording import CODE

SPOT = (3.5, 11.0)  # mm; least and greatest radius of a place that is a point
AROUND = 1.0  # mm; distance between the pieces on a spot and the mark around them
LETTERS = 7.0  # mm; greatest height of the letters on a place
MARGIN = 6.0  # mm; margin around the map
EDGE = 1.5  # mm; margin around the places of a map that grows
ROOMY = 5  # least number of tiles for which such a map has room, along each side
FANNED = 3  # maximum number of pieces of a pile that are drawn
STEP = 1.3  # mm; distance between two drawn pieces of a pile
FEW = 150  # maximum number of places that are all drawn
SPREAD = (0.4, 12.0)  # greatest distance between pieces at a point: in widths of a piece; in mm
FLOOR = 0.3  # least area of a tile on which others lie, as a share of the largest area
WIDEST = 3.0  # greatest distance from the first piece at a point to the last, in widths of a piece
STRIP = 3.0  # least length of a strip, in widths of it
CARD = 40.0  # mm; least length of a card's shorter side
SQUARE = 1.2  # a piece with sides less different than that is no card
MOST_APART = 12  # maximum number of cards of a row in which equal ones lie side by side
BAG = "bag"  # the area of the pile to draw from
TITLES = {
    "table": "On the table",
    "hand": "in hand",
    "supply": "Supply",
    BAG: "To draw from",
    "discard": "Discarded",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the map: `outline` in mm, one point for a spot, and its middle."""

    i: int
    name: str
    outline: tuple[tuple[float, float], ...]
    x: float
    y: float
    radius: float  # of a spot; 0 else
    lying: tuple[str, ...]  # what lies there, from bottom to top
    lit: bool = False  # a move that can be made speaks of it

    @property
    def is_area(self) -> bool:
        """Whether the place has corners: it is neither a spot nor a line."""
        return len(self.outline) > 2

    @property
    def is_line(self) -> bool:
        """Whether the place is a line, as between two tiles."""
        return len(self.outline) == 2

    @property
    def width(self) -> float:
        """The shorter side of the place, in mm; 0 on a line."""
        if self.is_line:
            return 0.0
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return 2 * self.radius or min(max(xs) - min(xs), max(ys) - min(ys))

    @property
    def size(self) -> float:
        """The greatest height of letters on the place, in mm; 0 on a line."""
        return round(min(LETTERS, 0.45 * self.width), 1)


@dataclass(frozen=True, slots=True)
class Item:
    """A picture on the map, its middle at (x, y) mm; `label` is what it is to who sees it."""

    looks: str  # "component/row"
    up: bool
    x: float
    y: float
    width: float
    height: float
    turn: float
    label: str
    piece: str = ""  # "component/row"; "" where which it is is not told
    is_known: bool = False  # it lies face down, and who looks knows what it is

    @property
    def is_strip(self) -> bool:
        """Whether it is long and narrow, as a road or a track."""
        return self.width >= STRIP * self.height


@dataclass(frozen=True, slots=True)
class Ghost:
    """The items that a move adds to the map or removes, as far as its seat knows beforehand."""

    arriving: tuple[Item, ...]
    leaving: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A note on the map."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Board:
    """The map: from (left, top), in mm. `ground` is the component that lies under it."""

    left: float
    top: float
    width: float
    height: float
    ground: str
    places: tuple[Place, ...]
    items: tuple[Item, ...]
    words: tuple[Words, ...]

    @property
    def floor(self) -> tuple[Item, ...]:
        """The large items, on which others lie: the tiles of a board made of tiles."""
        most = max((item.width * item.height for item in self.items), default=0.0)
        least = FLOOR * most if not self.ground else math.inf
        return tuple(item for item in self.items if item.width * item.height >= least)

    def bare(self, layers: Sequence[str], least: int) -> frozenset[str]:
        """The layers of at least so many places on which nothing lies; `layers` is by place."""
        bearing = {layers[place.i] for place in self.places if place.lying}
        many = {layer for layer, n in Counter(layers).items() if layer and n >= least}
        return frozenset(many - bearing)

    def line(self, on_line: Sequence[int]) -> tuple[str, float]:
        """The path of an SVG along the middles of places, and a width in mm that surrounds them.

        Places that follow each other at equal distances are joined, and one place alone is a dot.
        Without places, and where none of several can be joined, the path is "".
        """
        by_number = {place.i: place for place in self.places}
        there = [by_number[i] for i in on_line if i in by_number]
        points = [(round(place.x, 2), round(place.y, 2)) for place in there]
        parts = []
        for i, (x, y) in enumerate(points):
            ends = [
                (u, v) for u, v in points[i + 1 :]
                if any(math.dist(p, q) < 0.1 for p in points
                       for q in ((2 * u - x, 2 * v - y), (2 * x - u, 2 * y - v)))
            ]  # fmt: skip
            parts += [f"M{x:g} {y:g}L{u:g} {v:g}" for u, v in ends] or [f"M{x:g} {y:g}h0"]
        if len(points) > 1 and not any("L" in part for part in parts):
            return "", 0.0
        widths = [
            2 * place.radius or max(x for x, _ in place.outline) - min(x for x, _ in place.outline)
            for place in there
        ]
        return "".join(parts), round(min(widths, default=0.0), 2)

    @property
    def strips(self) -> tuple[Item, ...]:
        """The long narrow pieces on lines: below the marks of places, which stay visible."""
        lines = {(round(p.x, 2), round(p.y, 2)) for p in self.places if p.is_line}
        return tuple(item for item in self.items if item.is_strip and (item.x, item.y) in lines)

    @property
    def pieces(self) -> tuple[Item, ...]:
        """The other items that lie on the floor or on the printed board."""
        lower = {id(item) for item in (*self.floor, *self.strips)}
        return tuple(item for item in self.items if id(item) not in lower)


@dataclass(frozen=True, slots=True)
class Stack:
    """Equal pieces side by side; `piece` is "" where which they are is not told.

    A stack of no pieces is an empty slot; one that names its piece is a pile that is used up.
    """

    looks: str
    piece: str
    up: bool
    turn: float
    n: int
    width: float
    height: float
    label: str
    is_known: bool = False  # it lies face down, and who looks knows what it is
    by: int = -1  # the seat that has taken it
    twin: int = 0  # how many stacks of the same pieces lie before it in its row

    @property
    def is_strip(self) -> bool:
        """Whether its pieces are long and narrow."""
        return self.width >= STRIP * self.height

    @property
    def is_card(self) -> bool:
        """Whether its pieces are as large as cards."""
        return min(self.width, self.height) >= CARD

    @property
    def kind(self) -> str:
        """What one of its pieces is called: "card" where it has the shape of one, else "piece"."""
        is_square = max(self.width, self.height) < SQUARE * min(self.width, self.height)
        return "card" if self.is_card and not is_square else "piece"


@dataclass(frozen=True, slots=True)
class Tray:
    """The pieces in the hand of a seat, in front of it, or in a common area (seat −1)."""

    area: str
    seat: int
    title: str
    stacks: tuple[Stack, ...]
    words: tuple[str, ...]
    piles: tuple[Stack, ...] = ()  # of a discard pile: its top piece and number, by component
    is_twin: bool = False  # whether it also lies beside the map, where wide pages show it alone


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes in mm and the names that drawing needs from a pack."""

    boxes: Mapping[str, tuple[float, float]]  # by component
    titles: Mapping[str, str]  # of components
    names: Mapping[str, str]  # of pieces, "component/row"
    # the colours of the round pieces of seats, "#rrggbb", by "component/row"
    rims: Mapping[str, str] = field(default_factory=dict)
    # what the back of a piece tells of it, by "component/row", as in "river"
    backs: Mapping[str, str] = field(default_factory=dict)

    def label(self, thing: Laid) -> str:
        """The label of a piece for a person who sees it like this; a code is no label."""
        if not thing.piece:
            title, told = self.titles[thing.component], self.backs.get(thing.looks)
            return f"{told} {one_of(title).lower()}, face down" if told else f"{title}, face down"
        name = self.names[thing.piece]
        if CODE.fullmatch(name):
            name = one_of(self.titles[thing.component])
        return name if thing.up else f"{name}, turned over"


def one_of(title: str) -> str:
    """The name of one piece of a component, whose title may be a plural.

    >>> one_of("Boots"), one_of("Deck")
    ('Boot', 'Deck')
    """
    return title.removesuffix("s")


def laid_out(
    spaces: Sequence[Space],
    things: Sequence[Thing],
    sizes: Sizes,
    ground: str,
    lit: Collection[int],
    *,
    is_over: bool = False,
) -> Board | None:
    """The map with everything that lies on it, or None if there is nothing to draw.

    It shows the places that are lit or bear something, or all places if they are few: those that
    can be picked on top, areas undermost, then ways, then spots. A map that grows has room for
    further tiles until the game is over.
    """
    on_map = [thing for thing in things if not thing.spot.area]
    if not spaces and not on_map:
        return None
    middles = {thing.spot.place for thing in on_map if thing.spot.place >= 0}
    visible = [i for i in range(len(spaces)) if i in lit or i in middles or len(spaces) <= FEW]
    visible.sort(key=lambda i: (i in lit, -min(3, len(spaces[i].outline))))
    spots = {i: space for i, space in enumerate(spaces) if len(space.outline) == 1}
    radii = _radii(spots, [thing for thing in on_map if isinstance(thing, Laid)], sizes)
    items: list[Item] = []
    words: list[Words] = []
    lying: dict[int, list[str]] = {}
    aside = _spread(spaces, [t for t in on_map if isinstance(t, Laid) and t.n], sizes)
    for thing in on_map:
        x, y = point_of(spaces, thing.spot)
        x += aside.get(id(thing), 0.0)
        if isinstance(thing, Noted):
            words.append(Words(thing.text, x, y))
            lying.setdefault(thing.spot.place, []).append(thing.text)
            continue
        if thing.n:
            lying.setdefault(thing.spot.place, []).append(_counted(sizes.label(thing), thing.n))
        items += _drawn(thing, x, y, sizes)
    places = tuple(
        Place(i, spaces[i].name, spaces[i].outline, *middle(spaces[i].outline),
              radii.get(i, 0.0), tuple(lying.get(i, ())), i in lit)
        for i in visible
    )  # fmt: skip
    grows = len(spaces) > FEW and not ground
    margin = EDGE if grows else MARGIN
    left, top, right, bottom = _box(places, items, sizes.boxes.get(ground), margin)
    if grows and items and not is_over:
        tile, first = max(max(item.width, item.height) for item in items), items[0]
        west, north, east, south = _box((), items, None, 0.0)
        before, after = _roomy(first.x - west, east - first.x, tile)
        above, below = _roomy(first.y - north, south - first.y, tile)
        left, right = min(left, first.x - before - EDGE), max(right, first.x + after + EDGE)
        top, bottom = min(top, first.y - above - EDGE), max(bottom, first.y + below + EDGE)
    return Board(left, top, right - left, bottom - top, ground, places, tuple(items), tuple(words))


def _roomy(before: float, after: float, tile: float) -> tuple[float, float]:
    """The distances from the first tile to both ends of a map that grows, in mm.

    `before` and `after` are those to the edges of the last tiles. The map has room for the places
    around its tiles. Its length grows in steps of two tiles, so that it rarely changes its scale,
    and the first tile lies in its middle as long as the room is enough.

    >>> [_roomy(20, end, 40) for end in (20, 60, 100, 140)]
    [(100.0, 100.0), (100.0, 100.0), (60.0, 140.0), (100.0, 180.0)]
    """
    first, last = (round(end / tile - 0.5) for end in (before, after))
    n = ROOMY + 2 * max(0, math.ceil((first + last + 3 - ROOMY) / 2))
    beginning = max(first + 1, min(n // 2, n - 2 - last))
    return tile * (beginning + 0.5), tile * (n - beginning - 0.5)


def trays_of(
    things: Sequence[Thing], sizes: Sizes, seats: int, has_slots: bool = False,
    has_rows: bool = False,
) -> tuple[Tray, ...]:  # fmt: skip
    """Every area in which something lies: the middle, seat by seat, then what is beside.

    In an area, what has no title comes first.

    A pile of the supply that is used up stays as a stack of none. With `has_slots`, other pieces
    with n = 0 are empty slots and become empty stacks. With `has_rows`, equal cards in the middle
    lie side by side.
    """
    order = [("table", -1), *((area, seat) for seat in range(seats) for area in ("hand", "front"))]
    order += [("supply", -1), ("bag", -1), ("discard", -1)]
    trays = []
    for area, seat in order:
        of_area = [t for t in things if t.spot.area == area and t.spot.seat == seat]
        for label in sorted(dict.fromkeys(t.spot.label for t in of_area), key=bool):
            there = [t for t in of_area if t.spot.label == label]
            laid = [t for t in there if isinstance(t, Laid) and (t.n or t.is_used_up or has_slots)]
            is_row = has_rows and area in ("table", "supply") and len(laid) <= MOST_APART
            stacks = _stacks(laid, sizes, is_row)
            words = tuple(t.text for t in there if isinstance(t, Noted))
            if stacks or words:
                title = label or TITLES.get(area, "")
                piles = _piles(there, sizes) if area == "discard" else ()
                trays.append(Tray(area, seat, title, stacks, words, piles))
    return tuple(trays)


def with_pile(trays: Sequence[Tray]) -> tuple[Tray, ...]:
    """The trays, with the name BAG for a pile to draw from, so that it can be picked as a whole."""
    named = []
    for tray in trays:
        stacks = tuple(s if s.piece or s.up else replace(s, piece=BAG) for s in tray.stacks)
        named.append(replace(tray, stacks=stacks) if tray.area == BAG else tray)
    return tuple(named)


def middle(outline: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The centre of a place: the mean of its corners."""
    return (
        sum(x for x, _ in outline) / max(1, len(outline)),
        sum(y for _, y in outline) / max(1, len(outline)),
    )


def changed_places(
    spaces: Sequence[Space], before: Sequence[Thing], after: Sequence[Thing], used: Sequence[int]
) -> tuple[int, ...]:
    """The places whose pieces a move changed, and those whose pieces it pushed along.

    A piece was pushed along if it lies on the straight line from a changed place to a place that
    the move used and on which nothing lies. `used` are the places that the move names.
    """
    old, new = _lying_at(before), _lying_at(after)
    changed = {place for place in {*old, *new} if old.get(place) != new.get(place)}
    at = {place: middle(spaces[place].outline) for place in {*used, *old, *new}}
    pushed = {
        place
        for start in used if start not in {*old, *new}
        for end in changed
        for place in new if math.isclose(
            math.dist(at[start], at[place]) + math.dist(at[place], at[end]),
            math.dist(at[start], at[end]),
        )
    }  # fmt: skip
    return tuple(sorted(changed | pushed))


def _lying_at(things: Sequence[Thing]) -> dict[int, list[object]]:
    """What lies at each place of the map."""
    lying: dict[int, list[object]] = {}
    for thing in things:
        if isinstance(thing, Laid) and thing.spot.place >= 0 and thing.n:
            lying.setdefault(thing.spot.place, []).append(thing._replace(nudge=(0, 0)))
    return lying


def _stacks(laid: Sequence[Laid], sizes: Sizes, is_row: bool = False) -> tuple[Stack, ...]:
    """Equal pieces together, in the order in which the first of them lie; cards of a row apart."""
    stacks: dict[tuple[object, ...], Stack] = {}
    lying: Counter[tuple[object, ...]] = Counter()
    for thing in laid:
        key: tuple[object, ...] = (thing.looks, thing.piece, thing.up, thing.turn, thing.by)
        if not thing.n and not thing.is_used_up:
            key = (len(stacks),)  # every empty slot for itself
        width, height = sizes.boxes[thing.component]
        twin = lying[key]
        if is_row and thing.up and min(width, height) >= CARD:
            lying[key] += 1
            key = (*key, twin)
        n = stacks[key].n + thing.n if key in stacks else thing.n
        label = sizes.label(thing)
        if thing.is_used_up:
            label += ", none left"
        if thing.by >= 0:
            label += f", taken by player {thing.by + 1}"
        is_known = bool(thing.piece) and not thing.up
        stacks[key] = Stack(
            thing.looks, thing.piece, thing.up, thing.turn, n, width, height, label, is_known,
            thing.by, twin,
        )  # fmt: skip
    return tuple(stacks.values())


def _piles(there: Sequence[Thing], sizes: Sizes) -> tuple[Stack, ...]:
    """The last piece of each component, with the number of all its pieces."""
    piles = []
    for component in dict.fromkeys(t.component for t in there if isinstance(t, Laid)):
        laid = [t for t in there if isinstance(t, Laid) and t.n and t.component == component]
        for top in _stacks(laid[-1:], sizes):
            piles.append(replace(top, n=sum(thing.n for thing in laid)))
    return tuple(piles)


def _spread(spaces: Sequence[Space], laid: Sequence[Laid], sizes: Sizes) -> dict[int, float]:
    """The sideways shift of each thing in mm, by its `id`: all pieces of a kind at one point show.

    What a pack lays beside the point itself, by a nudge, stays there.
    """
    at: dict[tuple[object, ...], list[Laid]] = {}
    for thing in laid:
        if not any(thing.nudge):
            key = (thing.component, *point_of(spaces, thing.spot))
            at.setdefault(key, []).append(thing)
    aside: dict[int, float] = {}
    for (component, *_), things in at.items():
        share, most = SPREAD
        width = sizes.boxes[str(component)][0]
        step = min(share * width, most, WIDEST * width / max(1, len(things) - 1))
        if len({thing.looks for thing in things}) > 1 and all(thing.up for thing in things):
            half = (len(things) - 1) / 2
            aside |= {id(thing): step * (k - half) for k, thing in enumerate(things)}
    return aside


def _drawn(thing: Laid, x: float, y: float, sizes: Sizes) -> list[Item]:
    width, height = sizes.boxes[thing.component]
    dx, dy = thing.nudge
    label = _counted(sizes.label(thing), thing.n)
    n_fanned = min(thing.n, FANNED)
    return [
        Item(thing.looks, thing.up, round(x + dx + k * STEP, 2), round(y + dy - k * STEP, 2),
             width, height, thing.turn, label if k == n_fanned - 1 else "", thing.piece,
             bool(thing.piece) and not thing.up)
        for k in range(n_fanned)
    ]  # fmt: skip


def _counted(label: str, n: int) -> str:
    return label if n == 1 else f"{n} × {label}"


def items_of(spaces: Sequence[Space], laid: Sequence[Laid], sizes: Sizes) -> list[Item]:
    """Pieces of the map as they are drawn there."""
    return [item for thing in laid for item in _drawn(thing, *point_of(spaces, thing.spot), sizes)]


def point_of(spaces: Sequence[Space], spot: Spot) -> tuple[float, float]:
    """The point of the map that a spot is, in mm."""
    return middle(spaces[spot.place].outline) if spot.place >= 0 else (spot.x, spot.y)


def _radii(spots: Mapping[int, Space], laid: Sequence[Laid], sizes: Sizes) -> dict[int, float]:
    """The radius of each spot: a little less than half the way to the nearest other spot.

    Up to there, a spot is as large as what lies on it, so that its mark surrounds it.
    """
    points = [space.outline[0] for space in spots.values()]
    ways = [math.dist(a, b) for i, a in enumerate(points) for b in points[i + 1 : i + 60]]
    least, most = SPOT
    half = 0.45 * min((way for way in ways if way > 0), default=math.inf)
    usual = max(least, min(most, half))
    radii = dict.fromkeys(spots, usual)
    for thing in laid:
        if thing.spot.place in radii and not any(thing.nudge):
            around = max(sizes.boxes[thing.component]) / 2 + AROUND
            radii[thing.spot.place] = max(radii[thing.spot.place], min(around, half))
    return radii


def _box(
    places: Sequence[Place],
    items: Sequence[Item],
    ground: tuple[float, float] | None,
    margin: float,
) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of all that is drawn, with its margin."""
    xs = [x + side * p.radius for p in places for x, _ in p.outline for side in (-1, 1)]
    ys = [y + side * p.radius for p in places for _, y in p.outline for side in (-1, 1)]
    for item in items:
        reach = max(item.width, item.height) / 2 if item.turn % 180 else 0
        wide, high = reach or item.width / 2, reach or item.height / 2
        xs += [item.x - wide, item.x + wide]
        ys += [item.y - high, item.y + high]
    if ground is not None:
        xs += [0.0, ground[0]]
        ys += [0.0, ground[1]]
        return min(xs), min(ys), max(xs), max(ys)
    if not xs:
        return 0.0, 0.0, 100.0, 100.0
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def on_map(spaces: Sequence[Space], thing: Laid, x: float, y: float) -> tuple[float, float]:
    """A point of a piece, in its own mm from its middle, as a point of the map."""
    turn = math.radians(thing.turn)
    left, top = point_of(spaces, thing.spot)
    return (
        round(left + thing.nudge[0] + x * math.cos(turn) - y * math.sin(turn), 2),
        round(top + thing.nudge[1] + x * math.sin(turn) + y * math.cos(turn), 2),
    )


def missing(things: Sequence[Thing], others: Sequence[Thing]) -> list[Laid]:
    """The map's pieces that are not among others."""
    rest = Counter(others)
    missing = []
    for thing in things:
        if rest[thing] > 0:
            rest[thing] -= 1
        elif isinstance(thing, Laid) and not thing.spot.area and thing.n:
            missing.append(thing)
    return missing
