"""A study's options and results: frozen values without behaviour.

The options hold everything that decides the numbers; two runs with the same options and the same
digest give the same results. The number of workers is not part of the results.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.model.measures import Measure
from generator.model.pack import Pack
from generator.play.measures.metrics import Metrics
from generator.play.measures.tally import Tally
from generator.play.statistics.inference import Estimate

UNHELD = 0.9  # ratio of uses to a free player above which a restriction has no effect

# arguments: the current step, the amount done, the total
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class SimulateOptions:
    """Options of a simulation.

    `second` names another kind of player for a smaller second run ("auto": greedy
    beside random and beside search, random beside greedy; None: no second run).
    """

    players: int | None = None  # None: the fewest the pack allows
    games: int = 1000
    agents: tuple[str, ...] = ("random",)  # one for all seats, or one per seat
    seed: int = 1
    workers: int = 0  # 0: all cores
    cluster: str | None = None  # the scheduler's "tcp://host:port"
    records: Path | None = None  # file for the records of all games, as JSON lines
    rows: Path | None = None  # Parquet file, one row per game
    precision: float | None = None  # 0.01: play until every headline interval is ± 1 %
    most_games: int = 1_000_000  # limit of games for `precision`
    effect: str | None = None  # a piece's name or id
    effects: bool = False  # measure every piece's effect
    restrict: tuple[str, ...] = ()  # kinds of move or pieces, each denied to one player; "all"
    luck: bool = False  # measure how much chance decides, with searching players too
    kingmaking: bool = False  # measure whether seats without a chance decide between others
    rotate: bool = True  # seats rotated when agents differ
    second: str | None = "auto"
    second_games: int | None = None  # None: up to 400
    insight: int = 200  # games replayed; 0: none
    playouts: int | None = None  # per moment; None: as many as the budget allows
    supplies: bool = True  # try larger supplies where a supply runs out
    reward: str = "win"  # what search maximises: win, rank or difference
    learn: bool = True  # learn the worth of cards first, in a game that is played by their words
    plain: bool = False  # rules as ordinary Python, slow
    command: str = ""  # the command as typed, for the report
    named: str = ""  # the pack as typed, for suggested commands
    keeper: Any = field(default=None, compare=False, repr=False)  # `cache.Keeper`, to resume later


@dataclass(frozen=True, slots=True)
class Run:
    """One run with one set of agents: its metrics and the tally behind them."""

    label: str
    agents: tuple[str, ...]  # as given: one, or one per seat
    metrics: Metrics
    tally: Tally
    is_main: bool = True


@dataclass(frozen=True, slots=True)
class Probe:
    """A supply tried at another size, on the same seeds."""

    supply: str
    given: int  # value of the parameter
    size: int  # after the deal
    empty_games: Estimate
    games: int
    sufficing: int | None


SURE = 0.05  # a change with a q up to this is not explained by chance
AS_ITSELF = "itself rather than another of the"  # first words of the label of an exchange


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way of changing a piece, or a control that changes nothing.

    `holders`: the share of the win of the first player to use the piece, with its own row minus
    with another's, or with a number changed minus unchanged; randomised when it is taken. The other
    numbers compare the same seeds played without it or with one more: changed − unchanged.
    """

    label: str  # "itself rather than another of the cards", "points 3 instead of 2", "without it"
    holders: Estimate
    p: float  # of the test for equal shares of takers
    turns: Estimate
    score: Estimate  # mean of all seats
    seats: tuple[Estimate, ...]  # share of the win
    unplayable: str = ""  # why this way could not be played
    is_control: bool = False

    @property
    def is_exchange(self) -> bool:
        """Whether the piece acted at random as another of its component, and was played."""
        return self.label.startswith(AS_ITSELF) and not self.unplayable


@dataclass(frozen=True, slots=True)
class PieceEffect:
    """One piece's effect on its taker's chances, compared with others of its component."""

    piece: str  # "component/row"
    name: str
    value: Estimate  # share of the win of its first user: as itself minus as another
    control: Estimate  # the same, exchanged for its own copy: 0 except for chance
    beyond: Estimate  # `value` minus the mean of its component, weighted by precision
    q: float  # of the test of `beyond`; Benjamini–Hochberg over all pieces
    how: str  # exchanged when "taken", or when "dealt" if taking it is no choice
    unplayable: str = ""  # why there is no result
    is_askable: bool = False  # no piece of its component was exchanged; so `--effect` tests its
    # numbers, or the game with more and fewer of it


@dataclass(frozen=True, slots=True)
class Effect:
    """A piece's effect, from random exchanges when it is taken (cause, not association)."""

    piece: str  # "component/row"
    name: str
    games: int
    agents: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Hole:
    """A defect in the rules or the pieces, in words, with example games."""

    kind: str  # stuck, loop, never legal, never used, tie storm, cap, stall …
    text: str
    games: tuple[int, ...] = ()  # numbers to replay with the run's seed
    agents: tuple[str, ...] = ()
    share: float = 0.0  # of the run's games
    is_side: bool = False  # seen in the games of the second kind of player
    pieces: tuple[str, ...] = ()  # "component/row"


