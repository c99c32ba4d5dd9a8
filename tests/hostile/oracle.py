"""Runs and judges one hostile case. In: files and a command line. Out: complaints.

A case is fine if the command ends with exit code 0, 1 or 2, prints nothing that only programmers
understand, writes only into its output folder, the pack's `.protoplay` and protoplay's own folders,
reaches no network, starts no program but protoplay's own, reports problems with a place if there is
one, and stays within its limits of time and memory.
"""

import contextlib
import io
import itertools
import os
import re
import resource
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

SECONDS = 5.0  # of processor time over what a good pack takes
PROOF = 10.0  # that `suggest` may take for the fresh games of a proof, some ten thousand
MEGABYTES = 500.0  # over what a good pack takes
BUNDLED = "mara"  # the bundled game that command lines name
SECRET = "the-word-beside-the-pack"
MOST_SAID = 2_000_000  # characters

# What Python or a library says of itself is of no use to a designer.
PYTHONISMS = re.compile(
    r"internal error|"  # of a fault that is protoplay's own
    r"Traceback|object at 0x|NoneType|has no attribute|not subscriptable|unhashable|codec can't|"
    r"invalid literal|list index|not iterable|unexpected keyword|positional argument|"
    r"Errno|<class '|ValidationError|KeyError|TypeError|ValueError|IndexError|AttributeError|"
    r"AssertionError|RecursionError|ZeroDivisionError|OverflowError|UnicodeError|dict object|"
    r"could not convert|cannot convert|math domain|out of range for|bytes-like|Exception ignored"
)
PROBLEM = re.compile(r"^(?P<place>.*?)(?P<line>:\d+(?::\d+)?)?: (?:error|warning): (?P<said>.+)$")
PLACELESS = re.compile(  # faults of a whole file
    r"MB|no such file|is no |not a readable|damaged|encrypted|is empty|cannot be read|not UTF|"
    r"more faults|pieces are more than|no picture of a known kind|not UTF-8|protected|"
    r"contains no|is not |does not exist|incomplete|cannot have|"
    r"has no |no rows|is not a |workbook|cells|missing|too (?:long|deep)|more than"
)


@dataclass(frozen=True)
class Case:
    """A case: files of a pack by name, and a command line."""

    kind: str
    args: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...] = ()
    late: float = 0.0  # seconds of a budget that a batch of games takes; 0: as many as it does
    stop: int = 0  # at which batch of games Ctrl-C is pressed; 0: never

    def __repr__(self) -> str:
        shown = "\n".join(f"  {name}: {data[:3000]!r}" for name, data in self.files)
        when = f" (late {self.late:g}, stop {self.stop})" if self.late or self.stop else ""
        return f"{self.kind}: protoplay {' '.join(map(repr, self.args))}{when}\n{shown}"


@dataclass(eq=False)
class Watch:
    """What the process does during a case; see `sys.addaudithook`."""

    allowed: tuple[str, ...]
    found: list[str] = field(default_factory=list)

    def see(self, event: str, args: tuple[Any, ...]) -> None:
        """Record a forbidden event."""
        if event == "open" and isinstance(args[0], str | bytes):
            flags = args[2] if isinstance(args[2], int) else 0
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND):
                self._written(event, args[0])
        elif event == "os.mkdir":
            if not os.path.isdir(args[0]):
                self._written(event, args[0])
        elif event in ("os.remove", "os.rmdir"):
            if args[1] == -1:  # else in a folder that was opened
                self._written(event, args[0])
        elif event in ("os.truncate", "os.chmod"):
            self._written(event, args[0])
        elif event in ("os.rename", "os.link", "os.symlink"):
            self._written(event, args[1])
        elif event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "urllib.Request"):
            self.found.append(f"reaches the network: {event} {args[1:]!r}")
        elif event in ("subprocess.Popen", "os.posix_spawn"):  # from 3.13 on the one tells both
            self._started([os.fsdecode(word) for word in args[1]])
        elif event in ("os.system", "os.exec", "os.fork", "pty.spawn"):
            self.found.append(f"starts a program: {event}")

    def _written(self, event: str, path: Any) -> None:
        place = os.path.abspath(os.fsdecode(path))
        in_private = os.path.basename(place).startswith(".protoplay-") or "/.protoplay-" in place
        if not in_private and place != os.devnull and not place.startswith(self.allowed):
            self.found.append(f"{event} of {place}")

    def _started(self, words: list[Any]) -> None:
        own = words[:2] == [sys.executable, "-P"] and "press/out/" in str(words[2])
        if not own:
            self.found.append(f"starts {words!r}")


