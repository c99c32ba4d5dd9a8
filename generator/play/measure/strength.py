"""How strong players are: who won in, log-strengths of players and seats out."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from generator.play.measure.stats import LEVEL, Estimate, z_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ELO = 400 / math.log(10)  # points per factor of e: 400 for every factor of ten


@dataclass(frozen=True, slots=True)
class Strengths:
    """Fitted log-strengths of players and seats; each set of logs has mean zero.

    `errors` and `seat_errors` are standard errors from the observed information.
    """

    players: Floats
    errors: Floats
    seats: Floats
    seat_errors: Floats
    covariance: Floats

    def elo(self, player: int, anchor: int, level: float = LEVEL) -> Estimate:
        """The player's rating above the anchor's: 400 points for every factor of ten."""
        value = ELO * float(self.players[player] - self.players[anchor])
        c = self.covariance
        variance = float(c[player, player] + c[anchor, anchor] - 2 * c[player, anchor])
        half = ELO * z_of(level) * math.sqrt(max(0.0, variance))
        return Estimate(value, value - half, value + half, 1, "Plackett–Luce")


def plackett_luce(
    players: ArrayLike, shares: ArrayLike, n_players: int, prior: float = 0.0
) -> Strengths:
    """Strengths of players, and of seats, from who won (Hunter 2004).

    players: (games, seats), who sat where; shares: (games, seats), of the win.
    P(win) = γ_player δ_seat / Σ over those present, the first choice of Plackett and Luce; a shared
    win counts in part. Equal games are pooled. `prior` adds that many wins each way between every
    two players, so that strengths stay finite.
    """
    who = np.asarray(players, dtype=np.int64)
    n_seats = who.shape[1]
    pooled: dict[tuple[tuple[int, int], ...], Floats] = {}
    games, n_games = np.unique(np.hstack([who, shares]), axis=0, return_counts=True)
    for game, count in zip(games, n_games, strict=True):
        order = sorted(range(n_seats), key=lambda s: (game[s], s))
        present = tuple((int(game[s]), s) for s in order)
        won = np.array([game[n_seats + s] for s in order]) * float(count)
        pooled[present] = pooled[present] + won if present in pooled else won
    pairs = [(i, j) for i in range(n_players) for j in range(i + 1, n_players)] if prior else []
    n_rows = len(pooled) + len(pairs)
    items = np.full((n_rows, n_seats), -1, dtype=np.int64)
    seats = np.full((n_rows, n_seats), -1, dtype=np.int64)
    weights = np.zeros((n_rows, n_seats))
    for r, (present, won) in enumerate(sorted(pooled.items(), key=lambda item: item[0])):
        items[r], seats[r] = np.array(present).T
        weights[r] = won
    for r, pair in enumerate(pairs, len(pooled)):
        items[r, :2], weights[r, :2] = pair, prior
    return _fit_choices(items, seats, weights, n_players, n_seats)


def _fit_choices(
    items: Ints, seats: Ints, weights: Floats, n_items: int, n_seats: int
) -> Strengths:
    """Fit P(choice) = γ_item δ_seat / Σ by MM, items and seats in turn; −1 marks no one.

    items, seats: (rows, width); weights: how often each of the row was chosen. A row whose seats
    are all −1 (the prior) has no seat term.
    """
    present, has_seat = items >= 0, seats >= 0
    index, seated = np.where(present, items, 0), np.where(has_seat, seats, 0)
    log_player, log_seat = np.zeros(n_items), np.zeros(n_seats)
    row_total = weights.sum(axis=1)
    won = np.bincount(index[present], weights[present], minlength=n_items)
    won_seat = np.bincount(seated[has_seat], weights[has_seat], minlength=n_seats)

    def shares() -> Floats:
        raw = np.where(
            present, np.exp(log_player[index] + np.where(has_seat, log_seat[seated], 0.0)), 0.0
        )
        out: Floats = raw / raw.sum(axis=1, keepdims=True)
        return out

    with np.errstate(divide="ignore"):
        for _ in range(20_000):
            expected = row_total[:, None] * shares()
            met = np.bincount(index[present], expected[present], minlength=n_items)
            # γ ← W / Σ n / Σγ, which in logs adds log W − log of the wins expected now
            change = np.where(met > 0, np.log(np.maximum(won, 1e-12) / np.maximum(met, 1e-12)), 0.0)
            log_player += change
            log_player -= log_player.mean()
            expected = row_total[:, None] * shares()
            met = np.bincount(seated[has_seat], expected[has_seat], minlength=n_seats)
            by_seat = np.log(np.maximum(won_seat, 1e-12) / np.maximum(met, 1e-12))
            log_seat += by_seat
            log_seat -= log_seat.mean()
            if max(float(np.abs(change).max()), float(np.abs(by_seat).max())) < 1e-10:
                break

    seat_index = np.where(has_seat, n_items + seated, -1)
    columns = np.hstack([np.where(present, index, -1), seat_index])
    covariance = _covariance(shares(), row_total, columns, n_items + n_seats)
    errors: Floats = np.sqrt(np.maximum(0.0, np.diag(covariance)))
    return Strengths(log_player, errors[:n_items], log_seat, errors[n_items:], covariance)


def _covariance(shares: Floats, totals: Floats, columns: Ints, width: int) -> Floats:
    """The inverse of the observed information of choices among rows of features.

    shares: (rows, choices), the fitted chances; columns: (rows, k · choices), the features that
    each choice has, −1 for none.
    """
    information = np.zeros((width, width))
    choices = shares.shape[1]
    for p, total, has in zip(shares, totals, columns, strict=True):
        features = np.zeros((choices, width))
        for k in np.flatnonzero(has >= 0):
            features[k % choices, has[k]] = 1.0
        mean = p @ features
        information += total * ((features.T * p) @ features - np.outer(mean, mean))
    covariance: Floats = np.asarray(np.linalg.pinv(information, hermitian=True), np.float64)
    return covariance
