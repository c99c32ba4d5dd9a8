"""A checked game pack: frozen, lengths in mm, every value known to be sound.

Both wings stand on this. `door.open_pack` makes it; nothing here reads a file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeGuard

from generator.model.goals import Goal
from generator.model.problems import Place, near

Scalar = str | int | float | bool | None


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether it is a number; a switch is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


Side = Literal["front", "back"]
Style = Literal["regular", "bold", "italic", "bolditalic"]  # of letters
STYLES: tuple[Style, ...] = ("regular", "bold", "italic", "bolditalic")
ColumnMeaning = Literal["price", "gain", "points", "other"]  # to who takes the piece
Points = tuple[tuple[float, float], ...]


def players_said(low: int, high: int) -> str:
    """How many may play, in words.

    >>> players_said(2, 4), players_said(1, 1)
    ('2 to 4 players', '1 player')
    """
    return f"{low} to {high} players" if low < high else f"{low} player{'s' * (low > 1)}"


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a folded piece that carries its own picture, in mm from the shape's top left.

    `turn` is how the picture lies on the flat sheet: 180 is upside down. A standee has `front`
    and `back`, a tuckbox `front right back left top bottom`, a paper die `1` to `6`.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """The trim outline of a piece: a box `width` × `height` mm with the outline inside it.

    `hex` has flat sides left and right (pointy top) unless `flat_top`; width and height are the
    box of that hexagon. `polygon` and `dieline` carry `outline`, in mm from the box's top left;
    `dieline` and standees also carry `folds`, pairs of points.
    """

    kind: Literal["rect", "circle", "hex", "polygon", "dieline"]
    width: float
    height: float
    corner: float = 0.0
    flat_top: bool = False
    outline: Points = ()
    folds: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()
    panels: tuple[Panel, ...] = ()  # of a folded piece; a flat one has none

    @property
    def front(self) -> Panel | None:
        """The panel that a standee or a box shows on the table; None of any other piece."""
        return next((panel for panel in self.panels if panel.name == "front"), None)


@dataclass(frozen=True, slots=True)
class FaceSpec:
    """How one side of a component is drawn; `slots` are template texts, not yet filled in.

    `use` names a bundled face (`templates/faces/<name>.svg.j2`), `template` a file of the pack,
    `draw` a function of the pack's `drawings.py`.
    """

    kind: Literal["use", "template", "draw"]
    name: str
    slots: Mapping[str, Scalar]
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)  # of each slot


@dataclass(frozen=True, slots=True)
class Row:
    """One different piece of a component: its fields as written in the data, and how many."""

    id: str  # unique in the component, safe in a file name: "river-bird"
    name: str  # what people call it: "river bird"
    fields: Mapping[str, Scalar]
    count: int
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)  # of each field
    leaf: tuple[int, int] | None = None  # of a booklet: which leaf, 0 the outermost, of how many


@dataclass(frozen=True, slots=True)
class Component:
    """One kind of piece, all of one shape: a deck, a set of tiles, a board."""

    id: str
    title: str
    shape: Shape
    bleed: float
    back_bleed: float
    safe: float  # text stays this far inside the trim
    front: FaceSpec | None
    back: FaceSpec | None
    rows: tuple[Row, ...]
    place: Place
    stock: float = 0.3  # thickness of one piece, mm
    group: str = ""  # components of one group share sheets
    sleeve: tuple[float, float] | None = None  # inner size of the sleeve
    tile_pages: bool = False  # may be cut over several sheets when larger than one
    seams: tuple[float, ...] = ()  # where, mm from its left and from its top; anywhere if none fits
    min_text_pt: float = 5.0
    columns: Mapping[str, ColumnMeaning] = field(default_factory=dict)  # what the pack says of them

    @property
    def count(self) -> int:
        """How many pieces a box holds."""
        return sum(row.count for row in self.rows)

    def is_counted_by(self, field: str) -> bool:
        """Whether a field says of each row how many of it there are."""
        return [row.fields.get(field) for row in self.rows] == [row.count for row in self.rows]


@dataclass(frozen=True, slots=True)
class Worth:
    """The smallest effects that are worth a designer's attention; smaller ones are never an alarm.

    In points of a hundred (seats, lifts, effects, restrict) or in percent of what is usual.
    """

    seats: float = 3.0  # a seat's share of the win, from an even one
    lifts: float = 3.0  # how much more often users of a piece win
    effects: float = 3.0  # how much more often a piece or a setting makes them win
    lengths: float = 5.0  # turns and decisions
    scores: float = 5.0  # scores and margins
    ends: float = 5.0  # of the games: ties, supplies that run out, games that do not end
    runaway: float = 5.0  # what a leader gains more than the others, of what they gain


@dataclass(frozen=True, slots=True)
class Font:
    """A font family: style → TTF file; `regular` is always there.

    `then` are the families tried, in order, for letters that this one lacks.
    """

    family: str
    files: Mapping[Style, Path]
    then: tuple["Font", ...] = ()


@dataclass(frozen=True, slots=True)
class Tune:
    """Where a parameter may be moved to reach the goals; `values` where it is no number."""

    low: float | None = None  # None: the parameter's own
    high: float | None = None
    step: float | None = None  # None: as fine as is sensible
    cost: float = 1.0  # how dear a change is, against others
    values: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or switch of the rules, tweakable with `--set`, printed and played alike.

    So is a number in the cell of one row, which goes by component, row and column:
    "cards.saffron.points".
    """

    name: str
    value: Scalar
    default: Scalar
    place: Place
    note: str = ""
    low: float | None = None
    high: float | None = None
    tune: Tune | None = None  # None: not to be moved

    @property
    def is_cell(self) -> bool:
        """Whether it is the number in a row's cell; no parameter's own name has a dot."""
        return "." in self.name


