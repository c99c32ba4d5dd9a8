# ruff: noqa: E501 - a drawing is one line
"""Output of drawing programs: the PNG and the printed page show it, or `check` reports it."""

import base64
import gzip
import io
import re
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
from tests.handmade import body_font

WIDTH, HEIGHT = 67, 92  # mm
PER_MM = 6  # pixels
HEAD = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" viewBox="0 0 {WIDTH} {HEIGHT}">'
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
Colour = tuple[int, int, int]


@dataclass
class Tried:
    """A drawing on a card: its look, and the reports."""

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
        svg if re.match(r"<(?:[?!]|\w*:?svg )[^>]*(?:xml|XML)", svg) else f"{HEAD}{svg}</svg>",
        "utf-8",
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
    """Return the SVG of the face, and the reports."""
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
def test_parts_beside_the_page_hide_nothing_on_it(scrap: str, tmp_path: Path) -> None:
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
def test_an_empty_group_does_not_extend_the_drawing(nothing: str, tmp_path: Path) -> None:
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
def test_parts_that_reach_the_page_stay(needed: str, tmp_path: Path) -> None:
    card = tried(tmp_path, needed)
    assert card.shows(25, 15, BLACK), card.colours(25, 15)


def test_a_group_keeps_parts_that_determine_its_bounding_box(tmp_path: Path) -> None:
    """The mask reaches over the box of all: half of it is at the left of the page."""
    mask = '<mask id="m" maskContentUnits="objectBoundingBox"><rect width=".5" height="1" fill="#fff"/></mask>'
    card = tried(
        tmp_path,
        f'{mask}<g mask="url(#m)"><rect x="-134" y="10" width="9" height="40"/><rect y="10" width="67" height="40"/></g>',
    )
    assert card.shows(30, 20, WHITE), card.colours(30, 20)


# -- pictures ---------------------------------------------------------------------------------


def picture(width: int = 600, height: int = 420) -> str:
    """The address of a picture of noise."""
    noise = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).save(out, "JPEG")
    return "data:image/jpeg;base64," + base64.b64encode(out.getvalue()).decode()


def embedded(svg: str) -> list[int]:
    """How many pixels the pictures of a face are wide."""
    data = re.findall(r"data:image/[a-z]+;base64,([^\"]+)", svg)
    return [Image.open(io.BytesIO(base64.b64decode(each))).width for each in data]


P = '<image width="10" height="7" href="PICTURE"/>'
GROWN = {
    "use": f'<defs><g id="i">{P}</g></defs><use href="#i" transform="scale(6)"/>',
    "use of use": f'<defs><g id="i">{P}</g><use id="j" href="#i" transform="scale(2)"/></defs><use href="#j" transform="scale(3)"/>',
    "largest use": f'<g id="i">{P}</g><use href="#i" transform="scale(6)"/><use href="#i" x="9"/>',
    "use of a part": f'<g transform="scale(.1)"><g id="i">{P}</g></g><use href="#i" transform="scale(6)"/>',
    "symbol": f'<symbol id="s" viewBox="0 0 10 7">{P}</symbol><use href="#s" width="60" height="42"/>',
    "stretched symbol": f'<symbol id="s" viewBox="0 0 10 70" preserveAspectRatio="none">{P}</symbol><use href="#s" width="60" height="420"/>',
    "nested": f'<g><svg width="60" height="42" viewBox="0 0 10 7">{P}</svg></g>',
    "pattern": f'<pattern id="p" width="60" height="42" patternUnits="userSpaceOnUse" viewBox="0 0 10 7">{P}</pattern><rect width="60" height="42" fill="url(#p)"/>',
    "turned pattern": f'<pattern id="p" width="10" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(9) scale(6)">{P}</pattern><rect width="60" height="42" style="fill:url(#p)"/>',
    "pattern of a box": f'<pattern id="p" width="1" height="1" viewBox="0 0 10 7">{P}</pattern><path d="M0 0H60V42H0z" fill="url(#p)"/>',
    "pattern in shares": '<pattern id="p" width="1" height="1" patternContentUnits="objectBoundingBox"><image width="1" height="1" preserveAspectRatio="none" href="PICTURE"/></pattern><rect width="60" height="42" fill="url(#p)"/>',
    "pattern taken over": f'<pattern id="q" width="60" height="42" patternUnits="userSpaceOnUse" viewBox="0 0 10 7">{P}</pattern><pattern id="p" href="#q" patternTransform="scale(1)"/><g fill="url(#p)"><rect width="60" height="42"/></g>',
    "mask": f'<mask id="m"><g transform="scale(6)">{P}</g></mask><rect width="60" height="42" mask="url(#m)"/>',
    "marker": f'<marker id="m" markerWidth="9" markerHeight="9">{P}</marker><path d="M0 0h9" stroke-width="6" stroke="#000" marker-end="url(#m)"/>',
    "used text": f'<symbol id="s" viewBox="0 0 10 7">{P}</symbol><symbol id="t" viewBox="0 0 60 42"><use href="#s" width="60" height="42"/></symbol><use href="#t" width="60" height="42"/>',
}  # fmt: skip


