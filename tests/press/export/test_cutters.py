"""Files for cutters, read by ezdxf and svgelements, have every outline at true size and every line
once.
"""

import io
import json
import math
import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import ezdxf
import numpy as np
import pypdfium2
import pytest
import svgelements
from ezdxf.document import Drawing
from ezdxf.path import make_path
from PIL import Image
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.press.export.destinations import destinations, export
from generator.press.export.job import Exported, ExportOptions, Job
from generator.reading.door import open_pack

GAME = """\
protoplay: 1
name: Shapes
players: 2
sheet: {backs: none}
components:
  cards: {size: poker, count: 3, front: &face {use: blank}}
  hexes: {shape: {hex: 40mm, across: flats, top: pointy}, count: 5, front: *face}
  discs: {shape: {circle: 30mm}, count: 4, front: *face}
  ells:
    shape:
      polygon:
        [[0mm, 0mm], [50mm, 0mm], [50mm, 20mm], [20mm, 20mm], [20mm, 60mm], [0mm, 60mm]]
    front: *face
  squares: {shape: {square: 40mm}, count: 4, front: *face}
  leaf: {shape: {folded: [60mm, 90mm]}, front: *face}
  cube: {shape: {cube: 20mm}, front: {use: dice}}
"""
Points = list[tuple[float, float]]


def exported(folder: Path, to: str, **options: object) -> tuple[Exported, list[str]]:
    pack, problems = open_pack(folder)
    assert pack is not None, list(map(str, problems))
    chosen = ExportOptions(**options)  # type: ignore[arg-type]
    result = export(Job(pack, chosen, problems), destinations()[to])
    return result, [str(problem) for problem in problems]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shapes")
    (folder / "game.yaml").write_text(GAME)
    return folder


def drawings(result: Exported) -> list[Drawing]:
    return [
        ezdxf.read(io.StringIO(data.decode()))
        for path, data in result.files
        if path.suffix == ".dxf"
    ]


def flat(points: Points) -> tuple[float, float]:
    """Area and perimeter of a closed line of many points."""
    closed = [*points, points[0]]
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(closed)) / 2
    return abs(area), sum(math.dist(a, b) for a, b in pairwise(closed))


def measured_dxf(drawing: Drawing, layer: str = "CUT") -> Iterator[tuple[float, float]]:
    for entity in drawing.modelspace():
        if entity.dxf.layer == layer and (entity.dxftype() == "CIRCLE" or entity.closed):  # type: ignore[attr-defined]
            yield flat([(p.x, p.y) for p in make_path(entity).flattening(0.0005)][:-1])  # type: ignore[arg-type]


def measured_svg(data: bytes, layer: str = "CUT") -> Iterator[tuple[float, float]]:
    document = svgelements.SVG.parse(io.BytesIO(data), ppi=25.4)
    for element in document.elements():
        if isinstance(element, svgelements.Shape) and element.values.get("id", layer) == layer:
            path = svgelements.Path(element)
            path.reify()
            if any(isinstance(part, svgelements.Close) for part in path) or isinstance(
                element, svgelements.Circle
            ):
                points: Points = []
                for part in path:
                    if isinstance(part, svgelements.Move):
                        continue
                    n = 400 if isinstance(part, svgelements.Arc) else 1
                    points += [(p.x, p.y) for p in (part.point(i / n) for i in range(n))]
                yield flat(points)


def outlines(kerf: float = 0.0) -> dict[str, tuple[float, float, int]]:
    """Area, perimeter and number of every outline, by the book."""
    k = kerf
    w, h, r = 63.5 + k, 88.9 + k, 3.175 + k / 2
    flats = 40 + k
    side = flats / math.sqrt(3)
    d = 30 + k
    ell = flat([(0, 0), (50, 0), (50, 20), (20, 20), (20, 60), (0, 60)])
    return {
        "cards": (w * h - (4 - math.pi) * r * r, 2 * (w + h) - 8 * r + 2 * math.pi * r, 3),
        "hexes": (1.5 * math.sqrt(3) * side * side, 6 * side, 5),
        "discs": (math.pi * d * d / 4, math.pi * d, 4),
        "ells": (ell[0] + ell[1] * k / 2 + k * k, ell[1] + 4 * k, 1),
        "squares": ((40 + k) ** 2, 4 * (40 + k), 4),
    }


