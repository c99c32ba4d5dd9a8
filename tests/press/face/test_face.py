"""Faces: bundled ones, the pack's own SVG, its drawings; faults are reported with their place."""

import inspect
import io
import re
from pathlib import Path
from typing import Literal
from unicodedata import normalize
from zlib import compress, crc32

import numpy as np
import pypdfium2
import pytest
import resvg_py
from lxml import etree
from PIL import Image

from generator import bundled
from generator.kit import fields
from generator.model.pack import Component, FaceSpec, Pack, Shape
from generator.model.problems import Problems
from generator.press.face import colours, textures
from generator.press.face.canvas import Canvas
from generator.press.face.cascade import cascade
from generator.press.face.face import (
    Face,
    FaceMaker,
    FaceOptions,
)
from generator.press.face.profiles import press_profile
from generator.press.out.to_png import sized
from generator.press.out.typeset import pages
from generator.press.pieces.expand import expand
from generator.press.text.fonts import collect_fonts, font_files
from generator.reading import shapes
from generator.reading.door import open_pack
from generator.templating.face_slots import face_names, slots_of, summary_of
from tests.handmade import component, lines, pack, spec

CARD = Shape("rect", 63.0, 88.0, 3.0)
SHAPES = {
    "poker": CARD,
    "mini": shapes.SIZES["mini"],
    "square": shapes.rect(45, 45),
    "hex": shapes.hexagon(50, "flats", "pointy"),
    "flat hex": shapes.hexagon(50, "flats", "flat"),
    "token": Shape("circle", 25, 25),
    "triangle": Shape("polygon", 60, 52, outline=((30, 0), (60, 52), (0, 52))),
}
WORDS = {
    "icon": "bird",
    "art": "",
    "colour": "river",
    "field": "#f4ecdc",
    "texture": "waves",
    "columns": 2,
    "rows": 3,
    "lines": 4,
    "blank_rows": 2,
    "size": 8,
    "text_size": 8,
    "widths": "2|1",
    "head": "Name|Points",
    "labels": "letters",
    "checks": "yes",
    "first": 1,
    "ring": "yes",
    "frame": "yes",
    "letter": "R",
    "points": "5",
    "value": "3",
    "corner": "7",
    "title": "River bird",
    "pips": "yes",
    "file": "RULES.md",
    "page": 1,
    "pages": 1,
    "begin": "",
    "until": "",
    "least": 5,
}
FOLDED = {
    "standee": shapes.standee(30, 50, 12),
    "tuckbox": shapes.tuckbox(63, 88, 12),
    "dice": shapes.cube(16),
}


def draw(*components: Component, options: FaceOptions | None = None, **more: object) -> list[str]:
    """The problems of drawing everything."""
    return faces(pack(*components, **more), options)[1]  # type: ignore[arg-type]


def faces(drawn: Pack, options: FaceOptions | None = None) -> tuple[list[Face], list[str]]:
    problems = Problems()
    maker = FaceMaker(drawn, problems, options)
    made = [maker.face(p, side) for p in expand(drawn, problems) for side in ("front", "back")]
    return [face for face in made if face is not None], lines(problems)


def raster(face: Face, drawn: Pack, per_mm: int = 8) -> np.ndarray:
    svg = sized(face.svg, round(face.width * per_mm), round(face.height * per_mm))
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        background="white",
        skip_system_fonts=True,
        font_files=[str(file) for file in font_files(drawn)],
    )
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=float)


# Bundled faces ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slots", "numbers"),
    [
        ({"columns": "3", "rows": "1", "first": "0"}, "0 1 2"),
        ({"columns": "2", "rows": "2", "first": "5"}, "5 6 7 8"),
        ({"columns": "4", "rows": "3", "first": "1", "ring": "yes"}, "1 2 3 4 5 6 7 8 9 10"),
        ({"columns": "1", "rows": "3", "first": "1", "ring": "yes"}, "1 2 3"),
    ],
)
def test_fields_of_a_track_are_numbered(slots: dict[str, str], numbers: str) -> None:
    shape = Shape("rect", 120, 120)
    drawn = pack(component("board", shape, spec("use", "board", **slots)))
    made, told = faces(drawn)
    assert not told
    assert " ".join(re.findall(r">(\d+)</text>", made[0].svg)) == numbers


@pytest.mark.parametrize("ring", ["", "yes"])
def test_rules_can_ask_where_the_fields_of_a_board_lie(ring: str) -> None:
    slots = {"title": "Sea", "columns": "{{ 2 + 2 }}", "rows": "3", "first": "1", "ring": ring}
    drawn = pack(component("board", Shape("rect", 120, 90), spec("use", "board", **slots)))
    (face,), told = faces(drawn)
    assert not told
    lying = fields(drawn, "board")
    assert [key for *_, key in lying] == list(range(1, 11 if ring else 13))
    starts = re.findall(
        r'<path d="M ?([\d.]+)[ ,]([\d.]+)[^"]*" fill="none" stroke="#[0-9a-f]*"', face.svg
    )
    cell = lying[0][2][1][0] - lying[0][2][0][0]
    assert len(starts) == len(lying)
    for (_, name, outline, number), (x, y) in zip(lying, starts, strict=True):
        assert name == str(number)
        assert float(x) == pytest.approx(outline[0][0] + 0.03 * cell, abs=0.01)
        assert float(y) == pytest.approx(outline[0][1] + 0.13 * cell, abs=0.01)
    with pytest.raises(ValueError, match="not printed with the face board"):
        fields(pack(component("cards", Shape("rect", 63, 88), spec("use", "card"))), "cards")


@pytest.mark.parametrize(
    "slots",
    [{"columns": "0", "rows": "2.5"}, {"columns": "99", "rows": "-1"}, {"columns": "FALSE"},
     {"columns": "two", "rows": "3", "ring": "On"}, {"columns": "2", "first": "1.5"}],
)  # fmt: skip
def test_rules_and_drawing_agree_on_fields_for_any_value_of_a_slot(slots: dict[str, str]) -> None:
    drawn = pack(component("board", Shape("rect", 300, 300), spec("use", "board", **slots)))
    (face,), _ = faces(drawn)
    lying = fields(drawn, "board")
    assert len(re.findall(r'fill="none" stroke="#[0-9a-f]*"', face.svg)) == len(lying)
    assert lying[0][3] == 0


def test_columns_beyond_z_have_two_letters_on_the_board_and_in_the_rules() -> None:
    slots = {"columns": "28", "rows": "1", "labels": "Letters"}
    drawn = pack(component("board", Shape("rect", 600, 60), spec("use", "board", **slots)))
    (face,), _ = faces(drawn)
    printed = re.findall(r">([A-Z]+)</text>", face.svg)
    assert printed[2 * 25 : 2 * 28 : 2] == ["Z", "AA", "AB"] and len(set(printed)) == 28
    assert [name for _, name, *_ in fields(drawn, "board")] == [f"{one}1" for one in printed[::2]]


@pytest.mark.parametrize("name", face_names())
def test_every_slot_of_a_face_is_described_and_used(name: str) -> None:
    source = (bundled("templates") / "faces" / f"{name}.svg.j2").read_text("utf-8")
    used = set(re.findall(r"\bslot\.([a-z0-9_]+)", source))
    assert used == set(slots_of(name))
    assert all(len(text) > 5 for text in slots_of(name).values())
    assert len(summary_of(name)) > 30


RECTANGULAR = {"board", "table", "aide", "blank", "card"}
FITS = [
    (name, shape)
    for name in sorted(set(face_names()) - set(FOLDED) - {"rules"})  # rules: test_leaflet.py
    for shape in SHAPES
    if name not in RECTANGULAR or shape in ("poker", "mini")
]


@pytest.mark.parametrize("name, shape", FITS)
def test_every_face_fits_its_shapes_with_every_slot_filled(name: str, shape: str) -> None:
    words = {slot: WORDS.get(slot, "Two") for slot in slots_of(name)}
    if name == "aide":
        del words["file"]  # it takes the place of the texts
    all_slots = component("cards", SHAPES[shape], spec("use", name, **words), safe=1.0)  # type: ignore[arg-type]
    bare = component("bare", SHAPES[shape], spec("use", name), safe=1.0)
    made, told = faces(pack(all_slots, bare))
    assert told == []
    assert len(made) == 2
    assert made[0].digest != made[1].digest
    assert np.ptp(raster(made[0], pack(), 4)) > 100, "an empty picture"


@pytest.mark.parametrize("name", face_names())
@pytest.mark.parametrize("word", ["<b a='1'>&\"]]>", "\x00\x1b", "{{", "**", "-1", "1e9", "\u202e"])
def test_no_word_in_any_slot_breaks_a_face(name: str, word: str) -> None:
    words = dict.fromkeys(slots_of(name), word)
    made, told = faces(pack(component("cards", FOLDED.get(name, CARD), spec("use", name, **words))))
    assert told
    for face in made:
        etree.fromstring(face.svg)


@pytest.mark.parametrize(
    ("widths", "drawn"),
    [
        ("0|0", "1 | 1"), ("2|-1", "2 | 1"), ("nan|3", "1 | 3"), ("2|inf", "2 | 1"),
        ("2||", "2 | 1"), ("wide|2", "1 | 2"), ("2|1|-1", ""), ("0.5", ""), (7, ""), ("", ""),
    ],
)  # fmt: skip
def test_a_wrong_width_loses_no_column(widths: object, drawn: str) -> None:
    table = component("table", CARD, spec("use", "table", head="one|two", widths=widths))
    made, told = faces(pack(table))
    fix = "(write numbers above 0, such as 2 | 1 | 1)"
    assert told == (
        [f"game.yaml:11:7: error: table/row-1, front: widths is '{widths}'; {drawn} is "
         f"used instead {fix}"] if drawn else []
    )  # fmt: skip
    assert all(word in made[0].svg for word in (">one<", ">two<"))


@pytest.mark.parametrize(
    ("face", "slot", "value", "told"),
    [
        ("board", "columns", -3, "'-3'; 1 is used instead (write a whole number from 1 to 60)"),
        ("board", "rows", "61", "'61'; 60 is used instead (write a whole number from 1 to 60)"),
        ("board", "columns", "-1", "'-1'; 1 is used instead (write a whole number from 1 to 60)"),
        ("board", "columns", "none", "'none'; 8 is used instead (write a whole number from 1 to "),
        ("board", "columns", True, "'TRUE'; 8 is used instead (write a whole number from 1 to 60)"),
        ("board", "first", "abc", "'abc'; 0 is used instead (write a whole number from -9,999 to "),
        ("board", "first", 2.5, "'2.5'; 0 is used instead (write a whole number from -9,999 to "),
        ("board", "ring", "maybe", "'maybe'; no is used instead (ring is one of no, yes)"),
        ("board", "labels", "roman", "'roman'; none is used instead (labels is one of none, num"),
        ("table", "blank_rows", 201, "'201'; 200 is used instead (write a whole number from 0 to"),
        ("table", "size", 0.5, "'0.5'; 1 is used instead (write a number from 1 to 200)"),
        ("blank", "lines", "many", "'many'; 0 is used instead (write a whole number from 0 to 200"),
        ("aide", "columns", "13", "'13'; 12 is used instead (write a whole number from 1 to 12)"),
        ("rules", "page", -1, "'-1'; 1 is used instead (write a whole number from 1 to 100)"),
        ("rules", "size", "nan", "'nan'; 11 is used instead (write a number from 1 to 200)"),
    ],
)
def test_a_wrong_value_in_a_slot_is_reported_with_the_value_used(
    face: str, slot: str, value: str | int, told: str
) -> None:
    shape = Shape("rect", 120, 120)
    found = draw(component("board", shape, spec("use", face, **{slot: value})))
    who = "game.yaml:10:7: error: board/row-1, front"
    assert [line for line in found if line.startswith(f"{who}: {slot} is {told}")], found


