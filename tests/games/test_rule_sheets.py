"""What the printed rule sheets of all games share: order, pictures, terms, sizes."""

import io
import re
from collections import defaultdict
from functools import cache
from itertools import pairwise
from unittest.mock import patch
from xml.etree import ElementTree

import numpy as np
import pytest
import resvg_py
from PIL import Image

from generator.model.problems import Problems
from generator.press.face.canvas import Canvas
from generator.press.face.face import Face, FaceMaker
from generator.press.out.to_png import sized
from generator.press.pieces.expand import expand
from generator.press.text.fonts import font_files
from generator.reading.folder import bundled_packs
from tests.games.packs import bundled_pack

PARTS = ["In the box", "Set-up", "Your turn", "The end", "Odd cases"]
# Every action has a drawn example, and so have the set-up and the scoring.
FIGURES = {
    "marram": {"Set-up": 1, "Place a tile": 1, "Flip a tile": 1, "What scores": 1,
               "When does a flip score?": 1},
    "shiftago": {"Set-up": 1, "Your turn": 2},
    "mara": {"Set-up": 1, "Meet tourists": 1, "Guide tourists": 3, "Scoring": 1},
}  # fmt: skip
TERMS = {
    "marram": ["patch", "segment", "saddle", "match", "feature", "open", "complete", "bulge"],
    "shiftago": ["stock", "line", "gap", "full"],
    "mara": ["lodge", "track", "path", "next to each other", "rotated", "action"],
}
A5 = (148.0, 210.0)
LEAST_PT = 9.0
PT = 72 / 25.4
SVG = "{http://www.w3.org/2000/svg}"


def written(name: str) -> str:
    """Return the rules before the part for designers, without comments."""
    text = (bundled_pack(name).folder / "RULES.md").read_text("utf-8").partition("\n## Rulings")[0]
    return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)


def parts(name: str) -> dict[str, str]:
    """Return the text below each heading."""
    found = re.split(r"^##+ (.*)\n", written(name), flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def face_of(name: str, piece_id: str, side: str = "front") -> Face:
    pack, problems = bundled_pack(name), Problems()
    piece = next(p for p in expand(pack, problems) if p.id == piece_id)
    face = FaceMaker(pack, problems).face(piece, side)  # type: ignore[arg-type]
    assert face is not None and list(problems) == []
    return face


def pixels(name: str, face: Face) -> np.ndarray:
    """A face, ten pixels a mm."""
    svg = sized(face.svg, round(10 * face.width), round(10 * face.height))
    files = [str(file) for file in font_files(bundled_pack(name))]
    png = resvg_py.svg_to_bytes(
        svg_string=svg, background="white", skip_system_fonts=True, font_files=files
    )
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("L")).astype(int)


@pytest.mark.parametrize("name", bundled_packs())
def test_a_sheet_goes_from_the_box_to_the_odd_cases(name: str) -> None:
    heads = list(parts(name))
    at = [heads.index(part) for part in PARTS]
    assert at == sorted(at) and at[0] == 0 and at[-1] == len(heads) - 1
    box = re.findall(r"^- .*$", parts(name)["In the box"], re.MULTILINE)
    assert box and all(line.startswith("- :piece[") and "**" in line for line in box)


@cache
def drawn(name: str) -> tuple[list[Face], dict[str, int]]:
    """The sides of a rule sheet, and how many faces of pieces each of its figures shows."""
    shown: dict[str, int] = defaultdict(int)
    lent, piece, drawing = FaceMaker._lent_figure, Canvas.piece, [""]

    def figure(self: FaceMaker, function: str, *rest: object) -> object:
        drawing.append(function)
        try:
            return lent(self, function, *rest)  # type: ignore[arg-type]
        finally:
            drawing.pop()

    def counted(self: Canvas, *words: object, **more: object) -> object:
        shown[drawing[-1]] += 1
        return piece(self, *words, **more)  # type: ignore[arg-type]

    pack, problems = bundled_pack(name), Problems()
    with patch.object(FaceMaker, "_lent_figure", figure), patch.object(Canvas, "piece", counted):
        maker = FaceMaker(pack, problems)
        faces = [
            maker.face(sheet, side)  # type: ignore[arg-type]
            for sheet in expand(pack, problems, only=("rule_sheet",))
            for side in ("front", "back")
        ]
    assert list(problems) == []
    return [face for face in faces if face is not None], shown


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled_packs())
def test_every_action_and_the_scoring_have_an_example_of_real_faces(name: str) -> None:
    figures = {
        head: re.findall(r"^!\[.*\]\(draw:(\w+)", text, re.MULTILINE)
        for head, text in parts(name).items()
    }
    for head, n in FIGURES[name].items():
        assert len(figures[head]) >= n, (head, figures[head])
    _, shown = drawn(name)
    needed = {one for head in FIGURES[name] for one in figures[head]}
    assert len(needed) >= len(FIGURES[name])
    # The icons of a set of photos are those on the cards, which would be too small.
    assert {one for one in needed if not shown[one]} <= {"sets"}


