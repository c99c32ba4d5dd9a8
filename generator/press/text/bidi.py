"""Puts lines with right-to-left text into visual order, from left to right (UAX #9).

In: a line as `Bit`s in reading order. Out: `Bit`s in the order of drawing. Invisible direction
controls (embeddings, overrides, isolates, marks) are applied and left out. An isolate (X5a–X6a) is
ordered separately and counts in its line as one neutral character.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.press.text.fonts import OBJECT
from generator.press.text.markup import Bit

# Classes of right-to-left letters and their marks. Arabic commas and full stops are excluded: at
# the end of a stretch, a renderer would treat them as part of the left-to-right text around it.
_RUNS_LEFT = ("R", "AL", "NSM")
_RTL = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
    "\u200f\u202b\u202e\u2067]"
)
_CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_ISOLATES = {"\u2066": 0, "\u2067": 1, "\u2068": None}  # LRI, RLI, FSI → the embedding level inside
_EMBEDDINGS = "\u202a\u202b\u202d\u202e"
_PDF, _PDI = "\u202c", "\u2069"
# Matches joiners, skin tones and tags, which belong to the letter before them.
_JOINERS = re.compile("[\u200c\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_JOINER = "\u200d"
DEEPEST = 60  # maximum number of levels of isolates within isolates, or brackets within brackets
# class of a character → the direction that it has for brackets
_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}


@dataclass(frozen=True, slots=True)
class _Letter:
    """A character with its marks and joiners, its bidirectional class, and its bit.

    A neutral letter stands for a whole isolate, whose letters are `inside`.
    """

    text: str
    kind: str
    owner: Bit
    inside: "tuple[_Letter, ...]" = ()
    base: int = 0  # the embedding level inside an isolate


def base_level(text: str) -> int | None:
    """The base level: 0 for left to right, 1 for right to left.

    The result is None if no part runs right to left (P2, P3).
    """
    return _first_strong(text) if _RTL.search(text) else None


def runs_left(text: str) -> bool:
    """Whether most letters of a text belong to scripts that run from right to left."""
    if not _RTL.search(text):
        return False
    kinds = Counter(map(unicodedata.bidirectional, text))
    return kinds["R"] + kinds["AL"] > kinds["L"]


def _first_strong(text: str) -> int:
    deep = 0
    for c in text:
        if c in _ISOLATES:
            deep += 1
        elif c == _PDI:
            deep = max(deep - 1, 0)
        elif not deep and (kind := _class_of(c)) in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def left_open(text: str, before: str) -> str:
    """The controls that are open at the end of a line; `before` are the controls that are open at
    its start.
    """
    opened = list(before)
    n_isolates = sum(c in _ISOLATES for c in opened)
    for c in text:
        if c in _ISOLATES or c in _EMBEDDINGS:
            opened.append(c)
            n_isolates += c in _ISOLATES
        elif c == _PDF and opened and opened[-1] in _EMBEDDINGS:
            opened.pop()
        elif c == _PDI and n_isolates:
            n_isolates -= 1
            while opened.pop() not in _ISOLATES:
                pass
    return "".join(opened[:DEEPEST])


def merged(bits: Sequence[Bit]) -> list[Bit]:
    """Join adjacent bits with the same style into one run."""
    stretches: list[Bit] = []
    for bit in bits:
        text = _CONTROLS.sub("", bit.text)
        before = stretches[-1] if stretches else None
        if before and not before.icon and not bit.icon and _alike(before, bit):
            stretches[-1] = Bit(before.text + text, bit.style, font=bit.font)
        elif text:
            stretches.append(Bit(text, bit.style, bit.icon, bit.font))
    return stretches


def visual(bits: Sequence[Bit], base: int, opened: str = "") -> list[Bit]:
    """Order a line with right-to-left text visually, from left to right (UAX #9).

    `opened` are the controls that are open at the start of the line. Neutral characters at the ends
    of a stretch become separate stretches, because a renderer would treat them as left to right.
    """
    stretches: list[Bit] = []
    level = -1
    letters = [_Letter(c, _class_of(c), bits[0]) for c in opened] + _letters(bits)
    for text, owner, odd in _ordered(_isolated(letters), base):
        if odd and _class_of(text[0]) not in _RUNS_LEFT:
            # a neutral or a comma is a stretch with one character, which is already mirrored
            odd = 2
        before = stretches[-1] if stretches else None
        if before is None or owner.icon or before.icon or not _alike(before, owner) or level != odd:
            stretches.append(Bit(text, owner.style, owner.icon, owner.font))
        elif odd == 1:
            # Turn the text back to reading order.
            stretches[-1] = Bit(text + before.text, owner.style, font=owner.font)
        else:
            stretches[-1] = Bit(before.text + text, owner.style, font=owner.font)
        level = odd
    return stretches


def _letters(bits: Sequence[Bit]) -> list[_Letter]:
    """Split bits into characters, each with the marks, joiners and joined characters after it."""
    letters: list[_Letter] = []
    for bit in bits:
        first = len(letters)
        for c in bit.text:
            kind, before = _class_of(c), letters[-1] if len(letters) > first else None
            joins = kind == "NSM" or (
                kind == "ON" and before is not None and before.text[-1] == _JOINER
            )
            if joins and before is not None and not _CONTROLS.match(before.text):
                letters[-1] = _Letter(before.text + c, before.kind, bit)
            else:
                letters.append(_Letter(c, kind, bit))
    return letters


def _isolated(letters: Sequence[_Letter]) -> list[_Letter]:
    """Replace each isolate by one letter; a stray PDI is left out."""
    levels: list[tuple[str, Bit | None, list[_Letter]]] = [("", None, [])]

    def close() -> None:
        opened, owner, inside = levels.pop()
        assert owner is not None, "the line itself is closed"
        base = _ISOLATES[opened]
        if base is None:
            base = _first_strong("".join(letter.text for letter in inside))
        if inside:
            levels[-1][2].append(_Letter(OBJECT, "ON", owner, tuple(inside), base))

    overflowing = 0
    for letter in letters:
        if letter.text in _ISOLATES:
            if len(levels) > DEEPEST:
                overflowing += 1
            else:
                levels.append((letter.text, letter.owner, []))
        elif letter.text != _PDI:
            levels[-1][2].append(letter)
        elif overflowing:
            overflowing -= 1
        elif len(levels) > 1:
            close()
    while len(levels) > 1:
        close()
    return levels[0][2]


def _ordered(letters: Sequence[_Letter], base: int) -> list[tuple[str, Bit, int]]:
    """The letters in drawing order, each with its bit, and 1 if it runs from right to left."""
    from bidi import algorithm

    storage: Any = algorithm.get_empty_storage()
    storage["base_level"] = base
    storage["base_dir"] = ("L", "R")[base]
    storage["chars"] += [
        {
            "ch": letter.text[0],
            "level": base,
            "type": letter.kind,
            "orig": letter.kind,
            "letter": letter,
        }
        for letter in letters
    ]
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    for run in storage["runs"]:
        _resolve_brackets(storage["chars"][run["start"] : run["start"] + run["length"]], run["sor"])
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    algorithm.reorder_resolved_levels(storage, False)
    algorithm.apply_mirroring(storage, False)
    seen: list[tuple[str, Bit, int]] = []
    for character in storage["chars"]:
        letter = character["letter"]
        if letter.inside:
            seen += _ordered(letter.inside, letter.base)
        elif not _CONTROLS.match(letter.text):
            text = character["ch"] + letter.text[1:]
            seen.append((text, letter.owner, character["level"] % 2))
    return seen


def _resolve_brackets(chars: Sequence[dict[str, Any]], before: str) -> None:
    """Give both brackets of a pair the same direction (N0), which the library does not do.

    `before` is the direction before the run; the levels are still the levels of the run.
    """
    along = "LR"[chars[0]["level"] % 2]
    for first, last in _pairs(chars):
        inside = {_STRONG.get(char["type"]) for char in chars[first + 1 : last]} - {None}
        if not inside:
            continue
        direction = along
        if along not in inside:
            strong = (_STRONG[c["type"]] for c in reversed(chars[:first]) if c["type"] in _STRONG)
            direction = next(strong, before)
        chars[first]["type"] = chars[last]["type"] = direction


def _pairs(chars: Sequence[dict[str, Any]]) -> list[tuple[int, int]]:
    """The positions of the brackets of each pair, in the order of the opening brackets (BD16)."""
    from bidi.mirror import MIRRORED

    waiting: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for i, char in enumerate(chars):
        kind = unicodedata.category(char["ch"])
        if char["type"] != "ON" or char["ch"] not in MIRRORED:
            continue
        if kind == "Ps":
            if len(waiting) == DEEPEST:
                break
            waiting.append((MIRRORED[char["ch"]], i))
        elif kind == "Pe" and char["ch"] in (closing for closing, _ in waiting):
            while waiting[-1][0] != char["ch"]:
                waiting.pop()
            pairs.append((waiting.pop()[1], i))
    return sorted(pairs)


def _class_of(c: str) -> str:
    """The bidirectional class of a character: NSM for joiners, neutral for unassigned
    characters.
    """
    return "NSM" if _JOINERS.match(c) else unicodedata.bidirectional(c) or "ON"


def _alike(first: Bit, second: Bit) -> bool:
    return first.style == second.style and first.font == second.font