@pytest.mark.parametrize(
    ("slot", "usual", "same"),
    [("ring", "", "no"), ("ring", True, "yes"), ("checks", "TRUE", "Yes"), ("labels", "", "none"),
     ("ring", 0, "no"), ("checks", "off", "no"), ("ring", False, "no"), ("ring", "0", ""),
     ("checks", 1, "yes"), ("checks", "on", "yes"), ("ring", "x", "yes"), ("ring", " X ", "yes"),
     ("labels", False, "none"), ("labels", "no", "none"), ("labels", True, "numbers"),
     ("columns", "", "8"), ("rows", 4.0, "4"), ("columns", 0, "8"), ("columns", "0", "8"),
     ("columns", False, "8"), ("rows", "FALSE", "8"), ("rows", " ", "8")],
)  # fmt: skip
def test_synonyms_in_slots_draw_the_same(slot: str, usual: str, same: str) -> None:
    shape = Shape("rect", 120, 120)
    made = [spec("use", "board", first="1", **{slot: value}) for value in (usual, same)]
    drawn, told = faces(pack(*(component("board", shape, each) for each in made)))
    assert not told and drawn[0].digest == drawn[1].digest


@pytest.mark.parametrize(
    ("slots", "times"),
    [
        ({"corner": "7"}, 2), ({"value": "7"}, 2), ({"corner": "7", "text": "Draw one."}, 1),
        ({"corner": "7", "icon": "leaf"}, 1), ({"corner": "0"}, 2),
    ],
)  # fmt: skip
def test_a_card_with_nothing_but_a_number_shows_it_large(
    slots: dict[str, str | int], times: int
) -> None:
    (made,), told = faces(pack(component("cards", CARD, spec("use", "card", **slots))))
    assert not told
    assert sum(made.svg.count(f">{n}</text>") for n in "07") == times


@pytest.mark.parametrize("name", FOLDED)
def test_folded_faces_have_their_panels_in_place(name: str) -> None:
    words = {slot: WORDS.get(slot, "Word") for slot in slots_of(name)}
    words.pop("file", None)  # it takes the place of the texts
    folded = component("box", FOLDED[name], spec("use", name, **words))  # type: ignore[arg-type]
    made, told = faces(pack(folded))
    assert told == []
    assert "River bird" in made[0].svg or name == "dice"


@pytest.mark.parametrize("name, part", [("standee", "front"), ("tuckbox", "front")])
def test_a_shape_without_the_parts_of_its_face_is_reported(name: str, part: str) -> None:
    (told,) = draw(component("cards", CARD, spec("use", name, title="River")))
    assert (
        f"this face needs a shape with a part {part!r} (this shape is flat and has no parts" in told
    )


def test_a_sticker_shows_one_face_of_a_die() -> None:
    sticker = spec("use", "dice", face_1="Wolf")
    (made,), told = faces(pack(component("die", shapes.rect(16, 16), sticker)))
    assert told == [] and ">Wolf<" in made.svg


def test_a_face_is_in_mm_from_the_trims_corner() -> None:
    card = component("cards", CARD, spec("use", "blank"), spec("use", "back"), back_bleed=3.5)
    front, back = faces(pack(card))[0]
    assert (front.width, front.height, front.bleed) == (67, 92, 2)
    assert 'width="67mm" height="92mm" viewBox="-2 -2 67 92"' in front.svg
    assert (back.width, back.height, back.bleed) == (70, 95, 3.5)


def test_the_same_slots_are_drawn_once_and_the_same_every_time() -> None:
    rows = [{"id": "a", "n": 1}, {"id": "b", "n": 1}, {"id": "c", "n": 2}]
    card = component("cards", CARD, spec("use", "card", title="{{ n }}"), None, rows)
    made, _ = faces(pack(card))
    assert made[0] is made[1]
    assert made[2].digest != made[0].digest
    assert [face.svg for face in faces(pack(card))[0]] == [face.svg for face in made]


def test_an_unknown_slot_or_face_is_reported_with_the_available_ones() -> None:
    card = component("cards", CARD, spec("use", "card", titel="x"))
    assert draw(card) == [
        "game.yaml:10:7: error: the face 'card' has no slot 'titel' (did you mean 'title'? "
        f"available: {', '.join(slots_of('card'))})"
    ]
    card = component("cards", CARD, spec("use", "crad"))
    assert draw(card)[0].startswith(
        "game.yaml:9:5: error: there is no face 'crad' (did you mean 'card'?"
    )


def test_faults_in_slots_are_reported_at_the_cell_they_come_from() -> None:
    front = spec("use", "card", icon="{{ animal }}", colour="{{ habitat }}", text="See :brid:")
    rows = [{"id": "a", "animal": "lepoard", "habitat": "grvoe"}]
    assert draw(component("cards", CARD, front, None, rows)) == [
        "cards.csv:2:2: error: cards/a, front: there is no icon 'lepoard' "
        "(put it in the pack's icons/ folder)",
        "cards.csv:2:3: error: cards/a, front: the colour 'grvoe' is not in the palette "
        "(did you mean 'grove'?)",
        "game.yaml:12:7: error: cards/a, front: there is no icon 'brid' (did you mean 'bird'?)",
    ]


def test_texts_that_do_not_fit_or_cannot_be_drawn_are_reported() -> None:
    long = component("long", CARD, spec("use", "card", text="word " * 900))
    assert re.fullmatch(
        r"game.yaml:10:7: error: long/row-1, front: 'word word.*' runs [\d.]+ mm out of its "
        r"box at 5 pt \(shorten it, or give it more room\)",
        draw(long)[0],
    )
    glyph = component("glyph", CARD, spec("use", "card", title="東京"))
    assert draw(glyph) == [
        "game.yaml:10:7: error: glyph/row-1, front: the font has no glyph for '東' (U+6771), "
        "'京' (U+4EAC) in '東京' (name a font that has it under fonts:)"
    ]
    bell = component("glyph", CARD, spec("use", "card", title="a\x07b\x80"))
    assert draw(bell) == [
        "game.yaml:10:7: error: glyph/row-1, front: found the control characters '\\x07' (U+0007), "
        "'\\x80' (U+0080) in 'a\\x07b\\x80' (remove it)"
    ]


# A pack's own SVG ------------------------------------------------------------------------------


Own = tuple[list[Face], list[str]]


class Workshop:
    """A folder with one template or drawing; faces of it, and the problems in short."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def faces(
        self,
        text: str | bytes,
        front: FaceSpec | None = None,
        options: FaceOptions | None = None,
        fields: tuple[dict[str, object], ...] = ({"name": "Bird & Co", "icon": "bird"},),
        **more: object,
    ) -> Own:
        front = front or spec("template", "own.svg.j2")
        file = self.folder / ("own.svg.j2" if front.kind == "template" else "drawings.py")
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        card = component("cards", CARD, front, None, fields, **more)  # type: ignore[arg-type]
        made, told = faces(pack(card, folder=self.folder), options)
        return made, [line.replace(f"{self.folder}/", "") for line in told]

    def told(self, text: str | bytes, front: FaceSpec | None = None, **more: object) -> list[str]:
        return self.faces(text, front, **more)[1]  # type: ignore[arg-type]


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def svg(body: str, size: str = "67mm 92mm", view: str = "0 0 67 92") -> str:
    width, height = size.split()
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{width}" height="{height}" viewBox="{view}">\n{body}\n</svg>'
    )


def test_a_template_is_filled_in_and_escaped(shop: Workshop) -> None:
    made, told = shop.faces(svg("<text x='5' y='9' font-family='sans-serif'>{{ name }}</text>"))
    assert told == []
    assert ">Bird &amp; Co</text>" in made[0].svg
    assert 'font-family="Source Sans Pro"' in made[0].svg


@pytest.mark.parametrize("column", ["number", "choice"])
def test_a_template_can_test_whether_a_row_has_a_column(column: str, shop: Workshop) -> None:
    shown = f"{{{{ textbox({column}, 5, 5, 9, 9) }}}}"
    template = f"<g/>{{% if {column} is defined %}}{shown}{{% endif %}}"
    made, told = shop.faces(template, fields=({"id": "a", "name": "Fox"},))
    assert not told and "<text" not in made[0].svg
    made, told = shop.faces(template, fields=({"id": "a", "name": "Fox", column: 7},))
    assert not told and ">7</text>" in made[0].svg


def test_a_template_draws_larger_grids_than_a_slot_allows(shop: Workshop) -> None:
    template = (
        "{% set g = draw.grid(w, h, 72, 70) %}<g/>{% if g.columns == 72 %}<circle/>{% endif %}"
    )
    made, told = shop.faces(template)
    assert not told and "<circle" in made[0].svg
    (told_of_it,) = shop.told(template.replace("70)", "70, bounded=true)").replace("72,", "50,"))
    assert "rows is '70'; 60 is used instead" in told_of_it


def test_a_fragment_is_drawn_in_mm_from_the_trims_corner(shop: Workshop) -> None:
    made, told = shop.faces("<rect x='0' y='0' width='10' height='20' fill='#ff0000'/>")
    assert told == []
    picture = raster(made[0], pack(), 10)
    red = (picture[:, :, 1] < 128) & (picture[:, :, 0] > 128)
    rows, columns = np.where(red)
    assert (columns.min(), columns.max() + 1) == (20, 120)
    assert (rows.min(), rows.max() + 1) == (20, 220)


@pytest.mark.parametrize("drawn", ["own", "filter", "global"])
def test_a_template_can_call_the_canvas(shop: Workshop, drawn: str) -> None:
    call = {
        "own": "{{ draw.icon(icon, 5, 5, 20, 'river') }}",
        "filter": "{{ icon | icon(5, 5, 20, 'river') }}",
        "global": "{{ textbox('**' ~ name ~ '**', 5, 5, 40, 10, fill='river') }}",
    }[drawn]
    made, told = shop.faces(svg(call, "63mm 88mm", "0 0 63 88"), bleed=0.0)
    assert told == []
    picture = raster(made[0], pack())
    assert (np.abs(picture - (0x2C, 0x6F, 0xA6)).max(axis=2) < 8).sum() > 50


@pytest.mark.parametrize("name", face_names())
def test_a_bundled_face_copied_into_a_pack_draws_the_same(shop: Workshop, name: str) -> None:
    text = (bundled("templates") / "faces" / f"{name}.svg.j2").read_text("utf-8")
    words = {slot: WORDS.get(slot, "Two") for slot in slots_of(name)}
    if name == "aide":
        del words["file"]  # it takes the place of the texts
    shape = FOLDED.get(name, CARD)
    fields = [{"icon": "a field", "colour": "a field", "texture": "a field"}]
    (shop.folder / "own.svg.j2").write_text(text, "utf-8")
    (shop.folder / "RULES.md").write_text("# Rules\n\nRow **on**.\n", "utf-8")
    bundle = component("cards", shape, spec("use", name, **words), None, fields)  # type: ignore[arg-type]
    copied = component("copied", shape, spec("template", "own.svg.j2", **words), None, fields)  # type: ignore[arg-type]
    (one, other), told = faces(pack(bundle, copied, folder=shop.folder))
    assert told == []
    assert np.abs(raster(one, pack(), 4) - raster(other, pack(), 4)).max() < 40


def test_a_field_that_hides_a_function_is_explained(shop: Workshop) -> None:
    assert shop.told(svg("\n{{ icon('bird', 1, 1, 9) }}")) == [
        "own.svg.j2:3:1: error: cards/row-1: a text cannot be called with ( ) "
        "(a field of that name hides the function: write draw.icon(…))"
    ]


@pytest.mark.parametrize(
    "text, line",
    [
        ("{{ nmae }}", "own.svg.j2:2"),
        ("\n\n{% if %}", "own.svg.j2:4"),
        ("{{ 1 / 0 }}", "own.svg.j2:2"),
        ("{% for i in range(100000000) %}{{ i }}{% endfor %}", "own.svg.j2"),
        ("{{ ''.__class__ }}", "own.svg.j2:2"),
        ("{{ draw._pack }}", "own.svg.j2:2"),
        ("<rect>", "own.svg.j2:3"),
    ],
)
def test_a_fault_in_a_template_is_reported_at_its_line(
    shop: Workshop, text: str, line: str
) -> None:
    made, told = shop.faces(svg(text))
    assert not made
    assert told[0].startswith(line) and ": error: " in told[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '{% extends "own.svg.j2" %}',
            ": it is nested too deeply, or calls itself, and on 2 more ",
        ),
        ('{% include "own.svg.j2" %}', "(check whether it extends or includes itself; "),
        ("{{ 1 / 0 }}", ": error: cards/row-1: it divides by zero, and on 2 more faces"),
    ],
)
def test_a_fault_of_a_template_is_reported_once_for_all_its_faces(
    shop: Workshop, text: str, told: str
) -> None:
    cards = tuple({"name": name, "icon": "bird"} for name in "abc")
    (line,) = shop.told(text, fields=cards)
    assert line.startswith("own.svg.j2") and told in line


def test_a_template_of_the_wrong_size_is_reported(shop: Workshop) -> None:
    assert shop.told(svg("", "70mm 100mm", "0 0 70 100")) == [
        "own.svg.j2: error: cards: the drawing is 70 × 100 mm; the face needs 67 × 92 mm with "
        "bleed or 63 × 88 mm without (set the document's size in mm)"
    ]
    assert shop.told(svg("", "63mm 88mm", "0 0 63 88")) == [
        "own.svg.j2: warning: cards: the drawing has no bleed, so the edge stays white "
        "(draw it 67 × 92 mm, with 2 mm of bleed around, or set bleed: 0mm)"
    ]
    assert shop.told(svg("", "0 0", "0 0 0 0"))[0].startswith(
        "own.svg.j2:1: error: the SVG has no area"
    )


@pytest.mark.parametrize(
    ("root", "told"),
    [
        (
            'width="63em" height="88%"',
            'the SVG has no viewBox, and width="63em" is not a length on paper '
            '(write it in mm, as width="63mm")',
        ),
        ('width="1e999mm" height="88mm"', 'the SVG has no viewBox, and width="1e999mm" is not'),
        ('width="1.2.3mm" height="88mm"', 'the SVG has no viewBox, and width="1.2.3mm" is not'),
        ('viewBox="0 0 NaN 88"', 'viewBox="0 0 NaN 88" is not four numbers (write it as viewBox='),
        ('width="63mm" height="88mm" viewBox="0 0 inf 88"', 'viewBox="0 0 inf 88" is not four'),
        (
            'width="63em" height="88%" viewBox="0 0 60 88"',
            "cards: the drawing has no size in mm, only a viewBox of 60 × 88; the face needs "
            "67 × 92 mm with bleed or 63 × 88 mm without "
            '(write width="67mm" height="92mm" into its <svg>)',
        ),
    ],
)
def test_an_unusable_size_is_reported_as_it_is_written(
    shop: Workshop, root: str, told: str
) -> None:
    (line,) = shop.told(f'<svg xmlns="http://www.w3.org/2000/svg" {root}><path d="M0 0"/></svg>')
    assert line.replace(".j2:1:", ".j2:").startswith(f"own.svg.j2: error: {told}")


BOMB = "<g id='a0'><rect width='1' height='1'/></g>" + "".join(
    f"<g id='a{n}'>" + f"<use href='#a{n - 1}'/>" * 10 + "</g>" for n in range(1, 9)
)


VARIED = "<style>.k{--c:green}</style><g id='r'><rect fill='var(--c,blue)'/></g>"


def html(inside: str, beside: str) -> str:
    """Return draw.io's form of a formatted text: HTML, and plain text as a fallback."""
    return (
        '<switch><foreignObject requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"'
        f'><div xmlns="http://www.w3.org/1999/xhtml">{inside}</div></foreignObject>{beside}</switch>'
    )