@dataclass(frozen=True, slots=True)
class Restricted:
    """One restricted player among free ones of its kind; an even share would be 1/N.

    Restricted play, after Jaffe et al. 2012: what a move or piece is worth to those who use it.
    """

    what: str  # a kind of move, or a piece "component/row"
    is_piece: bool
    agent: str  # the restricted player's spec
    share: Estimate  # of the win
    still: float  # its uses ÷ a free player's; 1 if nothing else is possible or nobody uses it

    @property
    def is_held(self) -> bool:
        """Whether the restriction had any effect on the player's moves."""
        return self.still <= UNHELD


@dataclass(frozen=True, slots=True)
class Kingmaking:
    """Seats without a chance, and whether their moves decide which other seat wins."""

    hopeless: Estimate  # share of the decisions made by a seat without a chance
    deciding: Estimate  # share of these that decide another seat's chance
    decisions: int  # decisions examined, one per game
    games: int
    evaluator: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Everything that decides the numbers."""

    protoplay: str
    pack: str
    digest: str  # of rules, engine and pack
    variant: str
    players: int
    seed: int
    changed: Mapping[str, str]  # parameters that differ from their defaults
    versions: Mapping[str, str]
    command: str
    named: str = ""  # the pack as typed
    bots_see_hands: bool = False  # bots see other players' hands, because `HIDDEN` is missing
    has_value: bool = True  # whether bots.py judges positions; if not, greedy uses the score
    judge: str = ""  # name of the learned weights of cards; empty if none were learned
    has_secret: bool = False  # whether moves are chosen in secret, as if simultaneously
    is_repeatable: bool = True  # false if a player thinks for a fixed time


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a simulation: main run, second kind of player and other trials."""

    pack: Pack
    options: SimulateOptions
    provenance: Provenance
    runs: tuple[Run, ...]  # the main run first
    probes: tuple[Probe, ...] = ()
    effect: Effect | None = None
    effects: tuple[PieceEffect, ...] = ()  # of every piece, if requested
    holes: tuple[Hole, ...] = ()
    reached: bool = True  # whether `precision` was reached
    restricted: tuple[Restricted, ...] = ()
    kingmaking: Kingmaking | None = None  # if requested
    said: Mapping[str, str] = field(default_factory=dict)  # kinds of move and ends → words
    exchangeable: tuple[str, ...] | None = None  # the largest lift first; null: unknown
    board: str = ""  # the component on which the metrics' `spaces` are measured

    @property
    def main(self) -> Run:
        """The main run."""
        return self.runs[0]


@dataclass(frozen=True, slots=True)
class Difference:
    """One number under two settings on the same seeds; q is Benjamini–Hochberg's over all."""

    measure: Measure
    label: str  # the setting compared with the first
    base: Estimate
    other: Estimate
    difference: Estimate
    q: float
    least: float = 0.0  # the smallest difference worth mentioning
    players: int = 0  # number of players, where several were played; else 0

    @property
    def is_share(self) -> bool:
        """Whether this is a difference of shares, in percentage points."""
        return self.measure.is_share

    @property
    def key(self) -> str:
        """The measure's key, with the number of players."""
        return f"{self.measure.key}, {self.players} players" if self.players else self.measure.key

    @property
    def name(self) -> str:
        """The measure as people read it, with the number of players."""
        return (
            f"{self.measure.label}, {self.players} players" if self.players else self.measure.label
        )

    @property
    def is_sure(self) -> bool:
        """Whether chance does not explain it."""
        d = self.difference
        return self.q <= SURE and not d.withheld and d.value != 0

    def members(self) -> dict[str, Any]:
        """Return the members of its JSON."""
        names = ("label", "base", "other", "difference", "q", "is_share", "least")
        return {"measure": self.key, **{name: getattr(self, name) for name in names}}


@dataclass(frozen=True, slots=True)
class Curve:
    """One measure over the values of a sweep.

    shape: flat, rising, falling, peak, valley, levels off or uneven (see `curve_shapes`).
    """

    measure: Measure
    points: tuple[Estimate, ...]
    knee: float | None
    shape: str = "flat"
    at: float | None = None  # the value at its peak or valley, or where it levels off
    p: float = 1.0  # for a flat curve, corrected over all measures (Holm 1979)
    least: float = 0.0  # the smallest difference worth mentioning

    @property
    def is_share(self) -> bool:
        """Whether the measure is a share, printed in percent."""
        return self.measure.is_share

    def members(self) -> dict[str, Any]:
        """Return the members of its JSON."""
        names = ("measure", "is_share", "points", "knee", "shape", "at", "p", "least")
        return {name: getattr(self, name) for name in names}
