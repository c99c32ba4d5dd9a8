"""Games of words of any size: small ones have small records, and large ones are played alike."""

from pathlib import Path

import numpy as np
import pytest

from generator import bundled
from generator.model.pack import Pack
from generator.play.checks.conform import conform
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.reading.door import open_pack
from generator.reading.phrases.limits import LARGE, SMALL
from generator.reading.phrases.plan import plan_of
from generator.reading.phrases.plan_values import Plan
from generator.reading.scaffold import KINDS
from tests.play.engine.from_data.test_games import random_game
from tests.test_cli import protoplay

GAMES = bundled("templates") / "games"
YAML = """protoplay: 1
name: Market of Many
players: 2-6
components:
  cards: {size: poker, rows: cards.csv, count: "{{ count }}",
          front: {use: card, title: "{{ name }}", text: "{{ effect }}"}}
play:
  cards: {cards: {row: 6}}
  hand: 3
  resources: [RESOURCES]
  actions: {take: Gain 2 r0. Draw 1 card, play: {play: card}, buy: {buy: cards}, ACTIONS}
  turn: {choose: [take, play, buy, NAMES]}
  scoring: [SCORED]
  end: after 3 rounds
"""
N_ROWS, N_RESOURCES, N_ACTIONS, N_KINDS = 150, 20, 16, 40


def large(folder: Path) -> Path:
    """A game of 300 cards with 150 names, 40 kinds, 20 resources and 19 actions."""
    names = [f"trade {i}" for i in range(N_ACTIONS)]
    actions = ", ".join(f'{name}: "Pay 1 r{i}: gain 2 r{i + 1}"' for i, name in enumerate(names))
    text = YAML.replace("NAMES", ", ".join(names)).replace("ACTIONS", actions)
    scored = (f"1 point per r{i}" for i in range(N_ACTIONS, N_RESOURCES))  # nothing costs these
    text = text.replace("SCORED", ", ".join(scored))
    resources = ", ".join(f"r{i}" for i in range(N_RESOURCES))
    rows = ["name,count,kind,cost,points,effect"]
    for i in range(N_ROWS):
        effect = f"Gain 1 r{i % N_RESOURCES} per k{(i + 1) % N_KINDS}. End: 1 point per k{i % 7}."
        rows.append(f"Card {i},2,k{i % N_KINDS},{1 + i % 3} r{i % 4},{i % 5},{effect}")
    folder.mkdir()
    (folder / "game.yaml").write_text(text.replace("RESOURCES", resources), "utf-8")
    (folder / "cards.csv").write_text("\n".join(rows) + "\n", "utf-8")
    return folder


def pack_in(folder: Path) -> Pack:
    pack, problems = open_pack(folder)
    assert pack is not None and not problems.errors, [str(p) for p in problems]
    return pack


@pytest.mark.parametrize("kind", KINDS.values())
def test_records_of_another_size_play_the_same_games(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = []
    for tier in (SMALL, LARGE):
        monkeypatch.setattr(Plan, "tier", lambda plan, players, tier=tier: tier)
        game = load_game(pack_in(GAMES / kind), 3, plain=True)
        assert len(game.tables.part_of) == tier.rows
        table, n = random_game(game, 5)
        ends.append((n, [table.score(seat) for seat in range(3)], table.rng.tolist()))
    assert ends[0] == ends[1]


def test_the_tier_is_the_smallest_with_room(tmp_path: Path) -> None:
    for kind in KINDS.values():
        plan, _ = plan_of(pack_in(GAMES / kind))
        assert plan.tier(4) is SMALL and plan.tier(5) is LARGE
    plan, _ = plan_of(pack_in(large(tmp_path / "large")))
    assert plan.tier(2) is LARGE


def test_a_large_game_for_six_is_played(tmp_path: Path) -> None:
    table, n = random_game(load_game(pack_in(large(tmp_path / "large")), 6, plain=True), 2)
    assert n >= 3 * 6 and max(table.score(seat) for seat in range(6)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 6])
def test_a_large_game_keeps_the_contract(players: int, tmp_path: Path) -> None:
    found = conform(pack_in(large(tmp_path / "large")), players, games=2)
    assert not found.problems and found.games == 2


@pytest.mark.slow
def test_a_large_game_is_checked_printed_and_played(tmp_path: Path) -> None:
    folder = large(tmp_path / "large")
    assert "no problems found" in protoplay("check", "large", "--games", "1", cwd=tmp_path).output
    protoplay("build", "large", cwd=tmp_path)
    games = [
        play_games(load_game(pack_in(folder), 6, plain=plain), ["random"], 3, 0, 4)
        for plain in (True, False)
    ]
    assert np.array_equal(games[0].scores, games[1].scores)
    assert np.array_equal(games[0].branching, games[1].branching)
