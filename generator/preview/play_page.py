"""The play room: people and bots at one screen, whatever the game.

A game that is open has an opaque id; its seed and moves stay here, and no page, event or picture
of it tells a seat what it cannot know. Every narrowing and every position has its own address, so
all works by links and forms alone; `play.js` only spares the loading of whole pages.
"""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from functools import partial
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.model.pack import players_text
from generator.preview.budget import too_much
from generator.preview.happenings import aloud
from generator.preview.layout import Ghost, Item
from generator.preview.move_choice import narrow
from generator.preview.open_game import FORCED, YOU, Open, is_curtained
from generator.preview.pages import asked as posted
from generator.preview.pages import fields_of, missing, page
from generator.preview.play_sheet import Sheet
from generator.preview.questions import MANY, answer, unknown
from generator.preview.seat_views import View
from generator.preview.settings import said_of
from generator.preview.worker import WorkFailed, last_line
from generator.preview.workspace import Room, Table

ROOM = Room("/play", "Play", needs_rules=True)
MOST_OPEN = 24  # maximum number of open games
MOST_VIEWS = 8  # maximum number of positions of a game whose views are kept
MOST_GHOSTS = 24  # maximum number of moves in a request for previews
PACE = 0.5  # seconds between two moves of bots, so that people can follow the moves
RESULTS = 1.5  # seconds before a bot moves, after a move that did something to players
SEEDS = 1 << 31
LATE = "the game has gone on since; look again"
COVERED = "the table stays covered until the player whose turn it is sits at the screen"
SAME_AGAIN = "Taken back. The same moves bring the same results of chance again."
NOT_OPEN = "this game is not open (any more): begin another at /play"


def routes(table: Table, playing: "Playing | None" = None) -> list[BaseRoute]:
    """The page where games begin, and that of each game."""
    playing = playing or Playing(table)
    return [
        Route("/play", playing.entrance),
        Route("/play", playing.begin, methods=["POST"]),
        Route("/play/{id}", playing.show),
        Route("/play/{id}/ghost", playing.ghost, methods=["POST"]),
        Route("/play/{id}/{act}", playing.act, methods=["POST"]),
    ]


