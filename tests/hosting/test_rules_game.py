"""Games by their rules at a hosted table: nothing hidden is sent, moves come back by consent."""

import asyncio
import hmac
import json
import random
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from generator.hosting import play
from generator.hosting.admission import SPECTATOR
from generator.hosting.guest_sheet import _DIGITS
from generator.hosting.hosted import times_of
from generator.hosting.log import Log
from generator.hosting.rules import RulesTable
from generator.model.pack import Pack
from generator.model.problems import Problems
from generator.people.playtests import read_playtests
from generator.play.engine.game import load_game
from generator.play.engine.records import moves_of
from generator.preview.seat_views import Seated
from generator.reading.door import open_pack
from tests.hosting.desk import Desk, at_a_table, do, until
from tests.preview import lent
from tests.preview.test_play import moves_on
from tests.preview.test_seat import hidden_from
from tests.toys import PACKS

ROOT = Path(__file__).parent.parent.parent
RAFT, MARA = PACKS / "leaky_raft", ROOT / "rules" / "mara"


@pytest.fixture(autouse=True)
def _fast_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "PACE", 0)


@pytest.fixture
def raft(tmp_path: Path) -> Path:
    """A pack of our own with hidden hands."""
    return Path(shutil.copytree(RAFT, tmp_path / "raft"))


def game_of(desk: Desk) -> RulesTable:
    """The game of a desk."""
    assert isinstance(desk.room.table, RulesTable)
    return desk.room.table


async def settled(desk: Desk) -> int:
    """Wait until a person is to act or the game is over; the seat to act, or −1."""
    table = game_of(desk)
    for _ in range(3000):
        assert desk.hosted.play is not None and not desk.hosted.play.fault
        if table.position is not None:
            turn = table.position.turn
            if turn < 0 or not desk.room.chairs[turn].bot:
                readers = desk.room.readers
                if all((table.ply, reader) in table.views for reader in readers):
                    return turn
        await asyncio.sleep(0.01)
    raise AssertionError("the game does not go on")


class Watch:
    """Holds every byte that a reader gets against what is hidden from them at that position."""

    def __init__(self, desk: Desk, pack: Pack) -> None:
        self.desk, self.table = desk, game_of(desk)
        rules = load_game(pack, self.table.seats, plain=True)
        self.seated = Seated(rules, self.table.sitting.seed, 0)
        look = desk.hosted.workspace.look
        assert look is not None
        self.pieces = {piece.id: piece for piece in look.pieces}
        self.fed = {reader: feed.last for reader, feed in desk.room.feeds.items()}
        self.n_held = 0

    def hidden(self, ply: int, reader: int | None) -> set[str]:
        """The pieces that a reader does not see; a spectator sees what all seats see."""
        self.seated.go(self.table.sitting.moves)
        seats = range(self.table.seats) if reader is None else [reader]
        return set().union(*(hidden_from(self.seated, ply, seat) for seat in seats))

    def name(self, picture: str) -> str:
        """The name of a picture at this table."""
        secret = self.desk.hosted.secret
        return hmac.digest(secret, picture.encode(), "sha256").hex()[:_DIGITS]

    def hold(self, sent: str, ply: int, reader: int | None) -> None:
        """Nothing in it is an id, a key, or a picture of a piece that is hidden at that ply."""
        hidden = self.hidden(ply, reader)
        open_fronts = {p.front for id, p in self.pieces.items() if id not in hidden}
        for id in hidden:
            piece = self.pieces[id]
            secrets = [f"{id}{end}" for end in ("&", '"', "'", "<", " ")] + [piece.key, piece.front]
            if piece.front not in open_fronts:
                secrets.append(self.name(piece.front))
            self.n_held += 1
            assert not [s for s in secrets if s and s in sent], (id, ply, reader)
        assert str(self.table.sitting.seed) not in sent
        assert self.desk.hosted.secret.hex() not in sent

    async def read(self, browser: httpx.AsyncClient, reader: int | None, ply: int) -> str:
        """A page of the table, and all that was told since the last one."""
        answer = await browser.get("/t", params={"ply": ply})
        assert answer.status_code == 200, answer.text
        self.hold(answer.text, ply, reader)
        feed = self.desk.room.feeds[reader]
        messages = feed.since(self.fed[reader]) or []
        self.fed[reader] = feed.last
        for message in messages:
            self.hold(message, min(json.loads(message).get("ply", ply), self.table.ply), reader)
        return answer.text


