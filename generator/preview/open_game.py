"""A game that is open in the play room: what pages, events and bots share of it."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime

from generator.preview.faces import Call
from generator.preview.seat_views import View
from generator.preview.sessions import Judgement, Sitting

YOU = "you"
FORCED = -1  # the mover of a move that had no other


@dataclass(eq=False)
class Open:
    """A game on the screen. `who` sits where: "you" or a bot; `looking` is who is at the screen."""

    id: str
    call: Call  # how the pack was opened when the game began
    sitting: Sitting
    who: tuple[str, ...]
    looking: int | None
    views: dict[tuple[int, int | None], View] = field(default_factory=dict)
    acting: tuple[Sitting, int] | None = None  # a position of this game, and who acts there
    judged: dict[int, Judgement] = field(default_factory=dict)  # by the moves made before
    judging: asyncio.Task[None] | None = None
    movers: list[int] = field(default_factory=list)
    said: str = ""  # the answer to what was typed last
    fault: str = ""
    is_thinking: bool = False
    is_over: bool = False
    plays_forced: bool = True  # a person's single legal move plays itself
    has_results: bool = False  # whether the last move did something to players
    is_hurried: bool = False  # bots make no pauses until it is a person's turn
    settings: tuple[tuple[str, str], ...] = ()  # every parameter that it is played with
    begun: datetime = field(default_factory=datetime.now)
    ended: datetime | None = None
    forms: dict[int, dict[str, str]] = field(default_factory=dict)  # answers by seat
    # area, seat and title of the trays beside a map from which people could take pieces
    reached: set[tuple[str, int, str]] = field(default_factory=set)
    # held from a move on until those that play themselves after it are made: no page between them
    settling: asyncio.Lock = field(default_factory=asyncio.Lock)
    kept: str = ""  # the file of the playtest in which the game is stored

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, who in enumerate(self.who) if who == YOU)

    @property
    def ply(self) -> int:
        """Moves made."""
        return len(self.sitting.moves)


def is_curtained(game: Open, view: View) -> bool:
    """Whether the table is covered until the person whose turn it is comes to the screen."""
    is_other = view.seat in game.people and view.seat != game.looking
    return view.is_hidden and len(game.people) > 1 and is_other