@pytest.mark.parametrize("name", GROWN)
def test_a_picture_keeps_the_pixels_for_the_largest_place_that_shows_it(
    name: str, tmp_path: Path
) -> None:
    svg, messages = face_of(tmp_path, GROWN[name].replace("PICTURE", picture()))
    assert set(embedded(svg)) == {600}
    assert not [m for m in messages if "dpi;" in m]


@pytest.mark.parametrize(
    "body",
    [
        '<defs><image id="i" width="600" height="420" href="PICTURE"/></defs><use href="#i" transform="scale(.1)"/>',
        '<symbol id="s" viewBox="0 0 600 420"><image width="600" height="420" href="PICTURE"/></symbol><use href="#s" width="60" height="42"/>',
        '<defs><image width="600" height="420" href="PICTURE"/></defs>',
    ],
)
def test_the_resolution_of_a_picture_is_checked_only_at_printed_sizes(
    body: str, tmp_path: Path
) -> None:
    _, messages = face_of(tmp_path, body.replace("PICTURE", picture()))
    assert not messages


def test_a_picture_shown_too_large_by_a_use_is_reported(tmp_path: Path) -> None:
    body = f'<defs><g id="i">{P}</g></defs><use href="#i" transform="scale(6)"/>'
    _, messages = face_of(tmp_path, body.replace("PICTURE", picture(60, 42)))
    assert any("25 dpi" in message for message in messages), messages


# -- shares -----------------------------------------------------------------------------------


def test_percentages_within_a_symbol_refer_to_each_use_of_it(tmp_path: Path) -> None:
    body = (
        '<symbol id="s"><rect width="50%" height="100%" fill="#c00"/><rect x="50%" width="50%" height="50%"/></symbol>'
        '<use href="#s" width="20" height="40"/><use href="#s" x="30" width="30" height="20"/>'
        '<use href="#s" y="50" width="50%" height="25%"/>'
    )
    card = tried(tmp_path, body, art=False)
    for x, y, width, height in ((0, 0, 20, 40), (30, 0, 30, 20), (0, 50, 33.5, 23)):
        assert card.shows(x + width * 0.25, y + height * 0.9, (204, 0, 0))
        assert card.shows(x + width * 0.9, y + height * 0.25, BLACK)
        assert card.shows(x + width * 0.9, y + height * 0.75, WHITE)
    assert not card.messages


def test_a_picture_of_excalidraw_is_drawn_completely(tmp_path: Path) -> None:
    halves = np.zeros((420, 600, 3), np.uint8)
    halves[:, 300:] = (200, 0, 0)
    out = io.BytesIO()
    Image.fromarray(halves).save(out, "PNG")
    address = "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()
    body = f'<symbol id="s"><image width="100%" height="100%" preserveAspectRatio="none" href="{address}"/></symbol><use href="#s" width="60" height="40"/>'
    card = tried(tmp_path, body)
    assert card.shows(28, 20, BLACK) and card.shows(32, 20, (200, 0, 0))
    assert card.shows(58, 38, (200, 0, 0)) and card.shows(62, 20, WHITE)


