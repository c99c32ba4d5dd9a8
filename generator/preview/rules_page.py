"""The rule sheets of a pack as web pages: they fit a phone, and screen readers can read them."""

import re

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.model.problems import Problems
from generator.preview.faces import Call
from generator.preview.pages import missing
from generator.preview.workspace import Table


def routes(table: Table) -> list[Route]:
    """The addresses of the rules."""

    async def show(request: Request) -> Response:
        return await rules(table, request)

    return [Route("/rules", show), Route("/rules/{number:int}", show)]


async def rules(table: Table, request: Request) -> Response:
    """A rule sheet; the first one without a number. A word in `of` leads to its chapter."""
    from generator.press.face.rule_sheet_page import POLICY

    texts: tuple[str, ...] = await table.press.ask(
        "generator.preview.rules_page:rule_texts", table.call
    )
    number = request.path_params.get("number", 1)
    if not 1 <= number <= len(texts):
        return missing("this pack has no such rule sheet")
    if word := request.query_params.get("of"):
        pattern = rf'<h[2-4] id="([^"]+)">[^<]*\b{re.escape(word)}\b'
        heading = re.search(pattern, texts[number - 1], re.IGNORECASE)
        return RedirectResponse(f"{request.url.path}#{heading[1]}" if heading else request.url.path)
    return HTMLResponse(texts[number - 1], headers={"content-security-policy": POLICY})


def rule_texts(call: Call) -> tuple[str, ...]:
    """Every rule sheet as HTML; a text on several faces counts once."""
    from generator.press.face.face import FaceMaker, FaceOptions
    from generator.press.pieces.expand import expand

    pack, problems = call.pack(flawed=True), Problems()
    maker = FaceMaker(pack, problems, FaceOptions(outlines=True, programs=call.runs))
    return tuple(maker.web_pages(expand(pack, problems)))
