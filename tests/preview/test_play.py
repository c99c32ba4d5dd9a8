"""The play room over its addresses: games to the end, refusals, and nothing hidden on the wire."""

import asyncio
import html
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from generator import bundled
from generator.play.engine.game import load_game
from generator.play.engine.records import moves_of, record_of
from generator.preview import pages, play_page, sessions
from generator.preview.open_game import Open
from generator.preview.play_page import Playing
from generator.preview.seat_views import Seated
from generator.preview.sessions import Judged, Judgement, rules_of
from generator.preview.workspace import Room
from generator.reading.door import open_pack
from tests.preview.lent import give_back, lent
from tests.preview.lent import run as on_the_loop
from tests.preview.test_seat import hidden_from
from tests.toys import PACKS

RAFT = PACKS / "leaky_raft"


class Desk:
    """A table with its play room, and a browser that knows no scripts."""

    def __init__(self, folder: Path) -> None:
        self.table = lent(folder)
        self.table.rooms = (Room("/", "Gallery"), play_page.ROOM)
        self.playing = Playing(self.table)
        self.sent: list[str] = []
        self.told: list[tuple[str, Any]] = []
        routes = [*pages.routes(self.table), *play_page.routes(self.table, self.playing)]
        self.app = Starlette(routes=routes)
        transport = httpx.ASGITransport(app=self.app)
        self.browser = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:1")
        tell = self.table.hub.tell

        def kept(name: str, data: Any, to: str = "") -> None:
            self.told.append((name, data))
            tell(name, data, to)

        self.table.hub.tell = kept  # type: ignore[method-assign]

    async def get(self, path: str) -> str:
        """A page's text."""
        answer = await self.browser.get(path)
        assert answer.status_code == 200, answer.text
        self.sent.append(answer.text)
        return answer.text

    async def begin(self, *who: str, seed: int = 5) -> Open:
        """A new game."""
        form = {f"seat{i}": each for i, each in enumerate(who)}
        form |= {"players": str(len(who)), "seed": str(seed)}
        answer = await self.browser.post("/play", data=form)
        assert answer.status_code == 303, answer.text
        return self.playing.games[answer.headers["location"].rpartition("/")[2]]

    async def post(self, game: Open, what: str, **form: str) -> httpx.Response:
        """Post a form of the game's page."""
        return await self.browser.post(f"/play/{game.id}/{what}", data=form)

    async def settled(self, game: Open) -> None:
        """Wait until the bots have moved."""
        while game.is_thinking or game.judging:
            await asyncio.sleep(0.01)
        assert not game.fault, game.fault


def at_a_desk(
    folder: Path, work: Callable[[Any], Awaitable[None]], kind: Callable[[Path], Any] = Desk
) -> None:
    """Do something with a desk, or anything with a table and a browser, and close it."""

    async def run() -> None:
        desk = kind(folder)
        try:
            await desk.table.reload()
            await work(desk)
        finally:
            await desk.browser.aclose()
            await give_back(desk.table)

    on_the_loop(run())


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_page, "PACE", 0)


def moves_on(text: str) -> "list[tuple[int, str]]":
    """The moves that a page offers, with their words."""
    found = re.findall(r'name="move" value="(\d+)"[^>]*>([^<]*)</button>', text)
    moves = [(int(move), html.unescape(words)) for move, words in found]
    return sorted(dict.fromkeys(moves))  # some stand under the board and in the list


async def play_to_the_end(desk: Desk, game: Open, seed: int = 1) -> int:
    """Make a person's moves at random until the game is over; returns how many."""
    rng, made = random.Random(seed), 0
    while True:
        await desk.settled(game)
        text = await desk.get(f"/play/{game.id}")
        if "The game is over" in text:
            return made
        if "show me" in text:
            await desk.post(game, "look")
            continue
        move, _ = rng.choice(moves_on(text))
        answer = await desk.post(game, "move", move=str(move), at=str(game.ply))
        assert answer.status_code == 303, answer.text
        made += 1


