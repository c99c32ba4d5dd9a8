"""A checked game pack: frozen, lengths in mm, every value valid.

Both `press` and `play` use it. `door.open_pack` makes the pack; this module reads no files.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeGuard

from generator.model.goals import Goal
from generator.model.plays import Play
from generator.model.problems import Place, near
from generator.model.questions import Question
from generator.model.setup import Setup
from generator.model.stock import Stock

Scalar = str | int | float | bool | None


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether the value is a number; true and false are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


Side = Literal["front", "back"]
Style = Literal["regular", "bold", "italic", "bolditalic"]  # the styles of a font family
STYLES: tuple[Style, ...] = ("regular", "bold", "italic", "bolditalic")
# the meanings that a number may have for the player who takes the piece
ColumnMeaning = Literal["price", "gain", "points", "other"]
Points = tuple[tuple[float, float], ...]


def players_text(low: int, high: int) -> str:
    """Write the number of players as text.

    >>> players_text(2, 4), players_text(1, 1)
    ('2 to 4 players', '1 player')
    """
    return f"{low} to {high} players" if low < high else f"{low} player{'s' * (low > 1)}"


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a folded piece with its own picture, in mm from the top left of the shape.

    `turn` is the rotation of the picture on the flat sheet: 180 is upside down. A standee has
    `front` and `back`, a tuckbox `front right back left top bottom`, a paper die `1` to `6`.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """The trim outline of a piece: a box of `width` × `height` mm with the outline inside it.

    `hex` has flat sides left and right (pointy top) unless `flat_top`; width and height are the box
    of that hexagon. `polygon` and `dieline` have an `outline`, in mm from the top left of the box;
    `dieline` and standees also have `folds`, as pairs of points.
    """

    kind: Literal["rect", "circle", "hex", "polygon", "dieline"]
    width: float
    height: float
    corner: float = 0.0
    flat_top: bool = False
    outline: Points = ()
    folds: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()
    panels: tuple[Panel, ...] = ()  # panels of a folded piece; empty for a flat piece

    @property
    def front(self) -> Panel | None:
        """The panel that a standee or box shows on the table; None for other pieces."""
        return next((panel for panel in self.panels if panel.name == "front"), None)


@dataclass(frozen=True, slots=True)
class FaceSpec:
    """The description of one side of a component; `slots` are template texts that are not filled in
    yet.

    `use` names a bundled face (`templates/faces/<name>.svg.j2`), `template` a file of the pack,
    `draw` a function in the pack's `drawings.py`.
    """

    kind: Literal["use", "template", "draw"]
    name: str
    slots: Mapping[str, Scalar]
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)  # the place of each slot in the file


@dataclass(frozen=True, slots=True)
class Row:
    """One piece of a component: its fields as written in the data, and its number of copies."""

    id: str  # unique in the component and safe in a file name, such as "river-bird"
    name: str  # the name that people see, such as "river bird"
    fields: Mapping[str, Scalar]
    count: int
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)  # the place of each field in the file
    leaf: tuple[int, int] | None = (
        # the number of the leaf (0 is the outermost) and the number of leaves, only for a
        # booklet
        None
    )
    # printed texts of cells into which numbers were inserted
    written: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Component:
    """One kind of piece with one shape, such as a deck, a set of tiles or a board."""

    id: str
    title: str
    shape: Shape
    bleed: float
    back_bleed: float
    safe: float  # mm; the smallest distance from texts to the trim
    front: FaceSpec | None
    back: FaceSpec | None
    rows: tuple[Row, ...]
    place: Place
    stock: float = 0.3  # thickness of one piece, mm
    group: str = ""  # components in the same group share sheets
    sleeve: tuple[float, float] | None = None  # inner width and height of the sleeve, mm
    tile_pages: bool = False  # whether a piece larger than a sheet may be cut over several sheets
    # mm from left and top; if no seam fits, the piece is cut anywhere
    seams: tuple[float, ...] = ()
    min_text_pt: float = 5.0
    # meanings of columns that the pack declares
    columns: Mapping[str, ColumnMeaning] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of copies in a box."""
        return sum(row.count for row in self.rows)

    def is_counted_by(self, field: str) -> bool:
        """Whether a field is the number of copies of each row."""
        return [row.fields.get(field) for row in self.rows] == [row.count for row in self.rows]


