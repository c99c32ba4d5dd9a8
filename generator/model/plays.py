"""How a game is played, as `play:` in game.yaml says: values with places, phrases still as written.

A `Number` is a whole number or the name of a parameter, whose value is looked up later.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from generator.model.problems import Place

Number = int | str
StepKind = Literal["phrase", "effects", "choose", "every", "keep"]
Goes = Literal["", "front", "discard", "hand", "deck"]  # where a card goes; "" is the usual place
ANY_TIMES = -1

POINT = "point"  # the resource that is always there


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that are carried out, and where they are written."""

    text: str
    place: Place
    what: str  # how messages call it: 'effect of "Mint"', "the action build"


@dataclass(frozen=True, slots=True)
class PlayedCards:
    """A component whose pieces take part in play: its deck, its open row, its supply piles."""

    component: str
    place: Place
    row: Number = 0  # cards that lie face up beside the deck
    is_supply: bool = False  # piles of equal cards, all face up
    is_start: bool = False  # the column `start` says how many copies each player begins with


@dataclass(frozen=True, slots=True)
class Resource:
    """What players have so many of."""

    name: str
    place: Place
    start: Number = 0
    bank: Number | None = None  # how many there are in all; None is no limit
    until_turn: bool = False  # set back to `start` when a turn begins
    is_held: bool = False  # counts towards the limit `hold`
    saves: str = ""  # each lowers every cost in that resource by 1
    is_wild: bool = False  # pays for any other resource


@dataclass(frozen=True, slots=True)
class Action:
    """What a player may choose to do: a phrase, playing a card or buying one."""

    name: str
    place: Place
    do: Phrase | None = None
    play: str = ""  # the kind of card that is played from the hand; "card" is any
    buy: tuple[str, ...] = ()  # the components that cards are bought from
    kind: str = ""  # only cards of this kind are bought
    costs: Phrase | None = None  # what it costs besides: "1 action"
    to: Goes = ""
    is_once: bool = False  # once in each turn


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a turn."""

    kind: StepKind
    place: Place
    phrase: Phrase | None = None
    actions: tuple[str, ...] = ()
    times: Number = 1  # of `choose`; ANY_TIMES is any number
    may_stop: bool = False
    what: str = ""  # the kind of card of `every`
    keep: Number = 0  # cards that each player keeps
    passes: int = 0  # the packets go 1 to the left, −1 to the right, 0 stay


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that play reads of the rows."""

    effects: str = "effect"
    kinds: str = "kind"
    cost: str = "cost"
    points: str = "points"


@dataclass(frozen=True, slots=True)
class Play:
    """The whole of `play:`."""

    place: Place
    cards: tuple[PlayedCards, ...] = ()
    resources: tuple[Resource, ...] = ()
    own_decks: bool = False
    hand: Mapping[int, Number] = field(default_factory=dict)  # by number of players; 0 is for all
    hold: Number | None = None
    stays: tuple[str, ...] = ()  # kinds of card that outlast a round
    set_up: tuple[Phrase, ...] = ()
    actions: tuple[Action, ...] = ()
    turn: tuple[Step, ...] = ()
    round_scoring: tuple[Phrase, ...] = ()
    scoring: tuple[Phrase, ...] = ()
    counts_owned: bool = False  # points of cards in the deck, hand and discard count too
    tie: Phrase | None = None
    ends: tuple[Phrase, ...] = ()
    columns: Columns = Columns()
    phrases: Mapping[str, str] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)
