"""The form on the sheets page that exports a pack: for shops, cutters and virtual tables.

In: a destination, options as on the command line, and whether to write into the output folder or to
download. Out: the files, and their faults. Only one export runs at a time; the last one stays on
the page.
"""

import asyncio
import hashlib
from contextlib import aclosing
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.preview.exporting import Made
from generator.preview.pages import FOREVER, fields_of, missing
from generator.preview.print_options import EXPORT_CHOICES, Value, command_of, read_options
from generator.preview.worker import WorkFailed
from generator.preview.workspace import Table

OUT = "output"  # name of the output folder, which is below the folder in which preview was started


@dataclass(eq=False)
class Export:
    """The state of an export; `step` is shown until `made` or `fault` is set."""

    destination: str
    options: dict[str, Value]
    step: str = "Making the files"
    made: Made | None = None
    fault: str = ""

    @property
    def command(self) -> str:
        """The options as typed on the command line."""
        return command_of(self.options, EXPORT_CHOICES)

    @property
    def is_over(self) -> bool:
        """Whether the export has finished or failed."""
        return self.made is not None or bool(self.fault)

    @property
    def address(self) -> str:
        """The address for downloading the archive; "" if there is none."""
        archive = self.made.archive if self.made else b""
        return f"/exported/{hashlib.sha256(archive).hexdigest()[:20]}.zip" if archive else ""


class Exports:
    """The last export, and the routes of its form and its archive."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: Export | None = None
        self._making: asyncio.Task[None] | None = None

    def routes(self) -> list[BaseRoute]:
        """The routes of the form and of the archive."""
        return [
            Route("/export", self._start, methods=["POST"]),
            Route("/exported/{name}", self._archive),
        ]

    async def _start(self, request: Request) -> Response:
        from generator.press.export.destinations import destinations

        form = await fields_of(request)
        destination = form.get("destination", "")
        if destination not in destinations():
            return missing("there is no such destination")
        if self._making is not None:
            self._making.cancel()
        self.last = Export(destination, read_options(form, EXPORT_CHOICES))
        out = "" if form.get("to") == "download" else OUT
        self._making = self.table.start(self._make(self.last, out))
        return RedirectResponse("/sheets#export", 303)

    async def _archive(self, request: Request) -> Response:
        last = self.last
        if last is None or last.made is None or request.url.path != last.address:
            return missing("there is no such export (any more)")
        called = f"{self.table.look.id if self.table.look else 'game'}-{last.destination}.zip"
        headers = {
            "cache-control": FOREVER,
            "content-disposition": f'attachment; filename="{called}"',
        }
        return Response(last.made.archive, media_type="application/zip", headers=headers)

    async def _make(self, export: Export, out: str) -> None:
        work = self.table.press.stream(
            "generator.preview.exporting:export",
            self.table.call, export.destination, export.options, out,
        )  # fmt: skip
        try:
            async with aclosing(work) as items:
                async for item in items:
                    if isinstance(item, Made):
                        export.made = item
                    else:
                        export.step = item
                    self.table.hub.tell("stale", {}, to="sheets")
        except WorkFailed as fault:
            export.fault = str(fault).strip().splitlines()[-1]
        self.table.hub.tell("stale", {}, to="sheets")
