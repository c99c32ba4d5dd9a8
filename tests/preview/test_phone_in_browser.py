"""A finger at the table: buttons are whole, a swipe scrolls, a tap says no more than it does."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.preview.test_play_in_browser import BOXES, PHONE, Person, begun, opened, wait_for

pytestmark = pytest.mark.browser
SAID = "getComputedStyle(document.querySelector('.refusal')).visibility === 'visible'"
PLACES = """[...document.querySelectorAll('.place.lit')].map((at) => {
  const { left, top, width, height } = at.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
})"""
CUT = """[...document.querySelectorAll('#bar button')].filter((each) => {
  const room = each.closest('#bar').getBoundingClientRect(), box = each.getBoundingClientRect();
  return each.checkVisibility() && (box.bottom > room.bottom || box.top < room.top
    || each.scrollHeight > each.clientHeight + 1);
}).map((each) => each.textContent)"""


def swiped(page: Any, selector: str) -> float:
    """How far a finger that moves up from a thing scrolls the page."""
    page.evaluate("scrollTo(0, 0)")
    page.locator(selector).first.scroll_into_view_if_needed()
    [box, *_] = page.evaluate(BOXES, selector)
    x, y = (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2
    before = page.evaluate("scrollY")
    touch = page.context.new_cdp_session(page)
    for kind, up in (("touchStart", 0), *(("touchMove", 15 * i) for i in range(1, 9))):
        points = [{"x": x, "y": y - up}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(20)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    return float(page.evaluate("scrollY")) - before


def test_a_tour_of_the_mara_under_a_finger(chromium: Any, preview: Callable[..., Any]) -> None:
    with preview("mara") as served:
        page = opened(chromium, served, "/play", **PHONE)
        begun(page, served, other="random", seed=7)
        top = page.evaluate("document.getElementById('status').getBoundingClientRect().top")
        assert top < 1, "the page begins with the game, not with the menu"
        Person(page, 1).choose_of_list("start at Drumbeat")
        names = page.evaluate(BOXES, ".trays h3")
        cards = page.evaluate(BOXES, ".trays li img")
        assert names
        assert not any(
            name["top"] < card["bottom"] and card["top"] < name["bottom"]
            and name["left"] < card["right"] and card["left"] < name["right"]
            for name in names for card in cards
        )  # fmt: skip
        assert swiped(page, "#board") > 40
        assert swiped(page, ".trays .lying") > 40

        Person(page, 1).choose_of_list("meet tourists")
        high = page.evaluate("document.querySelector('.foot').offsetHeight")
        assert high < 0.3 * PHONE["viewport"]["height"], "most of the map can be seen"
        cards = page.evaluate(BOXES, "#near img")
        assert all(card["right"] - card["left"] > 95 for card in cards), "cards can be read"
        [end] = page.evaluate(BOXES, "#bar .apart")
        page.locator("#near a.lying").first.tap()
        page.locator("#do-it").tap()
        wait_for(page, "!!document.querySelector('#mine img')")
        [still] = page.evaluate(BOXES, "#bar .apart")
        assert still == pytest.approx(end, abs=0.5), "no button moves under the finger"
        assert page.evaluate(BOXES, "#near li")[1]["top"] == pytest.approx(cards[1]["top"], abs=4)
        assert "× 15" in page.inner_text("#players"), "tracks stay where they were"
        page.locator(".again").tap()
        wait_for(page, "!document.querySelector('#mine img')")
        page.locator(".again").tap()
        wait_for(page, "document.getElementById('bar').innerText.includes('uide: ')")
        Person(page, 1).choose_of_list("guide: ")
        assert page.evaluate(CUT) == []
        words = page.locator("#bar button").locator("visible=true").all_inner_texts()
        assert [each.lower() for each in words] == ["end the turn"], "drives have lit places"
        page.locator("#bar .apart").tap()
        assert page.inner_text("#do-it").lower() == "end the turn (4 actions left)", "asked first"
        page.locator("#let-go").tap()

        page.evaluate("scrollTo(0, 100)")
        x, y = page.evaluate(PLACES)[0]
        page.touchscreen.tap(x - 14, y - 5)
        wait_for(page, "!!document.querySelector('.place.picked')")
        assert not page.evaluate(SAID)
        assert page.evaluate(CUT) == []
        page.locator("#let-go").tap()
        page.touchscreen.tap(x + 150, y)
        wait_for(page, SAID)
        [notice], [totals] = page.evaluate(BOXES, ".refusal"), page.evaluate(BOXES, ".totals")
        assert 0 <= notice["top"] < notice["bottom"] <= totals["top"], "it covers no score"
        page.locator(".again").tap()
        wait_for(page, "document.getElementById('bar').innerText.includes('uide: ')")
        assert not page.evaluate("violations")
        page.context.close()


def test_scores_and_the_map_and_all_its_cards_come_before_the_players(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview("mara") as served:
        page = opened(chromium, served, "/play", **PHONE)
        begun(page, served, players=3, other="random", seed=7)
        [totals], [board] = page.evaluate(BOXES, ".totals"), page.evaluate(BOXES, "#board")
        assert page.locator(".totals").inner_text().split()[1::2] == ["0", "0", "0"]
        assert totals["bottom"] < board["top"], "the scores and the own tracks"
        sides, names = page.evaluate(BOXES, ".of-side"), page.evaluate(BOXES, ".trays h3")
        assert len(names) == 6 and all(name["bottom"] < sides[0]["top"] for name in names)
        assert [side["top"] for side in sides] == sorted(side["top"] for side in sides)
        cut = "[...document.querySelectorAll('.name')].some((p) => p.scrollWidth > p.clientWidth)"
        assert not page.evaluate(cut), "names are whole"

        page.locator("#trays a.quiet").first.tap()
        lodge = page.evaluate("document.querySelector('#trays a.quiet').dataset.pick")
        assert page.get_attribute(".place.picked", "data-pick") == lodge
        assert "Start at" in page.inner_text("#do-it"), "a lodge's card picks the lodge"
        page.context.close()


def test_a_phone_on_its_side_shows_the_whole_board_at_once(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    sideways = {**PHONE, "viewport": {"width": 740, "height": 360}}
    with preview("shiftago") as served:
        page = opened(chromium, served, "/play", **sideways)
        begun(page, served, other="random", seed=7)
        [board] = page.evaluate(BOXES, "#board")
        assert board["top"] > 0 and board["bottom"] < 360
        assert board["bottom"] - board["top"] > 280
        assert not page.evaluate("violations")
        page.context.close()
