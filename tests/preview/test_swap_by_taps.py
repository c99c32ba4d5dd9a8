"""A card is swapped by two taps: one on the own card, one on the card to take instead."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.preview.test_play_in_browser import PHONE, Person, begun, opened, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]
DESKTOP = {"viewport": {"width": 1280, "height": 900}}


def cards(page: Any, part: str) -> list[str]:
    """The cards in a part of the page that a move may take, as `data-pick` names them."""
    lit = page.locator(f"{part} a.lying.lit")
    return list(lit.evaluate_all("all => all.map(each => each.dataset.pick)"))


def places_of(page: Any, part: str) -> dict[str, list[int]]:
    """Where each card of the lodge lies on the page, in pixels."""
    boxes = page.locator(f"{part} a.lying").evaluate_all(
        "all => all.map(e => [e.dataset.pick, e.getBoundingClientRect()])"
    )
    return {name: [round(box["x"]), round(box["y"])] for name, box in boxes}


def meeting(page: Any, served: Any) -> None:
    """Begin a game of The Mara up to the first card that a player picks up at a lodge."""
    begun(page, served)
    moves = ("start at Baobab", "start at Acacia", "meet tourists", "pick up the ")
    Person(page, 1).choose_of_list(*moves)


def test_two_taps_swap_a_card_with_one_of_the_lodge(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    """The first tap picks the own card; the second drops it and picks up the other, no more.

    On a phone the cards of the lodge lie under the map, on a wide page beside it.
    """
    with preview("mara") as served:
        for way, look, part in (("tap", PHONE, "#near"), ("click", DESKTOP, "#trays")):
            page = opened(chromium, served, "/play", **look)
            meeting(page, served)
            ply = int(page.get_attribute("#status", "data-ply"))
            [mine], lodge = cards(page, "#mine"), cards(page, part)
            other = next(card for card in lodge if card != mine)
            before = places_of(page, part)
            getattr(page.locator(f"#mine [data-pick='{mine}']"), way)()
            assert page.inner_text("#do-it").lower().startswith("give back the ")
            assert page.get_attribute("#status", "data-ply") == str(ply)
            getattr(page.locator(f"{part} [data-pick='{other}']"), way)()
            wait_for(page, f"document.getElementById('status').dataset.ply === '{ply + 2}'")
            assert cards(page, "#mine") == [other]
            assert mine in cards(page, part)
            after = places_of(page, part)
            assert {card: after[card] for card in before if card != other} == {
                card: place for card, place in before.items() if card != other
            }
            told = page.locator("#heard .told a").all_text_contents()
            assert sum(text.startswith("pick up the ") for text in told) == 2
            assert sum(text.startswith("give back the ") for text in told) == 1
            assert not page.locator(".place.lit").count(), "cards are marked, not their lodge"
            page.goto(page.url + "?pick=do%3Apick")  # every card of the lodge
            page.locator("#which", has_text="Pick what is marked.").wait_for()
            assert not page.locator("#do-it").count(), "no card is proposed"
            assert not page.evaluate("violations")
            page.context.close()
