"""Without competition, bots come near the best possible score, known in closed form.

A solo game of pushing one's luck, and the dyke of rules/WRITING.md, which is built together.
"""

from functools import cache
from pathlib import Path

import pytest

from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.play.measures.metrics import measure
from generator.play.statistics.inference import mean_interval
from tests.play.batches import tally_of
from tests.toys import DYKE, LUCK, ROOMS, opened, write_pack

RICHEST = sum(max((7 * r + 5 * d * d + 3 * d) % 11 for d in range(4)) for r in range(7)) - 1000


def game_of(folder: Path, rules: str, players: int, most: int) -> Game:
    return load_game(opened(write_pack(folder, rules, f"1-{most}" if most > 1 else "1")), players)


@cache
def dyke(left: int, height: int, *, best: bool) -> float:
    """Return a dyke's final score, built as well as possible or at random."""
    if height >= 10 or left == 0:
        return height + 10.0 * (height >= 10)
    build = dyke(left - 1, height + 1, best=best)
    hurry = (2 * dyke(left - 1, height + 2, best=best) + dyke(left - 1, height, best=best)) / 3
    return max(build, hurry) if best else (build + hurry) / 2


@cache
def holds(left: int, height: int) -> float:
    """How likely the dyke holds that random players build."""
    if height >= 10 or left == 0:
        return float(height >= 10)
    rest = (holds(left - 1, height + add) for add in (1, 2, 0))
    return sum(p * chance for p, chance in zip((1 / 2, 1 / 3, 1 / 6), rest, strict=True))


def scored(game: Game, agent: str, games: int) -> tuple[float, float]:
    """The interval of the mean score, at 99.9 %."""
    e = mean_interval(play_games(game, [agent], 1, 0, games).scores.mean(axis=1), 0.999)
    return e.low, e.high


@pytest.mark.slow
def test_a_solo_gambler_comes_near_the_best_score(tmp_path: Path) -> None:
    """Drawing pays below five points; the best score is 5 · (5/6)⁵.

    `greedy` looks at one imagined draw: at each turn it stops one time in six.
    """
    game = game_of(tmp_path / "luck", LUCK, 1, 1)
    best = 5 * (5 / 6) ** 5
    for agent, stops in (("random", 1 / 2), ("greedy", 1 / 6)):
        on = (1 - stops) * 5 / 6  # and still in
        low, high = scored(game, agent, 4000)
        assert low < stops * on / (1 - on) ** 2 < high, agent
    low, high = scored(game, "mcts:400", 4000)
    assert low < best < high and low > 0.85 * best
    assert scored(game, "flat:200", 2000)[0] > 0.8 * best


@pytest.mark.parametrize("agent", ["greedy", "flat:200", "mcts:400", "mcts:400:urgency=0.3"])
def test_a_solo_player_finds_the_best_without_chance(tmp_path: Path, agent: str) -> None:
    game = game_of(tmp_path / "rooms", ROOMS, 1, 1)
    scores = play_games(game, [agent], 1, 0, 20).scores
    assert scores.max() == RICHEST
    assert scores.mean() > RICHEST - 0.5  # far from 0 to 1


@pytest.mark.slow
@pytest.mark.parametrize("players", [pytest.param(1, marks=pytest.mark.slow), 3])
def test_a_dyke_is_built_together_about_as_well_as_can_be(tmp_path: Path, players: int) -> None:
    game = game_of(tmp_path / "dyke", DYKE, players, 4)
    low, high = scored(game, "mcts:800", 2000)
    assert low < dyke(8, 0, best=True) < high
    low, high = scored(game, "random", 4000)
    assert low < dyke(8, 0, best=False) < high


@pytest.mark.slow
def test_how_often_the_dyke_holds_is_reported_with_an_interval_that_covers(tmp_path: Path) -> None:
    game, covered = game_of(tmp_path / "dyke", DYKE, 2, 4), 0
    for seed in range(100):
        batch = play_games(game, ["random"], seed, 0, 200)
        tally = tally_of(batch)
        share = {o.name: o.share for o in measure(tally).outcomes}["the dyke holds"]
        covered += share.low <= holds(8, 0) <= share.high
    assert 88 <= covered <= 99, covered
