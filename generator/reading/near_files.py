"""Suggests the file of a pack that a wrong file name may mean."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from urllib.parse import unquote

from generator.model.problems import MOST_COMPARED, closest, near
from generator.system.files import composed

COPY_IT = "copy it into the pack's folder"
ON_THE_WEB = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+:/|//|data:", re.IGNORECASE)  # an address


def similar_file(
    asked: str, files: Iterable[str], suffixes: Iterable[str] = (), otherwise: str = COPY_IT
) -> str:
    """The likely fix for a missing file; `otherwise` where no file is like it.

    `asked` is its name and `files` are those of the pack, both relative to the pack's folder, with
    `/` between folders. `suffixes` are the suffixes it may have, by default that of `asked`.

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
    # Compare names without their folder, and only files of the same kind.
    kin = [f for f in candidates if not path.suffix or _is_drawing(f) == _is_drawing(path.name)]
    names = [PurePosixPath(f).stem for f in kin]
    is_like = closest(path.stem, names) is not None or len(kin) > MOST_COMPARED
    return near(str(path), kin) if is_like else otherwise


def _is_drawing(name: str) -> bool:
    return name.lower().endswith(".svg")


def _folded(name: str) -> str:
    """A name without what people often get wrong: case, spaces, escapes of web addresses."""
    return re.sub(r"[\s_-]+", " ", composed(unquote(name)).casefold()).removeprefix("./").strip()
