"""Injects faults from outside: `python -m tests.hostile.faults --moments 200 --seed 1`.

The faults are signals at random moments of build, simulate and sweep, a small disk, files that may
not grow, a read-only pack, a missing home folder, two processes at once, a damaged cache, and a
clock that was set back. After each fault the old output is whole, the next run works, and no file
is half-written.
"""

import argparse
import hashlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
COMMANDS = (
    "build pack --format pdf,svg,png --dpi 72 --trust",
    "simulate pack --games 400 --agents random --csv output/a.csv --records output/a.jsonl --trust",
    "simulate pack --games 400 --agents random --csv output/a.csv --resume --trust",
    "sweep pack left=7,8,9 --games 120 --agents random --csv output/b.csv --trust",
)
PLAIN = "build pack --trust"
STARTED = 0.15  # seconds in which Python itself, not protoplay, answers a signal


@dataclass
class Bench:
    """A folder with a pack in it, and the environment in which commands run there."""

    folder: Path
    env: dict[str, str]

    @property
    def pack(self) -> Path:
        return self.folder / "pack"

    def start(self, command: str, **more: object) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            [sys.executable, "-m", "generator.cli", *command.split()],
            cwd=self.folder,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **more,
        )

    def run(self, command: str, **more: object) -> tuple[int, str]:
        """Return the exit code and all output."""
        child = self.start(command, **more)
        out, err = child.communicate(timeout=600)
        return child.returncode, (out + err).decode("utf-8", "replace")

    def edit(self, number: int) -> None:
        """Change what the pack prints and plays."""
        game = (ROOT / "tests/packs/tictactoe/game.yaml").read_text("utf-8")
        game = game.replace("name: Tic-tac-toe", f"name: Tic-tac-toe {number}")
        game += f"\nparameters: {{left: {9 - number % 2}}}\n"
        (self.pack / "game.yaml").write_text(game, "utf-8")

    def output(self) -> dict[str, str]:
        """Return every file of the output, with a digest of its content."""
        found = {}
        for path in sorted((self.folder / "output").rglob("*")):
            if path.is_file():
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                found[str(path.relative_to(self.folder))] = content
        return found

    def left_over(self) -> list[str]:
        """Return incomplete files and folders, wherever a command may write."""
        return [str(path) for path in self.folder.rglob("*") if ".protoplay-" in path.name]


