"""Hyphenates long words by the patterns of their language.

In: a text and a language code. Out: the text with soft hyphens in its long words.
"""

import re
from functools import lru_cache
from typing import Any

from generator.press.text.measure import SOFT_HYPHEN

SHORTEST = 8  # number of letters; shorter words are not divided
KEPT = 3  # number of letters at the start and the end of a word that are not divided
_WORD = re.compile(rf"[^\W\d_]{{{SHORTEST},60}}")


def hyphenated(text: str, language: str) -> str:
    """Insert soft hyphens into a text; the text stays unchanged if there are no patterns for the
    language.

    >>> hyphenated("Gib die Siegpunktkarte.", "de").replace(SOFT_HYPHEN, "|")
    'Gib die Sieg|punkt|karte.'
    """
    patterns = _patterns(language)
    if patterns is None or SOFT_HYPHEN in text:
        return text
    return _WORD.sub(lambda match: _divided(match[0], language), text)


@lru_cache(maxsize=20_000)
def _divided(word: str, language: str) -> str:
    patterns = _patterns(language)
    assert patterns is not None, language
    divided: str = patterns.inserted(word, SOFT_HYPHEN)
    return divided


@lru_cache(maxsize=32)
def _patterns(language: str) -> Any:
    """The patterns of a language; None for a language without patterns."""
    import pyphen

    code = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=code, left=KEPT, right=KEPT) if code else None
