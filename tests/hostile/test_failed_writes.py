"""A failed write gives one line and exit code 1 or 2, and leaves existing files unchanged."""

import json
import os
import shlex
import shutil
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import cli
from generator.system.files import NotWritten, folder_in, lines_to, write_file, write_files
from tests.hostile.test_files import made

ROOT = str(Path(__file__).parents[2])
DESCRIBED = """

def describe(tables, state, move):
    return {"do": "mark", "cell": int(move), "word": "Łódź 🂡"}
"""
PACK = """
protoplay: 1
name: Łódź → Ω
players: 2
components:
  cards:
    size: poker
    front: {use: card, title: "“Łódź” → Ω"}
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PROTOPLAY_HOME", str(tmp_path / "home"))


def run(
    *args: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """Return the exit code and the message."""
    monkeypatch.setattr(sys, "argv", ["protoplay", *args])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.err


@pytest.mark.parametrize(
    "args",
    [
        ("build", "pack", "--out", "file"),
        ("build", "pack", "--out", "file/deeper"),
        ("build", "pack", "--format", "svg,png,sheets", "--out", "/proc/nowhere"),
        ("build", "pack", "--out", "blocked"),
        ("calibrate", "--out", "file"),
        ("schema", "--out", "."),
        ("schema", "--out", "file/x.json"),
        ("schema", "--out", "/dev/full/x"),
        ("new", "x" * 400),
        ("new", "a\x01b"),
        ("new", "Mine", "--in", "file"),
        ("new", "Mine", "--in", "/proc/nowhere"),
        ("simulate", "mara", "--csv", "."),
        ("simulate", "mara", "--xlsx", "file/x.xlsx"),
        ("simulate", "mara", "--records", "."),
        ("simulate", "mara", "--rows", "file/x.parquet"),
        ("simulate", "mara", "--out", "file"),
        ("compare", "mara", "--set", "tracks=9", "--csv", "."),
        ("sweep", "mara", "tracks=9,10", "--csv", "."),
        ("ladder", "mara", "--xlsx", "."),
        ("demo", "--out", "file"),
    ],
)
def test_a_failed_write_is_one_line(
    args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").write_text("old")
    Path("pack").mkdir()
    made(Path("pack"), PACK)
    Path("blocked/pack/pack-a4.pdf").mkdir(parents=True)
    code, said = run(*args, monkeypatch=monkeypatch, capsys=capsys)
    assert code in (1, 2) and len(said.splitlines()) == 1 and said.startswith("protoplay: "), said
    assert Path("file").read_text() == "old" and not list(Path().rglob("*.part"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_for_standard_output_is_one_line(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "generator.cli", "schema"],
            cwd=Path(__file__).parents[2],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == ["protoplay: No space left on device"]


def test_a_disk_that_fills_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_file(tmp_path / "a.txt", "old")

    def full(self: Path, data: bytes) -> int:
        self.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NotWritten, match=r"a\.txt: No space left on device"):
        write_file(file, "new")
    monkeypatch.undo()
    assert file.read_text() == "old" and [p.name for p in file.parent.iterdir()] == ["a.txt"]


def test_a_folder_in_the_way_keeps_all_files_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    write_file(tmp_path / "a", "old")
    with pytest.raises(NotWritten, match="it is a folder"):
        write_files([(tmp_path / "a", b"new"), (tmp_path / "b", b"new")])
    assert (tmp_path / "a").read_text() == "old"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
@pytest.mark.parametrize(
    "args",
    [
        ("simulate", "mara", "--games", "1", "--csv"),
        ("simulate", "mara", "--games", "1", "--records"),
        ("simulate", "mara", "--games", "1", "--rows"),
        ("replay", "mara", "--html"),
        ("schema", "--out"),
    ],
)
@pytest.mark.parametrize("kind", ["pipe", "socket", "device"])
def test_nothing_that_is_no_file_gives_way(
    args: tuple[str, ...],
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if kind == "pipe":
        os.mkfifo("it")
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made_here:
            made_here.bind("it")
    else:
        try:
            os.mknod("it", stat.S_IFCHR | 0o600, os.makedev(1, 3))
        except PermissionError:
            pytest.skip("only root makes a device")
    before = os.lstat("it")
    code, said = run(*args, "it", monkeypatch=monkeypatch, capsys=capsys)
    assert (code, said) == (2, f"protoplay: cannot write it: it is a {kind}, not a file\n")
    assert os.path.samestat(before, os.lstat("it"))
    with pytest.raises(NotWritten, match="not a file"):
        write_files([(Path("other"), b"new"), (Path("it"), b"new")])
    with pytest.raises(NotWritten, match="not a file"), lines_to(Path("it")):
        pass
    assert [path.name for path in Path().iterdir()] == ["it"]


def test_a_link_that_is_asked_for_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "far"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):  # the one is there, the other is not
        Path(name).symlink_to(folder / name)
    (folder / "a.txt").write_text("old")
    write_file(Path("b.txt"), b"new", is_asked=True)
    with lines_to(Path("a.txt")) as write:
        write(["line"])
    assert Path("a.txt").is_symlink() and Path("b.txt").is_symlink()
    assert {p.name: p.read_text() for p in folder.iterdir()} == {"a.txt": "line\n", "b.txt": "new"}
    Path("c.txt").symlink_to(folder / "mine.py")
    with pytest.raises(NotWritten, match=r"which is not a \.txt file"):
        write_file(Path("c.txt"), b"new", is_asked=True)


@pytest.mark.parametrize("name", ["../../../../evil", "/evil", "a/b", "..", "\\\\evil", "nul\x01"])
def test_no_name_of_a_variant_leads_out(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a/b/pack").mkdir(parents=True)
    made(Path("a/b/pack"), f"{PACK}variants: {json.dumps({'first': {}, name: {}})}\n")
    call = "build", "a/b/pack", "--variant", name, "--out", "a/b/out", "--format", "pdf,svg,html"
    code, said = run(*call, monkeypatch=monkeypatch, capsys=capsys)
    assert code in (0, 1, 2), said
    out, kept = Path("a/b/out/pack"), Path("a/b/pack/.protoplay")
    files = {path for path in Path().rglob("*") if path.is_file() and "home" not in path.parts}
    files -= {Path("a/b/pack/game.yaml")}
    assert all(path.is_relative_to(out) or path.parent == kept for path in files), files
    assert code != 0 or files


def test_no_link_in_a_pack_or_in_its_output_is_followed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both folders may be a stranger's, and their links may lead to valuable files."""
    Path("pack").mkdir()
    made(Path("pack"), PACK)
    call = "build", "pack", "--format", "pdf,svg", "--out", "pack/output"
    assert run(*call, monkeypatch=monkeypatch, capsys=capsys)[0] == 0
    mine = Path("mine")
    mine.mkdir()
    files = [path for path in Path("pack").rglob("*") if path.is_file()]
    links = [p for p in files if p.parent.name == ".protoplay" or "output" in p.parts]
    assert {".pdf", ".svg", ".json"} <= {path.suffix for path in links}
    for number, link in enumerate(links):
        link.unlink()
        target = mine / f"{number}{link.suffix}"
        target.write_text("dear")
        link.symlink_to(target.resolve())
    code, said = run(*call, monkeypatch=monkeypatch, capsys=capsys)
    assert code == 0, said
    assert {path.read_text() for path in mine.iterdir()} == {"dear"}
    assert len([*mine.iterdir()]) == len(links)
    assert not any(path.is_symlink() for path in links if path.suffix in (".pdf", ".svg"))


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "args",
    [
        "list",
        *(
            pytest.param(a, marks=pytest.mark.slow)
            for a in ("check no", "check mara --data-only", "preview no")
        ),
    ],
)
def test_a_closed_stream_is_none_that_stops_the_work(args: str, closed: str) -> None:
    command = shlex.join([sys.executable, "-m", "generator.cli", *args.split()])
    done = subprocess.run(
        ["/bin/sh", "-c", f"{command} {closed}"],
        env={**os.environ, "PYTHONPATH": ROOT},
        capture_output=True,
        check=False,
    )
    is_wrong = args.endswith("no")  # there is no such pack
    assert done.returncode == int(is_wrong), done.stderr
    assert b"Traceback" not in done.stderr
    if ("2>&-" if is_wrong else ">&-") not in closed.split():
        assert done.stderr if is_wrong else done.stdout


