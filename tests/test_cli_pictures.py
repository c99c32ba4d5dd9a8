"""Pictures of pieces in reports: drawn once, and again only when the pack looks otherwise."""

import os
import shutil
from pathlib import Path

import pytest

from generator.cli.pictures import changed_pieces, pictures_of
from generator.pack import Pack
from generator.press.face.face import FaceMaker
from generator.reading.door import open_pack
from tests.toys import YAML


@pytest.fixture
def drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pieces drawn from now on, with a cache of their own."""
    found: list[str] = []
    face = FaceMaker.face

    def noted(self: FaceMaker, piece: object, side: object) -> object:
        found.append(piece.id)  # type: ignore[attr-defined]
        return face(self, piece, side)  # type: ignore[arg-type]

    monkeypatch.setattr(FaceMaker, "face", noted)
    monkeypatch.setenv("PROTOPLAY_CACHE", str(tmp_path / "cache"))
    return found


def toy(tmp_path: Path, *settings: str) -> Pack:
    folder = tmp_path / "toy"
    if not folder.exists():
        folder.mkdir()
        (folder / "game.yaml").write_text(YAML.format(players=2), "utf-8")
        (folder / "rules.py").write_text("SEATS = (2, 2)\n", "utf-8")
    pack, problems = open_pack(folder, settings=settings)
    assert pack is not None, problems.told
    return pack


def picture(pack: Pack) -> bytes:
    found = pictures_of(pack)("cards/cards-1", 96)
    assert found is not None and found.data[8:12] == b"WEBP"
    return found.data


def test_a_picture_is_drawn_once_and_again_when_the_look_changes(
    tmp_path: Path, drawn: list[str]
) -> None:
    first = picture(toy(tmp_path))
    assert picture(toy(tmp_path)) == first and drawn == ["cards/cards-1"]
    rules = tmp_path / "toy" / "rules.py"
    rules.write_text("SEATS = (2, 3)\n", "utf-8")
    picture(toy(tmp_path))
    assert len(drawn) == 1, "rules are no part of a face"
    picture(toy(tmp_path, "bonus=3"))
    assert len(drawn) == 2, "parameters may stand on it"
    game = tmp_path / "toy" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("card: one", "card: One"), "utf-8")
    os.utime(game, (1, 1))  # a copied file may look old
    assert picture(toy(tmp_path)) != first and len(drawn) == 3


def test_the_press_is_not_begun_where_every_picture_is_kept(
    tmp_path: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = picture(toy(tmp_path))
    monkeypatch.delattr(FaceMaker, "__init__")  # a maker of a pack cannot be made any more
    assert picture(toy(tmp_path)) == first


def test_a_damaged_or_lost_picture_is_drawn_anew(tmp_path: Path, drawn: list[str]) -> None:
    first = picture(toy(tmp_path))
    (file,) = (tmp_path / "cache" / "pictures").rglob("*.webp")
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert picture(toy(tmp_path)) == first and len(drawn) == 2
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert picture(toy(tmp_path)) == first and len(drawn) == 3
    assert pictures_of(toy(tmp_path))("cards/none", 96) is None


def test_a_changed_piece_is_told_by_its_faces_and_by_its_copies(tmp_path: Path) -> None:
    toy(tmp_path)
    path = tmp_path / "toy" / "game.yaml"
    text = path.read_text("utf-8").replace("bonus: 0", "bonus: 2")
    aides = "  aides: {size: mini, rows: [{id: a}], front: {use: card, title: '{{ bonus }}'}}\n"
    text = text.replace("    size: mini\n", "    size: mini\n    count: bonus\n") + aides
    path.write_text(text, "utf-8")
    *cards, aide = changed_pieces(toy(tmp_path), toy(tmp_path, "bonus=5"))
    assert [(c.before, c.after, c.is_redrawn) for c in cards] == [(2, 5, False)] * 2
    assert (aide.id, aide.before, aide.after, aide.is_redrawn) == ("aides/a", 1, 1, True)
