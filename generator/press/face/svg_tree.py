"""Removes and replaces elements in an SVG, and keeps the text that follows them.

In: elements of a tree; lxml stores the text after an element as its tail. Out: the tree without
these elements.
"""

import re
from typing import Any

from generator.press.face.use_copies import SVG

LINKED_SHEETS = (f"{SVG}link", "{http://www.w3.org/1999/xhtml}link")
_QUOTED = re.compile(r"([\w-]+)\s*=\s*([\"'])(.*?)\2", re.DOTALL)


def remove(element: Any) -> None:
    """Remove an element but keep the following text; a root is not removed."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
    parent.remove(element)


def swap(element: Any, other: Any) -> None:
    """Replace an element, which must not be the root, with another element."""
    parent = element.getparent()
    assert parent is not None, "an image is never the root"
    other.tail = element.tail
    parent.replace(element, other)


def without_prefix(root: Any) -> Any:
    """The root of a drawing whose elements have no prefix: `<svg:svg>` becomes `<svg>`."""
    from lxml import etree

    if root.prefix is None:
        return root
    plain: Any = etree.Element(root.tag, dict(root.attrib), nsmap={None: SVG[1:-1]})
    plain.sourceline = root.sourceline
    plain.text = root.text
    plain.extend(list(root))
    etree.cleanup_namespaces(plain)
    return plain


def style_sheets(root: Any) -> list[Any]:
    """Turn `<?xml-stylesheet?>` before the root into `<link>`; remove other instructions.

    A `<link>` in the drawing that does not name a CSS style sheet is removed as well.
    """
    from lxml import etree

    links: list[Any] = []
    for each in root.itersiblings(preceding=True):
        if each.tag is etree.PI and each.target == "xml-stylesheet":
            said = {name: text for name, _, text in _QUOTED.findall(each.text or "")}
            if said.get("type", "text/css") == "text/css" and said.get("href"):
                link = root.makeelement(f"{SVG}link", said)
                link.sourceline = each.sourceline
                links.insert(0, link)
    etree.strip_tags(root, etree.PI)
    for link in list(root.iter(*LINKED_SHEETS)):
        if "stylesheet" not in link.get("rel", ""):
            remove(link)
    return links
