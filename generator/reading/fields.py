"""The values of keys in `game.yaml`: a text, a length, a colour, a count …

In: plain values. Out: checked values, with lengths in mm; a wrong value raises `fault` with our
message. Each kind of value is a type for the sections of the schema, with its JSON Schema.
"""

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from generator.model.pack import Scalar
from generator.model.problems import near
from generator.model.units import MM_PER, NotALength, paper_mm, to_mm
from generator.reading.shapes import SIZES

MOST_PIECES = 10_000  # maximum number of copies of one row
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"[-+]?[0-9]{1,400}(?:\.[0-9]{0,99})?(?:[eE][-+]?[0-9]{1,9})?")
_COMPONENT = re.compile(r"[a-z0-9][a-z0-9_-]*")
_RANGE = re.compile(r"\s*([0-9]{1,4})\s*(?:[-–]|to)\s*([0-9]{1,4})\s*")
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_RESERVED = ("palette", "game", "piece", "players", "component")


def fault(message: str, fix: str = "", key: str = "") -> PydanticCustomError:
    """Make an error about a value for pydantic to collect; `validate` adds its place.

    `key` is the key of a mapping whose value is wrong.
    """
    # pydantic formats the message, so the braces in it are doubled.
    return PydanticCustomError("fault", "{said}", {"said": message, "fix": fix, "key": key})


