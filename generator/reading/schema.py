"""`game.yaml` as people write it: one pydantic model per section, and its JSON Schema.

A section tells its keys, what may stand behind each (`fields`), and what its keys must be together.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    Strict,
    StrictBool,
    StrictStr,
    Tag,
    WithJsonSchema,
    model_validator,
)

from generator.model.pack import ColumnMeaning, Scalar, Worth, is_number
from generator.reading.fields import (
    LANGUAGE,
    MOST_PIECES,
    Alone,
    AnyLength,
    AScalar,
    Colour,
    ComponentId,
    FontSize,
    Format,
    GameName,
    Language,
    Length,
    Listed,
    Mapped,
    Name,
    NamedSize,
    Paper,
    ParameterName,
    Range,
    Size,
    SizePair,
    Sleeve,
    Text,
    Where,
    WrittenCount,
    as_list,
    fault,
    in_words,
)
from generator.reading.shapes import area, crosses_itself
from generator.reading.values import reads_as_number

PICTURE = "picture"  # the bundled face that is a picture alone
PICTURES_ELSEWHERE = (  # of programs that draw, no picture here
    ".heic", ".heif", ".avif", ".jxl", ".psd", ".ai", ".eps", ".pdf", ".kra", ".xcf", ".afdesign",
)  # fmt: skip
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".svg")
SWITCHES = ("yes", "no", "on", "off")  # as older YAML has them


def _described(text: str, *, localised: bool = False, **more: Any) -> Any:
    extra: Any = {"localised": True} if localised else None
    return Field(description=text, json_schema_extra=extra, **more)


class Section(BaseModel):
    """A part of `game.yaml`: unknown keys are faults."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TuneSection(Section):
    """Where `suggest` may move a parameter."""

    low: float | None = _described("the least value tried", default=None, strict=True)
    high: float | None = _described("the greatest value tried", default=None, strict=True)
    step: float | None = _described("from one value to the next", default=None, strict=True, gt=0)
    values: Annotated[list[AScalar], Listed] = _described(
        "the values tried, where they are no numbers in steps", default_factory=list
    )
    cost: float = _described("how dear a change is, against others", default=1, strict=True, gt=0)


def _tuning(value: Any) -> Any:
    if isinstance(value, bool):
        return {} if value else None
    if value is not None and not isinstance(value, Mapping):
        fix = "write true, or where it may go: {low: 1, high: 9}"
        raise fault(f"expected true or keys and values, found {in_words(value)}", fix)
    return value


Tuning = Annotated[
    TuneSection | None, BeforeValidator(_tuning, json_schema_input_type=bool | TuneSection)
]


