"""Warnings of losses that are written as if they were a price: "lose 1 wheat, gain 3 coins".

A player who has no wheat loses nothing and still gains the coins. There is no warning where the
player is sure to have enough: after a condition or a gain of the same sentence.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.model.letters import small
from generator.model.plays import POINT, Action, Phrase
from generator.model.problems import Problems
from generator.reading.phrases.bytecode import parts_of
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.words import (
    Aim,
    All,
    Choose,
    Clause,
    Compare,
    Discard,
    Draw,
    Gain,
    GainCard,
    GainDifferent,
    GainNamed,
    If,
    Look,
    May,
    Pay,
    Plain,
    PlayTwice,
    Program,
    Repeat,
    Roll,
    Sentence,
    Steal,
    TurnUp,
)

Owned = Mapping[str, int]  # resource → number that the player is sure to have
FreeLoss = tuple[tuple[Gain, ...], tuple[Clause, ...]]  # what is lost, and what follows


def warn_of_free_losses(
    read: Iterable[tuple[Phrase, Program]],
    actions: Sequence[Action],
    grammar: Grammar,
    problems: Problems,
) -> None:
    """Warn of the first loss in each phrase that looks like a price and is none.

    In an action or a place, a loss in a sentence of its own is also meant as a price.
    """
    chosen = {action.do for action in actions}
    for phrase, program in read:
        clauses = [sentence.clause for sentence in program]
        if phrase in chosen and len(clauses) > 1:
            clauses = [All(tuple(part for each in clauses for part in _in_a_row(each)))]
        losses = (loss for clause in clauses for loss in free_losses(clause, {}))
        if loss := next(losses, None):
            _warn(phrase, *loss, grammar, problems)


def _warn(
    phrase: Phrase,
    lost: tuple[Gain, ...],
    rest: tuple[Clause, ...],
    grammar: Grammar,
    problems: Problems,
) -> None:
    def words(clause: Clause) -> str:
        return small(grammar.canonical((Sentence("", clause),)).rstrip("."))

    then = rest[0] if len(rest) == 1 else All(rest)
    losses = lost[0] if len(lost) == 1 else All(lost)
    costs: dict[str, int] = {}
    for each in lost:
        costs[each.res] = costs.get(each.res, 0) + each.n
    pay = Pay(tuple((n, name) for name, n in costs.items()), then)
    text = f'{phrase.what}: "{words(losses)}" is not a price. A player who has less loses '
    text += f'all of it and still carries out "{words(then)}"'
    problems.warning(phrase.place, text, f'write "{words(pay)}"')


def free_losses(clause: Clause, owned: Owned) -> Iterator[FreeLoss]:
    """Losses of a clause that a player need not be able to bear, each with what it brings."""
    match clause:
        case All(clauses):
            yield from _in_chain(clauses, dict(owned))
        case Choose(options):
            for option in options:
                yield from free_losses(option, owned)
        case If(then=then):
            yield from free_losses(then, {**owned, **_sure(clause)})
        case Pay(costs, then):
            paid = {name: n for n, name in costs}
            left = {name: max(0, n - paid.get(name, 0)) for name, n in owned.items()}
            yield from free_losses(then, left)
        case Compare(then=then) | May(then) | Repeat(then=then) | Aim(then):
            yield from free_losses(then, owned)


def _in_chain(clauses: tuple[Clause, ...], owned: dict[str, int]) -> Iterator[FreeLoss]:
    for i, each in enumerate(clauses):
        yield from free_losses(each, owned)
        if not isinstance(each, Gain) or each.who != "you":
            continue
        if each.loses and each.per is None and owned.get(each.res, 0) < each.n:
            end = next((k for k in range(i, len(clauses)) if not _is_loss(clauses[k])), i + 1)
            lost = tuple(part for part in clauses[i:end] if isinstance(part, Gain))
            if each.res != POINT and any(map(_helps, clauses[end:])):
                yield lost, clauses[end:]
                return
        n = 0 if each.per else each.n
        owned[each.res] = max(0, owned.get(each.res, 0) + (-each.n if each.loses else n))


def _in_a_row(clause: Clause) -> tuple[Clause, ...]:
    return clause.clauses if isinstance(clause, All) else (clause,)


def _sure(clause: If) -> Owned:
    """What a player has for sure where a condition holds."""
    countable = clause.countable
    is_own = not clause.opponents and countable.whose == "you"
    if is_own and countable.thing.what == "resource" and clause.how != "at most":
        return {countable.thing.name: clause.n * countable.each}
    return {}


def _is_loss(clause: Clause) -> bool:
    return (
        isinstance(clause, Gain)
        and clause.loses
        and clause.who == "you"
        and clause.per is None
        and clause.res != POINT
    )


def _helps(clause: Clause) -> bool:
    """Whether somebody would want to carry out a clause: it gives something, or harms others."""
    return any(_is_welcome(part) for part in parts_of(clause))


def _is_welcome(part: Clause) -> bool:
    if isinstance(part, Gain):
        return part.loses != (part.who == "you") and part.n > 0
    if isinstance(part, Discard):
        return part.who != "you"
    if isinstance(part, Draw | GainNamed):
        return part.who in ("you", "each player")
    if isinstance(part, Plain):
        return part.what in ("again", "protect")
    kinds = Steal | Roll | GainCard | GainDifferent | Look | PlayTwice | TurnUp
    return isinstance(part, kinds)