@pytest.mark.parametrize(
    "line",
    [
        '<path d="M0 100H200" stroke="#000" stroke-width="10%"/>',
        '<g stroke="#000" stroke-width="10%"><polyline points="0,100 200,100"/></g>',
        '<polygon points="0,100 200,100" style="fill:none;stroke:#000;stroke-width:10%"/>',
        '<path d="M0 100H200" stroke="#000" stroke-width="22.81" stroke-dasharray="30% 70%"/>',
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="50%"><stop offset=".9"/><stop offset="1" stop-color="#fff"/></linearGradient><rect y="88" width="189" height="23" fill="url(#g)"/>',
    ],
)
def test_percentages_of_strokes_and_paints_refer_to_the_drawing(line: str, tmp_path: Path) -> None:
    """In pt: 10 % of the diagonal is 22.8 pt, 8 mm, from 31.2 mm to 39.3 mm down."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="189.92pt" height="260.79pt" viewBox="0 0 189.92 260.79">{line}</svg>'
    card = tried(tmp_path, svg, art=False)
    assert card.shows(10, 31.8, BLACK) and card.shows(10, 38.7, BLACK), card.colours(10, 31.8)
    assert card.shows(10, 30.7, WHITE) and card.shows(10, 39.8, WHITE)
    if "dash" in line or "url" in line:
        assert card.shows(20, 35, BLACK) and card.shows(40, 35, WHITE)
    assert not card.messages


# -- how it is written ------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["svg", "ns0"])
@pytest.mark.parametrize("art", [True, False])
def test_a_drawing_may_have_prefixed_elements(prefix: str, art: bool, tmp_path: Path) -> None:
    svg = (
        f'<{prefix}:svg xmlns:{prefix}="http://www.w3.org/2000/svg" width="67mm" height="92mm">'
        f'<{prefix}:rect x="10mm" y="10mm" width="20mm" height="20mm" fill="#c00"/></{prefix}:svg>'
    )
    card = tried(tmp_path, svg, art=art)
    assert card.shows(11, 11, (204, 0, 0)) and card.shows(29, 29, (204, 0, 0))
    assert card.shows(9, 9, WHITE) and card.shows(31, 31, WHITE)
    assert not card.messages


def test_words_behind_an_unknown_element_stay(tmp_path: Path) -> None:
    body = (
        '<text xmlns:v="urn:visio" x="5" y="20" font-size="6"><v:paragraph/>All here</text>'
        '<text xmlns:v="urn:visio" x="5" y="40" font-size="6">Half <v:tabList/>here</text>'
    )
    svg, messages = face_of(tmp_path, body)
    assert ">All here</text>" in svg and ">Half here</text>" in svg
    assert not messages


@pytest.mark.parametrize("as_what", ["template", "picture", "linked", "row"])
def test_a_compressed_drawing_is_reported_as_compressed(as_what: str, tmp_path: Path) -> None:
    data = gzip.compress(f"{HEAD}</svg>".encode())
    write(tmp_path, '<image href="packed.svgz" width="9" height="9"/>', art=as_what == "linked")
    (tmp_path / "packed.svgz").write_bytes(data)
    game = (tmp_path / "game.yaml").read_text("utf-8")
    if as_what == "template":
        (tmp_path / "card.svg").write_bytes(data)
    elif as_what == "picture":
        (tmp_path / "game.yaml").write_text(
            game.replace("{template: card.svg}", "{use: picture, art: packed.svgz}"), "utf-8"
        )
    elif as_what == "row":
        row = '"{{ art }}"\n    rows: [{art: packed.svgz}]'
        (tmp_path / "game.yaml").write_text(game.replace("{template: card.svg}", row), "utf-8")
    pack, problems = open_pack(tmp_path)
    if pack is not None:
        FaceMaker(pack, problems).face(expand(pack, problems)[0], "front")
    messages = [str(problem) for problem in problems]
    assert any("it is a compressed SVG" in m and "uncompressed" in m for m in messages), messages


# -- colours and filters ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        ("hsl(120deg,50%,50%)", (64, 191, 64)),
        ("hsl(0.25turn 100% 50%)", (128, 255, 0)),
        ("hsla(200grad, 100%, 25%, 100%)", (0, 128, 128)),
        ("hwb(120deg 0% 50%)", (0, 128, 0)),
        ("hsl(240 100% 50%)", (0, 0, 255)),
    ],
)
def test_a_hue_has_any_unit_of_angles(written: str, colour: Colour, tmp_path: Path) -> None:
    card = tried(tmp_path, f'<rect width="25" height="20" fill="{written}"/>')
    assert card.shows(9, 9, colour), card.colours(9, 9)
    assert not card.messages


@pytest.mark.parametrize(
    "shadow",
    [
        "rgba(0,0,200,.5)", "rgb(0 0 200 / 50%)", "#0000c880", "hsla(240deg, 100%, 39.2%, .5)",
    ],
)  # fmt: skip
def test_a_shadow_has_any_colour(shadow: str, tmp_path: Path) -> None:
    body = f'<rect x="5" y="5" width="20" height="20" fill="#c88" style="filter:drop-shadow(20px 1cm 0 {shadow})"/>'
    card = tried(tmp_path, body.replace("1cm", "10px"))
    assert card.shows(15, 15, (204, 136, 136))
    assert card.shows(35, 25, (127, 127, 227)), card.colours(35, 25)
    assert "a filter prints as a picture of 288 dpi (draw the effect if" in card.messages[0]
    assert len(card.messages) == 1


def test_lengths_of_a_shadow_are_user_units(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="67mm" height="92mm"><rect width="40" height="40" fill="red" style="filter:drop-shadow(20mm 0 0 blue)"/></svg>'
    card = tried(tmp_path, svg)
    assert card.shows(25, 5, (0, 0, 255)) and card.shows(5, 5, (255, 0, 0))


def test_a_step_for_shadows_has_its_colour_in_srgb(tmp_path: Path) -> None:
    steps = '<feOffset/><feDropShadow stdDeviation="0" dx="20" dy="10" style="flood-color:#0000c8;flood-opacity:.5"/><feOffset dx="1"/>'
    body = f'<filter id="f" color-interpolation-filters="sRGB" x="-1" y="-1" width="3" height="3">{steps}</filter><rect x="5" y="5" width="20" height="20" fill="#c88" filter="url(#f)"/>'
    card = tried(tmp_path, body)
    assert card.shows(15, 15, (204, 136, 136))
    assert card.shows(35, 25, (127, 127, 227)), card.colours(35, 25)


def test_lights_are_drawn_in_their_colour(tmp_path: Path) -> None:
    """As Chromium draws it: (227, 181, 0) on a flat ground under 50 degrees."""
    light = '<feDiffuseLighting lighting-color="#fc0"><feDistantLight azimuth="45" elevation="50"/></feDiffuseLighting>'
    body = f'<filter id="f">{light}</filter><rect x="5" y="5" width="25" height="20" filter="url(#f)"/>'
    assert tried(tmp_path, body).shows(15, 15, (227, 181, 0))
    srgb = body.replace("<filter", '<filter color-interpolation-filters="sRGB"')
    assert tried(tmp_path, srgb).shows(15, 15, (195, 156, 0))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<rect width="9" height="9" fill="color-mix(in srgb, red, blue)"/>', "the colour 'color-mix(in srgb, red, blue)' is unknown: it prints in the fill colour of the element around it, black by default (write it like #c82828)"),
        ('<rect width="9" height="9" stroke="oklch(70% .2 40)"/>', "the colour 'oklch(70% .2 40)' is unknown: it prints with the stroke of the element around it, none by default (write"),
        ('<text style="text-transform:uppercase">a</text>', "text-transform: uppercase is not drawn (type the words in capitals)"),
    ],
)  # fmt: skip
def test_undrawn_parts_are_reported_as_they_print(body: str, message: str, tmp_path: Path) -> None:
    _, messages = face_of(tmp_path, body)
    assert any(message in each for each in messages), messages


# -- letters ----------------------------------------------------------------------------------

DEJAVU = "fonts:\n  dejavu: {regular: DejaVuSans.ttf, bold: DejaVuSans-Bold.ttf}\n"
FONTS = Path("/usr/share/fonts/truetype/dejavu")


def lent_fonts(folder: Path) -> str:
    """The `fonts:` of a pack with a copy of DejaVu, regular and bold."""
    for name in ("DejaVuSans", "DejaVuSans-Bold"):
        (folder / f"{name}.ttf").write_bytes((FONTS / f"{name}.ttf").read_bytes())
    return DEJAVU


@pytest.mark.parametrize(
    ("lacks", "attributes", "message"),
    [
        (("bold", "bolditalic"), 'font-weight="bold"', "no bold; 'strong words' prints in regular"),
        (("bold", "bolditalic"), 'style="font-weight:800"', "no bold; 'strong words' prints in regular"),
        (("italic", "bolditalic"), 'font-style="oblique"', "no italic; 'strong words' prints in regular"),
        (("bolditalic",), 'font-style="italic" font-weight="700"', "no bolditalic; 'strong words' prints in italic"),
        (("bold", "bolditalic"), 'font-weight="500"', ""),
        ((), 'font-style="italic" font-weight="700"', ""),
    ],
)  # fmt: skip
def test_a_style_without_a_file_is_reported(
    lacks: tuple[str, ...], attributes: str, message: str, tmp_path: Path
) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    fonts = "fonts:\n  body:\n"
    for style, path in body_font().files.items():
        if style not in lacks:
            (folder / path.name).write_bytes(path.read_bytes())
            fonts += f"    {style}: {path.name}\n"
    body = f"<text y='20'>plain <tspan {attributes}>strong words</tspan></text>"
    pack, problems = open_pack(write(folder, body * 2, art=False, fonts=fonts))
    assert pack is not None, [str(problem) for problem in problems]
    FaceMaker(pack, problems).face(expand(pack, problems)[0], "front")
    warnings = [p for p in problems if "has no" in p.message]
    assert [p.alters_print for p in warnings] == [True] * bool(message)
    assert all(message in p.message and "under fonts:" in p.fix for p in warnings)


@pytest.mark.parametrize(
    ("family", "chosen"),
    [
        ("DejaVuSans-Bold", 'font-family="DejaVu Sans" font-weight="700" font-style="normal"'),
        ("'Nowhere', DejaVuSans", 'font-family="DejaVu Sans"'),
        (
            "SourceSansPro-BoldIt",
            'font-family="Source Sans Pro" font-weight="700" font-style="italic"',
        ),
    ],
)
def test_a_font_can_be_named_by_its_postscript_name(
    family: str, chosen: str, tmp_path: Path
) -> None:
    fonts = lent_fonts(tmp_path)
    svg, messages = face_of(tmp_path, f'<text y="20" font-family="{family}">a</text>', fonts=fonts)
    assert f'<text y="20" {chosen}>' in svg, svg
    svg, more = face_of(
        tmp_path, f'<text y="20" style="font-family:{family}">a</text>', fonts=fonts
    )
    properties = chosen.replace('="', ":").replace('" ', ";").replace('"', "")
    assert properties in svg.replace(":'", ":").replace("';", ";").replace("'\"", '"')
    assert not messages + more


def extent(card: Tried, top: float, bottom: float) -> list[tuple[float, float]]:
    """Return where a line's ink begins and ends, mm, in the PNG and on the page."""
    ends = []
    for image in (card.png, card.page):
        rows = image[round(top * PER_MM) : round(bottom * PER_MM)]
        columns = np.flatnonzero((rows.min(axis=2) < 128).any(axis=0))
        ends.append((columns[0] / PER_MM, (columns[-1] + 1) / PER_MM))
    return ends


