"""Jinja2 for untrusted texts: sandboxed, with limits on operators, sizes, loops and time.

In: a text or expression and its names. Out: its value, or an error. A pack may come from an unknown
person, and the sandbox alone would run `'a' * 10**9`. So every text has a `_Budget`; an expression
that exceeds it raises `TooMuch`.
"""

import operator
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from inspect import isgenerator, isroutine
from typing import TYPE_CHECKING, Any, cast

from generator.model.decimals import AsShown, rounded, whole

if TYPE_CHECKING:
    from jinja2.sandbox import ImmutableSandboxedEnvironment

LONGEST_TEXT = 20_000  # maximum length in characters of a text after its values are filled in
MOST_STEPS = 20_000  # maximum number of loop iterations and calls in one text
MOST_SECONDS = 2.0
MOST_SECONDS_IN_ALL = 10.0  # maximum time in seconds for all slow texts since `begin`
SLOW = 0.1
GREATEST = 10**30
MOST_PLACES = 15  # maximum number of decimal places to which a number can be rounded
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
# Matches texts that people multiply as if they were numbers: "25%", "1/2", "1.000,5", "$3".
_LIKE_NUMBER = re.compile(r"\s*[-+−]?\s*[$€£]?\s*[0-9][0-9.,/'’\s]*[%€$£]?\s*")
LARGEST_VALUE = 1_000_000  # maximum size of one value: its characters, plus 10 for each part


class TooMuch(ValueError):
    """Raised for an expression that would take too much memory or time."""


class _Budget(threading.local):
    """The steps and seconds left for the current text, and the seconds that all slow texts took."""

    steps = 0
    until = 0.0

    slow = 0.0

    def start(self, steps: int) -> None:
        if self.slow > MOST_SECONDS_IN_ALL:
            raise TooMuch("all texts of the pack together take too long")
        self.steps = steps
        self.until = time.monotonic() + MOST_SECONDS

    def stop(self) -> None:
        """Add the time of a slow text to that of all slow texts."""
        taken = time.monotonic() - self.until + MOST_SECONDS
        if taken > SLOW:
            self.slow += taken

    def spend(self, steps: int = 1) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise TooMuch("it takes too many steps")
        if time.monotonic() > self.until:
            raise TooMuch("it takes too long")


_budget = _Budget()


def begin() -> None:
    """Reset the time of slow texts, before another pack is opened or drawn."""
    _budget.slow = 0.0


@contextmanager
def _metered(steps: int) -> Iterator[None]:
    _budget.start(steps)
    try:
        yield
    finally:
        _budget.stop()


# fmt: off
_STRING_METHODS = frozenset((
    "capitalize", "casefold", "count", "endswith", "find", "index", "isalnum", "isalpha",
    "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "istitle", "isupper", "lower",
    "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rpartition", "rsplit",
    "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper",
))
_FILTERS = frozenset((
    "abs", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "first", "float",
    "forceescape", "int", "items", "join", "last", "length", "list", "lower", "map", "max", "min",
    "reject", "rejectattr", "replace", "reverse", "round", "safe", "select", "selectattr", "sort",
    "string", "striptags", "sum", "title", "trim", "truncate", "unique", "upper", "wordcount",
))
# fmt: on


def environment(
    extra_filters: Mapping[str, Callable[..., Any]] | None = None,
    extra_globals: Mapping[str, Any] | None = None,
    *,
    loader: Any = None,
    autoescape: bool = False,
    largest: int = LONGEST_TEXT,
    steps: int = MOST_STEPS,
) -> "ImmutableSandboxedEnvironment":
    """Return a sandboxed environment: unknown names raise errors, and resources are limited.

    A text has at most `largest` characters and takes at most `steps` loop iterations and calls;
    operators and the sizes of values are limited as well. Filters and globals of the caller are
    trusted: they must have their own limits.
    """
    env: Any = _bounded()(
        loader=loader,
        autoescape=autoescape,
        undefined=_strict(),
        finalize=_finalize,
        keep_trailing_newline=True,
    )
    env.largest = largest
    env.most_steps = steps
    env.filters = {name: f for name, f in env.filters.items() if name in _FILTERS}
    for name in ("int", "float"):
        env.filters[name] = partial(_number_of, env.filters[name])
    env.filters["round"] = partial(_round, env.filters["round"])
    env.filters["replace"] = _replace
    env.filters["join"] = partial(_join, env)
    env.filters["striptags"] = partial(_bounded_striptags, env.filters["striptags"])
    env.filters["counted"] = _counted
    env.filters["measured"] = _measured
    env.filters["same"] = _same
    env.filters["concatenated"] = _concatenated
    env.filters.update(extra_filters or {})
    namespace = env.globals["namespace"]
    env.globals.clear()
    env.globals.update({"range": _range, "s": _ending, "namespace": namespace, "dict": _dict})
    env.globals.update(extra_globals or {})
    return cast("ImmutableSandboxedEnvironment", env)


