"""How many games it takes to know a number, from the interval that the games so far leave."""

import math

from generator.play.statistics.inference import Estimate

NEARLY = 1.05  # half an interval that is wider than asked by less is narrow enough
FEW = 30  # games, whose interval says little of how wide that of many will be
EVEN_ODDS = 0.9604  # 1.96² / 4: over the square of the aim, the games that even odds take
FOUR_IN_FIVE = 1.8  # (1 + 0.84 / 2.4)²: the games of a run that is as lucky as most, by so much


def more_games(e: Estimate, aim: float = 0.05) -> int:
    """How many more games would bring a share to ± aim; 0 where it is nearly there. Rounded up.

    >>> more_games(Estimate(0.5, 0.4, 0.6, 100, "t")), more_games(Estimate(1.0, 0.2, 1.0, 2, "t"))
    (300, 400)
    """
    if not math.isfinite(e.half) or e.half <= NEARLY * aim or e.n < 1:
        return 0
    total = e.n * (e.half / aim) ** 2
    if e.n < FEW:
        total = max(total, EVEN_ODDS / aim**2)
    more = total - e.n
    unit = 10 if more < 100 else 50 if more < 500 else 100
    return math.ceil(more / unit - 1e-9) * unit


def games_to_tell(half: float, way: float, games: int) -> int:
    """So many games that four runs in five tell two numbers apart, rounded up to two digits.

    `half`: of the interval that so many games leave; `way`: from one number to the other.

    >>> games_to_tell(0.05, 0.05, 400), games_to_tell(0.05, 0.02, 400)
    (720, 4500)
    """
    return two_digits(max(games * FOUR_IN_FIVE * (half / way) ** 2, 1.1 * games))


def two_digits(games: float) -> int:
    """A number of games, rounded up to two digits.

    >>> two_digits(1234.5), two_digits(87)
    (1300, 87)
    """
    whole = math.ceil(games - 1e-9)
    unit: int = 10 ** max(0, len(str(int(games))) - 2)
    return math.ceil(whole / unit) * unit
