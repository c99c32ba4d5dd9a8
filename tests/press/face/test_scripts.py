"""Every script: fallback fonts, alignment, line breaks; as pictures beside Chromium's."""

import doctest
import importlib.util
import sys
import time
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from generator.model.problems import Problems
from generator.press.build import build
from generator.press.face import colours
from generator.press.face.face import FaceMaker
from generator.press.options import BuildOptions
from generator.press.pieces.expand import expand
from generator.press.text import hyphens
from generator.press.text.bidi import DEEPEST, left_open
from generator.press.text.hyphens import hyphenated
from generator.reading.door import open_pack
from generator.reading.fonts import default_font

# A helper beside this file, which is no package.
_spec = importlib.util.spec_from_file_location("scripts", Path(__file__).with_name("scripts.py"))
assert _spec is not None and _spec.loader is not None
scripts = sys.modules["scripts"] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(scripts)

SANS = default_font().files["regular"]
LATIN, ARABIC, HEBREW, HINDI, THAI = (
    scripts.NOTO / f"NotoSans{name}-Regular.ttf"
    for name in ("", "Arabic", "Hebrew", "Devanagari", "Thai")
)
GOTHIC = Path("/usr/share/fonts/truetype/vlgothic/VL-Gothic-Regular.ttf")
EMOJI = Path("/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf")


def needs(*files: Path) -> None:
    lacking = [file.name for file in files if not file.is_file()]
    if lacking:
        pytest.skip(f"this machine has no {', '.join(lacking)}")


def lines_of(text: str, files: list[Path], width: float, language: str = "") -> list[str]:
    """Return the lines as displayed, from left to right."""
    setting = scripts.setting_of(text, files, width, 9.0, language)
    by_line: dict[float, list[tuple[float, str]]] = {}
    for run in setting.runs:
        by_line.setdefault(run.baseline, []).append((run.x, run.text.strip()))
    return ["".join(f"[{t}]" for _, t in sorted(runs)) for _, runs in sorted(by_line.items())]


def test_examples() -> None:
    assert doctest.testmod(hyphens).failed == 0


def test_a_divided_word_shows_its_hyphen_where_it_breaks_and_nowhere_else() -> None:
    text = "Die Siegpunktkartenauferlegung gilt."
    assert lines_of(text, [SANS], 200, "de") == [f"[{text}]"]
    narrow = lines_of(text, [SANS], 22, "de")
    assert narrow == ["[Die Siegpunkt-]", "[kartenauferle-]", "[gung gilt.]"]
    # Without its language the word is cut anywhere, without a hyphen.
    assert not any("-" in line for line in lines_of(text, [SANS], 22))


def test_a_line_that_is_nearly_full_divides_no_word() -> None:
    text = "Gib allen anderen Mitspielern Karten"
    wide = scripts.setting_of("Gib allen anderen Mit", [SANS], 200, 9.0, "").ink.width + 2
    assert lines_of(text, [SANS], wide, "de")[0] == "[Gib allen anderen]"


def test_languages_without_patterns_and_marked_words_stay() -> None:
    assert hyphenated("Siegpunktkarte", "xx") == "Siegpunktkarte"
    assert hyphenated("Sieg\u00adpunktkarten", "de") == "Sieg\u00adpunktkarten"


def test_arabic_punctuation_is_on_the_left_of_its_text() -> None:
    needs(ARABIC)
    (line,) = lines_of("هذه البطاقة، اسحب.", [ARABIC], 100)
    # Seen from the left: full stop, draw, comma, this card.
    assert line == "[.][اسحب][،][البطاقة][هذه]"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # An isolate is ordered by itself and is neutral to what is around it (UAX #9, X5a–X6a).
        ("Draw \u2067שלום\u2069 3 now", ["[Draw][שלום][3 now]"]),
        ("Draw \u2067שלום 5!\u2069 now", ["[Draw][!][5][שלום][now]"]),
        ("שלום \u2068Draw 5!\u2069 קלף", ["[קלף][Draw 5!][שלום]"]),
        ("\u2068\u2066a\u2069 קלף\u2069! x", ["[קלף][a! x]"]),
        # What closes nothing, and what nothing closes.
        ("שלום\u2069 a\u2066b", ["[ba][שלום]"]),
        ("a\u2067" * 70 + "ב", ["[a][ב][" + "a" * 69 + "]"]),
        # An override, a mark, and both where no letter runs to the left.
        ("\u202eabc\u202c def", ["[cba][def]"]),
        ("12\u200e\u2066ab\u2069", ["[12ab]"]),
        # The brackets of a pair run one way (N0).
        ("קלף Draw (x) אבג", ["[אבג][Draw (x)][קלף]"]),
        ("Draw קלף (2) now", ["[Draw][(][2][)][קלף][now]"]),
        ("abc (אבג) שלום", ["[abc (][אבג][)][שלום]"]),
        # Joiners, tones and selectors stay with their letter.
        ("می\u200cخواهم", ["[می\u200cخواهم]"]),
        ("אב 👍🏽! ג", ["[ג][!👍🏽][אב]"]),
        ("אב 👩\u200d👧 ג", ["[ג][👩\u200d👧][אב]"]),
        ("א\u0378ב", ["[ב][\u0378][א]"]),
        # What says nothing on paper, and other ends of lines.
        ("Dr\ufeffaw\ufff9 2\u2064", ["[Draw 2]"]),
        ("one\u2028two\x0bthree", ["[one]", "[two]", "[three]"]),
    ],
)
def test_invisible_controls_set_the_direction_of_text(text: str, lines: list[str]) -> None:
    assert lines_of(text, [SANS], 200) == lines