def render(env: "ImmutableSandboxedEnvironment", text: str, context: Mapping[str, Any]) -> str:
    """Fill in a text, which is compiled once; raises jinja2's errors and `TooMuch`."""
    compiled: dict[str, Any] = env.__dict__.setdefault("compiled", {})
    template = compiled.get(text)
    if template is None:
        if len(text) > getattr(env, "largest", LONGEST_TEXT):
            raise TooMuch(f"the text has {len(text):,} characters")
        template = compiled[text] = env.from_string(text)
    with _metered(getattr(env, "most_steps", MOST_STEPS)):
        return _sound(template.render(context), getattr(env, "largest", LONGEST_TEXT))


def render_template(template: Any, context: Mapping[str, Any]) -> str:
    """Render a template from an `environment` within the limits of that environment."""
    with _metered(template.environment.most_steps):
        return _sound(template.render(context), template.environment.largest)


def _sound(filled: str, largest: int) -> str:
    """Return the text if it is not too long and can be encoded; else raise `TooMuch`."""
    if len(filled) > largest:
        raise TooMuch(f"the text becomes {len(filled):,} characters long")
    if not filled.isascii():
        try:
            filled.encode()
        except UnicodeEncodeError as broken:
            half = f"U+{ord(filled[broken.start]):04X}"
            raise TooMuch(f"{half} is half a character and cannot be printed") from None
    return filled


@cache
def texts() -> "ImmutableSandboxedEnvironment":
    """The environment for all plain texts."""
    return environment()


def compute(expression: str, context: Mapping[str, Any]) -> Any:
    """Evaluate an expression; raises jinja2's errors and `TooMuch`."""
    env: Any = texts()
    cache: dict[str, Any] = env.__dict__.setdefault("expressions", {})
    compiled = cache.get(expression)
    if compiled is None:
        if len(expression) > LONGEST_TEXT:
            raise TooMuch(f"the expression has {len(expression):,} characters")
        compiled = cache[expression] = env.compile_expression(expression, undefined_to_none=False)
    with _metered(MOST_STEPS):
        value = compiled(context)
    if _is_undefined(value):
        str(value)  # raises an error with the unknown name
    return _sound(value, LONGEST_TEXT) if isinstance(value, str) else value


def _is_undefined(value: Any) -> bool:
    from jinja2 import Undefined

    return isinstance(value, Undefined)


def _finalize(value: Any) -> Any:
    if isinstance(value, float | bool):
        return say(value)
    return "" if value is None else printable(value)


def printable(value: Any) -> Any:
    """Return the value.

    Raises `TypeError` for objects without a printed form, such as functions.
    """
    if isinstance(value, str | int | float):
        return value
    kind: Any = type(value)
    if kind.__repr__ is object.__repr__ and kind.__str__ is object.__str__:
        raise TypeError("this is neither a text nor a number")
    if isroutine(value) or isgenerator(value) or isinstance(value, type):
        raise TypeError("this is neither a text nor a number; call it, or add |list")
    return value


def _given(value: Any) -> None:
    """Raise `TypeError` for an argument that is not a text, a number or a list of these."""
    for each in value if isinstance(value, list | tuple) else (value,):
        try:
            printable(each)
        except TypeError as fault:
            raise TypeError(f"a value in ( ): {fault}") from None


@cache
def _strict() -> Any:
    """Jinja2's StrictUndefined, imported late."""
    from jinja2 import StrictUndefined

    return StrictUndefined


