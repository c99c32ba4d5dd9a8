# ruff: noqa: E501 - a drawing is one line
"""What drawing programs write: the PNG and the printed page show it, or `check` reports it."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from PIL import Image

from generator.press.build import build
from generator.press.face.face import FaceMaker
from generator.press.options import BuildOptions
from generator.press.pieces.expand import expand
from generator.reading.door import open_pack

WIDTH, HEIGHT = 67, 92  # mm
PER_MM = 6  # pixels
HEAD = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" viewBox="0 0 {WIDTH} {HEIGHT}">'
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
Colour = tuple[int, int, int]


@dataclass
class Tried:
    """A drawing on a card: how it looks, and what was reported."""

    folder: Path
    png: NDArray[np.uint8]
    page: NDArray[np.uint8]
    messages: list[str]

    def colours(self, x: float, y: float) -> tuple[Colour, Colour]:
        """The colours of the PNG and the page at a point in mm from the trim's corner."""
        across, down = round(x * PER_MM), round(y * PER_MM)
        png, page = (tuple(map(int, image[down, across])) for image in (self.png, self.page))
        return png, page  # type: ignore[return-value]

    def shows(self, x: float, y: float, colour: Colour) -> bool:
        """Whether both have a colour at a point, within 12 of 255."""
        return all(
            max(abs(a - b) for a, b in zip(found, colour, strict=True)) <= 12
            for found in self.colours(x, y)
        )

    def ink(self, left: float, top: float, right: float, bottom: float) -> tuple[float, float]:
        """The share of pixels in a box that are not white, in the PNG and on the page."""
        box = (slice(round(top * PER_MM), round(bottom * PER_MM)),
               slice(round(left * PER_MM), round(right * PER_MM)))  # fmt: skip
        png, page = (
            float((image[box].min(axis=2) < 200).mean()) for image in (self.png, self.page)
        )
        return png, page


def write(folder: Path, svg: str, *, art: bool, fonts: str = "", fields: str = "") -> Path:
    front = '"card.svg"' if art else "{template: card.svg}"
    (folder / "card.svg").write_text(
        svg if "<svg" in svg[:300] or "svg>" in svg else f"{HEAD}{svg}</svg>", "utf-8"
    )
    (folder / "game.yaml").write_text(
        f"protoplay: 1\nname: T\nplayers: 2\n{fonts}components:\n  c:\n"
        f"    shape: {{rect: [{WIDTH}mm, {HEIGHT}mm]}}\n    bleed: 0mm\n    front: {front}\n{fields}",
        "utf-8",
    )
    return folder


def tried(folder: Path, svg: str, *, art: bool = True, fonts: str = "") -> Tried:
    """Print a drawing: on a face that shows it, or as a template."""
    pack, problems = open_pack(write(folder, svg, art=art, fonts=fonts))
    assert pack is not None, [str(problem) for problem in problems]
    options = BuildOptions(
        out=folder / "out", formats=("png", "pdf"), paper=f"{WIDTH}mm x {HEIGHT}mm", margin=0,
        backs="none", marks="none", labels=False, dpi=PER_MM * 25.4,
    )  # fmt: skip
    build(pack, options, problems)
    (png,) = (folder / "out").rglob("*.png")
    (pdf,) = (folder / "out").rglob("*.pdf")
    page = pypdfium2.PdfDocument(str(pdf))[0].render(scale=PER_MM * 25.4 / 72)
    images = [on_white(Image.open(png)), on_white(page.to_pil())]
    return Tried(folder, *images, [str(problem) for problem in problems])


def on_white(image: Image.Image) -> NDArray[np.uint8]:
    image = image.convert("RGBA").resize((WIDTH * PER_MM, HEIGHT * PER_MM))
    white = Image.new("RGBA", image.size, "white")
    return np.asarray(Image.alpha_composite(white, image).convert("RGB"))


def face_of(folder: Path, svg: str, *, art: bool = True, fonts: str = "") -> tuple[str, list[str]]:
    """The SVG of the face, and what was reported."""
    pack, problems = open_pack(write(folder, svg, art=art, fonts=fonts))
    assert pack is not None, [str(problem) for problem in problems]
    face = FaceMaker(pack, problems).face(expand(pack, problems)[0], "front")
    return face.svg if face else "", [str(problem) for problem in problems]


# -- the pasteboard ---------------------------------------------------------------------------

