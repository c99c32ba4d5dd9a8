"""Games in teams: fair ones are seldom reported as unfair, and bots play for their partners."""

from pathlib import Path

import numpy as np
import pytest

from generator.kit.chance import stream
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.play.engine.thinker import Thinker
from generator.play.measures.metrics import Metrics, measure
from tests.play.batches import tally_of
from tests.toys import LOTS, opened, write_pack

# Each gives somebody points once: 2 to the partner, 1 to itself or to another.
GIFTS = """
from generator.kit import offer, record, rule, verbs

SEATS = (4, 4)
TEAMS = {4: ((0, 2), (1, 3))}
LONGEST = 4
MOVES = verbs(give={"who": 4})


def setup(pack, players):
    return record(), record(own=[0] * 4, seat=0, over=0)


@rule
def moves(tables, state, out):
    n = 0
    for seat in range(4):
        n = offer(out, n, seat)
    return n


@rule
def play(tables, state, move, rng):
    state.own[move] += 1 + (move == (state.seat + 2) % 4)
    state.over = state.seat == 3
    state.seat = (state.seat + 1) % 4


@rule
def score(tables, state, out):
    for seat in range(4):
        out[seat] = state.own[seat] + state.own[(seat + 2) % 4]
"""


def lots(folder: Path, chance: int) -> Game:
    return load_game(opened(write_pack(folder, LOTS, "4"), f"bonus={chance}"), 4)


def measured(game: Game, seed: int, n: int) -> Metrics:
    batch = play_games(game, ["random"], seed, 0, n)
    tally = tally_of(batch)
    return measure(tally)


def test_fair_teams_are_seldom_called_unfair_and_intervals_hold(tmp_path: Path) -> None:
    game = lots(tmp_path, 50)
    found = [measured(game, seed, 400) for seed in range(60)]
    assert sum(m.seats.fit.p < 0.05 for m in found) <= 9  # 5 %: above 9 once in 1,000
    assert all(m.seats.fit.degrees == 1 and m.seats.tied.value == 0 for m in found)
    held = sum(m.seats.shares[0].low <= 0.5 <= m.seats.shares[0].high for m in found)
    assert held >= 51  # 95 %: fewer once in 1,000
    gaps = sum(m.seats.gap.low <= 0 <= m.seats.gap.high for m in found)
    assert gaps >= 51


def test_a_team_that_wins_more_is_reported(tmp_path: Path) -> None:
    game = lots(tmp_path, 60)
    found = [measured(game, seed, 1000) for seed in range(20)]
    assert all(m.seats.fit.p < 0.05 for m in found)
    held = sum(m.seats.shares[0].low <= 0.6 <= m.seats.shares[0].high for m in found)
    assert held >= 16
    for m in found:
        first, second = (e.value for e in m.seats.shares)
        assert first + second == pytest.approx(1) and m.seats.best == 0
        assert m.margin.mean.value == 1


@pytest.mark.parametrize("chance", ["", "CHANCE = True\n"], ids=["closed", "opened"])
@pytest.mark.parametrize("agent", ["greedy", "flat:200", "mcts:800", "mcts:800:reward=rank",
                                   "mcts:800:reward=difference"])  # fmt: skip
def test_bots_give_the_points_to_their_partner(tmp_path: Path, agent: str, chance: str) -> None:
    """Whoever gives less loses: all give their partner 2, and nobody wins alone."""
    rules = GIFTS.replace("LONGEST", f"{chance}LONGEST")
    game = load_game(opened(write_pack(tmp_path, rules, "4")), 4)
    batch = play_games(game, [agent], 1, 0, 5, collect="moves")
    assert batch.moves.reshape(5, 4).tolist() == [[2, 3, 0, 1]] * 5
    assert batch.winners.all()


def test_a_search_proves_what_wins_for_the_team(tmp_path: Path) -> None:
    game = load_game(opened(write_pack(tmp_path, GIFTS, "4")), 4)
    state = game.fresh()[0]
    state.own[:] = (3, 2, 0, 0)
    state.seat = 3
    thinker = Thinker(game, "mcts:200")
    assert thinker.choose(state, stream(1, 0, 0)) == 1
    proven = {each.move: each.proven for each in thinker.weighed(3)}
    assert proven[1] == 1.0 and proven.get(0) in (None, 0.0)


def test_everybodys_share_of_the_win_is_that_of_their_team(tmp_path: Path) -> None:
    """As the seats of a game for two, so the teams of one for four."""
    single = LOTS.replace("SEATS = (4, 4)", "SEATS = (2, 2)").replace("TEAMS", "NONE")
    single = single.replace(" = state.points[team + 2]", "").replace("* 4", "* 2")
    single = single.replace("state.seat == 3", "state.seat == 1").replace("% 4", "% 2")
    one = measured(
        load_game(opened(write_pack(tmp_path / "a", single, "2"), "bonus=55"), 2), 1, 500
    )
    two = measured(lots(tmp_path / "b", 55), 1, 500)
    assert np.allclose([e.value for e in one.seats.shares], [e.value for e in two.seats.shares])
    assert one.seats.fit == two.seats.fit and one.seats.gap.low == two.seats.gap.low
    assert (one.sides.word, two.sides.word) == ("seat", "team")
