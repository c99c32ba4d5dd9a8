"""A session without rules, seen again step by step."""

import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.hosting.free.recording import recording_of
from generator.hosting.log import entries_of
from tests.hosting.free.room import Served
from tests.hosting.free.sessions import any_operation
from tests.hosting.free.test_opening import small
from tests.hosting.free.test_page import SHOWN, expected


def replayed(pack: Path, *more: str) -> str:
    """What `replay` prints of a session."""
    result = CliRunner().invoke(app, ["replay", str(pack), *more])
    assert result.exit_code == 0, result.output
    return result.output


def played(served: Served, n: int) -> dict[str, Any]:
    """Do some operations; what spectators see afterwards."""
    rng = random.Random(3)
    for _ in range(n):
        seat = rng.randrange(2)
        served.do(seat, any_operation(served.table.snapshot(seat), seat, rng))
    return served.table.snapshot(None)


def test_a_session_is_told_again_in_words(tmp_path: Path) -> None:
    pack = tmp_path / "small"
    pack.mkdir()
    served = Served(small(pack), 2)
    with served.serving():
        seen = played(served, 120)
    recording = recording_of(entries_of(served.hosted.log_path)[1:], None)
    assert len(recording.steps) > 20
    view = dict(recording.first)
    for _, changes, _ in recording.steps:
        view |= changes
    assert {k: v for k, v in view.items() if v is not None and k != "log"} == {
        key: value for key, value in seen.items() if key != "log"
    }
    told = replayed(pack, "--table", served.hosted.id).splitlines()
    assert [line[8:] for line in told[-3:]] == seen["log"][2::-1]
    wrong = CliRunner().invoke(app, ["replay", str(pack), "--table", "22222222"])
    assert wrong.exit_code == 2
    assert served.hosted.id in wrong.output


@pytest.mark.browser
def test_a_session_is_one_page_with_a_slider(chromium: Any, tmp_path: Path) -> None:
    pack = tmp_path / "small"
    pack.mkdir()
    served = Served(small(pack), 2)
    with served.serving():
        first, seen = served.table.snapshot(None), played(served, 60)
    file = tmp_path / "session.html"
    assert "steps" in replayed(pack, "--table", served.hosted.id, "--html", str(file))
    page = chromium.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(file.as_uri())
    page.wait_for_selector("#felt .piece")

    def drawn() -> Any:
        """The page's DOM; its pictures lie in the page, so it knows no addresses."""
        return without_faces(page.evaluate(SHOWN))

    assert drawn() == without_faces(expected(first, None))
    page.evaluate("() => { player.step.value = 9999; player.step.oninput(); }")
    assert drawn() == without_faces(expected(seen, None))
    for _ in range(3):
        page.click("#player [name=before]")
    page.evaluate("() => { player.step.value = 0; player.step.oninput(); }")
    assert drawn() == without_faces(expected(first, None))
    assert faults == []
    page.close()


def without_faces(shown: dict[str, Any]) -> dict[str, Any]:
    """What is shown, but for the addresses of pictures."""
    stacks = {token: [*s[:4], *s[5:]] for token, s in shown["stacks"].items()}
    return {**shown, "stacks": stacks, "look": [card[0] for card in shown["look"]]}
