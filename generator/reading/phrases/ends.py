"""The ends of a game and its tie-break, read into a plan; and what the report watches run out."""

import re
from dataclasses import dataclass

from generator.model.plays import Play
from generator.model.problems import Problems, near
from generator.reading.phrases.bytecode import Assembler
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.limits import (
    AFTER_ROUNDS,
    BANK_EMPTY,
    BANK_STOCK,
    DECK_EMPTY,
    DECK_STOCK,
    HAS,
    ROW_EMPTY,
    SUPPLIES_EMPTY,
    SUPPLY_EMPTY,
)
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.vocabulary import plain

_FIX = (
    "ends are: somebody has 12 points; 3 supplies are empty; the X supply is empty; the X row is "
    "empty; the deck is empty; the X deck is empty; after 20 rounds; each but the last may go on "
    'with ", finish the round"'
)
# Other words for the same ends, changed one after the other: only a mended text that is a known
# end is proposed.
_OTHER_WORDS = (
    (r"^(?:the )?(?:game ends? )?(?:when|if|once|as soon as) ", ""),
    (r"^(?:the )?game ends? (?=after )", ""),
    (r"\b(?:someone|anyone|anybody|(?:a|one|any|the first) player)\b", "somebody"),
    (r"\b(?:reaches|gets|collects|scores|owns|holds) (?=\w+ \w)", "has "),
    (r"\b(?:victory points?|VPs?)$", "points"),
    (r" (?:or more)(?= )|(?: or more)$", ""),
    (r"\b(?:runs out|has run out|is (?:exhausted|gone|finished|used up))$", "is empty"),
    (r"\b(?:(?:have )?run out|are (?:exhausted|gone|finished|used up))$", "are empty"),
    (r"^(\w+) rounds?(?: (?:have been|are|were) (?:played|over))?$", r"after \1 rounds"),
    (r"\bdraw (?:deck|pile)\b", "deck"),
    (r"\b(?:supply )?(?:piles|stacks)\b", "supplies"),
    (r"\b(?:supply )?(?:pile|stack)\b", "supply"),
    (r"^(?!the )(.+ (?:row|deck|supply) is empty)$", r"the \1"),
)


@dataclass(frozen=True)
class Reading:
    """A plan whose names are known, and what its ends are read with."""

    play: Play
    plan: Plan
    grammar: Grammar
    code: Assembler
    problems: Problems


def read_ends(reading: Reading, *, is_stopped: bool) -> None:
    """Read every end into the plan; one that names what is not there is reported.

    `is_stopped`: a card or an action says that the game ends.
    """
    plan, play = reading.plan, reading.play
    if not play.ends:
        fix = "write end: [after 20 rounds]"
        reading.problems.error(play.place, "play does not say when the game ends", fix)
    names = []
    for phrase in play.ends:
        text = " ".join(phrase.text.rstrip(". ").split())
        found = re.fullmatch(r"(.*?)(,?\s*(?:then )?finish the round)?", text, re.IGNORECASE)
        assert found is not None
        text = found[1].strip()
        row = _end(reading, text)
        if row is None:
            fix = _meant(reading, text)
            reading.problems.error(phrase.place, f'end: "{text}" is not a known end', fix)
        elif lacks := _lacking(plan, row):
            what, fix = lacks
            reading.problems.error(phrase.place, f'end: "{text}", but {what}', fix)
        else:
            plan.ends.append([*row, int(bool(found[2]))])
            names.append(text.lower())
    if is_stopped:
        names.append("the game ends")
        plan.ends.append([-1, 0, 0, 0])
    plan.end_names = tuple(names)


