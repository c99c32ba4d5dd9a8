"""The printed page equals the picture of each face, wherever the face lies.

Every feature of SVG is printed in every kind of placement. pdfium draws pages and resvg faces,
which may differ only by antialiasing. `python -m tests.press.test_same_everywhere` prints how many
features are equal in each placement, and names the others.
"""

import io
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from lxml import etree
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from generator.press.face.face import Face, FaceMaker, FaceOptions
from generator.press.face.pdf_differences import make_exact
from generator.press.out.face_forms import Press
from generator.press.out.to_pdf import PLAIN, sheets_pdf
from generator.press.out.to_png import face_png
from generator.press.pieces.expand import expand
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Layout, Placement, Sheet
from generator.press.sheet.papers import paper_of
from generator.press.text.fonts import font_files
from generator.reading.door import open_pack
from tests.press.features import FEATURES

PER_MM = 6  # pixels of page and face; both are halved before they are compared
FINER = 8  # times as many for patterns
ANTIALIASED = 28  # levels of 255 by which a pixel may leave what lies around it
MOST_APART = 0.004  # share of pixels that may
TILED = 0.01  # the same of a texture, whose tiles pdfium rounds to pixels
SIZE = (20, 24)

Pixels = NDArray[np.int16]


@dataclass(frozen=True)
class Way:
    """How a pack is printed: extra keys of each component, and the layout."""

    front: str = "front: {{template: f{i}.svg}}"
    back: str = ""
    count: int = 1
    scale: int = 1  # of the trim; the drawing is stretched with it
    more: str = ""
    layout: Layout = Layout(paper_of("a4"), "portrait", margin=8, backs="none")  # noqa: RUF009


PORTRAIT = Layout(paper_of("a4"), "portrait", margin=8, backs="none")
LANDSCAPE = replace(PORTRAIT, orientation="landscape")
SMALL = replace(PORTRAIT, paper=paper_of("60mm x 80mm"), margin=4, overlap=4)
BACK = "back: {{template: b{i}.svg}}"
SHARED = "back: {{template: f{i}.svg}}"

WAYS: dict[str, Way] = {
    "once": Way(),
    "twice": Way(count=2),
    "landscape": Way(layout=LANDSCAPE),
    "landscape, twice": Way(count=2, layout=LANDSCAPE),
    "own edges": Way(layout=replace(PORTRAIT, edges="own")),
    "gap": Way(layout=replace(PORTRAIT, gap=3.3)),
    "long edge": Way(back=BACK, layout=replace(PORTRAIT, backs="long-edge")),
    "short edge": Way(back=BACK, layout=replace(PORTRAIT, backs="short-edge")),
    "short edge, landscape": Way(back=BACK, layout=replace(LANDSCAPE, backs="short-edge")),
    "gutterfold": Way(back=BACK, layout=replace(PORTRAIT, backs="gutterfold")),
    "separate": Way(back=BACK, layout=replace(PORTRAIT, backs="separate")),
    "long edge, one face": Way(back=SHARED, layout=replace(PORTRAIT, backs="long-edge")),
    "gutterfold, one face": Way(back=SHARED, layout=replace(PORTRAIT, backs="gutterfold")),
    "separate, one face": Way(back=SHARED, layout=replace(PORTRAIT, backs="separate")),
    "moved backs": Way(back=BACK, layout=replace(PORTRAIT, backs="long-edge", offset=(1.3, -0.7))),
    "sleeved": Way(more="sleeve: [19mm, 23mm]", layout=replace(PORTRAIT, sleeves=True)),
    "tiled": Way(scale=4, more="tile_pages: true", layout=SMALL),
    "tiled, backs": Way(
        scale=4, back=BACK, more="tile_pages: true", layout=replace(SMALL, backs="short-edge")
    ),
    "linked art": Way(front="front: {{template: linked.svg, file: f{i}.svg}}"),
    "linked art, twice": Way(front="front: {{template: linked.svg, file: f{i}.svg}}", count=2),
}
USUAL = ("once", "short edge, landscape", "linked art")

