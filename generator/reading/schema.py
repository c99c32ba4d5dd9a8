"""`game.yaml` as people write it: one pydantic model per section, and its JSON Schema.

Plain values in, checked models out; lengths become mm here. Every fault of a file is found in one
go and mapped to the place it was written (`validate`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    StrictBool,
    StrictStr,
    Tag,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from generator.pack import Scalar
from generator.problems import Problems, near
from generator.reading.shapes import SIZES, area, crosses_itself
from generator.reading.source import Path_, Tree
from generator.units import MM_PER, NotALength, paper_mm, to_mm

MOST_PIECES = 10_000  # of one row
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_COMPONENT = re.compile(r"[a-z0-9][a-z0-9_-]*")
_RANGE = re.compile(r"\s*([0-9]{1,4})\s*(?:[-–]|to)\s*([0-9]{1,4})\s*")
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_RESERVED = ("palette", "game", "piece", "players", "component")


def _fault(message: str, fix: str = "") -> PydanticCustomError:
    # The message is no format string for pydantic, so braces in it are doubled.
    return PydanticCustomError("fault", "{said}", {"said": message, "fix": fix})


def shown(value: object) -> str:
    """A short name for a value that was found where another kind was expected."""
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
    raise _fault(f"expected a text, a number or true/false, found {shown(value)}")


def _text(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise _fault(f"expected a text, found {shown(value)}", "put it in quotes")
    return str(value)


def _length(value: Any) -> float:
    try:
        return to_mm(value)
    except NotALength as fault:
        raise _fault(str(fault), fault.fix) from None


def _size(value: Any) -> float:
    mm = _length(value)
    if mm <= 0:
        raise _fault(f'a size must be more than 0, found "{value}"')
    return mm


def _margin(value: Any) -> float:
    mm = _length(value)
    if mm < 0:
        raise _fault(f'this length must be 0mm or more, found "{value}"')
    return mm


def _points_size(value: Any) -> float:
    return round(_size(value) / MM_PER["pt"], 4)


def _paper(value: Any) -> str:
    try:
        paper_mm(value)
    except NotALength as fault:
        raise _fault(str(fault), fault.fix) from None
    return str(value).strip().lower()


def _range(value: Any) -> tuple[int, int]:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10_000:
        return (value, value)
    match = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if not match:
        raise _fault(f"expected a number or a range, found {shown(value)}", 'write it like "2-4"')
    low, high = int(match[1]), int(match[2])
    if low < 1:
        raise _fault(f'the range "{value}" must begin at 1 or more')
    if low > high:
        raise _fault(f'the range "{value}" ends before it begins', f'write "{high}-{low}"')
    return (low, high)


def _colour(value: Any) -> str:
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        fix = 'write "#rrggbb" in quotes (a # without quotes begins a comment)'
        raise _fault(f"expected a colour, found {shown(value)}", fix)
    digits = value[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(2 * digit for digit in digits))


def _format(value: Any) -> int:
    if value != 1 or isinstance(value, bool):
        raise _fault(f"this format is not known: {shown(value)}", 'write "protoplay: 1"')
    return 1


def _language(value: Any) -> str:
    if not isinstance(value, str) or not LANGUAGE.fullmatch(value):
        raise _fault(f"{shown(value)} is not a language", 'write a code like "en" or "pt-BR"')
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        fix = "use letters, digits and _, a letter first"
        raise _fault(f"{shown(value)} cannot be a name in texts", fix)
    return value


def _parameter_name(value: Any) -> str:
    if isinstance(value, str) and value in _RESERVED:
        raise _fault(f'"{value}" has a meaning of its own in texts', "choose another name")
    return _name(value)


def _component_id(value: Any) -> str:
    if not isinstance(value, str) or not _COMPONENT.fullmatch(value):
        fix = "use small letters, digits, - and _"
        raise _fault(f"{shown(value)} cannot name a component", fix)
    return value


def _count(value: Any) -> int | str:
    if isinstance(value, str) and value.strip():
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        fix = 'write a whole number, or an expression like "{{ copies }}"'
        raise _fault(f"expected a count, found {shown(value)}", fix)
    if not 0 <= value <= MOST_PIECES:
        raise _fault(f"a count is 0 to {MOST_PIECES}, found {value}")
    return value


def _named_size(value: Any) -> str:
    if not isinstance(value, str):
        fix = "write shape: instead of size:" if isinstance(value, dict) else "like poker"
        raise _fault(f"a size is a name, found {shown(value)}", fix)
    if re.search(r"\d\s*(?:mm|cm|in)?\s*[x×*]\s*\d", value):
        raise _fault(f"a size is a name, found {shown(value)}", "write shape: {rect: [63mm, 88mm]}")
    if value not in SIZES:
        raise _fault(f"unknown size {shown(value)}", near(value, SIZES))
    return str(value)


def _only_mappings(value: Any) -> Any:
    if value is None:
        return {}
    if not isinstance(value, dict):
        fix = 'write "name:" and its keys below, without "- "' if isinstance(value, list) else ""
        raise _fault(f"expected keys and values, found {shown(value)}", fix)
    return value


def _only_lists(value: Any) -> Any:
    if not isinstance(value, list):
        fix = 'write "[…]" or lines with "- "'
        if isinstance(value, str) and (sides := re.split(r"\s*[x×*]\s*", value))[1:]:
            fix = f"write [{', '.join(sides)}]"
        raise _fault(f"expected a list, found {shown(value)}", fix)
    return value


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


_SCALAR_SCHEMA = {"type": ["string", "number", "boolean", "null"]}
_LENGTH_SCHEMA = {"type": "string", "pattern": r"^\s*[0-9.,]+\s*(mm|cm|in|pt)\s*$"}
AScalar = Annotated[Any, PlainValidator(_scalar), WithJsonSchema(_SCALAR_SCHEMA)]
Text = Annotated[str, PlainValidator(_text), WithJsonSchema({"type": ["string", "number"]})]
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
Count = Annotated[
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
Mapped = BeforeValidator(_only_mappings)
Listed = BeforeValidator(_only_lists)
SizePair = Annotated[tuple[Size, Size], Listed]


def _described(text: str, *, localised: bool = False, **more: Any) -> Any:
    extra: Any = {"localised": True} if localised else None
    return Field(description=text, json_schema_extra=extra, **more)


class Section(BaseModel):
    """A part of `game.yaml`: unknown keys are faults."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ParameterSection(Section):
    """A parameter in its long form."""

    value: AScalar = _described("its value: a number, true/false or a text")
    low: float | None = _described("the least sensible value", default=None, strict=True)
    high: float | None = _described("the greatest sensible value", default=None, strict=True)
    note: Text = _described("what it does and where it comes from", default="")

    @model_validator(mode="after")
    def _bounds_hold(self) -> "ParameterSection":
        is_number = isinstance(self.value, int | float) and not isinstance(self.value, bool)
        if (self.low is not None or self.high is not None) and not is_number:
            raise _fault(f"{shown(self.value)} is no number, so it has no low and high")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise _fault(f"low {self.low:g} is greater than high {self.high:g}", "swap them")
        if is_number:
            _within(self.value, self.low, self.high)
        return self


