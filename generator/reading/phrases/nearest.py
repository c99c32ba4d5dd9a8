"""The likely fix of a phrase that is not known: a suggestion, never carried out.

A known phrase is proposed only if it means the same: words with typing errors are mended, and
words of other games are put into those known here. Otherwise the message names what is unknown,
or lists phrases with the same verb, or the verbs there are.
"""

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise, product

from generator.reading.phrases.other_words import ADVICE, PARTS, TRIGGERS, WORDS
from generator.reading.phrases.typing_errors import likeness, mended
from generator.reading.phrases.vocabulary import MOST_NUMBER, NUMBERS, Vocabulary, plain
from generator.reading.phrases.words import joined, plural_of

LONGEST = 120  # maximum number of characters that are compared
LIKE = 0.75  # least likeness of a phrase in a list, compared with the first of the list
MOST_EXPANDED = 64  # maximum number of spellings of one form
_OPTION = re.compile(r"\[([^][]*)\]")
_EITHER = re.compile(r"\(([^()]*)\)")
_SLOT = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_WORD = re.compile(r"[^\W\d_](?:[\w'’-]*\w)?")
_FORM_WORDS = (
    "if you have your opponents opponent at least most exactly no pay choose one an may that they "
    "player players each in hand own of neighbours neighbors all and or a the to left right second "
    "when bought turn end per then from point points more fewer than discarded trashed times rest"
)
VERBS = (
    *(
        "gain",
        "lose",
        "steal",
        "roll",
        "draw",
        "discard",
        "trash",
        "turn up",
        "look",
        "swap",
        "put",
    ),
    *("play", "pay", "choose", "take"),
)
Reads = Callable[[str], bool]


