"""Lays the printed pieces of each bundled game on a table: `python tests/previews.py [game …]`.

The program writes `rules/<game>/preview.png`, and `rules/faces.png` for the bundled faces, from the
printed faces. With `sheet` and `report` it writes the two pictures of README.md, both of The Mara.
A scene is a list of pieces with their middle in mm, their turn in degrees clockwise, and the side
that is up.
"""

import io
import random
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

TABLE = "#c9c0b2"
FINER = 2  # pixels drawn for each that is kept


@dataclass(frozen=True)
class Laid:
    """A piece on the table."""

    piece: str
    x: float
    y: float
    turn: float = 0.0
    side: str = "front"


class Table:
    """Draws one game's pieces at `scale` pixels a mm."""

    def __init__(self, game: str, scale: float) -> None:
        from generator.model.problems import Problems
        from generator.press.face.face import FaceMaker
        from generator.press.pieces.expand import expand
        from generator.press.text.fonts import font_files
        from generator.reading.door import open_pack

        pack, problems = open_pack(game)
        assert pack is not None, list(problems)
        self.pieces = {piece.id: piece for piece in expand(pack, Problems())}
        self.maker = FaceMaker(pack, Problems())
        self.fonts = [str(file) for file in font_files(pack)]
        self.scale = scale
        self.drawn: dict[tuple[str, str], Image.Image] = {}

    def picture(self, id: str, side: str) -> Image.Image:
        """A piece cut along its trim, transparent around it."""
        if (id, side) not in self.drawn:
            self.drawn[id, side] = self._cut(self.pieces[id], side)
        return self.drawn[id, side]

    def _cut(self, piece: Any, side: Any) -> Image.Image:
        import resvg_py

        from generator.press.out.to_png import sized

        face, shape = self.maker.face(piece, side), piece.component.shape
        assert face is not None, piece.id
        scale = self.scale * FINER
        width, height = round(face.width * scale), round(face.height * scale)
        data = resvg_py.svg_to_bytes(
            svg_string=sized(face.svg, width, height),
            skip_system_fonts=True,
            font_files=self.fonts,
        )
        image = Image.open(io.BytesIO(bytes(data))).convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
        bleed = face.bleed * scale
        size = round(shape.width * scale), round(shape.height * scale)
        image = image.crop((round(bleed), round(bleed), *(round(bleed) + s for s in size)))
        mask = Image.new("L", size, 0)
        pen, box = ImageDraw.Draw(mask), (0, 0, size[0] - 1, size[1] - 1)
        if shape.kind == "circle":
            pen.ellipse(box, fill=255)
        elif shape.outline:
            pen.polygon([(x * scale, y * scale) for x, y in shape.outline], fill=255)
        elif shape.kind == "hex":
            pen.polygon([(x * size[0], y * size[1]) for x, y in HEX], fill=255)
        else:
            pen.rounded_rectangle(box, shape.corner * scale, fill=255)
        image.putalpha(mask)
        return image

    def scene(self, laid: list[Laid], width: float, height: float) -> Image.Image:
        """All pieces with their shadows, the first one lowest; mm."""
        scale = self.scale * FINER
        table = Image.new("RGB", (round(width * scale), round(height * scale)), TABLE)
        for one in laid:
            image = self.picture(one.piece, one.side)
            image = image.rotate(-one.turn, Image.Resampling.BICUBIC, expand=True)
            at = round(one.x * scale - image.width / 2), round(one.y * scale - image.height / 2)
            edge = round(2.5 * scale)
            shadow = Image.new("L", (image.width + 2 * edge, image.height + 2 * edge), 0)
            shadow.paste(image.getchannel("A"), (edge, edge))
            shadow = shadow.filter(ImageFilter.GaussianBlur(0.8 * scale))
            shadow = ImageChops.multiply(shadow, Image.new("L", shadow.size, 130))
            drop = at[0] - edge + round(0.5 * scale), at[1] - edge + round(0.9 * scale)
            table.paste(Image.new("RGB", shadow.size, "#1d1812"), drop, shadow)
            table.paste(image, at, image)
        size = round(width * self.scale), round(height * self.scale)
        return table.resize(size, Image.Resampling.LANCZOS)


HEX = [(0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25)]  # pointy top
WAYS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # to the six cells around


