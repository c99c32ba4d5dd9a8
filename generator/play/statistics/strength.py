"""Computes playing strength, which is log-strengths of players and seats, from winners.

Intervals are based on the profile likelihood and contain every difference δ with 2(ℓ̂ − ℓ(δ)) ≤
3.84. If a side won every game, the upper limit is open, and the lower limit is exact: it is the
share at which all games are won once in forty times.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from generator.play.statistics.inference import LEVEL, NOTHING, Estimate, z_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ELO = 400 / math.log(10)  # points per unit of log-strength, which is 400 per factor of ten
FAR = 25.0  # difference of log-strengths that counts as infinite
# penalty on squared log-strengths, so that a maximum exists even if a side won all games
RIDGE = 1e-7
CLOSE = 1e-7  # precision of an interval's limits


@dataclass(frozen=True, slots=True)
class Strengths:
    """Fitted log-strengths of players and seats, each with mean zero, and the games behind them."""

    players: Floats
    seats: Floats
    choices: "Choices"

    def elo(self, player: int, anchor: int, level: float = LEVEL) -> Estimate:
        """Return a player's Elo rating above the anchor's rating, with 400 points per factor of
        ten.
        """
        contrast = np.zeros(self.choices.width)
        contrast[player] += 1
        contrast[anchor] -= 1
        return self._rated(contrast, level)

    def seat(self, seat: int, level: float = LEVEL) -> Estimate:
        """Return a seat's Elo rating above the mean of all seats."""
        contrast = np.zeros(self.choices.width)
        contrast[len(self.players) :] = -1 / len(self.seats)
        contrast[len(self.players) + seat] += 1
        return self._rated(contrast, level)

    def _rated(self, contrast: Floats, level: float) -> Estimate:
        """Return a difference with its interval in Elo points; an open limit is infinite.

        With one open limit the value is the other limit; with two open limits the result is
        `NOTHING`.
        """
        if not contrast.any():
            return Estimate(0.0, 0.0, 0.0, 1, "anchor")
        best = float(contrast @ np.concatenate([self.players, self.seats]))
        low, high = self.choices.profile(contrast, best, level)
        if math.isinf(low) and math.isinf(high):
            return NOTHING
        value = high if math.isinf(low) else low if math.isinf(high) else best
        return Estimate(ELO * value, ELO * low, ELO * high, 1, "profile likelihood")


