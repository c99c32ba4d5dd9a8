"""Measures the use of each printed piece and the results of its users, which is association, not
cause.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from generator.play.measures.ratios import NEEDED, rate_of, share_of
from generator.play.measures.tally import Tally
from generator.play.statistics import inference
from generator.play.statistics.inference import Estimate
from generator.play.statistics.share_bounds import share_difference

# number of seats that used a piece, and of seats that did not, needed to show its lift
NEEDED_USES = 30
FALSE_DISCOVERIES = 0.05
FEW_LIFTS = 5  # greatest number of lifts for which no typical lift is computed
MIDDLE = 1.2533  # √(π/2), the width of a median's interval relative to a mean's interval


@dataclass(frozen=True, slots=True)
class PieceUse:
    """The use of one printed piece, and the results of its users (association)."""

    id: str  # "component/row"
    used: Estimate  # share of games in which a player uses the piece
    picked: Estimate  # share of users among the seats that could use the piece
    rate: Estimate  # uses ÷ decisions in which the piece was offered
    times: float  # uses per game
    win_used: float
    win_unused: float
    lift: Estimate  # the lift by MOVER, by game
    lift_newcombe: Estimate  # the same lift, as if seats were independent
    q: float  # q of the test for a usual lift; Benjamini–Hochberg over all pieces
    n_used: int  # number of seats that used the piece
    notable: bool  # q ≤ 0.05


def pieces_of(tally: Tally) -> tuple[PieceUse, ...]:
    """Return use and lift of each piece, with q by Benjamini & Hochberg (1995) over all shown
    lifts. The hypothesis is that a lift equals the usual lift, if pieces share a usual lift.
    """
    if not tally.pieces:
        return ()
    names = ("piece_used", "piece_won", "piece_games", "piece_times")
    totals = np.column_stack([tally.sums(name) for name in names]).tolist()
    pieces = [_piece(tally, c, *totals[c]) for c in range(len(tally.pieces))]
    judged = [i for i, p in enumerate(pieces) if not p.lift.withheld]
    usual = usual_lift(pieces)
    q_values = inference.benjamini_hochberg([inference.p_of(pieces[i].lift, usual) for i in judged])
    for i, q in zip(judged, q_values.tolist(), strict=True):
        pieces[i] = replace(pieces[i], q=q, notable=q <= FALSE_DISCOVERIES)
    return tuple(pieces)


def usual_lift(pieces: Sequence[PieceUse]) -> float:
    """Return the median lift if its interval, computed from the pieces' intervals, excludes 0; else
    0.
    """
    middle = middle_lift(pieces)
    if middle is None:
        return 0.0
    halves = [p.lift.half for p in pieces if not p.lift.withheld]
    half = MIDDLE * float(np.mean(halves)) / math.sqrt(len(halves))
    return middle if abs(middle) > half else 0.0


def middle_lift(pieces: Sequence[PieceUse]) -> float | None:
    """Return the median lift, significant or not; None for few pieces."""
    lifts = [p.lift.value for p in pieces if not p.lift.withheld]
    return float(np.median(lifts)) if len(lifts) > FEW_LIFTS else None


def _lift(tally: Tally, c: int, needed: int) -> Estimate:
    """Return P(win | used) − P(win | not used), both over seats of games.

    The interval is computed by game, because the seats of a game depend on each other.
    """
    if not tally.is_contest:
        return inference.NOTHING
    used, won = tally.column("piece_used")[:, c], tally.column("piece_won")[:, c]
    games = tally.column("game")[:, 0]
    users = np.column_stack([won, used])
    others = np.column_stack([games - won, tally.sides.n * games - used])
    return share_difference(users, others, tally.games, needed=needed)


def _piece(tally: Tally, c: int, u: float, w: float, games: float, times: float) -> PieceUse:
    """Return the use of the piece with index `c`.

    `u` seats used it, `times` times in all, in `games` games, and won `w` of these games.

    The result includes Newcombe's interval (1998) of the lift, as if seats were independent.
    """
    n = tally.games
    wins = n if tally.is_contest else 0
    rest = tally.sides.n * n - u
    fewer = min(u, rest)
    needed = n if fewer >= NEEDED_USES else math.ceil(n * NEEDED_USES / max(fewer, 0.5))
    needed = max(needed, NEEDED)
    picked, rate = inference.NOTHING, inference.NOTHING
    if tally.has_offers:
        picked = share_of(tally, "piece_used", "piece_offered", c, c)
        rate = share_of(tally, "piece_times", "piece_chances", c, c)
    return PieceUse(
        id=tally.pieces[c],
        used=rate_of(games, n),
        picked=picked,
        rate=rate,
        times=times / n,
        win_used=w / u if u else math.nan,
        win_unused=(wins - w) / rest if rest else math.nan,
        lift=_lift(tally, c, needed),
        lift_newcombe=inference.newcombe(w, int(u), wins - w, int(rest), needed=needed),
        q=1.0,
        n_used=int(u),
        notable=False,
    )
