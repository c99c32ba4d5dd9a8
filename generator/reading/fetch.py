"""Tables from the web, which are copied into the pack on request and read from the copies
afterwards.

In: a pack's folder. Out: its tables beside `game.yaml`, and `fetched.json`, which records the
address, date and digest of each table. Faults are added to `problems`.
"""

import datetime
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from generator.model.problems import Place, Problems
from generator.reading.definition import read_definition
from generator.reading.files import Files
from generator.reading.languages import declared, localised
from generator.reading.schema_components import WebRows
from generator.reading.tables import BOOKS, TEXTS
from generator.reading.validate import validate
from generator.system.files import read, write_file
from generator.system.web import NotFetched, Web

NOTES = "fetched.json"
LARGEST_NOTES = 1_000_000  # maximum size of a `fetched.json` that is read, in bytes
_PAGE = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|script)\b", re.I | re.S)
_GOOGLE = re.compile(
    r"https://docs\.google\.com/spreadsheets/d/(?!e/)([\w-]+)/?(?:edit|view|htmlview)?[^#]*"
    r"(?:[#?&]gid=(\d+))?.*"
)


@dataclass(frozen=True, slots=True)
class Fetched:
    """A table that was fetched: its file, its size in bytes, and whether it has changed."""

    file: str
    size: int
    change: str  # "new", "changed" or "as before"


def fetch_tables(
    folder: Path, problems: Problems, web: Web, today: datetime.date, *, replaces: bool = False
) -> list[Fetched]:
    """Fetch every table of the pack that has an address.

    A file that somebody changed since it was fetched is replaced only if `replaces` is true.
    """
    files = Files(folder, problems)
    tables = _tables(files)
    notes = _notes(folder)
    answers = []
    for file, (address, place) in sorted(tables.items()):
        path = files.inside(file, place)
        if path is None:
            continue
        if path.suffix.lower() not in (*TEXTS[:2], *BOOKS):
            problems.error(place, f'"{file}" is not the name of a table', "use .csv or .xlsx")
            continue
        before = read(path) if path.is_file() else None
        if (
            before is not None
            and not replaces
            and _digest(before) != notes.get(file, {}).get("sha256")
        ):
            problems.error(
                Place(file),
                "this file is not as it was fetched, so it is not replaced",
                "rename it to keep it, or replace it with --replace",
            )
            continue
        data = _fetched(address, place, path, web, problems)
        if data is None:
            continue
        if data != before:
            write_file(path, data, within=folder)
        notes[file] = {"url": address, "date": today.isoformat(), "sha256": _digest(data)}
        change = "new" if before is None else "changed" if data != before else "as before"
        answers.append(Fetched(file, len(data), change))
    if answers:
        text = json.dumps(dict(sorted(notes.items())), indent=1, ensure_ascii=False)
        write_file(folder / NOTES, text + "\n", within=folder)
    return answers


def _tables(files: Files) -> dict[str, tuple[str, Place]]:
    """The file of each table from the web → its address, and the place of the address in
    the game.
    """
    tree = read_definition(files)
    if tree is None:
        return {}
    tree = localised(tree, declared(tree), None, files.problems)
    game = validate(tree, files.problems)
    if game is None:
        return {}
    tables: dict[str, tuple[str, Place]] = {}
    for id, part in game.components.items():
        if not isinstance(part.rows, WebRows):
            continue
        place = tree.place(("components", id, "rows", "url"))
        file = part.rows.file or f"{id}.csv"
        other = tables.setdefault(file, (part.rows.url, place))
        if other[0] != part.rows.url:
            fix = f"give one of them another file:, it is also that of {other[1]}"
            files.problems.error(place, f'two addresses are fetched into "{file}"', fix)
    return tables


def _fetched(address: str, place: Place, path: Path, web: Web, problems: Problems) -> bytes | None:
    """Fetch the bytes of a table; None after a problem."""
    try:
        answer = web.fetch(address)
    except NotFetched as fault:
        problems.error(place, f"cannot fetch the table: {fault.message}", fault.fix)
        return None
    is_book = answer.data.startswith(b"PK\3\4")
    if not is_book and (
        answer.kind == "text/html" or _PAGE.match(answer.data.lstrip(b"\xef\xbb\xbf"))
    ):
        problems.error(
            place,
            "the address answers with a web page, not a table (a page to sign in, or the sheet as "
            "people see it)",
            as_csv(address),
        )
        return None
    if is_book != (path.suffix.lower() in BOOKS):
        kind, suffix = ("a workbook", ".xlsx") if is_book else ("no workbook", ".csv")
        name = PurePosixPath(path.name).with_suffix(suffix)
        problems.error(place, f"the address answers with {kind}", f"write file: {name}")
        return None
    if not answer.data.strip():
        problems.error(place, "the address answers with nothing", "look at it in a browser")
        return None
    return answer.data


def as_csv(address: str) -> str:
    """Explain how to get the address of the table itself instead of a page that shows it.

    >>> as_csv("https://docs.google.com/spreadsheets/d/1aB/edit#gid=7").split()[1]
    'https://docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=7'
    """
    match = _GOOGLE.fullmatch(address)
    if match:
        sheet = f"&gid={match[2]}" if match[2] else ""
        export = f"https://docs.google.com/spreadsheets/d/{match[1]}/export?format=csv{sheet}"
        return f"write {export} and share the sheet by link"
    return "in Google Sheets: File, Share, Publish to web, Comma-separated values"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _notes(folder: Path) -> dict[str, Mapping[str, str]]:
    """Read the records of the fetched files; empty if they cannot be read."""
    try:
        content = json.loads(read(folder / NOTES, LARGEST_NOTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return {
        str(file): note
        for file, note in (content.items() if isinstance(content, dict) else ())
        if isinstance(note, dict)
    }