def hold_the_record(folder: Path, game: Open) -> None:
    """The game at the table is a game of the rules, move by move."""
    pack, _ = open_pack(folder)
    assert pack is not None
    rules = load_game(pack, game.sitting.players, plain=True)
    record = record_of(rules, game.sitting.seed, 0, game.sitting.moves)
    assert moves_of(rules, record) == list(game.sitting.moves)
    assert rules_of(rules) == game.sitting.digest


@pytest.mark.slow
@pytest.mark.parametrize("name", ["orchard", "raid"])
def test_a_game_of_words_is_played_to_the_end(name: str) -> None:
    folder = bundled("templates") / "games" / name

    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "greedy", seed=3)
        assert await play_to_the_end(desk, game) > 5
        hold_the_record(folder, game)

    at_a_desk(folder, work)


def test_a_person_plays_a_bot_and_nothing_hidden_is_sent() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random", "greedy", seed=54321)
        pack, _ = open_pack(RAFT)
        assert pack is not None and desk.table.look is not None
        seated = Seated(load_game(pack, 3, plain=True), game.sitting.seed, 0)
        pieces = {piece.id: piece for piece in desk.table.look.pieces}
        rng, scanned = random.Random(2), 0
        while True:
            await desk.settled(game)
            desk.sent.clear()
            text = await desk.get(f"/play/{game.id}")
            if "The game is over" in text:
                break
            assert "54321" not in text and "seed=" not in text
            await desk.get(f"/play/{game.id}?ply={max(0, game.ply - 3)}")
            seated.go(game.sitting.moves)
            for id in hidden_from(seated, game.ply, 0):
                piece = pieces[id]
                if hidden_from(seated, max(0, game.ply - 3), 0) >= {id}:
                    scanned += 1
                    for secret in (id, piece.key, f"{piece.front}.svg"):
                        assert all(secret not in sent for sent in desk.sent), (secret, game.ply)
            for data in [data for name, data in desk.told if name == "move"]:
                assert set(data) == {"said", "ply"}
                assert "draw crate" not in data["said"] or data["said"].startswith("You")
            desk.told.clear()
            move, _ = rng.choice(moves_on(text))
            await desk.post(game, "move", move=str(move), at=str(game.ply))
        assert scanned > 10
        hold_the_record(RAFT, game)
        assert "/replay?seed=54321" in text

    at_a_desk(RAFT, work)


def test_two_people_at_one_screen_do_not_see_each_others_hands() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "you")
        text = await desk.get(f"/play/{game.id}")
        table = text.partition("<main")[2].partition("<dialog")[0]
        assert "show me" in text and not moves_on(text) and "<img" not in table
        refused = await desk.post(game, "say", text="jump")
        assert refused.status_code == 303 and game.ply == 0
        await desk.post(game, "look")
        text = await desk.get(f"/play/{game.id}")
        assert moves_on(text) and "Player 1" in text
        await desk.post(game, "move", move=str(moves_on(text)[0][0]), at="0")
        assert "show me" in await desk.get(f"/play/{game.id}") or game.looking == 0
        assert await play_to_the_end(desk, game) > 3
        hold_the_record(RAFT, game)

    at_a_desk(RAFT, work)


def test_a_game_can_be_played_by_typed_words_without_interface_code() -> None:
    folder = PACKS / "connect_four"

    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "you")
        assert "/drawn/rack-7-6.svg" in await desk.get(f"/play/{game.id}")
        for column in (4, 1, 4, 1, 4, 1, 4):
            await desk.post(game, "say", text=f"drop {column}")
        text = await desk.get(f"/play/{game.id}")
        assert "The game is over: four in a row." in text and "Player 1 beat Player 2." in text
        hold_the_record(folder, game)

    at_a_desk(folder, work)


def test_a_page_whose_rules_draw_nothing_says_so() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "you")
        assert "The rules draw no table" in await desk.get(f"/play/{game.id}")

    at_a_desk(PACKS / "duel", work)