class ParameterSection(Section):
    """A parameter in its long form."""

    value: AScalar = _described("its value: a number, true/false or a text")
    low: float | None = _described("the least sensible value", default=None, strict=True)
    high: float | None = _described("the greatest sensible value", default=None, strict=True)
    note: Text = _described("what it does and where it comes from", default="")
    tune: Tuning = _described("whether, and where, `suggest` may move it", default=None)

    @model_validator(mode="after")
    def _bounds_hold(self) -> "ParameterSection":
        if (self.low is not None or self.high is not None) and not is_number(self.value):
            is_quoted = isinstance(self.value, str) and reads_as_number(self.value)
            fix = "remove the quotes" if is_quoted else "write a number, or take low and high out"
            found = f"the value is {in_words(self.value)}; with low and high it must be a number"
            raise fault(found, fix, "value")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise fault(f"low {self.low:g} is greater than high {self.high:g}", "swap them")
        if is_number(self.value):
            _within(self.value, self.low, self.high, key="value")
        if self.tune is not None:
            self._tuning_holds(self.tune)
        return self

    def _tuning_holds(self, tune: TuneSection) -> None:
        bounds = {"low": tune.low, "high": tune.high, "step": tune.step}
        given = [name for name, bound in bounds.items() if bound is not None]
        if tune.values:
            if given:
                found = f"tune has values and {' and '.join(given)}"
                raise fault(found, "give the one or the other", "tune")
            self._values_hold(tune.values)
            return
        if isinstance(self.value, str):
            if self.value.lower() in SWITCHES:
                raise fault(
                    f"{in_words(self.value)} is a word", "a switch is true or false", "value"
                )
            raise fault(
                "a word is tuned among values", "write tune: {values: [slow, fast]}", "tune"
            )
        if is_number(self.value):
            self._range_holds(tune)
        elif given:
            fix = "write tune: true, and both its ways are tried"
            raise fault(f"a switch has no {' or '.join(given)}", fix, "tune")

    def _range_holds(self, tune: TuneSection) -> None:
        """The steps of a number that is tuned: whole ones of a whole number, in its range."""
        if isinstance(self.value, int):
            for name, bound in (("low", tune.low), ("step", tune.step)):
                if bound is not None and not bound.is_integer():
                    found = f"tune's {name} is {bound:g}, and the value is a whole number"
                    raise fault(found, f"like {self.value}", "tune")
        low = self.low if tune.low is None else tune.low
        high = self.high if tune.high is None else tune.high
        if low is None or high is None:
            raise fault("tune needs a least and a greatest value", "add low and high")
        for name, bound in (("low", tune.low), ("high", tune.high)):
            if bound is not None:
                _within(bound, self.low, self.high, f"tune's {name}", "tune")
        if low == high:
            raise fault(f"tune leaves nothing to try but {low:g}", "add low and high", "tune")
        if low > high:
            raise fault(f"tune goes from {low:g} to {high:g}", "the lower one first", "tune")
        if tune.step is not None and tune.step > high - low:
            found = f"tune's step {tune.step:g} leads past {low:g} to {high:g}"
            raise fault(found, "a smaller one", "tune")

    def _values_hold(self, values: Sequence[Scalar]) -> None:
        """Values to try are of the kind of the parameter's own, and in its range."""
        kind = _kind(self.value)
        for value in values:
            if _kind(value) != kind:
                found = f"tune has {in_words(value)} among the values of {kind}"
                raise fault(found, f"like {in_words(self.value)}", "tune")
            if is_number(value):
                if isinstance(self.value, int) and not float(value).is_integer():
                    found = f"tune has {value:g} among the values of a whole number"
                    raise fault(found, f"like {self.value}", "tune")
                _within(value, self.low, self.high, "tune's value", "tune")


def _kind(value: Scalar) -> str:
    if isinstance(value, bool):
        return "a switch"
    return "a number" if is_number(value) else "a word"


def _within(
    value: float, low: float | None, high: float | None, name: str = "the value", key: str = ""
) -> None:
    if low is not None and value < low:
        fix = f"write {low:g} or more, or a smaller low"
        raise fault(f"{name} {value:g} is below low {low:g}", fix, key)
    if high is not None and value > high:
        fix = f"write {high:g} or less, or a greater high"
        raise fault(f"{name} {value:g} is above high {high:g}", fix, key)


class VariantSection(Section):
    """What a variant of the game changes."""

    parameters: Annotated[dict[ParameterName, AScalar], Mapped] = _described(
        "parameters with another value", default_factory=dict
    )
    without: Annotated[list[ComponentId], Listed] = _described(
        "components that are left out", default_factory=list
    )
    note: Text = _described("what it is", default="")


class FontFileSection(Section):
    """One font of a file that holds several: of a collection, or a style of a variable font."""

    file: StrictStr = _described("a font file of the pack")
    weight: float | None = _described(
        "how bold, where the font varies", default=None, strict=True, ge=1, le=1000
    )
    width: float | None = _described(
        "how wide in percent, where the font varies", default=None, strict=True, ge=1, le=1000
    )
    slant: float | None = _described(
        "how slanted in degrees, where the font varies", default=None, strict=True, ge=-90, le=90
    )
    index: int | None = _described(
        "which font of a collection, the first being 0", default=None, strict=True, ge=0, le=255
    )