@pytest.mark.parametrize("kerf", [0.0, 0.2])
@pytest.mark.parametrize("component", outlines())
def test_areas_and_perimeters_are_those_of_the_shapes(
    component: str, kerf: float, folder: Path
) -> None:
    area, perimeter, count = outlines(kerf)[component]
    chosen = {"only": (component,), "gap": 3.0, "kerf": kerf}
    plotted, problems = exported(folder, "dxf", **chosen)
    assert problems == []
    by_dxf = [each for drawing in drawings(plotted) for each in measured_dxf(drawing)]
    drawn, _ = exported(folder, "svg", **chosen)
    by_svg = [each for _, data in drawn.files for each in measured_svg(data)]
    for found in (by_dxf, by_svg):
        assert len(found) == count
        for each in found:
            assert each[0] == pytest.approx(area, abs=0.02 * perimeter)
            assert each[1] == pytest.approx(perimeter, abs=0.02)
            assert math.sqrt(each[0]) == pytest.approx(math.sqrt(area), abs=0.02)


def straights(drawing: Drawing) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Every straight side in a DXF file."""
    found = []
    for entity in drawing.modelspace().query("LWPOLYLINE"):
        points = list(entity.get_points("xyb"))  # type: ignore[attr-defined]
        ends = [*points, points[0]] if entity.closed else points  # type: ignore[attr-defined]
        found += [((a[0], a[1]), (b[0], b[1])) for a, b in pairwise(ends) if not a[2]]
    return found


def overlap(one: tuple, other: tuple) -> float:  # type: ignore[type-arg]
    """By how many mm two straight sides lie on each other."""
    (ax, ay), (bx, by) = one
    length = math.dist(*one)
    ux, uy = (bx - ax) / length, (by - ay) / length
    across = [abs((x - ax) * uy - (y - ay) * ux) for x, y in other]
    if max(across) > 0.02:
        return 0.0
    start, end = sorted((x - ax) * ux + (y - ay) * uy for x, y in other)
    return max(0.0, min(length, end) - max(0.0, start))


@pytest.mark.parametrize("game", ["shapes", "mara", "marram"])
def test_no_line_is_cut_twice(game: str, folder: Path) -> None:
    pack = folder if game == "shapes" else Path(game)
    result, _ = exported(pack, "dxf", programs=True)
    assert result.files
    for drawing in drawings(result):
        sides = straights(drawing)
        assert max((overlap(a, b) for a, b in combinations(sides, 2)), default=0.0) < 0.05


def test_neighbours_share_their_cuts(folder: Path) -> None:
    result, _ = exported(folder, "dxf", only=("squares",))
    (drawing,) = drawings(result)
    sides = straights(drawing)
    xs = sorted({round(x, 3) for side in sides for x, _ in side})
    ys = sorted({round(y, 3) for side in sides for _, y in side})
    columns, rows = len(xs) - 1, len(ys) - 1
    assert columns * rows == 4
    assert len(sides) == len(xs) + len(ys)
    total = sum(math.dist(*side) for side in sides)
    assert total == pytest.approx(40 * (len(xs) * rows + len(ys) * columns), abs=0.01)


def test_a_kerf_needs_room_between_the_pieces(folder: Path) -> None:
    _, (problem,) = exported(folder, "dxf", only=("squares",), kerf=0.3)
    assert "pieces of squares share cuts, so a kerf of 0.3mm cannot be allowed for" in problem
    assert "part them: --gap 2mm" in problem


def test_folds_are_scored_before_anything_is_cut(folder: Path) -> None:
    result, _ = exported(folder, "dxf", only=("leaf", "cube"), gap=3.0)
    for drawing in drawings(result):
        tools = [entity.dxf.layer for entity in drawing.modelspace()]
        assert tools == sorted(tools, reverse=True) and tools[0] == "SCORE"
    folds = [
        math.dist(*side)
        for drawing in drawings(exported(folder, "dxf", only=("leaf",), gap=3.0)[0])
        for entity in drawing.modelspace().query('LWPOLYLINE[layer=="SCORE"]')
        for side in [tuple((x, y) for x, y in entity.get_points("xy"))]  # type: ignore[attr-defined]
    ]
    assert folds == [pytest.approx(90)]


def test_small_outlines_are_cut_before_large_ones(folder: Path) -> None:
    result, _ = exported(folder, "dxf", only=("discs", "cards", "hexes"), gap=3.0)
    for drawing in drawings(result):
        areas = [round(area, 2) for area, _ in measured_dxf(drawing)]
        assert areas == sorted(areas)


def test_files_state_their_units_layers_and_size(folder: Path) -> None:
    result, _ = exported(folder, "dxf", paper="300mm x 400mm")
    for drawing in drawings(result):
        assert drawing.header["$INSUNITS"] == 4 and drawing.dxfversion == "AC1024"
        assert {layer.dxf.name for layer in drawing.layers} >= {"CUT", "SCORE"}
        assert not drawing.audit().errors
        for (ax, ay), (bx, by) in straights(drawing):
            assert min(ax, bx) >= 0 and max(ax, bx) <= 400 and 0 <= min(ay, by) <= 400
    result, _ = exported(folder, "svg", paper="300mm x 400mm")
    text = result.files[0][1].decode()
    assert 'width="300mm" height="400mm" viewBox="0 0 300 400"' in text or 'width="400mm"' in text
    assert '<g id="CUT" inkscape:label="CUT" inkscape:groupmode="layer"' in text


def test_svg_and_dxf_show_the_same_lines_and_two_exports_are_equal(folder: Path) -> None:
    plotted, _ = exported(folder, "dxf")
    assert plotted.files == exported(folder, "dxf")[0].files
    drawn, _ = exported(folder, "svg")
    assert [str(p.with_suffix("")) for p, _ in plotted.files] == [
        str(p.with_suffix("")) for p, _ in drawn.files
    ]
    for drawing, (_, data) in zip(drawings(plotted), drawn.files, strict=True):
        by_dxf, by_svg = sorted(measured_dxf(drawing)), sorted(measured_svg(data))
        assert len(by_dxf) == len(by_svg)
        for one, other in zip(by_dxf, by_svg, strict=True):
            assert one == pytest.approx(other, rel=0.0005)


def test_cuts_lie_where_build_prints_the_pieces(folder: Path) -> None:
    own = folder / "round"
    own.mkdir(exist_ok=True)
    Image.new("RGB", (400, 400), (200, 30, 30)).save(own / "red.png")
    red_discs = "{shape: {circle: 30mm}, bleed: 0mm, count: 4, front: {use: picture, art: red.png}}"
    plain = "{shape: {circle: 30mm}, count: 4, front: *face}"
    (own / "game.yaml").write_text(GAME.replace(plain, red_discs))
    line = ["build", str(own), "--only", "discs", "--format", "sheets", "--dpi", "254"]
    out = folder / "printed"
    result = CliRunner().invoke(app, [*line, "--out", str(out), "--marks", "none", "--json"])
    (sheet,) = [Path(file) for file in json.loads(result.stdout)["files"]]
    pixels = np.asarray(Image.open(sheet).convert("RGB")).astype(int)
    red = (abs(pixels - (200, 30, 30)) < 30).all(axis=2)
    cut, _ = exported(own, "dxf", only=("discs",))
    (drawing,) = drawings(cut)
    height = pixels.shape[0] / 10
    boxes = []
    for circle in drawing.modelspace().query("CIRCLE"):
        x, y, r = circle.dxf.center.x, height - circle.dxf.center.y, circle.dxf.radius
        boxes.append((x - r, y - r, x + r, y + r))
        left, top, right, below = (round(v * 10) for v in boxes[-1])
        assert red[top:below, left:right].mean() > 0.97
    rows, columns = np.where(red)
    around = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    lefts, tops, rights, belows = zip(*boxes, strict=True)
    union = (min(lefts), min(tops), max(rights), max(belows))
    assert [v / 10 for v in around] == pytest.approx(union, abs=0.15)


# -- print and cut ----------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "only"), [("a4", ""), ("letter", ""), ("letter", "cards")])
def test_pages_for_a_silhouette_have_marks_and_keep_clear_of_them(
    paper: str, only: str, folder: Path
) -> None:
    result, problems = exported(folder, "silhouette", paper=paper, only=(only,) if only else ())
    assert problems == []
    words = re.search(r"inset 10 mm on all sides, length (\d+) mm, thick", result.lines[-1])
    assert words is not None
    arm = int(words[1])
    (pdf,) = [data for path, data in result.files if path.suffix == ".pdf"]
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == len(drawings(result))
    for number, drawing in enumerate(drawings(result)):
        page = document[number].render(scale=254 / 72).to_pil().convert("L")
        dark = np.asarray(page) < 100
        height, width = dark.shape[0] / 10, dark.shape[1] / 10

        def ink(x: float, y: float, x_end: float, y_end: float, dark: np.ndarray = dark) -> float:
            part = dark[round(y * 10) : round(y_end * 10), round(x * 10) : round(x_end * 10)]
            return float(part.mean())

        assert ink(10.2, 10.2, 14.8, 14.8) == 1  # the square, 10 mm from the left and the top
        assert ink(5, 5, 9.7, 30) == 0 and ink(5, 5, 30, 9.7) == 0
        right, low = width - 10, height - 10
        for x, y, x_end, y_end in (
            (right - arm + 0.5, 9.9, right - 0.5, 10.1),
            (right - 0.1, 10.5, right + 0.1, 10 + arm - 0.5),
            (9.9, low - arm + 0.5, 10.1, low - 0.5),
            (10.5, low - 0.1, 10 + arm - 0.5, low + 0.1),
        ):
            assert ink(x, y, x_end, y_end) == 1
        free = [(10, 10), (right - arm - 1.5, 10), (10, low - arm - 1.5)]
        for side in straights(drawing):
            for x, up in side:
                y = height - up
                assert 10 <= x <= right and 10 <= y <= low
                assert not any(a < x < a + arm + 1.5 and b < y < b + arm + 1.5 for a, b in free)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_for_a_silhouette_holds_eight_poker_cards_with_a_cut_of_their_own(
    paper: str, tmp_path: Path
) -> None:
    cards = "{size: poker, bleed: 3mm, count: 16, front: {use: card}, back: {use: back}}"
    (tmp_path / "game.yaml").write_text(
        f"protoplay: 1\nname: T\nplayers: 2\ncomponents:\n  cards: {cards}\n"
    )
    result, problems = exported(tmp_path, "silhouette", paper=paper)
    assert problems == [] and "bleed at most 0.6 mm" in result.lines[-1]
    assert [row["pieces"] for row in result.rows] == [8, 8]
    first, _ = drawings(result)
    areas = [area for area, _ in measured_dxf(first)]
    assert len(areas) == 8 and max(areas) - min(areas) < 0.01  # eight closed outlines
    game = (tmp_path / "game.yaml").read_text().replace("count: 16", "count: 4")
    (tmp_path / "game.yaml").write_text(game)
    few, _ = exported(tmp_path, "silhouette", paper=paper)
    assert "bleed" not in few.lines[-1]  # where it costs no sheet, the whole bleed is printed


def test_pages_of_backs_have_no_marks(folder: Path, tmp_path: Path) -> None:
    both = GAME.replace("sheet: {backs: none}\n", "").replace(
        "count: 3, front: &face {use: blank}",
        "count: 3, front: &face {use: blank}, back: {use: blank}",
    )
    (tmp_path / "game.yaml").write_text(both)
    result, _ = exported(tmp_path, "silhouette", only=("cards",))
    (pdf,) = [data for path, data in result.files if path.suffix == ".pdf"]
    front, back = pypdfium2.PdfDocument(pdf)
    assert np.asarray(front.render(scale=1).to_pil().convert("L")).min() < 60
    assert np.asarray(back.render(scale=1).to_pil().convert("L"))[:100, :100].min() > 200


def test_pictures_for_a_cricut_are_transparent_around_the_pieces(
    folder: Path, tmp_path: Path
) -> None:
    colour = GAME.replace(
        "size: poker, count: 3, front: &face {use: blank}",
        "size: poker, count: 3, front: &face {use: blank, colour: '#c81e1e'}",
    )
    (tmp_path / "game.yaml").write_text(colour)
    result, problems = exported(tmp_path, "cricut", only=("cards",))
    assert problems == []
    pictures = [Image.open(io.BytesIO(d)) for p, d in result.files if p.suffix == ".png"]
    assert {picture.size for picture in pictures} == {(2025, 2775)}  # 6.75 × 9.25 in
    (drawing,) = drawings(result)
    alpha = np.asarray(pictures[0].getchannel("A"))
    area = sum(area for area, _ in measured_dxf(drawing))
    assert (alpha > 127).sum() / (300 / 25.4) ** 2 == pytest.approx(area, rel=0.002)
    for x, up in (end for side in straights(drawing) for end in side):
        row, column = round((234.95 - up) / 25.4 * 300), round(x / 25.4 * 300)
        near = alpha[max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4]
        assert near.min() < 128 < near.max()


def test_an_export_removes_outdated_files_of_the_last_export(folder: Path, tmp_path: Path) -> None:
    line = ["export", str(folder), "dxf", "--only", "squares", "--out", str(tmp_path)]
    assert CliRunner().invoke(app, [*line, "--only", "cards", "--gap", "60mm"]).exit_code == 0
    written = tmp_path / folder.name / "dxf"
    assert len(list(written.glob("*.dxf"))) > 1
    (written / "mine.dxf").write_text("not ours")
    assert CliRunner().invoke(app, line).exit_code == 0
    assert {p.name for p in written.glob("*.dxf")} == {f"{folder.name}-01.dxf", "mine.dxf"}


def test_a_board_larger_than_a_sheet_has_no_lines(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n  board: {shape: {board: [300mm, 300mm]}, "
        "front: {use: blank}}\n"
    )
    result, (problem,) = exported(tmp_path, "dxf")
    assert result.files == () and "Board is larger than a sheet, so it has no lines" in problem
    _, (problem,) = exported(tmp_path, "dxf", only=("nothing",))
    assert "matches 'nothing'" in problem


def test_a_sheet_that_is_no_paper_and_an_option_without_effect_are_reported(folder: Path) -> None:
    for paper, words in (
        ("300x400", '--sheet: the length "300" has no unit (write "300mm")'),
        ("b7", '--sheet: unknown paper "b7"'),
        ("30mm x 40mm", '--sheet: the paper "30mm x 40mm" is too small'),
    ):
        result, (problem,) = exported(folder, "silhouette", paper=paper)
        assert result.files == () and words in problem
    _, (mods,) = exported(folder, "dxf", only=("discs",), pictures="mods")
    assert "warning: --mods has no effect for Cutting machines (DXF)" in mods
    _, problems = exported(folder, "gamecrafter", only=("discs",), gap=2.0, kerf=0.1)
    for option in ("--gap", "--kerf"):
        assert any(f"{option} has no effect for The Game Crafter" in line for line in problems)
