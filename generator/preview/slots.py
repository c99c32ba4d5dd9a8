"""The rows of pieces in areas, in the same places from one position to the next.

In: what lies on the table in each position. Out: the things of the last position. In an area, each
piece stays in its slot; a piece that comes takes the first empty slot or a new one at the end.

On a map, rows stay in place during a turn: what has gone leaves an empty slot, a thing with n = 0
that names no piece. They close up with the next turn. What players have before them keeps its
order then; other rows are laid as the rules lay them. Without a map, rows close up at once, and
only open rows keep their order.
"""

from collections.abc import Container, Mapping, Sequence

from generator.play.engine.table_layout import Laid, Spot, Thing

ROWS = ("hand", "front", "supply", "table")  # areas in which pieces lie side by side

HELD, OPEN = ("hand", "front"), ("supply",)  # areas whose rows keep their order, by kind of table

Key = tuple[str, int]  # a piece, and how many equal ones lie before it
Rows = Mapping[Spot, Sequence[Key]]  # the pieces of each row, from left to right


def rows_after(
    before: Rows, things: Sequence[Thing], kept: Container[str], closes: bool = True
) -> Rows:
    """The rows of a position: a piece that has come takes the place of one that has gone.

    `before` are the rows of the position before. Where `closes`, further empty slots are closed,
    and rows in areas that are not `kept` are laid anew.
    """
    there = _rows(things)
    rows = {}
    for spot in dict.fromkeys([*before, *there]):
        pieces = there.get(spot, {})
        row = [*before.get(spot, ())] if spot.area in kept or not closes else []
        _filled(row, pieces)
        rows[spot] = [key for key in row if key in pieces] if closes else row
    return rows


def in_rows(rows: Rows, things: Sequence[Thing]) -> tuple[Thing, ...]:
    """The things of a position, in the order of its rows, with their empty slots."""
    there = _rows(things)
    return _with_rows(things, {spot: _slots(rows[spot], there[spot]) for spot in there})


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