def _within(value: float, low: float | None, high: float | None) -> None:
    if low is not None and value < low:
        raise _fault(f"the value {value:g} is below low {low:g}")
    if high is not None and value > high:
        raise _fault(f"the value {value:g} is above high {high:g}")


class VariantSection(Section):
    """What a variant of the game changes."""

    parameters: Annotated[dict[ParameterName, AScalar], Mapped] = _described(
        "parameters with another value", default_factory=dict
    )
    without: Annotated[list[ComponentId], Listed] = _described(
        "components that are left out", default_factory=list
    )
    note: Text = _described("what it is", default="")


class FontSection(Section):
    """The files of a font family: static TrueType files, relative to the pack."""

    regular: StrictStr = _described("the upright file")
    bold: StrictStr | None = _described("the bold file", default=None)
    italic: StrictStr | None = _described("the italic file", default=None)
    bolditalic: StrictStr | None = _described("the bold italic file", default=None)


class IconSetSection(Section):
    """An Iconify JSON set on disk."""

    set: StrictStr = _described("the set's JSON file")
    names: Annotated[dict[str, StrictStr], Mapped] = _described(
        "own name → the set's name; left out: every icon under the set's name",
        default_factory=dict,
    )


class SheetSection(Section):
    """Paper and layout defaults; the command line may overrule each."""

    paper: Paper = _described("a4, letter, a3, a5, legal, tabloid or a size", default="a4")
    margin: Length = _described("unprintable edge of the paper", default=8.0)
    gap: Length = _described("space between bleeds of neighbouring pieces", default=0.0)
    marks: Literal["ticks", "crosses", "lines", "none"] = _described("crop marks", default="ticks")
    backs: Literal["none", "separate", "long-edge", "short-edge", "gutterfold"] = _described(
        "how backs are printed", default="long-edge"
    )
    hexes: Literal["tight", "rows"] = _described(
        "hexes nested, or in rows for straight cuts", default="tight"
    )
    edges: Literal["shared", "own"] = _described(
        "neighbours share a cut, or each keeps its whole bleed", default="shared"
    )
    pack: Literal["grouped", "packed"] = _described(
        "each component on its own sheets, or mixed to save paper", default="grouped"
    )


