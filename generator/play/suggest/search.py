"""The search: which setting is the nearest inside all bands? Numbers only, no games known here.

After Szechtman & Yücesan 2016 and the literature on feasible systems: what is played next is the
nearest cell that is feasible in a surface drawn at random (Thompson 1933), and near the edge of a
band nobody needs to know on which side a cell lies (an indifference zone of a quarter band).
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from generator.play.suggest.lattice import Floats, Lattice
from generator.play.suggest.surface import (
    KERNELS,
    Kernel,
    Surface,
    fitted,
    squared_distances,
    weights_of,
)

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

ZONE = 0.25  # of a band's half width, on both sides of its edge
SURE = 0.95  # that a cell is inside its band, a zone let pass
OPEN = 0.02  # chance of being well inside below which a nearer cell is ruled out
LEAST, MOST = 100, 1600  # games of one step
ENOUGH = 6400  # games of one cell after which its likelier side counts
POOL = 300  # cells drawn together
CHUNK = 2000  # cells looked at together


@dataclass(frozen=True, slots=True)
class Band:
    """What a measure should be: low to high, either may be infinite; `zone` is its soft edge.

    `is_share`: modelled on the logit scale.
    """

    low: float
    high: float
    zone: float
    is_share: bool

    def widened(self, by: float) -> tuple[float, float]:
        """The band `by` zones wider on each side, narrower where that is negative."""
        return self.low - by * self.zone, self.high + by * self.zone

    def scaled(self, x: float) -> float:
        """A value on the scale of the model."""
        if not self.is_share or math.isinf(x):
            return x
        return -math.inf if x <= 0 else math.inf if x >= 1 else math.log(x / (1 - x))

    def margin(self, x: Floats) -> Floats:
        """How far inside values lie, in zones; below 0 outside."""
        inside: Floats = np.minimum(x - self.low, self.high - x) / self.zone
        return inside


@dataclass(frozen=True, slots=True)
class Sample:
    """All games of a cell so far: how many, the mean of each measure and that mean's variance."""

    n: int
    means: Floats
    variances: Floats


Play = Callable[[int, int], Sample | None]  # n more games of a cell; None where it cannot be played
Outcome = Literal["found", "none", "undecided"]


