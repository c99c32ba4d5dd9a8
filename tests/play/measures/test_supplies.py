"""Whether seats share a supply, by declaration of the rules or by random play."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.play.engine.game import Game
from generator.play.measures.supplies import SupplyStart, ended_by, starts_of
from tests.toys import toy

# Two seats in turn spend a coin of their own; what there is of cubes and tracks never changes.
SPENDING = """
import numpy as np
from generator.kit import record, rule

SEATS = (2, 2)
LONGEST = 8
WIDEST = 1
SUPPLIES = ("coins", "cubes", "tracks")


def setup(pack, players):
    return record(a=1), record(coins=np.zeros(2, np.int64), t=0)


@rule
def deal(tables, state, rng):
    state.coins[:] = 4


@rule
def turn(tables, state):
    return -1 if state.t == 8 else state.t % 2


@rule
def moves(tables, state, out):
    out[0] = 0
    return 1


@rule
def play(tables, state, move, rng):
    state.coins[state.t % 2] -= 1
    state.t += 1


@rule
def score(tables, state, out):
    out[:] = 0.0


@rule
def stock(tables, state, out):
    for seat in range(2):
        out[seat, 0] = state.coins[seat]
        out[seat, 1] = 9
        out[seat, 2] = 5


def describe(tables, state, move):
    return {"do": "spend"}
"""


@pytest.fixture
def spending(tmp_path: Path) -> Game:
    return toy(tmp_path, SPENDING, 2)


def declare(game: Game, **kinds: str) -> Game:
    """Return the game as if its rules declared whose its supplies are."""
    object.__setattr__(game, "supply_kinds", kinds)
    return game


def test_undeclared_supplies_are_judged_by_an_opening(spending: Game) -> None:
    # cubes and tracks never differ: whether they are shared is left to the games of the run
    assert starts_of(spending) == (SupplyStart(4, False), SupplyStart(9), SupplyStart(5))


def test_nothing_is_seen_after_the_end_of_a_game(tmp_path: Path) -> None:
    after = SPENDING.replace("out[seat, 1] = 9", "out[seat, 1] = 9 + seat * (state.t > 8)")
    assert starts_of(toy(tmp_path, after, 2))[1] == SupplyStart(9)


def test_a_declaration_decides_and_what_it_leaves_out_is_guessed(spending: Game) -> None:
    declare(spending, cubes="shared", tracks="each")
    assert starts_of(spending) == (
        SupplyStart(4, False), SupplyStart(9, True), SupplyStart(5, False),
    )  # fmt: skip


def test_nothing_is_played_where_all_is_declared(spending: Game) -> None:
    declare(spending, coins="shared", cubes="shared", tracks="each")

    def forbidden(*args: object) -> None:
        raise AssertionError("a move was made")

    object.__setattr__(spending, "play", forbidden)
    assert starts_of(spending) == (
        SupplyStart(4, True), SupplyStart(9, True), SupplyStart(5, False),
    )  # fmt: skip


def test_how_many_there_are_is_the_parameter_or_all_shared_pieces_of_the_name(
    tmp_path: Path,
) -> None:
    named = SPENDING.replace('("coins", "cubes", "tracks")', '("bonus", "cards", "tracks")')
    game = toy(tmp_path, named, 2)
    assert [s.given for s in starts_of(game)] == [0, None, None]
    shared = declare(toy(tmp_path, named, 2), cards="shared")
    assert [s.given for s in starts_of(shared)] == [0, 2, None]


@pytest.mark.parametrize(
    ("reason", "supply", "is_named"),
    [
        ("coins_gone", "coin", True),
        ("no coin", "Coins", True),
        ("no_COINS left", "coins", True),
        ("purse_empty", "coins", False),
        ("coinage", "coins", False),
    ],
)
def test_an_end_is_named_after_a_supply_in_one_or_many(
    reason: str, supply: str, is_named: bool
) -> None:
    tally = SimpleNamespace(reasons={"passed": 3, reason: 2})
    assert (ended_by(tally, supply) > 0) is is_named  # type: ignore[arg-type]