@pytest.mark.parametrize("name", bundled_packs())
def test_a_term_is_emphasised_where_it_first_stands_and_explained_there(name: str) -> None:
    text = written(name).partition("## In the box")[2]
    text = re.sub(r"^(#|!\[|\|).*$", "", text, flags=re.MULTILINE)
    text = re.sub(r":piece\[[^]]*\]:", "", text)
    for term in TERMS[name]:
        first = re.search(rf"\b{term}", text, re.IGNORECASE)
        assert first, term
        before = text[: first.start()]
        assert before.count("*") % 2 == 1 or before.count("**") % 2 == 1, (
            f"{term!r} is first met in {text[max(first.start() - 60, 0) : first.end() + 20]!r}"
        )


@pytest.mark.parametrize("name", bundled_packs())
def test_a_sheet_has_two_to_four_pages_of_at_most_a5_and_nine_points(name: str) -> None:
    faces, _ = drawn(name)
    assert 2 <= len(faces) <= 4
    shape = bundled_pack(name).component("rule_sheet").shape
    assert shape.width <= A5[0] and shape.height <= A5[1]
    for face in faces:
        sizes = sorted(sizes_of(ElementTree.fromstring(face.svg)))
        # The smallest is the page's number.
        assert len(sizes) > 8 and sizes[1] > LEAST_PT - 0.01, sizes[:4]


def sizes_of(element: ElementTree.Element) -> list[float]:
    """The sizes of the letters of a face, in points, but those on pieces and in their pictures."""
    if {"transform", "clip-path"} & set(element.keys()):
        return []
    here = [float(element.get("font-size", 0)) * PT] * len(element.findall(f"{SVG}text"))
    inside = (e for e in element if not e.tag.endswith("svg"))
    return here + [size for child in inside for size in sizes_of(child)]


def test_the_start_tile_of_marram_is_marked_and_no_other() -> None:
    start = str(bundled_pack("marram").parameters["start"].value).lower()
    tiles = [f"plain-tiles/{name}" for name in (f"{start}-1", "p22-1", "p24-1")]
    marked = [tile for tile in tiles if ">START<" in face_of("marram", tile).svg]
    assert marked == tiles[:1]


@pytest.mark.parametrize("seat", ["chalk", "amber", "teal", "plum"])
def test_the_ring_of_a_boot_is_whole(seat: str) -> None:
    picture = pixels("marram", face := face_of("marram", f"boots/{seat}-boot"))
    middle = round(5 * face.width)
    turns = np.linspace(0, 2 * np.pi, 720, endpoint=False)

    def ring(radius: float) -> np.ndarray:
        x = (middle + 10 * radius * np.cos(turns)).astype(int)
        y = (middle + 10 * radius * np.sin(turns)).astype(int)
        return picture[y, x]

    ink, ground = ring(7.0 - 1.1), ring(7.0 - 0.5)
    assert np.ptp(ink) < 40 and abs(np.median(ink) - np.median(ground)) > 60


def test_the_letters_of_the_note_sheet_are_read_one_way_only() -> None:
    svg = face_of("mara", "notes/note-sheet").svg
    words = re.findall(r"<text[^>]*>([^<]*)", svg)
    animals = [word for word in words if re.fullmatch("[A-Z][a-z]", word)]
    assert len(animals) == len(set(animals)) == 6
    habitats = {"G", "B", "S", "W", "R"}
    assert habitats <= set(words) and not habitats & set(animals)
    assert all(len({a, b}) == 2 and a[0].lower() != b.lower() for a, b in pairwise(animals))


@pytest.mark.parametrize("piece", ["tiles/river-bird", "tiles/grove-insect"])
def test_no_frame_runs_near_the_cut_of_a_hex_tile(piece: str) -> None:
    """A cut that misses by a hair makes a frame look uneven."""
    picture = pixels("mara", face := face_of("mara", piece, "back"))
    across, high = face.width - 2 * face.bleed, face.height - 2 * face.bleed
    assert high > across  # points up and down: the left and right sides are straight
    rows = slice(round(5 * face.height - 100), round(5 * face.height + 100))
    # From the bleed's edge to where the picture begins, but for the line of the cut itself.
    fars = [far for far in np.arange(-1.0, 2.0, 0.1) if abs(far) > 0.25]
    columns = [picture[rows, round(10 * (face.bleed + far))] for far in fars]
    assert all(np.ptp(column) > 30 for column in columns)
