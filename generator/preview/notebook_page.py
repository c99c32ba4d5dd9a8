"""The notebook page: every version of the game, its reason, and the results of bots and people.

In: the state of the table. Out: the page and its routes.
"""

import asyncio
from contextlib import suppress
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.people.notebook import FILE
from generator.preview.notebook_values import History
from generator.preview.pages import page, picture
from generator.preview.worker import WorkFailed, last_line
from generator.preview.workspace import Room, Table

ROOM = Room("/notebook", "Notebook")

Key = tuple[str, str, tuple[tuple[str, int], ...]]


def routes(table: Table) -> list[BaseRoute]:
    """The routes of the page, its pictures, and the form that records a version.

    The history is read once for each state of the pack, the notebook and the playtests.
    """
    made: dict[Key, History] = {}
    pictures: dict[str, bytes] = {}
    faults: list[str] = []
    reading: set[Key] = set()

    async def read(key: Key) -> None:
        """Read the history in the worker; open pages then request it."""
        faults.clear()
        try:
            history, drawn = await table.teller.ask(
                "generator.preview.notebook_values:history", table.called
            )
        except WorkFailed as wrong:
            faults.append(last_line(wrong))
        else:
            made.clear()
            made[key] = history
            pictures.clear()
            pictures.update(drawn)
        table.hub.tell("stale", {})

    async def show(request: Request, fault: str = "") -> Response:
        key = await asyncio.to_thread(_key, table)
        is_due = table.look is not None and not table.is_behind and key not in made
        if is_due and key not in reading:
            reading.clear()
            reading.add(key)
            table.start(read(key))
        return await page(
            table,
            request,
            "notebook.html.j2",
            history=next(iter(made.values()), None),
            is_reading=is_due and not faults,
            fault=fault or next(iter(faults), ""),
            address=lambda name: f"/notebook/face/{name}.svg",
        )

    async def note(request: Request) -> Response:
        given = parse_qs((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
        if set(given) != {"why"}:
            return PlainTextResponse("expected the field why\n", 400)
        why = " ".join(" ".join(given.get("why", [])).split())
        try:
            await table.teller.ask("generator.preview.notebook_values:note", table.called, why)
        except WorkFailed as wrong:
            return await show(request, last_line(wrong))
        return RedirectResponse("/notebook", 303)

    async def face(request: Request) -> Response:
        return picture(pictures.get(request.path_params["name"]))

    return [
        Route("/notebook", show),
        Route("/notebook", note, methods=["POST"]),
        Route("/notebook/face/{name}.svg", face),
    ]


def _key(table: Table) -> Key:
    """The state that the history depends on: pack, programs, notebook and playtests."""
    look = table.look
    files = [table.folder / FILE, *sorted(table.folder.glob("playtests/*"))]
    times = []
    for path in files:
        with suppress(OSError):
            times.append((path.name, path.stat().st_mtime_ns))
    return (look.digest if look else "", look.rules_digest if look else "", tuple(times))
