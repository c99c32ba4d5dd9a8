"""The rows of a component: read or made, filtered, overridden, counted and named."""

import itertools
import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.expressions import Context, evaluate, fill, row_context
from generator.pack import Row, Scalar
from generator.problems import Place, Problems, near
from generator.reading.files import Files
from generator.reading.languages import speak, stem_of, suffix
from generator.reading.schema import MOST_PIECES, ComponentSection, FileRows, ProductRows, shown
from generator.reading.source import Path_, Record, Tree, core_scalar, read_table

MOST_ROWS = 20_000  # of one component
_FIELD = re.compile(r"\s*(?:\{\{)?\s*([A-Za-z_]\w*)\s*(?:\}\})?\s*")


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Makes the rows of every component of one pack; faults go to the files' problems."""

    files: Files
    tree: Tree
    base: Context  # what every text may use
    languages: Sequence[str]
    language: str | None

    @property
    def problems(self) -> Problems:
        """Where faults go."""
        return self.files.problems

    def rows(self, id: str, title: str, part: ComponentSection) -> tuple[Row, ...]:
        """All rows of a component, also those with a count of 0."""
        path: Path_ = ("components", id)
        before = len(self.problems.errors)
        records = self._records(part, path)
        if len(self.problems.errors) > before:
            return ()
        return tuple(_Deck(self, id, title, part, path, len(records)).rows(records))

    def _records(self, part: ComponentSection, path: Path_) -> list[Record]:
        """The data as written, in the language asked for."""
        at = (*path, "rows")
        if part.rows is None:
            return [Record({}, self.tree.key(path), {})]
        if isinstance(part.rows, list):
            records = [self._inline(fields, (*at, i)) for i, fields in enumerate(part.rows)]
        elif isinstance(part.rows, ProductRows):
            records = self._product(part.rows.product, (*at, "product"))
        elif isinstance(part.rows, FileRows):
            records = self._table(part.rows.file, part.rows.sheet, at)
        else:
            records = self._table(part.rows, None, at)
        if len(records) > MOST_ROWS:
            message = f"{len(records):,} rows are more than {MOST_ROWS:,}"
            self.problems.error(self.tree.place(at), message)
            return []
        return speak(records, self.languages, self.language, self.problems)

    def _inline(self, fields: Mapping[str, Scalar], at: Path_) -> Record:
        places = {name: self.tree.place((*at, name)) for name in fields}
        return Record(dict(fields), self.tree.place(at), places)

    def _table(self, file: str, sheet: str | None, at: Path_) -> list[Record]:
        path = self.files.existing(file, self.tree.place((*at, "file")))
        if path is None:
            return []
        shown_as = self.files.shown(path)
        asked = self.tree.place((*at, "file" if sheet is None else "sheet"))
        records = read_table(path, shown_as, self.problems, sheet, asked)
        self.files.note(path)
        if records == []:
            self.problems.warning(Place(shown_as), "no rows below the header")
        return records or []

    def _product(self, lists: Mapping[str, list[Scalar]], at: Path_) -> list[Record]:
        """Every combination, the last list turning fastest; `x.de` runs along with `x`."""
        own = [name for name in lists if not suffix(name, self.languages)]
        for name in lists:
            if name not in own and not self._runs_along(name, lists, at):
                return []
        n_rows = math.prod(len(lists[name]) for name in own)
        if n_rows > MOST_ROWS:
            message = f"the product has {n_rows:,} rows, more than {MOST_ROWS:,}"
            self.problems.error(self.tree.key(at), message)
            return []
        records = []
        for indices in itertools.product(*(range(len(lists[name])) for name in own)):
            chosen = dict(zip(own, indices, strict=True))
            picked = {name: chosen[name if name in chosen else stem_of(name)] for name in lists}
            fields = {name: lists[name][i] for name, i in picked.items()}
            places = {name: self.tree.place((*at, name, i)) for name, i in picked.items()}
            records.append(Record(fields, places[own[-1]], places))
        return records

    def _runs_along(self, name: str, lists: Mapping[str, list[Scalar]], at: Path_) -> bool:
        """Whether a translated list has a value for each of the list it translates."""
        stem = stem_of(name)
        place = self.tree.key((*at, name))
        if stem not in lists:
            self.problems.error(place, f'there is no list "{stem}" to translate')
            return False
        if len(lists[stem]) != len(lists[name]):
            found = f'"{name}" has {len(lists[name])} values, "{stem}" has {len(lists[stem])}'
            self.problems.error(place, found, "give one for each")
            return False
        return True


