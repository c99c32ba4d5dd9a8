"""Kingmakers are found where they exist, and not where moves change nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator.play.engine.batch import play_games
from generator.play.measures import kingmaking
from generator.play.measures.kingmaking import kingmaking_of
from generator.play.runs.runs import quiet
from generator.play.studies.simulate.run import simulate
from tests.play.lean import LEAN
from tests.tellings import findings_of
from tests.toys import opened, toy, write_pack

# Two seats throw a die each, then the third, far behind, gives one of them points; they throw anew.
GIVING = """
import numpy as np
from generator.kit import below, record, rule

SEATS = (3, 3)
LONGEST = 5
WIDEST = 2
CHANCE = True


def setup(pack, players):
    return record(gift={gift}), record(points=np.array([10.0, 10.0, 0.0]), t=0)


@rule
def deal(tables, state, rng):
    state.t = 0


@rule
def turn(tables, state):
    return -1 if state.t == 5 else state.t % 3


@rule
def moves(tables, state, out):
    out[0] = 0
    out[1] = 1
    return 2


@rule
def play(tables, state, move, rng):
    seat = state.t % 3
    if seat == 2:
        state.points[move] += tables.gift
    else:
        state.points[seat] += 1 + below(rng, 6)
    state.t += 1


@rule
def score(tables, state, out):
    for seat in range(3):
        out[seat] = state.points[seat]


def describe(tables, state, move):
    return {{"do": "give" if state.t == 2 else "throw", "to": int(move)}}
"""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer playouts than usual, for ordinary Python."""
    for name, value in (("FIRST", 20), ("AGAIN", 80), ("MOST_GAMES", 16)):
        monkeypatch.setattr(kingmaking, name, value)


@pytest.mark.usefixtures("few")
def test_the_giver_of_deciding_points_is_a_kingmaker(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path, GIVING.format(gift=4), "3"))
    asked = replace(LEAN, players=3, games=40, agents=("random",), kingmaking=True)
    results = simulate(pack, asked)
    found = results.kingmaking
    assert found is not None and found.games == 16
    assert 0.15 < found.hopeless.value < 0.45  # the third seat's decision, one of five, and a few
    assert found.decisions >= 12 and found.deciding.value > 0.4
    texts = [f.text for f in findings_of(results) if f.chart == "kingmaking"]
    assert len(texts) == 1 and "can hardly win any more" in texts[0]


@pytest.mark.usefixtures("few")
def test_moves_that_change_nothing_decide_nothing(tmp_path: Path) -> None:
    game = toy(tmp_path, GIVING.format(gift=0), 3)
    batch = play_games(game, ["random"], 1, 0, 16, collect="moves")
    found = kingmaking_of(game, batch, 1, quiet)
    assert found.deciding.value <= 0.1 and found.hopeless.value > 0.15


def test_two_players_have_nobody_to_choose_between(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path, GIVING.format(gift=4).replace("(3, 3)", "(2, 3)"), "2-3"))
    with pytest.raises(ValueError, match="three players"):
        simulate(pack, replace(LEAN, players=2, kingmaking=True))


@pytest.mark.slow
@pytest.mark.parametrize(("gift", "low", "high"), [(0, 0.0, 0.01), (4, 0.5, 1.0)])
def test_kingmakers_are_found_at_their_rate(
    tmp_path: Path, gift: int, low: float, high: float
) -> None:
    game = toy(tmp_path, GIVING.format(gift=gift), 3, plain=False)
    shares = []
    for seed in range(1, 11):
        batch = play_games(game, ["random"], seed, 0, 60, collect="moves")
        shares.append(kingmaking_of(game, batch, 1, quiet).deciding.value)
    assert low <= sum(shares) / len(shares) <= high