@pytest.mark.parametrize(
    "body, told",
    [
        (
            "<flowRoot><flowPara>Long text</flowPara></flowRoot>",
            "error: flowed text does not print",
        ),
        ("<flowRoot><flowPara/></flowRoot>", ""),
        ("<foreignObject><p>x</p></foreignObject>", "error: a foreignObject (HTML inside"),
        ("<switch><foreignObject/><g/></switch>", ""),
        (
            html("<div>A long text</div>", "<text>A lon…</text>"),
            "warning: the HTML text 'A long text'",
        ),
        (html("<div>A text</div>", "<text>A text</text>"), ""),
        (
            html("<div>A <b>text</b></div>", "<text>A text</text>"),
            "'A text' prints without its HTML: <b>",
        ),
        (html("<i>A</i><br/>text", "<g/>"), "the HTML text 'Atext' does not print; the"),
        (
            "<image href='nope.png' width='9' height='9'/>",
            "error: cards/row-1, front: the picture 'nope.png' cannot",
        ),
        ("<image href='../x.png'/>", "it lies outside the pack"),
        ("<image href='https://a.b/c.png'/>", "it is a web address"),
        ("<image href='data:image/png;base64,AAAA'/>", "cannot be printed"),
        ("<use xlink:href='other.svg#a'/>", "error: a link into another file does not print"),
        (BOMB, "error: its copies make more than 200,000 elements"),
        (
            "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>",
            "contains a copy of itself",
        ),
        ("<g id='a'><rect width='1' height='1'/></g><use href='#a'/><use xlink:href='#a'/>", ""),
        ("<radialGradient id='a' spreadMethod='reflect'/>", "warning: a radial gradient with"),
        ("<radialGradient id='a' fr='0.2'/>", "warning: a radial gradient with"),
        ("<pattern id='a'><text>x</text></pattern>", "warning: text inside a pattern"),
        ("<filter id='a'/>", "warning: a filter prints as a picture"),
        ("<text style='font-family:Papyrus'>x</text>", "warning: the font 'Papyrus' is not in"),
        (
            "<g font-family='Georgia, serif'><text>x</text></g>",
            "the font 'Georgia' is not in",
        ),
        (
            "<text font-family='monospace'>x</text><text font-family='Monospace'>y</text>",
            "'monospace'",
        ),
        (
            "<text style='font:bold 20px/1 Impact,sans-serif'>x</text>",
            "the font 'Impact' is",
        ),
        ("<g font-family='serif'><path d='M0 0'/></g><text font-family='sans-serif'>x</text>", ""),
        ("<path onload='x()' d='M0 0h9'/>", "warning: onload='x()' is left out: it runs a program"),
        ("<font><font-face/><glyph/></font>", ""),
        ("<path fill='url(a.svg#g)' d='M0 0h9'/>", "fill='url(a.svg#g)' is left out: it refers"),
        (
            "<rect><set attributeName='fill' to='blue'/></rect>",
            "<set> is ignored",
        ),
        (
            "<rect><animate fill='freeze'/><animate/></rect>",
            "<animate> is ignored: the drawing",
        ),
        ("<text font-variant='small-caps'/>", "warning: font-variant: small-caps is not drawn"),
        ("<text style='font-variant-caps:unicase'/>", "warning: font-variant-caps: unicase is not"),
        ("<text style='font:small-caps 9px sans-serif'/>", "font-variant: small-caps is not drawn"),
        (
            "<g style='mask:linear-gradient(#000,#fff)'/>",
            "warning: mask: linear-gradient(#000,#fff)",
        ),
        ("<g style='-webkit-clip-path:circle(20px)'/>", "-webkit-clip-path: circle(20px) is not"),
        ("<g style='outline:4px solid lime'/>", "warning: outline: 4px solid lime is not drawn"),
        ("<g style='all:initial'/>", "warning: all: initial is not drawn"),
        ("<path d='M0 0' stroke-dasharray='5%,2%'/>", ""),
        ("<g style='outline:none;mask:none;text-orientation:mixed;font-variant:normal'/>", ""),
        ("<text style='text-decoration:underline wavy'/>", "underline wavy is drawn as a plain"),
        ("<text text-decoration='underline'/><text style='text-decoration:none'/>", ""),
        ("<text style='text-orientation:upright'/>", "text-orientation: upright is not drawn"),
        ("<g style='mix-blend-mode:plus-lighter'/>", "mix-blend-mode: plus-lighter is not drawn"),
        ("<g style='mix-blend-mode:luminosity'/>", "luminosity looks different in each PDF"),
        ("<text><tspan textLength='9'>a<tspan>b</tspan></tspan></text>", "textLength of a <tspan>"),
        ("<text><tspan textLength='9'><tspan>b</tspan></tspan></text>", ""),
        (f"{VARIED}<use href='#r' class='k'/>", "the variable --c of <use> is ignored"),
        (f"{VARIED}<use href='#r'/>", ""),
        ("<text>日本</text>", "has no glyph for '日' (U+65E5), '本' (U+672C) in"),
        ("<style>.a{display:none}</style><g class='b a'>Hi <use href='#no'/></g>", ""),
        ("<style>g.a, #b{display:none}</style><g class='a'>a</g><g id='b'>b</g>", ""),
        ("<style>.a{display:none}</style><text class='a'><a>a</a></text><g>Hello</g>", "'Hello'"),
        ("<style>.a{display:none}</style><g class='a' style='display:inline'>Hi</g>", "'Hi'"),
        ("<script>alert(1)</script>", ""),
        ("<g>Hello</g>", "warning: words outside a <text> do not print: 'Hello'"),
        ("<g>\ufeff\u200b</g>\n\u00ad", ""),
        ("<g>\u200bHello</g>", "warning: words outside a <text> do not print: '\\u200bHello'"),
        ("<tspan>lost</tspan>", "warning: words outside a <text> do not print: 'lost'"),
        ("<text>so <b>bold</b> it is</text>", "words outside a <text> do not print: 'bold'"),
        ("<text>a <a href='#'>b <tspan>c</tspan></a></text><title>d</title>", ""),
        (
            "<use href='#nope'/>",
            'warning: <use> uses the id "nope", which is not in the drawing (nothing prints',
        ),
        ("<text><textPath href='#no'>x</textPath></text>", '<textPath> uses the id "no", which is'),
        ("<text style='filter:url(#no)'>x</text>", '<text> uses the id "no", which is not in'),
        ("<g fill='url(#no)' style='stroke:url( #no) ;x:y'/>", '<g> uses the id "no", which is'),
        ("<g filter='url(#no) url(#no)'/>", '<g> uses the id "no", which is not in'),
        ("<g fill='url(#no) #f00' style='stroke:url(#no) none;x:y'/><use href='#'/>", ""),
        ("<animate href='#no'/><set xlink:href='#no'/>", "warning: <animate> is ignored"),
        ("<a href='#no'/>", ""),
        ("<g style='x:y; display : none'>Hello <g><use href='#no'/></g></g>", ""),
        ("<g display='none'><g fill='url(#no)'>Hello</g></g>", ""),
        ("<g display='none' style='display:inline'>Hello</g>", "words outside a <text> do not"),
    ],
)
def test_parts_that_typst_would_drop_or_distort_are_reported(
    shop: Workshop, body: str, told: str
) -> None:
    found = shop.told(svg(body))
    assert len(found) == bool(told), found
    assert told in "".join(found)
    assert all(line.startswith("own.svg.j2:2") for line in found)


