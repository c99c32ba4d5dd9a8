"""Short numbers: the module's examples, and properties of all of them."""

import doctest

from hypothesis import given
from hypothesis import strategies as st

from generator.model import decimals


def test_the_examples_of_the_module_hold() -> None:
    found = doctest.testmod(decimals)
    assert found.attempted >= 2 and not found.failed


@given(st.floats(-1e7, 1e7))
def test_a_drawn_number_is_the_number_to_three_decimals(value: float) -> None:
    text = decimals.drawn(value)
    assert abs(float(text) - value) <= 0.0005 + 1e-9
    assert "e" not in text and text != "-0" and not (text.endswith("0") and "." in text)
