"""The data of a component as entries, from a table, a list, or all combinations of values.

In: the `rows:` of a component. Out: entries with their places, in the chosen language.
"""

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.model.pack import Scalar
from generator.model.problems import Place, Problems, near
from generator.reading.files import Files
from generator.reading.languages import speak, stem_of, suffix
from generator.reading.schema_components import (
    PICTURES_ELSEWHERE,
    SUFFIXES,
    ComponentSection,
    FileRows,
    FolderRows,
    ProductRows,
    WebRows,
)
from generator.reading.tables import BOOKS, TEXTS, read_table
from generator.reading.values import Entry, Steps, Tree
from generator.system.files import composed

MOST_ROWS = 20_000  # maximum number of rows of one component
# matches a number of copies at the end of a name
_COPIES = re.compile(r"(.+?)[ _-]+[x×](\d{1,4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EntryReader:
    """Reads the data of a pack's components; faults are added to the problems of its files.

    `cells` are numbers that replace numbers in the files.
    """

    files: Files
    tree: Tree
    languages: Sequence[str]
    language: str | None
    cells: Mapping[Place, Scalar] = field(default_factory=dict)

    @property
    def problems(self) -> Problems:
        """The list to which faults are added."""
        return self.files.problems

    def of(self, part: ComponentSection, path: Steps) -> list[Entry]:
        """The entries of the component written at `path`; empty after a problem."""
        at = (*path, "rows")
        if part.rows is None:
            return [Entry({}, self.tree.key(path), {})]
        if isinstance(part.rows, list):
            entries = [self._inline(fields, (*at, i)) for i, fields in enumerate(part.rows)]
        elif isinstance(part.rows, ProductRows):
            entries = self._product(part.rows.product, (*at, "product"))
        elif isinstance(part.rows, FolderRows):
            entries = self._pictures(part.rows.folder, (*at, "folder"))
        elif isinstance(part.rows, WebRows):
            entries = self._fetched(part.rows, path[-1], at)
        elif isinstance(part.rows, FileRows):
            entries = self._table(part.rows.file, part.rows.sheet, part.rows.header, at)
        else:
            entries = self._table(part.rows, None, None, at)
        if len(entries) > MOST_ROWS:
            message = f"{len(entries):,} rows are more than the limit of {MOST_ROWS:,}"
            self.problems.error(self.tree.place(at), message)
            return []
        if self.cells:
            entries = [self._as_set(entry) for entry in entries]
        return speak(entries, self.languages, self.language, self.problems)

    def _as_set(self, entry: Entry) -> Entry:
        fields = {n: self.cells.get(entry.places[n], value) for n, value in entry.fields.items()}
        return replace(entry, fields=fields)

    def _inline(self, fields: Mapping[str, Scalar], at: Steps) -> Entry:
        places = {name: self.tree.place((*at, name)) for name in fields}
        return Entry(dict(fields), self.tree.place(at), places)

    def _table(self, file: str, sheet: str | None, header: int | None, at: Steps) -> list[Entry]:
        place = self.tree.place((*at, "file"))
        path = self.files.existing(file, place, suffixes=(*TEXTS[:2], *BOOKS))
        if path is None:
            return []
        shown_as = self.files.shown(path)
        reference = self.tree.place((*at, "file" if sheet is None else "sheet"))
        is_settled = self._names_a_sheet(file)
        entries = read_table(path, shown_as, self.problems, sheet, header, reference, is_settled)
        self.files.note(path)
        return entries or []

    def _fetched(self, rows: WebRows, component: str | int, at: Steps) -> list[Entry]:
        """The rows of a table that was fetched from the web earlier; this function fetches
        nothing.
        """
        file = rows.file or f"{component}.csv"
        place = self.tree.place((*at, "url"))
        path = self.files.inside(file, self.tree.place((*at, "file")))
        if path is not None and not path.exists():
            message = f'the table of this address is not in the pack yet: "{file}"'
            self.problems.error(place, message, "fetch it first: protoplay fetch PACK")
            return []
        return self._table(file, rows.sheet, rows.header, at) if path is not None else []

    def _names_a_sheet(self, file: str) -> bool:
        """Whether a component names a sheet of this file, so that its designer knows there are
        several sheets.
        """
        parts = self.tree.value.get("components") if isinstance(self.tree.value, dict) else None
        rows = (p.get("rows") for p in (parts or {}).values() if isinstance(p, dict))
        return any(isinstance(r, dict) and r.get("file") == file and r.get("sheet") for r in rows)

    def _pictures(self, written: str, at: Steps) -> list[Entry]:
        """Make a row for each picture in a folder, with numbers in names sorted by value.

        "goblin-king_x3.png" is three pieces named "goblin king".
        """
        place = self.tree.place(at)
        folder = self.files.inside(written, place)
        if folder is None:
            return []
        if not folder.is_dir():
            fix = (
                f'did you mean "{folder.parent.name}"?'
                if folder.is_file()
                else self._beside(folder)
            )
            self.problems.error(place, f'there is no folder "{written}"', fix)
            return []
        entries = []
        for file in sorted(self.files.below(folder, "*"), key=lambda file: _counted(file, folder)):
            name = file.relative_to(folder)
            if any(part.startswith((".", "_")) for part in name.parts):
                continue
            if file.suffix.lower() not in SUFFIXES:
                if file.suffix.lower() in PICTURES_ELSEWHERE:
                    message = f'"{name.as_posix()}" is not printed: its file type is not supported'
                    self.problems.warning(place, message, f"save it as {', '.join(SUFFIXES)}")
                continue
            self.files.note(file)
            stem, n_copies = composed(file.stem), 1
            if match := _COPIES.fullmatch(stem):
                stem, n_copies = match[1], int(match[2])
            fields: dict[str, Scalar] = {
                "name": " ".join(re.split(r"[\s_-]+", stem)).strip() or stem,
                "art": composed(file.relative_to(self.files.folder).as_posix()),
                "count": n_copies,
            }
            entries.append(Entry(fields, place, dict.fromkeys(fields, place)))
        if not entries:
            message = f'the folder "{written}" contains no picture'
            self.problems.error(place, message, f"put picture files there: {', '.join(SUFFIXES)}")
        return entries

    def _beside(self, folder: Path) -> str:
        """Suggest folders with a similar name."""
        parent = folder.parent
        folders = [p.name for p in parent.iterdir() if p.is_dir()] if parent.is_dir() else []
        return near(folder.name, folders) if folders else "create it and put pictures there"

    def _product(self, lists: Mapping[str, list[Scalar]], at: Steps) -> list[Entry]:
        """Make every combination; the last list changes fastest, and `x.de` changes together with
        `x`.
        """
        own = [name for name in lists if not suffix(name, self.languages)]
        for name in lists:
            if name not in own and not self._runs_along(name, lists, at):
                return []
        n_rows = math.prod(len(lists[name]) for name in own)
        if n_rows > MOST_ROWS:
            message = f"the product has {n_rows:,} rows, more than the limit of {MOST_ROWS:,}"
            self.problems.error(self.tree.key(at), message)
            return []
        entries = []
        for indices in itertools.product(*(range(len(lists[name])) for name in own)):
            chosen = dict(zip(own, indices, strict=True))
            picked = {name: chosen[name if name in chosen else stem_of(name)] for name in lists}
            fields = {name: lists[name][i] for name, i in picked.items()}
            places = {name: self.tree.place((*at, name, i)) for name, i in picked.items()}
            entries.append(Entry(fields, places[own[-1]], places))
        return entries

    def _runs_along(self, name: str, lists: Mapping[str, list[Scalar]], at: Steps) -> bool:
        """Whether a translated list has a value for each value of the original list."""
        stem = stem_of(name)
        place = self.tree.key((*at, name))
        if stem not in lists:
            self.problems.error(place, f'there is no list "{stem}" to translate')
            return False
        if len(lists[stem]) != len(lists[name]):
            message = (
                f'the lists "{name}" and "{stem}" differ in length: {len(lists[name])} '
                f"and {len(lists[stem])}"
            )
            self.problems.error(place, message, "give one translation for each value")
            return False
        return True


def _counted(file: Path, folder: Path) -> list[tuple[int, int, str]]:
    """The key for sorting files: "card 9" before "card 10", ignoring case."""
    name = file.relative_to(folder).as_posix().casefold()
    parts = re.split(r"(\d+)", name)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]
