"""Replays a game from its moves, and plays copies to the end from moments along the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.chance import CHANCE_STREAM, below, reseed, unit
from generator.kit.marks import engine
from generator.play.engine.agents import agents_of, desk_for
from generator.play.engine.calls import deal, hide, kind, listed, moves, play, score, space, turn
from generator.play.engine.choosers import choose
from generator.play.engine.faults import watched
from generator.play.engine.game import Game
from generator.play.engine.machine import entry_of
from generator.play.engine.search.playouts import share
from generator.play.engine.search.secret_moves import forget_secrets, is_keeping, note_move
from generator.play.engine.thread_memory import (
    CALLS,
    DECISION,
    GAME,
    N_WORLDS,
    TRUE,
    copy_world,
    get_words,
    history_of,
    int64,
    listing_of,
    put_words,
    streams_of,
    template_of,
)

Floats = NDArray[np.float64]

LISTED_EVERY = 7  # the legal moves of one decision in this number are examined
GAME_WORLD = N_WORLDS  # the world of the game itself; `TRUE` is the copy that is played out


@dataclass(frozen=True, slots=True)
class Seen:
    """Results of replaying one game; arrays that were not requested are empty."""

    shares: Floats  # (moments, playouts, N) shares of the win
    scores: Floats  # (decisions + 1, N)
    spaces: NDArray[np.int32]  # (spaces,) number of moves that used each space
    positions: NDArray[np.uint64]  # (decisions + 1, words)
    # (decisions + 1,) the state of the stream, which changes with each draw
    chance: NDArray[np.uint64]
    legal: NDArray[np.bool_]  # (kinds,) whether a legal move of the kind was seen


class PlayOut:
    """Replays a game, plays out copies along the way, and holds memory for one thread."""

    def __init__(self, game: Game, agent: str) -> None:
        self.game = game
        team = agents_of(game, [agent])
        self.desk = desk_for(game, team, ("kind", "space", "hide"), GAME_WORLD + 1)
        self.run = again if game.plain else entry_of(again)

    def __call__(
        self, seed: int, index: int, moves: Any, at: Sequence[int] = (), playouts: int = 0,
        slips: float = 0.0, keep: bool = False, watch: bool = False, guess: bool = False,
        forced: int = -1, start: int = 0,
    ) -> Seen:  # fmt: skip
        """Replay the moves, stopping for playouts after each decision in `at`; see `again`."""
        game, desk = self.game, self.desk
        steps = len(moves) + 1
        seen = Seen(
            shares=np.zeros((len(at), playouts, game.seats)),
            scores=np.zeros((steps, game.seats)),
            spaces=np.zeros(len(game.spaces), np.int32),
            positions=np.zeros((steps if watch else 0, desk.words.shape[1]), np.uint64),
            chance=np.zeros(steps if watch else 0, np.uint64),
            legal=np.zeros(len(game.kinds) if watch else 0, np.bool_),
        )
        played, moments = np.asarray(moves, np.int32), np.array(at, np.int64)

        def once_more(number: int, n: int) -> None:
            self.run(
                desk.engine, seed, number, played, moments, slips, keep, guess, forced, start,
                seen.shares, seen.scores, seen.spaces, seen.positions, seen.chance, seen.legal,
            )  # fmt: skip

        with watched(game, desk, seed, once_more):
            once_more(index, 1)
        return seen


@engine
def again(
    desk: Any, seed: int, index: int, played: Any, at: Any, slips: float, keep: bool, guess: bool,
    forced: int, start: int, shares: Any, scores: Any, spaces: Any, positions: Any, chance: Any,
    legal: Any,
) -> None:  # fmt: skip
    """Replay one game, stopping at the given moments to play out copies.

    With `keep` the playouts continue with the game's own draws; otherwise each playout has its own
    draws. The players' random choices differ in every playout. With `guess` all information hidden
    from the seat to act is dealt again, because the order of unseen cards decides nothing yet. With
    `forced` ≥ 0 every playout begins with that move. `start` is the number of the first playout,
    which selects its draws.
    """
    streams, out = streams_of(desk), listing_of(desk)
    rng, draws, thoughts = streams[desk.seats], streams[desk.seats + 1], streams[desk.seats + 2]
    now = np.zeros(scores.shape[1])
    playouts = shares.shape[1]
    desk.journal[CALLS] = 0
    desk.journal[GAME] = index
    put_words(desk, GAME_WORLD, template_of(desk))
    reseed(rng, seed, index, CHANCE_STREAM)
    deal(desk, GAME_WORLD, rng)
    p = 0
    for t in range(played.shape[0] + 1):
        desk.journal[DECISION] = t
        score(desk, GAME_WORLD, now)
        for s in range(now.shape[0]):
            scores[t, s] = now[s]
        if positions.shape[0] > 0:
            get_words(desk, GAME_WORLD, positions[t])
            chance[t] = rng[0]
            if t < played.shape[0] and t % LISTED_EVERY == 0 and legal.shape[0] > 0:
                n = moves(desk, GAME_WORLD, out)
                for i in range(n):
                    legal[kind(desk, GAME_WORLD, int64(out[i]))] = True
        if p < at.shape[0] and at[p] == t:
            for r in range(playouts):
                copy_world(desk, TRUE, GAME_WORLD)
                number = start + t * playouts + r
                # numbers of separate streams, which neither a seat nor the chance of a game has
                if keep:
                    for i in range(4):
                        draws[i] = rng[i]
                else:
                    reseed(draws, seed, index, 1000 + 2 * number)
                reseed(thoughts, seed, index, 1001 + 2 * number)
                if guess:
                    acting = turn(desk, TRUE)
                    if acting >= 0:
                        hide(desk, TRUE, acting, draws)
                forget_secrets(desk)
                if forced >= 0:
                    play(desk, TRUE, forced, draws)
                play_on(desk, t + (forced >= 0), slips, out, draws, thoughts)
                share(desk, TRUE, now, shares[p, r])
            p += 1
        if t < played.shape[0]:
            move = int64(played[t])
            if spaces.shape[0] > 0:
                used = space(desk, GAME_WORLD, move)
                if used >= 0:
                    spaces[used] += 1
            play(desk, GAME_WORLD, move, rng)


@engine
def play_on(
    desk: Any, done: int, slips: float, out: Any, draws: Any, thoughts: Any
) -> None:  # fmt: skip
    """Play `TRUE` to its end from decision `done`; a share `slips` of the moves is random."""
    history = history_of(desk)
    seat = turn(desk, TRUE)
    while seat >= 0 and done < desk.longest:
        n = listed(desk, TRUE, out)
        if n < 1:
            break
        if slips > 0.0 and unit(thoughts) < slips:
            move = int64(out[below(thoughts, n)])
        else:
            move = choose(desk, 0, seat, out, n, thoughts, done)
        history[done] = move
        if is_keeping(desk):
            note_move(desk, TRUE, done, seat, move)
        play(desk, TRUE, move, draws)
        done += 1
        seat = turn(desk, TRUE)
