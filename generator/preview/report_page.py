"""The report page: a playtest that is shown while it runs. Each finding links to games and charts.

A suggestion in a finding is a button that runs it.
"""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from generator.people.kept_likeness import LIKE_PEOPLE, like_people
from generator.preview.budget import too_much
from generator.preview.pages import asked, page
from generator.preview.playtest import Answer
from generator.preview.scheduler import Playtest, Studio
from generator.preview.try_it import Attempts, command_in
from generator.preview.whatif import Players
from generator.preview.workspace import Room, Table

ROOM = Room("/report", "Report", needs_rules=True)
MOST_GAMES = 10_000
MOST_WORDS = 200  # maximum length in characters of the names of players
AGENTS = ("greedy", "random", "mcts:50", "mcts:200")


def routes(table: Table, studio: Studio) -> list[BaseRoute]:
    """The routes of the page, its start and stop buttons, and the buttons of its findings."""
    attempts = Attempts(table)

    async def report(request: Request) -> Response:
        answer = studio.playtest.answer if studio.playtest is not None else None
        charts = (
            [chart for chapter in answer.chapters for chart in chapter.charts] if answer else []
        )
        return await page(
            table,
            request,
            "report.html.j2",
            test=studio.playtest,
            agents=(*AGENTS, *([LIKE_PEOPLE] if _like(table) else [])),
            pieces={p.id: p for p in table.look.pieces} if table.look is not None else {},
            anchors={chart.id for chart in charts},
            replay=replay_of,
            attempt=attempts.last,
            command_in=command_in,
        )

    async def start(request: Request) -> Response:
        """Start a playtest, which replaces the current one."""
        given = await asked(request)
        players, games, fault = _read(table, given)
        if fault:
            return PlainTextResponse(f"{fault}\n", 400)
        old = studio.playtest
        studio.playtest = Playtest(players, games)
        if old is not None:
            studio.playtest.answer, studio.playtest.digest = old.answer, old.digest
        table.news.set()
        table.hub.tell("stale", {})
        return JSONResponse({"games": games})

    async def stop(request: Request) -> Response:
        """Stop the current playtest; its results so far stay."""
        if studio.playtest is not None:
            studio.playtest.is_over = True
            table.news.set()
            table.hub.tell("stale", {})
        return JSONResponse({})

    async def attempt(request: Request) -> Response:
        """Run the suggestion of a finding, given by its number in the report with that `digest`."""
        given = await asked(request)
        answer = studio.playtest.answer if studio.playtest is not None else None
        number = given.get("finding")
        if answer is None or not table.plays or given.get("digest") != answer.digest:
            return PlainTextResponse("the report is another one by now; look again\n", 409)
        if type(number) is not int or not 0 <= number < len(answer.findings):
            return PlainTextResponse("there is no such finding\n", 400)
        command = command_in(answer.findings[number].action)
        if not command:
            return PlainTextResponse("this finding has nothing to run\n", 400)
        attempts.begin(command)
        return JSONResponse({"command": command})

    async def give_up(request: Request) -> Response:
        """Stop a suggestion that is running."""
        attempts.stop()
        return JSONResponse({})

    return [
        Route("/report", report),
        Route("/report/try", attempt, methods=["POST"]),
        Route("/report/give-up", give_up, methods=["POST"]),
        Route("/report/start", start, methods=["POST"]),
        Route("/report/stop", stop, methods=["POST"]),
    ]


def _like(table: Table) -> str:
    """The bot that plays like the people of the pack; "" if none is known."""
    return like_people(table.folder / ".protoplay")


def replay_of(answer: Answer, game: int) -> str:
    """The address of the replay of a game of a playtest."""
    query = {"seed": answer.seed, "game": game, "players": answer.seats}
    return "/replay?" + urlencode({**query, "agents": ",".join(answer.agents)})


def _read(table: Table, given: dict[str, object]) -> tuple[Players, int, str]:
    """Read the players and the number of games, or a message about what is wrong with them."""
    none = Players()
    if table.look is None or not table.plays:
        return none, 0, "there is nothing that may be played"
    low, high = table.look.players
    try:
        games, seats, seed = (int(str(given[name])) for name in ("games", "players", "seed"))
    except (KeyError, ValueError):
        return none, 0, "games, players and seed are whole numbers"
    words = str(given.get("agents", ""))
    agents = tuple(word.strip() for word in words.split(",") if word.strip())
    if LIKE_PEOPLE in agents:
        if not (like := _like(table)):
            return none, 0, f"{LIKE_PEOPLE}: run protoplay people --likeness first"
        agents = tuple(like if agent == LIKE_PEOPLE else agent for agent in agents)
    if not 1 <= games <= MOST_GAMES:
        return none, 0, f"from 1 to {MOST_GAMES:,} games"
    if not low <= seats <= high:
        return none, 0, f"from {low} to {high} players"
    if not 0 <= seed < 2**63:
        return none, 0, "the seed is a number from 0 on"
    if not agents or len(words) > MOST_WORDS or len(agents) > seats:
        return none, 0, "one kind of player for all seats, or one per seat or team"
    return Players(seats, agents, seed), games, too_much(agents)
