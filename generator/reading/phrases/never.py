"""Warnings of what a game says and never does: its moment, its place or its condition never comes.

First come the faults that stand for themselves. Only where there are none, the warnings name what
waits for itself, such as a gem that only those get who have paid a gem.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.model.letters import small
from generator.model.plays import Play
from generator.model.problems import Place, Problems
from generator.reading.phrases.bytecode import ANY_KIND, CARD, KIND, NAME, RESOURCE, within
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.limits import (
    BUY_ACTION,
    EVERY_STEP,
    HAS,
    PLAY_ACTION,
    PRESS_STEP,
    SUPPLIES_EMPTY,
)
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.reach import (
    Reach,
    Source,
    clears_before_effects,
    has_effects,
    loses_front_at_end,
)
from generator.reading.phrases.words import (
    Clause,
    Compare,
    Countable,
    Different,
    Discard,
    Draw,
    Gain,
    GainCard,
    GainNamed,
    If,
    Most,
    Pay,
    PlayTwice,
    Sentence,
    Sets,
    Steps,
    Trigger,
    TurnUp,
)

_NEVER = "is never carried out"


@dataclass(frozen=True, slots=True)
class Fault:
    """What never happens, why, and the likely fix."""

    place: Place
    what: str
    reason: str
    fix: str
    is_common: bool = False  # whether one report stands for all cards with this reason


def warn_of_never(reach: Reach, play: Play, grammar: Grammar, problems: Problems) -> None:
    """Warn of sentences, cards, actions and ends whose turn never comes."""
    faults = list(_Search(reach, play, grammar).faults())
    has_all = all(reach.most_of(i) for i in range(len(reach.plan.resources)))
    if not faults and has_all:
        strict = Reach(reach.plan, reach.code, reach.sources, is_trusting=False)
        faults = list(_Search(strict, play, grammar).faults())
    for fault in faults:
        alike = [each for each in faults if fault.is_common and each.reason == fault.reason]
        if fault not in alike[1:]:
            n = len(alike) - 1
            also = f"; the same is true of {n} other{'s' if n > 1 else ''}" if n > 0 else ""
            problems.warning(fault.place, f"{fault.what}: {fault.reason}{also}", fault.fix)


@dataclass(frozen=True)
class _Search:
    """One search for what never happens."""

    reach: Reach
    play: Play
    grammar: Grammar

    @property
    def plan(self) -> Plan:
        return self.reach.plan

    def faults(self) -> Iterator[Fault]:
        """All faults of the game, those of whole components first."""
        missing = self._missing_parts()
        yield from missing.values()
        unreachable = set()
        for row, card in enumerate(self.plan.rows):
            if not card.count or self.plan.part_of[row] in missing:
                unreachable.add(row)
            elif row not in self.reach.owned:
                unreachable.add(row)
                yield from self._of_card(row)
        for source in self.reach.sources:
            if source.kind == "card" and source.index in unreachable:
                continue
            if self.reach.comes(source):
                yield from self._in(source, source.sentence.clause)
            elif source.kind == "card":
                reason, fix = self._no_moment(source)
                what = self._what(source, source.sentence.clause, source.sentence.trigger)
                yield Fault(source.phrase.place, what, reason, fix, is_common=True)
        yield from self._of_actions()
        yield from self._of_steps()
        yield from self._of_ends()

    # ------------------------------------------------------------------ cards

    def _missing_parts(self) -> dict[int, Fault]:
        """The components whose cards all stay in a deck from which nobody draws."""
        plan, faults = self.plan, dict[int, Fault]()
        for part, each in enumerate(self._parts()):
            rows = [row for row, of in enumerate(plan.part_of) if of == part]
            if any(row in self.reach.owned or row in self.reach.is_open for row in rows):
                continue
            if not any(plan.rows[row].count for row in rows) or any(
                plan.start_of[row] for row in rows
            ):
                continue
            what = f'no card of "{plan.components[part]}" ever comes into play'
            if part == plan.draw_part and not plan.own_decks:
                reason, fix = "nothing deals or draws cards", "write hand: 5, or let players draw"
            else:
                drawn = "decks of their own" if plan.own_decks else "another deck"
                reason = f"players draw from {drawn}"
                fix = "lay some of them out: {row: 4}, or all of them: {supply: true}"
            faults[part] = Fault(each, what, reason, fix)
        return faults

    def _parts(self) -> list[Place]:
        known = {part.component: part.place for part in self.play.cards}
        return [known[component] for component in self.plan.components]

    def _of_card(self, row: int) -> Iterator[Fault]:
        """The reason why no player ever gets a card."""
        plan, card = self.plan, self.plan.rows[row]
        what = f'no player ever gets "{card.name}"'
        if row not in self.reach.is_open:
            fix = "give it a number in the column start, or write supply: true"
            yield Fault(card.place, what, "no player begins with it", fix, is_common=True)
            return
        buys = [
            i
            for i in range(len(plan.actions))
            if plan.actions[i][0] == BUY_ACTION and row in self.reach.meant_by(i)
        ]
        if not buys:
            fix = f"add an action such as {{buy: {plan.components[plan.part_of[row]]}}}"
            reason = "no action buys it, and no sentence gains it"
            yield Fault(card.place, what, reason, fix, is_common=True)
            return
        for i, n in plan.cost_of[row].items():
            most, name = self.reach.most_of(i), plan.resources[i]
            if most < n and (most or not self._is_never_gained(i)):
                place = card.places.get(self.play.columns.cost, card.place)
                text = f'nobody can pay for "{card.name}", which costs {n} {name}'
                yield Fault(place, text, *self._too_few(name, most))
                return

    def _is_never_gained(self, resource: int) -> bool:
        """Whether no sentence gains a resource, which has a warning of its own."""
        return self.reach.is_trusting and resource not in self.reach.gained

    def _no_moment(self, source: Source) -> tuple[str, str]:
        """The reason why the moment of a sentence of a card never comes, and the fix."""
        reach, row = self.reach, source.index
        match source.sentence.trigger:
            case "bought":
                if any(action[0] == BUY_ACTION for action in self.plan.actions):
                    return "no action buys this card", "write the sentence without When bought:"
                fix = "add an action such as {buy: cards}, or leave out When bought:"
                return "no action buys cards", fix
            case "turn":
                if not has_effects(self.plan):
                    return (
                        'the turn has no step for "Each turn:"',
                        "write the step each turn effects under turn:",
                    )
                if row in reach.lies and clears_before_effects(self.plan):
                    return (
                        "the turn discards what lies in front of a player before this step",
                        "write the sentence without Each turn:",
                    )
                return _stays_nowhere("write the sentence without Each turn:")
            case "end":
                if row in reach.lies and loses_front_at_end(self.plan):
                    return (
                        "nothing lies in front of a player when a turn is over",
                        "write points count: owned",
                    )
                return _stays_nowhere("write points count: owned", self.plan.own_decks)
            case "discarded":
                return (
                    "no sentence discards this card from a hand",
                    'write a sentence such as "discard 1 card"',
                )
        if row in reach.hand:
            return "no action plays this card", "add an action such as {play: card}"
        return "this card is never played or laid in front of a player", "write to: front"

    # ------------------------------------------------------------------ clauses

    def _in(self, source: Source, clause: Clause) -> Iterator[Fault]:
        """The faults of a clause whose moment comes, and of what is in it."""
        why = self._why(clause)
        if why is not None:
            verb, reason, fix = why
            what = self._what(source, clause, verb=verb)
            yield Fault(source.phrase.place, what, reason, fix)
        elif not self.reach.never_holds(clause):
            for each in within(clause):
                yield from self._in(source, each)

    def _what(
        self, source: Source, clause: Clause, trigger: Trigger = "", verb: str = _NEVER
    ) -> str:
        text = self.grammar.canonical((Sentence(trigger, clause),)).rstrip(".")
        text = text if trigger else small(text)
        return f'{source.phrase.what}, column {source.column}: "{text}" {verb}'

    def _why(self, clause: Clause) -> tuple[str, str, str] | None:
        """What is wrong with a clause: a verb, the reason, the fix. None if nothing is."""
        reach = self.reach
        if reach.never_holds(clause):
            match clause:
                case Pay(costs, _):
                    for n, name in costs:
                        i = self.plan.resources.index(name)
                        most = reach.most_of(i)
                        if most < n and (most or not self._is_never_gained(i)):
                            return (_NEVER, *self._too_few(name, most))
                case If(countable=countable) | Compare(countable=countable):
                    return self._uncounted(countable, _NEVER)
            return None
        match clause:
            case Gain(per=Countable() as per) | Draw(per=Countable() as per):
                if reach.most(per) < per.each:
                    return self._uncounted(per, "never does anything")
            case Sets(_, things):
                for thing in things:
                    if not reach.most(Countable(thing)):
                        return self._uncounted(Countable(thing), "never gives points")
            case Different(_, things):
                if not any(reach.most(Countable(thing)) for thing in things):
                    return self._uncounted(Countable(things[0]), "never gives points")
            case Most(thing, _, _, False) if not reach.most(Countable(thing)):
                return self._uncounted(Countable(thing), "never gives points")
            case Steps(_, counts, thing):
                most = reach.most(Countable(thing))
                beyond = next((n for n in counts if n > most), 0)
                if beyond:
                    return self._uncounted(Countable(thing), f"never comes to {beyond}")
            case GainCard() if not reach.can_gain(clause):
                return _does_nothing("no open card is of that kind and costs so little")
            case GainNamed(name=name) if not self._lies_open(name):
                return _does_nothing(f'"{name}" never lies in a supply or an open row')
        return self._of_hand(clause)

    def _of_hand(self, clause: Clause) -> tuple[str, str, str] | None:
        """What is wrong with a clause about cards of a kind in a hand or a deck."""
        if not isinstance(clause, Discard | PlayTwice | TurnUp) or not clause.kind:
            return None
        where = "the deck" if isinstance(clause, TurnUp) else "a hand"
        rows = self.reach.deck if isinstance(clause, TurnUp) else self.reach.hand
        mask = 1 << self.plan.kinds.index(clause.kind)
        if rows and not self.reach.of_kind(rows, mask):
            return _does_nothing(f'no card of the kind "{clause.kind}" ever comes into {where}')
        return None

    def _lies_open(self, name: str) -> bool:
        return any(self.plan.rows[row].name == name for row in self.reach.is_open)

    def _uncounted(self, countable: Countable, verb: str) -> tuple[str, str, str] | None:
        """The reason why too few can be counted; None where the resource has its own warning."""
        thing, most = countable.thing, self.reach.most(countable)
        if thing.what == "resource":
            i = self.plan.resources.index(thing.name)
            return (
                None
                if not most and self._is_never_gained(i)
                else (verb, *self._too_few(thing.name, most))
            )
        where = countable.place or ("" if self.plan.counts_owned else " in front")
        return (verb, *self._too_few(thing.name, most, where))

    def _too_few(self, name: str, most: int, where: str = "") -> tuple[str, str]:
        """The reason of what cannot be had so often, and the fix."""
        if most:
            return (
                f'no player can have more than {most} "{name}"{where}',
                "lower the number, or let there be more",
            )
        return f'no player can ever have "{name}"{where}', f'let something bring "{name}"'

    # ------------------------------------------------------------------ actions, steps, ends

    def _of_actions(self) -> Iterator[Fault]:
        plan = self.plan
        for i, action in enumerate(self.play.actions):
            kind, _, mask, cost, *_ = plan.actions[i]
            what = f'the action "{plan.action_names[i]}" is never possible'
            if not self.reach.pays_action(i):
                for resource, n in plan.costs[cost].items():
                    most, name = self.reach.most_of(resource), plan.resources[resource]
                    if most < n and (most or not self._is_never_gained(resource)):
                        yield Fault(action.place, what, *self._too_few(name, most))
            elif kind == PLAY_ACTION and not self.reach.of_kind(self.reach.hand, mask):
                yield Fault(action.place, what, *self._not_in_hand(mask))
            elif kind == BUY_ACTION and not self.reach.meant_by(i) & self.reach.is_open:
                reason = f"no open card {self._of_kind(mask)}".rstrip()
                yield Fault(action.place, what, reason, "name a kind of the cards that lie open")

    def _of_kind(self, mask: int) -> str:
        if mask == ANY_KIND:
            return ""
        return f'is of the kind "{self.plan.kinds[mask.bit_length() - 1]}"'

    def _not_in_hand(self, mask: int) -> tuple[str, str]:
        if mask == ANY_KIND or not self.reach.hand:
            return "no player ever has cards in hand", "write hand: 5, or let players draw"
        reason = f"no card in a hand {self._of_kind(mask)}"
        return reason, "name a kind of the cards that are drawn, or card for all"

    def _of_steps(self) -> Iterator[Fault]:
        for step, (kind, a, mask, _) in zip(self.play.turn, self.plan.steps, strict=True):
            if kind == EVERY_STEP and not self.reach.of_kind(self.reach.hand, a):
                what = f'the step "every: {step.what}" never does anything'
                yield Fault(step.place, what, *self._not_in_hand(a))
            if kind == PRESS_STEP and mask != ANY_KIND:
                n = self.reach.copies(self.reach.of_kind(self.reach.deck, mask))
                if n < 2:
                    what = f'two "{step.bust}" are never turned up'
                    reason = f"the deck has {n} such card{'' if n == 1 else 's'}"
                    yield Fault(step.place, what, reason, "add copies, or name another kind")

    def _of_ends(self) -> Iterator[Fault]:
        plan = self.plan
        for phrase, (kind, n, a, _) in zip(self.play.ends, plan.ends, strict=False):
            what = f'end: "{phrase.text}" never comes'
            if kind == HAS:
                counter = plan.counters[a]
                most = self.reach.most_counted(counter)
                name = self._name(counter)
                is_reported = counter[0] == RESOURCE and self._is_never_gained(counter[1])
                if most < n * counter[3] and (most or not is_reported):
                    yield Fault(phrase.place, what, *self._too_few(name, most))
            if kind == SUPPLIES_EMPTY:
                rows = range(len(plan.rows))
                piles = sum(
                    1 for row in rows if plan.is_supply[plan.part_of[row]] and plan.rows[row].count
                )
                if piles < n:
                    reason = f"there are {piles} supply piles"
                    fix = "name a row or a deck: the cards row is empty" if not piles else ""
                    yield Fault(phrase.place, what, reason, fix or f"write {piles} at most")

    def _name(self, counter: tuple[int, ...]) -> str:
        what, which = counter[:2]
        names = {
            RESOURCE: self.plan.resources,
            KIND: self.plan.kinds,
            NAME: self.plan.names,
            CARD: ("card",),
        }
        return names.get(what, self.plan.columns)[which]


def _does_nothing(reason: str) -> tuple[str, str, str]:
    return "never does anything", reason, "change the words, or add such a card"


def _stays_nowhere(otherwise: str, is_better: bool = False) -> tuple[str, str]:
    fix = otherwise if is_better else f"let an action lay it there, to: front, or {otherwise}"
    return "this card never stays in front of a player", fix
