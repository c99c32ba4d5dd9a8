"""Whose turn is next, where seats pass or drop out.

Rules keep an array with one number per seat, not 0 while the seat is in: one for who still plays
the game, another for who has not passed in this round. Seats that nobody sits at are 0 as well.
"""

from typing import Any

from generator.kit.marks import tool


@tool
def next_seat(within: Any, seat: int) -> int:
    """The next seat after this one that is still in, which may be itself; −1 for none.

    >>> next_seat([1, 0, 0, 1], 0), next_seat([1, 0, 0, 1], 3), next_seat([0, 0, 0, 0], 1)
    (3, 0, -1)
    """
    seats = len(within)
    for step in range(1, seats + 1):
        other = (seat + step) % seats
        if within[other]:
            return other
    return -1


@tool
def seats_in(within: Any) -> int:
    """How many seats are still in.

    >>> seats_in([1, 0, 0, 1])
    2
    """
    n = 0
    for i in range(len(within)):
        if within[i]:
            n += 1
    return n
