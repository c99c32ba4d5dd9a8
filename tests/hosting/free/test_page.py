"""The page of the table without rules, in Chromium: mouse, touch, keys, six pages at once."""

import itertools
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from generator.cli.commands import app
from tests.hosting.free.room import Served
from tests.hosting.free.sessions import any_operation
from tests.hosting.test_in_browser import wait_for

WORDS = ("Heron", "Otter", "Lantern", "Tide", "Ferry", "Gull", "Harbour", "Anchor")
PHONE = {"width": 360, "height": 740}

# The page's DOM as the view that it shows.
SHOWN = r"""() => {
  const number = (node, key) => Number(node.style.getPropertyValue('--' + key));
  const img = (node) => node.querySelector('img')?.getAttribute('src') || '';
  const src = (node) => img(node).replace('/face/', '').replace('.svg', '');
  const stacks = [...document.querySelectorAll('#felt [data-t]')].map((node) => [node.dataset.t, [
    number(node, 'x'), number(node, 'y'), parseInt(node.style.getPropertyValue('--turn')),
    Number(node.style.zIndex), src(node), node.querySelector('.tab')?.textContent || '',
    node.querySelector('.tag')?.textContent || '', node.classList.contains('locked')]]);
  const texts = (query) => [...document.querySelectorAll(query)].map((node) => node.textContent);
  return {
    stacks: Object.fromEntries(stacks),
    hand: [...document.querySelectorAll('#hand .card')].map((node) => [node.dataset.t, src(node)]),
    look: [...document.querySelectorAll('#look .card')].map((node) => [node.dataset.t, src(node)]),
    hands: texts('#hands b').map(Number),
    counters: texts('#counters b').map(Number), dice: texts('#dice button'),
    notes: texts('#notes span'),
  };
}"""