def _font_file_kind(value: Any) -> str:
    return "|one of a file" if isinstance(value, dict) else "|file name"


FontFile = Annotated[
    Annotated[StrictStr, Tag("|file name")] | Annotated[FontFileSection, Tag("|one of a file")],
    Discriminator(_font_file_kind),
]


class FontSection(Section):
    """The files of a font family, relative to the pack."""

    regular: FontFile = _described("the upright file")
    bold: FontFile | None = _described("the bold file", default=None)
    italic: FontFile | None = _described("the italic file", default=None)
    bolditalic: FontFile | None = _described("the bold italic file", default=None)


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
    pack: Literal["auto", "grouped", "packed"] = _described(
        "small components share a sheet where that saves one, each has its own, or all are mixed",
        default="auto",
    )
    max_dpi: float = _described(
        "pictures with more pixels per inch are sampled down to it",
        default=450.0,
        strict=True,
        ge=72,
        le=2400,
    )


def _least(name: str, description: str) -> Any:
    """A smallest effect, 0 to 100, with the default of `pack.Worth`."""
    return _described(description, default=getattr(Worth(), name))


def _by_number_kind(value: Any) -> str:
    return "|by number of players" if isinstance(value, dict) else "|for all"


def _least_of(value: Any) -> float:
    if not is_number(value):
        raise fault(f"expected a number from 0 to 100, found {in_words(value)}")
    if not 0 <= value <= 100:
        raise fault(f"expected a number from 0 to 100, found {value:g}")
    return float(value)


_LEAST_SCHEMA = {"type": "number", "minimum": 0, "maximum": 100}
Least = Annotated[float, PlainValidator(_least_of), WithJsonSchema(_LEAST_SCHEMA)]
Leasts = Annotated[
    Annotated[Least, Tag("|for all")] | Annotated[dict[str, Least], Tag("|by number of players")],
    Discriminator(_by_number_kind),
]
Target = Annotated[
    Annotated[Range, Tag("|for all")] | Annotated[dict[str, Range], Tag("|by number of players")],
    Discriminator(_by_number_kind),
]
Wish = Annotated[
    Annotated[AScalar, Tag("|for all")]
    | Annotated[dict[str, AScalar], Tag("|by number of players")],
    Discriminator(_by_number_kind),
]


class WorthSection(Section):
    """The smallest effects worth a word in a report; below them nothing is an alarm."""

    seats: Leasts = _least("seats", "a seat's share of the win less an even share")
    lifts: Leasts = _least("lifts", "how much more often those win who use a piece")
    effects: Leasts = _least("effects", "how much more often a piece or setting makes one win")
    lengths: Leasts = _least("lengths", "a change of the game's length")
    scores: Leasts = _least("scores", "a change of scores and margins")
    ends: Leasts = _least("ends", "games with such an end, tie or empty supply")
    runaway: Leasts = _least("runaway", "what a leader gains more than the others")


