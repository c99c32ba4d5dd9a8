"""The play of a game, as described by `play:` in game.yaml, with the place of each value and
phrases as written.

A `Number` is a whole number or the name of a parameter, whose value is looked up later.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from generator.model.problems import Place

Number = int | str
StepKind = Literal["phrase", "effects", "choose", "every", "keep", "press"]
# the target of a card; "" is the usual place
Goes = Literal["", "front", "discard", "hand", "deck"]
ANY_TIMES = -1

POINT = "point"  # the resource that every game has

# The texts that a face can print in place of a Markdown file: the rule sheet and the player aid.
GENERATED = ("play", "play aid")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that players carry out, and its place in the file."""

    text: str
    place: Place
    what: str  # the name in messages, such as 'effect of "Mint"' or "the action build"


@dataclass(frozen=True, slots=True)
class PlayedCards:
    """A component whose pieces take part in play, with its deck, open row and supply piles."""

    component: str
    place: Place
    row: Number = 0  # number of cards that lie face up beside the deck
    is_supply: bool = False  # whether the component has piles of equal cards, all face up
    # whether the column `start` is the number of copies that each player begins with
    is_start: bool = False


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource that players collect and spend."""

    name: str
    place: Place
    start: Number = 0
    bank: Number | None = None  # the total number in the game; None is no limit
    # the number is reset to `start` when a turn or round begins
    until: Literal["", "turn", "round"] = ""
    is_held: bool = False  # whether the resource counts towards the limit `hold`
    # another resource; each unit of this resource lowers every cost in the other by 1
    saves: str = ""
    is_wild: bool = False  # whether this resource pays for any other resource
    icon: str = ""  # the icon that is printed instead of the name; "" prints the name


@dataclass(frozen=True, slots=True)
class Action:
    """One choice of a player: a phrase, playing a card, buying or claiming one."""

    name: str
    place: Place
    do: Phrase | None = None
    play: str = ""  # the kind of card that is played from the hand; "card" means any
    buy: tuple[str, ...] = ()  # the components from which cards are bought
    is_claim: bool = False  # whether the cost need only be had, and is not paid
    kind: str = ""  # if set, only cards of this kind can be bought
    costs: Phrase | None = None  # the cost of the action itself, such as "1 action"
    to: Goes = ""
    once: Literal["", "turn", "round"] = ""  # once in each turn, or by one player in a round


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a turn: its kind, and its settings."""

    kind: StepKind
    place: Place
    phrase: Phrase | None = None
    actions: tuple[str, ...] = ()
    times: Number = 1  # number of choices in `choose`; ANY_TIMES is any number
    may_stop: bool = False
    what: str = ""  # the kind of card in `every`
    bust: str = ""  # the kind of card of which two cards end `press`; "" is any
    keep: Number = 0  # number of cards that each player keeps
    # direction in which hands are passed: 1 to the left, −1 to the right, 0 not at all
    passes: int = 0


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of the rows that play reads."""

    effects: str = "effect"
    kinds: str = "kind"
    cost: str = "cost"
    points: str = "points"


@dataclass(frozen=True, slots=True)
class Play:
    """The whole section `play:`."""

    place: Place
    cards: tuple[PlayedCards, ...] = ()
    resources: tuple[Resource, ...] = ()
    places: str = ""  # the component whose rows are places for workers
    own_decks: bool = False
    # number of players → cards in a hand; 0 is for all other numbers
    hand: Mapping[int, Number] = field(default_factory=dict)
    extra: Mapping[int, Phrase] = field(default_factory=dict)  # player, from 1 → amounts
    hold: Number | None = None
    stays: tuple[str, ...] = ()  # kinds of card that stay on the table after a round
    set_up: tuple[Phrase, ...] = ()
    actions: tuple[Action, ...] = ()
    turn: tuple[Step, ...] = ()
    round_scoring: tuple[Phrase, ...] = ()
    scoring: tuple[Phrase, ...] = ()
    counts_owned: bool = False  # whether points of cards in the deck, hand and discard also count
    tie: Phrase | None = None
    ends: tuple[Phrase, ...] = ()
    columns: Columns = Columns()
    phrases: Mapping[str, str] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)
    plurals: Mapping[str, str] = field(default_factory=dict)  # name → its plural
