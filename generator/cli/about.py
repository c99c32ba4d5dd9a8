"""The command that says where the guides lie, and versions and licences of what is installed."""

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
FEW_WORDS = 60  # characters; longer texts are a licence itself, not its name


@dataclass(frozen=True)
class Part:
    """A package that is installed with protoplay."""

    name: str
    version: str
    licence: str
    needed_for: tuple[str, ...]  # extras of ours; none: always


def about(as_json: JsonOption = False) -> None:
    """Say which version this is, where its guides lie, and what it uses: versions and licences."""
    parts = installed()
    if as_json:
        python = platform.python_version()
        told = {OWN: __version__, "python": python, "system": _system(), "guides": guides()}
        print_json({**told, "parts": [asdict(part) for part in parts]})
        return
    typer.echo(_version())
    names = ", ".join(Path(path).name for path in guides())
    typer.echo(f"guides in {bundled('rules')}: {names}")
    width = max((len(f"{part.name} {part.version}") for part in parts), default=0)
    for part in parts:
        why = f"  (for {', '.join(part.needed_for)})" if part.needed_for else ""
        typer.echo(f"  {f'{part.name} {part.version}':<{width}}  {part.licence}{why}")


def guides() -> list[str]:
    """The guides that are installed with it, which tell all there is to write in a pack."""
    return [str(path) for path in sorted(bundled("rules").glob("*.md"))]


def say_version(wanted: bool) -> None:
    """Say which version this is, and end."""
    if wanted:
        typer.echo(_version())
        raise typer.Exit


def _version() -> str:
    return f"protoplay {__version__} (MIT), Python {platform.python_version()}, {_system()}"


def _system() -> str:
    """The machine; `platform.platform()` would start a program to learn the same."""
    return f"{platform.system()} {platform.release()} {platform.machine()}"


def installed() -> list[Part]:
    """What protoplay needs, and what that needs, as far as it is installed; sorted by name."""
    from importlib.metadata import PackageNotFoundError, distribution

    found: dict[str, Part] = {}
    waiting: deque[tuple[str, tuple[str, ...]]] = deque((name, ()) for name in _needs(OWN, ""))
    for extra in ("cluster", "rows"):
        waiting += [(name, (extra,)) for name in _needs(OWN, extra)]
    while waiting:
        name, needed_for = waiting.popleft()
        key = _plain(name)
        if key in found or key == OWN:
            continue
        try:
            one = distribution(name)
        except PackageNotFoundError:
            continue
        found[key] = Part(one.metadata["Name"], one.version, _licence(one.metadata), needed_for)
        waiting += [(inner, needed_for) for inner in _needs(name, "")]
    return sorted(found.values(), key=lambda part: part.name.lower())


def _needs(name: str, extra: str) -> list[str]:
    """The packages that a package asks for here, always or for an extra."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        asked = requires(name) or []
    except PackageNotFoundError:
        return []
    needed = []
    for line in asked:
        wanted, _, condition = line.partition(";")
        named = re.search(r"extra\s*==\s*['\"]([^'\"]+)", condition)
        if (named[1] if named else "") == extra:
            match = re.match(r"[A-Za-z0-9._-]+", wanted.strip())
            assert match is not None, line
            needed.append(match[0])
    return needed


def _licence(metadata: object) -> str:
    """A package's licence as it names it: its expression, its classifiers, or its own words."""
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