class ShapeSection(Section):
    """An outline; exactly one of the first twelve keys."""

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
    folded: SizePair | None = _described(
        "width and height of one side of a leaf that is folded once", default=None
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
            raise fault(f"a shape needs exactly one outline, found {found}", _OUTLINES_LISTED)
        kind = written[0]
        for key, kinds in _BELONGS.items():
            if getattr(self, key) is not None and kind not in kinds:
                raise fault(f'"{key}" does not belong to a {kind}', f"only to {_or(kinds)}")
        if kind == "hex" and self.across is None:
            raise fault(
                "a hex's size is ambiguous",
                'say "across: flats" (flat side to flat side) or "across: points"',
            )
        if self.polygon is not None:
            _check_polygon(self.polygon)
        sides = self.rect or self.board or self.strip or self.folded or (self.square,) * 2
        if self.corner and sides[0] and sides[1] and self.corner > min(sides[0], sides[1]) / 2:
            raise fault(f"corner {self.corner:g}mm is more than half the shorter side")
        return self


OUTLINES = (
    "rect",
    "square",
    "hex",
    "circle",
    "strip",
    "polygon",
    "board",
    "folded",
    "standee",
    "tuckbox",
    "dice",
    "cube",
)
_OUTLINES_LISTED = f"one of {', '.join(OUTLINES)}"
_BELONGS: dict[str, tuple[str, ...]] = {
    "corner": ("rect", "square", "strip", "board", "folded", "dice"),
    "across": ("hex",),
    "top": ("hex",),
    "foot": ("standee",),
}


def _or(words: Sequence[str]) -> str:
    return " or ".join(words)


def _check_polygon(points: list[tuple[float, float]]) -> None:
    if len(points) < 3:
        raise fault(f"a polygon needs three points or more, found {len(points)}")
    if len(points) > 500:
        raise fault(f"a polygon has at most 500 points, found {len(points)}")
    if abs(area(points)) < 1:
        raise fault("the polygon is flat: its area is less than 1 mm²")
    if crosses_itself(points):
        raise fault("the polygon's sides cross", "list the corners in order around it")


class FileRows(Section):
    """Rows from a spreadsheet or CSV file."""

    file: StrictStr = _described("a .csv, .tsv, .xlsx or .ods file of the pack")
    sheet: StrictStr | None = _described("the sheet of a workbook; default the first", default=None)
    header: int | None = _described(
        "the row that names the columns; default the first that is filled",
        default=None, strict=True, ge=1, le=1000,
    )  # fmt: skip


class FolderRows(Section):
    """A row for each picture in a folder."""

    folder: StrictStr = _described("a folder of the pack with pictures")


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
        return next((f"|{key}" for key in ("product", "folder") if key in value), "|file")
    return None


Rows = Annotated[
    Annotated[StrictStr, Tag("|file name")]
    | Annotated[list[Annotated[dict[str, AScalar], Mapped]], Tag("|list")]
    | Annotated[ProductRows, Tag("|product")]
    | Annotated[FolderRows, Tag("|folder")]
    | Annotated[FileRows, Tag("|file")],
    Discriminator(
        _rows_kind,
        custom_error_type="fault",
        custom_error_message="expected a file name, a list of rows or a mapping",
    ),
]


class CountSection(Section):
    """How many copies a row has, by a column that may be blank."""

    column: StrictStr = _described("the column that says how many")
    blank: Annotated[int, Strict(), Field(ge=0, le=MOST_PIECES)] = _described(
        "copies of a row whose cell is empty, or a dash"
    )


def _count_kind(value: Any) -> str:
    return "|column" if isinstance(value, dict) else "|number"


Count = Annotated[
    Annotated[WrittenCount, Tag("|number")] | Annotated[CountSection, Tag("|column")],
    Discriminator(_count_kind),
]


class OverrideSection(Section):
    """A change to some rows of the data."""

    match: Annotated[dict[str, AScalar], Mapped, Field(min_length=1)] = _described(
        "fields (or `id`, `name`) a row must have"
    )
    set: Annotated[dict[str, AScalar], Mapped, Field(min_length=1)] = _described(
        "fields that get another value, `count` too; `{{ … }}` is worked out from parameters"
    )


class ArtSection(Section):
    """A picture on a face, and the bleed it has or is given."""

    file: Text = _described("a picture file of the pack; `{{ … }}` for a field")
    fit: Literal["cover", "contain", "stretch"] | None = _described(
        "how it fills its place", default=None
    )
    bleed: Length | None = _described("the bleed it has on each side", default=None)
    make_bleed: Literal["mirror", "stretch"] | None = _described(
        "make the bleed it lacks from its edge", default=None
    )


def _art_kind(value: Any) -> str:
    return "|bleed" if isinstance(value, dict) else "|file name"


Art = Annotated[
    Annotated[AScalar, Tag("|file name")] | Annotated[ArtSection, Tag("|bleed")],
    Discriminator(_art_kind),
]


class FaceSection(BaseModel):
    """One side of a component: how it is drawn, and the texts of its slots."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, AScalar] = Field(init=False)

    use: StrictStr | None = _described("a bundled face", default=None)
    template: StrictStr | None = _described("an SVG template of the pack", default=None)
    draw: StrictStr | None = _described("a function of the pack's drawings.py", default=None)
    art: Art = _described("a picture file, or a mapping that tells its bleed", default=None)

    @model_validator(mode="after")
    def _one_way(self) -> "FaceSection":
        written = [key for key in FACE_WAYS if getattr(self, key) is not None]
        if len(written) != 1:
            found = " and ".join(written) if written else "none"
            raise fault(
                f"a face is drawn in exactly one way, found {found}", "use, template or draw"
            )
        _no_picture(self.use or self.template or "", written[0])
        return self


def _no_picture(value: str, key: str = "") -> None:
    """Raise a fault of a file that some program draws and nobody here can print."""
    ending = value.lower().rpartition(".")[2]
    if f".{ending}" in PICTURES_ELSEWHERE:
        found = f'"{value}": a {ending.upper()} file is no picture here'
        raise fault(found, "export it as PNG or SVG, and write that file's name", key)


def _a_face(value: Any) -> Any:
    """A face as it is; a picture's file name stands for a whole one."""
    if isinstance(value, str):
        if value.lower().endswith(SUFFIXES) or "{{" in value:
            return {"use": PICTURE, "art": value}
        _no_picture(value)
        found = f"a face has keys and values, found {in_words(value)}"
        fix = f"write {{use: {value}}} or {{template: {value}}}"
        raise fault(found, f"{fix}, or a picture's whole name, like art/back.png")
    return value


Face = Annotated[FaceSection, BeforeValidator(_a_face, json_schema_input_type=str | FaceSection)]
Way = Literal["use", "template", "draw"]
FACE_WAYS: tuple[Way, ...] = ("use", "template", "draw")


def slots_in(face: FaceSection) -> dict[str, Scalar]:
    """The slots of a checked face as they are written; those of its art beside the others."""
    slots: dict[str, Scalar] = dict(face.model_extra or {})
    if isinstance(face.art, ArtSection):
        written = face.art.model_dump(exclude_none=True)
        slots["art"] = written.pop("file")
        slots |= written
    elif "art" in face.model_fields_set:
        slots["art"] = face.art
    return slots


def way_of(face: FaceSection) -> tuple[Way, str]:
    """How a checked face is drawn, and by what."""
    ways: list[tuple[Way, str | None]] = [
        ("use", face.use),
        ("template", face.template),
        ("draw", face.draw),
    ]
    return next((way, name) for way, name in ways if name is not None)


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
    where: Where = _described("an expression; rows where it is false are left out", default=True)
    override: Annotated[list[OverrideSection], Listed] = _described(
        "changes to some rows", default_factory=list
    )
    count: Count = _described(
        "copies of each row: a number, an expression, or a column that may be blank", default=1
    )
    columns: Annotated[dict[str, ColumnMeaning], Mapped] = _described(
        "what numbers mean to who takes the piece: price, points, gain (more is better) or other; "
        "left out: found out from the rules",
        default_factory=dict,
    )
    piece: Text = _described("the name of a row's piece; its id is made of it", default="")
    front: Face | None = _described("the front face", default=None)
    back: Face | None = _described("the back face", default=None)
    booklet: StrictBool = _described(
        "print the rule sheet on the front as a booklet, folded in the middle; the size is that of "
        "a page",
        default=False,
    )
    stock: Size = _described("thickness of one piece", default=0.3)
    group: Text = _described("components of one group share sheets", default="")
    sleeve: Sleeve = _described(
        "true, a named size or [width, height] of the sleeve", default=False
    )
    tile_pages: StrictBool | None = _described(
        "may be cut over several sheets; default true for boards", default=None
    )
    seams: Annotated[list[Length], Listed] = _described(
        "where a large piece may be cut over sheets: each cut, across and down, takes the next "
        "of these, from its left and from its top",
        default_factory=list,
    )
    min_text: FontSize = _described(
        "the smallest text, in points, before a problem is reported", default=5.0
    )

    @model_validator(mode="before")
    @classmethod
    def _of_a_folder(cls, value: Any) -> Any:
        """Pictures of a folder are whole faces, as often as their names say."""
        rows = value.get("rows") if isinstance(value, dict) else None
        if isinstance(rows, dict) and "folder" in rows:
            front = {"use": PICTURE, "art": "{{ art }}"}
            return {"front": front, "count": "{{ count }}", **value}
        return value

    @model_validator(mode="after")
    def _one_outline(self) -> "ComponentSection":
        if (self.size is None) == (self.shape is None):
            found = "neither" if self.size is None else "both"
            raise fault(f"a component has a size or a shape, found {found}", 'try "size: poker"')
        if self.back is not None and self.front is None:
            raise fault("the component has a back but no front")
        return self


def _parameter_kind(value: Any) -> str:
    return "|long" if isinstance(value, dict) else "|short"


def _font_of_one_file(value: Any) -> Any:
    is_one = isinstance(value, str) or (isinstance(value, dict) and "file" in value)
    return {"regular": value} if is_one else value


OneFont = Annotated[
    FontSection,
    BeforeValidator(_font_of_one_file, json_schema_input_type=str | FontFileSection | FontSection),
]
FontList = Annotated[
    list[OneFont],
    BeforeValidator(
        lambda value: value if isinstance(value, list) else [value],
        json_schema_input_type=str
        | FontFileSection
        | FontSection
        | list[str | FontFileSection | FontSection],
    ),
    Field(min_length=1, max_length=20),
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


class GameSection(Section):
    """The whole of `game.yaml`."""

    protoplay: Format = _described("version of this format: 1")
    name: GameName = _described("the game's name", localised=True)
    players: Range = _described("how many can play: 2-4")
    credits: Annotated[list[Text], Listed] = _described(
        "who made what; printed on the credits page", default_factory=list
    )
    note: Text = _described("a remark for designers", default="")
    turns_target: Target | None = _described(
        "wished length in turns: 20-40; or by number of players: {2: 20-40, 4: 30-60}", default=None
    )
    worth: Annotated[WorthSection, Mapped] = _described(
        "the smallest effects worth a word in a report", default_factory=WorthSection
    )
    includes: Annotated[list[StrictStr], Listed] = _described(
        "other YAML files of the pack that hold parts of this one", default_factory=list
    )
    parameters: Annotated[dict[ParameterName, Lengthy], Mapped] = _described(
        "numbers and switches of the rules", default_factory=dict
    )
    goals: Annotated[dict[str, Wish], Mapped] = _described(
        "what you wish of the game: a measure and its band, or a band by number of players",
        default_factory=dict,
    )
    variants: Annotated[dict[str, Annotated[VariantSection, Mapped]], Mapped] = _described(
        "other ways to play; the first is the default", default_factory=dict
    )
    palette: Annotated[dict[Name, Colour], Mapped] = _described(
        "colours by name", default_factory=dict
    )
    colours_alone: Alone = _described(
        "whether pieces differ by colour alone: false, true (every pair of the palette) or the "
        "colours that do; left out: found out from rows and slots",
        default=None,
    )
    fonts: Annotated[dict[Name, FontList], Mapped] = _described(
        "font families; `body` is the default one", default_factory=dict
    )
    icons: Annotated[
        list[Icons], BeforeValidator(as_list, json_schema_input_type=Icons | list[Icons])
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