async def play_on(
    desk: Desk, pack: Pack, guests: Mapping[int | None, httpx.AsyncClient], most: int
) -> int:
    """Play at random, to the end or a number of moves; how many hidden pieces were looked for."""
    rng, watch = random.Random(5), Watch(desk, pack)
    for made in range(most):
        turn = await settled(desk)
        if turn < 0:
            break
        table = game_of(desk)
        for reader, browser in guests.items():
            page = await watch.read(browser, reader, table.ply)
            if made % 4 == 1:
                await watch.read(browser, reader, rng.randrange(table.ply + 1))
            assert bool(moves_on(page)) == (reader == turn)
        browser = guests[turn]
        if made % 3 == 0:
            body = {"at": table.ply, "moves": ",".join(map(str, table.position.legal[:6]))}  # type: ignore[union-attr]
            watch.hold((await browser.post("/t/ghost", json=body)).text, table.ply, turn)
            said = await browser.post("/t/say", json={"text": "scores", "at": str(table.ply)})
            watch.hold(said.text, table.ply, turn)
        move, _ = rng.choice(moves_on((await browser.get("/t")).text))
        reply = await do(browser, 1000 + made, do="go", move=move, at=table.ply)
        assert "refused" not in reply, reply
    return watch.n_held


async def three(desk: Desk) -> dict[int | None, httpx.AsyncClient]:
    """Two people and a spectator; the game has begun."""
    guests: dict[int | None, httpx.AsyncClient] = {
        0: await desk.guest(0, "Ada"), 1: await desk.guest(1, "Bo"),
        None: await desk.guest(SPECTATOR),
    }  # fmt: skip
    await desk.begin()
    return guests


def test_a_game_with_a_bot_to_the_end_sends_nothing_hidden(raft: Path, tmp_path: Path) -> None:
    pack, _ = open_pack(str(raft))
    assert pack is not None

    async def work(desk: Desk) -> None:
        guests = await three(desk)
        assert await play_on(desk, pack, guests, 400) > 100
        assert await settled(desk) == -1
        for reader, browser in guests.items():
            page = (await browser.get("/t")).text
            assert "The game is over" in page
            assert ('href="/form"' in page) == (reader is not None)
        await keep_and_read(desk, guests, raft)

    at_a_table(raft, tmp_path, work, bots={2: "greedy"})


async def keep_and_read(
    desk: Desk, guests: Mapping[int | None, httpx.AsyncClient], folder: Path
) -> None:
    """The form is filled in, the table closed, and the playtest read back."""
    given = {"fun": "9", "length": "2", "keep": "the <storms>", "new": "yes"}
    wrong = await guests[0].post("/form", data=given)
    assert (
        wrong.status_code == 422 and "not sent: " in wrong.text and "no answer to fun" in wrong.text
    )
    assert "the &lt;storms&gt;</textarea>" in wrong.text, "what was typed is kept"
    assert 'name="length" value="2" checked' in wrong.text and 'value="yes" checked' in wrong.text
    answer = await guests[0].post("/form", data={"fun": "4", "again": "1", "confusing": "=1+1"})
    assert "Thank you" in answer.text
    assert (await desk.host.post("/host/end")).status_code == 303
    first = folder / "playtests" / desk.hosted.room.kept
    assert first.is_file()
    later = {"fun": "5", "again": "2", "confusing": "=1+1", "new": "yes"}
    assert "Thank you" in (await guests[0].post("/form", data=later)).text
    assert not first.exists()  # the answers that came later replace it
    assert not desk.hosted.fault
    pack, problems = open_pack(str(folder))
    assert pack is not None
    kept = read_playtests(pack, problems := Problems())
    assert not problems.errors
    (game,) = kept.games
    assert game.where == "table" and game.version and game.minutes
    assert [player.who for player in game.players] == ["Ada", "Bo", ""]
    assert game.players[2].bot == "greedy"
    assert game.players[0].answers == {"fun": 5, "again": 2, "confusing": "=1+1"}
    assert game.players[0].new and not game.players[1].answers
    assert game.scores is not None and sum(game.shares or ()) == pytest.approx(1)
    (line,) = (folder / "playtests" / f"{game.name}.jsonl").read_text("utf-8").splitlines()
    record, moves = json.loads(line), game_of(desk).sitting.moves
    assert moves_of(load_game(pack, 3), record) == list(moves)
    assert record["who"] == ["p:Ada", "p:Bo", "greedy"] and record["version"] == game.version
    assert len(record["ms"]) == len(moves) and record["back"] == []
    text = "".join(path.read_text() for path in (folder / "playtests").iterdir())
    assert "192.168" not in text and "httpx" not in text


