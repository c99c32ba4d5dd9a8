"""How much a drawing becomes by its `<use>` elements, each of which is a copy of another one."""

from collections.abc import Sequence
from typing import Any

MOST = 200_000  # elements of a drawing, with all copies
SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"


def excess(elements: Sequence[Any]) -> tuple[Any, str] | None:
    """The `<use>` that a drawing is too large by, and why; the first element is the root.

    A circle of copies has no end, so it is none either.
    """
    if not any(element.tag == f"{SVG}use" for element in elements):
        return None
    named = {element.get("id"): element for element in reversed(elements) if element.get("id")}
    sizes: dict[Any, int] = {}
    begun: set[Any] = set()  # the elements around the one that is looked at, copied or not
    todo: list[tuple[Any, bool]] = [(elements[0], False)]
    while todo:
        element, is_last = todo.pop()
        parts = _parts(element, named)
        if is_last:
            begun.discard(element)
            sizes[element] = min(MOST + 1, 1 + sum(sizes[part] for part in parts))
            if sizes[element] > MOST and (element.tag == f"{SVG}use" or element is elements[0]):
                return element, f"its copies come to more than {MOST:,} elements"
        elif element not in sizes:
            if any(part in begun for part in parts):
                return element, f"it is a copy of itself: #{linked(element)}"
            begun.add(element)
            todo.append((element, True))
            todo += [(part, False) for part in parts]
    return None


def _parts(element: Any, named: dict[str, Any]) -> list[Any]:
    """The elements in one, and what it copies."""
    parts = list(element)
    copied = named.get(linked(element)) if element.tag == f"{SVG}use" else None
    return parts if copied is None else [*parts, copied]


def linked(element: Any) -> str:
    """The id of the element of this drawing that one shows or is like; "" for none."""
    link = element.get("href") or element.get(XLINK) or ""
    return str(link).strip().removeprefix("#")
