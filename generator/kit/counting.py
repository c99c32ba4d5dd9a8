"""Scoring: sets, majorities, ranks, and the value of a lead.

Arrays hold one number per seat and may be longer than the number of players.
"""

from typing import Any

from generator.kit.marks import tool


@tool
def set_points(have: Any, points: Any) -> Any:
    """Return the points for sets of different kinds, largest first; `points[n]` is for a set of n.

    The first set takes one card of every kind, the next set one card of every remaining kind, and
    so on.

    >>> set_points([3, 1, 1, 0], [0, 1, 3, 6, 10])
    8
    """
    total = points[0] - points[0]
    level = 1
    while True:
        kinds = 0
        for kind in range(len(have)):
            if have[kind] >= level:
                kinds += 1
        if kinds == 0:
            return total
        total += points[kinds]
        level += 1


@tool
def majority(have: Any, players: int) -> int:
    """Return the seats with the largest number, with a bit for each seat; 0 if nobody has any.

    >>> bin(majority([2, 0, 2, 1], 4)), bin(majority([0, 0, 0, 0], 4))
    ('0b101', '0b0')
    """
    most = 0
    seats = 0
    for seat in range(players):
        if have[seat] > most:
            most = have[seat]
            seats = 0
        if most > 0 and have[seat] == most:
            seats |= 1 << seat
    return seats


@tool
def lead(points: Any, players: int, seat: int) -> Any:
    """Return a seat's lead over the best other seat; negative if it is behind.

    >>> lead([5, 8, 6, 0], 3, 1), lead([5, 8, 6, 0], 3, 0)
    (2, -3)
    """
    rival = 1 if seat == 0 else 0
    if players < 2:
        return points[seat]
    best = points[rival]
    for other in range(players):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best


@tool
def rank(points: Any, players: int, seat: int) -> int:
    """Return a seat's rank by points, from 1; equal seats share the better rank.

    >>> rank([5, 8, 8, 0], 3, 0), rank([5, 8, 8, 0], 3, 2)
    (3, 1)
    """
    place = 1
    for other in range(players):
        if points[other] > points[seat]:
            place += 1
    return place


@tool
def share(points: Any, players: int, seat: int) -> float:
    """Return a seat's share of the win: 1 for a sole leader, 1/n for n leaders, 0 for others.

    >>> share([5, 8, 8, 0], 3, 1), share([5, 8, 8, 0], 3, 0)
    (0.5, 0.0)
    """
    leaders = 0
    for other in range(players):
        if points[other] > points[seat]:
            return 0.0
        if points[other] == points[seat]:
            leaders += 1
    return 1.0 / leaders


@tool
def odds(ahead: float, scale: float) -> float:
    """Map a lead to a number from 0 to 1, for `value`.

    No lead gives ½, and a lead of `scale` gives ¾.

    >>> odds(0, 10), odds(10, 10), odds(-10, 10)
    (0.5, 0.75, 0.25)
    """
    part = ahead / scale
    return 0.5 + 0.5 * part / (1.0 + abs(part))
