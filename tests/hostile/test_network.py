"""No command reaches a network; a guard in the command and its children ends a process that
does.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.hostile.test_files import made

ROOT = Path(__file__).parents[2]
GUARD = Path(__file__).parent / "guard"
LINKS = """
protoplay: 1
name: Links
players: 2
components:
  cards:
    size: poker
    front: {template: a.svg}
  sheet:
    size: a5
    front: {use: rules}
"""
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
    '<style>@import url(http://x.invalid/a.css);</style><rect width="9" height="9"/>'
    '<image href="http://x.invalid/a.png" width="9" height="9"/></svg>'
)
COMMANDS = (
    "list", "new Mine", "schema", "about", "check ttt --trust", "check links",
    "build links --format pdf,svg,png,sheets", "calibrate", "simulate ttt --games 40 --trust",
    "compare ttt --set left=8 --games 8 --trust", "sweep ttt left=7,8 --games 8 --trust",
    "ladder ttt --agents random,greedy --games 8 --trust", "replay ttt --trust",
    "suggest ttt --trust --agents random --games 1000 --goal turns<=20 --tune left=8|9",
    "preview links", "demo shiftago", "export links silhouette", "fetch links", "form ttt",
    "people ttt", "log ttt --why start", "host ttt --trust",
)  # fmt: skip


@pytest.fixture
def guarded(tmp_path: Path) -> dict[str, str]:
    """Two packs in a folder, and the environment of a guarded process there."""
    shutil.copytree(ROOT / "tests/packs/tictactoe", tmp_path / "ttt")
    game = tmp_path / "ttt/game.yaml"
    game.write_text(game.read_text("utf-8") + "\nparameters: {left: 9}\n", "utf-8")
    (tmp_path / "links").mkdir()
    made(tmp_path / "links", LINKS)
    (tmp_path / "links/a.svg").write_text(SVG)
    (tmp_path / "links/RULES.md").write_text("# A\n\n![a](http://x.invalid/a.png) [b](http://x/)\n")
    log = str(tmp_path / "log")
    return {**os.environ, "PYTHONPATH": f"{GUARD}{os.pathsep}{ROOT}", "GUARD_LOG": log}


def _commands() -> set[str]:
    from typer.main import get_command

    from generator.cli.commands import app

    return set(get_command(app).commands)  # type: ignore[attr-defined]


def test_every_command_is_tried() -> None:
    assert _commands() <= {command.split()[0] for command in COMMANDS}


def test_the_guard_sees_a_socket(guarded: dict[str, str], tmp_path: Path) -> None:
    reach = "import socket; socket.create_connection(('127.0.0.1', 9))"
    done = subprocess.run([sys.executable, "-P", "-c", reach], env=guarded, check=False)
    assert done.returncode == 99 and "socket." in (tmp_path / "log").read_text()


def _page(address: str) -> bytes:
    """Return the page that a browser gets, once the server listens."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    for _ in range(120):
        try:
            with browser.open(address, timeout=60) as page:
                content: bytes = page.read()
                return content
        except urllib.error.URLError:
            time.sleep(0.5)
    raise AssertionError("nobody listens")


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_reaches_no_network(
    command: str, guarded: dict[str, str], tmp_path: Path
) -> None:
    words = command.split()
    if words[0] not in _commands():
        pytest.skip("no such command here")
    if words[0] in ("preview", "host"):
        guarded["GUARD_ALLOWS"] = "127.0.0.1,::1"
    child = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", *words],
        cwd=tmp_path,
        env=guarded,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert child.stdout is not None
    said = ""
    try:
        if words[0] in ("preview", "host"):
            said = child.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\S+", said)
            assert address is not None, said
            assert b"<html" in _page(address[0])
            child.send_signal(signal.SIGINT)
        said += child.communicate(timeout=600)[0]
    finally:
        child.kill()
        child.communicate()
    assert not (tmp_path / "log").exists(), (tmp_path / "log").read_text()
    assert child.returncode in (0, 1, 130), said
    assert child.returncode != 1 or "error" in said, said
