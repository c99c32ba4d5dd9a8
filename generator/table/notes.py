"""Notes on positions, kept in `notes.yaml` beside the pack: by game, then by moves made.

The file is the designer's to read and to keep under version control; it is written whole.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.atomic import write_file

FILE = "notes.yaml"
HEAD = "# Notes on replayed games, as protoplay preview keeps them.\n"
LONGEST = 2000  # characters of a note
MOST = 2000  # notes of a pack


def key_of(story: Mapping[str, Any]) -> str:
    """What names a game in the file: who played what, under which rules."""
    moves = hashlib.sha256(f"{story['digest']} {story['moves']}".encode()).hexdigest()[:12]
    return f"seed {story['seed']}, game {story['number']}, {story['players']} players, {moves}"


def notes_in(folder: Path) -> dict[str, dict[int, str]]:
    """Every note of a pack. Raises `ValueError` where the file is none of ours."""
    import yaml

    file = folder / FILE
    if not file.is_file():
        return {}
    try:
        found = yaml.safe_load(file.read_text("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as fault:
        raise ValueError(f"{FILE} cannot be read: {' '.join(str(fault).split())}") from None
    if found is None:
        return {}
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise ValueError(f"{FILE} is not as protoplay writes it: a game, moves made, a text")
    return {
        str(game): {int(ply): str(text) for ply, text in each.items() if str(ply).isdecimal()}
        for game, each in found.items()
    }


def keep(folder: Path, game: str, ply: int, text: str) -> Path:
    """Write a note, or take it away where the text is empty. Raises `ValueError`, `OSError`."""
    import yaml

    every = notes_in(folder)
    of_game = every.setdefault(game, {})
    text = text.strip()[:LONGEST]
    if text:
        of_game[ply] = text
    else:
        of_game.pop(ply, None)
    if sum(map(len, every.values())) > MOST:
        raise ValueError(f"{FILE} has {MOST} notes already")
    kept = {name: dict(sorted(each.items())) for name, each in every.items() if each}
    written = yaml.safe_dump(kept, allow_unicode=True, sort_keys=False, width=100) if kept else ""
    return write_file(folder / FILE, HEAD + written)
