"""Makes the rows of a component: its entries are filtered, overridden, counted and named.

In: the entries and the section of a component. Out: `Row`s, or problems at the cells.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.model.pack import Row, Scalar, is_number
from generator.model.problems import Place, Problems, near
from generator.model.transliteration import plain_letters
from generator.reading.entries import EntryReader
from generator.reading.fields import MOST_PIECES, in_words
from generator.reading.phrases.headings import folded
from generator.reading.schema_components import (
    ComponentSection,
    CountSection,
    FileRows,
    ProductRows,
    WebRows,
)
from generator.reading.values import Entry, Steps, Tree
from generator.templating.expressions import (
    NO,
    YES,
    Context,
    cell_of,
    evaluate,
    fill,
    in_texts,
    is_mixed,
    is_plain,
    row_context,
    warn_of_no,
)

MOST_WRONG = 50  # maximum number of wrong rows of one component that are reported
_COUNTS = ("count", "copies", "quantity", "qty")  # usual names of columns with the number of copies
_BLANK = ("", "-", "\N{EN DASH}", "\N{EM DASH}")  # cells that mean "no number"
_WHOLE = re.compile(r"([0-9]{1,9})(?:\.0{1,9})?")
_IN_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
)
_IN_A_TEXT = re.compile(r"[0-9]{1,5}")  # matches the number in "2x" or "3 copies"
# Usual names of the column with the names of pieces, in lower case, without spaces and punctuation.
_NAMES = {
    "card", "cardname", "cardtitle", "nameofcard", "piecename", "tilename", "itemname", "karte",
    "kartenname", "kartentitel", "titel", "carte", "nomdelacarte", "nom", "titre", "carta",
    "nombre", "título", "titulo", "nome", "titolo", "naam", "kaart", "kaartnaam", "namn", "navn",
    "nazwa", "имя", "название",
}  # fmt: skip
_TOTALS = {
    "total", "totals", "sum", "subtotal", "σ", "summe", "gesamt", "gesamtsumme", "insgesamt",
    "somme", "totaux", "suma", "totale", "somma", "totaal", "soma", "som", "summa", "razem",
    "итого", "всего", "合計", "总计", "合计",
}  # fmt: skip
_FIELD = re.compile(r"\s*(?:\{\{)?\s*([A-Za-z_]\w*)\s*(?:\}\})?\s*")


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Makes the rows of every component of a pack; faults are added to the reader's problems."""

    reader: EntryReader
    base: Context  # names that are available in every text
    shared: "dict[str, _Shared]" = field(default_factory=dict)  # shared tables, by file

    @property
    def tree(self) -> Tree:
        """The game as written."""
        return self.reader.tree

    @property
    def problems(self) -> Problems:
        """The list to which faults are added."""
        return self.reader.problems

    def apart(self) -> "RowMaker":
        """A copy of the maker that collects its faults separately."""
        files = replace(self.reader.files, problems=Problems())
        return replace(self, reader=replace(self.reader, files=files), shared={})

    def rows(self, id: str, title: str, part: ComponentSection) -> tuple[Row, ...]:
        """All rows of a component, including rows with 0 copies."""
        path: Steps = ("components", id)
        before = len(self.problems.errors)
        entries = self.reader.of(part, path)
        if len(self.problems.errors) > before:
            return ()
        deck = _Deck(self, id, title, part, path, len(entries), naming_column(part, entries))
        return tuple(deck.rows(entries))

    def report_strays(self) -> None:
        """Warn of rows that no component takes, if a column divides a table between components.

        Call this method after every component was made, including components that a variant leaves
        out.
        """
        for table in self.shared.values():
            words = [set(re.findall(r"\w+", str(where))) for where in table.wheres.values()]
            if len(words) < 2 or any(where is True for where in table.wheres.values()):
                continue
            common = set.intersection(*words)
            strays = [
                (entry, name)
                for entry, is_kept in table.rows.values()
                for name, value in entry.fields.items()
                if not is_kept and value != "" and re.sub(r"\W+", "_", name) in common
            ]
            if not strays:
                continue
            (entry, name), n_more = strays[0], len({e.place for e, _ in strays}) - 1
            more = f", nor {n_more} more row{'s' if n_more > 1 else ''}" if n_more else ""
            value = str(entry.fields[name])
            message = f'no component uses this row, whose {name} is "{value}"{more}'
            fix = f"it is neither printed nor played; check where of {', '.join(table.wheres)}"
            self.problems.warning(entry.places[name], message, fix)