def test_two_runs_write_one_file(tmp_path: Path) -> None:
    """The inner run starts and ends while the outer one writes."""

    def outer() -> Iterator[tuple[Path, bytes]]:
        yield tmp_path / "a", b"outer"
        write_file(tmp_path / "a", "inner")
        yield tmp_path / "b", b"outer"

    write_files(outer())
    assert (tmp_path / "a").read_text() == "outer" and len(list(tmp_path.iterdir())) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be asked for there")
def test_remains_of_a_killed_run_are_removed(tmp_path: Path) -> None:
    kill = (
        "import os, sys; from pathlib import Path; from generator.system.files import lines_to\n"
        "with lines_to(Path(sys.argv[1])) as write:\n"
        "    write(['{}'])\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", kill, str(tmp_path / "a")], cwd=root, check=False)
    [left] = tmp_path.iterdir()
    assert left.suffix == ".part"
    with lines_to(tmp_path / "b") as write:
        write(["one"])
        write_file(tmp_path / "c", "two")
        assert sorted(p.suffix for p in tmp_path.iterdir()) == ["", ".part"]  # its own is kept
    assert sorted(p.name for p in tmp_path.iterdir()) == ["b", "c"]


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be asked for there")
def test_folders_that_a_killed_run_left_are_swept(tmp_path: Path) -> None:
    kill = (
        "import os, sys; from pathlib import Path; from generator.system.files import folder_in\n"
        "with folder_in(Path(sys.argv[1])) as folder:\n"
        "    (folder / 'a').write_text('half')\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", kill, str(tmp_path)], cwd=root, check=False)
    [left] = tmp_path.iterdir()
    assert (left / "a").read_text() == "half"
    with folder_in(tmp_path) as folder:
        assert [*tmp_path.iterdir()] == [folder]
    assert not [*tmp_path.iterdir()]


