"""Whole games in the browser: by mouse, by keyboard alone, by typed words alone; and replays."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest

from generator.play.engine.game import load_game
from generator.play.engine.records import moves_of, record_of
from generator.preview.links import moves_in
from generator.reading.door import open_pack
from tests.toys import PACKS

pytestmark = pytest.mark.browser
MOST = 2500  # things done in a game
READY = """
document.readyState === "complete" && document.body?.dataset.busy === undefined
&& !!(document.querySelector("#moves button, #look")
|| document.getElementById("status")?.innerText.includes("The game is over"))
"""
LISTEN = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (e) => violations.push(e.violatedDirective));
"""


def wait_for(page: Any, truth: str) -> None:
    """Wait until an expression is true; Playwright's own way needs `eval`, which pages forbid."""
    for _ in range(1500):
        try:
            if page.evaluate(truth):
                return
        except Exception as error:  # between two pages there is nothing to ask
            if "context was destroyed" not in str(error):
                raise
        page.wait_for_timeout(12)
    raise AssertionError(f"{truth} did not come true")


WHERE = """() => ({
  focus: document.activeElement?.outerHTML.slice(0, 300),
  status: document.getElementById("status")?.innerText,
  open: [...document.querySelectorAll("[open], :popover-open")].map((each) => each.id),
  bar: document.getElementById("bar")?.innerText,
  moves: [...document.querySelectorAll("#moves .list button")].map((at) => at.checkVisibility()),
})"""
SHIFT = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift" });
"""


class Person:
    """A person at the page of a game between two people at one screen."""

    def __init__(self, page: Any, seed: int) -> None:
        self.page, self.rng = page, random.Random(seed)
        self.done = 0

    def is_over(self) -> bool:
        """Whether the game is."""
        return "The game is over" in self.page.inner_text("#status")

    def settle(self, act: Callable[[], Any]) -> None:
        """Do something and wait until the page shows its result and the person is to move."""
        act()
        wait_for(self.page, READY)
        self.done += 1
        assert self.done < MOST

    def open_list(self) -> None:
        """Have the list of moves open, as somebody who uses it would."""
        self.page.evaluate("document.getElementById('all').open = true")

    def choose_of_list(self, *moves: str) -> None:
        """Play the first move of the list with each of these words, then close the list."""
        for words in moves:
            if self.page.locator("#look").count():
                self.settle(self.page.locator("#look").click)
            self.open_list()
            button = self.page.locator("#moves .list button", has_text=words).first
            self.settle(lambda button=button: button.evaluate("button => button.click()"))
        self.page.evaluate("document.getElementById('all').open = false")

    def any_of(self, selector: str) -> Any:
        """One of the elements that can be seen, at random; None where there are none."""
        seen = self.page.locator(selector).locator("visible=true")
        n = seen.count()
        return seen.nth(self.rng.randrange(n)) if n else None

    def mouse(self) -> None:
        """One click: on a place or a piece, a button under the board, or a move of the list."""
        self.clicked("click")

    def touch(self) -> None:
        """One tap, the same way."""
        self.clicked("tap")

    def clicked(self, way: str) -> None:
        """Press one thing, as a mouse or a finger does."""
        page = self.page
        if page.locator("#look").count():
            return self.settle(getattr(page.locator("#look"), way))
        if page.locator("#do-it").count() and self.rng.random() < 0.6:
            again = self.any_of(".place.picked") if self.rng.random() < 0.5 else None
            turn = self.any_of(".turn")
            if turn is not None and self.rng.random() < 0.5:
                return self.settle(getattr(turn, way))
            return self.settle(partial(getattr(again or page.locator("#do-it"), way), force=True))
        kinds = [
            ".place.lit:not(.picked)",
            "a.lying.lit:not(.picked)",
            ".acts button, .bar > .apart",
        ]
        self.rng.shuffle(kinds)
        for kind in kinds if self.rng.random() < 0.9 else ():
            one = self.any_of(kind)
            if one is not None:
                press = partial(getattr(one, way), force=True)
                try:
                    return self.settle(press)
                except Exception as error:
                    if "not visible" not in str(error):
                        raise  # otherwise a preview has come, and with it other buttons
        self.open_list()
        return self.settle(getattr(self.any_of("#moves .list button"), way))

    def drag(self) -> None:
        """Drag a piece or what lies at a place to a place that is lit then; or click."""
        page = self.page
        held = self.any_of("a.lying.lit") or self.any_of(".place.lit")
        if page.locator("#look").count() or held is None or self.rng.random() < 0.3:
            return self.mouse()
        held.scroll_into_view_if_needed()
        start = held.bounding_box()
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 9, y, steps=3)
        goal = self.any_of(".place.lit:not(.picked)")
        if goal is None:
            page.mouse.up()
            return self.mouse()
        box = goal.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 3, steps=4)
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=2)
        return self.settle(page.mouse.up)

    def focused(self) -> str:
        """Return the id of the focused element."""
        found: str = self.page.evaluate("document.activeElement?.id ?? ''")
        return found

    def tab_to(self, wanted: str) -> bool:
        """Press Tab until the focus is on something that is wanted, once around the page."""
        stops = self.page.locator("a, button, input, select, summary, [tabindex='0']").count()
        for _ in range(stops + 20):
            if self.page.evaluate(f"document.activeElement?.matches({wanted!r}) ?? false"):
                return True
            self.page.keyboard.press("Tab")
        return False

    def goes_to(self, wanted: str) -> None:
        """Press Tab until the focus is on what is wanted; a failure says where it stayed."""
        assert self.tab_to(wanted), (wanted, self.page.url, self.page.evaluate(WHERE))

    def keyboard(self) -> None:
        """Use only keys: Tab to the list or the board, arrows, Enter; never lose the focus."""
        self._keys()
        assert self.page.evaluate("document.activeElement !== document.body")

    def _keys(self) -> None:
        page, keys = self.page, self.page.keyboard
        if page.locator("#look").count():
            self.goes_to("#look")
            return self.settle(lambda: keys.press("Enter"))
        if page.locator("#do-it").count() and self.rng.random() < 0.6:
            self.goes_to("#do-it")
            return self.settle(lambda: keys.press("Enter"))
        if page.locator(".place.lit").count() and self.rng.random() < 0.4:
            self.goes_to(".place")
            for _ in range(self.rng.randrange(6)):
                keys.press(self.rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
            assert self.focused().startswith("place-")
            if page.evaluate("document.activeElement.matches('.lit:not(.picked)')"):
                return self.settle(lambda: keys.press("Enter"))
        if not page.evaluate("document.getElementById('all').open"):
            self.goes_to("#all > summary")
            keys.press("Enter")
        if page.locator("#do-it").count():
            keys.press("Escape")
        self.goes_to("#moves .list button")
        n = page.locator("#moves .list button").count()
        for _ in range(self.rng.randrange(min(n, 12))):
            keys.press("Tab")
        if not page.evaluate("document.activeElement.matches('#moves .list button')"):
            self.goes_to("#moves .list button")
        return self.settle(lambda: keys.press("Enter"))

    def words(self) -> None:
        """Type a move's words, whole or their beginnings, and press Enter."""
        page = self.page
        if page.locator("#look").count():
            return self.settle(page.locator("#look").click)
        self.open_list()
        moves = page.locator("#moves .list button").all_inner_texts()
        wanted = self.rng.choice(moves)
        page.focus("#text")
        page.keyboard.type(wanted)
        self.settle(lambda: page.keyboard.press("Enter"))
        assert self.is_over() or page.input_value("#text") == ""
        return None


