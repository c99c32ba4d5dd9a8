"""The parameters that a game is played with, and what of them is otherwise by now, in words."""

from collections.abc import Mapping, Sequence

from generator.model.pack import Scalar
from generator.preview.workspace import said

Settings = tuple[tuple[str, str], ...]  # a parameter's name, its value as `--set` takes it
MOST = 200  # settings of an address
LONGEST = 300  # characters of one


def said_of(numbers: Mapping[str, Scalar]) -> Settings:
    """Parameters as an address carries them."""
    return tuple((name, said(value)) for name, value in numbers.items())


def read(given: Sequence[str]) -> Settings:
    """The settings of an address, each "name=value"; what is none is left out.

    >>> read(["goal=5", "goal", "name=a=b"])
    (('goal', '5'), ('name', 'a=b'))
    """
    parts = [each[:LONGEST].partition("=") for each in given[:MOST]]
    return tuple((name, value) for name, equals, value in parts if name and equals)


def otherwise(settings: Settings, numbers: Mapping[str, Scalar]) -> tuple[str, str]:
    """What is otherwise now: as it was, and as it is; both empty where nothing is.

    >>> otherwise((("goal", "5"), ("bonus_points", "1")), {"goal": 6})
    ('goal 5, bonus points 1', 'goal 6, no bonus points')
    """
    now = dict(said_of(numbers))
    changed = [(name, value) for name, value in settings if now.get(name) != value]
    was = [f"{name} {value}" for name, value in changed]
    is_now = [f"{name} {now[name]}" if name in now else f"no {name}" for name, _ in changed]
    return ", ".join(was).replace("_", " "), ", ".join(is_now).replace("_", " ")
