"""A separate tie-break decides who wins, and stays out of scores, leads and margins."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.play.checks.conform import conform
from generator.play.engine.batch import by_side, play_games
from generator.play.engine.game import FaultyRules, load_game
from generator.play.engine.records import line_of, moves_of, play_record, replay
from generator.play.measures.results import SimulateOptions
from generator.play.studies.simulate.run import simulate
from tests.play.lean import LEAN
from tests.tellings import findings_of
from tests.toys import opened, write_pack

# Everybody takes a coin or a point, four times; more points win, then fewer coins left over.
COINS = """
from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 4)
CHANCE = True
LONGEST = 16
MOVES = verbs("coin", "point")


def setup(pack, players):
    return record(players=players), record(
        coins=[0] * 4, left=4 * players, seat=0, over=0, points=[0] * 4
    )


@rule
def moves(tables, state, out):
    return offer(out, offer(out, 0, MOVES.coin), MOVES.point)


@rule
def play(tables, state, move, rng):
    if move == MOVES.point:
        state.points[state.seat] += below(rng, 2)
    else:
        state.coins[state.seat] += 1 + below(rng, 3)
    state.left -= 1
    state.over = state.left == 0
    state.seat = (state.seat + 1) % tables.players


@rule
def tie_break(tables, state, out):
    for seat in range(tables.players):
        out[seat] = state.coins[seat]
"""
OWN_SCORE = """

@rule
def score(tables, state, out):
    for seat in range(tables.players):
        out[seat] = {}
