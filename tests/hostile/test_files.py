"""Files that are not what their names suggest: nothing runs, nothing hangs, faults have places."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from generator import cli
from generator.model.problems import Problems
from generator.press.face.face import FaceMaker
from generator.press.face.images import decode
from generator.press.pieces.expand import expand
from generator.reading.door import open_pack
from generator.system.files import NotRegular, TooLarge, read

EPS = b"""%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 10 10
%%EndComments
(ran) print flush
showpage
%%EOF
"""
PACK = """
protoplay: 1
name: Hostile
players: 2
components:
  cards:
    size: poker
    front: {use: card, title: One, art: a.png}
"""


def problems_of(folder: Path) -> list[str]:
    """Return the problems of reading the pack and drawing its faces."""
    pack, problems = open_pack(folder)
    if pack is not None:
        maker = FaceMaker(pack, problems)
        for piece in expand(pack, problems):
            maker.face(piece, "front")
    return [str(problem) for problem in problems]


def made(folder: Path, text: str = PACK) -> Path:
    (folder / "game.yaml").write_text(text, "utf-8")
    return folder


def exit_code(*args: str) -> int:
    """Run protoplay in this process."""
    sys.argv = ["protoplay", *args]
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return int(ended.value.code or 0)


@pytest.mark.parametrize("kind", ["eps", "ppm", "psd"])
def test_a_picture_of_another_kind_is_not_opened(kind: str, tmp_path: Path) -> None:
    data = {"eps": EPS, "ppm": b"P6 1 1 255\n\0\0\0", "psd": b"8BPS\0\1" + bytes(30)}[kind]
    with pytest.raises(ValueError, match="not a picture of a supported format"):
        decode(data, False)
    (made(tmp_path) / "a.png").write_bytes(data)
    [problem] = problems_of(tmp_path)
    assert "game.yaml:8" in problem and "a.png" in problem and "supported format" in problem


@pytest.mark.parametrize("blank", ["", " \n"])
def test_an_empty_template_is_reported_where_it_is_named(blank: str, tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(blank)
    text = PACK.replace("{use: card, title: One, art: a.png}", "{template: a.svg}")
    [problem] = problems_of(made(tmp_path, text))
    assert problem == ('game.yaml:8:23: error: the template "a.svg" is empty (draw the face in it)')


def test_an_eps_inside_an_svg_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "b.png").write_bytes(EPS)
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="b.png"/></svg>'
    )
    [problem] = problems_of(made(tmp_path, PACK.replace("a.png", "a.svg")))
    assert "b.png" in problem and "supported format" in problem


def test_an_icon_fetches_nothing(tmp_path: Path) -> None:
    from generator.press.face.icons import load

    file = tmp_path / "i.svg"
    file.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g><image href="/etc/passwd"/>'
        '<filter id="f"><feImage href="/etc/passwd"/></filter></g></svg>'
    )
    assert "passwd" not in load(file, "i", 0).body


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
@pytest.mark.parametrize("file", ["game.yaml", "cards.csv", "a.png", "font.ttf", "cards.xlsx"])
@pytest.mark.parametrize("what", ["pipe", "zeros", "sparse", "folder"])
def test_only_ordinary_files_of_bounded_size_are_read(file: str, what: str, tmp_path: Path) -> None:
    text = PACK.replace("a.png", file if file == "a.png" else "''")
    if file.startswith("cards"):
        text += f"    rows: {file}\n"
    if file.startswith("font"):
        text += f"fonts:\n  body: {{regular: {file}}}\n"
    made(tmp_path, text)
    path = tmp_path / file
    path.unlink(missing_ok=True)
    if what == "pipe":
        os.mkfifo(path)
    elif what == "zeros":
        made_elsewhere = Path("/dev/zero")
        path.symlink_to(made_elsewhere)
    elif what == "folder":
        path.mkdir()
    else:
        with path.open("wb") as sparse:
            sparse.truncate(20_000_000_000)
    found = problems_of(tmp_path)
    assert found and all("Errno" not in problem for problem in found), found


def test_reading_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read(tmp_path / "a", 5) == b"12345"
    with pytest.raises(TooLarge):
        read(tmp_path / "a", 4)
    with pytest.raises(NotRegular):
        read(tmp_path)


@pytest.mark.parametrize(
    "name", ["x" * 300 + ".csv", "~nosuchuser/cards.csv", "ring.csv", '"\\uD7FF.csv"', "a/b/c.csv"]
)
def test_odd_names_are_problems_with_a_place(name: str, tmp_path: Path) -> None:
    (tmp_path / "ring.csv").symlink_to(tmp_path / "ring.csv")
    text = PACK + f"    rows: {name}\nfonts:\n  other: {{regular: {name}}}\nicons: [{name}]\n"
    found = problems_of(made(tmp_path, text))
    assert found and all(problem.startswith("game.yaml:") for problem in found), found


def test_a_link_to_the_whole_disk_is_not_walked(tmp_path: Path) -> None:
    made(tmp_path, PACK.replace(", art: a.png", ""))
    for name in ("templates", "icons"):
        (tmp_path / name).symlink_to("/")
    pack, _ = open_pack(tmp_path)
    assert pack is None or len(pack.files) == 1


def test_problems_do_not_come_from_reading_a_long_name_on_the_command_line() -> None:
    for name in ("x" * 5000, "~nosuchuser", "a\0b", "\udcff"):
        problems = Problems()
        pack, problems = open_pack(name)
        assert pack is None and problems.errors


@pytest.mark.parametrize("text", [",", ",\n,,\n", '""', '"",""\n', " ; "])
def test_a_table_of_empty_cells_is_reported(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(text)
    found = problems_of(made(tmp_path, PACK.replace(", art: a.png", "") + "    rows: a.csv\n"))
    assert any(problem.startswith("a.csv") and "is empty" in problem for problem in found), found


def test_a_font_that_cannot_be_used_is_a_problem_alone(tmp_path: Path) -> None:
    """A head of OS/2 cut short passes the check of the pack; its faces are drawn in ours."""
    from generator.model.pack import Font
    from generator.press.text.fonts import types_of

    (tmp_path / "f.ttf").write_bytes(b"no font")
    pack, problems = open_pack(made(tmp_path, PACK.replace(", art: a.png", "")))
    assert pack is not None
    worn = replace(pack, fonts={"body": Font("body", {"regular": tmp_path / "f.ttf"})})
    assert "body" in types_of(worn, problems).families
    assert "the font cannot be used" in str(problems.errors[0])
