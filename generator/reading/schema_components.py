"""Components in `game.yaml`: outline, rows, copies and faces."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Strict,
    StrictBool,
    StrictStr,
    Tag,
    model_validator,
)

from generator.model.pack import ColumnMeaning, Scalar
from generator.reading.fields import (
    MOST_PIECES,
    AnyLength,
    AScalar,
    ComponentId,
    FontSize,
    Length,
    Listed,
    Mapped,
    NamedSize,
    Size,
    SizePair,
    Sleeve,
    Text,
    Where,
    WrittenCount,
    fault,
    in_words,
)
from generator.reading.schema_section import Section, described
from generator.reading.shapes import area, crosses_itself

PICTURE = "picture"  # the bundled face that consists of a picture
PICTURES_ELSEWHERE = (  # suffixes of unprintable files of drawing programs and cameras
    ".heic", ".heif", ".avif", ".jxl", ".psd", ".ai", ".eps", ".pdf", ".kra", ".xcf", ".afdesign",
)  # fmt: skip
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".svg")


class ShapeSection(Section):
    """An outline; exactly one of the first twelve keys."""

    rect: SizePair | None = described("width and height", default=None)
    square: Size | None = described("side", default=None)
    hex: Size | None = described("size, measured as `across` says", default=None)
    circle: Size | None = described("diameter", default=None)
    strip: SizePair | None = described("length and width of a bar or track", default=None)
    polygon: Annotated[list[Annotated[tuple[AnyLength, AnyLength], Listed]], Listed] | None = (
        described("corner points in order", default=None)
    )
    board: SizePair | None = described(
        "width and height; may be cut over several sheets", default=None
    )
    folded: SizePair | None = described(
        "width and height of one side of a leaf that is folded once", default=None
    )
    standee: SizePair | None = described("width and height of one side", default=None)
    tuckbox: ComponentId | None = described("the component that goes into the box", default=None)
    dice: Size | None = described("side of one face, printed as a sticker", default=None)
    cube: Size | None = described("edge of a folded paper die", default=None)
    corner: Length | None = described("radius of the corners", default=None)
    across: Literal["flats", "points"] | None = described(
        "how the size of a hex is measured; required", default=None
    )
    top: Literal["pointy", "flat"] | None = described("what points up on a hex", default=None)
    foot: Size | None = described("depth of a standee's foot flaps", default=None)

    @model_validator(mode="after")
    def _one_outline(self) -> "ShapeSection":
        written = [key for key in OUTLINES if getattr(self, key) is not None]
        if len(written) != 1:
            listed = " and ".join(written) if written else "none"
            raise fault(f"a shape needs exactly one outline, found {listed}", _OUTLINES_LISTED)
        kind = written[0]
        for key, kinds in _BELONGS.items():
            if getattr(self, key) is not None and kind not in kinds:
                raise fault(
                    f'a {kind} takes no "{key}"', f"use it only with {_joined_with_or(kinds)}"
                )
        if kind == "hex" and self.across is None:
            raise fault(
                "it is unclear how the size of the hex is measured",
                'write "across: flats" for the distance between flat sides, or "across: points"',
            )
        if self.polygon is not None:
            _check_polygon(self.polygon)
        sides = self.rect or self.board or self.strip or self.folded or (self.square,) * 2
        if self.corner and sides[0] and sides[1] and self.corner > min(sides[0], sides[1]) / 2:
            raise fault(
                f"the corner radius of {self.corner:g}mm is more than half the shorter side"
            )
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
_OUTLINES_LISTED = f"use one of {', '.join(OUTLINES)}"
_BELONGS: dict[str, tuple[str, ...]] = {
    "corner": ("rect", "square", "strip", "board", "folded", "dice"),
    "across": ("hex",),
    "top": ("hex",),
    "foot": ("standee",),
}


def _joined_with_or(words: Sequence[str]) -> str:
    return " or ".join(words)


def _check_polygon(points: list[tuple[float, float]]) -> None:
    if len(points) < 3:
        raise fault(f"a polygon needs at least three points, found {len(points)}")
    if len(points) > 500:
        raise fault(f"a polygon has at most 500 points, found {len(points)}")
    if abs(area(points)) < 1:
        raise fault("the polygon is flat: its area is less than 1 mm²")
    if crosses_itself(points):
        raise fault("the polygon's sides cross", "list the corners in order around it")


_SHEET = described("the sheet of a workbook; by default the first", default=None)
_HEADER = described(
    "the row with the column names; by default the first filled row",
    default=None, strict=True, ge=1, le=1000,
)  # fmt: skip


class FileRows(Section):
    """Rows of a spreadsheet or CSV file."""

    file: StrictStr = described("a .csv, .tsv, .xlsx or .ods file of the pack")
    sheet: StrictStr | None = _SHEET
    header: int | None = _HEADER


class WebRows(Section):
    """Rows of a table on the web, which `protoplay fetch` copies into the pack."""

    url: StrictStr = described("the address of the table, https://…")
    file: StrictStr | None = described(
        "the file of the pack into which it is fetched; by default the component's name and .csv",
        default=None,
    )
    sheet: StrictStr | None = _SHEET
    header: int | None = _HEADER


class FolderRows(Section):
    """One row for each picture in a folder."""

    folder: StrictStr = described("a folder of the pack with pictures")


class ProductRows(Section):
    """Rows for every combination of the lists' values, the last list changing fastest."""

    product: Annotated[
        dict[str, Annotated[list[AScalar], Listed, Field(min_length=1)]],
        Mapped,
        Field(min_length=1),
    ] = described("field → list of its values")


