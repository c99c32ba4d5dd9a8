"""Playtests as a table: one row for each seat of each game, CSV or a workbook.

The same table is printed blank, filled in, imported and exported. A CSV cell that a spreadsheet
would take for a formula gets an apostrophe, which is removed when the file is read.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.model.pack import Pack, Scalar
from generator.model.problems import Place, Problems, near
from generator.model.questions import questions_of
from generator.people.entries import playtest_of
from generator.people.playtest import ABOUT_GAME, Playtest
from generator.reading.questions import COLUMNS
from generator.reading.tables import BOOKS, TEXTS, read_table
from generator.reading.values import Entry
from generator.system.csv_cells import without_formula, without_mark
from generator.system.files import composed

MOST_ROWS = 20_000
Cells = list[Scalar]


def columns_of(pack: Pack) -> tuple[str, ...]:
    """Return the columns of the table: about the game, about the seat, then one per question."""
    return (*COLUMNS, *(question.id for question in questions_of(pack.questions)))


def import_table(pack: Pack, path: Path, problems: Problems) -> list[Playtest]:
    """Return the games in a table; if there is any fault, all faults are reported and no game
    returned.

    Rows with the same number in the column `game` form one game; without numbers, all rows do.
    """
    n_before = len(problems.errors)
    if path.suffix.lower() not in (*TEXTS, *BOOKS):
        fix = "save it as .csv or .xlsx"
        problems.error(Place(str(path)), f'tables cannot be read from "{path.suffix}" files', fix)
        return []
    entries = read_table(path, path.name, problems)
    if entries is None:
        return []
    if len(entries) > MOST_ROWS:
        message = f"{len(entries):,} rows are more than the limit of {MOST_ROWS:,}"
        problems.error(entries[MOST_ROWS].place, message, "import it in parts")
        return []
    entries = [_as_columns(entry) for entry in entries]
    _report_unknown(pack, entries, problems)
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(str(entry.fields.get("game", "")), []).append(entry)
    games = [playtest_of(pack, group, problems) for group in groups.values()]
    if len(problems.errors) > n_before:
        return []
    return [game for game in games if game is not None]


def _as_columns(entry: Entry) -> Entry:
    """Return a row with standard names of columns and without an export's apostrophes."""
    fields = {_column(name): without_mark(value) for name, value in entry.fields.items()}
    places = {_column(name): entry.places[name] for name in entry.fields if name in entry.places}
    return Entry(fields, entry.place, places)


def _column(name: str) -> str:
    plain = composed(name).strip()
    return plain.lower() if plain.lower() in COLUMNS else plain


def _report_unknown(pack: Pack, entries: Sequence[Entry], problems: Problems) -> None:
    known = columns_of(pack)
    for name in entries[0].fields if entries else ():
        if name and name not in known:
            place = entries[0].places.get(name, entries[0].place)
            place = Place(place.file, 1, place.column)
            fix = f"{near(name, known)}; remove the column, or ask: it in game.yaml"
            problems.error(place, f'unknown column "{name}"', fix)


def rows_of(pack: Pack, games: Iterable[Playtest]) -> list[Cells]:
    """Return the cells of the table below its header."""
    rows: list[Cells] = []
    for number, game in enumerate(games, 1):
        shared: Cells = [number, game.at, game.version, game.where, game.minutes, game.rounds]
        for player in game.players:
            marks = (_word(player.new), player.score, _word(player.won))
            own: Cells = [player.seat, player.who, player.bot, *marks]
            ids = [question.id for question in questions_of(pack.questions)]
            rows.append([*shared, *own, *(player.answers.get(id) for id in ids)])
    return rows


def _word(mark: bool | None) -> Scalar:
    return None if mark is None else "yes" if mark else "no"


def blank_rows(pack: Pack, seats: Sequence[int], version: str) -> list[Cells]:
    """Return the cells of a blank table for one game."""
    assert COLUMNS[: 1 + len(ABOUT_GAME)] == ("game", *ABOUT_GAME), COLUMNS
    rest: Cells = [None] * (len(columns_of(pack)) - 7)
    return [[1, None, version, "paper", None, None, seat, *rest] for seat in seats]


def table_bytes(pack: Pack, rows: Sequence[Cells], suffix: str) -> bytes:
    """Return the file's bytes: CSV with a byte order mark, which Excel needs, or a workbook."""
    header = list(columns_of(pack))
    if suffix.lower() == ".xlsx":
        return _workbook(header, rows)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([[without_formula(cell) for cell in row] for row in rows])
    return text.getvalue().encode("utf-8-sig")


def _workbook(header: Sequence[str], rows: Sequence[Cells]) -> bytes:
    from datetime import datetime

    import xlsxwriter

    buffer = io.BytesIO()
    plain = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(buffer, {"in_memory": True, **plain})
    # a fixed date, so that the same table gives the same bytes
    book.set_properties({"created": datetime(2000, 1, 1)})
    sheet = book.add_worksheet("playtests")
    as_text = book.add_format({"num_format": "@"})  # versions and dates stay as they are typed
    for name in ("date", "version"):
        i = header.index(name)
        sheet.set_column(i, i, 16, as_text)
    lines: list[Cells] = [[*header], *rows]
    for i, cells in enumerate(lines):
        for j, cell in enumerate(cells):
            if isinstance(cell, str):
                sheet.write_string(i, j, without_formula(cell) if i else cell, as_text)
            elif cell is not None:
                sheet.write_number(i, j, float(cell))
    sheet.freeze_panes(1, 0)
    book.close()
    return buffer.getvalue()
