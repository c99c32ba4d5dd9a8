"""Programs as rows of eight numbers: what sentences come to, for the machine to carry out.

    operation | who | n | per | a | b | jump | c

`per` is a row of `counters`, −1 for none; `a` and `b` depend on the operation, `jump` is where a
program goes on where a condition does not hold. Lists of numbers lie in `numbers`.
"""

from dataclasses import dataclass, field

from generator.model.plays import POINT
from generator.reading.phrases.words import (
    Aim,
    All,
    Choose,
    Clause,
    Compare,
    Countable,
    Different,
    Discard,
    Draw,
    Gain,
    GainCard,
    GainDifferent,
    GainNamed,
    If,
    Look,
    May,
    Most,
    Pay,
    Plain,
    PlayTwice,
    Repeat,
    Roll,
    Sets,
    Steal,
    Steps,
    Swap,
    Thing,
    TurnUp,
)

# Operations.
(
    DONE, GAIN, LOSE, STEAL, ROLL, DRAW, DRAW_TO, DISCARD, CLEAN, TRASH, TRASH_THIS, GAIN_CARD,
    GAIN_NAMED, AGAIN, STOP, IF, PAY, CHOOSE, JUMP, MAY, AIM, SETS, DIFFERENT, STEPS, MOST,
    COMPARE, PROTECT, SWAP, TURN_UP, PUT_BACK, LOOK, PLAY_TWICE, REPEAT, GAIN_DIFFERENT,
) = range(34)  # fmt: skip
# Who.
YOU, EACH_OPPONENT, EACH_PLAYER, THAT_PLAYER, LEFT, RIGHT = range(6)
WHO = ("you", "each opponent", "each player", "that player", "left", "right")
# What a counter counts: its columns are what, which, where, each, whose.
RESOURCE, KIND, NAME, CARD, COLUMN, AWAY = range(6)
FRONT, HAND, OWN = range(3)
OURS, OPPONENTS, NEIGHBOURS, PLAYERS = range(4)
# How many cards are discarded or trashed, in `b`.
EXACTLY, UP_TO, DOWN_TO = range(3)
# How a number is compared, in `b` of IF.
AT_LEAST, AT_MOST, JUST = range(3)
MOST_OPTIONS = 16  # maximum number of options in a choice
ANY_KIND = -1  # a mask with every bit

_WHERE = {"": FRONT, "hand": HAND, "own": OWN}
_WHOSE = {"you": OURS, "opponents": OPPONENTS, "neighbours": NEIGHBOURS, "players": PLAYERS}
_HOW = {"at least": AT_LEAST, "at most": AT_MOST, "exactly": JUST}


Words = tuple[tuple[Clause, ...], bool, bool]  # of a program, as `Assembler.program` has them


