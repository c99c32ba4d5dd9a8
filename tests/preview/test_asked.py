"""Malicious requests to a page of the table: one line of answer, and the table continues."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlencode

import httpx
from starlette.routing import Route

from generator.preview.app import make_app
from generator.preview.pages import MOST_FIELDS
from tests.preview.lent import lent
from tests.preview.test_play import at_a_desk
from tests.toys import PACKS

MARKET = PACKS / "market"
PORT, KEY = 8123, "a-key-of-the-test"
HERE = f"http://127.0.0.1:{PORT}"
HEADERS = {"cookie": f"protoplay-{PORT}={KEY}", "origin": HERE}
JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}


class Caller:
    """A browser at a whole table that was opened; a page that breaks raises."""

    def __init__(self, folder: Path) -> None:
        self.table = lent(folder)
        self.app = make_app(self.table, KEY, PORT)
        transport = httpx.ASGITransport(app=self.app)
        self.browser = httpx.AsyncClient(transport=transport, base_url=HERE, headers=HEADERS)

    async def form(self, path: str, **given: str) -> httpx.Response:
        """The answer to a form."""
        return await self.browser.post(path, content=urlencode(given), headers=FORM)

    async def json(self, path: str, text: str | bytes) -> httpx.Response:
        """Return the answer to a script's POST."""
        return await self.browser.post(path, content=text, headers=JSON)


def calling(work: Callable[[Caller], Awaitable[None]], folder: Path = MARKET) -> None:
    """Do something at a whole table, and close it."""
    at_a_desk(folder, work, Caller)


def one_line(answer: httpx.Response, status: int = 400) -> bool:
    """Whether it is a refusal in one line, nothing of Python in it."""
    text = answer.text
    assert answer.status_code == status, text
    assert text.strip() and text.count("\n") == 1 and "Error" not in text and "set_int" not in text
    return True


def test_a_form_has_only_so_many_fields() -> None:
    async def work(caller: Caller) -> None:
        many = {f"field{i}": "1" for i in range(MOST_FIELDS + 1)}
        for path in ("/play", "/export"):
            assert one_line(await caller.form(path, **many)), path
            del many["field0"]
            assert (await caller.form(path, **many)).status_code in (200, 303, 404), path
            many["field0"] = "1"

    calling(work)


UNREADABLE: dict[str, str | bytes] = {
    "deep": "[" * 60_000,
    "deep object": '{"a":' * 12_000,
    "long number": '{"name":"coins","value":' + "9" * 5000 + "}",
    "cut off": '{"name":',
    "a list": "[1, 2]",
    "nothing": "",
    "no text": b"\xff\xfe\x00",
    "lists inside": '{"name": "coins", "value": [[1]]}',
    "half a character": '{"name": "coins", "value": "\\ud83d"}',
    "deep inside": '{"name": ' + "[" * 900 + "]" * 900 + "}",
}


def test_an_unreadable_body_is_refused_in_one_line() -> None:
    async def work(caller: Caller) -> None:
        for path in ("/set", "/write", "/report/start", "/replay/note", "/play"):
            for what, body in UNREADABLE.items():
                assert one_line(await caller.json(path, body)), (path, what)

    calling(work)


ODD = (
    *UNREADABLE.values(), "null", "{}", '{"name":"coins","value":' + "9" * 400 + "}",
    '{"name":"coins","value":NaN}', '{"name":"coins","value":1e999}',
    '{"name":"\\ud800","value":"\\ud83d","players":"2","seat0":"\\ud83d","text":"\\ud83d"}',
    '{"players":"2","seat0":"you","seat1":"mcts:' + "9" * 5000 + '"}',
    '{"note":"\\ud800","at":' + "9" * 400 + ',"text":"\\ud83d"}',
)  # fmt: skip


def test_no_posted_value_breaks_a_page() -> None:
    async def work(caller: Caller) -> None:
        paths = [
            route.path.replace("{id}", "x").replace("{act}", "move")
            for route in caller.app.routes
            if isinstance(route, Route) and "POST" in (route.methods or ())
        ]
        assert {"/set", "/reset", "/play", "/play/x/move", "/replay/note"} <= set(paths)
        for path in paths:
            for body in ODD:
                answer = await caller.json(path, body)
                assert answer.status_code < 500, (path, body[:60], answer.text)

    calling(work)


def test_a_number_that_is_too_large_is_reported_at_its_control() -> None:
    async def work(caller: Caller) -> None:
        for value in ("9" * 400, "NaN", "1e999", f'"{"9" * 400}"'):
            answer = await caller.json("/set", f'{{"name": "coins", "value": {value}}}')
            assert answer.json() == {"wrong": "coins is a number that can be told"}, value

    calling(work)


def test_a_game_begins_with_as_many_as_can_play() -> None:
    async def work(caller: Caller) -> None:
        for players in ("99999999999", "0", "1", "-2", "many", "", "²"):
            form = await caller.form("/play", players=players)
            posted = await caller.json("/play", json.dumps({"players": players}))
            for answer in (form, posted):
                assert answer.status_code == 200, players
                assert "this game is for 2 to 3 players" in answer.text, players
                assert "Open games" not in answer.text, players

    calling(work)


def test_an_invalid_return_address_is_ignored() -> None:
    async def work(caller: Caller) -> None:
        assert (await caller.json("/set", '{"name": "coins", "value": 5}')).status_code == 200
        assert caller.table.changed == {"coins": 5}
        for came in ("http://[", "http://[::1", "http://[x]/"):
            assert one_line(await caller.browser.post("/reset", headers={"referer": came})), came
        assert caller.table.changed == {"coins": 5}
        answer = await caller.browser.post("/reset", headers={"referer": f"{HERE}/tweak"})
        assert answer.headers["location"] == "/tweak" and not caller.table.changed

    calling(work)