@dataclass(slots=True)
class _Shared:
    """A table that several components share, with their conditions and the rows that they take."""

    wheres: dict[str, str | bool] = field(default_factory=dict)
    rows: dict[Place, tuple[Entry, bool]] = field(default_factory=dict)

    def note(self, entry: Entry, is_kept: bool) -> None:
        """Record whether a component takes a row."""
        was_kept = entry.place in self.rows and self.rows[entry.place][1]
        self.rows[entry.place] = (entry, is_kept or was_kept)


@dataclass(frozen=True, slots=True)
class _Deck:
    """The state of a component while its rows are made."""

    maker: RowMaker
    id: str
    title: str
    part: ComponentSection
    path: Steps
    n_entries: int
    naming: str = ""  # the column that names the rows if there is no name, title or id
    met: dict[str, set[Scalar]] = field(
        default_factory=dict
    )  # the values of the fields that overrides match

    def rows(self, entries: list[Entry]) -> list[Row]:
        """The rows; rows with wrong cells are left out and reported.

        The result is empty if a text of the game itself cannot be evaluated, because this text
        would fail in every row.
        """
        used: set[int] = set()
        taken: dict[str, Row] = {}
        namesakes: list[tuple[Row, Row]] = []
        counted: dict[str, int] = {}
        rows: list[Row] = []
        n_wrong = 0
        table = self._table(entries)
        for number, entry in enumerate(entries, start=1):
            before = len(self.maker.problems.errors)
            is_kept = self._is_kept(entry)
            is_wrong = len(self.maker.problems.errors) > before
            if table is not None:
                table.note(entry, is_kept or is_wrong)
            row = self._row(entry, number, used) if is_kept else None
            if is_wrong or (is_kept and (row is None or row.count < 0)):
                n_wrong += 1
                errors = self.maker.problems.errors[before:]
                cells = {entry.place, *entry.places.values()}
                if row is None and not (errors and cells.issuperset(p.place for p in errors)):
                    return []
                if n_wrong == MOST_WRONG:
                    return []
                continue
            if row is None:
                continue
            first = taken.get(row.id)
            rows.append(self._unique(row, taken, counted))
            if first is not None:
                namesakes.append((first, rows[-1]))
        if not n_wrong:
            piece = self._place("piece")
            if all(problem.place != piece for problem in self.maker.problems.errors):
                self._report_namesakes(namesakes)
            self._report_unused(used)
            self._report_uncounted(entries)
            self._report_total(rows)
        return rows

    def _table(self, entries: Sequence[Entry]) -> _Shared | None:
        """The table that contains the rows; None if the rows are in game.yaml itself."""
        if not isinstance(self.part.rows, str | FileRows | WebRows) or not entries:
            return None
        table = self.maker.shared.setdefault(entries[0].place.file, _Shared())
        table.wheres[self.id] = self.part.where
        return table

    def _context(self, fields: Mapping[str, Scalar]) -> Context:
        context = row_context(self.maker.base, fields)
        context["component"] = {"id": self.id, "title": self.title}
        return context

    def _place(self, *steps: str | int) -> Place:
        return self.maker.tree.place((*self.path, *steps))

    def _is_kept(self, entry: Entry) -> bool:
        if self.part.where is True:
            return True
        # conditions use the first language, so that every language has the same rows
        context = self._context(_first(entry))
        place, problems = self._place("where"), self.maker.problems
        # only for conditions other than a plain name, which `is_true` reads
        if str(self.part.where).strip("{ }") not in context:
            warn_of_no([str(self.part.where)], context, place, problems, entry.places)
        value = evaluate(self.part.where, context, place, problems, entry.places)
        if is_mixed(self.part.where) and str(value).strip().lower() not in (*YES, "", "0", *NO):
            message = f'"{self.part.where}" evaluates to text, and text always counts as true'
            bare = re.sub(r"\{\{|\}\}", " ", str(self.part.where))
            for sign, word in ((r"!(?!=)", " not "), ("&&", " and "), (r"\|\|", " or ")):
                bare = re.sub(sign, word, bare)
            bare = " ".join(bare.split())
            problems.error(place, message, f'write the whole condition without {{{{ }}}}: "{bare}"')
        return is_true(value)

    def _row(self, entry: Entry, number: int, used: set[int]) -> Row | None:
        """A row with its overrides; its count is -1 if the count is wrong.

        The result is None after a problem.
        """
        base = _first(entry)
        name = self._name(entry.fields, number, entry.places)
        base_name = name if entry.base is None else self._name(base, number, entry.places)
        id = self._id(base, base_name)
        fields, places = dict(entry.fields), dict(entry.places)
        count: Scalar | CountSection = self.part.count
        values = {"id": id, "name": base_name, **base}
        for i, override in enumerate(self.part.override):
            for key in override.match.keys() & values.keys():
                self.met.setdefault(key, set()).add(values[key])
            if not all(_same(values.get(key), value) for key, value in override.match.items()):
                continue
            used.add(i)
            for key, value in override.set.items():
                if key == "count":
                    count = value
                    if key not in fields:
                        continue
                elif key not in fields:
                    place = self.maker.tree.key((*self.path, "override", i, "set", key))
                    self.maker.problems.error(
                        place, f'there is no field "{key}" to set', near(key, fields)
                    )
                    return None
                place = self._place("override", i, "set", key)
                worked = self._worked_out(value, entry, place)
                if worked is None and value is not None:
                    return None
                fields[key], places[key] = worked, place
        if fields != entry.fields:
            name = self._name(fields, number, places)
        n_copies = self._count(count, fields, entry.place, places)
        return None if n_copies is None else Row(id, name, fields, n_copies, entry.place, places)

    def _worked_out(self, written: Scalar, entry: Entry, place: Place) -> Scalar:
        """Evaluate `{{ … }}` in the value of an override; None after a problem."""
        if not isinstance(written, str) or is_plain(written):
            return written
        problems = self.maker.problems
        before = len(problems.errors)
        value = evaluate(written, self._context(entry.fields), place, problems, entry.places)
        if len(problems.errors) > before:
            return None
        if isinstance(value, str | int | float):
            return value
        problems.error(
            place, f"expected a number, a text or a switch to set, found {in_words(value)}"
        )
        return None

    def _name(self, fields: Mapping[str, Scalar], number: int, places: Mapping[str, Place]) -> str:
        """The name of a row's piece, from `piece` or else from the column with names."""
        if self.part.piece:
            place = self._place("piece")
            problems = self.maker.problems
            filled = fill(self.part.piece, self._context(fields), place, problems, places)
            return " ".join(filled.split())
        telling = {key.casefold(): value for key, value in fields.items()} | dict(fields)
        for key in ("name", "title", "id"):
            if telling.get(key) not in (None, ""):
                return str(telling[key])
        if fields.get(self.naming) not in (None, ""):
            return str(fields[self.naming])
        if self.n_entries == 1:
            return self.title
        if isinstance(self.part.rows, ProductRows):
            return " ".join(str(value) for value in fields.values() if value not in (None, ""))
        return f"{self.title} {number:0{len(str(self.n_entries))}d}"

    def _id(self, fields: Mapping[str, Scalar], name: str) -> str:
        written = fields.get("id")
        return safe_name(name if written in (None, "") else str(written))

    def _unique(self, row: Row, taken: dict[str, Row], counted: dict[str, int]) -> Row:
        """Make the id of a row unique.

        An id written by the designer must already be unique; other ids get a number. `counted` has
        the last number given to each id, which saves time for equal names.
        """
        if row.id in taken and row.fields.get("id") not in (None, ""):
            place, first = (r.places.get("id", r.place) for r in (row, taken[row.id]))
            message = f'the id "{row.id}" is used twice'
            self.maker.problems.error(place, message, f"it is already at {first}")
        id, again = row.id, counted.get(row.id, 1)
        while id in taken:
            again += 1
            id = f"{row.id}-{again}"
        counted[row.id] = again
        taken[id] = Row(id, row.name, row.fields, row.count, row.place, row.places)
        return taken[id]

    def _count(
        self,
        written: "Scalar | CountSection",
        fields: Mapping[str, Scalar],
        row: Place,
        places: Mapping[str, Place],
    ) -> int | None:
        """The number of copies of a row; -1 if the number is wrong, None if it cannot be
        evaluated.
        """
        place, problems = self._place("count"), self.maker.problems
        before = len(problems.errors)
        value: Any = written
        column = ""
        if isinstance(written, CountSection):
            column, place = written.column, self._place("count", "column")
            if column not in fields:
                problems.error(
                    place,
                    f'count names the column "{column}", which does not exist',
                    near(column, fields),
                )
                return None
            value = fields[column]
            value = written.blank if str(value or "").strip() in _BLANK and value != 0 else value
        elif isinstance(written, str):
            field = _FIELD.fullmatch(written)
            column = field[1] if field else ""
            word = written.strip().lower()
            if word in _IN_WORDS and word not in self._context(fields):
                fix = f"write {_IN_WORDS.index(word)}"
                problems.error(place, f'count takes a number, found "{written.strip()}"', fix)
                return None
            value = evaluate(written, self._context(fields), place, problems, places)
        if len(problems.errors) > before:
            return None
        if isinstance(value, str) and (whole := _WHOLE.fullmatch(value.strip())):
            value = int(whole[1])
        if isinstance(value, bool) or (isinstance(value, float) and value.is_integer()):
            value = int(value)
        row = cell_of(places, column) or row
        if not isinstance(value, int):
            count = "nothing" if value == "" else in_words(value)
            message = f"expected a whole number of copies, found {count}"
            fixes = [_as_count(value, column), f"count is at {place}" if place != row else ""]
            problems.error(row, message, "; ".join(filter(None, fixes)))
            return -1
        if not 0 <= value <= MOST_PIECES:
            where = f"count is at {place}" if place != row else ""
            problems.error(row, f"expected 0 to {MOST_PIECES} copies, found {value}", where)
            return -1
        return value

    def _report_namesakes(self, namesakes: list[tuple[Row, Row]]) -> None:
        """Warn of the first two different rows with the same name, whose ids differ by a number.

        Rows that are equal in every field are copies that were written one by one.
        """
        apart = [
            (first, row)
            for first, row in namesakes
            if first.fields != row.fields and row.fields.get("id") in (None, "")
        ]
        if not apart:
            return
        first, row = apart[0]
        lines = "two rows"
        if first.place.file == row.place.file and first.place.line != row.place.line:
            lines = f"{first.place.file}:{first.place.line} and {row.place.line}"
        ids = f"the second is {self.id}/{row.id}"
        called = f'both called "{row.name}"'
        if first.name != row.name:  # the names differ only in letters that file names cannot have
            called = f'called "{first.name}" and "{row.name}", which gives the same file name'
        others = len({r.id for _, r in apart}) - 1
        more = f", and {others} more such row{'s' if others > 1 else ''}" if others else ""
        self.maker.problems.warning(
            row.place,
            f"{lines} are {called}; {ids}{more}",
            "give each its own name, or an id in a column id",
        )

    def _report_unused(self, used: set[int]) -> None:
        for i, override in enumerate(self.part.override):
            if i in used:
                continue
            match = override.match
            wanted = ", ".join(f"{key}: {value}" for key, value in match.items())
            # Name the first field whose value occurs in no row. If there is none, no row has all
            # values together.
            odd = next(
                (k for k in match if not any(_same(v, match[k]) for v in self.met.get(k, ()))), None
            )
            fix = "no row has all of them"
            if odd is not None:
                values = {str(value) for value in self.met.get(odd, ())}
                fix = near(str(match[odd]), values, odd if len(match) > 1 else "")
                fix = fix if odd in self.met else f'no row has a field "{odd}"'
            place = self._place("override", i, "match")
            self.maker.problems.error(place, f"no row matches {wanted}", fix)

    def _report_uncounted(self, entries: Sequence[Entry]) -> None:
        """Warn of a column that seems to contain the number of copies but is not used.

        In combinations of lists (`product`), such a column is part of the content.
        """
        if "count" in self.part.model_fields_set or isinstance(self.part.rows, ProductRows):
            return
        for entry in entries:
            for name, value in entry.fields.items():
                if name.strip().casefold() in _COUNTS and is_number(value) and value != 1:
                    message = (
                        f'the column "{name}" is not used to count copies; each row is printed once'
                    )
                    fix = f'write count: "{{{{ {name} }}}}", or count: 1 to keep it'
                    self.maker.problems.warning(entry.places[name], message, fix)
                    return

    def _report_total(self, rows: Sequence[Row]) -> None:
        """Warn of a last row with the total of copies, as people write it below tables.

        A row counts as a total if its number of copies equals the sum of all rows above, and if a
        cell says "Total" or all text columns are empty. Equal numbers alone may be chance, as in 1,
        1, 2.
        """
        count = self.part.count
        field = _FIELD.fullmatch(count) if isinstance(count, str) else None
        column = count.column if isinstance(count, CountSection) else field[1] if field else ""
        names = {in_texts(name): name for name in rows[-1].fields} if rows else {}
        if len(rows) < 3 or not isinstance(self.part.rows, str | FileRows | WebRows) or not column:
            return
        *above, last = rows
        if not last.count or last.count != sum(row.count for row in above):
            return
        words = {n for row in above for n, cell in row.fields.items() if _is_words(cell)}
        words.discard(names.get(column, column))
        columns = [name for name in words if _is_words(last.fields.get(name))]
        named = next((name for name in columns if _is_total(last.fields[name])), "")
        if not words or (columns and not named):
            return
        empty = next(name for name in last.fields if name in words)
        of, text = (named, str(last.fields[named])) if named else (empty, "")
        condition = f'{in_texts(of)} != "{text}"'
        is_new = self.part.where is True
        leave_out = (
            f"with where: '{condition}'" if is_new else f"by adding to its where: and {condition}"
        )
        place = last.places.get(names.get(column, column), last.place)
        self.maker.problems.warning(
            place,
            f"{last.count} copies are as many as in all rows above: is this row a total?",
            f"if so, leave it out {leave_out}",
        )


