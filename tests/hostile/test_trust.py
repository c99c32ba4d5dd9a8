"""No program of a folder that is not trusted runs unasked."""

import json
import os
import shutil
from pathlib import Path

import pytest
import typer

from generator import bundled
from generator.cli import trust_prompt
from generator.system import trust
from tests.hostile.test_files import exit_code, made

PACK = """
protoplay: 1
name: Stranger
players: 2
components:
  board:
    size: poker
    front: {draw: board}
  cards:
    size: poker
    front: {use: card, title: One}
"""
RAN = "from pathlib import Path\nPath(__file__).with_name('ran').write_text('')\n"
DRAWINGS = RAN + 'def board(piece): return \'<rect width="63" height="88"/>\'\n'
COMMANDS = (
    ("check", "pack"),
    ("build", "pack"),
    ("simulate", "pack", "--games", "1"),
    ("compare", "pack", "--set", "a=1"),
    ("sweep", "pack", "a=1,2"),
    ("ladder", "pack"),
    ("suggest", "pack", "--goal", "turns 1-2"),
    ("replay", "pack"),
    ("demo", "pack"),
)


@pytest.fixture(autouse=True)
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PROTOPLAY_TRUST")
    monkeypatch.setenv("PROTOPLAY_HOME", str(tmp_path / "home"))
    folder = tmp_path / "pack"
    folder.mkdir()
    made(folder, PACK + "parameters: {a: 1}\n")
    (folder / "rules.py").write_text(RAN)
    (folder / "drawings.py").write_text(DRAWINGS)
    return folder


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_without_a_terminal_nothing_runs(
    command: tuple[str, ...], stranger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(*command) == 2
    said = capsys.readouterr().err
    assert "rules.py and drawings.py are programs" in said and "--trust" in said
    assert not (stranger / "ran").exists()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_command_that_takes_a_pack_takes_trust(
    command: tuple[str, ...], stranger: Path
) -> None:
    assert exit_code(*command, "--trust") in (0, 1)
    assert (stranger / "ran").exists()
    assert exit_code(*command) == 2  # for that run alone


def test_data_alone_is_checked_and_printed(
    stranger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("check", "pack", "--data-only") == 0
    said = capsys.readouterr().out
    assert "1 face drawn" in said
    assert 'not checked, because no program of the pack was run: "board", the rules' in said
    assert exit_code("build", "pack", "--data-only") == 0
    assert 'not printed, because no program of the pack was run: "board"' in capsys.readouterr().out
    assert exit_code("build", "pack", "--data-only", "--json") == 0
    assert json.loads(capsys.readouterr().out)["left_out"] == ["board"]
    assert not (stranger / "ran").exists()


def test_a_build_that_runs_nothing_is_not_asked_about(stranger: Path) -> None:
    text = (stranger / "game.yaml").read_text("utf-8")
    (stranger / "game.yaml").write_text(text.replace("{draw: board}", "{use: card, title: Two}"))
    assert exit_code("build", "pack") == 0
    assert exit_code("check", "pack", "--games", "0") == 0
    assert not (stranger / "ran").exists()


def test_a_no_does_without_and_a_yes_is_remembered(
    stranger: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []
    said = False

    def confirm(question: str, **_: object) -> bool:
        asked.append(question)
        return said

    monkeypatch.setattr(trust_prompt, "_can_ask", lambda: True)
    monkeypatch.setattr(typer, "confirm", confirm)
    assert exit_code("build", "pack") == 0 and not (stranger / "ran").exists()
    assert exit_code("simulate", "pack") == 2 and not (stranger / "ran").exists()
    said = True
    assert exit_code("build", "pack") == 0 and (stranger / "ran").exists()
    (stranger / "drawings.py").write_text(DRAWINGS + "# edited\n")
    monkeypatch.setattr(trust_prompt, "_can_ask", lambda: False)
    assert exit_code("build", "pack") == 0
    assert asked == ["rules.py and drawings.py are programs. Run them?"] * 3


def test_the_same_programs_elsewhere_are_trusted(stranger: Path, tmp_path: Path) -> None:
    trust.trust(stranger)
    copy = tmp_path / "copy"
    shutil.copytree(stranger, copy)
    assert trust.is_trusted(copy)
    (copy / "game.yaml").write_text("other data")
    assert trust.is_trusted(copy)
    for name in ("helper.py", "__pycache__/rules.cpython-311.pyc", "numpy.so"):
        (copy / name).parent.mkdir(exist_ok=True, parents=True)
        (copy / name).write_text("other")
        assert not trust.is_trusted(copy), name
        (copy / name).unlink()
    (copy / "rules.py").write_text(RAN + "# other\n")
    assert not trust.is_trusted(copy)
    (stranger / "rules.py").write_text(RAN + "# other\n")
    assert trust.is_trusted(stranger) and trust.is_trusted(copy)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_a_link_is_trusted_as_what_it_leads_to(stranger: Path, tmp_path: Path) -> None:
    trust.trust(stranger)
    (tmp_path / "link").symlink_to(stranger)
    assert trust.is_trusted(tmp_path / "link")
    other = tmp_path / "other"
    other.mkdir()
    (other / "rules.py").write_text("1")
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to(other)
    assert not trust.is_trusted(tmp_path / "link")


def test_bundled_games_and_new_ones_are_trusted(tmp_path: Path) -> None:
    assert trust.is_trusted(bundled("rules") / "mara")
    shutil.copytree(bundled("rules") / "mara", tmp_path / "mine")
    assert trust.is_trusted(tmp_path / "mine")
    assert exit_code("new", "Night Ferry") == 0
    (tmp_path / "night-ferry/rules.py").write_text(RAN)
    assert trust.is_trusted(tmp_path / "night-ferry")


@pytest.mark.parametrize("text", [b"", b"[]", b"/", b"\xed\xb3\xbf", b"x" * 200_000])
def test_damaged_settings_trust_nothing(text: bytes, stranger: Path, tmp_path: Path) -> None:
    trust.trust(stranger)
    notes = sorted((tmp_path / "home/trust").iterdir())
    assert [note.name.partition("-")[0] for note in notes] == ["folder", "mark", "programs"]
    for note in notes:
        note.write_bytes(text)
    assert not trust.is_trusted(stranger)
    assert trust.trust(stranger) and trust.is_trusted(stranger)


def test_two_runs_that_trust_at_once_both_do(
    tmp_path: Path, stranger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The inner call is another process, between the outer one's reading and writing."""
    other = tmp_path / "other"
    shutil.copytree(stranger, other)
    (other / "rules.py").write_text("1")
    noted = trust.write_files

    def meanwhile(files: list[tuple[Path, bytes]]) -> list[Path]:
        monkeypatch.setattr(trust, "write_files", noted)
        assert trust.trust(other)
        return noted(files)

    monkeypatch.setattr(trust, "write_files", meanwhile)
    assert trust.trust(stranger)
    assert trust.is_trusted(stranger) and trust.is_trusted(other)


def test_the_digests_of_programs_do_not_grow_without_end(
    stranger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trust, "_MOST_DIGESTS", 3)
    for number in range(6):
        (stranger / "rules.py").write_text(f"{number}\n")
        assert trust.trust(stranger)
    assert len(list((tmp_path / "home/trust").glob("programs-*"))) == 3
    assert len(list((tmp_path / "home/trust").glob("folder-*"))) == 1


def test_settings_that_cannot_be_written_are_no_fault(
    stranger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PROTOPLAY_HOME", str(tmp_path / "file" / "home"))
    assert not trust.trust(stranger)


@pytest.mark.parametrize("way", ["rules", "template"])
def test_a_face_that_shows_a_programs_drawing_asks_and_does_without(
    stranger: Path, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = "protoplay: 1\nname: P\nplayers: 2\ncomponents:\n  sheet:\n    size: a6\n"
    front = "{use: rules}" if way == "rules" else "{template: t.svg}"
    board = "  board:\n    size: a6\n    front: {draw: board}\n    count: 0\n"
    (stranger / "game.yaml").write_text(f"{game}    front: {front}\n{board}", "utf-8")
    (stranger / "RULES.md").write_text("# P\n\n![x](draw:board)\n", "utf-8")
    (stranger / "t.svg").write_text('{{ draw.piece("board/board", 9, 9, 9) }}', "utf-8")
    for command in ("build", "check"):
        assert exit_code(command, "pack") == 2
        assert exit_code(command, "pack", "--data-only") == 0
    assert "printed without drawn pictures" in capsys.readouterr().out
    assert not (stranger / "ran").exists()
    exit_code("build", "pack", "--trust")
    assert (stranger / "ran").exists()


TEMPLATE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{}</svg>'
# Every way in which a face can name a drawing: files of the pack, and the front of a component.
NAMED_BY = {
    "draw": ({}, "{draw: board}"),
    "a template": ({"t.svg.j2": TEMPLATE.format('{{ draw.piece("hid/hid",0,0,9) }}')}, ""),
    "a space before the bracket": (
        {"t.svg.j2": TEMPLATE.format('{{ draw.piece ("hid/hid",0,0,9) }}')},
        "",
    ),
    "another name for the function": (
        {"t.svg.j2": TEMPLATE.format('{% set p = piece %}{{ p ("hid/hid",0,0,9) }}')},
        "",
    ),
    "an attribute": (
        {"t.svg.j2": TEMPLATE.format('{{ (draw|attr("pie" ~ "ce"))("hid/hid",0,0,9) }}')},
        "",
    ),
    "an included template": (
        {
            "t.svg.j2": TEMPLATE.format('{% include "inner.svg.j2" %}'),
            "inner.svg.j2": '{{ draw.piece\n("hid/hid",0,0,9) }}',
        },
        "",
    ),
    "an imported macro": (
        {
            "t.svg.j2": TEMPLATE.format('{% from "m.j2" import m with context %}{{ m() }}'),
            "m.j2": '{% macro m() %}{{ draw["piece"]("hid/hid",0,0,9) }}{% endmacro %}',
        },
        "",
    ),
    "a rule sheet": ({"RULES.md": "# R\n\n![x](draw:board)\n"}, "{use: rules}"),
    "a rule sheet's piece": ({"RULES.md": "# R\n\n:piece[hid/hid]\n"}, "{use: rules}"),
    "a reference in a rule sheet": (
        {"RULES.md": "# R\n\n![x][p]\n\n[p]: <draw:board>\n"},
        "{use: rules}",
    ),
    "an entity in a rule sheet": ({"RULES.md": "# R\n\n![x](dr&#97;w:board)\n"}, "{use: rules}"),
    "a computed file of rules": (
        {"OTHER.md": "# R\n\n![x](draw:board)\n"},
        "{use: rules, file: \"{{ 'OTHER' }}.md\"}",
    ),
    "a rule sheet's include": (
        {"RULES.md": "# R\n\n{% include 'm.md' %}\n", "m.md": "![x](draw:board)\n"},
        "{use: rules}",
    ),
}
# What no face can do even with trust: the sandbox and the rule sheets refuse it.
REFUSED = {
    "another name for the function",
    "an attribute",
    "a rule sheet's piece",
    "a rule sheet's include",
}
ASKED = (
    ("check", "pack", "--games", "0"),
    ("build", "pack"),
    ("build", "pack", "--format", "svg,png,html,sheets"),
    ("build", "pack", "--only", "leaf"),
    ("check", "pack", "--data-only"),
    ("build", "pack", "--data-only"),
)


@pytest.mark.slow
@pytest.mark.parametrize("way", NAMED_BY)
@pytest.mark.parametrize("count", ["0", "1", '"{{ 1 - 1 }}"'])
def test_no_way_of_naming_a_drawing_runs_it(
    way: str, count: str, stranger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, front = NAMED_BY[way]
    for name, text in files.items():
        (stranger / name).write_text(text)
    (stranger / "rules.py").unlink()
    (stranger / "game.yaml").write_text(
        "protoplay: 1\nname: Stranger\nplayers: 2\ncomponents:\n"
        f"  hid: {{size: poker, count: {count}, front: {{draw: board}}}}\n"
        f"  leaf: {{size: poker, front: {front or '{template: t.svg.j2}'}}}\n"
    )
    for command in ASKED:
        exit_code(*command)
        assert not (stranger / "ran").exists(), command
    from generator.preview.faces import Call, look
    from generator.reading.door import open_pack

    pack, _ = open_pack("pack")
    assert pack is not None
    look(Call("pack", runs=False), frozenset())
    assert not (stranger / "ran").exists()
    if count == "1" and way not in REFUSED:
        assert exit_code("build", "pack", "--only", "leaf", "--trust") in (0, 1)
        assert (stranger / "ran").exists(), f"{way} is no way to name a drawing"


def test_a_bundled_game_copied_after_pip_compiled_it_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(bundled("rules") / "mara", copy)
    (copy / "__pycache__").mkdir(exist_ok=True)
    (copy / "__pycache__" / "rules.cpython-311.pyc").write_bytes(b"as pip leaves it")
    (copy / "__pycache__" / "bots.cpython-312.opt-1.pyc").write_bytes(b"as pip leaves it")
    assert trust.is_trusted(copy)
    for name in ("__pycache__/numpy.cpython-311.pyc", "rules.pyc", "art/__pycache__/rules.x.pyc"):
        (copy / name).parent.mkdir(exist_ok=True, parents=True)
        (copy / name).write_bytes(b"something else")
        assert not trust.is_trusted(copy), name
        (copy / name).unlink()


def test_a_trusted_folder_keeps_its_trust_under_another_name(
    stranger: Path, tmp_path: Path
) -> None:
    trust.trust(stranger)
    (stranger / "rules.py").write_text(RAN + "# edited, and then renamed\n")
    renamed = tmp_path / "renamed"
    stranger.rename(renamed)
    assert trust.is_trusted(renamed)
    (renamed / "rules.py").write_text(RAN + "# edited again\n")
    assert trust.is_trusted(renamed)
    again = tmp_path / "deeper" / "again"
    again.parent.mkdir()
    renamed.rename(again)
    assert trust.is_trusted(again)


def test_the_mark_of_a_trusted_folder_opens_no_other(stranger: Path, tmp_path: Path) -> None:
    trust.trust(stranger)
    sent = tmp_path / "sent back"
    shutil.copytree(stranger, sent)
    assert (sent / trust.MARK).read_text() == (stranger / trust.MARK).read_text()
    (sent / "rules.py").write_text(RAN + "# by a stranger\n")
    assert not trust.is_trusted(sent)
    stranger.rename(tmp_path / "kept")  # nothing stands where the trusted folder stood
    assert not trust.is_trusted(sent)
    (tmp_path / "kept" / trust.MARK).write_text("no secret of ours")
    assert not trust.is_trusted(tmp_path / "kept") or trust.digest_of(tmp_path / "kept")


def test_a_folder_that_takes_the_place_of_a_deleted_one_on_the_disk(
    stranger: Path, tmp_path: Path
) -> None:
    """The author deletes the original and unpacks the copy sent back: the disk reuses numbers."""
    secret = tmp_path / "secret"
    for i in range(20):
        mine, theirs = tmp_path / f"mine {i}", tmp_path / f"theirs {i}"
        shutil.copytree(stranger, mine)
        trust.trust(mine)
        shutil.copy2(mine / trust.MARK, secret)
        shutil.rmtree(mine)
        (theirs / trust.MARK).parent.mkdir(parents=True)
        shutil.copy2(secret, theirs / trust.MARK)
        (theirs / "rules.py").write_text(f"{RAN}# other {i}\n")
        assert not trust.is_trusted(theirs)


def test_a_mark_that_was_copied_into_the_same_folder_opens_it_no_more(
    stranger: Path, tmp_path: Path
) -> None:
    """As if the disk had given the folder's number to another: all but the mark is the same."""
    trust.trust(stranger)
    mark = stranger / trust.MARK
    shutil.copy2(mark, tmp_path / "secret")
    mark.unlink()
    shutil.copy2(tmp_path / "secret", mark)
    (stranger / "rules.py").write_text(f"{RAN}# other\n")
    assert not trust.is_trusted(stranger.rename(tmp_path / "elsewhere"))


def test_called_from_python_a_strangers_drawings_do_not_run_in_silence(stranger: Path) -> None:
    from generator.model.problems import Problems
    from generator.press.build import pdfs
    from generator.press.options import BuildOptions
    from generator.reading.door import open_pack

    pack, problems = open_pack(str(stranger))
    assert pack is not None
    pdfs(pack, BuildOptions(), problems)
    assert not (stranger / "ran").exists()
    assert any("not trusted" in p.message for p in problems)
    trust.trust(stranger)
    again = Problems()
    pdfs(pack, BuildOptions(), again)
    assert (stranger / "ran").exists() and not [*again]
