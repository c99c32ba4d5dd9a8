"""The page of sheets as they will print with the chosen options, and their PDF.

In: options in an address. Out: the page, pictures and PDFs.
"""

import asyncio
import hashlib
from contextlib import aclosing
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.preview.export_form import Exports
from generator.preview.pages import FOREVER, missing, page
from generator.preview.print_options import (
    CHOICES,
    EXPORT_CHOICES,
    Value,
    command_of,
    read_options,
)
from generator.preview.scheduler import Studio
from generator.preview.worker import WorkFailed
from generator.preview.workspace import Room, Table

ROOM = Room("/sheets", "Sheets")


@dataclass(eq=False)
class Sheets:
    """The sheets of one state of the pack with some options, as far as they are drawn.

    `pages` are the names of pictures, which depend on their content; `files` are all that is
    served.
    """

    digest: str
    options: dict[str, Value]
    pages: list[str] = field(default_factory=list)
    pdfs: list[tuple[str, str]] = field(default_factory=list)  # pairs of a label and an address
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    is_over: bool = False
    fault: str = ""


def routes(table: Table, studio: Studio) -> list[BaseRoute]:
    """The routes of the page of sheets, their pictures and the PDF, and the form that exports."""
    shelf, exports = _Shelf(table), Exports(table)

    async def sheets(request: Request) -> Response:
        from generator.press.export.destinations import destinations

        options = read_options(request.query_params)
        return await page(
            table,
            request,
            "sheets.html.j2",
            sheets=shelf.now(options),
            choices=CHOICES,
            options=options,
            command=command_of(options),
            export=exports.last,
            export_choices=EXPORT_CHOICES,
            destinations=destinations(),
        )

    async def sheet(request: Request) -> Response:
        """The response with a picture of a page, or a PDF, by its name."""
        name = request.path_params["name"]
        called, data = shelf.file(name)
        if not data:
            return missing("there is no such sheet (any more)")
        headers = {"cache-control": FOREVER}
        if name.endswith(".png"):
            return Response(data, media_type="image/png", headers=headers)
        headers["content-disposition"] = f'attachment; filename="{called}"'
        return Response(data, media_type="application/pdf", headers=headers)

    return [Route("/sheets", sheets), Route("/sheet/{name}", sheet), *exports.routes()]


class _Shelf:
    """The latest sheets, and earlier ones whose pictures may still be on a page."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: Sheets | None = None
        self.before: Sheets | None = None
        self.making: asyncio.Task[None] | None = None

    def now(self, options: dict[str, Value]) -> Sheets | None:
        """The sheets of the current pack; starts to draw them if they do not exist yet."""
        look = self.table.look
        if look is None:
            return None
        now = look.digest, options
        if self.last is None or (self.last.digest, self.last.options) != now:
            if self.making is not None:
                self.making.cancel()
            if self.last is not None and self.last.pages:
                self.before = self.last
            self.last = Sheets(look.digest, options)
            self.making = self.table.start(self._make(self.last))
        return self.last

    def file(self, name: str) -> tuple[str, bytes]:
        """The title and content of a file by its name; empty if it does not exist."""
        for sheets in (self.last, self.before):
            if sheets is not None and name in sheets.files:
                return sheets.files[name]
        return "", b""

    async def _make(self, sheets: Sheets) -> None:
        work = self.table.press.stream(
            "generator.preview.printing:sheets", self.table.call, sheets.options
        )
        try:
            async with aclosing(work) as items:
                async for called, data in items:
                    name = f"{hashlib.sha256(data).hexdigest()[:20]}.{called.rpartition('.')[2]}"
                    sheets.files[name] = called, data
                    if called.endswith(".png"):
                        sheets.pages.append(name)
                    else:
                        sheets.pdfs.append((called, f"/sheet/{name}"))
                    self.table.hub.tell("stale", {}, to="sheets")
        except WorkFailed as fault:
            sheets.fault = str(fault).strip().splitlines()[-1]
        sheets.is_over = True
        self.table.hub.tell("stale", {}, to="sheets")
