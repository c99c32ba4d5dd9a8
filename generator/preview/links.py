"""The moves of a game as letters that may stand in an address, and back."""

import base64
from collections.abc import Sequence


def link_of(moves: Sequence[int]) -> str:
    """Moves as letters that may stand in an address.

    >>> moves_in(link_of([0, 5, 300, 70000]))
    [0, 5, 300, 70000]
    """
    coded = bytearray()
    for move in moves:
        rest = int(move)
        while rest > 127:
            coded.append(128 | rest & 127)
            rest >>= 7
        coded.append(rest)
    return base64.urlsafe_b64encode(bytes(coded)).decode().rstrip("=")


def moves_in(link: str) -> list[int]:
    """The moves of a link. Raises `ValueError` for one that is none."""
    try:
        coded = base64.b64decode(link + "=" * (-len(link) % 4), b"-_", validate=True)
    except ValueError:
        raise ValueError("this is no list of moves") from None
    moves, number, shift = [], 0, 0
    for byte in coded:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            moves.append(number)
            number = shift = 0
        elif shift > 28:
            raise ValueError("this is no list of moves")
    if shift:
        raise ValueError("this is no list of moves")
    return moves