@pytest.mark.slow
def test_json_is_whole_on_a_console_that_lacks_letters(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parents[2] / "tests/packs/tictactoe", tmp_path / "pack")
    rules = tmp_path / "pack/rules.py"
    rules.write_text(rules.read_text("utf-8") + DESCRIBED, "utf-8")
    told = []
    for encoding in ("cp1252", "utf-8"):
        done = subprocess.run(
            [sys.executable, "-m", "generator.cli", "replay", "pack", "--json", "--trust"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": ROOT},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout.decode(encoding)))
    assert told[0] == told[1] and "Łódź 🂡" in str(told[0])


@pytest.mark.parametrize("args", ["check", "build", "check --json"])
def test_a_console_that_lacks_letters_prints_what_it_can(args: str, tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    made(tmp_path / "pack", PACK + ("" if args == "build" else "parameters: {łódź: 3}\n"))
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-m", "generator.cli", *args.split(), "pack"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONPATH": root},
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == (0 if args == "build" else 1)
    said = {"check": b'"?\xf3d?" cannot be', "build": b"\n? output", "check --json": b"\\u0142"}
    assert said[args] in done.stdout + done.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("replay", "pack", "--html", "pack/game.yaml"),
        ("replay", "pack", "--html", "link"),
        ("replay", "pack", "--html", "other.py"),
        ("simulate", "pack", "--csv", "pack/rules.py"),
        ("simulate", "pack", "--csv", "./pack/../pack/cards.csv"),
        ("simulate", "pack", "--xlsx", "pack/game.yaml"),
        ("simulate", "pack", "--records", "pack/game.yaml"),
        ("simulate", "pack", "--csv", "same", "--xlsx", "./same"),
        ("simulate", "pack", "--csv", "same", "--records", "same"),
        ("sweep", "pack", "left=7,8", "--csv", "pack/game.yaml"),
        ("compare", "pack", "--set", "left=8", "--csv", "pack/game.yaml"),
        ("ladder", "pack", "--csv", "pack/game.yaml"),
        ("suggest", "pack", "--csv", "pack/cards.csv"),
        ("simulate", "pack", "--csv", "output/pack/report.html"),
        ("simulate", "pack", "--out", "o", "--records", "o/pack/../pack/report.html"),
        ("compare", "pack", "--set", "left=8", "--xlsx", "output/pack/compare.html"),
        ("sweep", "pack", "left=7,8", "--csv", "output/pack/sweep-left.html"),
        ("ladder", "pack", "--csv", "output/pack/ladder.html"),
        ("suggest", "pack", "--csv", "output/pack/suggest.html"),
        ("schema", "--out", "pack/game.yaml"),
    ],
)
def test_no_output_takes_the_place_of_a_source_or_of_another(
    args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(Path(ROOT) / "tests/packs/tictactoe", "pack")
    cards = "components:\n  cards: {size: mini, rows: cards.csv, front: {use: card}}\n"
    game = Path("pack/game.yaml").read_text("utf-8").replace("components:\n", cards, 1)
    Path("pack/game.yaml").write_text(game + "\nparameters: {left: 9}\n", "utf-8")
    Path("pack/cards.csv").write_text("title\none\n")
    Path("link").symlink_to("pack/game.yaml")
    Path("other.py").write_text("x = 1\n")
    before = {path: path.read_bytes() for path in Path().rglob("*.*") if path.is_file()}
    code, said = run(*args, monkeypatch=monkeypatch, capsys=capsys)
    assert code == 2 and "name" in said and said.count("\n") == 1, said
    after = {path: path.read_bytes() for path in Path().rglob("*.*") if path.is_file()}
    assert {path: after[path] for path in before} == before
