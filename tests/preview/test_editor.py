"""Places on the pages open in the user's editor: files of the pack alone, never through a shell."""

import asyncio
import json
import shutil
import sys
from pathlib import Path

import pytest

from generator.preview.editor import editor_of
from tests.preview.test_asked import HEADERS, Caller, calling
from tests.toys import PACKS

WRITER = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text('|'.join(sys.argv[2:]))"


def test_a_place_opens_in_the_editor_and_nothing_else_does(tmp_path: Path) -> None:
    folder, out = tmp_path / "market", tmp_path / "opened.txt"
    shutil.copytree(PACKS / "market", folder)
    (tmp_path / "outside.yaml").write_text("x", "utf-8")
    (folder / "other.yaml").write_text("x", "utf-8")

    async def work(caller: Caller) -> None:
        file = caller.table.look.pieces[0].file if caller.table.look else ""
        assert 'class="place"' not in (await caller.browser.get("/")).text
        wanted = json.dumps({"file": file, "line": 3})
        assert (await caller.json("/edit", wanted)).status_code == 409, "no editor is known"
        caller.table.editor = (sys.executable, "-c", WRITER, str(out), "{file}", "$({line})")
        assert f'data-edit="{file}"' in (await caller.browser.get("/")).text
        for name in (
            "../outside.yaml",
            str(tmp_path / "outside.yaml"),
            "other.yaml",
            "",
            "rules.py",
        ):
            answer = await caller.json("/edit", json.dumps({"file": name, "line": 1}))
            assert answer.status_code == 400, name
        for line in (-1, True, "3", 10**9):
            answer = await caller.json("/edit", json.dumps({"file": file, "line": line}))
            assert answer.status_code == 400, line
        foreign = {**HEADERS, "origin": "http://evil.test"}
        refused = await caller.browser.post("/edit", content=wanted, headers=foreign)
        assert refused.status_code == 403 and not out.exists()
        assert (await caller.json("/edit", wanted)).json() == {"file": file}
        for _ in range(100):
            if out.exists() and out.read_text("utf-8"):
                break
            await asyncio.sleep(0.05)
        assert out.read_text("utf-8") == f"{(folder / file).resolve()}|$(3)"

    calling(work, folder)


def test_the_editor_must_be_an_existing_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in ("kate", "myed") else None)
    monkeypatch.delenv("VISUAL", raising=False)
    assert editor_of("") == ("kate", "-l", "{line}", "{file}")
    assert editor_of("myed --wait") == ("myed", "--wait", "{file}")
    assert editor_of("myed +{line} {file}") == ("myed", "+{line}", "{file}")
    monkeypatch.setenv("VISUAL", "vim")
    assert editor_of("")[0] == "kate", "an editor in the terminal of preview would be in its way"
    for wrong in ("nothing-here", "myed 'x", " "):
        with pytest.raises(ValueError, match=r"no program|quotation"):
            editor_of(wrong)
