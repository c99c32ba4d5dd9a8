"""Rooms of PlayingCards.io, pictures for Tabletopia and Screentop: read by jsonschema, Pillow, csv.

No code of the writers is used: each picture is compared with the PNG of the face that `build`
writes, and copies are counted.
"""

import csv
import io
import json
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from PIL import Image

from generator.model.pack import Pack
from generator.press.build import build
from generator.press.export import playingcards_io
from generator.press.export.destinations import destinations, export
from generator.press.export.job import ExportOptions, Job
from generator.press.options import BuildOptions
from generator.reading.door import open_pack
from tests.press.export.packs import big_pack

NUMBER, TEXT, FLAG = {"type": "number"}, {"type": "string"}, {"type": "boolean"}
ID = {"type": "string", "pattern": "^([0-9a-f]{16}|hand)$"}
PICTURE = {"type": "string", "pattern": r"^package://userassets/[\w-]+-[0-9a-f]{8}\.png$"}
HOME = {"oneOf": [ID, {"type": "null"}]}


Exports = Callable[[str], tuple[Pack, dict[str, bytes]]]


def fields(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def widget(kind: str, **properties: Any) -> dict[str, Any]:
    place = {"x": NUMBER, "y": NUMBER, "z": {"type": "integer"}}
    return fields(id=ID, type={"const": kind}, **place, **properties)


TEMPLATE = fields(
    includeBorder=FLAG,
    includeRadius=FLAG,
    objects={
        "type": "array",
        "minItems": 1,
        "items": fields(
            type={"const": "image"}, x=NUMBER, y=NUMBER, w=NUMBER, h=NUMBER, color=TEXT,
            valueType={"const": "dynamic"}, value={"enum": ["face", "back"]},
        ),
    },
)  # fmt: skip
SIZE = {"width": NUMBER, "height": NUMBER}
CARD_TYPE = fields(face=PICTURE, back=PICTURE, label=TEXT)
ROOM = {
    "type": "array",
    "items": {
        "oneOf": [
            widget("hand", enabled=FLAG, **SIZE),
            widget("board", boardImage=PICTURE, **SIZE),
            widget("cardPile", label=TEXT, hasShuffleButton=FLAG, **SIZE),
            widget(
                "cardDeck", parent=HOME, cardWidth=NUMBER, cardHeight=NUMBER, enlarge=FLAG,
                faceTemplate=TEMPLATE, backTemplate=TEMPLATE,
                cardTypes={"type": "object", "minProperties": 1, "additionalProperties": CARD_TYPE},
            ),
            widget("card", deck=ID, cardType=TEXT, parent=HOME, faceup=FLAG),
            widget("counter", label=TEXT, counterValue={"type": "integer"}, **SIZE),
            widget("spinner", options={"type": "array", "items": {"type": "integer"}}, **SIZE),
        ]
    },
}  # fmt: skip


def exported(folder: Path | str, destination: str) -> tuple[Pack, dict[str, bytes]]:
    pack, problems = open_pack(folder)
    assert pack is not None, list(map(str, problems))
    result = export(Job(pack, ExportOptions(), problems), destinations()[destination])
    assert not problems.errors, list(map(str, problems))
    return pack, {str(path): data for path, data in result.files}


def room_in(data: bytes) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """The widgets and the pictures of a room, after everything that holds for each room."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    text = files.pop("widgets.json").decode()
    widgets = json.loads(text)
    assert [error.message for error in Draft202012Validator(ROOM).iter_errors(widgets)] == []
    ids = {each["id"]: each for each in widgets}
    assert len(ids) == len(widgets)
    used = {word.removeprefix("package://") for word in text.split('"') if "package://" in word}
    assert used == set(files)
    assert all(len(data) < 2 * 1024 * 1024 for data in files.values())
    for each in widgets:
        assert each.get("parent") is None or ids[each["parent"]]["type"] == "cardPile"
        if each["type"] == "card":
            assert each["cardType"] in ids[each["deck"]]["cardTypes"]
        if each["type"] != "cardDeck":
            width, height = box_of(each, ids)
            assert 0 <= each["x"] <= 1600 - width and 0 <= each["y"] <= 1000 - height, each
    return widgets, files


def box_of(each: Mapping[str, Any], ids: Mapping[str, Any]) -> tuple[float, float]:
    if each["type"] == "card":
        deck = ids[each["deck"]]
        return deck["cardWidth"], deck["cardHeight"]
    return each["width"], each["height"]


def printed(pack: Pack, *left_out: str) -> Counter[str]:
    """The printed copies by the name of their piece."""
    rows = [r for c in pack.components if c.id not in left_out for r in c.rows]
    return Counter({row.name: row.count for row in rows})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return big_pack(tmp_path_factory.mktemp("packs") / "big", 9)


@pytest.fixture(scope="module")
def exports(folder: Path) -> Exports:
    """The game exported to a destination, once for all tests."""
    return cache(lambda destination: exported(folder, destination))


@pytest.fixture(scope="module")
def faces(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of PNGs that `build` writes."""
    pack, problems = open_pack(folder)
    assert pack is not None
    out = tmp_path_factory.mktemp("faces")
    build(pack, BuildOptions(out, ("png",), bleed=0.0), problems)
    return out / "big/png"


def seen(image: Image.Image) -> np.ndarray[Any, Any]:
    """A picture in 126 × 176 pixels on white, to be compared with others."""
    clear = image.convert("RGBA")
    white = Image.new("RGBA", clear.size, "white")
    white.alpha_composite(clear)
    small = white.convert("RGB").resize((126, 176), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.int16)


def nearest(data: bytes | Image.Image, faces: Path) -> str:
    """The front in the folder of a component that a picture equals."""
    if isinstance(data, bytes):
        data = Image.open(io.BytesIO(data))
    files = sorted(faces.glob("*-front.png"))
    apart = [float(np.abs(seen(Image.open(file)) - seen(data)).mean()) for file in files]
    assert min(apart) < 3, apart
    return files[int(np.argmin(apart))].name.removesuffix("-front.png")


def test_a_room_holds_every_printed_piece_with_its_picture(exports: Exports, faces: Path) -> None:
    pack, files = exports("pcio")
    widgets, pictures = room_in(files["big.pcio"])
    decks = {each["id"]: each for each in widgets if each["type"] == "cardDeck"}
    cards = [each for each in widgets if each["type"] == "card"]
    names = [decks[card["deck"]]["cardTypes"][card["cardType"]]["label"] for card in cards]
    assert Counter(names) == printed(pack, "box", "board", "dice")
    kinds = Counter(each["type"] for each in widgets)
    assert kinds["board"] == 1 and kinds["hand"] == 1
    assert kinds["spinner"] == 3 and kinds["counter"] == 5  # a paper die, d6, d20; round, points
    for deck in decks.values():
        for type, sides in deck["cardTypes"].items():
            if sides["label"].startswith("Card "):
                data = pictures[sides["face"].removeprefix("package://")]
                assert nearest(data, faces / "cards") == type
                backs = {each["back"] for each in deck["cardTypes"].values()}
                assert len(backs) == 1


def test_a_room_has_the_layout_of_the_table(exports: Exports) -> None:
    _, files = exports("pcio")
    widgets, _ = room_in(files["big.pcio"])
    piles = {each["label"]: each for each in widgets if each["type"] == "cardPile"}
    assert {"deck", "discard", *(f"hand {n}" for n in (1, 2, 3, 4))} <= set(piles)
    inside = Counter(each.get("parent") for each in widgets if each["type"] == "card")
    assert inside[piles["hand 1"]["id"]] == 3 and inside[piles["discard"]["id"]] == 0
    assert inside[piles["deck"]["id"]] == 1  # of 13 cards
    assert piles["deck"]["hasShuffleButton"] and not piles["discard"]["hasShuffleButton"]
    middles = [piles[name]["x"] + piles[name]["width"] / 2 for name in ("deck", "discard")]
    apart = middles[1] - middles[0]  # 80 mm
    (board,) = [each for each in widgets if each["type"] == "board"]
    assert apart / board["width"] == pytest.approx(80 / 180, abs=0.001)
    down = [each for each in widgets if each.get("parent") == piles["hand 1"]["id"]]
    assert not any(card["faceup"] for card in down)


def test_large_pictures_become_coarser_until_a_room_takes_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playingcards_io, "MOST_PICTURE", 12_000)
    _, files = exported(folder, "pcio")
    _, pictures = room_in(files["big.pcio"])
    assert max(map(len, pictures.values())) <= 12_000
    monkeypatch.setattr(playingcards_io, "MOST_ROOM", 40_000)
    _, files = exported(folder, "pcio")
    _, pictures = room_in(files["big.pcio"])
    assert 10_000 < sum(map(len, pictures.values())) <= 40_000


