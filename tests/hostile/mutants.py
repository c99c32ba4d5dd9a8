"""Mutation tests: `python -m tests.hostile.mutants --sample 400 --seed 1`.

Places in the measures and in the bundled games' rules are changed one at a time: a sign, a number
by one, or a comparison. First the tests run once on the unchanged code and record the functions
that each test calls. For each change, the tests that call the changed function then run, the
quickest first, until one fails. A change that no test notices is a survivor, and is printed with
its line. If the tests of a function take longer than `--seconds`, the longest tests are left out,
so the share of noticed changes is rather too small than too large. The copies are in a separate
folder; the checkout is not touched. Each run is a child of a process that has loaded the libraries,
which saves most of the time. `--files FILE …` changes only these files; `--tests PATH …` runs only
these tests; `--first 100` continues after this number of changes; `--reach FILE` stores the calls
of the tests, and runs only newer files of tests again; `--again LOG` tries only the survivors in
the output of an earlier run of the same sample.
"""

import argparse
import ast
import compileall
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate
from pathlib import Path

from generator.play.statistics.inference import wilson

ROOT = Path(__file__).parents[2]
BROKEN = 70  # the exit code of a child that failed before or after its tests
PATIENCE = 30.0  # processor seconds over five times what the tests take; a mutant that never ends
WAIT = 1200.0  # or sleeps so long, is caught
QUICK = 1.5  # seconds of tests that are tried before the others are so much as collected
SUITE = ("tests/play", "tests/games", "tests/truth")  # where the targets' tests are
LIBRARIES = (
    "numpy", "scipy.stats", "statsmodels.stats.proportion", "statsmodels.stats.multitest",
    "generator.cli.commands", "generator.play.studies.suggest.run",
)  # fmt: skip
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.USub: ast.UAdd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: its file, its place, and the resulting source."""

    file: str
    line: int
    what: str
    source: str


@dataclass(frozen=True)
class Reach:
    """A test by its pytest name; `calls` are "file:first line" of the targets' functions."""

    name: str
    seconds: float
    calls: frozenset[str]


def sites(text: str) -> list[tuple[int, int, str]]:
    """Every place that can be changed: the number of the node, its line, and how."""
    found = []
    for number, node in enumerate(ast.walk(ast.parse(text))):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign | ast.UnaryOp):
            if type(node.op) in SWAPS:
                found.append((number, line, "operator"))
        elif isinstance(node, ast.Compare):
            found += [(number, line, "comparison")] * (type(node.ops[0]) in SWAPS)
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            found.append((number, line, "number"))
    return found


def mutated(text: str, number: int) -> tuple[str, str]:
    """Return the source with one node changed, and a description of the change."""
    tree = ast.parse(text)
    node = next(node for i, node in enumerate(ast.walk(tree)) if i == number)
    before = ast.unparse(node)
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign | ast.UnaryOp):
        node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.Compare):
        node.ops[0] = SWAPS[type(node.ops[0])]()  # type: ignore[call-overload]
    else:
        assert isinstance(node, ast.Constant) and isinstance(node.value, int | float)
        node.value += 1
    return ast.unparse(tree), f"{before}  →  {ast.unparse(node)}"


def mutants(files: list[str], sample: int, seed: int, first: int = 0) -> Iterator[Mutant]:
    """A random sample of all changes, in a fixed order for a seed; without the `first` of them."""
    every = [
        (file, number, line)
        for file in files
        for number, line, _ in sites((ROOT / file).read_text("utf-8"))
    ]
    print(f"{len(every)} sites in {len(files)} files", flush=True)
    random.Random(seed).shuffle(every)
    for file, number, line in every[first:sample]:
        source, what = mutated((ROOT / file).read_text("utf-8"), number)
        yield Mutant(file, line, what, source)


def targets() -> list[str]:
    """The measures, the interpreter of games of words, and the rules of the bundled games."""
    found = [
        *ROOT.glob("generator/play/engine/from_data/*.py"),
        *ROOT.glob("generator/play/measures/*.py"),
        *ROOT.glob("generator/play/statistics/*.py"),
        *ROOT.glob("rules/*/rules.py"),
    ]
    return sorted(str(path.relative_to(ROOT)) for path in found if path.name != "__init__.py")


