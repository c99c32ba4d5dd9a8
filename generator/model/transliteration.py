"""Latin letters as a keyboard without marks writes them: for names of files and of pieces."""

import unicodedata

# Those that Unicode does not take apart into a letter and its mark; "ß" is "ss" by its case.
_PLAIN = str.maketrans({
    "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "đ": "d", "ł": "l", "ø": "o", "ı": "i", "ħ": "h",
    "ŧ": "t",
})  # fmt: skip


def taken_apart(name: str) -> str:
    """A name in lower case, each mark behind its letter, the letters of Latin scripts plain.

    >>> taken_apart("Żółw Straße, Łucja ØRSTED").encode("ascii", "ignore")
    b'zolw strasse, lucja orsted'
    """
    return unicodedata.normalize("NFKD", name).casefold().translate(_PLAIN)
