"""The files of one pack: found beside its `game.yaml`, noted for its digest, and read."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from generator.problems import Place, Problems, near

GAME_FILE = "game.yaml"


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
        path = (self.folder / written).resolve()
        if not path.is_relative_to(self.folder):
            self.problems.error(
                place, f'the file "{written}" is outside the pack', "copy it into the pack's folder"
            )
            return None
        return path

    def existing(self, written: str, place: Place, *, anywhere: bool = False) -> Path | None:
        """The file a pack names; `anywhere` on the disk where that is sensible (fonts, icon sets).

        None after a problem, which lists the files beside it.
        """
        if anywhere and "\0" not in written:
            path: Path | None = (self.folder / Path(written).expanduser()).resolve()
        else:
            path = self.inside(written, place)
        if path is None:
            return None
        if not path.exists():
            folder = path.parent
            beside = [p.name for p in folder.iterdir() if p.is_file()] if folder.is_dir() else []
            beside = [name for name in beside if Path(name).suffix == path.suffix]
            fix = near(path.name, beside) if beside else "check the spelling"
            self.problems.error(place, f'no file "{written}"', fix)
            return None
        return path

    def note(self, path: Path) -> None:
        """Remember a file for the digest and for watching."""
        if path not in self.digests and path.is_file():
            self.digests[path] = hashlib.sha256(path.read_bytes()).hexdigest()

    def shown(self, path: Path) -> str:
        """The name a file has in places: relative to the pack where it is inside."""
        if path.is_relative_to(self.folder):
            return path.relative_to(self.folder).as_posix()
        return path.name


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
        before = raw[: broken.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        problems.error(
            Place(shown, line, column),
            f"the byte 0x{raw[broken.start]:02x} is not UTF-8",
            fix,
        )
        return None


def read_bytes(path: Path, shown: str, largest: int, problems: Problems) -> bytes | None:
    """The bytes of a file of at most `largest` bytes; None after a problem."""
    place = Place(shown)
    try:
        if path.is_dir():
            problems.error(place, "this is a folder, a file is wanted")
            return None
        size = path.stat().st_size
        if size > largest:
            problems.error(
                place,
                f"the file has {size / 1e6:.1f} MB, more than {largest / 1e6:.0f} MB",
                "split it",
            )
            return None
        return path.read_bytes()
    except FileNotFoundError:
        problems.error(place, "no such file")
    except OSError as broken:
        problems.error(place, f"cannot read the file: {broken.strerror}")
    return None
