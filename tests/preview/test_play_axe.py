"""The play page for people who cannot see it or use a pointer: leaflets, a large card, the end."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlparse

import pytest

from tests.preview.test_play_in_browser import Person, begun, opened, wait_for
from tests.toys import PACKS

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LOOKS = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 360)]


def seen(chromium: Any, served: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The page at a path in every look, with the name of the look; closed afterwards."""
    for scheme, width in LOOKS:
        look = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
        page = opened(chromium, served, path, **look)
        wait_for(page, f"document.documentElement.scrollWidth <= {width}")
        yield f"{scheme}, {width} px", page
        assert not page.evaluate("violations")
        page.context.close()


def grave(page: Any) -> list[tuple[str, str]]:
    """The serious and critical findings of axe: the rule, and the element."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    bad = [each for each in found if each["impact"] in ("serious", "critical")]
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in bad]


def finish(page: Any) -> None:
    """Play the first move of the list until the game is over."""
    person = Person(page, 1)
    person.open_list()
    while not person.is_over():
        button = page.locator("#moves .list button").first
        person.settle(lambda button=button: button.evaluate("button => button.click()"))


def test_axe_finds_nothing_serious_over_the_table(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    """The opened leaflets and an enlarged card, light and dark, wide and narrow."""
    findings = {}
    with preview(PACKS / "leaky_raft", "--trust") as served:
        host = opened(chromium, served, "/play", viewport={"width": 1280, "height": 900})
        begun(host, served, other="random", seed=3)
        path = urlparse(host.url).path
        for look, page in seen(chromium, served, path):
            page.locator("#read").click()
            page.wait_for_selector("#leaflets[open] #pages img")
            findings[f"leaflets, {look}"] = grave(page)
            page.locator("#leaflets button").click()
            page.mouse.move(2, 2)  # a pointer over a card puts the large one away
            page.wait_for_selector("#mine a.lying img")  # drawn by now
            page.locator("#mine a.lying").first.press(" ")
            page.wait_for_selector("#zoom img")
            findings[f"card, {look}"] = grave(page)
        host.context.close()
    assert len(findings) == 2 * len(LOOKS)
    assert not any(findings.values()), findings


def test_axe_finds_nothing_serious_at_the_end_of_a_game(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    """The places that decided it are lit, and the result stands beside the board."""
    findings = {}
    with preview(PACKS / "connect_four", "--trust") as served:
        host = opened(chromium, served, "/play", viewport={"width": 1280, "height": 900})
        begun(host, served)
        finish(host)
        for look, page in seen(chromium, served, urlparse(host.url).path):
            page.wait_for_selector("#end .end")
            assert page.locator(".place.won").count() >= 4
            findings[look] = grave(page)
        host.context.close()
    assert not any(findings.values()), findings
