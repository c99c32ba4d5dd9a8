"""A table of cards without a map: how large the cards lie there, and what stands in words beside.

In: the trays of a position. Out: for each tray a `Fit`, so that no card is cut at the first look;
and trays with words in place of hidden hands and of tokens that show a title alone.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.preview.faces import STRIP, Shown
from generator.preview.layout import Stack, Tray

PIP = 30.0  # mm; greatest length of a token
MOST_CARDS = 6  # maximum number of cards of a tray that the list of players draws beside a map
MOST_PIPS = 5  # maximum number of pieces that are drawn one by one
LARGEST, SMALLER = 146, 92  # pixels of a piece's longer side in a tray
# Pixels of a window of 1280 × 900 with a scroll bar: the room for all trays, the room for the hand
# at least, the bar of buttons between them, a line of words, what a card may do, the gaps.
WIDE, HIGH, HELD, BAR, LINE, ACT, GAP, APART = 853, 712, 219, 96, 22, 22, 7, 24
WIDTHS = (190, 172, 154, 136, 126, 115, 104)  # pixels of a card, the widest first
USUAL = WIDTHS[2:]  # of a row that grows: its first cards do not shrink when others come
PILE, FLAT = 104, 150  # pixels of the width of a draw pile and of a card as a strip
FEW = 2  # maximum number of cards side by side on a phone; more are strips there


@dataclass(frozen=True, slots=True)
class Fit:
    """How a tray is laid out: the width of its cards in pixels, and their number in a row."""

    width: int
    columns: int
    is_flat: bool  # whether its cards are strips in every window
    is_many: bool  # whether its cards are strips on a phone at least


Key = tuple[str, int, str]  # area, seat and title of a tray


def key_of(tray: Tray) -> Key:
    """What tells a tray from the others of a position."""
    return tray.area, tray.seat, tray.title


def unit(area: str, stack: Stack) -> float:
    """Pixels for a mm of a piece in a tray: no picture is too small to see, nor too large."""
    most = LARGEST if area in ("hand", "table") and stack.up else SMALLER
    return min(3.0, most / max(stack.width, stack.height))


def pips(stack: Stack) -> int:
    """How often a piece is drawn: a few small ones are seen at a glance."""
    longer, shorter = max(stack.width, stack.height), min(stack.width, stack.height)
    is_small = longer <= PIP and longer < 1.5 * shorter  # long ones would fill the panel
    return stack.n if is_small and 0 < stack.n <= MOST_PIPS else 1


def fits_of(
    common: Sequence[Tray], dock: Sequence[Tray], is_lettered: Callable[[Stack], bool]
) -> dict[Key, Fit]:
    """The fits of the common trays and of one's own, by area, seat and title.

    Cards are as wide as the room allows. Where the own cards do not fit, those in front of the
    player become strips, then all of them. A table that does not fit at all becomes longer. On a
    phone, the cards in front of the player are strips, and so is the hand beside a row of strips.
    """
    strips = (FLAT, True, True)
    widths = USUAL if any(tray.area == "table" for tray in common) else WIDTHS
    kinds = [*((width, False, False) for width in widths), strips]
    common_fits, high = _first(common, kinds, is_lettered, HIGH - HELD - BAR)
    kinds = [(width, False, is_flat) for width in USUAL[1:] for is_flat in (False, True)]
    dock_fits, _ = _first(dock, [*kinds, strips], is_lettered, HIGH - BAR - high)
    is_crowded = any(fit.is_many for fit in common_fits.values())
    for key, fit in dock_fits.items():
        area = key[0]
        dock_fits[key] = replace(fit, is_many=fit.is_many or is_crowded or area == "front")
    return common_fits | dock_fits


def _first(
    trays: Sequence[Tray], kinds: Sequence[tuple[int, bool, bool]],
    is_lettered: Callable[[Stack], bool], room: float,
) -> tuple[dict[Key, Fit], float]:  # fmt: skip
    """The first kind of layout that fits in the room, else the last, and its height in pixels.

    A kind is the width of a card, whether hands are strips, and whether other cards are.
    """
    fits: dict[Key, Fit] = {}
    high = 0.0
    for width, is_hand_flat, is_front_flat in kinds:
        fits, boxes = {}, []
        for tray in trays:
            is_flat = is_hand_flat if tray.area == "hand" else is_front_flat
            fits[key_of(tray)], box = _fit(tray, width, is_flat, is_lettered)
            boxes.append(box)
        high = _flow(boxes)
        if high <= room:
            break
    return fits, high


def _fit(
    tray: Tray, width: int, is_flat: bool, is_lettered: Callable[[Stack], bool]
) -> tuple[Fit, tuple[float, float]]:
    """The fit of one tray, and its width and height in pixels."""
    cards = [stack for stack in tray.stacks if is_lettered(stack)]
    is_flat = is_flat and len(cards) == len(tray.stacks) > 0
    is_pile = tray.area in ("bag", "discard") and len(tray.stacks) <= FEW
    wide = FLAT if is_flat else PILE if is_pile else width
    ratio = max((stack.height / stack.width for stack in cards), default=0.0)
    high = wide * (STRIP.height / STRIP.width if is_flat else ratio)
    cell = float(wide) if cards or is_pile else 0.0
    for stack in tray.stacks:
        if not is_lettered(stack):
            by = PILE / stack.width if is_pile else unit(tray.area, stack)
            cell, high = max(cell, by * stack.width), max(high, by * stack.height)
    n = max(1, len(tray.stacks))
    most = max(1, int((WIDE + GAP) // (cell + GAP)))
    columns = math.ceil(n / max(math.ceil(n / most), 2 if is_flat else 1))
    words = LINE * (bool(tray.title) + len(tray.words))
    act = 0 if is_flat or is_pile else ACT
    box = columns * (cell + GAP) - GAP, words + math.ceil(n / columns) * (high + act + GAP)
    return Fit(wide, columns, is_flat, is_flat or len(tray.stacks) > FEW), box


def _flow(boxes: Sequence[tuple[float, float]]) -> float:
    """The height of boxes that lie side by side, in as many rows as they need."""
    rows: list[list[tuple[float, float]]] = []
    used = math.inf
    for wide, high in boxes:
        if used + APART + wide > WIDE:
            rows.append([])
            used = -APART
        rows[-1].append((wide, high))
        used += APART + wide
    return sum(max(high for _, high in row) for row in rows) + GAP * max(0, len(rows) - 1)


def counted(tray: Tray, titles: Mapping[str, str]) -> Tray:
    """The tray with its number in place of many cards, which would be too small to read.

    Its title tells what they are.

    >>> card = Stack("cards/a", "cards/a", True, 0, 4, 63, 88, "A")
    >>> counted(Tray("front", 0, "Won", (card, card), ()), {"cards": "Cards"}).words
    ('8 won',)
    """
    kinds = {stack.looks.partition("/")[0] for stack in tray.stacks}
    n = sum(stack.n for stack in tray.stacks)
    if len(kinds) != 1 or n <= MOST_CARDS or tray.area == "hand":
        return tray
    if not all(stack.is_card for stack in tray.stacks):
        return tray
    words = f"{n} {(tray.title or titles[kinds.pop()]).lower()}"
    return replace(tray, title="", stacks=(), words=(words, *tray.words))


def beside(tray: Tray, faces: Mapping[str, Shown], titles: Mapping[str, str]) -> Tray:
    """The tray as the list of players shows it: "5 in hand", "3 lives".

    `titles` are the titles of components. A hand stays as it is if a card in it is known.
    """
    if tray.area == "hand" and tray.stacks and not any(stack.piece for stack in tray.stacks):
        n = sum(stack.n for stack in tray.stacks)
        return replace(tray, stacks=(), words=(f"{n} in hand", *tray.words))
    tokens = [
        stack for stack in tray.stacks
        if stack.up and max(stack.width, stack.height) <= PIP
        and stack.looks in faces and faces[stack.looks].is_plain
    ]  # fmt: skip
    words = []
    for stack in tokens:
        title = stack.label if stack.n == 1 else titles[stack.looks.partition("/")[0]]
        words.append(f"{stack.n} {title.lower()}")
    rest = tuple(stack for stack in tray.stacks if stack not in tokens)
    return replace(tray, stacks=rest, words=(*tray.words, *words))


def headed(trays: Sequence[Tray], held: str) -> tuple[Tray, ...]:
    """The trays of a player in the list, with titles where a hand with cards lies beside others.

    `held` is the title of such a hand; "" for one's own.
    """
    is_shown = bool(held) and any(tray.area == "hand" and tray.stacks for tray in trays)
    titles = {"hand": held, "front": "In front"} if is_shown else {}
    return tuple(
        replace(
            tray, title=(tray.title if tray.area != "hand" else "") or titles.get(tray.area, "")
        )
        for tray in trays
    )
