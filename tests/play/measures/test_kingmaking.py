"""The measure of kingmaking, in a game in which every move is known."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.play.engine.batch import GameBatch, play_games
from generator.play.engine.game import Game, load_game
from generator.play.engine.playback import PlayOut
from generator.play.engine.thread_memory import words_in
from generator.play.measures import kingmaking
from generator.play.measures.insight import SLIPS
from generator.play.measures.kingmaking import _legal, _look, _Seen, kingmaking_of
from generator.play.runs.runs import quiet
from generator.play.statistics.inference import mixed
from tests.toys import opened, toy, write_pack

# Each of three seats gives in turn, and has or has not points already; nothing is drawn.
GIVING = """
import numpy as np
from generator.kit import record, rule

SEATS = (3, 3)
LONGEST = 3
WIDEST = 12


def setup(pack, players):
    return record(n={n}), record(points=np.array({points}), t={first})


@rule
def turn(tables, state):
    return -1 if state.t == 3 else state.t


@rule
def moves(tables, state, out):
    for i in range(tables.n):
        out[i] = i
    return tables.n


@rule
def play(tables, state, move, rng):
    if state.t == 2:
        state.points[{to}] += 2.0
    state.t += 1


@rule
def score(tables, state, out):
    for seat in range(3):
        out[seat] = state.points[seat]


def describe(tables, state, move):
    return {{"do": "give", "to": int(move)}}
"""


def rules_of(
    n: int = 2, points: str = "[4.0, 3.0, 0.0]", first: int = 0, to: str = "min(move, 1)"
) -> str:
    return GIVING.format(n=n, points=points, first=first, to=to)


def giving(folder: Path, *given: Any, **named: Any) -> tuple[Game, GameBatch]:
    game = toy(folder, rules_of(*given, **named), 3)
    return game, play_games(game, ["random"], 1, 0, 3, collect="moves")


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer playouts than usual, for ordinary Python."""
    monkeypatch.setattr(kingmaking, "FIRST", 24)
    monkeypatch.setattr(kingmaking, "AGAIN", 8)


def test_a_seat_without_a_chance_decides_between_the_others(tmp_path: Path) -> None:
    game, batch = giving(tmp_path)
    found = kingmaking_of(game, batch, 1, quiet)
    assert found.hopeless.value == pytest.approx(1 / 3)  # the third seat moves once, of three moves
    assert (found.decisions, found.games) == (3, 3) and found.deciding.value == 1.0
    assert (found.deciding.n, found.deciding.needed, found.hopeless.n) == (3, 15, 3)
    assert found.evaluator == "8 random playouts of each of two moves"


@pytest.mark.parametrize(("decides", "share"), [(1.0, 1.0), (1.01, 0.0)])
def test_as_much_as_decides_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decides: float, share: float
) -> None:
    monkeypatch.setattr(kingmaking, "DECIDES", decides)  # a move makes or breaks the whole win
    assert kingmaking_of(*giving(tmp_path), 1, quiet).deciding.value == share


def test_a_die_that_falls_anew_decides_and_not_the_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kingmaking, "AGAIN", 200)
    dice = rules_of(to="(move + below(rng, 2)) % 2")
    dice = dice.replace("SEATS", "CHANCE = True\nSEATS").replace("record,", "below, record,")
    game = toy(tmp_path, dice, 3)
    batch = play_games(game, ["random"], 1, 0, 3, collect="moves")
    found = kingmaking_of(game, batch, 1, quiet)
    assert (found.decisions, found.deciding.value) == (3, 0.0)


def test_a_second_look_is_at_playouts_of_its_own(tmp_path: Path) -> None:
    game, batch = giving(tmp_path)
    starts: set[int] = set()

    class Noted(PlayOut):
        def __call__(self, *args: Any, **given: Any) -> Any:
            starts.add(given.get("start", 0))
            return super().__call__(*args, **given)

    _look(game, Noted(game, "random"), batch, 0, 0.0)
    assert max(starts) >= min(starts) + 64  # the first look's are so many


