"""Python's messages about faults in texts and templates, reworded for non-programmers.

In: an exception of Python or jinja2. Out: a message in one line.
"""

import re

from generator.system.files import in_words

_KINDS = {
    **dict.fromkeys(("str", "Written", "Markup"), "a text"),
    **dict.fromkeys(("int", "float"), "a number"),
    **dict.fromkeys(("list", "tuple", "generator"), "a list"),
    **dict.fromkeys(("function", "method", "builtin_function_or_method"), "a function"),
    "bool": "true or false",
    "NoneType": "nothing",
    "dict": "keys and values",
    "set": "a set",
    "range": "a range",
    "Canvas": "draw",
    "Slots": "slot",
    "TemplateReference": "self",
    "BlockReference": "a block",
    "LoopContext": "loop",
    "Namespace": "a namespace",
    "Macro": "a macro",
}
_CLASS = re.compile(rf"\b(?:{'|'.join(k for k in _KINDS if not k.islower())})\b")
_K = r"'?([\w.]+)'?"  # matches the name of a type
_THING = re.compile(  # matches the representation of objects other than numbers, texts and lists
    r"<(?:[^<>]*<)?(?:[\w.]+\.)?(\w+)[^<>]* at 0x[0-9a-fA-F]+>{1,2}"
    r"|<(Macro|TemplateReference|BlockReference|LoopContext|Namespace)\b[^<>]*>"
)

# Messages of Python or jinja2 → our wording; {0}, {1} … are kinds of values, {0:raw} is a word.
_MESSAGES = (
    (
        rf"'?([^' ]+)'? not supported between instances of {_K} and {_K}",
        "{0} cannot compare {1} and {2}",
    ),
    (
        rf"unsupported operand type\(s\) for ([^:]+): {_K} and {_K}",
        "{0} cannot combine {1} and {2}",
    ),
    (
        r"can only concatenate (\w+) \(not \"([\w.]+)\"\) to (\w+)",
        "+ cannot combine {0} and {1}",
    ),
    (
        rf"can't multiply sequence by non-int of type {_K}",
        "a text or list cannot be repeated {0} times",
    ),
    (rf"bad operand type for (?:unary )?([^:]+): {_K}", "{0} cannot stand before {1}"),
    (rf"{_K}(?: object)? is not callable", "{0} cannot be called with ( )"),
    (rf"{_K} object is not iterable", "{0} is not a list"),
    (
        rf"argument of type {_K} is not (?:iterable|a container.*)",
        "{0} cannot contain values",
    ),
    (rf"{_K} object is not subscriptable", "{0} has no elements to take with [ ]"),
    (
        r"'?([\w.]+?)(?: object)?'?(?: object)? has no (?:attribute|element) (.+)",
        "{0} has no {1:raw}",
    ),
    (rf"(?:unhashable type: {_K}|cannot use {_K} as a .*)", "{0} cannot be a key"),
    (rf"object of type {_K} has no len\(\)", "{0} has no length"),
    (
        r"(?:[\w.]+\.)?(\w+)\(\) missing \d+ required [\w-]+ arguments?: (.+)",
        "{0:raw}( ) needs {1:raw}",
    ),
    (
        r"(?:[\w.]+\.)?(\w+)\(\) takes .* positional arguments? but .*",
        "{0:raw}( ) has too many values in ( )",
    ),
    (
        r"(?:[\w.]+\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'.*",
        '{0:raw}( ) has no parameter "{1:raw}"',
    ),
    (
        r"(?:[\w.]+\.)?(\w+)\(\) got multiple values for argument '(\w+)'",
        '{0:raw}( ) gets "{1:raw}" twice',
    ),
    (r"macro '(\w+)' takes .*", "the macro {0:raw} has other parameters"),
    (rf"type {_K} doesn't define __(\w+)__ method", "{0} is not a number and has no {1:raw}( )"),
    (rf"{_K} object cannot be interpreted as an integer", "{0} is not a whole number"),
    (
        r"(?:list|string|tuple|range|range object|pop) (?:assignment )?index out of range",
        "it does not have that many elements",
    ),
    (
        r"(?:list|string|tuple|range|slice) indices must be .*",
        "write a whole number to choose an element",
    ),
    (
        r"(?:could not convert string to float|invalid literal for int\(\) with base \d+): (.*)",
        "{0:raw} is not a number",
    ),
    (
        rf"(?:int\(\) argument|float\(\) argument|must be real number).*, not {_K}",
        "{0} is not a number",
    ),
    (
        rf"unsupported format string passed to ([\w.]+)\.__format__"
        rf"|Unknown format code '\w' for object of type {_K}",
        "{0} is not a number",
    ),
    (r"cannot convert float (?:NaN|infinity) to integer", "the number is infinite"),
    (r"(?:math domain error|.*complex.*)", "such a number cannot be computed"),
    (
        r"int too large to convert to float|.*[Rr]esult (?:too large|out of range).*"
        r"|Exceeds the limit .*|Python int too large to convert to C \w+|.*out of range for.*",
        "the number becomes too large",
    ),
    (
        r"(?:float |integer )?(?:division|modulo)(?: or modulo)? by zero|0\.0 cannot be raised .*",
        "it divides by zero",
    ),
    (
        r"not enough values to unpack.*|too many values to unpack.*|cannot unpack non-iterable .*",
        "the number of names does not match the number of values",
    ),
    (r"No (?:first|last|random) item, sequence was empty\.?", "the list is empty"),
    (r"maximum recursion depth exceeded.*", "it is nested too deeply, or calls itself"),
    (
        r"'[\w-]+' codec can't (?:de|en)code .* in position (\d+).*",
        "it is not UTF-8 (byte {0:raw})",
    ),
)


def in_plain_words(fault: BaseException) -> str:
    """Reword the message of an exception on one line; Python's own words if none of ours fit."""
    if isinstance(fault, OSError):
        return in_words(fault)
    message = " ".join(str(fault).split()) or "it cannot be computed"
    message = _THING.sub(lambda m: _KINDS.get(m[1] or m[2], "an object"), message)
    for pattern, words in _MESSAGES:
        match = re.fullmatch(pattern, message)
        if match:
            return _filled(words, [group for group in match.groups() if group is not None])
    if isinstance(fault, KeyError):
        return f"there is no {message}"
    message = re.sub(r"'(\w+)'( object)?", lambda m: _KINDS.get(m[1], m[0]), message)
    return _CLASS.sub(lambda m: _KINDS[m[0]], message)


def _filled(words: str, groups: list[str]) -> str:
    for i, text in enumerate(groups):
        kind = text.rpartition(".")[2]
        words = words.replace(f"{{{i}:raw}}", text[:80])
        words = words.replace(f"{{{i}}}", _KINDS.get(kind, kind[:80]))
    return words
