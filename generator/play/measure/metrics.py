"""What a run of games says about the game: a `Tally` in, `Metrics` with intervals out.

N seats; a game has M decisions and, unless tied, one winner w. Shares of the win: of several
leaders each gets an equal part. E_p(t) is the estimated win chance of seat p after t decisions, by
the evaluator that `insight` names. Every number carries its interval and what stands behind it;
below the thresholds here it is withheld and says how many games would do.

*Association* (lift) says that winners had a piece; only the same seeds played with and without it
(`generator.play.effect`) say that it made them win.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from generator.play.engine.game import UNNAMED, Space
from generator.play.measure import stats
from generator.play.measure.stats import Estimate, Fit
from generator.play.measure.supplies import SupplyStart
from generator.play.measure.tally import TENTHS, Histogram, Tally

Floats = NDArray[np.float64]

NEEDED = 100  # games before a rate over games is said
NEEDED_MAPPED = 30  # games before the use of a place is said
NEEDED_USES = 30  # seats that used a piece, and that did not, before its lift is said
DECIDED = 0.9  # E_w from which a game counts as decided
FALSE_DISCOVERIES = 0.05
BOOTSTRAP_SEED = 1


@dataclass(frozen=True, slots=True)
class Seats:
    """Who wins by seat: shared ties, sole wins, and the test against 1/N."""

    shares: tuple[Estimate, ...]  # ties shared; they sum to 1
    sole: tuple[Estimate, ...]  # first place alone
    tied: Estimate  # share of games with several leaders
    fit: Fit
    gap: Estimate  # best seat − worst seat
    best: int
    worst: int
    scores: tuple[Estimate, ...]  # mean final score


@dataclass(frozen=True, slots=True)
class Player:
    """One kind of player's share of the win per seat held, against 1/N."""

    spec: str
    share: Estimate


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution over games: mean with interval, and the whole histogram."""

    mean: Estimate
    quantiles: tuple[int, int, int, int, int]  # 5, 25, 50, 75, 95 %
    histogram: Histogram
    on_target: Estimate | None = None


@dataclass(frozen=True, slots=True)
class PieceUse:
    """One printed piece: how much it is used, and how its users fare (association)."""

    id: str  # "component/row"
    used: Estimate  # share of games in which anyone uses it
    picked: Estimate  # of the seats that could use it in a game, the share that did
    rate: Estimate  # uses ÷ decisions in which it was offered
    times: float  # uses per game
    win_used: float
    win_unused: float
    lift: Estimate  # bootstrap by game
    lift_newcombe: Estimate  # as if the seats of a game were independent
    q: float  # Benjamini–Hochberg over all pieces shown
    n_used: int  # seats that used it
    notable: bool  # q ≤ 0.05


@dataclass(frozen=True, slots=True)
class KindUse:
    """One kind of move: its share of all decisions, and of the winners'."""

    name: str
    share: Estimate
    winners: Estimate


@dataclass(frozen=True, slots=True)
class SupplyUse:
    """One supply: how low it runs over a game, in any seat and in the worst seat."""

    name: str
    start: int  # most a seat begins with
    empty_games: Estimate  # games in which some seat ran out
    empty_seats: Estimate  # seats that ran out
    lowest: Histogram  # of every seat
    worst: Histogram  # of the seat that ran lowest
    is_shared: bool  # every seat sees the same level
    sufficing: int | None  # would have been enough for every seat in 95 % of games; None: > start


@dataclass(frozen=True, slots=True)
class SpaceUse:
    """One place on the table: how often moves use it."""

    layer: str
    name: str
    outline: tuple[tuple[float, float], ...]  # mm, y downwards
    times: Estimate  # uses per game
    used: Estimate  # share of games in which any move uses it


@dataclass(frozen=True, slots=True)
class Insight:
    """How a game feels over time, from estimated win chances; `evaluator` says whose."""

    evaluator: str
    games: int
    positions: int  # per game, at most
    drama: Estimate
    decisiveness: Estimate
    decision_time: Estimate
    uncertainty: Estimate
    uncertainty_end: Estimate  # over the last third
    winner_chance: tuple[Estimate, ...]  # mean E_w at 0, 1/20, …, 20/20 of the game


@dataclass(frozen=True, slots=True)
class Luck:
    """How much of who wins is settled by chance alone, players' thinking varied (0 to 1)."""

    deal: Estimate  # by the set-up
    chance: Estimate | None  # by every draw the stream holds
    seeds: int
    repeats: int


