"""Versions and the notebook: what makes a version, what changed in words, and lines that stay."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from generator.model.problems import Problems
from generator.people.notebook import (
    BotRun,
    NotEditable,
    Version,
    note_version,
    notebook_of,
    with_bots,
    with_version,
    with_why,
)
from generator.people.versions import changes, content_of, kept, sentence, version_of
from generator.reading.door import open_pack
from tests.people.diary import CARDS, GAME, RULES, pack_in

NOW = datetime(2026, 11, 27, 19, 2)


def test_a_version_is_the_content_and_nothing_else(tmp_path: Path) -> None:
    content = content_of(pack_in(tmp_path / "ferry"))
    version = version_of(content)
    assert len(version) == 8 and int(version, 16) >= 0
    moved = pack_in(
        tmp_path / "elsewhere",
        GAME.replace("players: 2-4", "players: 2-4   # so many"),
        CARDS.replace("Gull,3", '"Gull", 3'),
        "# a comment\n" + RULES.replace("return x + 1", '"""Words."""\n    return (x + 1)'),
    )
    assert version_of(content_of(moved)) == version
    set_, _ = open_pack(tmp_path / "ferry", settings=("hand=6",))
    assert set_ is not None and version_of(content_of(set_)) == version
    assert (
        version_of(content_of(pack_in(tmp_path / "ferry", cards=CARDS.replace("5", "6"))))
        != version
    )


CHANGES = [
    ({"game": GAME.replace("hand: 4", "hand: 5")}, ["parameter hand: 4 → 5"]),
    ({"game": GAME.replace("hand: 4, ", "")}, ["parameter hand: gone, was 4"]),
    ({"game": GAME.replace("players: 2-4", "players: 2-3")}, ['game players: "2-4" → "2-3"']),
    ({"game": GAME.replace("title:", "subtitle:")}, ["cards: drawn in another way"]),
    ({"game": GAME.replace("poker", "tarot")}, ["cards: of another size or shape"]),
    ({"cards": CARDS.replace("Gull,3", "Gull,4")}, ["cards/gull: points 3 → 4"]),
    ({"cards": CARDS + "Crab,1\n"}, ["cards/crab: new"]),
    ({"cards": "name,points,cost\nGull,3,1\nSeal,5,2\n"}, ["cards: cost new"]),
    ({"rules": RULES.replace("x + 1", "x + 2")}, ["rules.py: score changed"]),
    ({"rules": RULES.replace("deal", "hand")}, ["rules.py: deal gone", "rules.py: hand new"]),
    ({"game": GAME + "table: {counters: {storm: 1}}\n"}, None),
    ({"rules": "def score(:\n"}, None),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "sentences"), CHANGES)
def test_a_change_is_told_in_words(
    tmp_path: Path, changed: dict[str, str], sentences: list[str] | None
) -> None:
    before = content_of(pack_in(tmp_path / "ferry"))
    after = content_of(pack_in(tmp_path / "ferry", **changed))
    words = [sentence(change) for change in changes(before, after)]
    if sentences is None:
        assert {"rules.py: other lines new", "table counters: new"} & {*words}
    else:
        assert words == sentences
    assert not changes(after, after)


def test_what_a_stranger_kept_as_a_version_is_not_compared(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry")
    content = {"components": {"cards": 5}, "texts": [1], "game": "x"}
    version = version_of(content)
    folder = pack.folder / ".protoplay" / "versions"
    folder.mkdir(parents=True)
    (folder / f"{version}.json").write_text(json.dumps(content), "utf-8")
    (pack.folder / "notebook.yaml").write_text(f"versions:\n  - version: '{version}'\n", "utf-8")
    noted = note_version(pack, tmp_path, Problems(), NOW)
    assert noted is not None and noted[0].entries[1].changed == ()


def test_lines_of_a_text_are_counted(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry")
    before = content_of(pack)
    (pack.folder / "RULES.md").write_text("# Ferry\n\nPlay two cards.\nThen draw.\n", "utf-8")
    (change,) = changes(before, content_of(pack))
    assert sentence(change) == "RULES.md: 2 lines added, 1 removed"


def test_many_changes_are_counted_and_not_listed(tmp_path: Path) -> None:
    many = "name,points\n" + "".join(f"Card {i},{i}\n" for i in range(60))
    other = many.replace(",", ",1").replace("name,1points", "name,points")
    before = content_of(pack_in(tmp_path / "ferry", cards=many))
    listed = changes(before, content_of(pack_in(tmp_path / "ferry", cards=other)))
    assert len(listed) == 40 and sentence(listed[-1]) == "and 21 more changes"


# ---- the notebook


def test_a_version_is_noted_once_with_what_changed(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry")
    assert note_version(pack, tmp_path, Problems(), NOW) is None, "only `log` begins a notebook"
    first = note_version(pack, tmp_path, Problems(), NOW, begin=True)
    assert first is not None
    assert note_version(pack, tmp_path, Problems(), NOW) == first
    assert kept(pack, first[1], tmp_path) == content_of(pack)
    changed = pack_in(tmp_path / "ferry", GAME.replace("hand: 4", "hand: 5"))
    second = note_version(changed, tmp_path, Problems(), NOW)
    assert second is not None
    assert second[0].entries == (
        Version(first[1], "2026-11-27 19:02"),
        Version(second[1], "2026-11-27 19:02", ({"parameter": "hand", "from": 4, "to": 5},)),
    )


def test_what_is_kept_of_a_version_is_not_believed_when_it_was_altered(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry")
    noted = note_version(pack, tmp_path, Problems(), NOW, begin=True)
    assert noted is not None
    (file,) = (pack.folder / ".protoplay" / "versions").iterdir()
    file.write_text(file.read_text("utf-8").replace("Gull", "Gulp"), "utf-8")
    assert kept(pack, noted[1], tmp_path) is None


TEXT = """\
# My notes.
versions:
  - version: "00000001"   # the first
    why: >
      a long
      reason

  # before the storm
  - version: "00000002"
    bots:
    - {who: greedy, players: 2, games: 10, rounds: [9, 8, 10]}
    - {who: random, players: 2, games: 10}
    why: "it: was short"
