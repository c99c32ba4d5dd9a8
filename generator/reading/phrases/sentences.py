"""A cell is cut into sentences, and a sentence into its trigger and its clause."""

import re
from collections.abc import Iterator

from generator.reading.phrases.words import Trigger

_TRIGGERS: tuple[tuple[str, Trigger], ...] = (
    (r"when\s+bought\s*:\s*", "bought"),
    (r"each\s+turn\s*:\s*", "turn"),
    (r"(?:at\s+the\s+)?end\s*:\s*", "end"),
    (r"(?:when|if)\s+discarded\s*:\s*", "discarded"),
)
_SENTENCE = re.compile(r"(?:[^.;]|(?<=[0-9])\.(?=[0-9]))+")  # the point of 1.5 ends no sentence


def sentences_in(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a text, each with its first character, from 0."""
    for found in _SENTENCE.finditer(text):
        if sentence := found[0].strip():
            yield found.start() + len(found[0]) - len(found[0].lstrip()), sentence


def trigger_of(sentence: str) -> tuple[Trigger, int]:
    """The trigger at the start of a sentence, and the number of its characters."""
    for pattern, trigger in _TRIGGERS:
        if found := re.match(pattern, sentence, re.IGNORECASE):
            return trigger, found.end()
    return "", 0
