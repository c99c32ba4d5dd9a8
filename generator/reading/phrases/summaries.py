"""What buttons and notes of a game of words say: clauses and resources in the game's language."""

from collections.abc import Sequence

from generator.reading.phrases.bytecode import Assembler
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.languages import language_of
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.words import Choose, Clause, Sentence


def add_words(plan: Plan, grammar: Grammar, code: Assembler) -> None:
    """Give a plan its words: plurals of resources, what may be chosen, and what actions do."""
    wording = language_of(grammar.words.language).wording(grammar.words.plurals)
    plan.plurals = tuple(wording.noun(2, name) for name in plan.resources)
    plan.asked = {pc: _said(grammar, clauses) for pc, clauses in code.asked.items()}
    plan.action_words = tuple(
        _summary(grammar, code.programs.get(action[1], ())) for action in plan.actions
    )


def _said(grammar: Grammar, clauses: Sequence[Clause]) -> tuple[str, ...]:
    """The words of clauses, as buttons have them."""
    return tuple(grammar.canonical((Sentence("", clause),)).rstrip(".") for clause in clauses)


def _summary(grammar: Grammar, clauses: Sequence[Clause]) -> str:
    """A program in one line; of a choice, its options."""
    if len(clauses) == 1 and isinstance(clauses[0], Choose):
        return " / ".join(_said(grammar, clauses[0].options))
    return ", ".join(_said(grammar, clauses))
