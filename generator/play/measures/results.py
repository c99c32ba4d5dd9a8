"""What a study is asked and what it answers: frozen values, no behaviour.

The options name everything that decides the numbers; two runs with the same options and the same
digest give the same results. How many workers there were is not among the results.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from generator.model.pack import Pack, Scalar
from generator.model.teams import Sides, Teams
from generator.play.measures.aims import Aim
from generator.play.measures.metrics import Metrics
from generator.play.measures.tally import Tally
from generator.play.statistics.inference import LEVEL, NOTHING, Estimate

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

    measure: str
    label: str  # the setting compared with the first
    base: Estimate
    other: Estimate
    difference: Estimate
    q: float
    is_share: bool
    least: float = 0.0  # the smallest difference worth a word

    @property
    def is_sure(self) -> bool:
        """Whether it is more than chance explains."""
        d = self.difference
        return self.q <= SURE and not d.withheld and d.value != 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """The same seeds under several settings; the first is the base."""

    options: SimulateOptions
    results: tuple[tuple[str, Results], ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """One measure over the values of a sweep; the knee is where it levels off.

    shape: flat, rising, falling, peak, valley, levels off or uneven (`measure.shapes`).
    """

    measure: str
    is_share: bool
    points: tuple[Estimate, ...]
    knee: float | None
    shape: str = "flat"
    at: float | None = None  # the value of its peak or valley, or from which on it is level
    p: float = 1.0  # that it is flat, corrected over all measures (Holm 1979)
    least: float = 0.0  # the smallest difference worth a word


@dataclass(frozen=True, slots=True)
class Sweep:
    """The same seeds over a range of one parameter."""

    name: str
    values: tuple[float, ...]
    default: float | None
    options: SimulateOptions
    results: tuple[Results, ...]
    curves: tuple[Curve, ...]
    even: Estimate = NOTHING  # the value at which the first seat's share is fair


@dataclass(frozen=True, slots=True)
class Rung:
    """One agent's strength: Elo above the first agent, from Plackett–Luce with a seat term."""

    spec: str
    elo: Estimate
    share: Estimate  # of the win per seat held, in all line-ups it played
    against: tuple[str, ...]  # whom it met in them


@dataclass(frozen=True, slots=True)
class Step:
    """One agent alone among N − 1 of another: skill depth, against 1/N.

    Of two sides the agent that wins more is the one alone.
    """

    alone: str
    others: str
    share: Estimate  # of the wins, of the agent alone


@dataclass(frozen=True, slots=True)
class Lead:
    """What the agent measured strongest is worth above the next best, in Elo."""

    best: str
    next: str
    elo: Estimate


@dataclass(frozen=True, slots=True)
class Duel:
    """One agent alone among N − 1 of another; its interval holds over all duels (Šidák)."""

    one: str
    other: str
    share: Estimate  # of the win; 1/N is even


@dataclass(frozen=True, slots=True)
class Ladder:
    """Agents against each other, seats rotated."""

    pack: Pack
    options: SimulateOptions
    provenance: Provenance
    players: int
    games: int
    rungs: tuple[Rung, ...]  # weakest first, as measured
    steps: tuple[Step, ...]
    seats: tuple[Estimate, ...]  # Elo of each seat above the mean seat
    ceiling: Step | None = (
        None  # the strongest that can see, seeing everything, against itself as it is
    )
    duels: tuple[Duel, ...] = ()  # each against each, where kinds of player were asked for
    lead: Lead | None = None  # of three agents or more
    teams: Teams = ()  # the seats that win together; then N counts them, and `seats` is theirs

    @property
    def sides(self) -> Sides:
        """Who plays against whom: teams, or single seats."""
        return Sides(self.players, self.teams)

    @property
    def each(self) -> int:
        """The games of each pairing."""
        return (self.steps[0] if self.steps else self.duels[0]).share.n

    def dominated(self) -> tuple[str, ...]:
        """Who surely wins less than an even share against every other."""
        return self._all(-1)

    def unbeaten(self) -> tuple[str, ...]:
        """Who surely wins more than an even share against every other."""
        return self._all(1)

    def _all(self, sign: int) -> tuple[str, ...]:
        fair = 1 / self.sides.n
        found = []
        for name in dict.fromkeys(d.one for d in self.duels):
            shares = [d.share for d in self.duels if d.one == name]
            sure = [e.excludes(fair) and not e.withheld for e in shares]
            if all(sure) and all(sign * (e.value - fair) > 0 for e in shares):
                found.append(name)
        return tuple(found)


