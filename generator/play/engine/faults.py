"""When rules fail in the middle of a run: which call it was, told with its line.

A fault in compiled rules stops the run. The same game is then played again, compiled, up to the
faulty call, and that call alone is made in plain Python, where the line shows. A thread of its own
watches for calls that never end: those cannot be stopped, so it tells what it knows and ends the
process.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.play.engine.calls import (
    BAD_CHOICE,
    BAD_KIND,
    BAD_MOVE,
    BAD_PIECE,
    BAD_SCORE,
    BAD_SEAT,
    BAD_SPACE,
    BAD_VALUE,
    NO_FAULT,
    NO_MOVES,
    TOO_MANY,
    Fault,
    Stopped,
)
from generator.play.engine.contract import Rule, line_of
from generator.play.engine.desk import (
    ARGUMENT,
    CALLS,
    CONSIDER,
    DEAL,
    DECISION,
    FAULT,
    FOUND,
    GAME,
    HIDE,
    IMAGINED,
    MOVES,
    PICK,
    PIECES,
    PLAY,
    POLICY,
    RULE,
    RULES,
    SCORE,
    STOCK,
    STOP,
    TURN,
    VALUE,
    Desk,
    draws_of,
    kept_of,
    words_in,
)
from generator.play.engine.game import Game
from generator.play.engine.loading import FaultyRules, faults_of, faulty
from generator.play.engine.machine import tell
from generator.problems import Place, Problem, Problems, place_of

PATIENCE = 10.0  # seconds that one call of a rule may last
GLANCE = 0.5  # seconds between two looks of the watch

# Fault → what the rule did, with {found}, and the likely fix.
_WORDS = {
    BAD_SEAT: ("turn() gave seat {found}; there are {seats}", "seats count from 0; −1 ends a game"),
    NO_MOVES: (
        "moves() lists no legal move though turn() says that a seat is to act",
        "end the game in turn(), or list a move that passes",
    ),
    TOO_MANY: ("moves() gave {found} moves, more than WIDEST = {widest}", "raise WIDEST"),
    BAD_KIND: ("kind() gave {found}; there are {kinds} KINDS, from 0", ""),
    BAD_PIECE: ("piece() gave {found}; there are {pieces} pieces, from 0, and −1 for none", ""),
    BAD_SPACE: ("space() gave {found}; there are {spaces} spaces, from 0, and −1 for none", ""),
    BAD_MOVE: ("the agent chose {found}, which is no legal move", "return one of out[:n]"),
    BAD_CHOICE: ("consider() gave {found} moves", "give 1 to n"),
    BAD_VALUE: ("value() gave no number (NaN) for seat {found}", "look for 0 / 0"),
    BAD_SCORE: ("score() gave no finite number for seat {found}", "look for a division by 0"),
}


@contextmanager
def watched(
    game: Game, desk: Desk, seed: int, again: Callable[[int, int], object] | None
) -> Iterator[None]:
    """Run the engine inside: faults come out as `FaultyRules`, endless calls end the process.

    `again(number, n)` plays games of the same run anew; `None` where that would be another game.
    """
    desk.journal[STOP] = -1
    desk.journal[FAULT] = NO_FAULT
    with _watch.over(game, desk, seed):
        try:
            with faults_of(game.pack.folder):
                yield
        except FaultyRules as fault:
            raise _placed(game, desk, seed, fault) from fault
        except Exception as error:
            raise _told(game, desk, seed, error, again) from error


def where_in(game: Game, desk: Desk, seed: int) -> str:
    """The moment of a fault, in words that another run can be started from."""
    number, decision = int(desk.journal[GAME]), int(desk.journal[DECISION])
    return f"(seed {seed}, game {number}, decision {decision}, {game.seats} players)"


def _placed(game: Game, desk: Desk, seed: int, fault: FaultyRules) -> FaultyRules:
    """A fault that already has its line, with the game that shows it."""
    if not desk.journal[CALLS]:
        return fault
    problems = Problems()
    for p in fault.problems:
        text = f"{p.message} {where_in(game, desk, seed)}"
        problems.add(
            Problem(p.place, text, p.fix or _hint(int(desk.journal[RULE]), p.message), p.level)
        )
    return FaultyRules(problems)


def _told(
    game: Game,
    desk: Desk,
    seed: int,
    error: Exception,
    again: Callable[[int, int], object] | None,
) -> FaultyRules:
    rule, where = int(desk.journal[RULE]), where_in(game, desk, seed)
    if isinstance(error, Fault):
        words, fix = _WORDS[int(desk.journal[FAULT])]
        text = words.format(
            found=int(desk.journal[FOUND]),
            seats=game.seats,
            widest=game.widest,
            kinds=len(game.kinds),
            pieces=len(game.pieces),
            spaces=len(game.spaces),
        )
        return faulty(_place(game, rule), f"{text} {where}", fix)
    if again is not None:
        desk.journal[STOP] = desk.journal[CALLS]
        try:
            again(int(desk.journal[GAME]), 1)
        except Stopped:
            found = _alone(game, desk)
            if found is not None:
                return _placed(game, desk, seed, found)
        except Exception:  # another fault than before: tell the first
            pass
    text = f"{RULES[rule]}() stopped with {type(error).__name__}: {error} {where}"
    return faulty(_place(game, rule), text, _hint(rule, str(error)))


def _alone(game: Game, desk: Desk) -> FaultyRules | None:
    """Make the call that the engine stopped at in plain Python; the fault it shows, if it does."""
    rule, argument = int(desk.journal[RULE]), np.int64(desk.journal[ARGUMENT])
    states = game.fresh()
    words_in(states)[0] = desk.words[int(desk.journal[IMAGINED])]
    state, rng, kept = states[0], draws_of(desk)[2].copy(), kept_of(desk)
    arguments: dict[int, tuple[Any, ...]] = {
        DEAL: (rng,),
        MOVES: (np.zeros(game.widest, np.int32),),
        PLAY: (argument, rng),
        SCORE: (np.zeros(game.seats),),
        HIDE: (argument, rng),
        STOCK: (np.zeros((game.seats, len(game.supplies)), np.int32),),
        TURN: (),
        PICK: (rng,),
        CONSIDER: (kept, argument, rng),
        POLICY: (kept, argument, rng),
        PIECES: (kept, argument, np.zeros(len(kept), np.int32)),
    }
    for function in _functions(game, rule):
        try:
            with faults_of(game.pack.folder):
                function(game.tables, state, *arguments.get(rule, (argument,)))
        except FaultyRules as fault:
            return fault
    return None


def _functions(game: Game, rule: int) -> list[Rule]:
    """What the call may have been: the rule, or any persona or agent of the pack."""
    if rule == VALUE:
        return [*([game.value] if game.value else []), *game.personas.values()]
    if rule == POLICY:
        return list(game.agents.values())
    if rule == PIECES:
        return [game.pieces_of] if game.pieces_of else []
    return [getattr(game, RULES[rule])]


def _place(game: Game, rule: int) -> Place:
    functions = _functions(game, rule)
    return line_of(functions[0]) if functions else place_of(game.book.path)


def _hint(rule: int, text: str) -> str:
    if rule == MOVES and "out of bounds" in text:
        return "are there more legal moves than WIDEST?"
    return ""


# --------------------------------------------------------------------------- calls that never end


@dataclass(eq=False, slots=True)
class _Run:
    """A run that is being watched: where it was at the last look that saw it move."""

    game: Game
    desk: Desk
    seed: int
    moment: tuple[int, int] = (-1, -1)
    since: float = 0.0
    worked: float = 0.0


class _Watch:
    """A thread that looks at all runs now and then, as long as there are any."""

    def __init__(self) -> None:
        self._runs: list[_Run] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def over(self, game: Game, desk: Desk, seed: int) -> Iterator[None]:
        run = _Run(game, desk, seed)
        with self._lock:
            self._runs.append(run)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._runs.remove(run)

    def _look(self) -> None:
        while True:
            time.sleep(GLANCE)
            with self._lock:
                if not self._runs:
                    self._thread = None
                    return
                runs = list(self._runs)
            for run in runs:
                if _hangs(run):
                    end_process(run.game, run.desk, run.seed)


def _hangs(run: _Run) -> bool:
    """Whether one call has lasted too long, while this process was really working."""
    journal = run.desk.journal
    moment = int(journal[GAME]), int(journal[CALLS])
    now, worked = time.monotonic(), time.process_time()
    if moment != run.moment or moment[1] == 0:
        run.moment, run.since, run.worked = moment, now, worked
        return False
    return now - run.since > PATIENCE and worked - run.worked > PATIENCE / 2


def end_process(game: Game, desk: Desk, seed: int) -> None:
    """Say which rule does not come to an end, and end the process: it cannot be stopped."""
    rule = int(desk.journal[RULE])
    problem = Problem(
        _place(game, rule),
        f"{RULES[rule]}() does not come to an end: {PATIENCE:.0f} seconds and more "
        f"{where_in(game, desk, seed)}",
        "look for a loop whose condition stays true",
    )
    tell(str(problem))
    os._exit(1)


_watch = _Watch()
