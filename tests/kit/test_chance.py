"""Records and the random stream."""

import numpy as np
import pytest
from scipy.stats import chi2

from generator import kit

FOUR = 4


def test_a_record_keeps_types_and_shapes() -> None:
    board = np.arange(6, dtype=np.int8).reshape(2, 3)
    made = kit.record(seat=1, share=0.5, done=True, board=board)
    assert (made.seat, made.share, bool(made.done)) == (1, 0.5, True)
    assert made.board.dtype == np.int8
    assert made.board.tolist() == board.tolist()
    assert made.dtype["seat"] == np.int64
    assert made.dtype.itemsize % 8 == 0
    made.board[1, 2] = 9
    assert made.board[1, 2] == 9


@pytest.mark.parametrize("name", ["size", "round", "sort"])
def test_a_record_refuses_names_that_numpy_uses(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name!r}"):
        kit.record(**{name: 1})


def test_a_record_holds_only_numbers() -> None:
    with pytest.raises(TypeError, match="'words'"):
        kit.record(words="no")


@pytest.mark.parametrize("kind", [">i4", ">f8", "f2", "g", "c16", "O", "U3"])
def test_a_record_holds_only_what_machine_code_knows(kind: str) -> None:
    with pytest.raises(TypeError, match=r"field 'odd' holds .*; expected numbers"):
        kit.record(odd=np.zeros(4, kind))


def test_a_record_has_a_bound() -> None:
    with pytest.raises(ValueError, match="field 'big' takes 400 MB; expected 50 MB at most"):
        kit.record(big=np.zeros((20_000, 20_000), np.int8))


def test_below_is_even() -> None:
    rng, n, draws = kit.stream(1, 0, 0), 7, 70_000
    counts = np.bincount([kit.below(rng, n) for _ in range(draws)], minlength=n)
    assert chi_square(counts, draws / n) < chi2.ppf(0.9999, n - 1)


def test_below_has_no_bias_where_a_plain_remainder_would() -> None:
    # 3 · 2³⁰ does not divide 2³²: a bare multiplication hits every third number twice as often.
    rng, n = kit.stream(1, 0, 0), 3 << 30
    thirds = [kit.below(rng, n) % 3 for _ in range(30_000)]
    assert chi_square(np.bincount(thirds), 10_000) < chi2.ppf(0.9999, 2)


def test_unit_is_from_0_to_below_1_and_even() -> None:
    rng = kit.stream(3, 1, 4)
    values = np.array([kit.unit(rng) for _ in range(20_000)])
    assert values.min() >= 0 and values.max() < 1
    counts = np.histogram(values, 20, (0, 1))[0]
    assert chi_square(counts, 1000) < chi2.ppf(0.9999, 19)


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    rng, counts = kit.stream(5, 0, 0), {}
    for _ in range(24_000):
        cards = np.arange(6)
        kit.shuffle(rng, cards, FOUR)
        assert cards[FOUR:].tolist() == [4, 5]
        order = tuple(cards[:FOUR].tolist())
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert chi_square(np.array(list(counts.values())), 1000) < chi2.ppf(0.9999, 23)


@pytest.mark.parametrize("vary", ["seed", "game", "who"])
def test_neighbouring_streams_are_independent(vary: str) -> None:
    """First draws of neighbours fill a 7 × 7 table evenly (naive mixing: χ² in the thousands)."""
    n, pairs = 7, 49_000
    draws = []
    for i in range(pairs + 1):
        numbers = {"seed": 11, "game": 0, "who": 0, vary: i}
        draws.append(kit.below(kit.stream(**numbers), n))
    table = np.zeros((n, n))
    np.add.at(table, (draws[:-1], draws[1:]), 1)
    assert chi_square(table, pairs / n**2) < chi2.ppf(0.9999, n * n - 1)


def test_chance_and_seats_draw_from_different_streams() -> None:
    firsts = {kit.bits(kit.stream(1, 2, who)) for who in range(5)}
    assert len(firsts) == 5
    # not the same stream by another name: neither sums nor swaps of the three numbers collide
    named = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 2, 3), (3, 2, 1), (2, 1, 3), (-1, 0, 0)]
    assert len({kit.bits(kit.stream(*numbers)) for numbers in named}) == len(named)


def chi_square(counts: np.ndarray, expected: float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())
