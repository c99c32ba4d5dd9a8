"""The parameters of a game, and how they differ from the current ones, in words.

In: texts from an address, or current parameters. Out: `Settings`, or sentences about differences.
"""

from collections.abc import Mapping, Sequence

from generator.model.pack import Scalar
from generator.preview.workspace import said

Settings = tuple[tuple[str, str], ...]  # a parameter's name, and its value as text for `--set`
MOST = 200  # maximum number of settings in an address
LONGEST = 300  # maximum length in characters of a setting


def said_of(numbers: Mapping[str, Scalar]) -> Settings:
    """Convert parameters to settings for an address."""
    return tuple((name, said(value)) for name, value in numbers.items())


def read(given: Sequence[str]) -> Settings:
    """Read the settings in an address, each "name=value"; others are left out.

    >>> read(["goal=5", "goal", "name=a=b"])
    (('goal', '5'), ('name', 'a=b'))
    """
    parts = [each[:LONGEST].partition("=") for each in given[:MOST]]
    return tuple((name, value) for name, equals, value in parts if name and equals)


def otherwise(settings: Settings, numbers: Mapping[str, Scalar]) -> tuple[str, str]:
    """Describe how parameters differ from settings: as set, and as they are now; both "" if equal.

    >>> otherwise((("goal", "5"), ("bonus_points", "1")), {"goal": 6})
    ('goal 5, bonus points 1', 'goal 6, no bonus points')
    """
    now = dict(said_of(numbers))
    changed = [(name, value) for name, value in settings if now.get(name) != value]
    was = [f"{name} {value}" for name, value in changed]
    is_now = [f"{name} {now[name]}" if name in now else f"no {name}" for name, _ in changed]
    return ", ".join(was).replace("_", " "), ", ".join(is_now).replace("_", " ")
