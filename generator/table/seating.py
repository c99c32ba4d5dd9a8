"""What the seats' worker does: a game that people play, seen, thought about, and played again.

Runs in a child process. A `Sitting` names a game; the pack is read when its digest is not known
yet, so that a game goes on by the rules it began with. Raises `ValueError` for what cannot be.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from generator.kit.chance import stream
from generator.play.engine.agents import agent_of
from generator.play.engine.game import Game, faults_of, load_game
from generator.play.engine.thinker import Thinker
from generator.table.faces import Call
from generator.table.seat import Seated, View

MOST_KEPT = 12  # games whose positions are kept
THOUGHTS = 500_000  # the stream of what bots think, by decision
TRIES = (200, 12_000)  # playouts for each move, and for all of them, of a judgement


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game: which rules, how many play, its seed and number, the moves made."""

    digest: str
    players: int
    seed: int
    index: int
    is_hidden: bool
    moves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """What playouts say of a move: the mover's share of the wins, 95 % ± `half`."""

    move: int
    chance: float
    half: float
    n: int


@dataclass(frozen=True, slots=True)
class Choosable:
    """What can be chosen when a game is begun."""

    players: tuple[int, ...]
    bots: tuple[str, ...]


class OtherVersion(ValueError):
    """The pack has changed since the game began."""


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
    return Sitting(game.digest, players, seed, index, game.is_hidden)


def seen(call: Call, sitting: Sitting, ply: int, viewer: int | None, asked: bool) -> View:
    """A position as a seat sees it."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        return seated.view(ply, viewer, asked)


def to_act(call: Call, sitting: Sitting) -> int:
    """The seat to act, or −1 when the game is over."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        return seated.turn(len(sitting.moves))


def thought(call: Call, sitting: Sitting, bot: str) -> int:
    """The move of a bot; the same one whenever it is asked in this position."""
    seated = _at(call, sitting)
    ply = len(sitting.moves)
    thinks_long = bot.partition(":")[0] in ("mcts", "flat")
    game = _game(call, sitting, fast=True) if thinks_long else seated.game  # compiling takes longer
    rng = stream(sitting.seed, sitting.index, THOUGHTS + ply)
    return Thinker(game, bot).choose(seated.state(ply), rng)


def judged(call: Call, sitting: Sitting, ply: int) -> tuple[Judged, ...]:
    """Every legal move of a position tried out: as the seat to act can know it, best first."""
    seated = _at(call, sitting)
    legal = seated.legal(ply)
    if len(legal) < 2:
        return tuple(Judged(move, float("nan"), 0.0, 0) for move in legal)
    game = _game(call, sitting, fast=True)
    each, most = TRIES
    thinker = Thinker(game, f"flat:{len(legal) * max(1, min(each, most // len(legal)))}")
    thinker.choose(seated.state(ply), stream(sitting.seed, sitting.index, THOUGHTS + ply))
    sums, counts = thinker.tried().tolist()
    tried = zip(legal, sums, counts, strict=False)
    found = [Judged(move, total / n, _half(total / n, n), int(n)) for move, total, n in tried if n]
    return tuple(sorted(found, key=lambda each: -each.chance))


def _half(share: float, n: float) -> float:
    """Half of Wilson's 95 % interval of a share of n."""
    z = 1.96
    return z / (1 + z * z / n) * float(np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)))


def _at(call: Call, sitting: Sitting) -> Seated:
    """The game with these moves made."""
    key = (sitting.digest, sitting.players, sitting.seed, sitting.index)
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
    key = (f"{sitting.digest} {sitting.players}", fast)
    if key not in _games:
        game = read(call, sitting.players, fast)
        if game.digest != sitting.digest:
            raise OtherVersion("the pack has changed since this game began")
        _games[key] = game
        while len(_games) > MOST_KEPT:
            _games.popitem(last=False)
    _games.move_to_end(key)
    return _games[key]


def read(call: Call, players: int, fast: bool = False) -> Game:
    """The pack's rules as they are now; 0 players for as few as can."""
    pack = call.pack()
    return load_game(pack, players or pack.players[0], plain=not fast)
