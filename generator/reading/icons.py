"""The icons that a pack can use, from its folders and Iconify sets, followed by the bundled icons.

In: the section `icons:`. Out: `Icons`, or problems.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator import bundled
from generator.model.problems import Place
from generator.reading.files import Files, read_bytes
from generator.reading.iconify import read_set
from generator.reading.schema import GameSection
from generator.reading.values import Tree
from generator.system.files import composed

LARGEST_ICON_SET = 64_000_000  # maximum size in bytes of an Iconify set


@dataclass(frozen=True, slots=True)
class Icons:
    """SVG files and SVG texts by icon name, and the lines for the credits."""

    files: dict[str, Path]
    drawn: dict[str, str]
    credits: list[str]


def icons_of(game: GameSection, tree: Tree, files: Files) -> Icons:
    """The icons by name: the pack's sources in written order, then the bundled icons."""
    icons = Icons({}, {}, [])
    for i, source in enumerate(game.icons):
        place = tree.place(("icons", i))
        if isinstance(source, str):
            folder = files.inside(source, place)
            if folder is None:
                continue
            if not folder.is_dir() and "icons" in tree.value:
                files.problems.error(
                    place, f'there is no folder "{source}"', "create it and put SVG files there"
                )
            for path in files.below(folder, "*.svg"):
                name = composed(path.stem)
                if name not in icons.files and name not in icons.drawn:
                    icons.files[name] = path
                    files.note(path)
        else:
            _add_set(icons, source.set, source.names, place, files)
    for path in sorted((bundled("templates") / "icons").glob("*.svg")):
        if path.stem not in icons.files and path.stem not in icons.drawn:
            icons.files[path.stem] = path
    return icons


def _add_set(
    collected: Icons, written: str, names: Mapping[str, str], place: Place, files: Files
) -> None:
    """Add the icons of an Iconify JSON set, and its line for the credits."""

    path = files.existing(written, place, anywhere=True)
    if path is None:
        return
    raw = read_bytes(path, files.shown(path), LARGEST_ICON_SET, files.problems)
    if raw is None:
        return
    files.note(path)
    icons = read_set(raw, names, files.shown(path), place, files.problems)
    if icons.credit:
        collected.credits.append(icons.credit)
    for name, svg in icons.icons.items():
        if name not in collected.files:
            collected.drawn.setdefault(name, svg)
