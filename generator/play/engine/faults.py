"""Locates faults in the rules during a run, by the call that failed and its line.

A fault in compiled rules stops the run. The same game is then played again, compiled, up to the
faulty call. Only that call runs in plain Python, which reports the line.
"""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from generator.model.problems import Place, Problem, Problems, text_or_nothing
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
    POINTS_FIX,
    TOO_MANY,
    Fault,
    NotWhole,
    Stopped,
)
from generator.play.engine.game import Game
from generator.play.engine.loading import FaultyRules, faults_of, faulty
from generator.play.engine.near_misses import narrow_in
from generator.play.engine.places import FILES, Rule, line_of, loop_of
from generator.play.engine.thread_memory import (
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
    ROUND_OF,
    RULE,
    RULES,
    SCORE,
    STOCK,
    STOP,
    TIE_BREAK,
    TURN,
    TURN_OF,
    VALUE,
    Desk,
    draws_of,
    kept_of,
    words_in,
)
from generator.play.engine.traits import short
from generator.play.engine.watch import ENDLESS_FIX, PATIENCE, watched_over

# Fault → message, where {found} is the faulty value, and the likely fix.
_WORDS = {
    BAD_SEAT: (
        "{rule}() returned seat {found}; there are {seats}",
        "seats count from 0; −1 ends a game",
    ),
    NO_MOVES: (
        "{rule}() lists no legal move, but turn() says that a seat must move",
        "end the game in turn(), or list a move that passes",
    ),
    TOO_MANY: ("{rule}() returned {found} moves, more than WIDEST = {widest}", "raise WIDEST"),
    BAD_KIND: ("{rule}() returned {found}; there are {kinds} KINDS, numbered from 0", ""),
    BAD_PIECE: (
        "piece() returned {found}; there are {pieces} pieces, numbered from 0, and −1 for none",
        "",
    ),
    BAD_SPACE: (
        "{rule}() returned {found}; there are {spaces} spaces, numbered from 0, and −1 for none",
        "",
    ),
    BAD_MOVE: ("{rule}() returned {found}, which is not a legal move", ""),
    BAD_CHOICE: ("{rule}() returned {found} moves", "give 1 to n"),
    BAD_VALUE: ("{rule}() returned nan (not a number) for seat {found}", "look for 0 / 0"),
    BAD_SCORE: ("{rule}() gave seat {found} points that are not finite", POINTS_FIX),
}
# The same for rules that are defaults of the kit.
_LEFT_OUT = {
    BAD_SEAT: (
        "state.seat is {found}, but there are {seats} players, 0 to {last}",
        "write state.seat = (state.seat + 1) % tables.players",
    ),
    BAD_SCORE: ("state.points has no finite number for seat {found}", POINTS_FIX),
}


@contextmanager
def watched(
    game: Game, desk: Desk, seed: int, again: Callable[[int, int], object] | None
) -> Iterator[None]:
    """Run the engine inside this block; faults become `FaultyRules`, and endless calls end the
    process. `again(number, n)` replays games of the same run; `None` if a replay would be a
    different game.
    """
    desk.journal[STOP] = -1
    desk.journal[FAULT] = NO_FAULT
    with watched_over(_Calls(game, desk, seed)):
        try:
            with faults_of(game.pack.folder):
                yield
        except FaultyRules as fault:
            raise _placed(game, desk, seed, fault) from fault
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # rules may raise any exception
            raise _told(game, desk, seed, error, again) from error


def where_in(game: Game, desk: Desk, seed: int) -> str:
    """Return the moment of a fault as text, with the seed and game from which a user can
    repeat it.
    """
    number, decision = int(desk.journal[GAME]), int(desk.journal[DECISION])
    return f"(seed {seed}, game {number}, decision {decision}, {game.seats} players)"


def _placed(game: Game, desk: Desk, seed: int, fault: FaultyRules) -> FaultyRules:
    """Add the game and decision to a fault that already has its line."""
    if not desk.journal[CALLS]:
        return fault
    problems = Problems()
    for p in fault.problems:
        text = f"{p.message} {where_in(game, desk, seed)}"
        problems.add(
            Problem(
                p.place, text, p.fix or _hint(game, int(desk.journal[RULE]), p.message), p.level
            )
        )
    return FaultyRules(problems)


