"""The headings that people give to the columns that a game of words reads, in several languages.

They are written in lower case, without spaces and punctuation, the clearest first.
"""

import re

COSTS = (
    "cost", "costs", "price", "kosten", "preis", "coût", "cout", "prix", "coste", "costo",
    "precio", "prezzo", "prijs", "koszt", "цена",
)  # fmt: skip
POINTS = (
    "points", "vp", "vps", "victorypoints", "score", "pts", "punkte", "siegpunkte", "sp", "pv",
    "pointsdevictoire", "puntos", "punti", "punten",
)  # fmt: skip
KINDS = (
    "type", "types", "cardtype", "kind", "kinds", "class", "category", "subtype", "typ",
    "kartentyp", "kategorie", "klasse", "catégorie", "tipo", "categoría", "categoria", "soort",
    "тип",
)  # fmt: skip
EFFECTS = (
    "effect", "effects", "rules", "rule", "ability", "abilities", "effekt", "wirkung",
    "fähigkeit", "effet", "efecto", "effetto",
)  # fmt: skip
TEXTS = (
    "text", "rulestext", "ruletext", "cardtext", "description", "desc", "beschreibung",
    "kartentext", "regeltext", "texte", "texto", "descripción", "testo",
)  # fmt: skip


def folded(column: str) -> str:
    """The name of a column as these headings are written.

    >>> folded("Card Name"), folded("#")
    ('cardname', '#')
    """
    return re.sub(r"[\W_]", "", column).casefold() or column.strip()
