"""The first letter of a text, as a capital or small."""


def capital(text: str) -> str:
    """Return the text with a capital at its start.

    >>> capital("first seat")
    'First seat'
    """
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """Return the text with a small letter at its start, as within a sentence.

    >>> small("Gain 2 ore")
    'gain 2 ore'
    """
    return text[:1].lower() + text[1:]
