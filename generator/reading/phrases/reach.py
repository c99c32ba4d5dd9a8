"""What can happen in a game of words: which cards players can get, and how much they can have.

Whatever happens in some game counts as possible, and in doubt so does the rest: what is missing
here never happens.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from generator.model.plays import Action, Phrase
from generator.reading.phrases.bytecode import (
    AIM,
    ANY_KIND,
    CARD,
    CHOOSE,
    CLEAN,
    COLUMN,
    COMPARE,
    DONE,
    HAND,
    IF,
    KIND,
    MAY,
    NAME,
    OWN,
    PAY,
    REPEAT,
    RESOURCE,
    Assembler,
    within,
)
from generator.reading.phrases.limits import (
    BUY_ACTION,
    CHOOSE_STEP,
    CLAIMS,
    EFFECTS_STEP,
    EVERY_STEP,
    KEEP_STEP,
    MOST_RESOURCES,
    PHRASE_STEP,
    PLAY_ACTION,
    PRESS_STEP,
    TO_DISCARD,
    TO_FRONT,
    TO_HAND,
)
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.sentences import sentences_in
from generator.reading.phrases.words import (
    Clause,
    Compare,
    Countable,
    Discard,
    Draw,
    Gain,
    GainCard,
    GainDifferent,
    GainNamed,
    If,
    Look,
    Pay,
    Plain,
    PlayTwice,
    Program,
    Roll,
    Sentence,
    Steal,
    TurnUp,
)

_BRANCHES = (IF, COMPARE, PAY, MAY, AIM, CHOOSE, REPEAT)
SourceKind = Literal["card", "action", "other"]
ENDLESS = 1_000_000  # a number without limit


@dataclass(frozen=True, slots=True)
class Source:
    """A sentence of the game, and where it stands."""

    phrase: Phrase
    column: int  # of the sentence in its cell, from 1
    sentence: Sentence
    kind: SourceKind
    index: int  # the row of a card, or the number of an action


def sources_of(
    phrases: Sequence[Phrase],
    programs: Sequence[Program],
    n_rows: int,
    actions: Sequence[Action],
) -> list[Source]:
    """The sentences of these phrases; the first `n_rows` are those of the cards, row by row."""
    numbers = {id(action.do): i for i, action in enumerate(actions) if action.do}
    sources = []
    for i, (phrase, program) in enumerate(zip(phrases, programs, strict=True)):
        kind: SourceKind = "card" if i < n_rows else "other"
        index = i
        if id(phrase) in numbers:
            kind, index = "action", numbers[id(phrase)]
        for (at, _), sentence in zip(sentences_in(phrase.text), program, strict=True):
            sources.append(Source(phrase, at + 1, sentence, kind, index))
    return sources


@dataclass
class Reach:
    """The rows of cards by place, and the resources, that players can come to.

    `is_trusting`: every sentence counts as carried out, even where its moment never comes.
    """

    plan: Plan
    code: Assembler
    sources: list[Source]
    is_trusting: bool
    is_open: set[int] = field(default_factory=set)  # in the supply or an open row
    deck: set[int] = field(default_factory=set)  # where hands are drawn from
    hand: set[int] = field(default_factory=set)
    front: set[int] = field(default_factory=set)  # also for a moment
    lies: set[int] = field(default_factory=set)  # in front, and stays there after an action
    played: set[int] = field(default_factory=set)  # whose sentences without a trigger come
    bought: set[int] = field(default_factory=set)
    discarded: set[int] = field(default_factory=set)
    gained: set[int] = field(default_factory=set)  # resources
    draws: bool = False
    cleans: bool = False  # whether a sentence discards hands and what was played

    def __post_init__(self) -> None:
        plan = self.plan
        self.draws = any(plan.hand.values())
        for row, card in enumerate(plan.rows):
            part = plan.part_of[row]
            if not card.count:
                continue
            if plan.open_rows[part] or plan.is_supply[part]:
                self.is_open.add(row)
            if plan.start_of[row] or (part == plan.draw_part and not plan.own_decks):
                self.deck.add(row)
        size = -1
        while size != self._size():
            size = self._size()
            self._go_on()

    def _size(self) -> int:
        places = (self.deck, self.hand, self.front, self.lies, self.played, self.bought)
        return sum(map(len, (*places, self.discarded, self.gained))) + self.draws + self.cleans

    def _go_on(self) -> None:
        for source in self.sources:
            if self.is_trusting or self.comes(source):
                for clause in self._carried_out(source.sentence.clause):
                    self._do(clause)
        if self.draws:
            self.hand |= self.deck
        if self.cleans:
            for row in self.lies | self.hand:
                self._discard(row)
        for i in range(len(self.plan.actions)):
            self._act(i)
        for kind, mask, *_ in self.plan.steps:
            if kind == EVERY_STEP:
                self._play(self.of_kind(self.hand, mask), TO_FRONT)
            elif kind == KEEP_STEP:
                self._play(self.hand, TO_FRONT)
            elif kind == PRESS_STEP:
                self._play(self.deck, TO_FRONT)

    # ------------------------------------------------------------------ what is possible

    @property
    def owned(self) -> set[int]:
        """The rows that players can come to have, in hand, in front or in a deck of their own."""
        return self.hand | self.front | self.bought | (self.deck if self.plan.own_decks else set())

    def comes(self, source: Source) -> bool:
        """Whether the moment of a sentence ever comes."""
        row, plan = source.index, self.plan
        if source.kind == "action":
            return self.pays_action(row)
        if source.kind != "card":
            return True
        match source.sentence.trigger:
            case "bought":
                return row in self.bought
            case "turn":
                return row in self.lies and has_effects(plan) and not clears_before_effects(plan)
            case "end":
                if plan.counts_owned:
                    return row in self.owned
                return row in self.lies and not loses_front_at_end(plan)
            case "discarded":
                return row in self.discarded
            case _:
                return row in self.played

    def never_holds(self, clause: Clause) -> bool:
        """Whether what a clause asks for before its rest is never there."""
        match clause:
            case If(_, how, n, countable, _):
                return how != "at most" and n > 0 and self.most(countable) < n * countable.each
            case Compare(_, countable, _, _):
                return self.most(countable) < countable.each
            case Pay(costs, _):
                amounts = {self.plan.resources.index(name): n for n, name in costs}
                return not self.can_pay(amounts)
            case _:
                return False

    def can_pay(self, costs: Mapping[int, int]) -> bool:
        """Whether a player can ever have so much of every resource, or something in its place."""
        plan = self.plan
        had = {i for i in range(len(plan.resources)) if self.most_of(i) > 0}
        savers = {plan.saves[i] for i in had}
        return plan.wild in had or all(
            i in savers or n <= self.most_of(i) for i, n in costs.items()
        )

    def pays_action(self, i: int) -> bool:
        """Whether a player can ever pay what an action costs, without the card."""
        cost = self.plan.actions[i][3]
        return cost < 0 or self.can_pay(self.plan.costs[cost])

    def meant_by(self, i: int) -> set[int]:
        """The rows of the components and the kind that an action names, open or not."""
        _, _, mask, _, _, _, parts, _ = self.plan.actions[i]
        part_of = self.plan.part_of
        return self.of_kind((row for row in range(len(part_of)) if parts >> part_of[row] & 1), mask)

    def bought_by(self, i: int) -> set[int]:
        """The rows of cards that an action can ever buy or claim."""
        rows = self.meant_by(i) & self.is_open if self.pays_action(i) else set()
        return {row for row in rows if self._pays_row(i, row)}

    def _pays_row(self, i: int, row: int) -> bool:
        plan = self.plan
        if plan.actions[i][7] != CLAIMS:
            return self.can_pay(plan.cost_of[row])
        costs = plan.cost_of[row].items()
        kinds = {k - MOST_RESOURCES: n for k, n in plan.needs_of[row].items()}
        return all(n <= self.most_of(k) for k, n in costs) and all(
            n <= self.copies(self.of_kind(self.front, 1 << k)) for k, n in kinds.items() if k >= 0
        )

    def can_gain(self, clause: GainCard) -> set[int]:
        """The rows of cards that a sentence can ever let a player gain."""
        plan = self.plan
        mask = 1 << plan.kinds.index(clause.kind) if clause.kind else ANY_KIND
        most = {plan.resources.index(clause.res): clause.n}
        return {
            row
            for row in self.of_kind(self.is_open, mask)
            if clause.more or all(n <= most.get(i, 0) for i, n in plan.cost_of[row].items())
        }

    def most_of(self, resource: int) -> int:
        """The most that a player can ever have of a resource."""
        plan = self.plan
        if resource == 0:
            return ENDLESS
        if resource in self.gained:
            bank = plan.banks[resource]
            return ENDLESS if bank < 0 else bank
        extra = max((amounts.get(resource, 0) for amounts in plan.extra.values()), default=0)
        return plan.starts[resource] + extra

    def most(self, countable: Countable) -> int:
        """The most that can ever be counted, before it is divided into groups."""
        return self.most_counted(self.code.row_of(countable))

    def most_counted(self, counter: tuple[int, int, int, int, int]) -> int:
        """The most that a counter of a plan can ever count, before it is divided into groups."""
        plan, (what, which, where, *_) = self.plan, counter
        if what == RESOURCE:
            return self.most_of(which)
        rows = self.hand if where == HAND else self.front
        if where == OWN or plan.counts_owned:
            rows = rows | self.owned
        if what == KIND:
            rows = self.of_kind(rows, 1 << which)
        elif what == NAME:
            rows = {row for row in rows if plan.name_of[row] == which}
        elif what == COLUMN:
            values = {row: max(0, plan.values[row][which]) for row in rows}
            return sum(n * plan.rows[row].count for row, n in values.items())
        elif what != CARD:
            return ENDLESS
        return self.copies(rows)

    def of_kind(self, rows: Iterable[int], mask: int) -> set[int]:
        """Those of the rows that are of a kind."""
        kinds = self.plan.kinds_of
        return {row for row in rows if mask == ANY_KIND or kinds[row] & mask}

    def copies(self, rows: Iterable[int]) -> int:
        """The number of cards of these rows."""
        return sum(self.plan.rows[row].count for row in rows)

    # ------------------------------------------------------------------ what happens

    def _carried_out(self, clause: Clause) -> Iterator[Clause]:
        """A clause and what is carried out within it."""
        yield clause
        if self.is_trusting or not self.never_holds(clause):
            for each in within(clause):
                yield from self._carried_out(each)

    def _do(self, clause: Clause) -> None:
        plan = self.plan
        match clause:
            case Gain(_, n, name, _, loses) if n > 0 and not loses:
                self._gain(name)
            case Roll(name) | Steal(res=name):
                self._gain(name)
            case GainDifferent(_, names):
                for name in names:
                    self._gain(name)
            case Draw() | TurnUp() | Look():
                self.draws = True
            case Discard(kind=kind, trash=is_trash, deck=is_deck):
                mask = 1 << plan.kinds.index(kind) if kind else ANY_KIND
                rows = self.of_kind(self.hand, mask)
                if not is_trash:
                    for row in rows:
                        self._discard(row)
                if not is_trash and not is_deck:
                    self.discarded |= rows
            case Plain("clean"):
                self.cleans = True
            case GainCard():
                for row in self.can_gain(clause):
                    self._receive(row, to_hand=clause.to_hand)
            case GainNamed(name=name):
                for row in self.is_open:
                    if plan.rows[row].name == name:
                        self._receive(row)
            case PlayTwice(kind):
                mask = 1 << plan.kinds.index(kind) if kind else ANY_KIND
                self._play(self.of_kind(self.hand, mask), TO_FRONT)

    def _gain(self, name: str) -> None:
        resource = self.plan.resources.index(name)
        if self.plan.banks[resource] != 0:
            self.gained.add(resource)

    def _act(self, i: int) -> None:
        kind, _, mask, _, to, *_ = self.plan.actions[i]
        if kind == PLAY_ACTION and self.pays_action(i):
            self._play(self.of_kind(self.hand, mask), to)
        elif kind == BUY_ACTION:
            for row in self.bought_by(i):
                self.bought.add(row)
                self._put(row, to)

    def _play(self, rows: Iterable[int], to: int) -> None:
        for row in rows:
            self.played.add(row)
            self.front.add(row)
            self._put(row, to)

    def _receive(self, row: int, *, to_hand: bool = False) -> None:
        usual = TO_DISCARD if self.plan.own_decks else TO_FRONT
        self._put(row, TO_HAND if to_hand else usual)

    def _put(self, row: int, to: int) -> None:
        if to == TO_FRONT:
            self.front.add(row)
            self.lies.add(row)
            self.played.add(row)
        elif to == TO_HAND:
            self.hand.add(row)
        else:
            self._discard(row)

    def _discard(self, row: int) -> None:
        """A card goes to a discard pile or on a deck, from where its owner may draw it."""
        if self.plan.own_decks:
            self.deck.add(row)


def has_effects(plan: Plan) -> bool:
    """Whether a step of the turn carries out "Each turn:"."""
    return any(step[0] == EFFECTS_STEP for step in plan.steps)


def clears_before_effects(plan: Plan) -> bool:
    """Whether the turn discards all that lies in front of a player before the step of effects."""
    kinds = [step[0] for step in plan.steps]
    if not plan.own_decks or kinds.count(EFFECTS_STEP) != 1:
        return False
    at = kinds.index(EFFECTS_STEP)
    return _is_clear_after(plan, [*plan.steps[at:], *plan.steps[:at]])


def loses_front_at_end(plan: Plan) -> bool:
    """Whether nothing lies in front of a player at any moment at which the game can end."""
    can_stop = any(end[0] < 0 for end in plan.ends)  # in the middle of a turn
    return plan.own_decks and not can_stop and _is_clear_after(plan, plan.steps)


def _is_clear_after(plan: Plan, steps: list[list[int]]) -> bool:
    """Whether nothing lies in front after these steps, with decks of the players' own."""
    is_clear = False
    for kind, a, *_ in steps:
        if kind == PHRASE_STEP:
            is_clear = is_clear or _cleans(plan, a)
        elif kind != EFFECTS_STEP and (kind != CHOOSE_STEP or _lays(plan, a)):
            is_clear = False
    return is_clear


def _lays(plan: Plan, actions: int) -> bool:
    """Whether one of these actions may lay a card in front of a player."""
    chosen = [action for i, action in enumerate(plan.actions) if actions >> i & 1]
    return any(kind != BUY_ACTION or to == TO_FRONT for kind, _, _, _, to, *_ in chosen)


def _cleans(plan: Plan, pc: int) -> bool:
    """Whether a program discards what lies in front of a player, whatever else happens."""
    for op, *_ in plan.code[pc:]:
        if op in (CLEAN, DONE, *_BRANCHES):
            return op == CLEAN
    return False