LINKED = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="22mm" height="26mm" viewBox="-1 -1 22 26">'
    '<rect x="-1" y="-1" width="22" height="26" fill="#dfe8d8"/>'
    '<image href="{{ file }}" x="-1" y="-1" width="22" height="26"/></svg>'
)


def write_pack(folder: Path, way: Way, features: Mapping[str, str]) -> None:
    """A pack with one component a feature."""
    width, height = (side * way.scale for side in SIZE)
    lines = ["protoplay: 1", "name: Same", "players: 2", "components:"]
    for i, (title, body) in enumerate(features.items()):
        for name, mark in (
            ("f", ""),
            ("b", '<rect x="9" y="22" width="2" height="1" fill="red"/>'),
        ):
            (folder / f"{name}{i}.svg").write_text(
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{22 * way.scale}mm" '
                f'height="{26 * way.scale}mm" viewBox="-1 -1 22 26">{body}{mark}</svg>',
                "utf-8",
            )
        lines += [
            f"  c{i}:",
            f"    shape: {{rect: [{width}mm, {height}mm]}}",
            f"    bleed: {way.scale}mm",
            f"    count: {way.count}",
            *(
                f"    {text.format(i=i, name=title)}"
                for text in (way.front, way.back, way.more)
                if text
            ),
        ]
    (folder / "linked.svg").write_text(LINKED, "utf-8")
    (folder / "game.yaml").write_text("\n".join(lines) + "\n", "utf-8")


def not_equal(
    folder: Path, way: Way, features: Mapping[str, str], press: Press, keep: Path | None = None
) -> dict[str, float]:
    """Return the features that print differently from their drawing: name → share of pixels."""
    write_pack(folder, way, features)
    pack, problems = open_pack(str(folder))
    assert pack is not None, [str(p) for p in problems][:5]
    pieces = expand(pack, problems)
    drawn = press.faces.draw(tuple(pieces), FaceMaker(pack, problems))
    forms = press.forms([(face, piece.place) for piece, _, face in drawn], pack, problems)
    faces = {(piece.id, side): face for piece, side, face in drawn}
    sheets = impose(pieces, way.layout, problems)
    errors = [str(p) for p in problems if p.level == "error"]
    assert not errors, errors[:5]
    files = font_files(pack)
    pictures = {
        face.digest: opened(face_png(face, files, PER_MM * 25.4)) for face in faces.values()
    }
    names = list(features)
    apart: dict[str, float] = {}
    n_seen = 0
    for part in parts_of(sheets, way.layout):
        pdf = sheets_pdf(part, faces, forms, pack, PLAIN)
        for page, sheet in zip(pages_of(pdf), part, strict=True):
            for placement in sheet.placements:
                face = faces[placement.piece.id, placement.side]
                name = names[int(placement.piece.component.id[1:])]
                printed = page.at(placement, finely="<pattern" in face.svg)
                wanted = wanted_at(pictures[face.digest], face, placement)
                n_seen += 1
                share = share_apart(printed, wanted)
                if share > MOST_APART:
                    apart[name] = max(share, apart.get(name, 0.0))
                    if keep is not None:
                        both = Image.new("RGB", (printed.width * 2 + 4, printed.height), "black")
                        both.paste(printed)
                        both.paste(wanted, (printed.width + 4, 0))
                        both.save(keep / f"{name.replace(' ', '_')}.png")
    assert n_seen >= len(features) * way.count * (2 if way.back else 1), n_seen
    return apart


def parts_of(sheets: list[Sheet], layout: Layout) -> Iterator[list[Sheet]]:
    """The sheets of each file."""
    if layout.backs != "separate":
        yield sheets
        return
    for side in ("front", "back"):
        yield [sheet for sheet in sheets if sheet.side == side]


