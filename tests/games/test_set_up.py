"""`table:` of the bundled games: nothing overlaps, and every seat has the pieces of its colour.

Outlines are made here from sizes in mm; two convex outlines are apart if a line separates them.
"""

import random
from collections import Counter
from itertools import combinations
from math import cos, pi, sin

import pytest

from generator.model.arrangement import Arrangement, Stack, arrange
from generator.model.pack import Pack, Shape
from generator.reading.door import open_pack

Point = tuple[float, float]
COLOURS = {
    "mara": (("jeeps", 1), ("tracks", 15)),
    "marram": (("boots", 7), ("shovels", 4), ("markers", 1)),
    "shiftago": (("marbles", 22), ("score_cards", 1)),
}


def game(name: str) -> Pack:
    pack, problems = open_pack(name)
    assert pack is not None and not problems.errors
    return pack


def laid(pack: Pack, players: int) -> Arrangement:
    used = [c for c in pack.components if c.id != "rule_sheet"]
    return arrange(pack, players, random.Random(1), used)


def outline(shape: Shape, x: float, y: float) -> list[Point]:
    if shape.kind == "hex":  # 50 mm between the flat sides, a corner at the top
        r = shape.width / 3**0.5
        return [(x + r * sin(k * pi / 3), y + r * cos(k * pi / 3)) for k in range(6)]
    if shape.kind == "circle":
        r = shape.width / 2
        return [(x + r * cos(k * pi / 24), y + r * sin(k * pi / 24)) for k in range(48)]
    w, h = shape.width / 2, shape.height / 2
    return [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]


def are_apart(a: list[Point], b: list[Point]) -> bool:
    for one in (a, b):
        for (x1, y1), (x2, y2) in zip(one, one[1:] + one[:1], strict=True):
            across = (y1 - y2, x2 - x1)
            on_a, on_b = ([px * across[0] + py * across[1] for px, py in o] for o in (a, b))
            if max(on_a) < min(on_b) or max(on_b) < min(on_a):
                return True
    return False


def area_of(stack: Stack) -> list[Point]:
    return outline(stack.pieces[0].component.shape, stack.x, stack.y)


@pytest.mark.parametrize("name", COLOURS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_overlaps_and_every_piece_lies_on_the_table(name: str, players: int) -> None:
    pack = game(name)
    table = laid(pack, players)
    stacks = [stack for stack in table.stacks if stack.pieces]
    pieces = Counter(piece.id for stack in stacks for piece in stack.pieces)
    assert set(pieces.values()) == {1} and not table.short
    assert len(pieces) == sum(c.count for c in pack.components if c.id != "rule_sheet")
    width, height = table.size
    for stack in stacks:
        assert all(0 <= x <= width and 0 <= y <= height for x, y in area_of(stack)), stack.name
    for a, b in combinations(stacks, 2):
        same_place = (a.name, a.x, a.y) == (b.name, b.x, b.y)  # both tiles of the mountain
        components = [stack.pieces[0].component.id for stack in (a, b)]
        is_seated = all(stack.seat for stack in (a, b) if stack.pieces[0].component.id == "markers")
        if set(components) == {"track", "markers"} and is_seated:
            track, marker = (a, b) if components[0] == "track" else (b, a)
            (left, top), _, (right, bottom), _ = area_of(track)
            assert all(left < x < right and top < y < bottom for x, y in area_of(marker))
        elif components != ["markers", "markers"] or not is_seated:  # they begin on one space
            assert same_place or are_apart(area_of(a), area_of(b)), (a.name, b.name)


@pytest.mark.parametrize("name", COLOURS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_the_pieces_of_one_colour(name: str, players: int) -> None:
    pack = game(name)
    table = laid(pack, players)
    assert [seat.number for seat in table.seats] == list(range(1, players + 1))
    for seat in table.seats:
        before = [stack for stack in table.stacks if stack.seat == seat.number]
        by_component = {stack.pieces[0].component.id: stack.pieces for stack in before}
        rows = {pack.component(c).rows.index(by_component[c][0].row) for c, _ in COLOURS[name]}
        assert len(rows) == 1
        for component, n in COLOURS[name]:
            assert len(by_component[component]) == n
            assert len({piece.row.id for piece in by_component[component]}) == 1
        assert len(by_component["aides"]) == 1


def test_the_reserve_of_the_mara_has_its_rings_and_lodges() -> None:
    table = laid(game("mara"), 2)
    middle = (500.0, 360.0)

    def rings(component: str) -> Counter[int]:
        """Pieces by their distance from the middle, in tiles of 51 mm."""
        laid_out = [s for s in table.stacks if s.pieces and s.pieces[0].component.id == component]
        away = [((s.x - middle[0]) ** 2 + (s.y - middle[1]) ** 2) ** 0.5 / 51 for s in laid_out]
        return Counter(round(distance + 0.1) for distance in away)

    assert rings("mountain") == {0: 2} and rings("tiles") == {1: 6, 2: 12, 3: 12}
    assert rings("lodges") == {3: 6}
    tiles = [s for s in table.stacks if s.pieces and s.pieces[0].component.id == "tiles"]
    assert not any(tile.is_face_up for tile in tiles)
    piles = [s for s in table.stacks if s.pieces and s.pieces[0].component.id == "tourists"]
    assert [len(pile.pieces) for pile in piles] == [5] * 6 and all(p.is_face_up for p in piles)


def test_marram_begins_with_its_start_tile_beside_the_bag() -> None:
    pack = game("marram")
    piles = {stack.name: stack for stack in laid(pack, 4).stacks}
    (start,) = piles["start"].pieces
    assert start.row.name.startswith(str(pack.parameters["start"].value))
    n = sum(pack.component(id).count for id in ("plain-tiles", "shovel-tiles"))
    assert len(piles["bag"].pieces) == n - 1 and piles["bag"].is_shuffled
