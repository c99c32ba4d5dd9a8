"""Suggestions of findings, run as the commands that they name, beside preview.

In: the text of a finding, which contains a command such as `protoplay simulate mara --effect …`; a
browser sends only the number of the finding. Out: the output of the command. It runs in a separate
process without a shell, writes only into a temporary folder, and ends with preview.
"""

import asyncio
import re
import shlex
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass

from generator.preview.workspace import Table
from generator.system.processes import environment

VERBS = ("simulate", "suggest")
LONGEST = 20_000  # maximum length in characters of output that are kept
_COMMAND = re.compile(rf"protoplay (?:{'|'.join(VERBS)}) .+")
# matches the lines with files of a report, which are deleted with the folder
_WRITES = re.compile(r"(?m)^→ .*\n?")


@dataclass(eq=False)
class Attempt:
    """A command that was started: its text, and its output so far."""

    command: str
    text: str = ""
    is_over: bool = False
    is_faulty: bool = False


def command_in(action: str) -> str:
    """The command in the suggestion of a finding; "" if there is none.

    >>> command_in("ask players that look further ahead: protoplay simulate mara --agents mcts:400")
    'protoplay simulate mara --agents mcts:400'
    >>> command_in("give the card a cost")
    ''
    """
    command = _COMMAND.search(action)
    return command[0] if command is not None else ""


class Attempts:
    """The command that is running or ran last; the next one replaces it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: Attempt | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, command: str) -> None:
        """Start a command of `command_in`, and end the one that is running."""
        self.stop()
        self.last = Attempt(command)
        self._task = self.table.start(self._run(self.last))

    def stop(self) -> None:
        """End the running command."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self, attempt: Attempt) -> None:
        try:
            with tempfile.TemporaryDirectory() as out:
                await self._finish(attempt, out)
        except asyncio.CancelledError:
            attempt.text += "stopped\n"
            raise
        finally:
            attempt.is_over = True
            self.table.hub.tell("stale", {}, to="report")

    async def _finish(self, attempt: Attempt, out: str) -> None:
        """Run the command until it ends; its files go into the folder `out`."""
        verb, _, *options = shlex.split(attempt.command)[1:]
        trust = ["--trust"] if self.table.called.runs else []
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "generator.cli", verb, str(self.table.folder), *options,
            "--out", out, *trust,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=environment(COLUMNS="100", NO_COLOR="1"),
        )  # fmt: skip
        self.table.hub.tell("stale", {}, to="report")
        try:
            assert process.stdout is not None
            async for line in process.stdout:
                attempt.text = (attempt.text + line.decode(errors="replace"))[-LONGEST:]
            attempt.is_faulty = await process.wait() != 0
            attempt.text = _WRITES.sub("", attempt.text)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
