"""How fast games are played: `python tests/benchmarks/play.py [--json]`.

Random games per CPU-second on one core, through the general engine and the packs as any user
would write them, beside straightforward C of the same games (gcc -O3, `c_…`), all in one run;
the best of three turns, so that a busy machine shows less. `connect_four_uct` is iterations of
UCT per CPU-second from the empty board. `two_threads` is how much more two threads play per
second of wall time than one; it needs two idle cores. `first_compile_…` and `later_start_…` are
CPU-seconds of a new process that plays one game, every import counted, with an empty and with a
filled cache.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from generator.kit import stream
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.play.engine.thinker import Thinker
from generator.reading.door import open_pack

HERE = Path(__file__).parent
PACKS = HERE.parent / "packs"
TURNS = 3
GAMES = {  # key → (pack, players, games a turn)
    "connect_four": (str(PACKS / "connect_four"), 2, 1_000_000),
    "gomoku": (str(PACKS / "gomoku"), 2, 200_000),
    "shiftago": ("shiftago", 2, 200_000),
    "mara": ("mara", 3, 3_000),
    "marram": ("marram", 3, 3_000),
}
IN_C = {"connect_four": 1_000_000, "gomoku": 200_000, "shiftago": 200_000}
STARTED = ("connect_four", "shiftago", "mara", "marram")
ITERATIONS = 100_000
ONE_GAME = """
import sys
from generator.reading.door import open_pack
from generator.play.engine.game import load_game
from generator.play.engine.batch import play_games
pack, _ = open_pack(sys.argv[1])
play_games(load_game(pack, int(sys.argv[2])), [sys.argv[3]], 1, 0, 1, collect=sys.argv[4])
print(sum(__import__("os").times()[:2]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON object, for machines")
    parser.add_argument("--quick", action="store_true", help="a tenth of the games, no start times")
    asked = parser.parse_args()
    share = 10 if asked.quick else 1
    figures: dict[str, float] = {}
    for key, (name, players, games) in GAMES.items():
        figures[key] = played_per_second(load(name, players), games // share)
    for key, games in IN_C.items():
        figures[f"c_{key}"] = c_games_per_second(HERE / f"{key}.c", games // share)
    figures["connect_four_uct"] = iterations_per_second(ITERATIONS // share)
    figures["two_threads"] = gain_of_two_threads(share)
    if not asked.quick:
        for key in STARTED:
            name, players, _ = GAMES[key]
            for agent, level in (("random", "none"), ("greedy", "full"), ("mcts:10", "full")):
                first, later = start_seconds(name, players, agent, level)
                tail = f"{key}_{agent.partition(':')[0]}"
                figures[f"first_compile_{tail}"], figures[f"later_start_{tail}"] = first, later
    if asked.json:
        print(json.dumps({key: float(f"{value:.4g}") for key, value in figures.items()}))
        return
    for key, value in figures.items():
        print(f"{key:32} {value:14,.2f}" if value < 100 else f"{key:32} {value:14,.0f}")


def load(name: str, players: int) -> Game:
    """A game, compiled rules; the benchmark needs a sound pack."""
    pack, problems = open_pack(name)
    assert pack is not None, [str(problem) for problem in problems]
    return load_game(pack, players)


def best_rate(amount: int, work: Callable[[int], object]) -> float:
    """Amount per CPU-second of the fastest of a few turns."""
    rates = []
    for turn in range(TURNS):
        start = time.process_time()
        work(turn)
        rates.append(amount / (time.process_time() - start))
    return max(rates)


def played_per_second(game: Game, games: int) -> float:
    """Random games per CPU-second on one core."""
    play_games(game, ["random"], 1, 0, 1, collect="none")
    return best_rate(
        games,
        lambda turn: play_games(game, ["random"], 1, turn * games, games, collect="none"),
    )


def c_games_per_second(source: Path, games: int) -> float:
    """The same in C, by its own clock; 0 where there is no gcc."""
    if shutil.which("gcc") is None:
        return 0.0
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / source.stem
        subprocess.run(["gcc", "-O3", "-o", program, source], check=True)
        rates = []
        for turn in range(TURNS):
            command = [program, str(games), str(turn + 1)]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            rates.append(games / float(said.split()[1]))
    return max(rates)


def iterations_per_second(iterations: int) -> float:
    """UCT iterations per CPU-second from the empty Connect Four board."""
    game = load(str(PACKS / "connect_four"), 2)
    thinker = Thinker(game, f"mcts:{iterations}")
    state = game.fresh()[0]
    game.deal(game.tables, state, stream(1, 0, 0))
    thinker.choose(state, stream(1, 0, 1))
    return best_rate(iterations, lambda turn: thinker.choose(state, stream(1, turn, 1)))


def gain_of_two_threads(share: int) -> float:
    """Games per second of two threads over those of one, best of a few turns each."""
    from generator.play.runners import batches

    game = load(str(PACKS / "connect_four"), 2)
    games = 4_000_000 // share

    def seconds(workers: int) -> float:
        start = time.perf_counter()
        for _ in batches(game, ["random"], 1, 0, games, size=games // 16, collect="none",
                         workers=workers):  # fmt: skip
            pass
        return time.perf_counter() - start

    one = min(seconds(1) for _ in range(TURNS))
    return one / min(seconds(2) for _ in range(TURNS))


def start_seconds(name: str, players: int, agent: str, level: str) -> tuple[float, float]:
    """CPU-seconds of a new process that plays one game, and of the next that finds it compiled."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-c", ONE_GAME, name, str(players), agent, level]
        settings = {**os.environ, "PROTOPLAY_CACHE": cache}
        said = [
            subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
            for _ in range(2)
        ]
    return float(said[0].stdout), float(said[1].stdout)


if __name__ == "__main__":
    main()
