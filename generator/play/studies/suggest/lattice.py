"""The settings that may be chosen, which are a lattice of parameter values, sorted by distance.

A cell holds one index per axis. The designer's own setting is the first cell, at distance 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from generator.model.pack import Scalar

Floats = NDArray[np.float64]
Cells = NDArray[np.int64]
Cell = tuple[int, ...]

# greatest number of cells of a lattice; in larger lattices, changes of three parameters are
# thinned
MOST_CELLS = 40_000
MOST_CHANGES = 3
FEW_LEVELS = 9  # number of values of an axis that remain in thinned changes of three parameters


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter, with its possible values (numbers in ascending order) and the index of the
    designer's value.
    """

    name: str
    values: tuple[Scalar, ...]
    base: int
    cost: float = 1.0  # cost of a change, relative to other parameters

    @property
    def is_ordered(self) -> bool:
        """Whether the values are numbers, so that 14 lies between 13 and 15."""
        return all(isinstance(v, int | float) and not isinstance(v, bool) for v in self.values)

    def spots(self) -> Floats:
        """The position of each value, from 0 for the least to 1 for the greatest value."""
        if not self.is_ordered:
            return np.array([float(i != self.base) for i in range(len(self.values))])
        x: Floats = np.array([float(v) for v in self.values])  # type: ignore[arg-type]
        span = float(x[-1] - x[0])
        spots: Floats = (x - x[0]) / (span or 1.0)
        return spots

    def distances(self) -> Floats:
        """The distance of each value from the designer's value, which is cost · (1 + |Δ| ÷ (high −
        low)).
        """
        x = self.spots()
        changed = np.arange(len(x)) != self.base
        distance: Floats = self.cost * changed * (1 + np.abs(x - x[self.base]))
        return distance

    def columns(self) -> Floats:
        """The axis as columns of the model, (values, k), with one column for a number, or one per
        word.
        """
        if self.is_ordered:
            columns: Floats = self.spots()[:, None]
            return columns
        apart: Floats = np.eye(len(self.values)) / np.sqrt(2.0)
        return apart


@dataclass(frozen=True)
class Lattice:
    """All reachable cells, nearest first; equally near cells are in the order of their indices.

    If there are too many cells, only cells with at most three changes are included.
    """

    axes: tuple[Axis, ...]

    @cached_property
    def cells(self) -> Cells:
        """(cells, axes): indices of values."""
        cells = _all(self.axes) if self.size <= MOST_CELLS else _near(self.axes)
        if len(cells) == 1:
            return cells
        order = np.lexsort([*cells.T[::-1], np.round(self._distances(cells), 9)])
        return cells[order]

    @cached_property
    def distance(self) -> Floats:
        """(cells,): ascending."""
        return self._distances(self.cells)

    @cached_property
    def points(self) -> Floats:
        """(cells, columns): the cells in the model's coordinates."""
        if not self.axes:
            return np.zeros((1, 0))
        parts = [axis.columns()[self.cells[:, i]] for i, axis in enumerate(self.axes)]
        return np.hstack(parts)

    @property
    def size(self) -> float:
        """The number of all settings."""
        return float(np.prod([float(len(axis.values)) for axis in self.axes]))

    @property
    def is_whole(self) -> bool:
        """Whether every setting is among `cells`."""
        return len(self.cells) == self.size

    @cached_property
    def number(self) -> dict[Cell, int]:
        """The index of each cell."""
        return {tuple(cell): i for i, cell in enumerate(self.cells.tolist())}

    def changes(self, i: int) -> dict[str, Scalar]:
        """Return the changes of cell i, as name → value."""
        pairs = zip(self.axes, self.cells[i].tolist(), strict=True)
        return {axis.name: axis.values[k] for axis, k in pairs if k != axis.base}

    def cell_of(self, changes: Mapping[str, Scalar]) -> int:
        """Return the index of a change."""
        return self.number[self._cell(changes)]

    def has(self, changes: Mapping[str, Scalar]) -> bool:
        """Whether a change is among `cells`."""
        names = {axis.name for axis in self.axes}
        return names >= changes.keys() and self._cell(changes) in self.number

    def _cell(self, changes: Mapping[str, Scalar]) -> Cell:
        return tuple(
            a.values.index(changes[a.name]) if a.name in changes else a.base for a in self.axes
        )

    def n_changed(self) -> Cells:
        """(cells,): the number of parameters that each cell changes."""
        base = np.array([axis.base for axis in self.axes])
        counts: Cells = (self.cells != base).sum(axis=1)
        return counts

    def alone(self, i: int) -> list[int]:
        """Return the cells with axis i alone at its least and at its greatest value."""
        base = [axis.base for axis in self.axes]
        ends = sorted({0, len(self.axes[i].values) - 1} - {self.axes[i].base})
        return [self.number[(*base[:i], end, *base[i + 1 :])] for end in ends]

    @property
    def ends(self) -> list[int]:
        """Return the designer's setting, and the settings with one parameter at an end of its
        range.
        """
        return [0, *(cell for i in range(len(self.axes)) for cell in self.alone(i))]

    def _distances(self, cells: Cells) -> Floats:
        total = np.zeros(len(cells))
        for i, axis in enumerate(self.axes):
            total += axis.distances()[cells[:, i]]
        return total


def _all(axes: Sequence[Axis]) -> Cells:
    if not axes:
        return np.zeros((1, 0), dtype=np.int64)
    grids = np.meshgrid(*[np.arange(len(axis.values)) for axis in axes], indexing="ij")
    return np.stack([grid.ravel() for grid in grids], axis=1).astype(np.int64)


def _near(axes: Sequence[Axis]) -> Cells:
    """Return all changes of one, two and three parameters; changes of three may be thinned."""
    base = np.array([axis.base for axis in axes], dtype=np.int64)
    parts = [base[None, :]]
    for k in range(1, MOST_CHANGES + 1):
        groups = list(combinations(range(len(axes)), k))
        levels = [[j for j in range(len(a.values)) if j != a.base] for a in axes]
        n = sum(float(np.prod([float(len(levels[i])) for i in group])) for group in groups)
        if n > MOST_CELLS:
            levels = [_thinned(axis) for axis in axes]
        for group in groups:
            mesh = np.meshgrid(*[np.array(levels[i], dtype=np.int64) for i in group])
            part = np.repeat(base[None, :], mesh[0].size, axis=0)
            for i, grid in zip(group, mesh, strict=True):
                part[:, i] = grid.ravel()
            parts.append(part)
    return np.vstack(parts)


def _thinned(axis: Axis) -> list[int]:
    """Return some values of an axis: the neighbours of the designer's value, and others evenly
    spread.
    """
    n = len(axis.values)
    even = {round(i * (n - 1) / (FEW_LEVELS - 3)) for i in range(FEW_LEVELS - 2)}
    beside = {axis.base - 1, axis.base + 1} & set(range(n))
    return sorted((even | beside) - {axis.base})
