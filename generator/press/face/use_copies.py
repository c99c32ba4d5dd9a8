"""Measures the size of a drawing including all copies made by `<use>`. In: the elements of an SVG.

Out: the `<use>` that makes the drawing too large, or None.
"""

from collections.abc import Sequence
from typing import Any

MOST = 200_000  # maximum number of elements of a drawing, including all copies
SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"


def excess(elements: Sequence[Any]) -> tuple[Any, str] | None:
    """The `<use>` that makes a drawing too large, and the message; None if the drawing is small
    enough. The first of the elements is the root. Elements that copy each other in a circle are
    endless, and therefore too large.
    """
    if not any(element.tag == f"{SVG}use" for element in elements):
        return None
    named = {element.get("id"): element for element in reversed(elements) if element.get("id")}
    sizes: dict[Any, int] = {}
    begun: set[Any] = set()  # the ancestors of the current element, including copies
    todo: list[tuple[Any, bool]] = [(elements[0], False)]
    while todo:
        element, is_last = todo.pop()
        parts = _parts(element, named)
        if is_last:
            begun.discard(element)
            sizes[element] = min(MOST + 1, 1 + sum(sizes[part] for part in parts))
            if sizes[element] > MOST and (element.tag == f"{SVG}use" or element is elements[0]):
                return element, f"its copies make more than {MOST:,} elements"
        elif element not in sizes:
            if any(part in begun for part in parts):
                return element, f"#{linked(element)} contains a copy of itself"
            begun.add(element)
            todo.append((element, True))
            todo += [(part, False) for part in parts]
    return None


def _parts(element: Any, named: dict[str, Any]) -> list[Any]:
    """The child elements of an element, and the element that it copies."""
    parts = list(element)
    copied = named.get(linked(element)) if element.tag == f"{SVG}use" else None
    return parts if copied is None else [*parts, copied]


def linked(element: Any) -> str:
    """The id of the element in the same drawing that an element links to; "" without a link."""
    link = element.get("href") or element.get(XLINK) or ""
    return str(link).strip().removeprefix("#")