@pytest.mark.parametrize(
    "written, like",
    [
        (
            "<text y='20' style='white-space:pre'>a    b</text>",
            "<text y='20' xml:space='preserve'>a    b</text>",
        ),
        (
            "<text><textPath path='M9 60L60 40'>a b</textPath></text>",
            "<path id='p' d='M9 60L60 40' fill='none'/>"
            "<text><textPath href='#p'>a b</textPath></text>",
        ),
        ("<text y='20' baseline-shift='5'>a b</text>", "<text y='15'>a b</text>"),
        (
            "<text y='20' style='baseline-shift:5;fill:red'>a b</text>",
            "<text y='15' fill='red'>a b</text>",
        ),
        (
            "<text y='20'><tspan textLength='60'><tspan>a b</tspan></tspan></text>",
            "<text y='20' textLength='60'>a b</text>",
        ),
        (
            "<text x='60' y='20' direction='rtl'>a (b)!</text>",
            "<text x='60' y='20' text-anchor='end'>!a (b)</text>",
        ),
        (
            "<text direction='rtl'><tspan x='60' y='20'>a.</tspan><tspan x='60' y='40'>b?</tspan>"
            "</text>",
            "<g text-anchor='end'><text x='60' y='20'>.a</text><text x='60' y='40'>?b</text></g>",
        ),
    ],
)
def test_texts_are_placed_as_in_browsers(shop: Workshop, written: str, like: str) -> None:
    one, other = (
        raster(shop.faces(svg(f"<g font-size='12'>{body}</g>"))[0][0], pack())
        for body in (written, like)
    )
    assert np.abs(one - other).max() < 64
    assert (one.min(axis=2) < 128).sum() > 20


@pytest.mark.parametrize(
    "text, told",
    [
        ("<svg\n viewBox='0 0 240' xmlns='{}'/>", 'own.svg.j2:2: error: viewBox="0 0 240" is not'),
        ("<svg\n viewBox='0 0 67 92'/>", "own.svg.j2:2: error: <svg> has no namespace"),
        (
            "<svg xmlns='http://a.b'/>",
            "own.svg.j2:1: error: <svg> has the namespace 'http",
        ),
        ("<svg xmlns='{}'/>", "own.svg.j2:1: error: the SVG has neither a size nor a viewBox"),
        ("<svg xmlns='{}' width='0' height='9'/>", "own.svg.j2:1: error: the SVG has no area: its"),
    ],
)
def test_a_file_that_is_not_a_drawing_is_reported_at_its_line(
    shop: Workshop, text: str, told: str
) -> None:
    (line,) = shop.told(text.format("http://www.w3.org/2000/svg"))
    assert line.startswith(told)


def test_faults_of_a_linked_drawing_are_reported_in_its_own_file(shop: Workshop) -> None:
    link = svg("<image href='art.svg' width='9' height='9'/>")
    (shop.folder / "art.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg">\n<rec t</svg>')
    first, second = shop.told(link)
    assert first.startswith("art.svg:2:") and "error: not a readable SVG" in first
    assert second.startswith("own.svg.j2:2: error: cards/row-1, front: the picture 'art.svg'")
    (shop.folder / "art.svg").write_text(svg("<filter id='a'/>"))
    (told,) = shop.told(link)
    assert told.startswith("art.svg:2: warning: a filter prints as a picture")


def test_a_missing_picture_leaves_a_crossed_box(shop: Workshop) -> None:
    made, _ = shop.faces(svg("<image href='nope.png' x='5' y='5' width='20' height='20'/>"))
    assert (raster(made[0], pack())[:, :, 1] < 100).sum() > 100


def test_a_template_that_is_not_utf8_is_reported(shop: Workshop) -> None:
    told = shop.told(b"<svg>\xe9</svg>")
    assert told == ["own.svg.j2: error: not UTF-8 at byte 5 (save it as UTF-8)"]


def test_a_template_may_begin_with_a_byte_order_mark(shop: Workshop) -> None:
    (shop.folder / "part.svg").write_text("<text x='5' y='9'>a part</text>", "utf-8-sig")
    small = svg("{% include 'part.svg' %}", "30mm 40mm", "0 0 30 40")
    plain, marked = shop.told(small), shop.told(b"\xef\xbb\xbf" + small.encode())
    assert plain == marked and len(plain) == 1 and "the drawing is 30 × 40 mm" in plain[0]


def test_pictures_are_embedded_and_coarse_ones_reported(shop: Workshop) -> None:
    Image.new("RGB", (300, 300), "#ff0000").save(shop.folder / "red.png")
    Image.new("CMYK", (900, 900)).save(shop.folder / "ink.jpg", icc_profile=press_profile())
    front = spec("template", "own.svg.j2", art="red.png")
    made, told = shop.faces(
        "{{ art | image(0, 0, 60, 60) }}{{ image('ink.jpg', 0, 60, 63, 28) }}", front
    )
    assert told == [
        "game.yaml:10:7: warning: cards/row-1, front: the picture 'red.png' prints at 127 dpi; "
        "200 dpi or more looks sharp (it has 300 × 300 pixels for 60 × 60 mm: use a larger picture)"
    ]
    assert [file.name for file in made[0].images] == ["red.png", "ink.jpg"]
    assert "red.png" not in made[0].svg and made[0].svg.count("data:image/") == 2


@pytest.mark.parametrize(
    ("art", "fix"),
    [
        ("none.tif", "copy it into the pack's folder"),
        ("red", 'its name is "red.png"'),
        ("red.jpg", 'its name is "red.png"'),
        ("art/red.png", 'it is in another folder: "red.png"'),
        ("./Red%2Epng", 'its name is "red.png"'),
        ("Red.PNG", 'its name is "red.png"; upper and lower case differ'),
        ("rod.png", 'did you mean "red.png"? known: red.png, small.png'),
    ],
)
def test_a_missing_picture_in_a_slot_is_reported_at_its_cell(
    tmp_path: Path, art: str, fix: str
) -> None:
    for name in ("red.png", "small.png"):
        Image.new("RGB", (9, 9)).save(tmp_path / name)
    front = spec("use", "card", art="{{ art }}")
    cards = component("cards", CARD, front, None, [{"id": "a", "art": art}])
    assert draw(cards, folder=tmp_path) == [
        f"cards.csv:2:2: error: cards/a, front: the picture {art!r} cannot be printed: "
        f"no such file ({fix})"
    ]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_pictures_and_templates_are_found_with_any_encoding_of_accents(
    shop: Workshop, form: Literal["NFC", "NFD"]
) -> None:
    """A Mac packs "ö" as a letter and its mark; a cell has it as one character, or as the Mac."""
    folder = shop.folder / normalize("NFD", "Vögel")
    folder.mkdir()
    Image.new("RGB", (900, 900)).save(folder / normalize("NFD", "Möwe.png"))
    (folder / normalize("NFD", "Küste.svg")).write_text(svg("<rect width='9' height='9'/>"))
    (shop.folder / normalize("NFD", "Rücken.svg.j2")).write_text("<g/>")
    link = svg("<image href='Vögel/Küste.svg' width='9' height='9'/>")
    template = "{{ art | image(0, 0, 30, 30) }}{% include 'Rücken.svg.j2' %}" + link
    front = spec("template", "own.svg.j2", art=normalize(form, "Vögel/Möwe.png"))
    made, told = shop.faces(normalize(form, template), front)
    assert not told
    assert {normalize("NFC", file.name) for file in made[0].images} == {"Möwe.png", "Küste.svg"}


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("half", "the file is damaged or incomplete; save it again"),
        ("bare", "the file is damaged or incomplete; save it again"),
        ("texts", "its metadata or colour profile is too large; save it without them"),
        ("vast", "it has more than 80,000,000 pixels; save it smaller"),
    ],
)
def test_a_damaged_picture_is_reported_with_a_useful_message(
    tmp_path: Path, kind: str, said: str
) -> None:
    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + name + data + crc32(name + data).to_bytes(4, "big")

    size = 30_000 if kind == "vast" else 9
    head = chunk(b"IHDR", size.to_bytes(4, "big") * 2 + bytes([8, 3, 0, 0, 0]))
    texts = chunk(b"zTXt", b"a\0\0" + compress(bytes(2_000_000))) if kind == "texts" else b""
    pixels = chunk(b"IDAT", compress(bytes(90))[: 5 if kind == "half" else None])
    data = b"\x89PNG\r\n\x1a\n" + head + texts + pixels + chunk(b"IEND", b"")
    (tmp_path / "a.png").write_bytes(data)
    card = component("cards", CARD, spec("use", "card", art="a.png"))
    (told,) = draw(card, folder=tmp_path)
    assert told.endswith(f"the picture 'a.png' cannot be printed: {said}")


def test_a_file_that_is_not_a_picture_is_reported(tmp_path: Path) -> None:
    (tmp_path / "photo.heic").write_bytes(b"ftypheic")
    card = component("cards", CARD, spec("use", "card", art="photo.heic"))
    (told,) = draw(card, folder=tmp_path)
    known = "PNG, JPEG, WEBP, GIF, BMP, TIFF, SVG"
    assert f"it is not a picture of a supported format ({known}); save it as one of these" in told


def test_a_function_without_the_piece_is_called_once_for_equal_slots(
    shop: Workshop,
) -> None:
    code = """
calls = []
def alike(draw, mark):
    calls.append(mark)
    return f"<text y='9'>{len(calls)}{mark}</text>"
def apart(piece, draw, mark):
    return alike(draw, mark)
"""
    (shop.folder / "drawings.py").write_text(code, "utf-8")
    fields = [{"mark": mark} for mark in "aab"]
    for name, seen in (("alike", ["1a", "1a", "2b"]), ("apart", ["1a", "2a", "3b"])):
        front = spec("draw", name, mark="{{ mark }}")
        made, told = faces(pack(component("c", CARD, front, None, fields), folder=shop.folder))
        assert told == []
        assert [re.search(r">(\d\w)<", face.svg)[1] for face in made] == seen  # type: ignore[index]


def test_a_flavour_without_a_text_covers_only_its_own_lines_of_the_picture() -> None:
    def subtitle(flavour: str) -> float:
        slots = {"title": "Silk", "icon": "star", "subtitle": "Kind", "flavour": flavour}
        (made,), told = faces(pack(component("cards", CARD, spec("use", "card", **slots))))
        assert told == []
        return float(re.findall(r'<text x="[\d.]+" y="([\d.]+)"', made.svg)[1])

    none, one, five = map(subtitle, ("", "Small, and yet.", "Small, and yet no silk. " * 7))
    assert none - 6.1 < one < none - 5.9 and one - 18 < five < one - 12


def test_a_picture_without_a_text_leaves_room_for_the_lines_below(tmp_path: Path) -> None:
    Image.new("RGB", (60, 80), "#ff0000").save(tmp_path / "red.png")
    badges = {"title": "Silk", "art": "red.png", "letter": "S", "points": "3"}

    def below(**slots: str) -> tuple[np.ndarray, str]:
        """Return what is printed between the badges of the lower edge, row by row."""
        drawn = pack(
            component("cards", CARD, spec("use", "card", **badges, **slots)), folder=tmp_path
        )
        (made,), _ = faces(drawn)
        middle = raster(made, drawn)[-16 * 8 :, 24 * 8 : -24 * 8]
        return middle, made.svg

    (footer, _), (plain, _) = below(footer="sells for 1"), below()
    reds = [
        int((np.abs(rows - (255, 0, 0)).sum(axis=2) < 60).any(axis=1).sum())
        for rows in (plain, footer)
    ]
    assert 2.2 * 8 < reds[0] - reds[1] < 3.8 * 8  # as much as the footer takes
    kind, svg = below(footer="sells for 1", subtitle="tea")
    at = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"', svg)]
    assert at[2] - at[1] > 5 and "stroke-linecap" not in svg  # nothing for a line to part
    assert int((np.abs(kind - (255, 0, 0)).sum(axis=2) < 60).any(axis=1).sum()) < reds[1] - 5 * 8


