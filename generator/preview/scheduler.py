"""What is played, one thing after the other: the most urgent first.

After every change of the pack the rules are looked at; then what a tweak does is played, then the
neighbours of the value that was set last, while the page of tweaks is open; then the playtest that
was asked for, in a worker of its own, so that nobody who moves a number waits for a part of it that
cannot be stopped. Whenever something changes, what runs is left and all is looked at again.
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

PATIENCE = 2.0  # seconds in which work on a pack that is no more must stop
LONG_PATIENCE = 60.0  # the same where only a number changed; compiling is not thrown away
RULES_PATIENCE = 12.0  # seconds that loading and setting up the rules may last
FIRST_GAMES = 400  # played when the table is opened, so that the gallery can tell of them
REST = 4.0  # seconds without news before a playtest goes on beside an open page of tweaks
MOST_AHEAD = 4  # settings played far ahead of those of now
REACH = 5  # steps of the number moved last, both ways, of which the first games are played ahead


_NO_MORE = object()


class _Interrupted(Exception):
    """Something changed: what runs is about what is no more."""


@dataclass(eq=False)
class Trial:
    """What the parameters set on the page do, as far as it is played.

    `scales` are the widths that the bands are drawn on: the widest so far, so that later bands are
    seen to narrow.
    """

    settings: Mapping[str, Scalar]
    band: Band | None = None
    done: int = 0
    goal: int = STAGES[0]
    scales: dict[str, float] = field(default_factory=dict)
    fault: str = ""


@dataclass(eq=False)
class Playtest:
    """A playtest that was asked for: how far it is, and what it found so far."""

    players: Players
    games: int
    what: str = "starting"
    done: int = 0
    total: int = 0
    games_shown: int = 0
    answer: Any = None  # a `generator.preview.playtest.Answer`
    digest: str = ""  # of the pack that was played
    is_over: bool = False
    fault: str = ""


class Studio:
    """Decides what is played; the pages read `trial` and `playtest` and set `news` of the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.players = Players()
        self.trial: Trial | None = None
        self.playtest: Playtest | None = None
        self.last_set = ""  # the parameter whose neighbours are played ahead
        self._checked: tuple[str, str] | None = None
        self._now: Trial | Playtest | None = None  # what is being played
        table.hub.joined = self._joined
        self._patience = PATIENCE  # seconds in which the playtest that was left must stop
        table.player.on_line = table.tester.on_line = self._say

    async def run(self) -> None:
        """Work until cancelled."""
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

    # -- the rules ------------------------------------------------------------------------

    async def _check_rules(self) -> None:
        """Load the rules of the pack as it is now, and tell what is wrong with them."""
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
            faults = await asyncio.wait_for(work, RULES_PATIENCE)
            work = table.player.ask("generator.preview.whatif:elsewhere", table.called)
            self._tell_elsewhere(await asyncio.wait_for(work, RULES_PATIENCE))
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
        """Tell a fault at the page that asked for it, and where it stands."""
        self._checked = None
        problems = problems_of(fault, self.table.folder)
        if self._now is not None:
            self._now.fault = problems[0].message
        if fault.problems or isinstance(fault, WorkerEnded) or self._now is None:
            self._tell_problems(problems)
        self.table.hub.tell("stale", {})

    # -- what a tweak does ----------------------------------------------------------------

    async def _try(self) -> None:
        """Play the paired comparison of what is set on the page."""
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
        """Play the game as it is, and the neighbours of what is set, before anybody asks."""
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
            with suppress(WorkFailed):  # nobody has asked for it
                await self._all("generator.preview.whatif:ahead", call, self.players, games)

    def _set(self, other: tuple[str, Scalar]) -> Call:
        """The pack as it is now but for one parameter."""
        called, name, value = self.table.called, *other
        more = tuple(f"{n}={v}" for n, v in {**self.table.changed, name: value}.items())
        return replace(called, settings=(*called.settings, *more))

    # -- the playtest ---------------------------------------------------------------------

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
        """Let whoever moves numbers go on: what they do is played before anything else."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.table.news.wait(), REST)
            raise _Interrupted

    # -- the worker -----------------------------------------------------------------------

    async def _all(self, work: str, *given: Any) -> None:
        async with aclosing(self._items(self.table.player, work, *given)) as items:
            async for _ in items:
                pass

    async def _items(self, worker: Worker, work: str, *given: Any) -> AsyncGenerator[Any, None]:
        """The items of a piece of work; raises `_Interrupted` as soon as there is news."""
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
        """Whoever opens the page of tweaks wants them soon."""
        if of == "tweak":
            self.table.news.set()

    def _say(self, line: str) -> None:
        """What the worker prints, such as what it compiles."""
        self.table.hub.tell("busy", {"what": line})


def neighbours(parameters: Mapping[str, Parameter], last: str = "") -> list[tuple[str, Scalar]]:
    """The values next to those of now, of the parameter set last first; within their ranges."""
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
    """The values within reach of a whole number, the nearest first; those next to it left out."""
    p = parameters.get(name)
    if p is None or not isinstance(p.value, int) or isinstance(p.value, bool):
        return []
    values = [p.value + sign * step for step in range(2, REACH + 1) for sign in (1, -1)]
    return [(name, value) for value in values if is_inside(p, value)]


def is_inside(parameter: Parameter, value: float) -> bool:
    """Whether a number lies within the parameter's range; without a range, from 0 on."""
    low = 0 if parameter.low is None else parameter.low
    return value >= low and (parameter.high is None or value <= parameter.high)
