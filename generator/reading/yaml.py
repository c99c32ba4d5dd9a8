"""YAML files of a pack as trees of plain values with places.

In: a file. Out: a `Tree`. A user's mistake raises no error. The mistake is added to `problems`, and
the result is None.
"""

import math
import re
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import yaml

from generator.model.pack import Scalar
from generator.model.problems import Place, Problems, place_in
from generator.reading.files import read_text
from generator.reading.values import Steps, Tree, Value, typed_scalar
from generator.system.files import composed

LARGEST_YAML = 4_000_000  # maximum size in bytes of a YAML file
MOST_VALUES = 100_000  # maximum number of values in one file; aliases count at every use
DEEPEST = 40
_MANY = (
    f"more than {MOST_VALUES:,} values after following aliases",
    "move the data into a CSV file",
)
_LOOKED_AT = 2000  # number of characters in a bracket that are searched to guess its meaning
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'')
# matches a comment that was probably intended as a value
_CUT = re.compile(r"(?:[:,]\s|[\[{,])\s*(#\w+)")
_BEHIND = re.compile(r"[ \t]+(#\w+)")
# matches a text after "#" that is a colour or a number, not a remark
_MEANT = re.compile(r"#(?:[0-9a-fA-F]{3,8}|[0-9]\w*)")
_BLOCK = re.compile(r"(?:^|[:-])\s+([>|])[-+0-9]*\s*$")
_VALUE_QUOTED = re.compile(r"\s*(?:-\s+)?([\w.-]+):[ \t]+([\"'])")
# quote → the rest of a quoted text, seen after the opening quote or from the start of a line
_REST_OF = {
    '"': re.compile(r'(?:[^"\\]|\\.)*"'),
    "'": re.compile(r"(?:[^']|'')*'(?!')"),
}
_GLUED = re.compile(r"\s*(?:-\s+)?([A-Za-z_][\w.-]*):(?!//)(\S.*)")
_HALF = re.compile(r"[+-]?[0-9]+,[0-9]+\s?[A-Za-z%\"]*")  # matches a number with a decimal comma
_TAG = "tag:yaml.org,2002:"


