"""`like:people` in the lists of players: on the play page, the report page and the host's page."""

import json
import shutil
from pathlib import Path

from generator.people.kept_likeness import FILE, KeptLikeness
from tests.hosting.desk import Desk, at_a_table
from tests.preview.test_asked import Caller, calling
from tests.toys import PACKS

LIKE = "mcts:25"  # in no list of players by itself
OPTION = f'<option value="{LIKE}">like:people ({LIKE})</option>'


def known_in(folder: Path) -> Path:
    """A copy of a test pack whose people play like `LIKE`."""
    shutil.copytree(PACKS / "market", folder)
    values = {"version": "7f3ab2c9", "games": 12, "evenings": 2, "kind": "search"}
    kept = KeptLikeness(**values, rung="mcts:10", agent=LIKE)  # type: ignore[arg-type]
    (folder / ".protoplay").mkdir(exist_ok=True)
    text = json.dumps({name: getattr(kept, name) for name in KeptLikeness.__slots__})
    (folder / ".protoplay" / FILE).write_text(text)
    return folder


def test_a_seat_of_the_play_page_may_play_like_the_people(tmp_path: Path) -> None:
    async def work(caller: Caller) -> None:
        page = (await caller.browser.get("/play")).text
        assert page.count(OPTION) == 2 + 3, "one for each seat of 2 and of 3 players"
        begun = await caller.form("/play", players="2", seat0="you", seat1=LIKE)
        assert begun.status_code == 303, begun.text

    calling(work, known_in(tmp_path / "market"))


def test_the_report_page_plays_games_of_players_like_the_people(tmp_path: Path) -> None:
    folder, plain = known_in(tmp_path / "market"), PACKS / "market"
    asked = json.dumps({"games": 2, "players": 2, "seed": 1, "agents": "like:people"})

    async def work(caller: Caller) -> None:
        page = await caller.browser.get("/report")
        has_like = '<option value="like:people">' in page.text
        answer = await caller.json("/report/start", asked)
        assert (has_like, answer.status_code) == (
            (True, 200) if caller.table.folder == folder else (False, 400)
        )
        if has_like:
            assert LIKE in (await caller.browser.get("/report")).text
        else:
            assert "run protoplay people --likeness first" in answer.text

    calling(work, folder)
    calling(work, plain)


def test_the_host_may_give_a_seat_to_a_bot_like_the_people(tmp_path: Path) -> None:
    folder = known_in(tmp_path / "market")

    async def work(desk: Desk) -> None:
        assert OPTION in (await desk.host.get("/host")).text
        await desk.host.post("/host/bot", data={"seat": "1", "bot": LIKE})
        assert desk.room.chairs[1].bot == LIKE
        assert f'<option value="{LIKE}" selected>like:people' in (await desk.host.get("/host")).text

    at_a_table(folder, tmp_path / "out", work, players=2)
