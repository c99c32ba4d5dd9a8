"""Style sheets of a drawing written into the elements they style (CSS Cascade 4, CSS Variables 1).

In: the root of an SVG with `<style>` elements. Out: the same with `style` attributes, no sheet and
no variable, so that whatever looks at an element sees all that is said of it, in every format; and
what of the sheets is not followed, in words. Faces are drawn as a screen shows them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.press.face.use_copies import SVG, linked

MOST = 200_000  # elements times rules looked at
LONGEST_SELECTOR = 300  # characters
MOST_STEPS = 8  # combinators in a selector: each may look at all that is around an element
LONGEST_VALUE = 2_000  # characters, variables filled in
DEEPEST = 8  # variables that stand for variables
INK = "data-ink"  # a place where finished ink comes later; it has no style of its own
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_STEPS = re.compile(r"\s*[>+~]\s*|\s+")
Fault = tuple[str, str]  # what was found, and the fix


@dataclass(slots=True)
class _Rules:
    """The rules of all sheets, and what of them is not followed."""

    matcher: Any
    keys: Counter[str] = field(default_factory=Counter)  # how many rules look at the same elements
    faults: list[Fault] = field(default_factory=list)
    order: int = 0

    def fault(self, found: str, fix: str) -> None:
        """Tell each thing once."""
        if (found, fix) not in self.faults:
            self.faults.append((found, fix))


def cascade(root: Any) -> list[Fault]:
    """Write what style sheets and variables say into the elements; what is not followed is told."""
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
            f"{rules.order:,} rules for {len(elements):,} elements are more than is followed",
            "save it with attributes in place of style sheets (plain SVG)",
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
        rules.fault("a style sheet is nested too deep to be followed", "save it as plain SVG")


def _take(parsed: list[Any], rules: _Rules, around: str = "") -> None:
    """Note the rules of a sheet, or of what stands in braces after an @ or a selector.

    `around` is that selector (CSS Nesting 1).
    """
    import tinycss2

    for node in parsed:
        if node.type == "qualified-rule":
            _take_rule(node, rules, around)
        elif node.type == "at-rule":
            name, asked = node.lower_at_keyword, tinycss2.serialize(node.prelude).strip().lower()
            is_shown = name in ("layer", "supports")
            if name == "media":
                is_shown = _is_shown(asked, rules)
            if is_shown and node.content is not None:
                read = tinycss2.parse_blocks_contents if around else tinycss2.parse_rule_list
                inner = read(node.content, skip_comments=True, skip_whitespace=True)
                if around:
                    _add(around, _declared_in(inner), rules)
                _take(inner, rules, around)
            elif name == "import":
                rules.fault("@import is not followed, for nothing is fetched", "copy its rules in")
            elif name == "font-face":
                fix = "name the font's file under fonts: in game.yaml"
                rules.fault("@font-face is not read", fix)


def _is_shown(asked: str, rules: _Rules) -> bool:
    """Whether a media query holds on a screen that shows light pages; any other is told."""
    parts = [part.strip().removeprefix("only ").strip() for part in asked.split(",")]
    if any(part in ("", "all", "screen") for part in parts):
        return True
    if any(re.fullmatch(r"(?:screen and )?\(prefers-color-scheme: ?light\)", p) for p in parts):
        return True
    if not all("dark" in part for part in parts):
        rules.fault(
            f'what stands in "@media {asked[:60]}" is not drawn: faces look as on a screen',
            "write it outside of @media",
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
    """A nested selector as it is written outside of the rule it stands in."""
    parent = around if re.fullmatch(r"[\w.#*-]+", around) else f":is({around})"
    return part.replace("&", parent) if "&" in part else f"{parent} {part}"


def _parted(prelude: Any) -> list[str]:
    """The selectors of a list; a comma in brackets parts none."""
    import tinycss2

    parts: list[list[Any]] = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def _add(written: str, said: list[tuple[str, str, bool]], rules: _Rules) -> bool:
    """Note a rule; False, and told, where its selector is none that is followed."""
    import tinycss2
    from cssselect2 import SelectorError, compile_selector_list

    parts = written.split(",")
    if any(len(p) > LONGEST_SELECTOR or len(_STEPS.findall(p.strip())) > MOST_STEPS for p in parts):
        rules.fault(f"the selector {written[:40]!r}… is too long to be followed", "use a class")
        return False
    try:
        selectors = compile_selector_list(tinycss2.parse_component_value_list(written))
    except SelectorError:
        rules.fault(
            f"the style of {written[:60]!r} is not drawn: it is no selector that is known",
            "give those elements a class, or a style",
        )
        return False
    rules.order += 1
    for selector in selectors:
        if selector.pseudo_element is None:
            rules.matcher.add_selector(selector, said)
            rules.keys[selector.id or selector.class_name or selector.local_name or "*"] += 1
    return True


def _declarations(content: Any) -> list[tuple[str, str, bool]]:
    """Names, values and whether they are important, as they are written."""
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
    """Put what applies to an element into its `style`, the strongest last."""
    own = element.get("style", "")
    if not matches and "!" not in own:
        return
    sheets = [said for _, _, _, declarations in matches for said in declarations]
    written = _declarations(own)
    said: dict[str, str] = {}
    for is_important in (False, True):
        for name, value, important in (*sheets, *written):
            if important == is_important:
                said.pop(name, None)  # what is said last stands last
                said[name] = value
    if said:
        element.set("style", ";".join(f"{name}:{value}" for name, value in said.items()))


def _fill_in(root: Any, rules: _Rules) -> None:
    """Replace variables by what they are where they stand; they go down from element to element."""
    asked = {e: names for e in root.iter() if (names := _asked(e))}
    known: dict[Any, Mapping[str, str]] = {}
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        above = known.get(element.getparent(), {})
        style = element.get("style", "")
        said = declared(style) if "--" in style else {}
        own = {name: value for name, value in said.items() if name.startswith("--")}
        here = known[element] = {**above, **own} if own else above
        if own:
            rest = (f"{n}:{v}" for n, v in said.items() if n not in own)
            element.set("style", ";".join(rest))
        for key, value in element.attrib.items():
            if "var(" in value:
                element.set(key, _filled(value, here))

    _tell_through_uses(root, known, asked, rules)


def _asked(element: Any) -> set[str]:
    """The variables that an element's attributes ask for."""
    return {match[1] for value in element.attrib.values() if "var(" in value
            for match in _VARIABLE.finditer(value)}  # fmt: skip


