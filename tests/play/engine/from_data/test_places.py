"""Places for workers: one player in each, a round until all pass, workers back, the next begins."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.play.engine.game import load_game
from generator.play.engine.table_layout import Laid
from generator.reading.door import open_pack
from tests.play.engine.from_data.table import Table

PARTS = """protoplay: 1
name: Table
players: 2-3
components:
  village: {size: poker, rows: village.csv}
  cards: {size: poker, rows: [{name: Hut}], count: 9}
play:
  cards: {cards: {row: 2}}
  places: village
  resources: {worker: {start: 2, until: round}, ore: {}, coin: {}}
  actions: {build: {buy: cards, costs: 1 worker}, sell: {do: "Pay 2 ore: gain 3 coin"}}
  turn: {choose: [places, build, sell]}
  end: after 3 rounds
"""
VILLAGE = """name,effect
Mine,Gain 2 ore
Mint,"Pay 1 ore: gain 5 coin"
Inn,Gain 1 coin
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    (tmp_path / "game.yaml").write_text(PARTS, "utf-8")
    (tmp_path / "village.csv").write_text(VILLAGE, "utf-8")
    pack, problems = open_pack(tmp_path)
    assert pack is not None, [str(p) for p in problems]
    return Table(load_game(pack, 2, plain=True))


def has(table: Table, name: str) -> Any:
    return table.state.held[:2, table.resources.index(name)].tolist()


def test_a_place_is_for_one_player_in_a_round(table: Table) -> None:
    assert set(table.answers()) == {"Mine", "Inn", "build Hut"}  # no ore yet for the mint
    table.play("Mine")
    assert has(table, "ore") == [2, 0] and has(table, "worker") == [1, 2]
    assert table.asked == 1 and set(table.answers()) == {"Inn", "build Hut"}
    table.play("Inn")
    assert table.asked == 0 and set(table.answers()) == {"Mint", "build Hut", "sell"}


def takers(table: Table) -> dict[str, int]:
    """The seat that has taken each place, as the table shows it; −1 for a free place."""
    assert table.game.lay is not None
    things = table.game.lay(table.tables, table.state, None)
    return {
        thing.piece: thing.by
        for thing in things
        if isinstance(thing, Laid) and thing.component == "village"
    }


def test_the_table_shows_who_has_taken_a_place_until_the_round_ends(table: Table) -> None:
    assert takers(table) == {"village/mine": -1, "village/mint": -1, "village/inn": -1}
    table.play("Mine")
    table.play("Inn")
    assert takers(table) == {"village/mine": 0, "village/mint": -1, "village/inn": 1}
    table.play("Mint")
    table.play("build Hut")
    assert {*takers(table).values()} == {-1}


def test_a_round_lasts_until_all_pass_and_the_next_player_begins(table: Table) -> None:
    for move in ("Mine", "Inn", "Mint", "build Hut"):
        assert int(table.state.rounds) == 0
        table.play(move)
    assert int(table.state.rounds) == 1 and table.asked == 1
    assert has(table, "worker") == [2, 2] and has(table, "coin") == [5, 1]
    assert "Mine" in table.answers()


def test_who_sends_no_worker_passes(table: Table) -> None:
    """Player 1 sells with no worker left, which is no reason for another round of turns."""
    table.state.held[0, table.resources.index("ore")] = 4
    for move in ("Mine", "Inn", "Mint", "build Hut"):
        table.play(move)
    assert table.asked == 0 and set(table.answers()) == {"sell"}
    table.play("sell")
    assert int(table.state.rounds) == 1 and table.asked == 1


def test_of_three_players_the_next_one_begins_each_round(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(PARTS.replace("start: 2", "start: 1"), "utf-8")
    (tmp_path / "village.csv").write_text(VILLAGE, "utf-8")
    pack, _ = open_pack(tmp_path)
    assert pack is not None
    table = Table(load_game(pack, 3, plain=True))
    for first in range(3):
        for step, move in enumerate(("Inn", "Mine", "build Hut")):
            assert int(table.state.rounds) == first and table.asked == (first + step) % 3
            table.play(move)
            while set(table.answers()) == {"sell"}:
                table.play("sell")
    assert table.asked == -1


def test_places_need_workers_and_a_component(tmp_path: Path) -> None:
    (tmp_path / "village.csv").write_text(VILLAGE, "utf-8")
    for changed, wanted in (
        (PARTS.replace(", until: round", ""), "places need a resource that lasts until the round"),
        (PARTS.replace("places: village", "places: vilage"), 'names the component "vilage", which'),
    ):
        (tmp_path / "game.yaml").write_text(changed, "utf-8")
        _, problems = open_pack(tmp_path)
        assert any(wanted in str(problem) for problem in problems), changed


def test_every_random_game_ends_after_its_rounds(table: Table) -> None:
    rng = np.random.default_rng(1)
    while table.asked >= 0:
        names = sorted(table.answers())
        table.play(names[rng.integers(len(names))])
    assert int(table.state.rounds) == 3
