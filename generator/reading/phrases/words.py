"""The nodes that phrases are read into, and their canonical words.

A sentence is a trigger and a clause; `words_of` writes a clause as the grammar reads it again.
"""

from dataclasses import dataclass
from typing import Literal

from generator.model.plays import POINT

Trigger = Literal["", "bought", "turn", "end"]
What = Literal["resource", "kind", "name", "card"]
Whose = Literal["you", "opponents", "neighbours", "players"]
Where = Literal["", "hand", "own"]  # "" is what lies before a player

TRIGGERS: dict[Trigger, str] = {
    "": "",
    "bought": "When bought: ",
    "turn": "Each turn: ",
    "end": "End: ",
}
WHO = {
    "you": "",
    "each opponent": "each opponent",
    "each player": "each player",
    "that player": "that player",
    "left": "the player to your left",
    "right": "the player to your right",
}
_PLACES: dict[tuple[Where, Whose], str] = {
    ("", "you"): "",
    ("hand", "you"): " in your hand",
    ("own", "you"): " you own",
    ("", "opponents"): " of your opponents",
    ("", "neighbours"): " of your neighbours",
    ("", "players"): " of all players",
}


@dataclass(frozen=True, slots=True)
class Thing:
    """What can be counted: a resource, cards of a kind, cards of a name, or any cards."""

    what: What
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Countable:
    """Things of somebody, somewhere; `each` of them count as 1, rounded down."""

    thing: Thing
    each: int = 1
    where: Where = ""
    whose: Whose = "you"

    def __str__(self) -> str:
        number = f"{self.each} " if self.each > 1 else ""
        return f"{number}{self.thing}{_PLACES[self.where, self.whose]}"


@dataclass(frozen=True, slots=True)
class Gain:
    """`n` of a resource for each of `per`; below 0 is a loss."""

    who: str
    n: int
    res: str
    per: Countable | None = None
    loses: bool = False


@dataclass(frozen=True, slots=True)
class Steal:
    """You take `n` of a resource from others, as far as they have it."""

    who: str
    n: int
    res: str


@dataclass(frozen=True, slots=True)
class Roll:
    """A die of six decides how many you gain."""

    res: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw `n` cards, or `up_to` so many in hand."""

    who: str
    n: int
    up_to: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """Put cards of the hand on the discard pile, or `trash` them."""

    who: str
    n: int
    kind: str = ""
    up_to: bool = False
    down_to: bool = False
    trash: bool = False


@dataclass(frozen=True, slots=True)
class Plain:
    """A clause without parts: clean, trash this, again, stop."""

    what: Literal["clean", "trash this", "again", "stop"]


@dataclass(frozen=True, slots=True)
class GainCard:
    """Gain a card of the supply or a row that costs so much at most."""

    kind: str
    n: int
    res: str
    to_hand: bool = False


@dataclass(frozen=True, slots=True)
class GainNamed:
    """Gain copies of one card."""

    who: str
    n: int
    name: str


@dataclass(frozen=True, slots=True)
class Sets:
    """Points for each set of one of each thing."""

    n: int
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Different:
    """Points for each of the things that there is at least one of."""

    n: int
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """Points by how many there are: the points of the last step that is reached."""

    points: tuple[int, ...]
    counts: tuple[int, ...]
    thing: Thing


@dataclass(frozen=True, slots=True)
class Most:
    """Points for having most, and second most."""

    thing: Thing
    first: int
    second: int = 0


@dataclass(frozen=True, slots=True)
class All:
    """Several clauses, one after the other."""

    clauses: tuple["Clause", ...]


@dataclass(frozen=True, slots=True)
class If:
    """A condition on what you, or all your opponents together, have."""

    opponents: bool
    how: Literal["at least", "at most", "exactly"]
    n: int
    countable: Countable
    then: "Clause"


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay in order to do something; asked, but where it is all an action does."""

    costs: tuple[tuple[int, str], ...]
    then: "Clause"


@dataclass(frozen=True, slots=True)
class Choose:
    """One of several clauses."""

    options: tuple["Clause", ...]


@dataclass(frozen=True, slots=True)
class May:
    """A clause that may be left out."""

    then: "Clause"