@dataclass
class Assembler:
    """Programs while they are put together: instructions, counters, costs and numbers."""

    resources: tuple[str, ...]
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    counts_owned: bool = False
    columns: list[str] = field(default_factory=list)  # of numbers, that phrases count
    code: list[list[int]] = field(default_factory=list)
    counters: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    costs: list[dict[int, int]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    # what may be chosen, by the instruction that asks
    asked: dict[int, tuple[Clause, ...]] = field(default_factory=dict)
    programs: dict[int, tuple[Clause, ...]] = field(default_factory=dict)  # by their start
    calls: list[tuple[Words, int]] = field(default_factory=list)  # each program, with its start
    basis: list[tuple[Words, int]] = field(default_factory=list)  # the calls before a change

    def begin_after(self, before: "Assembler") -> None:
        """Keep the programs of a game that is changed where they lie, and add new ones behind.

        Changed words then change only where the programs of these cards begin.
        """
        names = (before.resources, before.names, before.kinds, before.counts_owned)
        kinds = self.kinds[: len(before.kinds)]
        if names != (self.resources, self.names, kinds, self.counts_owned):
            return
        self.columns, self.code = [*before.columns], [[*row] for row in before.code]
        self.counters, self.costs = [*before.counters], [*before.costs]
        self.numbers, self.basis = [*before.numbers], before.calls
        self.asked, self.programs = {**before.asked}, {**before.programs}

    def _start_of(self, words: Words) -> int:
        """Where a program with these words lies since before the change; −1 for none."""
        call = len(self.calls)
        if call < len(self.basis) and self.basis[call][0] == words:
            return self.basis[call][1]
        return next((start for other, start in self.basis if other == words), -1)

    def program(self, clauses: list[Clause], *, pays: bool = True, scores: bool = False) -> int:
        """The start of a program of these clauses; −1 for none.

        `pays`: whether to pay is asked first; in the only clause of an action it is what the
        action means. `scores`: cards are counted where points are.
        """
        is_asked, owned = pays or len(clauses) > 1, scores and self.counts_owned
        words = tuple(clauses), is_asked, owned
        start = self._start_of(words) if clauses else -1
        if clauses and start < 0:
            start = len(self.code)
            self.programs[start] = words[0]
            for clause in clauses:
                self._emit(clause, is_asked, owned)
            self._add(DONE)
        self.calls.append((words, start))
        return start

    def kind(self, name: str) -> int:
        """The mask of a kind; every bit for none."""
        return 1 << self.kinds.index(name) if name else ANY_KIND

    def cost(self, costs: tuple[tuple[int, str], ...]) -> int:
        """The row of `costs` with these amounts."""
        row = {self.resources.index(name): n for n, name in costs}
        if row not in self.costs:
            self.costs.append(row)
        return self.costs.index(row)

    def counter(self, countable: Countable, owned: bool = False) -> int:
        """The row of `counters` that counts this."""
        row = self.row_of(countable, owned)
        if row not in self.counters:
            self.counters.append(row)
        return self.counters.index(row)

    def row_of(self, countable: Countable, owned: bool = False) -> tuple[int, int, int, int, int]:
        """The row of `counters` that counts this, which need not be there yet."""
        what, which = self._thing(countable.thing)
        where = _WHERE[countable.where]
        if owned and where == FRONT:
            where = OWN
        return what, which, where, countable.each, _WHOSE[countable.whose]

    def _thing(self, thing: Thing) -> tuple[int, int]:
        if thing.what == "resource":
            return RESOURCE, self.resources.index(thing.name)
        if thing.what == "kind":
            return KIND, self.kinds.index(thing.name)
        if thing.what == "name":
            return NAME, self.names.index(thing.name)
        if thing.what == "column":
            if thing.name not in self.columns:
                self.columns.append(thing.name)
            return COLUMN, self.columns.index(thing.name)
        return (AWAY if thing.what == "away" else CARD), 0

    def _add(
        self, op: int, who: str = "you", n: int = 0, per: int = -1, a: int = 0, b: int = 0
    ) -> list[int]:
        row = [op, WHO.index(who), n, per, a, b, 0, 0]
        self.code.append(row)
        return row

    def _in_a_row(self, things: tuple[Thing, ...], owned: bool) -> int:
        """Counters of things, one behind the other; where the first is."""
        start = len(self.counters)
        self.counters += [self.row_of(Countable(thing), owned) for thing in things]
        return start

    def _emit(self, clause: Clause, is_asked: bool, owned: bool) -> None:
        match clause:
            case All(clauses):
                for each in clauses:
                    self._emit(each, True, owned)
            case If(opponents, how, n, countable, then):
                whose = "opponents" if opponents else countable.whose
                counted = Countable(countable.thing, countable.each, countable.where, whose)
                row = self._add(IF, n=n, per=self.counter(counted, owned), b=_HOW[how])
                self._then(row, then, owned)
            case Compare(fewer, countable, who, then):
                row = self._add(COMPARE, who, per=self.counter(countable, owned), b=int(fewer))
                self._then(row, then, owned)
            case Pay(costs, then):
                self.asked[len(self.code)] = (clause,)
                row = self._add(PAY, a=self.cost(costs), b=int(is_asked))
                self._then(row, then, owned)
            case May(then):
                self.asked[len(self.code)] = (then,)
                self._then(self._add(MAY), then, owned)
            case Aim(then):
                self._then(self._add(AIM), then, owned)
            case Repeat(n, then):
                self.asked[len(self.code)] = (then,)
                start, row = len(self.code), self._add(REPEAT, n=n)
                self._emit(then, False, owned)  # whether to go on is asked already
                self._add(JUMP)[6] = start
                row[6] = len(self.code)
            case Choose(options):
                self._choose(options, owned)
            case _:
                self._emit_simple(clause, owned)

    def _then(self, row: list[int], then: Clause, owned: bool) -> None:
        self._emit(then, True, owned)
        row[6] = len(self.code)

    def _choose(self, options: tuple[Clause, ...], owned: bool) -> None:
        first = len(self.numbers)
        self.asked[len(self.code)] = options
        row = self._add(CHOOSE, a=len(options), b=first)
        self.numbers += [0] * len(options)
        ends = []
        for i, option in enumerate(options):
            self.numbers[first + i] = len(self.code)
            self._emit(option, False, owned)  # what is paid is part of the choice
            ends.append(self._add(JUMP))
        for end in (row, *ends):
            end[6] = len(self.code)

    def _emit_simple(self, clause: Clause, owned: bool) -> None:
        match clause:
            case Gain(who, n, res, per, loses):
                counter = -1 if per is None else self.counter(per, owned)
                op = LOSE if loses else GAIN
                self._add(op, who, n, counter, a=self.resources.index(res))
            case Steal(who, n, res):
                self._add(STEAL, who, n, a=self.resources.index(res))
            case Roll(res):
                self._add(ROLL, a=self.resources.index(res))
            case Draw(who, n, up_to, per):
                counter = -1 if per is None else self.counter(per, owned)
                self._add(DRAW_TO if up_to else DRAW, who, n, counter)
            case Discard(who, n, kind, up_to, down_to, trash, deck):
                how = UP_TO if up_to else DOWN_TO if down_to else EXACTLY
                op = PUT_BACK if deck else TRASH if trash else DISCARD
                self._add(op, who, n, a=self.kind(kind), b=how)
            case Look(n, keep, discards):
                self._add(LOOK, n=n, a=keep, b=int(discards))
            case PlayTwice(kind):
                self._add(PLAY_TWICE, a=self.kind(kind))
            case GainDifferent(n, resources):
                self._add(GAIN_DIFFERENT, n=n, a=len(self.numbers), b=len(resources))
                self.numbers += [self.resources.index(name) for name in resources]
            case Plain(what):
                self._add(_PLAIN[what])
            case GainCard(kind, n, res, to_hand, more):
                row = self._add(GAIN_CARD, n=n, a=self.kind(kind), b=self.resources.index(res))
                row[6], row[7] = int(more), int(to_hand)
            case Swap(who):
                self._add(SWAP, who)
            case TurnUp(kind, n):
                self._add(TURN_UP, n=n, a=self.kind(kind))
            case GainNamed(who, n, name):
                self._add(GAIN_NAMED, who, n, a=self.names.index(name))
            case _:
                self._emit_scoring(clause, owned)

    def _emit_scoring(self, clause: Clause, owned: bool) -> None:
        match clause:
            case Sets(n, things) | Different(n, things):
                op = SETS if isinstance(clause, Sets) else DIFFERENT
                self._add(op, n=n, a=self._in_a_row(things, owned), b=len(things))
            case Steps(points, counts, thing):
                first = len(self.numbers)
                for count, value in zip(counts, points, strict=True):
                    self.numbers += [count, value]
                self._add(STEPS, per=self.counter(Countable(thing), owned), a=first, b=len(points))
            case Most(thing, first_points, second, fewest):
                counter = self.counter(Countable(thing), owned)
                self._add(MOST, n=first_points, per=counter, a=second, b=int(fewest))
            case _:
                raise AssertionError(clause)


_PLAIN = {
    "clean": CLEAN,
    "trash this": TRASH_THIS,
    "again": AGAIN,
    "stop": STOP,
    "protect": PROTECT,
}


def within(clause: Clause) -> tuple[Clause, ...]:
    """The clauses directly within a clause."""
    if isinstance(clause, All):
        return clause.clauses
    if isinstance(clause, Choose):
        return clause.options
    if isinstance(clause, If | Compare | Pay | May | Repeat | Aim):
        return (clause.then,)
    return ()


def parts_of(clause: Clause) -> list[Clause]:
    """A clause and all within it."""
    return [clause, *(part for each in within(clause) for part in parts_of(each))]


def wrong_in(clause: Clause, *, scores: bool, of_card: bool) -> str:
    """The reason why a clause cannot stand at its place; "" if it can."""
    for part in parts_of(clause):
        if scores and not _is_scoring(part):
            return "scoring can only give points to you, and asks nothing"
        if scores and _is_secret(part):
            return "scoring cannot count what lies hidden in a hand"
        if isinstance(part, Choose) and len(part.options) > MOST_OPTIONS:
            return f"there are more than {MOST_OPTIONS} options"
        if isinstance(part, Repeat) and any(isinstance(p, Repeat) for p in parts_of(part)[1:]):
            return "what is done several times cannot be in what is done several times"
        if not of_card and part == Plain("trash this"):
            return "only a card can be trashed by its own words"
    if not _has_target(clause, False):
        return 'nobody was chosen who could be "that player"'
    try:
        _puts_away(clause, False)
    except ValueError:
        return "nothing in this sentence was discarded or trashed before"
    return ""


def _is_scoring(part: Clause) -> bool:
    if isinstance(part, Gain):
        return part.res == POINT and part.who == "you"
    return isinstance(part, Sets | Different | Steps | Most | If | Compare | All)


def _is_secret(part: Clause) -> bool:
    """Whether a clause counts cards of a hand, whose number alone everybody sees."""
    counted = part.countable if isinstance(part, If | Compare) else getattr(part, "per", None)
    return counted is not None and counted.where == "hand" and counted.thing.what != "card"


def _has_target(clause: Clause, is_aimed: bool) -> bool:
    """Whether every "that player" comes after somebody was chosen."""
    if getattr(clause, "who", "") == "that player":
        return is_aimed
    if isinstance(clause, Aim):
        return _has_target(clause.then, True)
    return all(_has_target(part, is_aimed) for part in parts_of(clause)[1:])


def _puts_away(clause: Clause, before: bool) -> bool:
    """Whether cards were put away when a clause is over. Raises `ValueError` where none could be.

    `before`: whether some were put away before it.
    """
    counted = getattr(clause, "countable", getattr(clause, "per", None))
    is_about = counted is not None and counted.thing.what == "away"
    if (is_about or getattr(clause, "more", False)) and not before:
        raise ValueError
    if isinstance(clause, All):
        for each in clause.clauses:
            before = _puts_away(each, before)
    elif isinstance(clause, Choose):
        after = [_puts_away(option, before) for option in clause.options]
        before = all(after)
    elif isinstance(clause, If | Compare | Pay | May | Repeat | Aim):
        _puts_away(clause.then, before)
    return before or (isinstance(clause, Discard) and not clause.deck)
