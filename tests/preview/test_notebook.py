"""The notebook page: versions, changed pieces before and after, figures from version to version."""

import asyncio
import re
from pathlib import Path

import pytest

from generator.model.problems import Problems
from generator.people.history import courses_of
from generator.people.notebook import notebook_of
from generator.preview.faces import Call
from generator.preview.notebook_values import note
from tests.people.diary import CARDS, GAME, pack_in
from tests.preview.test_asked import Caller, calling

NOTEBOOK = """\
versions:
  - version: aaaaaaaa
    at: 2026-11-20 18:30
    bots:
      - {who: greedy, players: 2, games: 900, share 1: [0.6, 0.57, 0.63], margin: [4, 3, 5]}
  - version: bbbbbbbb
    at: 2026-11-21 18:30
    why: "<b>Seat 1</b> won too often."
    bots:
      - {who: greedy, players: 2, games: 900, share 1: [0.5, 0.47, 0.53], rounds: [9, 8, 10]}
"""


async def shown(caller: Caller, *words: str) -> str:
    """The page, once it holds all these words."""
    async with asyncio.timeout(20):
        while True:
            text = (await caller.browser.get("/notebook")).text
            if all(word in text for word in words):
                return text
            await asyncio.sleep(0.05)


def test_a_version_is_noted_and_a_changed_card_shown_before_and_after(tmp_path: Path) -> None:
    game = GAME.replace("{{ name }}", "{{ name }} {{ points }}")
    folder = pack_in(tmp_path / "ferry", game).folder

    async def work(caller: Caller) -> None:
        await shown(caller, "Begin a notebook with this version")
        assert (await caller.form("/notebook", other="x")).status_code == 400
        assert not (folder / "notebook.yaml").exists()
        answer = await caller.form("/notebook", why="The <first>  one.")
        assert answer.status_code == 303
        assert "why: The <first> one." in (folder / "notebook.yaml").read_text("utf-8")
        await shown(caller, "The &lt;first&gt; one.", "in the folder now")
        pack_in(folder, game, CARDS.replace("Gull,3", "Gull,4"))
        await caller.table.reload()
        text = await shown(caller, "not in the notebook yet", "points 3 → 4")
        before, after = re.findall(r'src="(/notebook/face/\w+\.svg)"', text)
        pictures = [await caller.browser.get(address) for address in (before, after)]
        assert pictures[0].text != pictures[1].text
        assert all("sandbox" in p.headers["content-security-policy"] for p in pictures)
        assert (await caller.browser.get("/notebook/face/none.svg")).status_code == 404

    calling(work, folder)


def test_a_notebook_that_cannot_be_read_is_reported_on_the_page(tmp_path: Path) -> None:
    folder = pack_in(tmp_path / "ferry").folder
    (folder / "notebook.yaml").write_text("versions: [1, 2]\n", "utf-8")

    async def work(caller: Caller) -> None:
        await shown(caller, "notebook.yaml:1:")
        answer = await caller.form("/notebook", why="again")
        assert answer.status_code == 200 and "notebook.yaml:1" in answer.text
        assert (folder / "notebook.yaml").read_text("utf-8") == "versions: [1, 2]\n"

    calling(work, folder)


def test_figures_of_two_versions_make_a_chart_with_the_goal(tmp_path: Path) -> None:
    game = GAME + "goals: {rounds: 8-10}\n"
    pack, problems = pack_in(tmp_path / "ferry", game), Problems()
    both = NOTEBOOK.replace("margin: [4, 3, 5]", "rounds: [12, 11, 13]")
    notebook = notebook_of(both, problems)
    assert notebook is not None and not problems.added
    courses = courses_of(pack, notebook, {})
    assert [course.key for course in courses] == ["rounds", "share 1"], "goals first"
    rounds = courses[0].points
    assert [rounds[v]["greedy"].value for v in ("aaaaaaaa", "bbbbbbbb")] == [12, 9]
    assert courses[0].goal is not None and (courses[0].goal.low, courses[0].goal.high) == (8, 10)
    alone = notebook_of(NOTEBOOK, problems)
    assert alone is not None
    assert [course.key for course in courses_of(pack, alone, {})] == ["share 1"]


def test_words_of_the_notebook_are_text(tmp_path: Path) -> None:
    folder = pack_in(tmp_path / "ferry").folder
    (folder / "notebook.yaml").write_text(NOTEBOOK, "utf-8")

    async def work(caller: Caller) -> None:
        text = await shown(caller, "Seat 1 wins, 2 players", "60")
        assert "&lt;b&gt;Seat 1&lt;/b&gt; won too often." in text and "<b>Seat 1" not in text

    calling(work, folder)


def test_a_bundled_game_gets_no_notebook() -> None:
    with pytest.raises(ValueError, match='make it yours with protoplay new "My The Mara"'):
        note(Call("mara"), "A reason.")
