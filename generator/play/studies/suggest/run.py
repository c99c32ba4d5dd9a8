"""Suggest: finds the smallest change of tunable parameters that meets the goals of a pack.

The steps are start, screen, search, front and proof, and each step plays its own games. The same
seed gives the same answer on any number of workers; only a time limit makes the answer depend on
the machine.
"""

import math

import numpy as np

from generator.model.pack import Pack
from generator.play.measures.aims import ROUNDING, Aim
from generator.play.measures.results import Progress
from generator.play.runs.runs import quiet
from generator.play.studies.suggest.answer import Suggestion
from generator.play.studies.suggest.answering import answer
from generator.play.studies.suggest.bands import Band
from generator.play.studies.suggest.lattice import Lattice
from generator.play.studies.suggest.proving import front, prove, settle
from generator.play.studies.suggest.recheck import doubt
from generator.play.studies.suggest.search import Search
from generator.play.studies.suggest.setup import Run, SuggestOptions, begun, screen, start
from generator.play.studies.suggest.trials import OutOfTime, Trials, key_of

FINE = 0.025  # standard deviations of a game; 4,300 games resolve this difference at 5 %
EXACT = 0.02  # half widths; the soft edge for a measure that is constant under a setting


def suggest(
    pack: Pack,
    options: SuggestOptions,
    progress: Progress | None = None,
    trials: type[Trials] = Trials,
) -> Suggestion:
    """Find and prove the smallest change that meets all goals, or report why there is none.

    `trials` plays all games of the search and of proofs. After Ctrl-C the answer is the best
    setting so far, with the outcome `stopped`; before any game has been played, the interrupt is
    raised again. Raises `ValueError` for impossible goals or tunables.
    """
    run = begun(pack, options, progress or quiet, trials)
    try:
        start(run)
        if run.outcome != "unfinished":
            screen(run)
            _search(run)
            settle(run)
            prove(run)
    except OutOfTime:
        run.is_out_of_time = True
        is_none = run.search is not None and run.search.outcome == "none"
        run.outcome = "none" if is_none else "undecided"
    except KeyboardInterrupt:
        if not all((key_of({}), n) in run.trials.tallies for n in run.trials.players):
            raise
        run.outcome = "stopped"
    return answer(run)


def _search(run: Run) -> None:
    """Search over the tunables that change any measure."""
    idle = {t.name for t in run.tunables if t.is_idle}
    lattice = Lattice(tuple(axis for axis in run.axes if axis.name not in idle))
    bands = [_band(run, aim) for aim in run.trials.aims]
    run.search = search = Search(
        lattice,
        bands,
        lambda cell, n: run.trials.search(lattice.changes(cell), n),
        np.random.default_rng([run.options.play.seed, 0x5EED]),
        run.left,
    )
    for key in run.trials.unplayable:
        if lattice.has(dict(key)):
            search.shut.add(lattice.cell_of(dict(key)))
    for key in dict.fromkeys(key for key, _ in run.trials.tallies):
        if lattice.has(dict(key)) and key not in run.trials.unplayable:
            search.samples[lattice.cell_of(dict(key))] = run.trials.sample(dict(key))
    try:
        search.run()
        if search.outcome == "none":
            doubt(run, search)
    finally:
        run.chosen = best_of(search)
    run.outcome = search.outcome
    front(run, search)


def _band(run: Run, aim: Aim) -> Band:
    """Return the band of a measure; its edge is no softer than a few thousand games can resolve.

    A length that hardly varies is known to a tenth of a turn, however wide its band. A measure that
    is equal in all games of a setting is known exactly: a value on the edge is inside.
    """
    if aim.is_share:
        deviation = max(
            (math.sqrt(x * (1 - x)) for x in (aim.low, aim.high) if 0 < x < 1), default=0.0
        )
    else:
        tallies = run.trials.tallies.values()
        each = [aim.moments(tally)[1] for tally in tallies if tally.seats == aim.players]
        least = (ROUNDING * aim.half) ** 2
        # variance in the unchanged game, if there is any
        variance = each[0] if each[0] > least else max(each)
        deviation = math.sqrt(variance)
        if variance <= least:
            zone = EXACT * aim.half
            low, high = aim.low - zone, aim.high + zone
            return Band(low, high, zone, aim.is_share, aim.half, aim.is_length)
    zone = min(aim.zone, FINE * deviation) if deviation > 0 else aim.zone
    return Band(aim.low, aim.high, zone, aim.is_share, aim.half, aim.is_length)


def best_of(search: Search) -> int:
    """Return the setting that the search considers the best, or the likeliest played setting if it
    is unplayed. An interrupted search has models of more settings than it has played. If an
    unplayed setting is believed to lie more than a zone outside, the played setting that lies least
    outside is returned instead.
    """
    is_played = search.best in search.samples and search.best not in search.shut
    if is_played and search.outcome != "undecided":
        return search.best
    cells = np.array(sorted(search.samples))
    search.fit()
    if is_played:
        believed = search.margins(np.array([search.best]))[0]
        return search.best if believed >= -1 else search.least_worst(cells)
    (inside,) = search.chances(cells, (1.0,))
    return int(cells[np.argmax(inside)])
