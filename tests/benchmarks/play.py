"""Measures how fast games are played: `python tests/benchmarks/play.py [--json] [--against
FOLDER]`. The main figures are random games per CPU-second on one core, played by the general engine
and ordinary packs. The same games in straightforward C (gcc -O3, `c_…`) are measured in the same
run. Each figure is the best of five turns, which reduces the effect of a busy machine, and each
turn is a process that finds all code compiled. `connect_four_uct` is the number of iterations of
UCT per CPU-second from the empty board. `two_threads` is the ratio of games per second of wall time
with two threads to one thread; it needs two idle cores. The other figures are measured once.
`first_compile_…` and `later_start_…` are the CPU-seconds of a new process that plays one game,
including all imports, with an empty and with a filled cache. `engine_compile_s` is the CPU-seconds
for compiling every part of the engine: the loop, the replay, every chooser, and the thinker.
`rules_compile_<game>_s` is the same for all rules of a game. `edit_rule_s` is the wall time of
`simulate --games 100` after an edit of `score` of The Mara, or of `play` if there is no `score`;
`unedited_s` is the time without the edit. Both are the best of three. `--against` names a checkout
of another version, bc72c3d or later. All figures except the C figures are then also measured for
that version, in alternating turns, with that version's own packs. A ratio above 1 is in favour of
this version, whatever the figure counts.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from loop import Designer

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TURNS = 5
EDITS = 3
GAMES = {  # key → (players, games a turn)
    "connect_four": (2, 1_000_000),
    "gomoku": (2, 200_000),
    "shiftago": (2, 200_000),
    "mara": (3, 3_000),
    "marram": (3, 3_000),
}
IN_C = {"connect_four": 1_000_000, "gomoku": 200_000, "shiftago": 200_000}
STARTED = ("connect_four", "shiftago", "mara", "marram")
PLAYED = (("random", "none"), ("greedy", "full"), ("mcts:10", "full"))  # agent, what is collected
BUNDLED = ("shiftago", "mara", "marram")
ALL_OF_THE_ENGINE = ("shiftago", "leaky_raft")  # nothing hidden; hidden things
ITERATIONS = 100_000

Figures = dict[str, float]


class Version:
    """A checkout of protoplay, run in processes of its own, with a cache of its own."""

    def __init__(self, checkout: Path, home: Path) -> None:
        self.checkout, self.home = checkout, home

    def ask(self, *question: object, cache: str = "cache") -> float:
        """Return the answer of `turn.py` there."""
        command = [sys.executable, str(HERE / "turn.py"), *map(str, question)]
        kept = str(self.home / cache)
        settings = {**os.environ, "PYTHONPATH": str(self.checkout), "PROTOPLAY_CACHE": kept}
        said = subprocess.run(
            command, cwd=self.home, env=settings, stdout=subprocess.PIPE, text=True, check=True
        )
        return float(said.stdout)

    def is_ours(self) -> bool:
        """Whether it is the version this file belongs to."""
        return self.checkout == ROOT


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON object, for machines")
    parser.add_argument("--quick", action="store_true", help="a tenth of the games, no start times")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="a checkout to compare with")
    asked = parser.parse_args()
    if asked.against and not (asked.against / "generator" / "play").is_dir():
        parser.error(f"{asked.against} is no checkout of protoplay")
    share = 10 if asked.quick else 1
    with tempfile.TemporaryDirectory() as folder:
        checkouts = [ROOT, *([asked.against.resolve()] if asked.against else [])]
        versions = [Version(path, Path(folder, str(i))) for i, path in enumerate(checkouts)]
        for version in versions:
            version.home.mkdir()
        found = rates(versions, share)
        for key, games in IN_C.items():
            found[0][f"c_{key}"] = c_games_per_second(HERE / f"{key}.c", games // share)
        if not asked.quick:
            for of_all, new in zip(found, seconds(versions), strict=True):
                of_all.update(new)
    tell(found, asked.json)


def rates(versions: list[Version], share: int) -> list[Figures]:
    """Return the rates per second by version: the best of all turns, versions taking turns."""
    found: list[Figures] = [{} for _ in versions]

    def measure(key: str, *question: object) -> None:
        for turn in range(-1, TURNS):  # the first compiles, and is not counted
            for version, figures in zip(versions, found, strict=True):
                rate = version.ask(*question, *(() if key == "two_threads" else (max(turn, 0),)))
                if turn >= 0:
                    figures[key] = max(figures.get(key, 0.0), rate)

    for key, (players, games) in GAMES.items():
        measure(key, "play", key, players, games // share)
    measure("connect_four_uct", "think", "connect_four", 2, ITERATIONS // share)
    measure("two_threads", "threads", "connect_four", 2, 4_000_000 // share)
    return found


def seconds(versions: list[Version]) -> list[Figures]:
    """Return the figures in seconds by version, each measured once."""
    found: list[Figures] = [{} for _ in versions]
    for key in STARTED:
        for agent, level in PLAYED:
            cache = f"{key} {agent}"
            for kind in ("first_compile", "later_start"):
                for version, figures in zip(versions, found, strict=True):
                    took = version.ask("start", key, GAMES[key][0], agent, level, cache=cache)
                    figures[f"{kind}_{key}_{agent.partition(':')[0]}"] = took
    for version, figures in zip(versions, found, strict=True):
        if version.is_ours():  # before, no part could be compiled without the others
            for key in BUNDLED:
                figures[f"rules_compile_{key}_s"] = compiling(version, f"rules {key}", "rules", key)
            version.ask("rules", *ALL_OF_THE_ENGINE, cache="engine")
            figures["engine_compile_s"] = compiling(version, "engine", "engine", *ALL_OF_THE_ENGINE)
    for figures, waits in zip(found, waits_for_an_edit(versions), strict=True):
        figures.update(waits)
    return found


def waits_for_an_edit(versions: list[Version]) -> list[Figures]:
    """`unedited_s` and `edit_rule_s` by version: the best of a few turns, the versions in turn."""
    designers = [Designer("mara", v.home / "designer", v.checkout) for v in versions]
    found: list[Figures] = [{} for _ in versions]
    for turn in range(-1, EDITS):  # the first fills the cache, and is not counted
        for designer, waits in zip(designers, found, strict=True):
            rule = next(name for name in ("score", "play") if ("rules.py", name) in designer.rules)
            answers = designer.asks(), designer.asks_with("rules.py", rule, turn + 1)
            assert answers[1].compiled, rule
            if turn >= 0:
                for key, answer in zip(("unedited_s", "edit_rule_s"), answers, strict=True):
                    waits[key] = min(waits.get(key, answer.wall_s), answer.wall_s)
    return found


def compiling(version: Version, cache: str, *question: object) -> float:
    """CPU-seconds that a question takes more than once all it needs is kept."""
    first = version.ask(*question, cache=cache)
    return first - version.ask(*question, cache=cache)


def c_games_per_second(source: Path, games: int) -> float:
    """Return the same for the C games, by their own clock; 0 without gcc."""
    if shutil.which("gcc") is None:
        return 0.0
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / source.stem
        subprocess.run(["gcc", "-O3", "-o", program, source], check=True)
        found = []
        for turn in range(TURNS):
            command = [str(program), str(games), str(turn + 1)]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            found.append(games / float(said.split()[1]))
    return max(found)


def tell(found: list[Figures], as_json: bool) -> None:
    """Print our figures, beside another version's if there is one."""
    ours, theirs = found[0], found[1] if len(found) > 1 else {}
    ratios = {key: ratio(key, ours[key], theirs[key]) for key in ours if key in theirs}
    if as_json:
        compared = {"against": rounded(theirs), "ratio": rounded(ratios)} if theirs else {}
        print(json.dumps({**rounded(ours), **compared}))
        return
    for key, value in ours.items():
        line = f"{key:32} {in_words(value)}"
        if key in theirs:
            line += f" {in_words(theirs[key])} {ratios[key]:8.2f}"
        print(line)


def ratio(key: str, ours: float, theirs: float) -> float:
    """How much better we are: seconds are better few, all else many."""
    is_time = key.endswith("_s") or key.startswith(("first_compile", "later_start"))
    return theirs / ours if is_time else ours / theirs


def rounded(figures: Figures) -> Figures:
    """Four digits of each."""
    return {key: float(f"{value:.4g}") for key, value in figures.items()}


def in_words(value: float) -> str:
    """A figure, as wide as all."""
    return f"{value:14,.2f}" if value < 100 else f"{value:14,.0f}"


if __name__ == "__main__":
    main()
