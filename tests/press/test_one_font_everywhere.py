"""Text in a downloaded font has the same width and ink wherever a face is shown."""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import resvg_py
from fontTools.ttLib import TTFont
from PIL import Image
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.model.problems import Problems
from generator.press.build import build
from generator.press.options import BuildOptions
from generator.press.text.fonts import font_files
from generator.preview.faces import Call, look
from generator.reading.door import open_pack
from generator.reading.fonts import default_font
from tests.reading.test_fonts_as_downloaded import variable

DPI = 508  # twenty pixels a mm
USUAL = default_font().files["regular"]
WIDTH, HEIGHT = 63, 88
GAME = """protoplay: 1
name: T
players: 2
fonts: {{own: {font}}}
components:
  card:
    shape: {{rect: [63mm, 88mm]}}
    bleed: 0mm
    front: {{template: face.svg}}
"""
FACE = """<rect width="63" height="88" fill="#fff"/>
{{ draw.textbox("%s", 5, 20, 53, 20, size=24, font="own", fill="#000") }}
"""


def custom(folder: Path) -> None:
    font = TTFont(USUAL.with_name("SourceSansPro-Black.ttf"))
    for record in font["name"].names:
        if record.nameID in (1, 4, 6, 16):
            record.string = "Poster" if record.nameID != 6 else "Poster-Regular"
    font.save(folder / "Poster.ttf")


def opentype(folder: Path) -> None:
    (folder / "Sans.otf").write_bytes(USUAL.with_suffix(".otf").read_bytes())


def varying(folder: Path) -> None:
    variable(folder / "Wide.ttf")


FONTS: dict[str, tuple[Callable[[Path], None], str, str, float, float]] = {
    # font, its words, and, where its tables say so, how wide their ink is and its area, in em
    "a TTF": (custom, "Poster.ttf", "Affe baB", 0, 0),
    "an OTF": (opentype, "Sans.otf", "Affe baB", 0, 0),
    "bold of a variable font": (varying, "Wide.ttf", "**Affe baB**", 7 * 0.6 + 0.4, 7 * 0.4 * 0.7),
}  # fmt: skip


def ink(image: Image.Image) -> tuple[float, float]:
    """Return the width and amount of ink, mm and mm²."""
    dark = 1 - np.asarray(image.convert("L")).astype(float) / 255
    columns = np.flatnonzero((dark > 0.5).any(0))
    per_mm = DPI / 25.4
    return (columns[-1] + 1 - columns[0]) / per_mm, float(dark.sum()) / per_mm**2


def of_svg(svg: str, fonts: list[str]) -> Image.Image:
    size = {"width": round(WIDTH / 25.4 * DPI), "height": round(HEIGHT / 25.4 * DPI)}
    png = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=fonts, dpi=96, **size
    )
    drawn = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", drawn.size, "white"), drawn)


@pytest.mark.parametrize(
    "named", ["a TTF", *(pytest.param(n, marks=pytest.mark.slow) for n in list(FONTS)[1:])]
)
def test_a_font_is_the_same_in_pdf_png_svg_and_preview(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("PROTOPLAY_CACHE", str(tmp_path / "cache"))
    make, file, words, wide, area = FONTS[named]
    folder = tmp_path / "game"
    folder.mkdir()
    make(folder)
    (folder / "game.yaml").write_text(GAME.format(font=file), "utf-8")
    (folder / "face.svg").write_text(FACE % words, "utf-8")
    pack, found = open_pack(folder)
    assert pack is not None and not len(found), [str(p) for p in found]
    out, problems = tmp_path / "out", Problems()
    how = {"labels": False, "marks": "none", "dpi": DPI}
    build(pack, BuildOptions(out=out, formats=("pdf", "svg", "png"), **how), problems)  # type: ignore[arg-type]
    build(pack, BuildOptions(out=out / "lines", formats=("svg",), outlines=True), problems)
    assert not len(problems), [str(p) for p in problems]
    (pdf,) = out.rglob("*.pdf")
    document = pypdfium2.PdfDocument(pdf)
    page = document[0].render(scale=DPI / 72).to_pil()
    document.close()
    (png,) = out.rglob("*.png")
    (svg,) = (out / "game").rglob("*.svg")
    (outlined,) = (out / "lines").rglob("*.svg")
    assert "<text" in svg.read_text("utf-8") and "<text" not in outlined.read_text("utf-8")
    seen, told, pictures = look(Call(str(folder)), frozenset())
    assert seen is not None and not told, [str(p) for p in told]
    preview = pictures[seen.pieces[0].front].decode()
    files = [str(path) for path in font_files(pack)]
    with Image.open(png) as image:
        shown = {
            "pdf": ink(page),
            "png": ink(image),
            "svg": ink(of_svg(svg.read_text("utf-8"), files)),
            "outlines": ink(of_svg(outlined.read_text("utf-8"), [])),
            "preview": ink(of_svg(preview, [])),
        }
    width, amount = shown["png"]
    em = 24 * 25.4 / 72
    if wide:  # by the font's own tables: bars of 0.4 em in steps of 0.6
        assert width == pytest.approx(wide * em, abs=0.1)
        assert amount == pytest.approx(area * em * em, rel=0.02)
    for where, (other, its_amount) in shown.items():
        assert other == pytest.approx(width, abs=0.11), (where, shown)
        assert its_amount == pytest.approx(amount, rel=0.02), (where, shown)


@pytest.mark.parametrize(
    ("font", "words", "code"),
    [
        ("fine.ttf", "Affe", 0),
        ("fine.ttf", "**Affe**", 1),  # it has no bold
        ("broken.ttf", "Affe", 1),
        ("{file: fine.ttf, weight: 700}", "Affe", 1),
    ],
)
def test_strict_counts_fonts_that_do_not_print(
    tmp_path: Path, font: str, words: str, code: int
) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "fine.ttf").write_bytes(USUAL.read_bytes())
    (folder / "broken.ttf").write_bytes(USUAL.read_bytes()[:5000])
    (folder / "game.yaml").write_text(GAME.format(font=font), "utf-8")
    (folder / "face.svg").write_text(FACE % words, "utf-8")
    call = ["build", str(folder), "--out", str(tmp_path / "out"), "--format", "svg"]
    for more, expected in (([], 0), (["--strict"], code)):
        done = CliRunner().invoke(app, call + more)
        assert done.exit_code == expected, done.output
