"""The page with the overview of each deck."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.preview.gallery import uses_of
from generator.preview.overview import Glance, glances
from generator.preview.pages import page
from generator.preview.row_values import Weighed
from generator.preview.scheduler import Studio
from generator.preview.worker import WorkFailed
from generator.preview.workspace import Room, Table

ROOM = Room("/glance", "At a glance")


def routes(table: Table, studio: Studio) -> list[BaseRoute]:
    """The route of the page.

    Its content is made once for each state of the pack and of the playtest.
    """
    made: dict[tuple[str, int], list[Glance]] = {}
    weighed: dict[tuple[str, ...], Mapping[str, Weighed]] = {}

    async def weigh(key: tuple[str, ...], plays: bool) -> None:
        """Ask for the prices and gains of rows once for each state of the pack; ignore errors."""
        weighed.clear()
        weighed[key] = {}
        with suppress(WorkFailed):
            weighed[key] = await table.teller.ask(
                "generator.preview.row_values:weighed", table.call, plays
            )
        if weighed[key]:
            table.hub.tell("stale", {})

    async def glance(request: Request) -> Response:
        look, uses = table.look, uses_of(studio)
        decks: list[Glance] = []
        balances: Mapping[str, Weighed] = {}
        if look is not None:
            key = look.digest, len(uses) and id(uses)
            if key not in made:
                made.clear()
                made[key] = await asyncio.to_thread(glances, look, uses)
            decks = made[key]
            now = (look.digest, look.rules_digest, str(table.plays))
            if now not in weighed:
                table.start(weigh(now, table.plays))
            balances = weighed.get(now, {})
        return await page(table, request, "glance.html.j2", glances=decks, balances=balances)

    return [Route("/glance", glance)]
