"""Plays games on threads of this machine or on a Dask cluster, with the same results.

A run is divided into tasks of consecutive games. Batches are returned in the order of their games,
and only a few wait at a time, so that memory does not grow with the number of games. A task for a
cluster is plain data. The worker opens the pack itself and is rejected if its pack has another
digest.
"""

import asyncio
import os
import re
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from generator import bundled
from generator.model.pack import Pack
from generator.play.engine.batch import Collect, GameBatch, play_games
from generator.play.engine.from_data.judge import Weights
from generator.play.engine.game import Game, load_game
from generator.play.engine.machine import tell
from generator.play.runs.learning import judged_by, weights_in
from generator.system.processes import thread_pool

SCHEDULER = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?:\[[0-9a-fA-F:]+\]|[^\s/:\[\]]+):[0-9]{1,5}")
ANSWER = 10.0  # seconds within which a scheduler must answer
PATIENCE = 60.0  # seconds without any worker before a cluster is given up


class WrongWorker(RuntimeError):
    """Raised when a worker has other rules, another pack or another version."""


class OtherDigest(WrongWorker):
    """Raised when a worker's pack differs from the pack in the task."""

    def __init__(self, pack: str, digest: str, wanted: str) -> None:
        super().__init__(pack, digest, wanted)
        self.pack, self.digest, self.wanted = pack, digest, wanted

    def __str__(self) -> str:
        return f"{self.pack} has digest {self.digest[:12]} here, not {self.wanted[:12]}"


@dataclass(frozen=True, slots=True)
class Task:
    """Some games of a run, as plain data that another machine understands."""

    pack: str  # a bundled name, or a folder that every machine has
    variant: str
    settings: tuple[str, ...]
    players: int
    digest: str
    agents: tuple[str, ...]
    seed: int
    first: int
    n: int
    rotate: bool
    collect: Collect
    weights: Weights | None = None  # the learned worth of cards; None if nothing was learned


def batches(
    game: Game,
    agents: Sequence[str],
    seed: int,
    first: int,
    n: int,
    *,
    size: int,
    rotate: bool = True,
    collect: Collect = "basic",
    workers: int = 0,
    cluster: str | None = None,
) -> Iterator[GameBatch]:
    """Play games `first` to `first + n − 1` in tasks of `size`, yielding batches in order.

    `workers` threads (0: all cores) play on this machine, each without the GIL. With `cluster`, a
    scheduler's "tcp://host:port", its workers play instead. Raises `ConnectionError` if the cluster
    cannot be reached or has lost all its workers, and `WrongWorker` if no worker has this pack.
    """
    tasks = [
        Task(
            pack=_name_of(game.pack),
            variant=game.pack.variant,
            settings=game.pack.settings(),
            players=game.seats,
            digest=game.digest,
            agents=tuple(agents),
            seed=seed,
            first=start,
            n=min(size, first + n - start),
            rotate=rotate,
            collect=collect,
            weights=weights_in(game),
        )
        for start in range(first, first + n, size)
    ]
    if cluster is not None:
        yield from _on_cluster(tasks, cluster)
    else:
        yield from _on_threads(game, tasks, workers or os.cpu_count() or 1)


def play_task(task: Task, game: Game | None = None) -> GameBatch:
    """Play a task; without `game`, open the pack and compare its digest."""
    if game is None:
        game = _opened(task.pack, task.variant, task.settings, task.players, task.digest)
        if task.weights is not None:
            game = judged_by(game, [task.weights] * game.seats)
    return play_games(
        game, task.agents, task.seed, task.first, task.n, rotate=task.rotate, collect=task.collect
    )


def _on_threads(game: Game, tasks: Sequence[Task], workers: int) -> Iterator[GameBatch]:
    """Play tasks in parallel, keep the threads busy, and keep only a few results waiting."""
    if not tasks:
        return
    if workers == 1 or len(tasks) < 2:
        for task in tasks:
            yield play_task(task, game)
        return
    play_task(replace(tasks[0], n=0), game)  # this call compiles once, on this thread
    waiting: deque[Future[GameBatch]] = deque()
    with thread_pool(workers) as pool:
        for task in tasks:
            waiting.append(pool.submit(play_task, task, game))
            if len(waiting) >= 4 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _on_cluster(tasks: Sequence[Task], address: str) -> Iterator[GameBatch]:
    from distributed import Client

    if not SCHEDULER.fullmatch(address) or not 0 < int(address.rpartition(":")[2]) < 2**16:
        raise ValueError(f"{address!r} is no Dask scheduler's address, such as tcp://10.0.0.5:8786")
    _knock(address)
    try:
        make: Any = Client
        client = make(address, timeout=ANSWER, set_as_default=False)
    except OSError as error:
        raise ConnectionError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        waiting: deque[tuple[Task, Any, Sequence[str]]] = deque()
        fit: Sequence[str] = _fit_workers(client, tasks[0]) if tasks else []
        ahead = max(4, 3 * sum(client.nthreads().get(worker, 1) for worker in fit))
        for task in tasks:
            waiting.append((task, _submit(client, task, fit), fit))
            if len(waiting) >= ahead:
                batch, fit = _result(client, *waiting.popleft(), fit)
                yield batch
        while waiting:
            batch, fit = _result(client, *waiting.popleft(), fit)
            yield batch