def test_an_isolate_continues_on_the_next_line() -> None:
    text = "Draw \u2067קלף, שלום, אבג\u2069 12"
    assert lines_of(text, [SANS], 200) == ["[Draw][אבג][,][שלום][,][קלף][12]"]
    assert lines_of(text, [SANS], 20) == ["[Draw][,][קלף]", "[אבג][,][שלום][12]"]


def test_open_controls_at_the_end_of_a_line_are_found_in_one_pass() -> None:
    opened, isolate, closed = "\u202a", "\u2067", "\u2069"
    assert left_open(opened + closed + isolate + opened, "") == opened + isolate + opened
    assert left_open(closed + closed + opened, isolate) == opened
    started = time.process_time()
    assert left_open(opened * 20_000 + closed * 20_000, "") == opened * DEEPEST
    assert time.process_time() - started < 1


def test_invisible_characters_need_no_glyph() -> None:
    setting = scripts.setting_of("♥\ufe0f\u200d\u2060a\u034f\u0600\ufffc", [SANS], 80, 9.0, "")
    assert setting.missing == "♥\u0600\ufffc"


def test_lines_begin_where_their_script_begins() -> None:
    needs(HEBREW)
    right = scripts.setting_of("קלף זה", [HEBREW], 80, 9.0, "")
    assert right.ink.x + right.ink.width == pytest.approx(80, abs=0.01)
    left = scripts.setting_of("Card", [SANS], 80, 9.0, "")
    assert left.ink.x == pytest.approx(0, abs=0.01)


def test_japanese_lines_begin_with_no_mark_and_no_small_letter() -> None:
    needs(GOTHIC)
    text = "カードを引く。「二枚」まで、ちょっと待って。もう一枚、ゲームへ。"
    for width in range(10, 60):
        for line in lines_of(text, [GOTHIC], width):
            assert line[1] not in "。、」ょっャュョー）", (width, line)
            assert line[-2] not in "「（", (width, line)


def test_fonts_are_tried_in_order_for_each_run(tmp_path: Path) -> None:
    needs(HEBREW, GOTHIC)
    setting = scripts.setting_of("Lion 3 ליון 引く 4", [SANS, HEBREW, GOTHIC], 200, 9.0, "")
    names = {run.text.strip(): run.type.path.name for run in setting.runs}
    assert names["ליון"] == HEBREW.name and names["引く"] == GOTHIC.name
    assert {names[text] for text in names if text.isascii()} == {SANS.name}
    assert setting.missing == ""


GAME = """protoplay: 1
name: Scripts
players: 2
languages: [en, ja]
fonts:
  body: {body}
  body.ja: {other}
  loud: {loud}
components:
  cards:
    size: poker
    rows: [{{name: One, name.ja: 一枚, text: "Draw 🂡 and ליון."}}]
    front: {{use: card, title: "{{{{ name }}}}", text: "{{{{ text }}}}", title_font: loud}}
"""


def told(tmp_path: Path, language: str | None = None, **fonts: object) -> tuple[list[str], str]:
    (tmp_path / "game.yaml").write_text(GAME.format(**fonts), "utf-8")
    pack, problems = open_pack(tmp_path, language=language, flawed=True)
    assert pack is not None, [str(p) for p in problems]
    found = Problems()
    face = FaceMaker(pack, found).face(expand(pack, found)[0], "front")
    assert face is not None
    return [str(p) for p in found], face.svg