class ShapeSection(Section):
    """An outline; exactly one of the first eleven keys."""

    rect: SizePair | None = _described("width and height", default=None)
    square: Size | None = _described("side", default=None)
    hex: Size | None = _described("size, measured as `across` says", default=None)
    circle: Size | None = _described("diameter", default=None)
    strip: SizePair | None = _described("length and width of a bar or track", default=None)
    polygon: Annotated[list[Annotated[tuple[AnyLength, AnyLength], Listed]], Listed] | None = (
        _described("corner points in order", default=None)
    )
    board: SizePair | None = _described(
        "width and height; may be cut over several sheets", default=None
    )
    standee: SizePair | None = _described("width and height of one side", default=None)
    tuckbox: ComponentId | None = _described("the component the box is for", default=None)
    dice: Size | None = _described("side of one face, printed as a sticker", default=None)
    cube: Size | None = _described("edge of a folded paper die", default=None)
    corner: Length | None = _described("radius of the corners", default=None)
    across: Literal["flats", "points"] | None = _described(
        "what a hex's size measures; required", default=None
    )
    top: Literal["pointy", "flat"] | None = _described("what is at the top of a hex", default=None)
    foot: Size | None = _described("depth of a standee's foot flaps", default=None)

    @model_validator(mode="after")
    def _one_outline(self) -> "ShapeSection":
        written = [key for key in OUTLINES if getattr(self, key) is not None]
        if len(written) != 1:
            found = " and ".join(written) if written else "none"
            raise _fault(f"a shape needs exactly one outline, found {found}", _OUTLINES_LISTED)
        kind = written[0]
        for key, kinds in _BELONGS.items():
            if getattr(self, key) is not None and kind not in kinds:
                raise _fault(f'"{key}" does not belong to a {kind}', f"only to {_or(kinds)}")
        if kind == "hex" and self.across is None:
            raise _fault(
                "a hex's size is ambiguous",
                'say "across: flats" (flat side to flat side) or "across: points"',
            )
        if self.polygon is not None:
            _check_polygon(self.polygon)
        sides = self.rect or self.board or self.strip or (self.square,) * 2
        if self.corner and sides[0] and sides[1] and self.corner > min(sides[0], sides[1]) / 2:
            raise _fault(f"corner {self.corner:g}mm is more than half the shorter side")
        return self


