"""Files for print shops, read by Pillow, pikepdf and poppler: pixels, places, counts, ink."""

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.model.pack import Component, FaceSpec, Shape
from generator.model.problems import Place
from generator.press.export.destinations import destinations, export
from generator.press.export.ink import ink_fault, inks_of, most_ink
from generator.press.export.job import Exported, ExportOptions, Job
from generator.press.export.products import matching, products_of
from generator.press.export.shop_pictures import faults_of_picture
from generator.reading.door import open_pack
from generator.reading.shapes import SIZES

HERE = Place("game.yaml", 1, 1)
GAME = """\
protoplay: 1
name: Market
players: 2
components:
  cards:
    size: poker
    rows: [{name: Ant, n: 3}, {name: Bee, n: 1}, {name: Cat, n: 2}]
    count: "{{ n }}"
    front: {template: front.svg}
    back: {use: back, title: "{{ game.name }}", colour: "#33506b"}
  coins:
    size: circle-chit-large
    count: 5
    front: {use: token, title: "1", colour: "#a06010"}
    back: {use: token, title: "2", colour: "#206010"}
  lanes:
    shape: {rect: [88.9mm, 63.5mm]}
    front: {use: card, title: Lane}
  slips:
    shape: {rect: [30mm, 90mm]}
    front: {use: card, title: Slip}
"""
# Red from edge to edge of the bleed, a blue square of 10 mm in the middle, a text.
FRONT = """\
{% set W = w + 2 * bleed %}{% set H = h + 2 * bleed %}
<svg xmlns="http://www.w3.org/2000/svg" width="{{ W }}mm" height="{{ H }}mm"
 viewBox="{{ -bleed }} {{ -bleed }} {{ W }} {{ H }}">
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ W }}" height="{{ H }}" fill="#c81e1e"/>
<rect x="{{ w / 2 - 5 }}" y="{{ h / 2 - 5 }}" width="10" height="10" fill="#1e1ec8"/>
{{ draw.textbox(name, LEFT, 10, 30, 6, size=12, fill="#000000", align="left") }}
</svg>
"""


def pack_at(folder: Path, game: str = GAME, left: str = "10") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(game)
    (folder / "front.svg").write_text(FRONT.replace("LEFT", left))
    return folder


def exported(folder: Path, shop: str, **options: object) -> tuple[Exported, list[str]]:
    pack, problems = open_pack(folder)
    assert pack is not None, list(map(str, problems))
    chosen = ExportOptions(**options)  # type: ignore[arg-type]
    result = export(Job(pack, chosen, problems), destinations()[shop])
    return result, [str(problem) for problem in problems]