def test_a_slot_and_a_language_have_fonts_of_their_own(tmp_path: Path) -> None:
    needs(HEBREW, GOTHIC, EMOJI)
    fonts = {"body": f"[default, {HEBREW}, {EMOJI}]", "other": f"[{GOTHIC}, {HEBREW}, {EMOJI}]"}
    found, svg = told(tmp_path, loud=f"{GOTHIC}", **fonts)
    assert found == [
        "game.yaml:12:19: warning: cards/one, front: the font has no bold; 'One' is set in its "
        "regular (name a file for this style under fonts:)"
    ]
    assert 'font-family="Noto Sans Hebrew"' in svg and 'font-family="Symbola"' in svg
    assert 'font-family="Source Sans Pro"' in svg and 'font-family="VL Gothic"' in svg
    _, japanese = told(tmp_path, "ja", loud=f"{GOTHIC}", **fonts)
    assert "Source Sans Pro" not in japanese and ">一枚</text>" in japanese


def test_emoji_and_letters_without_a_font_are_reported(tmp_path: Path) -> None:
    found, _ = told(tmp_path, body="default", other="default", loud="default")
    assert any("no glyph for '🂡' (U+1F0A1), 'ל'" in line for line in found), found


def test_the_suggested_fix_for_a_missing_letter_works(tmp_path: Path) -> None:
    needs(HEBREW, EMOJI)
    bare = {"other": "default", "loud": "default"}
    found, _ = told(tmp_path, body="default", **bare)
    assert any("name a font that has it under fonts:" in line for line in found)
    found, _ = told(tmp_path, body=f"[default, {HEBREW}, {EMOJI}]", **bare)
    assert found == []


