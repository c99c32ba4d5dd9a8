"""The play page does not get in the way: its menu, the large card, the leaflets, a click that
means nothing.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest

from tests.preview.test_play_in_browser import PHONE, READY, SHIFT, Person, begun, opened, wait_for
from tests.toys import PACKS

pytestmark = pytest.mark.browser
DESK = {"width": 1280, "height": 900}
MENU = "document.getElementById('settings').matches(':popover-open')"
BOX = "document.querySelector({!r}).getBoundingClientRect().toJSON()"
GUTTER = "getComputedStyle(document.documentElement).scrollbarGutter"
TURNS = """(() => {
const boxes = (all) => [...document.querySelectorAll(all)].map((at) => at.getBoundingClientRect());
const turns = boxes("#turns:not([hidden]) circle"), meet = (one, two) => one.left < two.right &&
  two.left < one.right && one.top < two.bottom && two.top < one.bottom;
return [turns.length, boxes(".place[data-pick] > .shape").filter(
  (place) => turns.some((turn) => meet(turn, place))).length];
})()"""  # the buttons that turn a tile, and the places that they cover
SEEN = "getComputedStyle(document.querySelector('.refusal')).visibility === 'visible'"


def test_menu_large_card_leaflets_and_a_click_on_nothing(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview("mara") as served:
        page = opened(chromium, served, "/play", viewport=DESK)
        begun(page, served, other="random", seed=7)
        page.evaluate(SHIFT)
        assert page.evaluate(GUTTER) == "stable", "a scroll bar that comes moves nothing"

        board = page.evaluate(BOX.format("#board"))
        assert board["right"] - board["left"] > 590, "the map is as large as the window allows"

        page.click("#gear")
        wait_for(page, MENU)
        page.keyboard.press("Escape")
        wait_for(page, f"!{MENU}")
        page.click("#gear")
        wait_for(page, MENU)
        page.mouse.click(640, 80)
        wait_for(page, f"!{MENU}")

        card = page.locator(".lies span.lying img").first
        card.hover(position={"x": 6, "y": 6})
        wait_for(page, "!!document.querySelector('#zoom img')")
        wait_for(page, "document.querySelector('#zoom img').naturalWidth > 0")
        large, table = (page.evaluate(BOX.format(at)) for at in ("#zoom img", ".lies"))
        assert large["left"] >= table["right"] and large["right"] <= 1280 and large["height"] > 300
        place = page.locator(".place.lit").first
        place.click(force=True)
        wait_for(page, "!!document.querySelector('.place.picked')")
        wait_for(page, "!document.querySelector('#zoom img')")
        page.keyboard.press("Escape")
        wait_for(page, "!document.querySelector('.place.picked')")

        assert not page.evaluate(SEEN)
        card.click(position={"x": 6, "y": 6})
        wait_for(page, "!!document.querySelector('#zoom img')")
        assert not page.evaluate(SEEN)
        page.locator(".place:not(.lit)").first.click(force=True)
        wait_for(page, SEEN)
        assert page.inner_text(".refusal") == "Only what is marked can be picked now."
        wait_for(page, f"!({SEEN})")
        assert page.evaluate("window.shift") < 0.02

        page.click("#read")
        names = page.locator("#leaflets img").evaluate_all("all => all.map(each => each.alt)")
        assert {"aide", "rules 1"} <= {*names}
        page.locator("#pages").hover()
        for _ in range(12):
            page.mouse.wheel(0, 2000)
        assert page.evaluate("scrollY") == 0
        assert page.evaluate(READY)
        page.context.close()


def test_on_a_phone_play_is_near_the_last_turn_is_read_and_the_map_is_made_small_again(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview("marram") as served:
        page = opened(chromium, served, "/", **PHONE)
        link = page.evaluate(BOX.format("#rooms [href='/play']"))
        assert link["right"] <= 360 - 36, "to the left of where the menu fades out"
        page.goto(served.base + "/play")
        begun(page, served, other="random", seed=7)
        person = Person(page, 3)
        assert page.evaluate(GUTTER) == "auto"
        height = page.evaluate(BOX.format("#status"))["height"]
        lately, out = page.locator(".lately"), page.locator("#out")
        loupe = page.locator("#loupe")
        while (
            not lately.inner_text().startswith("Player 2:")
            or loupe.is_visible() or not out.is_visible()
        ):  # fmt: skip
            assert person.done < 40
            person.touch()
            wait_for(page, READY)  # the others have moved
        lately.tap()
        assert page.locator(".lately[open]").count()
        assert page.evaluate(BOX.format("#status"))["height"] == height

        scale = "document.getElementById('board').getScreenCTM().a"  # of the drawing, not its box
        usual = page.evaluate(scale)
        page.locator("#map").hover()
        page.mouse.wheel(0, -300)
        wait_for(page, f"{scale} > 1.2 * {usual}")
        assert out.inner_text() == "Show all"
        out.tap()
        wait_for(page, f"{scale} === {usual}")
        assert out.inner_text() == "Zoom in"
        out.tap()
        wait_for(page, f"{scale} > 1.5 * {usual}")
        page.context.close()


def test_a_boot_is_placed_in_a_loupe_over_the_map_which_stays_as_it_is(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview("marram") as served:
        for size, least in (PHONE, 43), ({"viewport": DESK}, 24):
            page = opened(chromium, served, "/play", **size)
            begun(page, served, other="random", seed=7)
            person, shown = Person(page, 3), 0
            while shown < 3:
                before = page.evaluate(BOX.format("#board"))
                made, spots = person.done, page.locator("#loupe .spot")
                (person.touch if size is PHONE else person.mouse)()
                assert person.done > made
                if not spots.count():
                    continue
                shown += 1
                assert page.evaluate(BOX.format("#board"))["width"] == before["width"] or shown > 1
                spot = page.evaluate(BOX.format("#loupe .spot"))
                assert min(spot["width"], spot["height"]) >= least
                tile = page.evaluate(BOX.format(".enlarges"))
                loupe = page.evaluate(BOX.format("#loupe"))
                middle = (tile["left"] + tile["right"]) / 2, (tile["top"] + tile["bottom"]) / 2
                is_beside = not loupe["left"] < middle[0] < loupe["right"]
                is_over = not loupe["top"] < middle[1] < loupe["bottom"]
                assert is_beside or is_over, "the loupe does not cover the tile"
            page.context.close()


def test_the_buttons_that_turn_a_tile_cover_no_place(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview("marram") as served:
        page = opened(chromium, served, "/play", viewport=DESK)
        begun(page, served, other="random", seed=7)
        person, n_shown = Person(page, 3), 0
        while person.done < 60:
            person.mouse()
            if page.locator(".place.picked").count():
                page.wait_for_timeout(200)  # the preview comes after the pick
            n_turns, n_covered = page.evaluate(TURNS)
            n_shown += n_turns > 0
            assert not n_covered
        assert n_shown > 3
        page.context.close()


def test_two_fingers_enlarge_a_map_and_a_pick_leaves_it_as_it_is(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    wide = "document.getElementById('board').getBoundingClientRect().width"
    with preview("marram") as served:
        page = opened(chromium, served, "/play", **PHONE)
        page.set_viewport_size({"width": 320, "height": 700})  # its tiles are small in the overview
        begun(page, served, other="random", seed=7)
        usual, hand = page.evaluate(wide), page.context.new_cdp_session(page)

        def pinch(*distances: int) -> None:
            for i, far in enumerate((distances[0], *distances)):
                points = [{"x": 160 + side * far, "y": 400, "id": side} for side in (0, 1)]
                kind = "touchMove" if i else "touchStart"
                hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        pinch(60, 80, 120)
        wait_for(page, f"{wide} > 1.4 * {usual}")
        pinch(130, 90, 20)
        wait_for(page, f"{wide} < 360")
        small = page.evaluate(wide)
        page.locator(".place.lit").first.tap(force=True)
        wait_for(page, "document.querySelector('.place.picked')")
        assert page.evaluate(wide) == small
        page.context.close()


def test_a_touch_that_becomes_a_scroll_leaves_no_preview(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview("marram") as served:
        page = opened(chromium, served, "/play", **PHONE)
        begun(page, served, other="random", seed=7)
        box, hand = (
            page.locator(".place.lit").first.bounding_box(),
            page.context.new_cdp_session(page),
        )
        shown = "document.querySelectorAll('#ghost *').length"
        for i in range(9):
            points = [{"x": box["x"] + 9, "y": box["y"] + 9 - 8 * i}]
            kind = "touchMove" if i else "touchStart"
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            if not i:
                wait_for(page, f"{shown} === 1")
        wait_for(page, f"!{shown}")
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.context.close()


def test_a_game_that_begins_says_so_and_a_second_press_begins_no_second_one(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview("shiftago") as served:
        page = opened(chromium, served, "/play", viewport=DESK)
        page.wait_for_selector("form.start")
        page.evaluate(
            "window.sent = 0; addEventListener('submit', (event) => {"
            "window.sent += !event.defaultPrevented; event.preventDefault(); })"
        )  # the answer to the first press stays away
        assert not page.locator(".setting").is_visible()
        for _ in range(2):
            page.evaluate("document.querySelector('form.start button').click()")
        assert page.locator(".setting").is_visible()
        assert page.inner_text("#said") == "Setting the table …"
        assert page.evaluate("window.sent") == 1
        page.context.close()


POINTS = """

