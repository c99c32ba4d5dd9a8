"""How a page is made: a template of `templates/preview`, the table, and what the page adds.

The frame of all pages is `base.html.j2`: menu, strip of problems, main part. Parts that may
change while a page is open carry an id and `data-leaf` (replaced when they differ) or `data-list`
(children come and go by their ids); `page.js` does that whenever the table says "stale".
"""

import asyncio
import json
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from generator import bundled
from generator.play.telling.line_breaks import worded
from generator.preview.guard import PICTURE_POLICY
from generator.preview.workspace import Table, said
from generator.system.files import read

if TYPE_CHECKING:
    from jinja2 import Environment

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOREVER = "private, max-age=31536000, immutable"
FONTS = ("Regular", "Semibold", "Bold", "It")  # of Source Sans, as `fonts.css` names them
A_DAY = "private, max-age=86400"  # the icon, which a browser asks for whenever the address changes


async def page(table: Table, request: Request, template: str, **more: Any) -> HTMLResponse:
    """A template rendered beside the event loop; `table`, `here` and the rooms are always there."""
    values = {"version": table.hub.version, "look": table.look}  # as old as each other
    given = {"table": table, "here": request.url.path, **values, **more}
    text = await asyncio.to_thread(environment().get_template(template).render, given)
    return HTMLResponse(text)


@cache
def environment(*folders: str) -> "Environment":
    """The templates of these folders below `templates`, by default of `preview`.

    Of two with one name the first is taken.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=FileSystemLoader([bundled("templates") / name for name in folders or ("preview",)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["drawn"] = Markup  # charts of our own
    made.filters["said"] = said
    made.filters["worded"] = worded
    made.filters["mm"] = lambda x: f"{round(x, 1):g}"
    return made


async def asked(request: Request) -> dict[str, Any]:
    """The JSON object of texts, numbers and switches that was posted.

    Raises `HTTPException` for any other, and for half a character, which no file can hold: our own
    scripts post nothing else.
    """
    try:
        given = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise HTTPException(400, "this is no JSON that can be read\n") from None
    if not isinstance(given, dict) or any(isinstance(v, dict | list) for v in given.values()):
        raise HTTPException(400, "expected names, each with a text, a number or a switch\n")
    try:
        "".join((*given, *(v for v in given.values() if isinstance(v, str)))).encode()
    except UnicodeEncodeError:
        raise HTTPException(400, "half a character is in it, write it anew\n") from None
    return given


def missing(what: str = "there is no such page") -> PlainTextResponse:
    """A page that is not there."""
    return PlainTextResponse(f"{what}\n", 404)


async def font(request: Request) -> Response:
    """A weight of Source Sans from its package, as the print has it."""
    from font_source_sans_pro import font_directory

    name = request.path_params["name"]
    if name not in FONTS:
        return missing()
    data = await asyncio.to_thread(read, Path(font_directory) / f"SourceSansPro-{name}.ttf")
    return Response(data, media_type="font/ttf", headers={"cache-control": FOREVER})


def routes(table: Table) -> list[BaseRoute]:
    """What every page needs: the style, the modules, the faces, the events."""

    async def static(request: Request) -> Response:
        """One of our own files, by its plain name."""
        name = request.path_params["name"]
        path = bundled("templates") / ("report" if name == "report.css" else "preview") / name
        if path.suffix not in TYPES or not path.is_file():
            return missing()
        headers = {"cache-control": A_DAY} if path.suffix == ".svg" else {}
        return Response(read(path), media_type=TYPES[path.suffix], headers=headers)

    async def face(request: Request) -> Response:
        """A picture by its name, which is its content."""
        svg = table.pictures.get(request.path_params["name"])
        if svg is None:
            return missing("there is no such picture (any more)")
        headers = {"content-security-policy": PICTURE_POLICY, "cache-control": FOREVER}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def side(name: str, request: Request) -> Response:
        """The picture that a piece has now."""
        piece = table.piece(request.path_params["key"])
        svg = table.pictures.get(getattr(piece, name, ""))
        if svg is None:
            return missing("there is no such picture (any more)")
        headers = {"content-security-policy": PICTURE_POLICY}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    return [
        Route("/static/{name}", static),
        Route("/font/{name}.ttf", font),
        *(Route(f"/{name}/{{key}}", partial(side, name)) for name in ("front", "back")),
        Route("/face/{name}.svg", face),
        Route("/events", table.hub.respond),
    ]
