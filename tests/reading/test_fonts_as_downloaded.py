"""Downloaded fonts: OTF, variable, collections and WOFF print as they should."""

import struct
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from generator.model.pack import Pack
from generator.press.build import build
from generator.press.options import BuildOptions
from generator.reading import font_conversion
from generator.reading.door import open_pack
from generator.reading.font_conversion import kind_of
from generator.reading.fonts import default_font

USUAL = default_font().files["regular"]
OTF = USUAL.with_suffix(".otf")
GAME = """\
protoplay: 1
name: T
players: 2
components:
  c: {size: poker, front: {use: card, title: "Affe", text: "Ab **bA** *aB*"}}
fonts:
  body: %s
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROTOPLAY_CACHE", str(tmp_path_factory.mktemp("cache")))


def variable(path: Path, name: str = "Wide") -> Path:
    """A variable font: each letter a bar, 100 units wide at weight 100, 500 at 900; slant too."""
    letters = [".notdef", "space", *"ABabef"]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(letters)
    codes = {32: "space", **{ord(c): c for c in "ABabef"}}
    builder.setupCharacterMap(codes)

    def bar(width: int) -> object:
        pen = TTGlyphPen(None)
        pen.moveTo((0, 0))
        for point in ((0, 700), (width, 700), (width, 0)):
            pen.lineTo(point)
        pen.closePath()
        return pen.glyph()

    builder.setupGlyf({n: bar(100) if n != "space" else TTGlyphPen(None).glyph() for n in letters})
    builder.setupHorizontalMetrics(dict.fromkeys(letters, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(
        {"familyName": name, "styleName": "Regular", "psName": f"{name}-Regular"}
    )
    builder.setupOS2(sTypoAscender=800, sCapHeight=700, usWeightClass=400)
    builder.setupPost()
    builder.setupFvar(
        [("wght", 100, 100, 900, "Weight"), ("slnt", -10, 0, 0, "Slant")],
        [{"location": {"wght": 100, "slnt": 0}, "stylename": "Thin"}],
    )
    wider = [(0, 0), (0, 0), (400, 0), (400, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    leans = [(0, 0), (120, 0), (120, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    builder.setupGvar(
        {
            n: [
                TupleVariation({"wght": (0, 1, 1)}, wider),
                TupleVariation({"slnt": (-1, -1, 0)}, leans),
            ]
            for n in letters
            if n != "space"
        }
    )
    builder.save(path)
    return path


def opened(folder: Path, font: str) -> tuple[Pack | None, list[str]]:
    (folder / "game.yaml").write_text(GAME % font, "utf-8")
    pack, problems = open_pack(folder)
    return pack, [str(problem) for problem in problems]


def width_of(path: Path, letter: str = "A") -> int:
    """How wide a letter's ink is, in units of the em."""
    font = TTFont(path)
    assert font.sfntVersion == "\0\1\0\0" and "fvar" not in font
    glyph = font["glyf"][font.getBestCmap()[ord(letter)]]
    return int(glyph.xMax - glyph.xMin)


def test_an_otf_prints_as_its_truetype_twin(tmp_path: Path) -> None:
    (tmp_path / "Sans.otf").write_bytes(OTF.read_bytes())
    pack, told = opened(tmp_path, "Sans.otf")
    assert pack is not None and told == []
    made, twin = TTFont(pack.fonts["body"].files["regular"]), TTFont(USUAL)
    assert made.sfntVersion == "\0\1\0\0" and "CFF " not in made
    letters, others = made.getGlyphSet(), twin.getGlyphSet()
    codes = made.getBestCmap()
    assert set(codes) == set(TTFont(OTF).getBestCmap())
    for code in (*range(65, 91), 0xE4, 0xDF, 0x20AC):
        name, other = codes[code], twin.getBestCmap()[code]
        assert letters[name].width == others[other].width
        inks = []
        for drawn, glyphs in ((name, letters), (other, others)):
            pen = AreaPen(glyphs)
            glyphs[drawn].draw(pen)
            inks.append(pen.value)
        assert inks[0] == pytest.approx(inks[1], rel=0.02), chr(code)
    from generator.model.problems import Problems

    build(pack, BuildOptions(out=tmp_path / "out", formats=("pdf",)), problems := Problems())
    assert all("the font has no" in p.message for p in problems)  # bold and italic
    import pypdfium2

    (pdf,) = (tmp_path / "out").rglob("*.pdf")
    document = pypdfium2.PdfDocument(pdf)
    assert "Affe" in document[0].get_textpage().get_text_range()
    document.close()


