"""The form after a game at the screen: answers are stored with the game as a playtest."""

import json
import shutil
from pathlib import Path

from generator.model.problems import Problems
from generator.people.playtests import read_playtests
from generator.preview import feedback
from generator.reading.door import open_pack
from tests.preview.test_play import Desk, at_a_desk
from tests.toys import PACKS


class FeedbackDesk(Desk):
    """A desk that has the form too."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.app.router.routes.extend(feedback.routes(self.table, self.playing))


def test_answers_are_stored_with_the_game_and_may_be_changed(tmp_path: Path) -> None:
    folder = tmp_path / "connect_four"
    shutil.copytree(PACKS / "connect_four", folder)

    async def work(desk: FeedbackDesk) -> None:
        game = await desk.begin("you", "you")
        address = f"/feedback/{game.id}"
        assert (await desk.browser.get(address)).status_code == 404, "it is not over"
        for column in (4, 1, 4, 1, 4, 1, 4):
            await desk.post(game, "say", text=f"drop {column}")
        assert f'href="{address}"' in await desk.get(f"/play/{game.id}")
        text = await desk.get(address)
        assert "It was fun" in text and f"{address}?seat=2" in text
        for fun in ("5", "4"):
            form = {"seat": "2", "name": "Ada", "fun": fun, "again": "2", "new": "yes"}
            answer = await desk.browser.post(address, data=form)
            assert answer.status_code == 200 and "are stored in" in answer.text, answer.text[-5000:]
        answer = await desk.browser.post(address, data={"seat": "1", "keep": "<b>dropping"})
        assert "&lt;b&gt;dropping" in answer.text
        answer = await desk.browser.post(address, data={"seat": "1", "fun": "9"})
        assert 'role="alert"' in answer.text and "are stored in" not in answer.text

    at_a_desk(folder, work, FeedbackDesk)
    pack, _ = open_pack(folder)
    assert pack is not None
    problems = Problems()
    (playtest,) = read_playtests(pack, problems).games
    assert not problems.added and playtest.where == "table"
    first, second = playtest.players
    assert (first.won, second.won) == (True, False)
    assert (second.who, second.new, second.answers) == ("Ada", True, {"fun": 4, "again": 2})
    assert first.answers == {"keep": "<b>dropping"}
    (records,) = (folder / "playtests").glob("*.jsonl")  # with the answers of the last form
    assert records.stem == playtest.name
    record = json.loads(records.read_text("utf-8"))
    assert [event["seat"] for event in record["events"]] == [0, 1, 0, 1, 0, 1, 0]
    assert record["who"] == ["p:", "p:Ada"] and record["winners"] == [0]


def test_a_bundled_game_is_not_written_to() -> None:
    from generator.preview.faces import Call
    from generator.preview.feedback_values import keep

    try:
        keep(Call("mara"), [{"seat": 1}, {"seat": 2}], {}, "", {})
    except ValueError as fault:
        assert 'protoplay new "My The Mara" --from mara' in str(fault)
    else:
        raise AssertionError("a bundled game was written to")
