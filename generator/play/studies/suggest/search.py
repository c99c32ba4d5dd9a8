"""The search for the nearest setting inside all bands, which works with numbers only, not with
games. Surfaces are drawn from a model of the data. In each draw one setting is the answer, and a
setting's share of the draws is its probability of being the answer. The next games are played at
the setting where they promise to make the present answer or another answer most certain. Near the
edge of a band it does not matter on which side a setting lies (an indifference zone of a quarter of
the band, as for feasible systems: Szechtman & Yücesan 2016).
"""

import math
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from generator.play.studies.suggest.bands import (
    ZONE,
    Band,
    Sample,
    means_of,
    on_scale,
    shares_of,
    shrunk,
)
from generator.play.studies.suggest.lattice import Floats, Lattice
from generator.play.studies.suggest.surface import (
    FARTHEST,
    Kernel,
    Pairs,
    Surface,
    drawn,
    fitted,
    weights_of,
)

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

SURE = 0.95  # probability of being inside, with a zone of tolerance, that ends a search
# probability of being the answer that ends a search, with 1, 2, 3 or more parameters
RIGHT = (0.95, 0.95, 0.965, 0.94)
LIKELY = 0.9  # probability of being the answer from which the neighbours are examined
NONE = 0.99  # probability that no setting is well inside, which ends a search
CERTAIN = 0.99  # probability of being inside from which no farther cell is examined
# probability of being inside, with a zone of tolerance, below which a cell is left out
OPEN = 0.001
LEAST, MOST = 50, 1600  # least and greatest number of games of one step
STEPS = 50  # a step has 1/STEPS of the games so far
AHEAD = 4  # the value of a cell is judged by 1/AHEAD of the games so far
CLASSES = 8  # number of classes into which the possible results of these games are divided
RIVALS = 12  # number of most likely answers that are compared
MUCH = 0.5  # a cell with more than this share of all games gives way
SOON = 400  # the cell gives way to the cell whose next SOON games promise most
# number of standard errors at which a cell is ruled out by its own games alone, ignoring its
# neighbours
ALONE = 1.3
WHILE = 500  # number of games of a cell below which this rule applies
DOUBTED = 0.02  # remaining doubt below which a further reduction counts little
DRAWS = 2000  # number of surfaces that are drawn
WELL = 1000  # number of games of the nearest miss before it is reported
SCOUTED = 30  # number of cells that are played before a miss is reported, if there are enough cells
ENDS = 200  # number of games of each parameter's ends before a miss is reported
# greatest number of games that distinguish misses from each other and from the saved setting
APART = 6500
MOST_MISSES = 600  # greatest number of nearer misses that are compared with the likeliest miss
# probability that a miss is nearer than the saved setting, high because many are compared
NEARER = 0.98
MISSED = 0.05  # probability of being inside below which a band is certainly missed
POOL = 150  # number of cells that are drawn together
CHUNK = 2000  # number of cells that are examined together
# number of zones by which a measure may differ between settings, whatever the first games show
SPREAD = 4


# plays n more games of a cell; None if it cannot be played
Play = Callable[[int, int], Sample | None]
Outcome = Literal["found", "none", "undecided"]


