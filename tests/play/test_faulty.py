"""Faulty rules end as a problem with file and line: in `check` and in compiled `simulate`, always.

The faults are in `tests/packs/faulty`; its README explains their form.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hostile import oracle
from tests.toys import PACKS

ROOT = Path(__file__).parents[2]
FAULTY = PACKS / "faulty"
BASES = sorted(path.name.partition(".")[0] for path in FAULTY.glob("*.base.py"))
FAULTS = sorted(path.stem for path in FAULTY.glob("*.py") if ".base" not in path.name)
SOME = (  # in the suite that everybody runs, in its own process; all in the long one
    "bots_index",
    "describe_two_alike",
    "hide_changes_nothing",
    "index_helper",
    "moves_none",
    "never_over",
    "play_gives_the_state",
    "seat_beyond_in_moves",
    "seat_beyond_in_play",
    "sets_an_array",
    "setup_leaves",
    "setup_wants_another_parameter",
    "uses_yield",
)
HERE = "# here"
PATIENCE = 120  # seconds for a command; calls that never end are told after ten


@dataclass(frozen=True)
class Fault:
    """A fault as written: the two files, and what must be reported about them."""

    rules: str
    bots: str
    words: list[str]
    agents: str
    check_only: bool

    @property
    def place(self) -> str:
        """File and line that must be reported."""
        for file, text in (("rules.py", self.rules), ("bots.py", self.bots)):
            for number, line in enumerate(text.splitlines(), 1):
                if line.endswith(HERE):
                    return f"{file}:{number}:"
        return "rules.py:1:"

    def is_told(self, text: str) -> bool:
        """Whether a line of the answer has the place and the words."""
        words = ".*?".join(map(re.escape, self.words))
        return re.search(re.escape(self.place) + r"[\d:]* error: .*?" + words, text) is not None


def fault_of(name: str) -> Fault:
    """Read a fault and put it into its base."""
    text = (FAULTY / f"{name}.py").read_text("utf-8")
    told = dict(re.findall(r"^# (expect|base|agents): (.*)$", text, re.M))
    base, _, file = told.get("base", "").partition(", this is ")
    sound = (FAULTY / f"{base}.base.py").read_text("utf-8") if base else ""
    return Fault(
        rules=sound if file else put_into(sound, text) if base else text,
        bots=text if file else "",
        words=[word.strip() for word in told["expect"].split("…")],
        agents=told.get("agents", "greedy"),
        check_only="\n# check only\n" in text,
    )


def put_into(base: str, fault: str) -> str:
    """The base with the statements of the fault in place of those that define the same names."""
    new, gone = parts_of(fault), set()
    for name in [name for name in new if name.startswith("del ")]:
        gone.add(name.removeprefix("del "))
        del new[name]
    kept = {name: new.pop(name, text) for name, text in parts_of(base).items() if name not in gone}
    top = [text for text in new.values() if not text.startswith(("@", "def", "class"))]
    rest = [text for text in new.values() if text not in top]
    own = list(kept.values())
    first = next(i for i, text in enumerate(own) if text.startswith(("@", "def")))
    imports = [text for text in top if "import" in text]
    names = [text for text in top if text not in imports]
    return "\n".join([*imports, *own[:first], *names, *own[first:], *rest, ""])


def parts_of(text: str) -> dict[str, str]:
    """Return the statements at the top of a source, by the names they define."""
    lines, found = text.splitlines(), {}
    for node in ast.parse(text).body:
        decorators = getattr(node, "decorator_list", [])
        start = min([node.lineno, *(each.lineno for each in decorators)])
        stored = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
        name = getattr(node, "name", None)
        if isinstance(node, ast.Assign):
            name = stored[0]
        elif isinstance(node, ast.Delete):
            name = f"del {stored[0]}"
        found[name or ast.unparse(node)] = "\n".join(lines[start - 1 : node.end_lineno])
    return found


def pack_with(folder: Path, rules: str, bots: str = "") -> Path:
    """A pack folder with these rules."""
    folder.mkdir(parents=True)
    shutil.copy(FAULTY / "game.yaml", folder)
    (folder / "rules.py").write_text(rules, "utf-8")
    if bots:
        (folder / "bots.py").write_text(bots, "utf-8")
    return folder


def protoplay(*args: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Run the command in a folder."""
    call = [sys.executable, "-m", "generator.cli", *args]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        call, cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def in_this_process(*args: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Do the same without starting Python again."""
    with chdir(cwd):
        code, out, err, escaped = oracle.run(args)
    assert not escaped, escaped
    return subprocess.CompletedProcess(args, code, out, err)


def hold(
    folder: Path, name: str, protoplay: Callable[..., "subprocess.CompletedProcess[str]"]
) -> None:
    """Hold `check` and `simulate` to telling a fault, and to nothing worse."""
    fault = fault_of(name)
    pack = pack_with(folder / name, fault.rules, fault.bots)
    simulate = ("simulate", ".", "--games", "20", "--agents", fault.agents)
    for args in (("check", "."), simulate):
        done = protoplay(*args, cwd=pack)
        answer = f"{args[0]} ended with {done.returncode}:\n{done.stdout[-500:]}{done.stderr}"
        assert "Traceback" not in done.stderr, answer
        if args is simulate and fault.check_only and done.returncode == 0:
            continue
        assert done.returncode == 1, answer
        assert fault.is_told(done.stderr), f"expected {fault.place} {fault.words}; {answer}"


@pytest.mark.parametrize("name", SOME)
def test_a_fault_is_reported_with_its_line(tmp_path: Path, name: str) -> None:
    hold(tmp_path, name, in_this_process)


IMPATIENT = """
import sys
from generator.cli.commands import run
from generator.play.engine import watch

watch.PATIENCE = 1.0
sys.argv = ["protoplay", "check", ".", "--json"]
run()
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        pytest.param("endless_describe", "describe() has been running for", marks=pytest.mark.slow),
        ("deep_setup", "deeper() calls itself, directly or through others, 100,000 calls deep"),
    ],
)
def test_endless_calls_are_reported_as_json_too(tmp_path: Path, name: str, words: str) -> None:
    pack = pack_with(tmp_path / name, fault_of(name).rules)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", IMPATIENT], cwd=pack, env=env, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)["problems"]
    assert [problem["level"] for problem in told] == ["error"]
    assert told[0]["message"].startswith(words)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_reported_with_its_line(tmp_path: Path, name: str) -> None:
    hold(tmp_path, name, protoplay)


@pytest.mark.slow
@pytest.mark.parametrize("name", BASES)
def test_the_games_they_stand_in_are_sound(tmp_path: Path, name: str) -> None:
    pack = pack_with(tmp_path / name, (FAULTY / f"{name}.base.py").read_text("utf-8"))
    for args in (("check", "."), ("simulate", ".", "--games", "20")):
        done = protoplay(*args, cwd=pack)
        assert done.returncode == 0, done.stdout + done.stderr
        assert args[0] != "check" or "no problems found" in done.stdout