def _rows_kind(value: Any) -> str | None:
    if isinstance(value, str):
        return "|file name"
    if isinstance(value, list):
        return "|list"
    if isinstance(value, dict):
        return next((f"|{key}" for key in ("product", "folder", "url") if key in value), "|file")
    return None


Rows = Annotated[
    Annotated[StrictStr, Tag("|file name")]
    | Annotated[list[Annotated[dict[str, AScalar], Mapped]], Tag("|list")]
    | Annotated[ProductRows, Tag("|product")]
    | Annotated[FolderRows, Tag("|folder")]
    | Annotated[WebRows, Tag("|url")]
    | Annotated[FileRows, Tag("|file")],
    Discriminator(
        _rows_kind,
        custom_error_type="fault",
        custom_error_message="expected a file name, a list of rows or a mapping",
    ),
]


class CountSection(Section):
    """The number of copies of a row, from a column that may be blank."""

    column: StrictStr = described("the column with the number of copies")
    blank: Annotated[int, Strict(), Field(ge=0, le=MOST_PIECES)] = described(
        "copies of a row whose cell is empty or a dash"
    )


def _count_kind(value: Any) -> str:
    return "|column" if isinstance(value, dict) else "|number"


Count = Annotated[
    Annotated[WrittenCount, Tag("|number")] | Annotated[CountSection, Tag("|column")],
    Discriminator(_count_kind),
]


class OverrideSection(Section):
    """A change to some rows of the data."""

    match: Annotated[dict[str, AScalar], Mapped, Field(min_length=1)] = described(
        "fields (or `id`, `name`) that a row must have"
    )
    set: Annotated[dict[str, AScalar], Mapped, Field(min_length=1)] = described(
        "fields to change, `count` too; `{{ … }}` is evaluated with the parameters"
    )


class ArtSection(Section):
    """A picture on a face, and its bleed."""

    file: Text = described("a picture file of the pack; `{{ … }}` for a field")
    fit: Literal["cover", "contain", "stretch"] | None = described(
        "how it fits its place", default=None
    )
    bleed: Length | None = described("the bleed that it has on each side", default=None)
    make_bleed: Literal["mirror", "stretch"] | None = described(
        "make missing bleed from the edge of the picture", default=None
    )


def _art_kind(value: Any) -> str:
    return "|bleed" if isinstance(value, dict) else "|file name"


Art = Annotated[
    Annotated[AScalar, Tag("|file name")] | Annotated[ArtSection, Tag("|bleed")],
    Discriminator(_art_kind),
]