def _knock(address: str) -> None:
    """Raise `ConnectionError` unless a Dask scheduler identifies itself within `ANSWER` seconds.

    Dask's client trusts any reply and may wait forever.
    """
    from distributed.comm.core import FatalCommClosedError, connect
    from distributed.security import Security

    new: Any = Security
    try:
        arguments = new().get_connection_args("client")
    except OSError as error:
        text = f"the certificates of Dask's configuration (distributed.comm.tls): {error}"
        raise ConnectionError(f"{address} cannot be reached with {text}") from None
    if address.startswith(("tls:", "wss:")) and arguments["ssl_context"] is None:
        text = "Dask's configuration names no certificates (distributed.comm.tls)"
        raise ConnectionError(f"{address} cannot be reached: {text}")

    async def identify() -> Any:
        reach: Any = connect
        comm = await reach(address, timeout=ANSWER, **arguments)
        try:
            await comm.write({"op": "identity", "reply": True})
            return await comm.read()
        finally:
            comm.abort()

    async def in_time() -> Any:
        return await asyncio.wait_for(identify(), ANSWER)

    why = ""
    try:
        with ThreadPoolExecutor(1) as thread:  # this thread may already run an event loop
            is_one = thread.submit(asyncio.run, in_time()).result()["type"] == "Scheduler"
    except FatalCommClosedError as error:  # the certificates do not match
        is_one, why = False, f": {error}"
    except Exception:  # any error from an unknown server's reply
        is_one = False
    if not is_one:
        raise ConnectionError(f"no Dask scheduler answers at {address}{why}")


def _submit(client: Any, task: Task, fit: Sequence[str]) -> Any:
    return client.submit(play_task, task, pure=False, retries=3, workers=list(fit))


def _result(
    client: Any, task: Task, future: Any, meant: Sequence[str], fit: Sequence[str]
) -> tuple[GameBatch, Sequence[str]]:
    """Wait for a batch while any fit worker is left or may join; return the batch and the fit
    workers. `meant` are the workers with the task, and `fit` are the workers that are known to be
    fit so far.
    """
    seen, timeout = time.monotonic(), 1.0
    while True:
        try:
            batch: GameBatch = future.result(timeout=timeout)
            return batch, fit
        except TimeoutError:
            # A finished result may be large, or be lost with its worker before it arrives.
            timeout = min(2 * timeout, PATIENCE) if future.done() else 1.0
            here = set(client.nthreads())
            if here.isdisjoint(fit):  # other workers may have joined since
                digests: dict[str, str] = client.run(_digest_here, task) if here else {}
                fit = sorted(worker for worker in here if digests.get(worker) == task.digest)
            if here.isdisjoint(meant) and fit:
                future, meant = _submit(client, task, fit), fit
            if fit:
                seen = time.monotonic()
            elif time.monotonic() - seen > PATIENCE:
                raise ConnectionError("the cluster has lost all workers with this pack") from None


def _fit_workers(client: Any, task: Task) -> list[str]:
    """Return the workers with our pack, rules and version; report the others."""
    client.wait_for_workers(1, timeout=PATIENCE)
    digests: dict[str, str] = client.run(_digest_here, task)
    fit = sorted(worker for worker, digest in digests.items() if digest == task.digest)
    for worker in sorted(digests.keys() - set(fit)):
        tell(f"worker {worker} is left out: {digests[worker]} is not the digest {task.digest[:12]}")
    if not fit:
        raise WrongWorker(f"no worker has {task.pack} as it is here (digest {task.digest[:12]})")
    return fit


def _digest_here(task: Task) -> str:
    """Return the digest of a task's game on this worker, or the reason why it is missing."""
    try:
        return _opened(task.pack, task.variant, task.settings, task.players, task.digest).digest
    except OtherDigest as other:
        return other.digest
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@lru_cache(maxsize=8)
def _opened(pack: str, variant: str, settings: tuple[str, ...], players: int, digest: str) -> Game:
    """Return the game with that digest.

    Raises `OtherDigest`, which is not cached, if the pack has another digest. The digest is part of
    the cache key, so that edited files are read again.
    """
    from generator.reading.door import open_pack

    opened, problems = open_pack(pack, variant=variant or None, settings=settings)
    if opened is None:
        raise WrongWorker("; ".join(str(problem) for problem in problems))
    game = load_game(opened, players)
    if game.digest != digest:
        raise OtherDigest(pack, game.digest, digest)
    return game


def _name_of(pack: Pack) -> str:
    return pack.id if pack.folder == (bundled("rules") / pack.id).resolve() else str(pack.folder)