def test_an_aid_too_long_for_its_card_is_reported_at_its_slot() -> None:
    short = spec("use", "aide", title="T", head_1="One", text_1="Row.", head_2="Two", text_2="On.")
    assert draw(component("aides", CARD, short)) == []
    long = spec("use", "aide", title="T", head_1="One", text_1="Row.", text_2="word " * 900)
    (told,) = draw(component("aides", CARD, long))
    assert told.startswith("game.yaml:13:7: warning: aides/row-1, front: 'word word")
    assert "does not fit its box at 5 pt" in told


def test_an_aid_without_room_for_a_line_is_reported() -> None:
    strip = Shape("rect", 60.0, 2.2)
    (told,) = draw(component("aides", strip, spec("use", "aide", text="Row on."), safe=0.2))
    assert "does not fit its box" in told


def test_an_aid_in_columns_fills_them_evenly() -> None:
    words = {f"text_{i}": "word " * 40 for i in range(1, 5)}
    card = component("aides", CARD, spec("use", "aide", columns=2, size=7, **words))
    (made,), told = faces(pack(card))
    assert told == []
    places = [
        (float(x), float(y)) for x, y in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"', made.svg)
    ]
    left, right = ([y for x, y in places if (x > 31) == side] for side in (False, True))
    assert abs(max(left) - max(right)) < 5 and left and right


def test_a_drawing_function_that_returns_nothing_is_reported(shop: Workshop) -> None:
    (shop.folder / "drawings.py").write_text("def f(draw):\n    draw.drawing()\n", "utf-8")
    told = draw(component("cards", CARD, spec("draw", "f")), folder=shop.folder)
    assert "it returns nothing; end it with: return drawing" in told[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "way",
    [
        "slot",
        pytest.param("function", marks=pytest.mark.slow),
        pytest.param("link", marks=pytest.mark.slow),
    ],
)
def test_a_large_drawing_is_written_once_for_all_faces(
    shop: Workshop, tmp_path: Path, way: str
) -> None:
    chance = np.random.default_rng(1)
    strokes = "".join(
        f"<path d='M{x:.3f} {y:.3f}L{y:.3f} {x:.3f}' stroke='#123'/>"
        for x, y in chance.uniform(0, 60, (3000, 2))
    )
    (shop.folder / "frame.svg").write_text(svg(strokes, "60mm 60mm", "0 0 60 60"), "utf-8")
    link = "<image href='frame.svg' width='60' height='60'/><text y='80'>{{ id }}</text>"
    (shop.folder / "own.svg").write_text(svg(link), "utf-8")
    fragment = "{{ image('frame.svg', 0, 0, 60, 60) }}<text y='80'>{{ id }}</text>"
    (shop.folder / "part.svg").write_text(fragment, "utf-8")
    front = {
        "slot": spec("use", "card", art="frame.svg", title="{{ id }}"),
        "function": spec("template", "part.svg"),
        "link": spec("template", "own.svg"),
    }[way]
    fields = [{"id": f"n{i}"} for i in range(20)]
    drawn = pack(component("cards", CARD, front, None, fields), folder=shop.folder)
    made, told = faces(drawn)
    assert told == [] and len({face.digest for face in made}) == 20
    job = [(face.width, face.height, face.svg) for face in made]
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    one, all_ = (len(pages(str(collect_fonts(drawn, fonts)), chosen)) for chosen in (job[:1], job))
    assert all_ < 2 * one


def test_names_in_several_drawings_never_clash(shop: Workshop) -> None:
    for name, colour in (("one", "#ff0000"), ("two", "#0000ff")):
        (shop.folder / f"{name}.svg").write_text(
            svg(
                f"<defs><linearGradient id='g'><stop stop-color='{colour}'/></linearGradient>"
                f"<style>.c {{fill: {colour}}} #r {{stroke: none}}</style></defs>"
                "<rect id='r' width='20' height='20' fill='url(#g)'/>"
                "<rect class='c' x='20' width='20' height='20'/>",
                "40mm 20mm",
                "0 0 40 20",
            )
        )
    made, told = shop.faces(
        "<rect x='50' y='80' width='9' height='6' class='c'/>"
        "<image href='one.svg' x='0' y='0' width='40' height='20'/>"
        "{{ image('two.svg', 0, 40, 40, 20) }}"
    )
    assert told == []
    picture = raster(made[0], pack(), 2)
    for x in (10, 30):
        assert tuple(picture[(10 + 2) * 2, (x + 2) * 2]) == (255, 0, 0)
        assert tuple(picture[(50 + 2) * 2, (x + 2) * 2]) == (0, 0, 255)
    assert tuple(picture[(83 + 2) * 2, (54 + 2) * 2]) == (0, 0, 0)


# The safe zone ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call, told",
    [
        ("{{ textbox('Title', 10, 10, 40, 6) }}", ""),
        ("{{ textbox('Title', 1, 10, 40, 6) }}", "lies 1.0 mm from the trim"),
        ("{{ textbox('Title', -1.5, 10, 40, 6) }}", "lies outside the trim"),
        ("{{ textbox('Title', 1, 10, 40, 6, safe=false) }}", ""),
        ("{{ textbox('A long title', -8, 40, 30, 6, align='center', turn=90) }}", ""),
        ("{{ textbox('A long title', 24, 80, 30, 6, align='center', turn=90) }}", "the trim; the"),
    ],
)
def test_text_outside_the_safe_zone_is_reported(shop: Workshop, call: str, told: str) -> None:
    found = shop.told(call)
    assert len(found) == bool(told), found
    assert told in "".join(found)


@pytest.mark.parametrize("per_mm", [1, 10])
def test_a_whole_document_is_measured_in_mm_from_its_corner(shop: Workshop, per_mm: int) -> None:
    """Its bleed lies before the trim, and its user units vary, as in Figma's files."""
    box = f"viewBox='0 0 {67 * per_mm} {92 * per_mm}'"
    head = f"<svg xmlns='http://www.w3.org/2000/svg' width='67mm' height='92mm' {box}>"
    text = head + "{{ textbox('near', 4.5, 20, 30, 9) }}{{ textbox('in', 5.5, 40, 30, 9) }}"
    made, told = shop.faces(text + "{{ draw.icon('star', 30, 60, 10) }}</svg>")
    (line,) = told
    assert "'near' lies 2.5 mm from the trim" in line
    dark = raster(made[0], pack(), 8)[:, :, 0] < 128
    rows, columns = np.flatnonzero(dark[8 * 55 :].any(1)), np.flatnonzero(dark[8 * 55 :].any(0))
    # The icon's square is 10 mm wide; the star fills most of it.
    assert 30 <= columns[0] / 8 <= 31 and 39 <= columns[-1] / 8 <= 40
    assert rows[0] / 8 + 55 >= 60 and rows[-1] / 8 + 55 <= 70


def test_the_safe_zone_of_a_hexagon_has_no_corners() -> None:
    tile = shapes.hexagon(50, "flats", "pointy")
    corner = component("hex", tile, spec("use", "blank", title="A wide title"), safe=3.0)
    assert draw(corner) == []
    corner = component("hex", tile, spec("use", "card", title="A wide title"), safe=3.0)
    assert "lies outside the trim" in draw(corner)[0]


@pytest.mark.parametrize("top", ["pointy", "flat"])
def test_a_sentence_on_a_tile_stays_within_its_hexagon(top: Literal["pointy", "flat"]) -> None:
    words = {"title": "Turbo Tortoise", "value": 2, "colour": "river"}
    hexagon = shapes.hexagon(50, "flats", top)
    for slots in ({"icon": "star"}, {"art": "art.png"}, {}):
        text = "On a **2**: 3 more steps → :star:"
        face = spec("use", "tile", text=text, **words, **slots)  # type: ignore[arg-type]
        told = draw(component("hex", hexagon, face, safe=3.0))
        assert [line for line in told if "picture" not in line] == []


def test_words_on_a_tile_with_a_pale_picture_have_its_colour_behind_them(tmp_path: Path) -> None:
    Image.new("RGB", (600, 600), "white").save(tmp_path / "art.png")
    face = spec("use", "tile", title="Tortoise", colour="river", art="art.png")
    drawn = pack(component("t", shapes.rect(45, 45), face), folder=tmp_path)
    (made,), told = faces(drawn)
    assert told == []
    foot = raster(made, drawn)[-40, :].mean(0)  # below the word
    assert np.ptp(foot) > 60 and foot.mean() < 160


def test_the_title_of_a_folded_aid_stays_on_its_side() -> None:
    face = spec("use", "aide", title="The longest title of all the aides", colour="river")
    drawn = pack(component("a", shapes.folded(63, 88), face))
    (made,), told = faces(drawn)
    assert told == []
    band = raster(made, drawn)[: 8 * 14]
    light = np.flatnonzero((band.min(2) > 240).any(0)) / 8 - made.bleed
    assert light.min() > 0 and light.max() < 63


def test_texts_of_one_slot_outside_the_safe_zone_are_reported_in_one_line() -> None:
    fields = [{"id": str(i), "name": f"Wide title {i}"} for i in range(4)]
    face = spec("use", "card", title="{{ name }}")
    tile = shapes.hexagon(50, "flats", "pointy")
    (line,) = draw(component("hex", tile, face, None, fields, safe=3.0))
    assert "'Wide title 0' lies outside the trim" in line and "and on 3 more faces" in line


# drawings.py -----------------------------------------------------------------------------------

DRAWING = """
import svgwrite

def plain(piece, draw, rings=3):
    drawing = draw.drawing()
    for i in range(int(rings)):
        drawing.add(drawing.circle(center=(31.5, 44), r=5 + 5 * i, fill="none", stroke="#2c6fa6"))
    drawing.add(draw.textbox(piece.name, 5, 5, 50, 8))
    drawing.add(draw.icon("star", 5, 60, 10))
    return drawing

def sized(pack, side):
    drawing = svgwrite.Drawing(size=("67mm", "92mm"), viewBox="0 0 67 92", debug=False)
    drawing.add(drawing.rect((0, 0), (67, 92), fill=pack.palette["river"]))
    return drawing

def text(**slots):
    return f"<text x='9' y='9'>{slots['word']}</text>"

def broken():
    return [1, 2][3]
"""


@pytest.mark.parametrize(
    "name, slots", [("plain", {"rings": 2}), ("sized", {}), ("text", {"word": "hi"})]
)
def test_a_drawing_is_a_function(shop: Workshop, name: str, slots: dict[str, str]) -> None:
    made, told = shop.faces(DRAWING, spec("draw", name, **slots))
    assert told == []
    assert np.ptp(raster(made[0], pack(), 4)) > 100


