"""A study's options and results, which are frozen values without behaviour.

The options hold everything that decides the numbers, so two runs with the same options and the same
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

UNHELD = 0.9  # ratio of uses to the uses of a free player above which a restriction has no effect

# arguments: the current step, the amount done, the total
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class SimulateOptions:
    """Options of a simulation.

    `second` names another kind of player for a smaller second run ("auto": greedy
    beside random and beside search, random beside greedy; None: no second run).
    """

    players: int | None = None  # None: the fewest players that the pack allows
    games: int = 1000
    agents: tuple[str, ...] = ("random",)  # one agent for all seats, or one per seat
    seed: int = 1
    workers: int = 0  # 0: all cores
    cluster: str | None = None  # the scheduler's "tcp://host:port"
    records: Path | None = None  # file for the records of all games, as JSON lines
    rows: Path | None = None  # Parquet file, one row per game
    precision: float | None = None  # such as 0.01: play until every headline interval is ± 1 %
    most_games: int = 1_000_000  # greatest number of games for `precision`
    effect: str | None = None  # name or id of a piece whose effect is measured
    effects: bool = False  # whether to measure every piece's effect
    restrict: tuple[str, ...] = ()  # kinds of move or pieces, each denied to one player; or "all"
    luck: bool = False  # whether to measure how much chance decides, also with searching players
    kingmaking: bool = False  # whether to measure if seats without a chance decide between others
    rotate: bool = True  # whether seats are rotated if agents differ
    second: str | None = "auto"
    second_games: int | None = None  # None: up to 400
    insight: int = 200  # number of games that are replayed; 0: none
    playouts: int | None = None  # number of playouts per moment; None: as many as the budget allows
    supplies: bool = True  # whether to try larger supplies if a supply runs out
    reward: str = "win"  # the quantity that search maximises: win, rank or difference
    learn: bool = True  # whether to learn the worth of cards first, in a game of words
    plain: bool = False  # whether rules run as ordinary Python, which is slow
    command: str = ""  # the command as typed, for the report
    named: str = ""  # the pack as typed, for suggested commands
    keeper: Any = field(default=None, compare=False, repr=False)  # `cache.Keeper`, to resume later


@dataclass(frozen=True, slots=True)
class Run:
    """One run with one set of agents, with its metrics and the tally behind them."""

    label: str
    agents: tuple[str, ...]  # the given agents: one, or one per seat
    metrics: Metrics
    tally: Tally
    is_main: bool = True


@dataclass(frozen=True, slots=True)
class Probe:
    """A supply tried at another size, on the same seeds."""

    supply: str
    given: int  # value of the parameter
    size: int  # size after the deal
    empty_games: Estimate
    games: int
    sufficing: int | None


SURE = 0.05  # largest q of a change that chance does not explain
AS_ITSELF = "itself rather than another of the"  # first words of the label of an exchange


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way of changing a piece, or a control that changes nothing.

    `holders` is a difference in the share of the win of the first player to use the piece,
    randomised when the piece is taken. The share with the row of another piece is subtracted from
    the share with its own row, or the share with the unchanged number from the share with the
    changed number. The other numbers compare the same seeds played without the piece or with one
    more copy, as changed − unchanged.
    """

    label: str  # "itself rather than another of the cards", "points 3 instead of 2", "without it"
    holders: Estimate
    p: float  # p-value of the test for equal shares of takers
    turns: Estimate
    score: Estimate  # mean score of all seats
    seats: tuple[Estimate, ...]  # share of the win
    unplayable: str = ""  # the reason why this change could not be played
    is_control: bool = False

    @property
    def is_exchange(self) -> bool:
        """Whether the piece acted at random as another piece of its component, and was played."""
        return self.label.startswith(AS_ITSELF) and not self.unplayable


