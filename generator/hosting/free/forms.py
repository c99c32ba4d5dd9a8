"""The operations of a table without rules, with the keys that each may have.

In: what a page sent, which may be anything. Out: None, or in words what is wrong with it.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from generator.model.setup import DICE

LONGEST_NOTE = 500  # maximum number of characters in a note
LONGEST_NAME = 40  # maximum number of characters in a counter's name
LARGEST = 1_000_000  # largest value of a counter
EACH = -1  # as the seat of a counter: one for each player
COLOURS = ("red", "blue", "green", "yellow", "purple", "black", "white")
_FURTHEST = 5000.0  # mm; greatest coordinate of a place on the table

Check = Callable[[Any], bool]


def _token(value: Any) -> bool:
    return isinstance(value, str) and value.isalnum() and value.isascii() and len(value) <= 16


def _length(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value) and abs(value) <= _FURTHEST


def _yes_no(value: Any) -> bool:
    return isinstance(value, bool)


def _whole(low: int, high: int) -> Check:
    def check(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return check


def _text(longest: int, least: int = 0) -> Check:
    def check(value: Any) -> bool:
        is_short = isinstance(value, str) and least <= len(value.strip()) and len(value) <= longest
        return is_short and all(letter >= " " for letter in value)

    return check


_N = _whole(1, 10_000)
_SEAT = _whole(0, 99)
_OWNER = _whole(EACH, 99)
_ID = _whole(1, 10**9)
_COUNT = _whole(-LARGEST, LARGEST)

# A key that ends in "?" may be left out.
FORMS: Mapping[str, Mapping[str, Check]] = {
    "move": {"t": _token, "x?": _length, "y?": _length, "at?": _whole(0, 10_000),
             "drag?": _yes_no},
    "turn": {"t": _token, "by": _whole(-360, 360)},
    "flip": {"t": _token, "up": _yes_no},
    "stack": {"t": _token, "on": _token, "under?": _yes_no},
    "split": {
        "t": _token, "n": _N, "x?": _length, "y?": _length, "on?": _token, "under?": _yes_no,
        "up?": _yes_no, "saw?": _text(64),
    },
    "draw": {"t": _token, "n?": _N, "saw?": _text(64)},
    "deal": {"t": _token, "n?": _N},
    "take": {"t": _token},
    "give": {"t": _token, "to": _SEAT},
    "play": {
        "t": _token, "x?": _length, "y?": _length, "on?": _token, "under?": _yes_no, "up?": _yes_no,
    },
    "shuffle": {"t": _token},
    "peek": {"t?": _token, "n?": _N},
    "show": {"t?": _token, "to?": _SEAT},
    "lock": {"t": _token, "on": _yes_no},
    "count": {"name": _text(LONGEST_NAME, 1), "seat?": _OWNER, "by?": _COUNT, "to?": _COUNT,
              "out?": _yes_no},
    "roll": {"i?": _whole(0, 99), "sides?": lambda v: v in DICE, "out?": _yes_no},
    "note": {"text": _text(LONGEST_NOTE), "t?": _token, "id?": _ID},
    "token": {"t?": _token, "colour?": lambda v: v in COLOURS, "x?": _length, "y?": _length},
    "undo": {"id": _ID, "agreed?": _yes_no},
}  # fmt: skip


def fault_in(operation: Mapping[str, Any]) -> str | None:
    """The fault that keeps an operation from being read, or None."""
    name = operation.get("do")
    if not isinstance(name, str) or name not in FORMS:
        return f"This table has no such operation. It has: {', '.join(FORMS)}."
    form = FORMS[name]
    for key, check in form.items():
        bare = key.rstrip("?")
        if bare not in operation:
            if not key.endswith("?"):
                return f"The operation “{name}” needs “{bare}”."
        elif not check(operation[bare]):
            return f"The operation “{name}” cannot use this value of “{bare}”."
    unknown = operation.keys() - {key.rstrip("?") for key in form} - {"do"}
    if unknown:
        return f"The operation “{name}” has no “{min(map(str, unknown))[:20]}”."
    return None
