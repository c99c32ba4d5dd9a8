"""Sums over games in bounded memory.

Batches of games are added one by one to a `Tally`, which holds the sums. Games are pooled into
blocks. A block starts as one game. If there are more than `MOST_BLOCKS` blocks, neighbours are
added together, so that a million games take no more memory than a few thousand. Games are
independent, so blocks are also independent, and intervals by game resample blocks.
"""

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.model.measures import UNENDED, unended
from generator.model.teams import Sides, Teams
from generator.play.engine.batch import GameBatch, by_side, course_marks
from generator.play.engine.loop import CAP

Floats = NDArray[np.float64]

MOST_BLOCKS = 4096
MOST_VALUES = 5000  # greatest number of distinct values in a histogram
BILLION = 10**9
MOST_EXAMPLES = 5
BEHIND = tuple(2**k for k in range(8))  # numbers of points: 1 to 128
KEPT_FINALS = 4000  # number of games whose final scores are kept
WAITED = 400  # number of games, from the start of a run, in which waits between turns are counted
AROUND = 4  # number of marks that are followed on each side of the middle of the first games
LONGEST_MARK = 1 << 31
TENTHS = tuple(range(1, 10))
ENDS = ("win", "draw", "stall", "cap")


@dataclass(slots=True)
class Histogram:
    """The number of times that each value occurred, to a billionth, and the exact sum.

    More than `MOST_VALUES` distinct values are counted in steps of 1, 2, 10, 20, 100 … billionths,
    under the value at which a step starts. Each step is a multiple of earlier steps, so the result
    depends on the values alone, not on their order.
    """

    cells: dict[int, int] = field(default_factory=dict)  # start of each step → count
    step: int = 1
    total: int = 0

    @classmethod
    def of(cls, counts: Mapping[float, int]) -> "Histogram":
        """Return a histogram of values that are already counted."""
        histogram = cls()
        for value, count in counts.items():
            histogram._count(_billionths(value), count)
        return histogram

    def add(self, values: NDArray[np.float64] | NDArray[np.int64] | NDArray[np.int32]) -> None:
        """Count the finite values in an array of any shape."""
        distinct, counts = np.unique(np.asarray(values).ravel(), return_counts=True)
        for value, count in zip(distinct.tolist(), counts.tolist(), strict=True):
            self._count(_billionths(value), count)
        while len(self.cells) > MOST_VALUES:
            self._coarsen()

    def merge(self, other: "Histogram") -> None:
        """Add the counts of another histogram."""
        total = self.total + other.total
        while self.step < other.step:
            self._coarsen()
        for cell, count in other.cells.items():
            self._count(cell, count)
        self.total = total
        while len(self.cells) > MOST_VALUES:
            self._coarsen()

    def _count(self, value: int, count: int) -> None:
        cell = value // self.step * self.step
        self.cells[cell] = self.cells.get(cell, 0) + count
        self.total += value * count

    def _coarsen(self) -> None:
        self.step *= 2 if str(self.step).startswith("1") else 5
        old, total = self.cells, self.total
        self.cells = {}
        for cell, count in old.items():
            self._count(cell, count)
        self.total = total

    @property
    def n(self) -> int:
        """The number of values counted."""
        return sum(self.cells.values())

    @property
    def grain(self) -> float:
        """The unit of which values are multiples, which is 1, a part of 1, or the counting step."""
        return _value(self._grain)

    @property
    def _grain(self) -> int:
        return max(self.step, math.gcd(BILLION, *self.cells))

    @property
    def counts(self) -> dict[float, int]:
        """The number of times that each of `values` occurred."""
        return {_value(cell): self.cells[cell] for cell in sorted(self.cells)}

    @property
    def values(self) -> list[float]:
        """The distinct values, ascending; whole values are integers."""
        return list(self.counts)

    @property
    def frequencies(self) -> list[int]:
        """The number of times that each of `values` occurred, in their order."""
        return list(self.counts.values())

    def below(self, x: float) -> int:
        """Return the number of values less than x; a step that contains x counts in proportion."""
        end, step = _billionths(x), self.step
        before = (count * min(1.0, (end - cell) / step) for cell, count in self.cells.items())
        return round(sum(max(0.0, part) for part in before))

    def share(self, low: float, high: float) -> float:
        """Return the share of values from low to high, both inclusive."""
        inside = sum(c for v, c in self.counts.items() if low <= v <= high)
        return inside / self.n if self.n else 0.0

    def quantile(self, q: float) -> float:
        """Return the smallest value at or below which a share q lies."""
        cumulated = np.cumsum(self.frequencies)
        return self.values[int(np.searchsorted(cumulated, q * cumulated[-1] - 1e-9))]

    @property
    def mean(self) -> float:
        """Return the mean of the counted values."""
        return self.total / (self.n * BILLION) if self.n else float("nan")

    def binned(self, most: int) -> tuple[float, list[tuple[float, int]]]:
        """Return at most `most` + 1 equal bins, as their width, and the start and count of each
        bin. The width is the grain or a round number, which is 1, 2, 2.5 or 5 times a power of ten.
        """
        grain, first, last = self._grain, min(self.cells), max(self.cells)
        rounds = (n * 10**k // 10 for k in itertools.count() for n in (10, 20, 25, 50))
        fits = (w for w in itertools.chain([grain], rounds) if w % grain == 0)
        width = next(w for w in fits if last - first + grain <= most * w)
        bins = dict.fromkeys(range(first // width * width, last + 1, width), 0)
        for cell, count in self.cells.items():
            bins[cell // width * width] += count
        return _value(width), [(_value(start), count) for start, count in bins.items()]


def _billionths(value: float) -> int:
    whole = round(value)
    return whole * BILLION if value == whole else round(value * BILLION)


def _value(billionths: int) -> float:
    whole, rest = divmod(billionths, BILLION)
    return billionths / BILLION if rest else whole


@dataclass(slots=True)
class Blocks:
    """Rows of sums, one per block of consecutive games, and at most `MOST_BLOCKS` rows.

    A block's content depends on the games alone, not on their division into batches.
    """

    rows: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    size: int = 1  # games in each block except the last
    in_last: int = 0

    def add(self, rows: Floats) -> None:
        """Add one row per game."""
        if self.rows.shape[1] == 0:
            self.rows = np.zeros((0, rows.shape[1]))
        start = 0
        if len(self.rows) and self.in_last < self.size:
            start = min(self.size - self.in_last, len(rows))
            self.rows[-1] += rows[:start].sum(axis=0)
            self.in_last += start
        rest = rows[start:]
        if len(rest):
            heads = np.arange(0, len(rest), self.size)
            self.rows = np.vstack([self.rows, np.add.reduceat(rest, heads, axis=0)])
            self.in_last = len(rest) - int(heads[-1])
        while len(self.rows) > MOST_BLOCKS:
            n_blocks = len(self.rows)
            self.in_last += self.size if n_blocks % 2 == 0 else 0
            self.rows = np.add.reduceat(self.rows, np.arange(0, n_blocks, 2), axis=0)
            self.size *= 2


@dataclass(slots=True)
class Tally:
    """All sums that the metrics need of a run of any length; wins, leads and scores are by side.

    `blocks` has the columns named by `columns`. Examples are numbers of games, to be replayed with
    the seed.
    """

    seed: int
    seats: int
    agents: tuple[str, ...]
    kinds: tuple[str, ...]
    pieces: tuple[str, ...]
    supplies: tuple[str, ...]
    turns_target: tuple[int, int] | None
    measures: tuple[str, ...] = ()  # the pack's own measures
    effects: tuple[str, ...] = ()  # pieces exchanged in replayed games
    is_contest: bool = True  # whether players compete
    teams: Teams = ()  # the seats that win together; empty if every seat plays for itself
    outcomes: tuple[str, ...] = ()  # names of ends without winners
    columns: dict[str, slice] = field(default_factory=dict)
    games: int = 0
    blocks: Blocks = field(default_factory=Blocks)
    has_offers: bool = False
    decisions: Histogram = field(default_factory=Histogram)
    turns: Histogram = field(default_factory=Histogram)
    rounds: Histogram = field(default_factory=Histogram)  # only if rules count rounds
    margins: Histogram = field(default_factory=Histogram)
    score_by_rank: list[Histogram] = field(default_factory=list)
    waits: Histogram = field(default_factory=Histogram)  # decisions between two turns
    own: list[Histogram] = field(default_factory=list)  # one for each of `measures`
    supply_low: list[list[Histogram]] = field(default_factory=list)  # [supply][seat]
    supply_worst: list[Histogram] = field(default_factory=list)  # the lowest of all seats
    reasons: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)  # by a key of `ENDS` or "over"
    examples: dict[str, list[int]] = field(default_factory=dict)
    # final scores of the first games
    finals: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    moments: tuple[int, ...] = ()  # indices in `course_marks`, around half of a game

    @classmethod
    def of(
        cls,
        batch: GameBatch,
        turns_target: tuple[int, int] | None = None,
        effects: Sequence[str] = (),
    ) -> "Tally":
        """Return an empty tally for batches like this one."""
        tally = cls(
            seed=batch.seed,
            seats=batch.seats,
            agents=tuple(dict.fromkeys(batch.agents)),
            kinds=batch.kinds,
            pieces=batch.pieces,
            supplies=batch.supplies,
            turns_target=turns_target,
            measures=batch.measures,
            effects=tuple(effects),
            is_contest=batch.is_contest,
            outcomes=() if batch.is_contest else batch.ends,
            teams=batch.teams,
        )
        tally.own = [Histogram() for _ in tally.measures]
        tally.score_by_rank = [Histogram() for _ in range(tally.sides.n)]
        tally.supply_low = [[Histogram() for _ in range(tally.seats)] for _ in tally.supplies]
        tally.supply_worst = [Histogram() for _ in tally.supplies]
        return tally

    def add(self, batch: GameBatch, exchanged: Floats | None = None) -> None:
        """Count a batch of games collected with at least `basic`; batches must come in order.

        `exchanged` is (n, 2 × effects), with each piece's effect on its taker's chances, and
        whether the piece was taken.
        """
        same = (batch.seed, batch.seats, batch.pieces) == (self.seed, self.seats, self.pieces)
        if not same:
            raise ValueError("a batch of another run cannot be added to this tally")
        if not len(batch):
            return
        if not self.games:
            self.moments = _about_half(batch)
        self.has_offers = len(batch.piece_offered) > 0
        sides = by_side(batch)
        ended = ends_of(sides)
        rows, self.columns = _rows(self, sides, ended, exchanged, _supplies(batch))
        self.blocks.add(rows)
        if self.games < WAITED and self.seats > 1 and len(batch.movers):
            ends = batch.move_starts[: WAITED - self.games + 1]
            pauses = [_waits(batch.movers[a:b]) for a, b in pairwise(ends)]
            self.waits.add(np.concatenate(pauses))
        if self.games < KEPT_FINALS:
            more = sides.scores[: KEPT_FINALS - self.games]
            self.finals = np.vstack([self.finals, more]) if self.games else more.copy()
        self.games += len(batch)
        self._count(sides, ended)
        for u in range(len(self.supplies)):
            for s in range(self.seats):
                self.supply_low[u][s].add(batch.supply_low[:, s, u])
            self.supply_worst[u].add(batch.supply_low[:, :, u].min(axis=1))

    @property
    def sides(self) -> Sides:
        """The sides that play against each other: teams or single seats."""
        return Sides(self.seats, self.teams)

    def lengths(self, unit: str) -> Histogram:
        """Return the lengths of games, in "turns" or "rounds"."""
        lengths: Histogram = getattr(self, unit)
        return lengths

    @property
    def rows(self) -> Floats:
        """Return all sums, (blocks, columns)."""
        return self.blocks.rows

    def sums(self, name: str) -> Floats:
        """Return the totals of a column group over all games, (width,)."""
        total: Floats = self.rows[:, self.columns[name]].sum(axis=0)
        return total

    def column(self, name: str) -> Floats:
        """Return the sums of a column group, (blocks, width)."""
        return self.rows[:, self.columns[name]]

    def _count(self, batch: GameBatch, ends: NDArray[np.int64]) -> None:
        self.decisions.add(batch.decisions)
        self.turns.add(batch.turns)
        self.rounds.add(batch.rounds)
        for histogram, values in zip(self.own, batch.measured.T, strict=True):
            histogram.add(values)
        ordered = np.sort(batch.scores, axis=1)[:, ::-1]
        for rank in range(batch.seats):
            self.score_by_rank[rank].add(ordered[:, rank])
        if batch.seats > 1:
            self.margins.add(ordered[:, 0] - ordered[:, 1])
        for reason, count in Counter(batch.reasons).items():  # reasons are in order of appearance
            self.reasons[reason] = self.reasons.get(reason, 0) + count
        which, firsts, counts = np.unique(ends, return_index=True, return_counts=True)
        for k in np.argsort(firsts):
            end = (*ENDS, "over")[which[k]]
            self.ends[end] = self.ends.get(end, 0) + int(counts[k])
        self._show(batch, ends)
        for i in np.flatnonzero(batch.choices == 0)[:MOST_EXAMPLES].tolist():
            self._example("no choice", int(batch.index[i]))

    def _show(self, batch: GameBatch, ends: NDArray[np.int64]) -> None:
        """Keep the first games of each unusual end, and the first ties, as examples."""
        kinds = [(ends == ENDS.index(end), end) for end in ENDS if end != "win"]
        if self.is_contest:
            kinds.append((batch.winners.sum(axis=1) > 1, "tie"))
        first = [(i, kind) for games, kind in kinds for i in np.flatnonzero(games)[:MOST_EXAMPLES]]
        for i, kind in sorted(first, key=lambda example: example[0]):
            self._example(kind, int(batch.index[i]))

    def _example(self, what: str, index: int) -> None:
        kept = self.examples.setdefault(what, [])
        if len(kept) < MOST_EXAMPLES:
            kept.append(index)


def shares_of(batch: GameBatch) -> Floats:
    """Return each side's share of the win, (games, sides); tied sides get equal parts.

    All shares are zero if players do not compete.
    """
    batch = by_side(batch)
    winners = batch.winners.astype(np.float64)
    shares: Floats = winners / np.maximum(1, winners.sum(axis=1, keepdims=True))
    return shares


def ends_of(batch: GameBatch) -> NDArray[np.int64]:
    """Return the index in `ENDS` of each game's end, (games,), or `len(ENDS)` for "over".

    The ends are Browne's win, draw and stall, and the engine's own "cap". A draw is a game in which
    every seat shares first place. If players do not compete, a finished game is "over".
    """
    tied = batch.winners.sum(axis=1)
    usual = np.where(tied == batch.seats, ENDS.index("draw"), ENDS.index("win"))
    if not batch.is_contest:
        usual[:] = len(ENDS)
    cuts = {reason: unended(reason) for reason in dict.fromkeys(batch.reasons)}
    places = {reason: ENDS.index(cut) if cut else -1 for reason, cut in cuts.items()}
    cut = np.fromiter(map(places.__getitem__, batch.reasons), np.int64, len(batch))
    cut[batch.end == CAP] = ENDS.index("cap")
    return np.where(cut >= 0, cut, usual)


def _rows(
    tally: Tally,
    batch: GameBatch,
    ends: NDArray[np.int64],
    exchanged: Floats | None,
    supplies: list[tuple[str, Floats]],
) -> tuple[Floats, dict[str, slice]]:
    """Return a row per game with all values that are later divided, and the columns of each group.

    `batch` is by side, `ends` is the result of `ends_of`, and `supplies` are the columns of
    supplies, by seat.
    """
    n = len(batch)
    winners, share = batch.winners.astype(np.float64), shares_of(batch)
    groups: list[tuple[str, Floats]] = [
        ("game", np.ones((n, 1))),
        ("share", share),
        ("sole", winners * (winners.sum(axis=1, keepdims=True) == 1)),
        ("decided", winners * (winners.sum(axis=1, keepdims=True) < batch.seats)),
        ("tied", (winners.sum(axis=1, keepdims=True) > 1).astype(np.float64)),
        ("score", batch.scores),
        ("mean_score", batch.scores.mean(axis=1, keepdims=True)),
        ("margin", _margins(batch)),
        *((each.top, _tall(ends == ENDS.index(each.top))) for each in UNENDED),
        *_outcomes(tally, batch),
        ("decisions", _tall(batch.decisions)),
        ("turns", _tall(batch.turns)),
        ("rounds", batch.rounds.astype(np.float64).reshape(n, -1)),
        ("branching", _tall(batch.branching)),
        ("choices", _tall(batch.choices)),
        ("lead_changes", _tall(batch.lead_changes)),
        ("steps", _tall(np.maximum(batch.decisions - 1, 0))),
        ("on_target", _on_target(batch.turns, tally.turns_target)),
        *_agents(tally, batch, share),
        *_lead(batch, share),
        *_courses(batch, tally.moments),
        *_behind(batch, share),
        *_kinds(batch, share),
        *_pieces(batch, share),
        *supplies,
        ("measure", batch.measured),
        *_effects(tally, exchanged),
    ]
    columns, start = {}, 0
    for name, block in groups:
        columns[name] = slice(start, start + block.shape[1])
        start += block.shape[1]
    return np.hstack([block for _, block in groups]), columns


def _margins(batch: GameBatch) -> Floats:
    if batch.seats < 2:
        return np.zeros((len(batch), 1))
    ordered = np.sort(batch.scores, axis=1)
    margins: Floats = (ordered[:, -1] - ordered[:, -2])[:, None]
    return margins


def _outcomes(tally: Tally, batch: GameBatch) -> list[tuple[str, Floats]]:
    """Return the end and the score of each game, if players do not compete."""
    if not tally.outcomes:
        return []
    reasons = np.array(batch.reasons)
    ended = np.stack([reasons == name for name in tally.outcomes], axis=1).astype(np.float64)
    return [("outcome", ended), ("outcome_score", ended * batch.scores.mean(axis=1)[:, None])]


def _tall(values: NDArray[np.int32] | NDArray[np.int64] | NDArray[np.bool_]) -> Floats:
    return values.astype(np.float64)[:, None]


def _on_target(turns: NDArray[np.int32], target: tuple[int, int] | None) -> Floats:
    if target is None:
        return np.zeros((len(turns), 1))
    return ((turns >= target[0]) & (turns <= target[1])).astype(np.float64)[:, None]


def _agents(tally: Tally, batch: GameBatch, share: Floats) -> list[tuple[str, Floats]]:
    """Return the seats and shares of the win of each agent; equal specs count as one agent."""
    which = np.array([tally.agents.index(spec) for spec in batch.agents])[batch.agent_of]
    held = np.stack([(which == a).sum(axis=1) for a in range(len(tally.agents))], axis=1)
    won = np.stack([(share * (which == a)).sum(axis=1) for a in range(len(tally.agents))], axis=1)
    return [("held", held.astype(np.float64)), ("won", won)]


def _lead(batch: GameBatch, share: Floats) -> list[tuple[str, Floats]]:
    """Return sole leaders, their shares of the win per tenth, margins at half and at the end."""
    at = batch.tenths
    ahead = at == _across(np.maximum, at)[..., None]
    sole = _across(np.add, ahead.astype(np.int8)) == 1
    won = _across(np.add, ahead * share[:, None, :]) * sole
    tenths = list(TENTHS)
    n, seats = batch.scores.shape
    if seats > 1:
        leader = at[:, 5].argmax(axis=1)
        games = np.arange(n)
        x = at[games, 5, leader] - _best_other(at[:, 5], leader)
        y = batch.scores[games, leader] - _best_other(batch.scores, leader)
    else:
        x = y = np.zeros(n)
    slope = np.stack([x, y, x * x, x * y], axis=1)
    return [
        ("led", sole[:, tenths].astype(np.float64)),
        ("led_won", won[:, tenths]),
        ("slope", slope),
    ]


def _about_half(batch: GameBatch) -> tuple[int, ...]:
    """Return the marks around half the median length of the first batch."""
    marks = np.array(course_marks(LONGEST_MARK)[: batch.courses.shape[1]])
    if batch.seats < 2 or not len(marks):
        return ()
    half = max(1.0, float(np.median(batch.decisions)) / 2)
    near = int(np.abs(np.log(marks / half)).argmin())
    return tuple(range(max(0, near - AROUND), min(len(marks), near + AROUND + 1)))


def _courses(batch: GameBatch, moments: tuple[int, ...]) -> list[tuple[str, Floats]]:
    """Return, per moment, the games in progress, later gains and leads by seat, and the leader's
    excess. The columns of `course …` are 1, Σ|gain| / N, then N gains, then N sole leads, then the
    leader's later gain minus the mean gain of the others.
    """
    if not moments:
        return []
    at = batch.courses[:, list(moments)]  # (games, moments, seats)
    is_on: NDArray[np.bool_] = _across(np.logical_and, np.isfinite(at))[..., None]
    gain = np.where(is_on, batch.scores[:, None, :] - at, 0.0)
    best = np.equal(at, _across(np.maximum, at)[..., None])
    n_best = _across(np.add, best.astype(np.int8))[..., None]
    leads = (best & is_on & (n_best == 1)).astype(np.float64)
    others = (_across(np.add, gain)[..., None] - gain) / (batch.seats - 1)
    more = _across(np.add, leads * (gain - others))[..., None]
    sizes = _across(np.add, np.abs(gain))[..., None] / batch.seats
    columns = np.concatenate([is_on, sizes, gain, leads, more], axis=2)
    return [(f"course {k}", columns[:, i]) for i, k in enumerate(moments)]


def _behind(batch: GameBatch, share: Floats) -> list[tuple[str, Floats]]:
    """Return, per tenth and deficit in points, the seats with this deficit, and their wins."""
    n = len(batch)
    at = batch.tenths[:, list(TENTHS)]
    deficit = _across(np.maximum, at)[..., None] - at
    many, won = np.zeros((2, n, len(TENTHS), len(BEHIND)))
    n_met = int(np.searchsorted(BEHIND, deficit.max(initial=0), side="right"))
    for seat in range(batch.seats):
        far = deficit[:, :, seat, None] >= np.array(BEHIND[:n_met])
        many[..., :n_met] += far
        won[..., :n_met] += far * share[:, seat, None, None]
    return [("behind", many.reshape(n, -1)), ("behind_won", won.reshape(n, -1))]


def _across(join: np.ufunc, values: NDArray[Any]) -> NDArray[Any]:
    """Reduce values along the last axis; a loop over the few seats is faster."""
    return reduce(join, (values[..., seat] for seat in range(values.shape[-1])))


def _waits(movers: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return the number of decisions of other seats between two turns of a seat, for every wait."""
    waits = []
    for seat in np.unique(movers):
        own = np.flatnonzero(movers == seat)
        pauses = np.diff(own) - 1
        waits.append(pauses[pauses > 0])
    return np.concatenate(waits) if waits else np.zeros(0, np.int64)


def _best_other(scores: Floats, seat: NDArray[np.int64]) -> Floats:
    rest = scores.copy()
    rest[np.arange(len(rest)), seat] = -np.inf
    best: Floats = rest.max(axis=1)
    return best


def _kinds(batch: GameBatch, share: Floats) -> list[tuple[str, Floats]]:
    counts = batch.kind_counts.astype(np.float64)
    return [("kind", counts.sum(axis=1)), ("kind_won", (counts * share[:, :, None]).sum(axis=1))]


def _pieces(batch: GameBatch, share: Floats) -> list[tuple[str, Floats]]:
    """Return, per piece, the seats of a game that used it or not, and their shares of the win."""
    used = (batch.piece_used > 0).astype(np.float64)
    groups = [
        ("piece_used", used.sum(axis=1)),
        ("piece_won", (used * share[:, :, None]).sum(axis=1)),
        ("piece_games", used.max(axis=1, initial=0.0)),
        ("piece_times", batch.piece_used.sum(axis=1).astype(np.float64)),
    ]
    if len(batch.piece_offered):
        offered = ((batch.piece_offered > 0) | (batch.piece_used > 0)).astype(np.float64)
        groups += [
            ("piece_offered", offered.sum(axis=1)),
            ("piece_chances", batch.piece_offered.sum(axis=1).astype(np.float64)),
        ]
    return groups


def _effects(tally: Tally, exchanged: Floats | None) -> list[tuple[str, Floats]]:
    """Return, per exchanged piece, its effect on its taker's share of the win, and the takers."""
    k = len(tally.effects)
    if not k:
        return []
    assert exchanged is not None and exchanged.shape[1] == 2 * k, "effects need games played again"
    return [("effect", exchanged[:, :k]), ("taken", exchanged[:, k:])]


def _supplies(batch: GameBatch) -> list[tuple[str, Floats]]:
    empty = batch.supply_low <= 0
    return [
        ("empty", empty.sum(axis=1).astype(np.float64)),
        ("empty_games", empty.any(axis=1).astype(np.float64)),
    ]