def test_a_seat_exactly_at_the_limit_is_not_hopeless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, batch = giving(tmp_path)
    monkeypatch.setattr(kingmaking, "HOPELESS", 0.0)
    none = kingmaking_of(game, batch, 1, quiet)
    assert (none.hopeless.value, none.decisions) == (0.0, 0)
    # the third, the only one to move, wins nothing or, by one of its moves, shares with the first
    game, batch = giving(tmp_path, points="[4.0, 1.0, 2.0]", first=2, to="2 * min(move, 1)")
    monkeypatch.setattr(kingmaking, "HOPELESS", 0.5)
    found = kingmaking_of(game, batch, 1, quiet)
    assert (found.hopeless.value, found.decisions) == (1.0, 0)


def test_each_game_counts_by_its_decisions_without_a_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = [_Seen(10, 0.5, True), _Seen(20, 0.25, False), _Seen(30, 0.5, None)]
    slips: list[float] = []
    monkeypatch.setattr(kingmaking, "_look", lambda *args: slips.append(args[4]) or seen[args[3]])
    game, batch = giving(tmp_path)
    found = kingmaking_of(game, batch, 1, quiet)
    assert found.hopeless.value == pytest.approx((5 + 5 + 15) / (10 + 20 + 30))
    assert found.deciding.value == pytest.approx(5 / (5 + 5)) and found.decisions == 2
    assert slips == [0.0] * 3  # random players play at random anyway
    judging = "\n\n@rule\ndef value(tables, state, seat):\n    return 0.5\n"
    kingmaking_of(toy(tmp_path / "greedy", rules_of() + judging, 3), batch, 1, quiet)
    assert slips[3:] == [SLIPS] * 3


def test_the_other_seat_is_the_one_whose_chance_changes_most(tmp_path: Path) -> None:
    # the first of four shares the win whoever is given to; the fourth gives to second or third
    four = rules_of(points="[5.0, 3.0, 3.0, 0.0]", to="1 + min(move, 1)")
    for of_three, of_four in (
        ("(3, 3)", "(4, 4)"), ("LONGEST = 3", "LONGEST = 4"), ("range(3)", "range(4)"),
        ("t == 3", "t == 4"), ("t == 2", "t == 3"),
    ):  # fmt: skip
        four = four.replace(of_three, of_four)
    game = load_game(opened(write_pack(tmp_path, four, "4")), 4, plain=True)
    batch = play_games(game, ["random"], 1, 0, 3, collect="moves")
    found = kingmaking_of(game, batch, 1, quiet)
    assert (found.decisions, found.deciding.value) == (3, 1.0)


@pytest.mark.parametrize(
    ("n", "points"),
    [
        (1, "[4.0, 3.0, 0.0]"),  # one move alone: the second seat has lost as well
        (2, "[9.0, 3.0, 0.0]"),  # nobody reaches the first
    ],
)
def test_moves_that_change_nothing_decide_nothing(tmp_path: Path, n: int, points: str) -> None:
    game, batch = giving(tmp_path, n, points)
    found = kingmaking_of(game, batch, 1, quiet)
    assert found.hopeless.value == pytest.approx(2 / 3) and found.deciding.value == 0.0
    seen = _look(game, PlayOut(game, "random"), batch, 0, 0.0)
    assert (seen.decisions, seen.hopeless, seen.decides) == (3, pytest.approx(2 / 3), False)


@pytest.mark.parametrize("n", [7, 8, 9, 12])
def test_all_moves_are_tried_or_some_that_are_drawn(tmp_path: Path, n: int) -> None:
    game, _ = giving(tmp_path, n)
    words = words_in(game.fresh())[0].copy()
    found = _legal(game, words, mixed(4, 9))
    assert len(found) == len(set(found)) == min(n, kingmaking.MOST_MOVES)
    assert set(found) <= set(range(n))
    if n <= 8:
        assert found == list(range(n))
    else:
        others = [_legal(game, words, mixed(4, key)) for key in range(20)]
        assert {move for some in others for move in some} == set(range(n))
        by_first = np.array([7, 5], np.uint64)
        assert _legal(game, words, by_first) == _legal(game, words, by_first[:1])
