"""Runners: threads, processes or a cluster that loses a worker play the same games."""

import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from generator.play.engine.batch import GameBatch, joined
from generator.play.engine.game import Game, load_game
from generator.play.measures.results import SimulateOptions
from generator.play.runs import runners, runs
from generator.play.runs.runners import Task, WrongWorker, batches, play_task
from tests.clusters import Process, cluster_of, started
from tests.play.batches import same
from tests.toys import DICE, TRICKS, classic, opened, toy, write_pack

ROOT = Path(__file__).parents[3]


def whole(game: Game, **how: object) -> GameBatch:
    parts = list(
        batches(game, ["greedy", "random"], 4, 10, 90, size=8, collect="moves", **how)  # type: ignore[arg-type]
    )
    assert [len(part) for part in parts] == [8] * 11 + [2]
    return joined(parts)


def test_threads_and_sizes_do_not_show(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2, plain=False)
    one = whole(game, workers=1)
    assert same(one, whole(game, workers=2))
    assert same(one, whole(game, workers=5))
    assert same(one, joined(list(batches(game, ["greedy", "random"], 4, 10, 90, size=90,
                                         collect="moves"))))  # fmt: skip


@pytest.mark.parametrize(
    ("agent", "plain", "size"), [("random", False, 16), ("mcts:9", False, 2), ("random", True, 2)]
)
def test_a_task_takes_longer_than_to_begin_it(
    agent: str, plain: bool, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def noted(*asked: object, **how: object) -> Iterator[GameBatch]:
        sizes.append(how["size"])  # type: ignore[arg-type]
        return iter(())

    monkeypatch.setattr(runs, "batches", noted)
    game = classic("tictactoe", plain=plain)
    assert not [*runs.batches_of(game, SimulateOptions(), (agent,), 0, 100, "basic")]
    assert sizes == [size]


PROGRAM = """
import pickle, sys
from generator.play.runs.runners import play_task
task = pickle.load(open(sys.argv[1], "rb"))
pickle.dump(play_task(task), open(sys.argv[1] + ".out", "wb"))
"""


def task_of(game: Game, first: int, n: int) -> Task:
    return Task(
        pack=str(game.pack.folder), variant="", settings=("bonus=3",), players=game.seats,
        digest=game.digest, agents=("random",), seed=2, first=first, n=n, rotate=True,
        collect="moves",
    )  # fmt: skip


def test_separate_processes_play_the_same_games(tmp_path: Path) -> None:
    import pickle

    pack = opened(write_pack(tmp_path, DICE, "1-3"), "bonus=3")
    game = load_game(pack, 2)
    file = tmp_path / "10.task"
    file.write_bytes(pickle.dumps(task_of(game, 10, 10)))
    subprocess.run([sys.executable, "-c", PROGRAM, str(file)], check=True, cwd=ROOT)
    there = pickle.loads(Path(f"{file}.out").read_bytes())
    parts = [play_task(task_of(game, 0, 10), game), there]
    assert same(play_task(task_of(game, 0, 20), game), joined(parts))


def test_a_task_for_other_rules_is_refused(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path, DICE, "1-3"), "bonus=3")
    task = task_of(load_game(pack, 2, plain=True), 0, 5)
    with pytest.raises(WrongWorker, match="digest"):
        play_task(replace(task, digest="0" * 64))
    with pytest.raises(WrongWorker, match="digest"):
        play_task(replace(task, settings=()))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[Process]]]:
    """A scheduler and two workers, each in its own process."""
    with cluster_of(2, tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[Process]]]:
    """The same for several tests; one of them ends the first worker."""
    with cluster_of(2, tmp_path_factory.mktemp("cluster")) as made:
        yield made


