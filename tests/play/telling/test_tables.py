"""Machine-readable answers: JSON, CSV and a workbook."""

import csv
import json
from pathlib import Path

import openpyxl
import pytest

from generator.play.measures.results import (
    Results,
)
from tests.play.telling.answers import ANSWERS
from tests.tellings import as_json, sections_of, summary_of, write_csv, write_xlsx


@pytest.mark.parametrize("name", ANSWERS)
def test_json_is_json_without_nan(answers: dict[str, object], name: str) -> None:
    text = json.dumps(as_json(answers[name]), allow_nan=False)  # type: ignore[arg-type]
    assert json.loads(text)["kind"] == name and len(text) < 3_000_000


def test_json_carries_values_intervals_and_what_is_withheld(results: Results) -> None:
    seat = as_json(results)["runs"][0]["metrics"]["seats"]["shares"][0]
    known = results.main.metrics.seats.shares[0]
    assert (seat["value"], seat["low"], seat["high"], seat["n"]) == (
        known.value, known.low, known.high, 150,
    )  # fmt: skip
    assert seat["withheld"] is False and as_json(results)["provenance"]["seed"] == 1


@pytest.mark.parametrize("name", ANSWERS)
def test_csv_and_xlsx_hold_the_summary(
    answers: dict[str, object], name: str, tmp_path: Path
) -> None:
    answer = answers[name]
    lines = summary_of(answer)  # type: ignore[arg-type]
    with write_csv(answer, tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:  # type: ignore[arg-type]
        rows = list(csv.reader(file))
    assert len(rows) == 1 + len(lines) and rows[0][:4] == ["section", "name", "players", "value"]
    assert float(rows[1][3]) == lines[0][3]
    one = write_xlsx(answer, tmp_path / "a.xlsx").read_bytes()  # type: ignore[arg-type]
    assert one == write_xlsx(answer, tmp_path / "b.xlsx").read_bytes()  # type: ignore[arg-type]
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    assert book.sheetnames[:2] == ["Findings", "Summary"] and book["Summary"].max_row == len(rows)
    book.close()


def test_a_workbook_has_numbers_under_names_that_stay(results: Results, tmp_path: Path) -> None:
    write_xlsx(results, tmp_path / "a.xlsx")
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    topics = [c.topic for s in sections_of(results) for c in s.charts]
    assert set(topics) <= set(book.sheetnames) and "Length" in topics
    (chart,) = (c for s in sections_of(results) for c in s.charts if c.topic == "Length")
    rows = list(book["Length"].iter_rows(min_row=2, max_row=1 + len(chart.rows), values_only=True))
    turns = results.main.metrics.turns.histogram
    assert {turn: games for turn, games, _ in rows if games} == turns.counts
    assert sum(row[2] for row in rows) == pytest.approx(1, abs=0.01)
    assert book["Length"]["C2"].number_format.endswith("%")
    book.close()