OUTLINES = (
    "rect",
    "square",
    "hex",
    "circle",
    "strip",
    "polygon",
    "board",
    "standee",
    "tuckbox",
    "dice",
    "cube",
)
_OUTLINES_LISTED = f"one of {', '.join(OUTLINES)}"
_BELONGS: dict[str, tuple[str, ...]] = {
    "corner": ("rect", "square", "strip", "board", "dice"),
    "across": ("hex",),
    "top": ("hex",),
    "foot": ("standee",),
}


def _or(words: Sequence[str]) -> str:
    return " or ".join(words)


def _check_polygon(points: list[tuple[float, float]]) -> None:
    if len(points) < 3:
        raise _fault(f"a polygon needs three points or more, found {len(points)}")
    if len(points) > 500:
        raise _fault(f"a polygon has at most 500 points, found {len(points)}")
    if abs(area(points)) < 1:
        raise _fault("the polygon is flat: its area is less than 1 mm²")
    if crosses_itself(points):
        raise _fault("the polygon's sides cross", "list the corners in order around it")


class FileRows(Section):
    """Rows from a spreadsheet or CSV file."""

    file: StrictStr = _described("a .csv, .tsv, .xlsx or .ods file of the pack")
    sheet: StrictStr | None = _described("the sheet of a workbook; default the first", default=None)


class ProductRows(Section):
    """Every combination of the lists' values, the last list turning fastest."""

    product: Annotated[
        dict[str, Annotated[list[AScalar], Listed, Field(min_length=1)]],
        Mapped,
        Field(min_length=1),
    ] = _described("field → list of its values")


def _rows_kind(value: Any) -> str | None:
    if isinstance(value, str):
        return "|file name"
    if isinstance(value, list):
        return "|list"
    if isinstance(value, dict):
        return "|product" if "product" in value else "|file"
    return None


Rows = Annotated[
    Annotated[StrictStr, Tag("|file name")]
    | Annotated[list[Annotated[dict[str, AScalar], Mapped]], Tag("|list")]
    | Annotated[ProductRows, Tag("|product")]
    | Annotated[FileRows, Tag("|file")],
    Discriminator(
        _rows_kind,
        custom_error_type="fault",
        custom_error_message="expected a file name, a list of rows or a mapping",
    ),
]


class OverrideSection(Section):
    """A change to some rows of the data."""

    match: Annotated[dict[str, AScalar], Mapped, Field(min_length=1)] = _described(
        "fields (or `id`, `name`) a row must have"
    )
    set: Annotated[dict[str, AScalar], Mapped, Field(min_length=1)] = _described(
        "fields that get another value; `count` too"
    )