@dataclass(frozen=True, slots=True)
class Aim:
    """Choose an opponent, who is "that player" in what follows."""

    then: "Clause"


Clause = (
    Gain | Steal | Roll | Draw | Discard | Plain | GainCard | GainNamed | Sets | Different
    | Steps | Most | All | If | Pay | Choose | May | Aim
)  # fmt: skip
HEADS = (If, Pay, Choose, May, Aim)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A trigger and what it sets off."""

    trigger: Trigger
    clause: Clause


Program = tuple[Sentence, ...]

PLAIN = {
    "clean": "discard your hand and what you played",
    "trash this": "trash this",
    "again": "take another turn",
    "stop": "the game ends",
}


def costs_of(costs: tuple[tuple[int, str], ...]) -> str:
    """A cost in words: "2 ore and 1 coin"."""
    return joined([f"{n} {name}" for n, name in costs], "and")


def joined(words: list[str], last: str) -> str:
    """Words as a list: "fig, grape and melon"."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def _act(who: str, verb: str) -> str:
    """ "gain", or "each opponent gains"."""
    return verb if who == "you" else f"{WHO[who]} {verb}s"


def _cards(n: int, kind: str) -> str:
    return f"{n} {kind + ' ' if kind else ''}{'card' if n == 1 else 'cards'}"


def words_of(clause: Clause) -> str:
    """The canonical words of a clause, in lower case but for the game's own names."""
    match clause:
        case Gain(who, n, res, per, loses):
            per_words = f" per {per}" if per else ""
            name = _points(n) if res == POINT else res
            return f"{_act(who, 'lose' if loses else 'gain')} {n} {name}{per_words}"
        case Steal(who, n, res):
            return f"steal {n} {res} from {WHO[who]}"
        case Roll(res):
            return f"roll a die and gain that many {res}"
        case Draw(who, n, up_to):
            return f"{_act(who, 'draw')} {'up to ' if up_to else ''}{_cards(n, '')}"
        case Discard(who, n, kind, up_to, down_to, trash):
            bound = "up to " if up_to else "down to " if down_to else ""
            return f"{_act(who, 'trash' if trash else 'discard')} {bound}{_cards(n, kind)}"
        case Plain(what):
            return PLAIN[what]
        case GainCard(kind, n, res, to_hand):
            hand = " to your hand" if to_hand else ""
            return f"gain a {kind + ' ' if kind else ''}card costing up to {n} {res}{hand}"
        case GainNamed(who, n, name):
            return f"{_act(who, 'gain')} {n} {name}"
        case Sets(n, things):
            return f"{n} {_points(n)} per set of {joined([str(t) for t in things], 'and')}"
        case Different(n, things):
            return f"{n} {_points(n)} per different {joined([str(t) for t in things], 'or')}"
        case Steps(points, counts, thing):
            values, numbers = ("/".join(map(str, each)) for each in (points, counts))
            return f"{values} points for {numbers} {thing}"
        case Most(thing, first, second):
            more = f", second: {second} {_points(second)}" if second else ""
            return f"most {thing}: {first} {_points(first)}{more}"
        case _:
            return _words_of_heads(clause)


def _points(n: int) -> str:
    return POINT if n == 1 else f"{POINT}s"


def _words_of_heads(clause: Clause) -> str:
    match clause:
        case All(clauses):
            return ", ".join(words_of(each) for each in clauses)
        case If(opponents, how, n, countable, then):
            whose = "your opponents have" if opponents else "you have"
            return f"if {whose} {how} {n} {countable}: {words_of(then)}"
        case Pay(costs, then):
            return f"pay {costs_of(costs)}: {words_of(then)}"
        case Choose(options):
            return f"choose one: {' / '.join(words_of(each) for each in options)}"
        case May(then):
            return f"you may {words_of(then)}"
        case Aim(then):
            return f"choose an opponent: {words_of(then)}"
        case _:
            raise AssertionError(clause)


def text_of(program: Program) -> str:
    """The canonical text of a cell: each sentence with its trigger, ended by a full stop."""
    sentences = (f"{TRIGGERS[s.trigger]}{words_of(s.clause)}." for s in program)
    return " ".join(text[:1].upper() + text[1:] for text in sentences)
