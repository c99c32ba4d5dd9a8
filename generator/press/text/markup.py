"""Parses our markup in texts: bold, italic, icons and new lines.

In: a text. Out: `Bit`s, each in one style, line by line.

`**bold**`, `*italic*`, `***both***`, `:icon:`, a line break for a new line, an empty line for a
small gap, and a backslash before a sign to print it. Bold and italic begin and end independently:
`**Fire***ball*` is bold letters followed by italic ones.

Stars enclose words: they begin before a word and end after one, so `2*3` keeps its star. A word
joiner (U+2060) beside a star lets emphasis begin or end inside a word, as it can in a workbook. In
scripts without spaces between words, stars may be beside any letter.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.model.pack import Style
from generator.press.text.fonts import OBJECT
from generator.reading.workbook import EDGE

# Matches Tibetan, Thai, Lao, Khmer, Burmese, Chinese, Japanese and Korean letters.
_WITHOUT_SPACES = re.compile(
    "[\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]"
)
_MARKS = re.compile(
    rf"\\(?P<literal>[*:\\])|(?P<mark>{EDGE}?\*+{EDGE}?)|:(?P<icon>[a-z0-9][a-z0-9_-]*):|(?P<line>\n)",
    re.IGNORECASE,
)

NO_BREAK = "[ \u00a0\u202f]"  # matches a space in a keyword, breaking or not
_BOLD, _ITALIC = (2, 3), (1, 3)  # numbers of stars that begin and end bold, and italic


@dataclass(frozen=True, slots=True)
class Bit:
    """A stretch of text in one style, or an icon by name.

    `font` is the index of a font in its family.
    """

    text: str
    style: Style
    icon: str = ""
    font: int = 0


def parse(
    text: str,
    icons: Collection[str],
    bold: bool,
    italic: bool,
    unknown: list[str],
    stray: list[str] | None = None,
) -> list[list[Bit]]:
    """Parse the markup into one list of bits for each line of the text.

    A star without a partner is an ordinary character; if it looks intended, it is added to `stray`.
    A name between colons that is not an icon prints as text and is added to `unknown`.
    """
    lines: list[list[Bit]] = [[]]
    at = 0
    strong, slanted = bold, italic
    marks = list(_MARKS.finditer(text))
    paired = _paired(text, [match for match in marks if match["mark"]])

    def add(stretch: str) -> None:
        if stretch:
            lines[-1].append(Bit(stretch, _style(strong, slanted)))

    for match in marks:
        mark, icon = match["mark"], match["icon"]
        if mark is not None and match.start() not in paired:
            if stray is not None and _looks_meant(text, match):
                stray.append(mark.strip(EDGE))
            continue
        if icon is not None and icon not in icons:
            # "10:30:15" is a time; a word between colons is a misspelled icon.
            if not icon.isdigit():
                unknown.append(icon)
            continue
        add(text[at : match.start()])
        at = match.end()
        if match["literal"]:
            add(match["literal"])
        elif match["line"]:
            lines.append([])
        elif icon is not None:
            lines[-1].append(Bit(OBJECT, _style(strong, slanted), icon))
        else:
            assert mark is not None
            strong ^= _stars(match) in _BOLD
            slanted ^= _stars(match) in _ITALIC
    add(text[at:])
    return lines


def with_keywords(
    lines: Sequence[Sequence[Bit]],
    keyword: re.Pattern[str],
    meant: Mapping[str, str],
    icons: Collection[str],
    unknown: list[str],
    stray: list[str] | None = None,
) -> list[list[Bit]]:
    """Replace keywords in the lines with their texts, in the style of the words around them."""
    unknown[:] = [name for name in unknown if f":{name}:" not in meant]
    result: list[list[Bit]] = []
    for line in lines:
        result.append([])
        for bit in line:
            at, style = 0, bit.style
            for match in keyword.finditer(bit.text) if not bit.icon else ():
                _join(result[-1], Bit(bit.text[at : match.start()], style))
                at = match.end()
                for i, meant_line in enumerate(
                    parse(_meaning(match[0], meant), icons, False, False, unknown, stray)
                ):
                    result += [[]] if i else []
                    for meant_bit in meant_line:
                        _join(result[-1], replace(meant_bit, style=_either(meant_bit.style, style)))
            _join(result[-1], replace(bit, text=bit.text[at:]))
    return result


def _meaning(word: str, meant: Mapping[str, str]) -> str:
    """The text of a keyword, whatever kinds of spaces it contains."""
    if word in meant:
        return meant[word]
    plain = re.sub(NO_BREAK, " ", word)
    return next(text for key, text in meant.items() if re.sub(NO_BREAK, " ", key) == plain)


def _join(line: list[Bit], bit: Bit) -> None:
    """Add a bit to a line; merge it with the last bit if both are texts of one style."""
    if line and not bit.icon and not line[-1].icon and line[-1].style == bit.style:
        line[-1] = replace(bit, text=line[-1].text + bit.text)
    elif bit.text:
        line.append(bit)


def _either(first: Style, second: Style) -> Style:
    """Bold if either style is bold, italic if either is italic."""
    both = first + second
    return _style("bold" in both, "italic" in both)


def _style(strong: bool, slanted: bool) -> Style:
    if strong:
        return "bolditalic" if slanted else "bold"
    return "italic" if slanted else "regular"


def _stars(match: re.Match[str]) -> int:
    return len(match[0].strip(EDGE))


def _beside(text: str, match: re.Match[str]) -> tuple[str, str]:
    """The characters before and after a mark; "" at the ends of the text."""
    start, end = match.span()
    return text[max(start - 1, 0) : start], text[end : end + 1]


def _is_letter(c: str) -> bool:
    """Whether a character belongs to the same word as the letters beside it."""
    return c != "" and unicodedata.category(c)[0] in "LNM" and not _WITHOUT_SPACES.match(c)


def _looks_meant(text: str, match: re.Match[str]) -> bool:
    """Whether stars without partners look like intended markup; the stars in "2*3" and "(*)" do
    not.
    """
    before, behind = _beside(text, match)
    is_product = (before.isalnum() or before == ")") and (behind.isalnum() or behind == "(")
    if is_product and any(c.isdigit() or c in "()" for c in (before, behind)):
        return False
    if _stars(match) > 1:
        return not (before + behind).isspace() and (before + behind).strip("*") != ""
    return any(c.isalnum() or c in ":\\" for c in (before, behind) if c)


def _paired(text: str, stars: Sequence[re.Match[str]]) -> set[int]:
    """The positions of stars with partners, which begin before a word and end after a word.

    The nearest stars form a pair. Three stars may end one style inside a word and begin the other.
    """
    left = [match for match in stars if _stars(match) <= 3]
    while True:
        alone: set[int] = set()
        begins: set[int] = set()
        ends: set[int] = set()
        for n_stars in (_BOLD, _ITALIC):
            begun: int | None = None
            for match in left:
                if _stars(match) not in n_stars:
                    continue
                start, (before, behind) = match.start(), _beside(text, match)
                is_free = EDGE in match[0] or _stars(match) == 3
                if begun is not None and before.strip() and (is_free or not _is_letter(behind)):
                    ends.add(start)
                    begun = None
                elif behind.strip() and (is_free or not _is_letter(before)):
                    alone.update(() if begun is None else (begun,))
                    begins.add(start)
                    begun = start
                else:
                    alone.add(start)
            if begun is not None:
                alone.add(begun)
        for match in left:
            start, (before, behind) = match.start(), _beside(text, match)
            if EDGE not in match[0] and (
                (start not in ends and _is_letter(before))
                or (start not in begins and _is_letter(behind))
            ):
                alone.add(start)
        if not alone:
            return {match.start() for match in left}
        left = [match for match in left if match.start() not in alone]
