"""A Dask cluster on this machine for tests: a scheduler and workers, each in its own process."""

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
Process = subprocess.Popen[str]


def started(*words: str, **settings: str) -> Process:
    """A "scheduler" or a "worker", with further words for its command line."""
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler" if words[0] == "scheduler"
         else "distributed.cli.dask_worker", *words[1:]],
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    )  # fmt: skip


@contextmanager
def cluster_of(n_workers: int, folder: Path) -> Iterator[tuple[str, list[Process]]]:
    """Its address, and its processes: the scheduler, then the workers."""
    file = folder / "scheduler.json"
    processes = [started("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard",
                         "--scheduler-file", str(file))]  # fmt: skip
    try:
        until = time.monotonic() + 60
        while not file.exists() or not file.read_text().strip():
            assert time.monotonic() < until, "the scheduler did not start"
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        processes += [
            started("worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny",
                    "--local-directory", str(folder))
            for _ in range(n_workers)
        ]  # fmt: skip
        yield address, processes
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()
        gc.collect()  # tasks left by a lost worker tell of it when they go: not in another test