@dataclass(slots=True)
class Search:
    """The state of a search, and its answer when `step` says that it is over.

    `best` is the nearest cell believed to be inside; where none is, the nearest miss.
    """

    lattice: Lattice
    bands: Sequence[Band]
    play: Play
    rng: np.random.Generator
    budget: int = 30_000
    told: dict[int, Sample] = field(default_factory=dict)
    shut: set[int] = field(default_factory=set)  # cells that cannot be played
    games: int = 0
    outcome: Outcome = "undecided"
    best: int = 0
    surfaces: list[list[Surface]] = field(default_factory=list)  # of each band, likeliest first
    _kernels: list[list[Kernel]] = field(default_factory=list)
    _fitted_at: int = 0

    def run(self) -> "Search":
        """Search until the answer is clear or the budget is spent."""
        self.begin()
        while self.step():
            pass
        return self

    def begin(self) -> None:
        """Play the designer's own setting, and each parameter at its ends."""
        for cell in [0, *(c for i in range(len(self.lattice.axes)) for c in self.lattice.alone(i))]:
            if cell not in self.told:
                self.ask(cell, LEAST)

    def ask(self, cell: int, n: int) -> None:
        """Play more games of a cell."""
        before = self.told[cell].n if cell in self.told else 0
        sample = self.play(cell, n)
        if sample is None:
            self.shut.add(cell)
        else:
            self.told[cell] = sample
            self.games += sample.n - before

    def step(self) -> bool:
        """Look at what is known and play once more; False when the search is over."""
        self.fit()
        view = self._look()
        if view.found >= 0 and not view.is_open[: view.n_nearer].any():
            self.best, self.outcome = view.found, "found"
            return False
        if not view.is_open.any() and view.found < 0:
            self.best = self._nearest_miss()
            enough = self.best in self.told and self.told[self.best].n >= 4 * LEAST
            if enough or self.games >= self.budget:
                self.outcome = "none" if enough else "undecided"
                return False
            self.ask(self.best, 4 * LEAST)
            return True
        self.best = view.found if view.found >= 0 else int(view.cells[np.argmax(view.inside)])
        if self.games >= self.budget:
            return False
        cell = self._drawn(view)
        so_far = self.told[cell].n if cell in self.told else 0
        self.ask(cell, max(LEAST, min(so_far, MOST)))
        return True

    # ------------------------------------------------------------ what is known

    def fit(self) -> None:
        """The surfaces through all that was told; kernels are chosen anew as knowledge grows."""
        cells = sorted(self.told)
        x = self.lattice.points[cells]
        anew = not self._kernels or self.games >= 1.25 * self._fitted_at
        self.surfaces = []
        for g, band in enumerate(self.bands):
            y, noise = _scaled(band, [self.told[c] for c in cells], g)
            kernels = KERNELS if anew else self._kernels[g]
            self.surfaces.append(fitted(x, y, noise, kernels))
        if anew:
            self._kernels = [[each.kernel for each in surfaces] for surfaces in self.surfaces]
            self._fitted_at = self.games

    def chances(self, cells: Ints, by: Sequence[float]) -> list[Floats]:
        """For each width, how likely each cell is inside all bands widened so by zones."""
        found = [np.ones(len(cells)) for _ in by]
        for band, surfaces in zip(self.bands, self.surfaces, strict=True):
            edges = [tuple(band.scaled(edge) for edge in band.widened(width)) for width in by]
            sums = [np.zeros(len(cells)) for _ in by]
            for weight, mean, deviation in self._views(surfaces, cells):
                for total, (low, high) in zip(sums, edges, strict=True):
                    above, below = (low - mean) / deviation, (high - mean) / deviation
                    total += weight * (_normal(below) - _normal(above))
            for product, total in zip(found, sums, strict=True):
                product *= total
        return found

    def means(self, cells: Ints) -> Floats:
        """(cells, bands): what each measure is believed to be."""
        columns = []
        for band, surfaces in zip(self.bands, self.surfaces, strict=True):
            mean = np.sum([w * m for w, m, _ in self._views(surfaces, cells)], axis=0)
            columns.append(1 / (1 + np.exp(-mean)) if band.is_share else mean)
        return np.stack(columns, axis=1)

    def _views(
        self, surfaces: Sequence[Surface], cells: Ints
    ) -> Iterator[tuple[float, Floats, Floats]]:
        """Each surface's weight, means and standard deviations at the cells."""
        seen, points = self._seen(cells), self.lattice.points[cells]
        apart = squared_distances(surfaces[0].x, points)
        for weight, surface in zip(weights_of(surfaces), surfaces, strict=True):
            if weight > 0.01:
                yield float(weight), *surface.at(points, seen, apart)

    def deeper(self, margins: Sequence[float]) -> "Search":
        """A search for a cell so far inside each band, in half widths, that goes on from here."""
        bands = []
        for band, margin in zip(self.bands, margins, strict=True):
            by = margin * band.zone / ZONE
            zone = band.zone * (1 - margin)
            bands.append(replace(band, low=band.low + by, high=band.high - by, zone=zone))
        found = Search(self.lattice, bands, self.play, self.rng, self.budget, self.told, self.shut)
        found.games = self.games
        return found

    def _seen(self, cells: Ints) -> Ints:
        order = {cell: i for i, cell in enumerate(sorted(self.told))}
        return np.array([order.get(cell, -1) for cell in cells.tolist()], dtype=np.int64)

    def _look(self) -> "View":
        """The nearest cells that matter: up to the nearest one believed to be inside."""
        parts: list[tuple[Ints, Floats, Floats]] = []
        n_open, found, n_nearer = 0, -1, 0
        for start in range(0, len(self.lattice.cells), CHUNK):
            cells = np.arange(start, min(start + CHUNK, len(self.lattice.cells)))
            wide, inside, narrow = self.chances(cells, (1.0, 0.0, -1.0))
            for shut in self.shut & set(cells.tolist()):
                wide[shut - start] = inside[shut - start] = narrow[shut - start] = 0.0
            for told in self._settled(cells):
                is_in = inside[told - start] > 0.5
                wide[told - start], narrow[told - start] = float(is_in), float(is_in)
            parts.append((cells, inside, narrow))
            n_open += int((narrow > OPEN).sum())
            sure = np.flatnonzero((wide > SURE) & (inside > 0.5))
            if len(sure):
                found = int(cells[self._best_of_equals(cells[sure], inside[sure], sure)])
                break
            if n_open >= POOL:
                break
        cells, inside, narrow = (np.concatenate(column) for column in zip(*parts, strict=True))
        if found >= 0:
            limit = self.lattice.distance[found] - 1e-9
            n_nearer = int(np.searchsorted(self.lattice.distance[: len(cells)], limit))
        return View(cells, inside, narrow > OPEN, found, n_nearer)

    def _settled(self, cells: Ints) -> list[int]:
        """The cells among them that were played so often that more would tell little."""
        low, high = int(cells[0]), int(cells[-1])
        return [c for c, s in self.told.items() if low <= c <= high and s.n >= ENOUGH]

    def _best_of_equals(self, cells: Ints, inside: Floats, places: Ints) -> int:
        """Among the nearest sure cells, equally near, the surest."""
        nearest = self.lattice.distance[cells[0]] + 1e-9
        equal = self.lattice.distance[cells] <= nearest
        return int(places[equal][np.argmax(inside[equal])])

    def _nearest_miss(self) -> int:
        """The cell whose worst measure is believed to lie least outside its band."""
        best, cell = -math.inf, 0
        for start in range(0, len(self.lattice.cells), CHUNK):
            cells = np.arange(start, min(start + CHUNK, len(self.lattice.cells)))
            means = self.means(cells)
            margins = np.min(
                [band.margin(means[:, g]) for g, band in enumerate(self.bands)], axis=0
            )
            for shut in self.shut & set(cells.tolist()):
                margins[shut - start] = -math.inf
            if margins.max() > best + 1e-9:
                best, cell = float(margins.max()), int(cells[np.argmax(margins)])
        return cell

    # ------------------------------------------------------------ what is played

    def _drawn(self, view: "View") -> int:
        """The nearest cell inside all bands in surfaces drawn at random; else the likeliest."""
        n = view.n_nearer if view.found >= 0 else len(view.cells)
        pool = view.cells[:n][view.is_open[:n]][:POOL]
        if len(pool) == 0:
            return int(view.cells[np.argmax(view.inside)])
        points, seen = self.lattice.points[pool], self._seen(pool)
        is_in = np.ones(len(pool), dtype=np.bool_)
        for band, surfaces in zip(self.bands, self.surfaces, strict=True):
            surface = surfaces[int(self.rng.choice(len(surfaces), p=weights_of(surfaces)))]
            drawn = surface.draw(points, seen, self.rng)
            is_in &= (drawn >= band.scaled(band.low)) & (drawn <= band.scaled(band.high))
        if is_in.any():
            return int(pool[np.argmax(is_in)])
        return int(pool[np.argmax(view.inside[pool])])


