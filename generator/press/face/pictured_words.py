"""The icon of a word of the trade: a card or resource without a picture of its own shows it.

In: a name, and the names of the icons. Out: the name of an icon, "" for none.
"""

import re
from collections.abc import Collection
from functools import lru_cache

from generator import bundled

# words → the bundled icon that pictures them
_LIKE = {
    "wood": "oak timber lumber log plank tree",
    "stone": "ore iron metal rock granite",
    "coin": "gold money silver penny crown guinea dollar cash",
    "heart": "life health love",
    "meeple": "worker villager person settler people",
    "star": "point fame glory",
    "wheat": "food grain corn bread hay",
    "gem": "ruby diamond jewel crystal treasure amber",
    "bolt": "action energy power lightning",
    "hourglass": "time day year",
    "card": "deck pile discard",
    "hand": "buy",
    "eye": "lookout scout spy watch",
    "bucket": "pail water bail",
    "crate": "box cargo barrel chest",
    "sword": "attack fight strike",
    "shield": "defence defense guard armour armor",
    "skull": "death danger poison curse",
    "potion": "mana magic spell",
    "lodge": "house home hut cottage",
    "rope": "line cord",
}
_WORDS = {word: icon for icon, words in _LIKE.items() for word in words.split()}


@lru_cache(maxsize=1)
def bundled_icons() -> frozenset[str]:
    """The names of the bundled icons."""
    return frozenset(file.stem for file in (bundled("templates") / "icons").glob("*.svg"))


def icon_of(name: str, icons: Collection[str]) -> str:
    """The icon that pictures a name; the last word with one decides.

    >>> icon_of("crate 3", ("crate",)), icon_of("2 lives", ("heart",)), icon_of("loom", ())
    ('crate', 'heart', '')
    """
    for word in reversed(re.findall(r"[^\W\d_]+", name.casefold())):
        single = word[:-3] + "fe" if word == "lives" else word.removesuffix("s")
        for each in (word, single, _WORDS.get(word, ""), _WORDS.get(single, "")):
            if each in icons:
                return each
    return ""