@dataclass(frozen=True, slots=True)
class SheetDefaults:
    """What `game.yaml` says of paper; the command line may overrule each."""

    paper: str = "a4"
    margin: float = 8.0
    gap: float = 0.0
    marks: Literal["ticks", "crosses", "lines", "none"] = "ticks"
    backs: Literal["none", "separate", "long-edge", "short-edge", "gutterfold"] = "long-edge"
    hexes: Literal["tight", "rows"] = "tight"
    edges: Literal["shared", "own"] = "shared"
    arrange: Literal["auto", "grouped", "packed"] = "auto"
    max_dpi: float = 450.0  # of pictures; finer ones are sampled down


class Unknown(KeyError):
    """A name that the pack does not know; `fix` says which one may be meant."""

    def __init__(self, message: str, fix: str) -> None:
        super().__init__(f"{message} ({fix})")
        self.message, self.fix = message, fix


@dataclass(frozen=True, slots=True)
class Pack:
    """A game, resolved for one variant, one language and one set of parameters.

    A picture's name is looked up by `icons` (SVG files) and `drawn_icons` (SVG texts, one colour,
    `currentColor`, extracted from an Iconify set); a name is in one of them, never in both.
    """

    id: str  # the folder's name
    name: str
    folder: Path
    players: tuple[int, int]
    parameters: Mapping[str, Parameter]
    variant: str  # "" where the pack declares none
    variants: tuple[str, ...]
    language: str
    languages: tuple[str, ...]
    palette: Mapping[str, str]  # name → "#rrggbb"
    fonts: Mapping[str, Font]  # "body" is always there
    icons: Mapping[str, Path]  # name → SVG file; pack's own before bundled ones
    keywords: Mapping[str, str]  # word in a text → markup it stands for
    components: tuple[Component, ...]
    sheet: SheetDefaults
    credits: Sequence[str]
    turns_target: tuple[int, int] | None  # the designer's target length in turns
    files: tuple[Path, ...]  # every file read, for watching and for the digest
    digest: str  # sha256 of all files and the resolved parameters
    drawn_icons: Mapping[str, str] = field(default_factory=dict)  # name → SVG text
    goals: tuple[Goal, ...] = ()  # what the designer wishes of the game
    worth: Worth = Worth()
    targets: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # by number of players
    worths: Mapping[int, Worth] = field(default_factory=dict)  # the same
    left_out: tuple[Component, ...] = ()  # of other variants; rule sheets may show their faces

    def at(self, players: int) -> "Pack":
        """The game for so many players: what is wished of games of that number, and no other.

        A goal that names no number is one of the fewest players, where others name theirs.
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
        """The parameter in force; `Unknown` names the known ones."""
        if name not in self.parameters:
            raise Unknown(f"there is no parameter {name!r}", near(name, self.parameters))
        return self.parameters[name].value

    def settings(self, changed: Mapping[str, object] | None = None) -> tuple[str, ...]:
        """Every parameter that is not at its default, as `--set` takes it; some `changed` first."""
        values = {n: p.value for n, p in sorted(self.parameters.items()) if p.value != p.default}
        return tuple(
            f"{name}={str(value).lower() if isinstance(value, bool) else value}"
            for name, value in {**values, **(changed or {})}.items()
        )

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name, or the number in a row's cell: "cards.saffron.points"."""
        if name in self.parameters or name.count(".") < 2:
            return self.parameters.get(name)
        part, id, column = name.split(".", 2)
        for row in (row for c in self.components if c.id == part for row in c.rows):
            value = row.fields.get(column)
            if row.id == id and is_number(value):
                return Parameter(name, value, value, row.places.get(column, row.place))
        return None

    def number(self, name: str) -> int:
        """The parameter in force, a whole number (a switch gives 0 or 1); a fraction is a fault."""
        value = self.value(name)
        assert isinstance(value, int | float | bool), f"{name} is {value!r}, not a number"
        assert value == int(value), f"{name} is {value:g}, no whole number: take pack.value"
        return int(value)

    def not_for(self, players: int) -> ValueError:
        """The fault of asking for more players than the game is for, or fewer."""
        return ValueError(f"{self.name} is for {players_said(*self.players)}, not {players}")

    def component(self, id: str) -> Component:
        """The component with that id; `Unknown` names the known ones."""
        for component in self.components:
            if component.id == id:
                return component
        raise Unknown(f"there is no component {id!r}", near(id, (c.id for c in self.components)))
