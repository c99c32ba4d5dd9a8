"""Notes beside the pack: nothing of them is lost, and a stranger's file breaks nothing."""

import asyncio
import json
import os
import shutil
from pathlib import Path

import pytest

from generator.preview import notes as notes_of
from generator.preview.notes import FILE, FULL, HEAD, LONGEST, MOST, keep, notes_in
from tests.preview.test_asked import MARKET, Caller, calling, one_line

GAME = "seed 1, game 2, 2 players, 0123456789ab"
WORDS = (
    "1e3", "0o17", "0x1f", "no", "~", "1.50", "12:30", "=", "<<", "- a list: of one", "# a comment",
    "'quoted' \"twice\"", "two\nlines\n\nand three", "tab\there", "back\\slash \\ud83d", "\x00\x1b",
    "a\x85b\u2028\u2029c\rd", "a\ufeffb\ufffe\uffff", "\U0001f600 \u0639\u0631\u0628\u064a",
    "x" * LONGEST,
)  # fmt: skip


@pytest.mark.parametrize("text", WORDS, ids=ascii)
def test_every_text_is_read_as_it_was_written(text: str, tmp_path: Path) -> None:
    keep(tmp_path, GAME, 4, text)
    keep(tmp_path, GAME, 7, "another")
    assert notes_in(tmp_path) == {GAME: {4: text, 7: "another"}}


def test_visible_things_are_sent_unchanged(tmp_path: Path) -> None:
    text = "\U0001f642 \\U0001F642 \u05d0 \U000e0041 \x1b"
    keep(tmp_path, GAME, 4, text)
    written = (tmp_path / FILE).read_text("utf-8")
    assert '4: "\U0001f642 \\\\U0001F642 \u05d0 \\U000E0041 \\e"' in written
    assert notes_in(tmp_path) == {GAME: {4: text}}


@pytest.mark.parametrize(
    "text", ["", "\n", "---", "---\n", "--- # mine\n", "%YAML 1.2\n---\n", "# mine\n---\n\n"]
)
def test_a_file_without_content_has_no_notes(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert notes_in(tmp_path) == {}
    keep(tmp_path, GAME, 4, "here")
    assert notes_in(tmp_path) == {GAME: {4: "here"}}


def test_lone_surrogates_are_replaced(tmp_path: Path) -> None:
    keep(tmp_path, GAME, 4, "here \ud83d it turned")
    assert notes_in(tmp_path) == {GAME: {4: "here ? it turned"}}


def test_handwritten_text_stays_text(tmp_path: Path) -> None:
    texts = ["no", "1.50", "2024-99-99", "9" * 6000, "|\n    a\n    b"]
    lines = [f"  {ply}: {text}\n" for ply, text in enumerate(texts, 1)]
    (tmp_path / FILE).write_text(f"# mine\n{GAME}:\n{''.join(lines)}", "utf-8")
    keep(tmp_path, GAME, 9, "kept")
    told = {1: "no", 2: "1.50", 3: "2024-99-99", 4: "9" * 6000, 5: "a\nb\n", 9: "kept"}
    assert notes_in(tmp_path) == {GAME: told}
    for ply in told:
        keep(tmp_path, GAME, ply, "")
    assert notes_in(tmp_path) == {} and (tmp_path / FILE).read_text("utf-8") == HEAD


def test_notes_are_limited_to_what_can_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes_of, "LARGEST_YAML", 60_000)
    notes = "".join(f"  {ply}: x\n" for ply in range(MOST))
    (tmp_path / FILE).write_text(f"{GAME}:\n{notes}", "utf-8")
    with pytest.raises(ValueError, match="notes already"):
        keep(tmp_path, GAME, MOST, "one more")
    keep(tmp_path, GAME, 0, "another text")
    keep(tmp_path, GAME, 1, "")
    assert len(notes_in(tmp_path)[GAME]) == MOST - 1
    (tmp_path / FILE).write_text(f"{GAME}:\n  1: {'x' * 59_900}\n", "utf-8")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(ValueError, match=FULL):
        keep(tmp_path, GAME, 2, "y" * 100)
    assert (tmp_path / FILE).read_bytes() == before


