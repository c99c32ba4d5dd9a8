"""The guests' application: every address that a guest can ask for, and no other.

Nothing here writes to the pack, computes for the designer or reads a file by name. Joining is a
POST of a secret; no GET seats anybody.
"""

import json
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from generator.hosting.admission import Session
from generator.hosting.guest_sheet import GuestSheet
from generator.hosting.hosted import LAST_GAME, Hosted
from generator.hosting.limits import MOST_REQUESTS, MOST_SPECTATORS, MOST_STREAMS, Tries
from generator.hosting.pages import STATIC, render, static_files
from generator.hosting.room import LONGEST_C, TOO_FAST
from generator.hosting.rules import RulesTable
from generator.model.questions import questions_of
from generator.preview import rules_page
from generator.preview.faces import Call
from generator.preview.layout import Ghost, Item
from generator.preview.move_choice import narrow
from generator.preview.pages import drawn, fields_of, font, picture
from generator.preview.questions import MANY, answer, unknown
from generator.preview.seat_views import View
from generator.preview.worker import WorkFailed, last_line

PING = 15.0  # seconds of silence after which a stream gives a sign
POLL = 20.0  # seconds that a long poll waits
MOST_OPERATIONS = 64  # maximum number of operations in a request
MOST_GHOSTS = 24  # maximum number of moves in a request for previews
LONGEST_OPERATION = 4000  # maximum number of characters of an operation in JSON
WRONG = "This link or code does not work (any more). Ask the host for a new one."
NO_SEAT = "The host gives you a link, or a code to type."
STALE = "this page is of the last game; load it anew"
FULL = "This table has as many spectators as it can hold."


