"""Pictures of pieces in reports: drawn once, and again only when the pack's look changes."""

import os
import shutil
from pathlib import Path

import pytest

from generator import bundled
from generator.cli.pictures import changed_pieces, pictures_of
from generator.model.pack import Pack
from generator.model.problems import Problems
from generator.press.face.face import FaceMaker
from generator.press.pieces.expand import expand
from generator.reading.door import open_pack
from tests.toys import YAML


@pytest.fixture
def drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the pieces drawn from now on, with a new cache."""
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
        (folder / "game.yaml").write_text(
            YAML.format(players=2, rows="[{card: one}, {card: two}]"), "utf-8"
        )
        (folder / "rules.py").write_text("SEATS = (2, 2)\n", "utf-8")
    pack, problems = open_pack(folder, settings=settings)
    assert pack is not None, problems.added
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


def test_a_changed_piece_is_reported_by_its_faces_and_by_its_copies(tmp_path: Path) -> None:
    toy(tmp_path)
    path = tmp_path / "toy" / "game.yaml"
    text = path.read_text("utf-8").replace("bonus: 0", "bonus: 2")
    aides = "  aides: {size: mini, rows: [{id: a}], front: {use: card, title: '{{ bonus }}'}}\n"
    text = text.replace("    size: mini\n", "    size: mini\n    count: bonus\n") + aides
    path.write_text(text, "utf-8")
    *cards, aide = changed_pieces(toy(tmp_path), toy(tmp_path, "bonus=5"))
    assert [(c.before, c.after, c.is_redrawn) for c in cards] == [(2, 5, False)] * 2
    assert (aide.id, aide.before, aide.after, aide.is_redrawn) == ("aides/a", 1, 1, True)


@pytest.mark.slow
def test_only_faces_that_may_have_changed_are_drawn_to_be_compared(
    tmp_path: Path, drawn: list[str]
) -> None:
    found, problems = open_pack(bundled("rules") / "mara")
    assert found is not None, problems
    settings = found.settings({"tracks": 20})
    changed, problems = open_pack(bundled("rules") / "mara", settings=settings)
    assert changed is not None, problems
    told = {piece.id: piece for piece in changed_pieces(found, changed)}
    tracks = [piece for id, piece in told.items() if id.startswith("tracks/")]
    assert tracks and all((t.before, t.after, t.is_redrawn) == (15, 20, False) for t in tracks)
    tiles = [piece.id for piece in expand(found, Problems()) if piece.id.startswith("tiles/")]
    assert tiles and sum(map(drawn.count, tiles)) < 3 * len(tiles)  # else 2 sides, twice

    def digests(pack: Pack) -> dict[str, list[str | None]]:
        maker, faces = FaceMaker(pack, Problems()), {}
        for piece in expand(pack, Problems()):
            sides = [maker.face(piece, side) for side in ("front", "back")]
            faces[piece.id] = [None if side is None else side.digest for side in sides]
        return faces

    before, after = digests(found), digests(changed)
    assert {id for id in after if before.get(id) != after[id]} == {
        id for id, piece in told.items() if piece.is_redrawn
    }
