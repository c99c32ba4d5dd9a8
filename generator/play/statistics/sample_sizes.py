"""Computes the number of games that an estimate needs, from its interval after the games so far."""

import math

from generator.play.statistics.inference import Estimate

# greatest factor between a half width and the aim at which the half width is narrow enough
NEARLY = 1.05
FEW = 30  # number of games below which an interval says little about its width after more games
EVEN_ODDS = 0.9604  # 1.96² / 4; divided by aim², the games needed at a share of one half
FOUR_IN_FIVE = 1.8  # (1 + 0.84 / 2.4)²: factor of games for a power of 80 %


def more_games(e: Estimate, aim: float = 0.05) -> int:
    """Return the number of further games that bring a share to ± aim, rounded up; 0 if it is close
    enough.

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
    """Return the number of games that show a difference in four runs out of five, rounded up to two
    digits. `half` is the half width of the interval after `games` games; `way` is the difference.

    >>> games_to_tell(0.05, 0.05, 400), games_to_tell(0.05, 0.02, 400)
    (720, 4500)
    """
    return two_digits(max(games * FOUR_IN_FIVE * (half / way) ** 2, 1.1 * games))


def two_digits(games: float) -> int:
    """Return a number of games rounded up to two digits.

    >>> two_digits(1234.5), two_digits(87)
    (1300, 87)
    """
    whole = math.ceil(games - 1e-9)
    unit: int = 10 ** max(0, len(str(int(games))) - 2)
    return math.ceil(whole / unit) * unit
