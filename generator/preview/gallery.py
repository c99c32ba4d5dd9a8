"""The gallery: every face, front and back, as it will print; each piece has a page of its own."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.preview.faces import Look, Part, Shown
from generator.preview.pages import missing, page
from generator.preview.playtest import Use
from generator.preview.report_page import replay_of
from generator.preview.scheduler import Studio
from generator.preview.workspace import Room, Table

ROOM = Room("/", "Gallery")
Shelf = tuple[Part, list[Shown], str]


def routes(table: Table, studio: Studio) -> list[BaseRoute]:
    """The page of all faces, and of one piece."""

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
        )

    return [Route("/", gallery), Route("/piece/{key}", piece)]


def shelves_of(look: Look) -> list[Shelf]:
    """Each component with its pieces, and the back where all of them have the same one."""
    shelves: list[Shelf] = []
    for part in look.parts:
        pieces = [p for p in look.pieces if p.component == part.id]
        backs = {p.back for p in pieces if not p.waits or p.back}
        common = next(iter(backs)) if len(backs) == 1 and len(pieces) > 1 else ""
        shelves.append((part, pieces, common))
    return shelves


def uses_of(studio: Studio) -> dict[str, Use]:
    """What the last playtest says of each piece, by its id."""
    answer = studio.playtest.answer if studio.playtest is not None else None
    return answer.uses if answer is not None else {}
