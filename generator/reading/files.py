"""The files of one pack: found beside its `game.yaml`, noted for its digest, and read."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.model.problems import Place, Problems
from generator.reading.near_files import ON_THE_WEB, near_file
from generator.system.files import NotRegular, TooLarge, as_on_disk, files_within, in_words, read

MOST_FILES = 20_000  # in one folder of a pack


@dataclass(slots=True)
class Files:
    """Which files a pack was read from; names in places are relative to `folder`."""

    folder: Path
    problems: Problems
    digests: dict[Path, str] = field(default_factory=dict)  # file → sha256

    def inside(self, written: str, place: Place) -> Path | None:
        """The path a pack names, which must lie in its folder; None after a problem."""
        if "\0" in written or not written.strip():
            self.problems.error(place, "a file name is missing")
            return None
        if ON_THE_WEB.match(written):
            found = f'"{_short(written)}" is an address, and nothing is fetched from the web'
            fix = "save what is there in the pack's folder, and write that file's name"
            self.problems.error(place, found, fix)
            return None
        path = self._resolved(Path(written), place)
        if path is None:
            return None
        if not path.is_relative_to(self.folder):
            self.problems.error(
                place, f'the file "{written}" is outside the pack', "copy it into the pack's folder"
            )
            return None
        return path

    def existing(
        self, written: str, place: Place, *, anywhere: bool = False, suffixes: Sequence[str] = ()
    ) -> Path | None:
        """The file a pack names; `anywhere` on the disk where that is sensible (fonts, icon sets).

        None after a problem, which lists the files beside it that may be meant: those that end in
        one of `suffixes`, by default as the file that is named.
        """
        if anywhere and "\0" not in written:
            path = self._resolved(Path(written), place, at_home=True)
        else:
            path = self.inside(written, place)
        if path is None:
            return None
        if not os.path.exists(path):
            self.problems.error(place, f'no file "{written}"', self.near(path, suffixes))
            return None
        if path.is_dir():
            self.problems.error(place, f'"{written}" is a folder, a file is wanted')
            return None
        return path

    def near(self, path: Path, suffixes: Sequence[str]) -> str:
        """What may be meant by a file that is not there: one of the pack, else one beside it."""
        root = self.folder if path.is_relative_to(self.folder) else path.parent
        files = files_within(root) if root == self.folder else _files_in(root)
        asked = path.relative_to(root).as_posix()
        names = [file.relative_to(root).as_posix() for file in files]
        return near_file(asked, names, suffixes)

    def _resolved(self, written: Path, place: Place, *, at_home: bool = False) -> Path | None:
        """The path with its links and its `~` followed; None after a problem."""
        try:
            path = self.folder / (written.expanduser() if at_home else written)
            path = as_on_disk(path).resolve()
            os.path.lexists(path)
            path.is_file()
        except OSError as broken:
            said = f'cannot look for the file "{_short(str(written))}": {in_words(broken)}'
            self.problems.error(place, said, "check the name")
        except (RuntimeError, ValueError) as broken:  # no such user, links in a ring, a surrogate
            said = f'cannot look for the file "{_short(str(written))}": {broken}'
            self.problems.error(place, said, "check the name")
        else:
            return path
        return None

    def note(self, path: Path) -> None:
        """Remember a file for the digest and for watching; one that is not there is no fault."""
        path = as_on_disk(path)
        if path in self.digests:
            return
        try:
            if path.is_file():
                self.digests[path] = hashlib.sha256(read(path)).hexdigest()
        except OSError as broken:
            self.problems.error(Place(self.shown(path)), in_words(broken))

    def below(self, folder: Path, pattern: str) -> list[Path]:
        """The files of a folder of the pack that match, sorted; those outside are left out."""
        found: list[Path] = []
        try:
            for path in folder.rglob(pattern):
                if len(found) == MOST_FILES:
                    said = f"more than {MOST_FILES:,} files"
                    self.problems.error(Place(self.shown(folder)), said, "leave some out")
                    break
                if path.resolve().is_relative_to(self.folder) and not path.is_dir():
                    found.append(path)
        except (OSError, RuntimeError) as broken:
            self.problems.error(Place(self.shown(folder)), f"cannot read the folder: {broken}")
        return sorted(found)

    def shown(self, path: Path) -> str:
        """The name a file has in places: relative to the pack where it is inside."""
        if path.is_relative_to(self.folder):
            return path.relative_to(self.folder).as_posix()
        return path.name


def _files_in(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []


def read_text(
    path: Path, shown: str, largest: int, problems: Problems, fix: str = "save it as UTF-8"
) -> str | None:
    """The UTF-8 text of a file, a byte order mark dropped; None after a problem."""
    place = Place(shown)
    raw = read_bytes(path, shown, largest, problems)
    if raw is None:
        return None
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        problems.error(place, "the file is UTF-16, not UTF-8", fix)
        return None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        problems.error(
            place_of_byte(raw, broken.start, shown),
            f"the byte 0x{raw[broken.start]:02x} is not UTF-8",
            fix,
        )
        return None


def place_of_byte(raw: bytes, index: int, shown: str) -> Place:
    """Line and column of a byte of a text that is UTF-8 up to there."""
    before = raw[:index]
    column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
    return Place(shown, before.count(b"\n") + 1, column)


def read_bytes(path: Path, shown: str, largest: int, problems: Problems) -> bytes | None:
    """The bytes of a file of at most `largest` bytes; None after a problem."""
    place = Place(shown)
    try:
        return read(path, largest)
    except FileNotFoundError:
        problems.error(place, "no such file")
    except TooLarge as broken:
        problems.error(place, in_words(broken), "split it")
    except NotRegular as broken:
        problems.error(place, f"{in_words(broken)}, a file is wanted")
    except OSError as broken:
        problems.error(place, f"cannot read the file: {in_words(broken)}")
    return None


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
