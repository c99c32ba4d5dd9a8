"""Style sheets written into the elements they style, so that what looks at elements sees all.

In: the root of an SVG, as Illustrator writes it: `<style>.st0{fill:#203060}</style>` and classes.
Out: the same with `style` attributes and no sheet (CSS 2.2, 6.4.3: the cascade). A drawing whose
sheets hold more than types, classes and ids stays as it is.
"""

import re
from collections import defaultdict
from typing import Any

SVG = "{http://www.w3.org/2000/svg}"
_SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")
_PART = re.compile(r"([.#])([\w-]+)")
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MOST = 200_000  # elements times rules looked at

# Its weight (ids, classes, types, then its place), type, classes, ids, and what it declares.
Rule = tuple[tuple[int, int, int, int], str, frozenset[str], frozenset[str], dict[str, str]]


def inline(root: Any) -> None:
    """Move what the style sheets of a drawing say into its elements, where they can be followed."""
    sheets = list(root.iter(f"{SVG}style"))
    if not sheets:
        return
    rules = _rules_of("\n".join(sheet.text or "" for sheet in sheets))
    if rules is None:
        return
    by_key: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        _, tag, classes, ids, _ = rule
        by_key[min(ids, default=min(classes, default=tag))].append(rule)
    elements = [e for e in root.iter() if isinstance(e.tag, str)]
    if len(elements) * max(map(len, by_key.values()), default=0) > MOST:
        return
    for element in elements:
        _style(element, by_key)
    for sheet in sheets:
        sheet.getparent().remove(sheet)


def _style(element: Any, by_key: dict[str, list[Rule]]) -> None:
    name = element.tag.removeprefix(SVG)
    classes = {f".{c}" for c in element.get("class", "").split()}
    ids = {f"#{element.get('id')}"}
    found = [
        rule
        for key in ("*", name, *classes, *ids)
        for rule in by_key.get(key, ())
        if rule[1] in ("*", name) and rule[2] <= classes and rule[3] <= ids
    ]
    if not found:
        return
    said: dict[str, str] = {}
    for rule in sorted(found, key=lambda rule: rule[0]):
        said.update(rule[4])
    said.update(declared(element.get("style", "")))
    element.set("style", ";".join(f"{key}:{value}" for key, value in said.items()))


def _rules_of(css: str) -> list[Rule] | None:
    """The rules with their weight and order; None where one of them is not of the simple kind."""
    css = _COMMENT.sub("", css)
    if "@" in css or "!important" in css or "url(data:" in css or _RULE.sub("", css).strip():
        return None
    rules: list[Rule] = []
    for order, (selectors, body) in enumerate(_RULE.findall(css)):
        for selector in selectors.split(","):
            simple = _SIMPLE.fullmatch(selector.strip())
            if simple is None or not selector.strip():
                return None
            parts = [kind + name for kind, name in _PART.findall(simple[2])]
            classes = frozenset(part for part in parts if part[0] == ".")
            ids = frozenset(part for part in parts if part[0] == "#")
            tag = simple[1] or "*"
            weight = len(ids), len(classes), int(tag != "*"), order
            rules.append((weight, tag, classes, ids, declared(body)))
    return rules


def declared(body: str) -> dict[str, str]:
    """The properties of a rule or a `style` attribute; the last of one name counts."""
    pairs = (part.partition(":") for part in body.split(";"))
    return {name.strip(): value.strip() for name, colon, value in pairs if colon and name.strip()}
