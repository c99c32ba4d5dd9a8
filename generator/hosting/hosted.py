"""A hosted table: the pack, the room and its game, from the lobby to the playtest that is kept."""

import asyncio
import math
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from generator.hosting import snapshot
from generator.hosting.admission import SPECTATOR
from generator.hosting.announcing import is_hosted
from generator.hosting.log import (
    Log,
    entries_of,
    games_of,
    has_begun,
    logs_of,
    new_id,
    path_of,
)
from generator.hosting.play import Play
from generator.hosting.room import WAITS, Room
from generator.hosting.rules import RulesTable
from generator.hosting.tables import SharedTable
from generator.model.measures import SCORE
from generator.model.pack import Pack
from generator.model.problems import Place, Problems
from generator.model.questions import questions_of
from generator.people import versions
from generator.people.entries import cells_of_form, playtest_of
from generator.people.notebook import note_version
from generator.people.playtest import Playtest
from generator.people.playtests import no_diary, store
from generator.preview.faces import Call
from generator.preview.seat_views import View
from generator.preview.sessions import Sitting
from generator.preview.worker import WorkFailed, last_line
from generator.preview.workspace import Table
from generator.reading.values import Entry, core_scalar
from generator.system.files import read, write_file

FORMAT = 1  # version of the format of the log
SEEDS = 1 << 31
CHOOSABLE = "generator.preview.sessions:choosable"
RECORDED = "generator.preview.sessions:recorded"
LAST_GAME = "the host has gone on to another game, and this form is about the one before"
READING = "the game is still being read; press Begin in a moment"
OTHER_PACK = "the log is of another game, or was written by another protoplay"

Json = dict[str, Any]


class FreeGame(Protocol):
    """A table without rules, as a hosted table begins it."""

    async def deal(self, hosted: "Hosted") -> Json:
        """The start of a game, as JSON. Raises `OSError` and `WorkFailed`."""
        ...

    def table(self, hosted: "Hosted", deal: Json) -> SharedTable:
        """The table that was dealt."""
        ...

    def page(self, hosted: "Hosted", reader: int | None) -> Json:
        """The values of `free.html.j2` for a reader, besides those of every page."""
        ...


