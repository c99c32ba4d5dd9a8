"""Worlds with a planted answer: a seat's wins and a game's length follow a formula.

They are smooth, stepped, saw-toothed or ridged. The truth of every cell is known; games are drawn.
"""

from dataclasses import dataclass

import numpy as np

from generator.play.studies.suggest.bands import Band, Sample
from generator.play.studies.suggest.lattice import Axis, Floats, Lattice

KINDS = ("smooth", "stepped", "saw-toothed", "ridged")
LEVELS = {1: 41, 2: 13, 3: 9, 6: 5}  # values of each parameter, by how many there are
SHARE, LENGTH = 0.03, 6.0  # half widths of the two bands
STEEPNESS = 4.0  # of the share
STRETCH = 0.8  # standard deviation of what a parameter does to the logarithm of the turns
SPREAD = 0.25  # standard deviation of a game's turns, against their mean
FINEST = 0.1  # of that deviation: half the narrowest band of turns that anybody would ask for


@dataclass(frozen=True)
class World:
    """The truth: share of the first seat and mean length in every cell of a lattice."""

    lattice: Lattice
    bands: tuple[Band, Band]
    share: Floats
    length: Floats

    def margin(self) -> Floats:
        """Return (cells,): how far inside its worst band each cell truly is, in half widths."""
        return np.minimum(
            *(
                1 - np.abs(x - (b.low + b.high) / 2) / ((b.high - b.low) / 2)
                for x, b in ((self.share, self.bands[0]), (self.length, self.bands[1]))
            )
        )

    def is_right(self, cell: int) -> bool:
        """Inside, a quarter band let pass, and no farther than the nearest cell well inside."""
        margin = self.margin()
        inside = np.flatnonzero(margin >= 0.25)
        reach = self.lattice.distance[inside[0]] if len(inside) else np.inf
        return bool(margin[cell] >= -0.25 and self.lattice.distance[cell] <= reach + 1e-9)


class Table:
    """Plays games of a world and counts them."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.rng = np.random.default_rng(seed)
        self.games = 0
        self.sums: dict[int, Floats] = {}

    def __call__(self, cell: int, n: int) -> Sample:
        """n more games of a cell; all of its games so far."""
        self.games += n
        wins = self.rng.random(n) < self.world.share[cell]
        mean = self.world.length[cell]
        length = mean * (1 + SPREAD * self.rng.standard_normal(n))
        new = np.array([n, wins.sum(), length.sum(), (length * length).sum()])
        self.sums[cell] = total = self.sums.get(cell, np.zeros(4)) + new
        count, won, long, square = total
        p, mean = won / count, long / count
        return Sample(
            int(count),
            np.array([p, mean]),
            np.array([p * (1 - p) / count, max(0.0, square / count - mean * mean) / count]),
        )


def planted(kind: str, d: int, seed: int, steepness: float = STEEPNESS) -> World:
    """A world of d parameters with an answer at least two steps from the designer's setting.

    The steeper, the more one step moves the share, and the fewer settings are inside its band. As
    steep as by default, smooth ones of 1, 2 and 3 parameters take the outward race of the benchmark
    some 8,000, 11,000 and 20,000 games. Each parameter may double a game's turns or halve them, so
    that of many a game may take a thousand; nobody wants that to within six turns, and a band so
    fine is not planted.
    """
    rng = np.random.default_rng([seed, d, KINDS.index(kind)])
    n = LEVELS[d]
    axes = tuple(
        Axis(f"p{i}", tuple(range(n)), int(rng.integers(n // 4, n - n // 4))) for i in range(d)
    )
    lattice = Lattice(axes)
    x = np.array(lattice.points)
    while True:
        share, length = steepness * _score(kind, x, rng), _turns(x, rng)
        far = np.flatnonzero(_steps(lattice) >= 2)
        goal = far[int(rng.integers(len(far)))]
        share = 1 / (1 + np.exp(-(share - share[goal] + rng.uniform(-0.04, 0.04))))
        middle = length[goal] + rng.uniform(-0.4, 0.4) * LENGTH
        bands = (
            Band(0.5 - SHARE, 0.5 + SHARE, 0.25 * SHARE, True),
            Band(middle - LENGTH, middle + LENGTH, 0.25 * LENGTH, False, is_length=True),
        )
        world = World(lattice, bands, share, length)
        margin = world.margin()
        is_askable = FINEST * SPREAD * middle <= LENGTH
        if is_askable and margin[0] < -0.5 and margin[goal] >= 0.25:
            return world


def _steps(lattice: Lattice) -> Floats:
    base = np.array([axis.base for axis in lattice.axes])
    return np.abs(lattice.cells - base).sum(axis=1)


def _score(kind: str, x: Floats, rng: np.random.Generator) -> Floats:
    """The log odds of the first seat, up to a constant."""
    d = x.shape[1]
    if kind == "stepped":
        treads = rng.integers(4, 8, d)
        x = np.floor(x * treads * 0.999) / treads
    score = x @ rng.normal(0, 1.2, d) + (x * x) @ rng.normal(0, 0.8, d)
    for i in range(d):
        for j in range(i):
            score = score + rng.normal(0, 0.8) * x[:, i] * x[:, j]
    if kind == "saw-toothed":
        score = score + 0.3 * ((x @ rng.uniform(2, 4, d) + rng.random()) % 1.0)
    if kind == "ridged":
        across = rng.normal(0, 1, d)
        score = score + 5.0 * (x @ (across / np.linalg.norm(across)))
    return score


def _turns(x: Floats, rng: np.random.Generator) -> Floats:
    """Mean turns: each parameter stretches or shortens the game, and does so ever less."""
    d = x.shape[1]
    risen = 1 - np.exp(-2 * x)
    turns: Floats = 60 * np.exp(risen @ rng.normal(0, STRETCH, d))
    return turns