def _end(reading: Reading, text: str) -> list[int] | None:
    """An end of the game: its kind, a number, and a counter, name, component or resource."""
    plan, words, slots = reading.plan, reading.grammar.words, reading.grammar.slots
    forms = (
        (HAS, "somebody has (?:at least )?(?P<n>{n}) (?P<x>{x})"),
        (SUPPLIES_EMPTY, "(?P<n>{n}) (?:supply|supplies|supply piles?) (?:is|are) empty"),
        (SUPPLY_EMPTY, "the (?:(?P<card>{card})|(?P<part>{part})) supply is empty"),
        (BANK_EMPTY, "the (?P<res>{res}) supply is empty"),
        (ROW_EMPTY, "the (?P<part>{part}) row is empty"),
        (DECK_EMPTY, "the (?:(?P<part>{part}) )?deck is empty"),
        (AFTER_ROUNDS, "after (?P<n>{n}) rounds?"),
    )
    for kind, form in forms:
        pattern = re.sub(r"\{(\w+)\}", lambda slot: slots[slot[1]], form)
        found = re.fullmatch(pattern, text, re.IGNORECASE)
        if found is None:
            continue
        given = {slot: plain(words) for slot, words in found.groupdict().items() if words}
        n = words.number(found["n"]) if "n" in given else 0
        if "x" in given:
            countable = reading.grammar.countable(found["x"])
            return [kind, n, reading.code.counter(countable, reading.play.counts_owned)]
        if "card" in given:
            return [kind, 0, plan.names.index(words.card_of[given["card"]])]
        if "res" in given:
            return [kind, 0, plan.resources.index(words.resource_of[given["res"]])]
        if "part" in given:
            return [kind, 1, plan.components.index(words.part_of[given["part"]])]
        return [kind, n, _only_deck(plan) if kind == DECK_EMPTY else 0]
    return None


def _meant(reading: Reading, text: str) -> str:
    """The end that other words mean, as a question; all ends where there is none."""
    mended = text
    for pattern, words in _OTHER_WORDS:
        mended = re.sub(pattern, words, mended, flags=re.IGNORECASE).strip()
    if _end(reading, mended) is not None:
        return f'did you mean "{mended}"?'
    if counted := re.fullmatch(r"somebody has (?:at least )?\w+ (.+)", mended, re.IGNORECASE):
        names = [*reading.plan.resources, *reading.plan.kinds]
        return f'nothing is called "{counted[1]}"; {near(counted[1], names)}'
    return _FIX


def _only_deck(plan: Plan) -> int:
    """The deck that hands come from, or the only one; −1 for none."""
    rows = [part for part, n in enumerate(plan.open_rows) if n]
    return plan.draw_part if plan.draw_part >= 0 or len(rows) != 1 else rows[0]


def _lacking(plan: Plan, row: list[int]) -> tuple[str, str] | None:
    """The fault of an end that needs a missing thing, and the fix; None if nothing is missing."""
    kind, is_part, which = row
    if kind == ROW_EMPTY and not plan.open_rows[which]:
        return "there is no such row", "give it a row under cards"
    if kind == DECK_EMPTY and not _is_deck(plan, which):
        return "there is no such deck that all draw from", "name one: the cards deck is empty"
    if kind == BANK_EMPTY and plan.banks[which] < 0:
        name = plan.resources[which]
        return f"{name} has no bank", f"say how many there are: {name}: {{bank: 20}}"
    names = plan.part_of if is_part else plan.name_of
    parts = [part for part, name in zip(plan.part_of, names, strict=True) if name == which]
    if kind == SUPPLY_EMPTY and not any(plan.is_supply[part] for part in parts):
        return "there is no such supply", "write supply: true under cards"
    return None


def _is_deck(plan: Plan, part: int) -> bool:
    """Whether all draw from a component's deck, or fill a row from it."""
    return part >= 0 and (part == plan.draw_part or bool(plan.open_rows[part]))


def read_tie(reading: Reading) -> None:
    """Read what breaks ties into the plan."""
    if reading.play.tie is None:
        return
    phrase, slots = reading.play.tie, reading.grammar.slots
    text = " ".join(phrase.text.rstrip(". ").split())
    found = re.fullmatch(rf"(?P<how>most |fewest )?(?P<x>{slots['x']})", text, re.IGNORECASE)
    if found is None:
        fix = 'write it like "most coin" or "fewest card"'
        reading.problems.error(phrase.place, f'tie: "{text}" is not something to count', fix)
        return
    countable = reading.grammar.countable(found["x"])
    reading.plan.tie = reading.code.counter(countable, reading.play.counts_owned)
    reading.plan.tie_sign = -1 if plain(found["how"] or "") == "fewest" else 1


def list_stocks(plan: Plan) -> None:
    """List what may run out: banks, and decks that all draw from."""
    ends = {(kind, which) for kind, _, which, *_ in plan.ends}
    for i, name in enumerate(plan.resources):
        if plan.banks[i] >= 0:
            plan.stocks.append((BANK_STOCK, i))
            is_end = (BANK_EMPTY, i) in ends
            plan.stock_names[name] = "shared, runs out" if is_end else "shared"
    for part, name in enumerate(plan.components):
        if _is_deck(plan, part):
            plan.stocks.append((DECK_STOCK, part))
            label = f"{name} deck" if name in plan.stock_names else name
            plan.stock_names[label] = "shared, runs out"