@dataclass(frozen=True, slots=True)
class Metrics:
    """Everything measured in one run of one set of agents."""

    games: int
    players: int
    agents: tuple[str, ...]
    decisions_played: int
    seats: Seats
    skill: tuple[Player, ...]  # empty where all agents are of one kind
    ends: Mapping[str, Estimate]  # win, draw, stall, cap, no legal move
    reasons: Mapping[str, Estimate]  # as the rules name them
    turns: Spread
    turns_target: tuple[int, int] | None
    decisions: Spread
    lead_changes: Estimate  # per game
    lead_rate: Estimate  # ÷ (M − 1)
    leader_wins: tuple[Estimate, ...]  # at 1/10 … 9/10: the sole leader's share of the win
    led: tuple[Estimate, ...]  # at 1/10 … 9/10: games with a sole leader
    slope: Estimate  # points of final margin per point of margin at half time
    margin: Spread
    scoring_event: float | None  # median size of a gain in score
    close: Estimate | None  # games won by less than one scoring event
    score_by_rank: tuple[Histogram, ...]
    branching: Estimate
    agency: Estimate
    pieces: tuple[PieceUse, ...]
    coverage: Estimate  # share of pieces used at least once
    effective: float  # exp(−Σ q log q) of uses
    kinds: tuple[KindUse, ...]
    supplies: tuple[SupplyUse, ...]
    insight: Insight | None
    luck: Luck | None
    spaces: tuple[SpaceUse, ...] = ()  # of a game with a map; see `spaces_of`

    def named_ends(self) -> dict[str, Estimate]:
        """Why games ended, as the rules name it; where they do not, win, draw and the like."""
        named = self.ends if set(self.reasons) <= {UNNAMED} else self.reasons
        return {name.replace("_", " "): e for name, e in named.items()}

    def headline(self) -> dict[str, Estimate]:
        """The rates that `--precision` narrows: seats, players, ties, target, leader, supplies."""
        rates = {f"seat {s + 1}": e for s, e in enumerate(self.seats.shares)}
        rates |= {f"agent {p.spec}": p.share for p in self.skill}
        rates["ties"] = self.seats.tied
        if self.turns.on_target is not None:
            rates["on target"] = self.turns.on_target
        rates |= {f"{s.name} empty": s.empty_games for s in self.supplies}
        return rates


def measure(tally: Tally, supply_start: Sequence[SupplyStart] = ()) -> Metrics:
    """All metrics of a tally, without those that need the engine again."""
    drawn = stats.resamples(len(tally.rows), stats.REPLICATES, BOOTSTRAP_SEED)
    n = tally.games
    pieces = _pieces(tally, drawn)
    times = tally.sums("piece_times")
    return Metrics(
        games=n,
        players=tally.seats,
        agents=tally.agents,
        decisions_played=int(tally.sums("decisions")[0]),
        seats=_seats(tally, drawn),
        skill=_skill(tally),
        ends={name: _rate(k, n) for name, k in _by_size(tally.ends)},
        reasons={name: _rate(k, n) for name, k in _by_size(tally.reasons)},
        turns=_spread(tally, "turns", tally.turns, tally.turns_target is not None),
        turns_target=tally.turns_target,
        decisions=_spread(tally, "decisions", tally.decisions),
        lead_changes=_ratio(tally, "lead_changes", "game"),
        lead_rate=_ratio(tally, "lead_changes", "steps"),
        leader_wins=tuple(_leader_wins(tally, i) for i in range(len(TENTHS))),
        led=tuple(_rate(float(k), n) for k in tally.sums("led")),
        slope=_slope(tally, drawn),
        margin=_margin(tally),
        scoring_event=None,
        close=None,
        score_by_rank=tuple(tally.score_by_rank),
        branching=_ratio(tally, "branching", "decisions"),
        agency=_ratio(tally, "choices", "decisions"),
        pieces=pieces,
        coverage=stats.wilson(int((times > 0).sum()), len(times)),
        effective=stats.effective_number(times),
        kinds=_kinds(tally),
        supplies=supplies_of(tally, supply_start),
        insight=None,
        luck=None,
    )


def _rate(k: float, n: int) -> Estimate:
    return stats.wilson(k, n, needed=NEEDED)


