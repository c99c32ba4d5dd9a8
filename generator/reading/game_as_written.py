"""A game as its designer wrote it: the definition, and the place of each value.

Checks receive the definition in addition to the finished pack.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from generator.model.problems import Problems
from generator.reading.files import Files
from generator.reading.schema import GameSection
from generator.reading.values import Tree
from generator.system.files import composed, read

SIMPLE = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")
DRAWINGS_FILE = "drawings.py"


@dataclass(frozen=True, slots=True)
class Definition:
    """The game as written, with the place of each value."""

    game: GameSection
    tree: Tree
    files: Files

    @property
    def problems(self) -> Problems:
        """The list to which faults are added."""
        return self.files.problems


def has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def text_of(path: Path) -> str:
    """The text of a file; "" if the file cannot be read, which other code reports."""
    try:
        return composed(read(path).decode("utf-8-sig", "replace"))
    except OSError:
        return ""
