"""Suggests a file of the pack in place of a wrong file name.

In: the wrong name and the names of the pack's files. Out: the text of a fix.
"""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from urllib.parse import unquote

from generator.model.problems import MOST_COMPARED, closest, near
from generator.system.files import composed

COPY_IT = "copy it into the pack's folder"
# matches a web address
ON_THE_WEB = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+:/|//|data:", re.IGNORECASE)


def similar_file(
    asked: str, files: Iterable[str], suffixes: Iterable[str] = (), otherwise: str = COPY_IT
) -> str:
    """The likely fix for a missing file; `otherwise` if no file has a similar name.

    `asked` is the missing name and `files` are the files of the pack, both relative to the pack's
    folder, with `/` between folders. `suffixes` are the possible suffixes, by default the suffix of
    `asked`.

    >>> similar_file("art/fog16", ["art/fog16.png", "rules.py"], [".png"])
    'its name is "art/fog16.png"'
    """
    path = PurePosixPath(asked.replace("\\", "/"))
    ends = {each.lower() for each in suffixes} or {path.suffix.lower()} - {""}
    candidates = sorted(f for f in files if not ends or PurePosixPath(f).suffix.lower() in ends)
    wanted = _folded(str(path))
    for name in candidates:
        if _folded(name) != wanted:
            continue
        if "\\" in asked and name == str(path):
            return f'write "{name}", with / between folders'
        if name.lower() == asked.lower():
            return f'its name is "{name}"; upper and lower case differ'
        return f'its name is "{name}"'
    bare = _folded(str(path.with_suffix("")) if path.suffix.lower() in ends else str(path))
    for name in candidates:
        if _folded(str(PurePosixPath(name).with_suffix(""))) == bare:
            return f'its name is "{name}"'
    for name in candidates:
        if _folded(PurePosixPath(name).name) == _folded(path.name):
            return f'it is in another folder: "{name}"'
    # Only files of the same kind are compared, by their names without the folder.
    kin = [f for f in candidates if not path.suffix or _is_drawing(f) == _is_drawing(path.name)]
    names = [PurePosixPath(f).stem for f in kin]
    is_like = closest(path.stem, names) is not None or len(kin) > MOST_COMPARED
    return near(str(path), kin) if is_like else otherwise


def _is_drawing(name: str) -> bool:
    return name.lower().endswith(".svg")


def _folded(name: str) -> str:
    """Normalise the frequent errors in a name: case, spaces, escapes of web addresses."""
    return re.sub(r"[\s_-]+", " ", composed(unquote(name)).casefold()).removeprefix("./").strip()
