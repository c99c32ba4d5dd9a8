"""The table before the first turn: every printed piece lies in exactly one stack."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from generator.model.arrangement import Arrangement, Stack, arrange
from generator.model.pack import Pack
from generator.model.setup import Setup
from generator.reading.door import open_pack
from generator.reading.folder import bundled_packs

PIECES = """protoplay: 1
name: Table
players: 2-4
parameters: {hand: 2}
components:
  cards:
    size: poker
    rows: [{name: a}, {name: b}, {name: c}, {name: d}, {name: e}]
    count: 3
    front: {use: card, title: "{{ name }}"}
    back: {use: back, title: Table}
  boots:
    shape: {circle: 14mm}
    rows: [{name: red}, {name: blue}, {name: green}, {name: white}]
    count: 7
    front: {use: token, title: "{{ name }}"}
  aide: {size: poker, count: 5, front: {use: aide, title: Aide}}
"""
TABLE = """table:
  size: 900mm x 600mm
  piles:
    deck: {of: cards, at: [300mm, 250mm], shuffled: true}
    discard: {at: [380mm, 250mm], face: up}
  laid: [{from: deck, n: 3, at: [150mm, 80mm], step: [0mm, 100mm]}]
  seats: {hand: {from: deck, n: "{{ hand }}"}, front: [aide, boots], counters: {pearls: 1}}
  counters: {round: 1}
  dice: [d6, 20]
"""


def opened(folder: Path, text: str) -> Pack:
    (folder / "game.yaml").write_text(text, "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None and not problems.errors, list(problems)
    return pack


def laid(pack: Pack, players: int = 3, seed: int = 1) -> Arrangement:
    return arrange(pack, players, random.Random(seed))


def by_name(arrangement: Arrangement) -> dict[str, list[Stack]]:
    stacks: dict[str, list[Stack]] = {}
    for stack in arrangement.stacks:
        stacks.setdefault(stack.name, []).append(stack)
    return stacks


def test_a_written_table_is_laid_as_written(tmp_path: Path) -> None:
    table = laid(opened(tmp_path, PIECES + TABLE))
    stacks = by_name(table)
    (deck,) = stacks["deck"]
    assert (deck.x, deck.y, len(deck.pieces)) == (300, 250, 15 - 3 - 3 * 2)
    assert not deck.is_face_up and deck.is_shuffled
    (discard,) = stacks["discard"]
    assert (discard.x, discard.pieces, discard.is_face_up) == (380, (), True)
    places = [(s.x, s.y) for s in table.stacks if s.pieces and s.is_face_up and not s.seat]
    assert places[:3] == [(150, 80), (150, 180), (150, 280)]
    assert [len(stacks[f"hand {i}"][0].pieces) for i in (1, 2, 3)] == [2, 2, 2]
    assert table.dice == (6, 20) and table.counters == {"round": 1}
    assert table.seat_counters == {"pearls": 1} and table.size == (900, 600)
    assert not table.short


def test_players_get_a_row_each_or_one_piece(tmp_path: Path) -> None:
    table = laid(opened(tmp_path, PIECES + TABLE))
    fronts = [s for s in table.stacks if s.seat and not s.in_hand]
    boots = {s.seat: (s.name, len(s.pieces)) for s in fronts if "boots" in s.pieces[0].id}
    assert boots == {1: ("red", 7), 2: ("blue", 7), 3: ("green", 7)}
    assert sorted(s.seat for s in fronts if "aide" in s.pieces[0].id) == [1, 2, 3]


def test_pieces_of_a_player_lie_at_their_place_with_the_side_for_the_number_of_players(
    tmp_path: Path,
) -> None:
    front = "[{of: aide, down_from: 3}, {of: boots, at: [10mm, 20mm], step: [5mm, 1mm]}]"
    pack = opened(tmp_path, PIECES + TABLE.replace("[aide, boots]", front))
    for players in (2, 3):
        own = [s for s in laid(pack, players).stacks if s.seat and not s.in_hand]
        boots = [(s.seat, s.x, s.y, s.is_face_up) for s in own if "boots" in s.pieces[0].id]
        assert boots == [(i + 1, 10 + 5 * i, 20 + i, True) for i in range(players)]
        aides = [s for s in own if "aide" in s.pieces[0].id]
        assert [s.is_face_up for s in aides] == [players == 2] * players
        assert all(s.y > 300 or s.turn == 180 for s in aides)


def test_a_variant_replaces_keys_of_the_table(tmp_path: Path) -> None:
    variants = """variants:
  long: {}
  short:
    table: {seats: {front: [{of: aide, face: down}]}, dice: [d4]}
