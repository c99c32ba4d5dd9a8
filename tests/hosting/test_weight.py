"""How much a guest's page loads: guests may be on a slow telephone network."""

import re
from pathlib import Path

import httpx
import pytest

from generator.hosting.free.game import FreeGame
from tests.hosting.desk import Desk, at_a_table
from tests.toys import PACKS

SCRIPTS = re.compile(r'<script type="module" src="([^"]+)"|^import .* from "\./([^"]+)"', re.M)


async def weight(browser: httpx.AsyncClient) -> tuple[int, int]:
    """The bytes of all scripts that a page loads: as they are, and as they are sent."""
    waiting, plain, packed = ["/t"], {}, {}
    while waiting:
        path = waiting.pop()
        if path in plain:
            continue
        async with browser.stream("GET", path) as answer:
            packed[path] = sum([len(part) async for part in answer.aiter_raw()])
        text = (await browser.get(path)).text
        plain[path] = len(text.encode())
        waiting += [own or f"/static/{other}" for own, other in SCRIPTS.findall(text)]
    del plain["/t"], packed["/t"]
    return sum(plain.values()), sum(packed.values())


@pytest.mark.parametrize("is_free", [False, True])
def test_the_scripts_of_a_guests_page_are_small(tmp_path: Path, is_free: bool) -> None:
    async def work(desk: Desk) -> None:
        browser = await desk.guest(0, "Ada")
        lobby, _ = await weight(browser)
        await desk.begin()
        plain, packed = await weight(browser)
        assert lobby < plain <= (27_000 if is_free else 30_720)
        assert packed <= 12_000

    free = FreeGame() if is_free else None
    at_a_table(PACKS / "leaky_raft", tmp_path, work, players=3, free=free)
