"""Flat Monte Carlo search, with the same number of playouts for every move and no tree."""

from typing import Any

import numpy as np

from generator.kit.chance import below
from generator.kit.marks import engine
from generator.play.engine.calls import play
from generator.play.engine.search.playouts import FATE, imagine, open_range, playout
from generator.play.engine.search.tree import DEPTH, HORIZON, ITERATIONS, MILLISECONDS, REWARD
from generator.play.engine.thread_memory import (
    CLOCK,
    WORLD,
    draws_of,
    int64,
    options_of,
    scores_of,
    seats_of,
    tallies_of,
)


@engine
def search_flat(desk: Any, agent: int, seat: int, out: Any, n: int, rng: Any, t: int) -> int:
    """Spend the budget evenly over the moves; return the move with the best mean, with ties broken
    at random.
    """
    if n == 1:
        return int64(out[0])  # type: ignore[no-any-return]
    options = options_of(desk)[agent]
    sums, counts = tallies_of(desk)[0], tallies_of(desk)[1]
    rewards, depth = scores_of(desk)[2], int64(max(options[DEPTH], options[HORIZON] - 1.0))
    clock = seats_of(desk)[desk.seats]
    for k in range(n):
        sums[k] = counts[k] = 0.0
    open_range(desk, agent, seat)
    started, until = clock[CLOCK], int64(options[MILLISECONDS])
    shift = below(rng, n)
    draws, base = draws_of(desk)[0], below(rng, 0xFFFFFFFF)
    fate = draws_of(desk)[FATE]
    budget = options[ITERATIONS]
    if n <= budget < np.inf:
        budget -= budget % n  # whole rounds only, so that every move is tried in the same worlds
    done = 0
    while done < budget:
        if until > 0 and clock[CLOCK] - started >= until:
            break
        k = (done + shift) % n
        imagine(desk, agent, seat, draws, base, done // n)
        done += 1
        play(desk, WORLD, int64(out[k]), fate)
        playout(desk, agent, seat, draws, fate, depth, int64(options[REWARD]), 1 << seat)
        sums[k] += rewards[seat]
        counts[k] += 1.0
    best = -np.inf
    equals = 0
    for k in range(n):
        if counts[k] > 0:
            mean = sums[k] / counts[k]
            equals = equals + 1 if mean == best else 1 if mean > best else equals
            best = max(best, mean)
    skip = below(rng, max(1, equals))
    for k in range(n):
        if counts[k] > 0 and sums[k] / counts[k] == best:
            if skip == 0:
                return int64(out[k])  # type: ignore[no-any-return]
            skip -= 1
    return int64(out[0])  # type: ignore[no-any-return]
