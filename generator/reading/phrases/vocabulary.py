"""The names a game's phrases may use, and patterns that find them in a text."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from generator.model.plays import POINT
from generator.reading.phrases.words import AWAY, Thing, plural_of

NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
MOST_NUMBER = 999  # largest number in a phrase
NOTHING = "(?!)"  # a pattern that matches no text


@dataclass(frozen=True)
class Vocabulary:
    """Resources, kinds and cards by name, numbers by the names of parameters."""

    resources: tuple[str, ...] = (POINT,)
    kinds: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()  # components with cards
    columns: tuple[str, ...] = ()  # of numbers on cards
    numbers: Mapping[str, int] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)
    icons: Mapping[str, str] = field(default_factory=dict)  # resource → icon
    language: str = "en"  # phrases may be in this language, too
    plurals: Mapping[str, str] = field(default_factory=dict)  # name → plural

    @cached_property
    def resource_of(self) -> dict[str, str]:
        """A resource by each of its spellings, one of which is its icon as in `:coin:`."""
        icons = {plain(sign_of(icon)): name for name, icon in self.icons.items()}
        return self._more(self.resources) | spellings(self.resources) | icons

    def _more(self, names: Iterable[str]) -> dict[str, str]:
        """Names by their plurals that the game or its language gives."""
        return {plain(self.plurals[name]): name for name in names if name in self.plurals}

    def with_icons(self, text: str) -> str:
        """The text with icons in place of the names of resources that have one."""
        if not self.icons:
            return text

        def sign(name: re.Match[str]) -> str:
            icon = self.icons.get(self.resource_of.get(plain(name[0]), ""))
            return sign_of(icon) if icon else name[0]

        text = self._name.sub(sign, text)
        signs = "|".join(re.escape(sign_of(icon)) for icon in self.icons.values())
        return re.sub(rf"(?<=[0-9]) (?={signs})", "\N{NO-BREAK SPACE}", text)

    @cached_property
    def _name(self) -> re.Pattern[str]:
        """Any name of the game, the longest first; no icon."""
        names = pattern_of([name for name in self.names if not name.startswith(":")])
        return re.compile(rf"(?<![\w:]){names}", re.IGNORECASE)

    @cached_property
    def names(self) -> frozenset[str]:
        """All names of resources, kinds, cards and columns, in each spelling."""
        names = (*self.resource_of, *self.kind_of, *self.card_of, *self.column_of)
        return frozenset(names)

    @cached_property
    def kind_of(self) -> dict[str, str]:
        """A kind by each of its spellings."""
        return self._more(self.kinds) | spellings(self.kinds)

    @cached_property
    def card_of(self) -> dict[str, str]:
        """A card by each of its spellings."""
        return self._more(self.cards) | spellings(self.cards)

    @cached_property
    def column_of(self) -> dict[str, str]:
        """A column of numbers by each of its spellings."""
        return spellings(self.columns)

    @cached_property
    def part_of(self) -> dict[str, str]:
        """A component by each of its spellings."""
        return spellings(self.parts)

    def thing(self, text: str) -> Thing:
        """The meaning of a name: a resource before a kind, a card, a column of numbers."""
        name = plain(text)
        if name in self.resource_of:
            return Thing("resource", self.resource_of[name])
        if name in self.kind_of:
            return Thing("kind", self.kind_of[name])
        if name in ("card", "cards"):
            return Thing("card", "card")
        if name.replace("cards ", "card ") in AWAY:
            return Thing("away", name.replace("cards ", "card "))
        if name in self.card_of:
            return Thing("name", self.card_of[name])
        return Thing("column", self.column_of[name])

    def number(self, text: str) -> int:
        """A number in digits, in words or by the name of a parameter."""
        if text.isdecimal():
            return int(text)
        if text in self.numbers:
            return self.numbers[text]
        word = text.lower()
        return 1 if word in ("a", "an") else NUMBERS.index(word)

    @cached_property
    def slots(self) -> dict[str, str]:
        """The pattern of each slot of a template."""
        named = [re.escape(name) for name in sorted(self.numbers, key=len, reverse=True)]
        words = "|".join(["[0-9]{1,3}", "an?", *NUMBERS[1:], *(f"(?-i:{each})" for each in named)])
        number = f"(?:{words})(?!\\w)"
        res, kind = (pattern_of(names) for names in (self.resource_of, self.kind_of))
        card = pattern_of(self.card_of)
        thing = pattern_of([*self.names, "card", "cards"])
        away = r"cards?\s+(?:discarded|trashed)"
        more = rf"(?:\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+){thing}"
        places = r"in\s+your\s+hand|you\s+own|of\s+your\s+opponents|of\s+your\s+neighbours"
        places += r"|of\s+your\s+neighbors|of\s+all\s+players"
        each = r"each\s+opponent|each\s+player|that\s+player"
        sides = r"the\s+player\s+to\s+your\s+(?:left|right)"
        return {
            "n": number,
            "res": res,
            "kind": kind,
            "card": card,
            "thing": thing,
            "away": away,
            "things": rf"{thing}(?:{more})+",
            "x": rf"(?:{number}\s+)?(?:{away}|{thing})(?:\s+(?:{places}))?",
            "who": rf"{each}|they|{sides}",
            "from": rf"{each}|{sides}",
            "other": rf"that\s+player|{sides}",
            "cost": rf"{number}\s+{res}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){number}\s+{res})*",
            "numbers": r"[0-9]{1,3}(?:\s*/\s*[0-9]{1,3})*",
            "part": pattern_of(self.part_of),
        }

    @cached_property
    def conditions(self) -> tuple[str, str]:
        """The patterns of conditions, without the colon at their end."""
        n, x, players = (self.slots[name] for name in ("n", "x", "from"))
        return (
            r"if\s+(?P<whose>you|your\s+opponents)\s+have\s+"
            rf"(?:(?P<how>at\s+least|at\s+most|exactly)\s+)?(?P<n>{n}|no(?!\w))\s+(?P<x>{x})",
            rf"if\s+you\s+have\s+(?P<order>more|fewer|less)\s+(?P<x>{x})\s+than\s+"
            rf"(?P<from>{players})",
        )


def sign_of(icon: str) -> str:
    """An icon as it is written in a text."""
    return f":{icon}:"


def plain(text: str) -> str:
    """A name as it is looked up: in lower case, with single spaces."""
    return " ".join(text.lower().split())


def spellings(names: Iterable[str]) -> dict[str, str]:
    """A name by each of its spellings, singular and plural; what is written itself comes first.

    >>> spellings(["ore", "berry"])
    {'ore': 'ore', 'berry': 'berry', 'ores': 'ore', 'berries': 'berry'}
    """
    names = [name for name in names if plain(name)]
    found = {plain(name): name for name in reversed(names)}
    found = {plain(name): found[plain(name)] for name in names}
    for name in names:
        word = plain(name)
        for other in dict.fromkeys((plain(plural_of(word)), *_plurals(word))):
            found.setdefault(other, name)
    return found


def _plurals(word: str) -> list[str]:
    if re.search(r"[^aeiou]y$", word):
        return [f"{word[:-1]}ies"]
    if re.search(r"(?:s|x|z|ch|sh)$", word):
        return [f"{word}es"] if not word.endswith("s") else [f"{word}es", word[:-1]]
    return [f"{word}s"]


def pattern_of(names: Iterable[str]) -> str:
    """A pattern for any of the names, longer ones first; spaces may be as wide as they like."""
    ordered = sorted(names, key=len, reverse=True)
    if not ordered:
        return NOTHING
    return "(?:" + "|".join(r"\s+".join(map(re.escape, n.split())) for n in ordered) + r")(?!\w)"
