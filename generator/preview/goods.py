"""Amounts in a note as signs: "2 ore, 1 coin" is two icons with their numbers.

In: the text of a note. Out: `Good`s, with the drawing of an icon that ships with the program, or
the two numbers of a gauge.
"""

import re
from dataclasses import dataclass
from functools import cache

from generator import bundled
from generator.press.face.pictured_words import bundled_icons, icon_of

# the last word of a name → its sign on the page, where an icon for cards would say less
_SIGNS = {"deck": "deck", "pile": "discard", "discard": "discard", "buy": "buy", "buys": "buy"}
_AMOUNT = re.compile(r"(\d{1,5}) ((?!of\b)[^\d\W][^\d]{0,23})")


@dataclass(frozen=True, slots=True)
class Good:
    """One amount; `icon` is an SVG, "" for a name without one."""

    n: int
    name: str
    icon: str


def goods_in(words: str) -> tuple[Good, ...]:
    """The amounts of a note that is a list of them; nothing for any other note.

    >>> [(good.n, good.name, good.icon != "") for good in goods_in("2 ore, 1 token")]
    [(2, 'ore', True), (1, 'token', False)]
    >>> goods_in("carries 5 of 12")
    ()
    """
    amounts = [_AMOUNT.fullmatch(part) for part in words.split(", ")]
    if not all(amounts):
        return ()
    return tuple(Good(int(at[1]), at[2], _icon(at[2])) for at in amounts if at)


@cache
def _icon(name: str) -> str:
    sign = _SIGNS.get(name.split()[-1].casefold(), "")
    icon = sign or icon_of(name, bundled_icons())
    if not icon:
        return ""
    file = bundled("templates") / ("preview" if sign else "icons") / f"{icon}.svg"
    return file.read_text(encoding="utf-8").strip().replace("<svg ", '<svg aria-hidden="true" ', 1)


def gauge_in(words: str) -> tuple[int, int] | None:
    """The two numbers in a note such as "carries 5 of 12"; None for other notes."""
    match = re.search(r"\b(\d{1,4}) of (\d{1,4})\b", words)
    much, most = map(int, match.groups()) if match else (0, 0)
    return (much, most) if most and much <= most else None