class FaceSection(BaseModel):
    """One side of a component: how it is drawn, and the texts of its slots."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, AScalar] = Field(init=False)

    @model_validator(mode="before")
    @classmethod
    def _with_keys(cls, value: Any) -> Any:
        if isinstance(value, str):
            found = f"a face has keys and values, found {shown(value)}"
            raise _fault(found, f"write {{use: {value}}} or {{template: {value}}}")
        return value

    use: StrictStr | None = _described("a bundled face", default=None)
    template: StrictStr | None = _described("an SVG template of the pack", default=None)
    draw: StrictStr | None = _described("a function of the pack's drawings.py", default=None)

    @model_validator(mode="after")
    def _one_way(self) -> "FaceSection":
        written = [key for key in FACE_WAYS if getattr(self, key) is not None]
        if len(written) != 1:
            found = " and ".join(written) if written else "none"
            raise _fault(
                f"a face is drawn in exactly one way, found {found}", "use, template or draw"
            )
        return self


Way = Literal["use", "template", "draw"]
FACE_WAYS: tuple[Way, ...] = ("use", "template", "draw")


def way_of(face: FaceSection) -> tuple[Way, str]:
    """How a checked face is drawn, and by what."""
    ways: list[tuple[Way, str | None]] = [
        ("use", face.use),
        ("template", face.template),
        ("draw", face.draw),
    ]
    return next((way, name) for way, name in ways if name is not None)


def _sleeve(value: Any) -> bool | str | tuple[float, float]:
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _named_size(value)
    if isinstance(value, list) and len(value) == 2:
        return (_size(value[0]), _size(value[1]))
    raise _fault(f"expected true, a named size or [width, height], found {shown(value)}")


def _where(value: Any) -> str | bool:
    if isinstance(value, str | bool):
        return value
    raise _fault(f"expected an expression, found {shown(value)}", "write it in quotes")


class ComponentSection(Section):
    """One kind of piece: its outline, its rows and its faces."""

    title: Text = _described("what people call it", localised=True, default="")
    note: Text = _described("a remark for designers", default="")
    size: NamedSize | None = _described("a named size; or give a shape", default=None)
    shape: ShapeSection | None = _described("an outline; or give a size", default=None)
    landscape: StrictBool = _described("turn the size on its side", default=False)
    bleed: Length = _described("how far the art goes beyond the cut", default=2.0)
    back_bleed: Length | None = _described("the same for backs; default bleed", default=None)
    safe: Length | None = _described(
        "texts stay this far inside the cut; default 3mm, at most a tenth of the shorter side",
        default=None,
    )
    rows: Rows | None = _described("the different pieces; left out: one", default=None)
    where: Annotated[
        str | bool, PlainValidator(_where), WithJsonSchema({"type": ["string", "boolean"]})
    ] = _described("an expression; rows where it is false are left out", default=True)
    override: Annotated[list[OverrideSection], Listed] = _described(
        "changes to some rows", default_factory=list
    )
    count: Count = _described("copies of each row: a number or an expression", default=1)
    piece: Text = _described("the name of a row's piece; its id is made of it", default="")
    front: FaceSection | None = _described("the front face", default=None)
    back: FaceSection | None = _described("the back face", default=None)
    stock: Size = _described("thickness of one piece", default=0.3)
    group: Text = _described("components of one group share sheets", default="")
    sleeve: Annotated[
        Any,
        PlainValidator(_sleeve),
        WithJsonSchema({"type": ["boolean", "string", "array"]}),
    ] = _described("true, a named size or [width, height] of the sleeve", default=False)
    tile_pages: StrictBool | None = _described(
        "may be cut over several sheets; default true for boards", default=None
    )
    min_text: FontSize = _described(
        "the smallest text, in points, before a problem is reported", default=5.0
    )

    @model_validator(mode="after")
    def _one_outline(self) -> "ComponentSection":
        if (self.size is None) == (self.shape is None):
            found = "neither" if self.size is None else "both"
            raise _fault(f"a component has a size or a shape, found {found}", 'try "size: poker"')
        if self.back is not None and self.front is None:
            raise _fault("the component has a back but no front")
        return self


def _parameter_kind(value: Any) -> str:
    return "|long" if isinstance(value, dict) else "|short"


def _font_of_one_file(value: Any) -> Any:
    return {"regular": value} if isinstance(value, str) else value


OneFont = Annotated[
    FontSection, BeforeValidator(_font_of_one_file, json_schema_input_type=str | FontSection)
]


def _icon_source(value: Any) -> str | None:
    if isinstance(value, str):
        return "|folder"
    return "|set" if isinstance(value, dict) else None


Icons = Annotated[
    Annotated[StrictStr, Tag("|folder")] | Annotated[IconSetSection, Tag("|set")],
    Discriminator(
        _icon_source,
        custom_error_type="fault",
        custom_error_message="expected a folder, or a mapping with set",
    ),
]
Lengthy = Annotated[
    Annotated[AScalar, Tag("|short")] | Annotated[ParameterSection, Tag("|long")],
    Discriminator(_parameter_kind),
]


def _alone(value: Any) -> bool | list[str]:
    if isinstance(value, bool):
        return value
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return value
    raise _fault(f"expected true, false or a list of palette names, found {shown(value)}")


class GameSection(Section):
    """The whole of `game.yaml`."""

    protoplay: Annotated[int, PlainValidator(_format), WithJsonSchema({"const": 1})] = _described(
        "version of this format: 1"
    )
    name: Text = _described("the game's name", localised=True)
    players: Range = _described("how many can play: 2-4")
    credits: Annotated[list[Text], Listed] = _described(
        "who made what; printed on the credits page", default_factory=list
    )
    note: Text = _described("a remark for designers", default="")
    turns_target: Range | None = _described("wished length in turns: 20-40", default=None)
    includes: Annotated[list[StrictStr], Listed] = _described(
        "other YAML files of the pack that hold parts of this one", default_factory=list
    )
    parameters: Annotated[dict[ParameterName, Lengthy], Mapped] = _described(
        "numbers and switches of the rules", default_factory=dict
    )
    variants: Annotated[dict[str, Annotated[VariantSection, Mapped]], Mapped] = _described(
        "other ways to play; the first is the default", default_factory=dict
    )
    palette: Annotated[dict[Name, Colour], Mapped] = _described(
        "colours by name", default_factory=dict
    )
    colours_alone: Annotated[
        Any,
        PlainValidator(_alone),
        WithJsonSchema(
            {"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "string"}}]}
        ),
    ] = _described(
        "whether pieces differ by colour alone: false, true (every pair of the palette) or the "
        "colours that do; left out: found out from rows and slots",
        default=None,
    )
    fonts: Annotated[dict[Name, OneFont], Mapped] = _described(
        "font families; `body` is the default one", default_factory=dict
    )
    icons: Annotated[
        list[Icons], BeforeValidator(_as_list, json_schema_input_type=Icons | list[Icons])
    ] = _described("folders of SVG icons and Iconify sets", default_factory=lambda: ["icons"])
    keywords: Annotated[dict[str, Text], Mapped] = _described(
        "word in a text → the markup it stands for", localised=True, default_factory=dict
    )
    languages: Annotated[list[Language], Listed] = _described(
        "languages of the texts; the first is that of keys without a suffix",
        default_factory=list,
    )
    sheet: Annotated[SheetSection, Mapped] = _described(
        "paper and layout", default_factory=SheetSection
    )
    components: Annotated[dict[ComponentId, ComponentSection], Mapped] = _described(
        "the kinds of pieces; a game may also be rules alone", default_factory=dict
    )


# ---- validation


def validate(tree: Tree, problems: Problems) -> GameSection | None:
    """The checked game; every fault goes to `problems` with its place, then None."""
    try:
        return GameSection.model_validate(tree.value)
    except ValidationError as faults:
        for fault in faults.errors(include_url=False):
            _report(fault, tree, problems)
        return None


def section_at(path: Path_) -> type[BaseModel] | None:
    """The model that the mapping at `path` of `game.yaml` is written for."""
    match path:
        case ():
            return GameSection
        case ("sheet",):
            return SheetSection
        case ("parameters", _):
            return ParameterSection
        case ("variants", _):
            return VariantSection
        case ("fonts", _):
            return FontSection
        case ("icons",) | ("icons", int()):
            return IconSetSection
        case ("components", _):
            return ComponentSection
        case ("components", _, "shape"):
            return ShapeSection
        case ("components", _, "front" | "back"):
            return FaceSection
        case ("components", _, "override", _):
            return OverrideSection
        case ("components", _, "rows"):
            return FileRows
    return None


def _report(fault: Any, tree: Tree, problems: Problems) -> None:
    path = tuple(step for step in fault["loc"] if not str(step).startswith("|"))
    kind: str = fault["type"]
    context: Mapping[str, Any] = fault.get("ctx", {})
    in_key = bool(path) and path[-1] == "[key]"
    if in_key:
        path = path[:-1]
    if kind == "missing":
        problems.error(tree.key(path[:-1]), f'the key "{path[-1]}" is missing', _example(path))
    elif kind == "extra_forbidden":
        known = _known_keys(path[:-1], tree)
        problems.error(tree.key(path), f'unknown key "{path[-1]}"', near(str(path[-1]), known))
    elif kind == "fault":
        place = tree.key(path) if in_key else tree.place(path)
        if isinstance(fault["input"], dict) and path and not in_key:
            place = tree.key(path)
        problems.error(place, context.get("said", fault["msg"]), context.get("fix", ""))
    else:
        problems.error(tree.place(path), *_plain(kind, fault["input"], context))


def _known_keys(path: Path_, tree: Tree) -> list[str]:
    model = section_at(path)
    if model is FileRows:
        return ["file", "product", "sheet"]
    return sorted(model.model_fields) if model else []


def _example(path: Path_) -> str:
    examples = {
        "protoplay": 'add "protoplay: 1"',
        "name": 'add "name: My Game"',
        "players": 'add "players: 2-4"',
        "value": 'add "value: 1"',
    }
    return examples.get(str(path[-1]), "add it") if path else ""


def _plain(kind: str, found: object, context: Mapping[str, Any]) -> tuple[str, str]:
    """Pydantic's built-in faults in our words: message and fix."""
    if kind == "literal_error":
        words = re.findall(r"'([^']*)'", str(context.get("expected", "")))
        return f"unknown choice {shown(found)}", near(str(found), words)
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        return f"expected keys and values, found {shown(found)}", ""
    if kind in ("string_type",):
        return f"expected a text, found {shown(found)}", "put it in quotes"
    if kind in ("bool_type", "bool_parsing"):
        return f"expected true or false, found {shown(found)}", ""
    if kind in ("float_type", "int_type"):
        return f"expected a number, found {shown(found)}", ""
    if kind in ("list_type", "tuple_type"):
        return f"expected a list, found {shown(found)}", 'write "[…]"'
    if kind in ("too_short", "too_long"):
        wanted = context.get("min_length", context.get("max_length"))
        n_found = len(found) if isinstance(found, list | tuple | dict) else 0
        entries = "entry" if wanted == 1 else "entries"
        return f"expected {wanted} {entries}, found {n_found}", ""
    return f"{context.get('error', kind)}, found {shown(found)}", ""


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `game.yaml`, for editors; keys with a language suffix are allowed."""
    schema = GameSection.model_json_schema(mode="validation")
    for model in [schema, *schema.get("$defs", {}).values()]:
        patterns = {}
        for key, part in model.get("properties", {}).items():
            if part.pop("localised", False):
                patterns[rf"^{key}\.{LANGUAGE.pattern}$"] = {"type": part.get("type", "string")}
        if patterns:
            model["patternProperties"] = patterns
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "protoplay game.yaml",
        **{key: _tidy(part) for key, part in schema.items() if key != "title"},
    }


def _tidy(part: Any, in_properties: bool = False) -> Any:
    """A part of the schema without pydantic's titles, nulls and defaults an editor cannot use."""
    if isinstance(part, list):
        return [_tidy(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    if in_properties:
        return {key: _tidy(inner) for key, inner in part.items()}
    tidy = {
        key: _tidy(inner, in_properties=key in ("properties", "$defs", "patternProperties"))
        for key, inner in part.items()
        if key not in ("title", "default")
    }
    choices = [choice for choice in tidy.get("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == 1:
        del tidy["anyOf"]
        tidy = {**choices[0], **tidy}
    elif choices:
        tidy["anyOf"] = choices
    default = part.get("default")
    if "pattern" in tidy and isinstance(default, float):
        unit = "pt" if "points" in str(tidy.get("description")) else "mm"
        tidy["default"] = f"{default:g}{unit}"
    elif default not in (None, "", [], {}) and not isinstance(default, dict | list):
        tidy["default"] = default
    return tidy
