"""Which files of a folder count, and which do not."""

import os
from pathlib import Path

from generator.regular import files_within


def test_what_is_hidden_or_written_by_the_tool_does_not_count(tmp_path: Path) -> None:
    kept = ["art/b.png", "art/output/c.png", "a.csv"]
    other = ["output/a.pdf", ".git/config", "__pycache__/rules.pyc", ".hidden", "art/.cache/d.png"]
    for name in (*kept, *other):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = [path.relative_to(tmp_path).as_posix() for path in files_within(tmp_path)]
    assert found == ["a.csv", "art/b.png", "art/output/c.png"]
