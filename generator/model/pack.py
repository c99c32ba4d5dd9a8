"""A checked game pack: frozen, lengths in mm, every value valid.

Both `press` and `play` use it. `door.open_pack` makes it; this module reads no files.
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
Style = Literal["regular", "bold", "italic", "bolditalic"]  # letters in a language code
STYLES: tuple[Style, ...] = ("regular", "bold", "italic", "bolditalic")
ColumnMeaning = Literal["price", "gain", "points", "other"]  # for the player who takes the piece
Points = tuple[tuple[float, float], ...]


def players_text(low: int, high: int) -> str:
    """The number of players as text.

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
    of that hexagon. `polygon` and `dieline` carry `outline`, in mm from the top left of the box;
    `dieline` and standees also carry `folds`, as pairs of points.
    """

    kind: Literal["rect", "circle", "hex", "polygon", "dieline"]
    width: float
    height: float
    corner: float = 0.0
    flat_top: bool = False
    outline: Points = ()
    folds: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()
    panels: tuple[Panel, ...] = ()  # of a folded piece; empty for a flat one

    @property
    def front(self) -> Panel | None:
        """The panel that a standee or box shows on the table; None for other pieces."""
        return next((panel for panel in self.panels if panel.name == "front"), None)


@dataclass(frozen=True, slots=True)
class FaceSpec:
    """How one side of a component is drawn; `slots` are template texts that are not filled in yet.

    `use` names a bundled face (`templates/faces/<name>.svg.j2`), `template` a file of the pack,
    `draw` a function in the pack's `drawings.py`.
    """

    kind: Literal["use", "template", "draw"]
    name: str
    slots: Mapping[str, Scalar]
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)  # where each slot is written


@dataclass(frozen=True, slots=True)
class Row:
    """One piece of a component: its fields as written in the data, and its number of copies."""

    id: str  # unique in the component, safe in a file name: "river-bird"
    name: str  # its name for people: "river bird"
    fields: Mapping[str, Scalar]
    count: int
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)  # where each field is written
    leaf: tuple[int, int] | None = (
        None  # of a booklet: number of the leaf (0 is the outermost) and number of leaves
    )
    written: Mapping[str, str] = field(default_factory=dict)  # cells printed with numbers put in


@dataclass(frozen=True, slots=True)
class Component:
    """One kind of piece, all of one shape: a deck, a set of tiles, a board."""

    id: str
    title: str
    shape: Shape
    bleed: float
    back_bleed: float
    safe: float  # distance of text from the trim
    front: FaceSpec | None
    back: FaceSpec | None
    rows: tuple[Row, ...]
    place: Place
    stock: float = 0.3  # thickness of one piece, mm
    group: str = ""  # components in one group share sheets
    sleeve: tuple[float, float] | None = None  # inner size of the sleeve
    tile_pages: bool = False  # may be cut over several sheets if it is larger than one
    seams: tuple[float, ...] = ()  # mm from its left and top; anywhere if none fits
    min_text_pt: float = 5.0
    columns: Mapping[str, ColumnMeaning] = field(default_factory=dict)  # meanings given in the pack

    @property
    def count(self) -> int:
        """How many pieces fit in a box."""
        return sum(row.count for row in self.rows)

    def is_counted_by(self, field: str) -> bool:
        """Whether a field gives the number of copies of each row."""
        return [row.fields.get(field) for row in self.rows] == [row.count for row in self.rows]


@dataclass(frozen=True, slots=True)
class Worth:
    """The smallest effects that matter to a designer; smaller ones never cause a warning.

    In percentage points (seats, lifts, effects, restrict) or in percent of the usual value.
    """

    seats: float = 3.0  # difference of a seat's win rate from a fair share
    lifts: float = 3.0  # difference in win rate for players who use a piece
    effects: float = 3.0  # difference in win rate that a piece or a setting causes
    lengths: float = 5.0  # turns and decisions
    scores: float = 5.0  # scores and margins
    ends: float = 5.0  # share of games: ties, supplies that run out, games that do not end
    runaway: float = 5.0  # how much more the leader gains than the others, relative to their gain


@dataclass(frozen=True, slots=True)
class Font:
    """A font family: style → TTF file; it always has `regular`.

    `then` lists the families used, in order, for characters that this one lacks.
    """

    family: str
    files: Mapping[Style, Path]
    then: tuple["Font", ...] = ()


@dataclass(frozen=True, slots=True)
class Tune:
    """Values of a parameter to try to reach the goals; `values` if it is not a number."""

    low: float | None = None  # None: the bound of the parameter itself
    high: float | None = None
    step: float | None = None  # None: as fine as is sensible
    cost: float = 1.0  # cost of a change relative to other parameters
    values: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or switch of the rules: changed with `--set`, used for both printing and playing.

    A number in the cell of a row is a parameter too, named by component, row and column:
    "cards.saffron.points".
    """

    name: str
    value: Scalar
    default: Scalar
    place: Place
    note: str = ""
    low: float | None = None
    high: float | None = None
    tune: Tune | None = None  # None: must not be changed

    @property
    def is_cell(self) -> bool:
        """Whether it is the number in a row's cell; other parameter names have no dot."""
        return "." in self.name


