"""The figures of games between people, beside those of bots in the same game.

In: playtests, and for the bots a batch of games. Out: for each number of players a group of
figures with intervals, and whether bots agree, differ, or cannot be told apart yet. These are
statements about these games, by these people. From 6 days on a second p-value allows for days that
differ from each other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.model.measures import MARGIN, ROUNDS, SCORE
from generator.model.pack import Pack
from generator.people.playtest import Playtest
from generator.play.engine.batch import GameBatch
from generator.play.statistics.agreement import (
    BAND,
    Agreement,
    Verdict,
    agreement,
    by_evening,
    estimate_of,
    relabelled,
)
from generator.play.statistics.inference import Estimate
from generator.play.statistics.multiple_testing import even_shares

Floats = NDArray[np.float64]
FEWEST = 3  # least number of games for a comparison with bots
MINUTES = "minutes"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of all games with the same number of players."""

    key: str  # share 1, score, margin, rounds, minutes
    title: str  # in words
    is_share: bool  # whether it is a share, 0 to 1
    games: int  # number of games between people in which the figure is noted
    people: Estimate  # estimate from the people's games
    bots: Estimate | None  # estimate from the bots' games; null without such games
    difference: Estimate | None  # people less bots, with an interval of 90 %
    p: float | None  # p-value for no difference, adjusted for all figures of the group
    evenings_p: float | None  # p-value for no difference on other days; null with fewer than 6 days
    verdict: Verdict | None  # null if the figure is not judged
    band: float  # the largest difference that counts as agreement
    more: int  # estimated games until the verdict is clear; 0: unknown or clear


@dataclass(frozen=True, slots=True)
class Group:
    """The games of one number of players."""

    players: int
    games: int  # number of games between people alone
    evenings: int  # number of days on which they were played
    bots: int  # number of bot games in the comparison
    seats_p: float | None  # p-value for equal wins of all seats, by permutation; null: no winners
    figures: tuple[Figure, ...]


def values_of(games: Sequence[Playtest], n_players: int) -> dict[str, list[float]]:
    """Return each figure's value in every game in which it is noted."""
    values: dict[str, list[float]] = {}
    for game in games:
        for seat, share in enumerate(game.shares or (), 1):
            values.setdefault(f"share {seat}", []).append(share)
        if (scores := game.scores) is not None:
            ordered = sorted(scores, reverse=True)
            values.setdefault(SCORE.key, []).append(sum(scores) / len(scores))
            if n_players > 1:
                values.setdefault(MARGIN.key, []).append(ordered[0] - ordered[1])
        for key in (ROUNDS.key, MINUTES):
            value = getattr(game, key)
            if value is not None:
                values.setdefault(key, []).append(float(value))
    return {key: values[key] for key in _order(values)}


def _order(keys: Mapping[str, object]) -> list[str]:
    shares = sorted(key for key in keys if key.startswith("share"))
    return [*shares, *(k for k in (SCORE.key, MARGIN.key, ROUNDS.key, MINUTES) if k in keys)]


def values_of_bots(batch: GameBatch) -> dict[str, Floats]:
    """Return each figure's value in every game of a batch."""
    winners = batch.winners.astype(np.float64)
    shares = winners / np.maximum(1, winners.sum(axis=1, keepdims=True))
    values: dict[str, Floats] = {}
    if batch.is_contest:
        values |= {f"share {s + 1}": shares[:, s] for s in range(batch.seats)}
    values[SCORE.key] = batch.scores.mean(axis=1)
    if batch.seats > 1:
        ordered = np.sort(batch.scores, axis=1)
        values[MARGIN.key] = ordered[:, -1] - ordered[:, -2]
    if len(batch.rounds):
        values[ROUNDS.key] = batch.rounds.astype(np.float64)
    return values


def title_of(key: str) -> str:
    """Return a figure's name for people.

    >>> title_of("share 2"), title_of("score")
    ('seat 2 wins', 'mean score')
    """
    if key.startswith("share "):
        return f"seat {key.removeprefix('share ')} wins"
    return {SCORE.key: "mean score", MARGIN.key: "winning margin"}.get(key, key)


def groups_of(
    pack: Pack,
    games: Sequence[Playtest],
    bots: Callable[[int], GameBatch | None] = lambda players: None,
) -> tuple[Group, ...]:
    """Return the figures for each number of players. Games with bots in seats are left out.

    `bots` plays games with a given number of players; it returns None if there are no bots.
    """
    between = [game for game in games if not game.has_bots]
    counts = sorted({len(game.players) for game in between})
    groups = []
    for n in counts:
        own = [game for game in between if len(game.players) == n]
        groups.append(_group(pack, own, n, bots(n)))
    return tuple(groups)


def _group(pack: Pack, games: Sequence[Playtest], n: int, batch: GameBatch | None) -> Group:
    values = {key: np.array(row) for key, row in values_of(games, n).items()}
    theirs = {} if batch is None else values_of_bots(batch)
    judged = [
        key
        for key in values
        if key in theirs and len(values[key]) == len(games) and len(games) >= FEWEST
    ]
    p_values: dict[str, float] = {}
    evenings_p: dict[str, float] = {}
    days = [game.at[:10] for game in games]
    if judged:
        few, many = (np.column_stack([each[key] for key in judged]) for each in (values, theirs))
        p_values = dict(zip(judged, relabelled(few, many).tolist(), strict=True))
        if (by_day := by_evening(few, many, days)) is not None:
            evenings_p = dict(zip(judged, by_day.tolist(), strict=True))
    figures = []
    for key, row in values.items():
        is_share = key.startswith("share ")
        own = theirs.get(key)
        band = _band(pack, key, n, own)
        compared: Agreement | None = None
        if key in p_values and own is not None:
            compared = agreement(row, own, p_values[key], is_share, band)
        figures.append(
            Figure(
                key=key,
                title=title_of(key),
                is_share=is_share,
                games=len(row),
                people=estimate_of(row, is_share),
                bots=None if own is None else estimate_of(own, is_share),
                difference=None if compared is None else compared.difference,
                p=None if compared is None else compared.p,
                evenings_p=evenings_p.get(key),
                verdict=None if compared is None else compared.verdict,
                band=band,
                more=compared.more if compared else 0,
            )
        )
    n_bots = 0 if batch is None else len(batch)
    return Group(n, len(games), len(set(days)), n_bots, _even(games, n), tuple(figures))


def _band(pack: Pack, key: str, players: int, bots: Floats | None) -> float:
    """Return the largest difference that counts as agreement, in the unit of the figure.

    It is half the width of a goal's band; without one, 15 points for shares, else 15 % of the mean.
    """
    for goal in pack.goals:
        is_meant = goal.measure == key and goal.holds_for(players)
        if is_meant and not goal.is_around and np.isfinite([goal.low, goal.high]).all():
            return max(goal.high - goal.low, 1e-9) / 2
    if key.startswith("share ") or bots is None:
        return BAND
    return BAND * abs(float(bots.mean()))


def _even(games: Sequence[Playtest], n: int) -> float | None:
    """Return the p-value for equal win rates of all seats, from games with a known winner."""
    shares = np.array([game.shares for game in games if game.shares and sum(game.shares) > 0])
    if n < 2 or not len(shares):
        return None
    decided = (shares == 1).sum(axis=0).astype(np.float64)
    return even_shares(shares, np.ones(len(shares)), decided).p
