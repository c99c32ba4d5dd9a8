"""The play room: people and bots at one screen, whatever the game.

A game that is open has an opaque id; its seed and moves stay here, and no page, event or picture
of it tells a seat what it cannot know. Every narrowing and every position has its own address, so
all works by links and forms alone; `play.js` only spares the loading of whole pages.
"""

import asyncio
import itertools
import math
import secrets
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.model.pack import players_text
from generator.preview.budget import too_much
from generator.preview.faces import Call
from generator.preview.layout import Stack, Tray, laid_out, trays_of
from generator.preview.move_choice import Chips, Choice, chips_of, narrow
from generator.preview.pages import asked as posted
from generator.preview.pages import missing, page
from generator.preview.questions import MANY, answer, unknown
from generator.preview.replays import sides_in
from generator.preview.seat_views import View, link_of
from generator.preview.sessions import Judged, Judgement, Sitting
from generator.preview.settings import otherwise, said_of
from generator.preview.worker import WorkFailed
from generator.preview.workspace import Room, Table

ROOM = Room("/play", "Play", needs_rules=True)
YOU = "you"
MOST_OPEN = 24  # games
MOST_VIEWS = 8  # positions of a game that are kept as they were shown
MOST_SHOWN = 120  # moves on the page at once
PACE = 0.25  # seconds between two moves of bots, to be followed
BEST = 3  # moves of a judgement told in words
NARROW = "\N{NARROW NO-BREAK SPACE}"
TOLD = 0.2  # a chance is shown at its move where it is known ± so much
SHADES = 5
LARGEST, SMALLER = 150, 92  # pixels of a piece's longer side in a tray
SEEDS = 1 << 31
LATE = "the game has gone on since; look again"
COVERED = "what lies on the table is covered until who is to move is at the screen"
NOT_OPEN = "this game is not open (any more): begin another at /play"


@dataclass(eq=False)
class Open:
    """A game on the screen. `who` sits where: "you" or a bot; `looking` is who is at the screen."""

    id: str
    call: Call  # how the pack was opened when the game began
    sitting: Sitting
    who: tuple[str, ...]
    looking: int | None
    views: dict[tuple[int, int | None], View] = field(default_factory=dict)
    judged: dict[int, Judgement] = field(default_factory=dict)  # by the moves made before
    judging: asyncio.Task[None] | None = None
    movers: list[int] = field(default_factory=list)
    said: str = ""  # the answer to what was typed last
    fault: str = ""
    is_thinking: bool = False
    is_over: bool = False
    settings: tuple[tuple[str, str], ...] = ()  # every parameter that it is played with

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, who in enumerate(self.who) if who == YOU)

    @property
    def ply(self) -> int:
        """Moves made."""
        return len(self.sitting.moves)


def routes(table: Table, playing: "Playing | None" = None) -> list[BaseRoute]:
    """The page where games begin, and that of each game."""
    playing = playing or Playing(table)
    return [
        Route("/play", playing.entrance),
        Route("/play", playing.begin, methods=["POST"]),
        Route("/play/{id}", playing.show),
        Route("/play/{id}/{act}", playing.act, methods=["POST"]),
    ]


