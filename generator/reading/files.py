"""Finds the files of a pack beside its `game.yaml`, records them for the digest, and reads them.

In: file names as written in the pack. Out: paths and texts, or problems.
"""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.model.problems import Place, Problems
from generator.reading.near_files import COPY_IT, ON_THE_WEB, similar_file
from generator.system.files import NotRegular, TooLarge, as_on_disk, files_within, in_words, read

MOST_FILES = 20_000  # maximum number of files in one folder of a pack


@dataclass(slots=True)
class Files:
    """The files from which a pack was read; file names in messages are relative to `folder`."""

    folder: Path
    problems: Problems
    digests: dict[Path, str] = field(default_factory=dict)  # file → sha256

    def inside(self, written: str, place: Place) -> Path | None:
        """The path of a file in the pack's folder; None after a problem."""
        if "\0" in written or not written.strip():
            self.problems.error(place, "a file name is missing")
            return None
        if ON_THE_WEB.match(written):
            message = f'"{_short(written)}" is a web address, and nothing is downloaded'
            fix = "save the file in the pack's folder and write its name"
            self.problems.error(place, message, fix)
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
        """The path of an existing file.

        With `anywhere` it may be outside the pack (fonts, icon sets).

        The result is None after a problem, which suggests similar files with one of `suffixes`, by
        default the suffix of the named file.
        """
        if anywhere and "\0" not in written:
            path = self._resolved(Path(written), place, at_home=True)
        else:
            path = self.inside(written, place)
        if path is None:
            return None
        if not os.path.exists(path):
            self.problems.error(place, f'there is no file "{written}"', self.near(path, suffixes))
            return None
        if path.is_dir():
            self.problems.error(place, f'"{written}" is a folder, not a file')
            return None
        return path

    def near(self, path: Path, suffixes: Sequence[str], otherwise: str = COPY_IT) -> str:
        """Suggest a file in the pack, or else a file beside the pack, instead of a missing file.

        `otherwise` is the suggestion if no file has a similar name.
        """
        root = self.folder if path.is_relative_to(self.folder) else path.parent
        files = files_within(root) if root == self.folder else _files_in(root)
        name = path.relative_to(root).as_posix()
        names = [file.relative_to(root).as_posix() for file in files]
        return similar_file(name, names, suffixes, otherwise)

    def _resolved(self, written: Path, place: Place, *, at_home: bool = False) -> Path | None:
        """Resolve links and `~` in a path; None after a problem."""
        try:
            path = self.folder / (written.expanduser() if at_home else written)
            path = as_on_disk(path).resolve()
            os.path.lexists(path)
            path.is_file()
        except OSError as broken:
            message = f'cannot find the file "{_short(str(written))}": {in_words(broken)}'
            self.problems.error(place, message, "check the name")
        # the user is unknown, links are circular, or the name contains a surrogate
        except (RuntimeError, ValueError) as broken:
            message = f'cannot find the file "{_short(str(written))}": {broken}'
            self.problems.error(place, message, "check the name")
        else:
            return path
        return None

    def note(self, path: Path) -> None:
        """Record a file for the digest and for watching; the file may be missing."""
        path = as_on_disk(path)
        if path in self.digests:
            return
        try:
            if path.is_file():
                self.digests[path] = hashlib.sha256(read(path)).hexdigest()
        except OSError as broken:
            self.problems.error(Place(self.shown(path)), in_words(broken))

    def below(self, folder: Path, pattern: str) -> list[Path]:
        """The files in a folder of the pack that match, sorted, without files outside the pack."""
        paths: list[Path] = []
        try:
            for path in folder.rglob(pattern):
                if len(paths) == MOST_FILES:
                    message = f"more than {MOST_FILES:,} files"
                    self.problems.error(Place(self.shown(folder)), message, "remove some of them")
                    break
                if path.resolve().is_relative_to(self.folder) and not path.is_dir():
                    paths.append(path)
        except (OSError, RuntimeError) as broken:
            self.problems.error(Place(self.shown(folder)), f"cannot read the folder: {broken}")
        return sorted(paths)

    def shown(self, path: Path) -> str:
        """The name of a file in messages, relative to the pack's folder if the file is inside."""
        if path.is_relative_to(self.folder):
            return path.relative_to(self.folder).as_posix()
        return path.name


def _files_in(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []


def read_text(
    path: Path, file: str, largest: int, problems: Problems, fix: str = "save it as UTF-8"
) -> str | None:
    """Read a UTF-8 file without its byte order mark; None after a problem."""
    place = Place(file)
    raw = read_bytes(path, file, largest, problems)
    if raw is None:
        return None
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        problems.error(place, "the file is UTF-16, not UTF-8", fix)
        return None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        problems.error(
            place_of_byte(raw, broken.start, file),
            f"the byte 0x{raw[broken.start]:02x} is not valid UTF-8",
            fix,
        )
        return None


def place_of_byte(raw: bytes, index: int, file: str) -> Place:
    """The line and column of a byte in a text that is valid UTF-8 up to this byte."""
    before = raw[:index]
    column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
    return Place(file, before.count(b"\n") + 1, column)


def read_bytes(path: Path, file: str, largest: int, problems: Problems) -> bytes | None:
    """Read a file of at most `largest` bytes; None after a problem."""
    place = Place(file)
    try:
        return read(path, largest)
    except FileNotFoundError:
        problems.error(place, "this file does not exist")
    except TooLarge as broken:
        problems.error(place, in_words(broken), "split it")
    except NotRegular as broken:
        problems.error(place, f"{in_words(broken)}, but a file is expected")
    except OSError as broken:
        problems.error(place, f"cannot read the file: {in_words(broken)}")
    return None


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
