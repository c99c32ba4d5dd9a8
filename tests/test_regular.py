"""Which files of a folder count, and which do not."""

import os
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest
from typer.testing import CliRunner
from xlsxwriter import Workbook

from generator.cli.commands import app
from generator.play.engine.loading import program
from generator.reading.door import open_pack
from generator.reading.edit import fingerprint, write_parameters
from generator.regular import as_on_disk, files_within

Form = Literal["NFC", "NFD"]


def test_what_is_hidden_or_written_by_the_tool_does_not_count(tmp_path: Path) -> None:
    kept = ["art/b.png", "art/output/c.png", "a.csv"]
    other = ["output/a.pdf", ".git/config", "__pycache__/rules.pyc", ".hidden", "art/.cache/d.png"]
    for name in (*kept, *other):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = [path.relative_to(tmp_path).as_posix() for path in files_within(tmp_path)]
    assert found == ["a.csv", "art/b.png", "art/output/c.png"]


def test_a_pack_and_its_tables_are_found_however_their_accents_are_stored(tmp_path: Path) -> None:
    """A Mac packs "ä" as a letter and its mark."""
    folder = tmp_path / normalize("NFD", "Fähre")
    (folder / "icons").mkdir(parents=True)
    front = '{use: card, title: "{name}", icon: "möwe"}'.replace("{name}", "{{ name }}")
    (folder / "game.yaml").write_text(
        "protoplay: 1\nname: Ferry\nplayers: 2\ncomponents:\n  cards:\n    size: mini\n"
        f"    rows: {{file: gäste.csv}}\n    front: {front}\n",
        "utf-8",
    )
    (folder / normalize("NFD", "gäste.csv")).write_text("name\nAda\n", "utf-8")
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
    (folder / "icons" / normalize("NFD", "möwe.svg")).write_text(drawn, "utf-8")
    pack, problems = open_pack(tmp_path / "Fähre")
    assert pack is not None and not list(problems)
    assert [row.name for row in pack.components[0].rows] == ["Ada"]
    gone = tmp_path / "Fähre" / "Brücke.csv"
    assert as_on_disk(gone) == folder / "Brücke.csv"
    assert as_on_disk(Path("ö" * 5000)) == Path("ö" * 5000)


GAME = """\
protoplay: 1
name: Fähre
players: 2
parameters: {size: 4}
components:
  guests:
    size: mini
    rows: {file: gäste.csv}
    front: {template: own.svg.j2, höhe: "{{ size }} {{ prämie }}"}
variants: {fünf: {parameters: {size: 5}}}
"""
TABLE = "id,prämie,art\nbär,3,lärm\n"


@pytest.mark.parametrize("game", ["NFC", "NFD"])
@pytest.mark.parametrize("table", ["NFC", "NFD"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_name_is_one_however_its_accents_are_stored(
    game: Form, table: Form, kind: str, tmp_path: Path
) -> None:
    """In the definition, in a table's header, in a template, in a program and when called."""
    text = GAME.replace("gäste.csv", "gäste.csv" if kind == "csv" else "gäste.xlsx, sheet: gäste")
    (tmp_path / "game.yaml").write_text(normalize(game, text), "utf-8")
    written = normalize(table, TABLE)
    if kind == "csv":
        (tmp_path / "gäste.csv").write_text(written, "utf-8")
    else:
        with Workbook(str(tmp_path / "gäste.xlsx")) as book:
            sheet = book.add_worksheet(normalize(table, "gäste"))
            for i, line in enumerate(written.split()):
                sheet.write_row(i, 0, line.split(","))
    own = "{{ draw.textbox(slot.höhe, 1, 1, 30, 9) }}"
    (tmp_path / "own.svg.j2").write_text(normalize(table, own), "utf-8")
    pack, problems = open_pack(tmp_path, variant="fünf", settings=["size=6"])
    assert pack is not None and not list(problems), [str(p) for p in problems]
    (row,) = pack.component("guests").rows
    assert (row.id, row.fields["prämie"], row.fields["art"]) == ("bar", 3, "lärm")
    seen = fingerprint(pack)
    done = CliRunner().invoke(
        app,
        ["build", normalize(table, str(tmp_path)), "--variant", normalize(table, "fünf"),
         "--set", normalize(table, "guests.bar.prämie=7"), "--only", normalize(table, "guests/bar"),
         "--format", "svg", "--out", str(tmp_path / "out")],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    (face,) = (tmp_path / "out").rglob("*.svg")
    assert ">5 7<" in face.read_text("utf-8")
    write_parameters(pack, {"size": 9}, seen)
    now = (tmp_path / "game.yaml").read_text("utf-8")
    assert now == normalize(game, text.replace("size: 5", "size: 9"))


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_rules_are_read_with_one_spelling(form: Form, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(normalize(form, 'FIELD = "größe"\n'), "utf-8")
    assert program(tmp_path / "rules.py") == 'FIELD = "größe"\n'