@pytest.mark.parametrize(
    ("line", "left", "right"),
    [
        ('<text x="5" y="20" textLength="50"><tspan x="5" y="20">HHHH</tspan></text>', 5, 55),
        (
            '<text x="5" y="20" textLength="50">HH <tspan font-weight="bold">HH</tspan></text>',
            5,
            55,
        ),
        (
            '<text x="30" y="20" textLength="50" text-anchor="middle">HH<tspan>HH</tspan></text>',
            5,
            55,
        ),
        ('<text x="55" y="20" textLength="50" text-anchor="end">HH<tspan>HH</tspan></text>', 5, 55),
    ],
)
def test_a_text_of_several_parts_is_stretched_to_its_length(
    line: str, left: float, right: float, tmp_path: Path
) -> None:
    card = tried(tmp_path, f'<g font-size="6">{line}</g>')
    for begin, end in extent(card, 10, 25):
        assert abs(begin - left) < 0.9 and abs(end - right) < 0.9, (begin, end)
    assert not card.messages


def test_a_length_that_is_not_followed_is_reported(tmp_path: Path) -> None:
    body = '<text x="5" y="20" textLength="50" lengthAdjust="spacingAndGlyphs">a<tspan>b</tspan></text>'
    _, messages = face_of(tmp_path, body)
    assert "textLength of a <text> with child elements is ignored" in messages[0]


