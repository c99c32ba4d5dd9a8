"""Computes `Metrics` with intervals from the `Tally` of a run of games.

There are N sides, which are teams, or seats in a game without teams. Leaders of a game get equal
shares of the win. Every number has an interval and the amount of data behind it. A number with too
little data is withheld and states how many games are needed. *Association* (lift) shows that
winners had a piece; only the same seeds played with and without the piece
(`generator.play.studies.exchange`) show that the piece made them win.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from generator.model.measures import Topic
from generator.model.teams import Sides, Teams
from generator.play.engine.game import Space
from generator.play.engine.host_functions import UNNAMED
from generator.play.measures.compensation import even_points
from generator.play.measures.piece_use import NEEDED_USES, PieceUse, pieces_of
from generator.play.measures.ratios import (
    NEEDED,
    Statements,
    estimate_of,
    measures_of,
    rate_of,
    ratio_of,
    share_of,
)
from generator.play.measures.runaway import Runaway, runaway_of
from generator.play.measures.supplies import SupplyStart, SupplyUse, supplies_of
from generator.play.measures.tally import BEHIND, TENTHS, Histogram, Tally
from generator.play.statistics import inference
from generator.play.statistics.inference import Estimate, Fit
from generator.play.statistics.multiple_testing import even_shares, sidak
from generator.play.statistics.share_bounds import share_interval

Floats = NDArray[np.float64]

NEEDED_MAPPED = 30  # number of games needed to show the use of a place
SHORT = 3  # number of decisions from which a game has a middle
UNEVEN = 0.05  # p-value up to which seats do not win equally often
BOOTSTRAP_SEED = 1


@dataclass(frozen=True, slots=True)
class Seats:
    """Wins by seat or team, with ties shared, sole wins, and the test against 1/N."""

    shares: tuple[Estimate, ...]  # ties shared; shares sum to 1; intervals hold together (Šidák)
    sole: tuple[Estimate, ...]  # share of games in which the side is alone in first place
    tied: Estimate  # share of games with several leaders
    fit: Fit
    gap: Estimate  # best seat − worst seat; the interval holds for all pairs
    best: int
    worst: int
    scores: tuple[Estimate, ...]  # mean final score


@dataclass(frozen=True, slots=True)
class Player:
    """The share of the win of one kind of player per seat held, compared with 1/N."""

    spec: str
    share: Estimate
    most: float = 1.0  # largest share that this kind could win, given its seats in each game


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution over games, with the mean, its interval, and the histogram."""

    mean: Estimate
    quantiles: tuple[float, float, float, float, float]  # 5, 25, 50, 75, 95 %
    histogram: Histogram
    on_target: Estimate | None = None


@dataclass(frozen=True, slots=True)
class KindUse:
    """One kind of move, with its share of all decisions and of the winners' decisions."""

    name: str
    share: Estimate
    winners: Estimate


@dataclass(frozen=True, slots=True)
class SpaceUse:
    """The use of one place on the table by moves."""

    layer: str
    name: str
    outline: tuple[tuple[float, float], ...]  # mm, y downwards
    times: Estimate  # number of uses per game
    used: Estimate  # share of games in which a move uses the place


@dataclass(frozen=True, slots=True)
class Comeback:
    """The share of wins after a seat was some points behind the leader at a tenth of the game."""

    tenth: int  # 1 to 9
    points: int  # least number of points behind
    share: Estimate  # share of the win
    seats: int  # number of seats that were this far behind


@dataclass(frozen=True, slots=True)
class Insight:
    """The development of a game, from playouts by a `judge`; `evaluator` describes the playouts."""

    judge: str
    evaluator: str
    games: int
    positions: int  # greatest number of positions examined per game
    drama: Estimate
    decisiveness: Estimate
    decision_time: Estimate
    uncertainty: Estimate
    uncertainty_end: Estimate  # mean uncertainty over the last third of a game
    best_wins: tuple[Estimate, ...]  # wins of the best-placed seat at 0, 1/20, …, 20/20 of the game


