"""The state of preview while it runs: the current pack, its pictures, and the workers.

There is one `Table` for a server. Pages read it; only `reload` changes what is shown of the pack,
and it tells every open page that it is out of date.
"""

import asyncio
import math
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from generator.model.pack import Parameter, Scalar
from generator.model.problems import Place, Problem
from generator.preview.events import Hub
from generator.preview.faces import Call, Look, Shown
from generator.preview.worker import Worker, WorkFailed, last_line
from generator.system.trust import programs_in, trusts_everything

# matches a problem in the output of a process
_TOLD = re.compile(r"(.+?):(\d+)(?::(\d+))?: error: (.+)")
# Seconds without a sign of progress after which a worker is ended. People are answered at once;
# bots and the teller give signs as long as no single call of the pack's programs takes long (see
# `lively`).
SEATS_PATIENCE, BOTS_PATIENCE, TELLER_PATIENCE = 30.0, 120.0, 300.0
# seconds without a sign of progress after a program was saved; drawing and thinking get more time
STUCK, LONG_STUCK = 2.0, 10.0
SAVED = "a program of the pack was saved meanwhile"
AT_ONCE = 0.2  # seconds of drawing before the first page is shown; doubled for each further part
LAST_LOT = 1.0  # seconds of drawing from which on all remaining faces are drawn at once
SHEETS_WAIT = 0.7  # seconds without a change before rule sheets are drawn


@dataclass(frozen=True, slots=True)
class Room:
    """One entry of preview's menu."""

    path: str
    title: str
    needs_rules: bool = False

    def is_at(self, path: str) -> bool:
        """Whether a page belongs to this entry."""
        return path == self.path or (self.path != "/" and path.startswith(f"{self.path}/"))


@dataclass(frozen=True, slots=True)
class Tweak:
    """A parameter set on the page: its value, the previous one, and the source of that."""

    name: str
    value: Scalar
    before: Scalar
    source: str