@dataclass(frozen=True, slots=True)
class _Deck:
    """One component while its rows are made."""

    maker: RowMaker
    id: str
    title: str
    part: ComponentSection
    path: Path_
    n_records: int

    def rows(self, records: list[Record]) -> list[Row]:
        """The rows; nothing once a text cannot be worked out, for it would fail in every row."""
        used: set[int] = set()
        taken: dict[str, Place] = {}
        rows: list[Row] = []
        n_uncounted = 0
        before = len(self.maker.problems.errors)
        for number, record in enumerate(records, start=1):
            if not self._is_kept(record):
                if len(self.maker.problems.errors) > before:
                    return []
                continue
            row = self._row(record, number, used)
            if row is None or len(self.maker.problems.errors) > before + n_uncounted:
                if row is None or row.count >= 0:
                    return []
                n_uncounted += 1
                continue
            rows.append(self._unique(row, taken))
        if n_uncounted:
            return []
        self._report_unused(used, rows)
        return rows

    def _context(self, fields: Mapping[str, Scalar]) -> Context:
        context = row_context(self.maker.base, fields)
        context["component"] = {"id": self.id, "title": self.title}
        return context

    def _place(self, *steps: str | int) -> Place:
        return self.maker.tree.place((*self.path, *steps))

    def _is_kept(self, record: Record) -> bool:
        if self.part.where is True:
            return True
        context = self._context(record.fields)
        place = self._place("where")
        return truth(evaluate(self.part.where, context, place, self.maker.problems))

    def _row(self, record: Record, number: int, used: set[int]) -> Row | None:
        """One row with its overrides; its count is -1 after a wrong one, None after a problem."""
        base = record.fields if record.base is None else record.base
        name = self._name(record.fields, number)
        id = self._id(base, name if record.base is None else self._name(base, number))
        fields, places = dict(record.fields), dict(record.places)
        count: Scalar = self.part.count
        for i, override in enumerate(self.part.override):
            known = {"id": id, "name": name, **record.fields}
            if not all(_same(known.get(key), value) for key, value in override.match.items()):
                continue
            used.add(i)
            for key, value in override.set.items():
                if key == "count":
                    count = value
                    if key not in fields:
                        continue
                elif key not in fields:
                    place = self.maker.tree.key((*self.path, "override", i, "set", key))
                    self.maker.problems.error(place, f'no field "{key}" to set', near(key, fields))
                    return None
                fields[key] = value
                places[key] = self._place("override", i, "set", key)
        if fields != record.fields:
            name = self._name(fields, number)
        n_copies = self._count(count, fields, record.place, places)
        return None if n_copies is None else Row(id, name, fields, n_copies, record.place, places)

    def _name(self, fields: Mapping[str, Scalar], number: int) -> str:
        """What people call a row's piece: as `piece` says, else by a telling column."""
        if self.part.piece:
            place = self._place("piece")
            filled = fill(self.part.piece, self._context(fields), place, self.maker.problems)
            return " ".join(filled.split())
        for key in ("name", "title", "id"):
            if fields.get(key) not in (None, ""):
                return str(fields[key])
        if self.n_records == 1:
            return self.title
        if isinstance(self.part.rows, ProductRows):
            return " ".join(str(value) for value in fields.values() if value not in (None, ""))
        return f"{self.title} {number:0{len(str(self.n_records))}d}"

    def _id(self, fields: Mapping[str, Scalar], name: str) -> str:
        written = fields.get("id")
        return slug(name if written in (None, "") else str(written))

    def _unique(self, row: Row, taken: dict[str, Place]) -> Row:
        """The row with an id of its own: a written one must be, others get a number."""
        place = row.places.get("id", row.place)
        if row.id in taken and row.fields.get("id") not in (None, ""):
            found = f'the id "{row.id}" is there twice'
            self.maker.problems.error(place, found, f"first at {taken[row.id]}")
        id, again = row.id, 2
        while id in taken:
            id, again = f"{row.id}-{again}", again + 1
        taken[id] = place
        return Row(id, row.name, row.fields, row.count, row.place, row.places)

    def _count(
        self,
        written: Scalar,
        fields: Mapping[str, Scalar],
        row: Place,
        places: Mapping[str, Place],
    ) -> int | None:
        """How many copies of a row; -1 for a wrong number, None where it cannot be worked out."""
        place, problems = self._place("count"), self.maker.problems
        before = len(problems.errors)
        value: Any = written
        if isinstance(written, str):
            value = evaluate(written, self._context(fields), place, problems)
        if len(problems.errors) > before:
            return None
        if isinstance(value, str):
            value = core_scalar(value.strip())
        if isinstance(value, bool) or (isinstance(value, float) and value.is_integer()):
            value = int(value)
        field = _FIELD.fullmatch(written) if isinstance(written, str) else None
        row = places.get(field[1], row) if field else row
        where = f"count is at {place}" if place != row else ""
        if not isinstance(value, int):
            problems.error(row, f"expected a whole number of copies, found {shown(value)}", where)
            return -1
        if not 0 <= value <= MOST_PIECES:
            problems.error(row, f"expected 0 to {MOST_PIECES} copies, found {value}", where)
            return -1
        return value

    def _report_unused(self, used: set[int], rows: list[Row]) -> None:
        for i, override in enumerate(self.part.override):
            if i in used:
                continue
            wanted = ", ".join(f"{key}: {value}" for key, value in override.match.items())
            first = str(next(iter(override.match.values())))
            fix = near(first, {row.id for row in rows})
            place = self._place("override", i, "match")
            self.maker.problems.error(place, f"no row matches {wanted}", fix)


def slug(name: str) -> str:
    """A name that is safe in files: "River bird!" → "river-bird"."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss"))
    words = plain.encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-") or "piece"


def truth(value: object) -> bool:
    """What a condition came to; the words "false", "no", "0" and "" are no."""
    if isinstance(value, str):
        return value.strip().lower() not in ("", "false", "no", "0", "none")
    return bool(value)


def _same(found: Scalar, wanted: Scalar) -> bool:
    return found == wanted or str(found) == str(wanted)
