"""Texts in the tables that we write are never formulas of a spreadsheet."""

import csv
from pathlib import Path
from typing import Any

import pytest

from generator.play.telling.tables import write_csv
from generator.press.export.picture_sets import _csv

TEXTS = ["=1+1", "+1", "-1", "@A1", "\t=1", "'=1"]


class _Telling:
    """A summary with hostile names."""

    def lines(self) -> list[list[Any]]:
        return [[*TEXTS, -1, 0.5, None]]


@pytest.mark.parametrize("kind", ["summary", "list of an export"])
def test_a_text_that_begins_like_a_formula_gets_an_apostrophe(kind: str, tmp_path: Path) -> None:
    if kind == "summary":
        text = write_csv(_Telling(), tmp_path / "a.csv").read_text("utf-8-sig")  # type: ignore[arg-type]
    else:
        names = "abcdefgh"
        text = _csv([dict(zip(names, [*TEXTS, -1, 0.5], strict=True))]).decode()
    row = list(csv.reader(text.splitlines()))[1]
    assert row[:8] == [*(f"'{text}" for text in TEXTS), "-1", "0.5"]
