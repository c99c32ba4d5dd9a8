"""Turns the state of a search after its proofs into the frozen answer."""

from dataclasses import replace

import numpy as np

from generator.play.measures.results import Difference
from generator.play.runs.runs import provenance_of
from generator.play.studies.suggest.answer import (
    Alone,
    Candidate,
    Hardest,
    Nearer,
    Stuck,
    Suggestion,
    Unplayable,
)
from generator.play.studies.suggest.proof import (
    ALPHA,
    games_at_best,
)
from generator.play.studies.suggest.proving import MOST_PROOF, candidate_of, moved_of, refuted
from generator.play.studies.suggest.search import LEAST, SURE, Search
from generator.play.studies.suggest.setup import UNFINISHED, Run, estimates
from generator.play.studies.suggest.trials import key_of

FEW_UNDECIDED = 5  # greatest number of undecided nearer settings that are named


def answer(run: Run) -> Suggestion:
    """Return the answer of a finished or interrupted search."""
    search, trials = run.search, run.trials
    base = Candidate({}, 0.0, _own_margin(run), tuple(estimates(run, {})))
    best = None
    if search is not None:
        search.fit()  # an interrupted search has data that its model has not used yet
    if search is not None and run.outcome != "unfinished":
        best = candidate_of(run, search, run.chosen)
    elif run.outcome in ("undecided", "stopped"):
        best = base
    front = [] if search is None else [candidate_of(run, search, cell) for cell in run.front]
    others = [c for c in front if best is None or c.changes != best.changes]
    candidates = [*others, best] if best is not None and front else front
    confirmed = run.outcome in ("found", "nothing") and len(run.proofs) > 1
    confirmed = confirmed and all(proof.holds for proof in run.proofs) and _is_finished(run)
    each = () if search is None or run.outcome != "none" else _each(run, search)
    is_change = run.outcome in ("found", "undecided", "stopped") and best is not None
    return Suggestion(
        pack=run.pack,
        provenance=provenance_of(run.game, trials.options),
        players=trials.players,
        agents=trials.options.agents,
        outcome=run.outcome,
        aims=tuple(trials.aims),
        tunables=tuple(run.tunables),
        changes=best.changes if is_change and best is not None else {},
        confirmed=confirmed,
        base=base,
        best=best,
        front=tuple(sorted(candidates, key=lambda c: c.distance)),
        before=run.before,
        proofs=tuple(run.proofs),
        nearer=_nearer(run),
        moved=tuple(run.moved or _unproven(run, best)),
        alone={}
        if search is None
        else _alone(run, search) | {o.goal: True for o in each if o.is_met},
        stuck=() if search is None else _stuck(run, search),
        games=trials.games,
        settings=1 if search is None else int(search.lattice.size),
        compensation=run.compensation,
        failed=tuple(run.failed),
        unplayable=tuple(Unplayable(dict(key), why) for key, why in trials.unplayable.items()),
        is_searched=search is not None,
        standing_out=run.standing_out,
        each=each,
        hardest=_hardest(run),
        is_out_of_time=run.is_out_of_time,
        is_spent=run.left < LEAST or (search is not None and search.games >= search.budget),
        played=trials.played,
    )


def _unproven(run: Run, best: Candidate | None) -> list[Difference]:
    """Return the verdicts on the best setting from the search's own games; () without games."""
    if run.outcome not in ("undecided", "stopped") or best is None or not best.changes:
        return []
    keys = [(key_of(best.changes), players) for players in run.trials.players]
    tallies = run.trials.tallies
    if not all(key in tallies for key in keys):
        return []
    base = {players: tallies[key_of({}), players] for players in run.trials.players}
    mine = {key[1]: tallies[key] for key in keys}
    return moved_of(run, best.changes, base, mine, is_paired=False)


def _hardest(run: Run) -> Hardest:
    tallies = run.trials.tallies
    pairs = [(aim, aim.moments(tallies[key_of({}), aim.players])[1]) for aim in run.trials.aims]
    games, goal = max((games_at_best(aim, variance), aim.goal) for aim, variance in pairs)
    return Hardest(goal, games, games > MOST_PROOF)


def _is_finished(run: Run) -> bool:
    """Whether this kind of player finishes its games; a goal about the limit is judged
    separately.
    """
    return run.bounds_the_limit or all(proof.unfinished <= UNFINISHED for proof in run.proofs)


