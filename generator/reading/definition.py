"""`game.yaml` and the files it includes, as one tree of values with places.

In: the files of a pack. Out: a `Tree`; None after a problem.
"""

from dataclasses import dataclass
from pathlib import Path

from generator.model.problems import Place, Problems
from generator.reading.files import Files
from generator.reading.folder import GAME_FILE
from generator.reading.values import Steps, Tree, Value
from generator.reading.yaml import read_yaml

DEEPEST_INCLUDE = 8
_NOT_JOINED = ("includes", "protoplay")


def read_definition(files: Files) -> Tree | None:
    """Return the merged tree; None after a problem in any of the files."""
    path = files.folder / GAME_FILE
    before = len(files.problems.errors)
    tree = read_yaml(path, GAME_FILE, files.problems)
    if tree is None:
        return None
    files.note(path)
    joiner = _Joiner(files, dict(tree.value), dict(tree.places), dict(tree.keys))
    joiner.follow(tree, (path,))
    if len(files.problems.errors) > before:
        return None
    return Tree(joiner.value, joiner.places, joiner.keys)


@dataclass(slots=True)
class _Joiner:
    """A tree to which included files are added. Included files add keys and never change a key."""

    files: Files
    value: dict[str, Value]
    places: dict[Steps, Place]
    keys: dict[Steps, Place]

    @property
    def problems(self) -> Problems:
        return self.files.problems

    def follow(self, tree: Tree, above: tuple[Path, ...]) -> None:
        """Add the files that `tree` includes, and the files that these files include in turn."""
        names = tree.value.get("includes")
        if not isinstance(names, list):
            return
        for i, name in enumerate(names):
            place = tree.place(("includes", i))
            if not isinstance(name, str):
                self.problems.error(place, "expected a file name", "write the name in quotes")
                continue
            path = self.files.existing(name, place)
            if path is None:
                continue
            if path in above:
                self.problems.error(
                    place,
                    f'"{name}" includes itself, directly or through another file',
                    "remove it",
                )
            elif len(above) > DEEPEST_INCLUDE:
                self.problems.error(
                    place, f"files are included more than {DEEPEST_INCLUDE} levels deep"
                )
            elif path in self.files.digests:
                self.problems.error(place, f'"{name}" is included twice', "remove one of them")
            else:
                fix = (
                    f'write keys as in {GAME_FILE}, such as "components:", or remove it '
                    "from includes"
                )
                part = read_yaml(path, self.files.shown(path), self.problems, fix)
                if part is not None:
                    self.files.note(path)
                    self._join(part)
                    self.follow(part, (*above, path))

    def _join(self, part: Tree) -> None:
        """Add the keys of another file; mappings such as `components` are merged key by key."""
        roots: list[Steps] = []
        for key, value in part.value.items():
            if key in _NOT_JOINED:
                continue
            mine = self.value.get(key)
            if key not in self.value:
                self.value[key] = value
                roots.append((key,))
            elif isinstance(mine, dict) and isinstance(value, dict):
                self.value[key] = joined = dict(mine)
                for inner in value:
                    if inner in joined:
                        self._refuse(part, (key, inner), f'the key "{inner}" of {key}')
                    else:
                        joined[inner] = value[inner]
                        roots.append((key, inner))
            else:
                self._refuse(part, (key,), f'the key "{key}"')
        for table, mine_table in ((part.places, self.places), (part.keys, self.keys)):
            for path, place in table.items():
                if path[:1] in roots or path[:2] in roots:
                    mine_table[path] = place

    def _refuse(self, part: Tree, path: Steps, what: str) -> None:
        place = part.keys[path]
        self.problems.error(
            place, f"{what} is written twice", f"it is already at {self.keys[path]}"
        )
