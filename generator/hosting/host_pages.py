"""The host's application, on this machine alone: links, codes, bots, the beginning and the end."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.hosting.admission import SPECTATOR
from generator.hosting.hosted import Hosted
from generator.hosting.pages import HOST_STATIC, render, static_files
from generator.people.playtests import no_diary
from generator.press.out.qr import qr_svg
from generator.preview.budget import too_much
from generator.preview.pages import fields_of, font
from generator.preview.worker import WorkFailed, last_line

LIMITS = ("0", "60", "120", "300")  # seconds of a decision after which a page reminds


@dataclass(frozen=True)
class Card:
    """A seat on the host's page."""

    key: int
    title: str
    state: str
    is_on: bool
    is_person: bool
    is_bot: bool
    link: str
    qr: str
    code: str
    bot: str
    bots: tuple[str, ...]  # that may be chosen


class Host:
    """The host's page and what its buttons do."""

    def __init__(self, hosted: Hosted) -> None:
        self.hosted, self.room = hosted, hosted.room
        self.room.changed.append(self._changed)

    def _changed(self) -> None:
        self.hosted.workspace.hub.tell("stale", {})

    def routes(self) -> list[Route]:
        """All addresses of the application."""
        return [
            Route("/", self.page),
            Route("/host", self.page),
            Route("/host/{act}", self.act, methods=["POST"]),
            static_files(HOST_STATIC),
            Route("/font/{name}.ttf", font),
            Route("/events", self.hosted.workspace.hub.respond),
        ]

    async def page(self, request: Request) -> Response:
        """The seats as cards, and the state of the game."""
        hosted, room = self.hosted, self.room
        n_forms = sum(room.chairs[seat].answers is not None for seat in room.people)
        keys = (*range(len(room.chairs)), SPECTATOR)
        cards = await asyncio.to_thread(lambda: [self.card(key) for key in keys])
        values: dict[str, Any] = {
            "reader": None, "version": hosted.workspace.hub.version, "id": hosted.id,
            "cards": cards, "fault": hosted.fault, "is_free": hosted.free is not None,
            "game_fault": hosted.play.fault if hosted.play is not None else "",
            "is_over": hosted.is_over, "is_ready": hosted.is_ready, "is_drawn": hosted.is_drawn,
            "kept": f"playtests/{room.kept}" if room.kept else "",
            "n_forms": n_forms, "lost": self._lost(len(room.people) - n_forms),
            "join": f"{hosted.origins[-1]}/j", "log": hosted.log_path,
            "typed": hosted.workspace.call.typed,
            "resume": f"protoplay host {hosted.workspace.call.typed} --resume {hosted.id}",
            "changes": hosted.changes, "like": hosted.like,
            "is_plain": any(
                origin.startswith("http:") and "//127." not in origin for origin in hosted.origins
            ),
        }  # fmt: skip
        return await render(hosted, "host.html.j2", "host", **values)

    def _lost(self, n_missing: int) -> str:
        """What another game leaves behind of the last one, in words; "" for nothing."""
        if no_diary(self.hosted.pack):
            return ""
        if not self.room.kept:
            return "The last game is not kept, and cannot be after that."
        if n_missing == 0:
            return ""
        forms = "1 form is" if n_missing == 1 else f"{n_missing} forms are"
        return f"{forms} not in yet and can no longer be sent after that."

    def card(self, key: int) -> Card:
        """A seat, or the spectators."""
        admission, origin = self.room.admission, self.hosted.origins[-1]
        written = admission.written.get(key, "")
        link = f"{origin}/j#{written}" if written else ""
        code = admission.code(key)
        if key == SPECTATOR:
            watching = [s for s in admission.sessions.values() if s.reader is None]
            n = len(watching)
            state = f"{n or 'nobody'} watching" if n != 1 else "1 is watching"
            is_on = any(session.streams for session in watching)
            return Card(
                key, "Spectators", state, is_on, False, False, link, _qr(link), code, "", ()
            )
        chair = self.room.chairs[key]
        state = f"{chair.bot}, a bot" if chair.bot else chair.name or "empty"
        if self.room.kept and chair.is_person:
            state += ", form not sent yet" if chair.answers is None else ", form sent"
        is_bot = bool(chair.bot)
        return Card(
            key, f"Seat {key + 1}", state, chair.is_person and self.room.is_connected(key),
            chair.is_person, is_bot, "" if is_bot else link, "" if is_bot else _qr(link), code,
            chair.bot, self.hosted.bots,
        )  # fmt: skip

    async def act(self, request: Request) -> Response:
        """Do what a button asks for, then show the page again."""
        acts = {
            "begin": self.begin, "link": self.link, "code": self.code, "bot": self.bot,
            "pause": self.pause, "limit": self.limit, "end": self.end, "again": self.again,
            "rematch": self.rematch,
        }  # fmt: skip
        act = acts.get(request.path_params["act"])
        if act is None:
            return PlainTextResponse("there is no such page\n", 404)
        self.hosted.fault = ""
        try:
            await act(await fields_of(request))
        except WorkFailed as wrong:
            self.hosted.fault = last_line(wrong)
        except OSError:
            self.hosted.fault = ""  # the page shows why the log cannot be written
        self.room.tell_pages()
        return RedirectResponse("/host", 303)

    async def begin(self, form: Mapping[str, str]) -> None:
        """Begin the game."""
        if not self.room.people:
            self.hosted.fault = "somebody has to sit down first"
            return
        await self.hosted.begin()

    async def link(self, form: Mapping[str, str]) -> None:
        """A new link for a seat; the old one and its pages end."""
        key = self._key(form)
        if key is not None:
            if key >= 0 and self.room.chairs[key].bot:
                self.room.note({"bot": key, "kind": ""})
            self.room.new_link(key)

    async def code(self, form: Mapping[str, str]) -> None:
        """A code to type for a seat."""
        key = self._key(form)
        if key is not None:
            self.room.admission.new_code(key)

    async def bot(self, form: Mapping[str, str]) -> None:
        """Let a bot play a seat, or a person again."""
        key, kind = self._key(form), form.get("bot", "")
        can_play = not kind or kind in (*self.hosted.bots, self.hosted.like)
        if key is None or key < 0 or not can_play:
            return
        self.hosted.fault = too_much([kind])
        if not self.hosted.fault:
            self.room.note({"bot": key, "kind": kind})
            await self.again(form)

    async def pause(self, form: Mapping[str, str]) -> None:
        """Pause the table, or let it go on."""
        self.room.note({"pause": form.get("on") == "1"})
        await self.again(form)

    async def limit(self, form: Mapping[str, str]) -> None:
        """Remind people after so many seconds of a decision."""
        if form.get("seconds") in LIMITS:
            self.room.note({"limit": int(form["seconds"])})

    async def end(self, form: Mapping[str, str]) -> None:
        """Close the table and keep the game."""
        if self.room.table is not None and not self.room.is_ended:
            self.room.note({"end": True})
            await self.hosted.keep()

    async def rematch(self, form: Mapping[str, str]) -> None:
        """Empty the closed table for another game of the same people."""
        await self.hosted.rematch()

    async def again(self, form: Mapping[str, str]) -> None:
        """Look at the game again, after a fault or a change of players."""
        if self.hosted.play is not None:
            self.hosted.play.again()

    def _key(self, form: Mapping[str, str]) -> int | None:
        """The seat that a form names; None for none."""
        with suppress(ValueError):
            key = int(form.get("seat", ""))
            if key == SPECTATOR or 0 <= key < len(self.room.chairs):
                return key
        return None


def _qr(link: str) -> str:
    """A link as a QR code; "" for no link."""
    return qr_svg(link, "The link as a QR code")
