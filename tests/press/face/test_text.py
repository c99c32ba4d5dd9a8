"""Texts in boxes: markup, line breaks, the largest size that fits, and ink inside its box."""

import io
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from generator.model.pack import Font
from generator.model.problems import Problems
from generator.press.text import text_box as text_module
from generator.press.text.fonts import font_files, types_of
from generator.press.text.markup import parse
from generator.press.text.text_box import (
    ALIGNS,
    MOST_PT,
    MOST_STEPS,
    VALIGNS,
    Box,
    Look,
    Setter,
    Setting,
)
from generator.press.text.text_drawing import svg_of
from tests.handmade import body_font, pack

PACK = pack(keywords={"VP": "**VP**", "victory points": "*VP*", "points": "pts"})
TYPES = types_of(PACK, Problems())
SETTER = Setter(TYPES, {"coin", "star"}, PACK.keywords)
WIDE = Box(0, 0, 200, 100)


PLAIN = partial(parse, icons={"coin", "star"})  # without keywords


def shown(text: str, read: Any = PLAIN) -> str:
    """A text's bits, one line of the text a line: b, i and bi mark styles, <> icons."""
    names = {"regular": "", "bold": "b:", "italic": "i:", "bolditalic": "bi:"}
    unknown: list[str] = []
    stray: list[str] = []
    lines = read(text, bold=False, italic=False, unknown=unknown, stray=stray)
    drawn = [
        " ".join(f"<{b.icon}>" if b.icon else f"[{names[b.style]}{b.text}]" for b in line)
        for line in lines
    ]
    told = (f" ?{unknown}" if unknown else "") + (f" !{stray}" if stray else "")
    return "\n".join(drawn) + told


@pytest.mark.parametrize(
    "text, bits",
    [
        ("plain", "[plain]"),
        ("a **b** c", "[a ] [b:b] [ c]"),
        ("*a* and ***b***", "[i:a] [ and ] [bi:b]"),
        ("**a *b* c**", "[b:a ] [bi:b] [b: c]"),
        ("**Fire***ball* *a***b**", "[b:Fire] [i:ball] [ ] [i:a] [b:b]"),
        ("*a **b*** ***c** d*", "[i:a ] [bi:b] [ ] [bi:c] [i: d]"),
        ("**a *b** c*", "[b:a ] [bi:b] [i: c]"),
        (r"**\*** \***a**", "[b:*] [ ] [*] [b:a]"),
        ("**a *b** *c", "[b:a *b] [ *c] !['*', '*']"),
        ("***a** b", "[***a** b] !['***', '**']"),
        ("**a ****b", "[**a ****b] !['**', '****']"),
        ("2 * 3 * 4", "[2 * 3 * 4]"),
        ("2*3", "[2*3]"),
        ("2*3 and 4*5", "[2*3 and 4*5]"),
        ("n*2, 2*(3+4)*5, 2**3", "[n*2, 2*(3+4)*5, 2**3]"),
        ("５*６ and ７*８", "[５*６ and ７*８]"),
        ("a **bold ** c", "[a **bold ** c] !['**']"),
        ("cards* now", "[cards* now] !['*']"),
        ("**B**onus", "[**B**onus] !['**', '**']"),
        ("Fire*ball*", "[Fire*ball*] !['*', '*']"),
        ("Fire\u2060*ball* **B\u2060**onus", "[Fire] [i:ball] [ ] [b:B] [onus]"),
        ("*x *a*", "[*x ] [i:a] !['*']"),
        ("***both***s", "[***both***s] !['***', '***']"),
        ("(*x*) **2**:coin:", "[(] [i:x] [) ] [b:2] <coin>"),
        ("火**球**术 **카드**를", "[火] [b:球] [术 ] [b:카드] [를]"),
        ("a ** b", "[a ** b]"),
        ("**never closed", "[**never closed] !['**']"),
        (r"\*not\* \:coin:", "[*] [not] [*] [ ] [:] [coin:]"),
        ("pay 3:coin: now", "[pay 3] <coin> [ now]"),
        (":coin::star:", "<coin> <star>"),
        ("at 10:30:15", "[at 10:30:15]"),
        ("a :lepoard: b", "[a :lepoard: b] ?['lepoard']"),
        ("one\ntwo", "[one]\n[two]"),
        ("<b> & \"'", "[<b> & \"']"),
    ],
)
def test_markup(text: str, bits: str) -> None:
    assert shown(text) == bits