class Nearest:
    """Fixes for the phrases of one game; `reads` says whether a text is a known phrase."""

    def __init__(self, forms: Sequence[str], words: Vocabulary, reads: Reads) -> None:
        self.forms, self.words, self.reads = forms, words, reads
        names = [*words.names, *words.numbers, *words.phrases, *words.synonyms]
        literal = [_SLOT.sub(lambda slot: slot[2] or " ", form) for form in forms]
        texts = [*literal, _FORM_WORDS, *VERBS, *NUMBERS, *names]
        self.known = {word for text in texts for word in _WORD.findall(plain(text))}

    def fix(self, text: str, rest: str, *, begins: bool) -> str:
        """The fix of a text, and of the rest of its sentence; `begins`: a trigger may stand there.

        What joins alternatives or has a condition is looked for in the rest.
        """
        wanted, rest = plain(text)[:LONGEST], plain(rest)[:LONGEST]
        for candidate in (
            *self._meanings(rest, begins, True),
            *(self._meanings(wanted, False, False) if wanted != rest else ()),
        ):
            if candidate not in (wanted, rest) and self.reads(candidate):
                return f'did you mean "{self._shown(candidate)}"?'
        return (
            self._number(wanted)
            or self._unknown_name(wanted)
            or self._advice(wanted, rest)
            or self._same_verb(wanted)
            or self._verbs(wanted)
        )

    # ------------------------------------------------------------------ the same meaning

    def _meanings(self, wanted: str, begins: bool, ends: bool) -> Iterator[str]:
        """The text with its typing errors mended, and in the words known here."""
        corrected = self._mended(wanted)
        yield corrected
        for text in dict.fromkeys((wanted, corrected)):
            for known in self._put(text, begins, ends):
                yield from (known, self._mended(known))

    def _mended(self, text: str) -> str:
        """The text with each unknown word replaced by the known one it is a typing error of."""
        return _WORD.sub(lambda word: self._word(word[0]), text)

    def _word(self, word: str) -> str:
        is_of_others = _elsewhere().fullmatch(word)
        return word if is_of_others else mended(word, self.known | _PLAIN)

    def _put(self, text: str, begins: bool, ends: bool) -> Iterator[str]:
        """The text in words that are known here, where other words are usual elsewhere."""
        trigger = ""
        if begins:
            text = self._first(TRIGGERS, text)
            if found := re.match(r"(?:when bought|when discarded|each turn|end): ", text):
                trigger, text = found[0], text[found.end() :]
        for _ in range(2):
            text = self._parts(text)
            yield trigger + text
            text = self._words(text)
            yield trigger + text
        if ends and " or " in text:
            yield trigger + self._alternatives(text)

    def _parts(self, text: str) -> str:
        for pattern, known in _filled_patterns(PARTS, self.words):
            text = pattern.sub(known, text)
        return text

    def _words(self, text: str) -> str:
        for other, known in WORDS.items():
            if not any(re.fullmatch(other, name) for name in self.words.names):
                text = re.sub(rf"(?<!\w)(?:{other})(?!\w)", known, text)
        return text

    def _alternatives(self, text: str) -> str:
        text = re.sub(r",? or ", " or ", text.removeprefix("choose one: "))
        head, colon, rest = text.rpartition(": ")
        options = [part.strip() for part in rest.split(" or ")]
        verb = options[0].split(" ", 1)[0]
        options = [o if re.match(r"[a-z]{2}", o) else f"{verb} {o}" for o in options]
        return f"{head}{colon}choose one: {' / '.join(options)}"

    def _first(self, pairs: Sequence[tuple[str, str]], text: str) -> str:
        """The text with the first of the pairs put in that fits."""
        for pattern, known in _filled_patterns(pairs, self.words):
            if pattern.match(text):
                return pattern.sub(known, text, count=1)
        return text

    # ------------------------------------------------------------------ what else can be said

    def _number(self, wanted: str) -> str:
        """The fault of a number."""
        if found := re.search(r"[0-9]+[.,][0-9]+|½|¼|¾", wanted):
            res = self._resource(wanted)
            text = f'"{found[0]}" is not a whole number; write one, such as "gain 2 {res}"'
            return f'{text}, or count in groups, such as "gain 1 {res} per 2 {res}"'
        if any(int(n) > MOST_NUMBER for n in re.findall(r"[0-9]+", wanted)):
            return f"numbers go up to {MOST_NUMBER}"
        return ""

    def _unknown_name(self, wanted: str) -> str:
        """The word that would have to be a name of the game, if that is all that is missing."""
        *_, text = self._put(wanted, False, False)
        spans = [w for w in _WORD.finditer(text) if w[0] not in self.known]
        if not spans:
            return ""
        start, end = spans[0].start(), spans[-1].end()
        unknown, names = text[start:end], self.words
        lists: list[str] = []
        for what, given in (
            ("resources", names.resources), ("kinds of card", names.kinds), ("cards", names.cards)
        ):  # fmt: skip
            if what == "cards" and lists:
                continue  # there may be 96 of them
            if given and self.reads(text[:start] + plain(given[-1]) + text[end:]):
                near = sorted(given, key=lambda name: -likeness(plain(name), unknown))
                listed = joined([*near[:6], *(["others"] if near[6:] else [])], "and")
                lists.append(f"{what} are {listed}")
        return f'this game has no "{unknown}"; its {"; its ".join(lists)}' if lists else ""

    def _advice(self, wanted: str, rest: str) -> str:
        for word, advice in ADVICE:
            pattern = rf"(?<!\w)(?:{word})(?!\w)"
            if re.search(re.sub(r"\{([a-z]+)\}", lambda s: self.words.slots[s[1]], pattern), rest):
                return self._agreeing(advice.format(**self._examples(rest)))
        return ""

    def _examples(self, text: str) -> dict[str, str]:
        """What fills the slots of advice: names that the text has, or others of the game."""
        words, slots = self.words, self.words.slots
        res = self._name_in(text)
        others = [name for name in words.resources[1:] if name != res] or [res]
        amount = re.search(rf"(?<!\w)({slots['n']}) ({slots['res']})", text)
        n, name = 2, res
        if amount:
            n, name = words.number(amount[1]), words.resource_of[plain(amount[2])]
            others = [other for other in words.resources[1:] if other != name] or [name]
        things = (*words.kinds, *words.resources[1:], *words.cards, "point", "card")
        thing = next((t for t in things if re.search(rf"(?<!\w){re.escape(plain(t))}", text)), res)
        is_fewest = re.search(r"fewest|least", text) is not None
        named = words.resources[1:] or words.resources
        either = [f"gain {self.amount(2, each)}" for each in named[:3]]
        each = [self.amount(1, name) for name in named[:4]]
        return {
            "res": self._plural(res),
            "res_one": res,
            "other": others[-1],
            "amount": self.amount(n, name),
            "thing": self._plural(thing),
            "rank": "fewest" if is_fewest else "most",
            "order": "fewer" if is_fewest else "more",
            "each": joined(each, "and"),
            "either": " / ".join(either * 2 if len(either) == 1 else either),
        }

    def amount(self, n: int, name: str) -> str:
        """So many of a name."""
        return f"{n} {name if n == 1 else self._plural(name)}"

    def _plural(self, name: str) -> str:
        if name in ("point", "card"):
            return f"{name}s"
        return self.words.plurals.get(name) or plural_of(name)

    def _same_verb(self, wanted: str) -> str:
        """The phrases with the verb of the text, those that are most like it."""
        *_, text = self._put(wanted, False, False)
        text, who = self._mended(text), self.words.slots["who"]
        found = re.match(rf"(?:you may |(?:{who}) )?({'|'.join(VERBS)})s?(?!\w)", text)
        if found:
            verb = found[1]
        elif text.startswith("if "):
            verb = "if"
        elif re.search(r"(?<!\w)points?(?!\w)", text):
            verb = "points"
        else:
            return ""
        best: dict[str, float] = {}
        others = re.search(r"player|opponent|they", text)
        for form in self.forms:
            if _begins_with(form, verb) and (others or not form.startswith("{who}")):
                candidates = map(self._shown, self.filled(form, text))
                known = [e for e in candidates if self.reads(e) and (others or "that pl" not in e)]
                known = [e for e in known if "than it" not in e or "than it" in text]
                if known:
                    likest = max(known, key=lambda each: likeness(each, text))
                    best[likest] = likeness(likest, text)
        listed = sorted(best, key=lambda each: -best[each])[:3]
        listed = [each for each in listed if best[each] > best[listed[0]] * LIKE]
        if not listed:
            return ""
        quoted = joined([f'"{each}"' for each in listed], "or")
        return f"write it like {quoted}"

    def _verbs(self, wanted: str) -> str:
        words = _WORD.findall(wanted)
        unknown = next((word for word in words if word not in self.known), "")
        says = f'no phrase says "{unknown}"; ' if unknown else ""
        return (
            f"{says}phrases begin with {joined(list(VERBS), 'or')}, such as "
            f'"gain 2 {self._resource("")}"; rules/PLAY-FROM-DATA.md has them all'
        )

    def _shown(self, text: str) -> str:
        """The text with names as the game writes them, and words in the right number."""
        for name in (*self.words.resources, *self.words.kinds, *self.words.cards):
            if name != plain(name):
                text = re.sub(rf"(?<!\w){re.escape(plain(name))}", name.replace("\\", r"\\"), text)
        return self._agreeing(text)

    def _agreeing(self, text: str) -> str:
        """The text with its verbs and nouns in the right number."""
        thing, name = rf"({self.words.slots['thing']})", self.words.thing
        text = re.sub(
            rf"(?<![\w/])([0-9]+) {thing}(?! cards?(?!\w))",
            lambda found: self.amount(int(found[1]), name(found[2]).name),
            text,
        )
        text = re.sub(rf"(?<=per ){thing}", lambda found: name(found[1]).name, text)
        text = re.sub(
            rf"(?<!\w)(more|fewer|most|fewest|no) {thing}",
            lambda found: f"{found[1]} {self._plural(name(found[2]).name)}",
            text,
        )
        return re.sub(rf"({_WHO}) (gain|lose|draw|discard)(?!\w)", r"\1 \2s", text)

    def _resource(self, wanted: str) -> str:
        """The plural of the resource that a text names first, or of the first of the game."""
        return self._plural(self._name_in(wanted))

    def _name_in(self, text: str) -> str:
        """The resource that a text names first, or the first of the game."""
        found = re.search(rf"(?<!\w){self.words.slots['res']}", text)
        usual = (self.words.resources[1:] or self.words.resources)[0]
        return self.words.resource_of[plain(found[0])] if found else usual

    def filled(self, form: str, wanted: str) -> Iterator[str]:
        """Spellings of a form, filled in with the names and numbers closest to those in a text."""
        return _filled(form, wanted, self.words)


