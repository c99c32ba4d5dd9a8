"""The child process that does the long work: answers, stops early, dies with its parent."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from generator.preview.worker import Worker, WorkerEnded, WorkFailed

ROOT = Path(__file__).parent.parent.parent


def run(use: Callable[[Worker], Awaitable[None]]) -> None:
    async def whole() -> None:
        worker = Worker()
        try:
            await use(worker)
        finally:
            await worker.end()

    asyncio.run(whole())


def test_the_worker_answers_and_reports_faults() -> None:
    async def use(worker: Worker) -> None:
        assert await worker.ask("json:loads", "[1, 2]") == [1, 2]
        with pytest.raises(WorkFailed, match="Expecting"):
            await worker.ask("json:loads", "[1,")
        assert await worker.ask("json:loads", "3") == 3

    run(use)


def test_the_problems_of_a_pack_come_through() -> None:
    async def use(worker: Worker) -> None:
        with pytest.raises(WorkFailed) as told:
            await worker.ask("generator.play.engine.loading:load_rules", Path("/nowhere"))
        assert "there is no rules.py" in told.value.problems[0].message

    run(use)


def test_a_worker_can_be_ended_during_work_and_used_again() -> None:
    async def use(worker: Worker) -> None:
        asked = asyncio.create_task(worker.ask("time:sleep", 60))
        while worker.pid is None:
            await asyncio.sleep(0.01)
        pid = worker.pid
        await asyncio.sleep(0.2)
        await worker.end()
        with pytest.raises(WorkerEnded):
            await asked
        assert not _lives(pid)
        assert await worker.ask("json:loads", "1") == 1

    run(use)


def test_the_end_of_the_output_of_a_crashed_child_is_kept() -> None:
    last = (
        "import os, signal, sys; sys.stderr.write('farewell'); sys.stderr.flush(); "
        "os.kill(os.getppid(), signal.SIGKILL)"
    )

    async def use(worker: Worker) -> None:
        with pytest.raises(WorkerEnded, match="farewell"):
            await worker.ask("subprocess:check_call", [sys.executable, "-c", last])

    run(use)


def test_leaving_a_stream_early_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_numbers.py").write_text(
        "import time\ndef count():\n    for n in range(10_000):\n"
        "        time.sleep(0.01)\n        yield n\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    async def use(worker: Worker) -> None:
        started = time.monotonic()
        seen = []
        async with aclosing(worker.stream("slow_numbers:count")) as numbers:
            async for n in numbers:
                seen.append(n)
                if len(seen) == 3:
                    break
        assert seen == [0, 1, 2]
        assert await worker.ask("json:loads", "1") == 1
        assert time.monotonic() - started < 50  # all of it would have lasted a hundred

    run(use)


def test_an_item_that_is_none_is_a_sign_of_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    (tmp_path / "one_sign.py").write_text(
        "import pathlib, time\ndef wait(file):\n    while not pathlib.Path(file).exists():\n"
        "        time.sleep(0.01)\n    yield None\n    time.sleep(600)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    async def use(worker: Worker) -> None:
        asked = asyncio.create_task(worker.ask("one_sign:wait", str(told)))
        while not worker.silent:
            await asyncio.sleep(0.01)
        before = worker._heard
        told.touch()
        async with asyncio.timeout(60):
            while worker._heard == before:
                await asyncio.sleep(0.01)
        assert not asked.done() and worker.silent
        asked.cancel()

    run(use)


def test_leaving_finished_work_does_not_end_the_child() -> None:
    async def use(worker: Worker) -> None:
        async with aclosing(worker.stream("json:loads", "1")) as answers:
            assert await anext(answers) == 1
            assert await worker.ask("json:loads", "2") == 2  # the first is over by now
        pid = worker.pid
        await worker.settle(0.1)
        assert worker.pid == pid is not None

    run(use)


def test_a_child_that_gives_no_sign_is_ended_and_replaced() -> None:
    async def use(worker: Worker) -> None:
        worker._patience = 0.3
        asked = [asyncio.create_task(worker.ask("time:sleep", 600)) for _ in range(2)]
        for each in asked:
            with pytest.raises(WorkerEnded, match=r"there was no answer for [\d.]+ seconds"):
                await each
        assert worker.silent == 0
        worker._patience = 600.0  # however long a child may need to start
        assert await worker.ask("json:loads", "1") == 1

    run(use)


def test_abandoned_work_delays_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one_number.py").write_text(
        "import time\ndef count():\n    yield 1\n    time.sleep(600)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    async def use(worker: Worker) -> None:
        worker._patience = 600.0
        async with aclosing(worker.stream("one_number:count")) as numbers:
            assert await anext(numbers) == 1
        worker._patience = 0.3
        with pytest.raises(WorkerEnded, match="there was no answer"):
            await worker.ask("json:loads", "1")
        worker._patience = 600.0
        assert await worker.ask("json:loads", "1") == 1

    run(use)


def test_the_end_names_its_reason() -> None:
    async def use(worker: Worker) -> None:
        asked = asyncio.create_task(worker.ask("time:sleep", 600))
        while not worker.silent:
            await asyncio.sleep(0.01)
        await worker.end("the rules were saved")
        with pytest.raises(WorkerEnded, match="the rules were saved"):
            await asked
        assert worker.silent == 0

    run(use)


def test_clients_that_reconnect_do_not_prevent_the_end() -> None:
    async def use(worker: Worker) -> None:
        async def ask() -> None:
            with pytest.raises(WorkerEnded):
                await worker.ask("time:sleep", 600)
            await worker.ask("time:sleep", 600)

        asked = asyncio.create_task(ask())
        while not worker.silent:
            await asyncio.sleep(0.01)
        first = worker._process
        assert first is not None
        waited = first.wait

        async def die_slowly() -> int:
            while worker.pid is None:  # it is not dead before there is the next one
                await asyncio.sleep(0.01)
            return await waited()

        first.wait = die_slowly  # type: ignore[method-assign]
        ending = asyncio.create_task(worker.end())
        done, _ = await asyncio.wait([ending], timeout=60)
        assert ending in done and not asked.done()
        assert worker.pid not in (None, first.pid)
        asked.cancel()

    run(use)


def test_the_child_ends_with_its_parent() -> None:
    code = (
        "import asyncio\n"
        "from generator.preview.worker import Worker\n"
        "async def go():\n"
        "    worker = Worker()\n"
        "    await worker.ask('json:loads', '1')\n"
        "    print(worker.pid, flush=True)\n"
        "    await worker.ask('time:sleep', 60)\n"
        "asyncio.run(go())\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until = time.monotonic() + 20
    while _lives(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _lives(child)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