# -- which tests ------------------------------------------------------------------------------


def reached(place: Path, told: Path, suite: Iterable[str] = SUITE) -> list[Reach]:
    """Return every passing test of the suite; run the tests and store what they reach in `told`.

    If that file exists, only newer files of tests are run, or all if a target is newer.
    """
    since = told.stat().st_mtime if told.exists() else 0.0
    changed = [place / file for file in targets() if (place / file).exists()]
    if any(path.stat().st_mtime > since for path in changed):
        since = 0.0
    known = json.loads(told.read_text("utf-8")) if since else {}
    newer = [
        path for path in files_of_tests(place, suite) if (place / path).stat().st_mtime > since
    ]
    if newer:
        into = told.with_suffix(".new")
        env = {
            **os.environ,
            "PYTHONPATH": str(place),
            "REACH_FILES": "\n".join(str(place / file) for file in targets()),
            "REACH_INTO": str(into),
        }
        call = ["-m", "pytest", "-n0", "-q", "-p", "tests.hostile.reach", *newer]
        subprocess.run([sys.executable, *call], cwd=place, env=env, check=False)
        kept = {name: seen for name, seen in known.items() if name.split("::")[0] not in newer}
        known = kept | json.loads(into.read_text("utf-8"))
        told.write_text(json.dumps(known), "utf-8")
        into.unlink()
    return [Reach(name, took, frozenset(calls)) for name, (took, calls) in known.items()]


def files_of_tests(place: Path, suite: Iterable[str] = SUITE) -> list[str]:
    """Return the suite's files of tests, relative to the folder."""
    found = []
    for name in suite:
        path = place / name
        found += sorted(path.rglob("test_*.py")) if path.is_dir() else [path] * path.exists()
    return [str(path.relative_to(place)) for path in found]


def function_at(text: str, line: int) -> int | None:
    """The first line, decorators counted in, of the innermost function with this line."""
    first, best = None, 0
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            start = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            assert node.end_lineno is not None
            if best < start <= line <= node.end_lineno:
                first = best = start
    return first


def covering(file: str, line: int, tests: list[Reach], place: Path, seconds: float) -> list[Reach]:
    """Return the tests that can notice a change in this line, fastest first, within the seconds.

    Machine code and copies of a game hide who calls a rule, so all tests of its game count;
    elsewhere tests that call it come first.
    """
    first = function_at((ROOT / file).read_text("utf-8"), line)
    whole = f"{place / file}:"
    mine = f"{whole}{first}"

    def is_near(test: Reach) -> bool:
        if first is not None and mine in test.calls:
            return True
        game = file.split("/")[1] if file.startswith("rules/") else None
        named = game is not None and "tests/games/" in test.name and game in test.name
        return named or (first is None and any(call.startswith(whole) for call in test.calls))

    found, spent = [], 0.0
    is_hidden = file.startswith("rules/")
    near = filter(is_near, tests)
    for test in sorted(near, key=lambda t: (not is_hidden and mine not in t.calls, t.seconds)):
        spent += test.seconds
        if spent > seconds and found:
            break
        found.append(test)
    return found


# -- one mutant -------------------------------------------------------------------------------


def is_caught(mutant: Mutant, place: Path, tests: list[Reach]) -> bool:
    """Whether one of the tests fails when the file is changed."""
    path = place / mutant.file
    sound, times = path.read_bytes(), path.stat()
    path.write_text(mutant.source, "utf-8")
    try:
        spent = list(accumulate(test.seconds for test in tests))
        n_quick = max(1, bisect_right(spent, QUICK))
        for some in filter(None, (tests[:n_quick], tests[n_quick:])):
            patience = PATIENCE + 5 * sum(test.seconds for test in some)
            code = _code(place, [test.name for test in some], patience)
            assert code != BROKEN, "a child did not come to its tests"
            if code not in (0, 5):
                return True
        return False
    finally:
        path.write_bytes(sound)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # as its machine code knows it


def _code(place: Path, names: list[str], patience: float) -> int:
    """Return pytest's exit code over some tests in a child; negative if it had to be ended.

    `patience`: in seconds of processor time, so that a busy machine ends nothing.
    """
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (round(patience), round(patience) + 5))
        _test(place, names)
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1


