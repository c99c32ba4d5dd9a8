"""The result of a search for the smallest change, as frozen values."""

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
    """The result for one aim on fresh games.

    The aim is met if the test's interval lies inside the band. If the usual interval of `value`
    disagrees with the test, the test's own interval is used.
    """

    aim: Aim
    value: Estimate
    holds: bool
    level: float = LEVEL  # confidence level of the interval of `value`


@dataclass(frozen=True, slots=True)
class Proof:
    """A setting tested on fresh games of one kind of player."""

    agents: str
    games: int  # total number of games, over all numbers of players
    verdicts: tuple[Verdict, ...]
    # whether bands wider than the goals were used, for a second kind of player
    is_wider: bool = False
    unfinished: float = 0.0  # share of games that reached the engine's limit

    @property
    def holds(self) -> bool:
        """Whether all aims hold."""
        return bool(self.verdicts) and all(v.holds for v in self.verdicts)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A setting in the search, with its changes, their size, and their effect.

    `margin` is the distance of the worst measure from the edge of its band, in half widths of the
    band; it is negative outside.
    """

    changes: Mapping[str, Scalar]
    distance: float
    margin: float
    estimates: tuple[Estimate, ...]  # one for each aim, from the search's games


@dataclass(frozen=True, slots=True)
class Tunable:
    """A parameter that may be changed, and its effect on each aim when changed alone."""

    name: str
    was: Scalar
    values: tuple[Scalar, ...]
    cost: float
    # each end of the range, with the aims there
    ends: tuple[tuple[Scalar, tuple[Estimate, ...]], ...]
    is_idle: bool  # whether no measure of a goal changed


@dataclass(frozen=True, slots=True)
class Tried:
    """A setting that fresh games did not confirm, and their results."""

    changes: Mapping[str, Scalar]
    proof: Proof

    @property
    def is_missed(self) -> bool:
        """Whether the games rule the setting out, because some measure certainly lies outside its
        band.
        """
        return any(v.aim.is_missed(v.value) for v in self.proof.verdicts)


@dataclass(frozen=True, slots=True)
class Unplayable:
    """A setting with which the pack cannot be played, and the reason."""

    changes: Mapping[str, Scalar]
    why: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """A goal that no tunable parameter changes enough with this number of players."""

    goal: str  # as written
    players: int


@dataclass(frozen=True, slots=True)
class Alone:
    """The nearest approach to one goal in the settings that were played, regardless of
    other goals.
    """

    goal: str  # as written
    best: Candidate  # the nearest setting that certainly meets it, otherwise the nearest miss
    is_met: bool


@dataclass(frozen=True, slots=True)
class Nearer:
    """The settings that are nearer to the designer's setting than the suggested setting, without
    the designer's own.
    """

    n: int
    ruled_out: int
    undecided: tuple[Mapping[str, Scalar], ...]  # some undecided settings, the most likely first
    chances: tuple[float, ...] = ()  # probability that each undecided setting meets the goals
    may_stay: bool = False  # whether the unchanged game may also meet the goals


@dataclass(frozen=True, slots=True)
class Reprint:
    """A piece whose faces or copies change in print."""

    id: str
    name: str
    before: int  # number of copies
    after: int
    is_redrawn: bool  # whether a face changes or is new


@dataclass(frozen=True, slots=True)
class Hardest:
    """A goal, and the number of games needed to prove it for the best setting in its band."""

    goal: str
    games: int  # number of games for one number of players
    is_beyond: bool  # whether a proof may not use that number of games


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
    before: Proof | None  # the designer's setting on the first of the fresh games
    proofs: tuple[Proof, ...]  # proofs of the suggested setting, by kind of player
    nearer: Nearer
    # all other measures, corrected together, from a proof's games by seed, or without a proof from
    # the search's games
    moved: tuple[Difference, ...]
    alone: Mapping[str, bool]  # goal → whether some setting seems to meet this goal alone
    stuck: tuple[Stuck, ...]  # goals that no tunable moves by at least half of the way
    games: int  # number of games of the search
    settings: int  # number of settings that the tunables allow
    compensation: tuple[float, float] | None = None  # points for seat 2; seat 1's share
    reprint: tuple[Reprint, ...] = ()
    failed: tuple[Tried, ...] = ()  # settings whose proofs failed, in order
    unplayable: tuple[Unplayable, ...] = ()  # settings that were left out
    is_searched: bool = True  # whether any other setting was tried
    standing_out: tuple[PieceEffect, ...] = ()  # pieces of a tuned column whose numbers may move
    each: tuple[Alone, ...] = ()  # the missed goals, if no setting meets all goals
    hardest: Hardest | None = None  # the goal whose proof takes the most games
    is_out_of_time: bool = False  # whether the time limit ended the search
    is_spent: bool = False  # whether the search used all its games
    played: int = 0  # number of games of all kinds