def set_lines(text: str, width: float, size: float = 9.0, **look: object) -> list[str]:
    setting = SETTER.set(text, Box(0, 0, width, 500), Look(size, size, **look))  # type: ignore[arg-type]
    by_line: dict[float, list[tuple[float, str]]] = {}
    for run in setting.runs:
        by_line.setdefault(run.baseline, []).append((run.x, run.text.strip()))
    return [" ".join(t for _, t in sorted(runs)) for _, runs in sorted(by_line.items())]


def test_lines_break_at_spaces_hyphens_and_slashes_but_not_inside_numbers() -> None:
    assert set_lines("river-bird and lion/frog", 14) == ["river-bird", "and lion/", "frog"]
    assert set_lines("pages 3/4 7-8", 11) == ["pages", "3/4 7-8"]
    assert set_lines("costs 25 % or 3 € more", 11) == ["costs", "25 % or", "3 €", "more"]
    assert set_lines("a turn +1 :coin:", 12) == ["a turn +1"]  # the icon stands in the next line
    assert set_lines("a turn +1\u00a0:coin:", 12) == ["a turn", "+1"]


def test_lines_of_other_scripts_break_by_uax_14() -> None:
    # No glyphs for these in the default font, but the breaks are Unicode's.
    assert set_lines("日本語日本語", 5.0) == ["日本", "語日", "本語"]
    assert set_lines("wait — what", 12) == ["wait —", "what"]


def test_a_keyword_of_two_words_may_have_a_no_break_space() -> None:
    setting = SETTER.set("5 victory\u00a0points, victory\u202fpoints", WIDE, Look())
    assert "".join(run.text for run in setting.runs) == "5 VP, VP"


def test_keywords_are_replaced_whole_and_longest_first() -> None:
    setting = SETTER.set("5 VP, victory points, points, VPs", WIDE, Look())
    words = [(run.text.strip(), run.type.weight, run.type.slanted) for run in setting.runs]
    assert words == [
        ("5", 400, False),
        ("VP", 700, False),
        (",", 400, False),
        ("VP", 400, True),
        (", pts, VPs", 400, False),
    ]


@pytest.mark.parametrize(
    "text, bits",
    [
        ("**Gain 2 VP now** x", "[b:Gain 2 VP now] [ x]"),
        ("**VP** *VP* points", "[b:VP] [ ] [bi:VP] [ pts]"),
        ("2:coin: coin", "[2] <coin> [ ] <coin>"),
        (":gold: gain", "<coin> [ gain]"),
        ("now :gone:\nboth", "[now :gone:]\n[one]\n[i:two] ?['gone']"),
    ],
)
def test_a_keyword_within_bold_words_is_replaced_too(text: str, bits: str) -> None:
    words = {**PACK.keywords, "coin": ":coin:", ":gold:": ":coin:", "both": "one\n*two*"}
    setter = Setter(TYPES, {"coin", "star"}, words)
    assert shown(text, setter.read) == bits


def test_a_long_text_shrinks_to_the_largest_size_that_fits() -> None:
    text = "Draw two cards and discard one of them, then pay a coin to the bank. " * 3
    box = Box(0, 0, 50, 20)
    setting = SETTER.set(text, box, Look(12, 4))
    assert 4 < setting.size_pt < 12 and not setting.overflow
    larger = setting.size_pt + 0.1
    assert SETTER.set(text, box, Look(larger, larger)).overflow > 0


