"""Parts of the page of a game: sides, turns, and what the page shows for the moves and pieces."""

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.model.teams import Sides
from generator.play.engine.table_layout import Laid, Thing
from generator.preview.layout import Item, Place, Tray
from generator.preview.move_choice import Choice
from generator.preview.seat_views import Told

FEW = 2  # greatest number of moves of one kind that are buttons although each has a place
ON_PLACE, ON_LINE = 1.2, 0.85  # size of a round piece in the middle of a place, in its own sizes


@dataclass(frozen=True, slots=True)
class Panel:
    """A side in the list of players; `rows` has the trays of every member that are shown there."""

    side: int  # from 1
    name: str
    note: str  # who plays there
    score: float
    is_acting: bool
    sign: str  # of the side to act
    has_won: bool
    rows: tuple[tuple[int, tuple[Tray, ...]], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Moves of one seat in succession, and the points that they brought it and others."""

    seat: int
    moves: tuple[Told, ...]
    gain: float
    others: tuple[tuple[int, float], ...] = ()  # every other seat whose score changed, and by what

    @property
    def words(self) -> str:
        """The moves in words; a move that the rules leave out of the log is named only alone.

        >>> def move(words, line): return Told(1, 0, words, (), (0.0,), (), (), line)
        >>> Turn(0, (move("lay", "placed a tile"), move("boot", "and put a boot on it")), 0.0).words
        'placed a tile and put a boot on it'
        >>> Turn(0, (move("place a tile", ""),), 0.0).words
        'place a tile'
        """
        lines = [told.words if told.line is None else told.line for told in self.moves]
        text = ""
        for line in filter(None, lines):
            text += (" " if line.startswith("and ") else ", ") + line
        return text.lstrip(", ").removeprefix("and ") or self.moves[-1].words

    @property
    def is_sentence(self) -> bool:
        """Whether the rules tell the turn as a sentence."""
        return any(told.line is not None for told in self.moves)


def turns_of(told: Sequence[Told], sides: Sides) -> list[Turn]:
    """The turns that moves make up; the first has no points if earlier moves are left out."""
    turns = []
    for seat, moves in itertools.groupby(told, key=lambda each: each.seat):
        made = tuple(moves)
        before = next((each.scores for each in told if each.ply == made[0].ply - 1), None)
        gains = [now - was for now, was in zip(made[-1].scores, before or (), strict=False)]
        others = tuple(
            (members[0], gains[members[0]])
            for members in sides.members
            if gains and gains[members[0]] and seat not in members
        )
        turns.append(Turn(seat, made, gains[seat] if gains else 0.0, others))
    return turns


def few_of(choices: Sequence[Choice], acts: Sequence[Choice]) -> list[Choice]:
    """The moves with a place that no other move names, of kinds with few moves.

    They are none where all moves are of one kind and none of them is a button.
    """
    kinds = Counter(choice.do for choice in choices)
    places = Counter(place for choice in choices for place in choice.places)
    return [
        choice for choice in choices
        if (acts or len(kinds) > 1) and kinds[choice.do] <= FEW
        and choice.places and all(places[place] == 1 for place in choice.places)
    ]  # fmt: skip


def moved_kind(
    choices: Sequence[Choice], things: Sequence[Thing], titles: Mapping[str, str]
) -> str:
    """The kind of piece that moves to the same place take from different places; "" for none.

    `titles` are the titles of components.
    """
    taken: dict[tuple[str, int], set[int]] = {}
    for choice in choices:
        if len(choice.places) > 1:
            taken.setdefault((choice.do, choice.places[0]), set()).add(choice.places[1])
    places = {place for each in taken.values() if len(each) > 1 for place in each}
    lying: dict[int, set[str]] = {place: set() for place in places}
    for thing in things:
        if isinstance(thing, Laid) and thing.n and thing.spot.place in places:
            lying[thing.spot.place].add(thing.component)
    kinds = set.intersection(*lying.values()) if lying else set()
    return titles[kinds.pop()].removesuffix("s").lower() if len(kinds) == 1 else ""


def times_of(item: Item, places: Sequence[Place]) -> float:
    """How many times its size a round piece is drawn in the middle of a place.

    On a line between two tiles it is smaller, so that both tiles can be read.
    """
    for place in places:
        if math.dist((place.x, place.y), (item.x, item.y)) < 1:
            return ON_LINE if len(place.outline) == 2 else ON_PLACE
    return 1.0


def drops(choices: Sequence[Choice]) -> bool:
    """Whether every move has a line of places of its own, each of which picks the move."""
    picks = [{pick for pick in choice.picks if pick.startswith("place:")} for choice in choices]
    uses = Counter(pick for each in picks for pick in each)
    is_line = all(len(each) > 2 for each in picks)  # 2: from one place to another
    return is_line and max(uses.values(), default=0) == 1