def test_a_font_is_converted_once_and_again_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make = font_conversion._made

    def counted(path: Path, *more: str) -> bytes:
        made.append(path.name)
        return make(path, *more)

    monkeypatch.setattr(font_conversion, "_made", counted)
    file = tmp_path / "Sans.otf"
    file.write_bytes(OTF.read_bytes())
    first, _ = opened(tmp_path, "Sans.otf")
    again, _ = opened(tmp_path, "Sans.otf")
    assert made == ["Sans.otf"] and first is not None and again is not None
    assert first.fonts["body"].files == again.fonts["body"].files
    file.write_bytes(OTF.with_name("SourceSansPro-Black.otf").read_bytes())
    other, _ = opened(tmp_path, "Sans.otf")
    assert made == ["Sans.otf"] * 2 and other is not None
    assert other.fonts["body"].files != again.fonts["body"].files


def test_a_variable_font_has_every_style_of_its_axes(tmp_path: Path) -> None:
    variable(tmp_path / "Wide.ttf")
    pack, told = opened(tmp_path, "Wide.ttf")
    assert pack is not None and told == []
    files = pack.fonts["body"].files
    assert list(files) == ["regular", "bold", "italic", "bolditalic"]
    assert [width_of(files[s]) for s in ("regular", "bold")] == [100, 400]
    assert width_of(files["italic"]) == 220 and width_of(files["bolditalic"]) == 520
    slanted = [bool(TTFont(path)["OS/2"].fsSelection & 1) for path in files.values()]
    assert slanted == [False, False, True, True]
    names = {str(TTFont(path)["name"].getDebugName(6)) for path in files.values()}
    assert len(names) == 4


def packed(folder: Path, kind: str) -> None:
    """The variable font as `Wide.woff`, `Wide.woff2`, or the second of `Wide.ttc`."""
    font = TTFont(variable(folder / "bare.ttf"))
    if kind == "ttc":
        both = TTCollection()
        both.fonts = [TTFont(USUAL), font]
        both.save(folder / "Wide.ttc")
    else:
        font.flavor = kind
        font.save(folder / f"Wide.{kind}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("woff", marks=pytest.mark.slow),
        "woff2",
        pytest.param("ttc", marks=pytest.mark.slow),
    ],
)
def test_a_variable_font_that_is_packed_has_every_style_too(tmp_path: Path, kind: str) -> None:
    packed(tmp_path, kind)
    index = ", index: 1" if kind == "ttc" else ""
    pack, told = opened(tmp_path, f"{{file: Wide.{kind}{index}}}" if index else f"Wide.{kind}")
    assert pack is not None and told == []
    found = {style: width_of(path) for style, path in pack.fonts["body"].files.items()}
    assert found == {"regular": 100, "bold": 400, "italic": 220, "bolditalic": 520}
    pack, told = opened(tmp_path, f"{{file: Wide.{kind}, weight: 500{index}}}")
    assert pack is not None and told == []
    assert width_of(pack.fonts["body"].files["regular"]) == 300
    _, told = opened(tmp_path, f"{{file: Wide.{kind}, weight: 1000{index}}}")
    assert len(told) == 1 and f'"Wide.{kind}" cannot be printed: its weight ranges' in told[0]


def test_a_collection_whose_first_font_does_not_vary_prints_that(tmp_path: Path) -> None:
    packed(tmp_path, "ttc")
    pack, told = opened(tmp_path, "Wide.ttc")
    assert pack is not None and len(told) == 1 and "contains 2 fonts; the first" in told[0]
    assert list(pack.fonts["body"].files) == ["regular"]
    assert width_of(pack.fonts["body"].files["regular"]) == width_of(USUAL)


def test_the_tables_of_a_web_font_are_listed_as_fonttools_lists_them(tmp_path: Path) -> None:
    from fontTools.ttLib.woff2 import woff2KnownTags

    assert woff2KnownTags[font_conversion._FVAR] == "fvar"
    assert [woff2KnownTags[n] for n in font_conversion._OUTLINES] == ["glyf", "loca"]
    for source in (USUAL, variable(tmp_path / "Wide.ttf")):
        font = TTFont(source)
        tags = {tag for tag in list(font.keys()) if tag != "GlyphOrder"}
        font.flavor = "woff2"
        font.save(tmp_path / "w.woff2")
        numbers = font_conversion._woff2_tags((tmp_path / "w.woff2").read_bytes())
        known = {woff2KnownTags[n] for n in numbers if n != font_conversion._OTHER_TAG}
        assert known == tags & set(woff2KnownTags)


@pytest.mark.parametrize("kind", ["woff", "woff2", "ttc"])
def test_a_packed_font_cut_short_raises_nothing(tmp_path: Path, kind: str) -> None:
    packed(tmp_path, kind)
    data = (tmp_path / f"Wide.{kind}").read_bytes()
    assert kind_of(data).is_packed
    for end in range(120):
        assert not kind_of(data[:end]).is_plain or end < 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("written", "widths"),
    [
        ("{file: Wide.ttf, weight: 500}", [300, 400]),
        ("{file: Wide.ttf, weight: 900}", [500]),
        ("{regular: {file: Wide.ttf, weight: 300}, bold: Wide.ttf}", [200, 400]),
        ("{regular: Wide.ttf, bold: {file: Wide.ttf, weight: 900}}", [100, 500]),
        ("{regular: Wide.ttf, bold: Wide.ttf}", [100, 400]),
        ("[{file: Wide.ttf, weight: 500}, default]", [300, 400]),
    ],
)
def test_a_weight_is_chosen(tmp_path: Path, written: str, widths: list[int]) -> None:
    variable(tmp_path / "Wide.ttf")
    pack, told = opened(tmp_path, written)
    assert pack is not None and told == []
    files = pack.fonts["body"].files
    found = [width_of(files[style]) for style in ("regular", "bold") if style in files]
    assert found == widths


