"""The meanings of the words of a game, which are the last section of its rule sheet.

Only words that occur in this game are explained.
"""

from generator.reading.phrases.terms import Terms
from generator.reading.phrases.vocabulary import plain
from generator.reading.phrases.words import (
    MOST_CARDS,
    Aim,
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
    Sets,
    Steal,
    Steps,
    Swap,
    TurnUp,
)

_TRIGGERS = ("when bought", "each turn", "at end", "when discarded")


class Meanings:
    """The explanations that one rule sheet needs."""

    def __init__(self, sheet: Terms) -> None:
        self.sheet, self.plan = sheet, sheet.plan
        self.clauses = sheet.clauses()

    def texts(self) -> list[str]:
        """The explanations, one for each word."""
        return [
            *self._triggers(),
            *self._resources(),
            *self._heads(),
            *self._cards(),
            *self._counting(),
        ]

    def _say(self, key: str, **slots: object) -> str:
        return self.sheet.say(key, **slots)

    def _any(self, *kinds: type[Clause], **values: object) -> bool:
        """Whether the game has a clause of these kinds with such values."""
        return any(
            isinstance(clause, kinds) and all(getattr(clause, k) == v for k, v in values.items())
            for clause in self.clauses
        )

    def _triggers(self) -> list[str]:
        entries = self.plan.entry
        has = [any(entry[i] >= 0 for entry in entries) for i in range(5)]
        texts = [self._say(key) for key, is_used in zip(_TRIGGERS, has[1:], strict=True) if is_used]
        if has[0] and (when := self._when()):
            key = "other sentences" if texts else "sentences"
            texts.append(self._say(key, when=self.sheet.list_of(when, "or")))
        return texts

    def _when(self) -> list[str]:
        """The time at which sentences without a trigger are carried out."""
        actions, steps = self.sheet.planner.actions, self.sheet.play.turn
        usual = self.sheet.planner.usual
        is_played = any(a.play for a in actions) or any(s.kind == "every" for s in steps)
        is_laid = any(a.buy and (a.to or usual) == "front" for a in actions)
        is_laid |= usual == "front" and self._any(GainCard, GainNamed)
        is_laid |= any(step.kind == "press" for step in steps)
        keys = ["when played"] * is_played + ["when laid"] * is_laid
        return [self._say(key) for key in keys + ["when kept"] * self.plan.is_draft]

    def _resources(self) -> list[str]:
        plan = self.plan
        names = [self.sheet.plural(name) for name in plan.resources]
        texts = []
        for i, other in enumerate(plan.saves):
            if other >= 0:
                name = self.sheet.singular(plan.resources[i])
                one = self.sheet.amounts([(1, plan.resources[other])])
                texts.append(self._say("saves", name=name, other=names[other], one=one))
        if plan.wild >= 0:
            texts.append(self._say("wild", name=names[plan.wild]))
        if claimed := self._claimed():
            texts.append(self._say("claims", cards=self.sheet.list_of(claimed)))
        loses = any(isinstance(c, Gain) and c.loses for c in self.clauses)
        texts += [self._say("less")] * (loses or self._any(Steal))
        texts += [self._say("bank")] * any(n >= 0 for n in plan.banks)
        return texts

    def _claimed(self) -> list[str]:
        """The titles of the components whose cards are claimed."""
        part_of, sheet = self.sheet.grammar.words.part_of, self.sheet
        names = [plain(n) for a in sheet.planner.actions if a.is_claim for n in a.buy]
        parts = dict.fromkeys(part_of[name] for name in names if name in part_of)
        return [sheet.titles[self.plan.components.index(part)] for part in parts]

    def _heads(self) -> list[str]:
        heads: tuple[tuple[type[Clause], str], ...] = (
            (Pay, "pay"), (If, "if"), (Compare, "than"), (Choose, "one"), (May, "may"),
            (Repeat, "times"), (Aim, "aim"),
        )  # fmt: skip
        texts = [self._say(key) for head, key in heads if self._any(head)]
        is_several = any(
            getattr(clause, "who", "") in ("each opponent", "each player")
            for clause in self.clauses
        )
        texts += [self._say("several")] * is_several
        texts += [self._say("protect")] * self._any(Plain, what="protect")
        return texts + [self._say("again")] * self._any(Plain, what="again")

    def _cards(self) -> list[str]:
        texts = []
        texts += [self._say("discard")] * self._any(Discard, trash=False, deck=False)
        trashes = self._any(Discard, trash=True) or self._any(Plain, what="trash this")
        texts += [self._say("trash")] * trashes
        bounds = {c.n for c in self.clauses if isinstance(c, Discard) and c.up_to}
        texts += [self._say("up to")] * bool(bounds - {MOST_CARDS})
        texts += [self._say("down to")] * self._any(Discard, down_to=True)
        texts += [self._say("draw up to")] * self._any(Draw, up_to=True)
        texts += [self._say("clean")] * self._any(Plain, what="clean")
        plan = self.plan
        parts = range(len(plan.components))
        places = [self.sheet.where(i, "supply", "from ") for i in parts if plan.is_supply[i]]
        places += [self.sheet.where(i, "row", "from ") for i in parts if plan.open_rows[i]]
        where, goes = self.sheet.list_of(places or [""], "or"), self.sheet.goes("")
        texts += [self._say("gain card", where=where, goes=goes)] * self._any(GainCard)
        texts += [self._say("more")] * self._any(GainCard, more=True)
        texts += [self._say("gain named", where=where, goes=goes)] * self._any(GainNamed)
        texts += [self._say("put back")] * self._any(Discard, deck=True)
        kinds: tuple[tuple[type[Clause], str], ...] = (
            (Look, "look"), (PlayTwice, "twice"), (GainDifferent, "different of"), (Swap, "swap"),
        )  # fmt: skip
        texts += [self._say(key) for kind, key in kinds if self._any(kind)]
        texts += [self._say("turn up")] * self._any(TurnUp)
        return texts + [self._say("shuffle")] * self._shuffles()

    def _shuffles(self) -> bool:
        """Whether a discard pile can become a deck."""
        plan = self.plan
        discards = self._any(Discard, trash=False, deck=False) or self._any(Plain, what="clean")
        discards |= self._any(TurnUp) or self._any(Look, discards=True)
        discards |= any(action.to == "discard" for action in self.sheet.planner.actions)
        presses = any(step.kind == "press" for step in self.sheet.play.turn)
        return plan.own_decks or plan.is_draft or presses or discards

    def _counting(self) -> list[str]:
        counted = [thing for clause in self.clauses for thing in _counted(clause)]
        has_cards = any(each.thing.what not in ("resource", "away") for each in counted)
        texts = [self._say("count")] * (has_cards or any(c.whose != "you" for c in counted))
        texts += [self._say("neighbours")] * any(c.whose == "neighbours" for c in counted)
        texts += [self._say("count owned")] * (self.plan.counts_owned and has_cards)
        texts += [self._say("away")] * any(each.thing.what == "away" for each in counted)
        columns = dict.fromkeys(
            self.sheet.plural(each.thing.name) for each in counted if each.thing.what == "column"
        )
        texts += [self._say("column", names=self.sheet.list_of(columns))] * bool(columns)
        texts += [self._say("groups")] * any(each.each > 1 for each in counted)
        kinds: tuple[tuple[type[Clause], str], ...] = (
            (Sets, "set"), (Different, "different"), (Steps, "steps"),
        )  # fmt: skip
        texts += [self._say(key) for kind, key in kinds if self._any(kind)]
        texts += [self._say("most")] * self._any(Most, fewest=False)
        return texts + [self._say("fewest")] * self._any(Most, fewest=True)


def _counted(clause: Clause) -> list[Countable]:
    """The things that a clause counts."""
    match clause:
        case Sets(_, things) | Different(_, things):
            return [Countable(thing) for thing in things]
        case Steps(_, _, thing) | Most(thing):
            return [Countable(thing)]
        case If() | Compare():
            return [clause.countable]
    per = getattr(clause, "per", None)
    return [] if per is None else [per]
