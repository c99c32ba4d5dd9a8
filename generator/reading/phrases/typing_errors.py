"""Words with typing errors, and the known words that they stand for."""

import difflib
from collections.abc import Collection


def mended(word: str, known: Collection[str]) -> str:
    """The known word of which a word is a typing error; the word itself if there is none."""
    if word in known:
        return word
    likely = [each for each in known if _is_typing_error(word, each)]
    return max(likely, key=lambda each: (likeness(word, each), each), default=word)


def _is_typing_error(word: str, known: str) -> bool:
    """Whether a word is another with a letter or two too many, too few, wrong or exchanged."""
    if abs(len(word) - len(known)) > 2 or len(known) < 3 or word[0] != known[0]:
        return False
    return _edits(word, known) <= (1 if len(known) < 6 else 2)


def _edits(one: str, other: str) -> int:
    """Letters added, left out, replaced or exchanged with the next (optimal string alignment)."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, against in enumerate(other, 1):
            cost = min(last[j] + 1, row[-1] + 1, last[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


def likeness(one: str, other: str) -> float:
    """How alike two words are, from 0 to 1."""
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()
