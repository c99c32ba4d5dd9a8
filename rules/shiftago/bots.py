"""How Shiftago's players judge a position: `greedy` and `mcts` by `value`, others by a persona."""

import numpy as np

from generator.kit import bit_count, rule, run_from, run_starts, share
from rules import (
    BOARD,
    ENTRIES,
    MOVES,
    STEPS,
    TRACKS,
    cleared,
    in_the_way,
    next_line,
    pushed,
    taken,
)

# `value` judges leaves at once; its steps between moves are small, so explore little, and leave
# a move untried that comes after better ones. So set, mcts:200 won 100 of 100 duels with greedy,
# and 92 % of 48 express games against three of them.
SEARCH = {"c": 0.03, "depth": 0, "urgency": 0.035, "order": 1}


@rule
def value(tables, state, seat):
    """Estimate a seat's chance to win: its prospects' weight among everyone's."""
    if state.over:
        return share(state.points, tables.players, seat)
    mine = 0.0
    everyone = 0.0
    for other in range(tables.players):
        one = weight(prospects(tables, state, other))
        everyone += one
        if other == seat:
            mine = one
    return mine / everyone


@rule
def racer_value(tables, state, seat):
    """A player who goes by its own prospects alone and looks at no one else."""
    if state.over:
        return share(state.points, tables.players, seat)
    return 1.0 - 1.0 / weight(prospects(tables, state, seat))


@rule
def blocker_value(tables, state, seat):
    """A player who goes by the others' prospects alone and spoils what they build."""
    if state.over:
        return share(state.points, tables.players, seat)
    others = 0.0
    for other in range(tables.players):
        if other != seat:
            others += weight(prospects(tables, state, other))
    return (tables.players - 1) / others


PERSONAS = {"racer": racer_value, "blocker": blocker_value}


@rule
def prospects(tables, state, seat):
    """Rate a seat's position: points made, points within one insert, lines half built.

    The terms' factors are rounded from a conditional logit of who won, over some 100,000
    positions of greedy players, 2 to 4 of them, a tenth of their moves random; they differ little
    between numbers of players and variants.
    """
    own = state.own[seat]
    points = state.points[seat]
    full = taken(state)
    if state.lines > 0 and seat == state.seat:
        best = best_line(tables, own)
        points += worth(tables, own, best)
        gone = cleared(tables, own, best, 0)
        own ^= gone
        full ^= gone
    if points >= tables.target:
        return 9.0
    within, ways = threats(tables, own, full)
    wins = within > 0 if tables.express else points + within >= tables.target
    missing_one, missing_two = chances(tables, own)
    rating = 2.0 * points / tables.target + 0.09 * missing_one + 0.04 * missing_two
    gain = min(within, tables.target - points) / tables.target
    few = min(ways, 4) / 4
    if seat == state.seat:
        rating += 0.1 + 0.5 * gain + 0.7 * few
        return rating + 2.8 if wins else rating
    rating += 0.5 * gain + 0.25 * few
    return rating + 0.3 if wins else rating


@rule
def threats(tables, own, full):
    """Most points that one insert would let a colour score, and how many inserts score at all."""
    most = 0
    ways = 0
    for move in range(MOVES.score):
        if TRACKS[move] & ~full:
            after = pushed(own, in_the_way(full, move), move) | ENTRIES[move]
            if next_line(tables, after, -1) >= 0:
                ways += 1
                most = max(most, worth(tables, after, best_line(tables, after)))
    return most, ways


@rule
def best_line(tables, own):
    """The line standing that scores most, the first of equals; −1 where none does."""
    best = -1
    most = 0
    line = -1
    while True:
        line = next_line(tables, own, line)
        if line < 0:
            return best
        points = worth(tables, own, line)
        if points > most:
            best = line
            most = points


@rule
def worth(tables, own, line):
    """The points of a line, by its length."""
    return tables.points[run_from(own, STEPS[line // 64], line % 64)]


@rule
def chances(tables, own):
    """Count the stretches as long as the shortest line that lack one marble, and two."""
    lack_one = 0
    lack_two = 0
    for way in range(4):
        step = STEPS[way]
        lack = run_starts(BOARD, step, tables.shortest)  # starts of stretches that lack none
        one = np.int64(0)
        two = np.int64(0)
        for i in range(tables.shortest):  # after i fields: stretches that lack none, one, two
            here = own >> i * step
            two = two & here | one & ~here
            one = one & here | lack & ~here
            lack &= here
        lack_one += bit_count(one)
        lack_two += bit_count(two)
    return lack_one, lack_two


@rule
def weight(rating):
    """Near e^rating for 0 to 3, in steps that give the same bits compiled and plain."""
    root = 1.0 + 0.125 * rating
    root *= root
    root *= root
    return root * root
