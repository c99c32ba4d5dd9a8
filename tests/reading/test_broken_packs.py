"""Packs with faults: the whole report of each, word for word, from the tables in tests/broken.

A table is a text of cases. Above the first one stands what the table is about.

    [case count-in-words]           a name, unlike all others
    components:                     `game.yaml`, below the three lines of HEAD
      cards:
        size: poker
        rows: cards.csv
        count: copies
    [file cards.csv]                another file; `[file cards.csv in latin-1]` in that encoding
    name,copies
    Grove,many
    [out]                           the report, up to an empty line
    cards.csv:2:2: error: …

A `[file game.yaml]` is the whole file. The line `[head]` stands for HEAD, `[cards]` for CARDS; the
places in a report count the lines of these texts. Braces in a report stand for a list that grows:
see LISTS.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.reading import schema, schema_components
from generator.reading.door import open_pack
from generator.templating.face_slots import face_names, slots_of

TABLES = sorted((Path(__file__).parents[1] / "broken").glob("*.txt"))
HEAD = "protoplay: 1\nname: Broken\nplayers: 2-4\n"
CARDS = "components:\n  cards:\n    size: poker\n    front: {use: card, title: Hello}\n"
LISTS = {
    "faces": face_names(),
    "slots of card": sorted(slots_of("card")),
    "keys of GameSection": sorted(schema.GameSection.model_fields),
    "keys of SheetSection": sorted(schema.SheetSection.model_fields),
    "keys of ComponentSection": sorted(schema_components.ComponentSection.model_fields),
}


@dataclass(frozen=True)
class Case:
    """A pack of a table, and the report expected of it."""

    table: Path
    name: str
    files: dict[str, bytes]
    report: str

    def write_pack(self, folder: Path) -> Path:
        """Write the files of the pack into a folder; return the folder."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        return folder

    def rewrite(self, report: str) -> None:
        """Put another report into the table."""
        start = rf"(\[case {re.escape(self.name)}\]\n(?:.*\n)*?\[out\]\n)(?:.+\n)*"
        text = self.table.read_text("utf-8")
        self.table.write_text(re.sub(start, lambda match: match[1] + report, text), "utf-8")


def cases_of(table: Path) -> list[Case]:
    """Return the cases of a table, in order."""
    _, *texts = re.split(r"^\[case (.+)\]\n", table.read_text("utf-8"), flags=re.MULTILINE)
    return [case_of(table, *pair) for pair in zip(texts[::2], texts[1::2], strict=True)]


def case_of(table: Path, name: str, text: str) -> Case:
    """Read the lines below `[case name]`."""
    pack, report = re.split(r"^\[out\]\n", text, maxsplit=1, flags=re.MULTILINE)
    body, *parts = re.split(r"^\[file (\S+)(?: in (\S+))?\]\n", pack, flags=re.MULTILINE)
    files = {"game.yaml": (HEAD + filled(body)).encode()}
    for file, encoding, content in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        files[file] = filled(content).encode(encoding or "utf-8")
    return Case(table, name, files, report.strip("\n") + "\n")


def filled(text: str) -> str:
    """Replace `[head]` and `[cards]` by their texts."""
    return text.replace("[head]\n", HEAD).replace("[cards]\n", CARDS)


CASES = [case for table in TABLES for case in cases_of(table)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_report_of_a_broken_pack_is_exactly_that_of_its_table(
    tmp_path: Path, case: Case, rewrite: bool
) -> None:
    pack, problems = open_pack(case.write_pack(tmp_path))
    report = "".join(f"{problem}\n" for problem in problems)
    for name, words in LISTS.items():
        report = report.replace(", ".join(words), f"{{{name}}}")
    if rewrite:
        case.rewrite(report)
    else:
        assert report == case.report
    assert (pack is None) == bool(problems.errors)


def test_each_case_has_a_name_of_its_own() -> None:
    names = [case.name for case in CASES]
    assert len(TABLES) == 7 and len(names) == len(set(names)) > 100
