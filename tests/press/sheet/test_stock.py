"""Labels and perforated cards: every piece in its place, as pixels of the printed page."""

import io
from pathlib import Path

import pytest
from PIL import Image

from generator.model.units import paper_mm
from generator.press.build import build, warn_of_idle
from generator.press.options import BuildOptions
from generator.reading.door import open_pack
from generator.reading.stock import known_stock, stock_named

DPI = 101.6  # 4 pixels a mm
RED, BLUE = (200, 30, 30), (30, 30, 200)
GAME = """\
protoplay: 1
name: T
players: 2
sheet: {stock: %s}
components:
  tags:
    shape: {rect: [%s]}
    bleed: 0mm
    count: %d
    front: {use: picture, art: red.png}
    back: {use: picture, art: blue.png}
"""


def pages(
    folder: Path, written: str, size: str, count: int, **options: object
) -> tuple[list[Image.Image], list[str]]:
    """The printed pages, and the problems in words."""
    (folder / "game.yaml").write_text(GAME % (written, size, count))
    for name, colour in (("red", RED), ("blue", BLUE)):
        Image.new("RGB", (1200, 1200), colour).save(folder / f"{name}.png")
    pack, problems = open_pack(folder)
    assert pack is not None, list(map(str, problems))
    asked = BuildOptions(out=folder / "out", formats=("sheets",), dpi=DPI, **options)  # type: ignore[arg-type]
    warn_of_idle(pack, asked, problems)
    summary = build(pack, asked, problems)
    opened = [Image.open(io.BytesIO(file.read_bytes())).convert("RGB") for file in summary.files]
    return opened, [str(problem) for problem in problems]


def is_near(pixel: object, colour: tuple[int, int, int]) -> bool:
    assert isinstance(pixel, tuple)
    return all(abs(a - b) < 25 for a, b in zip(pixel, colour, strict=True))


def boxes(
    page: Image.Image, colour: tuple[int, int, int]
) -> list[tuple[float, float, float, float]]:
    """The rectangles of a colour on a page, mm, from the pixels of their top rows."""
    found = []
    taken: set[tuple[int, int]] = set()
    pixels = page.load()
    for y in range(page.height):
        x = 0
        while x < page.width:
            if is_near(pixels[x, y], colour) and (x, y) not in taken:
                right = x
                while right < page.width and is_near(pixels[right, y], colour):
                    right += 1
                low = y
                while low < page.height and is_near(pixels[x, low], colour):
                    low += 1
                taken.update((i, j) for i in range(x, right) for j in range(y, low))
                found.append((x / 4, y / 4, right / 4, low / 4))
                x = right
            else:
                x += 1
    return found


CARDS, SIZE = "zweckform-32015", "85mm, 54mm"  # two columns, four rows, gaps of 6 mm


@pytest.mark.slow
def test_cards_lie_where_the_maker_puts_them(tmp_path: Path) -> None:
    (front, back), problems = pages(tmp_path, "C32015", SIZE, 3)
    assert problems == []
    wanted = [(17, 31.5), (108, 31.5), (17, 91.5)]
    assert boxes(front, RED) == [pytest.approx((x, y, x + 85, y + 54), abs=0.3) for x, y in wanted]
    mirrored = sorted((210 - x - 85, y) for x, y in wanted)
    assert sorted(box[:2] for box in boxes(back, BLUE)) == [
        pytest.approx(corner, abs=0.3) for corner in mirrored
    ]


@pytest.mark.slow
def test_a_partly_used_sheet_is_filled_from_its_first_free_place(tmp_path: Path) -> None:
    printed, problems = pages(tmp_path, CARDS, SIZE, 7, start=4, backs="none")
    assert problems == [] and [len(boxes(page, RED)) for page in printed] == [5, 2]
    assert boxes(printed[0], RED)[0][:2] == pytest.approx((108, 91.5), abs=0.3)
    assert boxes(printed[1], RED)[0][:2] == pytest.approx((17, 31.5), abs=0.3)


@pytest.mark.slow
def test_a_piece_that_fits_only_on_its_side_is_turned(tmp_path: Path) -> None:
    printed, problems = pages(tmp_path, "avery-5371", "50.8mm, 88.9mm", 2, backs="none")
    whole = boxes(printed[0], RED)
    assert problems == [] and whole == [pytest.approx((19.05, 12.7, 196.85, 63.5), abs=0.3)]


