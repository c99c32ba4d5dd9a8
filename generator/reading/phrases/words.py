"""The nodes that phrases are read into, and their canonical words.

A sentence is a trigger and a clause; `words_of` writes a clause as the grammar reads it again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from generator.model.letters import capital
from generator.model.plays import POINT
from generator.reading.phrases.limits import MOST_COPIES

Trigger = Literal["", "bought", "turn", "end", "discarded"]
What = Literal["resource", "kind", "name", "card", "column", "away"]
Whose = Literal["you", "opponents", "neighbours", "players"]
Where = Literal["", "hand", "own"]  # "" is what lies before a player

TRIGGERS: dict[Trigger, str] = {
    "": "",
    "bought": "When bought: ",
    "turn": "Each turn: ",
    "end": "End: ",
    "discarded": "When discarded: ",
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
    """A thing to count: a resource, cards of a kind or a name, any cards, or their numbers.

    A column of numbers is added up. "away" are the cards that were just discarded or trashed.
    """

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

    @property
    def place(self) -> str:
        """The place where cards are counted, in words; "" means in front of you."""
        return _PLACES[self.where, self.whose]


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
    """A six-sided die decides how many you gain."""

    res: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw `n` cards for each of `per`, or `up_to` so many in hand."""

    who: str
    n: int
    up_to: bool = False
    per: Countable | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Put cards of the hand on the discard pile, on the `deck`, or `trash` them."""

    who: str
    n: int
    kind: str = ""
    up_to: bool = False
    down_to: bool = False
    trash: bool = False
    deck: bool = False


@dataclass(frozen=True, slots=True)
class Plain:
    """A clause without parts: clean, trash this, again, stop, protect."""

    what: Literal["clean", "trash this", "again", "stop", "protect"]


@dataclass(frozen=True, slots=True)
class GainCard:
    """Gain a card of the supply or a row that costs so much at most.

    `more`: so much more than the card that was just discarded or trashed.
    """

    kind: str
    n: int
    res: str
    to_hand: bool = False
    more: bool = False


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
    """Points for having most, and second most, or `fewest`; points below 0 are lost."""

    thing: Thing
    first: int
    second: int = 0
    fewest: bool = False


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange hands with another player."""

    who: str


@dataclass(frozen=True, slots=True)
class Look:
    """Look at the top `n` cards of the deck, keep some; the rest is discarded or stays."""

    n: int
    keep: int
    discards: bool


@dataclass(frozen=True, slots=True)
class PlayTwice:
    """Play a card of the hand, and carry out twice what it says."""

    kind: str


