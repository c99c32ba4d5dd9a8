"""Unsaved settings of the page are shown on every page, and can be undone from each."""

import asyncio
import html
import re
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from generator.model.measures import MARGIN, STALL, TURNS
from generator.preview import play_page, replay_page, tweak
from generator.preview.faces import Call
from generator.preview.scheduler import Studio, Trial
from generator.preview.settings import otherwise, read, said_of
from generator.preview.tweak import bars_of
from generator.preview.whatif import Band, Row, elsewhere
from tests.preview.test_play import Desk, at_a_desk, play_to_the_end
from tests.toys import PACKS

MARKET = PACKS / "market"


class Bench(Desk):
    """A desk with the rooms of tweaks and replays too."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        app = self.browser._transport.app  # type: ignore[attr-defined]
        app.router.routes += tweak.routes(self.table, Studio(self.table))
        app.router.routes += replay_page.routes(self.table)

    async def set(self, name: str, value: object) -> str:
        """Set a parameter; return what is wrong with it, or "" once it is set and shown."""
        answer = await self.browser.post("/set", json={"name": name, "value": value})
        while (
            self.table.look is None
            or self.table.look.parameters[name].value != (self.table.numbers[name])
        ):
            await asyncio.sleep(0.01)
        return str(answer.json().get("wrong", ""))

    async def text(self, path: str) -> str:
        """The words of a page."""
        return " ".join(html.unescape(re.sub(r"<[^>]*>", "", await self.get(path))).split())


def at_a_bench(folder: Path, work: Callable[[Bench], Awaitable[None]]) -> None:
    at_a_desk(folder, work, Bench)


def test_every_page_shows_the_changed_parameters_and_can_reset_them() -> None:
    async def work(desk: Bench) -> None:
        for path in ("/play", "/tweak", "/replay"):
            assert re.search(r'id="tweaked"[^>]* hidden>', await desk.get(path)), path
        assert await desk.set("coins", 5) == ""
        strip = "As tweaked: coins 5 (game.yaml: 3) · back to game.yaml"
        for path in ("/play", "/tweak", "/replay"):
            assert strip in await desk.text(path), path
            assert not re.search(r'id="tweaked"[^>]* hidden>', await desk.get(path)), path
        for came, back in (
            ("http://127.0.0.1:1/replay?seed=2", "/replay?seed=2"),
            ("http://other//evil.example", "/evil.example"),
            ("", "/"),
        ):
            answer = await desk.browser.post("/reset", headers={"referer": came})
            assert (answer.status_code, answer.headers["location"]) == (303, back)
        assert desk.table.changed == {} and desk.table.numbers["coins"] == 3
        assert strip not in await desk.text("/play")

    at_a_bench(MARKET, work)


def test_an_invalid_value_is_refused_as_on_the_command_line() -> None:
    async def work(desk: Bench) -> None:
        for value, told in (
            ("99", '"coins" is 99, above its upper bound of 9 (its range is from 1 to 9)'),
            ("0", '"coins" is 0, below its lower bound of 1 (its range is from 1 to 9)'),
            ("5.5", '"coins" is a whole number, found 5.5 (like 3)'),
            ("", "coins is a number"),
        ):
            assert await desk.set("coins", value) == told
            assert desk.table.changed == {}

    at_a_bench(MARKET, work)


def test_a_replay_states_its_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_page, "PACE", 0)

    async def work(desk: Bench) -> None:
        await desk.set("coins", 5)
        game = await desk.begin("you", "random")
        await desk.browser.post("/reset")
        goes_on = "This game goes on as it began: coins 5."
        assert goes_on in await desk.text(f"/play/{game.id}")
        await play_to_the_end(desk, game)
        over = await desk.get(f"/play/{game.id}")
        assert "Do it" not in over and 'id="text"' not in over
        assert f"over after {game.ply} moves" in await desk.text("/play")
        (link,) = {*re.findall(r'href="(/replay[^"]*)"', over)}  # under the map and in the log
        assert "set=coins%3D5" in link
        told = "played with coins 5. The replay follows the rules as they are now, with coins 3."
        assert told in await desk.text(html.unescape(link))
        frame = r'id="(rules-[0-9a-f]+)"'
        before = re.findall(frame, desk.sent[-1])
        await desk.set("coins", 5)
        assert "was played with" not in await desk.text(html.unescape(link))
        assert before != re.findall(frame, desk.sent[-1]), "the page is loaded anew"

    at_a_bench(MARKET, work)


def test_invalid_settings_in_an_address_are_shown_as_text() -> None:
    numbers = {"coins": 3, "open": True}
    assert otherwise(said_of(numbers), numbers) == ("", "")
    given = read(["coins=4", "none", "=5", "gone=1", *["x=1"] * 500])
    assert given[:2] == (("coins", "4"), ("gone", "1")) and len(given) == 198
    assert otherwise(given[:2], numbers) == ("coins 4, gone 1", "coins 3, no gone")


def test_a_move_for_another_time_and_a_typing_error_are_distinguished() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "you")
        for typed, told in (
            ("Steal apple", "steal is not possible now"),
            ("stael", "no move is called 'stael'; did you mean 'steal'?"),
            ("bye 4 1", "no move is called 'bye 4 1'; did you mean 'buy'?"),
            ("buy 99", "no move is called 'buy 99'"),
            ("xyzzy", "no move is called 'xyzzy'"),
        ):
            await desk.post(game, "say", text=typed)
            assert (game.said, game.ply) == (told, 0)

    at_a_desk(MARKET, work)


def test_a_misspelt_field_is_reported_with_what_was_meant(tmp_path: Path) -> None:
    folder = tmp_path / "market"
    shutil.copytree(MARKET, folder)
    rules = folder / "rules.py"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("state.coins[: tables", "state.coinz[: tables"), "utf-8")

    async def work(desk: Desk) -> None:
        begun = await desk.browser.post("/play", data={"players": "2"}, follow_redirects=True)
        assert 'did you mean "coins"?' in html.unescape(begun.text)

    at_a_desk(folder, work)


def test_bars_are_named_as_on_all_pages_and_games_that_break_come_first() -> None:
    rows = [
        Row(measure.label, "1", "2", "1 more", 0.2, 0.1, 0.3, q, True, measure == STALL)
        for measure, q in ((TURNS, 0.5), (MARGIN, 0.01), (STALL, 0.01))
    ]
    told = bars_of(Trial({}, Band(400, 400, tuple(rows))))
    assert [(bar.measure, bar.is_told) for bar in told] == [
        ("games that stall", True),
        ("winning margin, points", True),
        ("turns a game", False),
    ]


def test_pieces_of_other_variants_are_reported_as_such() -> None:
    found = {variant: elsewhere(Call("mara", variant)) for variant in ("standard", "family")}
    family = {"start_cards", "family_actions", "family_peeks", "draw", "keep", "photo_points"}
    standard = {"tracks", "actions", "faceup_limit", *(f"vp_{n}" for n in range(1, 7))}
    assert found["standard"] == dict.fromkeys(family, "family")
    assert found["family"] == dict.fromkeys(standard, "standard")
    assert elsewhere(Call(str(MARKET))) == {}

    async def work(desk: Bench) -> None:
        assert "The rules ask for it" not in await desk.text("/tweak")
        desk.table.elsewhere = {"coins": "short"}
        assert "The rules ask for it in short alone" in await desk.text("/tweak")
        assert re.search(r'"control other"[^>]* data-name="coins"', await desk.get("/tweak"))

    at_a_bench(MARKET, work)
