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
    """One aim on fresh games; it is met if the interval of the test lies inside the band.

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
    """A setting in the search: its changes, their size, and their effect.

    `margin`: how far its worst number lies inside its band, in half widths; below 0 outside.
    """

    changes: Mapping[str, Scalar]
    distance: float
    margin: float
    estimates: tuple[Estimate, ...]  # one for each aim, from the search's games


@dataclass(frozen=True, slots=True)
class Tunable:
    """A parameter that may be moved, and the effect of moving it alone on each aim."""

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
    """A setting with which the pack cannot be played, and the reason."""

    changes: Mapping[str, Scalar]
    why: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """A goal that no tunable moves enough with this number of players."""

    goal: str  # as written
    players: int


@dataclass(frozen=True, slots=True)
class Alone:
    """How near one goal came in the settings that were played, regardless of other goals."""

    goal: str  # as written
    best: Candidate  # the nearest that surely meets it, else the nearest of the nearest misses
    is_met: bool


@dataclass(frozen=True, slots=True)
class Nearer:
    """The settings nearer to the designer's own than the one suggested, that own left out."""

    n: int
    ruled_out: int
    undecided: tuple[Mapping[str, Scalar], ...]  # some of them, the most likely first
    chances: tuple[float, ...] = ()  # probability that each of these is inside
    may_stay: bool = False  # whether the unchanged game may be inside, too


@dataclass(frozen=True, slots=True)
class Reprint:
    """A piece whose faces or copies change in print."""

    id: str
    name: str
    before: int  # copies
    after: int
    is_redrawn: bool  # a face changes, or there was none


@dataclass(frozen=True, slots=True)
class Hardest:
    """A goal, and the number of games that prove it for the best setting in its band."""

    goal: str
    games: int  # of one number of players
    is_beyond: bool  # whether that is more than a proof may use


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The smallest change that meets all goals, with its proof, or the reason why there is none."""

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
    proofs: tuple[Proof, ...]  # of the suggested setting, by kind of player
    nearer: Nearer
    moved: tuple[Difference, ...]  # all other measures, corrected together; of a proof's games by
    # seed, without a proof of the search's own
    alone: Mapping[str, bool]  # goal → whether some setting seems to meet it alone
    stuck: tuple[Stuck, ...]  # goals that no tunable moves at least half-way
    games: int  # of the search
    settings: int  # number of settings that the tunables allow
    compensation: tuple[float, float] | None = None  # points for seat 2; seat 1's share with them
    reprint: tuple[Reprint, ...] = ()
    failed: tuple[Tried, ...] = ()  # settings whose proofs failed, in turn
    unplayable: tuple[Unplayable, ...] = ()  # settings that were left out
    is_searched: bool = True  # whether any other setting was tried
    standing_out: tuple[PieceEffect, ...] = ()  # pieces of a tuned column whose numbers may move
    each: tuple[Alone, ...] = ()  # the missed goals, if nothing meets all
    hardest: Hardest | None = None  # the goal whose proof takes most games
    is_out_of_time: bool = False  # whether the time limit ended the search
    is_spent: bool = False  # whether the search used all its games
    played: int = 0  # games of all kinds
