"""From the words on a card to sentences: a closed grammar of templates.

In: the text of a cell and a vocabulary. Out: sentences, or faults with their column. A template is
written as its canonical words; `[…]` may be left out, `(a|b)` is either, `{slot}` takes a name or
a number. What fits no template is a fault: nothing is guessed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from generator.model.letters import small
from generator.model.plays import POINT
from generator.reading.phrases.faults import MISSING, Fault, NoPhrase, hanging
from generator.reading.phrases.foreign import Reader
from generator.reading.phrases.foreign_words import ForeignWording, text_in
from generator.reading.phrases.languages import language_of
from generator.reading.phrases.nearest import Nearest
from generator.reading.phrases.sentences import sentences_in, trigger_of
from generator.reading.phrases.vocabulary import NOTHING, Vocabulary, plain
from generator.reading.phrases.words import (
    MOST_CARDS,
    PLAIN,
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
    Sentence,
    Sets,
    Steal,
    Steps,
    Swap,
    TurnUp,
    text_of,
)

Given = dict[str, str]  # slot → the words that fill it
MOST_CHARACTERS = 600  # maximum number of characters in a cell
DEEPEST = 8  # maximum depth of heads within each other


@dataclass(frozen=True, slots=True)
class Template:
    """One form of a clause, and what it means."""

    form: str
    make: Callable[["Grammar", Given], Clause]


def _who(given: Given) -> str:
    said = plain(given.get("who") or given.get("from") or given.get("other") or "")
    if said.startswith("the player to your"):
        return said.rpartition(" ")[2]
    return {"": "you", "they": "that player"}.get(said, said)


def _gain(grammar: "Grammar", given: Given) -> Clause:
    per = grammar.countable(given["x"]) if given.get("x") else None
    return Gain(_who(given), grammar.n(given), grammar.res(given), per)


def _lose(grammar: "Grammar", given: Given) -> Clause:
    per = grammar.countable(given["x"]) if given.get("x") else None
    return Gain(_who(given), grammar.n(given), grammar.res(given), per, loses=True)


def _discard(grammar: "Grammar", given: Given) -> Clause:
    bound = plain(given.get("bound") or "")
    kind = grammar.words.kind_of[plain(given["kind"])] if given.get("kind") else ""
    n = grammar.n(given) if given.get("n") else MOST_CARDS
    verb, is_up_to = given["verb"].lower(), bound in ("up to", "any number of")
    goes = ("trash" in verb, "put" in verb)
    return Discard(_who(given), n, kind, is_up_to, bound == "down to", *goes)


def _gain_card(grammar: "Grammar", given: Given) -> Clause:
    kind = grammar.words.kind_of[plain(given["kind"])] if given.get("kind") else ""
    to_hand, more = bool(given.get("hand")), bool(given.get("more"))
    return GainCard(kind, grammar.n(given), grammar.res(given), to_hand, more)


def _look(grammar: "Grammar", given: Given) -> Clause:
    n, keep = grammar.n(given), grammar.words.number(given["n2"])
    if keep > n:
        raise ValueError("as many cards to keep as are looked at, or fewer")
    return Look(n, keep, bool(given.get("discards")))


def _play_twice(grammar: "Grammar", given: Given) -> Clause:
    return PlayTwice(grammar.words.kind_of[plain(given["kind"])] if given.get("kind") else "")


def _gain_different(grammar: "Grammar", given: Given) -> Clause:
    things = dict.fromkeys(_things(grammar, given))
    if any(thing.what != "resource" for thing in things) or not 0 < grammar.n(given) <= len(things):
        raise ValueError("resources, and as many as are named or fewer")
    return GainDifferent(grammar.n(given), tuple(thing.name for thing in things))


def _steps(grammar: "Grammar", given: Given) -> Clause:
    points, counts = (
        tuple(int(n) for n in re.findall("[0-9]+", given[name])) for name in ("numbers", "counts")
    )
    if len(points) != len(counts) or list(counts) != sorted(set(counts)) or counts[0] < 1:
        raise ValueError("as many points as numbers, and numbers that grow")
    return Steps(points, counts, grammar.words.thing(given["thing"]))


def _draw(grammar: "Grammar", given: Given) -> Clause:
    per = grammar.countable(given["x"]) if given.get("x") else None
    return Draw(_who(given), grammar.n(given), bool(given.get("bound")), per)


def _things(grammar: "Grammar", given: Given) -> tuple[Any, ...]:
    pattern = grammar.slots["thing"]
    found = re.findall(pattern, given["things"], re.IGNORECASE)
    return tuple(grammar.words.thing(each) for each in found)


def _most(grammar: "Grammar", given: Given) -> Clause:
    second = grammar.words.number(given["n2"]) if given.get("n2") else 0
    points = -grammar.n(given) if given.get("lose") else grammar.n(given)
    is_fewest = plain(given["rank"]) == "fewest"
    return Most(grammar.words.thing(given["thing"]), points, second, is_fewest)


_POINTS = f"{POINT}[s]"
TEMPLATES = (
    Template("gain {n} {res}[ per {x}]", _gain),
    Template("{n} {res}[ per {x}]", _gain),
    Template("{who} (gains|gain) {n} {res}[ per {x}]", _gain),
    Template("lose {n} {res}[ per {x}]", _lose),
    Template("{who} (loses|lose) {n} {res}[ per {x}]", _lose),
    Template(
        "steal {n} {res} from {from}", lambda g, given: Steal(_who(given), g.n(given), g.res(given))
    ),
    Template("roll a die[,] and gain that (many|much) {res}", lambda g, given: Roll(g.res(given))),
    Template("draw {n}[ (cards|card)]", _draw),
    Template("draw {n} (cards|card) per {x}", _draw),
    Template("draw {bound:up to} {n} (cards|card)", _draw),
    Template("{who} (draws|draw) {n}[ (cards|card)]", _draw),
    Template("{who} (draws|draw) {n} (cards|card) per {x}", _draw),
    Template("{who} (draws|draw) {bound:up to} {n} (cards|card)", _draw),
    Template("{verb:discard}[ {bound:up to}] {n}[ {kind}] (cards|card)", _discard),
    Template("{who} {verb:discards|discard}[ {bound:down to}] {n} (cards|card)", _discard),
    Template("{verb:discard} {bound:down to} {n} (cards|card)", _discard),
    Template("{verb:trash}[ {bound:up to}] {n}[ {kind}] (cards|card)", _discard),
    Template("{verb:discard|trash} {bound:any number of}[ {kind}] cards", _discard),
    Template(
        "{verb:put}[ {bound:up to}] {n}[ {kind}] (cards|card)[ from your hand] on (your|the) deck",
        _discard,
    ),
    Template("{who} {verb:puts|put} {n} (cards|card)[ from their hand] on their deck", _discard),
    Template(
        "look at the top {n} (cards|card)[ of (your|the) deck], keep {n2} and "
        "{discards:discard the rest}",
        _look,
    ),
    Template(
        "look at the top {n} (cards|card)[ of (your|the) deck], keep {n2} and put the rest back",
        _look,
    ),
    Template("play (a|an)[ {kind}] card from your hand twice", _play_twice),
    Template("gain {n} different of {things}", _gain_different),
    Template("swap hands with {other}", lambda g, given: Swap(_who(given))),
    Template(
        "turn up cards until you have {n} {kind} (cards|card)[,] (and|then) discard the rest",
        lambda g, given: TurnUp(g.words.kind_of[plain(given["kind"])], g.n(given)),
    ),
    Template(PLAIN["clean"], lambda g, given: Plain("clean")),
    Template(PLAIN["trash this"], lambda g, given: Plain("trash this")),
    Template(PLAIN["again"], lambda g, given: Plain("again")),
    Template(PLAIN["stop"], lambda g, given: Plain("stop")),
    Template(PLAIN["protect"], lambda g, given: Plain("protect")),
    Template("gain a [{kind} ]card costing up to {n} {res}[{hand: to your hand}]", _gain_card),
    Template(
        "gain a [{kind} ]card costing up to {n} {res} {more:more than it}[{hand: to your hand}]",
        _gain_card,
    ),
    Template(
        "[gain ]{n} {card}",
        lambda g, given: GainNamed("you", g.n(given), g.words.card_of[plain(given["card"])]),
    ),
    Template(
        "{who} (gains|gain) {n} {card}",
        lambda g, given: GainNamed(_who(given), g.n(given), g.words.card_of[plain(given["card"])]),
    ),
    Template(f"{{n}} {_POINTS} per set of {{things}}", lambda g, v: Sets(g.n(v), _things(g, v))),
    Template(
        f"{{n}} {_POINTS} per different {{things}}", lambda g, v: Different(g.n(v), _things(g, v))
    ),
    Template(f"{{numbers}} {_POINTS} for {{counts}} {{thing}}", _steps),
    Template(f"{{rank:most}} {{thing}}: {{n}} {_POINTS}[, second: {{n2}} {_POINTS}]", _most),
    Template(f"{{rank:fewest}} {{thing}}: {{n}} {_POINTS}", _most),
    Template(f"{{rank:most|fewest}} {{thing}}: {{lose:lose}} {{n}} {_POINTS}", _most),
)
_JOINT = re.compile(
    r"\s*,\s*(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?|\s+then\s+", re.IGNORECASE
)


class Grammar:
    """The templates with one game's vocabulary."""

    def __init__(self, words: Vocabulary) -> None:
        self.words: Vocabulary = words
        self.slots = words.slots | {
            "counts": words.slots["numbers"],
            "n2": words.slots["n"],
        }

    def n(self, given: Given) -> int:
        """The number of a clause."""
        return self.words.number(given["n"])

    def res(self, given: Given) -> str:
        """The resource of a clause."""
        return self.words.resource_of[plain(given["res"])]

    @cached_property
    def _compiled(self) -> list[tuple[re.Pattern[str], Template]]:
        return [(re.compile(self.pattern(t.form), re.IGNORECASE), t) for t in TEMPLATES]

    @cached_property
    def _own(self) -> list[tuple[re.Pattern[str], str]]:
        """The game's own templates, and those they stand for."""
        pairs = self.words.phrases.items()
        return [(re.compile(self.pattern(form), re.IGNORECASE), known) for form, known in pairs]

    @cached_property
    def _synonyms(self) -> list[tuple[re.Pattern[str], str]]:
        pairs = sorted(self.words.synonyms.items(), key=lambda pair: -len(pair[0]))
        return [
            (re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE), known)
            for word, known in pairs
        ]

    def pattern(self, form: str) -> str:
        """A template as a regular expression."""
        parts = re.split(r"(\{[^}]*\}|[][()|]|\s+)", form)
        return "".join(map(self._part, filter(None, parts)))

    def _part(self, part: str) -> str:
        if part.startswith("{"):
            name, _, words = part[1:-1].partition(":")
            if words:
                inner = r"\s+".join(words.strip().split())
                before = r"\s+" if words.startswith(" ") else ""
                return f"{before}(?P<{name}>{inner})"
            return f"(?P<{name}>{self.slots.get(name, NOTHING)})"
        if part.isspace():
            return r"\s+"
        return {"[": "(?:", "]": ")?", "(": "(?:"}.get(
            part, part if part in ")|" else re.escape(part)
        )

    def countable(self, text: str) -> Countable:
        """The meaning of a countable of the pattern `x`."""
        slots = self.slots
        found = re.fullmatch(
            rf"(?:(?P<n>{slots['n']})\s+)?(?P<thing>{slots['away']}|{slots['thing']})"
            r"(?:\s+(?P<place>.+))?",
            text,
            re.IGNORECASE | re.DOTALL,
        )
        assert found is not None, text
        each = self.words.number(found["n"]) if found["n"] else 1
        thing, place = self.words.thing(found["thing"]), plain(found["place"] or "")
        if each < 1:
            raise ValueError("a number of at least 1 after per")
        if place == "in your hand":
            return Countable(thing, each, where="hand")
        if place == "you own":
            return Countable(thing, each, where="own")
        if place == "of your opponents":
            return Countable(thing, each, whose="opponents")
        if place in ("of your neighbours", "of your neighbors"):
            return Countable(thing, each, whose="neighbours")
        if place == "of all players":
            return Countable(thing, each, whose="players")
        return Countable(thing, each)

    # ------------------------------------------------------------------ reading

    def read(self, text: str, *, triggers: bool = True) -> tuple[Program, list[Fault]]:
        """The sentences of a text, and the faults of those that are none.

        A text that is not English is read in the language of the game.
        """
        program, faults = self.read_english(text, triggers=triggers)
        if not faults or self._reader is None or len(text) > MOST_CHARACTERS:
            return program, faults
        program, faults = self._read_foreign(text, self._reader, triggers)
        if faults and self._synonyms:
            other = self._read_foreign(self.translated(text), self._reader, triggers)
            return (program, faults) if other[1] else other
        return program, faults

    @cached_property
    def _reader(self) -> Reader | None:
        table = language_of(self.words.language).table
        if table is None:
            return None
        return Reader(
            table, self.words, lambda text: not self.read_english(text, triggers=False)[1]
        )

    def _read_foreign(
        self, text: str, reader: Reader, triggers: bool
    ) -> tuple[Program, list[Fault]]:
        sentences: list[Sentence] = []
        faults: list[Fault] = []
        for at, sentence in sentences_in(text):
            english = reader.sentence(sentence, triggers=triggers)
            if isinstance(english, int):
                if fault := reader.hanging(sentence, at, triggers=triggers):
                    faults.append(fault)
                    continue
                rest = sentence[english:]
                wrong = reader.first_part(rest)
                message = f'"{wrong}" is not a known phrase' if wrong else MISSING
                faults.append(Fault(at + english, message, wrong, rest, triggers and not english))
                continue
            program, wrong_english = self.read_english(english, triggers=triggers)
            sentences += program
            faults += [replace(fault, at=at) for fault in wrong_english]
        return tuple(sentences), faults

    def read_english(self, text: str, *, triggers: bool = True) -> tuple[Program, list[Fault]]:
        """The sentences of an English text, and the faults of those that are none."""
        if len(text) > MOST_CHARACTERS:
            return (), [Fault(0, f"{len(text)} characters, expected {MOST_CHARACTERS} at most")]
        sentences: list[Sentence] = []
        faults: list[Fault] = []
        for at, sentence in sentences_in(text):
            trigger, n_trigger = trigger_of(sentence) if triggers else ("", 0)
            try:
                rest = sentence[n_trigger:]
                clause = self._with_condition_last(rest) or self.clause(rest, at + n_trigger)
                sentences.append(Sentence(trigger, clause))
            except NoPhrase as wrong:
                if fault := self._hanging(sentence[n_trigger:], at + n_trigger):
                    faults.append(fault)
                    continue
                rest, begins = sentence[wrong.at - at :], triggers and wrong.at == at
                fault = Fault(wrong.at, wrong.message, wrong.text, rest, begins, wrong.advice)
                faults.append(fault)
        return tuple(sentences), faults

    def canonical(self, program: Program) -> str:
        """The canonical wording of a program, which parses back to the same program."""
        wording = language_of(self.words.language).wording(self.words.plurals)
        if isinstance(wording, ForeignWording):
            text = text_in(wording, program)
            if self.read(text) == (program, []):
                return text
            return text_in(replace(wording, is_plain=True), program)
        text = text_of(program, wording)
        if self.read(text) == (program, []):
            return text
        return text_of(program, replace(wording, is_plain=True))

    def fix(self, fault: Fault) -> str:
        """The likely fix of a fault, which takes a while to find."""
        if fault.advice:
            return fault.advice
        if self._reader is not None:
            return self._reader.nearest(fault.text, fault.rest)
        return self._nearest.fix(fault.text, fault.rest, begins=fault.begins)

    @cached_property
    def _nearest(self) -> Nearest:
        return Nearest(FORMS, self.words, self._reads)

    def _reads(self, text: str) -> bool:
        program, faults = self.read(text)
        return bool(program) and not faults

    def clause(self, text: str, at: int, depth: int = 0) -> Clause:
        """The clause that a text says, as written or by the pack's synonyms. Raises `NoPhrase`."""
        if depth > DEEPEST:
            raise NoPhrase(at, text)
        for words in dict.fromkeys((text, self.translated(text))):
            head = self._head(words, at, depth)
            if head is not None:
                return head
        clause = self._simple(text, depth)
        return clause if clause is not None else self._split(text, at, depth)

    def translated(self, text: str) -> str:
        """The text with the pack's synonyms put in."""
        for pattern, known in self._synonyms:
            text = pattern.sub(known.replace("\\", r"\\"), text)
        return text

    def _split(self, text: str, at: int, depth: int) -> Clause:
        """Clauses that are joined: the longest that is one comes first."""
        for joint in reversed(list(_JOINT.finditer(text))):
            left = self._simple(text[: joint.start()], depth)
            if left is None:
                continue
            self._stands_alone(left, text[joint.end() :], at + joint.end())
            rest = self.clause(text[joint.end() :], at + joint.end(), depth)
            after = rest.clauses if isinstance(rest, All) else (rest,)
            before = left.clauses if isinstance(left, All) else (left,)
            return All((*before, *after))
        first = _JOINT.search(text)
        raise NoPhrase(at, text[: first.start()] if first and first.start() else text)

    def _stands_alone(self, left: Clause, text: str, at: int) -> None:
        """Raise `NoPhrase` where an amount without a verb follows a loss, or what others gain.

        "Lose 1 ore and 1 oak" means two losses to a reader, but an amount alone is gained.
        """
        last = left.clauses[-1] if isinstance(left, All) else left
        if not isinstance(last, Gain) or (last.who == "you" and not last.loses):
            return
        found = re.match(rf"({self.slots['n']})\s+({self.slots['res']})", text, re.IGNORECASE)
        if found:
            n, res = self.words.number(found[1]), self.words.resource_of[plain(found[2])]
            meanings = (Gain(last.who, n, res, loses=last.loses), Gain("you", n, res))
            words = [self.canonical((Sentence("", each),)) for each in meanings]
            lose, gain = (f'"{small(text).rstrip(".")}"' for text in words)
            message = f'"{found[0]}" has no verb: is it lost or gained, and by whom?'
            raise NoPhrase(at, found[0], message, f"write {lose} or {gain}")

    def _simple(self, text: str, depth: int) -> Clause | None:
        """The clause of a single template, as written before by synonyms; None where none fits."""
        clause = self._fitting(text, depth)
        other = self.translated(text) if clause is None else text
        return self._fitting(other, depth) if other != text else clause

    def _fitting(self, text: str, depth: int) -> Clause | None:
        for pattern, template in self._compiled:
            if found := pattern.fullmatch(text):
                try:
                    return template.make(self, {k: v for k, v in found.groupdict().items() if v})
                except ValueError:
                    return None
        for pattern, known in self._own:
            if (own := pattern.fullmatch(text)) and depth < DEEPEST:
                filled = known
                for slot, words in own.groupdict().items():
                    filled = filled.replace(f"{{{slot}}}", words or "")
                try:
                    return self.clause(" ".join(filled.split()), 0, depth + 1)
                except NoPhrase:
                    return None
        return None

    def _head(self, text: str, at: int, depth: int) -> Clause | None:
        """The clause of a text that begins with a head; None where it begins with none."""
        slots = self.slots
        if found := re.match(r"choose\s+one\s*:\s*", text, re.IGNORECASE):
            options, start = [], found.end()
            if "/" not in text[start:]:
                raise NoPhrase(at, text)
            for option in re.finditer(r"[^/]+", text[start:]):
                part = option[0]
                lead = len(part) - len(part.lstrip())
                place = at + start + option.start() + lead
                options.append(self.clause(part.strip(), place, depth + 1))
            if len(options) < 2:
                raise NoPhrase(at, text)
            return Choose(tuple(options))
        if found := re.match(r"choose\s+an\s+opponent\s*:\s*", text, re.IGNORECASE):
            return Aim(self.clause(text[found.end() :], at + found.end(), depth + 1))
        if found := re.match(
            rf"(?:you\s+may\s+)?pay\s+(?P<cost>{slots['cost']})\s*:\s*", text, re.IGNORECASE
        ):
            then = self.clause(text[found.end() :], at + found.end(), depth + 1)
            return Pay(self.costs(found["cost"]), then)
        if found := re.match(
            rf"up\s+to\s+(?P<n>{slots['n']})\s+times?\s*:\s*", text, re.IGNORECASE
        ):
            then = self.clause(text[found.end() :], at + found.end(), depth + 1)
            return Repeat(self.words.number(found["n"]), then)
        if found := re.match(r"you\s+may\s+", text, re.IGNORECASE):
            return May(self.clause(text[found.end() :], at + found.end(), depth + 1))
        for condition in self.words.conditions:
            if found := re.match(rf"{condition}\s*:\s*", text, re.IGNORECASE):
                then = self.clause(text[found.end() :], at + found.end(), depth + 1)
                return self._condition(found.groupdict(), then)
        return None

    def _with_condition_last(self, text: str) -> Clause | None:
        """The clause of "draw 1 card if you have 3 figs"; None where the text is not like it.

        Of several clauses before the "if", a reader could relate it to the last one or to all.
        """
        for words in dict.fromkeys((text, self.translated(text))):
            for condition in self.words.conditions if " if " in words.lower() else ():
                found = re.fullmatch(rf"(?P<then>.+?),?\s+{condition}", words, re.IGNORECASE)
                then = self._simple_or_may(found["then"]) if found else None
                if found and then is not None:
                    return self._condition(found.groupdict(), then)
        return None

    def _hanging(self, text: str, at: int) -> Fault | None:
        """The fault of a condition after several clauses; None where there is no such condition."""
        for condition in self.words.conditions:
            if found := re.fullmatch(rf"(.+?),?\s+({condition})", text, re.IGNORECASE):
                try:
                    self.clause(found[1], at)
                except NoPhrase:
                    return None
                return hanging(at + found.start(2), found[2], found[1])
        return None

    def _simple_or_may(self, text: str) -> Clause | None:
        may = re.match(r"you\s+may\s+", text, re.IGNORECASE)
        clause = self._simple(text[may.end() :] if may else text, 0)
        return May(clause) if may and clause is not None else clause

    def _condition(self, given: dict[str, Any], then: Clause) -> If | Compare:
        countable = self.countable(given["x"])
        if given.get("order"):
            return Compare(plain(given["order"]) != "more", countable, _who(given), then)
        how: Any = plain(given["how"] or "at least")
        is_none = plain(given["n"]) == "no"
        n = 0 if is_none else self.words.number(given["n"])
        opponents = plain(given["whose"]) != "you"
        return If(opponents, "exactly" if is_none else how, n, countable, then)

    def costs(self, text: str) -> tuple[tuple[int, str], ...]:
        """The amounts of a cost, each resource once."""
        pairs = re.findall(rf"({self.slots['n']})\s+({self.slots['res']})", text, re.IGNORECASE)
        amounts: dict[str, int] = {}
        for n, name in pairs:
            resource = self.words.resource_of[plain(name)]
            amounts[resource] = amounts.get(resource, 0) + self.words.number(n)
        return tuple((n, name) for name, n in amounts.items())

    def needs(self, text: str) -> tuple[tuple[int, str], ...] | None:
        """The amounts of a cell that names resources and kinds of card; None where it does not."""
        slots, amounts = self.slots, dict[str, int]()
        for part in filter(None, map(str.strip, re.split(r",|\s+and\s+", text))):
            pattern = rf"({slots['n']})\s+(?:({slots['res']})|({slots['kind']}))"
            found = re.fullmatch(pattern, part, re.IGNORECASE)
            if found is None:
                return None
            words = self.words
            name = (
                words.resource_of[plain(found[2])] if found[2] else words.kind_of[plain(found[3])]
            )
            amounts[name] = amounts.get(name, 0) + words.number(found[1])
        return tuple((n, name) for name, n in amounts.items())

    def cost(self, text: str) -> tuple[tuple[int, str], ...] | None:
        """The amounts of a cell with a cost; None where it is none."""
        text = text.strip()
        if not re.fullmatch(self.slots["cost"], text, re.IGNORECASE):
            return None
        return self.costs(text)


_HEAD_FORMS = (
    "if you have {n} {x}: {n} {res}",
    "if your opponents have {n} {x}: {n} {res}",
    "if you have (more|fewer) {x} than {from}: {n} {res}",
    "pay {cost}: gain {n} {res}",
    "choose one: gain {n} {res} / gain {n} {res}",
    "you may draw {n} card",
    "up to {n} times: draw {n} card",
    "choose an opponent: that player loses {n} {res}",
)
FORMS = (*(template.form for template in TEMPLATES), *_HEAD_FORMS)


@lru_cache(maxsize=64)
def grammar_of(key: tuple[Any, ...]) -> Grammar:
    """The grammar of a vocabulary, given by its fields; kept, as patterns take time to build."""
    resources, kinds, cards, parts, columns, *pairs = key
    *pairs, language, plurals = pairs
    numbers, phrases, synonyms, icons = map(dict, pairs)
    words = (resources, kinds, cards, parts, columns, numbers, phrases, synonyms, icons)
    return Grammar(Vocabulary(*words, language, dict(plurals)))
