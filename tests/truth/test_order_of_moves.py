"""The dependence of a finding about seats on the order of moves is reported only if it exists."""

from pathlib import Path

import pytest

from generator.play.engine.agents import MIXED
from generator.play.studies.trials.permute import orders_of
from tests.toys import opened, write_pack

# Each in turn takes a point from one of the other two, who are listed by their seats; six turns.
ROBBERS = """
import numpy as np
from generator.kit import below, record, rule

SEATS = (3, 3)
LONGEST = 6
WIDEST = 2
CHANCE = True


def setup(pack, players):
    return record(players=players), record(points=np.zeros(3), t=0, seat=0, over=0)


@rule
def deal(tables, state, rng):
    for seat in range(3):
        state.points[seat] = 0.1 * below(rng, 10)


@rule
def turn(tables, state):
    return -1 if state.t == 6 else state.t % 3


@rule
def moves(tables, state, out):
    n = 0
    for other in range(3):
        if other != state.t % 3:
            out[n] = other
            n += 1
    return n


@rule
def play(tables, state, move, rng):
    state.points[move] -= 1
    state.t += 1


def describe(tables, state, move):
    return {"do": "rob", "seat": int(move)}


@rule
def first(tables, state, out, n, rng):
    return out[0]


@rule
def any_of(tables, state, out, n, rng):
    return out[below(rng, n)]


AGENTS = {"first": first, "any_of": any_of}
"""


def test_choosers_of_the_first_equal_move_are_reported_and_search_is_not(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path, ROBBERS, "3"))
    (first,) = orders_of(pack, "first", 300)
    assert first.problem is not None and first.problem.level == "warning"
    assert "what reports say about seats depends on the order" in first.problem.message
    assert first.problem.place.file.endswith("rules.py") and first.problem.place.line > 1
    for agent in ("any_of", "mcts:8"):
        told: list[tuple[str, int, int]] = []
        (order,) = orders_of(pack, agent, 300, lambda *how_far, told=told: told.append(how_far))
        assert told[-1] == (f"3 players of {agent}{MIXED}", 300, 300)
        assert order.problem is None and order.text.startswith("No seat was seen"), agent


def test_a_player_who_sees_no_order_is_refused(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path, ROBBERS, "3"))
    for agent in ("random", "nobody"):
        with pytest.raises(ValueError, match="agent"):
            orders_of(pack, agent, 100)
