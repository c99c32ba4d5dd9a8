"""The bundled faces and their slots, read from the templates, and the values of filled slots.

A face is `templates/faces/<name>.svg.j2`. It begins with a comment that describes the face and,
below a line `slots:`, has one `name (kinds): description` per line; a description may continue on
lines with more indentation. The checks use the kinds of a slot:

    text      words for people, which have translations
    icon      the name of an icon, which must exist
    colour    a colour, which colour-blind people may confuse with another
    mark      a sign that distinguishes pieces beside their colour
    heading   a heading of the Markdown file that the face prints
"""

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Literal

from generator import bundled
from generator.model.pack import FaceSpec
from generator.templating.sandbox import say

SUFFIX = ".svg.j2"
YES = ("yes", "true", "on", "1", "x")  # words that switch a slot on
FONT = "_font"  # `title_font` is the font of the slot `title`; `font` is the font of the whole face
_NO = ("no", "false", "off", "0")
_COMMENT = re.compile(r"\A\s*\{#-?(.*?)-?#\}", re.DOTALL)
_SLOT = re.compile(r"  ([a-z][a-z0-9_]*)(?: \(([a-z, ]+)\))?: (.*)")
Kind = Literal["text", "icon", "colour", "mark", "heading"]
KINDS: tuple[Kind, ...] = ("text", "icon", "colour", "mark", "heading")
# The kinds of slots in a pack's own templates and drawings, by their usual names.
_OWN_KINDS: dict[str, tuple[Kind, ...]] = {
    "colour": ("colour",), "color": ("colour",), "background": ("colour",),
    "texture": ("mark",), "letter": ("mark",), "icon": ("mark",),
}  # fmt: skip


def folder() -> Path:
    """The folder of the bundled faces."""
    return bundled("templates") / "faces"


@lru_cache(maxsize=1)
def face_names() -> tuple[str, ...]:
    """The names of the bundled faces, as used in `use:`."""
    names = (file.name.removesuffix(SUFFIX) for file in folder().glob(f"*{SUFFIX}"))
    return tuple(sorted(name for name in names if not name.startswith("_")))


@lru_cache(maxsize=64)
def slots_of(name: str) -> Mapping[str, str]:
    """The slots of a bundled face with their descriptions, in the template's order.

    Raises `KeyError`, which lists the known faces, if the face does not exist.
    """
    return _header(name)[1]


def has_kind(face: FaceSpec, slot: str, kind: Kind) -> bool:
    """Whether a slot has a kind, according to the header of its face."""
    if face.kind != "use":
        return kind in _OWN_KINDS.get(slot, ())
    return face.name in face_names() and kind in _header(face.name)[2].get(slot, ())


def names_a_font(name: str, slots: Mapping[str, str]) -> bool:
    """Whether a key of a face sets the font of one of its slots, or of all slots."""
    return name == FONT[1:] or (name.endswith(FONT) and name.removesuffix(FONT) in slots)


def number_of(
    value: object, usual: float, least: float, most: float, whole: bool = True
) -> tuple[float, bool]:
    """Return the number to use for a slot's value, and whether the value was wrong.

    The number is `usual` if the slot is empty, FALSE, not a number, or a 0 below `least`; any other
    is limited to the range from `least` to `most`.

    >>> number_of("4", 8, 1, 60), number_of("", 8, 1, 60), number_of(99, 8, 1, 60)
    ((4, False), (8, False), (60, True))
    """
    if say(value).strip().lower() in ("", "false", "off", "no"):
        return usual, False
    number = math.nan
    if not isinstance(value, bool):
        with suppress(TypeError, ValueError):
            number = float(value)  # type: ignore[arg-type]  # it raises for wrong types
    if number == 0 and least > 0:
        return usual, False
    if math.isnan(number) or (whole and math.isfinite(number) and number != int(number)):
        return usual, True
    drawn = max(least, min(most, number))
    return int(drawn) if whole else drawn, drawn != number


def choice_of(value: object, words: Sequence[str]) -> tuple[str, bool]:
    """Return the known word to use for a slot's value, and whether the value was wrong.

    An empty slot or an unknown word gives the first word. TRUE, on, 1 and x mean yes;
    FALSE, off and 0 mean no. If `none` is a known word, no means none and yes means the first of
    the other words.

    >>> choice_of(True, ("no", "yes")), choice_of("Maybe", ("no", "yes"))
    (('yes', False), ('no', True))
    """
    word = say(value).strip().lower()
    word = "yes" if word in YES else "no" if word in _NO else word
    if "none" in words and word in ("yes", "no") and word not in words:
        word = "none" if word == "no" else next(each for each in words if each != "none")
    return (word, False) if word in words else (words[0], bool(word))


def summary_of(name: str) -> str:
    """The description of a bundled face, in a sentence or two."""
    return _header(name)[0]


@lru_cache(maxsize=64)
def _header(name: str) -> tuple[str, Mapping[str, str], Mapping[str, tuple[str, ...]]]:
    """The description of a face, and the descriptions and kinds of its slots."""
    if name not in face_names():
        raise KeyError(f"no bundled face {name!r}; known: {', '.join(face_names())}")
    match = _COMMENT.match((folder() / f"{name}{SUFFIX}").read_text("utf-8"))
    assert match, f"{name}{SUFFIX} does not begin with its comment"
    above, _, below = match[1].partition("\nslots:\n")
    slots: dict[str, str] = {}
    kinds: dict[str, tuple[str, ...]] = {}
    last = ""
    for line in below.splitlines():
        if slot := _SLOT.fullmatch(line):
            last = slot[1]
            slots[last] = slot[3].strip()
            kinds[last] = tuple(slot[2].split(", ")) if slot[2] else ()
            assert set(kinds[last]) <= set(KINDS), f"{name}{SUFFIX}: unknown kind in {line!r}"
        elif line.startswith("    ") and last:
            slots[last] += " " + line.strip()
    return " ".join(above.split()), slots, kinds
