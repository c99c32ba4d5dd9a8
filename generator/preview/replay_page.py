"""The replay page: a list of games to watch, and one game forwards and backwards.

A game is given by seed and number, by its moves, or by its line in a file of records. The page is a
frame that `replay.js` fills from a story in JSON. The same script is used in the file that
`protoplay replay --html` writes.
"""

import asyncio
import hashlib
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from generator.preview.budget import too_much
from generator.preview.game_list import games_played, games_recorded, games_tested, record_at
from generator.preview.notes import keep, key_of, notes_in
from generator.preview.pages import asked as posted
from generator.preview.pages import missing, page
from generator.preview.play_page import Playing
from generator.preview.replay_file import with_pictures
from generator.preview.replays import movers_in
from generator.preview.scheduler import Studio
from generator.preview.settings import otherwise, read
from generator.preview.text_board import address_of
from generator.preview.worker import WorkFailed, last_line
from generator.preview.workspace import SAVED, Room, Table

ROOM = Room("/replay", "Replay", needs_rules=True)
NAMES = ("seed", "game", "players", "agents", "moves", "eyes")
KEY = re.compile(r"seed \d{1,19}, game \d{1,19}, \d{1,3} players, [0-9a-f]{12}")
MOST_KEPT = 4  # maximum number of stories kept in memory


def routes(
    table: Table, playing: Playing | None = None, studio: Studio | None = None
) -> list[BaseRoute]:
    """The routes of the page, its story, its chances, and its notes.

    The list has the finished games of `playing` and those of the playtest of `studio`.
    """
    stories: dict[tuple[str, ...], Any] = {}
    keeping = asyncio.Lock()

    async def story(request: Request) -> Any:
        """The story that a request asks for. Raises `WorkFailed`."""
        given = {name: request.query_params.get(name, "")[:8000] for name in NAMES}
        if fault := too_much(given["agents"].split()):
            raise WorkFailed(fault)
        record = await asyncio.to_thread(_record, request, table)
        given |= record
        key = (table.look.digest if table.look else "", repr(table.call), *given.values())
        if key not in stories:
            stories[key] = await table.teller.ask(
                "generator.preview.replays:told", table.call, given
            )
            for old in list(stories)[:-MOST_KEPT]:
                del stories[old]
        return stories[key]

    async def show(request: Request) -> Response:
        if table.look is not None and not table.plays:
            return missing("this pack has no rules that may run")
        is_asked = (
            bool({"seed", "moves", "record"} & set(request.query_params)) and table.look is not None
        )
        form = {name: request.query_params.get(name, "")[:100] for name in NAMES}
        settings = read(request.query_params.getlist("set"))
        was, now = otherwise(settings, table.numbers)
        rules = hashlib.sha256(repr(table.numbers).encode()).hexdigest()[:12]
        form |= {"was": was, "now": now, "rules": rules}
        lists = [] if is_asked else await listed()
        more = {
            "lists": lists,
            "asked": is_asked,
            "form": form,
            "is_link": bool(form["moves"]),
            "with_notes": True,
        }
        return await page(table, request, "replay.html.j2", **more)

    async def listed() -> list[Any]:
        """Groups of games that can be watched, each with a title."""
        groups = [("Played here", await games_played(playing))] if playing else []
        recorded = await asyncio.to_thread(games_recorded, table.folder)
        groups += [(f"Recorded in {file}", games) for file, games in recorded]
        answer = studio.playtest.answer if studio and studio.playtest else None
        if answer is not None:
            groups.append(("Bots, from the report", games_tested(answer)))
        return [(title, games) for title, games in groups if games]

    async def tell(request: Request) -> Response:
        if not table.plays:
            return missing("this pack has no rules that may run")
        try:
            story_now = await story(request)
            key = key_of(story_now)
        except WorkFailed as wrong:
            return _refused(wrong)
        notes, unread = {}, ""
        try:
            notes = (await asyncio.to_thread(notes_in, table.folder)).get(key, {})
        except ValueError as wrong:
            unread = f"{last_line(wrong)}; no note is kept until that is mended"
        await table.draw_tables()
        faces = {p.id: p for p in table.look.pieces} if table.look else {}

        def address(looks: str, up: bool) -> str:
            name = faces[looks].lying(up) if looks in faces else ""
            return f"/face/{name}.svg" if name else address_of(looks)

        return JSONResponse(
            {**with_pictures(story_now, address), "key": key, "notes": notes, "unread": unread}
        )

    async def chances(request: Request) -> Response:
        if not table.plays:
            return missing("this pack has no rules that may run")
        try:
            story_now = await story(request)
            if "chances" not in story_now:
                work = "generator.preview.replays:judged"
                wanted = {name: story_now[name] for name in ("players", "seed", "number", "moves")}
                wanted["movers"] = movers_in(story_now)
                story_now["chances"] = await table.teller.ask(work, table.call, wanted)
        except WorkFailed as wrong:
            return _refused(wrong)
        return JSONResponse(story_now["chances"])

    async def note(request: Request) -> Response:
        given = await posted(request)
        key, ply, text = given.get("note"), given.get("at"), given.get("text")
        if not isinstance(key, str) or not KEY.fullmatch(key) or not isinstance(text, str):
            return PlainTextResponse("this is no note on a game\n", 400)
        if not isinstance(ply, int) or isinstance(ply, bool) or not 0 <= ply < 1_000_000:
            return PlainTextResponse("a note stands at a number of moves\n", 400)
        try:
            async with keeping:  # requests take turns, because each reads what the one before wrote
                file = await asyncio.to_thread(keep, table.folder, key, ply, text)
        except (ValueError, OSError) as wrong:
            return PlainTextResponse(f"{wrong}\n", 409)
        return JSONResponse({"file": file.name})

    return [
        Route("/replay", show),
        Route("/replay/story", tell),
        Route("/replay/chances", chances),
        Route("/replay/note", note, methods=["POST"]),
    ]


def _record(request: Request, table: Table) -> dict[str, str]:
    """The record that an address names, as parts of a query.

    Raises `WorkFailed` if there is none.
    """
    file, line = (request.query_params.get(name, "") for name in ("record", "line"))
    if not file:
        return {}
    text, players = record_at(table.folder, file, line)
    if not text:
        raise WorkFailed(f"there is no game in line {line[:20]} of {file[:100]}")
    return {"record": text, "players": str(players)}


def _refused(wrong: WorkFailed) -> Response:
    """The response that explains why there is no answer; 503 if there may be one later."""
    text = last_line(wrong)
    return PlainTextResponse(f"{text}\n", 503 if text == SAVED else 409)
