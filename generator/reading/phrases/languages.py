"""The languages in which phrases are written and rule sheets are printed."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.reading.phrases import english
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.words import Program, Wording


@dataclass(frozen=True)
class Language:
    """How clauses are worded in a language, and the sentences of its rule sheets."""

    wording: type[Wording]
    sentences: Mapping[str, str]

    def canonical(self, grammar: Grammar, program: Program) -> str:
        """The canonical words of a program."""
        return grammar.canonical(program)


ENGLISH = Language(Wording, english.SENTENCES)
LANGUAGES = {"en": ENGLISH}


def language_of(code: str) -> Language:
    """The language of a pack: English where there is no table of it."""
    return LANGUAGES.get(code.partition("-")[0], ENGLISH)
