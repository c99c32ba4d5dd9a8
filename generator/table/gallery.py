"""The gallery: every face, front and back, as it will print."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.table.pages import page
from generator.table.session import Room, Table

ROOM = Room("/", "Gallery")


def routes(table: Table) -> list[BaseRoute]:
    """The page of all faces."""

    async def gallery(request: Request) -> Response:
        return await page(table, request, "gallery.html.j2")

    return [Route("/", gallery)]