@pytest.mark.filterwarnings("ignore")
@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_plays_the_same_games(
    tmp_path: Path, lasting: tuple[str, list[Process]]
) -> None:
    from distributed import Client

    address, processes = lasting
    pack = opened(write_pack(tmp_path / "pack", DICE, "1-3"))
    game = load_game(pack, 2)
    agents = ["mcts:300", "random"]
    how = {"size": 10, "collect": "moves"}
    here = joined(list(batches(game, agents, 4, 0, 200, **how)))  # type: ignore[arg-type]
    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        assert len({*client.run(os.getpid).values()} & {p.pid for p in processes[1:]}) == 2
    parts = []
    for part in batches(game, agents, 4, 0, 200, cluster=address, **how):  # type: ignore[arg-type]
        parts.append(part)
        if len(parts) == 2:
            processes[1].send_signal(signal.SIGKILL)
    assert processes[1].wait(10) != 0
    assert same(here, joined(parts))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_all_it_had_goes_on_with_who_joins_if_they_have_the_pack(
    tmp_path: Path,
    cluster: tuple[str, list[Process]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, processes = cluster
    folder = write_pack(tmp_path / "pack", DICE, "1-3")
    game = load_game(opened(folder), 2)
    how = {"size": 5, "collect": "moves"}
    here = joined(list(batches(game, ["mcts:300"], 4, 0, 100, **how)))  # type: ignore[arg-type]

    def lose_all() -> None:
        for process in processes[1:]:
            process.kill()
            process.wait()
        processes.append(
            started("worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny",
                    "--local-directory", str(tmp_path))
        )  # fmt: skip

    parts = []
    for part in batches(game, ["mcts:300"], 4, 0, 100, cluster=address, **how):  # type: ignore[arg-type]
        parts.append(part)
        if len(parts) == 2:
            lose_all()
    assert same(here, joined(parts))

    monkeypatch.setattr(runners, "PATIENCE", 4.0)
    parts = []
    with pytest.raises(ConnectionError, match="lost all workers with this pack"):
        for part in batches(game, ["mcts:300"], 4, 0, 100, cluster=address, **how):  # type: ignore[arg-type]
            parts.append(part)
            if len(parts) == 2:
                (folder / "rules.py").write_text(DICE.replace("below(rng, 6)", "below(rng, 8)"))
                lose_all()  # who joins has other rules


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_games_that_were_played_but_are_lost_with_their_worker_are_played_again(
    tmp_path: Path, cluster: tuple[str, list[Process]]
) -> None:
    from distributed import Client

    address, processes = cluster
    game = load_game(opened(write_pack(tmp_path / "pack", DICE, "1-3")), 2)
    task = replace(task_of(game, 0, 20), settings=())
    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        fit = runners._fit_workers(client, task)
        future = runners._submit(client, task, fit)
        until = time.monotonic() + 60
        while not future.done() and time.monotonic() < until:
            time.sleep(0.02)
        for process in processes[1:]:
            process.kill()
        processes.append(
            started("worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny",
                    "--local-directory", str(tmp_path))
        )  # fmt: skip
        batch, _ = runners._result(client, task, future, fit, fit)
    assert same(batch, play_task(task, game))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_whose_workers_have_other_rules_is_refused(
    tmp_path: Path, lasting: tuple[str, list[Process]]
) -> None:
    address, _ = lasting
    folder = write_pack(tmp_path / "pack", DICE, "1-3")
    game = load_game(opened(folder), 2)
    (folder / "rules.py").write_text(DICE.replace("below(rng, 6)", "below(rng, 8)"))
    with pytest.raises(WrongWorker, match="no worker has"):
        list(batches(game, ["random"], 1, 0, 10, size=5, cluster=address))


def test_no_scheduler_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "ANSWER", 0.5)
    game = toy(tmp_path, DICE, 2)
    with pytest.raises(ConnectionError, match="no Dask scheduler answers"):
        list(batches(game, ["random"], 1, 0, 10, size=5, cluster="tcp://127.0.0.1:9"))


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\xff" * 24])
def test_a_server_that_is_no_scheduler_is_reported_in_time(
    said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runners, "ANSWER", 0.5)
    game = toy(tmp_path, DICE, 2)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as stranger:
                stranger.sendall(said)
                stranger.settimeout(5)
                while stranger.recv(4096):
                    pass

        threading.Thread(target=answer, daemon=True).start()
        address, began = f"tcp://127.0.0.1:{server.getsockname()[1]}", time.monotonic()
        with pytest.raises(ConnectionError) as told:
            list(batches(game, ["random"], 1, 0, 10, size=5, cluster=address))
        gc.collect()  # a client that is given up would say so here
    assert str(told.value) == f"no Dask scheduler answers at {address}"
    assert time.monotonic() - began < 4
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("scheme", ["tls", "wss"])
def test_no_certificates_are_reported_before_anyone_is_asked(scheme: str, tmp_path: Path) -> None:
    game = toy(tmp_path, DICE, 2)
    with pytest.raises(ConnectionError, match="names no certificates"):
        list(batches(game, ["random"], 1, 0, 9, size=5, cluster=f"{scheme}://127.0.0.1:9"))


@pytest.mark.parametrize(
    "address",
    ["", "tcp://", "file:///etc/passwd", "tcp://a:b", "http://a:1", "tcp://a:0", "[::1]:65536"],
)
def test_a_wrong_address_is_reported_before_connecting(address: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no Dask scheduler's address"):
        list(batches(toy(tmp_path, DICE, 2), ["random"], 1, 0, 10, size=5, cluster=address))


def test_a_worker_reads_an_edited_pack_again(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, DICE, "1-3")
    first = load_game(opened(folder, "bonus=3"), 2)
    assert runners._digest_here(task_of(first, 0, 1)) == first.digest
    rules = folder / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "\n\nEDITED = 1\n", "utf-8")
    second = load_game(opened(folder, "bonus=3"), 2)
    assert second.digest != first.digest
    assert runners._digest_here(task_of(second, 0, 1)) == second.digest
    assert len(play_task(task_of(second, 0, 2))) == 2
    with pytest.raises(WrongWorker, match="has digest"):
        play_task(replace(task_of(first, 0, 1), settings=()))
    assert runners._digest_here(replace(task_of(second, 0, 1), digest="other")) == second.digest