"""


def test_lines_are_added_to_a_notebook_and_none_of_the_others_changes() -> None:
    notebook = notebook_of(TEXT, Problems())
    assert notebook is not None and notebook.entries[0].why == "a long reason"
    run = BotRun("greedy", 2, 99, {"share 1": (0.5, 0.4, 0.6)})
    notebook = with_bots(notebook, "00000002", run)
    notebook = with_why(notebook, "00000001", "short")
    notebook = with_why(notebook, "00000002", "- new: # one")
    notebook = with_bots(notebook, "00000001", run)
    notebook = with_version(notebook, Version("00000003", "2026-11-27 19:02"))
    assert [entry.why for entry in notebook.entries] == ["short", "- new: # one", ""]
    assert notebook.entries[1].bots == (run, BotRun("random", 2, 10, {}))
    for line in ("# My notes.", '  - version: "00000001"   # the first', "  # before the storm"):
        assert line in notebook.text.splitlines()


def test_a_notebook_with_another_layout_is_left_alone() -> None:
    notebook = notebook_of('versions: [{version: "00000001"}]\n', Problems())
    assert notebook is not None
    for change in (
        lambda: with_why(notebook, "00000001", "x"),
        lambda: with_version(notebook, Version("00000002")),
    ):
        with pytest.raises(NotEditable):
            change()


def test_faults_of_a_notebook_are_reported_by_line() -> None:
    text = "version: 1\nversions:\n  - {version: a, whi: b}\n  - c\n  - {version: a}\n"
    text += "  - {version: d, bots: [{who: x, players: two, games: 1}]}\n"
    problems = Problems()
    assert notebook_of(text, problems) is None
    assert [str(problem).partition(" (")[0] for problem in problems] == [
        'notebook.yaml:1:1: error: unknown key "version"',
        'notebook.yaml:3:18: error: unknown key "whi"',
        'notebook.yaml:4:5: error: expected a version, found "c"',
        "notebook.yaml:5:5: error: version a is listed twice",
        "notebook.yaml:6:25: error: expected a run of bots with its figures",
    ]
