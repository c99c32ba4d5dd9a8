"""Faces printed with little ink: at most an eighth of the ink of full black, as measured."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from generator.model.pack import Pack, Side
from generator.model.problems import Problems
from generator.press.face.face import FaceMaker, FaceOptions
from generator.press.out.to_png import face_png
from generator.press.pieces.expand import expand
from generator.press.text.fonts import font_files
from generator.reading.door import open_pack
from tests.press.face.test_pictures import folder_game

MOST = 0.12
THIN = FaceOptions(low_ink=True, programs=True)


def ink(pack: Pack, options: FaceOptions, only: str = "", every: int = 1) -> dict[str, float]:
    """How dark each face is on white paper, 0 to 1; of a pack's faces each so-manieth."""
    problems = Problems()
    maker = FaceMaker(pack, problems, options)
    sides: tuple[Side, ...] = ("front", "back")
    found = {}
    pieces = [piece for piece in expand(pack, problems) if only in piece.component.id]
    for piece in pieces[::every]:
        for side in sides:
            if (face := maker.face(piece, side)) is None:
                continue
            image = Image.open(io.BytesIO(face_png(face, font_files(pack), 60))).convert("RGBA")
            paper = Image.new("RGBA", image.size, "white")
            paper.alpha_composite(image)
            found[f"{piece.id} {side}"] = 1 - np.asarray(paper.convert("RGB")).mean() / 255
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        pytest.param("mara", marks=pytest.mark.slow),
        pytest.param("marram", marks=pytest.mark.slow),
        "shiftago",
    ],
)
def test_every_kind_of_face_of_the_bundled_games_takes_little_ink(game: str) -> None:
    pack, _ = open_pack(game)
    assert pack is not None
    n_faces = sum(len(component.rows) for component in pack.components)
    found = ink(pack, THIN, every=max(n_faces // 6, 1))
    assert len(found) > 5
    assert {name: share for name, share in found.items() if share > MOST} == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mara", "marram", "shiftago"])
def test_every_face_of_the_bundled_games_takes_little_ink(game: str) -> None:
    pack, _ = open_pack(game)
    assert pack is not None
    assert {n: share for n, share in ink(pack, THIN).items() if share > MOST} == {}


@pytest.mark.slow
def test_the_groves_of_the_mara_take_little_ink() -> None:
    pack, _ = open_pack("mara")
    assert pack is not None
    found = ink(pack, THIN, "tiles", every=6)
    assert any(name.startswith("tiles/grove") for name in found)
    assert max(found.values()) <= MOST


@pytest.mark.parametrize(
    "face",
    ["front: art.png, back: art.png", "front: {use: card, art: art.png, title: Fox}",
     "front: {use: tile, art: art.png}", "front: {template: own.svg}", "front: art.svg",
     "front: {use: token, icon: boot, colour: '#222222'}"],
)  # fmt: skip
def test_own_pictures_and_backs_take_little_ink_and_stay_visible(tmp_path: Path, face: str) -> None:
    dark = Image.new("RGB", (600, 800), (40, 30, 60))
    dark.paste((90, 90, 160), (100, 100, 500, 500))
    dark.save(tmp_path / "art.png")
    shapes = "".join(
        f"<circle cx='{x}' cy='{y}' r='1.2' fill='#123' stroke='#000'/>"
        for x in range(0, 34, 3) for y in range(0, 44, 3)
    )  # fmt: skip
    head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 34 44'"
    (tmp_path / "art.svg").write_text(f"{head}>{shapes}</svg>")
    linked = "<image href='art.png' width='34' height='30'/>"
    own = f"{head} width='34mm' height='44mm'>{shapes}{linked}</svg>"
    (tmp_path / "own.svg").write_text(own)
    pack, _ = folder_game(tmp_path, face)
    assert pack is not None
    thin, full = ink(pack, THIN), ink(pack, FaceOptions())
    assert min(full.values()) > 2 * MOST
    assert max(thin.values()) <= MOST
    assert min(thin.values()) > 0.02
