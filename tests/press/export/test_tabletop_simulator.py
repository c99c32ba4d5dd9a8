"""Files for Tabletop Simulator, read by a schema, by Pillow and by counting: no code of the writer.

The schema follows the classes that Berserk Games document; slots are cut out of the sheets and
compared with the PNG of each face that `build` writes.
"""

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from PIL import Image

from generator.model.pack import Pack
from generator.press.build import build
from generator.press.export.destinations import destinations, export
from generator.press.export.job import ExportOptions, Job, address_fault
from generator.press.options import BuildOptions
from generator.reading.door import open_pack
from tests.press.export.packs import big_pack

NUMBER, TEXT, FLAG = {"type": "number"}, {"type": "string"}, {"type": "boolean"}
URL = {"type": "string", "minLength": 1}


def fields(required: dict[str, Any], others: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **(others or {})},
        "required": list(required),
        "additionalProperties": False,
    }


TRANSFORM = fields({f"{kind}{axis}": NUMBER for kind in ("pos", "rot", "scale") for axis in "XYZ"})
DECK = fields(
    {
        "FaceURL": URL,
        "BackURL": URL,
        "NumWidth": {"type": "integer", "minimum": 2, "maximum": 10},
        "NumHeight": {"type": "integer", "minimum": 2, "maximum": 7},
        "BackIsHidden": FLAG,
        "UniqueBack": FLAG,
        "Type": {"enum": [0, 1, 2, 3, 4]},
    }
)
IMAGE = fields(
    {"ImageURL": URL, "ImageSecondaryURL": TEXT, "ImageScalar": NUMBER, "WidthScale": NUMBER},
    {
        "CustomTile": fields(
            {
                "Type": {"enum": [0, 1, 2, 3]},
                "Thickness": NUMBER,
                "Stackable": FLAG,
                "Stretch": FLAG,
            }
        ),
        "CustomToken": fields(
            {
                "Thickness": NUMBER,
                "MergeDistancePixels": NUMBER,
                "StandUp": FLAG,
                "Stackable": FLAG,
            }
        ),
    },
)
PDF = fields({"PDFUrl": URL, "PDFPassword": TEXT, "PDFPage": NUMBER, "PDFPageOffset": NUMBER})
OBJECT = fields(
    {
        "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
        "Name": {
            "enum": [
                *("Bag", "CardCustom", "Counter", "Custom_PDF", "Custom_Tile", "Custom_Token"),
                *("DeckCustom", "Figurine_Custom", "HandTrigger"),
                *(f"Die_{n}" for n in (4, 6, 8, 10, 12, 20)),
            ]
        },
        "Transform": TRANSFORM,
        **dict.fromkeys(("Nickname", "Description", "GMNotes"), TEXT),
        "ColorDiffuse": fields(dict.fromkeys("rgb", NUMBER)),
        "Tags": {"type": "array", "items": TEXT},
        **dict.fromkeys(("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), FLAG),
        **dict.fromkeys(("HideWhenFaceDown", "Hands"), FLAG),
        **dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), TEXT),
    },
    {
        "SidewaysCard": FLAG,
        "CardID": {"type": "integer", "minimum": 100},
        "DeckIDs": {"type": "array", "items": {"type": "integer"}, "minItems": 2},
        "CustomDeck": {"type": "object", "additionalProperties": DECK, "minProperties": 1},
        "ContainedObjects": {"type": "array", "items": {"$ref": "#/$defs/object"}, "minItems": 1},
        "CustomImage": IMAGE,
        "CustomPDF": PDF,
        "Bag": fields({"Order": {"enum": [0, 1, 2]}}),
        "Counter": fields({"value": {"type": "integer"}}),
        "FogColor": TEXT,
    },
)
SAVE = {
    "$defs": {"object": OBJECT},
    **fields(
        {
            **dict.fromkeys(("SaveName", "Date", "VersionNumber", "GameMode", "GameType"), TEXT),
            **dict.fromkeys(("GameComplexity", "Table", "Sky", "Note"), TEXT),
            **dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), TEXT),
            "Tags": {"type": "array"},
            "TabStates": {"type": "object"},
            "Gravity": NUMBER,
            "PlayArea": NUMBER,
            "ObjectStates": {"type": "array", "items": {"$ref": "#/$defs/object"}},
        },
        {
            "Hands": fields({"Enable": FLAG, "DisableUnused": FLAG, "Hiding": {"enum": [0, 1, 2]}}),
            "SnapPoints": {"type": "array"},
        },
    ),
}


