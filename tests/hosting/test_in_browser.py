"""Hosted tables in real browsers: a phone, a keyboard, a spectator, a bot, and a host."""

import hmac
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from generator.hosting.guest_sheet import _DIGITS
from generator.model.problems import Problems
from generator.people.playtests import read_playtests
from generator.play.engine.game import load_game
from generator.preview.faces import Call
from generator.preview.faces import look as look_at
from generator.preview.seat_views import Seated
from generator.reading.door import open_pack
from tests.preview.test_people_and_strangers import axe_on
from tests.preview.test_seat import hidden_from
from tests.toys import PACKS

ROOT = Path(__file__).parent.parent.parent
RAFT, MARA = PACKS / "leaky_raft", ROOT / "rules" / "mara"
pytestmark = pytest.mark.browser
# Every answer that a page reads, its stream included, is kept in `heard`.
LISTEN = """
window.heard = [];
window.hearing = new Set();
window.violations = [];
document.addEventListener("securitypolicyviolation", (e) => violations.push(e.violatedDirective));
const ask = window.fetch;
window.fetch = async (...given) => {
  const answer = await ask(...given);
  if (!answer.body) return answer;
  const [mine, theirs] = answer.body.tee();
  (async () => {
    const reader = mine.pipeThrough(new TextDecoderStream()).getReader();
    const answered = { text: "" };
    hearing.add(answered);
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      answered.text += value;
    }
    hearing.delete(answered);
    heard.push(answered.text);
  })();
  return new Response(theirs, { status: answer.status, headers: answer.headers });
};
"""


@dataclass
class Hosting:
    """A running `protoplay host`."""

    process: subprocess.Popen[str]
    page: str  # the host's, with its key
    base: str  # of the guests
    log: Path


@contextmanager
def hosting(pack: Path, out: Path, *more: str) -> Iterator[Hosting]:
    """`protoplay host` of a pack, stopped by Ctrl-C at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "host", str(pack), "--out", str(out), *more],
        stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdout is not None
    page, guests, table = (process.stdout.readline() for _ in range(3))
    base = re.search(r"http://127\.0\.0\.1:\d+", guests)
    assert base is not None, guests
    id = table.split(";")[0].split()[-1]
    try:
        logs = [path for folder in (pack, out) for path in folder.rglob(f"{id}.jsonl")]
        yield Hosting(process, page.split()[-1], base[0], logs[0])
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        process.stdout.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The system's browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


def opened(chromium: Any, **more: Any) -> Any:
    """A page in a context of its own, which keeps what it reads."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, **more)
    context.add_init_script(LISTEN)
    return context.new_page()


def phone(chromium: Any) -> Any:
    """A page 360 pixels wide that is touched."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, color_scheme="dark"
    )
    context.add_init_script(LISTEN)
    return context.new_page()


def wait_for(page: Any, truth: str, seconds: float = 30) -> None:
    """Wait until an expression is true; Playwright's own way needs `eval`, which pages forbid."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if page.evaluate(truth):
                return
        except Exception as error:  # between two pages there is nothing to ask
            if "context was destroyed" not in str(error):
                raise
        page.wait_for_timeout(20)
    raise AssertionError(f"{truth} did not come true: {page.inner_text('body')[:800]}")


def sit(page: Any, link: str, name: str) -> None:
    """Open a link and press its button."""
    page.goto(link)
    page.fill("#name-linked", name)
    page.click("#linked button")
    wait_for(page, "!!document.getElementById('seats') || !!document.getElementById('status')")


def link_of(host: Any, key: int) -> str:
    """The link of a seat on the host's page."""
    wait_for(host, f"!!document.getElementById('link-{key}')")
    value: str = host.input_value(f"#link-{key}")
    return value


def has_ended(page: Any) -> bool:
    """Whether a page shows the end of the game."""
    return "The game is over" in page.inner_text("#status")


def is_to_move(page: Any) -> bool:
    """Whether a page offers moves of now."""
    settled = "document.body.dataset.busy === undefined && !!document.querySelector('#offers')"
    return "Your turn" in page.inner_text("#status") and bool(page.evaluate(settled))


