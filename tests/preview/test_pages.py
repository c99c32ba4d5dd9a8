"""Pages other than the board: what they offer, and when."""

import json
import re

from tests.preview.test_asked import Caller, calling

STOP = re.compile(r'<button[^>]* id="stop"[^>]*>')


def test_stop_is_shown_only_while_something_runs() -> None:
    async def work(caller: Caller) -> None:
        async def is_hidden() -> bool:
            button = STOP.search((await caller.browser.get("/report")).text)
            assert button is not None
            return " hidden" in button[0]

        assert await is_hidden()
        wanted = {"games": 5000, "players": 2, "seed": 1, "agents": "random"}
        assert (await caller.json("/report/start", json.dumps(wanted))).status_code == 200
        assert not await is_hidden()
        assert (await caller.json("/report/stop", "{}")).status_code == 200
        assert await is_hidden()

    calling(work)
