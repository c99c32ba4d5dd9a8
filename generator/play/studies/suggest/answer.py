"""What a search for the smallest change answers: frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from generator.model.pack import Pack, Scalar
from generator.play.measures.aims import Aim
from generator.play.measures.results import Difference, PieceEffect, Provenance
from generator.play.statistics.inference import LEVEL, Estimate

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