@dataclass(slots=True)
class Search:
    """The state of a search. When `step` returns False, `best` is the answer.

    `best` is the nearest cell believed to be inside; if there is none, the nearest miss.
    """

    lattice: Lattice
    bands: Sequence[Band]
    play: Play
    rng: np.random.Generator
    budget: int = 30_000
    samples: dict[int, Sample] = field(default_factory=dict)
    shut: set[int] = field(default_factory=set)  # cells that cannot be played
    games: int = 0
    outcome: Outcome = "undecided"
    best: int = 0
    # surfaces of each band, likeliest first
    surfaces: list[list[Surface]] = field(default_factory=list)
    # index of a cell among the points of the surfaces
    _fitted: dict[int, int] = field(default_factory=dict)
    _kernels: list[list[Kernel]] = field(default_factory=list)
    _fitted_at: int = 0

    def run(self) -> "Search":
        """Search until the answer is clear or the budget is used."""
        self.begin()
        while self.step():
            pass
        return self

    def begin(self) -> None:
        """Play the designer's own setting, and each parameter at its ends."""
        for cell in self.lattice.ends:
            if cell not in self.samples and cell not in self.shut:
                self.ask(cell, LEAST)

    def played(self, cell: int) -> int:
        """Return the number of games of a cell so far."""
        return self.samples[cell].n if cell in self.samples else 0

    def ask(self, cell: int, n: int) -> None:
        """Play more games of a cell."""
        before = self.played(cell)
        sample = self.play(cell, n)
        if sample is None:
            self.shut.add(cell)
        else:
            self.samples[cell] = sample
            self.games += sample.n - before

    def step(self) -> bool:
        """Update the model and play once more; return False when the search is over."""
        self.fit()
        view = self._look()
        if view.none > NONE:
            return self._miss(view.telling)
        self.best = view.best
        is_played = view.best in self.samples
        beside = self._open_beside(view.best) if is_played and view.right > LIKELY else []
        is_sure = view.right > RIGHT[min(len(self.lattice.axes), len(RIGHT)) - 1] and not beside
        if is_sure and is_played:
            self.outcome = "found"
            return False
        if self.games >= self.budget:
            self.outcome = "found" if view.inside > SURE and is_played else "undecided"
            return False
        if beside:
            self.ask(beside[0], min(LEAST, self.budget - self.games))
            return True
        part = LEAST * int(self.games / STEPS / LEAST)
        cell = view.best if is_sure else view.telling
        self.ask(cell, min(max(LEAST, min(part, MOST)), self.budget - self.games))
        return True

    def _miss(self, likeliest: int) -> bool:
        """If no cell seems well inside, play the likeliest cell, then the cell least far outside.

        Returns False when the nearest miss is known.
        """
        if likeliest not in self.samples and self.games < self.budget:
            self.ask(likeliest, min(LEAST, self.budget - self.games))
            return True
        scout = self._scout()
        if scout is not None and self.games < self.budget:
            self.ask(scout, min(LEAST, self.budget - self.games))
            return True
        for cell in self.lattice.ends:
            if cell in self.samples and self.samples[cell].n < ENDS and self.games < self.budget:
                self.ask(cell, min(ENDS - self.samples[cell].n, self.budget - self.games))
                return True
        self.best = self.least_worst(np.arange(len(self.lattice.cells)))
        if self.played(self.best) >= WELL:
            before = self.games
            self._tell_misses_apart()
            (inside,) = self.chances(np.array([self.best]), (1.0,))
            if inside[0] > 0.5 and self.games > before:
                return True  # the supposed miss is not a miss
            self.outcome = "none"
            return False
        if self.games >= self.budget:
            return False
        self.ask(self.best, min(4 * LEAST, self.budget - self.games))
        return True

    def _scout(self) -> int | None:
        """Return the cell farthest from all played cells while few cells are played; None after
        enough. The ends of a range may both miss a goal that its middle meets. Changes of one
        parameter alone come first.
        """
        n, tried = len(self.lattice.cells), sorted({*self.samples, *self.shut})
        if len(tried) >= min(SCOUTED, n):
            return None
        fresh = np.setdiff1d(np.arange(n), tried)
        alone = fresh[self.lattice.n_changed()[fresh] == 1]
        among = alone if len(alone) else fresh
        points, reached = self.lattice.points[among], self.lattice.points[tried]
        far = np.min([((points - x) ** 2).sum(axis=1) for x in reached], axis=0)
        return int(among[np.argmax(far)])

    def _open_beside(self, cell: int) -> list[int]:
        """Return cells one step nearer that may be inside and need games, nearest first.

        A measure may jump between any two cells, and the model cannot know the place from distant
        cells. A cell without games is played, and a cell that its own games leave open is also
        played.
        """
        neighbours, at = [], self.lattice.cells[cell].tolist()
        for i, axis in enumerate(self.lattice.axes):
            back = axis.base - at[i]
            if axis.is_ordered:
                back = (back > 0) - (back < 0)
            if back:
                neighbours.append(
                    self.lattice.number.get((*at[:i], at[i] + back, *at[i + 1 :]), cell)
                )
        beside = sorted({*neighbours} - {cell} - self.shut)
        unseen = np.array([c for c in beside if c not in self.samples], dtype=np.int64)
        kept: list[int] = [
            c for c in beside if c in self.samples and self._is_open(self.samples[c])
        ]
        if len(unseen):
            (inside,) = self.chances(unseen, (1.0,))
            kept += unseen[inside > OPEN].tolist()
        return sorted(kept)

    def _is_open(self, sample: Sample) -> bool:
        """Whether a cell's own games, without its neighbours, leave open whether it is inside."""
        if sample.n >= WHILE:
            return False
        for g, band in enumerate(self.bands):
            (mean,), (variance,) = shrunk([sample], g) if band.is_share else means_of([sample], g)
            won_or_lost = mean * (1 - mean) / sample.n if band.is_share else 0.0
            reach = ALONE * math.sqrt(max(variance, won_or_lost))
            if mean + reach < band.low or mean - reach > band.high:
                return False
        return True

    # ------------------------------------------------------------ the model

    def fit(self) -> None:
        """Fit surfaces to all data; kernels are selected again as the data grow."""
        cells = sorted(self.samples)
        x = self.lattice.points[cells]
        anew = not self._kernels or self.games >= 1.25 * self._fitted_at
        surfaces = []
        for g, band in enumerate(self.bands):
            samples = [self.samples[c] for c in cells]
            y, noise = on_scale(band, samples, g)
            kernels = () if anew else self._kernels[g]
            shares = shares_of(samples, g) if band.is_share else None
            surfaces.append(fitted(x, y, noise, kernels, SPREAD * band.edge, shares))
        self.surfaces, self._fitted = surfaces, {cell: i for i, cell in enumerate(cells)}
        if anew:
            self._kernels = [[each.kernel for each in of_band] for of_band in surfaces]
            self._fitted_at = self.games

    def chances(self, cells: Ints, by: Sequence[float]) -> list[Floats]:
        """Return the probability that each cell is inside all bands, for each widening of the bands
        in zones.
        """
        each = self.inside(cells, by)
        return [np.prod([sums[i] for sums in each], axis=0) for i in range(len(by))]

    def inside(self, cells: Ints, by: Sequence[float]) -> list[list[Floats]]:
        """Return the same probabilities for each band alone, as a list of bands, each with a list
        of widths.
        """
        chances = []
        for band, surfaces in zip(self.bands, self.surfaces, strict=True):
            edges = [tuple(band.scaled(edge) for edge in band.widened(width)) for width in by]
            sums = [np.zeros(len(cells)) for _ in by]
            for weight, mean, deviation in self._views(surfaces, cells):
                for total, (low, high) in zip(sums, edges, strict=True):
                    above, below = (low - mean) / deviation, (high - mean) / deviation
                    total += weight * (_normal(below) - _normal(above))
            chances.append(sums)
        return chances

    def means(self, cells: Ints) -> Floats:
        """Return the model's mean of each measure, (cells, bands)."""
        columns = []
        for band, surfaces in zip(self.bands, self.surfaces, strict=True):
            mean = np.sum([w * m for w, m, _ in self._views(surfaces, cells)], axis=0)
            columns.append(band.unscaled(mean))
        return np.stack(columns, axis=1)

    def _views(
        self, surfaces: Sequence[Surface], cells: Ints
    ) -> Iterator[tuple[float, Floats, Floats]]:
        """Return each surface's weight, with its means and standard deviations at the cells."""
        weighed = zip(weights_of(surfaces), surfaces, strict=True)
        believed = [(float(weight), surface) for weight, surface in weighed if weight > 0.01]
        parts = []
        for start in range(0, len(cells) or 1, CHUNK):
            some = cells[start : start + CHUNK]
            seen, pairs = self._seen(some), Pairs(surfaces[0].x, self.lattice.points[some])
            parts.append([surface.at(pairs, seen) for _, surface in believed])
        for k, (weight, _) in enumerate(believed):
            means, deviations = zip(*(part[k] for part in parts), strict=True)
            yield weight, np.concatenate(means), np.concatenate(deviations)

    def deeper(self, margins: Sequence[float], without: Sequence[int] = ()) -> "Search":
        """A search for a cell at this distance inside each band, in half widths, that continues
        with the present data.
        """
        bands = []
        for band, margin in zip(self.bands, margins, strict=True):
            by, left = margin * band.depth * band.zone, 1 - margin
            low, high = band.low + by, band.high - by
            zone, half = band.zone * left, band.half * left
            bands.append(replace(band, low=low, high=high, zone=zone, half=half))
        shut = self.shut | set(without)
        search = Search(self.lattice, bands, self.play, self.rng, self.budget, self.samples, shut)
        search.games = self.games
        return search

    def about(self, gs: Sequence[int]) -> "Search":
        """Return a search with the present data for these bands alone."""
        search = copy(self)
        search.bands = [self.bands[g] for g in gs]
        search.surfaces = [self.surfaces[g] for g in gs]
        return search

    def _seen(self, cells: Ints) -> Ints:
        return np.array([self._fitted.get(cell, -1) for cell in cells.tolist()], dtype=np.int64)

    def _look(self) -> "View":
        """Return the likeliest answer, and the cell whose next games are most informative."""
        pool, is_all = self._pool()
        if not len(pool):
            return View(0, 0.0, 0.0, 0, 1.0)
        points, seen = self.lattice.points[pool], self._seen(pool)
        inside = np.ones((DRAWS, len(pool)), dtype=np.bool_)
        deep, draws = inside.copy(), []
        for band, surfaces in zip(self.bands, self.surfaces, strict=True):
            each = drawn(surfaces, points, seen, DRAWS, self.rng)
            for is_in, by in ((inside, 1.0), (deep, -1.0)):
                low, high = (band.scaled(edge) for edge in band.widened(by))
                is_in &= (each >= low) & (each <= high)
            draws.append(each)
        right = inside & ~self._beyond(pool, deep)
        shares, chances = right.mean(axis=0), inside.mean(axis=0)
        best = int(np.argmax(shares))
        sure = (chances > SURE) & (seen >= 0)
        if self.games >= self.budget and sure.any():
            best = int(np.argmax(np.where(sure, shares, -1.0)))
        none = float((~deep.any(axis=1)).mean()) if is_all else 0.0
        if none > NONE:
            telling = int(np.argmax(deep.mean(axis=0)))
        elif right[:, best].any():
            telling = self._most_telling(pool, draws, right)
        else:
            telling = int(np.argmax(chances))
        return View(
            int(pool[best]), float(shares[best]), float(chances[best]), int(pool[telling]), none
        )

    def _pool(self) -> tuple[Ints, bool]:
        """Return the cells that may be inside, nearest first, and whether the list is complete.

        The list ends with a cell that is certainly inside, with a zone of tolerance. If only few
        cells may be inside, the likeliest other cells are added, because one of many unlikely cells
        may well be inside.
        """
        parts: list[Ints] = []
        believed = np.zeros(len(self.lattice.cells))
        start, size, n = 0, POOL, 0
        while start < len(self.lattice.cells):
            cells = np.arange(start, min(start + size, len(self.lattice.cells)))
            (chances,) = self.chances(cells, (1.0,))
            chances[[i for i, cell in enumerate(cells.tolist()) if cell in self.shut]] = 0.0
            believed[cells] = chances
            open_cells = cells[chances > OPEN]
            sure = cells[chances > CERTAIN]
            if len(sure):
                limit = self.lattice.distance[sure[0]] + 1e-9
                open_cells = open_cells[self.lattice.distance[open_cells] <= limit]
            parts.append(open_cells)
            n += len(open_cells)
            if len(sure) or n >= POOL:
                return np.concatenate(parts)[:POOL], False
            start, size = start + size, min(2 * size, CHUNK)
        likeliest = np.argsort(-believed, kind="stable")[:POOL]
        return np.sort(likeliest[believed[likeliest] > 0]), True

    def _beyond(self, pool: Ints, deep: Bools) -> Bools:
        """Return whether a nearer cell is well inside, (draws, pool)."""
        distance = np.round(self.lattice.distance[pool], 9)
        n_nearer = np.searchsorted(distance, distance)
        is_beyond = np.zeros((len(deep), len(pool) + 1), dtype=np.bool_)
        is_beyond[:, 1:] = np.logical_or.accumulate(deep, axis=1)
        return is_beyond[:, n_nearer]

    def _most_telling(self, pool: Ints, draws: Sequence[Floats], right: Bools) -> int:
        """Return the index in the pool of the cell whose games promise most.

        Games of a cell on the edge of a band promise much for a long time and yield little. A cell
        that has had half of all games gives way to another cell that needs only a few games.
        """
        telling = int(np.argmax(self._promise(draws, right, self.games / AHEAD)))
        own = np.array([self.played(cell) for cell in pool.tolist()])
        is_much = own > MUCH * self.games
        if not is_much[telling] or is_much.all():
            return telling
        return int(np.argmax(np.where(is_much, -np.inf, self._promise(draws, right, SOON))))

    def _promise(self, draws: Sequence[Floats], is_right: Bools, n: float) -> Floats:
        """Return the certainty of an answer that n games of each cell would give the search, in
        nats.

        Draws are divided into classes by the games' possible results for the more informative
        measure; in each class one answer is the likeliest. Draws with the same result share a
        class, for example if a measure never varies. `is_right`: (draws, cells).
        """
        likeliest = np.argsort(-is_right.mean(axis=0), kind="stable")[:RIVALS]
        # column for the number of draws in a class
        counted = np.ones((len(is_right), 1), dtype=np.float32)
        rivals = np.hstack([is_right[:, likeliest], counted], dtype=np.float32)
        ends = [i * len(rivals) // CLASSES for i in range(1, CLASSES)]
        promise = np.zeros(is_right.shape[1])
        everything = np.broadcast_to(rivals.sum(axis=0), (len(promise), rivals.shape[1]))
        nothing = np.zeros_like(everything)
        for g, (band, each) in enumerate(zip(self.bands, draws, strict=True)):
            noise = self._noise(g, band, each.mean(axis=0)) / max(LEAST, n)
            outcomes = each + np.sqrt(noise) * self.rng.standard_normal(each.shape)
            by_cell = np.ascontiguousarray(outcomes.T, dtype=np.float32)
            edges = np.sort(by_cell, axis=1)[:, ends]
            sums = [nothing, *((by_cell < e[:, None]).astype(np.float32) @ rivals for e in edges.T)]
            classes = np.diff([*sums, everything], axis=0)
            sizes = classes[:, :, -1]
            most = classes[:, :, :-1].max(axis=2) / np.maximum(1, sizes)
            promise = np.maximum(
                promise, (-np.log(1 + DOUBTED - most) * sizes).sum(axis=0) / len(rivals)
            )
        return promise

    def _noise(self, g: int, band: Band, means: Floats) -> Floats:
        """Return the variance of one game of a measure, (cells,), on the scale of the model."""
        samples = [self.samples[c] for c in sorted(self.samples)]
        n = np.array([float(s.n) for s in samples])
        if not band.is_share:
            noise: Floats = np.full(len(means), np.median(on_scale(band, samples, g)[1] * n))
            return noise
        chance = 1 / (1 + np.exp(-np.clip(means, -FARTHEST, FARTHEST)))
        factor: Floats = np.median(n / shares_of(samples, g).trials) / (chance * (1 - chance))
        return factor

    def _tell_misses_apart(self) -> None:
        """If nothing is inside, play candidates for the nearest miss and choose it."""
        self.best, most = 0, min(self.budget, self.games + APART)
        while True:
            self.fit()
            miss, likeliest, half = self.nearest_miss(np.arange(len(self.lattice.cells)))
            rivals = {0, miss, likeliest, half} if miss else {0, likeliest}
            games = {cell: self.played(cell) for cell in rivals}
            self.best = miss if games[miss] >= WELL else self.best
            enough = WELL if miss == half else 2 * WELL
            is_base_known = games[0] >= 2 * WELL  # all other cells are compared with this cell
            least = min(rivals, key=lambda cell: (games[cell], cell)) if is_base_known else 0
            if (is_base_known and games[least] >= enough) or self.games >= most:
                return
            self.ask(least, min(WELL // 2, most - self.games))

    def nearest_miss(self, among: Ints) -> tuple[int, int, int]:
        """Return the nearest cell that is certainly a nearer miss than the saved setting, else the
        saved setting. None of its measures may certainly lie farther outside, and the cell must
        have half of the gain of the likeliest miss. Also return this likeliest miss, and the
        nearest cell that is believed to have half of its gain.
        """
        far = np.concatenate([self._far(among[i : i + CHUNK]) for i in range(0, len(among), CHUNK)])
        likeliest, least = int(among[np.argmin(far)]), float(far.min())
        if math.isinf(least):
            return 0, 0, 0
        own = float(self.outside(self.means(np.array([0]))).sum())
        is_like = (far <= (own + least) / 2) & (among < likeliest)
        among, far = among[is_like], far[is_like]
        cells = np.sort(among[np.argsort(far, kind="stable")[:MOST_MISSES]])
        others = likeliest, int(cells.min(initial=likeliest))
        # a separate generator, so that it does not influence the search
        rng = np.random.default_rng(0)
        for start in range(0, len(cells) or 1, POOL):
            pool = np.array([0, *cells[start : start + POOL], likeliest])
            values = self.outside(self._values(pool, rng))
            each = values.sum(axis=2)
            is_nearer = _is_more(each[:, :1], each, NEARER)
            is_farther = _is_more(each, each[:, -1:])
            is_spoilt = _is_more(values, values[:, :1]).any(axis=1)
            good = is_nearer & ~is_farther & ~is_spoilt
            if good[:-1].any():
                return int(pool[np.argmax(good)]), *others
        return likeliest if good[-1] else 0, *others

    def _far(self, cells: Ints) -> Floats:
        """Return the believed distance outside the bands of each change that keeps the met
        goals.
        """
        far: Floats = self.outside(self.means(cells)).sum(axis=1)
        far[~self._keeps(cells) | (cells == 0)] = math.inf
        return far

    def _keeps(self, cells: Ints) -> Bools:
        """Return whether each cell meets the goals that the saved setting certainly meets, by the
        model. The cell may not certainly miss a goal that the saved setting may meet, or lie
        farther outside in any measure, with a zone of tolerance.
        """
        saved = np.array([0])
        farther = self.outside(self.means(cells)) - self.outside(self.means(saved))
        kept = ~np.isin(cells, list(self.shut)) & (farther <= ZONE).all(axis=1)
        own, each = (self.inside(among, (0.0,)) for among in (saved, cells))
        for ((was,),), (now,) in zip(own, each, strict=True):
            kept &= now >= (0.5 if was >= SURE else MISSED if was >= MISSED else 0.0)
        return kept

    def outside(self, values: Floats) -> Floats:
        """Return the distance of values outside each band, in half widths; bands are the
        last axis.
        """
        each = [-band.margin(values[..., g]) / band.depth for g, band in enumerate(self.bands)]
        return np.maximum(0.0, np.stack(each, axis=-1))

    def _values(self, cells: Ints, rng: np.random.Generator) -> Floats:
        """Return possible values of the measures, drawn together, (draws, cells, bands)."""
        points, seen = self.lattice.points[cells], self._seen(cells)
        columns = []
        for band, surfaces in zip(self.bands, self.surfaces, strict=True):
            each = drawn(surfaces, points, seen, DRAWS, rng)
            columns.append(band.unscaled(each))
        return np.stack(columns, axis=2)

    def least_worst(self, among: Ints) -> int:
        """Return the cell whose worst measure is believed to lie least outside its band."""
        best, cell = -math.inf, 0
        for start in range(0, len(among), CHUNK):
            cells = among[start : start + CHUNK]
            margins = self.margins(cells)
            if margins.max() > best + 1e-9:
                best, cell = float(margins.max()), int(cells[np.argmax(margins)])
        return cell

    def margins(self, cells: Ints, *, in_halves: bool = False) -> Floats:
        """Return the distance at which each cell seems to lie inside its worst band, in zones or
        half widths.
        """
        means = self.means(cells)
        units = [band.depth if in_halves else 1.0 for band in self.bands]
        each = [band.margin(means[:, g]) / units[g] for g, band in enumerate(self.bands)]
        margins: Floats = np.min(each, axis=0)
        margins[np.isin(cells, list(self.shut))] = -math.inf
        return margins


@dataclass(frozen=True, slots=True)
class View:
    """The model's predictions about the answer."""

    best: int  # index of the likeliest answer
    # probability that it is inside and no nearer cell is well inside, with a zone of tolerance
    right: float
    inside: float  # probability that it is inside, with a zone of tolerance
    telling: int  # the cell to play; if no cell is well inside, the likeliest cell
    none: float  # probability that no cell is well inside


def _is_more(a: Floats, b: Floats, sure: float = SURE) -> Bools:
    """Whether half widths are certainly larger than others, by a noticeable amount."""
    is_more: Bools = ((a > b).mean(axis=0) >= sure) & ((a - b).mean(axis=0) >= ZONE)
    return is_more


def _normal(z: Floats) -> Floats:
    """Return the standard normal distribution to 1e-7 (Abramowitz & Stegun 1964, 26.2.17)."""
    x = np.minimum(np.abs(z), 38.0)
    t = 1 / (1 + 0.2316419 * x)
    poly = t * (
        0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))
    )
    tail = np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi) * poly
    return np.where(z >= 0, 1 - tail, tail)