_watch: list[Watch] = []


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if _watch:
        _watch[-1].see(event, args)


_is_hooked: list[bool] = []


@contextlib.contextmanager
def watching(*allowed: Path) -> Iterator[Watch]:
    """Watch what the process does in this block."""
    if not _is_hooked:
        _is_hooked.append(True)
        sys.addaudithook(_hook)
    own = [os.environ.get("PROTOPLAY_HOME"), os.environ.get("PROTOPLAY_CACHE")]
    kept = [*map(str, allowed), *(place for place in own if place)]
    kept.append(str(Path.home() / ".cache"))
    watch = Watch(tuple(kept))
    _watch.append(watch)
    try:
        yield watch
    finally:
        _watch.remove(watch)


def judge(case: Case) -> list[str]:
    """Run a case in a new folder; return what is wrong with how it ended."""
    home = Path(tempfile.mkdtemp(prefix="hostile-"))
    before = os.getcwd()
    try:
        _write(home, case)
        os.chdir(home)
        found, code, _ = _judged(case, home)
        return found or _afterwards(case, home, code)
    finally:
        os.chdir(before)
        shutil.rmtree(home, ignore_errors=True)


def _write(home: Path, case: Case) -> None:
    (home / "secret.txt").write_text(SECRET)
    (home / "pack").mkdir()
    for name, data in case.files:
        path = home / "pack" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@cache
def usual_time(game: str) -> float:
    """Return the seconds in which this machine checks a bundled game with compiled rules."""
    run(("check", game))
    started = _seconds()
    run(("check", game))
    return _seconds() - started


def _judged(case: Case, home: Path) -> tuple[list[str], int, str]:
    """Return what is wrong with a run, its exit code and its output."""
    usual = usual_time(BUNDLED) if BUNDLED in case.args else 0.0
    usual += PROOF if case.args[0] == "suggest" else 0.0
    memory, started = most_memory(), _seconds()
    asked = [home / word for word in case.args if "/" in word]
    asked = (
        [home, Path("/proc")]
        if case.args[0] == "new"
        else [*asked, *(path.parent for path in asked)]
    )
    asked += [home / "pack"] * ("--write" in case.args)
    with _moments(case), watching(home / "output", home / "pack" / ".protoplay", *asked) as watch:
        code, out, err, escaped = run(case.args)
    found = list(dict.fromkeys(watch.found))
    if escaped:
        found.append(f"{escaped} escaped")
    if code not in (0, 1, 2, *[130] * bool(case.stop)) and not escaped:
        found.append(f"exit code {code!r}")
    if (spent := _seconds() - started) > SECONDS + usual:
        found.append(f"{spent:.1f} s of processor time")
    if (taken := most_memory() - memory) > MEGABYTES:
        found.append(f"{taken:.0f} MB more")
    return found + _of_words(case, code, out, err) + _of_files(home), code, out


@contextlib.contextmanager
def _moments(case: Case) -> Iterator[None]:
    """End time budgets and send Ctrl-C after a number of games, so that runs are repeatable."""
    if not case.late and not case.stop:
        yield
        return
    from generator.play.measures.tally import Tally
    from generator.play.studies.suggest import setup, trials

    looks, batches, add = itertools.count(), itertools.count(1), Tally.add
    clock = SimpleNamespace(monotonic=lambda: next(looks) * case.late)

    def stopped(tally: Tally, *of: Any) -> None:
        if next(batches) == case.stop:
            raise KeyboardInterrupt
        add(tally, *of)

    with contextlib.ExitStack() as patched:
        for module in (setup, trials) if case.late else ():
            patched.enter_context(patch.object(module, "time", clock))
        patched.enter_context(patch.object(Tally, "add", stopped))
        yield


