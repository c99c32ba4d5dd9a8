"""What the seats' worker does: a game that people play, seen, thought about, and played again.

Runs in a child process. A `Sitting` names a game; the pack is read when its digest is not known
yet, so that a game goes on by the rules it began with. Raises `ValueError` for what cannot be.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from generator.kit.chance import stream
from generator.play.engine.agents import agent_of
from generator.play.engine.game import Game, faults_of, load_game
from generator.play.engine.kinds import is_search
from generator.play.engine.search.tree import REWARD, REWARDS
from generator.play.engine.thinker import Thinker
from generator.play.engine.watch import moments
from generator.preview.faces import Call
from generator.preview.seat_views import Ghost, Past, Seated, View

T = TypeVar("T")

MOST_KEPT = 12  # games whose positions are kept
THOUGHTS = 500_000  # the stream of what bots think, by decision
LOOKS = (400, 102_400)  # iterations of a judgement's first search, and of one that is the last
GROWTH = 4  # each search of a judgement is so many times as long as the one before
LOOK = 0.2  # seconds between two looks at work that gives signs
PATIENCE = 1.0  # seconds that the last one may last


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game: which rules (`rules_of`), how many play, its seed and number, the moves made.

    `reading` is the digest of the pack, looks and bots included, when it began.
    """

    digest: str
    players: int
    seed: int
    index: int
    is_hidden: bool
    moves: tuple[int, ...] = ()
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a search says of a move: the mover's mean reward, 95 % ± `half`, from `n` visits.

    Of scores `half` is an upper bound.

    `is_sure` where it is the share of the win with the best play of all.
    """

    move: int
    chance: float
    half: float
    n: int
    is_sure: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a bot thinks of the moves: the one it would make first, then those visited most."""

    bot: str
    reward: str  # "win", or what else searchers go by; where nobody competes "score" or "value"
    moves: tuple[Judged, ...]
    reach: float = 1.0  # how far rewards lie apart


@dataclass(frozen=True, slots=True)
class Choosable:
    """What can be chosen when a game is begun."""

    players: tuple[int, ...]
    bots: tuple[str, ...]


class OtherVersion(ValueError):
    """The rules, or what they are set up with, have changed since the game began."""


_games: OrderedDict[tuple[str, bool], Game] = OrderedDict()
_seated: OrderedDict[tuple[str, int, int, int], Seated] = OrderedDict()


def choosable(call: Call) -> Choosable:
    """How many may play, and against whom."""
    game = read(call, 0)
    low, high = game.book.get("SEATS")
    first, last = game.pack.players
    players = tuple(range(max(low, first), min(high, last) + 1))
    bots = ["random", *(["greedy"] if game.value is not None else [])]
    bots += [*sorted(game.personas), *sorted(game.agents), "mcts:100", "mcts:1000"]
    return Choosable(players, tuple(bots))


def begun(call: Call, players: int, bots: Sequence[str], seed: int, index: int = 0) -> Sitting:
    """A new game of the pack as it is now. Raises `ValueError` for unknown bots."""
    game = read(call, players)
    for bot in bots:
        agent_of(game, bot)
    return Sitting(rules_of(game), players, seed, index, game.is_hidden, reading=game.digest)


def seen(call: Call, sitting: Sitting, ply: int, viewer: int | None, wants_choices: bool) -> View:
    """A position as a seat sees it."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        return seated.view(ply, viewer, wants_choices)


def watched(call: Call, sitting: Sitting, ply: int) -> View:
    """A position as a spectator sees it."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        return seated.public(ply)


@dataclass(frozen=True, slots=True)
class Position:
    """Who is to act (−1: nobody, the game is over), the legal moves, and what the last one taught.

    `teaches` holds where the last move used chance or showed somebody what was hidden.
    """

    turn: int
    legal: tuple[int, ...]
    teaches: bool


def position(call: Call, sitting: Sitting) -> Position:
    """Where a game stands."""
    seated, ply = _at(call, sitting), len(sitting.moves)
    with faults_of(seated.game.pack.folder):
        teaches = ply > 0 and seated.teaches(ply)
        return Position(seated.turn(ply), tuple(seated.legal(ply)), teaches)


def ghosts(
    call: Call, sitting: Sitting, viewer: int | None, moves: Sequence[int]
) -> tuple[Ghost, ...]:
    """What moves would do to the map, as far as the viewer can know it beforehand."""
    seated, ply = _at(call, sitting), len(sitting.moves)
    legal = set(seated.legal(ply))
    with faults_of(seated.game.pack.folder):
        return seated.ghosts(ply, viewer, [move for move in moves if move in legal])


def only_move(call: Call, sitting: Sitting) -> int:
    """The move of a position that has no other; −1 where there are more, or none."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        legal = seated.legal(len(sitting.moves))
    return legal[0] if len(legal) == 1 else -1


def to_act(call: Call, sitting: Sitting) -> int:
    """The seat to act, or −1 when the game is over."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        return seated.turn(len(sitting.moves))


def thought(call: Call, sitting: Sitting, bot: str) -> Iterator[int | None]:
    """The move of a bot, after signs; the same one whenever it is asked in this position."""
    yield (yield from lively(lambda: _thought(call, sitting, bot)))


