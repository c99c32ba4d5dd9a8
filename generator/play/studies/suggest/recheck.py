"""Before it is told that none is inside: what its own few games show inside is played again.

The search believes a setting's own games less than the many of settings beside it, so that one
which these do not resemble may be taken for a miss.
"""

import math

import numpy as np
from numpy.typing import NDArray

from generator.play.studies.suggest.search import Search
from generator.play.studies.suggest.setup import Run, estimates

FIRST = 200  # games more of such a setting,
ENOUGH = 1600  # as many again each time until it had so many;
MOST_TIMES = 15  # so many times in all
EVENS = 0.5  # that one which had enough is inside, to be taken for it


def doubt(run: Run, search: Search) -> None:
    """Play such settings, the deepest first; where one stays inside the search goes on from there.

    What it finds has its proof as anything else has. Until all are played nothing is decided; none
    is where no game is left for it.
    """
    search.outcome = "undecided"
    inside = taken_for_inside(search)
    for _ in range(MOST_TIMES):
        cell = _deepest(run, search) if run.left and not len(inside) else None
        if cell is None:
            break
        search.ask(cell, min(max(FIRST, search.played(cell)), run.left))
        search.fit()
        inside = taken_for_inside(search)
    if not len(inside):
        search.outcome = "none"
        return
    run.is_doubted = True
    if search.run().outcome == "none":  # it may lie in the soft edge of a band
        inside = taken_for_inside(search)
        if len(inside):
            search.outcome, search.best = "found", int(inside.min())


def taken_for_inside(search: Search) -> NDArray[np.int64]:
    """The settings that had games enough and are by all that is known likely to be inside."""
    enough = [
        c for c in sorted(search.samples) if search.played(c) >= ENOUGH and c not in search.shut
    ]
    cells = np.array(enough, dtype=np.int64)
    if not len(cells):
        return cells
    (inside,) = search.chances(cells, (0.0,))
    return cells[inside >= EVENS]


def _deepest(run: Run, search: Search) -> int | None:
    """Of the settings that had few games, that which these show deepest inside its bands.

    None where no setting's own games leave it inside.
    """
    best, deepest = None, -math.inf
    for cell in sorted(search.samples):
        if search.played(cell) >= ENOUGH or cell in search.shut:
            continue
        own = estimates(run, search.lattice.changes(cell))
        pairs = list(zip(run.trials.aims, own, strict=True))
        worst = min(aim.margin(e.value) for aim, e in pairs)
        if worst > deepest and not any(aim.is_missed(e) for aim, e in pairs):
            best, deepest = cell, worst
    return best
