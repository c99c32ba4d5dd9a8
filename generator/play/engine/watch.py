"""A thread that watches every running call of a pack's code and ends the process if a call hangs.

A call that never returns cannot be stopped, whether compiled or plain. The watch therefore reports
the known facts about the call and ends the process with exit code 1.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from generator.model.problems import Problem, report_last

PATIENCE = 10.0  # greatest number of seconds that one call may last
GLANCE = 0.1  # seconds between two checks; an endless call may allocate a GB a second
ENDLESS_FIX = "look for a loop whose condition stays true"


class Running(Protocol):
    """A caller that calls the pack's code repeatedly."""

    def moment(self) -> object:
        """Return a value that identifies the current call; `None` without a call."""

    def endless(self) -> Problem | None:
        """Return the problem to report for a call that hangs; `None` if it has just returned."""


@dataclass(eq=False, slots=True)
class _Seen:
    """The last known call of a caller, and the time since the call began."""

    running: Running
    moment: object = None
    since: float = 0.0
    worked: float = 0.0

    def hangs(self) -> bool:
        """Whether a call has lasted too long while this process was really working."""
        moment, now, worked = self.running.moment(), time.monotonic(), time.process_time()
        if moment is None or moment != self.moment:
            self.moment, self.since, self.worked = moment, now, worked
            return False
        return now - self.since > PATIENCE and worked - self.worked > PATIENCE / 2


class _Watch:
    """The thread, which lives as long as there is a caller to watch."""

    def __init__(self) -> None:
        self._all: list[_Seen] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def over(self, running: Running) -> Iterator[None]:
        seen = _Seen(running)
        with self._lock:
            self._all.append(seen)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._all.remove(seen)

    def moments(self) -> list[object]:
        """Return the current calls."""
        with self._lock:
            every = [seen.running.moment() for seen in self._all]
        return [moment for moment in every if moment is not None]

    def _look(self) -> None:
        while True:
            time.sleep(GLANCE)
            with self._lock:
                if not self._all:
                    self._thread = None
                    return
                every = list(self._all)
            for seen in every:
                if seen.hangs() and (problem := seen.running.endless()):
                    end_process(problem)


def end_process(problem: Problem) -> None:
    """Print a problem and end the process with exit code 1."""
    report_last(problem)
    os._exit(1)


_watch = _Watch()
watched_over, moments = _watch.over, _watch.moments
