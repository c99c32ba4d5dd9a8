"""The steps after the search: the trade-off between closeness and balance, and the proofs."""

import math
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace

import numpy as np

from generator.model.measures import wins_of
from generator.model.pack import Scalar
from generator.play.engine.game import Game
from generator.play.measures.aims import Aim
from generator.play.measures.compensation import even_points
from generator.play.measures.ratios import (
    difference_of,
    estimate_of,
    is_in,
    least_of,
    measures_of,
)
from generator.play.measures.results import Difference
from generator.play.measures.tally import Tally
from generator.play.runs.runs import aimed, batches_of
from generator.play.statistics import inference
from generator.play.studies.suggest.answer import (
    Candidate,
    Proof,
    Tried,
)
from generator.play.studies.suggest.proof import (
    ALPHA,
    EVEN_POWER,
    FAIR_POWER,
    SPENT,
    Pilot,
    games_for,
    judged,
    margin_for,
    size,
)
from generator.play.studies.suggest.recheck import EVENS, taken_for_inside
from generator.play.studies.suggest.search import LEAST, Search
from generator.play.studies.suggest.setup import SEARCHER, Run, estimates, unfinished
from generator.play.studies.suggest.trials import PILOT, PROOF, SECOND, key_of

FRONT_GAMES = 400  # number of games of each setting on the front
MOST_CHANGED = 3  # greatest number of parameters that a setting on the front changes
MOST_PROOF = 200_000  # maximum number of games in a proof
MOST_SECOND = 4000  # greatest number of games of a proof by the second kind of player
SECOND_POWER = 0.95  # power of that proof if the second kind plays like the first
# number of games of the second kind of player that determine the size of its proof
PILOT_GAMES = 100
MOST_DEEP = 0.5  # half widths; the greatest depth that a setting needs for a proof
LIKELY = 0.9  # probability of being inside from which a setting near an edge is tried
LOOK = 4  # a setting has 1/LOOK of a proof's games in the search before it is proven
MOST_LOOKS = 5  # greatest number of settings that are examined in this way
# number of games after which the nearest setting may be left for a setting deeper inside
CLOSE = 4000
EVEN = 0.02  # difference of shares up to which compensation points count as making two seats even
PAIRED = 1000  # number of games of the proof that are also played with the unchanged design


def front(run: Run, search: Search) -> None:
    """Set `run.front` to the undominated settings that lie deepest inside their bands.

    Only settings that change 0 to 3 parameters are considered.
    """
    changed = search.lattice.n_changed()
    cells, out = {run.chosen}, [*refuted(run)]
    for k in range(min(MOST_CHANGED, len(search.lattice.axes)) + 1):
        among = np.setdiff1d(np.flatnonzero(changed == k), out)
        if len(among):
            cells.add(int(among[np.argmax(search.margins(among, in_halves=True))]))
    for cell in sorted(cells):
        so_far = search.samples[cell].n if cell in search.samples else 0
        needed = FRONT_GAMES - so_far
        if 0 < needed <= run.left and cell not in search.shut:
            search.ask(cell, needed)
    search.fit()
    run.front, deepest = [], -math.inf
    for cell in sorted(cells - search.shut):
        margin = float(search.margins(np.array([cell]), in_halves=True)[0])
        if cell in (0, run.chosen) or margin > deepest:
            run.front.append(cell)
            deepest = max(deepest, margin)


def candidate_of(run: Run, search: Search, cell: int) -> Candidate:
    changes = search.lattice.changes(cell)
    margin = float(search.margins(np.array([cell]), in_halves=True)[0])
    own = tuple(estimates(run, changes)) if cell in search.samples else ()
    return Candidate(changes, float(search.lattice.distance[cell]), margin, own)


def settle(run: Run) -> None:
    """Find possible remedies if no setting meets the goals."""
    if run.outcome == "none":
        run.compensation = _compensation(run)


def prove(run: Run) -> None:
    """Play a fixed number of fresh games of the found setting with both kinds of player.

    If the search found no setting, the nearest miss or the best setting so far is played only for
    its figures.
    """
    if run.outcome == "found":
        _prove_found(run)
        if not _is_refuted(run):
            return
        _fall_back(run)
    search = run.search
    assert search is not None
    if run.chosen in run.proven:
        run.before, run.proofs, run.moved = run.proven[run.chosen]
    else:
        if run.chosen not in search.samples:
            search.ask(run.chosen, LEAST)
        _prove(run, run.chosen, ALPHA, len(SPENT) if run.failed else 0)
    before = run.before
    if run.outcome == "none" and before and not is_nearer(search, before, run.proofs[0]):
        run.chosen, run.proofs, run.before, run.moved = 0, [before], None, []


