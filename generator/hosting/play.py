"""The work of a table with rules that no guest starts: positions, views, words, moves of bots."""

import asyncio
from collections.abc import Sequence
from typing import Any

from generator.hosting.room import Room
from generator.hosting.rules import RulesTable
from generator.hosting.tables import Step
from generator.preview import happenings
from generator.preview.seat_views import View
from generator.preview.sessions import Position
from generator.preview.worker import WorkFailed, last_line
from generator.preview.workspace import Table

PACE = 0.5  # seconds between two moves of bots, so that people can follow the moves
MOST_VIEWS = 40  # maximum number of positions whose views are kept
PATIENCE = 8.0  # seconds that a page waits for its view
SLOW = "the rules of this game are taking long; this page follows as soon as they are done"


class Play:
    """Continues the game of a room: the next player's requests come first; nobody blocks it."""

    def __init__(self, room: Room, workspace: Table) -> None:
        assert isinstance(room.table, RulesTable)
        self.room, self.table, self.workspace = room, room.table, workspace
        self.fault = ""
        self._news = asyncio.Event()
        self._news.set()
        self._running: asyncio.Task[None] | None = None
        self._bot: asyncio.Task[None] | None = None
        self._asking: dict[tuple[int, int | None], asyncio.Task[View]] = {}
        self._said_at = -1  # the ply whose words were told last

    def start(self) -> None:
        """Continue the game from now on."""
        self.room.after.append(self._stepped)
        self._running = self.workspace.start(self.run())

    def stop(self) -> None:
        """Leave the game as it is."""
        self.room.after.remove(self._stepped)
        for task in (self._running, self._bot):
            if task is not None:
                task.cancel()

    def _stepped(self, seat: int, step: Step) -> None:
        if step.entry["do"] == "back":
            self._said_at = self.table.ply
            self._asking.clear()
        self._news.set()

    def again(self) -> None:
        """Look again: who sits where has changed, or a fault may be gone."""
        self.fault = ""
        self._news.set()

    async def run(self) -> None:
        """Serve positions until cancelled."""
        self._said_at = self.table.ply
        while True:
            await self._news.wait()
            self._news.clear()
            self.table.bots[:] = [bool(chair.bot) for chair in self.room.chairs]
            try:
                await self._serve()
            except WorkFailed as wrong:
                self.fault = last_line(wrong)
                self.room.tell_pages()

    async def _serve(self) -> None:
        """Tell everybody the position of now, unless the game goes on meanwhile."""
        table, room = self.table, self.room
        turn = (await self._position()).turn
        sitting = table.sitting
        self._let_bot(turn)
        last = table.movers[-1] if table.movers else -1
        readers = sorted(room.readers, key=lambda reader: (reader != turn, reader != last))
        has_news, self._said_at = self._said_at != table.ply, table.ply
        for reader in readers:
            view = await self.view(reader, table.ply)
            if table.sitting is not sitting:
                return
            message: dict[str, Any] = {"seq": room.seq, "ply": table.ply, "page": True}
            if has_news and view.told:
                message["said"] = aloud(view, reader, room.names)
            room.feeds[reader].tell(message)
            if reader == turn:
                room.deciding()
        if turn < 0:
            room.tell_host()

    async def _position(self) -> Position:
        """The current position of the game. Raises `WorkFailed`."""
        table = self.table
        while table.position is None:
            sitting = table.sitting
            work = "generator.preview.sessions:position"
            position = await self.workspace.seats.ask(work, table.call, sitting)
            if table.sitting is sitting and table.position is None:
                table.settle(position)
        return table.position

    async def timely(self, reader: int | None, ply: int) -> View:
        """A position as a reader sees it, soon. Raises `WorkFailed`."""
        try:
            return await asyncio.wait_for(self.view(reader, ply), PATIENCE)
        except TimeoutError:
            raise WorkFailed(SLOW) from None

    async def final(self) -> View | None:
        """The last position, open to all; None while the game goes on. Raises `WorkFailed`."""
        turn = (await self._position()).turn
        return await self.view(None, self.table.ply) if turn < 0 else None

    async def view(self, reader: int | None, ply: int) -> View:
        """A position as a reader sees it. Raises `WorkFailed`."""
        table = self.table
        while True:
            sitting, key = table.sitting, (ply, reader)
            if key in table.views:
                return table.views[key]
            if key not in self._asking:
                self._asking[key] = asyncio.ensure_future(self._ask(reader, ply))
                self._asking[key].add_done_callback(_heard)
            try:
                view = await asyncio.shield(self._asking[key])
            finally:
                if key in self._asking and self._asking[key].done():
                    del self._asking[key]
            if table.sitting is sitting or table.sitting.moves[:ply] == sitting.moves[:ply]:
                table.views[key] = view
                while len(table.views) > MOST_VIEWS:
                    del table.views[next(iter(table.views))]
                return view
            ply = min(ply, table.ply)  # moves were taken back meanwhile

    async def _ask(self, reader: int | None, ply: int) -> View:
        table, seats = self.table, self.workspace.seats
        work = "generator.preview.sessions:"
        is_over = (await self._position()).turn < 0
        if reader is None and not is_over:
            view = await seats.ask(f"{work}watched", table.call, table.sitting, ply)
        else:
            viewer = None if is_over else reader
            view = await seats.ask(f"{work}seen", table.call, table.sitting, ply, viewer, True)
        assert isinstance(view, View)
        return view

    def _let_bot(self, turn: int) -> None:
        """Let the bot whose turn it is think, if there is one."""
        if self._bot is not None and not self._bot.done():
            return
        if turn >= 0 and self.room.chairs[turn].bot and not self.room.is_paused:
            self._bot = self.workspace.start(self._think(turn))

    async def _think(self, seat: int) -> None:
        sitting, bot = self.table.sitting, self.room.chairs[seat].bot
        work = "generator.preview.sessions:thought"
        try:
            move, _ = await asyncio.gather(
                self.workspace.bots.ask(work, self.table.call, sitting, bot), asyncio.sleep(PACE)
            )
        except WorkFailed as wrong:
            self.fault = last_line(wrong)
            self.room.tell_pages()
            return
        self._bot = None
        if self.table.sitting is sitting and self.room.chairs[seat].bot == bot:
            self.room.do(seat, {"do": "go", "move": move, "at": len(sitting.moves)})
        else:
            self._news.set()


def _heard(asking: asyncio.Task[View]) -> None:
    """Take note of a fault, although nobody may wait for the view any more."""
    if not asking.cancelled():
        asking.exception()


def aloud(view: View, reader: int | None, names: Sequence[str]) -> str:
    """The last move in words for a reader, and what it turned up."""

    def name(seat: int) -> str:
        return "You" if seat == reader else names[seat]

    you = -1 if reader is None else reader
    turned_up = [f"{name(told.seat)}: {told.words}." for told in view.turned_up]
    return " ".join([*turned_up, happenings.aloud(view.told[-1], name, you)])
