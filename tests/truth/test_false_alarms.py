"""The rate of reports with an alarm for a game without any fault.

Seats play the same number of thirty equal cards, in turn, and throw dice for their points. Seats
and cards are therefore equal, and a leader gains as much as any other seat.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.model.pack import Pack
from generator.play.measures.results import SimulateOptions
from generator.play.studies.simulate.run import simulate
from tests.tellings import findings_of, first_screen
from tests.toys import opened

PACK = """
protoplay: 1
name: Even
players: 2-4
components:
  cards:
    size: poker
    rows: {product: {number: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
      21, 22, 23, 24, 25, 26, 27, 28, 29, 30]}}
    piece: "{{ number }}"
"""
RULES = """
import numpy as np
from generator.kit import below, copies, pieces_of, printed, record, rule

SEATS = (2, 4)
CHANCE = True
LONGEST = 24
WIDEST = 30
EACH = 6


def setup(pack, players):
    cards = copies(pack, "cards")
    tables = record(players=players, n=len(cards), cards=printed(pack, "cards"))
    state = record(taken=np.zeros(len(cards), np.int64), points=[0] * 4, n=0, over=0)
    return tables, state


@rule
def deal(tables, state, rng):
    pass


@rule
def turn(tables, state):
    return -1 if state.over else state.n % tables.players


@rule
def moves(tables, state, out):
    n = 0
    for card in range(tables.n):
        if not state.taken[card]:
            out[n] = card
            n += 1
    return n


@rule
def play(tables, state, move, rng):
    state.taken[move] = 1
    state.points[state.n % tables.players] += below(rng, 6)
    state.n += 1
    if state.n == EACH * tables.players:
        state.over = 1


@rule
def score(tables, state, out):
    for seat in range(tables.players):
        out[seat] = state.points[seat]


@rule
def piece(tables, state, move):
    return tables.cards[move]


def pieces(pack):
    return pieces_of(pack, "cards")


def describe(tables, state, move):
    return {"do": "play", "card": str(move)}
"""


def even(folder: Path) -> Pack:
    """The game as a pack."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(PACK, "utf-8")
    (folder / "rules.py").write_text(RULES, "utf-8")
    return opened(folder)


def alarms(
    pack: Pack, players: int, games: int, seeds: range, *, effects: bool = False
) -> Iterator[list[str]]:
    """Return the alarms on the first screen of each of several reports."""
    for seed in seeds:
        options = SimulateOptions(
            agents=("random",), second=None, players=players, games=games, seed=seed, insight=0,
            effects=effects, workers=1,
        )  # fmt: skip
        results = simulate(pack, options)
        found = findings_of(results)
        screen = first_screen(results, found)
        told = [f.text for f in found if f.level == "look"]
        yield [*told, *(tile.answer for tile in screen.tiles if tile.state == "look")]


@pytest.mark.slow
def test_a_fair_game_is_hardly_ever_called_unfair(tmp_path: Path) -> None:
    found = [one for one in alarms(even(tmp_path), 2, 400, range(60)) if one]
    assert len(found) <= 9, found  # of 60 at 5 %: more is chance in 1 of 700 runs of this test


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games"), [(2, 100), (2, 1000), (4, 100), (4, 400), (4, 1000)])
def test_reports_of_a_fair_game_keep_their_rate(tmp_path: Path, players: int, games: int) -> None:
    found = [one for one in alarms(even(tmp_path), players, games, range(100, 400)) if one]
    assert len(found) <= 28, found  # of 300 at 5 %: more is chance in 1 of 900 runs of this test


@pytest.mark.slow
def test_effects_of_equal_cards_alarm_hardly_anybody(tmp_path: Path) -> None:
    found = [one for one in alarms(even(tmp_path), 2, 100, range(4), effects=True) if one]
    assert len(found) <= 2, found  # of 4 at 5 %: more is chance in 1 of 2,000


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("games", [100, 400, 1000])
def test_effects_of_equal_cards_keep_the_rate(players: int, games: int, tmp_path: Path) -> None:
    """Effects are a fourth family of tests beside seats, pieces and leads."""
    seeds = range(1000, 1300)
    found = [one for one in alarms(even(tmp_path), players, games, seeds, effects=True) if one]
    print(f"{players} seats, {games} games: an alarm in {len(found)} of {len(seeds)}")
    assert len(found) <= 28, found  # of 300 at 5 %: more is chance in 1 of 900
