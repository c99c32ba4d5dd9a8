"""The table before the first turn: piles, laid pieces, seats, counters, dice.

A `Setup` names components and pieces; `arrangement.arrange` finds the pieces and their places.
Lengths in mm from the top left of the table; the place of a piece is the place of its middle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.model.problems import Place

Point = tuple[float, float]
SIZE: Point = (900.0, 600.0)  # mm; size of a table without a declared size
DICE = (4, 6, 8, 10, 12, 20)  # possible numbers of sides of a die


@dataclass(frozen=True, slots=True)
class Pile:
    """Pieces on top of each other, or an empty place for pieces if `of` is empty.

    `of` has component ids and patterns of piece ids ("tourists/river-*").
    """

    name: str
    of: tuple[str, ...]
    place: Place
    at: Point | None = None  # None: any place with enough space
    is_face_up: bool = False
    is_shuffled: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """`n` pieces beside each other, taken from the top of a pile or from a component."""

    source: str  # the name of a pile, or a component id
    n: int
    at: Point
    step: Point | None  # mm from one piece to the next; None: side by side
    place: Place
    is_face_up: bool = True


@dataclass(frozen=True, slots=True)
class Front:
    """The pieces of a component that each player begins with, before the player or at `at`.

    If the component has a row for each player, each player gets all copies of one row. From any
    other component, each player gets one piece. With `down_from` players or more, they lie face
    down.
    """

    component: str
    at: Point | None = None  # of the first player's pieces; None: at the edge, before the player
    step: Point = (0.0, 0.0)  # mm from the pieces of a player to the pieces of the next player
    is_face_up: bool = True
    down_from: int | None = None

    def is_up(self, players: int) -> bool:
        """Whether the pieces lie face up on a table for `players`."""
        return self.is_face_up and (self.down_from is None or players < self.down_from)


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """The cards and pieces that each player begins with, and the numbers that a player keeps."""

    hand_from: str = ""  # name of a pile, or a component id; "" is an empty hand
    hand: int = 0
    front: tuple[Front, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setup:
    """The table before the first turn.

    Components that the set-up does not name lie where there is space.

    `dice` lists the number of sides of each die.
    """

    size: Point | None = None  # None: `SIZE`, or more if needed
    piles: tuple[Pile, ...] = ()
    laid: tuple[Laid, ...] = ()
    seats: SeatSetup = SeatSetup()
    counters: Mapping[str, int] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
