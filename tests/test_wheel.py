"""The wheel contains all files that a user needs; it is installed in a fresh environment and run
from another folder.
"""

import json
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `protoplay` of a fresh environment that holds our wheel; its libraries are borrowed.

    A path file lends this environment's libraries, but not the checkout: path files inside a
    borrowed folder are not followed, so an editable install stays unseen.
    """
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT],
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("protoplay-*.whl")
    venv.create(folder / "venv")
    scripts = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            scripts / "python",
            "install",
            "-q",
            "--no-deps",
            wheel,
        ],
        check=True,
        capture_output=True,
    )
    place = subprocess.run(
        [scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    Path(place, "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return scripts / "protoplay"


def run(command: Path, *args: str, cwd: Path) -> str:
    done = subprocess.run([command, *args], cwd=cwd, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_code_is_the_wheels_own(installed: Path, tmp_path: Path) -> None:
    packs = json.loads(run(installed, "list", "--json", cwd=tmp_path))
    assert {p["id"] for p in packs} == {"marram", "mara", "shiftago"}
    assert all(str(installed.parent.parent) in p["folder"] for p in packs)


def test_it_says_where_its_guides_lie(installed: Path, tmp_path: Path) -> None:
    guides = json.loads(run(installed, "about", "--json", cwd=tmp_path))["guides"]
    assert {Path(path).name for path in guides} >= {"REFERENCE.md", "WRITING.md", "PRINTING.md"}
    assert all(Path(path).is_file() and str(installed.parent.parent) in path for path in guides)
    assert str(Path(guides[0]).parent) in run(installed, "about", cwd=tmp_path)


def test_a_newcomer_makes_checks_prints_and_plays_a_game(installed: Path, tmp_path: Path) -> None:
    assert "WRITING.md" in run(installed, "new", "Night Ferry", cwd=tmp_path)
    run(installed, "check", "night-ferry", cwd=tmp_path)
    run(installed, "build", "night-ferry", cwd=tmp_path)
    assert (tmp_path / "output/night-ferry/night-ferry-a4.pdf").read_bytes()[:5] == b"%PDF-"
    run(installed, "simulate", "night-ferry", "--games", "300", cwd=tmp_path)
    assert "<svg" in (tmp_path / "output/night-ferry/report.html").read_text("utf-8")
