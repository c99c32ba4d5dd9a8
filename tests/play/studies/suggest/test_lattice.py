"""The settings that may be chosen, nearest first."""

import numpy as np

from generator.play.studies.suggest.lattice import MOST_CHANGES, Axis, Lattice

TRACKS = Axis("tracks", tuple(range(0, 41, 5)), 3)
OPEN = Axis("open", (False, True), 0, cost=2.0)
PACE = Axis("pace", ("slow", "fast", "wild"), 1)


def test_the_designers_own_setting_comes_first_and_distance_ascends() -> None:
    lattice = Lattice((TRACKS, OPEN, PACE))
    assert lattice.is_whole and len(lattice.cells) == 9 * 2 * 3
    assert lattice.changes(0) == {} and lattice.distance[0] == 0
    assert (np.diff(lattice.distance) >= 0).all()
    assert [lattice.changes(i) for i in (1, 2)] == [{"tracks": 10}, {"tracks": 20}]
    assert lattice.distance[1] == 1 + 5 / 40


def test_words_and_switches_are_a_whole_change_and_cost_counts() -> None:
    lattice = Lattice((TRACKS, OPEN, PACE))
    assert lattice.distance[lattice.cell_of({"open": True})] == 4
    assert lattice.distance[lattice.cell_of({"pace": "wild"})] == 2
    assert lattice.distance[lattice.cell_of({"tracks": 0, "pace": "slow"})] == 1 + 15 / 40 + 2


def test_each_axis_alone_is_known_by_its_ends() -> None:
    lattice = Lattice((TRACKS, OPEN, PACE))
    assert [lattice.changes(i) for i in lattice.alone(0)] == [{"tracks": 0}, {"tracks": 40}]
    assert [lattice.changes(i) for i in lattice.alone(1)] == [{"open": True}]


def test_a_large_lattice_keeps_every_small_change_and_both_ends() -> None:
    axes = tuple(Axis(f"p{i}", tuple(range(21)), 10) for i in range(8))
    lattice = Lattice(axes)
    assert not lattice.is_whole and lattice.n_changed().max() == MOST_CHANGES
    assert (lattice.n_changed() == 1).sum() == 8 * 20
    assert (lattice.n_changed() == 2).sum() == 28 * 400
    assert len({tuple(cell) for cell in lattice.cells.tolist()}) == len(lattice.cells)
    assert all(len(lattice.alone(i)) == 2 for i in range(8))


def test_a_lattice_of_nothing_is_the_design_as_it_is() -> None:
    lattice = Lattice(())
    assert lattice.cells.shape == (1, 0) and lattice.points.shape == (1, 0)
    assert lattice.changes(0) == {}
