"""Files appear completely or not at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.system.files import NotWritten, lines_to, write_file, write_files


def test_files_are_written_whole(tmp_path: Path) -> None:
    path = write_file(tmp_path / "deep" / "a.txt", "é\n")
    assert path.read_bytes() == b"\xc3\xa9\n" and len(list(path.parent.iterdir())) == 1


def test_a_crash_leaves_every_file_as_it_was(tmp_path: Path) -> None:
    def files() -> Iterator[tuple[Path, bytes]]:
        yield tmp_path / "a.txt", b"one"
        raise RuntimeError("power cut")

    (tmp_path / "a.txt").write_bytes(b"old")
    with pytest.raises(RuntimeError):
        write_files(files())
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("a.txt", b"old")]


def test_lines_appear_when_all_of_them_are_written(tmp_path: Path) -> None:
    with lines_to(tmp_path / "a.jsonl") as write:
        write(["{}", "[]"])
        assert not (tmp_path / "a.jsonl").exists()
    assert (tmp_path / "a.jsonl").read_text() == "{}\n[]\n"
    with pytest.raises(KeyboardInterrupt), lines_to(tmp_path / "b.jsonl") as write:
        write(["{}"])
        raise KeyboardInterrupt
    assert [p.name for p in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_deleted_pack_folder_is_not_created_again(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    for file in (pack / "notes.yaml", pack / ".protoplay" / "games" / "0.games"):
        with pytest.raises(NotWritten, match="the folder of the pack no longer exists"):
            write_file(file, "kept", within=pack)
    assert not pack.exists()
    pack.mkdir()
    assert write_file(pack / ".protoplay" / "games" / "0.games", "kept", within=pack).is_file()
    assert write_file(tmp_path / "out" / "ledger.json", "{}", within=pack).is_file()
