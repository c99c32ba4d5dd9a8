"""Decides which pieces matter, by their use and their association with winning or losing
(correlation).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from generator.play.measures.metrics import Metrics
from generator.play.measures.piece_use import NEEDED_USES, PieceUse, middle_lift, usual_lift
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Results
from generator.play.readings.ends import second_of
from generator.play.readings.reading import (
    FALSE_ALARM,
    Level,
    Opinion,
    Reading,
    backing_of,
    is_disputed,
)
from generator.play.statistics.inference import LEVEL, Estimate, newcombe, p_of
from generator.play.statistics.multiple_testing import sidak
from generator.play.statistics.sample_sizes import two_digits

PASSED_OVER = 0.1  # share of opportunities below which a piece is passed over
MOST_PIECES = 5  # greatest number of pieces named
MOST_PASSED_OVER = 2  # greatest number of passed-over pieces named
# greatest weight of a piece, like the weight of a seat and below the weight of a missed goal
MOST_WEIGHT = 97.0
NEARLY_ALL = 0.9  # share of the pieces with few users that more games should settle
IN_REACH = 20  # greatest multiple of the played games to suggest
LUCKLESS = 1.645  # standard deviations below which one run in twenty has fewer users
FEWEST_USERS = 10  # number of users from which a piece may stand out before it has a lift
NOT_ALL = 0.995  # share of picks below which a piece is worth mentioning
BY_ALL = 0.9  # share of seats from which everyone uses a piece
EVEN_USE = 100  # number of games needed to report how evenly pieces are used
Losers = Literal["", "its users", "users of the check"]
Cause = Literal["unknown", "sure", "none", "open", "asked"]  # asked: tested in too few games


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualLiftReading(Reading):
    """Users of any piece win more often, or less often, which says nothing about a single piece."""

    usual: float
    pieces: tuple[str, ...]
    n_strong: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftReading(Reading):
    """A piece whose users win more or less often than users of a typical piece."""

    use: PieceUse
    usual: float  # the lift of a typical piece; 0 if there is none
    beyond: Estimate  # the lift minus the usual lift
    # whether there are several kinds of player, of which stronger players may pick the piece
    # more often
    is_mixed: bool
    # whether the second kind of player shows the same effect, but clearly a smaller one
    shows_less: bool
    cause: Cause  # the result of exchanging the piece for other pieces
    effect: Estimate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FewUsersReading(Reading):
    """Pieces with too few users for a lift; one of them may already stand out."""

    few: tuple[PieceUse, ...]
    n: int  # number of all pieces
    standing_out: PieceUse | None
    games_needed: int  # number of games needed; 0: out of reach
    n_settled: int  # number of pieces that this number of games would settle


@dataclass(frozen=True, slots=True, kw_only=True)
class EveryoneReading(Reading):
    """Pieces that nearly every seat uses, so that there is no comparison and no lift."""

    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyStrongReading(Reading):
    """More pieces are associated with winning or losing than are named one by one."""

    n_strong: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOverReading(Reading):
    """A piece that hardly anybody takes; this is no alarm if its takers win less often."""

    use: PieceUse
    losers: Losers
    lift: Estimate | None  # the lift of takers who win less often
    other_agents: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UseReading(Reading):
    """The share of pieces that are used, and the evenness of their use."""

    n_used: float
    n: int
    effective: float
    is_forced: bool  # whether every player who can use a piece uses it
    asks_effects: bool


def pieces(results: Results) -> Iterator[Reading]:
    """Yield pieces that are associated with winning, are passed over, or are used by few players or
    by all.
    """
    main, other = results.main.metrics, second_of(results)
    usual = usual_lift(main.pieces)
    strong = [p for p in main.pieces if p.notable]
    strong.sort(key=lambda p: -abs(p.lift.value - usual))
    if usual:
        known = tuple(p.id for p in main.pieces if not p.lift.withheld)
        yield UsualLiftReading(
            level="note", weight=28.0, chart="pieces", usual=usual, pieces=known,
            n_strong=len(strong),
        )  # fmt: skip
    for piece in strong[:MOST_PIECES]:
        yield _with_cause(_lift(results, piece, other, usual), results)
    yield from _by_all(main)
    yield from few_users(main, usual)
    if len(strong) > MOST_PIECES:
        yield ManyStrongReading(
            level="note", weight=11.0, chart="pieces", n_strong=len(strong), n=len(main.pieces)
        )
    ignored = [
        p
        for p in main.pieces
        if not p.picked.withheld and p.picked.high < PASSED_OVER and p.times > 0
    ]
    for piece in sorted(ignored, key=lambda p: p.picked.value)[:MOST_PASSED_OVER]:
        yield _passed_over(results, piece, other)
    if len(main.pieces) > 1 and main.effective > 0 and main.games >= EVEN_USE:
        yield _use(results)


def _lift(results: Results, piece: PieceUse, other: Metrics | None, usual: float) -> LiftReading:
    main, e = results.main.metrics, piece.lift
    beyond = _less(e, usual)
    opinion, shows_less = _of_lift(beyond, piece.id, other, is_beyond=bool(usual))
    is_mixed = len(main.agents) > 1
    least, apart = results.pack.worth.lifts / 100, abs(beyond.value)
    weight = 30 + 250 * (0.5 if is_mixed else 1.0) * max(0.0, apart - max(least, e.half / 2))
    n = sum(not p.lift.withheld for p in main.pieces)  # this piece was selected from n pieces
    is_sure = p_of(e, usual) <= 1 - sidak(1 - FALSE_ALARM, n)
    level: Level = "look" if apart >= least and is_sure else "note"
    return LiftReading(
        level=level, weight=min(weight, MOST_WEIGHT), chart="pieces", piece=piece.id,
        opinion=opinion, is_disputed=is_disputed(opinion, main), use=piece, usual=usual,
        beyond=beyond, is_mixed=is_mixed, shows_less=shows_less, cause="unknown", effect=None,
    )  # fmt: skip


def _less(e: Estimate, usual: float) -> Estimate:
    return replace(e, value=e.value - usual, low=e.low - usual, high=e.high - usual)


def _of_lift(
    ours: Estimate, piece: str, other: Metrics | None, *, is_beyond: bool
) -> tuple[Opinion | None, bool]:
    """Return the opinion of the second kind of player about the piece, and whether this opinion is
    a lift in the same direction that is clearly smaller than `ours`.

    If `is_beyond`, `ours` is the difference from the usual lift in the games of the first kind.
    The opinion is then the difference from the usual lift in the games of the second kind.
    """
    same = next((p for p in other.pieces if p.id == piece), None) if other is not None else None
    if same is None or other is None or same.lift.withheld:
        return None, False
    usual = middle_lift(other.pieces) if is_beyond else 0.0
    if usual is None:
        return None, False
    theirs = _less(same.lift, usual)
    backing = backing_of(ours, theirs, 0)
    opinion = Opinion(other.agents, backing, theirs)
    return opinion, backing == "disagree" and ours.value * theirs.value > 0


def _with_cause(reading: LiftReading, results: Results) -> LiftReading:
    """Give the reading less weight if an exchange shows that the piece is not the cause.

    The piece may not be the cause if the exchange shows no effect, or less than half of the lift.
    If the exchange leaves this question open, the reading remains an alarm only when the estimated
    effect is at least half of the lift.
    """
    effects = {e.piece: e.value for e in results.effects if not e.value.withheld}
    tried = results.effect
    if tried is not None:
        exchanged = next((o.holders for o in tried.outcomes if o.is_exchange), None)
        if exchanged is not None and not exchanged.withheld:
            effects[tried.piece] = exchanged
        elif exchanged is not None and tried.piece == reading.piece:
            return replace(reading, cause="asked")
    effect = effects.get(reading.piece)
    if effect is None:
        return reading
    lift = reading.beyond.value
    most = effect.high if lift > 0 else -effect.low
    if effect.excludes(0):
        return replace(reading, cause="sure", effect=effect, level="note", weight=20.0)
    if most < abs(lift) / 2:
        return replace(reading, cause="none", effect=effect, level="note", weight=20.0)
    reading = replace(reading, cause="open", effect=effect)
    is_half = 2 * effect.value / lift >= 1
    return reading if is_half else replace(reading, level="note", weight=20.0)


def few_users(main: Metrics, usual: float) -> Iterator[FewUsersReading]:
    """Yield pieces with too few users for a lift; a piece that already stands out is named.

    A piece stands out if Newcombe's interval, corrected for the number of compared pieces, excludes
    the usual lift.
    """
    seats = main.games * main.sides.n
    few = [p for p in main.pieces if p.lift.withheld and 0 < p.n_used <= seats / 2]
    if not few or main.games < NEEDED or not main.is_contest:
        return
    tried = [p for p in few if p.n_used >= FEWEST_USERS and len(main.agents) == 1]
    level, standing = sidak(LEVEL, len(tried)), []
    for p in tried:
        rest = seats - p.n_used
        e = newcombe(p.win_used * p.n_used, p.n_used, p.win_unused * rest, rest, level)
        if e.low > usual or e.high < usual:
            standing.append((abs(e.value - usual) / e.half, p))
    out = max(standing, key=lambda pair: pair[0])[1] if standing else None
    named = out or (few[0] if len(few) == 1 else None)
    games, n = _would_settle(main, [out] if out else few)
    yield FewUsersReading(
        level="note", weight=14.0, chart="pieces", piece=named.id if named else "",
        few=tuple(few), n=len(main.pieces), standing_out=out, games_needed=games, n_settled=n,
    )  # fmt: skip


def _would_settle(main: Metrics, few: Sequence[PieceUse]) -> tuple[int, int]:
    """Return the number of games that would give nearly all of these pieces a lift, and the number
    of pieces. The number of users varies between runs; the returned number of games is enough even
    in an unlucky run.
    """
    unlucky = 1 + LUCKLESS / math.sqrt(NEEDED_USES)
    games = sorted(unlucky * p.lift.needed for p in few)
    within = [n for n in games if n <= IN_REACH * main.games]
    if not within:
        return 0, 0
    enough = min(games[math.ceil(NEARLY_ALL * len(games)) - 1], within[-1])
    return two_digits(enough), sum(x <= enough for x in games)


def _by_all(main: Metrics) -> Iterator[EveryoneReading]:
    seats = main.games * main.sides.n
    every = tuple(p.id for p in main.pieces if p.lift.withheld and p.n_used > BY_ALL * seats)
    if every and main.games >= NEEDED and main.is_contest:
        yield EveryoneReading(
            level="note", weight=12.0, chart="pieces",
            piece=every[0] if len(every) == 1 else "", pieces=every,
        )  # fmt: skip


def _passed_over(results: Results, piece: PieceUse, other: Metrics | None) -> PassedOverReading:
    least = results.pack.worth.lifts / 100
    same = next((p for p in other.pieces if p.id == piece.id), None) if other is not None else None
    reading = PassedOverReading(
        level="look", weight=24.0, chart="pieces", piece=piece.id, use=piece, losers="", lift=None,
        other_agents=other.agents if other is not None else (),
    )  # fmt: skip
    if _loses(piece, least):
        return replace(reading, level="note", weight=13.0, losers="its users", lift=piece.lift)
    if same is not None and _loses(same, least):
        losers: Losers = "users of the check"
        return replace(reading, level="note", weight=13.0, losers=losers, lift=same.lift)
    return reading


def _loses(piece: PieceUse, least: float) -> bool:
    """Whether the piece's users win noticeably less often."""
    return not piece.lift.withheld and piece.lift.high < -least


def _use(results: Results) -> UseReading:
    main = results.main.metrics
    is_forced = all(p.picked.value >= NOT_ALL and not p.picked.withheld for p in main.pieces)
    asks = is_forced and not (results.effects or results.exchangeable == ())
    return UseReading(
        level="fine" if main.coverage.value == 1 and not asks else "note", weight=6.0,
        chart="pieces", n_used=main.coverage.value * main.coverage.n, n=len(main.pieces),
        effective=main.effective, is_forced=is_forced, asks_effects=asks,
    )  # fmt: skip