@pytest.mark.parametrize("paint", ["fill:none", "fill:#fff", "fill:#fff;stroke-opacity:1"])
@pytest.mark.parametrize(
    "around",
    [
        "<g>{}</g>",
        '<g transform="rotate(3)">{}</g>',
        "<g><text x='5' y='20' font-size='12' fill='#fff'>.<tspan PAINT>I</tspan></text></g>",
    ],
)
def test_letters_can_have_outlines_with_gradients(paint: str, around: str, tmp_path: Path) -> None:
    style = f'style="{paint};stroke:url(#g);stroke-width:3"'
    stop = '<stop stop-color="#c00"/><stop offset="1" stop-color="#c00"/>'
    text = around.format(f"<text x='5' y='20' font-size='12' {style}>III</text>").replace(
        "PAINT", style
    )
    card = tried(tmp_path, f'<linearGradient id="g">{stop}</linearGradient>{text}')
    png, page = card.ink(0, 5, 60, 25)
    assert png > 0.015 and abs(png - page) < 0.1 * png, (png, page)


def test_a_hidden_part_does_not_hide_the_text_after_it(tmp_path: Path) -> None:
    body = '<text y="20" font-size="6"><tspan display="none">hidden</tspan>first</text><text y="40" font-size="6"><tspan style="display:none">x</tspan><tspan>shown</tspan></text>'
    card = tried(tmp_path, body)
    assert min(card.ink(0, 14, 20, 21)) > 0.05 and min(card.ink(0, 34, 20, 41)) > 0.05