@dataclass(frozen=True, slots=True)
class SheetDefaults:
    """Paper and layout as `game.yaml` sets them; the command line may replace each."""

    paper: str = "a4"
    margin: float = 8.0
    gap: float = 0.0
    marks: Literal["ticks", "crosses", "lines", "none"] = "ticks"
    backs: Literal["none", "separate", "long-edge", "short-edge", "gutterfold"] = "long-edge"
    hexes: Literal["tight", "rows"] = "tight"
    edges: Literal["shared", "own"] = "shared"
    arrange: Literal["auto", "grouped", "packed"] = "auto"
    max_dpi: float = 450.0  # of pictures; sharper ones are sampled down
    stock: Stock | None = None


class Unknown(KeyError):
    """A name that the pack does not define; `fix` suggests a similar one."""

    def __init__(self, message: str, fix: str) -> None:
        super().__init__(f"{message} ({fix})")
        self.message, self.fix = message, fix


@dataclass(frozen=True, slots=True)
class Pack:
    """A game, resolved for one variant, one language and one set of parameters.

    Pictures are looked up by name in `icons` (SVG files) and `drawn_icons` (SVG texts in one
    colour, `currentColor`, taken from an Iconify set); each name is in one of them only.
    """

    id: str  # name of the folder
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
    icons: Mapping[str, Path]  # name → SVG file; the pack's own replace bundled ones
    keywords: Mapping[str, str]  # word in a text → its markup
    components: tuple[Component, ...]
    sheet: SheetDefaults
    credits: Sequence[str]
    turns_target: tuple[int, int] | None  # the designer's target length in turns
    files: tuple[Path, ...]  # every file read, to watch for changes and for the digest
    digest: str  # sha256 of all files and the resolved parameters
    drawn_icons: Mapping[str, str] = field(default_factory=dict)  # name → SVG text
    goals: tuple[Goal, ...] = ()  # the designer's goals
    worth: Worth = Worth()
    targets: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # by number of players
    worths: Mapping[int, Worth] = field(default_factory=dict)  # by number of players
    left_out: tuple[
        Component, ...
    ] = ()  # components of other variants; rule sheets may show their faces
    play: Play | None = None  # how it is played by the words on its cards
    setup: Setup = field(default_factory=Setup)  # how it lies on the table before the first turn
    questions: tuple[Question, ...] = ()  # the game's own, on the playtest form

    def at(self, players: int) -> "Pack":
        """The game for this number of players: it keeps only the goals that apply to it.

        If other goals name player counts, a goal without one applies to the smallest count.
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
        """The parameter's current value; raises `Unknown`, which lists the names."""
        if name not in self.parameters:
            raise Unknown(f"there is no parameter {name!r}", near(name, self.parameters))
        return self.parameters[name].value

    def settings(self, changed: Mapping[str, object] | None = None) -> tuple[str, ...]:
        """Every parameter that is not at its default, as `--set` takes it; `changed` come first."""
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
        """The parameter's current value as a whole number (0 or 1 for a switch); a fraction is a
        fault.
        """
        value = self.value(name)
        assert isinstance(value, int | float | bool), f"{name} is {value!r}, not a number"
        assert value == int(value), (
            f"{name} is {value:g}, which is not a whole number; use pack.value"
        )
        return int(value)

    def not_for(self, players: int) -> ValueError:
        """The fault if the game cannot be played by this number of players; empty if it can."""
        return ValueError(f"{self.name} is for {players_text(*self.players)}, not {players}")

    def component(self, id: str) -> Component:
        """The component with this id; raises `Unknown`, which lists the ids."""
        for component in self.components:
            if component.id == id:
                return component
        raise Unknown(f"there is no component {id!r}", near(id, (c.id for c in self.components)))
