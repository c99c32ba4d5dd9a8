"""No link in a pack or in its output leads a command to write elsewhere."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.system.files import NotWritten, root_of, write_files
from tests.hostile.test_files import exit_code

GAME = """
protoplay: 1
name: Pack
players: 2
components:
  cards: {size: poker, front: {use: card, title: One}}
"""


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder outside the pack, which must not change."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "pack-a4.pdf").write_text("a picture")
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "game.yaml").write_text(GAME)
    yield folder
    assert [path.name for path in folder.rglob("*")] == ["pack-a4.pdf"]
    assert (folder / "pack-a4.pdf").read_text() == "a picture"


@pytest.mark.parametrize("name", ["pack", "pack/svg", "pack/png"])
def test_a_link_below_the_output_is_not_followed(
    name: str, photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "output" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(photos)
    assert exit_code("build", "pack", "--format", "pdf,svg,png") == 1
    error = capsys.readouterr().err
    assert "is a link to" in error and str(photos) in error
    assert not [p for p in (tmp_path / "output").rglob("*.pdf") if not p.is_relative_to(link)]


def test_an_output_that_lies_in_the_pack_may_be_no_link(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pack" / "output").symlink_to(photos)
    monkeypatch.chdir(tmp_path / "pack")
    assert exit_code("build", ".") == 1


def test_an_output_that_the_user_names_may_be_a_link(photos: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "elsewhere")
    assert exit_code("build", "pack", "--out", "out") == 0
    assert (tmp_path / "elsewhere" / "pack" / "pack-a4.pdf").exists()


def test_one_link_stops_all_files(photos: Path, tmp_path: Path) -> None:
    (tmp_path / "b").symlink_to(photos)
    with pytest.raises(NotWritten, match="is a link to"):
        write_files([(tmp_path / "a/x", b""), (tmp_path / "b/c/x", b"")], below=tmp_path)
    assert not (tmp_path / "a/x").exists()
    assert root_of(Path("output"), tmp_path / "pack") == Path("output")
    assert root_of(tmp_path / "pack/output", tmp_path / "pack") == tmp_path / "pack"
    assert os.path.islink(tmp_path / "b")
