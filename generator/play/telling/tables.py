"""Writes the answer of a study as JSON, and every estimate on its own line as CSV or XLSX."""

import csv
import io
import math
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from generator.model.measures import Measure
from generator.play.measures.tally import Histogram
from generator.play.statistics.inference import Estimate
from generator.play.telling.numbers import SPACE
from generator.play.telling.telling import Cells, Telling
from generator.system.csv_cells import without_formula
from generator.system.files import write_file

# keys that are left out of JSON, because they are too large or included in another form
HIDDEN = ("pack", "tally", "options")
HEADERS = ("section", "name", "players", "value", "low", "high", "n", "needed", "method")
SENTENCES = ("Findings", "Summary")  # sheets of sentences, whose cells are texts
NUMBER = re.compile(rf"−?(?:0|[1-9]\d*|[1-9]\d?\d?(?:,\d{{3}})+)(?:\.(\d{{1,3}}))?(?:{SPACE}%)?")


# ---------------------------------------------------------------- JSON


@runtime_checkable
class Members(Protocol):
    """A value with its own form in JSON."""

    def members(self) -> dict[str, Any]:
        """Return the keys of the value in JSON."""


def as_json(telling: Telling[Any]) -> dict[str, Any]:
    """Return all results as plain JSON, with intervals, n, and a flag for withheld numbers.

    Not-a-number becomes null. Withheld numbers are included and marked.
    """
    return {
        "kind": telling.kind,
        "title": telling.heading.title,
        "findings": [plain(finding) for finding in telling.findings],
        **{key: plain(value) for key, value in telling.json().items()},
        **plain(telling.answer),
    }


def plain(value: Any) -> Any:
    """Return a value as plain JSON, as in `as_json`."""
    if isinstance(value, Estimate):
        row = {f.name: plain(getattr(value, f.name)) for f in fields(value)}
        return {**row, "withheld": value.withheld}
    if isinstance(value, Histogram):
        return {"values": value.values, "counts": value.frequencies, "grain": value.grain}
    if isinstance(value, Measure):
        return value.key
    if isinstance(value, Members):
        return plain(value.members())
    if is_dataclass(value) and not isinstance(value, type):
        return {
            f.name: plain(getattr(value, f.name)) for f in fields(value) if f.name not in HIDDEN
        }
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value


# ---------------------------------------------------------------- every estimate on a line


def line(section: str, name: str, players: str, e: Estimate) -> Cells:
    """Return an estimate as a line under `HEADERS`."""
    numbers = [x if math.isfinite(x) else None for x in (e.value, e.low, e.high)]
    return (section, name, players, *numbers, e.n, e.needed, e.method)


def plain_line(section: str, name: str, value: str | float | None) -> Cells:
    """Return the line of a value that is not an estimate, such as a choice or a word."""
    return (section, name, "", value, None, None, None, None, "")


# A stranger's name for a piece, "=cmd|…", stays a text and never becomes a formula or link.
_PLAIN = {
    "in_memory": True,
    "nan_inf_to_errors": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
}


def write_csv(telling: Telling[Any], path: Path) -> Path:
    """Write the summary as CSV (UTF-8 with a byte order mark, for spreadsheets)."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADERS)
    writer.writerows([without_formula(value) for value in cells] for cells in telling.lines())
    return write_file(path, ("\ufeff" + text.getvalue()).encode("utf-8"), is_asked=True)


def write_xlsx(telling: Telling[Any], path: Path) -> Path:
    """Write a workbook: findings, summary, and one sheet for each chart, named by its topic."""
    import xlsxwriter

    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, _PLAIN)
    from datetime import datetime

    no_clock = datetime(2000, 1, 1)
    book.set_properties({"title": telling.heading.title, "created": no_clock})
    bold = book.add_format({"bold": True})
    wrap = book.add_format({"text_wrap": True, "valign": "top"})
    shares = [book.add_format({"num_format": form}) for form in ("0%", "0.0%", "0.00%", "0.000%")]

    def sheet(name: str, headers: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        page = book.add_worksheet(_sheet_name(name, {s.name for s in book.worksheets()}))
        page.write_row(0, 0, headers, bold)
        for r, row in enumerate(rows, 1):
            for c, value in enumerate(row):
                if name in SENTENCES:
                    page.write(r, c, value, wrap if name == "Findings" else None)
                    continue
                number, decimals = _number(value)
                page.write(r, c, number, None if decimals is None else shares[decimals])
        page.freeze_panes(1, 0)
        page.set_column(0, 0, 90 if name == "Findings" else 26)
        page.set_column(1, max(1, len(headers) - 1), 18)

    rows = [(f.text, f.level, f.doubt, f.action, round(f.weight, 1)) for f in telling.findings]
    sheet("Findings", ("finding", "level", "other players", "try", "weight"), rows)
    sheet("Summary", HEADERS, telling.lines())
    for section in telling.sections():
        for chart in section.charts:
            sheet(chart.topic, chart.headers, chart.rows)
    book.close()
    return write_file(path, buffer.getvalue(), is_asked=True)


def _number(cell: str) -> tuple[str | float, int | None]:
    """Return the number in a cell of a chart's table, and the decimals of a share; other texts are
    unchanged.

    >>> _number("1,204"), _number("2.0\xa0%"), _number("−3"), _number("49\xa0±\xa06\xa0%")
    ((1204.0, None), (0.02, 1), (-3.0, None), ('49\xa0±\xa06\xa0%', None))
    """
    match = NUMBER.fullmatch(cell)
    if match is None:
        return cell, None
    value = float(cell.partition(SPACE)[0].replace(",", "").replace("−", "-"))
    return (value / 100, len(match[1] or "")) if SPACE in cell else (value, None)


def _sheet_name(title: str, taken: set[str]) -> str:
    r"""Return a name that Excel accepts: 31 characters, none of []:*?/\, not used before."""
    name = "".join(" " if c in "[]:*?/\\" else c for c in title)[:31].strip("' ") or "Sheet"
    base, i = name[:28], 2
    while name in taken:
        name, i = f"{base} {i}", i + 1
    return name
