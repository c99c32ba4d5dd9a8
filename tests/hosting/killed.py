"""A program that is killed while it works at a table."""

import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def lines_before_kill(program: str, log: Path, number: int, seconds: float) -> list[str]:
    """Start a program with a log and a number; return the whole lines it printed until its kill.

    The program prints "ready" before its work, and is killed so many seconds later.
    """
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(log), str(number)],
        stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    lines = child.stdout.read().split("\n")[:-1]
    child.wait()
    child.stdout.close()
    return lines