SCRAPS = {
    "a blend": ('<rect x="-300" width="9" height="9"/><circle cx="40" cy="50" r="20" fill="#39c" style="mix-blend-mode:multiply"/>', (40, 50), (51, 153, 204)),
    "opacities": ('<g opacity=".9"><rect x="-300" width="9" height="9"/><circle cx="40" cy="50" r="20" fill="#39c" opacity=".5"/><g opacity=".5"><circle cx="30" cy="20" r="9"/></g></g>', (30, 20), (140, 140, 140)),
    "a path above": ('<g opacity=".9"><path d="M9-500a9 5 0 0110 0z"/><g opacity=".5"><circle cx="30" cy="20" r="9"/></g></g>', (30, 20), (140, 140, 140)),
    "words": ('<g opacity=".9"><text x="-600" y="30">a note</text><g opacity=".5"><circle cx="30" cy="20" r="9"/></g></g>', (30, 20), (140, 140, 140)),
    "turned": ('<g opacity=".9"><g transform="rotate(180)"><rect x="300" width="9" height="9"/></g><g opacity=".5"><circle cx="30" cy="20" r="9"/></g></g>', (30, 20), (140, 140, 140)),
    "in a cut group": ('<clipPath id="c"><rect width="67" height="92"/></clipPath><g clip-path="url(#c)"><rect x="-300" width="9" height="9"/><g opacity=".5"><circle cx="30" cy="20" r="9"/></g></g>', (30, 20), (128, 128, 128)),
}  # fmt: skip


@pytest.mark.parametrize("scrap", SCRAPS)
def test_what_lies_beside_the_page_hides_nothing_on_it(scrap: str, tmp_path: Path) -> None:
    body, (x, y), colour = SCRAPS[scrap]
    card = tried(tmp_path, body)
    assert card.shows(x, y, colour), card.colours(x, y)
    assert not card.messages


@pytest.mark.parametrize(
    "nothing",
    [
        "<g/>", "<g><title>a</title></g>", '<g><rect width="3" height="3" display="none"/></g>',
        '<g><rect width="0" height="3"/></g>', '<symbol id="s"><g/></symbol><use href="#s"/>',
        '<g><defs><linearGradient id="a"/></defs></g>', '<g><path d="M0 0"/></g>', "<a/>",
    ],
)  # fmt: skip
def test_an_empty_group_is_no_point_of_the_drawing(nothing: str, tmp_path: Path) -> None:
    svg = f'{HEAD.replace("0 0 67", "1200 0 67")}<g opacity=".9">{nothing}<g opacity=".5"><circle cx="1230" cy="50" r="20"/></g></g></svg>'
    card = tried(tmp_path, svg)
    assert card.shows(30, 50, (140, 140, 140)), card.colours(30, 50)


@pytest.mark.parametrize(
    "needed",
    [
        '<g id="far"><rect x="-300" width="9" height="9"/></g><use href="#far" x="320" y="10"/>',
        '<g><circle id="far" cx="-300" cy="9" r="9"/></g><use href="#far" x="325" y="6"/>',
        '<g transform="translate(320)"><rect x="-300" y="10" width="9" height="9"/></g>',
        '<g display="none"><g id="far"><rect x="-300" width="9" height="9"/></g></g><use href="#far" x="320" y="10"/>',
        '<g><linearGradient id="g"><stop/></linearGradient></g><rect x="20" y="10" width="9" height="9" fill="url(#g)"/>',
        '<g><g><text>x<a><tspan x="20" y="19" font-size="30" stroke="#000" stroke-width="9">MMM</tspan></a></text></g></g>',
        '<path d="M-300 10H29V19H-300z"/>',
        '<path d="M25 -200V300" stroke="#000" stroke-width="9"/>',
        '<g stroke="#000" stroke-width="700"><path d="M-300 10V19"/></g>',
    ],
)
def test_what_reaches_the_page_stays(needed: str, tmp_path: Path) -> None:
    card = tried(tmp_path, needed)
    assert card.shows(25, 15, BLACK), card.colours(25, 15)


def test_a_group_that_is_measured_by_its_parts_keeps_them(tmp_path: Path) -> None:
    """The mask reaches over the box of all: half of it is at the left of the page."""
    mask = '<mask id="m" maskContentUnits="objectBoundingBox"><rect width=".5" height="1" fill="#fff"/></mask>'
    card = tried(
        tmp_path,
        f'{mask}<g mask="url(#m)"><rect x="-134" y="10" width="9" height="40"/><rect y="10" width="67" height="40"/></g>',
    )
    assert card.shows(30, 20, WHITE), card.colours(30, 20)