def _tell_through_uses(
    root: Any,
    known: Mapping[Any, Mapping[str, str]],
    asked: Mapping[Any, set[str]],
    rules: _Rules,
) -> None:
    """Tell of a variable that a `<use>` gives another value than it has in what is shown."""
    named: dict[str, Any] = {}
    wanted: dict[Any, set[str]] = {}  # by the elements around those that ask
    for element, names in asked.items():
        for node in (element, *element.iterancestors()):
            wanted.setdefault(node, set()).update(names)
            named.setdefault(node.get("id", ""), node)
    for use in root.iter(f"{SVG}use") if asked else ():
        link = linked(use)
        shown = named.get(link) if link else None
        if shown is None:
            continue
        for name in sorted(wanted[shown]):
            if known[use].get(name) != known[shown].get(name):
                rules.fault(
                    f"the variable {name} that <use> gives {link!r} is not followed",
                    "set it around what is copied, or draw that again",
                )


def _filled(text: str, variables: Mapping[str, str]) -> str:
    """The text with its variables; one that is not declared, and has no fallback, stays."""

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
    """The properties of a rule or a `style` attribute; the last of one name counts."""
    return dict(_pairs(body))


def _pairs(body: str) -> Iterator[tuple[str, str]]:
    for part in body.split(";"):
        name, colon, value = part.partition(":")
        if colon and name.strip():
            yield name.strip(), value.strip()
