"""Games of cards on a phone: every button is whole, and the cards to choose from come first."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from generator import bundled
from tests.preview.test_play_in_browser import BOXES, PHONE, Person, begun, opened

pytestmark = pytest.mark.browser
GAMES = bundled("templates") / "games"


@contextmanager
def on_phone(chromium: Any, preview: Callable[..., Any], name: str) -> Iterator[Any]:
    """A page on a phone where a game of cards against a random bot has begun."""
    with preview(GAMES / name, "--trust") as served:
        page = opened(chromium, served, "/play", **PHONE)
        begun(page, served, other="random", seed=3)
        yield page
        page.context.close()


def test_buttons_of_a_game_of_cards_are_whole_and_lie_low_on_a_phone(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with on_phone(chromium, preview, "foundry") as page:
        buttons = page.evaluate(BOXES, "#bar button")
        height, width = page.evaluate("[innerHeight, innerWidth]")
        assert len(buttons) >= 2
        for button in buttons:
            assert 0 <= button["left"] < button["right"] <= width
            assert height / 2 < button["top"] < button["bottom"] <= height


def test_a_hand_that_may_be_played_lies_above_the_supply_on_a_phone(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with on_phone(chromium, preview, "harbour") as page:
        person = Person(page, 3)
        (hand,), (supply,) = page.evaluate(BOXES, ".mine"), page.evaluate(BOXES, "#trays")
        assert supply["top"] < hand["top"], "only the supply can be bought from"
        for _ in range(40):
            if page.locator(".hand a.lying").count():
                break
            person.open_list()
            pilot = page.locator("#moves .list button:has-text('Pilot')")
            button = (pilot if pilot.count() else page.locator("#moves .list button")).first
            person.settle(lambda button=button: button.evaluate("button => button.click()"))
        (hand,), (supply,) = page.evaluate(BOXES, ".mine"), page.evaluate(BOXES, "#trays")
        assert page.locator(".hand a.lying").count() and hand["bottom"] <= supply["top"]


def test_a_pick_moves_neither_the_bar_nor_its_buttons_on_a_phone(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with on_phone(chromium, preview, "harbour") as page:
        before = page.evaluate(BOXES, "#bar, #bar .acts > button, a.lying")
        page.locator("a.lying").first.evaluate("card => card.click()")
        page.wait_for_selector("#do-it")
        assert page.evaluate(BOXES, "#bar, #bar .acts > button, a.lying") == before