@dataclass(frozen=True, slots=True)
class Choices:
    """Pooled games, with the players and seats in each game, and their numbers of wins.

    features: (rows, present, width) of 0 and 1, players first, then seats; won: (rows, present).
    """

    features: Floats
    won: Floats

    @property
    def width(self) -> int:
        """The number of players and seats together."""
        return int(self.features.shape[2])

    def likelihood(self, theta: Floats) -> tuple[float, Floats, Floats]:
        """Return log ℓ, its gradient, and the information (minus its second derivative).

        A penalty of `RIDGE` times the squared norm is subtracted; it is too small to affect any
        figure.
        """
        worth = self.features @ theta
        top = worth.max(axis=1, keepdims=True)
        raw = np.exp(worth - top)
        below = raw.sum(axis=1, keepdims=True)
        share = raw / below
        total = self.won.sum(axis=1, keepdims=True)
        log_l = float((self.won * (worth - top - np.log(below))).sum())
        slope = np.einsum("rk,rkp->p", self.won - total * share, self.features)
        mean = np.einsum("rk,rkp->rp", share, self.features)
        inner = np.einsum("rk,rkp,rkq->pq", total * share, self.features, self.features)
        information = inner - np.einsum("r,rp,rq->pq", total[:, 0], mean, mean)
        log_l -= RIDGE * float(theta @ theta)
        return log_l, slope - 2 * RIDGE * theta, information + 2 * RIDGE * np.eye(self.width)

    def climb(self, start: Floats, along: Floats) -> tuple[float, Floats]:
        """Maximise log ℓ from a start along directions (width, k); return the maximum and its
        place.
        """
        theta = start
        value, slope, information = self.likelihood(theta)
        for _ in range(200):
            down = along.T @ slope
            bend = along.T @ information @ along
            step = np.linalg.solve(bend, down)
            size = float(np.abs(along @ step).max(initial=0.0))
            step *= min(1.0, 2.0 / size) if size > 0 else 1.0
            if float(down @ step) < 1e-15:
                break
            while True:  # the step is halved until log ℓ rises
                there = theta + along @ step
                new, new_slope, new_information = self.likelihood(there)
                if new >= value or float(np.abs(step).max()) < 1e-12:
                    break
                step /= 2
            gained = new - value
            theta, value, slope, information = there, new, new_slope, new_information
            if gained < 1e-15:
                break
        return value, theta

    def profile(self, contrast: Floats, best: float, level: float) -> tuple[float, float]:
        """Return the limits of a contrast's interval; an open limit is ±∞."""
        unit = contrast / float(contrast @ contrast)
        along = np.linalg.svd(contrast[None, :])[2][1:].T  # directions that keep the contrast
        every = np.column_stack([unit, along])
        top, at = self.climb(np.zeros(self.width), every)
        cut, exact = z_of(level) ** 2, -2 * math.log((1 - level) / 2)
        kept = {"theta": at}

        def lost(x: float) -> float:
            start = kept["theta"] + (x - float(contrast @ kept["theta"])) * unit
            value, kept["theta"] = self.climb(start, along)
            return 2 * (top - value)

        is_open, ends = {}, []
        for side in (-1, 1):
            kept["theta"] = at
            is_open[side] = lost(side * FAR) <= cut
        for side in (-1, 1):
            if is_open[side]:
                ends.append(side * math.inf)
                continue
            inner = max(-FAR, min(FAR, best)) if not is_open[-side] else -side * FAR
            kept["theta"] = at
            ends.append(_crossing(lost, inner, side * FAR, exact if is_open[-side] else cut))
        return ends[0], ends[1]


def _crossing(lost: Callable[[float], float], inside: float, outside: float, cut: float) -> float:
    """Return the point where a convex loss reaches `cut`, between a point inside and a point
    outside.
    """
    step = 0.25 if outside > inside else -0.25
    reach = inside
    while abs(reach - inside) < abs(outside - inside):  # find the nearest bracket first
        further = reach + step
        if lost(further) > cut:
            outside = further
            break
        reach, step = further, 2 * step
    while abs(outside - reach) > CLOSE * max(1.0, abs(reach)):
        middle = (reach + outside) / 2
        if lost(middle) > cut:
            outside = middle
        else:
            reach = middle
    return (reach + outside) / 2


def plackett_luce(players: ArrayLike, shares: ArrayLike, n_players: int) -> Strengths:
    """Fit strengths of players and of seats to the winners (Hunter 2004).

    players: (games, seats), the player in each seat; shares: (games, seats), shares of the win.
    P(win) = γ_player δ_seat / Σ over the players and seats that are present, which is the first
    choice in the Plackett–Luce model; a shared win counts in part. Equal games are pooled.
    """
    who = np.asarray(players, dtype=np.int64)
    n_seats = who.shape[1]
    pooled: dict[tuple[int, ...], Floats] = {}
    games, n_games = np.unique(np.hstack([who, shares]), axis=0, return_counts=True)
    for game, count in zip(games, n_games, strict=True):
        present = tuple(int(player) for player in game[:n_seats])
        pooled[present] = pooled.get(present, np.zeros(n_seats)) + game[n_seats:] * float(count)
    features = np.zeros((len(pooled), n_seats, n_players + n_seats))
    for r, present in enumerate(sorted(pooled)):
        for seat, player in enumerate(present):
            features[r, seat, player] = features[r, seat, n_players + seat] = 1.0
    choices = Choices(features, np.array([pooled[present] for present in sorted(pooled)]))
    _, theta = choices.climb(np.zeros(choices.width), np.eye(choices.width))
    log_player, log_seat = theta[:n_players], theta[n_players:]
    return Strengths(log_player - log_player.mean(), log_seat - log_seat.mean(), choices)
