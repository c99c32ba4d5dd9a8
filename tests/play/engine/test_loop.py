"""The loop: counts of what happened in games, the same on every path."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from generator.play.engine.batch import course_marks, joined, play_games
from generator.play.engine.game import FaultyRules, load_game
from generator.play.engine.loop import CAP, OVER
from tests.play.batches import same
from tests.toys import DICE, TRICKS, classic, opened, toy, write_pack


def test_random_tic_tac_toe_is_what_it_is_known_to_be() -> None:
    n = 200_000
    batch = play_games(classic("tictactoe"), ["random"], 3, 0, n, rotate=False, collect="none")
    alone = batch.winners & ~batch.winners.all(axis=1, keepdims=True)
    rates = [*alone.mean(axis=0), batch.winners.all(axis=1).mean()]
    for rate, known in zip(rates, (0.5849, 0.2881, 0.1269), strict=True):
        assert abs(rate - known) < 3.3 * (known * (1 - known) / n) ** 0.5


def test_random_connect_four_favours_the_first_player_as_known() -> None:
    batch = play_games(classic("connect_four"), ["random"], 3, 0, 200_000, rotate=False,
                       collect="none")  # fmt: skip
    alone = batch.winners[:, 0] & ~batch.winners[:, 1]
    assert abs(alone.mean() - 0.556) < 0.004


@pytest.mark.parametrize("name", ["tictactoe", "connect_four", "gomoku"])
def test_compiled_games_are_plain_games_seed_for_seed(name: str) -> None:
    n = 4 if name == "gomoku" else 40
    quick = play_games(classic(name), ["random"], 7, 5, n, collect="moves")
    slow = play_games(classic(name, plain=True), ["random"], 7, 5, n, collect="moves")
    assert same(quick, slow)


def test_compiled_games_with_hidden_things_and_several_agents_are_plain_games(
    tmp_path: Path,
) -> None:
    agents = ["greedy", "mcts:12"]
    quick = play_games(toy(tmp_path, TRICKS, 2, plain=False), agents, 1, 0, 40, collect="moves")
    slow = play_games(toy(tmp_path, TRICKS, 2), agents, 1, 0, 40, collect="moves")
    assert same(quick, slow)


def test_every_level_plays_the_same_games() -> None:
    game = classic("gomoku", plain=True)  # `pick` must not depend on what is collected
    levels = [play_games(game, ["random"], 2, 0, 3, collect=c) for c in ("none", "basic", "moves")]
    assert len({tuple(batch.decisions.tolist()) for batch in levels}) == 1
    assert len({batch.scores.tobytes() for batch in levels}) == 1


def test_games_in_parts_are_the_games_in_one(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2)
    whole = play_games(game, ["random"], 9, 0, 30, collect="moves")
    parts = [play_games(game, ["random"], 9, i, 10, collect="moves") for i in (0, 10, 20)]
    assert same(whole, joined(parts))
    other = play_games(game, ["random"], 10, 0, 10, collect="moves")
    with pytest.raises(ValueError, match="one seed"):
        joined([whole, other])


def test_counts_agree_with_the_moves(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2)
    batch = play_games(game, ["random"], 4, 0, 50, collect="moves")
    assert batch.decisions.tolist() == [4] * 50
    assert set(batch.reasons) == {"played_out"}
    for i in range(50):
        span = slice(batch.move_starts[i], batch.move_starts[i + 1])
        moves, movers = batch.moves[span].tolist(), batch.movers[span].tolist()
        points, tenths = [0, 0], [[0, 0]]
        for t in (0, 2):
            winner = movers[t] if moves[t] > moves[t + 1] else movers[t + 1]
            tenths.append(list(points))
            points[winner] += 1
            tenths.append(list(points))
        assert batch.scores[i].tolist() == points
        assert batch.winners[i].tolist() == [p == max(points) for p in points]
        # the score after k tenths of four decisions, rounded up: 0 1 1 2 2 2 3 3 4 4 4
        marks = [0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]
        assert batch.tenths[i].tolist() == [tenths[k] for k in marks]
        assert batch.turns[i] == 1 + sum(a != b for a, b in pairwise(movers))
        for seat in (0, 1):
            led = sum(movers[t] == seat for t in (0, 2))
            assert batch.kind_counts[i, seat].tolist() == [led, 2 - led]
            mine = [m % 2 for m, s in zip(moves, movers, strict=True) if s == seat]
            assert batch.piece_used[i, seat].tolist() == [mine.count(0), mine.count(1)]
            # both cards are in hand at the first decision, one at the second
            offered = [sum(k in rest for rest in (mine, mine[1:])) for k in (0, 1)]
            assert batch.piece_offered[i, seat].tolist() == offered
        assert batch.supply_low[i].tolist() == [[0], [0]]
        assert (batch.branching[i], batch.choices[i]) == (6, 2)


def test_lead_changes_leave_out_the_first_leader(tmp_path: Path) -> None:
    batch = play_games(toy(tmp_path, TRICKS, 2), ["random"], 4, 0, 60, collect="moves")
    assert batch.lead_changes.max() == 0  # 1:0 and then 2:0 or 1:1 changes no leader
    dice = play_games(toy(tmp_path / "dice", DICE, 2), ["random"], 4, 0, 200, collect="moves")
    rng_free = [i for i in range(200) if dice.lead_changes[i] == 2]
    assert rng_free, "some game of six throws changes its leader twice"


def test_seats_rotate_so_that_skill_and_seat_part(tmp_path: Path) -> None:
    game = toy(tmp_path, DICE, 3)
    agents = ["random", "greedy", "random"]
    batch = play_games(game, agents, 1, 3, 4)
    assert batch.agent_of.tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert play_games(game, agents, 1, 3, 2, rotate=False).agent_of.tolist() == [[0, 1, 2]] * 2


@pytest.mark.parametrize(
    ("old", "new", "end", "reason"),
    [
        ("LONGEST = 9", "LONGEST = 4", CAP, "cap"),
        ("return 2\n", "return 2 \n", OVER, "over"),
    ],
)
def test_games_that_do_not_end_well_are_named(
    tmp_path: Path, old: str, new: str, end: int, reason: str
) -> None:
    batch = play_games(toy(tmp_path, DICE.replace(old, new), 2), ["random"], 1, 0, 3)
    assert batch.end.tolist() == [end] * 3
    assert batch.reasons == (reason,) * 3


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("return 2 if state.t < 4 else 0", r"rules\.py:27: error: moves\(\) lists no legal move"),
        ("return 3", r"rules\.py:27: error: moves\(\) returned 3 moves, more than WIDEST = 2"),
    ],
)
def test_wrong_lists_of_moves_stop_the_run(
    tmp_path: Path, new: str, said: str, plain: bool
) -> None:
    game = toy(tmp_path, DICE.replace("return 2\n", f"{new}\n"), 2, plain=plain)
    with pytest.raises(FaultyRules, match=said):
        play_games(game, ["random"], 1, 0, 3)


def test_rules_that_do_not_compile_are_a_problem_with_a_line(tmp_path: Path) -> None:
    for i, (line, said) in enumerate(
        [
            ("return state.nothing", r"rules\.py:30: error: there is no field 'nothing'"),
            (
                "return [1, 'two']",
                r"rules\.py:30: error: moves\(\) returns a list, expected a whole",
            ),
            ("return 1 + 'two'", r"rules\.py:\d+: error: moves\(\) cannot be compiled"),
        ]
    ):
        faulty = DICE.replace("    return 2\n", f"    {line}\n")
        game = load_game(opened(write_pack(tmp_path / str(i), faulty, "1-3")), 2)
        with pytest.raises(FaultyRules, match=said):
            play_games(game, ["random"], 1, 0, 1, collect="none")


def test_an_exception_in_plain_rules_is_a_problem_with_a_line(tmp_path: Path) -> None:
    faulty = DICE.replace("state.t += 1", "state.points[9] += 1")
    with pytest.raises(FaultyRules, match=r"rules\.py:37: error: play\(\) stopped with IndexError"):
        play_games(toy(tmp_path, faulty, 2), ["random"], 1, 0, 1)


def test_a_cell_that_setup_cannot_use_is_reported_at_its_place(tmp_path: Path) -> None:
    reads = "    column(pack.component('gear').rows, 'steps')\n    sure = 2"
    rules = DICE.replace("    sure = 2", reads).replace("import below", "import below, column")
    folder = write_pack(tmp_path, rules, "1-3")
    (folder / "gear.csv").write_text('name,steps\nMap,"2,5"\n')
    (folder / "game.yaml").write_text(
        (folder / "game.yaml").read_text()
        + "  gear: {title: Gear, size: mini, rows: gear.csv, front: {use: card}}\n"
    )
    said = r'^gear\.csv:2:2: error: the steps of "Map" is "2,5", and rules\.py:12 reads it '
    with pytest.raises(FaultyRules, match=rf"{said}\(expected a whole number\)"):
        load_game(opened(folder), 2, plain=True)


def test_the_number_of_players_is_held_to_the_rules(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="1 to 3 players, not 4"):
        toy(tmp_path, DICE, 4)


def test_scores_are_kept_after_the_same_decisions_of_every_game(tmp_path: Path) -> None:
    batch = play_games(toy(tmp_path, TRICKS, 2), ["random"], 3, 0, 20, collect="moves")
    assert course_marks(6) == (1, 2, 3, 4, 5)
    assert np.array_equal(batch.courses[:, 1], batch.tenths[:, 5])  # two of four decisions
    assert np.isinf(batch.courses[:, 3]).all()  # over by then
