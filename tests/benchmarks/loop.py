"""Measures how long a designer waits after editing a rule: `tests/benchmarks/loop.py [GAME …]
[--json]`.

In a copy of each bundled game, every function marked as a rule in `rules.py` and `bots.py` gets an
extra statement, one function after the other. Each time `protoplay simulate COPY --games 100
--quiet` runs in a new process, and its wall seconds are measured. Between the edits, the unedited
copy is measured with a cache that this run has filled. Other load on the machine also counts, so
`…_cpu_s` and the machine's load at the end are reported as well. A rule that these games never call
is never compiled, and counts neither for the median nor for the maximum.
"""

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
GAMES = ("shiftago", "marram", "mara")
FILES = ("rules.py", "bots.py")
KINDS = ("edited_s", "unedited_s", "edited_cpu_s", "unedited_cpu_s")


class Answer(NamedTuple):
    """The cost of one run of `simulate`."""

    wall_s: float
    cpu_s: float
    compiled: bool


class Designer:
    """A designer at work on a copy of a game, with a cache and a version of protoplay."""

    def __init__(self, game: str, home: Path, checkout: Path = ROOT) -> None:
        self.folder = home / game
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(checkout / "rules" / game, self.folder)
        self._sources = {f: (self.folder / f).read_text("utf-8") for f in FILES if self._has(f)}
        self._settings = {
            **os.environ,
            "PYTHONPATH": str(checkout),
            "PROTOPLAY_CACHE": str(home / "cache"),
            "PROTOPLAY_TRUST": "all",
        }

    def _has(self, file: str) -> bool:
        return (self.folder / file).is_file()

    @property
    def rules(self) -> list[tuple[str, str]]:
        """File and name of every function marked as a rule."""
        return [(f, node.name) for f, text in self._sources.items() for node in rules_in(text)]

    def asks(self) -> Answer:
        """Run `simulate` on the current copy, in a new process."""
        command = [sys.executable, "-m", "generator.cli", "simulate", str(self.folder)]
        command += ["--games", "100", "--quiet"]
        start, before = time.perf_counter(), _used_by_children()
        said = subprocess.run(
            command, cwd=self.folder.parent, env=self._settings, capture_output=True, text=True
        )
        wall_s, cpu_s = time.perf_counter() - start, _used_by_children() - before
        if said.returncode:
            raise RuntimeError(f"{self.folder.name}: {said.stdout}{said.stderr}")
        return Answer(wall_s, cpu_s, "compiling" in said.stderr)

    def asks_with(self, file: str, rule: str, number: int = 1) -> Answer:
        """Run it with one rule edited, then undo the edit; each number makes a different edit."""
        text = edited(self._sources[file], rule, number)
        (self.folder / file).write_text(text, "utf-8")
        try:
            return self.asks()
        finally:
            (self.folder / file).write_text(self._sources[file], "utf-8")


def _used_by_children() -> float:
    return sum(os.times()[2:4])


def rules_in(source: str) -> list[ast.FunctionDef]:
    """The functions marked as rules."""
    return [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(mark, ast.Name) and mark.id == "rule" for mark in node.decorator_list)
    ]


def edited(source: str, rule: str, number: int) -> str:
    """The source with a statement more at the end of a rule's docstring, or at its beginning.

    >>> print(edited("@rule\\ndef f(x):\\n    return x\\n", "f", 7))
    @rule
    def f(x):
        unused = 7 + 1
        return x
    <BLANKLINE>
    """
    (node,) = (node for node in rules_in(source) if node.name == rule)
    first = node.body[0]
    is_told = ast.get_docstring(node) is not None
    at = (first.end_lineno or 0) if is_told else first.lineno - 1
    lines = source.splitlines(keepends=True)
    lines.insert(at, f"{' ' * first.col_offset}unused = {number} + 1\n")
    return "".join(lines)


def measure(game: str) -> dict[str, Any]:
    """Every rule of a game, edited and unedited in turn."""
    with tempfile.TemporaryDirectory() as home:
        designer = Designer(game, Path(home))
        designer.asks()
        rows: list[dict[str, Any]] = []
        for file, name in designer.rules:
            before, after = designer.asks(), designer.asks_with(file, name)
            rows.append(
                {
                    "rule": f"{file}:{name}",
                    "edited_s": round(after.wall_s, 2),
                    "unedited_s": round(before.wall_s, 2),
                    "edited_cpu_s": round(after.cpu_s, 2),
                    "unedited_cpu_s": round(before.cpu_s, 2),
                    "compiled": after.compiled,
                }
            )
            print(f"{game} {json.dumps(rows[-1])}", file=sys.stderr, flush=True)
    counted = [row for row in rows if row["compiled"]]
    worst = max(counted, key=lambda row: row["edited_s"])
    return {
        **{f"median_{kind}": median(row[kind] for row in counted) for kind in KINDS},
        **{f"worst_{kind}": max(row[kind] for row in counted) for kind in KINDS},
        "worst": worst["rule"],
        "rules": rows,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help="default: all")
    parser.add_argument("--json", action="store_true", help="one JSON object, for machines")
    asked = parser.parse_args()
    found: dict[str, Any] = {game: measure(game) for game in asked.games}
    found["load"] = round(os.getloadavg()[0], 1)
    if asked.json:
        print(json.dumps(found))
        return
    load = found.pop("load")
    for game, waits in found.items():
        print(f"{game:10} seconds: wall, edited and not; of the processor, edited and not")
        for which in ("median", "worst"):
            told = "  ".join(f"{waits[f'{which}_{kind}']:6.2f}" for kind in KINDS)
            print(f"  {which:8} {told}  {waits['worst'] if which == 'worst' else ''}")
    print(f"load of the machine: {load}")


if __name__ == "__main__":
    main()