def _own_margin(run: Run) -> float:
    own = estimates(run, {})
    return min(aim.margin(e.value) for aim, e in zip(run.trials.aims, own, strict=True))


def _nearer(run: Run) -> Nearer:
    """Return the nearer settings that are ruled out, and the nearer settings that still might meet
    the goals.
    """
    if run.search is None or run.chosen == 0 or run.outcome in ("none", "unfinished"):
        return Nearer(0, 0, ())
    search = run.search
    limit = search.lattice.distance[run.chosen] - 1e-9
    cells = np.arange(1, int(np.searchsorted(search.lattice.distance, limit)))
    out = search.shut | refuted(run)
    (own,) = search.chances(np.array([0]), (0.0,))
    may_stay = own[0] >= ALPHA and 0 not in out
    if not len(cells):
        return Nearer(0, 0, (), may_stay=bool(may_stay))
    (inside,) = search.chances(cells, (0.0,))
    inside[[i for i, cell in enumerate(cells.tolist()) if cell in out]] = 0.0
    is_open = inside >= ALPHA
    likeliest = cells[np.argsort(-inside, kind="stable")][: min(FEW_UNDECIDED, int(is_open.sum()))]
    names = tuple(search.lattice.changes(int(cell)) for cell in likeliest)
    chances = tuple(float(inside[cell - 1]) for cell in likeliest)
    return Nearer(len(cells), int((~is_open).sum()), names, chances, bool(may_stay))


def _by_goal(run: Run) -> dict[str, list[int]]:
    """Return the indices of the aims of each goal, by the goal as written."""
    numbers: dict[str, list[int]] = {}
    for g, aim in enumerate(run.trials.aims):
        numbers.setdefault(aim.goal, []).append(g)
    return numbers


def _alone(run: Run, search: Search) -> dict[str, bool]:
    """Return for each goal whether some setting may be well inside the band of this goal alone."""
    inside, may_meet = search.inside(np.arange(len(search.lattice.cells)), (-1.0,)), {}
    for goal, gs in _by_goal(run).items():
        likely = np.prod([inside[g][0] for g in gs], axis=0)
        likely[[*refuted(run, goal)]] = 0.0
        may_meet[goal] = bool((likely >= ALPHA).any())
    return may_meet


def _each(run: Run, search: Search) -> tuple[Alone, ...]:
    """Return the missed goals, each with the played setting that comes nearest to the goal."""
    played = np.array(sorted(search.samples.keys() - search.shut))
    verdicts = run.proofs[0].verdicts if run.proofs else ()
    values = [v.value for v in verdicts] or estimates(run, search.lattice.changes(run.chosen))
    goals = []
    for goal, gs in _by_goal(run).items():
        if any(run.trials.aims[g].is_missed(values[g]) for g in gs):
            alone, out = search.about(gs), [*refuted(run, goal)]
            cells = played if np.isin(played, out).all() else np.setdiff1d(played, out)
            (inside,) = alone.chances(cells, (0.0,))
            met = np.setdiff1d(cells[inside >= SURE], out)
            cell = int(met[0]) if len(met) else alone.nearest_miss(cells)[0]
            best = candidate_of(run, search, cell)
            if cell == run.chosen and verdicts:  # this setting is reported with its fresh games
                best = replace(best, estimates=tuple(values))
            goals.append(Alone(goal, best, len(met) > 0))
    return tuple(goals)


def _stuck(run: Run, search: Search) -> tuple[Stuck, ...]:
    """Return the goals, with numbers of players, that no setting brings at least half-way to their
    bands.
    """
    cells = np.arange(len(search.lattice.cells))
    means = search.means(cells[:1])[0]
    own = np.array([float(b.margin(means[g])) for g, b in enumerate(search.bands)])
    stuck = []
    for goal, gs in _by_goal(run).items():
        for players in run.trials.players:
            mine = [g for g in gs if run.trials.aims[g].players == players]
            lacking = -float(own[mine].min(initial=0.0))
            if lacking > 0:
                halfway = search.inside(cells, (lacking / 2,))
                likely = np.prod([halfway[g][0] for g in mine], axis=0)
                if not (likely >= ALPHA).any():
                    stuck.append(Stuck(goal, players))
    return tuple(stuck)