@contextmanager
def bench(cache: Path | None = None) -> Iterator[Bench]:
    """Return a pack in a new folder; `cache` holds machine code."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-faults-"))
    try:
        shutil.copytree(ROOT / "tests/packs/tictactoe", folder / "pack")
        own = {"PROTOPLAY_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
        kept = str(cache or os.environ.get("PROTOPLAY_CACHE") or folder / "cache")
        made = Bench(folder, {**os.environ, **own, "PROTOPLAY_CACHE": kept})
        made.env.pop("PROTOPLAY_TRUST", None)
        made.edit(0)
        yield made
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# -- signals ----------------------------------------------------------------------------------


def signals(moments: int, first: int, ends: Counter[str] | None = None) -> tuple[int, list[str]]:
    """A signal at a random moment of a command, then the command again; how many, and faults.

    Every other goes to all processes of the command, as a terminal sends Ctrl-C. `ends` counts how
    the commands ended.
    """
    chance, wrong = random.Random(first), []
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background: so would all
        signal.signal(signal.SIGINT, signal.default_int_handler)
    ends = Counter() if ends is None else ends
    for number, command in enumerate(COMMANDS):
        with bench() as here:
            old = _done(here, command, wrong)
            shutil.copytree(here.folder / "output", here.folder / "before")
            here.edit(1)
            _done(here, command, wrong)  # compiles
            began = time.monotonic()
            new = _done(here, command, wrong)
            lasted = time.monotonic() - began
            for i in range(number, moments, len(COMMANDS)):
                shutil.rmtree(here.folder / "output")
                shutil.copytree(here.folder / "before", here.folder / "output")
                kind, after = chance.choice(SIGNALS), chance.random() * lasted * 1.1
                to_all = i // len(COMMANDS) % 2 == 1
                wrong += _signalled(here, command, kind, after, (old, new), to_all, ends)
    return moments, wrong


def _signalled(
    here: Bench,
    command: str,
    kind: signal.Signals,
    after: float,
    known: tuple[dict[str, str], dict[str, str]],
    to_all: bool,
    ends: Counter[str],
) -> list[str]:
    """Return the faults after a signal, and after the next run."""
    child = here.start(command, start_new_session=True)
    time.sleep(after)
    if to_all and child.poll() is None:
        os.killpg(child.pid, kind)
    else:
        child.send_signal(kind)
    _, err = child.communicate(timeout=600)
    ends[f"{kind.name} {child.returncode}"] += 1
    what = f"{kind.name} after {after:.3f} s of {command!r}{' to all' * to_all}"
    found = here.output()
    is_outside = after < STARTED or found.items() >= known[1].items()
    wrong = _stopped(what, kind, child.returncode, err.decode("utf-8", "replace"), is_outside)
    for name, content in found.items():
        is_ours = ".protoplay" in name or name.endswith(".html")
        if not is_ours and content not in [told.get(name) for told in known]:
            wrong.append(f"{what}: {name} is neither the old nor the new one")
    if _done(here, command, wrong) != known[-1]:
        wrong.append(f"{what}: the next run gives something else")
    return wrong + [f"{what}: {path} is left" for path in here.left_over()]


def _stopped(what: str, kind: signal.Signals, code: int, err: str, is_outside: bool) -> list[str]:
    """Whether a command ended as it should after a signal.

    `is_outside`: before protoplay begins, or when all is written. The system's own way of ending is
    left in place then; a shell shows the same exit code for it.
    """
    fine = {0, 128 + int(kind)}
    if is_outside or kind == signal.SIGKILL:
        fine.add(-int(kind))
    wrong = [] if code in fine else [f"{what}: exit code {code}: {err[-300:]}"]
    if "Traceback" in err and not is_outside:
        wrong.append(f"{what}: {err[-600:]}")
    return wrong


def _done(here: Bench, command: str, wrong: list[str]) -> dict[str, str]:
    """Return the output of an undisturbed run, without pages, since they contain the time."""
    code, said = here.run(command)
    if code:
        wrong.append(f"{command!r} ends with {code}: {said[-400:]}")
    return {name: told for name, told in here.output().items() if not name.endswith(".html")}


# -- disks ------------------------------------------------------------------------------------


@contextmanager
def disk(size: str) -> Iterator[Path | None]:
    """Give a small file system in memory; None if this process may not make one."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "hostile", str(folder)]
    is_there = bool(shutil.which("mount")) and not subprocess.run(
        mount, capture_output=True, check=False
    ).returncode  # fmt: skip
    try:
        yield folder if is_there else None
    finally:
        if is_there:
            subprocess.run(["umount", "-l", str(folder)], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def full_disk() -> tuple[int, list[str]]:
    """Output on a disk that is nearly full: one line, exit code 1, the old files whole."""
    wrong, n = [], 0
    with bench() as here, disk("1m") as small:
        if small is None:
            return 0, []
        (here.folder / "output").symlink_to(small)
        (small / "old").write_text("old")
        with (small / "filler").open("wb") as filler:
            filler.write(bytes(1_000_000))
        for command in COMMANDS:
            code, said = here.run(command)
            n += 1
            wrong += _one_line(command, code, said)
            if (small / "old").read_text() != "old" or here.left_over():
                wrong.append(f"{command!r} leaves {here.left_over()}")
    return n, wrong


def short_files() -> tuple[int, list[str]]:
    """No file may grow beyond 3,000 bytes."""
    wrong, n = [], 0
    with bench() as here:
        for command in COMMANDS:
            code, said = here.run(
                command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
            )
            n += 1
            wrong += _one_line(command, code, said)
            wrong += [f"{command!r} leaves {path}" for path in here.left_over()]
    return n, wrong


def _one_line(command: str, code: int, said: str) -> list[str]:
    told = [line for line in said.splitlines() if line.startswith("protoplay: ")]
    if code not in (0, 1, 2) or "Traceback" in said or (code and len(told) != 1):
        return [f"{command!r} ends with {code}: {said[-500:]}"]
    return []


def read_only_pack() -> tuple[int, list[str]]:
    """A pack on a disk that cannot be written is printed and played all the same."""
    wrong, n = [], 0
    with bench() as here, disk("1m") as small:
        if small is None:
            return 0, []
        shutil.copytree(here.pack, small / "pack")
        subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
        shutil.rmtree(here.pack)
        here.pack.symlink_to(small / "pack")
        for command in COMMANDS:
            code, said = here.run(command)
            n += 1
            if code:
                wrong.append(f"{command!r} on a read-only pack: {code}: {said[-400:]}")
    return n, wrong


# -- surroundings -----------------------------------------------------------------------------


def no_home() -> tuple[int, list[str]]:
    """Run without a home: no variable, or one that names no writable folder."""
    wrong, n = [], 0
    for home in (None, "/nonexistent", "/proc"):
        with bench() as here:
            for name in ("HOME", "PROTOPLAY_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
                here.env.pop(name, None)
            if home is not None:
                here.env["HOME"] = home
            for command in (PLAIN, "check pack --trust", "check pack", "new Mine", "list"):
                code, said = here.run(command)
                n += 1
                if code not in (0, 2) or "Traceback" in said:
                    wrong.append(f"{command!r} with HOME {home}: {code}: {said[-400:]}")
    return n, wrong


def two_at_once() -> tuple[int, list[str]]:
    """Two processes on an empty cache, and on one folder."""
    wrong, n = [], 0
    for command in (COMMANDS[0], COMMANDS[1], COMMANDS[2]):
        with tempfile.TemporaryDirectory() as empty, bench(Path(empty)) as here:
            both = [here.start(command) for _ in range(2)]
            for child in both:
                _, err = child.communicate(timeout=900)
                n += 1
                if child.returncode:
                    wrong.append(f"{command!r} twice: {err.decode()[-400:]}")
            together = here.output()
            shutil.rmtree(here.folder / "output")
            alone = _done(here, command, wrong)
            if {k: v for k, v in together.items() if k in alone} != alone or here.left_over():
                wrong.append(f"{command!r} twice gives something else than once")
    return n, wrong


def damaged_cache() -> tuple[int, list[str]]:
    """Damage machine code (a flipped byte, a short file, another version); it is made again."""
    wrong, n = [], 0
    known = os.environ.get("PROTOPLAY_CACHE")
    with tempfile.TemporaryDirectory() as own:
        cache = Path(own) / "cache"
        if known and Path(known).is_dir():
            shutil.copytree(known, cache, symlinks=True)
        with bench(cache) as here:
            sound = _done(here, COMMANDS[1], wrong)
            ways: tuple[Callable[[bytes], bytes], ...] = (
                lambda data: data[: len(data) // 2],
                lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
                lambda data: b"",
                lambda data: b"of another version" + data,
            )
            files = [path for path in cache.rglob("*") if path.is_file()]
            for number, path in enumerate(files):
                path.write_bytes(ways[number % len(ways)](path.read_bytes()))
            if _done(here, COMMANDS[1], wrong) != sound:
                wrong.append("a damaged cache changes the games")
            n += len(files)
    return n, wrong


def clock_set_back() -> tuple[int, list[str]]:
    """Everything on the disk is from the future, or from long ago."""
    wrong, n = [], 0
    for year in (1971, 2100):
        with bench() as here:
            then = (year - 1970) * 31_556_952
            sound = {command: _done(here, command, wrong) for command in COMMANDS}
            for path in here.folder.rglob("*"):
                os.utime(path, (then, then), follow_symlinks=False)
            for command, before in sound.items():
                n += 1
                after = _done(here, command, wrong)
                if {name: after.get(name) for name in before} != before:
                    wrong.append(f"{command!r} gives something else in files of {year}")
    return n, wrong


KINDS: dict[str, Callable[[], tuple[int, list[str]]]] = {
    "full disk": full_disk,
    "short files": short_files,
    "read-only pack": read_only_pack,
    "no home": no_home,
    "two at once": two_at_once,
    "damaged cache": damaged_cache,
    "clock set back": clock_set_back,
}


def main() -> int:
    """Inject the faults given on the command line; return 1 if a run did not survive one."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--moments", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    call = asked.parse_args()
    ends: Counter[str] = Counter()
    kinds = {"signals": lambda: signals(call.moments, call.seed, ends), **KINDS}
    n_wrong = 0
    for name, inject in kinds.items():
        n, wrong = inject()
        n_wrong += len(wrong)
        print(f"{name}: {n} injected, {len(wrong)} faults", *wrong, sep="\n  ", flush=True)
        if name == "signals":
            print("  exit codes:", dict(sorted(ends.items())), flush=True)
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