def naming_column(part: ComponentSection, entries: Sequence[Entry]) -> str:
    """The column, such as "Card Name", that gives every row a different name; "" if no column does.

    Columns called name, title or id, and the key `piece`, take precedence. This applies only to
    tables. In game.yaml the designer chooses the keys, and rules may refer to such rows by number.
    """
    if part.piece or not isinstance(part.rows, str | FileRows | WebRows) or not entries:
        return ""
    fields = [_first(entry) for entry in entries]
    if {"name", "title", "id"} & {name.strip().casefold() for name in fields[0]}:
        return ""
    names = [name for name in fields[0] if folded(name) in _NAMES]
    if len(names) != 1:
        return ""
    cells = [each.get(names[0]) for each in fields]
    is_each_named = all(_is_words(cell) for cell in cells)
    is_apart = len({safe_name(str(cell)) for cell in cells}) == len(cells)
    return names[0] if is_each_named and is_apart else ""


def _is_words(cell: object) -> bool:
    return isinstance(cell, str) and cell.strip() != ""


def _is_total(cell: object) -> bool:
    return str(cell).strip().casefold().rstrip(" :=.") in _TOTALS


def _as_count(value: object, column: str) -> str:
    """Explain how to write the number of copies."""
    text = str(value or "").strip()
    if text in _BLANK:
        blank = f"; if blank cells mean none, write count: {{column: {column}, blank: 0}}"
        return f"write 0 or 1 there{blank if column else ''}"
    if isinstance(value, str):
        try:
            number = float(text)
        except ValueError:
            numbers = _IN_A_TEXT.findall(text)
            return f"write {numbers[0]}" if len(numbers) == 1 else "write it in digits, as 2"
        return f"write {number:.0f}" if number.is_integer() and number <= MOST_PIECES else ""
    return ""


def _first(entry: Entry) -> Mapping[str, Scalar]:
    """The fields in the first language, which identify rows in every language."""
    return entry.fields if entry.base is None else entry.base


def safe_name(name: str) -> str:
    """Make a name safe for files: "River bird!" → "river-bird"."""
    words = plain_letters(name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-") or "piece"


def is_true(value: object) -> bool:
    """Convert the result of a condition.

    "", "0" and the words in `NO`, such as "false", mean no.
    """
    if isinstance(value, str):
        return value.strip().lower() not in ("", "0", *NO)
    return bool(value)


def _same(value: Scalar, wanted: Scalar) -> bool:
    return value == wanted or str(value) == str(wanted)