class Playing:
    """The games that are open at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.games: dict[str, Open] = {}

    # ------------------------------------------------------------------ pages

    async def entrance(self, request: Request, fault: str = "") -> Response:
        """Who plays, and the games that are open."""
        players = None
        if self.table.look is not None and not self.table.plays:
            return missing("this pack has no rules that may run")
        try:
            if self.table.look is not None:
                work = "generator.preview.sessions:choosable"
                players = await self.table.seats.ask(work, self.table.call)
        except WorkFailed as wrong:
            fault = _last_line(wrong)
        text = {"known": players, "games": list(self.games.values()), "fault": fault, "you": YOU}
        return await page(self.table, request, "play.html.j2", **text)

    async def begin(self, request: Request) -> Response:
        """Open a game and go to it."""
        if not self.table.plays:
            return missing("this pack has no rules that may run")
        form = await given(request)
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
            return await self.entrance(request, _last_line(wrong))
        game = Open(secrets.token_urlsafe(9), call, sitting, who, None, settings=settings)
        game.looking = game.people[0] if len(game.people) == 1 else None
        self.games[game.id] = game
        while len(self.games) > MOST_OPEN:
            del self.games[next(iter(self.games))]
        self.let_bots(game)
        return RedirectResponse(f"/play/{game.id}", 303)

    def _chosen(self, form: dict[str, str]) -> tuple[tuple[str, ...], int, str]:
        """Who sits where and the seed, or what is wrong with them."""
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
        if game is None:
            return missing(NOT_OPEN)
        query = parse_qsl(request.url.query)
        try:
            version, ply, view = await self.current(game, dict(query).get("ply"))
        except WorkFailed as wrong:
            game.fault = _last_line(wrong)
            return await page(self.table, request, "seat.html.j2", game=game, view=None, sheet=None)
        picks = [value for name, value in query if name == "pick"]
        sheet = Sheet(self.table, game, view, ply, picks, dict(query).get("say", ""))
        return await page(
            self.table, request, "seat.html.j2", game=game, view=view, sheet=sheet, version=version
        )

    async def current(self, game: Open, wanted: str | None) -> tuple[int, int, View]:
        """A position that is asked for, the last one else; with the version it is of.

        Where the game goes on meanwhile, it is looked at again.
        """
        while True:
            version, at = self.table.hub.version, game.sitting
            view = await self.view(game, game.ply)
            if not _is_curtained(game, view):  # else earlier positions are covered, too
                view = await self.view(game, min(_number(wanted, game.ply), game.ply))
            if game.sitting == at:
                return version, view.ply, view

    # ------------------------------------------------------------------ what people do

    async def act(self, request: Request) -> Response:
        """Do what a form or a script asks of a game; an answer in words, or a refusal."""
        game, form = self.games.get(request.path_params["id"]), await given(request)
        acts = {
            "move": self.move, "undo": self.undo, "say": self.say, "look": self.look,
            "judge": self.judge,
        }  # fmt: skip
        act = acts.get(request.path_params["act"])
        if game is None or act is None:
            return missing(NOT_OPEN)
        try:
            refused, words = await act(game, form)
        except WorkFailed as wrong:
            refused, words = _last_line(wrong), ""
        if refused or words:
            game.said = refused or words
        if not request.headers.get("content-type", "").startswith("application/json"):
            return RedirectResponse(f"/play/{game.id}", 303)
        if refused:
            return PlainTextResponse(f"{refused}\n", 409)
        reply = {"said": words, "ply": game.ply, "version": self.table.hub.version}
        return JSONResponse(reply)

    async def move(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """Make a move."""
        return _late(game, form) or await self.made(game, _number(form.get("move"), -1)), ""

    async def made(self, game: Open, move: int) -> str:
        """Make a person's move; why not, where it cannot be."""
        sitting = game.sitting
        view = await self.view(game, game.ply)
        if move not in {choice.move for choice in view.choices}:
            return "that is not a legal move now"
        if game.sitting is not sitting:
            return LATE
        await self.add(game, move, view.seat)
        self.let_bots(game)
        return ""

    async def undo(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """Take back all since a person's last move."""
        return _late(game, form) or self.took_back(game), ""

    def took_back(self, game: Open) -> str:
        """Take back the last move of a person, and what followed; why not, where there is none."""
        at = next((i for i in range(game.ply - 1, -1, -1) if game.movers[i] in game.people), None)
        if at is None:
            return "there is nothing to take back"
        _hush(game)
        game.sitting = replace(game.sitting, moves=game.sitting.moves[:at])
        del game.movers[at:]
        game.views = {key: view for key, view in game.views.items() if key[0] < at}
        game.judged = {ply: judged for ply, judged in game.judged.items() if ply <= at}
        game.said, game.is_over = "", False
        self.tell(game, "taken back")
        return ""

    async def say(self, game: Open, form: dict[str, str]) -> tuple[str, str]:
        """Do what was typed: make the one move it means, or answer."""
        text = form.get("text", "").strip()[:400]
        view = await self.view(game, game.ply)
        picks = [pick for pick in form.get("picks", "").split("\n") if pick]
        left, _ = narrow(view.choices, picks, text)
        reply = answer(text, view)
        if reply and reply != "undo":
            return "", COVERED if _is_curtained(game, view) else reply
        if late := _late(game, form):
            return late, ""
        if reply:
            return self.took_back(game), ""
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
        """Let a bot think of the moves of now, as the seat to act can know them."""
        view = await self.view(game, game.ply)
        late = _late(game, form)
        if not late and view.choices and game.ply not in game.judged and game.judging is None:
            game.judging = self.table.start(self._judge(game))
        return late, ""

    async def _judge(self, game: Open) -> None:
        """What a bot thinks, again and again as it thinks longer, until the game goes on."""
        sitting, task = game.sitting, asyncio.current_task()
        work = "generator.preview.sessions:judged"
        try:
            async with aclosing(self.table.bots.stream(work, game.call, sitting)) as thoughts:
                async for judgement in thoughts:
                    game.judged[len(sitting.moves)] = judgement
                    self.tell(game, "")
        except WorkFailed as wrong:
            game.said = _last_line(wrong)
        finally:
            if game.judging is task:
                game.judging = None
                self.tell(game, "")

    # ------------------------------------------------------------------ the game goes on

    async def view(self, game: Open, ply: int) -> View:
        """A position as who is at the screen may see it."""
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
        """Who looks at a position: one person; whose turn it is; all, when nothing is hidden."""
        if not game.people or not game.sitting.is_hidden or await self._seat(game) < 0:
            return None
        return game.looking if game.looking is not None else game.people[0]

    async def _seat(self, game: Open) -> int:
        seat: int = await self.table.seats.ask(
            "generator.preview.sessions:to_act", game.call, game.sitting
        )
        return seat

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
        game.said = ""
        game.is_over = view.seat < 0 and view.ply == game.ply
        self.tell(game, words)

    async def _aloud(self, game: Open, view: View) -> str:
        """The last move in words that all who are at the screen may hear, or who comes to it."""
        event = view.told[-1]
        if _is_curtained(game, view):
            next_view: View = await self.table.seats.ask(
                "generator.preview.sessions:seen",
                game.call,
                game.sitting,
                view.ply,
                view.seat,
                False,
            )
            heard = next_view.told[-1]
            event = replace(heard, draws=tuple(each for each in heard.draws if each in event.draws))
        turned_up = [_said(game, each.seat, [each.words]) for each in view.turned_up]
        return " ".join([*turned_up, _said(game, event.seat, [event.words, *event.draws])])

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
                move = await self.table.bots.ask(
                    "generator.preview.sessions:thought", game.call, sitting, game.who[seat]
                )
                if game.sitting == sitting:
                    await self.add(game, move, seat)
                await asyncio.sleep(PACE)
        except WorkFailed as wrong:
            game.fault = _last_line(wrong)
            self.tell(game, "")
        finally:
            game.is_thinking = False


class Sheet:
    """What the page of a game shows: the moves that are left, the map, the trays, the words."""

    def __init__(
        self, table: Table, game: Open, view: View, ply: int, picks: Sequence[str], text: str
    ) -> None:
        self.table, self.game, self.view, self.ply = table, game, view, ply
        self.is_now = ply == game.ply
        self.is_curtained = self.is_now and _is_curtained(game, view)
        self.choices: tuple[Choice, ...] = view.choices if self.is_now else ()
        if self.is_now and view.seat not in game.people:
            self.choices = ()
        self.left, self.picks = narrow(self.choices, picks, text)
        self.said = text
        self.armed = self.left[0] if len(self.left) == 1 else None
        lit = {place for choice in self.left for place in choice.places}
        things = view.things or ()
        self.board = laid_out(view.spaces, things, view.sizes, view.ground, lit)
        self.trays = trays_of(things, view.sizes, len(view.scores))
        self.faces = {p.id: p for p in table.look.pieces} if table.look else {}
        self.last = view.told[-1].places if view.told else ()
        self.judgement = game.judged.get(ply) if self.is_now else None
        moves = self.judgement.moves if self.judgement else ()
        least = TOLD * self.judgement.reach if self.judgement else 0.0
        self.judged = {j.move: j for j in moves if j.half <= least or j is moves[0]}
        self.can_undo = self.is_now and any(mover in game.people for mover in game.movers)

    @property
    def groups(self) -> list[tuple[str, list[Choice]]]:
        """The moves left, by what they do, as many as a page can bear."""
        by_kind: dict[str, list[Choice]] = {}
        for choice in self.left[:MOST_SHOWN]:
            by_kind.setdefault(choice.do, []).append(choice)
        return list(by_kind.items())

    @property
    def chips(self) -> tuple[Chips, ...]:
        """The words that part the moves left."""
        return chips_of(self.choices, self.left, self.picks)

    def name(self, seat: int) -> str:
        """What a seat is called here; in teams also whose partner it is."""
        who, people, sides = self.game.who[seat], self.game.people, self.view.sides
        if people == (seat,):
            return "You"
        notes = [] if who == YOU else [who]
        if sides.teams:
            teams = sides.of_seats
            is_yours = len(people) == 1 and teams[seat] == teams[people[0]]
            notes.append("your partner" if is_yours else f"team {teams[seat] + 1}")
        return f"Player {seat + 1}" + (f" ({', '.join(notes)})" if notes else "")

    @property
    def scores(self) -> list[tuple[str, float, bool]]:
        """Of every side its name, its score and whether it acts: partners have one score."""
        view, sides = self.view, self.view.sides
        names = [self.name(seat) for seat in range(sides.seats)]
        if sides.teams:
            names = sides_in([name.partition(" (")[0] for name in names], sides)
        return [
            (name, view.scores[members[0]], view.seat in members)
            for name, members in zip(names, sides.members, strict=True)
        ]

    @property
    def boxes(self) -> list[tuple[int, bool, list[Tray]]]:
        """What lies in areas, in boxes: whose (−1: all's), whether a hand lies open there."""
        boxes = []
        for seat, each in itertools.groupby(self.trays, key=lambda tray: tray.seat):
            trays = list(each)
            is_open = any(s.up for tray in trays if tray.area == "hand" for s in tray.stacks)
            boxes.append((seat, is_open, trays))
        return boxes

    def face(self, looks: str, up: bool) -> str:
        """The address of a picture; "" where there is none."""
        piece = self.faces.get(looks)
        name = piece.lying(up) if piece else ""
        return f"/face/{name}.svg" if name else ""

    def picked(self, pick: str) -> str:
        """The address with a pick more, or one less."""
        picks = [p for p in self.picks if p != pick]
        if pick not in self.picks:
            picks.append(pick)
        return self._address(picks)

    def at(self, ply: int) -> str:
        """The address of another position."""
        return f"?{urlencode({'ply': ply})}" if ply < self.game.ply else f"/play/{self.game.id}"

    def _address(self, picks: Sequence[str]) -> str:
        query = [("pick", pick) for pick in picks]
        return f"?{urlencode(query)}" if query else f"/play/{self.game.id}"

    @property
    def ground(self) -> str:
        """The picture of the printed board under the map."""
        part = self.view.ground
        pieces = self.table.look.pieces if self.table.look else ()
        first = next((piece.id for piece in pieces if piece.component == part), "")
        return self.face(first, True)

    @staticmethod
    def unit(area: str, stack: Stack) -> float:
        """Pixels for a mm of a piece in a tray: no picture is too small to see, nor too large."""
        most = LARGEST if area in ("hand", "table") and stack.up else SMALLER
        return min(3.0, most / max(stack.width, stack.height))

    def offers(self, piece: str) -> bool:
        """Whether a piece is one that a move speaks of."""
        return bool(piece) and any(f"piece:{piece}" in choice.picks for choice in self.choices)

    def moves_at(self, place: int) -> int:
        """How many of the moves left speak of a place."""
        return sum(1 for choice in self.left if place in choice.places)

    @property
    def heat(self) -> dict[int, tuple[int, Judged]]:
        """Place → shade 1 to 5, and the best of its judged moves; the bot's own move is darkest."""
        if self.judgement is None or len(self.judged) < 2:
            return {}
        every, best = [judged.chance for judged in self.judged.values()], self.judgement.moves[0]
        least = min(every)
        span = max(max(every) - least, 4 * best.half)  # less is hardly a difference
        shades: dict[int, tuple[int, Judged]] = {}
        for choice in self.choices:
            judged = self.judged.get(choice.move)
            if judged is None or not choice.places:
                continue
            shade = 1 + int((SHADES - 2) * (judged.chance - least) / span) if span else 1
            if judged is best:
                shade = SHADES
            before = shades.get(choice.places[0])
            if before is None or (before[0], before[1].chance) < (shade, judged.chance):
                shades[choice.places[0]] = shade, judged
        return shades

    def chance(self, judged: Judged) -> str:
        """What a bot thinks of a move, short."""
        return self.mark(judged) if self.goes_by_score else f"{self.mark(judged)}{NARROW}%"

    def mark(self, judged: Judged) -> str:
        """The same on the board: points, or percent without the sign."""
        return f"{judged.chance:.3g}" if self.goes_by_score else f"{100 * judged.chance:.0f}"

    def half(self, judged: Judged) -> str:
        """How sure that is."""
        return f"{judged.half:.2g}" if self.goes_by_score else f"{math.ceil(100 * judged.half)}"

    @property
    def goes_by_score(self) -> bool:
        """Whether the bot plays for the score, for nobody competes."""
        return self.judgement is not None and self.judgement.reward == "score"

    @property
    def best(self) -> list[tuple[str, Judged]]:
        """The move that the bot would make, and the best others of those told beside, in words."""
        words = {choice.move: choice.words for choice in self.choices}
        judged_moves = [judged for judged in self.judged.values() if judged.move in words]
        ranked = judged_moves[:1] + sorted(judged_moves[1:], key=lambda judged: -judged.chance)
        return [(words[judged.move], judged) for judged in ranked[:BEST]]

    @property
    def visits(self) -> int:
        """How many games the bot played in its mind."""
        return sum(judged.n for judged in self.judgement.moves) if self.judgement else 0

    @property
    def replay(self) -> str:
        """The address of the whole game, once it is over: before, it would tell what is hidden."""
        sitting = self.game.sitting
        query = {
            "seed": sitting.seed, "game": sitting.index, "players": sitting.players,
            "moves": link_of(sitting.moves),
        }  # fmt: skip
        settings = [("set", f"{name}={value}") for name, value in self.game.settings]
        return f"/replay?{urlencode([*query.items(), *settings])}"

    @property
    def otherwise(self) -> tuple[str, str]:
        """What the game is played with that is otherwise now, and how it is now, in words."""
        return otherwise(self.game.settings, self.table.numbers)


def _hush(game: Open) -> None:
    """Stop what thinks of a position that is no more."""
    if game.judging is not None:
        game.judging.cancel()
        game.judging = None


def _is_curtained(game: Open, view: View) -> bool:
    """Whether the table is covered until the person whose turn it is comes to the screen."""
    is_other = view.seat in game.people and view.seat != game.looking
    return view.is_hidden and len(game.people) > 1 and is_other


def _said(game: Open, seat: int, words: Sequence[str]) -> str:
    who = "You" if game.people == (seat,) else f"Player {seat + 1}"
    return f"{who}: {'; '.join(words)}."


def _late(game: Open, form: dict[str, str]) -> str:
    """Why what was asked comes too late: it was asked of a position that is no more."""
    return LATE if "at" in form and _number(form["at"], -1) != game.ply else ""


def _last_line(wrong: WorkFailed) -> str:
    return (str(wrong).strip().splitlines() or ["it failed"])[-1]


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 12 else otherwise


async def given(request: Request) -> dict[str, str]:
    """What a form or a script of ours sent, as texts. Raises `HTTPException` as `asked` does."""
    if request.headers.get("content-type", "").startswith("application/json"):
        return {name: str(value) for name, value in (await posted(request)).items()}
    body = await request.body()
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