"""
    plain = laid(opened(tmp_path, PIECES + TABLE))
    assert laid(opened(tmp_path, PIECES + TABLE + variants)) == plain
    pack, problems = open_pack(tmp_path, variant="short")
    assert pack is not None and not problems.errors
    short = laid(pack)
    assert short.dice == (4,) and short.size == (900, 600) and short.counters == {"round": 1}
    own = [s for s in short.stacks if s.seat]
    assert {(s.pieces[0].component.id, s.is_face_up) for s in own} == {("aide", False)}
    wrong = (PIECES + TABLE + variants).replace("of: aide,", "of: aides,")
    (tmp_path / "game.yaml").write_text(wrong)
    _, problems = open_pack(tmp_path, variant="short")
    line = wrong[: wrong.index("{of: aides")].count("\n") + 1
    (message,) = map(str, problems.errors)
    assert f"game.yaml:{line}:" in message and 'no component "aides"' in message
    assert open_pack(tmp_path)[0] is not None  # the first variant does not use that table


def test_a_shuffled_pile_follows_its_random_stream(tmp_path: Path) -> None:
    pack = opened(tmp_path, PIECES + TABLE)
    assert laid(pack, seed=4) == laid(pack, seed=4) != laid(pack, seed=5)


def test_without_a_table_decks_are_shuffled_piles_and_the_rest_lies_in_rows(
    tmp_path: Path,
) -> None:
    table = laid(opened(tmp_path, PIECES))
    stacks = by_name(table)
    assert [(s.is_shuffled, s.is_face_up, len(s.pieces)) for s in stacks["cards"]] == [
        (True, False, 15)
    ]
    assert [len(s.pieces) for s in stacks["red"]] == [7]


@pytest.mark.parametrize("game", [*bundled_packs()])
@pytest.mark.parametrize("players", [2, 4])
def test_without_a_table_every_piece_lies_apart_from_others(game: str, players: int) -> None:
    pack, _ = open_pack(game)
    assert pack is not None
    table = laid(replace(pack, setup=Setup()), players)
    ids = Counter(piece.id for stack in table.stacks for piece in stack.pieces)
    assert set(ids.values()) == {1}
    assert len(ids) == sum(component.count for component in pack.components)
    boxes = []
    for stack in table.stacks:
        shape = stack.pieces[0].component.shape
        boxes.append((stack.x, stack.y, shape.width / 2, shape.height / 2))
    for i, (x, y, w, h) in enumerate(boxes):
        assert x - w >= 0 and x + w <= table.size[0] and y + h <= table.size[1]
        for x2, y2, w2, h2 in boxes[:i]:
            assert abs(x - x2) >= w + w2 or abs(y - y2) >= h + h2


def test_loose_stacks_lie_around_those_with_a_place(tmp_path: Path) -> None:
    table = laid(
        opened(tmp_path, PIECES + "table: {piles: {deck: {of: cards, at: [60mm, 75mm]}}}\n")
    )
    (deck,) = by_name(table)["deck"]
    others = [s for s in table.stacks if s is not deck]
    for stack in others:
        shape = stack.pieces[0].component.shape
        assert (
            abs(stack.x - deck.x) >= (shape.width + 63.5) / 2
            or abs(stack.y - deck.y) >= (shape.height + 88.9) / 2
        )


def test_a_pile_of_which_nothing_is_left_has_no_place_unless_it_is_given_one(
    tmp_path: Path,
) -> None:
    table = TABLE.replace("n: 3,", "n: 15,").replace('"{{ hand }}"', "0")
    assert by_name(laid(opened(tmp_path, PIECES + table)))["deck"][0].pieces == ()
    table = table.replace(" at: [300mm, 250mm],", "")
    names = by_name(laid(opened(tmp_path, PIECES + table)))
    assert "deck" not in names and "discard" in names
