"""Bundled games by the million: `python -m tests.hostile.rules --games 1000000 --seed 1`.

Every game keeps the contract, memory does not grow, and the digest of all records is the same on
one thread and on two, compiled and plain, and on a Dask cluster that loses a worker. `--only mara`
plays one game, `--players 2` only that number of players; `--plain 2000` and `--cluster 20000` set
the numbers of games in plain Python and on the cluster.
"""

import argparse
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path

import numpy as np

from generator.play.engine.batch import GameBatch
from generator.play.engine.game import Game, load_game
from generator.play.runs.runners import batches
from generator.reading.door import open_pack
from generator.reading.folder import bundled_packs
from tests import toys
from tests.clusters import cluster_of

SIZE = 500  # games a batch
FLAT = 0.05  # how far memory may be, at each tenth of a run, from what it was when it was warm
WARM = 0.05  # the share of a run after which it is
ENOUGH = 200  # batches, from which memory is judged
PLAIN_SHARE = {"mara": 0.25}  # of `--plain`: its plain rules play four games a second


def opened(name: str, players: int, plain: bool = False) -> Game:
    """Return a bundled game for this number of players."""
    return load_game(toys.opened(name), players, plain=plain)


def broken(game: Game, batch: GameBatch) -> list[str]:
    """Return what is impossible in a batch."""
    n, rules = len(batch), game.pack.id
    best = batch.scores.max(axis=1, keepdims=True)
    holds = {
        "a score is no number": np.isfinite(batch.scores).all(),
        "the winners are not those with the highest score": np.array_equal(
            batch.winners, batch.scores == best
        ),
        "a game ends in no known way": np.isin(batch.end, (0, 1)).all(),
        "a game has no decision": (batch.decisions > 0).all(),
        "a game has more turns than decisions": (batch.turns <= batch.decisions).all(),
        "a game has fewer legal moves than decisions": (batch.branching >= batch.decisions).all(),
        "a supply is below nothing": (batch.supply_low >= 0).all(),
        "kinds of moves are not as many as decisions": not batch.kinds
        or np.array_equal(batch.kind_counts.sum(axis=(1, 2)), batch.decisions),
        "a piece is used oftener than offered": (batch.piece_used <= batch.piece_offered).all(),
        "moves are not as many as decisions": np.array_equal(
            np.diff(batch.move_starts), batch.decisions
        ),
        "a seat is none": np.isin(batch.movers, range(game.seats)).all(),
        "a game is missing": len(set(batch.index.tolist())) == n,
    }
    return [f"{rules} for {game.seats}: {what}" for what, is_so in holds.items() if not is_so]


def digest_of(found: Iterable[GameBatch]) -> str:
    """A sha256 of all that batches hold; the same games are the same digest."""
    total = hashlib.sha256()
    for batch in found:
        for each in fields(batch):
            value = getattr(batch, each.name)
            is_array = isinstance(value, np.ndarray)
            total.update(value.tobytes() if is_array else repr(value).encode())
    return total.hexdigest()


def played(game: Game, n: int, seed: int, workers: int) -> Iterator[GameBatch]:
    """Games of random players, with all their moves."""
    return batches(game, ["random"], seed, 0, n, size=SIZE, collect="moves", workers=workers)


def attack(
    name: str, players: int, n: int, n_plain: int, seed: int, n_cluster: int = 0
) -> tuple[list[str], list[float]]:
    """Play one game and test its contract; return the faults, and the memory in MB after warming
    up and at each tenth of the run.
    """
    game, wrong = opened(name, players), []
    sizes: list[float] = []
    total = hashlib.sha256()
    for batch in played(game, n, seed, 2):
        wrong += broken(game, batch)
        total.update(digest_of([batch]).encode())
        sizes.append(_memory())
    again = hashlib.sha256()
    for batch in played(game, n, seed, 1):
        again.update(digest_of([batch]).encode())
    if again.digest() != total.digest():
        wrong.append(f"{name} for {players}: one thread plays other games than two")
    marks = [sizes[round(share * (len(sizes) - 1))] for share in (WARM, *np.arange(0.1, 1.01, 0.1))]
    if len(sizes) >= ENOUGH and any(abs(size / marks[0] - 1) > FLAT for size in marks):
        wrong.append(f"{name}: memory is not flat: {', '.join(f'{m:.0f}' for m in marks)} MB")
    few = max(1, int(n_plain * PLAIN_SHARE.get(name, 1.0)))
    slow = opened(name, players, plain=True)
    if digest_of(played(slow, few, seed, 1)) != digest_of(played(game, few, seed, 1)):
        wrong.append(f"{name} for {players}: plain rules play other games than compiled ones")
    if n_cluster:
        wrong += on_a_losing_cluster(game, n_cluster, seed)
    return wrong, marks


def on_a_losing_cluster(game: Game, n: int, seed: int) -> list[str]:
    """Return the faults of games on a cluster of two workers, one of which is killed."""
    found, killed = hashlib.sha256(), 0
    here = hashlib.sha256()
    with tempfile.TemporaryDirectory() as folder, cluster_of(2, Path(folder)) as (address, all_):
        _await_workers(address, 2)
        for i, batch in enumerate(
            batches(game, ["random"], seed, 0, n, size=SIZE, collect="moves", cluster=address)
        ):
            found.update(digest_of([batch]).encode())
            if i == 1:
                all_[1].kill()
                killed = all_[1].wait(10)
    for batch in played(game, n, seed, 1):
        here.update(digest_of([batch]).encode())
    what = f"{game.pack.id} for {game.seats}"
    wrong = [f"{what}: no worker was lost"] * (not killed)
    if found.digest() != here.digest():
        wrong.append(f"{what}: a cluster that loses a worker plays other games")
    return wrong


def _await_workers(address: str, n: int) -> None:
    """Wait until the workers run in processes of their own and are ready."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(n, timeout=120)
        assert len({*client.run(os.getpid).values()}) == n


def _memory() -> float:
    """Return this process's memory in MB; 0 if the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0


def main() -> int:
    """Play as the command line says; return 1 if there is a fault."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=1_000_000)
    asked.add_argument("--plain", type=int, default=2000)
    asked.add_argument("--cluster", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--players", type=int, nargs="*", default=None)
    asked.add_argument("--only", nargs="*", default=bundled_packs())
    call = asked.parse_args()
    n_wrong = 0
    for name in call.only:
        pack, _ = open_pack(name)
        assert pack is not None, name
        for players in sorted(set(call.players or pack.players)):
            began = time.process_time()
            wrong, marks = attack(name, players, call.games, call.plain, call.seed, call.cluster)
            n_wrong += len(wrong)
            took = f"{time.process_time() - began:.0f} s of processor time"
            memory = "/".join(f"{size:.0f}" for size in marks)
            told = f"{name} for {players}: {call.games:,} games, {took}, {memory} MB"
            print(told, *wrong, sep="\n  ", flush=True)
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
