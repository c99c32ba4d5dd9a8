"""The result of a ladder, as frozen values."""

from dataclasses import dataclass

from generator.model.pack import Pack
from generator.model.teams import Sides, Teams
from generator.play.measures.results import Provenance, SimulateOptions
from generator.play.statistics.inference import Estimate


@dataclass(frozen=True, slots=True)
class Rung:
    """One agent's strength, as Elo above the first agent, from Plackett–Luce with a seat term."""

    spec: str
    elo: Estimate
    share: Estimate  # share of the win per seat held, over all its line-ups
    against: tuple[str, ...]  # the agent's opponents


@dataclass(frozen=True, slots=True)
class Step:
    """One agent alone among N − 1 copies of another agent, for the gain of skill compared with 1/N.

    With two sides, the agent that wins more often plays alone.
    """

    alone: str
    others: str
    share: Estimate  # share of the wins of the agent alone


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead of the strongest agent over the second, in Elo."""

    best: str
    next: str
    elo: Estimate


@dataclass(frozen=True, slots=True)
class Duel:
    """One agent alone among N − 1 copies of another agent; the interval holds over all duels
    (Šidák).
    """

    one: str
    other: str
    share: Estimate  # share of the win; 1/N is even


@dataclass(frozen=True, slots=True)
class Ladder:
    """The results of agents playing against each other, with rotated seats."""

    pack: Pack
    options: SimulateOptions
    provenance: Provenance
    players: int
    games: int
    rungs: tuple[Rung, ...]  # rungs, the weakest first
    steps: tuple[Step, ...]
    seats: tuple[Estimate, ...]  # Elo of each seat above the mean seat
    # the strongest agent with all hidden information against itself without it, if requested
    ceiling: Step | None = None
    duels: tuple[Duel, ...] = ()  # each pair of kinds of player, if requested
    lead: Lead | None = None  # only with three agents or more
    # seats that win together; N then counts teams, and `seats` holds their values
    teams: Teams = ()

    @property
    def sides(self) -> Sides:
        """The sides, which are teams or single seats."""
        return Sides(self.players, self.teams)

    @property
    def each(self) -> int:
        """The number of games of each pairing."""
        return (self.steps[0] if self.steps else self.duels[0]).share.n

    def dominated(self) -> tuple[str, ...]:
        """The players who win significantly less than an equal share against every other player."""
        return self._all(-1)

    def unbeaten(self) -> tuple[str, ...]:
        """The players who win significantly more than an equal share against every other player."""
        return self._all(1)

    def _all(self, sign: int) -> tuple[str, ...]:
        fair = 1 / self.sides.n
        specs = []
        for name in dict.fromkeys(d.one for d in self.duels):
            shares = [d.share for d in self.duels if d.one == name]
            sure = [e.excludes(fair) and not e.withheld for e in shares]
            if all(sure) and all(sign * (e.value - fair) > 0 for e in shares):
                specs.append(name)
        return tuple(specs)
