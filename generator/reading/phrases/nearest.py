"""The known phrase that is most like one that is not known: a suggestion, never carried out."""

import difflib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product

from generator.reading.phrases.vocabulary import Vocabulary, plain

LEAST_ALIKE = 0.55  # from 0 to 1; below it the phrases are listed instead
LONGEST = 80  # characters that are compared
MOST_EXPANDED = 64  # spellings of one form
_OPTION = re.compile(r"\[([^][]*)\]")
_EITHER = re.compile(r"\(([^()]*)\)")
_SLOT = re.compile(r"\{(\w+)(?::([^}]*))?\}")


def nearest(text: str, forms: Sequence[str], words: Vocabulary) -> str:
    """The likely fix of an unknown phrase."""
    wanted = plain(text)[:LONGEST]
    best, likeness = "", LEAST_ALIKE
    matcher = difflib.SequenceMatcher(None, "", wanted, autojunk=False)
    for form in forms:
        for candidate in _filled(form, wanted, words):
            if 2 * min(len(candidate), len(wanted)) < likeness * (len(candidate) + len(wanted)):
                continue
            matcher.set_seq1(candidate)
            if matcher.quick_ratio() < likeness:
                continue
            ratio = matcher.ratio()
            if ratio > likeness or (ratio == likeness and not best):
                best, likeness = candidate, ratio
    if best:
        return f'did you mean "{best}"?'
    listed = ", ".join(dict.fromkeys(_example(form, words) for form in forms[::2]))
    return f"phrases are, for example: {listed}; rules/PLAY-FROM-DATA.md has them all"


def _example(form: str, words: Vocabulary) -> str:
    return next(_filled(form, "", words))


def _filled(form: str, wanted: str, words: Vocabulary) -> Iterator[str]:
    """Spellings of a form with the names and numbers that are most like those of a text."""
    numbers = re.findall(r"(?<!\w)[0-9]{1,3}(?!\w)", wanted) or ["2"]
    near = {  # slot → what may fill it
        "res": _near(wanted, words.resources),
        "kind": _near(wanted, words.kinds),
        "card": _near(wanted, words.cards),
        "who": ["each opponent", "each player", "that player", "the player to your left"],
        "from": ["each opponent", "that player"],
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
                return next(counted) if slot[1] in ("n", "n2") else next(left)

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