def touch(page: Any, rng: random.Random) -> None:
    """Make a move with a finger: a button under the board, or one of the list."""
    page.evaluate("document.getElementById('all').open = true")
    buttons = page.locator(".acts button, #moves .list button").locator("visible=true")
    buttons.nth(rng.randrange(buttons.count())).tap()


def type_keys(page: Any, rng: random.Random) -> None:
    """Make a move by keys alone: to the list, along it, Enter."""
    page.keyboard.press("m")
    wait_for(page, "!!document.activeElement.closest('#moves')")
    n = page.locator("#moves .list button").locator("visible=true").count()
    for _ in range(rng.randrange(n)):
        page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.matches('#moves .list button')"):
        page.keyboard.press("Enter")


def heard_by(page: Any) -> str:
    """All that a page has read since it was last asked, what it is reading, and its own text."""
    every = "[...heard.splice(0), ...[...hearing].map(({ text }) => text)].join('\\n')"
    heard: str = page.evaluate(every)
    return heard + "\n" + page.content()


def hold(pack_folder: Path, log: Path, heard: dict[int | None, list[str]]) -> int:
    """No page was sent a piece that was hidden from it in the position that the page shows."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    deal = next(line["room"]["begin"] for line in lines if "begin" in line.get("room", {}))
    moves = [line["entry"]["move"] for line in lines if line.get("entry", {}).get("do") == "go"]
    pack, _ = open_pack(str(pack_folder))
    assert pack is not None
    seated = Seated(load_game(pack, deal["players"], plain=True), deal["seed"], 0)
    seated.go(moves)
    secret = bytes.fromhex(lines[0]["secret"])
    look, _, _ = look_at(Call(str(pack_folder), runs=True), frozenset(), tables=True)
    assert look is not None
    names = {
        p.id: hmac.digest(secret, p.lying(True).encode(), "sha256").hex()[:_DIGITS]
        for p in look.pieces
    }
    n = 0
    for reader, texts in heard.items():
        for text in texts:
            for part in re.split(r"(?i)(?=<!doctype html>)", text.replace('\\"', '"')):
                ply = re.search(r'data-ply="(\d+)"', part)
                if ply is None or int(ply[1]) >= len(moves):
                    continue
                seats = range(deal["players"]) if reader is None else [reader]
                hidden = set().union(*(hidden_from(seated, int(ply[1]), s) for s in seats))
                shown = {names[p.id] for p in look.pieces if p.id not in hidden}
                for id in hidden:
                    n += 1
                    assert f"{id}&" not in part and f'{id}"' not in part, (id, ply[1], reader)
                    assert names[id] in shown or names[id] not in part, (id, ply[1], reader)
        assert str(deal["seed"]) not in "".join(texts)
    return n


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder", [RAFT, pytest.param(MARA, marks=pytest.mark.marathon)], ids=["raft", "mara"]
)
def test_four_pages_and_a_bot_play_to_the_end(chromium: Any, tmp_path: Path, folder: Path) -> None:
    pack = folder if folder == MARA else Path(shutil.copytree(folder, tmp_path / "pack"))
    rng = random.Random(3)
    with hosting(
        pack, tmp_path / "out", "--players", "3", "--seat", "3=greedy", "--trust"
    ) as served:
        host = opened(chromium)
        host.goto(served.page)
        ada, bo, watcher = phone(chromium), opened(chromium), opened(chromium)
        for page, key, name in ((ada, 0, "Ada"), (bo, 1, "Bo"), (watcher, -1, "")):
            sit(page, link_of(host, key), name)
        wait_for(host, "document.querySelectorAll('.on').length === 3")
        host.click("#begin")
        pages: dict[int | None, Any] = {0: ada, 1: bo, None: watcher}
        for page in pages.values():
            wait_for(page, "!!document.getElementById('status')")
        heard: dict[int | None, list[str]] = {reader: [] for reader in pages}
        end = time.monotonic() + 3600
        while not has_ended(ada) and time.monotonic() < end:
            for page, act in ((ada, touch), (bo, type_keys)):
                if is_to_move(page):
                    act(page, rng)
            ada.wait_for_timeout(30)
            if ada.evaluate(
                "heard.length > 100"
            ):  # a long game is more than a page can say at once
                for reader, page in pages.items():
                    heard[reader].append(heard_by(page))
        for reader, page in pages.items():
            wait_for(page, "document.getElementById('status')?.innerText.includes('is over')")
            heard[reader].append(heard_by(page))
            assert page.evaluate("violations") == []
        assert hold(pack, served.log, heard) > 100
        assert ada.evaluate("document.documentElement.scrollWidth") <= 360
        ada.tap("a[href='/form']")
        ada.locator("input[name=fun][value='4']").tap()
        ada.fill("#q-confusing", "when storms end")
        ada.locator("button.main").tap()
        wait_for(ada, "document.body.innerText.includes('Thank you')")
        wait_for(host, "document.getElementById('end')?.innerText === 'Close the table'")
        host.click("#end")
        wait_for(host, "document.body.innerText.includes('The table is closed')")
    if folder == RAFT:
        opened_pack, _ = open_pack(str(pack))
        assert opened_pack is not None
        (game,) = read_playtests(opened_pack, Problems()).games
        assert game.players[0].answers == {"fun": 4, "confusing": "when storms end"}


def test_a_stream_that_is_held_back_gives_way_to_asking(chromium: Any, tmp_path: Path) -> None:
    pack = Path(shutil.copytree(RAFT, tmp_path / "pack"))
    with hosting(pack, tmp_path / "out", "--players=2", "--trust") as served:
        host, ada, bo = opened(chromium), opened(chromium), opened(chromium)
        host.goto(served.page)
        ada.route("**/t/events", lambda route: None)  # as a proxy that waits for the stream's end
        ada.clock.install(time=0)
        ada.clock.pause_at(1000)  # the page's clock stands still
        with ada.expect_request("**/t/events"):
            sit(ada, link_of(host, 0), "Ada")
        with ada.expect_request("**/t/next*"):
            ada.clock.run_for(5000)
        sit(bo, link_of(host, 1), "Bo")
        wait_for(ada, "document.getElementById('seats')?.innerText.includes('Bo')")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing_serious(chromium: Any, tmp_path: Path, scheme: str, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    axe, pack = Axe(), Path(shutil.copytree(RAFT, tmp_path / "pack"))
    more = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}}
    found: dict[str, Any] = {}
    with hosting(pack, tmp_path / "out", "--players=3", "--seat=3=greedy", "--trust") as served:
        host, ada, bo, watcher = (chromium.new_context(**more).new_page() for _ in range(4))

        def look(name: str, page: Any) -> None:
            wide = page.evaluate("document.documentElement.scrollWidth")
            found[name] = [*axe_on(page, axe), *([wide] if wide > width else [])]

        host.goto(served.page)
        look("host", host)
        ada.goto(f"{served.base}/t")
        look("gone", ada)
        ada.goto(f"{served.base}/j")
        look("typed code", ada)
        ada.goto("about:blank")  # at /j, another fragment would have the page load itself again
        ada.goto(link_of(host, 0))
        look("link", ada)
        for page, key, name in ((ada, 0, "Ada"), (bo, 1, "Bo"), (watcher, -1, "")):
            sit(page, link_of(host, key), name)
        look("lobby", ada)
        wait_for(host, "document.querySelectorAll('.on').length === 3")
        wait_for(host, "!document.getElementById('begin').ariaDisabled")
        host.click("#begin")
        for page in (ada, watcher):
            wait_for(page, "!!document.getElementById('status')")
        look("table", ada)
        look("spectator", watcher)
        host.click("#ending summary")
        host.click("#end")
        wait_for(ada, "document.getElementById('ended')?.innerText.includes('closed')")
        look("closed table", ada)
        look("host afterwards", host)
        ada.goto(f"{served.base}/form")
        look("form", ada)
        ada.get_by_role("button", name="Send").click()
        wait_for(ada, "document.body.innerText.includes('Thank you')")
        look("thanks", ada)
        host.click("#rematch")
        for page in (bo, watcher):
            wait_for(page, "!!document.getElementById('seats')")
        look("lobby of the next game", bo)
        wait_for(host, "!!document.getElementById('begin')")
        look("host between games", host)
        ada.get_by_role("button", name="Send").click()
        wait_for(ada, "document.body.innerText.includes('gone on to another game')")
        look("form of the last game", ada)
        host.click("#begin")
        for page in (bo, watcher):
            wait_for(page, "!!document.getElementById('status')")
    assert not any(found.values()), found
