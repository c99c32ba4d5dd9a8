"""What the bundled faces offer: their names and slots, read from the templates themselves.

A face is `templates/faces/<name>.svg.j2`. It opens with a comment that says what it is and, below
a line `slots:`, one `name: description` per line; a description may run on, indented further.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from generator import bundled

SUFFIX = ".svg.j2"
YES = ("yes", "true", "on", "1", "x")  # what switches a slot on
FONT = "_font"  # `title_font` is the font of the slot `title`, `font` that of the whole face
_COMMENT = re.compile(r"\A\s*\{#-?(.*?)-?#\}", re.DOTALL)
_SLOT = re.compile(r"  ([a-z][a-z0-9_]*): (.*)")


def folder() -> Path:
    """Where the bundled faces lie."""
    return bundled("templates") / "faces"


@lru_cache(maxsize=1)
def face_names() -> tuple[str, ...]:
    """The bundled faces, by what `use:` calls them."""
    names = (file.name.removesuffix(SUFFIX) for file in folder().glob(f"*{SUFFIX}"))
    return tuple(sorted(name for name in names if not name.startswith("_")))


@lru_cache(maxsize=64)
def slots_of(name: str) -> Mapping[str, str]:
    """The slots of a bundled face with their descriptions, in the template's order.

    Raise `KeyError`, naming the known faces, for one that does not exist.
    """
    return _header(name)[1]


def names_a_font(name: str, slots: Mapping[str, str]) -> bool:
    """Whether a key of a face names the font of one of its slots, or of all."""
    return name == FONT[1:] or (name.endswith(FONT) and name.removesuffix(FONT) in slots)


def summary_of(name: str) -> str:
    """What a bundled face is for, in a sentence or two."""
    return _header(name)[0]


@lru_cache(maxsize=64)
def _header(name: str) -> tuple[str, Mapping[str, str]]:
    if name not in face_names():
        raise KeyError(f"no bundled face {name!r}; known: {', '.join(face_names())}")
    match = _COMMENT.match((folder() / f"{name}{SUFFIX}").read_text("utf-8"))
    assert match, f"{name}{SUFFIX} opens without its comment"
    above, _, below = match[1].partition("\nslots:\n")
    slots: dict[str, str] = {}
    last = ""
    for line in below.splitlines():
        if slot := _SLOT.fullmatch(line):
            last = slot[1]
            slots[last] = slot[2].strip()
        elif line.startswith("    ") and last:
            slots[last] += " " + line.strip()
    return " ".join(above.split()), slots
