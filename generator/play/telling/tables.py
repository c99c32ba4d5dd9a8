"""Tables: the answer of a study as JSON, and every estimate on a line as CSV or XLSX."""

import csv
import io
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from generator.model.pack import Scalar
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import (
    Answer,
    Comparison,
    Results,
    Suggestion,
    Sweep,
)
from generator.play.measures.tally import TENTHS, Histogram
from generator.play.statistics.inference import Estimate
from generator.play.telling.contrasts import contrasted
from generator.play.telling.findings.findings import findings_of
from generator.play.telling.findings.suggestions import not_recommended, said, sentence_of
from generator.play.telling.headings import provenance_of, title_of
from generator.play.telling.numbers import SPACE
from generator.play.telling.sections import sections_of
from generator.system.files import write_file

HIDDEN = ("pack", "tally", "options")  # not told to machines: too large, or told otherwise
HEADERS = ("section", "name", "players", "value", "low", "high", "n", "needed", "method")
SENTENCES = ("Findings", "Summary")  # sheets whose cells are as they should be
NUMBER = re.compile(rf"−?(?:0|[1-9]\d*|[1-9]\d?\d?(?:,\d{{3}})+)(?:\.(\d{{1,3}}))?(?:{SPACE}%)?")
Cells = tuple[str | float | int | None, ...]


# ---------------------------------------------------------------- JSON


