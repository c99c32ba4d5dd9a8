"""The folder of a pack, found by its path or name.

In: a path, or the name of a bundled pack. Out: the folder, or a problem that suggests names.
"""

import re
from pathlib import Path

from generator import bundled
from generator.model.pack import Pack
from generator.model.problems import Place, Problems, closest, near
from generator.system.files import as_on_disk, in_words

GAME_FILE = "game.yaml"
RULES_FILE = "rules.py"


def bundled_packs() -> list[str]:
    """The names of the packs that are installed with protoplay, sorted."""
    return sorted(path.parent.name for path in bundled("rules").glob(f"*/{GAME_FILE}"))


def is_played_by_words(pack: Pack) -> bool:
    """Whether a pack is played by the words on its cards, because it has `play:` and no
    `rules.py`.
    """
    return pack.play is not None and not (pack.folder / RULES_FILE).is_file()


def has_rules(pack: Pack) -> bool:
    """Whether the pack can be played, because it has a `rules.py` or `play:`."""
    return is_played_by_words(pack) or (pack.folder / RULES_FILE).is_file()


def find_folder(name_or_folder: str | Path, problems: Problems) -> Path | None:
    """Find the folder of a pack by its path, its game.yaml, or the name of a bundled pack.

    A folder on the disk is preferred to a bundled pack of the same name.
    """
    written = str(name_or_folder)
    try:
        return _found(written, as_on_disk(Path(name_or_folder).expanduser()), problems)
    # the name is too long, links are circular, or the user is unknown
    except (OSError, RuntimeError, ValueError) as broken:
        reason = in_words(broken) if isinstance(broken, OSError) else str(broken)
        short = written if len(written) <= 60 else written[:57] + "…"
        problems.error(
            Place(short), f"this is not the name of a folder: {reason}", "check the name"
        )
        return None


def _found(written: str, path: Path, problems: Problems) -> Path | None:
    if path.name == GAME_FILE and path.is_file():
        return path.resolve().parent
    if (path / GAME_FILE).is_file():
        return path.resolve()
    if re.fullmatch(r"[A-Za-z0-9][\w-]*", written) and written in bundled_packs():
        return (bundled("rules") / written).resolve()
    if path.is_dir():
        others = sorted(p.name for p in path.glob("*.y*ml") if p.is_file())
        fix = (
            f'rename "{others[0]}" to {GAME_FILE}'
            if others
            else "a pack is a folder with this file"
        )
        here = f"{GAME_FILE} in this folder is not a file" if (path / GAME_FILE).exists() else ""
        problems.error(Place(written), here or f"the folder has no {GAME_FILE}", fix)
    elif path.exists():
        problems.error(Place(written), f"this is not a {GAME_FILE}", "give the pack's folder")
    else:
        beside = closest(path.name, (p.parent.name for p in path.parent.glob(f"*/{GAME_FILE}")))
        fix = near(written, bundled_packs())
        if beside is not None:
            fix = f'did you mean "{path.with_name(beside)}"?'
        problems.error(
            Place(written), "there is no such folder and no bundled game of this name", fix
        )
    return None