@dataclass(eq=False)
class Table:
    """An open pack: `look` is the last state that could be opened, the faults are current.

    `called` has the options of `preview`; `changed` are the parameters set on the page since.
    `press` draws and lays out, `player` plays comparisons, `tester` the playtest, at low priority;
    both may be ended at any time. `seats` serves people who play, `bots` thinks for bots, `teller`
    makes replays. `folder` is watched. `may_run` returns whether the pack's programs may run.
    """

    called: Call
    folder: Path
    may_run: Callable[[], bool] = trusts_everything
    polls: bool = False  # whether the files are checked regularly, without waiting for events
    editor: tuple[str, ...] = ()  # the result of `editor.editor_of`
    watching: str = ""  # the reason why files are checked, if the user did not ask for it
    changed: dict[str, Scalar] = field(default_factory=dict)
    look: Look | None = None
    plain: Look | None = None  # the pack without the settings made on the page
    # whether the pack cannot be opened now, so that an earlier state is shown
    is_behind: bool = False
    face_problems: tuple[Problem, ...] = ()
    rule_problems: tuple[Problem, ...] = ()
    # parameters that only other variants use
    elsewhere: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, bytes] = field(default_factory=dict)
    rooms: tuple[Room, ...] = ()
    hub: Hub = field(default_factory=Hub)
    press: Worker = field(default_factory=Worker)
    player: Worker = field(default_factory=lambda: Worker(nice=5))
    tester: Worker = field(default_factory=lambda: Worker(nice=15))
    seats: Worker = field(default_factory=lambda: Worker(patience=SEATS_PATIENCE))
    # set when the pack has been read for the first time
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    bots: Worker = field(default_factory=lambda: Worker(nice=5, patience=BOTS_PATIENCE))
    teller: Worker = field(default_factory=lambda: Worker(nice=5, patience=TELLER_PATIENCE))
    news: asyncio.Event = field(default_factory=asyncio.Event)  # set when the pack has changed
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    # whether a game has been opened, so that cards are also drawn as they look at a table
    has_tables: bool = False
    _waits: bool = False  # whether a reload waits for its turn
    _is_due: bool = False  # whether files may have changed since the last reload
    seconds: float = field(default_factory=lambda: AT_ONCE)  # seconds of drawing in the next reload
    _is_cut_short: bool = False  # whether the last reload had a time limit
    _n: int = 0  # number of requested reloads
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def call(self) -> Call:
        """The current options for opening the pack: those of `preview`, and the page's settings."""
        more = tuple(f"{name}={said(value)}" for name, value in self.changed.items())
        return replace(self.called, settings=(*self.called.settings, *more))

    @property
    def numbers(self) -> dict[str, Scalar]:
        """The current value of every parameter, even if no picture shows it yet."""
        return {**self.untouched, **self.changed}

    @property
    def untouched(self) -> dict[str, Scalar]:
        """The value of every parameter without the settings made on the page."""
        look = self.plain or self.look
        return {name: p.value for name, p in look.parameters.items()} if look else {}

    @property
    def tweaks(self) -> tuple[Tweak, ...]:
        """The settings made on the page that are not written into a file."""
        look, before = self.look, self.untouched
        return tuple(
            Tweak(name, value, before[name], _source(look.parameters[name], before[name]))
            for name, value in self.changed.items()
            if look is not None and name in look.parameters and name in before
        )

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All current faults, by file and line; errors first."""
        every = dict.fromkeys((*self.face_problems, *self.rule_problems))
        return tuple(sorted(every, key=lambda p: (p.level != "error", p.place)))

    @property
    def has_old_faces(self) -> bool:
        """Whether the last picture of a face is shown because it cannot be drawn now."""
        return self.look is not None and any(piece.old for piece in self.look.pieces)

    @property
    def waiting(self) -> int:
        """The number of pieces without a picture that have not been drawn yet."""
        pieces = self.look.pieces if self.look is not None else ()
        return sum(piece.waits and not (piece.front or piece.back) for piece in pieces)

    @property
    def plays(self) -> bool:
        """Whether the pack has rules that may run."""
        look = self.look
        return look is not None and look.has_rules and (self.called.runs or look.is_by_words)

    @property
    def is_withheld(self) -> bool:
        """Whether the pack has programs that may not run, and its rules need them."""
        is_by_words = self.look is not None and self.look.is_by_words
        return not (self.called.runs or is_by_words) and bool(programs_in(self.folder))

    def title_of(self, path: str) -> str:
        """The title of the menu entry to which a page belongs."""
        return next((room.title for room in self.rooms if room.is_at(path)), "protoplay")

    def piece(self, key: str) -> Shown | None:
        """The piece with that key; None if there is none."""
        pieces = self.look.pieces if self.look is not None else ()
        return next((piece for piece in pieces if piece.key == key), None)

    async def reload(self, *, from_disk: bool = True, rests: bool = True) -> None:
        """Read the pack again; a face that cannot be drawn now keeps its last picture.

        If there are settings made on the page, the pack is also read without them, to find the
        differences; once, as long as the files are the same. One waiting call serves all others.
        Unless it `rests`, more settings are likely soon, and rule sheets are drawn after a while.
        At the first call, faces that take longer than `AT_ONCE` follow in parts.
        """
        self._is_due = self._is_due or from_disk
        self._n += 1
        if self._waits:
            return
        self._waits = True
        try:
            await self._reload(rests)
        finally:
            self.ready.set()
        if self._is_cut_short:
            self.start(self.reload(from_disk=False, rests=False))
        elif self.look is not None and any(piece.waits for piece in self.look.pieces):
            self.start(self._sheets(self._n))

    async def draw_tables(self) -> None:
        """Draw the cards as they look at a table, from the first game on."""
        if not self.has_tables:
            self.has_tables = True
            await self.reload(from_disk=False)

    async def _sheets(self, n: int) -> None:
        """Draw the remaining faces after a time without requests."""
        await asyncio.sleep(SHEETS_WAIT)
        if n == self._n:
            await self.reload(from_disk=False)

    async def _reload(self, rests: bool) -> None:
        async with self._turn:
            self._waits, from_disk, self._is_due = False, self._is_due, False
            self.called = replace(self.called, runs=self.may_run())
            before = self.look
            seconds = self.seconds
            is_whole = seconds == math.inf and (rests or bool(self.face_problems))
            look, problems, new = await self._looked(is_whole, seconds)
            kept = _patched(look, before) if look is not None else before
            was_behind, self.is_behind = self.is_behind, look is None
            seen = (was_behind, before, self.face_problems)
            was_cut_short = self._is_cut_short
            self._is_cut_short = look is not None and seconds < math.inf
            if look is not None:
                goes_on = seconds < LAST_LOT and any(piece.waits for piece in look.pieces)
                self.seconds = 2 * seconds if goes_on else math.inf
            is_same = (self.is_behind, kept, problems) == seen and self.plain is not None
            if is_same and not was_cut_short:
                return
            plain = kept
            if self.changed and self.plain is not None and not from_disk:
                plain = self.plain
            elif self.changed and look is not None:
                plain, more = await self._plain(frozenset((*self.pictures, *new)))
                plain = _patched(plain, self.plain) if plain is not None else None
                new = {**new, **more}
            self.look, self.plain, self.face_problems = kept, plain, problems
            self._keep(new, kept, before, plain)
        if not self._is_cut_short and (from_disk or was_cut_short):
            self.news.set()
        self.hub.tell("stale", {"problems": len(problems)})

    async def _looked(
        self, is_whole: bool, seconds: float
    ) -> tuple[Look | None, tuple[Problem, ...], dict[str, bytes]]:
        """Read the current pack.

        Settings of the page with which it cannot be opened are dropped.
        """
        have = frozenset(self.pictures)
        try:
            answer = await self.look_at(self.call, have, is_whole, seconds)
            if answer[0] is None and self.changed:
                plain = await self.look_at(self.called, have)
                if plain[0] is not None:
                    self.changed.clear()
                    self.news.set()
                    answer = plain
        except WorkFailed as fault:
            return None, problems_of(fault, self.folder), {}
        look, problems, new = answer
        return look, problems, new

    async def look_at(
        self, call: Call, have: frozenset[str], is_whole: bool = True, seconds: float = math.inf
    ) -> tuple[Look | None, tuple[Problem, ...], dict[str, bytes]]:
        """Have the press read a pack as `faces.look` does. Raises `WorkFailed`."""
        answer: tuple[Look | None, tuple[Problem, ...], dict[str, bytes]] = await self.press.ask(
            "generator.preview.faces:look", call, have, is_whole, seconds, self.has_tables
        )
        return answer

    async def _plain(self, have: frozenset[str]) -> tuple[Look | None, dict[str, bytes]]:
        """Read the pack without the settings made on the page."""
        try:
            look, _, new = await self.look_at(self.called, have)
        except WorkFailed:
            return None, {}
        return look, new

    def _keep(self, new: dict[str, bytes], *looks: Look | None) -> None:
        """Store new pictures; drop those that neither the last state nor this one shows."""
        names = {name for look in looks if look for p in look.pieces for name in p.pictures}
        every = {**self.pictures, **new}
        self.pictures = {name: every[name] for name in every if name in names}

    async def relieve(self) -> None:
        """End work that is stuck in an old version of a changed program of the pack.

        Called after programs were saved; work that still gives signs of progress continues.
        """
        for worker, seconds in (
            (self.seats, STUCK), (self.teller, LONG_STUCK), (self.press, LONG_STUCK),
            (self.bots, LONG_STUCK),
        ):  # fmt: skip
            if worker.silent > seconds:
                await worker.end(SAVED)

    def start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something beside the pages until preview ends."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def close(self) -> None:
        """End all running work."""
        self.hub.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for worker in (
            self.press, self.player, self.tester, self.seats, self.bots, self.teller,
        ):  # fmt: skip
            await worker.close()


def _source(parameter: Parameter, before: Scalar) -> str:
    """The source of a parameter's value: its file, or else the call."""
    return PurePath(parameter.place.file).name if before == parameter.default else "the call"