def in_words(value: object) -> str:
    """Describe a value of the wrong kind in a few words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 40 else f'"{value[:37]}…"'
    if isinstance(value, int | float):
        return f"the number {value}"
    if value is None:
        return "nothing"
    return "a list" if isinstance(value, list) else "a mapping"


def _scalar(value: Any) -> Scalar:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise fault(f"expected a text, a number or true/false, found {in_words(value)}")


def _text(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise fault(f"expected a text, found {in_words(value)}", "put it in quotes")
    return str(value)


def _game_name(value: Any) -> str:
    text = _text(value)
    if not any(letter.isalnum() for letter in text):
        message = "the game has no name" if not text.strip() else f"{in_words(text)} is not a name"
        raise fault(message, 'a name needs letters: name: "My Game"')
    return text


def _length(value: Any) -> float:
    try:
        return to_mm(value)
    except NotALength as wrong:
        raise fault(str(wrong), wrong.fix) from None


def _size(value: Any) -> float:
    mm = _length(value)
    if mm <= 0:
        raise fault(f'a size must be more than 0, found "{value}"')
    return mm


def _margin(value: Any) -> float:
    mm = _length(value)
    if mm < 0:
        raise fault(f'this length must be 0mm or more, found "{value}"')
    return mm


def _points_size(value: Any) -> float:
    return round(_size(value) / MM_PER["pt"], 4)


def _paper(value: Any) -> str:
    try:
        paper_mm(value)
    except NotALength as wrong:
        raise fault(str(wrong), wrong.fix) from None
    return str(value).strip().lower()


def _range(value: Any) -> tuple[int, int]:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10_000:
        return (value, value)
    match = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if not match:
        raise fault(f"expected a number or a range, found {in_words(value)}", 'write it like "2-4"')
    low, high = int(match[1]), int(match[2])
    if low < 1:
        raise fault(f'the range "{value}" must start at 1 or more')
    if low > high:
        raise fault(f'the range "{value}" ends before it starts', f'write "{high}-{low}"')
    return (low, high)


def _colour(value: Any) -> str:
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        fix = 'write "#rrggbb" in quotes; without quotes, # starts a comment'
        raise fault(f"expected a colour, found {in_words(value)}", fix)
    digits = value[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(2 * digit for digit in digits))


def _format(value: Any) -> int:
    if value != 1 or isinstance(value, bool):
        raise fault(f"unknown format version: {in_words(value)}", 'write "protoplay: 1"')
    return 1


def _language(value: Any) -> str:
    if not isinstance(value, str) or not LANGUAGE.fullmatch(value):
        raise fault(f"{in_words(value)} is not a language", 'write a code like "en" or "pt-BR"')
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        fix = "use letters, digits and _, starting with a letter"
        raise fault(f"{in_words(value)} cannot be used as a name in texts", fix)
    return value


def _parameter_name(value: Any) -> str:
    if isinstance(value, str) and value in _RESERVED:
        raise fault(f'"{value}" is reserved in texts', "choose another name")
    return _name(value)


def _component_id(value: Any) -> str:
    if not isinstance(value, str) or not _COMPONENT.fullmatch(value):
        fix = "use lower-case letters, digits, - and _"
        raise fault(f"{in_words(value)} cannot be the id of a component", fix)
    return value


def _count(value: Any) -> int | str:
    if isinstance(value, str) and value.strip():
        if _NUMBER.fullmatch(value.strip()) and abs(float(value)) > MOST_PIECES:
            raise fault(
                f"the number {in_words(value)} is too large",
                f"a count lies between 0 and {MOST_PIECES}",
            )
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        fix = 'write a whole number, or an expression like "{{ copies }}"'
        raise fault(f"expected a count, found {in_words(value)}", fix)
    if not 0 <= value <= MOST_PIECES:
        raise fault(f"a count lies between 0 and {MOST_PIECES}, found {value}")
    return value


def _named_size(value: Any) -> str:
    if not isinstance(value, str):
        fix = "write shape: instead of size:" if isinstance(value, dict) else "such as poker"
        raise fault(f"expected the name of a size, found {in_words(value)}", fix)
    if re.search(r"\d\s*(?:mm|cm|in)?\s*[x×*]\s*\d", value):
        raise fault(
            f"expected the name of a size, found {in_words(value)}",
            "write shape: {rect: [63mm, 88mm]}",
        )
    if value not in SIZES:
        raise fault(f"unknown size {in_words(value)}", near(value, SIZES))
    return str(value)


def _mapping(value: Any) -> Any:
    if value is None:
        return {}
    if not isinstance(value, dict):
        fix = 'write "name:" and its keys below, without "- "' if isinstance(value, list) else ""
        raise fault(f"expected keys and values, found {in_words(value)}", fix)
    return value


def _list(value: Any) -> Any:
    if not isinstance(value, list):
        fix = 'write "[…]" or lines with "- "'
        if isinstance(value, str) and (sides := re.split(r"\s*[x×*]\s*", value))[1:]:
            fix = f"write [{', '.join(sides)}]"
        raise fault(f"expected a list, found {in_words(value)}", fix)
    return value


def as_list(value: Any) -> Any:
    """Return a list unchanged, and any other value as a list of one."""
    return value if isinstance(value, list) else [value]


def _sleeve(value: Any) -> bool | str | tuple[float, float]:
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _named_size(value)
    if isinstance(value, list) and len(value) == 2:
        return (_size(value[0]), _size(value[1]))
    raise fault(f"expected true, a named size or [width, height], found {in_words(value)}")


def _where(value: Any) -> str | bool:
    if isinstance(value, str | bool):
        return value
    raise fault(f"expected an expression, found {in_words(value)}", "write it in quotes")


def _alone(value: Any) -> bool | list[str]:
    if isinstance(value, bool):
        return value
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return value
    raise fault(f"expected true, false or a list of palette names, found {in_words(value)}")


_SCALAR_SCHEMA = {"type": ["string", "number", "boolean", "null"]}
_LENGTH_SCHEMA = {"type": "string", "pattern": r"^\s*[0-9.,]+\s*(mm|cm|in|pt)\s*$"}
AScalar = Annotated[Any, PlainValidator(_scalar), WithJsonSchema(_SCALAR_SCHEMA)]
Text = Annotated[str, PlainValidator(_text), WithJsonSchema({"type": ["string", "number"]})]
GameName = Annotated[
    str, PlainValidator(_game_name), WithJsonSchema({"type": ["string", "number"]})
]
Length = Annotated[float, PlainValidator(_margin), WithJsonSchema(_LENGTH_SCHEMA)]
AnyLength = Annotated[float, PlainValidator(_length), WithJsonSchema(_LENGTH_SCHEMA)]
Size = Annotated[float, PlainValidator(_size), WithJsonSchema(_LENGTH_SCHEMA)]
FontSize = Annotated[float, PlainValidator(_points_size), WithJsonSchema(_LENGTH_SCHEMA)]
Range = Annotated[
    tuple[int, int],
    PlainValidator(_range),
    WithJsonSchema({"type": ["integer", "string"], "pattern": r"^\s*\d+\s*([-–]|to)\s*\d+\s*$"}),
]
Colour = Annotated[
    str,
    PlainValidator(_colour),
    WithJsonSchema({"type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}),
]
WrittenCount = Annotated[
    int | str,
    PlainValidator(_count),
    WithJsonSchema({"type": ["integer", "string"], "minimum": 0, "maximum": MOST_PIECES}),
]
_NAME_SCHEMA = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}
Name = Annotated[str, PlainValidator(_name), WithJsonSchema(_NAME_SCHEMA)]
ParameterName = Annotated[str, PlainValidator(_parameter_name), WithJsonSchema(_NAME_SCHEMA)]
ComponentId = Annotated[
    str,
    PlainValidator(_component_id),
    WithJsonSchema({"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]*$"}),
]
Language = Annotated[
    str,
    PlainValidator(_language),
    WithJsonSchema({"type": "string", "pattern": f"^{LANGUAGE.pattern}$"}),
]
Paper = Annotated[str, PlainValidator(_paper), WithJsonSchema({"type": "string"})]
NamedSize = Annotated[
    str, PlainValidator(_named_size), WithJsonSchema({"type": "string", "enum": sorted(SIZES)})
]
Format = Annotated[int, PlainValidator(_format), WithJsonSchema({"const": 1})]
Where = Annotated[
    str | bool, PlainValidator(_where), WithJsonSchema({"type": ["string", "boolean"]})
]
Sleeve = Annotated[
    Any, PlainValidator(_sleeve), WithJsonSchema({"type": ["boolean", "string", "array"]})
]
Alone = Annotated[
    Any,
    PlainValidator(_alone),
    WithJsonSchema(
        {"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "string"}}]}
    ),
]
Mapped = BeforeValidator(_mapping)
Listed = BeforeValidator(_list)
SizePair = Annotated[tuple[Size, Size], Listed]
