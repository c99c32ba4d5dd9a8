"""Lines with right-to-left text as they are seen from left to right (UAX #9)."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from generator.press.face.markup import Bit

# Strong letters and their marks. Arabic commas and full stops are none: in a stretch of their own
# word a renderer would take one at its end for a part of the left-to-right text around.
_RUNS_LEFT = ("R", "AL", "NSM")
_RTL = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def base_level(text: str) -> int | None:
    if not _RTL.search(text):
        return None
    from bidi.algorithm import get_base_level

    level: int = get_base_level(text)
    return level


def merged(bits: Sequence[Bit]) -> list[Bit]:
    """Join neighbours of one style into one run."""
    stretches: list[Bit] = []
    for bit in bits:
        before = stretches[-1] if stretches else None
        if before and not before.icon and not bit.icon and _alike(before, bit):
            stretches[-1] = Bit(before.text + bit.text, bit.style, font=bit.font)
        else:
            stretches.append(bit)
    return stretches


def visual(bits: Sequence[Bit], base: int) -> list[Bit]:
    """Order a line with right-to-left text as it is seen from left to right (UAX #9).

    Neutral characters at a stretch's ends become stretches of their own, since a renderer would
    take them for left-to-right.
    """
    from bidi import algorithm

    plain = "".join(bit.text for bit in bits)
    storage: Any = algorithm.get_empty_storage()
    storage["base_level"] = base
    storage["base_dir"] = ("L", "R")[storage["base_level"]]
    algorithm.get_embedding_levels(plain, storage)
    owners = [bit for bit in bits for _ in bit.text]
    for character, owner in zip(storage["chars"], owners, strict=True):
        character["owner"] = owner
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    algorithm.reorder_resolved_levels(storage, False)
    algorithm.apply_mirroring(storage, False)
    stretches: list[Bit] = []
    level = -1
    for character in storage["chars"]:
        owner, text, odd = character["owner"], character["ch"], character["level"] % 2
        if odd and unicodedata.bidirectional(text) not in _RUNS_LEFT:
            odd = 2  # a neutral, or a comma: alone, already mirrored
        before = stretches[-1] if stretches else None
        if before is None or owner.icon or before.icon or not _alike(before, owner) or level != odd:
            stretches.append(Bit(text, owner.style, owner.icon, owner.font))
        elif odd == 1:
            # Back to reading order.
            stretches[-1] = Bit(text + before.text, owner.style, font=owner.font)
        else:
            stretches[-1] = Bit(before.text + text, owner.style, font=owner.font)
        level = odd
    return stretches


def _alike(one: Bit, other: Bit) -> bool:
    return one.style == other.style and one.font == other.font
