"""Where long words may be divided, by the patterns of their language.

In: a text and a language's code. Out: the text with soft hyphens in its long words.
"""

import re
from functools import lru_cache
from typing import Any

from generator.press.text.measure import SOFT_HYPHEN

SHORTEST = 8  # letters of a word that may be divided
KEPT = 3  # letters that stay together at either end
_WORD = re.compile(rf"[^\W\d_]{{{SHORTEST},60}}")


def hyphenated(text: str, language: str) -> str:
    """The text with soft hyphens; as it is where the language's patterns are not known.

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
    """The language's patterns, None where there are none."""
    import pyphen

    known = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=known, left=KEPT, right=KEPT) if known else None