@pytest.mark.slow
def test_pieces_torn_from_a_stack_of_sheets_are_in_order(tmp_path: Path) -> None:
    printed, _ = pages(tmp_path, CARDS, SIZE, 7, start=3, backs="none", order="stack")
    assert [len(boxes(page, RED)) for page in printed] == [3, 4]
    assert [boxes(page, RED)[0][:2] for page in printed] == [
        pytest.approx((17, 91.5), abs=0.3), pytest.approx((17, 31.5), abs=0.3)
    ]  # fmt: skip


def test_a_sheet_that_is_not_in_the_table_is_described_by_its_measures(tmp_path: Path) -> None:
    size, first, step = "[80mm, 50mm]", "[30mm, 20mm]", "[80mm, 60mm]"
    own = f"{{paper: a5, columns: 1, rows: 2, size: {size}, first: {first}, step: {step}}}"
    printed, problems = pages(tmp_path, own, "80mm, 50mm", 2, backs="none")
    assert problems == []
    assert [box[:2] for box in boxes(printed[0], RED)] == [
        pytest.approx((30, 20), abs=0.3), pytest.approx((30, 80), abs=0.3)
    ]  # fmt: skip


def test_a_piece_too_large_is_left_out_and_the_stock_that_holds_it_is_named(tmp_path: Path) -> None:
    printed, (problem,) = pages(tmp_path, "avery-5160", "88.9mm, 50.8mm", 1)
    assert printed == []
    assert problem.startswith("game.yaml:6:3: error: Tags: 88.9mm × 50.8mm is larger than a place")
    assert "stock that holds it: avery-5371, avery-5163" in problem


def test_options_that_contradict_a_stock_are_reported(tmp_path: Path) -> None:
    size = "99.1mm, 38.1mm"
    for options, words in (
        ({"start": 15}, "a sheet of avery-l7163 has 14 places; there is no place 15"),
        ({"backs": "gutterfold"}, "avery-l7163 cannot be folded"),
        ({"margin": 3.0}, "--margin has no effect because the stock decides where pieces lie"),
        ({"stock": "avery-9999"}, 'unknown stock "avery-9999"'),
    ):
        _, problems = pages(tmp_path, "avery-l7163", size, 1, **options)
        assert any(words in problem for problem in problems), problems
    _, problems = pages(tmp_path, "avery-l7163", "60mm, 38mm", 1)
    assert any("lies in the middle of a place of 99.1mm × 38.1mm" in p for p in problems)
    (tmp_path / "game.yaml").write_text((GAME % ("a", size, 1)).replace("sheet: {stock: a}\n", ""))
    pack, problems_of = open_pack(tmp_path)
    assert pack is not None
    warn_of_idle(pack, BuildOptions(start=2), problems_of)
    assert ["--start has no effect without labels" in str(p) for p in problems_of] == [True]


@pytest.mark.parametrize(
    ("stock", "words"),
    [
        ("avry-5371", 'unknown stock "avry-5371" (did you mean "avery-5371"?'),
        (
            "{columns: 3, rows: 1, size: [80mm, 50mm], first: [0mm, 0mm]}",
            "end 30mm beyond the right",
        ),
        (
            "{columns: 1, rows: 9, size: [80mm, 50mm], first: [0mm, 0mm]}",
            "end 153mm beyond the bot",
        ),
        (
            "{columns: 1, rows: 2, size: [80mm, 50mm], first: [0mm, 0mm], step: [80mm, 40mm]}",
            "the places overlap",
        ),
    ],
)
def test_wrong_stock_is_reported(stock: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME % (stock, "80mm, 50mm", 1))
    pack, problems = open_pack(tmp_path)
    assert pack is None and any(words in str(problem) for problem in problems), list(problems)


@pytest.mark.parametrize("name", known_stock())
def test_every_known_sheet_lies_in_the_middle_of_its_paper(name: str) -> None:
    stock = known_stock()[name]
    width, height = paper_mm(stock.paper)
    right = width - (stock.left + (stock.columns - 1) * stock.across + stock.width)
    below = height - (stock.top + (stock.rows - 1) * stock.down + stock.height)
    assert right == pytest.approx(stock.left, abs=0.5) and below >= -0.01
    assert below == pytest.approx(stock.top, abs=0.5)
    assert stock.across >= stock.width and stock.down >= stock.height


def test_a_sheet_is_found_by_its_other_numbers() -> None:
    for name in ("avery-5371", "5371", "Avery 8371", "8371", "avery-8371"):
        assert stock_named(name).name == "avery-5371"
    assert stock_named("C32010").name == "zweckform-32010"
