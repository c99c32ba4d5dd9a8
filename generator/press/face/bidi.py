"""Lines with right-to-left text as they are seen from left to right (UAX #9)."""

import re
from collections.abc import Sequence
from typing import Any

from generator.press.face.markup import Bit

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
        if before and not before.icon and not bit.icon and before.style == bit.style:
            stretches[-1] = Bit(before.text + bit.text, bit.style)
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
        if odd and not _RTL.match(text):
            odd = 2  # a neutral: alone, already mirrored
        before = stretches[-1] if stretches else None
        if (
            before is None
            or owner.icon
            or before.icon
            or before.style != owner.style
            or level != odd
        ):
            stretches.append(Bit(text, owner.style, owner.icon))
        elif odd == 1:
            stretches[-1] = Bit(text + before.text, owner.style)  # back to reading order
        else:
            stretches[-1] = Bit(before.text + text, owner.style)
        level = odd
    return stretches