def expected(view: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """What `SHOWN` gives where the page shows this view."""
    stacks = {
        key: [
            s["x"], s["y"], s["turn"], s["z"], s.get("face", ""),
            f"{s['n'] or ''} {s.get('place', '')}".strip() if s.get("pile") else "",
            s.get("note", ""), s.get("locked", False),
        ]
        for key, s in view.items()
        if isinstance(s, dict) and "z" in s
    }  # fmt: skip
    cards = {
        key: [[card.get("t", ""), card["face"]] for card in group]
        for key, group in (("hand", view["hand"]), ("look", view.get("look", {}).get("cards", [])))
    }
    return {
        "stacks": stacks,
        **cards,
        "hands": [sum(b[3] for b in hand) for i, hand in enumerate(view["hands"]) if i != seat],
        "counters": [n for own in view["counters"] for n in own.values()],
        "dice": [str(n or "–") for _, n in view["dice"]],
        "notes": [text for _, text in view["notes"]],
    }


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck of 40 cards that was only a spreadsheet a moment ago."""
    folder = tmp_path_factory.mktemp("deck")
    sheet = folder / "tides.csv"
    lines = [f"{word},{i % 5},5" for i, word in enumerate(WORDS)]
    sheet.write_text("\n".join(["Name,Cost,Qty", *lines]), "utf-8")
    made = CliRunner().invoke(app, ["new", "Tides", "--in", str(folder), "--from", str(sheet)])
    assert made.exit_code == 0, made.output
    return folder / "tides"


@pytest.fixture
def room(deck: Path) -> Iterator[Served]:
    """A table for two with that deck."""
    with Served(deck, 2).serving() as served:
        yield served


def check(page: Any, room: Served, seat: int | None) -> None:
    """The page soon shows what the table has for its reader, and nothing went wrong in it."""
    flush(page, seat)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if page.evaluate(SHOWN) == expected(room.table.snapshot(seat), seat):
            break
        page.wait_for_timeout(50)
    assert page.evaluate(SHOWN) == expected(room.table.snapshot(seat), seat)
    assert page.faults == []


def flush(page: Any, seat: int | None) -> None:
    """Wait until the table has answered all that the page has sent: a page sends in order."""
    if seat is not None:
        page.evaluate("() => window.room.send({do: 'nothing'})")


def deck_of(room: Served) -> str:
    """The token of the deck."""
    [deck] = [t for t, s in room.table.state.stacks.items() if s.place == "Cards"]
    return deck


def middle(page: Any, query: str) -> tuple[float, float]:
    box = page.locator(query).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def dragged(page: Any, start: tuple[float, float], to: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*to, steps=8)
    page.mouse.up()


def on_felt(page: Any, x: float, y: float) -> tuple[float, float]:
    """A place on the table, mm, as pixels of the page."""
    at: dict[str, float] = page.evaluate(
        """([x, y]) => {
        const felt = document.querySelector('#felt'), box = felt.getBoundingClientRect();
        const mm = parseFloat(felt.style.getPropertyValue('--mm'));
        return {x: box.x + x * mm, y: box.y + y * mm};
    }""",
        [x, y],
    )
    return at["x"], at["y"]


@pytest.mark.browser
def test_a_deck_of_a_spreadsheet_is_played_with_by_mouse(chromium: Any, room: Served) -> None:
    deck = deck_of(room)
    page = room.page(chromium, 0, viewport={"width": 1280, "height": 800})
    other = room.page(chromium, 1, viewport={"width": 1280, "height": 800})
    check(page, room, 0)
    check(other, room, 1)
    dragged(page, middle(page, ".pile"), middle(page, "#hand"))
    dragged(page, middle(page, ".pile"), middle(page, "#hand"))
    page.wait_for_selector("#hand .card >> nth=1")
    dragged(page, middle(page, ".pile"), on_felt(page, 300, 200))
    dragged(page, middle(page, "#hand .card"), on_felt(page, 480, 360))
    page.wait_for_selector(".single >> nth=1")
    check(page, room, 0)
    check(other, room, 1)
    felt, table = (page.locator(query).bounding_box() for query in ("#felt", "#table"))
    assert felt["y"] + felt["height"] <= table["y"] + table["height"] + 1, "the table fits again"
    page.hover("#hand .card")
    assert page.locator("#near img").bounding_box()["width"] > 250
    page.hover(".zoom")
    assert page.locator("#near img").count() == 0
    assert len(room.table.state.hands[0]) == 1
    drawn, played = sorted(
        (s for s in room.table.state.stacks.values() if not s.place), key=lambda s: s.z
    )
    assert (drawn.is_up, played.is_up) == (False, True)
    assert (drawn.x, drawn.y) == pytest.approx((300, 200), abs=2)
    # A card that is dropped on the other lies on it; the pile moves by its label.
    dragged(other, on_felt(other, 300, 200), on_felt(other, 482, 362))
    dragged(other, middle(other, ".pile .tab"), on_felt(other, 100, 100))
    flush(other, 1)
    check(page, room, 0)
    check(other, room, 1)
    assert len(room.table.state.stacks) == 3
    assert room.table.state.stacks[deck].x < 200
    other.mouse.click(*middle(other, ".pile >> nth=0"))
    other.get_by_role("menuitem", name="Look through").click()
    other.wait_for_selector("#look .card")
    check(page, room, 0)
    check(other, room, 1)
    page.click("#undo")
    other.click("#agree")
    check(page, room, 0)
    check(other, room, 1)
    assert other.locator("#look .card").count() == 0
    for each in (page, other):
        each.context.close()


@pytest.mark.browser
def test_the_table_is_played_by_keys_alone(chromium: Any, room: Served) -> None:
    page = room.page(chromium, 0, viewport={"width": 1280, "height": 800})
    press = page.keyboard.press
    page.focus(".pile")
    press("d")
    press("d")
    press("t")
    page.wait_for_selector(".single")
    page.wait_for_selector(".single:focus")
    for key in ("Enter", "Shift+ArrowRight", "ArrowDown", "Enter", "r"):
        press(key)
    check(page, room, 0)
    [card] = [s for s in room.table.state.stacks.values() if not s.is_pile]
    [place] = [s for s in room.table.state.stacks.values() if s.place == "Discard"]
    assert (card.x - place.x, card.y - place.y) == pytest.approx((63 + 6 + 20, 5), abs=0.5)
    assert card.turn == 90
    press("h")
    page.wait_for_selector("#hand .card >> nth=2")
    page.focus("#hand .card")
    press("ArrowRight")
    press("f")
    page.wait_for_selector(".single")
    press("Space")
    page.get_by_role("menuitem", name="Turn over").press("Enter")
    page.wait_for_selector(".single[aria-label*='face up']")
    check(page, room, 0)
    assert "face up" in page.locator("#said").text_content()
    press("f")
    page.wait_for_selector(".single[aria-label*='face down']")
    press("u")
    page.wait_for_selector(".single[aria-label*='face up']")
    check(page, room, 0)
    page.context.close()


@pytest.mark.browser
def test_a_phone_has_tabs_and_verbs_in_rows_of_44_pixels(chromium: Any, room: Served) -> None:
    page = room.page(
        chromium,
        0,
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
    )
    page.tap(".pile")
    items = page.get_by_role("menuitem")
    assert all(items.nth(i).bounding_box()["height"] >= 44 for i in range(items.count()))
    page.get_by_role("menuitem", name="Draw").tap()
    page.tap("nav [data-to=hand]")
    page.tap("#hand .card")
    page.get_by_role("menuitem", name="Play face up").tap()
    page.tap("nav [data-to=table]")
    page.wait_for_selector(".single")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check(page, room, 0)
    page.context.close()


@pytest.mark.browser
def test_a_phone_discards_and_removes_a_counter_until_the_table_is_closed(
    chromium: Any, room: Served
) -> None:
    page = room.page(chromium, 0, viewport=PHONE, has_touch=True, is_mobile=True)
    page.on("dialog", lambda dialog: dialog.accept("2"))
    page.tap(".pile")
    page.get_by_role("menuitem", name="Deal to everybody").tap()
    page.tap("#hand .card >> nth=1")
    page.get_by_role("menuitem", name="Discard").tap()
    page.wait_for_selector(".pile[aria-label^='Discard, 1 piece, face up']")
    page.tap("#hand .card")
    page.get_by_role("menuitem", name="Play face up").tap()
    page.wait_for_selector(".single")
    for a, b in itertools.combinations(room.table.state.stacks.values(), 2):
        assert abs(a.x - b.x) >= 63 or abs(a.y - b.y) >= 88, "nothing lies on another"
    page.tap(".single")
    page.get_by_role("menuitem", name="Discard").tap()
    page.wait_for_selector(".single", state="detached")
    page.tap("nav [data-to=log]")
    page.fill("[name=name]", "Pearls")
    page.tap("#counter button")
    page.get_by_role("button", name="Pearls +1").tap()
    page.get_by_role("button", name="Remove Pearls").tap()
    page.wait_for_selector("#counters button", state="detached")
    assert page.locator("#log li").nth(0).text_content() == "You remove the counter Pearls."
    check(page, room, 0)
    room.end()
    page.wait_for_selector("#ended a")
    assert page.locator("#counter").is_hidden()
    page.tap("nav [data-to=table]")
    page.tap(".pile >> nth=1")
    page.wait_for_selector("#large img")
    assert page.get_by_role("menuitem").count() == 0
    page.context.close()


@pytest.mark.browser
def test_fingers_drag_pieces_and_zoom_the_table(chromium: Any, room: Served) -> None:
    page = room.page(chromium, 0, viewport=PHONE, has_touch=True, is_mobile=True)
    touches = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        touches.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})

    def swipe(start: tuple[float, float], to: tuple[float, float]) -> None:
        touch("Start", start)
        for k in range(1, 6):
            part = k / 5
            x, y = (a + (b - a) * part for a, b in zip(start, to, strict=True))
            touch("Move", (x, y))
        touch("End")

    swipe(middle(page, ".pile"), middle(page, "#hand"))
    page.wait_for_selector("#hand .card")
    swipe(middle(page, "#hand .card"), middle(page, "#hands"))
    check(page, room, 0)
    assert len(room.table.state.hands[0]) == 1, "a card that is dropped nowhere stays"
    swipe(middle(page, ".pile"), middle(page, "#hand"))
    page.wait_for_selector("#hand .card >> nth=1")
    swipe(middle(page, "#hand .card"), middle(page, "#hands p"))
    page.wait_for_selector("#hand .card >> nth=1", state="detached")
    assert len(room.table.state.hands[1]) == 1, "a card that is dropped on a name is given"
    swipe(middle(page, "#hand .card"), on_felt(page, 450, 430))
    page.wait_for_selector(".single")
    check(page, room, 0)
    wide = page.locator(".single").bounding_box()["width"]
    touch("Start", (120, 300), (180, 300))
    touch("Move", (100, 300), (200, 300))
    touch("Move", (60, 300), (240, 300))
    touch("End")
    wait_for(page, f"document.querySelector('.single').offsetWidth > {1.5 * wide}")
    assert page.locator("#over").is_hidden()
    check(page, room, 0)
    page.context.close()


@pytest.mark.browser
def test_what_people_write_is_text(chromium: Any, room: Served) -> None:
    hostile = '<img src=x onerror="document.title = 1">'
    for operation in (
        {"do": "note", "text": hostile},
        {"do": "count", "name": hostile[:40], "to": 1},
        {"do": "note", "t": deck_of(room), "text": hostile},
    ):
        assert "seq" in room.do(0, operation), operation
    page = room.page(chromium, 1, viewport={"width": 1280, "height": 800})
    check(page, room, 1)
    for place in ("#notes", "#counters", "#felt .tag", "#log"):
        text = page.locator(place).first.inner_text()
        assert "<img src=x" in text or place == "#log", (place, text)
    assert page.locator("img[src=x]").count() == 0 and page.title().startswith("Table")
    page.context.close()


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing_serious(chromium: Any, room: Served, scheme: str, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    deck = deck_of(room)
    for operation in (
        {"do": "draw", "t": deck, "n": 3},
        {"do": "token", "colour": "yellow", "x": 100, "y": 100},
        {"do": "note", "text": "a note"},
        {"do": "count", "name": "round", "to": 1},
        {"do": "roll", "sides": 6},
        {"do": "peek", "t": deck},
    ):
        assert "seq" in room.do(0, operation)
    page = room.page(chromium, 0, viewport={"width": width, "height": 740}, color_scheme=scheme)
    check(page, room, 0)
    result = Axe().run(page)
    serious = [
        (fault["id"], fault["nodes"][0]["html"])
        for fault in result.response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    page.context.close()
    assert serious == []


@pytest.mark.slow
@pytest.mark.browser
def test_six_pages_at_once_show_what_the_table_has(chromium: Any, deck: Path) -> None:
    """500 operations, sent by all pages without waiting for each other."""
    rng = random.Random(1)
    with Served(deck, 6).serving() as room:
        pages = [room.page(chromium, seat) for seat in range(6)]
        watcher = room.page(chromium, -1)
        n_sent = 0
        while n_sent < 500:
            for seat, page in enumerate(pages):
                view = room.table.snapshot(seat)
                batch = [any_operation(view, seat, rng) for _ in range(4)]
                page.evaluate("(ops) => { for (const op of ops) window.room.send(op); }", batch)
                n_sent += len(batch)
        for seat, page in enumerate(pages):
            page.evaluate("() => window.room.send({do: 'note', text: 'the end'})")
            flush(page, seat)
        for seat, page in [*enumerate(pages), (None, watcher)]:
            check(page, room, seat)
            page.context.close()
        assert room.hosted.room.seq > 150
