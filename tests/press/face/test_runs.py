"""Which font of a family draws which letters; a letter and its marks stay together."""

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from generator.model.problems import Problems
from generator.press.text.fonts import Types, types_of
from generator.reading.door import open_pack

US, MARK, WAVE, KEYCAP, PART = "\U0001f1fa\U0001f1f8", "\u0330", "\U0001f44b", "\u20e3", "\u200d"


def font_of(path: Path, characters: str) -> None:
    """A font that has these characters and no others."""
    names = {ord(c): f"u{ord(c):X}" for c in characters}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((0, 700), (500, 700), (500, 0)):
        pen.lineTo(point)
    pen.closePath()
    bar = pen.glyph()
    builder.setupGlyf(dict.fromkeys([".notdef", *names.values()], bar))
    builder.setupHorizontalMetrics(dict.fromkeys([".notdef", *names.values()], (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    name = path.stem.title()
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": f"{name}-R"})
    builder.setupOS2(sTypoAscender=800, sCapHeight=700)
    builder.setupPost()
    builder.save(path)


@pytest.fixture
def types(tmp_path: Path) -> Types:
    """Letters, a space and signs in the first font; emoji, marks and digits in the second."""
    font_of(tmp_path / "first.ttf", "abc 1.!é")
    font_of(tmp_path / "second.ttf", f"{US}{WAVE}\U0001f3fd1{KEYCAP}a{MARK}x")
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: T\nplayers: 2\nfonts: {body: [first.ttf, second.ttf]}\n"
    )
    pack, problems = open_pack(tmp_path)
    assert pack is not None, list(problems)
    return types_of(pack, Problems())


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        (f"{US} {US}", [(US, 1), (" ", 0), (US, 1)]),
        (f"ab {US}!", [("ab ", 0), (US, 1), ("!", 0)]),
        (f"a{MARK}b", [(f"a{MARK}", 1), ("b", 0)]),
        (f"b{MARK}c", [("b", 0), (MARK, 1), ("c", 0)]),
        (f"{WAVE}\U0001f3fd a", [(f"{WAVE}\U0001f3fd", 1), (" a", 0)]),
        (f"b1\ufe0f{KEYCAP}", [("b", 0), (f"1\ufe0f{KEYCAP}", 1)]),
        (f"{WAVE}{PART}{US}", [(f"{WAVE}{PART}{US}", 1)]),
        ("b1 x", [("b1 ", 0), ("x", 1)]),
        ("x1 b", [("x", 1), ("1 b", 0)]),
        ("b\u00adx", [("b\u00ad", 0), ("x", 1)]),
    ],
)
def test_a_run_is_set_in_the_font_that_has_its_letters(
    types: Types, text: str, runs: list[tuple[str, int]]
) -> None:
    assert types.runs("body", "regular", text) == runs
    assert types.missing("body", text) == ""
    for part, font in runs:
        assert types.get("body", "regular", font).missing(part) == ""


def test_letters_that_no_font_has_are_missing(types: Types) -> None:
    assert types.runs("body", "regular", "b\u2603 x") == [("b\u2603 ", 0), ("x", 1)]
    assert types.missing("body", "b\u2603 x\u2603") == "\u2603"
