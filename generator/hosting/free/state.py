"""A table without rules: pieces in stacks on it and in the hands of its seats. Frozen values.

A piece is a number, its place in `World.pieces`; nobody but the server sees it. People name what
lies on the table, what they hold and what they look at by tokens. Lengths in mm from the top left,
`x` and `y` of a stack are those of its middle, turns in degrees clockwise.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

SPECTATOR = -1  # the reader who has no seat


@dataclass(frozen=True, slots=True)
class Piece:
    """A printed piece. `front` and `back` are the addresses of its pictures, "" where blank."""

    name: str
    title: str  # of its component
    width: float
    height: float
    front: str = ""
    back: str = ""
    step: int = 90  # degrees of one turn


@dataclass(frozen=True, slots=True)
class World:
    """The properties of a table that never change."""

    pieces: tuple[Piece, ...]
    seats: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Stack:
    """One piece, several on top of each other (the uppermost first), or an empty place.

    A stack with a `place` keeps its token and stays where its last piece leaves. A stack with a
    `colour` is a plain token, without pieces.
    """

    token: str
    pieces: tuple[int, ...]
    x: float
    y: float
    is_up: bool = True
    turn: int = 0
    z: int = 0  # the greater is nearer to the eye
    is_locked: bool = False
    place: str = ""
    box: tuple[float, float] = (63.0, 88.0)  # of an empty place
    note: str = ""
    colour: str = ""

    @property
    def is_pile(self) -> bool:
        """Whether its token names a pile or a place, not one piece that can be followed."""
        return bool(self.place) or len(self.pieces) > 1


@dataclass(frozen=True, slots=True)
class Held:
    """A piece under the token by which one reader can name it: in a hand, or looked at."""

    token: str
    piece: int


@dataclass(frozen=True, slots=True)
class Look:
    """Pieces that one reader sees although they are hidden, until the look is closed.

    They lie in the stack `stack`, or in the hand of `hand` where `stack` is "".
    """

    stack: str
    hand: int
    cards: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class State:
    """All that operations change. `notes` by number; `dice` as (sides, value), 0: not rolled."""

    stacks: Mapping[str, Stack]
    hands: tuple[tuple[Held, ...], ...]
    looks: Mapping[int, Look] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    seat_counters: tuple[Mapping[str, int], ...] = ()
    dice: tuple[tuple[int, int], ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    top: int = 0  # the greatest z


def faces_up(state: State, reader: int) -> Iterator[int]:
    """The pieces whose fronts a reader sees: face up on top, in the own hand, looked at."""
    for stack in state.stacks.values():
        if stack.is_up and stack.pieces:
            yield stack.pieces[0]
    if reader != SPECTATOR:
        yield from (card.piece for card in state.hands[reader])
    if look := state.looks.get(reader):
        yield from (card.piece for card in look.cards)


def backs_up(world: World, state: State, reader: int) -> Iterator[str]:
    """The addresses of the backs that a reader sees."""
    for stack in state.stacks.values():
        if not stack.is_up and stack.pieces:
            yield world.pieces[stack.pieces[0]].back
    for hand in state.hands:
        yield from (world.pieces[card.piece].back for card in hand)


def is_consistent(world: World, state: State) -> bool:
    """Whether every piece is in exactly one place, and every token names one thing."""
    places = [
        *(piece for stack in state.stacks.values() for piece in stack.pieces),
        *(card.piece for hand in state.hands for card in hand),
    ]
    tokens = [
        *state.stacks,
        *(card.token for hand in state.hands for card in hand),
        *(c.token for look in state.looks.values() if look.stack for c in look.cards),
    ]
    return (
        sorted(places) == list(range(len(world.pieces)))
        and len(set(tokens)) == len(tokens)
        and all(token == stack.token for token, stack in state.stacks.items())
        and all(stack.pieces or stack.place or stack.colour for stack in state.stacks.values())
    )