@dataclass(frozen=True, slots=True)
class PieceEffect:
    """One piece's effect on its taker's chances, compared with other pieces of its component."""

    piece: str  # "component/row"
    name: str
    value: Estimate  # share of the win of its first user, as itself minus as another piece
    control: Estimate  # the same difference for its own copy: 0 except for chance
    beyond: Estimate  # `value` minus the mean of its component, weighted by precision
    q: float  # q of the test of `beyond`; Benjamini–Hochberg over all pieces
    how: str  # exchanged when "taken", or when "dealt" if taking it is no choice
    unplayable: str = ""  # the reason why there is no result
    is_askable: bool = False  # whether `--effect` can test its numbers or its number of copies


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

    kind: str  # "stuck", "loop", "never legal", "never used", "tie storm", "cap", "stall" …
    text: str
    games: tuple[int, ...] = ()  # numbers of games to replay with the run's seed
    agents: tuple[str, ...] = ()
    share: float = 0.0  # share of the run's games
    is_side: bool = False  # whether it was seen in the games of the second kind of player
    pieces: tuple[str, ...] = ()  # "component/row"


@dataclass(frozen=True, slots=True)
class Restricted:
    """One restricted player among free players of its kind; an even share would be 1/N.

    Restricted play (Jaffe et al. 2012) measures the worth of a move or piece to the players who use
    it.
    """

    what: str  # a kind of move, or a piece "component/row"
    is_piece: bool
    agent: str  # the restricted player's spec
    share: Estimate  # share of the win
    still: float  # uses ÷ uses of a free player; 1 if no other move is possible

    @property
    def is_held(self) -> bool:
        """Whether the restriction had any effect on the player's moves."""
        return self.still <= UNHELD


@dataclass(frozen=True, slots=True)
class Kingmaking:
    """Seats without a chance, and whether their moves decide which other seat wins."""

    hopeless: Estimate  # share of the decisions made by a seat without a chance
    deciding: Estimate  # share of these decisions that decide another seat's chance
    decisions: int  # number of examined decisions, one per game
    games: int
    evaluator: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Everything that decides the numbers."""

    protoplay: str
    pack: str
    digest: str  # digest of rules, engine and pack
    variant: str
    players: int
    seed: int
    changed: Mapping[str, str]  # parameters that differ from their defaults
    versions: Mapping[str, str]
    command: str
    named: str = ""  # the pack as typed
    bots_see_hands: bool = False  # whether bots see hands, because `HIDDEN` is missing
    has_value: bool = True  # whether bots.py judges positions; otherwise greedy uses the score
    judge: str = ""  # name of the learned weights of cards; empty if none were learned
    has_secret: bool = False  # whether moves are chosen in secret, as if simultaneously
    is_repeatable: bool = True  # false if a player thinks for a fixed time


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a simulation: the main run, the second kind of player and other trials."""

    pack: Pack
    options: SimulateOptions
    provenance: Provenance
    runs: tuple[Run, ...]  # all runs, the main run first
    probes: tuple[Probe, ...] = ()
    effect: Effect | None = None
    effects: tuple[PieceEffect, ...] = ()  # effects of every piece, if requested
    holes: tuple[Hole, ...] = ()
    reached: bool = True  # whether `precision` was reached
    restricted: tuple[Restricted, ...] = ()
    kingmaking: Kingmaking | None = None  # None if not requested
    said: Mapping[str, str] = field(default_factory=dict)  # kinds of move and ends → words
    exchangeable: tuple[str, ...] | None = None  # pieces with the largest lift first; null: unknown
    board: str = ""  # the component on which the metrics' `spaces` are measured

    @property
    def main(self) -> Run:
        """The main run."""
        return self.runs[0]


@dataclass(frozen=True, slots=True)
class Difference:
    """One number under two settings on the same seeds; q is Benjamini–Hochberg's over all
    numbers.
    """

    measure: Measure
    label: str  # the setting that is compared with the first
    base: Estimate
    other: Estimate
    difference: Estimate
    q: float
    least: float = 0.0  # the smallest difference worth mentioning
    players: int = 0  # number of players if several numbers were played, else 0

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
        """The name of the measure for people, with the number of players."""
        return (
            f"{self.measure.label}, {self.players} players" if self.players else self.measure.label
        )

    @property
    def is_sure(self) -> bool:
        """Whether chance does not explain the difference."""
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
    at: float | None = (
        None  # the value at the peak or valley, or at the point where the curve levels off
    )
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