def opened(chromium: Any, served: Any, path: str, **context: Any) -> Any:
    """Return a page of the table whose script has started."""
    page = chromium.new_context(**context).new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(LISTEN)
    page.goto(served.address)
    page.goto(served.base + path)
    return page


SEED = """([form, seed]) => {
  const field = Object.assign(document.createElement("input"), { name: "seed", value: seed });
  document.querySelector(form).append(field);
}"""


def begun(
    page: Any, served: Any, players: int = 2, other: str = "you", seed: int | None = None
) -> None:
    """Begin a game between people alone, or of one against others."""
    page.wait_for_selector("form.start")
    for seat in range(players):
        page.select_option(f"#seat-{players}-{seat}", "you" if seat == 0 else other)
    form = f"form[aria-labelledby=start-{players}]"
    if seed is not None:
        page.evaluate(SEED, [form, str(seed)])
    page.locator(f"{form} button").click()
    wait_for(page, READY)


def play(
    chromium: Any,
    served: Any,
    name: Path | str,
    variant: str,
    how: str,
    other: str = "you",
) -> None:
    """Play a whole game in one of the ways; hold its record to the rules."""
    look = PHONE if how == "touch" else {"viewport": {"width": 1280, "height": 900}}
    page = opened(chromium, served, "/play", **look)
    begun(page, served, other=other)
    person = Person(page, 5)
    while not person.is_over():
        getattr(person, how)()
    assert not page.evaluate("violations")
    shown = [int(float(text)) for text in page.locator(".score").all_inner_texts()]
    link = page.get_attribute("#end a[href^='/replay']", "href")
    asked = {key: values[0] for key, values in parse_qs(urlparse(link).query).items()}
    pack, _ = open_pack(name, variant=variant or None)
    assert pack is not None
    game = load_game(pack, 2, plain=True)
    moves = moves_in(asked["moves"])
    record = record_of(game, int(asked["seed"]), int(asked["game"]), moves)
    assert moves_of(game, record) == moves
    assert record["scores"] == shown
    page.locator(":is(#end, .after) a[href^='/replay']:visible").first.click()
    page.wait_for_selector("#replay:not([hidden])")
    page.click("#last")
    assert "The game is over" in page.inner_text("#words")
    assert [int(float(t)) for t in page.locator("#scores b").all_inner_texts()] == shown
    assert not page.evaluate("violations")
    page.context.close()