@dataclass(eq=False)
class Hosted:
    """A table that guests can come to."""

    id: str
    pack: Pack
    out: Path  # folder for what a bundled pack must not hold itself
    workspace: Table
    room: Room
    secret: bytes  # of the names of pictures
    free: FreeGame | None  # None: a game by its rules
    at: str  # when the table was opened
    origins: tuple[str, ...] = ()  # where guests find it
    play: Play | None = None
    fault: str = ""  # why the host's last wish was not done, or no playtest was kept
    bots: tuple[str, ...] = ()  # kinds that can play
    like: str = ""  # the bot that plays like the pack's people; "" if none is known
    is_ready: bool = False  # whether the rules have been read, so that a game can begin
    is_beginning: bool = False  # whether the game is being set up
    is_drawn: bool = False  # whether the pack is
    past: list[Json] = field(default_factory=list)  # lines of the log that are to be replayed
    minutes: int = 0  # that the game took, once it is over
    changes: tuple[str, ...] = ()  # files of the pack that are different since the game began
    # held while a game is kept or its forms are, so that none of it comes into the next game
    keeping: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def log_path(self) -> Path:
        """The file of the log."""
        return self.room.log.path

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""
        table = self.room.table
        return self.room.is_ended or (table is not None and table.is_over())

    # ------------------------------------------------------------------ begin

    async def draw(self) -> None:
        """Find out which bots can play, and draw the pack; open pages follow."""
        if self.free is None:
            call = self.workspace.call
            try:
                known = await self.workspace.seats.ask(CHOOSABLE, call)
                self.bots, self.like = known.bots, known.like
            except WorkFailed as wrong:
                self.fault = last_line(wrong, "the rules cannot be read")
            self.is_ready = True
            self.fault = "" if self.fault == READING else self.fault
            self.room.tell_host()
            await self.workspace.reload()
        self.is_ready = self.is_drawn = True
        self.room.tell_pages()

    async def begin(self) -> None:
        """Set the game up and begin. Raises `WorkFailed` and `OSError`."""
        if self.room.table is not None or self.is_beginning:
            return
        if not self.is_ready:
            self.fault = READING
            return
        self.is_beginning = True
        try:
            await self._begin()
        finally:
            self.is_beginning = False

    async def _begin(self) -> None:
        if self.free is not None:
            deal = await self.free.deal(self)
        else:
            empty = [i for i, c in enumerate(self.room.chairs) if not (c.name or c.bot)]
            for seat in empty:
                self.room.note({"bot": seat, "kind": self.usual_bot})
            kinds = [chair.bot for chair in self.room.chairs if chair.bot]
            sitting: Sitting = await self.workspace.seats.ask(
                "generator.preview.sessions:begun",
                self.workspace.call, len(self.room.chairs), kinds, secrets.randbelow(SEEDS),
            )  # fmt: skip
            deal = deal_of(sitting)
        version = await asyncio.to_thread(self._keep_pack)
        self.room.note({"begin": deal, "version": version, "at": now()})
        self.go_on()
        self.room.deciding()
        self.room.tell_pages()

    def _keep_pack(self) -> str:
        """Keep the files with which a game by its rules goes on; the version of the pack.

        A pack with a notebook gets an entry for the version. Raises `OSError`, and `WorkFailed` if
        the pack cannot be opened.
        """
        plain = replace(self.workspace.call, variant=None, language=None, settings=())
        try:
            pack = plain.pack(flawed=True)
        except ValueError as fault:
            raise WorkFailed(str(fault)) from fault
        files = None if self.free is not None else snapshot.taken(pack)
        kept_file = snapshot.path_of(self.log_path)
        if files is not None:
            write_file(kept_file, files)
        else:
            kept_file.unlink(missing_ok=True)  # that of an earlier game
        if not no_diary(pack):
            with suppress(OSError):  # the game begins although the notebook cannot be written
                note_version(pack, self.out, Problems(), datetime.now())
        return versions.version_of(versions.content_of(pack))

    @property
    def usual_bot(self) -> str:
        """The bot that plays a seat for which nobody was chosen."""
        return "greedy" if "greedy" in self.bots else "mcts:100"

    def make(self, deal: Json, names: list[str]) -> SharedTable:
        """The table that `begin` dealt."""
        if self.free is not None:
            return self.free.table(self, deal)
        call, bots = self.workspace.call, [bool(chair.bot) for chair in self.room.chairs]
        return RulesTable(call, sitting_of(deal), list(names), bots)

    def catch_up(self) -> None:
        """Go to where the log ends. Raises `ValueError`."""
        self.room.replay(self.past)
        if self.room.kept:
            self.minutes = self.room.minutes
        self.go_on()

    def go_on(self) -> None:
        """Let play what plays by itself."""
        if isinstance(self.room.table, RulesTable):
            self.play = Play(self.room, self.workspace)
            self.play.start()

    # ------------------------------------------------------------------ afterwards

    async def rematch(self) -> None:
        """Empty a closed table: the same people can play the pack of now. Raises `OSError`."""
        async with self.keeping:
            if not self.room.is_ended:
                return
            workspace, folder = self.workspace, self.pack.folder
            called = replace(workspace.called, name=str(folder))
            pack, _ = await asyncio.to_thread(called.opened)
            self.room.note({"again": True})
            if self.play is not None:
                self.play.stop()
            self.play, self.minutes, self.changes = None, 0, ()
            self.pack, workspace.called, workspace.folder = pack or self.pack, called, folder
        workspace.start(self.draw())

    async def take_form(self, seat: int, game: int, given: Mapping[str, str]) -> str:
        """Keep a person's answers about a game; what is wrong with them, "" if nothing is.

        Raises `OSError` if they cannot be written.
        """
        async with self.keeping:
            if game != self.room.game:
                return LAST_GAME
            if self.room.table is None:
                return WAITS
            fault = await asyncio.to_thread(self.take_answers, seat, given)
            if not fault and self.room.is_ended:
                await self._keep()
            return fault

    def take_answers(self, seat: int, given: Mapping[str, str]) -> str:
        """Keep a person's answers to the form; what is wrong with them, "" if nothing is.

        Raises `OSError` if they cannot be written.
        """
        answers = cells_of_form(questions_of(self.pack.questions), given)
        answers.pop("name", None)  # the person gave it when sitting down
        if self.free is not None and given.get(SCORE.key, "").strip():
            answers[SCORE.key] = core_scalar(given[SCORE.key].strip())
        problems = Problems()
        if self._playtest({seat: answers}, None, problems) is None:
            return problems.errors[0].message if problems.errors else "these answers do not fit"
        self.room.note({"form": seat, "answers": answers})
        self.room.tell_host()
        return ""

    async def keep(self) -> None:
        """Keep the game as a playtest, in place of what this table kept of it before."""
        async with self.keeping:
            await self._keep()

    async def _keep(self) -> None:
        final = await self.play.final() if self.play is not None else None
        self.minutes = self.minutes or max(1, round((self.room.age - self.room.began) / 60))
        if reason := no_diary(self.pack):
            self.fault = reason
            return
        forms = {i: chair.answers or {} for i, chair in enumerate(self.room.chairs)}
        problems = Problems()
        game = self._playtest(forms, final, problems)
        if game is None:
            self.fault = problems.errors[0].message
            return
        try:
            record = await self._record() if final is not None else None
            name = store(self.pack, game, self.room.kept, record)
            if name != self.room.kept:
                self.room.note({"kept": name, "minutes": self.minutes})
        except WorkFailed as wrong:
            self.fault = f"the playtest could not be kept: {last_line(wrong)}"
        except OSError as broken:
            self.fault = f"the playtest could not be kept: {broken}"

    async def _record(self) -> Json:
        """The moves of a game that is over, with the time of each. Raises `WorkFailed`."""
        table = self.room.table
        assert isinstance(table, RulesTable)
        record: Json = await self.workspace.seats.ask(RECORDED, table.call, table.sitting)
        return {**record, **times_of(games_of(entries_of(self.log_path))[-1])}

    def _playtest(
        self, forms: Mapping[int, Mapping[str, Any]], final: View | None, problems: Problems
    ) -> Playtest | None:
        """The game as a playtest; None after a problem."""
        about = {
            "date": self.room.began_at or self.at,
            "version": self.room.game_version
            or versions.version_of(versions.content_of(self.pack)),
            "where": "free" if self.free is not None else "table",
            "minutes": self.minutes or None,
        }
        place = Place("form")
        rows = []
        for seat, chair in enumerate(self.room.chairs):
            fields: dict[str, Any] = {**about, "seat": seat + 1}
            if chair.bot:
                fields["bot"] = chair.bot
            elif chair.name != f"Seat {seat + 1}":
                fields["name"] = chair.name
            if final is not None and final.over:
                fields[SCORE.key] = float(final.scores[seat])
                fields["won"] = seat in final.winners
            if not chair.bot:
                fields |= forms.get(seat, {})
            rows.append(Entry(fields, place, {}))
        return playtest_of(self.pack, rows, problems)


