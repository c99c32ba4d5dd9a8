"""What a study is asked and what it answers: frozen values, no behaviour.

The options name everything that decides the numbers; two runs with the same options and the same
digest give the same results. How many workers there were is not among the results.
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

UNHELD = 0.9  # a held player who still does it so often, against free ones, is not held back

Progress = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


@dataclass(frozen=True, slots=True)
class SimulateOptions:
    """How a game is played to be measured.

    `second` names another kind of player for a smaller run beside the main one ("auto": greedy
    beside random and beside search, random beside greedy; None: no such run).
    """

    players: int | None = None  # None: the fewest the pack allows
    games: int = 1000
    agents: tuple[str, ...] = ("random",)  # one for all seats, or one per seat
    seed: int = 1
    workers: int = 0  # 0: all cores
    cluster: str | None = None  # "tcp://host:port"
    records: Path | None = None  # JSON lines of every game
    rows: Path | None = None  # Parquet, one row per game
    precision: float | None = None  # 0.01: play until every headline interval is ± 1 %
    most_games: int = 1_000_000  # where `precision` gives up
    effect: str | None = None  # a piece's name or id
    effects: bool = False  # what every piece does
    restrict: tuple[str, ...] = ()  # kinds of move or pieces, each denied to one player; "all"
    luck: bool = False  # how much chance settles, with searching players too
    kingmaking: bool = False  # whether seats without a chance decide between others
    rotate: bool = True  # seats rotated when agents differ
    second: str | None = "auto"
    second_games: int | None = None  # None: up to 400
    insight: int = 200  # games looked at again; 0: none
    playouts: int | None = None  # per moment; None: what the budget allows
    supplies: bool = True  # try larger supplies where one runs out
    reward: str = "win"  # what search maximises: win, rank or difference
    plain: bool = False  # rules as ordinary Python, slow
    command: str = ""  # as typed, for the report
    named: str = ""  # the pack as typed, for commands to type next
    keeper: Any = field(default=None, compare=False, repr=False)  # `kept.Keeper`, to go on later


@dataclass(frozen=True, slots=True)
class Run:
    """One set of agents played: its metrics, and the tally they were made from."""

    label: str
    agents: tuple[str, ...]  # as asked: one, or one per seat
    metrics: Metrics
    tally: Tally
    is_main: bool = True


@dataclass(frozen=True, slots=True)
class Probe:
    """A supply tried at another size, on the same seeds."""

    supply: str
    given: int  # of the parameter
    size: int  # after the deal
    empty_games: Estimate
    games: int
    sufficing: int | None


SURE = 0.05  # q up to which a change is more than chance explains
AS_ITSELF = "itself rather than another of the"  # how the label of an exchange begins


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way of changing a piece, or a control that changes nothing.

    `holders`: the share of the win of the first to use the piece, its own less another's, or with a
    number changed less unchanged; randomised when it is taken. The rest is told where the same
    seeds were played without it or with one more: changed − unchanged.
    """

    label: str  # "itself rather than another of the cards", "points 3 instead of 2", "without it"
    holders: Estimate
    p: float  # that the takers' share is the same
    turns: Estimate
    score: Estimate  # mean of all seats
    seats: tuple[Estimate, ...]  # share of the win
    unplayable: str = ""  # why this way could not be played
    is_control: bool = False

    @property
    def is_exchange(self) -> bool:
        """Whether the piece acted by chance as another of its component, and that was played."""
        return self.label.startswith(AS_ITSELF) and not self.unplayable


@dataclass(frozen=True, slots=True)
class PieceEffect:
    """What one piece makes of its taker's chances, against another of its component."""

    piece: str  # "component/row"
    name: str
    value: Estimate  # share of the win of the first to use it: as itself less as another
    control: Estimate  # the same where it was exchanged for its own copy: 0 but for chance
    beyond: Estimate  # `value` less the mean of its component, weighted by precision
    q: float  # of `beyond`, Benjamini–Hochberg over all pieces: does the piece stand out?
    how: str  # exchanged when "taken", or when "dealt" where taking it is no choice
    unplayable: str = ""  # why nothing can be said
    is_askable: bool = False  # then: nor of any of its component, but `--effect` tells of its
    # numbers, or of the game with more and fewer of it


@dataclass(frozen=True, slots=True)
class Effect:
    """What a piece does, by chance itself or another when it is taken (cause, not association)."""

    piece: str  # "component/row"
    name: str
    games: int
    agents: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Hole:
    """Something odd in the rules or the pieces, with games in which to see it."""

    kind: str  # stuck, loop, never legal, never used, tie storm, cap, stall …
    text: str
    games: tuple[int, ...] = ()  # numbers to replay with the run's seed
    agents: tuple[str, ...] = ()
    share: float = 0.0  # of the run's games
    is_side: bool = False  # seen in the games of the second kind of player
    pieces: tuple[str, ...] = ()  # "component/row"