class _Loader(yaml.CLoader):
    """Composes nodes. Scalars get the core types of YAML 1.2, so `no` and `12:30` remain texts."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _TAG + ("plain" if implicit[0] else "str")
        return _TAG + ("seq" if kind is yaml.SequenceNode else "map")


def read_yaml(
    path: Path, file: str, problems: Problems, begin: str = 'start with "protoplay: 1"'
) -> Tree | None:
    """Return the tree of one YAML file, called `file` in messages; None after a problem.

    `begin` is the fix if the start of the file is wrong.
    """
    text = read_text(path, file, LARGEST_YAML, problems)
    return None if text is None else parse_yaml(text, file, problems, begin)


def parse_yaml(text: str, file: str, problems: Problems, begin: str = "") -> Tree | None:
    """Return the tree of a YAML text with a mapping at the top; None after a problem."""
    before = len(problems.errors)
    try:
        if _looks_deep(text) and _too_deep(text):
            problems.error(Place(file), f"values are nested deeper than {DEEPEST} levels")
            return None
        if _is_wide(text):
            problems.error(Place(file), *_MANY)
            return None
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as broken:
        mark = broken.problem_mark or broken.context_mark
        if broken.context_mark and "unexpected end of stream" in (broken.problem or ""):
            mark = broken.context_mark  # the place of the opening quote, not the end of the file
        place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
        lines = text.splitlines()
        if mark and (slip := _open_quote(lines, mark.line) or _no_blank(broken, lines)):
            line, column, message, fix = slip
            problems.error(Place(file, line, column), message, fix)
        else:
            problems.error(place, *_explain(broken, text))
        return None
    except yaml.YAMLError as broken:
        if isinstance(broken, yaml.reader.ReaderError):
            here, code = place_in(text, broken.position, Place(file)), ord(text[broken.position])
            problems.error(
                here, f"the file contains the control character U+{code:04X}", "remove it"
            )
        else:
            problems.error(Place(file), f"not valid YAML: {' '.join(str(broken).split())}")
        return None
    if node is None:
        problems.error(Place(file), "the file is empty", begin)
        return None
    if not isinstance(node, yaml.MappingNode):
        message = "a list" if isinstance(node, yaml.SequenceNode) else "a single value"
        problems.error(
            _mark(node, file),
            f"expected keys and values at the top level, found {message}",
            begin,
        )
        return None
    builder = _Builder(text, file, problems)
    value = builder.build(node, (), 0)
    if builder.n_values > MOST_VALUES:
        problems.error(Place(file), *_MANY)
    if len(problems.errors) > before:
        return None
    return Tree(value, builder.places, builder.keys)


def _is_wide(text: str) -> bool:
    """Whether a text clearly has too many values, checked before their tree fills the memory.

    A value has at least two characters and at most three parser events; a few events belong to the
    file itself.
    """
    if len(text) < 2 * MOST_VALUES:
        return False
    events = yaml.parse(text, Loader=yaml.CLoader)
    return next(islice(events, 3 * MOST_VALUES + 10, None), None) is not None


class _Builder:
    """Turns nodes into plain values and records places; size and depth are limited."""

    def __init__(self, text: str, file: str, problems: Problems) -> None:
        self.text = text
        self.shown = file
        self.problems = problems
        self.places: dict[Steps, Place] = {}
        self.keys: dict[Steps, Place] = {}
        self.n_values = 0
        self.too_deep = False

    def build(self, node: Any, path: Steps, depth: int) -> Value:
        self.n_values += 1
        place = _mark(node, self.shown)
        self.places[path] = place
        if self.n_values > MOST_VALUES or self.too_deep:
            return None
        if depth > DEEPEST:
            self.too_deep = True
            self.problems.error(place, f"values are nested deeper than {DEEPEST} levels")
            return None
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, place)
        if node.tag not in (_TAG + "seq", _TAG + "map"):
            self.problems.error(place, f'unknown tag "{_tag_text(node.tag)}"', "remove the tag")
            return None
        if isinstance(node, yaml.SequenceNode):
            return [self.build(n, (*path, i), depth + 1) for i, n in enumerate(node.value)]
        return self._mapping(node, path, depth)

    def _mapping(self, node: Any, path: Steps, depth: int) -> dict[str, Value]:
        built: dict[str, Value] = {}
        merged: list[Any] = []
        self._report_commas(node)
        for key_node, value_node in node.value:
            place = _mark(key_node, self.shown)
            if not isinstance(key_node, yaml.ScalarNode):
                message = "a list" if isinstance(key_node, yaml.SequenceNode) else "a mapping"
                fix = 'put a text that starts with "{" in quotes'
                self.problems.error(place, f"a key must be a word, found {message}", fix)
                continue
            key = composed(key_node.value)
            if key == "<<" and key_node.tag == _TAG + "plain":
                merged.append(value_node)
                continue
            if key in built:
                first = self.keys[(*path, key)]
                self.problems.error(
                    place,
                    f'the key "{key}" is written twice',
                    f"it is already at line {first.line}",
                )
                continue
            self.keys[(*path, key)] = place
            built[key] = self.build(value_node, (*path, key), depth + 1)
        for source in merged:
            self._merge(source, built, path, depth)
        return built

    def _report_commas(self, node: Any) -> None:
        """Report a decimal comma in braces: `{hex: 50,5mm}` is 50 and a key "5mm"."""
        if not node.flow_style:
            return
        for (_, before), (key, after) in pairwise(node.value):
            if not all(isinstance(each, yaml.ScalarNode) for each in (before, key, after)):
                continue
            is_bare = before.tag == key.tag == _TAG + "plain" and not after.value
            # In braces, a comma without a following space is probably a decimal comma; if a colon
            # follows later, it separates keys.
            is_near = key.start_mark.index == before.end_mark.index + 1
            colon = self.text[key.end_mark.index : after.start_mark.index].lstrip()[:1]
            if (
                is_bare
                and is_near
                and colon != ":"
                and _HALF.fullmatch(f"{before.value},{key.value}")
            ):
                message = f"{before.value},{key.value} is split at its comma"
                fix = f"write {before.value}.{key.value}"
                self.problems.error(_mark(before, self.shown), message, fix)

    def _merge(self, node: Any, built: dict[str, Value], path: Steps, depth: int) -> None:
        """Add the keys of `<<: *other` that are not written here; a list is merged in order."""
        self.n_values += 1
        if self.n_values > MOST_VALUES:
            return
        if isinstance(node, yaml.SequenceNode) and depth < DEEPEST:
            for part in node.value:
                self._merge(part, built, path, depth + 1)
            return
        if not isinstance(node, yaml.MappingNode):
            self.problems.error(_mark(node, self.shown), 'expected a mapping after "<<"')
            return
        for key_node, value_node in node.value:
            key = composed(key_node.value) if isinstance(key_node, yaml.ScalarNode) else "<<"
            if key != "<<" and key not in built:
                self.keys[(*path, key)] = _mark(key_node, self.shown)
                built[key] = self.build(value_node, (*path, key), depth + 1)

    def _scalar(self, node: Any, place: Place) -> Scalar:
        text = composed(node.value)
        if node.tag == _TAG + "str":
            return text
        if node.tag != _TAG + "plain":
            fix = "remove the tag; use quotes for a text"
            self.problems.error(place, f'unknown tag "{_tag_text(node.tag)}"', fix)
            return None
        value = typed_scalar(text)
        cut = _BEHIND.match(self.text, node.end_mark.index)
        is_number = cut is not None and isinstance(value, str) and cut[1][1].isdecimal()
        if cut and (is_number or (not text and _MEANT.fullmatch(cut[1]))):
            # Reports `colour: #c33` and `title: Card #3`; in real remarks a space follows the #.
            message = f'"{cut[1]}" is a comment and not part of the value'
            self.problems.warning(place, message, "put the value in quotes, or a space after the #")
        if isinstance(value, float) and not math.isfinite(value):
            fix = "leave out a bound if there is none; use quotes for a text"
            self.problems.error(place, f"expected a number, found {text}", fix)
            return None
        return value


def _mark(node: Any, file: str) -> Place:
    return Place(file, node.start_mark.line + 1, node.start_mark.column + 1)


def _tag_text(tag: str) -> str:
    return tag.replace(_TAG, "!!")


def _looks_deep(text: str) -> bool:
    """Whether a text could nest deeper than the stack of the C parser, which crashes near 100,000
    levels.
    """
    if text.count("[") + text.count("{") > 2000:
        return True
    return bool(re.search(r"(?:[-?:] *){300}|(?m:^ {1000})", text))


def _too_deep(text: str) -> bool:
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > 10 * DEEPEST:
                return True
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return False


Slip = tuple[int, int, str, str]  # line, column, message and fix of a likely slip of the writer


def _open_quote(lines: list[str], last: int) -> Slip | None:
    """Find a quote that opens a value and is closed on a later line, before other text.

    Such a value lacks its own closing quote, so it extends to the next quote, at most to the line
    `last`, and includes the keys between.
    """
    i = 0
    while i <= last and i < len(lines):
        match = _VALUE_QUOTED.match(lines[i])
        if match is None or _REST_OF[match[2]].match(lines[i], match.end()):
            i += 1
            continue
        opened, sign = i, match[2]
        i += 1
        while i < len(lines) and (closed := _REST_OF[sign].match(lines[i])) is None:
            i += 1
        behind = lines[i][closed.end() :].strip() if i < len(lines) and closed else "…"
        if behind and not behind.startswith("#"):
            text = lines[opened][match.end() :].rstrip()
            words = text if len(text) <= 40 else f"{text[:39]}…"
            message = f"the quote that opens {sign}{words} is not closed on its line"
            return opened + 1, match.end(), message, f"close it: {sign}{words}{sign}"
        i += 1
    return None


def _no_blank(broken: yaml.MarkedYAMLError, lines: list[str]) -> Slip | None:
    """Find a key without a space after its colon, at the parser's error or on the line before."""
    reason = broken.problem or ""
    if "could not find expected ':'" in reason and broken.context_mark:
        i = broken.context_mark.line
    elif broken.problem_mark and (
        "mapping values are not allowed" in reason or "did not find expected key" in reason
    ):
        i = broken.problem_mark.line - 1
        while i >= 0 and not lines[i].split("#")[0].strip():
            i -= 1
    else:
        return None
    match = _GLUED.match(lines[i]) if 0 <= i < len(lines) else None
    if match is None:
        return None
    key, value = match[1], match[2].rstrip()
    value = value if len(value) <= 40 else f"{value[:39]}…"
    message = f'"{key}:{value}" has no space after its colon'
    return i + 1, match.end(1) + 2, message, f"write {key}: {value}"


