"""The cost of going without a move or a piece: the decisions, without words."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from generator.play.measures.results import Restricted, Results
from generator.play.readings.restrict import (
    ManyCostReading,
    UntestedReading,
    WithoutReading,
    restrict_answer,
    restricted,
)
from generator.play.statistics.inference import wilson
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up
from tests.tellings import findings_of, first_screen, sections_of

MOVES = (
    ("buy", 40, 0.0),
    ("pass", 200, 0.0),
    ("haggle", 300, 0.1),
    ("steal", 200, 1.0),
    ("drop", 100, 0.6),
)


def tried(*moves: tuple[str, int, float], n: int = 400, options: tuple[str, ...] = ()) -> Results:
    """Return games of two with the restricted player's wins and uses of each move."""
    made = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    denied = tuple(
        Restricted(kind, False, f"greedy:never={kind}", wilson(k, n), still)
        for kind, k, still in moves
    )
    return replace(made, restricted=denied, options=replace(made.options, restrict=options))


def without(results: Results) -> dict[str, WithoutReading]:
    readings = [r for r in restricted(results) if isinstance(r, WithoutReading)]
    return {r.restricted.what: r for r in readings}


def names(moves: Sequence[Restricted]) -> list[str]:
    return [move.what for move in moves]


def test_going_without_gains_costs_or_changes_nothing() -> None:
    readings = without(tried(*MOVES))
    assert {move: (r.state, r.level) for move, r in readings.items()} == {
        "buy": ("costs", "note"),
        "drop": ("costs", "note"),
        "pass": ("nothing", "look"),
        "haggle": ("gains", "look"),
    }
    few = without(tried(("pass", 50, 0.0), n=100))["pass"]
    assert (few.state, few.level) == ("open", "note")


def test_that_a_move_need_not_matter_is_no_alarm_where_all_were_tried() -> None:
    every = without(tried(*MOVES, options=("all",)))
    assert (every["pass"].level, every["pass"].weight < 40) == ("note", True)
    assert every["haggle"].level == "look"


def test_untested_moves_are_unused_or_forced() -> None:
    results = tried(*MOVES)
    (untested,) = (r for r in restricted(results) if isinstance(r, UntestedReading))
    assert (names(untested.restricted), untested.is_used) == (["steal"], False)
    uses = np.zeros((400, 2, 1), np.int32) + 3
    forced = made_up([[1, 0], [0, 1]] * 200, pack_of("market"), kinds=("steal",), kind_counts=uses)
    forced = replace(forced, restricted=results.restricted)
    (untested,) = (r for r in restricted(forced) if isinstance(r, UntestedReading))
    assert untested.is_used


def test_the_verdict_names_what_costs_most_where_that_is_sure() -> None:
    answer = restrict_answer(tried(*MOVES))
    assert answer is not None
    assert (names(answer.named), len(answer.held), answer.n_costly) == (["buy", "drop"], 4, 2)
    alike = [(f"move {i}", k, 0.0) for i, k in enumerate((4, 4, 5, 9, 150))]
    answer = restrict_answer(tried(*alike))
    assert answer is not None
    assert (answer.named, answer.n_alike, answer.n_costly) == ((), 4, 5)
    assert restrict_answer(tried()) is None


def test_requested_answers_come_first_and_are_drawn_in_order() -> None:
    results = tried(*MOVES)
    screen = first_screen(results, findings_of(results))
    assert [f.chart for f in screen.findings[:5]] == ["restricted"] * 5
    (chart,) = (c for s in sections_of(results) for c in s.charts if c.id == "restricted")
    assert [row[0] for row in chart.rows] == [
        f"Without “{move}”" for move in ("buy", "drop", "pass", "haggle")
    ]
    nobody = tried(MOVES[3])
    assert not [c for s in sections_of(nobody) for c in s.charts if c.id == "restricted"]


def test_many_moves_that_are_needed_are_one_finding_and_alarms_stay_in_sight() -> None:
    results = replace(
        tried(("buy", 40, 0.0), ("sell", 4, 0.0), ("haggle", 160, 0.0), options=("all",)),
        runs=made_up([[1, 0]] * 300 + [[0, 1]] * 100, pack_of("market")).runs,
    )
    (many,) = restricted(results)
    assert isinstance(many, ManyCostReading)
    assert names(many.restricted) == ["sell", "buy", "haggle"]
    screen = first_screen(results, findings_of(results))
    assert [(f.chart, f.level) for f in screen.findings[:2]] == [
        ("restricted", "note"),
        ("seats", "look"),
    ]
