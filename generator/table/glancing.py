"""The page of the decks at a glance."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.table.gallery import uses_of
from generator.table.glance import Glance, glances
from generator.table.pages import page
from generator.table.session import Room, Table
from generator.table.studio import Studio

ROOM = Room("/glance", "At a glance")


def routes(table: Table, studio: Studio) -> list[BaseRoute]:
    """The page; what is on it is made once for each state of the pack and of the playtest."""
    made: dict[tuple[str, int], list[Glance]] = {}

    async def glance(request: Request) -> Response:
        look, uses = table.look, uses_of(studio)
        found: list[Glance] = []
        if look is not None:
            key = look.digest, len(uses) and id(uses)
            if key not in made:
                made.clear()
                made[key] = await asyncio.to_thread(glances, look, uses)
            found = made[key]
        return await page(table, request, "glance.html.j2", glances=found)

    return [Route("/glance", glance)]