def as_json(answer: Answer) -> dict[str, Any]:
    """Everything measured as plain JSON: numbers with intervals, n and whether withheld.

    Not-a-number becomes null. Withheld numbers are there, marked.
    """
    found: dict[str, Any] = {"kind": type(answer).__name__.lower(), "title": title_of(answer)}
    found["findings"] = [_plain(f) for f in findings_of(answer)]
    if isinstance(answer, Suggestion):
        found["sentence"] = sentence_of(answer)
        found["not_recommended"] = not_recommended(answer)  # why, or ""
    elif not isinstance(answer, Results):
        found["provenance"] = _plain(provenance_of(answer))
    found.update(_plain(answer))
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        row = {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
        return {**row, "withheld": value.withheld}
    if isinstance(value, Histogram):
        return {"values": value.values, "counts": value.frequencies, "grain": value.grain}
    if is_dataclass(value) and not isinstance(value, type):
        return {
            f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.name not in HIDDEN
        }
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value


# ---------------------------------------------------------------- every estimate on a line


def summary_of(answer: Answer) -> list[Cells]:
    """Every estimate on a line of its own, under `HEADERS`."""
    if isinstance(answer, Results):
        lines = [line for run in answer.runs for line in _metric_lines(run.label, run.metrics)]
        for one in answer.restricted:
            lines.append(_line("without", one.what, one.agent, one.share))
        if answer.kingmaking is not None:
            players = answer.main.label
            lines.append(
                _line("kingmaking", "without a chance", players, answer.kingmaking.hopeless)
            )
            lines.append(_line("kingmaking", "deciding", players, answer.kingmaking.deciding))
        if answer.effect is not None:
            name, players = answer.effect.name, answer.main.label
            for o in answer.effect.outcomes:
                lines.append(_line("effect", f"{name}: {o.label}", players, o.holders))
        for piece in answer.effects:
            lines.append(_line("effect", piece.piece, answer.main.label, piece.value))
            lines.append(_line("effect, control", piece.piece, answer.main.label, piece.control))
        return lines
    if isinstance(answer, Comparison):
        return [
            line
            for d in answer.differences
            for line in (
                _line("base", d.measure, answer.results[0][0], d.base),
                _line("other", d.measure, d.label, d.other),
                _line("difference", d.measure, d.label, d.difference),
            )
        ]
    if isinstance(answer, Sweep):
        return [
            _line(curve.measure, f"{answer.name}={v:g}", answer.results[0].main.label, p)
            for curve in answer.curves
            for v, p in zip(answer.values, curve.points, strict=True)
        ]
    if isinstance(answer, Suggestion):
        proven = "confirmed" if answer.confirmed else "not confirmed"
        lines = [_told("outcome", answer.outcome, proven)]
        changes, section = answer.changes, "change"
        if answer.outcome == "none" and answer.best is not None:
            changes, section = answer.best.changes, "nearest miss"
        lines += [_told(section, name, value) for name, value in changes.items()]
        for proof in (*([answer.before] if answer.before else []), *answer.proofs):
            section = "before" if proof is answer.before else "goal"
            lines += [_line(section, v.aim.name, proof.agents, v.value) for v in proof.verdicts]
        return lines
    rungs = [_line("elo", r.spec, "", r.elo) for r in answer.rungs]
    rungs += [_line("duel", d.one, d.other, d.share) for d in answer.duels]
    return rungs + [_line("step", s.alone, s.others, s.share) for s in answer.steps]


def _line(section: str, name: str, players: str, e: Estimate) -> Cells:
    numbers = [x if math.isfinite(x) else None for x in (e.value, e.low, e.high)]
    return (section, name, players, *numbers, e.n, e.needed, e.method)


def _told(section: str, name: str, value: Scalar) -> Cells:
    """What is no estimate: a value that was chosen, or a word."""
    value = said(value) if isinstance(value, bool) else value
    return (section, name, "", value, None, None, None, None, "")


def _metric_lines(label: str, m: Metrics) -> Iterator[Cells]:
    if m.is_contest:
        yield from _contest_lines(label, m)
    for o in m.outcomes:
        yield _line("score by end", o.name, label, o.score)
    for name, spread in m.own:
        yield _line("own", name, label, spread.mean)
    for player in m.skill:
        yield _line("players", player.spec, label, player.share)
    for name, e in m.ends.items():
        yield _line("completion", name, label, e)
    for name, e in m.reasons.items():
        yield _line("ends", name, label, e)
    for name, _, get in contrasted(m):
        found = get(m)
        if found is not None:
            yield _line("course", name, label, found)
    for tenth, e in zip(TENTHS, m.leader_wins if m.is_contest else (), strict=False):
        yield _line("lead", f"leader at {tenth}/10 wins", label, e)
    for kind in m.kinds:
        yield _line("kinds", kind.name, label, kind.share)
        if m.is_contest:
            yield _line("kinds of winners", kind.name, label, kind.winners)
    for piece in m.pieces:
        yield _line("piece used", piece.id, label, piece.used)
        yield _line("piece picked", piece.id, label, piece.picked)
        if m.is_contest:
            yield _line("piece lift (association)", piece.id, label, piece.lift)
    for supply in m.supplies:
        yield _line("supply empty, games", supply.name, label, supply.empty_games)
        yield _line("supply empty, seats", supply.name, label, supply.empty_seats)


def _contest_lines(label: str, m: Metrics) -> Iterator[Cells]:
    """What there is only where players compete."""
    word = m.sides.word
    for s, e in enumerate(m.seats.shares):
        yield _line(f"{word}s", f"{m.sides.wins[s]}, ties shared", label, e)
    for s, e in enumerate(m.seats.sole):
        yield _line(f"{word}s", f"{m.sides.wins[s]} alone", label, e)
    for s, e in enumerate(m.seats.scores):
        yield _line(f"{word}s", f"score of {word} {s + 1}", label, e)
    yield _line(f"{word}s", "best − worst", label, m.seats.gap)
    for s, e in enumerate(m.even, 2):
        yield _line(f"{word}s", f"points for {word} {s} that make {word}s even", label, e)
    for c in m.comebacks:
        name = f"{c.points} or more behind at {c.tenth}/10, wins"
        yield _line("comebacks", name, label, c.share)


# What a stranger calls a piece, "=cmd|…", is a text and never a formula or a link.
_PLAIN = {
    "in_memory": True,
    "nan_inf_to_errors": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
}


def _cell(value: Any) -> Any:
    """A cell of a CSV; one a spreadsheet would take for a formula gets an apostrophe."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + value
    return "" if value is None else value


def write_csv(answer: Answer, path: Path) -> Path:
    """Write the summary as CSV (UTF-8 with a mark, so that spreadsheets read it right)."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADERS)
    writer.writerows([_cell(value) for value in line] for line in summary_of(answer))
    return write_file(path, ("\ufeff" + text.getvalue()).encode("utf-8"), is_asked=True)


def write_xlsx(answer: Answer, path: Path) -> Path:
    """Write a workbook: the findings, the summary, and one sheet per chart, named by its topic."""
    import xlsxwriter

    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, _PLAIN)
    from datetime import datetime

    book.set_properties({"title": title_of(answer), "created": datetime(2000, 1, 1)})  # no clock
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

    findings = findings_of(answer)
    rows = [(f.text, f.level, f.doubt, f.action, round(f.weight, 1)) for f in findings]
    sheet("Findings", ("finding", "level", "other players", "try", "weight"), rows)
    sheet("Summary", HEADERS, summary_of(answer))
    for section in sections_of(answer):
        for chart in section.charts:
            sheet(chart.topic, chart.headers, chart.rows)
    book.close()
    return write_file(path, buffer.getvalue(), is_asked=True)


def _number(told: str) -> tuple[str | float, int | None]:
    """A number of a chart's table, and of a share its decimals; what is no number as it stands.

    >>> _number("1,204"), _number("2.0\xa0%"), _number("−3"), _number("49\xa0±\xa06\xa0%")
    ((1204.0, None), (0.02, 1), (-3.0, None), ('49\xa0±\xa06\xa0%', None))
    """
    found = NUMBER.fullmatch(told)
    if found is None:
        return told, None
    value = float(told.partition(SPACE)[0].replace(",", "").replace("−", "-"))
    return (value / 100, len(found[1] or "")) if SPACE in told else (value, None)


def _sheet_name(title: str, taken: set[str]) -> str:
    """A name Excel takes: 31 characters, none of []:*?/\\, not used before."""
    name = "".join(" " if c in "[]:*?/\\" else c for c in title)[:31].strip("' ") or "Sheet"
    base, i = name[:28], 2
    while name in taken:
        name, i = f"{base} {i}", i + 1
    return name