def emoji_font(file: Path, in_pictures: bool = False, in_drawings: bool = False) -> Path:
    """A font with one emoji of two colours: a yellow square with a blue one in it."""
    from fontTools.colorLib.builder import buildCOLR, buildCPAL
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    glyphs = {}
    squares = {".notdef": 0, "smile": 0, "large": 800, "small": 300}
    for name, size in squares.items():
        pen = TTGlyphPen(None)
        if size:
            pen.moveTo((0, 0))
            for corner in ((0, size), (size, size), (size, 0)):
                pen.lineTo(corner)
            pen.closePath()
        glyphs[name] = pen.glyph()
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder(list(squares))
    made.setupCharacterMap({0x1F600: "smile"})
    made.setupGlyf(glyphs)
    made.setupHorizontalMetrics(dict.fromkeys(squares, (1000, 0)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    names = {"familyName": "Tiny Emoji", "styleName": "Regular", "psName": "TinyEmoji"}
    made.setupNameTable(names)
    made.setupOS2()
    made.setupPost()
    layers = [
        {"Format": 10, "Glyph": name, "Paint": {"Format": 2, "PaletteIndex": i, "Alpha": 1.0}}
        for i, name in enumerate(("large", "small"))
    ]
    made.font["COLR"] = buildCOLR({"smile": {"Format": 1, "Layers": layers}}, version=1)
    made.font["CPAL"] = buildCPAL([[(1.0, 0.8, 0.0, 1.0), (0.0, 0.0, 0.6, 1.0)]])
    if in_pictures:
        for table in ("glyf", "loca", "COLR"):
            del made.font[table]
        made.font["CBDT"] = newTable("CBDT")
        made.font["CBDT"].compile = lambda _: b"\0\3\0\0"
    if in_drawings:
        del made.font["COLR"], made.font["CPAL"]
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph1">'
            '<path fill="#fc0" d="M0 0H800V-800H0z"/>'
            '<path fill="rgb(0,0,153)" d="M0 0H300V-300H0z"/></g></svg>'
        )
        made.font["SVG "] = newTable("SVG ")
        made.font["SVG "].docList = [(drawing, 1, 1)]
        made.font["SVG "].compressed = True
    made.save(file)
    return file


EMOJI_GAME = """protoplay: 1
name: Emoji
players: 2
fonts: {body: [default, emoji.ttf]}
components:
  cards: {size: mini, front: {use: card, title: "Hi 😀", text: "Smile 😀 now"}}
"""


def emoji_printed(folder: Path, **look: bool) -> tuple[np.ndarray, np.ndarray]:
    """The sheet and the single face of a card with emoji, as pixels."""
    (folder / "game.yaml").write_text(EMOJI_GAME, "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None and not len(problems), [str(p) for p in problems]
    options = BuildOptions(out=folder / "out", formats=("pdf", "png"), labels=False, **look)
    sheet, face = build(pack, options, problems).files
    assert not len(problems), [str(p) for p in problems]
    document = pypdfium2.PdfDocument(sheet)
    printed = np.asarray(document[0].render(scale=4).to_pil().convert("RGB")).astype(int)
    document.close()
    with Image.open(face) as picture:
        return printed, np.asarray(picture.convert("RGB")).astype(int)


@pytest.mark.parametrize("in_drawings", [False, True])
@pytest.mark.parametrize("outlines", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_emoji_print_in_the_colours_of_their_font(
    tmp_path: Path, outlines: bool, in_drawings: bool
) -> None:
    emoji_font(tmp_path / "emoji.ttf", in_drawings=in_drawings)
    for pixels in emoji_printed(tmp_path, outlines=outlines):
        assert (abs(pixels - (255, 204, 0)).max(2) < 12).sum() > 500
        assert (abs(pixels - (0, 0, 153)).max(2) < 12).sum() > 80


@pytest.mark.parametrize("in_drawings", [pytest.param(False, marks=pytest.mark.slow), True])
def test_emoji_are_grey_in_a_grey_print(tmp_path: Path, in_drawings: bool) -> None:
    emoji_font(tmp_path / "emoji.ttf", in_drawings=in_drawings)
    for pixels in emoji_printed(tmp_path, grey=True):
        assert np.ptp(pixels, axis=2).max() <= 2
        light, dark = (int(colours.grey(colour)[1:3], 16) for colour in ("#ffcc00", "#000099"))
        assert (abs(pixels[:, :, 0] - light) < 6).sum() > 500
        assert (abs(pixels[:, :, 0] - dark) < 6).sum() > 80


def test_emoji_that_are_pictures_are_refused(tmp_path: Path) -> None:
    emoji_font(tmp_path / "emoji.ttf", in_pictures=True)
    (tmp_path / "game.yaml").write_text(EMOJI_GAME, "utf-8")
    _, problems = open_pack(tmp_path)
    assert [str(p) for p in problems] == [
        'game.yaml:4:25: warning: "emoji.ttf" contains coloured pictures, not outlines; '
        "the default font is used instead "
        "(use a COLR version of it, or a single-colour font such as Noto Emoji)"
    ]


def test_fonts_of_the_machine_are_used_only_where_the_pack_says_so(tmp_path: Path) -> None:
    needs(HEBREW)
    found, svg = told(tmp_path, body="[default, system]", other="system", loud="default")
    assert "Hebrew" in svg and not any("ל" in line.partition("glyph for")[2] for line in found)
    assert "Hebrew" not in told(tmp_path, body="default", other="system", loud="default")[1]


# Ink of either picture further than two pixels (0.18 mm) from the other's, of all ink: at most 1 %.
# Chromium breaks Thai by a dictionary; here a zero-width space says where a word ends.
CASES = {
    "ar": ("هذه البطاقة، اسحب ورقتين. هل تلعب؟ نعم!", [LATIN, ARABIC], 60),
    "ar-mixed": ("اسحب 2 بطاقة (Lion) ثم ادفع 3 نقاط، وانتظر.", [LATIN, ARABIC], 60),
    "he": ("קלף זה, שלוף שני קלפים. (מותר?) כן!", [LATIN, HEBREW], 50),
    "hi": ("यह कार्ड, दो पत्ते निकालें। क्या आप खेलते हैं?", [LATIN, HINDI], 60),
    "th": ("ไพ่ใบนี้ จั่วสองใบ แล้ว\u200bเล่น\u200bต่อ", [LATIN, THAI], 50),
    "ja": (
        "このカードを引く。「二枚」まで引いてもよい、ちょっと待ってください。",
        [LATIN, GOTHIC],
        40,
    ),
    "de": ("Die Siegpunktkartenauferlegung gilt nicht.", [LATIN], 38),
    "ru": ("Эта карта, возьми две карты. Играешь?", [LATIN], 40),
    "el": ("Αυτή η κάρτα, τράβηξε δύο.", [LATIN], 40),
    "mixed": ("Lion: ליון, أسد و शेर 3 กวาง", [LATIN, ARABIC, HEBREW, HINDI, THAI], 60),
}


@pytest.mark.slow
def test_scripts_look_as_chromium_sets_them() -> None:
    needs(LATIN, ARABIC, HEBREW, HINDI, THAI, GOTHIC, scripts.CHROMIUM)
    pytest.importorskip("playwright")
    differences = {}
    with scripts.chromium() as page:
        for name, (text, files, width) in CASES.items():
            language = name[:2]
            mine = scripts.ours(text, files, width, 14, language)
            shown = hyphenated(text, language) if language == "de" else text
            other = scripts.theirs(page, shown, files, width, 14, language)
            differences[name] = round(scripts.difference(mine, other), 4)
    assert max(differences.values()) <= 0.01, differences
