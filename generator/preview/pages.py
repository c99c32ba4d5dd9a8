"""Makes the pages: a template of `templates/preview`, with the state of the table and more values.

All pages extend `base.html.j2`: menu, strip of problems, main part. Parts that may change while a
page is open have an id and `data-leaf` (replaced if they differ) or `data-list` (children are added
and removed by their ids); `page.js` updates them after each event "stale".
"""

import asyncio
import json
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from generator import bundled
from generator.play.telling.line_breaks import worded
from generator.preview.guard import PICTURE_POLICY
from generator.preview.text_board import PREFIX, picture_of
from generator.preview.workspace import Table, said
from generator.system.files import read

if TYPE_CHECKING:
    from jinja2 import Environment

MOST_FIELDS = 100  # maximum number of fields in a form
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOREVER = "private, max-age=31536000, immutable"
FONTS = ("Regular", "Semibold", "Bold", "It")  # styles of Source Sans in `fonts.css`
BROKEN = "protoplay made a mistake here; reload the page, and if that does not help, start it again"
# cache time of the icon, which a browser requests again whenever the address changes
A_DAY = "private, max-age=86400"


async def page(table: Table, request: Request, template: str, **more: Any) -> HTMLResponse:
    """Render a template in a thread; the names `table`, `here` and the menu are always defined."""
    # read together, so that both have the same age
    values = {"version": table.hub.version, "look": table.look}
    given = {"table": table, "here": request.url.path, **values, **more}
    text = await asyncio.to_thread(environment().get_template(template).render, given)
    return HTMLResponse(text)


@cache
def environment(*folders: str) -> "Environment":
    """The jinja2 environment for these folders below `templates`, by default `preview`.

    If two folders have a template of the same name, that of the first folder is used.
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
    made.filters["drawn"] = Markup  # charts that we draw are safe
    made.filters["said"] = said
    made.filters["worded"] = worded
    made.filters["mm"] = lambda x: f"{round(x, 1):g}"
    return made


async def asked(request: Request) -> dict[str, Any]:
    """Return the posted JSON object of texts, numbers and switches.

    Raises `HTTPException` for anything else, and for lone surrogates, which no file can contain;
    our own scripts never post these.
    """
    try:
        given = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise HTTPException(400, "this is not readable JSON\n") from None
    if not isinstance(given, dict) or any(isinstance(v, dict | list) for v in given.values()):
        raise HTTPException(400, "expected names, each with a text, a number or a switch\n")
    try:
        "".join((*given, *(v for v in given.values() if isinstance(v, str)))).encode()
    except UnicodeEncodeError:
        raise HTTPException(400, "half a character is in it, write it anew\n") from None
    return given


async def fields_of(request: Request) -> dict[str, str]:
    """Return the fields of a form, or of the object that a script of ours posted, as texts.

    Raises `HTTPException` for more than `MOST_FIELDS` fields, and as `asked` does.
    """
    if request.headers.get("content-type", "").startswith("application/json"):
        return {name: str(value) for name, value in (await asked(request)).items()}
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise HTTPException(400, "these are too many fields\n") from None


def picture(svg: bytes | None, *, is_lasting: bool = True) -> Response:
    """Return the answer with a picture, or 404.

    `is_lasting` means that the picture's name is derived from its content, so that the picture
    never changes under this name.
    """
    if svg is None:
        return missing("there is no such picture (any more)")
    headers = {"content-security-policy": PICTURE_POLICY}
    headers |= {"cache-control": FOREVER} if is_lasting else {}
    return Response(svg, media_type="image/svg+xml", headers=headers)


def missing(what: str = "there is no such page") -> PlainTextResponse:
    """The response for a page that does not exist."""
    return PlainTextResponse(f"{what}\n", 404)


async def broken(request: Request, fault: Exception) -> Response:
    """The response where an error in protoplay itself ended a request."""
    return PlainTextResponse(f"{BROKEN}\n", 500)


async def font(request: Request) -> Response:
    """The response with a font file of Source Sans from its package, the same as in print."""
    from font_source_sans_pro import font_directory

    name = request.path_params["name"]
    if name not in FONTS:
        return missing()
    data = await asyncio.to_thread(read, Path(font_directory) / f"SourceSansPro-{name}.ttf")
    return Response(data, media_type="font/ttf", headers={"cache-control": FOREVER})


async def drawn(request: Request) -> Response:
    """The response with the picture of a disc, or of a board that has text alone."""
    return picture(picture_of(PREFIX + request.path_params["name"]), is_lasting=False)


def routes(table: Table) -> list[BaseRoute]:
    """The routes that every page needs: style sheets, scripts, faces, events."""

    async def static(request: Request) -> Response:
        """The response with one of our own files, by its plain name."""
        name = request.path_params["name"]
        path = bundled("templates") / ("report" if name == "report.css" else "preview") / name
        if path.suffix not in TYPES or not path.is_file():
            return missing()
        headers = {"cache-control": A_DAY} if path.suffix == ".svg" else {}
        return Response(read(path), media_type=TYPES[path.suffix], headers=headers)

    async def face(request: Request) -> Response:
        """The response with a picture by its name, which is the digest of its content."""
        return picture(table.pictures.get(request.path_params["name"]))

    async def side(name: str, request: Request) -> Response:
        """The response with the current picture of a piece's side."""
        piece = table.piece(request.path_params["key"])
        return picture(table.pictures.get(getattr(piece, name, "")), is_lasting=False)

    return [
        Route("/static/{name}", static),
        Route("/font/{name}.ttf", font),
        *(Route(f"/{name}/{{key}}", partial(side, name)) for name in ("front", "back")),
        Route("/face/{name}.svg", face),
        Route("/drawn/{name}.svg", drawn),
        Route("/events", table.hub.respond),
    ]
