"""Which files of a folder count, and which do not."""

import os
from pathlib import Path
from unicodedata import normalize

from generator.reading.door import open_pack
from generator.regular import as_on_disk, files_within


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
