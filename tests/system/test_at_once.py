"""Two programs that write one file: an editor and a preview, or two previews."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.preview.notes import notes_in
from generator.reading import edit
from generator.reading.door import open_pack
from generator.system import files
from generator.system.locks import locked

GAME = "protoplay: 1\nname: Pack\nplayers: 2\nparameters: {a: 1, b: 2}\n"
KEEP = """
import sys
from pathlib import Path
from generator.preview.notes import keep
for number in range(int(sys.argv[2]), int(sys.argv[2]) + 30):
    keep(Path(sys.argv[1]), "a game", number, f"note {number}")
"""


def test_changes_saved_by_an_editor_meanwhile_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(GAME)
    pack, _ = open_pack(str(tmp_path))
    assert pack is not None
    seen = edit.fingerprint(pack)
    beside = files._beside

    def saved(path: Path, within: Path | None = None) -> Path:
        file.write_text(GAME + "# saved in the editor\n")
        return beside(path, within)

    monkeypatch.setattr(files, "_beside", saved)
    with pytest.raises(edit.CannotEdit, match="read it again first"):
        edit.write_parameters(pack, {"a": 5}, seen)
    assert file.read_text() == GAME + "# saved in the editor\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game.yaml"]


def test_two_previews_lose_no_note(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", KEEP, str(tmp_path), str(first)])
        for first in (0, 100)
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    assert sorted(notes_in(tmp_path)["a game"]) == [*range(30), *range(100, 130)]


def test_a_lock_is_waited_for_and_ends_with_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".protoplay" / "lock"
    program = (
        "import sys, time\nfrom pathlib import Path\nfrom generator.system.locks import locked\n"
        "with locked(Path(sys.argv[1])):\n    print('held', flush=True)\n    time.sleep(60)\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", program, str(file)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None and holder.stdout.readline() == "held\n"
    monkeypatch.setattr("generator.system.locks.PATIENCE", 0.1)
    with pytest.raises(TimeoutError, match="another protoplay"), locked(file):
        pass
    holder.kill()
    holder.wait()
    holder.stdout.close()
    begun = time.monotonic()
    with locked(file):
        assert time.monotonic() - begun < 5


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_a_lock_must_not_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / ".protoplay").symlink_to(tmp_path / "there")
    with pytest.raises(OSError, match="link"), locked(tmp_path / ".protoplay" / "lock"):
        pass
    assert not [*(tmp_path / "there").iterdir()]
