"""Explains in a designer's words why numba cannot compile a rule; numba's own words are never
shown.
"""

import inspect
import re
import traceback

from generator import kit

COMPILE_FIX = (
    "rules may use numbers, arrays, loops and other @rule functions; no dicts, lists or strings"
)
LOOP_FIX = "write it as a loop"
UNSAID = "numba gives no reason"
# errors that are never about a rule
_SLIPS = (AssertionError, AttributeError, IndexError, TypeError)

# Numba's message, our message, and a likely fix. A group in capitals is quoted unchanged; a group
# in lower case is a type, which `kind_of` describes.
_SAYINGS = (
    (
        r'(?s)^(?:.*?Cannot cast [^\n]+ to nestedarray\(.*?)?During: lowering "\((?P<R>\w+)[^)]*\)'
        r"\.(?P<F>\w+) = ",
        "{R}.{F} is an array and cannot be replaced by another",
        "assign its elements: {R}.{F}[:] = …",
    ),
    (
        r"(?s)Cannot cast (?P<kind>[^\n]+?) to (?P<wanted>\w[^:\n]*): .*?"
        r'During: lowering "\((?P<R>\w+)[^)]*\)\.(?P<F>\w+) = ',
        "{R}.{F} is {wanted} and cannot be set to {kind}",
        "",
    ),
    (
        r"Cannot cast (?P<kind>[^\n]+?) to (?P<wanted>\w[^:\n]*): ",
        "found {kind}, expected {wanted}",
        "",
    ),
    (r"Unknown attribute '(?P<N>\w+)' of type (?P<kind>[^\n]+)", "{kind} has no '{N}'", ""),
    (r"Cannot resolve setattr: \((?P<kind>.+)\)\.(?P<N>\w+) = ", "{kind} has no '{N}'", ""),
    (
        r"The use of a reflected (?P<K>\w+).* assigned to variable '(?P<N>\w+)' in globals",
        "{N}, defined outside the function, is a {K}: make it an array",
        "",
    ),
    (
        r"non-constant value associated with variable '(?P<N>\w+)' in a function",
        "a function inside it uses {N!r}",
        LOOP_FIX,
    ),
    (
        r">>> exception_match\(",
        "it catches one kind of exception",
        "test for it beforehand, with if",
    ),
    (
        r"Variable '(?P<N>\w+)' is not defined",
        "it reads {N!r} before it has a value",
        "set it above that line",
    ),
    (r"Untyped global name '(?P<N>\w+)'", "it uses {N}, which rules cannot use", ""),
    (r"Cannot unify (?P<one>.+?) and (?P<two>.+) for '", "a value is either {one} or {two}", ""),
    (
        r"type of variable '(?P<N>\w+)[^']*', have imprecise type: (?P<kind>[^\n]+)",
        "{N!r} is {kind} whose type of element is unknown",
        "make it an array",
    ),
    (r"failed to unpack (?P<kind>[^\n]+)", "{kind} cannot be unpacked into several names", ""),
    (
        r'During: typing of "(?P<S>\W+)=" ',
        '"{S}=" changes the type of a whole array',
        "assign elements of its own type: points[:] = …",
    ),
    (r"constraint encountered: del ", "it uses del", ""),
    (r"unsupported opcode", "it uses a form of Python that cannot be compiled", ""),
)
_KINDS = {
    "none": "nothing", "bool": "True or False", "Record": "a record", "list": "a list",
    "reflected": "a list", "LiteralList": "a list", "set": "a set",
    "Tuple": "a tuple", "UniTuple": "a tuple", "CPUDispatcher": "a function",
    "unicode_type": "a text", "nestedarray": "an array", "NestedArray": "an array",
    "array": "an array", "Array": "an array",
    "range_state": "a range", "slice": "a slice", "DictType": "a dict", "Module": "the module",
    "class": "a class", "type": "a type",
}  # fmt: skip
_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "iadd": "+=", "isub": "-=", "imul": "*=", "itruediv": "/=", "ifloordiv": "//=",
    "imod": "%=", "ipow": "**=", "matmul": "@", "neg": "-",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "contains": "in",
    "not_": "not", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
_RAW = re.compile(r"[%$<>{}@=]|\b(?:i\d+|\w*int\d+|float\d+|Literal|signature)\b")
_CALLEE = re.compile(r"callee type: type\(CPUDispatcher\(<function (\w+)_[0-9a-f]{16} at")
_BOUND = re.compile(r"Cannot bind 'args=\((.*?),?\) kws=\{.*?\}' to signature '(\(.*?\))'")


