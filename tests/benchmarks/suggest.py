"""Measures how often the search of `suggest` is right, and its number of games, in worlds with a
planted answer.

`python tests/benchmarks/suggest.py [--seeds 100] [--first 750] [--sizes 1,2,3,6] [--optuna 10]
[--steepness 4] [--json]`. An answer is right if it truly lies inside both bands, with a tolerance
of a quarter of a band, and no farther than the nearest setting that is inside by a quarter. The
outward race plays every cell in order of distance until its own games show on which side it lies,
at two standard errors. The share of right answers of the race is reported, too (`race_right_…`),
and may be larger than the share of the search. The floor is the cost of a proof if the truth is
known beforehand: each cell is played only as often as its distance from the edges requires, and no
cell gives information about another. The numbers of games are those of the search, without the
games that confirm its answer. Settings of the search were chosen on seeds from 1000 on, and its
certainty after seeds below 475 had been seen, so fresh worlds are the seeds from 550 on. Optuna (a
development dependency; its GP sampler needs torch) and random search get the same numbers of games,
a hundred per trial, and minimise the distance of a trial's means outside the bands, plus the
distance of the setting.
"""

import argparse
import json
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from generator.play.studies.suggest.search import MOST, Search
from tests.planted import KINDS, SPREAD, STEEPNESS, Table, World, planted

SIZES = (1, 2, 3, 6)
BUDGETS = (2000, 5000)
STEP = 100  # games of a trial of rivals, and that the race begins a cell with
DISTANT = 0.25  # what a distance of 1 counts against a half band outside
ONE_SIDED = 1.645  # standard errors of a test at 5 %
MOST_RACED = 3  # parameters up to which the race is run


def searched(world: World, seed: int, budget: int = 30_000) -> tuple[bool, int]:
    """Whether the search is right, and its games."""
    search = Search(
        world.lattice, world.bands, Table(world, seed), np.random.default_rng(seed), budget
    )
    search.run()
    is_done = search.outcome == "found" or budget < 30_000
    return is_done and world.is_right(search.best), search.games


def raced(world: World, seed: int) -> tuple[bool, int]:
    """Walk outward; race each cell until it is in the wide or out of the narrow bands."""
    table = Table(world, seed)
    for cell in range(len(world.lattice.cells)):
        n = 0
        while n < 30_000:
            sample = table(cell, max(STEP, min(n, MOST)))
            n = sample.n
            z = 2.0 * np.sqrt(sample.variances)
            wide = [band.widened(1.0) for band in world.bands]
            narrow = [band.widened(-1.0) for band in world.bands]
            ends = list(zip(sample.means - z, sample.means + z, strict=True))
            if all(lo >= w[0] and hi <= w[1] for (lo, hi), w in zip(ends, wide, strict=True)):
                return world.is_right(cell), table.games
            if any(hi < m[0] or lo > m[1] for (lo, hi), m in zip(ends, narrow, strict=True)):
                break
        if table.games > 1_000_000:
            break
    return False, table.games


def floor_of(world: World) -> float:
    """Games that prove the answer cheapest to prove, if the truth is known and cells are apart.

    It must be shown to be inside the wide bands, and each nearer cell to be outside the narrow
    band of one measure.
    """
    inside, outside = [], []
    deviations = (np.sqrt(world.share * (1 - world.share)), SPREAD * world.length)
    pairs = zip(world.bands, (world.share, world.length), deviations, strict=True)
    for band, value, deviation in pairs:
        margin, z = band.margin(value), ONE_SIDED * deviation / band.zone
        with np.errstate(divide="ignore"):
            inside.append(np.where(margin > -1, (z / (margin + 1)) ** 2, np.inf))
            outside.append(np.where(margin < 1, (z / (1 - margin)) ** 2, np.inf))
    games = np.max(inside, axis=0)
    before = np.concatenate([[0.0], np.cumsum(np.min(outside, axis=0))])
    distance = np.round(world.lattice.distance, 9)
    return float(np.min(games + before[np.searchsorted(distance, distance)]))


def cost_of(world: World, table: Table, cell: int) -> float:
    """Return what a sampler minimises: how far the means lie outside, and the distance."""
    sample = table(cell, STEP)
    outside = sum(
        max(0.0, abs(m - (b.low + b.high) / 2) / ((b.high - b.low) / 2) - 1)
        for m, b in zip(sample.means, world.bands, strict=True)
    )
    return outside + DISTANT * float(world.lattice.distance[cell])