def test_a_text_too_long_at_its_smallest_size_is_printed_completely() -> None:
    text = "word " * 200
    setting = SETTER.set(text, Box(0, 0, 30, 10), Look(9, 6))
    assert setting.size_pt == 6
    assert setting.overflow > 10
    assert " ".join(run.text for run in setting.runs).split() == ["word"] * 200


@pytest.mark.parametrize("size", [1e15, 1e308, float("inf"), float("nan")])
def test_a_size_so_large_that_a_step_changes_nothing_is_refused(size: float) -> None:
    for sizes in ((size, 5.0), (size, size), (9.0, size)):
        with pytest.raises(ValueError, match="the limit is 20,000 pt"):
            Look(*sizes)


def test_a_text_that_never_fits_is_tried_in_few_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    """For example where numbers are so large that rounding errors alone exceed the box."""
    place, tried = text_module._place, []

    def never(*given: object) -> Setting:
        setting = replace(place(*given), overflow=1.0)  # type: ignore[arg-type]
        tried.append(setting.size_pt)
        return setting

    monkeypatch.setattr(text_module, "_place", never)
    setting = SETTER.set("a b c", Box(0, 0, 1e5, 1e5), Look(MOST_PT, 5.0))
    assert setting.overflow == 1.0 and setting.runs
    assert len(tried) == MOST_STEPS + 1 and tried == sorted(tried, reverse=True)


def test_a_word_longer_than_its_line_is_cut_and_never_lost() -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    setting = SETTER.set(word, Box(0, 0, 20, 30), Look(9, 9))
    assert setting.broken and not setting.overflow
    assert "".join(run.text for run in setting.runs) == word


def test_a_soft_hyphen_shows_only_at_the_end_of_a_line() -> None:
    word = "Donau\u00addampf\u00adschiff"
    assert set_lines(word, 100) == ["Donaudampfschiff"]
    assert set_lines(word, 24) == ["Donaudampf-", "schiff"]


def test_control_characters_never_reach_the_svg() -> None:
    setting = SETTER.set("a\x00b\tc\r\nd", WIDE, Look())
    assert [run.text for run in setting.runs] == ["a\ufffdb c", "d"]


def test_a_missing_glyph_is_named() -> None:
    assert SETTER.set("Kyōto 日本", WIDE, Look()).missing == "日本"


def test_columns_stand_side_by_side() -> None:
    setting = SETTER.set("a\nb\nc\nd", Box(0, 0, 43, 50), Look(9, 9, columns=2, column_gap=3))
    assert [round(run.x, 1) for run in setting.runs] == [0, 0, 23, 23]
    assert setting.runs[0].baseline == setting.runs[2].baseline


def test_an_empty_line_is_a_gap_smaller_than_a_line() -> None:
    close = SETTER.set("a\nb", WIDE, Look())
    apart = SETTER.set("a\n\nb", WIDE, Look())
    step = [s.runs[1].baseline - s.runs[0].baseline for s in (close, apart)]
    assert step[0] < step[1] < 2 * step[0]


def test_justified_lines_reach_both_edges_but_the_last() -> None:
    text = "Each of the lines but the last one of this text reaches from edge to edge."
    setting = SETTER.set(text, Box(10, 0, 40, 50), Look(9, 9, align="justify"))
    ends = [run.x + run.advance + run.text.count(" ") * run.word_space for run in setting.runs]
    assert ends[:-1] == pytest.approx([50] * (len(ends) - 1), abs=0.1)
    assert setting.runs[-1].word_space == 0


def test_vertical_alignment_is_by_capital_letters() -> None:
    box = Box(0, 0, 50, 20)
    top, middle, bottom = (SETTER.set("Hxg", box, Look(valign=v)) for v in VALIGNS)  # type: ignore[arg-type]
    cap = TYPES.get("body", "regular").cap_height * 9 * 25.4 / 72
    assert middle.runs[0].baseline == pytest.approx(10 + cap / 2)
    assert top.ink.y == pytest.approx(0)
    assert bottom.ink.y + bottom.ink.height == pytest.approx(20)