def said(value: Scalar) -> str:
    """Write a value as text for `--set`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _patched(look: Look, before: Look | None) -> Look:
    """The look, with the last picture of each face that could not be drawn or is not drawn yet."""
    last = {p.id: p for p in before.pieces} if before is not None else {}
    return replace(look, pieces=tuple(_with_last(p, last.get(p.id, p)) for p in look.pieces))


def _with_last(piece: Shown, last: Shown) -> Shown:
    """The piece, with its last pictures if it could not be drawn or is not drawn yet."""
    every = ("front", "back", "standing", "at_table", "strip")
    kept = {
        picture: getattr(last, picture) or getattr(piece, picture)
        for picture in (every if piece.waits else piece.crossed)
    }
    old = tuple(
        side
        for side in piece.crossed
        if getattr(last, side) and (side not in last.crossed or side in last.old)
    )
    return replace(piece, **kept, old=old)


def problems_of(fault: WorkFailed, folder: Path) -> tuple[Problem, ...]:
    """The problems of the pack that a failed piece of work reports."""
    if fault.problems:
        return fault.problems
    line = last_line(fault, "it ended")
    at = _TOLD.fullmatch(line)
    if at is None:
        return (Problem(Place(str(folder)), line),)
    return (Problem(Place(at[1], int(at[2]), int(at[3] or 0)), at[4]),)
