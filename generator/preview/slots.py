"""The rows of pieces in areas, in the same places from one position to the next.

In: what lies on the table in each position. Out: the things of the last position. In an area, each
piece stays in its slot; a piece that comes takes the first empty slot or a new one at the end.

`in_slots` is for a turn on a map: what has gone leaves an empty slot, a thing with n = 0 that names
no piece. `refilled` and `in_order` are for open rows of a table of cards, which close up.
"""

from collections.abc import Mapping, Sequence

from generator.play.engine.table_layout import Laid, Spot, Thing

ROWS = ("hand", "front", "supply", "table")  # areas in which pieces lie side by side

OPEN = ("supply",)  # areas with rows that are refilled

Key = tuple[str, int]  # a piece, and how many equal ones lie before it
Rows = Mapping[Spot, Sequence[Key]]  # the pieces of each row, from left to right


def in_slots(positions: Sequence[Sequence[Thing]]) -> tuple[Thing, ...]:
    """The things of the last position, with empty slots where others lay earlier."""
    rows: dict[Spot, list[Key]] = {}
    for things in positions:
        there = _rows(things)
        for spot, row in rows.items():
            _filled(row, there.get(spot, {}))
        for spot, pieces in there.items():
            rows.setdefault(spot, [*pieces])
    last = _rows(positions[-1])
    return _with_rows(positions[-1], {spot: _slots(rows[spot], last[spot]) for spot in last})


def refilled(before: Rows, things: Sequence[Thing]) -> Rows:
    """The open rows of a position: a piece that has come takes the place of one that has gone.

    `before` are the rows of the position before; further holes are closed.
    """
    rows = {}
    for spot, there in _rows(things).items():
        if spot.area in OPEN:
            row = [*before.get(spot, ())]
            _filled(row, there)
            rows[spot] = [key for key in row if key in there]
    return rows


def in_order(rows: Rows, things: Sequence[Thing]) -> tuple[Thing, ...]:
    """The things of a position, the open rows in their order."""
    there = _rows(things)
    return _with_rows(things, {spot: [there[spot][key] for key in rows[spot]] for spot in rows})


def _with_rows(things: Sequence[Thing], rows: Mapping[Spot, Sequence[Laid]]) -> tuple[Thing, ...]:
    """The things of a position, these rows in place of what lies at their spots."""
    laid: list[Thing] = []
    done = set()
    for thing in things:
        if not isinstance(thing, Laid):
            laid.append(thing)
        elif thing.spot not in rows:
            if thing.n or thing.is_used_up or not thing.spot.area:
                laid.append(thing)
        elif thing.spot not in done:
            done.add(thing.spot)
            laid += rows[thing.spot]
    return tuple(laid)


def _rows(things: Sequence[Thing]) -> dict[Spot, dict[Key, Laid]]:
    """The pieces in each area in which all of them are known, from left to right."""
    rows: dict[Spot, dict[Key, Laid]] = {}
    unknown = set()
    for thing in things:
        if isinstance(thing, Laid) and (thing.n or thing.is_used_up) and thing.spot.area in ROWS:
            row = rows.setdefault(thing.spot, {})
            row[thing.piece, sum(piece == thing.piece for piece, _ in row)] = thing
            if not thing.piece:
                unknown.add(thing.spot)
    return {spot: row for spot, row in rows.items() if spot not in unknown}


def _filled(row: list[Key], there: dict[Key, Laid]) -> None:
    """Put the pieces that have come into the empty slots of a row, or at its end."""
    for key in there:
        if key not in row:
            empty = next((i for i, each in enumerate(row) if each not in there), len(row))
            row[empty : empty + 1] = [key]


def _slots(row: Sequence[Key], there: dict[Key, Laid]) -> list[Laid]:
    """The pieces of a row in their slots; empty slots at its end are left out."""
    first = next(iter(there.values()))
    empty = first._replace(piece="", n=0, turn=0.0, by=-1)
    slots = [there.get(key, empty) for key in row]
    while not (slots[-1].n or slots[-1].is_used_up):
        slots.pop()
    return slots
