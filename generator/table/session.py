"""What the table knows while it is open: the pack as last seen, its pictures, who does the work.

One `Table` a server. Pages read it; `reload` alone changes what is shown of the pack, and tells
every open page that it is stale.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.problems import Place, Problem
from generator.table.events import Hub
from generator.table.faces import Call, Look, Shown
from generator.table.worker import Worker, WorkFailed


@dataclass(frozen=True, slots=True)
class Room:
    """One entry of the table's menu."""

    path: str
    title: str
    needs_rules: bool = False

    def is_at(self, path: str) -> bool:
        """Whether a page lies in this room."""
        return path == self.path or (self.path != "/" and path.startswith(f"{self.path}/"))


@dataclass(eq=False)
class Table:
    """An open pack: `look` is the last one that could be opened, `problems` are those of now.

    `press` draws and lays out, `player` plays what-ifs and may be ended at any time, `seats`
    answers people who play. `folder` is watched. `may_run` tells whether the pack's programs may.
    """

    call: Call
    folder: Path
    may_run: Callable[[], bool] = lambda: True
    look: Look | None = None
    problems: tuple[Problem, ...] = ()
    pictures: dict[str, bytes] = field(default_factory=dict)
    rooms: tuple[Room, ...] = ()
    hub: Hub = field(default_factory=Hub)
    press: Worker = field(default_factory=Worker)
    player: Worker = field(default_factory=lambda: Worker(nice=5))
    seats: Worker = field(default_factory=Worker)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def plays(self) -> bool:
        """Whether there are rules that may run."""
        return self.call.runs and self.look is not None and self.look.has_rules

    def title_of(self, path: str) -> str:
        """The title of the room a page lies in."""
        return next((room.title for room in self.rooms if room.is_at(path)), "protoplay")

    def piece(self, key: str) -> Shown | None:
        """The piece that stands under that key."""
        pieces = self.look.pieces if self.look is not None else ()
        return next((piece for piece in pieces if piece.key == key), None)

    async def reload(self) -> None:
        """Read the pack anew; a face that cannot be drawn now keeps its last picture."""
        async with self._turn:
            self.call = replace(self.call, runs=self.may_run())
            before = self.look
            try:
                look, problems, new = await self.press.ask(
                    "generator.table.faces:look", self.call, frozenset(self.pictures)
                )
            except WorkFailed as fault:
                look, problems, new = None, _problems_of(fault, self.folder), {}
            kept = _patched(look, before) if look is not None else before
            if (kept, problems) == (before, self.problems):
                return
            self.look, self.problems = kept, problems
            self._keep(new, kept, before)
        self.hub.tell("stale", {"problems": len(problems)})

    def _keep(self, new: dict[str, bytes], *looks: Look | None) -> None:
        """Take new pictures; forget those that neither the last look nor this one shows."""
        names = {name for look in looks if look for p in look.pieces for name in (p.front, p.back)}
        every = {**self.pictures, **new}
        self.pictures = {name: every[name] for name in every if name in names}

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Let something run beside the pages until the table is closed."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """End all that runs."""
        self.hub.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for worker in (self.press, self.player, self.seats):
            await worker.end()


def _patched(look: Look, before: Look | None) -> Look:
    """The look, with the last picture of each face that could not be drawn."""
    if before is None or all(p.front and p.back for p in look.pieces):
        return look
    last = {p.id: p for p in before.pieces}
    pieces = tuple(
        replace(p, front=p.front or last[p.id].front, back=p.back or last[p.id].back)
        if p.id in last
        else p
        for p in look.pieces
    )
    return replace(look, pieces=pieces)


def _problems_of(fault: WorkFailed, folder: Path) -> tuple[Problem, ...]:
    text = str(fault).strip().splitlines()
    return fault.problems or (Problem(Place(str(folder)), text[-1] if text else "it ended"),)