class Playing:
    """The games that are open at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.games: dict[str, Open] = {}

    # ------------------------------------------------------------------ pages

    async def entrance(self, request: Request, fault: str = "") -> Response:
        """The page with the choice of players and the open games."""
        players = None
        if self.table.look is not None and not self.table.plays:
            return missing("this pack has no rules that may run")
        try:
            if self.table.look is not None:
                work = "generator.preview.sessions:choosable"
                players = await self.table.seats.ask(work, self.table.call)
        except WorkFailed as wrong:
            fault = last_line(wrong)
        text = {"known": players, "games": list(self.games.values()), "fault": fault, "you": YOU}
        return await page(self.table, request, "play.html.j2", **text)

    async def begin(self, request: Request) -> Response:
        """Open a game and go to it."""
        if not self.table.plays:
            return missing("this pack has no rules that may run")
        form = await fields_of(request)
        who, seed, fault = self._chosen(form)
        if fault:
            return await self.entrance(request, fault)
        call, settings = self.table.call, said_of(self.table.numbers)
        bots = [bot for bot in who if bot != YOU]
        try:
            sitting = await self.table.seats.ask(
                "generator.preview.sessions:begun", call, len(who), bots, seed
            )
        except WorkFailed as wrong:
            return await self.entrance(request, last_line(wrong))
        await self.table.draw_tables()
        game = Open(secrets.token_urlsafe(9), call, sitting, who, None, settings=settings)
        game.looking = game.people[0] if len(game.people) == 1 else None
        self.games[game.id] = game
        while len(self.games) > MOST_OPEN:
            del self.games[next(iter(self.games))]
        try:
            await self.forced(game)
        except WorkFailed as wrong:
            game.fault = last_line(wrong)
        self.let_bots(game)
        return RedirectResponse(f"/play/{game.id}", 303)

    def _chosen(self, form: dict[str, str]) -> tuple[tuple[str, ...], int, str]:
        """The players by seat and the seed, or the fault in them."""
        assert self.table.look is not None
        low, high = self.table.look.players
        players = _number(form.get("players"), -1)
        if not low <= players <= high:
            return (), 0, f"this game is for {players_text(low, high)}"
        who = tuple(form.get(f"seat{seat}", YOU) for seat in range(players))
        seed = _number(form["seed"], -1) if form.get("seed") else secrets.randbelow(SEEDS)
        fault = too_much(who)
        if seed < 0:
            fault = "the seed is a whole number from 0 on"
        return who, seed, fault

    async def show(self, request: Request) -> Response:
        """A game, or one of its earlier positions, narrowed by picks and typed words."""
        game = self.games.get(request.path_params["id"])
        if game is None and "text/html" in request.headers.get("accept", ""):
            closed = await page(self.table, request, "closed.html.j2", most=MOST_OPEN)
            closed.status_code = 404
            return closed
        if game is None:
            return missing(NOT_OPEN)
        return await self.page_of(request, game, parse_qsl(request.url.query))

    async def page_of(
        self, request: Request, game: Open, query: Sequence[tuple[str, str]] = ()
    ) -> Response:
        """The page of a game, at the position and with the picks that the query names."""
        try:
            version, ply, view = await self.current(game, dict(query).get("ply"))
        except WorkFailed as wrong:
            game.fault = last_line(wrong)
            return await page(self.table, request, "seat.html.j2", game=game, view=None, sheet=None)
        picks = [value for name, value in query if name == "pick"]
        sheet = Sheet(self.table, game, view, ply, picks, dict(query).get("say", ""))
        return await page(
            self.table, request, "seat.html.j2", game=game, view=view, sheet=sheet, version=version
        )

    async def current(self, game: Open, wanted: str | None) -> tuple[int, int, View]:
        """A position that is asked for, the last one else; with the version it is of.

        If the game continues meanwhile, the answer is computed again.
        """
        while True:
            async with game.settling:
                version, at = self.table.hub.version, game.sitting
            view = await self.view(game, game.ply)
            if not is_curtained(game, view):  # else earlier positions are covered, too
                view = await self.view(game, min(_number(wanted, game.ply), game.ply))
            if game.sitting == at:
                return version, view.ply, view

    # ------------------------------------------------------------------ what people do

    async def act(self, request: Request) -> Response:
        """Do what a form or a script asks of a game; an answer in words, or a refusal."""
        game, form = self.games.get(request.path_params["id"]), await fields_of(request)
        acts = {
            "move": self.move, "undo": self.undo, "say": self.say, "look": self.look,
            "judge": self.judge, "alone": self.alone, "hurry": self.hurry,
        }  # fmt: skip
        act = acts.get(request.path_params["act"])
        if game is None or act is None:
            return missing(NOT_OPEN)
        try:
            refused, words = await act(game, form)
        except WorkFailed as wrong:
            refused, words = last_line(wrong), ""
        if refused or words:
            game.said = refused or words
        if not request.headers.get("content-type", "").startswith("application/json"):
            return RedirectResponse(f"/play/{game.id}", 303)
        if refused:
            return PlainTextResponse(f"{refused}\n", 409)
        reply = {"said": words, "ply": game.ply, "version": self.table.hub.version}
        shown = await self.page_of(request, game)  # spares the script another request
        return JSONResponse({**reply, "page": bytes(shown.body).decode()})

    async def ghost(self, request: Request) -> Response:
        """The effects of possible moves on the map, which the script previews."""
        game, form = self.games.get(request.path_params["id"]), await posted(request)
        if game is None:
            return missing(NOT_OPEN)
        wanted = [_number(move, -1) for move in str(form.get("moves")).split(",", MOST_GHOSTS)]
        try:
            view, sitting = await self.view(game, game.ply), game.sitting
            legal = {choice.move for choice in view.choices}
            wanted = [move for move in wanted if move in legal]
            is_now = form.get("at") == view.ply == len(sitting.moves)
            if not is_now or is_curtained(game, view):
                return JSONResponse({})
            ghosts: tuple[Ghost, ...] = await self.table.seats.ask(
                "generator.preview.sessions:ghosts", game.call, sitting, view.viewer, wanted
            )
        except WorkFailed as wrong:
            return PlainTextResponse(f"{last_line(wrong)}\n", 409)
        sheet = Sheet(self.table, game, view, view.ply, (), "")

        def drawn(item: Item) -> list[object]:
            return [sheet.face_of(item), item.x, item.y, item.width, item.height, item.turn]

        effects: dict[int, list[list[list[object]]]] = {}
        for move, each in zip(wanted, ghosts, strict=True):
            new, old = ([drawn(i) for i in items] for items in (each.arriving, each.leaving))
            # what turns up where the viewer knows it, and so sees its face already, stays as it is
            effects[move] = [[i for i in new if i not in old], [i for i in old if i not in new]]
        return JSONResponse(effects)

    async def move(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """Make a move."""
        return _late(game, form) or await self.made(game, _number(form.get("move"), -1)), ""

    async def made(self, game: Open, move: int) -> str:
        """Make a person's move; why not, where it cannot be."""
        sitting = game.sitting
        view = await self.view(game, game.ply)
        chosen = next((choice for choice in view.choices if choice.move == move), None)
        if chosen is None:
            return "that is not a legal move now"
        if game.sitting is not sitting:
            return LATE
        async with game.settling:
            await self.add(game, move, view.seat)
            if not (chosen.leads or chosen.tool):  # it only opens moves: they are to be seen
                await self.forced(game)
        self.let_bots(game)
        return ""

    async def forced(self, game: Open) -> None:
        """Make the moves of people that have no other, where the game is played so."""
        while game.plays_forced:
            sitting, seat = game.sitting, await self._seat(game)
            is_covered = game.sitting.is_hidden and len(game.people) > 1 and seat != game.looking
            if seat not in game.people or is_covered:
                return
            move = await self.table.seats.ask(
                "generator.preview.sessions:only_move", game.call, sitting
            )
            if move < 0 or game.sitting is not sitting:
                return
            await self.add(game, move, FORCED)

    async def alone(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """Switch whether single legal moves play themselves."""
        game.plays_forced = form.get("on", "") == "1"
        await self.forced(game)
        self.let_bots(game)
        self.tell(game, "")
        return "", ""

    async def hurry(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """Let the bots play without a pause until it is a person's turn."""
        game.is_hurried = True
        return "", ""

    async def undo(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """Take back all since a person's last move."""
        late = _late(game, form)
        return (late, "") if late else await self.took_back(game)

    async def took_back(self, game: Open) -> tuple[str, str]:
        """Take back the last move of a person, and what followed.

        Returns why not, where there is none; and the answer if chance or something hidden was seen.
        """
        at = next((i for i in range(game.ply - 1, -1, -1) if game.movers[i] in game.people), None)
        if at is None:
            return "there is nothing to take back", ""
        _hush(game)
        undone = game.sitting
        game.sitting = replace(undone, moves=game.sitting.moves[:at])
        del game.movers[at:]
        game.views = {key: view for key, view in game.views.items() if key[0] < at}
        game.judged = {ply: judged for ply, judged in game.judged.items() if ply <= at}
        game.said, game.is_over, game.ended = "", False, None
        self.tell(game, "taken back")
        taught = "generator.preview.sessions:taught"
        has_taught = await self.table.seats.ask(taught, game.call, undone, at)
        return "", SAME_AGAIN if has_taught else ""

    async def say(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """Do what was typed: make the one move it means, or answer."""
        text = form.get("text", "").strip()[:400]
        view = await self.view(game, game.ply)
        picks = [pick for pick in form.get("picks", "").split("\n") if pick]
        left, _ = narrow(view.choices, picks, text)
        reply = answer(text, view)
        if reply and reply != "undo":
            return "", COVERED if is_curtained(game, view) else reply
        if late := _late(game, form):
            return late, ""
        if reply:
            return await self.took_back(game)
        if len(left) == 1 and (text or picks):
            return await self.made(game, left[0].move), ""
        return (MANY.format(len(left)) if left else unknown(text, view)), ""

    async def look(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """The next person is at the screen."""
        seat = await self._seat(game)
        if seat in game.people:
            game.looking = seat
            game.said = ""
            game.views.clear()
            self.tell(game, "")
        return "", ""

    async def judge(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """Let a bot judge the current moves with the knowledge of the seat to act."""
        view = await self.view(game, game.ply)
        late = _late(game, form)
        if not late and view.choices and game.ply not in game.judged and game.judging is None:
            game.judging = self.table.start(self._judge(game))
        return late, ""

    async def _judge(self, game: Open) -> None:
        """Store and show a bot's judgements of the position, while the bot thinks."""
        sitting, task = game.sitting, asyncio.current_task()
        work = "generator.preview.sessions:judged"
        try:
            async with aclosing(self.table.bots.stream(work, game.call, sitting)) as thoughts:
                async for judgement in thoughts:
                    game.judged[len(sitting.moves)] = judgement
                    self.tell(game, "")
        except WorkFailed as wrong:
            game.said = last_line(wrong)
        finally:
            if game.judging is task:
                game.judging = None
                self.tell(game, "")

    # ------------------------------------------------------------------ the game goes on

    async def view(self, game: Open, ply: int) -> View:
        """A position as the person at the screen may see it."""
        viewer = await self.viewer(game)
        key = (ply, viewer)
        if key not in game.views:
            game.views[key] = await self.table.seats.ask(
                "generator.preview.sessions:seen",
                game.call, game.sitting, ply, viewer,
                len(game.people) > 0 and viewer in (None, game.looking),
            )  # fmt: skip
            for old in list(game.views)[:-MOST_VIEWS]:
                del game.views[old]
        return game.views[key]

    async def viewer(self, game: Open) -> int | None:
        """The seat that looks at the position; None if the screen may show everything."""
        if not game.people or not game.sitting.is_hidden or await self._seat(game) < 0:
            return None
        return game.looking if game.looking is not None else game.people[0]

    async def _seat(self, game: Open) -> int:
        if game.acting is None or game.acting[0] is not game.sitting:
            sitting = game.sitting
            seat = await self.table.seats.ask(
                "generator.preview.sessions:to_act", game.call, sitting
            )
            game.acting = sitting, seat
            return int(seat)
        return game.acting[1]

    async def add(self, game: Open, move: int, mover: int) -> None:
        """Add a move to the game and tell the pages."""
        _hush(game)
        before = game.sitting
        game.sitting = replace(before, moves=(*before.moves, move))
        game.movers.append(mover)
        try:
            view = await self.view(game, game.ply)
            words = await self._aloud(game, view)
        except WorkFailed:
            if game.sitting.moves[:-1] == before.moves:
                game.sitting = before
                game.movers.pop()
            raise
        game.said, game.has_results = "", bool(view.told[-1].results)
        game.is_over = view.seat < 0 and view.ply == game.ply
        if game.is_over:
            game.ended = game.ended or datetime.now()
        self.tell(game, words)

    async def _aloud(self, game: Open, view: View) -> str:
        """The last move in words that all who are at the screen may hear, or who comes to it."""
        event = view.told[-1]
        you = game.people[0] if len(game.people) == 1 else -1
        name = partial(_name, game)
        if is_curtained(game, view):
            next_view: View = await self.table.seats.ask(
                "generator.preview.sessions:seen",
                game.call,
                game.sitting,
                view.ply,
                view.seat,
                False,
            )
            heard = next_view.told[-1]
            event = replace(
                heard,
                draws=tuple(each for each in heard.draws if each in event.draws),
                later=tuple(each for each in heard.later if each in event.later),
            )
        turned_up = [f"{name(each.seat)}: {each.words}." for each in view.turned_up]
        return " ".join([*turned_up, aloud(event, name, you)])

    def tell(self, game: Open, words: str) -> None:
        """Tell the pages of a game that it is another than they show."""
        self.table.hub.tell("move", {"said": words, "ply": game.ply}, to=game.id)

    def let_bots(self, game: Open) -> None:
        """Let the bots play until it is a person's turn."""
        if not game.is_thinking and len(game.people) < len(game.who):
            game.is_thinking = True
            self.table.start(self._bots(game))

    async def _bots(self, game: Open) -> None:
        try:
            while self.games.get(game.id) is game:
                sitting, seat = game.sitting, await self._seat(game)
                if game.sitting != sitting:
                    continue
                if seat < 0 or game.who[seat] == YOU:
                    break
                await _rest(game, RESULTS if game.has_results else 0)
                move = await self.table.bots.ask(
                    "generator.preview.sessions:thought", game.call, sitting, game.who[seat]
                )
                if game.sitting == sitting:
                    async with game.settling:
                        await self.add(game, move, seat)
                        await self.forced(game)
                await _rest(game, PACE)
        except WorkFailed as wrong:
            game.fault = last_line(wrong)
            self.tell(game, "")
        finally:
            game.is_thinking = game.is_hurried = False


async def _rest(game: Open, seconds: float) -> None:
    """Wait, unless the players skip the pauses."""
    for _ in range(10):
        if seconds and not game.is_hurried:
            await asyncio.sleep(seconds / 10)


def _hush(game: Open) -> None:
    """Stop what thinks of a position that is no more."""
    if game.judging is not None:
        game.judging.cancel()
        game.judging = None


def _name(game: Open, seat: int) -> str:
    return "You" if game.people == (seat,) else f"Player {seat + 1}"


def _late(game: Open, form: dict[str, str]) -> str:
    """The reason for refusing a request about a former position; "" for the current position."""
    return LATE if "at" in form and _number(form["at"], -1) != game.ply else ""


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 12 else otherwise
