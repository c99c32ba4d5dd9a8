"""The languages in which phrases are written and rule sheets are printed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.reading.phrases import english, french, german, spanish
from generator.reading.phrases.foreign import Table
from generator.reading.phrases.foreign_words import ForeignWording
from generator.reading.phrases.words import Wording


@dataclass(frozen=True)
class Language:
    """The sentences of rule sheets in a language; the forms of its phrases, None for English."""

    sentences: Mapping[str, str]
    table: Table | None = None

    def wording(self, plurals: Mapping[str, str]) -> Wording:
        """The wording of clauses; `plurals` are the plurals that the game itself gives."""
        return (
            Wording(plurals=plurals)
            if self.table is None
            else ForeignWording(table=self.table, plurals=plurals)
        )

    def polished(self, text: str) -> str:
        """A sentence whose slots are filled, as it is spelled."""
        return text if self.table is None else self.table.polished(text)

    @property
    def and_before(self) -> Callable[[str], str] | None:
        """The word for "and" before another word, where it depends on that word."""
        return None if self.table is None else self.table.and_before


ENGLISH = Language(english.SENTENCES)
LANGUAGES = {
    "en": ENGLISH,
    "de": Language(german.SENTENCES, german.TABLE),
    "fr": Language(french.SENTENCES, french.TABLE),
    "es": Language(spanish.SENTENCES, spanish.TABLE),
}


def language_of(code: str) -> Language:
    """The language with a code such as `de` or `de-AT`; English where there is no table of it."""
    return LANGUAGES.get(code.partition("-")[0], ENGLISH)