def numba_message(error: BaseException) -> str:
    """Return numba's message, or without a message the step of the rule that numba was at.

    A failure inside numba says nothing about the rule.
    """
    # this module is slow to import, and needed only after a fault
    from numba.core.typeinfer import CallConstraint

    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    if isinstance(error, _SLIPS):
        text = ""
    frames = [frame.f_locals for frame, _ in traceback.walk_tb(error.__traceback__)]
    steps = [names["inst"] for names in frames if "inst" in names]
    calls = [names["self"] for names in frames if isinstance(names.get("self"), CallConstraint)]
    if text or not (steps or calls):
        return text
    if steps:
        return f'During: lowering "{steps[-1]}" at {steps[-1].loc}'
    sign = _SIGNS.get(getattr(calls[-1].func, "__name__", ""), "")
    return f'During: typing of "{sign}" at {calls[-1].loc}'


def reason_of(text: str) -> tuple[str, str]:
    """Return the reason why numba rejects a rule, and a likely fix."""
    for pattern, words, fix in _SAYINGS:
        match = re.search(pattern, text)
        if match:
            groups = match.groupdict().items()
            values = {name: value if name.isupper() else kind_of(value) for name, value in groups}
            return words.format(**values), fix.format(**values) or COMPILE_FIX
    reason = _of_call(text) or _first_line(text)
    return reason, LOOP_FIX if "a function" in reason else COMPILE_FIX


def _of_call(text: str) -> str:
    """Describe the arguments that a function, an operator or an index does not accept."""
    callees = _CALLEE.findall(text)
    bound = _BOUND.search(text)
    if bound and callees:
        what, given = f"{callees[0]}{bound[2]}", _parted(bound[1])
        if "missing a required argument" in text:
            alone = f"{', '.join(map(kind_of, given))} alone" if given else "nothing"
            return f"{what} is given {alone}"
        return _not_taken(what, given)
    call = re.search(r">>> (\w+)\((.*)\)", text)
    if not call:
        return ""
    name, given = call[1], _parted(call[2])
    inside = [callee for callee in callees if callee in kit.__all__]
    if inside:
        return f"{_signature(inside[-1])} does not accept these arguments"
    if name in ("getitem", "setitem", "static_getitem", "static_setitem"):
        kinds = [kind_of(kind) for kind in given]
        value = f" and set to {kinds[2]}" if len(kinds) > 2 else ""
        return f"{kinds[0]} cannot be indexed by {kinds[1]}{value}"
    if f"<built-in function {name}>" in text and name in _SIGNS:
        return _not_taken(f'"{_SIGNS[name]}"', given)
    return _not_taken(_signature(name), given)


def _signature(name: str) -> str:
    function = getattr(kit, name, None)
    names = inspect.signature(function).parameters if inspect.isfunction(function) else ()
    return f"{name}({', '.join(names)})"


def _not_taken(what: str, given: list[str]) -> str:
    return f"{what} does not accept {', '.join(map(kind_of, given)) or 'nothing'}"


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines()]
    apart = ("File", "During", "Failed in", "-", "<", ">>>", "^")
    first = next((line for line in lines if line and not line.startswith(apart)), UNSAID)
    return UNSAID if _RAW.search(first) else re.sub(r"\.? Raised from .*", "", first)


def kind_of(kind: str) -> str:
    """Return one of numba's types in a designer's words."""
    kind = kind.strip()
    named = re.match(r"(\w+)=(.*)", kind)
    if named:
        return f"{named[1]}={kind_of(named[2])}"
    literal = re.match(r"Literal\[(\w+)\]\((.*)\)", kind)
    if literal:
        return f"the text {literal[2]!r}" if literal[1] == "str" else literal[2]
    if re.match(r"u?int\d+\b", kind):
        return "a whole number"
    if re.match(r"float\d+\b", kind):
        return "a decimal number"
    made = re.match(r"(?:Function|class)\(<\w+(?: function)? '?(\w+)", kind)
    if made:
        return made[1]
    head = re.match(r"(?:type\()?(\w*)", kind)
    words = _KINDS.get(head[1] if head else "", kind[:60])
    return "something else" if _RAW.search(words) else words


def _parted(text: str) -> list[str]:
    """Split the arguments of a call, in numba's types, at the outer commas."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]
