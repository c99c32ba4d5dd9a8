"""Estimated win chances along a game equal the true chances, in a game where these are known
exactly. Two seats have three turns each. Players choose at random between a sure number and a die.
The remaining points are a sum of independent numbers, so every chance follows from the present
points.
"""

from pathlib import Path

import numpy as np
import pytest

from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.engine.playback import PlayOut
from generator.play.measures.insight import MOMENTS, Traced, insight_of, moves_in, trace_games
from tests.toys import DICE, opened, write_pack

GAMES, PLAYOUTS, MOVES = 24, 60, 6


def exact(ahead: int, left: tuple[int, int], sure: int) -> float:
    """Return the first seat's share of the win with this lead and this many moves left for each."""
    one = np.zeros(7)
    one[1:] = 1 / 12
    one[sure] += 1 / 2
    sums = [np.ones(1), np.ones(1)]
    for seat in (0, 1):
        for _ in range(left[seat]):
            sums[seat] = np.convolve(sums[seat], one)
    lead = ahead + np.subtract.outer(np.arange(len(sums[0])), np.arange(len(sums[1])))
    chance = np.multiply.outer(*sums)
    return float((chance * ((lead > 0) + 0.5 * (lead == 0))).sum())


def test_chances_along_a_game_are_those_of_the_game(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path / "toy", DICE, "1-3"))
    game = load_game(pack, 2, plain=True)
    batch = play_games(game, ["random"], 5, 0, GAMES, collect="moves")
    play_out = PlayOut(game, "random")
    wrong = []
    for i in range(GAMES):
        seen = play_out(5, int(batch.index[i]), moves_in(batch, i), range(MOVES), PLAYOUTS)
        for t in range(MOVES):
            ahead = int(seen.scores[t, 0] - seen.scores[t, 1])
            left = (3 - (t + 1) // 2, 3 - t // 2)
            truth = exact(ahead, left, int(2 + pack.number("bonus")))
            guessed = seen.shares[t, :, 0].mean()
            wrong.append((guessed - truth) / np.sqrt(max(truth * (1 - truth), 0.01) / PLAYOUTS))
    assert abs(np.mean(wrong)) < 0.35  # four standard errors of moments that share a game
    assert 0.6 < np.mean(np.square(wrong)) < 1.25  # a tie in the shares varies less than a coin


@pytest.mark.slow
@pytest.mark.parametrize("guessed", [0.5, 0.7, 0.9])
def test_estimated_chances_equal_the_shares_of_wins(tmp_path: Path, guessed: float) -> None:
    game = load_game(opened(write_pack(tmp_path / "toy", DICE, "1-3")), 2)
    batch = play_games(game, ["random"], 6, 0, 1500, collect="moves")
    traced, _ = trace_games(game, batch, "random", 64)
    met = [
        (each.chances[k].max(), each.chances[k].argmax() == each.winner, number)
        for number, each in enumerate(traced)
        for k in range(1, len(each.at) - 1)
    ]
    near = [one for one in met if abs(one[0] - guessed) < 0.06]
    n_games = len({number for _, _, number in near})
    assert n_games > 150
    gap = np.mean([won - chance for chance, won, _ in near])
    assert abs(gap) < 0.03 + 3 * np.sqrt(guessed * (1 - guessed) / n_games)


def raced(rng: np.random.Generator, games: int) -> list[Traced]:
    """Return races of two in small even steps; the judge takes every lead for a win."""
    lead = rng.normal(size=(games, MOMENTS)).cumsum(axis=1)
    told = np.column_stack([np.full(games, 0.5), (lead > 0).astype(float)])
    at = tuple(range(MOMENTS + 1))
    return [Traced(np.column_stack([t, 1 - t]), at, MOMENTS, int(t[-1] < 1)) for t in told]


@pytest.mark.slow
def test_when_races_are_decided_follows_the_arcsine_law_however_sure_the_judge_is() -> None:
    """The leader after a part t of a race wins it in 1/2 + arcsin √t / π; 90 % is sin²(0.4π).

    Of 600 runs the intervals contain that moment in 99.8 and 98.8 % (60 and 200 games), and the
    share half-way in 94.5 and 96.0 %; none raises the alarm of a game decided early.
    """
    rng = np.random.default_rng(15)
    parts = np.linspace(0, 1, MOMENTS + 1)
    law = 0.5 + np.arcsin(np.sqrt(parts)) / np.pi
    for games in (60, 200):
        found = [insight_of(raced(rng, games), "sure of every lead") for _ in range(100)]
        mean = np.mean([[e.value for e in one.best_wins] for one in found], axis=0)
        assert np.abs(mean - law).max() < 4 * 0.5 / np.sqrt(100 * games)
        times = [one.decision_time for one in found]
        assert np.mean([e.low <= np.sin(0.4 * np.pi) ** 2 <= e.high for e in times]) > 0.89
        half = [one.best_wins[MOMENTS // 2] for one in found]
        assert np.mean([e.low <= 0.75 <= e.high for e in half]) > 0.89


@pytest.mark.parametrize(("decisions", "settled"), [(2, 1), (3, 1), (3, 3), (4, 3), (30, 15)])
def test_a_game_of_few_decisions_is_not_called_decided_before_it_is(
    decisions: int, settled: int
) -> None:
    """One decision settles it, whatever else is done; nobody can know before."""
    at = sorted({k * decisions // MOMENTS for k in range(MOMENTS + 1)})
    told = np.array([[float(t >= settled)] for t in at])
    even = np.full((len(at), 2), 0.5)
    traced = [Traced(np.where(told, np.eye(2)[i % 2], even), tuple(at), decisions, i % 2)
              for i in range(60)]  # fmt: skip
    found = insight_of(traced, "perfect").decision_time
    assert found.low <= settled / decisions <= found.high
    assert abs(found.value - settled / decisions) < 1 / MOMENTS
    assert found.half > 0
