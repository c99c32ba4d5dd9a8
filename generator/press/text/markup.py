"""Our markup in texts: what is bold, italic, an icon or a new line.

`**bold**`, `*italic*`, `***both***`, `:icon:`, a line break for a new line, an empty line for a
small gap, and a backslash before a mark that is meant literally. Bold and italic begin and end each
by itself: `**Fire***ball*` is bold letters and italic ones.

Stars mark words: they begin before one and end behind one, so `2*3` keeps its star. A word joiner
(U+2060) beside a star lets it begin or end inside a word, as letters of a workbook do. Scripts that
put no spaces between words, or join endings to them, have such an edge at every letter.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.model.pack import Style
from generator.press.text.fonts import OBJECT
from generator.reading.workbook import EDGE

# Tibetan, Thai, Lao, Khmer, Burmese, Chinese, Japanese and Korean letters.
_WITHOUT_SPACES = re.compile(
    "[\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]"
)
_MARKS = re.compile(
    rf"\\(?P<literal>[*:\\])|(?P<mark>{EDGE}?\*+{EDGE}?)|:(?P<icon>[a-z0-9][a-z0-9_-]*):|(?P<line>\n)",
    re.IGNORECASE,
)

NO_BREAK = "[ \u00a0\u202f]"  # a blank of a keyword, at which its line may break or not
_BOLD, _ITALIC = (2, 3), (1, 3)  # by how many stars each begins and ends


@dataclass(frozen=True, slots=True)
class Bit:
    """A stretch of text in one style, or an icon by name; `font` counts the fonts of its family."""

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
    """Read the markup: one list of bits per line of the text.

    A mark without its partner is an ordinary character; where it looks meant it is added to
    `stray`. Names between colons that are no icon are printed as they stand and added to `unknown`.
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
            # "10:30:15" is a time; a word between colons is a misspelt icon.
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
    """The lines with what their keywords stand for, as bold and italic as the words around."""
    unknown[:] = [name for name in unknown if f":{name}:" not in meant]
    found: list[list[Bit]] = []
    for line in lines:
        found.append([])
        for bit in line:
            at, style = 0, bit.style
            for match in keyword.finditer(bit.text) if not bit.icon else ():
                _join(found[-1], Bit(bit.text[at : match.start()], style))
                at = match.end()
                for i, told in enumerate(
                    parse(_meaning(match[0], meant), icons, False, False, unknown, stray)
                ):
                    found += [[]] if i else []
                    for one in told:
                        _join(found[-1], replace(one, style=_either(one.style, style)))
            _join(found[-1], replace(bit, text=bit.text[at:]))
    return found


def _meaning(word: str, meant: Mapping[str, str]) -> str:
    """What a keyword stands for, however its blanks are written."""
    if word in meant:
        return meant[word]
    plain = re.sub(NO_BREAK, " ", word)
    return next(text for key, text in meant.items() if re.sub(NO_BREAK, " ", key) == plain)


def _join(line: list[Bit], bit: Bit) -> None:
    """Put a bit behind a line, in one with the last where both are words of one style."""
    if line and not bit.icon and not line[-1].icon and line[-1].style == bit.style:
        line[-1] = replace(bit, text=line[-1].text + bit.text)
    elif bit.text:
        line.append(bit)


def _either(one: Style, other: Style) -> Style:
    """Bold where either style is, and italic."""
    both = one + other
    return _style("bold" in both, "italic" in both)


def _style(strong: bool, slanted: bool) -> Style:
    if strong:
        return "bolditalic" if slanted else "bold"
    return "italic" if slanted else "regular"


def _stars(match: re.Match[str]) -> int:
    return len(match[0].strip(EDGE))


def _beside(text: str, match: re.Match[str]) -> tuple[str, str]:
    """The characters before and behind a mark; "" where there is none."""
    start, end = match.span()
    return text[max(start - 1, 0) : start], text[end : end + 1]


def _is_letter(c: str) -> bool:
    """Whether a character makes one word with the letters beside it."""
    return c != "" and unicodedata.category(c)[0] in "LNM" and not _WITHOUT_SPACES.match(c)


def _looks_meant(text: str, match: re.Match[str]) -> bool:
    """Whether a mark that prints may have been meant as one: "2*3", "5 * 2" and "(*)" are not."""
    before, behind = _beside(text, match)
    is_product = (before.isalnum() or before == ")") and (behind.isalnum() or behind == "(")
    if is_product and any(c.isdigit() or c in "()" for c in (before, behind)):
        return False
    if _stars(match) > 1:
        return not (before + behind).isspace() and (before + behind).strip("*") != ""
    return any(c.isalnum() or c in ":\\" for c in (before, behind) if c)


def _paired(text: str, stars: Sequence[re.Match[str]]) -> set[int]:
    """Where the stars stand that have partners: they begin before a word and end behind one.

    The nearest ones make a pair. Three stars may end one style inside a word and begin the other.
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