def _told(
    game: Game,
    desk: Desk,
    seed: int,
    error: BaseException,
    again: Callable[[int, int], object] | None,
) -> FaultyRules:
    rule, where = int(desk.journal[RULE]), where_in(game, desk, seed)
    fault, found = int(desk.journal[FAULT]), int(desk.journal[FOUND])
    call = _repeated(game, desk, again)
    if isinstance(error, Fault):
        function = _culprit(game, rule, call)
        place = _place(game, rule, function)
        is_own = function is not None and place == line_of(function)
        words, fix = _WORDS[fault] if is_own else _LEFT_OUT.get(fault, _WORDS[fault])
        if fault == NO_MOVES and not game.book.writes("turn"):
            words, fix = "{rule}() lists no legal move, and state.over is 0", _over_fix(game)
        text = words.format(
            rule=function.__name__ if function is not None and is_own else RULES[rule],
            found=found,
            seats=game.seats,
            last=game.seats - 1,
            widest=game.widest,
            kinds=len(game.kinds),
            pieces=len(game.pieces),
            spaces=len(game.spaces),
        )
        return faulty(place, f"{text} {where}", fix)
    odd = _odd(game, rule, error, call)
    if odd:
        fix = "write int(…)" if isinstance(error, NotWhole) else ""
        return faulty(_place(game, rule), f"{odd} {where}", fix)
    plain_fault = _shown(game, rule, call) if call else None
    if plain_fault is not None and call is not None and (beyond := _seat_beyond(game, call)):
        (problem, *_) = plain_fault.problems
        if "out of bounds" in problem.message:
            text, fix = beyond
            return faulty(problem.place, f"{text}: {problem.message} {where}", fix)
    if plain_fault is not None:
        return _placed(game, desk, seed, plain_fault)
    text = f"{RULES[rule]}() stopped with {type(error).__name__}: {text_or_nothing(error)} {where}"
    return faulty(_place(game, rule), text, _hint(game, rule, text_or_nothing(error)))


def _odd(game: Game, rule: int, error: BaseException, call: "Call | None") -> str:
    """Describe a value that a plain Python rule returned and that is not a valid number."""
    if isinstance(error, NotWhole):
        return f"{RULES[rule]}() returned {short(error.args[0])}, expected a whole number"
    if rule == PIECES and isinstance(error, OverflowError) and call and game.piece:
        with faults_of(game.pack.folder):
            found = max(call(game.piece), key=abs)
        return _WORDS[BAD_PIECE][0].format(found=found, pieces=len(game.pieces))
    return ""


# --------------------------------------------------------------------------- repeating the call


@dataclass(slots=True)
class Call:
    """A call that can be repeated with any function; it keeps the state after the call."""

    make: Callable[[Rule, Any], Any]
    fresh: Callable[[], Any]
    state: Any = None

    def __call__(self, function: Rule) -> Any:
        """Repeat the call and return the function's result."""
        self.state = self.fresh()
        return self.make(function, self.state)


def _repeated(game: Game, desk: Desk, again: Callable[[int, int], object] | None) -> Call | None:
    """Return a run's last call, so that it can be repeated in plain Python; `None` if it is not
    reached.
    """
    if again is None:
        return None
    desk.journal[STOP] = desk.journal[CALLS]
    try:
        again(int(desk.journal[GAME]), 1)
    except Stopped:
        return _last_call(game, desk)
    except Exception:  # this is a different fault, so the first fault is reported
        pass
    return None


def _last_call(game: Game, desk: Desk) -> Call:
    rule, argument = int(desk.journal[RULE]), np.int64(desk.journal[ARGUMENT])
    words, rng = desk.words[int(desk.journal[IMAGINED])].copy(), draws_of(desk)[2]
    kept = kept_of(desk)

    def fresh() -> Any:
        states = game.fresh()
        words_in(states)[0] = words
        return states[0]

    def make(function: Rule, state: Any) -> Any:
        arguments: dict[int, tuple[Any, ...]] = {
            DEAL: (rng.copy(),),
            MOVES: (np.zeros(game.widest, np.int32),),
            PLAY: (argument, rng.copy()),
            SCORE: (np.zeros(game.seats),),
            TIE_BREAK: (np.zeros(game.seats),),
            HIDE: (argument, rng.copy()),
            STOCK: (np.zeros((game.seats, len(game.supplies)), np.int32),),
            TURN: (),
            TURN_OF: (),
            ROUND_OF: (),
            PICK: (rng.copy(),),
            CONSIDER: (kept.copy(), argument, rng.copy()),
            POLICY: (kept.copy(), argument, rng.copy()),
        }
        if rule == PIECES:
            return [function(game.tables, state, np.int64(move)) for move in kept[:argument]]
        given = function(game.tables, state, *arguments.get(rule, (argument,)))
        return int(given in kept[:argument]) if rule == POLICY else given

    return Call(make, fresh)