def test_the_opacity_of_a_part_applies_to_everything_in_it(tmp_path: Path) -> None:
    bar = 'font-size="40"'
    body = f'<text y="30" {bar}>I<tspan opacity="50%">I<tspan style="opacity:.5">I</tspan></tspan>I</text>'
    card = tried(tmp_path, body)
    begin, end = extent(tried(tmp_path, f'<text y="30" {bar}>IIII</text>'), 5, 30)[0]
    width = float(
        np.subtract(*extent(tried(tmp_path, f'<text y="30" {bar}>I</text>'), 5, 30)[0][::-1])
    )
    centres = np.linspace(begin + width / 2, end - width / 2, 4)
    greys = [card.colours(float(x), 15) for x in centres]
    assert [round(png[0] / 64) for png, _ in greys] == [0, 2, 3, 0], greys
    assert [round(page[0] / 64) for _, page in greys] == [0, 2, 3, 0], greys


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<filter id="f"><feOffset/></filter><text>a<tspan filter="url(#f)">b</tspan></text>', "filter of a <tspan> is ignored (make it a <text> of its own)"),
        ('<text>a<tspan style="mix-blend-mode:multiply">b</tspan></text>', "mix-blend-mode of a <tspan> is ignored"),
        ('<text style="inline-size:40px">Words that run over more than a line.</text>', "error: flowed text prints on one line: 'Words that run over more than a line.'"),
        ('<rect id="r" width="9" height="9"/><text style="shape-inside:url(#r)">Words</text>', "flowed text prints on one line"),
        ('<mask id="m" style="color-interpolation:linearRGB"><rect width="9" height="9" fill="#777"/></mask><rect width="9" height="9" mask="url(#m)"/>', "linearRGB is ignored: the mask lets more through"),
        ("<text><tspan x='1'>{</tspan><tspan x='2'>{ name }</tspan><tspan x='3'>}</tspan></text>", "'{{ name }}' prints as it is written: it is in several pieces"),
    ],
)  # fmt: skip
def test_words_that_print_differently_from_browsers_are_reported(
    body: str, message: str, tmp_path: Path
) -> None:
    _, messages = face_of(tmp_path, body, art=False)
    assert any(message in each for each in messages), messages


