"""Work that takes long or may never end, in a child process that can be ended.

In: the name of a function, "module:function", and plain arguments. Out: its result or, for a
generator, its items one by one. An item that is None is not passed on: it is a sign of progress,
and a point at which the work may be stopped. The child does one piece of work after the other, ends
with its parent, and leaves Ctrl-C to it. Its output goes to standard error.
"""

import asyncio
import importlib
import json
import math
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import suppress
from types import GeneratorType
from typing import Any, BinaryIO

from generator.model.problems import Problem
from generator.system.processes import environment, slowness

_LENGTH = struct.Struct(">Q")
TAIL = 4000  # characters at the end of a child's output that are kept
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from generator.preview.worker import work; work()"
)


class WorkFailed(RuntimeError):
    """Raised if the work ended with a fault; `problems` are the pack's own, with their places."""

    def __init__(self, text: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(text)
        self.problems = problems


def last_line(fault: Exception, otherwise: str = "it failed") -> str:
    """Return the last line of a fault's text, which says what happened; `otherwise` if it has none.

    >>> last_line(WorkFailed("Traceback …\\nValueError: no seat")), last_line(WorkFailed(""))
    ('ValueError: no seat', 'it failed')
    """
    return (str(fault).strip().splitlines() or [otherwise])[-1]


class WorkerEnded(WorkFailed):
    """Raised if the child was ended or has crashed; the text is the end of its output."""


class Worker:
    """A child process for one kind of work, started at the first request and again
    after its end.
    """

    def __init__(self, nice: int = 0, patience: float = math.inf) -> None:
        """`nice` lowers the child's priority; `on_line` is called with each line that it prints.

        A child that works without a sign of progress for `patience` seconds is ended; on a busy
        machine it has more time.
        """
        self._nice = nice
        self._patience = patience
        # time of the child's last sign of progress, or of a request while it was idle
        self._heard = 0.0
        self._watchdog: asyncio.Task[None] | None = None
        self.on_line: Callable[[str], None] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._jobs: dict[int, asyncio.Queue[tuple[str, Any]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._n = 0
        self._begun: set[int] = set()  # jobs that have begun and not ended
        self._left: set[int] = set()  # jobs that have begun but whose results are no longer needed
        self._said = ""
        self._is_closed = False
        self._starting = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The child's process id; None if it is not running."""
        return self._process.pid if self._process is not None else None

    @property
    def silent(self) -> float:
        """Seconds since the last answer, item or sign of a working child; 0 if it is idle."""
        return time.monotonic() - self._heard if self._begun else 0.0

    async def start(self) -> None:
        """Start the child now, so that it loads its modules while other processes do the same."""
        await self._child()

    async def ask(self, work: str, *given: Any) -> Any:
        """Call a function and return its result. Raises `WorkFailed`."""
        answer = None
        async for item in self.stream(work, *given):
            answer = item
        return answer

    async def stream(self, work: str, *given: Any) -> AsyncGenerator[Any, None]:
        """Call a generator and yield its items; closing it (`aclosing`) stops the work early.

        Raises `WorkFailed`.
        """
        process = await self._child()
        if process is None:
            raise WorkerEnded("it is closed")
        self._n += 1
        n, answers = self._n, asyncio.Queue[tuple[str, Any]]()
        if not self._begun:
            self._heard = time.monotonic()
        self._jobs[n] = answers
        self._begun.add(n)
        _put(process, (n, work, given))
        try:
            while True:
                kind, value = await answers.get()
                if kind == "done":
                    return
                if kind == "fault":
                    raise WorkFailed(*value)
                if kind == "ended":
                    raise WorkerEnded(value)
                yield value
        finally:
            del self._jobs[n]
            if n in self._begun:
                self._left.add(n)
                _put(process, (n, None, ()))

    async def settle(self, seconds: float) -> None:
        """Wait until the child has stopped the work that was left early.

        If it does not, end the child.
        """
        until = asyncio.get_running_loop().time() + seconds
        while self._left and self._process is not None:
            if asyncio.get_running_loop().time() > until:
                await self.end()
                return
            await asyncio.sleep(0.01)

    async def end(self, why: str = "it was ended") -> None:
        """End the child at once; everyone who waits for it gets the reason."""
        process, tasks = self._process, list(self._tasks)
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            self._forget(process, why)
            await process.wait()
        # only tasks of this child, because a waiting caller may have started the next one by now
        if tasks:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """End the child, and do not start another."""
        self._is_closed = True
        await self.end()

    async def _child(self) -> asyncio.subprocess.Process | None:
        async with self._starting:
            if self._is_closed:
                return None
            if self._process is None:
                self._said = ""
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-P",
                    "-c",
                    _START,
                    json.dumps(sys.path),  # so that the child imports the same modules
                    str(self._nice),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                    env=environment(),
                )
                for watch in (self._read(self._process), self._listen(self._process)):
                    task = asyncio.create_task(watch)
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
                if self._patience < math.inf:
                    self._watchdog = asyncio.create_task(self._watch(self._process))
            return self._process

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """End the child if it gives no sign of progress for too long."""
        while self.silent <= (limit := self._patience * slowness()):
            await asyncio.sleep(max(0.01, min(1.0, limit - self.silent)))
        with suppress(ProcessLookupError):
            process.kill()
        self._forget(process, f"there was no answer for {limit:.3g} seconds")

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Pass every answer to the job that waits for it."""
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                (length,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
                n, kind, value = pickle.loads(await process.stdout.readexactly(length))
                self._heard = time.monotonic()
                if kind == "sign":
                    continue
                if kind != "item":
                    self._begun.discard(n)
                    self._left.discard(n)
                if n in self._jobs:
                    self._jobs[n].put_nowait((kind, value))
        await process.wait()
        await asyncio.sleep(0)  # lets the end of its output be read
        self._forget(process, self._said.strip() or f"it ended with code {process.returncode}")

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Keep the end of the child's output."""
        assert process.stderr is not None
        while chunk := await process.stderr.read(TAIL):
            self._said = (self._said + chunk.decode(errors="replace"))[-TAIL:]
            lines = self._said.strip().splitlines()
            if self.on_line is not None and lines:
                self.on_line(lines[-1])

    def _forget(self, process: asyncio.subprocess.Process, why: str) -> None:
        if self._process is process:
            self._process = None
            if self._watchdog is not None:
                self._watchdog.cancel()
            self._begun.clear()
            self._left.clear()
            for answers in self._jobs.values():
                answers.put_nowait(("ended", why))


def _put(process: asyncio.subprocess.Process, frame: object) -> None:
    assert process.stdin is not None
    data = pickle.dumps(frame)
    with suppress(ConnectionError, RuntimeError):
        process.stdin.write(_LENGTH.pack(len(data)) + data)


# -- in the child process -------------------------------------------------------------------


def work() -> None:
    """Do the work requested on standard input, one piece after the other, until the input ends."""
    import warnings

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    if int(sys.argv[2]) and hasattr(os, "nice"):
        os.nice(int(sys.argv[2]))
    answers = os.fdopen(os.dup(1), "wb")
    requests = os.fdopen(os.dup(0), "rb")
    os.dup2(2, 1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    jobs: queue.SimpleQueue[tuple[int, str, tuple[Any, ...]]] = queue.SimpleQueue()
    stopped: set[int] = set()
    threading.Thread(target=_take, args=(requests, jobs, stopped), daemon=True).start()
    while True:
        n, name, given = jobs.get()
        try:
            for item in () if n in stopped else _items(name, given):
                if n in stopped:
                    break
                _answer(answers, (n, "sign" if item is None else "item", item))
            _answer(answers, (n, "done", None))
        except BrokenPipeError:
            os._exit(0)
        except Exception as fault:
            _answer(answers, (n, "fault", _told(fault)))
        stopped.difference_update([past for past in tuple(stopped) if past <= n])


def _take(
    requests: BinaryIO,
    jobs: "queue.SimpleQueue[tuple[int, str, tuple[Any, ...]]]",
    stopped: set[int],
) -> None:
    """Read requests; when the input ends, end the process at once."""
    while len(head := requests.read(_LENGTH.size)) == _LENGTH.size:
        n, name, given = pickle.loads(requests.read(_LENGTH.unpack(head)[0]))
        if name is None:
            stopped.add(n)
        else:
            jobs.put((n, name, given))
    os._exit(0)


def _items(name: str, given: tuple[Any, ...]) -> Iterator[Any]:
    module, _, function = name.partition(":")
    function_found = getattr(importlib.import_module(module), function)(*given)
    if isinstance(function_found, GeneratorType):
        yield from function_found
    else:
        yield function_found


def _answer(answers: BinaryIO, frame: object) -> None:
    data = pickle.dumps(frame)
    answers.write(_LENGTH.pack(len(data)) + data)
    answers.flush()


def _told(fault: Exception) -> tuple[str, tuple[Problem, ...]]:
    problems = getattr(fault, "problems", None)
    if problems is not None:
        return str(fault), tuple(problems)
    if isinstance(fault, ValueError | OSError):
        return str(fault) or type(fault).__name__, ()
    import traceback

    return f"{type(fault).__name__}: {fault}\n{traceback.format_exc()}", ()