def test_a_record_holds_the_time_of_moves_that_stand_and_every_move_taken_back() -> None:
    moves = [{"ms": ms, "entry": {"do": "go", "move": 0, "seat": 0}} for ms in (900, 50, 7, 8)]
    back = {"ms": 3, "entry": {"do": "back", "to": 1, "seat": 0}}
    lines = [{"room": {"begin": {}}}, *moves[:3], back, moves[3]]
    assert times_of(lines) == {"ms": [900, 8], "back": [[3, 1]]}


@pytest.mark.slow
def test_the_mara_sends_nothing_hidden(tmp_path: Path) -> None:
    pack, _ = open_pack(str(MARA))
    assert pack is not None

    async def work(desk: Desk) -> None:
        guests = await three(desk)
        assert await play_on(desk, pack, guests, 60) > 100

    at_a_table(MARA, tmp_path, work, bots={2: "greedy"})


def test_moves_that_are_late_illegal_or_anothers_are_refused(raft: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        guests = await three(desk)
        turn = await settled(desk)
        table = game_of(desk)
        assert table.position is not None
        move, at = table.position.legal[0], table.ply
        mine, others = guests[turn], guests[1 - turn]
        assert "not your turn" in (await do(others, 1, do="go", move=move, at=at))["refused"]
        assert "not a legal move" in (await do(mine, 1, do="go", move=99_999, at=at))["refused"]
        assert "not a legal" in (await do(mine, 2, do="go", move=str(move), at=at))["refused"]
        assert "gone on" in (await do(mine, 3, do="go", move=move, at=at + 1))["refused"]
        assert "refused" in await do(mine, 4, do="shuffle")
        form = await mine.post("/t/do", data={"do": "go", "move": str(move), "at": str(at)})
        assert form.status_code == 303 and game_of(desk).ply > at
        again = await mine.post("/t/do", data={"do": "go", "move": str(move), "at": str(at)})
        assert again.status_code == 303  # the page shows what is there now
        kept = Log(desk.hosted.log_path).entries
        assert {"it is not your turn", "that is not a legal move now"} <= {
            line.get("refused") for line in kept
        }

    at_a_table(raft, tmp_path, work, bots={2: "random"})


def test_a_move_that_taught_something_is_taken_back_by_consent(raft: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        guests = await three(desk)
        seat = await settled(desk)
        mine, other = guests[seat], guests[1 - seat]
        table = game_of(desk)
        before = table.ply
        await do(mine, 1, do="go", move=table.position.legal[0], at=before)  # type: ignore[union-attr]
        await settled(desk)
        made = table.ply
        assert made > before and any(table.teaches[before:])
        reply = await do(mine, 2, do="back", at=made)
        assert "refused" not in reply and table.ply == made
        page = (await other.get("/t")).text
        assert "wants to take back" in page and 'id="agree"' in page
        assert 'id="agree"' not in (await mine.get("/t")).text
        assert "refused" in await do(guests[1 - seat], 1, do="go", move=-1, at=made)
        await other.post("/t/do", data={"do": "agree"})
        assert table.ply == before
        assert await settled(desk) == seat
        entries = [line["entry"] for line in Log(desk.hosted.log_path).entries if "entry" in line]
        assert [entry["do"] for entry in entries][-1] == "back"
        assert [entry["do"] for entry in entries].count("go") == made  # what was taken back is kept

    at_a_table(raft, tmp_path, work, bots={2: "random"})


def test_where_only_bots_moved_and_nothing_was_learnt_a_move_comes_back_at_once() -> None:
    table = RulesTable(None, _sitting((3, 4)), ["Ada", "bot"], [False, True], [0, 1], [False] * 2)  # type: ignore[arg-type]
    table.position = play.Position(0, (1,), False)
    step = table.do(0, {"do": "back", "at": 2})
    assert step.entry == {"do": "back", "to": 0, "seat": 0}  # type: ignore[union-attr]
    assert table.ply == 0 and table.position is None


@pytest.mark.parametrize(
    ("bots", "teaches"),
    [
        ([False, False], [False, False]),
        ([False, True], [True, False]),
        ([False, True], [False, True]),
    ],
    ids=["another person moved", "the move taught something", "the answer of a bot did"],
)
def test_otherwise_all_are_asked(bots: list[bool], teaches: list[bool]) -> None:
    table = RulesTable(None, _sitting((3, 4)), ["Ada", "Bo"], bots, [0, 1], teaches)  # type: ignore[arg-type]
    table.position = play.Position(0, (1,), False)
    step = table.do(0, {"do": "back", "at": 2})
    assert step.entry["needs"] == "consent"  # type: ignore[union-attr]
    assert table.ply == 2
    agreed = table.do(0, {**step.entry["then"], "agreed": True})  # type: ignore[union-attr]
    assert agreed.entry["to"] == 0 and table.ply == 0  # type: ignore[union-attr]


def _sitting(moves: tuple[int, ...]) -> Any:
    from generator.preview.sessions import Sitting

    return Sitting("", 2, 1, 0, True, moves)


def test_a_game_goes_on_after_a_stop(raft: Path, tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(desk: Desk) -> None:
        guests = await three(desk)
        pack, _ = open_pack(str(raft))
        assert pack is not None
        await play_on(desk, pack, guests, 12)
        kept["turn"] = await settled(desk)
        kept["id"], kept["sitting"] = desk.hosted.id, game_of(desk).sitting
        kept["pages"] = {reader: await shown(browser) for reader, browser in guests.items()}
        kept["cookies"] = {
            reader: dict(browser.cookies.items()) for reader, browser in guests.items()
        }

    async def after(desk: Desk) -> None:
        assert game_of(desk).sitting == kept["sitting"]
        assert await settled(desk) == kept["turn"]
        for reader, cookies in kept["cookies"].items():
            browser = desk.browser()
            browser.cookies.update(cookies)
            assert await shown(browser) == kept["pages"][reader]

    at_a_table(raft, tmp_path, before, bots={2: "random"})
    at_a_table(raft, tmp_path, after, resume=kept["id"])


def test_a_game_goes_on_with_its_rules_after_they_have_changed(tmp_path: Path) -> None:
    folder = shutil.copytree(RAFT, tmp_path / "leaky_raft", ignore=shutil.ignore_patterns("__*"))
    kept: dict[str, Any] = {}
    (folder / "notebook.yaml").write_text(
        "versions:\n  - version: abcd1234\n    at: 2026-11-01 20:00\n", "utf-8"
    )

    async def before(desk: Desk) -> None:
        guests = await three(desk)
        pack, _ = open_pack(str(folder))
        assert pack is not None
        await play_on(desk, pack, guests, 8)
        await settled(desk)
        kept["id"], kept["sitting"] = desk.hosted.id, game_of(desk).sitting
        kept["page"] = await shown(guests[0])
        kept["cookies"] = dict(guests[0].cookies.items())
        kept["version"] = desk.room.game_version
        assert kept["version"] in (folder / "notebook.yaml").read_text("utf-8")

    async def after(desk: Desk) -> None:
        assert game_of(desk).sitting == kept["sitting"]
        await settled(desk)
        browser = desk.browser()
        browser.cookies.update(kept["cookies"])
        assert await shown(browser) == kept["page"]
        assert "cards.csv, rules.py" in (await desk.host.get("/host")).text
        assert (await desk.host.post("/host/end")).status_code == 303
        assert "The host has closed the table" in (page := (await browser.get("/t")).text)
        assert 'href="/form"' in page
        [playtest] = (folder / "playtests").glob("*.yaml")
        assert f"version: {kept['version']}" in playtest.read_text("utf-8")

    at_a_table(folder, tmp_path, before, bots={2: "random"})
    rules = folder / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "\nextra = 1\n", "utf-8")
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text("utf-8") + "\n", "utf-8")
    lent.end()  # a child would remember the rules
    at_a_table(folder, tmp_path, after, resume=kept["id"])


async def shown(browser: httpx.AsyncClient) -> str:
    """A page of the table without what counts on."""
    page = (await browser.get("/t")).text
    return re.sub(r'data-(version|seconds)="\d+"', "", page)


def test_bots_take_the_empty_seats_and_a_seat_that_is_left(raft: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        ada = await desk.guest(0, "Ada")
        await desk.begin()
        assert [chair.bot for chair in desk.room.chairs] == ["", "greedy", "greedy"]
        assert await settled(desk) in (0, -1)
        at = game_of(desk).ply
        await desk.host.post("/host/bot", data={"seat": "0", "bot": "random"})
        await until(lambda: game_of(desk).ply > at + 3 or game_of(desk).is_over())
        assert game_of(desk).ply > at
        assert (await desk.host.post("/host/pause", data={"on": "1"})).status_code == 303
        assert "paused" in (await ada.get("/t")).text

    at_a_table(raft, tmp_path, work)


def test_rules_that_hang_leave_the_form_and_the_host(raft: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        guests = await three(desk)
        await settled(desk)
        await desk.hosted.workspace.seats.ask(__name__ + ":_nothing")
        hanging = asyncio.ensure_future(desk.hosted.workspace.seats.ask(__name__ + ":_hang"))
        await asyncio.sleep(0.1)
        for path in ("/form", "/j"):
            answer = await asyncio.wait_for(guests[0].get(path), 30)
            assert answer.status_code == 200
        assert (await asyncio.wait_for(desk.host.get("/host"), 30)).status_code == 200
        await desk.hosted.workspace.seats.end()
        await asyncio.gather(hanging, return_exceptions=True)

    at_a_table(raft, tmp_path, work)


def _nothing() -> int:
    return 0


def _hang() -> None:
    import time

    time.sleep(60)


def test_who_begins_before_the_rules_are_read_is_told_so(raft: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.guest(0, "Ada")
        desk.hosted.is_ready = False
        await desk.host.post("/host/begin")
        page = (await desk.host.get("/host")).text
        assert desk.room.table is None and "still being read; press Begin in a moment" in page
        await desk.hosted.draw()
        assert "still being read" not in (await desk.host.get("/host")).text
        await desk.begin()
        assert desk.room.table is not None

    at_a_table(raft, tmp_path, work, players=2)


def test_guests_read_the_rules_as_a_page_of_text(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        guest = await desk.guest(0, "Ada")
        stranger = desk.browser()
        desk.browsers.append(stranger)
        await desk.begin()
        await until(lambda: desk.hosted.is_drawn)
        table = (await guest.get("/t")).text
        assert '<a class="button" href="/rules" target="_blank">' in table
        answer = await guest.get("/rules")
        assert answer.status_code == 200 and "<h2" in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "<h2" not in (await stranger.get("/rules")).text

    at_a_table(ROOT / "rules" / "shiftago", tmp_path, work, players=2)
