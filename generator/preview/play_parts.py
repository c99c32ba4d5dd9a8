"""Parts of the page of a game: sides, and what the page shows for the moves and pieces."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from generator.play.engine.game import Space
from generator.play.engine.table_layout import Laid, Thing
from generator.preview.happenings import Turn
from generator.preview.layout import Item, Place, Tray, one_of
from generator.preview.move_choice import Choice

FEW = 2  # greatest number of moves of one kind that are buttons although each has a place
GOLD, LIKE = (255, 178, 30), 80.0  # the mark of the last move; distance of colours that are alike
LINES, LETTERS = 12, 24  # greatest size of a position whose text is printed large
ON_PLACE, ON_LINE = 1.2, 0.85  # size of a round piece in the middle of a place and elsewhere
BESIDE_LINE = 4.0  # mm; least distance from the middle of a line of what is not on it


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


class Undo(NamedTuple):
    """The words of the button that takes a move back."""

    words: str
    further: str  # what else it takes back after a bot's move; "" at a table without bots
    takes_bots: bool  # whether it takes a bot's move back now

    @property
    def full(self) -> str:
        """All that it does now, as in "Undo and the bot’s turn"."""
        return f"{self.words} {self.further}" if self.takes_bots else self.words


def undo_of(is_shared: bool, n_bots: int, is_after_bot: bool) -> Undo:
    """The words of the button that takes a move back.

    >>> undo_of(False, 2, True).full, undo_of(False, 1, False).full, undo_of(True, 0, False).full
    ('Undo and the bots’ turns', 'Undo', 'Take back')
    """
    further = f"and the {'bot’s turn' if n_bots == 1 else 'bots’ turns'}" if n_bots else ""
    return Undo("Take back" if is_shared else "Undo", further, bool(n_bots) and is_after_bot)


def number_of(n: int, kind: str) -> str:
    """How many of a kind, which is the title of a component.

    >>> number_of(2, "boots"), number_of(1, "boots")
    ('2 boots', '1 boot')
    """
    return f"{n} {one_of(kind) if n == 1 else kind}"


def is_small(text: str) -> bool:
    """Whether a position that is text is so small that it is printed large.

    >>> is_small("X.O"), is_small("X" * 30)
    (True, False)
    """
    lines = text.splitlines()
    return len(lines) <= LINES and max(map(len, lines), default=0) <= LETTERS


def has_gold(colours: Iterable[str]) -> bool:
    """Whether one of the players' colours is like the one that marks the last move.

    >>> has_gold(["#f4a733", ""]), has_gold(["#1d4f91"])
    (True, False)
    """
    seats = [tuple(bytes.fromhex(colour[1:])) for colour in colours if colour]
    return any(math.dist(colour, GOLD) < LIKE for colour in seats)


def lines_of(course: Sequence[Sequence[float]], seats: Sequence[int]) -> list[str]:
    """The scores of seats after every move, as the points of lines, 100 wide and 30 high.

    Scores of 0 and 1 only mark the winner, so they have no lines.

    >>> lines_of([(0, 0), (2, 0), (2, 4)], [0, 1])
    ['0.0,29.0 50.0,15.0 100.0,15.0', '0.0,29.0 50.0,29.0 100.0,1.0']
    """
    every = [n for scores in course for n in scores]
    if max(map(abs, every), default=0) <= 1:
        return []
    low, span, step = min(every), (max(every) - min(every)) or 1.0, 100 / (len(course) - 1)
    heights = [[29 - 28 * (scores[seat] - low) / span for scores in course] for seat in seats]
    return [" ".join(f"{i * step:.1f},{y:.1f}" for i, y in enumerate(each)) for each in heights]


def shorter(choices: Sequence[Choice]) -> dict[int, str]:
    """The words of moves without those in round brackets, where these only tell moves apart.

    Whoever has picked the place on the map needs no words for it: "Lay the tile (2 west)" becomes
    "Lay the tile" if the tile may lie elsewhere as well. A price stays, since no other move has the
    same words before it.
    """
    heads = Counter(choice.words.partition(" (")[0] for choice in choices)
    short = {choice.move: re.sub(r" \([^()]*\)", "", choice.words, count=1) for choice in choices}
    return {
        c.move: short[c.move]
        for c in choices
        if heads[c.words.partition(" (")[0]] > 1 and short[c.move] != c.words
    }


def few_of(choices: Sequence[Choice], acts: Sequence[Choice]) -> list[Choice]:
    """The moves with a spot, or a place that no other move names, of kinds with few moves.

    They are none where all moves are of one kind and none of them is a button.
    """
    kinds = Counter(choice.do for choice in choices)
    places = Counter(place for choice in choices for place in choice.places)
    return [
        choice for choice in choices
        if (acts or len(kinds) > 1) and kinds[choice.do] <= FEW
        and (choice.spot or choice.places) and all(places[place] == 1 for place in choice.places)
    ]  # fmt: skip


def parted(choices: tuple[Choice, ...], things: Iterable[Thing]) -> tuple[Choice, ...]:
    """The moves without a place that all which use the table share, for its pick parts none.

    It stays where a move is picked by nothing else, or all by the same piece.
    """
    beside = {t.piece for t in things if isinstance(t, Laid) and t.spot.place < 0}
    using = [c for c in choices if c.places or c.spot is not None or beside & {*c.pieces}]
    shared = set.intersection(*({*choice.places} for choice in using)) if len(using) > 1 else set()
    picked = {frozenset(beside & {*choice.pieces}) for choice in using}
    if not shared or frozenset() in picked or len(picked) == 1:
        return choices
    return tuple(
        replace(
            c,
            places=tuple(place for place in c.places if place not in shared),
            picks=c.picks - {f"place:{place}" for place in shared},
        )
        for c in choices
    )


def since_own(turns: Sequence[Turn], mine: int) -> list[Turn]:
    """The turns of the other seats since one's own last turn.

    >>> from generator.preview.happenings import Told
    >>> move = (Told(1, 0, "lay", (), (0.0,), ()),)
    >>> turns = [Turn(seat, move) for seat in (1, 0, 1, 2)]
    >>> [[turn.seat for turn in since_own(each, 0)] for each in (turns, [*turns, Turn(0, move)])]
    [[1, 2], [1, 2]]
    """
    made = [turn for turn in turns if turn.moves]
    while made and made[-1].seat == mine:  # one's own turn, which goes on
        made.pop()
    return [*itertools.takewhile(lambda turn: turn.seat != mine, reversed(made))][::-1]


def has_cards(trays: Iterable[Tray]) -> bool:
    """Whether cards lie anywhere but in a pile."""
    open_ = (tray for tray in trays if tray.area not in ("bag", "discard"))
    return any(stack.kind == "card" for tray in open_ for stack in tray.stacks)


def place_of(tray: Tray, spaces: Sequence[Space], speaking: Collection[int]) -> int:
    """The place that a common tray is named after, if moves are made there; −1 otherwise."""
    named = (i for i in sorted(speaking) if tray.seat < 0 and spaces[i].name == tray.title)
    return next(named, -1)


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
    return one_of(titles[kinds.pop()]).lower() if len(kinds) == 1 else ""


def times_of(item: Item, places: Sequence[Place]) -> float:
    """How many times its size a round piece is drawn in the middle of a place.

    On a line between two tiles and aside it is smaller, so that the tiles can be read.
    """
    for place in places:
        if math.dist((place.x, place.y), (item.x, item.y)) < (BESIDE_LINE if place.is_line else 1):
            return ON_LINE if place.is_line else ON_PLACE
    return ON_LINE


def is_on(item: Item, place: Place) -> bool:
    """Whether a piece is on a place: in its middle, near that of a line, or within a point."""
    reach = BESIDE_LINE if place.is_line else max(place.radius, 1.0)
    return math.dist((place.x, place.y), (item.x, item.y)) < reach


def drops(choices: Sequence[Choice]) -> bool:
    """Whether every move has a line of places of its own, each of which picks the move."""
    picks = [{pick for pick in choice.picks if pick.startswith("place:")} for choice in choices]
    uses = Counter(pick for each in picks for pick in each)
    is_line = all(len(each) > 2 for each in picks)  # 2: from one place to another
    return is_line and max(uses.values(), default=0) == 1


def corners(outline: Iterable[tuple[float, float]]) -> str:
    """The corners of a polygon in SVG.

    >>> corners([(0.0, 0.0), (4.0, 1.254), (0.0, 3.0)])
    '0.0,0.0 4.0,1.25 0.0,3.0'
    """
    return " ".join(f"{round(x, 2)},{round(y, 2)}" for x, y in outline)


@lru_cache(4096)  # a map has the same places in every position
def layers_of(outline: tuple[tuple[float, float], ...], radius: float) -> str:
    """The SVG elements of a place, which lies in mm: a line that can be hit, the rim, the shape.

    >>> layers_of(((0.0, 0.0), (4.0, 0.0), (0.0, 3.0)), 0.0).partition("/>")[0]
    '<polygon class="under" points="0.0,0.0 4.0,0.0 0.0,3.0"'
    """
    points = [(round(x, 2), round(y, 2)) for x, y in outline]
    (x, y), (far_x, far_y) = points[0], points[-1]
    form, where = "polygon", f'points="{corners(outline)}"'
    if radius:
        form, where = "circle", f'cx="{x}" cy="{y}" r="{round(radius, 2)}"'
    elif len(points) == 2:
        form, where = "line", f'x1="{x}" y1="{y}" x2="{far_x}" y2="{far_y}" pathLength="100"'
    layers = (["hit"] if form == "line" else []) + ["under", "shape"]
    return "".join(f'<{form} class="{layer}" {where}/>' for layer in layers)
