"""What the table of a game holds, as classes by which the style sheet chooses the layout.

In: the content of the page of a game. Out: the classes. They spare the style sheet rules with
`:has()` on what holds the whole table, for which a browser computes all styles anew with every
change.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from generator.preview.card_table import Fit
from generator.preview.goods import goods_in
from generator.preview.layout import BAG, Board, Stack, Tray
from generator.preview.map_widths import Widths
from generator.preview.open_game import Open
from generator.preview.play_parts import Panel

TALL = 1.3  # least height of a card that is drawn as a strip, in its widths
WORDY = 3  # least number of kinds of goods that make a row of the list of players too long


class Sheet(Protocol):
    """The content of the page of a game, as its layout needs it."""

    game: Open
    board: Board | None
    trays: Sequence[Tray]
    is_curtained: bool
    keeps_dock: bool
    has_cards: bool

    @property
    def common(self) -> Mapping[str, Sequence[Tray]]:
        """The trays on the left and right of the map, and near the own pieces."""

    @property
    def dock(self) -> Sequence[Tray]:
        """The trays at the foot of the table."""

    @property
    def panels(self) -> Sequence[Panel]:
        """Every side."""

    @property
    def widths(self) -> Widths:
        """The least widths of the map."""

    @property
    def is_of_cards(self) -> bool:
        """Whether the table has only trays."""

    @property
    def gilds(self) -> bool:
        """Whether a player's colour is like the mark of the last move."""

    def offers(self, piece: str, tray: Tray) -> bool:
        """Whether a move involves a piece in a tray."""

    def fit(self, tray: Tray) -> Fit | None:
        """The layout of a tray of a table of cards."""

    def is_lettered(self, stack: Stack) -> bool:
        """Whether a piece is shown by a face with large letters."""


def frame_of(sheet: Sheet) -> str:
    """The classes of the table.

    `boarded` and `growing` are of the map; `docked` is a table with a map or a text and no pile to
    draw from near the own pieces, which is `drawn`; `still` is one whose map does not grow.
    `left-trays` and `right-trays` lie beside the map, `near-trays` and the player's own pieces at
    its foot: with `held-trays` there are some, with `footed` there is room for them. `carded` is a
    map with cards beside it. `panelled` are players with pieces in their panels, `wordy` if these
    need much room; `three` and `four` count the players.
    """
    is_shown = not sheet.is_curtained
    sides = sheet.common if is_shown else {"left": [], "right": [], "near": []}
    near, dock = sides["near"], sheet.dock if is_shown else []
    beside = [t for panel in sheet.panels for _, trays in panel.rows for t in trays if is_shown]
    piles = [tray for tray in near if tray.area == BAG]
    is_boarded = is_shown and sheet.board is not None
    is_growing = is_boarded and sheet.widths.grows
    is_of_cards = sheet.is_of_cards and bool(sheet.trays)
    takes = any(sheet.offers(s.piece, t) for t in dock if t.area == "hand" for s in t.stacks)
    fits = [fit for side in ("left", "right") for tray in sides[side] if (fit := sheet.fit(tray))]
    marks = {
        "boarded": is_boarded,
        "growing": is_growing,
        "still": not is_of_cards and not is_growing,
        "docked": not is_of_cards and not piles,
        "drawn": piles,
        "drawn-only": piles and len(near) == 1,
        "left-trays": sides["left"],
        "right-trays": sides["right"],
        "near-trays": near,
        "near-own": any(not tray.is_twin for tray in near),
        "near-twin": any(tray.is_twin for tray in near),
        "near-tall": has_tall(sheet, near),
        "held-trays": near or dock,
        "footed": near or dock or sheet.keeps_dock,
        "tall-cards": has_tall(sheet, [*sides["left"], *sides["right"], *dock]),
        "handed": any(tray.area == "hand" for tray in dock),
        "hand-first": takes and any(fit.is_many for fit in fits),
        "panelled": beside,
        "wordy": any(_is_wordy(sheet, tray) for tray in beside),
        "carded": is_boarded and sheet.has_cards,
        "three": len(sheet.panels) >= 3,
        "four": len(sheet.panels) >= 4,
        "gilded": sheet.gilds,
        "over": sheet.game.is_over,
    }
    return " ".join(["sitting", *(mark for mark, holds in marks.items() if holds)])


def is_tall(sheet: Sheet, stack: Stack, tray: Tray) -> bool:
    """Whether a piece is drawn as a strip where room is short: a tall card at a map or a text."""
    if not stack.n and not stack.piece:
        return True  # the room of a card
    is_card = stack.piece != "" or tray.seat >= 0
    return not sheet.is_of_cards and is_card and stack.height > TALL * stack.width


def has_tall(sheet: Sheet, trays: Iterable[Tray]) -> bool:
    """Whether a tall card lies in one of the trays."""
    return any(is_tall(sheet, stack, tray) for tray in trays for stack in tray.stacks)


def _is_wordy(sheet: Sheet, tray: Tray) -> bool:
    """Whether a tray of a panel has cards with large letters, or many kinds of goods."""
    kinds = (len(goods_in(words)) for words in tray.words)
    cards = (s for s in tray.stacks if sheet.is_lettered(s) and not s.turn % 180)
    return any(n >= WORDY for n in kinds) or any(cards)
