"""From a pack to a table without rules."""

import json
import random
from pathlib import Path

import pytest

from generator.hosting.free.opening import from_json
from generator.hosting.free.state import is_consistent
from generator.hosting.free.table import FreeTable
from tests.hosting.free.room import opened

PACK = """\
protoplay: 1
name: Small
players: 2-3
components:
  cards:
    size: poker
    rows: [{id: a, n: 3}, {id: b, n: 3}]
    count: "{{ n }}"
    front: {use: card, title: "{{ id }}"}
    back: {use: back, title: Small}
  map:
    size: a4
    rows: [{id: map}]
    front: {use: card, title: Map}
"""


def small(folder: Path, table: str = "") -> Path:
    """A pack of six cards and a board."""
    (folder / "game.yaml").write_text(PACK + table, "utf-8")
    return folder


def test_without_a_set_up_the_deck_is_a_shuffled_pile_and_a_board_is_locked(tmp_path: Path) -> None:
    opening = opened(small(tmp_path), 3)
    assert is_consistent(opening.world, opening.state)
    stacks = opening.state.stacks.values()
    [deck] = [stack for stack in stacks if stack.place and stack.pieces]
    [board] = [stack for stack in stacks if stack.is_locked]
    [discard] = [stack for stack in stacks if stack.place and not stack.pieces]
    assert (discard.place, discard.is_up) == ("Discard", True)
    assert discard.y == pytest.approx(deck.y, abs=1)
    assert 63 < discard.x - deck.x < 100, "it is beside the deck"
    assert (len(deck.pieces), deck.is_up, deck.z > board.z) == (6, False, True)
    faces = {piece.front for piece in opening.world.pieces} | {opening.world.pieces[0].back}
    assert faces == opening.pictures.keys()
    assert all(b'<rect x="-2000"' in picture for picture in opening.pictures.values())
    orders = {
        tuple(o.world.pieces[i].name for s in o.state.stacks.values() for i in s.pieces)
        for o in (opened(tmp_path, 3, seed) for seed in range(4))
    }
    assert len(orders) > 1, "it is shuffled"


def test_the_set_up_of_the_pack_is_kept(tmp_path: Path) -> None:
    table = """\
table:
  size: 700mm x 500mm
  piles:
    deck: {of: cards, at: [300mm, 250mm], face: down, shuffled: true}
    discard: {at: [380mm, 250mm], face: up}
  seats: {hand: {from: deck, n: 2}, counters: {pearls: 0}}
  counters: {round: 1}
  dice: [d6]
"""
    opening = opened(small(tmp_path, table), 2)
    state = opening.state
    places = {stack.place: stack for stack in state.stacks.values() if stack.place}
    assert (opening.world.width, opening.world.height) == (700, 500)
    assert (places["deck"].x, places["deck"].y, len(places["deck"].pieces)) == (300, 250, 2)
    assert (places["discard"].is_up, places["discard"].pieces) == (True, ())
    assert [len(hand) for hand in state.hands] == [2, 2]
    assert (state.counters, state.seat_counters) == ({"round": 1}, ({"pearls": 0},) * 2)
    assert state.dice == ((6, 0),)


def test_everybody_may_read_the_rules(tmp_path: Path) -> None:
    sheet = '  sheet: {title: Rules, size: a6, front: {use: rules, title: "{{ game.name }}"}}\n'
    (tmp_path / "RULES.md").write_text("# Small\n\nPlay a card.\n", "utf-8")
    opening = opened(small(tmp_path, sheet), 2)
    [(name, address)] = opening.leaflets
    assert name == "Rules" and b"<svg" in opening.pictures[address]
    table = FreeTable(opening.world, opening.state, leaflets=opening.leaflets)
    assert all(address in table.faces(reader) for reader in (0, 1, None))
    assert all(piece.title == "Cards" or piece.name == "map" for piece in opening.world.pieces)


def test_a_saved_opening_is_the_same_table(tmp_path: Path) -> None:
    opening = opened(small(tmp_path), 2)
    saved = json.loads(json.dumps(opening.to_json()))
    again = from_json(saved, opening.pictures)
    assert again == opening
    table = FreeTable(again.world, again.state, random.Random(1))
    first = FreeTable(opening.world, opening.state)
    assert table.snapshot(0) == first.snapshot(0)