BOMB = "a:\n  1: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"  {n}: &{chr(96 + n)} [{','.join([f'*{chr(95 + n)}'] * 10)}]\n" for n in range(2, 9)
)
OFTEN = "".join(f"  {n}: *t\n" for n in range(2, 99))
DAMAGED = {
    "deep": "[" * 5000,
    "deep mappings": "a: " + "{a: " * 3000,
    "aliases": BOMB,
    "a long text often": f"a:\n  1: &t {'x' * 99_999}\n{OFTEN}",
    "wide": "a: [" + "1," * 1_900_000 + "1]",
    "into itself": "a: &a {<<: *a}",
    "a list": "[1]",
    "no notes": "a: [1, 2]",
    "lists for notes": "a: {1: [x]}",
    "other keys": "a: {first: x}",
    "other digits": "a: {\u0663: x}",
    "a long key": "a:\n  " + "9" * 900 + ": x",
    "one number twice": "a: {1: x, 1: y}",
    "one number in two ways": "a: {1: x, 01: y}",
    "lists for keys": "? [1, 2]\n: {1: x}",
    "a zero byte": "\x00",
    "half a character": 'a: {1: "\\ud800"}',
    "a tag": "a: {1: !!python/object:os.system x}",
    "two documents": "a: {1: x}\n---\nb: {1: y}\n",
    "cut off": 'a: {1: "x',
}  # fmt: skip


@pytest.mark.parametrize("what", DAMAGED)
def test_a_file_that_cannot_be_read_is_reported_in_a_line_and_kept(
    what: str, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text(DAMAGED[what], "utf-8")
    for work in (lambda: notes_in(tmp_path), lambda: keep(tmp_path, GAME, 1, "x")):
        with pytest.raises(ValueError, match=r"^notes\.yaml") as told:
            work()
        said = str(told.value)
        assert "\n" not in said and len(said) < 200 and "Error" not in said and "int" not in said
    assert (tmp_path / FILE).read_text("utf-8") == DAMAGED[what]


def test_only_an_ordinary_file_is_read_and_replaced(tmp_path: Path) -> None:
    pack, outside = tmp_path / "pack", tmp_path / "outside.yaml"
    pack.mkdir()
    outside.write_text("a: {1: x}\n", "utf-8")
    inside = pack / "inside.yaml"
    inside.write_text("a: {1: x}\n", "utf-8")
    for target in (outside, inside, Path("/dev/zero"), tmp_path / "nowhere.yaml"):
        (pack / FILE).symlink_to(target)
        for work in (lambda: notes_in(pack), lambda: keep(pack, GAME, 1, "x")):
            with pytest.raises(ValueError, match="expected a file, found a link"):
                work()
        assert (pack / FILE).readlink() == target
        (pack / FILE).unlink()
    assert outside.read_text("utf-8") == inside.read_text("utf-8") == "a: {1: x}\n"
    assert not (tmp_path / "nowhere.yaml").exists()
    os.mkfifo(pack / FILE)
    with pytest.raises(ValueError, match="not an ordinary file"):
        keep(pack, GAME, 1, "x")
    (pack / FILE).unlink()
    (pack / FILE).mkdir()
    with pytest.raises(ValueError, match="this is a folder"):
        notes_in(pack)


def test_the_replay_opens_even_if_its_notes_cannot_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "market"
    shutil.copytree(MARKET, folder)
    asked = "/replay/story?seed=1&agents=random"

    async def work(caller: Caller) -> None:
        story = (await caller.browser.get(asked)).json()
        assert story["notes"] == {} and story["unread"] == ""
        note = {"note": story["key"], "at": 1, "text": "here"}
        half = f'{{"note": "{story["key"]}", "at": 2, "text": "\\ud83d!"}}'
        assert (await caller.json("/replay/note", half)).status_code == 400
        several = (caller.browser.post("/replay/note", json={**note, "at": n}) for n in range(3, 9))
        assert {each.status_code for each in await asyncio.gather(*several)} == {200}
        again = (await caller.browser.get(asked)).json()
        assert again["notes"] == {str(n): "here" for n in range(3, 9)}
        for what in ("deep", "a list", "half a character"):
            (folder / FILE).write_text(DAMAGED[what], "utf-8")
            answer = await caller.browser.get(asked)
            assert answer.status_code == 200 and answer.json()["steps"] == story["steps"]
            assert answer.json()["notes"] == {}
            assert "\n" not in answer.json()["unread"] and "notes.yaml" in answer.json()["unread"]
            assert one_line(await caller.browser.post("/replay/note", json=note), 409)
            assert (folder / FILE).read_text("utf-8") == DAMAGED[what]

    calling(work, folder)


def test_a_note_does_not_recreate_a_deleted_folder(tmp_path: Path) -> None:
    folder = tmp_path / "market"
    shutil.copytree(MARKET, folder)

    async def work(caller: Caller) -> None:
        folder.rename(tmp_path / "away")
        for text in ("kept", ""):
            note = json.dumps({"note": GAME, "at": 1, "text": text})
            answer = await caller.json("/replay/note", note)
            assert (
                one_line(answer, 409) and "the folder of the pack no longer exists" in answer.text
            )
        assert not folder.exists()

    calling(work, folder)
