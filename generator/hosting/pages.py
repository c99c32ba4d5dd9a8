"""Makes the pages of a hosted table from templates of `templates/hosting` or of `preview`."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from generator import bundled
from generator.preview.pages import A_DAY, TYPES, environment
from generator.system.files import read

if TYPE_CHECKING:
    from generator.hosting.hosted import Hosted

# The files that guests may ask for, by the folder of `templates` in which they lie.
STATIC = {
    "preview": ("fonts.css", "icon.svg", "page.js", "play.css", "play.js", "table.css"),
    "hosting": ("free.css", "free.js", "guest.js", "host.css", "join.js"),
}
HOST_STATIC = {
    "preview": (*STATIC["preview"], "events.js"),
    "hosting": (*STATIC["hosting"], "host.js"),
}


async def render(
    hosted: "Hosted", template: str, kind: str, status: int = 200, **values: Any
) -> HTMLResponse:
    """A template filled in beside the event loop.

    `kind` is the kind of page: an open page of another kind is loaded anew.
    """
    given = {
        "name": hosted.pack.name, "room": hosted.room, "look": hosted.workspace.look,
        "kind": kind, **values,
    }  # fmt: skip
    made = environment("hosting", "preview").get_template(template)
    return HTMLResponse(await asyncio.to_thread(made.render, given), status)


def static_files(listed: Mapping[str, Sequence[str]]) -> Route:
    """The files of a list, by their plain names."""
    folders = {name: folder for folder, names in listed.items() for name in names}

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        path = bundled("templates") / folders.get(name, "") / name
        if name not in folders or not path.is_file():
            return PlainTextResponse("there is no such file\n", 404)
        headers = {"cache-control": A_DAY} if path.suffix == ".svg" else {}
        return Response(read(path), media_type=TYPES[path.suffix], headers=headers)

    return Route("/static/{name}", static)