@dataclass(frozen=True, slots=True)
class GainDifferent:
    """Gain 1 each of `n` of the resources."""

    n: int
    resources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn up cards of the deck until `n` of a kind have come to the hand; discard the others."""

    kind: str
    n: int


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
class Compare:
    """A condition: you have more, or fewer, than each player that is meant."""

    fewer: bool
    countable: Countable
    who: str
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
class Repeat:
    """A clause that may be carried out several times."""

    n: int
    then: "Clause"


@dataclass(frozen=True, slots=True)
class Aim:
    """Choose an opponent, who is "that player" in what follows."""

    then: "Clause"


Clause = (
    Gain | Steal | Roll | Draw | Discard | Plain | GainCard | GainNamed | Sets | Different
    | Steps | Most | Swap | TurnUp | Look | PlayTwice | GainDifferent | All | If | Compare | Pay
    | Choose | May | Repeat | Aim
)  # fmt: skip
HEADS = (If, Compare, Pay, Choose, May, Repeat, Aim)


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
    "protect": "you are protected until your next turn",
}
MOST_CARDS = MOST_COPIES  # stands for "any number of cards"


def joined(words: list[str], last: str) -> str:
    """Words as a list: "fig, grape and melon"."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def _act(who: str, verb: str) -> str:
    """ "gain", or "each opponent gains"."""
    return verb if who == "you" else f"{WHO[who]} {verb}s"


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of clauses; `is_plain` is the stiff form that can be read in one way only.

    `scores`: points are named without "gain". `plurals`: those that the game itself gives.
    """

    is_plain: bool = False
    scores: bool = False
    plurals: Mapping[str, str] = field(default_factory=dict)

    def noun(self, n: int, name: str) -> str:
        """A name after a number: "1 coin", "2 coins", "2 ore"."""
        if name == POINT or name == "card":
            return name if n == 1 else f"{name}s"
        if name in AWAY:
            return name if n == 1 else name.replace("card ", "cards ")
        if n == 1 or self.is_plain:
            return name
        return self.plurals.get(name) or plural_of(name)

    def amount(self, n: int, name: str) -> str:
        """So many of a name."""
        return f"{n} {self.noun(n, name)}"

    def costs(self, costs: tuple[tuple[int, str], ...]) -> str:
        """A cost: "2 ore and 1 coin"."""
        return joined([self.amount(n, name) for n, name in costs], "and")

    def countable(self, countable: Countable) -> str:
        """The words that follow "per"."""
        name, each = countable.thing.name, countable.each
        return f"{self.amount(each, name) if each > 1 else name}{countable.place}"

    def cards(self, n: int, kind: str = "") -> str:
        """So many cards of a kind."""
        return f"{n} {kind + ' ' if kind else ''}{'card' if n == 1 else 'cards'}"

    def of(self, clause: Clause) -> str:
        """The canonical words of a clause, in lower case but for the game's own names."""
        match clause:
            case Gain(who, n, res, per, loses):
                words = self.amount(n, res) + (f" per {self.countable(per)}" if per else "")
                is_bare = self.scores and res == POINT and who == "you" and not loses
                return words if is_bare else f"{_act(who, 'lose' if loses else 'gain')} {words}"
            case Steal(who, n, res):
                return f"steal {self.amount(n, res)} from {WHO[who]}"
            case Roll(res):
                many = "much" if plural_of(res) == res and not res.endswith("s") else "many"
                return f"roll a die and gain that {many} {self.noun(2, res)}"
            case Draw(who, n, up_to, per):
                words = self.cards(n) + (f" per {self.countable(per)}" if per else "")
                return f"{_act(who, 'draw')} {'up to ' if up_to else ''}{words}"
            case Discard(who, n, kind, up_to, _, _, deck) if deck:
                whose = "your" if who == "you" else "their"
                words = f"{'up to ' if up_to else ''}{self.cards(n, kind)}"
                return f"{_act(who, 'put')} {words} from {whose} hand on {whose} deck"
            case Discard(who, n, kind, up_to, down_to, trash):
                bound = "up to " if up_to else "down to " if down_to else ""
                words = f"{bound}{self.cards(n, kind)}"
                if up_to and n == MOST_CARDS:
                    words = words.replace(f"up to {n}", "any number of")
                return f"{_act(who, 'trash' if trash else 'discard')} {words}"
            case Plain(what):
                return PLAIN[what]
            case GainCard(kind, n, res, to_hand, more):
                words = f"{self.amount(n, res)}{' more than it' if more else ''}"
                hand = " to your hand" if to_hand else ""
                card = f"{kind + ' ' if kind else ''}card"
                return f"gain a {card} costing up to {words}{hand}"
            case GainNamed(who, n, name):
                return f"{_act(who, 'gain')} {self.amount(n, name)}"
            case Look(n, keep, discards):
                rest = "discard the rest" if discards else "put the rest back"
                return f"look at the top {self.cards(n)} of your deck, keep {keep} and {rest}"
            case PlayTwice(kind):
                article = "an" if kind[:1].lower() in ("a", "e", "i", "o", "u") else "a"
                return f"play {article} {kind + ' ' if kind else ''}card from your hand twice"
            case GainDifferent(n, resources):
                return f"gain {n} different of {joined(list(resources), 'and')}"
            case Swap(who):
                return f"swap hands with {WHO[who]}"
            case TurnUp(kind, n):
                return f"turn up cards until you have {self.cards(n, kind)} and discard the rest"
            case Sets() | Different() | Steps() | Most():
                return self._scoring(clause)
            case _:
                return self._heads(clause)

    def _scoring(self, clause: Clause) -> str:
        match clause:
            case Sets(n, things):
                of = joined([str(t) for t in things], "and")
                return f"{self.amount(n, POINT)} per set of {of}"
            case Different(n, things):
                of = joined([str(t) for t in things], "or")
                return f"{self.amount(n, POINT)} per different {of}"
            case Steps(points, counts, thing):
                values, numbers = ("/".join(map(str, each)) for each in (points, counts))
                return f"{values} points for {numbers} {self.noun(2, thing.name)}"
            case Most(thing, first, second, fewest):
                more = f", second: {self._points(second)}" if second else ""
                rank = "fewest" if fewest else "most"
                return f"{rank} {self.noun(2, thing.name)}: {self._points(first)}{more}"
            case _:
                raise AssertionError(clause)

    def _points(self, n: int) -> str:
        """Points, or how many are lost."""
        return self.amount(n, POINT) if n >= 0 else f"lose {self.amount(-n, POINT)}"

    def _heads(self, clause: Clause) -> str:
        match clause:
            case All(clauses):
                return self._all(clauses)
            case If(opponents, how, n, countable, then):
                whose = "your opponents have" if opponents else "you have"
                number = f"{how} {n}" if n or how != "exactly" or self.is_plain else "no"
                each = countable.each
                things = (
                    self.amount(each, countable.thing.name)
                    if each > 1
                    else self.noun(2 if number == "no" else n, countable.thing.name)
                )
                return f"if {whose} {number} {things}{countable.place}: {self.of(then)}"
            case Compare(fewer, countable, who, then):
                each = countable.each
                name = countable.thing.name
                things = f"{self.amount(each, name) if each > 1 else self.noun(2, name)}"
                order = "fewer" if fewer else "more"
                than = f"{things}{countable.place} than {WHO[who]}"
                return f"if you have {order} {than}: {self.of(then)}"
            case Pay(costs, then):
                return f"pay {self.costs(costs)}: {self.of(then)}"
            case Choose(options):
                return f"choose one: {' / '.join(self.of(each) for each in options)}"
            case May(then):
                return f"you may {self.of(then)}"
            case Repeat(n, then):
                return f"up to {n} {'time' if n == 1 else 'times'}: {self.of(then)}"
            case Aim(then):
                return f"choose an opponent: {self.of(then)}"
            case _:
                raise AssertionError(clause)

    def _all(self, clauses: tuple[Clause, ...]) -> str:
        """Clauses in a row; "gain" stands once for amounts that follow each other."""
        if self.is_plain:
            return ", ".join(self.of(each) for each in clauses)
        groups: list[list[str]] = []
        for i, clause in enumerate(clauses):
            words = self.of(clause)
            if i and _is_amount(clause) and _is_amount(clauses[i - 1]):
                groups[-1].append(words.removeprefix("gain "))
                continue
            if groups and words.startswith(_THAT) and "that player" in groups[-1][0]:
                verb, _, rest = words.removeprefix(_THAT).partition(" ")
                words = f"they {verb.removesuffix('s')} {rest}"
            groups.append([words])
        parts = [joined(group, "and") for group in groups]
        subjects = {getattr(clause, "who", "you") for clause in clauses}
        if len(parts) > 1 and (len(subjects) > 1 or any(" and " in part for part in parts)):
            return f"{', '.join(parts[:-1])}, then {parts[-1]}"
        return joined(parts, "and")