@pytest.mark.parametrize(
    "body",
    [
        '<text style="inline-size:400px">Words</text>',
        '<rect id="r" width="9" height="9"/><text style="shape-inside:url(#r)"><tspan x="1" y="9">Words</tspan></text>',
        '<text style="inline-size:0;shape-inside:auto">Words</text>',
    ],
)
def test_lines_that_are_broken_already_are_not_reported(body: str, tmp_path: Path) -> None:
    _, messages = face_of(tmp_path, body)
    assert not messages


@pytest.mark.parametrize(
    "style",
    ["font-variant-ligatures:none", "font-feature-settings:'liga' 0", "letter-spacing:0.001px"],
)
def test_letters_without_ligatures_are_separate(style: str, tmp_path: Path) -> None:
    """The dot of an i is lost where DejaVu joins fi."""
    fonts = lent_fonts(tmp_path)
    lines = '<text x="5" y="30" {}>fi<tspan>fi</tspan></text>'
    words = f'<g font-family="dejavu" font-size="30">{lines}</g>'
    apart = tried(tmp_path, words.format(f'style="{style}"'), fonts=fonts)
    joined = tried(tmp_path, words.format(""), fonts=fonts)
    parted = tried(tmp_path, words.format("").replace("fi", "f\u200ci"), fonts=fonts)
    for image in ("png", "page"):
        assert np.abs(getattr(apart, image).astype(int) - getattr(parted, image)).mean() < 0.3
        assert np.abs(getattr(apart, image).astype(int) - getattr(joined, image)).mean() > 0.4


# -- what is left out -------------------------------------------------------------------------


def test_a_rectangle_has_no_markers(tmp_path: Path) -> None:
    body = '<marker id="a" markerWidth="9" markerHeight="9" refX="4" refY="4" overflow="visible"><circle r="9" cx="4" cy="4"/></marker><g marker-end="url(#a)" style="marker-start:url(#a)"><rect x="30" y="30" width="9" height="9" fill="#fff" style="marker-end:url(#a)"/><circle cx="10" cy="60" r="9" fill="none"/><path d="M30 80h9" stroke="#000"/></g>'
    card = tried(tmp_path, body)
    assert card.shows(28, 28, WHITE) and card.shows(19, 60, WHITE) and card.shows(41, 80, BLACK)