"""


def without(rules: str) -> str:
    """The rules without their tie-break."""
    return rules.partition("\n\n@rule\ndef tie_break")[0] + "\n"


def loaded(folder: Path, rules: str, players: int = 2, plain: bool = False) -> Any:
    return load_game(opened(write_pack(folder, rules, "2-4")), players, plain=plain)


def by_hand(scores: Any, ties: Any) -> list[bool]:
    best = max(zip(scores, ties, strict=True))
    return [pair == best for pair in zip(scores, ties, strict=True)]


@pytest.mark.parametrize("players", [2, 3])
def test_of_equal_scores_the_higher_tie_break_wins(tmp_path: Path, players: int) -> None:
    batch = play_games(loaded(tmp_path, COINS, players), ["random"], 1, 0, 300)
    for scores, ties, winners in zip(batch.scores, batch.tie_breaks, batch.winners, strict=True):
        assert winners.tolist() == by_hand(scores, ties)
    plain = play_games(loaded(tmp_path, COINS, players, plain=True), ["random"], 1, 0, 20)
    assert plain.tie_breaks.tolist() == batch.tie_breaks[:20].tolist()
    assert plain.winners.tolist() == batch.winners[:20].tolist()


def test_scores_leads_and_lengths_are_those_of_the_game_without_it(tmp_path: Path) -> None:
    """The same games, except for the winners."""
    free = without(COINS)
    pair = [loaded(tmp_path / name, rules) for name, rules in (("with", COINS), ("free", free))]
    one, other = (play_games(game, ["random"], 1, 0, 400) for game in pair)
    for name in ("scores", "tenths", "courses", "lead_changes", "decisions"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    tied = other.winners.all(axis=1)
    assert np.array_equal(one.winners[~tied], other.winners[~tied])
    assert tied.mean() > 0.2
    assert one.winners[tied].sum(axis=1).mean() < 1.5
    assert not len(other.tie_breaks)


def test_reports_speak_of_points_alone(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path, COINS, "2-4"))
    options = SimulateOptions(games=200, players=2, second=None, insight=0, workers=1)
    metrics = simulate(pack, options).main.metrics
    free = opened(write_pack(tmp_path / "free", without(COINS), "2-4"))
    plain = simulate(free, options).main.metrics
    assert metrics.score_by_rank == plain.score_by_rank
    assert metrics.margin == plain.margin
    assert metrics.lead_changes == plain.lead_changes
    assert metrics.slope == plain.slope


def test_search_plays_for_the_tie_break(tmp_path: Path) -> None:
    """A last coin cannot change the points: only players for coins take it."""
    last = COINS.replace("below(rng, 2)", "0").replace("1 + below(rng, 3)", "1 + 0 * below(rng, 2)")
    game = loaded(tmp_path, last)
    for spec in ("mcts:60", "flat:60", "mcts:60:reward=rank", "greedy"):
        batch = play_games(game, [spec, "random"], 1, 0, 40)
        seat = np.argmax(batch.agent_of == 0, axis=1)
        share = batch.winners[np.arange(40), seat] / batch.winners.sum(axis=1)
        assert share.mean() > (0.45 if spec == "greedy" else 0.9), spec


def test_search_is_the_same_compiled_and_plain(tmp_path: Path) -> None:
    games = [loaded(tmp_path, COINS, 3, plain) for plain in (False, True)]
    for spec in ("mcts:15:reward=rank", "flat:12"):
        moves = [play_games(g, [spec], 1, 0, 2, collect="moves").moves.tolist() for g in games]
        assert moves[0] == moves[1]


def test_records_carry_it(tmp_path: Path) -> None:
    game = loaded(tmp_path, COINS, 2, plain=True)
    record = play_record(game, 1, 0, ["random"])
    assert (
        record["winners"] == np.flatnonzero(by_hand(record["scores"], record["tie_break"])).tolist()
    )
    assert line_of(record).count('"tie_break"') == 1
    assert moves_of(game, record)
    assert "tie_break" not in play_record(loaded(tmp_path / "x", without(COINS)), 1, 0, ["random"])
    told = [list(replay(game, 1, i, ["random"]))[-1] for i in range(12)]
    assert any(", tie-break " in line for line in told)
    assert any(", tie-break " not in line for line in told)


def test_partners_break_ties_together(tmp_path: Path) -> None:
    team = "TEAMS = {4: ((0, 2), (1, 3))}\nCHANCE = True"
    alike = (
        COINS.replace("CHANCE = True", team)
        .replace("state.points[state.seat] +=", "gain =")
        .replace("gain = below(rng, 2)", "state.points[state.seat % 2 :: 2] += below(rng, 2)")
    )
    with pytest.raises(
        FaultyRules, match=r"are a team, but tie_break\(\) gives them different values"
    ):
        play_games(loaded(tmp_path / "apart", alike, 4), ["random"], 1, 0, 20)
    shared = alike.replace(
        "state.coins[seat]\n", "state.coins[seat % 2] + state.coins[seat % 2 + 2]\n"
    )
    batch = by_side(play_games(loaded(tmp_path / "one", shared, 4), ["random"], 1, 0, 20))
    assert batch.tie_breaks.shape == (20, 2)
    assert [by_hand(*pair) for pair in zip(batch.scores, batch.tie_breaks, strict=True)] == (
        batch.winners.tolist()
    )


def warned(folder: Path, rules: str) -> list[str]:
    return [
        f"{problem.place.line}: {problem.message} | {problem.fix}"
        for problem in conform(opened(write_pack(folder, rules, "2-4")), 2, games=3).problems
    ]


@pytest.mark.parametrize(
    "score",
    [
        "state.points[seat] + state.coins[seat] / 100",
        "state.points[seat] - state.coins[seat] / 10 ** 3",
        "state.points[seat] + 0.01 * state.coins[seat]",
        "state.points[seat] + state.coins[seat] / SMALL",
    ],
)
def test_a_tie_break_within_the_score_is_named(tmp_path: Path, score: str) -> None:
    rules = without(COINS) + "\nSMALL = 100\n" + OWN_SCORE.format(score)
    (line,) = warned(tmp_path, rules)
    place = next(i for i, each in enumerate(rules.splitlines(), 1) if "out[seat] = " in each)
    assert line.startswith(
        f"{place}: score() adds a tie-break to the points ({score.split(' **')[0]}"
    )
    assert "write def tie_break(tables, state, out)" in line


def test_one_that_play_adds_is_seen_in_the_scores(tmp_path: Path) -> None:
    rules = without(COINS).replace("points=[0] * 4", "points=[0.0] * 4")
    rules = rules.replace("1 + below(rng, 3)\n", "1\n        state.points[state.seat] += 0.01\n")
    rules = rules.replace("CHANCE = True", "CHANCE = True")
    (line,) = warned(tmp_path, rules)
    assert "scores have small fractions, like those of a tie-break" in line


@pytest.mark.parametrize(
    "score",
    [
        "state.points[seat] + 0.5 * state.coins[seat]",  # half points
        "state.points[seat] + state.coins[seat] / 3",
        "state.points[seat] + state.coins[seat] // 10",  # a point for ten coins
        "state.points[seat] * 0.25",
        "state.points[seat] / (1 + state.coins[seat])",  # a mean
    ],
)
def test_parts_of_a_point_that_are_meant_are_no_tie_break(tmp_path: Path, score: str) -> None:
    assert warned(tmp_path, without(COINS) + OWN_SCORE.format(score)) == []


def test_a_tie_break_that_is_no_number_is_reported(tmp_path: Path) -> None:
    rules = COINS.replace("out[seat] = state.coins[seat]", "out[seat] = np.log(-1.0)")
    rules = rules.replace("from generator", "import numpy as np\nfrom generator")
    with np.errstate(invalid="ignore"), pytest.raises(FaultyRules, match="tie_break"):
        play_games(loaded(tmp_path, rules), ["random"], 1, 0, 3)


def test_alone_or_together_nobody_asks_for_it(tmp_path: Path) -> None:
    rules = COINS.replace("CHANCE = True", "COOPERATIVE = CHANCE = True")
    rules += OWN_SCORE.format("state.points[0] + state.points[1]")
    assert "tie_break() is never called: players do not compete" in warned(tmp_path, rules)[0]
    assert not len(play_games(loaded(tmp_path, rules), ["random"], 1, 0, 3).tie_breaks)


def test_ties_that_a_tie_break_leaves_ask_for_a_second_one(tmp_path: Path) -> None:
    """Hardly anybody has ten coins or more."""
    asked = replace(LEAN, players=2, games=200, agents=("random",), second=None)
    told = {}
    for name, rules in (("one", COINS.replace("state.coins[seat]\n", "state.coins[seat] // 10\n")),
                        ("none", without(COINS))):  # fmt: skip
        found = findings_of(simulate(opened(write_pack(tmp_path / name, rules, "2-4")), asked))
        told[name] = [f.action for f in found if "end in a tie" in f.text]
    assert told["one"] == ["add a second tie-break, or score in finer steps"]
    assert told["none"] == ["add a tie-break, or score in finer steps"]