def pieces_in(files: Mapping[str, bytes]) -> list[dict[str, str]]:
    """The lines of pieces.csv; every picture is named in it, and every name is a picture."""
    lines = list(csv.DictReader(io.StringIO(files["pieces.csv"].decode())))
    columns = [key for key in ("sheet", "front", "back") if key in lines[0]]
    named = {name for line in lines for key in columns for name in line[key].split()}
    assert named == {name for name in files if name.endswith(".png")}
    return lines


@pytest.mark.slow
def test_tabletopia_gets_a_picture_for_each_side_of_equal_size(
    exports: Exports, faces: Path
) -> None:
    pack, files = exports("tabletopia")
    lines = pieces_in(files)
    copies = {line["piece"]: int(line["copies"]) for line in lines}
    assert copies == printed(pack, "box")
    sizes: dict[str, set[tuple[int, int]]] = {}
    for name, data in files.items():
        if name.endswith(".png"):
            sizes.setdefault(name.split("/")[0], set()).add(Image.open(io.BytesIO(data)).size)
    assert all(len(each) == 1 for each in sizes.values())
    cards = [line for line in lines if line["component"] == "cards"]
    assert len({line["back"] for line in cards}) == 1
    for line in cards:
        row = nearest(files[line["front"]], faces / "cards")
        assert row == line["piece"].lower().replace(" ", "-")
    (die,) = [line for line in lines if line["kind"] == "die"]
    assert len(die["front"].split()) == 6
    (shard,) = [line for line in lines if line["component"] == "shard"]
    cut = Image.open(io.BytesIO(files[shard["front"]]))
    assert cut.getpixel((1, cut.height - 2)) == (0, 0, 0, 0)  # beyond the triangle


