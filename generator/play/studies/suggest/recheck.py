"""Replays settings that seem to be inside by their own games, before "no setting meets the goals"
is reported. The search trusts the few games of one setting less than the many games of its
neighbours, so it may take an exceptional setting for a miss.
"""

import math

import numpy as np
from numpy.typing import NDArray

from generator.play.studies.suggest.search import Search
from generator.play.studies.suggest.setup import Run, estimates

FIRST = 200  # number of first additional games of such a setting
ENOUGH = 1600  # number of games that are enough; each addition doubles the games
MOST_TIMES = 15  # greatest total number of additions
EVENS = 0.5  # probability of being inside from which a setting with enough games is accepted


def doubt(run: Run, search: Search) -> None:
    """Play such settings, the deepest first; if a setting stays inside, the search continues from
    it. Its result is proven like any other. No decision is made until all settings are played; no
    setting is played if no games are left.
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
    if search.run().outcome == "none":  # a setting may lie in the soft edge of a band
        inside = taken_for_inside(search)
        if len(inside):
            search.outcome, search.best = "found", int(inside.min())


def taken_for_inside(search: Search) -> NDArray[np.int64]:
    """Return the settings with enough games that are likely to be inside by all data."""
    enough = [
        c for c in sorted(search.samples) if search.played(c) >= ENOUGH and c not in search.shut
    ]
    cells = np.array(enough, dtype=np.int64)
    if not len(cells):
        return cells
    (inside,) = search.chances(cells, (0.0,))
    return cells[inside >= EVENS]


def _deepest(run: Run, search: Search) -> int | None:
    """Return the setting with few games that lies deepest inside its bands by its own games.

    None if no setting's own games place it inside.
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