def _comment_begun(cut: str) -> str:
    return f'put "{cut}" in quotes: outside quotes, # starts a comment'


def _second_key(lines: list[str], i: int, column: int) -> tuple[str, str]:
    """The message and fix for a key after a value that is already complete."""
    if ":" in lines[i][:column]:
        return 'there is a second ": " in this line', "put the text in quotes"
    above = next((line for line in reversed(lines[:i]) if line.split("#")[0].strip()), "")
    quotes = 'put a text with ": " in quotes'
    if not re.search(r":(?:[ \t]|$)", above):
        fix = f"write a colon and a space after its key; {quotes}"
        return 'the line above has no ": "', fix
    fix = f"keys on one level start in the same column; {quotes}"
    return "this key is indented more than the one above, which has its value", fix


def _explain(broken: yaml.MarkedYAMLError, text: str) -> tuple[str, str]:
    """Explain an error of libyaml in plain words: return a message and a fix."""
    reason = broken.problem or ""
    mark = broken.problem_mark or broken.context_mark
    lines = text.splitlines()
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())] or (
        mark and "cannot start any token" in reason and line[mark.column : mark.column + 1] == "\t"
    ):
        return "a tab is used for indentation", "use spaces"
    if "undefined alias" in reason:
        named = re.match(r"\*[^\s,\[\]{}]*", line[mark.column :]) if mark else None
        alias = named[0] if named else "*"
        message = f"there is no anchor &{alias[1:]} above the alias {alias}"
        return message, "write the anchor first, or use quotes"
    if "mapping values are not allowed" in reason:
        return _second_key(lines, mark.line, mark.column) if mark else (reason, "")
    if "alphabetic or numeric character" in reason:
        begun_by = "&" if "anchor" in (broken.context or "") else "*"
        return f'a text cannot start with "{begun_by}"', "put it in quotes"
    if "entries are not allowed" in reason or "mapping keys are not allowed" in reason:
        return (
            f'a text cannot start with "{line[mark.column]}"' if mark else reason,
            "put it in quotes",
        )
    if "escape" in reason or "hexdecimal" in reason:
        fix = "write \\\\ for a backslash, or put the text in single quotes"
        return "a backslash is not allowed before this character", fix
    if "could not find expected ':'" in reason:
        return 'expected ":" after a key', "or put a text of several lines in quotes"
    if "did not find expected key" in reason:
        return "expected a key here", "check the indentation and the quotes above"
    if "did not find expected '-' indicator" in reason:
        return 'expected "-" here', "all entries of a list start in the same column"
    if "unexpected end of stream" in reason:
        return "a quote is never closed", "close it"
    if "did not find expected ',' or" in reason:
        closing = "]" if "']'" in reason else "}"
        opened = (
            f"in the bracket of line {broken.context_mark.line + 1}, "
            if broken.context_mark
            else ""
        )
        fix = "close it, or put the text in quotes"
        start = broken.context_mark.index if broken.context_mark else 0
        end = min(mark.index if mark else start, start + _LOOKED_AT)
        if cut := _CUT.search(_QUOTED.sub("", text[start:end])):
            fix = _comment_begun(cut[1])
        return f'{opened}expected "," or "{closing}"', fix
    if "expected node content" in reason and mark:
        cuts = [*_CUT.finditer(_QUOTED.sub("", text[max(0, mark.index - _LOOKED_AT) : mark.index]))]
        if cuts:
            return "a value is missing in a bracket", _comment_begun(cuts[-1][1])
    begun = _BLOCK.search(line[: mark.column] if mark else "")
    if begun and "did not find expected comment or line break" in reason:
        return f'a text cannot start with "{begun[1]}"', "put it in quotes"
    if "did not find expected <document start>" in reason:
        return (
            "this key is further left than the ones above it",
            "keys on one level start in the same column",
        )
    if "cannot start any token" in reason:
        sign = line[mark.column] if mark and mark.column < len(line) else ""
        return f'a text cannot start with "{sign}"', "put it in quotes"
    if "found another document" in reason:
        return "a second document begins here", "keep one document per file"
    return f"not valid YAML: {reason}", ""