def _shown(game: Game, rule: int, call: Call) -> FaultyRules | None:
    """Return the fault that occurs when the call runs in plain Python, if any."""
    for function in _functions(game, rule):
        try:
            with faults_of(game.pack.folder):
                call(function)
        except FaultyRules as fault:
            return fault
    return None


def _seat_beyond(game: Game, call: Call) -> tuple[str, str] | None:
    """Return the message for a call that set `state.seat` to an invalid seat; else None."""
    names = getattr(call.state, "dtype", np.dtype(int)).names or ()
    if "seat" not in names or call.state["seat"].ndim or call.state["seat"] < game.seats:
        return None
    words, fix = _LEFT_OUT[BAD_SEAT]
    seat = int(call.state["seat"])
    return words.format(found=seat, seats=game.seats, last=game.seats - 1), fix


def _over_fix(game: Game) -> str:
    """Return the fix for an unfinished game without moves under the kit's `turn`."""
    fix = "set state.over in play() as soon as no seat can move, or list a move that passes"
    return unended_fix(game) or fix


def unended_fix(game: Game) -> str:
    """Return the fix if no line of the rules sets `state.over`; otherwise ""."""
    if game.book.writes("turn"):
        return ""
    files = (game.pack.folder / name for name in FILES)
    trees = [ast.parse(file.read_bytes()) for file in files if file.is_file()]
    for node in (node for tree in trees for node in ast.walk(tree)):
        if not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        inside = (part for target in targets for part in ast.walk(target))
        is_over = any(isinstance(part, ast.Attribute) and part.attr == "over" for part in inside)
        if is_over and not (isinstance(node.value, ast.Constant) and not node.value.value):
            return ""
    cause = "no line sets state.over to anything but 0, so no game ends"
    return f"{cause}: write state.over = 1 in play() when the game is over"


def _culprit(game: Game, rule: int, call: Call | None) -> Rule | None:
    """Return the function with the invalid result, found among several judges or agents."""
    functions = _functions(game, rule)
    for function in functions if call and len(functions) > 1 else ():
        with faults_of(game.pack.folder):
            given = call(function) if call else 0
        if (rule == VALUE and given != given) or (rule == POLICY and not given):
            return function
    return functions[0] if functions else None


def _functions(game: Game, rule: int) -> list[Rule]:
    """Return the functions that the call may have used: the rule, or any persona or agent."""
    if rule == VALUE:
        return [*([game.value] if game.value else []), *game.personas.values()]
    if rule == POLICY:
        return list(game.agents.values())
    if rule == PIECES:
        return [game.piece] if game.piece else []
    return [getattr(game, RULES[rule])]


def _place(game: Game, rule: int, function: Rule | None = None) -> Place:
    functions = _functions(game, rule)
    return game.book.place_of(RULES[rule], function or (functions[0] if functions else None))


def _hint(game: Game, rule: int, text: str) -> str:
    if rule == MOVES and "out of bounds" in text:
        return "are there more legal moves than WIDEST?"
    if "out of bounds" in text or "there is no such card" in text:
        narrow = next(narrow_in(game.book, game.pack), None)
        if narrow is not None:
            return f"{narrow.text}; if moves count rows, {narrow.fix}"
    if "there is no such card" in text and rule in (PLAY, PIECES):
        return f"does moves(), {game.book.place_of('moves')}, offer one card too many?"
    return ""


# --------------------------------------------------------------------------- calls that never end


@dataclass(frozen=True, slots=True)
class _Calls:
    """The calls that the compiled engine makes; `faults_of` watches calls in plain Python."""

    game: Game
    desk: Desk
    seed: int

    def moment(self) -> object:
        journal = self.desk.journal
        is_known = not self.game.plain and journal[CALLS] > 0
        return (int(journal[GAME]), int(journal[CALLS])) if is_known else None

    def endless(self) -> Problem:
        rule = int(self.desk.journal[RULE])
        text = (
            f"{RULES[rule]}() has been running for {PATIENCE:.0f} seconds and more "
            f"{where_in(self.game, self.desk, self.seed)}"
        )
        return Problem(self._loop(rule) or _place(self.game, rule), text, ENDLESS_FIX)

    def _loop(self, rule: int) -> Place | None:
        """Return the loop in which the call must be hanging, if only one is possible."""
        loops = [loop_of(function.__code__) for function in _functions(self.game, rule)]
        inside = [
            loop for loop in loops if loop and Path(loop.file).parent == self.game.pack.folder
        ]
        return inside[0] if len(inside) == 1 else None
