"""`game.yaml` as people write it: the whole file as a pydantic model, and its JSON Schema.

Each section declares its keys, the values that each key takes (`fields`), and which keys must be
used together.
"""

from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Discriminator,
    Field,
    PlainValidator,
    StrictBool,
    StrictStr,
    Tag,
    WithJsonSchema,
    model_validator,
)

from generator.model.pack import SheetDefaults, Worth, is_number
from generator.model.stock import Stock
from generator.model.units import paper_mm, to_text
from generator.reading.fields import (
    LANGUAGE,
    Alone,
    AScalar,
    Colour,
    ComponentId,
    Format,
    GameName,
    Language,
    Length,
    Listed,
    Mapped,
    Name,
    Paper,
    ParameterName,
    Range,
    SizePair,
    Text,
    as_list,
    fault,
    in_words,
)
from generator.reading.schema_components import ComponentSection
from generator.reading.schema_parameters import ParameterSection, VariantSection
from generator.reading.schema_play import PlaySection
from generator.reading.schema_questions import AskSection
from generator.reading.schema_section import Section, described
from generator.reading.schema_table import TableSection
from generator.reading.stock import UnknownStock, stock_named

CLOSE = 0.05  # mm; the largest difference between measures that people rounded


class FontFileSection(Section):
    """One font of a file with several fonts: a member of a collection, or a style of a variable
    font.
    """

    file: StrictStr = described("a font file of the pack")
    weight: float | None = described(
        "weight of a variable font", default=None, strict=True, ge=1, le=1000
    )
    width: float | None = described(
        "width of a variable font, in percent", default=None, strict=True, ge=1, le=1000
    )
    slant: float | None = described(
        "slant of a variable font, in degrees", default=None, strict=True, ge=-90, le=90
    )
    index: int | None = described(
        "number of the font in a collection, starting at 0", default=None, strict=True, ge=0, le=255
    )


def _font_file_kind(value: Any) -> str:
    return "|one of a file" if isinstance(value, dict) else "|file name"


FontFile = Annotated[
    Annotated[StrictStr, Tag("|file name")] | Annotated[FontFileSection, Tag("|one of a file")],
    Discriminator(_font_file_kind),
]


class FontSection(Section):
    """The files of a font family, relative to the pack."""

    regular: FontFile = described("the upright font")
    bold: FontFile | None = described("the bold font", default=None)
    italic: FontFile | None = described("the italic font", default=None)
    bolditalic: FontFile | None = described("the bold italic font", default=None)


class IconSetSection(Section):
    """An Iconify JSON set on disk."""

    set: StrictStr = described("the JSON file of the set")
    names: Annotated[dict[str, StrictStr], Mapped] = described(
        "own name → name in the set; by default every icon under its name in the set",
        default_factory=dict,
    )


class StockSection(Section):
    """A sheet of labels or perforated cards as its maker describes it."""

    paper: Paper = described("a4, letter … or a size", default="a4")
    columns: int = described("places across", strict=True, ge=1, le=100)
    rows: int = described("places down", strict=True, ge=1, le=100)
    size: SizePair = described("width and height of a place")
    first: Annotated[tuple[Length, Length], Listed] = described(
        "distance of the first place from the left and from the top of the sheet"
    )
    step: Annotated[tuple[Length, Length], Listed] | None = described(
        "from one place to the next, across and down; by default they touch", default=None
    )
    round: StrictBool = described("whether the places are circles", default=False)

    @model_validator(mode="after")
    def _on_the_paper(self) -> "StockSection":
        paper, stock = paper_mm(self.paper), self.stock()
        if stock.across < stock.width - CLOSE or stock.down < stock.height - CLOSE:
            raise fault("the places overlap", "step is from one left (or top) edge to the next")
        right = stock.left + (stock.columns - 1) * stock.across + stock.width
        bottom = stock.top + (stock.rows - 1) * stock.down + stock.height
        for end, length, edge in ((right, paper[0], "right"), (bottom, paper[1], "bottom")):
            if end > length + CLOSE:
                message = f"the places end {to_text(round(end - length, 2))} beyond the {edge} of"
                raise fault(f"{message} the sheet", "check columns, rows, first, size and step")
        return self

    def stock(self) -> Stock:
        """Convert the section to a `Stock` for layouts."""
        step = self.step or self.size
        return Stock(
            "stock", self.paper, self.columns, self.rows, *self.size, *self.first, *step, self.round
        )


