"""The tables of a pack: CSV, TSV and spreadsheet files as entries with their places.

In: a file. Out: entries. A user's mistake raises no error. The mistake is added to `problems`, and
the result is None.
"""

from pathlib import Path

from generator.model.problems import Place, Problems
from generator.reading.csv_text import csv_lines, decoded, warn_of_thousands
from generator.reading.files import read_bytes
from generator.reading.named_rows import LARGEST_TABLE, entries_of
from generator.reading.spreadsheets import read_workbook
from generator.reading.values import Entry
from generator.reading.workbook_archive import OLD_BOOK

TEXTS = (".csv", ".tsv", ".txt")
BOOKS = (".xlsx", ".ods", ".xlsm")


def read_table(
    path: Path,
    file: str,
    problems: Problems,
    sheet: str | None = None,
    header: int | None = None,
    reference: Place | None = None,
    is_settled: bool = False,
) -> list[Entry] | None:
    """Return the rows below the header of a CSV, TSV, XLSX or ODS file; None after a problem.

    `header` is the number of the row with the column names; by default the first filled row.
    `reference` is the place where the game names the file or its sheet. Unless `is_settled` is
    true, a sheet with more rows than the first sheet is reported. Cells that look like numbers are
    numbers, empty cells are "", and empty rows are skipped.
    """
    kind = path.suffix.lower()
    if kind in TEXTS:
        if sheet is not None:
            problems.error(
                reference or Place(file), f"a {kind} file has no sheets", 'leave "sheet" out'
            )
            return None
        raw = read_bytes(path, file, LARGEST_TABLE, problems)
        if raw is not None and (kept_as := _workbook_in(raw)):
            message = f"this is a workbook, not a {kind} file"
            name = path.with_suffix(kept_as if kept_as != ".xls" else ".xlsx").name
            fix = f"rename it to {name}, here and in game.yaml"
            if kept_as == ".xls":
                fix = f"it is from Excel before 2007; open it and save it as {name}"
            problems.error(Place(file), message, fix)
            return None
        text = None if raw is None else decoded(raw, file, problems)
        return None if text is None else parse_csv(text, file, problems, header)
    if kind in BOOKS:
        return read_workbook(path, file, sheet, header, problems, reference, is_settled)
    fix = "use .csv, .tsv, .xlsx or .ods"
    if kind == ".numbers":
        fix = "in Numbers: File, Export To, CSV or Excel"
    problems.error(reference or Place(file), f'rows cannot be read from a "{kind}" file', fix)
    return None


def parse_csv(
    text: str, file: str, problems: Problems, header: int | None = None
) -> list[Entry] | None:
    """Return the rows of a CSV text, with the delimiter that its header uses."""
    lines = csv_lines(text, file, problems, header)
    if lines is None:
        return None
    warn_of_thousands(lines, file, problems)
    return entries_of(lines, file, problems)


def _workbook_in(raw: bytes) -> str:
    """The correct suffix of a renamed workbook; "" if the file is not a workbook."""
    if raw.startswith(OLD_BOOK):
        return ".xls"
    if not raw.startswith(b"PK\3\4"):
        return ""
    return ".ods" if b"opendocument.spreadsheet" in raw[:200] else ".xlsx"
