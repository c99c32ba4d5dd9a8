"""The gallery page: every face, front and back, as it will print; each piece has its own page.

The page of a piece writes a number of its row back into its file.
"""

import math
from typing import TypeGuard

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from generator.preview.faces import Look, Part, Shown
from generator.preview.pages import asked, missing, page
from generator.preview.playtest import Use
from generator.preview.report_page import replay_of
from generator.preview.scheduler import Studio
from generator.preview.worker import WorkFailed
from generator.preview.workspace import Room, Table

ROOM = Room("/", "Gallery")
Shelf = tuple[Part, list[Shown], str]


def routes(table: Table, studio: Studio) -> list[BaseRoute]:
    """The routes of the page of all faces, of the page of one piece, and for writing a cell."""

    async def gallery(request: Request) -> Response:
        shelves = shelves_of(table.look) if table.look is not None else []
        return await page(table, request, "gallery.html.j2", shelves=shelves, uses=uses_of(studio))

    async def piece(request: Request) -> Response:
        shown_piece = table.piece(request.path_params["key"])
        if shown_piece is None or table.look is None:
            return missing("there is no such piece (any more)")
        every = [p for p in table.look.pieces if p.component == shown_piece.component]
        i = every.index(shown_piece)
        answer = studio.playtest.answer if studio.playtest is not None else None
        return await page(
            table,
            request,
            "piece.html.j2",
            piece=shown_piece,
            part=next(part for part in table.look.parts if part.id == shown_piece.component),
            before=every[i - 1] if i else None,
            after=every[i + 1] if i + 1 < len(every) else None,
            use=uses_of(studio).get(shown_piece.id),
            answer=answer,
            replay=replay_of,
            is_number=is_number,
        )

    async def cell(request: Request) -> Response:
        """Write a number into its cell; only this cell changes, or nothing.

        `was` is the number that the page shows; the response contains it, so that the change can be
        undone.
        """
        given = await asked(request)
        shown, column, value = (given.get(name) for name in ("piece", "column", "value"))
        found = table.piece(shown) if isinstance(shown, str) else None
        if found is None or table.look is None or not is_number(found.fields.get(str(column))):
            return PlainTextResponse("there is no such number\n", 400)
        if not is_number(value) or not abs(value) < 1e15:
            return PlainTextResponse("a number is wanted\n", 400)
        before = found.fields[str(column)]
        if given.get("was") != before:
            return PlainTextResponse("the cell has another value by now; look again\n", 409)
        try:
            files = await table.press.ask(
                "generator.preview.faces:write",
                table.called,
                f"{found.id.replace('/', '.', 1)}.{column}",
                value,
                table.look.fingerprint,
            )
        except WorkFailed as fault:
            return PlainTextResponse(f"{(str(fault).splitlines() or ['it ended'])[0]}\n", 409)
        await table.reload()
        return JSONResponse({"files": files, "was": before})

    return [
        Route("/", gallery),
        Route("/piece/{key}", piece),
        Route("/cell", cell, methods=["POST"]),
    ]


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether the value is a finite number, and not true or false."""
    return isinstance(value, int | float) and type(value) is not bool and math.isfinite(value)


def shelves_of(look: Look) -> list[Shelf]:
    """Each component with its pieces, and its back if all of them have the same one."""
    shelves: list[Shelf] = []
    for part in look.parts:
        pieces = [p for p in look.pieces if p.component == part.id]
        backs = {p.back for p in pieces if not p.waits or p.back}
        common = next(iter(backs)) if len(backs) == 1 and len(pieces) > 1 else ""
        shelves.append((part, pieces, common))
    return shelves


def uses_of(studio: Studio) -> dict[str, Use]:
    """The results of the last playtest for each piece, by its id."""
    answer = studio.playtest.answer if studio.playtest is not None else None
    return answer.uses if answer is not None else {}