class Guests:
    """The pages and answers of a hosted table."""

    def __init__(self, hosted: Hosted) -> None:
        self.hosted, self.room = hosted, hosted.room
        self.tries = Tries()
        self.cookie = f"table-{hosted.id}"
        self._rules: tuple[Call, Response] | None = None  # the rule sheet of a pack's settings

    def routes(self) -> list[Route]:
        """All addresses of the application."""
        return [
            Route("/j", self.join),
            Route("/sit", self.sit, methods=["POST"]),
            Route("/t", self.table),
            Route("/t/events", self.events),
            Route("/t/next", self.next),
            Route("/t/do", self.do, methods=["POST"]),
            Route("/t/say", self.say, methods=["POST"]),
            Route("/t/ghost", self.ghost, methods=["POST"]),
            Route("/face/{name}.svg", self.face),
            Route("/drawn/{name}.svg", drawn),
            Route("/rules", self.rules),
            Route("/form", self.form),
            Route("/form", self.take_form, methods=["POST"]),
            static_files(STATIC),
            Route("/font/{name}.ttf", font),
        ]

    # ------------------------------------------------------------------ joining

    def session(self, request: Request) -> Session | None:
        """The session of the person who asks."""
        session = self.room.admission.session(request.cookies.get(self.cookie, ""))
        if session is not None:
            session.seen = time.monotonic()
        return session

    async def join(self, request: Request) -> Response:
        """The page of a link. The page seats nobody, because chats fetch links to preview them."""
        return await self._join(request)

    async def _join(self, request: Request, fault: str = "", status: int = 200) -> Response:
        """The page, with the name that was typed for a request that is refused."""
        is_seated = self.session(request) is not None
        given = await fields_of(request) if request.method == "POST" else {}
        values = {
            "fault": fault, "is_seated": is_seated, "reader": None, "version": 0,
            "name_given": given.get("name", ""),
        }  # fmt: skip
        return await render(self.hosted, "join.html.j2", "join", status, **values)

    async def sit(self, request: Request) -> Response:
        """Seat a person who has a link's secret or a typed code."""
        form = await fields_of(request)
        admission = self.room.admission
        if form.get("k"):
            key = admission.key_of_link(form["k"][:100])
        elif self.tries.take():
            key = admission.key_of_code(form.get("code", "")[:40])
        else:
            return await self._join(request, "Too many codes were tried. Wait a minute.", 429)
        if key is None:
            return await self._join(request, WRONG, 403)
        if key < 0 and not self._has_room():
            return await self._join(request, FULL, 429)
        cookie = secrets.token_urlsafe(16)
        try:
            self.room.sit(key, form.get("name", ""), cookie)
        except OSError:
            return await self._join(request, f"The log cannot be written: {self.room.fault}", 503)
        if self.hosted.play is not None:
            self.hosted.play.again()
        response = RedirectResponse("/t", 303)
        response.set_cookie(
            self.cookie, cookie, max_age=30 * 86_400, httponly=True, samesite="strict", path="/",
            secure=request.headers.get("origin", "").startswith("https:"),
        )  # fmt: skip
        return response

    def _has_room(self) -> bool:
        """Whether one more person may watch; spectators whose page is closed make room."""
        admission = self.room.admission
        watching = [s for s in admission.sessions.values() if s.reader is None]
        n_leaving = max(0, len(watching) + 1 - MOST_SPECTATORS)
        for session in sorted(watching, key=lambda s: (s.streams > 0, s.seen))[:n_leaving]:
            if session.streams:
                return False
            session.gone = "others watch in your place"
            del admission.sessions[session.digest]
        return True

    # ------------------------------------------------------------------ the table

    async def table(self, request: Request) -> Response:
        """The table as this guest may see it."""
        session = self.session(request)
        if session is None:
            return await self._gone()
        if self.room.table is None and request.url.query:  # a position of the last game
            return RedirectResponse("/t", 303)
        with _counted(session):
            return await self._table(session.reader, parse_qsl(request.url.query))

    async def _gone(self) -> HTMLResponse:
        """The page of somebody without a seat."""
        values = {"why": NO_SEAT, "reader": None, "version": 0}
        return await render(self.hosted, "gone.html.j2", "gone", 403, **values)

    async def _table(self, reader: int | None, query: list[tuple[str, str]]) -> Response:
        room, version = self.room, self.room.feeds[reader].last
        values: dict[str, Any] = {"reader": reader, "version": version}
        table, kind = room.table, f"game{room.game}"
        if table is None:
            return await render(self.hosted, "lobby.html.j2", "lobby", **values)
        if not isinstance(table, RulesTable):
            assert self.hosted.free is not None
            more = self.hosted.free.page(self.hosted, reader)
            return await render(self.hosted, "free.html.j2", kind, **values, **more)
        play = self.hosted.play
        assert play is not None
        given = dict(query)
        try:
            view = await play.timely(reader, min(_number(given.get("ply"), table.ply), table.ply))
        except WorkFailed as wrong:
            fault = play.fault or last_line(wrong)
            more = {"view": None, "sheet": None, "game": {"fault": fault, "ply": table.ply}}
            return await render(self.hosted, "table.html.j2", kind, **values, **more)
        if room.table is not table:  # the host has gone on to another game meanwhile
            return await self._table(reader, [])
        picks = [value for name, value in query if name == "pick"]
        sheet = self.sheet(table, reader, view, picks, given.get("say", ""))
        sheet.game.fault, sheet.game.said = play.fault, ""
        more = {"view": view, "sheet": sheet, "game": sheet.game}
        return await render(self.hosted, "table.html.j2", kind, **values, **more)

    def sheet(
        self, table: RulesTable, reader: int | None, view: View, picks: list[str], text: str
    ) -> GuestSheet:
        """The values that the page shows for a game whose rules the program enforces."""
        hosted, game = self.hosted, self.room.game
        return GuestSheet(hosted.workspace, table, game, reader, view, picks, text, hosted.secret)

    async def face(self, request: Request) -> Response:
        """A picture that was shown to this guest."""
        session, table = self.session(request), self.room.table
        name = request.path_params["name"]
        if session is None or table is None or name not in table.faces(session.reader):
            return _missing("there is no such picture")
        svg = table.picture(name)
        return _missing("there is no such picture") if svg is None else picture(svg)

    async def rules(self, request: Request) -> Response:
        """The rule sheet as a page of text."""
        if self.session(request) is None:
            return await self._gone()
        workspace = self.hosted.workspace
        if self._rules is None or self._rules[0] != workspace.call:
            self._rules = workspace.call, await rules_page.rules(workspace, request)
        return self._rules[1]

    # ------------------------------------------------------------------ what is told

    async def events(self, request: Request) -> Response:
        """The stream of a guest; all waiting messages are sent together."""
        session = self.session(request)
        if session is None:
            return PlainTextResponse("this seat is not yours (any more)\n", 403)
        if session.streams >= MOST_STREAMS:
            return PlainTextResponse("too many pages of this seat are open\n", 429)
        headers = {"x-accel-buffering": "no", "cache-control": "no-store, no-transform"}
        stream = self._stream(session)
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def _stream(self, session: Session) -> AsyncIterator[str]:
        feed = self.room.feeds[session.reader]
        session.streams += 1
        self.room.tell_host()
        try:
            at, messages = feed.last, [self._joined(session.reader)]
            while not session.gone:
                yield "".join(f"data: {message}\n\n" for message in messages) or ": still here\n\n"
                await feed.news(at, PING)
                session.seen = time.monotonic()
                since = feed.since(at)
                messages = [self._joined(session.reader)] if since is None else since
                at = feed.last
            yield f"data: {json.dumps({'gone': f'Your seat: {session.gone}.'})}\n\n"
        finally:
            session.streams -= 1
            self.room.tell_host()

    def _joined(self, reader: int | None) -> str:
        """The first message of a stream, with everything that the reader may know."""
        message = {"at": self.room.feeds[reader].last, **self.room.snapshot(reader), "page": True}
        return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

    async def next(self, request: Request) -> Response:
        """The messages after a given message, as soon as there are any.

        Pages whose stream is held back ask for these messages.
        """
        session = self.session(request)
        if session is None:
            return PlainTextResponse("this seat is not yours (any more)\n", 403)
        if session.streams >= MOST_STREAMS:
            return PlainTextResponse("too many pages of this seat are open\n", 429)
        feed, at = self.room.feeds[session.reader], _number(request.query_params.get("after"), -1)
        session.streams += 1
        try:
            if feed.since(at) == []:
                await feed.news(at, POLL)
        finally:
            session.streams -= 1
        if session.gone:
            return JSONResponse([{"gone": f"Your seat: {session.gone}."}])
        messages = feed.since(at)
        if messages is None:
            messages = [self._joined(session.reader)]
        return Response(f"[{','.join(messages)}]", media_type="application/json")

    # ------------------------------------------------------------------ what guests do

    async def do(self, request: Request) -> Response:
        """Do the numbered operations of a page, or the single operation of a form."""
        session = self.session(request)
        if session is None or session.reader is None:
            return PlainTextResponse("only a seat can do that\n", 403)
        with _counted(session):
            is_json = request.headers.get("content-type", "").startswith("application/json")
            given = await json_of(request) if is_json else await fields_of(request)
            stale = self._stale(request)
            if "ops" in given:
                return self._numbered(session.reader, given, stale)
            if stale:
                return await self._answered(request, session.reader, stale, "")
            operation = {key: value for key, value in given.items() if key not in ("c", "n")}
            for name in ("move", "at"):
                if isinstance(operation.get(name), str):
                    operation[name] = _number(operation[name], -1)
            return await self._single(request, session.reader, operation)

    def _stale(self, request: Request) -> str:
        """Why nothing is done for a page that shows an earlier game; "" for other pages."""
        is_old = _number(request.query_params.get("game"), self.room.game) < self.room.game
        return STALE if is_old else ""

    def _numbered(self, seat: int, given: Mapping[str, Any], stale: str) -> Response:
        """Do the numbered operations in their order, each of them once; none of a `stale` page."""
        c, operations = given.get("c"), given.get("ops")
        is_right = isinstance(c, str) and 0 < len(c) <= LONGEST_C and isinstance(operations, list)
        if not is_right or len(operations or ()) > MOST_OPERATIONS:
            raise HTTPException(400, 'expected {"c": "…", "ops": [[1, {"do": …}]]}\n')
        replies = []
        for each in operations or ():
            match each:
                case [int(n), {"do": str()} as operation] if 0 < n < 1 << 53:
                    if stale:
                        replies.append({"seq": self.room.seq, "refused": stale})
                    elif len(json.dumps(operation)) > LONGEST_OPERATION:
                        replies.append({"seq": self.room.seq, "refused": "that is too long"})
                    else:
                        replies.append(self.room.ask(seat, str(c), n, operation))
                case _:
                    raise HTTPException(400, "an operation consists of a number and an action\n")
        return JSONResponse(replies)

    async def _single(self, request: Request, seat: int, operation: dict[str, Any]) -> Response:
        """Do one operation and return the page after the operation."""
        if not self.room.chairs[seat].allowance.take():
            return PlainTextResponse(f"{TOO_FAST}\n", 429)
        reply = self.room.do(seat, operation)
        return await self._answered(request, seat, reply.get("refused", ""), "")

    async def _answered(self, request: Request, seat: int, refused: str, words: str) -> Response:
        """The answer to a form or a script, with the table or the reason for a refusal."""
        if not request.headers.get("content-type", "").startswith("application/json"):
            return RedirectResponse("/t", 303)
        if refused:
            return PlainTextResponse(f"{refused}\n", 409)
        page, table = await self._table(seat, []), self.room.table
        ply = table.ply if isinstance(table, RulesTable) else 0
        version = self.room.feeds[seat].last
        text = bytes(page.body).decode()
        return JSONResponse({"said": words, "ply": ply, "version": version, "page": text})

    async def say(self, request: Request) -> Response:
        """Make the one move that typed words mean, or answer the words."""
        session, play, table = self.session(request), self.hosted.play, self.room.table
        if session is None or session.reader is None:
            return PlainTextResponse("only a seat can do that\n", 403)
        if play is None or not isinstance(table, RulesTable):
            return PlainTextResponse("nothing can be typed here\n", 409)
        seat = session.reader
        if not self.room.chairs[seat].allowance.take():
            return PlainTextResponse(f"{TOO_FAST}\n", 429)
        is_json = request.headers.get("content-type", "").startswith("application/json")
        given = await json_of(request) if is_json else await fields_of(request)
        if stale := self._stale(request):
            return await self._answered(request, seat, stale, "")
        with _counted(session):
            try:
                refused, words = await self._said(seat, play, table, given)
            except WorkFailed as wrong:
                refused, words = last_line(wrong), ""
            return await self._answered(request, seat, refused, words)

    async def _said(
        self, seat: int, play: Any, table: RulesTable, given: Mapping[str, Any]
    ) -> tuple[str, str]:
        """The reason for refusing typed words, and the answer to them; both are "" after a move."""
        text = str(given.get("text", "")).strip()[:400]
        picks = [pick for pick in str(given.get("picks", "")).split("\n") if pick]
        view = await play.timely(seat, table.ply)
        choices = view.choices if view.seat == seat else ()
        left, _ = narrow(choices, picks, text)
        reply = answer(text, view)
        if reply and reply != "undo":
            return "", reply
        at = _number(str(given.get("at", "")), table.ply)
        if reply:
            return self.room.do(seat, {"do": "back", "at": at}).get("refused", ""), ""
        if len(left) == 1 and (text or picks):
            operation = {"do": "go", "move": left[0].move, "at": at}
            return self.room.do(seat, operation).get("refused", ""), ""
        return (MANY.format(len(left)) if left else unknown(text, view)), ""

    async def ghost(self, request: Request) -> Response:
        """The effects of possible moves on the map, which the script previews."""
        session, play, table = self.session(request), self.hosted.play, self.room.table
        if session is None or session.reader is None or play is None:
            return PlainTextResponse("only a seat can do that\n", 403)
        assert isinstance(table, RulesTable)
        if not self.room.chairs[session.reader].allowance.take():
            return PlainTextResponse(f"{TOO_FAST}\n", 429)
        given = await json_of(request)
        wanted = [_number(m, -1) for m in str(given.get("moves")).split(",", MOST_GHOSTS)]
        with _counted(session):
            try:
                view, sitting = await play.timely(session.reader, table.ply), table.sitting
                wanted = [m for m in wanted if m in {choice.move for choice in view.choices}]
                if given.get("at") != view.ply or view.ply != table.ply or view.seat != view.viewer:
                    return JSONResponse({})
                work = "generator.preview.sessions:ghosts"
                ghosts: tuple[Ghost, ...] = await self.hosted.workspace.seats.ask(
                    work, table.call, sitting, view.viewer, wanted
                )
            except WorkFailed as wrong:
                return PlainTextResponse(f"{last_line(wrong)}\n", 409)
        sheet = self.sheet(table, session.reader, view, [], "")

        def drawn(item: Item) -> list[object]:
            return [sheet.face_of(item), item.x, item.y, item.width, item.height, item.turn]

        return JSONResponse(
            {
                move: [[drawn(item) for item in items] for items in (each.arriving, each.leaving)]
                for move, each in zip(wanted, ghosts, strict=True)
            }
        )

    # ------------------------------------------------------------------ the form

    async def form(self, request: Request) -> Response:
        """The questions of the pack after the end of the game."""
        return await self._form(request)

    async def _form(
        self, request: Request, fault: str = "", given: Mapping[str, str] | None = None
    ) -> Response:
        """The form with the answers that were just `given`, or else with those that are stored."""
        session = self.session(request)
        if session is None or session.reader is None:
            return await self._gone()
        answers = (given if fault else self.room.chairs[session.reader].answers) or {}
        is_late = fault == LAST_GAME
        questions = questions_of(self.hosted.pack.questions)
        values: dict[str, Any] = {
            "reader": session.reader, "version": 0, "questions": questions,
            "is_open": self.room.table is not None and not is_late, "fault": fault,
             "thanks": given is not None and not fault,
            "answers": {q.id: answers.get(q.id, "") for q in questions}
            | {name: answers.get(name, "") for name in ("new", "score")},
            "is_free": self.hosted.free is not None,
            "rows": {
                component.id: [(row.id, row.name) for row in component.rows]
                for component in self.hosted.pack.components
            },
        }  # fmt: skip
        status = 409 if is_late else 422 if fault else 200
        return await render(self.hosted, "form.html.j2", "form", status, **values)

    async def take_form(self, request: Request) -> Response:
        """Store the answers of a seat; they replace earlier answers."""
        session = self.session(request)
        if session is None or session.reader is None:
            return await self._form(request)
        given, game = await fields_of(request), _number(request.query_params.get("game"), 1)
        try:
            faults = await self.hosted.take_form(session.reader, game, given)
        except OSError as broken:
            faults = broken.strerror or "the answers could not be written"
        return await self._form(request, faults, given)


# ---------------------------------------------------------------------- requests


@contextmanager
def _counted(session: Session) -> Any:
    """Answer a request of a session, unless too many of it are being answered."""
    if session.requests >= MOST_REQUESTS:
        raise HTTPException(429, f"{TOO_FAST}\n")
    session.requests += 1
    try:
        yield
    finally:
        session.requests -= 1


async def json_of(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request. Raises `HTTPException` for any other content."""
    try:
        given = json.loads(await request.body())
        json.dumps(given, ensure_ascii=False).encode()  # no half characters
    except ClientDisconnect:
        raise
    except (ValueError, RecursionError):
        raise HTTPException(400, "this is not readable JSON\n") from None
    if not isinstance(given, dict):
        raise HTTPException(400, "expected an object\n")
    return given


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 18 else otherwise


def _missing(what: str) -> PlainTextResponse:
    return PlainTextResponse(f"{what}\n", 404)