def test_faults_in_drawings_are_reported_at_their_line(shop: Workshop) -> None:
    assert shop.told(DRAWING, spec("draw", "broken")) == [
        "drawings.py:21:12: error: cards/row-1, front: broken() failed: "
        "IndexError: list index out of range"
    ]
    assert shop.told(DRAWING, spec("draw", "plain", ring=2)) == [
        "game.yaml:9:5: error: plain() has no parameter for the slot 'ring' (its slots: rings)"
    ]
    assert shop.told(DRAWING, spec("draw", "plian")) == [
        "game.yaml:9:5: error: drawings.py has no function 'plian' "
        "(it has broken, plain, sized, text)"
    ]
    assert shop.told("def a(:", spec("draw", "a"))[0].startswith("drawings.py:1:")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("piece.fields", """has no attribute 'fields' (write piece.row.fields["name"])"""),
        ('piece.row.fields["nam"]', 'its row has no column "nam" (did you mean "name"? known: '),
        ("pack.palete", '(did you mean "palette"?)'),
        ("draw.txtbox", '(did you mean "textbox"?)'),
        ('draw.textbox("x", float("nan"), 2, 30, 8)', "nan mm is not a size that fits on paper"),
        ('draw.textbox("x", 1, 1e300, 30, 8)', "1e+300 mm is not a size that fits on paper"),
        ('draw.textbox("x", 1, 2, 30, 8, size="9px")', '"9px" (use mm, cm, in or pt)'),
    ],
)
def test_a_missing_attribute_in_a_drawing_is_reported_with_the_existing_ones(
    shop: Workshop, line: str, told: str
) -> None:
    code = f"def f(piece, pack, draw):\n    {line}\n    return draw.drawing()\n"
    (said,) = shop.told(code, spec("draw", "f"))
    assert said.startswith("drawings.py:2:") and told in said


LIE = """
class Lie(str):
    def _no(self, *a, **k):
        raise RuntimeError("lie")
    __str__ = __repr__ = __len__ = __iter__ = __eq__ = __getitem__ = __contains__ = __add__ = _no
    __hash__ = encode = splitlines = split = replace = isascii = strip = lstrip = startswith = _no

class Error(Exception):
    def __str__(self):
        return Lie("lie")

"""


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("def f(): return Lie(\"<text x='9' y='9'>hi</text>\")", None),
        ("def f(): return '\\ud800'", "f() failed: UnicodeEncodeError"),
        ("def f(): raise ValueError('\\ud800')", "f() failed: ValueError: �"),
        ("def f(): raise Error", "f() failed: Error"),
        ("raise Error", "drawings.py cannot be loaded: Error"),
        ("def f(): return ''\nf.__signature__ = 3", None),
        ("def __getattr__(name): raise RuntimeError(name)", "has no function 'f'"),
    ],
)
def test_unusual_values_of_drawings_are_reported_or_drawn(
    shop: Workshop, code: str, told: str | None
) -> None:
    said = "".join(shop.told(LIE + code, spec("draw", "f")))
    assert told in said if told else not said
    said.encode()


def test_a_size_in_a_drawing_may_have_a_unit(shop: Workshop) -> None:
    code = "def f(draw):\n    d = draw.drawing()\n    d.add(draw.textbox('x', %s))\n    return d\n"
    written = ('9, 9, 30, 8, size="12pt", min="2mm"', '"9mm", "0.9cm", 30, "8", size=12')
    made = [shop.faces(code % each, spec("draw", "f")) for each in written]
    assert [told for _, told in made] == [[], []]
    assert made[0][0][0].svg == made[1][0][0].svg


# Less ink, no colour, no fonts -----------------------------------------------------------------


def ink_of(face: Face) -> float:
    return float((255 - raster(face, pack(), 4)).mean())


@pytest.mark.parametrize("name", ["card", "back", "tile", "token", "counter", "board"])
def test_low_ink_needs_at_most_a_third_of_the_ink_and_loses_no_text(name: str) -> None:
    words = {slot: WORDS[slot] for slot in slots_of(name) if slot in WORDS and slot != "art"}
    card = component("cards", CARD, spec("use", name, **words))  # type: ignore[arg-type]
    (full,), _ = faces(pack(card))
    (thin,), told = faces(pack(card), FaceOptions(low_ink=True))
    assert told == []
    assert ink_of(thin) < ink_of(full) / 3
    texts = [re.findall(r"<text[^>]*>([^<]*)", face.svg) for face in (full, thin)]
    assert texts[0] == texts[1]
    assert not re.search(r'fill="#ffffff"[^>]*>\s*<text', thin.svg)


def test_low_ink_thins_a_packs_own_drawing(shop: Workshop) -> None:
    text = svg(
        "<rect width='67' height='92' style='fill:#203060'/>"
        "<g fill='#203060'><path d='M5 50h30v20h-30z'/><circle cx='50' cy='60' r='2'/></g>"
        "<text x='9' y='20' font-size='6' fill='#fff'>white words</text>"
        "{{ textbox('more white', 9, 30, 40, 8, fill='white') }}"
    )
    (full,), _ = shop.faces(text)
    (thin,), told = shop.faces(text, options=FaceOptions(low_ink=True))
    assert told == []
    assert ink_of(thin) < ink_of(full) / 8
    picture = raster(thin, pack(), 8)
    assert picture[:, :, 0][8 * 14 : 8 * 21, 8 * 9 : 8 * 40].min() < 80, "the words are gone"
    assert picture[:, :, 0][8 * 30 : 8 * 41, 8 * 9 : 8 * 40].min() < 80, "the text box is gone"
    assert 'fill="#203060"' in thin.svg, "small shapes keep their fill"


@pytest.mark.parametrize(
    ("shape", "is_left"),
    [
        ("<path d='M20 46a14 14 0 1 1 28 0a14 14 0 1 1 -28 0Z' fill='#203060'/>", False),
        ("<path d='M20 46A14 14 0 0 1 48 46' fill='#203060'/>", False),  # half a disc
        ("<path d='M20 46a1 1 0 1 1 2 0a1 1 0 1 1 -2 0Z' fill='#203060'/>", True),
        ("<path d='M20 46A90 90 0 0 1 23 46Z' fill='#203060'/>", True),  # a shallow arc
        ("<polyline points='5,5 60,5 60,80 5,80' fill='#203060'/>", False),
        ("<g data-ink='full'><rect x='5' y='5' width='50' height='80' fill='#203060'/></g>", True),
    ],
)
def test_low_ink_measures_shapes_and_keeps_marked_ones(
    shop: Workshop, shape: str, is_left: bool
) -> None:
    (thin,), _ = shop.faces(svg(shape), options=FaceOptions(low_ink=True))
    assert ('fill="#203060"' in thin.svg) == is_left, thin.svg


def test_grey_leaves_no_colour(shop: Workshop) -> None:
    Image.new("RGB", (600, 600), "#ff0000").save(shop.folder / "red.png")
    made, _ = shop.faces(
        "<style>.a{fill:#00f}</style><rect class='a' width='30' height='9'/>"
        "<g style='fill:crimson;stroke:rgb(0, 200, 0)'><circle cx='20' cy='50' r='9'/></g>"
        "{{ image('red.png', 0, 60, 20, 20) }}{{ draw.icon('star', 40, 60, 9, 'river') }}"
        "<rect x='30' y='10' width='9' height='9' fill='#f008'/>"
        "<rect x='40' y='10' width='9' height='9' style='fill: #00C000ff'/>"
        "<rect x='30' y='20' width='9' height='9' fill='rgba(255 0 0 / 50%)'/>"
        "<rect x='40' y='20' width='9' height='9' fill='hsl(240, 100%, 50%)'/>"
        "<rect x='50' y='20' width='9' height='9' fill='HSLA(0deg, 100%, 25%, .5)'/>",
        options=FaceOptions(grey=True),
    )
    picture = raster(made[0], pack())
    assert np.ptp(picture, axis=2).max() <= 2
    assert picture.min() < 150


@pytest.mark.parametrize(
    ("colour", "shown"),
    [
        ("#f008", "rgba(127,127,127,0.533)"),
        ("#00c000", "#a5a5a5"),
        ("#00c000ff", "rgba(165,165,165,1)"),
        ("rgba(255, 0, 0, 0.25)", "rgba(127,127,127,0.25)"),
        ("rgb(0 192 0)", "#a5a5a5"),
        ("hsl(120, 100%, 37.65%)", "#a5a5a5"),
        ("hsla(120deg 100% 37.65% / 50%)", "rgba(165,165,165,50%)"),
        ("none", "none"),
        ("url(#shade)", "url(#shade)"),
        ("rgb(1, 2)", "rgb(1, 2)"),
    ],
)
def test_every_way_to_write_a_colour_turns_to_grey(colour: str, shown: str) -> None:
    assert colours.grey_svg(f'<path fill="{colour}"/>') == f'<path fill="{shown}"/>'
    assert colours.grey_svg(f"<path style='stroke: {colour};d:1'/>") == (
        f"<path style='stroke: {shown};d:1'/>"
    )


def test_outlines_need_no_font() -> None:
    card = component("cards", CARD, spec("use", "card", title="Outlined", text="**Bold** word"))
    (face,), _ = faces(pack(card), FaceOptions(outlines=True))
    assert "<text" not in face.svg and "font-family" in face.svg
    (text,), _ = faces(pack(card))
    difference = np.abs(raster(face, pack()) - raster(text, pack()))
    assert difference.mean() < 0.5


def test_textures_differ_in_greyscale() -> None:
    fields = [{"id": name} for name in textures.TEXTURES]
    tile = component(
        "t", shapes.rect(45, 45), spec("use", "tile", texture="{{ id }}"), None, fields
    )
    made, told = faces(pack(tile), FaceOptions(grey=True))
    assert told == []
    pictures = [raster(face, pack(), 4)[:, :, 0] for face in made]
    for i, one in enumerate(pictures):
        for other in pictures[:i]:
            assert np.abs(one - other).mean() > 3


def test_ink_on_a_colour_can_be_read() -> None:
    for red in range(0, 256, 51):
        for green in range(0, 256, 51):
            for blue in range(0, 256, 51):
                ground = colours.hex_of((red, green, blue))
                light, dark = sorted(
                    (colours.lightness(ground), colours.lightness(colours.ink_on(ground)))
                )[::-1]
                assert (light + 0.05) / (dark + 0.05) > 3  # WCAG's least for large text


# Icons -----------------------------------------------------------------------------------------

ICONS = sorted((bundled("templates") / "icons").glob("*.svg"))


@pytest.mark.parametrize("file", ICONS, ids=[file.stem for file in ICONS])
def test_icons_are_one_colour_and_fill_their_box(file: Path) -> None:
    text = file.read_text("utf-8")
    assert 'viewBox="0 0 48 48" fill="currentColor"' in text
    assert not re.search(r'(?:fill|stroke)="#', text)
    png = resvg_py.svg_to_bytes(svg_string=sized(text, 96, 96), background="white")
    ink = np.asarray(Image.open(io.BytesIO(png)).convert("L")) < 128
    assert 0.05 < ink.mean() < 0.85
    rows, columns = np.where(ink)
    assert max(np.ptp(rows), np.ptp(columns)) > 76, "small in its box"
    assert not ink[[0, -1]].any() and not ink[:, [0, -1]].any(), "cut off at the edge"


def test_icons_differ_at_eight_mm() -> None:
    pictures = []
    for file in ICONS:
        png = resvg_py.svg_to_bytes(svg_string=sized(file.read_text(), 32, 32), background="white")
        pictures.append(np.asarray(Image.open(io.BytesIO(png)).convert("L"), dtype=float))
    for i, one in enumerate(pictures):
        for k, other in enumerate(pictures[:i]):
            assert np.abs(one - other).mean() > 12, (ICONS[i].stem, ICONS[k].stem)


def test_icons_of_a_set_are_drawn_from_their_text() -> None:
    drawn = {
        "blob": '<svg viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg">'
        '<path fill="currentColor" d="M0 0h10v10z"/></svg>'
    }
    card = component("cards", CARD, spec("use", "card", icon="blob", text="a :blob: b"))
    made, told = faces(pack(card, drawn_icons=drawn))
    assert told == []
    assert made[0].svg.count("M0 0h10v10z") == 2


