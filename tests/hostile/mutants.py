"""Mutation tests: `python -m tests.hostile.mutants --sample 400 --seed 1`.

Sites of the measures and of the bundled games' rules are changed one at a time, a sign, a number
by one, a comparison, and the tests that cover the file are run: a change that they do not see is a
survivor, printed with its line. The copies stand in a folder of their own; the checkout is not
touched. `--files generator/play/measure/stats.py` mutates these alone.
"""

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 900.0  # seconds; a mutant that never ends is caught
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.USub: ast.UAdd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: in which file, where, and the source that results."""

    file: str
    line: int
    what: str
    source: str


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
    """The source with one node changed, and what was changed to what."""
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


def mutants(files: list[str], sample: int, seed: int) -> Iterator[Mutant]:
    """A random sample of all changes, in a fixed order for a seed."""
    every = [
        (file, number, line)
        for file in files
        for number, line, _ in sites((ROOT / file).read_text("utf-8"))
    ]
    print(f"{len(every)} sites in {len(files)} files", flush=True)
    random.Random(seed).shuffle(every)
    for file, number, line in every[:sample]:
        source, what = mutated((ROOT / file).read_text("utf-8"), number)
        yield Mutant(file, line, what, source)


def targets() -> list[str]:
    """The measures and the rules of the bundled games."""
    found = [*ROOT.glob("generator/play/measure/*.py"), *ROOT.glob("rules/*/rules.py")]
    return sorted(str(path.relative_to(ROOT)) for path in found if path.name != "__init__.py")


def covering(file: str) -> list[str]:
    """The tests that cover a file: those of its game, or those that name its module."""
    if file.startswith("rules/"):
        game = file.split("/")[1]
        named = [f"tests/games/test_{game}.py", f"tests/games/test_{game}_pack.py"]
        return [*named, "tests/games/test_goldens.py", "tests/games/test_games_contract.py"]
    module = Path(file).stem
    pattern = re.compile(rf"measure(?:\.| import [^\n]*\b){module}\b")
    found = [
        str(path.relative_to(ROOT))
        for path in sorted(ROOT.glob("tests/play/**/test_*.py"))
        if path.stem == f"test_{module}" or pattern.search(path.read_text("utf-8"))
    ]
    return found or ["tests/play/measure", "tests/play/test_simulate.py"]


def is_caught(mutant: Mutant, place: Path) -> bool:
    """Whether the tests that cover the file fail when it is changed."""
    path = place / mutant.file
    sound = path.read_bytes()
    path.write_text(mutant.source, "utf-8")
    env = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-n0", "-x", "-q", *covering(mutant.file)],
            cwd=place,
            env=env,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.returncode not in (0, 5)
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_bytes(sound)


def main() -> int:
    """Try a sample; prints the survivors and the share that was caught."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--sample", type=int, default=400)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--files", nargs="*", default=None)
    call = asked.parse_args()
    n_tried = n_caught = 0
    with tempfile.TemporaryDirectory(prefix="hostile-mutants-") as folder:
        place = Path(folder) / "checkout"
        left_out = shutil.ignore_patterns(".git", ".venv", "output", "__pycache__", ".*_cache")
        shutil.copytree(ROOT, place, ignore=left_out)
        for mutant in mutants(call.files or targets(), call.sample, call.seed):
            began, caught = time.monotonic(), is_caught(mutant, place)
            n_tried, n_caught = n_tried + 1, n_caught + caught
            took = f"{time.monotonic() - began:.0f} s"
            word = "caught" if caught else "SURVIVED"
            print(f"{word}  {mutant.file}:{mutant.line}  {mutant.what}  ({took})", flush=True)
    print(f"{n_caught} of {n_tried} caught")
    return 0


if __name__ == "__main__":
    sys.exit(main())