def wait_for_words(page: Any, words: str) -> None:
    """Wait until screen readers are given these words."""
    said = "document.getElementById('said').textContent"
    wait_for(page, f"{said}.includes({words!r})")


WAYS = ("mouse", "drag", "touch", "keyboard", "words")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SHORT = [(PACKS / "connect_four", ""), (PACKS / "leaky_raft", "")]
LONG = [
    ("mara", "standard"), ("mara", "family"), ("marram", "long"), ("marram", "short"),
    ("shiftago", "expert"), ("shiftago", "express"),
]  # fmt: skip


def variant_of(variant: str) -> tuple[str, ...]:
    return ("--variant", variant) if variant else ()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), SHORT, ids=str)
def test_a_game_of_an_unknown_author_is_played_in_every_way(
    chromium: Any, preview: Callable[..., Any], name: Path, variant: str
) -> None:
    with preview(name, "--trust", *variant_of(variant)) as served:
        for how in WAYS:
            play(chromium, served, name, variant, how)


BOXES = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return { left, top, right, bottom };
})"""


@pytest.mark.parametrize("width", [1280, 360])
def test_players_stand_beside_the_table_or_above_it_on_a_phone(
    chromium: Any, preview: Callable[..., Any], width: int
) -> None:
    with preview(PACKS / "leaky_raft", "--trust") as served:
        page = opened(chromium, served, "/play", viewport={"width": width, "height": 900})
        begun(page, served, players=4, other="random")
        *players, table = page.evaluate(BOXES, ".of-side, .lies")  # at one moment: bots move on
        assert len(players) == 4
        if width == 1280:
            assert all(player["left"] >= table["right"] for player in players)
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 60")
        else:
            assert all(player["bottom"] <= table["top"] for player in players)
        page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("look", [{"viewport": {"width": 1280, "height": 900}}, PHONE], ids=str)
def test_a_game_with_the_list_of_moves_open_stands_still_and_is_short(
    chromium: Any, preview: Callable[..., Any], look: dict[str, Any]
) -> None:
    """The layout shifts by less than 0.1 in all, and the page is no taller than six screens."""
    with preview("shiftago", "--variant", "express") as served:
        page = opened(chromium, served, "/play", **look)
        begun(page, served, other="random", seed=3)
        person = Person(page, 3)
        person.open_list()
        page.wait_for_timeout(700)  # what opening it moved is no shift
        page.evaluate(SHIFT)
        for _ in range(12):
            if person.is_over():
                break
            button = page.locator("#moves .list button").first
            person.settle(lambda button=button: button.evaluate("button => button.click()"))
        page.wait_for_timeout(300)
        assert page.evaluate("window.shift") < 0.1
        assert page.evaluate("document.documentElement.scrollHeight <= 6 * innerHeight")
        page.context.close()


def tapped(page: Any, x: float, y: float) -> list[str]:
    """Tap a point of the screen; return the places that are picked then."""
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(60)
    found = "[...document.querySelectorAll('.place.picked')].map(e => e.id)"
    picked: list[str] = page.evaluate(found)
    return picked


def test_a_phone_keeps_own_pieces_in_view_and_a_finger_reaches_every_place(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    """A tap 11 px beside the middle of a place picks it, perhaps after the map is enlarged."""
    middle = """(id) => {
      const { a, d, e, f } = document.getElementById("board").getScreenCTM();
      const { x, y } = document.getElementById(id).dataset;
      return [a * x + e, d * y + f];
    }"""
    with preview("mara") as served:
        page = opened(chromium, served, "/play", **PHONE)
        begun(page, served)
        moves = ("start at Baobab", "start at Acacia", "guide: ", "drive ")
        Person(page, 1).choose_of_list(*moves)
        page.evaluate("scrollTo(0, 120)")
        (dock,), (board,) = page.evaluate(BOXES, ".foot"), page.evaluate(BOXES, "#board")
        assert 0 <= board["top"] < board["bottom"] <= dock["top"] < dock["bottom"] <= 741
        lit = page.evaluate("[...document.querySelectorAll('.place.lit')].map(e => e.id)")
        assert len(lit) >= 3
        for place in lit:
            x, y = page.evaluate(middle, place)
            picked = tapped(page, x + 11, y)
            if not picked:  # the map is enlarged, for another place is near
                x, y = page.evaluate(middle, place)
                picked = tapped(page, x + 11, y)
            assert picked == [place]
            page.locator("#let-go").click()
        page.context.close()


@pytest.mark.marathon
@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize(("name", "variant"), LONG)
def test_a_bundled_game_is_played_in_every_way(
    chromium: Any, preview: Callable[..., Any], name: str, variant: str, how: str
) -> None:
    """Against a greedy player, who brings a game to its end; this person plays at random."""
    with preview(name, *variant_of(variant)) as served:
        play(chromium, served, name, variant, how, other="greedy")


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing_serious_where_people_play(
    chromium: Any, preview: Callable[..., Any], scheme: str, width: int
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    look = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    found: dict[str, Any] = {}

    def hold(page: Any, name: str) -> None:
        for _ in range(50):  # until pictures and scripts have come
            if (wide := page.evaluate("document.documentElement.scrollWidth")) <= width:
                break
            page.wait_for_timeout(100)
        assert wide <= width, name
        every = Axe().run(page).response["violations"]
        bad = [v for v in every if v["impact"] in ("serious", "critical")]
        found[name] = [(v["id"], v["nodes"][0]["html"][:200]) for v in bad]

    with preview("shiftago") as served:
        page = opened(chromium, served, "/play", **look)
        page.wait_for_selector("form.start")
        hold(page, "entrance")
        begun(page, served)
        hold(page, "game")
        page.locator(".place.lit").first.click(force=True)
        page.wait_for_selector("#do-it")
        hold(page, "armed")
        page.goto(served.base + "/replay?seed=1&game=2&players=2&agents=random")
        page.wait_for_selector("#replay:not([hidden])")
        page.wait_for_selector(".curve", timeout=180_000)
        hold(page, "replay")
        assert not page.evaluate("violations")
        page.context.close()
    assert not any(found.values()), found


@pytest.fixture(scope="module")
def shiftago(preview: Callable[..., Any]) -> Iterator[Any]:
    with preview("shiftago") as served:
        yield served


def test_announcements_and_focus(chromium: Any, shiftago: Any) -> None:
    page = opened(chromium, shiftago, "/play", viewport={"width": 1280, "height": 900})
    begun(page, shiftago)
    person = Person(page, 1)
    person.open_list()
    person.goes_to("#past")  # by which many moves are passed
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    first = person.focused()
    assert first.startswith("place-")
    page.keyboard.press("ArrowRight")
    assert person.focused() != first
    page.keyboard.press("ArrowLeft")
    assert person.focused() == first
    person.settle(lambda: page.keyboard.press("Enter"))
    assert person.focused() == first and page.locator("#do-it").count() == 1
    person.settle(lambda: page.keyboard.press("Enter"))  # the second time plays it
    wait_for_words(page, "push in")
    assert person.focused() == first
    page.keyboard.press("s")
    wait_for(page, "document.getElementById('said').textContent.includes('player 1: 0')")
    page.keyboard.press("u")
    wait_for_words(page, "taken back")
    wait_for(page, "!document.querySelector('.told')")
    person.open_list()
    page.focus("#text")
    page.keyboard.type("top column 1")
    wait_for(page, "document.querySelectorAll('#moves .list button').length === 2")
    page.context.close()


@pytest.mark.slow
def test_the_focus_moved_meanwhile_stays_and_a_move_is_made_once(
    chromium: Any, shiftago: Any
) -> None:
    """However late an answer comes, the page follows it without taking the focus along."""
    page = opened(chromium, shiftago, "/play", viewport={"width": 1280, "height": 900})
    begun(page, shiftago)
    page.evaluate("document.getElementById('all').open = true")
    person, late, sent = Person(page, 1), [], []  # type: ignore[var-annotated]
    here = page.url
    page.on("request", lambda r: sent.append(r.url) if r.method == "POST" else None)
    page.route(lambda url: url.startswith(here), lambda route: late.append(route))

    def let_through() -> None:
        while page.evaluate("'busy' in document.body.dataset"):
            while late:
                late.pop().continue_()
            page.wait_for_timeout(12)

    person.goes_to(".place")
    page.keyboard.press("Enter")  # picks
    page.keyboard.press("ArrowRight")
    moved_to = person.focused()
    let_through()
    assert person.focused() == moved_to and page.locator("#do-it").count() == 1
    page.focus("#do-it")
    page.keyboard.press("Enter")  # plays
    page.keyboard.press("Enter")  # before the answer is there
    page.focus("#text")
    let_through()
    assert [name for url in sent if (name := url.rpartition("/")[2]) != "ghost"] == ["move"]
    assert person.focused() == "text" and page.locator("#do-it").count() == 0
    assert page.get_attribute("#status", "data-ply") == "1"
    page.context.close()


@pytest.mark.slow
def test_a_replay_interrupted_by_a_save_is_requested_again(chromium: Any, shiftago: Any) -> None:
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(urlparse(route.request.url).path)
        if asked.count(asked[-1]) == 1:
            route.fulfill(status=503, body="a program of the pack was saved meanwhile")
        else:
            route.continue_()

    page = opened(chromium, shiftago, "/play", viewport={"width": 1280, "height": 900})
    page.route(lambda url: urlparse(url).path in ("/replay/story", "/replay/chances"), answer)
    page.goto(shiftago.base + "/replay?seed=1&game=2&players=2&agents=random")
    page.wait_for_selector("#replay:not([hidden])")
    lowest = page.locator("#map .board").evaluate("(board) => board.getBoundingClientRect().bottom")
    assert lowest <= 900, "the whole board is in view"
    page.wait_for_selector(".curve", timeout=180_000)
    assert asked == ["/replay/story"] * 2 + ["/replay/chances"] * 2
    page.context.close()


@pytest.mark.slow
def test_a_replay_file_works_from_disk_and_the_same_both_ways(
    chromium: Any, tmp_path: Path
) -> None:
    import subprocess
    import sys

    file = tmp_path / "game.html"
    call = [sys.executable, "-m", "generator.cli", "replay", "shiftago", "--game", "3"]
    subprocess.run([*call, "--agents", "random", "--html", str(file)], check=True, timeout=300)
    page = chromium.new_context(offline=True).new_page()
    page.add_init_script(LISTEN)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.wait_for_selector("#replay:not([hidden])")
    drawn = "document.getElementById('replay').outerHTML"
    last = int(page.get_attribute("#at", "max"))
    forwards = [page.evaluate(drawn)]
    for _ in range(last):
        page.keyboard.press("ArrowRight")
        forwards.append(page.evaluate(drawn))
    backwards = [page.evaluate(drawn)]
    for _ in range(last):
        page.keyboard.press("ArrowLeft")
        backwards.append(page.evaluate(drawn))
    assert len(set(forwards)) == last + 1
    assert forwards == backwards[::-1]
    assert page.locator(".curve polyline").count() == 2
    assert not page.evaluate("violations")
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}
    page.context.close()
