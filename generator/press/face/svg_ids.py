"""Makes the ids of a foreign drawing unique, with a prefix if several drawings are combined.

In: the root of an SVG. Out: the same tree with its ids and links changed.
"""

import re
from typing import Any

from generator.press.face.use_copies import SVG, XLINK

URL = re.compile(r"url\(\s{,9}['\"]?\s{,9}#([^'\")(\s]+)\s{,9}['\"]?\s{,9}\)")
# a link to a paint without a colour after it as a fallback
NEEDED = re.compile(URL.pattern + r"(?!\s*(?!url\()[#\w])")


def make_ids_unique(root: Any, elements: list[Any]) -> set[str]:
    """Keep each id only on its first element, to which links refer; return the ids.

    Elements of an editor's own notes are ignored, because they are removed later.
    """
    ids: set[str] = set()
    notes: set[Any] = set()
    for element in elements:
        if element not in notes and not str(element.tag).startswith(SVG):
            notes.update(element.iter())
        id = None if element in notes else element.get("id")
        if id in ids:
            del element.attrib["id"]
        elif id is not None:
            ids.add(id)
    return ids


def prefix_ids(root: Any, prefix: str) -> None:
    """Put `prefix` before every id and every link to an id; an empty prefix changes nothing."""
    if not prefix:
        return
    ids: set[str] = {e.get("id") for e in root.iter() if isinstance(e.tag, str) and e.get("id")}
    own = {id for id in ids if not id.startswith(prefix)}
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        for key, value in element.attrib.items():
            if key == "id" and value in own:
                element.set(key, prefix + value)
            # classes are removed, because no style sheet is left that uses them
            elif key == "class":
                del element.attrib[key]
            elif key in ("href", XLINK) and value[:1] == "#" and value[1:] in own:
                element.attrib.pop(XLINK, None)
                element.set("href", f"#{prefix}{value[1:]}")
            elif "url(" in value:
                element.set(key, URL.sub(lambda m: _prefixed_url(m, own, prefix), value))


def _prefixed_url(match: re.Match[str], own: set[str], prefix: str) -> str:
    return f"url(#{prefix if match[1] in own else ''}{match[1]})"
