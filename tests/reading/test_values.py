"""Plain scalars by YAML's core schema; the examples of the module."""

import doctest

import pytest

from generator.reading import values
from generator.reading.values import core_scalar


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("010", 10),
        ("0x1F", 31),
        ("0o17", 15),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("12:30", "12:30"),
        ("2026-11-21", "2026-11-21"),
        ("1_000", "1_000"),
        ("1.2.3", "1.2.3"),
        (".inf", float("inf")),
        ("-.Inf", float("-inf")),
    ],
)
def test_plain_scalars_follow_the_yaml_1_2_core_schema(written: str, value: object) -> None:
    found = core_scalar(written)
    assert found == value and type(found) is type(value)


def test_the_examples_of_the_module_are_correct() -> None:
    found = doctest.testmod(values)
    assert found.attempted >= 1 and not found.failed