@dataclass(frozen=True, slots=True)
class Luck:
    """The part of the result that chance alone decides, with players' choices varied (0 to 1)."""

    deal: Estimate  # share of the result that the set-up explains
    chance: Estimate | None  # share that all draws explain; null if later draws change nothing
    seeds: int
    repeats: int
    guessed: bool = False  # whether players guess hidden information, differently each time


@dataclass(frozen=True, slots=True)
class Outcome:
    """One ending of a game without winners, by its name in the rules."""

    name: str
    share: Estimate  # share of the games with this ending
    score: Estimate  # mean score of a player in these games


@dataclass(frozen=True, slots=True)
class Metrics:
    """Everything measured in one run of one set of agents."""

    games: int
    players: int
    agents: tuple[str, ...]
    decisions_played: int
    seats: Seats
    skill: tuple[Player, ...]  # empty if all agents are of one kind
    ends: Mapping[str, Estimate]  # share of games by end, which is a key of `tally.ENDS` or "over"
    reasons: Mapping[str, Estimate]  # share of games by the name of the end in the rules
    turns: Spread
    turns_target: tuple[int, int] | None
    decisions: Spread
    lead_changes: Estimate  # number of lead changes per game
    lead_rate: Estimate  # lead changes divided by M − 1, the number of possible changes
    leader_wins: tuple[Estimate, ...]  # the sole leader's share of the win at 1/10 … 9/10
    led: tuple[Estimate, ...]  # share of games with a sole leader at 1/10 … 9/10
    slope: Estimate  # points of final margin per point of lead at half time
    margin: Spread
    scoring_event: float | None  # median size of a gain in score
    close: Estimate | None  # games won by less than one scoring event
    score_by_rank: tuple[Histogram, ...]
    branching: Estimate
    agency: Estimate
    pieces: tuple[PieceUse, ...]
    coverage: Estimate  # share of pieces used at least once
    effective: float  # exp(−Σ q log q) of the uses of pieces
    kinds: tuple[KindUse, ...]
    supplies: tuple[SupplyUse, ...]
    insight: Insight | None
    luck: Luck | None
    spaces: tuple[SpaceUse, ...] = ()  # only in a game with a map; see `spaces_of`
    own: tuple[tuple[str, Spread], ...] = ()  # the pack's own measures, by name
    topics: Mapping[str, Topic] = field(default_factory=dict)  # topics of the pack's own measures
    comebacks: tuple[Comeback, ...] = ()  # only if enough seats were this far behind
    waits: Histogram | None = None  # others' decisions between two turns of a seat
    rounds: Spread | None = None  # null unless the rules count rounds
    runaway: Runaway | None = None  # null for unequal players
    even: tuple[Estimate, ...] = ()  # points for seats 2, 3 … that make uneven seats even
    score: Spread | None = None  # score of a player, if players do not compete
    outcomes: tuple[Outcome, ...] = ()  # ends of games without competition; see `_outcomes`
    breaks_ties: bool = False  # whether the rules already have a tie-break
    teams: Teams = ()  # the seats that win together; N then counts teams
    measures: Mapping[str, Estimate] = field(default_factory=dict)  # by key of the catalogue

    @property
    def sides(self) -> Sides:
        """The sides that play against each other: teams or single seats."""
        return Sides(self.players, self.teams)

    @property
    def is_contest(self) -> bool:
        """Whether players compete; otherwise seats, leads and winners mean nothing."""
        return self.score is None

    @property
    def has_course(self) -> bool:
        """Whether games are long enough to follow leads and chances."""
        return self.is_contest and self.decisions.quantiles[2] >= SHORT

    def named_ends(self) -> dict[str, Estimate]:
        """Return the reasons for the ends of games, by the rules' names, else as win, draw and the
        like.
        """
        named = self.ends if set(self.reasons) <= {UNNAMED} else self.reasons
        return {name.replace("_", " "): e for name, e in named.items()}

    def headline(self) -> list[Estimate]:
        """The rates that `--precision` narrows: seats, players, ties, ends, target, supplies."""
        rates = [outcome.share for outcome in self.outcomes]
        if self.is_contest:
            rates = [*self.seats.shares, *(p.share for p in self.skill), self.seats.tied]
        if self.turns.on_target is not None:
            rates.append(self.turns.on_target)
        return [*rates, *(supply.empty_games for supply in self.supplies)]