_PLAIN = {word for key in WORDS for word in re.findall(r"(?<=[:|])[a-z]{4,}(?=[|)])", key)}


_WHO = r"each opponent|each player|that player|the player to your (?:left|right)"


@cache
def _begins_with(form: str, verb: str) -> bool:
    """Whether a form is of this verb; "points" is what gives points without one."""
    text = re.sub(r"\{\w+:([^}]*)\}", r"\1", form)
    if verb == "points":
        return "point" in text and not re.match(r"[a-z]", text.replace("most", ""))
    return re.match(rf"\[?(?:\{{who\}} \(?)?{verb}", text) is not None


def _filled_patterns(
    pairs: Sequence[tuple[str, str]], words: Vocabulary
) -> Iterator[tuple[re.Pattern[str], str]]:
    for pattern, known in pairs:
        filled = re.sub(r"\{([a-z]+)\}", lambda slot: words.slots[slot[1]], pattern)
        yield re.compile(filled, re.IGNORECASE), known


@cache
def _elsewhere() -> re.Pattern[str]:
    words = {w for key in WORDS for w in re.findall(r"[a-z]{2,}", key)}
    words |= {w for key, _ in (*ADVICE, *TRIGGERS) for w in re.findall(r"[a-z]{2,}", key)}
    return re.compile(f"(?:{'|'.join(sorted(words, key=len, reverse=True))})(?:s|es|ed)?")


