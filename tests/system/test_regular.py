"""Which files of a folder count, and which do not."""

import os
import re
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
from generator.system.files import as_on_disk, composed, files_within

Form = Literal["NFC", "NFD"]


def test_hidden_files_and_output_are_ignored(tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("written", "read"),
    [("e\u0301", "é"), ("\u212b", "Å"), ("\u1f71", "ά"), ("\u1112\u1161\u11ab", "한"),
     ("\ufa19 e\u0301 \ufa19", "\ufa19 é \ufa19"), ("\ufb2a", "\ufb2a"), ("\u0958", "\u0958"),
     ("\U0001d15e", "\U0001d15e"), ("\u2329o\u0308\u232a", "\u2329ö\u232a"), ("\u2126", "\u2126")],
)  # fmt: skip
def test_letters_and_marks_are_composed_and_nothing_else_is_replaced(
    written: str, read: str, tmp_path: Path
) -> None:
    assert composed(written) == composed(read) == read
    (tmp_path / normalize("NFD", written)).write_text("")  # however a disk spells it
    assert as_on_disk(tmp_path / read).exists()


DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {}"><path d="M0 0h9"/></svg>'
FOLDER = {
    "game.yaml": """\
protoplay: 1
name: Éclair
players: 2-4
includes: [zählen.yaml]
icons: [zeichen-ä]
components:
  karten:
    size: poker
    rows: dönnées.csv
    front: {use: card, title: "{{ name }}", text: "{{ wört }} :é: {{ pramie }}", art: "{{ bild }}"}
  made: {size: poker, rows: [{name: Été}], front: {template: vorlägen/é.svg.j2}}
  wrong: {size: poker, rows: [{name: Été}], front: {template: vorlägen/ö.svg.j2}}
  drawn: {size: poker, rows: [{name: Été, größe: 3}, {name: Pear}], front: {draw: été}}
  sheet: {size: a5, front: {use: rules, file: Règles.md}}
""",
    "zählen.yaml": "parameters:\n  pramie: 3\n",
    "dönnées.csv": "id,name,wört,bild\na,Bär,schön,bilder/é.svg\nb,Ölö,groß,bilder/é.svg\n",
    "bilder/é.svg": DRAWN.format("9 27"),
    "zeichen-ä/é.svg": DRAWN.format("9 9"),
    "vorlägen/é.svg.j2": """\
{{ textbox(name, 5, 5, 50, 20) }}<image href="../bilder/é.svg" x="5" y="30" width="9" height="27"/>
{{ draw.image("bilder/é.svg", 5, 60, 10, 10) }}
<image href="lücke.svg" x="5" y="30" width="9" height="9"/>
""",
    "vorlägen/ö.svg.j2": "<g/>\n{{ 1 / 0 }}\n",
    "drawings.py": """\
KNOWN = {"Été": "red"}
def été(piece, draw):
    drawing = draw.drawing()
    said = "known" if piece.name in KNOWN else "unknown"
    said += str(piece.row.fields["größe"])
    drawing.add(draw.textbox(said, 5, 5, 50, 20))
    return drawing
""",
    "Règles.md": "# Règles\n\nVoir :piece[karten/a]: là.\n\n![x](bilder/é.svg)\n",
}  # fmt: skip


def test_a_folder_that_a_mac_has_packed_prints_as_its_twin_does(tmp_path: Path) -> None:
    """The same bytes, the same faults and the same files, in whichever form it is stored."""

    def made(form: Form) -> tuple[dict[str, bytes], list[str], list[str]]:
        folder, said = tmp_path / form / "pack", []
        for name, text in FOLDER.items():
            file = folder / normalize(form, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(normalize(form, text), "utf-8")
        out = tmp_path / form / "out"
        for more in (["--trust"], ["--data-only", "--only", "sheet"]):
            call = ["build", str(folder), *more, "--format", "svg,html", "--out"]
            done = CliRunner().invoke(app, [*call, str(out / more[0])])
            said.append(re.sub(r"\d\.\d s", "", done.output.replace(str(tmp_path / form), "")))
        pack, problems = open_pack(folder)
        assert pack is not None and not list(problems)
        told = normalize("NFC", "\n".join(said)).splitlines()
        drawn = {str(file.relative_to(out)): file.read_bytes() for file in files_within(out)}
        own = sorted(normalize("NFC", str(file.relative_to(folder))) for file in pack.files)
        return drawn, told, own

    drawn, told, own = made("NFC")
    assert {"Règles.md", "dönnées.csv", "zählen.yaml", "vorlägen/é.svg.j2"} <= set(own)
    assert any("vorlägen/ö.svg.j2:2" in line and "divides by zero" in line for line in told), told
    assert any("vorlägen/é.svg.j2:3" in line and "lücke.svg" in line for line in told), told
    assert any(b"known3" in data for data in drawn.values())
    again, said, same = made("NFD")
    assert said == told and same == own and again.keys() == drawn.keys()
    assert again == drawn


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_rules_are_read_with_one_spelling(form: Form, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(normalize(form, 'FIELD = "größe"\n'), "utf-8")
    assert program(tmp_path / "rules.py") == 'FIELD = "größe"\n'
