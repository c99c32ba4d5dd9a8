"""The functions of the seats' worker: a game that people play, its views, its bots, its judgements.

Runs in a child process. A `Sitting` names a game. The pack is read if its digest is not known yet,
so that a game continues under the rules with which it began. The functions raise `ValueError` for
impossible requests.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from generator.kit.chance import stream
from generator.people.kept_likeness import like_people
from generator.play.engine.agents import agent_of
from generator.play.engine.game import Game, faults_of, load_game
from generator.play.engine.kinds import is_search
from generator.play.engine.records import record_of
from generator.play.engine.search.tree import REWARD, REWARDS
from generator.play.engine.thinker import Thinker
from generator.play.engine.watch import moments
from generator.play.runs.judges import judge
from generator.preview.entrance import bot_title, explained, introduction
from generator.preview.faces import Call
from generator.preview.layout import Ghost
from generator.preview.seat_views import Past, Seated, View
from generator.system.paths import private_folder

T = TypeVar("T")

MOST_KEPT = 12  # maximum number of games whose positions are kept
# the number of the random stream for bots' thinking, to which the number of decisions is added
THOUGHTS = 500_000
LOOKS = (400, 102_400)  # iterations of the first search of a judgement, and of the last
GROWTH = 4  # factor between the numbers of iterations of one search of a judgement and the next
LOOK = 0.2  # seconds between two checks whether work in a thread still makes progress
PATIENCE = 1.0  # seconds; a search that is expected to take longer is not started


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game: its rules (`rules_of`), number of players, seed, number, and the moves so far.

    `reading` is the digest of the pack when the game began, including looks and bots.
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
    """A search's estimate for a move: the mover's mean reward, 95 % ± `half`, from `n` visits.

    For scores, `half` is an upper bound. `is_sure`: the estimate is exact for best play by all
    players.
    """

    move: int
    chance: float
    half: float
    n: int
    is_sure: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """A bot's judgement of the moves: first the move it would make, then those visited most."""

    bot: str
    # "win" or another aim of searching players; without competition, "score" or "value"
    reward: str
    moves: tuple[Judged, ...]
    reach: float = 1.0  # difference between the largest and the smallest reward


@dataclass(frozen=True, slots=True)
class Choosable:
    """The choices when a game is begun."""

    players: tuple[int, ...]
    bots: tuple[str, ...]
    like: str = ""  # the bot that plays like the pack's people; "" if none is known
    about: tuple[str, ...] = ()  # what the game is, in paragraphs; empty if nothing says it
    explained: Mapping[str, str] = field(default_factory=dict)  # bot → what it does
    titles: Mapping[str, str] = field(default_factory=dict)  # bot → its name on the page


class OtherVersion(ValueError):
    """Raised if the rules, or the data they use, have changed since the game began."""


_games: OrderedDict[tuple[str, bool], Game] = OrderedDict()
_seated: OrderedDict[tuple[str, int, int, int], Seated] = OrderedDict()


def choosable(call: Call) -> Choosable:
    """What the game is, the possible numbers of players, and the bots to play against."""
    game = read(call, 0)
    low, high = game.book.get("SEATS")
    first, last = game.pack.players
    players = tuple(range(max(low, first), min(high, last) + 1))
    bots = ["random", *(["greedy"] if game.value is not None else [])]
    bots += [*sorted(game.personas), *sorted(game.agents), "mcts:100", "mcts:1000"]
    like = like_people(private_folder(game.pack, Path("output")))
    words = {bot: explained(game, bot) for bot in bots}
    titles = {bot: bot_title(bot) for bot in bots}
    return Choosable(players, tuple(bots), like, introduction(game.pack), words, titles)


def begun(call: Call, players: int, bots: Sequence[str], seed: int, index: int = 0) -> Sitting:
    """Begin a game of the pack in its current state. Raises `ValueError` for unknown bots."""
    game = read(call, players)
    for bot in bots:
        agent_of(game, bot)
    return Sitting(rules_of(game), players, seed, index, game.is_hidden, reading=game.digest)


def seen(call: Call, sitting: Sitting, ply: int, viewer: int | None, wants_choices: bool) -> View:
    """A position as a seat sees it."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        view = seated.view(ply, viewer, wants_choices)
        return replace(view, slotted=seated.slotted(ply, viewer))


def watched(call: Call, sitting: Sitting, ply: int) -> View:
    """A position as a spectator sees it."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        return seated.public(ply)


