"""Sums over games in bounded memory: batches of games go in one by one, a `Tally` holds the rest.

Games are pooled into blocks. A block starts as one game; when there are more than `MOST_BLOCKS`
neighbours are added together, so a million games take no more memory than a few thousand. Games
are independent, so blocks are, and blocks are what intervals by game resample.
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
MOST_VALUES = 5000  # that a histogram tells apart
BILLION = 10**9
MOST_EXAMPLES = 5
BEHIND = tuple(2**k for k in range(8))  # points: 1 to 128
KEPT_FINALS = 4000  # games whose final scores are kept
WAITED = 400  # first games of a run in which pauses between turns are counted
AROUND = 4  # marks on either side of half the first games' length that are followed
LONGEST_MARK = 1 << 31
TENTHS = tuple(range(1, 10))
ENDS = ("win", "draw", "stall", "cap")


@dataclass(slots=True)
class Histogram:
    """How often each value was seen, to a billionth, and their exact sum.

    More than `MOST_VALUES` different ones are counted in steps of 1, 2, 10, 20, 100 … billionths,
    under the value where a step begins. Each of these is a multiple of those before, so what is
    held depends on the values alone, not on how they came in.
    """

    cells: dict[int, int] = field(default_factory=dict)  # where each begins, and how many
    step: int = 1
    total: int = 0

    @classmethod
    def of(cls, counts: Mapping[float, int]) -> "Histogram":
        """Values already counted."""
        histogram = cls()
        for value, count in counts.items():
            histogram._count(_billionths(value), count)
        return histogram

    def add(self, values: NDArray[np.float64] | NDArray[np.int64] | NDArray[np.int32]) -> None:
        """Count finite values of any shape."""
        distinct, counts = np.unique(np.asarray(values).ravel(), return_counts=True)
        for value, count in zip(distinct.tolist(), counts.tolist(), strict=True):
            self._count(_billionths(value), count)
        while len(self.cells) > MOST_VALUES:
            self._coarsen()

    def merge(self, other: "Histogram") -> None:
        """Add what another histogram counted."""
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
        """How many values were counted."""
        return sum(self.cells.values())

    @property
    def grain(self) -> float:
        """What values are multiples of: 1 or a part of it, or the steps they are counted in."""
        return _value(self._grain)

    @property
    def _grain(self) -> int:
        return max(self.step, math.gcd(BILLION, *self.cells))

    @property
    def counts(self) -> dict[float, int]:
        """How often each of `values` was seen."""
        return {_value(cell): self.cells[cell] for cell in sorted(self.cells)}

    @property
    def values(self) -> list[float]:
        """The values seen, ascending; whole ones are integers."""
        return list(self.counts)

    @property
    def frequencies(self) -> list[int]:
        """How often each of `values` was seen."""
        return list(self.counts.values())

    def below(self, x: float) -> int:
        """How many values are less than x; of a step that holds x, in proportion."""
        end, step = _billionths(x), self.step
        before = (count * min(1.0, (end - cell) / step) for cell, count in self.cells.items())
        return round(sum(max(0.0, part) for part in before))

    def share(self, low: float, high: float) -> float:
        """The share of values from low to high, both included."""
        inside = sum(c for v, c in self.counts.items() if low <= v <= high)
        return inside / self.n if self.n else 0.0

    def quantile(self, q: float) -> float:
        """The smallest value at or below which a share q lies."""
        cumulated = np.cumsum(self.frequencies)
        return self.values[int(np.searchsorted(cumulated, q * cumulated[-1] - 1e-9))]

    @property
    def mean(self) -> float:
        """The mean of the counted values."""
        return self.total / (self.n * BILLION) if self.n else float("nan")

    def binned(self, most: int) -> tuple[float, list[tuple[float, int]]]:
        """At most so many equal bins and one: their width, each one's start and count.

        Wide as the grain, or else a round number: 1, 2, 2.5 or 5 of a power of ten.
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
    """Lines of sums, one per block of consecutive games; never more than `MOST_BLOCKS`.

    What a block holds depends on the games alone, not on how they came in.
    """

    rows: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    size: int = 1  # games in each block but the last
    in_last: int = 0

    def add(self, rows: Floats) -> None:
        """Add one line per game."""
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
    """Everything the metrics need of a run, however long it was; who wins, leads or scores by side.

    `blocks` has the columns named by `columns`. Examples name games by number, to be replayed with
    the seed.
    """

    seed: int
    seats: int
    agents: tuple[str, ...]
    kinds: tuple[str, ...]
    pieces: tuple[str, ...]
    supplies: tuple[str, ...]
    turns_target: tuple[int, int] | None
    measures: tuple[str, ...] = ()  # the pack's own figures
    effects: tuple[str, ...] = ()  # pieces whose games were played again with them exchanged
    is_contest: bool = True  # players compete
    teams: Teams = ()  # the seats that win together; none where all play for themselves
    outcomes: tuple[str, ...] = ()  # how a game without winners may end, as the rules name it
    columns: dict[str, slice] = field(default_factory=dict)
    games: int = 0
    blocks: Blocks = field(default_factory=Blocks)
    has_offers: bool = False
    decisions: Histogram = field(default_factory=Histogram)
    turns: Histogram = field(default_factory=Histogram)
    rounds: Histogram = field(default_factory=Histogram)  # where the rules count them
    margins: Histogram = field(default_factory=Histogram)
    score_by_rank: list[Histogram] = field(default_factory=list)
    waits: Histogram = field(default_factory=Histogram)  # decisions of others between one's turns
    own: list[Histogram] = field(default_factory=list)  # of each of `measures`
    supply_low: list[list[Histogram]] = field(default_factory=list)  # [supply][seat]
    supply_worst: list[Histogram] = field(default_factory=list)  # lowest of the seats, per game
    reasons: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)  # of `ENDS`, or over
    examples: dict[str, list[int]] = field(default_factory=dict)
    finals: Floats = field(default_factory=lambda: np.zeros((0, 0)))  # scores, of the first games
    moments: tuple[int, ...] = ()  # places in `course_marks` about half of the first games' length

    @classmethod
    def of(
        cls,
        batch: GameBatch,
        turns_target: tuple[int, int] | None = None,
        effects: Sequence[str] = (),
    ) -> "Tally":
        """An empty tally for batches like this one."""
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
        """Count a batch of games collected with at least `basic`; order matters to the blocks.

        exchanged: (n, 2 × effects), what each piece made of its taker's chances; whether it was
        taken.
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
        """Who plays against whom: teams, or single seats."""
        return Sides(self.seats, self.teams)

    def lengths(self, unit: str) -> Histogram:
        """How long games are, in "turns" or "rounds"."""
        lengths: Histogram = getattr(self, unit)
        return lengths

    @property
    def rows(self) -> Floats:
        """(blocks, columns) of all sums."""
        return self.blocks.rows

    def sums(self, name: str) -> Floats:
        """The total of a column group over all games."""
        total: Floats = self.rows[:, self.columns[name]].sum(axis=0)
        return total

    def column(self, name: str) -> Floats:
        """(blocks, width) of a column group."""
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
        for reason, count in Counter(batch.reasons).items():  # in the order in which they came
            self.reasons[reason] = self.reasons.get(reason, 0) + count
        which, firsts, counts = np.unique(ends, return_index=True, return_counts=True)
        for k in np.argsort(firsts):
            end = (*ENDS, "over")[which[k]]
            self.ends[end] = self.ends.get(end, 0) + int(counts[k])
        self._show(batch, ends)
        for i in np.flatnonzero(batch.choices == 0)[:MOST_EXAMPLES].tolist():
            self._example("no choice", int(batch.index[i]))

    def _show(self, batch: GameBatch, ends: NDArray[np.int64]) -> None:
        """Keep the first games of each end that is not the usual one, and of ties."""
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
    """(games, sides): each side's share of the win, a shared first place in equal parts.

    Nothing where nobody competes.
    """
    batch = by_side(batch)
    winners = batch.winners.astype(np.float64)
    shares: Floats = winners / np.maximum(1, winners.sum(axis=1, keepdims=True))
    return shares


def ends_of(batch: GameBatch) -> NDArray[np.int64]:
    """(games,) which of `ENDS` each game had, or `len(ENDS)`: over.

    They are Browne's win, draw and stall, and the engine's own end. A draw is a game in which every
    seat shares first place. Where nobody competes a game that ended is over.
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
    """One line per game of everything that is later divided, and where each group stands.

    batch: by side; ends: as `ends_of` has them; supplies: their columns, which are by seat.
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
    """Where nobody competes: which end of the rules it was, and the score with it."""
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
    """Seats held and wins shared by each agent; agents of the same spec are one."""
    which = np.array([tally.agents.index(spec) for spec in batch.agents])[batch.agent_of]
    held = np.stack([(which == a).sum(axis=1) for a in range(len(tally.agents))], axis=1)
    won = np.stack([(share * (which == a)).sum(axis=1) for a in range(len(tally.agents))], axis=1)
    return [("held", held.astype(np.float64)), ("won", won)]


def _lead(batch: GameBatch, share: Floats) -> list[tuple[str, Floats]]:
    """Per tenth: whether there was a sole leader, and what he won; the margin at half and end."""
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
    """The marks around half the median length of a first batch; later games may be longer."""
    marks = np.array(course_marks(LONGEST_MARK)[: batch.courses.shape[1]])
    if batch.seats < 2 or not len(marks):
        return ()
    half = max(1.0, float(np.median(batch.decisions)) / 2)
    near = int(np.abs(np.log(marks / half)).argmin())
    return tuple(range(max(0, near - AROUND), min(len(marks), near + AROUND + 1)))


def _courses(batch: GameBatch, moments: tuple[int, ...]) -> list[tuple[str, Floats]]:
    """Per moment: games still on, later gains by seat, leads by seat, what leaders gained more.

    Of `course …` the columns are: 1, Σ|gain| / N, then N gains, then N sole leads, then the
    leader's later gain less the others' mean.
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
    """Per tenth and number of points: seats at least so far behind the leader, what they won."""
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
    """Values joined along their last axis: the few seats one after the other, which is faster."""
    return reduce(join, (values[..., seat] for seat in range(values.shape[-1])))


def _waits(movers: NDArray[np.int8]) -> NDArray[np.int64]:
    """How many decisions others make between two turns of a seat, for every such pause."""
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
    """Per piece, summed over the seats of a game: a seat used it or did not, and what it won."""
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
    """Per piece that was exchanged: by how much its taker's share is larger with it, and takers."""
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