@dataclass(frozen=True, slots=True)
class Restricted:
    """One player who may not do something, alone among free ones of its kind; 1/N would be even.

    Restricted play, after Jaffe et al. 2012: what a move or piece is worth to those who use it.
    """

    what: str  # a kind of move, or a piece "component/row"
    is_piece: bool
    agent: str  # the restricted player's spec
    share: Estimate  # of the win
    still: float  # its uses ÷ a free player's: 1 where there is nothing else to do, or no use

    @property
    def is_held(self) -> bool:
        """Whether the player was held back at all."""
        return self.still <= UNHELD


@dataclass(frozen=True, slots=True)
class Kingmaking:
    """Seats without a chance, and whether their moves decide who of the others wins."""

    hopeless: Estimate  # share of the decisions made by a seat without a chance
    deciding: Estimate  # of these, the share that makes or breaks another seat's chance
    decisions: int  # looked at, one a game
    games: int
    evaluator: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """What must be the same for the numbers to be the same."""

    protoplay: str
    pack: str
    digest: str  # of rules, engine and pack
    variant: str
    players: int
    seed: int
    changed: Mapping[str, str]  # parameters that are not at their default
    versions: Mapping[str, str]
    command: str
    named: str = ""  # the pack as typed
    bots_see_hands: bool = False  # those of others too, for want of `HIDDEN`
    has_value: bool = True  # whether bots.py judges positions; else greedy goes by the score
    has_secret: bool = False  # whether moves are chosen in secret, as if at the same time
    is_repeatable: bool = True  # False where a player thinks by the clock: then not even the seed


@dataclass(frozen=True, slots=True)
class Results:
    """A simulation: the main run, the second kind of player, and what was tried besides."""

    pack: Pack
    options: SimulateOptions
    provenance: Provenance
    runs: tuple[Run, ...]  # the main one first
    probes: tuple[Probe, ...] = ()
    effect: Effect | None = None
    effects: tuple[PieceEffect, ...] = ()  # of every piece, where that was asked
    holes: tuple[Hole, ...] = ()
    reached: bool = True  # whether `precision` was reached
    restricted: tuple[Restricted, ...] = ()
    kingmaking: Kingmaking | None = None  # where that was asked
    said: Mapping[str, str] = field(default_factory=dict)  # kinds of move and ends, in words
    exchangeable: tuple[str, ...] | None = None  # of the pieces with most lift; None: not asked
    board: str = ""  # the component that the metrics' `spaces` are measured on

    @property
    def main(self) -> Run:
        """The run that was asked for."""
        return self.runs[0]


@dataclass(frozen=True, slots=True)
class Difference:
    """One number under two settings on the same seeds; q is Benjamini–Hochberg's, over all."""

    measure: Measure
    label: str  # the setting compared with the first
    base: Estimate
    other: Estimate
    difference: Estimate
    q: float
    least: float = 0.0  # the smallest difference worth a word
    players: int = 0  # of games of so many, where several numbers were played

    @property
    def is_share(self) -> bool:
        """Whether it is one of shares, in points of a hundred."""
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
        """Whether it is more than chance explains."""
        d = self.difference
        return self.q <= SURE and not d.withheld and d.value != 0

    def members(self) -> dict[str, Any]:
        """What JSON has of it."""
        names = ("label", "base", "other", "difference", "q", "is_share", "least")
        return {"measure": self.key, **{name: getattr(self, name) for name in names}}


@dataclass(frozen=True, slots=True)
class Curve:
    """One measure over the values of a sweep; the knee is where it levels off.

    shape: flat, rising, falling, peak, valley, levels off or uneven (`measure.shapes`).
    """

    measure: Measure
    points: tuple[Estimate, ...]
    knee: float | None
    shape: str = "flat"
    at: float | None = None  # the value of its peak or valley, or from which on it is level
    p: float = 1.0  # that it is flat, corrected over all measures (Holm 1979)
    least: float = 0.0  # the smallest difference worth a word

    @property
    def is_share(self) -> bool:
        """Whether it is a share, printed in percent."""
        return self.measure.is_share

    def members(self) -> dict[str, Any]:
        """What JSON has of it."""
        names = ("measure", "is_share", "points", "knee", "shape", "at", "p", "least")
        return {name: getattr(self, name) for name in names}
