"""Decides whether games finish.

This reading comes first, because nothing else can be judged from unfinished games.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from generator.play.measures.metrics import KindUse, Metrics
from generator.play.measures.ratios import rate_of
from generator.play.measures.results import Hole, Results
from generator.play.readings.reading import Backing, Level, Opinion, Reading, is_disputed
from generator.play.statistics.inference import Estimate

UNFINISHED = 0.5  # share of unfinished games above which nothing else is judged
HARDLY_ANY = 0.95  # share of unfinished games from which players cannot confirm anything
STUCK = 0.9  # share of one kind of move from which players are stuck on it
APART = 0.2  # difference above which two kinds of player disagree
ENDS = ("cap", "stall")  # ends of unfinished games
HOLE_WEIGHTS = {
    "never chosen": 25.0,
    "never offered": 20.0,
    "never used": 25.0,
    "never legal": 25.0,
    "no choice": 15.0,
    "loop": 30.0,
}
WITH_ENDS = ("tie storm", "cap", "stall")  # defects that other readings of the main run cover
HoleState = Literal["broken", "loop", "never offered", "set-up", "variant", "check"]


def unfinished(metrics: Metrics) -> float:
    """Return the share of games that were stopped at the limit or stalled."""
    return sum(metrics.ends[end].value for end in ENDS if end in metrics.ends)


def is_unfinished(metrics: Metrics) -> bool:
    """Whether so few games finish that nothing else can be judged from them."""
    return unfinished(metrics) >= UNFINISHED


def is_cut_short(results: Results, metrics: Metrics | None = None) -> bool:
    """Whether so many games were cut off that the measured lengths are only lower bounds.

    `metrics` are the metrics of one kind of player, by default of the first.
    """
    return unfinished(metrics or results.main.metrics) >= results.pack.worth.ends / 100


def second_of(results: Results) -> Metrics | None:
    """Return the second kind of player's metrics; None if too few of its games finish."""
    others = [run.metrics for run in results.runs[1:2]]
    return others[0] if others and not is_unfinished(others[0]) else None


