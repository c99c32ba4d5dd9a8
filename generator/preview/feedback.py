"""The form after a game at the screen: people's answers, stored with the game as a playtest."""

from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.model.measures import SCORE
from generator.preview.open_game import Open
from generator.preview.pages import fields_of, missing, page
from generator.preview.play_page import NOT_OPEN, Playing
from generator.preview.worker import WorkFailed, last_line
from generator.preview.workspace import Table

VALUES = "generator.preview.feedback_values"
RECORDED = "generator.preview.sessions:recorded"


def routes(table: Table, playing: Playing) -> list[BaseRoute]:
    """The form of a game that is over."""

    async def show(request: Request) -> Response:
        return await answer(request, {}, False)

    async def take(request: Request) -> Response:
        return await answer(request, await fields_of(request), True)

    async def answer(request: Request, form: dict[str, str], is_sent: bool) -> Response:
        game = playing.games.get(request.path_params["id"])
        if game is None or not game.is_over or not game.people:
            return missing(NOT_OPEN)
        wanted = form.get("seat") or request.query_params.get("seat", "")
        seats = {str(seat + 1): seat for seat in game.people}
        seat = seats.get(wanted, game.people[0])
        answers = {name: text for name, text in form.items() if name != "seat" and text.strip()}
        fault = ""
        if is_sent:
            forms = {**game.forms, seat: answers}
            cells = await _cells(playing, game)
            try:
                record = await table.seats.ask(RECORDED, game.call, game.sitting)
                game.kept = await table.teller.ask(
                    f"{VALUES}:keep", table.call, cells, forms, game.kept, record
                )
                game.forms = forms
            except WorkFailed as wrong:
                fault = last_line(wrong)
        asked, rows = await table.teller.ask(f"{VALUES}:questions", table.call)
        return await page(
            table,
            request,
            "feedback.html.j2",
            game=game,
            seat=seat,
            questions=asked,
            rows=rows,
            answers={q.id: "" for q in asked}
            | {"new": "", "name": ""}
            | (answers or game.forms.get(seat, {})),
            fault=fault,
            kept=game.kept if is_sent and not fault else "",
        )

    return [
        Route("/feedback/{id}", show),
        Route("/feedback/{id}", take, methods=["POST"]),
    ]


async def _cells(playing: Playing, game: Open) -> list[dict[str, Any]]:
    """Return the cells of each seat, as in a table of playtests."""
    _, _, view = await playing.current(game, None)
    ended = game.ended or datetime.now()
    about = {
        "date": f"{game.begun:%Y-%m-%d %H:%M}",
        "minutes": max(1, round((ended - game.begun).total_seconds() / 60)),
    }
    cells = []
    for seat, who in enumerate(game.who):
        row: dict[str, Any] = {**about, "seat": seat + 1, SCORE.key: float(view.scores[seat])}
        row["won"] = seat in view.winners
        row |= {"bot": who} if seat not in game.people else {}
        cells.append(row)
    return cells
