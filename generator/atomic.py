"""Files written whole or not at all: first beside their place, then moved there."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


def write_files(files: Iterable[tuple[Path, bytes]]) -> list[Path]:
    """Write every file, or none of them; returns their paths."""
    parts: list[tuple[Path, Path]] = []
    try:
        for path, content in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            parts.append((_beside(path), path))
            parts[-1][0].write_bytes(content)
        for part, path in parts:
            os.replace(part, path)
    finally:
        for part, _ in parts:
            part.unlink(missing_ok=True)
    return [path for _, path in parts]


def write_file(path: Path, content: str | bytes) -> Path:
    """Write one file, text as UTF-8; returns its path."""
    return write_files([(path, content.encode() if isinstance(content, str) else content)])[0]


@contextmanager
def lines_to(path: Path) -> Iterator[Callable[[Iterable[str]], None]]:
    """A function that writes lines; the file appears when all went well, else not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = _beside(path)
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:

            def write(lines: Iterable[str]) -> None:
                for line in lines:
                    file.write(line + "\n")

            yield write
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