def _filled(form: str, wanted: str, words: Vocabulary) -> Iterator[str]:
    """Spellings of a form, filled in with the names and numbers closest to those in a text."""
    numbers = re.findall(r"(?<!\w)[0-9]{1,3}(?!\w)", wanted) or ["2"]
    near = {  # slot → what may fill it
        "res": _near(wanted, words.resources),
        "kind": _near(wanted, words.kinds),
        "card": [name for name in words.cards if plain(name) in wanted],
        "who": ["each opponent", "each player", "that player", "the player to your left"],
        "from": ["each opponent", "that player"],
        "other": ["the player to your left", "that player"],
        "numbers": ["1/3/6"],
        "counts": ["1/2/3"],
    }
    near["thing"] = _near(wanted, (*words.resources, *words.kinds, *words.cards, "card"))
    near["x"] = near["thing"]
    near["things"] = [_listed(wanted, words)]
    near["cost"] = [f"{numbers[0]} {near['res'][0]}"]
    for bare in expanded(form):
        slots = [m[1] for m in _SLOT.finditer(bare) if not m[2] and m[1] not in ("n", "n2")]
        if any(not near[name] for name in slots):
            continue
        for chosen in product(*(near[name][:2] for name in slots)):
            left, counted = iter(chosen), iter(numbers + numbers[-1:] * 4)

            def fill(
                slot: re.Match[str], left: Iterator[str] = left, counted: Iterator[str] = counted
            ) -> str:
                if slot[2]:
                    return slot[2].split("|")[0]
                if slot[1] == "n2":
                    return "1"
                return next(counted) if slot[1] == "n" else next(left)

            yield " ".join(_SLOT.sub(fill, bare).split())


@cache
def expanded(form: str) -> list[str]:
    """The form with and without each option, with each alternative."""
    forms = [form]
    while len(forms) < MOST_EXPANDED and any("[" in f or "(" in f for f in forms):
        grown: list[str] = []
        for each in forms:
            if found := _OPTION.search(each):
                before, after = each[: found.start()], each[found.end() :]
                grown += [before + after, before + found[1] + after]
            elif found := _EITHER.search(each):
                before, after = each[: found.start()], each[found.end() :]
                grown += [before + part + after for part in found[1].split("|")]
            else:
                grown.append(each)
        forms = grown
    return forms


def _near(wanted: str, names: Sequence[str]) -> list[str]:
    """The names most like words of a text, the best first."""
    tokens = wanted.split()
    pairs = [*tokens, *(" ".join(two) for two in pairwise(tokens))]

    def likeness(name: str) -> float:
        return max(
            (difflib.SequenceMatcher(None, plain(name), each).ratio() for each in pairs), default=0
        )

    return sorted(dict.fromkeys(names), key=lambda name: -likeness(name))[:3]


def _listed(wanted: str, words: Vocabulary) -> str:
    names = _near(wanted, (*words.kinds, *words.resources))
    return " and ".join((names * 2)[:2])