def test_mixed_directions_are_ordered_as_read() -> None:
    setting = SETTER.set("abc שלום 12 def", WIDE, Look())
    assert [run.text.strip() for run in setting.runs] == ["abc 12", "שלום", "def"]
    xs = [run.x for run in setting.runs]
    assert xs == sorted(xs)


def test_a_line_has_the_direction_of_its_paragraph() -> None:
    # The second line begins with Hebrew but stands in an English paragraph.
    assert set_lines("Hello world שלום it", 20) == ["Hello world", "שלום it"]
    assert set_lines("שלום world it", 60) == ["world it שלום"]


def test_a_style_without_a_file_is_named() -> None:
    bare = pack(fonts={"body": Font("Source Sans Pro", {"regular": body_font().files["regular"]})})
    setter = Setter(types_of(bare, Problems()), (), {})
    assert setter.set("a **b** *c*", WIDE, Look()).lacking == ("bold", "italic")
    assert setter.set("plain", WIDE, Look()).lacking == ()


def test_indic_text_is_printed_as_outlines() -> None:
    setting = SETTER.set("नमस्ते", WIDE, Look())
    assert "<text" not in svg_of(setting, "#000000", lambda *_: "")


def test_outlines_cover_the_same_ink_as_text() -> None:
    setting = SETTER.set("Fjord **Ägypten** 12", Box(2, 2, 36, 16), Look(11, 8))
    as_text, as_paths = (ink_of(setting, 40, 20, outlines=outlines) for outlines in (False, True))
    assert np.mean(np.abs(as_text - as_paths)) < 0.01


def ink_of(setting: Setting, width: float, height: float, outlines: bool = False) -> np.ndarray:
    """How dark each pixel is, 0 to 1, at 12 pixels a mm."""

    def square(_: str, x: float, y: float, size: float, fill: str) -> str:
        return f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="{fill}"/>'

    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * 12}" height="{height * 12}" '
        f'viewBox="0 0 {width} {height}">{svg_of(setting, "#000000", square, outlines)}</svg>'
    )
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        background="white",
        skip_system_fonts=True,
        font_files=[str(file) for file in font_files(PACK)],
    )
    return 1 - np.asarray(Image.open(io.BytesIO(png)).convert("L"), dtype=float) / 255


WORDS = st.sampled_from(
    ("fjord", "Ågy", "Wolf", "Qj", "T.", "jelly", "**bold**", "*italic*", "*fff*", ":coin:", "—")
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(WORDS, min_size=1, max_size=14).map(" ".join),
    st.sampled_from(ALIGNS),
    st.sampled_from(VALIGNS),
    st.floats(14, 40),
    st.floats(5, 25),
    st.integers(1, 2),
)
def test_ink_of_fitted_text_stays_in_its_box(
    text: str, align: str, valign: str, width: float, height: float, columns: int
) -> None:
    box = Box(5, 5, width, height)
    look = Look(16, 3, align=align, valign=valign, columns=columns, column_gap=2)  # type: ignore[arg-type]
    setting = SETTER.set(text, box, look)
    if setting.overflow:
        return
    ink = ink_of(setting, 50, 35)
    assert ink.sum() > 1, "nothing was printed"
    # A pixel is 0.083 mm; the anti-aliased edge may touch the next one.
    ink[57 : int((5 + height) * 12) + 4, 57 : int((5 + width) * 12) + 4] = 0
    assert ink.max() < 0.25, f"{text!r} leaves its box"


def test_a_number_keeps_its_sign_in_other_scripts_too() -> None:
    assert "25 %" in set_lines("кошт 25 % або 3 €", 9)
