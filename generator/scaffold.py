"""A new game: a small complete pack, copied into a folder under the designer's own name."""

import os
import re
import shutil
import unicodedata
from pathlib import Path

from generator import bundled
from generator.atomic import folder_in
from generator.latin import taken_apart
from generator.regular import composed

LONGEST_NAME = 80
LONGEST_FOLDER = 200  # bytes; most disks take 255
DEVICE = re.compile("(?:con|prn|aux|nul|com[1-9]|lpt[1-9])")  # no folder of Windows has such a name


class FolderExistsError(FileExistsError):
    """The folder is there already, and what is in it is not ours to overwrite."""


def new_game(name: str, parent: Path) -> Path:
    """Write a small game that checks, builds and plays into `parent/<name as a folder>`.

    The folder appears whole or not at all. Raises `ValueError` for a name without a letter or
    digit and `FolderExistsError` where the folder exists.
    """
    slug = folder_name(name)
    if not slug:
        raise ValueError(f"{name!r} has no letter or digit to name a folder after")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(f"a name is one line of at most {LONGEST_NAME} characters")
    target = parent / slug
    if target.exists():
        raise FolderExistsError(f"{target} exists already; choose another name or remove it")
    source = bundled("templates") / "scaffold"
    with folder_in(parent) as folder:
        draft = folder / slug
        shutil.copytree(source, draft, ignore=shutil.ignore_patterns("__pycache__"))
        is_folder = re.sub("[_-]+", "-", name) == slug  # who writes night-ferry means Night Ferry
        title = slug.replace("-", " ").title() if is_folder else name
        schema = bundled("templates") / "game.schema.json"
        for file in sorted(p for p in draft.rglob("*") if p.is_file()):
            text = file.read_text("utf-8").replace("NAME", title)
            if file.name == "game.yaml":
                text = text.replace("name: " + title, f"name: {quoted(title)}")
                text = text.replace("$schema=SCHEMA", f"$schema={schema.resolve().as_uri()}")
            file.write_text(text, "utf-8")
        os.replace(draft, target)
    return target


def folder_name(name: str) -> str:
    """A game's name as a folder: lower case, marks of Latin letters left out, hyphens between.

    >>> folder_name("Müllers große Äpfel!"), folder_name("Żółw → Peak"), folder_name("Шахматы")
    ('mullers-grosse-apfel', 'zolw-peak', 'шахматы')
    """
    bare = re.sub("(?<=[a-z])[\u0300-\u036f]+", "", taken_apart(name))
    kept = (c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in composed(bare))
    folder = "-".join("".join(kept).split())
    folder = folder.encode()[:LONGEST_FOLDER].decode("utf-8", "ignore").strip("-")
    return f"{folder}-game" if DEVICE.fullmatch(folder) else folder


def quoted(text: str) -> str:
    """Text as a YAML double-quoted scalar."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
