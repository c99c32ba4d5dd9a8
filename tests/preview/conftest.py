"""The table as a user starts it, and a browser that looks at it."""

import math
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from generator.preview import workspace
from tests.preview import lent

ROOT = Path(__file__).parent.parent.parent


@dataclass
class Served:
    """A running `protoplay preview`."""

    process: subprocess.Popen[str]
    address: str  # with the key
    base: str  # http://127.0.0.1:PORT

    @property
    def pids(self) -> list[int]:
        """The process and its children that live."""
        found = [self.process.pid]
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                words = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(words[1]) == self.process.pid and words[0] != "Z":
                found.append(int(stat.parent.name))
        return found


@contextmanager
def previewed(pack: Path | str, *more: str) -> Iterator[Served]:
    """`protoplay preview` of a pack, all faces drawn; stopped by Ctrl-C at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "preview", str(pack), *more],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    base = re.match(r"http://127\.0\.0\.1:\d+", address)
    assert base is not None, address
    try:
        with httpx.Client(follow_redirects=True, timeout=30) as client:
            text = client.get(address).text
            while "being drawn …" in text:
                time.sleep(0.1)
                text = client.get(base[0]).text
        yield Served(process, address, base[0])
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)  # a busy machine
        process.stdout.close()


@pytest.fixture(autouse=True)
def _whole_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table opened in a test draws every face before its first page."""
    monkeypatch.setattr(workspace, "AT_ONCE", math.inf)


@pytest.fixture(scope="session", autouse=True)
def _children_end() -> Iterator[None]:
    """Those that were kept for the next table."""
    yield
    lent.end()


@pytest.fixture(scope="module")
def preview() -> Callable[..., Any]:
    """Starts the table for a pack: `with preview(folder) as served`."""
    return previewed