def _afterwards(case: Case, home: Path, code: int) -> list[str]:
    """Return what is wrong with the files a run has left, or with resuming a stopped one."""
    is_written = "--write" in case.args
    if is_written and code == 0 and run(("check", "pack", "--data-only"))[0] != 0:
        return ["has written a pack that is not sound"]
    if code != 130 or "--resume" not in case.args:
        return []
    again = replace(case, stop=0)
    found, _, out = _judged(again, home)
    if found or is_written or "--budget" in case.args:
        return found
    anew = _judged(again, home)[2]
    return [] if out == anew else [f"goes on to another answer: {out[:2000]} not {anew[:2000]}"]


def _of_words(case: Case, code: int, out: str, err: str) -> list[str]:
    """Return what is wrong with the output."""
    found = []
    both = out + err
    typed = " ".join(case.args)
    told = {match[0] for match in PYTHONISMS.finditer(both)}
    mine = typed + "".join(data.decode("utf-8", "replace") for _, data in case.files)
    for word in sorted(told):
        if word not in mine:
            line = next(line for line in both.splitlines() if word in line)
            found.append(f"says {word!r}: {line[:300]}")
    if SECRET in both:
        found.append("shows what lies beside the pack")
    if len(both) > MOST_SAID:
        found.append(f"says {len(both):,} characters")
    if code == 1 and not both.strip():
        found.append("exit code 1 without a word")
    if code == 2 and not err.strip():
        found.append("exit code 2 without a word")
    for line in err.splitlines():
        match = PROBLEM.match(line)
        if match is None or match["line"] or PLACELESS.search(match["said"]):
            continue
        is_file = match["place"].endswith((".yaml", ".yml", ".csv"))
        if is_file and not match["place"].startswith("--"):  # an option is a place of its own
            found.append(f"no place: {line[:300]}")
    return found


def _of_files(home: Path) -> list[str]:
    """Return what is wrong with the files left behind."""
    found = []
    for path in home.rglob("*"):
        name = path.relative_to(home)
        if name.suffix == ".part":
            found.append(f"left {name}")
        elif name.parts[0] == "output" and path.is_file() and SECRET.encode() in path.read_bytes():
            found.append(f"{name} holds what lies beside the pack")
    return found


def run(args: tuple[str, ...]) -> tuple[int, str, str, str]:
    """Return the exit code, the output of both streams, and any exception that escaped."""
    from generator import cli

    _command_line_built_once()
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    argv, code, escaped = sys.argv, 0, ""
    running = set(threading.enumerate())
    sys.argv = ["protoplay", *args]
    held = patch(
        "generator.system.isolation.is_left_running", return_value=False
    )  # it would end us too
    try:
        with held, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                cli.main()
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
            except BaseException as error:
                escaped = f"{type(error).__name__}: {str(error)[:300]}{_where(error)}"
            for thread in set(threading.enumerate()) - running:  # as the end of a process waits
                if not thread.daemon:
                    thread.join()
    finally:
        sys.argv = argv
    said = [stream.buffer.getvalue().decode("utf-8", "replace") for stream in (out, err)]  # type: ignore[attr-defined]
    return code, said[0], said[1], escaped


@cache
def _command_line_built_once() -> None:
    """Build Typer's commands once: building them takes most of a small case's time."""
    import typer.main

    typer.main.get_command = cache(typer.main.get_command)


def _where(error: BaseException) -> str:
    trace, frames = error.__traceback__, []
    while trace is not None:
        frames.append(f"{trace.tb_frame.f_code.co_filename.split('/')[-1]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return " in " + " ".join(frames[-4:])


def _seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def most_memory() -> float:
    """Return the most memory so far, in MB: of this process or of any child, whichever is larger.

    A child starts with this process's memory, so their sum would count that twice.
    """
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in whose) / 1024