@dataclass
class Page:
    """A page of a PDF, and its picture."""

    page: pypdfium2.PdfPage
    picture: Image.Image

    def at(self, placement: Placement, finely: bool) -> Image.Image:
        """Return the pixels in a trim; `finely`, since pdfium makes tiles of whole pixels."""
        if not finely:
            left, top, right, bottom = (round(v * PER_MM) for v in placement.trim.box)
            return self.picture.crop((left, top, right, bottom))
        left, top, right, bottom = (v * 72 / 25.4 for v in placement.trim.box)
        width, height = self.page.get_size()
        crop = (left, height - bottom, width - right, top)
        scale = PER_MM * FINER * 25.4 / 72
        shown = self.page.render(scale=scale, crop=crop).to_pil().convert("RGB")
        return shown.reduce(FINER)


def pages_of(pdf: bytes) -> Iterator[Page]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield Page(page, page.render(scale=PER_MM * 25.4 / 72).to_pil().convert("RGB"))
    finally:
        document.close()


def opened(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as drawn:
        image = Image.new("RGB", drawn.size, "white")
        image.paste(drawn, mask=drawn.convert("RGBA").getchannel("A"))
    return image


def wanted_at(picture: Image.Image, face: Face, placement: Placement) -> Image.Image:
    """Return what the face shows there: its trim, or a window of it, scaled and turned."""
    trim = placement.trim
    turned = trim.turn % 180 == 90
    wide, high = (trim.height, trim.width) if turned else (trim.width, trim.height)
    if trim.window is None:
        middle = (face.width / 2, face.height / 2)
        half = (wide / trim.scale / 2, high / trim.scale / 2)
        box = (middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1])
    else:
        box = tuple(v + face.bleed for v in trim.window)
    shown = picture.crop(tuple(round(v * PER_MM) for v in box))
    shown = shown.resize((round(wide * PER_MM), round(high * PER_MM)), Image.Resampling.BOX)
    return shown.rotate(-trim.turn, expand=True)


def share_apart(printed: Image.Image, wanted: Image.Image) -> float:
    """Return the share of pixels of either picture outside the other's range around that place."""
    width = min(printed.width, wanted.width) // 2 * 2
    height = min(printed.height, wanted.height) // 2 * 2
    one, other = (image.crop((0, 0, width, height)).reduce(2) for image in (printed, wanted))
    inside = (2, 2, one.width - 2, one.height - 2)
    worst = 0.0
    for image, around in ((one, other), (other, one)):
        low = _pixels(around.filter(ImageFilter.MinFilter(3)).crop(inside))
        high = _pixels(around.filter(ImageFilter.MaxFilter(3)).crop(inside))
        own = _pixels(image.crop(inside))
        beyond = np.maximum(low - own, own - high).max(axis=2)
        worst = max(worst, float((beyond > ANTIALIASED).mean()))
    return worst


def _pixels(image: Image.Image) -> Pixels:
    return np.asarray(image, np.int16)


@pytest.fixture(scope="module")
def press() -> Press:
    return Press()


@pytest.mark.parametrize("way", USUAL)
def test_a_printed_face_equals_its_picture(way: str, tmp_path: Path, press: Press) -> None:
    assert not_equal(tmp_path, WAYS[way], FEATURES, press) == {}


@pytest.mark.slow
@pytest.mark.parametrize("way", [way for way in WAYS if way not in USUAL])
def test_a_printed_face_equals_its_picture_in_every_placement(
    way: str, tmp_path: Path, press: Press
) -> None:
    assert not_equal(tmp_path, WAYS[way], FEATURES, press) == {}


BUNDLED = ("aide", "back", "blank", "card", "counter", "table", "tile", "token")


@pytest.mark.parametrize(
    "texture", ["", ", texture: dots", ", texture: waves", ", texture: scales"]
)
def test_a_printed_bundled_face_equals_its_picture(
    texture: str, tmp_path: Path, press: Press
) -> None:
    slots = {name: f"{name}{texture}" for name in BUNDLED if not texture or name in _TEXTURED}
    way = replace(WAYS["short edge, landscape"], front="front: {{use: {name}}}", back="")
    apart = not_equal(tmp_path, way, dict.fromkeys(slots.values(), ""), press)
    assert all(share < TILED for share in apart.values()), apart


