"""The terms of one game's rule sheet: its sentences, names, amounts and places in a language.

In: a pack whose plan has no errors. Out: parts of sentences in Markdown.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from generator.model.pack import Pack
from generator.model.plays import Phrase
from generator.model.problems import Problems
from generator.reading.phrases.languages import Language, language_of
from generator.reading.phrases.plan import Planner
from generator.reading.phrases.vocabulary import plain
from generator.reading.phrases.words import Clause, Program, Wording

_TWICE = re.compile(r"\b(\w+) (?:„|«\s?)\1(?:“|\s?»)", re.IGNORECASE)  # Karten „Karten“
_MARKUP = re.compile(r"([\\*_`<>\[\]|~#])")


def named(text: str) -> str:
    """A name of the game in Markdown, in which no character is markup."""
    return _MARKUP.sub(r"\\\1", text)


def sentence(text: str) -> str:
    """A text as a sentence: its first letter a capital, a full stop at the end."""
    first = next((i for i, c in enumerate(text) if c.isalnum()), 0)
    text = text[:first] + text[first : first + 1].upper() + text[first + 1 :]
    return text if text.endswith((".", ".)")) else f"{text}."


class Terms:
    """The terms of one game in one language."""

    def __init__(self, pack: Pack, *, is_short: bool = False, has_icons: bool = True) -> None:
        assert pack.play is not None
        self.planner = Planner(pack, pack.play, Problems())
        self.planner.run()
        self.pack, self.play, self.plan = pack, pack.play, self.planner.plan
        self.grammar = self.planner.grammar
        self.language: Language = language_of(pack.language)
        self.wording: Wording = self.language.wording(pack.play.plurals)
        self.is_short, self.has_icons = is_short, has_icons
        self.titles = [named(pack.component(id).title) for id in self.plan.components]

    def say(self, key: str, **slots: object) -> str:
        """A sentence of the language, its slots filled."""
        text = self.language.polished(self.language.sentences[key].format(**slots))
        return _TWICE.sub(r"\1", text)

    def list_of(self, words: Iterable[str], last: str = "and") -> str:
        """Words as a list: "fig, grape and melon"."""
        words = list(words)
        *before, end = words or [""]
        word = self.say(last)
        if last == "and" and self.language.and_before is not None:
            word = self.language.and_before(end)
        return f"{', '.join(before)} {word} {end}" if before else end

    def amounts(self, pairs: Iterable[tuple[int, str]]) -> str:
        """So many of each name."""
        return self.icons(self.list_of(named(self.wording.amount(n, name)) for n, name in pairs))

    def icons(self, text: str) -> str:
        """A text with the icons of resources in place of their names, as on the cards."""
        return self.grammar.words.with_icons(text) if self.has_icons else text

    def plural(self, name: str) -> str:
        """A name without a number."""
        return self.icons(named(self.wording.noun(2, name)))

    def singular(self, name: str) -> str:
        """A name of which there is one."""
        return self.icons(named(self.wording.noun(1, name)))

    def names(self, resources: Iterable[int], last: str = "and") -> str:
        """Resources as a list, each in the plural."""
        return self.list_of((self.plural(self.plan.resources[i]) for i in resources), last)

    def cards(self, n: int, kind: str = "") -> str:
        """So many cards of a kind."""
        return named(self.wording.cards(n, kind))

    def a_card(self, kind: str, key: str = "card of kind", any_card: str = "card") -> str:
        """A card of a kind; "card" and "" are any card."""
        is_any = plain(kind) in ("", "card", "cards", "any")
        return self.say(any_card) if is_any else self.say(key, kind=named(kind))

    def words(self, phrase: Phrase) -> str:
        """The canonical words of a phrase, ended by a full stop."""
        return self.icons(named(self.grammar.canonical(self.program(phrase))))

    def scores(self, phrase: Phrase) -> str:
        """The canonical words of a phrase that scores."""
        wording, program = replace(self.wording, scores=True), self.program(phrase)
        texts = (self.icons(named(wording.of(each.clause))) for each in program)
        return " ".join(map(sentence, texts))

    def where(self, part: int, key: str, before: str = "") -> str:
        """A row, deck or supply, named by its component only if there are several of them.

        `before`: "from " or "of ".
        """
        plan = self.plan
        alike = {
            "row": [i for i, n in enumerate(plan.open_rows) if n],
            "supply": [i for i, n in enumerate(plan.is_supply) if n],
            "deck": [i for i, n in enumerate(plan.is_supply) if not n],
        }[key]
        key = f"{before}{key}"
        return self.say(f"{key} of", title=self.titles[part]) if alike[1:] else self.say(key)

    @property
    def pile(self) -> str:
        """The discard pile of a player, or of all."""
        return self.say("own discard pile" if self.plan.own_decks else "discard pile")

    def goes(self, to: str) -> str:
        """The words for the place of a card that a player buys or gains."""
        to = to or ("discard" if self.plan.own_decks else "front")
        return self.say(f"to {to}", pile=self.target(to))

    def target(self, to: str) -> str:
        """The pile that a card is put on: a deck or a discard pile."""
        if to == "deck":
            return self.say("own deck" if self.plan.own_decks else "to the deck")
        return self.pile

    def clauses(self) -> list[Clause]:
        """Every clause of the game, with all within it."""
        return self.planner.all_clauses()

    def lasting(self, how_long: int) -> list[int]:
        """The resources that are set back when a turn or a round begins; 0 for all others."""
        until = self.plan.until
        return [i for i in range(1, len(until)) if until[i] == how_long]

    def starts(self, how_long: int) -> list[tuple[int, str]]:
        """The resources with which players begin a turn or a round, in amounts above 0."""
        plan = self.plan
        return [
            (plan.starts[i], plan.resources[i]) for i in self.lasting(how_long) if plan.starts[i]
        ]

    def program(self, phrase: Phrase) -> Program:
        """The sentences of a phrase."""
        return self.grammar.read(phrase.text, triggers=False)[0]