def mara(table: Table) -> Image.Image:
    """Three rings around the mountain, some animals found, tracks, jeeps, cards and paper."""
    chance = random.Random(5)
    tiles = [id for id in table.pieces if id.startswith("tiles/")]
    lodges = [id for id in table.pieces if id.startswith("lodges/")]
    chance.shuffle(tiles)
    cells = [
        (q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3 and (q, r) != (0, 0)
    ]
    corners = [(3 * q, 3 * r) for q, r in WAYS]
    left, top, step = 182.0, 167.0, 50.6

    def middle(q: float, r: float) -> tuple[float, float]:
        return left + step * (q + r / 2), top + step * 0.866 * r

    laid = [Laid("mountain/kilimanjaro", *middle(0, 0))]
    for cell in cells:
        if cell in corners:
            laid.append(Laid(lodges[corners.index(cell)], *middle(*cell)))
        else:
            side = "front" if chance.random() < 0.38 else "back"
            laid.append(Laid(tiles.pop(), *middle(*cell), 0, side))
    ways = {
        "amber": [((2, 0), 2), ((1, 0), 1), ((1, 0), 2), ((0, 1), 1)],
        "teal": [((-2, 1), 1), ((-2, 1), 0), ((-1, 0), 5), ((-1, 0), 0)],
        "plum": [((0, -2), 1), ((0, -2), 2), ((-1, -1), 1)],
        "chalk": [((-1, 2), 0), ((0, 2), 5)],
    }
    for seat, paths in ways.items():
        for i, ((q, r), way) in enumerate(paths):
            dq, dr = WAYS[way]
            x, y = middle(q + dq / 2, r + dr / 2)
            if i:
                laid.append(Laid(f"tracks/{seat}-track", x, y, 90 + 60 * way))
            else:
                laid.append(Laid(f"jeeps/{seat}-jeep", x, y))
    cards = ["river-bird", "savannah-primate", "grove-insect", "bush-herbivore"]
    for i, card in enumerate(cards):
        x, y, turn = 388 + 51 * (i % 2), 55 + 74 * (i // 2), (-3, 2, 1.5, -2)[i]
        laid.append(Laid(f"tourists/{card}", x, y, turn))
    laid.append(Laid("notes/note-sheet", 544, 84, 4))
    laid.append(Laid("rule_sheet/rules-1", 526, 246, -2))
    laid.append(Laid("aides/aide", 408, 254, -4))
    laid += [Laid("tracks/plum-track", 350 + 3 * i, 195 + 6.5 * i, 8 * i - 20) for i in range(3)]
    return table.scene(laid, 606, 334)


def marram(table: Table) -> Image.Image:
    """A landscape of tiles that match, boots on it; track, aide and rules."""
    rows, columns, step = 5, 5, 45.3
    laid = []
    for i, (id, side, turn) in enumerate(landscape(table, rows, columns)):
        x, y = 34 + step * (i % columns), 34 + step * (i // columns)
        laid.append(Laid(id, x, y, turn, side))
    boots = [("amber", 62, 104, 8), ("teal", 128, 60, -12), ("plum", 176, 148, 20)]
    boots += [("chalk", 92, 190, -8), ("amber", 205, 84, 15)]
    laid += [Laid(f"boots/{seat}-boot", x, y, turn) for seat, x, y, turn in boots]
    laid.append(Laid("track/score-track", 362, 68, 1.5))
    for seat, x, y in (("amber", 299.5, 48.5), ("teal", 333.7, 49.5), ("plum", 281.7, 56.8)):
        laid.append(Laid(f"markers/{seat}-marker", x, y, 10))
    laid.append(Laid("rule_sheet/rules-1", 432, 240, 3))
    laid.append(Laid("aides/player-aides", 308, 193, -3))
    for i, seat in enumerate(("amber", "teal", "plum", "chalk")):
        laid.append(Laid(f"shovels/{seat}-shovel", 248.5, 150 + 25 * i, 84 + 4 * i))
    return table.scene(laid, 512, 262)


def landscape(table: Table, rows: int, columns: int) -> list[tuple[str, str, int]]:
    """Tiles, their sides and turns, row by row, so that all edges that touch are alike."""
    chance = random.Random(11)
    tiles = [(id, "front") for id in table.pieces if "-tiles/" in id]
    tiles += [(id, "back") for id in table.pieces if id.startswith("shovel-tiles/")]
    chance.shuffle(tiles)
    found: list[tuple[str, str, int]] = []
    edges: list[str] = []  # as they lie, clockwise from the top

    def fits(seen: str) -> bool:
        i = len(edges)
        above, left = i - columns, i - 1
        if above >= 0 and edges[above][2] != seen[0]:
            return False
        return i % columns == 0 or edges[left][1] == seen[3]

    def fill() -> bool:
        if len(found) == rows * columns:
            return True
        for id, side in tiles:
            if any(id == other for other, _, _ in found):
                continue
            written = str(table.pieces[id].row.fields["edges"])
            for turns in range(4):
                seen = written[-turns:] + written[:-turns]
                if fits(seen):
                    found.append((id, side, 90 * turns))
                    edges.append(seen)
                    if fill():
                        return True
                    found.pop(), edges.pop()
        return False

    assert fill(), "no landscape of that size"
    return found


FIELDS = ("..o....", "b.oo..b", ".gbow..", "wwgo.bo", "g.bgo.w", "..wbgg.", ".b..w..")
COLOURS = {"o": "orange", "b": "blue", "g": "green", "w": "white"}


def shiftago(table: Table) -> Image.Image:
    """The board in the middle of a game, score cards, aides and rules."""
    chance = random.Random(3)
    laid = [Laid("board/board", 115, 115)]
    for row, marbles in enumerate(FIELDS):
        for column, marble in enumerate(marbles):
            if marble != ".":
                x, y = 49 + 22 * column, 49 + 22 * row
                turn = chance.uniform(-14, 14)
                laid.append(Laid(f"marbles/{COLOURS[marble]}", x, y, turn))
    laid.append(Laid("rule_sheet/rule-sheet", 424, 124, 2.5))
    laid.append(Laid("score_cards/blue", 288, 48, 3))
    laid.append(Laid("score_cards/orange", 296, 112, -3, "back"))
    laid.append(Laid("markers/red-marker", 323.5, 36.2, 5))
    laid.append(Laid("markers/red-marker", 318, 110.4, 5))
    laid.append(Laid("aides/aide", 272, 190, -3))
    laid.append(Laid("aides/aide", 348, 194, 3, "back"))
    for marble, x, y in (("white", 229, 70), ("green", 229, 118), ("blue", 231, 214)):
        laid.append(Laid(f"marbles/{marble}", x, y, 20))
    return table.scene(laid, 504, 230)


FACES = """protoplay: 1
name: Night Ferry
players: 2-4
palette: {sea: "#2c6fa6", grove: "#2f7d4f", plain: "#d9a22e", clay: "#b5482f", night: "#33506b"}
colours_alone: false
components:
  card:
    size: euro-poker
    count: 36
    front: {use: card, title: River bird, corner: "3", value: star, icon: bird, colour: sea,
      texture: waves, text: "Draw **two** cards, then pay 2 :coin: to photograph any *river bird*.",
      flavour: It never looks back., points: "5", letter: R}
  back: {size: euro-poker, front: {use: back, title: Night Ferry, icon: carnivore, colour: grove,
    texture: leaves}}
  aide: {size: euro-poker, front: {use: aide, title: Your turn, icon: hourglass, colour: clay,
    texture: dots, head_1: "Draw :card:", text_1: "Take **2** cards, keep **1**.", head_2: Build,
    text_2: "Pay its cost in :coin:, then turn a tile :turn:.", head_3: Score,
    text_3: "3 points for each :star:, 5 for each :crown:."}}
  table: {size: euro-poker, front: {use: table, title: Scores, icon: pawn, colour: grove,
    head: Round | Anna | Ben, rows: "1\\n2\\n3", blank_rows: 4}}
  blank: {size: euro-poker, front: {use: blank, title: Your idea, colour: plain, lines: 7,
    icon: bolt}}
  board: {shape: {board: [88mm, 88mm]}, front: {use: board, columns: 5, rows: 5, labels: letters,
    checks: yes, colour: "#6b5b4a"}}
  tile: {shape: {hex: 50mm, across: flats, top: pointy}, front: {use: tile, title: Plain,
    icon: herbivore, letter: "4", colour: plain, texture: grass}}
  tile_2: {shape: {hex: 50mm, across: flats, top: pointy}, front: {use: tile, title: "7",
    text: moons, colour: "#5b4a92", texture: stars}}
  token: {shape: {circle: 25mm}, front: {use: token, icon: boot, colour: clay}}
  counter: {shape: {circle: 25mm}, front: {use: counter, letter: B, colour: sea}}
  dice: {shape: {cube: 14mm}, front: {use: dice, face_1: "1", face_2: "2", face_3: "3", face_4: "4",
    face_5: skip, face_6: star, colour: "#f4ecdc"}}
  tuckbox: {shape: {tuckbox: card}, front: {use: tuckbox, title: Night Ferry, icon: moon,
    colour: night, texture: bubbles}}
  standee: {shape: {standee: [30mm, 45mm]}, front: {use: standee, icon: meeple, title: Ada,
    colour: grove}}
  rules: {size: a6, front: {use: rules, title: Night Ferry, icon: moon, colour: night,
    texture: waves}}
"""


def faces(table: Table) -> Image.Image:
    """One piece of every bundled face."""
    places = [
        *(("card", 38, 52), ("back", 106, 52), ("aide", 174, 52), ("table", 242, 52)),
        *(("blank", 310, 52), ("board", 392, 52), ("rules", 394, 182), ("tile", 34, 140)),
        *(("tile_2", 34, 202), ("token", 82, 122), ("counter", 82, 152), ("dice", 98, 208)),
        *(("standee", 152, 186), ("tuckbox", 255, 186)),
    ]
    by_kind = {id.split("/")[0]: id for id in table.pieces}
    return table.scene([Laid(by_kind[kind], x, y) for kind, x, y in places], 456, 268)


README_SIZE = (1120, 1240)  # px of the two pictures that stand side by side in README.md


def sheet() -> Image.Image:
    """The first printed sheet of The Mara's tourists, lying on a table."""
    import pypdfium2
    from typer.testing import CliRunner

    from generator.cli.commands import app

    with tempfile.TemporaryDirectory() as folder:
        words = ["build", "mara", "--only", "tourists", "--backs", "none", "--out", folder]
        assert CliRunner().invoke(app, words).exit_code == 0
        (file,) = Path(folder).rglob("*.pdf")
        page = pypdfium2.PdfDocument(file)[0].render(scale=1.6).to_pil()
    table = Image.new("RGB", README_SIZE, TABLE)
    place = ((table.width - page.width) // 2 - 30, 30)
    paper = page.convert("RGBA").rotate(-3, expand=True, resample=Image.Resampling.BICUBIC)
    shade = Image.new("L", table.size, 0)
    shade.paste(paper.getchannel("A"), (place[0] + 6, place[1] + 10))
    soft = shade.filter(ImageFilter.GaussianBlur(14)).point([v * 2 // 5 for v in range(256)])
    table.paste((60, 48, 38), (0, 0), soft)
    table.paste(paper, place, paper)
    return table


def report() -> Image.Image:
    """The first screen of a report on The Mara, as a browser shows it."""
    from playwright.sync_api import sync_playwright
    from typer.testing import CliRunner

    from generator.cli.commands import app

    width, height = README_SIZE
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        words = ["simulate", "mara", "--games", "1000", "--out", folder]
        assert CliRunner().invoke(app, words).exit_code == 0
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto((Path(folder) / "mara" / "report.html").as_uri())
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        browser.close()
    return picture


SCENES = {"mara": (mara, 2.3), "marram": (marram, 2.7), "shiftago": (shiftago, 2.7)}


def main(names: list[str]) -> None:
    """Draw the scenes again."""
    from generator import bundled

    rules = bundled("rules")
    for name in names or [*SCENES, "faces"]:
        if name == "faces":
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "game.yaml").write_text(FACES, "utf-8")
                text = (bundled("templates") / "scaffold" / "RULES.md").read_text("utf-8")
                (Path(folder) / "RULES.md").write_text(re.sub("<!--.*?-->", "", text), "utf-8")
                picture, file = faces(Table(folder, 4.2)), rules / "faces.png"
        elif name in ("sheet", "report"):
            picture, file = {"sheet": sheet, "report": report}[name](), rules / f"{name}.png"
        else:
            scene, scale = SCENES[name]
            picture, file = scene(Table(name, scale)), rules / name / "preview.png"
        picture.quantize(256, Image.Quantize.MEDIANCUT, kmeans=1).save(file, optimize=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main(sys.argv[1:])