@dataclass(frozen=True, slots=True)
class Position:
    """The seat to act (−1 if the game is over), the legal moves, and the kind of the last move.

    `teaches` is true if the last move used chance or revealed something hidden.
    """

    turn: int
    legal: tuple[int, ...]
    teaches: bool


def position(call: Call, sitting: Sitting) -> Position:
    """The position of a game."""
    seated, ply = _at(call, sitting), len(sitting.moves)
    with faults_of(seated.game.pack.folder):
        teaches = ply > 0 and seated.teaches(ply)
        return Position(seated.turn(ply), tuple(seated.legal(ply)), teaches)


def taught(call: Call, sitting: Sitting, at: int) -> bool:
    """Whether a move after the first `at` used chance or revealed something hidden."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        return any(seated.teaches(ply) for ply in range(at + 1, len(sitting.moves) + 1))


def ghosts(
    call: Call, sitting: Sitting, viewer: int | None, moves: Sequence[int]
) -> tuple[Ghost, ...]:
    """The effects of moves on the map, as far as the viewer can know them beforehand."""
    seated, ply = _at(call, sitting), len(sitting.moves)
    legal = set(seated.legal(ply))
    with faults_of(seated.game.pack.folder):
        return seated.ghosts(ply, viewer, [move for move in moves if move in legal])


def recorded(call: Call, sitting: Sitting) -> dict[str, Any]:
    """The record of a game that is over, without its players."""
    game = _at(call, sitting).game
    return record_of(game, sitting.seed, sitting.index, sitting.moves)


def only_move(call: Call, sitting: Sitting) -> int:
    """The only legal move of a position; −1 if there are several, or none."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        legal = seated.legal(len(sitting.moves))
    return legal[0] if len(legal) == 1 else -1


def to_act(call: Call, sitting: Sitting) -> int:
    """The seat to act; −1 if the game is over."""
    seated = _at(call, sitting)
    with faults_of(seated.game.pack.folder):
        return seated.turn(len(sitting.moves))


def thought(call: Call, sitting: Sitting, bot: str) -> Iterator[int | None]:
    """Yield None while a bot thinks, then its move, which is always the same in one position."""
    yield (yield from lively(lambda: _thought(call, sitting, bot)))


def _thought(call: Call, sitting: Sitting, bot: str) -> int:
    seated = _at(call, sitting)
    ply = len(sitting.moves)
    thinks_long = is_search(bot)
    # compiling would take longer than the search
    game = _game(call, sitting, fast=True) if thinks_long else seated.game
    rng = stream(sitting.seed, sitting.index, THOUGHTS + ply)
    return Thinker(game, bot).choose(seated.state(ply), rng, seated.past(ply))


def judged(call: Call, sitting: Sitting) -> Iterator[Judgement | None]:
    """Yield judgements of the position by longer and longer searches, as far as the
    seat knows it.
    """
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
    """The game with everything a search needs, compiled before the time for thinking starts."""
    game = _game(call, sitting, fast=True)
    Thinker(game, "mcts:1").choose(state, stream(0, 0, 0), past)
    return game


def lively(work: Callable[[], T]) -> Generator[None, None, T]:
    """Do the work in a thread and return its result; yield None for every sign of progress.

    There is a sign if the pack's programs make other calls than at the last check, or none, because
    then our own code works, for example compiles. A single long call gives no sign.
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
    """A searching bot's judgement of the moves; the first is the one it makes with this `rng`.

    `past` is the history of this position, as in `Seated.past`.
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
    """The game after these moves."""
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
    """The rules of a sitting. Raises `OtherVersion` if the pack no longer has them."""
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
    """The digest of everything that decides how a game runs: its rules and initial records.

    The look of the table and the judgement of bots are not part of it.
    """
    total = hashlib.sha256(game.book.path.read_bytes())
    for record in (game.tables, game.template):
        for name in record.dtype.names:
            if name.startswith("judge_"):
                continue
            total.update(f"{name} {record[name].dtype} ".encode() + record[name].tobytes())
    return total.hexdigest()


def read(call: Call, players: int, fast: bool = False) -> Game:
    """The pack's current rules; 0 players means the smallest number possible."""
    pack = call.pack()
    judge(pack, players or pack.players[0], may_learn=False, renew=True)
    return load_game(pack, players or pack.players[0], plain=not fast)