@dataclass(frozen=True, slots=True)
class EndsOpinion:
    """The number of games of other players that do not finish, and whether it confirms the
    problem.
    """

    agents: tuple[str, ...]
    backing: Backing
    share: float
    is_asked: bool  # False if these players finish hardly any game and can confirm nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class EndsReading(Reading):
    """Games that do not finish; there is no such reading if all games finish."""

    state: Literal["small", "felt", "unfinished"]  # unfinished: nothing else can be judged
    games: int
    counts: tuple[tuple[str, int], ...]  # (end, number of games) for ends in `ENDS`
    agents: tuple[str, ...]
    example: int  # number of a game to watch
    least: float  # the smallest share worth attention
    opinions: tuple[EndsOpinion, ...]
    stuck: KindUse | None  # the kind of move that players nearly always make
    finishing: tuple[str, ...]  # other players whose games do finish

    @property
    def n(self) -> int:
        """The number of games that do not finish."""
        return sum(n for _, n in self.counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleReading(Reading):
    """A defect in the rules or the pieces."""

    state: HoleState
    hole: Hole
    agents: tuple[str, ...]  # players whose games show the defect
    main_agents: tuple[str, ...]
    main_share: float | None  # share of the main run's games that end in this way, if compared


def ends_of(results: Results) -> EndsReading | None:
    """Return the reading of unfinished games; None if all games finish."""
    main, tally = results.main.metrics, results.main.tally
    share = unfinished(main)
    if share == 0:
        return None
    games, n = main.games, round(share * main.games)
    counts = [(end, round(main.ends[end].value * games)) for end in ENDS if end in main.ends]
    others = [run.metrics for run in results.runs[1:]]
    ours, least = rate_of(n, games), results.pack.worth.ends / 100
    opinions = tuple(_opinion(ours, m) for m in others)
    stuck = max(main.kinds, key=lambda kind: kind.share.value, default=None)
    if stuck is not None and (stuck.share.value < STUCK or len(main.kinds) < 2):
        stuck = None
    examples = [tally.examples[end][0] for end in ENDS if tally.examples.get(end)]
    finishing = [m.agents for m in others if not is_unfinished(m)]
    reading = EndsReading(
        level="look", weight=99.0, chart="ends", state="felt", games=games, counts=tuple(counts),
        agents=main.agents, example=examples[0],
        least=least, opinions=opinions, stuck=stuck, finishing=finishing[0] if finishing else (),
    )  # fmt: skip
    if is_unfinished(main):
        return replace(reading, state="unfinished", weight=100.0)
    return replace(reading, state="small", level="note", weight=12.0) if share < least else reading


def worst_end(main: Metrics) -> tuple[str, Estimate] | None:
    """Return the most frequent reason for not finishing, and its share."""
    ends = [(end, main.ends[end]) for end in ("stall", "cap") if end in main.ends]
    return max((x for x in ends if x[1].value > 0), key=lambda x: x[1].value, default=None)


def _opinion(ours: Estimate, other: Metrics) -> EndsOpinion:
    share = unfinished(other)
    word = backing_of_problem(ours, rate_of(round(share * other.games), other.games))
    return EndsOpinion(other.agents, word, share, not share >= HARDLY_ANY > ours.value)


def backing_of_problem(ours: Estimate, theirs: Estimate) -> Backing:
    """Return whether the second kind of player also has the problem; a worse problem agrees."""
    if 0 < theirs.value >= ours.value - APART:
        return "agree"
    return "disagree" if replace(ours, needed=0).apart_from(replace(theirs, needed=0)) else "open"


def is_doubted(reading: EndsReading, main: Metrics) -> bool:
    """Whether the players may be the cause, because other players clearly finish their games."""
    return any(
        is_disputed(Opinion(o.agents, o.backing, rate_of(0, 1)), main) for o in reading.opinions
    )


def holes_of(results: Results) -> Iterator[HoleReading]:
    """Yield defects of the main run, then defects that only the second run shows."""
    own = {hole.kind for hole in results.holes if not hole.is_side}
    for hole in results.holes:
        if hole.is_side:
            if hole.kind not in own:
                yield _checked(results, hole)
        elif hole.kind not in WITH_ENDS:
            yield _hole(results, hole)


def _hole(results: Results, hole: Hole) -> HoleReading:
    weight = HOLE_WEIGHTS.get(hole.kind, 25.0 + 65.0 * min(1.0, 4.0 * hole.share))
    level: Level = "look"
    state: HoleState = "broken"
    if hole.kind == "never legal" and len(results.pack.variants) > 1:
        state, weight, level = "variant", 5.0, "note"
    elif hole.kind == "never offered":
        state = "never offered"
        if _are_few(results, hole.pieces):  # a start tile, for example, is such a piece
            state, weight, level = "set-up", 4.0, "note"
    elif hole.kind == "loop":
        state = "loop"
    agents = results.main.metrics.agents
    return HoleReading(
        level=level, weight=weight, chart="holes",
        piece=hole.pieces[0] if len(hole.pieces) == 1 else "",
        state=state, hole=hole, agents=agents, main_agents=agents, main_share=None,
    )  # fmt: skip


def _are_few(results: Results, pieces: tuple[str, ...]) -> bool:
    """Whether the defect concerns a single piece, or at most one in twenty of all pieces."""
    return len(pieces) == 1 or 20 * len(pieces) <= len(results.main.metrics.pieces)


def _checked(results: Results, hole: Hole) -> HoleReading:
    """Return a defect that only the second kind of player shows."""
    run = next((r for r in results.runs[1:] if r.agents == hole.agents), results.runs[-1])
    main = results.main.metrics
    share = main.ends[hole.kind].value if hole.kind in main.ends else 0.0
    if hole.kind == "tie storm":
        share = main.seats.tied.value
    return HoleReading(
        level="note", weight=3.0 + 2.0 * hole.share, chart="holes", state="check", hole=hole,
        agents=run.metrics.agents, main_agents=main.agents, main_share=share,
    )  # fmt: skip
