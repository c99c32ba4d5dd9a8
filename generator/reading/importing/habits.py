"""The names that other programs and people give to the columns of a deck.

The words come from Squib's samples, nanDECK's manual, the guides of Component.Studio and The Game
Crafter, and Excel files in seven languages. A word is written in lower case, without spaces and
punctuation: "Card Name" and "card_name" are both `cardname`.
"""

from collections.abc import Mapping

from generator.reading.phrases.headings import COSTS, EFFECTS, KINDS, POINTS, folded

COUNT = "count"
BACK = "back"
BADGES = ("corner", "value", "points")  # slots of the card for a number or a few letters

# Slot of the bundled card → column names for it, the clearest first.
HABITS: Mapping[str, tuple[str, ...]] = {
    COUNT: (
        "qty", "quantity", "quantité", "copies", "count", "counts", "amount", "anzahl", "menge",
        "stück", "stückzahl", "exemplare", "cantidad", "copias", "quantità", "quantita", "copie",
        "aantal", "antal", "ilość", "количество", "numberofcards", "cardcount", "numcopies",
        "number", "num", "no", "n", "nombre", "x", "#",
    ),
    "title": (
        "name", "title", "cardname", "cardtitle", "nameofcard", "card", "titel", "kartenname",
        "kartentitel", "karte", "nom", "nomdelacarte", "titre", "carte", "carta", "nombre",
        "título", "titulo", "nome", "titolo", "naam", "kaartnaam", "kaart", "namn", "navn",
        "nazwa", "имя", "название", "piecename", "tilename", "itemname", "item", "heading",
        "label",
    ),
    "text": (
        "text", "rulestext", "ruletext", "cardtext", *EFFECTS, "description", "desc", "body",
        "action", "power", "details", "beschreibung", "kartentext", "regeltext", "regel", "texte",
        "règle", "descripción", "descripcion", "texto", "testo", "descrizione", "tekst", "opis",
        "текст", "описание",
    ),
    "flavour": (
        "flavour", "flavor", "flavourtext", "flavortext", "quote", "lore", "story", "zitat",
        "flair", "ambiance", "citation", "ambientación",
    ),
    "subtitle": (
        "subtitle", *KINDS, "art", "untertitel", "soustitre", "rarity", "faction", "family",
    ),
    "corner": (*COSTS, "mana", "manacost", "energy"),
    "value": (
        "value", "strength", "attack", "atk", "power", "rank", "level", "lvl", "wert", "stärke",
        "angriff", "stufe", "valeur", "force", "attaque", "niveau", "valor", "fuerza", "valore",
        "forza", "waarde", "speed", "initiative", "number", "nr", "nummer",
    ),
    "points": (
        *POINTS, "fame", "health", "hp", "defense", "defence", "toughness", "life", "leben",
        "verteidigung", "vie", "vida", "vita",
    ),
    "art": (
        "art", "artwork", "image", "img", "picture", "pic", "illustration", "illus", "photo",
        "file", "filename", "imagefile", "artfile", "front", "frontimage", "face", "bild",
        "bilddatei", "vorderseite", "datei", "imagen", "immagine", "afbeelding", "obraz",
    ),
    BACK: (
        "back", "backimage", "cardback", "backart", "rückseite", "rueckseite", "dos", "verso",
        "reverso", "retro", "achterkant",
    ),
    "icon": ("icon", "symbol", "suit", "glyph", "icône", "icono", "icona"),
    "colour": (
        "colour", "color", "farbe", "couleur", "colore", "kleur", "background",
        "backgroundcolor", "bgcolor", "hex",
    ),
    "footer": (
        "footer", "artist", "illustrator", "credit", "credits", "copyright", "set", "edition",
        "version", "cardnumber", "cardno", "sku",
    ),
}  # fmt: skip


def rank(slot: str, column: str) -> int | None:
    """Return how clearly a column's name indicates a slot. 0 is the clearest; None means that the
    name does not indicate the slot.
    """
    words = HABITS[slot]
    name = folded(column)
    return words.index(name) if name in words else None