_TEXTURED = ("back", "tile", "token")


def test_parts_that_print_as_pictures_are_reported(tmp_path: Path) -> None:
    pictured = ("radial, repeat", "radial, focal radius", "mask, colour")
    odd = [name for name in FEATURES if name in pictured]
    write_pack(tmp_path, Way(), {name: FEATURES[name] for name in [*odd, "radial, box"]})
    pack, problems = open_pack(str(tmp_path))
    assert pack is not None
    Press().faces.draw(tuple(expand(pack, problems)), FaceMaker(pack, problems))
    lines = [str(p) for p in problems if "prints as a picture of 288 dpi" in str(p)]
    assert [line.partition(":")[0] for line in lines] == ["f0.svg", "f1.svg", "f2.svg"]


@pytest.mark.parametrize("options", [FaceOptions(outlines=True), FaceOptions(low_ink=True)])
def test_empty_faces_can_be_outlined_and_lightened(options: FaceOptions, tmp_path: Path) -> None:
    features = {name: body for name, body in FEATURES.items() if "empty" in name} | {
        "comments": FEATURES["style of comments"],
        "nothing": "",
        "a rule of nothing": "<style>.a{}</style><rect class='a'/>",
        "a selector alone": "<style>{}</style><style> </style>",
        "an empty text": "<text> </text><text><tspan/></text><text><textPath/></text>",
        "an empty class": "<style>.a{fill:red}</style><rect class='' style=''/>",
    }
    write_pack(tmp_path, Way(), features)
    pack, problems = open_pack(str(tmp_path))
    assert pack is not None
    drawn = Press().faces.draw(tuple(expand(pack, problems)), FaceMaker(pack, problems, options))
    assert len(drawn) == len(features)
    assert not [str(p) for p in problems if p.level == "error"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<path d="M10 12h0"/>', "M10 12h0.001M10 12"),
        ('<path d="M1 1z"/>', "M1 1h0.001M1 1"),
        ('<path d="m1 1l0 0m2 2v3"/>', "m1 1h0.001M1 1m2 2v3"),
        ('<path d="M4 4H16M5 5L5 5Z"/>', "M4 4H16M5 5h0.001M5 5"),
        ('<path d="M0 0a1 1 0 015 5M3 3c0 0 0 0 0 0"/>', "M0 0a1 1 0 0 1 5 5M3 3h0.001M3 3"),
        ('<path d="M1 1"/>', "M1 1"),
        ('<path d="M1 1h2h-2"/>', "M1 1h2h-2"),
        ('<path stroke-linecap="butt" d="M1 1h0"/>', "M1 1h0"),
        ('<path style="stroke-linecap:butt" d="M1 1h0"/>', "M1 1h0"),
    ],
)
def test_a_stroke_of_length_0_becomes_a_tiny_line(before: str, after: str) -> None:
    root = etree.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg"><g stroke-linecap="round">{before}</g></svg>'
    )
    make_exact(root, 20)
    assert root[0][0].get("d") == after


def main() -> None:
    """Print the table; with a folder, write both pictures of each difference there."""
    keep = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    press = Press()
    n_equal = 0
    for name, way in WAYS.items():
        with tempfile.TemporaryDirectory() as folder:
            if keep is not None:
                (keep / name).mkdir(parents=True, exist_ok=True)
            apart = not_equal(Path(folder), way, FEATURES, press, keep and keep / name)
        n_equal += len(FEATURES) - len(apart)
        listed = ", ".join(f"{feature} ({share:.1%})" for feature, share in apart.items())
        print(f"{name:24} {len(FEATURES) - len(apart):4} of {len(FEATURES)}  {listed}", flush=True)
    print(f"{'in all':24} {n_equal:4} of {len(FEATURES) * len(WAYS)}")


if __name__ == "__main__":
    main()