def exported(folder: Path | str, **options: Any) -> tuple[Pack, dict[str, bytes]]:
    pack, problems = open_pack(folder)
    assert pack is not None, list(map(str, problems))
    chosen = ExportOptions(**{"pictures": "mods", **options})
    result = export(Job(pack, chosen, problems), destinations()["tts"])
    assert not problems.errors, list(map(str, problems))
    return pack, {str(path): data for path, data in result.files}


def every_object(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in objects:
        yield each
        yield from every_object(each.get("ContainedObjects", []))


def addresses(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key.lower().endswith("url") and inner:
                yield inner
            yield from addresses(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from addresses(inner)


def check_file(files: dict[str, bytes], name: str) -> list[dict[str, Any]]:
    """Everything that holds for each file; returns its objects."""
    save = json.loads(files[name])
    assert [error.message for error in Draft202012Validator(SAVE).iter_errors(save)] == []
    objects = list(every_object(save["ObjectStates"]))
    guids = [each["GUID"] for each in objects]
    assert len(guids) == len(set(guids))
    assert {f"pictures/{url}" for url in addresses(save)} == {f for f in files if "pictures/" in f}
    for each in objects:
        if each["Name"] != "DeckCustom":
            continue
        assert each["DeckIDs"] == [card["CardID"] for card in each["ContainedObjects"]]
        assert {str(id // 100) for id in each["DeckIDs"]} == set(each["CustomDeck"])
        grids = {(deck["NumWidth"], deck["NumHeight"]) for deck in each["CustomDeck"].values()}
        assert len(grids) == 1
    return objects


def pieces_in(objects: list[dict[str, Any]]) -> int:
    others = {"Bag", "DeckCustom", "HandTrigger", "Counter", "Custom_PDF"}
    plain = [o for o in objects if o["Name"].startswith("Die_") and o["Nickname"].startswith("d")]
    return sum(each["Name"] not in others for each in objects) - len(plain)


@pytest.mark.parametrize("n", [6, pytest.param(200, marks=pytest.mark.slow)])
def test_a_deck_is_read_back_slot_by_slot(tmp_path: Path, n: int) -> None:
    pack, files = exported(big_pack(tmp_path / "big", n))
    objects = check_file(files, "big.json")
    check_file(files, "big-save.json")
    cards = [each for each in objects if each["Name"] == "CardCustom"]
    printed = Counter({f"Card {i}": 1 + i % 2 for i in range(n)} | {"left": 1, "right": 1})
    assert Counter(card["Nickname"] for card in cards) == printed
    build(pack, BuildOptions(tmp_path / "out", ("png",), bleed=0.0), open_pack(pack.folder)[1])
    faces = {
        row.name: tmp_path / "out/big/png" / component / f"{row.id}-front.png"
        for component in ("cards", "lots")
        for row in pack.component(component).rows
    }
    names = list(faces)
    expected = np.stack([seen(Image.open(file)) for file in faces.values()])
    checked = set()
    for card in cards:
        name = card["Nickname"]
        if name in checked:
            continue
        checked.add(name)
        sheet, slot = divmod(card["CardID"], 100)
        deck = card["CustomDeck"][str(sheet)]
        with Image.open(io.BytesIO(files[f"pictures/{deck['FaceURL']}"])) as image:
            assert image.mode == "RGB" and max(image.size) <= 4096
            assert image.width % deck["NumWidth"] == image.height % deck["NumHeight"] == 0
            w, h = image.width // deck["NumWidth"], image.height // deck["NumHeight"]
            row, column = divmod(slot, deck["NumWidth"])
            assert row < deck["NumHeight"] and deck["BackIsHidden"]
            cut = image.crop((column * w, row * h, column * w + w, row * h + h))
        apart = np.abs(expected - seen(cut)).mean(axis=(1, 2, 3))
        assert names[int(apart.argmin())] == name and apart.min() < 3, (name, apart.min())
    assert checked == set(printed)


def seen(image: Image.Image) -> np.ndarray[Any, Any]:
    """A picture in 126 × 176 pixels, to be compared with others."""
    small = image.convert("RGB").resize((126, 176), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.int16)


def test_each_kind_of_piece_has_its_own_kind_of_object(tmp_path: Path) -> None:
    pack, files = exported(big_pack(tmp_path / "big", 12))
    objects = check_file(files, "big-save.json")
    names = Counter(each["Name"] for each in objects)
    assert names["Custom_Tile"] == 1 and names["Custom_Token"] == 2  # board, shards
    assert names["Figurine_Custom"] == 1 and names["HandTrigger"] == 4
    assert names["Die_6"] == 2 and names["Die_20"] == 1 and names["Counter"] == 5
    boxes = sum(pack.component(id).count for id in ("box",))
    assert pieces_in(objects) == sum(c.count for c in pack.components) - boxes
    sideways = {o["Nickname"]: o["SidewaysCard"] for o in objects if o["Name"] == "CardCustom"}
    assert sideways["left"] and not sideways["Card 1"]
    (standee,) = [o for o in objects if o["Name"] == "Figurine_Custom"]
    assert standee["CustomImage"]["ImageSecondaryURL"]
    save = json.loads(files["big-save.json"])
    assert len(save["SnapPoints"]) == 1 and save["Hands"]["Enable"]
    hands = [o["Transform"] for o in save["ObjectStates"] if o["Name"] == "HandTrigger"]
    single = [o["Transform"] for o in save["ObjectStates"] if o["Name"] == "CardCustom"]
    for hand in hands:  # each player holds three single cards, face up
        held = [
            c
            for c in single
            if c["posZ"] == hand["posZ"] and c["rotY"] == (hand["rotY"] + 180) % 360
        ]
        near = [c for c in held if abs(c["posX"] - hand["posX"]) < hand["scaleX"] / 2]
        assert len(near) == len({c["posX"] for c in near}) == 3
        assert all(c["rotZ"] == 0 for c in near)


@pytest.mark.slow
def test_a_board_lies_on_the_table_and_pieces_on_it_start_above_it(tmp_path: Path) -> None:
    folder = big_pack(tmp_path / "big", 3)
    game = (folder / "game.yaml").read_text()
    game = game.replace(
        "table:\n",
        "table:\n  laid:\n"
        "    - {from: board, at: [500mm, 150mm]}\n"
        "    - {from: shard, n: 2, at: [500mm, 150mm], step: [1mm, 0mm]}\n",
    )
    (folder / "game.yaml").write_text(game)
    objects = check_file(exported(folder)[1], "big.json")
    (board,) = [o["Transform"]["posY"] for o in objects if o["Locked"]]
    shards = [o["Transform"]["posY"] for o in objects if o["Name"] == "Custom_Token"]
    loose = [o["Transform"]["posY"] for o in objects if o["Name"] == "Figurine_Custom"]
    assert 0.96 < board < 1.1  # the table's top is at 0.96 units
    assert loose[0] < shards[0] < shards[1] < loose[0] + 1


@pytest.mark.slow
def test_two_exports_are_equal_and_a_changed_card_changes_one_sheet(tmp_path: Path) -> None:
    folder = big_pack(tmp_path / "big", 6)
    _, first = exported(folder)
    assert exported(folder)[1] == first
    _, second = exported(big_pack(folder, 6, changed="9"))
    pictures = {name for name in first if "pictures/" in name}
    changed = {name for name in second if "pictures/" in name}
    assert len(pictures - changed) == len(changed - pictures) == 1
    before, after = (check_file(files, "big-save.json") for files in (first, second))
    assert [o["GUID"] for o in before] == [o["GUID"] for o in after]


def test_an_address_must_be_that_of_a_folder_on_the_web() -> None:
    assert address_fault("https://example.org/mara") == address_fault("http://a.b/c-d/") == ""
    for address, words in (
        ("example.org", "does not begin with https://"),
        ("https:///", "names no machine"),
        ("https://example.org/my games", "contains a space"),
        ("https://example.org/?id=3", 'contains "?"'),
        ("https://example.org/#top", 'contains "#"'),
    ):
        assert words in address_fault(address)


@pytest.mark.slow
def test_addresses_are_local_or_on_the_web(tmp_path: Path) -> None:
    folder = big_pack(tmp_path / "big", 3)
    _, files = exported(folder, pictures="web", address="https://example.org/big/")
    urls = set(addresses(json.loads(files["big.json"])))
    assert urls and all(url.startswith("https://example.org/big/big-") for url in urls)
    _, files = exported(folder, pictures="local")
    urls = set(addresses(json.loads(files["big.json"])))
    assert urls and all(url.startswith("file:///") and "/pictures/" in url for url in urls)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["shiftago"])
def test_a_bundled_game_has_all_its_pieces_and_its_rules(game: str) -> None:
    pack, files = exported(game)
    objects = check_file(files, f"{game}-save.json")
    rules = sum(c.count for c in pack.components if c.front and c.front.name == "rules")
    assert pieces_in(objects) == sum(c.count for c in pack.components) - rules
    (sheet,) = [each for each in objects if each["Name"] == "Custom_PDF"]
    pdf = files[f"pictures/{sheet['CustomPDF']['PDFUrl']}"]
    import pypdfium2

    assert len(pypdfium2.PdfDocument(pdf)) == 2
