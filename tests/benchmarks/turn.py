"""Runs one turn of `play.py` in a separate process: `python turn.py play connect_four 2 1000 0`.

`PYTHONPATH` names the version of protoplay; all versions from bc72c3d on can `play`, `think`, run
on two `threads` and `start`. Packs belong to that version; they are bundled packs or, if no bundled
pack has the name, packs of `tests/packs`. The answer is one number on standard output.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import generator
from generator.kit.chance import stream

try:
    from generator.play.engine.batch import play_games
    from generator.play.engine.game import load_game
    from generator.play.engine.thinker import Thinker
    from generator.reading.door import open_pack
except ImportError:  # bc72c3d and its like
    from generator.door import open_pack
    from generator.play.agents import Thinker
    from generator.play.game import load_game
    from generator.play.loop import play_games

PACKS = Path(generator.__file__).parents[1] / "tests" / "packs"


def load(name: str, players: str) -> Any:
    """A game, its rules compiled; the pack must be sound."""
    own = PACKS / name
    pack, problems = open_pack(str(own) if own.is_dir() else name)
    assert pack is not None, [str(problem) for problem in problems]
    return load_game(pack, int(players))


def play(name: str, players: str, games: str, turn: str) -> float:
    """Random games per CPU-second on one core."""
    game, n = load(name, players), int(games)
    play_games(game, ["random"], 1, 0, 1, collect="none")
    start = time.process_time()
    play_games(game, ["random"], 1, int(turn) * n, n, collect="none")
    return n / (time.process_time() - start)


def think(name: str, players: str, iterations: str, turn: str) -> float:
    """Iterations of UCT per CPU-second from the first position."""
    game = load(name, players)
    thinker = Thinker(game, f"mcts:{iterations}")
    state = game.fresh()[0]
    game.deal(game.tables, state, stream(1, 0, 0))
    thinker.choose(state, stream(1, 0, 1))
    start = time.process_time()
    thinker.choose(state, stream(1, int(turn), 1))
    return int(iterations) / (time.process_time() - start)


def threads(name: str, players: str, games: str) -> float:
    """Games per second of wall time that two threads play, over those of one."""
    try:
        from generator.play.runs.runners import batches
    except ImportError:  # an earlier version, whose runners were one file
        from generator.play.runners import batches  # type: ignore[no-redef]

    game, n = load(name, players), int(games)

    def seconds(workers: int) -> float:
        start = time.perf_counter()
        for _ in batches(game, ["random"], 1, 0, n, size=n // 16, collect="none", workers=workers):
            pass
        return time.perf_counter() - start

    seconds(2)
    return seconds(1) / seconds(2)


def start(name: str, players: str, agent: str, level: str) -> float:
    """CPU-seconds of this process, which plays one game."""
    play_games(load(name, players), [agent], 1, 0, 1, collect=level)
    return _used()


def rules(*names: str) -> float:
    """CPU-seconds of this process, which compiles every rule of the games, and nothing else."""
    for name in names:
        _compile_rules(_with_an_agent(load(name, "2")))
    return _used()


def engine(*names: str) -> float:
    """CPU-seconds of this process, which has games played by every part of the engine."""
    from generator.play.engine.playback import PlayOut

    for name in names:
        game = _with_an_agent(load(name, "2"))
        _compile_rules(game)
        agents = ["random", "first", "first:until=1", "flat:1", "mcts:1"]
        for agent in [*agents, "greedy"] if game.value else agents:
            batch = play_games(game, [agent], 1, 0, 1, collect="moves")
        PlayOut(game, "random")(1, 0, batch.moves, at=[0], playouts=1)
        state = game.fresh()[0]
        game.deal(game.tables, state, stream(1, 0, 0))
        Thinker(game, "random").choose(state, stream(1, 0, 1))
    return _used()


def _with_an_agent(game: Any) -> Any:
    """Return the game with an agent of its own, so that the engine's part for it is compiled."""
    from dataclasses import replace

    from generator.kit import rule

    @rule
    def first(tables: Any, state: Any, moves: Any, n: int, rng: Any) -> Any:
        return moves[0]

    return replace(game, agents={**game.agents, "first": first})


def _compile_rules(game: Any) -> None:
    """Compile all that a game's `rules.py` and `bots.py` hold."""
    from generator.play.engine.thread_memory import RULES

    game.desk(1, RULES, 0, 1)
    game.wires([("value", judge) for judge in game.personas.values()])
    game.wires([("policy", policy) for policy in game.agents.values()])


def _used() -> float:
    return sum(os.times()[:2])


QUESTIONS: dict[str, Callable[..., float]] = {
    each.__name__: each for each in (play, think, threads, start, rules, engine)
}

if __name__ == "__main__":
    print(QUESTIONS[sys.argv[1]](*sys.argv[2:]))
