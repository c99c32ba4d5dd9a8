"""The rows of pieces in areas, in the same places as long as a turn lasts.

In: what lies on the table in each position of a turn. Out: the things of its last position. In an
area, each piece stays in its slot; a piece that comes takes the first empty slot or a new one at
the end. An empty slot is a thing with n = 0 that names no piece.
"""

from collections.abc import Sequence

from generator.play.engine.table_layout import Laid, Spot, Thing

ROWS = ("hand", "front", "supply", "table")  # areas in which pieces lie side by side

Key = tuple[str, int]  # a piece, and how many equal ones lie before it


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
    laid: list[Thing] = []
    done = set()
    for thing in positions[-1]:
        if not isinstance(thing, Laid) or thing.spot not in last:
            if not isinstance(thing, Laid) or thing.n or not thing.spot.area:
                laid.append(thing)
        elif thing.spot not in done:
            done.add(thing.spot)
            laid += _slots(rows[thing.spot], last[thing.spot])
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
