"""Decides what is played and in which order: the most urgent work first.

After every change of the pack, the rules are checked. Then the effect of changed parameters is
played, then the neighbouring values of the last changed parameter, as long as the page of tweaks is
open. Then the requested playtest is played in a separate worker, so that nobody who changes a
number waits for a part of it that cannot be stopped. Whenever something changes, the current work
is left and the order is decided again.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from generator.model.pack import Parameter, Scalar
from generator.preview.faces import Call
from generator.preview.whatif import STAGES, Band, Players
from generator.preview.worker import Worker, WorkerEnded, WorkFailed
from generator.preview.workspace import Table, problems_of
from generator.system.processes import slowness

PATIENCE = 2.0  # seconds within which work on an outdated pack must stop
# seconds to stop if only a number has changed; longer, so that compiled code is not lost
LONG_PATIENCE = 60.0
RULES_PATIENCE = 12.0  # seconds that loading and setting up the rules may take on an idle machine
FIRST_GAMES = 400  # games played when preview is opened, so that the gallery can show results
REST = 4.0  # seconds without a change before a playtest continues while a page of tweaks is open
MOST_AHEAD = 4  # maximum number of settings far from the current values that are played in advance
# number of steps on each side of the last changed value for which the first games are played in
# advance
REACH = 5


_NO_MORE = object()


class _Interrupted(Exception):
    """Raised if something has changed, so that the current work is outdated."""


@dataclass(eq=False)
class Trial:
    """The effect of the parameters set on the page, as far as it has been played.

    `scales` are the widths of the axes on which the bands are drawn: the widest so far, so that
    later bands are seen to narrow.
    """

    settings: Mapping[str, Scalar]
    band: Band | None = None
    done: int = 0
    goal: int = STAGES[0]
    scales: dict[str, float] = field(default_factory=dict)
    fault: str = ""


@dataclass(eq=False)
class Playtest:
    """A requested playtest: its progress, and its results so far."""

    players: Players
    games: int
    what: str = "starting"
    done: int = 0
    total: int = 0
    games_shown: int = 0
    answer: Any = None  # a `generator.preview.playtest.Answer`, or None
    digest: str = ""  # digest of the pack that was played
    is_over: bool = False
    fault: str = ""


class Studio:
    """Decides what is played; the pages read `trial` and `playtest` and set `news` of the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.players = Players()
        self.trial: Trial | None = None
        self.playtest: Playtest | None = None
        self.last_set = ""  # the parameter whose neighbouring values are played in advance
        self._checked: tuple[str, str] | None = None
        self._now: Trial | Playtest | None = None  # the work that is being done
        table.hub.joined = self._joined
        self._patience = PATIENCE  # seconds within which an abandoned playtest must stop
        table.player.on_line = table.tester.on_line = self._say

    async def run(self) -> None:
        """Decide and do the next work, repeatedly, until cancelled."""
        while True:
            self.table.news.clear()
            self._now = None
            try:
                await self._round()
                await self.table.news.wait()
            except _Interrupted:
                pass
            except WorkFailed as fault:
                self._failed(fault)
                await self.table.news.wait()

    async def _round(self) -> None:
        table = self.table
        if not table.plays or table.look is None:
            self.trial = None
            self._checked = None
            self._tell_problems(())
            return
        await self._check_rules()
        if any(p.level == "error" for p in table.problems):
            return
        await self._try()
        if table.hub.is_watched_as("tweak"):
            await self._ahead()
        await self._playtest()

    # -- rules ----------------------------------------------------------------------------

    async def _check_rules(self) -> None:
        """Load the rules of the current pack, and report what is wrong with them."""
        table = self.table
        assert table.look is not None
        now = (table.plain or table.look).digest, table.look.rules_digest
        if self._checked == now:
            await table.player.settle(LONG_PATIENCE)
            return
        self._patience = PATIENCE
        await table.player.settle(PATIENCE)
        try:
            work = table.player.ask("generator.preview.whatif:faults", table.call)
            faults = await asyncio.wait_for(work, _rules_patience())
            work = table.player.ask("generator.preview.whatif:elsewhere", table.called)
            self._tell_elsewhere(await asyncio.wait_for(work, _rules_patience()))
        except TimeoutError:
            await table.player.end()
            raise WorkFailed("the rules do not come to an end while they are set up") from None
        self._checked = now
        self._tell_problems(faults)

    def _tell_problems(self, faults: tuple[Any, ...]) -> None:
        root = f"{self.table.folder}/"
        problems = tuple(
            replace(p, place=replace(p.place, file=p.place.file.removeprefix(root))) for p in faults
        )
        if problems != self.table.rule_problems:
            self.table.rule_problems = problems
            self.table.hub.tell("stale", {})

    def _tell_elsewhere(self, values: dict[str, str]) -> None:
        if values != self.table.elsewhere:
            self.table.elsewhere = values
            self.table.hub.tell("stale", {})

    def _failed(self, fault: WorkFailed) -> None:
        """Report a fault on the page that caused it, with its place."""
        self._checked = None
        problems = problems_of(fault, self.table.folder)
        if self._now is not None:
            self._now.fault = problems[0].message
        if fault.problems or isinstance(fault, WorkerEnded) or self._now is None:
            self._tell_problems(problems)
        self.table.hub.tell("stale", {})

    # -- effects of tweaks ----------------------------------------------------------------

    async def _try(self) -> None:
        """Play the paired comparison for the parameters set on the page."""
        table = self.table
        if not table.changed or table.look is None:
            self.trial = None
            return
        if self.trial is None or self.trial.settings != table.changed:
            self.trial = Trial(dict(table.changed))
        trial = self.trial
        if trial.band is not None and trial.band.games == STAGES[-1]:
            return
        self._now = trial
        if self.playtest is not None and not self.playtest.is_over:
            self.playtest.what, self.playtest.done = "waits until the tweak is played", 0
        disk = table.plain or table.look
        work = self._items(
            table.player,
            "generator.preview.whatif:compare",
            table.called,
            table.call,
            self.players,
            f"{disk.digest} {disk.rules_digest}",
        )
        async with aclosing(work) as bands:
            async for band in bands:
                trial.done, trial.goal = band.games, band.goal
                if band.rows:
                    trial.band = band
                    for row in band.rows:
                        width = max(abs(row.low), abs(row.high))
                        trial.scales[row.name] = max(width, trial.scales.get(row.name, 0.0))
                table.hub.tell("band", {"games": band.games, "goal": band.goal}, to="tweak")

    async def _ahead(self) -> None:
        """Play the current game, and the neighbouring values of the set parameters, in advance."""
        table = self.table
        self._now = None
        assert table.look is not None
        numbers = table.look.parameters
        near = [self._set(each) for each in neighbours(numbers, self.last_set)[:MOST_AHEAD]]
        far = [self._set(each) for each in around(numbers, self.last_set)]
        first, some, most = STAGES
        work = [(call, first) for call in (table.called, *near, *far)]
        work += [(call, some) for call in (table.called, *near)]
        for call, games in (*work, (table.called, most)):
            with suppress(WorkFailed):  # nobody has requested it, so nobody needs the error
                await self._all("generator.preview.whatif:ahead", call, self.players, games)

    def _set(self, other: tuple[str, Scalar]) -> Call:
        """The current pack with one parameter changed."""
        called, name, value = self.table.called, *other
        more = tuple(f"{n}={v}" for n, v in {**self.table.changed, name: value}.items())
        return replace(called, settings=(*called.settings, *more))

    # -- playtest -------------------------------------------------------------------------

    async def _playtest(self) -> None:
        if self.playtest is None and self.table.hub.is_watched:
            self.playtest = Playtest(Players(), FIRST_GAMES)
        test = self.playtest
        if test is None or test.is_over or test.fault:
            return
        self._now = test
        if self.table.hub.is_watched_as("tweak"):
            await self._rest()
        test.what, test.done = "starting", 0
        self.table.hub.tell("busy", {"what": test.what, "done": 0, "total": 0}, to="report")
        await self.table.tester.settle(self._patience)
        self._patience = LONG_PATIENCE
        work = self._items(
            self.table.tester,
            "generator.preview.playtest:playtest",
            self.table.call,
            test.players,
            test.games,
        )
        async with aclosing(work) as items:
            async for what, done, total, answer in items:
                test.what, test.done, test.total = what, done, total
                if answer is not None:
                    test.answer, test.games_shown = answer, done
                    test.digest = answer.digest
                    self.table.hub.tell("stale", {})
                self.table.hub.tell(
                    "busy", {"what": what, "done": done, "total": total}, to="report"
                )
        test.is_over = True
        self.table.hub.tell("stale", {})

    async def _rest(self) -> None:
        """Wait while a person changes numbers, because that work comes first."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.table.news.wait(), REST)
            raise _Interrupted

    # -- worker ---------------------------------------------------------------------------

    async def _all(self, work: str, *given: Any) -> None:
        async with aclosing(self._items(self.table.player, work, *given)) as items:
            async for _ in items:
                pass

    async def _items(self, worker: Worker, work: str, *given: Any) -> AsyncGenerator[Any, None]:
        """Yield the items of a piece of work.

        Raises `_Interrupted` as soon as something changes.
        """
        news = asyncio.ensure_future(self.table.news.wait())
        try:
            async with aclosing(worker.stream(work, *given)) as items:
                while True:
                    item = asyncio.ensure_future(anext(items, _NO_MORE))
                    try:
                        await asyncio.wait({item, news}, return_when=asyncio.FIRST_COMPLETED)
                    finally:
                        if news.done() or not item.done():
                            item.cancel()
                            await asyncio.gather(item, return_exceptions=True)
                    if news.done():
                        raise _Interrupted
                    if item.result() is _NO_MORE:
                        return
                    yield item.result()
        finally:
            news.cancel()

    def _joined(self, of: str) -> None:
        """Ask for a new decision when the page of tweaks is opened, because its results are needed
        soon.
        """
        if of == "tweak":
            self.table.news.set()

    def _say(self, line: str) -> None:
        """Pass on what the worker prints, such as names of functions that it compiles."""
        self.table.hub.tell("busy", {"what": line})


def neighbours(parameters: Mapping[str, Parameter], last: str = "") -> list[tuple[str, Scalar]]:
    """The values next to the current ones within their ranges.

    The last set parameter comes first.
    """
    settings: list[tuple[str, Scalar]] = []
    for name in sorted(parameters, key=lambda n: n != last):
        p = parameters[name]
        if isinstance(p.value, bool):
            settings.append((name, not p.value))
        elif isinstance(p.value, int):
            inside = [v for v in (p.value + 1, p.value - 1) if is_inside(p, v)]
            settings += [(name, v) for v in inside]
    return settings


def around(parameters: Mapping[str, Parameter], name: str) -> list[tuple[str, Scalar]]:
    """The values near a whole number, the nearest first, except its direct neighbours."""
    p = parameters.get(name)
    if p is None or not isinstance(p.value, int) or isinstance(p.value, bool):
        return []
    values = [p.value + sign * step for step in range(2, REACH + 1) for sign in (1, -1)]
    return [(name, value) for value in values if is_inside(p, value)]


def is_inside(parameter: Parameter, value: float) -> bool:
    """Whether a number lies within the parameter's range, or is at least 0 if it has none."""
    low = 0 if parameter.low is None else parameter.low
    return value >= low and (parameter.high is None or value <= parameter.high)


def _rules_patience() -> float:
    """Return the seconds that the rules may take: more if other programs use the processors."""
    return RULES_PATIENCE * slowness()
