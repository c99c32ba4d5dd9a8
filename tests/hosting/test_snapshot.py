"""The files of a pack that a hosted game goes on with."""

import io
import zipfile
from pathlib import Path

import pytest

from generator.hosting import snapshot
from generator.model.pack import Pack
from generator.reading.door import open_pack
from tests.hosting.free.test_opening import small


def opened(folder: Path) -> Pack:
    pack, _ = open_pack(str(folder))
    assert pack is not None
    return pack


def archive_of(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_a_changed_pack_is_restored_with_the_pictures_of_today(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    small(folder)
    for name in ("rules.py", "art/gem.png", "notebook.yaml", "playtests/one.yaml", ".hidden"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("before", "utf-8")
    content = snapshot.taken(opened(folder))
    assert content is not None
    kept = snapshot.kept_in(content)
    assert sorted(kept) == ["game.yaml", "rules.py"]
    assert snapshot.changes(folder, kept) == []
    for name in ("rules.py", "art/gem.png", "notebook.yaml"):
        (folder / name).write_text("after", "utf-8")
    assert snapshot.changes(folder, kept) == ["rules.py"]
    pack, log = opened(folder), tmp_path / "tables" / "abcdefgh.jsonl"
    restored = snapshot.restored(pack, kept, log)
    assert restored.name == "small" and restored.is_relative_to(log.parent)
    texts = {path.name: path.read_text("utf-8") for path in restored.rglob("*.*")}
    assert (texts["rules.py"], texts["gem.png"]) == ("before", "after")
    assert opened(restored).id == pack.id
    (folder / "rules.py").unlink()
    assert snapshot.changes(folder, kept) == ["rules.py"]


@pytest.mark.parametrize("name", ["../rules.py", "/rules.py", "a/../../b", ".git/config", "c:\\x"])
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="lead elsewhere"):
        snapshot.kept_in(archive_of(**{"game.yaml": b"", name: b"x"}))


def test_what_is_too_large_is_neither_kept_nor_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "LARGEST", 100)
    assert snapshot.taken(opened(small(tmp_path))) is None
    with pytest.raises(ValueError, match="too large"):
        snapshot.kept_in(archive_of(a=bytes(101)))
    with pytest.raises(ValueError, match="cannot be read"):
        snapshot.kept_in(b"PK")
