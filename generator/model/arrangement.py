"""The arrangement of a pack's pieces on the table, by its `Setup`, for one number of players.

In: a checked pack, the number of players, and a random stream for shuffled piles. Out: an
`Arrangement`, in which every printed piece lies in one stack. Lengths in mm from the top left of
the table.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from generator.model.pack import Component, Pack, Row
from generator.model.setup import SIZE, Pile, Point, Setup

GAP = 12.0  # mm; distance between stacks that have no place in the set-up
EDGE = 25.0  # mm; distance between the edge of the table and the stacks
HAND_AWAY = 75.0  # mm; distance from the edge of the table to a hand
_NOWHERE = (0.0, 0.0)  # the place of stacks that are placed later


@dataclass(frozen=True, slots=True)
class PieceCopy:
    """One printed copy of a piece; `number` counts the copies of its row from 1."""

    component: Component
    row: Row
    number: int

    @property
    def id(self) -> str:
        """The unique name of the copy on the table: "component/row/number"."""
        return f"{self.component.id}/{self.row.id}/{self.number}"


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces on top of each other, the uppermost first. A stack without pieces is an empty place.

    `x` and `y` are the middle of the stack. `turn` is in degrees clockwise, 180 for the opposite
    player. `seat` counts from 1; a stack of seat 0 belongs to nobody.
    """

    name: str
    pieces: tuple[PieceCopy, ...]
    x: float
    y: float
    is_face_up: bool
    is_shuffled: bool = False
    turn: int = 0
    seat: int = 0
    in_hand: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """The place of a player: the middle of the hand, and the rotation of the player's pieces."""

    number: int
    x: float
    y: float
    turn: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A table ready for the first turn.

    `short` is the number of missing pieces, by their source.
    """

    size: Point
    stacks: tuple[Stack, ...]
    seats: tuple[Seat, ...]
    counters: Mapping[str, int]
    seat_counters: Mapping[str, int]
    dice: tuple[int, ...]
    short: Mapping[str, int]


def arrange(
    pack: Pack,
    players: int,
    rng: random.Random,
    components: Sequence[Component] | None = None,
) -> Arrangement:
    """Arrange the table for `players`; `components` are the components in use, by default all."""
    used = pack.components if components is None else components
    supply = _Supply(pack.setup, used, rng)
    laid = list(_laid_stacks(pack.setup, supply))
    hands = [supply.take(pack.setup.seats.hand_from, pack.setup.seats.hand) for _ in range(players)]
    fronts = [
        list(_front(pack.setup, supply, seat, players, have_place=False)) for seat in range(players)
    ]
    away = [
        stack
        for seat in range(players)
        for stack in _front(pack.setup, supply, seat, players, have_place=True)
    ]
    fixed = [*supply.pile_stacks(have_place=True), *laid, *away]
    loose = [*supply.pile_stacks(have_place=False), *supply.rest()]
    width, height = pack.setup.size or SIZE
    depth = max((_box(s)[1] for front in fronts for s in front), default=0.0)
    band = EDGE + (depth + GAP if depth else 0.0)
    placed, bottom = _shelved(loose, fixed, width, band)
    if pack.setup.size is None:
        lowest = max((s.y + _box(s)[1] / 2 for s in fixed), default=0.0)
        height = max(height, bottom + band, lowest + EDGE)
    seats = _seats(players, width, height)
    before = [s for seat, front in zip(seats, fronts, strict=True) for s in _before(seat, front)]
    in_hands = [
        Stack(
            f"hand {seat.number}", hand, seat.x, seat.y, True, False, seat.turn, seat.number, True
        )
        for seat, hand in zip(seats, hands, strict=True)
        if hand
    ]
    return Arrangement(
        (width, height),
        (*fixed, *placed, *before, *in_hands),
        tuple(seats),
        pack.setup.counters,
        pack.setup.seats.counters,
        pack.setup.dice,
        supply.short,
    )


def matches(pattern: str, component: Component, row: Row) -> bool:
    """Whether a name in a set-up is the component of a piece, or a pattern that matches the piece's
    id.
    """
    if "/" not in pattern:
        return pattern == component.id
    return fnmatchcase(f"{component.id}/{row.id}", pattern)


class _Supply:
    """The pieces that have no place yet, by pile or by component."""

    def __init__(self, setup: Setup, components: Sequence[Component], rng: random.Random) -> None:
        copies = [
            PieceCopy(c, r, n + 1) for c in components for r in c.rows for n in range(r.count)
        ]
        piles = (*setup.piles, *default_piles(setup, components))
        self.short: dict[str, int] = {}
        self._piles: dict[str, tuple[Pile, list[PieceCopy]]] = {}
        for pile in piles:
            own = [p for p in copies if any(matches(o, p.component, p.row) for o in pile.of)]
            copies = [p for p in copies if not any(matches(o, p.component, p.row) for o in pile.of)]
            if pile.is_shuffled:
                rng.shuffle(own)
            if own or not pile.of:
                self._piles[pile.name] = (pile, own)
        self._loose = copies

    def take(self, source: str, n: int) -> tuple[PieceCopy, ...]:
        """Take `n` pieces from a pile or a component, or all if there are fewer than `n`."""
        if source in self._piles:
            pile, own = self._piles[source]
            taken, kept = own[:n], own[n:]
            self._piles[source] = (pile, kept)
        else:
            taken = [p for p in self._loose if p.component.id == source][:n]
            self._remove(taken)
        if len(taken) < n:
            self.short[source] = self.short.get(source, 0) + n - len(taken)
        return tuple(taken)

    def of_row(self, component: str, i: int, n_rows: int) -> tuple[PieceCopy, ...]:
        """All loose copies of a component's row, or one piece if the component does not have
        `n_rows` rows.
        """
        own = [p for p in self._loose if p.component.id == component]
        rows = [row.id for row in own[0].component.rows] if own else []
        has_row_for_each = len(rows) >= n_rows > 1
        own = [p for p in own if p.row.id == rows[i]] if has_row_for_each else own[:1]
        self._remove(own)
        return tuple(own)

    def pile_stacks(self, *, have_place: bool) -> Iterator[Stack]:
        """Yield the piles that have a place on the table, or the piles that have no place yet.

        An empty pile without a place in the set-up is not on the table.
        """
        for pile, own in self._piles.values():
            is_laid_out = not own and pile.of and pile.at is None
            if (pile.at is not None) == have_place and not is_laid_out:
                x, y = pile.at or _NOWHERE
                yield Stack(pile.name, tuple(own), x, y, pile.is_face_up, pile.is_shuffled)

    def rest(self) -> Iterator[Stack]:
        """Yield the remaining pieces, face up, one stack for each row."""
        rows: dict[tuple[str, str], list[PieceCopy]] = {}
        for piece in self._loose:
            rows.setdefault((piece.component.id, piece.row.id), []).append(piece)
        for own in rows.values():
            yield Stack(own[0].row.name, tuple(own), *_NOWHERE, True)

    def _remove(self, pieces: Iterable[PieceCopy]) -> None:
        ids = {p.id for p in pieces}
        self._loose = [p for p in self._loose if p.id not in ids]


def default_piles(setup: Setup, components: Sequence[Component]) -> Iterator[Pile]:
    """Yield a shuffled pile for each component with a back and several rows that the set-up does
    not name.
    """
    seats = setup.seats
    fronts = {front.component for front in seats.front}
    named = {*(laid.source for laid in setup.laid), *fronts, seats.hand_from}
    for component in components:
        is_named = component.id in named or any(
            matches(pattern, component, row)
            for pile in setup.piles
            for pattern in pile.of
            for row in component.rows
        )
        if component.back is not None and len(component.rows) > 1 and not is_named:
            yield Pile(component.id, (component.id,), component.place, is_shuffled=True)


def _laid_stacks(setup: Setup, supply: _Supply) -> Iterator[Stack]:
    for laid in setup.laid:
        for i, piece in enumerate(supply.take(laid.source, laid.n)):
            step = laid.step or (piece.component.shape.width + GAP, 0.0)
            x, y = (laid.at[k] + i * step[k] for k in (0, 1))
            yield Stack(piece.row.name, (piece,), x, y, laid.is_face_up)


def _front(
    setup: Setup, supply: _Supply, seat: int, players: int, *, have_place: bool
) -> Iterator[Stack]:
    """Yield the stacks of a player that have their own place, or the stacks without a place."""
    for front in setup.seats.front:
        if (front.at is not None) == have_place and (
            pieces := supply.of_row(front.component, seat, players)
        ):
            x, y = front.at or _NOWHERE
            x, y = x + seat * front.step[0], y + seat * front.step[1]
            is_up = front.is_up(players)
            yield Stack(pieces[0].row.name, pieces, x, y, is_up, seat=seat + 1)


def _seats(players: int, width: float, height: float) -> list[Seat]:
    """The seats: half of the players below the table, half above it, clockwise."""
    n_below = (players + 1) // 2
    seats = []
    for i in range(players):
        is_below = i < n_below
        n, k = (n_below, i) if is_below else (players - n_below, i - n_below)
        share = (k + 0.5) / n
        x = width * (1 - share) if is_below else width * share
        y = height + HAND_AWAY if is_below else -HAND_AWAY
        seats.append(Seat(i + 1, round(x, 3), y, 0 if is_below else 180))
    return seats


def _before(seat: Seat, front: Sequence[Stack]) -> Iterator[Stack]:
    """Place the stacks beside each other along the edge of the table."""
    widths = [_box(stack)[0] for stack in front]
    total = sum(widths) + GAP * max(0, len(front) - 1)
    x = seat.x - total / 2
    for stack, width in zip(front, widths, strict=True):
        depth = _box(stack)[1] / 2 + EDGE + HAND_AWAY
        y = seat.y - depth if seat.turn == 0 else seat.y + depth
        yield replace(stack, x=round(x + width / 2, 3), y=round(y, 3), turn=seat.turn)
        x += width + GAP


def _box(stack: Stack) -> Point:
    """The width and height of a stack; an empty place is as large as a poker card."""
    shapes = [piece.component.shape for piece in stack.pieces]
    return (
        max((s.width for s in shapes), default=63.0),
        max((s.height for s in shapes), default=88.0),
    )


def _shelved(
    loose: Sequence[Stack], fixed: Sequence[Stack], width: float, top: float
) -> tuple[list[Stack], float]:
    """Place stacks in rows from the top left, around those that already have a place.

    Also returns the lower end of the lowest row.
    """
    taken = [_around(stack) for stack in fixed]
    placed: list[Stack] = []
    x, y, row_height = EDGE, top, 0.0
    for stack in loose:
        w, h = _box(stack)
        while True:
            if x + w > width - EDGE and x > EDGE:
                x, y, row_height = EDGE, y + row_height + GAP, 0.0
            hit = next((r for r in taken if _overlap(r, (x, y, x + w, y + h))), None)
            if hit is None:
                break
            x = hit[2] + GAP
            if not row_height:
                row_height = min(hit[3] - y, h)
        placed.append(replace(stack, x=round(x + w / 2, 3), y=round(y + h / 2, 3)))
        x, row_height = x + w + GAP, max(row_height, h)
    return placed, y + row_height


def _around(stack: Stack) -> tuple[float, float, float, float]:
    w, h = _box(stack)
    return stack.x - w / 2, stack.y - h / 2, stack.x + w / 2, stack.y + h / 2


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