@cache
def _meter() -> Any:
    """A transformer that adds filters where the sandbox cannot intercept: loops, `~`, `==`, `!=`.

    Literals of lists and dictionaries are filtered as well.
    """
    from jinja2 import nodes
    from jinja2.visitor import NodeTransformer

    def filtered(node: nodes.Expr, name: str, *arguments: int) -> nodes.Expr:
        constants: list[nodes.Expr] = [nodes.Const(argument) for argument in arguments]
        return nodes.Filter(node, name, constants, [], None, None, lineno=node.lineno)

    def is_number_in_quotes(node: nodes.Node) -> bool:
        text = node.value if isinstance(node, nodes.Const) else None
        return isinstance(text, str) and _NUMBER.fullmatch(text) is not None

    class Meter(NodeTransformer):
        def visit_For(self, node: nodes.For) -> nodes.For:
            self.generic_visit(node)
            words = sum(len(part.data) for part in node.find_all(nodes.TemplateData))
            node.iter = filtered(cast(nodes.Expr, node.iter), "counted", 1 + words // 100)
            return node

        def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:
            self.generic_visit(node)
            return filtered(nodes.List(list(node.nodes), lineno=node.lineno), "concatenated")

        def visit_Compare(self, node: nodes.Compare) -> nodes.Expr:
            self.generic_visit(node)
            if len(node.ops) > 1 or node.ops[0].op not in ("eq", "ne"):
                return node
            beside = [node.ops[0].expr]
            if not any(is_number_in_quotes(each) for each in (node.expr, *beside)):
                return node
            same = nodes.Filter(node.expr, "same", beside, [], None, None, lineno=node.lineno)
            return same if node.ops[0].op == "eq" else nodes.Not(same, lineno=node.lineno)

        def visit_List(self, node: nodes.List) -> nodes.Expr:
            self.generic_visit(node)
            return filtered(node, "measured")

        def visit_Dict(self, node: nodes.Dict) -> nodes.Expr:
            self.generic_visit(node)
            return filtered(node, "measured")

        def visit_Tuple(self, node: nodes.Tuple) -> nodes.Expr:
            self.generic_visit(node)
            return filtered(node, "measured") if node.ctx == "load" else node

    return Meter()


@cache
def _bounded() -> Any:
    """Return the environment class; created late, because importing jinja2 takes 30 ms."""
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Bounded(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset(("+", "*", "**", "%", "-", "/", "//"))
        largest = LONGEST_TEXT
        most_steps = MOST_STEPS

        def compile(
            self,
            source: Any,
            name: str | None = None,
            filename: str | None = None,
            raw: Any = False,
            defer_init: bool = False,
        ) -> Any:
            """Add the filters to every text; a single expression arrives as nodes."""
            nodes = self.parse(source, name, filename) if isinstance(source, str) else source
            source = _meter().visit(nodes)
            source.set_environment(self)
            return super().compile(source, name, filename, raw, defer_init)

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            return _operate(operator, left, right, self.largest)

        def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:
            _budget.spend()
            # our functions accept only texts and numbers; macros accept anything
            if isroutine(__obj):
                for value in (*args, *kwargs.values()):
                    _given(value)
            return super().call(__context, __obj, *args, **kwargs)

        def wrap_str_format(self, value: Any) -> Any:
            if getattr(value, "__name__", "") in ("format", "format_map"):
                raise TooMuch('"format" is not available in texts')
            return None

        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            if isinstance(obj, str) and attr not in _STRING_METHODS:
                return False
            if isinstance(obj, int | float | bytes) or attr in ("format", "format_map"):
                return False
            return super().is_safe_attribute(obj, attr, value)

    return Bounded


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
}


def _operate(sign: str, left: Any, right: Any, largest: int) -> Any:
    """Compute `left sign right`; raises `TooMuch` if the result would be huge."""
    numbers = isinstance(left, int | float) and isinstance(right, int | float)
    if not numbers:
        if sign == "%" and isinstance(left, str):
            raise TooMuch('"%" does not format texts here')
        if sign == "*":
            _no_number(left, right)
        if sign == "*" and _size_of(left) * _size_of(right) > largest:
            raise TooMuch("a text or list is repeated too often")
        if sign == "+" and _size_of(left) + _size_of(right) > largest:
            raise TooMuch("a text or list becomes too long")
    elif sign == "**" and (
        abs(right) > 1000 or (abs(left) > 1 and abs(right) * _digits(left) > 30)
    ):
        raise TooMuch("a power is too large")
    value = _OPERATORS[sign](left, right)
    if isinstance(value, int | float) and abs(value) > GREATEST:
        raise TooMuch("a number becomes too large")
    return value


def _no_number(*values: Any) -> None:
    """Refuse to repeat a text that people read as a number, such as "25%" or "1.000,5"."""
    for value in values:
        if not isinstance(value, str) or len(value) >= 40 or not value.strip("0"):
            continue  # a number is padded with zeros
        if _LIKE_NUMBER.fullmatch(value):
            raise TypeError(f'"{value}" is a text, not a number')


def _number_of(convert: Callable[..., Any], value: Any, *default: Any, **more: Any) -> Any:
    """Convert a text by `int` or `float`; raises for "25%", which they would read as 0.

    If the call has a default, it is returned instead.
    """
    if not default and "default" not in more and convert(value, default=None, **more) is None:
        _no_number(value)
    return convert(value, *default, **more)


def _round(convert: Callable[..., Any], value: Any, places: int = 0, how: str = "common") -> Any:
    """Round a number as in spreadsheets: 2.5 becomes 3; "ceil" and "floor" as in jinja2."""
    if how != "common":
        return convert(value, places, how)
    if not isinstance(value, int | float):
        found = "an empty value" if value is None else f'the text "{value}"'
        raise TypeError(f"round needs a number, found {found}")
    if abs(places) > MOST_PLACES:
        raise TooMuch(f"round allows at most {MOST_PLACES} decimals")
    return rounded(value, int(places))


def _ending(n: Any, singular: str = "", plural: str = "s") -> str:
    """Compute `s(n)` in a text: the singular or plural ending of a word, or one of two words.

    >>> _ending(1), _ending(2), _ending(1, "die", "dice"), _ending("+1"), _ending(0, "y", "ies")
    ('', 's', 'die', '', 'ies')
    """
    if isinstance(n, bool) or not isinstance(n, int | float | str):
        raise TypeError(f"s( ) needs a number, found {say(n) or 'nothing'}")
    is_one = n.strip().lstrip("+-−") == "1" if isinstance(n, str) else abs(n) == 1
    return singular if is_one else plural


def _digits(number: float) -> float:
    import math

    return math.log10(abs(number))


def _size_of(value: Any) -> int:
    """The size of a value for repeating and joining: a number counts as its value."""
    if isinstance(value, str):
        return max(1, len(value))
    return max(1, value) if isinstance(value, int) else _room(value)


def _room(value: Any, left: int = LARGEST_VALUE) -> int:
    """The characters of a value plus 10 for each of its parts, at all levels."""
    size = 10
    if isinstance(value, str):
        size += len(value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            size += _room(key, left - size) + _room(inner, left - size)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            size += _room(inner, left - size)
    if size > left:
        raise TooMuch("a text or list becomes too long")
    return size


def _measured(value: Any) -> Any:
    """Return the value unless it is too large; nested lists can become huge when printed."""
    _budget.spend(_room(value) // 100)
    return value


def _dict(**values: Any) -> dict[str, Any]:
    """The function `dict(a=1)` in a text."""
    made: dict[str, Any] = _measured(values)
    return made


def _range(*bounds: int) -> range:
    """The function `range`, limited to 1,000 numbers."""
    numbers = range(*bounds)
    if len(numbers) > 1000:
        raise TooMuch(f"range({', '.join(map(str, bounds))}) has more than 1,000 numbers")
    return numbers


def _counted(items: Iterable[Any], weight: int) -> Iterator[Any]:
    """Yield the items; each iteration of the loop spends `weight` steps."""
    if _is_undefined(items):
        str(items)
    for item in items:
        _budget.spend(weight)
        yield item


def _same(left: Any, right: Any) -> Any:
    """Compare `left` and `right`. One of them is a text in quotes that looks like a number.

    Raises `TypeError` if the other value is a number, because a number never equals a text.
    """
    for number, text in ((left, right), (right, left)):
        if isinstance(number, int | float) and not isinstance(number, bool):
            raise TypeError(f'"{text}" is a text, which never equals a number: remove the quotes')
    return left == right


def _concatenated(parts: list[Any]) -> Any:
    """Join the parts of `~`; if one is safe markup, the others are escaped."""
    from markupsafe import Markup

    texts = [part if hasattr(part, "__html__") else _say_known(part) for part in parts]
    _measured(texts)
    joint = Markup("") if any(hasattr(text, "__html__") for text in texts) else ""
    return joint.join(texts)


def _say_known(value: Any) -> str:
    """Do the same as `say`, but raise an error for an unknown name."""
    return str(value) if _is_undefined(value) else say(value)


def _replace(text: Any, old: str, new: str, count: int = -1) -> str:
    whole, gone, put = str(text), str(old), str(new)
    n_found = whole.count(gone) if gone else len(whole) + 1
    if n_found * len(put) + len(whole) > LARGEST_VALUE:
        raise TooMuch("replace makes the text too long")
    return whole.replace(gone, put, int(count))


def _bounded_striptags(striptags: Callable[[Any], str], text: Any) -> str:
    # the time to print a number grows with the square of its length
    if len(str(text)) > LONGEST_TEXT:
        raise TooMuch("the text for striptags is too long")
    return striptags(text)


def _join(
    env: Any, items: Iterable[Any], between: str = "", attribute: str | int | None = None
) -> str:
    if attribute is not None:
        # The environment allows safe attributes only; others are undefined.
        items = [env.getitem(item, attribute) for item in items]
    texts = [_say_known(item) for item in items]
    if sum(map(len, texts)) + len(texts) * len(str(between)) > LARGEST_VALUE:
        raise TooMuch("join makes the text too long")
    return str(between).join(texts)


def say(value: Any) -> str:
    """Print a scalar: "" for None, TRUE or FALSE, a number with all its digits."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, AsShown):
        return value.shown
    return whole(value) if isinstance(value, float) else str(value)