def test_attributes_of_an_icons_root_stay_well_formed() -> None:
    root = '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg" style="--a:&quot;&lt;&amp;"/>'
    (made,), told = faces(
        pack(component("c", CARD, spec("use", "card", icon="i")), drawn_icons={"i": root})
    )
    assert told == [] and len(etree.fromstring(made.svg.encode()))


# From Inkscape ---------------------------------------------------------------------------------

INKSCAPE = Path(__file__).parents[2] / "packs" / "inkscape"


@pytest.mark.slow
def test_inkscape_files_print_as_vectors_that_look_the_same(tmp_path: Path) -> None:
    drawn, problems = open_pack(str(INKSCAPE))
    assert drawn is not None, lines(problems)
    made, told = faces(drawn)
    (coarse,) = told  # the emblem's grain
    assert "emblem.svg:35: warning" in coarse and "prints at 48 dpi" in coarse
    job = [(face.width, face.height, face.svg) for face in made]
    pdf = pypdfium2.PdfDocument(pages(str(collect_fonts(drawn, tmp_path)), job))
    for face, page in zip(made, pdf, strict=True):
        expected = raster(face, drawn, 24)
        shown = page.render(scale=24 * 25.4 / 72).to_pil().convert("RGB")
        size = expected.shape[1] // 3, expected.shape[0] // 3
        one = Image.fromarray(expected.astype("uint8")).resize(size, Image.Resampling.BOX)
        other = shown.resize((size[0] * 3, size[1] * 3)).resize(size, Image.Resampling.BOX)
        apart = np.abs(np.asarray(one, float) - np.asarray(other, float)).max(axis=2) > 32
        assert apart.mean() < 0.02
        kinds = {item.type for item in page.get_objects()}
        assert kinds != {pypdfium2.raw.FPDF_PAGEOBJ_IMAGE}
    text = "".join(page.get_textpage().get_text_bounded() for page in pdf)
    assert "Lighthouse" in text and "7 points" in text and "3 for the Sun" in text


# Two languages ---------------------------------------------------------------------------------

BILINGUAL = Path(__file__).parents[2] / "packs" / "bilingual"
TOO_LONG = {"en": [77, 150, 199], "de": [13, 41, 77, 102, 150, 151, 199]}


@pytest.mark.parametrize("language, name", [("en", "Ferry 0"), ("de", "Fähre 0")])
def test_a_deck_prints_in_both_languages_and_every_overflow_is_reported(
    language: str, name: str
) -> None:
    drawn, problems = open_pack(str(BILINGUAL), language=language)
    assert drawn is not None, lines(problems)
    gaps = [line for line in lines(problems) if "]:E62" in line]
    assert len(lines(problems)) == len(gaps) == (language == "de")
    made, told = faces(drawn)
    assert len(made) == 200
    assert f">{name}</text>" in made[0].svg
    assert sum(face.svg.count("<g transform") for face in made) > 400, "icons in the texts"
    places = [int(re.match(r".*cards\.xlsx\[\w+\]:[A-Z]+(\d+):", line)[1]) - 2 for line in told]  # type: ignore[index]
    assert places == TOO_LONG[language]
    assert all("mm out of its box" in line for line in told)


# The documentation -----------------------------------------------------------------------------

FACES_MD = (bundled("rules") / "FACES.md").read_text("utf-8")


def documented(heading: str) -> str:
    """The section of rules/FACES.md below a heading."""
    text = FACES_MD.split(f"\n### {heading}\n", 1)[1]
    return re.split(r"\n##+ ", text, maxsplit=1)[0]


def test_every_face_and_slot_is_documented_and_nothing_else() -> None:
    assert re.findall(r"^### `(\w+)`$", FACES_MD, re.MULTILINE) == list(face_names())
    for name in face_names():
        section = documented(f"`{name}`")
        found = dict(re.findall(r"^- `(\w+)`: (.*)$", section, re.MULTILINE))
        assert found == slots_of(name)


def test_textures_icons_and_functions_are_documented_and_nothing_else() -> None:
    assert re.findall(r"`(\w+)`", documented("Textures")) == list(textures.TEXTURES)
    listed = documented("Icons").split("The bundled icons are: ")[1]
    assert re.findall(r"`([\w-]+)`", listed) == [file.stem for file in ICONS]
    section = documented("What a template and a drawing can call")
    found = dict(re.findall(r"^- `(\w+)\(([^)]*)\)`", section, re.MULTILINE))
    public = {name: f for name, f in vars(Canvas).items() if not name.startswith("_")}
    assert found == {
        name: ", ".join(list(inspect.signature(f).parameters)[1:]) for name, f in public.items()
    }


def test_a_coarse_picture_inside_a_drawing_is_reported(shop: Workshop) -> None:
    Image.new("RGB", (100, 100), "#ff0000").save(shop.folder / "red.png")
    image = "<image href='red.png' width='20' height='20'/>"
    assert shop.told(svg(f"<g transform='scale(0.5)'>{image}</g>")) == []
    (line,) = shop.told(svg(f"<g transform='matrix(2,0,0,2,1,1)'>{image}</g>"))
    assert line == (
        "own.svg.j2:2: warning: cards/row-1, front: a picture in the drawing: it prints at 64 dpi; "
        "200 dpi or more looks sharp (it has 100 × 100 pixels for 40 × 40 mm: use a larger picture)"
    )