@pytest.mark.slow
def test_screentop_gets_sheets_whose_cells_are_the_pieces(exports: Exports, faces: Path) -> None:
    pack, files = exports("screentop")
    lines = pieces_in(files)
    assert {line["piece"]: int(line["copies"]) for line in lines} == printed(pack, "box")
    for line in lines:
        if line["component"] not in ("cards", "lots"):
            continue
        columns, rows, cell = (int(line[key]) for key in ("columns", "rows", "cell"))
        sheet = Image.open(io.BytesIO(files[line["sheet"]]))
        assert sheet.width % columns == sheet.height % rows == 0 and max(sheet.size) <= 4096
        w, h = sheet.width // columns, sheet.height // rows
        assert line["pixels"] == f"{w}x{h}"
        y, x = divmod(cell - 1, columns)
        cut = sheet.crop((x * w, y * h, x * w + w, y * h + h))
        assert nearest(cut, faces / line["component"]) == line["piece"].lower().replace(" ", "-")
    cards, lots = ([line for line in lines if line["component"] == c] for c in ("cards", "lots"))
    (back,) = {card["back"] for card in cards}
    width, height = Image.open(io.BytesIO(files[back])).size
    assert {card["pixels"] for card in cards} == {f"{width}x{height}"}
    assert {line["back"] for line in lots} != {line["sheet"] for line in lots}


@pytest.mark.parametrize("destination", ["tabletopia", "screentop"])
def test_the_list_states_the_place_of_every_stack(exports: Exports, destination: str) -> None:
    _, files = exports(destination)
    lines = list(csv.DictReader(io.StringIO(files["setup.csv"].decode())))
    by_name = {line["name"]: line for line in lines}
    assert by_name["deck"]["x_mm"] == "200.0" and by_name["deck"]["shuffled"] == "yes"
    assert by_name["discard"]["what"] == "place"
    assert by_name["round"]["n"] == "1" and by_name["points 4"]["n"] == "0"
    kinds = Counter(line["what"] for line in lines)
    assert kinds["seat"] == 4 and kinds["die"] == 2


@pytest.mark.parametrize("to", ["tts", "pcio", "tabletopia", "screentop"])
def test_an_export_without_pieces_is_an_error(to: str, tmp_path: Path) -> None:
    pack, problems = open_pack(big_pack(tmp_path / "big", 3))
    assert pack is not None
    skip = tuple(component.id for component in pack.components)
    result = export(Job(pack, ExportOptions(skip=skip), problems), destinations()[to])
    assert result.files == ()
    assert [p.message for p in problems.errors] == ["there are no pieces to export"]