Ending = Literal["nothing", "found", "none", "unfinished", "undecided", "stopped"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One aim on games of its own; it holds where the interval of the test lies inside the band.

    The interval of `value` says what the test says: it is that of the test where the usual one
    would say otherwise.
    """

    aim: Aim
    value: Estimate
    holds: bool
    level: float = LEVEL  # of the interval of `value`


@dataclass(frozen=True, slots=True)
class Proof:
    """One setting on fresh games of one kind of player."""

    agents: str
    games: int  # in all, whatever the number of players
    verdicts: tuple[Verdict, ...]
    is_wider: bool = False  # bands wider than the goals: a second kind of player
    unfinished: float = 0.0  # share of its games that end by the engine's limit

    @property
    def holds(self) -> bool:
        """Whether all aims hold."""
        return bool(self.verdicts) and all(v.holds for v in self.verdicts)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A setting as the search saw it: what it changes, how far that is, and what it does.

    `margin`: how far its worst number lies inside its band, in half widths; below 0 outside.
    """

    changes: Mapping[str, Scalar]
    distance: float
    margin: float
    estimates: tuple[Estimate, ...]  # one an aim; from the search's own games


@dataclass(frozen=True, slots=True)
class Tunable:
    """A parameter that may be moved, and what moving it alone did to each aim."""

    name: str
    was: Scalar
    values: tuple[Scalar, ...]
    cost: float
    ends: tuple[tuple[Scalar, tuple[Estimate, ...]], ...]  # value → the aims there
    is_idle: bool  # no number of a goal moved at all


@dataclass(frozen=True, slots=True)
class Tried:
    """A setting that fresh games did not confirm, and what they showed."""

    changes: Mapping[str, Scalar]
    proof: Proof

    @property
    def is_missed(self) -> bool:
        """Whether they rule it out: some number surely lies outside its band."""
        return any(v.aim.is_missed(v.value) for v in self.proof.verdicts)


@dataclass(frozen=True, slots=True)
class Unplayable:
    """A setting that the pack's rules or data cannot be played with, and what went wrong."""

    changes: Mapping[str, Scalar]
    why: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """A goal that no tunable moves enough among so many players."""

    goal: str  # as written
    players: int


@dataclass(frozen=True, slots=True)
class Alone:
    """How near a goal came in the settings that were played, whatever the others were there."""

    goal: str  # as written
    best: Candidate  # the nearest that surely meets it, else the nearest of the nearest misses
    is_met: bool


@dataclass(frozen=True, slots=True)
class Nearer:
    """The settings nearer to the designer's own than the one suggested, that own left out."""

    n: int
    ruled_out: int
    undecided: tuple[Mapping[str, Scalar], ...]  # the likeliest first, a few of them
    chances: tuple[float, ...] = ()  # how likely each of these is inside
    may_stay: bool = False  # whether the game as it is may be inside, too


@dataclass(frozen=True, slots=True)
class Reprint:
    """A piece that is printed otherwise with the change: its faces, its copies, or both."""

    id: str
    name: str
    before: int  # copies
    after: int
    is_redrawn: bool  # a face changes, or there was none


@dataclass(frozen=True, slots=True)
class Hardest:
    """A goal, and how many games prove it of a setting that lies best in its band."""

    goal: str
    games: int  # of one number of players
    is_beyond: bool  # more than a proof may have


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The smallest change that meets all goals, and how surely; or why there is none."""

    pack: Pack
    provenance: Provenance
    players: tuple[int, ...]
    agents: tuple[str, ...]
    outcome: Ending
    aims: tuple[Aim, ...]
    tunables: tuple[Tunable, ...]
    changes: Mapping[str, Scalar]
    confirmed: bool
    base: Candidate
    best: Candidate | None
    front: tuple[Candidate, ...]
    before: Proof | None  # the designer's own setting on the first of the fresh games
    proofs: tuple[Proof, ...]  # the suggested one, for each kind of player
    nearer: Nearer
    moved: tuple[Difference, ...]  # all other measures, corrected together; of a proof's games by
    # seed, without a proof of the search's own
    alone: Mapping[str, bool]  # goal → whether some setting seems to meet it alone
    stuck: tuple[Stuck, ...]  # goals that no tunable moves by half of what they lack
    games: int  # of the search
    settings: int  # how many there are within the tunables
    compensation: tuple[float, float] | None = None  # points for seat 2; seat 1's share with them
    reprint: tuple[Reprint, ...] = ()
    failed: tuple[Tried, ...] = ()  # settings whose proofs failed, in turn
    unplayable: tuple[Unplayable, ...] = ()  # settings that were left out
    is_searched: bool = True  # whether any other setting was tried
    standing_out: tuple[PieceEffect, ...] = ()  # whose numbers may move, of a column that may
    each: tuple[Alone, ...] = ()  # where nothing meets all goals, those that are missed
    hardest: Hardest | None = None  # the goal whose proof takes most games
    is_out_of_time: bool = False  # whether the budget of time ended it
    is_spent: bool = False  # whether the search took all games that it might
    played: int = 0  # games of all kinds


Answer = Results | Comparison | Sweep | Ladder | Suggestion
