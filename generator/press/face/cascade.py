"""Writes the style sheets of a drawing into the elements that they style (CSS Cascade 4, Variables
1).

In: the root of an SVG with `<style>` elements. Out: the same tree with `style` attributes instead
of sheets and variables, so that every renderer sees all properties of an element; also the faults
of rules that are not applied. Media queries are read as on a screen.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.press.face.use_copies import SVG, linked

MOST = 200_000  # maximum number of pairs of an element and a matching rule in one drawing
LONGEST_SELECTOR = 300  # maximum length in characters of a selector
# maximum number of combinators in a selector, each of which may search all ancestors
MOST_STEPS = 8
LONGEST_VALUE = 2_000  # maximum length in characters of a value after its variables are filled in
DEEPEST = 8  # maximum number of levels of variables that refer to other variables
# marks an element that finished ink replaces and to which style sheets do not apply
INK = "data-ink"
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_STEPS = re.compile(r"\s*[>+~]\s*|\s+")
Fault = tuple[str, str]  # a message, and the fix


@dataclass(slots=True)
class _Rules:
    """The rules of all style sheets, and the faults of unsupported rules."""

    matcher: Any
    # numbers of rules, by the id, class or name that they match
    keys: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    order: int = 0

    def fault(self, message: str, fix: str) -> None:
        """Record a fault unless it is already recorded."""
        if (message, fix) not in self.faults:
            self.faults.append((message, fix))


def cascade(root: Any) -> list[Fault]:
    """Write the style sheets and variables into the elements; return the faults."""
    sheets = list(root.iter(f"{SVG}style"))
    has_variables = any("var(" in v for e in root.iter() for v in e.attrib.values())
    if not sheets and not has_variables:
        return []
    from cssselect2 import ElementWrapper, Matcher

    rules = _Rules(Matcher())
    for sheet in sheets:
        if _is_shown(sheet.get("media", "").strip().lower(), rules):
            _read("".join(sheet.itertext()), rules)
    elements = [e for e in root.iter() if isinstance(e.tag, str)]
    if len(elements) * max(rules.keys.values(), default=0) > MOST:
        rules.fault(
            f"the style sheets are ignored: {rules.order:,} rules for {len(elements):,} elements "
            "are too many",
            "save it as plain SVG, with attributes instead of style sheets",
        )
    else:
        for wrapped in ElementWrapper.from_xml_root(root).iter_subtree():
            if wrapped.etree_element.get(INK) is None:
                _style(wrapped.etree_element, rules.matcher.match(wrapped))
    for sheet in sheets:
        parent = sheet.getparent()
        if parent is not None:
            parent.remove(sheet)
    _fill_in(root, rules)
    return rules.faults


def _read(css: str, rules: _Rules) -> None:
    import tinycss2

    try:
        _take(tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True), rules)
    except RecursionError:
        rules.fault("a style sheet is ignored: it is nested too deeply", "save it as plain SVG")


def _take(parsed: list[Any], rules: _Rules, around: str = "") -> None:
    """Add the rules of a sheet, or the rules inside the braces of an @-rule or another rule.

    `around` is the selector of the outer rule (CSS Nesting 1).
    """
    import tinycss2

    for node in parsed:
        if node.type == "qualified-rule":
            _take_rule(node, rules, around)
        elif node.type == "at-rule":
            name, query = node.lower_at_keyword, tinycss2.serialize(node.prelude).strip().lower()
            is_shown = name in ("layer", "supports")
            if name == "media":
                is_shown = _is_shown(query, rules)
            elif name == "supports" and re.search(r"\bnot\b", query):
                is_shown = False
                rules.fault(
                    f'the rules in "@supports {query[:60]}" are ignored',
                    "write them outside of @supports, or delete them",
                )
            if is_shown and node.content is not None:
                read = tinycss2.parse_blocks_contents if around else tinycss2.parse_rule_list
                inner = read(node.content, skip_comments=True, skip_whitespace=True)
                if around:
                    _add(around, _declared_in(inner), rules)
                _take(inner, rules, around)
            elif name == "import":
                fix = "add the font under fonts:" if "font" in query else "copy its rules in"
                rules.fault("@import is ignored: protoplay downloads nothing", fix)


def _is_shown(query: str, rules: _Rules) -> bool:
    """Whether a media query matches a screen in light mode; an unsupported query is reported."""
    parts = [part.strip().removeprefix("only ").strip() for part in query.split(",")]
    if any(part in ("", "all", "screen") for part in parts):
        return True
    if any(re.fullmatch(r"(?:screen and )?\(prefers-color-scheme: ?light\)", p) for p in parts):
        return True
    if not all("dark" in part for part in parts):
        rules.fault(
            f'the rules in "@media {query[:60]}" are ignored: faces look as on a screen',
            "write them outside of @media",
        )
    return False


def _take_rule(node: Any, rules: _Rules, around: str) -> None:
    import tinycss2

    written = tinycss2.serialize(node.prelude).strip()
    if around:
        written = ",".join(_within(part, around) for part in _parted(node.prelude))
    inner = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
    if _add(written, _declared_in(inner), rules):
        _take([part for part in inner if part.type != "declaration"], rules, written)


def _within(part: str, around: str) -> str:
    """Combine a nested selector with the selector of the outer rule."""
    parent = around if re.fullmatch(r"[\w.#*-]+", around) else f":is({around})"
    return part.replace("&", parent) if "&" in part else f"{parent} {part}"


def _parted(prelude: Any) -> list[str]:
    """Split a list of selectors at its commas, except commas inside brackets."""
    import tinycss2

    parts: list[list[Any]] = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def _add(written: str, declarations: list[tuple[str, str, bool]], rules: _Rules) -> bool:
    """Add a rule; return False and record a fault if its selector is not supported."""
    import tinycss2
    from cssselect2 import SelectorError, compile_selector_list

    parts = written.split(",")
    if any(len(p) > LONGEST_SELECTOR or len(_STEPS.findall(p.strip())) > MOST_STEPS for p in parts):
        rules.fault(f"the selector {written[:40]!r}… is ignored: it is too long", "use a class")
        return False
    try:
        selectors = compile_selector_list(tinycss2.parse_component_value_list(written))
    except SelectorError:
        rules.fault(
            f"the rule {written[:60]!r} is ignored: the selector is not supported",
            "give these elements a class, or a style",
        )
        return False
    rules.order += 1
    for selector in selectors:
        if selector.pseudo_element is None:
            rules.matcher.add_selector(selector, declarations)
            rules.keys[selector.id or selector.class_name or selector.local_name or "*"] += 1
    return True


def _declarations(content: Any) -> list[tuple[str, str, bool]]:
    """The declarations of a style: name, value, and whether it is important."""
    import tinycss2

    return _declared_in(
        tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    )


def _declared_in(parsed: list[Any]) -> list[tuple[str, str, bool]]:
    import tinycss2

    return [
        (d.name if d.name.startswith("--") else d.lower_name, tinycss2.serialize(d.value).strip(),
         d.important)
        for d in parsed
        if d.type == "declaration"
    ]  # fmt: skip


def _style(element: Any, matches: list[Any]) -> None:
    """Put the declarations that match an element into its `style`, the strongest last."""
    own = element.get("style", "")
    if not matches and "!" not in own:
        return
    sheets = [properties for _, _, _, declarations in matches for properties in declarations]
    written = _declarations(own)
    properties: dict[str, str] = {}
    for is_important in (False, True):
        for name, value, important in (*sheets, *written):
            if important == is_important:
                # remove the property first, so that the last declaration comes last
                properties.pop(name, None)
                properties[name] = value
    if properties:
        element.set("style", ";".join(f"{name}:{value}" for name, value in properties.items()))


def _fill_in(root: Any, rules: _Rules) -> None:
    """Replace variables by their values; elements inherit variables from their ancestors."""
    requests = {e: names for e in root.iter() if (names := _variables_of(e))}
    scopes: dict[Any, Mapping[str, str]] = {}
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        above = scopes.get(element.getparent(), {})
        style = element.get("style", "")
        properties = declared(style) if "--" in style else {}
        own = {name: value for name, value in properties.items() if name.startswith("--")}
        here = scopes[element] = {**above, **own} if own else above
        if own:
            rest = (f"{n}:{v}" for n, v in properties.items() if n not in own)
            element.set("style", ";".join(rest))
        for key, value in element.attrib.items():
            if "var(" in value:
                element.set(key, _filled(value, here))

    _report_variables_of_uses(root, scopes, requests, rules)


def _variables_of(element: Any) -> set[str]:
    """The variables that an element's attributes use."""
    return {match[1] for value in element.attrib.values() if "var(" in value
            for match in _VARIABLE.finditer(value)}  # fmt: skip


