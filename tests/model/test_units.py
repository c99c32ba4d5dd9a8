"""Lengths in the forms that people write."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as some

from generator.model import units
from generator.model.units import MM_PER, NotALength, measured, paper_mm, to_mm, to_text


@pytest.mark.parametrize(
    ("written", "mm"),
    [
        ("63mm", 63),
        ("2.5in", 63.5),
        (' 3.5 " ', 88.9),
        ("1cm", 10),
        ("72pt", 25.4),
        ("1,5 cm", 15),
        (".5in", 12.7),
        ("-1mm", -1),
        ("0mm", 0),
        ("2 inches", 50.8),
    ],
)
def test_a_length_has_a_number_and_a_unit(written: str, mm: float) -> None:
    assert to_mm(written) == pytest.approx(mm, abs=1e-6)


@pytest.mark.parametrize(
    ("written", "message", "fix"),
    [
        ("63", 'the length "63" has no unit', 'write "63mm"'),
        (63, "the length 63 has no unit", 'write "63mm"'),
        ("63px", 'unknown unit "px" in "63px"', "use mm, cm, in or pt"),
        ("mm", '"mm" is not a length', 'write a number and its unit, "63mm"'),
        ("6 3mm", '"6 3mm" is not a length', ""),
        ("", '"" is not a length', 'write a number and its unit, "63mm"'),
        (None, "expected a length, found nothing", 'write it like "63mm"'),
        (True, "expected a length, found true or false", 'write it like "63mm"'),
        (["1mm"], "expected a length, found a list", 'write it like "63mm"'),
        ("9999mm", '"9999mm" is longer than 5 m', ""),
        ("1e3mm", '"1e3mm" is not a length', ""),
        ("٣mm", '"٣mm" is not a length', ""),
    ],
)
def test_an_invalid_length_gives_the_reason(written: object, message: str, fix: str) -> None:
    with pytest.raises(NotALength) as fault:
        to_mm(written)
    assert str(fault.value) == message
    assert fault.value.fix.startswith(fix)


@given(some.floats(-4999, 4999), some.sampled_from(sorted(MM_PER)))
def test_lengths_come_back_from_text(mm: float, unit: str) -> None:
    assert to_mm(to_text(mm, unit)) == pytest.approx(mm, abs=1e-3)


def test_text_is_short() -> None:
    assert [to_text(63.0), to_text(63.5, "in"), to_text(0), to_text(0.1)] == [
        "63mm",
        "2.5in",
        "0mm",
        "0.1mm",
    ]


def test_papers_by_name_or_size() -> None:
    assert paper_mm("A4") == (210, 297)
    assert paper_mm("8.5in x 11in") == paper_mm("letter") == (215.9, 279.4)
    assert paper_mm("100mm×150mm") == (100, 150)
    for wrong in ("a44", "10mm x 10mm", "100 x 150", 4):
        with pytest.raises(NotALength):
            paper_mm(wrong)


def test_a_drawing_may_leave_the_unit_out_of_a_text_too() -> None:
    written = ("5,5", "20.", ",5", " -3 ", "5,5mm")
    assert [measured(value, "mm") for value in written] == [5.5, 20, 0.5, -3, 5.5]
    with pytest.raises(NotALength):
        measured("5,5,5", "mm")


def test_the_examples_of_the_module_hold() -> None:
    found = doctest.testmod(units)
    assert found.attempted >= 2 and not found.failed