def _by_size(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _ratio(tally: Tally, top: str, bottom: str, i: int = 0, j: int = 0) -> Estimate:
    rows = np.column_stack([tally.column(top)[:, i], tally.column(bottom)[:, j]])
    return stats.ratio_interval(rows, tally.games, needed=NEEDED)


def _seats(tally: Tally, drawn: Floats) -> Seats:
    """Win rate k/n with ties shared and sole; χ² = Σ (k_s − n/N)² / (n/N), N − 1 d.f.

    Wilson 1927 where nothing is shared, else the bootstrap over games. The effect is the best
    seat's share less the worst seat's; its interval is the bootstrap's of those two seats.
    """
    n, wins = tally.games, tally.sums("share")
    tied = float(tally.sums("tied")[0])
    shares = tuple(_rate(float(k), n) for k in wins)
    rows = np.hstack([tally.column("share"), tally.column("game")])
    if tied and len(rows) > 1:
        low, high = stats.bootstrap(rows, lambda s: s[:, :-1] / s[:, -1:], counts=drawn)
        shares = tuple(
            Estimate(e.value, float(a), float(b), n, "bootstrap over games", NEEDED)
            for e, a, b in zip(shares, low, high, strict=True)
        )
    best, worst = int(np.argmax(wins)), int(np.argmin(wins))
    gap = Estimate(0.0, 0.0, 0.0, n, "bootstrap over games", NEEDED)
    if best != worst and len(rows) > 1:
        low, high = stats.bootstrap(
            rows, lambda s: (s[:, best] - s[:, worst]) / s[:, -1], counts=drawn
        )
        value = float(wins[best] - wins[worst]) / n
        gap = Estimate(value, float(low), float(high), n, "bootstrap over games", NEEDED)
    return Seats(
        shares=shares,
        sole=tuple(_rate(float(k), n) for k in tally.sums("sole")),
        tied=_rate(tied, n),
        fit=stats.goodness_of_fit(wins),
        gap=gap,
        best=best,
        worst=worst,
        scores=tuple(_ratio(tally, "score", "game", i=s) for s in range(tally.seats)),
    )


def _skill(tally: Tally) -> tuple[Player, ...]:
    if len(tally.agents) < 2:
        return ()
    return tuple(
        Player(spec, _ratio(tally, "won", "held", i=a, j=a)) for a, spec in enumerate(tally.agents)
    )


def _spread(tally: Tally, name: str, histogram: Histogram, target: bool = False) -> Spread:
    """A distribution over games (Browne 2009); with a target, the share of games inside it."""
    quantiles = tuple(histogram.quantile(q) for q in (0.05, 0.25, 0.5, 0.75, 0.95))
    return Spread(
        mean=_ratio(tally, name, "game"),
        quantiles=quantiles,  # type: ignore[arg-type]
        histogram=histogram,
        on_target=_rate(float(tally.sums("on_target")[0]), tally.games) if target else None,
    )


def _margin(tally: Tally) -> Spread:
    """Winner's score less the second best; 0 in a tie."""
    histogram = tally.margins if tally.margins.n else Histogram(counts={0: tally.games})
    quantiles = tuple(histogram.quantile(q) for q in (0.05, 0.25, 0.5, 0.75, 0.95))
    values = np.array(histogram.values, dtype=np.float64)
    counts = np.array(histogram.frequencies, dtype=np.float64)
    mean = stats.mean_from_moments(
        tally.games,
        float((values * counts).sum()),
        float((values**2 * counts).sum()),
        needed=NEEDED,
    )
    return Spread(mean=mean, quantiles=quantiles, histogram=histogram)  # type: ignore[arg-type]


def closeness(tally: Tally, event: float | None) -> Estimate | None:
    """P(margin < one scoring event)."""
    if event is None or not tally.margins.n:
        return None
    near = sum(c for v, c in tally.margins.counts.items() if v < event)
    return _rate(near, tally.games)


def share_of_one(won: Floats, needed: int = NEEDED) -> Estimate:
    """One player's mean share of the win, by game: t, or Wilson's where all games are alike."""
    n = len(won)
    if float(won.std()) == 0:
        return stats.wilson(float(won.sum()), n, needed=needed)
    return stats.mean_interval(won, needed=needed)


def _leader_wins(tally: Tally, i: int) -> Estimate:
    """P(sole leader after i + 1 tenths of the decisions wins), a shared win counted in part."""
    rows = np.column_stack([tally.column("led_won")[:, i], tally.column("led")[:, i]])
    n = int(tally.sums("led")[i])
    found = stats.ratio_interval(rows, n)
    return replace(found, needed=NEEDED // 2)


def _slope(tally: Tally, drawn: Floats) -> Estimate:
    """Least squares of the final margin on the margin at half time, both from its leader.

    Above 1 leads grow, below 1 they shrink. Games without a sole leader at half time count too:
    their margin is 0.
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
        return stats.NOTHING
    low, high = stats.bootstrap(rows, fitted, counts=drawn)
    return Estimate(value, float(low), float(high), tally.games, "bootstrap over games", NEEDED)


def _kinds(tally: Tally) -> tuple[KindUse, ...]:
    """Share of each kind among all decisions and among the winners' (a shared win in part)."""
    everyone, winners = tally.column("kind"), tally.column("kind_won")
    found = []
    for k, name in enumerate(tally.kinds):
        shares = [
            stats.ratio_interval(
                np.column_stack([group[:, k], group.sum(axis=1)]), tally.games, needed=NEEDED
            )
            for group in (everyone, winners)
        ]
        found.append(KindUse(name, *shares))
    return tuple(found)


def _pieces(tally: Tally, drawn: Floats) -> tuple[PieceUse, ...]:
    """Use and lift of each piece; q by Benjamini & Hochberg (1995) over all whose lift is said."""
    if not tally.pieces:
        return ()
    names = ("piece_used", "piece_won", "piece_games", "piece_times")
    totals = np.column_stack([tally.sums(name) for name in names]).tolist()
    lifts = _lifts(tally, drawn).tolist()
    found = [_piece(tally, c, *totals[c], *lifts[c]) for c in range(len(tally.pieces))]
    said = [i for i, p in enumerate(found) if not p.lift.withheld]
    q_values = stats.benjamini_hochberg([stats.p_of(found[i].lift) for i in said])
    for i, q in zip(said, q_values.tolist(), strict=True):
        found[i] = replace(found[i], q=q, notable=q <= FALSE_DISCOVERIES)
    return tuple(found)


def _lifts(tally: Tally, drawn: Floats) -> Floats:
    """(pieces, 3): the lift of each piece, its lower and its upper limit.

    P(win | used) − P(win | not used), both over seats of games. The limits are the bootstrap's over
    games, since the seats of a game depend on each other.
    """
    used, won = tally.column("piece_used"), tally.column("piece_won")
    many = len(tally.pieces)

    def lifts(s: Floats) -> Floats:
        u, w, g = s[:, :many], s[:, many : 2 * many], s[:, -1:]
        with np.errstate(divide="ignore", invalid="ignore"):
            value: Floats = w / u - (g - w) / (tally.seats * g - u)
        return value

    rows = np.hstack([used, won, tally.column("game")])
    if len(rows) > 1:
        low, high = stats.bootstrap(rows, lifts, counts=drawn)
    else:
        low = high = np.full(many, np.nan)
    return np.column_stack([lifts(rows.sum(axis=0)[None, :])[0], low, high])


def _piece(
    tally: Tally, c: int, u: float, w: float, games: float, times: float,
    lift: float, low: float, high: float,
) -> PieceUse:  # fmt: skip
    """One piece's use: u seats used it and won w of their games; in so many games, so many times.

    Newcombe's interval (1998) of its lift is kept beside the bootstrap's.
    """
    n = tally.games
    rest = tally.seats * n - u
    fewer = min(u, rest)
    needed = n if fewer >= NEEDED_USES else math.ceil(n * NEEDED_USES / max(fewer, 0.5))
    needed = max(needed, NEEDED)
    picked, rate = stats.NOTHING, stats.NOTHING
    if tally.has_offers:
        picked = _ratio(tally, "piece_used", "piece_offered", c, c)
        rate = _ratio(tally, "piece_times", "piece_chances", c, c)
    return PieceUse(
        id=tally.pieces[c],
        used=_rate(games, n),
        picked=picked,
        rate=rate,
        times=times / n,
        win_used=w / u if u else math.nan,
        win_unused=(n - w) / rest if rest else math.nan,
        lift=Estimate(lift, low, high, n, "bootstrap over games", needed),
        lift_newcombe=stats.newcombe(w, int(u), n - w, int(rest), needed=needed),
        q=1.0,
        n_used=int(u),
        notable=False,
    )


def supplies_of(tally: Tally, start: Sequence[SupplyStart]) -> tuple[SupplyUse, ...]:
    """Lowest level of each supply, how often it ran out, and what would have sufficed.

    What would have sufficed is the 95 % quantile of start − lowest over the worst seat of each
    game; when more than 5 % ran out nobody knows how much more they would have used.
    """
    found = []
    for u, name in enumerate(tally.supplies):
        worst = tally.supply_worst[u]
        lowest = Histogram()
        for seat in tally.supply_low[u]:
            lowest.merge(seat)
        begin = start[u].most if start else max(lowest.values)
        is_shared = start[u].is_shared if start else None
        if is_shared is None:
            is_shared = {v: c * tally.seats for v, c in worst.counts.items()} == lowest.counts
        at_five = worst.quantile(0.05)
        found.append(
            SupplyUse(
                name=name,
                start=begin,
                empty_games=_rate(float(tally.sums("empty_games")[u]), tally.games),
                empty_seats=_ratio_of_seats(tally, u),
                lowest=lowest,
                worst=worst,
                is_shared=is_shared,
                sufficing=begin - at_five if at_five > 0 else None,
            )
        )
    return tuple(found)


def spaces_of(spaces: Sequence[Space], uses: NDArray[np.int32]) -> tuple[SpaceUse, ...]:
    """How often each place is used: mean per game (t interval), share of games (Wilson).

    uses: (games, spaces). On a table without an edge, of which most is never used, only what is
    used is kept.
    """
    n = len(uses)
    found = [
        SpaceUse(
            space.layer,
            space.name,
            space.outline,
            stats.mean_interval(uses[:, i], needed=NEEDED_MAPPED),
            stats.wilson(int((uses[:, i] > 0).sum()), n, needed=NEEDED_MAPPED),
        )
        for i, space in enumerate(spaces)
    ]
    used = [s for s in found if s.used.value > 0]
    return tuple(used if 2 * len(used) < len(found) else found)


def _ratio_of_seats(tally: Tally, supply: int) -> Estimate:
    seats = tally.column("game")[:, 0] * tally.seats
    rows = np.column_stack([tally.column("empty")[:, supply], seats])
    return stats.ratio_interval(rows, tally.games, needed=NEEDED)


# ---------------------------------------------------------------- from estimated win chances


def drama(chances: Floats, winner: int) -> float:
    """Mean of √(max_p E_p − E_w) over the moments in which the winner was behind; 0 if never.

    chances: (moments, N). After Browne & Maire 2010; for N players Xexéo et al. 2016.
    """
    deficit = chances.max(axis=1) - chances[:, winner]
    behind = deficit > 0
    return float(np.sqrt(deficit[behind]).mean()) if behind.any() else 0.0


def decisiveness(chances: Floats, winner: int, at: Sequence[int], decisions: int) -> float:
    """The share of the game played after it was decided: (M − t*) / M.

    θ is the best chance any loser ever had, t* the first moment at which E_w exceeds it.
    at: (moments,) decisions made by each moment. After Browne & Maire 2010.
    """
    losers = np.delete(chances, winner, axis=1)
    threshold = losers.max() if losers.size else 0.0
    above = np.flatnonzero(chances[:, winner] > threshold)
    return (decisions - at[int(above[0])]) / decisions if len(above) else 0.0


def decision_time(chances: Floats, winner: int, at: Sequence[int], decisions: int) -> float:
    """The first moment from which E_w stays at 0.9 or more, as a share of the game."""
    unsure = np.flatnonzero(chances[:, winner] < DECIDED)
    if not len(unsure):
        return 0.0
    after = int(unsure[-1]) + 1
    return at[after] / decisions if after < len(at) else 1.0


def uncertainty(chances: Floats, at: Sequence[int], decisions: int) -> tuple[float, float]:
    """−Σ E_p log E_p / log N, its mean over the game and over the last third."""
    entropy = stats.normal_entropy(chances)
    late = np.array(at) >= 2 * decisions / 3
    return float(entropy.mean()), float(entropy[late].mean()) if late.any() else 0.0


def settled_by_seed(shares: Floats) -> Estimate:
    """The part of the variance of a seat's win that its seed explains (intraclass correlation).

    shares: (seeds, repeats, N), the win shares of games that repeat a seed's chance with other
    thinking. (MSB − MSW) / (MSB + (R − 1) MSW), one-way (Fisher 1925), seats pooled; the interval
    is the jackknife's over seeds. 0: the seed says nothing; 1: it says everything.
    """
    seeds, repeats, _ = shares.shape
    means = shares.mean(axis=1)
    grand = means.mean(axis=0)
    between = repeats * ((means - grand) ** 2).sum(axis=1)
    within = ((shares - means[:, None, :]) ** 2).sum(axis=(1, 2))

    def correlation(b: float, w: float, n: int) -> float:
        msb, msw = b / (n - 1), w / (n * (repeats - 1))
        bottom = msb + (repeats - 1) * msw
        return (msb - msw) / bottom if bottom > 0 else 0.0

    value = correlation(float(between.sum()), float(within.sum()), seeds)
    left_out = np.array(
        [
            correlation(
                float(between.sum() - between[i]), float(within.sum() - within[i]), seeds - 1
            )
            for i in range(seeds)
        ]
    )
    error = math.sqrt((seeds - 1) / seeds * float(((left_out - left_out.mean()) ** 2).sum()))
    half = stats.z_of() * error
    low, high = max(0.0, value - half), min(1.0, value + half)
    return Estimate(max(0.0, value), low, max(low, high), seeds * repeats, "jackknife over seeds")