def test_a_collection_provides_the_font_chosen_by_index(tmp_path: Path) -> None:
    both = TTCollection()
    both.fonts = [TTFont(USUAL), TTFont(USUAL.with_name("SourceSansPro-Black.ttf"))]
    both.save(tmp_path / "Sans.ttc")
    pack, told = opened(tmp_path, "{file: Sans.ttc, index: 1}")
    assert pack is not None and told == []
    made = TTFont(pack.fonts["body"].files["regular"])
    assert made["OS/2"].usWeightClass == 900
    _, told = opened(tmp_path, "Sans.ttc")
    assert told == [
        'game.yaml:7:9: warning: "Sans.ttc" contains 2 fonts; the first one is used '
        "(to keep it, write {file: Sans.ttc, index: 0}; or choose another index)"
    ]
    pack, told = opened(tmp_path, "{file: Sans.ttc, index: 5}")
    assert pack is not None and pack.fonts["body"].files["regular"] == USUAL
    assert (
        len(told) == 1
        and "it has no font 5; the last one is 1; the default font is used instead" in told[0]
    )


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_a_web_font_prints(tmp_path: Path, flavor: str) -> None:
    font = TTFont(USUAL)
    font.flavor = flavor
    font.save(tmp_path / f"Sans.{flavor}")
    pack, told = opened(tmp_path, f"Sans.{flavor}")
    assert pack is not None and told == []
    assert width_of(pack.fonts["body"].files["regular"]) == width_of(USUAL)


@pytest.mark.parametrize(
    ("name", "written", "said"),
    [
        (
            "Wide.ttf",
            "{file: Wide.ttf, weight: 1000}",
            "its weight ranges from 100 to 900, so",
        ),
        (
            "Wide.ttf",
            "{file: Wide.ttf, width: 80}",
            "it has no axis for width: it has weight",
        ),
        ("cut.otf", "cut.otf", "it is damaged"),
        ("Usual.ttf", "{file: Usual.ttf, weight: 700}", "it is a single font, without styles"),
        ("junk.ttf", "junk.ttf", "is not a readable font"),
        ("picture.woff", "picture.woff", "it is damaged"),
    ],
)
def test_unconvertible_fonts_are_reported_and_replaced(
    tmp_path: Path, name: str, written: str, said: str
) -> None:
    variable(tmp_path / "Wide.ttf")
    (tmp_path / "Usual.ttf").write_bytes(USUAL.read_bytes())
    (tmp_path / "cut.otf").write_bytes(OTF.read_bytes()[:40_000])
    (tmp_path / "junk.ttf").write_bytes(b"no font at all")
    (tmp_path / "picture.woff").write_bytes(b"wOFF" + bytes(200))
    pack, told = opened(tmp_path, written)
    assert pack is not None and pack.fonts["body"].files["regular"] == USUAL
    assert len(told) == 1 and said in told[0] and "the default font is used instead" in told[0]
    assert told[0].startswith("game.yaml:7:") and f'"{name}"' in told[0] and "warning" in told[0]


def test_a_font_that_is_too_large_unpacked_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(font_conversion, "LARGEST", 10_000)
    (tmp_path / "Sans.otf").write_bytes(OTF.read_bytes())
    pack, told = opened(tmp_path, "Sans.otf")
    assert pack is not None and len(told) == 1
    assert "it unpacks to more than 10,000 bytes; the default font is used instead" in told[0]


def test_a_font_that_may_not_be_embedded_is_reported(tmp_path: Path) -> None:
    font = TTFont(USUAL)
    font["OS/2"].fsType = 2
    font.save(tmp_path / "Own.ttf")
    pack, told = opened(tmp_path, "Own.ttf")
    assert pack is not None and len(told) == 1
    assert "does not allow embedding in documents" in told[0]


def test_axes_are_read_without_a_library(tmp_path: Path) -> None:
    data = variable(tmp_path / "Wide.ttf").read_bytes()
    assert kind_of(data).axes == {"wght": (100, 100, 900), "slnt": (-10, 0, 0)}
    assert kind_of(USUAL.read_bytes()).is_plain and not kind_of(OTF.read_bytes()).is_plain
    for cut in range(0, len(data), 97):
        kind_of(data[:cut])
    at = data.index(b"fvar") + 8
    for start in (0, 1 << 20, 0xFFFFFFF0):
        kind_of(data[:at] + struct.pack(">I", start) + data[at + 4 :])
