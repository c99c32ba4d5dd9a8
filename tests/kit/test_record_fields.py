"""Records of numbers: fields are attributes, unknown fields are refused."""

import numpy as np
import pytest

from generator.kit import record
from generator.kit.records import Cut, strict


def test_a_field_is_read_and_written_in_place() -> None:
    one = record(points=[1, 2], seat=3, over=False)
    one.points[1] += 5
    one.seat = 4
    one.over = True
    assert (one.points.tolist(), one.seat, one.over) == ([1, 7], 4, True)
    assert isinstance(one, np.record)
    assert one["seat"] == 4


def test_an_array_of_yes_and_no_is_one_of_numbers() -> None:
    one = record(up=[True, False], over=True)
    assert one.up.dtype == np.int8 and one.up.tolist() == [1, 0]
    assert one.over.dtype == np.bool_


def test_a_field_that_is_not_there_is_refused() -> None:
    one = record(seat=3)
    with pytest.raises(AttributeError, match="'record' object has no attribute 'saet'"):
        _ = one.saet
    with pytest.raises(ValueError, match="no field of name saet"):
        one.saet = 4


def test_records_in_an_array_are_the_same_memory() -> None:
    many = np.zeros(3, record(seat=3).dtype)
    many[1].seat = 7
    kept = many[1].copy()
    many[2] = many[1]
    many[1].seat = 8
    assert many["seat"].tolist() == [0, 8, 7]
    assert kept.seat == 7


def test_results_of_strict_numbers_are_strict() -> None:
    one = strict(np.zeros(1, [("small", np.int8, (3,)), ("big", np.int64, (3,))]))[0]
    for name in ("small", "big"):
        made = one[name] + 1
        with pytest.raises(Cut):
            made[0] = 0.5
    one.small[:] = 50
    with np.errstate(over="warn"):
        for grow in (lambda: one.small * 2 * 2, lambda: one.small + one.small + one.small):
            with pytest.warns(RuntimeWarning, match="overflow"):
                grow()
    whole, rest = np.divmod(one.big, 3, out=(np.ones(3, np.int64), np.ones(3, np.int64)))
    assert not whole.any() and not rest.any()