def spaces(pack):
    return [("", f"row {row + 1} column {column + 1}", [(14 * column, 14 * row)], [row, column])
            for row in range(15) for column in range(15)]


def lay(tables, state, seat):
    return []
"""
LISTED = """[...document.querySelectorAll("#moves .list button")]
  .filter((at) => at.checkVisibility()).map((at) => at.innerText)"""


def with_points(folder: Path) -> Path:
    """A game with 225 moves, and a place for each."""
    shutil.copytree(PACKS / "gomoku", folder / "gomoku")
    with (folder / "gomoku" / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write(POINTS)
    return folder / "gomoku"


def test_the_list_has_the_move_that_a_pick_leaves_however_many_there_are(
    chromium: Any, preview: Callable[..., Any], tmp_path: Path
) -> None:
    with preview(with_points(tmp_path), "--trust") as served:
        page = opened(chromium, served, "/play", viewport=DESK)
        begun(page, served, seed=7)
        person = Person(page, 3)
        person.open_list()
        assert len(page.evaluate(LISTED)) == 120
        page.evaluate("""() => {
          const { picks, moves } = JSON.parse(document.getElementById("offers").dataset.offers);
          const name = CSS.escape(picks[moves[200][2].at(-1)]);
          document.querySelector(`.place[data-pick="${name}"]`).dispatchEvent(
            new MouseEvent("click", { bubbles: true, cancelable: true }));
        }""")
        wait_for(page, "!!document.querySelector('.place.picked')")
        listed = page.evaluate(LISTED)
        assert len(listed) == 1 and page.inner_text("#count").startswith("1 of ")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("m")
        assert page.evaluate("document.activeElement.innerText") == listed[0]
        person.settle(lambda: page.keyboard.press("Enter"))
        assert page.evaluate("document.getElementById('status').dataset.ply") == "1"
        assert len(page.evaluate(LISTED)) == 120
        page.context.close()


def test_an_answer_that_comes_after_a_newer_page_leaves_no_typed_words(
    chromium: Any, preview: Callable[..., Any], tmp_path: Path
) -> None:
    with preview(with_points(tmp_path), "--trust") as served:
        page = opened(chromium, served, "/play", viewport=DESK)
        begun(page, served)
        Person(page, 3).open_list()
        page.focus("#text")
        page.keyboard.type(page.evaluate(LISTED)[7])
        wait_for(page, READY)
        late: list[Any] = []
        page.route("**/say", lambda route: late.append((route, route.fetch())))
        page.keyboard.press("Enter")
        for _ in range(500):
            if not late:
                page.wait_for_timeout(20)
        another = opened(chromium, served, "/play", viewport=DESK)  # what happens there counts on
        begun(another, served)
        Person(another, 3).choose_of_list("place")
        page.evaluate("""document.getElementById("text").dispatchEvent(
          new Event("input", { bubbles: true }))""")
        wait_for(page, "document.getElementById('status').dataset.ply === '1'")
        ((route, answer),) = late
        route.fulfill(response=answer)
        wait_for(page, READY)
        assert page.input_value("#text") == "" and not urlparse(page.url).query
        assert len(page.evaluate(LISTED)) == 120
        page.context.close()
        another.context.close()