def _is_refuted(run: Run) -> bool:
    """Whether fresh games refute every setting that seemed to be inside."""
    assert run.search is not None
    if not run.is_doubted and run.search.lattice.size > 1:
        return False
    if run.outcome != "undecided" or not all(tried.is_missed for tried in run.failed):
        return False
    return not {*taken_for_inside(run.search).tolist()} - refuted(run)


def refuted(run: Run, goal: str | None = None) -> set[int]:
    """Return the settings that fresh games place outside all bands, or outside the band of one
    goal.
    """
    assert run.search is not None
    return {
        run.search.lattice.cell_of(tried.changes)
        for tried in run.failed
        for v in tried.proof.verdicts
        if goal in (None, v.aim.goal) and v.aim.is_missed(v.value)
    }


def _fall_back(run: Run) -> None:
    """Return to the nearest miss by all data, after every candidate has turned out to be
    outside.
    """
    search = run.search
    assert search is not None
    run.outcome = search.outcome = "none"
    run.proofs, run.before, run.moved = [], None, []
    run.chosen = search.best = search.nearest_miss(np.arange(len(search.lattice.cells)))[0]
    settle(run)
    front(run, search)


def _prove_found(run: Run) -> None:
    """Prove the found setting.

    If fresh games do not prove it, the next nearest setting that is worth a proof gets one, with
    its own games and the error that `SPENT` leaves. If no setting is proven, the first setting is
    reported.
    """
    search = run.search
    assert search is not None
    tried: list[int] = []
    try:
        for attempt, alpha in enumerate(SPENT):
            cell = _candidate_for(run, search, tried, alpha)
            if cell is None:
                break
            _prove(run, cell, alpha, attempt)
            if run.proofs[0].holds:
                run.outcome = "found" if search.lattice.changes(cell) else "nothing"
                return
            tried.append(cell)
            run.failed.append(Tried(search.lattice.changes(cell), run.proofs[0]))
            run.proven[cell] = run.before, run.proofs, run.moved
    finally:
        if tried and not (run.proofs and run.proofs[0].holds):
            run.chosen = tried[0]
            run.before, run.proofs, run.moved = run.proven[run.chosen]
    run.outcome = "undecided"


def _prove(run: Run, cell: int, alpha: float, attempt: int) -> None:
    """Prove a setting; if the proof holds, ask the second kind of player."""
    assert run.search is not None
    run.proofs, run.moved, run.before = [], [], None
    changes = run.search.lattice.changes(cell)
    first = _proof(run, changes, alpha, PROOF + attempt * MOST_PROOF)
    run.proofs = [first]
    if run.outcome == "found" and first.holds:
        run.chosen = cell
        run.proofs.append(_second(run, changes, alpha))


def is_nearer(search: Search, before: Proof, miss: Proof) -> bool:
    """Whether fresh games confirm that a miss is nearer and misses no further goal.

    Goals that certainly held are still assumed to hold.
    """
    pairs = list(zip(before.verdicts, miss.verdicts, strict=True))
    for was, v in pairs:
        is_out = v.aim.margin(v.value.value) < 0 if was.holds else v.aim.is_missed(v.value)
        if is_out and not was.aim.is_missed(was.value):
            return False
    values = np.array([[was.value.value, v.value.value] for was, v in pairs])
    own, now = search.outside(values.T).sum(axis=1)
    return bool(now < own)


def _candidate_for(run: Run, search: Search, tried: Sequence[int], alpha: float) -> int | None:
    """Return the setting for the next proof, which is the nearest setting that is worth a proof.

    After two failures a setting deep inside is chosen. If there is no other setting, an undecided
    setting gets a second proof with more games.
    """
    for is_deep_asked in (True, False) if len(tried) > 1 else (False, True):
        cell = _provable(run, search, tried, alpha, is_deep_asked=is_deep_asked)
        if cell is not None:
            return cell
    out = search.shut | refuted(run)
    left = [c for c in tried if c not in out]
    return next((c for c in left if _may_tell(_pilots(run, c), alpha, EVEN_POWER)), None)


def _may_tell(pilots: Sequence[Pilot], alpha: float, power: float = FAIR_POWER) -> bool:
    """Whether a setting lies so far inside every band that a proof succeeds with this power."""
    return _is_deep(pilots, _margins(pilots, alpha, power))


def _margins(pilots: Sequence[Pilot], alpha: float, power: float = FAIR_POWER) -> list[float]:
    """Return the least distance from the edge of each band for such a proof, in half widths."""
    return [min(MOST_DEEP, margin_for(pilot, alpha, power)) for pilot in pilots]


def _is_deep(pilots: Sequence[Pilot], margins: Sequence[float]) -> bool:
    return all(p.aim.margin(p.value) >= m for p, m in zip(pilots, margins, strict=True))