def measure(
    tally: Tally,
    supply_start: Sequence[SupplyStart] = (),
    topics: Mapping[str, Topic] = MappingProxyType({}),
) -> Metrics:
    """Return all metrics of a tally that do not need the engine."""
    drawn = inference.resamples(len(tally.rows), inference.REPLICATES, BOOTSTRAP_SEED)
    n = tally.games
    pieces = pieces_of(tally)
    times = tally.sums("piece_times")
    seats = _seats(tally)
    return Metrics(
        games=n,
        players=tally.seats,
        agents=tally.agents,
        decisions_played=int(tally.sums("decisions")[0]),
        seats=seats,
        skill=_skill(tally),
        ends={name: rate_of(k, n) for name, k in _by_size(tally.ends)},
        reasons={name: rate_of(k, n) for name, k in _by_size(tally.reasons)},
        turns=_spread(tally, "turns", tally.turns, tally.turns_target is not None),
        turns_target=tally.turns_target,
        decisions=_spread(tally, "decisions", tally.decisions),
        lead_changes=ratio_of(tally, "lead_changes", "game"),
        lead_rate=share_of(tally, "lead_changes", "steps"),
        leader_wins=tuple(_leader_wins(tally, i) for i in range(len(TENTHS))),
        led=tuple(rate_of(float(k), n) for k in tally.sums("led")),
        slope=_slope(tally, drawn),
        margin=_margin(tally),
        scoring_event=None,
        close=None,
        score_by_rank=tuple(tally.score_by_rank),
        branching=ratio_of(tally, "branching", "decisions"),
        agency=share_of(tally, "choices", "decisions"),
        pieces=pieces,
        coverage=inference.wilson(int((times > 0).sum()), len(times)),
        effective=inference.effective_number(times),
        kinds=_kinds(tally),
        supplies=supplies_of(tally, supply_start),
        insight=None,
        luck=None,
        own=_own(tally),
        topics=topics,
        comebacks=_comebacks(tally),
        waits=tally.waits if tally.waits.n else None,
        runaway=runaway_of(tally),
        even=_even(tally, seats),
        rounds=_spread(tally, "rounds", tally.rounds) if tally.rounds.n else None,
        score=None if tally.is_contest else _spread(tally, "mean_score", tally.score_by_rank[0]),
        outcomes=_outcomes(tally),
        teams=tally.teams,
        measures={each.key: estimate_of(each, tally) for each in measures_of(tally)},
    )


def statements_of(runs: Iterable[Metrics]) -> Statements:
    """Return the statements of the rules about the measures in any of these runs."""
    topics: dict[str, Topic] = {}
    meant: set[str] = set()
    for m in runs:
        topics |= m.topics
        meant |= {supply.name for supply in m.supplies if supply.is_meant}
    return Statements(topics, frozenset(meant))


def _outcomes(tally: Tally) -> tuple[Outcome, ...]:
    """Return the ends of games without competition, by score; ends that are too rare for a score
    follow, by share.
    """
    outcomes = []
    for i, name in enumerate(tally.outcomes):
        n = int(tally.sums("outcome")[i])
        score = replace(ratio_of(tally, "outcome_score", "outcome", i, i), n=n)
        outcomes.append(Outcome(name.replace("_", " "), rate_of(n, tally.games), score))
    outcomes.sort(
        key=lambda o: (o.score.withheld, -(o.share if o.score.withheld else o.score).value)
    )
    return tuple(outcomes)


