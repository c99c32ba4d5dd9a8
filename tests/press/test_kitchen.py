"""The kitchen pack: 120 rows of Inkscape's art, eight languages, all shapes."""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from generator.model.problems import Problems
from generator.press.build import build
from generator.press.face.face import FaceMaker
from generator.press.options import BuildOptions
from generator.press.pieces.expand import expand
from generator.reading.door import open_pack

KITCHEN = Path(__file__).parents[1] / "packs" / "kitchen"
NOTO = Path("/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf")
GOTHIC = Path("/usr/share/fonts/truetype/vlgothic/VL-Gothic-Regular.ttf")


def pages(file: Path, scale: float = 2.0) -> list[tuple[np.ndarray, str]]:
    document = pypdfium2.PdfDocument(file)
    seen = []
    for i in range(len(document)):
        picture = np.asarray(document[i].render(scale=scale).to_pil().convert("RGB"))
        seen.append((picture.astype(int), document[i].get_textpage().get_text_range()))
    document.close()
    return seen


@pytest.mark.slow
def test_every_shape_and_all_of_inkscapes_art_is_printed(tmp_path: Path) -> None:
    pack, found = open_pack(KITCHEN)
    assert pack is not None and not len(found), [str(p) for p in found]
    assert len(pack.component("dishes").rows) == 120 and len(pack.languages) == 8
    kinds = {component.shape.kind for component in pack.components}
    assert kinds == {"rect", "hex", "circle", "polygon", "dieline"}
    options = BuildOptions(out=tmp_path, only=("dishes/bread-*", "cook", "ells", "cube", "box"))
    problems = Problems()
    (file,) = build(pack, options, problems).files
    assert not len(problems), [str(p) for p in problems]
    (front, words), (back, _), *others = pages(file)
    assert "N° 1 — 0,5" in words and "bread" in words  # text on a path, a decimal comma
    assert len(others) == 4 and all(picture.min() < 120 for picture, _ in others[::2])
    # The raster in the clip, the pattern of the cloth and what a mask fades: many colours of each.
    assert len(np.unique(front.reshape(-1, 3), axis=0)) > 5000
    assert (abs(back - front).max(2) > 60).mean() > 0.1


def test_the_art_of_inkscape_covers_the_features_of_inkscape() -> None:
    art = (KITCHEN / "templates" / "dish.svg").read_text("utf-8")
    for part in ('groupmode="layer"', "<clipPath", "<mask", "<textPath", "<pattern", "image/png"):
        assert part in art, part
    assert 'inkscape:version="' in art


@pytest.mark.parametrize("language", ["en", "de", "fr", "pl", "el", "ru", "ar", "ja"])
def test_each_language_is_drawn_without_a_fault(language: str) -> None:
    for code, font in (("ar", NOTO), ("ja", GOTHIC)):
        if language == code and not font.is_file():
            pytest.skip(f"this machine has no {font.name}")
    pack, found = open_pack(KITCHEN, language=language, flawed=True)
    assert pack is not None, [str(p) for p in found]
    problems = Problems()
    maker = FaceMaker(pack, problems)
    pieces = expand(pack, problems, only=("dishes/*-boil", "small"))
    assert len(pieces) == 15 + 19
    faces = [maker.face(piece, "front") for piece in pieces]
    assert all(face is not None and not face.faults for face in faces)
    # The bundled italic has no Greek, and a machine's fonts may lack their bold: that is told.
    told = [str(p) for p in problems if "is set in regular" not in p.message]
    assert not told, told


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_whole_pack_is_printed_in_every_look(paper: str, tmp_path: Path) -> None:
    pack, _ = open_pack(KITCHEN)
    assert pack is not None
    looks: tuple[dict[str, bool], ...] = ({}, {"grey": True}, {"low_ink": True})
    inks = []
    for look in looks:
        problems = Problems()
        options = BuildOptions(out=tmp_path, paper=paper, **look)  # type: ignore[arg-type]
        summary = build(pack, options, problems)
        assert not problems.errors and summary.crossed == 0, [str(p) for p in problems]
        assert summary.pieces == 177
        printed = pages(summary.files[0], 0.7)
        inks.append(float(np.mean([255 - picture.mean() for picture, _ in printed])))
        if "grey" in look:
            assert all(np.ptp(picture, axis=2).max() < 12 for picture, _ in printed)
    assert inks[2] < 0.75 * inks[0]
