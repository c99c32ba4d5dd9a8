"""Makes a new game, which is a small complete pack or a copy of a bundled game, in a new folder.

In: a name and a parent folder. Out: the folder with its files.
"""

import os
import re
import shutil
import unicodedata
from pathlib import Path

from generator import bundled
from generator.model.problems import near
from generator.model.transliteration import plain_letters
from generator.reading.folder import GAME_FILE, bundled_packs
from generator.system.files import composed, folder_in

# names of files and folders that are not copied
LEFT = ("__pycache__", "preview.png", "output", ".protoplay")
# The kinds of games that are played by the words on their cards → folders in templates/games.
KINDS = {
    "cards": "cards",
    "engine-builder": "foundry",
    "deck-builder": "harbour",
    "draft": "orchard",
    "take-that": "raid",
    "worker-placement": "hamlet",
    "push-your-luck": "grotto",
}
LONGEST_NAME = 80
LONGEST_FOLDER = 200  # bytes; most disks allow 255
DEVICE = re.compile(
    "(?:con|prn|aux|nul|com[1-9]|lpt[1-9])"
)  # Windows does not allow folders with these names


class FolderExistsError(FileExistsError):
    """Raised if the folder already exists; it is not overwritten."""


def new_game(name: str, parent: Path, copied: str | None = None, like: str | None = None) -> Path:
    """Write a small game that can be checked, built and played into `parent/<name as a folder>`.

    With `copied`, the game is a copy of the bundled game with that name. With `like`, one of
    `KINDS`, the game is of that kind and is played by the words on its cards. The folder is created
    completely or not at all. Raises `ValueError` for a name without a letter or digit, or an
    unknown bundled game or kind, and `FolderExistsError` if the folder exists.
    """
    if copied is not None and copied not in bundled_packs():
        raise ValueError(f'there is no bundled game "{copied}"; {near(copied, bundled_packs())}')
    if like is not None and like not in KINDS:
        raise ValueError(f'there is no kind of game "{like}"; {near(like, KINDS)}')
    target = check_target(name, parent)
    source = bundled("templates") / "scaffold" if copied is None else bundled("rules") / copied
    if like is not None:
        source = bundled("templates") / "games" / KINDS[like]
    with folder_in(parent) as folder:
        draft = folder / target.name
        shutil.copytree(source, draft, ignore=shutil.ignore_patterns(*LEFT))
        title = title_of(name, target.name)
        if copied is None:
            for file in sorted(p for p in draft.rglob("*") if p.is_file()):
                file.write_text(file.read_text("utf-8").replace("NAME", title), "utf-8")
        _name_game(draft / GAME_FILE, title)
        os.replace(draft, target)
    return target


def check_target(name: str, parent: Path) -> Path:
    """The path of the folder of a new game, which must not exist yet.

    Raises `ValueError` if no folder can have this name, and `FolderExistsError` if it exists.
    """
    slug = folder_name(name)
    if not slug:
        raise ValueError(f"{name!r} has no letter or digit for the name of a folder")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(f"a name must be one line of at most {LONGEST_NAME} characters")
    target = parent / slug
    if target.exists():
        raise FolderExistsError(f"{target} already exists; choose another name or remove it")
    return target


def title_of(name: str, slug: str) -> str:
    """The title of the game: the name as written, but "night-ferry" becomes "Night Ferry"."""
    is_folder = re.sub("[_-]+", "-", name) == slug
    return slug.replace("-", " ").title() if is_folder else name


def schema_line() -> str:
    """The comment in a game.yaml by which editors find its schema."""
    return f"$schema={(bundled('templates') / 'game.schema.json').resolve().as_uri()}"


def _name_game(file: Path, title: str) -> None:
    """Write the game's name into its definition, and the address of the schema for editors."""
    text = re.sub(
        "(?m)^name: .*$", lambda _: f"name: {quoted(title)}", file.read_text("utf-8"), count=1
    )
    file.write_text(re.sub(r"\$schema=\S+", lambda _: schema_line(), text, count=1), "utf-8")


def folder_name(name: str) -> str:
    """Turn a game's name into a folder name: lower case, no accents on Latin letters, hyphens.

    >>> folder_name("Müllers große Äpfel!"), folder_name("Żółw → Peak"), folder_name("Шахматы")
    ('mullers-grosse-apfel', 'zolw-peak', 'шахматы')
    """
    bare = re.sub("(?<=[a-z])[\u0300-\u036f]+", "", plain_letters(name))
    kept = (c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in composed(bare))
    folder = "-".join("".join(kept).split())
    folder = folder.encode()[:LONGEST_FOLDER].decode("utf-8", "ignore").strip("-")
    return f"{folder}-game" if DEVICE.fullmatch(folder) else folder


def quoted(text: str) -> str:
    """Write a text as a double-quoted YAML scalar."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