def opened(result: Exported) -> dict[str, Image.Image]:
    return {
        str(path): Image.open(io.BytesIO(data))
        for path, data in result.files
        if path.suffix == ".png"
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pack_at(tmp_path_factory.mktemp("market") / "market")


@pytest.fixture(scope="module")
def crafted(folder: Path) -> tuple[Exported, list[str]]:
    return exported(folder, "gamecrafter")


def test_every_picture_has_the_pixels_of_its_product(crafted: tuple[Exported, list[str]]) -> None:
    for path, picture in opened(crafted[0]).items():
        wanted = (825, 1125) if path.startswith("cards/") else (375, 375)
        assert (picture.size, picture.mode) == (wanted, "RGB"), path
        assert [round(dpi) for dpi in picture.info["dpi"]] == [300, 300]


def test_the_trim_lies_in_the_middle_and_the_bleed_is_full(
    crafted: tuple[Exported, list[str]],
) -> None:
    pixels = np.asarray(opened(crafted[0])["cards/bee.png"]).astype(int)
    for row, column in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        assert tuple(pixels[row, column]) == (200, 30, 30)
    rows, columns = np.where((pixels == (30, 30, 200)).all(axis=2))
    side = 10 / 25.4 * 300
    for found, length in ((rows, 1125), (columns, 825)):
        assert found.min() == pytest.approx((length - side) / 2, abs=1)
        assert found.max() + 1 == pytest.approx((length + side) / 2, abs=1)


def test_the_game_crafter_takes_a_back_once_and_copies_by_number(
    crafted: tuple[Exported, list[str]],
) -> None:
    result, problems = crafted
    files = sorted(str(path) for path, _ in result.files)
    assert files == [
        "cards/ant-x3.png", "cards/back.png", "cards/bee.png", "cards/cat-x2.png",
        "coins/back.png", "coins/coins-x5.png", "order.csv",
    ]  # fmt: skip
    order = dict(result.files)[next(p for p, _ in result.files if p.name == "order.csv")].decode()
    rows = list(csv.DictReader(io.StringIO(order, newline="")))
    assert {(r["file"], r["copies"], r["product"], r["back"]) for r in rows} == {
        ("cards/ant-x3.png", "3", "PokerDeck", "cards/back.png"),
        ("cards/bee.png", "1", "PokerDeck", "cards/back.png"),
        ("cards/cat-x2.png", "2", "PokerDeck", "cards/back.png"),
        ("coins/coins-x5.png", "5", "LargeCircleChit", "coins/back.png"),
    }
    assert any("30mm × 90mm (rect) is no product of The Game Crafter" in p for p in problems)
    assert any(
        "Lanes: 88.9mm × 63.5mm is a product" in p and "--allow-rotate" in p for p in problems
    )


def test_makeplayingcards_takes_a_file_for_every_copy(folder: Path) -> None:
    result, _ = exported(folder, "makeplayingcards", only=("cards",))
    pictures = opened(result)
    assert sorted(pictures) == [
        "cards/001-ant.png", "cards/002-ant.png", "cards/003-ant.png", "cards/004-bee.png",
        "cards/005-cat.png", "cards/006-cat.png", "cards/back.png",
    ]  # fmt: skip
    assert {picture.size for picture in pictures.values()} == {(822, 1122)}
    assert "6 pieces, 3 different, one back; 822 × 1122 pixels" in result.lines[0]


def test_each_card_with_its_own_back_has_a_file_for_it(folder: Path, tmp_path: Path) -> None:
    own = GAME.replace('title: "{{ game.name }}"', 'title: "{{ name }}"')
    for shop, names in (
        ("gamecrafter", {"ant-x3-back", "ant-x3", "bee-back", "bee", "cat-x2-back", "cat-x2"}),
        ("makeplayingcards", {f"{i:03}-{name}{side}" for i, name in enumerate(
            ("ant", "ant", "ant", "bee", "cat", "cat"), 1) for side in ("", "-back")}),
    ):  # fmt: skip
        result, _ = exported(pack_at(tmp_path / "own", own), shop, only=("cards",))
        assert {Path(path).stem for path in opened(result)} == names


def test_pieces_are_turned_only_when_asked(folder: Path) -> None:
    result, _ = exported(folder, "gamecrafter", only=("lanes",), rotates=True)
    upright = opened(result)["lanes/lanes.png"]
    assert upright.size == (825, 1125)
    nothing, problems = exported(folder, "gamecrafter", only=("lanes",))
    assert nothing.files == () and any("no component is a product" in p for p in problems)


def test_a_product_is_chosen_by_name(folder: Path) -> None:
    result, _ = exported(folder, "gamecrafter", only=("cards",), products={"cards": "TradingDeck"})
    assert {row["product"] for row in result.rows} == {"TradingDeck"}
    for products, words in (
        (
            {"cards": "TarotDeck"},
            'Cards cannot be "TarotDeck" (its products of The Game Crafter: Pok',
        ),
        ({"card": "PokerDeck"}, '--product names no component "card" (did you mean "cards"?'),
    ):
        _, problems = exported(folder, "gamecrafter", only=("cards",), products=products)
        assert any(words in problem for problem in problems), problems


def pages_of(pdf: bytes) -> list[np.ndarray]:
    """The picture of every page in its inks, (height, width, 4), by pikepdf alone."""
    pages = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            (image,) = page.get_images().values()
            assert image.ColorSpace == "/DeviceCMYK" and image.BitsPerComponent == 8
            shape = (int(image.Height), int(image.Width), 4)
            pages.append(np.frombuffer(image.read_bytes(), np.uint8).reshape(shape))
    return pages


def test_a_deck_for_drivethrucards_alternates_backs_and_fronts(folder: Path) -> None:
    result, _ = exported(folder, "drivethrucards", only=("cards",))
    ((_, pdf),) = [file for file in result.files if file[0].name == "cards.pdf"]
    pages = pages_of(pdf)
    assert len(pages) == 12 and {page.shape for page in pages} == {(1125, 825, 4)}
    assert all((page == pages[0]).all() for page in pages[::2])
    red = [0, 200 - 30, 200 - 30, 255 - 200]
    assert all(page[0, 0].tolist() == red for page in pages[1::2])
    fronts = [page.tobytes() for page in pages[1::2]]
    assert [fronts.index(front) for front in fronts] == [0, 0, 0, 3, 4, 4]
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            assert [float(v) for v in page.MediaBox] == [0, 0, 198, 270]
            assert [float(v) for v in page.BleedBox] == [0, 0, 198, 270]
            assert [float(v) for v in page.TrimBox] == [9, 9, 189, 261]
        assert "/OutputIntents" not in document.Root  # nothing is claimed that is not checked
    most = max(int(page.sum(axis=2, dtype=np.uint16).max()) for page in pages) / 2.55
    assert f"at most {most:.0f} % ink of 240 %" in result.lines[0]
    shown = pypdfium2.PdfDocument(pdf)[1].render(scale=1).to_pil().convert("RGB")
    assert shown.size == (198, 270)
    red, green, blue = shown.getpixel((3, 3))
    assert red > 150 > 110 > max(green, blue)


@pytest.mark.skipif(shutil.which("pdfimages") is None, reason="poppler is not installed")
def test_poppler_reads_the_deck(folder: Path, tmp_path: Path) -> None:
    result, _ = exported(folder, "drivethrucards", only=("cards",))
    file = tmp_path / "cards.pdf"
    file.write_bytes({p.name: data for p, data in result.files}["cards.pdf"])
    listed = subprocess.run(
        ["pdfimages", "-list", file], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()[2:]]
    assert len(rows) == 12
    assert {(row[3], row[4], row[5], row[12], row[13]) for row in rows} == {
        ("825", "1125", "cmyk", "300", "300")
    }


def test_cards_without_backs_keep_their_places_in_the_deck(tmp_path: Path) -> None:
    bare = re.sub(r"    back: \{use: back.*\n", "", GAME)
    result, problems = exported(pack_at(tmp_path / "bare", bare), "drivethrucards", only=("cards",))
    pages = pages_of(result.files[0][1])
    assert len(pages) == 12 and all(not page.any() for page in pages[::2])
    assert any(
        "Cards has no back; Premium poker prints it white" in problem for problem in problems
    )


def test_two_exports_are_equal_and_a_changed_card_changes_one_picture(
    crafted: tuple[Exported, list[str]], folder: Path, tmp_path: Path
) -> None:
    again, _ = exported(folder, "gamecrafter")
    assert again.files == crafted[0].files
    changed, _ = exported(pack_at(tmp_path / "new", GAME.replace("Bee", "Beetle")), "gamecrafter")
    before, after = dict(crafted[0].files), dict(changed.files)
    assert {str(path) for path in before.keys() - after.keys()} == {"cards/bee.png"}
    same = [path for path in before.keys() & after.keys() if path.suffix == ".png"]
    assert all(before[path] == after[path] for path in same) and len(same) == 5


# -- faults -----------------------------------------------------------------------------------

POKER = products_of("gamecrafter")[0]


def picture(size: tuple[int, int], mode: str = "RGB", dpi: int = 300) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()


def test_a_missing_pixel_is_reported() -> None:
    assert faults_of_picture(picture((825, 1125)), POKER) == []
    for size in ((824, 1125), (825, 1126)):
        (fault,) = faults_of_picture(picture(size), POKER)
        assert fault == f"{size[0]} × {size[1]} pixels, but Poker Deck takes 825 × 1125"
    assert "RGBA, but only RGB" in faults_of_picture(picture((825, 1125), "RGBA"), POKER)[0]
    assert "the file says 72 dpi" in faults_of_picture(picture((825, 1125), dpi=72), POKER)[0]


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
def test_ghostscript_measures_the_ink_that_the_export_reports(folder: Path, tmp_path: Path) -> None:
    result, _ = exported(folder, "drivethrucards", only=("cards",))
    pdf = {p.name: data for p, data in result.files}["cards.pdf"]
    file = tmp_path / "cards.pdf"
    file.write_bytes(pdf)

    def ghostscript(*options: str) -> str:
        line = ["gs", "-q", "-dNOPAUSE", "-dBATCH", *options, str(file)]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout

    printed = pages_of(pdf)
    for device, expected in (  # the share of the page that has an ink, and the mean amount in %
        ("inkcov", [(page > 0).mean(axis=(0, 1)) * 100 for page in printed]),
        ("ink_cov", [page.mean(axis=(0, 1)) / 2.55 for page in printed]),
    ):
        lines = ghostscript("-o", "-", f"-sDEVICE={device}").splitlines()
        factor = 100 if device == "inkcov" else 1
        read = [[float(number) * factor for number in line.split()[:4]] for line in lines if line]
        assert len(read) == len(printed)
        for page, inks in zip(expected, read, strict=True):
            assert inks == pytest.approx(page.tolist(), abs=0.6)
    ghostscript("-sDEVICE=tiff32nc", "-r300", f"-sOutputFile={tmp_path}/page-%d.tif")
    most = 0.0
    for n in range(1, len(printed) + 1):
        with Image.open(tmp_path / f"page-{n}.tif") as image:
            assert image.mode == "CMYK"
            most = max(most, float(np.asarray(image).astype(int).sum(axis=2).max()) / 2.55)
    (reported,) = re.findall(r"at most (\d+) % ink", result.lines[0])
    assert most == pytest.approx(float(reported), abs=1)


def test_too_much_ink_is_reported() -> None:
    inks = np.zeros((2, 2, 4), np.uint8)
    inks[1, 1] = (255, 255, 105, 0)  # 241 %
    assert most_ink(inks) == pytest.approx(241.2, abs=0.1)
    assert ink_fault(most_ink(inks), 240) == "241 % ink in one place, but at most 240 % are taken"
    inks[1, 1] = (255, 255, 102, 0)
    assert ink_fault(most_ink(inks), 240) == ""


def test_black_text_is_black_ink_and_no_colour_takes_more_than_two_inks() -> None:
    out = io.BytesIO()
    every = np.stack(np.meshgrid(*[np.arange(0, 256, 15)] * 3), axis=-1).reshape(18, -1, 3)
    Image.fromarray(every.astype(np.uint8)).save(out, "PNG")
    inks = inks_of(out.getvalue())
    assert most_ink(inks) <= 200
    assert (255 - inks[..., :3].astype(int) - inks[..., 3:] == every).all()
    Image.new("RGB", (1, 1)).save(out := io.BytesIO(), "PNG")
    assert inks_of(out.getvalue())[0, 0].tolist() == [0, 0, 0, 255]


def test_text_outside_the_safe_line_is_reported_with_its_piece(tmp_path: Path) -> None:
    _, problems = exported(pack_at(tmp_path / "near", left="3.05"), "gamecrafter", only=("cards",))
    assert any("the safe zone begins at 3.175 mm" in p and "'Ant'" in p for p in problems), problems
    _, problems = exported(pack_at(tmp_path / "inside", left="3.3"), "gamecrafter", only=("cards",))
    assert not any("safe zone" in problem for problem in problems)


# -- the tables -------------------------------------------------------------------------------


def component(shape: Shape, thickness: float = 0.3) -> Component:
    face = FaceSpec("use", "card", {}, HERE)
    return Component("c", "C", shape, 2, 2, 3, face, None, (), HERE, stock=thickness)


@pytest.mark.parametrize(
    "shop", ["gamecrafter", "makeplayingcards", "printerstudio", "drivethrucards"]
)
def test_every_product_leaves_room_for_bleed_all_around(shop: str) -> None:
    for product in products_of(shop):
        across, down = product.picture
        assert across - product.width >= 5 and down - product.height >= 5, product.name
        assert product.bleed <= 6.5, product.name
    assert len({product.name for product in products_of(shop)}) == len(products_of(shop))


def test_named_sizes_are_products_of_the_game_crafter() -> None:
    for size, thickness, name in (
        ("poker", 0.3, "PokerDeck"), ("euro-poker", 0.3, "EuroPokerDeck"),
        ("bridge", 0.3, "BridgeDeck"), ("tarot", 0.3, "TarotDeck"), ("mini", 0.3, "MiniDeck"),
        ("hex-small", 2.0, "SmallHexTile"), ("square-tile-large", 2.0, "LargeSquareTile"),
        ("square", 0.3, "SquareDeck"), ("circle-chit-large", 2.0, "LargeCircleChit"),
    ):  # fmt: skip
        found = matching(component(SIZES[size], thickness), products_of("gamecrafter"))
        assert found and (found[0][0].name, found[0][1]) == (name, 0), size


def test_the_tolerance_of_a_match() -> None:
    def fits(width: float, height: float) -> bool:
        return POKER.holds(Shape("rect", width, height)) is not None

    assert fits(63.5, 88.9) and fits(64.0, 88.4) and fits(88.9, 63.5)
    assert not fits(64.2, 88.9) and not fits(63.5, 88.2)


# -- the command ------------------------------------------------------------------------------


def test_the_command_writes_all_or_nothing(folder: Path, tmp_path: Path) -> None:
    line = ["export", str(folder), "gamecrafter", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, [*line, "--check-only"])
    assert result.exit_code == 0 and "nothing is written" in result.output, result.output
    assert list(tmp_path.iterdir()) == []
    result = CliRunner().invoke(app, line)
    assert result.exit_code == 0 and "7 files →" in result.output, result.output
    assert len(list((tmp_path / "market" / "gamecrafter").rglob("*.png"))) == 6
    result = CliRunner().invoke(app, [*line[:2], "drivethrucards", "--only", "slips"])
    assert result.exit_code == 1 and "no component is a product of DriveThruCards" in result.output


def test_a_destination_alone_exports_the_game_in_this_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    line = ["export", "gamecrafter", "--only", "coins", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, line)
    assert result.exit_code == 0 and "3 files →" in result.output, result.output


def test_destinations_are_listed_with_their_source_and_date() -> None:
    result = CliRunner().invoke(app, ["export", "--list"])
    assert result.exit_code == 0
    for row in destinations().values():
        assert row.name in result.output and row.source and row.verified
        assert re.fullmatch(r"2\d\d\d-\d\d-\d\d", row.date)
    result = CliRunner().invoke(app, ["export", "mara", "gamcrafter"])
    assert result.exit_code == 2 and 'did you mean "gamecrafter"?' in result.output
    result = CliRunner().invoke(app, ["export", "mara"])
    assert result.exit_code == 2 and "say where the game goes: " in result.output
    for line in (["--product", "cards"], ["--product", "=x"]):
        assert CliRunner().invoke(app, ["export", "mara", "gamecrafter", *line]).exit_code == 2


def test_the_products_of_a_shop_are_listed_with_sizes_that_can_be_copied() -> None:
    result = CliRunner().invoke(app, ["export", "gamecrafter", "--list"])
    (chit,) = [line for line in result.output.splitlines() if line.startswith("MediumCircleChit")]
    assert chit.split()[1:] == ["19.05mm", "x", "19.05mm", "circle", "300", "×", "300", "pixels"]
    result = CliRunner().invoke(app, ["export", "makeplayingcards", "--list", "--json"])
    poker = next(row for row in json.loads(result.stdout) if row["name"] == "poker")
    assert (poker["width"], poker["height"], poker["pixels"]) == (63.5, 88.9, [822, 1122])
    result = CliRunner().invoke(app, ["export", "tts", "--list"])
    assert result.exit_code == 2 and "is no print shop" in result.output
