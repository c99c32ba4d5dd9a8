"""Phrases in other languages: their forms, and how they are read into English phrases.

A `Table` has one form for each kind of clause in a language. To read, a sentence is matched with
the forms and turned into the English phrase of the same kind, which the grammar reads. To write, a
clause fills the form of its kind. `[…]` may be left out and is not written, `(a|b)` is either and
its first is written, `{slot}` takes a name or a number.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from generator.model.plays import POINT
from generator.reading.phrases.faults import Fault, hanging
from generator.reading.phrases.typing_errors import mended
from generator.reading.phrases.vocabulary import NOTHING, Vocabulary, pattern_of, plain

# Kinds of clauses: the English phrase of each, in the slots of the tables.
ENGLISH = {
    "gain": "gain {amount}",
    "bare": "{amount}",
    "gain per": "gain {amount} per {x}",
    "bare per": "{amount} per {x}",
    "lose": "lose {amount}",
    "lose per": "lose {amount} per {x}",
    "they gain": "{who} gains {amount}",
    "they gain per": "{who} gains {amount} per {x}",
    "they lose": "{who} loses {amount}",
    "they lose per": "{who} loses {amount} per {x}",
    "steal": "steal {amount} from {from}",
    "roll": "roll a die and gain that many {res}",
    "draw": "draw {cards}",
    "draw up to": "draw up to {cards}",
    "they draw": "{who} draws {cards}",
    "draw per": "draw {cards} per {x}",
    "they draw per": "{who} draws {cards} per {x}",
    "they draw up to": "{who} draws up to {cards}",
    "discard": "discard {cards}",
    "discard up to": "discard up to {cards}",
    "discard down to": "discard down to {n} cards",
    "they discard": "{who} discards {cards}",
    "they discard down to": "{who} discards down to {n} cards",
    "trash": "trash {cards}",
    "trash up to": "trash up to {cards}",
    "discard any": "discard any number of cards",
    "discard any kind": "discard any number of {kind} cards",
    "trash any": "trash any number of cards",
    "trash any kind": "trash any number of {kind} cards",
    "put back": "put {cards} from your hand on your deck",
    "put back up to": "put up to {cards} from your hand on your deck",
    "they put back": "{who} puts {cards} from their hand on their deck",
    "look": "look at the top {n} cards of your deck, keep {n2} and put the rest back",
    "look discards": "look at the top {n} cards of your deck, keep {n2} and discard the rest",
    "twice": "play a card from your hand twice",
    "twice kind": "play a {kind} card from your hand twice",
    "gain different": "gain {n} different of {all}",
    "swap": "swap hands with {from}",
    "turn up": "turn up cards until you have {cards} and discard the rest",
    "protect": "you are protected until your next turn",
    "clean": "discard your hand and what you played",
    "trash this": "trash this",
    "again": "take another turn",
    "stop": "the game ends",
    "gain card": "gain a card costing up to {amount}",
    "gain kind": "gain a {kind} card costing up to {amount}",
    "gain card to hand": "gain a card costing up to {amount} to your hand",
    "gain kind to hand": "gain a {kind} card costing up to {amount} to your hand",
    "gain card more": "gain a card costing up to {amount} more than it",
    "gain kind more": "gain a {kind} card costing up to {amount} more than it",
    "gain card more to hand": "gain a card costing up to {amount} more than it to your hand",
    "gain kind more to hand": "gain a {kind} card costing up to {amount} more than it to your hand",
    "gain named": "gain {n} {card}",
    "they gain named": "{who} gains {n} {card}",
    "set": "{amount} per set of {all}",
    "different": "{amount} per different {any}",
    "steps": "{numbers} points for {counts} {thing}",
    "most": "most {thing}: {amount}",
    "most lose": "most {thing}: lose {amount}",
    "fewest": "fewest {thing}: {amount}",
    "fewest lose": "fewest {thing}: lose {amount}",
    "most second": "most {thing}: {amount}, second: {second}",
}
# Kinds of heads: the rest of the sentence follows.
HEADS = {
    "if": "if you have {how}{x}: ",
    "if none": "if you have no {thing}: ",
    "if opponents": "if your opponents have {how}{x}: ",
    "if more": "if you have more {x} than {who}: ",
    "if fewer": "if you have fewer {x} than {who}: ",
    "pay": "pay {cost}: ",
    "may": "you may ",
    "times": "up to {n} times: ",
    "aim": "choose an opponent: ",
}
CHOOSE = "choose one: "
_TRIGGERS: dict[str, str] = {
    "bought": "When bought: ",
    "turn": "Each turn: ",
    "end": "End: ",
    "discarded": "When discarded: ",
}
DEEPEST = 8
LIKE = 0.6  # least likeness of a phrase that is called similar
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True)
class Table:
    """The forms of one language."""

    forms: Mapping[str, str]  # kind of clause or head → form
    choose: str
    triggers: Mapping[str, str]
    who: Mapping[str, str]  # English → as a subject
    whom: Mapping[str, str]  # English → from whom something is stolen
    places: Mapping[str, str]  # English → where is counted
    how: Mapping[str, str]
    numbers: tuple[tuple[str, ...], ...]  # the words for 1, 2, 3 …
    points: tuple[str, str]
    cards: tuple[str, str]
    away: Mapping[str, tuple[str, str]]  # English → cards that were just put away
    of_kind: str  # " der Art {kind}", after the number of cards
    last: str  # "und" in a list
    then: str
    plural: Callable[[str], str]
    polished: Callable[[str], str] = str  # "de" is "d’" before a vowel
    and_before: Callable[[str], str] | None = None  # "y" is "e" before some words
    # other words → the known words of the same meaning, which are proposed and never carried out
    other_words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Reader:
    """Sentences of one language, with one game's vocabulary, as English phrases."""

    table: Table
    words: Vocabulary
    is_english: Callable[[str], bool]  # whether a text is a single English clause

    # ------------------------------------------------------------------ slots

    @cached_property
    def slots(self) -> dict[str, str]:
        """The pattern of each slot of a form."""
        table, words = self.table, self.words
        known = [word for each in table.numbers for word in each]
        numbers = [re.escape(name) for name in sorted(words.numbers, key=len, reverse=True)]
        named = "|".join(["[0-9]{1,3}", *known, *(f"(?-i:{name})" for name in numbers)])
        number = rf"(?:{named})(?!\w)"
        res = pattern_of([*words.resource_of, *map(plain, table.points)])
        kind, card = pattern_of(words.kind_of), pattern_of(words.card_of)
        noun = pattern_of(map(plain, table.cards))
        away = [name for names in table.away.values() for name in names]
        thing = pattern_of([*words.names, *map(plain, (*table.cards, *table.points, *away))])
        places = "|".join(_spaced(place) for place in table.places.values())
        amount = rf"{number}\s+{res}"
        lasts = f"{table.last}|e" if table.and_before else table.last
        more = rf"(?:\s*,\s*|\s+(?:{lasts})\s+)"
        of_kind = _spaced(table.of_kind).replace(r"\{kind\}", kind)
        return {
            "n": number,
            "n2": number,
            "amount": amount,
            "second": amount,
            "res": res,
            "kind": kind,
            "card": card,
            "cards": rf"{number}\s+{noun}(?:{of_kind})?",
            "thing": thing,
            "all": rf"{thing}(?:{more}{thing})+",
            "any": rf"{thing}(?:{more}{thing})+",
            "x": rf"(?:{number}\s+)?{thing}(?:\s+(?:{places}))?",
            "who": "|".join(map(_spaced, table.who.values())),
            "from": "|".join(map(_spaced, table.whom.values())),
            "cost": rf"{amount}(?:{more}{amount})*",
            "how": "|".join(rf"{_spaced(how)}\s+" for how in table.how.values()) + "|",
            "numbers": r"[0-9]{1,3}(?:\s*/\s*[0-9]{1,3})*",
            "counts": r"[0-9]{1,3}(?:\s*/\s*[0-9]{1,3})*",
        }

    def _number(self, text: str) -> str:
        words = self.table.numbers
        return next((str(i) for i, n in enumerate(words, 1) if plain(text) in n), text)

    def _name(self, text: str) -> str:
        word = plain(text)
        if word in map(plain, self.table.points):
            return POINT
        words = self.words
        for names in (words.resource_of, words.kind_of, words.card_of, words.column_of):
            if word in names:
                return names[word]
        for english, names_of in self.table.away.items():
            if word in map(plain, names_of):
                return english
        return "card"

    def _english(self, slot: str, text: str) -> str:
        """The words in a slot, in English."""
        if slot in ("numbers", "counts"):
            return text
        if slot in ("who", "from", "how"):
            known = {plain(v): k for k, v in getattr(self.table, _TABLE_OF[slot]).items()}
            english = known.get(plain(text), "")
            return f"{english} " if slot == "how" and english else english
        if slot in ("all", "any"):
            pattern = self.slots["thing"]
            things = [self._name(each) for each in re.findall(pattern, text, re.IGNORECASE)]
            return f"{', '.join(things[:-1])} {'and' if slot == 'all' else 'or'} {things[-1]}"
        if slot == "cost":
            amounts = re.findall(self.slots["amount"], text, re.IGNORECASE)
            return ", ".join(self._english("amount", amount) for amount in amounts)
        if slot in ("n", "n2"):
            return self._number(text)
        if slot in ("amount", "second", "cards", "x"):
            return self._counted(slot, text)
        return self._name(text)

    def _counted(self, slot: str, text: str) -> str:
        """A number with what is counted, and for `x` where it is counted."""
        found = re.match(rf"(?:({self.slots['n']})\s+)?", text, re.IGNORECASE)
        assert found is not None
        number = f"{self._number(found[1])} " if found[1] else ""
        rest = text[found.end() :]
        if slot == "cards":
            kind = re.search(rf"(?<!\w){self.slots['kind']}$", rest, re.IGNORECASE)
            return f"{number}{self._name(kind[0]) + ' ' if kind else ''}cards"
        thing = re.match(self.slots["thing"], rest, re.IGNORECASE)
        assert thing is not None, text
        place = plain(rest[thing.end() :])
        english = next((k for k, v in self.table.places.items() if plain(v) == place), "")
        return f"{number}{self._name(thing[0])}{f' {english}' if place else ''}"

    # ------------------------------------------------------------------ sentences

    @cached_property
    def _forms(self) -> list[tuple[re.Pattern[str], str, bool]]:
        """Patterns of clauses and heads, their English, and whether they are heads."""
        forms = []
        for key, form in self.table.forms.items():
            is_head = key in HEADS
            pattern = re.compile(self._pattern(form), re.IGNORECASE)
            forms.append((pattern, HEADS[key] if is_head else ENGLISH[key], is_head))
        return forms

    def _pattern(self, form: str) -> str:
        parts = re.split(r"(\{[^}]*\}|[][()|]|\s+)", form)
        pattern = "".join(map(self._part, filter(None, parts)))
        return re.sub(r"(?<!\\w)de\\s\+", r"(?:de\\s+|d['’])", pattern)

    def _part(self, part: str) -> str:
        if part.startswith("{"):
            name = part[1:-1]
            return f"(?P<{name}>{self.slots.get(name, NOTHING)})"
        if part.isspace():
            return r"\s+"
        signs = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}
        return signs.get(part) or _spaced(part)

    def sentence(self, text: str, *, triggers: bool = True) -> str | int:
        """A sentence in English, or where it is no phrase: its first character, from 0."""
        english, begin = self._trigger(text) if triggers else ("", 0)
        rest = self._with_condition_last(text[begin:]) or self._clause(text[begin:], begin)
        return rest if isinstance(rest, int) else english + rest

    def _trigger(self, text: str) -> tuple[str, int]:
        """The English trigger at the start of a sentence, and the number of its characters."""
        english, begin = "", 0
        for trigger, form in self.table.triggers.items():
            if found := re.match(rf"{_spaced(form.strip())}\s*", text, re.IGNORECASE):
                english, begin = _TRIGGERS[trigger], found.end()
        return english, begin

    def hanging(self, text: str, at: int, *, triggers: bool) -> Fault | None:
        """The fault of a condition after several clauses; None where there is no such condition."""
        begin = self._trigger(text)[1] if triggers else 0
        for _, form, found in self._conditions_last(text[begin:]):
            clause, condition = found["then"], text[begin + found.start("if") :]
            if isinstance(self._clause(clause, 0), str):
                colon = form[len(form.rstrip(" :")) :]
                return hanging(at + begin + found.start("if"), condition, clause, colon)
        return None

    def _conditions_last(self, text: str) -> Iterator[tuple[str, str, re.Match[str]]]:
        """The conditions at the end of a text: key, form, and what is matched."""
        for key, form, pattern in self._conditions:
            if found := pattern.fullmatch(text):
                yield key, form, found

    @cached_property
    def _conditions(self) -> list[tuple[str, str, re.Pattern[str]]]:
        """The conditions after a clause: key, form, and pattern."""
        forms = [each for each in self.table.forms.items() if each[0].startswith("if")]
        patterns = [self._pattern(form.rstrip(" :")) for _, form in forms]
        return [
            (key, form, re.compile(rf"(?P<then>.+?),?\s+(?P<if>{pattern})", re.IGNORECASE))
            for (key, form), pattern in zip(forms, patterns, strict=True)
        ]

    def _with_condition_last(self, text: str) -> str:
        """The English of "ziehe 1 Karte, wenn du 2 Erz hast"; "" where the text is not like it."""
        for key, _, found in self._conditions_last(text):
            then = self._simple(found["then"])
            if then is not None:
                return self._filled(HEADS[key], found) + then
        return ""

    def _clause(self, text: str, at: int, depth: int = 0) -> str | int:
        if depth > DEEPEST:
            return at
        head = self._head(text, at, depth)
        if head is not None:
            return head
        simple = self._simple(text)
        return simple if simple is not None else self._split(text, at, depth)

    def _head(self, text: str, at: int, depth: int) -> str | int | None:
        if found := re.match(rf"{_spaced(self.table.choose.strip())}\s*", text, re.IGNORECASE):
            options = []
            for option in re.finditer(r"[^/]+", text[found.end() :]):
                lead = len(option[0]) - len(option[0].lstrip())
                place = at + found.end() + option.start() + lead
                english = self._clause(option[0].strip(), place, depth + 1)
                if isinstance(english, int):
                    return english
                options.append(english)
            return f"{CHOOSE}{' / '.join(options)}" if len(options) > 1 else at
        for pattern, english, is_head in self._forms:
            if is_head and (found := pattern.match(text)):
                begin = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip())
                rest = self._clause(text[begin:], at + begin, depth + 1)
                return rest if isinstance(rest, int) else self._filled(english, found) + rest
        return None

    def _filled(self, english: str, found: re.Match[str]) -> str:
        for slot, words in found.groupdict().items():
            if f"{{{slot}}}" not in english:
                continue
            english = english.replace(f"{{{slot}}}", self._english(slot, words or ""))
        return english

    def _simple(self, text: str) -> str | None:
        for pattern, english, is_head in self._forms:
            if not is_head and (found := pattern.fullmatch(text)):
                return self._filled(english, found)
        return text if self.is_english(text) else None

    @cached_property
    def _joint(self) -> re.Pattern[str]:
        last, then = self.table.last, self.table.then
        return re.compile(
            rf"\s*,\s*(?:{last}\s+)?(?:{then}\s+)?|\s+{last}\s+(?:{then}\s+)?|\s+{then}\s+",
            re.IGNORECASE,
        )

    def _split(self, text: str, at: int, depth: int) -> str | int:
        for joint in reversed(list(self._joint.finditer(text))):
            left = self._simple(text[: joint.start()])
            if left is not None:
                rest = self._clause(text[joint.end() :], at + joint.end(), depth + 1)
                return rest if isinstance(rest, int) else f"{left}, {rest}"
        return at

    def first_part(self, text: str) -> str:
        """The part of a text up to the first joint."""
        joint = self._joint.search(text)
        return text[: joint.start()] if joint and joint.start() else text

    def _meanings(self, text: str) -> Iterator[str]:
        """The text in the words that are known here, with one change after the other."""
        for pattern, known in self.table.other_words:
            filled = re.sub(r"\{(\w+)\}", lambda slot: self.slots[slot[1]], pattern)
            text = re.sub(filled, known, text, flags=re.IGNORECASE)
            yield text

    def nearest(self, text: str, rest: str = "") -> str:
        """The likely fix of a text that is no phrase; `rest` is its sentence from there on.

        Only mended typing errors are proposed. A phrase that merely looks alike may mean something
        else, so the message calls that phrase similar.
        """
        for words in (rest, text):
            for candidate in self._meanings(plain(words)):
                if candidate != plain(words) and isinstance(self.sentence(candidate), str):
                    return f'did you mean "{candidate}"?'
        samples = [self._sample(form) for form in self.table.forms.values()]
        known = {
            word for each in (*samples, *self.words.names) for word in _WORD.findall(plain(each))
        }
        corrected = _WORD.sub(lambda word: mended(word[0], known), plain(text))
        if corrected != plain(text) and isinstance(self.sentence(corrected), str):
            return f'did you mean "{corrected}"?'
        verbs = dict.fromkeys(sample.partition(" ")[0] for sample in samples)
        verbs_alone = [verb for verb in verbs if _WORD.fullmatch(verb)]
        close = get_close_matches(plain(text), samples, 1, LIKE)
        similar = f'a similar phrase is "{close[0]}"; ' if close else ""
        return f"{similar}phrases begin with {', '.join(verbs_alone)}"

    def _sample(self, form: str) -> str:
        """A form with examples in its slots."""
        table, words = self.table, self.words
        res = words.resources[min(1, len(words.resources) - 1)]
        res = res if res != POINT else table.points[1]
        kind, card = (names[0] if names else table.cards[0] for names in (words.kinds, words.cards))
        samples = {
            "amount": f"2 {res}", "second": f"1 {res}", "res": res, "n": "2", "n2": "1",
            "kind": kind,
            "card": card, "cards": f"2 {table.cards[1]}", "thing": kind, "all": f"{res}, {kind}",
            "any": f"{res}, {kind}", "x": kind, "who": table.who["each opponent"],
            "from": table.whom["each opponent"], "cost": f"2 {res}", "how": "",
            "numbers": "1/3", "counts": "1/2",
        }  # fmt: skip
        form = re.sub(r"\[[^]]*\]", "", form)
        form = re.sub(r"\(([^|()]*)\|[^()]*\)", r"\1", form)
        return plain(table.polished(form.format(**samples)))


_TABLE_OF = {"who": "who", "from": "whom", "how": "how"}


def _spaced(text: str) -> str:
    """A pattern for a text whose spaces may be as wide as they like."""
    edge = (r"\s+" if text[:1].isspace() else "", r"\s+" if text[-1:].isspace() else "")
    inner = r"\s+".join(re.escape(word) for word in text.split())
    inner = inner.replace("’", "['’]").replace(r"\s+:", r"\s*:")
    return f"{edge[0]}{inner}{edge[1]}" if text.strip() else ""


# ---------------------------------------------------------------------- writing