def _stock_kind(value: Any) -> str:
    return "|measures" if isinstance(value, dict) else "|name"


def _stock_name(value: Any) -> str:
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise fault(f"expected the name of a stock, found {in_words(value)}", "try avery-5371")
    try:
        return stock_named(str(value)).name
    except UnknownStock as unknown:
        raise fault(unknown.message, unknown.fix) from None


StockName = Annotated[str, PlainValidator(_stock_name), WithJsonSchema({"type": "string"})]


class SheetSection(Section):
    """Paper and layout; the command line may replace each setting."""

    paper: Paper = described("a0 to a5, letter, legal, tabloid or a size", default="a4")
    margin: Length = described("unprintable edge of the paper", default=8.0)
    gap: Length = described("space between the bleeds of neighbouring pieces", default=0.0)
    marks: Literal["ticks", "crosses", "lines", "none"] = described(
        "marks that show where to cut", default="ticks"
    )
    backs: Literal["none", "separate", "long-edge", "short-edge", "gutterfold"] = described(
        "how backs are printed", default="long-edge"
    )
    hexes: Literal["tight", "rows"] = described(
        "hexes nested, or in rows for straight cuts", default="tight"
    )
    edges: Literal["shared", "own"] = described(
        "neighbours share a cut, or each piece keeps its whole bleed", default="shared"
    )
    pack: Literal["auto", "grouped", "packed"] = described(
        "small components share a sheet if that saves one, each has its own, or all are mixed",
        default="auto",
    )
    max_dpi: float = described(
        "pictures with more pixels per inch are sampled down to this",
        default=450.0,
        strict=True,
        ge=72,
        le=2400,
    )
    stock: (
        Annotated[
            Annotated[StockName, Tag("|name")] | Annotated[StockSection, Tag("|measures")],
            Discriminator(_stock_kind),
        ]
        | None
    ) = described(
        "labels or perforated cards as they are sold, by name or by their measures", default=None
    )

    def defaults(self) -> SheetDefaults:
        """Convert the settings to the defaults for the press."""
        written = self.model_dump(exclude={"stock"})
        stock = stock_named(self.stock) if isinstance(self.stock, str) else None
        if isinstance(self.stock, StockSection):
            stock = self.stock.stock()
        return SheetDefaults(arrange=written.pop("pack"), stock=stock, **written)


def _smallest_effect(name: str, description: str) -> Any:
    """Make a field for a smallest effect, 0 to 100, with the default of `pack.Worth`."""
    return described(description, default=getattr(Worth(), name))


def _kind_by_players(value: Any) -> str:
    return "|by number of players" if isinstance(value, dict) else "|for all"


def _percentage(value: Any) -> float:
    if not is_number(value):
        raise fault(f"expected a number from 0 to 100, found {in_words(value)}")
    if not 0 <= value <= 100:
        raise fault(f"expected a number from 0 to 100, found {value:g}")
    return float(value)


_LEAST_SCHEMA = {"type": "number", "minimum": 0, "maximum": 100}
Least = Annotated[float, PlainValidator(_percentage), WithJsonSchema(_LEAST_SCHEMA)]
Leasts = Annotated[
    Annotated[Least, Tag("|for all")] | Annotated[dict[str, Least], Tag("|by number of players")],
    Discriminator(_kind_by_players),
]
Target = Annotated[
    Annotated[Range, Tag("|for all")] | Annotated[dict[str, Range], Tag("|by number of players")],
    Discriminator(_kind_by_players),
]
Wish = Annotated[
    Annotated[AScalar, Tag("|for all")]
    | Annotated[dict[str, AScalar], Tag("|by number of players")],
    Discriminator(_kind_by_players),
]


