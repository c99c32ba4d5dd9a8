"""The likeness of people and bots that was found last, as it is stored for other commands.

In: the private folder of a pack. Out: the player that `like:people` stands for.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from generator.system.files import read

FILE = "likeness.json"
LIKE_PEOPLE = "like:people"


@dataclass(frozen=True, slots=True)
class KeptLikeness:
    """The bots that play like the people in recorded games of one version, in short."""

    version: str  # version of the game
    games: int  # number of recorded games
    evenings: int  # number of days on which they were played
    kind: str  # the kind that predicts the decisions best; "" if none is clearly best
    rung: str  # the bot whose decisions cost about as much; "" with too few games
    agent: str  # the player that `like:people` stands for; "" with too few games


def like_people(folder: Path) -> str:
    """Return the player that `like:people` stands for, by a private folder; "" if none is known."""
    kept = kept_likeness(folder)
    return kept.agent if kept is not None else ""


def kept_likeness(folder: Path) -> KeptLikeness | None:
    """Return the likeness in a private folder; None if there is none that can be read."""
    with suppress(OSError, ValueError, TypeError):
        kept = KeptLikeness(**json.loads(read(folder / FILE, 10_000)))
        texts = (kept.version, kept.kind, kept.rung, kept.agent)
        numbers = (kept.games, kept.evenings)
        is_right = all(isinstance(text, str) for text in texts)
        if is_right and all(isinstance(number, int) for number in numbers):
            return kept
    return None
