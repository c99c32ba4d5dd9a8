"""Shortens the page contents of typst's PDFs, by joining the letters of a line into one text.

In: the contents of a page and its fonts' widths. Out: contents that draw the same, but much
shorter. typst places every letter separately. In the result, letters follow each other, with
corrections of the distance between them (ISO 32000-1, 9.4.3). Positions are exact to a
two-thousandth of an em.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

Widths = Mapping[int, float]  # glyph of a font → its width, thousandths of an em

_LETTER = re.compile(
    rb"q (\S+) 0 0 (\S+) (\S+) (\S+) cm(/c\d+ cs [\d. ]+ scn)\n"
    rb"BT 0 Tr/(f\d+) (\S+) Tf 1 0 0 -1 0 0 Tm\(((?:[^()\\]|\\.)*)\)Tj\nET\nQ\n",
    re.DOTALL,
)
_ESCAPED = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_MARKED = re.compile(rb"(?<!\s)(?P<tight>/\w+<</MCID \d+>>BDC\n)|/\w+<</MCID \d+>>BDC\n|EMC\n?")
_NAME = re.compile(rb"/([a-zA-Z]+\d+)\b")
FARTHEST = 30_000  # thousandths of an em; letters further apart do not share a text


def shortened(content: bytes, widths: Mapping[bytes, Widths]) -> bytes:
    """Join the letters in page contents; `widths` are by the fonts' names there."""
    content = _MARKED.sub(lambda mark: b"\n" if mark["tight"] else b"", content)
    parts: list[bytes] = []
    at = 0
    run: list[re.Match[bytes]] = []
    for letter in _LETTER.finditer(content):
        if run and (letter.start() != run[-1].end() or not _follows(run[-1], letter)):
            parts.append(_line(run, widths))
            at, run = run[-1].end(), []
        if not run:
            parts.append(content[at : letter.start()])
        run.append(letter)
    if run:
        parts.append(_line(run, widths))
        at = run[-1].end()
    return b"".join([*parts, content[at:]])


def is_plain(content: bytes) -> bool:
    """Whether names in the contents can be distinguished from texts and pictures."""
    return b"(" not in content and b" ID" not in content and b"\nID" not in content


def renamed(content: bytes, names: Mapping[bytes, bytes]) -> bytes:
    """Rename the resources in plain contents."""
    return _NAME.sub(lambda match: b"/" + names.get(match[1], match[1]), content)


def _follows(before: "re.Match[bytes]", letter: "re.Match[bytes]") -> bool:
    """Whether a letter continues the line of the previous letter, in the same ink and font."""
    return before.group(1, 2, 4, 5, 6, 7) == letter.group(1, 2, 4, 5, 6, 7)


def _line(letters: "list[re.Match[bytes]]", widths: Mapping[bytes, Widths]) -> bytes:
    first = letters[0]
    glyph_widths = widths.get(first[6])
    if glyph_widths is None:
        return b"".join(letter[0] for letter in letters)
    scale, size = float(first[1]), float(first[7])
    per_point = 1000 / (scale * size)
    start = float(first[3])
    pen = 0.0  # the position in the text so far, in thousandths of an em
    parts: list[str] = []
    for letter in letters:
        number = _number_of(letter[8])
        width = glyph_widths.get(number)
        if width is None:
            return b"".join(letter[0] for letter in letters)
        gap = round((float(letter[3]) - start) * per_point - pen)
        if abs(gap) > FARTHEST:
            return b"".join(letter[0] for letter in letters)
        if gap or not parts:
            parts.append(f">{-gap}<{number:04x}" if parts else f"[<{number:04x}")
        else:
            parts.append(f"{number:04x}")
        pen += gap + width
    head = b"q %b 0 0 %b %b %b cm%b\nBT 0 Tr/%b %b Tf 1 0 0 -1 0 0 Tm" % first.group(
        1, 2, 3, 4, 5, 6, 7
    )
    return b"%b%b>]TJ\nET\nQ\n" % (head, "".join(parts).encode())


@lru_cache(maxsize=65_536)
def _number_of(text: bytes) -> int:
    """The glyph in a text of one letter; -1 for any other text."""
    glyph = _ESCAPED.sub(_unescaped, text)
    return int.from_bytes(glyph, "big") if len(glyph) == 2 else -1


def _unescaped(match: "re.Match[bytes]") -> bytes:
    code = match[1]
    if code.isdigit():
        return bytes([int(code, 8) & 255])
    return _CONTROLS.get(code, code)