@pytest.mark.parametrize(
    ("body", "messages"),
    [
        ('<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml" style="backdrop-filter:blur(4px)"/></foreignObject>', ["card.svg:1: warning: a blurred background does not print (draw what is to be seen there as shapes)"]),
        ('<foreignObject width="9" height="9"/>', []),
        ('<text><tref href="#a"/></text><text id="a">b</text>', ["card.svg:1: warning: <tref> is left out: the words that it links do not print (write its words here)"]),
        ('<use href="#a"/>', ["""card.svg:1: warning: <use> uses the id "a", which is not in the drawing (nothing prints there; correct the id, or take the <use> out)"""]),
        ('<style>@import url("https://fonts.googleapis.com/css?family=X");</style>', ["card.svg:1: warning: @import is ignored: protoplay downloads nothing (add the font under fonts:)"]),
        ('<font id="f"><font-face font-family="Own"/></font><text font-family="Own">a</text>', ["card.svg:1: warning: the font 'Own' is not in the pack; the body font is used (name its file under fonts: (now: body), or convert the text to paths)"]),
        ('<meshgradient id="m"/><rect width="9" height="9" fill="url(#m)"/>', ["card.svg:1: warning: <meshgradient> is left out: what it paints prints without that paint (use a linear or a radial gradient)"]),
        (f'<filter id="f"><feImage href="data:image/png;base64,{"A" * 99}"/></filter>', ["card.svg:1: warning: a filter prints as a picture of 288 dpi (draw the effect if its edges must be sharp)", "card.svg:1: error: a link into another file does not print: data:image/png;base64,AAAAAAAAAAAAAAAAA… (copy that drawing into this file)"]),
    ],
)  # fmt: skip
def test_omitted_parts_are_named(body: str, messages: list[str], tmp_path: Path) -> None:
    assert face_of(tmp_path, body, art=False)[1] == messages


@pytest.mark.parametrize(
    ("body", "fix"),
    [
        ("<style>@media screen{#a{fill:red}}</style>", "`{#` begins a remark in a template: put a blank between { and #"),
        ("<text>{{ na<tspan>me</tspan> }}</text>", "write the name in one piece, without tags between {{ and }}"),
    ],
)  # fmt: skip
def test_unreadable_parts_of_a_template_have_a_fix(body: str, fix: str, tmp_path: Path) -> None:
    _, messages = face_of(tmp_path, body, art=False)
    assert fix in messages[0], messages


@pytest.mark.parametrize(
    "head",
    [
        '<?xml-stylesheet href="card.css" type="text/css"?>{}',
        "<?xml-stylesheet type='text/css' href='card.css'?><!DOCTYPE svg><?x y?>{}",
        '{}<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="card.css"/>',
        '{}<link rel="stylesheet" href="card.css"/>',
    ],
)
@pytest.mark.parametrize("art", [True, False])
def test_a_style_sheet_of_the_pack_is_read(head: str, art: bool, tmp_path: Path) -> None:
    (tmp_path / "card.css").write_text(".fil0 {fill: #c00}", "utf-8")
    card = tried(
        tmp_path, f'{head.format(HEAD)}<rect class="fil0" width="40" height="40"/></svg>', art=art
    )
    assert card.shows(9, 9, (204, 0, 0))
    assert not card.messages


@pytest.mark.parametrize(
    ("href", "message"),
    [
        ("no.css", "the style sheet 'no.css' is ignored: No such file"),
        ("../away.css", "the style sheet '../away.css' is ignored: it lies outside the pack"),
        ("https://fonts.example/css", "is ignored: protoplay downloads nothing (add the font under fonts:)"),
    ],
)  # fmt: skip
def test_a_style_sheet_from_elsewhere_is_reported(href: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "away.css").write_text("rect {fill: red}", "utf-8")
    svg = f'<?xml-stylesheet href="{href}"?>{HEAD}<rect width="9" height="9"/></svg>'
    drawn, messages = face_of(tmp_path / "pack", svg, art=False)
    assert len(messages) == 1 and message in messages[0], messages
    assert "red" not in drawn
