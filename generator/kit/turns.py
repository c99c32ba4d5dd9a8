"""The next seat in turn, when seats pass or drop out.

Rules keep an array with one number per seat, which is nonzero while the seat is still playing.
There may be an array of seats still in the game, and another of seats that have not passed in this
round. Unused seats are 0 as well.
"""

from typing import Any

from generator.kit.marks import tool


@tool
def next_seat(within: Any, seat: int) -> int:
    """Return the next seat that is still playing, possibly `seat` itself; −1 if no seat is playing.

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
    """Return the number of seats that are still playing.

    >>> seats_in([1, 0, 0, 1])
    2
    """
    n = 0
    for i in range(len(within)):
        if within[i]:
            n += 1
    return n