def _provable(
    run: Run, search: Search, tried: Sequence[int], alpha: float, *, is_deep_asked: bool
) -> int | None:
    """Return the nearest unproven setting worth a proof.

    The setting is chosen before the games of its proof are played. Each setting is first examined
    more closely. A setting too near an edge for an immediate proof is tried if it is probably
    inside. If the proof fails, the search looks for settings deeper inside.
    """
    cell, looked = run.chosen, []
    for _ in range(MOST_LOOKS):
        if cell not in tried:
            looked.append(cell)
            _look_closer(run, search, cell, alpha, is_first=not tried)
        is_fresh = cell not in tried and cell not in search.shut
        pilots = _pilots(run, cell)
        margins = [MOST_DEEP] * len(pilots) if is_deep_asked else _margins(pilots, alpha)
        (inside,) = search.chances(np.array([cell]), (0.0,))
        if is_fresh and (_is_deep(pilots, margins) or (not tried and inside[0] > LIKELY)):
            return cell
        deeper = search.deeper(margins, tried)
        if not is_deep_asked:  # a quarter of the games is kept for a setting deep inside
            deeper.budget = min(deeper.budget, search.games + run.left * 3 // 4)
        deeper.run()
        search.shut |= deeper.shut - {*tried}
        search.games = deeper.games
        search.fit()
        if deeper.outcome == "none" or deeper.best == cell or deeper.best not in search.samples:
            break
        cell = deeper.best  # if the budget is spent, use the likeliest setting
    looked = [c for c in looked if c not in search.shut]
    if is_deep_asked or not looked:
        return None
    (inside,) = search.chances(np.array(looked), (0.0,))
    best = int(np.argmax(inside))
    return looked[best] if not tried or inside[best] > EVENS else None


def _look_closer(run: Run, search: Search, cell: int, alpha: float, *, is_first: bool) -> None:
    """Play part of a proof's games of a setting, and more games of the first setting while it is
    undecided. The setting nearest to the unchanged game is not given up to save a few games.
    """
    closer = size(_pilots(run, cell), alpha, MOST_PROOF) // LOOK - search.samples[cell].n
    if 0 < closer <= run.left:
        search.ask(cell, closer)
        search.fit()
    while is_first and run.left and search.played(cell) < CLOSE and cell not in search.shut:
        (inside,) = search.chances(np.array([cell]), (0.0,))
        if not EVENS < inside[0] <= LIKELY or _may_tell(_pilots(run, cell), alpha):
            return
        search.ask(cell, min(search.played(cell), run.left))
        search.fit()


def _proof(run: Run, changes: Mapping[str, Scalar], alpha: float, at: int) -> Proof:
    """Play a setting with the first kind of player, and the unchanged design on some of the games.

    `at` is the number of the first game.
    """
    trials, search = run.trials, run.search
    assert search is not None
    pilots = _pilots(run, search.lattice.cell_of(changes))
    n = size(pilots, alpha, MOST_PROOF) if run.outcome == "found" else PAIRED
    n_paired = min(n, PAIRED)
    agents = trials.options.agents
    after, mine, base = {}, {}, {}
    for players in trials.players:
        game = trials.game(changes, players)
        mine[players] = trials.play(game, agents, at, n_paired, "confirming")
        base[players] = mine[players]
        if changes:
            own = trials.game({}, players)
            base[players] = trials.play(own, agents, at, n_paired, "comparing")
        after[players] = mine[players]
        if n > n_paired:
            after[players] = trials.play(
                game, agents, at + n_paired, n - n_paired, "confirming", deepcopy(mine[players])
            )
    if changes:
        run.before = _proven(run, base, ", ".join(agents), trials.aims, alpha)
        run.moved = moved_of(run, changes, base, mine)
    return _proven(run, after, ", ".join(agents), trials.aims, alpha)


def _pilots(run: Run, cell: int) -> list[Pilot]:
    """Return estimates for each aim of a setting, from the search and from failed proofs."""
    search, pilots = run.search, []
    assert search is not None
    means, changes = search.means(np.array([cell]))[0], search.lattice.changes(cell)
    proofs = [tried.proof for tried in run.failed if tried.changes == changes]
    for g, aim in enumerate(run.trials.aims):
        tally = run.trials.tallies[key_of(changes), aim.players]
        variance = aim.moments(tally)[1]
        values, games = [float(means[g])], [tally.games]
        for proof in proofs:  # the same number of games for every number of players
            values.append(proof.verdicts[g].value.value)
            games.append(proof.games // len(run.trials.players))
        error = math.sqrt(variance / sum(games))
        is_seen = math.isfinite(aim.of(tally).value)
        pilots.append(
            Pilot(aim, float(np.average(values, weights=games)), error, variance, is_seen)
        )
    return pilots


def _proven(
    run: Run, tallies: Mapping[int, Tally], agents: str, aims: Sequence[Aim], alpha: float
) -> Proof:
    verdicts = tuple(judged(aim, tallies[aim.players], alpha) for aim in aims)
    games = sum(tally.games for tally in tallies.values())
    return Proof(agents, games, verdicts, unfinished=max(map(unfinished, tallies.values())))


def _second(run: Run, changes: Mapping[str, Scalar], alpha: float) -> Proof:
    """Prove the setting with another kind of player, in wider bands (`Aim.widened`)."""
    trials = run.trials
    spec = run.options.confirm or _other(run.game, trials.options.agents[0])
    agents = aimed((spec,), trials.options.reward)
    aims = [aim.widened() for aim in trials.aims]
    games = {n: trials.game(changes, n) for n in trials.players}
    pilots = {
        n: trials.play(game, agents, PILOT + 1, PILOT_GAMES, f"asking {spec}")
        for n, game in games.items()
    }
    wanted, least = [], 0
    for aim, first in zip(aims, run.proofs[0].verdicts, strict=True):
        value, variance = aim.moments(pilots[aim.players])
        wanted.append(Pilot(aim, value, math.sqrt(variance / PILOT_GAMES), variance))
        # Check whether this kind plays like the first, at a limited cost.
        alike = games_for(Pilot(aim, first.value.value, 0.0, variance), alpha, SECOND_POWER)
        least = max(least, alike)
    n = min(MOST_SECOND, max(least, size(wanted, alpha, MOST_SECOND)))
    tallies = {
        players: trials.play(game, agents, SECOND, n, f"confirming with {spec}")
        for players, game in games.items()
    }
    proof = _proven(run, tallies, spec, aims, alpha)
    is_wider = any(a != b for a, b in zip(aims, trials.aims, strict=True))
    return replace(proof, is_wider=is_wider)


def _other(game: Game, spec: str) -> str:
    """Return a second kind of player that is no weaker than the first, if that costs little."""
    if spec == "greedy":
        return SEARCHER
    return "greedy" if game.value is not None else SEARCHER if spec == "random" else "random"


def moved_of(
    run: Run,
    changes: Mapping[str, Scalar],
    base: Mapping[int, Tally],
    mine: Mapping[int, Tally],
    *,
    is_paired: bool = True,
) -> list[Difference]:
    """Return the change of every measure without a goal, on the same or on other seeds."""
    goals = {(aim.measure, aim.players) for aim in run.trials.aims}
    for players, tally in base.items():
        wins = {(measure, players) for measure in wins_of(tally.sides)}
        if len(wins) == 2 and goals & wins:  # with two seats, one share determines the other
            goals |= wins
    label = ", ".join(f"{k}={v}" for k, v in changes.items())
    differences = []
    for players, tally in base.items():
        other, named = mine[players], players if len(base) > 1 else 0
        for measure in measures_of(tally):
            if not is_in(measure, other) or (measure, players) in goals:
                continue
            was, now = estimate_of(measure, tally), estimate_of(measure, other)
            less = inference.less(now, was)
            d = difference_of(measure, tally, other) if is_paired else less
            least = least_of(measure, run.pack.worth, was.value)
            differences.append(Difference(measure, label, was, now, d, 1.0, least, named))
    q = inference.benjamini_hochberg([inference.p_of(d.difference) for d in differences])
    return [replace(d, q=float(x)) for d, x in zip(differences, q, strict=True)]


def _compensation(run: Run) -> tuple[float, float] | None:
    """Return the points for seat 2 that make two seats even, and seat 1's share with them.

    None if points do not decide the winner, or if the shares are already as wanted.
    """
    seats = [
        aim
        for aim in run.trials.aims
        if aim.measure.is_of_sides and aim.measure.i == 0 and aim.players == 2
    ]
    if not seats:
        return None
    game = run.trials.game({}, 2)
    scores, shares = [], []
    for batch in batches_of(
        game,
        run.trials.options,
        run.trials.options.agents,
        PILOT + 2 * PILOT_GAMES,
        PAIRED,
        "basic",
    ):
        best = batch.scores == batch.scores.max(axis=1, keepdims=True)
        if not np.array_equal(best, batch.winners):
            return None
        scores.append(batch.scores)
        shares.append(batch.winners[:, 0] / batch.winners.sum(axis=1))
    finals = np.concatenate(scores)
    evening = even_points(finals)
    is_even_wanted = seats[0].low <= 1 / 2 <= seats[0].high
    is_met = seats[0].margin(float(np.concatenate(shares).mean())) >= 0
    if not evening or is_met or not is_even_wanted:
        return None
    lead = finals[:, 0] - finals[:, 1]
    points = round(2 * evening[0].value) / 2
    left = float((lead > points).mean() + 0.5 * (lead == points).mean())
    return (points, left) if points and abs(left - 0.5) < EVEN else None