@dataclass(frozen=True, slots=True)
class Worth:
    """The smallest effects that matter to a designer; smaller ones never cause a warning.

    Units are percentage points (seats, lifts, effects, restrict) or percent of the usual value.
    """

    seats: float = 3.0  # difference of a seat's win rate from a fair share
    lifts: float = 3.0  # difference in win rate of players who use a piece
    effects: float = 3.0  # difference in win rate that is caused by a piece or a setting
    lengths: float = 5.0  # difference in turns and decisions
    scores: float = 5.0  # difference in scores and margins
    # difference in the share of ties, of supplies that run out, or of unfinished games
    ends: float = 5.0
    # the leader's gain minus the others' gain, relative to the others' gain
    runaway: float = 5.0


@dataclass(frozen=True, slots=True)
class Font:
    """A font family: style → TTF file. It always has the style `regular`.

    `then` lists other families, in order, for characters that this family lacks.
    """

    family: str
    files: Mapping[Style, Path]
    then: tuple["Font", ...] = ()


@dataclass(frozen=True, slots=True)
class Tune:
    """The values of a parameter to try in order to reach the goals.

    `values` is used if the parameter is not a number.
    """

    low: float | None = None  # None: the lower bound of the parameter
    high: float | None = None
    step: float | None = None  # None: a step is chosen
    cost: float = 1.0  # cost of a change relative to other parameters
    values: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or switch of the rules, used for both printing and playing, and changed with
    `--set`.

    A number in the cell of a row is also a parameter, named by component, row and column:
    "cards.saffron.points".
    """

    name: str
    value: Scalar
    default: Scalar
    place: Place
    note: str = ""
    low: float | None = None
    high: float | None = None
    tune: Tune | None = None  # None: `suggest` must not change it

    @property
    def is_cell(self) -> bool:
        """Whether the parameter is a number in a row's cell; names of other parameters have
        no dot.
        """
        return "." in self.name


@dataclass(frozen=True, slots=True)
class SheetDefaults:
    """Paper and layout as set in `game.yaml`; the command line may replace each setting."""

    paper: str = "a4"
    margin: float = 8.0
    gap: float = 0.0
    marks: Literal["ticks", "crosses", "lines", "none"] = "ticks"
    backs: Literal["none", "separate", "long-edge", "short-edge", "gutterfold"] = "long-edge"
    hexes: Literal["tight", "rows"] = "tight"
    edges: Literal["shared", "own"] = "shared"
    arrange: Literal["auto", "grouped", "packed"] = "auto"
    max_dpi: float = 450.0  # largest resolution of pictures; finer pictures are sampled down
    stock: Stock | None = None


class Unknown(KeyError):
    """Raised for a name that the pack does not define; `fix` suggests a similar one."""

    def __init__(self, message: str, fix: str) -> None:
        super().__init__(f"{message} ({fix})")
        self.message, self.fix = message, fix


@dataclass(frozen=True, slots=True)
class Pack:
    """A game, resolved for one variant, one language and one set of parameters.

    Pictures are looked up by name in `icons` (SVG files) and `drawn_icons` (SVG texts in one
    colour, `currentColor`, taken from an Iconify set); each name is in only one of them.
    """

    id: str  # the name of its folder
    name: str
    folder: Path
    players: tuple[int, int]
    parameters: Mapping[str, Parameter]
    variant: str  # "" if the pack has no variants
    variants: tuple[str, ...]
    language: str
    languages: tuple[str, ...]
    palette: Mapping[str, str]  # name → "#rrggbb"
    fonts: Mapping[str, Font]  # always has "body"
    icons: Mapping[str, Path]  # name → SVG file; the pack's own files replace bundled ones
    keywords: Mapping[str, str]  # word in a text → its markup
    components: tuple[Component, ...]
    sheet: SheetDefaults
    credits: Sequence[str]
    turns_target: tuple[int, int] | None  # the designer's target length in turns
    files: tuple[Path, ...]  # every file that was read, to watch for changes and for the digest
    digest: str  # sha256 of all files and the resolved parameters
    drawn_icons: Mapping[str, str] = field(default_factory=dict)  # name → SVG text
    goals: tuple[Goal, ...] = ()  # the designer's goals
    worth: Worth = Worth()
    # number of players → target length in turns
    targets: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    # number of players → smallest effects
    worths: Mapping[int, Worth] = field(default_factory=dict)
    left_out: tuple[
        Component, ...
    ] = ()  # components of other variants, whose faces rule sheets may show
    play: Play | None = None  # the play by the words on the cards; None if the pack has rules.py
    setup: Setup = field(default_factory=Setup)  # the table before the first turn
    questions: tuple[Question, ...] = ()  # the game's own questions on the playtest form

    def at(self, players: int) -> "Pack":
        """The game for this number of players, with only the goals that apply.

        If some goals name numbers of players, a goal without such a number applies to the smallest
        number of players.
        """
        goals = self.goals
        if any(goal.players for goal in goals):
            fewest = (self.players[0],)
            goals = tuple(goal for goal in goals if players in (goal.players or fewest))
        return replace(
            self,
            turns_target=self.targets.get(players) if self.targets else self.turns_target,
            worth=self.worths.get(players, self.worth),
            goals=goals,
        )

    def value(self, name: str) -> Scalar:
        """The parameter's current value. Raises `Unknown`, which lists the known names."""
        if name not in self.parameters:
            raise Unknown(f"there is no parameter {name!r}", near(name, self.parameters))
        return self.parameters[name].value

    def settings(self, changed: Mapping[str, object] | None = None) -> tuple[str, ...]:
        """Every parameter that differs from its default, as text for `--set`.

        The parameters in `changed` come first.
        """
        values = {n: p.value for n, p in sorted(self.parameters.items()) if p.value != p.default}
        return tuple(
            f"{name}={str(value).lower() if isinstance(value, bool) else value}"
            for name, value in {**values, **(changed or {})}.items()
        )

    def parameter(self, name: str) -> Parameter | None:
        """The parameter with this name, or the number in a row's cell: "cards.saffron.points"."""
        if name in self.parameters or name.count(".") < 2:
            return self.parameters.get(name)
        part, id, column = name.split(".", 2)
        for row in (row for c in self.components if c.id == part for row in c.rows):
            value = row.fields.get(column)
            if row.id == id and is_number(value):
                return Parameter(name, value, value, row.places.get(column, row.place))
        return None

    def number(self, name: str) -> int:
        """The parameter's current value as a whole number (0 or 1 for a switch).

        Raises an error for a fraction.
        """
        value = self.value(name)
        assert isinstance(value, int | float | bool), f"{name} is {value!r}, not a number"
        assert value == int(value), (
            f"{name} is {value:g}, which is not a whole number; use pack.value"
        )
        return int(value)

    def not_for(self, players: int) -> ValueError:
        """Return an error for an unsuitable number of players; it states the numbers that the game
        allows.
        """
        return ValueError(f"{self.name} is for {players_text(*self.players)}, not {players}")

    def component(self, id: str) -> Component:
        """The component with this id. Raises `Unknown`, which lists the known ids."""
        for component in self.components:
            if component.id == id:
                return component
        raise Unknown(f"there is no component {id!r}", near(id, (c.id for c in self.components)))