class FaceSection(BaseModel):
    """One side of a component: the way it is drawn, and the texts of its slots."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, AScalar] = Field(init=False)

    use: StrictStr | None = described("a bundled face", default=None)
    template: StrictStr | None = described("an SVG template of the pack", default=None)
    draw: StrictStr | None = described("a function in the pack's drawings.py", default=None)
    art: Art = described("a picture file, or a mapping with its bleed", default=None)

    @model_validator(mode="after")
    def _one_way(self) -> "FaceSection":
        written = [key for key in FACE_WAYS if getattr(self, key) is not None]
        if len(written) != 1:
            listed = " and ".join(written) if written else "none"
            raise fault(
                f"a face needs exactly one of use, template and draw, found {listed}",
                "choose one of them",
            )
        _refuse_pictures_elsewhere(self.use or self.template or "", written[0])
        return self


def _refuse_pictures_elsewhere(value: str, key: str = "") -> None:
    """Raise a fault for a file of a drawing program, which cannot be printed."""
    ending = value.lower().rpartition(".")[2]
    if f".{ending}" in PICTURES_ELSEWHERE:
        message = f'"{value}": files of the kind {ending.upper()} cannot be printed'
        raise fault(message, "export it as PNG or SVG, and write the name of that file", key)


def _face_of(value: Any) -> Any:
    """Return a face unchanged; replace the file name of a picture by a whole face."""
    if isinstance(value, str):
        if value.lower().endswith(SUFFIXES) or "{{" in value:
            return {"use": PICTURE, "art": value}
        _refuse_pictures_elsewhere(value)
        message = f"expected the keys and values of a face, found {in_words(value)}"
        fix = f"write {{use: {value}}} or {{template: {value}}}"
        raise fault(message, f"{fix}, or the whole file name of a picture, like art/back.png")
    return value


Face = Annotated[FaceSection, BeforeValidator(_face_of, json_schema_input_type=str | FaceSection)]
Way = Literal["use", "template", "draw"]
FACE_WAYS: tuple[Way, ...] = ("use", "template", "draw")


def slots_in(face: FaceSection) -> dict[str, Scalar]:
    """The slots of a checked face as written, including the slots of its art."""
    slots: dict[str, Scalar] = dict(face.model_extra or {})
    if isinstance(face.art, ArtSection):
        written = face.art.model_dump(exclude_none=True)
        slots["art"] = written.pop("file")
        slots |= written
    elif "art" in face.model_fields_set:
        slots["art"] = face.art
    return slots


def way_of(face: FaceSection) -> tuple[Way, str]:
    """The way a checked face is drawn, and the name of its template, file or function."""
    ways: list[tuple[Way, str | None]] = [
        ("use", face.use),
        ("template", face.template),
        ("draw", face.draw),
    ]
    return next((way, name) for way, name in ways if name is not None)


class ComponentSection(Section):
    """One kind of piece: its outline, its rows and its faces."""

    title: Text = described("its name for people", localised=True, default="")
    note: Text = described("a remark for designers", default="")
    size: NamedSize | None = described("a named size; or give a shape", default=None)
    shape: ShapeSection | None = described("an outline; or give a size", default=None)
    landscape: StrictBool = described("swap the width and the height", default=False)
    bleed: Length = described("how far the art extends beyond the cut", default=2.0)
    back_bleed: Length | None = described("the same for backs; by default as bleed", default=None)
    safe: Length | None = described(
        "distance of texts from the cut; default 3mm, at most a tenth of the shorter side",
        default=None,
    )
    rows: Rows | None = described("the different pieces; by default one", default=None)
    where: Where = described("an expression; rows for which it is false are left out", default=True)
    override: Annotated[list[OverrideSection], Listed] = described(
        "changes to some rows", default_factory=list
    )
    count: Count = described(
        "copies of each row: a number, an expression, or a column that may be blank", default=1
    )
    columns: Annotated[dict[str, ColumnMeaning], Mapped] = described(
        "meaning of numbers for the player who takes the piece: price, points, gain (more is "
        "better) or other; by default detected from the rules",
        default_factory=dict,
    )
    piece: Text = described("the name of a row's piece, from which its id is made", default="")
    front: Face | None = described("the front face", default=None)
    back: Face | None = described("the back face", default=None)
    booklet: StrictBool = described(
        "print the rule sheet on the front as a booklet, folded in the middle; the size is that of "
        "a page",
        default=False,
    )
    stock: Size = described("thickness of one piece", default=0.3)
    group: Text = described("components in one group share sheets", default="")
    sleeve: Sleeve = described("true, a named size or [width, height] of the sleeve", default=False)
    tile_pages: StrictBool | None = described(
        "may be cut over several sheets; default true for boards", default=None
    )
    seams: Annotated[list[Length], Listed] = described(
        "where a large piece may be cut over sheets: each cut, across and down, is at the next "
        "of these distances from its left and from its top",
        default_factory=list,
    )
    min_text: FontSize = described("text smaller than this, in points, is reported", default=5.0)

    @model_validator(mode="before")
    @classmethod
    def _of_a_folder(cls, value: Any) -> Any:
        """Make each picture of a folder a whole face, with as many copies as its name states."""
        rows = value.get("rows") if isinstance(value, dict) else None
        if isinstance(rows, dict) and "folder" in rows:
            front = {"use": PICTURE, "art": "{{ art }}"}
            return {"front": front, "count": "{{ count }}", **value}
        return value

    @model_validator(mode="after")
    def _one_outline(self) -> "ComponentSection":
        if (self.size is None) == (self.shape is None):
            given = "neither" if self.size is None else "both"
            raise fault(
                f"a component needs either a size or a shape, found {given}", 'try "size: poker"'
            )
        if self.back is not None and self.front is None:
            raise fault("the component has a back but no front")
        return self