def _report_variables_of_uses(
    root: Any,
    scopes: Mapping[Any, Mapping[str, str]],
    requests: Mapping[Any, set[str]],
    rules: _Rules,
) -> None:
    """Report a variable that has one value on a `<use>` and another on the copied element."""
    named: dict[str, Any] = {}
    wanted: dict[Any, set[str]] = {}  # variables used in or below each element
    for element, names in requests.items():
        for node in (element, *element.iterancestors()):
            wanted.setdefault(node, set()).update(names)
            named.setdefault(node.get("id", ""), node)
    for use in root.iter(f"{SVG}use") if requests else ():
        link = linked(use)
        original = named.get(link) if link else None
        if original is None:
            continue
        for name in sorted(wanted[original]):
            if scopes[use].get(name) != scopes[original].get(name):
                rules.fault(
                    f"the variable {name} of <use> is ignored in the copy of {link!r}",
                    "set it on the original, or draw the original again",
                )


def _filled(text: str, variables: Mapping[str, str]) -> str:
    """Fill in the variables of a text; an undeclared variable without a fallback stays as
    written.
    """

    def value_of(match: re.Match[str]) -> str:
        value = variables.get(match[1], match[2])
        return match[0] if value is None else value.strip()

    for _ in range(DEEPEST):
        filled = _VARIABLE.sub(value_of, text)
        if filled == text or len(filled) > LONGEST_VALUE:
            break
        text = filled
    return text


def declared(body: str) -> dict[str, str]:
    """The properties of a rule or a `style` attribute; the last declaration of a name counts."""
    return dict(_pairs(body))


def _pairs(body: str) -> Iterator[tuple[str, str]]:
    for part in body.split(";"):
        name, colon, value = part.partition(":")
        if colon and name.strip():
            yield name.strip(), value.strip()