def _test(place: Path, names: list[str]) -> None:
    """Run pytest in this process, and end it."""
    code = BROKEN
    try:
        os.setsid()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.chdir(place)
        for name in [name for name in sys.modules if _is_above(name)]:
            del sys.modules[name]
        sys.dont_write_bytecode = True
        os.environ |= {"PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
        import pytest

        code = int(pytest.main(["-n0", "-x", "-q", "-p", "no:cacheprovider", *names]))
    finally:
        os._exit(code)


def survivors(log: str) -> set[tuple[str, int, str]]:
    """The file, line and change of those that an earlier run printed as survivors."""
    found = re.findall(r"^SURVIVED  (\S+):(\d+)  (.+)  \([^()]+\)$", log, re.MULTILINE)
    return {(file, int(line), what) for file, line, what in found}


def load(place: Path) -> None:
    """Load the libraries, and the product's modules from a copy, once for all children."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("tests", "generator")]:
        del sys.modules[name]
    sys.path = [str(place), *(folder for folder in sys.path if folder not in ("", str(ROOT)))]
    for name in LIBRARIES:
        import_module(name)


def _is_above(name: str) -> bool:
    """Whether a module may depend on a target: it is a test, or imports targets."""
    parts = name.split(".")
    if parts[0] != "generator":
        return parts[0] == "tests"
    return parts[1:2] in (["play"], ["preview"], ["cli"])


def main() -> int:
    """Try a sample; prints the survivors and the share that was caught."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--sample", type=int, default=400)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--reach", type=Path, default=None)
    asked.add_argument("--files", nargs="*", default=None)
    asked.add_argument("--tests", nargs="*", default=SUITE)
    asked.add_argument("--again", type=Path, default=None)
    call = asked.parse_args()
    n_tried = n_caught = 0
    with tempfile.TemporaryDirectory(prefix="hostile-mutants-") as folder:
        place = (call.reach.parent if call.reach else Path(folder)).resolve() / "checkout"
        left_out = shutil.ignore_patterns(".git", ".venv", "output", "__pycache__", ".*_cache")
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(ROOT, place, ignore=left_out)
        compileall.compile_dir(place, quiet=2)
        files = files_of_tests(place, call.tests)
        collect = ["-m", "pytest", "-n0", "-q", "--collect-only", *files]
        env = {**os.environ, "PYTHONPATH": str(place)}  # pytest keeps how it reads its tests
        subprocess.run([sys.executable, *collect], cwd=place, env=env, capture_output=True)
        told = (call.reach or Path(folder) / "reach.json").resolve()
        tests = reached(place, told, call.tests)
        print(f"{len(tests)} tests", flush=True)
        load(place)
        files = call.files or targets()
        sound = {}  # what is not changed must pass, else all would be "caught"
        for file in files:
            end = (ROOT / file).read_text("utf-8").count("\n")
            sound |= {test.name: test for test in covering(file, end, tests, place, QUICK)[:3]}
        unchanged = Mutant(files[0], 1, "", (ROOT / files[0]).read_text("utf-8"))
        assert not is_caught(unchanged, place, [*sound.values()]), "tests fail without a change"
        again = survivors(call.again.read_text("utf-8")) if call.again else None
        for mutant in mutants(files, call.sample, call.seed, call.first):
            if again is not None and (mutant.file, mutant.line, mutant.what) not in again:
                continue
            chosen = covering(mutant.file, mutant.line, tests, place, call.seconds)
            began = time.monotonic()
            caught = bool(chosen) and is_caught(mutant, place, chosen)
            n_tried, n_caught = n_tried + 1, n_caught + caught
            took = f"{len(chosen)} tests, {time.monotonic() - began:.0f} s"
            word = "caught" if caught else "SURVIVED"
            print(f"{word}  {mutant.file}:{mutant.line}  {mutant.what}  ({took})", flush=True)
    share = wilson(n_caught, n_tried)
    print(
        f"{n_caught} of {n_tried} caught: {share.value:.1%} ({share.low:.1%} to {share.high:.1%})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
