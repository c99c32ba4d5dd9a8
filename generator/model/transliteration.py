"""Names in plain Latin letters, without accents, for the names of files and pieces.

In: a name. Out: the name with its accents as separate marks, which the caller can drop.
"""

import unicodedata

# Letters that Unicode does not decompose into a letter and a mark; casefold turns "ß" into "ss".
_PLAIN = str.maketrans({
    "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "đ": "d", "ł": "l", "ø": "o", "ı": "i", "ħ": "h",
    "ŧ": "t",
})  # fmt: skip


def plain_letters(name: str) -> str:
    """Write a name in lower case, with each mark after its letter and special Latin letters plain.

    >>> plain_letters("Żółw Straße, Łucja ØRSTED").encode("ascii", "ignore")
    b'zolw strasse, lucja orsted'
    """
    return unicodedata.normalize("NFKD", name).casefold().translate(_PLAIN)