@dataclass(frozen=True, slots=True)
class View:
    """The cells looked at, nearest first: chance to be inside, and whether that is still open."""

    cells: Ints
    inside: Floats
    is_open: Bools
    found: int  # the nearest cell believed to be inside, or −1
    n_nearer: int  # how many of `cells` are nearer than that


def _scaled(band: Band, samples: Sequence[Sample], g: int) -> tuple[Floats, Floats]:
    """Means and their variances on the scale of the model."""
    n = np.array([s.n for s in samples], dtype=np.float64)
    mean = np.array([s.means[g] for s in samples])
    variance = np.array([s.variances[g] for s in samples])
    if not band.is_share:
        least = 1e-12 + 1e-6 * float(np.max(variance, initial=0.0))
        return mean, np.maximum(variance, least)
    p = (mean * n + 0.5) / (n + 1)
    slope = 1 / (p * (1 - p))
    return np.log(p / (1 - p)), np.maximum(variance, 0.3 * p * (1 - p) / n) * slope * slope


def _normal(z: Floats) -> Floats:
    """The standard normal distribution, to 1e-7 (Abramowitz & Stegun 1964, 26.2.17)."""
    x = np.minimum(np.abs(z), 38.0)
    t = 1 / (1 + 0.2316419 * x)
    poly = t * (
        0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))
    )
    tail = np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi) * poly
    return np.where(z >= 0, 1 - tail, tail)