def at_random(world: World, seed: int, budget: int) -> bool:
    """The best of cells drawn at random."""
    table, rng = Table(world, seed), np.random.default_rng(seed + 1)
    cells = rng.integers(len(world.lattice.cells), size=budget // STEP).tolist()
    return world.is_right(min((cost_of(world, table, c), c) for c in cells)[1])


def optuna_by(kind: str) -> Callable[[World, int, int], bool]:
    """One of Optuna's samplers on the same games."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)

    def run(world: World, seed: int, budget: int) -> bool:
        table, number = Table(world, seed), world.lattice.number
        samplers = {
            "tpe": lambda: optuna.samplers.TPESampler(seed=seed),
            "gp": lambda: optuna.samplers.GPSampler(seed=seed),
        }
        study = optuna.create_study(sampler=samplers[kind]())

        def objective(trial: optuna.Trial) -> float:
            cell = tuple(
                trial.suggest_int(axis.name, 0, len(axis.values) - 1) for axis in world.lattice.axes
            )
            return cost_of(world, table, number[cell])

        study.optimize(objective, n_trials=budget // STEP)
        best = tuple(study.best_params[axis.name] for axis in world.lattice.axes)
        return world.is_right(number[best])

    return run


def sign_test(ours: list[bool], theirs: list[bool]) -> float:
    """One-sided p that ours is not more often right, over the worlds in which they differ."""
    wins = sum(a and not b for a, b in zip(ours, theirs, strict=True))
    n = wins + sum(b and not a for a, b in zip(ours, theirs, strict=True))
    return sum(math.comb(n, k) for k in range(wins, n + 1)) / 2**n if n else 1.0


@dataclass(frozen=True)
class Trial:
    """One world: the search on it, and up to three parameters the race and the floor."""

    kind: str
    right: bool
    games: int
    race_right: bool = False
    race_games: int = 0
    floor: float = 0.0
    cpu_s: float = 0.0  # of the search


def tried(d: int, steepness: float, which: tuple[str, int]) -> Trial:
    """The search, the race and the floor on one world, of a kind and a seed."""
    kind, seed = which
    world = planted(kind, d, seed, steepness)
    start = time.process_time()
    right, games = searched(world, seed + 10_000)
    seconds = time.process_time() - start
    if d > MOST_RACED:
        return Trial(kind, right, games, cpu_s=seconds)
    return Trial(kind, right, games, *raced(world, seed + 20_000), floor_of(world), seconds)


def right_and_games(seeds: range, sizes: Sequence[int], steepness: float) -> dict[str, float]:
    """The search on every kind of world, all together and each; the race and the floor."""
    found: dict[str, float] = {}
    worlds = [(kind, seed) for seed in seeds for kind in KINDS]
    with ProcessPoolExecutor() as workers:
        for d in sizes:
            trials = list(workers.map(partial(tried, d, steepness), worlds))
            found |= told_of(trials, f"{d}", d)
            for kind in KINDS:
                found |= told_of([t for t in trials if t.kind == kind], f"{d}_{kind}", d)
    return found


def told_of(trials: Sequence[Trial], name: str, d: int) -> dict[str, float]:
    """How often right and how many games, in the middle of the worlds."""
    games = float(np.median([t.games for t in trials]))
    found = {
        f"worlds_{name}": float(len(trials)),
        f"right_{name}": float(np.mean([t.right for t in trials])),
        f"median_games_{name}": games,
        f"mean_games_{name}": float(round(np.mean([t.games for t in trials]))),
        f"cpu_s_{name}": round(float(np.mean([t.cpu_s for t in trials])), 1),
    }
    if d <= MOST_RACED:
        race = float(np.median([t.race_games for t in trials]))
        found[f"race_right_{name}"] = float(np.mean([t.race_right for t in trials]))
        found[f"race_games_{name}"] = race
        found[f"floor_games_{name}"] = float(round(np.median([t.floor for t in trials])))
        found[f"race_ratio_{name}"] = round(games / race, 3)
        whole = sum(t.games for t in trials) / sum(t.race_games for t in trials)
        found[f"race_ratio_of_means_{name}"] = round(whole, 3)
    return found


def against_others(seeds: range, kinds: list[str]) -> dict[str, float]:
    """The search stopped at the same games as its rivals, pooled over all worlds."""
    rivals: dict[str, Callable[[World, int, int], bool]] = {"random": at_random}
    rivals |= {kind: optuna_by(kind) for kind in kinds}
    found: dict[str, float] = {}
    for budget in BUDGETS:
        ours: list[bool] = []
        theirs: dict[str, list[bool]] = {name: [] for name in rivals}
        for d in (1, 2, 3):
            for kind in KINDS:
                for seed in seeds:
                    world = planted(kind, d, seed)
                    ours.append(searched(world, seed + 10_000, budget)[0])
                    for name, rival in rivals.items():
                        theirs[name].append(rival(world, seed + 10_000, budget))
        found[f"ours_at_{budget}"] = float(np.mean(ours))
        for name, right in theirs.items():
            found[f"{name}_at_{budget}"] = float(np.mean(right))
            found[f"{name}_p_{budget}"] = sign_test(ours, right)
    return found


def main() -> None:
    """Run the requested benchmarks and print the results."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--seeds", type=int, default=100, help="worlds of each kind and size")
    asked.add_argument("--first", type=int, default=750, help="the first world's seed")
    asked.add_argument("--sizes", default=",".join(map(str, SIZES)), help="parameters of a world")
    asked.add_argument("--optuna", type=int, default=0, help="worlds of each kind for rivals")
    asked.add_argument("--steepness", type=float, default=STEEPNESS, help="not of rivals' worlds")
    asked.add_argument("--samplers", default="tpe,gp")
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    sizes = [int(word) for word in given.sizes.split(",")]
    seeds = range(given.first, given.first + given.seeds)
    found = right_and_games(seeds, sizes, given.steepness) if given.seeds else {}
    if given.optuna:
        found |= against_others(
            range(given.first, given.first + given.optuna), given.samplers.split(",")
        )
    if given.json:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            print(f"{name:20} {value:g}")


if __name__ == "__main__":
    main()