_THAT = "that player "
AWAY = ("card discarded", "card trashed")


def _is_amount(clause: Clause) -> bool:
    return isinstance(clause, Gain) and clause.who == "you" and not clause.loses and not clause.per


# Names that count no pieces: "2 ore".
MASS = frozenset(
    """
    ore oak wool wood timber lumber stone clay iron gold silver bronze copper tin coal oil gas grain
    wheat corn rice rye barley flour bread food meat fish sheep deer cattle milk honey salt sugar
    spice tea coffee wine beer cotton silk cloth leather fur paper glass steel water energy power
    mana magic fire ice sand wax ivory amber money cash gear fame glory honour honor prestige
    influence research science culture faith health strength luck fuel hay straw turf peat marble
    obsidian jade dust moss bamboo
    """.split()  # noqa: SIM905
)
_IRREGULAR = {"man": "men", "woman": "women", "child": "children", "foot": "feet", "die": "dice"}
_VES = ("wolf", "leaf", "loaf", "knife", "thief", "shelf", "elf", "dwarf", "calf", "half")


def plural_of(name: str) -> str:
    """The plural of a name; itself where it counts no pieces, or is one already.

    >>> [plural_of(name) for name in ("great work", "berry", "torch", "ore", "gems", "wolf")]
    ['great works', 'berries', 'torches', 'ore', 'gems', 'wolves']
    """
    before, space, word = name.rpartition(" ")
    low = word.casefold()
    if low in MASS or low.endswith("s") or not word[-1:].isascii() or not word[-1:].isalpha():
        return name
    if low in _IRREGULAR:
        word = word[:1] + _IRREGULAR[low][1:]
    elif low in _VES:
        word = f"{word.removesuffix('fe').removesuffix('f')}ves"
    elif low[-1] == "y" and low[-2:-1] not in ("", *"aeiou"):
        word = f"{word[:-1]}ies"
    elif low.endswith(("x", "z", "ch", "sh")):
        word = f"{word}es"
    else:
        word = f"{word}s"
    return f"{before}{space}{word}"


def words_of(clause: Clause, wording: Wording = Wording()) -> str:
    """The canonical words of a clause."""
    return wording.of(clause)


def text_of(program: Program, wording: Wording = Wording()) -> str:
    """The canonical text of a cell: each sentence with its trigger, ended by a full stop."""
    sentences = (
        f"{TRIGGERS[s.trigger]}{replace(wording, scores=s.trigger == 'end').of(s.clause)}."
        for s in program
    )
    return " ".join(map(capital, sentences))
