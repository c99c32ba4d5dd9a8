"""The command `about`: versions, licences, and the paths of the guides."""

import platform
import re
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path

import typer

from generator import __version__, bundled
from generator.cli.options import JsonOption
from generator.cli.output import print_json

OWN = "protoplay"
FEW_WORDS = 60  # number of characters; a longer text is a licence, not the name of a licence


@dataclass(frozen=True)
class Part:
    """A package that is installed with protoplay."""

    name: str
    version: str
    licence: str
    needed_for: tuple[str, ...]  # our extras that need the package; empty if it is always needed


def about(as_json: JsonOption = False) -> None:
    """Show the version, the folder of the guides, and the versions and licences of the
    libraries.
    """
    parts = installed()
    if as_json:
        python = platform.python_version()
        about_us = {OWN: __version__, "python": python, "system": _system(), "guides": guides()}
        print_json({**about_us, "parts": [asdict(part) for part in parts]})
        return
    typer.echo(_version())
    names = ", ".join(Path(path).name for path in guides())
    typer.echo(f"guides in {bundled('rules')}: {names}")
    width = max((len(f"{part.name} {part.version}") for part in parts), default=0)
    for part in parts:
        why = f"  (for {', '.join(part.needed_for)})" if part.needed_for else ""
        typer.echo(f"  {f'{part.name} {part.version}':<{width}}  {part.licence}{why}")


def guides() -> list[str]:
    """The paths of the guides that are installed with protoplay."""
    return [str(path) for path in sorted(bundled("rules").glob("*.md"))]


def say_version(wanted: bool) -> None:
    """Print the version, and end."""
    if wanted:
        typer.echo(_version())
        raise typer.Exit


def _version() -> str:
    return f"protoplay {__version__} (MIT), Python {platform.python_version()}, {_system()}"


def _system() -> str:
    """The name of the operating system; `platform.platform()` would start a program to find out."""
    return f"{platform.system()} {platform.release()} {platform.machine()}"


def installed() -> list[Part]:
    """The installed packages that protoplay needs, directly or not, sorted by name."""
    from importlib.metadata import PackageNotFoundError, distribution

    parts: dict[str, Part] = {}
    waiting: deque[tuple[str, tuple[str, ...]]] = deque((name, ()) for name in _needs(OWN, ""))
    for extra in ("cluster", "rows"):
        waiting += [(name, (extra,)) for name in _needs(OWN, extra)]
    while waiting:
        name, needed_for = waiting.popleft()
        key = _plain(name)
        if key in parts or key == OWN:
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        data = package.metadata
        parts[key] = Part(data["Name"], package.version, _licence(data), needed_for)
        waiting += [(inner, needed_for) for inner in _needs(name, "")]
    return sorted(parts.values(), key=lambda part: part.name.lower())


def _needs(name: str, extra: str) -> list[str]:
    """The packages that a package requires on this machine, either always or for an extra."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        requirements = requires(name) or []
    except PackageNotFoundError:
        return []
    needed = []
    for line in requirements:
        wanted, _, condition = line.partition(";")
        named = re.search(r"extra\s*==\s*['\"]([^'\"]+)", condition)
        if (named[1] if named else "") == extra:
            match = re.match(r"[A-Za-z0-9._-]+", wanted.strip())
            assert match is not None, line
            needed.append(match[0])
    return needed


def _licence(metadata: object) -> str:
    """The licence that a package states, as an expression, in its classifiers, or as a text."""
    get_all = metadata.get_all  # type: ignore[attr-defined]
    for written in get_all("License-Expression") or []:
        return str(written)
    classes = [text.rpartition(" :: ")[2] for text in get_all("Classifier") or []
               if text.startswith("License :: ") and text.count("::") > 1]  # fmt: skip
    if classes:
        return ", ".join(text.removesuffix(" License") for text in classes)
    first = next(iter(str(text).strip() for text in get_all("License") or []), "")
    return first if first and len(first) <= FEW_WORDS and "\n" not in first else "see the package"


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
