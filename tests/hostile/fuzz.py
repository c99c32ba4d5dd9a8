"""Hostile cases by the thousand: `python -m tests.hostile.fuzz --cases 2000 --seed 1`.

Each kind of input gets an equal share of the cases. One of the cases that fail in the same way is
made as small as possible and printed; the exit code tells whether any failed. `--only
yaml-bytes,fonts` tries those kinds. The file of `--log` names a case that hangs or kills it.
"""

import argparse
import faulthandler
import os
import re
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.hostile.cases import RICH, STRATEGIES
from tests.hostile.oracle import BUNDLED, Case, judge, usual_time

PATIENCE = 120.0  # seconds after which a case ends the run
MOST_TRIES = 150  # to make one case smaller
Found = dict[str, tuple[Case, list[str]]]  # by what they have in common


def attack(kind: str, n_cases: int, first: int, log: Path | None = None) -> tuple[int, Found]:
    """Try cases of one kind; how many were run, and those that failed, one of each sort."""
    n_run, found = 0, Found()

    def sound(case: Case) -> None:
        nonlocal n_run
        n_run += 1
        if log is not None:
            log.write_text(repr(case), "utf-8", "replace")
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
        wrong = judge(case)
        faulthandler.cancel_dump_traceback_later()
        if wrong:
            known = found.setdefault(_sort_of(wrong), (case, wrong))
            if _size(case) < _size(known[0]):
                found[_sort_of(wrong)] = (case, wrong)

    settled = settings(
        max_examples=n_cases,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of large cases
        seed(first)(settled(given(STRATEGIES[kind]())(sound)))()
    return n_run, found


def smaller(case: Case, fails: Callable[[Case], bool]) -> Case:
    """Return the case without files and words that its failure does not need."""
    tries = 0
    for number, (name, data) in enumerate(case.files):
        step = len(data) // 2 if name != "rules.py" else 0  # which would be compiled each time
        while step and tries < MOST_TRIES:
            at = 0
            while at < len(data) and tries < MOST_TRIES:
                less = data[:at] + data[at + step :]
                files = (*case.files[:number], (name, less), *case.files[number + 1 :])
                tries += 1
                if fails(replace(case, files=files)):
                    data, case = less, replace(case, files=files)
                else:
                    at += step
            step //= 2
    for number in reversed(range(2, len(case.args))):
        shorter = replace(case, args=case.args[:number] + case.args[number + 1 :])
        if fails(shorter):
            case = shorter
    return case


def _sort_of(wrong: list[str]) -> str:
    """Return what the complaints of similar cases have in common."""
    return re.sub(r"\"[^\"]*\"|'[^']*'|/\S+|\d+", "…", wrong[0])[:90]


def _size(case: Case) -> int:
    return sum(len(data) for _, data in case.files) + sum(map(len, case.args))


def main() -> int:
    """Attack as the command line says; return 1 if a case failed."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cases", type=int, default=2000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", default=",".join(STRATEGIES))
    asked.add_argument("--log", type=Path, default=Path(tempfile.gettempdir()) / "hostile-case.txt")
    call = asked.parse_args()
    os.environ.setdefault("PROTOPLAY_HOME", tempfile.mkdtemp(prefix="hostile-home-"))
    kinds = call.only.split(",")
    good = ("build", "pack", "--data-only", "--format", "pdf,svg,png")
    judge(Case("good", good, (("game.yaml", RICH),)))  # its memory is no case's fault
    if "command-lines" in kinds:  # nor are the seconds in which a game's rules are first compiled
        usual_time(BUNDLED)
    n_run, n_found, started = 0, 0, time.process_time()
    for kind in kinds:
        begun = time.process_time()
        n, found = attack(kind, max(1, call.cases // len(kinds)), call.seed, call.log)
        for sort, (case, wrong) in sorted(found.items()):
            small = smaller(case, lambda other, s=sort: s in map(_sort_of, [judge(other) or [""]]))
            print(f"== {kind}\n" + "\n".join(wrong) + f"\n{small!r}\n", flush=True)
        n_run, n_found = n_run + n, n_found + len(found)
        took = time.process_time() - begun
        print(f"{kind}: {n} cases, {len(found)} sorts of faults, {took:.0f} s", flush=True)
    took = time.process_time() - started
    print(f"{n_run} cases, {n_found} sorts of faults, {took:.0f} s of processor time")
    return 1 if n_found else 0


if __name__ == "__main__":
    sys.exit(main())