def test_a_game_with_pieces_supports_questions_narrowing_and_undo() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random")
        await desk.settled(game)
        text = await desk.get(f"/play/{game.id}")
        first = game.ply
        for typed, told in (
            ("scores", "player 1: 0"),
            ("help", "Type a move"),
            ("xyzzy", "no move"),
        ):
            await desk.post(game, "say", text=typed)
            assert told in await desk.get(f"/play/{game.id}")
        narrowed = await desk.get(f"/play/{game.id}?pick=do:jump")
        assert [words for _, words in moves_on(narrowed)] == ["jump"]
        assert '<button class="main" name="move"' in narrowed
        assert moves_on(await desk.get(f"/play/{game.id}?say=ju")) == moves_on(narrowed)
        await desk.post(game, "say", picks="do:jump", text="")
        await desk.settled(game)
        assert game.ply > first
        await desk.post(game, "undo")
        assert game.ply == first
        assert moves_on(await desk.get(f"/play/{game.id}")) == moves_on(text)
        await desk.post(game, "undo")
        assert "nothing to take back" in await desk.get(f"/play/{game.id}")

    at_a_desk(RAFT, work)


@pytest.mark.parametrize(("name", "has_chance"), [("leaky_raft", True), ("connect_four", False)])
def test_undo_says_that_chance_comes_again(name: str, has_chance: bool) -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random")
        await desk.settled(game)
        move, _ = moves_on(await desk.get(f"/play/{game.id}"))[0]
        await desk.post(game, "move", move=str(move), at=str(game.ply))
        await desk.settled(game)
        after = game.sitting.moves
        await desk.post(game, "undo")
        assert (play_page.SAME_AGAIN in await desk.get(f"/play/{game.id}")) == has_chance
        await desk.post(game, "move", move=str(move), at=str(game.ply))
        await desk.settled(game)
        assert game.sitting.moves == after

    at_a_desk(PACKS / name, work)


@pytest.mark.slow
def test_moves_are_previewed_with_the_knowledge_of_the_seat() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "mcts:50")
        for _ in range(3):
            await desk.settled(game)
            await desk.post(game, "judge")
            await desk.settled(game)
            text = await desk.get(f"/play/{game.id}")
            judged, legal = game.judged[game.ply], moves_on(text)
            words = dict(legal)
            assert {each.move for each in judged.moves} <= set(words)
            first = judged.moves[0]
            assert f"<li>{words[first.move]}: wins {100 * first.chance:.0f}" in text
            assert "The bot would play the first" in text
            *_, again = sessions.thought(game.call, game.sitting, judged.bot)
            assert again == first.move
            await desk.post(game, "move", move=str(first.move), at=str(game.ply))

    at_a_desk(RAFT, work)


def test_thinking_ends_when_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        closed = asyncio.Event()

        async def stream(work: str, *given: Any) -> AsyncIterator[Judgement]:
            assert work == "generator.preview.sessions:judged"
            try:
                yield Judgement("mcts:400", "win", (Judged(0, 0.7, 0.1, 300, False),))
                await asyncio.sleep(100)
            finally:
                closed.set()

        monkeypatch.setattr(desk.table.bots, "stream", stream)
        game = await desk.begin("you", "you")
        await desk.post(game, "look")
        refused = await desk.browser.post(f"/play/{game.id}/judge", json={"at": 7})
        assert refused.status_code == 409 and "gone on" in refused.text and game.judging is None
        await desk.post(game, "judge", at="0")
        while 0 not in game.judged:
            await asyncio.sleep(0.01)
        thinking = game.judging
        text = await desk.get(f"/play/{game.id}")
        assert "A bot is thinking" in text and thinking is not None
        await desk.post(game, "judge", at="0")
        assert game.judging is thinking
        await desk.post(game, "move", move=str(moves_on(text)[0][0]), at="0")
        await closed.wait()
        assert game.judging is None and set(game.judged) == {0}
        assert "would play the first" not in await desk.get(f"/play/{game.id}")

    at_a_desk(RAFT, work)


