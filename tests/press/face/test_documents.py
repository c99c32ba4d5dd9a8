"""Templates drawn for another bleed than the printed one: centred, cropped, or reported."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from generator.press.build import build
from generator.press.options import BuildOptions
from generator.reading.door import open_pack

TRIM = 63.5, 88.9  # mm, a poker card
RED, BLUE, WHITE = (220, 0, 0), (0, 0, 220), (255, 255, 255)


def document(bleed: float, unit: str = "mm") -> str:
    """A card in blue up to its trim, red beyond it."""
    w, h = (side + 2 * bleed for side in TRIM)
    size = f'width="{w}mm" height="{h}mm" ' if unit == "mm" else ""
    scale = 1.0 if unit == "mm" else 72 / 25.4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}viewBox="0 0 {w * scale} {h * scale}">'
        f'<g transform="scale({scale})"><rect width="{w}" height="{h}" fill="#dc0000"/>'
        f'<rect x="{bleed}" y="{bleed}" width="{TRIM[0]}" height="{TRIM[1]}" '
        'fill="#0000dc"/></g></svg>'
    )


def printed(
    folder: Path, svg: str, bleed: str, *, asked: float | None = None
) -> tuple[Path, list[str]]:
    """Return the PNG of the card, and the reports."""
    game = (
        "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n"
        f"  c: {{size: poker, bleed: {bleed}, front: {{template: t.svg}}}}\n"
    )
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "t.svg").write_text(svg, "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None
    options = BuildOptions(out=folder / "out", formats=("png", "pdf"), bleed=asked)
    build(pack, options, problems)
    file = next((folder / "out").rglob("*front*.png"), folder)
    return file, [str(problem) for problem in problems]


def along(file: Path, bleed: float) -> list[tuple[int, ...]]:
    """Its colours 0.5 mm beyond and 0.5 mm within the trim, and 0.3 mm from its own edge."""
    picture = Image.open(file).convert("RGBA")
    paper = Image.new("RGBA", picture.size, "white")
    pixels = np.asarray(Image.alpha_composite(paper, picture).convert("RGB"))
    mm = pixels.shape[1] / (TRIM[0] + 2 * bleed)
    row = pixels[pixels.shape[0] // 2]
    at = [bleed - 0.5, bleed + 0.5, 0.3] if bleed else [0.5]
    return [tuple(int(v) for v in row[int(x * mm)]) for x in at]


@pytest.mark.parametrize(
    ("drawn_with", "bleed", "edge"),
    [(2, 2, RED), (3.175, 2, RED), (4, 2, RED), (2.2, 2, RED), (2, 3.175, WHITE), (0, 2, WHITE)],
)
def test_a_document_is_centred_whatever_its_bleed(
    tmp_path: Path, drawn_with: float, bleed: float, edge: tuple[int, ...]
) -> None:
    file, told = printed(tmp_path, document(drawn_with), f"{bleed}mm")
    beyond, within, outermost = along(file, bleed)
    assert within == BLUE and outermost == edge
    assert beyond == (RED if drawn_with else WHITE)
    lacks = bleed - drawn_with
    assert len(told) == (lacks > 0)
    if drawn_with and lacks > 0:
        assert "the drawing has 2 mm of bleed; the outer 1.175 mm stay white" in told[0]
        assert told[0].endswith("or set bleed: 2mm)")


@pytest.mark.parametrize("asked", [0.0, 1.0])
def test_a_build_with_less_bleed_crops(tmp_path: Path, asked: float) -> None:
    file, told = printed(tmp_path, document(2), "2mm", asked=asked)
    assert told == []
    assert along(file, asked) == ([BLUE] if asked == 0 else [RED, BLUE, RED])


def test_a_drawing_in_pixels_with_the_bleed_of_a_shop_fits_its_card(tmp_path: Path) -> None:
    file, told = printed(tmp_path, document(3.175, "px"), "2mm")
    assert told == [] and along(file, 2) == [RED, BLUE, RED]


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((60, 88.9), "the drawing is 60 × 88.9 mm, 3.5 mm too narrow; the face needs"),
        (
            (60, 80),
            "the drawing is 60 × 80 mm, 3.5 mm too narrow and 8.9 mm too low; the face needs",
        ),
        ((80, 92.9), "the drawing is 80 × 92.9 mm; the face needs"),
        ((100, 125.4), "the drawing is 100 × 125.4 mm; the face needs"),
    ],
)
def test_a_document_of_another_size_than_the_card_is_reported(
    tmp_path: Path, size: tuple[float, float], said: str
) -> None:
    w, h = size
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 9 9"/>'
    )
    _, told = printed(tmp_path, svg, "2mm")
    assert len(told) == 1 and said in told[0]
