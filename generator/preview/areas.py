"""What lies in which area of the table, compared: by views, and before and after a move.

In: what lies on the table. Out: what several views have in common; the area that a move takes its
piece from, where equal pieces lie in several; the draws that came to a player's hand. An area is a
name and a seat, such as "hand0".
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from generator.play.engine.loading import words_of
from generator.play.engine.table_layout import Laid, Noted, Spot, Thing
from generator.preview.move_choice import Choice

Counts = Counter[tuple[str, str]]  # piece and area → number
MAP = "map "  # a place of the map among the areas, followed by its number


def in_areas(things: Sequence[Thing], seat: int) -> Counts:
    """The pieces at places of the map, in the areas of a seat and in common ones.

    Face-down pieces count in a hand alone: no move chooses one of those that lie in a pile.
    """
    counts: Counts = Counter()
    for thing in things:
        if not isinstance(thing, Laid) or not thing.piece:
            continue
        spot = thing.spot
        if not spot.area:
            counts[thing.piece, f"{MAP}{spot.place}"] += thing.n
        elif spot.seat in (seat, -1) and (thing.up or spot.area == "hand"):
            counts[thing.piece, f"{spot.area}{spot.seat}"] += thing.n
    return counts


def doubtful(choice: Choice, counts: Counts) -> list[str]:
    """The pieces of a move of which equal ones lie in an area and elsewhere as well."""
    areas = {piece: [at for p, at in counts if p == piece] for piece in choice.pieces}
    return [
        piece
        for piece, spots in areas.items()
        if len(spots) > 1 and any(not at.startswith(MAP) for at in spots)
    ]


def area_of(piece: str, choice: Choice, before: Counts, after: Counts) -> str:
    """The area from which a move takes a piece; "" if it takes one from the map.

    An area with fewer after the move comes first, of several a common one. A piece is on the map if
    a place has fewer, or if one lies at a place that the move names. Else it comes from the hand.
    """
    spots = [at for p, at in before if p == piece]
    areas = [at for at in spots if not at.startswith(MAP)]
    fewer = [at for at in spots if after[piece, at] < before[piece, at]]
    taken = [at for at in areas if at in fewer]
    if taken:
        return next((at for at in taken if at.endswith("-1")), taken[0])
    places = {f"{MAP}{place}" for place in choice.places}
    if any(at in fewer or at in places for at in spots if at not in areas):
        return ""
    return min(areas, key=lambda at: (not at.startswith("hand"), not at.endswith("-1")))


def with_drawer(
    draws: Sequence[Mapping[str, Any]],
    viewer: int,
    before: Sequence[Thing],
    after: Sequence[Thing],
    pieces_by_name: Mapping[str, Sequence[str]],
) -> list[Mapping[str, Any]]:
    """The draws of another player's move; those that came to the viewer's hand are "you draw"."""
    hand = f"hand{viewer}"
    more = in_areas(after, viewer) - in_areas(before, viewer)
    gained = {piece for piece, area in more if area == hand}
    told: list[Mapping[str, Any]] = []
    for draw in draws:
        names = [words_of(value).casefold() for value in draw.values()]
        is_mine = any(gained & {*pieces_by_name.get(name, ())} for name in names)
        told.append({**draw, "do": f"you {draw['do']}"} if is_mine else draw)
    return told


def in_all(views: Sequence[Sequence[Thing]]) -> tuple[Thing, ...]:
    """The things on the table on which several views agree.

    Where they differ at a spot, the view that discloses least is taken, and what it still discloses
    alone is turned face down.
    """
    groups = []
    for things in views:
        spots: dict[Spot, list[Thing]] = {}
        for thing in things:
            spots.setdefault(thing.spot, []).append(thing)
        groups.append(spots)
    common: list[Thing] = []
    for spot in dict.fromkeys(spot for spots in groups for spot in spots):
        there = [spots.get(spot, []) for spots in groups]
        least = min(there, key=lambda things: sum(open_in(things).values()))
        known = open_in(least)
        for things in there:
            known &= open_in(things)
        for thing in least:
            if isinstance(thing, Noted):
                if all(thing in things for things in there):
                    common.append(thing)
            elif thing.piece and known[thing.piece] < thing.n:
                common.append(thing._replace(piece="", up=False))
            else:
                known[thing.piece] -= thing.n if thing.piece else 0
                common.append(thing)
    return tuple(common)


def open_in(things: Sequence[Thing]) -> Counter[str]:
    """The pieces whose row is disclosed, with their numbers."""
    open_pieces: Counter[str] = Counter()
    for thing in things:
        if isinstance(thing, Laid) and thing.piece:
            open_pieces[thing.piece] += thing.n
    return open_pieces


def covered(things: Sequence[Thing], backs: Mapping[str, str]) -> tuple[Thing, ...]:
    """The things with the face-down pieces of each pile as one stack for each picture of a back.

    `backs` has the picture of each piece's back. For a spectator, who knows every piece.
    """
    first: dict[tuple[str, str], str] = {}
    lying: list[Thing] = []
    for thing in things:
        is_pile = thing.spot.area not in ("", "hand")
        if isinstance(thing, Laid) and is_pile and not thing.up and thing.piece:
            key = thing.component, backs.get(thing.piece, thing.piece)
            thing = thing._replace(piece="", looks=first.setdefault(key, thing.looks))
        lying.append(thing)
    return tuple(lying)