def test_play_again_begins_a_game_with_the_same_players() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("random", "you")
        assert "Play again" not in await desk.get(f"/play/{game.id}")
        await play_to_the_end(desk, game)
        text = await desk.get(f"/play/{game.id}")
        assert "Play again" in text.partition('id="bar"')[2].partition('id="near"')[0]
        form = text.partition('<form id="again"')[2]
        fields = re.findall(r'name="(\w+)" value="([^"]*)"', form.partition("</form>")[0])
        answer = await desk.browser.post("/play", data=dict(fields))
        again = desk.playing.games[answer.headers["location"].rpartition("/")[2]]
        assert again is not game and again.who == game.who
        await desk.settled(again)

    at_a_desk(RAFT, work)


def test_impossible_values_are_refused_with_a_message() -> None:
    async def work(desk: Desk) -> None:
        form = {"players": "2", "seat0": "you", "seat1": "nobody"}
        assert "unknown agent" in (await desk.browser.post("/play", data=form)).text
        too_many = {"players": "9"}
        assert "is for 2 to 4 players" in (await desk.browser.post("/play", data=too_many)).text
        game = await desk.begin("you", "random")
        await desk.settled(game)
        for form, told in (
            ({"move": "1", "at": "77"}, "the game has gone on since"),
            ({"move": "99", "at": str(game.ply)}, "not a legal move"),
            ({"move": "x", "at": str(game.ply)}, "not a legal move"),
        ):
            before = game.sitting
            assert (await desk.post(game, "move", **form)).status_code == 303
            assert game.sitting == before and told in await desk.get(f"/play/{game.id}")
            answer = await desk.browser.post(f"/play/{game.id}/move", json=form)
            assert answer.status_code == 409 and told in answer.text
        for path in ("/play/none", "/play/none/move"):
            method = "POST" if path.endswith("move") else "GET"
            gone = await desk.browser.request(method, path)
            assert gone.status_code == 404 and "begin another at /play" in gone.text
        closed = await desk.browser.get("/play/none", headers={"accept": "text/html"})
        assert closed.status_code == 404 and 'href="/replay"' in closed.text
        assert '<a class="button main" href="/play">' in closed.text and "Gallery" in closed.text
        await desk.get(f"/play/{game.id}?ply=999&pick=a&pick=b:c&say=%22%3Cscript%3E")
        assert "<script>" not in desk.sent[-1].replace('<script type="module"', "")

    at_a_desk(RAFT, work)


def test_a_game_goes_on_where_what_lies_on_the_table_or_a_text_alone_changes(
    tmp_path: Path,
) -> None:
    import shutil

    folder = tmp_path / "four"
    shutil.copytree(PACKS / "connect_four", folder)

    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "you")
        await desk.post(game, "say", text="drop 1")
        (folder / "table.py").write_text(
            "def name_move(tables, state, move):\n    return f'let fall {move + 1}'\n", "utf-8"
        )
        yaml = folder / "game.yaml"
        yaml.write_text(yaml.read_text("utf-8") + "\n# a word more\n", "utf-8")
        later = await desk.begin("you", "you")
        await desk.post(later, "say", text="let fall 2")
        assert later.ply == 1, later.said
        await desk.table.seats.end()  # and what it remembers with it
        game.views.clear()
        await desk.post(game, "say", text="let fall 2")
        assert game.ply == 2, game.said
        await desk.table.seats.end()  # which knows the game of these rules by other words

    at_a_desk(folder, work)


def test_a_game_goes_on_by_the_rules_it_began_with(tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "four"
    shutil.copytree(PACKS / "connect_four", folder)

    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "you")
        await desk.post(game, "say", text="drop 1")
        rules = folder / "rules.py"
        rules.write_text(rules.read_text().replace(", 42, 7", ", 43, 7"))
        await desk.post(game, "say", text="drop 2")
        assert game.ply == 2
        await desk.table.seats.end()  # and what it remembers with it
        await desk.post(game, "say", text="drop 3")
        told = "its rules or numbers have changed since this game began"
        assert game.ply == 2 and told in game.said
        assert told in await desk.get(f"/play/{game.id}?ply=1")

    at_a_desk(folder, work)