class WorthSection(Section):
    """The smallest effects that reports mention; smaller effects never cause a warning."""

    seats: Leasts = _smallest_effect("seats", "difference of a seat's win rate from a fair share")
    lifts: Leasts = _smallest_effect("lifts", "difference in win rate for players who use a piece")
    effects: Leasts = _smallest_effect(
        "effects", "difference in win rate that a piece or setting causes"
    )
    lengths: Leasts = _smallest_effect("lengths", "a change of the game's length")
    scores: Leasts = _smallest_effect("scores", "a change of scores and margins")
    ends: Leasts = _smallest_effect("ends", "share of games with such an end, tie or empty supply")
    runaway: Leasts = _smallest_effect("runaway", "how much more the leader gains than the others")


def _parameter_kind(value: Any) -> str:
    return "|long" if isinstance(value, dict) else "|short"


def _regular_font(value: Any) -> Any:
    is_one = isinstance(value, str) or (isinstance(value, dict) and "file" in value)
    return {"regular": value} if is_one else value


OneFont = Annotated[
    FontSection,
    BeforeValidator(_regular_font, json_schema_input_type=str | FontFileSection | FontSection),
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


def _mapping_or_none(value: Any) -> Any:
    if value is not None and not isinstance(value, dict):
        raise fault(f"expected keys and values, found {in_words(value)}")
    return value


class GameSection(Section):
    """The whole file `game.yaml`."""

    protoplay: Format = described("version of this format: 1")
    name: GameName = described("the game's name", localised=True)
    players: Range = described("how many can play: 2-4")
    credits: Annotated[list[Text], Listed] = described(
        "who made what; printed on the credits page", default_factory=list
    )
    note: Text = described("a remark for designers", default="")
    turns_target: Target | None = described(
        "target length in turns: 20-40; or by number of players: {2: 20-40, 4: 30-60}", default=None
    )
    worth: Annotated[WorthSection, Mapped] = described(
        "the smallest effects that reports mention", default_factory=WorthSection
    )
    includes: Annotated[list[StrictStr], Listed] = described(
        "other YAML files of the pack with parts of this one", default_factory=list
    )
    parameters: Annotated[dict[ParameterName, Lengthy], Mapped] = described(
        "numbers and switches of the rules", default_factory=dict
    )
    goals: Annotated[dict[str, Wish], Mapped] = described(
        "goals: a measure and its band, or a band by number of players",
        default_factory=dict,
    )
    variants: Annotated[dict[str, Annotated[VariantSection, Mapped]], Mapped] = described(
        "other ways to play; the first is the default", default_factory=dict
    )
    palette: Annotated[dict[Name, Colour], Mapped] = described(
        "colours by name", default_factory=dict
    )
    colours_alone: Alone = described(
        "whether pieces differ by colour alone: false, true (every pair in the palette) or the "
        "colours that do; by default detected from rows and slots",
        default=None,
    )
    fonts: Annotated[dict[Name, FontList], Mapped] = described(
        "font families; `body` is the default", default_factory=dict
    )
    icons: Annotated[
        list[Icons], BeforeValidator(as_list, json_schema_input_type=Icons | list[Icons])
    ] = described("folders of SVG icons and Iconify sets", default_factory=lambda: ["icons"])
    keywords: Annotated[dict[str, Text], Mapped] = described(
        "word in a text → its markup", localised=True, default_factory=dict
    )
    languages: Annotated[list[Language], Listed] = described(
        "languages of the texts; keys without a suffix are in the first",
        default_factory=list,
    )
    sheet: Annotated[SheetSection, Mapped] = described(
        "paper and layout", default_factory=SheetSection
    )
    ask: Annotated[list[AskSection], Listed] = described(
        "questions of your own on the playtest form, at most 6", default_factory=list
    )
    components: Annotated[dict[ComponentId, ComponentSection], Mapped] = described(
        "the kinds of pieces; a game may also have rules only", default_factory=dict
    )
    play: Annotated[PlaySection | None, BeforeValidator(_mapping_or_none)] = described(
        "how the game is played by the words on its cards, without rules.py", default=None
    )
    table: Annotated[TableSection, Mapped] = described(
        "how the game lies on the table before the first turn", default_factory=TableSection
    )


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of `game.yaml` for editors; keys may have a language suffix."""
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
    """Remove pydantic's titles, nulls and defaults, which editors do not need, from a schema."""
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