def _by_size(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _seats(tally: Tally) -> Seats:
    """Return shares of the win per seat, with ties shared and sole, and the test `even_shares`.

    The seats' intervals hold together (Šidák), and the interval of the best share minus the worst
    holds over all pairs.
    """
    n, wins, seats = tally.games, tally.sums("share"), tally.sides.n
    tied = float(tally.sums("tied")[0])
    level = sidak(inference.LEVEL, seats if seats > 2 else 1)
    best, worst = int(np.argmax(wins)), int(np.argmin(wins))
    shares, games = tally.column("share"), tally.column("game")[:, 0]
    fit = even_shares(shares, games, tally.sums("decided"))
    return Seats(
        shares=tuple(_seat_share(tally, s, level, bool(tied)) for s in range(seats)),
        sole=tuple(rate_of(float(k), n) for k in tally.sums("sole")),
        tied=rate_of(tied, n),
        fit=fit,
        gap=_gap(tally, best, worst if worst != best else (best + 1) % seats),
        best=best,
        worst=worst,
        scores=tuple(ratio_of(tally, "score", "game", i=s) for s in range(seats)),
    )


def _even(tally: Tally, seats: Seats) -> tuple[Estimate, ...]:
    """Return the points that would make seats even, if equal players show that the seats are
    uneven.
    """
    is_equal = tally.is_contest and len(tally.agents) == 1
    if not is_equal or tally.games < NEEDED or seats.fit.p >= UNEVEN:
        return ()
    return even_points(tally.finals, NEEDED)


def _seat_share(tally: Tally, seat: int, level: float, is_shared: bool) -> Estimate:
    n = tally.games
    if not is_shared:
        return inference.wilson(float(tally.sums("share")[seat]), n, level, NEEDED)
    rows = np.column_stack([tally.column("share")[:, seat], tally.column("game")[:, 0]])
    return share_interval(rows, n, level, NEEDED)


def _gap(tally: Tally, best: int, worst: int) -> Estimate:
    """Return the difference of two seats' shares, with an interval that holds for all pairs."""
    shares, games = tally.column("share"), tally.column("game")[:, 0]
    pairs = tally.sides.n * (tally.sides.n - 1) // 2
    half = np.column_stack([(shares[:, best] - shares[:, worst] + games) / 2, games])
    e = share_interval(half, tally.games, sidak(inference.LEVEL, pairs), NEEDED)
    value, low, high = (2 * x - 1 for x in (e.value, e.low, e.high))
    return replace(
        e, value=value, low=low, high=high, method=f"over all pairs of {tally.sides.word}s"
    )


def _skill(tally: Tally) -> tuple[Player, ...]:
    if len(tally.agents) < 2 or not tally.is_contest:
        return ()
    return tuple(
        Player(spec, share_of(tally, "won", "held", i=a, j=a), _most(tally, a))
        for a, spec in enumerate(tally.agents)
    )


def _most(tally: Tally, agent: int) -> float:
    """Return the most that an agent can win per seat held, which is all games divided among its
    seats.
    """
    return min(1.0, float(tally.games / tally.sums("held")[agent]))


def _spread(
    tally: Tally, name: str, histogram: Histogram, target: bool = False, i: int = 0
) -> Spread:
    """Return a distribution over games (Browne 2009), and the share inside the target if there is a
    target.
    """
    quantiles = tuple(histogram.quantile(q) for q in (0.05, 0.25, 0.5, 0.75, 0.95))
    return Spread(
        mean=ratio_of(tally, name, "game", i),
        quantiles=quantiles,  # type: ignore[arg-type]
        histogram=histogram,
        on_target=rate_of(float(tally.sums("on_target")[0]), tally.games) if target else None,
    )


def _own(tally: Tally) -> tuple[tuple[str, Spread], ...]:
    """Return the mean and the distribution over games of the pack's own measures."""
    named = enumerate(zip(tally.measures, tally.own, strict=True))
    return tuple((name, _spread(tally, "measure", own, i=i)) for i, (name, own) in named)


def _comebacks(tally: Tally) -> tuple[Comeback, ...]:
    """Return P(win | at least k points behind at each tenth), by game."""
    if not tally.is_contest:
        return ()
    many, comebacks = tally.sums("behind"), []
    for i, seats in enumerate(many.tolist()):
        if seats < NEEDED_USES:
            continue
        rows = np.column_stack([tally.column("behind_won")[:, i], tally.column("behind")[:, i]])
        tenth, k = divmod(i, len(BEHIND))
        share = share_interval(rows, tally.games, needed=NEEDED)
        comebacks.append(Comeback(TENTHS[tenth], BEHIND[k], share, int(seats)))
    return tuple(comebacks)


def _margin(tally: Tally) -> Spread:
    """Return the winner's score minus the second best; 0 in a tie."""
    histogram = tally.margins if tally.margins.n else Histogram.of({0: tally.games})
    return _spread(tally, "margin", histogram)


def closeness(tally: Tally, event: float | None) -> Estimate | None:
    """Return P(margin < one scoring event)."""
    if event is None or not tally.margins.n:
        return None
    return rate_of(tally.margins.below(event), tally.games)


def share_of_one(won: Floats, needed: int = NEEDED) -> Estimate:
    """Return one player's mean share of the win, by game."""
    return share_interval(np.column_stack([won, np.ones(len(won))]), len(won), needed=needed)


def _leader_wins(tally: Tally, i: int) -> Estimate:
    """Return P(sole leader after i + 1 tenths of the decisions wins); shared wins count in part."""
    rows = np.column_stack([tally.column("led_won")[:, i], tally.column("led")[:, i]])
    n = int(tally.sums("led")[i])
    return share_interval(rows, n, needed=NEEDED // 2)


def _slope(tally: Tally, drawn: Floats) -> Estimate:
    """Regress the final margin on the margin at half time, both from the view of the leader at half
    time.

    A slope above 1 means that leads grow, below 1 that they shrink. Games without a sole leader at
    half time count with a margin of 0.
    """
    rows = np.hstack([tally.column("slope"), tally.column("game")])

    def fitted(s: Floats) -> Floats:
        x, y, xx, xy, n = s.T
        spread = n * xx - x * x
        with np.errstate(divide="ignore", invalid="ignore"):
            value: Floats = np.where(spread > 1e-9, (n * xy - x * y) / spread, np.nan)
        return value

    value = float(fitted(rows.sum(axis=0)[None, :])[0])
    if not math.isfinite(value):
        return inference.NOTHING
    low, high = inference.bootstrap(rows, fitted, counts=drawn)
    return Estimate(value, float(low), float(high), tally.games, "bootstrap over games", NEEDED)


def _kinds(tally: Tally) -> tuple[KindUse, ...]:
    """Return each kind's share of all decisions and of the winners' decisions (shared wins count in
    part).
    """
    everyone, winners = tally.column("kind"), tally.column("kind_won")
    kinds = []
    for k, name in enumerate(tally.kinds):
        shares = [
            share_interval(
                np.column_stack([group[:, k], group.sum(axis=1)]), tally.games, needed=NEEDED
            )
            for group in (everyone, winners)
        ]
        kinds.append(KindUse(name, *shares))
    return tuple(kinds)


def spaces_of(spaces: Sequence[Space], uses: NDArray[np.int32]) -> tuple[SpaceUse, ...]:
    """Return the use of each place: the mean per game (t interval) and the share of games (Wilson).
    uses: (games, spaces). On a table without an edge, most places are never used, so only used
    places are returned.
    """
    n = len(uses)
    places = [
        SpaceUse(
            space.layer,
            space.name,
            space.outline,
            inference.mean_interval(uses[:, i], needed=NEEDED_MAPPED),
            inference.wilson(int((uses[:, i] > 0).sum()), n, needed=NEEDED_MAPPED),
        )
        for i, space in enumerate(spaces)
        if space.layer
    ]
    used = [s for s in places if s.used.value > 0]
    return tuple(used if 2 * len(used) < len(places) else places)