def test_greys_of_16_bits_keep_their_tones(shop: Workshop) -> None:
    ramp = np.linspace(0, 65535, 256 * 256).astype(np.uint16).reshape(256, 256)
    Image.fromarray(ramp).save(shop.folder / "deep.png")
    made, told = shop.faces("{{ image('deep.png', 10, 10, 30, 30) }}")
    assert told == []
    drawn = raster(made[0], pack())[:, :, 0]
    tones = np.unique(drawn[drawn.shape[0] // 6 : drawn.shape[0] // 2, drawn.shape[1] // 3])
    assert len(tones) > 40 and tones.max() - tones.min() > 120


def test_css_variables_are_drawn_and_unknown_ones_reported(shop: Workshop) -> None:
    style = "<style>:root{--ink:#00ff00;--soft:var(--ink)}.a{fill:var(--soft)}</style>"
    made, told = shop.faces(
        svg(f"{style}<rect class='a' width='67' height='92'/><path fill='var(--none, #ff0000)'/>")
    )
    assert told == [] and "#ff0000" in made[0].svg
    assert (raster(made[0], pack())[:, :, 1] > 200).all()
    (line,) = shop.told(svg("<rect style='fill:var(--lost)' width='9' height='9'/>"))
    assert "warning: the CSS variable --lost is not declared" in line


def test_unsupported_selectors_are_reported(shop: Workshop) -> None:
    (line,) = shop.told(svg("<style>rect:nth-chld(2){fill:red}</style><rect/><rect/>"))
    assert line.startswith("own.svg.j2:2: warning: the rule 'rect:nth-chld(2)' is ignored")
    assert shop.told(svg("<style>g > rect.a, rect:first-child{fill:red}</style><rect/>")) == []


ILLUSTRATOR = (
    "<style type='text/css'>rect{fill:#ff0000}.st0{fill:#203060;}\n"
    ".st1,.st2{fill:none;stroke:#26221e}"
    "#one.st0{opacity:1}.st3{font-family:'Source Sans Pro';font-size:6px;fill:#FFFFFF}</style>"
    "<rect class='st0' width='67' height='92' id='one'/><path class='st2' d='M5 50H60'/>"
    "<text class='st3' x='9' y='20'>white words</text>"
)


def test_styles_from_sheets_are_thinned_and_outlined_too(shop: Workshop) -> None:
    (plain,), told = shop.faces(svg(ILLUSTRATOR))
    assert told == []
    (thin,), told = shop.faces(svg(ILLUSTRATOR), options=FaceOptions(low_ink=True))
    assert told == [] and ink_of(thin) < ink_of(plain) / 8
    assert raster(thin, pack(), 8)[8 * 14 : 8 * 21, 8 * 9 : 8 * 40, 0].min() < 80, "no words"
    (drawn,), told = shop.faces(svg(ILLUSTRATOR), options=FaceOptions(outlines=True))
    assert told == [] and "<text" not in drawn.svg
    one, other = (raster(face, pack(), 16) for face in (plain, drawn))
    assert (abs(one - other).max(2) > 120).mean() < 2e-4


@pytest.mark.parametrize(
    ("css", "style"),
    [
        (".a{fill:red}.b{fill:blue}", "fill:blue"),
        (".b{fill:blue}.a{fill:red}", "fill:red"),
        ("path.a{fill:red}.b{fill:blue}", "fill:red"),
        ("#i{fill:red}.a.b{fill:blue}*{fill:green}", "fill:red"),
        ("path{fill:red;stroke:none}.c{fill:blue}", "fill:red;stroke:none"),
        (".a{ fill : red ; fill:blue; }", "fill:blue"),
        ("g .a{fill:red}", None),
        ("svg>.a{fill:red}g{stroke:none}", "fill:red"),
        ("[class~=b]{fill:red}path:first-child{fill:blue}", "fill:red"),
        ("path:not(.c){fill:red}", "fill:red"),
        ("@media print{.a{fill:red}}.a{stroke:red}", "stroke:red"),
        ("@media screen{.a{fill:red}}", "fill:red"),
        ("@media screen and (prefers-color-scheme: dark){.a{fill:red}}", None),
        ("@supports (fill:red){.a{fill:red}}", "fill:red"),
        (".a{fill:red!important}#i{fill:blue}", "fill:red"),
        (".a:hover{fill:red}", None),
        (":root{--c:red}.a{fill:var(--c)}", "fill:red"),
        (":root{--c:red}.a{--c:blue;fill:var(--c)}", "fill:blue"),
        (".a{fill:var(--c,var(--d,green))}", "fill:green"),
        (".a{fill:var(--c)}", "fill:var(--c)"),
        ("/* .a{fill:red} */ .b{fill:u\\72l(#x)}", "fill:url(#x)"),
    ],
)
def test_the_cascade_of_a_style_sheet(css: str, style: str | None) -> None:
    from lxml import etree

    head = "<svg xmlns='http://www.w3.org/2000/svg'>"
    root = etree.fromstring(
        f"{head}<style>{css.replace('>', '&gt;')}</style><path id='i' class='a b'/></svg>"
    )
    told = cascade(root)
    assert root[-1].get("style") == style
    assert root.find("{*}style") is None
    assert [found for found, _ in told] == [
        'the rules in "@media print" are ignored: faces look as on a screen'
    ] * ("print" in css)


@pytest.mark.parametrize(("width", "height"), [(189.92, 260.79), (791, 1087), (253, 348)])
def test_a_document_in_pixels_has_the_size_that_its_program_intends(
    shop: Workshop, width: float, height: float
) -> None:
    head = f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}px' height='{height}px'"
    text = f"{head} viewBox='0 0 {width} {height}'><rect width='100%' height='100%'/></svg>"
    made, told = shop.faces(text)
    assert told == [] and raster(made[0], pack(), 4).max() < 40


LETTERED = (
    "<g font-size='5' fill='#203060' style='font-weight:bold'>"
    "<text x='5' y='12'>Bold &amp; blue</text>"
    "<text x='33' y='24' text-anchor='middle' transform='rotate(8 33 24)'>Turned <tspan "
    "font-weight='400' fill='#a02020'>and red</tspan> again</text></g>"
    "<text xml:space='preserve' style='font-size:4px;font-style:italic' x='60' y='40'>"
    "<tspan x='60' y='40' style='text-anchor:end'>right side</tspan>"
    "<tspan x='10' y='50'>next line</tspan></text>"
)
ON_A_PATH = (
    "<path id='p' d='M5 70H60' fill='none'/>"
    "<text font-size='5'><textPath href='#p'>on a path</textPath></text>"
)


@pytest.mark.slow
def test_outlines_turn_the_text_of_own_drawings_into_paths(shop: Workshop) -> None:
    (shop.folder / "linked.svg").write_text(svg(LETTERED), "utf-8")
    linked = svg("<image href='linked.svg' width='67' height='92'/>")
    for text in (svg(LETTERED), linked):
        (plain,), told = shop.faces(text)
        assert told == [] and plain.svg.count("<text") == 3
        (drawn,), told = shop.faces(text, options=FaceOptions(outlines=True))
        assert told == [] and "<text" not in drawn.svg and "tspan" not in drawn.svg
        one, other = (raster(face, pack(), 16) for face in (plain, drawn))
        assert (abs(one - other).max(2) > 120).mean() < 2e-4
        assert (one.min(2) < 120).mean() > 0.005
    (drawn,), told = shop.faces(svg(ON_A_PATH), options=FaceOptions(outlines=True))
    assert "<text" in drawn.svg
    assert len(told) == 1 and "--outlines cannot convert this text to paths: 'on a path'" in told[0]


OF_CSS = [
    (
        "<rect style='x:10px;y:5mm;width:30px;height:20px;rx:4px;fill:#07a'/>",
        "<rect x='10' y='5mm' width='30' height='20' rx='4' fill='#07a'/>",
    ),
    (
        "<style>.a{r:9px;cx:40px;cy:50%} path{d:path('M5 40h10v10z')}</style>"
        "<circle class='a'/><path/>",
        "<circle r='9' cx='40' cy='50%'/><path d='M5 40h10v10z'/>",
    ),
    (
        "<rect width='20' height='20' style='transform:translate(20px,1cm) rotate(.125turn)'/>",
        "<rect width='20' height='20' transform='translate(20 37.795) rotate(45)'/>",
    ),
    (
        "<style>.a{transform:rotate(45deg);transform-box:fill-box;transform-origin:center}</style>"
        "<rect class='a' x='20' y='30' width='20' height='10'/>",
        "<rect x='20' y='30' width='20' height='10' transform='rotate(45 30 35)'/>",
    ),
    (
        "<rect width='20' height='20' transform='scale(9)' style='translate:10px;scale:2 1'/>",
        "<rect width='20' height='20' transform='translate(10 0) scale(2 1) scale(9)'/>",
    ),
    (
        "<g color='#e0e' fill='none'><path d='M0 0h20v20z' fill='CurrentColor'/>"
        "<path d='M9 30h20' stroke='currentcolor' style='stroke-width:5'/></g>",
        "<path d='M0 0h20v20z' fill='#e0e'/><path d='M9 30h20' stroke='#e0e' stroke-width='5'/>",
    ),
    (
        "<style>.a{fill:rgb(20% 40% 60% / 50%)}</style><path class='a' d='M0 0h20v20z'/>"
        "<path fill='rgba(200,40,40,50%)' d='M30 0h20v20z'/>"
        "<path style='fill:rebeccapurple' d='M0 30h20v20z'/>"
        "<path style='fill:light-dark(rgb(0, 128, 0), #fff)' d='M30 30h20v20z'/>",
        "<path fill='#336699' fill-opacity='.5' d='M0 0h20v20z'/>"
        "<path fill='#c82828' fill-opacity='.5' d='M30 0h20v20z'/>"
        "<path fill='#663399' d='M0 30h20v20z'/><path fill='#008000' d='M30 30h20v20z'/>",
    ),
    (
        "<style>:root{--a:#0a0} @media (prefers-color-scheme:dark){:root{--a:#fff}"
        "rect{fill:#fff}}</style><rect fill='var(--a)' width='20' height='20'/>",
        "<rect fill='#0a0' width='20' height='20'/>",
    ),
    (
        '<style>.a{font:italic 700 8px/1.2 "Source Sans Pro"}</style>'
        "<text class='a' y='20'>a</text>"
        "<text y='40' style='font:bold 9px \"Source Sans Pro\", serif'>b</text>",
        "<g font-family='Source Sans Pro' font-weight='700'>"
        "<text y='20' font-style='italic' font-size='8'>a</text>"
        "<text y='40' font-size='9'>b</text></g>",
    ),
    (
        "<g direction='rtl'><text x='50' y='20'>abc</text>"
        "<text x='30' y='40' style='text-anchor:end'>abc</text></g>",
        "<text x='50' y='20' text-anchor='end'>abc</text><text x='30' y='40'>abc</text>",
    ),
    (
        "<e:note xmlns:e='editor' id='a'/><linearGradient id='a'><stop stop-color='red'/>"
        "</linearGradient><linearGradient id='a'><stop stop-color='blue'/></linearGradient>"
        "<path d='M0 0h20v20z' fill='url( #a )'/>",
        "<path d='M0 0h20v20z' fill='red'/>",
    ),
]


@pytest.mark.parametrize("css, attributes", OF_CSS)
def test_geometry_and_colours_declared_in_css_print(
    shop: Workshop, css: str, attributes: str
) -> None:
    (wanted, _), (made, told) = shop.faces(svg(attributes)), shop.faces(svg(css))
    assert told == []
    drawn = raster(wanted[0], pack())
    assert drawn.min() < 200 and np.abs(drawn.astype(int) - raster(made[0], pack())).max() < 3


@pytest.mark.parametrize(
    "body, told",
    [
        ("<g fill='#12345'/>", "unknown: it prints in the fill colour of the element around"),
        ("<g style='fill:redd'/>", "the colour 'redd' is unknown"),
        ("<g fill='rgb(1e999,0,0)'/>", "the colour 'rgb(1e999,0,0)' is unknown"),
        ("<style>g{stroke:oklch(60% .2 30)}</style><g/>", "'oklch(60% .2 30)' is unknown"),
        ("<rect width='calc(1px + 2px)'/>", "width is 'calc(1px + 2px)', a length that cannot be"),
        ("<text style='font-size:1vw'/>", "font-size is '1vw', a length that cannot be printed"),
        ("<rect style='clip-path:circle(9px)'/>", "clip-path: circle(9px) is not drawn (use a"),
        ("<rect style='transform:perspective(9px)'/>", "transform: perspective(9px) is not drawn"),
        ("<path style='transform-box:fill-box;rotate:9deg'/>", "transform-origin: 0 0 is not"),
        ("<g vector-effect='non-scaling-stroke'/>", "vector-effect: non-scaling-stroke is"),
        ("<text style='text-shadow:0 0 2px red'/>", "text-shadow is not drawn"),
        ("<style>g{text-transform:uppercase}</style><g/>", "text-transform: uppercase is not"),
        ("<g style='display:none'><g fill='redd'/></g>", ""),
        ("<rect style='fill:#e33;fill:color(display-p3 .9 .2 .2)'/>", ""),
        ("<rect style='fill:color(display-p3 .9 .2 .2);stroke:#e33'/>", "'color(display-p3 .9 .2"),
        ("<style>@keyframes a{from{transform:none}}</style><g style='width:100%'/>", ""),
        ("<g fill='url(#b) redd' stroke='inherit' style='color:#CD853F icc-color(a, 1)'/>"
         "<g id='b'/>", ""),
    ],
)  # fmt: skip
def test_css_that_typst_does_not_draw_is_reported(shop: Workshop, body: str, told: str) -> None:
    assert told in "".join(found := shop.told(svg(body)))
    assert bool(found) == bool(told)


@pytest.mark.parametrize(
    "root, box",
    [
        ("", "0 23 67 46"),
        ("preserveAspectRatio='xMidYMin meet'", "0 0 67 46"),
        ("preserveAspectRatio='xMinYMax'", "0 46 67 46"),
        ("preserveAspectRatio='none'", "0 0 67 92"),
        ("preserveAspectRatio='xMaxYMid slice'", "-67 0 134 92"),
    ],
)
def test_a_drawing_of_other_proportions_is_fitted_as_its_root_declares(
    shop: Workshop, root: str, box: str
) -> None:
    x, y, width, height = box.split()
    art = "<rect width='134' height='92' fill='#0a0'/><circle cx='40' cy='46' r='30'/>"
    view = "<svg {} viewBox='0 0 134 92' xmlns='http://www.w3.org/2000/svg'>" + art + "</svg>"
    sized = f"x='{x}' y='{y}' width='{width}' height='{height}' preserveAspectRatio='none'"
    wanted, _ = shop.faces(svg(view.format(sized)))
    made, told = shop.faces(view.format(f"width='67mm' height='92mm' {root}"))
    assert told == []
    drawn = raster(wanted[0], pack()).astype(int)
    assert (np.abs(drawn - raster(made[0], pack())) > 40).mean() < 0.01


def test_the_background_of_a_drawing_prints(shop: Workshop) -> None:
    style = "style='background:#fc0;enable-background:new'"
    ground = svg("<g/>").replace("<svg", f"<svg {style}", 1)
    made, told = shop.faces(ground)
    assert told == [] and (raster(made[0], pack()) == (255, 204, 0)).all()


def test_a_right_to_left_drawing_in_a_face_is_reversed_only_once(shop: Workshop) -> None:
    art = svg("<text x='50' y='20' direction='rtl'>abc</text>")
    (shop.folder / "art.svg").write_text(art, "utf-8")
    made, told = shop.faces("{{ image('art.svg', -2, -2, 67, 92) }}")
    assert told == [] and "text-anchor:end" in made[0].svg


def test_a_png_with_a_wrong_checksum_prints(shop: Workshop) -> None:
    stream = io.BytesIO()
    Image.new("RGB", (300, 300), "#ff0000").save(stream, "PNG")
    data = bytearray(stream.getvalue())
    data[-13] ^= 1  # the sum of the pixels; after it comes IEND
    (shop.folder / "sum.png").write_bytes(data)
    made, told = shop.faces(svg("<image href='sum.png' width='30' height='30'/>"))
    assert told == [] and (raster(made[0], pack()) == (255, 0, 0)).all(axis=2).any()


def test_the_resolution_of_a_picture_in_a_pattern_depends_on_the_shape_it_fills(
    shop: Workshop,
) -> None:
    Image.new("RGB", (400, 200), "#ff0000").save(shop.folder / "fill.png")
    body = (
        "<rect x='5' y='5' width='{}' height='{}' fill='url(#p)'/><defs>"
        "<pattern id='p' patternContentUnits='objectBoundingBox' width='1' height='1'>"
        "<use xlink:href='#im' transform='scale(.0025 .005)'/></pattern>"
        "<image id='im' width='400' height='200' xlink:href='fill.png' preserveAspectRatio='none'/>"
        "</defs>"
    )
    assert shop.told(svg(body.format(20, 20))) == []
    (line,) = shop.told(svg(body.format(60, 60)))
    assert "prints at 85 dpi" in line and "400 × 200 pixels for 60 × 60 mm" in line


def test_only_one_space_prints_around_an_empty_block() -> None:
    def drawn(text: str, **row: int) -> str:
        front = spec("use", "card", title="{{ id }}", text=text)
        made, told = faces(pack(component("cards", CARD, front, fields=[{"id": "a", **row}])))
        assert told == []
        return made[0].svg

    blocks = "Pay 2. {% if n > 1 %}Draw.{% endif %} {% if n > 2 %}Discard.{% endif %} Go on."
    assert drawn(blocks, n=1) == drawn("Pay 2. Go on.", n=1)
    assert drawn(blocks, n=2) == drawn("Pay 2. Draw. Go on.", n=2)
    assert drawn("Pay 2.  Go on.", n=1) != drawn("Pay 2. Go on.", n=1)  # written so
