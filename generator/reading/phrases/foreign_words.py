"""Clauses written in another language, by the forms of its table."""

import re
from dataclasses import dataclass, replace

from generator.model.letters import capital
from generator.model.plays import POINT
from generator.reading.phrases.foreign import Table
from generator.reading.phrases.words import (
    MOST_CARDS,
    WHO,
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
    Program,
    Repeat,
    Roll,
    Sets,
    Steal,
    Steps,
    Swap,
    TurnUp,
    Wording,
)

_WHOSE = {
    "in your hand": ("hand", "you"),
    "you own": ("own", "you"),
    "of your opponents": ("", "opponents"),
    "of your neighbours": ("", "neighbours"),
    "of all players": ("", "players"),
}


@dataclass(frozen=True)
class ForeignWording(Wording):
    """The wording of clauses in another language; clauses without a form there stay English."""

    table: Table | None = None

    @property
    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    def noun(self, n: int, name: str) -> str:
        """A name after a number."""
        if name in (POINT, "card"):
            words = self._table.points if name == POINT else self._table.cards
            return words[0] if n == 1 else words[1]
        if name in self._table.away:
            return self._table.away[name][n != 1]
        if n == 1:
            return name
        return self.plurals.get(name) or self._table.plural(name)

    def costs(self, costs: tuple[tuple[int, str], ...]) -> str:
        """A cost."""
        return self._listed([self.amount(n, name) for n, name in costs])

    def countable(self, countable: Countable) -> str:
        """The words that follow "per"."""
        name, each = countable.thing.name, countable.each
        words = self.amount(each, name) if each > 1 else self.noun(1, name)
        return f"{words}{self._place(countable)}"

    def _place(self, countable: Countable) -> str:
        key = (countable.where, countable.whose)
        place = next((english for english, at in _WHOSE.items() if at == key), "")
        return f" {self._table.places[place]}" if place else ""

    def cards(self, n: int, kind: str = "") -> str:
        """So many cards of a kind."""
        return self.amount(n, "card") + (self._table.of_kind.format(kind=kind) if kind else "")

    def _listed(self, words: list[str]) -> str:
        if len(words) == 1:
            return words[0]
        last = self._table.last
        if self._table.and_before is not None:
            last = self._table.and_before(words[-1])
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    def _fill(self, key: str, **slots: object) -> str:
        form = re.sub(r"\[[^]]*\]", "", self._table.forms[key])
        form = re.sub(r"\(([^|()]*)\|[^()]*\)", r"\1", form)
        return self._table.polished(form.format(**slots))

    def of(self, clause: Clause) -> str:
        """The canonical words of a clause."""
        match clause:
            case Gain():
                return self._gain(clause)
            case Steal(who, n, res):
                whom = {"from": self._table.whom[WHO[who]]}
                return self._fill("steal", amount=self.amount(n, res), **whom)
            case Roll(res):
                return self._fill("roll", res=self.noun(2, res))
            case Draw(who, n, up_to, per):
                bound = " up to" if up_to else " per" if per else ""
                x = self.countable(per) if per else ""
                return self._act(who, f"draw{bound}", cards=self.cards(n), x=x)
            case Discard(who, n, kind, up_to, deck=True):
                key = f"put back{' up to' if up_to else ''}"
                return self._act(who, key, cards=self.cards(n, kind))
            case Look(n, keep, discards):
                return self._fill(f"look{' discards' if discards else ''}", n=n, n2=keep)
            case PlayTwice(kind):
                return self._fill(f"twice{' kind' if kind else ''}", kind=kind)
            case GainDifferent(n, resources):
                names = self._listed([self.noun(1, name) for name in resources])
                return self._fill("gain different", n=n, all=names)
            case Discard(_, n, kind, up_to, _, trash) if up_to and n == MOST_CARDS:
                key = f"{'trash' if trash else 'discard'} any{' kind' if kind else ''}"
                return self._fill(key, kind=kind)
            case Discard(who, n, kind, up_to, down_to, trash):
                bound = " up to" if up_to else " down to" if down_to else ""
                verb = "trash" if trash else "discard"
                return self._act(who, f"{verb}{bound}", n=n, cards=self.cards(n, kind))
            case Plain(what) if what in self._table.forms:
                return self._fill(what)
            case GainCard(kind, n, res, to_hand, more):
                key = f"gain {'kind' if kind else 'card'}{' more' if more else ''}"
                key += " to hand" if to_hand else ""
                return self._fill(key, kind=kind, amount=self.amount(n, res))
            case GainNamed(who, n, name):
                return self._act(who, "gain named", n=n, card=self.noun(n, name))
            case Swap(who):
                return self._fill("swap", **{"from": self._table.whom[WHO[who]]})
            case TurnUp(kind, n):
                return self._fill("turn up", cards=self.cards(n, kind))
            case Sets() | Different() | Steps() | Most():
                return self._scoring(clause)
            case _:
                return self._heads(clause)

    def _act(self, who: str, key: str, **slots: object) -> str:
        if who == "you":
            return self._fill(key, **slots)
        return self._fill(f"they {key}", who=self._table.who[WHO[who]], **slots)

    def _gain(self, clause: Gain) -> str:
        amount = self.amount(clause.n, clause.res)
        per = " per" if clause.per else ""
        x = self.countable(clause.per) if clause.per else ""
        is_bare = self.scores and clause.res == POINT and clause.who == "you" and not clause.loses
        verb = "lose" if clause.loses else "gain"
        if is_bare:
            return self._fill(f"bare{per}", amount=amount, x=x)
        return self._act(clause.who, f"{verb}{per}", amount=amount, x=x)

    def _scoring(self, clause: Clause) -> str:
        match clause:
            case Sets(n, things) | Different(n, things):
                key, slot = ("set", "all") if isinstance(clause, Sets) else ("different", "any")
                listed = self._listed([self.noun(1, each.name) for each in things])
                return self._fill(key, amount=self.amount(n, POINT), **{slot: listed})
            case Steps(points, counts, thing):
                numbers, reached = ("/".join(map(str, each)) for each in (points, counts))
                thing_words = self.noun(2, thing.name)
                return self._fill("steps", numbers=numbers, counts=reached, thing=thing_words)
            case Most(thing, first, second, fewest):
                slots = {
                    "thing": self.noun(2, thing.name),
                    "amount": self.amount(abs(first), POINT),
                }
                rank = f"{'fewest' if fewest else 'most'}{' lose' if first < 0 else ''}"
                if second:
                    return self._fill(f"{rank} second", second=self.amount(second, POINT), **slots)
                return self._fill(rank, **slots)
            case _:
                return Wording(self.is_plain, self.scores).of(clause)

    def _heads(self, clause: Clause) -> str:
        match clause:
            case All(clauses):
                return self._all(clauses)
            case If(opponents, how, n, countable, then):
                place, name = self._place(countable), countable.thing.name
                if n == 0 and how == "exactly" and not place and not opponents:
                    none = self._fill("if none", thing=self.noun(2, name))
                    if countable.each == 1 and not self.is_plain:
                        return none + self.of(then)
                each = countable.each
                x = f"{n} {self.amount(each, name) if each > 1 else self.noun(n, name)}{place}"
                key = "if opponents" if opponents else "if"
                return self._fill(key, how=f"{self._table.how[how]} ", x=x) + self.of(then)
            case Compare(fewer, countable, who, then):
                each, name = countable.each, countable.thing.name
                words = self.amount(each, name) if each > 1 else self.noun(2, name)
                key, x = "if fewer" if fewer else "if more", f"{words}{self._place(countable)}"
                return self._fill(key, x=x, who=self._table.who[WHO[who]]) + self.of(then)
            case Pay(costs, then):
                return self._fill("pay", cost=self.costs(costs)) + self.of(then)
            case Choose(options):
                return f"{self._table.choose}{' / '.join(self.of(each) for each in options)}"
            case Repeat(n, then):
                return self._fill("times", n=n) + self.of(then)
            case May(then):
                return self._fill("may") + self.of(then)
            case Aim(then):
                return self._fill("aim") + self.of(then)
            case _:
                return Wording(self.is_plain, self.scores).of(clause)

    def _all(self, clauses: tuple[Clause, ...]) -> str:
        """Clauses in a row; the verb stands once for amounts that follow each other."""
        texts = [self.of(each) for each in clauses]
        if self.is_plain:
            return ", ".join(texts)
        groups: list[list[str]] = []
        for i, clause in enumerate(clauses):
            if i and _is_amount(clause) and _is_amount(clauses[i - 1]):
                assert isinstance(clause, Gain)
                groups[-1].append(self.amount(clause.n, clause.res))
            else:
                groups.append([texts[i]])
        parts = [self._listed(group) for group in groups]
        subjects = {getattr(clause, "who", "you") for clause in clauses}
        has_list = any(len(group) > 1 for group in groups)
        if len(parts) > 1 and (len(subjects) > 1 or has_list):
            return f"{', '.join(parts[:-1])}, {self._table.then} {parts[-1]}"
        return (
            parts[0]
            if len(parts) == 1
            else (f"{', '.join(parts[:-1])} {self._table.last} {parts[-1]}")
        )


def _is_amount(clause: Clause) -> bool:
    return isinstance(clause, Gain) and clause.who == "you" and not clause.loses and not clause.per


def text_in(wording: ForeignWording, program: Program) -> str:
    """The canonical text of a cell in a language."""
    table, texts = wording.table, []
    assert table is not None
    for sentence in program:
        words = replace(wording, scores=sentence.trigger == "end").of(sentence.clause)
        text = f"{table.triggers.get(sentence.trigger, '')}{words}."
        texts.append(capital(text))
    return table.polished(" ".join(texts))