def _thought(call: Call, sitting: Sitting, bot: str) -> int:
    seated = _at(call, sitting)
    ply = len(sitting.moves)
    thinks_long = is_search(bot)
    game = _game(call, sitting, fast=True) if thinks_long else seated.game  # compiling takes longer
    rng = stream(sitting.seed, sitting.index, THOUGHTS + ply)
    return Thinker(game, bot).choose(seated.state(ply), rng, seated.past(ply))


def judged(call: Call, sitting: Sitting) -> Iterator[Judgement | None]:
    """What the searching bots think of the position, longer and longer, as the seat can know it."""
    seated, ply = _at(call, sitting), len(sitting.moves)
    if len(seated.legal(ply)) < 2:
        return
    state, seat, past = seated.state(ply), seated.turn(ply), seated.past(ply)
    game = yield from lively(lambda: _compiled(call, sitting, state, past))
    iterations, most = LOOKS
    while True:
        began = time.perf_counter()
        rng = stream(sitting.seed, sitting.index, THOUGHTS + ply)
        bot = f"mcts:{iterations}"
        estimates = yield from lively(partial(weigh, game, state, seat, bot, rng, past))
        yield estimates
        is_slow = GROWTH * (time.perf_counter() - began) > PATIENCE
        is_sure = bool(estimates.moves) and estimates.moves[0].is_sure
        if is_slow or GROWTH * iterations > most or is_sure:
            return
        iterations *= GROWTH


def _compiled(call: Call, sitting: Sitting, state: Any, past: Past) -> Game:
    """The game with all that a search needs; compiling is no thinking."""
    game = _game(call, sitting, fast=True)
    Thinker(game, "mcts:1").choose(state, stream(0, 0, 0), past)
    return game


def lively(work: Callable[[], T]) -> Generator[None, None, T]:
    """Do the work in a thread and return what it gives; meanwhile yield None for every sign of it.

    It gives a sign whenever the pack's programs make other calls than at the last look, or none:
    then the work is ours, compiling for one. A single call that lasts gives none.
    """
    with ThreadPoolExecutor(1) as pool:
        doing, before = pool.submit(work), moments()
        while not wait([doing], LOOK).done:
            now = moments()
            if not now or now != before:
                yield None
            before = now
        return doing.result()


def weigh(
    game: Game, state: Any, seat: int, bot: str, rng: NDArray[np.uint64], past: Past = ()
) -> Judgement:
    """What a searching bot thinks of the moves; the first is the one it makes with that `rng`.

    `past` is how the game came to this position, as `Seated.past` has it.
    """
    thinker = Thinker(game, bot)
    chosen = thinker.choose(state, rng, past)
    low, reach = thinker.range(seat)
    moves = []
    for each in thinker.weighed(seat):
        chance = each.reward if each.proven is None else each.proven
        part = (each.reward - low) / reach if reach else 0.0
        half = reach * _half(part, each.visits) if each.proven is None else 0.0
        moves.append(Judged(each.move, chance, half, each.visits, each.proven is not None))
    moves.sort(key=lambda judged: judged.move != chosen)
    reward = REWARDS[int(agent_of(game, bot).options[REWARD])]
    if not game.is_contest:
        reward = "score" if game.value is None else "value"
    return Judgement(bot, reward, tuple(moves), reach)


def _half(share: float, n: float) -> float:
    """Half of Wilson's 95 % interval of a share of n."""
    z = 1.96
    return z / (1 + z * z / n) * float(np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)))


def _at(call: Call, sitting: Sitting) -> Seated:
    """The game with these moves made."""
    key = (sitting.reading, sitting.players, sitting.seed, sitting.index)
    if key not in _seated:
        game = _game(call, sitting)
        with faults_of(game.pack.folder):
            _seated[key] = Seated(game, sitting.seed, sitting.index)
        while len(_seated) > MOST_KEPT:
            _seated.popitem(last=False)
    _seated.move_to_end(key)
    seated = _seated[key]
    with faults_of(seated.game.pack.folder):
        seated.go(sitting.moves)
    return seated


def _game(call: Call, sitting: Sitting, fast: bool = False) -> Game:
    """The rules that a sitting goes by. Raises `OtherVersion` where they are no longer there."""
    key = (f"{sitting.reading} {sitting.players}", fast)
    if key not in _games:
        game = read(call, sitting.players, fast)
        if rules_of(game) != sitting.digest:
            raise OtherVersion("its rules or numbers have changed since this game began")
        _games[key] = game
        while len(_games) > MOST_KEPT:
            _games.popitem(last=False)
    _games.move_to_end(key)
    return _games[key]


def rules_of(game: Game) -> str:
    """The digest of what decides how a game runs: its rules and the records they begin with.

    How it looks on the table and how bots judge it are no part of it.
    """
    total = hashlib.sha256(game.book.path.read_bytes())
    for record in (game.tables, game.template):
        for name in record.dtype.names:
            total.update(f"{name} {record[name].dtype} ".encode() + record[name].tobytes())
    return total.hexdigest()


def read(call: Call, players: int, fast: bool = False) -> Game:
    """The pack's rules as they are now; 0 players for as few as can."""
    pack = call.pack()
    return load_game(pack, players or pack.players[0], plain=not fast)