def times_of(lines: Sequence[Json]) -> Json:
    """The milliseconds of each move that stands, and every time that moves were taken back.

    An entry of `back` has the number of moves before and after.
    """
    ms: list[int] = []
    back: list[list[int]] = []
    for line in lines:
        match line.get("entry"):
            case {"do": "go"}:
                ms.append(line["ms"])
            case {"do": "back", "to": int(to)}:
                back.append([len(ms), to])
                del ms[to:]
    return {"ms": ms, "back": back}


def now() -> str:
    """The date and the time, as a playtest has them."""
    return f"{datetime.now():%Y-%m-%d %H:%M}"


def deal_of(sitting: Sitting) -> Json:
    """A game that begins, as the log has it."""
    return {
        "digest": sitting.digest, "players": sitting.players, "seed": sitting.seed,
        "index": sitting.index, "is_hidden": sitting.is_hidden, "reading": sitting.reading,
    }  # fmt: skip


def sitting_of(deal: Json) -> Sitting:
    """The game that a log began."""
    return Sitting(**deal)


def begin_table(
    pack: Pack,
    call: Call,
    out: Path,
    players: int,
    bots: Mapping[int, str],
    free: FreeGame | None = None,
) -> Hosted:
    """A new table with its log. Raises `OSError` where that cannot be written."""
    id = new_id()
    log = Log(path_of(pack, out, id))
    header = {
        "table": id, "format": FORMAT, "pack": pack.id, "players": players,
        "free": free is not None,
        "secret": secrets.token_hex(16), "at": now(),
        "variant": call.variant, "language": call.language, "settings": list(call.settings),
    }  # fmt: skip
    log.write(header)
    hosted = _hosted(pack, call, out, log, header, free)
    for key in (*range(players), SPECTATOR):
        hosted.room.new_link(key)
    for seat, bot in bots.items():
        hosted.room.note({"bot": seat, "kind": bot})
    return hosted


def resume_table(
    pack: Pack, call: Call, out: Path, id: str, free: FreeGame | None = None
) -> Hosted:
    """A table that goes on where its log ends; `free` is taken where it has no rules.

    If the pack has changed since the game by its rules began, the table goes on with its files of
    then, which are restored into a folder beside the log. Between two games, it takes the pack of
    now.

    Raises `OSError` where there is none that can be read and written, and `ValueError` for a log
    that does not fit.
    """
    path = path_of(pack, out, id)
    if not path.is_file():
        others = ", ".join(logs_of(pack, out)) or "none"
        raise ValueError(f"there is no table {id}; tables of this pack: {others}")
    if is_hosted(path):
        raise ValueError(f"the table {id} is being hosted already")
    log = Log(path)
    header, *lines = log.entries or [{}]
    if header.get("format") != FORMAT or header.get("pack") != pack.id:
        raise ValueError(OTHER_PACK)
    variant, language, settings = (header[key] for key in ("variant", "language", "settings"))
    call = replace(call, variant=variant, language=language, settings=tuple(settings))
    kept_file, changes = snapshot.path_of(path), []
    if kept_file.is_file() and has_begun(games_of(lines)[-1]):
        kept = snapshot.kept_in(read(kept_file))
        if changes := snapshot.changes(pack.folder, kept):
            call = replace(call, name=str(snapshot.restored(pack, kept, path)))
    hosted = _hosted(pack, call, out, log, header, free if header["free"] else None)
    hosted.past, hosted.changes = lines, tuple(changes)
    return hosted


def _hosted(
    pack: Pack, call: Call, out: Path, log: Log, header: Json, free: FreeGame | None
) -> Hosted:
    hosted: Hosted

    def make(deal: Json, names: list[str]) -> SharedTable:
        return hosted.make(deal, names)

    room, secret = Room(log, header["players"], make), bytes.fromhex(header["secret"])
    # The pack is drawn once, and whole.
    workspace = Table(
        call, Path(call.name), may_run=lambda: call.runs, seconds=math.inf, has_tables=True
    )
    hosted = Hosted(header["table"], pack, out, workspace, room, secret, free, header["at"])
    hosted.is_ready = free is not None
    return hosted
